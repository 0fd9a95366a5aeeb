/* SPDX-License-Identifier: Apache-2.0 */
/*
 * context: see context.h. This file decides in which order things happen; the modules it calls
 * decide what happens.
 */
#include "config.h"

#include "loader/context.h"

#include <string.h>

#include "api/fallback.h"
#include "base/array.h"
#include "base/os.h"
#include "config/choice.h"
#include "config/conf.h"
#include "config/files.h"
#include "discover/layer-scan.h"
#include "driver/library.h"
#include "driver/order.h"
#include "discover/policy.h"
#include "discover/scan.h"
#include "dispatch/layer-services.h"
#include "dispatch/terminator-list.h"
#include "dispatch/terminator.h"
#include "base/text.h"

static void start_log(const struct settings *settings)
{
	const char *const *env = settings->env.value;
	const char *debug = env[ENV_OCL_ICD_DEBUG];
	const char *trace = env[ENV_OCL_ICD_ENABLE_TRACE];
	unsigned mask = 0;

	if (env[ENV_OPENCL_LOADER_LOG])
		log_setup(env[ENV_OPENCL_LOADER_LOG], settings->log_file.text,
			  !settings->env.secure);
	else if (settings->log.text)
		log_setup(settings->log.text, settings->log_file.text, !settings->env.secure);
	if (debug && text_parse_number(debug, &mask))
		log_raise(mask & 12 ? LOG_DEBUG : mask & 2 ? LOG_INFO :
			  mask & 1 ? LOG_WARNING : LOG_NONE);
	if (trace && text_means_true(trace))
		log_raise(LOG_DEBUG);
}

/* Paths start with a slash, so "" stands for the real root. */
static const char *root_of(const struct context *context)
{
	return context->root ? context->root : "";
}

/*
 * Logs what the configuration reported before the log was set up. A file that was refused for its
 * content has a problem with the line, so its verdict is not logged again.
 */
static void log_settings(const struct settings *settings)
{
	for (const struct settings_problem *problem = settings->problems; problem;
	     problem = problem->next)
		log_line(problem->level, LOG_TOPIC_CONFIG, LOG_BLAME_CONFIGURATION, "%s:%u: %s",
			 problem->origin.name ? problem->origin.name : "built in",
			 problem->origin.line, problem->text);
	for (const struct settings_file *file = settings->files; file; file = file->next)
		if (file->verdict.reason != REASON_OK &&
		    file->verdict.reason != REASON_CONFIG_REFUSED)
			verdict_log(&file->verdict, LOG_TOPIC_CONFIG, file->path);
}

static void read_settings(struct context *context)
{
	struct conf_place place = { .root = root_of(context), .program = context->program };

	env_read(&place.env);
	if (!place.program)
		place.program = os_own_program(&context->arena);
	conf_read(&context->settings, &place, &context->arena);
	context->settings.choices = choice_close();
	start_log(&context->settings);
	log_settings(&context->settings);
}

/* Fetches the facts that the rules need, and refuses the platform if a rule disables it. */
static void apply_rules(struct context *context, struct platform *platform)
{
	const struct settings *settings = &context->settings;
	struct origin by;

	if (context->needs_facts)
		driver_fetch_facts(&context->drivers, platform, &context->facts);
	if (context->has_rules &&
	    policy_hides_platform(settings, platform->driver->candidate, &platform->names, &by))
		driver_hide_platform(platform, REASON_DISABLED, origin_text(&by, &context->arena));
	else if (settings->hide_empty.value && platform->devices == 0)
		driver_hide_platform(platform, REASON_NO_DEVICES, NULL);
}

static void register_platform(struct context *context, const struct platform *platform)
{
	const struct driver *driver = platform->driver;

	if (!registry_add(&context->registry, platform->handle, &driver->own, platform->suffix))
		log_line(LOG_ERROR, LOG_TOPIC_LOADER, LOG_BLAME_US,
			 "%s: no memory for another platform, it is left out",
			 candidate_name(driver->candidate));
}

/* A driver that calls the loader meanwhile sees the platforms that were accepted before it. */
static void open_driver(struct context *context, struct candidate *candidate)
{
	struct policy policy = policy_plain(&context->settings);
	struct driver *driver;
	struct origin by;

	if (context->has_rules)
		policy = policy_of_candidate(&context->settings, candidate, &by);
	if (!policy.load) {
		candidate_refuse(candidate, LOG_TOPIC_VENDOR, REASON_DISABLED, 0,
				 origin_text(&by, &context->arena));
		return;
	}
	driver = driver_open(&context->drivers, candidate, &policy);
	for (size_t i = 0; driver && i < driver->count; i++) {
		struct platform *platform = &driver->platforms[i];

		if (platform->verdict.reason == REASON_OK)
			apply_rules(context, platform);
		if (platform->verdict.reason == REASON_OK)
			register_platform(context, platform);
	}
}

