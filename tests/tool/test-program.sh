#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-program: what --program and run say about a program: links, scripts, word size, and the
# libOpenCL.so.1 that it gets. Programs are built here; without a compiler those cases are skipped.
# The programs make the file "started" when they run: --program must not run them.
# shellcheck disable=SC1091,SC2154  # tool-lib.sh sets them
# shellcheck disable=SC2015,SC2086  # cc && cc || fail; lists of options
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"

mkdir "$work/vendors" "$work/bin" "$work/lib" "$work/ours"
export OPENCL_LOADER_CONFIG=none OCL_ICD_VENDORS="$work/vendors"
cp "$drivers/tool-driver.so" "$work/lib/good.so"
echo "$work/lib/good.so" >"$work/vendors/good.icd"
unset LD_LIBRARY_PATH LD_PRELOAD

# looks ARG...: files with --program ARG...
looks() {
	run files --program "$@"
}

# --- links and scripts ---

cp "$clrouter" "$work/bin/tool-1.2"
ln -s tool-1.2 "$work/bin/tool"
ln -s bin "$work/link"
ln -s round "$work/round"
looks "$work/bin/tool"
want_status 0
want_error "note: $work/bin/tool leads to $work/bin/tool-1.2: .*\[program tool-1.2\] matches and \[program tool\] does not"
looks "$work/link/tool-1.2"
want_error "leads to $work/bin/tool-1.2: \[program\] sections with a slash"
looks "$work/bin/tool-1.2"
want_no_error "leads to"
cat >"$work/p.conf" <<'END'
[program tool]
disable = good
END
export OPENCL_LOADER_CONFIG="$work/p.conf"
looks "$work/bin/tool"
want "^driver: $work/vendors/good.icd: ok: "
sed -i 's/tool/tool-1.2/' "$work/p.conf"
looks "$work/bin/tool"
want "^driver: $work/vendors/good.icd: disabled: "
PATH=$work/bin:$PATH looks tool
want "^driver: $work/vendors/good.icd: disabled: "
export OPENCL_LOADER_CONFIG=none
mkfifo "$work/fifo"
for missing in "$work/fifo" "$work/nothing" "$work/round" "" / "$work" nothing-of-that-name /dev/null; do
	looks "$missing"
	want_status 2
	want_error "^clrouter: --program $missing: "
	[ -z "$output" ] || fail "$ran: it answers all the same"
done
run list name
want_status 2
want_error '^clrouter: list takes options only, found "name"'
run version
want_error 'there is no subcommand "version"; did you mean "--version"?'
run --list
want_error 'there is no option --list; did you mean "list"?'
for option in only without layer; do
	run run --$option= true
	want_status 2
	want_error "^clrouter: --$option needs "
done
run doctor one two
want_error '^clrouter: doctor takes one name, found "two"'
for words in list doctor config layers; do
	run $words --program "$work/nothing"
	want_status 2
done

