#!/bin/sh
# setup.sh - installs playwright-core from npm for the other tests of this folder, in the build
# folder.
#
# Runs once before them (a CTest fixture). Downloads nothing if the version that the lock file
# names is installed. Without npm or a network it skips, and so do they.
set -eu

here=$MINOS_SOURCE_DIR/tests/browser
there=$MINOS_BUILD_DIR/browser
mkdir -p "$there"
if [ -d "$there/node_modules/playwright-core" ] &&
    cmp -s "$here/package-lock.json" "$there/package-lock.json"; then
    exit 0
fi
if ! command -v npm >/dev/null; then
    echo "SKIPPED: no npm, so no tests of the page in a browser" >&2
    exit 77
fi
cp "$here/package.json" "$here/package-lock.json" "$there/"
if ! npm ci --prefix "$there" --ignore-scripts --no-audit --no-fund --fetch-timeout=60000 \
    --fetch-retries=2 >"$there/npm.log" 2>&1; then
    cat "$there/npm.log" >&2
    rm -rf "$there/node_modules"
    echo "SKIPPED: npm could not install playwright-core, so no tests of the page in a browser" >&2
    exit 77
fi
