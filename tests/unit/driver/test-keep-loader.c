/* SPDX-License-Identifier: Apache-2.0 */
/*
 * keep-loader: the loader cannot keep itself in memory, because dladdr() does not find it. That
 * happens in programs that replace functions of the dynamic linker, as this one does. Drivers and
 * layers that keep pointers into the loader must then be refused, and no others.
 */
#include <dlfcn.h>
#include <string.h>

#include "dispatch/layer.h"
#include "dispatch/terminator-list.h"
#include "driver/driver.h"
#include "driver/library.h"
#include "unit/unit.h"

int dladdr(const void *address, Dl_info *info)
{
	(void)address;
	memset(info, 0, sizeof(*info));
	return 0;
}

static enum reason open_driver(const char *name)
{
	static struct table_pool tables;
	static struct driver_list list;
	struct policy policy = { .load = true };
	struct candidate candidate = { .library = unit_driver(name) };

	candidate.written = candidate.library;
	driver_list_init(&list, &tables, &unit_arena);
	driver_open(&list, &candidate, &policy);
	return candidate.verdict.reason;
}

START_TEST(drivers)
{
	ck_assert_int_eq(open_driver("stub-icd2"), REASON_CANNOT_STAY);
	ck_assert_int_eq(open_driver("faulty-none"), REASON_OK);
	ck_assert(!library_is_loader_kept());
}
END_TEST

static enum reason open_layer(const char *name)
{
	static struct api_table bottom;
	static struct layer_chain chain;
	struct layer_rules rules = { false, NULL };
	struct candidate candidate = { .library = unit_driver(name) };

	candidate.written = candidate.library;
	terminator_fill((void **)&bottom);
	layer_chain_init(&chain, &bottom);
	layer_open(&chain, &candidate, &rules, &unit_arena);
	return candidate.verdict.reason;
}

START_TEST(layers)
{
	ck_assert_int_eq(open_layer("layer-old"), REASON_CANNOT_STAY);
	ck_assert_int_eq(open_layer("layer-new-stays"), REASON_CANNOT_STAY);
	ck_assert_int_eq(open_layer("layer-new"), REASON_OK);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("keep-loader");
	TCase *tcase = unit_tcase(suite, "keep-loader", 10);

	tcase_add_test(tcase, drivers);
	tcase_add_test(tcase, layers);
	return unit_run(suite);
}
