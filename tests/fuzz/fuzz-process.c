/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-process: what the tool reads of a running process. The first byte of an input says what the
 * rest is: m the memory map, e the environment, f a mapped file. A file is read as it is, and again
 * with the identification of ELF for both word sizes, because the files of the corpus are no
 * binaries.
 */
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "tool/probe/file/opencl-file.h"
#include "tool/probe/process/process-maps.h"
#include "tool/probe/process/process.h"

#define MAX_FILE ((size_t)64 << 10)

const char fuzz_target[] = "process";

static void check_maps(const uint8_t *data, size_t size)
{
	struct arena arena = ARENA_INIT;
	struct process_maps maps;
	FILE *stream = size ? fmemopen((void *)data, size, "r") : NULL;
	size_t count = 0;

	if (!stream)
		return;
	FUZZ_CHECK(process_maps_read_stream(&maps, stream, &arena) == 0);
	fclose(stream);
	for (const struct process_mapping *mapping = maps.first; mapping; mapping = mapping->next) {
		FUZZ_CHECK(mapping->path[0] == '/');
		FUZZ_CHECK(!strchr(mapping->path, '\n'));
		count++;
	}
	FUZZ_CHECK(count == maps.count);
	arena_done(&arena);
}

static void check_variables(const uint8_t *data, size_t size)
{
	struct process process = { .pid = 1 };
	struct arena arena = ARENA_INIT;

	process_take_variables(&process, (const char *)data, size, &arena);
	for (const struct process_variable *variable = process.variables; variable;
	     variable = variable->next) {
		FUZZ_CHECK(strncmp(variable->name, "OCL_", 4) == 0 ||
			   strncmp(variable->name, "OPENCL_", 7) == 0 ||
			   strncmp(variable->name, "LD_", 3) == 0);
		FUZZ_CHECK(!strchr(variable->name, '='));
		FUZZ_CHECK(strlen(variable->value) <= 4096);
	}
	arena_done(&arena);
}

static void check_file(const uint8_t *data, size_t size)
{
	char path[256];
	struct opencl_file file;
	size_t budget = size * 64;
	int descriptor;

	fuzz_write("/file", data, size);
	snprintf(path, sizeof(path), "%s/file", fuzz_root());
	descriptor = open(path, O_RDONLY | O_CLOEXEC);
	FUZZ_CHECK(descriptor >= 0);
	opencl_file_read(&file, descriptor, &budget);
	FUZZ_CHECK(budget <= size * 64);
	FUZZ_CHECK(file.kind == OPENCL_FILE_OTHER || file.bits == 32 || file.bits == 64);
	FUZZ_CHECK((file.loader != NULL) == (file.kind == OPENCL_FILE_LOADER));
	budget = size / 2;
	opencl_file_read(&file, descriptor, &budget);
	FUZZ_CHECK(budget <= size / 2);
	close(descriptor);
}

static void check_elf_files(const uint8_t *data, size_t size)
{
	static uint8_t file[MAX_FILE];

	check_file(data, size);
	if (size > sizeof(file) - EI_NIDENT)
		return;
	memset(file, 0, EI_NIDENT);
	memcpy(file, ELFMAG, SELFMAG);
	memcpy(file + EI_NIDENT, data, size);
	for (uint8_t class = ELFCLASS32; class <= ELFCLASS64; class++) {
		file[EI_CLASS] = class;
		check_file(file, EI_NIDENT + size);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size == 0)
		return 0;
	if (data[0] == 'm')
		check_maps(data + 1, size - 1);
	else if (data[0] == 'e')
		check_variables(data + 1, size - 1);
	else if (data[0] == 'f')
		check_elf_files(data + 1, size - 1);
	return 0;
}
