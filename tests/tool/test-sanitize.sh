#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# clrouter sanitize: how it serves the layer, starts workers and ends. sanitize-client.c does what the
# layer does, and stub-rewriter.c what clrouter-rewriter does: this needs neither OpenCL nor libclang.
set -u
# shellcheck source=tests/tool/tool-lib.sh
. "${srcdir:-.}/tests/tool/tool-lib.sh"

client=$PWD/tests/tool/sanitize-client
stub=$PWD/tests/tool/stub-rewriter

# As a build directory: the tool looks for the rewriter beside it.
mkdir -p "$work/build/.libs" "$work/run" "$work/here" || exit 99
cp "$clrouter" "$work/build/clrouter" && ln -s "$PWD/.libs/libOpenCL.so.1" "$work/build/.libs" &&
	cp "$stub" "$work/build/clrouter-rewriter" || exit 99
clrouter=$work/build/clrouter
export XDG_RUNTIME_DIR="$work/run"
cd "$work/here" || exit 99

# nothing_left: the private directory is gone
nothing_left() {
	left=$(ls -A "$work/run")
	[ -z "$left" ] || fail "$ran: $left is left over"
}

# serve STATUS WORD...: a program that does these
serve() {
	expected=$1
	shift
	run sanitize "$client" "$@"
	want_status "$expected"
	nothing_left
}

# served WORD...: the same, after the words that each layer begins with
served() {
	serve 0 'status=started @' 'status=checked @ 2' connect hello "$@"
	want '^welcome -$'
}

# --- requests and answers ---

served 'rewrite=//stub echo'
want '^rewritten //stub echo -w $'
printf 'kernel void k(void) {}' >one.cl
printf 'kernel\tk\t0\t0\t0\n' >one.table
served 'rewrite=//stub answer one' 'rewrite=//stub refuse because'
want '^rewritten kernel void k(void) {} -w kernel	k	0	0	0$'
want '^refused because$'

# A worker has nothing but its task: its directory, three files and the one it counts with, two
# variables, and limits.
exec 7</dev/null
mkdir "$work/there" "$work/removed"
served "in=$work/there" 'rewrite=//stub describe'
want "^refused directory $work/there, files 3, variables 2, seconds 60, core 0, size 0, descriptors 64, own group 1\$"
exec 7<&-
served "in=$work/removed" "gone=$work/removed" 'rewrite=//stub echo' in=/ 'rewrite=//stub echo'
want "^refused its working directory $work/removed cannot be entered: No such file or directory\$"
want '^rewritten '

served 'rewrite=//stub write made'
want '^refused clrouter-rewriter crashed with signal 25 (File size limit exceeded)$'
[ -e made ] && [ ! -s made ] || fail "a worker has written a file"

# --- workers that give no answer; the next one does ---

check_reason() {
	served "rewrite=//stub $1" 'rewrite=//stub echo'
	want "^refused $2\$"
	want '^rewritten '
}
check_reason crash 'clrouter-rewriter crashed with signal 11 (Segmentation fault)'
check_reason 'exit 3' 'clrouter-rewriter ended with exit status 3 and without an answer'
check_reason 'exit 0' 'clrouter-rewriter ended with exit status 0 and without an answer'
check_reason half 'clrouter-rewriter ended with exit status 0 and without an answer'
check_reason rubbish 'clrouter-rewriter gave no answer that can be read'
check_reason other 'clrouter-rewriter gave no answer that can be read'

# One that hangs is killed, with all that it has started: then the FIFO ends.
mkfifo hang
cat hang >hung &
cat=$!
run sanitize --timeout 1 "$client" 'status=started @' 'status=checked @ 1' connect hello \
	'rewrite=//stub family hang' 'rewrite=//stub echo'
want_status 0
want '^refused clrouter-rewriter took longer than 1 s$'
want '^rewritten '
wait "$cat"
[ "$(cat hung)" = ready ] || fail "a worker that hangs says \"$(cat hung)\""

# --- several at once: each FIFO is an event ---

mkfifo hang-1 hang-2 go gone up in out

