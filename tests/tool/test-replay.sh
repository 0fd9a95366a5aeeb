#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# clrouter replay with captures that make-capture has written, on drivers that compute or do not
# (tool-compute.c): what it finds out of each driver, how it ends, and that no capture that lies is
# accepted.
# shellcheck disable=SC1091,SC2154  # tool-lib.sh sets them
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"

here=$(pwd -P)
manual=$(cd "$srcdir" && pwd -P)/doc/clrouter.1.in
class=$(od -A n -t x1 -j 4 -N 1 .libs/libOpenCL.so.1)	# 01: 32 bits, 02: 64
export OPENCL_LOADER_CONFIG=none
mkdir "$work/lib"
cd "$work" || exit 99
# Oclgrind is not to be found.
PATH=/usr/bin:/bin
[ ! -e /usr/bin/oclgrind ] || {
	mkdir "$work/bin"
	for program in sh cat grep sed tr cp mkdir rm python3 cmp cut ls sleep kill chmod head env find \
		basename sort diff wc mkfifo timeout ln awk; do
		path=$(command -v "$program") && ln -s "$path" "$work/bin/$program"
	done
	PATH=$work/bin
}
export PATH

# stage BEHAVIOUR...: only these drivers
stage() {
	OCL_ICD_VENDORS=
	for name; do
		cp "$drivers/tool-driver-compute.so" "$work/lib/$name.so"
		OCL_ICD_VENDORS="$OCL_ICD_VENDORS${OCL_ICD_VENDORS:+:}$work/lib/$name.so"
	done
	export OCL_ICD_VENDORS
}

# make CASE: the capture CASE
make() {
	[ -e "$1" ] || "$here/tests/tool/make-capture" "$1" "$1" || exit 99
}

# replay BEHAVIOUR STATUS OUTCOME [ARG...]: both devices of the driver have the OUTCOME
replay() {
	stage "$1"
	name=$1
	expected=$2
	outcome=$3
	shift 3
	run replay --all "$@" good
	want_status "$expected"
	echo "$outcome $expected" >>seen
	[ "$(printf '%s\n' "$output" | grep -c "^$outcome: .*/$name.so: Tool: Tool [GC]PU\$")" -eq 2 ] ||
		{ fail "$name: not both devices are $outcome"; show; }
}

look_for_python
make good

# --- drivers ---

replay computes 0 same
want '^capture: good: kernel next, launch 5 of maker$'
want '^    captured   2026-11-24T23:40:05Z on Tool: Tool GPU, driver 7.5$'
want '^    version    7.5$'
want '^    times      build [0-9.]* [mun]*s, launch '
want '^result  *build  *launch  driver$'
want_not '^differs'
# A driver that two files name, one of them by a link, is one driver.
ln -s computes.so "$work/lib/computes-again.so"
mkdir "$work/two-files"
echo "$work/lib/computes.so" >"$work/two-files/a.icd"
echo "$work/lib/computes-again.so" >"$work/two-files/b.icd"
for glob in --all "--driver Tool" "--driver b"; do
	# shellcheck disable=SC2086  # to be split
	OCL_ICD_VENDORS=$work/two-files run replay $glob good
	want_status 0
	[ "$(printf '%s\n' "$output" | grep -c "^same: .*: Tool: Tool [GC]PU\$")" -eq 2 ] ||
		{ fail "$glob: a driver that two files name is replayed twice, or never"; show; }
done
replay wrong 1 differs
want '^    first      argument 1, output (uint\*): number 7 of its buffer (byte 28) is 0x[0-9a-f]*, expected 0x[0-9a-f]*; 1 differs$'
replay idle 1 differs
want 'number 0 of its buffer'
replay at-times 1 differs --repeat 4
want '^    runs       2 as captured, 2 not$'
want 'number 3 of its buffer'
replay at-times 0 same --repeat 1
# A signal ends the tool, the driver's process and what the driver has started.
mkfifo events
with_interrupt=
env --default-signal=INT,HUP env >/dev/null 2>&1 && with_interrupt="env --default-signal=INT,HUP"
stage hang-helper
for signal in HUP:129 TERM:143 INT:130; do
	[ "$signal" != INT:130 ] || [ -n "$with_interrupt" ] || continue
	checks=$((checks + 1))
	$with_interrupt "$here/clrouter" replay --all good 9>events >"$work/out" 2>&1 &
	tool=$!
	exec 8<events
	read -r line <&8
	kill -s "${signal%:*}" $tool
	status=0
	wait $tool 2>/dev/null || status=$?
	[ "$status" -eq "${signal#*:}" ] || fail "SIG${signal%:*}: status $status: $(cat "$work/out")"
	late=$(cat <&8)
	exec 8<&-
	[ "$line$late" = hung ] || fail "SIG${signal%:*}: a process is left over: $line $late"
