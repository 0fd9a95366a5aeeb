/* SPDX-License-Identifier: Apache-2.0 */
/* set-steps: see set-steps.h. */
#include "tool/commands/set-steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/common/list.h"
#include "base/text.h"
#include "tool/output/format.h"

/* A later version that writes other lines has to know these. */
#define FIRST_LINE "# >>> Written by \"clrouter set\", which replaces all down to <<<; your own lines go elsewhere.\n"
#define LAST_LINE "# <<< Written by \"clrouter set\"\n"
#define END_LINE "# The line before had no end.\n"
#define STEP "# step "
#define WORD "#\t"
#define FOR_PROGRAM " for "

static const struct {
	char name[8];
	enum settings_family family;
	size_t key_words;	/* that belong to the key */
} subjects[SET_SUBJECTS] = {
	[SET_DEVICE] = { "device", FAMILY_LAYERS, 0 },
	[SET_DRIVER] = { "driver", FAMILY_LOADER, 1 },
	[SET_ORDER] = { "order", FAMILY_LOADER, 0 },
};

const char *set_subject_name(enum set_subject subject)
{
	return subjects[subject].name;
}

bool set_subject_find(const char *word, enum set_subject *subject)
{
	for (size_t i = 0; i < SET_SUBJECTS; i++)
		if (strcmp(subjects[i].name, word) == 0) {
			*subject = (enum set_subject)i;
			return true;
		}
	return false;
}

enum settings_family set_subject_family(enum set_subject subject)
{
	return subjects[subject].family;
}

/* -- steps ------------------------------------------------------------------------------------ */

bool set_step_is_unset(const struct set_step *step)
{
	return step->count <= subjects[step->subject].key_words;
}

static bool is_same(const char *one, const char *other)
{
	return one && other ? strcmp(one, other) == 0 : one == other;
}

bool set_step_has_key(const struct set_step *a, const struct set_step *b)
{
	if (a->subject != b->subject || !is_same(a->program, b->program))
		return false;
	for (size_t i = 0; i < subjects[a->subject].key_words; i++)
		if (strcmp(a->words[i], b->words[i]) != 0)
			return false;
	return true;
}

/* Does a step after STEP decide for its key? */
static bool is_replaced(const struct set_step *step)
{
	LIST_EACH(const struct set_step, later, step->next)
		if (set_step_has_key(step, later))
			return true;
	return false;
}

static bool is_in_effect(const struct set_step *step)
{
	return !set_step_is_unset(step) && !is_replaced(step);
}

const struct set_step *set_part_find(const struct set_part *part, const struct set_step *like)
{
	LIST_EACH(const struct set_step, step, part->steps)
		if (set_step_has_key(step, like) && is_in_effect(step))
			return step;
	return NULL;
}

const char *set_step_text(const struct set_step *step, struct arena *arena)
{
	const char *text = set_subject_name(step->subject);

	for (size_t i = 0; i < step->count; i++)
		text = format_into(arena, "%s %s", text, step->words[i]);
	return step->program ? format_into(arena, "%s" FOR_PROGRAM "%s", text, step->program) : text;
}

/* -- writing ---------------------------------------------------------------------------------- */

static void put_step(FILE *file, const struct set_step *step)
{
	fprintf(file, STEP "%u: %s%s%s\n", step->number, set_subject_name(step->subject),
		step->program ? FOR_PROGRAM : "", format_or(step->program, ""));
	for (size_t i = 0; i < step->count; i++)
		fprintf(file, WORD "%s\n", step->words[i]);
}

/* The globs may be too long for one line. */
static void put_order(FILE *file, const struct set_step *step)
{
	if (step->program)
		fprintf(file, "[program %s]\n", step->program);
	else
		fprintf(file, "[order]\n");
	for (size_t i = 0; i < step->count; i++)
		fprintf(file, i == 0 ? "first = %s\n" : "\t%s\n", step->words[i]);
}

/* [program] has no key that overrules both lists, as "load" does. */
static void put_driver(FILE *file, const struct set_step *step)
{
	const bool is_on = strcmp(step->words[1], "on") == 0;

	if (step->program)
		fprintf(file, "[program %s]\n%s = ..., %s\n", step->program,
			is_on ? "enable" : "disable", step->words[0]);
	else
		fprintf(file, "[driver %s]\nload = %s\n", step->words[0], is_on ? "yes" : "no");
}

