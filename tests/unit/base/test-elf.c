/* SPDX-License-Identifier: Apache-2.0 */
/*
 * elf: a file of each word size and byte order, made here, is read, and so is the same with damage: cut
 * off, with huge offsets and counts, with each byte wrong. Bytes are got from memory of exactly the
 * file's size, so that valgrind and sanitizers see what is read after its end.
 */
#include "base/common/elf.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

/* The numbers of the file that a row may change. */
enum place {
	NONE, MAGIC, CLASS, ORDER, PHOFF, PHNUM, PHENTSIZE, SHOFF, SHNUM, SHENTSIZE, LOAD_OFFSET, LOAD_SIZE,
	DYNAMIC_OFFSET, DYNAMIC_SIZE, STRTAB, NEEDED, SYMBOLS_OFFSET, SYMBOLS_SIZE, LINK, NAMES_SIZE, NAME,
};

#define NAMES "\0libc.so\0clFinish"
#define BASE 0x1000 /* the address of the first byte */

static unsigned bits;
static bool is_big;
static enum place changed;
static uint64_t change;

struct memory {
	struct elf elf;
	char *bytes;	/* elf.size of them */
	size_t parts;	/* that were taken */
};

static void put(void *at, size_t size, enum place place, uint64_t value)
{
	unsigned char *bytes = at;

	if (place != NONE && place == changed)
		value = change;
	for (size_t i = 0; i < size; i++)
		bytes[is_big ? size - 1 - i : i] = (unsigned char)(value >> 8 * i);
}

#define PUT(member, place, value) put(&(member), sizeof(member), place, value)

