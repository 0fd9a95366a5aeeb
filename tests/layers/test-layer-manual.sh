#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The manual of the layers mentions every variable and every name that there is for
# authors; the example is as short as it says; mandoc has nothing to complain about.
set -u
srcdir=${srcdir:-.}
manual=$srcdir/doc/opencl-layers.7.in
failed=0

fail() {
	echo "FAILED: $*" >&2
	failed=1
}

mentions() {
	grep -qwF -e "$1" "$manual" || fail "the manual does not mention $1"
}

variables=$(cat "$srcdir"/src/layers/*/*.c | grep -o '"OPENCL_[A-Z_]*"' | tr -d '"' | sort -u)
[ -n "$variables" ] || fail "no variables were found"
for name in $variables CLROUTER_LAYER CLROUTER_FUNCTIONS CLROUTER_SLOTS clrouter_target \
	clrouter_table; do
	mentions "$name"
done
for layer in libCLTrace.so libCLLifetime.so libCLDevices.so; do
	mentions "$layer"
done

[ "$(wc -l <"$srcdir/doc/examples/count-layer.c")" -lt 40 ] || fail "the example has 40 lines"

if command -v mandoc >/dev/null; then
	mandoc -T lint -W warning doc/opencl-layers.7 || fail "mandoc complains"
else
	echo "mandoc is not installed: not asked"
fi
exit $failed
