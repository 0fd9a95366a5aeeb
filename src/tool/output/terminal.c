/* SPDX-License-Identifier: Apache-2.0 */
/*
 * terminal: see terminal.h. Signals are blocked but in ppoll(), so none is missed between a look and
 * the wait, and handlers only note that they came.
 */
#include "tool/output/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file/io.h"
#include "tool/output/stream.h"

/* The other screen of the terminal, no cursor, and no new line at the end of one. */
#define BEGIN "\033[?1049h\033[?25l\033[?7l\033[H\033[J"
#define END "\033[?7h\033[?25h\033[?1049l"

static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH,
			       SIGCHLD };

static struct {
	bool is_drawn;
	int keys;		/* descriptor; -1: there are none */
	bool has_own_keys;	/* it is to be closed */
	bool has_attributes;
	struct termios attributes;
	sigset_t mask;
	struct sigaction actions[ARRAY_SIZE(signals)];
	char pending[64];	/* keys that were read */
	size_t pending_count;
	bool is_gone;
} terminal = { .keys = -1 };

/* Written by the handlers. */
static volatile sig_atomic_t ended_by;
static volatile sig_atomic_t ended_by_process;
static volatile sig_atomic_t shall_stop;
static volatile sig_atomic_t has_changed;
static volatile sig_atomic_t has_child;

static void note(int number, siginfo_t *info, void *context)
{
	(void)context;
	if (number == SIGTSTP) {
		shall_stop = 1;
	} else if (number == SIGWINCH || number == SIGCONT) {
		has_changed = 1;
	} else if (number == SIGCHLD) {
		has_child = 1;
	} else {
		ended_by = number;
		ended_by_process = info->si_code <= 0;
	}
}

const char *terminal_why_not(void)
{
	if (!isatty(STDOUT_FILENO))
		return "standard output is no terminal";
	return stream_has_codes(stdout) ? NULL : "TERM names no terminal that can be drawn on";
}

/* -- the terminal itself ------------------------------------------------------------- */

static void put(const char *text, size_t length)
{
	if (!io_write_all(STDOUT_FILENO, text, length))
		terminal.is_gone = true;
}

/* Keys come one by one and are not shown; Ctrl-C and Ctrl-Z stay signals. */
static void enter(void)
{
	struct termios changed = terminal.attributes;

	changed.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	changed.c_cc[VMIN] = 0;
	changed.c_cc[VTIME] = 0;
	if (terminal.has_attributes)
		tcsetattr(terminal.keys, TCSADRAIN, &changed);
	put(BEGIN, strlen(BEGIN));
	terminal.is_drawn = true;
	has_changed = 1;
}

static void leave(void)
{
	if (!terminal.is_drawn)
		return;
	put(END, strlen(END));
	if (terminal.has_attributes)
		tcsetattr(terminal.keys, TCSADRAIN, &terminal.attributes);
	terminal.is_drawn = false;
}

/* Standard input may be the program's: the keys come from the terminal of this session. */
static void open_keys(void)
{
	terminal.keys = open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	terminal.has_own_keys = terminal.keys >= 0;
	if (terminal.keys < 0 && isatty(STDIN_FILENO))
		terminal.keys = STDIN_FILENO;
	terminal.has_attributes =
		terminal.keys >= 0 && tcgetattr(terminal.keys, &terminal.attributes) == 0;
}

/* A signal that is ignored, such as SIGHUP after nohup(1), stays so. */
static void take_signals(void)
{
	struct sigaction action = { .sa_sigaction = note, .sa_flags = SA_SIGINFO };
	sigset_t blocked;

	sigemptyset(&blocked);
	sigfillset(&action.sa_mask);
	for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
		sigaddset(&blocked, signals[i]);
	sigprocmask(SIG_BLOCK, &blocked, &terminal.mask);
	for (size_t i = 0; i < ARRAY_SIZE(signals); i++) {
		sigaction(signals[i], NULL, &terminal.actions[i]);
		if (terminal.actions[i].sa_handler != SIG_IGN || signals[i] == SIGCHLD)
			sigaction(signals[i], &action, NULL);
	}
}

void terminal_begin(void)
{
	fflush(stdout);
	open_keys();
	take_signals();
	ended_by = 0;
	terminal.is_gone = false;
	terminal.pending_count = 0;
	enter();
}

void terminal_end(void)
{
	if (!terminal.is_drawn)
		return;
	leave();
	for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
		sigaction(signals[i], &terminal.actions[i], NULL);
	sigprocmask(SIG_SETMASK, &terminal.mask, NULL);
	if (terminal.has_own_keys)
		close(terminal.keys);
	terminal.keys = -1;
}

