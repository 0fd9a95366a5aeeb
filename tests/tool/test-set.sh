#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-set: what clrouter set writes, on configurations that were written by hand, and back; what it
# shows, and what it refuses. tests/unit/tool/test-set-steps.c has the form of the files.
# shellcheck disable=SC1091,SC2154  # tool-lib.sh sets them
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"

# Where the tool writes without --user.
system=$("$clrouter" set --json | sed -n 's|.*"name": "\(.*\)/OpenCL/loader.conf.d/.*|\1|p')
[ -n "$system" ] || { echo "clrouter set does not say where it writes"; exit 99; }
root=$work/root
loader=$root$system/OpenCL/loader.conf.d/80-clrouter-set.conf
layers=$root$system/OpenCL/layers.conf.d/80-clrouter-set.conf
# new_root: an empty tree with the drivers nvidia and pocl
new_root() {
	chmod -R u+w "$root" 2>/dev/null
	rm -rf "$root"
	mkdir -p "$root/etc/OpenCL/vendors" "$root$system/OpenCL"
	echo libnvidia-opencl.so.1 >"$root/etc/OpenCL/vendors/nvidia.icd"
	echo libpocl.so.2 >"$root/etc/OpenCL/vendors/pocl.icd"
}
# set ARG...: in the tree
set_in_root() {
	run set --root "$root" "$@"
}
# sum: all files below $1, with their modes
sum() {
	(cd "$1" && find . -printf '%p %M %l\n' | sort && find . -type f -exec cksum {} + | sort)
}

# --- wrong use ---

new_root
for words in "drivers" "driver" "driver pocl maybe" "driver pocl off more" "order * pocl" "order *" \
	"driver [a] off" "order a,b" "order ..." "device ;x" "driver 1234567890123456789012345678901234567890123 off" \
	"--undo driver" "--program x" "--program x --undo" "--program a[b] driver pocl off"; do
	set -f
	# shellcheck disable=SC2086  # to be split
	set_in_root $words
	set +f
	want_status 2
	want_error "^clrouter: "
done
set_in_root drive pocl off
want_error 'did you mean "driver"'
for word in '' ' a' 'a ' 'a ;b' '#a' "$(printf 'a\nb')" "$(printf 'a\tb\001')"; do
	set_in_root order "$word"
	want_status 2
done
# What only the reader of the files knows.
set_in_root order a 'b = c'
want_status 1
want_error "cannot be written"
set_in_root device "$(printf '%0200d' 0)"
want_status 1
want_error "cannot be written.*199 bytes"
[ ! -e "$root$system/OpenCL/loader.conf.d/80-clrouter-set.conf" ] || fail "wrong use writes a file"

# --- each subject, and back ---

