/* SPDX-License-Identifier: Apache-2.0 */
/* driver-probe: see driver-probe.h. */
#include "tool/probe/driver/driver-probe.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/api.h"
#include "api/handle.h"
#include "api/api-table.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/os.h"
#include "base/text.h"
#include "discover/policy.h"
#include "driver/driver.h"
#include "driver/library.h"
#include "tool/output/format.h"
#include "tool/output/progress.h"
#include "tool/probe/driver/device-index.h"
#include "tool/probe/driver/report.h"
#include "tool/probe/process/process-maps.h"

/* -- queries of extensions ------------------------------------------------------- */

/* The key of a refused query in the report. */
#define EXTENSION_QUERIES_KEY "refused-query"

/*
 * Queries that every version of the extension has for every device that lists it. Older headers lack
 * some of the names.
 */
static const struct {
	const char *extension;
	const char *name;
	cl_device_info query;
} queries[] = {
	{ "cl_khr_command_buffer", "CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR", 0x12A9 },
	{ "cl_khr_command_buffer_mutable_dispatch", "CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR",
	  0x12B0 },
	{ "cl_khr_device_uuid", "CL_DEVICE_UUID_KHR", 0x106A },
	{ "cl_khr_external_memory", "CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR", 0x204F },
	{ "cl_khr_external_semaphore", "CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR", 0x204D },
	{ "cl_khr_external_semaphore", "CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR", 0x204E },
	{ "cl_khr_il_program", "CL_DEVICE_IL_VERSION_KHR", 0x105B },
	{ "cl_khr_image2d_from_buffer", "CL_DEVICE_IMAGE_PITCH_ALIGNMENT_KHR", 0x104A },
	{ "cl_khr_integer_dot_product", "CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR", 0x1073 },
	{ "cl_khr_pci_bus_info", "CL_DEVICE_PCI_BUS_INFO_KHR", 0x410F },
	{ "cl_khr_semaphore", "CL_DEVICE_SEMAPHORE_TYPES_KHR", 0x204C },
	{ "cl_khr_spir", "CL_DEVICE_SPIR_VERSIONS", 0x40E0 },
	{ "cl_khr_terminate_context", "CL_DEVICE_TERMINATE_CAPABILITY_KHR", 0x2031 },
	{ "cl_khr_unified_svm", "CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR", 0x1077 },
	{ "cl_arm_core_id", "CL_DEVICE_COMPUTE_UNITS_BITFIELD_ARM", 0x40BF },
	{ "cl_intel_required_subgroup_size", "CL_DEVICE_SUB_GROUP_SIZES_INTEL", 0x4108 },
	{ "cl_intel_unified_shared_memory", "CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL", 0x4190 },
	{ "cl_nv_device_attribute_query", "CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV", 0x4000 },
};

/* What DEVICE answers to the query NAME, a text that is to be freed; NULL: nothing. */
static char *ask_text(const struct api_table *table, cl_device_id device, cl_device_info name)
{
	char *text = NULL;
	size_t size = 0;

	if (table->clGetDeviceInfo(device, name, 0, NULL, &size) == CL_SUCCESS && size > 0)
		text = calloc(1, size + 1);
	if (text && table->clGetDeviceInfo(device, name, size, text, NULL) != CL_SUCCESS) {
		free(text);
		return NULL;
	}
	return text;
}

/* Other errors are not about the query: memory can be short, or the device lost. */
static void put_refused(int report, const struct api_table *table, cl_device_id device,
			const char *extensions, struct arena *arena)
{
	char *name = ask_text(table, device, CL_DEVICE_NAME);
	size_t size;

	for (size_t i = 0; i < ARRAY_SIZE(queries); i++)
		if (text_has_word(extensions, queries[i].extension) &&
		    table->clGetDeviceInfo(device, queries[i].query, 0, NULL, &size) ==
			    CL_INVALID_VALUE)
			report_put(report, EXTENSION_QUERIES_KEY,
				   format_into(arena, "%s lists %s, but its query %s gives %s",
					       format_or(name, "a device"), queries[i].extension,
					       queries[i].name,
					       format_error(CL_INVALID_VALUE, arena)));
	free(name);
}

