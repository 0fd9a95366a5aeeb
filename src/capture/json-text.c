/* SPDX-License-Identifier: Apache-2.0 */
/* json-text: see json-text.h. */
#include "capture/json-text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_LEVELS 64
#define MOST_NUMBER 40	/* characters of a number that has a fraction or an exponent */

/* -- the check ------------------------------------------------------------------------------- */

struct check {
	const char *at;
	const char *end;
	unsigned int levels;	/* that are allowed */
	const char *problem;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* 0 to 15; -1: it is no hexadecimal digit. */
static int digit_value(char c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static const char *skip_blanks(const char *at)
{
	while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')
		at++;
	return at;
}

static bool refuse(struct check *check, const char *problem)
{
	check->problem = problem;
	return false;
}

/* The four digits of \uXXXX, of which AT is the first. False: they are not right. */
static bool read_unicode(const char *at, unsigned int *code)
{
	*code = 0;
	for (int i = 0; i < 4; i++) {
		const int value = digit_value(at[i]);

		if (value < 0)
			return false;
		*code = *code * 16 + (unsigned int)value;
	}
	return true;
}

static bool check_escape(struct check *check)
{
	unsigned int code;

	if (check->at[1] == 'u' && read_unicode(check->at + 2, &code))
		check->at += 6;
	else if (check->at[1] && strchr("\"\\/bfnrt", check->at[1]))
		check->at += 2;
	else
		return refuse(check, "an escape that JSON does not have");
	return true;
}

static bool check_string(struct check *check)
{
	if (*check->at != '"')
		return refuse(check, "expected a string");
	check->at++;
	while (*check->at != '"') {
		if ((unsigned char)*check->at < ' ')
			return refuse(check, check->at < check->end ?
						     "a control character in a string" :
						     "the text ends in a string");
		if (*check->at != '\\')
			check->at++;
		else if (!check_escape(check))
			return false;
	}
	check->at++;
	return true;
}

static bool check_digits(struct check *check)
{
	if (!is_digit(*check->at))
		return refuse(check, "expected a digit");
	while (is_digit(*check->at))
		check->at++;
	return true;
}

static bool check_number(struct check *check)
{
	check->at += *check->at == '-';
	if (check->at[0] == '0' && is_digit(check->at[1]))
		return refuse(check, "a number that begins with 0");
	if (!check_digits(check))
		return false;
	if (*check->at == '.') {
		check->at++;
		if (!check_digits(check))
			return false;
	}
	if (*check->at != 'e' && *check->at != 'E')
		return true;
	check->at++;
	check->at += *check->at == '-' || *check->at == '+';
	return check_digits(check);
}

static bool check_word(struct check *check)
{
	static const char *const words[] = { "null", "true", "false" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strncmp(check->at, words[i], strlen(words[i])) == 0) {
			check->at += strlen(words[i]);
			return true;
		}
	return refuse(check, check->at < check->end ? "expected a value" : "the text ends too early");
}

static bool check_scalar(struct check *check)
{
	if (*check->at == '"')
		return check_string(check);
	return *check->at == '-' || is_digit(*check->at) ? check_number(check) : check_word(check);
}

/* The name of a member, and the colon. */
static bool check_name(struct check *check)
{
	check->at = skip_blanks(check->at);
	if (!check_string(check))
		return false;
	check->at = skip_blanks(check->at);
	if (*check->at != ':')
		return refuse(check, "expected a colon");
	check->at++;
	return true;
}

/* What follows a value: the ends of brackets, and then a comma, or the end of the text. */
static bool check_after(struct check *check, const char *open, unsigned int *depth)
{
	for (;;) {
		check->at = skip_blanks(check->at);
		if (*depth == 0)
			return check->at == check->end || refuse(check, "more than one value");
		if (*check->at == ',') {
			check->at++;
			return open[*depth - 1] != '{' || check_name(check);
		}
		if (*check->at != (open[*depth - 1] == '{' ? '}' : ']'))
			return refuse(check, check->at < check->end ? "expected a comma" :
								      "the text ends too early");
		check->at++;
		--*depth;
	}
}

static bool check_text(struct check *check)
{
	char open[MOST_LEVELS];
	unsigned int depth = 0;

	do {
		check->at = skip_blanks(check->at);
		if (*check->at != '{' && *check->at != '[') {
			if (!check_scalar(check) || !check_after(check, open, &depth))
				return false;
			continue;
		}
		if (depth == check->levels || depth == MOST_LEVELS)
			return refuse(check, "too many brackets inside each other");
		open[depth++] = *check->at;
		check->at = skip_blanks(check->at + 1);
		if (*check->at == (open[depth - 1] == '{' ? '}' : ']')) {
			if (!check_after(check, open, &depth))
				return false;
		} else if (open[depth - 1] == '{' && !check_name(check)) {
			return false;
		}
	} while (depth > 0);
	return check->at == check->end || refuse(check, "more than one value");
}

bool json_text_check(const char *text, size_t size, unsigned int levels, const char **problem,
		     size_t *where)
{
	struct check check = { .at = text, .end = text + size, .levels = levels };
	const bool is_right = check_text(&check);

	*problem = check.problem;
	*where = (size_t)(check.at - text);
	return is_right;
}

/* -- values ---------------------------------------------------------------------------------- */

const char *json_text_value(const char *text)
{
	return skip_blanks(text);
}

bool json_text_is_object(const char *value)
{
	return *value == '{';
}

bool json_text_is_array(const char *value)
{
	return *value == '[';
}

bool json_text_is_string(const char *value)
{
	return *value == '"';
}

bool json_text_is(const char *value, const char *word)
{
	return strncmp(value, word, strlen(word)) == 0;
}

/* AT is the quote that begins a string; the result follows the one that ends it. */
static const char *skip_string(const char *at)
{
	for (at++; *at != '"'; at++)
		at += *at == '\\';
	return at + 1;
}

static const char *skip_value(const char *at)
{
	unsigned int depth = 0;

	do {
		if (*at == '"') {
			at = skip_string(at);
			continue;
		}
		depth += *at == '{' || *at == '[';
		depth -= *at == '}' || *at == ']';
		at++;
	} while (depth > 0);
	/* A number or a word goes on. */
	while (is_digit(*at) || (*at >= 'a' && *at <= 'z') || (*at && strchr("+-.E", *at)))
		at++;
	return at;
}

/* What follows VALUE in its array or object; NULL: it is the last. */
static const char *next_value(const char *value)
{
	const char *at = skip_blanks(skip_value(value));

	return *at == ',' ? skip_blanks(at + 1) : NULL;
}

static bool is_name(const char *at, const char *name)
{
	const size_t length = strlen(name);

	return strncmp(at + 1, name, length) == 0 && at[1 + length] == '"';
}

const char *json_text_member(const char *object, const char *name)
{
	const char *at = json_text_is_object(object) ? skip_blanks(object + 1) : "}";
	const char *found = NULL;

	if (*at == '}')
		return NULL;
	while (at) {
		const char *value = skip_blanks(skip_blanks(skip_string(at)) + 1);

		if (is_name(at, name)) {
			if (found)
				return NULL;
			found = value;
		}
		at = next_value(value);
	}
	return found;
}

const char *json_text_first(const char *array)
{
	const char *at = json_text_is_array(array) ? skip_blanks(array + 1) : "]";

	return *at == ']' ? NULL : at;
}

const char *json_text_next(const char *element)
{
	return next_value(element);
}

size_t json_text_count(const char *array)
{
	size_t count = 0;

	for (const char *at = json_text_first(array); at; at = json_text_next(at))
		count++;
	return count;
}

/* -- numbers --------------------------------------------------------------------------------- */

/* Does a number go on at AT, so that it is no whole one? */
static bool goes_on(const char *at)
{
	return *at == '.' || *at == 'e' || *at == 'E';
}

bool json_text_unsigned(const char *value, uint64_t *number)
{
	uint64_t sum = 0;

	if (!is_digit(*value))
		return false;
	for (; is_digit(*value); value++) {
		const uint64_t digit = (uint64_t)(*value - '0');

		if (sum > (UINT64_MAX - digit) / 10)
			return false;
		sum = sum * 10 + digit;
	}
	*number = sum;
	return !goes_on(value);
}

bool json_text_signed(const char *value, int64_t *number)
{
	const bool is_negative = *value == '-';
	uint64_t size;

	if (!json_text_unsigned(value + is_negative, &size) || size > INT64_MAX)
		return false;
	*number = is_negative ? -(int64_t)size : (int64_t)size;
	return true;
}

bool json_text_real(const char *value, double *number)
{
	if ((*value != '-' && !is_digit(*value)) || skip_value(value) - value > MOST_NUMBER)
		return false;
	*number = strtod(value, NULL);
	return isfinite(*number);
}

/* -- strings --------------------------------------------------------------------------------- */

/* The code of the character at *AT, which then is the next one. UTF-8 as far as U+07FF. */
static bool take_character(const char **at, unsigned int *code)
{
	static const char names[] = "bfnrt";
	static const char codes[] = "\b\f\n\r\t";
	const char *text = *at;
	const char *name;

	*at += 1;
	*code = (unsigned char)text[0];
	if (text[0] == '\\' && text[1] == 'u') {
		*at += 5;
		return read_unicode(text + 2, code);
	}
	if (text[0] == '\\') {
		*at += 1;
		name = strchr(names, text[1]);
		*code = (unsigned char)(name ? codes[name - names] : text[1]);
	} else if (*code >= 0x80) {
		*at += 1;
		if ((*code & 0xE0) != 0xC0 || (text[1] & 0xC0) != 0x80)
			return false;
		*code = (*code & 0x1F) << 6 | (unsigned int)(text[1] & 0x3F);
	}
	return true;
}

const char *json_text_string(const char *value, struct arena *arena)
{
	char *copy;
	char *to;

	if (!json_text_is_string(value))
		return NULL;
	copy = arena_alloc(arena, (size_t)(skip_string(value) - value));
	if (!copy)
		return NULL;
	to = copy;
	for (value++; *value != '"';) {
		unsigned int code;

		if (!take_character(&value, &code) || code == 0 || code > 0xFF)
			return NULL;
		*to++ = (char)code;
	}
	return copy;
}

const unsigned char *json_text_bytes(const char *value, size_t most, size_t *size,
				     struct arena *arena)
{
	unsigned char *bytes;
	size_t length;

	if (!json_text_is_string(value))
		return NULL;
	length = (size_t)(skip_string(value) - value) - 2;
	if (length % 2 != 0 || length / 2 > most)
		return NULL;
	*size = length / 2;
	bytes = arena_alloc(arena, *size + 1);
	for (size_t i = 0; bytes && i < *size; i++) {
		const int high = digit_value(value[1 + 2 * i]);
		const int low = digit_value(value[2 + 2 * i]);

		if (high < 0 || low < 0)
			return NULL;
		bytes[i] = (unsigned char)(high << 4 | low);
	}
	return bytes;
}

void json_text_put(FILE *file, const char *text)
{
	fputc('"', file);
	for (; *text; text++)
		if (*text < ' ' || *text > '~' || *text == '"' || *text == '\\')
			fprintf(file, "\\u%04x", (unsigned char)*text);
		else
			fputc(*text, file);
	fputc('"', file);
}
