/* SPDX-License-Identifier: Apache-2.0 */
/*
 * known-options: the one table of the settings of the shipped layers. The layers read their
 * settings by it, layers.conf(5) lists it, and "clrouter doctor" compares with it what users have
 * written. Keeps no state; any thread may call.
 *
 * X(ID, "layer", "name", "variable", kind, words)
 *   ID		KNOWN_ID is the constant
 *   layer	the name that the layer has in layers.conf
 *   name	what follows "option." there
 *   variable	the environment variable
 *   kind	KNOWN_kind, see below
 *   words	those that it can have; NULL if there is no list of them. The constants that a layer
 *		has for them have the same order. The first one is the default of a CHOICE and of WORDS
 *
 * Each entry starts with a tab and X( and ends with its line: doc/known-options.awk reads this file.
 */
#ifndef CLROUTER_CONFIG_KNOWN_OPTIONS_H
#define CLROUTER_CONFIG_KNOWN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* The features of src/layers/compatibility, after the words for each and for none. */
#define KNOWN_FEATURE_WORDS \
	"all", "none", "core", "extended_versioning", "create_command_queue", "pci_bus_info", \
	"spirv_queries", "suggested_local_work_size", "command_buffer", "semaphore", "repair"
#define KNOWN_EXTENSION_WORDS \
	"cl_khr_extended_versioning", "cl_khr_create_command_queue", "cl_khr_pci_bus_info", \
	"cl_khr_spirv_queries", "cl_khr_suggested_local_work_size", "cl_khr_command_buffer", \
	"cl_khr_command_buffer_mutable_dispatch", "cl_khr_semaphore"

