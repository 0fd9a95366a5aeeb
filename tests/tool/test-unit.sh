#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-unit: clrouter doctor --unit on unit files in a directory, without systemd: which files count, whose
# variables, and what is found that keeps OpenCL from a service.
# shellcheck disable=SC1091,SC2154  # tool-lib.sh sets them
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"

root=$work/root
group=4243
[ "$(id -u)" -eq 0 ] || group=$(id -g)
# new_root: a system with a user, a GPU that its group may open, and no driver
new_root() {
	rm -rf "$root"
	mkdir -p "$root/etc/systemd/system" "$root/usr/lib/systemd/system" "$root/dev/dri" \
		"$root/etc/OpenCL/vendors" "$root/var/lib/boinc" "$root/usr/bin"
	printf 'root:x:0:0::/root:/bin/sh\nboinc:x:4242:4242:B,,:/var/lib/boinc:/bin/sh\n' >"$root/etc/passwd"
	printf 'root:x:0:\nboinc:x:4242:\nrender:x:%s:\nvideo:x:44:other,boinc\n' "$group" >"$root/etc/group"
	: >"$root/dev/dri/renderD128"
	[ "$(id -u)" -ne 0 ] || chgrp "$group" "$root/dev/dri/renderD128"
	chmod 660 "$root/dev/dri/renderD128"
	chmod 777 "$root/var/lib/boinc"
	cp /bin/true "$root/usr/bin/boinc"
}
# unit [FILE]: standard input becomes the file, below systemd/system of /etc
unit() {
	mkdir -p "$root/etc/systemd/system/$(dirname "${1:-boinc.service}")"
	cat >"$root/etc/systemd/system/${1:-boinc.service}"
}
examine() {
	run doctor --root "$root" --unit "${1:-boinc}"
}

# --- wrong use ---

new_root
examine nothing
want_status 2
want_error "there is no such unit"
ln -s /dev/null "$root/etc/systemd/system/masked.service"
echo "[Service]" >"$root/usr/lib/systemd/system/masked.service"
examine masked
want_status 2
want_error "is masked"
run doctor --unit
want_status 2
run doctor --unit x --bundle "$work/bundle"
want_status 2
run doctor --unit x --pid $$
want_status 2
run list --unit x
want_status 2

# --- which files ---

unit <<'END'
[Unit]
User=wrong
[Service]
  User = boinc
# comment
ExecStart=/wrong
ExecStart=
ExecStart=-@/usr/bin/boinc name \
# a comment in a continued line
	--more
Environment="OPENCL_LOADER_LOG=info" 'OCL_ICD_VENDORS=/a \x41' \
	X=1
END
examine
want_status 1
want "^unit: boinc.service: as boinc, "
want "^    groups     boinc video\$"
want "^    program    /usr/bin/boinc\$"
want "OCL_ICD_VENDORS names /a A, which"
unit boinc.service.d/20-b.conf <<'END'
[Service]
Environment=
Environment=OCL_ICD_VENDORS=/b
END
mkdir -p "$root/usr/lib/systemd/system/boinc.service.d" "$root/usr/lib/systemd/system/service.d"
# The same name in /etc is stronger, and a later name is stronger than both.
printf '[Service]\nEnvironment=OCL_ICD_VENDORS=/wrong\n' \
	>"$root/usr/lib/systemd/system/boinc.service.d/20-b.conf"
printf '[Service]\nSupplementaryGroups=render\n' >"$root/usr/lib/systemd/system/service.d/90-all.conf"
examine boinc.service
want "OCL_ICD_VENDORS names /b, which"
want "^    groups     boinc video render\$"
want "^    file       /etc/systemd/system/boinc.service.d/20-b.conf\$"
want_not "/usr/lib/systemd/system/boinc.service.d"
[ "$(printf '%s\n' "$output" | grep -c '^    file ')" -eq 3 ] || { fail "three files"; show; }
unit boinc.service.d/30-c.conf <<'END'
[Service]
Environment=OCL_ICD_VENDORS=/c
END
examine
want "OCL_ICD_VENDORS names /c, which"
# Links that lead to absolute paths stay below the root.
mv "$root/etc/systemd/system/boinc.service" "$root/usr/lib/systemd/system/real.service"
ln -s /usr/lib/systemd/system/real.service "$root/etc/systemd/system/boinc.service"
examine
want "^    file       /usr/lib/systemd/system/real.service\$"
# Instances, their template, and prefixes.
unit work-@.service <<'END'
[Service]
User=boinc
Environment=OCL_ICD_VENDORS=/%i-%p-%N-%%
END
unit work-@.service.d/a.conf <<'END'
[Service]
SupplementaryGroups=44
END
unit work-.service.d/b.conf <<'END'
[Service]
Environment=OCL_ICD_FILENAMES=/nowhere.so
END
examine work-@one
want "OCL_ICD_VENDORS names /one-work--work-@one-%, which"
want "^    file       /etc/systemd/system/work-@.service.d/a.conf\$"
want "^    file       /etc/systemd/system/work-.service.d/b.conf\$"
# By path, and with variables of a file; none of the caller's.
printf '# c\nOCL_ICD_VENDORS="/from a file"\n OPENCL_LAYERS=x\n' >"$root/etc/default"
printf '[Service]\nEnvironment=OCL_ICD_VENDORS=/x\nEnvironmentFile=-/none\nEnvironmentFile=/etc/default\nUnsetEnvironment=OPENCL_LAYERS\n' \
	>"$root/etc/some.service"
