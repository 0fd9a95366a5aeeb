/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch-code: the C of a launch. Each compiler that is installed takes it without a warning, and
 * makes the same launch of it.
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "launch/launch-file.h"
#include "unit/launch/sample.h"
#include "unit/unit.h"

static char *code_of(const struct launch *launch)
{
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	launch_file_write_code(file, launch);
	fclose(file);
	return text;
}

/* -- comments of arguments -------------------------------------------------------------------- */

#define BYTES(text) \
	.size = sizeof(text) - 1, .value = { (const unsigned char *)(text), sizeof(text) - 1 }

static const struct {
	struct launch_argument argument;
	const char *comment;
} comments[] = {
	{ { .kind = LAUNCH_LOCAL }, "/* argument 0 */" },
	{ { .kind = LAUNCH_MEMORY, .type = "float*" }, "/* argument 0, float* */" },
	{ { .kind = LAUNCH_MEMORY, .name = "out" }, "/* argument 0, out */" },
	{ { .kind = LAUNCH_VALUE, .type = "int", .name = "n" }, "/* argument 0, int n */" },
	{ { .kind = LAUNCH_MEMORY, .type = "*/ /* ?\?/", .name = "*\n/" },
	  "/* argument 0, *. /. ../ *\\x0A/ */" },
	{ { .kind = LAUNCH_MEMORY, .name = "\xC3\xA4\xFF" }, "/* argument 0, \303\244\\xFF */" },
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	{ { .type = "int", .name = "n", BYTES("\xFE\xFF\xFF\xFF") },
	  "/* argument 0, int n: int -2 */" },
	{ { .type = "unsigned", BYTES("\xFE\xFF\xFF\xFF") },
	  "/* argument 0, unsigned: uint 4294967294 */" },
	{ { .type = "long", BYTES("\0\0\0\0\0\0\0\x80") },
	  "/* argument 0, long: long -9223372036854775808 */" },
	{ { .type = "char", BYTES("\x80") }, "/* argument 0, char: char -128 */" },
	{ { .type = "real", .numbers = "float2", BYTES("\xCD\xCC\xCC\x3D\0\0\x80\xFF") },
	  "/* argument 0, real: float2 (0.1, -inf) */" },
	{ { .type = "double", BYTES("\x9A\x99\x99\x99\x99\x99\xB9\x3F") },
	  "/* argument 0, double: double 0.1 */" },
	{ { .type = "half4", BYTES("\0\x3C\1\0\0\xFC\xFF\xFB") },
	  "/* argument 0, half4: half4 (1, 5.9604645e-08, -inf, -65504) */" },
	{ { .type = "uchar3", BYTES("\1\2\3\4") }, "/* argument 0, uchar3: uchar3 (1, 2, 3) */" },
	/* Of another size than its type. */
	{ { .type = "uchar3", BYTES("\1\2\3") }, "/* argument 0, uchar3 */" },
#endif
};

START_TEST(arguments_have_comments)
{
	struct launch_argument argument = comments[_i].argument;
	const struct launch launch = { .arguments = &argument, .argument_count = 1 };
	char *text = code_of(&launch);
	char expected[256];

	snprintf(expected, sizeof(expected), "\t%s\n\t{ .kind", comments[_i].comment);
	ck_assert_msg(strstr(text, expected), "there is no\n%s in:\n%s", expected, text);
	free(text);
}
END_TEST

/* -- members ---------------------------------------------------------------------------------- */

static const char *const lines[] = {
	"static struct launch_memory memory[] = {\n"
	"\t{ .kind = LAUNCH_BUFFER, .flags = 18446744073709551615u, .size = 256, .parent = "
	"LAUNCH_NONE },\n"
	"\t{ .kind = LAUNCH_SUB_BUFFER, .size = 64, .origin = 192 },\n",
	"\t.memory = memory,\n\t.memory_count = 5,\n",
	".global = { 64u, 1u, 0u }",
	"\t{ .kind = LAUNCH_BUILT_IN, .build = LAUNCH_UNBUILT, .names = \"a;b\" },\n",
	".value = { (const unsigned char *)\"\\000\\377\\n\\077\", 4 }, .name = \"n\", .type = "
	"\"int\" },\n",
	"\t{ 0 },\n};\n",
};

