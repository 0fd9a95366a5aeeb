#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-secure: secure execution. Another user runs a set-user-ID program, a set-group-ID program and
# one with file capabilities. No variable, file of the user or log may have an effect
# (doc/design.md, Trust). Only root can make such programs, so the test needs root. "make check"
# runs it.
set -u
probe=${SECURE_PROBE:-tests/process/secure-probe}
user=65534
failed=0
count=0

skip()
{
	echo "skipped: $*"
	[ "$failed" -eq 0 ] || exit 1
	exit 77
}

[ "$(id -u)" -eq 0 ] || skip "only root can make a program with elevated privileges"
command -v setpriv >/dev/null || skip "there is no setpriv, which runs a program as another user"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
mkdir -p "$work/home/.config/OpenCL" "$work/layers"
echo "[loader]" >"$work/home/.config/OpenCL/loader.conf"
echo "/nonexistent.so" >"$work/layers/a.lay"
mkdir -m 777 "$work/open"

# run PROGRAM: runs it as the other user, with all variables set that could have an effect.
run()
{
	setpriv --reuid="$user" --regid="$user" --clear-groups env -i \
		HOME="$work/home" \
		XDG_CONFIG_HOME="$work/home/.config" \
		OCL_ICD_FILENAMES=/nonexistent-a.so \
		OCL_ICD_VENDORS=/nonexistent-b.so \
		OPENCL_VENDOR_PATH=/nonexistent-c.so \
		OPENCL_LAYERS=/nonexistent-d.so \
		OPENCL_LAYER_PATH="$work/layers" \
		OPENCL_LAYER_OPTIONS=trace.entry=yes \
		OCL_ICD_PLATFORM_SORT=devices \
		OCL_ICD_DEFAULT_PLATFORM=1 \
		OCL_ICD_ASSUME_ICD_EXTENSION=1 \
		OCL_ICD_DEBUG=15 \
		OCL_ICD_ENABLE_TRACE=True \
		OCL_ICD_FORCE_LEGACY_TERMINATION=1 \
		OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING=1 \
		OPENCL_LOADER_LOG="all:$work/open/log" \
		OPENCL_LOADER_DRIVERS_DISABLE=none \
		OPENCL_LOADER_DRIVERS_ENABLE=none \
		OPENCL_LOADER_LAYERS_DISABLE=none \
		"$1" 2>"$work/stderr"
}

# is WHAT EXPECTED FOUND
is()
{
	count=$((count + 1))
	[ "$2" = "$3" ] && return
	echo "FAILED: $1: expected \"$2\", found \"$3\""
	failed=$((failed + 1))
}

# copy_as NAME MODE: a copy of the probe.
copy_as()
{
	cp "$probe" "$work/$1" && chown 0:0 "$work/$1" && chmod "$2" "$work/$1"
}

# without_effect NAME: the program has elevated privileges, and nothing that run() sets has an
# effect.
without_effect()
{
	said=$(run "$work/$1")
	case $said in
	"secure 1,"*) ;;
	*) skip "no secure execution here for $1 (mounted nosuid?): $said $(cat "$work/stderr")" ;;
	esac
	is "$1" "secure 1, variables 0, candidates 0, user files 0, layers 0" \
		"$(echo "$said" | sed "s/layers $system_layers\$/layers 0/")"
	is "$1: standard error" "" "$(cat "$work/stderr")"
	is "$1: log file" "" "$(ls "$work/open")"
}

# The number of the system's layers, found by a run without variables. The other user runs it too,
# because the layers may be in a directory to which only root has access.
copy_as plain 755
system_layers=$(setpriv --reuid="$user" --regid="$user" --clear-groups env -i "$work/plain" |
	sed 's/^.*layers //')

# The control: without elevated privileges, variables and files have their effect.
is "plain" "secure 0, variables 19, candidates 2, user files 1" \
	"$(run "$work/plain" | sed 's/, layers .*//')"
is "plain: log file" "log" "$(ls "$work/open")"
rm -f "$work/open/log"

copy_as set-user 4755
without_effect set-user
copy_as set-group 2755
without_effect set-group
if command -v setcap >/dev/null; then
	copy_as capable 755
	setcap cap_net_raw+ep "$work/capable" || skip "no file capabilities on this file system"
	without_effect capable
else
	echo "not tested: file capabilities: there is no setcap"
fi
echo "$count checks, $failed failed"
[ "$failed" -eq 0 ]
