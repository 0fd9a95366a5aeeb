/* SPDX-License-Identifier: Apache-2.0 */
/*
 * elf-symbol: on tables that this test wrote, and on real libraries, where the
 * answer must be dlsym()'s wherever there is one.
 */
#include "driver/elf-symbol.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "unit/unit.h"

static const struct {
	const char *name;
	uint32_t hash;
} hashes[] = {
	{ "", 5381 },
	{ "printf", 0x156b2bb8 },
	{ "clGetExtensionFunctionAddress", 0x1c8a90bd },
};

START_TEST(hash)
{
	ck_assert_uint_eq(elf_symbol_hash(hashes[_i].name), hashes[_i].hash);
}
END_TEST

/* --- tables of our own: one bucket and up to three symbols in it --- */

#define SYMBOLS 3

enum damage { NONE, UNDEFINED, NO_TABLE, NO_NAMES, NO_BUCKETS, OFFSETS, OTHER_ORDER, NEGATIVE };

static const struct {
	const char *names[SYMBOLS];
	unsigned char type;
	enum damage damage;
	size_t found;		/* which one "wanted" is; 0: none */
} files[] = {
	{ { "wanted" }, STT_FUNC, NONE, 1 },
	{ { "wanted" }, STT_NOTYPE, NONE, 1 },
	{ { "a", "b", "wanted" }, STT_FUNC, NONE, 3 },
	{ { "wanted", "a", "b" }, STT_FUNC, NONE, 1 },
	{ { "wante", "wantedx" }, STT_FUNC, NONE, 0 },
	{ { NULL }, STT_FUNC, NONE, 0 },
	{ { "wanted" }, STT_FUNC, OFFSETS, 1 },
	{ { "wanted" }, STT_FUNC, OTHER_ORDER, 1 },
	/* the linker knows better */
	{ { "wanted", "a", "wanted" }, STT_FUNC, NONE, 0 },
	{ { "wanted" }, STT_GNU_IFUNC, NONE, 0 },
	{ { "wanted" }, STT_TLS, NONE, 0 },
	{ { "wanted" }, STT_OBJECT, NONE, 0 },
	{ { "wanted" }, STT_FUNC, UNDEFINED, 0 },
	{ { "wanted" }, STT_FUNC, NO_TABLE, 0 },
	{ { "wanted" }, STT_FUNC, NO_NAMES, 0 },
	{ { "wanted" }, STT_FUNC, NO_BUCKETS, 0 },
	{ { "wanted" }, STT_FUNC, NEGATIVE, 0 },
};

/* A library in memory; its address is that of this struct. */
static struct {
	ElfW(Sym) symbols[1 + SYMBOLS];
	char names[64];
	uint32_t head[4];
	ElfW(Addr) filter;
	uint32_t bucket;
	uint32_t hashes[SYMBOLS];
} file;

static void write_file(const char *const *names, unsigned char type, enum damage damage)
{
	size_t count = 0;
	size_t end = 1;

	memset(&file, 0, sizeof(file));
	for (; count < SYMBOLS && names[count]; count++) {
		ElfW(Sym) *symbol = &file.symbols[1 + count];

		symbol->st_name = (ElfW(Word))end;
		symbol->st_info = ELF64_ST_INFO(STB_GLOBAL, type);
		symbol->st_shndx = damage == UNDEFINED ? SHN_UNDEF : 1;
		symbol->st_value = 1 + count;
		strcpy(file.names + end, names[count]);
		end += strlen(names[count]) + 1;
		file.hashes[count] = elf_symbol_hash(names[count]) & ~1u;
	}
	file.head[0] = damage == NO_BUCKETS ? 0 : 1;
	file.head[1] = 1;
	file.head[2] = 1;
	file.bucket = count > 0;
	if (count > 0)
		file.hashes[count - 1] |= 1;
}

START_TEST(tables_of_our_own)
{
	enum damage damage = files[_i].damage;
	ElfW(Addr) base = (ElfW(Addr))&file;
	ElfW(Addr) start = damage == OFFSETS ? 0 : base;
	bool shifted = damage == OTHER_ORDER;
	ElfW(Dyn) dynamic[] = {
		{ DT_SONAME, { 1 } },
		{ damage == NO_TABLE ? DT_HASH : DT_GNU_HASH, { start + offsetof(__typeof__(file), head) } },
		{ shifted ? DT_STRSZ : damage == NO_NAMES ? DT_INIT : DT_STRTAB,
		  { shifted ? sizeof(file.names) : start + offsetof(__typeof__(file), names) } },
		{ DT_SYMTAB, { start + offsetof(__typeof__(file), symbols) } },
		{ shifted ? DT_STRTAB : DT_SYMENT,
		  { shifted ? start + offsetof(__typeof__(file), names) : sizeof(file.symbols[0]) } },
		{ DT_NULL, { 0 } },
	};
	struct link_map map = { .l_addr = damage == NEGATIVE ? (ElfW(Addr))-4096 : base,
				.l_ld = dynamic };
	void *expected = files[_i].found ? (void *)(base + files[_i].found) : NULL;

	write_file(files[_i].names, files[_i].type, damage);
	ck_assert_ptr_eq(elf_symbol_find(&map, "wanted", elf_symbol_hash("wanted")), expected);
}
END_TEST

/* --- real libraries --- */

static const char *const names[] = {
	"clGetExtensionFunctionAddress", "clIcdGetPlatformIDsKHR", "clGetPlatformInfo",
	"clNoSuchFunction", "", "clGetExtensionFunctionAddres", "clGetExtensionFunctionAddressX",
	"printf", "memcpy", "strlen", "environ", "pthread_create", "qsort",
};

static size_t compare_with_dlsym(void *library)
{
	size_t found = 0;

	ck_assert_ptr_nonnull(library);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		void *address = elf_symbol_find(library, names[i], elf_symbol_hash(names[i]));

		if (address)
			ck_assert_ptr_eq(address, dlsym(library, names[i]));
		found += address != NULL;
	}
	return found;
}

START_TEST(answers_are_those_of_the_linker)
{
#ifdef __GLIBC__
	void *driver = dlopen(unit_driver("stub-icd1"), RTLD_NOW | RTLD_LOCAL);
	void *libc = dlopen("libc.so.6", RTLD_NOW | RTLD_LOCAL);

	ck_assert_uint_ge(compare_with_dlsym(driver), 1);
	ck_assert_uint_ge(compare_with_dlsym(libc), 2);
	dlclose(libc);
	dlclose(driver);
#else
	puts("not looked at: elf-symbol asks real libraries with glibc only");
#endif
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("elf-symbol");
	TCase *tcase = unit_tcase(suite, "elf-symbol", 10);

	tcase_add_loop_test(tcase, hash, 0, UNIT_ROWS(hashes));
	tcase_add_loop_test(tcase, tables_of_our_own, 0, UNIT_ROWS(files));
	tcase_add_test(tcase, answers_are_those_of_the_linker);
	return unit_run(suite);
}
