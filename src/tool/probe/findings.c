/* SPDX-License-Identifier: Apache-2.0 */
/* findings: see findings.h. */
#include "tool/probe/findings.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "base/lifetime-status.h"
#include "tool/output/message.h"
#include "tool/tool.h"

/* The child, for the handler of signals; 0: none. */
static volatile sig_atomic_t child;

/* Who ends the tool means the program. */
static void forward(int signal_number)
{
	if (child > 0)
		kill((pid_t)child, signal_number);
}

/* A terminal sends these to the program as well. */
static void ignore_terminal(void (*handler)(int))
{
	signal(SIGINT, handler);
	signal(SIGQUIT, handler);
}

static int open_status(void)
{
	int file = memfd_create("clrouter findings", MFD_CLOEXEC);
	char path[64];

	if (file < 0)
		return -1;
	text_format(path, sizeof(path), "/proc/%ld/fd/%d", (long)getpid(), file);
	if (setenv(LIFETIME_STATUS_VARIABLE, path, 1) == 0)
		return file;
	close(file);
	return -1;
}

static void execute(char **operands)
{
	ignore_terminal(SIG_DFL);
	execvp(operands[0], operands);
	message_error("%s: %s", operands[0], strerror(errno));
	fflush(stderr);
	_exit(errno == ENOENT ? FINDINGS_NO_PROGRAM : FINDINGS_CANNOT_RUN);
}

/* The exit status of the program, as a shell has it; -1: there is no child. */
static int wait_for_program(char **operands)
{
	int status = 0;
	pid_t id;

	ignore_terminal(SIG_IGN);
	id = fork();
	if (id == 0)
		execute(operands);
	if (id < 0)
		return -1;
	child = id;
	signal(SIGTERM, forward);
	signal(SIGHUP, forward);
	while (waitpid(id, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* How many lines of the file STATUS begin with each word. */
static void count_lines(int status, size_t *started, size_t *findings)
{
	FILE *file = fdopen(status, "r");
	char line[128];

	*started = *findings = 0;
	if (!file)
		return;
	rewind(file);
	while (fgets(line, sizeof(line), file)) {
		*started += text_skip_prefix(line, LIFETIME_STATUS_STARTED " ") != NULL;
		*findings += text_skip_prefix(line, LIFETIME_STATUS_FINDING " ") != NULL;
	}
	fclose(file);
}

int findings_run(char **operands)
{
	int status = open_status();
	int result = status < 0 ? -1 : wait_for_program(operands);
	size_t started;
	size_t findings;

	if (result < 0) {
		message_error("%s: cannot be run with findings counted: %s", operands[0],
			      strerror(errno));
		return TOOL_PROBLEM;
	}
	count_lines(status, &started, &findings);
	if (findings > 0)
		message_error("%zu finding%s of the lifetime layer", findings,
			      findings == 1 ? "" : "s");
	else if (started == 0)
		message_error("%s: the lifetime layer was in no process; clrouter layers shows why, "
			      "or the program uses another loader or no OpenCL", operands[0]);
	return result == 0 && (findings > 0 || started == 0) ? TOOL_PROBLEM : result;
}
