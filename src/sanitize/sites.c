/* SPDX-License-Identifier: Apache-2.0 */
/* sites: see sites.h. */
#include "sanitize/sites.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define MOST_WORDS 10 /* of a line */

const char *const sites_space_words[SITES_SPACES] = { "global", "constant", "local" };
const char *const sites_access_words[SITES_ACCESSES] = { "read", "write", "update" };

/* === reading ================================================================ */

/* The kinds of lines, and how many words each has. */
enum kind { KERNEL, SIZED, UNCHECKED, SITE, OBJECT, KINDS };

static const struct {
	const char *word;
	unsigned words;
} kinds[KINDS] = {
	[KERNEL] = { "kernel", 5 }, [SIZED] = { "sized", 5 },	[UNCHECKED] = { "unchecked", 3 },
	[SITE] = { "site", 10 },    [OBJECT] = { "object", 3 },
};

struct reader {
	struct sites *sites;
	char *rest;			   /* of the text; each line of it ends with a line feed */
	struct sites_sized *sized;	   /* free ones */
	struct sites_unchecked *unchecked; /* free ones */
};

struct line_words {
	const char *word[MOST_WORDS];
};

static bool find_word(const char *word, const char *const *words, unsigned count, unsigned *found)
{
	for (*found = 0; *found < count; (*found)++)
		if (strcmp(word, words[*found]) == 0)
			return true;
	return false;
}

/* The kind of the line that begins at TEXT; KINDS: none. */
static enum kind kind_of(const char *text)
{
	for (unsigned kind = 0; kind < KINDS; kind++) {
		const char *rest = text_skip_prefix(text, kinds[kind].word);

		if (rest && *rest == '\t')
			return (enum kind)kind;
	}
	return KINDS;
}

/* A decimal number as printf() writes it, at most MOST. */
static bool parse_number(const char *word, uint64_t most, uint64_t *number)
{
	*number = 0;
	if (*word == '\0' || (*word == '0' && word[1] != '\0'))
		return false;
	for (; *word != '\0'; word++) {
		const uint64_t digit = (uint64_t)(*word - '0');

		if (*word < '0' || *word > '9' || *number > (most - digit) / 10)
			return false;
		*number = 10 * *number + digit;
	}
	return true;
}

static bool parse_size(const char *word, size_t *size)
{
	uint64_t number;
	const bool is_number = parse_number(word, SIZE_MAX, &number);

	*size = (size_t)number;
	return is_number;
}

static bool parse_unsigned(const char *word, unsigned *value)
{
	uint64_t number;
	const bool is_number = parse_number(word, UINT32_MAX, &number);

	*value = (unsigned)number;
	return is_number;
}

/* Takes the next line apart. It has exactly the words of its KIND. */
static bool take_words(struct reader *reader, enum kind kind, struct line_words *words)
{
	char *end = strchr(reader->rest, '\n');
	char *at = reader->rest;
	unsigned count = 0;

	*end = '\0';
	reader->rest = end + 1;
	for (unsigned i = 0; i < MOST_WORDS; i++)
		words->word[i] = "";
	for (; at && count < MOST_WORDS; count++) {
		words->word[count] = at;
		at = strchr(at, '\t');
		if (at)
			*at++ = '\0';
	}
	return !at && count == kinds[kind].words;
}

static bool read_kernel(struct reader *reader, const struct line_words *words)
{
	struct sites_kernel *kernel = &reader->sites->kernels[reader->sites->kernel_count++];

	kernel->name = words->word[1];
	kernel->sized = reader->sized;
	kernel->unchecked = reader->unchecked;
	return *kernel->name != '\0' && parse_size(words->word[2], &kernel->checked) &&
	       parse_size(words->word[3], &kernel->total) &&
	       parse_unsigned(words->word[4], &kernel->arguments) &&
	       kernel->checked <= kernel->total;
}

