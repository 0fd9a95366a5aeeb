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
