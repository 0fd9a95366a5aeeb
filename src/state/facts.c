/* SPDX-License-Identifier: Apache-2.0 */
/*
 * facts: see facts.h. How they are learned is in learn.c.
 */
#include "state/facts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/lock.h"
#include "state/life.h"

/* Taken when a record gets limits. */
static struct lock limits_lock = LOCK_INIT;

static unsigned int wanted_kinds = FACTS_ALL_KINDS;
static unsigned int wanted_calls;

void facts_start(unsigned int kinds, unsigned int calls)
{
	wanted_kinds = kinds;
	wanted_calls = calls & kinds;
	life_add_lock(&limits_lock);
	kept_start();
}

unsigned int facts_kept_kinds(void)
{
	return wanted_calls;
}

/* The facts that the record OBJECT has of some object of KIND; NULL: none. */
static void *find_facts(struct object *object, enum object_kind kind)
{
	struct facts *facts = atomic_load_explicit(&object->facts, memory_order_acquire);

	while (facts && facts->kind != kind)
		facts = facts->next;
	return facts;
}

/* The facts of the object of KIND that OBJECT is, or was. */
static void *current_facts(struct object *object, enum object_kind kind)
{
	struct facts *facts = find_facts(object, kind);

	return facts && atomic_load(&facts->serial) == atomic_load(&object->serial) ? facts
											    : NULL;
}

struct facts *facts_of(const void *handle, enum object_kind kind)
{
	struct object *object = live_record(handle);

	return live_is_live(object, kind) ? current_facts(object, kind) : NULL;
}

void *facts_last(const void *handle, enum object_kind kind)
{
	struct object *object = live_record(handle);

	return object ? current_facts(object, kind) : NULL;
}

struct facts_kernel *facts_of_kernel_with(const void *handle, unsigned int bits)
{
	struct facts_kernel *facts = facts_of_kernel(handle);

	if (!facts || !facts->state || facts->argument_count == UINT32_MAX ||
	    (atomic_load_explicit(&facts->state->has, memory_order_relaxed) & bits) != bits)
		return NULL;
	return facts;
}

const void *facts_context(const void *handle, enum object_kind kind)
{
	const struct facts *facts;

	if (kind == OBJECT_CONTEXT)
		return live_is_live(live_record(handle), kind) ? handle : NULL;
	facts = facts_of(handle, kind);
	return facts ? facts->context : NULL;
}

const void *facts_whole(const void *handle)
{
	const struct facts_mem *facts = facts_of_mem(handle);

	return facts && facts->parent ? facts->parent : handle;
}

bool facts_has_fourth_origin(const struct facts_mem *facts)
{
	return facts->mip_levels > 1 && (facts->type == CL_MEM_OBJECT_IMAGE3D ||
					 facts->type == CL_MEM_OBJECT_IMAGE2D_ARRAY);
}

/* -- new facts --------------------------------------------------------------------------- */

/* The struct of each kind; what is of one object goes from its serial to END, in bytes. */
static const struct facts_layout {
	size_t size;
	size_t end;
} layouts[OBJECT_KINDS] = {
#define WHOLE(type) \
	{ \
		sizeof(type), sizeof(type) \
	}
#define UNTIL(type, kept) \
	{ \
		sizeof(type), offsetof(type, kept) \
	}
	[OBJECT_CONTEXT] = UNTIL(struct facts_context, formats),
	[OBJECT_QUEUE] = UNTIL(struct facts_queue, recording),
	[OBJECT_COMMAND_BUFFER] = UNTIL(struct facts_queue, recording),
	[OBJECT_MEM] = UNTIL(struct facts_mem, made_for),
	[OBJECT_SAMPLER] = WHOLE(struct facts),
	[OBJECT_PROGRAM] = WHOLE(struct facts_program),
	[OBJECT_KERNEL] = UNTIL(struct facts_kernel, state),
	[OBJECT_EVENT] = WHOLE(struct facts_event),
	[OBJECT_SEMAPHORE] = WHOLE(struct facts_semaphore),
	[OBJECT_COMMAND] = WHOLE(struct facts_command),
#undef WHOLE
#undef UNTIL
};

/* Gives FACTS to the record OBJECT. Threads may read those that it has. */
static void add_facts(struct object *object, struct facts *facts)
{
	void *first = atomic_load(&object->facts);

	do
		facts->next = first;
	while (!atomic_compare_exchange_weak(&object->facts, &first, facts));
}

/* Another object of the kind has got the record with FACTS. */
static void clear_facts(struct facts *facts)
{
	const size_t begin = offsetof(struct facts, serial);

	memset((char *)facts + begin, 0, layouts[facts->kind].end - begin);
	kept_forget(&facts->kept);
	if (facts->kind == OBJECT_CONTEXT)
		formats_forget(&((struct facts_context *)facts)->formats);
	else if (facts->kind == OBJECT_MEM && ((struct facts_mem *)facts)->made_for)
		facts_set_devices(((struct facts_mem *)facts)->made_for, NULL, 0);
}

void *facts_begin(const void *handle, enum object_kind kind, const void *context)
{
	struct object *object = live_record(handle);
	struct facts *facts;

	if ((wanted_kinds & FACTS_KIND(kind)) == 0 || !live_is_live(object, kind) ||
	    layouts[kind].size == 0)
		return NULL;
	facts = find_facts(object, kind);
	if (facts) {
		clear_facts(facts);
	} else {
		facts = calloc(1, layouts[kind].size);
		if (!facts)
			return NULL;
		facts->kind = kind;
		add_facts(object, facts);
	}
	facts->context = context;
	return facts;
}

