/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log: see log.h. Each line is formatted on the stack and written at once. A stdio stream would
 * have a buffer, which a forked child could write a second time, and a lock.
 */
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/glob.h"
#include "base/os.h"
#include "base/text.h"

#define LINE_SIZE 2048		/* bytes; a line has one byte less, newline included */
#define FILE_NAME_SIZE 4096	/* bytes, with the terminator: PATH_MAX */
#define ALL_TOPICS ((1u << LOG_TOPICS_COUNT) - 1)

/* All state of the log. It is written only while the loader initialises or shuts down. */
enum log_level log_max_level;
static struct {
	unsigned topics;	/* the topics that are written: bit 1 << enum log_topic */
	bool has_file;		/* false: lines go to standard error */
	int file;		/* descriptor; may be 0, if the program closed standard input */
	struct os_status opened;	/* of the file */
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
	return level <= log_max_level && state.topics >> topic & 1;
}

/*
 * Is FILE still the descriptor of the log file? A program that closes all descriptors, for example
 * a daemon, may get the same number for a file of its own.
 */
static bool is_log_file(int file)
{
	return os_is_open(file, &state.opened);
}

/* TEXT may have any bytes, for example in the name of a file. */
static void write_line(const char *text)
{
	int target = state.has_file ? state.file : STDERR_FILENO;
	char line[LINE_SIZE];
	size_t length = 0;

	while (*text && length < sizeof(line) - TEXT_SHOWN_SIZE)
		length += text_take_shown(&text, line + length);
	line[length++] = '\n';
	/* A failed write cannot be reported anywhere. The test avoids the compiler's warning. */
	if ((state.has_file && !is_log_file(target)) || os_write(target, line, length) < 0)
		return;
}

void log_write(enum log_level level, enum log_topic topic, enum log_blame blame,
	       const char *format, ...)
{
	char text[LINE_SIZE];
	va_list arguments;
	size_t length;
	int more;

	if (!log_wants(level, topic))
		return;
	length = text_format(text, sizeof(text), "clrouter: %s: %s: ", level_names[level],
			     topic_names[topic]);
	va_start(arguments, format);
	more = vsnprintf(text + length, sizeof(text) - length, format, arguments);
	va_end(arguments);
	if (more < 0)
		return;
	length += (size_t)more;
	if (blame != LOG_BLAME_NOBODY && length < sizeof(text))
		text_format(text + length, sizeof(text) - length, " (%s)", blame_names[blame]);
	write_line(text);
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

	if (os_write(STDERR_FILENO, help, sizeof(help) - 1) < 0)
		return;
}

static int find_level(const char *word, size_t length)
{
	if (glob_matches_part("all", word, length))
		return LOG_DEBUG;
	for (int i = 0; i <= LOG_DEBUG; i++)
		if (glob_matches_part(level_names[i], word, length))
			return i;
	return -1;
}

static unsigned find_topic(const char *word, size_t length)
{
	for (unsigned i = 0; i < LOG_TOPICS_COUNT; i++)
		if (glob_matches_part(topic_names[i], word, length))
			return 1u << i;
	return 0;
}

static void open_file(const char *name)
{
	int file = os_open(name, OS_APPEND, &state.opened);
	const char *why = file < 0 ? os_open_error(-file) : "it is not a regular file";

	if (file >= 0 && state.opened.kind == OS_REGULAR) {
		state.has_file = true;
		state.file = file;
		return;
	}
	if (file >= 0)
		close(file);
	log_line(LOG_ERROR, LOG_TOPIC_LOADER, LOG_BLAME_CONFIGURATION,
		 "%s: cannot be used as log file: %s; standard error is used", name, why);
}

/* Sets the level from "level[,topic...][:file]". Returns the topics' bits. */
static unsigned set_level(const char *words)
{
	size_t length = strcspn(words, ",:");
	int level = find_level(words, length);
	unsigned topics = 0;

	log_max_level = level < 0 ? LOG_ERROR : (enum log_level)level;
	while (words[length] == ',') {
		words += length + 1;
		length = strcspn(words, ",:");
		topics |= find_topic(words, length);
	}
	return topics ? topics : ALL_TOPICS;
}

const char *log_next_unknown(const char **rest, size_t *length, const char **expected)
{
	while (*rest) {
		const char *word = *rest;
		const bool is_first = !*expected;

		*length = strcspn(word, ",:");
		*rest = word[*length] == ',' ? word + *length + 1 : NULL;
		*expected = is_first ? "level" : "topic";
		if (is_first ? find_level(word, *length) < 0
			     : *length > 0 && !find_topic(word, *length))
			return word;
	}
	return NULL;
}

static void report_unknown_words(const char *spec)
{
	const char *expected = NULL;
	const char *word;
	size_t length;

	while ((word = log_next_unknown(&spec, &length, &expected)))
		log_line(LOG_ERROR, LOG_TOPIC_LOADER, LOG_BLAME_CONFIGURATION,
			 "log: \"%.*s\" is not known, expected a %s; "
			 "OPENCL_LOADER_LOG=help lists them",
			 (int)length, word, expected);
}

void log_setup(const char *spec, const char *file_name, bool allow_file)
{
	const char *end = spec + strcspn(spec, ":");
	unsigned topics;

	if (strcmp(spec, "help") == 0) {
		write_help();
		return;
	}
	if (!*spec)
		return;
	if (*end && end[1])
		file_name = end + 1;
	topics = set_level(spec);
	/* Messages about SPEC itself are written even if SPEC excludes their topic. */
	state.topics = ALL_TOPICS;
	if (log_max_level != LOG_NONE && allow_file && file_name && *file_name &&
	    strlen(file_name) < FILE_NAME_SIZE)
		open_file(file_name);
	report_unknown_words(spec);
	state.topics = topics;
}

void log_raise(enum log_level level)
{
	if (level == LOG_NONE)
		return;
	if (level > log_max_level)
		log_max_level = level;
	state.topics = ALL_TOPICS;
}

void log_done(void)
{
	log_max_level = LOG_NONE;
	if (state.has_file && is_log_file(state.file))
		close(state.file);
	state.has_file = false;
}
