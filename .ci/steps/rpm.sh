# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154  # .ci/packages sets them
#
# The RPM packages, as for Fedora, built by Debian's rpm.

# Without autotools: configure and Makefile.in of the tarball have to work. Without debugging
# symbols: only some of Debian's versions of rpm make a package of them.
build_rpms() {
	remembering env AUTOCONF=false AUTOMAKE=false ACLOCAL=false AUTOHEADER=false \
		rpmbuild -ta --nodeps --without tests --define "_topdir $work/rpm" \
		--define "debug_package %{nil}" \
		"$work"/dist/clrouter-*.tar.gz
}

lint_rpms() {
	find "$work/rpm" -name '*.rpm' -exec rpmlint --config "$tree/.ci/rpmlint.toml" {} + >"$work/rpmlint" 2>&1
	cat "$work/rpmlint"
	grep -q ' 0 errors' "$work/rpmlint"
}

rpm_file() {
	find "$work/rpm/RPMS" -name "$1-[0-9]*.rpm"
}

# rpm_query PACKAGE WHAT...
rpm_query() {
	local file
	file=$(rpm_file "$1")
	shift
	rpm --dbpath "$work/rpmdb" --query --package "$file" "$@"
}

rpm_has() {
	rpm_query "$1" --list >"$work/files"
	lists_all "$@"
}

rpm_contents() {
	local lib='/usr/lib[^/]*\(/[^/]*-linux-gnu\)*' man=/usr/share/man package
	local doc=/usr/share/doc/clrouter-devel
	rpm_has clrouter-libs "$lib/libOpenCL.so.1" "$lib/libOpenCL.so.1.0.0" \
		"$man/man7/libOpenCL.7opencl.*" &&
		rpm_has clrouter-common /etc/OpenCL/loader.conf /etc/OpenCL/layers.conf \
			"$man/man5/loader.conf.5opencl.*" "$man/man5/layers.conf.5opencl.*" \
			/usr/share/OpenCL/loader.conf.d/50-order.conf &&
		rpm_has clrouter-devel "$lib/libOpenCL.so" "$lib/pkgconfig/OpenCL.pc" \
			/usr/include/ocl_icd.h /usr/include/clrouter/layer.h \
			"$lib/cmake/OpenCLICDLoader/.*Config.cmake" "$doc/writing-a-layer.md" \
			"$doc/examples/count-layer.c" &&
		rpm_has clrouter /usr/bin/clrouter /usr/bin/cllayerinfo "$man/man1/clrouter.1.*" &&
		rpm_has clrouter-rewriter "/usr/lib\(exec\)*/clrouter/clrouter-rewriter" &&
		rpm_has clrouter-layers "$lib/clrouter/libCLTrace.so" "$lib/clrouter/libCLLifetime.so" \
			"$lib/clrouter/libCLDevices.so" "$lib/clrouter/libCLRecord.so" \
			"$lib/clrouter/libCLValidation.so" "$lib/clrouter/libCLCapture.so" \
			"$lib/clrouter/libCLSanitize.so" \
			"$man/man7/opencl-layers.7.*" "$man/man7/libCLValidation.7.*" \
			"$man/man7/libCLValidation-rules.7.*" \
			"$lib/clrouter/libCLCompatibility.so" "$man/man7/libCLCompatibility.7.*" \
			"$man/man7/libCLSanitize.7.*" \
			"$lib/clrouter/libCLWait.so" "$man/man7/libCLWait.7.*" || return
	for package in clrouter clrouter-{common,devel,layers,libs,rewriter}; do
		rpm_query "$package" --list | grep -v /.build-id
	done | sort >"$work/files"
	# A directory may be in several, a file not.
	! uniq -d "$work/files" | grep -v -e '/clrouter$' -e licenses | grep . &&
		! grep -e '/OpenCL/vendors' -e 'loader\.conf\.5\.' -e '\.la$' "$work/files"
}

rpm_relations() {
	rpm_query clrouter-libs --requires | grep -q -x opencl-filesystem &&
		rpm_query clrouter-libs --provides | grep -q -F 'libOpenCL.so.1(OPENCL_1.2)' &&
		! rpm_query clrouter-layers --provides | grep -F 'libCL' &&
		rpm_query clrouter-devel --requires | grep -q -x opencl-headers &&
		[ "$(rpm_query clrouter-common --configfiles | wc -l)" -eq 2 ] &&
		# 16 is "noreplace".
		[ "$(rpm_query clrouter-common --queryformat '[%{FILEFLAGS} %{FILENAMES}\n]' |
			grep -c '^17 /etc/OpenCL/[a-z]*\.conf$')" -eq 2 ]
}

# Files that packages of two architectures share have to be the same in both.
rpm_multilib() {
	local package libdir
	libdir=$(rpm --eval '%{_libdir}')
	for package in clrouter-libs clrouter-layers clrouter-devel; do
		rm -rf "$work/unpacked" && mkdir "$work/unpacked" &&
			(cd "$work/unpacked" && rpm2cpio "$(rpm_file "$package")" | cpio -i -d --quiet) || return
		! grep -r -F -e "$libdir/" "$work/unpacked/usr/share" "$work"/unpacked/usr/include* 2>/dev/null ||
			return
	done
}

