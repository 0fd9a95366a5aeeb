/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log: the only writer of messages. Silent until log_setup() asks for more. Knows levels, topics
 * and the file that the lines go to; knows neither configuration files nor OpenCL.
 *
 * The level and the topics are process-wide, as standard error is. They are set
 * while the loader initialises and only read afterwards, from any thread; one
 * line is one write(2), so lines of several threads do not mix.
 */
#ifndef CLROUTER_BASE_LOG_H
#define CLROUTER_BASE_LOG_H

#include <stdbool.h>

enum log_level {
	LOG_NONE,
	LOG_ERROR,
	LOG_WARNING,
	LOG_INFO,
	LOG_DEBUG,
};

/* The topics that lines are divided by: X(NAME, "name", "what it is about") */
#define LOG_TOPICS(X) \
	X(LOADER, "loader", "start, shutdown, pinning, unloading") \
	X(CONFIG, "config", "configuration files and variables") \
	X(SCAN,   "scan",   "directories, .icd files, lists of drivers") \
	X(VENDOR, "vendor", "vendor libraries and their platforms") \
	X(ORDER,  "order",  "order of the platforms, the default one") \
	X(LAYER,  "layer",  "layers and their chain")

enum log_topic {
#define X(name, text, help) LOG_TOPIC_##name,
	LOG_TOPICS(X)
#undef X
	LOG_TOPICS_COUNT
};

/* Who has to act on a message. */
enum log_blame {
	LOG_BLAME_NOBODY,
	LOG_BLAME_CONFIGURATION,	/* a file or variable */
	LOG_BLAME_VENDOR,		/* a driver */
	LOG_BLAME_LAYER,
	LOG_BLAME_APPLICATION,
	LOG_BLAME_US,			/* clrouter, or the machine it runs on */
};

/*
 * Starts logging as SPEC says: level[,topic...][:file]; the first word is a
 * level (none, error, warning, info, debug) or "all"; topics limit the lines to
 * those named; "help" writes what can be said and changes nothing. FILE_NAME,
 * if not NULL, is used if SPEC names no file; an empty name is standard
 * error. Files are appended to, never followed through a link, made with mode
 * 0600; ALLOW_FILE false (secure execution) keeps standard error.
 * An unknown word is reported on the log itself, and ignored. An empty SPEC changes nothing.
 */
void log_setup(const char *spec, const char *file_name, bool allow_file);

/* Raises the level to at least LEVEL, for all topics; LOG_NONE changes nothing. */
void log_raise(enum log_level level);

/* Closes the file, if there is one; silent from then on. */
void log_done(void);

/* Would a line of this level and topic be written? */
bool log_wants(enum log_level level, enum log_topic topic);

/*
 * Writes "clrouter: level: topic: text (blame)", cut after 2 KiB. If the level is not wanted it
 * costs one comparison: log_line() is called for every driver.
 */
#define log_line(level, ...) \
	((level) <= log_loudest ? log_write((level), __VA_ARGS__) : (void)0)
__attribute__((format(printf, 4, 5)))
void log_write(enum log_level level, enum log_topic topic, enum log_blame blame,
	       const char *format, ...);

/* The level that was asked for; log_line()'s own. */
extern enum log_level log_loudest;

/* "none", "error", ...: the words that log_setup() and the configuration take. */
const char *log_level_name(enum log_level level);

#endif
