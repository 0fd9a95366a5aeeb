#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-tool: all subcommands of clrouter but doctor: the command line, text, JSON, run. run-roots.sh
# tests what they print about files.
# shellcheck disable=SC1091,SC2154  # tool-lib.sh sets them
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"

mkdir "$work/vendors" "$work/lib"
# driver NAME: installs a driver with the behaviour NAME (tool-driver.c)
driver() {
	cp "$drivers/tool-driver.so" "$work/lib/$1.so"
	echo "$work/lib/$1.so" >"$work/vendors/$1.icd"
}
export OPENCL_LOADER_CONFIG=none OCL_ICD_VENDORS="$work/vendors"

# --- the command line ---

for words in "" "nothing" "--nothing" "-x" "list --nothing" "list nothing" "doctor a b" \
	"files --timeout 3" "--only x list" "list --timeout" "list --timeout no" \
	"list --timeout 0" "list --json=yes" "list --root=" "run" "run --" "run --only"; do
	# shellcheck disable=SC2086  # to be split
	run $words
	want_status 2
	want_error "^clrouter: "
	[ -z "$output" ] || fail "$ran: wrong use goes to standard output"
done
for words in "--help" "list --help" "files --help" "doctor --help" "config --help" \
	"layers --help" "report --help" "run --help" "run --help x" "--version" "doctor --version" "-h" "-V" \
	"list -h" "-h list" "run -h x" "help" "help list" "help help" "help doctor x"; do
	# shellcheck disable=SC2086
	run $words
	want_status 0
	[ -z "$error" ] || fail "$ran: $error"
done
run --version
want "^clrouter [0-9]"
run --help
for words in $(printf '%s\n' "$output" | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
	run help "$words"
	want "^usage: clrouter $words "
	first=$output
	run "$words" -h
	[ "$output" = "$first" ] || fail "help $words is not $words -h"
done
run help nothing
want_status 2
# A misspelt word.
while read -r words; do
	meant=${words##*= }
	# shellcheck disable=SC2086  # to be split
	run ${words%% = *}
	want_status 2
	want_error "did you mean \"$meant\"?"
done <<'END'
liste = list
docter = doctor
hlep = help
help confg = config
list --jsno = --json
list --Summary = --summary
list -json = --json
run --witout x true = --without
END
run list --layr x
want_status 2
if printf '%s\n' "$error" | grep -q 'did you mean "--layer"'; then
	fail "an option of another subcommand is suggested"
fi
if [ -w /dev/full ]; then
	for words in --version --help files "files --json" "help list" config layers doctor; do
		# shellcheck disable=SC2086
		"$clrouter" $words >/dev/full 2>"$work/error" && fail "$words: a full disk is no good end"
		# musl writes whole lines at once, so the reason is gone at the end.
		grep -q -e "^clrouter: standard output: No space left on device\$" \
			-e "^clrouter: standard output: it could not be written\$" "$work/error" ||
			fail "$words: no message about a full disk"
	done
else
	echo "skipped: there is no /dev/full"
fi
"$clrouter" --version >&- 2>/dev/null && fail "a closed standard output is no good end"

# Every subcommand and option is in the manual.
manual=doc/clrouter.1
[ -e "$manual" ] || manual=$srcdir/doc/clrouter.1.in
run --help
for word in $(printf '%s\n' "$output" | sed -n 's/^  \([a-z-][a-z-]*\).*/\1/p'); do
	case $word in
	--*) grep -q "\\.It Fl -${word#--}" "$manual" ;;
	*) grep -q "\\.It Cm $word" "$manual" ;;
	esac || fail "$manual does not mention $word"
done

# --- list ---

run list
want_status 1
want_error "there is no platform; clrouter doctor tells why"
driver good
driver no-device
driver strange-name
driver noisy
run list
want_status 0
want "^platform: 0: Tool (default)\$"
want "^    version    OpenCL 3.0 tool\$"
want "^    library    $work/lib/good.so\$"
want "^    file       $work/vendors/good.icd\$"
want "^    device     0: GPU: Tool GPU: OpenCL 3.0 tool\$"
want "^    device     1: CPU: Tool CPU: OpenCL 3.0 tool\$"
want "^    device     none: CL_DEVICE_NOT_FOUND (-1)\$"
want '^platform: 3: Odd "\\x1B\[31m\\x0A\\xFFé\\xC2\\x9B\\xE2\\x80\\xAE$'
want_not "(default).*(default)"
want_not "hello"
# What OPENCL_VISIBLE_DEVICES takes; a UUID of zeros is none.
want "^    index      0 (0\.0)\$"
want "^    index      3 (2\.1)\$"
want "^    uuid       4f3a0c21-dead-beef-0100-000000000000\$"
want_not "00000000-0000"
want "^    pci        0000:81:1f\.7\$"
want "^    driver     7\.5\$"
run list --summary
want_status 0
want "^0: GPU: Tool GPU: Tool: version OpenCL 3.0 tool: driver 7.5: pci 0000:81:1f.7: uuid 4f3a0c21-dead-beef-0100-000000000000: the same device as [1-9]\.0\$"
want "^1: CPU: Tool CPU: Tool: version OpenCL 3.0 tool: driver 7.5\$"
[ "$(printf '%s\n' "$output" | wc -l)" -eq 6 ] || { fail "--summary has not one line a device"; show; }
for vendor in nv amd; do
	driver $vendor
	run list --summary
	want "pci 0000:81:1f\.7.*uuid"
	[ "$(printf '%s\n' "$output" | grep -c 'pci 0000:81:1f\.7')" -eq 2 ] ||
		{ fail "no PCI address of $vendor"; show; }
	want "^0: GPU: .*: the same device as [1-9]\.0\$"
	want "^[1-9]: GPU: .*: the same device as 0\.0\$"
	want_not "CPU: .*the same"
	run list
	want "^    note       the same device as 0\.0\$"
	rm "$work/vendors/$vendor.icd"
