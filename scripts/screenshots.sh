#!/bin/sh
# screenshots.sh - renders the pictures of README.md and docs/reports.md, docs/images/*.png.
#
#   screenshots.sh [BINARY]      default build/minos
#
# The histories come from `minos sim` with fixed seeds, so only changes of the page or of the
# installed fonts change the pictures. Installs the packages of `scripts/setup.sh browser`.
set -eu
cd "$(dirname "$0")/.."

MINOS_SOURCE_DIR=$PWD
MINOS_BUILD_DIR=$PWD/build
MINOS_BINARY=$(realpath "${1:-build/minos}")
export MINOS_SOURCE_DIR MINOS_BUILD_DIR MINOS_BINARY

scripts/setup.sh browser
sh tests/browser/support/setup.sh
sh tests/browser/support/run.sh tests/browser/support/readme.mjs
ls -l docs/images
