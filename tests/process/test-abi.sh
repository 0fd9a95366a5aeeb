#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-abi: the built libOpenCL.so.1 as linkers see it: symbols and version nodes, the libraries
# that it needs, and its hardening. "make check" runs it in the build directory.
set -u
library=${OPENCL_LIBRARY_UNDER_TEST:?the path of the library}
symbols=${API_SYMBOLS:-tests/drivers/api-symbols.txt}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
count=0

# is WHAT EXPECTED FOUND
is()
{
	count=$((count + 1))
	[ "$2" = "$3" ] && return
	echo "FAILED: $1: expected \"$2\", found \"$3\""
	failed=$((failed + 1))
}

# dynamic TAG: the values of these entries of the dynamic section, in one line.
dynamic()
{
	readelf -dW "$library" | sed -n "s/^.*($1)[^[]*\[\(.*\)\]\$/\1/p" | tr '\n' ' '
}

# exports_of FILE: "name@@node" for each function that it defines.
exports_of()
{
	nm -D --with-symbol-versions --defined-only "$1" | awk '$2 == "T" { print $3 }' | sort
}

exports_of "$library" >"$work/found"
grep -v '^#' "$symbols" | sort >"$work/expected"
is "names and nodes" "" "$(diff "$work/expected" "$work/found")"

# The list comes from api.list, so it is also compared with what is known from elsewhere: the
# number of functions in each node, and the ten functions that ocl-icd exports and Khronos' loader
# does not.
for row in 1.0:79 1.1:12 1.2:16 2.0:14 2.1:7 2.2:2 3.0:3 3.1:1; do
	is "functions in OPENCL_${row%:*}" "${row#*:}" "$(grep -c "@@OPENCL_${row%:*}\$" "$work/found")"
done
for name in clCreateEventFromEGLSyncKHR@@OPENCL_1.0 clCreateFromEGLImageKHR@@OPENCL_1.0 \
	clEnqueueAcquireEGLObjectsKHR@@OPENCL_1.0 clEnqueueReleaseEGLObjectsKHR@@OPENCL_1.0 \
	clGetGLContextInfoKHR@@OPENCL_1.0 clCreateEventFromGLsyncKHR@@OPENCL_1.1 \
	clCreateSubDevicesEXT@@OPENCL_1.1 clReleaseDeviceEXT@@OPENCL_1.1 \
	clRetainDeviceEXT@@OPENCL_1.1 clGetKernelSubGroupInfoKHR@@OPENCL_2.0 \
	clGetKernelSuggestedLocalWorkSize@@OPENCL_3.1; do
	is "$name" 1 "$(grep -cx "$name" "$work/found")"
done
is "other things that are exported" "" \
	"$(nm -D --defined-only "$library" | awk '$2 !~ /^[TA]$/ { print $3 }')"

# Each node inherits the one before.
for pair in 1.1:1.0 1.2:1.1 2.0:1.2 2.1:2.0 2.2:2.1 3.0:2.2 3.1:3.0; do
	is "parent of OPENCL_${pair%:*}" "OPENCL_${pair#*:}" "$(readelf -VW "$library" |
		awk -v node="OPENCL_${pair%:*}" '$0 ~ "Name: " node "$" { seen = 1; next }
			seen && /Parent 1:/ { print $NF; exit }')"
done

is "SONAME" "libOpenCL.so.1 " "$(dynamic SONAME)"
is "file name" "libOpenCL.so.1.0.0" "$(basename "$(readlink -f "$library")")"
is "RPATH and RUNPATH" "" "$(dynamic RPATH)$(dynamic RUNPATH)"
is "relocations of code" 0 "$(readelf -dW "$library" | grep -c TEXTREL)"
is "immediate binding" 1 "$(readelf -dW "$library" | grep -c 'BIND_NOW\|FLAGS_1.*NOW' | sed 's/^[1-9]$/1/')"
is "read-only after relocation" 1 "$(readelf -lW "$library" | grep -c GNU_RELRO)"
is "executable stack" "RW" "$(readelf -lW "$library" | awk '/GNU_STACK/ { print $(NF - 1) }')"
is "segments both written and executed" 0 "$(readelf -lW "$library" | grep -c 'LOAD.* RWE ')"

# A build with a sanitizer needs further libraries, and is not hardened as a package is.
if nm -D "$library" | grep -q '__asan_\|__ubsan_\|__tsan_'; then
	echo "not tested: libraries needed, protected stack, endbr64: the build has a sanitizer"
else
	needed=$(dynamic NEEDED | tr ' ' '\n' |
		grep -v '^$\|^libc\.so\|^ld-linux\|^libdl\.so\|^libpthread\.so' | tr '\n' ' ')
	# inih is a shared library only if no static one can be used.
	grep -q '^INIH_LIBS = -linih' Makefile 2>/dev/null && needed=${needed#libinih.so.0 }
	is "libraries needed beside the C library" "" "$needed"
	is "protected stack" 1 "$(nm -D "$library" | grep -c '__stack_chk_fail')"
	if readelf -hW "$library" | grep -q 'Machine:.*X86-64'; then
		objdump -d --no-show-raw-insn "$library" >"$work/code"
		# The first instruction after each label that is the name of an exported function.
		is "exported functions without endbr64" "" "$(awk '
			{ sub(/@.*/, "", $1); sub(/^</, "", $2); sub(/[@>].*/, "", $2) }
			NR == FNR { wanted[$1] = 1; next }
			name in wanted && $2 != "endbr64" { print name }
			{ name = $1 ~ /^[0-9a-f]+$/ ? $2 : "" }
			' "$work/found" "$work/code")"
	fi
fi

echo "$count checks, $failed failed"
[ "$failed" -eq 0 ]
