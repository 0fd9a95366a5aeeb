#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-doctor: the ways in which a driver can be missing. For each one, doctor must name the cause
# and the cure in its first ten lines and exit with status 1; if a driver is left out on purpose,
# the status is 0. A good driver is always installed beside it.
# shellcheck disable=SC1091,SC2154  # tool-lib.sh sets them
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"

export OPENCL_LOADER_CONFIG=none
vendors=$work/vendors
library=$work/lib

# stage NAME [FILE]: NAME.icd, which names a driver that does what NAME says
stage() {
	rm -rf "$vendors" "$library"
	mkdir "$vendors" "$library"
	add good
	add "$@"
	export OCL_ICD_VENDORS="$vendors"
}

add() {
	cp "$drivers/${2-tool-driver.so}" "$library/$1.so"
	echo "$library/$1.so" >"$vendors/$1.icd"
}

examine() {
	run doctor --timeout "${limit-10}"
	first=$(printf '%s\n' "$output" | head -n 10)
}

# problem ID [TEXT]: doctor reports ID in its first ten lines, and lists the good driver as well
problem() {
	want_status 1
	all=$output
	output=$first
	want "^problem: [^:]*: $1: .*${2-}"
	want "^    cure       "
	output=$all
	want "^good: $vendors/good.icd: ok: "
}

cure() {
	want "^    cure       .*$1"
}

# --- the library ---

stage not-found
rm "$library/not-found.so"
examine
problem not-found
cure "correct the name in $vendors/not-found.icd"

stage bare
echo libthere-is-none.so.3 >"$vendors/bare.icd"
examine
problem not-found libthere-is-none.so.3
cure "libthere-is-none.so.3"

# The build directory, where its libgone is, is in its search path.
stage needs-gone needs-gone.so
sed 's/libgone\.so/libg0ne.so/' "$drivers/needs-gone.so" >"$library/needs-gone.so"
examine
problem missing-dependency libg0ne.so
want "^    missing    libg0ne.so\$"
cure "libg0ne.so"

stage nowhere tool-driver-nowhere.so
examine
problem undefined-symbol
want "^    undefined  nowhere_one ($library/nowhere.so)\$"
want "^    undefined  nowhere_two ($library/nowhere.so)\$"
want "^    note       programs can load it all the same"

stage text
echo "this is no library" >"$library/text.so"
examine
problem not-elf
cure "$library/text.so"

stage broken
head -c 300 "$library/good.so" >"$library/broken.so"
examine
problem '[a-z-]*'

stage plain
echo libm.so.6 >"$vendors/plain.icd"
examine
problem symbol-missing clGetExtensionFunctionAddress

stage foreign
printf '\177ELF\001\001\001\0\0\0\0\0\0\0\0\0\003\0\003\0' >"$library/foreign.so"
[ "$(od -An -tx1 -j4 -N1 "$clrouter" | tr -d ' ')" = 02 ] && {
	examine
	want_status 0
	want "^off: $vendors/foreign.icd: wrong-elf-class: "
}

if [ "$(id -u)" -ne 0 ]; then
	stage closed
	chmod 0 "$library/closed.so"
	examine
	problem unreadable "Permission denied"
	cure "chmod a+r $library/closed.so"
	stage closed
	chmod 0 "$vendors/closed.icd"
	examine
	problem unreadable "Permission denied"
	cure "chmod a+r $vendors/closed.icd"
fi

# --- the behaviour of the driver ---

stage crash
examine
problem crashed "it crashed with SIGSEGV, while its library was loaded"
cure '"disable = ..., crash" below \[drivers\] in /'

stage crash-platforms
examine
problem crashed "SIGSEGV, while it listed its platforms"

stage crash-devices
examine
problem crashed "SIGSEGV, while it listed its devices"

stage crash-queries
examine
problem crashed "SIGSEGV, while its devices were asked about their extensions"

# A driver that lists an extension and refuses its query is good, with a note for each such device.
stage refuses-queries
examine
want_status 0
want "^good: $vendors/refuses-queries.icd: ok: "
want "^    note       Tool GPU lists cl_khr_semaphore, but its query CL_DEVICE_SEMAPHORE_TYPES_KHR gives CL_INVALID_VALUE (-30)\$"
[ "$(printf '%s\n' "$output" | grep -c ', but its query ')" -eq 1 ] || fail "more notes than one: $output"

