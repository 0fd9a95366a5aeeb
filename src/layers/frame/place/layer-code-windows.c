/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-code-windows: see layer-code.h.
 */
#include "layers/frame/place/layer-code.h"

#include <stdint.h>
#include <windows.h>

#include "base/os.h"

/* Windows does not fork. */
struct lock *layer_code_lock(void)
{
	return NULL;
}

bool layer_code_has(const void *address)
{
	/* The call may be a function's last instruction: then the address is after its end. */
	const wchar_t *inside = (const wchar_t *)((uintptr_t)address - 1);
	HMODULE module = NULL;

	GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
				   GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
			   inside, &module);
	if (!module || module == GetModuleHandleW(NULL))
		return false;
	return (GetProcAddress(module, "clGetLayerInfo") &&
		(GetProcAddress(module, "clInitLayer") ||
		 GetProcAddress(module, "clInitLayerWithProperties"))) ||
	       os_library_defines(module, "clGetPlatformIDs", "OPENCL_1.0");
}

bool layer_code_is_loaded(const char *name)
{
	return GetModuleHandleA(name) != NULL;
}
