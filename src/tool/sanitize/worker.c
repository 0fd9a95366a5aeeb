/* SPDX-License-Identifier: Apache-2.0 */
/* worker: see worker.h. */
#include "tool/sanitize/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "base/common/system.h"
#include "base/file/io.h"
#include "base/file/safe-open.h"
#include "base/text.h"
#include "tool/output/format.h"
#include "tool/probe/file/own-build.h"

#define PROCESSOR_SECONDS 60
#define MEMORY ((rlim_t)4 << 30) /* bytes */
#define DESCRIPTORS 64
#define MOST_OPEN 65536 /* descriptors that are closed one by one */

const char *worker_find_program(const char **why, struct arena *arena)
{
	const char *built = own_build_directory(arena);
	/* The build has its libraries in ".libs", beside its programs. */
	const char *path = built ? format_into(arena, "%.*s" REWRITER_NAME,
					       (int)(text_base_name(built) - built), built)
				 : REWRITER_DIR "/" REWRITER_NAME;

	*why = NULL;
	if (access(path, X_OK) == 0)
		return path;
	*why = errno == ENOENT
		       ? format_into(arena,
				     "clrouter-rewriter is not installed: install the package "
				     "clrouter-rewriter; there is no %s",
				     path)
		       : format_into(arena, "%s cannot be executed: %s", path, strerror(errno));
	return path;
}

/* -- in the child ------------------------------------------------------------- */

/* The parent passes it on as the answer. */
static _Noreturn void refuse(const char *format, const char *what)
{
	struct exchange answer = exchange_of(EXCHANGE_REFUSED);
	char text[WORKER_REASON];
	const char *error = strerror(errno);
	const size_t length = text_format(text, sizeof(text), format, what);

	text_format(text + length, sizeof(text) - length, ": %s", error);
	exchange_set(&answer, EXCHANGE_REASON, text);
	(void)!exchange_write(STDOUT_FILENO, &answer);
	_exit(EXIT_FAILURE);
}

/* What the tool was started with may be open without being closed by execve(2). */
static void close_others(void)
{
#ifdef SYS_close_range
	if (syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, 0) == 0)
		return;
#endif
	for (int file = STDERR_FILENO + 1; file < MOST_OPEN; file++)
		close(file);
}

static void limit(void)
{
	static const struct {
		int what;
		rlim_t most;
	} limits[] = {
		{ RLIMIT_CPU, PROCESSOR_SECONDS },
/* These sanitizers reserve more than any limit. */
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
		{ RLIMIT_AS, MEMORY },
#endif
		{ RLIMIT_FSIZE, 0 },
		{ RLIMIT_CORE, 0 },
		{ RLIMIT_NOFILE, DESCRIPTORS },
	};

	for (size_t i = 0; i < ARRAY_SIZE(limits); i++) {
		struct rlimit old;
		struct rlimit new = { limits[i].most, limits[i].most };

		if (getrlimit(limits[i].what, &old) == 0 &&
		    old.rlim_max < new.rlim_max)
			new.rlim_cur = new.rlim_max = old.rlim_max;
		if (setrlimit(limits[i].what, &new) != 0)
			refuse("%s cannot be limited", "clrouter-rewriter");
	}
}

/* Its own group ends as a whole, and gets no signal of the terminal. */
static void detach(pid_t parent)
{
	sigset_t none;

	sigemptyset(&none);
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_FAILURE);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static _Noreturn void execute(const char *program, const char *directory, const int *files,
			      pid_t parent)
{
	char *const arguments[] = { (char *)program, NULL };
	const char *path = getenv("PATH");
	char variable[4096] = "PATH=";
	char *const environment[] = { "LC_ALL=C", variable, NULL };

	text_format(variable, sizeof(variable), "PATH=%s", format_or(path, "/usr/bin:/bin"));
	detach(parent);
	dup2(files[0], STDIN_FILENO);
	dup2(files[1], STDOUT_FILENO);
	dup2(files[2], STDERR_FILENO);
	close_others();
	if (chdir(directory) != 0)
		refuse("its working directory %s cannot be entered", directory);
	limit();
	execve(program, arguments, environment);
	refuse("%s cannot be executed", program);
}

/* -- in the parent ------------------------------------------------------------ */

static bool fail(char reason[WORKER_REASON], const char *what)
{
	text_format(reason, WORKER_REASON, "%s: %s", what, strerror(errno));
	return false;
}