static void open_drivers(struct context *context)
{
	context->has_rules = policy_has_rules(&context->settings);
	scan_drivers(&context->candidates, &context->settings, root_of(context), &context->arena);
	if (context->has_rules)
		policy_prepare(&context->settings, &context->candidates);
	policy_add_facts(&context->settings, &context->facts);
	order_add_facts(&context->settings, &context->facts);
	context->needs_facts = context->facts.names || context->facts.version ||
			       context->facts.devices;
	for (struct candidate *candidate = context->candidates.first; candidate;
	     candidate = candidate->next)
		if (candidate->verdict.reason == REASON_OK)
			open_driver(context, candidate);
}

static void collect_platforms(struct context *context)
{
	context->platforms = arena_alloc(&context->arena,
				       context->drivers.platforms * sizeof(*context->platforms));
	if (!context->platforms)
		return;
	for (const struct driver *driver = context->drivers.first; driver; driver = driver->next)
		for (size_t i = 0; driver->accepted && i < driver->count; i++)
			if (driver->platforms[i].verdict.reason == REASON_OK)
				context->platforms[context->count++] = &driver->platforms[i];
}

/*
 * Asks platforms in their order until one has devices. The last one is not asked: if no platform
 * before it has devices, it becomes the first in any case. A driver that calls the loader
 * meanwhile sees all platforms in the order in which they were found.
 */
static void ask_for_devices(struct context *context)
{
	for (size_t i = 0; i + 1 < context->count; i++) {
		struct platform *platform = context->platforms[i];

		if (order_keeps_place(platform, &context->settings) ||
		    driver_has_devices(platform))
			return;
		log_line(LOG_INFO, LOG_TOPIC_ORDER, LOG_BLAME_NOBODY,
			 "%s: a platform without devices, it goes after the others",
			 candidate_name(platform->driver->candidate));
	}
}

/* True if the order is not the one in which the platforms were found. */
static bool sort_platforms(struct context *context)
{
	order_find_groups(context->platforms, context->count, &context->settings);
	order_platforms(context->platforms, context->count, &context->settings);
	ask_for_devices(context);
	return order_platforms(context->platforms, context->count, &context->settings);
}

static void order_drivers(struct context *context)
{
	struct registry *registry = &context->registry;
	size_t chosen;

	collect_platforms(context);
	if (sort_platforms(context)) {
		registry_clear(registry);
		for (size_t i = 0; i < context->count; i++)
			register_platform(context, context->platforms[i]);
	}
	chosen = order_default(context->platforms, context->count, &context->settings);
	registry->default_platform = chosen < registry->count ?
				     registry->platforms[chosen].handle : NULL;
}

/* Globs that no driver and no platform was found by; shipped ones are meant for absent drivers. */
static void log_unused(const struct settings *settings)
{
	static const unsigned short lists[] = {
		offsetof(struct settings, first), offsetof(struct settings, last),
		offsetof(struct settings, disable), offsetof(struct settings, env_disable),
		offsetof(struct settings, env_enable),
	};

	for (size_t i = 0; i < ARRAY_SIZE(lists); i++) {
		const struct setting_list *list = (const void *)((const char *)settings + lists[i]);

		for (const struct setting_item *item = list->items;
		     item < list->items + list->count; item++)
			if (!item->is_used && !files_is_shipped(settings, item->origin.name))
				log_write(LOG_INFO, LOG_TOPIC_ORDER, LOG_BLAME_CONFIGURATION,
					 "%s: no driver or platform matches %s (quotes and # "
					 "are part of a name)",
					 origin_text(&item->origin, settings->arena), item->text);
	}
}

static void open_layers(struct context *context)
{
	const struct settings *settings = &context->settings;
	struct layer_rules rules = { settings->legacy_termination, OS_SHIPPED_LAYER_DIR };

	layer_services_bind(settings, context->platforms, context->count);
	for (struct candidate *candidate = context->layer_candidates.first; candidate;
	     candidate = candidate->next) {
		const struct settings_layer *section = NULL;
		struct layer *layer = NULL;

		if (candidate->verdict.reason == REASON_OK)
			layer = layer_open(&context->layers, candidate, &rules, &context->arena);
		if (layer && candidate->section)
			section = layer_scan_section(settings, candidate->section);
		if (section)
			layer->never_unload = section->never_unload.value;
	}
	layer_services_bind(NULL, NULL, 0);
}

static void fill_bottom(struct context *context)
{
	terminator_fill((void **)&context->bottom);
	layer_chain_init(&context->layers, &context->bottom);
}

/*
 * Other threads may be in a call. Each slot is stored with release order: a thread that
 * loads the new pointer also sees the registry.
 */
static void write_table(struct api_table *table, const struct api_table *source)
{
	void **slots = (void **)table;
	void *const *values = (void *const *)source;

	for (unsigned i = 0; i < API_SLOTS; i++)
		__atomic_store_n(&slots[i], values[i], __ATOMIC_RELEASE);
}

/*
 * Makes calls enter by TABLE. They need their slot unless that is the table of terminators, and
 * every driver's own table is in use.
 */
static void set_dispatch(struct context *context, const struct api_table *table)
{
	bool slow = table != &context->bottom || table_replacements;

	write_table(&context->dispatch->slots, table);
	__atomic_store_n(&context->dispatch->slow_mode, slow ? UINTPTR_MAX : 0, __ATOMIC_RELAXED);
}

