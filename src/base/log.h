/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log: the only module of the library that writes messages. It writes nothing until log_setup() or
 * log_raise() sets a level. It knows levels, topics and the file that the lines go to; it knows
 * neither configuration files nor OpenCL.
 *
 * The level, the topics and the file belong to the process, as standard error does. log_setup(),
 * log_raise() and log_done() are called only while the loader initialises or shuts down. Any thread
 * may call the other functions. Each line is written by one write(2), so that lines of several
 * threads do not mix.
 */
#ifndef CLROUTER_BASE_LOG_H
#define CLROUTER_BASE_LOG_H

#include <stdbool.h>
#include <stddef.h>

/* In order: a level includes all levels before it. */
enum log_level {
	LOG_NONE,
	LOG_ERROR,
	LOG_WARNING,
	LOG_INFO,
	LOG_DEBUG,
};

/* Each line belongs to one topic: X(NAME, "name", "what it is about"). */
#define LOG_TOPICS(X) \
	X(LOADER, "loader", "start, shutdown, pinning, unloading") \
	X(CONFIG, "config", "configuration files and variables") \
	X(SCAN,   "scan",   "directories, .icd files, lists of drivers") \
	X(VENDOR, "vendor", "drivers and their platforms") \
	X(ORDER,  "order",  "order of the platforms, the default one") \
	X(LAYER,  "layer",  "layers and their chain")

enum log_topic {
#define X(name, text, help) LOG_TOPIC_##name,
	LOG_TOPICS(X)
#undef X
	LOG_TOPICS_COUNT
};

/* What caused the problem that a message reports, and so who has to act on it. */
enum log_blame {
	LOG_BLAME_NOBODY,		/* nobody has to act */
	LOG_BLAME_CONFIGURATION,	/* a configuration file, an .icd file or a variable */
	LOG_BLAME_VENDOR,		/* a driver */
	LOG_BLAME_LAYER,
	LOG_BLAME_APPLICATION,
	LOG_BLAME_US,			/* clrouter, or the machine it runs on */
};

/*
 * Starts logging as SPEC says, which has the form level[,topic...][:file]:
 *   level	none, error, warning, info, debug, or all, which is the same as debug
 *   topic	if topics are named, only lines of these topics are written
 *   file	the file that lines are written to
 * If SPEC has no file, it is FILE_NAME. If that is NULL or "", lines go to standard error.
 * An unknown level counts as error and an unknown topic is ignored; both are reported in the log.
 * The SPEC "help" writes the levels and topics to standard error, and changes nothing. An empty
 * SPEC changes nothing.
 *
 * The file must be a regular file, and not a link. It is created with mode 0600 if it does not
 * exist, and appended to. If it cannot be used, an error is logged and lines go to standard error.
 * A name of PATH_MAX bytes or more is ignored. If ALLOW_FILE is false (secure execution), no file
 * is opened and lines go to standard error.
 *
 * SPEC and FILE_NAME are not needed after the call.
 */
void log_setup(const char *spec, const char *file_name, bool allow_file);

/*
 * Takes the next word of *REST, a SPEC at first, that is no level or topic. Returns it, with its
 * *LENGTH, and in *EXPECTED, which is NULL at first, "level" or "topic"; NULL: all others are known.
 */
const char *log_next_unknown(const char **rest, size_t *length, const char **expected);

/*
 * Raises the level to LEVEL if it is lower, and lets lines of all topics be written. LOG_NONE
 * changes nothing.
 */
void log_raise(enum log_level level);

/* Closes the log file, if there is one. Nothing is written afterwards. */
void log_done(void);

/* Would a line of this level and topic be written? */
bool log_wants(enum log_level level, enum log_topic topic);

/*
 * Writes the line "clrouter: level: topic: text (blame)" if its level and topic are wanted; the
 * text is formatted as by printf(), and escaped by text_take_shown(). A line of more than 2 KiB is
 * truncated. A line that cannot be written is lost. errno may change.
 *
 * If the level is not wanted, log_line() costs one comparison and does not evaluate its arguments:
 * it is called for every driver in every OpenCL process.
 */
#define log_line(level, ...) \
	((level) <= log_max_level ? log_write((level), __VA_ARGS__) : (void)0)
__attribute__((format(__printf__, 4, 5)))
void log_write(enum log_level level, enum log_topic topic, enum log_blame blame,
	       const char *format, ...);

/* The last level that is written. Only log_line() and log.c use it. */
extern enum log_level log_max_level;

/* The name of LEVEL in SPEC and in configuration files: "none", "error", ... */
const char *log_level_name(enum log_level level);

#endif