export OPENCL_LAYERS=y OCL_ICD_FILENAMES=/y.so
examine /etc/some.service
want "OCL_ICD_VENDORS names /from a file, which"
want_not "OPENCL_LAYERS"
want_not "/y\.so"
unset OPENCL_LAYERS OCL_ICD_FILENAMES
sed -i 's|/etc/default|/etc/missing|' "$root/etc/some.service"
examine /etc/some.service
want "unit-environment: /etc/missing: No such file"

# --- what keeps OpenCL from it ---

# finds LINE... : the unit of boinc with these lines has the id and facts on standard input, each a pattern
finds() {
	new_root
	{
		printf '[Service]\nUser=boinc\nSupplementaryGroups=render\nExecStart=/usr/bin/boinc\n'
		printf '%s\n' "$@"
	} | unit
	examine
	ran="$ran, $*"
	while read -r pattern; do
		case $pattern in
		'! '*) want_not "${pattern#! }" ;;
		*) want "$pattern" ;;
		esac
	done
	# The lines solve what they are for: with them, no more lines are needed.
	printf '%s\n' "$output" | sed -n 's/^    drop-in    //p' | sed 1d >"$work/lines"
	[ -s "$work/lines" ] || return
	unit boinc.service.d/override.conf <"$work/lines"
	examine
	ran="$ran, $*, with what it wants"
	want_not '^    drop-in '
}
finds "" <<'END'
^doctor: 0 problems
! : unit-
! drop-in
END
finds "SupplementaryGroups=" <<'END'
^problem: boinc: unit-group: the user of boinc.service may not open
^    device     /dev/dri/renderD128: only for group render$
^    drop-in    SupplementaryGroups=render$
END
finds "PrivateDevices=true" <<'END'
^problem: boinc.service: unit-devices:
^    by         /etc/systemd/system/boinc.service:5: PrivateDevices=true$
^    drop-in    PrivateDevices=no$
END
finds "PrivateDevices=true" "PrivateDevices=no" "MemoryDenyWriteExecute=0" <<'END'
! : unit-
END
finds "DevicePolicy=closed" <<'END'
^    not allowed /dev/dri/renderD128 (char-drm)
^    drop-in    DeviceAllow=char-drm rw$
END
finds "DeviceAllow=/dev/null rw" "DeviceAllow=char-drm r" <<'END'
unit-devices
END
finds "DevicePolicy=closed" "DeviceAllow=char-d* rwm" <<'END'
! : unit-
END
finds "DeviceAllow=/dev/dri/renderD128" <<'END'
! : unit-
END
finds "InaccessiblePaths=-/dev/dri" <<'END'
^    hidden     /dev/dri/renderD128$
^    drop-in    BindPaths=/dev/dri/renderD128$
END
finds "InaccessiblePaths=/dev/dr /etc/OpenCL" <<'END'
! unit-devices
^problem: /etc/OpenCL/vendors: unit-unreadable: a directory of drivers
^    drop-in    BindReadOnlyPaths=/etc/OpenCL/vendors$
END
finds "ProtectHome=tmpfs" "Environment=OCL_ICD_VENDORS=/home/u/vendors" <<'END'
! unit-unreadable
END
mkdir -p "$root/home/u/vendors"
echo /home/u/x.so >"$root/home/u/vendors/x.icd"
examine
want '^problem: /home/u/vendors/x.icd: unit-unreadable:'
want "by         /etc/systemd/system/boinc.service:5: ProtectHome=tmpfs"
finds "User=nobody-here" "Group=no-group" <<'END'
^problem: nobody-here: unit-user: there is no such user
^problem: no-group: unit-user: there is no such group
END
finds "User=" "DynamicUser=yes" "CacheDirectory=x" <<'END'
^unit: boinc.service: as a dynamic user
! : unit-
END
finds "ProtectSystem=strict" <<'END'
^warning: /var/lib/boinc: unit-cache:
^    drop-in    CacheDirectory=boinc$
^    drop-in    Environment=XDG_CACHE_HOME=/var/cache/boinc
END
finds "ProtectSystem=strict" "ReadWritePaths=-/var/lib/boinc -/etc/boinc" <<'END'
! : unit-
END
finds "MemoryDenyWriteExecute=on" <<'END'
^warning: boinc.service: unit-memory:
^    drop-in    MemoryDenyWriteExecute=no$
END
finds "RootDirectory=/srv" "SystemCallFilter=@system-service" "SystemCallFilter=~@resources" <<'END'
^warning: /srv: unit-root:
^off: boinc.service: unit-limits:
boinc.service:7: SystemCallFilter=~@resources$
END
finds "Environment=LD_LIBRARY_PATH=/opt/lib" <<'END'
^warning: LD_LIBRARY_PATH: unit-environment:
END
finds "AppArmorProfile=boinc" <<'END'
^off: boinc.service: unit-apparmor:
END
new_root
rm "$root/dev/dri/renderD128"
mkdir -p "$root/etc/apparmor.d" "$root/sys/fs/selinux"
printf 'profile boinc /usr/bin/boinc {\n}\n' >"$root/etc/apparmor.d/usr.bin.boinc"
printf 1 >"$root/sys/fs/selinux/enforce"
: >"$root/dev/nvidiactl"
chmod 666 "$root/dev/nvidiactl"
printf '[Service]\nUser=boinc\nExecStart=/usr/bin/boinc\n' | unit
examine
want '^warning: /etc/apparmor.d/usr.bin.boinc: unit-apparmor:'
want '^off: boinc.service: unit-selinux:'
want '^warning: /dev/nvidia-uvm: unit-nvidia:'
want '^    drop-in    ExecStartPre=+-/usr/bin/nvidia-modprobe -c0 -u$'
want_not 'unit-no-gpu'
rm "$root/dev/nvidiactl"
printf '# local\ninclude <abstractions/opencl>\n' >>"$root/etc/apparmor.d/usr.bin.boinc"
examine
want '^warning: /dev: unit-no-gpu:'
want_not 'unit-apparmor'
# A file of a driver that only its owner may read.
if [ "$(id -u)" -ne 4242 ]; then
	echo libnone.so >"$root/etc/OpenCL/vendors/x.icd"
	chmod 600 "$root/etc/OpenCL/vendors/x.icd"
	examine
	want '^problem: /etc/OpenCL/vendors/x.icd: unit-unreadable:'
	want 'cure       sudo chmod o+r /etc/OpenCL/vendors/x.icd'
