/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nvtx: the ranges and marks that a program gives to NVTX. NVTX is in headers, so it is in the
 * program: with its first call it opens the library that NVTX_INJECTION64_PATH
 * (NVTX_INJECTION32_PATH in a 32-bit program) names, and calls InitializeInjectionNvtx2 of it. That
 * puts functions into a table of the program, by number. What is declared here is what NVTX 3
 * promises to stay.
 */
#include <stdatomic.h>

#include "base/common/system.h"
#include "layers/record/program-ranges.h"
#include "layers/record/record.h"

/* -- what NVTX declares -------------------------------------------------------- */

typedef void function(void);

enum { TABLE_CALLBACKS = 1 };
enum { MODULE_CORE = 1, MODULE_CORE2 = 5 };

/* Functions without a domain, and with one. */
enum {
	CORE_MARK_EX = 1,
	CORE_MARK_A,
	CORE_MARK_W,
	CORE_START_EX,
	CORE_START_A,
	CORE_START_W,
	CORE_END,
	CORE_PUSH_EX,
	CORE_PUSH_A,
	CORE_PUSH_W,
	CORE_POP,
	CORE_NAME_THREAD_A = 14,
	CORE_NAME_THREAD_W
};
enum {
	CORE2_MARK_EX = 1,
	CORE2_START_EX,
	CORE2_END,
	CORE2_PUSH_EX,
	CORE2_POP,
	CORE2_REGISTER_A = 10,
	CORE2_REGISTER_W,
	CORE2_CREATE_A,
	CORE2_CREATE_W
};

struct callbacks {
	size_t size; /* bytes of this */
	int (*get)(int module, function ****table, unsigned int *count);
};

typedef const void *get_export_table(uint32_t table);

enum { MESSAGE_TEXT = 1, MESSAGE_WIDE, MESSAGE_REGISTERED };

struct attributes {
	uint16_t version;
	uint16_t size; /* bytes of this */
	uint32_t category;
	int32_t colour_kind;
	uint32_t colour;
	int32_t payload_kind;
	int32_t reserved;
	uint64_t payload;
	int32_t message_kind;
	union {
		const char *text;
		const wchar_t *wide;
		const char *registered; /* what register_text() has returned */
	} message;
};

#define NO_LEVEL (-2) /* the depth of pushes is not known */

/* -- its functions ------------------------------------------------------------- */

static const char *message_of(const struct attributes *attributes, char buffer[RANGE_NAME])
{
	if (!attributes ||
	    attributes->size < offsetof(struct attributes, message) + sizeof(attributes->message))
		return NULL;
	switch (attributes->message_kind) {
	case MESSAGE_TEXT:
		return attributes->message.text;
	case MESSAGE_WIDE:
		return range_narrow(attributes->message.wide, buffer);
	case MESSAGE_REGISTERED:
		return attributes->message.registered;
	default:
		return NULL;
	}
}

/* Another number for each range of the process. */
static uint64_t start(const char *domain, const char *name)
{
	static _Atomic uint64_t last;
	const uint64_t number = atomic_fetch_add(&last, 1) + 1;

	range_begin(domain, name, (struct range_id){ { number } });
	return number;
}

/* The handle of a domain is its name. */

static void domain_mark_ex(const char *domain, const struct attributes *attributes)
{
	char buffer[RANGE_NAME];

	range_mark(domain, message_of(attributes, buffer));
}

static uint64_t domain_start_ex(const char *domain, const struct attributes *attributes)
{
	char buffer[RANGE_NAME];

	return start(domain, message_of(attributes, buffer));
}

static void domain_end(const char *domain, uint64_t number)
{
	range_end(domain, (struct range_id){ { number } });
}

static int domain_push_ex(const char *domain, const struct attributes *attributes)
{
	char buffer[RANGE_NAME];

	range_push(domain, message_of(attributes, buffer));
	return NO_LEVEL;
}

static int domain_pop(const char *domain)
{
	range_pop(domain);
	return NO_LEVEL;
}

static const char *keep(const char *text)
{
	const struct range_name *name = text ? range_name_keep(text) : NULL;

	return name ? name->text : NULL;
}

static const char *register_text(const char *domain, const char *text)
{
	(void)domain;
	return keep(text);
}

static const char *register_wide(const char *domain, const wchar_t *wide)
{
	char buffer[RANGE_NAME];

	(void)domain;
	return keep(range_narrow(wide, buffer));
}

static const char *create_domain_wide(const wchar_t *wide)
{
	return register_wide(NULL, wide);
}

