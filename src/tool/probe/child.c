/* SPDX-License-Identifier: Apache-2.0 */
/*
 * child: see child.h. The end of the pipes is not waited for: a driver may have
 * left a process behind that holds them. What counts is the child's own end.
 */
#include "tool/probe/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file/io.h"
#include "base/text.h"
#include "tool/output/excerpt.h"
#include "tool/output/format.h"
#include "tool/output/progress.h"
#include "tool/probe/interruption.h"

#define MOST_BYTES ((size_t)1 << 20)	/* kept of each stream */
#define CHUNK ((size_t)16384)		/* read at once */
#define BEAT 50				/* milliseconds between two looks at the child */
#define GRACE 5				/* seconds for a killed child, and until its alarm */

/* If it fails, it is to be closed all the same. */
static bool open_stream(struct child_stream *stream, bool keeps_end)
{
	*stream = (struct child_stream){ .ends = { -1, -1 }, .keeps_end = keeps_end };
	stream->bytes = malloc(2 * MOST_BYTES + CHUNK);
	stream->is_open = stream->bytes && pipe2(stream->ends, O_CLOEXEC) == 0;
	return stream->is_open;
}

static void close_stream(struct child_stream *stream)
{
	io_close(stream->ends[0]);
	free(stream->bytes);
}

/* Forgets what is more than MOST_BYTES. */
static void shorten_stream(struct child_stream *stream)
{
	const size_t excess = stream->size > MOST_BYTES ? stream->size - MOST_BYTES : 0;
	const char *newline;

	stream->size -= excess;
	if (excess == 0 || !stream->keeps_end)
		return;
	newline = memrchr(stream->bytes, '\n', excess);
	stream->lost = newline ? (size_t)(stream->bytes + excess - newline - 1) :
				 stream->lost + excess;
	memmove(stream->bytes, stream->bytes + excess, stream->size);
}

/*
 * Reads what is there; false at the end of the stream. What is too much is forgotten when the memory
 * is full, so that it is seldom moved.
 */
static bool read_stream(struct child_stream *stream)
{
	ssize_t size = read(stream->ends[0], stream->bytes + stream->size, CHUNK);

	if (size > 0)
		stream->size += (size_t)size;
	if (stream->size > 2 * MOST_BYTES)
		shorten_stream(stream);
	return size > 0 || (size < 0 && (errno == EINTR || errno == EAGAIN));
}

static long milliseconds_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - start->tv_sec) * 1000 + (now.tv_nsec - start->tv_nsec) / 1000000;
}

/* How long the child may take, and what restarts the time of a step. */
struct pace {
	unsigned limit;		/* seconds */
	unsigned whole;		/* seconds, until its alarm */
	child_step *step;	/* NULL: there is only one */
	const void *data;
	uintptr_t last;		/* what STEP returned */
	size_t reported;	/* bytes */
	struct timespec start;	/* of the step */
};

/* Has it ended? Then END and CODE are set. */
static bool is_gone(pid_t pid, struct child *child)
{
	int status;

	if (waitpid(pid, &status, WNOHANG) != pid)
		return false;
	child->end = WIFSIGNALED(status) ? CHILD_KILLED : CHILD_EXITED;
	child->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
	return true;
}

/* SIGKILL waits for a process that is in an uninterruptible sleep, which may last for ever. */
static void put_down(pid_t pid, struct child *child)
{
	bool is_ended = false;
	struct timespec start;

	/* The group has what the driver has started, for example a compiler. */
	kill(-pid, SIGKILL);
	kill(pid, SIGKILL);
	clock_gettime(CLOCK_MONOTONIC, &start);
	while (!(is_ended = is_gone(pid, child)) && milliseconds_since(&start) < GRACE * 1000L)
		poll(NULL, 0, 1);
	child->end = is_ended ? CHILD_TIMED_OUT : CHILD_LEFT_BEHIND;
	child->code = is_ended ? 0 : (int)pid;
}

/* Waits for bytes, WAIT milliseconds at most; true when there were some. */
static bool read_streams(struct child_stream streams[2], int wait)
{
	struct pollfd files[2] = {
		{ .fd = streams[0].is_open ? streams[0].ends[0] : -1, .events = POLLIN },
		{ .fd = streams[1].is_open ? streams[1].ends[0] : -1, .events = POLLIN },
	};
	bool is_any = false;

	if (poll(files, 2, wait) <= 0)
		return false;
	for (int i = 0; i < 2; i++) {
		if (!files[i].revents)
			continue;
		streams[i].is_open = read_stream(&streams[i]);
		is_any |= streams[i].is_open;
	}
	return is_any;
}

