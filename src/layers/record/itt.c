/* SPDX-License-Identifier: Apache-2.0 */
/*
 * itt: the tasks, frames, regions and marks that a program gives to ITT. A part of ITT,
 * libittnotify, is linked to the program: with the first call it opens the library that
 * INTEL_LIBITTNOTIFY64 (INTEL_LIBITTNOTIFY32 in a 32-bit program) names, and calls __itt_api_init
 * of it with a list of all functions that the program could call, by name. Those that are not there
 * do nothing. What is declared here is what programs and libraries of ITT 3 have in common.
 */
#include <pthread.h>
#include <string.h>

#include "base/array.h"
#include "base/common/system.h"
#include "base/text.h"
#include "layers/record/program-ranges.h"
#include "layers/record/record.h"

/* -- what ITT declares --------------------------------------------------------- */

typedef void function(void);

struct itt_function {
	const char *name; /* NULL after the last one */
	function **place; /* what the program calls */
	function *first;  /* what is there before the library is loaded */
	function *none;	  /* what is there if the library has no such function */
	int group;
};

struct itt_global {
	unsigned char magic[8];
	unsigned long major;
	unsigned long minor;
	unsigned long build;
	volatile long is_initialized;
	volatile long has_mutex;
	volatile long counter;
	pthread_mutex_t mutex;
	void *library;
	void *error_handler;
	const char **path;
	struct itt_function *functions;
};

#define ITT_MAJOR 3

struct itt_id {
	unsigned long long words[3];
};

/* -- its functions ------------------------------------------------------------- */

static struct range_id id_of(struct itt_id id)
{
	return (struct range_id){ { id.words[0], id.words[1], id.words[2] } };
}

static const char *name_of(const struct itt_domain *domain)
{
	return domain ? domain->name : NULL;
}

static const char *text_of(const struct itt_string *string)
{
	return string ? string->text : NULL;
}

static struct itt_domain *domain_create(const char *text)
{
	struct range_name *name = text ? range_name_keep(text) : NULL;

	return name ? &name->domain : NULL;
}

static struct itt_string *string_handle_create(const char *text)
{
	struct range_name *name = text ? range_name_keep(text) : NULL;

	return name ? &name->string : NULL;
}

static void task_begin(const struct itt_domain *domain, struct itt_id id, struct itt_id parent,
		       const struct itt_string *name)
{
	(void)id;
	(void)parent;
	range_push(name_of(domain), text_of(name));
}

/* The name is a function. */
static void task_begin_fn(const struct itt_domain *domain, struct itt_id id, struct itt_id parent,
			  const void *begun)
{
	char name[32];

	(void)id;
	(void)parent;
	text_format(name, sizeof(name), "function %p", begun);
	range_push(name_of(domain), name);
}

static void task_end(const struct itt_domain *domain)
{
	range_pop(name_of(domain));
}

/* Of a task that may end in another thread, and of a region. */
static void region_begin(const struct itt_domain *domain, struct itt_id id, struct itt_id parent,
			 const struct itt_string *name)
{
	(void)parent;
	range_begin(name_of(domain), text_of(name), id_of(id));
}

static void region_end(const struct itt_domain *domain, struct itt_id id)
{
	range_end(name_of(domain), id_of(id));
}

static struct itt_id frame_id(const struct itt_id *id)
{
	return id ? *id : (struct itt_id){ { 0 } };
}

static void frame_begin(const struct itt_domain *domain, const struct itt_id *id)
{
	range_begin(name_of(domain), "frame", id_of(frame_id(id)));
}

static void frame_end(const struct itt_domain *domain, const struct itt_id *id)
{
	range_end(name_of(domain), id_of(frame_id(id)));
}

static void marker(const struct itt_domain *domain, struct itt_id id, const struct itt_string *name,
		   int scope)
{
	(void)id;
	(void)scope;
	range_mark(name_of(domain), text_of(name));
}

/* -- the list ------------------------------------------------------------------ */

static const struct {
	const char *name;
	function *function;
} functions[] = {
	{ "__itt_domain_create", (function *)domain_create },
	{ "__itt_string_handle_create", (function *)string_handle_create },
	{ "__itt_task_begin", (function *)task_begin },
	{ "__itt_task_begin_fn", (function *)task_begin_fn },
	{ "__itt_task_end", (function *)task_end },
	{ "__itt_task_begin_overlapped", (function *)region_begin },
	{ "__itt_task_end_overlapped", (function *)region_end },
	{ "__itt_region_begin", (function *)region_begin },
	{ "__itt_region_end", (function *)region_end },
	{ "__itt_frame_begin_v3", (function *)frame_begin },
	{ "__itt_frame_end_v3", (function *)frame_end },
	{ "__itt_marker", (function *)marker },
	{ "__itt_thread_set_name", (function *)range_name_thread },
};

static function *find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(functions); i++)
		if (strcmp(functions[i].name, name) == 0)
			return functions[i].function;
	return NULL;
}

static bool is_known(const struct itt_global *global)
{
	static const unsigned char magic[] = { 0xed, 0xab, 0xab, 0xec, 0x0d, 0xee, 0xda, 0x30 };

	return global && memcmp(global->magic, magic, sizeof(magic)) == 0 &&
	       global->major == ITT_MAJOR;
}

__attribute__((visibility("default"))) void __itt_api_init(struct itt_global *global, int groups);

/* The program holds the mutex of GLOBAL. */
void __itt_api_init(struct itt_global *global, int groups)
{
	(void)groups;
	if (!is_known(global))
		return;
	system_stay_loaded((const void *)functions);
	for (struct itt_function *each = global->functions; each && each->name; each++) {
		function *own = find(each->name);

		*each->place = own ? own : each->none;
	}
}
