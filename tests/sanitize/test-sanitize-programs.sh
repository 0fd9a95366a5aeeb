#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Programs whose kernels have no fault, on PoCL: with the sanitizer they have the same results, their
# kernels are checked, and nothing is found. In whatever way a program makes and launches kernels, a
# fault is found.
set -u
# shellcheck source=tests/sanitize/sanitize-lib.sh
. "${srcdir:-.}/tests/sanitize/sanitize-lib.sh"

# check_same NAME COMMAND...: the output of the command is the same as without the sanitizer.
check_same() {
	name=$1
	shift
	rm -f "$OPENCL_SANITIZE_FILE"
	"$@" >"$work/expected" || fail "$name does not run without the sanitizer"
	check "$name ends without findings, checked" sanitize "$@"
	check "$name has the same results" cmp "$work/expected" "$work/out"
	check "$name has no finding" test ! -s "$OPENCL_SANITIZE_FILE"
}

check_same launches-program ./tests/sanitize/launches-program 20
check_same uses-program ./tests/sanitize/uses-program

# found_once NAME: the kernel NAME has one finding.
found_once() {
	[ "$(grep -c "\"kernel\":\"$1\".*\"argument\":0," "$OPENCL_SANITIZE_FILE")" -eq 1 ]
}

rm -f "$OPENCL_SANITIZE_FILE"
sanitize ./tests/sanitize/uses-program faulty
for name in child plain pieces rebuilt mended callback all_kernels clone released replaced refused \
	waiting task queries other_context; do
	check "the fault of $name is found" found_once "$name"
done
rm -f "$OPENCL_SANITIZE_FILE"
sanitize ./tests/sanitize/uses-program far
check "a kernel that ends the process does so" test $? -gt 128
check "it is found all the same" found_once far
check_same vector-add ./doc/examples/vector-add

# The process dies of such accesses; redirected ones do no harm, and each of them is found.
rm -f "$OPENCL_SANITIZE_FILE"
sanitize ./tests/sanitize/redirect-program
check "far accesses end the process" test $? -gt 128
rm -f "$OPENCL_SANITIZE_FILE"
OPENCL_SANITIZE_REDIRECT=yes sanitize ./tests/sanitize/redirect-program
check "redirected ones do not" test $? -eq 1
check "lawful results are right" cmp - "$work/out" <<'END'
writes: 496
reads: 656
END
for expression in 'out[i + far]' 'vstore4((int4)(8), i + far, out)' 'atomic_inc(&out[i - far])' 'to[i]' \
	'list[i]' 'own[far]'; do
	check "$expression is found" \
		grep -q -F "\"expression\":\"$expression\"" "$OPENCL_SANITIZE_FILE"
done
rm -f "$OPENCL_SANITIZE_FILE"
OPENCL_SANITIZE_STOP=first OPENCL_SANITIZE_REDIRECT=yes sanitize ./tests/sanitize/redirect-program
check "option.stop ends the program by SIGABRT" test $? -eq 134
check "it has one finding then" \
	test "$(grep -c out-of-bounds "$OPENCL_SANITIZE_FILE")" -eq 1

# Command buffers, of the driver, and with mutable dispatch as the compatibility layer has them.
check_commands() {
	names=$1
	check_same commands-program ./tests/sanitize/commands-program
	rm -f "$OPENCL_SANITIZE_FILE"
	sanitize ./tests/sanitize/commands-program faulty
	for name in $names; do
		check "the fault of $name is found in a command buffer" found_once "$name"
	done
	check "where $names were recorded and enqueued is said" \
		grep -q '"recorded_at":"[^"]*record.*"enqueued_at":"[^"]*enqueue' \
		"$OPENCL_SANITIZE_FILE"
}

if ./tests/sanitize/commands-program >/dev/null; then
	check_commands recorded
else
	echo "the driver has no command buffers: left out"
fi
OPENCL_LAYERS=$layers/libCLCompatibility.so OPENCL_COMPATIBILITY_FORCE=command_buffer
export OPENCL_LAYERS OPENCL_COMPATIBILITY_FORCE
check_commands "recorded updated larger"
unset OPENCL_LAYERS OPENCL_COMPATIBILITY_FORCE

# counted NAME: the kernel NAME was checked in all its launches, and each bad access was counted.
counted() {
	of=$(sed -n "s/^$1: //p" "$work/expected")
	grep -q "kernel $1: .* accesses checked, ${of%%,*}" "$work/err" || return
	faults=${of#*, }
	[ "${faults% faults}" -eq 0 ] ||
		grep -q "\"kernel\":\"$1\",\"place\":.*\"count\":${faults% faults}[,}]" \
			"$OPENCL_SANITIZE_FILE"
}

# Several threads, contexts, queues and devices. PoCL's "basic" devices are not among them: PoCL 3.1
# waits for ever for a lock of its own if several threads use one, also without a layer.
POCL_DEVICES="pthread pthread"
export POCL_DEVICES
rm -f "$OPENCL_SANITIZE_FILE"
./tests/sanitize/stress-program 10 >"$work/expected" || fail "stress-program does not run"
sanitize ./tests/sanitize/stress-program 10
check "stress-program has findings" test $? -eq 1
check "stress-program has the same results" cmp "$work/expected" "$work/out"
for name in reads writes lawful; do
	check "each launch and each fault of $name is counted" counted "$name"
done
check "stress-program has no other finding" \
	test "$(grep -c '"place"' "$OPENCL_SANITIZE_FILE")" -eq 2
unset POCL_DEVICES

# Its results are times.
if command -v clpeak >/dev/null; then
	rm -f "$OPENCL_SANITIZE_FILE"
	check "clpeak ends without findings, checked" sanitize clpeak --global-bandwidth \
		--compute-integer --kernel-latency
	check "clpeak has no finding" test ! -s "$OPENCL_SANITIZE_FILE"
	check "clpeak has results" grep -q 'float16 *: [0-9]' "$work/out"
else
	echo "clpeak is not installed: left out"
fi
finish
