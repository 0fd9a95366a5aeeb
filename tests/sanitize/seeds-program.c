/* SPDX-License-Identifier: Apache-2.0 */
/*
 * seeds-program: launches the kernels of seeds (seed.h), each seed in a process of its own, and
 * compares what the sanitizer's layer has found with what the seeds expect.
 *
 *	seeds-program [-s SEED] [-k KERNEL] FILE...
 *
 * The layer writes its findings to the file that OPENCL_SANITIZE_FILE names, as JSON. Without that
 * variable the kernels are launched, and nothing is compared. The last line is "N passed, N failed,
 * N skipped".
 */
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "seed-run.h"

static const char *findings_path;
static const char *only_seed;
static const char *only_kernel;
static unsigned passed;
static unsigned failed;
static unsigned skipped;

/* Copies the member KEY of the object in LINE, a text or a number, to VALUE; empty: it has none. */
static void take_member(const char *line, const char *key, char value[SEED_TEXT])
{
	char quoted[64];
	const char *from;
	size_t length = 0;

	snprintf(quoted, sizeof(quoted), "\"%s\":", key);
	from = strstr(line, quoted);
	if (from) {
		const char *end = "\"";

		from += strlen(quoted);
		if (*from == '"')
			from++;
		else
			end = ",}";
		while (*from && !strchr(end, *from) && length < SEED_TEXT - 1) {
			from += *from == '\\';
			value[length++] = *from++;
		}
	}
	value[length] = '\0';
}

/* Does LINE have the VALUE that is expected of the member KEY? An asterisk stands for any rest. */
static bool has_member(const char *line, const char *key, const char *expected)
{
	const size_t length = strlen(expected);
	char value[SEED_TEXT];

	take_member(line, key, value);
	if (length > 0 && expected[length - 1] == '*')
		return strncmp(value, expected, length - 1) == 0;
	return strcmp(value, expected) == 0;
}

/* An object that need not be known may have no offset. */
static bool has_object(const char *line, const struct seed_fault *fault)
{
	static const struct {
		const char *object, *key, *offset, *size, *nearest;
	} members[] = {
		{ "array", "array", "index", "elements", "" },
		{ "argument", "argument", "offset", "argument_size", "" },
		{ "nearest", "argument", "offset", "argument_size", "true" },
		{ "object", "object", "offset", "object_size", "" },
	};

	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
		if (strcmp(fault->object, members[i].object) == 0)
			return has_member(line, members[i].key, fault->which) &&
			       has_member(line, members[i].offset, fault->offset) &&
			       has_member(line, members[i].size, fault->size) &&
			       has_member(line, "nearest", members[i].nearest);
	return true;
}

static bool has_file(const char *line, const struct seed_fault *fault)
{
	char path[SEED_TEXT];

	take_member(line, "file", path);
	return !*fault->file || strcmp(basename(path), fault->file) == 0;
}

static bool is_expected(const char *line, const struct seed_fault *fault)
{
	char number[16];

	snprintf(number, sizeof(number), "%u", fault->line);
	return has_member(line, "kernel", "faulty") && has_member(line, "line", number) &&
	       has_member(line, "access", fault->access) &&
	       has_member(line, "bytes", fault->bytes) && has_member(line, "count", fault->count) &&
	       has_member(line, "expression", fault->expression) && has_object(line, fault) &&
	       has_file(line, fault);
}

/* One finding is expected, of the kernel "faulty". */
static bool compare(const struct seed *seed)
{
	char *text = seed_read(findings_path);
	bool is_found = false;
	bool has_other = false;

	for (char *line = text ? strtok(text, "\n") : NULL; line; line = strtok(NULL, "\n")) {
		if (!is_found && is_expected(line, &seed->fault)) {
			is_found = true;
			continue;
		}
		has_other = true;
		printf("%s: not expected: %s\n", seed->name, line);
	}
	free(text);
	if (!is_found)
		printf("%s: not found: line %u: %s %s @%s/%s x%s %s %s: %s\n", seed->name,
		       seed->fault.line, seed->fault.access, seed->fault.bytes, seed->fault.offset,
		       seed->fault.size, seed->fault.count, seed->fault.object, seed->fault.which,
		       seed->fault.expression);
	return is_found && !has_other;
}

static enum seed_status run_in_child(const struct seed *seed)
{
	int status;
	pid_t child;

	fflush(NULL);
	child = fork();
	if (child == 0) {
		if (seed->is_private)
			setenv("OPENCL_SANITIZE_PRIVATE", "yes", 1);
		exit((int)seed_run(seed, only_kernel));
	}
	if (child < 0 || waitpid(child, &status, 0) != child)
		return SEED_FAILED;
	if (WIFSIGNALED(status))
		printf("%s: killed by signal %d\n", seed->name, WTERMSIG(status));
	return WIFEXITED(status) ? (enum seed_status)WEXITSTATUS(status) : SEED_FAILED;
}

static void try_seed(const struct seed *seed)
{
	enum seed_status status;

	if (findings_path)
		unlink(findings_path);
	status = run_in_child(seed);
	if (status == SEED_SKIPPED) {
		printf("%s: the device has no %s\n", seed->name, seed->needs);
		skipped++;
	} else if (status == SEED_UNJUDGED) {
		printf("%s: the device has system SVM, so a pointer of unknown origin is not "
		       "judged\n",
		       seed->name);
		skipped++;
	} else if (findings_path && !compare(seed)) {
		failed++;
	} else if (status != SEED_RAN) {
		printf("%s: failed\n", seed->name);
		failed++;
	} else {
		passed++;
	}
}

static void try_file(const char *path)
{
	char *copy = strdup(path);
	char *text = seed_read(path);
	const char *rest = text;
	struct seed seed;

	if (!text || !copy) {
		printf("%s: cannot be read\n", path);
		failed++;
	}
	while (text && copy && seed_next(&seed, &rest, dirname(strcpy(copy, path)))) {
		if (!only_seed || strcmp(only_seed, seed.name) == 0)
			try_seed(&seed);
		free(seed.source);
	}
	free(text);
	free(copy);
}

int main(int count, char **arguments)
{
	int option;

	findings_path = getenv("OPENCL_SANITIZE_FILE");
	while ((option = getopt(count, arguments, "s:k:")) != -1) {
		if (option == 's')
			only_seed = optarg;
		else if (option == 'k')
			only_kernel = optarg;
		else
			return 99;
	}
	for (int i = optind; i < count; i++)
		try_file(arguments[i]);
	printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
	return failed > 0 || passed == 0;
}
