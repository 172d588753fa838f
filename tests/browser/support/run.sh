#!/bin/sh
# run.sh FILE - runs one file of tests in a browser; skips (77) if the browser or its driver is
# missing.
#
# Runs plain node, not `node --test`, which would turn the status 77 into a
# failure.
set -eu

skip() {
    echo "SKIPPED: $1" >&2
    exit 77
}

command -v node >/dev/null || skip "no node (Debian: nodejs)"
MINOS_CHROMIUM=$(command -v chromium) || skip "no chromium"
export MINOS_CHROMIUM
[ -d "$MINOS_BUILD_DIR/browser/node_modules/playwright-core" ] ||
    skip "no playwright-core: see browser_setup"
exec node "$1"
