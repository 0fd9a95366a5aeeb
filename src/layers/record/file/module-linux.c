/* SPDX-License-Identifier: Apache-2.0 */
/*
 * module-linux: see module.h.
 */
#include "layers/record/file/module.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/lock.h"
#include "base/common/system.h"
#include "base/text.h"
#include "layers/frame/auto-free.h"
#include "layers/frame/place/library.h"
#include "layers/record/file/own-process.h"

/* The C library has locks of its own here, which a forked child must not find locked. */
static struct lock lock = LOCK_INIT;

/* A part of a note is a multiple of 4 bytes. */
static size_t padded(size_t size)
{
	return (size + 3) & ~(size_t)3;
}

/* The build-id in the note of LIBRARY, which consists of a header, a name and the value. */
static void copy_build_id(struct record_module *module, const struct library *library)
{
	const ElfW(Nhdr) *note;

	for (size_t at = 0; library->note_size - at >= sizeof(*note);) {
		const size_t left = library->note_size - at - sizeof(*note);
		const char *name = library->note + at + sizeof(*note);
		size_t size;

		note = (const ElfW(Nhdr) *)(library->note + at);
		if (note->n_namesz > left || note->n_descsz > left ||
		    padded(note->n_namesz) + note->n_descsz > left)
			return;
		size = note->n_descsz < RECORD_MODULE_ID ? note->n_descsz : RECORD_MODULE_ID;
		if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == sizeof("GNU") &&
		    memcmp(name, "GNU", sizeof("GNU")) == 0) {
			memcpy(module->id, name + padded(note->n_namesz), size);
			module->id_size = (uint32_t)size;
			return;
		}
		at += sizeof(*note) + padded(note->n_namesz) + padded(note->n_descsz);
		if (at > library->note_size)
			return;
	}
}

bool module_find(const void *address, struct record_module *module, char *path, size_t size)
{
	AUTO_FREE struct library *library = malloc(sizeof(*library));
	bool is_found;

	if (library == NULL)
		return false;
	lock_take(&lock);
	is_found = library_find(library, address);
	lock_give(&lock);
	if (!is_found)
		return false;
	module->begin = library->begin;
	module->size = library->size;
	module->base = library->load_address;
	copy_build_id(module, library);
	if (*library->name != '\0')
		text_format(path, size, "%s", library->name);
	else if (!own_process_program(path, size))
		*path = '\0';
	return true;
}

int module_take_stack(void **frames, int count)
{
	int taken;

	lock_take(&lock);
	taken = system_take_stack(frames, count);
	lock_give(&lock);
	return taken;
}

void module_before_fork(void)
{
	lock_take(&lock);
}

void module_after_fork(void)
{
	lock_give(&lock);
}
