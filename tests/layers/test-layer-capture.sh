#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The capture layer on PoCL: a launch with each kind of argument, whose contents are compared with what
# the program (capture-program) says; launches that cannot be captured; and what goes wrong while
# it is written.
set -u
# shellcheck source=tests/layers/capture-lib.sh
. "${srcdir:-.}/tests/layers/capture-lib.sh"

# -- each kind of argument -----------------------------------------------------------

OPENCL_CAPTURE_LAUNCH=1
export OPENCL_CAPTURE_LAUNCH
good buffers
has call kernel=scale is_task= has_global=1 global=0:1024 has_local= error= status= "directory=$work/here"
has program kind=source build=built options=-cl-kernel-arg-info
has argument kind=memory index= name=in 'type=float*' address=global is_const=1
has argument kind=value size=4 value=e8030000 name=n type=int address=private is_const=
has argument kind=local size=64 name=l 'type=int*' address=local is_const=
has range memory=0 after= as=float32 element=4 components=1
good twice
[ "$(count memory kind=buffer)" -eq 1 ] || fail "twice: one buffer is taken for two"
good overlap
has memory kind=sub-buffer parent=0 origin=1024
has argument kind=null size=8 name=whole 'type=int*' address=global is_const=
[ "$(count memory kind=sub-buffer)" -eq 2 ] || fail "overlap: sub-buffers are missing"
[ "$(count range)" -eq 1 ] || fail "overlap: ranges are not merged"
good apart
has range offset=3072
good zeros
has range before=zero
# The one block that is not zero, and the directories.
[ "$(du -k "$work/here/it/contents"/* | awk '{ sum += $1 } END { print sum }')" -le 8 ] ||
	fail "zeros: there are no holes"
good images
has memory kind=image width=13 element_size=4
has sampler normalized= addressing=4401 properties=
good image-3d
has memory depth=3
good image-in-buffer
has memory kind=image width=8 parent=0
good shared
has argument kind=pointer index= offset=2048 name=to 'type=int*' address=global is_const=
has memory kind=svm parent=
good host-pointer
good unchanged
[ "$(find "$work/here/it/contents" -type f | wc -l)" -eq 1 ] || fail "unchanged: not one file"
good shared-unchanged
good middle
good last
good late
good task
has call is_task=1 dimensions=1 global=0:1 local=0:1

# -- programs ------------------------------------------------------------------------

good linked
has program kind=linked build=unbuilt hash=
grep -q '^program.*	kind=linked.*	options=$' "$launch" || fail "linked: empty options"
has program kind=source build=compiled options=-cl-opt-disable
has program kind=source build=compiled options=
has program kind=source build=unbuilt options=
has input program=3 input=1
has input program=3 input=2
has header program=1 header=0 name=value.h
printf '#include "value.h"\nint value(void) { return VALUE; }\n' |
	cmp - "$work/here/it/program-1.cl" || fail "linked: the source of a part"
good binary
cmp "$work/here/expect-9-binary" "$work/here/it/program-0.bin" || fail "binary: the binary"
grep -q '^note its program is a binary' "$work/here/status" || fail "binary: nothing is said of it"
good names
has program 'options=-DVALUE=1 -DNAME="a\x5Cb" -DOTHER=\xFF\x01'

# -- events --------------------------------------------------------------------------

good user-event
good unordered
good released
# Freed memory is no sub-device.
good sub-device MALLOC_PERTURB_=90
refused never-set 'a user event that the program had not set'
capture fails-later
[ "$result" -eq 0 ] || fail "fails-later: $(cat "$work/err")"
grep -q '^call.*	status=-' "$launch" || fail "fails-later: the status"
has call wait_status=-5

# -- a loader that is closed before the process ends -----------------------------------

# closed MODE WORD: the program ends well, and the layer says WORD.
closed() {
	checks=$((checks + 1))
	rm -rf "$work/here"
	mkdir "$work/here"
	: >"$work/here/status"
	result=0
	(cd "$work/here" &&
		env -u OPENCL_LAYERS OPENCL_CAPTURE_DIRECTORY=it OPENCL_CAPTURE_STATUS="$work/here/status" \
			"$builddir/tests/layers/capture-closed" \
			"$builddir/tests/layers/.libs/closing-loader.so" \
			"$layers/libCLCapture.so" "$1") >"$work/out" 2>"$work/err" || result=$?
	[ "$result" -eq 0 ] || fail "closed, $1: status $result: $(cat "$work/err")"
	grep -q "^$2" "$work/here/status" || fail "closed, $1: expected \"$2\": $(cat "$work/here/status")"
}
closed ended 'captured '
closed waits 'refused .*a user event that the program had not set'

