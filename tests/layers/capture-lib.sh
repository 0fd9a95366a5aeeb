# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
#
# The functions of the tests of the capture layer, which run capture-program on PoCL. The tests source
# this file in the build directory.

# shellcheck source=tests/layers/layer-programs.sh
. "${srcdir:-.}/tests/layers/layer-programs.sh"

command -v b2sum >/dev/null || skip "b2sum is not installed"
[ -e "$layers/libCLCapture.so" ] || skip "there is no capture layer on this system"
OPENCL_LAYERS=$layers/libCLCapture.so
export OPENCL_LAYERS
unset OPENCL_CAPTURE_COUNT OPENCL_CAPTURE_KERNEL OPENCL_CAPTURE_FAILING OPENCL_CAPTURE_LIMIT

# capture MODE VARIABLE=VALUE...: runs the program in an empty directory; the capture is in `it`, what
# the layer says in `status`.
capture() {
	mode=$1
	checks=$((checks + 1))
	shift
	rm -rf "$work/here"
	mkdir "$work/here"
	: >"$work/here/status"
	result=0
	(cd "$work/here" &&
		env OPENCL_CAPTURE_DIRECTORY=it OPENCL_CAPTURE_STATUS="$work/here/status" "$@" \
			"$builddir/tests/layers/capture-program" "$mode") >"$work/out" 2>"$work/err" ||
		result=$?
	[ "$result" -ne 77 ] || return 77
	launch=$work/here/it/launch.txt
}
builddir=$PWD

# count TABLE WORD...: how many lines of TABLE the launch has with each of these words, KEY=VALUE; "KEY="
# is in a line that has no such key.
count() {
	table=$1
	shift
	WANTED=$(printf '%s\n' "$@") awk -F '\t' -v table="$table" '
		function has(word, i) {
			for (i = 2; i <= NF; i++)
				if (word ~ /=$/ ? index($i, word) == 1 : $i "" == word)
					return word !~ /=$/
			return word ~ /=$/
		}
		BEGIN { words = split(ENVIRON["WANTED"], wanted, "\n") }
		$1 == table {
			is_good = 1
			for (word = 1; word <= words; word++)
				is_good = is_good && (wanted[word] == "" || has(wanted[word]))
			found += is_good
		}
		END { print found + 0 }' "$launch"
}

# has TABLE WORD...: the launch has such a line.
has() {
	[ "$(count "$@")" -gt 0 ] || fail "$mode: the launch has no line $*"
}

# The names of contents, in their order: "before" or "after".
hashes() {
	awk -F '\t' -v key="$1=" '
		$1 == "range" {
			hash = "null"
			for (i = 2; i <= NF; i++)
				if (index($i, key) == 1)
					hash = substr($i, length(key) + 1)
			print hash
		}' "$launch"
}

# hash FILE: as the launch names it; null: the file does not exist.
hash_of() {
	if [ ! -e "$1" ]; then
		echo null
	elif tr -d '\0' <"$1" | cmp -s - /dev/null; then
		echo zero
	else
		b2sum -l 256 <"$1" | cut -d ' ' -f 1
	fi
}

# expected before|after: what the program says.
expected() {
	number=0
	while [ -e "$work/here/expect-$number-before" ]; do
		hash_of "$work/here/expect-$number-$1"
		number=$((number + 1))
	done
}

# All files of contents have the hash that is their name, and nothing else is there.
check_files() {
	for file in "$work/here/it/contents"/*; do
		[ -e "$file" ] || continue
		[ "$(hash_of "$file")" = "$(basename "$file")" ] ||
			fail "$mode: the contents of $(basename "$file") have another hash"
	done
	find "$work/here/it" -name '.*' | grep . && fail "$mode: a file is left over"
	[ "$(tail -n 1 "$launch")" = end ] || fail "$mode: the launch has no end"
}

# good MODE [VARIABLE=VALUE...]: the launch is captured, with the contents that the program expects.
good() {
	capture "$@" || { echo "$1: PoCL does not have it"; return; }
	[ "$result" -eq 0 ] || { fail "$mode: status $result: $(cat "$work/err")"; return; }
	[ -e "$launch" ] || { fail "$mode: no capture: $(cat "$work/here/status" "$work/err")"; return; }
	grep -q -x "captured $work/here/it" "$work/here/status" || fail "$mode: not said: $(cat "$work/here/status")"
	for moment in before after; do
		[ "$(hashes $moment)" = "$(expected $moment)" ] ||
			fail "$mode: contents $moment: found $(hashes $moment), expected $(expected $moment)"
	done
	check_files
}

# refused MODE TEXT [VARIABLE=VALUE...]: there is no capture, and TEXT says why.
refused() {
	reason=$2
	first=$1
	shift 2
	capture "$first" "$@" || { echo "$first: PoCL does not have it"; return; }
	[ "$result" -eq 0 ] || fail "$mode: status $result: $(cat "$work/err")"
	[ ! -e "$work/here/it" ] || fail "$mode: something is left over"
	grep -q "^refused .*$reason" "$work/here/status" ||
		fail "$mode: expected \"$reason\": $(cat "$work/here/status")"
}
