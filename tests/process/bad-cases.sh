# SPDX-License-Identifier: Apache-2.0
#
# bad-cases: bad files and drivers, each between two good drivers, to test what a loader does with
# them. Another script sources this file and defines
#
#	try KIND NAME PLATFORMS VERDICT VARIABLE=VALUE...
#
# which is called for each case, in a directory with its files. The two good drivers have a platform
# called Stub each. With the bad file or driver, the loader must report PLATFORMS platforms of that
# name; "2+" means 2 or more. VERDICT is clrouter's verdict, an identifier of src/base/reason.h, or
# "-" for none. KIND is file, layer, conf or driver. A case that cannot be made on this system is
# passed to "leave_out NAME REASON" instead.
#
# The script that sources this file sets $source, the source tree; $work, an empty directory;
# $loader, the library; and $drivers, the directory of the stub drivers. They are copied, because
# another user may have no access to the build directory. tests/roots/bad-* has further bad files;
# the cases here need libraries that exist.
# shellcheck shell=sh
. "$source/tests/tool/roots-lib.sh"

# Copies of good drivers and layers, under names of their own.
prepare_drivers() {
	mkdir -p "$work/good/vendors" "$work/cases" "$work/drivers" || return
	cp "$drivers"/*.so "$work/drivers" || return
	drivers=$work/drivers
	for name in liba libm libz libcase; do
		cp "$drivers/stub-icd1.so" "$work/good/$name.so" || return
	done
	cp "$drivers/layer-new.so" "$work/good/liblayer.so" || return
	cp "$drivers/layer-new.so" "$work/good/libcaselayer.so" || return
	good_files "$work/good"
}

# good_files DIRECTORY: the good drivers, in vendors/.
good_files() {
	echo "$work/good/liba.so" >"$1/vendors/a.icd"
	echo "$work/good/libz.so" >"$1/vendors/z.icd"
}

# A directory for the case NAME, with the good drivers, to work in.
enter_case() {
	mkdir -p "$work/cases/$1/vendors" "$work/cases/$1/layers" && cd "$work/cases/$1" || exit 1
	good_files .
}

# icd NAME PLATFORMS VERDICT COMMAND: COMMAND makes m.icd, or other files, in the vendor directory.
icd() {
	enter_case "icd-$1"
	if (cd vendors && eval "$4") 2>error; then
		try file "icd-$1" "$2" "$3" "OCL_ICD_VENDORS=$PWD/vendors"
	else
		leave_out "icd-$1" "$(cat error)"
	fi
}

# lay NAME VERDICT COMMAND: the same for m.lay. Both platforms must be there.
lay() {
	enter_case "lay-$1"
	echo "$work/good/liblayer.so" >layers/z.lay
	if (cd layers && eval "$3") 2>error; then
		try layer "lay-$1" 2 "$2" "OCL_ICD_VENDORS=$PWD/vendors" "OPENCL_LAYER_PATH=$PWD/layers"
	else
		leave_out "lay-$1" "$(cat error)"
	fi
}

# variable NAME PLATFORMS VERDICT VARIABLE=VALUE...
variable() {
	name=$1
	platforms=$2
	verdict=$3
	shift 3
	enter_case "variable-$name"
	try file "variable-$name" "$platforms" "$verdict" "OCL_ICD_VENDORS=$PWD/vendors" "$@"
}

# a_lot_of COUNT CHARACTER: prints CHARACTER COUNT times.
a_lot_of() {
	head -c "$1" /dev/zero | tr '\0' "$2"
}

# at_byte OFFSET FILE: overwrites the bytes from OFFSET on with standard input.
at_byte() {
	dd of="$2" bs=1 seek="$1" conv=notrunc status=none
}

# other_class FILE: the ELF class of the other word size, 1 for 32 bits or 2 for 64 bits.
other_class() {
	case $(od -A n -t u1 -j 4 -N 1 "$1") in
	*1) printf '\2' ;;
	*) printf '\1' ;;
	esac
}

# flicker FILE: makes and removes FILE in a loop, so that it may be gone between listing and
# opening.
flicker() {
	(
		for _ in $(seq 2000); do
			echo "$work/good/libm.so" >"$1"
			rm -f "$1"
		done
	) &
}

# The verdicts in the file "expect" of $root: "FILE VERDICT" for each file. Of the libraries that
# the files name, only libcase.so and libcaselayer.so exist here.
expected_verdicts() {
	file='^[a-z]*: /etc/OpenCL/\([^:]*\)'
	LC_ALL=C sed -n -e "s|$file: ok\$|\1 -|p; t" -e "s|$file: ok: libcase.*|\1 -|p; t" \
		-e "s|$file: ok: .*|\1 not-found|p; t" -e "s|$file: \([a-z0-9-]*\): .*|\1 \2|p" \
		"$root/expect"
}

# try_expected FILE VERDICT: uses the file as a program would, in its directory.
try_expected() {
	case $1 in
	vendors/m.icd)
		platforms=2
		[ "$2" != - ] || platforms=3
		try file "icd-${root##*/bad-}" $platforms "$2" "OCL_ICD_VENDORS=$PWD/vendors" \
			"LD_LIBRARY_PATH=$work/good"
		;;
	layers/m.lay)
		try layer "lay-${root##*/bad-}" 2 "$2" "OCL_ICD_VENDORS=$work/good/vendors" \
			"OPENCL_LAYER_PATH=$PWD/layers" "LD_LIBRARY_PATH=$work/good"
		;;
	*.conf)
		try conf "conf-${root##*/bad-}-${1##*/}" 2 "$2" "OCL_ICD_VENDORS=$work/good/vendors" \
			"OPENCL_LOADER_CONFIG=$PWD/$1"
		;;
	esac
}

