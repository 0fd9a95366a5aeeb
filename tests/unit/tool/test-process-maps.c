/* SPDX-License-Identifier: Apache-2.0 */
/* process-maps: the lines of a map, and this process's own. */
#include "tool/probe/process/process-maps.h"

#include <string.h>

#include "base/text.h"
#include "unit/unit.h"

#define MAP \
	"map=00400000-00452000 r-xp 00000000 08:02 173521      /usr/bin/program\n" \
	"00e03000-00e24000 rw-p 00000000 00:00 0           [heap]\n" \
	"7f00-7f80 r--p 00000000 08:02 135522  /lib/libLLVMSPIRVLib.so.15\n" \
	"7f80-8000 r-xp 00000000 08:02 135522  /lib/dir with blanks/libLLVM-15.so.1 (deleted)\n" \
	"8000-8100 rw-p 00000000 00:00 0\n" \
	"8100-8200 r-xp 00000000 00:00 0  [anon:/usr/lib/libLLVM.so]\n" \
	"8200-8300 r-xp 00000000 00:00 0  x/libLLVM.so\n" \
	"8300-8400 r-xp 00000000 0802 1 /lib/libLLVM.so\n" \
	"8400 r-xp 00000000 08:02 1 /lib/libLLVM.so\n" \
	"garbage /not/a/mapping\n" \
	"9000-9100 r-xp 00000000 08:02 1 /lib/no newline"

static const struct {
	uintptr_t address;
	const char *expected;	/* NULL: not known */
} addresses[] = {
	{ 0, NULL },
	{ 0x3FFFFF, NULL },
	{ 0x400000, "/usr/bin/program" },
	{ 0x451FFF, "/usr/bin/program" },
	{ 0x452000, NULL },
	{ 0xE03000, NULL },
	{ 0x7F7F, "/lib/libLLVMSPIRVLib.so.15" },
	{ 0x7F80, "/lib/dir with blanks/libLLVM-15.so.1 (deleted)" },
	{ 0x8000, NULL }, { 0x8100, NULL }, { 0x8200, NULL }, { 0x8300, NULL }, { 0x8400, NULL },
	{ 0x9000, "/lib/no newline" },
	{ UINTPTR_MAX, NULL },
};

static void check(const char *found, const char *expected)
{
	if (expected)
		ck_assert_str_eq(found, expected);
	else
		ck_assert_ptr_null(found);
}

START_TEST(file_at_an_address)
{
	struct process_maps maps;

	unit_make(MAP);
	process_maps_read(&maps, unit_path("map"), &unit_arena);
	check(process_maps_file_at(&maps, (const void *)addresses[_i].address),
	      addresses[_i].expected);
}
END_TEST

START_TEST(fields_of_a_line)
{
	const struct process_mapping *mapping;
	struct process_maps maps;

	unit_make(MAP);
	process_maps_read(&maps, unit_path("map"), &unit_arena);
	ck_assert_uint_eq(maps.count, 4);
	ck_assert(!maps.is_cut);
	mapping = maps.first;
	ck_assert_uint_eq(mapping->start, 0x400000);
	ck_assert_uint_eq(mapping->end, 0x452000);
	ck_assert(mapping->is_executable && mapping->major == 8 && mapping->minor == 2);
	ck_assert_uint_eq(mapping->inode, 173521);
	ck_assert(!mapping->next->is_executable);
}
END_TEST

static const struct {
	const char *prefix;
	const char *expected;
} prefixes[] = {
	{ "libLLVM-", "/lib/dir with blanks/libLLVM-15.so.1 (deleted)" },
	{ "libLLVM", "/lib/libLLVMSPIRVLib.so.15" },
	{ "libLLVM.so", NULL },
	{ "lib/", NULL },
	{ "", "/usr/bin/program" },
};

START_TEST(file_with_a_prefix)
{
	struct process_maps maps;

	unit_make(MAP);
	process_maps_read(&maps, unit_path("map"), &unit_arena);
	check(process_maps_file_named(&maps, prefixes[_i].prefix), prefixes[_i].expected);
}
END_TEST

/* What the line before it has left in the buffer does not belong to it. */
START_TEST(line_that_ends_after_its_rights)
{
	struct process_maps maps;

	unit_make("map=1-2 rw-p 00000000 00:00 0 /lib/one\n3-4 r-xp");
	process_maps_read(&maps, unit_path("map"), &unit_arena);
	ck_assert_uint_eq(maps.count, 1);
}
END_TEST

START_TEST(no_map)
{
	struct process_maps maps;

	memset(&maps, 0xFF, sizeof(maps));
	process_maps_read(&maps, unit_path("not-there"), &unit_arena);
	ck_assert_ptr_null(process_maps_file_named(&maps, ""));
}
END_TEST

START_TEST(own_map)
{
	struct process_maps maps;
	const char *path;

	process_maps_read(&maps, PROCESS_MAPS_SELF, &unit_arena);
	path = process_maps_file_at(&maps, (const void *)(uintptr_t)unit_run);
	ck_assert_ptr_nonnull(path);
	ck_assert_str_eq(text_base_name(path), "test-process-maps");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("process-maps");
	TCase *tcase = unit_tcase(suite, "process-maps", 10);

	tcase_add_loop_test(tcase, file_at_an_address, 0, UNIT_ROWS(addresses));
	tcase_add_test(tcase, fields_of_a_line);
	tcase_add_loop_test(tcase, file_with_a_prefix, 0, UNIT_ROWS(prefixes));
	tcase_add_test(tcase, line_that_ends_after_its_rights);
	tcase_add_test(tcase, no_map);
	tcase_add_test(tcase, own_map);
	return unit_run(suite);
}
