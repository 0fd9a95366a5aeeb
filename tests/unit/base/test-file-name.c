/* SPDX-License-Identifier: Apache-2.0 */
/* file-name and job: what placeholders stand for, and which variables say the rank. */
#include "base/common/file-name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/common/job.h"
#include "base/common/system.h"
#include "unit/unit.h"

static const char *const variables[] = {
	"PMIX_RANK",
	"PMI_RANK",
	"OMPI_COMM_WORLD_RANK",
	"MV2_COMM_WORLD_RANK",
	"PALS_RANKID",
	"FLUX_TASK_RANK",
	"SLURM_PROCID",
	"SLURM_JOB_ID",
	"PBS_JOBID",
	"LSB_JOBID",
	"FLUX_JOB_ID",
	"PALS_APID",
	"JOB_ID",
	"PMI_JOBID",
	"OMPI_MCA_ess_base_jobid",
	"NAME",
};

/* The tests may themselves run in a job. */
static void set_up(void)
{
	for (size_t i = 0; i < UNIT_ROWS(variables); i++)
		unsetenv(variables[i]);
}

static const char *expand(const char *pattern)
{
	static char buffer[512];
	struct line line = line_in(buffer, sizeof(buffer));

	file_name_add(&line, pattern);
	return buffer;
}

static const struct {
	const char *pattern;
	const char *name;
	size_t first; /* of the placeholders, in bytes */
} names[] = {
	{ "", "", 0 },
	{ "plain", "plain", 5 },
	{ "%", "%", 1 },
	{ "100%", "100%", 4 },
	{ "%d-%x%%", "%d-%x%%", 7 },
	{ "r%r", "r0", 1 },
	{ "a/%j/b", "a/0/b", 2 },
	{ "%q{NAME}", "a_b c", 0 },
	{ "%q{NAME", "%q{NAME", 7 },
	{ "%q{}", "%q{}", 4 },
	{ "%q", "%q", 2 },
	{ "<%q{UNSET_BY_ALL}>", "<>", 1 },
	{ "%q{NAME}%q{NAME}", "a_b ca_b c", 0 },
};

START_TEST(a_name_has_placeholders)
{
	setenv("NAME", "a/b c", 1);
	ck_assert_str_eq(expand(names[_i].pattern), names[_i].name);
	ck_assert_ptr_eq(file_name_find(names[_i].pattern), names[_i].pattern + names[_i].first);
}
END_TEST

START_TEST(a_name_has_the_process_and_the_host)
{
	char expected[512];
	char host[256];

	system_host_name(host, sizeof(host));
	ck_assert_str_ne(host, "");
	snprintf(expected, sizeof(expected), "%s.%ld.%ld", host, (long)getpid(), (long)getpid());
	ck_assert_str_eq(expand("%h.%p.%p"), expected);
}
END_TEST

/* A value is never more than one part of a path, and never leads out of its directory. */
static const char *const values[][2] = {
	{ "..", "__" },		{ ".", "_" },	  { "../..", ".._.." },	      { "/etc", "_etc" },
	{ "a\nb\x7f", "a_b_" }, { "...", "..." }, { "\xc3\xa4", "\xc3\xa4" },
};

START_TEST(a_value_is_one_part)
{
	setenv("NAME", values[_i][0], 1);
	ck_assert_str_eq(expand("%q{NAME}"), values[_i][1]);
	setenv("SLURM_JOB_ID", values[_i][0], 1);
	ck_assert_str_eq(expand("%j"), values[_i][1]);
}
END_TEST

START_TEST(a_long_variable_name_is_no_placeholder)
{
	char pattern[128] = "%q{";

	memset(pattern + 3, 'A', 100);
	strcpy(pattern + 103, "}");
	ck_assert_str_eq(expand(pattern), pattern);
}
END_TEST

#define RANKS 7 /* of the variables */

START_TEST(each_variable_says_the_rank)
{
	ck_assert_ptr_null(job_rank());
	setenv(variables[_i], "12", 1);
	ck_assert_str_eq(job_rank(), "12");
	ck_assert_str_eq(expand("%r"), "12");
	/* What says no number does not count. */
	setenv(variables[_i], "a", 1);
	ck_assert_ptr_null(job_rank());
	setenv(variables[_i], "", 1);
	ck_assert_ptr_null(job_rank());
}
END_TEST

START_TEST(each_variable_says_the_job)
{
	ck_assert_ptr_null(job_id());
	setenv(variables[RANKS + _i], "17.server", 1);
	ck_assert_str_eq(job_id(), "17.server");
	ck_assert_str_eq(expand("%j"), "17.server");
}
END_TEST

/* mpirun in a batch script of Slurm: what started the process says its rank. */
START_TEST(the_nearest_variable_counts)
{
	setenv("SLURM_PROCID", "0", 1);
	setenv("OMPI_COMM_WORLD_RANK", "5", 1);
	ck_assert_str_eq(job_rank(), "5");
	setenv("PMIX_RANK", "6", 1);
	ck_assert_str_eq(job_rank(), "6");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("file-name");
	TCase *tcase = unit_tcase(suite, "file-name", 20);

	tcase_add_checked_fixture(tcase, set_up, NULL);
	tcase_add_loop_test(tcase, a_name_has_placeholders, 0, UNIT_ROWS(names));
	tcase_add_test(tcase, a_name_has_the_process_and_the_host);
	tcase_add_loop_test(tcase, a_value_is_one_part, 0, UNIT_ROWS(values));
	tcase_add_test(tcase, a_long_variable_name_is_no_placeholder);
	tcase_add_loop_test(tcase, each_variable_says_the_rank, 0, RANKS);
	tcase_add_loop_test(tcase, each_variable_says_the_job, 0, UNIT_ROWS(variables) - RANKS - 1);
	tcase_add_test(tcase, the_nearest_variable_counts);
	return unit_run(suite);
}
