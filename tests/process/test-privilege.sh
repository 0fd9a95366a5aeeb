#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Whose configuration a program with foreign rights believes: root's own files, that nobody else can
# write, and no others; and no log file. test-secure.sh has the variables and the user's files. The
# system's files are replaced in a mount namespace of this test's own, so it needs root; it says so
# where it may not do that. Run by make check, in the build directory.
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

# The nearest directory above that is there: a new file system is laid over it.
find_ground() {
	ground=$directory
	while [ ! -d "$ground" ]; do
		ground=$(dirname "$ground")
	done
	[ "$ground" != / ] || skip "there is no directory above $directory to lay one over"
}

if [ "${1-}" != inside ]; then
	[ "$(id -u)" -eq 0 ] || skip "only root can make a program with foreign rights"
	for tool in setpriv unshare mount; do
		command -v $tool >/dev/null || skip "there is no $tool"
	done
	unshare -m true 2>/dev/null || skip "no mount namespace here"
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
find_ground
setpriv --reuid=$user --regid=$user --clear-groups test -x "$ground" ||
	skip "nobody but root can go to $ground"
mount -t tmpfs -o mode=755 none "$ground" || skip "nothing can be mounted here"
mkdir -p "$directory" "$work/home"

# layers_seen PROGRAM: how many layers it would load, run by the other user
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

# conf NAME OWNER MODE: a file that adds a layer. The system's drivers are left out, since PoCL makes
# a directory if it is asked for devices.
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

# Each row: what it is, owner, mode, what a program with foreign rights makes of it.
while read -r name owner mode wanted; do
	conf "$name" "$owner" "$mode"
	is "$name file, foreign rights" "$wanted" "$(layers_seen set-user)"
	is "$name file, own rights" 1 "$(layers_seen plain)"
done <<EOF
root's 0 644 1
root's-read-only 0 444 1
user's $user 644 0
group's 0 664 0
everybody's 0 646 0
EOF

# A link is what it leads to.
conf link $user 644
mv "$directory/layers.conf" "$work/home/layers.conf"
ln -s "$work/home/layers.conf" "$directory/layers.conf"
is "link to a user's file" 0 "$(layers_seen set-user)"
chown 0:0 "$work/home/layers.conf"
is "link to root's file" 1 "$(layers_seen set-user)"
rm "$directory/layers.conf"
mkfifo "$directory/layers.conf"
is "FIFO" 0 "$(layers_seen set-user)"

# A log file would be written with the rights of another.
mkdir -m 777 "$work/open"
printf 'log = debug\nlog_file = %s\n' "$work/open/log" >>"$directory/loader.conf"
layers_seen set-user >/dev/null
is "log file, foreign rights" "" "$(ls "$work/open")"
layers_seen plain >/dev/null
is "log file, own rights" "log" "$(ls "$work/open")"

echo "$count checks, $failed failed"
[ "$failed" -eq 0 ]
