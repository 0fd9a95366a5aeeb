#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-install: checks "make install" from the point of view of its users. Every file must be in
# its place, and no other file may be installed. A program must find the library with pkg-config
# and with CMake, and a driver must find ocl_icd.h. Files of the administrator must survive, and
# "make uninstall" must remove everything else. It installs below a DESTDIR in the build directory.

# shellcheck disable=SC2016,SC2046,SC2086  # variables of make, lists of options

srcdir=${srcdir:-.}
work=$PWD/test-install.tmp
root=$work/root
failures=0

fail() {
	echo "FAILED: $*" >&2
	failures=$((failures + 1))
}

# The variables that make sets belong to the make that runs the tests.
make_here() {
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make --no-print-directory "$@" >>"$work/log" 2>&1
}

clean_up() {
	chmod -R u+w "$work" 2>/dev/null
	rm -rf "$work"
}

# variable NAME: the value of a variable of the Makefile, with all variables in it expanded.
variable() {
	printf 'include Makefile\nprint-a-variable:\n\t@echo "$(%s)"\n' "$1" >"$work/variable.mk"
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -f "$work/variable.mk" print-a-variable
}

clean_up
mkdir -p "$root" || exit 99
trap clean_up EXIT

libdir=$(variable libdir)
includedir=$(variable includedir)
bindir=$(variable bindir)
datadir=$(variable datadir)
mandir=$(variable mandir)
sysconfdir=$(variable sysconfdir)
completionsdir=$(variable bashcompletiondir)
fishdir=$(variable fishcompletiondir)
zshdir=$(variable zshcompletiondir)
docdir=$(variable docdir)
version=$(variable PACKAGE_VERSION)
# The compiler and flags that the library was built with, which may be a sanitizer's.
CC=$(variable CC)
CFLAGS=$(variable CFLAGS)
# It may name further directories of headers.
CPPFLAGS=$(variable CPPFLAGS)

# --- a file of the administrator exists before the installation ---

mkdir -p "$root$sysconfdir/OpenCL"
echo "# mine" >"$root$sysconfdir/OpenCL/loader.conf"

make_here install DESTDIR="$root" || {
	tail -n 50 "$work/log"
	echo "make install failed" >&2
	exit 1
}

[ "$(cat "$root$sysconfdir/OpenCL/loader.conf")" = "# mine" ] ||
	fail "make install has overwritten loader.conf"

# --- the files ---

# It is built where libclang is.
rewriter=
if [ -n "$(variable CLANG_PROGRAM)" ]; then
	rewriter=$(variable pkglibexecdir)/clrouter-rewriter
fi

grep . <<EOF | sort >"$work/expected"
$rewriter
$bindir/cllayerinfo
$bindir/clrouter
$completionsdir/clrouter
$fishdir/clrouter.fish
$zshdir/_clrouter
$docdir/capture-format.md
$docdir/examples/count-layer.c
$docdir/examples/frames.c
$docdir/examples/record-menu.c
$docdir/examples/vector-add.c
$docdir/migration.md
$docdir/packaging.md
$docdir/record-format.md
$docdir/summary-format.md
$docdir/writing-a-layer.md
$datadir/OpenCL/layers.conf.d/50-shipped.conf
$datadir/OpenCL/loader.conf.d/50-order.conf
$includedir/clrouter/extension-functions.h
$includedir/clrouter/extension.h
$includedir/clrouter/functions.h
$includedir/clrouter/icd.h
$includedir/clrouter/layer.h
$includedir/clrouter/loader.h
$includedir/ocl_icd.h
$libdir/clrouter/libCLCapture.so
$libdir/clrouter/libCLCompatibility.so
$libdir/clrouter/libCLDevices.so
$libdir/clrouter/libCLLifetime.so
$libdir/clrouter/libCLRecord.so
$libdir/clrouter/libCLSanitize.so
$libdir/clrouter/libCLTrace.so
$libdir/clrouter/libCLValidation.so
$libdir/clrouter/libCLWait.so
$libdir/cmake/OpenCLICDLoader/OpenCLICDLoaderConfig.cmake
$libdir/cmake/OpenCLICDLoader/OpenCLICDLoaderConfigVersion.cmake
$libdir/libOpenCL.so
$libdir/libOpenCL.so.1
$libdir/libOpenCL.so.1.0.0
$libdir/pkgconfig/OpenCL.pc
$libdir/pkgconfig/ocl-icd.pc
$mandir/man1/cllayerinfo.1
$mandir/man1/clrouter.1
$mandir/man5/layers.conf.5
$mandir/man5/loader.conf.5
$mandir/man7/libCLCompatibility.7
$mandir/man7/libCLValidation-rules.7
$mandir/man7/libCLValidation.7
$mandir/man7/libCLSanitize.7
$mandir/man7/libCLWait.7
$mandir/man7/libOpenCL.7
$mandir/man7/opencl-layers.7
$sysconfdir/OpenCL/layers.conf
$sysconfdir/OpenCL/loader.conf
EOF
# Packages leave out libtool's .la files.
(cd "$root" && find . ! -type d ! -name '*.la') | sed 's/^\.//' | sort >"$work/found"
diff "$work/expected" "$work/found" >"$work/diff" ||
	fail "other files than expected (<: missing, >: not expected):
