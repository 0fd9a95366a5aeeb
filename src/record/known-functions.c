/* SPDX-License-Identifier: Apache-2.0 */
/* known-functions: see known-functions.h. */
#include "record/known-functions.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>


#define NUMBERS (UINT16_MAX + 1 - RECORD_FIRST_EXTENSION)
#define MAX_WORD 64

/* The texts of a description, each of which ends with a NUL byte. */
struct function_texts {
	const char *next;
	const char *end;
};

/* The next text; NULL if there is none, or its NUL byte is missing. */
static const char *next_text(struct function_texts *texts)
{
	const char *text = texts->next;
	const char *nul = memchr(text, '\0', (size_t)(texts->end - text));

	if (!nul || nul == text)
		return NULL;
	texts->next = nul + 1;
	return text;
}

static enum param_kind find_kind(const char *word)
{
	for (int kind = 0; kind < PARAM_KINDS; kind++)
		if (strcmp(signature_kind((enum param_kind)kind), word) == 0)
			return (enum param_kind)kind;
	return PARAM_POINTER;
}

/* A group of constants or a kind of objects that this tool does not know is none. */
static void set_detail(struct signature_param *param, const char *word)
{
	for (int kind = OBJECT_NONE + 1; kind < OBJECT_KINDS; kind++)
		if (strcmp(names_kind((enum object_kind)kind), word) == 0)
			param->object = (enum object_kind)kind;
	for (int group = NAMES_NONE + 1; group < NAMES_GROUPS; group++)
		if (strcmp(names_tables[group].name, word) == 0)
			param->group = (enum names_group)group;
}

static bool is_size(const struct signature_param *param, int size)
{
	return size == 1 || size == 2 || size == 4 || size == 8 ||
	       (size == 0 && param->kind == PARAM_NOTHING);
}

static bool is_of_objects(enum param_kind kind)
{
	return kind == PARAM_HANDLE || kind == PARAM_HANDLES || kind == PARAM_FOUND ||
	       kind == PARAM_MADE;
}

/*
 * Only what is checked here is believed: the sizes divide, each index is a parameter's, and what is
 * of objects has a kind of object, and nothing else has.
 */
static bool is_sound(const struct signature_param *param, int size, int count, int by, int fixed)
{
	return is_size(param, size) && count >= -1 && count <= SCHAR_MAX && by >= -1 &&
	       by <= SCHAR_MAX && fixed >= 0 && fixed <= UCHAR_MAX &&
	       is_of_objects(param->kind) == (param->object != OBJECT_NONE) &&
	       (param->kind != PARAM_VALUE || by >= 0);
}

/* Names get to the terminal as they are. */
static bool is_name(const char *name)
{
	return name[0] && !name[strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789"
					     "ABCDEFGHIJKLMNOPQRSTUVWXYZ")];
}

/* TEXT: NAME KIND DETAIL SIZE COUNT BY FIXED. */
static bool read_param(struct arena *arena, const char *text, struct signature_param *param)
{
	char name[MAX_WORD] = "";
	char kind[MAX_WORD] = "";
	char detail[MAX_WORD] = "";
	int size = 0;
	int count = -1;
	int by = -1;
	int fixed = 0;

	/* What is missing stays as it is, and is_sound() refuses it. */
	(void)!sscanf(text, "%63s %63s %63s %4d %4d %4d %4d", name, kind, detail, &size, &count,
		      &by, &fixed);
	param->name = is_name(name) ? arena_copy(arena, name, strlen(name)) : "argument";
	param->kind = find_kind(kind);
	set_detail(param, detail);
	if (!is_sound(param, size, count, by, fixed)) {
		*param = (struct signature_param){ .name = param->name, .kind = PARAM_POINTER };
		size = sizeof(uint64_t);
		count = by = -1;
		fixed = 0;
	}
	param->size = (unsigned char)size;
	param->count = (signed char)count;
	param->by = (signed char)by;
	param->fixed = (unsigned char)fixed;
	return param->name != NULL;
}

static unsigned char count_texts(struct function_texts texts)
{
	unsigned char count = 0;

	while (count < SCHAR_MAX && next_text(&texts))
		count++;
	return count;
}

/* An index that is beyond the parameters: nothing is known of the one that has it. */
static void check_indices(struct signature_param *params, int count)
{
	for (int i = 0; i < count; i++)
		if (params[i].count >= count || params[i].by >= count)
			params[i] = (struct signature_param){ .name = params[i].name,
							      .kind = PARAM_POINTER,
							      .size = sizeof(uint64_t),
							      .count = -1,
							      .by = -1 };
}

static bool read_params(struct arena *arena, struct function_texts texts,
			struct signature *function)
{
	const unsigned char count = count_texts(texts);
	struct signature_param *params =
		arena_alloc(arena, (count + (size_t)1) * sizeof(*params));

	if (!params)
		return false;
	for (int i = 0; i < count; i++)
		if (!read_param(arena, next_text(&texts), &params[i]))
			return false;
	check_indices(params, count);
	function->params = params;
	function->param_count = count;
	return true;
}

/* Without a line for the result, only the name is known. */
static bool read_function(struct arena *arena, struct function_texts texts,
			  struct signature *function)
{
	const char *name = next_text(&texts);
	const char *result = name ? next_text(&texts) : NULL;

	function->name = arena_copy(arena, name ? name : "", name ? strlen(name) : 0);
	function->result = (struct signature_param){ .kind = PARAM_POINTER };
	if (!function->name)
		return false;
	function->command = signature_command(function->name);
	if (!result)
		return true;
	return read_param(arena, result, &function->result) &&
	       read_params(arena, texts, function);
}

bool known_functions_add(struct known_functions *known, const struct record *record)
{
	const struct function_texts texts = { (const char *)(record + 1),
					      (const char *)record + record->size };
	const struct signature **place;
	struct signature *function;

	if (record->detail < RECORD_FIRST_EXTENSION)
		return true;
	if (!known->described)
		known->described = calloc(NUMBERS, sizeof(struct signature *));
	if (!known->described)
		return false;
	place = &known->described[record->detail - RECORD_FIRST_EXTENSION];
	if (*place)
		return true;
	function = arena_alloc(known->arena, sizeof(*function));
	*place = function;
	return function && read_function(known->arena, texts, function);
}

const struct signature *known_functions_find(const struct known_functions *known,
					     unsigned int number)
{
	if (number < CLROUTER_SLOTS)
		return &signatures[number];
	if (number < RECORD_FIRST_EXTENSION || number > UINT16_MAX || !known->described)
		return NULL;
	return known->described[number - RECORD_FIRST_EXTENSION];
}

void known_functions_done(struct known_functions *known)
{
	free(known->described);
	known->described = NULL;
}
