/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clrouter/extension.h: lets a layer see the calls of extension functions, which a program gets by
 * clGetExtensionFunctionAddressForPlatform or clGetExtensionFunctionAddress. Drivers hand out
 * their own functions there, which otherwise no layer is between. A layer that sees every call of
 * clFinalizeCommandBufferKHR:
 *
 *	CLROUTER_WRAP_EXTENSION(clFinalizeCommandBufferKHR)
 *	{
 *		return driver(command_buffer);
 *	}
 *
 *	static cl_int start(struct clrouter_table *table)
 *	{
 *		clrouter_extension_add(&clrouter_extension_clFinalizeCommandBufferKHR);
 *		clrouter_extension_start(table, NULL);
 *		return CL_SUCCESS;
 *	}
 *
 *	CLROUTER_LAYER("mine", start, NULL)
 *
 * An object of an extension does not tell its platform to a layer. So there is a function for each
 * of the first eight platforms that a program asks for extension functions; it passes the call to
 * the function that the driver has for that platform. No code is made at run time. The same name
 * and platform always give the same address.
 *
 * A function is wrapped only if its prototype is certain: if it has been the same in all versions
 * of the extension, or if the version that the platform and its devices report is one of those
 * whose prototype clrouter/extension-functions.h has. A later version has it, too, if both have the
 * same major version and that is not 0: experimental extensions may change their prototypes in any
 * version. Otherwise the program gets the driver's own function, as it does without a layer.
 */
#ifndef CLROUTER_EXTENSION_H
#define CLROUTER_EXTENSION_H

#include <stdlib.h>

#include <clrouter/layer.h>
#include <clrouter/extension-functions.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CLROUTER_EXTENSION_PLATFORMS 8

/* One function that a layer wraps. CLROUTER_WRAP_EXTENSION defines it. */
struct clrouter_extension {
	const char *name;
	const char *extension;
	cl_version first;		/* versions that have this prototype; last is 0: all */
	cl_version last;
	void **drivers;			/* for each index the driver's function; NULL: none yet */
	void *wrappers[CLROUTER_EXTENSION_PLATFORMS];
	struct clrouter_extension *next;	/* that the layer has added */
	int is_added;
};

/* Why a program got a function that the layer is not between. */
enum clrouter_extension_reason {
	CLROUTER_EXTENSION_UNKNOWN,	/* the layer has no wrapper of this name */
	CLROUTER_EXTENSION_VERSION,	/* the driver has another version of the extension */
	CLROUTER_EXTENSION_PLATFORM,	/* it is of the ninth platform, or a later one */
	CLROUTER_EXTENSION_SOURCE	/* no platform says that it is its own; the loader's are such */
};

/* A function that the program got and the layer is not between. */
struct clrouter_extension_missed {
	const char *name;		/* as the program gave it */
	enum clrouter_extension_reason reason;
	cl_platform_id platform;	/* whose function it is; NULL: it is not known */
	const char *extension;		/* NULL: it is not known */
	cl_version found;		/* the driver's version, if that is the reason; 0: none */
	cl_version first;		/* of those that the layer has a wrapper for; 0: of all */
	cl_version last;
};

/*
 * Called, if it is not NULL, for each look-up of a function that the layer is not between. From
 * any thread, without a lock. MISSED and its texts are valid during the call.
 */
typedef void clrouter_extension_unseen(const struct clrouter_extension_missed *missed);

/*
 * The same in all source files of a layer. Written by START only, but for platforms: these are set
 * once, by the threads that look up.
 */
struct clrouter_extensions {
	struct clrouter_extension *list;	/* what was added */
	clrouter_extension_unseen *unseen;
	void *(CL_API_CALL *find)(const char *name);
	void *(CL_API_CALL *find_for)(cl_platform_id platform, const char *name);
	void *platforms[CLROUTER_EXTENSION_PLATFORMS];
};
__attribute__((weak)) CLROUTER_LAYER_HIDDEN struct clrouter_extensions clrouter_extensions;

/* Sets *PLACE to VALUE if it is NULL. Is it VALUE now? */
static inline int clrouter_extension_set(void **place, void *value)
{
	void *found = NULL;

	return __atomic_compare_exchange_n(place, &found, value, 0, __ATOMIC_ACQ_REL,
					   __ATOMIC_ACQUIRE) ||
	       found == value;
}