$(grep '^[<>]' "$work/diff")"
[ ! -e "$root$sysconfdir/OpenCL/vendors" ] || fail "the vendors directory belongs to the drivers"

# A path of the build in an installed text would be wrong everywhere else.
grep -r -I -l -F "$PWD/" "$root" --exclude='*.la' | grep . && fail "a path of the build is in these files"

# --- cllayerinfo is a name of clrouter ---

[ "$(readlink "$root$bindir/cllayerinfo")" = clrouter ] ||
	fail "cllayerinfo is no link to clrouter"
# With --program-prefix both have other names; a space in DESTDIR.
mkdir -p "$work/a b$bindir" && cp "$root$bindir/clrouter" "$work/a b$bindir/my-clrouter"
for target in install-exec-hook install-exec-hook uninstall-hook; do
	make_here $target DESTDIR="$work/a b" program_transform_name='s,^,my-,' || fail "make $target"
	[ $target = uninstall-hook ] || "$work/a b$bindir/my-cllayerinfo" -V | grep -q '^cllayerinfo (' ||
		fail "my-cllayerinfo is not cllayerinfo"
done
[ "$(ls "$work/a b$bindir")" = my-clrouter ] || fail "make uninstall leaves my-cllayerinfo"

# --- the version is the same everywhere ---

# agrees FILE SED-SCRIPT: fails unless the first line that the script prints is the version. A file
# that is not in the tarball may be missing.
agrees() {
	[ -e "$1" ] || return 0
	found=$(sed -n "$2" "$1" | head -n 1)
	[ "$found" = "$version" ] || fail "$1 says version \"$found\", configure.ac \"$version\""
}

agrees "$srcdir/NEWS" 's/^\([0-9][0-9.]*\)\( .*\)\{0,1\}$/\1/p'
# Distributions add an epoch, a revision, +b1, +nmu1, ~bpo13+1 or ubuntu1, which is removed here.
upstream_version='s/^clrouter (\([0-9]*:\)\{0,1\}\([0-9.]*[0-9]\).*/\2/p'
agrees "$srcdir/debian/changelog" "$upstream_version"
for debian_version in "$version-1" "$version-1+b1" "$version+nmu1" "$version-1~bpo13+1" \
	"$version~bpo13+1" "$version-0ubuntu1" "1:$version-2" "$version-1ubuntu1~22.04.1"; do
	echo "clrouter ($debian_version) unstable; urgency=medium" >"$work/changelog"
	agrees "$work/changelog" "$upstream_version"
done
agrees clrouter.spec 's/^Version: *//p'

node=$(sed -n 's/^OPENCL_\([0-9.]*\).*/\1/p' src/api/libOpenCL.map | tail -n 1)
[ "$(variable OPENCL_VERSION)" = "$node" ] ||
	fail "configure.ac has OPENCL_VERSION $(variable OPENCL_VERSION), the newest node is $node"

# --- programs ---

# The program calls the library that it finds at run time; no driver is needed.
cat >"$work/program.c" <<'EOF'
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

int main(void)
{
	cl_uint count = 7;

	return !(clGetPlatformIDs(0, NULL, &count) == -1001 && count == 0);
}
EOF

# runs PROGRAM METHOD: fails unless PROGRAM, which was built with METHOD, is linked to the SONAME
# that all loaders share, and runs.
runs() {
	mkdir -p "$work/no-drivers"
	if command -v readelf >/dev/null; then
		readelf -d "$1" | grep -q 'NEEDED.*\[libOpenCL.so.1\]' ||
			fail "$2: the program is not linked to libOpenCL.so.1"
	fi
	LD_LIBRARY_PATH=$root$libdir OCL_ICD_VENDORS=$work/no-drivers OPENCL_LOADER_CONFIG=none "$1" ||
		fail "$2: the program does not run"
}

