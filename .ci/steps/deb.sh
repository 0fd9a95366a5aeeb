# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154  # .ci/packages sets them
#
# The Debian packages, built on this system from a source package.

deb_names="clrouter clrouter-common clrouter-layers clrouter-libopencl1 clrouter-ocl-icd-compat
	clrouter-opencl-dev clrouter-rewriter"

# From the tarball and debian/, as a maintainer in Debian does it.
source_package() (
	version=$(dpkg-parsechangelog -l "$work/snapshot/debian/changelog" -S Version)
	mkdir "$work/one" && cd "$work/one" && cp "$(tarball)" "clrouter_${version%-*}.orig.tar.gz" &&
		tar -xzf "clrouter_${version%-*}.orig.tar.gz" &&
		cp -R "$work/snapshot/debian" "clrouter-${version%-*}" &&
		dpkg-source --build "clrouter-${version%-*}"
)

# build_debs TREE ARGUMENT...
build_debs() (
	cd "$1" && export DEB_BUILD_PROFILES=nocheck && dpkg-buildpackage -us -uc "${@:2}"
)

first_build() {
	DEB_BUILD_OPTIONS="nocheck parallel=$jobs" remembering build_debs "$work"/one/clrouter-*/
}

# The tree instead of the source package, with another path, umask, time, time zone, locale, home
# directory, and order of make. Turkish, if the locale is available, because its capital of i is not I.
# What it compiles is remembered apart from what the first build compiles: both have compiled each file.
second_build() (
	umask 027
	place=$work/two/another-place-with-a-longer-name
	export HOME=/nonexistent TZ=Pacific/Chatham LC_ALL=C.UTF-8 LANGUAGE=tr USER=other
	mkdir -p "$work/locales" &&
		localedef -i tr_TR -f UTF-8 "$work/locales/tr_TR.UTF-8" 2>/dev/null &&
		export LOCPATH=$work/locales LC_ALL=tr_TR.UTF-8
	export CCACHE_NAMESPACE=second-build
	copy_tree "$place/x" &&
		DEB_BUILD_OPTIONS="nocheck parallel=1" remembering build_debs "$place/x" -b &&
		mv "$place"/*.deb "$work/two"
)

same_debs() {
	local deb
	for deb in "$work"/one/*.deb; do
		cmp "$deb" "$work/two/${deb##*/}" || return
	done
	[ "$(cd "$work/one" && echo *.deb)" = "$(cd "$work/two" && echo *.deb)" ]
}

# All reports of lintian are shown; an error or a warning needs an override with a reason. The report
# that announces the package has no number yet (.ci/contact release asks for it).
known_lint='^W: [^ ]*: initial-upload-closes-no-bugs '
lint_debs() {
	lintian --allow-root --display-info --display-experimental --pedantic --show-overrides \
		"$work"/one/clrouter_*.changes >"$work/lint" || true
	cat "$work/lint"
	! grep -v -e "$known_lint" "$work/lint" | grep -q '^[EW]:'
}

deb() {
	echo "$work"/one/"$1"_[0-9]*.deb
}

deb_files() {
	dpkg-deb --fsys-tarfile "$(deb "$1")" | tar -t | grep -v '/$' | sed 's/^\.//'
}

deb_field() {
	dpkg-deb --field "$(deb "$1")" "$2"
}

# deb_has PACKAGE PATTERN...: a file for each.
deb_has() {
	deb_files "$1" >"$work/files"
	lists_all "$@"
}

