#!/bin/sh
# Makes sure that the browser tests can run: that there is a browser, and that Playwright's own program starts.
# Installs Debian's packages where it may, and otherwise says what to install.
set -eu

sh scripts/chromium.sh >/dev/null 2>&1 || sh scripts/apt-install.sh chromium || true
sh scripts/chromium.sh >/dev/null

playwright_starts() { .venv/bin/playwright --version >/dev/null 2>&1; }

playwright_starts || sh scripts/apt-install.sh libatomic1 || true
if ! playwright_starts; then
    echo "Playwright does not start. On Debian and Ubuntu it needs one library more:" >&2
    echo "  sudo apt-get install libatomic1" >&2
    echo "Anywhere else, '.venv/bin/playwright --version' says what is missing." >&2
    exit 1
fi
