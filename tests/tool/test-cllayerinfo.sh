#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-cllayerinfo: compares the whole output of cllayerinfo, because scripts parse it. "make check"
# runs it in the build directory.
set -u
layers=$PWD/tests/stubs
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export OPENCL_LOADER_CONFIG=none OCL_ICD_VENDORS="$layers/stub-icd1.so"
failed=0
count=0

# expect WHAT STATUS [ARG...]: compares standard output with standard input.
expect()
{
	what=$1
	wanted=$2
	shift 2
	cat >"$work/expected"
	./cllayerinfo "$@" >"$work/found" 2>"$work/errors"
	status=$?
	count=$((count + 1))
	[ "$status" -eq "$wanted" ] && diff "$work/expected" "$work/found" && return
	echo "FAIL: $what: status $status"
	cat "$work/errors"
	failed=$((failed + 1))
}

expect "no layer" 0 </dev/null
grep -q "no layer is active" "$work/errors" || {
	echo "FAIL: it does not say that no layer is active"
	failed=$((failed + 1))
}

export OPENCL_LAYERS="$layers/layer-new.so:$layers/no-such-layer.so:$layers/layer-draft.so:$layers/layer-prints.so"
expect "three layers, one that prints, one that is not there" 0 <<EOF
$layers/layer-prints.so:
	CL_LAYER_API_VERSION: 100
	CL_LAYER_NAME: layer-prints
$layers/layer-draft.so:
	CL_LAYER_API_VERSION: 110
	CL_LAYER_NAME: layer-draft
$layers/layer-new.so:
	CL_LAYER_API_VERSION: 100
	CL_LAYER_NAME: layer-new
EOF
expect "a wrong argument" 2 nonsense </dev/null

for words in "" -h --help -V --version; do
	count=$((count + 1))
	# shellcheck disable=SC2086  # "" is no word
	if [ -w /dev/full ] && ./cllayerinfo $words >/dev/full 2>/dev/null; then
		echo "FAIL: cllayerinfo $words: a full disk goes unnoticed"
		failed=$((failed + 1))
	fi
done
for pair in -h:--help -V:--version; do
	count=$((count + 1))
	[ "$(./cllayerinfo ${pair%:*})" = "$(./cllayerinfo ${pair#*:})" ] && continue
	echo "FAIL: cllayerinfo ${pair%:*} is not ${pair#*:}"
	failed=$((failed + 1))
done

echo "$count checks, $failed failed"
[ "$failed" -eq 0 ]
