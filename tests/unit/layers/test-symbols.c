/* SPDX-License-Identifier: Apache-2.0 */
/*
 * symbols: how an address is written. The libraries here are copies, so that one can be replaced
 * while it is loaded, as a compiler does.
 */
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "layers/frame/place/elf-image.h"
#include "layers/frame/place/symbols.h"
#include "unit/unit.h"

static const char *text_of(const void *address)
{
	static char text[1000];
	struct line line = line_in(text, sizeof(text));

	symbols_add(&line, address);
	return text;
}

static void expect(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "\"%s\" lacks \"%s\"", text, part);
}

static void expect_none(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) == NULL, "\"%s\" has \"%s\"", text, part);
}

static void copy_file(const char *from, const char *to)
{
	size_t size;
	const char *bytes = unit_read(from, &size);

	unit_write(to, bytes, size);
}

static bool has_lines(const char *path)
{
	struct elf_image image;
	bool found;

	elf_image_open(&image, path);
	found = elf_image_section(&image, ".debug_line").at != NULL;
	elf_image_close(&image);
	if (!found)
		printf("not tested: lines: %s has no line tables, or compressed ones\n", path);
	return found;
}

/* Where it is called, and the line of that. */
static const void *__attribute__((noinline)) call_site(void)
{
	return __builtin_return_address(0);
}

static volatile int line_of_call;

static const void *__attribute__((noinline)) find_site(void)
{
	const void *site;

	line_of_call = __LINE__ + 1;
	site = call_site();
	line_of_call++; /* so that the call is no jump */
	line_of_call--;
	return site;
}

START_TEST(functions_have_lines)
{
	const char *text = text_of(find_site());
	char expected[60];

	expect(text, "(find_site+0x");
	snprintf(expected, sizeof(expected), "test-symbols.c:%d]", line_of_call);
	if (has_lines("/proc/self/exe"))
		expect(text, expected);
}
END_TEST

START_TEST(memory_is_an_address)
{
	char expected[30];
	char byte;

	snprintf(expected, sizeof(expected), "%p", (void *)&byte);
	ck_assert_str_eq(text_of(&byte), expected);
}
END_TEST

/*
 * Moves all notes of the ELF file at BYTES to an address that no segment has. glibc for i386 itself
 * reads those that are aligned to a word.
 */
static void move_notes(char *bytes)
{
	const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)bytes;
	ElfW(Phdr) *segments = (ElfW(Phdr) *)(bytes + header->e_phoff);

	for (int i = 0; i < header->e_phnum; i++)
		if (segments[i].p_type == PT_NOTE) {
			segments[i].p_vaddr = segments[i].p_paddr = 0x40000000;
			segments[i].p_align = 1;
		}
}

/* A function of a copied library, and a return address in it. */
static const char *open_copy(void)
{
	const char *path = unit_path("lib.so");
	const char *address;
	void *library;

	copy_file(unit_driver("stub-icd1"), "lib.so");
	library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	ck_assert_msg(library != NULL, "%s", dlerror());
	address = dlsym(library, "clGetExtensionFunctionAddress");
	ck_assert_msg(address != NULL, "%s", dlerror());
	return address + 1;
}

START_TEST(functions_have_names)
{
	const void *site = find_site();
	char name[32] = "";
	char cut[5];

	ck_assert(symbols_find(site, name, sizeof(name)));
	ck_assert_str_eq(name, "find_site");
	ck_assert(symbols_find(site, cut, sizeof(cut)));
	ck_assert_str_eq(cut, "find");
	ck_assert(!symbols_find(&name, name, sizeof(name)));
}
END_TEST

START_TEST(files_are_told_apart)
{
	const char *other = open_copy();

	ck_assert(symbols_are_together(find_site(), (const void *)&line_of_call));
	ck_assert(symbols_are_together(other, other - 1));
	ck_assert(!symbols_are_together(find_site(), other));
	ck_assert(!symbols_are_together(find_site(), &other));
}
END_TEST

START_TEST(libraries_have_functions)
{
	const char *address = open_copy();

	expect(text_of(address), "/lib.so(clGetExtensionFunctionAddress+0x1)");
	expect_none(text_of(address - 1), "clGetExtensionFunctionAddress");
}
END_TEST

/* Its functions and lines are elsewhere now; the offset is that in the file. */
START_TEST(replaced_file_has_no_functions)
{
	const char *address = open_copy();
	const char *text;

	copy_file(unit_driver("layer-both"), "new.so");
	ck_assert_int_eq(rename(unit_path("new.so"), unit_path("lib.so")), 0);
	text = text_of(address);
	expect(text, "/lib.so(+0x");
	expect_none(text, "[");
	ck_assert_int_eq(unlink(unit_path("lib.so")), 0);
	expect(text_of(address), "/lib.so(+0x");
}
END_TEST

/* The dynamic linker does not need them where they say they are. */
START_TEST(notes_may_be_nowhere)
{
	const char *path = unit_path("lib.so");
	const char *address;
	char *bytes;
	void *library;
	size_t size;

	bytes = unit_read(unit_driver("stub-icd1"), &size);
	move_notes(bytes);
	unit_write("lib.so", bytes, size);
	library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	ck_assert_msg(library != NULL, "%s", dlerror());
	address = dlsym(library, "clGetExtensionFunctionAddress");
	expect(text_of(address + 1), "/lib.so(clGetExtensionFunctionAddress+0x1)");
}
END_TEST

START_TEST(damaged_file_has_no_functions)
{
	const char *address = open_copy();

	for (size_t size = 0; size < 10000; size += 100) {
		size_t whole;
		const char *bytes = unit_read(unit_driver("stub-icd1"), &whole);

		unit_write("new.so", bytes, size < whole ? size : whole);
		ck_assert_int_eq(rename(unit_path("new.so"), unit_path("lib.so")), 0);
		expect(text_of(address), "/lib.so(");
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("symbols");
	TCase *tcase = unit_tcase(suite, "symbols", 60);

	tcase_add_test(tcase, functions_have_lines);
	tcase_add_test(tcase, functions_have_names);
	tcase_add_test(tcase, files_are_told_apart);
	tcase_add_test(tcase, memory_is_an_address);
	tcase_add_test(tcase, libraries_have_functions);
	tcase_add_test(tcase, replaced_file_has_no_functions);
	tcase_add_test(tcase, notes_may_be_nowhere);
	tcase_add_test(tcase, damaged_file_has_no_functions);
	return unit_run(suite);
}
