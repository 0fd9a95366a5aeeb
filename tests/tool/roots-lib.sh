# SPDX-License-Identifier: Apache-2.0
#
# roots-lib: functions for the tests that use the directories in tests/roots. Sourced.
# shellcheck shell=sh disable=SC2034  # those who source it use them

# Root can read everything, so files without permissions are read as another user.
as_user=
if [ "$(id -u)" -eq 0 ]; then
	as_user="setpriv --reuid=65534 --regid=65534 --clear-groups"
fi

can_be_user() {
	$as_user true && return
	echo "skipped: root can read everything, and there is no setpriv to become somebody else"
	return 1
}

# copy_root CASE COPY: makes a copy that every user can read. Files that neither git nor tar can
# store are made in it by the script `setup` of the case, which is run in etc/OpenCL for each such
# file.
copy_root() {
	cp -R "$1" "$2" && chmod -R u+w,a+rX "$2" || return
	[ -e "$2/setup" ] || return 0
	mkdir -p "$2/etc/OpenCL/vendors" "$2/etc/OpenCL/layers" "$2/etc/OpenCL/loader.conf.d"
	for made in vendors/m.icd layers/m.lay loader.conf loader.conf.d/m.conf; do
		(cd "$2/etc/OpenCL" && sh ../../setup "$made") || return
	done
}
