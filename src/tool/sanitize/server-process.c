/* SPDX-License-Identifier: Apache-2.0 */
/* server-process: see server-process.h. */
#include "tool/sanitize/server-process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/text.h"
#include "tool/output/message.h"
#include "tool/probe/interruption.h"
#include "tool/probe/process/started-program.h"

/* Serves until the parent, which has the other end of LIFE, closes it or ends. */
static _Noreturn void serve_parent(struct server *server, const int life[2])
{
	sigset_t mask;

	interruption_hold(&mask);
	close(life[1]);
	server_serve(server, life[0]);
	server_close(server);
	_exit(EXIT_SUCCESS);
}

static bool fail(struct server *server)
{
	message_error("the server of the sanitizer cannot be started: %s", strerror(errno));
	server_close(server);
	return false;
}

bool server_process_start(struct server_process *process, struct server *server)
{
	int life[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, life) != 0)
		return fail(server);
	/* What waits to be written is not written twice. */
	fflush(stdout);
	process->life = life[1];
	process->id = fork();
	if (process->id == 0)
		serve_parent(server, life);
	close(life[0]);
	if (process->id > 0) {
		text_format(process->path, sizeof(process->path), "%s", server_path(server));
		server_leave(server);
		return true;
	}
	close(life[1]);
	return fail(server);
}

void server_process_end(struct server_process *process)
{
	/* Another child of this process, which nobody can end, may have it open. */
	shutdown(process->life, SHUT_RDWR);
	close(process->life);
	started_program_wait(process->id);
}
