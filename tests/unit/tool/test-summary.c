/* SPDX-License-Identifier: Apache-2.0 */
/* summary: sums over processes are the same in any order and grouping, also through files. */
#include "tool/report/summary/summary-rows.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "table/json.h"
#include "table/table-csv.h"
#include "tool/report/summary/summary-file.h"
#include "tool/report/summary/summary-tables.h"
#include "unit/table/capture.h"
#include "unit/unit.h"

#define PROCESSES 6

/* -- durations ------------------------------------------------------------------------------ */

START_TEST(durations_have_exact_sums)
{
	struct durations all = { 0 };
	struct durations part = { 0 };

	durations_add(&all, 0);
	durations_add(&all, 1);
	durations_add(&part, UINT32_MAX);
	durations_add(&part, (uint64_t)1 << 40);
	durations_join(&all, &part);
	durations_join(&all, &(struct durations){ 0 });
	ck_assert_uint_eq(all.count, 4);
	ck_assert_uint_eq(all.least, 0);
	ck_assert_uint_eq(all.most, (uint64_t)1 << 40);
	ck_assert_uint_eq(all.total, ((uint64_t)1 << 40) + UINT32_MAX + 1);
	/* 1 + (2^32 - 1)^2 + 2^80 */
	ck_assert_uint_eq(all.squares, UINT64_C(0xfffffffe00000002));
	ck_assert_uint_eq(all.squares_high, UINT64_C(1) << 16);
	ck_assert_uint_eq(all.buckets[0], 1);
	ck_assert_uint_eq(all.buckets[1], 1);
	ck_assert_uint_eq(all.buckets[32], 1);
	ck_assert_uint_eq(all.buckets[41], 1);
	ck_assert_uint_eq(durations_mean(&all), all.total / 4);
}
END_TEST

START_TEST(squares_carry)
{
	struct durations all = { 0 };

	/* (2^63 + 2^32)^2 = 2^126 + 2^96 + 2^64, twice */
	durations_add(&all, (UINT64_C(1) << 63) + (UINT64_C(1) << 32));
	durations_add(&all, (UINT64_C(1) << 63) + (UINT64_C(1) << 32));
	ck_assert_uint_eq(all.squares, 0);
	ck_assert_uint_eq(all.squares_high, (UINT64_C(1) << 63) + (UINT64_C(1) << 33) + 2);
	/* Halves whose product goes beyond 2^31. */
	all = (struct durations){ 0 };
	durations_add(&all, UINT64_MAX);
	ck_assert_uint_eq(all.squares, 1);
	ck_assert_uint_eq(all.squares_high, UINT64_MAX - 1);
}
END_TEST

START_TEST(deviation_is_that_of_all)
{
	struct durations all = { 0 };

	ck_assert(summary_deviation(&all) == 0);
	ck_assert_uint_eq(durations_mean(&all), 0);
	durations_add(&all, 1000);
	durations_add(&all, 3000);
	ck_assert(summary_deviation(&all) > 999 && summary_deviation(&all) < 1001);
}
END_TEST

/* -- adding ---------------------------------------------------------------------------------- */

/* Process NUMBER, which has a row that all have, and one that only some have. */
static void add(struct summary *summary, unsigned int number)
{
	const char *const ranks[] = { "10", "9", "007", NULL, "1", "2" };
	const struct summary_process process = {
		.host = number % 2 ? "b\tc\\" : "a\n",
		.rank = ranks[number],
		.program = "p\x01\x7f\xc3\xa4\xc2\x9b\xff\\x41",
		.process = 100 + number,
		.start = 1,
		.run = number * 1000,
	};
	bool is_known;
	struct summary_row row = { .kind = SUMMARY_CALL, .name = "clFinish=\t", .count = 2 };

	row.processes = 1;
	durations_add(&row.times, 5);
	durations_add(&row.times, number * 7);
	row.least.process = summary_add_process(summary, &process, &is_known);
	ck_assert_ptr_nonnull(row.least.process);
	ck_assert(!is_known);
	/* Two have the same: the one that comes first by rank counts. */
	row.least.total = row.total = 5 + number / 2;
	row.most = row.least;
	ck_assert(summary_add_row(summary, &row));
	if (number % 3 > 0)
		return;
	row.kind = SUMMARY_KERNEL;
	row.times = (struct durations){ 0 };
	ck_assert(summary_add_row(summary, &row));
}

