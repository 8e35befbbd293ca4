#!/bin/sh
# Installs Debian packages without a question: as root, or through a sudo that asks for no password.
# Fails, silently, where that cannot be done. Says nothing about what the packages are for.
set -eu

command -v apt-get >/dev/null || exit 1
if [ "$(id -u)" -eq 0 ]; then
    as_root=env
elif sudo -n true 2>/dev/null; then
    as_root="sudo -n env"
else
    exit 1
fi

echo "Installing $* with apt-get ..." >&2
$as_root DEBIAN_FRONTEND=noninteractive apt-get update -qq >/dev/null
$as_root DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
