#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-cts: what .ci/cts/run makes of the results of OpenCL-CTS. The programs of its suites are a
# shell script here, which has the result that a table says for each test and each pass. Whether the
# layer passes the real suites is not tested here, because they are not part of this tree.

srcdir=$(cd "${srcdir:-.}" && pwd) || exit 99
failed=0
top=$(mktemp -d) || exit 99
trap 'rm -rf "$top"' EXIT
work="$top/with a blank"

command -v bash >/dev/null || {
	echo "skipped: .ci/cts/run needs bash"
	exit 77
}

fail() {
	echo "FAIL: $*"
	failed=1
}

# --- a tree with the script, a build of it, and a build of OpenCL-CTS ---

mkdir -p "$work/tree/.ci/cts" "$work/build/.libs" &&
	cp "$srcdir/.ci/cts/run" "$work/tree/.ci/cts/" &&
	touch "$work/build/.libs/libOpenCL.so.1" "$work/build/.libs/libCLCompatibility.so" \
		"$work/above.so" || exit 99

# The result of each test: driver, loaded, forced. A crash kills the program.
cat >"$work/table" <<'END'
command_buffer/good      skip  skip  pass
command_buffer/broken    skip  skip  fail
command_buffer/left      skip  skip  skip
command_buffer/known     skip  skip  fail
command_buffer/absent-a  skip  skip  skip
command_buffer/absent-b  skip  skip  skip
command_buffer/worse     skip  skip  fail
command_buffer/mended    skip  skip  pass
command_buffer/crashes   skip  skip  crash
command_buffer/hangs     skip  skip  timeout
command_buffer/waits     skip  skip  timeout
command_buffer/silent    skip  skip  none
mutable_dispatch/good    skip  skip  pass
semaphore/native         pass  pass  pass
semaphore/changed        pass  fail  pass
semaphore/taken          pass  skip  pass
semaphore/added          skip  pass  pass
computeinfo/computeinfo  pass  pass  pass
computeinfo/provided     skip  pass  pass
device_partition/once    pass  pass  once
device_partition/ever    pass  pass  crash
api/work_group_suggested_local_size_1D  skip  fail  pass
api/work_group_suggested_local_size_2D  skip  pass  pass
api/work_group_suggested_local_size_3D  skip  fail  pass
api/work_group_suggested_local_size_4D  skip  crash pass
api/spirv_query_both     fail  fail  pass
api/other                fail  fail  fail
END

cat >"$work/program" <<'END'
#!/bin/sh
# "cl_khr_command_buffer version 0.9.8 is required" is the text that real programs have.
suite=${0##*/test_}
suite=${suite#cl_khr_}
if [ "$1" = --list ]; then
	awk -v suite="$suite/" 'index($1, suite) == 1 { print "\t" substr($1, length(suite) + 1) }' \
		"$WORK/table"
	exit
fi
pass=driver
[ -z "$OPENCL_LAYERS" ] || pass=loaded
[ -z "$OPENCL_COMPATIBILITY_FORCE" ] || pass=forced
env >"$WORK/env-$pass"
touch written
log=${OPENCL_LOADER_LOG#*:}
[ -e "$WORK/other-loader" ] || echo "clrouter: info: loader: clrouter 0.1.0: layers" >"$log"
echo "$OPENCL_LAYERS" | tr : '\n' | while read -r file; do
	[ "$file" = "$(cat "$WORK/refused" 2>/dev/null)" ] || echo "layer: $file: layer 1" >>"$log"
done
printf '\tCL_PLATFORM_NAME == "Platform of the test"\n\tCL_DEVICE_NAME == "Device"\n'
printf '\tCL_DRIVER_VERSION == "7.1"\n'
printf '\tCL_DEVICE_EXTENSIONS == "cl_khr_one cl_khr_semaphore"\n%s...\nwritten by %s\n' "$1" "$1"
column=$(echo "driver loaded forced" | tr ' ' '\n' | grep -n "$pass" | cut -d : -f 1)
result=$(awk -v name="$suite/$1" -v column="$column" '$1 == name { print $(column + 1) }' \
	"$WORK/table")
case $result in
crash) kill -SEGV $$ ;;
once)
	[ -e "$WORK/crashed" ] || { touch "$WORK/crashed" && kill -SEGV $$; }
	result=pass ;;
timeout) exit 124 ;;
none) exit 1 ;;
esac
printf '{\n\t"results": {\n\t\t"%s": "%s"\n\t}\n}\n' "$1" "$result" \
	>"$CL_CONFORMANCE_RESULTS_FILENAME"
END
export WORK="$work"

cts=$work/cts/test_conformance
buffer=$cts/extensions/cl_khr_command_buffer
mkdir -p "$buffer/cl_khr_command_buffer_mutable_dispatch" "$cts/extensions/cl_khr_semaphore" \
	"$cts/computeinfo" "$cts/device_partition" "$cts/api" || exit 99