static void write_summary(struct summary *summary, const char *name)
{
	FILE *file = fopen(unit_path(name), "w");

	ck_assert_ptr_nonnull(file);
	summary_sort(summary);
	summary_file_write(summary, file);
	ck_assert_int_eq(fclose(file), 0);
	summary_done(summary);
}

static char *text_of(const char *name)
{
	static char texts[2][16384];
	static int next;
	FILE *file = fopen(unit_path(name), "r");
	char *text = texts[next = !next];
	size_t size;

	ck_assert_ptr_nonnull(file);
	size = fread(text, 1, sizeof(texts[0]) - 1, file);
	text[size] = '\0';
	ck_assert_uint_gt(size, 0);
	fclose(file);
	return text;
}

START_TEST(any_grouping_is_the_same)
{
	static const unsigned int groups[][PROCESSES + 2] = {
		{ 0, 1, 2, 9, 3, 4, 5, 9 },
		{ 5, 9, 4, 3, 2, 1, 0, 9 },
		{ 3, 1, 5, 2, 0, 9, 4, 9 },
	};
	struct summary all = { 0 };
	struct summary joined = { 0 };
	struct summary part = { 0 };
	char name[16];

	for (unsigned int i = 0; i < PROCESSES; i++)
		add(&all, i);
	write_summary(&all, "all");
	for (unsigned int i = 0; i < PROCESSES + 2; i++) {
		if (groups[_i][i] < PROCESSES) {
			add(&part, groups[_i][i]);
			continue;
		}
		snprintf(name, sizeof(name), "part%u", i);
		write_summary(&part, name);
		ck_assert(summary_file_is_one(unit_path(name)));
		ck_assert(summary_file_read(&joined, unit_path(name)));
	}
	ck_assert_uint_eq(joined.process_count, PROCESSES);
	write_summary(&joined, "joined");
	ck_assert_str_eq(text_of("joined"), text_of("all"));
}
END_TEST

START_TEST(a_file_says_all)
{
	struct summary summary = { 0 };
	const struct summary_row *row;

	add(&summary, 0);
	write_summary(&summary, "one");
	ck_assert(summary_file_read(&summary, unit_path("one")));
	ck_assert_uint_eq(summary.process_count, 1);
	ck_assert_str_eq(summary.processes[0]->host, "a\n");
	ck_assert_str_eq(summary.processes[0]->program, "p\x01\x7f\xc3\xa4\xc2\x9b\xff\\x41");
	ck_assert_ptr_null(summary.processes[0]->job);
	summary_sort(&summary);
	ck_assert_uint_eq(summary.row_count, 2);
	row = summary.rows[0];
	ck_assert_str_eq(row->name, "clFinish=\t");
	ck_assert_uint_eq(row->times.buckets[3], 1);
	ck_assert_ptr_eq(row->most.process, summary.processes[0]);
	/* The same process counts once. */
	ck_assert(!summary_file_read(&summary, unit_path("one")));
	ck_assert_uint_eq(summary.rows[0]->count, 2);
	summary_done(&summary);
}
END_TEST

START_TEST(ranks_are_in_order)
{
	static const char *const order[] = { "1", "2", "007", "9", "10", NULL };
	struct summary summary = { 0 };

	for (unsigned int i = 0; i < PROCESSES; i++)
		add(&summary, i);
	summary_sort(&summary);
	for (unsigned int i = 0; i < PROCESSES; i++) {
		if (order[i])
			ck_assert_str_eq(summary.processes[i]->rank, order[i]);
		else
			ck_assert_ptr_null(summary.processes[i]->rank);
	}
	/* 4 and 5 have the most; 5 is rank 2, 4 is rank 1. */
	ck_assert_str_eq(summary.rows[0]->most.process->rank, "1");
	ck_assert_str_eq(summary.rows[0]->least.process->rank, "9");
	ck_assert_uint_eq(summary.rows[0]->processes, PROCESSES);
	summary_done(&summary);
}
END_TEST

