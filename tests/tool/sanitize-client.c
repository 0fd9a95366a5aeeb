/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitize-client: what the sanitizer's layer is for "clrouter sanitize", without OpenCL. Its
 * arguments are done in order, some of which write a line to standard output:
 *
 *	in=DIRECTORY	goes there; requests name it
 *	gone=DIRECTORY	removes it; requests name it still
 *	connect		to the socket of OPENCL_SANITIZE_SERVER
 *	hello		"welcome", and the reason why not if there is one
 *	hello=VERSION	the same, as a layer of another version
 *	rewrite=SOURCE	"rewritten" and the source, options and table; or "refused" and the reason
 *	send=SOURCE	the request only
 *	answer		what the answer to it is, as above
 *	part		the start of a request only
 *	rubbish		what is no message
 *	welcome		a message that only the tool sends
 *	ends		"ended" when the tool has closed the connection
 *	wait=FIFO	until the end of FIFO
 *	say=FIFO	writes a line into FIFO
 *	status=LINE	a line in the status file, in which @ is the process
 *	user=ID		becomes that user
 *	exit=STATUS
 *	kill		itself by SIGTERM
 *
 * What fails ends it with status 70; after PATIENCE seconds a signal does.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "sanitize/exchange.h"
#include "sanitize/units.h"

#define PATIENCE 60

static int server = -1;
static char directory[4096];

static void fail(const char *what)
{
	printf("failed: %s: %s\n", what, strerror(errno));
	fflush(stdout);
	_exit(70);
}

static void enter(const char *path)
{
	if (chdir(path) != 0 || !getcwd(directory, sizeof(directory)))
		fail("in");
}

static void connect_server(void)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	const char *path = getenv("OPENCL_SANITIZE_SERVER");

	snprintf(address.sun_path, sizeof(address.sun_path), "%s", path ? path : "");
	server = socket(AF_UNIX, SOCK_STREAM, 0);
	if (connect(server, (struct sockaddr *)&address, sizeof(address)) != 0)
		fail("connect");
}

static void put(const struct exchange *message)
{
	if (!exchange_write(server, message))
		fail("write");
}

static void get(struct exchange *message)
{
	if (!exchange_read(server, message))
		fail("read");
}

static const char *text(const struct exchange *message, enum exchange_tag tag)
{
	return message->texts[tag] ? message->texts[tag] : "-";
}

static void hello(const char *version)
{
	struct exchange message = exchange_of(EXCHANGE_HELLO);

	exchange_set(&message, EXCHANGE_VERSION_TEXT, version);
	put(&message);
	get(&message);
	if (message.kind != EXCHANGE_WELCOME)
		fail("welcome");
	if (strcmp(text(&message, EXCHANGE_VERSION_TEXT), EXCHANGE_VERSION) != 0)
		fail("the version");
	printf("welcome %s\n", text(&message, EXCHANGE_REASON));
	exchange_done(&message);
}

static struct exchange request_of(const char *source)
{
	struct exchange message = exchange_of(EXCHANGE_REWRITE);
	struct source_unit unit = { .source = source, .options = "-w" };
	const struct units units = { .list = &unit, .count = 1 };

	exchange_set(&message, EXCHANGE_UNITS, units_write(&units));
	exchange_set(&message, EXCHANGE_DIRECTORY, directory);
	exchange_set(&message, EXCHANGE_MACROS, "");
	exchange_set(&message, EXCHANGE_BITS, "64");
	exchange_set(&message, EXCHANGE_LANGUAGE, "1.2");
	return message;
}

/* Frees what request_of() has allocated. */
static void free_request(const struct exchange *message)
{
	free((char *)(uintptr_t)message->texts[EXCHANGE_UNITS]);
}

static void send_request(const char *source)
{
	const struct exchange message = request_of(source);

	put(&message);
	free_request(&message);
}

