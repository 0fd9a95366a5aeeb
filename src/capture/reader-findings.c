/* SPDX-License-Identifier: Apache-2.0 */
/* reader-findings: what validation and others found in the launch of a manifest. */
#include <string.h>

#include "capture/capture-format.h"
#include "capture/json-text.h"
#include "capture/reader-objects.h"

/* The text of one element; "" if there is a problem. */
static const char *take_text(struct reader *reader, const char *element, const char *name)
{
	const char *text = json_text_string(element, reader->arena);

	if (!text)
		reader_refuse(reader, "%s has something that is no string of bytes", name);
	else if (strlen(text) > CAPTURE_MOST_FINDING)
		reader_refuse(reader, "%s has a text of more than %d bytes", name, CAPTURE_MOST_FINDING);
	return reader_is_good(reader) ? text : "";
}

/* The array NAME, if it is there and not null. */
static bool take_texts(struct reader *reader, struct capture_texts *texts, const char *checks,
		       const char *name)
{
	const char *array = json_text_member(checks, name);
	size_t count;

	if (!array || json_text_is(array, "null"))
		return false;
	array = reader_array(reader, checks, name, CAPTURE_MOST_FINDINGS, &count);
	texts->texts = reader_list(reader, count, sizeof(*texts->texts));
	array = array && texts->texts ? json_text_first(array) : NULL;
	for (; array && reader_is_good(reader); array = json_text_next(array))
		texts->texts[texts->count++] = take_text(reader, array, name);
	return reader_is_good(reader);
}

void reader_take_findings(struct reader *reader, struct capture_findings *findings,
			  const char *checks)
{
	if (!reader_is_good(reader))
		return;
	findings->is_asked = take_texts(reader, &findings->list, checks, "findings");
	take_texts(reader, &findings->by, checks, "checked_by");
	take_texts(reader, &findings->problems, checks, "unchecked");
}
