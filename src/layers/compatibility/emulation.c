/* SPDX-License-Identifier: Apache-2.0 */
/*
 * emulation: see emulation.h.
 */
#include "layers/compatibility/emulation.h"

#include "base/common/line.h"
#include "layers/compatibility/feature-settings.h"

#define TEXT_SIZE 1024

static clWriteLogCLROUTER_t *write_log;

void emulation_start(void)
{
	write_log = (clWriteLogCLROUTER_t *)clrouter_layer_service("clWriteLogCLROUTER");
}

static void add_version(struct line *line, cl_version version)
{
	line_add(line, " %u.%u.%u", CL_VERSION_MAJOR(version), CL_VERSION_MINOR(version),
		 CL_VERSION_PATCH(version));
}

/* "cl_khr_semaphore 1.0.1, ..." or the name of a feature that is no extension. */
static void add_feature(struct line *line, const struct known_device *device,
			const struct feature *feature)
{
	const struct feature_extension *extension = feature->extensions;

	if (line->length > 0)
		line_add_text(line, ", ");
	if (feature->describe)
		feature->describe(device, line);
	else if (!extension->name)
		line_add_text(line, feature->name);
	for (; !feature->describe && extension->name; extension++) {
		if (extension != feature->extensions)
			line_add_text(line, ", ");
		line_add_text(line, extension->name);
		add_version(line, settings_version(extension));
	}
	if (device->forced & FEATURE_BIT(feature->id))
		line_add_text(line, " (forced)");
}

/*
 * A program that is built for a newer version of what the driver has fails, and does not say why.
 * The emulation would work, but the driver's own objects would go, so the user has to name it.
 */
static void add_left(struct line *line, const struct known_device *device)
{
	if (!device->left)
		return;
	line_add(line, "%snot %s, which the driver has in version", line->length > 0 ? ", " : "",
		 device->left->extensions->name);
	add_version(line, device->left_version);
	line_add(line, " (provide = %s, %s replaces it)", settings_provided(), device->left->name);
}

static void add_features(struct line *line, const struct known_device *device)
{
	const struct feature *feature;

	for (size_t i = 0; (feature = devices_feature(i)); i++)
		if (device->emulated & FEATURE_BIT(feature->id))
			add_feature(line, device, feature);
	add_left(line, device);
}

void emulation_log(const struct known_device *device)
{
	char text[TEXT_SIZE];
	char message[TEXT_SIZE + 512];
	struct line line = line_in(text, sizeof(text));
	struct line whole = line_in(message, sizeof(message));

	if (!write_log || (device->emulated == 0 && !device->left))
		return;
	add_features(&line, device);
	line_add(&whole, "compatibility: %s (%s): emulated for this device: %s", device->name,
		 device->platform_name, text);
	write_log(device->forced != 0 ? CLROUTER_LOG_WARNING : CLROUTER_LOG_INFO, message);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the type is the table's */
cl_int CL_API_CALL emulation_of_device(cl_device_id id, size_t size, char *text, size_t *size_ret)
{
	const struct query_answer answer = { size, text, size_ret };
	const struct known_device *device = devices_find(id);
	char buffer[TEXT_SIZE];
	struct line line = line_in(buffer, sizeof(buffer));

	if (!device)
		return CL_INVALID_DEVICE;
	add_features(&line, device);
	return answer_text(&answer, buffer);
}