/*
 * Reports each query that a device of PLATFORM refuses: a text that names the device, the extension,
 * the query and the error. The devices are asked through TABLE.
 */
static void extension_queries_put(int report, cl_platform_id platform, const struct api_table *table,
			   struct arena *arena)
{
	struct device_index devices = { .first = NULL };
	char *extensions;

	if (!table || !table->clGetDeviceInfo)
		return;
	device_index_add(&devices, platform, table, arena);
	LIST_EACH(const struct device_place, place, devices.first) {
		extensions = ask_text(table, place->id, CL_DEVICE_EXTENSIONS);
		if (extensions)
			put_refused(report, table, place->id, extensions, arena);
		free(extensions);
	}
}

/* -- the child -------------------------------------------------------------- */

/* Tells that STAGE begins, and how long the one before it took. */
static void begin_stage(int report, enum probe_stage stage)
{
	static struct timespec last;
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (stage != PROBE_LOAD)
		report_put_number(report, "microseconds",
				  (now.tv_sec - last.tv_sec) * 1000000 +
				  (now.tv_nsec - last.tv_nsec) / 1000);
	last = now;
	report_put_number(report, "stage", stage);
}

/* Binds everything first; the library stays open for what follows. */
static bool bind_library(int report, const struct driver_probe *probe, const struct policy *policy,
			 struct arena *arena)
{
	struct library_flags flags = { .now = true, .deepbind = policy->deepbind };
	struct verdict verdict;

	if (library_open(probe->candidate->library, flags, &verdict, arena))
		return true;
	report_put(report, "binding", "");
	platform_report_put_verdict(report, &verdict);
	return false;
}

static void hide_platform(int report, struct platform *platform, const struct driver_probe *probe,
			  struct driver_list *list)
{
	static const struct platform_facts texts = { .names = true, .version = true };
	struct origin by;

	if (platform->verdict.reason != REASON_OK)
		return;
	driver_fetch_facts(list, platform, &texts);
	if (!policy_hides_platform(probe->settings, probe->candidate, &platform->names, &by))
		return;
	driver_hide_platform(platform, REASON_DISABLED, origin_text(&by, list->arena));
	report_put(report, "hidden-by", platform->verdict.detail);
}

/* libLLVM-15.so.1 or libLLVM.so.19.1, but not libLLVMSPIRVLib. */
static void put_llvm(int report, struct arena *arena)
{
	struct process_maps maps;
	const char *path;

	process_maps_read(&maps, PROCESS_MAPS_SELF, arena);
	path = process_maps_file_named(&maps, "libLLVM-");
	report_put(report, "llvm", path ? path : process_maps_file_named(&maps, "libLLVM.so"));
}

/* The file that was loaded: the one that holds the driver's clGetExtensionFunctionAddress. */
static void put_path(int report, const struct driver *driver, struct arena *arena)
{
	struct process_maps maps;

	process_maps_read(&maps, PROCESS_MAPS_SELF, arena);
	report_put(report, "path", process_maps_file_at(&maps, (void *)driver->own.get));
}

/* The verdict keeps a part of what the linker says only. */
static void put_sentence(int report, const struct candidate *candidate)
{
	struct os_library_mode mode = { .now = false };
	const char *sentence = NULL;

	switch (candidate->verdict.reason) {
	case REASON_MISSING_DEPENDENCY:
	case REASON_UNDEFINED_SYMBOL:
	case REASON_LOAD_FAILED:
		if (!os_library_open(candidate->library, mode, &sentence))
			report_put(report, "sentence", sentence);
		break;
	default:
		break;
	}
}

const struct api_table *driver_probe_table(const struct platform *platform)
{
	if (platform->verdict.reason != REASON_OK)
		return NULL;
	return platform->loader_table ? platform->loader_table : handle_driver_table(platform->handle);
}

/* If that fails, the child is like a program that opens its loader by dlopen. */
void driver_probe_link(const char *loader)
{
	struct os_library_mode mode = { .global = true };
	const char *error;

	if (loader)
		os_library_open(loader, mode, &error);
}

