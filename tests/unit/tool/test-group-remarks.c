/* SPDX-License-Identifier: Apache-2.0 */
/* group-remarks: groups of eight processes, one of which differs from the others in one thing. */
#include "tool/report/summary/group-remarks.h"

#include <stdio.h>

#include "unit/unit.h"

#define COUNT 8
#define ODD 5
#define MS UINT64_C(1000000)

enum thing {
	NOTHING,
	KERNEL,
	DEVICES,
	SLOW_DEVICES,
	BUILD,
	RUN,
	BUSY,
	PROGRAM,
	ERRORS,
	LESS,
	NO_WORK,
	BIT_BUSY,
	TWO_BUSY,
	NOISE,
	LATE,
	IN_TURN,
	CALL,
	WAIT,
	TRANSFER,
	DEATH
};

static struct summary summary;

/* ns of device work */
static uint64_t busy_of(uint64_t number, enum thing thing)
{
	const bool is_odd = number == ODD;

	if (thing == NOISE)
		return (300 + number * 10) * MS;
	if (thing == LESS)
		return is_odd ? 250 * MS : 300 * MS;
	if (thing == NO_WORK)
		return is_odd ? 0 : 800 * MS;
	if (thing == BIT_BUSY)
		return (is_odd ? 360 : 300 + number) * MS;
	if (thing == TWO_BUSY)
		return (is_odd ? 900 : number == 2 ? 880 : 300) * MS;
	return is_odd && (thing == KERNEL || thing == SLOW_DEVICES || thing == BUSY) ? 900 * MS
										     : 300 * MS;
}

/* ns, CLOCK_REALTIME */
static uint64_t start_of(uint64_t number, enum thing thing)
{
	if (thing == IN_TURN)
		return number * 1001 * MS;
	return (1000 + number + (number == ODD && thing == LATE ? 400 : 0)) * MS;
}

/* A function or transfer, for which all need 10 ms, and the odd one more. */
static void add_row(const struct summary_process *process, enum summary_kind kind,
		    const char *name, bool is_longer)
{
	const uint64_t total = (is_longer ? 300 : 10) * MS;
	const struct summary_extreme extreme = { .process = process, .total = total };

	ck_assert(summary_add_row(&summary, &(struct summary_row){ .kind = kind,
								    .name = name,
								    .count = 1,
								    .processes = 1,
								    .total = total,
								    .least = extreme,
								    .most = extreme }));
}

/* Process NUMBER of the group, which differs in THING if it is the odd one. */
static void add_process(uint64_t number, enum thing thing)
{
	const bool is_odd = number == ODD;
	const bool is_slow = is_odd && (thing == KERNEL || thing == SLOW_DEVICES);
	const bool has_devices = is_odd && (thing == DEVICES || thing == SLOW_DEVICES);
	char rank[8];
	const struct summary_process process = {
		.host = "node",
		.rank = rank,
		.program = is_odd && thing == PROGRAM ? "/bin/other" : "/bin/program",
		.devices = has_devices ? "old, driver 1" : "new, driver 2",
		.end = is_odd && thing == DEATH ? "killed" : "ended",
		.death = is_odd && thing == DEATH ? 2000 * MS : 0,
		.signal = is_odd && thing == DEATH ? 11 : 0,
		.died_in = is_odd && thing == DEATH ? "clFinish" : NULL,
		.process = 100 + number,
		.start = start_of(number, thing),
		.run = is_odd && thing == RUN ? 2000 * MS : 1000 * MS,
		.building = is_odd && thing == BUILD ? 500 * MS : 20 * MS,
		.busy = busy_of(number, thing),
	};
	struct summary_row row = {
		.kind = SUMMARY_KERNEL, .name = "k", .count = 10, .processes = 1
	};
	const struct summary_process *added;
	bool is_known;

	snprintf(rank, sizeof(rank), "%d", (int)number);
	added = summary_add_process(&summary, &process, &is_known);
	ck_assert_ptr_nonnull(added);
	row.total = is_slow ? 800 * MS : 200 * MS;
	row.least = row.most = (struct summary_extreme){ .process = added, .total = row.total };
	ck_assert(summary_add_row(&summary, &row));
	add_row(added, SUMMARY_CALL, "clGetProgramInfo", is_odd && thing == CALL);
	add_row(added, SUMMARY_CALL, "clFinish", is_odd && thing == WAIT);
	add_row(added, SUMMARY_TRANSFER, "host to device", is_odd && thing == TRANSFER);
	if (!is_odd || thing != ERRORS)
		return;
	row = (struct summary_row){ .kind = SUMMARY_ERROR,
				    .name = "CL_OUT_OF_RESOURCES",
				    .count = 3,
				    .processes = 1,
				    .least = { .process = added, .total = 3 },
				    .most = { .process = added, .total = 3 } };
	ck_assert(summary_add_row(&summary, &row));
}

