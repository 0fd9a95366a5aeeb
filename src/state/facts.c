/* SPDX-License-Identifier: Apache-2.0 */
/*
 * facts: see facts.h. How they are learned is in learn.c.
 */
#include "state/facts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/lock.h"
#include "state/life.h"

/* Taken when limits are overwritten. */
static struct lock limits_lock = LOCK_INIT;

void facts_start(void)
{
	life_add_lock(&limits_lock);
}

/* The facts that the record OBJECT has, of whatever object; NULL: none. */
static struct facts *find_facts(struct object *object)
{
	struct facts_head *head = atomic_load_explicit(&object->facts, memory_order_acquire);

	return head != NULL && !head->is_limits ? (struct facts *)head : NULL;
}

struct facts *facts_of(const void *handle, enum object_kind kind)
{
	struct object *object = live_record(handle);
	struct facts *facts;

	if (!live_is_live(object, kind) || kind == OBJECT_DEVICE)
		return NULL;
	facts = find_facts(object);
	return facts != NULL && atomic_load(&facts->serial) == atomic_load(&object->serial) ? facts
											    : NULL;
}

struct facts *facts_last(const void *handle)
{
	struct object *object = live_record(handle);
	struct facts *facts = object != NULL ? find_facts(object) : NULL;

	return facts != NULL && atomic_load(&facts->serial) == atomic_load(&object->serial) ? facts
											    : NULL;
}

const void *facts_context(const void *handle, enum object_kind kind)
{
	const struct facts *facts;

	if (kind == OBJECT_CONTEXT)
		return live_is_live(live_record(handle), kind) ? handle : NULL;
	facts = facts_of(handle, kind);
	return facts != NULL ? facts->context : NULL;
}

const void *facts_whole(const void *handle)
{
	const struct facts *facts = facts_of(handle, OBJECT_MEM);

	return facts != NULL && facts->parent != NULL ? facts->parent : handle;
}

bool facts_has_fourth_origin(const struct facts *facts)
{
	return facts->mip_levels > 1 && (facts->type == CL_MEM_OBJECT_IMAGE3D ||
					 facts->type == CL_MEM_OBJECT_IMAGE2D_ARRAY);
}

/* -- new facts --------------------------------------------------------------------------- */

struct facts *facts_begin(const void *handle, enum object_kind kind, const void *context)
{
	struct object *object = live_record(handle);
	const size_t kept = offsetof(struct facts, serial);
	struct facts *facts;

	if (!live_is_live(object, kind))
		return NULL;
	facts = find_facts(object);
	if (facts != NULL) {
		formats_forget(&facts->formats);
		memset((char *)facts + kept, 0, sizeof(*facts) - kept);
	} else {
		facts = calloc(1, sizeof(*facts));
		if (facts == NULL)
			return NULL;
		facts->head.older = atomic_load(&object->facts);
	}
	facts->context = context;
	atomic_store_explicit(&object->facts, facts, memory_order_release);
	return facts;
}

void facts_finish(struct facts *facts, const void *handle)
{
	atomic_store(&facts->serial, atomic_load(&live_record(handle)->serial));
}

void facts_add_answered(struct facts *facts, const void *const *devices, size_t count)
{
	unsigned int kept = facts->device_count + facts->answered_count;

	for (size_t i = 0; i < count && facts->device_count != 0; i++) {
		if (facts_device_bit(facts, devices[i]) != 0)
			continue;
		if (kept == FACTS_DEVICES) {
			facts_set_devices(facts, NULL, 0);
			return;
		}
		facts->devices[kept++] = devices[i];
		facts->answered_count++;
	}
}

void facts_set_devices(struct facts *facts, const void *const *devices, size_t count)
{
	facts->device_count = 0;
	facts->answered_count = 0;
	if (devices == NULL || count == 0)
		return;
	facts->devices[0] = devices[0];
	facts->device_count = 1;
	facts_add_answered(facts, devices + 1, count - 1);
	facts->device_count += facts->answered_count;
	facts->answered_count = 0;
}

void facts_copy_devices(struct facts *facts, const struct facts *from)
{
	facts->device_count = from != NULL ? from->device_count : 0;
	facts->answered_count = from != NULL ? from->answered_count : 0;
	if (from != NULL)
		memcpy(facts->devices, from->devices, sizeof(facts->devices));
}

unsigned int facts_device_bit(const struct facts *facts, const void *device)
{
	for (unsigned i = 0; i < facts->device_count + facts->answered_count; i++)
		if (facts->devices[i] == device)
			return 1u << i;
	return 0;
}

unsigned int facts_device_bits(const struct facts *facts, const void *const *devices, size_t count)
{
	unsigned int bits = 0;

	if (devices == NULL)
		return UINT_MAX;
	for (size_t i = 0; i < count; i++)
		bits |= facts_device_bit(facts, devices[i]);
	return bits;
}

bool facts_has_device(const struct facts *facts, const void *device)
{
	return facts->device_count == 0 || facts_device_bit(facts, device) != 0;
}

/* -- devices ----------------------------------------------------------------------------- */

static bool ask(const void *device, cl_device_info name, void *value, size_t size)
{
	return clrouter_target.clGetDeviceInfo((cl_device_id)(uintptr_t)device, name, size, value,
					       NULL) == CL_SUCCESS;
}

