# SPDX-License-Identifier: Apache-2.0
#
# tool-lib: functions for the tests of clrouter, which source it in the build directory. It makes an
# empty directory, $work, and removes the variables of OpenCL from the environment.
# shellcheck shell=sh disable=SC2034  # those who source it use them

srcdir=${srcdir:-.}
clrouter=${CLROUTER:-$(pwd -P)/clrouter}
drivers=${TOOL_DRIVERS:-$(pwd -P)/tests/stubs}
failed=0
work=$(mktemp -d) || exit 99
work=$(cd "$work" && pwd -P)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

for variable in $(env | sed -n 's/^\(O[A-Z]*_[A-Z_]*\)=.*/\1/p'); do
	case $variable in
	OCL_ICD_* | OPENCL_*) unset "$variable" ;;
	esac
done
unset XDG_CONFIG_HOME
export HOME="$work/home" LC_ALL=C
mkdir "$HOME"
# Without this, a sanitizer turns the crashes of the drivers into exits.
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:handle_segv=0:handle_abort=0:handle_sigbus=0:handle_sigill=0"

fail() {
	echo "FAIL: $*"
	failed=$((failed + 1))
}

# run ARG...: runs the tool, with $runner if it is set; sets $output and $status
runner=
run() {
	ran="clrouter $*"
	output=$($runner "$clrouter" "$@" 2>"$work/error")
	status=$?
	error=$(cat "$work/error")
}

# show: prints the output of the tool, to explain a failure
show() {
	printf '%s\n' "$output" "$error" | sed 's/^/    | /'
}

want_status() {
	[ "$status" -eq "$1" ] || { fail "$ran: status $status, not $1"; show; }
}

# want LINE: somewhere, as a part of a line; PATTERNS are basic regular expressions
want() {
	printf '%s\n' "$output" | grep -q -e "$1" || { fail "$ran: no line \"$1\""; show; }
}

want_not() {
	! printf '%s\n' "$output" | grep -q -e "$1" || { fail "$ran: a line \"$1\""; show; }
}

want_error() {
	printf '%s\n' "$error" | grep -q -e "$1" || { fail "$ran: no message \"$1\""; show; }
}

want_no_error() {
	! printf '%s\n' "$error" | grep -q -e "$1" || { fail "$ran: a message \"$1\""; show; }
}

# look_for_python: sets have_python; without it nothing that is JSON or CSV is read.
look_for_python() {
	have_python=yes
	python3 -c 'import csv, json' 2>/dev/null && return
	have_python=
	echo "no python3: JSON and CSV are not read"
}

# want_json EXPRESSION: it is true of the JSON in $output, as "report" in Python
want_json() {
	[ "$have_python" ] || return
	printf '%s\n' "$output" | python3 -c "
import json, sys
report = json.load(sys.stdin)
sys.exit(not ($1))" || { fail "$ran: it is not true that $1"; show; }
}

finish() {
	[ "$failed" -eq 0 ] || exit 1
	echo "$1"
	exit 0
}
