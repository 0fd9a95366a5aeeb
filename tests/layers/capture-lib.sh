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
unset OPENCL_CAPTURE_KERNEL OPENCL_CAPTURE_FAILING OPENCL_CAPTURE_LIMIT

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
	manifest=$work/here/it/manifest.json
}
builddir=$PWD

# The names of contents in the manifest, in their order: "before" or "after".
hashes() {
	sed -n "s/^ *\"$1\": \"*\([0-9a-z]*\)\"*,\$/\1/p" "$manifest"
}

# hash FILE: as the manifest names it; null: the file does not exist.
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
	if [ -n "$python" ]; then
		"$python" -c 'import json, sys; json.load(open(sys.argv[1]))' "$manifest" ||
			fail "$mode: the manifest is no JSON"
	fi
}

# good MODE [VARIABLE=VALUE...]: the launch is captured, with the contents that the program expects.
good() {
	capture "$@" || { echo "$1: PoCL does not have it"; return; }
	[ "$result" -eq 0 ] || { fail "$mode: status $result: $(cat "$work/err")"; return; }
	[ -e "$manifest" ] || { fail "$mode: no capture: $(cat "$work/here/status" "$work/err")"; return; }
	grep -q -x "captured $work/here/it" "$work/here/status" || fail "$mode: not said: $(cat "$work/here/status")"
	for moment in before after; do
		[ "$(hashes $moment)" = "$(expected $moment)" ] ||
			fail "$mode: contents $moment: found $(hashes $moment), expected $(expected $moment)"
	done
	check_files
}

# has TEXT...: the manifest has each of these lines, without blanks and commas around them.
has() {
	for text; do
		sed -e 's/^ *//' -e 's/,$//' "$manifest" | grep -q -x -F -e "$text" ||
			fail "$mode: the manifest has no line $text"
	done
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
