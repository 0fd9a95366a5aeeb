#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-privilege: which configuration files count in a program with elevated privileges: files of
# root that no one else can write, and no others. Such a program must not write a log file either.
# Variables and the user's files are in test-secure.sh. The test mounts its own files over the
# system's files, in a mount namespace, so it needs root; otherwise it is skipped. "make check" runs
# it in the build directory.
set -u
probe=${SECURE_PROBE:-$PWD/tests/process/secure-probe}
directory=$(sed -n 's/^FULL_SYSCONFDIR = //p' Makefile)/OpenCL
user=65534
failed=0
count=0

skip() {
	echo "skipped: $*"
	exit 77
}

# Sets mount_point to $directory or the nearest parent directory that exists.
find_mount_point() {
	mount_point=$directory
	while [ ! -d "$mount_point" ]; do
		mount_point=$(dirname "$mount_point")
	done
	[ "$mount_point" != / ] || skip "no parent directory of $directory exists but /"
}

if [ "${1-}" != inside ]; then
	[ "$(id -u)" -eq 0 ] || skip "only root can make a program with elevated privileges"
	for tool in setpriv unshare mount; do
		command -v $tool >/dev/null || skip "there is no $tool"
	done
	unshare -m true 2>/dev/null || skip "mount namespaces are not permitted here"
	exec unshare -m --propagation private sh "$0" inside
fi

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
for name in plain set-user; do
	cp "$probe" "$work/$name" && chown 0:0 "$work/$name" || exit 1
done
chmod 755 "$work/plain"
chmod 4755 "$work/set-user"
find_mount_point
setpriv --reuid=$user --regid=$user --clear-groups test -x "$mount_point" ||
	skip "only root has access to $mount_point"
mount -t tmpfs -o mode=755 none "$mount_point" || skip "mount is not permitted here"
mkdir -p "$directory" "$work/home"

# layers_seen PROGRAM: the number of layers that the program would load if the other user runs it.
layers_seen() {
	timeout 20 setpriv --reuid=$user --regid=$user --clear-groups env -i HOME=/nonexistent \
		"$work/$1" 2>"$work/stderr" | sed 's/.*layers //'
}

# is WHAT EXPECTED FOUND
is() {
	count=$((count + 1))
	[ "$2" = "$3" ] && return
	echo "FAILED: $1: expected \"$2\", found \"$3\""
	failed=$((failed + 1))
}

# conf NAME OWNER MODE: a configuration file that adds a layer. The system's drivers are left out,
# because PoCL makes a directory if it is asked for devices.
conf() {
	rm -rf "$directory"
	mkdir -p "$directory"
	printf '[loader]\nvendor_dirs = /nonexistent\n' >"$directory/loader.conf"
	printf '[layers]\nlayer_dirs = /nonexistent\nload = /nonexistent.so\n' >"$directory/layers.conf"
	chown "$2:$2" "$directory/layers.conf"
	chmod "$3" "$directory/layers.conf"
}

conf "root's" 0 644
case $(setpriv --reuid=$user --regid=$user --clear-groups env -i "$work/set-user" 2>/dev/null) in
"secure 1,"*) ;;
*) skip "set-user-ID programs have no effect in $work (mounted nosuid?)" ;;
esac

# Each row: the kind of file, owner, mode, and the number of layers in a program with elevated
# privileges.
while read -r name owner mode wanted; do
	conf "$name" "$owner" "$mode"
	is "$name file, elevated privileges" "$wanted" "$(layers_seen set-user)"
	is "$name file, no privileges" 1 "$(layers_seen plain)"
done <<EOF
root's 0 644 1
root's-read-only 0 444 1
user's $user 644 0
group's 0 664 0
everybody's 0 646 0
EOF

# For a link, the file that it leads to counts.
conf link $user 644
mv "$directory/layers.conf" "$work/home/layers.conf"
ln -s "$work/home/layers.conf" "$directory/layers.conf"
is "link to a user's file" 0 "$(layers_seen set-user)"
chown 0:0 "$work/home/layers.conf"
is "link to root's file" 1 "$(layers_seen set-user)"
rm "$directory/layers.conf"
mkfifo "$directory/layers.conf"
is "FIFO" 0 "$(layers_seen set-user)"

# A log file would be written with the elevated privileges.
mkdir -m 777 "$work/open"
printf 'log = debug\nlog_file = %s\n' "$work/open/log" >>"$directory/loader.conf"
layers_seen set-user >/dev/null
is "log file, elevated privileges" "" "$(ls "$work/open")"
layers_seen plain >/dev/null
is "log file, no privileges" "log" "$(ls "$work/open")"

# A program that chooses layers for itself is refused, and says so.
cp "${RECORD_MENU:-$PWD/doc/examples/record-menu}" "$work/plain"
cp "$work/plain" "$work/set-user"
chmod 755 "$work/plain"
chmod 4755 "$work/set-user"
menu_says() {
	echo work | timeout 20 setpriv --reuid=$user --regid=$user --clear-groups env -i \
		OPENCL_LOADER_LAYERS_DISABLE='*' "$work/$1" 2>/dev/null | sed -n 1p
}
if [ -n "$(menu_says plain)" ]; then
	is "own layers, no privileges" "the record layer is not there: disabled" "$(menu_says plain)"
	is "own layers, elevated privileges" "the record layer is not there: refused" \
		"$(menu_says set-user)"
else
	echo "left out: layers chosen by the program: other users have no access to $PWD"
fi

echo "$count checks, $failed failed"
[ "$failed" -eq 0 ]