void terminal_size(size_t *lines, size_t *columns)
{
	struct winsize size = { 0 };

	*lines = 24;
	*columns = 80;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0)
		return;
	*lines = size.ws_row;
	*columns = size.ws_col;
}

/* LINE, of LENGTH bytes, with what erases the rest of the line that was there; returns its end. */
static char *add_line(char *to, const char *line, size_t length, bool is_last)
{
	memcpy(to, line, length);
	return stpcpy(to + length, is_last ? "\033[K\033[J" : "\033[K\r\n");
}

/* Written at once, and nothing is erased before, so nothing flickers. */
void terminal_draw(const char *text, size_t length)
{
	const char *end = text + length;
	size_t lines = 1;
	char *frame;
	char *to;

	for (const char *at = text; at < end; at++)
		lines += *at == '\n';
	frame = malloc(length + lines * sizeof("\033[K\033[J") + sizeof("\033[H"));
	if (!frame)
		return;
	to = stpcpy(frame, "\033[H");
	while (text < end) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		const char *stop = newline ? newline : end;

		to = add_line(to, text, (size_t)(stop - text), stop + 1 >= end);
		text = stop + 1;
	}
	put(frame, (size_t)(to - frame));
	free(frame);
}

/* -- events ---------------------------------------------------------------------------- */

/* As any program does at Ctrl-Z, but with the terminal as it was. */
static void stop_here(void)
{
	struct sigaction action = { .sa_handler = SIG_DFL };
	struct sigaction old;
	sigset_t open;

	shall_stop = 0;
	leave();
	sigaction(SIGTSTP, &action, &old);
	raise(SIGTSTP);
	sigemptyset(&open);
	sigaddset(&open, SIGTSTP);
	sigprocmask(SIG_UNBLOCK, &open, NULL);
	/* Here the process stops, and here it goes on. */
	sigprocmask(SIG_BLOCK, &open, NULL);
	sigaction(SIGTSTP, &old, NULL);
	enter();
}

static void drop_keys(size_t count)
{
	terminal.pending_count -= count;
	memmove(terminal.pending, terminal.pending + count, terminal.pending_count);
}

/* The first of the keys that were read. What begins with ESC and is not known, is left out. */
static int take_key(void)
{
	static const struct {
		char text[5];
		enum terminal_event event;
	} known[] = {
		{ "\033[A", TERMINAL_UP },	{ "\033OA", TERMINAL_UP },
		{ "\033[B", TERMINAL_DOWN },	{ "\033OB", TERMINAL_DOWN },
		{ "\033[5~", TERMINAL_PAGE_UP }, { "\033[6~", TERMINAL_PAGE_DOWN },
	};
	int key = (unsigned char)terminal.pending[0];

	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		const size_t length = strlen(known[i].text);

		if (terminal.pending_count >= length &&
		    memcmp(terminal.pending, known[i].text, length) == 0) {
			drop_keys(length);
			return known[i].event;
		}
	}
	if (key == '\033' && terminal.pending_count > 1)
		terminal.pending_count = 0;
	else
		drop_keys(1);
	return key;
}

static void read_keys(void)
{
	const ssize_t count = read(terminal.keys, terminal.pending, sizeof(terminal.pending));

	if (count > 0)
		terminal.pending_count = (size_t)count;
	else if (count < 0 && errno != EAGAIN && errno != EINTR)
		terminal.is_gone = true;
}

/* What has come already; 0: nothing. */
static int take_event(void)
{
	if (ended_by != 0)
		return TERMINAL_SIGNAL;
	if (terminal.is_gone)
		return TERMINAL_GONE;
	if (shall_stop)
		stop_here();
	if (has_changed) {
		has_changed = 0;
		return TERMINAL_CHANGED;
	}
	if (has_child) {
		has_child = 0;
		return TERMINAL_CHILD;
	}
	return terminal.pending_count > 0 ? take_key() : 0;
}

int terminal_wait(int milliseconds)
{
	struct pollfd keys = { .fd = terminal.keys, .events = POLLIN };
	const struct timespec limit = { milliseconds / 1000, milliseconds % 1000 * 1000000L };
	int event = take_event();
	int count;

	if (event != 0)
		return event;
	count = ppoll(&keys, 1, &limit, &terminal.mask);
	if (count > 0 && keys.revents & (POLLHUP | POLLERR | POLLNVAL))
		terminal.is_gone = true;
	else if (count > 0)
		read_keys();
	event = take_event();
	return event != 0 ? event : TERMINAL_TIMEOUT;
}

int terminal_signal(bool *is_ours)
{
	*is_ours = ended_by_process;
	return ended_by;
}
