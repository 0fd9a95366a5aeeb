/* SPDX-License-Identifier: Apache-2.0 */
/* preprocess: see preprocess.h. */
#include "rewriter/preprocess.h"

#include <stdlib.h>
#include <string.h>

#include "base/common/list.h"
#include "base/text.h"
#include "rewriter/run-clang.h"
#include "rewriter/unit-headers.h"

struct argument_list {
	struct arena *arena;
	const char **list;
	size_t count;
};

static void add(struct argument_list *arguments, const char *text)
{
	if (!list_make_space_in(arguments->arena, &arguments->list, arguments->count, sizeof(text)))
		exit(1);
	arguments->list[arguments->count++] = text;
}

static void add_macro(struct argument_list *arguments, const char *name, size_t length,
		      const char *value, size_t value_length)
{
	struct growing_text text = { 0 };

	growing_text_add(&text, "-D%.*s=%.*s", (int)length, name, (int)value_length, value);
	add(arguments, growing_text_copy(arguments->arena, text.text, text.length));
	growing_text_done(&text);
}

static bool is_name(const char *name, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (!text_is_name(name[i]))
			return false;
	return length > 0 && !(name[0] >= '0' && name[0] <= '9');
}

/* The driver's own macros, a line each. */
static void add_macros(struct argument_list *arguments, const char *macros)
{
	while (macros && *macros) {
		const size_t length = strcspn(macros, "\n"), name = strcspn(macros, " \n");

		if (is_name(macros, name) && length - name <= 4096)
			add_macro(arguments, macros, name, macros + name + (name < length ? 1 : 0),
				  length - name - (name < length ? 1 : 0));
		macros += length + (macros[length] ? 1 : 0);
	}
}

/*
 * Macros of OpenCL's header. They stay names, which the driver expands, but #ifdef finds them. The
 * second macro says that the driver has them; NULL: all drivers do.
 */
static const struct {
	const char *names, *condition;
} header_macros[] = {
	{ "NULL MAXFLOAT HUGE_VALF INFINITY NAN FLT_DIG FLT_MANT_DIG FLT_MAX_10_EXP FLT_MAX_EXP "
	  "FLT_MIN_10_EXP FLT_MIN_EXP FLT_RADIX FLT_MAX FLT_MIN FLT_EPSILON CHAR_BIT CHAR_MAX "
	  "CHAR_MIN "
	  "INT_MAX INT_MIN LONG_MAX LONG_MIN SCHAR_MAX SCHAR_MIN SHRT_MAX SHRT_MIN UCHAR_MAX "
	  "USHRT_MAX "
	  "UINT_MAX ULONG_MAX FP_ILOGB0 FP_ILOGBNAN M_E_F M_LOG2E_F M_LOG10E_F M_LN2_F M_LN10_F "
	  "M_PI_F "
	  "M_PI_2_F M_PI_4_F M_1_PI_F M_2_PI_F M_2_SQRTPI_F M_SQRT2_F M_SQRT1_2_F",
	  NULL },
	{ "HUGE_VAL DBL_DIG DBL_MANT_DIG DBL_MAX_10_EXP DBL_MAX_EXP DBL_MIN_10_EXP DBL_MIN_EXP "
	  "DBL_MAX "
	  "DBL_MIN DBL_EPSILON M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI "
	  "M_2_SQRTPI M_SQRT2 M_SQRT1_2",
	  "cl_khr_fp64" },
};

static void add_header_macros(struct argument_list *arguments, const char *macros)
{
	for (size_t i = 0; i < sizeof(header_macros) / sizeof(header_macros[0]); i++) {
		const char *condition = header_macros[i].condition;

		if (condition && (!macros || !strstr(macros, condition)))
			continue;
		for (const char *name = header_macros[i].names; *name;) {
			const size_t length = strcspn(name, " ");

			add_macro(arguments, name, length, name, length);
			name += length + (name[length] ? 1 : 0);
		}
	}
}

static void add_version(struct argument_list *arguments, const struct preprocess_input *input,
			const struct clang_options *options)
{
	char number[16];
	const size_t length = text_format(number, sizeof(number), "%u", input->version);

	/* The option decides about the language, whatever the driver has without one. */
	if (options->standard || !input->macros || !strstr(input->macros, "__OPENCL_C_VERSION__"))
		add_macro(arguments, "__OPENCL_C_VERSION__", 20, number, length);
	if (!input->macros || !strstr(input->macros, "__OPENCL_VERSION__"))
		add_macro(arguments, "__OPENCL_VERSION__", 18, number, length);
	if (options->is_relaxed)
		add(arguments, "-D__FAST_RELAXED_MATH__=1");
}

/* The program's own headers come before all directories. */
static void add_headers(struct argument_list *arguments, const struct unit_headers *headers)
{
	if (!headers->overlay)
		return;
	add(arguments, "-ivfsoverlay");
	add(arguments, headers->overlay);
	add(arguments, "-I" UNIT_HEADERS_DIRECTORY);
}

bool preprocess(struct arena *arena, const struct preprocess_input *input,
		const struct clang_options *options, struct growing_text *output,
		const char **reason)
{
	struct argument_list arguments = { .arena = arena };
	struct unit_headers headers;
	bool is_done;
	static const char *const first[] = { "clang",
					     "-E",
					     "-x",
					     "cl",
					     "-cl-no-stdinc",
					     "-undef",
					     "-nostdinc",
					     "-w",
					     "-fno-color-diagnostics",
					     "-target" };

	if (!unit_headers_open(&headers, arena, input->unit, reason)) {
		unit_headers_close(&headers);
		return false;
	}
	for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); i++)
		add(&arguments, first[i]);
	add(&arguments, input->bits == 32 ? "spir-unknown-unknown" : "spir64-unknown-unknown");
	add_header_macros(&arguments, input->macros);
	add_macros(&arguments, input->macros);
	add_version(&arguments, input, options);
	add_headers(&arguments, &headers);
	for (size_t i = 0; i < options->count; i++)
		add(&arguments, options->preprocess[i]);
	add(&arguments, "-");
	add(&arguments, NULL);
	is_done = run_clang(arena, arguments.list, input->unit->source, strlen(input->unit->source),
			    output, reason);
	unit_headers_close(&headers);
	return is_done;
}
