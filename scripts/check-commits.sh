#!/bin/sh
# check-commits.sh - checks the messages of the commits after the one named below.
#
#   check-commits.sh [COMMIT]      checks COMMIT..HEAD; default: the first commit of this rule
#
# A message has an imperative subject of at most 72 characters, an empty second line and a body. For
# the mood only a list of first words is rejected, because a general rule ("ends in -ed") would
# reject "Embed". Merge commits are exempt: git writes their messages.
set -eu

since=${1:-956c743b7f54b8620ac36c0a55c9996711e24c69}

if ! git rev-parse --git-dir >/dev/null 2>&1; then
    echo "SKIPPED: commits: not a git repository"
    exit 0
fi
if ! git cat-file -e "$since^{commit}" 2>/dev/null; then
    echo "SKIPPED: commits: no commit $since here (a shallow clone?)"
    exit 0
fi

# LC_ALL=C makes awk count bytes; removing UTF-8 continuation bytes makes that the characters.
messages=$(git log --no-merges --format='%x1e%h%n%B' "$since..HEAD")
printf '%s\n' "$messages" | LC_ALL=C awk -v RS='\036' -F '\n' '
function reject(why) {
    print "commit " $1 ": " why ": " $2
    failed = 1
}
BEGIN {
    stems = "Add|Allow|Chang|Clean|Creat|Delet|Document|Fix|Implement|Improv|Introduc|Mak|Mov|Reduc"
    stems = stems "|Remov|Renam|Replac|Support|Test|Updat"
}
NR == 1 { next } # before the first separator
{
    characters = $2
    gsub(/[\200-\277]/, "", characters)
    if (length(characters) > 72) {
        reject("subject longer than 72 characters")
    }
    if ($3 != "") {
        reject("second line not empty")
    }
    body = 0
    for (i = 4; i <= NF; i++) {
        body += $i != ""
    }
    if (body == 0) {
        reject("no body that says why")
    }
    split($2, words, " ")
    if (words[1] ~ /^(A|An|The|It|What|Who|No)$/ ||
        words[1] ~ ("^(" stems ")(e?s|e?d|ing)$")) {
        reject("subject not in the imperative")
    }
}
END { exit failed }
'