done
replay build-fails 1 no-build
want '^    why        clBuildProgram returned CL_BUILD_PROGRAM_FAILURE (-11)$'
want '^    build log  3:1: fatal ERROR: no such '
replay no-launch 1 no-launch
want '^    why        clEnqueueNDRangeKernel returned CL_INVALID_WORK_GROUP_SIZE (-54)$'
replay no-context 1 no-launch
replay null-context 1 no-launch
replay lacks 1 no-launch
want 'the driver does not have clCreateKernel'
replay crash-build 1 crashed
want '^    why        it crashed with SIGSEGV, while it built the program$'
replay exit-release 1 exited
replay crash-run 1 crashed
want '^    why        it crashed with SIGSEGV, while it ran the kernel$'
replay abort-run 1 crashed
want '^    why        .*SIGABRT.*, while it ran the kernel$'
replay heap-run 1 crashed
want '^    why        .*SIGABRT.*, while it ran the kernel: the heap of the process was broken, so the kernel or the driver has written outside of its memory$'
replay killed-run 1 crashed
want '^    why        .*SIGKILL, while it ran the kernel$'
replay no-memory 1 no-launch
want '^    why        clCreateBuffer returned CL_MEM_OBJECT_ALLOCATION_FAILURE (-4)$'
replay hang-build 1 hung --timeout 1
want '^    why        it did not come back within the time limit, while it built the program$'
if grep -q -e __asan_init -e __tsan_init "$clrouter"; then
	echo "not tested: a driver that takes all memory, which sanitizers do not let it"
else
	replay_limited() (ulimit -v 400000; "$clrouter" replay --all good >"$work/said" 2>&1; echo $? >"$work/status")
	stage eats-memory
	replay_limited
	[ "$(cat status)" -eq 1 ] && grep -q '^no-launch: ' said &&
		grep -q 'clEnqueueNDRangeKernel returned CL_OUT_OF_HOST_MEMORY (-6)$' said ||
		fail "a driver that takes all memory: $(cat status said)"
fi
replay hang-run 1 hung --timeout 1
want '^    why        it did not come back within the time limit, while it ran the kernel$'
# A step has the time, not the whole.
replay slow-run 0 same --timeout 3 --repeat 2
replay no-compiler 125 unable
replay other-order 125 unable
make images
run replay images
want_status 125
want '^unable: .*$'

# Options of a vendor are left out on other platforms, once they have failed.
make vendor
make vendor-elsewhere
stage strict-options
run replay --all vendor
want_status 1
want '^    why        clBuildProgram returned CL_INVALID_BUILD_OPTIONS (-43)$'
want_not '^    options'
run replay --all vendor-elsewhere
want_status 0
want '^    options    clBuildProgram returned CL_INVALID_BUILD_OPTIONS (-43) with the options of the capture; tried again with -cl-std=CL1.2 -D NAME="a -I b"$'
want_not '^    build log'
stage computes
run replay --all vendor-elsewhere
want_status 0
want_not '^    options'
stage shows-options
run replay --all vendor-elsewhere
want_status 1
want '^    options    .*; tried again with -cl-std=CL1.2 -D NAME="a -I b"$'
want '^    why        clBuildProgram returned CL_INVALID_BUILD_OPTIONS (-43)$'
want '^    build log  error: unknown option in: -cl-std=CL1.2 -D NAME="a -I b"$'
make includes
run replay --all includes
want_status 1
want '^    options    .*; tried again with none$'
want '^    missing    the program includes common.h, other/types.h: such files are not in a capture$'
if [ "$have_python" ]; then
	run replay --all --json includes
	want_json "report['results'][0]['portable_options'] == ''"
	want_json "report['results'][0]['missing_files'] == 'common.h, other/types.h'"
fi
stage computes
run replay --all includes
want_status 0
want_not '^    missing'

# --- what the user says ---

