/* SPDX-License-Identifier: Apache-2.0 */
/* platform-report: see platform-report.h. */
#include "tool/probe/driver/platform-report.h"

#include <clrouter/layer.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "opencl/devices/pci.h"
#include "opencl/devices/same-device.h"
#include "opencl/devices/uuid.h"
#include "tool/output/format.h"

/* -- the child's side ------------------------------------------------------- */

void platform_report_put_verdict(int report, const struct verdict *verdict)
{
	report_put_number(report, "reason", verdict->reason);
	report_put_number(report, "code", verdict->code);
	report_put(report, "detail", verdict->detail);
}

static void put_device_text(int report, const char *key, const struct api_table *table,
			    cl_device_id device, cl_device_info name)
{
	char text[1024];

	memset(text, 0, sizeof(text));
	if (table->clGetDeviceInfo &&
	    table->clGetDeviceInfo(device, name, sizeof(text) - 1, text, NULL) == CL_SUCCESS)
		report_put(report, key, text);
}

static const char *type_name(cl_device_type type)
{
	if (type & CL_DEVICE_TYPE_GPU)
		return "GPU";
	if (type & CL_DEVICE_TYPE_CPU)
		return "CPU";
	if (type & CL_DEVICE_TYPE_ACCELERATOR)
		return "accelerator";
	return type & CL_DEVICE_TYPE_CUSTOM ? "custom" : "other";
}

static void put_identity(int report, const struct api_table *table, cl_device_id device)
{
	char uuid[UUID_TEXT_SIZE];
	char address[PCI_ADDRESS_SIZE];

	if (uuid_text(table->clGetDeviceInfo, device, uuid))
		report_put(report, "device-uuid", uuid);
	if (pci_address(table->clGetDeviceInfo, device, address))
		report_put(report, "device-pci", address);
}

static void put_place(int report, const struct device_index *index, cl_device_id device)
{
	const struct device_place *place = index ? device_index_find(index, device) : NULL;
	char text[32];

	if (!place)
		return;
	report_put_number(report, "device-index", place->index);
	text_format(text, sizeof(text), "%u.%u", place->platform, place->platform_index);
	report_put(report, "device-place", text);
}

/*
 * What layers provide in place of the driver, which the layers' own function says. It is looked up by
 * the function that every driver has: without such a layer the drivers are asked.
 */
static void put_emulation(int report, const struct api_table *table, cl_device_id device)
{
	clGetDeviceEmulationCLROUTER_t *get = NULL;
	char text[1024] = "";

	if (table->clGetExtensionFunctionAddress)
		get = (clGetDeviceEmulationCLROUTER_t *)table->clGetExtensionFunctionAddress(
			"clGetDeviceEmulationCLROUTER");
	if (get && get(device, sizeof(text), text, NULL) == CL_SUCCESS && *text)
		report_put(report, "device-emulated", text);
}

static void put_device(int report, const struct api_table *table, const struct device_index *index,
		       cl_device_id device)
{
	cl_device_type type = 0;

	report_put(report, "device", "");
	if (!table->clGetDeviceInfo)
		return;
	table->clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof(type), &type, NULL);
	report_put(report, "device-type", type_name(type));
	report_put_number(report, "device-type-bits", (long)type);
	put_device_text(report, "device-name", table, device, CL_DEVICE_NAME);
	put_device_text(report, "device-version", table, device, CL_DEVICE_VERSION);
	put_device_text(report, "device-driver", table, device, CL_DRIVER_VERSION);
	put_place(report, index, device);
	put_identity(report, table, device);
	if (index)
		put_emulation(report, table, device);
}

/* Custom devices, which "all" leaves out, come last. */
static void put_devices(int report, cl_platform_id platform, const struct api_table *table,
			const struct device_index *index, struct arena *arena)
{
	struct device_index found = { .first = NULL };
	cl_uint count = 0;
	cl_int code;

	if (!table->clGetDeviceIDs)
		return;
	device_index_add(&found, platform, table, arena);
	LIST_EACH(const struct device_place, place, found.first)
		put_device(report, table, index, place->id);
	if (found.first)
		return;
	code = table->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
	if (code != CL_SUCCESS)
		report_put(report, "device-error", format_error(code, arena));
}

void platform_report_put(int report, struct platform *platform, const struct api_table *table,
			 const struct device_index *index, bool is_default, struct arena *arena)
{
	const struct candidate *candidate = platform->driver->candidate;

	report_put(report, "platform", "");
	platform_report_put_verdict(report, &platform->verdict);
	report_put(report, "file", candidate->path);
	report_put(report, "library", candidate->library);
	report_put_number(report, "generation", platform->is_icd2 ? 2 : 1);
	report_put_number(report, "default", is_default);
	report_put(report, "suffix", platform->suffix);
	report_put(report, "name", platform->name);
	report_put(report, "vendor", platform->vendor_name);
	report_put(report, "version", platform->version);
	report_put(report, "mended", platform->mended);
	if (platform->verdict.reason == REASON_OK)
		put_devices(report, platform->handle, table, index, arena);
}

/* -- the parent's side ------------------------------------------------------ */

