/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log: see log.h. Lines are formatted on the stack and written at once: no
 * stdio stream, so no buffer that a fork could write twice and no lock.
 */
#include "base/log.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

#define LINE_SIZE 2048		/* bytes, with the newline */
#define FILE_NAME_SIZE 4096	/* bytes, with the terminator: PATH_MAX */
#define ALL_TOPICS ((1u << LOG_TOPICS_COUNT) - 1)

/* All state of the log. Written during initialisation and shutdown only. */
enum log_level log_loudest;
static struct {
	unsigned topics;	/* bit per enum log_topic */
	bool has_file;		/* else lines go to standard error */
	int file;		/* descriptor; 0 if the program had closed its standard input */
	dev_t device;		/* of the file, and its number there */
	ino_t inode;
} state;

static const char *const level_names[] = { "none", "error", "warning", "info", "debug" };
static const char *const blame_names[] = {
	"", "configuration", "vendor", "layer", "application", "clrouter"
};
static const char *const topic_names[] = {
#define X(name, text, help) text,
	LOG_TOPICS(X)
#undef X
};

const char *log_level_name(enum log_level level)
{
	return level_names[level];
}

bool log_wants(enum log_level level, enum log_topic topic)
{
	return level <= log_loudest && state.topics >> topic & 1;
}

/* A program that closes all descriptors, for example a daemon, gets their numbers again. */
static bool is_log_file(int file)
{
	struct stat status;

	return fstat(file, &status) == 0 && status.st_dev == state.device &&
	       status.st_ino == state.inode;
}

static void write_line(char *line, size_t length)
{
	int target = state.has_file ? state.file : STDERR_FILENO;

	if (length > LINE_SIZE - 2)
		length = LINE_SIZE - 2;
	/* One message is one line, whatever bytes a file name has. */
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)line[i] < ' ')
			line[i] = '?';
	line[length++] = '\n';
	/* There is no other place to report that the log cannot be written. */
	if ((state.has_file && !is_log_file(target)) || write(target, line, length) < 0)
		return;
}

void log_write(enum log_level level, enum log_topic topic, enum log_blame blame,
	       const char *format, ...)
{
	char line[LINE_SIZE];
	va_list arguments;
	size_t length;
	int more;

	if (!log_wants(level, topic))
		return;
	length = text_format(line, sizeof(line), "clrouter: %s: %s: ",
			     level_names[level], topic_names[topic]);
	va_start(arguments, format);
	more = vsnprintf(line + length, sizeof(line) - length, format, arguments);
	va_end(arguments);
	if (more < 0)
		return;
	length += (size_t)more;
	if (blame != LOG_BLAME_NOBODY && length < sizeof(line))
		length += text_format(line + length, sizeof(line) - length,
				      " (%s)", blame_names[blame]);
	write_line(line, length);
}

static void write_help(void)
{
	static const char help[] =
		"OPENCL_LOADER_LOG=level[,topic...][:file]\n"
		"levels: none error warning info debug all\n"
		"topics:\n"
#define X(name, text, help) "  " text "\t" help "\n"
		LOG_TOPICS(X)
#undef X
		;

	if (write(STDERR_FILENO, help, sizeof(help) - 1) < 0)
		return;
}

static int find_level(const char *word, size_t length)
{
	if (length == 3 && memcmp(word, "all", 3) == 0)
		return LOG_DEBUG;
	for (int i = 0; i <= LOG_DEBUG; i++)
		if (strlen(level_names[i]) == length && memcmp(level_names[i], word, length) == 0)
			return i;
	return -1;
}

static unsigned find_topic(const char *word, size_t length)
{
	for (unsigned i = 0; i < LOG_TOPICS_COUNT; i++)
		if (strlen(topic_names[i]) == length && memcmp(topic_names[i], word, length) == 0)
			return 1u << i;
	return 0;
}

static void open_file(const char *name)
{
	struct stat status;
	int file;

	/* O_NONBLOCK: a FIFO without a reader must not stop the program. */
	file = open(name, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC |
		    O_NOCTTY | O_NONBLOCK, 0600);
	if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
		state.has_file = true;
		state.file = file;
		state.device = status.st_dev;
		state.inode = status.st_ino;
		return;
	}
	if (file >= 0)
		close(file);
	log_line(LOG_ERROR, LOG_TOPIC_LOADER, LOG_BLAME_CONFIGURATION,
		 "%s: cannot be used as log file, expected a regular file to write to, and "
		 "no link; standard error is used", name);
}

static size_t word_length(const char *word, const char *end)
{
	size_t length = 0;

	while (word + length < end && word[length] != ',')
		length++;
	return length;
}

/* Takes level[,topic...] from WORDS to END; the topics that are to be written. */
static unsigned set_level(const char *words, const char *end)
{
	size_t length = word_length(words, end);
	int level = find_level(words, length);
	unsigned topics = 0;

	log_loudest = level < 0 ? LOG_ERROR : (enum log_level)level;
	while (words + length < end) {
		words += length + 1;
		length = word_length(words, end);
		topics |= find_topic(words, length);
	}
	return topics ? topics : ALL_TOPICS;
}

static void tell_unknown(const char *words, const char *end)
{
	size_t length = word_length(words, end);
	const char *expected = find_level(words, length) < 0 ? "level" : NULL;

	while (true) {
		if (expected)
			log_line(LOG_ERROR, LOG_TOPIC_LOADER, LOG_BLAME_CONFIGURATION,
				 "log: \"%.*s\" is not known, expected a %s; "
				 "OPENCL_LOADER_LOG=help lists them", (int)length, words, expected);
		if (words + length >= end)
			return;
		words += length + 1;
		length = word_length(words, end);
		expected = length > 0 && !find_topic(words, length) ? "topic" : NULL;
	}
}

void log_setup(const char *spec, const char *file_name, bool allow_file)
{
	const char *end = spec;
	unsigned topics;

	if (strcmp(spec, "help") == 0) {
		write_help();
		return;
	}
	if (!*spec)
		return;
	while (*end && *end != ':')
		end++;
	if (*end && end[1])
		file_name = end + 1;
	topics = set_level(spec, end);
	/* What is wrong with SPEC itself is logged whatever the topics are. */
	state.topics = ALL_TOPICS;
	if (log_loudest != LOG_NONE && allow_file && file_name && *file_name &&
	    strlen(file_name) < FILE_NAME_SIZE)
		open_file(file_name);
	tell_unknown(spec, end);
	state.topics = topics;
}

void log_raise(enum log_level level)
{
	if (level == LOG_NONE)
		return;
	if (level > log_loudest)
		log_loudest = level;
	state.topics = ALL_TOPICS;
}

void log_done(void)
{
	log_loudest = LOG_NONE;
	if (state.has_file && is_log_file(state.file))
		close(state.file);
	state.has_file = false;
}
