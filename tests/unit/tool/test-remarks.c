/* SPDX-License-Identifier: Apache-2.0 */
/* remarks: for each rule a program that it is about, and one that it is not about. */
#include "tool/report/export/remarks.h"

#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

#define MS 1000000u
#define RUN (1000 * MS) /* of the program */
#define START MS
#define MOST 400 /* commands */

static struct command commands[MOST];
static const struct command *ordered[MOST];
static struct queue queues[3];
static struct model_function functions[MODEL_FUNCTIONS];
static struct model_build build;
static struct model model;

static void set_up(void)
{
	memset(commands, 0, sizeof(commands));
	memset(queues, 0, sizeof(queues));
	memset(functions, 0, sizeof(functions));
	model = (struct model){
		.start = START,
		.stop = START + RUN,
		.run = RUN,
		.calls = 1000,
		.functions = functions,
		.builds = &build,
		.commands = { .list = commands,
			      .ordered = ordered,
			      .queues = queues,
			      .queue_count = 3 },
	};
	functions[CLROUTER_SLOT_clFinish].name = "clFinish";
	functions[CLROUTER_SLOT_clGetDeviceIDs].name = "clGetDeviceIDs";
}

/* COUNT commands of KIND of one queue, whose calls take TIME ns each. */
static void add_commands(size_t count, enum command_kind kind, uint64_t time)
{
	for (size_t i = 0; i < count; i++) {
		struct command *command = &commands[model.commands.count++];
		const uint64_t begin = START + model.commands.count * 2 * MS;

		ck_assert_uint_le(model.commands.count, MOST);
		*command = (struct command){ .kind = kind,
					     .begin = begin,
					     .end = begin + time,
					     .bytes = 4,
					     .dimensions = 1,
					     .name = "k",
					     .queue = 1 };
		command->sizes[0][0] = 1 << 20;
	}
	model.commands.kernel_count = 2;
}

/* The commands are executed from their call on, for TIME ns each, by queue QUEUE. */
static void execute(size_t first, size_t count, size_t queue, uint64_t time)
{
	uint64_t end = 0;

	for (size_t i = first; i < first + count; i++) {
		struct command *command = &commands[i];

		command->queue = (uint32_t)queue;
		command->host_started = command->begin;
		command->host_ended = command->begin + time;
		ordered[model.commands.ordered_count++] = command;
		durations_add(&queues[queue].sum.times, time);
		queues[queue].sum.count++;
		queues[queue].number = (uint32_t)queue;
		queues[queue].busy += time;
		queues[queue].idle += end > 0 ? command->host_started - end : 0;
		end = command->host_ended;
	}
}

/* The remark ID; NULL: it is not made. */
static const struct remark *find(enum remark_id id)
{
	static struct remarks remarks;

	ck_assert(remarks_find(&remarks, &model));
	for (size_t i = 0; i < remarks.count; i++)
		if (remarks.list[i].id == id)
			return &remarks.list[i];
	return NULL;
}

START_TEST(nothing_stands_out)
{
	struct remarks remarks;

	ck_assert(remarks_find(&remarks, &model));
	ck_assert_uint_eq(remarks.count, 0);
	model.run = 0;
	ck_assert(remarks_find(&remarks, &model));
	ck_assert_uint_eq(remarks.count, 0);
}
END_TEST

START_TEST(died_in_a_call)
{
	model.unfinished_count = 1;
	model.unfinished[0] = (struct model_place){
		.function = CLROUTER_SLOT_clFinish, .thread = 7, .number = 3, .time = START + MS
	};
	ck_assert_ptr_null(find(REMARK_DIED));
	model.end = MODEL_KILLED;
	ck_assert_uint_eq(find(REMARK_DIED)->place.thread, 7);
	model.unfinished_count = 0;
	ck_assert_ptr_null(find(REMARK_DIED));
}
END_TEST

static const struct {
	unsigned int function;
	uint64_t count;
	bool is_said;
} errors[] = {
	{ CLROUTER_SLOT_clFinish, 10, true },
	{ CLROUTER_SLOT_clFinish, 9, false },
	{ CLROUTER_SLOT_clGetDeviceIDs, 900, false },
};

