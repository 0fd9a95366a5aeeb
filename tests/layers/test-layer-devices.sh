#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Runs real programs with PoCL's device shown and hidden, by each kind of selector that fits it. Not
# by its UUID, which some versions of PoCL do not have: test-layer-devices.c tests that.
set -u
. "${srcdir:-.}/tests/layers/layer-programs.sh"

OPENCL_LAYERS=$layers/libCLDevices.so
export OPENCL_LAYERS OPENCL_VISIBLE_DEVICES

finds() {
	! grep -q 'No device to compute on' "$work/out"
}

finds_none() {
	grep -q 'No device to compute on' "$work/out"
}

name=$(./doc/examples/vector-add | sed -n 's/^ *device 0: //p' | head -n 1)
[ -n "$name" ] || skip "PoCL has no device here"

for selection in cpu 0 0.0 '!gpu' "$name" "$(echo "$name" | cut -c 1-4)*" 'gpu,cpu' all; do
	OPENCL_VISIBLE_DEVICES=$selection
	run_program vector-add
	check "$selection: the device is there" finds
done
for selection in gpu 1 0.1 1.0 '!cpu' '*,!0' "!$name" none '' 'uuid:00000000'; do
	OPENCL_VISIBLE_DEVICES=$selection
	./doc/examples/vector-add >"$work/out" 2>"$work/err"
	check "$selection: the device is not there" finds_none
done
unset OPENCL_VISIBLE_DEVICES
for program in $programs; do
	run_program "$program"
done
finish
