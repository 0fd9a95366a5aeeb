/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-elf-header: the first bytes of a file that should be a library. A header is good only if it
 * is complete and has the class, byte order and machine of this program.
 *
 * Each input is tried as it is, and with the magic number of ELF before it. The files of the corpus
 * do not have that number, because a source package should contain no binaries.
 */
#include <elf.h>
#include <link.h>
#include <string.h>

#include "base/file/elf-header.h"
#include "fuzz.h"

const char fuzz_target[] = "elf-header";

static void check(const uint8_t *data, size_t size)
{
	bool has_magic = size >= EI_NIDENT && memcmp(data, ELFMAG, SELFMAG) == 0;
	unsigned char padded[64] = { 0 };
	enum elf_header answer;

	if (size > 64)
		size = 64;
	answer = elf_header_check(data, size);
	FUZZ_CHECK(has_magic || answer == ELF_HEADER_NONE);
	FUZZ_CHECK(answer != ELF_HEADER_GOOD || size >= sizeof(ElfW(Ehdr)));
	memcpy(padded, data, size);
	/* If the result is not "none", zeros after a truncated header do not change it. */
	if (answer != ELF_HEADER_NONE)
		FUZZ_CHECK(elf_header_check(padded, sizeof(padded)) == answer);
	/* The result does not depend on the entry point. */
	memset(padded + 24, 0xA5, 8);
	if (answer == ELF_HEADER_GOOD)
		FUZZ_CHECK(elf_header_check(padded, sizeof(padded)) == ELF_HEADER_GOOD);
	padded[EI_CLASS] ^= ELFCLASS32 ^ ELFCLASS64;
	if (answer == ELF_HEADER_GOOD)
		FUZZ_CHECK(elf_header_check(padded, sizeof(padded)) == ELF_HEADER_FOREIGN);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t file[64] = ELFMAG;
	size_t rest = size < sizeof(file) - SELFMAG ? size : sizeof(file) - SELFMAG;

	check(data, size);
	memcpy(file + SELFMAG, data, rest);
	check(file, SELFMAG + rest);
	return 0;
}
