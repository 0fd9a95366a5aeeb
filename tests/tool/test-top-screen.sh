#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# clrouter top on a terminal, which tmux is: what it shows of a program that runs, what its keys do,
# and that the terminal is as before however it ends. Each step waits until the screen shows it.
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"
. "$srcdir/tests/tool/live-lib.sh"

if ! tmux -V >/dev/null 2>&1; then
	echo "left out: there is no tmux, whose terminal is looked at"
	exit 77
fi

TERM=screen
export TERM
tmux() {
	command tmux -S "$work/tmux" -f /dev/null "$@" 9>&-
}
end() {
	tmux kill-server 2>/dev/null
	rm -rf "$work"
}
trap end EXIT

screen() {
	tmux capture-pane -p -t 0
}

keys() {
	tmux send-keys -t 0 "$@"
}

# shows PATTERN: the screen has such a line, sooner or later
shows() {
	for _ in $(seq 600); do
		screen | grep -q -e "$1" && return
		sleep 0.05
	done
	fail "the screen does not show \"$1\""
	screen | sed 's/^/    | /'
	exit 1
}

# shows_not PATTERN: sooner or later, no line is like that
shows_not() {
	for _ in $(seq 600); do
		screen | grep -q -e "$1" || return
		sleep 0.05
	done
	fail "the screen still shows \"$1\""
	screen | sed 's/^/    | /'
	exit 1
}

# command WORDS: types them, after an empty screen
command_line() {
	keys -R
	keys "clear; $1" Enter
}

# is_restored WHAT: the terminal is as the shell had it
is_restored() {
	[ "$(tmux display-message -p -t 0 '#{alternate_on}#{cursor_flag}#{wrap_flag}')" = 011 ] ||
		fail "$1: the other screen, the cursor or the wrap is not as before"
	command_line "stty -g >'$work/after'; echo settings read"
	shows '^settings read'
	cmp -s "$work/before" "$work/after" || {
		fail "$1: the settings of the terminal are not as before:"
		diff "$work/before" "$work/after"
	}
}

live_start
live_do 'buffer 1000000' 'kernel twice 3' 'write 2048' finish 'hang'
tmux new-session -d -x 100 -y 30 "PS1='ready> ' ENV= sh" || exit 99
shows '^ready>'
command_line "stty -g >'$work/before'; echo settings read"
shows '^settings read'
top="$clrouter top --interval 50ms"

# -- what it shows

command_line "$top --pid $live; echo status \$?"
shows "process $live still runs"
shows '^waiter [0-9]* .*clFinish for '
shows '^queue#1 Live GPU  *0   0\.0 %  *4  *4  3\.00 ms  *0$'
shows '^host to device .* 2\.00 KiB '
shows '^Live GPU  *977 KiB '
shows '^twice .*  3  3\.00 ms  1\.00 ms  1\.00 ms$'
shows '^clEnqueueNDRangeKernel .* 3  .* 0$'
live_do 'wrong 5'
shows ', 5 failed'
live_do go
shows_not 'clFinish for'

# -- keys

keys n
shows 'by name'
[ "$(screen | sed -n '/^API calls/,$s/^\(cl[A-Za-z]*\) .*/\1/p' | sort -c 2>&1)" = "" ] ||
	fail "n does not sort by name"
keys c
shows 'by count'
keys a
shows '; all of '
[ "$(screen | sed -n '/^API calls/{n;s/ .*//p;}')" = clFlush ] || fail "c does not sort by count"
keys a
shows 'in the last'
keys e
shows 'by errors'
keys h
shows 'q  quit'
shows_not '^API calls'
keys h
shows '^API calls'
keys 5
shows_not '^API calls'
shows '^Kernels'
keys 6
shows '^clFlush'
first=$(screen | sed -n '/^API calls/{n;s/ .*//p;}')
keys Down
shows_not "^$first "
keys Up
shows "^$first "
keys 8
shows '^CL_INVALID_COMMAND_QUEUE (-36)  *5 .* clFlush$'
keys 0
shows '^Threads'
keys p
shows 'PAUSED'
live_do 'wrong 1'
keys +
shows 'every 0\.1 s; PAUSED'
screen | grep -q ', 5 failed' || fail "it goes on while it is paused"
keys p
shows ', 6 failed'
keys -
shows 'every 0\.05 s$'

