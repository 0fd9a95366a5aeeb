# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154  # .ci/packages sets them
#
# Whole systems (.ci/root): the autopkgtests of debian/tests on this release of Debian; on sid, build,
# tests and lintian from the source package, as Debian's builders do it.

# The tests of debian/tests/control that are run.
system_tests="library development configuration switch first-platform"

# The dependencies of the tests, so that little has to be installed in the copy of the root.
test_packages="dpkg-dev clinfo pocl-opencl-icd python3-pyopencl gcc libc6-dev cmake make pkgconf libgl-dev
	opencl-clhpp-headers"
case " $system_tests " in
*" first-platform "*)
	test_packages="$test_packages mesa-opencl-icd oclgrind clpeak ffmpeg libviennacl-dev g++" ;;
esac

# The name of this release, if it is one of Debian.
this_release() {
	# shellcheck disable=SC1091  # a file of this machine
	(. /etc/os-release 2>/dev/null && [ "$ID" = debian ] && echo "$VERSION_CODENAME") | grep .
}

# has_root SUITE PACKAGE...: prints the reason if there is none.
has_root() {
	local start=$SECONDS
	"$tree/.ci/root" make "$@" >"$work/root.log" 2>&1 && {
		echo "root of $1: $((SECONDS - start)) s"
		return
	}
	skip "systems, $1: $(tail -n 1 "$work/root.log")"
	return 1
}

# in_system SUITE DIRECTORY COMMAND: runs the shell command in a copy of the root.
in_system() {
	"$tree/.ci/root" run "$@"
}

run_system_tests() {
	mkdir -p "$work/system/debs" && cp "$work"/one/*.deb "$work/system/debs" &&
		cp -R "$work/snapshot" "$work/system/tree" &&
		in_system "$1" "$work/system" "tree/debian/tests/run /work/debs $system_tests"
}

# A build must not need root.
sid_as_builder='setpriv --reuid=1000 --regid=1000 --clear-groups env HOME=/nonexistent
	CONFIG_SHELL=/bin/sh POCL_CACHE_DIR=/ccache/pocl'
sid_build() {
	local tests
	[ ! -e build/Makefile ] || tests=$(.ci/tests build sid | paste -sd ' ')
	mkdir "$work/sid" && cp "$work"/one/*.dsc "$work"/one/*.orig.tar.gz "$work"/one/*.debian.tar.xz \
		"$work/sid" || return
	in_system sid "$work/sid" "chown -R 1000:1000 . && $sid_as_builder dpkg-source -x *.dsc x &&
		cd x && $sid_as_builder CK_TIMEOUT_MULTIPLIER=10 DEB_BUILD_OPTIONS=parallel=$jobs \
		MAKEFLAGS='${tests:+TESTS=${tests// /\\ }}' dpkg-buildpackage -us -uc"
}

# What sid leaves out, if the tree is built here.
sid_left_out() {
	[ ! -e build/Makefile ] || .ci/tests build sid left-out | sed 's/ /: /; s/^/left out on sid: /'
}

sid_lint() {
	in_system sid "$work/sid" "lintian --allow-root --display-info --display-experimental \
		--pedantic --show-overrides *.changes" >"$work/lint"
	cat "$work/lint"
	[ -s "$work/lint" ] && ! grep -v -e "$known_lint" "$work/lint" | grep -q '^[EW]:'
}

# Newer compilers have more warnings; users should not see them.
sid_warnings() {
	! grep -i 'warning: .*\[-W' "$work/sid-build.log"
}

systems_packages() {
	local release sid_packages
	release=$(this_release) || skip "systems: this is not a release of Debian"
	# shellcheck disable=SC2086  # lists of packages
	if [ -n "$release" ] && has_root "$release" $test_packages; then
		check "$release: $system_tests" run_system_tests "$release"
	fi
	sid_packages=$(awk '/^[A-Z]/ { inside = /^Build-Depends:/ } inside && /^ [a-z]/ { print $1 }' \
		"$work/snapshot/debian/control" | tr -d , | grep -v debhelper-compat)
	# shellcheck disable=SC2086  # lists of packages
	has_root sid build-essential ccache debhelper lintian $sid_packages || return
	sid_left_out
	check "sid: build from the source package, with its tests" sid_build || return
	cp "$work/check.log" "$work/sid-build.log"
	check "sid: no warnings" sid_warnings
	check "sid: lintian" sid_lint
}