deb_contents() {
	local lib='/usr/lib/[^/]*' man=/usr/share/man doc=/usr/share/doc/clrouter-opencl-dev
	deb_has clrouter-libopencl1 "$lib/libOpenCL.so.1" "$lib/libOpenCL.so.1.0.0" \
		"$man/man7/libOpenCL.7.gz" '/usr/share/doc/.*/README.Debian\(.gz\)*' &&
		deb_has clrouter-common /etc/OpenCL/loader.conf /etc/OpenCL/layers.conf \
			/usr/share/OpenCL/loader.conf.d/50-order.conf \
			"$man/man5/loader.conf.5opencl.gz" "$man/man5/layers.conf.5opencl.gz" &&
		deb_has clrouter-opencl-dev "$lib/libOpenCL.so" "$lib/pkgconfig/OpenCL.pc" \
			"$lib/pkgconfig/ocl-icd.pc" /usr/include/ocl_icd.h \
			/usr/include/clrouter/layer.h "$lib/cmake/OpenCLICDLoader/.*Config.cmake" \
			"$doc/examples/count-layer.c" "$doc/writing-a-layer.md\(.gz\)*" &&
		deb_has clrouter /usr/bin/clrouter /usr/bin/cllayerinfo "$man/man1/clrouter.1.gz" \
			"$man/man1/cllayerinfo.1.gz" /usr/share/bash-completion/completions/clrouter \
			/usr/share/zsh/vendor-completions/_clrouter \
			/usr/share/fish/vendor_completions.d/clrouter.fish &&
		deb_has clrouter-rewriter /usr/libexec/clrouter/clrouter-rewriter &&
		deb_has clrouter-layers "$lib/clrouter/libCLTrace.so" \
			"$lib/clrouter/libCLLifetime.so" "$lib/clrouter/libCLDevices.so" \
			"$lib/clrouter/libCLRecord.so" "$lib/clrouter/libCLValidation.so" \
			"$lib/clrouter/libCLCapture.so" "$lib/clrouter/libCLSanitize.so" \
			"$man/man7/libCLSanitize.7.gz" \
			"$man/man7/opencl-layers.7.gz" "$man/man7/libCLValidation.7.gz" \
			"$man/man7/libCLValidation-rules.7.gz" \
			"$lib/clrouter/libCLCompatibility.so" "$man/man7/libCLCompatibility.7.gz" \
			"$lib/clrouter/libCLWait.so" "$man/man7/libCLWait.7.gz"
}

# No file is in two packages, belongs to drivers, or is in systemd-boot's package too.
deb_owners() {
	local package
	for package in $deb_names; do
		deb_files "$package"
	done | sort >"$work/files"
	! uniq -d "$work/files" | grep . &&
		! grep -e /OpenCL/vendors -e 'loader\.conf\.5\.gz' "$work/files"
}

# Files that architectures share have to be the same in all, or dpkg refuses the second package.
deb_multiarch() {
	local package triplet
	triplet=$(dpkg-architecture --query DEB_HOST_MULTIARCH)
	for package in $deb_names; do
		[ "$(deb_field "$package" Multi-Arch)" = same ] || continue
		rm -rf "$work/unpacked"
		dpkg-deb --extract "$(deb "$package")" "$work/unpacked" &&
			find "$work/unpacked/usr/share" -name '*.gz' -exec gzip -d {} + || return
		[ ! -d "$work/unpacked/usr/include" ] || mv "$work/unpacked/usr/include" \
			"$work/unpacked/usr/share"
		! grep -r -e "$triplet" "$work/unpacked/usr/share" || return
	done
}

# dpkg knows from these fields alone that only one of several loaders can be installed.
deb_relations() {
	local name
	for name in libopencl1 libopencl-{1.1,1.2,2.0,2.1,2.2,3.0}-1; do
		deb_field clrouter-libopencl1 Provides | grep -q -w -F "$name" || return
	done
	[ "$(deb_field clrouter-libopencl1 Conflicts)" = libopencl1 ] &&
		[ "$(deb_field clrouter-libopencl1 Replaces)" = libopencl1 ] &&
		[ "$(deb_field clrouter-libopencl1 Multi-Arch)" = same ] &&
		[ "$(deb_field clrouter-layers Multi-Arch)" = same ] &&
		[ "$(deb_field clrouter-common Multi-Arch)" = foreign ] &&
		deb_field clrouter-libopencl1 Static-Built-Using | grep -q '^libinih (= ' &&
		deb_field clrouter-libopencl1 Depends | grep -q -w libc6 &&
		! deb_field clrouter-libopencl1 Depends | grep -q inih
}

