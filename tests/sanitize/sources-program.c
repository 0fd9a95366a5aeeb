/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sources-program: how much of real sources the sanitizer's rewriter takes. It asks the rewriter as
 * "clrouter sanitize" does, for each FILE with the options in the file beside it whose name ends in
 * ".options" in place of ".cl", if there is one, and after them OPTIONS. It prints a row of the
 * table of doc/performance.md, which begins with NAME:
 *
 *	| NAME | sources | rewritten | kernels | accesses | checked |
 *
 * and on standard error a line for each source, with its counts or with the reason why it is
 * refused, and each reason for which accesses are not checked. A source with no kernel counts if it
 * is rewritten.
 *
 * With OPENCL_SANITIZE_PRIVATE in the environment, accesses through pointers to private memory are
 * checked, too.
 *
 *	sources-program REWRITER NAME OPTIONS LANGUAGE FILE...
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sanitize/exchange.h"
#include "sanitize/sites.h"
#include "sanitize/units.h"

#define MOST_OPTIONS 65536
#define MOST_REASONS 64

/* What compilers of CPU drivers define; a source must not be refused for want of a macro. */
static const char macros[] =
	"__OPENCL_VERSION__ 300\n"
	"__ENDIAN_LITTLE__ 1\n"
	"__IMAGE_SUPPORT__ 1\n"
	"cl_khr_fp64 1\n"
	"cl_khr_int64_base_atomics 1\n"
	"cl_khr_int64_extended_atomics 1\n"
	"cl_khr_global_int32_base_atomics 1\n"
	"cl_khr_global_int32_extended_atomics 1\n"
	"cl_khr_local_int32_base_atomics 1\n"
	"cl_khr_local_int32_extended_atomics 1\n"
	"cl_khr_byte_addressable_store 1\n"
	"cl_khr_3d_image_writes 1\n";

struct sums {
	size_t sources;
	size_t rewritten;
	size_t kernels;
	size_t accesses;
	size_t checked;
	struct {
		char why[256];
		size_t count;
	} reasons[MOST_REASONS];
	size_t reason_count;
};

static const char *rewriter;
static char directory[4096];

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

/* All of FILE; NULL: it is not there. free() it. */
static char *read_file(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = NULL;
	long size;

	if (!file)
		return NULL;
	if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 &&
	    fseek(file, 0, SEEK_SET) == 0 && (text = calloc(1, (size_t)size + 1)))
		(void)!fread(text, 1, (size_t)size, file);
	fclose(file);
	return text;
}

/* The options beside FILE, and MORE. */
static void read_options(char options[MOST_OPTIONS], const char *file, const char *more)
{
	const size_t length = strlen(file);
	char path[4096];
	char *own;

	snprintf(path, sizeof(path), "%.*s.options", (int)(length > 3 ? length - 3 : 0), file);
	own = read_file(path);
	snprintf(options, MOST_OPTIONS, "%s %s", own ? own : "", more);
	free(own);
}

/* The rewriter reads all before it writes. */
static bool ask(const struct exchange *request, struct exchange *answer)
{
	int to[2], from[2], status;
	bool is_answered;
	pid_t child;

	if (pipe(to) != 0 || pipe(from) != 0)
		fail("pipe");
	child = fork();
	if (child == 0) {
		dup2(to[0], STDIN_FILENO);
		dup2(from[1], STDOUT_FILENO);
		close(to[1]);
		close(from[0]);
		execl(rewriter, rewriter, (char *)NULL);
		_exit(127);
	}
	close(to[0]);
	close(from[1]);
	is_answered = exchange_write(to[1], request);
	close(to[1]);
	is_answered = is_answered && exchange_read(from[0], answer);
	close(from[0]);
	waitpid(child, &status, 0);
	return is_answered;
}

static void add_reason(struct sums *sums, const char *why, size_t count)
{
	size_t i = 0;

	while (i < sums->reason_count && strcmp(sums->reasons[i].why, why) != 0)
		i++;
	if (i == MOST_REASONS)
		return;
	if (i == sums->reason_count)
		snprintf(sums->reasons[sums->reason_count++].why, sizeof(sums->reasons[i].why),
			 "%s", why);
	sums->reasons[i].count += count;
}

static void add_table(struct sums *sums, const char *file, const char *table, size_t length)
{
	const struct sums before = *sums;
	struct sites sites;

	if (!sites_read(&sites, table, length))
		fail("table");
	for (size_t i = 0; i < sites.kernel_count; i++) {
		const struct sites_kernel *kernel = &sites.kernels[i];

		sums->kernels++;
		sums->accesses += kernel->total;
		sums->checked += kernel->checked;
		for (size_t j = 0; j < kernel->unchecked_count; j++)
			add_reason(sums, kernel->unchecked[j].why, kernel->unchecked[j].count);
	}
	sites_done(&sites);
	fprintf(stderr, "%s: %zu kernels, %zu of %zu accesses checked\n", file,
		sums->kernels - before.kernels, sums->checked - before.checked,
		sums->accesses - before.accesses);
}

static void add_file(struct sums *sums, const char *file, const char *more, const char *language)
{
	static char options[MOST_OPTIONS];
	struct exchange request = exchange_of(EXCHANGE_REWRITE), answer;
	char *source = read_file(file);
	struct source_unit unit = { .source = source, .options = options };
	const struct units units = { .list = &unit, .count = 1 };
	char *text;

	if (!source)
		fail(file);
	read_options(options, file, more);
	text = units_write(&units);
	if (!text)
		fail("units");
	exchange_set(&request, EXCHANGE_UNITS, text);
	exchange_set(&request, EXCHANGE_DIRECTORY, directory);
	exchange_set(&request, EXCHANGE_MACROS, macros);
	exchange_set(&request, EXCHANGE_BITS, "64");
	exchange_set(&request, EXCHANGE_LANGUAGE, language);
	if (getenv("OPENCL_SANITIZE_PRIVATE"))
		exchange_set(&request, EXCHANGE_PRIVATE, "yes");
	sums->sources++;
	if (!ask(&request, &answer)) {
		fprintf(stderr, "%s: the rewriter does not answer\n", file);
	} else if (answer.kind == EXCHANGE_REWRITTEN) {
		sums->rewritten++;
		add_table(sums, file, answer.texts[EXCHANGE_TABLE], answer.lengths[EXCHANGE_TABLE]);
		exchange_done(&answer);
	} else {
		fprintf(stderr, "%s: %s\n", file, answer.texts[EXCHANGE_REASON]);
		exchange_done(&answer);
	}
	free(text);
	free(source);
}

int main(int count, char **arguments)
{
	static struct sums sums;

	if (count < 6 || !getcwd(directory, sizeof(directory))) {
		fputs("usage: sources-program REWRITER NAME OPTIONS LANGUAGE FILE...\n", stderr);
		return 1;
	}
	rewriter = arguments[1];
	for (int i = 5; i < count; i++)
		add_file(&sums, arguments[i], arguments[3], arguments[4]);
	printf("| %s | %zu | %zu | %zu | %zu | %.1f %% |\n", arguments[2], sums.sources,
	       sums.rewritten, sums.kernels, sums.accesses,
	       sums.accesses ? 100.0 * (double)sums.checked / (double)sums.accesses : 100.0);
	for (size_t i = 0; i < sums.reason_count; i++)
		fprintf(stderr, "%s: %zu accesses %s\n", arguments[2], sums.reasons[i].count,
			sums.reasons[i].why);
	return 0;
}
