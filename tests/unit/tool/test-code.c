/* SPDX-License-Identifier: Apache-2.0 */
/*
 * code: which module an address is in, if several had it one after the other, and which line of a
 * perf map. The map is a file of this process in /tmp, where programs write theirs.
 */
#include "tool/report/code/code-places.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/unit.h"

static struct code code;
static char map_path[64];

static void setup(void)
{
	code = (struct code){ .process = (uint32_t)getpid(), .owner = geteuid() };
	snprintf(map_path, sizeof(map_path), "/tmp/perf-%u.map", code.process);
}

static void teardown(void)
{
	unlink(map_path);
	code_done(&code);
}

static void add_module(uint64_t begin, uint64_t time, const char *path)
{
	struct {
		struct record_module module;
		char path[64];
	} record = { .module = { .head = { .size = sizeof(record), .type = RECORD_MODULE },
				 .begin = begin,
				 .size = 0x1000,
				 .base = begin - 0x400,
				 .time = time } };

	strncpy(record.path, path, sizeof(record.path) - 1);
	ck_assert(modules_add(&code.modules, &record.module.head, &unit_arena));
}

static const char *module_at(uint64_t address, uint64_t time)
{
	const struct code_place *place = code_find(&code, address, time);

	return place->module ? place->module->path : "none";
}

START_TEST(the_last_module_before_a_call)
{
	add_module(0x10000, 500, "/c");
	add_module(0x10000, 100, "/a");
	add_module(0x10000, 300, "/b");
	add_module(0x10000, 400, "/b");
	ck_assert_str_eq(module_at(0x10010, 50), "/a");
	ck_assert_str_eq(module_at(0x10010, 100), "/a");
	ck_assert_str_eq(module_at(0x10010, 299), "/a");
	ck_assert_str_eq(module_at(0x10010, 301), "/b");
	ck_assert_str_eq(module_at(0x10010, 450), "/b");
	ck_assert_str_eq(module_at(0x10010, 5000), "/c");
	ck_assert_uint_eq(code.modules.count, 3);
}
END_TEST

START_TEST(ends_of_a_module)
{
	add_module(0x10000, 1, "/a");
	ck_assert_str_eq(module_at(0x10000, 2), "none");
	ck_assert_str_eq(module_at(0x10001, 2), "/a");
	ck_assert_str_eq(module_at(0x11000, 2), "/a");
	ck_assert_str_eq(module_at(0x11001, 2), "none");
	ck_assert_str_eq(module_at(0, 2), "none");
	ck_assert_uint_eq(code_find(&code, 0x10001, 2)->offset, 0x401);
}
END_TEST

/* Each is too short, or claims more than there is. */
START_TEST(bad_modules)
{
	struct {
		struct record_module module;
		char path[8];
	} record = { .module = { .head = { .size = sizeof(record.module) - 8,
					   .type = RECORD_MODULE },
				 .begin = 1,
				 .size = UINT64_MAX },
		     .path = { 'l', 'o', 'n', 'g', 'l', 'o', 'n', 'g' } };

	ck_assert(modules_add(&code.modules, &record.module.head, &unit_arena));
	record.module.head.size = sizeof(record);
	record.module.id_size = RECORD_MODULE_ID + 1;
	ck_assert(modules_add(&code.modules, &record.module.head, &unit_arena));
	ck_assert_uint_eq(code.modules.count, 0);
	record.module.id_size = RECORD_MODULE_ID;
	ck_assert(modules_add(&code.modules, &record.module.head, &unit_arena));
	ck_assert_str_eq(module_at(0x10, 0), "longlong");
}
END_TEST

static const char *text_at(uint64_t address)
{
	static char text[200];
	struct line line = line_in(text, sizeof(text));

	code_add_text(&line, code_find(&code, address, 0));
	return text;
}

START_TEST(texts)
{
	add_module(0x10000, 1, "/lib/of-eighteen-chars.");
	add_module(0x20000, 1, "/lib/a/of-nineteen-chars.so");
	add_module(0x30000, 1, "program");
	ck_assert_str_eq(text_at(0x10011), "of-eighteen-chars.+0x411");
	ck_assert_str_eq(text_at(0x20011), "of-nineteen-cha...+0x411");
	ck_assert_str_eq(text_at(0x30011), "program+0x411");
	ck_assert_str_eq(text_at(0x40011), "0x40011");
}
END_TEST

static const char *function_at(uint64_t address)
{
	return code_find(&code, address, 0)->function;
}

static void write_map(const char *text)
{
	FILE *file = fopen(map_path, "w");

	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	fclose(file);
}

START_TEST(functions_of_a_map)
{
	write_map("1000 100 old\n\n1000\nx y z\n1000 zz no\n2000 10 py::f:/a/b.py\n"
				       "1000 100 new name\n3000 10 py::alone\n4000 10 last");
	ck_assert_str_eq(function_at(0x1001), "new name");
	ck_assert_str_eq(function_at(0x1100), "new name");
	ck_assert_str_eq(function_at(0x1101), "");
	ck_assert_str_eq(function_at(0x1000), "");
	ck_assert_str_eq(function_at(0x4004), "last");
	ck_assert_str_eq(text_at(0x2008), "f (b.py)");
	ck_assert_str_eq(text_at(0x4004), "last (0x4004)");
	ck_assert_str_eq(function_at(0x2008), "f");
	ck_assert_str_eq(code_find(&code, 0x2008, 0)->file, "/a/b.py");
	ck_assert(code_find(&code, 0x2008, 0)->is_script);
	ck_assert_str_eq(function_at(0x3008), "alone");
	ck_assert_str_eq(code_find(&code, 0x3008, 0)->file, "");
}
END_TEST

/* It is older than the record, or somebody else's, or the record is of another machine. */
START_TEST(maps_of_others)
{
	struct stat status;

	write_map("1000 100 function\n");
	ck_assert_int_eq(stat(map_path, &status), 0);
	code.start = status.st_mtim.tv_sec + 3600;
	ck_assert_str_eq(function_at(0x1001), "");
	code.has_map = false;
	code.start = status.st_mtim.tv_sec;
	code.owner++;
	ck_assert_str_eq(function_at(0x1002), "");
	code.has_map = false;
	code.owner--;
	code.host = "another one";
	ck_assert_str_eq(function_at(0x1003), "");
	code.has_map = false;
	code.host = NULL;
	ck_assert_str_eq(function_at(0x1004), "function");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("code");
	TCase *tcase = unit_tcase(suite, "code", 20);

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, the_last_module_before_a_call);
	tcase_add_test(tcase, ends_of_a_module);
	tcase_add_test(tcase, bad_modules);
	tcase_add_test(tcase, texts);
	tcase_add_test(tcase, functions_of_a_map);
	tcase_add_test(tcase, maps_of_others);
	return unit_run(suite);
}
