/* SPDX-License-Identifier: Apache-2.0 */
/*
 * summary-file: see summary-file.h. A line for each process, then one for each row, then one that
 * ends the file; each is words of the form key=value with a tab between them.
 */
#include "tool/report/summary/summary-file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "tool/output/message.h"
#include "tool/report/space.h"

#define FIRST_LINE "clrouter-summary 1"
#define LAST_WORD "end"

#define TEXT(type, key, member) \
	{ \
		key, offsetof(struct type, member), true \
	}
#define NUMBER(type, key, member) \
	{ \
		key, offsetof(struct type, member), false \
	}

const struct summary_member summary_process_members[] = {
	TEXT(summary_process, "host", host),
	TEXT(summary_process, "rank", rank),
	TEXT(summary_process, "job", job),
	TEXT(summary_process, "program", program),
	TEXT(summary_process, "devices", devices),
	TEXT(summary_process, "end", end),
	TEXT(summary_process, "died_in", died_in),
	NUMBER(summary_process, "process", process),
	NUMBER(summary_process, "start", start),
	NUMBER(summary_process, "run", run),
	NUMBER(summary_process, "inside", inside),
	NUMBER(summary_process, "busy", busy),
	NUMBER(summary_process, "building", building),
	NUMBER(summary_process, "builds", builds),
	NUMBER(summary_process, "calls", calls),
	NUMBER(summary_process, "errors", errors),
	NUMBER(summary_process, "lost", lost),
	NUMBER(summary_process, "damaged", damaged),
	{ NULL, 0, false },
};

const struct summary_member summary_row_members[] = {
	TEXT(summary_row, "name", name),
	NUMBER(summary_row, "count", count),
	NUMBER(summary_row, "errors", errors),
	NUMBER(summary_row, "bytes", bytes),
	NUMBER(summary_row, "measured", times.count),
	NUMBER(summary_row, "estimated", times.estimated),
	NUMBER(summary_row, "total", times.total),
	NUMBER(summary_row, "least", times.least),
	NUMBER(summary_row, "most", times.most),
	NUMBER(summary_row, "squares", times.squares),
	NUMBER(summary_row, "squares_high", times.squares_high),
	NUMBER(summary_row, "processes", processes),
	{ NULL, 0, false },
};

/* The words of a row: the extremes name their processes by indices. */
struct row_words {
	struct summary_row row;
	uint64_t least;
	uint64_t most;
	uint64_t least_process;
	uint64_t most_process;
};

static const struct summary_member extreme_members[] = {
	NUMBER(row_words, "least_sum", least),
	NUMBER(row_words, "most_sum", most),
	NUMBER(row_words, "least_sum_process", least_process),
	NUMBER(row_words, "most_sum_process", most_process),
	{ NULL, 0, false },
};

const char *summary_text(const void *object, const struct summary_member *member)
{
	return *(const char *const *)((const char *)object + member->offset);
}

uint64_t summary_number(const void *object, const struct summary_member *member)
{
	return *(const uint64_t *)((const char *)object + member->offset);
}

/* -- writing ---------------------------------------------------------------------------- */

/* The backslash is escaped, too: it begins an escape. */
static void put_escaped(FILE *file, const char *text)
{
	char shown[TEXT_SHOWN_SIZE];

	while (*text) {
		text_take_shown(&text, shown);
		fputs(strcmp(shown, "\\") == 0 ? "\\x5C" : shown, file);
	}
}

/* What is 0 or NULL is left out. */
static void put_members(FILE *file, const void *object, const struct summary_member *members)
{
	for (const struct summary_member *member = members; member->key; member++) {
		if (!member->is_text && summary_number(object, member) != 0) {
			fprintf(file, "\t%s=%" PRIu64, member->key, summary_number(object, member));
		} else if (member->is_text && summary_text(object, member)) {
			fprintf(file, "\t%s=", member->key);
			put_escaped(file, summary_text(object, member));
		}
	}
}

static void put_buckets(FILE *file, const struct durations *times)
{
	const char *separator = "\tbuckets=";

	for (unsigned int i = 0; i < DURATIONS_BUCKETS; i++) {
		if (times->buckets[i] == 0)
			continue;
		fprintf(file, "%s%u:%" PRIu64, separator, i, times->buckets[i]);
		separator = ",";
	}
}

