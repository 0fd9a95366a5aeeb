/* SPDX-License-Identifier: Apache-2.0 */
/* server: see server.h. */
#include "tool/sanitize/server.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/array.h"
#include "base/common/own-dir.h"
#include "base/common/system.h"
#include "base/file/io.h"
#include "base/text.h"
#include "sanitize/exchange.h"
#include "tool/output/message.h"
#include "tool/sanitize/worker.h"

#define MOST_CONNECTIONS 400 /* a process has 1024 descriptors at least */
#define MOST_WORKERS 64
#define RETRY_MS 1000 /* while no descriptor is free */

/* What a connection does: in each state it waits for one thing. */
enum state {
	FREE,	 /* there is none */
	READING, /* for a message of the peer */
	WAITING, /* for its turn */
	WORKING, /* for the worker's answer */
	WRITING, /* for the peer to read */
};

struct connection {
	enum state state;
	int socket;
	bool is_known; /* it has said HELLO */
	struct exchange_input input;
	struct exchange request;
	uint64_t turn; /* of the request: those with smaller ones come first */
	struct worker worker;
	char *output;
	size_t size; /* of it */
	size_t written;
};

struct server {
	const char *program;
	const char *why;
	unsigned seconds;
	struct own_dir directory;
	char path[PATH_MAX];
	int listener;
	bool is_short;	/* of descriptors: nobody is accepted for a moment */
	uint64_t turns; /* that were given */
	size_t workers;
	size_t most_workers;
	struct connection connections[MOST_CONNECTIONS];
	struct pollfd polled[2 * MOST_CONNECTIONS + 2];
};

/* -- a connection ------------------------------------------------------------- */

static void end_worker(struct server *server, struct connection *connection)
{
	if (connection->state == WORKING) {
		worker_kill(&connection->worker);
		server->workers--;
	}
}

static void disconnect(struct server *server, struct connection *connection)
{
	if (connection->state == FREE)
		return;
	end_worker(server, connection);
	close(connection->socket);
	exchange_input_done(&connection->input);
	exchange_done(&connection->request);
	free(connection->output);
	*connection = (struct connection){ .state = FREE };
	server->is_short = false;
}

/* What MESSAGE has is written as fast as the peer reads. */
static void answer(struct server *server, struct connection *connection,
		   const struct exchange *message)
{
	exchange_done(&connection->request);
	connection->written = 0;
	connection->output = exchange_pack(message, &connection->size);
	if (connection->output)
		connection->state = WRITING;
	else
		disconnect(server, connection);
}

static void refuse(struct server *server, struct connection *connection, const char *reason)
{
	struct exchange message = exchange_of(EXCHANGE_REFUSED);

	exchange_set(&message, EXCHANGE_REASON, reason);
	answer(server, connection, &message);
}

static void welcome(struct server *server, struct connection *connection, const char *version)
{
	struct exchange message = exchange_of(EXCHANGE_WELCOME);

	connection->is_known = true;
	exchange_set(&message, EXCHANGE_VERSION_TEXT, EXCHANGE_VERSION);
	if (!version || strcmp(version, EXCHANGE_VERSION) != 0)
		exchange_set(&message, EXCHANGE_REASON,
			     "the layer and clrouter are not of the same version");
	else
		exchange_set(&message, EXCHANGE_REASON, server->why);
	answer(server, connection, &message);
}

static bool is_request(const struct exchange *message)
{
	const char *directory = message->texts[EXCHANGE_DIRECTORY];

	return (message->kind == EXCHANGE_REWRITE || message->kind == EXCHANGE_EXPAND) &&
	       message->texts[EXCHANGE_UNITS] && directory && directory[0] == '/';
}

/* MESSAGE has come, and is the connection's now. */
static void take_message(struct server *server, struct connection *connection,
			 struct exchange *message)
{
	if (!connection->is_known && message->kind == EXCHANGE_HELLO) {
		welcome(server, connection, message->texts[EXCHANGE_VERSION_TEXT]);
		exchange_done(message);
	} else if (!connection->is_known || !is_request(message)) {
		exchange_done(message);
		disconnect(server, connection);
	} else {
		connection->request = *message;
		connection->turn = server->turns++;
		connection->state = WAITING;
		if (server->why)
			refuse(server, connection, server->why);
	}
}

