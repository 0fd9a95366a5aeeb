/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation-words: see validation-words.h.
 */
#include "layers/validation-words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers/validation-calls.h"
#include "layers/validation-driver.h"
#include "layers/validation-objects.h"
#include "layers/validation-run.h"
#include "opencl/constants.h"
#include "opencl/signature.h"

#define ARGUMENTS 16
#define ALL_FUNCTIONS CLROUTER_ALL_SLOTS

struct setting {
	unsigned slot; /* ALL_FUNCTIONS: of all */
	char param[48];
	char value[48];
};

static struct setting settings[1024];
static unsigned setting_count;
static void store_value(uint64_t *place, const struct signature_param *param, const char *text)
{
	const uint64_t value = objects_value(text);
	const uint32_t word = (uint32_t)value;
	const uintptr_t pointer = (uintptr_t)value;
	const size_t size = signature_size(param);

	*place = 0;
	if (size == sizeof(word))
		memcpy(place, &word, sizeof(word));
	else if (param->kind == PARAM_NUMBER || param->kind == PARAM_NAMES)
		memcpy(place, &value, size);
	else
		memcpy(place, &pointer, sizeof(pointer));
}

unsigned words_slot(const char *name)
{
	static unsigned last;	/* steps that follow each other often call the same function */

	for (unsigned i = 0; i < CLROUTER_ALL_SLOTS; i++) {
		const unsigned slot = (last + i) % CLROUTER_ALL_SLOTS;

		if (strcmp(signatures[slot].name, name) == 0)
			return last = slot;
	}
	printf("no function is called %s\n", name);
	exit(1);
}

/* The settings of FUNCTIONS, which is SLOT or ALL_FUNCTIONS, for the function in SLOT. */
static void apply_settings(unsigned slot, unsigned functions, uint64_t *places)
{
	for (unsigned k = 0; k < setting_count; k++) {
		if (settings[k].slot != functions)
			continue;
		for (unsigned i = 0; i < signatures[slot].param_count; i++)
			if (strcmp(settings[k].param, signatures[slot].params[i].name) == 0)
				store_value(&places[i], &signatures[slot].params[i],
					    settings[k].value);
	}
}

/* WORDS is "PARAM=VALUE ...". */
static void apply_words(unsigned slot, const char *words, uint64_t *places)
{
	char copy[512];
	char *rest;

	snprintf(copy, sizeof(copy), "%s", words);
	for (char *word = strtok_r(copy, " \n", &rest); word;
	     word = strtok_r(NULL, " \n", &rest)) {
		char *value = strchr(word, '=');
		unsigned i = 0;

		*value++ = '\0';
		while (i < signatures[slot].param_count &&
		       strcmp(signatures[slot].params[i].name, word) != 0)
			i++;
		if (i == signatures[slot].param_count) {
			printf("%s has no parameter %s\n", signatures[slot].name, word);
			exit(1);
		}
		store_value(&places[i], &signatures[slot].params[i], value);
	}
}

void words_set(const char *function, char *words)
{
	char *rest;

	for (char *word = strtok_r(words, " \n", &rest); word;
	     word = strtok_r(NULL, " \n", &rest)) {
		struct setting *setting = &settings[setting_count++];
		char *value = strchr(word, '=');

		*value++ = '\0';
		setting->slot = *function == '\0' ? ALL_FUNCTIONS : words_slot(function);
		snprintf(setting->param, sizeof(setting->param), "%s", word);
		snprintf(setting->value, sizeof(setting->value), "%s", value);
	}
}

bool words_may_be_unseen;

/* The layer's function of an extension; what is in the table is called there. */
static void *look_up(unsigned slot)
{
	void *function;

	if (slot < CLROUTER_SLOTS)
		return NULL;
	function = run_layer->clGetExtensionFunctionAddressForPlatform(
		(cl_platform_id)&driver_platform, signatures[slot].name);
	if (function == accept_function(slot) && !words_may_be_unseen)
		run_fail("no wrapper", signatures[slot].name, "", "");
	return function;
}

void words_call(unsigned slot, const char *words, uint64_t *result)
{
	uint64_t places[ARGUMENTS] = { 0 };
	void *values[ARGUMENTS];

	apply_settings(slot, ALL_FUNCTIONS, places);
	apply_settings(slot, slot, places);
	apply_words(slot, words, places);
	for (unsigned i = 0; i < ARGUMENTS; i++)
		values[i] = &places[i];
	*result = 0;
	call_slot(run_layer, slot, look_up(slot), values, result);
}