static void put_extreme(FILE *file, const char *key, const struct summary_extreme *extreme)
{
	fprintf(file, "\t%s=%" PRIu64 "\t%s_process=%zu", key, extreme->total, key,
		extreme->process->index);
}

void summary_file_write(const struct summary *summary, FILE *file)
{
	fprintf(file, FIRST_LINE "\n");
	for (size_t i = 0; i < summary->process_count; i++) {
		fprintf(file, "process");
		put_members(file, summary->processes[i], summary_process_members);
		fprintf(file, "\n");
	}
	for (size_t i = 0; i < summary->row_count; i++) {
		const struct summary_row *row = summary->rows[i];

		fprintf(file, "%s", summary_kind_name(row->kind));
		put_members(file, row, summary_row_members);
		put_buckets(file, &row->times);
		put_extreme(file, "least_sum", &row->least);
		put_extreme(file, "most_sum", &row->most);
		fprintf(file, "\n");
	}
	fprintf(file, LAST_WORD "\n");
}

/* -- reading ---------------------------------------------------------------------------- */

/* A file that is read: what it says is kept apart until all of it is known to be good. */
struct reading {
	const char *path;
	struct summary own;
	size_t line;
	bool has_ended;
};

static bool complain(const struct reading *reading, const char *why)
{
	message_error("%s: line %zu: %s", reading->path, reading->line, why);
	return false;
}

static unsigned int hex_value(char c)
{
	static const char digits[] = "0123456789abcdef";

	return (unsigned int)(strchr(digits, text_lower(c)) - digits);
}

static bool is_escape(const char *text)
{
	return text[0] == '\\' && text[1] == 'x' && strspn(text + 2, "0123456789abcdefABCDEF") >= 2;
}

/* In place. What is no escape stays. */
static void unescape(char *text)
{
	char *to = text;

	for (; *text; to++) {
		if (is_escape(text)) {
			*to = (char)(hex_value(text[2]) << 4 | hex_value(text[3]));
			text += strlen("\\xNN");
		} else {
			*to = *text++;
		}
	}
	*to = '\0';
}

static bool read_number(const char *text, uint64_t *number)
{
	char *end;

	errno = 0;
	*number = strtoull(text, &end, 10);
	return *text >= '0' && *text <= '9' && (*end == '\0' || *end == ',' || *end == ':') &&
	       errno == 0;
}

/* WORD is key=value, of MEMBERS of OBJECT; what is not known is for a later version. */
static bool read_member(char *word, void *object, const struct summary_member *members)
{
	char *value = strchr(word, '=');
	const struct summary_member *member = members;

	if (!value)
		return false;
	*value++ = '\0';
	while (member->key && strcmp(member->key, word) != 0)
		member++;
	if (!member->key)
		return true;
	if (!member->is_text)
		return read_number(value, (uint64_t *)((char *)object + member->offset));
	unescape(value);
	*(const char **)((char *)object + member->offset) = value;
	return true;
}

static bool read_buckets(const char *text, struct durations *times)
{
	uint64_t bucket;

	for (bool is_more = true; is_more; text++) {
		if (!read_number(text, &bucket) || bucket >= DURATIONS_BUCKETS)
			return false;
		text += strcspn(text, ":");
		if (*text != ':' || !read_number(text + 1, &times->buckets[bucket]))
			return false;
		text += strcspn(text, ",");
		is_more = *text == ',';
	}
	return true;
}

static bool read_row_word(char *word, struct row_words *words)
{
	const size_t length = strcspn(word, "=");

	if (strncmp(word, "buckets=", strlen("buckets=")) == 0)
		return read_buckets(word + strlen("buckets="), &words->row.times);
	for (const struct summary_member *member = extreme_members; member->key; member++)
		if (strlen(member->key) == length && strncmp(member->key, word, length) == 0)
			return read_member(word, words, extreme_members);
	return read_member(word, &words->row, summary_row_members);
}

static bool add_process(struct reading *reading, char *words)
{
	struct summary_process process = { 0 };
	bool is_known;

	for (char *word; (word = strsep(&words, "\t"));)
		if (!read_member(word, &process, summary_process_members))
			return complain(reading, "a word is no key=value");
	if (reading->own.row_count > 0)
		return complain(reading, "processes must come before rows");
	if (summary_add_process(&reading->own, &process, &is_known))
		return true;
	return is_known && complain(reading, "the process is there twice");
}

