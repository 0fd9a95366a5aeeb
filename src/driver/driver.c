/* SPDX-License-Identifier: Apache-2.0 */
/*
 * driver: see driver.h. The steps and their order are as in cl_khr_icd 2.0.0: library,
 * functions, platforms, dispatch data, extensions, suffix. After an error, the platform or the
 * library is refused and the next one is tried.
 */
#include "driver/driver.h"

#include <string.h>

#include "base/os.h"
#include "clrouter/icd.h"
#include "api/fallback.h"
#include "api/handle.h"
#include "driver/library.h"
#include "base/text.h"

#define GET_ADDRESS "clGetExtensionFunctionAddress"
#define MAX_PLATFORMS 65536	/* of one driver; a driver that reports more is broken */

void driver_list_init(struct driver_list *list, struct table_pool *tables,
		      struct arena *arena)
{
	list->first = NULL;
	list->last = &list->first;
	list->platforms = 0;
	list->tables = tables;
	list->arena = arena;
	list->query.arena = arena;
}

static void refuse(struct driver *driver, enum reason reason, int code, const char *detail)
{
	candidate_refuse(driver->candidate, LOG_TOPIC_VENDOR, reason, code, detail);
}

static void refuse_platform(struct platform *platform, enum reason reason, int code,
			    const char *detail)
{
	verdict_set(&platform->verdict, LOG_TOPIC_VENDOR,
		    candidate_name(platform->driver->candidate), reason, code, detail);
}

/* The driver before DRIVER in LIST that has the same library; NULL if there is none. */
static const struct driver *find_same_library(const struct driver_list *list,
					      const struct driver *driver)
{
	const struct driver *other = list->first;

	while (other != driver && other->own.library != driver->own.library)
		other = other->next;
	return other == driver ? NULL : other;
}

static bool open_library(struct driver_list *list, struct driver *driver)
{
	struct library_flags flags = {
		.now = driver->policy.dlopen_now,
		.deepbind = driver->policy.deepbind,
	};
	const struct driver *same;
	struct verdict verdict;

	if (flags.deepbind && !os_can_deepbind())
		log_line(LOG_WARNING, LOG_TOPIC_VENDOR, LOG_BLAME_CONFIGURATION,
			 "%s: deepbind is not available with this C library, it is ignored",
			 candidate_name(driver->candidate));
	driver->own.library = library_open(driver->candidate->library, flags, &verdict, list->arena);
	if (!driver->own.library) {
		refuse(driver, verdict.reason, verdict.code, verdict.detail);
		return false;
	}
	same = find_same_library(list, driver);
	if (same)
		refuse(driver, REASON_DUPLICATE, 0, candidate_name(same->candidate));
	return !same;
}

/*
 * A library that is itself a loader is refused before it is asked anything: it would ask its
 * drivers, among which this loader may be.
 */
static bool find_get_address(struct driver *driver)
{
	struct own_functions *own = &driver->own;
	void *address = os_library_find(own->library, GET_ADDRESS);
	struct os_place place = { .library = NULL };

	if (address)
		os_library_of(address, &place);
	if (place.library && place.library == own->library && library_is_loader(place.library)) {
		refuse(driver, REASON_IS_LOADER, 0, NULL);
		return false;
	}
	if (!address || (place.library != own->library &&
			 !own_functions_may_provide(own, GET_ADDRESS, address))) {
		refuse(driver, REASON_SYMBOL_MISSING, 0, GET_ADDRESS);
		return false;
	}
	own->get = (own_functions_get *)address;
	own->place = place;
	return true;
}

static bool find_functions(struct driver *driver)
{
	if (!find_get_address(driver))
		return false;
	driver->get_platforms = (api_fn_clGetPlatformIDs *)
		own_functions_find(&driver->own, "clIcdGetPlatformIDsKHR");
	driver->get_info = (api_fn_clGetPlatformInfo *)
		own_functions_find(&driver->own, "clGetPlatformInfo");
	if (!driver->get_platforms)
		refuse(driver, REASON_SYMBOL_MISSING, 0, "clIcdGetPlatformIDsKHR");
	else if (!driver->get_info)
		log_line(LOG_INFO, LOG_TOPIC_VENDOR, LOG_BLAME_VENDOR,
			 "%s: no clGetPlatformInfo by name, the one in the table is used",
			 candidate_name(driver->candidate));
	return driver->get_platforms;
}

