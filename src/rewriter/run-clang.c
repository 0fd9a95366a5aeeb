/* SPDX-License-Identifier: Apache-2.0 */
/* run-clang: see run-clang.h. */
#include "rewriter/run-clang.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/common/system.h"
#include "base/text.h"

#define LONGEST UINT64_C(30000) /* ms */
#define NS_PER_MS 1000000
#define MOST_ERRORS (4096u) /* bytes of error messages that are kept */

struct clang_child {
	pid_t id;
	int input, output, errors; /* -1: closed */
};

/* In the child. CLANG_PROGRAM is the path that configure found; a clang of PATH stands in for it.
 */
static void start_program(const char **arguments, int input, int output, int errors)
{
	if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0)
		_exit(126);
	arguments[0] = CLANG_PROGRAM;
	execv(CLANG_PROGRAM, (char *const *)arguments);
	arguments[0] = "clang";
	execvp("clang", (char *const *)arguments);
	_exit(127);
}

static void close_one(int *descriptor)
{
	if (*descriptor >= 0)
		close(*descriptor);
	*descriptor = -1;
}

static bool start(struct clang_child *child, const char **arguments)
{
	int pipes[3][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } };
	bool is_started = true;

	for (int i = 0; i < 3; i++)
		is_started = is_started && pipe2(pipes[i], O_CLOEXEC) == 0;
	child->id = is_started ? fork() : -1;
	if (child->id == 0)
		start_program(arguments, pipes[0][0], pipes[1][1], pipes[2][1]);
	close_one(&pipes[0][0]);
	close_one(&pipes[1][1]);
	close_one(&pipes[2][1]);
	child->input = pipes[0][1];
	child->output = pipes[1][0];
	child->errors = pipes[2][0];
	if (child->id > 0)
		return fcntl(child->input, F_SETFL, O_NONBLOCK) == 0;
	close_one(&child->input);
	close_one(&child->output);
	close_one(&child->errors);
	return false;
}

/* Reads what is there into TEXT, of which at most MOST bytes are kept. False: it is the end. */
static bool read_some(int *descriptor, struct growing_text *text, size_t most)
{
	char buffer[65536];
	const ssize_t count = read(*descriptor, buffer, sizeof(buffer));

	if (count < 0 && errno == EINTR)
		return true;
	if (count <= 0) {
		close_one(descriptor);
		return false;
	}
	if (text->length < most)
		growing_text_add_bytes(text, buffer, (size_t)count);
	return true;
}

/* Writes more of INPUT, of which *DONE bytes are written. */
static void write_some(struct clang_child *child, const char *input, size_t length, size_t *done)
{
	const ssize_t count = write(child->input, input + *done, length - *done);

	if (count > 0)
		*done += (size_t)count;
	if ((count < 0 && errno != EAGAIN && errno != EINTR) || *done == length)
		close_one(&child->input);
}

/* Moves the bytes. Returns what went wrong, or NULL. */
static const char *serve(struct clang_child *child, const char *input, size_t length,
			 struct growing_text *output, struct growing_text *errors)
{
	const uint64_t end = system_now() + LONGEST * NS_PER_MS;
	size_t done = 0;

	if (length == 0)
		close_one(&child->input);
	while (child->output >= 0 || child->errors >= 0) {
		struct pollfd polled[] = { { .fd = child->input, .events = POLLOUT },
					   { .fd = child->output, .events = POLLIN },
					   { .fd = child->errors, .events = POLLIN } };
		const uint64_t now = system_now();

		if (now >= end || poll(polled, 3, (int)((end - now) / NS_PER_MS) + 1) == 0)
			return "the preprocessor takes too long";
		if (polled[0].revents)
			write_some(child, input, length, &done);
		if (polled[1].revents)
			read_some(&child->output, output, RUN_CLANG_MOST + 1);
		if (polled[2].revents)
			read_some(&child->errors, errors, MOST_ERRORS);
		if (output->length > RUN_CLANG_MOST)
			return "the preprocessed program is too large";
	}
	return NULL;
}

/* The first line of ERRORS that says what is wrong. */
static const char *first_error(struct arena *arena, const struct growing_text *errors)
{
	const char *text = errors->length > 0 ? errors->text : "", *at = strstr(text, "error: ");
	struct growing_text reason = { 0 };
	const char *copy;

	while (at && at > text && at[-1] != '\n')
		at--;
	growing_text_add(&reason, "the preprocessor reports an error: %.*s",
			 (int)strcspn(at ? at : text, "\n"), at ? at : text);
	copy = growing_text_copy(arena, reason.text, reason.length);
	growing_text_done(&reason);
	return copy;
}

static const char *end(struct arena *arena, struct clang_child *child, const char *wrong,
		       const struct growing_text *errors)
{
	int status = 0;

	close_one(&child->input);
	close_one(&child->output);
	close_one(&child->errors);
	if (wrong)
		kill(child->id, SIGKILL);
	while (waitpid(child->id, &status, 0) < 0 && errno == EINTR)
		;
	if (wrong || (WIFEXITED(status) && WEXITSTATUS(status) == 0))
		return wrong;
	if (!WIFEXITED(status))
		return "the preprocessor crashed";
	return WEXITSTATUS(status) == 127 ? "there is no clang" : first_error(arena, errors);
}

bool run_clang(struct arena *arena, const char **arguments, const char *input, size_t length,
	       struct growing_text *output, const char **reason)
{
	struct clang_child child = { 0 };
	struct growing_text errors = { 0 };

	if (!start(&child, arguments)) {
		*reason = "clang cannot be started";
		return false;
	}
	*reason = serve(&child, input, length, output, &errors);
	*reason = end(arena, &child, *reason, &errors);
	growing_text_done(&errors);
	return !*reason;
}
