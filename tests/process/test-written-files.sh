#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-written-files: the outputs of the library, the layers and the tool against the traps that another
# user can set for them, and outputs that must work. All are opened by src/base/file/safe-open.h: one of
# each way to call it meets all traps, the others a few that show that they call it. A user runs the
# programs, another one sets the traps, so the test needs root; otherwise it is skipped. Of each trap is
# checked that the program ends in time and as without the output, that what the trap leads to is neither
# changed nor created, and that a message says why the file is refused. "make check" runs it in the build
# directory.
set -u
user=65534
other=65533
limit=30	# seconds, after which a program counts as one that waits for ever
build=$PWD
layers=$build/.libs
clrouter=$build/clrouter
program=$build/tests/layers/.libs/layer-program
[ -x "$program" ] || program=$build/tests/layers/layer-program
failed=0
count=0

skip() {
	echo "skipped: $*"
	exit 77
}

[ "$(id -u)" -eq 0 ] || skip "only root can make files of two users"
command -v setpriv >/dev/null || skip "there is no setpriv, which runs a program as another user"
if grep -q -e __asan_init -e __tsan_init "$layers/libCLTrace.so"; then
	skip "the layers are built with a sanitizer, the program is not"
fi

# as ID COMMAND...
as() {
	id=$1
	shift
	setpriv --reuid="$id" --regid="$id" --clear-groups "$@"
}

as $user true 2>/dev/null || skip "setpriv cannot run a program as another user"
work=$(mktemp -d) || exit 99
trap 'exec 3>&-; rm -rf "$work"' EXIT
chmod 755 "$work"
as $user test -x "$program" -a -x "$clrouter" -a -r "$layers/libCLTrace.so" ||
	skip "other users have no access to $build"

home=$work/home		# private directory of the user
place=$work/place	# where the trap is
own_record=$work/input.clrecord
tests/tool/make-record reused "$own_record" || exit 99
chown $user "$own_record"

fail() {
	echo "FAILED: $output, $row: $*"
	sed 's/^/    | /' "$work/err"
	failed=$((failed + 1))
}

# check TEXT COMMAND...
check() {
	text=$1
	shift
	count=$((count + 1))
	"$@" || fail "$text"
}

# -- the outputs -----------------------------------------------------------------

# Each: its name, and letters: a it is a regular file only, s the program makes a name of its own,
# e it must exist, t the tool writes it, n it may stay empty, r it must be a record, f it has all traps.
outputs='
log-variable	af
log-key		a
trace-text	f
lifetime-file	n
lifetime-status	-
validation-file	n
validation-status -
record-file	af
record-status	aef
capture-status	ae
tool-record	at
tool-stop	aetr
report		tf
report-text	t
report-perfetto	t
report-html	t
bundle		t
'

# with LAYER VARIABLE=VALUE...: runs the program with the layer.
with() {
	layer=$1
	shift
	run env OPENCL_LAYERS="$layers/$layer" "$@" "$program"
}

# run COMMAND...: as the user, with an empty environment. Its status goes to $status.
run() {
	# Others may open standard error, too, by /dev/stderr.
	: >"$work/err" && chmod 666 "$work/err"
	(cd "$home" && as $user timeout -k 1 $limit env -i PATH="$PATH" HOME="$home" \
		LD_LIBRARY_PATH="$layers" OPENCL_LOADER_CONFIG="${config:-none}" \
		OCL_ICD_VENDORS="$build/tests/stubs/stub-icd1.so" "$@") \
		>"$work/out" 2>"$work/err" </dev/null
	status=$?
}

# write OUTPUT FILE: runs a program that writes OUTPUT into FILE.
write() {
	case $1 in
	log-variable) run env OPENCL_LOADER_LOG="info:$2" "$program" ;;
	log-key)
		printf '[loader]\nlog = info\nlog_file = %s\n' "$2" >"$work/log.conf"
		config=$work/log.conf
		run "$program"
		config=none ;;
	trace-text) with libCLTrace.so OPENCL_TRACE_FILE="$2" ;;
	lifetime-file) with libCLLifetime.so OPENCL_LIFETIME_FILE="$2" ;;
	lifetime-status) with libCLLifetime.so OPENCL_LIFETIME_STATUS="$2" ;;
	validation-file) with libCLValidation.so OPENCL_VALIDATION_FILE="$2" ;;
	validation-status) with libCLValidation.so OPENCL_VALIDATION_STATUS="$2" ;;
	record-file) with libCLRecord.so OPENCL_RECORD_FILE="$2" ;;
	record-status) with libCLRecord.so OPENCL_RECORD_FILE="$home/r" OPENCL_RECORD_STATUS="$2" ;;
	capture-status) with libCLCapture.so OPENCL_CAPTURE_LAUNCH=1 OPENCL_CAPTURE_STATUS="$2" ;;
	tool-record) run "$clrouter" record --layer "$layers/libCLRecord.so" -o "$2" "$program" ;;
	tool-stop) run "$clrouter" record --stop "$2" ;;
	report) run "$clrouter" report "$own_record" -o "$2" ;;
	bundle) run "$clrouter" doctor --bundle "$2" ;;
	report-*) run "$clrouter" report "$own_record" -o "$2" --export "${1#report-}" ;;
	esac
}

