#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-wording: .ci/wording/check finds what is planted here, in every kind of file, and nothing in
# good text. Each turn of .ci/wording/turns is planted at least once, so that none is a regular
# expression that cannot match. Whether the tree itself is clean is for "make lint".

srcdir=${srcdir:-.}
check=$srcdir/.ci/wording/check
failed=0

fail() {
	echo "FAIL: $*"
	failed=1
}

work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

# finds TURN TEXT: it is found once, in the last line of TEXT. All texts are checked at the end.
count=0
finds() {
	count=$((count + 1))
	printf '%s\n' "$2" >"$work/planted-$count"
	printf '%s:%d: warning: found "%s"\n' "$work/planted-$count" \
		"$(wc -l <"$work/planted-$count")" "$1" >>"$work/expected"
}

# finds_nothing TEXT
finds_nothing() {
	count=$((count + 1))
	printf '%s\n' "$1" >"$work/planted-$count"
}

# check_planted: each finding is there, there is no other one, and every turn was found.
check_planted() {
	sh "$check" "$work"/planted-* | grep ': warning: ' >"$work/found"
	sed 's/, write: .*//' "$work/found" | sort >"$work/short"
	sort "$work/expected" | diff - "$work/short" ||
		fail "the planted offences (<) are not what is found (>)"
	turns=$(grep -c '^turn ' "$srcdir/.ci/wording/turns")
	[ "$turns" -gt 20 ] || fail "only $turns turns are read"
	planted=$(sed 's/.*, write: //' "$work/found" | sort -u | wc -l)
	[ "$planted" -eq "$turns" ] || fail "$planted of $turns turns are planted in this test"
	for field in write because; do
		[ "$(grep -c "^$field " "$srcdir/.ci/wording/turns")" -eq "$turns" ] ||
			fail "not every turn has its line \"$field\""
	done
}

finds "thread who" "/* The thread who gets it */"
finds "functions who" "Functions WHO call it."
finds "who gets" "written at once: who gets it, ends it"
finds "whoever" "whoever calls it"
finds "behind" 'refuse(reader, "\"]\" behind the name");'
finds "behind" "# leaves the line; behind it"
finds "say" "(Wine, say)"
finds "say" "#first =   ; say: NVIDIA*"
finds "pq say" ".Pq say Ql none"
finds "room" "size_t room,"
finds "rooms" "in other rooms."
finds "foreign rights" "a program with foreign rights"
finds "comes by" "log_line() comes by"
finds "tells of" "tells of objects"
finds "is told" "that is told once"
finds "is the matter" "/* what is the matter: detail */"
finds "are the matter" "if permissions are the matter"
finds "lies in" "an address that lies in a library"
finds "for it" "It waits, for it may stay."
finds "culprit" "struct layer *culprit;"
finds "exam" "struct exam *exam"
finds "are no more" "tests that are no more"
finds "what is no longer" "the list has what is no longer"
finds "gets between" "it gets between both"
finds "lets be" "it lets be what it does not know"
finds "cannot be had" "an index that cannot be had"
finds "in vain" "searched in vain"
finds "the plot" "context: the plot"
finds "looks on" "AddressSanitizer looks on."
finds "speaks up" "LeakSanitizer speaks up"
finds "road" "the slow road"
finds "that of" "The order is that of the list."
finds "those which" "those which have ended"

# Over the end of a line, in comments of all kinds and in strings; not twice.
finds "thread who" "/* a thread
 * who waits */"
finds "is told" '# That it is
# told.'
finds "thread who" 'printf("a thread "
       "who waits");'
finds "foreign rights" '.\" foreign
.\" rights'
finds "those of" '/* The numbers are those
 * of the file. */'
finds_nothing "The driver that was opened; a user who asks; somebody who knows; that offset."
finds_nothing "is_behind = left_behind; bedroom; broadly; those who say: so they say."
finds_nothing "A process is left behind. It leaves nothing behind."
finds_nothing "for its size, for example, or for the first one; told us; belies in"
finds_nothing "What is
no good is a thread. Who asks?"

