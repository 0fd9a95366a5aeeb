# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154  # what sources it sets $work, and sources measure.sh
#
# What .ci/packages and .ci/release have in common: checks that are counted, and tools that are installed.

passed=0
failed=0
skipped=0

# remembering COMMAND...: as in .ci/run, without changing a path.
remembering() {
	CCACHE_DIR=$(.ci/root cache)/ccache CCACHE_NOHASHDIR=1 PATH=/usr/lib/ccache:$PATH "$@"
}

# check WHAT COMMAND...: shows the command's output if it fails.
check() {
	local what=$1 used part_start part_used
	shift
	begin_part
	if "$@" >"$work/check.log" 2>&1; then
		end_part "$what"
		passed=$((passed + 1))
	else
		tail -n 100 "$work/check.log"
		echo "FAILED: $what"
		failed=$((failed + 1))
		return 1
	fi
}

skip() {
	echo "skipped: $*"
	skipped=$((skipped + 1))
}

apt_as_root() {
	local as=
	[ "$(id -u)" -eq 0 ] || as="sudo -n"
	command -v apt-get >/dev/null && $as env DEBIAN_FRONTEND=noninteractive \
		apt-get -y -q -o DPkg::Lock::Timeout=300 "$@" >"$work/apt.log" 2>&1 </dev/null
}

# install_packages PACKAGE...: if that needs no password. The first try fails if apt's lists are
# missing or too old.
install_packages() {
	apt_as_root --no-install-recommends install "$@" && return
	apt_as_root update
	apt_as_root --no-install-recommends install "$@" && return
	tail -n 5 "$work/apt.log"
	return 1
}

# need COMMAND PACKAGE...: installs the packages if the command is missing.
need() {
	local command=$1
	shift
	command -v "$command" >/dev/null || install_packages "$@"
}

# lists_all PACKAGE PATTERN...: does the list of its files, $work/files, have a line for each pattern?
lists_all() {
	local package=$1 pattern
	shift
	for pattern; do
		grep -q -x -e "$pattern" "$work/files" || {
			echo "$package has no $pattern, but:"
			cat "$work/files"
			return 1
		}
	done
}

# report_checks: the last line, "N passed, N failed", and the status.
report_checks() {
	if [ "$skipped" -eq 0 ]; then
		echo "$passed passed, $failed failed"
	else
		echo "$passed passed, $failed failed, $skipped skipped"
	fi
	[ "$failed" -eq 0 ]
}