# For the other outputs: is the file opened by safe-open?
few="link-to-victim file-of-other fifo-of-other new own-file own-fifo"

# -- the traps -------------------------------------------------------------------

# Each: its name, and the words of the reason, "-" for an output that only a regular file can be.
# The file is $place/file, unless the trap says otherwise.
traps='
link-to-victim		a link leads to it
dangling-link		a link leads to it
own-link		a link leads to it
hard-link		a second name
file-of-other		belongs to another user
file-of-root		belongs to another user
fifo-of-other		belongs to another user
fifo-with-reader	belongs to another user
own-fifo		no process reads it
device-of-other		belongs to another user
socket			not a regular file
socket-of-other		not a regular file
link-on-the-way		a link leads to it
way-to-file		a link leads to it
foreign-link		a link leads to it
foreign-file		belongs to another user
foreign-fifo		belongs to another user
group-link		a link leads to it
group-file		belongs to another user
'

# owned OWNER NAME...: files that everybody may write, so that only the owner is in the way
owned() {
	owner=$1
	shift
	chown -h "$owner:$owner" "$@"
	for each in "$@"; do
		[ -L "$each" ] || chmod 666 "$each"
	done
}

socket() {
	python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' "$1" 2>/dev/null
}

# prepare DIRECTORY-MODE OWNER: an empty $place and $home, with a victim that the user may write
prepare() {
	rm -rf "$place" "$home"
	mkdir "$place" "$home" "$home/target"
	echo kept >"$home/victim"
	echo kept >"$home/target/file"
	touch -d '2001-02-03' "$home/victim" "$home/target/file"
	chown -R $user:$user "$home"
	chmod "$1" "$place"
	chown "$2:$other" "$place"
	file=$place/file
}

# set_trap NAME: false, with the reason in $why, if it cannot be set here
set_trap() {
	case $1 in
	foreign-*) prepare 755 $other ;;
	group-*) prepare 2775 $user ;;
	*) prepare 1777 0 ;;
	esac
	case $1 in
	link-to-victim | foreign-link | group-link) ln -s "$home/victim" "$file" && owned $other "$file" ;;
	dangling-link) ln -s "$home/nothing" "$file" && owned $other "$file" ;;
	own-link) ln -s "$home/victim" "$file" && owned $user "$file" ;;
	hard-link) ln "$home/victim" "$file" ;;
	file-of-other | foreign-file | group-file) echo kept >"$file" && owned $other "$file" ;;
	file-of-root) echo kept >"$file" && owned 0 "$file" ;;
	fifo-of-other | foreign-fifo | fifo-with-reader) mkfifo "$file" && owned $other "$file" ;;
	own-fifo) mkfifo "$file" && owned $user "$file" ;;
	device-of-other)
		why="mknod is not permitted here"
		mknod "$file" c 1 3 2>/dev/null && owned $other "$file" ;;
	socket)
		why="no python3 that makes sockets"
		socket "$file" && owned $user "$file" ;;
	socket-of-other)
		why="no python3 that makes sockets"
		socket "$file" && owned $other "$file" ;;
	link-on-the-way)
		file=$place/way/new
		ln -s "$home/target" "$place/way" && owned $other "$place/way" ;;
	way-to-file)
		file=$place/way/file
		ln -s "$home/target" "$place/way" && owned $other "$place/way" ;;
	esac
}

# What a trap leads to, with times; new names show, too.
state() {
	(cd "$work" && find home/victim home/nothing home/target place \
		-exec stat -c '%n %F %s %y' {} + 2>/dev/null | sort; cat home/victim home/target/file)
	[ ! -f "$place/file" ] || cat "$place/file"
}

# Reads the FIFO $file until end_reader; what was written goes to $work/got.
start_reader() {
	cat "$file" >"$work/got" &
	reader=$!
	# This waits until the reader has opened it.
	exec 3>"$file"
}

end_reader() {
	exec 3>&-
	wait "$reader"
}

# The program's own end, as without the output: the tool says by its status that it cannot write.
ends_well() {
	case $letters in
	*t*) [ "$status" -eq 1 ] ;;
	*) [ "$status" -eq 0 ] && [ "$(cat "$work/out")" = "main: 0, 1" ] ;;
	esac
}

says_why() {
	case $letters in
	*a*) reason="$reason|not a regular file" ;;
	esac
	[ "$output" = record-status ] || [ "$output" = capture-status ] || grep -q -E "$reason" "$work/err"
}

is_unchanged() {
	state >"$work/after"
	cmp "$work/before" "$work/after"
}

try_trap() {
	set_trap "$row" || { echo "left out: $row: $why"; return; }
	[ "$row" != fifo-with-reader ] || start_reader
	state >"$work/before"
	write "$output" "$file"
	check "it waits for ever" test "$status" -ne 124
	check "its end is another one: status $status" ends_well
	check "what the trap leads to has changed" is_unchanged
	check "no message says \"$reason\"" says_why
	[ "$row" = fifo-with-reader ] || return
	end_reader
	check "the reader of another user's FIFO got something" test ! -s "$work/got"
}