done
# A layer that hides devices does not change their numbers.
if [ -e .libs/libCLDevices.so ]; then
	OPENCL_LAYERS=$(pwd -P)/.libs/libCLDevices.so OPENCL_VISIBLE_DEVICES=1,3 run list --summary
	[ "$(printf '%s\n' "$output" | cut -c 1-5)" = "1: CP
3: CP" ] || { fail "indices with devices hidden"; show; }
	OPENCL_LAYERS=$(pwd -P)/.libs/libCLDevices.so OPENCL_VISIBLE_DEVICES=none run list --summary
	want_status 0
	want_error "no platform has a device; clrouter list shows the platforms"
fi
# What a layer provides is shown for each device, and a warning of doctor if it replaces the driver's.
if [ -e .libs/libCLCompatibility.so ]; then
	OPENCL_LAYERS=$(pwd -P)/.libs/libCLCompatibility.so
	export OPENCL_LAYERS
	export OPENCL_COMPATIBILITY_PROVIDE='create_command_queue@*GPU'
	run list
	want "^    emulated   cl_khr_create_command_queue 1\.0\.0\$"
	[ "$(printf '%s\n' "$output" | grep -c '^    emulated')" -eq "$(printf '%s\n' "$output" |
		grep -c '^    device .*: GPU:')" ] || { fail "not each GPU has what was asked for"; show; }
	run list --json
	want "\"emulated\": \"cl_khr_create_command_queue 1\.0\.0\""
	run layers
	want "^    device     Tool GPU (Tool): emulated: cl_khr_create_command_queue 1\.0\.0\$"
	want "^    device     Tool CPU (Tool): emulated: nothing\$"
	run doctor
	want "^    note       the compatibility layer provides for Tool GPU: cl_khr_create_command_queue 1\.0\.0\$"
	want_not "emulation-forced"
	unset OPENCL_LAYERS OPENCL_COMPATIBILITY_PROVIDE
fi
OCL_ICD_DEFAULT_PLATFORM=2 run list
want "^platform: 2: Tool (default)\$"
rm "$work/vendors/strange-name.icd"

for faulty in crash abort exit crash-platforms crash-devices; do
	driver $faulty
	run list
	want_status 1
	want_error "the driver was $work/vendors/$faulty.icd ($work/lib/$faulty.so): it "
	want_error "clrouter doctor $faulty tells more"
	# The others are shown without it.
	want "^platform: 0: Tool (default)\$"
	want "^    file       $work/vendors/noisy.icd\$"
	want_not "vendors/$faulty.icd"
	want_error "the list is what programs get without this driver"
	rm "$work/vendors/$faulty.icd"
done
driver hang
run list --timeout 1
want_status 1
want_error "the driver was $work/vendors/hang.icd .*: it did not come back within the time limit"
want "^    file       $work/vendors/noisy.icd\$"
# Two that fail, one of them with a name that is no plain glob.
mv "$work/vendors/hang.icd" "$work/vendors/[a, b]*.icd"
driver crash
OPENCL_LOADER_DRIVERS_DISABLE=no-device.icd run list --timeout 1
want_status 1
want_error "the driver was $work/vendors/\[a, b\]\*.icd .*: it did not come back"
want_error "the driver was $work/vendors/crash.icd .*: it crashed with SIGSEGV"
want_error "the list is what programs get without these drivers"
want "^    file       $work/vendors/noisy.icd\$"
want_not "vendors/no-device.icd\|vendors/crash.icd\|a, b"
# They are left out though a variable enables them.
OPENCL_LOADER_DRIVERS_ENABLE='*' run list --timeout 1
want_error "the list is what programs get without these drivers"
want "^    file       $work/vendors/noisy.icd\$"
rm "$work/vendors/crash.icd"
mv "$work/vendors/[a, b]*.icd" "$work/vendors/hang.icd"
# On a terminal a line names the driver that is waited for, and is erased; elsewhere there is none.
if python3 -c 'import pty; pty.openpty()' 2>"$work/error"; then
	cat >"$work/terminal.py" <<'END'
import os, pty, sys
child, terminal = pty.fork()
if child == 0:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.environ["TERM"] = sys.argv[1]
    os.execv(sys.argv[2], sys.argv[2:])
said = b""
try:
    while data := os.read(terminal, 4096):
        said += data
except OSError:
    pass
print(said)
END
	output=$(python3 "$work/terminal.py" xterm "$clrouter" list --timeout 1)
	ran="list on a terminal"
	# The limit is for one driver, and so is the time that is left to all of them if one hangs.
	want "all drivers: 1 of at most 1 second"
	want "$work/vendors/hang.icd: 1 of at most 1 second"
	want 'x1b\[Kclrouter: '
	output=$(python3 "$work/terminal.py" dumb "$clrouter" list --timeout 1)
	want_not "of at most"
	run list --timeout 1
	if printf '%s\n' "$error" | grep -q "of at most"; then
		fail "a line of progress where there is no terminal"
	fi
else
	echo "skipped: python3 cannot make a terminal: $(tail -n 1 "$work/error")"
fi
rm "$work/vendors/hang.icd"
# A crash at the end of the process does not change what was listed.
driver crash-end
run list
want_status 0
rm "$work/vendors/crash-end.icd"

# --- layers ---

# A layer that is only looked at writes no file, and prints nothing.
if [ -e .libs/libCLTrace.so ]; then
	shipped=$(pwd -P)/.libs
	echo kept >"$work/kept"
	for subcommand in layers doctor "run --layer $shipped/libCLTrace.so --layer $shipped/libCLLifetime.so true"; do
		export OPENCL_LAYERS="$shipped/libCLTrace.so:$shipped/libCLLifetime.so"
		export OPENCL_TRACE_FILE="$work/kept" OPENCL_LIFETIME_FILE="$work/new"
		[ "$subcommand" = "${subcommand#run}" ] || unset OPENCL_LAYERS
		# shellcheck disable=SC2086  # words
		run $subcommand
		printf '%s\n' "$output$error" | grep -q "lifetime: " && fail "$ran: a finding"
	done
	unset OPENCL_LAYERS OPENCL_TRACE_FILE OPENCL_LIFETIME_FILE
	[ "$(cat "$work/kept")" = kept ] || fail "a layer that was looked at emptied its file"
	[ ! -e "$work/new" ] || fail "a layer that was looked at made a file"
fi

run layers
want_status 0
want "^layers: no layer is active\$"
if [ -e "$drivers/layer-new.so" ] && [ -e "$drivers/layer-old.so" ]; then
	OPENCL_LAYERS=$drivers/layer-200.so
	export OPENCL_LAYERS
	note="its API version 200 is only a proposal, so it is used as a layer of 1.0.1"
	run layers
	want_status 0
	want "^    generation 1.0.1 (API version 200)\$"
	want "^    note       $note\$"
	run doctor
	want "^warning: $drivers/layer-200.so: proposed-version: $note\$"
	OPENCL_LAYERS=$drivers/layer-old.so:$drivers/layer-new.so:$drivers/layer-refuses.so
	export OPENCL_LAYERS
	run layers
	want_status 1
	want "^layers: 2, from the application to the driver\$"
	want "^layer: 0: layer-new\$"
	want "^    generation 1.0.1 (API version 100)\$"
	want "^layer: 1: layer-old\$"
	want "^    origin     OPENCL_LAYERS\$"
	want "^    overridden [1-9][0-9]* functions\$"
	want "^refused: $drivers/layer-refuses.so: layer-init-failed: "
	want "^    library    $drivers/layer-refuses.so\$"
	run doctor
	want_status 1
	want "^problem: $drivers/layer-refuses.so: layer-init-failed: "
	run layers --json
	want '^      "generation": "1.0.0",$'
	mkdir -p "$work/options/etc/OpenCL"
	printf '%s\n' '[layer layer-new]' 'option.a = old' 'option.b = x, y' 'option.a = new' \
		'[layer low]' 'library = layer-new.so' 'place = driver' \
		>"$work/options/etc/OpenCL/layers.conf"
	unset OPENCL_LOADER_CONFIG
	run layers --root "$work/options"
	want "^    option     b = x, y ; /etc/OpenCL/layers.conf:3\$"
	want "^    option     a = new ; /etc/OpenCL/layers.conf:4\$"
	want_not "a = old"
	# A layer that is given by its path belongs to the section with that base name.
	want "^layer: 0: layer-old\$"
	want "^layer: 1: layer-new\$"
	want "^    place      driver ; /etc/OpenCL/layers.conf:7\$"
	[ "$(printf '%s\n' "$output" | grep -c '^    place ')" -eq 1 ] ||
		fail "$ran: place for a layer that has none"
	run layers --root "$work/options" --json
	want '^          "value": "x, y",$'
	want '^      "place": "driver",$'
	want '^      "place": "listed",$'
	want '^      "place_origin": "/etc/OpenCL/layers.conf:7",$'
	run config --root "$work/options"
	want "^option.b = x, y  *; /etc/OpenCL/layers.conf:3\$"
	want "^option.a = new  *; /etc/OpenCL/layers.conf:4\$"
	want "^place = driver  *; /etc/OpenCL/layers.conf:7\$"
	want_not "a = old"
	export OPENCL_LOADER_CONFIG=none
	unset OPENCL_LAYERS
fi

mkdir -p "$work/only/etc/OpenCL"
printf '[layers]\nload = mine\n[layer mine]\nlibrary = /opt/libmine.so\nprograms = blender, dark*\n' \
	>"$work/only/etc/OpenCL/layers.conf"
(unset OPENCL_LOADER_CONFIG; "$clrouter" layers --root "$work/only") >"$work/output"
for line in "^off: mine: only in blender, dark\*: /etc/OpenCL/layers.conf:5\$" \
	"^    library    /opt/libmine.so\$"; do
	grep -q "$line" "$work/output" || fail "layers: no line \"$line\" for a layer of other programs"
done
(unset OPENCL_LOADER_CONFIG; "$clrouter" files --root "$work/only") >"$work/output"
grep -q "^layer: mine: only in blender, dark\*: " "$work/output" ||
	fail "files does not show for which programs a layer is"
(unset OPENCL_LOADER_CONFIG; "$clrouter" doctor --root "$work/only") >"$work/output"
grep -q "^off: mine: disabled: only in blender, dark\*: " "$work/output" ||
	fail "doctor does not show for which programs a layer is"
(unset OPENCL_LOADER_CONFIG; "$clrouter" layers --json --root "$work/only") >"$work/output"
for line in '^      "verdict": "disabled",$' '"blender",$'; do
	grep -q "$line" "$work/output" || fail "layers --json: no line \"$line\""
done

# --- JSON ---

mkdir -p "$work/odd/etc/OpenCL/vendors"
printf 'lib\377"\\\t\303\251.so' >"$work/odd/etc/OpenCL/vendors/a.icd"
driver strange-name
if command -v python3 >/dev/null; then
	for words in list files doctor config layers; do
		"$clrouter" $words --json >"$work/json"
		python3 -m json.tool "$work/json" >/dev/null || fail "$words --json is no JSON"
	done
	# Every fact of the text is in the JSON: whole texts, and each part between ": ".
	cat >"$work/facts.py" <<'END'
import json, re, subprocess, sys
def values(node):
    if isinstance(node, dict):
        for key, value in node.items():
            yield key
            yield from values(value)
    elif isinstance(node, list):
        for value in node:
            yield from values(value)
    else:
        yield str(node)
def run(*words):
    return subprocess.run([sys.argv[1], *words], capture_output=True).stdout
words = sys.argv[2:]
known = set(values(json.loads(run(*words, "--json"))))
# Words that only the text has: kinds of lines, keys of facts, counts.
own = re.compile(r"platform|device|driver|config|search|layers?|off|refused|file|variable|index|uuid|"
                 r"pci|version|default|none|ok|absent|origin|library|vendor|generation|overridden|"
                 r"API version [0-9]+|[0-9]+( functions?)?|no layer is active|\[.*\]|loader.conf|"
                 r"layers.conf|doctor|the same device as [0-9.]+|[0-9]+ (problems?|warnings?|good drivers?|left out)|problem|"
                 r"warning|good|from the application to the driver|[(]none[)]|"
                 r"[0-9.]+ s (to load|for platforms|for devices)")	# of two runs
bad = 0
for line in run(*words).splitlines():
    line = re.sub(rb"\\x([0-9A-F]{2})", lambda m: bytes([int(m[1], 16)]), line).decode(errors="replace")
    # A fact: key, blanks, text; else parts between separators.
    if line.startswith("    ") and any(line.endswith(" " + value) for value in known if value):
        continue
    text = line[15:] if line.startswith("    ") and words[0] != "config" else line
    for part in re.split(r": | ; |^# |^ +| = | \(|\)$|, | =$|=(?=.)", text):
        part = re.sub(r"^(version|driver|pci|uuid) ", "", part.strip())
        if part and not own.fullmatch(part) and not any(part in value for value in known):
            print(" ".join(words) + ": not in the JSON: " + part)
            bad = 1
sys.exit(bad)
END
	for words in list "list --summary" files config layers doctor; do
		# shellcheck disable=SC2086
		OPENCL_LAYERS=$drivers/layer-old.so:/no/such.so \
			python3 "$work/facts.py" "$clrouter" $words || fail "$words tells more than its JSON"
	done
else
	echo "skipped: there is no python3 to read JSON"
fi
run list --json
want '^      "name": "Odd \\"\\u001B\[31m\\u000A\\uFFFDé\\u009B\\u202E",$'
(unset OCL_ICD_VENDORS; "$clrouter" files --json --root "$work/odd") >"$work/json"
grep -q '"library": "lib\\uFFFD\\"\\\\\\u0009é.so"' "$work/json" || fail "odd bytes in JSON"

# --- names that would change what a terminal shows ---

# ESC, C1 as UTF-8 and as a byte, marks of direction, a separator of lines, BOM, no UTF-8.
hostile=$(printf 'a\033[2J\302\233\342\200\256\342\201\246\342\200\217\330\234\342\200\250\357\273\277\377\233ä')
mkdir "$work/$hostile"
cp "$drivers/tool-driver.so" "$work/$hostile/good.so"
echo "$work/$hostile/good.so" >"$work/$hostile/$hostile.icd"
echo "$work/$hostile/none.so" >"$work/$hostile/none-$hostile.icd"
echo "$hostile" >"$work/$hostile/$hostile.txt"
mkdir "$work/$hostile/$hostile.d"
cp "$work/$hostile/$hostile.icd" "$work/$hostile/$hostile.d"
printf '[order]\nfirst = %s\n[drivers]\nenable = *%s*\n[layers]\n%s = x\n' "$hostile" "$hostile" "$hostile" \
	>"$work/$hostile/loader.conf"
for words in list files doctor "doctor $hostile" config layers "list --program $hostile" \
	"run --layer $hostile true" "replay $work/$hostile" "report $work/$hostile"; do
	for form in "" --json; do
		# shellcheck disable=SC2086  # to be split
		OCL_ICD_VENDORS="$work/$hostile" OPENCL_LAYERS="$work/$hostile/layer.so" OPENCL_LOADER_LOG=debug \
			OPENCL_LOADER_CONFIG="$work/$hostile/loader.conf" "$clrouter" $words $form >"$work/shown" 2>&1
		[ -z "$(sed 's/ä//g' "$work/shown" | tr -d '\12\40-\176')" ] || {
			fail "$words $form shows what a terminal obeys"
			tr -d '\12\40-\176' <"$work/shown" | od -c | head -5
		}
		grep -q ä "$work/shown" || fail "$words $form shows no harmless letter"
	done
done

# --- config reads what config writes ---

mkdir -p "$work/round/etc/OpenCL" "$work/again"
cat >"$work/round/etc/OpenCL/loader.conf" <<'END'
[loader]
vendor_dirs = /a:/b
log = debug
log_file = /tmp/x
null_platform = Intel*
hide_empty = yes
[order]
first = a, b c, d*
last = e
sort = name
empty = keep
[drivers]
disable = f
enable = g, h
[driver pocl*]
load = no
assume_icd = yes
dlopen = now, deepbind
unload = never
bounded_table = yes
END
unset OPENCL_LOADER_CONFIG OCL_ICD_VENDORS
values() {
	sed -n '/^\[loader\]/,/^# layers/p' | sed 's/ *;.*//'
}
run config --root "$work/round"
printf '%s\n' "$output" | values >"$work/first"
printf '%s\n' "$output" | sed -n '/^\[loader\]/,/^# layers/p' >"$work/again/loader.conf"
OPENCL_LOADER_CONFIG="$work/again/loader.conf" run config
printf '%s\n' "$output" | values >"$work/second"
diff -u "$work/first" "$work/second" || fail "config does not read what it wrote"
count=$(grep -c = "$work/first")
[ "$count" -eq 18 ] || fail "config shows $count keys of loader.conf; here 18 are expected"

# --- every key that can be written is shown ---

# shellcheck disable=SC2013  # keys are words
for key in $(sed -n 's/^# *\([a-z_]*\) *=.*/\1/p' "$srcdir/etc/loader.conf" | sort -u); do
	case $key in
	match | layers | disable_layers) ;; # of [program]; they are merged into others
	*) grep -q "^$key =" "$work/first" || fail "config does not show $key" ;;
	esac