chmod +x "$work/program" && for place in "$buffer/test_cl_khr_command_buffer" \
	"$buffer/cl_khr_command_buffer_mutable_dispatch/test_cl_khr_mutable_dispatch" \
	"$cts/extensions/cl_khr_semaphore/test_cl_khr_semaphore" "$cts/computeinfo/test_computeinfo" \
	"$cts/device_partition/test_device_partition" "$cts/api/test_api"; do
	cp "$work/program" "$place" || exit 99
done

write_reasons() {
	cat >"$work/tree/.ci/cts/reasons" <<'END'
# A comment.
fails    command_buffer/known
fails    command_buffer/mended
fails    command_buffer/crashes
on       !(Platform* 6.*)
because  the first reason

skipped  command_buffer/absent-*
on       Platform of* 7.*
because  the second reason

skipped  command_buffer/worse
because  the third reason

endless  command_buffer/waits
because  the driver waits

skipped  command_buffer/left
skipped  command_buffer/nowhere
on       !(Platform*)
because  the fourth reason

skipped  command_buffer/left
on       Platform of* 6.*
because  the reason of an older driver

fails    command_buffer/gone
because  the fifth reason

unsteady device_partition/*
because  the driver crashes now and then

unforced local_size/*_[234]D
unforced semaphore/changed
because  the sixth reason
END
}
write_reasons

# run ARGUMENT...: the output is in $work/out, the status in $status.
run() {
	bash "$work/tree/.ci/cts/run" "$work/cts" build="$work/build" "$@" >"$work/out" 2>&1
	status=$?
}

# has LINE, as a regular expression.
has() {
	grep -q -E "^$1\$" "$work/out" || fail "no line \"$1\" in: $(cat "$work/out")"
}

ends_with() {
	[ "$(tail -n 1 "$work/out")" = "$1" ] || fail "the last line is not \"$1\": $(cat "$work/out")"
}

# --- the three passes ---

export OPENCL_LAYERS=of-the-user OCL_ICD_FILENAMES=of-the-user CL_DEVICE_TYPE=gpu
run
[ "$status" -eq 1 ] || fail "status $status with tests that fail"
has 'cts: platform "Platform of the test", driver "7.1", device "Device"'
has 'skip    skip    pass    command_buffer/good'
has 'FAIL: command_buffer/broken: it does not pass, .*'
has ' *written by broken'
has 'FAIL: command_buffer/left: it does not pass, .*'
has 'skip    skip    fail    command_buffer/known: the first reason'
has 'skip    skip    skip    command_buffer/absent-a: the second reason'
has 'skip    skip    skip    command_buffer/absent-b: the second reason'
has 'FAIL: command_buffer/worse: it does not pass, .*'
has 'FAIL: command_buffer/crashes: .*'
has 'skip    skip    crash   command_buffer/crashes'
has 'skip    skip    timeout command_buffer/hangs'
has 'skip    skip    timeout command_buffer/waits: the driver waits'
has 'FAIL: command_buffer/hangs: .*'
has 'skip    skip    none    command_buffer/silent'
has 'FAIL: command_buffer/silent: .*'
has 'FAIL: semaphore/changed: the layer changes it, but nothing is forced'
has 'FAIL: semaphore/taken: the layer changes it, but nothing is forced'
has 'FAIL: semaphore/added: the layer changes it, but nothing is forced'
has 'FAIL: local_size/work_group_suggested_local_size_1D: the layer provides it, .*'
has 'skip    fail    pass    local_size/work_group_suggested_local_size_3D'
has 'FAIL: local_size/work_group_suggested_local_size_4D: the layer provides it, .*'
has 'pass    pass    pass    device_partition/once'
has 'FAIL: device_partition/ever: it does not pass, .*'
[ "$(grep -c '^FAIL: ' "$work/out")" -eq 12 ] || fail "not 12 failures: $(cat "$work/out")"
has 'fail    fail    pass    spirv_queries/spirv_query_both'
grep -q 'other$' "$work/out" && fail "a test of no suite has run: $(cat "$work/out")"

# Lines that are not true of this platform, and no others.
has 'stale line: fails command_buffer/mended: command_buffer/mended passes'
has 'stale line: skipped command_buffer/worse: .*'
has 'stale line: fails command_buffer/gone: .*'
has 'stale line: fails command_buffer/crashes: .*'
has 'stale line: unforced local_size/.*: local_size/work_group_suggested_local_size_2D passes'
has 'cts: 5 stale lines in .ci/cts/reasons'
ends_with "10 passed, 12 failed, 4 skipped"

# What the programs are given: nothing of the user, the layers in their order, what is forced.
grep -q -E '^(OPENCL_LAYERS|OCL_ICD_FILENAMES|CL_DEVICE_TYPE)=' "$work/env-driver" &&
	fail "the driver is run with variables of the user: $(cat "$work/env-driver")"
grep -q -x 'OPENCL_LOADER_CONFIG=none' "$work/env-driver" || fail "the user's files are read"
grep -q -x -F "OPENCL_LAYERS=$work/build/.libs/libCLCompatibility.so" "$work/env-loaded" ||
	fail "the layer is not loaded: $(cat "$work/env-loaded")"
grep -q '^OPENCL_COMPATIBILITY' "$work/env-loaded" && fail "something is forced in the second pass"
grep -q -x 'OPENCL_COMPATIBILITY_FORCE=command_buffer,semaphore,spirv_queries,suggested_local_work_size' \
	"$work/env-forced" || fail "not everything is forced: $(cat "$work/env-forced")"
grep -q -x 'OPENCL_COMPATIBILITY_VERSIONS=cl_khr_command_buffer:0.9.8' "$work/env-forced" ||
	fail "the version is not what the suite wants: $(cat "$work/env-forced")"

# --- parts of it ---

run tests='mutable_dispatch/*'
[ "$status" -eq 0 ] || fail "status $status with good tests only"
ends_with "1 passed, 0 failed"
run tests='*/absent-a' forced
has '-       -       skip    command_buffer/absent-a: the second reason'
ends_with "0 passed, 0 failed, 1 skipped"
run driver tests='semaphore/*'
has 'pass    -       -       semaphore/native'
ends_with "3 passed, 0 failed, 1 skipped"
run driver tests='spirv_queries/*'
has 'FAIL: spirv_queries/spirv_query_both: the driver fails it by itself'
run loaded tests='local_size/*_3D'
has 'skip    fail    -       local_size/work_group_suggested_local_size_3D: the sixth reason'
ends_with "0 passed, 0 failed, 1 skipped"
run loaded tests='semaphore/taken'
[ "$status" -eq 1 ] || fail "status $status, but the layer changes a test"
ends_with "0 passed, 1 failed"
cd "$work" || exit 99
run above=above.so driver=d.icd tests='mutable_dispatch/*' forced
[ -e "$work/written" ] && fail "a test has written into the directory of the caller"
grep -q -x -F "OPENCL_LAYERS=$work/build/.libs/libCLCompatibility.so:$work/above.so" \
	"$work/env-forced" || fail "the other layer is not above: $(cat "$work/env-forced")"
grep -q -x -F "OCL_ICD_VENDORS=$work/d.icd" "$work/env-forced" || fail "another driver is used"
run type=cpu tests='mutable_dispatch/*' driver
grep -q -x 'CL_DEVICE_TYPE=CL_DEVICE_TYPE_CPU' "$work/env-driver" || fail "another type is used"
run type=toaster tests='mutable_dispatch/*' driver
[ "$status" -eq 2 ] || fail "status $status with a type that does not exist"

# --- what cannot be run is a failure ---

cannot() {
	[ "$status" -eq 1 ] || fail "status $status: $(cat "$work/out")"
	grep -q -E "$1" "$work/out" || fail "it does not say \"$1\": $(cat "$work/out")"
	ends_with "0 passed, 1 failed"
}

run tests='*/nothing'
cannot 'no test matches'
touch "$work/other-loader"
run driver
cannot 'are not run with .*libOpenCL.so.1'
rm "$work/other-loader"
echo "$work/above.so" >"$work/refused"
run above="$work/above.so" forced
cannot 'above.so is not loaded'
rm "$work/refused"
echo "fails  command_buffer/known" >>"$work/tree/.ci/cts/reasons"
run tests='mutable_dispatch/*'
cannot 'the last test has no "because"'
echo "thinks  command_buffer/known" >>"$work/tree/.ci/cts/reasons"
run tests='mutable_dispatch/*'
cannot 'reasons:[0-9]+: "thinks" is not known'
write_reasons
rm "$cts/extensions/cl_khr_semaphore/test_cl_khr_semaphore"
run tests='mutable_dispatch/*'
ends_with "1 passed, 0 failed"
run tests='*/good'
has 'FAIL: semaphore: .*/test_cl_khr_semaphore is not built'
ends_with "2 passed, 1 failed"
rm "$work/build/.libs/libCLCompatibility.so"
run loaded
cannot 'there is no .*libCLCompatibility.so'
rm "$cts/computeinfo/test_computeinfo"
run tests='*/good'
cannot 'test_computeinfo is not built'
rm -r "$cts"
run
cannot 'has no build of OpenCL-CTS; HACKING.md says how to make one'

# The list of this tree can be read, and each line of it has its reason.
awk '/^(fails|skipped|endless|unsteady|unforced) / { open = 1 } /^because +[a-z]/ { open = 0; count++ }
	END { exit open || !count }' "$srcdir/.ci/cts/reasons" || fail "a test has no reason"

exit "$failed"