static bool may_close(const struct context *context, const struct driver *driver)
{
	return !context->settings.legacy_termination && !context->settings.no_unload &&
	       driver_is_unloadable(driver);
}

/*
 * Can a call reach something in the arena? Then the arena must not be freed. A program that has
 * chosen layers can ask for their verdicts.
 */
static bool needs_arena(const struct context *context)
{
	return context->tables.needs_arena || context->registry.needs_arena ||
	       context->layers.needs_arena || context->settings.choices;
}

/* Only if a warning would be written, because other programs need not pay for it. */
static void log_other_loader(struct context *context)
{
	const char *own;
	const char *other = log_wants(LOG_WARNING, LOG_TOPIC_LOADER) ?
			    library_find_other_loader(&own, &context->arena) : NULL;

	if (other)
		log_line(LOG_WARNING, LOG_TOPIC_LOADER, LOG_BLAME_APPLICATION,
			 "%.900s: another OpenCL loader in this process, besides %.900s; objects of "
			 "one are unknown to the other", other, own);
}

void context_start(struct context *context, struct dispatch *dispatch)
{
	context->dispatch = dispatch;
	registry_init(&context->registry, &context->arena);
	candidate_list_init(&context->candidates, LOG_TOPIC_SCAN);
	candidate_list_init(&context->layer_candidates, LOG_TOPIC_LAYER);
	driver_list_init(&context->drivers, &context->tables, &context->arena);
	context->tables.slow_mode = &dispatch->slow_mode;
	terminator_bind(&context->registry, context->dispatch->find_export);
	read_settings(context);
	/* Before a driver can change the working directory. */
	layer_scan(&context->layer_candidates, &context->settings, root_of(context),
		   &context->arena);
	open_drivers(context);
	order_drivers(context);
	log_unused(&context->settings);
	fill_bottom(context);
	open_layers(context);
	set_dispatch(context, layer_chain_table(&context->layers));
	if (needs_arena(context) && !library_keep_loader())
		log_line(LOG_WARNING, LOG_TOPIC_LOADER, LOG_BLAME_US,
			 "cannot stay in memory; calls after dlclose are not safe");
	log_other_loader(context);
	log_line(LOG_INFO, LOG_TOPIC_LOADER, LOG_BLAME_NOBODY,
		 PACKAGE_STRING ": candidates: %zu, platforms: %zu, layers: %u",
		 context->candidates.count, context->registry.count, context->layers.count);
}

/*
 * After a driver is closed its objects may be gone, so no call may read a handle any more,
 * whether the program makes it or a layer that is still loaded.
 */
static void close_dispatch(struct context *context)
{
	struct api_table closed;

	memset(&closed, 0, sizeof(closed));
	closed.clGetPlatformIDs = terminator_clGetPlatformIDs;
	closed.clUnloadCompiler = terminator_clUnloadCompiler;
	closed.clGetExtensionFunctionAddress = terminator_clGetExtensionFunctionAddress;
	fallback_fill_missing((void **)&closed);
	terminator_bind(NULL, context->dispatch->find_export);
	set_dispatch(context, &closed);
	for (struct layer *layer = context->layers.top; layer; layer = layer->below)
		write_table(&layer->table, &closed);
	write_table(&context->bottom, &closed);
}

/*
 * Deinitialises the layers, the one nearest the application first. Calls bypass a layer before it
 * is deinitialised. What is below a layer that stays open is not closed, because the layer may
 * have copied its target table. False if a layer stays open.
 */
static bool stop_layers(struct context *context)
{
	bool can_close = os_is_single_threaded() && !context->settings.no_unload;

	for (struct layer *layer = context->layers.top; layer; layer = layer->below) {
		set_dispatch(context, layer_target(&context->layers, layer));
		can_close &= layer_deinit(layer);
		layer->is_closable = can_close;
	}
	set_dispatch(context, &context->bottom);
	return !context->layers.top || can_close;
}

static void close_layers(struct context *context)
{
	for (struct layer *layer = context->layers.top; layer; layer = layer->below)
		if (layer->is_closable)
			layer_close(layer);
}

static void close_drivers(struct context *context)
{
	bool is_closed = false;

	if (!os_is_single_threaded())
		return;
	for (struct driver *driver = context->drivers.first; driver; driver = driver->next) {
		if (!driver->own.library || !may_close(context, driver))
			continue;
		if (!is_closed)
			close_dispatch(context);
		is_closed = true;
		log_line(LOG_INFO, LOG_TOPIC_LOADER, LOG_BLAME_NOBODY, "%s: closed",
			 candidate_name(driver->candidate));
		driver_close(driver);
	}
}

void context_stop(struct context *context)
{
	bool can_close_drivers = stop_layers(context);

	/* If the loader is kept in memory, the process is ending, and closing gains nothing. */
	if (!library_is_loader_kept()) {
		if (can_close_drivers)
			close_drivers(context);
		close_layers(context);
	}
	if (!needs_arena(context))
		arena_done(&context->arena);
	log_done();
}

