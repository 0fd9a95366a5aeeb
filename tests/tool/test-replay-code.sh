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

# --- values ---

# TYPE HEX what replay.c has of it; "bytes" if there is no number for it
cat >listed <<'END'
char 80 cl_char value_0 = -128;
uchar ff cl_uchar value_1 = 255;
short 0080 cl_short value_2 = -32768;
int 00000080 cl_int value_3 = -2147483647 - 1;
uint ffffffff cl_uint value_4 = 4294967295;
unsigned_int 07000000 cl_uint value_5 = 7;
long 0000000000000080 cl_long value_6 = -9223372036854775807LL - 1;
ulong ffffffffffffffff cl_ulong value_7 = 18446744073709551615ULL;
half 003c cl_half value_8 = 0x3c00;
float 0000c03f cl_float value_9 = 1.5f;
float cdcccc3d cl_float value_10 = 0.1f;
float 00000080 cl_float value_11 = -0.0f;
float 01000000 cl_float value_12 = 1e-45f;
float ffff7f7f cl_float value_13 = 3.4028235e+38f;
double 555555555555d53f cl_double value_14 = 0.3333333333333333;
double 0000000000001040 cl_double value_15 = 4.0;
int2 01000000feffffff cl_int2 value_16 = { .s = { 1, -2 } };
float4 0000803f00000040000040400000803e cl_float4 value_17 = { .s = { 1.0f, 2.0f, 3.0f, 0.25f } };
float3 0000803f000000400000404000000000 cl_float3 value_18 = { .s = { 1.0f, 2.0f, 3.0f, 0.0f } };
half4 003c00400042ff7f cl_half value_19[4] = { 0x3c00, 0x4000, 0x4200, 0x7fff };
uchar16 000102030405060708090a0b0c0d0e0f cl_uchar16 value_20 = { .s = { 0, 1, 2, 3, 4, 5, 6, 7,
float 0000807f bytes value_21
float 0000c07f bytes value_22
float 010080ff bytes value_23
float2 0000803f0000c07f bytes value_24
float 0000803f00 bytes value_25
float3 0000803f0000004000004040 bytes value_26
pair 0100000002000000 bytes value_27
float5 0000803f bytes value_28
END
arguments=$(sed 's/_/ /' listed | awk '{
	type = $1 == "unsigned" ? $1 " " $2 : $1
	hex = $1 == "unsigned" ? $3 : $2
	printf "%s{\"kind\": \"value\", \"size\": %d, \"bytes\": \"%s\", \"name\": \"n\", \"type\": \"%s\", \"address\": \"private\", \"is_const\": false}", (NR == 1 ? "" : ","), length(hex) / 2, hex, type
}')
sed '/^  "arguments": \[/,/^  \],/c\
  "arguments": ['"$(printf '%s' "$arguments" | sed 's/[\\&]/\\&/g')"'],
' "$top/tests/fuzz/corpus/capture/values" >values.json
"$here/tests/tool/make-code" values.json >code.c || fail "values: status $?"
compile code.c -fsyntax-only
{
	printf '#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\n#include <stdio.h>\n'
	printf 'static void put(const void *value, size_t size)\n{\n\tfor (size_t i = 0; i < size; i++)\n'
	printf '\t\tprintf("%%02x", ((const unsigned char *)value)[i]);\n\tputchar(10);\n}\nint main(void)\n{\n'
	awk '/ value_[0-9]+(\[[0-9]*\])? = / { is_value = 1 } is_value; /;$/ { is_value = 0 }' code.c
	awk '{ printf "\tput(&value_%d, sizeof(value_%d));\n", NR - 1, NR - 1 }' listed
	printf '\treturn 0;\n}\n'
} >values.c
while read -r type _ text; do
	case $text in
	bytes*) text="static const unsigned char ${text#* }[] = {" ;;
	*) text="const $text" ;;
	esac
	grep -q -F -x -e "	$text" code.c || fail "values: $type: no line \"$text\""
done <listed
# They are of a machine with this byte order.
if [ "$(printf '\1\0' | od -A n -t u2 | tr -d ' ')" = 1 ] && compile values.c -o values-program; then
	awk '{ print $2 }' listed >expected
	./values-program | diff expected - || fail "values: other bytes"
fi

# --- texts that could end a comment or a string, or be more than text on a terminal ---

hostile='a\\u001b[2J\\u00c2\\u009b\\u00e2\\u0080\\u00ae*/??/\\n\\"\\u00c3\\u00a4'
sed 's,\("[a-z]*": "\)\(in\|out\|pair\|capture-program\|Portable Computing Language\)",\1'"$hostile"'",' \
	"$top/tests/fuzz/corpus/capture/buffers" >hostile.json
"$here/tests/tool/make-code" hostile.json >code.c || fail "hostile: status $?"
compile code.c -fsyntax-only
grep -q '^ \*     program   a\\x1B\[2J\\xC2\\x9B\\xE2\\x80\\xAE\*\.\.\./\\x0A"ä$' code.c || fail "hostile: no program"
grep -q '"argument 1, a\\\\x1B\[2J\\\\xC2\\\\x9B' code.c || fail "hostile: no argument"
[ -z "$(sed 's/ä//g' code.c | tr -d '\11\12\40-\176')" ] || fail "hostile: replay.c shows what a terminal obeys"

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
	[ "$case" != objects ] || behaviours="$behaviours no-images"
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
for case in good unknown; do
	grep -c 'As bytes: whether these are floating-point numbers is not known' "$case/replay.c"
done | tr '\n' ' ' | grep -q -x '0 1 ' || fail "replay.c does not say that a type is not known, or says it too often"
[ "$pairs" -ge 60 ] || fail "only $pairs pairs"

finish "replay.c does what clrouter replay does"
