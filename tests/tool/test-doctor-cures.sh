#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-doctor-cures: problems for which doctor prints a command. The test makes each problem, runs
# the first command as it is printed, and runs doctor again: then the driver must be good, and no
# file that was in order may be missing or changed.
# shellcheck disable=SC1091,SC2154  # tool-lib.sh sets them
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"

export OPENCL_LOADER_CONFIG=none
stage=$work/stage
vendors=$stage/vendors
library=$stage/lib

# Root can read everything, so problems with permissions are examined as another user.
as_nobody=
if [ "$(id -u)" -eq 0 ] && setpriv --reuid=65534 --regid=65534 --clear-groups true 2>/dev/null
then
	as_nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
fi
chmod 755 "$work"

# prepare NAME [STUB]: one driver that is good, and NAME.icd, which is staged by the caller
prepare() {
	case=$1
	chmod -R u+rwx "$stage" 2>/dev/null
	rm -rf "$stage"
	mkdir -p "$vendors" "$library"
	cp "$drivers/tool-driver.so" "$library/healthy.so"
	cp "$drivers/${2-tool-driver.so}" "$library/$1.so"
	echo "$library/healthy.so" >"$vendors/healthy.icd"
	echo "$library/$1.so" >"$vendors/$1.icd"
	export OCL_ICD_VENDORS="$vendors"
	cksum "$library/healthy.so" "$vendors/healthy.icd" >"$work/sums"
}

examine() {
	# shellcheck disable=SC2086  # runner is divided at its blanks
	run doctor --timeout 20
}

# problem ID [TEXT]: doctor reports the problem ID, with TEXT
problem() {
	examine
	want "^problem: [^:]*: $1: .*${2-}"
	[ "$status" -eq 1 ] || fail "$case: status $status"
}

# The first cure of the first problem or warning, as it is printed.
first_cure() {
	printf '%s\n' "$output" | sed -n 's/^    cure       //p' | head -n 1
}

# cured [ID]: runs the command in this shell, as a user does; the driver must be good then
cured() {
	command=$(first_cure)
	[ -n "$command" ] || { fail "$case: no cure"; show; return; }
	before=$output
	eval "$command" >"$work/said" 2>&1 ||
		fail "$case: \"$command\" fails: $(cat "$work/said")"
	examine
	if printf '%s\n' "$output" | grep -q '^problem: '; then
		fail "$case: \"$command\" does not cure it"
		printf '%s\n' "$before" | sed 's/^/    before | /'
		show
	fi
	want "^good: ${1-$vendors/$case.icd}: ok: "
	cksum -c "$work/sums" >/dev/null 2>&1 ||
		[ "$(cksum "$library/healthy.so" "$vendors/healthy.icd")" = "$(cat "$work/sums")" ] ||
		fail "$case: \"$command\" changes what was healthy"
}

# fact KEY TEXT
fact() {
	want "^    $(printf '%-10s' "$1") .*$2"
}

# --- variables that name missing files ---

(
	prepare plain
	OCL_ICD_VENDORS="$vendors:$stage/nowhere"
	problem not-found
	fact variable "OCL_ICD_VENDORS names $stage/nowhere"
	cured
	prepare plain
	export OCL_ICD_FILENAMES="$stage/gone.icd:$library/gone.so:libgone-for-good.so.1"
	problem unreadable
	cured
	[ -z "${OCL_ICD_FILENAMES-}" ] || fail "OCL_ICD_FILENAMES is $OCL_ICD_FILENAMES"
	prepare plain
	OCL_ICD_FILENAMES=healthyy.so:/nonexistent examine
	fact variable 'healthyy.so, which does not exist; did you mean "healthy.so"?$'
	fact variable '/nonexistent, which does not exist$'
	OCL_ICD_VENDORS=/etc/OpenCL/vendros:$vendors examine
	fact variable '/etc/OpenCL/vendros, which does not exist; did you mean "/etc/OpenCL/vendors"?$'
	# shellcheck disable=SC2089,SC2090  # the quotes are the mistake
	export OCL_ICD_FILENAMES="\"$library/plain.so\""
	OCL_ICD_VENDORS=$stage/empty
	mkdir "$stage/empty"
	problem not-found
	fact variable "has quotes"
	cured "$library/plain.so"
	unset OCL_ICD_FILENAMES
	prepare plain
	# shellcheck disable=SC2090  # there are none now
	export OCL_ICD_FILENAMES="$vendors"
	unset OCL_ICD_VENDORS
	problem unreadable
	cured
	unset OCL_ICD_FILENAMES
	prepare plain
	export OPENCL_LOADER_CONFIG="$stage/gone.conf"
	problem unreadable
	cured
	exit "$failed"
) || failed=$((failed + 1))

# --- the content of the .icd file ---

