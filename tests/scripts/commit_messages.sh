#!/bin/sh
# scripts/check-commits.sh accepts good commit messages, names what is wrong with each bad one, and
# is skipped where there is no history to check.
set -eu

if ! command -v git >/dev/null; then
    echo "SKIPPED: git is not installed"
    exit 77
fi
check=$MINOS_SOURCE_DIR/scripts/check-commits.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# No configuration of the user's, and no repository around this folder.
export HOME="$work" GIT_CONFIG_NOSYSTEM=1 GIT_CEILING_DIRECTORIES="$work"
export GIT_AUTHOR_NAME=Test GIT_AUTHOR_EMAIL=test@example.org
export GIT_COMMITTER_NAME=Test GIT_COMMITTER_EMAIL=test@example.org
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE || true

# commit MESSAGE: exactly that message, in an empty commit.
commit() {
    printf "$1" >"$work/message"
    git commit -q --allow-empty --cleanup=verbatim -F "$work/message"
}

fail() {
    echo "$1" >&2
    exit 1
}

# rejects MESSAGE WHY: a commit with that message is rejected for that reason alone.
rejects() {
    commit "$1"
    if "$check" "$start" >"$work/said"; then
        fail "accepted: $1"
    fi
    test "$(wc -l <"$work/said")" -eq 1 || fail "not one reason for '$1': $(cat "$work/said")"
    grep -q "^commit $(git rev-parse --short HEAD): $2: " "$work/said" ||
        fail "expected '$2' for '$1', got: $(cat "$work/said")"
    git reset -q --hard HEAD^
}

"$check" | grep -q '^SKIPPED: .*not a git repository' || fail "not skipped without a repository"

git init -q .
commit 'bad before the rule'
start=$(git rev-parse HEAD)
"$check" | grep -q '^SKIPPED: .*shallow' || fail "not skipped without the recorded commit"
"$check" "$start" || fail "no commit at all is rejected"

long=$(printf '%072d' 0 | tr 0 x)
umlauts=$(printf '%072d' 0 | sed 's/0/ü/g')
commit 'Reject a torn last line\n\nBecause it may have been cut short.\n'
commit "$long\n\nA subject of exactly 72 characters.\n"
commit "$umlauts\n\nCharacters are counted, not bytes.\n"
commit 'Embed the page\n\nEnds in -ed, and is imperative.\n'
commit 'Bring the order back\n\nFirst paragraph.\n\nSecond paragraph.\n'
"$check" "$start" || fail "a good message is rejected"

rejects "${long}x\n\nWhy.\n" 'subject longer than 72 characters'
rejects "${umlauts}ü\n\nWhy.\n" 'subject longer than 72 characters'
rejects 'Reject a torn last line\n' 'no body that says why'
rejects 'Reject a torn last line\n\n\n\n' 'no body that says why'
rejects 'Reject a torn line\nBecause it was cut.\nFor certain.\n' 'second line not empty'
rejects 'Added a test\n\nWhy.\n' 'subject not in the imperative'
rejects 'Fixes a test\n\nWhy.\n' 'subject not in the imperative'
rejects 'Removing a test\n\nWhy.\n' 'subject not in the imperative'
rejects 'The test is rare\n\nWhy.\n' 'subject not in the imperative'

git checkout -q -b side "$start"
commit 'Add a side\n\nTo have something to merge.\n'
git checkout -q -
git merge -q --no-ff -m 'Merge side' side
"$check" "$start" || fail "a merge commit without a body is rejected"
echo "9 bad messages rejected, good ones accepted"
