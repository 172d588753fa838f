#!/bin/sh
# The model part of the report page's script under node: no browser, no page. One file of tests
# for each src/report/assets/model*.js, found as tests/js/<file>.test.cjs.
set -eu

if ! command -v node >/dev/null; then
    echo "SKIPPED: node is not installed (Debian: nodejs)"
    exit 77
fi
exec node --test "${MINOS_SOURCE_DIR:-.}"/tests/js/*.test.cjs