fi
look_for_python
run doctor --root "$root" --unit boinc --json
want_json 'report["unit"]["name"] == "boinc.service" and report["unit"]["groups"] == "boinc video"'
want_json 'not report["unit"]["as_user"] and report["unit"]["drop_in"] == []'

# --- files that are no units ---

for text in '' '[Service]' '[Service]\nUser' '[Service]\nUser=boinc\\' '[Service]\n=\n==\nUser=boinc' \
	'[Service]\nUser="' '[Service]\nUser=%%' '[Service]\nEnvironment=\\x' '[Service]\nExecStart=@-:+!|' \
	'[Service]\nSupplementaryGroups= , ,\nDeviceAllow=\nEnvironment==x "=" A'; do
	# shellcheck disable=SC2059  # a format on purpose
	printf "$text" | unit
	examine
	[ "$status" -le 1 ] || { fail "$text: status $status"; show; }
done
head -c 100000 /dev/zero | unit
examine
[ "$status" -le 1 ] || { fail "zeros: status $status"; show; }
printf 'x:\n::::\n\nboinc\nboinc:::::::::\n' >"$root/etc/passwd"
printf '\n:::\nrender\nvideo:x:99999999999999999999:boinc,,\n' >"$root/etc/group"
printf '[Service]\nUser=boinc\nGroup=render\n' | unit
examine
[ "$status" -le 1 ] || { fail "broken users: status $status"; show; }

# --- as the user itself ---

if [ "$(id -u)" -eq 0 ] && setpriv --reuid 65534 --regid 65534 --clear-groups "$clrouter" --version >/dev/null 2>&1 &&
	id nobody >/dev/null 2>&1; then
	mkdir "$work/vendors" "$work/lib"
	cp "$drivers/tool-driver.so" "$work/lib/good.so"
	chmod 755 "$work"
	echo "$work/lib/good.so" >"$work/vendors/good.icd"
	printf '[Service]\nUser=nobody\nEnvironment=OCL_ICD_VENDORS=%s OPENCL_LOADER_CONFIG=none\n' "$work/vendors" \
		>"$work/own.service"
	run doctor --unit "$work/own.service"
	want '^good: .*good.icd'
	want '^unit: own.service: as nobody$'
	chmod 700 "$work/lib"
	run doctor --unit "$work/own.service"
	want_status 1
	want '^problem: .*good.icd: '
else
	echo "not tested: to become the user of the service, which needs root and a user nobody"
fi

finish "doctor sees what a service sees"
