/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitize: starts a program with the sanitize layer nearest to it, stays its parent, and has the
 * sources of its kernels rewritten meanwhile (tool/sanitize/server.h). With --serve it does that
 * for programs that others start, and with --self-test for kernels of its own.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/file/io.h"
#include "config/known-options.h"
#include "tool/commands/run.h"
#include "tool/output/message.h"
#include "tool/probe/interruption.h"
#include "tool/probe/process/started-program.h"
#include "tool/sanitize/self-test.h"
#include "tool/sanitize/server-process.h"
#include "tool/sanitize/server.h"
#include "tool/sanitize/worker.h"
#include "tool/tool.h"

static const char *variable(enum known_option_id option)
{
	return known_options[option].variable;
}

/* That nothing can be rewritten is said once, and programs are served all the same, with the
 * reason. */
static struct server *open_server(struct tool *tool)
{
	const char *why;
	const char *program = worker_find_program(&why, &tool->arena);

	if (why)
		message_error("no kernel can be checked: %s", why);
	return server_open(program, why, tool->timeout);
}

/* -- a program ---------------------------------------------------------------------------- */

/* Serves until the program ID has ended. Its end is looked for after the watch was made ready for
 * it. */
static bool serve_until_end(struct server *server, pid_t id, int *status)
{
	const int watch = started_program_watch();
	bool is_served = watch >= 0;

	while (is_served) {
		started_program_watch_again(watch);
		if (started_program_has_ended(id, status))
			break;
		is_served = server_serve(server, watch);
	}
	io_close(watch);
	return is_served;
}

/* The status of the program ID, as by waitpid(2), which is served while it runs. */
static int serve_program(struct server *server, pid_t id)
{
	int status;

	if (serve_until_end(server, id, &status))
		return status;
	message_error("no more kernels can be checked: %s", strerror(errno));
	return started_program_wait(id);
}

/* A run_program: the server is there before the program, and ends after it. */
static int run_served(char **operands, void *data)
{
	struct server *server = open_server(data);
	sigset_t mask;
	int status = -1;
	pid_t id;

	if (!server)
		return -1;
	id = started_program_set(variable(KNOWN_SANITIZE_SERVER), server_path(server))
		     ? started_program_start(operands, NULL)
		     : -1;
	if (id > 0)
		status = serve_program(server, id);
	interruption_hold(&mask);
	started_program_end_forwarding();
	server_close(server);
	interruption_release(&mask);
	return status;
}

static bool set_output(struct tool *tool)
{
	const char *file = tool->record.output
				   ? started_program_absolute(tool->record.output, &tool->arena)
				   : NULL;

	return (file || !tool->record.output) &&
	       started_program_set(variable(KNOWN_SANITIZE_FILE), file) &&
	       started_program_set(variable(KNOWN_SANITIZE_FORMAT),
				   tool->wants_json ? "json" : NULL);
}

static int run(struct tool *tool)
{
	int status;

	if (!run_add_layer(tool, "sanitize", "libCLSanitize.so"))
		return TOOL_USAGE;
	if (!run_prepare(tool, &status))
		return status;
	if (!set_output(tool))
		return TOOL_PROBLEM;
	return run_with_findings(tool->operands, "sanitize", run_served, tool);
}

/* -- any program -------------------------------------------------------------------------- */

/* A descriptor that can be read when a signal that interruption_hold() holds has come. */
static int watch_interruptions(const sigset_t *before)
{
	sigset_t held;

	sigprocmask(SIG_SETMASK, NULL, &held);
	for (int number = 1; number < NSIG; number++)
		if (sigismember(before, number) == 1)
			sigdelset(&held, number);
	return signalfd(-1, &held, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* A signal that ends it is the usual end. */
static int serve(struct tool *tool)
{
	struct server *server;
	bool is_served = false;
	sigset_t mask;
	int watch;

	interruption_hold(&mask);
	watch = watch_interruptions(&mask);
	server = watch >= 0 ? open_server(tool) : NULL;
	if (server) {
		printf("%s=%s\n", variable(KNOWN_SANITIZE_SERVER), server_path(server));
		fflush(stdout);
		is_served = server_serve(server, watch);
		if (!is_served)
			message_error("no more programs can be served: %s", strerror(errno));
		server_close(server);
	}
	return is_served ? TOOL_GOOD : TOOL_PROBLEM;
}

/* -- the sanitizer itself ----------------------------------------------------------------- */

static int test_itself(struct tool *tool)
{
	struct server *server = open_server(tool);
	struct server_process process;
	bool is_good;

	if (!server || !server_process_start(&process, server))
		return TOOL_PROBLEM;
	is_good = self_test_run(tool, process.path);
	server_process_end(&process);
	return is_good ? TOOL_GOOD : TOOL_PROBLEM;
}

/* --serve and --self-test start no program. */
static bool is_alone(const struct tool *tool)
{
	if (tool->sanitize.serves && tool->sanitize.tests_itself)
		return message_usage("--serve and --self-test do not go together");
	if (tool->operand_count == 0)
		return true;
	return message_usage("%s takes no program",
			     tool->sanitize.serves ? "--serve" : "--self-test");
}

int tool_sanitize(struct tool *tool)
{
	tool->sanitize.is_wanted = true;
	if ((tool->sanitize.serves || tool->sanitize.tests_itself) && !is_alone(tool))
		return TOOL_USAGE;
	if (tool->sanitize.tests_itself)
		return test_itself(tool);
	if (tool->sanitize.serves)
		return serve(tool);
	if (tool->operand_count == 0)
		return message_usage("sanitize needs a program"), TOOL_USAGE;
	return run(tool);
}