/* -- launchers and deaths ---------------------------------------------------------------------- */

#define LAUNCHER UINT64_C(100)

/* A process of one job, in each row one that is different in one way. */
static const struct {
	const char *text;
	struct summary_process process;
	bool is_launcher;
	unsigned int suspicion; /* the larger, the more it seems to have ended the others */
} members[] = {
	{ "mpirun", { .rank = "0", .program = "/usr/bin/mpirun" }, true, 0 },
	{ "mpiexec.hydra", { .program = "mpiexec.hydra" }, true, 0 },
	{ "mpirun that computes", { .program = "mpirun", .commands = 1 }, false, 0 },
	{ "another name", { .rank = "7", .program = "mpirunner" }, false, 0 },
	{ "a parent", { .host = "a", .process = LAUNCHER }, true, 0 },
	{ "a parent on another host", { .host = "b", .process = LAUNCHER }, false, 0 },
	{ "a parent that computes", { .host = "a", .process = LAUNCHER, .commands = 1 }, false, 0 },
	{ "the same rank", { .rank = "0" }, true, 0 },
	{ "the same rank of another job", { .rank = "0", .job = "j" }, false, 0 },
	{ "the launcher died", { .program = "srun", .exit_status = 1 }, true, 0 },
	{ "nobody saw it", { .rank = "1" }, false, 0 },
	{ "ended by another one", { .rank = "1", .signal = SIGTERM, .death = 10 }, false, 1 },
	{ "earlier", { .rank = "1", .signal = SIGKILL, .death = 9 }, false, 2 },
	{ "not known why", { .rank = "1", .death = 20 }, false, 3 },
	{ "at the same time", { .rank = "1", .death = 20 }, false, 3 },
	{ "by its fault", { .rank = "1", .signal = SIGABRT, .death = 30 }, false, 4 },
	{ "earlier", { .rank = "1", .signal = SIGSEGV, .death = 29 }, false, 5 },
	{ "earlier, with a status", { .rank = "1", .exit_status = 1, .start = 5, .run = 20 }, false, 6 },
};

static const struct summary_process *add_member(struct summary *summary, unsigned int row)
{
	struct summary_process process = members[row].process;
	bool is_known;

	process.end = process.death > 0 ? "killed" : "ended";
	if (process.process == 0)
		process.process = 200 + row;
	return summary_add_process(summary, &process, &is_known);
}

/* Beside rank 0, which computes. */
START_TEST(launchers)
{
	const struct summary_process rank = { .host = "a", .rank = "0", .process = 1,
					      .parent = LAUNCHER, .commands = 5, .run = 1 };
	struct summary summary = { 0 };
	bool is_known;
	const struct summary_process *worker = summary_add_process(&summary, &rank, &is_known);
	const struct summary_process *member = add_member(&summary, _i);

	summary_sort(&summary);
	ck_assert_msg(member->is_launcher == members[_i].is_launcher, "%s", members[_i].text);
	ck_assert(!worker->is_launcher);
	summary_done(&summary);
}
END_TEST

/* After records that cannot be read. */
START_TEST(no_process)
{
	struct summary summary = { 0 };

	summary_sort(&summary);
	ck_assert_uint_eq(summary.process_count, 0);
	summary_done(&summary);
}
END_TEST

START_TEST(first_death)
{
	for (unsigned int other = 0; other < UNIT_ROWS(members); other++) {
		struct summary summary = { 0 };
		const struct summary_process *a = add_member(&summary, _i);
		const struct summary_process *b = add_member(&summary, other);
		const unsigned int of_a = members[_i].suspicion;
		const unsigned int of_b = members[other].suspicion;

		/* The same launcher twice is known. */
		summary_sort(&summary);
		if (b && of_a != of_b && !a->is_launcher && !b->is_launcher)
			ck_assert_msg(summary_first_death(&summary) == (of_a > of_b ? a : b), "%s, %s",
				      members[_i].text, members[other].text);
		else if (b && of_a == of_b && a->is_launcher == members[_i].is_launcher &&
			 b->is_launcher == members[other].is_launcher)
			ck_assert_msg(!summary_first_death(&summary), "%s, %s", members[_i].text,
				      members[other].text);
		summary_done(&summary);
	}
}
END_TEST

