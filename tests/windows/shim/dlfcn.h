/* SPDX-License-Identifier: Apache-2.0 */
/* dlfcn: what the call tests use of <dlfcn.h>, for Windows: DLLs that are open already. */
#ifndef CLROUTER_TESTS_WINDOWS_DLFCN_H
#define CLROUTER_TESTS_WINDOWS_DLFCN_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#define RTLD_DEFAULT GetModuleHandleA("OpenCL.dll")
#define RTLD_LAZY 1
#define RTLD_NOLOAD 4
#define setenv(name, value, overwrite) _putenv_s((name), (value))

static inline void *dlopen(const char *name, int flags)
{
	char path[1024];

	(void)flags;
	snprintf(path, sizeof(path), "%s", strstr(name, "libOpenCL.so") ? "OpenCL.dll" : name);
	for (char *at = path; *at; at++)
		if (*at == '/')
			*at = '\\';
	return GetModuleHandleA(path);
}

#define dlsym(library, name) ((void *)GetProcAddress((library), (name)))
#define dlclose(library) ((void)(library))

#endif