static void load_driver(int report, void *argument)
{
	static struct table_pool tables;	/* drivers keep pointers to them */
	static struct arena arena;
	static struct driver_list list;
	const struct driver_probe *probe = argument;
	struct candidate candidate = *probe->candidate;
	struct origin by;
	struct policy policy = policy_of_candidate(probe->settings, &candidate, &by);
	struct driver *driver;
	bool is_bound;

	driver_list_init(&list, &tables, &arena);
	driver_probe_link(probe->loader);
	begin_stage(report, PROBE_LOAD);
	is_bound = bind_library(report, probe, &policy, &arena);
	begin_stage(report, PROBE_PLATFORMS);
	driver_open(&list, &candidate, &policy);
	driver = list.first;
	for (size_t i = 0; driver && i < driver->count; i++)
		hide_platform(report, &driver->platforms[i], probe, &list);
	/* A refused library is closed, unless it is held by being bound. */
	if (driver && driver->own.get && (driver->own.library || is_bound))
		put_path(report, driver, &arena);
	put_sentence(report, &candidate);
	report_put(report, "verdict", "");
	platform_report_put_verdict(report, &candidate.verdict);
	begin_stage(report, PROBE_DEVICES);
	for (size_t i = 0; driver && i < driver->count; i++)
		platform_report_put(report, &driver->platforms[i],
				    driver_probe_table(&driver->platforms[i]), NULL, false, &arena);
	put_llvm(report, &arena);
	begin_stage(report, PROBE_QUERIES);
	for (size_t i = 0; driver && i < driver->count; i++)
		extension_queries_put(report, driver->platforms[i].handle,
				      driver_probe_table(&driver->platforms[i]), &arena);
	begin_stage(report, PROBE_EXIT);
}

/* -- the parent ------------------------------------------------------------- */

static void take_stage(struct driver_probe *probe, const char *value)
{
	long stage = report_number(value);

	if (stage >= PROBE_LOAD && stage <= PROBE_EXIT)
		probe->stage = (enum probe_stage)stage;
}

static void take_refused(struct driver_probe *probe, const char *text, struct arena *arena)
{
	struct refused_query *query = arena_append(arena, &probe->refused, sizeof(*query));

	if (query)
		query->text = text;
}

static void take_report(struct driver_probe *probe, struct arena *arena)
{
	struct verdict *verdict = &probe->verdict;	/* whose pieces come */
	const char *key;
	const char *value;
	struct report report;

	report_init(&report, probe->child.report, probe->child.report_size);
	while (report_next(&report, &key, &value)) {
		if (strcmp(key, "stage") == 0)
			take_stage(probe, value);
		else if (strcmp(key, "microseconds") == 0 && probe->stage < PROBE_EXIT)
			probe->seconds[probe->stage] = (double)report_number(value) / 1e6;
		else if (strcmp(key, "path") == 0)
			probe->path = value;
		else if (strcmp(key, "llvm") == 0)
			probe->llvm = value;
		else if (strcmp(key, "sentence") == 0)
			probe->sentence = value;
		else if (strcmp(key, EXTENSION_QUERIES_KEY) == 0)
			take_refused(probe, value, arena);
		else if (strcmp(key, "hidden-by") == 0)
			probe->hidden_by = value;
		else if (strcmp(key, "binding") == 0)
			verdict = &probe->binding;
		else if (strcmp(key, "verdict") == 0)
			verdict = &probe->verdict;
		else if (!platform_report_take(&probe->reported, key, value, arena))
			platform_report_take_verdict(verdict, key, value);
	}
}

void driver_probe_run(struct driver_probe *probe, unsigned limit, struct arena *arena)
{
	progress_name(candidate_name(probe->candidate));
	child_run(&probe->child, load_driver, probe, limit, arena);
	take_report(probe, arena);
}

const char *driver_probe_stage_text(enum probe_stage stage)
{
	static const char *const texts[] = {
		[PROBE_LOAD] = "while its library was loaded",
		[PROBE_PLATFORMS] = "while it listed its platforms",
		[PROBE_DEVICES] = "while it listed its devices",
		[PROBE_QUERIES] = "while its devices were asked about their extensions",
		[PROBE_EXIT] = "while the program ended",
	};

	return texts[stage];
}
