#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# What clrouter capture finds wrong with a launch: by the validation layer above PoCL, by Oclgrind if
# that is installed, and by a driver in its place that says what Oclgrind may say, or dies. The sanitizer
# has no rewriter here, and says so of each launch; tests/sanitize/test-sanitize-captures.sh has it.
set -u
# shellcheck source=tests/layers/layer-programs.sh
. "${srcdir:-.}/tests/layers/layer-programs.sh"

[ -e "$layers/libCLCapture.so" ] || skip "there is no capture layer on this system"
builddir=$PWD
clrouter=$work/build/clrouter
mkdir -p "$work/build/.libs" && cp clrouter "$work/build" && ln -s "$layers"/*.so* "$work/build/.libs" || exit 99
cd "$work" || exit 99

# take NAME PROGRAM MODE [OPTION...]: captures a launch as NAME, by default the first
take() {
	checks=$((checks + 1))
	taken=$1
	program=$2
	mode=$3
	shift 3
	"$clrouter" capture "${@:---launch=1}" -o "$taken" --layer "$layers/libCLCapture.so" \
		"$builddir/tests/$program" "$mode" >out 2>err || fail "$taken: not captured"
}

# says TEXT...: each is in a line of standard error
says() {
	for text; do
		grep -q -e "^clrouter: $text" err || fail "$taken: does not say \"$text\""
	done
}

# shows TEXT: a line of what clrouter replay prints, and of the head of launch.h, has it
shows() {
	"$clrouter" replay "$taken" >found 2>&1
	grep -q -e "^    \(findings\|unchecked\) *$1" found || fail "$taken: replay does not show \"$1\""
	sed '/^ \*\/$/q' "$taken/launch.h" | grep -q -e "^ \*     [a-z]* *by $1" ||
		fail "$taken: launch.h does not show \"$1\""
}

# notes KIND: the texts of these notes of the capture, a line each, but not why the sanitizer has not looked
notes() {
	sed -n "s/^note\tkind=$1\ttext=//p" "$taken/launch.txt" |
		grep -v '^sanitize: clrouter-rewriter is not installed: '
}

# has KIND TEXT...: these are the notes of this kind, and no others
has() {
	kind=$1
	shift
	[ "$(notes "$kind" | wc -l)" -eq $# ] || fail "$taken: not $# notes: $(notes "$kind")"
	for text; do
		notes "$kind" | grep -q -x -e "$text" || fail "$taken: no note \"$text\": $(notes "$kind")"
	done
}

# A directory with the program and the library of Oclgrind: stage BEHAVIOUR. OTHERS is the rest of PATH.
stage() {
	rm -rf oclgrind
	mkdir -p oclgrind/bin oclgrind/lib/oclgrind
	: >oclgrind/bin/oclgrind
	cp "$builddir/tests/stubs/tool-driver-compute.so" "oclgrind/lib/oclgrind/$1.so"
	[ -e oclgrind/lib/oclgrind/liboclgrind-rt-icd.so ] ||
		ln -s "$1.so" oclgrind/lib/oclgrind/liboclgrind-rt-icd.so
	PATH=$work/oclgrind/bin:$others
}

others=$PATH
export PATH
TOOL_SAYS=$work/said
export TOOL_SAYS

# --- Oclgrind ---

if command -v oclgrind >/dev/null; then
	take beyond tool/replay-program beyond
	says 'found when it was replayed: oclgrind: Invalid read of size 4 at '
	# What is read there was never set.
	has finding 'oclgrind: Invalid read of size 4 at .* input.cl: .*in\[i + 1\].*' \
		'oclgrind: Uninitialized value written .*'
	has checked-by validation oclgrind
	has unchecked
	shows 'oclgrind: Invalid read of size 4 at '

	# What the user sets for Oclgrind is for the program.
	OCLGRIND_INTERACTIVE=1 OCLGRIND_LOG=$work/log take right tool/replay-program inexact
	says 'oclgrind found nothing wrong'
	has finding
	[ ! -e log ] || fail "right: Oclgrind writes a file of the user"
	# What a replay writes into two parts of a buffer was set.
	take parts tool/replay-program parts
	says 'oclgrind found nothing wrong'
	has unchecked
	take pixels tool/replay-program pixels
	says 'oclgrind found nothing wrong' \
		'not checked by oclgrind: values that were never set, because it knows too little of images$'
	take printed tool/replay-program prints
	says 'oclgrind found nothing wrong'
else
	echo "Oclgrind is not installed: it finds nothing"
fi

# --- validation ---

stage liboclgrind-rt-icd
take failing layers/capture-program failing --failing
says 'found when it was replayed: validation: error: clEnqueueNDRangeKernel-kernel-4: .* argument 1 '
has finding 'validation: error: clEnqueueNDRangeKernel-kernel-4: .*'
shows 'validation: error: clEnqueueNDRangeKernel-kernel-4: '
! grep -q 'called at' err failing/launch.txt found || fail "failing: a place of clrouter is shown"

# Nothing is wrong with this launch, nor with how it is replayed (nor others, test-replay-drivers.sh).
take buffers layers/capture-program buffers
says 'validation found nothing wrong when it was replayed'
has finding
shows 'validation'

# A kernel that prints makes no findings.
take prints tool/replay-program prints
grep -q '^clrouter: validation: error: forged$' out || fail "prints: it does not print"
says 'validation found nothing wrong when it was replayed'
has finding

# What the user sets for the layer is for the program.
OPENCL_VALIDATION_LEVELS=performance OPENCL_VALIDATION_FILE=$work/log OPENCL_VALIDATION_STOP=abort \
	OPENCL_VALIDATION_FORMAT=json take set layers/capture-program failing --failing
says 'found when it was replayed: validation: error: '
[ ! -e log ] || fail "set: the layer writes the file of the user"

# --- a driver in the place of Oclgrind ---

finding() {
	printf '\nInvalid write of size 4 at global memory address 0x10000%s\n' "$1"
	printf '\tKernel: k\n\tEntity: Global(%s,0,0) Local(0,0,0) Group(0,0,0)\n' "$1"
	printf '\t  store i32 %%1, i32 addrspace(1)* %%2, !dbg !7\n\tAt line %s of input.cl:\n' "$2"
	printf '\t  out[i] = "\\\033"; */\n\t\n'
}