/* The index of PLATFORM, CLROUTER_EXTENSION_PLATFORMS if there are as many others. */
static inline unsigned int clrouter_extension_index(cl_platform_id platform)
{
	unsigned int i = 0;

	while (i < CLROUTER_EXTENSION_PLATFORMS &&
	       !clrouter_extension_set(&clrouter_extensions.platforms[i], platform))
		i++;
	return i;
}

/* The first number of VERSION. It is 0 while the extension is experimental. */
static inline cl_version clrouter_extension_major(cl_version version)
{
	return version >> 22;
}

/* Is it certain that the function has the prototype of EXTENSION in VERSION? */
static inline int clrouter_extension_has_prototype(const struct clrouter_extension *extension,
						   cl_version version)
{
	if (version <= extension->last)
		return version >= extension->first;
	return clrouter_extension_major(version) != 0 &&
	       clrouter_extension_major(version) == clrouter_extension_major(extension->last);
}

/*
 * Is the version of EXTENSION in the COUNT entries of LIST one that it has the prototype of? 1: yes,
 * -1: no, and it is stored as FOUND, 0: the extension is not in the list.
 */
static inline int clrouter_extension_fits(const struct clrouter_extension *extension,
					  const cl_name_version *list, size_t count,
					  cl_version *found)
{
	for (size_t i = 0; i < count; i++) {
		if (strncmp(list[i].name, extension->extension, sizeof(list[i].name)) != 0)
			continue;
		if (clrouter_extension_has_prototype(extension, list[i].version))
			return 1;
		*found = list[i].version;
		return -1;
	}
	return 0;
}

/* The same for the list of DEVICE, or of PLATFORM if DEVICE is NULL. */
static inline int clrouter_extension_asks(const struct clrouter_extension *extension,
					  cl_platform_id platform, cl_device_id device,
					  cl_version *found)
{
	cl_name_version *list = NULL;
	size_t size = 0;
	int answer = 0;

	if (device != NULL)
		clrouter_target.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, NULL,
						&size);
	else
		clrouter_target.clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION, 0,
						  NULL, &size);
	if (size != 0)
		list = (cl_name_version *)calloc(1, size);
	if (list == NULL)
		return 0;
	if ((device != NULL ?
		     clrouter_target.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION,
						     size, list, NULL) :
		     clrouter_target.clGetPlatformInfo(platform,
						       CL_PLATFORM_EXTENSIONS_WITH_VERSION, size,
						       list, NULL)) == CL_SUCCESS)
		answer = clrouter_extension_fits(extension, list, size / sizeof(*list), found);
	free(list);
	return answer;
}

/*
 * Has PLATFORM, or a device of it, a fitting version of EXTENSION, and none another one? One that
 * does not fit is stored as FOUND.
 */
static inline int clrouter_extension_is_certain(const struct clrouter_extension *extension,
						cl_platform_id platform, cl_version *found)
{
	cl_device_id devices[64];
	cl_uint count = 0;
	int answer, of_device;

	if (extension->last == 0)
		return 1;
	answer = clrouter_extension_asks(extension, platform, NULL, found);
	if (clrouter_target.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 64, devices, &count) !=
	    CL_SUCCESS)
		count = 0;
	if (count > 64)
		return 0;
	for (cl_uint i = 0; i < count && answer >= 0; i++) {
		of_device = clrouter_extension_asks(extension, platform, devices[i], found);
		answer = of_device != 0 ? of_device : answer;
	}
	return answer > 0;
}

/* Notes in MISSED that EXTENSION is one of the wrappers of the function, and does not fit. */
static inline void clrouter_extension_misses(struct clrouter_extension_missed *missed,
					     const struct clrouter_extension *extension)
{
	if (missed->extension == NULL || extension->first < missed->first)
		missed->first = extension->first;
	if (extension->last > missed->last)
		missed->last = extension->last;
	missed->extension = extension->extension;
}

