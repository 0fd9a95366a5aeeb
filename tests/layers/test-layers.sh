#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Layers in a process: the order in which they are started, called and ended, the results of late
# calls, the variables that change both, and "place = driver". Each stub layer appends a line to a
# file when it is started, called and ended. "make check" runs this script in the build directory.
set -u
layers=$PWD/tests/stubs
program=$PWD/tests/layers/layer-program
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
count=0

# chain NAME...: the value of OPENCL_LAYERS.
chain()
{
	list=
	for name; do
		list=$list${list:+:}$layers/$name.so
	done
	echo "$list"
}

# expect WHAT EXPECTED [VARIABLE=VALUE...] [-- WORD...]: runs the program with WORDs as arguments,
# and compares the lines that the layers wrote, joined by commas, with EXPECTED. $runner is put
# before the program.
runner=
expect()
{
	what=$1
	expected=$2
	shift 2
	: >"$work/log"
	settings=
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		settings="$settings $1"
		shift
	done
	[ $# -eq 0 ] || shift
	# shellcheck disable=SC2086  # settings and runner are words
	env OPENCL_LOADER_CONFIG=none OCL_ICD_VENDORS="$layers/stub-icd1.so" \
		STUB_LAYER_LOG="$work/log" $settings $runner "$program" "$@" >"$work/out" 2>"$work/err"
	status=$?
	found=$(tr '\n' ',' <"$work/log" | sed 's/layer-//g; s/,$//')
	count=$((count + 1))
	if [ "$status" -ne 0 ] || [ "$found" != "$expected" ] || [ -s "$work/err" ]; then
		echo "FAIL: $what: status $status"
		echo "  expected: $expected"
		echo "  found:    $found"
		cat "$work/out" "$work/err"
		failed=$((failed + 1))
	fi
}

# prints TEXT: in the last run, the program printed the line TEXT.
prints()
{
	count=$((count + 1))
	grep -qxF -e "$1" "$work/out" || {
		echo "FAIL: the program did not print \"$1\":"
		cat "$work/out"
		failed=$((failed + 1))
	}
}

expect "no layer" ""
prints "main: 0, 1"
expect "the last layer is called first and ended first" \
	"new init,both init,both call,new call,both deinit,new deinit" \
	OPENCL_LAYERS="$(chain layer-new layer-both)"
expect "all generations" \
	"old init,draft init,new init,new call,draft call,old call,new deinit,draft deinit" \
	OPENCL_LAYERS="$(chain layer-old layer-draft layer-new)"
expect "API version 200 above another layer" \
	"new init,200 init,200 call,new call,200 deinit,new deinit" \
	OPENCL_LAYERS="$(chain layer-new layer-200)"
expect "API version 200 below others, one of which is not ended" \
	"200 init,old init,new init,new call,old call,200 call,new deinit,200 deinit" \
	OPENCL_LAYERS="$(chain layer-200 layer-old layer-new)"
expect "API version 200 without clDeinitLayer, and without its function to start" \
	"200-stays init,new init,new call,200-stays call,new deinit" \
	OPENCL_LAYERS="$(chain layer-200-old layer-200-stays layer-new)"
expect "the program's own handlers still call through the layer" \
	"new init,new call,new call,new call,new deinit" \
	OPENCL_LAYERS="$(chain layer-new)" -- late
prints "atexit: 0, 1"
prints "destructor: 0, 1"
expect "a layer without clDeinitLayer is not ended" \
	"new-stays init,new-stays call" OPENCL_LAYERS="$(chain layer-new-stays)"
expect "while another thread runs, layers are ended but not closed" \
	"new init,new call,new deinit" OPENCL_LAYERS="$(chain layer-new)" -- thread
expect "a layer calls its target in init and deinit" \
	"new init,calls init,new call,calls sees platforms,calls call,new call,calls deinit,new call,calls sees platforms,new deinit" \
	OPENCL_LAYERS="$(chain layer-new layer-calls)"
expect "a layer calls the loader in init and deinit" \
	"calls-loader init,calls-loader sees platforms,calls-loader call,calls-loader deinit,calls-loader sees platforms" \
	OPENCL_LAYERS="$(chain layer-calls-loader)"
expect "1.0.0 with an atexit handler" \
	"at-exit init,at-exit call,at-exit atexit,at-exit sees platforms" \
	OPENCL_LAYERS="$(chain layer-at-exit)"
expect "legacy termination: no layer is ended, and clInitLayer is preferred" \
	"new init,both init,both call,new call" \
	OPENCL_LAYERS="$(chain layer-new layer-both)" OCL_ICD_FORCE_LEGACY_TERMINATION=1
expect "no unloading: layers are still ended" \
	"new init,new call,new deinit" \
	OPENCL_LAYERS="$(chain layer-new)" OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING=True
expect "a bad layer is refused, the others are used" \
	"new init,refuses init,no-table init,both init,both call,new call,both deinit,new deinit" \
	OPENCL_LAYERS="$(chain layer-new layer-refuses layer-no-table layer-no-init no-such-layer layer-new layer-both)"
expect "a disabled layer is not loaded" \
	"both init,both call,both deinit" \
	OPENCL_LAYERS="$(chain layer-new layer-both)" OPENCL_LOADER_LAYERS_DISABLE=layer-new.so
options='layer-new.word=no
layer-both.word=a=b
nonsense
layer-new.word=/x.y,:z'
# expect() splits its settings at blanks and line ends, so this variable is exported.
export OPENCL_LAYER_OPTIONS="$options"
expect "OPENCL_LAYER_OPTIONS: the last line of an option counts, others cost themselves only" \
	"new init,new option /x.y,:z,both init,both option a=b,both call,new call,both deinit,new deinit" \
	OPENCL_LAYERS="$(chain layer-new layer-both)"
unset OPENCL_LAYER_OPTIONS
expect "default platform through a layer" \
	"new init,new call,new deinit" OPENCL_LAYERS="$(chain layer-new)" -- info
prints "name: 0, Stub"

mkdir "$work/lay"
printf '%s\n' "$layers/layer-both.so" >"$work/lay/20-both.lay"
printf '%s\r\n' "$layers/layer-old.so" >"$work/lay/10-old.lay"
expect "system layers are nearer the driver" \
	"old init,both init,new init,new call,both call,old call,new deinit,both deinit" \
	OPENCL_LAYER_PATH="$work/lay" OPENCL_LAYERS="$(chain layer-new)"
many=
for i in 0 1 2 3 4 5 6 7 8 9 10; do
	many="$many layer-many-$i"
done
# shellcheck disable=SC2086  # names are words
expect "eleven layers" \
	"$(for i in 0 1 2 3 4 5 6 7 8 9 10; do printf 'many-%s init,' $i; done
	for i in 10 9 8 7 6 5 4 3 2 1 0; do printf 'many-%s call,' $i; done
	for i in 10 9 8 7 6 5 4 3 2 1 0; do printf 'many-%s deinit,' $i; done |
		sed 's/,$//')" \
	OPENCL_LAYERS="$(chain $many)"

