/* SPDX-License-Identifier: Apache-2.0 */
/*
 * broken-library: libraries that cannot be loaded, one for each -D, and libgone,
 * which one of them needs and which is where no search finds it.
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
