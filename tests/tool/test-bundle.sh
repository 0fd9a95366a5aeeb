#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-bundle: clrouter doctor --bundle: the parts of the file, which variables are in it, and that no
# name of a user or host is. tests/process/test-written-files.sh tests which files are refused.
# shellcheck disable=SC1091,SC2154  # tool-lib.sh sets them
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"

export OPENCL_LOADER_CONFIG=none HOME="$work/home/gisela"
export USER=gisela LOGNAME=gisela SUDO_USER=walburga
mkdir -p "$HOME/lib" "$work/lib"
bundle=$work/bundle.txt

# bundle ARG...: writes the file; $output becomes its text
bundle() {
	rm -f "$bundle"
	run doctor "$@" --bundle "$bundle"
	[ -z "$output" ] || fail "$ran: something goes to standard output"
	want_error "^clrouter: written: $bundle; look through it"
	output=$(cat "$bundle")
}

cp "$drivers/tool-driver.so" "$HOME/lib/good.so"
cp "$drivers/tool-driver.so" "$HOME/lib/abort.so"
cp "$drivers/needs-gone.so" "$work/lib/gone.so"
OCL_ICD_VENDORS="$HOME/lib/good.so:$work/lib/gone.so"
export OCL_ICD_VENDORS SECRET_TOKEN=hush-hush AWS_KEY=hush-hush OCL_HUSH=hush-hush POCL_DEBUG=1 \
	CUDA_VISIBLE_DEVICES=0 OPENCL_VISIBLE_DEVICES="gisela, 0" LD_BIND_NOWHERE=hush-hush

bundle
want_status 0
for part in versions variables "clrouter doctor" "clrouter list" "clrouter files" \
	"clrouter config" "clrouter layers" "libraries of drivers"; do
	want "^=== $part ===\$"
done
want "^clrouter [0-9].*, [36][24] bits\$"
want "^kernel: Linux "
want "^problem: $work/lib/gone.so: "
want "^=== exit status 1\$"
want "^platform: 0: Tool"
# What the subcommands write is the same as in the file.
run files
first=$(printf '%s\n' "$output" | sed "s|$HOME|~|g")
output=$(cat "$bundle")
printf '%s\n' "$first" | while IFS= read -r line; do
	grep -q -x -F -e "$line" "$bundle" || echo "$line"
done >"$work/missing"
[ ! -s "$work/missing" ] || fail "lines of clrouter files are not in the file: $(cat "$work/missing")"
[ "$(stat -c %a "$bundle")" = 600 ] || fail "others can read the file"

# Libraries of each driver.
want "^driver: ~/lib/good.so: ~/lib/good.so\$"
if printf '%s\n' "$output" | grep -q '^C library: glibc'; then	# other linkers are not asked
	want "^    library    libc.*so.* => /"
	want "^    missing    libgone.so\|^    library    libgone.so"
fi

# Variables.
want "^POCL_DEBUG=1\$"
want "^CUDA_VISIBLE_DEVICES=0\$"
want "^OCL_ICD_VENDORS=~/lib/good.so:$work/lib/gone.so\$"
want_not "hush-hush"

# Names.
want "^OPENCL_VISIBLE_DEVICES=USER, 0\$"
want_not "gisela"
want_not "walburga"
host=$(uname -n)
case $host in
localhost | ?? | ?) ;;
*) ! grep -q -w -F -i -e "$host" "$bundle" || fail "the name of the host, $host, is in the file" ;;
esac

# What a driver prints, what is computed, and what is only one driver's.
OCL_ICD_VENDORS="$HOME/lib/abort.so" bundle
want_status 0
want "^problem: ~/lib/abort.so: crashed: "
want "^    it said    LLVM ERROR"
want "^clrouter: the driver was ~/lib/abort.so"
cp "$drivers/tool-driver-compute.so" "$HOME/lib/build-fails.so"
OCL_ICD_VENDORS="$HOME/lib/build-fails.so" bundle --compute
want "^    build log  3:1: fatal ERROR: no such"
want_error "wakes devices"
bundle good.so
want "^good: ~/lib/good.so: "
want_not "^problem: .*gone.so"

# A file that exists is replaced as a whole; one that cannot be opened stops it at once.
yes 'an old line' | head -c 1000000 >"$bundle.old"
run doctor --bundle "$bundle.old"
want_status 0
! grep -q 'an old line' "$bundle.old" || fail "the old text is in the file"
run doctor --bundle "$work/nowhere/file"
want_status 1
want_error "^clrouter: $work/nowhere/file: "
run doctor --bundle /dev/full
want_status 1
want_error "^clrouter: /dev/full: "
run doctor --bundle /dev/stdout
want_status 0
want "^=== clrouter doctor ===\$"

# --- wrong use ---

run doctor --bundle
want_status 2
run doctor --bundle ""
want_status 2
run doctor --json --bundle "$bundle"
want_status 2
run doctor --pid $$ --bundle "$bundle"
want_status 2
run list --bundle "$bundle"
want_status 2

finish "doctor --bundle writes what a bug report needs, and no names"
