#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# compare-loaders.sh [NAME=LIBRARY]...: runs the cases of bad-cases.sh with several OpenCL loaders,
# in the build directory. A case is passed if the program ends within 20 seconds and without an
# error, all platforms of the good drivers are there, and nothing is printed. Prints a table of the
# numbers of passed cases, and then the failures of each loader.
#
# Without arguments, the loaders are this one, the system's libOpenCL.so.1 if that is another one,
# and those that the variables OCL_ICD_LOADER and KHRONOS_LOADER name. A loader that is packaged for
# another release only can be unpacked with "apt-get download" and "dpkg -x".
set -u
srcdir=${srcdir:-.}
source=$(cd "$srcdir" && pwd -P)
drivers=${STUB_DIR:-$PWD/tests/stubs}
ours=${OPENCL_LIBRARY_UNDER_TEST:-$PWD/.libs/libOpenCL.so.1}
probe=$PWD/tests/process/loader-probe
work=$(mktemp -d) || exit 1
work=$(cd "$work" && pwd -P)
chmod 755 "$work"
trap 'chmod -R u+rwX "$work"; rm -rf "$work"' EXIT
. "$source/tests/process/bad-cases.sh"
cp "$probe" "$work/probe" || exit 1

system_loader() {
	for directory in "/usr/lib/$(gcc -print-multiarch 2>/dev/null)" /usr/lib64 /usr/lib; do
		[ -e "$directory/libOpenCL.so.1" ] || continue
		[ "$(readlink -f "$directory/libOpenCL.so.1")" = "$(readlink -f "$ours")" ] ||
			echo "system=$directory/libOpenCL.so.1"
		return
	done
}

leave_out() {
	echo "not tested: $1: $2" >&2
}

# describe_failure STATUS PLATFORMS: what is wrong with the run; prints nothing if it is passed.
describe_failure() {
	found=$(grep -c '^Stub$' "$work/out")
	if [ "$1" -eq 124 ]; then
		echo "hangs"
	elif [ "$1" -gt 128 ]; then
		echo "signal $(($1 - 128))"
	elif [ "$1" -ne 0 ]; then
		echo "status $1"
	elif [ "$found" -lt "${2%+}" ]; then
		echo "$found of ${2%+} platforms"
	elif [ "$found" != "$2" ] && [ "${2%+}" = "$2" ]; then
		echo "$found platforms instead of $2"
	elif [ -s "$work/err" ]; then
		echo "prints"
	fi
}

try() {
	kind=$1
	case_name=$2
	wanted=$3
	shift 4
	# Only one of the loaders has configuration files.
	[ "$kind" != conf ] || return
	$as_user env OPENCL_LOADER_CONFIG=none "$@" timeout 20 "$work/probe" "$work/$loader_name/libOpenCL.so.1" \
		>"$work/out" 2>"$work/err" </dev/null
	echo "$kind $case_name $(describe_failure $? "$wanted")" >>"$work/results.$loader_name"
}

run_loader() {
	loader_name=${1%%=*}
	loader=${1#*=}
	mkdir -p "$work/$loader_name" && cp -L "$loader" "$work/$loader_name/libOpenCL.so.1" || exit
	: >"$work/results.$loader_name"
	if ! error=$("$work/probe" "$work/$loader_name/libOpenCL.so.1" 2>&1 >/dev/null); then
		echo "not tested: $loader_name: $error" >&2
		return
	fi
	rm -rf "$work/cases"
	mkdir -p "$work/cases"
	bad_roots
	bad_icd_files
	bad_libraries
	bad_lay_files
	bad_variables
	bad_drivers
	wait
}

# print_count NAME KIND: how many cases of the kind the loader has passed, of all.
print_count() {
	awk -v kind="$2" '$1 == kind { all++; good += NF == 2 }
		END { printf " | %d of %d", good, all }' "$work/results.$1"
}

if [ $# -eq 0 ]; then
	# shellcheck disable=SC2046  # one word or none
	set -- "clrouter=$ours" $(system_loader) ${OCL_ICD_LOADER:+"ocl-icd=$OCL_ICD_LOADER"} \
		${KHRONOS_LOADER:+"khronos=$KHRONOS_LOADER"}
fi
can_be_user && prepare_drivers || exit 1
mkfifo "$work/fifo" "$work/libfifo.so"
for pair; do
	run_loader "$pair"
done
echo "| loader | files | layers | drivers |"
echo "|---|---|---|---|"
for pair; do
	name=${pair%%=*}
	printf '| %s' "$name"
	for kind in file layer driver; do
		print_count "$name" "$kind"
	done
	echo " |"
done
for pair; do
	name=${pair%%=*}
	echo "$name ($(readlink -f "${pair#*=}")):"
	awk 'NF > 2 { name = $2; $1 = $2 = ""; print "    " name ":" $0 }' "$work/results.$name"
done
! awk 'NF > 2' "$work/results.${1%%=*}" | grep -q .
