/* SPDX-License-Identifier: Apache-2.0 */
/*
 * broken-library: libraries that cannot be loaded, one for each -D. One of them needs libgone,
 * which is built from this file too, but is in no directory that the dynamic linker searches.
 */
int gone(void);
int broken_function(void);
extern int nowhere_data;
int nowhere_function(void);

#define EXPORT __attribute__((visibility("default")))

#if defined(IS_GONE)
EXPORT int gone(void)
{
	return 1;
}
#elif defined(NEEDS_GONE)
EXPORT int broken_function(void)
{
	return gone();
}
#elif defined(NEEDS_FUNCTION)
EXPORT int broken_function(void)
{
	return nowhere_function();
}
#else
EXPORT int broken_function(void)
{
	return nowhere_data;
}
#endif