# A program depends on any loader that has the newest function that the program uses.
deb_symbols() {
	dpkg-deb --ctrl-tarfile "$(deb clrouter-libopencl1)" | tar -xO ./symbols >"$work/symbols" &&
		grep -q '^libOpenCL.so.1 clrouter-libopencl1 #MINVER# | libopencl1$' "$work/symbols" &&
		grep -q '^ clCreateSubDevices@OPENCL_1.2 0.1.0 2$' "$work/symbols" &&
		[ "$(grep -c '^ cl' "$work/symbols")" -eq 134 ]
}

# --- what apt can install on an empty system, with this machine's lists of packages ---

make_apt() {
	local lists=/var/lib/apt/lists
	ls "$lists"/*_Packages* >/dev/null 2>&1 || apt_as_root update || return
	mkdir -p "$work/apt/lists/partial" "$work/apt/sources" "$work/apt/cache/archives/partial" &&
		cp -r /etc/apt/sources.list.d/. "$work/apt/sources" &&
		if [ -e /etc/apt/sources.list ]; then
			cp /etc/apt/sources.list "$work/apt/sources/system.list"
		fi &&
		find "$lists" -maxdepth 1 -type f -name '*_*' -exec cp -t "$work/apt/lists" {} + &&
		(cd "$work/one" && dpkg-scanpackages --multiversion . >Packages 2>/dev/null) &&
		chmod -R a+rX "$work" &&
		echo "deb [trusted=yes] file:$work/one ./" >"$work/ours.list" &&
		: >"$work/apt/status" &&
		cat >"$work/apt.conf" <<-EOF &&
			Dir::State "$work/apt";
			Dir::State::lists "$work/apt/lists";
			Dir::State::status "$work/apt/status";
			Dir::Cache "$work/apt/cache";
			Dir::Etc::sourcelist "$work/ours.list";
			Dir::Etc::sourceparts "$work/apt/sources";
			Dir::Etc::parts "/dev/null";
			Dir::Etc::main "/dev/null";
			APT::Sandbox::User "$(id -un)";
			Debug::NoLocking "true";
		EOF
		APT_CONFIG=$work/apt.conf apt-get -q update -o Dir::Etc::sourceparts=/dev/null \
			-o APT::Get::List-Cleanup=0 >/dev/null
}

# dependents: packages that depend on a loader, by any of the names that ours provides. The other
# loaders' own -dev packages depend on their loader only.
dependents() {
	APT_CONFIG=$work/apt.conf apt-cache dumpavail | awk -v RS= -v FS='\n' '
	{
		package = wanted = ""
		for (i = 1; i <= NF; i++) {
			if ($i ~ /^Package: /)
				package = substr($i, 10)
			if ($i ~ /^(Pre-)?Depends: /)
				wanted = wanted ", " substr($i, index($i, ":") + 2) ","
		}
		gsub(/[[:space:]]+/, " ", wanted)
		if (package ~ /^clrouter/)
			next
		if (wanted ~ / libopencl(1|-[0-9.]+-1)[ ,:(]/)
			print package, "clrouter-ocl-icd-compat-"
		else if (wanted ~ /, ocl-icd-libopencl1( \(>[^)]*\))? ?,/)
			print package, "clrouter-ocl-icd-compat"
	}' | sort -u
}

# installable COMPAT PACKAGE...: can be installed together, with our loader and no other one? If
# they conflict with each other, they are tried in halves (packages with similar names are in
# different ones), down to single packages, because each call of apt-get takes a second. COMPAT is
# the compat package, followed by a minus if it must not be installed.
installable() {
	local compat=$1 i odd=() even=()
	shift
	if APT_CONFIG=$work/apt.conf apt-get -s -q -o APT::Install-Recommends=0 install \
		clrouter-libopencl1 "$compat" "$@" >"$work/apt-output" 2>&1; then
		grep -q '^Inst clrouter-libopencl1 ' "$work/apt-output" &&
			! grep '^Inst \(ocl-icd\|khronos-opencl-icd\|nvidia\)-libopencl1 ' "$work/apt-output"
		return
	elif [ $# -eq 1 ]; then
		cat "$work/apt-output"
		echo "$1 cannot be installed beside clrouter-libopencl1, $compat"
		return 1
	fi
	for ((i = 1; i <= $#; i++)); do
		if ((i % 2)); then odd+=("${!i}"); else even+=("${!i}"); fi
	done
	installable "$compat" "${odd[@]}"
	set -- $? "${even[@]}"
	installable "$compat" "${@:2}" && [ "$1" -eq 0 ]
}

all_installable() {
	local compat status=0
	dependents >"$work/dependents"
	for compat in clrouter-ocl-icd-compat- clrouter-ocl-icd-compat; do
		# shellcheck disable=SC2046  # a list of packages
		set -- $(sed -n "s/ $compat\$//p" "$work/dependents")
		echo "$# packages, compat: $compat"
		[ $# -eq 0 ] || installable "$compat" "$@" || status=1
	done
	[ -s "$work/dependents" ] && return $status
}

# installed_status PACKAGE...: the status file of a system that has these and what they need.
installed_status() {
	APT_CONFIG=$work/apt.conf apt-get -s -q -o APT::Install-Recommends=0 install "$@" |
		sed -n 's/^Inst \([^ ]*\) .*/\1/p' | while read -r name; do
		APT_CONFIG=$work/apt.conf apt-cache show --no-all-versions "$name" |
			sed 's/^Package: .*/&\nStatus: install ok installed/'
		echo
	done
}