(
	prepare quoted
	echo "\"$library/quoted.so\"" >"$vendors/quoted.icd"
	problem not-found
	fact file "quotes"
	cured
	prepare comment
	echo "$library/comment.so  # the driver" >"$vendors/comment.icd"
	problem not-found
	cured
	prepare key
	echo "library = $library/key.so" >"$vendors/key.icd"
	problem not-found
	cured
	prepare json
	printf '{\n  "ICD": {\n    "library_path": "%s"\n  }\n}\n' "$library/json.so" >"$vendors/json.icd"
	problem not-found
	fact file "JSON file"
	cured
	prepare vulkan
	printf '{ "ICD": { "library_path": "libm.so.6" } }\n' >"$vendors/vulkan.icd"
	problem not-found
	fact file "JSON file"
	cured "$vendors/healthy.icd"
	[ -e "$vendors/vulkan.icd.json" ] || fail "the JSON file is gone"
	prepare library
	mv "$library/library.so" "$vendors/library.icd"
	problem "[a-z-]*"
	fact file "is a library itself"
	cured
	prepare directory
	mkdir "$stage/drivers"
	mv "$library/directory.so" "$stage/drivers"
	echo "$stage/drivers/" >"$vendors/directory.icd"
	problem unreadable
	fact file "is a directory"
	cured
	prepare link
	ln -sf nowhere "$vendors/link.icd"
	problem unreadable
	cured "$vendors/healthy.icd"
	exit "$failed"
) || failed=$((failed + 1))

# --- the library ---

prepare truncated
head -c 9000 "$drivers/tool-driver.so" >"$library/truncated.so"
examine
want_status 1
fact file "$library/truncated.so is a truncated ELF file: it has 9000 bytes"
prepare cut tool-driver-help.so
mkdir "$stage/cut"
head -c 5000 "$drivers/libtoolhelp.so" >"$stage/cut/libtoolhelp.so"
(
	export LD_LIBRARY_PATH="$stage/cut"
	examine
	want_status 1
	fact file "$stage/cut/libtoolhelp.so is a truncated ELF file"
	exit "$failed"
) || failed=$((failed + 1))
prepare script
echo "/* GNU ld script */ INPUT(libm.so.6)" >"$library/script.so"
problem not-elf
fact file "is a linker script"

# A driver that takes the loader's functions from the program works.
prepare unlinked tool-driver-unlinked.so
examine
want_status 0
want "^good: $vendors/unlinked.icd: ok: "
fact note "it calls functions of OpenCL, such as clFinish .*without being linked to libOpenCL.so.1"
want_not "^    undefined"
# The same if the child is linked to a loader, in which the functions are found.
LD_LIBRARY_PATH=$(pwd -P)/.libs examine
want_status 0
want "^good: $vendors/unlinked.icd: ok: "
fact note "it calls functions of OpenCL, such as clFinish .*without being linked to libOpenCL.so.1"
want_not "in its table"
# The driver's own words.
prepare no-device-said
examine
want "^warning: $vendors/no-device-said.icd: no-devices: "
fact "it said" "there is no firmware for this device\$"

# --- links, architectures, and files among directories ---

(
	prepare link
	mkdir "$stage/real"
	mv "$library/link.so" "$stage/real/driver.so"
	ln -s ../real/driver.so "$library/link.so"
	mv "$vendors/link.icd" "$stage/real/file"
	ln -s "$stage/real/file" "$vendors/link.icd"
	examine
	want_status 0
	fact link "$vendors/link.icd leads to $stage/real/file\$"
	fact link "$library/link.so leads to $library/../real/driver.so\$"
	rm "$stage/real/driver.so"
	problem not-found
	fact link "$library/link.so leads to $library/../real/driver.so, which does not exist\$"
	ln -sf link.icd "$vendors/link.icd"
	problem unreadable
	fact link "$vendors/link.icd leads to $vendors/link.icd\$"
	prepare foreign
	# ELF, 32 bits, big-endian, MIPS
	{ printf '\177ELF\001\002\001'; head -c 9 /dev/zero; printf '\000\003\000\010'
		head -c 100 /dev/zero; } >"$library/foreign.so"
	examine
	want "^off: $vendors/foreign.icd: wrong-elf-class: "
	fact file "$library/foreign.so is for 32-bit MIPS, big-endian, this program is for [36][24]-bit"
	prepare directories
	printf '[loader]\nvendor_dirs = %s:%s\n' "$vendors" "$vendors/healthy.icd" >"$stage/conf"
	unset OCL_ICD_VENDORS
	export OPENCL_LOADER_CONFIG="$stage/conf"
	problem not-a-directory
	fact by "$stage/conf:2"
	run files
	want_status 1
	want "^search: $vendors/healthy.icd: not-a-directory: $stage/conf:2"
	run files --json
	want '"source": "variable"'
	run config --json
	want '"source": "variable"'
	exit "$failed"
) || failed=$((failed + 1))

# --- the word of a variable is no file ---

(
	prepare word
	export OCL_ICD_FILENAMES=/dev/null
	problem not-elf
	fact cure "name a library instead of /dev/null\$"
	fact variable "OCL_ICD_FILENAMES names it"
	OCL_ICD_FILENAMES=libc.so.6
	problem symbol-missing
	fact variable "OCL_ICD_FILENAMES names it"
	unset OCL_ICD_FILENAMES
	export OPENCL_LOADER_CONFIG="$stage"
	problem not-regular-file
	fact cure "unset OPENCL_LOADER_CONFIG  # or"
	cured
	OPENCL_LOADER_CONFIG=none
	export OCL_ICD_DEFAULT_PLATFORM=first
	examine
	want "^warning: OCL_ICD_DEFAULT_PLATFORM: configuration: "
	fact cure "unset OCL_ICD_DEFAULT_PLATFORM  # or correct its value"
	cured
	exit "$failed"
) || failed=$((failed + 1))

# --- LD_LIBRARY_PATH ---

