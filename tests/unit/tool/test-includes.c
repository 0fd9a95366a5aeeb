/* SPDX-License-Identifier: Apache-2.0 */
/* includes: which files are copied, where they are then, and with which options they are found. */
#include "tool/replay/include/includes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "launch/blake2b.h"
#include "launch/launch-format.h"
#include "unit/unit.h"

static struct launch_program programs[2];
static struct launch launch;
static struct own_dir directory;

static void put(const char *name, const char *text)
{
	unit_write(name, text, strlen(text));
}

/* The program runs in w/. */
static void setup(void)
{
	memset(programs, 0, sizeof(programs));
	programs[0] = (struct launch_program){ .kind = LAUNCH_SOURCE, .build = LAUNCH_BUILT };
	launch = (struct launch){ .programs = programs, .program_count = 1 };
	ck_assert(own_dir_make(&directory, unit_path("capture")));
	put("w/here.h", "int here;\n");
	put("w/same.h", "int same_here;\n");
	put("w/inc/a.h", "#ifndef A_H\n#define A_H\n#include \"sub/b.h\"\nint a;\n#endif\n");
	put("w/inc/sub/b.h", "#include \"../a.h\"\n#include \"c.h\"\n");
	put("w/inc/sub/c.h", "int c;");
	put("w/inc/same.h", "int same;\n");
	put("w/inc/up.h", "#include \"../../other/o.h\"\n");
	put("w/inc/name.h", "#define NAME \"sub/c.h\"\n");
	put("w/in c/blank.h", "#include \"next.h\"\n");
	put("w/in c/next.h", "\n");
	put("w/in_c/next.h", "int other;\n");
	put("w/two/none-below/x", "");
	put("w/two/same.h", "int same_two;\n");
	put("w/two/self.h", "#include \"self.h\"\n#include <self.h>\n");
	put("w/two/user.h", "#include \"same.h\"\n");
	put("other/o.h", "int o;\n");
	put("other/none-here/x", "");
	put("cat/kernels/main.h", "#include M2S(P/types.h)\n");
	put("cat/kernels/types.h", "\n");
	unit_make("w/pipe.h|");
	unit_make("w/folder.h/");
	unit_make("w/link.h->inc/sub/c.h");
	unit_make("w/away->../other/none-here");
}

static void done(void)
{
	own_dir_close(&directory);
}

/* A text in the arena, which is written to text_file. */
static FILE *text_file;
static char *text_bytes;
static size_t text_size;

static void text_begin(void)
{
	text_file = open_memstream(&text_bytes, &text_size);
	ck_assert_ptr_nonnull(text_file);
}

static const char *text_end(void)
{
	const char *text;

	fclose(text_file);
	text = arena_copy(&unit_arena, text_bytes, text_size);
	free(text_bytes);
	return text;
}

/* TEXT with unit_dir in the place of each "@". */
static const char *expand(const char *text)
{
	text_begin();
	for (; *text; text++)
		if (*text == '@')
			fputs(unit_dir, text_file);
		else
			fputc(*text, text_file);
	return text_end();
}

static bool collect(const char *source, const char *options)
{
	programs[launch.program_count - 1].text = (const unsigned char *)source;
	programs[launch.program_count - 1].size = strlen(source);
	programs[launch.program_count - 1].options = options;
	return includes_collect(&launch, &directory, unit_path("w"), &unit_arena);
}

/* "a.h sub/b.h"; each of these files has to be as LAUNCH says. */
static const char *included(void)
{
	text_begin();
	for (size_t i = 0; i < launch.include_count; i++) {
		const char *const parts[] = { unit_dir, "/capture/include/", launch.includes[i].path };
		size_t size;
		const char *bytes = unit_read(arena_join(&unit_arena, parts, 3), &size);
		char hash[BLAKE2B_TEXT];
		struct blake2b state;

		blake2b_start(&state);
		blake2b_add(&state, bytes, size);
		blake2b_end(&state, hash);
		ck_assert_uint_eq(size, launch.includes[i].size);
		ck_assert_str_eq(hash, launch.includes[i].hash);
		fprintf(text_file, "%s%s", i > 0 ? " " : "", launch.includes[i].path);
	}
	return text_end();
}

static const char *missing(void)
{
	text_begin();
	for (size_t i = 0; i < launch.missing_count; i++)
		fprintf(text_file, "%s%s", i > 0 ? ", " : "", launch.missing[i].name);
	return text_end();
}

