/* SPDX-License-Identifier: Apache-2.0 */
/* sites: a table is read as it was written; a hostile one is refused whole. */
#include "sanitize/sites.h"

#include <stdlib.h>
#include <string.h>

#include "layers/short-memory.h"
#include "unit/unit.h"

static const char sample[] =
	"kernel\tadd\t12\t14\t3\n"
	"sized\t0\tglobal\tout\tglobal int *\n"
	"sized\t2\tlocal\ttile\tlocal float4 *\n"
	"unchecked\t2\tthrough pointers to private memory\n"
	"kernel\tnone\t0\t0\t0\n"
	"kernel\tall\t1\t1\t1\n"
	"sized\t0\tconstant\tc\tconstant char *\n"
	"site\tfile.cl\t12\t35\twrite\t4\tadd\t\t0\tout[i + 1]\n"
	"site\t\t1\t0\tread\t0\thelper\trow\t16\trow[\\x09]\n"
	"site\ta\t2\t3\tupdate\t8\tall\t\t0\tatomic_inc(p)\n"
	"object\tt\tlocal float[16]\n"
	"object\tsum\tlocal int\n";

START_TEST(a_table_is_read_as_it_was_written)
{
	struct sites sites;
	char *text;

	ck_assert(sites_read(&sites, sample, strlen(sample)));
	text = sites_write(&sites);
	ck_assert_str_eq(text, sample);
	free(text);
	sites_done(&sites);
	ck_assert_ptr_null(sites.sites);
}
END_TEST

START_TEST(a_table_has_its_kernels_and_sites)
{
	struct sites sites;
	const struct sites_kernel *kernel;

	ck_assert(sites_read(&sites, sample, strlen(sample)));
	ck_assert_uint_eq(sites.kernel_count, 3);
	ck_assert_uint_eq(sites.site_count, 3);
	kernel = sites_find_kernel(&sites, "add");
	ck_assert_uint_eq(kernel->checked, 12);
	ck_assert_uint_eq(kernel->total, 14);
	ck_assert_uint_eq(kernel->sized_count, 2);
	ck_assert_int_eq(kernel->sized[1].space, SITES_LOCAL);
	ck_assert_uint_eq(kernel->sized[1].index, 2);
	ck_assert_uint_eq(kernel->unchecked_count, 1);
	ck_assert_uint_eq(kernel->unchecked[0].count, 2);
	kernel = sites_find_kernel(&sites, "none");
	ck_assert_uint_eq(kernel->sized_count + kernel->unchecked_count, 0);
	ck_assert_str_eq(sites_find_kernel(&sites, "all")->sized[0].type, "constant char *");
	ck_assert_ptr_null(sites_find_kernel(&sites, "ad"));
	ck_assert_int_eq(sites.sites[0].access, SITES_WRITE);
	ck_assert_str_eq(sites.sites[1].object, "row");
	ck_assert_uint_eq(sites.sites[1].length, 16);
	ck_assert_uint_eq(sites.object_count, 2);
	ck_assert_str_eq(sites.objects[0].name, "t");
	ck_assert_str_eq(sites.objects[1].type, "local int");
	sites_done(&sites);
}
END_TEST

/* Tabs, line feeds and what harms a terminal cannot end a word. */
START_TEST(texts_are_escaped)
{
	struct sites_sized sized = { 0, SITES_GLOBAL, "a\tb", "c\nd" };
	struct sites_unchecked unchecked = { 1, "\x1b[0m" };
	struct sites_kernel kernel = { "k", 0, 1, 1, &sized, 1, &unchecked, 1 };
	struct sites_site site = { "\xff.cl", 1, 2, SITES_READ, 4, "f", "", 0, "caf\u00e9[1]" };
	const struct sites written = {
		.kernels = &kernel, .kernel_count = 1, .sites = &site, .site_count = 1
	};
	char *text = sites_write(&written);
	struct sites sites;

	ck_assert(sites_read(&sites, text, strlen(text)));
	ck_assert_str_eq(sites.kernels[0].sized[0].name, "a\\x09b");
	ck_assert_str_eq(sites.kernels[0].sized[0].type, "c\\x0Ad");
	ck_assert_str_eq(sites.kernels[0].unchecked[0].why, "\\x1B[0m");
	ck_assert_str_eq(sites.sites[0].file, "\\xFF.cl");
	ck_assert_str_eq(sites.sites[0].expression, "caf\u00e9[1]");
	sites_done(&sites);
	free(text);
}
END_TEST

#define KERNEL "kernel\tk\t1\t2\t2\n"
#define SITE_START "site\tf\t1\t2\t"

