/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitize-connection: see sanitize-connection.h.
 */
#include "layers/sanitize/sanitize-connection.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/common/line.h"
#include "base/common/lock.h"

#define HELLO_SECONDS 10
#define REWRITE_SECONDS 300 /* the other side has a limit of its own, which is shorter */

/* No thread waits for this lock when the process forks: the child makes a new one. */
static struct lock lock = LOCK_INIT;

static struct {
	int descriptor; /* -1: none */
	dev_t device;	/* of the socket: a program may close it, and have another file there */
	ino_t number;
	char path[sizeof(((struct sockaddr_un *)0)->sun_path)];
	bool is_child; /* it has the path of its parent, and was not connected yet */
} connection = { .descriptor = -1 };

/* -- one socket ------------------------------------------------------------------------------ */

static bool fail(char *reason, const char *what, int error)
{
	struct line line = line_in(reason, CONNECTION_REASON);

	line_add(&line, "%s", what);
	if (error != 0)
		line_add(&line, ": %s", strerror(error));
	return false;
}

/* Is the descriptor still the socket that was opened? */
static bool is_same(void)
{
	struct stat status;

	return connection.descriptor >= 0 && fstat(connection.descriptor, &status) == 0 &&
	       status.st_dev == connection.device && status.st_ino == connection.number;
}

static void disconnect(void)
{
	if (is_same())
		close(connection.descriptor);
	connection.descriptor = -1;
}

/* Is the process at the other side of the same user? */
static bool has_own_user(void)
{
	struct ucred peer;
	socklen_t size = sizeof(peer);

	return getsockopt(connection.descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
	       peer.uid == geteuid();
}

static void set_patience(time_t seconds)
{
	const struct timeval patience = { .tv_sec = seconds };

	setsockopt(connection.descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	setsockopt(connection.descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
}

static bool open_socket(char *reason)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct stat status;

	memcpy(address.sun_path, connection.path, sizeof(address.sun_path));
	connection.descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (connection.descriptor < 0)
		return fail(reason, "there is no socket", errno);
	if (fstat(connection.descriptor, &status) == 0) {
		connection.device = status.st_dev;
		connection.number = status.st_ino;
	}
	set_patience(HELLO_SECONDS);
	if (connect(connection.descriptor, (const struct sockaddr *)&address, sizeof(address)) != 0)
		return fail(reason, "\"clrouter sanitize\" does not answer", errno);
	if (!has_own_user())
		return fail(reason, "\"clrouter sanitize\" was started by another user", 0);
	return true;
}

/* -- messages -------------------------------------------------------------------------------- */

/* Sends REQUEST; ANSWER is to be freed then. */
static bool ask(const struct exchange *request, struct exchange *answer, char *reason)
{
	if (exchange_write(connection.descriptor, request) &&
	    exchange_read(connection.descriptor, answer))
		return true;
	return fail(reason, "the connection to \"clrouter sanitize\" is lost",
		    errno == EPROTO ? 0 : errno);
}

static bool greet(char *reason)
{
	struct exchange hello = exchange_of(EXCHANGE_HELLO);
	struct exchange welcome;
	const char *version;
	bool is_welcome = false;

	exchange_set(&hello, EXCHANGE_VERSION_TEXT, EXCHANGE_VERSION);
	if (!ask(&hello, &welcome, reason))
		return false;
	version = welcome.texts[EXCHANGE_VERSION_TEXT];
	if (welcome.kind != EXCHANGE_WELCOME || !version || strcmp(version, EXCHANGE_VERSION) != 0)
		fail(reason, "\"clrouter sanitize\" is of another version", 0);
	else if (welcome.texts[EXCHANGE_REASON])
		fail(reason, welcome.texts[EXCHANGE_REASON], 0);
	else
		is_welcome = true;
	exchange_done(&welcome);
	return is_welcome;
}

static bool connect_to_server(char *reason)
{
	if (open_socket(reason) && greet(reason)) {
		set_patience(REWRITE_SECONDS);
		return true;
	}
	disconnect();
	return false;
}

bool connection_start(const char *path, char reason[CONNECTION_REASON])
{
	connection.descriptor = -1;
	connection.is_child = false;
	if (!path || *path == '\0')
		return fail(reason, "no server is known", 0);
	if (strlen(path) >= sizeof(connection.path))
		return fail(reason, "the name of the server's socket is too long", 0);
	memset(connection.path, 0, sizeof(connection.path));
	memcpy(connection.path, path, strlen(path));
	return connect_to_server(reason);
}

/* -- requests -------------------------------------------------------------------------------- */

static bool is_whole(const struct exchange *request, const struct exchange *answer)
{
	if (request->kind == EXCHANGE_EXPAND)
		return answer->kind == EXCHANGE_EXPANDED && answer->texts[EXCHANGE_UNITS];
	return answer->kind == EXCHANGE_REWRITTEN && answer->texts[EXCHANGE_UNITS] &&
	       answer->texts[EXCHANGE_TABLE];
}

/* With the lock. */
static bool request_rewrite(const struct exchange *request, struct exchange *answer, char *reason)
{
	if (connection.is_child) {
		connection.is_child = false;
		if (!connect_to_server(reason))
			return false;
	}
	if (!is_same())
		return fail(reason,
			    "the program has closed the connection to \"clrouter sanitize\"", 0);
	if (!ask(request, answer, reason)) {
		disconnect();
		return false;
	}
	if (is_whole(request, answer))
		return true;
	if (answer->kind == EXCHANGE_REFUSED && answer->texts[EXCHANGE_REASON])
		fail(reason, answer->texts[EXCHANGE_REASON], 0);
	else
		fail(reason, "\"clrouter sanitize\" has answered what is no answer", 0);
	exchange_done(answer);
	return false;
}

bool connection_rewrite(const struct exchange *request, struct exchange *answer,
			char reason[CONNECTION_REASON])
{
	bool is_rewritten;

	lock_take(&lock);
	is_rewritten = request_rewrite(request, answer, reason);
	lock_give(&lock);
	return is_rewritten;
}

void connection_forget(void)
{
	lock = (struct lock)LOCK_INIT;
	disconnect();
	connection.is_child = true;
}

void connection_end(void)
{
	disconnect();
}
