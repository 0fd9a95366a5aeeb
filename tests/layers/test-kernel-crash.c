/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How processes die of a kernel's access with the sanitizer's layer: as without it, and by the same
 * signal, after a look at the records. Each case is a child process.
 */
#include "layers/sanitize/kernel-crash.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/unit.h"

static const int signal_numbers[] = { SIGSEGV, SIGBUS };

/* A mark for each look, and for what handlers of the program do. */
static int marks[2];

static void mark(char what)
{
	(void)!write(marks[1], &what, 1);
}

static void look(void)
{
	mark('l');
}

/* An access outside of memory, and one to a file beyond its end. */
static void access_outside(int number)
{
	const char *path = unit_path("empty");
	volatile char *bytes = mmap(NULL, 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int file;

	if (number == SIGBUS) {
		file = open(path, O_RDWR | O_CREAT, 0600);
		bytes = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	}
	bytes[0] = 1;
}

/* Sanitizers of the compiler have handlers of their own. */
static void begin(void)
{
	for (int i = 0; i < UNIT_ROWS(signal_numbers); i++)
		signal(signal_numbers[i], SIG_DFL);
}

/* -- what children do ------------------------------------------------------------------------- */

static void access_it(int number)
{
	kernel_crash_watch(look);
	kernel_crash_watch(look);
	access_outside(number);
}

static void raise_it(int number)
{
	kernel_crash_watch(look);
	raise(number);
}

/* A handler of the program, before the layer's. */
static void leave_by_handler(int number)
{
	(void)number;
	mark('h');
	_exit(3);
}

static void handle_before(int number)
{
	signal(number, leave_by_handler);
	kernel_crash_watch(look);
	access_outside(number);
}

static void ignore_before(int number)
{
	signal(number, SIG_IGN);
	kernel_crash_watch(look);
	raise(number);
	mark('i');
	_exit(4);
}

static void handle_later(int number)
{
	kernel_crash_watch(look);
	signal(number, leave_by_handler);
	access_outside(number);
}

/* As Python's faulthandler does it. */
static struct sigaction before_that;

static void hand_on(int number)
{
	mark('h');
	sigaction(number, &before_that, NULL);
	raise(number);
}

static void hand_on_later(int number)
{
	const struct sigaction action = { .sa_handler = hand_on, .sa_flags = SA_NODEFER };

	kernel_crash_watch(look);
	sigaction(number, &action, &before_that);
	access_outside(number);
}

/* The thread holds a lock that the look needs. */
static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;

static void look_with_lock(void)
{
	mark('l');
	pthread_mutex_lock(&held);
	mark('m');
}

static void hold_lock(int number)
{
	pthread_mutex_lock(&held);
	kernel_crash_watch(look_with_lock);
	access_outside(number);
}

static void look_badly(void)
{
	mark('l');
	access_outside(SIGSEGV);
}

static void crash_in_look(int number)
{
	kernel_crash_watch(look_badly);
	access_outside(number);
}

static void look_widely(void)
{
	volatile char space[1 << 20];

	for (size_t i = sizeof(space); i > 0; i -= 1024)
		space[i - 1] = 1;
	mark('l');
}

/* A stack for signals with nothing after it. */
static void have_small_stack(int number)
{
	const size_t size = 65536;
	char *memory = mmap(NULL, 3 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	const stack_t stack = { .ss_sp = memory + size, .ss_size = size };

	mprotect(stack.ss_sp, size, PROT_READ | PROT_WRITE);
	sigaltstack(&stack, NULL);
	kernel_crash_watch(look_widely);
	access_outside(number);
}

static pthread_barrier_t barrier;

static void *access_in_thread(void *number)
{
	pthread_barrier_wait(&barrier);
	access_outside(*(int *)number);
	return NULL;
}

static void access_in_threads(int number)
{
	pthread_t threads[4];

	kernel_crash_watch(look);
	pthread_barrier_init(&barrier, NULL, 4);
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, access_in_thread, &number);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
}

static void leave_and_access(int number)
{
	struct sigaction now;

	kernel_crash_watch(look);
	kernel_crash_leave();
	sigaction(number, NULL, &now);
	if (now.sa_handler == SIG_DFL)
		mark('d');
	access_outside(number);
}

static void leave_after_handler(int number)
{
	kernel_crash_watch(look);
	signal(number, leave_by_handler);
	kernel_crash_leave();
	access_outside(number);
}

static void watch_again(int number)
{
	kernel_crash_watch(look);
	kernel_crash_leave();
	kernel_crash_watch(look);
	access_outside(number);
}

/* -- how they end ----------------------------------------------------------------------------- */

static const struct crash_case {
	void (*act)(int number);
	const char *marks;
	int status; /* of its exit; 0: a signal ends it */
	int signal; /* 0: the one that it got first */
} cases[] = {
	{ access_it, "l", 0, 0 },	    { raise_it, "l", 0, 0 },
	{ handle_before, "h", 3, 0 },	    { ignore_before, "i", 4, 0 },
	{ handle_later, "h", 3, 0 },	    { hand_on_later, "hl", 0, 0 },
	{ crash_in_look, "l", 0, SIGSEGV }, { have_small_stack, "", 0, SIGSEGV },
	{ access_in_threads, "l", 0, 0 },   { leave_and_access, "d", 0, 0 },
	{ leave_after_handler, "h", 3, 0 }, { watch_again, "l", 0, 0 },
};

static void see(const struct crash_case *row, int number)
{
	char found[16] = "";
	pid_t child;
	int status;

	ck_assert_int_eq(pipe(marks), 0);
	child = fork();
	if (child == 0) {
		begin();
		row->act(number);
		_exit(70);
	}
	close(marks[1]);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	(void)!read(marks[0], found, sizeof(found) - 1);
	ck_assert_str_eq(found, row->marks);
	if (row->status != 0)
		ck_assert_int_eq(WIFEXITED(status) ? WEXITSTATUS(status) : -1, row->status);
	else
		ck_assert_int_eq(WIFSIGNALED(status) ? WTERMSIG(status) : -1,
				 row->signal != 0 ? row->signal : number);
}

START_TEST(a_process_dies_as_it_would)
{
	see(&cases[_i / UNIT_ROWS(signal_numbers)], signal_numbers[_i % UNIT_ROWS(signal_numbers)]);
}
END_TEST

/* After the time limit. */
START_TEST(a_lock_does_not_keep_a_process)
{
	const struct crash_case row = { hold_lock, "l", 0, 0 };

	see(&row, SIGSEGV);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("kernel-crash");
	TCase *tcase = unit_tcase(suite, "kernel-crash", 60);

	tcase_add_loop_test(tcase, a_process_dies_as_it_would, 0,
			    UNIT_ROWS(signal_numbers) * UNIT_ROWS(cases));
	tcase_add_test(tcase, a_lock_does_not_keep_a_process);
	return unit_run(suite);
}