# -- which launch --------------------------------------------------------------------

# number MODE NUMBER VARIABLE=VALUE...
number() {
	expected_number=$2
	first=$1
	shift 2
	capture "$first" "$@"
	[ "$result" -eq 0 ] || fail "$mode: status $result: $(cat "$work/err")"
	[ "$(count call "number=$expected_number")" -eq 1 ] || fail "$mode $*: another launch"
}
number several 6 OPENCL_CAPTURE_LAUNCH=6
grep -q -x 'launches 6' "$work/here/status" || fail "several: launches are not counted"
unset OPENCL_CAPTURE_LAUNCH
number several 2 OPENCL_CAPTURE_KERNEL=ones
number several 4 OPENCL_CAPTURE_KERNEL='o*s:2'
number several 1 OPENCL_CAPTURE_KERNEL='*'
number failing 2 OPENCL_CAPTURE_FAILING=yes
has call error=-52 status=
has range after=
has argument kind=unset name=b 'type=int*' address=global is_const=
[ "$(hashes before)" = "$(expected before)" ] || fail "failing: the contents"
for variable in OPENCL_CAPTURE_KERNEL=one OPENCL_CAPTURE_LAUNCH=7 OPENCL_CAPTURE_KERNEL=ones:4 \
	OPENCL_CAPTURE_FAILING=yes; do
	capture several "$variable"
	[ ! -e "$work/here/it" ] || fail "$variable: a launch was captured"
done

# -- several launches ----------------------------------------------------------------

# launches MODE NUMBERS VARIABLE=VALUE...: these launches are captured, in it-1, it-2 and so on, in any
# order.
launches() {
	first=$1
	expected_numbers=$2
	shift 2
	capture "$first" "$@"
	[ "$result" -eq 0 ] || fail "$mode $*: status $result: $(cat "$work/err")"
	number=0
	while launch=$work/here/it-$((number + 1))/launch.txt && [ -e "$launch" ]; do
		number=$((number + 1))
		tr '\t' '\n' <"$launch" | sed -n 's/^number=//p'
	done >"$work/numbers"
	numbers=$(sort -n "$work/numbers" | tr '\n' ' ')
	[ "${numbers% }" = "$expected_numbers" ] || fail "$mode $*: launches $numbers"
	[ "$(find "$work/here" -name 'it*' | grep -c -v '/it-.*/')" -eq "$number" ] ||
		fail "$mode $*: more directories: $(ls "$work/here")"
	[ "$(grep -c '^captured ' "$work/here/status")" -eq "$number" ] ||
		fail "$mode $*: not said: $(cat "$work/here/status")"
}
launches several '2 4 6' OPENCL_CAPTURE_KERNEL=ones OPENCL_CAPTURE_COUNT=3
launches several '2 4' OPENCL_CAPTURE_KERNEL=ones OPENCL_CAPTURE_COUNT=2
launches several '4 6' OPENCL_CAPTURE_KERNEL='o*s:2' OPENCL_CAPTURE_COUNT=9
launches several '4 6' OPENCL_CAPTURE_KERNEL=ones:2-3
launches several '2 3 4' OPENCL_CAPTURE_LAUNCH=2-4
launches several '2 3' OPENCL_CAPTURE_LAUNCH=2-4 OPENCL_CAPTURE_COUNT=2
launches several '5 6' OPENCL_CAPTURE_LAUNCH=5 OPENCL_CAPTURE_COUNT=4 OPENCL_CAPTURE_DIRECTORY=it/
launches failing 2 OPENCL_CAPTURE_FAILING=yes OPENCL_CAPTURE_COUNT=2
# For one that is refused another one is taken, but only of those that are asked for.
refusing=$builddir/tests/layers/.libs/fault-layer.so:$OPENCL_LAYERS
launches several '3 4' OPENCL_CAPTURE_LAUNCH=2 OPENCL_CAPTURE_COUNT=2 OPENCL_LAYERS="$refusing" \
	CAPTURE_FAULT=clCreateBuffer:2
grep -q '^refused launch 2: the device has no memory' "$work/here/status" ||
	fail "several: launch 2 is not refused: $(cat "$work/here/status")"
launches several 3 OPENCL_CAPTURE_LAUNCH=2-3 OPENCL_LAYERS="$refusing" CAPTURE_FAULT=clCreateBuffer:2
# After many that are refused in a row no more is tried.
launches big-often '' OPENCL_CAPTURE_LAUNCH=1-99 OPENCL_CAPTURE_LIMIT=31
[ "$(grep -c '^refused ' "$work/here/status")" -eq 16 ] ||
	fail "big-often: $(grep -c '^refused ' "$work/here/status") launches are refused"