new_root
before=$(sum "$root")
umask 077
set_in_root driver pocl off
umask 022
want_status 0
want '^set: driver pocl off$'
want "^    file       $system/OpenCL/loader.conf.d/80-clrouter-set.conf\$"
want '^before: drivers that would be opened: 2$'
want '^after: drivers that would be opened: 1$'
want '^    config     load = yes ; built in$'
want "^    config     load = no ; $system/.*conf:6\$"
want '^    driver     /etc/OpenCL/vendors/pocl.icd: disabled: '
case $(find "$loader" -printf '%M'):$(find "${loader%/*}" -maxdepth 0 -printf '%M') in
-rw-r--r--:drwxr-xr-x) ;;
*) fail "the file or its directory cannot be read by all: $(ls -ld "$loader" "${loader%/*}")" ;;
esac
inode=$(find "$loader" -printf '%i %T@')
set_in_root driver pocl off
want_status 0
want 'it was set before, nothing changes'
[ "$(find "$loader" -printf '%i %T@')" = "$inode" ] || fail "a step that changes nothing writes"
set_in_root order nvidia 'NVIDIA CUDA' '*'
want_status 0
want '^    config     first = nvidia ; '
want '^    config         NVIDIA CUDA ; '
want_error 'note: .*"NVIDIA CUDA"'
set_in_root --program 'dark*' driver nvidia off
want_status 0
want '^    config     disable = nvidia ; '
run files --root "$root" --program darktable
want '^driver: .*nvidia.icd: disabled: '
run files --root "$root" --program other
want '^driver: .*nvidia.icd: ok: '
set_in_root driver pocl on
want_status 0
want '^    driver     .*pocl.icd: ok: '
set_in_root
want '^    step       1: driver pocl off (replaced)$'
want '^    step       3: driver nvidia off for dark\*$'
want '^    step       4: driver pocl on$'
run config --root "$root"
want "^load = yes .*; $system/"
want_not '^# \(warning\|problem\): .*clrouter-set'
for step in 'driver pocl on' 'driver nvidia off for dark\*' 'order nvidia NVIDIA CUDA' \
	'driver pocl off'; do
	set_in_root --undo
	want_status 0
	want "^undone: $step\$"
done
set_in_root --undo
want_status 1
want_error 'there is nothing to undo'
rmdir "${loader%/*}"
[ "$(sum "$root")" = "$before" ] || fail "undone steps have left something"
set_in_root driver pocl
want_status 0
want 'nothing was set, nothing changes'

# --- devices; the last step of both files is undone ---

mkdir -p "$root$system/OpenCL/layers.conf.d"
printf '[layer devices]\nlibrary = libCLDevices.so\n' >"$root$system/OpenCL/layers.conf.d/10-test.conf"
set_in_root driver pocl off
set_in_root device GPU:0 '!1'
want_status 0
want '^    config     load = devices ; '
want '^    config     option.visible = GPU:0, !1 ; '
set_in_root --program x device 1
want_status 1
want_error 'one selection, which is "device GPU:0 !1" now; "clrouter set device" takes that back'
set_in_root device
want_status 0
want_not 'visible = .*clrouter-set.conf:.*visible'
[ "$(grep -c 'visible' "$layers")" = 0 ] || fail "a selection that was removed is there"
set_in_root --undo
want '^undone: device$'
set_in_root --undo
want '^undone: device GPU:0 !1$'
[ ! -e "$layers" ] || fail "an empty file of layers is left"
[ -e "$loader" ] || fail "the other file is gone"

# --- who is stronger ---

printf '# mine\n[driver po*]\nload = yes ; so\n[order]\nfirst = pocl\n' >"${loader%/*}/90-mine.conf"
before=$(cksum <"${loader%/*}/90-mine.conf")
set_in_root driver pocl
set_in_root driver pocl off
want_status 1
want_error "note: .*pocl.icd stays switched on because of $system/OpenCL/loader.conf.d/90-mine.conf:3"
set_in_root order nvidia
want_status 1
want_error "the order has no effect because of $system/OpenCL/loader.conf.d/90-mine.conf:5"
printf '[order]\nfirst =\n' >"${loader%/*}/90-mine.conf"
set_in_root order nvidia pocl
want_status 1
want_error "90-mine.conf:2"
printf '[order]\nfirst = pocl, ...\n' >"${loader%/*}/90-mine.conf"
set_in_root order pocl
want_status 0
rm "${loader%/*}/90-mine.conf"
printf '[layers]\ndisable = dev*\n' >"$root$system/OpenCL/layers.conf.d/90-mine.conf"
set_in_root device 0
want_status 1
want_error "not loaded: .*layers.conf.d/90-mine.conf:2"
printf '[layers]\nload = \n' >"$root$system/OpenCL/layers.conf.d/90-mine.conf"
set_in_root device 1
want_error "not loaded because of .*layers.conf.d/90-mine.conf:2"
printf '[layer devices]\noption.visible = cpu\n' >"$root$system/OpenCL/layers.conf.d/90-mine.conf"
set_in_root device 0
want_status 1
want_error "no effect because of .*layers.conf.d/90-mine.conf:2"
rm "$root$system/OpenCL/layers.conf.d/90-mine.conf"
export OPENCL_VISIBLE_DEVICES=1
set_in_root device 1
want_status 1
want_error "no effect because of OPENCL_VISIBLE_DEVICES"
unset OPENCL_VISIBLE_DEVICES
export OPENCL_LOADER_CONFIG=none
set_in_root driver nvidia off
want_error "the file has no effect because of OPENCL_LOADER_CONFIG"
unset OPENCL_LOADER_CONFIG
# A weaker line of a person is not.
new_root
printf '[drivers]\nenable = pocl\ndisable = nvidia\n' >"$root$system/OpenCL/loader.conf"
set_in_root driver pocl off
want_status 0
set_in_root driver nvidia on
want_status 0
set_in_root driver noxia off
want_status 0
want_error 'note: no driver has a file or library that "noxia" names'

# --- files that are not ours ---

for change in 's/load = no/load = yes/' '/^# <<</d' 's/^# step 1: .*/# step 1: order/' '$a# mine'; do
	new_root
	set_in_root driver pocl off
	sed -i "$change" "$loader"
	before=$(sum "$root")
	set_in_root driver nvidia off
	case $change in
	*mine) want_status 0 ;;
	*)
		want_status 1
		want_error "80-clrouter-set.conf: .*; nothing was changed"
		[ "$(sum "$root")" = "$before" ] || fail "$change: it was changed all the same"
		;;
	esac