void facts_finish(struct facts *facts, const void *handle)
{
	atomic_store(&facts->serial, atomic_load(&live_record(handle)->serial));
}

/* -- lists of devices -------------------------------------------------------------------- */

void facts_add_answered(struct facts_devices *devices, const void *const *list, size_t count)
{
	unsigned int kept = devices->count + devices->answered;

	for (size_t i = 0; i < count && devices->count != 0; i++) {
		if (facts_device_bit(devices, list[i]) != 0)
			continue;
		if (kept == FACTS_DEVICES) {
			facts_set_devices(devices, NULL, 0);
			return;
		}
		devices->list[kept++] = list[i];
		devices->answered++;
	}
}

void facts_set_devices(struct facts_devices *devices, const void *const *list, size_t count)
{
	devices->count = 0;
	devices->answered = 0;
	if (!list || count == 0)
		return;
	devices->list[0] = list[0];
	devices->count = 1;
	facts_add_answered(devices, list + 1, count - 1);
	devices->count += devices->answered;
	devices->answered = 0;
}

const struct facts_devices *facts_devices_of(const void *handle, enum object_kind kind)
{
	const void *facts = facts_of(handle, kind);

	if (!facts)
		return NULL;
	switch (kind) {
	case OBJECT_CONTEXT:
		return &((const struct facts_context *)facts)->devices;
	case OBJECT_QUEUE:
	case OBJECT_COMMAND_BUFFER:
		return &((const struct facts_queue *)facts)->devices;
	case OBJECT_MEM:
		return ((const struct facts_mem *)facts)->made_for;
	case OBJECT_PROGRAM:
		return &((const struct facts_program *)facts)->devices;
	case OBJECT_KERNEL:
		return &((const struct facts_kernel *)facts)->devices;
	case OBJECT_SEMAPHORE:
		return &((const struct facts_semaphore *)facts)->devices;
	default:
		return NULL;
	}
}

unsigned int facts_device_bit(const struct facts_devices *devices, const void *device)
{
	for (unsigned i = 0; i < devices->count + devices->answered; i++)
		if (devices->list[i] == device)
			return 1u << i;
	return 0;
}

unsigned int facts_device_bits(const struct facts_devices *devices, const void *const *list,
			       size_t count)
{
	unsigned int bits = 0;

	if (!list)
		return UINT_MAX;
	for (size_t i = 0; i < count; i++)
		bits |= facts_device_bit(devices, list[i]);
	return bits;
}

bool facts_is_answered(const struct facts_devices *devices, const void *device)
{
	for (unsigned i = 0; devices && i < devices->answered; i++)
		if (devices->list[devices->count + i] == device)
			return true;
	return false;
}

bool facts_has_device(const struct facts_devices *devices, const void *device)
{
	return !devices || devices->count == 0 || facts_device_bit(devices, device) != 0;
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

/* Another device has got the record with OLD. */
static void replace_limits(struct limits *old, const struct limits *limits)
{
	const size_t begin = offsetof(struct limits, any.serial);
	const size_t end = offsetof(struct limits, formats);

	formats_forget(&old->formats);
	memcpy((char *)old + begin, (const char *)limits + begin, end - begin);
}

/* Gives LIMITS to the record OBJECT, or frees them. Two threads may ask at once. */
static struct limits *keep_limits(struct object *object, struct limits *limits)
{
	struct limits *old;

	lock_take(&limits_lock);
	old = find_facts(object, OBJECT_DEVICE);
	if (!old)
		add_facts(object, &limits->any);
	else if (atomic_load(&old->any.serial) != atomic_load(&limits->any.serial))
		replace_limits(old, limits);
	lock_give(&limits_lock);
	if (!old)
		return limits;
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
	limits = find_facts(object, OBJECT_DEVICE);
	if (limits && atomic_load(&limits->any.serial) == serial)
		return limits;
	limits = calloc(1, sizeof(struct limits));
	if (!limits)
		return NULL;
	limits->any.kind = OBJECT_DEVICE;
	atomic_store(&limits->any.serial, serial);
	ask_limits(device, limits);
	return keep_limits(object, limits);
}

const void *facts_parent(const void *device)
{
	const struct limits *limits = facts_limits(device);

	return limits ? atomic_load(&limits->parent) : NULL;
}

const struct facts_queue *facts_of_any_queue(const void *handle)
{
	const struct facts_queue *queue = facts_of_queue(handle);

	return queue ? queue : facts_of_command_buffer(handle);
}

const void *facts_queue_device(const void *handle)
{
	const struct facts_queue *queue = facts_of_any_queue(handle);

	return queue && queue->devices.count == 1 ? queue->devices.list[0] : NULL;
}

struct limits *facts_queue_limits(const void *handle)
{
	const void *device = facts_queue_device(handle);

	return device ? facts_limits(device) : NULL;
}

/* What is not known answers IF_UNKNOWN. */
static bool find_device(const void *handle, bool (*answer)(const struct limits *limits),
			bool if_unknown)
{
	const struct facts_context *context = facts_of_context(handle);
	const struct limits *limits;

	for (unsigned i = 0; context && i < context->devices.count; i++) {
		limits = facts_limits(context->devices.list[i]);
		if (limits ? answer(limits) : if_unknown)
			return true;
	}
	return (!context || context->devices.count == 0) && if_unknown;
}

bool facts_any_device(const void *context, bool (*answer)(const struct limits *limits))
{
	return find_device(context, answer, true);
}

bool facts_knows_device(const void *context, bool (*answer)(const struct limits *limits))
{
	return find_device(context, answer, false);
}
