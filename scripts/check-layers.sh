#!/bin/sh
# check-layers.sh - includes point one way.
#
# The stages, each of which may include itself and those before it:
#
#   core <- catalog <- read <- history <- infer <- {detect, depend} <- search <- judge <- explain
#        <- {report, shrink} <- the files directly in src/
#   core <- generate <- sim <- {run, the files directly in src/}
#
# cli includes only the public headers and its own. Prints each include that breaks this.
set -eu

find src -name '*.[ch]' -o -name '*.def' | LC_ALL=C sort | xargs awk '
    BEGIN {
        beside["generate"] = 1
        beside["sim"] = 2
        beside["run"] = 3
        count = split("core catalog read history infer detect|depend search judge explain report|shrink",
                      levels, " ")
        for (i = 1; i <= count; i++) {
            parts = split(levels[i], stages, "|")
            for (j = 1; j <= parts; j++) {
                rank[stages[j]] = i
            }
        }
    }
    FNR == 1 {
        parts = split(FILENAME, path, "/")
        stage = parts > 2 ? path[2] : ""
    }
    /^[ \t]*#[ \t]*include[ \t]*"/ {
        split($0, quoted, "\"")
        target = quoted[2]
        if (target == "minos.h" || target == "minos_sim.h" || target == "minos_run.h") {
            next
        }
        slash = index(target, "/")
        target_stage = slash > 0 ? substr(target, 1, slash - 1) : stage
        if (stage == "cli") {
            allowed = target_stage == "cli"
        } else if (stage in beside) {
            allowed = target_stage == stage || target_stage == "core" ||
                      (target_stage in beside && beside[target_stage] < beside[stage])
        } else if (stage == "") {
            allowed = target_stage != "cli" && target_stage != "run"
        } else {
            allowed = target_stage == stage || (target_stage in rank && rank[target_stage] < rank[stage])
        }
        if (!allowed) {
            printf "%s:%d: %s may not include \"%s\"\n", FILENAME, FNR, stage, target
            broken = 1
        }
    }
    END { exit broken }'