done
new_root
mkdir -p "${loader%/*}"
ln -s /dev/null "$loader"
set_in_root driver pocl off
want_status 1
want_error "a link is on the way, and could lead out of $root"
# Links in a foreign tree: to a directory and to a file of this system.
for link in "${loader%/*}" "$root$system/OpenCL" "$loader"; do
	new_root
	rm -rf "$link" "$work/outside"
	mkdir -p "${link%/*}" "$work/outside"
	case $link in
	*.conf) echo "# mine" >"$work/outside/file" && ln -s "$work/outside/file" "$link" ;;
	*) ln -s "$work/outside" "$link" ;;
	esac
	before=$(sum "$work/outside")
	set_in_root driver pocl off
	want_status 1
	want_error "could lead out of"
	[ "$(sum "$work/outside")" = "$before" ] || fail "$link: something was written outside"
done
# The root itself may be a link.
new_root
ln -s "$root" "$work/link"
run set --root "$work/link" driver pocl off
want_status 0
[ -e "$loader" ] || fail "nothing is below the root that a link leads to"
for bad in directory fifo; do
	new_root
	mkdir -p "${loader%/*}"
	if [ $bad = fifo ]; then mkfifo "$loader"; else mkdir "$loader"; fi
	set_in_root driver pocl off
	want_status 1
	want_error "it is not a regular file"
done
set_in_root --root "$work/nowhere" driver pocl off
want_status 1
want_error "$work/nowhere: No such file"

# --- a program ---