# -- what must work --------------------------------------------------------------

lawful='
new
own-file
private-link
private-dangling-link
private-second-name
own-way
way-of-root
own-fifo
null-device
standard-error
'

# Sets $file, and $result, which must change.
set_lawful() {
	case $1 in
	private-*) prepare 755 $user ;;
	*) prepare 1777 0 ;;
	esac
	result=$file
	case $1 in
	own-file) echo old >"$file" && owned $user "$file" ;;
	private-link) result=$home/victim && ln -s "$result" "$file" ;;
	private-dangling-link) result=$home/nothing && ln -s "$result" "$file" ;;
	private-second-name) result=$home/victim && ln "$result" "$file" ;;
	own-way | way-of-root)
		file=$place/way/file
		result=$home/target/file
		ln -s "$home/target" "$place/way" ;;
	own-fifo) mkfifo "$file" && owned $user "$file" ;;
	null-device) file=/dev/null && result=$file ;;
	standard-error) file=/dev/stderr ;;
	esac
	[ "$1" != own-way ] || owned $user "$place/way"
}

# Has OUTPUT a meaning for the file of this row?
is_meant() {
	case $letters,$row in
	*a*,own-fifo | *a*,null-device | *a*,standard-error) false ;;
	*e*,new | *e*,private-dangling-link) false ;;
	*r*,*) false ;;
	esac
}

is_written() {
	state >"$work/after"
	case $row in
	null-device) true ;;
	standard-error) [ -s "$work/err" ] ;;
	own-fifo) [ -s "$work/got" ] ;;
	*) [ -e "$result" ] && ! cmp -s "$work/before" "$work/after" ;;
	esac
}

is_refused() {
	grep -q -E -e 'a link leads to it|belongs to another user|not a regular file|no process reads' \
		-e 'cannot be|nothing is recorded' "$work/err"
}

is_private() {
	[ "$(stat -c '%a %u' "$result")" = "600 $user" ]
}

try_lawful() {
	is_meant || return
	set_lawful "$row" || { fail "it cannot be prepared"; return; }
	[ "$row" != own-fifo ] || start_reader
	state >"$work/before"
	write "$output" "$file"
	[ "$row" != own-fifo ] || end_reader
	check "the status is $status" test "$status" -eq 0
	check "it is refused" eval '! is_refused'
	case $letters,$row in
	*n*,own-fifo | *n*,standard-error) ;;
	*n*,*) check "it is not created" test -e "$result" ;;
	*) check "nothing is written" is_written ;;
	esac
	[ "$row" != new ] || check "it is not the user's alone" is_private
}

# -- the names that the record layer chooses ---------------------------------------

# Links of another user have the names that the layer will choose: it takes the next free one.
try_own_name() {
	output=record-name
	row=link-to-victim
	prepare 1777 0
	mkfifo "$work/id" "$work/go"
	chmod 666 "$work/id" "$work/go"
	(cd "$place" && exec timeout -k 1 $limit setpriv --reuid=$user --regid=$user --clear-groups env -i \
		LD_LIBRARY_PATH="$layers" OPENCL_LOADER_CONFIG=none OPENCL_LAYERS="$layers/libCLRecord.so" \
		OCL_ICD_VENDORS="$build/tests/stubs/stub-icd1.so" sh -c '
			echo $$ >"$1/id"; read -r go <"$1/go"; exec "$2"' sh "$work" "$program") >"$work/out" 2>"$work/err" &
	starter=$!
	read -r id <"$work/id"
	ln -s "$home/victim" "$place/layer-program.$id.clrecord"
	ln -s "$home/nothing" "$place/layer-program.$id.2.clrecord"
	chown -h $other "$place"/layer-program.*
	echo go >"$work/go"
	wait $starter
	check "the status is not 0" test "$?" -eq 0
	check "the victim has changed" test "$(cat "$home/victim")" = kept
	check "the link's target exists" test ! -e "$home/nothing"
	check "the third name is not a file" test -f "$place/layer-program.$id.3.clrecord"
}

# -- all of them -----------------------------------------------------------------

# each LIST FUNCTION: calls FUNCTION for each row of LIST and each output
each() {
	printf '%s\n' "$1" | sed '/^$/d' >"$work/rows"
	printf '%s\n' "$outputs" | sed '/^$/d' >"$work/outputs"
	while read -r row reason <&4; do
		while read -r output letters <&5; do
			case "$letters, $few " in
			*f*,* | *" $row "*) ;;
			*) continue ;;
			esac
			wanted=$reason
			"$2"
			reason=$wanted
		done 5<"$work/outputs"
	done 4<"$work/rows"
}

each "$traps" try_trap
each "$lawful" try_lawful
try_own_name
echo "$count checks, $failed failed"
[ "$failed" -eq 0 ]
