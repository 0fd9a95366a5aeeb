# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# What the steps of CI take.

# measure: sets $used to the processor seconds of all that this shell has started and that has ended. A
# subshell would print its own.
measure() {
	local file
	file=$(mktemp) || return
	times >"$file"
	used=$(awk -F '[ ms]+' 'NR == 2 { print int($1 * 60 + $2 + $3 * 60 + $4) }' "$file")
	rm -f "$file"
}

# begin_part; end_part NAME: the seconds of a part, by the clock and of processors.
begin_part() {
	measure
	part_start=$SECONDS
	part_used=$used
}

end_part() {
	measure
	printf '%6d %6d  %s\n' $((SECONDS - part_start)) $((used - part_used)) "$1"
}