new_root
printf '#!/bin/sh\n' >"$work/script" && chmod +x "$work/script"
mkdir "$work/vendors" "$work/lib"
export OCL_ICD_VENDORS="$work/vendors"
cp /bin/true "$work/program-1"
ln -s program-1 "$work/program"
export XDG_CONFIG_HOME="$work/config"
PATH=$work:$PATH run set --user --program program driver pocl off
want_error "program leads to $work/program-1, so the section is \[program program-1\]"
grep -q -x '\[program program-1\]' "$work/config/OpenCL/loader.conf" || fail "the section of a link"
run set --user --program "$work/program" driver pocl off
grep -q -x "\[program $work/program-1\]" "$work/config/OpenCL/loader.conf" ||
	[ ${#work} -gt 30 ] || fail "the section of a path"
PATH=$work:$PATH run set --user --program script driver pocl off
want_status 2
want_error "is a script"
run set --user --program no-such-program driver pocl off
want_error 'there is no program "no-such-program"'

# --- the user's file, with drivers ---

rm -rf "$work/config"
unset OCL_ICD_VENDORS
for name in good other; do
	cp "$drivers/tool-driver.so" "$work/lib/$name.so"
	echo "$work/lib/$name.so" >"$work/vendors/$name.icd"
done
mkdir -p "$work/config/OpenCL"
user=$work/config/OpenCL/loader.conf
printf '# by hand\n[loader]\nvendor_dirs = %s\n\n; the end' "$work/vendors" >"$user"
chmod 640 "$user"
printf '[layer devices]\nlibrary = %s\n' "$(pwd -P)/.libs/libCLDevices.so" >"$work/config/OpenCL/layers.conf"
cp -p "$user" "$work/loader.conf"
before=$(sum "$work/config")
run set --user order other
want_status 0
want "^before: platforms: 2, devices: 4\$"
want '^    platform   0: Tool (default)$'
want '^    device     0: GPU: Tool GPU$'
head -c "$(wc -c <"$work/loader.conf")" "$user" | cmp -s - "$work/loader.conf" || fail "lines of the user have changed"
run set --user driver good off
want_status 0
want "^after: platforms: 1, devices: 2\$"
run set --user device gpu
want_status 0
want "^after: platforms: 1, devices: 1\$"
run set --user device gpu:7 cpu
want_status 0
want_error '"gpu:7" selects no device that is here'
want_no_error '"cpu"'
run list --summary
[ "$output" ] && want_not 'GPU'
run set --user order otter Tool
want_error 'note: no driver and no platform that is here has the name "otter"'
want_no_error '"Tool"'
look_for_python
run set --user --json driver good on
want_json 'report["step"] == "driver good on" and not report["undone"]'
want_json 'report["file"].endswith("OpenCL/loader.conf") and report["notes"] == []'
want_json '[x["verdict"] for x in report["before"]["drivers"]] == ["disabled", "ok"]'
want_json 'report["after"]["complete"] and report["after"]["values"][0]["text"] == "yes"'
want_json '[x["type"] for x in report["after"]["devices"]] == ["CPU", "CPU"]'
run set --user --json driver good on
want_json 'report == {"step": "driver good on", "unchanged": True}'
run set --user --json
want_json '[len(x["steps"]) for x in report["files"]] == [4, 2]'
want_json 'report["files"][1]["steps"][0] == {"number": 3, "text": "device gpu", "counts": False}'
for i in 1 2 3 4 5 6; do
	run set --user --undo
	want_status 0
done
[ "$(sum "$work/config")" = "$before" ] || fail "the user's files are not as before"
# A line for which the loader refuses the file.
printf '\nno key\n' >>"$user"
before=$(sum "$work/config")
run set --user driver good off
want_status 1
want_error "loader.conf: line 6: expected .*the loader refuses the file"
[ "$(sum "$work/config")" = "$before" ] || fail "a refused file was changed"
# Links of the user's are followed, to a file that is replaced.
mv "$work/loader.conf" "$work/config/dotfile"
ln -sf ../dotfile "$user"
run set --user driver good off
want_status 0
[ -L "$user" ] && grep -q 'driver good' "$work/config/dotfile" || fail "a link was replaced"

# --- who may not ---

run_as_nobody() {
	chmod 755 "$work"
	runner="setpriv --reuid 65534 --regid 65534 --clear-groups --"
	run "$@"
	runner=
}
if [ "$(id -u)" -eq 0 ] && setpriv --reuid 65534 --regid 65534 --clear-groups "$clrouter" --version >/dev/null 2>&1; then
	unset XDG_CONFIG_HOME
	export OCL_ICD_VENDORS="$work/vendors"
	run_as_nobody set driver pocl off
	want_status 1
	want_error "Permission denied: \"sudo clrouter set ...\" sets it for all users, --user for you"
	# Root does not write into the home of another user, which sudo may have kept.
	mkdir "$work/theirs" && chown 65534 "$work/theirs"
	export HOME="$work/theirs"
	run set --user driver pocl off
	want_status 1
	want_error "belongs to another user"
	[ -z "$(ls -A "$work/theirs")" ] || fail "root has written into a user's home"
	export HOME="$work/home"
else
	echo "not tested: users without rights, which needs root and setpriv"
fi
unset XDG_CONFIG_HOME
export OCL_ICD_VENDORS="$work/vendors"
run set --user driver pocl off
want_status 0
[ "$(find "$HOME/.config" -maxdepth 0 -printf '%M')" = drwx------ ] || fail "the user's directory is open"
printf '[loader]\nenvironment = ignore\n' >"$root$system/OpenCL/loader.conf"
run set --root "$root" --user driver pocl off
want_status 1
want_error "users have no file of their own, because of $system/OpenCL/loader.conf:2"
printf '[loader]\nuser_config = ignore\n' >"$root$system/OpenCL/loader.conf"
run set --root "$root" --user driver pocl off
want_status 1
want_error "the file has no effect because of $system/OpenCL/loader.conf:2"

# --- a full disk, a read-only one, and a set that was killed ---

new_root
set_in_root driver pocl off
before=$(sum "$root")
cp "$loader" "$work/saved"
if unshare -rm true 2>/dev/null; then
	for kind in full ro; do
		# shellcheck disable=SC2016  # for the other shell
		output=$(unshare -rm sh -c '
			directory=$2$3/OpenCL/loader.conf.d
			mount -t tmpfs -o size=8k none "$directory" && cp "$5" "$directory/80-clrouter-set.conf" || exit 77
			if [ $4 = ro ]; then
				mount -o remount,bind,ro "$directory" || exit 77
			else
				cat /dev/zero >"$directory/zero" 2>/dev/null
			fi
			"$1" set --root "$2" driver nvidia off 2>&1
			echo "status $?"
			ls -A "$directory"
			cmp "$5" "$directory/80-clrouter-set.conf"' sh "$clrouter" "$root" "$system" $kind "$work/saved" 2>&1)
		status=$?
		ran="a disk that is $kind"
		error=
		if [ $status -eq 77 ]; then
			echo "not tested: $ran, since nothing can be mounted here: $output"
			continue
		fi
		want '^status 1$'
		case $kind in
		full) want 'No space left on device' ;;
		ro) want 'Read-only file system' ;;
		esac
		want_not '\.new-'
		want_not differ
	done
else
	echo "not tested: a full disk and a read-only one, which need a user namespace"
fi
[ "$(sum "$root")" = "$before" ] || fail "a full disk has changed the file"
echo rest >"${loader%/*}/.new-80-clrouter-set.conf"
set_in_root driver nvidia off
want_status 0
[ "$(find "${loader%/*}" -type f | wc -l)" -eq 1 ] || fail "the rest of a killed set is there"

# --- several at the same time ---

new_root
for i in 0 1 2 3 4 5 6 7; do
	"$clrouter" set --root "$root" driver "driver-$i" off >/dev/null 2>"$work/error-$i" &
done
wait
set_in_root
[ "$(printf '%s\n' "$output" | grep -c 'driver-')" -eq 8 ] || { fail "a step of several at once is lost"; show; }
# One that keeps the lock. It tells when it has it.
mkfifo "$work/ready"
(flock 9 && echo >"$work/ready" && exec sleep 60) 9<"${loader%/*}" &
keeper=$!
read -r _ <"$work/ready"
set_in_root --timeout 1 driver pocl off
want_status 1
want_error "another process has held the lock of its directory for 1 seconds"
kill $keeper

finish "clrouter set changes what it shows, and nothing else"