static bool add_row(struct reading *reading, enum summary_kind kind, char *words)
{
	struct row_words row = { .row = { .kind = kind } };
	const struct summary *own = &reading->own;

	for (char *word; (word = strsep(&words, "\t"));)
		if (!read_row_word(word, &row))
			return complain(reading, "a word is no key=value, or no number");
	if (!row.row.name)
		return complain(reading, "the row has no name");
	if (row.least_process >= own->process_count || row.most_process >= own->process_count)
		return complain(reading, "there is no such process");
	row.row.least = (struct summary_extreme){ own->processes[row.least_process], row.least };
	row.row.most = (struct summary_extreme){ own->processes[row.most_process], row.most };
	return summary_add_row(&reading->own, &row.row);
}

/* LINE is without its line feed. */
static bool read_line(struct reading *reading, char *line)
{
	char *words = line;
	const char *first = strsep(&words, "\t");

	if (reading->line == 1)
		return strcmp(line, FIRST_LINE) == 0 || complain(reading, "this is no summary");
	if (reading->has_ended)
		return complain(reading, "something follows the end");
	reading->has_ended = strcmp(first, LAST_WORD) == 0;
	if (reading->has_ended || !words)
		return true;
	if (strcmp(first, "process") == 0)
		return add_process(reading, words);
	for (int kind = 0; kind < SUMMARY_KINDS; kind++)
		if (strcmp(first, summary_kind_name((enum summary_kind)kind)) == 0)
			return add_row(reading, (enum summary_kind)kind, words);
	return true;
}

static bool read_lines(struct reading *reading, FILE *file)
{
	char *line = NULL;
	size_t size = 0;
	bool is_good = true;
	ssize_t length;

	while (is_good && (length = getline(&line, &size, file)) > 0) {
		reading->line++;
		is_good = line[length - 1] == '\n' || complain(reading, "the line is cut off");
		line[length - 1] = '\0';
		is_good = is_good && read_line(reading, line);
	}
	free(line);
	return is_good &&
	       (reading->has_ended || complain(reading, "the rest of the file is missing"));
}

/* A FIFO is not waited for. */
static FILE *open_file(const char *path)
{
	int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "r");

	if (!file && descriptor >= 0)
		close(descriptor);
	return file;
}

bool summary_file_is_one(const char *path)
{
	char first[sizeof(FIRST_LINE)] = "";
	FILE *file = open_file(path);

	if (!file)
		return false;
	if (!fgets(first, sizeof(first), file))
		first[0] = '\0';
	fclose(file);
	return strcmp(first, FIRST_LINE) == 0;
}

/* -- joining ---------------------------------------------------------------------------- */

static bool has_any(const struct summary *summary, const struct summary *part, const char *path)
{
	for (size_t i = 0; i < part->process_count; i++) {
		const struct summary_process *process = part->processes[i];

		if (!summary_has_process(summary, process))
			continue;
		message_error("%s: left out, because process %" PRIu64
			      " of it is in another file, too",
			      path, process->process);
		return true;
	}
	return false;
}

/* ROW names processes of its own summary: in SUMMARY they are at the same places from FIRST on. */
static bool join_row(struct summary *summary, size_t first, const struct summary_row *row)
{
	struct summary_row copy = *row;

	copy.least.process = summary->processes[first + row->least.process->index];
	copy.most.process = summary->processes[first + row->most.process->index];
	return summary_add_row(summary, &copy);
}

static bool join(struct summary *summary, const struct summary *part)
{
	const size_t first = summary->process_count;
	bool is_known;

	for (size_t i = 0; i < part->process_count; i++)
		if (!summary_add_process(summary, part->processes[i], &is_known))
			return false;
	for (size_t i = 0; i < part->row_count; i++)
		if (!join_row(summary, first, part->rows[i]))
			return false;
	return true;
}

bool summary_file_read(struct summary *summary, const char *path)
{
	struct reading reading = { .path = path };
	FILE *file = open_file(path);
	bool is_good;

	if (!file) {
		message_error("%s: %s", path, strerror(errno));
		return false;
	}
	is_good = read_lines(&reading, file) && !has_any(summary, &reading.own, path) &&
		  join(summary, &reading.own);
	fclose(file);
	summary_done(&reading.own);
	return is_good;
}