/* The number of platforms that the driver reports; 0 if it is refused. */
static cl_uint count_platforms(struct driver *driver)
{
	cl_uint count = 0;
	cl_int error = driver->get_platforms(0, NULL, &count);

	if (error == CL_PLATFORM_NOT_FOUND_KHR || (error == CL_SUCCESS && count == 0)) {
		refuse(driver, REASON_NO_PLATFORM, error, NULL);
		return 0;
	}
	if (error != CL_SUCCESS || count > MAX_PLATFORMS) {
		refuse(driver, REASON_PLATFORM_QUERY_FAILED, error,
		       error ? NULL : "it reports too many platforms");
		return 0;
	}
	return count;
}

/* The driver may report another number in the second call. The smaller one counts. */
static bool list_platforms(struct driver_list *list, struct driver *driver)
{
	cl_uint count = count_platforms(driver);
	cl_uint written = count;
	cl_platform_id *handles;
	cl_int error;

	if (count == 0)
		return false;
	handles = arena_alloc(list->arena, (size_t)count * sizeof(*handles));
	driver->platforms = arena_alloc(list->arena, (size_t)count * sizeof(*driver->platforms));
	if (!handles || !driver->platforms) {
		refuse(driver, REASON_NO_MEMORY, 0, NULL);
		return false;
	}
	error = driver->get_platforms(count, handles, &written);
	if (error != CL_SUCCESS) {
		refuse(driver, REASON_PLATFORM_QUERY_FAILED, error, NULL);
		return false;
	}
	driver->count = written < count ? written : count;
	for (size_t i = 0; i < driver->count; i++) {
		driver->platforms[i].driver = driver;
		driver->platforms[i].handle = handles[i];
		driver->platforms[i].index = list->platforms++;
		driver->platforms[i].names = driver->candidate->names;
	}
	return true;
}

static bool is_known_platform(const struct driver_list *list, const struct platform *platform)
{
	/* Drivers that were closed do not count: another one may reuse their addresses. */
	for (const struct driver *driver = list->first; driver; driver = driver->next) {
		const struct platform *end = driver->platforms + driver->count;

		if (!driver->own.library)
			continue;
		for (const struct platform *other = driver->platforms; other < end; other++) {
			if (other == platform)
				return false;
			if (other->handle == platform->handle)
				return true;
		}
	}
	return false;
}

/* The platform's clGetPlatformInfo; NULL if it has none. */
static api_fn_clGetPlatformInfo *info_function(const struct platform *platform)
{
	const struct api_table *table = platform->loader_table;

	if (platform->is_icd2)
		return table->clGetPlatformInfo == missing_clGetPlatformInfo ?
		       NULL : table->clGetPlatformInfo;
	if (platform->driver->get_info)
		return platform->driver->get_info;
	return table_in_use(handle_driver_table(platform->handle))->clGetPlatformInfo;
}

static void begin_query(struct platform_query *query, const struct platform *platform)
{
	query->get_info = info_function(platform);
	query->platform = platform->handle;
}

/* Sets *VALUE to a copy of the answer, once; it stays NULL if the driver fails. */
static void fetch_text(struct platform_query *query, cl_platform_info name, const char **value)
{
	const char *text;

	if (*value)
		return;
	text = platform_info_text(query, name);
	if (text)
		*value = arena_copy(query->arena, text, strlen(text));
}