START_TEST(members_have_names)
{
	char *text = code_of(sample_launch());

	ck_assert_msg(strstr(text, lines[_i]), "there is no\n%s", lines[_i]);
	for (const char *at = text; *at; at++)
		ck_assert(*at == '\n' || *at == '\t' || (*at >= ' ' && *at <= '~'));
	ck_assert_ptr_null(strstr(text, "?\?"));
	free(text);
}
END_TEST

/* -- compilers -------------------------------------------------------------------------------- */

static const char *const compilers[] = { "gcc", "clang" };

#define LONG ((size_t)5000)

/* A launch with values at their limits, and texts of every character and length. */
static struct launch *odd_launch(void)
{
	struct launch *launch = sample_launch();
	char *bytes = arena_alloc(&unit_arena, LONG + 1);
	char *text = arena_alloc(&unit_arena, LONG + 1);

	for (size_t i = 0; i < LONG; i++) {
		bytes[i] = (char)i;
		text[i] = (char)(1 + i % 255);
	}
	launch->call.error = INT64_MIN;
	launch->call.status = INT64_MAX;
	launch->call.wait_status = -5;
	launch->call.offset[2] = UINT64_MAX;
	launch->call.kernel = arena_copy(&unit_arena, text, 4095);
	launch->device.extensions = text;
	launch->platform.name = NULL;
	launch->arguments[0].name = arena_copy(&unit_arena, text, 255);
	launch->arguments[0].value = (struct launch_bytes){ (const unsigned char *)bytes, LONG };
	launch->constants[0].value = (struct launch_bytes){ (const unsigned char *)bytes, 4095 };
	launch->notes[0].text = "?\?/ ?\?= %s \\ \" '";
	return launch;
}

static bool is_installed(const char *compiler)
{
	char command[64];

	snprintf(command, sizeof(command), "%s --version >/dev/null 2>&1", compiler);
	return system(command) == 0;
}

/* A build for 32 bits on a system of 64 bits opens libraries of 32 bits only. */
#ifdef __i386__
#define WORD_SIZE "-m32"
#else
#define WORD_SIZE ""
#endif

/* The launch that COMPILER makes of CODE. */
static const void *compile(const char *compiler, const char *code)
{
	const char *const parts[] = { "#include \"launch/launch.h\"\n", code,
				      "const void *get(void);\n"
				      "const void *get(void)\n{\n\treturn &launch;\n}\n" };
	const char *text = arena_join(&unit_arena, parts, 3);
	const char *srcdir = getenv("srcdir");
	const void *(*get)(void) = NULL;
	char command[1024];
	void *library;

	unit_write("launch.c", text, strlen(text));
	snprintf(command, sizeof(command),
		 "%s " WORD_SIZE
		 " -std=c99 -Wall -Wextra -pedantic -Werror -shared -fPIC -I '%s/src' -o '%s' "
		 "'%s'",
		 compiler, srcdir ? srcdir : ".", unit_path("launch.so"), unit_path("launch.c"));
	ck_assert_int_eq(system(command), 0);
	library = dlopen(unit_path("launch.so"), RTLD_NOW);
	ck_assert_ptr_nonnull(library);
	*(void **)&get = dlsym(library, "get");
	return get();
}

START_TEST(compilers_make_the_same_launch)
{
	const struct launch *launch = odd_launch();
	char *code;
	char *text;
	char *found;

	if (!is_installed(compilers[_i]))
		return;
	code = code_of(launch);
	text = sample_text(launch);
	found = sample_text(compile(compilers[_i], code));
	ck_assert_str_eq(found, text);
	free(code);
	free(text);
	free(found);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("launch-code");
	TCase *tcase = unit_tcase(suite, "launch-code", 60);

	tcase_add_loop_test(tcase, arguments_have_comments, 0, UNIT_ROWS(comments));
	tcase_add_loop_test(tcase, members_have_names, 0, UNIT_ROWS(lines));
	tcase_add_loop_test(tcase, compilers_make_the_same_launch, 0, UNIT_ROWS(compilers));
	return unit_run(suite);
}
