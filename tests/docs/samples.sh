#!/bin/sh
# samples.sh - sample output in README.md and docs/ is what the program prints.
#
#   samples.sh            runs every sample and compares
#   samples.sh --update   writes the output into the pages
#
# A sample is a console block below a line <!-- sample -->. Each of its lines that begins with "$ "
# is run by the shell, in a temporary folder from which examples/ and tests/ can be reached. Its
# output, stderr included, must follow. Output of real databases differs from run to run and is not
# marked.
set -u

update=${1:-}
cd "${MINOS_SOURCE_DIR:-.}" || exit 1
source=$PWD
minos=$(realpath "${MINOS_BINARY:-build/minos}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/folder"
ln -s "$minos" "$work/bin/minos"
ln -s "$source/examples" "$source/tests" "$work/folder"
PATH=$work/bin:$PATH
export PATH
unset GITHUB_ACTIONS NO_COLOR COLUMNS
LC_ALL=C.UTF-8 # other locales get ASCII
export LC_ALL

# The page with every sample run again.
rerun() {
    awk -v work="$work" '
        function run(command, line) {
            print command >(work "/command")
            close(work "/command")
            command = "cd " work "/folder && sh " work "/command 2>&1"
            while ((command | getline line) > 0) { print line }
            close(command)
        }
        inside && /^```$/ { inside = marked = 0 }
        inside && /^\$ / { print; run(substr($0, 3)) }
        !inside { print }
        marked && /^```console$/ { inside = 1 }
        /^<!-- sample -->$/ { marked = 1 }' "$1"
}

wrong=0
for page in README.md docs/*.md docs/findings/*.md; do
    rerun "$page" >"$work/page"
    if [ "$update" = --update ]; then
        cp "$work/page" "$page"
    elif ! diff -u "$page" "$work/page"; then
        echo "$page: a sample is out of date; run tests/docs/samples.sh --update"
        wrong=1
    fi
done
samples=$(cat README.md docs/*.md docs/findings/*.md | grep -c '^<!-- sample -->$')
if [ "$samples" -lt 3 ]; then
    echo "only $samples samples found"
    wrong=1
fi
exit $wrong
