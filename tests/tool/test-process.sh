#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-process: what "list --pid" and "doctor --pid" say of running processes: loaders, drivers and
# layers, deleted and replaced files, static programs, containers, processes of others, processes
# that have ended, and processes that want to mislead or to hurt. tool-process.c is the process.
# shellcheck disable=SC1091,SC2154  # tool-lib.sh sets them
# shellcheck disable=SC2015  # cc && cc || fail
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"

build=$(pwd -P)
process=$build/tests/tool/tool-process
loader=$build/.libs/libOpenCL.so.1.0.0
driver=$drivers/stub-icd1.so
layer=$drivers/layer-new.so
escape=$(printf '\033')
skipped=
mkdir "$work/lib"

# begin ARG...: starts a process, whose number is $pid; its lines are in $work/said
begin() {
	rm -f "$work/said" "$work/stop"
	mkfifo "$work/stop"
	"$@" <"$work/stop" >"$work/said" 2>"$work/complaint" &
	pid=$!
	exec 3>"$work/stop"
	tries=0
	until grep -q ready "$work/said" 2>/dev/null; do
		tries=$((tries + 1))
		[ "$tries" -lt 300 ] || { fail "$* is not ready"; cat "$work/complaint"; break; }
		sleep 0.05
	done
}

end() {
	exec 3>&-
	wait "$pid" 2>/dev/null
}

# No control character is printed, whatever the process is called.
want_clean() {
	! printf '%s' "$output$error" | LC_ALL=C tr -d '\n' | LC_ALL=C grep -q '[[:cntrl:]]' ||
		fail "$ran: control characters are printed"
}

# looks ARG...: both subcommands, as text and as JSON; the text of doctor is in $output
looks() {
	for command in list doctor; do
		run "$command" --pid "$pid" --json
		want_status "${1-0}"
		want_clean
		[ "${1-0}" -ne 0 ] || ! command -v python3 >/dev/null ||
			printf '%s' "$output" | python3 -m json.tool >/dev/null ||
			fail "$ran: this is no JSON"
	done
	run list --pid "$pid"
	want_clean
	run doctor --pid "$pid"
	want_status "${1-0}"
	want_clean
}

# --- words ---

for word in 0 -1 -- 4294967297 99999999999999999999 text 1x +1 " 1" "" 0x1; do
	run list --pid "$word"
	want_status 2
	want_error "^clrouter: --pid needs"
done
for word in "--root /" "--program sh" "name" --pid=1=2; do
	# shellcheck disable=SC2086  # two words
	run doctor --pid $$ $word
	[ "$word" = "--root /" ] || want_status 2
done
run list --pid $$ --summary
want_status 2
want_error "goes with --json"
run files --pid $$
want_status 2
run doctor --pid 999999999
want_status 2
want_error "process 999999999: there is no such process"
[ -z "$output" ] || fail "$ran: it answers all the same"

# --- what is loaded ---

begin "$process"
looks
want "^warning: $process: process-no-loader: "
want "^    loader     none"
end

OPENCL_LAYERS=a LD_LIBRARY_PATH=/x OCL_ICD_VENDORS="x${escape}y" HIDDEN=1 OPENCL_EMPTY='' \
	begin "$process" load "$loader" load "$driver" load "$layer"
looks
want "^process: $pid: $process"
want "^    loader     $loader (clrouter)\$"
want "^    driver     $driver\$"
want "^    layer      $layer\$"
want "^good: $driver: process-driver: "
want '^    variable   OPENCL_LAYERS=a$'
want '^    variable   OPENCL_EMPTY=$'
want '^    variable   OCL_ICD_VENDORS=x\\x1By$'
want '^    variable   LD_LIBRARY_PATH=/x$'
want_not "HIDDEN"
want_not "^warning"
end
looks 2
want_error "process $pid: there is no such process"