static const struct {
	const char *source;
	const char *options;
	const char *files;
	const char *here;
	const char *missing;
} rows[] = {
	{ "int x;\n", "-DX", "", NULL, "" },
	{ "int x;\n", NULL, "", NULL, "" },
	{ "int x;\n", "-I @/w/inc -DX", "", "-DX", "" },
	{ "int x;\n", "-I inc", "", "", "" },
	{ "#include <a.h>\n", "-I inc", "a.h sub/b.h sub/c.h", "-I include", "" },
	{ "#include <a.h>\n", "-DX -I @/w/inc -w", "a.h sub/b.h sub/c.h", "-DX -w -I include", "" },
	{ "#include <a.h>\n", "-I@/w/two/../inc/", "a.h sub/b.h sub/c.h", "-I include", "" },
	{ "#include \"here.h\"\n", NULL, "here.h", "-I include", "" },
	{ "#include <here.h>\n", "-I two", "here.h", "-I include", "" },
	{ "\xef\xbb\xbf#include <here.h>\r\n", "", "here.h", "-I include", "" },
	{ " # /* x\n */ inc\\\r\nlude/**/ \"here.h\" // y\nz", "", "here.h", "-I include", "" },
	{ "/* *\n#include <none.h>\n*/ // \\\n#include <none.h>\n", "", "", NULL, "" },
	{ "'\"'; \"/*\"; \"\\\"\";\n#error don't /*\n#include <here.h>\n", "", "here.h", "-I include", "" },
	{ "\"\\\n#include <here.h>\\\n\"; #include <here.h>\n", "", "", NULL, "" },
	{ "#if 0\n#include <none.h>\n#else\n#include <here.h>\n#endif\n", "", "here.h", "-I include", "none.h" },
	{ "#include <none.h>\n#include \"none.h\"\n#include \"no ne.h\"\n", "", "", NULL, "none.h, no ne.h" },
	{ "#include \"@/w/here.h\"\n", "", "", NULL, "@/w/here.h" },
	{ "#include \"pipe.h\"\n#include \"folder.h\"\n#include \"/dev/null\"\n", "", "", NULL,
	  "pipe.h, folder.h, /dev/null" },
	/* The same name in several folders. */
	{ "#include \"same.h\"\n", "-I inc -I two", "same.h", "-I include", "" },
	{ "#include <same.h>\n", "-I two -I inc", "same.h", "-I include", "" },
	{ "#include \"same.h\"\n#include <user.h>\n", "-I two", "same.h two/same.h two/user.h",
	  "-I include -I include/two", "" },
	{ "#include \"same.h\"\n", "-I .", "same.h", "-I include", "" },
	{ "#include <same.h>\n#include <blank.h>\n#include <self.h>\n", "-I inc -I \"in c\" -I two",
	  "in_20_c/blank.h in_20_c/next.h inc/same.h two/self.h", "-I include/inc -I include/in_20_c -I include/two", "" },
	{ "#include <self.h>\n", "-I two", "self.h", "-I include", "" },
	/* Blanks. */
	{ "#include <blank.h>\n", "-I \"in c\"", "blank.h next.h", "-I include", "" },
	{ "#include <blank.h>\n#include \"here.h\"\n", "-I 'in c'", "here.h in_20_c/blank.h in_20_c/next.h",
	  "-I include/in_20_c -I include", "" },
	{ "#include <blank.h>\n#include \"in_c/next.h\"\n", "-I in\\ c",
	  "in_20_c/blank.h in_20_c/next.h in_c/next.h", "-I include/in_20_c -I include", "" },
	{ "#include <blank.h>\n#include \"in c/next.h\"\n", "-I in\\ c", "in c/blank.h in c/next.h",
	  "-I \"include/in c\" -I include", "" },
	{ "#include <a.h>\n#include \"in c/blank.h\"\n", "-I inc",
	  "in c/blank.h in c/next.h inc/a.h inc/sub/b.h inc/sub/c.h", "-I include/inc -I include", "" },
	/* Names with "..", which also pass folders. */
	{ "#include <up.h>\n", "-I inc", "other/o.h w/inc/up.h", "-I include/w/inc", "" },
	{ "#include <../inc/a.h>\n", "-I two", "inc/a.h inc/sub/b.h inc/sub/c.h", "-I include/two", "" },
	{ "#include \"two/none-below/../../here.h\"\n", "", "here.h", "-I include", "" },
	{ "#include <none-here/../o.h>\n", "-I ../other", "o.h", "-I include", "" },
	{ "#include <../inc/../../other/o.h>\n", "-I two", "other/o.h", "-I include/w/two", "" },
	/* Links: two files that would be in one place. */
	{ "#include \"link.h\"\n", "", "link.h", "-I include", "" },
	{ "#include \"away/../o.h\"\n", "", "o.h", "-I include", "" },
	/* Macros. */
	{ "#include F\n", "-I inc -D F=<same.h>", "same.h", "-D F=<same.h> -I include", "" },
	{ "#include F\n", "-I inc -DF='\"same.h\"'", "same.h", "-DF='\"same.h\"' -I include", "" },
	{ "#include F // x\n", "", "", NULL, "F" },
	{ "#define S(x) #x\n#define T(x) S(x)\n#include T(P/a.h)\n", "-D P=inc", "inc/a.h inc/sub/b.h inc/sub/c.h",
	  "-D P=inc -I include", "" },
	{ "#include \"inc/name.h\"\n#include NAME\n", "-I inc", "inc/name.h inc/sub/c.h",
	  "-I include/inc -I include", "" },
	{ "#include NAME\n#include \"inc/name.h\"\n", "-I inc", "inc/name.h inc/sub/c.h",
	  "-I include/inc -I include", "" },
	{ "#ifdef Z\n#define F <user.h>\n#else\n#define F <same.h>\n#endif\n#include F\n", "-I two",
	  "same.h user.h", "-I include", "" },
	{ "#ifndef F\n#define F <none.h>\n#endif\n#include F\n", "-I inc -D F=<same.h>", "same.h",
	  "-D F=<same.h> -I include", "" },
	{ "#include M2S(P/main.h)\n", "-D XM2S(x)=#x -D M2S(x)=XM2S(x) -D P=@/cat/kernels -I @/cat/kernels",
	  "kernels/main.h kernels/types.h", "-D XM2S(x)=#x -D M2S(x)=XM2S(x) -D P=include/kernels -I .", "" },
	{ "#include M2S(P/main.h)\n#include \"here.h\"\n", "-D M2S(x)=Q(x) -D Q(x)=#x -DP=\"@/cat//kernels/\" -DX",
	  "cat/kernels/main.h cat/kernels/types.h w/here.h",
	  "-D M2S(x)=Q(x) -D Q(x)=#x -DP=\"include/cat/kernels/\" -DX -I include/w -I .", "" },
	{ "#include F\n", "-DX=@/other/o.h -DF=\\\"@/other/o.h\\\"", "o.h",
	  "-DX=include/o.h -DF=\\\"include/o.h\\\" -I .", "" },
	{ "#define IN(x) <two/x.h>\n#define U user\n#include IN( U )\n", "-I .", "two/same.h two/user.h", "-I include", "" },
	{ "#define F \"@/w/here.h\"\n#include F\n", "", "", NULL, "F" },
	{ "#define A B B\n#define B A A\n#include A\n#define C(x) x x\n"
	  "#include C(C(C(C(C(C(C(C(C(C(C(C(C(C(C(1)))))))))))))))\n#define D(x) E(x) E(x)\n#define E(x)\n"
	  "#include D(D(D(D(D(D(D(D(D(D(D(D(D(D(1))))))))))))))\n#define G( x\n#include G(\n#include E(\n#include\n",
	  "", "", NULL, NULL },
};