(
	prepare shadowed tool-driver-help.so
	export LD_LIBRARY_PATH="$drivers/old"
	problem undefined-symbol
	fact undefined "and 1 more"
	fact "wrong file" "$drivers/old/libtoolhelp.so (LD_LIBRARY_PATH)"
	fact "right file" "$drivers/libtoolhelp.so"
	fact "lacks them" "$drivers/old/libtoolhelp.so"
	[ "$(printf '%s\n' "$output" | grep -c '^    undefined ')" -eq 4 ] ||
		fail "not three symbols and a count"
	cured
	[ -z "${LD_LIBRARY_PATH-}" ] || fail "LD_LIBRARY_PATH is $LD_LIBRARY_PATH"
	prepare shadowed tool-driver-help.so
	export LD_LIBRARY_PATH="/nonexistent:$drivers/old/:$drivers"
	problem undefined-symbol
	fact "wrong file" "$drivers/old/"
	cured
	[ "$LD_LIBRARY_PATH" = "/nonexistent:$drivers" ] || fail "LD_LIBRARY_PATH is $LD_LIBRARY_PATH"
	prepare text tool-driver-help.so
	mkdir "$stage/wrong"
	echo "no library" >"$stage/wrong/libtoolhelp.so"
	export LD_LIBRARY_PATH="$stage/wrong"
	problem "[a-z-]*"
	fact "wrong file" "$stage/wrong/libtoolhelp.so"
	cured
	prepare bare
	mkdir "$stage/wrong" "$stage/right"
	mv "$library/bare.so" "$stage/right/libbare-of-clrouter.so.1"
	echo "no library" >"$stage/wrong/libbare-of-clrouter.so.1"
	echo libbare-of-clrouter.so.1 >"$vendors/bare.icd"
	export LD_LIBRARY_PATH="$stage/wrong:$stage/right"
	problem not-elf
	fact "wrong file" "$stage/wrong/libbare-of-clrouter.so.1"
	cured
	exit "$failed"
) || failed=$((failed + 1))

# --- errors of the dynamic linker ---

(
	prepare newer
	sed 's/GLIBC_2\.2\.5/GLIBC_9.9.9/g; s/GLIBC_2\.17/GLIBC_9.99/g' "$drivers/tool-driver.so" >"$library/newer.so"
	if ! cmp -s "$library/newer.so" "$drivers/tool-driver.so"; then
		problem missing-dependency
		fact wanted "GLIBC_9[.9]* of libc.so.6, by $library/newer.so"
		fact there "libc.so.6 has up to GLIBC_2"
		fact missing "/.*libc.so.6: version .GLIBC_9[.9]*' not found (required by $library/newer.so)"
		want_not "missing .*clrouter: "
	fi
	exit "$failed"
) || failed=$((failed + 1))

# What a process does not have, or may not do.
(
	prepare storage tool-driver-storage.so
	problem "[a-z-]*" "static TLS block"
	fact note "storage.so needs 10485[0-9]* bytes of thread-local storage"
	fact cure "export GLIBC_TUNABLES=glibc.rtld.optional_static_tls=[0-9]*\$"
	cured
	unset GLIBC_TUNABLES
	prepare limited tool-driver-memory.so
	if ! (ulimit -S -v 400000 && "$clrouter" -V >/dev/null 2>&1); then
		echo "not tested: a limited address space, in which clrouter does not start"
	else
		ulimit -S -v 400000
		problem "[a-z-]*"
		fact limit "the address space of the process is limited to 400000 kB"
		cured
		[ "$(ulimit -v)" = unlimited ] || fail "the limit is $(ulimit -v)"
	fi
	# The marks of processor levels are for 64-bit libraries: the fifth byte is 2.
	if [ "$(uname -m)" = x86_64 ] && [ "$(od -A n -t u1 -j 4 -N 1 "$clrouter")" -eq 2 ]; then
		prepare processor tool-driver-processor.so
		problem "[a-z-]*" "CPU ISA level"
		fact cure "get a build of the driver for this processor"
	fi
	prepare stack tool-driver-stack.so
	tests/tool/tool-deny true
	if [ $? -eq 77 ]; then
		echo "not tested: an executable stack, which this kernel cannot refuse"
	else
		runner="$(pwd)/tests/tool/tool-deny"
		problem "[a-z-]*" "executable stack"
		fact cure "patchelf --clear-execstack $library/stack.so"
		runner=
	fi
	exit "$failed"
) || failed=$((failed + 1))

# A file system without the right to execute, in a mount namespace of its own.
if command -v findmnt >/dev/null && unshare -m true 2>/dev/null; then
	prepare mounted
	mkdir "$stage/noexec"
	cat >"$work/mounted.sh" <<-EOF
		mount -t tmpfs -o noexec none "$stage/noexec" || exit 77
		cp "$library/mounted.so" "$stage/noexec"
		echo "$stage/noexec/mounted.so" >"$vendors/mounted.icd"
		"$clrouter" doctor >"$work/before"
		sed -n 's/^    cure       \(mount .*\)/\1/p' "$work/before" >"$work/cure"
		sh "$work/cure"
		"$clrouter" doctor >"$work/after"
	EOF
	unshare -m sh "$work/mounted.sh"
	case $? in
	77) echo "not tested: noexec, because nothing can be mounted" ;;
	*)
		grep -q "^    mount      $stage/noexec/mounted.so is .* noexec" "$work/before" &&
			grep -q "^good: $vendors/mounted.icd" "$work/after" ||
			{ fail "noexec"; cat "$work/before" "$work/after"; } ;;
	esac
