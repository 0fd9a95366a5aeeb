/* SPDX-License-Identifier: Apache-2.0 */
/* child: the ways in which a child can end, and how much of its output is kept. */
#include "tool/probe/child.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "unit/unit.h"

#define MEBIBYTE ((size_t)1 << 20)

static void return_at_once(int report, void *argument)
{
	(void)report;
	(void)argument;
}

static void exit_with_3(int report, void *argument)
{
	(void)report;
	(void)argument;
	exit(3);
}

static void kill_itself(int report, void *argument)
{
	(void)report;
	signal(*(const int *)argument, SIG_DFL);
	raise(*(const int *)argument);
}

static void hang(int report, void *argument)
{
	(void)report;
	(void)argument;
	while (true)
		pause();
}

static int kill_signal = SIGKILL;

static const struct {
	child_work *work;
	void *argument;
	enum child_end end;
	int code;
	const char *text;
} ends[] = {
	{ return_at_once, NULL, CHILD_EXITED, 0, "it ended the program with status 0" },
	{ exit_with_3, NULL, CHILD_EXITED, 3, "it ended the program with status 3" },
	{ kill_itself, &kill_signal, CHILD_KILLED, SIGKILL, "it crashed with SIGKILL" },
	{ hang, NULL, CHILD_TIMED_OUT, 0, "it did not come back within the time limit" },
};

START_TEST(end_of_child)
{
	struct child child;

	child_run(&child, ends[_i].work, ends[_i].argument, ends[_i].work == hang ? 1 : 30,
		  &unit_arena);
	ck_assert_int_eq(child.end, ends[_i].end);
	ck_assert_int_eq(child.code, ends[_i].code);
	ck_assert_str_eq(child_end_text(&child, &unit_arena), ends[_i].text);
	ck_assert_uint_eq(child.report_size, 0);
}
END_TEST

/* Of a child that moves, two every 50 milliseconds: more than a second. */
#define LOOKS 60

struct steps {
	bool moves;
	atomic_uint looks;
};

static uintptr_t look(const void *data)
{
	struct steps *steps = (struct steps *)data;
	const unsigned looks = atomic_fetch_add(&steps->looks, 1) + 1;

	return steps->moves ? looks : 0;
}

static void wait_for_looks(int report, void *argument)
{
	struct steps *steps = argument;

	(void)report;
	while (atomic_load(&steps->looks) < LOOKS)
		usleep(1000);
}

/* Each step restarts the limit of a second. Without one the child is not seen as often. */
START_TEST(steps_have_their_own_limit)
{
	struct steps *steps = child_share(sizeof(*steps));
	struct child child;

	ck_assert_ptr_nonnull(steps);
	steps->moves = _i == 1;
	child_run_steps(&child, wait_for_looks, steps, 1, 300, look, steps, &unit_arena);
	ck_assert_int_eq(child.end, steps->moves ? CHILD_EXITED : CHILD_TIMED_OUT);
}
END_TEST

START_TEST(signal_without_a_name)
{
	struct child child;
	int faulty_signal = SIGVTALRM;
	char expected[64];

	snprintf(expected, sizeof(expected), "it crashed with signal %d", faulty_signal);
	child_run(&child, kill_itself, &faulty_signal, 30, &unit_arena);
	ck_assert_int_eq(child.end, CHILD_KILLED);
	ck_assert_str_eq(child_end_text(&child, &unit_arena), expected);
}
END_TEST

static void write_everywhere(int report, void *argument)
{
	dprintf(report, "to the %s", (const char *)argument);
	printf("printed\n");
	fflush(stdout);
	fprintf(stderr, "error\n");
}

START_TEST(streams_are_caught)
{
	struct child child;

	child_run(&child, write_everywhere, (void *)"parent", 30, &unit_arena);
	ck_assert_uint_eq(child.report_size, strlen("to the parent"));
	ck_assert_str_eq(child.report, "to the parent");
	ck_assert_str_eq(child.output, "printed\nerror\n");
}
END_TEST

