#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-rules: the effect of the configuration on a program: order, disabled drivers and [program]
# sections. A driver must not be asked for devices without need, and a disabled driver must not be
# opened. "make check" runs it in the build directory.
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

# expect WHAT EXPECTED [VARIABLE=VALUE...] [-- PROGRAM]: runs the program with these variables and
# the configuration in standard input, and compares what it prints with EXPECTED. That is the number
# of platforms, and for each one its driver and how often the driver was asked for devices.
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

expect "in the order of discovery; the first one has devices" "3 alpha.so:1 beta.so:0 gamma.so:0" </dev/null
expect "first and last: no driver is asked for devices" "3 gamma.so:0 beta.so:0 alpha.so:0" <<EOF
[order]
first = gamma
last = alpha
EOF
expect "platform name and version: no driver is asked for devices" \
	"3 alpha.so:0 beta.so:0 gamma.so:0" <<EOF
[order]
first = Stub*
sort = version
EOF
expect "sorted by devices: each driver is asked" "3 alpha.so:3 beta.so:3 gamma.so:3" <<EOF
[order]
sort = devices
EOF
expect "OCL_ICD_PLATFORM_SORT=none is stronger" "3 alpha.so:1 beta.so:0 gamma.so:0" \
	OCL_ICD_PLATFORM_SORT=none <<EOF
[order]
sort = devices
EOF
expect "disabled by file name" "2 alpha.so:1 gamma.so:0" <<EOF
[drivers]
disable = beta
EOF
expect "disabled by platform name: none is left" "0" <<EOF
[drivers]
disable = Stub*
EOF
expect "a section for another program" "3 alpha.so:1 beta.so:0 gamma.so:0" <<EOF
[program special]
disable = *
EOF
expect "a section for this program" "1 gamma.so:0" -- "$work/special" <<EOF
[program special]
disable = *
enable = gamma
EOF
expect "a section for this program, by its path in match" "3 beta.so:1 gamma.so:0 alpha.so:0" -- "$work/special" <<EOF
[program nothing]
match = $work/*
last = alpha
EOF
expect "variables decide alone about the drivers that they name" "2 alpha.so:1 beta.so:0" \
	OPENCL_LOADER_DRIVERS_ENABLE=beta OPENCL_LOADER_DRIVERS_DISABLE=gamma <<EOF
[drivers]
disable = beta
EOF
expect "environment = ignore counts in the system's files only" "1 beta.so:0" \
	OCL_ICD_VENDORS="$work/lib/beta.so" <<EOF
[loader]
environment = ignore
EOF

# The library of a disabled driver must not be opened.
printf '[loader]\nvendor_dirs = %s\n[drivers]\ndisable = beta\n' "$work/vendors" \
	>"$work/loader.conf"
export OPENCL_LOADER_CONFIG="$work/loader.conf"
if strace -o "$work/trace" -e trace=open,openat "$program" >/dev/null 2>&1; then
	count=$((count + 2))
	grep -q "alpha[.]so" "$work/trace" || fail "the trace has no driver at all"
	grep "beta[.]so" "$work/trace" && fail "a disabled driver was opened"
else
	echo "not tested: which files are opened: strace is missing or not permitted here"
fi

# Which platforms are asked for devices, and where platforms without devices end up. The columns:
# drivers in the vendor directory, keys (";" ends a line), drivers in OCL_ICD_FILENAMES, and the
# expected platforms in their order, each with the number of times that it was asked.
while IFS='|' read -r listed keys named expected; do
	rm -rf "${work:?}/vendors" "${work:?}/lib"
	mkdir "$work/vendors" "$work/lib"
	files=
	for name in $listed $named; do
		kind=${name#?}
		[ "$kind" != gpu ] || kind=icd1
		cp "$drivers/stub-$kind.so" "$work/lib/$name"
	done
	for name in $listed; do
		echo "$work/lib/$name" >"$work/vendors/$name.icd"
	done
	for name in $named; do
		files=$files:$work/lib/$name
	done
	# shellcheck disable=SC2086  # words
	set -- $expected
	printf '[order]\n%s\n' "$keys" | tr ';' '\n' >"$work/keys"
	expect "$listed|$keys|$named" "$# $*" OCL_ICD_FILENAMES="${files#:}" <"$work/keys"
done <<EOF
1gpu|||1gpu:0
1empty|||1empty:0
1failing|||1failing:0
1gpu 2cpu|||1gpu:1 2cpu:0
1cpu 2gpu|||1cpu:1 2gpu:0
1empty 2gpu|||2gpu:0 1empty:1
1failing 2gpu|||2gpu:0 1failing:1
1empty 2empty|||2empty:0 1empty:1
1gpu 2empty|||1gpu:1 2empty:0
1empty 2gpu 3cpu|||2gpu:1 3cpu:0 1empty:1
1empty 2failing 3cpu|||3cpu:0 1empty:1 2failing:1
1empty 2empty 3empty|||3empty:0 1empty:1 2empty:1
1gpu 2empty 3cpu|||1gpu:1 2empty:0 3cpu:0
1empty 2gpu 3empty|||2gpu:1 3empty:0 1empty:1
1empty 2gpu 3cpu|empty = keep||1empty:0 2gpu:0 3cpu:0
1empty 2gpu|[program rules*];empty = keep||1empty:0 2gpu:0
1empty 2gpu|empty = keep;[program rules*];empty = last||2gpu:0 1empty:1
1cpu 2empty 3gpu|last = 1cpu||3gpu:1 1cpu:0 2empty:1
1cpu 2empty 3failing|last = 1cpu||1cpu:0 2empty:1 3failing:1
1cpu 2empty 3gpu|last = 2empty, 1cpu||3gpu:1 2empty:0 1cpu:0
1cpu 2empty 3gpu|last = 3gpu;empty = keep||1cpu:0 2empty:0 3gpu:0
1gpu 2empty 3gpu|first = 2empty||2empty:0 1gpu:0 3gpu:0
1empty 2failing 3gpu|first = 3gpu||3gpu:0 1empty:0 2failing:0
1empty 2failing 3gpu|first = 9*||3gpu:0 1empty:1 2failing:1
1gpu 2cpu||3empty|3empty:0 1gpu:0 2cpu:0
1empty 2cpu||3gpu 4empty|3gpu:0 4empty:0 1empty:0 2cpu:0
1empty 2cpu|last = 3empty|3empty|3empty:0 1empty:0 2cpu:0
1empty 2cpu 3gpu|sort = devices||3gpu:3 2cpu:3 1empty:3
1empty 2cpu 3gpu|sort = devices;empty = keep||3gpu:3 2cpu:3 1empty:3
1empty 2cpu 3gpu|sort = devices;last = 3gpu||2cpu:3 3gpu:3 1empty:3
1empty 2cpu 3gpu|sort = devices;last = 3gpu;empty = keep||2cpu:3 1empty:3 3gpu:3
1empty 2empty 3failing|sort = devices||1empty:3 2empty:3 3failing:3
1empty 2cpu 3gpu|sort = devices;first = 1empty||1empty:3 3gpu:3 2cpu:3
1empty 2cpu 3gpu|[loader];hide_empty = yes||2cpu:3 3gpu:3
1empty 2cpu 3failing|[loader];hide_empty = yes||2cpu:3
1empty 2cpu 3gpu|[loader];null_platform = error||2cpu:1 3gpu:0 1empty:1
EOF

echo "$count checks, $failed failed"
[ "$failed" -eq 0 ]
