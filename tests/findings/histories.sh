#!/bin/sh
# The shrunk histories of examples/findings get their known verdict.
set -eu
cd "$MINOS_SOURCE_DIR"
for finding in examples/findings/*/; do
    "$finding/check.sh" "$MINOS_BINARY"
done
