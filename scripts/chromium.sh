#!/bin/sh
# Prints the path of the browser that the tests drive: Chromium, or Google Chrome. With --install it first tries to
# install what is missing. The tests, the screenshots and the Makefile all ask here.
set -eu

find_browser() {
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" && return
    done
    for app in "Google Chrome" Chromium; do
        path="/Applications/$app.app/Contents/MacOS/$app"
        if [ -x "$path" ]; then
            echo "$path"
            return
        fi
    done
    return 1
}

find_browser && exit
if [ "${1:-}" = --install ]; then
    sh "$(dirname "$0")/apt-install.sh" chromium || true
    find_browser && exit
fi
echo "The browser tests need Chromium or Google Chrome, and found neither. Please install one:" >&2
echo "  Debian:  sudo apt-get install chromium" >&2
echo "  Ubuntu:  Google Chrome's .deb package from its own site" >&2
echo "  macOS:   brew install --cask google-chrome" >&2
exit 1