bad_roots() {
	for root in "$source"/tests/roots/bad-*; do
		here=$work/cases/${root##*/}
		copy_root "$root" "$here" 2>"$work/error" && cd "$here/etc/OpenCL" || {
			leave_out "${root##*/}" "$(cat "$work/error")"
			continue
		}
		mkdir -p vendors layers
		good_files .
		echo "$work/good/liblayer.so" >layers/z.lay
		# shellcheck disable=SC2046  # words without blanks
		set -- $(expected_verdicts)
		while [ $# -gt 1 ]; do
			try_expected "$1" "$2"
			shift 2
		done
	done
}

bad_icd_files() {
	m=$work/good/libm.so
	icd vanishing 2+ - 'flicker m.icd'
	icd many 2 not-found 'for i in $(seq 10000); do echo "lib$i.so" >"$i.icd"; done'
	icd long-name 3 - 'echo "$m" >"$(a_lot_of 251 m).icd"'
	icd strange-name 3 - 'echo "$m" >"$(printf "\033[2J\n m").icd"'
	icd only-suffix 2 - 'echo "$m" >.icd'
	icd backup 2 - 'for i in m.icd~ m.icd.dpkg-new .m.icd.swp m.icd.rpmsave; do echo "$m" >"$i"; done'
	icd twice 3 duplicate 'echo "$m" >m.icd && cp m.icd n.icd'
}

bad_libraries() {
	icd library-none 2 not-found 'echo /nonexistent/lib.so >m.icd'
	icd library-bare 2 not-found 'echo libnonexistent.so >m.icd'
	icd library-quoted 2 not-found 'echo "\"$m\"" >m.icd'
	icd library-directory 2 unreadable 'echo "$PWD" >m.icd'
	icd library-slash 2 unreadable 'echo / >m.icd'
	icd library-empty 2 not-elf ': >e.so && echo "$PWD/e.so" >m.icd'
	icd library-text 2 not-elf 'echo text >e.so && echo "$PWD/e.so" >m.icd'
	# Truncated in the program headers. If the file ended after them, the dynamic linker would
	# crash.
	icd library-cut 2 load-failed 'head -c 200 "$m" >e.so && echo "$PWD/e.so" >m.icd'
	icd library-ident 2 not-elf 'head -c 20 "$m" >e.so && echo "$PWD/e.so" >m.icd'
	icd library-class 2 wrong-elf-class \
		'cp "$m" e.so && other_class "$m" | at_byte 4 e.so && echo "$PWD/e.so" >m.icd'
	icd library-order 2 wrong-elf-class \
		'cp "$m" e.so && printf "\2" | at_byte 5 e.so && echo "$PWD/e.so" >m.icd'
	icd library-machine 2 wrong-elf-class \
		'cp "$m" e.so && printf "\050\0" | at_byte 18 e.so && echo "$PWD/e.so" >m.icd'
	icd library-program 2 - 'echo /bin/true >m.icd'
	icd library-libc 2 symbol-missing 'echo libc.so.6 >m.icd'
	icd library-fifo 2 not-elf 'mkfifo pipe && echo "$PWD/pipe" >m.icd'
	icd library-device 2 not-elf 'echo /dev/zero >m.icd'
	icd library-unreadable 2 unreadable 'cp "$m" e.so && chmod 0 e.so && echo "$PWD/e.so" >m.icd'
	icd library-relative 3 - 'mkdir sub && cp "$m" sub/e.so && echo sub/e.so >m.icd'
	icd library-loader 2 is-loader 'echo libOpenCL.so.1 >m.icd'
	icd library-loader-copy 2 is-loader \
		'cp -L "$loader" libOpenCL.so.1 && echo "$PWD/libOpenCL.so.1" >m.icd'
	icd library-own-icd 2 not-elf 'echo "$PWD/m.icd" >m.icd'
}

bad_lay_files() {
	m=$drivers/layer-new.so
	lay none not-found 'echo /nonexistent/layer.so >m.lay'
	lay text not-elf 'echo text >e.so && echo "$PWD/e.so" >m.lay'
	lay fifo-library not-elf 'mkfifo pipe.so && echo "$PWD/pipe.so" >m.lay'
	lay driver layer-symbol-missing 'echo "$work/good/libm.so" >m.lay'
	lay twice duplicate 'echo "$m" >m.lay && cp m.lay n.lay'
	lay many not-found 'for i in $(seq 10000); do echo "/nonexistent/$i.so" >"$i.lay"; done'
	for m in no-init draft-no-deinit 200-old version-300 info-fails refuses no-table; do
		case $m in
		no-init | draft-no-deinit | 200-old) verdict=layer-symbol-missing ;;
		version-300 | info-fails) verdict=layer-api-version ;;
		*) verdict=layer-init-failed ;;
		esac
		lay "layer-$m" "$verdict" 'echo "$drivers/layer-$m.so" >m.lay'
	done
}

