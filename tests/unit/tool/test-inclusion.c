/* SPDX-License-Identifier: Apache-2.0 */
/* inclusion: which files take the place of their lines, and how they do. */
#include "tool/replay/include/inclusion.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit/unit.h"

static struct capture_program programs[2];
static struct capture capture = { .programs = programs, .program_count = 2 };

static void put(const char *name, const char *text)
{
	unit_write(name, text, strlen(text));
}

static void setup(void)
{
	memset(programs, 0, sizeof(programs));
	put("inc/a.h", "#ifndef A_H\n#define A_H\n#include \"sub/b.h\"\nint a;\n#endif\n");
	put("inc/sub/b.h", "#include \"../a.h\"\nint b;");
	put("inc/once.h", "#pragma once\n#include \"once.h\"\nint once;\n");
	put("inc/self.h", "#if N\n#include \"self.h\"\n#endif\n");
	put("inc/wide.h", "#include \"wider.h\"\n#include \"wider.h\"\n");
	put("inc/wider.h", "int wide[] = {\n");
	put("in c/blank.h", "int blank;\n");
}

static const char *text_of(const char *source, const char *options, const char **refusal)
{
	struct inclusion inclusion;
	const char *text;

	programs[1].kind = CAPTURE_PROGRAM_SOURCE;
	programs[1].is_built = true;
	programs[1].text = (struct capture_bytes){ .size = strlen(source),
						   .bytes = (const unsigned char *)source };
	programs[1].options = options;
	inclusion_make(&inclusion, &capture, 1, &unit_arena);
	*refusal = inclusion.refusal;
	text = inclusion.text ? arena_copy(&unit_arena, inclusion.text, inclusion.size) : NULL;
	free(inclusion.text);
	return text;
}

/* What the text has and lacks. */
static const struct {
	const char *source;
	const char *options;
	const char *has;	/* NULL: there is no text */
	const char *lacks;
} rows[] = {
	{ "int x;\n", "-I inc", NULL, NULL },
	{ "#include <none.h>\n", "-I inc", NULL, NULL },
	{ "#include <a.h>\nx", "-I inc", "int b;\n#line 4 ", "#include" },
	{ "#include <a.h>\nx", "-Iinc", "int a;\n#endif\n#line 2 \"program-1.cl\"\nx\n", "#include" },
	{ "#include <a.h>\n#include <a.h>\n", "-I inc", "int a;\n#endif\n#line 2", "#include" },
	{ "#include <once.h>\n#include <once.h>\n", "-I inc", "#define CLROUTER_ONCE_1\n", "#include" },
	{ "#include <blank.h>\n", "-I \"in c\"", "int blank;", "#include" },
	{ "#include F\n", "-I inc -D F=<wider.h>", "int wide", "#include" },
	{ "#include F\n", "-I inc -DF='\"wider.h\"'", "int wide", "#include" },
	{ "#define S(x) #x\n#define T(x) S(x)\n#include T(P/wider.h)\n", "-D P=inc", "int wide", "#include" },
	{ "#include T(P/wider.h)\n", "-D S(x)=#x -D T(x)=S(x) -D P=inc", "int wide", "#include" },
	{ "#define F <wider.h>\n#undef F\n#include F\n", "-I inc", NULL, NULL },
	{ "#ifdef Z\n#define F <wide.h>\n#else\n#define F <wider.h>\n#endif\n#include F\n", "-I inc", NULL, NULL },
	{ "#ifndef F\n#define F <none.h>\n#endif\n#include F\n", "-I inc -D F=<wider.h>", "int wide", NULL },
	{ "#define A B B\n#define B A A\n#include A\n", "", NULL, NULL },
	{ "#define F(x) x x\n#include F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(1)))))))))))))))\n", "", NULL, NULL },
	{ "#if 0\n#include <none.h>\n#else\n#include <wider.h>\n#endif\n", "-I inc", "int wide", "none" },
	{ "#ifdef GPU\n#include <none.h>\n#endif\n#include <wider.h>\n", "-I inc", "#include <none.h>", NULL },
	{ "/* *\n#include <a.h>\n*/\n#include <wider.h>\n", "-I inc", "*\n#include <a.h>\n*", "int a" },
	{ "x // \\\n#include <a.h>\n#include <wider.h>\n", "-I inc", "\\\n#include <a.h>\n#line 1", "int a" },
	{ "# /**/ inc\\\nlude /* x\n */ \"inc/wider.h\" // y\nz", "", "#line 4 \"program-1.cl\"\nz", "lude" },
	{ "'\"'; \"/*\"; \"\\\"\";\n#include <wider.h>\r\n", "-I inc", "int wide", NULL },
	{ "#else\n#endif\n#endif\n#include <wider.h>\n", "-I inc", "int wide", NULL },
};