static void print_rewritten(const struct exchange *message)
{
	struct units units;

	if (!units_read(&units, text(message, EXCHANGE_UNITS), message->lengths[EXCHANGE_UNITS]))
		fail("units");
	printf("rewritten %s %s %s\n", units.list[0].source, units.list[0].options,
	       text(message, EXCHANGE_TABLE));
	units_done(&units);
}

static void see_answer(void)
{
	struct exchange message;

	get(&message);
	if (message.kind == EXCHANGE_REWRITTEN)
		print_rewritten(&message);
	else
		printf("refused %s\n", text(&message, EXCHANGE_REASON));
	exchange_done(&message);
}

static void send_part(void)
{
	const struct exchange message = request_of("//stub echo");
	size_t size;
	char *bytes = exchange_pack(&message, &size);

	if (write(server, bytes, size / 2) != (ssize_t)(size / 2))
		fail("part");
	free(bytes);
	free_request(&message);
}

static void send_welcome(void)
{
	const struct exchange message = exchange_of(EXCHANGE_WELCOME);

	put(&message);
}

static void see_end(void)
{
	struct exchange message;

	if (exchange_read(server, &message))
		fail("it has not ended");
	printf("ended\n");
}

static void wait_for(const char *fifo)
{
	const int file = open(fifo, O_RDONLY);
	char byte;

	if (file < 0)
		fail(fifo);
	while (read(file, &byte, 1) > 0)
		;
	close(file);
}

static void say(const char *fifo)
{
	const int file = open(fifo, O_WRONLY);

	if (file < 0 || write(file, "said\n", 5) != 5)
		fail(fifo);
	close(file);
}

static void put_status(const char *line)
{
	const char *path = getenv("OPENCL_SANITIZE_STATUS");
	const int file = open(path ? path : "", O_WRONLY | O_APPEND);
	const char *at = strchr(line, '@');

	if (file < 0)
		fail("status");
	if (at)
		dprintf(file, "%.*s%ld%s\n", (int)(at - line), line, (long)getpid(), at + 1);
	else
		dprintf(file, "%s\n", line);
	close(file);
}

static void become(uid_t user)
{
	if (setresuid(user, user, user) != 0)
		fail("user");
}

/* Does what WORD says; VALUE is what follows a "=" in it, or "". */
static void act(const char *word, const char *value)
{
	if (strcmp(word, "in") == 0)
		enter(value);
	else if (strcmp(word, "gone") == 0)
		(void)!rmdir(value);
	else if (strcmp(word, "connect") == 0)
		connect_server();
	else if (strcmp(word, "hello") == 0)
		hello(*value ? value : EXCHANGE_VERSION);
	else if (strcmp(word, "send") == 0)
		send_request(value);
	else if (strcmp(word, "answer") == 0)
		see_answer();
	else if (strcmp(word, "rewrite") == 0)
		send_request(value), see_answer();
	else if (strcmp(word, "part") == 0)
		send_part();
	else if (strcmp(word, "rubbish") == 0)
		(void)!write(server, "This is no message of this protocol.\n", 37);
	else if (strcmp(word, "welcome") == 0)
		send_welcome();
	else if (strcmp(word, "ends") == 0)
		see_end();
	else if (strcmp(word, "wait") == 0)
		wait_for(value);
	else if (strcmp(word, "say") == 0)
		say(value);
	else if (strcmp(word, "status") == 0)
		put_status(value);
	else if (strcmp(word, "user") == 0)
		become((uid_t)atoi(value));
	else if (strcmp(word, "kill") == 0)
		raise(SIGTERM);
	else if (strcmp(word, "exit") == 0)
		exit(atoi(value));
	else
		fail(word);
}

int main(int argc, char **argv)
{
	alarm(PATIENCE);
	enter(".");
	for (int i = 1; i < argc; i++) {
		char *value = strchr(argv[i], '=');

		if (value)
			*value++ = '\0';
		act(argv[i], value ? value : "");
		fflush(stdout);
	}
	return EXIT_SUCCESS;
}