done

# --- files and --root, --program ---

mkdir -p "$work/prog/etc/OpenCL/vendors"
echo libx.so >"$work/prog/etc/OpenCL/vendors/x.icd"
printf '[program /usr/bin/dark*]\ndisable = x\n' >"$work/prog/etc/OpenCL/loader.conf"
run files --root "$work/prog"
want "^driver: /etc/OpenCL/vendors/x.icd: ok: libx.so\$"
# The file need not be in another root.
run files --root "$work/prog/" --program /usr/bin/darktable
want "^driver: /etc/OpenCL/vendors/x.icd: disabled: .*: /etc/OpenCL/loader.conf:2\$"
want_status 0

# list has the same root
mkdir -p "$work/lr/etc/OpenCL/vendors"
echo "$work/lib/good.so" >"$work/lr/etc/OpenCL/vendors/lr.icd"
run list --root "$work/lr"
want "^    file       /etc/OpenCL/vendors/lr.icd\$"
want_not "^platform: 1"
printf '[program /usr/bin/dark*]\ndisable = Tool\n' >"$work/lr/etc/OpenCL/loader.conf"
run list --root "$work/lr"
want_status 0
run list --root "$work/lr" --program /usr/bin/darktable
want_status 1
want_not "^platform"

# --- run ---