#define KNOWN_OPTIONS(X) \
	X(TRACE_FILE, "trace", "file", "OPENCL_TRACE_FILE", TEXT, NULL) \
	X(TRACE_FILTER, "trace", "filter", "OPENCL_TRACE_FILTER", FUNCTIONS, NULL) \
	X(TRACE_ENTRY, "trace", "entry", "OPENCL_TRACE_ENTRY", FLAG, "yes", "no") \
	X(TRACE_SUMMARY, "trace", "summary", "OPENCL_TRACE_SUMMARY", CHOICE, "no", "yes", "only") \
	X(LIFETIME_FILE, "lifetime", "file", "OPENCL_LIFETIME_FILE", TEXT, NULL) \
	X(LIFETIME_BACKTRACE, "lifetime", "backtrace", "OPENCL_LIFETIME_BACKTRACE", FLAG, "yes", \
	  "no") \
	X(LIFETIME_PASS, "lifetime", "pass", "OPENCL_LIFETIME_PASS", FLAG, "yes", "no") \
	X(LIFETIME_STOP, "lifetime", "stop", "OPENCL_LIFETIME_STOP", CHOICE, "no", "abort", \
	  "trap") \
	X(LIFETIME_STATUS, "lifetime", "status", "OPENCL_LIFETIME_STATUS", TEXT, NULL) \
	X(VALIDATION_FILE, "validation", "file", "OPENCL_VALIDATION_FILE", TEXT, NULL) \
	X(VALIDATION_FORMAT, "validation", "format", "OPENCL_VALIDATION_FORMAT", CHOICE, "text", \
	  "json") \
	X(VALIDATION_LEVELS, "validation", "levels", "OPENCL_VALIDATION_LEVELS", WORDS, "error", \
	  "warning", "limit", "performance") \
	X(VALIDATION_RULES, "validation", "rules", "OPENCL_VALIDATION_RULES", TEXT, NULL) \
	X(VALIDATION_CALLS, "validation", "calls", "OPENCL_VALIDATION_CALLS", CHOICE, "handles", \
	  "pass", "answer") \
	X(VALIDATION_DETAIL, "validation", "detail", "OPENCL_VALIDATION_DETAIL", FLAG, "yes", \
	  "no") \
	X(VALIDATION_BACKTRACE, "validation", "backtrace", "OPENCL_VALIDATION_BACKTRACE", FLAG, \
	  "yes", "no") \
	X(VALIDATION_RACES, "validation", "races", "OPENCL_VALIDATION_RACES", FLAG, "yes", "no") \
	X(VALIDATION_ARG_INFO, "validation", "arg_info", "OPENCL_VALIDATION_ARG_INFO", FLAG, \
	  "yes", "no") \
	X(VALIDATION_STOP, "validation", "stop", "OPENCL_VALIDATION_STOP", CHOICE, "no", "abort", \
	  "trap") \
	X(VALIDATION_STATUS, "validation", "status", "OPENCL_VALIDATION_STATUS", TEXT, NULL) \
	X(DEVICES_VISIBLE, "devices", "visible", "OPENCL_VISIBLE_DEVICES", TEXT, NULL) \
	X(DEVICES_SAME, "devices", "same_device", "OPENCL_SAME_DEVICE", CHOICE, "all", "first") \
	X(RECORD_FILE, "record", "file", "OPENCL_RECORD_FILE", TEXT, NULL) \
	X(RECORD_REPLACE, "record", "replace", "OPENCL_RECORD_REPLACE", FLAG, "yes", "no") \
	X(RECORD_LIMIT, "record", "limit", "OPENCL_RECORD_LIMIT", NUMBER, NULL) \
	X(RECORD_FILTER, "record", "filter", "OPENCL_RECORD_FILTER", FUNCTIONS, NULL) \
	X(RECORD_DURATION, "record", "duration", "OPENCL_RECORD_DURATION", NUMBER, NULL) \
	X(RECORD_PROFILE_QUEUES, "record", "profile-queues", "OPENCL_RECORD_PROFILE_QUEUES", \
	  CHOICE, "no", "yes", "sampled") \
	X(RECORD_STACKS, "record", "stacks", "OPENCL_RECORD_STACKS", FLAG, "yes", "no") \
	X(RECORD_SUMMARY, "record", "summary", "OPENCL_RECORD_SUMMARY", FLAG, "yes", "no") \
	X(RECORD_PAUSED, "record", "paused", "OPENCL_RECORD_PAUSED", FLAG, "yes", "no") \
	X(RECORD_STATUS, "record", "status", "OPENCL_RECORD_STATUS", TEXT, NULL) \
	X(COMPATIBILITY_PROVIDE, "compatibility", "provide", "OPENCL_COMPATIBILITY_PROVIDE", \
	  FEATURES, KNOWN_FEATURE_WORDS) \
	X(COMPATIBILITY_FORCE, "compatibility", "force", "OPENCL_COMPATIBILITY_FORCE", FEATURES, \
	  KNOWN_FEATURE_WORDS) \
	X(COMPATIBILITY_HIDE, "compatibility", "hide", "OPENCL_COMPATIBILITY_HIDE", NAMES, "1.1+", \
	  "1.2+", "2.0+", "2.1+", "2.2+", "3.0+", "3.1+") \
	X(COMPATIBILITY_VERSIONS, "compatibility", "versions", "OPENCL_COMPATIBILITY_VERSIONS", \
	  VERSIONS, KNOWN_EXTENSION_WORDS) \
	X(CAPTURE_LAUNCH, "capture", "launch", "OPENCL_CAPTURE_LAUNCH", TEXT, NULL) \
	X(CAPTURE_KERNEL, "capture", "kernel", "OPENCL_CAPTURE_KERNEL", TEXT, NULL) \
	X(CAPTURE_COUNT, "capture", "count", "OPENCL_CAPTURE_COUNT", NUMBER, NULL) \
	X(CAPTURE_FAILING, "capture", "failing", "OPENCL_CAPTURE_FAILING", FLAG, "yes", "no") \
	X(CAPTURE_DIRECTORY, "capture", "directory", "OPENCL_CAPTURE_DIRECTORY", TEXT, NULL) \
	X(CAPTURE_LIMIT, "capture", "limit", "OPENCL_CAPTURE_LIMIT", NUMBER, NULL) \
	X(CAPTURE_COMPARED, "capture", "compared", "OPENCL_CAPTURE_COMPARED", TEXT, NULL) \
	X(CAPTURE_STATUS, "capture", "status", "OPENCL_CAPTURE_STATUS", TEXT, NULL) \
	X(SANITIZE_SERVER, "sanitize", "server", "OPENCL_SANITIZE_SERVER", TEXT, NULL) \
	X(SANITIZE_FILE, "sanitize", "file", "OPENCL_SANITIZE_FILE", TEXT, NULL) \
	X(SANITIZE_FORMAT, "sanitize", "format", "OPENCL_SANITIZE_FORMAT", CHOICE, "text", "json") \
	X(SANITIZE_BINARY_CACHE, "sanitize", "binary_cache", "OPENCL_SANITIZE_BINARY_CACHE", FLAG, \
	  "yes", "no") \
	X(SANITIZE_PRIVATE, "sanitize", "private", "OPENCL_SANITIZE_PRIVATE", FLAG, "no", "yes") \
	X(SANITIZE_REDIRECT, "sanitize", "redirect", "OPENCL_SANITIZE_REDIRECT", FLAG, "no", "yes") \
	X(SANITIZE_STATUS, "sanitize", "status", "OPENCL_SANITIZE_STATUS", TEXT, NULL) \
	X(SANITIZE_STOP, "sanitize", "stop", "OPENCL_SANITIZE_STOP", CHOICE, "no", "first", \
	  "trap") \
	X(SANITIZE_TAILS, "sanitize", "tails", "OPENCL_SANITIZE_TAILS", FLAG, "yes", "no") \
	X(WAIT_WATCH, "wait", "watch", "OPENCL_WAIT_WATCH", NUMBER, NULL) \
	X(WAIT_WATCH_ACTION, "wait", "watch_action", "OPENCL_WAIT_WATCH_ACTION", CHOICE, "tell", \
	  "abort")