START_TEST(files_take_the_place_of_their_lines)
{
	const char *refusal;
	const char *text;

	ck_assert_int_eq(chdir(unit_dir), 0);
	text = text_of(rows[_i].source, rows[_i].options, &refusal);
	ck_assert_ptr_null(refusal);
	ck_assert_msg(!text == !rows[_i].has, "%s gives %s", rows[_i].source, text);
	if (!text)
		return;
	ck_assert_msg(strstr(text, rows[_i].has), "%s gives %s", rows[_i].source, text);
	ck_assert_msg(!rows[_i].lacks || !strstr(text, rows[_i].lacks), "%s gives %s", rows[_i].source, text);
}
END_TEST

START_TEST(a_file_in_itself_is_refused)
{
	const char *refusal;

	ck_assert_int_eq(chdir(unit_dir), 0);
	ck_assert_ptr_null(text_of("#include <self.h>\n", "-I inc", &refusal));
	ck_assert_ptr_nonnull(strstr(refusal, "self.h is included by more than 64 files"));
	/* It could also be there twice, and each of these twice. */
	put("inc/self.h", "#if N\n#include \"self.h\"\n#include \"self.h\"\n#endif\n");
	ck_assert_ptr_null(text_of("#include <self.h>\n", "-I inc", &refusal));
	ck_assert_ptr_nonnull(refusal);
}
END_TEST

START_TEST(too_large_a_text_is_refused)
{
	static char line[1 << 20];
	const char *refusal;
	char source[20 * 20 + 1] = "";

	ck_assert_int_eq(chdir(unit_dir), 0);
	memset(line, 'x', sizeof(line));
	unit_write("inc/large.h", line, sizeof(line));
	for (int i = 0; i < 20; i++)
		strcat(source, "#include <large.h>\n");
	ck_assert_ptr_null(text_of(source, "-I inc", &refusal));
	ck_assert_ptr_nonnull(strstr(refusal, "more than 16777216 bytes"));
}
END_TEST

START_TEST(headers_are_found_by_name)
{
	static const char header[] = "#include <wider.h>\nint h;\n";
	struct capture_header headers[] = { { "x/h.h", 0 } };
	const char *refusal;
	const char *text;

	ck_assert_int_eq(chdir(unit_dir), 0);
	programs[0].text = (struct capture_bytes){ .size = strlen(header),
						   .bytes = (const unsigned char *)header };
	programs[1].headers = headers;
	programs[1].header_count = 1;
	ck_assert_ptr_null(text_of("#include \"x/h.h\"\n", "", &refusal));
	text = text_of("#include \"x/h.h\"\n", "-I inc", &refusal);
	ck_assert_ptr_nonnull(strstr(text, "int wide[] = {\n#line 2 \"x/h.h\"\nint h;\n"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("inclusion");
	TCase *tcase = unit_tcase(suite, "inclusion", 60);

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_loop_test(tcase, files_take_the_place_of_their_lines, 0, sizeof(rows) / sizeof(rows[0]));
	tcase_add_test(tcase, a_file_in_itself_is_refused);
	tcase_add_test(tcase, too_large_a_text_is_refused);
	tcase_add_test(tcase, headers_are_found_by_name);
	return unit_run(suite);
}