export OPENCL_LOADER_CONFIG=none OCL_ICD_VENDORS="$work/vendors"
said() {
	printf '%s\n' "$output" | grep -e '^OPENCL_LOADER_D' -e '^OPENCL_LAYERS' | sort | tr '\n' ' '
}
# runs EXPECTED ARG...
runs() {
	expected=$1
	shift
	run run "$@"
	[ "$(said)" = "$expected" ] || fail "$ran: \"$(said)\", not \"$expected\""
	want_status 0
}
runs "" env
runs "" -- env
runs "OPENCL_LOADER_DRIVERS_DISABLE=* OPENCL_LOADER_DRIVERS_ENABLE=a " --only a env
runs "OPENCL_LOADER_DRIVERS_DISABLE=* OPENCL_LOADER_DRIVERS_ENABLE=a,b " --only a --only=b env
runs "OPENCL_LOADER_DRIVERS_DISABLE=a,b " --without a --without b -- env
runs "OPENCL_LOADER_DRIVERS_DISABLE=*,b OPENCL_LOADER_DRIVERS_ENABLE=a " --only a --without b env
runs "OPENCL_LAYERS=libx.so:/y " --layer libx.so --layer /y env
export OPENCL_LOADER_DRIVERS_DISABLE=x OPENCL_LOADER_DRIVERS_ENABLE=y OPENCL_LAYERS=libz.so
runs "OPENCL_LAYERS=libz.so OPENCL_LOADER_DRIVERS_DISABLE=x,a OPENCL_LOADER_DRIVERS_ENABLE=y " \
	--without a env