else
	echo "not tested: noexec, because there is no findmnt or no mount namespace"
fi

# --- permissions ---

permissions() {
	runner=$as_nobody
	prepare closed
	chmod -R a+rX "$stage"
	chmod 700 "$library"
	mkdir -m 755 "$stage/other"
	mv "$library/healthy.so" "$stage/other"
	echo "$stage/other/healthy.so" >"$vendors/healthy.icd"
	ln -s ../other/healthy.so "$library/healthy.so"
	cksum "$library/healthy.so" "$vendors/healthy.icd" >"$work/sums"
	chmod "$1" "$library"
	problem unreadable
	fact closed "$library: you may not look into it"
	want "^    cure       chmod a+x $library  # as root\$"
	cured
	prepare closed
	chmod -R a+rX "$stage"
	chmod "$3" "$library/closed.so"
	problem unreadable
	cured
	prepare closed
	chmod -R a+rX "$stage"
	chmod "$2" "$vendors"
	problem unreadable
	fact closed "$vendors: "
	cured
	prepare closed
	chmod -R a+rX "$stage"
	chmod "$3" "$vendors/closed.icd"
	problem unreadable
	cured
	prepare closed
	chmod -R a+rX "$stage"
	mkdir -m 755 "$stage/inner" "$stage/inner/deep"
	mv "$library/closed.so" "$stage/inner/deep"
	ln -s "$stage/inner/deep/closed.so" "$library/closed.so"
	chmod "$1" "$stage/inner"
	problem unreadable
	fact closed "$stage/inner: you may not look into it"
	cured
}
if [ -n "$as_nobody" ]; then
	(permissions 700 711 600; exit "$failed") || failed=$((failed + 1))
	(permissions 644 744 600; exit "$failed") || failed=$((failed + 1))
elif [ "$(id -u)" -ne 0 ]; then
	(permissions 000 300 000; exit "$failed") || failed=$((failed + 1))
else
	echo "skipped: permissions, because setpriv is not installed (it changes the user)"
fi

# --- device nodes that are absent or closed ---

# nodes: what doctor says of a driver without devices, with the files below $stage/root
nodes() {
	OCL_ICD_FILENAMES="$library/no-device.so" OCL_ICD_VENDORS="$stage/empty" \
		run doctor --root "$stage/root"
	want_status 0
	want "no-devices: it works, but has no device"
}
(
	prepare no-device
	mkdir -p "$stage/root/run" "$stage/root/dev" "$stage/root$stage/empty"
	chmod -R a+rX "$stage"
	unset container
	nodes
	fact devices "there is no /dev/dri/renderD\*, /dev/kfd, /dev/nvidia\*: no GPU"
	: >"$stage/root/.dockerenv"
	nodes
	fact cure "docker run --device /dev/dri --device /dev/kfd --gpus all \.\.\.  # start"
	: >"$stage/root/run/.containerenv"
	nodes
	fact cure "podman run --device /dev/dri --device /dev/kfd --device nvidia.com/gpu=all"
	rm "$stage/root/.dockerenv" "$stage/root/run/.containerenv"
	[ -n "$as_nobody" ] || exit "$failed"
	mkdir "$stage/root/dev/dri"
	: >"$stage/root/dev/dri/renderD128"
	chgrp 44 "$stage/root/dev/dri/renderD128"
	chmod 660 "$stage/root/dev/dri/renderD128"
	group=$(getent group 44 | cut -d: -f1)
	runner=$as_nobody
	nodes
	fact closed "/dev/dri/renderD128: you may not open it (mode 660, group ${group:-44})"
	fact cure "usermod -aG ${group:-44} nobody  # as root"
	runner="setpriv --reuid=4242 --regid=4242 --clear-groups"
	nodes
	fact cure "setpriv --groups 44 PROGRAM  # as root, with --reuid=4242: this user has no name"
	: >"$stage/root/.dockerenv"
	nodes
	fact cure "docker run --group-add 44 "
	chmod 600 "$stage/root/dev/dri/renderD128"
	nodes
	fact cure "chmod a+rw /dev/dri/renderD128"
	chmod 666 "$stage/root/dev/dri/renderD128"
	nodes
	want_not "^    closed\|^    devices"
	runner=
	exit "$failed"
) || failed=$((failed + 1))

# --- names that a terminal would obey ---

