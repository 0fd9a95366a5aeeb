/* SPDX-License-Identifier: Apache-2.0 */
/* library: see library.h. */
#include "driver/library.h"

#include <string.h>

#include "base/os.h"
#include "base/text.h"

/* dlopen of a FIFO waits until another process opens it, and opening a device may change it. */
static bool is_special_file(const char *name)
{
	struct os_status status;

	return text_base_name(name) != name && os_path_status(name, &status) == 0 &&
	       (status.kind == OS_NULL_DEVICE || status.kind == OS_OTHER_KIND);
}

/*
 * REASON_OK if dlopen may be called with NAME. For dlopen, "" means the program itself; and it
 * copies the name to the stack.
 */
static enum reason check_name(const char *name)
{
	size_t length = strlen(name);

	if (length == 0)
		return REASON_NO_LIBRARY_NAME;
	if (length >= OS_PATH_SIZE)
		return REASON_TOO_LONG;
	return is_special_file(name) ? REASON_NOT_ELF : REASON_OK;
}

void *library_open(const char *name, struct library_flags flags, struct verdict *verdict,
		   struct arena *arena)
{
	struct os_library_mode mode = { .now = flags.now, .deepbind = flags.deepbind };
	const char *error;
	void *library;

	verdict->reason = check_name(name);
	verdict->code = 0;
	verdict->detail = NULL;
	if (verdict->reason != REASON_OK)
		return NULL;
	library = os_library_open(name, mode, &error);
	if (!library)
		os_library_explain(name, error, verdict, arena);
	return library;
}

/* Written only by the thread that initialises the loader. */
static bool loader_is_kept;

bool library_keep_loader(void)
{
	if (!loader_is_kept)
		loader_is_kept = os_library_pin(&loader_is_kept);
	return loader_is_kept;
}

bool library_is_loader_kept(void)
{
	return loader_is_kept;
}

bool library_is_loader(void *library)
{
	/* A driver may use the same version node, but only drivers have clIcdGetPlatformIDsKHR. */
	return os_library_defines(library, "clGetPlatformIDs", "OPENCL_1.0") &&
	       !os_library_find(library, "clIcdGetPlatformIDsKHR");
}

/* Only the handle of a library that dlopen has opened can be used to look for symbols. */
bool library_is_loader_at(const char *path, const void *address)
{
	void *hold = os_library_hold(path);
	struct os_place place;
	bool is_loader;

	if (!hold)
		return false;
	is_loader = os_library_of(address, &place) && place.library &&
		    library_is_loader(place.library);
	os_library_close(hold);
	return is_loader;
}

const char *library_find_other_loader(const char **own, struct arena *arena)
{
	const struct os_object *object = os_versioned_libraries(arena);
	struct os_place us;

	os_library_of(&loader_is_kept, &us);
	for (; object; object = object->next) {
		if (os_is_inside(&us, object->address) ||
		    !library_is_loader_at(object->path, object->address))
			continue;
		*own = os_library_of(&loader_is_kept, &us);
		return object->path;
	}
	return NULL;
}
