#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# replay.c of each kind of capture: it compiles without a warning, makes the same calls as clrouter
# replay, with the same values, and has the same verdict, on drivers that compute or do not. PoCL and
# others do the same for captures of real launches in test-replay-drivers.sh.
# shellcheck disable=SC1091,SC2154  # tool-lib.sh sets them
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"

here=$(pwd -P)
top=$(cd "$srcdir" && pwd -P)
export OPENCL_LOADER_CONFIG=none
mkdir "$work/lib"
cd "$work" || exit 99
PATH=/usr/bin:/bin
export PATH

# Each as a command with the standard that it is to keep.
compilers=
for compiler in "gcc -std=c99" "clang -std=c11"; do
	if ${compiler%% *} --version >/dev/null 2>&1; then
		compilers="$compilers${compilers:+:}$compiler"
	else
		echo "${compiler%% *} is not installed: left out"
	fi
done
[ -n "$compilers" ] || { echo "there is no compiler: replay.c is not tested"; exit 77; }

# compile FILE ARG...: with each compiler
compile() {
	file=$1
	shift
	rest=$compilers:
	while [ -n "$rest" ]; do
		# shellcheck disable=SC2086  # a command and its option
		${rest%%:*} $target -Wall -Wextra -pedantic -Werror -I"$top/include" "$file" "$@" \
			>compiled 2>&1 || { fail "$file: ${rest%%:*}: $(cat compiled)"; return 1; }
		rest=${rest#*:}
	done
}

# --- the manifests that the fuzz target accepts ---

target=
count=0
for manifest in "$top"/tests/fuzz/corpus/capture/*; do
	"$here/tests/tool/make-code" "$manifest" >code.c
	case $? in
	0) count=$((count + 1)) ;;
	2) continue ;;
	*) fail "$manifest: status $?" ;;
	esac
	compile code.c -fsyntax-only
done
# They are of a machine with this byte order.
if [ "$(printf '\1\0' | od -A n -t u2 | tr -d ' ')" = 1 ]; then
	[ "$count" -ge 25 ] || fail "only $count manifests are accepted"
fi

# --- the same calls, the same verdict ---

# The library may be built for other programs than the system's compilers make by themselves: for
# another word size, another C library, or with a sanitizer.
cat >probe.c <<'END'
extern int clGetPlatformIDs(unsigned, void *, unsigned *);
int main(void)
{
	return clGetPlatformIDs(0, 0, 0) == 0;
}
END
# links COMPILER: it makes programs for the library
links() {
	# shellcheck disable=SC2086  # a command and its options
	$1 $target probe.c -o probe "$here/.libs/libOpenCL.so.1" >probed 2>&1 &&
		LD_LIBRARY_PATH=$here/.libs ./probe >>probed 2>&1
}

# list_linking: those of $compilers that do
list_linking() {
	rest=$compilers:
	while [ -n "$rest" ]; do
		links "${rest%%:*}" && printf ':%s' "${rest%%:*}"
		rest=${rest#*:}
	done
}

for target in "" -m32 -fsanitize=address,undefined; do
	linking=$(list_linking)
	[ -z "$linking" ] || break
done
if [ -z "$linking" ]; then
	[ "$failed" -eq 0 ] || exit 1
	echo "the system's compilers make no program for this library: replay.c is compiled, but not run"
	exit 77
fi
compilers=${linking#:}

stage() {
	cp "$drivers/tool-driver-compute.so" "$work/lib/$1.so"
	OCL_ICD_VENDORS=$work/lib/$1.so
	export OCL_ICD_VENDORS
}

# same CASE: both have the same verdict on the driver, and make the same calls
same() {
	rm -f calls-tool calls-code
	TOOL_CALLS=$work/calls-tool
	export TOOL_CALLS
	run replay --driver "$OCL_ICD_VENDORS" "$1"
	outcome=$(printf '%s\n' "$output" | sed -n '2,$s/^\([a-z-]*\): .*Tool GPU$/\1/p')
	TOOL_CALLS=$work/calls-code
	code=0
	(cd "$1" && ./program 0 0) >said 2>&1 || code=$?
	case $outcome in
	right) expected="0 PASS" ;;
	wrong | no-build | no-launch) expected="1 FAIL" ;;
	varies) expected="2 VARIES" ;;
	*) expected="2 " ;;
	esac
	verdict=$(sed -n 's/^\(PASS\|FAIL\|VARIES\).*/\1/p' said | head -n 1)
	[ "$code $verdict" = "$expected" ] ||
		{ fail "$1 on $OCL_ICD_VENDORS: $outcome, but replay.c ends with $code: $(cat said)"; show; }
	touch calls-tool calls-code
	sort calls-tool >sorted-tool
	sort calls-code >sorted-code
	# After a failure one of them may do more.
	case $outcome in
	right | wrong | varies)
		diff sorted-tool sorted-code >different ||
			fail "$1 on $OCL_ICD_VENDORS: other calls than clrouter: $(cat different)" ;;
	esac
	pairs=$((pairs + 1))
}

pairs=0
cases="good failing short ends-badly varies vendor vendor-elsewhere includes given-local no-suggestion
	$("$here/tests/tool/make-capture" kinds)"
for case in $cases; do
	"$here/tests/tool/make-capture" "$case" "$case" || exit 99
	"$here/tests/tool/make-code" "$case/manifest.json" >"$case/replay.c" || exit 99
	compile "$case/replay.c" -o "$case/program" "$here/.libs/libOpenCL.so.1" || continue
	LD_LIBRARY_PATH=$here/.libs
	export LD_LIBRARY_PATH
	behaviours="wrong strict-options"
	[ "$case" != good ] || behaviours="$behaviours idle no-launch build-fails no-context no-compiler"
	for behaviour in $behaviours; do
		stage "$behaviour"
		same "$case"
	done
	stage computes
	same "$case"
	case $case in
	vendor-elsewhere) wanted='build 0 of 1: -cl-std=CL1.2 -cl-nv-verbose -I /usr/mine -D NAME="a -I b"' ;;
	il) wanted='constant of 0: 7 0102030405060708 (8, .*)' ;;
	il-linked) wanted='constant of 0: 1 0900 (2, .*)' ;;
	binary) wanted='binary 0 of 1: .*' ;;
	built-in) wanted='built-in 0 of 1: next;other.one' ;;
	linked) wanted='header 1 of 1: c\\d.h is 0' ;;
	objects) wanted='image 5: 0x1000 0x10B5 0x10DA; 0x10F3 4 4 0 4; pitches 0 0; of -1; no bytes' ;;
	pointers-set) wanted='argument 4: pointer 3 + 4096' ;;
	values) wanted='argument 9: 8 0000000000000080 (8, .*)' ;;
	sizes-3d) wanted='launch: 1,0,2; 64,2,1; 8,2,1; waits for 0' ;;
	*) wanted='kernel of 0: next' ;;
	esac
	grep -q -x -e "$wanted" calls-code || fail "$case: no call \"$wanted\": $(cat calls-code)"
	unset LD_LIBRARY_PATH
done
[ "$pairs" -ge 60 ] || fail "only $pairs pairs"

finish "replay.c does what clrouter replay does"