bad_variables() {
	none=/nonexistent
	variable filenames 2 not-found "OCL_ICD_FILENAMES=$none/a.so:$none:b.so::"
	variable filenames-icd 2 unreadable "OCL_ICD_FILENAMES=$none/a.icd"
	variable filenames-long 2 too-long "OCL_ICD_FILENAMES=$(a_lot_of 100000 a)"
	variable layers 2 not-found "OPENCL_LAYERS=$none/a.so:$none"
	variable layers-empty 2 - "OPENCL_LAYERS=:::"
	variable layers-long 2 too-long "OPENCL_LAYERS=/$(a_lot_of 100000 a)"
	variable layers-driver 2 layer-symbol-missing "OPENCL_LAYERS=$work/good/libm.so"
	variable layer-path 2 - "OPENCL_LAYER_PATH=$none:/dev/null:"
	variable platform-sort 2 - "OCL_ICD_PLATFORM_SORT=upwards"
	variable default-platform 2 - "OCL_ICD_DEFAULT_PLATFORM=99999999999999999999"
	variable fifo 2 not-elf "OCL_ICD_FILENAMES=$work/fifo"
	variable fifo-library 2 not-elf "OCL_ICD_FILENAMES=$work/libfifo.so"
	variable layers-fifo 2 not-elf "OPENCL_LAYERS=$work/libfifo.so"
}

# Every faulty stub driver between two good ones.
bad_drivers() {
	for driver in "$drivers"/faulty-*.so "$drivers"/reentrant-*.so "$drivers"/needs-*.so \
		"$drivers"/stub-icd2.so "$drivers"/stub-sparse.so; do
		name=$(basename "$driver" .so)
		case $name in
		# These block or end the process; no loader can prevent that.
		reentrant-blocks-* | reentrant-exits) continue ;;
		esac
		enter_case "$name"
		echo "$driver" >vendors/m.icd
		try driver "$name" 2+ - "OCL_ICD_VENDORS=$PWD/vendors" "STUB_DIR=$drivers"
	done
	enter_case two-icd2
	echo "$drivers/stub-icd2.so" >vendors/b.icd
	echo "$drivers/faulty-icd2.so" >vendors/c.icd
	echo "$drivers/faulty-unloadable-icd2.so" >vendors/y.icd
	try driver two-icd2 2+ - "OCL_ICD_VENDORS=$PWD/vendors"
	enter_case all-bad
	rm vendors/a.icd vendors/z.icd
	for driver in count-zero list-error null-platform null-table no-list suffix-error; do
		echo "$drivers/faulty-$driver.so" >"vendors/$driver.icd"
	done
	try driver all-bad 0+ - "OCL_ICD_VENDORS=$PWD/vendors"
}