# The tool and the layers beside another loader: apt adds them, and removes nothing.
beside_another_loader() {
	local other=$1 status=$work/apt/status-$1
	installed_status "$other" >"$status" && grep -q "^Package: $other\$" "$status" || return
	APT_CONFIG=$work/apt.conf apt-get -s -q -o APT::Install-Recommends=1 \
		-o Dir::State::status="$status" -o Dir::Cache::pkgcache= \
		install clrouter clrouter-layers >"$work/apt-output" 2>&1
	cat "$work/apt-output"
	grep -q '^Inst clrouter ' "$work/apt-output" && grep -q '^Inst clrouter-layers ' "$work/apt-output" &&
		! grep -e '^Remv ' -e '^Inst clrouter-libopencl1 ' "$work/apt-output"
}

deb_packages() {
	if ! need dpkg-buildpackage dpkg-dev || ! need dh debhelper; then
		skip "Debian packages: dpkg-buildpackage and debhelper are missing"
		return
	fi
	DEB_BUILD_PROFILES=nocheck dpkg-checkbuilddeps >/dev/null 2>&1 ||
		install_packages libinih-dev opencl-c-headers pkgconf
	check "Debian source package" source_package || return
	check "dpkg-buildpackage" first_build || return
	check "built again from the tree, elsewhere: the same" eval 'second_build && same_debs'
	check "each package has its files" deb_contents
	check "no file is in two packages, or in another's" deb_owners
	check "packages of several architectures can share their files" deb_multiarch
	check "relations" deb_relations
	check "symbols" deb_symbols
	if need lintian lintian; then
		check "lintian" lint_debs
	else
		skip "lintian is not there"
	fi
	if make_apt; then
		check "apt: what wants an OpenCL loader can be installed beside ours" all_installable
		check "apt: the tool beside ocl-icd removes nothing" \
			beside_another_loader ocl-icd-libopencl1
	else
		skip "apt has no lists of packages (apt-get update)"
	fi
	[ -z "$out" ] || cp "$work"/one/*.deb "$out"
}

