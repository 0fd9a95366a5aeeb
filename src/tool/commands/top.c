/* SPDX-License-Identifier: Apache-2.0 */
/*
 * top: shows what programs that are recorded do now, on a terminal until a key ends it, or once. A
 * program that it starts is recorded as "clrouter record" does it; what that writes goes into a file,
 * because the terminal is drawn on.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file/safe-open.h"
#include "config/known-options.h"
#include "tool/commands/record-run.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/output/terminal.h"
#include "tool/probe/file/program.h"
#include "tool/probe/process/process.h"
#include "tool/probe/process/started-program.h"
#include "tool/report/top/top-processes.h"
#include "tool/report/top/top-screen.h"
#include "tool/tool.h"

#define NS_PER_MS UINT64_C(1000000)
#define DEFAULT_INTERVAL (1000 * NS_PER_MS)
#define LEAST_INTERVAL (10 * NS_PER_MS)
#define LOOKS 5 /* at the records, for each search for new processes */
#define MOST_INTERVAL (3600ull * 1000 * NS_PER_MS)

/* The program that was started. */
struct started {
	pid_t id;		/* 0: none was */
	const char *file;	/* what its record is called */
	struct recorded_processes processes;
	size_t taken;		/* of them: those that are shown */
	const char *output;	/* the file of what it writes; NULL: that is lost */
	bool has_ended;
	int status;		/* then: of waitpid(2) */
	struct loader_watch watch;	/* which libOpenCL it has, until a record begins */
};

struct top {
	struct tool *tool;
	struct top_processes processes;
	struct started started;
	size_t process;		/* the one that is shown */
	enum view_order order;
	bool is_total;		/* rates and shares are of all since the start */
	struct top_shown shown;
	uint64_t interval;	/* ns */
	bool is_paused;
	bool has_help;
	bool has_all;		/* the processes that this user records, also those that begin later */
	unsigned int looks;	/* at the records, so far */
};

/* -- the program ------------------------------------------------------------------- */

/* Where what the program writes goes; a negative number: nowhere. */
static int open_output(struct started *started, struct arena *arena)
{
	int file;

	started->output = format_into(arena, "clrouter-top.%ld.out", (long)getpid());
	file = safe_open(started->output, SAFE_OPEN_NEW | SAFE_OPEN_REGULAR);
	if (file >= 0)
		return file;
	message_error("%s: %s: what the program writes to standard output is lost",
		      started->output, safe_open_error(errno));
	started->output = NULL;
	return -1;
}

/* Standard output is this program's, and so is a terminal that standard input and error are. */
static bool start_program(struct top *top, bool has_terminal)
{
	struct started *started = &top->started;
	const int null = safe_open("/dev/null", SAFE_OPEN_READ);
	const int output = open_output(started, &top->tool->arena);
	const int files[STARTED_PROGRAM_FILES] = {
		has_terminal && isatty(STDIN_FILENO) ? null : -1,
		output >= 0 ? output : null,
		!has_terminal || !isatty(STDERR_FILENO) ? -1 : output >= 0 ? output : null,
	};

	started->processes.arena = &top->tool->arena;
	if (layer_status_open(&started->processes.lines, known_options[KNOWN_RECORD_STATUS].variable) && null >= 0)
		started->id = started_program_start(top->tool->operands, files);
	if (started->id <= 0)
		message_error("%s: cannot be started: %s", top->tool->operands[0],
			      strerror(errno));
	if (output >= 0)
		close(output);
	if (null >= 0)
		close(null);
	return started->id > 0;
}

/*
 * Takes the records that the processes of the program have begun since the last call. One that was named
 * a moment ago can be gone.
 */
static void take_processes(struct top *top)
{
	struct started *started = &top->started;

	if (started->id <= 0)
		return;
	recorded_processes_look(&started->processes);
	for (; started->taken < started->processes.count; started->taken++) {
		const char *path = started->processes.list[started->taken].path;

		if (access(path, R_OK) == 0)
			top_processes_add(&top->processes, path);
	}
}

