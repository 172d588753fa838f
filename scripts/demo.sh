#!/bin/sh
# demo.sh - judge the example history and say where the report is.
#
# The example breaks strict serializability on purpose, so status 1 ("violated") is the one that
# must come back; anything else fails the demo.
set -u

minos=${1:-build/minos}
history=examples/bank.edn
report=demo-report

rm -rf "$report"
echo "\$ $minos check -o $report $history"
"$minos" check -o "$report" "$history"
status=$?
if [ "$status" -ne 1 ]; then
    echo "demo: expected exit status 1 (violated), got $status" >&2
    exit 1
fi
if [ ! -s "$report/results.json" ]; then
    echo "demo: no report was written to $report/" >&2
    exit 1
fi
echo
echo "Verdict: $history is not strict-serializable (exit status 1, as it should be)."
echo "The report is in $report/:"
for file in "$report"/*; do
    echo "    $file"
done
