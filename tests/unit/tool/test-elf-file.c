/* SPDX-License-Identifier: Apache-2.0 */
/*
 * elf-file, linker-cache: files that a linker made, and the same cut off. Nothing may crash, and what is
 * read stays usable. Damage is for test-elf.
 */
#include "tool/probe/file/elf-file.h"

#include <limits.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/probe/file/library-search.h"
#include "tool/probe/file/whole-file.h"
#include "unit/unit.h"

static char path[] = "/tmp/clrouter-elf.XXXXXX";
static char *bytes;
static size_t size;
static _Thread_local volatile char in_each_thread[1000];

/* This program, which is dynamic and needs libc. */
static void set_up(void)
{
	int descriptor = mkstemp(path);

	ck_assert_int_ge(descriptor, 0);
	close(descriptor);
	bytes = whole_file_read("/proc/self/exe", SIZE_MAX / 2, &size);
	ck_assert_ptr_nonnull(bytes);
	ck_assert_uint_gt(size, sizeof(ElfW(Ehdr)));
}

static void take_down(void)
{
	free(bytes);
	unlink(path);
}

static void write_file(const void *data, size_t length)
{
	FILE *file = fopen(path, "w");

	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(data, 1, length, file), length);
	ck_assert_int_eq(fclose(file), 0);
}

static void read_file(struct elf_file *elf, size_t length)
{
	write_file(bytes, length);
	elf_file_read(elf, path, &unit_arena);
	for (const struct dependency *needed = elf->needed; needed; needed = needed->next)
		ck_assert_ptr_nonnull(needed->text);
}

static bool needs_libc(const struct elf_file *elf)
{
	for (const struct dependency *needed = elf->needed; needed; needed = needed->next)
		if (strncmp(needed->text, "libc.", 5) == 0)
			return true;
	return false;
}

static ElfW(Ehdr) *header(void)
{
	return (ElfW(Ehdr) *)bytes;
}

START_TEST(a_program)
{
	struct elf_file elf;

	read_file(&elf, size);
	ck_assert_int_eq(elf.kind, ELF_FILE_GOOD);
	ck_assert_uint_eq(elf.bits, 8 * sizeof(void *));
	ck_assert_ptr_nonnull(elf.linker);
	ck_assert_int_eq(elf.linker[0], '/');
	ck_assert(needs_libc(&elf));
	in_each_thread[0] = 1;
	ck_assert_uint_ge(elf.tls_size, sizeof(in_each_thread));
}
END_TEST

START_TEST(no_program)
{
	struct elf_file elf;

	elf_file_read(&elf, "/nonexistent", &unit_arena);
	ck_assert_int_eq(elf.kind, ELF_FILE_UNREADABLE);
	elf_file_read(&elf, "/", &unit_arena);
	ck_assert_int_eq(elf.kind, ELF_FILE_UNREADABLE);
	elf_file_read(&elf, "/dev/null", &unit_arena);
	ck_assert_int_eq(elf.kind, ELF_FILE_OTHER);
	header()->e_ident[EI_CLASS] ^= ELFCLASS32 ^ ELFCLASS64;
	read_file(&elf, size);
	ck_assert_int_eq(elf.kind, ELF_FILE_FOREIGN);
	ck_assert_uint_eq(elf.bits, 96 - 8 * sizeof(void *));
	ck_assert_ptr_null(elf.needed);
}
END_TEST

START_TEST(cut_off)
{
	struct elf_file elf;

	for (size_t length = 0; length < 2048; length += 7)
		read_file(&elf, length);
	for (size_t length = 2048; length < size; length += size / 100 + 1)
		read_file(&elf, length);
}
END_TEST