# with_pkg_config ARGUMENT...: runs pkg-config for the files below DESTDIR.
with_pkg_config() {
	PKG_CONFIG_PATH='' PKG_CONFIG_LIBDIR=$root$libdir/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root \
		PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 pkg-config "$@"
}

if command -v pkg-config >/dev/null; then
	if $CC $CPPFLAGS $CFLAGS $(with_pkg_config --cflags OpenCL) -o "$work/by-pkg-config" \
		"$work/program.c" $(with_pkg_config --libs OpenCL) 2>"$work/err"; then
		runs "$work/by-pkg-config" pkg-config
	else
		fail "pkg-config: $(cat "$work/err")"
	fi
	with_pkg_config --exact-version="$node" OpenCL || fail "OpenCL.pc: version"
	# The version that PoCL requires.
	with_pkg_config --atleast-version=2.3.0 ocl-icd || fail "ocl-icd.pc: version"
	with_pkg_config --libs ocl-icd | grep -q -e -lOpenCL &&
		fail "ocl-icd.pc: a driver must not be linked to the loader"
else
	echo "not tested: OpenCL.pc and ocl-icd.pc: there is no pkg-config"
fi

if command -v cmake >/dev/null; then
	mkdir "$work/consumer"
	cat >"$work/consumer/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.10)
project(consumer C)
find_package(OpenCLICDLoader 1.2 CONFIG REQUIRED)
find_package(OpenCLICDLoader CONFIG REQUIRED)
if(NOT OpenCLICDLoader_DIR MATCHES "test-install.tmp")
  message(FATAL_ERROR "another one was found: ${OpenCLICDLoader_DIR}")
endif()
find_package(OpenCLICDLoader 9.0 CONFIG QUIET)
if(OpenCLICDLoader_FOUND)
  message(FATAL_ERROR "OpenCL 9.0 was found")
endif()
add_executable(by-cmake ../program.c)
target_link_libraries(by-cmake OpenCL::OpenCL)
EOF
	if (cd "$work/consumer" && CC=$CC CFLAGS="$CPPFLAGS $CFLAGS" cmake \
		-DOpenCLICDLoader_DIR="$root$libdir/cmake/OpenCLICDLoader" . && make_here) \
		>"$work/cmake.log" 2>&1; then
		runs "$work/consumer/by-cmake" CMake
	else
		tail -n 30 "$work/cmake.log"
		fail "CMake"
	fi
else
	echo "not tested: the CMake package: there is no cmake"
fi

# --- drivers ---

# As in PoCL: the driver defines the version macro itself, and initialises the table by position.
cat >"$work/driver.c" <<'EOF'
#define CL_TARGET_OPENCL_VERSION 300
#include <ocl_icd.h>

#if OCL_ICD_IDENTIFIED_FUNCTIONS <= 129 || OCL_ICD_API_VERSION != 1
#error too old
#endif

static cl_int CL_API_CALL get_platforms(cl_uint n, cl_platform_id *platforms, cl_uint *count)
{
	(void)n;
	(void)platforms;
	*count = 0;
	return CL_SUCCESS;
}

struct _cl_icd_dispatch table = { &get_platforms };

typedef char all_entries[sizeof(struct _cl_icd_dispatch) >=
			 (OCL_ICD_LAST_FUNCTION + 1) * sizeof(void *) ? 1 : -1];
EOF
# compile NAME: compiles NAME.c. A warning in clrouter's headers is a failure; other warnings are
# not.
compile() {
	$CC $CPPFLAGS $CFLAGS -Wall -I"$root$includedir" -c -o "$work/$1.o" "$work/$1.c" 2>"$work/err" &&
		! grep '^[^ ]*\(ocl_icd\|clrouter/[a-z]*\)\.h:.*warning' "$work/err" && return
	cat "$work/err"
	return 1
}

compile driver || fail "ocl_icd.h, as PoCL uses it"
echo '#include <ocl_icd.h>' >"$work/alone.c"
compile alone || fail "ocl_icd.h alone"

# --- make uninstall ---

echo "# mine" >"$root$sysconfdir/OpenCL/layers.conf"
make_here uninstall DESTDIR="$root" || fail "make uninstall"
(cd "$root" && find . ! -type d) | sed 's/^\.//' | sort >"$work/left"
printf '%s\n' "$sysconfdir/OpenCL/layers.conf" "$sysconfdir/OpenCL/loader.conf" |
	diff - "$work/left" >"$work/diff" ||
	fail "make uninstall (<: has removed what was not its own, >: has left): $(cat "$work/diff")"

[ "$failures" -eq 0 ]
