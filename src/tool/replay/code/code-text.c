/* SPDX-License-Identifier: Apache-2.0 */
/* code-text: see code-text.h. */
#include "tool/replay/code/code-text.h"

#include <stdbool.h>
#include <string.h>

#include "api/api.h"
#include "base/array.h"
#include "base/text.h"
#include "capture/capture-format.h"
#include "capture/rules.h"

static void put_character(FILE *file, unsigned char c)
{
	if (c == '"' || c == '\\')
		fprintf(file, "\\%c", c);
	else if (c == '\n')
		fputs("\\n", file);
	else if (c == '\t')
		fputs("\\t", file);
	else if (c < ' ' || c > '~' || c == '?')	/* no trigraphs */
		fprintf(file, "\\%03o", c);
	else
		fputc(c, file);
}

static void put_characters(FILE *file, const char *text)
{
	for (; *text; text++)
		put_character(file, (unsigned char)*text);
}

void code_text_string(FILE *file, const char *text)
{
	if (!text) {
		fputs("NULL", file);
		return;
	}
	fputc('"', file);
	put_characters(file, text);
	fputc('"', file);
}

/* What text_take_shown() leaves of TEXT may still end a comment, or be a trigraph. */
void code_text_comment(FILE *file, const char *text)
{
	char shown[TEXT_SHOWN_SIZE] = "";

	while (*text) {
		const char last = *shown;

		text_take_shown(&text, shown);
		if (*shown == '?' || (last == '*' && *shown == '/') ||
		    (last == '/' && *shown == '*'))
			text_format(shown, sizeof(shown), ".");
		fputs(shown, file);
	}
}

void code_text_bytes(FILE *file, const unsigned char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		fprintf(file, "%s0x%02x", i == 0 ? "" : i % 12 == 0 ? ",\n\t\t" : ", ", bytes[i]);
}

void code_text_contents(FILE *file, const struct capture_bytes *contents)
{
	if (strcmp(contents->hash, CAPTURE_ZERO) == 0)
		fputs("NULL", file);
	else
		fprintf(file, "\"" CAPTURE_CONTENTS "/%s\"", contents->hash);
}

void code_text_flags(FILE *file, const struct capture_memory *memory)
{
	static const struct {
		uint64_t flag;
		const char *name;
	} flags[] = {
#define FLAG(name) { name, #name }
		FLAG(CL_MEM_READ_WRITE), FLAG(CL_MEM_WRITE_ONLY), FLAG(CL_MEM_READ_ONLY),
		FLAG(CL_MEM_KERNEL_READ_AND_WRITE),
		FLAG(CL_MEM_SVM_FINE_GRAIN_BUFFER), FLAG(CL_MEM_SVM_ATOMICS),
#undef FLAG
	};
	const uint64_t shared = CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
	bool is_any = false;

	for (size_t i = 0; i < ARRAY_SIZE(flags); i++)
		if ((memory->flags & flags[i].flag) &&
		    (memory->kind == CAPTURE_SVM || !(flags[i].flag & shared))) {
			fprintf(file, "%s%s", is_any ? " | " : "", flags[i].name);
			is_any = true;
		}
	if (!is_any)
		fputs("0", file);
}

/* The program prints TEXT. */
static void put_shown(FILE *file, const char *text)
{
	char shown[TEXT_SHOWN_SIZE];

	while (*text) {
		text_take_shown(&text, shown);
		put_characters(file, shown);
	}
}

/* Arguments that also reach RANGE, by another object than the argument FIRST. */
static void put_others(FILE *file, const struct capture *capture, size_t memory,
		       const struct capture_range *range, size_t first)
{
	for (size_t i = 0; i < capture->argument_count; i++)
		if (!capture->arguments[i].is_const &&
		    rules_reaches(capture, &capture->arguments[i], memory, range) &&
		    capture->arguments[i].index != capture->arguments[first].index)
			fprintf(file, " or %zu", i);
}

void code_text_range(FILE *file, const struct capture *capture, size_t memory,
		     const struct capture_range *range)
{
	const size_t index = rules_argument_of(capture, memory, range);

	fputc('"', file);
	if (index < capture->argument_count) {
		const struct capture_argument *argument = &capture->arguments[index];

		fprintf(file, "argument %zu", index);
		if (*argument->name) {
			fputs(", ", file);
			put_shown(file, argument->name);
		}
		if (*argument->type) {
			fputs(" (", file);
			put_shown(file, argument->type);
			fputc(')', file);
		}
		put_others(file, capture, memory, range, index);
		if (capture->memory[argument->index].kind == CAPTURE_SUB_BUFFER)
			fprintf(file, ", in memory_%zu", memory);
	} else {
		fprintf(file, "memory_%zu", memory);
	}
	fputc('"', file);
}

void code_text_constant(FILE *file, enum names_group group, uint32_t value)
{
	const struct names_value *constant = names_find(group, value);
	const bool is_new = (group == NAMES_cl_channel_order && value > CL_RGBx) ||
			    (group == NAMES_cl_channel_type && value > CL_FLOAT);

	if (constant && !is_new)
		fputs(constant->name, file);
	else
		fprintf(file, "0x%X", value);
}

const char *code_text_rule(const struct capture_rule *rule)
{
	if (rule->as > CAPTURE_FLOAT64)
		return "norms";
	return rule->as >= CAPTURE_FLOAT16 ? "floats" : "bits";
}