/* True if functions in TABLE, of COUNT slots, were not the driver's own; now they are. */
static bool mend_table(const struct driver_list *list, struct platform *platform,
		       const struct own_functions *own, struct api_table *table, unsigned count)
{
	if (own_functions_mend(own, (void **)table, count, &platform->mended, list->arena) == 0)
		return false;
	log_line(LOG_WARNING, LOG_TOPIC_VENDOR, LOG_BLAME_VENDOR, "%s: %s",
		 candidate_name(platform->driver->candidate),
		 platform->mended ? platform->mended :
				    "functions of a loader in its table are not called");
	return true;
}

/*
 * ICD 2: fills a table with the driver's functions, each looked up by its name, and passes it to
 * the platform as dispatch data. False if the platform is refused.
 */
static bool set_dispatch_data(const struct driver_list *list, struct platform *platform)
{
	struct driver *driver = platform->driver;
	clIcdGetFunctionAddressForPlatformKHR_t *get_function = (clIcdGetFunctionAddressForPlatformKHR_t *)
		driver->own.get("clIcdGetFunctionAddressForPlatformKHR");
	clIcdSetPlatformDispatchDataKHR_t *set_data = (clIcdSetPlatformDispatchDataKHR_t *)
		driver->own.get("clIcdSetPlatformDispatchDataKHR");
	struct loader_table *table;
	cl_int error;

	if (!get_function || !set_data) {
		refuse_platform(platform, REASON_ICD2_FUNCTION_MISSING, 0,
				get_function ? "clIcdSetPlatformDispatchDataKHR"
					     : "clIcdGetFunctionAddressForPlatformKHR");
		return false;
	}
	/*
	 * The table is in the loader, and the driver may stay in memory after the loader has closed
	 * it, for example because the program has opened it as well.
	 */
	if (!library_keep_loader()) {
		refuse_platform(platform, REASON_CANNOT_STAY, 0, NULL);
		return false;
	}
	table = table_take(list->tables, list->arena);
	if (!table) {
		refuse_platform(platform, REASON_NO_MEMORY, 0, NULL);
		return false;
	}
	table_fill(&table->slots, get_function, platform->handle);
	mend_table(list, platform, &driver->own, &table->slots, API_SLOTS);
	fallback_fill_missing((void **)&table->slots);
	error = set_data(platform->handle, &table->slots);
	if (error != CL_SUCCESS) {
		refuse_platform(platform, REASON_DISPATCH_DATA_REFUSED, error, NULL);
		return false;
	}
	platform->loader_table = &table->slots;
	return true;
}

/*
 * How many slots of the driver's TABLE can be read; the table may end earlier. OWN gets the place of
 * the library that has the table, which has its functions, too.
 */
static unsigned readable_slots(struct own_functions *own, const struct api_table *table)
{
	struct os_place place;
	size_t size;

	if (!os_is_inside(&own->place, table) && os_library_of(table, &place) && place.size > 0)
		own->place = place;
	size = os_readable(table, sizeof(*table), &own->place);
	return size > 0 ? (unsigned)(size / sizeof(void *)) : TABLE_LEAST_SLOTS;
}

/* The OpenCL version that PLATFORM reports, as table_length() wants it. */
static unsigned fetch_version(struct driver_list *list, struct platform *platform)
{
	begin_query(&list->query, platform);
	fetch_text(&list->query, CL_PLATFORM_VERSION, &platform->version);
	return platform_info_version(platform->version);
}

/* No memcpy(), which AddressSanitizer checks, too. */
TABLE_READER static void copy_slots(void **to, void *const *from, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		to[i] = *(void *const volatile *)&from[i];
}

/* The key bounded_table: ends the copy SLOTS of the driver's TABLE where its OpenCL version ends. */
static void bound_table(struct driver_list *list, struct platform *platform, void **slots,
			void *const *table, unsigned count)
{
	unsigned length = table_length(fetch_version(list, platform));

	if (length < API_SLOTS && length > count)
		copy_slots(slots + count, table + count, length - count);
	memset(slots + length, 0, (API_SLOTS - length) * sizeof(*slots));
}