START_TEST(errors_are_passed_over)
{
	model.error_count = 1;
	model.errors[0] = (struct model_error){ CL_OUT_OF_RESOURCES,
						errors[_i].count,
						{ .function = errors[_i].function,
						  .thread = 1,
						  .number = 1,
						  .time = START } };
	ck_assert_int_eq(find(REMARK_ERRORS) != NULL, errors[_i].is_said);
	if (errors[_i].is_said)
		ck_assert_str_eq(find(REMARK_ERRORS)->name, "CL_OUT_OF_RESOURCES");
}
END_TEST

START_TEST(builds_take_long)
{
	build = (struct model_build){ .duration = RUN / 100 - 1, .place.time = START };
	model.build_count = 1;
	ck_assert_ptr_null(find(REMARK_BUILDS));
	build.duration = RUN / 2;
	ck_assert_uint_eq(find(REMARK_BUILDS)->cost, RUN / 2);
}
END_TEST

START_TEST(many_objects_are_made)
{
	struct durations times = { .total = RUN / 50 };
	struct model_function *function = &functions[CLROUTER_SLOT_clCreateBuffer];

	*function =
		(struct model_function){ .name = "clCreateBuffer", .count = 99, .times = &times };
	ck_assert_ptr_null(find(REMARK_OBJECTS));
	function->count = 100;
	ck_assert_str_eq(find(REMARK_OBJECTS)->name, "clCreateBuffer");
	times.total = RUN / 1000;
	ck_assert_ptr_null(find(REMARK_OBJECTS));
}
END_TEST

START_TEST(small_reads_are_waited_for)
{
	add_commands(20, COMMAND_READ, MS);
	commands[3].end += MS / 2;
	ck_assert_uint_eq(find(REMARK_SMALL_READS)->count, 20);
	ck_assert_uint_eq(find(REMARK_SMALL_READS)->place.time, commands[3].begin);
	for (size_t i = 0; i < 20; i++)
		commands[i].bytes = REMARKS_SMALL + 1;
	ck_assert_ptr_null(find(REMARK_SMALL_READS));
	/* Those that do not wait. */
	for (size_t i = 0; i < 20; i++) {
		commands[i].bytes = 4;
		commands[i].end = commands[i].begin + 9999;
	}
	ck_assert_ptr_null(find(REMARK_SMALL_READS));
}
END_TEST

START_TEST(small_transfers_follow_each_other)
{
	add_commands(20, COMMAND_WRITE, MS);
	ck_assert_uint_eq(find(REMARK_SMALL_TRANSFERS)->count, 19);
	for (size_t i = 0; i < 20; i += 2)
		commands[i].kind = COMMAND_KERNEL;
	ck_assert_ptr_null(find(REMARK_SMALL_TRANSFERS));
}
END_TEST

START_TEST(launches_are_small)
{
	add_commands(200, COMMAND_KERNEL, MS);
	ck_assert_ptr_null(find(REMARK_SMALL_LAUNCHES));
	for (size_t i = 0; i < 100; i++)
		commands[i].sizes[0][0] = 1023;
	ck_assert_uint_eq(find(REMARK_SMALL_LAUNCHES)->count, 100);
	commands[0].sizes[0][0] = 1024;
	ck_assert_ptr_null(find(REMARK_SMALL_LAUNCHES));
}
END_TEST

START_TEST(first_launches_compile)
{
	add_commands(10, COMMAND_KERNEL, MS);
	ck_assert_ptr_null(find(REMARK_FIRST_LAUNCHES));
	commands[0].end += 30 * MS;
	ck_assert_uint_eq(find(REMARK_FIRST_LAUNCHES)->count, 1);
	ck_assert_uint_eq(find(REMARK_FIRST_LAUNCHES)->cost, 30 * MS);
	/* A later one is no first one. */
	commands[0].end -= 30 * MS;
	commands[5].end += 30 * MS;
	ck_assert_ptr_null(find(REMARK_FIRST_LAUNCHES));
	/* Nothing says how long it takes otherwise. */
	commands[0].end += 30 * MS;
	for (size_t i = 1; i < 10; i++)
		commands[i].name = "another";
	ck_assert_ptr_null(find(REMARK_FIRST_LAUNCHES));
}
END_TEST

