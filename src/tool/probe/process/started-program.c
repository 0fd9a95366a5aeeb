/* SPDX-License-Identifier: Apache-2.0 */
/* started-program: see started-program.h. */
#include "tool/probe/process/started-program.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text.h"
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

int started_program_open_status(const char *variable)
{
	int file = memfd_create("clrouter status", MFD_CLOEXEC);
	char path[64];

	if (file < 0)
		return -1;
	text_format(path, sizeof(path), "/proc/%ld/fd/%d", (long)getpid(), file);
	if (setenv(variable, path, 1) == 0)
		return file;
	close(file);
	return -1;
}

static void execute(char **operands, const sigset_t *mask)
{
	int error;

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

/* A signal that comes before the child is known waits until it is. */
static pid_t start(char **operands)
{
	sigset_t all;
	sigset_t mask;
	pid_t id;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &mask);
	fflush(stdout);
	id = fork();
	if (id == 0)
		execute(operands, &mask);
	child = id > 0 ? id : 0;
	if (id > 0)
		forward_signals();
	sigprocmask(SIG_SETMASK, &mask, NULL);
	return id;
}

int started_program_run(char **operands)
{
	int status = 0;
	pid_t id = start(operands);

	if (id < 0)
		return -1;
	while (waitpid(id, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	child = 0;
	return status;
}

int started_program_exit_status(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