/* -- forms ----------------------------------------------------------------------------------- */

/* Two processes, and a row that both have; each number is another one. */
static void fill(struct summary *summary)
{
	struct summary_process process = {
		.host = "node7", .rank = "0", .job = "4711", .program = "/bin/a", .devices = "GPU",
		.end = "killed", .died_in = "clFinish", .process = 1, .start = 2, .run = 3000,
		.inside = 4000, .busy = 5000, .building = 6000, .builds = 7, .calls = 8, .errors = 9,
		.lost = 10, .damaged = 11, .parent = 18, .commands = 19, .death = 20, .signal = 6,
		.exit_status = 21, .waits = 22000, .waits_cpu = 23000,
	};
	struct summary_row row = { .kind = SUMMARY_TRANSFER, .name = "=host", .count = 12,
				   .errors = 13, .bytes = 14, .processes = 2, .total = 3500 };
	bool is_known;

	row.least.process = summary_add_process(summary, &process, &is_known);
	process = (struct summary_process){ .process = 15 };
	row.most.process = summary_add_process(summary, &process, &is_known);
	row.least.total = 16;
	row.most.total = 17;
	durations_add(&row.times, 1000);
	durations_add_estimates(&row.times, 2000, 1);
	ck_assert(summary_add_row(summary, &row));
	summary_sort(summary);
}

static const char json[] =
	"{\n"
	"  \"processes\": [\n"
	"    {\n"
	"      \"host\": \"node7\",\n"
	"      \"rank\": \"0\",\n"
	"      \"job\": \"4711\",\n"
	"      \"program\": \"/bin/a\",\n"
	"      \"devices\": \"GPU\",\n"
	"      \"end\": \"killed\",\n"
	"      \"died_in\": \"clFinish\",\n"
	"      \"process\": 1,\n"
	"      \"parent\": 18,\n"
	"      \"launcher\": false,\n"
	"      \"start\": 2,\n"
	"      \"run\": 3000,\n"
	"      \"inside\": 4000,\n"
	"      \"busy\": 5000,\n"
	"      \"waits\": 22000,\n"
	"      \"waits_cpu\": 23000,\n"
	"      \"building\": 6000,\n"
	"      \"builds\": 7,\n"
	"      \"calls\": 8,\n"
	"      \"commands\": 19,\n"
	"      \"errors\": 9,\n"
	"      \"lost\": 10,\n"
	"      \"damaged\": 11,\n"
	"      \"death\": 20,\n"
	"      \"signal\": 6,\n"
	"      \"exit_status\": 21\n"
	"    }\n"
	"  ],\n"
	"  \"rows\": [\n"
	"    {\n"
	"      \"kind\": \"transfer\",\n"
	"      \"name\": \"=host\",\n"
	"      \"count\": 12,\n"
	"      \"errors\": 13,\n"
	"      \"bytes\": 14,\n"
	"      \"measured\": 2,\n"
	"      \"estimated\": 1,\n"
	"      \"total\": 3500,\n"
	"      \"durations\": 3000,\n"
	"      \"least\": 1000,\n"
	"      \"most\": 1000,\n"
	"      \"squares\": 5000000,\n"
	"      \"squares_high\": 0,\n"
	"      \"processes\": 2,\n"
	"      \"mean\": 1500,\n"
	"      \"deviation\": 500,\n"
	"      \"least_sum\": {\n"
	"        \"total\": 16,\n"
	"        \"host\": \"node7\",\n"
	"        \"rank\": \"0\",\n"
	"        \"job\": \"4711\",\n"
	"        \"process\": 1\n"
	"      },\n"
	"      \"most_sum\": {\n"
	"        \"total\": 17,\n"
	"        \"host\": null,\n"
	"        \"rank\": null,\n"
	"        \"job\": null,\n"
	"        \"process\": 15\n"
	"      }\n"
	"    }\n"
	"  ]\n"
	"}\n";