static struct sites_kernel *last_kernel(struct reader *reader)
{
	const size_t count = reader->sites->kernel_count;

	return count > 0 ? &reader->sites->kernels[count - 1] : NULL;
}

static bool read_sized(struct reader *reader, const struct line_words *words)
{
	struct sites_kernel *kernel = last_kernel(reader);
	struct sites_sized *sized = reader->sized++;
	unsigned space;

	if (!kernel || !parse_unsigned(words->word[1], &sized->index) ||
	    !find_word(words->word[2], sites_space_words, SITES_SPACES, &space))
		return false;
	sized->space = (enum sites_space)space;
	sized->name = words->word[3];
	sized->type = words->word[4];
	return sized->index < kernel->arguments &&
	       (kernel->sized_count++ == 0 || sized[-1].index < sized->index);
}

static bool read_unchecked(struct reader *reader, const struct line_words *words)
{
	struct sites_kernel *kernel = last_kernel(reader);
	struct sites_unchecked *unchecked = reader->unchecked++;

	unchecked->why = words->word[2];
	if (!kernel || !parse_size(words->word[1], &unchecked->count))
		return false;
	kernel->unchecked_count++;
	return true;
}

static bool read_site(struct reader *reader, const struct line_words *words)
{
	struct sites_site *site = &reader->sites->sites[reader->sites->site_count++];
	unsigned access;

	if (!find_word(words->word[4], sites_access_words, SITES_ACCESSES, &access))
		return false;
	site->access = (enum sites_access)access;
	site->file = words->word[1];
	site->function = words->word[6];
	site->object = words->word[7];
	site->expression = words->word[9];
	return parse_unsigned(words->word[2], &site->line) &&
	       parse_unsigned(words->word[3], &site->column) &&
	       parse_size(words->word[5], &site->bytes) &&
	       parse_size(words->word[8], &site->length);
}

static bool read_object(struct reader *reader, const struct line_words *words)
{
	reader->sites->objects[reader->sites->object_count++] =
		(struct sites_object){ words->word[1], words->word[2] };
	return true;
}

static bool read_lines(struct reader *reader)
{
	static bool (*const read_line[KINDS])(struct reader *, const struct line_words *) = {
		[KERNEL] = read_kernel, [SIZED] = read_sized,	[UNCHECKED] = read_unchecked,
		[SITE] = read_site,	[OBJECT] = read_object,
	};

	while (*reader->rest != '\0') {
		const enum kind kind = kind_of(reader->rest);
		struct line_words words;

		if (!take_words(reader, kind, &words) || !read_line[kind](reader, &words))
			return false;
	}
	return true;
}

/* Is TEXT of lines that have a kind, and can people be shown it? Counts the lines of each kind. */
static bool count_lines(const char *text, size_t length, size_t counts[KINDS])
{
	const char *const end = text + length;

	if (length > 0 && end[-1] != '\n')
		return false;
	while (text < end) {
		const enum kind kind = kind_of(text);

		if (kind == KINDS)
			return false;
		counts[kind]++;
		for (; *text != '\n'; text++) {
			uint32_t code;
			const size_t size = text_character(text, (size_t)(end - text), &code);

			if (size == 0 || (code != '\t' && !text_is_harmless(code)))
				return false;
			text += size - 1;
		}
		text++;
	}
	return true;
}

/* Memory for all that was counted, and a copy of the text after it. */
static bool allocate(struct reader *reader, const size_t counts[KINDS], const char *text,
		     size_t length)
{
	struct sites *sites = reader->sites;
	const size_t kernels = counts[KERNEL] * sizeof(*sites->kernels);
	const size_t sites_size = counts[SITE] * sizeof(*sites->sites);
	const size_t objects = counts[OBJECT] * sizeof(*sites->objects);
	const size_t sized = counts[SIZED] * sizeof(*reader->sized);
	const size_t unchecked = counts[UNCHECKED] * sizeof(*reader->unchecked);
	char *memory = calloc(1, kernels + sites_size + objects + sized + unchecked + length + 1);

	if (!memory)
		return false;
	sites->memory = memory;
	sites->kernels = (void *)memory;
	sites->sites = (void *)(memory += kernels);
	sites->objects = (void *)(memory += sites_size);
	reader->sized = (void *)(memory += objects);
	reader->unchecked = (void *)(memory += sized);
	reader->rest = memory + unchecked;
	memcpy(reader->rest, text, length);
	return true;
}

