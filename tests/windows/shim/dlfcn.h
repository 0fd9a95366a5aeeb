/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dlfcn: what the tests use of <dlfcn.h>, for Windows. In the sources the shipped layers are called
 * libNAME.so, and the loader libOpenCL.so.1.
 */
#ifndef CLROUTER_TESTS_WINDOWS_DLFCN_H
#define CLROUTER_TESTS_WINDOWS_DLFCN_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#define RTLD_DEFAULT GetModuleHandleA("OpenCL.dll")
#define RTLD_LOCAL 0
#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_NOLOAD 4
#ifndef setenv
#define setenv(name, value, overwrite) _putenv_s((name), (value))
#endif

static inline void *dlopen(const char *name, int flags)
{
	const char *shipped = strstr(name, "libCL");
	char path[1024];

	snprintf(path, sizeof(path), "%s", strstr(name, "libOpenCL.so") ? "OpenCL.dll" : name);
	for (char *at = path; *at; at++)
		if (*at == '/')
			*at = '\\';
	if (shipped)
		memcpy(strstr(path, ".so"), ".dll", sizeof(".dll"));
	return flags & RTLD_NOLOAD ? GetModuleHandleA(path) : LoadLibraryA(path);
}

static inline const char *dlerror(void)
{
	static char text[32];

	snprintf(text, sizeof(text), "error %lu", GetLastError());
	return text;
}

#define dlsym(library, name) ((void *)GetProcAddress((library), (name)))
#define dlclose(library) ((void)(library))

#endif
