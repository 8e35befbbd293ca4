#!/bin/sh
# Prints the path of the browser that the tests and the screenshots drive: Chromium, or Google Chrome. Installs nothing.
set -eu

for name in chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" && exit
done
for app in "Google Chrome" Chromium; do
    path="/Applications/$app.app/Contents/MacOS/$app"
    if [ -x "$path" ]; then
        echo "$path"
        exit
    fi
done

echo "The browser tests need Chromium or Google Chrome, and found neither. Please install one:" >&2
echo "  Debian:  sudo apt-get install chromium" >&2
echo "  Ubuntu:  Google Chrome's .deb package from its own site" >&2
echo "  macOS:   brew install --cask google-chrome" >&2
exit 1
