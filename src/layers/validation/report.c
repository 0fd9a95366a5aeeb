/* SPDX-License-Identifier: Apache-2.0 */
/*
 * report: see report.h.
 */
#include "layers/validation/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "layers/common/line.h"
#include "layers/common/output-file.h"
#include "layers/common/pointer-map.h"
#include "layers/common/stop.h"

#define LINE_BUFFER 4096
#define PREFIX "clrouter: validation: "
#define SHOWN_ELEMENTS 8

/* A rule that a place in the program breaks. */
struct finding {
	struct finding *next; /* of the same place */
	struct finding *newer;
	const void *site;
	const struct rule *rule;
	unsigned long count;
};

static struct output_file output;
static struct pointer_map places; /* the first finding of each */
static struct finding *oldest;
static struct finding **end = &oldest;

/* -- values ------------------------------------------------------------------------------ */

static void add_handle(struct line *line, const void *handle)
{
	const struct object *object = live_object(handle);

	if (handle == NULL) {
		line_add(line, "NULL");
		return;
	}
	line_add(line, "%p", handle);
	if (object == NULL)
		line_add(line, " (no object)");
	else if (object->is_root)
		line_add(line, " (%s)", names_kind(object->kind));
	else
		line_add(line, " (%s #%" PRIu32 "%s)", names_kind(object->kind), object->number,
			 object->references > 0 ? "" : ", released");
}

static void add_names(struct line *line, enum names_group group, uint64_t value)
{
	const struct names_value *entry = names_find(group, (int64_t)value);

	if (entry != NULL && !names_tables[group].is_bits)
		line_add(line, "%s", entry->name);
	else
		line_add(line, "0x%" PRIx64, value);
}

static void add_array(struct line *line, const struct call *call, unsigned index)
{
	const struct signature_param *param = check_param(call, index);
	const char *array = check_pointer(call, index);
	const size_t count = signature_count(param, call->values);

	line_add(line, "{");
	for (size_t i = 0; i < count && i < SHOWN_ELEMENTS; i++) {
		line_add(line, i > 0 ? ", " : " ");
		if (param->kind == PARAM_HANDLES)
			add_handle(line, ((const void *const *)(const void *)array)[i]);
		else
			line_add(line, "%" PRIu64,
				 signature_number(array + i * param->size, param->size));
	}
	line_add(line, count > SHOWN_ELEMENTS ? ", ... }" : " }");
}

static void add_value(struct line *line, const struct call *call, unsigned index)
{
	const struct signature_param *param = check_param(call, index);
	const void *pointer;

	switch (param->kind) {
	case PARAM_NUMBER:
		line_add(line, "%" PRIu64, check_number(call, index));
		return;
	case PARAM_SIGNED:
		line_add(line, "%" PRId32, (int32_t)check_number(call, index));
		return;
	case PARAM_NAMES:
		add_names(line, param->group, check_number(call, index));
		return;
	case PARAM_HANDLE:
		add_handle(line, check_pointer(call, index));
		return;
	default:
		break;
	}
	pointer = check_pointer(call, index);
	if (pointer == NULL)
		line_add(line, "NULL");
	else if (param->kind == PARAM_HANDLES || param->kind == PARAM_NUMBERS)
		add_array(line, call, index);
	else
		line_add(line, "%p", pointer);
}

/* -- findings ---------------------------------------------------------------------------- */

/* The finding of RULE at the place SITE, new if its count is 0; NULL: there is no memory. */
static struct finding *find(const void *site, const struct rule *rule)
{
	struct finding *first = (struct finding *)pointer_map_get(&places, site);
	struct finding *finding;

	for (finding = first; finding != NULL; finding = finding->next)
		if (finding->rule == rule)
			return finding;
	finding = calloc(1, sizeof(*finding));
	if (finding == NULL)
		return NULL;
	*finding = (struct finding){ .next = first, .site = site, .rule = rule };
	pointer_map_set(&places, site, (uintptr_t)finding);
	*end = finding;
	end = &finding->newer;
	return finding;
}

static void write_line(struct line *line)
{
	line->text[line->length++] = '\n';
	output_file_write(&output, line->text, line->length, "");
}

void validation_report_start(const char *path)
{
	output_file_open(&output, path, OUTPUT_APPEND);
}

/* The other parameters that TEST looks at: what a size is out of bounds of, for example. */
static void add_others(struct line *line, const struct call *call, const struct rule *rule,
		       const struct rule_test *test)
{
	const char *separator = "; ";

	for (unsigned i = 0; i < test->param_count; i++) {
		if (test->params[i] == rule->param)
			continue;
		line_add(line, "%s%s = ", separator, check_param(call, test->params[i])->name);
		add_value(line, call, test->params[i]);
		separator = ", ";
	}
}

void validation_report(const struct call *call, const struct rule *rule,
		       const struct rule_test *test)
{
	static char buffer[LINE_BUFFER + 1];
	struct line line = line_in(buffer, LINE_BUFFER);
	const bool is_first = oldest == NULL;
	struct finding *finding = find(call->site, rule);

	if (finding != NULL && finding->count++ > 0)
		return;
	line_add(&line, PREFIX "error: %s: %s: ", rule->id, signatures[call->slot].name);
	line_add(&line, "%s: ", rule->code_name != NULL ? rule->code_name : "NULL");
	line_add(&line, "%s = ", check_param(call, rule->param)->name);
	add_value(&line, call, rule->param);
	line_add(&line, ": expected %s", rule->text);
	add_others(&line, call, rule, test);
	write_line(&line);
	if (is_first)
		stop_request();
}

void validation_report_clear(void)
{
	for (struct finding *finding = oldest; finding != NULL; finding = finding->newer)
		finding->count = 1;
}

static void write_count(const struct finding *finding)
{
	char buffer[256];
	struct line line = line_in(buffer, sizeof(buffer) - 1);

	line_add(&line, PREFIX "error: %s: %lu times at one place", finding->rule->id,
		 finding->count);
	write_line(&line);
}

void validation_report_end(void)
{
	struct finding *next;

	for (struct finding *finding = oldest; finding != NULL; finding = next) {
		next = finding->newer;
		if (finding->count > 1)
			write_count(finding);
		free(finding);
	}
	oldest = NULL;
	end = &oldest;
	pointer_map_done(&places);
	output_file_close(&output);
}
