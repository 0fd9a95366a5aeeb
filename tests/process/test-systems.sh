#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-systems: what configure says for other systems. The checks that need a compiler of the system
# are skipped by a cache file, so that no such compiler is needed. For Android the directories are
# as in cl_khr_icd; a library with these directories reads them, in a staged root.

srcdir=$(cd "${srcdir:-.}" && pwd) || exit 99
build=$PWD
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

fail() {
	echo "FAIL: $*"
	failed=1
}

# variable NAME: as the build has it.
variable() {
	sed -n "s/^$1 = //p" "$build/Makefile"
}

# configure HOST: its output is in $work/HOST/output. The compiler is this machine's.
run_configure() {
	mkdir "$work/$1" && cd "$work/$1" || exit 99
	CONFIG_SHELL=/bin/sh /bin/sh "$srcdir/configure" --host="$1" --with-inih=own \
		CC="$(variable CC)" CPPFLAGS="$(variable CPPFLAGS)" >output 2>&1
	status=$?
	cd "$build" || exit 99
}

# refuses HOST WORD...: configure stops, before it looks for a library, and says WORD.
refuses() {
	run_configure "$1"
	[ "$status" -ne 0 ] || fail "configure accepts $1"
	host=$1
	shift
	for word; do
		grep -q "error:.*$word" "$work/$host/output" ||
			fail "$host: expected an error with \"$word\", found: $(tail -n 2 "$work/$host/output")"
	done
	! grep -q 'checking for dlopen' "$work/$host/output" || fail "$host: refused in the middle"
}

[ -e "$srcdir/config.status" ] && { echo "not tested: configure was run in the sources"; exit 77; }
refuses x86_64-unknown-freebsd14.0 'FreeBSD is not supported' 'src/base/os.h'
refuses x86_64-apple-darwin22 'macOS is not supported' 'src/base/os.h'
refuses x86_64-pc-solaris2.11 'solaris2.11 is not supported' 'src/base/os.h'

vendors=/system/vendor/Khronos/OpenCL/vendors
run_configure aarch64-unknown-linux-android
[ "$status" -eq 0 ] || fail "Android: configure fails: $(tail -n 3 "$work"/*android/output)"
grep -q "system  *android\$" "$work"/*android/output || fail "Android is not recognized"
grep -q "vendor directories  *$vendors\$" "$work"/*android/output ||
	fail "Android: $(grep directories "$work"/*android/output)"
! grep -q '[ :]/etc/OpenCL' "$work"/*android/output || fail "Android: /etc/OpenCL is looked at"
grep -q "^SYSTEM_SYSCONFDIR = /system/etc\$" "$work"/*android/Makefile ||
	fail "Android: the system's configuration is elsewhere"

# The tool with the directories of Android reads them in a staged root: the two files that know them
# are compiled again, the rest comes from the build.
mkdir -p "$work/root$vendors" "$work/root/etc/OpenCL/vendors" "$work/root/system/etc/OpenCL" &&
	echo libandroid.so >"$work/root$vendors/a.icd" &&
	echo libother.so >"$work/root/etc/OpenCL/vendors/b.icd" &&
	printf '[order]\nsort = devices\n' >"$work/root/system/etc/OpenCL/loader.conf" || exit 99
objects="src/config/libcore_la-keys.lo src/base/os/libcore_la-os-linux.lo"
# shellcheck disable=SC2086  # a list
make -s -C "$work/aarch64-unknown-linux-android" AUTOMAKE=: ACLOCAL=: AUTOCONF=: $objects >"$work/make.log" 2>&1 ||
	fail "the files with the directories cannot be compiled: $(tail -n 3 "$work/make.log")"
libraries="$(variable INIH_LIBS) $(variable LIBDW_LIBS) $(variable SQLITE_LIBS)"
compile="$(variable CC) $(variable CFLAGS) $(variable LDFLAGS)"
# shellcheck disable=SC2086  # words of a command line
(cd "$work/aarch64-unknown-linux-android" && $compile -o "$work/clrouter" src/config/.libs/libcore_la-keys.o \
	src/base/os/.libs/libcore_la-os-linux.o "$build"/src/tool/clrouter-main.o "$build"/src/tool/clrouter-cllayerinfo.o -Wl,--start-group \
	"$build"/.libs/libclroutertool.a "$build"/.libs/libcapture.a \
	"$build"/.libs/libexchange.a "$build"/.libs/liblayercalls.a "$build"/.libs/libcore.a \
	"$build"/.libs/liblayers.a -Wl,--end-group $libraries -lm -pthread) >"$work/link.log" 2>&1 ||
	fail "the tool cannot be linked: $(tail -n 3 "$work/link.log")"
found=$("$work/clrouter" files --root "$work/root" 2>&1; "$work/clrouter" config --root "$work/root")
case $found in
*/system/etc/OpenCL/loader.conf*) ;;
*) fail "Android's configuration is not read: $found" ;;
esac
case $found in
*libandroid.so*) ;;
*) fail "the staged directory is not read: $found" ;;
esac
case $found in
*libother.so*) fail "/etc/OpenCL/vendors is read: $found" ;;
esac
exit $failed