/*
 * Puts a table of the loader's in the place of TABLE, of COUNT slots, in which bounded_table or
 * functions that are not the driver's own have to be minded. The driver's table is not written: it may
 * be read-only, and what is after its end, which is not known, may belong to something else. False if
 * the platform is refused.
 */
static bool replace_table(struct driver_list *list, struct platform *platform,
			  const struct own_functions *own, const struct api_table *table,
			  unsigned count)
{
	const bool is_bounded = platform->driver->policy.bounded_table;
	struct api_table copy = { .clGetPlatformIDs = NULL };
	struct loader_table *taken;

	copy_slots((void **)&copy, (void *const *)table, count);
	if (!mend_table(list, platform, own, &copy, count) && !is_bounded)
		return true;
	taken = table_take(list->tables, list->arena);
	if (!taken) {
		refuse_platform(platform, REASON_NO_MEMORY, 0, NULL);
		return false;
	}
	taken->slots = copy;
	table_replace(list->tables, taken, table);
	platform->loader_table = &taken->slots;
	if (is_bounded)
		bound_table(list, platform, (void **)&taken->slots, (void *const *)table, count);
	return true;
}

/* ICD 1: may calls go through the driver's TABLE? If not, it is replaced. False if that fails. */
static bool choose_table(struct driver_list *list, struct platform *platform,
			 const struct api_table *table)
{
	const struct api_table *in_use = table_in_use(table);
	struct own_functions own = platform->driver->own;
	unsigned count;

	/* Several platforms of a driver may have one table. */
	if (in_use != table) {
		platform->loader_table = in_use;
		return true;
	}
	count = readable_slots(&own, table);
	return (!platform->driver->policy.bounded_table &&
		own_functions_are_certain(&own, (void *const *)table, count)) ||
	       replace_table(list, platform, &own, table, count);
}

/* Finds the platform's generation, and makes its table for ICD 2. False if it is refused. */
static bool check_table(struct driver_list *list, struct platform *platform)
{
	const struct api_table *table;

	if (!platform->handle) {
		refuse_platform(platform, REASON_NULL_PLATFORM, 0, NULL);
		return false;
	}
	if (is_known_platform(list, platform)) {
		refuse_platform(platform, REASON_DUPLICATE_PLATFORM, 0, NULL);
		return false;
	}
	table = handle_driver_table(platform->handle);
	if (!table) {
		refuse_platform(platform, REASON_NO_DISPATCH_TABLE, 0, NULL);
		return false;
	}
	platform->is_icd2 = table_has_first_tag(table);
	if (platform->is_icd2 != table_has_second_tag(table)) {
		refuse_platform(platform, REASON_HALF_ICD2_TAG, 0,
				platform->is_icd2 ? "slot 0 only" : "slot 31 only");
		return false;
	}
	return platform->is_icd2 ? set_dispatch_data(list, platform) :
				   choose_table(list, platform, table);
}

/* False if the platform is refused. */
static bool check_extensions(struct platform_query *query, struct platform *platform)
{
	struct platform_extensions has = { false, false };
	const char *words;

	/* Some drivers crash in this query; the option is for them. */
	if (platform->driver->policy.assume_icd)
		return true;
	words = platform_info_text(query, CL_PLATFORM_EXTENSIONS);
	if (words)
		has = platform_info_extensions(words);
	if (!has.icd) {
		refuse_platform(platform, words ? REASON_NO_CL_KHR_ICD : REASON_EXTENSIONS_FAILED,
				query->error, NULL);
		return false;
	}
	if (has.unloadable)
		platform->is_unloadable = platform_info_bool(query->get_info, platform->handle,
							     CL_PLATFORM_UNLOADABLE_KHR);
	return true;
}

static bool fetch_suffix(struct platform_query *query, struct platform *platform)
{
	const char *suffix = platform_info_text(query, CL_PLATFORM_ICD_SUFFIX_KHR);

	if (!suffix) {
		refuse_platform(platform, REASON_SUFFIX_FAILED, query->error, NULL);
		return false;
	}
	platform->suffix = arena_copy(query->arena, suffix, strlen(suffix));
	if (!platform->suffix)
		refuse_platform(platform, REASON_NO_MEMORY, 0, NULL);
	return platform->suffix != NULL;
}