static void mark_ex(const struct attributes *attributes)
{
	domain_mark_ex(NULL, attributes);
}

static void mark(const char *name)
{
	range_mark(NULL, name);
}

static void mark_wide(const wchar_t *wide)
{
	char buffer[RANGE_NAME];

	range_mark(NULL, range_narrow(wide, buffer));
}

static uint64_t start_ex(const struct attributes *attributes)
{
	return domain_start_ex(NULL, attributes);
}

static uint64_t start_text(const char *name)
{
	return start(NULL, name);
}

static uint64_t start_wide(const wchar_t *wide)
{
	char buffer[RANGE_NAME];

	return start(NULL, range_narrow(wide, buffer));
}

static void end(uint64_t number)
{
	domain_end(NULL, number);
}

static int push_ex(const struct attributes *attributes)
{
	return domain_push_ex(NULL, attributes);
}

static int push(const char *name)
{
	range_push(NULL, name);
	return NO_LEVEL;
}

static int push_wide(const wchar_t *wide)
{
	char buffer[RANGE_NAME];

	return push(range_narrow(wide, buffer));
}

static int pop(void)
{
	return domain_pop(NULL);
}

/* The name of another thread would be among the records of this one. */
static void name_thread(uint32_t thread, const char *name)
{
	if (thread == system_thread_id())
		range_name_thread(name);
}

static void name_thread_wide(uint32_t thread, const wchar_t *wide)
{
	char buffer[RANGE_NAME];

	name_thread(thread, range_narrow(wide, buffer));
}

/* -- the tables ---------------------------------------------------------------- */

struct entry {
	int module;
	unsigned int number;
	function *function;
};

static const struct entry entries[] = {
	{ MODULE_CORE, CORE_MARK_EX, (function *)mark_ex },
	{ MODULE_CORE, CORE_MARK_A, (function *)mark },
	{ MODULE_CORE, CORE_MARK_W, (function *)mark_wide },
	{ MODULE_CORE, CORE_START_EX, (function *)start_ex },
	{ MODULE_CORE, CORE_START_A, (function *)start_text },
	{ MODULE_CORE, CORE_START_W, (function *)start_wide },
	{ MODULE_CORE, CORE_END, (function *)end },
	{ MODULE_CORE, CORE_PUSH_EX, (function *)push_ex },
	{ MODULE_CORE, CORE_PUSH_A, (function *)push },
	{ MODULE_CORE, CORE_PUSH_W, (function *)push_wide },
	{ MODULE_CORE, CORE_POP, (function *)pop },
	{ MODULE_CORE, CORE_NAME_THREAD_A, (function *)name_thread },
	{ MODULE_CORE, CORE_NAME_THREAD_W, (function *)name_thread_wide },
	{ MODULE_CORE2, CORE2_MARK_EX, (function *)domain_mark_ex },
	{ MODULE_CORE2, CORE2_START_EX, (function *)domain_start_ex },
	{ MODULE_CORE2, CORE2_END, (function *)domain_end },
	{ MODULE_CORE2, CORE2_PUSH_EX, (function *)domain_push_ex },
	{ MODULE_CORE2, CORE2_POP, (function *)domain_pop },
	{ MODULE_CORE2, CORE2_REGISTER_A, (function *)register_text },
	{ MODULE_CORE2, CORE2_REGISTER_W, (function *)register_wide },
	{ MODULE_CORE2, CORE2_CREATE_A, (function *)keep },
	{ MODULE_CORE2, CORE2_CREATE_W, (function *)create_domain_wide },
};

/* The program's table has pointers to its variables, each of which is a function. */
static void fill(const struct callbacks *callbacks, int module)
{
	function ***table;
	unsigned int count;

	if (!callbacks->get(module, &table, &count))
		return;
	for (size_t i = 0; i < sizeof(entries) / sizeof(*entries); i++)
		if (entries[i].module == module && entries[i].number < count &&
		    table[entries[i].number])
			*table[entries[i].number] = entries[i].function;
}

__attribute__((visibility("default"))) int InitializeInjectionNvtx2(get_export_table *get);

/* 0: NVTX closes this library again, and calls nothing. */
int InitializeInjectionNvtx2(get_export_table *get)
{
	const struct callbacks *callbacks = get ? get(TABLE_CALLBACKS) : NULL;

	if (!callbacks || callbacks->size < sizeof(*callbacks) || !callbacks->get)
		return 0;
	system_stay_loaded((const void *)entries);
	fill(callbacks, MODULE_CORE);
	fill(callbacks, MODULE_CORE2);
	return 1;
}