START_TEST(files_keep_their_places)
{
	const char *source = expand(rows[_i].source);
	const char *options = rows[_i].options ? expand(rows[_i].options) : NULL;
	const char *here = rows[_i].here ? expand(rows[_i].here) : NULL;

	ck_assert(collect(source, options));
	ck_assert_str_eq(included(), rows[_i].files);
	ck_assert_pstr_eq(programs[0].here, here);
	ck_assert_ptr_null(programs[0].portable);
	if (rows[_i].missing)
		ck_assert_str_eq(missing(), expand(rows[_i].missing));
	ck_assert_int_eq(access(unit_path("capture/include"), F_OK) == 0, *rows[_i].files != '\0');
}
END_TEST

/* A name with ".." is only found if there are the folders that it passes. */
START_TEST(passed_folders_are_there)
{
	ck_assert(collect("#include <../inc/same.h>\n#include \"inc/sub/../../two/none-below/../user.h\"\n",
			  "-I in_c"));
	ck_assert_str_eq(included(), "inc/same.h two/same.h two/user.h");
	ck_assert_int_eq(access(unit_path("capture/include/in_c/../inc/same.h"), R_OK), 0);
	ck_assert_int_eq(access(unit_path("capture/include/inc/sub/../../two/none-below/../user.h"), R_OK), 0);
}
END_TEST

START_TEST(unknown_options_are_not_portable)
{
	ck_assert(collect("#include <same.h>\n", "-cl-nv-verbose -DX -I inc"));
	ck_assert_str_eq(programs[0].here, "-cl-nv-verbose -DX -I include");
	ck_assert_str_eq(programs[0].portable, "-DX -I include");
	ck_assert(collect("int x;\n", "-cl-nv-verbose -DX"));
	ck_assert_ptr_null(programs[0].here);
	ck_assert_str_eq(programs[0].portable, "-DX");
}
END_TEST

