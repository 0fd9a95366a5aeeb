/* SPDX-License-Identifier: Apache-2.0 */
/*
 * range-program: names its work as programs do that are linked to ITT and NVTX: it opens the
 *library that a variable names and finds its functions as the parts of these that are in programs
 *do. The words of its command line are done in order; NAME=TEXT gives a text:
 *
 *	itt nvtx		opens the library; prints "KIND: none" if the variable is not set
 *	push pop mark start end wide registered		NVTX; "registered" pushes in a domain
 *	domain-pop				its pop
 *	task task-end overlapped overlapped-end frame frame-end marker	ITT
 *	call			an OpenCL call
 *	thread			a thread with a range around a call, which ends what "start" has
 *begun fork			the rest is done by a child kill			SIGKILL
 */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wchar.h>

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#define IS_WIDE (sizeof(void *) == 8)
#define COUNT(array) (sizeof(array) / sizeof(*(array)))

typedef void function(void);

static void *open_library(const char *kind, const char *variable)
{
	const char *path = getenv(variable);
	void *library = path ? dlopen(path, RTLD_LAZY) : NULL;

	if (!path)
		printf("%s: none\n", kind);
	else if (!library)
		printf("%s: %s\n", kind, dlerror());
	return library;
}

/* -- NVTX ------------------------------------------------------------------------------------ */

struct event {
	uint16_t version;
	uint16_t size;
	uint32_t numbers[5];
	uint64_t payload;
	int32_t kind;
	const void *message;
};

static function *core[16];
static function *core2[16];

static int get_table(int module, function ****table, unsigned int *count)
{
	static function **places[16];
	static function **places2[16];

	if (module != 1 && module != 5)
		return 0;
	for (unsigned int i = 1; i < 16; i++) {
		places[i] = &core[i];
		places2[i] = &core2[i];
	}
	/* A program need not have all of them. */
	places[12] = NULL;
	*table = module == 1 ? places : places2;
	*count = 16;
	return 1;
}

static const struct {
	size_t size;
	int (*get)(int module, function ****table, unsigned int *count);
} callbacks = { sizeof(callbacks), get_table };

static const void *get_export(uint32_t number)
{
	return number == 1 ? (const void *)&callbacks : NULL;
}

static void open_nvtx(void)
{
	void *library =
		open_library("nvtx", IS_WIDE ? "NVTX_INJECTION64_PATH" : "NVTX_INJECTION32_PATH");
	int (*initialize)(const void *(*get)(uint32_t number)) =
		library ? (int (*)(const void *(*)(uint32_t)))dlsym(library,
								    "InitializeInjectionNvtx2")
			: NULL;

	if (library && (!initialize || !initialize(get_export)))
		printf("nvtx: refused\n");
}

static uint64_t started;

static void end_started(void)
{
	if (core[7])
		((void (*)(uint64_t))core[7])(started);
}

static void push_registered(const char *text)
{
	static const void *domain;
	static const void *message;
	struct event event = { .version = 3, .size = sizeof(event), .kind = 3 };

	if (!core2[4])
		return;
	domain = ((const void *(*)(const char *))core2[12])("a domain");
	message = ((const void *(*)(const void *, const char *))core2[10])(domain, text);
	if (((const void *(*)(const char *))core2[12])("a domain") != domain)
		printf("nvtx: a second domain\n");
	event.message = message;
	((int (*)(const void *, const struct event *))core2[4])(domain, &event);
}

static void pop_registered(void)
{
	if (core2[5])
		((int (*)(const void *))core2[5])(
			((const void *(*)(const char *))core2[12])("a domain"));
}

/* The € is one character of a wide text. */
static void push_wide(const char *text)
{
	wchar_t wide[64] = { 0x20ac };

	for (size_t i = 0; text[i] && i + 2 < COUNT(wide); i++)
		wide[i + 1] = (wchar_t)text[i];
	if (core[10])
		((int (*)(const wchar_t *))core[10])(wide);
}

static bool do_nvtx(const char *word, const char *text)
{
	typedef void take_text(const char *text);

	if (strcmp(word, "push") == 0 && core[9])
		((int (*)(const char *))core[9])(text);
	else if (strcmp(word, "pop") == 0 && core[11])
		((int (*)(void))core[11])();
	else if (strcmp(word, "mark") == 0 && core[2])
		((take_text *)core[2])(text);
	else if (strcmp(word, "start") == 0 && core[5])
		started = ((uint64_t(*)(const char *))core[5])(text);
	else if (strcmp(word, "end") == 0)
		end_started();
	else if (strcmp(word, "wide") == 0)
		push_wide(text);
	else if (strcmp(word, "registered") == 0)
		push_registered(text);
	else if (strcmp(word, "domain-pop") == 0)
		pop_registered();
	else
		return false;
	return true;
}

/* -- ITT -------------------------------------------------------------------------------------- */

struct id {
	unsigned long long words[3];
};

struct domain {
	volatile int flags;
	const char *name;
};

static function *task_begin, *task_end, *overlapped_begin, *overlapped_end, *frame_begin,
	*frame_end, *marker, *domain_create, *string_create, *missing;