# Another error is not about the query.
stage lost-queries
examine
want_status 0
want "^good: $vendors/lost-queries.icd: ok: "
want_not ", but its query "

stage crash-end
examine
problem crashed "SIGSEGV, while the program ended"

stage abort
examine
problem crashed "it crashed with SIGABRT"
want "^    it said    LLVM ERROR: option registered more than once!\$"

# What a driver prints can have any length and any bytes.
stage long-line
examine
problem crashed "it crashed with SIGABRT"
want "^    it said    \.\.\.\(ä\)\{500\}\.\.\. (2096156 bytes are left out)\$"
run doctor --json
want '"text": "\.\.\.\(ä\)\{500\}\.\.\. (2096156 bytes are left out)"$'

stage many-lines
examine
problem crashed "it crashed with SIGABRT"
want "^    it said    line 99999 of a driver that does not stop to write lines\$"

stage odd-bytes
examine
problem crashed "it crashed with SIGABRT"
want '^    it said    \\xFF\\xFE?\\x1B\[2Jred\\x7F\\x09$'
run doctor --json
want '"text": "\\uFFFD\\uFFFD?\\u001B\[2Jred\\u007F\\u0009"$'

stage kill-platforms
examine
problem crashed "it crashed with SIGTERM, while it listed its platforms"

stage exit
examine
problem exited "it ended the program with status 3"

limit=1
for when in hang hang-platforms hang-devices hang-end; do
	stage $when
	examine
	problem hung "within the time limit"
	cure "clrouter doctor --timeout 6 $when"
done
unset limit

stage no-platform
examine
problem no-platform "CL_PLATFORM_NOT_FOUND_KHR (-1001)"

stage error
examine
problem platform-query-failed "CL_OUT_OF_HOST_MEMORY (-6)"

stage null-platform
examine
problem null-platform

stage no-word
examine
problem no-cl-khr-icd
cure "^\|assume_icd = yes"
want "^    cure       \[driver no-word\]\$"

stage no-device
examine
want_status 0
want "^warning: $vendors/no-device.icd: no-devices: "

# --- the file ---

stage empty
: >"$vendors/empty.icd"
examine
problem empty-file
cure "echo libNAME.so >$vendors/empty.icd"

stage comment
echo "# nothing" >"$vendors/comment.icd"
examine
problem no-library-name

stage link
ln -sf nowhere "$vendors/link.icd"
examine
problem unreadable "No such file"
cure "mv $vendors/link.icd"

stage loop
ln -sf loop.icd "$vendors/loop.icd"
examine
problem unreadable "Too many levels"
cure "mv $vendors/loop.icd"

stage fifo
rm "$vendors/fifo.icd"
mkfifo "$vendors/fifo.icd"
examine
problem not-regular-file

# --- on purpose, or by mistake ---

stage off
OPENCL_LOADER_DRIVERS_DISABLE='o*' examine
want_status 0
want "^off: $vendors/off.icd: disabled: .*: OPENCL_LOADER_DRIVERS_DISABLE\$"
cure "unset OPENCL_LOADER_DRIVERS_DISABLE"

stage hidden
OPENCL_LOADER_DRIVERS_DISABLE='Tool' examine
want_status 1
want "^problem: drivers: all-disabled: "
want "^off: $vendors/hidden.icd: disabled: "

stage nv
examine
want_status 0
want "^    note       Tool GPU is the same device as Tool GPU of $vendors/good.icd; "
want "^    note       Tool GPU is the same device as Tool GPU of $vendors/nv.icd; "
want_not "Tool CPU is"

stage twice
ln -sf "$library/good.so" "$library/twice.so"
examine
want_status 0
want "^off: $vendors/twice.icd: duplicate: .*: $vendors/good.icd\$"

stage loader
echo libOpenCL.so.1 >"$vendors/loader.icd"
if [ -e .libs/libOpenCL.so.1 ]; then
	LD_LIBRARY_PATH="$(pwd -P)/.libs" examine
	problem is-loader
	cure "write the driver's own library into $vendors/loader.icd"
fi