/* The layer has one selection, so the steps in effect have the same words; the last one has them. */
static void put_devices(FILE *file, const struct set_part *part)
{
	const struct set_step *last = NULL;
	const char *separator = "programs = ";
	bool is_for_all = false;

	LIST_EACH(const struct set_step, step, part->steps)
		if (step->subject == SET_DEVICE && is_in_effect(step)) {
			last = step;
			is_for_all |= !step->program;
		}
	if (!last)
		return;
	fprintf(file, "[layers]\nload = ..., devices\n[layer devices]\noption.visible = ");
	for (size_t i = 0; i < last->count; i++)
		fprintf(file, "%s%s", i > 0 ? ", " : "", last->words[i]);
	fprintf(file, "\n");
	LIST_EACH(const struct set_step, step, part->steps)
		if (!is_for_all && step->subject == SET_DEVICE && is_in_effect(step)) {
			fprintf(file, "%s%s\n", separator, step->program);
			separator = "\t";
		}
}

static void put_part(FILE *file, const struct set_part *part)
{
	if (part->adds_end)
		fprintf(file, "\n");
	fprintf(file, FIRST_LINE "%s", part->adds_end ? END_LINE : "");
	LIST_EACH(const struct set_step, step, part->steps)
		put_step(file, step);
	LIST_EACH(const struct set_step, step, part->steps) {
		if (!is_in_effect(step))
			continue;
		if (step->subject == SET_ORDER)
			put_order(file, step);
		if (step->subject == SET_DRIVER)
			put_driver(file, step);
	}
	put_devices(file, part);
	fprintf(file, LAST_LINE);
}

const char *set_part_write(const struct set_part *part, size_t *size, struct arena *arena)
{
	char *text = NULL;
	const char *copy;
	FILE *file = open_memstream(&text, size);

	if (!file)
		return NULL;
	if (part->before_size > 0)
		fwrite(part->before, 1, part->before_size, file);
	if (part->steps)
		put_part(file, part);
	if (part->after_size > 0)
		fwrite(part->after, 1, part->after_size, file);
	copy = fclose(file) == 0 ? arena_copy(arena, text, *size) : NULL;
	free(text);
	return copy;
}

/* -- reading ---------------------------------------------------------------------------------- */

static const char *find_line(const char *from, const char *end, const char *line)
{
	const size_t length = strlen(line);

	while ((size_t)(end - from) >= length) {
		const char *newline;

		if (memcmp(from, line, length) == 0)
			return from;
		newline = memchr(from, '\n', (size_t)(end - from));
		if (!newline)
			return NULL;
		from = newline + 1;
	}
	return NULL;
}

static bool add_word(struct set_step *step, const char *word, struct arena *arena)
{
	if (!list_make_space_in(arena, &step->words, step->count, sizeof(*step->words)))
		return false;
	step->words[step->count++] = word;
	return true;
}

/* "N: SUBJECT", or "N: SUBJECT for PROGRAM". */
static bool read_step(struct set_step *step, char *text)
{
	char *name = strstr(text, ": ");
	char *program;

	if (!name)
		return false;
	*name = '\0';
	name += 2;
	program = strstr(name, FOR_PROGRAM);
	if (program) {
		*program = '\0';
		step->program = program + strlen(FOR_PROGRAM);
	}
	return text_parse_number(text, &step->number) && set_subject_find(name, &step->subject);
}

static bool has_good_words(const struct set_step *step)
{
	if (step->subject != SET_DRIVER)
		return true;
	return step->count == 1 || (step->count == 2 && (strcmp(step->words[1], "on") == 0 ||
							 strcmp(step->words[1], "off") == 0));
}

/* What has the form of no step is left to the comparison with what the steps say. */
static bool read_steps(struct set_part *part, char *text, struct arena *arena)
{
	struct set_step *step = NULL;
	char *rest = text;
	char *line;

	while ((line = strsep(&rest, "\n"))) {
		char *more = (char *)text_skip_prefix(line, STEP);
		const char *word = text_skip_prefix(line, WORD);

		if (more) {
			step = arena_append(arena, &part->steps, sizeof(*step));
			if (!step || !read_step(step, more) || set_subject_family(step->subject) != part->family)
				return false;
		} else if (word && (!step || !add_word(step, word, arena))) {
			return false;
		}
	}
	LIST_EACH(const struct set_step, each, part->steps)
		if (!has_good_words(each))
			return false;
	return part->steps != NULL;
}

