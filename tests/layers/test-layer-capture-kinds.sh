#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Round trips of the kinds of programs, images and objects that real programs use seldom: a launch is
# captured, with the contents that the program (capture-program) says, and its replay is the same, by
# clrouter and by replay.c. What PoCL lacks, a stub has (kinds-driver): an intermediate language,
# built-in kernels, images in buffers, objects of OpenGL, pipes.
set -u
# shellcheck source=tests/layers/capture-lib.sh
. "${srcdir:-.}/tests/layers/capture-lib.sh"

OPENCL_CAPTURE_LAUNCH=1
export OPENCL_CAPTURE_LAUNCH
compiler=${CC:-cc}
$compiler --version >/dev/null 2>&1 || compiler=
[ -n "$compiler" ] || echo "there is no compiler: replay.c is not tested"

# replayed: the capture that `good` has made is the same on the driver that made it.
replayed() {
	[ "$result" -eq 0 ] || return
	checks=$((checks + 1))
	(unset OPENCL_LAYERS && "$builddir/clrouter" replay "$work/here/it") >"$work/said" 2>&1 ||
		{ fail "$mode: replayed: $(cat "$work/said")"; return; }
	grep -q '^same: ' "$work/said" || fail "$mode: replayed: $(cat "$work/said")"
}

# compiled: the same for replay.c. The tool writes it after the program has ended.
compiled() {
	[ "$result" -eq 0 ] && [ -n "$compiler" ] || return
	checks=$((checks + 1))
	rm -rf "$work/here/it"
	(unset OPENCL_LAYERS && cd "$work/here" &&
		"$builddir/clrouter" capture --launch 1 -o it --layer "$layers/libCLCapture.so" \
			"$builddir/tests/layers/capture-program" "$mode") >"$work/said" 2>&1 &&
		(unset OPENCL_LAYERS && cd "$work/here/it" &&
			$compiler -O2 -Wall -Wextra -Werror -I"$builddir/../include" -o program replay.c \
				"$layers/libOpenCL.so.1" && ./program 0 0) >"$work/said" 2>&1 &&
		grep -q '^PASS' "$work/said" && return
	fail "$mode: replay.c: $(cat "$work/said")"
}

# round MODE: captured, replayed, compiled.
round() {
	good "$1"
	replayed
	compiled
}

# -- PoCL ----------------------------------------------------------------------------

# Those with `good` are replayed by test-replay-drivers.sh.
round image-1d
has memory width=13 array_size=
good image-1d-array
has memory type=4341 array_size=3
good image-2d-array
has memory type=4339 height=5 array_size=3
round image-pitch
has memory row_pitch=256
round image-of-buffer
[ "$result" -eq 77 ] || has memory row_pitch=256 parent=0
good sampler-properties
has sampler addressing=4401 normalized= filter=4416 'properties=4435 4401 4434 0'
good host-pointer
has memory flags=9
round middle
# Only newer versions of PoCL have it.
round il
[ "$result" -eq 77 ] || cmp "$work/here/expect-9-il" "$work/here/it/program-0.spv" || fail "il: the program"
round constants
[ "$result" -eq 77 ] || has constant program=0 id=7 value=05000000
refused indirect 'the kernel may follow pointers to any memory'

# -- the stub ------------------------------------------------------------------------

KINDS_DRIVER_LIBRARY=$(cat "$pocl")
OCL_ICD_VENDORS=$builddir/tests/layers/.libs/kinds-driver.so
CAPTURE_STUB=yes
export KINDS_DRIVER_LIBRARY CAPTURE_STUB
# wanted MODE: the stub has it.
wanted() {
	[ "$result" -ne 77 ] || fail "$mode: the stub does not have it"
}
round il
wanted
has program kind=il build=built
[ "$(count constant)" -eq 0 ] || fail "il: there are constants"
cmp "$work/here/expect-9-il" "$work/here/it/program-0.spv" || fail "il: the program"
round constants
wanted
has constant program=0 id=7 value=05000000
round built-in
wanted
has program kind=built-in names=stub_next build=unbuilt
round image-of-buffer
wanted
has memory row_pitch=256 parent=0
has range size=1792
round gl-buffer
wanted
has memory kind=buffer size=4096
round gl-image
wanted
has memory kind=image width=8 height=4 element_size=4
refused gl-never-acquired 'an object of another interface that is not acquired'
wanted
refused gl-released 'an object of another interface that is not acquired'
refused pipe 'argument 0 is a pipe'
wanted
refused indirect 'the kernel may follow pointers to any memory'
wanted
refused device-queue 'argument 0 is a queue of a device' \
	OPENCL_LAYERS="$builddir/tests/layers/.libs/fault-layer.so:$OPENCL_LAYERS" \
	CAPTURE_FAULT=clGetKernelArgInfo:-1
wanted

finish