static void read_input(int report, void *argument)
{
	char byte;

	(void)argument;
	dprintf(report, "%d", (int)read(STDIN_FILENO, &byte, 1));
}

START_TEST(input_is_empty)
{
	struct child child;

	child_run(&child, read_input, NULL, 30, &unit_arena);
	ck_assert_str_eq(child.report, "0");
}
END_TEST

/* Five mebibytes, to the report as to the standard output, and a line before them and after. */
static void write_much(int report, void *argument)
{
	static char bytes[1 << 16];

	memset(bytes, 'x', sizeof(bytes));
	printf("first\n%s", (const char *)argument);
	dprintf(report, "first\n");
	for (size_t i = 0; i < 5 * MEBIBYTE / sizeof(bytes); i++) {
		fwrite(bytes, 1, sizeof(bytes), stdout);
		if (write(report, bytes, sizeof(bytes)) != (ssize_t)sizeof(bytes))
			abort();
	}
	printf("%slast", (const char *)argument);
	dprintf(report, "last");
}

/* The beginning is kept of the report, the end of the output. */
START_TEST(output_has_a_limit)
{
	const char *const separators[] = { "\n", "" };
	struct child child;

	child_run(&child, write_much, (void *)separators[_i], 30, &unit_arena);
	ck_assert_int_eq(child.end, CHILD_EXITED);
	ck_assert_uint_eq(child.report_size, MEBIBYTE);
	ck_assert_int_eq(strncmp(child.report, "first\nxx", 8), 0);
	ck_assert_uint_eq(child.output_size, MEBIBYTE);
	ck_assert_str_eq(child.output + MEBIBYTE - 5, _i == 0 ? "\nlast" : "xlast");
	/* "\nlast" or "last" was kept instead. */
	ck_assert_uint_eq(child.output_lost, 4 * MEBIBYTE + (_i == 0 ? 5 : 4));
	if (_i == 0)
		ck_assert_str_eq(child_last_words(&child, &unit_arena), "last");
	else
		ck_assert_ptr_nonnull(strstr(child_last_words(&child, &unit_arena),
					     "x... (5241884 bytes are left out)"));
}
END_TEST

static void write_lines(int report, void *argument)
{
	(void)report;
	(void)argument;
	for (int i = 0; i < 400000; i++)
		printf("line %d\n", i);
}

START_TEST(last_of_many_lines)
{
	struct child child;
	int number;

	child_run(&child, write_lines, NULL, 30, &unit_arena);
	ck_assert_str_eq(child_last_words(&child, &unit_arena), "line 399999");
	/* The first line that is kept has lost as much as it lacks. */
	ck_assert_int_eq(sscanf(strchr(child.output, '\n'), " line %d", &number), 1);
	ck_assert_uint_eq(child.output_lost + strcspn(child.output, "\n"), strlen("line 300000"));
}
END_TEST

static void leave_process(int report, void *argument)
{
	(void)report;
	(void)argument;
	if (fork() == 0) {
		sleep(20);
		_exit(0);
	}
	printf("left\n");
}

/* A process that the child leaves behind keeps the pipes open; the parent does not wait for it. */
START_TEST(orphan_is_not_waited_for)
{
	struct child child;

	child_run(&child, leave_process, NULL, 15, &unit_arena);
	ck_assert_int_eq(child.end, CHILD_EXITED);
	ck_assert_str_eq(child.output, "left\n");
}
END_TEST

/*
 * The end of a process that is traced is not seen by its parent until its tracer has seen it: to the
 * parent it is a process that SIGKILL does not end. The tracer is in a group of its own, and waits.
 */