/* The wrapper of the function NAME of PLATFORM, whose ADDRESS the driver gives; or ADDRESS. */
static inline void *clrouter_extension_wrapper(cl_platform_id platform, const char *name,
					       void *address)
{
	struct clrouter_extension_missed missed = { name, CLROUTER_EXTENSION_UNKNOWN, platform,
						    NULL, 0, 0, 0 };

	for (struct clrouter_extension *extension = clrouter_extensions.list; extension != NULL;
	     extension = extension->next) {
		unsigned int index;

		if (strcmp(extension->name, name) != 0)
			continue;
		index = clrouter_extension_index(platform);
		missed.reason = index == CLROUTER_EXTENSION_PLATFORMS ?
					CLROUTER_EXTENSION_PLATFORM :
					CLROUTER_EXTENSION_VERSION;
		clrouter_extension_misses(&missed, extension);
		if (index == CLROUTER_EXTENSION_PLATFORMS)
			break;
		if (__atomic_load_n(&extension->drivers[index], __ATOMIC_ACQUIRE) == address ||
		    (clrouter_extension_is_certain(extension, platform, &missed.found) &&
		     clrouter_extension_set(&extension->drivers[index], address)))
			return extension->wrappers[index];
	}
	if (clrouter_extensions.unseen != NULL)
		clrouter_extensions.unseen(&missed);
	return address;
}

/* In place of clGetExtensionFunctionAddressForPlatform. */
static inline void *CL_API_CALL clrouter_extension_find_for(cl_platform_id platform,
							    const char *name)
{
	void *address = clrouter_extensions.find_for(platform, name);

	return address != NULL && name != NULL && platform != NULL ?
		       clrouter_extension_wrapper(platform, name, address) :
		       address;
}

/* Has the layer added a function of this name? */
static inline int clrouter_extension_has(const char *name)
{
	const struct clrouter_extension *extension = clrouter_extensions.list;

	while (extension != NULL && strcmp(extension->name, name) != 0)
		extension = extension->next;
	return extension != NULL;
}

/*
 * Is NAME a loader's own function, by its suffix, or one of the dispatch table, which a loader
 * exports and which goes through the layers?
 */
static inline int clrouter_extension_is_loaders(const char *name)
{
#define CLROUTER_EXTENSION_NAME(ret, name, params, args) #name "\0"
	static const char names[] = CLROUTER_FUNCTIONS(CLROUTER_EXTENSION_NAME);
#undef CLROUTER_EXTENSION_NAME
	const size_t length = strlen(name);

	for (const char *at = names; *at != '\0'; at += strlen(at) + 1)
		if (strcmp(at, name) == 0)
			return 1;
	return (length > 8 && strcmp(name + length - 8, "CLROUTER") == 0) ||
	       (length > 6 && strcmp(name + length - 6, "OCLICD") == 0);
}

/*
 * In place of clGetExtensionFunctionAddress. The loader has chosen the platform; it is the first
 * whose driver gives the same address. Platforms are asked only for functions that were added:
 * other layers look up the loader's functions while they start, when drivers should not be called.
 */
static inline void *CL_API_CALL clrouter_extension_find(const char *name)
{
	cl_platform_id platforms[64];
	cl_uint count = 0;
	void *address = clrouter_extensions.find(name);
	struct clrouter_extension_missed missed = { name, CLROUTER_EXTENSION_UNKNOWN, NULL, NULL,
						    0, 0, 0 };

	if (address == NULL || name == NULL ||
	    (!clrouter_extension_has(name) && clrouter_extension_is_loaders(name)))
		return address;
	if (!clrouter_extension_has(name) ||
	    clrouter_target.clGetExtensionFunctionAddressForPlatform == NULL ||
	    clrouter_target.clGetPlatformIDs(64, platforms, &count) != CL_SUCCESS)
		count = 0;
	for (cl_uint i = 0; i < count && i < 64; i++)
		if (clrouter_target.clGetExtensionFunctionAddressForPlatform(platforms[i], name) ==
		    address)
			return clrouter_extension_wrapper(platforms[i], name, address);
	if (clrouter_extension_has(name))
		missed.reason = CLROUTER_EXTENSION_SOURCE;
	if (clrouter_extensions.unseen != NULL)
		clrouter_extensions.unseen(&missed);
	return address;
}

/* From now on the layer wraps this function. To be called by START, for each once. */
static inline void clrouter_extension_add(struct clrouter_extension *extension)
{
	if (extension->is_added)
		return;
	extension->is_added = 1;
	extension->next = clrouter_extensions.list;
	clrouter_extensions.list = extension;
}

