#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-compute: clrouter doctor --compute with drivers that list devices and compute or do not
# (tool-compute.c), and that no file of it is left.
# shellcheck disable=SC1091,SC2154  # tool-lib.sh sets them
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"

export OPENCL_LOADER_CONFIG=none
export TMPDIR="$work/tmp"
mkdir "$work/lib" "$TMPDIR"
# What the user has set is not used.
for name in XDG_CACHE_HOME POCL_CACHE_DIR MESA_SHADER_CACHE_DIR CUDA_CACHE_PATH; do
	export "$name=$work/user-cache"
done

# stage BEHAVIOUR...: only these drivers
stage() {
	OCL_ICD_VENDORS=
	for name; do
		cp "$drivers/tool-driver-compute.so" "$work/lib/$name.so"
		OCL_ICD_VENDORS="$OCL_ICD_VENDORS${OCL_ICD_VENDORS:+:}$work/lib/$name.so"
	done
	export OCL_ICD_VENDORS
}

compute() {
	run doctor --compute --timeout "${limit-10}"
	want_error "^clrouter: note: .* wakes devices"
	[ -z "$(ls -A "$TMPDIR")" ] || fail "$OCL_ICD_VENDORS: $(ls "$TMPDIR") is left behind"
	[ ! -e "$work/user-cache" ] || fail "$OCL_ICD_VENDORS: the user's cache is used"
}

# fails BEHAVIOUR TEXT: both devices of the driver fail
fails() {
	stage "$1"
	compute
	want_status 1
	want "^problem: $work/lib/$1.so: cannot-compute: 2 of its 2 devices failed to compute\$"
	want "^    compute    $2"
	want "^    cure       "
}

# --- devices that compute ---

stage computes
compute
want_status 0
want "^good: $work/lib/computes.so: ok: accepted\$"
[ "$(printf '%s\n' "$output" | grep -c '^    compute    good: a kernel was built and run in ')" -eq 2 ] ||
	fail "not both devices compute"
run doctor
want_status 0
want_not "^    compute "
[ -z "$error" ] || fail "$ran: $error"

# In a program that is linked to libOpenCL.so.1, this driver's table has functions of that.
cp "$drivers/tool-driver-exported.so" "$work/lib/exported.so"
OCL_ICD_VENDORS=$work/lib/exported.so
LD_LIBRARY_PATH=$(pwd -P)/.libs compute
want_status 0
[ "$(printf '%s\n' "$output" | grep -c '^    compute    good: ')" -eq 2 ] || fail "not both devices compute"
want "^    note       functions of $(pwd -P)/.libs/libOpenCL.so.1 in its table: 3; its own are called instead: clCreateCommandQueue, clBuildProgram, clEnqueueReadBuffer\$"
want "^    note       that is so in programs that are linked to libOpenCL.so.1, "

# --- devices that are not expected to ---

stage no-compiler
compute
want_status 0
want "^good: .*/no-compiler.so: "
want "^    compute    passed-over: .*CL_DEVICE_COMPILER_AVAILABLE"
stage unavailable
compute
want_status 0
want "^    compute    passed-over: .*CL_DEVICE_AVAILABLE"
stage other-order
compute
want_status 0
want "^    compute    passed-over: .*CL_DEVICE_ENDIAN_LITTLE"
stage custom
compute
want_status 0
want "^    compute    passed-over: a custom device"
want "^    compute    good: "

# --- devices that fail ---

fails no-context "failed: clCreateContext returned CL_OUT_OF_RESOURCES (-5)\$"
fails null-context "failed: clCreateContext returned NULL without an error\$"
fails lacks "failed: the driver has no clCreateKernel\$"
fails build-fails "failed: clBuildProgram returned CL_BUILD_PROGRAM_FAILURE (-11)\$"
want '^    build log  3:1: fatal ERROR: no such \\x1B\[1mheader$'
want_not "second error"
fails build-silent "failed: clBuildProgram returned CL_COMPILER_NOT_AVAILABLE (-3)\$"
want_not "^    build log "
fails wrong "wrong-result: number 7 of 256 is 0x[0-9a-f]*, expected 0x[0-9a-f]*\$"
fails idle "wrong-result: number 0 of 256 is 0x00000000, expected 0x[0-9a-f]*\$"
fails crash-build "crashed: it crashed with SIGSEGV, while it built the program\$"
fails exit-release "exited: it ended the program with status 4, while its objects were released\$"
limit=1
fails hang-run "hung: it did not come back within the time limit, while it ran the kernel\$"
want "^    cure       if it is only slow: clrouter doctor --compute --timeout 6 hang-run.so\$"
unset limit
run doctor --compute --json hang-run.so --timeout 1
want_status 1
want '"id": "cannot-compute"'
want '"key": "compute"'
want '"text": "hung: it did not come back within the time limit, while it ran the kernel"'

# A child that cannot be killed is left behind, and nothing waits for it.
limit=1
stage resists
compute
if printf '%s\n' "$output" | grep -q '^    compute    good: '; then
	echo "left out: processes cannot be traced here"
else
	want_status 1
	want "^    compute    hung: .* and process [0-9]*, which cannot be killed, is left behind, while"
fi
unset limit

# One driver does not spoil another one, and a name selects.
stage computes crash-build
compute
want_status 1
want "^doctor: 1 problem, .* 1 good driver, "
run doctor --compute computes.so
want_status 0

# --- the folder ---

fails cache "failed: clBuildProgram returned CL_BUILD_PROGRAM_FAILURE (-11)\$"
want "^    build log  error: $TMPDIR/clrouter-......\$"

stage computes
TMPDIR=$work/nowhere run doctor --compute
want_status 1
want "^    compute    not-examined: .*$work/nowhere/clrouter-......: No such file"
want "^    cure       export TMPDIR="
want_not "^    cure       .*without"
TMPDIR=relative run doctor --compute
want_status 0

# send SIGNAL: to a tool that has begun to compute; fails as the tool does
send() {
	"$clrouter" doctor --compute --timeout 100 >"$work/output" 2>"$work/error" &
	tool=$!
	tries=0
	until [ -n "$(ls -A "$TMPDIR")" ] || [ $tries -ge 1000 ]; do
		sleep 0.02
		tries=$((tries + 1))
	done
	kill -"$1" $tool
	wait $tool
}

# A signal ends the tool, but not before the folder is gone.
stage hang-run
send TERM
[ $? -eq 143 ] || fail "SIGTERM does not end the tool"
[ -z "$(ls -A "$TMPDIR")" ] || fail "$(ls "$TMPDIR") is left behind after SIGTERM"

# One that is ignored does nothing.
stage slow-run
trap '' HUP
send HUP || fail "a signal that is ignored ends the tool"
trap 'exit 1' HUP
[ "$(grep -c '^    compute    good: ' "$work/output")" -eq 2 ] ||
	fail "a signal that is ignored ends the check: $(cat "$work/output")"

# --- wrong use ---

run list --compute
want_status 2
want_error "list has no option --compute"
run doctor --compute --pid $$
want_status 2

finish "doctor --compute finds what does not compute"