/* The file has one segment that is loaded, the dynamic one, a table of symbols and their names. */
#define DEFINE_FILE(n)                                                                             \
	struct file##n {                                                                           \
		Elf##n##_Ehdr head;                                                                \
		Elf##n##_Phdr segments[2];                                                         \
		Elf##n##_Shdr sections[3];                                                         \
		Elf##n##_Dyn dynamics[3];                                                          \
		Elf##n##_Sym symbols[2];                                                           \
		char names[sizeof(NAMES)];                                                         \
	};                                                                                         \
	static size_t make##n(void *bytes)                                                         \
	{                                                                                          \
		struct file##n *f = bytes;                                                         \
		PUT(f->head.e_type, NONE, ET_DYN);                                                 \
		PUT(f->head.e_machine, NONE, EM_ARM);                                              \
		PUT(f->head.e_phoff, PHOFF, offsetof(struct file##n, segments));                   \
		PUT(f->head.e_phnum, PHNUM, 2);                                                    \
		PUT(f->head.e_phentsize, PHENTSIZE, sizeof(*f->segments));                         \
		PUT(f->head.e_shoff, SHOFF, offsetof(struct file##n, sections));                   \
		PUT(f->head.e_shnum, SHNUM, 3);                                                    \
		PUT(f->head.e_shentsize, SHENTSIZE, sizeof(*f->sections));                         \
		PUT(f->segments[0].p_type, NONE, PT_LOAD);                                         \
		PUT(f->segments[0].p_offset, LOAD_OFFSET, 0);                                      \
		PUT(f->segments[0].p_vaddr, NONE, BASE);                                           \
		PUT(f->segments[0].p_filesz, LOAD_SIZE, sizeof(*f));                               \
		PUT(f->segments[1].p_type, NONE, PT_DYNAMIC);                                      \
		PUT(f->segments[1].p_offset, DYNAMIC_OFFSET, offsetof(struct file##n, dynamics));  \
		PUT(f->segments[1].p_filesz, DYNAMIC_SIZE, sizeof(f->dynamics));                   \
		PUT(f->dynamics[0].d_tag, NONE, DT_STRTAB);                                        \
		PUT(f->dynamics[0].d_un.d_val, STRTAB, BASE + offsetof(struct file##n, names));    \
		PUT(f->dynamics[1].d_tag, NONE, DT_NEEDED);                                        \
		PUT(f->dynamics[1].d_un.d_val, NEEDED, 1);                                         \
		PUT(f->sections[1].sh_type, NONE, SHT_DYNSYM);                                     \
		PUT(f->sections[1].sh_offset, SYMBOLS_OFFSET, offsetof(struct file##n, symbols));  \
		PUT(f->sections[1].sh_size, SYMBOLS_SIZE, sizeof(f->symbols));                     \
		PUT(f->sections[1].sh_link, LINK, 2);                                              \
		PUT(f->sections[2].sh_type, NONE, SHT_STRTAB);                                     \
		PUT(f->sections[2].sh_offset, NONE, offsetof(struct file##n, names));              \
		PUT(f->sections[2].sh_size, NAMES_SIZE, sizeof(f->names));                         \
		PUT(f->symbols[1].st_name, NAME, 9);                                               \
		PUT(f->symbols[1].st_info, NONE, STT_FUNC);                                        \
		PUT(f->symbols[1].st_value, NONE, 0x1234);                                         \
		memcpy(f->names, NAMES, sizeof(f->names));                                         \
		return offsetof(struct file##n, names) + sizeof(f->names);                         \
	}

DEFINE_FILE(32)
DEFINE_FILE(64)

static char whole[sizeof(struct file64)];
static size_t whole_size;

static void make(enum place place, uint64_t value)
{
	changed = place;
	change = value;
	memset(whole, 0, sizeof(whole));
	whole_size = bits == 64 ? make64(whole) : make32(whole);
	memcpy(whole, ELFMAG, SELFMAG);
	put(&whole[EI_CLASS], 1, CLASS, bits == 64 ? ELFCLASS64 : ELFCLASS32);
	put(&whole[EI_DATA], 1, ORDER, is_big ? ELFDATA2MSB : ELFDATA2LSB);
	put(&whole[EI_MAG0], 1, MAGIC, ELFMAG0);
}

static const char *part(struct elf *elf, uint64_t at, uint64_t size)
{
	struct memory *memory = (struct memory *)elf;

	ck_assert_uint_le(at, elf->size);
	ck_assert_uint_le(size, elf->size - at);
	memory->parts++;
	return memory->bytes + at;
}

/* The names that the dynamic linker reads, and the symbols. */
static void describe_names(struct elf *elf, char *text, size_t size)
{
	struct elf_bytes names = { NULL, 0 };
	struct elf_section section;
	struct elf_segment segment;
	struct elf_symbol symbol;
	struct elf_dynamic entry;
	struct elf_table table;
	uint64_t at = 0;

	if (elf_find_segment(elf, PT_DYNAMIC, &segment)) {
		table = elf_dynamics(elf, &segment);
		while (elf_next(&table, &entry) && entry.tag != DT_NULL) {
			if (entry.tag == DT_STRTAB)
				at = elf_find_offset(elf, entry.value);
			names = elf_bytes(elf, at, at ? sizeof(NAMES) : 0);
			if (entry.tag == DT_NEEDED && elf_name(&names, entry.value))
				snprintf(text + strlen(text), size - strlen(text), " needs %s",
					 elf_name(&names, entry.value));
		}
	}
	if (!elf_find_section(elf, SHT_DYNSYM, &section))
		return;
	table = elf_symbols(elf, &section);
	if (elf_get_section(elf, section.link, &section))
		names = elf_contents(elf, &section);
	while (elf_next(&table, &symbol))
		if (elf_name(&names, symbol.name) && symbol.address == 0x1234)
			snprintf(text + strlen(text), size - strlen(text), " has %s",
				 elf_name(&names, symbol.name));
}

/* What the first SIZE bytes of the file say. */
static const char *describe(size_t size)
{
	static char text[4096];
	struct memory memory = { .elf = { .size = size, .part = part }, .bytes = malloc(size + !size) };
	struct elf_table table;
	struct elf_section section;
	struct elf_segment segment;
	unsigned count = 0;

	ck_assert_ptr_nonnull(memory.bytes);
	memcpy(memory.bytes, whole, size);
	strcpy(text, "none");
	if (elf_begin(&memory.elf)) {
		table = elf_segments(&memory.elf);
		while (elf_next(&table, &segment))
			count++;
		snprintf(text, sizeof(text), "%u%s %u", memory.elf.bits, memory.elf.is_big ? "b" : "l",
			 count);
		table = elf_sections(&memory.elf);
		for (count = 0; elf_next(&table, &section);)
			count++;
		snprintf(text + strlen(text), sizeof(text) - strlen(text), " %u", count);
		describe_names(&memory.elf, text, sizeof(text));
	}
	ck_assert_uint_lt(memory.parts, 64);
	free(memory.bytes);
	return text;
}

static const struct {
	unsigned bits;
	bool is_big;
	const char *name;
} forms[] = { { 32, false, "32l" }, { 32, true, "32b" }, { 64, false, "64l" }, { 64, true, "64b" } };

static void choose_form(int index)
{
	bits = forms[index].bits;
	is_big = forms[index].is_big;
}

#define HUGE_NUMBER UINT64_MAX
#define GOOD " needs libc.so has clFinish"

/* The numbers in the texts are the segments and the sections. */
static const struct {
	enum place place;
	uint64_t value;
	const char *expected;	/* after the form; NULL: it is no ELF file */
} rows[] = {
	{ NONE, 0, " 2 3" GOOD },
	{ MAGIC, 'E', NULL },
	{ CLASS, ELFCLASSNONE, NULL },
	{ CLASS, 3, NULL },
	{ PHOFF, HUGE_NUMBER, " 0 3 has clFinish" },
	{ PHOFF, HUGE_NUMBER - 100, " 0 3 has clFinish" },
	{ PHENTSIZE, 1, " 0 3 has clFinish" },
	{ PHENTSIZE, 0, " 0 3 has clFinish" },
	{ SHOFF, HUGE_NUMBER - 7, " 2 0 needs libc.so" },
	{ SHENTSIZE, 0xFFFF, " 2 0 needs libc.so" },
	{ SHNUM, 0, " 2 0 needs libc.so" },
	{ LOAD_OFFSET, HUGE_NUMBER, " 2 3 has clFinish" },
	{ LOAD_SIZE, 8, " 2 3 has clFinish" },
	{ LOAD_SIZE, HUGE_NUMBER, " 2 3" GOOD },
	{ DYNAMIC_OFFSET, HUGE_NUMBER - 8, " 2 3 has clFinish" },
	{ DYNAMIC_SIZE, HUGE_NUMBER, " 2 3" GOOD },
	{ DYNAMIC_SIZE, 15, " 2 3 has clFinish" },
	{ STRTAB, HUGE_NUMBER, " 2 3 has clFinish" },
	{ NEEDED, HUGE_NUMBER, " 2 3 has clFinish" },
	{ SYMBOLS_OFFSET, HUGE_NUMBER - 20, " 2 3 needs libc.so" },
	{ SYMBOLS_SIZE, HUGE_NUMBER, " 2 3" GOOD },
	{ LINK, 0x7FFFFFFF, " 2 3 needs libc.so has clFinish" },
	{ NAMES_SIZE, HUGE_NUMBER, " 2 3 needs libc.so" },
	{ NAMES_SIZE, 12, " 2 3 needs libc.so" },
	{ NAME, 0xFFFFFFFF, " 2 3 needs libc.so" },
};

START_TEST(damaged_number)
{
	char expected[100] = "none";

	for (int form = 0; form < UNIT_ROWS(forms); form++) {
		choose_form(form);
		make(rows[_i].place, rows[_i].value);
		if (rows[_i].expected)
			snprintf(expected, sizeof(expected), "%s%s", forms[form].name, rows[_i].expected);
		ck_assert_str_eq(describe(whole_size), expected);
	}
}
END_TEST

/* The tables go on with whatever follows, but not after the end, and not for ever. */
START_TEST(huge_counts)
{
	choose_form(_i);
	make(PHNUM, 0xFFFF);
	ck_assert_ptr_nonnull(strstr(describe(whole_size), GOOD));
	make(SHNUM, 0xFFFF);
	ck_assert_ptr_nonnull(strstr(describe(whole_size), GOOD));
}
END_TEST

START_TEST(wrong_byte_order)
{
	choose_form(_i);
	make(ORDER, is_big ? ELFDATA2LSB : ELFDATA2MSB);
	ck_assert_ptr_null(strstr(describe(whole_size), "clFinish"));
}
END_TEST

/* Whether a name ends is known without a search, of which a file could ask for a million. */
START_TEST(names_end)
{
	struct elf_bytes names = { "a\0bc", sizeof("a\0bc") };

	ck_assert_str_eq(elf_name(&names, 0), "a");
	ck_assert_str_eq(elf_name(&names, 2), "bc");
	ck_assert_str_eq(elf_name(&names, 4), "");
	ck_assert_ptr_null(elf_name(&names, 5));
	names.size--;
	ck_assert_ptr_null(elf_name(&names, 2));
	ck_assert_ptr_null(elf_name(&names, 0));
	names.size = 0;
	ck_assert_ptr_null(elf_name(&names, 0));
}
END_TEST

START_TEST(cut_off)
{
	choose_form(_i);
	make(NONE, 0);
	for (size_t length = 0; length < whole_size; length++)
		ck_assert_ptr_null(strstr(describe(length), "clFinish"));
}
END_TEST

START_TEST(each_byte_wrong)
{
	static const unsigned char values[] = { 0x00, 0x01, 0x7F, 0x80, 0xFF };

	choose_form(_i);
	make(NONE, 0);
	for (size_t at = 0; at < whole_size; at++)
		for (size_t i = 0; i < sizeof(values); i++) {
			const char old = whole[at];

			whole[at] = (char)values[i];
			describe(whole_size);
			whole[at] = old;
		}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("elf");
	TCase *tcase = unit_tcase(suite, "elf", 60);

	tcase_add_loop_test(tcase, damaged_number, 0, UNIT_ROWS(rows));
	tcase_add_loop_test(tcase, huge_counts, 0, UNIT_ROWS(forms));
	tcase_add_loop_test(tcase, wrong_byte_order, 0, UNIT_ROWS(forms));
	tcase_add_test(tcase, names_end);
	tcase_add_loop_test(tcase, cut_off, 0, UNIT_ROWS(forms));
	tcase_add_loop_test(tcase, each_byte_wrong, 0, UNIT_ROWS(forms));
	return unit_run(suite);
}