runs "OPENCL_LAYERS=libz.so OPENCL_LOADER_DRIVERS_DISABLE=* OPENCL_LOADER_DRIVERS_ENABLE=a " \
	--only a env
runs "OPENCL_LAYERS=libz.so:libx.so OPENCL_LOADER_DRIVERS_DISABLE=x OPENCL_LOADER_DRIVERS_ENABLE=y " \
	--layer libx.so env
OPENCL_LOADER_DRIVERS_ENABLE=good run run --without 'goo*' true
want_status 2
want_error "but OPENCL_LOADER_DRIVERS_ENABLE enables it"
unset OPENCL_LOADER_DRIVERS_DISABLE OPENCL_LOADER_DRIVERS_ENABLE OPENCL_LAYERS
run run --only good --without 'goo*' true
want_status 2
want_error "both name $work/vendors/good.icd"
run run --layer nothing true
want_status 2
run run --only Tool --without 'clrouter t*' true
want_status 2
want_error "both name Tool"
run run sh -c 'exit 7'
want_status 7
run run /nonexistent/program
want_status 127
run run "$work/vendors/good.icd"
want_status 126
# The lifetime layer, if it can be loaded: it is no sanitizer's, and layers exist here.
lifetime=$PWD/.libs/libCLLifetime.so
if [ -e "$lifetime" ] && ! grep -q -e __asan_init -e __tsan_init "$lifetime"; then
	run run --fail-on-findings --layer "$lifetime" sh -c 'exit 7'
	want_status 7
	want_error "was in no process"
	run run --fail-on-findings --layer "$lifetime" true
	want_status 1
	run run --fail-on-findings --layer "$lifetime" sh -c 'kill -9 $$'
	want_status 137
	run run --fail-on-findings --layer "$lifetime" /nonexistent/program
	want_status 127
	# What the layer writes, also from a process that closes what it does not know.
	say='for line in "$@"; do echo "$line 1" >>"$OPENCL_LIFETIME_STATUS"; done'
	run run --fail-on-findings --layer "$lifetime" sh -c "$say" sh started started
	want_status 0
	case $error in *"lifetime layer"*) fail "$ran: $error" ;; esac
	run run --fail-on-findings --layer "$lifetime" sh -c "$say" sh started finding
	want_status 1
	want_error "^clrouter: 1 finding of the lifetime layer\$"
	run run --fail-on-findings --layer "$lifetime" sh -c "$say; exit 3" sh started finding finding
	want_status 3
	want_error "^clrouter: 2 findings of the lifetime layer\$"
	if [ -e tests/layers/layer-program ] && [ -e "$drivers/stub-icd1.so" ]; then
		OCL_ICD_VENDORS=$drivers/stub-icd1.so LD_LIBRARY_PATH=$PWD/.libs \
			run run --fail-on-findings --layer "$lifetime" tests/layers/layer-program
		want_status 0
		case $error in *"lifetime layer"*) fail "$ran: $error" ;; esac
	fi
