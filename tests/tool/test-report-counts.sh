#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# clrouter report counts what doc/examples/count-layer.c, which knows nothing of records, counts in
# the same run; the device times are those that the program itself asks for. The programs are
# vector-add, clinfo, pyopencl's arrays, clpeak, filters of ffmpeg and OpenCV, on the drivers of this
# system.
# shellcheck disable=SC1091,SC2154  # tool-lib.sh sets them
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"

here=$(pwd -P)
top=$(cd "$srcdir" && pwd -P)
cd "$work" || exit 99
layer=$here/.libs/libCLRecord.so
if [ ! -e "$layer" ]; then
	echo "skipped: there is no libCLRecord.so in the build directory"
	exit 77
fi
# "3e 00" for x86-64, "03 00" for i386, ...
machine_of() {
	od -A n -t x1 -j 18 -N 2 "$1"
}
if [ "$(machine_of "$layer")" != "$(machine_of /bin/sh)" ]; then
	echo "skipped: the layers are built for another machine than the programs of this system"
	exit 77
fi
if grep -q -e __asan_init -e __tsan_init "$layer"; then
	echo "skipped: the layers are built with a sanitizer, the programs of this system are not"
	exit 77
fi
if ! python3 -c 'import json' 2>/dev/null; then
	echo "skipped: there is no python3 to read JSON"
	exit 77
fi
# shellcheck disable=SC2086  # flags
${CC:-cc} ${CFLAGS:-} -shared -fPIC -I"$top/include" -I"$here/include" \
	"$top/doc/examples/count-layer.c" -o libcount.so || exit 99
export LD_LIBRARY_PATH="$here/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

# The counting layer is the first, so it sees the calls that the program makes.
# compare NAME PROGRAM...
compare() {
	name=$1
	shift
	OPENCL_LAYERS="$layer:$work/libcount.so" OPENCL_RECORD_FILE="$work/$name.clrecord" \
		OPENCL_RECORD_PROFILE_QUEUES=yes "$@" >"$name.out" 2>"$name.err"
	if [ ! -e "$name.clrecord" ]; then
		fail "$name: there is no record: $(cat "$name.err")"
		return
	fi
	sed -n 's/^ *\([0-9][0-9]*\) \(cl[A-Z][A-Za-z]*\)$/\2 \1/p' "$name.err" | sort >counted
	"$clrouter" report --json "$name.clrecord" >"$name.json"
	python3 - "$name.json" <<-'EOF' | sort >reported
		import json, sys
		for function in json.load(open(sys.argv[1]))["functions"]:
		    print(function["name"], function["count"])
	EOF
	[ -s counted ] || fail "$name: the layer has counted nothing: $(cat "$name.err")"
	diff counted reported || fail "$name: counted (<) is not what is reported (>)"
	echo "$name: $(awk '{ sum += $2 } END { print sum }' reported) calls"
}

# What the process adds up itself is the same, although nothing else is recorded.
# compare_sums NAME PROGRAM...
compare_sums() {
	name=$1-sums
	shift
	OPENCL_LAYERS="$layer:$work/libcount.so" OPENCL_RECORD_FILE="$work/$name.clrecord" \
		OPENCL_RECORD_SUMMARY=yes OPENCL_RECORD_PROFILE_QUEUES=yes \
		"$@" >"$name.out" 2>"$name.err"
	sed -n 's/^ *\([0-9][0-9]*\) \(cl[A-Z][A-Za-z]*\)$/\2 \1/p' "$name.err" | sort >counted
	"$clrouter" report --json "$name.clrecord" >"$name.json"
	python3 - "$name.json" <<-'EOF' | sort >reported
		import json, sys
		for row in json.load(open(sys.argv[1]))["rows"]:
		    if row["kind"] == "call":
		        print(row["name"], row["count"])
	EOF
	[ -s counted ] || fail "$name: the layer has counted nothing: $(cat "$name.err")"
	diff counted reported || fail "$name: counted (<) is not what is reported (>)"
	[ "$(wc -c <"$name.clrecord")" -le 8000000 ] || fail "$name: the record has grown"
}