START_TEST(json_has_all_columns)
{
	struct summary summary = { 0 };
	struct capture capture;
	struct table_view processes = { .output = &capture.output,
					.table = &summary_json_processes };
	struct table_view rows = { .output = &capture.output, .table = &summary_json_rows };

	fill(&summary);
	capture_init(&capture, OUTPUT_JSON);
	json_open_object(&capture.output, NULL);
	table_put_all(&processes, summary.processes, 1, 0);
	table_put_all(&rows, summary.rows, 1, 0);
	json_close_object(&capture.output);
	ck_assert_str_eq(capture_text(&capture), json);
	capture_done(&capture);
	summary_done(&summary);
}
END_TEST

/* Of a file with one process, and of one with several. */
START_TEST(csv_has_all_columns)
{
	struct summary summary = { 0 };
	struct capture capture;
	struct summary_source source;

	fill(&summary);
	capture_init(&capture, OUTPUT_LINES);
	source = summary_source_of(&summary, "a,b", 1);
	table_csv_begin(capture.output.file, &summary_csv_rows);
	table_csv_put(capture.output.file, &summary_csv_rows, summary.rows[0], &source);
	source.process = summary.processes[0];
	table_csv_put(capture.output.file, &summary_csv_rows, summary.rows[0], &source);
	ck_assert_str_eq(capture_text(&capture),
			 "file,host,rank,job,process,kind,name,count,errors,bytes,measured,"
			 "estimated,total,durations,least,most,squares,squares_high,processes,mean,deviation\n"
			 "\"a,b\",,,,,transfer,'=host,12,13,14,2,1,3500,3000,1000,1000,5000000,0,2,1500,500\n"
			 "\"a,b\",node7,0,4711,1,transfer,'=host,12,13,14,2,1,3500,3000,1000,1000,5000000,"
			 "0,2,1500,500\n");
	capture_done(&capture);
	summary_done(&summary);
}
END_TEST

START_TEST(screen_has_its_columns)
{
	struct summary summary = { 0 };
	struct capture capture;

	fill(&summary);
	capture_init(&capture, OUTPUT_LINES);
	summary_screen_put(&capture.output, &summary, 0);
	ck_assert_str_eq(
		capture_text(&capture),
		"2 processes on 2 hosts, 8 calls\n"
		"Run time 0 ns to 3.00 us (rank 0), 133.3 % of it inside OpenCL\n"
		"\n"
		"What stands out, with the share of the run time that it costs\n"
		"         -  rank 0: the first to die or to fail, after 3.00 us, in clFinish\n"
		"    cure: look at the record of this process alone\n"
		"    83.3 %  pid 15: 0 ns of device work, the others 5.00 us\n"
		"    cure: give this process a part of the others' work\n"
		"\n"
		"Processes\n"
		"  program      1  /bin/a\n"
		"               1  (not known)  first pid 15\n"
		"  job          1  4711\n"
		"               1  (not known)  first pid 15\n"
		"  devices      1  GPU\n"
		"               1  (not known)  first pid 15\n"
		"  end          1  killed\n"
		"               1  (not known)  first pid 15\n"
		"  first to die: rank 0, after 3.00 us, in clFinish, by signal 6 (Aborted)\n"
		"  died in      1  clFinish\n"
		"  slowest first                         run    inside    device    builds errors\n"
		"  rank 0 on node7                   3.00 us   4.00 us   5.00 us   6.00 us      9\n"
		"  process 15 on an unknown host        0 ns      0 ns         -      0 ns      0\n"
		"\n"
		"Transfers by device time       count    total     mean      max imbal  most\n"
		"  =host                           12 ~3.50 us ~1.50 us  1.00 us  0.01  pid 15\n");
	capture_done(&capture);
	summary_done(&summary);
}
END_TEST

/* -- files that are wrong ---------------------------------------------------------------------- */

#define HEAD "clrouter-summary 1\n"
#define PROCESS "process\tprocess=1\n"