static void first(void)
{
}

struct listed {
	const char *name;
	function **place;
	function *first;
	function *none;
	int group;
};

static struct listed list[] = {
	{ "__itt_domain_create", &domain_create, first, NULL, 1 },
	{ "__itt_string_handle_create", &string_create, first, NULL, 1 },
	{ "__itt_task_begin", &task_begin, first, NULL, 1 },
	{ "__itt_task_end", &task_end, first, NULL, 1 },
	{ "__itt_task_begin_overlapped", &overlapped_begin, first, NULL, 1 },
	{ "__itt_task_end_overlapped", &overlapped_end, first, NULL, 1 },
	{ "__itt_frame_begin_v3", &frame_begin, first, NULL, 1 },
	{ "__itt_frame_end_v3", &frame_end, first, NULL, 1 },
	{ "__itt_marker", &marker, first, NULL, 1 },
	{ "__itt_something_else", &missing, first, NULL, 1 },
	{ NULL, NULL, NULL, NULL, 0 },
};

static struct {
	unsigned char magic[8];
	unsigned long version[3];
	volatile long states[3];
	pthread_mutex_t mutex;
	void *library;
	void *handler;
	const char **path;
	struct listed *list;
} global = { .magic = { 0xed, 0xab, 0xab, 0xec, 0x0d, 0xee, 0xda, 0x30 },
	     .version = { 3, 0, 0 },
	     .mutex = PTHREAD_MUTEX_INITIALIZER,
	     .list = list };

static void open_itt(void)
{
	void *library =
		open_library("itt", IS_WIDE ? "INTEL_LIBITTNOTIFY64" : "INTEL_LIBITTNOTIFY32");
	void (*initialize)(void *of, int groups) =
		library ? (void (*)(void *, int))dlsym(library, "__itt_api_init") : NULL;

	missing = first;
	if (initialize)
		initialize(&global, 0);
	if (library && (!initialize || missing))
		printf("itt: refused\n");
}

static const struct domain *domain(void)
{
	return ((const struct domain *(*)(const char *))domain_create)("an.itt.domain");
}

static const void *string(const char *text)
{
	return ((const void *(*)(const char *))string_create)(text);
}

static bool do_itt(const char *word, const char *text)
{
	typedef void begin(const struct domain *domain, struct id id, struct id parent,
			   const void *name);
	typedef void take_id(const struct domain *domain, struct id id);
	typedef void take_place(const struct domain *domain, const struct id *id);
	const struct id id = { { 1, 2, 3 } };
	const struct id none = { { 0 } };

	if (!domain_create || domain()->flags == 0)
		return true;
	if (strcmp(word, "task") == 0)
		((begin *)task_begin)(domain(), none, none, string(text));
	else if (strcmp(word, "task-end") == 0)
		((void (*)(const struct domain *))task_end)(domain());
	else if (strcmp(word, "overlapped") == 0)
		((begin *)overlapped_begin)(domain(), id, none, string(text));
	else if (strcmp(word, "overlapped-end") == 0)
		((take_id *)overlapped_end)(domain(), id);
	else if (strcmp(word, "frame") == 0)
		((take_place *)frame_begin)(domain(), NULL);
	else if (strcmp(word, "frame-end") == 0)
		((take_place *)frame_end)(domain(), NULL);
	else if (strcmp(word, "marker") == 0)
		((void (*)(const struct domain *, struct id, const void *, int))marker)(
			domain(), none, string(text), 1);
	else
		return false;
	return true;
}

/* -- the rest -----------------------------------------------------------------------------------
 */

static void call(void)
{
	cl_uint count;

	clGetPlatformIDs(0, NULL, &count);
}

static void *run_thread(void *data)
{
	do_nvtx("push", "in a thread");
	call();
	do_nvtx("pop", NULL);
	end_started();
	return data;
}

static void start_thread(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, run_thread, NULL);
	pthread_join(thread, NULL);
}

static void go_on_in_child(void)
{
	int status = 0;
	const pid_t child = fork();

	if (child == 0)
		return;
	waitpid(child, &status, 0);
	exit(WIFEXITED(status) ? WEXITSTATUS(status) : 9);
}

static bool do_word(const char *word, const char *text)
{
	if (strcmp(word, "itt") == 0)
		open_itt();
	else if (strcmp(word, "nvtx") == 0)
		open_nvtx();
	else if (strcmp(word, "call") == 0)
		call();
	else if (strcmp(word, "thread") == 0)
		start_thread();
	else if (strcmp(word, "fork") == 0)
		go_on_in_child();
	else if (strcmp(word, "kill") == 0)
		raise(SIGKILL);
	else
		return do_nvtx(word, text) || do_itt(word, text);
	return true;
}

int main(int count, char **words)
{
	for (int i = 1; i < count; i++) {
		char *text = strchr(words[i], '=');

		if (text)
			*text++ = '\0';
		if (!do_word(words[i], text ? text : "")) {
			fprintf(stderr, "what is %s?\n", words[i]);
			return 2;
		}
	}
	return 0;
}
