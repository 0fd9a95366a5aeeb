/* SPDX-License-Identifier: Apache-2.0 */
/*
 * start: see start.h.
 */
#include "tool/probe/process/start.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/probe/interruption.h"
#include "tool/probe/process/started-program.h"

bool start_set(const char *variable, const char *value)
{
	if (!value || setenv(variable, value, 1) == 0)
		return true;
	message_error("there is not enough memory");
	return false;
}

const char *start_absolute(const char *path, struct arena *arena)
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

const char *start_shorten(const char *path)
{
	char directory[PATH_MAX];
	const char *rest =
		getcwd(directory, sizeof(directory)) ? text_skip_prefix(path, directory) : NULL;

	return rest && rest[0] == '/' && rest[1] ? rest + 1 : path;
}

int start_program(const struct tool *tool, const char *variable, struct layer_status *lines,
		  sigset_t *mask)
{
	const int status = layer_status_open(lines, variable) ? started_program_run(tool->operands) : -1;

	interruption_hold(mask);
	started_program_end_forwarding();
	if (status >= 0)
		return status;
	message_error("%s: cannot be started: %s", tool->operands[0], strerror(errno));
	layer_status_close(lines);
	return -1;
}

int start_end_as(int status)
{
	const struct rlimit none = { 0, 0 };

	if (WIFSIGNALED(status)) {
		setrlimit(RLIMIT_CORE, &none);
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
	}
	return started_program_exit_status(status);
}
