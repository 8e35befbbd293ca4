#!/bin/sh
# Makes sure that PDFs can be made: that WeasyPrint finds Pango and what else it takes from the system.
# Installs Debian's packages where it may, and otherwise says what to install. Everything but printing works without.
set -eu

can_print() { .venv/bin/python -c 'import weasyprint' >/dev/null 2>&1; }

can_print || sh scripts/apt-install.sh libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 || true
if ! can_print; then
    echo "Printing needs the Pango library, which was not found. To print, install it:" >&2
    echo "  Debian, Ubuntu:  sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0" >&2
    echo "  macOS:           brew install pango" >&2
    echo "Anywhere else, '.venv/bin/python -c \"import weasyprint\"' says what is missing." >&2
    exit 1
fi