# A second loader, under any name.
cp "$loader" "$work/lib/libcl-1a2b3c.so"
begin "$process" load "$loader" load "$work/lib/libcl-1a2b3c.so"
looks
want "process-two-loaders"
want "^    loader     $work/lib/libcl-1a2b3c.so (clrouter)"
want "process-no-driver"
end
for other in /usr/lib/*/libOpenCL.so.1; do
	# It may be of another machine or C library than the process.
	"$process" load "$other" </dev/null >/dev/null 2>&1 || { skipped="$skipped other-loader"; continue; }
	begin "$process" load "$other"
	looks
	want "loader     .*(\(ocl-icd\|Khronos' loader\|clrouter\))"
	end
done

# Deleted, and replaced by another file.
begin "$process" load "$work/lib/libcl-1a2b3c.so"
rm "$work/lib/libcl-1a2b3c.so"
looks
want "$work/lib/libcl-1a2b3c.so (deleted)"
want "process-\(old-file\|unread\)"
end
cp "$loader" "$work/lib/libOpenCL.so.1"
begin "$process" load "$work/lib/libOpenCL.so.1"
cp "$driver" "$work/lib/new"
mv "$work/lib/new" "$work/lib/libOpenCL.so.1"
looks
want "^    loader     $work/lib/libOpenCL.so.1 (deleted) ("
want "process-\(old-file\|unread\)"
want_not "^    driver     $work"
end

# --- a program of another kind ---

cat >"$work/wait.c" <<'END'
#include <stdio.h>
int main(void)
{
	puts("ready");
	fflush(stdout);
	while (getchar() != EOF)
		;
	return 0;
}
END
if cc -static -o "$work/static" "$work/wait.c" 2>/dev/null; then
	begin "$work/static"
	looks
	want "process-static"
	end
else
	skipped="$skipped static"
fi
# The fifth byte of a file is 2 if it has 64 bits.
if [ "$(od -A n -t u1 -j 4 -N 1 "$process" | tr -d ' ')" = 2 ] &&
	cc -m32 -o "$work/small" "$work/wait.c" 2>/dev/null && [ -x "$work/small" ] &&
	"$work/small" </dev/null >/dev/null 2>&1; then
	begin "$work/small"
	looks
	want "process-word-size"
	want "^    bits       32"
	end
else
	skipped="$skipped word-size"
fi

# --- processes that cannot be examined ---

begin "$process" zombie
pid=$(sed -n 1p "$work/said")
looks 2
want_error "process $pid: it has ended, and its parent"
end
[ "$(id -u)" -ne 0 ] || [ -e /proc/2/exe ] || [ ! -d /proc/2 ] || ! grep -q '^Name:.kthreadd' /proc/2/status || {
	pid=2
	looks 2
	want_error "process 2: it is a thread of the kernel"
}
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
	chmod 755 "$work"
	runner="setpriv --reuid=65534 --regid=65534 --clear-groups --"
	if $runner "$clrouter" --version >/dev/null 2>&1; then
		begin "$process"
		looks 2
		want_error "process $pid: this user may not look into it"
		end
		# Root without this capability, as in a container, is not told to be root.
		other_user=$runner
		begin $other_user "$process"
		runner="setpriv --bounding-set=-sys_ptrace --inh-caps=-sys_ptrace --"
		looks 2
		want_error "process $pid: not even root may look into it here: .*CAP_SYS_PTRACE"
		want_no_error "or as root"
		end
		runner=$other_user
		# Its own, that may not be looked into either.
		begin $runner "$process" silent
		looks 2
		want_error "process $pid: this user may not look into it"
		end
		# Its own: a deleted library cannot be opened, but is named.
		cp "$loader" "$work/lib/libOpenCL.so.1"
		chmod 755 "$work/lib/libOpenCL.so.1" "$work/lib"
		begin $runner "$process" load "$work/lib/libOpenCL.so.1"
		rm "$work/lib/libOpenCL.so.1"
		looks
		want "^    loader     $work/lib/libOpenCL.so.1 (deleted) (not known which"
		want "process-unread"
		end
	else
		skipped="$skipped other-user"
	fi
	runner=
else
	skipped="$skipped other-user"
fi

# --- another root ---

if unshare -m true 2>/dev/null; then
	mkdir "$work/lib/inside"
	cp "$loader" "$work/lib/inside/libOpenCL.so.1"
	begin unshare -m --propagation private sh -c "mount -t tmpfs none '$work/lib' &&
		cp '$loader' '$work/lib/libhere.so' && exec '$process' load '$work/lib/libhere.so'"
	looks
	want "^    root       another one"
	want "^    loader     $work/lib/libhere.so (clrouter)\$"
	want_not "process-old-file"
	end
else
	skipped="$skipped namespace"
fi

# --- processes that mislead ---

# A name with escapes and a line break is one line, without them.
evil=$work/lib/$(printf 'lib\033]0;title\007\nOpenCL  (deleted).so')
cp "$loader" "$evil"
begin "$process" load "$evil"
looks
want 'x1B]0;title.x07'
# The list of mappings does not distinguish a line break from "\012". Only root may follow its links.
if [ "$(id -u)" -eq 0 ]; then
	want "(clrouter)"
else
	skipped="$skipped line-break"
fi
end
begin "$process" name "$work/libOpenCL.so.1" name " /usr/lib/libOpenCL.so.1"
looks
want "process-no-loader"
end

# What is mapped is no library, or a broken one.
printf '\177ELF\002\001\001' >"$work/lib/short.so"
head -c 5000 "$loader" >"$work/lib/cut.so"
head -c 100000 /dev/zero >"$work/lib/zeros.so"
head -c 64 "$loader" >"$work/lib/wild.so"
head -c 9000 /dev/zero | tr '\0' '\377' >>"$work/lib/wild.so"
begin "$process" map "$work/lib/short.so" map "$work/lib/cut.so" map "$work/lib/zeros.so" \
	map "$work/lib/wild.so"
looks
want "process-no-loader"
end

# A path that leads elsewhere now: neither a FIFO nor a device is opened, nor another file.
cp "$driver" "$work/lib/gone.so"
cp "$driver" "$work/lib/other.so"
begin "$process" map "$work/lib/gone.so" map "$work/lib/other.so"
rm "$work/lib/gone.so" "$work/lib/other.so"
mkfifo "$work/lib/gone.so"
ln -s "$loader" "$work/lib/other.so"
runner="timeout 20"
looks
want_not "^    loader     /"
runner=
end

# --- many of them ---

limit=$(cat /proc/sys/vm/max_map_count 2>/dev/null || echo 65530)
[ "$limit" -ge 100100 ] || limit=$((limit - 200))
[ "$limit" -le 100000 ] || limit=100000
begin "$process" areas "$limit" load "$loader"
runner="timeout 60"
looks
want "(clrouter)"
end
mkdir "$work/many"
begin "$process" files 5000 "$work/many"
looks
want "process-cut"
runner=
end
# The kernel allows 128 KiB for one variable, so 2 MiB are many.
value=$(printf '%0120000d' 0)
set --
for number in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
	set -- "$@" "V$number=$value"
done
begin env -i "$@" "$process" environ 1800000
runner="timeout 60"
looks
want 'variable   OPENCL_LAYERS=.x1B.2J.*AAA\.\.\.$'
runner=
end

[ -z "$skipped" ] || echo "skipped:$skipped"
[ "$failed" -eq 0 ]
