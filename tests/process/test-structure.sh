#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-structure: the shape of src/ that HACKING.md describes. A folder includes only from itself
# and from folders above it in the list; no two headers share an include guard, none declares a
# function that another one declares; every include of ours is written with its folder.

srcdir=${srcdir:-.}
failed=0

fail() {
	echo "FAIL: $*"
	failed=1
}

# The order that HACKING.md lists; folders inside layers/ and tool/ have an order of their own.
folders="base api config discover driver dispatch loader
	layers/common layers/devices layers/lifetime layers/trace
	tool tool/output tool/probe tool/doctor tool/commands"
# Each of these may include itself and what its line names.
layer_folders="base api layers/common"

# position FOLDER: its number in the list, nothing if it is not there.
position() {
	# shellcheck disable=SC2086  # a list
	printf '%s\n' $folders | grep -n -x -F -- "$1" | cut -d : -f 1
}

list_files() {
	(cd "$srcdir/src" && find . -name '*.[chS]' -o -name '*.awk' | sed 's|^\./||' | sort)
}

# list_includes FILE: what it includes from src/, and what the generators make it include.
list_includes() {
	sed -n -e 's/^#[[:space:]]*include "\([^"]*\)".*/\1/p' \
		-e 's/^[[:space:]]*include("\([^"]*\)").*/\1/p' "$srcdir/src/$1"
}

# may_include FILE FOLDER
may_include() {
	own=$(dirname "$1")
	[ "$own" = "$2" ] && return
	case $own in
	layers/*)
		# shellcheck disable=SC2086  # a list
		printf '%s\n' $layer_folders | grep -q -x -F -- "$2" ;;
	*)
		case $2 in
		layers/*) return 1 ;;
		esac
		[ "$(position "$2")" -lt "$(position "$own")" ] ;;
	esac
}

check_includes() {
	count=0
	for file in $(list_files); do
		case $(position "$(dirname "$file")") in
		"") fail "src/$file lies in a folder that is not in the list" ;;
		esac
		for included in $(list_includes "$file"); do
			case $included in
			config.h | clrouter/*) continue ;;
			*/*) ;;
			*)
				fail "src/$file includes \"$included\" without its folder"
				continue ;;
			esac
			count=$((count + 1))
			# main.c is above all others, whatever its folder.
			[ "$file" = tool/main.c ] || [ "${file%.awk}" != "$file" ] ||
				may_include "$file" "$(dirname "$included")" ||
				fail "src/$file includes \"$included\" from a folder below its own"
		done
	done
	[ "$count" -gt 100 ] || fail "only $count includes were found"
}

# repeated WHAT: lines of standard input that occur twice.
repeated() {
	sort | uniq -d | while read -r line; do
		echo "$1: $line"
	done
}

list_headers() {
	find "$srcdir/src" "$srcdir/include" -name '*.h'
}

list_guards() {
	list_headers | xargs sed -n 's/^#ifndef \(.*_H\)$/\1/p'
}

# Functions that a header declares: a name before "(" in a declaration that ends in ");".
list_functions() {
	list_headers | while read -r header; do
		sed -e 's|/\*.*\*/||' -e '/\/\*/,/\*\//d' "$header" |
			tr '\n' ' ' | tr ';{}' '\n\n\n' |
			sed -e 's/__attribute__(([^;]*))//g' |
			grep -v -E 'typedef|=|#|\(\*|\(CL_' |
			sed -n 's/^.*[ *]\([a-z][a-z0-9_]*\)(.*)[ A-Z_]*$/\1/p' | sort -u
	done
}

# check_unique WHAT LIST LEAST: LIST prints names; there are LEAST of them, and none twice.
check_unique() {
	[ "$($2 | wc -l)" -ge "$3" ] || fail "$2 finds fewer than $3 names"
	twice=$($2 | repeated "$1")
	[ -z "$twice" ] || fail "$twice"
}

check_guards_have_folders() {
	for header in $(cd "$srcdir/src" && find . -name '*.h' | sed 's|^\./||'); do
		guard=CLROUTER_$(printf '%s' "${header%.h}" | tr 'a-z/.-' 'A-Z___')_H
		grep -q "^#ifndef $guard\$" "$srcdir/src/$header" ||
			fail "src/$header: expected the include guard $guard"
	done
}

check_includes
check_unique "two headers have one include guard" list_guards 40
check_unique "two headers declare one function" list_functions 150
check_guards_have_folders
exit $failed
