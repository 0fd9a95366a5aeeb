/* SPDX-License-Identifier: Apache-2.0 */
/*
 * code-values: the part of code-parts.h about arguments that are passed by value. Numbers are written
 * as such, in the types of OpenCL's headers; structs, and numbers that C has no literal for, as bytes.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "capture/numbers.h"
#include "tool/replay/code/code-parts.h"
#include "tool/replay/code/code-text.h"

#define IN_A_LINE 8	/* numbers */

static uint64_t load_bits(const unsigned char *bytes, size_t size)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < size; i++) {
		const size_t place = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? i : size - 1 - i;

		bits |= (uint64_t)bytes[i] << (8 * place);
	}
	return bits;
}

static double load_float(const unsigned char *bytes, size_t size)
{
	float single;
	double value;

	if (size == sizeof(single)) {
		memcpy(&single, bytes, sizeof(single));
		return (double)single;
	}
	memcpy(&value, bytes, sizeof(value));
	return value;
}

static bool is_float(const struct numbers_type *type)
{
	return type->as == CAPTURE_FLOAT32 || type->as == CAPTURE_FLOAT64;
}

/* -- numbers --------------------------------------------------------------------------------- */

static void put_whole(FILE *file, const struct numbers_type *type, uint64_t bits)
{
	const unsigned int unused = (unsigned int)(64 - 8 * type->size);
	const int64_t number = (int64_t)(bits << unused) >> unused;
	const char *suffix = type->size < 8 ? "" : type->is_signed ? "LL" : "ULL";

	/* C has no literals of negative numbers: the smallest one would be the negative of what is too large. */
	if (type->as == CAPTURE_FLOAT16)
		fprintf(file, "0x%04" PRIx64, bits);
	else if (!type->is_signed)
		fprintf(file, "%" PRIu64 "%s", bits, suffix);
	else if (type->size >= 4 && bits << unused == (uint64_t)1 << 63)
		fprintf(file, "%" PRId64 "%s - 1", number + 1, suffix);
	else
		fprintf(file, "%" PRId64 "%s", number, suffix);
}

/* Is TEXT exactly the number that has SIZE bytes at BYTES? */
static bool is_exact(const char *text, const unsigned char *bytes, size_t size)
{
	const float single = strtof(text, NULL);
	const double value = strtod(text, NULL);

	return size == sizeof(single) ? memcmp(&single, bytes, size) == 0
				      : memcmp(&value, bytes, size) == 0;
}

/* With as few digits as needed. False: it has no literal. */
static bool format_float(char text[32], const unsigned char *bytes, size_t size)
{
	const double value = load_float(bytes, size);

	for (int digits = 1; digits <= 17; digits++) {
		snprintf(text, 28, "%.*g", digits, value);
		if (!is_exact(text, bytes, size))
			continue;
		/* Infinities, and the NaN that strtod() makes, are exact, too. */
		if (text[strspn(text, "+-0123456789.e")] != '\0')
			return false;
		strcat(text, strpbrk(text, ".e") ? "" : ".0");
		strcat(text, size == sizeof(float) ? "f" : "");
		return true;
	}
	return false;
}

static bool has_literals(const struct numbers_type *type, const struct capture_argument *argument)
{
	char text[32];

	for (size_t at = 0; is_float(type) && at < argument->size; at += type->size)
		if (!format_float(text, argument->bytes + at, type->size))
			return false;
	return true;
}

static void put_number(FILE *file, const struct numbers_type *type, const unsigned char *bytes)
{
	char text[32];

	if (is_float(type) && format_float(text, bytes, type->size))
		fputs(text, file);
	else
		put_whole(file, type, load_bits(bytes, type->size));
}

/* -- arguments ------------------------------------------------------------------------------- */

/* Vectors of half are newer than the headers of OpenCL 1.2. */
static void put_type(FILE *file, const struct numbers_type *type, size_t index)
{
	const bool is_array = type->as == CAPTURE_FLOAT16 && type->components > 1;

	fprintf(file, "\tconst cl_%s", type->name);
	if (type->components > 1 && !is_array)
		fprintf(file, "%u", type->components);
	fprintf(file, " value_%zu", index);
	if (is_array)
		fprintf(file, "[%zu]", numbers_in_memory(type->components));
	fputs(" = ", file);
	if (type->components > 1)
		fputs(is_array ? "{ " : "{ .s = { ", file);
}

static bool put_numbers(FILE *file, const struct capture_argument *argument, size_t index)
{
	struct numbers_type type;
	size_t count;

	if (!numbers_find_type(argument->numbers, &type))
		return false;
	count = numbers_in_memory(type.components);
	if (argument->size != count * type.size || !has_literals(&type, argument))
		return false;
	put_type(file, &type, index);
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			fputs(i % IN_A_LINE == 0 ? ",\n\t\t" : ", ", file);
		put_number(file, &type, argument->bytes + i * type.size);
	}
	if (type.components > 1)
		fputs(type.as == CAPTURE_FLOAT16 ? " }" : " } }", file);
	fputs(";\n", file);
	return true;
}

/* What the bytes of numbers that have no literal are, such as a NaN. */
static void put_bytes_comment(FILE *file, const struct capture_argument *argument)
{
	struct numbers_type type;

	if (!numbers_find_type(argument->numbers, &type) || !is_float(&type) ||
	    argument->size % type.size != 0)
		return;
	fputs("\t/*", file);
	for (size_t at = 0; at < argument->size; at += type.size)
		fprintf(file, "%s %.9g", at > 0 ? "," : "",
			load_float(argument->bytes + at, type.size));
	fputs(" */", file);
}

void code_put_value(FILE *file, const struct capture_argument *argument, size_t index)
{
	if (argument->size == 0) {
		fprintf(file, "\tcheck(clSetKernelArg(kernel, %zu, 0, \"\"), \"clSetKernelArg %zu\");\n",
			index, index);
		return;
	}
	if (!put_numbers(file, argument, index)) {
		fprintf(file, "\tstatic const unsigned char value_%zu[] = {\n\t\t", index);
		code_text_bytes(file, argument->bytes, (size_t)argument->size);
		put_bytes_comment(file, argument);
		fputs("\n\t};\n", file);
	}
	fprintf(file,
		"\tcheck(clSetKernelArg(kernel, %zu, sizeof(value_%zu), &value_%zu), "
		"\"clSetKernelArg %zu\");\n", index, index, index, index);
}