compare vector-add "$here/doc/examples/vector-add"
compare_sums vector-add "$here/doc/examples/vector-add"
if command -v clinfo >/dev/null; then
	compare clinfo clinfo
	compare_sums clinfo clinfo
else
	echo "no clinfo: its calls are not compared"
fi

# Arrays of pyopencl: many small kernels, and handles that are used again.
cat >arrays.py <<-'EOF'
	import numpy, pyopencl, pyopencl.array
	for platform in pyopencl.get_platforms():
	    if platform.get_devices():
	        break
	queue = pyopencl.CommandQueue(pyopencl.Context(platform.get_devices()[:1]))
	array = pyopencl.array.to_device(queue, numpy.arange(1000, dtype=numpy.float32))
	for i in range(50):
	    (array * 2 + array).get()
EOF
python=
for each in python3 /usr/bin/python3; do
	"$each" -c 'import pyopencl' 2>/dev/null && python=$each && break
done
if [ "$python" ]; then
	compare arrays "$python" arrays.py
else
	echo "no pyopencl: its calls are not compared"
fi

# works COMMAND...: does it end well by itself? Not every driver is good for every program.
works() {
	timeout 120 "$@" >works.out 2>&1
}

if ! command -v clpeak >/dev/null; then
	echo "no clpeak: its calls are not compared"
elif works clpeak -p 0 --kernel-latency; then
	compare clpeak clpeak -p 0 --kernel-latency
else
	echo "clpeak does not work here: $(tail -n 1 works.out)"
fi

# Frames that are uploaded, filtered on the device and downloaded.
blur() {
	ffmpeg -nostdin -hide_banner -loglevel error -init_hw_device opencl=ocl:0.0 \
		-filter_hw_device ocl -f lavfi -i testsrc=size=64x64:rate=5:duration=1 \
		-vf 'format=yuv420p,hwupload,avgblur_opencl=3,hwdownload,format=yuv420p' -f null -
}
if ! command -v ffmpeg >/dev/null; then
	echo "no ffmpeg: its calls are not compared"
elif blur >works.out 2>&1 </dev/null; then
	compare ffmpeg blur
else
	echo "ffmpeg does not work here: $(tail -n 1 works.out)"
fi

cat >opencv.py <<-'EOF'
	import sys, numpy, cv2
	cv2.ocl.setUseOpenCL(True)
	if not cv2.ocl.useOpenCL():
	    sys.exit("OpenCV has found no device")
	image = cv2.UMat(numpy.ones((256, 256, 3), numpy.uint8))
	for i in range(5):
	    image = cv2.GaussianBlur(image, (5, 5), 1)
	print(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).get().sum())
EOF
opencv=
for each in python3 /usr/bin/python3; do
	"$each" -c 'import cv2' 2>/dev/null && opencv=$each && break
done
# By itself it takes a GPU only.
if [ -z "$opencv" ]; then
	echo "no OpenCV: its calls are not compared"
elif works "$opencv" opencv.py; then
	compare opencv "$opencv" opencv.py
elif works env OPENCV_OPENCL_DEVICE=:CPU: "$opencv" opencv.py; then
	compare opencv env OPENCV_OPENCL_DEVICE=:CPU: "$opencv" opencv.py
else
	echo "OpenCV does not work here: $(tail -n 1 works.out)"
fi