bool platform_report_take_verdict(struct verdict *verdict, const char *key, const char *value)
{
	long number = report_number(value);

	if (strcmp(key, "reason") == 0)
		verdict->reason = number >= 0 && number < REASON_COUNT ? (enum reason)number
								       : REASON_LOAD_FAILED;
	else if (strcmp(key, "code") == 0)
		verdict->code = (int)number;
	else if (strcmp(key, "detail") == 0)
		verdict->detail = value;
	else
		return false;
	return true;
}

static void add_platform(struct reported *reported, struct arena *arena)
{
	struct reported_platform *platform =
		arena_append(arena, &reported->first, sizeof(*platform));

	if (!platform)
		return;
	reported->last = platform;
	reported->count++;
}

/* A text that is kept under a key. */
struct text_key {
	const char *key;
	const char **text;
};

static bool take_by_key(const struct text_key *texts, size_t count, const char *key,
			const char *value)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(texts[i].key, key) == 0) {
			*texts[i].text = value;
			return true;
		}
	return false;
}

static bool take_device_text(struct reported_device *device, const char *key, const char *value)
{
	const struct text_key texts[] = {
		{ "device-name", &device->name },
		{ "device-type", &device->type },
		{ "device-type-bits", &device->type_bits },
		{ "device-version", &device->version },
		{ "device-driver", &device->driver },
		{ "device-index", &device->index },
		{ "device-place", &device->place },
		{ "device-uuid", &device->uuid },
		{ "device-pci", &device->pci },
		{ "device-emulated", &device->emulated },
	};

	return take_by_key(texts, ARRAY_SIZE(texts), key, value);
}

/* Devices follow their platform: the newest of both is meant. */
static bool take_device(struct reported_platform *platform, const char *key, const char *value,
			struct arena *arena)
{
	struct reported_device *device = platform->last_device;

	if (strcmp(key, "device") == 0) {
		platform->last_device = arena_append(arena, &platform->devices, sizeof(*device));
		platform->device_count += platform->last_device != NULL;
		return true;
	}
	if (strcmp(key, "device-error") == 0) {
		platform->device_error = value;
		return true;
	}
	return device && take_device_text(device, key, value);
}

static bool take_text(struct reported_platform *platform, const char *key, const char *value)
{
	const struct text_key texts[] = {
		{ "name", &platform->name },
		{ "vendor", &platform->vendor },
		{ "version", &platform->version },
		{ "mended", &platform->mended },
		{ "suffix", &platform->suffix },
		{ "file", &platform->file },
		{ "library", &platform->library },
	};

	return take_by_key(texts, ARRAY_SIZE(texts), key, value);
}

bool platform_report_take(struct reported *reported, const char *key, const char *value,
			  struct arena *arena)
{
	struct reported_platform *platform = reported->last;

	if (strcmp(key, "platform") == 0) {
		add_platform(reported, arena);
		return true;
	}
	if (!platform)
		return false;
	if (strcmp(key, "generation") == 0)
		platform->generation = report_number(value);
	else if (strcmp(key, "default") == 0)
		platform->is_default = report_number(value) != 0;
	else
		return platform_report_take_verdict(&platform->verdict, key, value) ||
		       take_text(platform, key, value) ||
		       take_device(platform, key, value, arena);
	return true;
}

/* All devices in one row; the three arrays have the same indices. */
struct device_row {
	struct same_device *keys;
	struct reported_device **devices;
	const struct reported_platform **platforms;
	size_t count;
};

static size_t count_devices(struct reported *const *lists)
{
	size_t count = 0;

	for (; *lists; lists++)
		LIST_EACH(const struct reported_platform, platform, (*lists)->first)
			count += platform->device_count;
	return count;
}

static void add_devices(struct device_row *row, const struct reported_platform *platform,
			unsigned index, size_t size)
{
	for (struct reported_device *device = platform->devices; device && row->count < size;
	     device = device->next) {
		row->keys[row->count] = (struct same_device){ index, device->uuid, device->pci };
		row->devices[row->count] = device;
		row->platforms[row->count++] = platform;
	}
}

void platform_report_find_same(struct reported *const *lists, struct arena *arena)
{
	const size_t size = count_devices(lists);
	struct device_row row = { arena_alloc(arena, (size + 1) * sizeof(*row.keys)),
				  arena_alloc(arena, (size + 1) * sizeof(*row.devices)),
				  arena_alloc(arena, (size + 1) * sizeof(*row.platforms)), 0 };
	unsigned index = 0;

	if (!row.keys || !row.devices || !row.platforms)
		return;
	for (; *lists; lists++)
		LIST_EACH(const struct reported_platform, platform, (*lists)->first)
			add_devices(&row, platform, index++, size);
	for (size_t i = 0; i < row.count; i++)
		for (size_t other = 0; other < row.count && !row.devices[i]->same; other++)
			if (same_device_is(row.keys, row.count, i, other)) {
				row.devices[i]->same = row.devices[other];
				row.devices[i]->same_platform = row.platforms[other];
			}
}

const char *platform_report_name_same(const struct reported_device *device)
{
	const struct reported_device *same = device->same;

	return same ? format_or(same->place, format_or(same->name, "(no name)")) : NULL;
}

bool platform_report_has_device(const struct reported *reported)
{
	LIST_EACH(const struct reported_platform, platform, reported->first)
		if (platform->devices)
			return true;
	return false;
}