/* What is left to be said once the program has ended; the exit status. */
static int end_program(struct top *top)
{
	struct started *started = &top->started;

	if (!started->has_ended)
		started->status = record_run_wait(top->tool, started->id, &started->processes,
						  &started->watch);
	record_run_report(top->tool, started->file, &started->processes, started->status,
			  &started->watch);
	recorded_processes_done(&started->processes);
	if (started->output && !safe_remove_empty(started->output))
		message_error("what %s wrote is in %s", top->tool->operands[0], started->output);
	return started_program_end_as(started->status);
}

/* -- the screen --------------------------------------------------------------------- */

/* The key that sorts by one is its first letter. */
static const char *const order_names[] = {
	[VIEW_BY_TIME] = "time",
	[VIEW_BY_COUNT] = "count",
	[VIEW_BY_ERRORS] = "errors",
	[VIEW_BY_NAME] = "name",
};

static void put_help(FILE *file)
{
	fputs("\n"
	      "  q  quit                       t  sort by time\n"
	      "  p  pause, and go on           c  sort by count\n"
	      "  a  all since the start, and   e  sort by errors\n"
	      "     the last interval again    n  sort by name\n"
	      "  +  longer interval            0  all tables\n"
	      "  -  shorter interval           1 to 9  one table; the arrows move in it\n"
	      "  Tab  the next process         h  this help, and back\n"
	      "\n"
	      "  /s and now, a share, are of the interval, the other columns of all so far. depth\n"
	      "  is how many commands of a queue are not known to be done. ~ is an estimate.\n"
	      "  1 threads, 2 queues, 3 transfers, 4 memory, 5 kernels, 6 calls, 7 builds, 8 errors,\n"
	      "  9 waits, i why devices are idle\n",
	      file);
}

static void put_status(FILE *file, const struct top *top)
{
	fprintf(file, "h help, q quit; by %s, every %.3g s%s", order_names[top->order],
		(double)top->interval / 1e9, top->is_paused ? "; PAUSED" : "");
	if (top->processes.count > 1)
		fprintf(file, "; process %zu of %zu (Tab)", top->process + 1,
			top->processes.count);
	fputc('\n', file);
}

/* Before the first call there is no record. */
static void put_nothing(FILE *file, const struct top *top)
{
	fprintf(file, "clrouter top: waiting for the first OpenCL call of process %ld\n\n",
		(long)top->started.id);
	put_status(file, top);
}

static void put_screen(FILE *file, struct top *top, size_t lines)
{
	const struct top_process *process = top->processes.list[top->process];
	struct view view;
	struct output output;

	view_init(&view, &process->model);
	view.is_live = true;
	view.is_total = top->is_total;
	view.order = top->order;
	output_init(&output, OUTPUT_LINES, file);
	top_screen_put_head(&output, &view);
	if (process->why)
		fprintf(file, "%s\n", process->why);
	else
		put_status(file, top);
	top->shown.lines = lines > 3 ? lines - 3 : 1;
	if (top->has_help)
		put_help(file);
	else if (lines > 4)
		top_screen_put_tables(&output, &view, &top->shown);
}

static void draw(struct top *top)
{
	char *text = NULL;
	size_t length = 0;
	size_t lines;
	FILE *file = open_memstream(&text, &length);

	if (!file)
		return;
	terminal_size(&lines, &top->shown.columns);
	/* A character in the last column would be erased with the rest of the line. */
	top->shown.columns--;
	if (top->processes.count > 0)
		put_screen(file, top, lines);
	else
		put_nothing(file, top);
	if (fclose(file) == 0)
		terminal_draw(text, length);
	free(text);
}

/* -- keys ---------------------------------------------------------------------------- */

static void change_interval(struct top *top, bool is_longer)
{
	const uint64_t changed = is_longer ? 2 * top->interval : top->interval / 2;

	if (changed >= LEAST_INTERVAL && changed <= MOST_INTERVAL)
		top->interval = changed;
}

static void scroll(struct top *top, int event)
{
	const size_t page = top->shown.lines > 1 ? top->shown.lines - 1 : 1;
	const size_t step = event == TERMINAL_PAGE_UP || event == TERMINAL_PAGE_DOWN ? page : 1;
	size_t *skipped = &top->shown.skipped;

	if (event == TERMINAL_DOWN || event == TERMINAL_PAGE_DOWN)
		*skipped += step;
	else
		*skipped -= *skipped < step ? *skipped : step;
}