START_TEST(a_device_is_idle)
{
	const struct remark *remark;

	add_commands(100, COMMAND_KERNEL, MS);
	commands[50].begin += MS / 2;
	commands[49].name = "before";
	execute(0, 100, 1, MS / 2);
	remark = find(REMARK_IDLE);
	ck_assert_uint_eq(remark->count, 1);
	ck_assert_uint_eq(remark->time, 2 * MS);
	ck_assert_str_eq(remark->name, "before");
	/* Of commands that are not measured nothing is known. */
	queues[1].sum.count++;
	ck_assert_ptr_null(find(REMARK_IDLE));
}
END_TEST

/* One queue works while the other one has nothing to do. */
START_TEST(queues_share_a_device)
{
	add_commands(200, COMMAND_KERNEL, MS / 2);
	for (size_t i = 0; i < 100; i++)
		commands[100 + i].begin = commands[i].begin + MS;
	execute(0, 100, 1, MS / 2);
	execute(100, 100, 2, MS / 2);
	ck_assert_ptr_nonnull(find(REMARK_IDLE));
	queues[1].device_handle = queues[2].device_handle = 7;
	ck_assert_ptr_null(find(REMARK_IDLE));
	queues[2].device_handle = 8;
	ck_assert_ptr_nonnull(find(REMARK_IDLE));
}
END_TEST

START_TEST(queues_do_not_overlap)
{
	add_commands(100, COMMAND_KERNEL, MS);
	execute(0, 50, 1, MS);
	ck_assert_ptr_null(find(REMARK_NO_OVERLAP));
	execute(50, 50, 2, MS);
	ck_assert_uint_eq(find(REMARK_NO_OVERLAP)->count, 2);
	ck_assert_uint_eq(find(REMARK_NO_OVERLAP)->cost, 50 * MS);
	for (size_t i = 50; i < 60; i++) {
		commands[i].host_started = commands[i - 50].host_started;
		commands[i].host_ended = commands[i - 50].host_ended;
	}
	ck_assert_ptr_null(find(REMARK_NO_OVERLAP));
}
END_TEST

START_TEST(few_remarks_the_worst_first)
{
	struct remarks remarks;
	struct durations times[2] = { { .total = RUN / 20 }, { .total = RUN / 10 } };

	for (unsigned int slot = 0; slot < MODEL_FUNCTIONS; slot++)
		functions[slot] = (struct model_function){ .name = "f",
							   .count = 100,
							   .times = &times[slot % 2] };
	ck_assert(remarks_find(&remarks, &model));
	ck_assert_uint_eq(remarks.count, REMARKS_MOST);
	for (size_t i = 1; i < remarks.count; i++)
		ck_assert_uint_ge(remarks.list[i - 1].cost, remarks.list[i].cost);
	ck_assert_uint_eq(remarks.list[0].cost, RUN / 10);
	ck_assert_str_eq(remark_word(remarks.list[0].id), "objects");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("remarks");
	TCase *tcase = unit_tcase(suite, "remarks", 20);

	tcase_add_checked_fixture(tcase, set_up, NULL);
	tcase_add_test(tcase, nothing_stands_out);
	tcase_add_test(tcase, died_in_a_call);
	tcase_add_loop_test(tcase, errors_are_passed_over, 0, UNIT_ROWS(errors));
	tcase_add_test(tcase, builds_take_long);
	tcase_add_test(tcase, many_objects_are_made);
	tcase_add_test(tcase, small_reads_are_waited_for);
	tcase_add_test(tcase, small_transfers_follow_each_other);
	tcase_add_test(tcase, launches_are_small);
	tcase_add_test(tcase, first_launches_compile);
	tcase_add_test(tcase, a_device_is_idle);
	tcase_add_test(tcase, queues_share_a_device);
	tcase_add_test(tcase, queues_do_not_overlap);
	tcase_add_test(tcase, few_remarks_the_worst_first);
	return unit_run(suite);
}