static void resist_kill(int report, void *argument)
{
	pid_t child = getpid();
	int pipe_ends[2];
	char byte = 0;

	(void)argument;
	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
	if (pipe(pipe_ends) != 0)
		return;
	if (fork() == 0) {
		setpgid(0, 0);
		byte = ptrace(PTRACE_SEIZE, child, NULL, NULL) == 0 ? 't' : 'n';
		dprintf(report, "%c%d", byte, getpid());
		(void)!write(pipe_ends[1], &byte, 1);
		while (byte == 't')
			pause();
		_exit(0);
	}
	if (read(pipe_ends[0], &byte, 1) == 1 && byte == 't')
		hang(report, NULL);
}

START_TEST(child_that_cannot_be_killed)
{
	char expected[128];
	struct child child;

	child_run(&child, resist_kill, NULL, 1, &unit_arena);
	if (child.report[0] != 't')
		return;	/* tracing is not permitted here */
	ck_assert_int_eq(child.end, CHILD_LEFT_BEHIND);
	ck_assert_int_gt(child.code, 0);
	ck_assert_int_eq(kill(child.code, 0), 0);
	snprintf(expected, sizeof(expected), "it did not come back within the time limit, and "
		 "process %d, which cannot be killed, is left behind", child.code);
	ck_assert_str_eq(child_end_text(&child, &unit_arena), expected);
	kill(atoi(child.report + 1), SIGKILL);
	ck_assert_int_eq(waitpid(child.code, NULL, 0), child.code);
}
END_TEST

static void start_helper(int report, void *argument)
{
	if (fork() == 0)
		hang(report, NULL);
	dprintf(report, "x");
	hang(report, argument);
}

/* What the child has started is killed with it: the pipe that it holds is closed at once. */
START_TEST(helpers_are_killed)
{
	struct child child;
	int pipe_ends[2];
	char byte;

	ck_assert_int_eq(pipe(pipe_ends), 0);
	child_run(&child, start_helper, NULL, 1, &unit_arena);
	close(pipe_ends[1]);
	ck_assert_int_eq(child.end, CHILD_TIMED_OUT);
	ck_assert_str_eq(child.report, "x");
	ck_assert_int_eq(read(pipe_ends[0], &byte, 1), 0);
	close(pipe_ends[0]);
}
END_TEST

static void interrupt_parent(int report, void *argument)
{
	kill(getppid(), SIGTERM);
	hang(report, argument);
}

/* A signal that the caller has blocked ends the wait, and is delivered when it is unblocked. */
START_TEST(blocked_signal_ends_the_wait)
{
	struct child child;
	sigset_t signals;
	int number;

	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	child_run(&child, interrupt_parent, NULL, 300, &unit_arena);
	ck_assert_int_eq(child.end, CHILD_FAILED);
	ck_assert_str_eq(child_end_text(&child, &unit_arena), "a signal has ended the attempt");
	ck_assert_int_eq(sigwait(&signals, &number), 0);
	ck_assert_int_eq(number, SIGTERM);
}
END_TEST

static const struct {
	const char *output;
	const char *words;	/* NULL: none */
	const char *lines[4];
} outputs[] = {
	{ "", NULL, { "" } },
	{ "one", "one", { "one" } },
	{ "one\ntwo", "two", { "one", "two" } },
	{ "one\n\ntwo\r\n\n", "two", { "one", "", "two\r", "" } },
	{ "\n\n", NULL, { "", "", "" } },
};

START_TEST(lines_of_output)
{
	const char *output = outputs[_i].output;
	struct child child = { .output = output, .output_size = strlen(output) };
	const char *words = child_last_words(&child, &unit_arena);
	const char *rest = output;

	if (outputs[_i].words)
		ck_assert_str_eq(words, outputs[_i].words);
	else
		ck_assert_ptr_null(words);
	for (size_t i = 0; i < ARRAY_SIZE(outputs[_i].lines) && outputs[_i].lines[i]; i++)
		ck_assert_str_eq(child_next_line(&rest, &unit_arena), outputs[_i].lines[i]);
}
END_TEST