# start WORD...: the tool in the background, $tool
start() {
	ran="clrouter sanitize $*"
	"$clrouter" sanitize "$@" >"$work/output" 2>"$work/error" &
	tool=$!
}

# finish STATUS: its end; sets $output
finish() {
	wait "$tool"
	status=$?
	output=$(cat "$work/output")
	error=$(cat "$work/error")
	want_status "$1"
	nothing_left
}

# A peer that ends takes its worker with it; then the FIFO ends, while the tool goes on.
# shellcheck disable=SC2016  # the other shell's
start sh -c '"$1" "status=started @" "status=checked @ 1" connect hello "send=//stub wait hang-1" wait=go
	"$1" wait=gone' sh "$client"
exec 8<hang-1
read -r line <&8
: >go
[ -z "$(cat <&8)" ] || fail "$ran: the worker has lost its peer, but not ended"
kill -0 "$tool" || fail "$ran: it has ended before its program"
: >gone
finish 0

# A peer that stops in the middle of a message, and one whose worker takes long, keep nobody waiting.
# shellcheck disable=SC2016
start sh -c '
	"$1" connect hello part say=up wait=go &
	"$1" connect hello "rewrite=//stub pass in out" >passed &
	wait
	"$1" "status=started @" "status=checked @ 1"' sh "$client"
read -r line <up
exec 8<in
read -r line <&8
OPENCL_SANITIZE_SERVER=$(echo "$work"/run/*/socket)
export OPENCL_SANITIZE_SERVER
if [ "$(nproc)" -gt 1 ]; then
	[ "$("$client" connect hello 'rewrite=//stub echo' | tail -n 1)" = 'rewritten //stub echo -w ' ] ||
		fail "$ran: one peer keeps another one waiting"
fi
[ "$("$client" connect hello)" = 'welcome -' ] || fail "$ran: nobody is welcome"

# Another program has a server of its own.
run sanitize "$client" 'status=started @' 'status=checked @ 1' connect hello 'rewrite=//stub echo'
want_status 0
want '^rewritten '

: >out
: >go
finish 0
grep -q '^rewritten //stub pass in out' passed || fail "$ran: the answer that came late was lost"

# As many workers as there are processors; other requests wait until one of them has ended, and come in
# their order.
processors=$(nproc)
[ "$processors" -le 64 ] || processors=64
numbers=$(seq "$processors")
for i in $numbers; do
	mkfifo "go-$i"
done
# shellcheck disable=SC2016
start sh -c '
	for i in $2; do
		"$1" connect hello "send=//stub wait hang-1" wait=go-$i &
	done
	"$1" wait=go connect hello "send=//stub pass in out" say=up answer >first &
	"$1" wait=gone connect hello "send=//stub echo" say=up answer >second &
	wait
	"$1" "status=started @" "status=checked @ 1"' sh "$client" "$numbers"
exec 8<hang-1
for i in $numbers; do
	read -r line <&8
done
OPENCL_SANITIZE_SERVER=$(echo "$work"/run/*/socket)
export OPENCL_SANITIZE_SERVER
for fifo in go gone; do
	: >"$fifo"
	read -r line <up
	# What has come before is done when another peer has its answer.
	"$client" connect hello >/dev/null || fail "$ran: nobody is welcome"
done
# The program and the workers.
children=$(cat /proc/[0-9]*/stat 2>/dev/null |
	awk -v parent="$tool" '{ sub(/.*\) /, "") } $2 == parent { count++ } END { print count + 0 }')
[ "$children" -eq $((processors + 1)) ] || fail "$ran: $children processes at $processors processors"
: >go-1
exec 7<in
read -r line <&7
grep -q '^refused\|^rewritten' second && fail "$ran: the request that came last is the first one"
: >out
for i in $numbers; do
	[ "$i" -eq 1 ] || : >"go-$i"
done
finish 0
exec 7<&-
grep -q '^rewritten //stub pass in out' first || fail "$ran: the first request: $(cat first)"
grep -q '^rewritten //stub echo -w $' second || fail "$ran: the second request: $(cat second)"

# --- who is served ---