/* Keys after the part would be in another section if it changed. */
static bool has_own_section(const char *text, const char *end)
{
	while (text < end && (text_is_space(*text) || *text == '#' || *text == ';')) {
		const char *newline = text_is_space(*text) ? text :
							     memchr(text, '\n', (size_t)(end - text));

		text = newline ? newline + 1 : end;
	}
	return text == end || *text == '[';
}

static const char *check(const struct set_part *part, const char *text, size_t size,
			 struct arena *arena)
{
	size_t new_size;
	const char *new = set_part_write(part, &new_size, arena);

	if (!new)
		return "there is not enough memory";
	if (new_size != size || memcmp(new, text, size) != 0)
		return "lines that clrouter set had written were changed by hand: they are yours now, so remove the lines that begin with \"# >>>\", \"# step\", \"#\\t\" and \"# <<<\", or undo the change";
	if (!has_own_section(part->after, part->after + part->after_size))
		return "lines after the part of clrouter set are in one of its sections: put them above its first line, or below a section's name";
	return NULL;
}

const char *set_part_read(struct set_part *part, enum settings_family family, const char *text,
			  size_t size, struct arena *arena)
{
	const char *const end = text + size;
	const char *first = size > 0 ? find_line(text, end, FIRST_LINE) : NULL;
	const char *last = first ? find_line(first, end, LAST_LINE) : NULL;
	char *lines;

	*part = (struct set_part){ .family = family, .before = text, .before_size = size };
	if (!first) {
		part->adds_end = size > 0 && end[-1] != '\n';
		return size > 0 && find_line(text, end, LAST_LINE) ?
			       "the first line of clrouter set's is missing, and its last one is there" :
			       NULL;
	}
	if (!last)
		return "the first line of clrouter set's is there, and its last one (\"# <<<\") is missing";
	lines = arena_copy(arena, first, (size_t)(last - first));
	if (!lines)
		return "there is not enough memory";
	part->adds_end = strncmp(first + strlen(FIRST_LINE), END_LINE, strlen(END_LINE)) == 0;
	part->before_size = (size_t)(first - text);
	if (part->adds_end && part->before_size > 0)
		part->before_size--;
	part->after = last + strlen(LAST_LINE);
	part->after_size = (size_t)(end - part->after);
	if (!read_steps(part, lines, arena))
		return "a line \"# step\" of clrouter set's is not as it has written it";
	return check(part, text, size, arena);
}

/* -- changing --------------------------------------------------------------------------------- */

static void drop(struct set_part *part, const struct set_step *step)
{
	struct set_step **at = &part->steps;

	while (*at && *at != step)
		at = &(*at)->next;
	if (*at)
		*at = step->next;
}

/* Does the part say the same without STEP? A step that sets nothing matters if it replaces one. */
static bool is_needless(const struct set_part *part, const struct set_step *step)
{
	if (is_replaced(step))
		return true;
	for (const struct set_step *earlier = part->steps; earlier != step; earlier = earlier->next)
		if (set_step_has_key(earlier, step))
			return false;
	return set_step_is_unset(step);
}

static void shorten(struct set_part *part)
{
	size_t count = 0;

	LIST_EACH(const struct set_step, step, part->steps)
		count++;
	for (struct set_step *step = part->steps; step && step->next && count > SET_STEPS_KEPT;
	     step = step->next)
		if (is_needless(part, step)) {
			drop(part, step);
			count--;
		}
}

bool set_part_add(struct set_part *part, const struct set_step *step, struct arena *arena)
{
	struct set_step *copy = arena_append(arena, &part->steps, sizeof(*copy));

	if (!copy)
		return false;
	*copy = *step;
	copy->next = NULL;
	copy->words = NULL;
	copy->count = 0;
	for (size_t i = 0; i < step->count; i++)
		if (!add_word(copy, step->words[i], arena))
			return false;
	shorten(part);
	return true;
}

struct set_step *set_part_undo(struct set_part *part)
{
	struct set_step *last = part->steps;

	while (last && last->next)
		last = last->next;
	if (last)
		drop(part, last);
	return last;
}