/* Many entries can have one long name: it must not be copied for each. */
START_TEST(longest_names)
{
	struct {
		ElfW(Ehdr) header;
		ElfW(Phdr) segments[3];
		ElfW(Dyn) dynamics[5];
		char names[2 * PATH_MAX];
	} file = { .header = *header() };
	const size_t names = (size_t)(file.names - (char *)&file);
	const size_t length = (size_t)PATH_MAX - 1 + (size_t)_i;
	struct elf_file elf;

	file.header.e_phoff = sizeof(file.header);
	file.header.e_phnum = 3;
	file.segments[0] = (ElfW(Phdr)){ .p_type = PT_LOAD, .p_filesz = sizeof(file) };
	file.segments[1] = (ElfW(Phdr)){ .p_type = PT_INTERP, .p_offset = names + 1,
					 .p_filesz = length + 1 };
	file.segments[2] = (ElfW(Phdr)){ .p_type = PT_DYNAMIC,
					 .p_offset = (size_t)((char *)file.dynamics - (char *)&file),
					 .p_filesz = sizeof(file.dynamics) };
	file.dynamics[0] = (ElfW(Dyn)){ DT_NEEDED, { 1 } };
	file.dynamics[1] = (ElfW(Dyn)){ DT_RUNPATH, { 1 } };
	file.dynamics[2] = (ElfW(Dyn)){ DT_STRTAB, { names } };
	file.dynamics[3] = (ElfW(Dyn)){ DT_STRSZ, { sizeof(file.names) } };
	memset(file.names + 1, 'x', length);
	write_file(&file, sizeof(file));
	elf_file_read(&elf, path, &unit_arena);
	ck_assert_int_eq(elf.kind, ELF_FILE_GOOD);
	ck_assert_int_eq(elf.needed != NULL, length < PATH_MAX);
	ck_assert_int_eq(elf.runpath != NULL, length < PATH_MAX);
	ck_assert_int_eq(elf.linker != NULL, length < PATH_MAX);
}
END_TEST

/* -- the linker's cache ------------------------------------------------------- */

#define CACHE "glibc-ld.so.cache1.1"

struct cache_file {
	char magic[20];
	uint32_t count;
	uint32_t other[6];
	struct {
		uint32_t flags, name, path, system, hardware[2];
	} entries[2];
	char strings[32];
};

static struct cache_file whole_cache(void)
{
	struct cache_file file = {
		.count = 2,
		.entries = { { .name = 96, .path = 102 }, { .name = 96, .path = 105 } },
		.strings = "lib.a\0/x\0/y",
	};

	memcpy(file.magic, CACHE, sizeof(file.magic));
	return file;
}

START_TEST(good_cache_file)
{
	struct cache_file file = whole_cache();
	struct linker_cache cache;
	size_t next = 0;

	write_file(&file, sizeof(file));
	linker_cache_read(&cache, path);
	ck_assert_str_eq(linker_cache_find(&cache, "lib.a", &next), "/x");
	ck_assert_str_eq(linker_cache_find(&cache, "lib.a", &next), "/y");
	ck_assert_ptr_null(linker_cache_find(&cache, "lib.a", &next));
	next = 0;
	ck_assert_ptr_null(linker_cache_find(&cache, "lib.b", &next));
	linker_cache_done(&cache);
	linker_cache_read(&cache, "/nonexistent");
	ck_assert_uint_eq(cache.count, 0);
}
END_TEST

START_TEST(damaged_cache)
{
	struct linker_cache cache;

	for (size_t length = 0; length <= sizeof(struct cache_file); length++) {
		struct cache_file file = whole_cache();
		size_t next = 0;

		file.count = length % 2 ? UINT32_MAX : 2;
		file.entries[0].path = length % 3 ? UINT32_MAX : 102;
		file.entries[1].name = length % 5 ? UINT32_MAX - 4 : 96;
		write_file(&file, length);
		linker_cache_read(&cache, path);
		while (linker_cache_find(&cache, "lib.a", &next))
			ck_assert_uint_le(next, 2);
		linker_cache_done(&cache);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("elf-file");
	TCase *tcase = unit_tcase(suite, "files", 60);

	tcase_add_checked_fixture(tcase, set_up, take_down);
	tcase_add_test(tcase, a_program);
	tcase_add_test(tcase, no_program);
	tcase_add_test(tcase, cut_off);
	tcase_add_loop_test(tcase, longest_names, 0, 2);
	tcase_add_test(tcase, good_cache_file);
	tcase_add_test(tcase, damaged_cache);
	return unit_run(suite);
}
