# SPDX-License-Identifier: Apache-2.0
#
# live-lib: functions for the tests of clrouter top, which source it after tool-lib: a program under
# the record layer that does what the test says. The record is in the directory $work/live.
# shellcheck shell=sh disable=SC2154  # tool-lib has the variables

layer=$PWD/.libs/libCLRecord.so
live_program=$PWD/tests/tool/live-program
if grep -q -e __asan_init -e __tsan_init "$layer"; then
	echo "left out: the layer is built with a sanitizer, which only programs built with it can load"
	exit 77
fi

# live_start: starts it, with variables of the environment as arguments. Sets $live, its ID.
live_start() {
	rm -rf "$work/live"
	mkdir "$work/live"
	mkfifo "$work/live/in"
	# The shell opens it once more when it has started the program, which may be after the first look.
	: >"$work/live/out"
	env OPENCL_RECORD_PROFILE_QUEUES=no OPENCL_RECORD_FILE="$work/live/record" "$@" \
		"$live_program" "$layer" <"$work/live/in" >"$work/live/out" &
	live=$!
	exec 9>"$work/live/in"
	live_lines=0
}

# live_do LINE...: does them, and waits until they are done
live_do() {
	printf '%s\n' "$@" >&9
	live_lines=$((live_lines + $#))
	while [ "$(grep -c '^done' "$work/live/out")" -lt "$live_lines" ]; do
		kill -0 "$live" 2>/dev/null || { fail "the program has ended before: $*"; return; }
		sleep 0.02
	done
}

# live_end: waits for its end
live_end() {
	exec 9>&-
	wait "$live"
}