static void begin_step(struct pace *pace, const struct child_stream *report)
{
	pace->last = pace->step ? pace->step(pace->data) : 0;
	pace->reported = report->size;
	clock_gettime(CLOCK_MONOTONIC, &pace->start);
}

static bool has_come_further(const struct pace *pace, const struct child_stream *report)
{
	return pace->step && (pace->step(pace->data) != pace->last || report->size != pace->reported);
}

/* Has the child had its time? The line of progress shows the same time. */
static bool is_too_late(struct pace *pace, const struct child_stream *report)
{
	long waited;

	if (has_come_further(pace, report))
		begin_step(pace, report);
	waited = milliseconds_since(&pace->start);
	progress_show(waited, pace->limit);
	return waited >= pace->limit * 1000L || interruption_is_pending();
}

/* Has it ended, or been ended, or is its order done? Then CHILD says so. */
static bool is_over(struct child_service *service, struct pace *pace, struct child *child)
{
	const struct child_stream *report = &service->streams[0];

	if (is_gone(service->id, child)) {
		service->id = 0;
		return true;
	}
	if (service->is_done && service->is_done(report->bytes, report->size)) {
		child->end = CHILD_EXITED;
		child->code = 0;
		return true;
	}
	if (!is_too_late(pace, report))
		return false;
	put_down(service->id, child);
	service->id = 0;
	if (interruption_is_pending())
		*child = (struct child){ .end = CHILD_FAILED, .code = EINTR };
	return true;
}

static void watch(struct child_service *service, struct pace *pace, struct child *child)
{
	struct child_stream *streams = service->streams;

	begin_step(pace, &streams[0]);
	while (!is_over(service, pace, child))
		/* Both pipes closed: it is about to go. */
		read_streams(streams, streams[0].is_open || streams[1].is_open ? BEAT : 1);
	progress_erase();
	/* The rest, but not all that a process left behind may go on to say. */
	for (size_t i = 0; i < MOST_BYTES / CHUNK && read_streams(streams, 0); i++)
		;
}

/*
 * A driver's crash leaves no core file, what it sends to its process group does not reach the
 * tool, and no orphan outlives the tool for long.
 */
static void settle_child(const struct child_stream *output, unsigned whole)
{
	struct rlimit no_core = { 0, 0 };
	int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);

	setrlimit(RLIMIT_CORE, &no_core);
	setpgid(0, 0);
	interruption_allow();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	alarm(whole > 0 ? whole + GRACE : 0);
	if (nothing >= 0)
		dup2(nothing, STDIN_FILENO);
	dup2(output->ends[1], STDOUT_FILENO);
	dup2(output->ends[1], STDERR_FILENO);
}

static const char *hand_over(struct child_stream *stream, struct arena *arena, size_t *size)
{
	const char *copy;

	shorten_stream(stream);
	copy = arena_copy(arena, stream->bytes, stream->size);
	*size = copy ? stream->size : 0;
	return copy ? copy : "";
}

static void forget(struct child_service *service)
{
	close_stream(&service->streams[0]);
	close_stream(&service->streams[1]);
	io_close(service->orders);
	service->id = 0;
}

/* Starts the child, which ends by itself after so many SECONDS; 0: it does not. False, with errno. */
static bool start(struct child_service *service, unsigned seconds)
{
	struct child_stream *streams = service->streams;
	int orders[2] = { -1, -1 };
	bool is_open = open_stream(&streams[0], false);

	is_open = open_stream(&streams[1], true) && is_open;
	if (is_open && service->is_done)
		is_open = socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, orders) == 0;
	fflush(NULL);
	service->id = is_open ? fork() : -1;
	service->orders = orders[service->id == 0];
	if (service->id == 0) {
		io_close(orders[0]);
		settle_child(&streams[1], seconds);
		service->work(streams[0].ends[1], service->argument);
		exit(EXIT_SUCCESS);
	}
	io_close(orders[1]);
	io_close(streams[0].ends[1]);
	io_close(streams[1].ends[1]);
	if (service->id > 0)
		return true;
	forget(service);
	return false;
}

/* Waits for the child of SERVICE, which is to be started if there is none. */
static void attend(struct child_service *service, const void *order, size_t size, struct pace *pace,
		   struct child *child, struct arena *arena)
{
	struct child_stream *report = &service->streams[0];
	struct child_stream *output = &service->streams[1];

	*child = (struct child){ .end = CHILD_FAILED, .report = "", .output = "" };
	if (service->id == 0 && !start(service, pace->whole)) {
		child->code = errno;
		return;
	}
	report->size = output->size = output->lost = 0;
	if (size > 0)
		send(service->orders, order, size, MSG_NOSIGNAL);
	watch(service, pace, child);
	child->report = hand_over(report, arena, &child->report_size);
	child->output = hand_over(output, arena, &child->output_size);
	child->output_lost = output->lost;
	if (service->id == 0)
		forget(service);
}