launches several '' OPENCL_CAPTURE_LAUNCH=1-99 OPENCL_CAPTURE_DIRECTORY=none/it
# The next one does not wait for one that waits.
launches held '1 2' OPENCL_CAPTURE_LAUNCH=1-2
launches left 2 OPENCL_CAPTURE_LAUNCH=1-2
grep -q '^refused launch 1: it waits for a user event' "$work/here/status" ||
	fail "left: launch 1: $(cat "$work/here/status")"
launches forks 1 OPENCL_CAPTURE_LAUNCH=1 OPENCL_CAPTURE_COUNT=3
launches forks-held 1 OPENCL_CAPTURE_LAUNCH=1 OPENCL_CAPTURE_COUNT=3
for count in 1 20 32; do
	capture threads OPENCL_CAPTURE_KERNEL='*' OPENCL_CAPTURE_COUNT=$count
	[ "$result" -eq 0 ] || fail "threads: status $result: $(cat "$work/err")"
	[ "$(find "$work/here" -name launch.txt | wc -l)" -eq $count ] ||
		fail "threads: not $count launches: $(cat "$work/here/status")"
done
capture exits OPENCL_CAPTURE_LAUNCH=1-200
[ "$result" -eq 0 ] || fail "exits: status $result: $(cat "$work/err")"

# Which kernels there are is said if none fits.
capture several OPENCL_CAPTURE_KERNEL='n*e'
[ "$(sed -n 's/^kernel //p' "$work/here/status" | sort)" = "$(printf '3 nothing\n3 ones')" ] ||
	fail "several: the kernels: $(cat "$work/here/status")"
capture several OPENCL_CAPTURE_KERNEL=ones:4
grep '^kernel ' "$work/here/status" && fail "several: kernels are listed although one fits"

# -- what cannot be captured ---------------------------------------------------------

OPENCL_CAPTURE_LAUNCH=1
export OPENCL_CAPTURE_LAUNCH
refused pointers 'a pointer into shared memory, at offset 1024'
refused listed 'CL_KERNEL_EXEC_INFO_SVM_PTRS'
refused hostile '2147483647 dimensions'
refused hostile '' OPENCL_CAPTURE_LAUNCH=2
refused big 'more than the limit, 31 MiB' OPENCL_CAPTURE_LIMIT=31
capture big OPENCL_CAPTURE_LIMIT=32
[ -e "$launch" ] || fail "big: refused at the limit"

# -- what the driver refuses: the launch goes on ----------------------------------------

# fault MODE CALL TEXT: the driver refuses the CALL, "function:number", and TEXT is why there is no
# capture; the program gets what it would get.
fault() {
	refused "$1" "$3" OPENCL_LAYERS="$builddir/tests/layers/.libs/fault-layer.so:$OPENCL_LAYERS" \
		CAPTURE_FAULT="$2"
}
# The program makes two buffers; the layer wants one for each of three copies.
for number in 3 4 5; do
	fault buffers clCreateBuffer:$number 'no memory for a copy of 4000 bytes'
done
for number in 1 2; do
	fault buffers clEnqueueCopyBuffer:$number 'copies no contents before it: CL_MEM_OBJECT_ALLOCATION_FAILURE'
	fault unordered clEnqueueCopyBuffer:$number 'copies no contents before it: CL_MEM_OBJECT_ALLOCATION_FAILURE'
done
fault buffers clEnqueueCopyBuffer:3 'copies no contents after it'
fault unordered clEnqueueCopyBuffer:3 'copies no contents after it'
fault user-event clEnqueueCopyBuffer:3 'copies no contents after it'
fault buffers clSetEventCallback:1 'does not tell when it has ended'
fault buffers clCreateCommandQueue:2 'no queue to read its contents'
fault buffers clCreateCommandQueue:3 'no queue to read its contents'
# This program reads nothing itself.
for number in 1 2 3 4; do
	fault task clEnqueueReadBuffer:$number 'the driver does not read a copy'
done
# Without the types of arguments, handles are known by their values.
good buffers OPENCL_LAYERS="$builddir/tests/layers/.libs/fault-layer.so:$OPENCL_LAYERS" \
	CAPTURE_FAULT=clGetKernelArgInfo:-1
has range as=unknown element=1
has argument kind=memory index= name= type= address= is_const=
has argument kind=local size=64 name= type= address= is_const=

# -- the layer has no memory -------------------------------------------------------------

# The launch without what differs between two runs.
lasting() {
	sed -E 's/	(created|process_id|call_ns|write_ns)=[^	]*//g' "$1"
}