static void take_order(struct top *top, int key)
{
	for (size_t i = 0; i < ARRAY_SIZE(order_names); i++)
		if (order_names[i][0] == key)
			top->order = (enum view_order)i;
}

/* False: the user wants to quit. */
static bool take_key(struct top *top, int key)
{
	switch (key) {
	case 'q':
	case 'Q':
		return false;
	case 'h':
	case '?':
		top->has_help = !top->has_help;
		break;
	case 'p':
	case ' ':
		top->is_paused = !top->is_paused;
		break;
	case 'a':
		top->is_total = !top->is_total;
		break;
	case '+':
	case '-':
		change_interval(top, key == '+');
		break;
	case '\t':
		if (top->processes.count > 0)
			top->process = (top->process + 1) % top->processes.count;
		break;
	case TERMINAL_UP:
	case TERMINAL_DOWN:
	case TERMINAL_PAGE_UP:
	case TERMINAL_PAGE_DOWN:
		scroll(top, key);
		break;
	default:
		if ((key >= '0' && key <= '9') || key == 'i') {
			top->shown.table = key == 'i' ? TOP_IDLE : key - '1';
			top->shown.skipped = 0;
		}
		take_order(top, key);
	}
	return true;
}

/* -- the terminal ---------------------------------------------------------------------- */

/* One that is there already, or that ends in this moment, is passed over. */
static void add_own(const char *path, void *data)
{
	struct top *top = data;

	for (size_t i = 0; i < top->processes.count; i++)
		if (strcmp(top->processes.list[i]->path, path) == 0)
			return;
	if (access(path, R_OK) == 0)
		top_processes_add(&top->processes, path);
}

static bool refresh(struct top *top)
{
	take_processes(top);
	if (top->has_all && top->looks++ % LOOKS == 0)
		process_records_each(add_own, top);
	if (top->started.id > 0 && top->processes.count == 0 && !top->started.has_ended)
		loader_watch_look(&top->started.watch, top->started.id, &top->tool->arena);
	return top_processes_refresh(&top->processes);
}

static int milliseconds_until(uint64_t time)
{
	const uint64_t now = model_clock();

	return now >= time ? 0 : (int)((time - now) / NS_PER_MS) + 1;
}

static bool program_has_ended(struct top *top)
{
	struct started *started = &top->started;

	if (started->id > 0 && !started->has_ended)
		started->has_ended = started_program_has_ended(started->id, &started->status);
	if (started->has_ended)
		recorded_processes_end(&started->processes, started->id, started->status);
	return started->has_ended;
}

/* Until a key, a signal or the end of the program ends it; returns what that was. */
static int show(struct top *top)
{
	uint64_t next = model_clock();
	int event = TERMINAL_TIMEOUT;

	for (;;) {
		if (event == TERMINAL_TIMEOUT && model_clock() >= next) {
			next = model_clock() + top->interval;
			if (!top->is_paused && !refresh(top))
				return TERMINAL_GONE;
		}
		draw(top);
		event = terminal_wait(milliseconds_until(next));
		if (event == TERMINAL_SIGNAL || event == TERMINAL_GONE ||
		    (event == TERMINAL_CHILD && program_has_ended(top)) ||
		    (event < TERMINAL_UP + 4 && !take_key(top, event)))
			return event;
		if (event == '+' || event == '-')
			next = model_clock() + top->interval;
	}
}

/* The signal is the program's as well: if the terminal has sent it, the program has got it. */
static void pass_signal(struct top *top)
{
	bool is_ours;
	const int number = terminal_signal(&is_ours);

	if (top->started.id == 0)
		raise(number);
	else if (is_ours)
		kill(top->started.id, number);
}

