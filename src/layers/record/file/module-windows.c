/* SPDX-License-Identifier: Apache-2.0 */
/*
 * module-windows: see module.h. What tells a file from others of its name is what symbol servers take
 * for that: the time stamp and the size in its headers.
 */
#include "layers/record/file/module.h"

#include <windows.h>

#include <string.h>

#include "base/common/system.h"
#include "layers/frame/place/layer-code.h"

bool module_find(const void *address, struct record_module *module, char *path, size_t size)
{
	const IMAGE_DOS_HEADER *start;
	const IMAGE_NT_HEADERS *headers;
	HMODULE handle = NULL;

	/* The function takes NULL for the program. */
	if (!address ||
	    !GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
					GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
				(const wchar_t *)address, &handle) ||
	    !system_library_of(address, path, size))
		return false;
	start = (const IMAGE_DOS_HEADER *)handle;
	headers = (const IMAGE_NT_HEADERS *)((const char *)handle + start->e_lfanew);
	/* What is asked is a return address. */
	module->head.detail = layer_code_has((const char *)address + 1) ? RECORD_MODULE_BETWEEN
								       : RECORD_MODULE_PROGRAM;
	module->begin = module->base = (uintptr_t)handle;
	module->size = headers->OptionalHeader.SizeOfImage;
	module->id_size = 2 * sizeof(uint32_t);
	memcpy(module->id, &headers->FileHeader.TimeDateStamp, sizeof(uint32_t));
	memcpy(module->id + sizeof(uint32_t), &headers->OptionalHeader.SizeOfImage,
	       sizeof(uint32_t));
	return true;
}

int module_take_stack(void **frames, int count)
{
	return system_take_stack(frames, count);
}

/* Windows does not fork. */
void module_before_fork(void)
{
}

void module_after_fork(void)
{
}