# Whichever allocation fails: the launch is captured truly, or refused, and the program goes on.
short=$builddir/tests/layers/.libs/short-capture.so
good buffers
lasting "$launch" >"$work/launch"
for sign in "" -; do
	refusals=0
	number=1
	while [ "$number" -le 25 ]; do
		checks=$((checks + 1))
		capture buffers OPENCL_LAYERS="$short" CAPTURE_SHORT_LAYER="$short" CAPTURE_SHORT="$sign$number"
		[ "$result" -eq 0 ] || fail "allocation $sign$number: status $result: $(cat "$work/err")"
		if [ -e "$launch" ]; then
			lasting "$launch" | cmp - "$work/launch" || fail "allocation $sign$number: the launch"
		else
			refusals=$((refusals + 1))
			grep -q '^refused ' "$work/here/status" ||
				fail "allocation $sign$number: no reason: $(cat "$work/here/status")"
			[ ! -e "$work/here/it" ] || fail "allocation $sign$number: something is left over"
		fi
		number=$((number + 1))
	done
	[ "$refusals" -gt 10 ] || fail "allocations $sign: only $refusals failed"
done

# -- what goes wrong -----------------------------------------------------------------

# While a part is read that is written then, whichever of the two threads is first: 3 reads are of the
# contents before the launch, and of the 9 of those after it the first 6 only compare.
capture last OPENCL_LAYERS="$builddir/tests/layers/.libs/fault-layer.so:$OPENCL_LAYERS" \
	CAPTURE_FAULT=clEnqueueReadBuffer:10k
[ "$result" -eq 137 ] || fail "killed while it is written: status $result"
[ ! -e "$launch" ] || fail "killed while it is written: there is a launch"
ls "$work/here/it/contents"/.new-* >/dev/null || fail "killed while it is written: nothing was being written"
capture killed
[ "$result" -eq 137 ] || fail "killed: status $result"
[ ! -e "$launch" ] || fail "killed: there is a launch"
capture forks
[ "$result" -eq 0 ] || fail "forks: status $result: $(cat "$work/err")"
[ "$(grep -c '^captured ' "$work/here/status")" -eq 1 ] || fail "forks: $(cat "$work/here/status")"
# A user who may rename the directory does so while it is filled, and puts another one in its place.
mkdir "$work/victim" "$work/victim/contents"
for file in launch.txt program-0.cl contents/.new-0 contents/.new-1 contents/mine; do
	echo kept >"$work/victim/$file"
done
capture buffers OPENCL_LAYERS="$builddir/tests/layers/.libs/fault-layer.so:$OPENCL_LAYERS" \
	CAPTURE_FAULT=clEnqueueReadBuffer:3 CAPTURE_FAULT_DOES="mv it away && ln -s ../victim it"
grep -q '^refused ' "$work/here/status" || fail "moved: $(cat "$work/here/status" "$work/err")"
[ "$(cat "$work/victim"/* "$work/victim/contents"/* "$work/victim/contents"/.new-* 2>/dev/null)" = \
	"$(printf 'kept\nkept\nkept\nkept\nkept')" ] || fail "moved: files of another directory are gone"
[ -z "$(find "$work/here/away" -type f)" ] || fail "moved: files are left over"
refused buffers 'No such file or directory' OPENCL_CAPTURE_DIRECTORY=none/it
# A file as long as a limit, and a full disk.
if [ -e /dev/full ] && mkdir "$work/small" && mount -t tmpfs -o size=1m none "$work/small" 2>/dev/null; then
	refused big 'No space left on device' OPENCL_CAPTURE_DIRECTORY="$work/small/it"
	[ -z "$(ls -A "$work/small")" ] || fail "full: files are left over"
	umount "$work/small"
else
	echo "not tested: a full disk, because nothing can be mounted"
fi
# SIGXFSZ would end the program.
(ulimit -f 8000 && capture big && [ "$result" -eq 0 ] &&
	grep -q '^refused .*File too large' "$work/here/status") ||
	fail "a limit of the size of files: $(cat "$work/here/status")"
[ ! -e "$work/here/it" ] || fail "a limit of the size of files: files are left over"
# Directories are not replaced, and not read by others.
capture buffers
mkdir "$work/kept"
capture buffers OPENCL_CAPTURE_DIRECTORY="$work/kept"
[ -z "$(ls -A "$work/kept")" ] || fail "a directory was replaced"
ls -d "$work"/kept.*/launch.txt >/dev/null || fail "no other name was found"
[ -n "$(find "$work"/kept.* -prune -perm 700)" ] || fail "the directory is open to others"

finish