run replay --all good
want '^    compared   argument 1: bit by bit$'
want '^    local size each driver chooses; the captured driver chose 8$'
want_not '^    note'
# Number 7 is one unit in the last place off, number 3 is 256.
replay wrong 0 same --type 1=float
want '^    compared   argument 1: float, within 16 units in the last place, 1e-05 of the greater one, or 1.2e-38$'
replay wrong 0 same --type 1=float4 --ulps 1
want '^    compared   argument 1: float, within 1 unit in the last place, 0 of the greater one, or 0$'
want '^    note       these bounds are from options, not from the capture$'
replay wrong 1 differs --type 1=float --ulps 0
want 'argument 1, output (float\*): number 7 of its buffer (byte 28) is [-0-9.e+]* (0x'
replay wrong 1 differs --type '1=float*' --bits
replay wrong 0 same --type 1=float --relative 1e-6
replay wrong 1 differs --type 1=float --relative 1e-8
replay wrong 0 same --type 1=float --absolute 1e308
replay at-times 1 differs --repeat 2 --type 1=float --ulps 255
replay at-times 0 same --repeat 2 --type 1=float --ulps 256
# The last type counts.
replay wrong 1 differs --type 1=float --type 1=uint
replay wants-local 1 no-launch
replay wants-local 1 no-launch --local own
replay wants-local 0 same --local captured
want '^    local size 8, as the driver of the capture chose$'
if [ "$have_python" ]; then
	run replay --all --json --type 1=float --ulps 3 good
	want_json "report['capture']['compared'][0]['how'].startswith('float, within 3 units')"
	want_json "report['capture']['bounds_were_said']"
fi
for type in 2=float 3=float 999999999=float; do
	run replay --all --type "$type" good
	want_status 125
	want_error "^clrouter: good: --type $type: argument [0-9]* leads to no memory of numbers$"
done
make given-local
# A work-group that the device does not have, by its own words; and one that only its driver refuses.
stage small-groups no-launch
run replay --all given-local
want_status 1
want '^    why        its work-groups are smaller (CL_DEVICE_MAX_WORK_GROUP_SIZE)$'
[ "$(printf '%s\n' "$output" | sed -n 's/^\([a-z-]*\): .*\/\(.*\)\.so: .*GPU$/\1 \2/p' | tr '\n' ' ')" = \
	"unable small-groups no-launch no-launch " ] || { fail "small work-groups"; show; }
stage computes
run replay --all --local captured given-local
want_status 0
want_not '^    local size'
make no-suggestion
run replay --all no-suggestion
want_status 0
want '^    local size each driver chooses; the local size that the captured driver chose is not known$'
run replay --all --local captured no-suggestion
want_status 125
want_error '^clrouter: no-suggestion: --local captured: the capture does not say'

# A driver that cannot be used does not spoil the others.
stage computes wrong no-compiler crash
run replay --all good
want_status 1
[ "$(printf '%s\n' "$output" | sed -n 's/^\([a-z-]*\):.*/\1/p' | tr '\n' ' ')" = \
	"capture same same differs differs unable unable unable result " ] || { fail "four drivers"; show; }
want '^    why        it crashed with SIGSEGV, while its library was loaded$'
if [ "$have_python" ]; then
	run replay --all --json good
	want_status 1
	want_json "[r['outcome'] for r in report['results']] == ['same'] * 2 + ['differs'] * 2 + ['unable'] * 3"
	want_json "report['capture']['kernel'] == 'next' and report['capture']['launch'] == 5"
	want_json "report['results'][2]['first']['offset'] == 28"
	want_json "report['results'][2]['first']['memory'] == 1"
fi

# --- which drivers ---

run replay good
want_status 1
want '^same: .*/computes.so: Tool: Tool GPU$'
run replay --driver 'comp*' good
want_status 0
want_not 'wrong.so'
run replay --driver "$work/lib/wrong.so" good
want_status 1
[ "$(printf '%s\n' "$output" | grep -c '^differs: ')" -eq 2 ] || { fail "a registered driver is tried twice"; show; }
want_not 'computes.so'
run replay --driver Tool good
want_status 1
want '^same: '
want '^differs: '
run replay --driver crash.so good
want_status 125
run replay --driver absent good
want_status 125
want_error 'no driver or platform that "absent" names has a device'
make elsewhere
run replay elsewhere
want_status 125
want_error "no driver has the platform \"Nobody's\", .*--all"
run replay --all elsewhere
want_status 1
# The path of a library that is not registered.
OCL_ICD_VENDORS=$work/lib/wrong.so
run replay --driver lib/computes.so good
want_status 0
want "^same: $work/lib/computes.so: "

# --- launches that failed, contents that vary ---