printf '#!%s -x\n' "$work/bin/tool" >"$work/bin/script"
printf '#! /usr/bin/env -S A=b -i tool -u\n' >"$work/bin/by-env"
printf '#!/usr/bin/env -Stool -u\n' >"$work/bin/attached"
printf '#!/usr/bin/env -u NAME --split-string=tool -u\n' >"$work/bin/long"
printf '#!%s\n' "$work/bin/script" >"$work/bin/nested"
printf '#!/no/interpreter\n' >"$work/bin/orphan"
printf '#!%s\n' "$work/bin/self" >"$work/bin/self"
printf '#!' >"$work/bin/short"
printf 'plain text' >"$work/bin/text"
: >"$work/bin/empty"
chmod +x "$work/bin"/*
for script in script by-env attached long nested; do
	PATH=$work/bin:$PATH looks "$work/bin/$script"
	want_status 0
	want_error "note: $work/bin/$script is a script, which $work/bin/tool-1.2 runs: "
	want_error "\[program tool\] does not"
done
printf '#!/bin/sh\n: >%s/started\n' "$work" >"$work/bin/shell"
chmod +x "$work/bin/shell"
looks "$work/bin/shell"
want_error "if the script starts another program"
looks "$work/bin/orphan"
want_status 2
want_error "/no/interpreter, which it wants to be run by: No such file"
looks "$work/bin/self"
want_status 2
cp "$clrouter" "$work/bin/locked"
chmod 644 "$work/bin/locked"
looks "$work/bin/locked"
want_error "note: $work/bin/locked cannot be started: nobody has the right to execute it"
if [ "$(id -u)" -eq 0 ]; then
	cp "$clrouter" "$work/bin/own"
	chmod 4755 "$work/bin/own"
	looks "$work/bin/own"
	want_no_error "privileges"
	chown 12345 "$work/bin/own"
	chmod 4755 "$work/bin/own"
	looks "$work/bin/own"
	want_error "note: $work/bin/own runs with elevated privileges"
else
	echo "skipped: a program of another user with a set-user-ID bit needs root"
fi
for other in short text empty; do
	looks "$work/bin/$other"
	want_status 0
	want_error "$work/bin/$other is neither an ELF program nor a script"
done

# With another root, links are resolved below it.
mkdir -p "$work/root/usr/bin" "$work/root/etc/OpenCL"
cp "$work/bin/text" "$work/root/usr/bin/real"
ln -s /usr/bin/real "$work/root/usr/bin/absolute"
ln -s ../../../../../../../usr/bin/real "$work/root/usr/bin/upwards"
for link in absolute upwards; do
	run config --json --root "$work/root" --program /usr/bin/$link
	want '^  "program": "/usr/bin/real",$'
done

# --- another loader ---

# Class, byte order and machine; when the tool is built for another machine, cc does not fit.
header() {
	od -An -tx1 -j4 -N2 "$1" && od -An -tx1 -j18 -N2 "$1"
}
can_build() {
	echo 'int main(void) { return 0; }' >"$work/try.c" &&
		cc -o "$work/try" "$work/try.c" 2>/dev/null &&
		[ "$(header "$work/try")" = "$(header "$clrouter")" ]
}

if [ -e .libs/libOpenCL.so.1 ] && can_build; then
	cp -L .libs/libOpenCL.so.1 "$work/ours/libOpenCL.so.1"
	mkdir "$work/other"
	echo 'int clGetPlatformIDs(void) { return 0; }' >"$work/other.c"
	echo 'int clGetPlatformIDs(void); int main(void) { return clGetPlatformIDs(); }' >"$work/main.c"
	echo 'int clGetPlatformIDs(void); int between(void) { return clGetPlatformIDs(); }' >"$work/between.c"
	echo 'int between(void); int main(void) { return between(); }' >"$work/far.c"
	plain="-L$work/other -l:libOpenCL.so.1"
	new="-Wl,--enable-new-dtags"
	old="-Wl,--disable-new-dtags"
	cc -shared -fPIC -Wl,-soname,libOpenCL.so.1 -o "$work/other/libOpenCL.so.1" "$work/other.c" &&
		cc -o "$work/plain" "$work/main.c" $plain &&
		cc -o "$work/runpath" "$work/main.c" $plain $new -Wl,-rpath,"$work/other" &&
		cc -o "$work/rpath" "$work/main.c" $plain $old -Wl,-rpath,"$work/other" &&
		cc -o "$work/origin" "$work/main.c" $plain $new -Wl,-rpath,"\$ORIGIN/other" &&
		cc -shared -fPIC -o "$work/other/libbetween.so" "$work/between.c" $plain &&
		cc -o "$work/far" "$work/far.c" -L"$work/other" -lbetween $old -Wl,-rpath,"$work/other" &&
		cc -o "$work/far-new" "$work/far.c" -L"$work/other" -lbetween $new \
			-Wl,-rpath,"$work/other" -Wl,--allow-shlib-undefined ||
		fail "the programs cannot be built"
	for kind in runpath:RUNPATH rpath:RPATH origin:RUNPATH far:RPATH; do
		looks "$work/${kind%:*}"
		want_error "gets another loader than clrouter's: $work/other/libOpenCL.so.1 (${kind#*:} of $work/${kind%:*})"
	done
	# A RUNPATH holds for what the program itself needs, and LD_LIBRARY_PATH comes before it.
	looks "$work/far-new"
	want_no_error "$work/other/libOpenCL.so.1"
	export LD_LIBRARY_PATH="$work/ours"
	looks "$work/runpath"
	want_error "gets a libOpenCL.so.1 of clrouter: $work/ours/libOpenCL.so.1 (LD_LIBRARY_PATH)"
	looks "$work/rpath"
	want_error "gets another loader than clrouter's: $work/other/libOpenCL.so.1 (RPATH"
	run files
	want_no_error "note:"
	if grep -q -e __asan_init -e __tsan_init "$clrouter"; then
		echo "not tested: LD_PRELOAD, in which a sanitizer's library must be the first"
	else
		LD_PRELOAD=$work/other/libOpenCL.so.1 looks "$work/plain"
		want_error "(LD_PRELOAD)"
	fi
	export LD_LIBRARY_PATH="$work/other"
	looks "$work/plain"
	want_error "gets another loader than clrouter's: $work/other/libOpenCL.so.1 (LD_LIBRARY_PATH)"
	run list
	want_error "programs get another loader than clrouter's: $work/other/libOpenCL.so.1"
	run list --json
	want '"id": "other-loader",$'
	[ -z "$error" ] || fail "$ran: the note is on standard error, too"
	run doctor --program "$work/plain"
	want "^warning: $work/plain: program-loader: "
	want_not "^warning: .*: other-loader: "
	unset LD_LIBRARY_PATH
	# Who tries a build knows which loader the system has; an installed one says it once.
	build=$clrouter
	run list
	want_no_error "another loader"
	run doctor
	want_not "other-loader"
	mkdir "$work/installed"
	cp "$build" "$work/installed/clrouter"
	clrouter=$work/installed/clrouter
	run run --only good "$work/rpath"
	want_error "^clrouter: note: $work/rpath gets another loader than clrouter's: "
	run record -o "$work/record" "$work/rpath"
	want_error "^clrouter: note: .* gets another loader .*: nothing is recorded there$"
	want_error "^clrouter: nothing was recorded: .* has another loader, as was said"
	[ "$(printf '%s\n' "$error" | grep -c "than clrouter's")" -eq 1 ] || fail "$ran: twice: $error"
	clrouter=$build

	# run
	run run --only good "$work/rpath"
	want_status 0
	want_error "gets another loader .*: --only, --without, --layer and --option do nothing there"
	run run "$work/rpath"
	want_no_error "clrouter"
	export LD_LIBRARY_PATH="$work/ours"
	run run --only good --without nothing "$work/plain"
	want_no_error "another loader"
	want_error "--without nothing matches no driver and no platform"
	run run --only Tool --without 'x*' --without /x --timeout 20 true
	want_no_error "--only Tool"
	want_error "--without x\* matches no driver"
	want_error "--without /x matches no driver"
	run run --layer /no/such.so --layer "$drivers/layer-new.so" --layer "$drivers/layer-refuses.so" true
	want_status 0
	want_error "^clrouter: --layer /no/such.so is not loaded: /no/such.so: not-found: "
	want_error "^clrouter: --layer $drivers/layer-refuses.so is not loaded: .*: layer-init-failed: "
	want_no_error "layer-new.so is not"
	OPENCL_LOADER_LAYERS_DISABLE='layer-n*' run run --layer "$drivers/layer-new.so" true
	want_error "layer-new.so is not loaded: .*: disabled: .*OPENCL_LOADER_LAYERS_DISABLE"
	# A driver can be named by its platform.
	cp "$work/lib/good.so" "$work/lib/no-device.so"
	run run --only Tool "$clrouter" list
	want "^platform: 0: Tool"
	want_no_error "note:"
	run run --without Tool "$clrouter" list
	want_not "^platform"
	run doctor Tool
	want_status 0
	want "^good: $work/vendors/good.icd: "
	unset LD_LIBRARY_PATH

	# --- another word size, no linker, damaged files ---
	printf '\177ELF\001\001\001\0\0\0\0\0\0\0\0\0\002\0\003\0' >"$work/bits"
	looks "$work/bits"
	if [ "$(od -An -tx1 -j4 -N1 "$clrouter" | tr -d ' ')" = 02 ]; then
		want_error "$work/bits is a 32-bit program: .* what 64-bit programs get"
	fi
	if cc -static -o "$work/static" "$work/main.c" "$work/other.c" 2>/dev/null; then
		looks "$work/static"
		want_error "$work/static is linked statically: it loads no libOpenCL.so.1$"
		run run --only good "$work/static"
		want_error "$work/static is linked statically: .* do nothing"
		want_no_error "another loader"
	else
		echo "skipped: no static program can be linked"
	fi
	size=$(wc -c <"$work/runpath")
	for length in 1 4 16 20 63 64 65 100 200 400 600 900 1000 2000 3000 $((size / 2)) $((size - 1)); do
		head -c "$length" "$work/runpath" >"$work/cut"
		looks "$work/cut"
		want_status 0
	done
	head -c 2000 "$work/runpath" >"$work/cut"
	looks "$work/cut"
	want_error "$work/cut is truncated: it has 2000 bytes of [0-9]*$"
else
	echo "skipped: programs with another loader; cc builds none for the machine of clrouter"
fi
[ ! -e "$work/started" ] || fail "--program started the program"

finish "the tool knows which program and loader it speaks of"