/* Nothing is added any more. For a layer that adds other functions when it is started again. */
static inline void clrouter_extension_clear(void)
{
	for (struct clrouter_extension *extension = clrouter_extensions.list; extension != NULL;
	     extension = extension->next)
		extension->is_added = 0;
	clrouter_extensions.list = NULL;
}

/*
 * Puts the look-up of what was added into TABLE, around the functions that are there. UNSEEN may
 * be NULL. To be called by START, after the table's other entries are set.
 *
 * If a layer is started a second time, functions that the program got before stay valid as long as
 * their drivers are loaded.
 */
static inline void clrouter_extension_start(struct clrouter_table *table,
					    clrouter_extension_unseen *unseen)
{
	clrouter_extensions.unseen = unseen;
	clrouter_extensions.find = table->clGetExtensionFunctionAddress;
	clrouter_extensions.find_for = table->clGetExtensionFunctionAddressForPlatform;
	if (clrouter_extensions.find != NULL)
		table->clGetExtensionFunctionAddress = clrouter_extension_find;
	if (clrouter_extensions.find_for != NULL)
		table->clGetExtensionFunctionAddressForPlatform = clrouter_extension_find_for;
}

/* The wrapper for the platform with index N. */
#define CLROUTER_EXTENSION_AT(n, id, ret, give, args, ...)                                         \
	static ret CL_API_CALL clrouter_at_##n##_##id(__VA_ARGS__)                                 \
	{                                                                                          \
		clrouter_fn_##id *driver = (clrouter_fn_##id *)__atomic_load_n(                    \
			&clrouter_drivers_##id[n], __ATOMIC_ACQUIRE);                              \
		give clrouter_wrap_##id args;                                                      \
	}

#define CLROUTER_EXTENSION_DEFINE(id, text, extension, first, last, ret, give, args, ...)          \
	typedef ret CL_API_CALL clrouter_fn_##id(__VA_ARGS__);                                     \
	static void *clrouter_drivers_##id[CLROUTER_EXTENSION_PLATFORMS];                          \
	__attribute__((noinline)) static ret clrouter_wrap_##id(clrouter_fn_##id *driver,          \
								__VA_ARGS__);                      \
	CLROUTER_EXTENSION_AT(0, id, ret, give, args, __VA_ARGS__)                                 \
	CLROUTER_EXTENSION_AT(1, id, ret, give, args, __VA_ARGS__)                                 \
	CLROUTER_EXTENSION_AT(2, id, ret, give, args, __VA_ARGS__)                                 \
	CLROUTER_EXTENSION_AT(3, id, ret, give, args, __VA_ARGS__)                                 \
	CLROUTER_EXTENSION_AT(4, id, ret, give, args, __VA_ARGS__)                                 \
	CLROUTER_EXTENSION_AT(5, id, ret, give, args, __VA_ARGS__)                                 \
	CLROUTER_EXTENSION_AT(6, id, ret, give, args, __VA_ARGS__)                                 \
	CLROUTER_EXTENSION_AT(7, id, ret, give, args, __VA_ARGS__)                                 \
	static struct clrouter_extension clrouter_extension_##id = {                               \
		text, extension, first, last, clrouter_drivers_##id,                               \
		{ (void *)clrouter_at_0_##id, (void *)clrouter_at_1_##id,                          \
		  (void *)clrouter_at_2_##id, (void *)clrouter_at_3_##id,                          \
		  (void *)clrouter_at_4_##id, (void *)clrouter_at_5_##id,                          \
		  (void *)clrouter_at_6_##id, (void *)clrouter_at_7_##id },                        \
		NULL, 0                                                                            \
	};                                                                                         \
	static ret clrouter_wrap_##id(clrouter_fn_##id *driver, __VA_ARGS__)

/*
 * The head of the layer's own version of the function NAME, which any thread may call. It has the
 * parameters of the specification and, before them, `driver`: the driver's function. The names are
 * in CLROUTER_EXTENSIONS(). A function that has had two prototypes has two, the older one with its
 * first version: clCommandCopyBufferKHR and clCommandCopyBufferKHR_0_9_0. Defines
 * clrouter_extension_NAME for clrouter_extension_add().
 */
#define CLROUTER_WRAP_EXTENSION(name) CLROUTER_EXTENSION_##name(CLROUTER_EXTENSION_DEFINE)

#ifdef __cplusplus
}
#endif

#endif
