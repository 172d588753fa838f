#!/bin/sh
# check-layers.sh - includes point one way: checks every #include of src/ against
# scripts/layers.txt.
#
# Also refuses a folder that layers.txt does not list, a cycle in layers.txt, and two files of src/
# with the same name (header and source of one name count once). Prints each violation; status 1 if
# any. Runs in the root of the tree that it checks.
set -eu

sources=$(find src \( -name '*.[ch]' -o -name '*.def' \) | LC_ALL=C sort)
# shellcheck disable=SC2086 # one word for each file: no name in src/ has blanks
awk '
    function folder_of(path) {
        return sub(/\/[^\/]*$/, "", path) ? path : "."
    }
    function visit(folder, trail,    i, n, uses) {
        if (state[folder] == "done") {
            return
        }
        if (state[folder] == "open") {
            printf "scripts/layers.txt: cycle:%s %s\n", trail, folder
            broken = 1
            return
        }
        state[folder] = "open"
        n = split(list[folder], uses, " ")
        for (i = 1; i <= n; i++) {
            if (uses[i] != "public") {
                visit(uses[i], trail " " folder)
            }
        }
        state[folder] = "done"
    }
    FILENAME == "scripts/layers.txt" {
        if (/^[^#]/ && NF > 0) {
            folder = $1
            sub(/:$/, "", folder)
            known[folder] = 1
            for (i = 2; i <= NF; i++) {
                allowed[folder, $i] = 1
                list[folder] = list[folder] " " $i
            }
        }
        next
    }
    FNR == 1 {
        path = substr(FILENAME, 5)
        folder = folder_of(path)
        name = path
        sub(/.*\//, "", name)
        sub(/\.(c|h)$/, "", name)
        if ((name in home) && home[name] != folder) {
            printf "%s: another file of this name is in src/%s\n", FILENAME, home[name]
            broken = 1
        }
        home[name] = folder
        if (!(folder in known)) {
            printf "%s: scripts/layers.txt does not list its folder\n", FILENAME
            known[folder] = broken = 1
        }
    }
    /^[ \t]*#[ \t]*include[ \t]*"/ {
        split($0, quoted, "\"")
        target = quoted[2]
        if (target ~ /^minos[a-z_]*\.h$/) {
            next
        }
        used = folder_of(target)
        if (used != folder && !((folder, used) in allowed)) {
            printf "%s:%d: %s may not include \"%s\"\n", FILENAME, FNR, folder, target
            broken = 1
        }
    }
    END {
        for (folder in known) {
            visit(folder, "")
        }
        exit broken
    }' scripts/layers.txt $sources
