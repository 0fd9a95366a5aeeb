# SPDX-License-Identifier: Apache-2.0
#
# bad-cases: files and drivers that go wrong, each between two good drivers, for whoever wants to
# know what a loader makes of them. Sourced; the caller defines
#
#	try KIND NAME PLATFORMS VERDICT VARIABLE=VALUE...
#
# which is called for each case, in a directory with the case's files: the good drivers give two
# platforms called Stub; with what is bad there are PLATFORMS of that name, "+" if there can be
# more. VERDICT is clrouter's, an identifier of reason.h ("-": none). KIND is file, layer or driver.
# A case that cannot be made here is handed to "leave_out NAME WHY".
#
# Needs $work, an empty directory, and $drivers, where the stub drivers are; they are copied from
# there, for the build may lie where another user cannot go.
# shellcheck shell=sh

# Two good drivers under names of their own, and a third for what turns out to be good.
prepare_drivers() {
	mkdir -p "$work/good" "$work/cases" "$work/drivers" || return
	cp "$drivers"/*.so "$work/drivers" || return
	drivers=$work/drivers
	for name in liba libm libz; do
		cp "$drivers/stub-icd1.so" "$work/good/$name.so" || return
	done
	cp "$drivers/layer-new.so" "$work/good/liblayer.so"
}

# A directory for the case NAME, with the good drivers, to work in.
enter_case() {
	mkdir -p "$work/cases/$1/vendors" "$work/cases/$1/layers" && cd "$work/cases/$1" || exit 1
	echo "$work/good/liba.so" >vendors/a.icd
	echo "$work/good/libz.so" >vendors/z.icd
}

# icd NAME PLATFORMS VERDICT COMMAND: COMMAND makes m.icd, or whatever it is.
icd() {
	enter_case "icd-$1"
	if (cd vendors && eval "$4") 2>error; then
		try file "icd-$1" "$2" "$3" "OCL_ICD_VENDORS=$PWD/vendors"
	else
		leave_out "icd-$1" "$(cat error)"
	fi
}

# lay NAME VERDICT COMMAND: the same for m.lay; it costs no platform.
lay() {
	enter_case "lay-$1"
	echo "$work/good/liblayer.so" >layers/z.lay
	if (cd layers && eval "$3") 2>error; then
		try layer "lay-$1" 2 "$2" "OCL_ICD_VENDORS=$PWD/vendors" "OPENCL_LAYER_PATH=$PWD/layers"
	else
		leave_out "lay-$1" "$(cat error)"
	fi
}

# conf NAME VERDICT COMMAND: the same for a configuration file, which only clrouter has.
conf() {
	enter_case "conf-$1"
	if eval "$3" 2>error; then
		try conf "conf-$1" 2 "$2" "OCL_ICD_VENDORS=$PWD/vendors" "OPENCL_LOADER_CONFIG=$PWD/m.conf"
	else
		leave_out "conf-$1" "$(cat error)"
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

# a_lot_of COUNT CHARACTER
a_lot_of() {
	head -c "$1" /dev/zero | tr '\0' "$2"
}

# at_byte OFFSET FILE: replaces what is there by standard input.
at_byte() {
	dd of="$2" bs=1 seek="$1" conv=notrunc status=none
}

# The byte that says 32 bits (1) or 64 (2), as it is in a library of the other kind.
other_class() {
	case $(od -A n -t u1 -j 4 -N 1 "$1") in
	*1) printf '\2' ;;
	*) printf '\1' ;;
	esac
}

socket() {
	python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' "$1"
}

# Between listing and opening: it comes and goes all the time.
flicker() {
	(
		for _ in $(seq 2000); do
			echo "$work/good/libm.so" >"$1"
			rm -f "$1"
		done
	) &
}

bad_icd_files() {
	m=$work/good/libm.so
	icd empty 2 empty-file ': >m.icd'
	icd blank 2 no-library-name 'printf " \t\r\n\n" >m.icd'
	icd newline 2 no-library-name 'echo >m.icd'
	icd comment 2 no-library-name 'echo "# nothing" >m.icd'
	icd commented 3 - 'printf "# a driver\n%s\n" "$m" >m.icd'
	icd crlf 3 - 'printf "%s\r\n" "$m" >m.icd'
	icd bom 3 - 'printf "\357\273\277%s\n" "$m" >m.icd'
	icd no-newline 3 - 'printf %s "$m" >m.icd'
	icd blanks 3 - 'printf "\t %s \n" "$m" >m.icd'
	icd blank-lines 3 - 'printf "\n\n%s\n\n" "$m" >m.icd'
	icd two-lines 3 - 'printf "%s\nlibnone.so\n" "$m" >m.icd'
	icd binary 2 not-text 'head -c 4096 "$m" >m.icd'
	icd nul 2 not-text 'printf "lib\0m.so\n" >m.icd'
	icd nuls 2 not-text 'head -c 100 /dev/zero >m.icd'
	icd utf-16 2 not-text 'printf "\377\376l\0i\0b\0m\0\n\0" >m.icd'
	icd invalid-utf-8 2 not-found 'printf "\377\303(lib.so\n" >m.icd'
	icd controls 2 not-found 'printf "lib\033[31m\007.so\n" >m.icd'
	icd percent 2 not-found 'printf "%%s%%n%%s%%n.so\n" >m.icd'
	icd megabyte 2 too-long 'a_lot_of 1048576 a >m.icd'
	icd megabyte-path 2 too-long '{ printf /; a_lot_of 1048576 a; } >m.icd'
	icd megabyte-blank 2 no-library-name '{ a_lot_of 1048576 " "; echo "$m"; } >m.icd'
	icd path-max 2 too-long '{ a_lot_of 4096 a; echo; } >m.icd'
	icd below-path-max 2 not-found '{ a_lot_of 4095 a; echo; } >m.icd'
	icd huge 2 not-text 'truncate -s 1T m.icd && printf /x | at_byte 0 m.icd'
	icd fifo 2 not-regular-file 'mkfifo m.icd'
	icd socket 2 not-regular-file 'socket m.icd'
	icd device 2 not-regular-file 'ln -s /dev/zero m.icd'
	icd terminal 2 not-regular-file 'ln -s /dev/tty m.icd'
	icd directory 2 not-regular-file 'mkdir m.icd'
	icd directory-link 2 not-regular-file 'ln -s . m.icd'
	icd dangling 2 unreadable 'ln -s nothing m.icd'
	icd circle 2 unreadable 'ln -s m.icd m.icd'
	icd circle-of-two 2 unreadable 'ln -s n.icd m.icd && ln -s m.icd n.icd'
	icd unreadable 2 unreadable 'echo "$m" >m.icd && chmod 0 m.icd'
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
	# Inside of the program headers: with pages missing behind them the linker itself would crash.
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
	lay empty empty-file ': >m.lay'
	lay blank no-library-name 'echo >m.lay'
	lay crlf - 'printf "%s\r\n" "$m" >m.lay'
	lay no-newline - 'printf %s "$m" >m.lay'
	lay binary not-text 'head -c 4096 "$m" >m.lay'
	lay megabyte too-long 'a_lot_of 1048576 a >m.lay'
	lay fifo not-regular-file 'mkfifo m.lay'
	lay socket not-regular-file 'socket m.lay'
	lay device not-regular-file 'ln -s /dev/zero m.lay'
	lay directory not-regular-file 'mkdir m.lay'
	lay dangling unreadable 'ln -s nothing m.lay'
	lay circle unreadable 'ln -s m.lay m.lay'
	lay unreadable unreadable 'echo "$m" >m.lay && chmod 0 m.lay'
	lay none not-found 'echo /nonexistent/layer.so >m.lay'
	lay text not-elf 'echo text >e.so && echo "$PWD/e.so" >m.lay'
	lay fifo-library not-elf 'mkfifo pipe && echo "$PWD/pipe" >m.lay'
	lay driver layer-symbol-missing 'echo "$work/good/libm.so" >m.lay'
	lay twice duplicate 'echo "$m" >m.lay && cp m.lay n.lay'
	lay many not-found 'for i in $(seq 1000); do echo "lib$i.so" >"$i.lay"; done'
	for m in no-init draft-no-deinit version-200 info-fails refuses no-table; do
		case $m in
		no-init | draft-no-deinit) verdict=layer-symbol-missing ;;
		version-200 | info-fails) verdict=layer-api-version ;;
		*) verdict=layer-init-failed ;;
		esac
		lay "layer-$m" "$verdict" 'echo "$drivers/layer-$m.so" >m.lay'
	done
}

bad_conf_files() {
	good='[order]\nsort = name\n'
	conf empty - ': >m.conf'
	conf blank - 'printf "\n \n\t\r\n" >m.conf'
	conf crlf - 'printf "[order]\r\nsort = name\r\n" >m.conf'
	conf bom - 'printf "\357\273\277$good" >m.conf'
	conf no-newline - 'printf "[order]\nsort = name" >m.conf'
	conf invalid-utf-8 - 'printf "[order]\nfirst = \377\303(\n" >m.conf'
	conf unknown - 'printf "x = 1\n[none]\ny = 2\n[order]\nz = 3\nsort = up\n" >m.conf'
	conf null-device - 'ln -s /dev/null m.conf'
	conf nul config-refused 'printf "$good\0" >m.conf'
	conf binary config-refused 'head -c 8192 "$work/good/libm.so" >m.conf'
	conf utf-16 config-refused 'printf "\377\376[\0o\0]\0" >m.conf'
	conf open-header config-refused 'printf "[order\nsort = name\n" >m.conf'
	conf second-bracket config-refused 'printf "[driver [a]\n" >m.conf'
	conf behind-header config-refused 'printf "[order] sort = name\n" >m.conf'
	conf long-header config-refused '{ printf "[driver "; a_lot_of 43 a; echo "]"; } >m.conf'
	conf long-key config-refused '{ echo "[order]"; a_lot_of 50 a; echo " = x"; } >m.conf'
	conf long-line config-refused '{ printf "[order]\nfirst = "; a_lot_of 191 a; echo; } >m.conf'
	conf no-equals config-refused 'printf "[order]\nsort\n" >m.conf'
	conf indented-key config-refused 'printf "[order]\n  sort = name\n" >m.conf'
	conf indented-first config-refused 'printf "  sort\n" >m.conf'
	conf megabyte-line config-refused 'a_lot_of 1048576 a >m.conf'
	conf too-large config-refused 'a_lot_of 1048577 "\n" >m.conf'
	conf megabyte - 'a_lot_of 1048576 "\n" >m.conf'
	conf fifo not-regular-file 'mkfifo m.conf'
	conf socket not-regular-file 'socket m.conf'
	conf device not-regular-file 'ln -s /dev/zero m.conf'
	conf directory not-regular-file 'mkdir m.conf'
	conf none unreadable ':'
	conf dangling unreadable 'ln -s nothing m.conf'
	conf circle unreadable 'ln -s m.conf m.conf'
	conf unreadable unreadable 'printf "$good" >m.conf && chmod 0 m.conf'
	conf layers-beside config-refused 'printf "$good" >m.conf && printf "[layers\n" >layers.conf'
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
}

# Every stub driver that misbehaves, between two good ones.
bad_drivers() {
	for driver in "$drivers"/odd-*.so "$drivers"/lively-*.so "$drivers"/needs-*.so \
		"$drivers"/stub-icd2.so "$drivers"/stub-sparse.so; do
		name=$(basename "$driver" .so)
		case $name in
		# These hang or end the process by themselves: nobody could do anything.
		lively-blocks-* | lively-exits) continue ;;
		esac
		enter_case "$name"
		echo "$driver" >vendors/m.icd
		try driver "$name" 2+ - "OCL_ICD_VENDORS=$PWD/vendors" "STUB_DIR=$drivers"
	done
	enter_case two-icd2
	echo "$drivers/stub-icd2.so" >vendors/b.icd
	echo "$drivers/odd-icd2.so" >vendors/c.icd
	echo "$drivers/odd-unloadable-icd2.so" >vendors/y.icd
	try driver two-icd2 2+ - "OCL_ICD_VENDORS=$PWD/vendors"
	enter_case all-bad
	rm vendors/a.icd vendors/z.icd
	for driver in count-zero list-error null-platform null-table no-list suffix-error; do
		echo "$drivers/odd-$driver.so" >"vendors/$driver.icd"
	done
	try driver all-bad 0+ - "OCL_ICD_VENDORS=$PWD/vendors"
}
