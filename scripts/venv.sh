#!/bin/sh
# Makes .venv with the newest Python of 3.11 or later that can make one. Installs Debian's Python where there is none.
set -eu

find_python() {
    for python in python3.14 python3.13 python3.12 python3.11 python3; do
        if "$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$python"
            return
        fi
    done
    return 1
}

if ! python=$(find_python); then
    sh scripts/apt-install.sh python3 python3-venv || true
    if ! python=$(find_python); then
        echo "Python 3.11 or later with its venv module is needed, and was not found. Please install it:" >&2
        echo "  Debian, Ubuntu:  sudo apt-get install python3 python3-venv" >&2
        echo "  macOS:           brew install python" >&2
        exit 1
    fi
fi
"$python" -m venv --clear .venv