START_TEST(lines_have_an_end)
{
	const char *rest = "one\ntwo";

	ck_assert_str_eq(child_next_line(&rest, &unit_arena), "one");
	ck_assert_str_eq(child_next_line(&rest, &unit_arena), "two");
	ck_assert_ptr_null(child_next_line(&rest, &unit_arena));
	ck_assert_ptr_null(child_next_line(&rest, &unit_arena));
}
END_TEST

/* -- a child that stays ------------------------------------------------------------------------ */

/* Reports each order, and then the child's ID; or does what the order says. */
static void obey(int report, void *argument)
{
	const struct child_service *service = argument;
	char order[8];

	while (read(service->orders, order, sizeof(order)) == sizeof(order)) {
		dprintf(report, "%s ", order);
		printf("%s!", order);
		fflush(stdout);
		if (strcmp(order, "crash") == 0)
			kill_itself(report, &kill_signal);
		if (strcmp(order, "hang") == 0)
			hang(report, NULL);
		dprintf(report, "%ld.", (long)getpid());
		if (strcmp(order, "last") == 0)
			_exit(0);
	}
}

static bool ends_in_dot(const char *report, size_t size)
{
	return size > 0 && report[size - 1] == '.';
}

static struct child_service service = { .work = obey, .argument = &service, .is_done = ends_in_dot };

static struct child give(const char *word)
{
	struct child child;
	char order[8] = "";

	strcpy(order, word);
	child_order(&service, order, sizeof(order), strcmp(word, "hang") == 0 ? 1 : 15, &child, &unit_arena);
	ck_assert_str_eq(child.output, arena_join(&unit_arena, (const char *[]){ word, "!" }, 2));
	return child;
}

START_TEST(child_stays_for_the_next_order)
{
	const struct child first = give("hi");
	const struct child second = give("again");

	ck_assert_int_eq(first.end, CHILD_EXITED);
	ck_assert_int_eq(first.code, 0);
	ck_assert_str_eq(first.report + strlen("hi"), second.report + strlen("again"));
	ck_assert_int_eq(kill(service.id, 0), 0);
	child_end_service(&service);
	ck_assert_int_eq(service.id, 0);
	child_end_service(&service);
}
END_TEST

static const struct {
	const char *order;
	enum child_end end;
} last_orders[] = { { "crash", CHILD_KILLED }, { "hang", CHILD_TIMED_OUT }, { "last", CHILD_EXITED } };

START_TEST(another_child_takes_the_next_order)
{
	const struct child first = give("hi");
	const struct child last = give(last_orders[_i].order);
	const struct child next = give("hi");

	ck_assert_int_eq(last.end, last_orders[_i].end);
	ck_assert_int_eq(next.end, CHILD_EXITED);
	ck_assert_str_ne(first.report, next.report);
	child_end_service(&service);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("child");
	TCase *tcase = unit_tcase(suite, "child", 20);

	tcase_add_loop_test(tcase, end_of_child, 0, UNIT_ROWS(ends));
	tcase_add_loop_test(tcase, steps_have_their_own_limit, 0, 2);
	tcase_add_test(tcase, signal_without_a_name);
	tcase_add_test(tcase, streams_are_caught);
	tcase_add_test(tcase, input_is_empty);
	tcase_add_loop_test(tcase, output_has_a_limit, 0, 2);
	tcase_add_test(tcase, last_of_many_lines);
	tcase_add_test(tcase, orphan_is_not_waited_for);
	tcase_add_test(tcase, child_that_cannot_be_killed);
	tcase_add_test(tcase, helpers_are_killed);
	tcase_add_test(tcase, blocked_signal_ends_the_wait);
	tcase_add_loop_test(tcase, lines_of_output, 0, UNIT_ROWS(outputs));
	tcase_add_test(tcase, lines_have_an_end);
	tcase_add_test(tcase, child_stays_for_the_next_order);
	tcase_add_loop_test(tcase, another_child_takes_the_next_order, 0, UNIT_ROWS(last_orders));
	return unit_run(suite);
}
