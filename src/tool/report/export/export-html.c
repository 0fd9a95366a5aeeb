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

static bool put_data(FILE *file, export_page_data *put, const void *data)
{
	char *json = NULL;
	size_t size = 0;
	FILE *memory = open_memstream(&json, &size);
	bool is_good;

	if (!memory)
		return space_is_short();
	is_good = put(memory, data);
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

bool export_page_members(FILE *file, const struct view *view, unsigned int shares)
{
	struct output output;

	output_init(&output, OUTPUT_JSON, file);
	fputs("\"report\":", file);
	json_open_object(&output, NULL);
	view_json_put(&output, view);
	json_close_object(&output);
	fputs(",\"timeline\":", file);
	return page_data_put(file, view->model, shares);
}

/* A page that is being written. */
struct html_page {
	FILE *file;
	char nonce[64];
	export_page_data *put;
	const void *data;
};

/* Lines of page.html that are @WORD@ stand for something else; @NONCE@ may be in a line. */
static bool put_line(const struct html_page *page, const char *line)
{
	const char *mark = strstr(line, "@NONCE@");

	if (strcmp(line, "@STYLE@") == 0)
		put_lines(page->file, page_css);
	else if (strcmp(line, "@SCRIPT@") == 0)
		put_lines(page->file, page_js);
	else if (strcmp(line, "@DATA@") == 0)
		return put_data(page->file, page->put, page->data);
	else if (mark)
		return fprintf(page->file, "%.*s%s", (int)(mark - line), line, page->nonce),
		       put_line(page, mark + strlen("@NONCE@"));
	else
		fprintf(page->file, "%s\n", line);
	return true;
}

bool export_page(FILE *file, export_page_data *put, const void *data)
{
	struct html_page page = { .file = file, .put = put, .data = data };
	bool is_good = make_nonce(page.nonce, sizeof(page.nonce));

	for (const char *const *line = page_html; is_good && *line; line++)
		is_good = put_line(&page, *line);
	return is_good;
}

/* -- of one record --------------------------------------------------------------- */

static bool put_record(FILE *file, const void *data)
{
	const struct view *view = data;

	fputs("{", file);
	if (!export_page_members(file, view, 1))
		return false;
	fputs("}", file);
	return true;
}

bool export_html(FILE *file, const struct model *model)
{
	struct view view;

	view_init(&view, model);
	return view_find(&view) && export_page(file, put_record, &view);
}