# shellcheck disable=SC2016
for bad in 'hello rubbish' 'hello welcome' 'hello hello' rewrite=source rubbish welcome; do
	run sanitize sh -c '"$1" connect $2 ends; "$1" "status=started @" "status=checked @ 1" connect hello' \
		sh "$client" "$bad"
	case $bad in
	rewrite=* | 'hello hello') want '^failed: ' ;;
	*) want '^ended$' ;;
	esac
	want '^welcome -$'
	nothing_left
done
serve 0 'status=started @' 'status=checked @ 1' connect hello=0
want '^welcome the layer and clrouter are not of the same version$'

if [ "$(id -u)" -eq 0 ]; then
	serve 70 connect hello user=65534 connect
	want '^failed: connect: Permission denied$'
	# Not even one who gets in.
	chmod 755 "$work" "$work/run"
	# shellcheck disable=SC2016
	run sanitize sh -c 'chmod 755 "${OPENCL_SANITIZE_SERVER%/*}"; chmod 777 "$OPENCL_SANITIZE_SERVER"
		"$1" user=65534 connect ends
		"$1" "status=started @" "status=checked @ 1" connect hello' sh "$client"
	want_status 0
	want '^ended$'
	want '^welcome -$'
else
	echo "not tested: a peer of another user, for which the test has to be root"
fi

# --- how it ends ---

serve 3 'status=started @' 'status=checked @ 1' exit=3
serve 143 'status=started @' 'status=checked @ 1' kill
serve 1 'status=started @' 'status=checked @ 1' 'status=finding @' 'status=finding @'
want_error '^clrouter: 2 findings of the sanitize layer$'
serve 5 'status=started @' 'status=checked @ 1' 'status=finding @' exit=5
want_error '^clrouter: 1 finding of the sanitize layer$'
serve 1
want_error 'no kernel was checked: the sanitize layer was in no process'
serve 1 'status=started @'
want_error ": no kernel was checked\$"
serve 1 'status=started @' 'status=checked @ 0'
want_error ": no kernel was checked\$"
run sanitize ./there-is-none
want_status 127
nothing_left

# A signal that another process sends is passed on to the program.
for number in 1 15; do
	start "$client" connect hello say=up wait=go
	read -r line <up
	kill -s "$number" "$tool"
	finish $((128 + number))
done

# --- what the program gets ---

# shellcheck disable=SC2016
run sanitize -o found.json --json sh -c 'echo "$OPENCL_SANITIZE_FILE $OPENCL_SANITIZE_FORMAT $OPENCL_LAYERS"'
want "^$work/here/found.json json .*libCLSanitize\.so\$"
run sanitize
want_status 2
run sanitize --serve true
want_status 2

# --- programs that others start ---

mkfifo served
"$clrouter" sanitize --serve >served 2>"$work/error" &
tool=$!
read -r line <served
case $line in
"OPENCL_SANITIZE_SERVER=$work/run/"*/socket) ;;
*) fail "--serve: wrote \"$line\"" ;;
esac
for i in 1 2; do
	answered=$(env "$line" "$client" connect hello 'rewrite=//stub refuse me')
	[ "$answered" = 'welcome -
refused me' ] || fail "--serve: answered \"$answered\""
done
env "$line" "$client" connect hello 'send=//stub wait hang-1' ends >ended &
client_id=$!
exec 8<hang-1
read -r line <&8
kill -TERM "$tool"
wait "$tool" || fail "--serve: status $?"
[ -z "$(cat <&8)" ] || fail "--serve: its end leaves a worker"
nothing_left
wait "$client_id"
grep -q '^ended$' ended || fail "--serve: its end leaves a connection"

# --- without clrouter-rewriter ---

for what in gone locked; do
	rm -f "$work/build/clrouter-rewriter"
	[ "$what" = gone ] || : >"$work/build/clrouter-rewriter"
	serve 1 'status=started @' connect hello 'rewrite=//stub echo'
	reason='clrouter-rewriter is not installed: install the package clrouter-rewriter'
	[ "$what" = gone ] || reason="$work/build/clrouter-rewriter cannot be executed: Permission denied"
	want_error "^clrouter: no kernel can be checked: $reason"
	want "^welcome $reason"
	want "^refused $reason"
done
exit $failed
