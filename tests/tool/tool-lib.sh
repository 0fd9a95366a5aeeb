# SPDX-License-Identifier: Apache-2.0
#
# tool-lib: what the tests of clrouter share. Sourced in the build directory;
# works in a directory of its own, in an environment without anything of OpenCL.
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
# A sanitizer would turn the crashes that are staged into exits of its own.
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:handle_segv=0:handle_abort=0:handle_sigbus=0:handle_sigill=0"

fail() {
	echo "FAIL: $*"
	failed=$((failed + 1))
}

# run ARG...: the tool, by $runner if it is set; its output in $output, its status in $status
runner=
run() {
	ran="clrouter $*"
	output=$($runner "$clrouter" "$@" 2>"$work/error")
	status=$?
	error=$(cat "$work/error")
}

# show: what the tool wrote, to explain a failure
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

finish() {
	[ "$failed" -eq 0 ] || exit 1
	echo "$1"
	exit 0
}
