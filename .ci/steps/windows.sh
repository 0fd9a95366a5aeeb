# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154  # .ci/machines sets them
#
# OpenCL.dll: built by mingw-w64 for x86-64 and i686, and tested under Wine (tests/windows/run). Debian
# packages inih for neither of them, so the stand-in is taken (--with-inih=own).

# build_windows DIRECTORY HOST TARGET...
build_windows() {
	local directory=$build/$1 host=$2 target
	shift 2
	mkdir -p "$directory" "$build/include" && ln -sfn /usr/include/CL "$build/include/CL" || return
	(cd "$directory" && CONFIG_SHELL=/bin/sh /bin/sh "$root/configure" --host="$host" \
		--with-inih=own CPPFLAGS="-I$build/include" >configure.log 2>&1) ||
		fail "$directory/configure.log" "configure failed for $host" || return
	# "all" is a make of its own, which must not build the same files at the same time.
	for target; do
		make -C "$directory" -j"$jobs" "$target" >>"$directory/make.log" 2>&1 ||
			fail "$directory/make.log" "the build failed for $host" || return
	done
	! grep -n 'warning:' "$directory/make.log" ||
		fail "$directory/make.log" "the compiler warns for $host"
}

windows() {
	local compiler
	for compiler in x86_64-w64-mingw32-gcc i686-w64-mingw32-gcc wine; do
		command -v $compiler >/dev/null || install mingw-w64 wine wine64
		command -v $compiler >/dev/null && continue
		echo "skipped: windows: there is no $compiler, and it cannot be installed"
		echo "0 passed, 0 failed, 1 skipped"
		return
	done
	build_windows x86_64 x86_64-w64-mingw32 all windows-tests &&
		build_windows i686 i686-w64-mingw32 OpenCL.dll libOpenCL.dll.a tests/windows/alpha.dll \
			libCLDevices.la libCLLifetime.la libCLTrace.la libCLValidation.la &&
		"$root/tests/windows/run" "$build/x86_64" "$build/i686" "$root/build"
}
