#!/bin/sh
# Without scdoc everything is built but the manual, and the build says so once.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/source"
ln -s "$MINOS_SOURCE_DIR/man" "$MINOS_SOURCE_DIR/cmake" "$work/source"
cat >"$work/source/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(manual NONE)
set(CMAKE_INSTALL_MANDIR share/man)
include(cmake/Manual.cmake)
END

# says TEXT LOG: the log has it.
says() {
    grep -qF "$1" "$2" || { cat "$2" >&2 && exit 1; }
}
message='scdoc not found: minos(1) is not built; install scdoc and build again'
cmake -S "$work/source" -B "$work/build" -DSCDOC= >"$work/log"
cmake --build "$work/build" >"$work/first"
says "$message" "$work/first"
cmake --build "$work/build" >"$work/second"
if grep -qF "$message" "$work/second"; then
    echo "the build says it twice" >&2
    exit 1
fi
DESTDIR=$work/stage cmake --install "$work/build" >"$work/log"
[ ! -e "$work/stage/usr/local/share/man" ]

# With it the manual is built and installed without being asked for.
if command -v scdoc >"$work/scdoc"; then
    cmake -S "$work/source" -B "$work/build" -DSCDOC="$(cat "$work/scdoc")" >"$work/log"
    cmake --build "$work/build" >"$work/log"
    DESTDIR=$work/stage cmake --install "$work/build" --prefix /usr >"$work/log"
    grep -q '^\.TH "minos" "1"' "$work/stage/usr/share/man/man1/minos.1"
fi
