/* SPDX-License-Identifier: Apache-2.0 */
/* finding: see finding.h. */
#include "tool/doctor/finding.h"

#include <stdarg.h>
#include <string.h>

#include "table/json.h"
#include "table/lines.h"
#include "tool/output/format.h"

static const struct {
	const char *name;
	enum lines_shade shade;
} levels[FINDING_LEVELS] = {
	[FINDING_PROBLEM] = { "problem", LINES_PROBLEM },
	[FINDING_WARNING] = { "warning", LINES_WARNING },
	[FINDING_GOOD] = { "good", LINES_GOOD },
	[FINDING_OFF] = { "off", LINES_DIM },
};

void findings_init(struct findings *findings, struct arena *arena)
{
	memset(findings, 0, sizeof(*findings));
	findings->arena = arena;
	findings->none.arena = arena;
}

struct finding *finding_add(struct findings *findings, enum finding_level level,
			    const char *subject, const char *id, const char *format, ...)
{
	struct finding *finding =
		arena_append(findings->arena, &findings->first[level], sizeof(*finding));
	va_list arguments;

	findings->count[level]++;
	if (!finding)
		return &findings->none;
	finding->subject = subject;
	finding->id = id;
	va_start(arguments, format);
	finding->text = format_into_va(findings->arena, format, arguments);
	va_end(arguments);
	finding->arena = findings->arena;
	return finding;
}

static bool has_fact(const struct finding *finding, const char *key, const char *text)
{
	LIST_EACH(const struct finding_fact, fact, finding->facts)
		if (strcmp(fact->key, key) == 0 && strcmp(fact->text, text) == 0)
			return true;
	return false;
}

static void add_fact(struct finding *finding, const char *key, bool once, const char *format,
		     va_list arguments)
{
	const char *text = format_into_va(finding->arena, format, arguments);
	struct finding_fact *fact;

	if (once && has_fact(finding, key, text))
		return;
	fact = arena_append(finding->arena, &finding->facts, sizeof(*fact));
	if (fact) {
		fact->key = key;
		fact->text = text;
	}
}

void finding_fact(struct finding *finding, const char *key, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	add_fact(finding, key, false, format, arguments);
	va_end(arguments);
}

void finding_fact_once(struct finding *finding, const char *key, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	add_fact(finding, key, true, format, arguments);
	va_end(arguments);
}

void finding_cure(struct finding *finding, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	add_fact(finding, "cure", true, format, arguments);
	va_end(arguments);
}

bool finding_has(const struct finding *finding, const char *key)
{
	const struct finding_fact *fact = finding->facts;

	while (fact && strcmp(fact->key, key) != 0)
		fact = fact->next;
	return fact != NULL;
}

static void write_fact(const struct finding_fact *fact, struct output *output)
{
	lines_fact(output, fact->key, "%s", fact->text);
	format_json_texts(output, "key", fact->key, "text", fact->text, FORMAT_END);
}

static void write_finding(const struct finding *finding, enum finding_level level,
			  struct output *output)
{
	lines_head(output, levels[level].shade, levels[level].name, "%s: %s: %s", finding->subject,
		   finding->id, finding->text);
	json_open_object(output, NULL);
	json_text(output, "level", levels[level].name);
	json_text(output, "subject", finding->subject);
	json_text(output, "id", finding->id);
	json_text(output, "text", finding->text);
	json_open_array(output, "facts");
	LIST_EACH(const struct finding_fact, fact, finding->facts)
		write_fact(fact, output);
	json_close_array(output);
	json_close_object(output);
}

static const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

static void write_counts(const size_t *count, struct output *output)
{
	lines_head(output, count[FINDING_PROBLEM] ? LINES_PROBLEM : LINES_GOOD, "doctor",
		   "%zu problem%s, %zu warning%s, %zu good driver%s, %zu left out",
		   count[FINDING_PROBLEM], plural(count[FINDING_PROBLEM]),
		   count[FINDING_WARNING], plural(count[FINDING_WARNING]),
		   count[FINDING_GOOD], plural(count[FINDING_GOOD]), count[FINDING_OFF]);
	json_number(output, "problems", (long)count[FINDING_PROBLEM]);
	json_number(output, "warnings", (long)count[FINDING_WARNING]);
}

void findings_write_members(const struct findings *findings, struct output *output)
{
	write_counts(findings->count, output);
	json_open_array(output, "findings");
	for (int level = 0; level < FINDING_LEVELS; level++)
		LIST_EACH(const struct finding, finding, findings->first[level])
			write_finding(finding, (enum finding_level)level, output);
	json_close_array(output);
}

void findings_write(const struct findings *findings, struct output *output)
{
	json_open_object(output, NULL);
	findings_write_members(findings, output);
	json_close_object(output);
}
