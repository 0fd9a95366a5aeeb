/* SPDX-License-Identifier: Apache-2.0 */
/* export-html: see export.h. The files in page/web are the page without its data. */
#include "tool/report/export/export.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/text.h"
#include "table/json.h"
#include "tool/output/message.h"
#include "tool/report/view/view.h"
#include "tool/report/page/page-data.h"
#include "tool/report/space.h"

/* -- the page ----------------------------------------------------------------- */

/*
 * In JSON these characters are found in strings only, where they may be escapes. Escaped, nothing
 * in the data ends the script element that it is in. A character that is an escape already stays
 * one on the page: it is not harmless in a browser, either.
 */
static void put_escaped(FILE *file, const char *json, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (json[i] == '<' || json[i] == '>' || json[i] == '&') {
			fprintf(file, "\\u%04X", (unsigned)json[i]);
		} else if (json[i] == '\\') {
			fputs(json[++i] == 'u' ? "\\\\" : "\\", file);
			fputc(json[i], file);
		} else {
			fputc(json[i], file);
		}
	}
}

static bool put_data(FILE *file, const struct view *view)
{
	char *json = NULL;
	size_t size = 0;
	FILE *memory = open_memstream(&json, &size);
	struct output output;
	bool is_good;

	if (!memory)
		return space_is_short();
	output_init(&output, OUTPUT_JSON, memory);
	fputs("{\"report\":", memory);
	json_open_object(&output, NULL);
	view_json_put(&output, view);
	json_close_object(&output);
	fputs(",\"timeline\":", memory);
	is_good = page_data_put(memory, view->model);
	fputs("}", memory);
	if (ferror(memory) | fclose(memory))
		is_good = space_is_short();
	if (is_good)
		put_escaped(file, json, size);
	free(json);
	return is_good;
}

/* Only elements with this word count as the page's own: nobody can know it before. */
static bool make_nonce(char *text, size_t size)
{
	unsigned char bytes[16];
	size_t used = 0;

	if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes)) {
		message_error("the system has no random numbers for the page's security policy");
		return false;
	}
	for (size_t i = 0; i < sizeof(bytes); i++)
		used += text_format(text + used, size - used, "%02x", bytes[i]);
	return true;
}

static void put_lines(FILE *file, const char *const *lines)
{
	for (; *lines; lines++)
		fprintf(file, "%s\n", *lines);
}

/* Lines of page.html that are @WORD@ stand for something else; @NONCE@ may be in a line. */
static bool put_line(FILE *file, const char *line, const char *nonce, const struct view *view)
{
	const char *mark = strstr(line, "@NONCE@");

	if (strcmp(line, "@STYLE@") == 0)
		put_lines(file, page_css);
	else if (strcmp(line, "@SCRIPT@") == 0)
		put_lines(file, page_js);
	else if (strcmp(line, "@DATA@") == 0)
		return put_data(file, view);
	else if (mark)
		return fprintf(file, "%.*s%s", (int)(mark - line), line, nonce),
		       put_line(file, mark + strlen("@NONCE@"), nonce, view);
	else
		fprintf(file, "%s\n", line);
	return true;
}

bool export_html(FILE *file, const struct model *model)
{
	char nonce[64];
	struct view view;
	bool is_good = make_nonce(nonce, sizeof(nonce));

	view_init(&view, model);
	is_good = is_good && view_find(&view);
	for (const char *const *line = page_html; is_good && *line; line++)
		is_good = put_line(file, *line, nonce, &view);
	return is_good;
}
