#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# What the configuration does to a program: order, filters and program sections,
# and what they must not do: wake a driver in order to sort, or open one that is
# switched off. Run by make check, in the build directory.
set -u
drivers=$PWD/tests/stubs
program=$PWD/tests/process/rules-program
work=$(mktemp -d) || exit 1
work=$(cd "$work" && pwd -P)
trap 'rm -rf "$work"' EXIT
failed=0
count=0

mkdir "$work/vendors" "$work/lib"
for name in alpha beta gamma; do
	cp "$drivers/stub-icd1.so" "$work/lib/$name.so"
	echo "$work/lib/$name.so" >"$work/vendors/$name.icd"
done
cp "$program" "$work/special"

fail()
{
	echo "FAIL: $*"
	failed=$((failed + 1))
}

# expect WHAT EXPECTED [VARIABLE=VALUE...] [-- PROGRAM]: the configuration comes
# from standard input.
expect()
{
	what=$1
	expected=$2
	shift 2
	{
		printf '[loader]\nvendor_dirs = %s\n' "$work/vendors"
		cat
	} >"$work/loader.conf"
	settings=
	run=$program
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		settings="$settings $1"
		shift
	done
	[ $# -eq 0 ] || run=$2
	# shellcheck disable=SC2086  # settings are words
	found=$(env OPENCL_LOADER_CONFIG="$work/loader.conf" $settings "$run" 2>&1)
	count=$((count + 1))
	[ "$found" = "$expected" ] || fail "$what: found \"$found\", expected \"$expected\""
}

expect "as they are found" "3 alpha.so:0 beta.so:0 gamma.so:0" </dev/null
expect "first and last, without a question for devices" "3 gamma.so:0 beta.so:0 alpha.so:0" <<EOF
[order]
first = gamma
last = alpha
EOF
expect "by name of platform and version, without one either" \
	"3 alpha.so:0 beta.so:0 gamma.so:0" <<EOF
[order]
first = Stub*
sort = version
EOF
expect "sorted by devices: each driver is asked" "3 alpha.so:3 beta.so:3 gamma.so:3" <<EOF
[order]
sort = devices
EOF
expect "the variable switches that off" "3 alpha.so:0 beta.so:0 gamma.so:0" \
	OCL_ICD_PLATFORM_SORT=none <<EOF
[order]
sort = devices
EOF
expect "switched off by file name" "2 alpha.so:0 gamma.so:0" <<EOF
[drivers]
disable = beta
EOF
expect "switched off by platform name: none is left" "0" <<EOF
[drivers]
disable = Stub*
EOF
expect "a section for another program" "3 alpha.so:0 beta.so:0 gamma.so:0" <<EOF
[program special]
disable = *
EOF
expect "a section for this program" "1 gamma.so:0" -- "$work/special" <<EOF
[program special]
disable = *
enable = gamma
EOF
expect "by its path, in match" "3 beta.so:0 gamma.so:0 alpha.so:0" -- "$work/special" <<EOF
[program nothing]
match = $work/*
last = alpha
EOF
expect "the variables decide alone what they name" "2 alpha.so:0 beta.so:0" \
	OPENCL_LOADER_DRIVERS_ENABLE=beta OPENCL_LOADER_DRIVERS_DISABLE=gamma <<EOF
[drivers]
disable = beta
EOF
expect "environment = ignore counts in the system's files only" "1 beta.so:0" \
	OCL_ICD_VENDORS="$work/lib/beta.so" <<EOF
[loader]
environment = ignore
EOF

# A driver that is switched off is not even looked for.
printf '[loader]\nvendor_dirs = %s\n[drivers]\ndisable = beta\n' "$work/vendors" \
	>"$work/loader.conf"
export OPENCL_LOADER_CONFIG="$work/loader.conf"
if strace -o "$work/trace" -e trace=open,openat "$program" >/dev/null 2>&1; then
	count=$((count + 2))
	grep -q "alpha[.]so" "$work/trace" || fail "the trace has no driver at all"
	grep "beta[.]so" "$work/trace" && fail "a driver that is switched off was opened"
else
	echo "not looked at: strace is missing or may not trace here, so which files are opened"
fi

echo "$count checks, $failed failed"
[ "$failed" -eq 0 ]