void child_run(struct child *child, child_work *work, void *argument, unsigned limit,
	       struct arena *arena)
{
	child_run_steps(child, work, argument, limit, limit, NULL, NULL, arena);
}

void child_run_steps(struct child *child, child_work *work, void *argument, unsigned limit,
		     unsigned whole, child_step *step, const void *data, struct arena *arena)
{
	struct child_service service = { .work = work, .argument = argument };
	struct pace pace = { .limit = limit, .whole = whole, .step = step, .data = data };
	sigset_t mask;

	/*
	 * The child and what it has started have their own process group, which no signal of a terminal
	 * reaches.
	 */
	interruption_hold(&mask);
	attend(&service, NULL, 0, &pace, child, arena);
	interruption_release(&mask);
}

uintptr_t child_no_step(const void *data)
{
	return (uintptr_t)data;
}

void child_order(struct child_service *service, const void *order, size_t size, unsigned limit,
		 struct child *child, struct arena *arena)
{
	struct pace pace = { .limit = limit, .step = child_no_step };
	sigset_t mask;
	bool was_there;

	interruption_hold(&mask);
	was_there = service->id > 0;
	attend(service, order, size, &pace, child, arena);
	if (was_there && service->id == 0 && child->report_size == 0)
		attend(service, order, size, &pace, child, arena);
	interruption_release(&mask);
}

void child_end_service(struct child_service *service)
{
	struct child child;

	if (service->id == 0)
		return;
	put_down(service->id, &child);
	forget(service);
}

void *child_share(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return memory != MAP_FAILED ? memory : NULL;
}

/* glibc before 2.32 and musl have no sigabbrev_np(). */
static const char *signal_name(int number, struct arena *arena)
{
	static const struct {
		int number;
		const char *name;
	} names[] = {
		{ SIGSEGV, "SIGSEGV" }, { SIGABRT, "SIGABRT" }, { SIGBUS, "SIGBUS" },
		{ SIGILL, "SIGILL" }, { SIGFPE, "SIGFPE" }, { SIGTRAP, "SIGTRAP" },
		{ SIGSYS, "SIGSYS" }, { SIGKILL, "SIGKILL" }, { SIGTERM, "SIGTERM" },
		{ SIGALRM, "SIGALRM" }, { SIGPIPE, "SIGPIPE" }, { SIGHUP, "SIGHUP" },
		{ SIGINT, "SIGINT" }, { SIGQUIT, "SIGQUIT" }, { SIGXCPU, "SIGXCPU" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i].number == number)
			return names[i].name;
	return format_into(arena, "signal %d", number);
}

const char *child_end_text(const struct child *child, struct arena *arena)
{
	switch (child->end) {
	case CHILD_EXITED:
		return format_into(arena, "it ended the program with status %d", child->code);
	case CHILD_KILLED:
		return format_into(arena, "it crashed with %s", signal_name(child->code, arena));
	case CHILD_TIMED_OUT:
		return "it did not come back within the time limit";
	case CHILD_LEFT_BEHIND:
		return format_into(arena, "it did not come back within the time limit, and process "
				   "%d, which cannot be killed, is left behind", child->code);
	case CHILD_FAILED:
		if (child->code == EINTR)
			return "a signal has ended the attempt";
		break;
	}
	return format_into(arena, "no child process could be started: %s", strerror(child->code));
}

const char *child_end_id(const struct child *child)
{
	static const char *const ids[] = {
		[CHILD_EXITED] = "exited",	 [CHILD_KILLED] = "crashed",
		[CHILD_TIMED_OUT] = "hung",	 [CHILD_LEFT_BEHIND] = "hung",
		[CHILD_FAILED] = "not-examined",
	};

	return ids[child->end];
}

const char *child_next_line(const char **rest, struct arena *arena)
{
	const char *line;
	size_t length;

	if (!*rest)
		return NULL;
	line = text_next_element(rest, '\n', &length);
	return arena_copy(arena, line, length);
}

const char *child_last_words(const struct child *child, struct arena *arena)
{
	const char *end = child->output + child->output_size;
	const char *start;

	while (end > child->output && (end[-1] == '\n' || end[-1] == '\r'))
		end--;
	start = end;
	while (start > child->output && start[-1] != '\n')
		start--;
	if (end == start)
		return NULL;
	return excerpt_of_line(start, (size_t)(end - start),
			       start == child->output ? child->output_lost : 0, arena);
}