static const struct {
	const char *text;
	bool is_good;
} files[] = {
	{ HEAD "end\n", true },
	{ HEAD PROCESS "call\tname=a\tcount=1\tleast_sum_process=0\tfuture=1\nend\n", true },
	{ HEAD "future\ta=b\n" PROCESS "end\n", true },
	{ "", false },
	{ "clrouter-summary 2\nend\n", false },
	{ HEAD, false },
	{ HEAD PROCESS "call\tname=a\tcount=1\n", false },
	{ HEAD PROCESS "call\tname=a\tcou", false },
	{ HEAD "end\nend\n", false },
	{ HEAD PROCESS PROCESS "end\n", false },
	{ HEAD PROCESS "call\tcount=1\nend\n", false },
	{ HEAD "call\tname=a\nend\n", false },
	{ HEAD PROCESS "call\tname=a\tmost_sum_process=1\nend\n", false },
	{ HEAD PROCESS "call\tname=a\tmost_sum_process=18446744073709551616\nend\n", false },
	{ HEAD PROCESS "call\tname=a\tcount=x\nend\n", false },
	{ HEAD PROCESS "call\tname=a\tcount=-1\nend\n", false },
	{ HEAD PROCESS "call\tname=a\tcount\nend\n", false },
	{ HEAD PROCESS "call\tname=a\tbuckets=65:1\nend\n", false },
	{ HEAD PROCESS "call\tname=a\tbuckets=1\nend\n", false },
	{ HEAD PROCESS "call\tname=a\tbuckets=\nend\n", false },
	{ HEAD PROCESS "call\tname=a\tbuckets=1:2,\nend\n", false },
	{ HEAD PROCESS "call\tname=a\nprocess\tprocess=2\nend\n", false },
};

START_TEST(a_file_is_good_or_changes_nothing)
{
	struct summary summary = { 0 };
	FILE *file = fopen(unit_path("file"), "w");

	ck_assert_ptr_nonnull(file);
	fputs(files[_i].text, file);
	fclose(file);
	add(&summary, 0);
	ck_assert_int_eq(summary_file_read(&summary, unit_path("file")), files[_i].is_good);
	if (!files[_i].is_good) {
		ck_assert_uint_eq(summary.process_count, 1);
		ck_assert_uint_eq(summary.row_count, 2);
	}
	summary_done(&summary);
}
END_TEST

/* A FIFO is neither waited for nor read, although a summary is written to it. */
START_TEST(a_fifo_is_no_summary)
{
	static const char text[] = HEAD "end\n";
	struct summary summary = { 0 };
	char found[sizeof(text)] = "";
	int fifo;

	unit_make("fifo|");
	fifo = open(unit_path("fifo"), O_RDWR | O_CLOEXEC);
	ck_assert_int_eq(write(fifo, text, strlen(text)), strlen(text));
	ck_assert(!summary_file_is_one(unit_path("fifo")));
	ck_assert(!summary_file_read(&summary, unit_path("fifo")));
	ck_assert_int_eq(read(fifo, found, sizeof(found)), strlen(text));
	ck_assert_str_eq(found, text);
	close(fifo);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("summary");
	TCase *tcase = unit_tcase(suite, "summary", 20);

	tcase_add_test(tcase, durations_have_exact_sums);
	tcase_add_test(tcase, squares_carry);
	tcase_add_test(tcase, deviation_is_that_of_all);
	tcase_add_loop_test(tcase, any_grouping_is_the_same, 0, 3);
	tcase_add_test(tcase, a_file_says_all);
	tcase_add_test(tcase, ranks_are_in_order);
	tcase_add_loop_test(tcase, launchers, 0, UNIT_ROWS(members));
	tcase_add_test(tcase, no_process);
	tcase_add_loop_test(tcase, first_death, 0, UNIT_ROWS(members));
	tcase_add_loop_test(tcase, a_file_is_good_or_changes_nothing, 0, UNIT_ROWS(files));
	tcase_add_test(tcase, json_has_all_columns);
	tcase_add_test(tcase, csv_has_all_columns);
	tcase_add_test(tcase, screen_has_its_columns);
	tcase_add_test(tcase, a_fifo_is_no_summary);
	return unit_run(suite);
}