make failing
stage no-launch
run replay failing
want_status 0
want '^same: '
want '^    why        the launch returned CL_INVALID_WORK_GROUP_SIZE (-54)$'
stage computes
run replay failing
want_status 1
want '^    why        the launch returned CL_SUCCESS (0), expected CL_INVALID_WORK_GROUP_SIZE (-54)$'
make short
run replay short
want_status 1
want '^    note       CL_MEM_OBJECT_ALLOCATION_FAILURE (-4) also depends on what else the program had'
make ends-badly
run replay ends-badly
want_status 1
want '^    why        the launch ended with CL_SUCCESS (0), expected error -9999$'
want_not '^    note'
make varies
stage wrong
run replay varies
want_status 125
want '^varies: '
echo "varies 125" >>seen
want "^    note       the launch is not deterministic: the captured driver's own results differed, too\$"
want '^result: the launch is not deterministic: no driver is shown to be wrong$'
stage computes
run replay varies
want_status 0
make newer-minor
run replay newer-minor
want_status 0
make shared
run replay shared
want_status 125
want 'it has no shared virtual memory'
# The driver decides what is too large, if the host can address it.
make huge-zeros
run replay huge-zeros
case $class in
*02) want_status 1 ;;
*) want_status 125 ;;
esac

# Looking for each argument at each of the contents, for all arguments again, would take some minutes.
cp -R good crowded
awk '
/^memory/ { print "memory\tkind=buffer\tflags=1\tsize=160000"; while (getline && /^memory/); }
/^range/ {
	for (i = 0; i < 20000; i++)
		print "range\tmemory=0\toffset=" 8 * i "\tsize=4\tbefore=zero\tafter=zero\tas=bits\telement=1"
	while (getline && /^range/);
}
/^argument/ {
	for (i = 0; i < 4000; i++)
		print "argument\tkind=memory\tis_const=1"
	while (getline && /^argument/);
}
{ print }' good/launch.txt >crowded/launch.txt
runner='timeout 100'
run replay --driver none crowded
runner=
want_status 125
want '^    compared   argument 0: bit by bit$'

# --- what was found where it was captured ---

run replay good
want_status 0
want '^    findings   not looked for$'
make clean
run replay clean
want_status 0
want '^    findings   validation found nothing wrong$'
want '^    findings   oclgrind found nothing wrong$'
want_not '^    unchecked'
make found
run replay found
want_status 0
want '^    findings   validation: error: a\*/b.*\[2J.*c$'
want '^    findings   oclgrind: two$'
want '^    unchecked  oclgrind: it ended$'
want_not 'found nothing'
if printf '%s\n' "$output" | grep -q "$(printf '\033')"; then
	fail "$ran: it writes a control character"
fi
if [ "$have_python" ]; then
	run replay --json found
	want_json "report['capture']['findings'] == ['validation: error: a*/b\\x1b[2J\\nc', 'oclgrind: two']"
	want_json "report['capture']['checked_by'] == ['validation']"
	want_json "report['capture']['unchecked'] == ['oclgrind: it ended']"
	run replay --json good
	want_json "report['capture']['findings'] == [] and report['capture']['checked_by'] == []"
fi
# Nothing that a capture may leave out is relied upon.
make nameless
run replay --all nameless
want_status 125
want '^unable: '
want 'the program is a binary of another device or driver'
make race
stage wrong
run replay race
want_status 1
want '^result: the kernel has a race (oclgrind: Read-write data race at 0x8): no driver is shown to be wrong$'

# --- the calls ---

# Each kind of object is made as it was.
stage computes
for case in il il-linked binary built-in linked objects pointers-set values sizes-3d task vendor-elsewhere; do
	make "$case"
	rm -f calls
	TOOL_CALLS=$work/calls run replay --all "$case"
	case $case in
	vendor-elsewhere) wanted='build 0 of 1: -cl-std=CL1.2 -cl-nv-verbose -I /usr/mine -D NAME="a -I b"' ;;
	il) wanted='constant of 0: 7 0102030405060708 (8, .*)' ;;
	il-linked) wanted='constant of 0: 1 0900 (2, .*)' ;;
	binary) wanted='binary 0 of 1: .*' ;;
	built-in) wanted='built-in 0 of 1: next;other.one' ;;
	linked) wanted='header 1 of 1: c\\d.h is 0' ;;
	objects) wanted='image 5: 0x1000 0x10B5 0x10DA; 0x10F3 4 4 0 4; pitches 0 0; of -1; no bytes' ;;
	pointers-set) wanted='argument 4: pointer 3 + 4096' ;;
	values) wanted='argument 3: 8 0000000000000080 (8, .*)' ;;
	sizes-3d) wanted='launch: 1,0,2; 64,2,1; 8,2,1; waits for 0' ;;
	*) wanted='kernel of 0: next' ;;
	esac
	grep -q -x -e "$wanted" calls || fail "$case: no call \"$wanted\": $(cat calls)"