static int show_on_terminal(struct top *top)
{
	int event;

	terminal_begin();
	event = show(top);
	terminal_end();
	if (event == TERMINAL_SIGNAL)
		pass_signal(top);
	if (top->started.id == 0)
		return event == TERMINAL_GONE ? TOOL_PROBLEM : TOOL_GOOD;
	if (!top->started.has_ended && event != TERMINAL_SIGNAL)
		message_error("%s goes on; Ctrl-C ends it", top->tool->operands[0]);
	return end_program(top);
}

/* -- once -------------------------------------------------------------------------------- */

/* Of programs that run, what they do in one interval is shown as well. */
static bool read_once(struct top *top)
{
	const struct timespec interval = { (time_t)(top->interval / 1000000000u),
					   (long)(top->interval % 1000000000u) };

	if (top->started.id > 0) {
		top->started.status = record_run_wait(top->tool, top->started.id,
						      &top->started.processes, &top->started.watch);
		top->started.has_ended = true;
		return refresh(top);
	}
	if (!refresh(top))
		return false;
	if (!top_processes_run(&top->processes))
		return true;
	nanosleep(&interval, NULL);
	return refresh(top);
}

static int show_once(struct top *top)
{
	bool is_good = read_once(top);

	if (is_good)
		is_good = top_processes_put(&top->processes, top->tool->output);
	if (top->started.id > 0)
		return end_program(top);
	return is_good ? TOOL_GOOD : TOOL_PROBLEM;
}

/* -- the command line ---------------------------------------------------------------------- */

static bool add_records(struct top *top)
{
	struct tool *tool = top->tool;
	const char *path;
	const char *why;

	for (size_t i = 0; i < tool->records.count; i++)
		if (!top_processes_add(&top->processes, tool->records.words[i]))
			return false;
	if (top->has_all) {
		process_records_each(add_own, top);
		if (top->processes.count == 0)
			message_error("no process of this user is recorded; \"clrouter top PROGRAM\" "
				      "or \"clrouter record PROGRAM\" starts one");
		return top->processes.count > 0;
	}
	if (!tool->pid)
		return true;
	path = process_record_find(tool->pid, &tool->arena, &why);
	if (!path)
		message_error("process %u: %s", tool->pid, why);
	return path && top_processes_add(&top->processes, path);
}

/* Before the terminal is drawn on, because a message would be drawn over. */
static int check_program(struct tool *tool)
{
	struct program_file program;
	const int error = program_find(&program, tool->operands[0], "", &tool->arena);

	if (!error && program.is_executable)
		return TOOL_GOOD;
	message_error("%s: %s", tool->operands[0], strerror(error ? -error : EACCES));
	return error == -ENOENT ? STARTED_PROGRAM_NOT_FOUND : STARTED_PROGRAM_CANNOT_RUN;
}

static int run(struct top *top, bool is_once)
{
	struct tool *tool = top->tool;
	int status = TOOL_GOOD;

	if (tool->operand_count > 0) {
		status = check_program(tool);
		top->started.file = status == TOOL_GOOD ? record_run_prepare(tool, &status) : NULL;
		if (!top->started.file)
			return status;
		if (!start_program(top, !is_once))
			return TOOL_PROBLEM;
	} else if (!add_records(top)) {
		return TOOL_PROBLEM;
	}
	return is_once ? show_once(top) : show_on_terminal(top);
}

int tool_top(struct tool *tool)
{
	struct top top = { .tool = tool,
			   .interval = tool->interval ? tool->interval : DEFAULT_INTERVAL,
			   .shown = { .table = -1 } };
	const bool is_once = tool->is_once || tool->output->form == OUTPUT_JSON;
	const char *why_not = is_once ? NULL : terminal_why_not();
	int status;

	top.has_all = !tool->operand_count && !tool->records.count && !tool->pid;
	if ((tool->operand_count > 0) + (tool->records.count > 0) + (tool->pid > 0) > 1)
		return message_usage("top wants one of a program, --pid and --record"), TOOL_USAGE;
	if (top.interval < LEAST_INTERVAL || top.interval > MOST_INTERVAL)
		return message_usage("--interval wants a time from 10ms to 3600s"), TOOL_USAGE;
	if (why_not)
		message_error("note: %s, so what there is is shown once", why_not);
	status = run(&top, is_once || why_not);
	top_processes_done(&top.processes);
	return status;
}