stage liboclgrind-rt-icd
take none tool/replay-program inexact
says 'oclgrind found nothing wrong'

# Equal findings are one; a text without a kernel is none.
stage liboclgrind-says
{
	echo "Invalid write of size 4"
	printf '\tof the program\n'
	for item in 1 2 3; do
		finding "$item" 7
	done
	finding 9 8
	for item in 4 5; do
		finding "$item" 9 | sed 's/^Invalid .* at global/Uninitialized value written to local/'
	done
} >said
take two tool/replay-program inexact
has finding 'oclgrind: Invalid write of size 4 at global memory address 0x100001; Entity: Global(1,0,0) Local(0,0,0) Group(0,0,0); At line 7 of input.cl: out\[i\] = "\\x5C\\x1B"; \*/' \
	'oclgrind: Invalid write .* line 8 .*' 'oclgrind: Uninitialized value .*'
shows 'oclgrind: Invalid write of size 4 '
! grep -q "$(printf '\033')" err found two/launch.h two/launch.txt || fail "two: a control character is written"

# What Oclgrind cannot run is no finding, and nothing after it is.
{
	finding 1 7
	finding 2 8 | sed 's/^Invalid .*/Unsupported instruction: freeze/'
	finding 3 9
} >said
take unsupported tool/replay-program inexact
has unchecked 'oclgrind: it could not run the launch: Unsupported instruction: freeze'
has finding 'oclgrind: Invalid write .* line 7 .*'

line=0
while [ "$((line += 1))" -le 30 ]; do
	finding 1 "$line"
done >said
take many tool/replay-program inexact
[ "$(notes finding | tail -n 1)" = "oclgrind: and 10 more" ] && [ "$(notes finding | wc -l)" -eq 21 ] ||
	fail "many: $(notes finding)"

# A line of any length, and bytes of any value.
{
	finding 1 1 | head -n 5
	printf '\tx'
	head -c 100000 /dev/zero | tr '\0' '\377'
	printf '\0\n'
} >said
take long tool/replay-program inexact
shows 'oclgrind: Invalid write of size 4 '

# What it found before it died counts.
finding 1 1 >said
stage liboclgrind-aborts
take died tool/replay-program inexact
says 'found when it was replayed: oclgrind: Invalid write'
says 'not checked by oclgrind: it could not run the launch: .*SIGABRT.*, while it ran the kernel$'
shows 'oclgrind: it could not run the launch: .*SIGABRT'
has checked-by validation oclgrind
: >said
take silent tool/replay-program inexact
has finding
has checked-by validation
has unchecked 'oclgrind: it could not run the launch: .*SIGABRT.*'
printf '\nOCLGRIND FATAL ERROR (x.cpp:7)\n  Unsupported instruction\n' >said
take fatal tool/replay-program inexact
says 'not checked by oclgrind: it could not run the launch: OCLGRIND FATAL ERROR: Unsupported instruction$'

# It is asked again for less.
finding 1 1 >said
stage liboclgrind-uninitialized
take again tool/replay-program inexact
says 'found when it was replayed: oclgrind: Invalid write'
says 'not checked by oclgrind: values that were never set, because it fails when it looks for them$'
shows 'oclgrind: values that were never set, because '

# --- neither ---

rm -rf oclgrind build/.libs/libCLValidation.so
mkdir bin lib
for program in sh cat grep sed head tr cp ls mkdir rm chmod wc; do
	path=$(command -v "$program") && ln -s "$path" "bin/$program"
done
cp "$layers/libOpenCL.so.1" lib
PATH=$work/bin LD_LIBRARY_PATH=$work/lib
take neither tool/replay-program inexact
if grep -q 'validation found' err; then
	echo "the validation layer is installed on this system: not tested without it"
else
	says 'not checked by validation: the layer libCLValidation.so cannot be used: ' \
		'not checked by oclgrind: it is not installed$'
	has finding
	has checked-by
	shows 'oclgrind: it is not installed'
	shows 'validation: the layer libCLValidation.so cannot be used: '
fi

finish