fi
# With --layer validation that layer judges alone, with both named both do.
validation=$PWD/.libs/libCLValidation.so
if [ -e "$validation" ] && ! grep -q -e __asan_init -e __tsan_init "$validation"; then
	say='echo "$1 1" >>"$OPENCL_VALIDATION_STATUS"; echo "$2 1" >>"$OPENCL_LIFETIME_STATUS"'
	run run --fail-on-findings --layer "$validation" true
	want_status 1
	want_error "the validation layer was in no process"
	run run --fail-on-findings --layer "$validation" sh -c "$say" sh started none
	want_status 0
	run run --fail-on-findings --layer "$validation" sh -c "$say" sh finding none
	want_status 1
	want_error "^clrouter: 1 finding of the validation layer\$"
	run run --fail-on-findings --layer "$validation" --layer "$lifetime" sh -c "$say" sh started finding
	want_status 1
	want_error "^clrouter: 1 finding of the lifetime layer\$"
	case $error in *"validation layer"*) fail "$ran: $error" ;; esac
	if [ -e tests/layers/layer-program ] && [ -e "$drivers/stub-icd1.so" ]; then
		OCL_ICD_VENDORS=$drivers/stub-icd1.so LD_LIBRARY_PATH=$PWD/.libs \
			run run --fail-on-findings --layer "$validation" tests/layers/layer-program
		want_status 0
		case $error in *"layer was in no"*) fail "$ran: $error" ;; esac
	fi
fi
# --option: the variable of a shipped layer, a line of OPENCL_LAYER_OPTIONS for any other.
# options EXPECTED ARG...: the variables in the environment of the program.
options() {
	expected=$1
	shift
	run run "$@" env -u PATH
	want_status 0
	case "$(printf '%s\n' "$output" | tr '\n' ' ')" in
	*"$expected"*) ;;
	*) fail "$ran: not \"$expected\" but $(printf '%s\n' "$output" | grep OPENCL)" ;;
	esac
}
unset OPENCL_LOADER_CONFIG
trace=$PWD/.libs/libCLTrace.so
mine="$drivers/layer-new.so"
mkdir -p "$work/opt/etc/OpenCL"
printf '[layer quick]\nlibrary = %s\n[layer mine]\nlibrary = %s\n' "$trace" "$mine" \
	>"$work/opt/etc/OpenCL/layers.conf"
