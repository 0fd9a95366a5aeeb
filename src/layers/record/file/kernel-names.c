/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel-names: see kernel-names.h.
 */
#include "layers/record/file/kernel-names.h"

#include <stdint.h>
#include <string.h>

#include "base/common/lock.h"
#include "base/common/pointer-map.h"
#include "base/text.h"

#define PLACES (2 * KERNEL_NAMES) /* of the hash table, a power of two */

static struct {
	struct lock lock;
	struct pointer_map numbers; /* of kernels; those that are not in it are KERNEL_UNKNOWN */
	const char *texts[KERNEL_NAMES];
	unsigned int count; /* of texts, and those below KERNEL_FIRST */
	uint16_t places[PLACES]; /* numbers by the hash of the name; 0: none */
} names = { .lock = LOCK_INIT, .count = KERNEL_FIRST };

/* With the lock. */
static unsigned int number_of(const char *name)
{
	uint32_t place = text_hash(name) % PLACES;
	char *copy;

	for (; names.places[place] != 0; place = (place + 1) % PLACES)
		if (strcmp(names.texts[names.places[place]], name) == 0)
			return names.places[place];
	copy = names.count < KERNEL_NAMES ? strdup(name) : NULL;
	if (!copy)
		return KERNEL_OTHER;
	names.texts[names.count] = copy;
	names.places[place] = (uint16_t)names.count;
	return names.count++;
}

void kernel_names_set(cl_kernel kernel, const char *name)
{
	if (!kernel || !name)
		return;
	lock_take(&names.lock);
	pointer_map_set(&names.numbers, kernel, number_of(name));
	lock_give(&names.lock);
}

unsigned int kernel_names_find(cl_kernel kernel)
{
	uintptr_t number;

	if (!kernel)
		return KERNEL_NONE;
	lock_take(&names.lock);
	number = pointer_map_get(&names.numbers, kernel);
	lock_give(&names.lock);
	return number != 0 ? (unsigned int)number : KERNEL_UNKNOWN;
}

const char *kernel_names_text(unsigned int number)
{
	if (number == KERNEL_OTHER)
		return "(other)";
	return number >= KERNEL_FIRST ? names.texts[number] : "(unknown)";
}

void kernel_names_before_fork(void)
{
	lock_take(&names.lock);
}

void kernel_names_after_fork(void)
{
	lock_give(&names.lock);
}
