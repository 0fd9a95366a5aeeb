#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The program that a capture has, replay.c with launch.h: it compiles without a warning as C99 and C11, with
# several compilers, needs OpenCL only, and has the verdict of clrouter replay, whose engine it is. PoCL and
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
for compiler in "gcc -std=c99" "clang -std=c99" "gcc -std=c11"; do
	if ${compiler%% *} --version >/dev/null 2>&1; then
		compilers="$compilers${compilers:+:}$compiler"
	else
		echo "${compiler%% *} is not installed: left out"
	fi
done
[ -n "$compilers" ] || { echo "there is no compiler: replay.c is not tested"; exit 77; }

# for_each COMMAND: with each compiler in $compiler
for_each() {
	rest=$compilers:
	while [ -n "$rest" ]; do
		compiler=${rest%%:*}
		"$@"
		rest=${rest#*:}
	done
}

# The library may be built for other programs than the system's compilers make by themselves: for
# another word size, another C library, or with a sanitizer.
cat >probe.c <<'END'
extern int clGetPlatformIDs(unsigned, void *, unsigned *);
int main(void)
{
	return clGetPlatformIDs(0, 0, 0) == 0;
}
END
# links: $compiler makes programs for the library, with $target
links() {
	# shellcheck disable=SC2086  # a command and its options
	$compiler $target probe.c -o probe "$here/.libs/libOpenCL.so.1" >probed 2>&1 &&
		LD_LIBRARY_PATH=$here/.libs ./probe >>probed 2>&1 && linking="$linking:$compiler"
}
linking=
for target in "" -m32 -fsanitize=address,undefined; do
	for_each links
	[ -z "$linking" ] || break
done

stage() {
	cp "$drivers/tool-driver-compute.so" "$work/lib/$1.so"
	OCL_ICD_VENDORS=$work/lib/$1.so
	export OCL_ICD_VENDORS
}

# verify CASE BEHAVIOUR: the program of CASE has the verdict of clrouter replay on such a driver
verify() {
	stage "$2"
	run replay --driver "$OCL_ICD_VENDORS" "$1"
	outcome=$(printf '%s\n' "$output" | sed -n '2,$s/^\([a-z-]*\): .*Tool GPU$/\1/p')
	code=0
	(cd "$1" && LD_LIBRARY_PATH=$here/.libs ./program 0 0) >said 2>&1 || code=$?
	case $outcome in
	same) expected="0 PASS" ;;
	differs | no-build | no-launch) expected="1 FAIL" ;;
	varies) expected="2 VARIES" ;;
	*) expected="2 " ;;
	esac
	verdict=$(sed -n 's/^\(PASS\|FAIL\|VARIES\).*/\1/p' said | head -n 1)
	[ "$code $verdict" = "$expected" ] ||
		{ fail "$1 on $2: $outcome, but replay.c ends with $code: $(cat said)"; show; }
	seen="$seen $outcome"
}

# compile CASE: with $compiler, in two steps, so that ccache remembers the first
compile() {
	# shellcheck disable=SC2086  # a command and its options
	(cd "$1" && $compiler $target -Wall -Wextra -pedantic -Werror -I"$top/include" -c replay.c &&
		{ [ -z "$linking" ] || $compiler $target -o program replay.o "$here/.libs/libOpenCL.so.1"; }) \
		>compiled 2>&1 || fail "$1: $compiler: $(cat compiled)"
}

seen=
for case in good values il-linked linked objects pointers-set varies failing hostile nameless; do
	"$here/tests/tool/make-capture" "$case" "$case" && "$here/tests/tool/make-code" "$case" || exit 99
	cmp "$case/replay.c" "$top/src/launch/engine.c" || fail "$case: replay.c is not engine.c"
	for_each compile "$case"
done
[ "$(grep -c '^#define CL_TARGET_OPENCL_VERSION 120$' good/launch.h)" -eq 1 ] || fail "good: it needs a newer OpenCL"
[ "$(sed -n 's/^#define CL_TARGET_OPENCL_VERSION //p' pointers-set/launch.h il-linked/launch.h | tr '\n' ' ')" = \
	"200 220 " ] || fail "the versions of OpenCL: $(grep -h TARGET -- */launch.h)"
grep -q '^ \*     program   a\\x1B\[2J\\xC2\\x9B\\xE2\\x80\\xAE\*\.\.\./\\x0A"\\ä$' hostile/launch.h ||
	fail "hostile: $(sed -n '/program  /p' hostile/launch.h)"
[ -z "$(sed 's/ä//g' hostile/launch.h | tr -d '\11\12\40-\176')" ] ||
	fail "hostile: launch.h shows what a terminal obeys"
if [ -z "$linking" ]; then
	[ "$failed" -eq 0 ] || exit 1
	echo "the system's compilers make no program for this library: replay.c is compiled, but not run"
	exit 77
fi
for behaviour in computes wrong no-launch build-fails no-compiler; do
	verify good "$behaviour"
done
for case in objects pointers-set hostile nameless; do
	verify "$case" computes
done
verify varies wrong
verify failing computes
verify failing no-launch
# The driver ends the process: what was said before stays.
stage exit-release
(cd good && LD_LIBRARY_PATH=$here/.libs ./program 0 0) >said 2>&1
stage crash-run
(cd good && LD_LIBRARY_PATH=$here/.libs ./program 0 1) >>said 2>&1
[ "$(grep -c '^platform 0: Tool, device [01]: Tool [CG]PU, driver ' said)" -eq 2 ] || fail "the driver ends it: $(cat said)"
[ "$(printf '%s\n' $seen | sort -u | tr '\n' ' ')" = "differs no-build no-launch same unable varies " ] ||
	fail "these results only: $seen"

# The Makefile, in an environment that knows the headers and the library.
make=$(command -v make)
[ -z "$make" ] || [ -n "$target" ] || {
	stage computes
	mkdir "$work/link" && ln -s "$here/.libs/libOpenCL.so.1" "$work/link/libOpenCL.so"
	(cd good && LD_LIBRARY_PATH=$here/.libs make check CPPFLAGS="-I$top/include" LDFLAGS="-L$work/link") \
		>said 2>&1 && grep -q '^PASS$' said || fail "the Makefile: $(cat said)"
}

finish "replay.c does what clrouter replay does"