# A variable replaces the directory of the driver.
mkdir -p "$work/root/etc/OpenCL/vendors" "$work/elsewhere"
cp "$vendors/good.icd" "$work/root/etc/OpenCL/vendors/mine.icd"
OCL_ICD_VENDORS="$work/elsewhere" run doctor --root "$work/root" mine
want_status 1
want "^problem: mine: no-such-driver: "
want "^off: /etc/OpenCL/vendors/mine.icd: not-looked-at: OCL_ICD_VENDORS "
cure "unset OCL_ICD_VENDORS"

# Its name is another one.
mkdir -p "$work/named/etc/OpenCL/vendors"
cp "$vendors/good.icd" "$work/named/etc/OpenCL/vendors/mine.icd.bak"
(unset OCL_ICD_VENDORS; "$clrouter" doctor --root "$work/named" mine) >"$work/output"
grep -q "^off: /etc/OpenCL/vendors/mine.icd.bak: ignored-name: " "$work/output" ||
	fail "a file of another name is not told"
cp "$vendors/good.icd" "$vendors/almost.ICD"
run doctor
want "^off: $vendors/almost.ICD: ignored-name: "
rm "$vendors/almost.ICD"

run doctor nothing-of-that-name
want_status 1
want "^problem: nothing-of-that-name: no-such-driver: "
run doctor 'GOO*'
want_status 0
want "^good: $vendors/good.icd: "
want_not "loader.icd"

# --- permissions ---

if [ "$(id -u)" -ne 0 ]; then
	mkdir -p "$work/closed/dev/dri" "$work/closed/etc/OpenCL/vendors"
	stage no-platform
	cp "$vendors/no-platform.icd" "$work/closed/etc/OpenCL/vendors/gpu.icd"
	: >"$work/closed/dev/dri/renderD128"
	chmod 060 "$work/closed/dev/dri/renderD128"
	(unset OCL_ICD_VENDORS; "$clrouter" doctor --root "$work/closed") >"$work/output"
	grep -q "^    closed     /dev/dri/renderD128: you may not open it" "$work/output" ||
		fail "a device file that is closed is not told"
	grep -q "^    cure       .*\(usermod -aG\|setpriv\|--group-add\|newgrp\) " "$work/output" || fail "no cure for a closed device"
fi

# --- configuration ---

stage good
printf '[drivers\ndisable = *\n' >"$work/loader.conf"
OPENCL_LOADER_CONFIG="$work/loader.conf" examine
problem config-refused "line 1"
cure "correct line 1 of $work/loader.conf"
printf '[order]\nsorrt = name\n' >"$work/loader.conf"
OPENCL_LOADER_CONFIG="$work/loader.conf" examine
want_status 0
want '^warning: .*/loader.conf:2: configuration: unknown key "sorrt"'
OPENCL_LOADER_CONFIG="$work/nothing.conf" examine
problem unreadable "No such file"

# --- layers ---

OPENCL_LAYERS=$library/crash.so
stage crash
rm "$vendors/crash.icd"
export OPENCL_LAYERS
examine
problem crashed "a layer: it crashed with SIGSEGV"
run layers
want_status 1
want_error "it crashed with SIGSEGV while it was started"
OPENCL_LAYERS=$library/good.so examine
problem layer-symbol-missing clGetLayerInfo
unset OPENCL_LAYERS

# --- two loaders ---

if [ -e .libs/libOpenCL.so.1 ]; then
	mkdir "$work/one" "$work/two"
	cp .libs/libOpenCL.so.1 "$work/one"
	cp .libs/libOpenCL.so.1 "$work/two"
	LD_LIBRARY_PATH="$work/one:$work/two" examine
	want_status 0
	want "^warning: $work/one/libOpenCL.so.1: second-loader: "
	want "^    programs get $work/one/libOpenCL.so.1 (clrouter "
	want "^    instead of $work/two/libOpenCL.so.1 (clrouter "
	want "^    cure       nothing, if programs should get this one; for $work/two/libOpenCL.so.1:"
	want "^    cure       export LD_LIBRARY_PATH=$work/two\$"
	want_not "remove\|    cure       rm "
fi

# No child process is left running, and there is no core file.
[ ! -e core ] || fail "a core file"

finish "doctor names cause and cure"