static bool check_platform(struct driver_list *list, struct platform *platform)
{
	if (!check_table(list, platform))
		return false;
	begin_query(&list->query, platform);
	if (!list->query.get_info) {
		refuse_platform(platform, REASON_SYMBOL_MISSING, 0, "clGetPlatformInfo");
		return false;
	}
	return check_extensions(&list->query, platform) && fetch_suffix(&list->query, platform);
}

static void check_platforms(struct driver_list *list, struct driver *driver)
{
	for (size_t i = 0; i < driver->count; i++)
		if (check_platform(list, &driver->platforms[i]))
			driver->accepted++;
	if (driver->count == 0)
		refuse(driver, REASON_NO_PLATFORM, 0, NULL);
	else if (driver->accepted == 0)
		driver->candidate->verdict = driver->platforms[0].verdict;
}

struct driver *driver_open(struct driver_list *list, struct candidate *candidate,
			   const struct policy *policy)
{
	const struct loader_table *last = table_replacements;
	struct driver *driver = arena_alloc(list->arena, sizeof(*driver));

	if (!driver) {
		candidate_refuse(candidate, LOG_TOPIC_VENDOR, REASON_NO_MEMORY, 0, NULL);
		return NULL;
	}
	driver->candidate = candidate;
	driver->policy = *policy;
	*list->last = driver;
	list->last = &driver->next;
	if (open_library(list, driver) && find_functions(driver) &&
	    list_platforms(list, driver))
		check_platforms(list, driver);
	if (driver->accepted > 0) {
		log_line(LOG_INFO, LOG_TOPIC_VENDOR, LOG_BLAME_NOBODY,
			 "%s: %s: %zu of %zu platforms accepted", candidate_name(candidate),
			 candidate->library, driver->accepted, driver->count);
		return driver;
	}
	table_forget(last);
	driver_close(driver);
	return NULL;
}

static cl_uint count_devices(const struct platform *platform, cl_device_type type)
{
	const struct api_table *table = platform->loader_table;

	if (!table)
		table = handle_driver_table(platform->handle);
	return platform_info_devices(table, platform->handle, type);
}

bool driver_has_devices(struct platform *platform)
{
	if (!platform->knows_devices)
		platform->devices = count_devices(platform, CL_DEVICE_TYPE_ALL);
	platform->knows_devices = true;
	return platform->devices > 0;
}

void driver_fetch_facts(struct driver_list *list, struct platform *platform,
			const struct platform_facts *wanted)
{
	begin_query(&list->query, platform);
	if (wanted->names) {
		fetch_text(&list->query, CL_PLATFORM_NAME, &platform->name);
		fetch_text(&list->query, CL_PLATFORM_VENDOR, &platform->vendor_name);
		match_names_set_platform(&platform->names, platform->name, platform->vendor_name);
	}
	if (wanted->version)
		fetch_text(&list->query, CL_PLATFORM_VERSION, &platform->version);
	if (wanted->devices) {
		platform->gpus = count_devices(platform, CL_DEVICE_TYPE_GPU);
		platform->cpus = count_devices(platform, CL_DEVICE_TYPE_CPU);
		driver_has_devices(platform);
	}
}

void driver_hide_platform(struct platform *platform, enum reason reason, const char *detail)
{
	refuse_platform(platform, reason, 0, detail);
	platform->driver->accepted--;
}

bool driver_is_unloadable(const struct driver *driver)
{
	if (driver->policy.never_unload || !driver->own.library)
		return false;
	for (size_t i = 0; i < driver->count; i++)
		if (!driver->platforms[i].is_unloadable)
			return false;
	return driver->count > 0;
}

void driver_close(struct driver *driver)
{
	if (driver->own.library)
		os_library_close(driver->own.library);
	driver->own.library = NULL;
}