enum known_option_id {
#define X(id, ...) KNOWN_##id,
	KNOWN_OPTIONS(X)
#undef X
	KNOWN_OPTION_COUNT
};

enum known_kind {
	KNOWN_TEXT,	/* a file, a list of globs, ... */
	KNOWN_FLAG,	/* also on, off, true, false, 1 and 0, as everywhere */
	KNOWN_CHOICE,	/* one of its words */
	KNOWN_WORDS,	/* a list of globs on its words */
	KNOWN_FEATURES,	/* the same; "@" and a glob on devices may follow each */
	KNOWN_NAMES,	/* a list of globs on names of extensions, or of its words, which are versions */
	KNOWN_VERSIONS,	/* a list of its words, each with ":" and a version */
	KNOWN_FUNCTIONS,	/* a list of globs on functions, of which this table knows none */
	KNOWN_NUMBER,	/* a number above 0 */
};

#define KNOWN_EXPECTED_SIZE 300	/* bytes of a text from known_option_expected() */

struct known_option {
	const char *layer;
	const char *name;
	const char *variable;
	enum known_kind kind;
	const char *const *words;	/* NULL after the last one */
};

extern const struct known_option known_options[KNOWN_OPTION_COUNT];

/*
 * The index of WORD, in any case, among the words of OPTION; -1 if it is none of them. A list that
 * has "yes" has the other spellings of yes and no, too.
 */
int known_option_find_word(const struct known_option *option, const char *word);

/* Can WORD be in the list that WHAT, a known_option, is? It is a word_list_fits. */
bool known_option_fits(const char *word, const void *what);

/* Does OPTION accept VALUE? An empty value is as good as none. KNOWN_TEXT and KNOWN_FUNCTIONS are not judged. */
bool known_option_accepts(const struct known_option *option, const char *value);

/* Writes into BUFFER what a value of OPTION can be: "yes or no", "a number above 0". */
void known_option_expected(const struct known_option *option, char buffer[KNOWN_EXPECTED_SIZE]);

#endif
