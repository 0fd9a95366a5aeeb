/* SPDX-License-Identifier: Apache-2.0 */
/* started-program: see started-program.h. */
#include "tool/probe/process/started-program.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text.h"
#include "tool/output/format.h"
#include "tool/output/message.h"

static const int forwarded[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2 };

/* The child, for the handler of signals; 0: none. */
static volatile sig_atomic_t child;

/* The terminal sends its signals to the program as well. */
static void forward(int signal_number, siginfo_t *info, void *context)
{
	(void)context;
	if (child > 0 && info->si_code <= 0)
		kill((pid_t)child, signal_number);
}

/* The descriptor of FILES with number TO, if there is one, becomes that one of the program. */
static void take_files(const int *files)
{
	for (int to = 0; files && to < STARTED_PROGRAM_FILES; to++)
		if (files[to] >= 0)
			dup2(files[to], to);
}

static void execute(char **operands, const int *files, const sigset_t *mask)
{
	int error;

	take_files(files);
	sigprocmask(SIG_SETMASK, mask, NULL);
	execvp(operands[0], operands);
	error = errno;
	message_error("%s: %s", operands[0], strerror(error));
	fflush(stderr);
	_exit(error == ENOENT ? STARTED_PROGRAM_NOT_FOUND : STARTED_PROGRAM_CANNOT_RUN);
}

static void forward_signals(void)
{
	struct sigaction action = { .sa_sigaction = forward, .sa_flags = SA_SIGINFO | SA_RESTART };
	struct sigaction old;

	sigfillset(&action.sa_mask);
	for (size_t i = 0; i < ARRAY_SIZE(forwarded); i++)
		if (sigaction(forwarded[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
			sigaction(forwarded[i], &action, NULL);
}

void started_program_end_forwarding(void)
{
	const struct sigaction usual = { .sa_handler = SIG_DFL };
	struct sigaction old;

	for (size_t i = 0; i < ARRAY_SIZE(forwarded); i++)
		if (sigaction(forwarded[i], NULL, &old) == 0 && (old.sa_flags & SA_SIGINFO) &&
		    old.sa_sigaction == forward)
			sigaction(forwarded[i], &usual, NULL);
}

/* A signal that comes before the child is known waits until it is. */
pid_t started_program_start(char **operands, const int *files)
{
	sigset_t all;
	sigset_t mask;
	pid_t id;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &mask);
	fflush(stdout);
	id = fork();
	if (id == 0)
		execute(operands, files, &mask);
	child = id > 0 ? id : 0;
	if (id > 0)
		forward_signals();
	sigprocmask(SIG_SETMASK, &mask, NULL);
	return id;
}

int started_program_wait(pid_t id)
{
	int status = 0;

	while (waitpid(id, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	child = 0;
	return status;
}

bool started_program_has_ended(pid_t id, int *status)
{
	const pid_t ended = waitpid(id, status, WNOHANG);

	if (ended == 0)
		return false;
	/* If this program ignores SIGCHLD, the kernel keeps no status. */
	if (ended < 0)
		*status = 0;
	child = 0;
	return true;
}

/* SIGCHLD is blocked before the first look, so it is not missed. */
bool started_program_ends_within(pid_t id, int milliseconds, int *status)
{
	const struct timespec limit = { milliseconds / 1000, milliseconds % 1000 * 1000000L };
	sigset_t children;
	sigset_t mask;
	bool has_ended;

	sigemptyset(&children);
	sigaddset(&children, SIGCHLD);
	sigprocmask(SIG_BLOCK, &children, &mask);
	has_ended = started_program_has_ended(id, status);
	if (!has_ended) {
		sigtimedwait(&children, NULL, &limit);
		has_ended = started_program_has_ended(id, status);
	}
	sigprocmask(SIG_SETMASK, &mask, NULL);
	return has_ended;
}

/* Of a child whose signal is ignored, the kernel sends none. */
int started_program_watch(void)
{
	sigset_t children;

	signal(SIGCHLD, SIG_DFL);
	sigemptyset(&children);
	sigaddset(&children, SIGCHLD);
	sigprocmask(SIG_BLOCK, &children, NULL);
	return signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
}

void started_program_watch_again(int watch)
{
	struct signalfd_siginfo info;

	while (read(watch, &info, sizeof(info)) > 0)
		;
}

int started_program_run(char **operands)
{
	const pid_t id = started_program_start(operands, NULL);

	return id < 0 ? -1 : started_program_wait(id);
}

int started_program_exit_status(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* -- what record and capture do --------------------------------------------------------- */

bool started_program_set(const char *variable, const char *value)
{
	if (!value || setenv(variable, value, 1) == 0)
		return true;
	message_error("there is not enough memory");
	return false;
}

const char *started_program_absolute(const char *path, struct arena *arena)
{
	char directory[PATH_MAX];

	if (path[0] == '/')
		return path;
	if (!getcwd(directory, sizeof(directory))) {
		message_error("the working directory cannot be found: %s", strerror(errno));
		return NULL;
	}
	return format_into(arena, "%s/%s", strcmp(directory, "/") == 0 ? "" : directory, path);
}

const char *started_program_shorten(const char *path)
{
	char directory[PATH_MAX];
	const char *rest =
		getcwd(directory, sizeof(directory)) ? text_skip_prefix(path, directory) : NULL;

	return rest && rest[0] == '/' && rest[1] ? rest + 1 : path;
}

int started_program_end_as(int status)
{
	const struct rlimit none = { 0, 0 };

	if (WIFSIGNALED(status)) {
		setrlimit(RLIMIT_CORE, &none);
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
	}
	return started_program_exit_status(status);
}

bool started_program_limit_time(unsigned seconds)
{
	pid_t id;
	int status;

	fflush(NULL);
	id = fork();
	if (id == 0)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (id <= 0)
		return true;
	for (unsigned i = 0; i < seconds; i++)
		if (started_program_ends_within(id, 1000, &status))
			_exit(started_program_exit_status(status));
	kill(id, SIGKILL);
	return false;
}