# --- place = driver ---

# conf LINE...: layers.conf, in which the section low has "place = driver".
conf()
{
	{
		printf '%s\n' "$@" '[layer low]' "library = $layers/layer-both.so" 'place = driver'
		printf '[layer %s]\nlibrary = '"$layers"'/layer-%s.so\n' new new old old draft draft
	} >"$work/layers.conf"
}

# placed WHAT EXPECTED [VARIABLE=VALUE...] [-- WORD...]: as expect(), with that layers.conf.
# EXPECTED has the layers in the order of their start; they are called in the opposite order.
placed()
{
	what=$1
	starts=
	calls=
	for layer in $2; do
		starts=$starts${starts:+,}$layer\ init
		calls=$layer\ call${calls:+,}$calls
	done
	shift 2
	# No layer is ended here, so that the lines are about starts and calls.
	expect "place = driver: $what" "$starts,$calls" OPENCL_LOADER_CONFIG="$work/loader.conf" \
		OCL_ICD_FORCE_LEGACY_TERMINATION=1 "$@"
}

: >"$work/loader.conf"
mkdir "$work/own" "$work/above" "$work/elsewhere"
printf '%s\n' "$layers/layer-both.so" >"$work/own/90-both.lay"
printf '%s\n' "$layers/layer-old.so" >"$work/own/10-old.lay"
printf '%s\n' "$layers/layer-old.so" >"$work/above/10-old.lay"
ln -s "$layers/layer-both.so" "$work/elsewhere/layer-both.so"
ln -s "$layers/layer-both.so" "$work/elsewhere/other.so"

conf '[layers]' 'load = new, low, draft'
placed "load" "both new draft"
placed "load, below .lay files" "both old new draft" OPENCL_LAYER_PATH="$work/above"
conf '[layers]' "load = new, $work/elsewhere/layer-both.so"
placed "a path in load" "both old new" OPENCL_LAYER_PATH="$work/above"
conf '[layers]' 'load = new'
placed "a .lay file" "both old new draft" \
	OPENCL_LAYER_PATH="$work/own" OPENCL_LAYERS="$(chain layer-draft)"
conf '[layers]' 'load = new' "layer_dirs = $work/own"
placed "a .lay file of layer_dirs" "both old new draft" OPENCL_LAYERS="$(chain layer-draft)"
conf '[layers]' 'load = new'
placed "a name in OPENCL_LAYERS" "both old new draft" \
	OPENCL_LAYER_PATH="$work/above" OPENCL_LAYERS=draft:low