static void read_socket(struct server *server, struct connection *connection)
{
	struct exchange message;

	switch (exchange_receive(connection->socket, &connection->input, &message)) {
	case EXCHANGE_WHOLE:
		take_message(server, connection, &message);
		break;
	case EXCHANGE_NONE:
		disconnect(server, connection);
		break;
	case EXCHANGE_PART:
		break;
	}
}

static void write_socket(struct server *server, struct connection *connection)
{
	const ssize_t sent = send(connection->socket, connection->output + connection->written,
				  connection->size - connection->written, MSG_NOSIGNAL);

	if (sent < 0 && errno != EINTR && errno != EAGAIN)
		disconnect(server, connection);
	if (sent <= 0)
		return;
	connection->written += (size_t)sent;
	if (connection->written < connection->size)
		return;
	free(connection->output);
	connection->output = NULL;
	connection->state = READING;
}

/* -- workers ------------------------------------------------------------------ */

static void read_worker(struct server *server, struct connection *connection)
{
	char reason[WORKER_REASON];
	struct exchange message;
	const enum exchange_arrival arrival = worker_read(&connection->worker, &message, reason);

	if (arrival == EXCHANGE_PART)
		return;
	server->workers--;
	if (arrival == EXCHANGE_NONE) {
		refuse(server, connection, reason);
		return;
	}
	answer(server, connection, &message);
	exchange_done(&message);
}

static void start_worker(struct server *server, struct connection *connection)
{
	char reason[WORKER_REASON];

	if (worker_start(&connection->worker, server->program, &connection->request,
			 server->seconds, reason)) {
		connection->state = WORKING;
		server->workers++;
	} else {
		refuse(server, connection, reason);
	}
}

/* The connection that has waited longest; NULL: none waits. */
static struct connection *find_next(struct server *server)
{
	struct connection *next = NULL;

	for (size_t i = 0; i < MOST_CONNECTIONS; i++) {
		struct connection *connection = &server->connections[i];

		if (connection->state == WAITING && (!next || connection->turn < next->turn))
			next = connection;
	}
	return next;
}

static void start_workers(struct server *server)
{
	struct connection *next;

	while (server->workers < server->most_workers && (next = find_next(server)))
		start_worker(server, next);
}

static void end_late(struct server *server)
{
	const uint64_t now = system_now();
	char reason[WORKER_REASON];

	for (size_t i = 0; i < MOST_CONNECTIONS; i++) {
		struct connection *connection = &server->connections[i];

		if (connection->state != WORKING ||
		    !worker_is_late(&connection->worker, now, reason))
			continue;
		server->workers--;
		refuse(server, connection, reason);
	}
}

/* -- waiting ------------------------------------------------------------------ */

static bool is_of_this_user(int socket)
{
	struct ucred peer;
	socklen_t size = sizeof(peer);

	return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
	       peer.uid == geteuid();
}