# device-times prints the times of its commands as clGetEventProfilingInfo tells them.
if "$here/tests/tool/device-times" >probe 2>&1; then
	compare device-times "$here/tests/tool/device-times"
	python3 - device-times.json device-times.out <<-'EOF' || fail "device times differ"
		import json, sys
		report = json.load(open(sys.argv[1]))
		told = dict(line.split() for line in open(sys.argv[2]))
		found = {kernel["name"]: kernel["total_ns"] for kernel in report["kernels"]}
		found.update({sum["direction"].replace(" ", "-"): sum["total_ns"]
		              for sum in report["transfers"]})
		print(told, found)
		sys.exit({name: int(time) for name, time in told.items()} != found)
	EOF
	compare_sums device-times "$here/tests/tool/device-times"
	python3 - device-times-sums.json device-times-sums.out <<-'EOF' || fail "summed device times differ"
		import json, sys
		report = json.load(open(sys.argv[1]))
		told = dict(line.split() for line in open(sys.argv[2]))
		rows = [row for row in report["rows"] if row["kind"] in ("kernel", "transfer")]
		found = {row["name"].replace(" ", "-"): row["total"] for row in rows}
		print(told, rows)
		sys.exit({name: int(time) for name, time in told.items()} != found or
		         any(row.get("estimated", 0) > 0 for row in rows) or
		         any(row.get("bytes") != 40000 * row["count"] for row in rows
		             if row["kind"] == "transfer"))
	EOF
else
	echo "no device that can be measured: device times are not compared: $(cat probe)"
fi

# record_answers NAME ARGUMENT OPTION: the answers are the same as without the layer.
record_answers() {
	"$here/tests/tool/queue-answers" "$2" >plain
	# shellcheck disable=SC2086  # no option is one
	"$clrouter" record --layer "$layer" -o "$1.clrecord" $3 \
		"$here/tests/tool/queue-answers" "$2" >recorded 2>"$1.err" || fail "$1: status $?"
	diff plain recorded || fail "$1: the answers are others"
	"$clrouter" report --json "$1.clrecord" >"$1.json"
}

# expect_queues NAME EXPRESSION...: of the list of queues and the kernels by name.
expect_queues() {
	expected=$1
	shift
	for expression in "$@"; do
		python3 - "$expected.json" "$expression" <<-'EOF' || fail "$expected: not $expression"
			import json, sys
			report = json.load(open(sys.argv[1]))
			queues = report["queues"]
			kernels = {kernel["name"]: kernel for kernel in report["kernels"]}
			work = max(queues, key=lambda queue: queue["commands"])
			some = kernels["some"]
			rare = kernels["rare"]
			good = eval(sys.argv[2])
			if not good:
			    print(queues, kernels)
			sys.exit(not good)
		EOF
	done
}

if "$here/tests/tool/queue-answers" >probe 2>&1; then
	record_answers sampled none ""
	expect_queues sampled 'work["profiling"] == "sampled"' \
		'{q["profiling"] for q in queues} <= {"sampled", "out-of-order", "as-made"}' \
		'len([q for q in queues if q["profiling"] == "as-made"]) == 2' \
		'100 <= some["measured"] <= some["count"]' \
		'some["measured"] + some["estimated"] == 20000 + len([q for q in queues if q["measured"]]) - 1' \
		'rare["count"] == 20 == rare["measured"]' 'rare["estimated"] == 0' \
		'some["total_ns"] >= some["mean_ns"] * 20000'
	record_answers all none --profile-queues
	expect_queues all '{q["profiling"] for q in queues} == {"all", "as-made"}' \
		'all(q["commands"] == q["measured"] for q in queues)' \
		'some["estimated"] == 0 and some["measured"] == some["count"]'
	record_answers left none --leave-queues
	expect_queues left '{q["profiling"] for q in queues} == {"as-made"}' \
		'work["measured"] == 0' 'some["measured"] == 2'
	record_answers buffers buffers ""
	expect_queues buffers '{q["profiling"] for q in queues} <= {"command-buffers", "out-of-order", "as-made"}' \
		'work["profiling"] == "command-buffers" and work["measured"] == 0'
	"$clrouter" report buffers.clrecord | grep -q "no device times: the program makes command buffers" ||
		fail "buffers: the reason is not reported"
	"$clrouter" report sampled.clrecord | grep -q "measured now and then" ||
		fail "sampled: this is not reported"
else
	echo "no device: answers about queues are not compared: $(cat probe)"
fi

finish "the counts and times are equal"
