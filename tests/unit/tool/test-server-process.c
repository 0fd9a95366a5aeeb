/* SPDX-License-Identifier: Apache-2.0 */
/*
 * server-process: it serves while this process does something else, and ends when it is asked to, or
 * with this process; its directory is gone then.
 */
#include "tool/sanitize/server-process.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sanitize/exchange.h"
#include "unit/unit.h"

#define WHY "there is nobody who rewrites"

static void start(struct server_process *process)
{
	struct server *server;

	setenv("XDG_RUNTIME_DIR", unit_dir, 1);
	server = server_open("/nowhere", WHY, 10);
	ck_assert_ptr_nonnull(server);
	ck_assert(server_process_start(process, server));
	ck_assert_int_eq(access(process->path, F_OK), 0);
}

static void check_directory(const struct server_process *process)
{
	char path[PATH_MAX];

	strcpy(path, process->path);
	ck_assert_int_ne(access(path, F_OK), 0);
	*strrchr(path, '/') = '\0';
	ck_assert_int_ne(access(path, F_OK), 0);
}

START_TEST(it_serves)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct exchange message = exchange_of(EXCHANGE_HELLO);
	struct server_process process;
	const int peer = socket(AF_UNIX, SOCK_STREAM, 0);

	start(&process);
	ck_assert_uint_lt(strlen(process.path), sizeof(address.sun_path));
	strcpy(address.sun_path, process.path);
	ck_assert_int_eq(connect(peer, (const struct sockaddr *)&address, sizeof(address)), 0);
	exchange_set(&message, EXCHANGE_VERSION_TEXT, EXCHANGE_VERSION);
	ck_assert(exchange_write(peer, &message));
	ck_assert(exchange_read(peer, &message));
	ck_assert_int_eq(message.kind, EXCHANGE_WELCOME);
	ck_assert_str_eq(message.texts[EXCHANGE_REASON], WHY);
	exchange_done(&message);
	server_process_end(&process);
	ck_assert(!exchange_read(peer, &message));
	close(peer);
	check_directory(&process);
}
END_TEST

/* As a process that SIGKILL does not end. */
START_TEST(no_other_child_keeps_it)
{
	struct server_process process;
	pid_t child;

	start(&process);
	child = fork();
	if (child == 0)
		for (;;)
			pause();
	ck_assert_int_gt(child, 0);
	server_process_end(&process);
	check_directory(&process);
	ck_assert_int_eq(waitpid(child, NULL, WNOHANG), 0);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}
END_TEST

START_TEST(it_ends_with_its_parent)
{
	struct server_process process;
	int ends[2];
	pid_t parent;

	ck_assert_int_eq(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	ck_assert_int_eq(pipe(ends), 0);
	parent = fork();
	if (parent == 0) {
		start(&process);
		_exit(write(ends[1], &process, sizeof(process)) == sizeof(process) ? 0 : 1);
	}
	ck_assert_int_gt(parent, 0);
	close(ends[1]);
	ck_assert_int_eq(read(ends[0], &process, sizeof(process)), sizeof(process));
	close(ends[0]);
	waitpid(parent, NULL, 0);
	ck_assert_int_eq(waitpid(process.id, NULL, 0), process.id);
	check_directory(&process);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("server-process");
	TCase *tcase = unit_tcase(suite, "server-process", 30);

	tcase_add_test(tcase, it_serves);
	tcase_add_test(tcase, no_other_child_keeps_it);
	tcase_add_test(tcase, it_ends_with_its_parent);
	return unit_run(suite);
}
