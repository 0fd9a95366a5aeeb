/* SPDX-License-Identifier: Apache-2.0 */
/*
 * preload: a library for LD_PRELOAD that wraps a function of the dynamic linker, as tracers and
 * overlays do. It counts the calls and passes them on. It wraps dlsym if WRAPS_DLSYM is defined,
 * otherwise dlopen.
 */
#include <dlfcn.h>
#include <stddef.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT extern unsigned int preload_calls;
unsigned int preload_calls;

#ifndef WRAPS_DLSYM

EXPORT void *dlopen(const char *name, int mode)
{
	void *next = dlsym(RTLD_NEXT, "dlopen");

	preload_calls++;
	return ((void *(*)(const char *, int))next)(name, mode);
}

#elif defined(__GLIBC__)

/* dlsym has this version since glibc 2.34. */
EXPORT void *dlsym(void *library, const char *symbol)
{
	void *next = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");

	preload_calls += next != NULL;
	return next ? ((void *(*)(void *, const char *))next)(library, symbol) : NULL;
}

#endif