bool sites_read(struct sites *sites, const char *text, size_t length)
{
	struct reader reader = { .sites = sites };
	size_t counts[KINDS] = { 0 };

	*sites = (struct sites){ 0 };
	/* A line has at least 6 bytes, and its struct fewer than 16 times as many. */
	if (length > SIZE_MAX / 32 || memchr(text, '\0', length) ||
	    !count_lines(text, length, counts) || !allocate(&reader, counts, text, length))
		return false;
	if (read_lines(&reader))
		return true;
	sites_done(sites);
	return false;
}

void sites_done(struct sites *sites)
{
	free(sites->memory);
	*sites = (struct sites){ 0 };
}

const struct sites_kernel *sites_find_kernel(const struct sites *sites, const char *name)
{
	for (size_t i = 0; i < sites->kernel_count; i++)
		if (strcmp(sites->kernels[i].name, name) == 0)
			return &sites->kernels[i];
	return NULL;
}

/* === writing ================================================================ */

static void write_text(FILE *file, const char *text)
{
	char shown[TEXT_SHOWN_SIZE];

	putc('\t', file);
	while (*text != '\0') {
		const size_t length = text_take_shown(&text, shown);

		fwrite(shown, 1, length, file);
	}
}

static void write_number(FILE *file, size_t number)
{
	fprintf(file, "\t%zu", number);
}

static void write_kernel(FILE *file, const struct sites_kernel *kernel)
{
	fputs("kernel", file);
	write_text(file, kernel->name);
	write_number(file, kernel->checked);
	write_number(file, kernel->total);
	write_number(file, kernel->arguments);
	for (size_t i = 0; i < kernel->sized_count; i++) {
		const struct sites_sized *sized = &kernel->sized[i];

		fprintf(file, "\nsized\t%u\t%s", sized->index, sites_space_words[sized->space]);
		write_text(file, sized->name);
		write_text(file, sized->type);
	}
	for (size_t i = 0; i < kernel->unchecked_count; i++) {
		fputs("\nunchecked", file);
		write_number(file, kernel->unchecked[i].count);
		write_text(file, kernel->unchecked[i].why);
	}
	putc('\n', file);
}

static void write_site(FILE *file, const struct sites_site *site)
{
	fputs("site", file);
	write_text(file, site->file);
	write_number(file, site->line);
	write_number(file, site->column);
	write_text(file, sites_access_words[site->access]);
	write_number(file, site->bytes);
	write_text(file, site->function);
	write_text(file, site->object);
	write_number(file, site->length);
	write_text(file, site->expression);
	putc('\n', file);
}

static void write_object(FILE *file, const struct sites_object *object)
{
	fputs("object", file);
	write_text(file, object->name);
	write_text(file, object->type);
	putc('\n', file);
}

char *sites_write(const struct sites *sites)
{
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);
	bool has_failed;

	if (!file)
		return NULL;
	for (size_t i = 0; i < sites->kernel_count; i++)
		write_kernel(file, &sites->kernels[i]);
	for (size_t i = 0; i < sites->site_count; i++)
		write_site(file, &sites->sites[i]);
	for (size_t i = 0; i < sites->object_count; i++)
		write_object(file, &sites->objects[i]);
	has_failed = ferror(file) != 0;
	if (fclose(file) == 0 && !has_failed)
		return text;
	free(text);
	return NULL;
}