/* A file in memory with REQUEST, so that nobody has to wait until it is read; -1 with errno. */
static int put_request(const struct exchange *request)
{
	const int file = memfd_create("clrouter request", MFD_CLOEXEC);
	struct rlimit most;
	size_t size = 0;
	char *bytes = file >= 0 ? exchange_pack(request, &size) : NULL;
	bool is_written = bytes != NULL;

	/* To write more would end this process. */
	if (is_written && getrlimit(RLIMIT_FSIZE, &most) == 0 && most.rlim_cur < size) {
		errno = EFBIG;
		is_written = false;
	}
	is_written = is_written && io_write_all(file, bytes, size) && lseek(file, 0, SEEK_SET) == 0;
	free(bytes);
	if (is_written)
		return file;
	io_close(file);
	return -1;
}

/* Opens FILES: where the request is read and the answer is written, and nowhere; and the ANSWER. */
static bool open_files(const struct exchange *request, int files[3], int *answer)
{
	int ends[2];

	files[0] = put_request(request);
	files[2] = safe_open("/dev/null", 0);
	if (files[0] >= 0 && files[2] >= 0 && pipe2(ends, O_CLOEXEC) == 0) {
		*answer = ends[0];
		files[1] = ends[1];
		if (fcntl(*answer, F_SETFL, O_NONBLOCK) == 0)
			return true;
		io_close(files[1]);
		io_close(*answer);
	}
	io_close(files[0]);
	io_close(files[2]);
	return false;
}

bool worker_start(struct worker *worker, const char *program, const struct exchange *request,
		  unsigned seconds, char reason[WORKER_REASON])
{
	const char *directory = request->texts[EXCHANGE_DIRECTORY];
	const pid_t parent = getpid();
	int files[3];

	*worker = (struct worker){ .id = 0, .answer = -1, .seconds = seconds };
	if (!open_files(request, files, &worker->answer))
		return fail(reason, "clrouter-rewriter gets no request");
	worker->end = system_now() + (uint64_t)seconds * 1000000000;
	worker->id = fork();
	if (worker->id == 0)
		execute(program, directory, files, parent);
	for (size_t i = 0; i < ARRAY_SIZE(files); i++)
		io_close(files[i]);
	if (worker->id > 0) {
		/* Here as well, so that it can be killed at once. */
		setpgid(worker->id, worker->id);
		return true;
	}
	worker->id = 0;
	io_close(worker->answer);
	return fail(reason, "clrouter-rewriter cannot be started");
}

/* Returns the status of waitpid(2); -1: it is not known. */
static int end(struct worker *worker)
{
	int status = -1;
	pid_t ended;

	kill(-worker->id, SIGKILL);
	kill(worker->id, SIGKILL);
	do
		ended = waitpid(worker->id, &status, 0);
	while (ended < 0 && errno == EINTR);
	close(worker->answer);
	exchange_input_done(&worker->input);
	worker->id = 0;
	return ended < 0 ? -1 : status;
}

void worker_kill(struct worker *worker)
{
	if (worker->id > 0)
		end(worker);
}

bool worker_is_late(struct worker *worker, uint64_t now, char reason[WORKER_REASON])
{
	if (worker->id == 0 || now < worker->end)
		return false;
	end(worker);
	text_format(reason, WORKER_REASON, "clrouter-rewriter took longer than %u s",
		    worker->seconds);
	return true;
}

/* It ended with STATUS. If it had not ended by itself, what it wrote is no answer. */
static void explain(int status, char reason[WORKER_REASON])
{
	if (status == -1 || (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL))
		text_format(reason, WORKER_REASON,
			    "clrouter-rewriter gave no answer that can be read");
	else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
		text_format(reason, WORKER_REASON,
			    "clrouter-rewriter took more than %d s of a processor",
			    PROCESSOR_SECONDS);
	else if (WIFSIGNALED(status))
		text_format(reason, WORKER_REASON, "clrouter-rewriter crashed with signal %d (%s)",
			    WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		text_format(reason, WORKER_REASON,
			    "clrouter-rewriter ended with exit status %d and without an answer",
			    WEXITSTATUS(status));
}

static bool is_answer(const struct exchange *message)
{
	return (message->kind == EXCHANGE_REWRITTEN && message->texts[EXCHANGE_UNITS] &&
		message->texts[EXCHANGE_TABLE]) ||
	       (message->kind == EXCHANGE_EXPANDED && message->texts[EXCHANGE_UNITS]) ||
	       (message->kind == EXCHANGE_REFUSED && message->texts[EXCHANGE_REASON]);
}

enum exchange_arrival worker_read(struct worker *worker, struct exchange *answer,
				  char reason[WORKER_REASON])
{
	const enum exchange_arrival arrival =
		exchange_receive(worker->answer, &worker->input, answer);
	int status;

	if (arrival == EXCHANGE_PART)
		return arrival;
	status = end(worker);
	if (arrival == EXCHANGE_WHOLE && is_answer(answer))
		return EXCHANGE_WHOLE;
	if (arrival == EXCHANGE_WHOLE) {
		exchange_done(answer);
		status = -1;
	}
	explain(status, reason);
	return EXCHANGE_NONE;
}
