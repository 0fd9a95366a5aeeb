/* SPDX-License-Identifier: Apache-2.0 */
/* finding: see finding.h. */
#include "tool/doctor/finding.h"

#include <stdarg.h>
#include <string.h>

#include "tool/output/tell.h"

static const struct {
	const char *name;
	enum say_shade shade;
} levels[FINDING_LEVELS] = {
	[FINDING_PROBLEM] = { "problem", SAY_PROBLEM },
	[FINDING_WARNING] = { "warning", SAY_WARNING },
	[FINDING_GOOD] = { "good", SAY_GOOD },
	[FINDING_OFF] = { "off", SAY_DIM },
};

void findings_init(struct findings *findings, struct arena *arena)
{
	memset(findings, 0, sizeof(*findings));
	findings->arena = arena;
	findings->none.arena = arena;
}

struct finding *finding_add(struct findings *findings, enum finding_level level,
			    const char *subject, const char *id, const char *text)
{
	struct finding *finding = arena_alloc(findings->arena, sizeof(*finding));
	struct finding **end = &findings->first[level];

	findings->count[level]++;
	if (!finding)
		return &findings->none;
	finding->subject = subject;
	finding->id = id;
	finding->text = text;
	finding->arena = findings->arena;
	while (*end)
		end = &(*end)->next;
	*end = finding;
	return finding;
}

static bool has_line(const struct finding *finding, const char *key, const char *text)
{
	for (const struct finding_line *line = finding->lines; line; line = line->next)
		if (strcmp(line->key, key) == 0 && strcmp(line->text, text) == 0)
			return true;
	return false;
}

static void add_line(struct finding *finding, const char *key, bool once, const char *format,
		     va_list arguments)
{
	struct finding_line **end = &finding->lines;
	struct finding_line *line = arena_alloc(finding->arena, sizeof(*line));

	if (!line)
		return;
	line->key = key;
	line->text = tell_format_list(finding->arena, format, arguments);
	if (once && has_line(finding, key, line->text))
		return;
	while (*end)
		end = &(*end)->next;
	*end = line;
}

void finding_say(struct finding *finding, const char *key, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	add_line(finding, key, false, format, arguments);
	va_end(arguments);
}

void finding_say_once(struct finding *finding, const char *key, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	add_line(finding, key, true, format, arguments);
	va_end(arguments);
}

static void print_finding(const struct finding *finding, enum finding_level level)
{
	say_head(levels[level].shade, levels[level].name, "%s: %s: %s", finding->subject,
		 finding->id, finding->text);
	for (const struct finding_line *line = finding->lines; line; line = line->next)
		say_fact(line->key, "%s", line->text);
}

static const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

void findings_print(const struct findings *findings)
{
	const size_t *count = findings->count;

	say_head(count[FINDING_PROBLEM] ? SAY_PROBLEM : SAY_GOOD, "doctor",
		 "%zu problem%s, %zu warning%s, %zu good driver%s, %zu left out",
		 count[FINDING_PROBLEM], plural(count[FINDING_PROBLEM]),
		 count[FINDING_WARNING], plural(count[FINDING_WARNING]),
		 count[FINDING_GOOD], plural(count[FINDING_GOOD]), count[FINDING_OFF]);
	for (int level = 0; level < FINDING_LEVELS; level++)
		for (const struct finding *finding = findings->first[level]; finding;
		     finding = finding->next)
			print_finding(finding, (enum finding_level)level);
}

static void finding_json(const struct finding *finding, enum finding_level level,
			 struct json *json)
{
	json_open_object(json, NULL);
	json_text(json, "level", levels[level].name);
	json_text(json, "subject", finding->subject);
	json_text(json, "id", finding->id);
	json_text(json, "text", finding->text);
	json_open_array(json, "facts");
	for (const struct finding_line *line = finding->lines; line; line = line->next) {
		json_open_object(json, NULL);
		json_text(json, "key", line->key);
		json_text(json, "text", line->text);
		json_close_object(json);
	}
	json_close_array(json);
	json_close_object(json);
}

void findings_json(const struct findings *findings, struct json *json)
{
	json_open_object(json, NULL);
	json_number(json, "problems", (long)findings->count[FINDING_PROBLEM]);
	json_number(json, "warnings", (long)findings->count[FINDING_WARNING]);
	json_open_array(json, "findings");
	for (int level = 0; level < FINDING_LEVELS; level++)
		for (const struct finding *finding = findings->first[level]; finding;
		     finding = finding->next)
			finding_json(finding, (enum finding_level)level, json);
	json_close_array(json);
	json_close_object(json);
}
