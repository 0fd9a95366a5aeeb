/* SPDX-License-Identifier: Apache-2.0 */
/*
 * place-library: see place-library.h.
 */
#include "layers/frame/place/place-library.h"

#include <link.h>
#include <string.h>

#include "base/common/line.h"
#include "base/common/lock.h"
#include "layers/frame/place/layer-code.h"

/* The segment of INFO's file that has VALUE, as the file counts addresses; NULL: none has it. */
static const ElfW(Phdr) * find_segment(const struct dl_phdr_info *info, uintptr_t value)
{
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];

		if (header->p_type == PT_LOAD && value >= header->p_vaddr &&
		    value - header->p_vaddr < header->p_memsz)
			return header;
	}
	return NULL;
}

/* The address of the first byte of INFO's file, as the file counts. */
static uintptr_t first_address(const struct dl_phdr_info *info)
{
	const ElfW(Phdr) *header = info->dlpi_phdr;

	while (header->p_type != PT_LOAD)
		header++;
	return header->p_vaddr & ~(header->p_align - 1);
}

/* A note that no segment has, or that cannot be read, is none. */
static void copy_note(struct library *library, const struct dl_phdr_info *info,
		      const ElfW(Phdr) * note)
{
	const ElfW(Phdr) *segment = find_segment(info, note->p_vaddr);
	size_t size = note->p_filesz < LIBRARY_NOTE ? note->p_filesz : LIBRARY_NOTE;

	if (!segment || (segment->p_flags & PF_R) == 0 ||
	    size > segment->p_memsz - (note->p_vaddr - segment->p_vaddr))
		return;
	library->note_size = size;
	library->note_offset = note->p_offset;
	memcpy(library->note, (const void *)(info->dlpi_addr + note->p_vaddr), size);
}

/* A part of a note is a multiple of 4 bytes. */
static size_t padded(size_t size)
{
	return (size + 3) & ~(size_t)3;
}

/* A note is a header, a name and the value. */
size_t library_build_id(const struct library *library, const char **id)
{
	ElfW(Nhdr) note;

	*id = library->note;
	for (size_t at = 0; at <= library->note_size && library->note_size - at >= sizeof(note);) {
		const size_t left = library->note_size - at - sizeof(note);
		const char *name = library->note + at + sizeof(note);

		memcpy(&note, library->note + at, sizeof(note));
		if (note.n_namesz > left || note.n_descsz > left ||
		    padded(note.n_namesz) + note.n_descsz > left)
			return 0;
		*id = name + padded(note.n_namesz);
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof("GNU") &&
		    memcmp(name, "GNU", sizeof("GNU")) == 0)
			return note.n_descsz;
		at += sizeof(note) + padded(note.n_namesz) + padded(note.n_descsz);
	}
	return 0;
}

/* The name is copied: another thread may close the library. */
static int find_in_library(struct dl_phdr_info *info, size_t size, void *data)
{
	struct library *library = data;
	const ElfW(Phdr) *segment =
		find_segment(info, (uintptr_t)library->address - info->dlpi_addr);
	struct line name = line_in(library->name, sizeof(library->name));
	const char *id;

	(void)size;
	if (!segment)
		return 0;
	library->begin = info->dlpi_addr + segment->p_vaddr;
	library->size = segment->p_memsz;
	library->load_address = info->dlpi_addr;
	library->first = first_address(info);
	library->note_size = 0;
	library->note_offset = 0;
	for (int i = 0; i < info->dlpi_phnum && library_build_id(library, &id) == 0; i++)
		if (info->dlpi_phdr[i].p_type == PT_NOTE)
			copy_note(library, info, &info->dlpi_phdr[i]);
	line_add_text(&name, info->dlpi_name ? info->dlpi_name : "");
	return 1;
}

bool library_find(struct library *library, const void *address)
{
	bool is_found;

	library->address = address;
	lock_take(layer_code_lock());
	is_found = dl_iterate_phdr(find_in_library, library) != 0;
	lock_give(layer_code_lock());
	return is_found;
}