done

stage misaligned
TOOL_CALLS=$work/calls run replay --all objects
want_status 125
want '^    why        its sub-buffers cannot begin there (CL_DEVICE_MEM_BASE_ADDR_ALIGN)$'

# --- several captures ---

stage computes wrong
run replay --all good absent clean
want_status 1
want_error '^clrouter: absent: No such file'
want '^capture: good: '
want '^capture: clean: '
want '^result  *build  *launch  *capture  *driver$'
want '^same .* good  *.*/computes.so: Tool CPU$'
want '^differs .* clean  *.*/wrong.so: Tool GPU$'
[ "$(printf '%s\n' "$output" | grep -c '^result: ')" -eq 2 ] || { fail "two captures have no two conclusions"; show; }
stage computes
run replay --all good clean
want_status 0
run replay --all good absent
want_status 125
run replay good elsewhere
want_status 125
if [ "$have_python" ]; then
	run replay --all --json good absent clean
	want_json "[c['capture']['directory'] for c in report['captures'] if 'capture' in c] == ['good', 'clean']"
	want_json "report['captures'][1] == {'directory': 'absent', 'refusal': 'No such file or directory'}"
	want_json "[len(c['results']) for c in report['captures'] if 'results' in c] == [2, 2]"
	want_json "report['captures'][0]['conclusion'] == 'all drivers that were tried agree with the capture'"
fi

# --- captures that lie ---

stage computes
count=0
for case in $("$here/tests/tool/make-capture" list); do
	make "$case"
	run replay --all "$case"
	want_status 125
	[ -z "$output" ] || fail "$ran: it writes $output"
	want_error "^clrouter: $case: .*$(cat "$case/reason")"
	count=$((count + 1))
done
[ "$count" -ge 25 ] || fail "only $count captures lie"
run replay absent
want_status 125
want_error '^clrouter: absent: No such file'
run replay good/launch.txt
want_status 125

# The file is changed after it was opened.
if grep -q -e __asan_init -e __tsan_init "$clrouter"; then
	echo "not tested: LD_PRELOAD, in which a sanitizer's library must be the first"
else
	for file in program-0.cl "$(basename "$(find good/contents -type f | head -n 1)")"; do
		for change in cut write; do
			rm -rf changing
			"$here/tests/tool/make-capture" good changing || exit 99
			runner="env LD_PRELOAD=$drivers/change-file.so CHANGE=$change CHANGE_FILE=$file"
			run replay --all changing
			runner=
			want_status 125
			[ -z "$output" ] || fail "$file, $change: it writes $output"
			want_error "^clrouter: changing: .*$file: "
		done
	done
fi

# --- the table of the manual ---

sed -n 's/^\.It Cm \([a-z-]*\) Ta \([0-9]*\) Ta .*/\1 \2/p' "$manual" | sort >said-there
sort -u seen >seen-here
# No process can be started: that is not tried.
grep -v '^not-tried ' said-there | diff - seen-here >different ||
	fail "the manual has other exit statuses: $(cat different)"
[ "$(wc -l <said-there)" -eq 10 ] || fail "the manual's table: $(cat said-there)"

# --- wrong use ---

for words in "" "--repeat 0 good" "--repeat x good" "--repeat 10001 good" \
	"--driver a --all good" "--driver" "--output a good" \
	"--ulps -1 good" "--ulps 1.5 good" "--ulps x good" "--ulps 4294967296 good" "--ulps= good" \
	"--relative -1e-5 good" "--relative nan good" "--relative inf good" "--relative 1.1 good" \
	"--relative 0x1p-3 good" "--relative 1e-5x good" "--relative .5 good" "--relative [1] good" \
	"--absolute -1 good" "--absolute 1e309 good" "--absolute true good" "--absolute 1,5 good" \
	"--type float good" "--type 1 good" "--type 1= good" "--type 1=floats good" "--type 1=image2d_t good" \
	"--type 1=float5 good" "--type -1=float good" "--type 9999999999=float good" "--type =float good" \
	"--type 1=float** good" "--bits --ulps 1 good" "--bits --relative 0 good" "--bits=1 good" \
	"--local 8 good" "--local good"; do
	# shellcheck disable=SC2086  # to be split
	run replay $words
	want_status 2
done
run replay --help
want_status 0
want '^usage: clrouter replay'

finish "clrouter replay tells drivers apart, and accepts no capture that lies"