if [ -e "$trace" ] && [ -e "$mine" ] && ! grep -q -e __asan_init -e __tsan_init "$trace"; then
	options "OPENCL_TRACE_FILE=a=. " --layer "$trace" --option 'trace.file=a=.'
	case $error in *--option*) fail "$ran: $error" ;; esac
	# It is stronger than the variable, and its layer may have a section of another name.
	OPENCL_TRACE_SUMMARY=no options "OPENCL_TRACE_SUMMARY=only " --root "$work/opt" \
		--layer quick --option quick.summary=only
	case $error in *--option*) fail "$ran: $error" ;; esac
	options "OPENCL_TRACE_ENTRY=on " --layer "$trace" --option trace.entry=no --option trace.entry=on
	# The line has the name that the layer gives itself, however the user names it.
	for name in mine layer-new "$mine" layer-new.so; do
		options "OPENCL_LAYER_OPTIONS=layer-new.k=c d " --root "$work/opt" --layer mine \
			--option "$name.k=c d"
	done
	OPENCL_LAYER_OPTIONS=x.y=z options "OPENCL_LAYER_OPTIONS=x.y=z layer-new.k= layer-new.k=1 " \
		--layer "$mine" --option layer-new.k= --option layer-new.k=1
	case $error in *--option*) fail "$ran: $error" ;; esac
	run run --layer "$trace" --option trace.filtr=x true
	want_status 2
	want_error '^clrouter: --option trace.filtr=x: the layer trace has no option "filtr"; did you mean "filter"?'
	run run --layer "$trace" --option trace.entry=maybe true
	want_status 2
	want_error '^clrouter: --option trace.entry=maybe: expected yes or no, found "maybe"'
	run run --root "$work/opt" --option mein.x=1 true
	want_status 2
	want_error '^clrouter: --option mein.x=1: there is no layer "mein"; did you mean "mine"?'
	run run --layer "$mine" --option layer-nwe.x=1 true
	want_status 2
	want_error 'there is no layer "layer-nwe"; did you mean "layer-new"?'
	for wrong in trace trace.x .x=1 trace.=1 x=1.2 "$(printf 'a.x=1\nb.y=2')"; do
		run run --option "$wrong" true
		want_status 2
		want_error '^clrouter: --option needs LAYER.KEY=VALUE on one line, found "'
	done
	for unloaded in trace.filter=clFinsh quick.filter=clFinsh mine.x=1; do
		run run --root "$work/opt" --option "$unloaded" true
		want_status 0
		want_error "^clrouter: --option $unloaded has no effect: true does not load the layer ${unloaded%%.*}; "
	done
	run run --root "$work/opt" --option trace.filter=clFinsh true
	want_error '^clrouter: --option trace.filter=clFinsh: .* such as clFinish, found "clFinsh"$'
	OPENCL_LAYER_OPTIONS='layer-new.word=x' OPENCL_LAYERS=$mine run layers
	want '^    option     word = x ; OPENCL_LAYER_OPTIONS$'
	OPENCL_LAYER_OPTIONS='trace.filtr=x
y' OPENCL_LAYERS=$trace run doctor
	want '^warning: OPENCL_LAYER_OPTIONS: layer-option: the layer trace has no setting "option.filtr"'
	want 'OPENCL_LAYER_OPTIONS: .*expected LAYER.NAME=VALUE, found "y"'
fi
export OPENCL_LOADER_CONFIG=none
run run --only good "$clrouter" list
want "^platform: 0: Tool (default)\$"
want_not "^platform: 1"
unset OPENCL_LOADER_CONFIG
mkdir -p "$work/sections/etc/OpenCL"
printf '[layer mine]\nlibrary = /opt/libmine.so\nenabled = no\n' >"$work/sections/etc/OpenCL/layers.conf"
runs "OPENCL_LAYERS=/opt/libmine.so " --root "$work/sections" --layer mine env
mkdir -p "$work/ignore/etc/OpenCL"
printf '[loader]\nenvironment = ignore\n' >"$work/ignore/etc/OpenCL/loader.conf"
run run --root "$work/ignore" --only x true
want_status 1
want_error "^clrouter: /etc/OpenCL/loader.conf:2 says environment = ignore"

# --- completion ---

# A service of this system, whatever it is.
unit=$(find /etc/systemd/system /usr/lib/systemd/system /lib/systemd/system -maxdepth 1 -name '[a-z]*.service' \
	2>/dev/null | sed 's|.*/||; s|\.service$||' | grep -v '[^a-z-]' | head -n 1)
[ "$unit" ] || echo "not tested: completion of units, of which this system has none"

if command -v bash >/dev/null; then
	ln -s "$clrouter" "$work/clrouter"
	completed() {
		PATH=$work:$PATH bash -c '. "$1"; shift
			COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
			_clrouter clrouter "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
			echo "${COMPREPLY[*]}"' bash "$srcdir/etc/clrouter.bash" "$@"
	}
	[ "$(completed clrouter '')" = "list files doctor config layers set report run record top capture replay diverge sanitize" ] ||
		fail "completion of subcommands"
	[ "$(completed clrouter doctor --t)" = "--timeout" ] || fail "completion of options"
	[ "$(completed clrouter doctor go)" = "good" ] || fail "completion of drivers"
	[ "$(completed clrouter help la)" = "layers" ] || fail "completion of help"
	[ "$(completed clrouter help list --s)" = "--summary" ] || fail "completion after help"
	case " $(completed clrouter list --program sh) " in
	*" sh "*) ;;
	*) fail "completion of programs" ;;
	esac
	forms=$(completed clrouter report --export '')
	[ "$forms" = "text perfetto html summary csv sqlite" ] || fail "completion of forms"
	for shell in fish zsh; do
		grep -q "[ (]$forms\\()\\|$\\)" "$srcdir/etc/clrouter.$shell" ||
			fail "completion of forms in $shell"
	done
	printf '[layer mine]\noption.word = x\n' >"$work/layers.conf"
	: >"$work/options.conf"
	[ "$(OPENCL_LOADER_CONFIG=$work/options.conf completed clrouter run --option mi)" = "mine." ] ||
		fail "completion of options of layers"
	touch "$work/a.clrecord" "$work/a.text"
	[ "$(completed clrouter report "$work/a.")" = "$work/a.clrecord" ] ||
		fail "completion of records"
	[ "$(completed clrouter top --record "$work/a.")" = "$work/a.clrecord" ] ||
		fail "completion of --record"
	case " $(completed clrouter top sh) " in
	*" sh "*) ;;
	*) fail "completion of the program of top" ;;
	esac
	[ "$(completed clrouter report "$work/clr")" = "$work/clrouter" ] || fail "completion of files"
	[ "$(completed clrouter doctor --bundle "$work/clr")" = "$work/clrouter" ] ||
		fail "completion of the file of --bundle"
	[ -z "$(completed clrouter list --timeout '')" ] || fail "completion of a value"
	if [ "$unit" ]; then
		case " $(completed clrouter doctor --unit "$unit") " in
		*" $unit "*) ;;
		*) fail "completion of units" ;;
		esac
	fi
	[ "$(completed clrouter set d)" = "device driver" ] || fail "completion of set"
	[ "$(completed clrouter set --user driver go)" = "good" ] || fail "completion of set driver"
	[ "$(completed clrouter set driver good '')" = "on off" ] || fail "completion of set driver NAME"
	[ -z "$(completed clrouter set driver good off '')" ] || fail "completion after set driver NAME off"
	[ "$(completed clrouter set order x go)" = "good" ] || fail "completion of set order"
	[ "$(completed clrouter set device g)" = "gpu" ] || fail "completion of set device"
	case " $(completed clrouter list --pid '') " in
	*" $$ "*) ;;
	*) fail "completion of processes" ;;
	esac