static const struct {
	enum thing thing;
	const char *word; /* NULL: nothing stands out */
	uint64_t cost;	  /* ms */
	bool is_awaited;
	bool has_devices;
} groups[] = {
	{ NOTHING, NULL, 0, false, false },
	{ KERNEL, "group-kernel", 600, true, false },
	{ DEVICES, "group-devices", 0, false, false },
	{ SLOW_DEVICES, "group-kernel", 600, true, true },
	{ BUILD, "group-build", 480, true, false },
	{ RUN, "group-run", 1000, false, false },
	{ BUSY, "group-busy", 600, true, false },
	{ PROGRAM, "group-program", 0, false, false },
	{ ERRORS, "group-errors", 0, false, false },
	{ LESS, NULL, 0, false, false }, /* it costs too little */
	{ NO_WORK, "group-less", 100, false, false },
	{ BIT_BUSY, "group-busy", 57, true, false },
	{ TWO_BUSY, "group-busy", 600, true, false },
	{ NOISE, NULL, 0, false, false },
	{ LATE, "group-start", 402, true, false },
	{ IN_TURN, NULL, 0, false, false },
	{ CALL, "group-call", 290, true, false },
	{ WAIT, NULL, 0, false, false },
	{ TRANSFER, "group-transfer", 290, true, false },
	{ DEATH, "group-died", 0, false, false },
};

static void get_word(const struct table_column *column, struct table_value *value, void *data)
{
	if (column->key && strcmp(column->key, "id") == 0)
		*(const char **)data = value->text;
}

START_TEST(the_odd_one_stands_out)
{
	struct group_remarks remarks;
	const char *word = NULL;

	summary = (struct summary){ .process_count = 0 };
	for (uint64_t i = 0; i < COUNT; i++)
		add_process(i, groups[_i].thing);
	summary_sort(&summary);
	ck_assert(group_remarks_find(&remarks, &summary));
	ck_assert_uint_eq(remarks.count, groups[_i].word != NULL);
	if (remarks.count > 0) {
		table_each(&group_remarks_table, &remarks.list[0], NULL, get_word, &word);
		ck_assert_str_eq(word, groups[_i].word);
		ck_assert_str_eq(remarks.list[0].process->rank, "5");
		ck_assert_uint_eq(remarks.list[0].cost, groups[_i].cost * MS);
		ck_assert_int_eq(remarks.list[0].is_awaited, groups[_i].is_awaited);
		ck_assert_int_eq(remarks.list[0].has_devices, groups[_i].has_devices);
	}
	summary_done(&summary);
}
END_TEST

START_TEST(one_process_is_no_group)
{
	struct group_remarks remarks;

	summary = (struct summary){ .process_count = 0 };
	ck_assert(group_remarks_find(&remarks, &summary));
	ck_assert_uint_eq(remarks.count, 0);
	add_process(ODD, KERNEL);
	summary_sort(&summary);
	ck_assert(group_remarks_find(&remarks, &summary));
	ck_assert_uint_eq(remarks.count, 0);
	summary_done(&summary);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("group-remarks");
	TCase *tcase = unit_tcase(suite, "group-remarks", 10);

	tcase_add_loop_test(tcase, the_odd_one_stands_out, 0, UNIT_ROWS(groups));
	tcase_add_test(tcase, one_process_is_no_group);
	return unit_run(suite);
}
