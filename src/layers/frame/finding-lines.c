/* SPDX-License-Identifier: Apache-2.0 */
/*
 * finding-lines: see finding-lines.h.
 */
#include "layers/frame/finding-lines.h"

#include <inttypes.h>
#include <unistd.h>

#include "base/common/status-line.h"
#include "layers/frame/output-file.h"
#include "layers/frame/place/place.h"
#include "layers/frame/place/symbols.h"
#include "layers/frame/status.h"
#include "layers/frame/stop.h"

#define LINE_BUFFER 131072

/* Used with the lock held, so one is enough. */
static char buffer[LINE_BUFFER + 1];
static struct line line;
static struct finding_head head; /* of the object in the line */

static struct output_file output;
static const char *layer;
static bool is_json;
static bool has_mistake;

void finding_start(const char *layer_name, const char *path, const char *status, bool json)
{
	layer = layer_name;
	is_json = json;
	has_mistake = false;
	status_start(status, true);
	status_say_process(STATUS_STARTED);
	place_start();
	output_file_open(&output, path, OUTPUT_APPEND);
}

void finding_end(void)
{
	output_file_close(&output);
	place_end();
	status_end();
}

void finding_note_mistake(void)
{
	status_say_process(STATUS_FINDING);
	if (!has_mistake)
		stop_request();
	has_mistake = true;
}

void finding_ask_place(char text[FINDING_PLACE], const void *site)
{
	struct line place = line_in(text, FINDING_PLACE);

	if (site)
		symbols_add(&place, site);
}

struct line *finding_begin_text(void)
{
	line = line_in(buffer, LINE_BUFFER);
	line_add(&line, "clrouter: %s: ", layer);
	return &line;
}

struct line *finding_begin_detail(const char *what)
{
	line_add(finding_begin_text(), "    %s: ", what);
	return &line;
}

static void begin_object(void)
{
	line = line_in(buffer, LINE_BUFFER);
	line_add(&line, "{");
	finding_add_member(&line, "level", head.level);
	finding_add_member(&line, "id", head.id);
	finding_add_member(&line, head.key, head.name);
}

struct line *finding_begin(const struct finding_head *begun)
{
	head = *begun;
	if (is_json)
		begin_object();
	else
		line_add(finding_begin_text(), "%s: %s: ", head.level, head.id);
	return &line;
}

void finding_write(void)
{
	if (is_json && line.is_truncated)
		begin_object();
	if (is_json)
		line_add(&line, ",\"process\":%ld}", (long)getpid());
	output_file_write_line(&output, &line);
}

void finding_add_place(struct line *to, const char *what, const char *key, const char *place)
{
	if (is_json)
		finding_add_member(to, key, place);
	else if (*place)
		line_add(to, "; %s at %s", what, place);
}

static void add_key(struct line *to, const char *key)
{
	line_add(to, "%s\"%s\":", to->text[to->length - 1] == '{' ? "" : ",", key);
}

void finding_add_member(struct line *to, const char *key, const char *text)
{
	if (!text || *text == '\0')
		return;
	add_key(to, key);
	line_add_json(to, text);
}

void finding_add_number(struct line *to, const char *key, int64_t number)
{
	add_key(to, key);
	line_add(to, "%" PRId64, number);
}

void finding_add_stack(struct line *to, const char *key, void *const *frames, int depth)
{
	const char *separator = "";
	char place[FINDING_PLACE];

	add_key(to, key);
	line_add(to, "[");
	for (int i = 0; i < depth; i++) {
		if (symbols_is_own(frames[i]))
			continue;
		line_add(to, "%s", separator);
		finding_ask_place(place, frames[i]);
		line_add_json(to, place);
		separator = ",";
	}
	line_add(to, "]");
}

void finding_write_stack(const char *what, void *const *frames, int depth)
{
	for (int i = 0; i < depth; i++) {
		if (symbols_is_own(frames[i]))
			continue;
		symbols_add(finding_begin_detail(what), frames[i]);
		finding_write();
	}
}

void finding_write_count(const struct finding_head *counted, const struct repeat *repeat)
{
	char place[FINDING_PLACE];

	finding_ask_place(place, repeat->site);
	finding_begin(counted);
	if (is_json) {
		line_add(&line, ",\"count\":%lu", repeat->count);
		finding_add_member(&line, "called_at", place);
	} else {
		line_add(&line, "%lu times at one place%s%s", repeat->count, *place ? ": " : "",
			 place);
	}
	finding_write();
}

void finding_write_end(size_t findings, const char *more)
{
	if (is_json || (findings == 0 && !output_file_is_same(&output)))
		return;
	finding_begin_text();
	if (findings == 0)
		line_add(&line, "no finding");
	else
		line_add(&line, "%zu finding%s", findings, findings == 1 ? "" : "s");
	line_add(&line, "%s", more);
	finding_write();
}
