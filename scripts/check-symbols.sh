#!/bin/sh
# check-symbols.sh BUILD - calls point one way: checks what the object files of a build refer to
# against scripts/layers.txt.
#
# An include can be avoided by declaring a function again; a symbol cannot. A name defined in
# another folder of src/ may be used only where layers.txt allows that folder, or "public" if it is
# minos_.... Prints each violation; status 1 if any. Runs in the root of the tree that it checks.
set -eu
build=${1:?usage: check-symbols.sh BUILD}

# The command is compiled once; tests compile it again with other names.
find "$build/CMakeFiles" -path '*.dir/src/*.c.o' | LC_ALL=C sort |
    while read -r object; do
        source=src/${object#*.dir/src/}
        if [ -f "${source%.o}" ]; then
            echo "file ${source%.o}"
            nm -P "$object"
        fi
    done |
    awk '
    function folder_of(path) {
        return sub(/\/[^\/]*$/, "", path) ? path : "."
    }
    FILENAME == "scripts/layers.txt" {
        if (/^[^#]/ && NF > 0) {
            folder = $1
            sub(/:$/, "", folder)
            for (i = 2; i <= NF; i++) {
                allowed[folder, $i] = 1
            }
        }
        next
    }
    $1 == "file" {
        file = $2
        files++
        next
    }
    $2 == "U" {
        use[++uses] = file " " $1
        next
    }
    $2 ~ /^[A-Z]$/ {
        home[$1] = folder_of(substr(file, 5))
    }
    END {
        if (files == 0) {
            print "no object files found: build first"
            exit 1
        }
        for (i = 1; i <= uses; i++) {
            split(use[i], part, " ")
            folder = folder_of(substr(part[1], 5))
            symbol = part[2]
            if (!(symbol in home) || home[symbol] == folder ||
                ((folder, home[symbol]) in allowed) ||
                (((folder, "public") in allowed) && symbol ~ /^minos_/)) {
                continue
            }
            printf "%s: %s may not use %s, which src/%s defines\n",
                part[1], folder, symbol, home[symbol]
            broken = 1
        }
        exit broken
    }' scripts/layers.txt -
