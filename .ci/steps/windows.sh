# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154  # .ci/machines sets them
#
# OpenCL.dll: built by mingw-w64 for x86-64 and i686, and for x86-64 with the C library UCRT, as MSYS2 has
# it; tested under Wine (tests/windows/run). Debian packages inih for none of them, so the stand-in is
# taken (--with-inih=own).
#
# This machine's Wine runs 64-bit programs only, because packages of another architecture are not
# installed on it. A root of the same release (.ci/root) has Wine for both word sizes, in which 32-bit
# programs run as on 64-bit Windows. If it cannot be made, only the files for i686 are checked. The
# compiler for UCRT is in Debian 13, so there is a root of that, too, with a newer Wine.

wine_packages="wine wine64 wine32:i386 binutils-mingw-w64 python3"
ucrt_packages="ccache gcc-mingw-w64-ucrt64 binutils-mingw-w64 wine wine64 python3 make opencl-c-headers gawk"

# build_windows CPU
build_windows() {
	local directory=$build/$1 host=$1-w64-mingw32 target
	mkdir -p "$directory" "$build/include" && ln -sfn /usr/include/CL "$build/include/CL" || return
	(cd "$directory" && "$root/configure" --host="$host" --with-inih=own \
		CPPFLAGS="-I$build/include" >configure.log 2>&1) ||
		fail "$directory/configure.log" "configure failed for $host" || return
	# "all" is a make of its own, which must not build the same files at the same time.
	for target in all windows-tests; do
		make -C "$directory" -j"$jobs" "$target" >>"$directory/make.log" 2>&1 ||
			fail "$directory/make.log" "the build failed for $host" || return
	done
	! grep -n 'warning:' "$directory/make.log" ||
		fail "$directory/make.log" "the compiler warns for $host"
}

# test_i686: in the root. Without one, tests/windows/run says which tests it leaves out.
test_i686() {
	local name start=$SECONDS
	# shellcheck disable=SC1091  # a file of this machine
	name=$(. /etc/os-release && echo "$VERSION_CODENAME+wine")
	# shellcheck disable=SC2086  # a list of packages
	if "$root/.ci/root" make "$name" $wine_packages >"$build/root.log" 2>&1; then
		echo "root $name: $((SECONDS - start)) s"
		"$root/.ci/root" run "$name" "$root" \
			"tests/windows/run ${build##*/}/i686 ${build##*/}/x86_64 build"
	else
		echo "i686: there is no root with a 32-bit Wine: $(tail -n 1 "$build/root.log")"
		"$root/tests/windows/run" "$build/i686" "$build/x86_64" "$root/build"
	fi
}

# test_ucrt: build and tests in the root.
test_ucrt() {
	local start=$SECONDS
	# shellcheck disable=SC2086  # a list of packages
	if ! "$root/.ci/root" make trixie+ucrt $ucrt_packages >"$build/root-ucrt.log" 2>&1; then
		echo "skipped: UCRT: there is no root with its compiler: $(tail -n 1 "$build/root-ucrt.log")"
		echo "0 passed, 0 failed, 1 skipped"
		return
	fi
	echo "root trixie+ucrt: $((SECONDS - start)) s"
	mkdir -p "$build/ucrt"
	"$root/.ci/root" run trixie+ucrt "$root" "cd ${build##*/}/ucrt && mkdir -p include &&
		ln -sfn /usr/include/CL include/CL &&
		../../configure --host=x86_64-w64-mingw32ucrt --with-inih=own \
			CPPFLAGS=-I\$PWD/include >configure.log 2>&1 &&
		for target in all windows-tests; do
			make -j$jobs \$target >>make.log 2>&1 || { tail -n 100 make.log; exit 1; }
		done &&
		! grep -n warning: make.log && ../../tests/windows/run . ../i686 ../../build"
}

# The sum of all runs. One that ends without its result is a failure.
test_windows() {
	{
		begin_part
		"$root/tests/windows/run" "$build/x86_64" "$build/i686" "$root/build"
		end_part "x86-64: tests"
		begin_part
		test_i686
		end_part "i686: tests"
		begin_part
		test_ucrt
		end_part "UCRT: configure, make and tests"
	} 2>&1 | tee "$build/tests.log"
	awk '/^[0-9]+ passed, [0-9]+ failed/ { runs++; passed += $1; failed += $3; skipped += $5 }
		END {
			failed += 3 - runs
			printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
			exit (failed > 0)
		}' "$build/tests.log"
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
	begin_part
	build_windows x86_64 && build_windows i686 || return
	end_part "x86-64 and i686: configure and make"
	test_windows
}