static const char *const bad[] = {
	"\n",
	"kernel",
	"kernel\n",
	"kernel\t\n",
	"kernel\tk\t1\t2\t2",
	"kernels\tk\t1\t2\t2\n",
	"kernel\tk\t1\t2\n",
	"kernel\tk\t1\t2\t2\t\n",
	"kernel\t\t1\t2\t2\n",
	"kernel\tk\t3\t2\t2\n",
	"kernel\tk\t-1\t2\t2\n",
	"kernel\tk\t01\t2\t2\n",
	"kernel\tk\t1\t2 \t2\n",
	"kernel\tk\t1\t\t2\n",
	"kernel\tk\t1\t18446744073709551616\t2\n",
	"kernel\tk\t1\t99999999999999999999999\t2\n",
	"kernel\tk\t1\t2\t4294967296\n",
	KERNEL "\n",
	KERNEL "sized\t2\tglobal\ta\tint *\n",
	KERNEL "sized\t0\tprivate\ta\tint *\n",
	KERNEL "sized\t1\tglobal\ta\tint *\nsized\t1\tglobal\ta\tint *\n",
	KERNEL "sized\t1\tglobal\ta\tint *\nsized\t0\tglobal\ta\tint *\n",
	KERNEL "sized\t1\tglobal\ta\n",
	KERNEL "unchecked\tx\twhy\n",
	KERNEL "unchecked\t1\twhy\x1b\n",
	KERNEL "unchecked\t1\t\xe2\x80\xae\n",
	KERNEL "unchecked\t1\t\xff\n",
	KERNEL "unchecked\t1\twhy\r\n",
	KERNEL "unchecked\t1\twhy\xc3\n",
	"sized\t0\tglobal\ta\tint *\n" KERNEL,
	"unchecked\t1\twhy\n",
	SITE_START "readwrite\t4\tf\t\t0\te\n",
	SITE_START "read\t4\tf\t\t0\n",
	SITE_START "read\t4\tf\t\t0\te\tx\n",
	SITE_START "read\t4\tf\t\t0\te\tx\ty\tz\n",
	SITE_START "read\tfour\tf\t\t0\te\n",
	"site\tf\t4294967296\t2\tread\t4\tf\t\t0\te\n",
};

START_TEST(a_hostile_table_is_refused)
{
	struct sites sites = { .site_count = 1 };

	ck_assert(!sites_read(&sites, bad[_i], strlen(bad[_i])));
	ck_assert_ptr_null(sites.memory);
	ck_assert_uint_eq(sites.site_count, 0);
}
END_TEST

START_TEST(a_table_is_cut_off)
{
	struct sites sites;
	char *text = malloc((size_t)_i + 1);

	/* Memory that ends with the text, so that a sanitizer sees what is read beyond it. */
	memcpy(text, sample, (size_t)_i);
	text = realloc(text, (size_t)_i + (_i == 0));
	ck_assert_int_eq(sites_read(&sites, text, (size_t)_i), _i == 0 || sample[_i - 1] == '\n');
	sites_done(&sites);
	free(text);
}
END_TEST

START_TEST(a_nul_byte_is_refused)
{
	char text[sizeof(sample)];
	struct sites sites;

	memcpy(text, sample, sizeof(sample));
	ck_assert(!sites_read(&sites, text, sizeof(sample)));
	text[8] = '\0';
	ck_assert(!sites_read(&sites, text, strlen(sample)));
}
END_TEST

START_TEST(many_kernels_have_their_own_arguments)
{
	char text[64 * sizeof(KERNEL "sized\t1\tglobal\ta\tint *\n")] = "";
	struct sites sites;

	for (int i = 0; i < 60; i++)
		strcat(text, i % 2 == 0 ? KERNEL : KERNEL "sized\t1\tglobal\ta\tint *\n");
	ck_assert(sites_read(&sites, text, strlen(text)));
	ck_assert_uint_eq(sites.kernel_count, 60);
	for (size_t i = 0; i < 60; i++)
		ck_assert_uint_eq(sites.kernels[i].sized_count, i % 2);
	sites_done(&sites);
}
END_TEST

START_TEST(there_is_no_memory)
{
	struct sites sites;

	short_memory_set(SHORT_ONCE, 1);
	ck_assert(!sites_read(&sites, sample, strlen(sample)));
	ck_assert_ptr_null(sites.memory);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sites");
	TCase *tcase = unit_tcase(suite, "sites", 20);

	tcase_add_test(tcase, a_table_is_read_as_it_was_written);
	tcase_add_test(tcase, a_table_has_its_kernels_and_sites);
	tcase_add_test(tcase, texts_are_escaped);
	tcase_add_loop_test(tcase, a_hostile_table_is_refused, 0, UNIT_ROWS(bad));
	tcase_add_loop_test(tcase, a_table_is_cut_off, 0, (int)strlen(sample));
	tcase_add_test(tcase, a_nul_byte_is_refused);
	tcase_add_test(tcase, many_kernels_have_their_own_arguments);
	tcase_add_test(tcase, there_is_no_memory);
	return unit_run(suite);
}