placed "a path in OPENCL_LAYERS" "both old new draft" \
	OPENCL_LAYER_PATH="$work/above" OPENCL_LAYERS="$(chain layer-draft layer-both)"
placed "a library of the same name elsewhere" "both new draft" \
	OPENCL_LAYERS="draft:$work/elsewhere/layer-both.so"
placed "the library by another name is another layer" "new draft both" \
	OPENCL_LAYERS="draft:$work/elsewhere/other.so"
placed "the program's own name" "both old new draft" \
	OPENCL_LAYER_PATH="$work/above" OPENCL_LAYERS=draft -- choose low
prints "choose: 0"
placed "the program's own path" "both old new draft" \
	OPENCL_LAYER_PATH="$work/above" -- choose "draft:$layers/layer-both.so"
placed "listed twice: the second is refused" "both new" \
	OPENCL_LAYER_PATH="$work/own" OPENCL_LOADER_LAYERS_DISABLE=10-old \
	OPENCL_LAYERS="low:$work/elsewhere/layer-both.so"
# clrouter looks at the layers, too; only what the program does is compared.
runner="$PWD/clrouter run --layer draft --layer low --"
placed "run --layer NAME" "both old new draft" STUB_LAYER_LOG= OPENCL_LAYER_PATH="$work/above" \
	-- log "$work/log"
runner="$PWD/clrouter run --layer draft --layer $layers/layer-both.so --"
placed "run --layer PATH" "both old new draft" STUB_LAYER_LOG= OPENCL_LAYER_PATH="$work/above" \
	-- log "$work/log"
runner="$PWD/clrouter run --layer low --layer draft --"
placed "run --layer, beside OPENCL_LAYERS" "both new old draft" STUB_LAYER_LOG= \
	OPENCL_LAYERS=old -- log "$work/log"
runner="$PWD/clrouter run --option layer-both.place=listed --layer draft --layer low --"
placed "an option of that name is not the key" "both new draft" STUB_LAYER_LOG= -- log "$work/log"
runner=
# Two of them: the order of their sections counts, and not the order of the lists.
for order in "new both" "both new"; do
	# two LINE...: layers.conf, in which the section new has it, too, before or after the section low.
	if [ "$order" = "new both" ]; then
		two() { conf '[layer new]' 'place = driver' "$@"; }
	else
		two() { conf "$@" && printf '[layer new]\nplace = driver\n' >>"$work/layers.conf"; }
	fi
	two '[layers]' 'load = old, low, new'
	placed "$order: load" "$order old draft" OPENCL_LAYERS=draft
	placed "$order: different lists" "$order old draft" OPENCL_LAYERS="draft:$(chain layer-new)"
	two '[layers]' 'load = new, old, low'
	placed "$order: load, the other way round" "$order old draft" OPENCL_LAYERS=draft
	two '[layers]' 'load = new'
	placed "$order: a .lay file" "$order old draft" \
		OPENCL_LAYER_PATH="$work/own" OPENCL_LAYERS="$(chain layer-draft)"
	placed "$order: OPENCL_LAYERS" "$order draft" OPENCL_LAYERS="draft:$(chain layer-both layer-new)"
	placed "$order: the program's own" "$order draft" OPENCL_LAYERS=draft -- choose low:new
	runner="$PWD/clrouter run --layer low --layer draft --layer new --"
	placed "$order: run --layer" "$order draft" STUB_LAYER_LOG= -- log "$work/log"
	runner=
	printf '[program layer-program]\nlayers = draft, low, new\n' >"$work/loader.conf"
	placed "$order: layers of [program]" "$order draft"
	: >"$work/loader.conf"
done
conf '[layers]' 'load = new, mine' '[layer mine]' "library = $layers/layer-both.so"
placed "the library of another section" "both new"
conf '[layers]' 'load = new, mine' '[layer mine]' "library = $layers/layer-both.so" 'place = listed'
placed "the section that loads it is the stronger one" "new both"
printf '[program layer-program]\nlayers = ..., low\n' >"$work/loader.conf"
conf '[layers]' 'load = new'
placed "layers of [program]" "both old new draft" \
	OPENCL_LAYER_PATH="$work/above" OPENCL_LAYERS=draft
: >"$work/loader.conf"
conf '[layers]' 'load = new, low'
placed "a disabled layer stays disabled" "old new" \
	OPENCL_LAYER_PATH="$work/above" OPENCL_LOADER_LAYERS_DISABLE=low

echo "$count checks, $failed failed"
[ "$failed" -eq 0 ]
