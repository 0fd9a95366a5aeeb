/* SPDX-License-Identifier: Apache-2.0 */
/*
 * seed: see seed.h.
 */
#include "seed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BEGINNING "// === "
#define MARK "//! "

static void end(const struct seed *seed, const char *text)
{
	fprintf(stderr, "seed %s: %s\n", seed->name, text);
	exit(99);
}

char *seed_read(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = NULL;
	long size;

	if (!file)
		return NULL;
	if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 &&
	    (text = calloc(1, (size_t)size + 1))) {
		rewind(file);
		text[fread(text, 1, (size_t)size, file)] = '\0';
	}
	fclose(file);
	return text;
}

static void add_argument(struct seed *seed, const char *text)
{
	static const struct {
		const char *word;
		enum seed_kind kind;
		const char *format;
	} kinds[] = {
		{ "buffer", SEED_BUFFER, "tc" }, { "wide", SEED_WIDE, "tc" },
		{ "sub", SEED_SUB, "tcfa" },	 { "subof", SEED_SUBOF, "otcf" },
		{ "same", SEED_SAME, "o" },	 { "null", SEED_NULL, "" },
		{ "local", SEED_LOCAL, "c" },	 { "svm", SEED_SVM, "tcf" },
		{ "list", SEED_LIST, "tc" },	 { "int", SEED_INT, "c" },
		{ "bytes", SEED_BYTES, "c" },
	};
	struct seed_argument *argument = &seed->arguments[seed->argument_count++];
	char words[6][16] = { "" };
	size_t kind = 0;

	sscanf(text, "%15s %15s %15s %15s %15s", words[0], words[1], words[2], words[3], words[4]);
	while (strcmp(kinds[kind].word, words[0]) != 0)
		if (++kind == sizeof(kinds) / sizeof(kinds[0]))
			end(seed, text);
	argument->kind = kinds[kind].kind;
	for (int i = 0; kinds[kind].format[i]; i++) {
		const char *word = words[i + 1];

		switch (kinds[kind].format[i]) {
		case 't':
			snprintf(argument->type, sizeof(argument->type), "%s", word);
			break;
		case 'c':
			argument->count = strtoul(word, NULL, 10);
			break;
		case 'f':
			argument->first = strtoul(word, NULL, 10);
			break;
		case 'a':
			argument->all = strtoul(word, NULL, 10);
			break;
		default:
			argument->from = (unsigned)strtoul(word, NULL, 10);
			break;
		}
	}
}

/* The sizes "8x4"; returns how many there are. */
static unsigned read_sizes(const char *text, size_t sizes[3])
{
	return (unsigned)sscanf(text, "%zux%zux%zu", &sizes[0], &sizes[1], &sizes[2]);
}

static void set_run(struct seed *seed, const char *text)
{
	const char *local = strstr(text, "local ");
	const char *offset = strstr(text, "offset ");

	seed->dimensions = read_sizes(text, seed->global);
	if (local)
		read_sizes(local + strlen("local "), seed->local);
	if (offset)
		seed->offset = strtoul(offset + strlen("offset "), NULL, 10);
}

static void set_options(struct seed *seed, const char *text, const char *folder)
{
	const char *place = strstr(text, "SEEDS");

	if (place)
		snprintf(seed->options, SEED_TEXT, "%.*s%s%s", (int)(place - text), text, folder,
			 place + strlen("SEEDS"));
	else
		snprintf(seed->options, SEED_TEXT, "%s", text);
}

static void read_directive(struct seed *seed, const char *line, const char *folder)
{
	char text[SEED_TEXT];

	snprintf(text, sizeof(text), "%.*s", (int)strcspn(line, "\n"), line);
	if (strncmp(text, "// arg ", 7) == 0 && seed->argument_count < SEED_ARGUMENTS)
		add_argument(seed, text + 7);
	else if (strncmp(text, "// run ", 7) == 0)
		set_run(seed, text + 7);
	else if (strncmp(text, "// options ", 11) == 0)
		set_options(seed, text + 11, folder);
	else if (strcmp(text, "// private") == 0)
		seed->is_private = true;
	else if (strncmp(text, "// needs ", 9) == 0)
		snprintf(seed->needs, sizeof(seed->needs), "%.15s", text + 9);
	else
		end(seed, text);
}

static unsigned line_of(const char *text, const char *place)
{
	unsigned line = 1;

	for (; text < place; text++)
		line += *text == '\n';
	return line;
}

/* Reads the mark in TEXT; false: there is none. */
static bool read_mark(struct seed *seed, const char *text)
{
	struct seed_fault *fault = &seed->fault;
	const char *mark = strstr(text, MARK);
	char head[SEED_TEXT];
	const char *word = head;
	int length = 0;

	if (!mark)
		return false;
	fault->line = line_of(text, mark);
	mark += strlen(MARK);
	snprintf(head, sizeof(head), "%.*s", (int)(strstr(mark, ": ") - mark), mark);
	snprintf(fault->expression, SEED_TEXT, "%.*s", (int)strcspn(strstr(mark, ": ") + 2, "\n"),
		 strstr(mark, ": ") + 2);
	strcpy(fault->offset, "*");
	strcpy(fault->size, "*");
	if (sscanf(word, "%15s %15s %n", fault->access, fault->bytes, &length) != 2)
		end(seed, word);
	word += length;
	length = 0;
	if (*word == '@')
		sscanf(word, "@%23[^/]/%23s %n", fault->offset, fault->size, &length);
	word += length;
	if (sscanf(word, "x%15s %15s %63s line %63[^:]:%u", fault->count, fault->object,
		   fault->which, fault->file, &fault->line) < 2)
		end(seed, word);
	return true;
}

/* The mark is in the seed or in the file that it includes. */
static void find_mark(struct seed *seed, const char *folder)
{
	const char *include = strstr(seed->source, "#include \"");
	char name[64];
	char path[SEED_TEXT];
	char *text;

	if (read_mark(seed, seed->source))
		return;
	if (!include || sscanf(include, "#include \"%63[^\"]\"", name) != 1)
		end(seed, "has no mark");
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	text = seed_read(path);
	if (!text || !read_mark(seed, text))
		end(seed, path);
	free(text);
	strcpy(seed->fault.file, name);
}

bool seed_next(struct seed *seed, const char **text, const char *folder)
{
	const char *begin = strstr(*text, BEGINNING);
	const char *after;

	if (!begin)
		return false;
	after = strstr(begin + 1, BEGINNING);
	if (!after)
		after = begin + strlen(begin);
	*text = after;
	*seed = (struct seed){ .dimensions = 1, .global = { 32 } };
	sscanf(begin, BEGINNING "%63[^:]", seed->name);
	for (const char *line = strchr(begin, '\n') + 1; strncmp(line, "// ", 3) == 0;
	     line = strchr(line, '\n') + 1)
		read_directive(seed, line, folder);
	seed->source = strndup(begin, (size_t)(after - begin));
	if (!seed->source)
		end(seed, "no memory");
	find_mark(seed, folder);
	return true;
}
