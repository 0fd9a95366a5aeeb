#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Options of the shipped layers in layers.conf, with the built loader and a stub driver: they reach
# the layer, variables are stronger, wrong words are reported, and processes that run at the same
# time do not overwrite each other's files.
set -u
# shellcheck source=tests/layers/checks.sh
. "${srcdir:-.}/tests/layers/checks.sh"

layers=$PWD/.libs
program=$PWD/tests/layers/layer-program

if grep -q -e __asan_init -e __tsan_init "$layers/libCLTrace.so"; then
	skip "the layers are built with a sanitizer, the program is not"
fi

# run [VARIABLE=VALUE...]: runs the program with these variables and the layers.conf.
run() {
	env OPENCL_LOADER_CONFIG="$work/loader.conf" OCL_ICD_VENDORS="$PWD/tests/stubs/stub-icd1.so" \
		LD_LIBRARY_PATH="$layers" "$@" "$program" info >"$work/out" 2>"$work/err" ||
		fail "the program ended with status $?"
}

silent() {
	[ ! -s "$work/err" ]
}

says() {
	grep -qx -e "$1" "$work/err"
}

# is_whole FILE: it has the calls of one process, and no other lines.
is_whole() {
	[ "$(grep -c . "$1")" -gt 0 ] && ! grep -v ' us>$' "$1" &&
		[ "$(cut -d ' ' -f 1 "$1" | sort -u | grep -c .)" -eq 1 ]
}

: >"$work/loader.conf"
cat >"$work/layers.conf" <<END
[layers]
load = trace
[layer trace]
library = $layers/libCLTrace.so
option.file = $work/trace
option.entry = no
END
run
check "the file has the calls" grep -q '^\[.*clGetPlatformIDs(' "$work/trace"
check "nothing is said" silent
run OPENCL_TRACE_FILE="$work/other" OPENCL_TRACE_ENTRY=yes
check "variables are stronger" grep -q 'clGetPlatformIDs(.* {$' "$work/other"
run OPENCL_TRACE_SUMMARY=all OPENCL_TRACE_ENTRY=ja OPENCL_TRACE_FILTER='clGet*,clFinsh'
check "a wrong word" says 'clrouter: layer trace: OPENCL_TRACE_SUMMARY: "all" is ignored, expected no, yes or only'
check "a wrong flag" says 'clrouter: layer trace: OPENCL_TRACE_ENTRY: "ja" is ignored, expected yes or no'
check "a glob" says 'clrouter: layer trace: OPENCL_TRACE_FILTER: "clFinsh" selects nothing'
check "and nothing else" [ "$(wc -l <"$work/err")" -eq 3 ]
echo "option.entry = ja" >>"$work/layers.conf"
run
check "a wrong word of the file" says 'clrouter: layer trace: layers.conf: option.entry: "ja" is ignored, expected yes or no'

# The layer is the one that the section names, however it was loaded.
sed -i -e '/^load/d' -e 's/= ja/= yes/' "$work/layers.conf"
run OPENCL_LAYERS="$layers/libCLTrace.so"
check "an option of a layer from OPENCL_LAYERS" grep -q 'clGetPlatformIDs(.* {$' "$work/trace"

run OPENCL_LAYERS="$layers/libCLCompatibility.so" \
	OPENCL_COMPATIBILITY_HIDE='2.0,3.0+,cl_khr_x*,1.0+'
check "a version without +" \
	says 'clrouter: layer compatibility: OPENCL_COMPATIBILITY_HIDE: "2.0" selects nothing, expected names of extensions, 1.1+, .* or 3.1+'
check "a version that cannot be hidden" \
	says 'clrouter: layer compatibility: OPENCL_COMPATIBILITY_HIDE: "1.0+" selects nothing, .*'
check "nothing else is said of versions" [ "$(wc -l <"$work/err")" -eq 2 ]
# The words name the features that the layer has.
features=$(find "${srcdir:-.}/src/layers/compatibility" -name '*.c' -exec sed -n 's/^	\.name = "\(.*\)",$/\1/p' {} + | sort | paste -sd ' ')
extensions=$(find "${srcdir:-.}/src/layers/compatibility" -name '*.c' -exec \
	sed -n 's/^\(	\.extensions = {\|		*\) { "\(cl_[a-z_]*\)",.*/\2/p; s/^			{ "\(cl_[a-z_]*\)", CL_MAKE_VERSION.*/\1/p' {} + | sort -u | paste -sd ' ')
run OPENCL_LAYERS="$layers/libCLCompatibility.so" OPENCL_COMPATIBILITY_PROVIDE='svm,all' \
	OPENCL_COMPATIBILITY_VERSIONS='cl_khr_svm:1.0.0'
check "a feature that there is not" \
	says 'clrouter: layer compatibility: OPENCL_COMPATIBILITY_PROVIDE: "svm" selects nothing, expected all, none, .*'
expected=$(sed -n 's/.*PROVIDE: .* all, none, //p' "$work/err" | sed 's/, \| or /\n/g' | sort | paste -sd ' ')
check "the features that are expected are $expected; the code has $features" \
	[ "$expected" = "$features" ]
check "an extension that is not emulated" says \
	'clrouter: .*_VERSIONS: "cl_khr_svm:1.0.0" selects nothing, expected EXTENSION:VERSION, of .*'
expected=$(sed -n 's/.*EXTENSION:VERSION, of //p' "$work/err" | sed 's/, \| or /\n/g' | sort | paste -sd ' ')
check "the extensions that are expected are $expected; the code has $extensions" \
	[ "$expected" = "$extensions" ]

# without_test: the extensions that no test names.
without_test() {
	for extension in $extensions; do
		grep -q -w -e "$extension" "${srcdir:-.}"/tests/layers/*.c || echo "$extension"
	done
}
check "extensions that no test names: $(without_test | paste -sd ' ')" [ -z "$(without_test)" ]

# Two processes at a time: the first ends after the second.
mkfifo "$work/wait"
sed -i '/entry/d' "$work/layers.conf"
env OPENCL_LOADER_CONFIG="$work/loader.conf" OCL_ICD_VENDORS="$PWD/tests/stubs/stub-icd1.so" \
	OPENCL_LAYERS="$layers/libCLTrace.so" OPENCL_TRACE_FILE="$work/shared" \
	LD_LIBRARY_PATH="$layers" "$program" info wait <"$work/wait" >"$work/first.out" 2>&1 &
first=$!
exec 3>"$work/wait"
while [ ! -s "$work/shared" ] && kill -0 "$first" 2>/dev/null; do
	sleep 0.1
done
run OPENCL_LAYERS="$layers/libCLTrace.so" OPENCL_TRACE_FILE="$work/shared"
second=$(sed -n "s|^clrouter: layer: $work/shared: another process writes it, this one writes ||p" "$work/err")
exec 3>&-
wait "$first"
check "the second says where it writes" [ -n "$second" ]
check "the first one's lines" is_whole "$work/shared"
check "the second one's lines" is_whole "${second:-/dev/null}"
check "the first keeps the file" [ "$second" != "$work/shared" ]

finish