fi

# What zsh's own functions would be given, one thing a line.
if command -v zsh >/dev/null; then
	completed() {
		PATH=$work:$PATH zsh -f -c '
			_describe() { print -l -- ${(P)2} }
			_files() { print -- "files $*" }
			_command_names() { print commands }
			_message() { print "no word" }
			_normal() { print -- "program $words" }
			file=$1; shift; words=("$@"); CURRENT=$#words; set --
			. $file' zsh "$srcdir/etc/clrouter.zsh" "$@"
	}
	[ "$(completed clrouter '' | sed 's/:.*//' | tr '\n' ' ')" = \
		"list files doctor config layers set report run record top capture replay diverge sanitize " ] || fail "zsh: subcommands"
	completed clrouter doctor -- | grep -q -x -- \
		"--timeout:how long a driver or layer may take (10); a step of a replay (60); rewriting (120)" || fail "zsh: options"
	completed clrouter doctor '' | grep -q -x good || fail "zsh: drivers"
	completed clrouter help list -- | grep -q '^--summary:' || fail "zsh: after help"
	[ "$(completed clrouter report '')" = "files -g *.clrecord" ] || fail "zsh: records"
	[ -z "$unit" ] || completed clrouter doctor --unit '' | grep -q -x -e "$unit" || fail "zsh: units"
	[ "$(completed clrouter set '' | tr '\n' ' ')" = "device driver order " ] || fail "zsh: set"
	[ "$(completed clrouter set --user driver good '' | tr '\n' ' ')" = "on off " ] || fail "zsh: set driver"
	completed clrouter set order x '' | grep -q -x good || fail "zsh: set order"
	[ "$(completed clrouter list --timeout '')" = "no word" ] || fail "zsh: a value"
	[ "$(completed clrouter run --only x '')" = "commands" ] || fail "zsh: programs"
	[ "$(completed clrouter run --only x ls -l)" = "program ls -l" ] || fail "zsh: a program's words"
	[ "$(completed clrouter run -- ls)" = "program ls" ] || fail "zsh: a program after --"
	[ "$(completed clrouter top ls -l)" = "program ls -l" ] || fail "zsh: the program of top"
	[ "$(completed clrouter top --record '')" = "files -g *.clrecord" ] || fail "zsh: --record"
	offered=$(completed clrouter list --pid '' 2>&1)
	printf '%s\n' "$offered" | grep -q "^$$:" || fail "zsh: process $$ is not among $offered"
else
	echo "not tested: completion in zsh, which is not installed"
fi

if command -v fish >/dev/null; then
	completed() {
		(cd "$work" && PATH=$work:$PATH HOME=$work XDG_CONFIG_HOME=$work fish --no-config -c \
			'source $argv[1]; complete -C $argv[2]' "$top/etc/clrouter.fish" "$1" 2>/dev/null)
	}
	top=$(cd "$srcdir" && pwd)
	[ "$(completed 'clrouter ' | cut -f 1 | sort | tr '\n' ' ')" = \
		"capture config diverge doctor files layers list record replay report run sanitize set top " ] || fail "fish: subcommands"
	completed 'clrouter doctor --t' | grep -q '^--timeout' || fail "fish: options"
	[ "$(completed 'clrouter doctor go')" = "good" ] || fail "fish: drivers"
	completed 'clrouter help list --s' | grep -q '^--summary' || fail "fish: after help"
	completed 'clrouter report a.' | head -n 1 | grep -q '^a.clrecord' || fail "fish: records"
	[ -z "$(completed 'clrouter list --timeout ')" ] || fail "fish: a value"
	[ -z "$unit" ] || completed "clrouter doctor --unit $unit" | grep -q -x -e "$unit" || fail "fish: units"
	[ "$(completed 'clrouter set ' | tr '\n' ' ')" = "device driver order " ] || fail "fish: set"
	[ "$(completed 'clrouter set --user driver good ' | tr '\n' ' ')" = "off on " ] ||
		fail "fish: set driver"
	completed 'clrouter set order x ' | grep -q -x good || fail "fish: set order"
	completed 'clrouter run --only x -- clrouter fil' | grep -q '^files' ||
		fail "fish: a program's words"
	completed 'clrouter top -- clrouter fil' | grep -q '^files' || fail "fish: the program of top"
	completed 'clrouter top --record a.' | head -n 1 | grep -q '^a.clrecord' ||
		fail "fish: --record"
	completed 'clrouter list --pid ' | grep -q "^$$[^0-9]" || fail "fish: processes"
else
	echo "not tested: completion in fish, which is not installed"
fi

finish "the tool does what its manual says"
