# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154  # .ci/machines and .ci/recipes set $root, $build and $jobs
#
# Libraries for musl, another C library; the build and tests with them.

# fetch_sources: the tarballs of inih and check, from the first of these releases of Debian that has
# both, because no package of them is built for musl. They are cached.
fetch_sources() {
	local kept state=$build/sources suite
	kept=$("$root/.ci/root" cache)/sources || kept=$build/kept
	if [ ! -e "$kept/complete" ]; then
		mkdir -p "$kept" "$state/lists/partial" "$state/cache/archives/partial"
		touch "$state/status"
		for suite in stable oldstable testing unstable; do
			echo "deb-src http://deb.debian.org/debian $suite main" >"$state/sources.list"
			rm -f "$kept"/*
			(cd "$kept" && apt_source update && apt_source source --download-only libinih check) &&
				touch "$kept/complete" && break
		done
	fi
	[ -e "$kept/complete" ] && cp "$kept"/*.orig.tar.* "$build"
}

apt_source() {
	apt-get -q -o Dir::State="$state" -o Dir::State::status="$state/status" \
		-o Dir::Cache="$state/cache" -o Dir::Etc::sourcelist="$state/sources.list" \
		-o Dir::Etc::sourceparts=/dev/null -o APT::Sandbox::User="$(id -un)" "$@" \
		>>"$build/apt.log" 2>&1
}

# build_libraries: inih and check into $build/root, with this system's headers of OpenCL and of the
# kernel, which do not depend on the C library.
build_libraries() {
	local to=$build/root directory
	mkdir -p "$to/include" "$to/lib" "$to/kernel" "$build/inih" "$build/check" &&
		tar -C "$build/inih" --strip-components=1 -xf "$build"/libinih_*.orig.tar.* &&
		tar -C "$build/check" --strip-components=1 -xf "$build"/check_*.orig.tar.* &&
		cp -R /usr/include/CL "$to/include/" || return
	for directory in linux asm-generic "$(gcc -print-multiarch)/asm"; do
		cp -R "/usr/include/$directory" "$to/kernel/" || return
	done
	musl-gcc -O2 -fPIC -c "$build/inih/ini.c" -o "$build/inih/ini.o" &&
		ar rcs "$to/lib/libinih.a" "$build/inih/ini.o" &&
		cp "$build/inih/ini.h" "$to/include/" &&
		cd "$build/check" && CC=musl-gcc sh ./configure --disable-shared --disable-subunit \
		--disable-build-docs && make -j"$jobs" -C lib && make -j"$jobs" -C src &&
		cp check_stdint.h src/check.h "$to/include/" &&
		cp src/.libs/libcheck.a lib/.libs/libcompat.a "$to/lib/"
}

musl() {
	command -v musl-gcc >/dev/null || install musl-tools ||
		fail "$build/apt.log" "no musl-gcc, and it cannot be installed" || return
	fetch_sources || {
		echo "skipped: musl: the sources of inih and check cannot be fetched: $(tail -n 1 "$build/apt.log")"
		echo "0 passed, 0 failed, 1 skipped"
		return
	}
	(build_libraries) >"$build/libraries.log" 2>&1 ||
		fail "$build/libraries.log" "inih and check cannot be built with musl" || return
	build_tree musl --without-rewriter CC=musl-gcc CFLAGS="-g -O2" \
		CPPFLAGS="-I$build/root/include -idirafter $build/root/kernel" \
		LDFLAGS="-L$build/root/lib" CHECK_CFLAGS="-I$build/root/include" \
		CHECK_LIBS="-L$build/root/lib -lcheck -lcompat -pthread -lrt -lm" && run_tests
}
