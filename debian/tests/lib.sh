# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
#
# What the tests share: source it from the root of the source.

set -eu

: "${AUTOPKGTEST_TMP:=$(mktemp -d)}"
# PoCL caches the kernels that it compiles, by default in a home directory, which a test may not have.
export POCL_CACHE_DIR="$AUTOPKGTEST_TMP/pocl" DEBIAN_FRONTEND=noninteractive
pocl="Portable Computing Language"

fail() {
	echo "FAILED: $*"
	exit 1
}

# ok WHAT COMMAND...: the command succeeds.
ok() {
	what=$1
	shift
	if "$@" >"$AUTOPKGTEST_TMP/output" 2>&1; then
		echo "ok: $what"
	else
		status=$?
		cat "$AUTOPKGTEST_TMP/output"
		fail "$what: status $status: $*"
	fi
}

# ok_if WHAT COMMAND...: the same for a condition, which may begin with "!".
ok_if() {
	what=$1
	shift
	if [ "$1" = ! ]; then
		shift
		! "$@" || fail "$what: not expected: $*"
	else
		"$@" || fail "$what: $*"
	fi
	echo "ok: $what"
}

# The package whose libOpenCL.so.1 programs get, according to the dynamic linker and dpkg.
loader_package() {
	library=$(ldd /usr/bin/clinfo | sed -n 's/.*libOpenCL\.so\.1 => \([^ ]*\).*/\1/p')
	# dpkg may know it by the path without or with /usr, where the two are one.
	dpkg --search "$(readlink -f "$library")" 2>/dev/null | sed 's/[:,].*//' | head -n 1
}

is_installed() {
	[ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

sees_pocl() {
	clinfo -l 2>&1 | grep -q "$pocl"
}

# Adds two vectors on the device that pyopencl uses first.
computes_in_python() {
	python3 -W ignore - <<-'EOF'
		import numpy
		import pyopencl
		import pyopencl.array

		device = pyopencl.get_platforms()[0].get_devices()[0]
		queue = pyopencl.CommandQueue(pyopencl.Context([device]))
		a = pyopencl.array.to_device(queue, numpy.arange(1000, dtype=numpy.float32))
		assert ((a + a).get() == 2 * numpy.arange(1000)).all()
	EOF
}
