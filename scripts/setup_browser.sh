#!/usr/bin/env bash
# Gets what the tests of pages need: Chromium (the distribution's, by apt-get) and axe-core (by npm).
# What is already there stays. What cannot be had is said in one line and is no failure: those tests are then skipped.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

AXE_VERSION=4.14.0
AXE=build/browser/axe.min.js

has() { command -v "$1" >/dev/null 2>&1; }
say() { echo "browser tests: $*" >&2; }
chromium_is_there() { has chromium || has chromium-browser || has google-chrome; }

install_chromium() {
    chromium_is_there && return
    has apt-get || { say "no Chromium, and no apt-get to install it with; they are skipped"; return; }
    [ "$(id -u)" -eq 0 ] || { say "no Chromium; install it (sudo apt-get install chromium), or they are skipped"; return; }
    say "installing Chromium"
    local get=(env DEBIAN_FRONTEND=noninteractive apt-get -qq)
    "${get[@]}" install -y --no-install-recommends chromium >/dev/null 2>&1 ||
        { "${get[@]}" update >/dev/null 2>&1 &&
            "${get[@]}" install -y --no-install-recommends chromium >/dev/null 2>&1; }
    chromium_is_there || say "apt-get could not install Chromium; they are skipped"
}

fetch_axe() {
    [ -s "$AXE" ] && return
    has npm || { say "no npm to fetch axe-core with; the accessibility test is skipped"; return; }
    local packed
    packed=$(mktemp -d)
    mkdir -p "$(dirname "$AXE")"
    npm pack --silent --pack-destination "$packed" "axe-core@$AXE_VERSION" >/dev/null 2>&1 &&
        tar -xzf "$packed"/axe-core-*.tgz -C "$packed" package/axe.min.js &&
        mv "$packed/package/axe.min.js" "$AXE" ||
        say "npm could not fetch axe-core; the accessibility test is skipped"
    rm -rf "$packed"
}

install_chromium
fetch_axe