START_TEST(links_do_not_mix_files)
{
	put("w/o.h", "int other_o;\n");
	ck_assert(collect("#include \"away/../o.h\"\n#include \"o.h\"\n#include \"here.h\"\n", ""));
	ck_assert_str_eq(included(), "here.h o.h");
	ck_assert_str_eq(unit_read(unit_path("capture/include/o.h"), NULL), "int o;\n");
	ck_assert_str_eq(missing(), "o.h");
}
END_TEST

START_TEST(headers_are_not_files)
{
	static const char header[] = "#include <same.h>\n#include \"y.h\"\n#include \"x/y.h\"\n#include \"z.h\"\n";
	struct launch_header headers[] = { { 1, 0, "x/h.h" }, { 1, 0, "x/y.h" }, { 0, 0, "z.h" } };

	put("w/y.h", "");
	programs[1] = (struct launch_program){ .kind = LAUNCH_SOURCE, .build = LAUNCH_COMPILED };
	programs[0] = (struct launch_program){ .kind = LAUNCH_SOURCE, .text = (const unsigned char *)header,
					       .size = strlen(header) };
	launch.program_count = 2;
	launch.headers = headers;
	launch.header_count = 3;
	ck_assert(collect("#include \"x/h.h\"\n", "-I inc"));
	ck_assert_str_eq(included(), "same.h");
	ck_assert_str_eq(missing(), "z.h");
	ck_assert_uint_eq(launch.missing[0].program, 1);
	ck_assert_str_eq(programs[1].here, "-I include");
	ck_assert_ptr_null(programs[0].here);
}
END_TEST

/* Both programs include w/inc/a.h, and only one knows the folder of what is in there. */
START_TEST(programs_have_their_own_folders)
{
	static const char source[] = "#include \"inc/in.h\"\n#include <here.h>\n";

	put("w/inc/in.h", "#include <user.h>\n");
	programs[1] = programs[0];
	programs[0].text = (const unsigned char *)source;
	programs[0].size = strlen(source);
	launch.program_count = 2;
	ck_assert(collect(source, "-I two"));
	ck_assert_str_eq(included(), "here.h inc/in.h two/same.h two/user.h");
	ck_assert_str_eq(missing(), "user.h");
	ck_assert_uint_eq(launch.missing[0].program, 0);
	ck_assert_str_eq(programs[0].here, "-I include");
	ck_assert_str_eq(programs[1].here, "-I include/two -I include");
}
END_TEST

START_TEST(limits_are_kept)
{
	static char bytes[LAUNCH_MOST_INCLUDED];
	const char *source;
	char name[20];

	text_begin();
	for (int i = 0; i < 2000; i++) {
		snprintf(name, sizeof(name), "w/many/%04d.h", i);
		put(name, i == 0 ? "#include \"large.h\"\n" : "");
		fprintf(text_file, "#include \"%04d.h\"\n", i);
	}
	source = text_end();
	unit_write("w/many/large.h", bytes, sizeof(bytes));
	ck_assert(collect(source, "-I many"));
	ck_assert_uint_eq(launch.include_count, LAUNCH_MOST_INCLUDES);
	ck_assert_uint_eq(launch.missing_count, 2001 - LAUNCH_MOST_INCLUDES);
	ck_assert_str_eq(launch.missing[0].name, "1024.h");
	ck_assert_str_eq(launch.missing[launch.missing_count - 1].name, "large.h");
}
END_TEST

START_TEST(a_large_file_is_missing)
{
	static char bytes[LAUNCH_MOST_INCLUDED + 1];

	unit_write("w/large.h", bytes, sizeof(bytes));
	unit_write("w/large-too.h", bytes, sizeof(bytes) - 1);
	ck_assert(collect("#include \"large.h\"\n#include \"large-too.h\"\n#include \"here.h\"\n", ""));
	ck_assert_str_eq(included(), "large-too.h");
	ck_assert_str_eq(missing(), "large.h, here.h");
}
END_TEST

START_TEST(nothing_stays_of_a_failure)
{
	unit_make("capture/include/");
	ck_assert(!collect("#include <a.h>\n#include <none.h>\n", "-I inc"));
	ck_assert_uint_eq(launch.include_count + launch.missing_count, 0);
	ck_assert_ptr_null(programs[0].here);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("includes");
	TCase *tcase = unit_tcase(suite, "includes", 60);

	tcase_add_checked_fixture(tcase, setup, done);
	tcase_add_loop_test(tcase, files_keep_their_places, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, passed_folders_are_there);
	tcase_add_test(tcase, unknown_options_are_not_portable);
	tcase_add_test(tcase, links_do_not_mix_files);
	tcase_add_test(tcase, headers_are_not_files);
	tcase_add_test(tcase, programs_have_their_own_folders);
	tcase_add_test(tcase, limits_are_kept);
	tcase_add_test(tcase, a_large_file_is_missing);
	tcase_add_test(tcase, nothing_stays_of_a_failure);
	return unit_run(suite);
}