/* -- steps ------------------------------------------------------------------------------- */

#define STEPS 512
#define STORE 4096

static char *steps[STEPS];
static unsigned step_count;
static uint64_t store[STORE]; /* of arrays */
static unsigned store_used;
static const char *const step_words[] = { "make",  "call",   "take",   "array", "list",
					  "words", "number", "config", "image" };

bool words_is_step(const char *word)
{
	for (size_t i = 0; i < sizeof(step_words) / sizeof(step_words[0]); i++)
		if (strcmp(step_words[i], word) == 0)
			return true;
	return false;
}

void words_add_step(const char *line)
{
	if (step_count == STEPS)
		abort();
	steps[step_count++] = strdup(line);
}

/* An array of the values that TEXT names, each of SIZE bytes, and one 0. */
static void *make_array(const char *text, size_t size)
{
	char *array = (char *)&store[store_used];
	char copy[512];
	char *rest;
	size_t used = 0;

	snprintf(copy, sizeof(copy), "%s", text);
	for (char *word = strtok_r(copy, " \n", &rest); word;
	     word = strtok_r(NULL, " \n", &rest)) {
		const uint64_t value = objects_value(word);
		const uint32_t half = (uint32_t)value;

		memcpy(array + used, size == sizeof(half) ? (const void *)&half : &value, size);
		used += size;
	}
	memset(array + used, 0, size);
	store_used += (unsigned)(used / sizeof(store[0]) + 2);
	if (store_used > STORE - ARGUMENTS)
		abort();
	return array;
}

/* The members of a mutable_dispatch_config of constants.h: a handle, four numbers, six pointers. */
static void *make_config(const char *text)
{
	const uint64_t *values = make_array(text, sizeof(uint64_t));
	struct mutable_dispatch_config *config = make_array("0 0 0 0 0 0 0 0 0 0 0", 8);
	const void **pointers = &config->arg_list;

	config->command = (cl_mutable_command_khr)(uintptr_t)values[0];
	config->num_args = (cl_uint)values[1];
	config->num_svm_args = (cl_uint)values[2];
	config->num_exec_infos = (cl_uint)values[3];
	config->work_dim = (cl_uint)values[4];
	for (int i = 0; i < 6; i++)
		pointers[i] = (const void *)(uintptr_t)values[5 + i];
	return config;
}

static void *make_description(const char *text)
{
	const uint64_t *values = make_array(text, sizeof(uint64_t));
	cl_image_desc *desc = make_array("0 0 0 0 0 0 0 0 0", 8);

	*desc = (cl_image_desc){
		.image_type = (cl_mem_object_type)values[0],
		.image_width = values[1],
		.image_height = values[2],
		.image_depth = values[3],
		.image_array_size = values[4],
		.image_row_pitch = values[5],
		.image_slice_pitch = values[6],
		.num_mip_levels = (cl_uint)values[7],
		.mem_object = (cl_mem)(uintptr_t)values[8],
		.num_samples = (cl_uint)values[9],
	};
	return desc;
}

/* REST of the step WORD is about NAME, which stays valid. */
static void run_named(const char *word, const char *name, const char *rest)
{
	char text[512];
	uint64_t result;
	int length;

	if (strcmp(word, "make") == 0) {
		sscanf(rest, "%511s%n", text, &length);
		words_call(words_slot(text), rest + length, &result);
		objects_name(name, result);
		return;
	}
	sscanf(rest, "%511s", text);
	if (strcmp(word, "take") == 0)
		objects_name(name, (uintptr_t) * (void **)(uintptr_t)objects_value(text));
	else if (strcmp(word, "number") == 0)
		objects_name(name, objects_value(text));
	else if (strcmp(word, "config") == 0)
		objects_name(name, (uintptr_t)make_config(rest));
	else if (strcmp(word, "image") == 0)
		objects_name(name, (uintptr_t)make_description(rest));
	else
		objects_name(name, (uintptr_t)make_array(rest, strcmp(word, "words") == 0 ? 4
							       : strcmp(word, "list") == 0
								       ? 8
								       : sizeof(void *)));
}

void words_run_steps(void)
{
	static char names[STEPS][64];
	char word[16];
	uint64_t result;
	int length;

	store_used = 0;
	for (unsigned i = 0; i < step_count; i++) {
		if (sscanf(steps[i], "%15s %63s%n", word, names[i], &length) != 2)
			abort();
		if (strcmp(word, "call") == 0)
			words_call(words_slot(names[i]), steps[i] + length, &result);
		else
			run_named(word, names[i], steps[i] + length);
	}
}
