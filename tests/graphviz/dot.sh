#!/bin/sh
# Graphviz accepts every DOT file of a report: of golden histories with a cycle, whose keys and
# values are of every kind, and of a history whose strings try to break out of labels.
set -eu

command -v dot >/dev/null || {
    echo "SKIPPED: dot is not installed (Debian: graphviz)" >&2
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# These keys would end a label, a string, a record or a comment if they were not escaped.
cat >"$work/hostile.edn" <<'EDN'
{:type :invoke, :process 0, :value [[:append "\"];<b>{|}\\N\\" 1] [:append "-->*/&lt;" 1]]}
{:type :invoke, :process 1, :value [[:r "\"];<b>{|}\\N\\" nil] [:r "-->*/&lt;" nil]]}
{:type :ok, :process 0, :value [[:append "\"];<b>{|}\\N\\" 1] [:append "-->*/&lt;" 1]]}
{:type :ok, :process 1, :value [[:r "\"];<b>{|}\\N\\" [1]] [:r "-->*/&lt;" nil]]}
EDN

files=0
for history in tests/golden/*-yes.* "$work/hostile.edn"; do
    case $history in
    *.expect) continue ;;
    esac
    rm -rf "$work/report"
    status=0
    "$MINOS_BINARY" check -q --duplicate-writes ambiguous -o "$work/report" "$history" >/dev/null ||
        status=$?
    [ "$status" -le 2 ]
    for file in "$work"/report/*/*.dot; do
        [ -e "$file" ] || continue
        files=$((files + 1))
        if ! dot -Tplain -o /dev/null "$file" 2>"$work/said" || [ -s "$work/said" ]; then
            cat "$work/said" "$file" >&2
            echo "dot rejects $file of $history" >&2
            exit 1
        fi
    done
done

# What Graphviz draws is what the history says: the entity of the hostile key is not decoded.
shown=$(dot -Tsvg "$work"/report/*/1.dot)
case $shown in
*'&amp;lt;'*) ;;
*)
    echo "&lt; of $work/hostile.edn is not drawn as it is" >&2
    exit 1
    ;;
esac
echo "$files files"
[ "$files" -gt 50 ]
