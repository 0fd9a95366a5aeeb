# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
#
# The functions of the tests that run real programs with the shipped layers. The tests source this
# file in the build directory. It skips the test if PoCL is absent, does not work or is for another
# machine, or if the layers were built with a sanitizer, because other programs cannot load them.

# shellcheck source=tests/layers/checks.sh
. "${srcdir:-.}/tests/layers/checks.sh"
layers=$PWD/.libs

pocl=$(ls /etc/OpenCL/vendors/pocl*.icd /usr/share/OpenCL/vendors/pocl*.icd 2>/dev/null | head -n 1)
[ -n "$pocl" ] || skip "PoCL is not installed"
# This happens in a chroot made by hand: PoCL asks hwloc for the size of the memory, and aborts.
[ -d /sys/devices/system/cpu ] || skip "PoCL needs /sys"
# "3e 00" for x86-64, "03 00" for i386, ...
machine_of() {
	od -A n -t x1 -j 18 -N 2 "$1"
}

if [ "$(machine_of "$layers/libCLTrace.so")" != "$(machine_of /bin/sh)" ]; then
	skip "the layers are built for another machine than this system's programs and its PoCL"
fi
if grep -q -e __asan_init -e __tsan_init "$layers/libCLTrace.so"; then
	skip "the layers are built with a sanitizer, the programs are not"
fi

# The loader of the build directory, with PoCL as the only driver.
LD_LIBRARY_PATH=$layers
OPENCL_LOADER_CONFIG=none
OCL_ICD_VENDORS=$pocl
POCL_CACHE_DIR=${POCL_CACHE_DIR:-$work/cache}
export LD_LIBRARY_PATH OPENCL_LOADER_CONFIG OCL_ICD_VENDORS POCL_CACHE_DIR

programs=vector-add
if command -v clinfo >/dev/null; then
	programs="$programs clinfo"
else
	echo "clinfo is not installed: left out"
fi
python=
for each in python3 /usr/bin/python3; do
	if "$each" -c 'import pyopencl' >/dev/null 2>&1; then
		python=$each
	fi
done
if [ -n "$python" ]; then
	programs="$programs arrays"
else
	echo "pyopencl is not installed: left out"
fi

# run_program NAME: runs it, with its output in $work/out and $work/err, and returns its status.
run_program() {
	case $1 in
	vector-add) ./doc/examples/vector-add ;;
	clinfo) clinfo ;;
	arrays) "$python" "$srcdir/tests/layers/layer-arrays.py" ;;
	esac >"$work/out" 2>"$work/err" && return
	fail "$1: status $?"
}

# has_none FILE...: all that layers wrote into these files, which are removed, is that a process has no
# finding, and one of them did.
has_none() {
	cat "$@" 2>/dev/null >"$work/said"
	rm -f "$@"
	[ -s "$work/said" ] && ! grep -Ev ': no finding(;|$)' "$work/said"
}

# check_right LIBRARY VARIABLE: with the layer LIBRARY, which writes what it finds into the file
# that VARIABLE names, no program has findings: with the layer alone, and with the record layer above
# it, which makes events of its own.
check_right() {
	export "$2=$work/findings" OPENCL_RECORD_FILE="$work/record" OPENCL_RECORD_PROFILE_QUEUES=yes
	export OPENCL_LAYERS
	for program in $programs; do
		OPENCL_LAYERS=$layers/$1
		run_program "$program"
		check "$program: right" has_none "$work/findings"
		OPENCL_LAYERS=$layers/$1:$layers/libCLRecord.so
		run_program "$program"
		check "$program, recorded: right" has_none "$work/findings"
	done
}