static unsigned int ask_version(const void *device)
{
	static const char prefix[] = "OpenCL ";
	char text[128] = "";
	unsigned long major;
	char *end;

	if (!ask(device, CL_DEVICE_VERSION, text, sizeof(text)) ||
	    strncmp(text, prefix, sizeof(prefix) - 1) != 0)
		return 0;
	major = strtoul(text + sizeof(prefix) - 1, &end, 10);
	return *end == '.' ? (unsigned int)(100 * major + strtoul(end + 1, NULL, 10)) : 0;
}

static void ask_uniformity(const void *device, struct limits *limits)
{
	cl_bool supports_others = CL_TRUE;

	if (limits->version >= 300)
		ask(device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, &supports_others,
		    sizeof(supports_others));
	else if (limits->version != 0 && limits->version < 200)
		supports_others = CL_FALSE;
	limits->is_uniform = !supports_others;
}

static void ask_limits(const void *device, struct limits *limits)
{
	cl_bool has_images = CL_TRUE;
	cl_uint align_bits = 0;
	cl_device_svm_capabilities svm = 0;

	limits->version = ask_version(device);
	ask(device, CL_DEVICE_IMAGE_SUPPORT, &has_images, sizeof(has_images));
	limits->has_images = has_images != CL_FALSE;
	ask(device, CL_DEVICE_ADDRESS_BITS, &limits->address_bits, sizeof(cl_uint));
	if (ask(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, &align_bits, sizeof(align_bits)))
		limits->align = align_bits / 8;
	ask(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, &limits->max_alloc, sizeof(cl_ulong));
	ask(device, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, &limits->dimensions, sizeof(cl_uint));
	if (limits->dimensions <= FACTS_DIMENSIONS)
		ask(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, limits->item_sizes,
		    limits->dimensions * sizeof(size_t));
	ask(device, CL_DEVICE_QUEUE_PROPERTIES, &limits->queue_properties,
	    sizeof(limits->queue_properties));
	limits->has_no_svm = ask(device, CL_DEVICE_SVM_CAPABILITIES, &svm, sizeof(svm)) && svm == 0;
	ask_uniformity(device, limits);
	abilities_ask(&limits->abilities, device, limits->version);
	support_ask(&limits->support, device);
}

/* The limits that the record OBJECT has, of whatever device; NULL: none. */
static struct limits *find_limits(struct object *object)
{
	struct facts_head *head = atomic_load_explicit(&object->facts, memory_order_acquire);

	return head != NULL && head->is_limits ? (struct limits *)head : NULL;
}

/* Another device had the address: its limits are overwritten. */
static void replace_limits(struct limits *old, const struct limits *limits)
{
	const size_t kept = offsetof(struct limits, serial);

	lock_take(&limits_lock);
	if (atomic_load(&old->serial) != atomic_load(&limits->serial)) {
		formats_forget(&old->formats);
		atomic_store(&old->parent, NULL);
		memcpy((char *)old + kept, (const char *)limits + kept, sizeof(*old) - kept);
	}
	lock_give(&limits_lock);
}

/* Gives LIMITS to the record OBJECT, or frees them. Two threads may ask at once. */
static struct limits *keep_limits(struct object *object, struct limits *limits)
{
	struct limits *old = find_limits(object);
	void *head = old == NULL ? atomic_load(&object->facts) : NULL;

	limits->head.older = head;
	if (old == NULL && atomic_compare_exchange_strong(&object->facts, &head, limits))
		return limits;
	if (old == NULL)
		old = find_limits(object);
	if (old != NULL)
		replace_limits(old, limits);
	free(limits);
	return old;
}

struct limits *facts_limits(const void *device)
{
	struct object *object = live_record(device);
	struct limits *limits;
	unsigned int serial;

	if (!live_is_live(object, OBJECT_DEVICE))
		return NULL;
	serial = atomic_load(&object->serial);
	limits = find_limits(object);
	if (limits != NULL && atomic_load(&limits->serial) == serial)
		return limits;
	limits = calloc(1, sizeof(struct limits));
	if (limits == NULL)
		return NULL;
	limits->head.is_limits = true;
	atomic_store(&limits->serial, serial);
	ask_limits(device, limits);
	return keep_limits(object, limits);
}

const void *facts_parent(const void *device)
{
	const struct limits *limits = facts_limits(device);

	return limits != NULL ? atomic_load(&limits->parent) : NULL;
}

const struct facts *facts_of_queue(const void *handle)
{
	const struct facts *facts = facts_of(handle, OBJECT_QUEUE);

	return facts != NULL ? facts : facts_of(handle, OBJECT_COMMAND_BUFFER);
}

const void *facts_queue_device(const void *handle)
{
	const struct facts *facts = facts_of_queue(handle);

	return facts != NULL && facts->device_count == 1 ? facts->devices[0] : NULL;
}

struct limits *facts_queue_limits(const void *handle)
{
	const void *device = facts_queue_device(handle);

	return device != NULL ? facts_limits(device) : NULL;
}

/* What is not known answers IF_UNKNOWN. */
static bool find_device(const void *context, bool (*answer)(const struct limits *limits),
			bool if_unknown)
{
	const struct facts *facts = facts_of(context, OBJECT_CONTEXT);
	const struct limits *limits;

	for (unsigned i = 0; facts != NULL && i < facts->device_count; i++) {
		limits = facts_limits(facts->devices[i]);
		if (limits != NULL ? answer(limits) : if_unknown)
			return true;
	}
	return (facts == NULL || facts->device_count == 0) && if_unknown;
}

bool facts_any_device(const void *context, bool (*answer)(const struct limits *limits))
{
	return find_device(context, answer, true);
}

bool facts_knows_device(const void *context, bool (*answer)(const struct limits *limits))
{
	return find_device(context, answer, false);
}
