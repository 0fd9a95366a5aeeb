#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-release: .ci/version finds a version, date or sentence that differs in any of the files that repeat the
# version, and .ci/sbom describes a tarball with file names and contents that are hard to write down. The tree
# itself is checked by .ci/packages (.ci/version) and .ci/release.

srcdir=${srcdir:-.}
srcdir=$(cd "$srcdir" && pwd -P) || exit 99
for needed in debian/changelog doc/distributions/arch/PKGBUILD .ci/version .ci/sbom; do
	[ -e "$srcdir/$needed" ] || {
		echo "not tested: this tree is not the whole repository, it has no $needed"
		exit 77
	}
done
command -v git >/dev/null || {
	echo "not tested: git is missing"
	exit 77
}
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

fail() {
	echo "FAIL: $*"
	failed=$((failed + 1))
}

# A copy of what .ci/version reads, with a version and dates that agree, in a repository of its own: it asks git
# when a manual was changed.
day=2026-11-28
make_tree() {
	mkdir -p "$work/tree/doc" "$work/tree/.ci" && cd "$work/tree" || exit 99
	cp "$srcdir/.ci/version" .ci
	cp -R "$srcdir/configure.ac" "$srcdir/NEWS" "$srcdir/README.md" "$srcdir/clrouter.spec.in" "$srcdir/debian" .
	cp -R "$srcdir/doc/distributions" "$srcdir/doc/clrouter.1.in" doc
	version=$(sed -n 's/^AC_INIT(\[clrouter\], *\[\([0-9.]*\)\].*/\1/p' configure.ac)
	sed -i "s/^$version (.*)/$version ($day)/" NEWS
	tr '\n' ' ' <README.md | sed "s/Version [0-9.]* has not been released yet[.]//" >README.new && mv README.new README.md
	sed -i "1s/) [a-zA-Z]*;/) unstable;/; 1,/^ -- /s/^\( -- .*>\)  .*/\1  Sat, 28 Nov 2026 12:00:00 +0000/" debian/changelog
	sed -i 's/^\* .* @MAINTAINER@/* Sat Nov 28 2026 @MAINTAINER@/' clrouter.spec.in
	sed -i 's/^\.Dd .*/.Dd November 28, 2026/' doc/clrouter.1.in
	git init -q . && git add -A && GIT_COMMITTER_DATE="${day}T12:00:00Z" git -c user.name=a -c user.email=a@example.org \
		commit -q -m all || exit 99
}

# finds TEXT FILE SCRIPT: .ci/version says TEXT when sed has changed FILE by SCRIPT.
finds() {
	sed -i "$3" "$2"
	[ -n "$(git status --porcelain)" ] || fail "$2 is not changed by $3"
	if .ci/version "$version" >"$work/said" 2>&1; then
		fail "$2, changed by $3: not found"
	elif ! grep -q -F -e "$1" "$work/said"; then
		fail "$2, changed by $3: expected \"$1\", found: $(cat "$work/said")"
	fi
	git checkout -q .
}

check_version() {
	make_tree
	.ci/version "$version" >"$work/said" 2>&1 || fail "a release that is right: $(cat "$work/said")"
	.ci/version >"$work/said" 2>&1 || fail "without a version: $(cat "$work/said")"
	! .ci/version 9.9 >"$work/said" 2>&1 || fail "another version than configure.ac's"
	finds "configure.ac has 9.9.9" configure.ac "s/\[$version\]/[9.9.9]/"
	finds "NEWS has 9.9.9" NEWS "s/^$version (/9.9.9 (/"
	finds "not released" NEWS "s/^$version (.*/$version (not released)/"
	finds "neither a date" NEWS "s/^$version (.*/$version (soon)/"
	finds "README.md says" README.md 's/^/It has not been released yet. /'
	finds "debian/changelog has 9.9.9" debian/changelog '1s/(.*)/(9.9.9-1)/'
	finds "not for unstable" debian/changelog '1s/unstable/UNRELEASED/'
	finds "debian/changelog has the date 2026-11-27" debian/changelog 's/28 Nov/27 Nov/'
	finds "clrouter.spec.in has the date 2026-11-27" clrouter.spec.in 's/Nov 28/Nov 27/'
	finds "has functions of 9.9.9" debian/clrouter-libopencl1.symbols 's/OPENCL_3.1 .*/OPENCL_3.1 9.9.9/'
	finds "debian-itp.txt has 9.9.9" doc/distributions/debian-itp.txt 's/^  Version  *: .*/  Version : 9.9.9/'
	finds "PKGBUILD has 9.9.9" doc/distributions/arch/PKGBUILD 's/^pkgver=.*/pkgver=9.9.9/'
	finds "APKBUILD has no version" doc/distributions/alpine/APKBUILD '/^pkgver=/d'
	finds "meta.yaml has 9.9.9" doc/distributions/conda/meta.yaml 's/set version = ".*"/set version = "9.9.9"/'
	finds "package.py has 9.9.9" doc/distributions/spack/package.py 's/ version(".*",/ version("9.9.9",/'
	finds "clrouter.1.in has the date 2026-11-27" doc/clrouter.1.in 's/^\.Dd .*/.Dd November 27, 2026/'
}

# --- the SPDX document ---

# pack: the files of $work/pack/x as a tarball.
pack() {
	tar -C "$work/pack" -czf "$work/x.tar.gz" x
}

sbom() {
	"$srcdir/.ci/sbom" "$work/x.tar.gz" >"$work/x.json" 2>"$work/said"
}

check_sbom() {
	mkdir -p "$work/pack/x/build-aux" && cd "$work/pack/x" || exit 99
	cp "$srcdir/configure.ac" .
	echo 'Free Software Foundation, Inc.' >build-aux/missing
	printf '/* SPDX-License-Identifier: MIT */\n' >'a "b\c|d e.c'
	: >empty
	pack
	sbom || fail "sbom: $(cat "$work/said")"
	grep -q -F '"fileName":"./a \"b\\c|d e.c","SPDXID":"SPDXRef-file-1"' "$work/x.json" || fail "a name with a quote"
	grep -F '"./a ' "$work/x.json" | grep -q -F '"licenseConcluded":"MIT","licenseInfoInFiles":["MIT"]' ||
		fail "the licence that a file names"
	grep -F '"./a ' "$work/x.json" | grep -q "$(sha256sum <'a "b\c|d e.c' | cut -c 1-64)" || fail "the checksum"
	grep -F '"./build-aux/missing"' "$work/x.json" | grep -q Autoconf-exception || fail "the licence of a tool's file"
	grep -F '"./empty"' "$work/x.json" | grep -q '"licenseConcluded":"Apache-2.0"' || fail "a file without a licence"
	sbom && cp "$work/x.json" "$work/first.json" && sbom && cmp "$work/first.json" "$work/x.json" || fail "it is not the same"
	echo 'Copyright Free Software Foundation, Inc.' >other
	pack
	! sbom || fail "a file of another project without a licence"
	grep -q -F './other' "$work/said" || fail "the file of another project is not named: $(cat "$work/said")"
	echo nothing >"$work/x.tar.gz"
	! sbom || fail "no tarball"
}

check_version
check_sbom
[ "$failed" -eq 0 ] && echo "the version and the SPDX document are checked"
