/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stub-rewriter: replaces clrouter-rewriter in tests, also where there is no libclang. The first
 * line of a source says what it does:
 *
 *	//stub answer NAME	rewritten: the files NAME.cl and NAME.table of its directory
 *	//stub echo		rewritten: the source itself, with a table without kernels
 *	//stub refuse TEXT	refused because of TEXT
 *	//stub describe		refused, with what the process has been given
 *	//stub wait FIFO	says "ready" in FIFO, and waits until it is killed
 *	//stub family FIFO	the same, in a child of it
 *	//stub pass IN OUT	says "ready" in the FIFO IN, waits for the end of OUT; then as echo
 *	//stub write FILE	writes into FILE, which it makes; then as echo
 *	//stub exit STATUS, //stub crash, //stub rubbish, //stub half, //stub other
 *				no answer: it ends, or writes what is none
 *
 * Any other source is refused.
 */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "sanitize/exchange.h"
#include "sanitize/units.h"

#define PATIENCE 60 /* seconds, after which a test has failed */

extern char **environ;

static struct units units; /* of the request */

static void answer(const struct exchange *message)
{
	exit(exchange_write(STDOUT_FILENO, message) ? EXIT_SUCCESS : EXIT_FAILURE);
}

static void refuse(const char *reason)
{
	struct exchange message = exchange_of(EXCHANGE_REFUSED);

	exchange_set(&message, EXCHANGE_REASON, reason);
	answer(&message);
}

/* Each unit of the request gets SOURCE, or keeps its own one. */
static void give(const char *source, const char *table)
{
	struct exchange message = exchange_of(EXCHANGE_REWRITTEN);

	for (size_t i = 0; source && i < units.count; i++)
		units.list[i].source = source;
	exchange_set(&message, EXCHANGE_UNITS, units_write(&units));
	exchange_set(&message, EXCHANGE_TABLE, table);
	exchange_set(&message, EXCHANGE_TIME, "1000000");
	answer(&message);
}

static void echo(void)
{
	give(NULL, "");
}

/* The text of the file NAME and ENDING. */
static char *read_text(const char *name, const char *ending)
{
	char path[256];
	char *text = calloc(1, 1 << 20);
	FILE *file;

	snprintf(path, sizeof(path), "%s%s", name, ending);
	file = fopen(path, "r");
	if (!file || !text)
		refuse("the stub's file is not there");
	(void)!fread(text, 1, (1 << 20) - 1, file);
	fclose(file);
	return text;
}

static int count_files(void)
{
	DIR *directory = opendir("/proc/self/fd");
	int count = -1; /* not the directory */

	while (directory && readdir(directory))
		count++;
	return count - 2; /* "." and ".." */
}

static unsigned long long limit_of(int what)
{
	struct rlimit limit = { 0, 0 };

	getrlimit(what, &limit);
	return (unsigned long long)limit.rlim_max;
}

static void describe(void)
{
	char directory[256] = "";
	char text[1024];
	int variables = 0;

	while (environ[variables])
		variables++;
	(void)!getcwd(directory, sizeof(directory));
	snprintf(text, sizeof(text),
		 "directory %s, files %d, variables %d, seconds %llu, core %llu, size %llu, "
		 "descriptors %llu, own group %d",
		 directory, count_files(), variables, limit_of(RLIMIT_CPU), limit_of(RLIMIT_CORE),
		 limit_of(RLIMIT_FSIZE), limit_of(RLIMIT_NOFILE), getpgrp() == getpid());
	refuse(text);
}

static int say_ready(const char *fifo)
{
	const int file = open(fifo, O_WRONLY);

	(void)!write(file, "ready\n", 6);
	return file;
}

/* It keeps the FIFO open: a reader sees its end when this process has ended. */
static void wait_for_ever(const char *fifo)
{
	const int file = say_ready(fifo);

	sleep(PATIENCE);
	(void)!write(file, "left alone\n", 11);
	exit(EXIT_FAILURE);
}

static void start_family(const char *fifo)
{
	if (fork() == 0)
		wait_for_ever(fifo);
	sleep(PATIENCE);
}

static void pass(char *fifos)
{
	char *out = strchr(fifos, ' ');
	char byte;
	int file;

	if (out)
		*out++ = '\0';
	say_ready(fifos);
	file = open(out, O_RDONLY);
	while (read(file, &byte, 1) > 0)
		;
	echo();
}

static void write_file(const char *name)
{
	FILE *file = fopen(name, "w");

	if (!file || fputs("written\n", file) < 0 || fclose(file) != 0)
		refuse("it cannot write");
	echo();
}

static void write_half(void)
{
	const struct exchange_head head = { EXCHANGE_MAGIC, EXCHANGE_REWRITTEN, 1, 4096 };

	(void)!write(STDOUT_FILENO, &head, sizeof(head));
	exit(EXIT_SUCCESS);
}

static void write_other(void)
{
	const struct exchange message = exchange_of(EXCHANGE_HELLO);

	answer(&message);
}

static void write_rubbish(void)
{
	(void)!write(STDOUT_FILENO, "This is no message of this protocol.\n", 37);
	sleep(PATIENCE);
}

static void crash(void)
{
	signal(SIGSEGV, SIG_DFL);
	raise(SIGSEGV);
}

static void act(const char *word, char *rest)
{
	if (strcmp(word, "answer") == 0)
		give(read_text(rest, ".cl"), read_text(rest, ".table"));
	else if (strcmp(word, "echo") == 0)
		echo();
	else if (strcmp(word, "refuse") == 0)
		refuse(rest);
	else if (strcmp(word, "describe") == 0)
		describe();
	else if (strcmp(word, "wait") == 0)
		wait_for_ever(rest);
	else if (strcmp(word, "family") == 0)
		start_family(rest);
	else if (strcmp(word, "pass") == 0)
		pass(rest);
	else if (strcmp(word, "write") == 0)
		write_file(rest);
	else if (strcmp(word, "exit") == 0)
		exit(atoi(rest));
	else if (strcmp(word, "crash") == 0)
		crash();
	else if (strcmp(word, "rubbish") == 0)
		write_rubbish();
	else if (strcmp(word, "half") == 0)
		write_half();
	else if (strcmp(word, "other") == 0)
		write_other();
}

int main(void)
{
	struct exchange request;
	char word[16] = "";
	char rest[512] = "";

	if (!exchange_read(STDIN_FILENO, &request) || request.kind != EXCHANGE_REWRITE ||
	    !units_read(&units, request.texts[EXCHANGE_UNITS], request.lengths[EXCHANGE_UNITS]))
		return EXIT_FAILURE;
	if (sscanf(units.list[0].source, "//stub %15[a-z]%*1[ ]%511[^\n]", word, rest) > 0)
		act(word, rest);
	refuse("the stub has no answer for this source");
	return EXIT_SUCCESS;
}
