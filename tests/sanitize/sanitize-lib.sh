# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
#
# The functions of the sanitizer's tests with PoCL, which source this file in the build directory. It
# skips the test if PoCL is absent or the rewriter is not built.

# shellcheck source=tests/layers/layer-programs.sh
. "${srcdir:-.}/tests/layers/layer-programs.sh"

[ -x ./clrouter-rewriter ] || skip "the rewriter is not built: libclang is missing"
OPENCL_SANITIZE_FORMAT=json
OPENCL_SANITIZE_FILE=$work/findings
XDG_CACHE_HOME=$work/user-cache
export OPENCL_SANITIZE_FORMAT OPENCL_SANITIZE_FILE XDG_CACHE_HOME

# sanitize PROGRAM [ARGUMENT...]: runs it with the sanitizer; its output is in $work/out and $work/err.
sanitize() {
	./clrouter sanitize "$@" >"$work/out" 2>"$work/err"
}

# make_il NAME VERSION: makes NAME.spv, SPIR-V of this version, from NAME.cl, as clang and a translator do. The
# last line that is printed says why it fails.
make_il() {
	translate=$(find /usr/bin -name 'llvm-spirv-*' | sort | tail -n 1)
	[ -n "$translate" ] || {
		echo "llvm-spirv is missing"
		return 1
	}
	clang -c -emit-llvm -O1 -cl-std=CL2.0 --target=spir64-unknown-unknown -Xclang -finclude-default-header \
		-o "$1.bc" "$1.cl" && "$translate" --spirv-max-version="$2" -o "$1.spv" "$1.bc"
}