# -- the size

tmux resize-window -t 0 -x 110 -y 40
shows '^API calls.\{93\} errors$'
tmux resize-window -t 0 -x 60 -y 4
shows_not '^API calls'
shows "process $live"
tmux resize-window -t 0 -x 100 -y 30
shows '^Threads'

# -- how it ends

keys q
shows '^status 0'
is_restored "q"
command_line "$top --pid $live; echo status \$?"
shows '^API calls'
keys C-c
shows_not '^API calls'
is_restored "Ctrl-C"
for signal in TERM HUP; do
	command_line "$top --pid $live; echo status \$?"
	shows '^API calls'
	process=$(ps -o pid= -o args= --ppid "$(tmux display-message -p -t 0 '#{pane_pid}')" |
		sed -n 's/^ *\([0-9]*\) .*clrouter top .*/\1/p')
	kill -"$signal" "$process"
	shows '^status 1[0-9][0-9]'
	is_restored "$signal"
done

# -- stopped, and going on

command_line "set -m; $top --pid $live; echo status \$?"
shows '^API calls'
keys C-z
shows 'Stopped\|status 148'
is_restored "Ctrl-Z"
command_line "fg"
shows '^API calls'
live_do 'wrong 1'
shows ', 7 failed'
keys q
shows_not '^API calls'
is_restored "Ctrl-Z and q"
live_end

# -- what cannot be shown

tmux resize-window -t 0 -x 100 -y 60

command_line "TERM=dumb $top --record '$work/live/record'; echo status \$?"
shows 'TERM names no terminal that can be drawn on'
shows '^status 0'

# -- a program that it starts

program=$PWD/tests/layers/.libs/layer-program
[ -x "$program" ] || program=$PWD/tests/layers/layer-program
mkfifo "$work/go" "$work/end"
mkdir "$work/here"
cat >"$work/two" <<END
#!/bin/sh
export LD_LIBRARY_PATH=$PWD/.libs OPENCL_LOADER_CONFIG=none OCL_ICD_FILENAMES=$drivers/tool-driver.so
echo what the program writes
'$program'
read -r line <'$work/go'
'$program'
read -r line <'$work/end'
exit 5
END
chmod +x "$work/two"
command_line "cd '$work/here'; LD_LIBRARY_PATH=$PWD/.libs OPENCL_LOADER_CONFIG=none $top --layer '$layer' '$work/two'; echo status \$?"
shows '^layer-program, process [0-9]* ended'
screen | grep -q 'what the program writes' && fail "the output of the program is on the screen"
echo go >"$work/go"
shows 'process 1 of 2 (Tab)'
keys Tab
shows 'process 2 of 2 (Tab)'
echo go >"$work/end"
shows '^status 5'
shows '^clrouter: recorded: layer-program'
shows 'wrote is in clrouter-top'
is_restored "the end of the program"
grep -q 'what the program writes' "$work"/here/clrouter-top.*.out ||
	fail "the output of the program is not in its file"

# Without the view, the program goes on; Ctrl-C is for it, too.
command_line "$top --layer '$layer' '$work/two'; echo status \$?"
shows '^layer-program, process'
keys q
shows 'goes on; Ctrl-C ends it'
echo go >"$work/go"
echo go >"$work/end"
shows '^status 5'
is_restored "q before the end of the program"
command_line "$top --layer '$layer' '$work/two'; echo status \$?"
shows '^layer-program, process'
keys C-c
shows '^clrouter: recorded: layer-program'
is_restored "Ctrl-C with a program"

finish "clrouter top works on a terminal"