# --- can they be installed where Fedora's drivers are? ---

# Packages without files that require and provide what Fedora's do; for i686 also one with our
# library's own relations.
stand_ins() {
	local relations
	relations=$(sed -n '/^%package libs/,/^%description/p' "$work/unpacked-spec" |
		grep -E '^(Provides|Conflicts):')
	cat <<-EOF
		Name: stand-ins
		Version: 2.3.3
		Release: 1
		Summary: Stand-ins
		License: none
		%description
		%package -n ocl-icd
		Summary: The other loader
		Provides: libOpenCL.so.1()(64bit)
		%description -n ocl-icd
		%files -n ocl-icd
		%package -n mesa-libOpenCL
		Summary: Driver
		Requires: (ocl-icd%{?_isa} or OpenCL-ICD-Loader%{?_isa})
		%description -n mesa-libOpenCL
		%files -n mesa-libOpenCL
		%package -n rocm-opencl
		Summary: Driver
		Requires: ocl-icd%{?_isa}
		%description -n rocm-opencl
		%files -n rocm-opencl
		%package -n nvidia-driver-cuda
		Summary: Driver
		Requires: ocl-icd >= 2.2
		%description -n nvidia-driver-cuda
		%files -n nvidia-driver-cuda
		%package -n program
		Summary: Program
		Requires: libOpenCL.so.1()(64bit)
		%description -n program
		%files -n program
		%package -n library-of-ours
		Summary: clrouter-libs of the other architecture
		$relations
		%description -n library-of-ours
		%files -n library-of-ours
		%package -n system
		Summary: All else that our packages require
		$(system_provides)
		%description -n system
		%files -n system
	EOF
}

system_provides() {
	local file
	for file in "$work"/rpm/RPMS/*/*.rpm; do
		rpm --dbpath "$work/rpmdb" -qp --requires "$file"
	done | sort -u | grep -v -e '^rpmlib(' -e '^clrouter' -e '^libOpenCL' | sed 's/^/Provides: /'
}

build_stand_ins() {
	tar -xzOf "$(tarball)" --wildcards '*/clrouter.spec' >"$work/unpacked-spec" &&
		stand_ins >"$work/stand-ins.spec" &&
		rpmbuild -bb --define "_topdir $work/stand-ins" "$work/stand-ins.spec" &&
		rpmbuild -bb --target i686-linux --define "_topdir $work/stand-ins" "$work/stand-ins.spec"
}

# rpm_install DATABASE NAME...: into the database only; a name ends in its architecture.
rpm_install() {
	local database=$1 name files=()
	shift
	for name; do
		files+=("$(find "$work/rpm/RPMS" "$work/stand-ins/RPMS" \
			-name "${name%.*}-[0-9]*.${name##*.}.rpm")")
	done
	rpm --dbpath "$work/$database" --nosignature -i --justdb --ignorearch "${files[@]}" >"$work/rpm.log" 2>&1
}

rpm_refuses() {
	! rpm_install "$@" && grep -q conflicts "$work/rpm.log"
}

# Drivers accept our loader, and it conflicts with any other one of its architecture.
rpm_beside_drivers() {
	local arch=x86_64 drivers
	arch=$(rpm --eval '%{_arch}')
	drivers="mesa-libOpenCL.$arch rocm-opencl.$arch nvidia-driver-cuda.$arch program.$arch"
	# shellcheck disable=SC2086  # lists of packages
	rpm_install theirs "system.$arch" "ocl-icd.$arch" $drivers &&
		rpm_refuses theirs "clrouter-libs.$arch" clrouter-common.noarch &&
		rpm_install ours "system.$arch" &&
		! rpm_install ours "mesa-libOpenCL.$arch" &&
		rpm_install ours "clrouter-libs.$arch" clrouter-common.noarch $drivers &&
		rpm_install ours "clrouter.$arch" "clrouter-layers.$arch" "clrouter-devel.$arch" &&
		rpm_refuses ours "ocl-icd.$arch" || { cat "$work/rpm.log"; return 1; }
	[ "$arch" = x86_64 ] || return 0
	rpm_install ours library-of-ours.i686 mesa-libOpenCL.i686 rocm-opencl.i686 &&
		rpm_refuses ours ocl-icd.i686 || { cat "$work/rpm.log"; return 1; }
}

rpm_packages() {
	# Debian's rpm only recommends file, but needs it.
	if ! need rpmbuild rpm || ! need file file; then
		skip "RPM packages: rpmbuild or file is missing"
		return
	fi
	check "rpmbuild -ta, without autotools" build_rpms || return
	check "each RPM package has its files" rpm_contents
	check "RPM: relations, configuration files" rpm_relations
	if need cpio cpio; then
		check "RPM: architectures can share their files" rpm_multilib
	else
		skip "cpio is not installed"
	fi
	check "RPM: stand-ins for Fedora's packages" build_stand_ins &&
		check "RPM: Fedora's drivers accept this loader" rpm_beside_drivers
	if need rpmlint rpmlint; then
		check "rpmlint" lint_rpms
	else
		skip "rpmlint is not installed"
	fi
	[ -z "$out" ] || find "$work/rpm" -name '*.rpm' -exec cp -t "$out" {} +
}

