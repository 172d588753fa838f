#!/bin/sh
# links.sh - every link between the pages of the repository leads to a file and a heading that
# exist.
#
# Checks links of the form [text](path#heading) in *.md of the root, docs/ and examples/. Addresses
# on the web are not checked. A heading's anchor is GitHub's: lower case, no punctuation, hyphens
# for spaces.
set -u

cd "${MINOS_SOURCE_DIR:-.}" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The anchors of a page, one a line.
anchors() {
    sed -n '/^```/,/^```/d; s/^##* //p' "$1" |
        sed 's/\[\([^]]*\)\]([^)]*)/\1/g' | tr '[:upper:]' '[:lower:]' |
        sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}

links=0
wrong=0
for page in *.md docs/*.md docs/findings/*.md examples/findings/*/*.md; do
    folder=$(dirname "$page")
    sed '/^```/,/^```/d' "$page" | grep -o '](\([^)]*\))' | sed 's/^](//; s/)$//' >"$work/links"
    while read -r link; do
        case $link in http://* | https://*) continue ;; esac
        links=$((links + 1))
        file=${link%%#*}
        target=$folder/$file
        [ -n "$file" ] || target=$page
        if [ ! -e "$target" ]; then
            echo "$page: no file for the link $link"
            wrong=1
        elif [ "$link" != "$file" ] && ! anchors "$target" | grep -qx -- "${link#*#}"; then
            echo "$page: no heading for the link $link"
            wrong=1
        fi
    done <"$work/links"
done
if [ "$links" -lt 100 ]; then
    echo "only $links links found"
    wrong=1
fi
exit $wrong