static void accept_peer(struct server *server)
{
	const int socket = accept4(server->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	size_t i = 0;

	if (socket < 0) {
		server->is_short =
			errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS;
		return;
	}
	while (i < MOST_CONNECTIONS && server->connections[i].state != FREE)
		i++;
	if (i < MOST_CONNECTIONS && is_of_this_user(socket))
		server->connections[i] = (struct connection){ .state = READING, .socket = socket };
	else
		close(socket);
}

/* What is waited for: of a peer that has gone, poll(2) tells without being asked. */
static struct pollfd polled_socket(const struct connection *connection)
{
	static const short events[] = { [READING] = POLLIN, [WRITING] = POLLOUT };

	return (struct pollfd){
		.fd = connection->state == FREE ? -1 : connection->socket,
		.events = events[connection->state],
	};
}

static struct pollfd polled_worker(const struct connection *connection)
{
	return (struct pollfd){
		.fd = connection->state == WORKING ? connection->worker.answer : -1,
		.events = POLLIN,
	};
}

static void act(struct server *server, struct connection *connection)
{
	if (connection->state == READING)
		read_socket(server, connection);
	else if (connection->state == WRITING)
		write_socket(server, connection);
	else
		disconnect(server, connection);
}

/* Milliseconds until a worker is late, or the next try; -1: nothing will be. */
static int find_timeout(const struct server *server)
{
	uint64_t nearest = UINT64_MAX;
	uint64_t now;

	for (size_t i = 0; i < MOST_CONNECTIONS; i++)
		if (server->connections[i].state == WORKING &&
		    server->connections[i].worker.end < nearest)
			nearest = server->connections[i].worker.end;
	if (server->is_short)
		return RETRY_MS;
	if (nearest == UINT64_MAX)
		return -1;
	now = system_now();
	return nearest <= now ? 0 : (int)((nearest - now) / 1000000) + 1;
}

/* Waits until something has happened, and acts. False: it cannot wait. */
static bool serve_once(struct server *server, int until)
{
	struct pollfd *polled = server->polled;

	*polled++ = (struct pollfd){ .fd = until, .events = POLLIN };
	*polled++ =
		(struct pollfd){ .fd = server->is_short ? -1 : server->listener, .events = POLLIN };
	for (size_t i = 0; i < MOST_CONNECTIONS; i++) {
		*polled++ = polled_worker(&server->connections[i]);
		*polled++ = polled_socket(&server->connections[i]);
	}
	if (poll(server->polled, ARRAY_SIZE(server->polled), find_timeout(server)) < 0)
		return errno == EINTR || errno == EAGAIN;
	server->is_short = false;
	polled = server->polled + 2;
	for (size_t i = 0; i < MOST_CONNECTIONS; i++, polled += 2) {
		if (polled[0].revents)
			read_worker(server, &server->connections[i]);
		else if (polled[1].revents)
			act(server, &server->connections[i]);
	}
	if (server->polled[1].revents)
		accept_peer(server);
	end_late(server);
	start_workers(server);
	return true;
}

bool server_serve(struct server *server, int until)
{
	do {
		server->polled[0].revents = 0;
		if (!serve_once(server, until))
			return false;
	} while (!server->polled[0].revents);
	return true;
}

/* -- its beginning and its end ------------------------------------------------ */

/* The address of PATH. False: it is longer than addresses are. */
static bool address_of(struct sockaddr_un *address, const char *path)
{
	*address = (struct sockaddr_un){ .sun_family = AF_UNIX };
	text_format(address->sun_path, sizeof(address->sun_path), "%s", path);
	return strcmp(address->sun_path, path) == 0;
}

/* Makes the directory in PARENT, or in /tmp if that is NULL, and listens in it. */
static bool listen_in(struct server *server, const char *parent)
{
	struct sockaddr_un address;
	size_t length;

	if (!own_dir_make_temporary(&server->directory, parent, server->path))
		return false;
	length = strlen(server->path);
	text_format(server->path + length, sizeof(server->path) - length, "/socket");
	errno = ENAMETOOLONG;
	if (address_of(&address, server->path) &&
	    bind(server->listener, (const struct sockaddr *)&address, sizeof(address)) == 0 &&
	    listen(server->listener, SOMAXCONN) == 0)
		return true;
	own_dir_remove_all(&server->directory);
	return false;
}

static size_t count_processors(void)
{
	const long count = sysconf(_SC_NPROCESSORS_ONLN);

	return count < 1 ? 1 : count > MOST_WORKERS ? MOST_WORKERS : (size_t)count;
}

struct server *server_open(const char *program, const char *why, unsigned seconds)
{
	const char *parent = getenv("XDG_RUNTIME_DIR");
	struct server *server = calloc(1, sizeof(*server));

	if (!server) {
		message_error("there is not enough memory");
		return NULL;
	}
	server->program = program;
	server->why = why;
	server->seconds = seconds;
	server->most_workers = count_processors();
	server->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (server->listener >= 0 &&
	    ((parent && listen_in(server, parent)) || listen_in(server, NULL)))
		return server;
	message_error("%s: the programs cannot be served there: %s",
		      server->path[0] ? server->path : "a socket", strerror(errno));
	io_close(server->listener);
	free(server);
	return NULL;
}

const char *server_path(const struct server *server)
{
	return server->path;
}

void server_leave(struct server *server)
{
	close(server->listener);
	own_dir_close(&server->directory);
	free(server);
}

void server_close(struct server *server)
{
	for (size_t i = 0; i < MOST_CONNECTIONS; i++)
		disconnect(server, &server->connections[i]);
	close(server->listener);
	own_dir_remove_all(&server->directory);
	free(server);
}