check_planted

# In the middle of a text, once.
printf 'first\nThe thread who waits\nagain.\n' >"$work/text"
sh "$check" "$work/text" >"$work/out" && fail "an offence in the middle passes"
[ "$(grep -c ': warning: ' "$work/out")" -eq 1 ] || fail "not one finding: $(cat "$work/out")"

# The status and the last line.
echo "good" >"$work/good"
echo "bad in vain" >"$work/bad"
sh "$check" "$work/good" >"$work/out" || fail "a good text fails: $(cat "$work/out")"
tail -n 1 "$work/out" | grep -q '^1 passed, 0 failed' || fail "no count: $(cat "$work/out")"
sh "$check" "$work/good" "$work/bad" >"$work/out" && fail "a bad text passes"
tail -n 1 "$work/out" | grep -q '^0 passed, 1 failed' || fail "no count: $(cat "$work/out")"
sh "$check" "$work/not-there" >"$work/out" && fail "a file that is not there passes"

# An exception holds where it says so, and one that is not needed is reported.
mkdir -p "$work/tree/.ci/wording" && cp "$srcdir"/.ci/wording/* "$work/tree/.ci/wording/" &&
	cp "$srcdir/.ci/files" "$work/tree/.ci/" && chmod -R u+w "$work/tree" || exit 99
echo "the word in vain" >"$work/tree/one"
cp "$work/tree/one" "$work/tree/two"
cat >>"$work/tree/.ci/wording/exceptions" <<END

text     word in vain
within   one
because  test

text     \\<unused words\\>
because  test
END
sh "$work/tree/.ci/wording/check" >"$work/out" && fail "the tree of this test passes"
grep -q '^two:1: warning: found "in vain"' "$work/out" || fail "the exception holds everywhere"
grep -q '^one:' "$work/out" && fail "the exception does not hold: $(cat "$work/out")"
grep -q 'no longer needed: .*unused words' "$work/out" || fail "a stale exception is not reported"

# list_planted: the files of that tree without its folder .ci.
list_planted() {
	sh "$work/tree/.ci/files" | grep -v '^\.ci/' | LC_ALL=C sort | tr '\n' ' '
}

# Files that the build makes do not count. The repository that .git names is not there, as in a
# worktree that was copied.
(cd "$work/tree" && mkdir -p m4 build/src build-asan src && touch configure Makefile.in clrouter.spec \
	m4/libtool.m4 build/src/made build-asan/made src/new.c) || exit 99
[ "$(list_planted)" = "one src/new.c two " ] || fail "without .git: $(list_planted)"
echo "gitdir: $work/nowhere" >"$work/tree/.git"
[ "$(list_planted)" = "one src/new.c two " ] || fail "git cannot read it: $(list_planted)"
rm "$work/tree/.git"
if command -v git >/dev/null; then
	printf '%s\n' .gitignore one m4 >"$work/tree/.gitignore"
	git init -q "$work/tree" || fail "git init does not work"
	[ "$(list_planted)" = "Makefile.in build-asan/made build/src/made clrouter.spec configure src/new.c \
two " ] ||
		fail "git does not decide: $(list_planted)"
else
	echo "not tested: the list of files with git, because git is not installed"
fi

if command -v codespell >/dev/null; then
	echo 'static int valeu;	/* recieve it */' >"$work/text"
	sh "$check" "$work/text" | grep -q -F "$work/text:1: warning: misspelt \"recieve\"" ||
		fail "a misspelt word is not found"
	echo 'case "nmae": /dev/dri/renderD128' >"$work/text"
	sh "$check" "$work/text" >"$work/out" || fail "a known word is reported: $(cat "$work/out")"
else
	mkdir "$work/bin"
	echo "not tested: spelling, because codespell is not installed"
	sh "$check" "$work/good" | grep -q '^skipped: .*codespell' ||
		fail "nothing says that codespell is missing"
fi
exit $failed