(
	prepare "$(printf "a\033[2J\302\233'%%b")"
	: >"$vendors/$case.icd"
	problem empty-file
	first_cure | grep -q 'printf' || fail "$case: the cure cannot be copied: $(first_cure)"
	eval "$(first_cure | sed "s|libNAME.so|$library/healthy.so|")"
	[ "$(cat "$vendors/$case.icd")" = "$library/healthy.so" ] || { fail "the cure does not name the file"; show; }
	exit "$failed"
) || failed=$((failed + 1))

# --- one file with two paths ---

(
	prepare twice
	export OCL_ICD_FILENAMES="$vendors/twice.icd"
	examine
	want_status 0
	want "^off: $vendors/twice.icd: duplicate: "
	want "^    cure       nothing: .* through $vendors/twice.icd, which is in OCL_ICD_FILENAMES\$"
	want_not "remove\|    cure       rm "
	unset OCL_ICD_FILENAMES
	cp "$vendors/twice.icd" "$vendors/twice-again.icd"
	examine
	want "^    cure       nothing: .* through $vendors/twice-again.icd\$"
	rm "$vendors/twice-again.icd"
	mkdir -p "$stage/root/etc/OpenCL/vendors" "$stage/root/usr/share/OpenCL"
	ln -s ../../../etc/OpenCL/vendors "$stage/root/usr/share/OpenCL/vendors"
	cp "$vendors/twice.icd" "$stage/root/etc/OpenCL/vendors"
	printf '[loader]\nvendor_dirs = /etc/OpenCL/vendors:/usr/share/OpenCL/vendors\n' >"$stage/conf"
	unset OCL_ICD_VENDORS
	export OPENCL_LOADER_CONFIG="$stage/conf"
	run doctor --root "$stage/root"
	want_not "remove\|    cure       rm \|rename"
	exit "$failed"
) || failed=$((failed + 1))

# --- all drivers off, or for another architecture ---

(
	prepare off
	export OPENCL_LOADER_DRIVERS_DISABLE='*'
	problem all-disabled
	cured
	unset OPENCL_LOADER_DRIVERS_DISABLE
	prepare off
	export OPENCL_LOADER_DRIVERS_DISABLE='Tool'
	problem all-disabled
	cured
	prepare off
	printf '[drivers]\ndisable = *\n' >"$stage/conf"
	OPENCL_LOADER_CONFIG="$stage/conf" examine
	want_status 1
	want "^problem: drivers: all-disabled: "
	fact by "$stage/conf:2"
	prepare off
	rm "$library"/*.so
	for name in off healthy; do
		printf '\177ELF\002\002\001\0\0\0\0\0\0\0\0\0\003\0\003\0' >"$library/$name.so"
	done
	examine
	want_status 1
	want "^problem: drivers: all-foreign: "
	mkdir -p "$stage/root/etc/OpenCL" "$stage/root$stage/empty"
	cp -R "$vendors" "$stage/root/etc/OpenCL"
	OCL_ICD_VENDORS=$stage/empty run doctor --root "$stage/root"
	want_status 1
	want "^problem: OCL_ICD_VENDORS: all-hidden: "
	want "^    cure       unset OCL_ICD_VENDORS"
	exit "$failed"
) || failed=$((failed + 1))

# --- rules that match nothing ---

# rules TEXT [VARIABLE=VALUE]: runs doctor with TEXT as loader.conf
rules() {
	printf "$1" >"$stage/conf"
	export OPENCL_LOADER_CONFIG="$stage/conf"
	examine
	want_status 0
}
(
	prepare rule
	for key in first last; do
		rules "[order]\n$key = *rule*, nvidai*, Tool\n"
		want "^warning: $stage/conf:2: rule-without-match: $key names no driver"
		fact "no match" "nvidai\\*\$"
		[ "$(printf '%s\n' "$output" | grep -c '^    no match')" -eq 1 ] || fail "$key: $output"
	done
	rules '[drivers]\ndisable = oclgrnd\nenable = nothing\n[driver gone*]\nload = yes\n'
	want "^warning: $stage/conf:2: rule-without-match: disable"
	want "^warning: $stage/conf:3: rule-without-match: enable"
	want "^warning: $stage/conf:4: rule-without-match: \[driver\]"
	rules '[loader]\nnull_platform = NVIDIA*\n'
	want "^warning: $stage/conf:2: rule-without-match: null_platform"
	rules '[loader]\nnull_platform = FIRST\n[order]\nsort = NAME\nempty = KEEP\n'
	want_not "rule-without-match\|configuration"
	OCL_ICD_PLATFORM_SORT=Devices OPENCL_LOADER_CONFIG=NONE examine
	want_not "configuration\|unreadable"
	rules '[order]\nfirst = "tool"\n'
	fact cure "without quotes"
	rules '[order]\nfirst = Tool # the best\n'
	fact cure "semicolon"
	rules '[order]\nsort = "name"\n'
	fact note "quotes are a part of the value"
	rules '[order]\nsort = name # best\n'
	fact note "begins a comment in the first column only"
	rules ''
	want_not "rule-without-match"
	OCL_ICD_DEFAULT_PLATFORM=7 examine
	want_status 0
	want "^warning: OCL_ICD_DEFAULT_PLATFORM: platform-out-of-range: .*below 2"
	OPENCL_LOADER_DRIVERS_ENABLE=pokl examine
	want "^warning: OPENCL_LOADER_DRIVERS_ENABLE: rule-without-match"
	OPENCL_LOADER_DRIVERS_DISABLE=pokl examine
	want "^warning: OPENCL_LOADER_DRIVERS_DISABLE: rule-without-match"
	# What was meant is a driver's file or library, or a platform.
	rules '[order]\nfirst = ruel, helthy.icd, Toll, tolo*, x*, q\n'
	for meant in ruel:rule helthy.icd:healthy.icd Toll:Tool 'tolo\*:Tool'; do
		fact "no match" "${meant%:*}; did you mean \"${meant#*:}\"?\$"
	done
	fact "no match" 'x\*$'
	fact "no match" 'q$'
	run doctor helthy
	want "no-such-driver: .*; did you mean \"healthy\"?\$"
	run run --only helthy --without 'Tolo' true
	want_error "^clrouter: --only helthy matches no driver .*; did you mean \"healthy\"?\$"
	want_error "^clrouter: --without Tolo matches no driver .*; did you mean \"Tool\"?\$"
	exit "$failed"
) || failed=$((failed + 1))

# --- layers that are not what was meant ---

# layers TEXT: runs doctor with TEXT as layers.conf
layers() {
	mkdir -p "$stage/conf.d"
	printf '[loader]\n' >"$stage/conf.d/loader.conf"
	printf "$1" >"$stage/conf.d/layers.conf"
	export OPENCL_LOADER_CONFIG="$stage/conf.d/loader.conf"
	examine
}
(
	prepare meant
	cp "$drivers/layer-new.so" "$library/libmine.so"
	mine="[layer mine]\nlibrary = $library/libmine.so\n"
	layers "${mine}[layers]\nload = mine, minee\n"
	want '^problem: minee: no-library-name: .*; did you mean "mine"?$'
	want "^    cure       correct the name in $stage/conf.d/layers.conf:4, or write a section \[layer minee\]"
	want_not "first line"
	layers "${mine}[layer minee]\noption.x = y\n[layers]\nload = minee\n"
	want '^problem: minee: no-library-name: .*; did you mean "mine"?$'
	want "^    cure       write \"library = FILE\", .* below the line \[layer minee\] in $stage/conf.d/layers.conf:3\$"
	want_not "rule-without-match"
	layers "${mine}[layer minee]\noption.x = y\n[layer trcae]\noption.file = x\n[layer trace]\noption.file = x\n"
	want "^warning: $stage/conf.d/layers.conf:3: rule-without-match: \[layer\] names no layer"
	fact "no match" 'minee; did you mean "mine"?$'
	fact "no match" 'trcae; did you mean "trace"?$'
	[ "$(printf '%s\n' "$output" | grep -c rule-without-match)" -eq 2 ] || { fail "$case: sections"; show; }
	# It is the name that the layer gives itself.
	layers "${mine}[layers]\nload = mine\n"
	run layers --json
	own=$(printf '%s\n' "$output" | sed -n 's/^ *"name": "\(.*\)",$/\1/p' | head -n 1)
	layers "${mine}[layers]\nload = mine\n[layer $own]\noption.x = y\n"
	want_not "rule-without-match"
	layers "${mine}[layers]\ndisable = mine, libmine.so, mein, validaton, trace, lib*\n"
	want "^warning: $stage/conf.d/layers.conf:4: rule-without-match: disable names no layer that is known\$"
	fact "no match" 'mein; did you mean "mine"?$'
	fact "no match" 'validaton; did you mean "validation"?$'
	[ "$(printf '%s\n' "$output" | grep -c '^    no match')" -eq 2 ] || { fail "$case: disable"; show; }
	layers "$mine"
	OPENCL_LOADER_LAYERS_DISABLE=minee examine
	want "^warning: OPENCL_LOADER_LAYERS_DISABLE: rule-without-match: its value names no layer"
	OPENCL_LAYER_OPTIONS=minee.a=b examine
	want "^warning: OPENCL_LAYER_OPTIONS: rule-without-match: \[layer\] names no layer"
	for meant in minee:mine libmien.so:libmine.so "$library/libCLTrase.so:libCLTrace.so"; do
		OPENCL_LAYERS=${meant%:*} examine
		want "^problem: ${meant%:*}: not-found: .*; did you mean \"${meant#*:}\"?\$"
		fact cure "unset OPENCL_LAYERS"
		run run --layer "${meant%:*}" true
		want_error "did you mean \"${meant#*:}\"?\$"
	done
	echo "$library/libmine.so" >"$stage/conf.d/mine.lay.bak"
	OPENCL_LAYER_PATH=/nonexistent::$stage/conf.d examine
	want "^off: $stage/conf.d/mine.lay.bak: ignored-name: its name does not end in .lay\$"
	# The section is there, and its library is not.
	layers "[layer mine]\nlibrary = libnone-at-all.so\n"
	OPENCL_LAYERS=mine examine
	want "^problem: mine: not-found: the library does not exist\$"
	want_not "OPENCL_LAYERS names mine, which does not exist"
	exit "$failed"
) || failed=$((failed + 1))

# The log of the library reports it too, except for the files that come with it.
if [ -e .libs/libOpenCL.so.1 ] && [ -x ./cllayerinfo ]; then
	prepare rule
	printf '[order]\nfirst = rule, "nvidia"\n[drivers]\ndisable = gone\n' >"$stage/conf"
	OPENCL_LOADER_CONFIG="$stage/conf" OPENCL_LOADER_LOG=Info,ORDER ./cllayerinfo >"$work/log" 2>&1
	grep -q "$stage/conf:2: no driver or platform matches \"nvidia\" (quotes" "$work/log" || fail "no log of first"
	grep -q "$stage/conf:4: no driver or platform matches gone (quotes" "$work/log" || fail "no log of disable"
	[ "$(grep -c 'no driver or platform matches' "$work/log")" -eq 2 ] || fail "log: $(cat "$work/log")"
	OPENCL_LOADER_DRIVERS_DISABLE=pokl OPENCL_LOADER_LOG=info ./cllayerinfo >"$work/log" 2>&1
	grep -q "OPENCL_LOADER_DRIVERS_DISABLE: no driver or platform matches pokl" "$work/log" ||
		fail "log: $(cat "$work/log")"
fi

# --- two LLVMs in a process ---

(
	prepare llvm-15
	cp "$drivers/tool-driver.so" "$library/llvm-16.so"
	cp "$drivers/tool-driver-help.so" "$library/libLLVM-15.so.1"
	cp "$drivers/tool-driver-help.so" "$library/libLLVM-16.so.1"
	examine
	want_not "other-llvm"
	echo "$library/llvm-16.so" >"$vendors/llvm-16.icd"
	examine
	want_status 0
	want "^warning: $vendors/llvm-16.icd: other-llvm: it loads another LLVM than a driver before it\$"
	fact loads "$library/libLLVM-16.so.1"
	fact but "$vendors/llvm-15.icd loads $library/libLLVM-15.so.1"
	# The line that it names, in the file that it names.
	file=$(first_cure | sed -n 's/.* in \(.*loader\.conf\)$/\1/p')
	line=$(first_cure | sed -n 's/.*"disable = \.\.\., \(.*\)" below \[drivers\].*/\1/p')
	[ "${file##*/OpenCL/}" = loader.conf ] || fail "$case: the cure names the file \"$file\""
	printf '[drivers]\ndisable = %s\n' "$line" >"$stage/loader.conf"
	OPENCL_LOADER_CONFIG=$stage/loader.conf examine
	want_not "other-llvm"
	want "^good: $vendors/llvm-15.icd: ok: "
	exit "$failed"
) || failed=$((failed + 1))

# --- a layer that ends programs ---

(
	prepare broken-layer
	mkdir -p "$stage/conf.d"
	cp "$drivers/tool-driver.so" "$library/crash.so"
	printf '[layers]\nload = %s\n' "$library/crash.so" >"$stage/conf.d/layers.conf"
	printf '[loader]\n' >"$stage/conf.d/loader.conf"
	export OPENCL_LOADER_CONFIG="$stage/conf.d/loader.conf"
	problem crashed "a layer: it crashed with SIGSEGV"
	line=$(first_cure | sed -n 's|^"disable = \.\.\., \(.*\)" below \[layers\] in .*/OpenCL/layers\.conf$|\1|p')
	[ -n "$line" ] || { fail "$case: no line for [layers]"; show; }
	printf 'disable = %s\n' "$line" >>"$stage/conf.d/layers.conf"
	examine
	want_status 0
	want_not "^problem"
	exit "$failed"
) || failed=$((failed + 1))

# --- variables that are almost right ---

(
	prepare variable
	for words in OPENCL_LAYRES:OPENCL_LAYERS OCL_ICD_VENDOR:OCL_ICD_VENDORS \
		OPENCL_VISIBLE_DEVICE:OPENCL_VISIBLE_DEVICES OPENCL_TRCE_FILE:OPENCL_TRACE_FILE; do
		export "${words%:*}=x"
		examine
		want_status 0
		want "^warning: ${words%:*}: unknown-variable: nothing reads it; did you mean \"${words#*:}\"?\$"
		eval "$(first_cure)"
		examine
		want_not "unknown-variable"
	done
	OPENCL_ROOT=/opt OPENCL_INCLUDE_DIRS=/x OPENCL_LIBRARY=/y examine
	want_not "unknown-variable"
	OPENCL_LOADER_LOG=infoo,scan,sacn:/dev/null examine
	want '^warning: OPENCL_LOADER_LOG: configuration: expected a level, found "infoo"$'
	want '^warning: OPENCL_LOADER_LOG: configuration: expected a topic, found "sacn"$'
	for good in info all,scan,vendor:/dev/null help "debug,"; do
		OPENCL_LOADER_LOG=$good examine
		want_not "configuration"
	done
	OCL_ICD_ENABLE_TRACE=Tru OCL_ICD_DEBUG=all OCL_ICD_FORCE_LEGACY_TERMINATION=yes examine
	want '^warning: OCL_ICD_ENABLE_TRACE: configuration: expected True, true, T or 1, found "Tru"; it is ignored$'
	want '^warning: OCL_ICD_DEBUG: configuration: expected a number, found "all"; it is ignored$'
	want '^warning: OCL_ICD_FORCE_LEGACY_TERMINATION: configuration: expected .*, found "yes"; it is ignored$'
	OCL_ICD_ENABLE_TRACE=0 OCL_ICD_DEBUG=15 OCL_ICD_FORCE_LEGACY_TERMINATION=False examine
	want_not "configuration"
	exit "$failed"
) || failed=$((failed + 1))

# --- variables of layers ---

(
	prepare layer
	export OPENCL_VISIBLE_DEVICES=0
	examine
	want_status 0
	want "^warning: OPENCL_VISIBLE_DEVICES: layer-not-loaded: "
	fact cure "export OPENCL_LAYERS=.*libCLDevices.so"
	eval "$(first_cure)"
	examine
	want_not "layer-not-loaded\|device-without-match"
	for good in '0,3' gpu CPU '!tool gpu' 'Tool*' 'gpu:1' 0-3 0.0 1.0-1 all 4f3a0c21 uuid:4f \
		'healthy*' '*/layer.icd' '!none, gpu'; do
		OPENCL_VISIBLE_DEVICES=$good examine
		want_not "device-without-match"
	done
	for bad in 4 accelerator 'NVIDIA*' gpu:2 7-9 '0, "gpu"' 12345678 uuid:5 2.0 0.2 1.7-9 gpu: \
		01:00.0 'cpu, cpu:9' nvidia; do
		OPENCL_VISIBLE_DEVICES=$bad examine
		want "^warning: OPENCL_VISIBLE_DEVICES: device-without-match: "
	done
	for none in none '' '!all' 7; do
		OPENCL_VISIBLE_DEVICES=$none examine
		want "^warning: OPENCL_VISIBLE_DEVICES: all-devices-hidden: it hides all 4 devices"
		fact cure "unset OPENCL_VISIBLE_DEVICES"
	done
	export OPENCL_SAME_DEVICE=fist
	want_not "layer-option"
	OPENCL_LAYERS='' examine
	want "^warning: OPENCL_SAME_DEVICE: layer-not-loaded: "
	examine
	want "^warning: OPENCL_SAME_DEVICE: layer-option: expected all or first, found \"fist\""
	eval "$(first_cure)"
	examine
	want_not "layer-option"
	export OPENCL_LAYERS=libCLTrace.so OPENCL_TRACE_FLITER='clGet*' OPENCL_TRACE_ENTRY=YES
	examine
	want "^warning: OPENCL_TRACE_FLITER: layer-option: .*did you mean \"OPENCL_TRACE_FILTER\"?"
	want_not "OPENCL_TRACE_ENTRY: layer-option"
	unset OPENCL_TRACE_FLITER OPENCL_TRACE_ENTRY
	for filter in 'clGet*' '!clGet*, clFinish' 'clCreateCommandBufferKHR'; do
		OPENCL_TRACE_FILTER=$filter examine
		want_not "layer-option"
	done
	OPENCL_TRACE_FILTER='clGet*,clFinsh' examine
	want "^warning: OPENCL_TRACE_FILTER: layer-option: .* such as clFinish, found \"clFinsh\"; ignored\$"
	export OPENCL_LAYERS=libCLCompatibility.so
	OPENCL_COMPATIBILITY_PROVIDE='all,command_buffer@Tool*' OPENCL_COMPATIBILITY_HIDE='cl_khr_fp*, 3.0+' examine
	want_not "layer-option"
	OPENCL_COMPATIBILITY_PROVIDE='all,svm' OPENCL_COMPATIBILITY_FORCE=semafore OPENCL_COMPATIBILITY_HIDE=3.0 \
		OPENCL_COMPATIBILITY_VERSIONS=cl_khr_command_buffer examine
	for found in PROVIDE:svm FORCE:semafore HIDE:3.0 VERSIONS:cl_khr_command_buffer; do
		want "^warning: OPENCL_COMPATIBILITY_${found%:*}: layer-option: expected .* or .*, found \"${found#*:}\"; ignored\$"
	done
	run run --layer compatibility --option compatibility.provide=svm true
	want_status 2
	want_error "compatibility.provide=svm: expected all, none, .* or repair, found \"svm\"\$"
	unset OPENCL_VISIBLE_DEVICES OPENCL_LAYERS
	# The PCI address, and the words in layers.conf; the variable is stronger.
	prepare good
	for good in 0000:81:1f.7 81:1F.7 '*:81:*'; do
		OPENCL_VISIBLE_DEVICES=$good examine
		want_not "device-without-match\|all-devices-hidden"
	done
	mkdir "$stage/conf.d"
	printf '[loader]\n' >"$stage/conf.d/loader.conf"
	printf '[layer devices]\nlibrary = /gone\noption.visible = gpu, gqu\n' \
		>"$stage/conf.d/layers.conf"
	export OPENCL_LOADER_CONFIG="$stage/conf.d/loader.conf"
	examine
	want "^warning: $stage/conf.d/layers.conf:3: device-without-match: "
	fact "no match" gqu
	OPENCL_VISIBLE_DEVICES=gpu examine
	want_not "device-without-match"
	# Within a platform and among all, as the loader orders them: devices without a number count.
	prepare no-device
	export OPENCL_LOADER_CONFIG=none
	OPENCL_VISIBLE_DEVICES=1.0 examine
	want "device-without-match"
	OPENCL_VISIBLE_DEVICES=0.1 examine
	want_not "device-without-match"
	exit "$failed"
) || failed=$((failed + 1))

# --- root with the files of another user ---

if [ "$(id -u)" -eq 0 ]; then
	(
		prepare kept
		unset OPENCL_LOADER_CONFIG
		export HOME="$stage/home"
		mkdir -p "$HOME/.config/OpenCL"
		printf '[drivers]\ndisable = kept\n' >"$HOME/.config/OpenCL/loader.conf"
		conf=$HOME/.config/OpenCL/loader.conf
		run files
		want "^config: $conf: ok"
		chown 65533 "$HOME"
		run files
		want "^config: $conf: untrusted: .*: $HOME belongs to user 65533$"
		run config
		want "$conf.*untrusted"
		run list
		want "kept"
		problem untrusted "$HOME belongs to user 65533"
		cured
		# A directory that is root's own has no other cure.
		export XDG_CONFIG_HOME="$HOME/.config"
		mkdir -p "$stage/home"
		chown 0 "$stage/home"
		chmod 775 "$stage/home"
		XDG_CONFIG_HOME=$stage/home/.config
		problem untrusted "$stage/home can be written by other users"
		cured
		exit "$failed"
	) || failed=$((failed + 1))
else
	echo "left out: files of another user: only root can make them"
fi

[ "$failed" -eq 0 ] || exit 1
finish "the cures cure, and harm nothing"
