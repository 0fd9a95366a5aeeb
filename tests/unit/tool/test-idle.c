/* SPDX-License-Identifier: Apache-2.0 */
/* idle: programs that each have one reason why a device has nothing to do, and what stands out
 * then. */
#include "tool/report/idle.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tool/record-maker.h"
#include "tool/report/gaps.h"
#include "tool/report/call-locks.h"
#include "tool/report/view/remarks.h"
#include "unit/unit.h"

#define CONTEXT 0x30
#define DEVICE 0x20
#define QUEUE 0x40
#define KERNEL 0x60
#define BUFFER 0x70
#define EVENT 0x80
#define ROUNDS 20
#define PERIOD 40u /* ms: of a round, in which a device works for 10 ms */

static struct model model;
static struct remarks remarks;
static char path[PATH_MAX];
static int file;
static bool is_measured;

static void create_queue(uint64_t handle, uint64_t device)
{
	const uint64_t arguments[] = { CONTEXT, device, CL_QUEUE_PROFILING_ENABLE, 0 };

	maker_call(CLROUTER_SLOT_clCreateCommandQueue, 0, 1, handle, arguments, 4);
}

/* A kernel that is executed from BEGIN to END, and waits for the event AWAITED if that is not 0. */
static size_t launch(uint64_t queue, unsigned int at, unsigned int begin, unsigned int end,
		     uint64_t awaited)
{
	const uint64_t arguments[] = { queue,		KERNEL,		 1, 0, 1, 0,
				       awaited ? 1 : 0, awaited ? 1 : 0, 1 };
	const uint64_t items = 1 << 20;
	const uint64_t event = EVENT + queue;
	const size_t called =
		maker_call(CLROUTER_SLOT_clEnqueueNDRangeKernel, at, at, 0, arguments, 9);

	maker_content(called, 4, &items, sizeof(items));
	if (awaited)
		maker_content(called, 7, &awaited, sizeof(awaited));
	maker_stored(called, 8, &event, sizeof(event));
	if (is_measured)
		maker_command(called, queue, begin, end, 0);
	return called;
}

static void finish(uint64_t queue, unsigned int begin, unsigned int end)
{
	maker_call(CLROUTER_SLOT_clFinish, begin, end, 0, &queue, 1);
}

static void call(unsigned int function, unsigned int begin, unsigned int end)
{
	const uint64_t arguments[9] = { BUFFER };

	maker_call(function, begin, end, 0, arguments, 1);
}

/* -- what a program does each PERIOD, from AT on ------------------------------ */

static void outside(unsigned int at)
{
	launch(QUEUE, at, at, at + 10, 0);
	finish(QUEUE, at, at + 10);
}

static void build(unsigned int at)
{
	outside(at);
	call(CLROUTER_SLOT_clBuildProgram, at + 10, at + 40);
}

static void query(unsigned int at)
{
	outside(at);
	call(CLROUTER_SLOT_clGetProgramInfo, at + 11, at + 40);
}

static void other(unsigned int at)
{
	outside(at);
	call(CLROUTER_SLOT_clSetKernelArg, at + 11, at + 40);
}

/* The device has done it long before the call returns. */
static void wait(unsigned int at)
{
	launch(QUEUE, at, at, at + 10, 0);
	finish(QUEUE, at, at + 40);
}

/* It begins long after it was enqueued. */
static void late(unsigned int at)
{
	launch(QUEUE, at, at + 30, at + 40, 0);
}

static void transfer(unsigned int at, uint64_t size)
{
	const uint64_t arguments[] = { QUEUE, BUFFER, CL_TRUE, 0, size, 1, 0, 0, 0 };
	size_t called;

	launch(QUEUE, at, at, at + 10, 0);
	called = maker_call(CLROUTER_SLOT_clEnqueueReadBuffer, at, at + 38, 0, arguments, 9);
	if (is_measured)
		maker_command(called, QUEUE, at + 12, at + 36, 0);
}

static void large_transfer(unsigned int at)
{
	transfer(at, 1 << 20);
}

static void small_transfer(unsigned int at)
{
	transfer(at, 4);
}

static void callback(unsigned int at)
{
	const struct record_callback fields = { .call = 0,
						.begin = MAKER_START + (at + 10) * MAKER_MS,
						.end = MAKER_START + (at + 39) * MAKER_MS };

	launch(QUEUE, at, at, at + 10, 0);
	finish(QUEUE, at, at + 40);
	maker_append(maker_begin_record(RECORD_CALLBACK, 0), &fields.call,
		     sizeof(fields) - sizeof(fields.head));
}

/* Two devices, each of which waits for the other one. */
static void elsewhere(unsigned int at)
{
	launch(QUEUE, at, at, at + 20, EVENT + QUEUE + 1);
	launch(QUEUE + 1, at, at + 20, at + 40, EVENT + QUEUE);
	finish(QUEUE + 1, at, at + 40);
}

/* The kernel waits for what the host computes meanwhile. */
static void user_event(unsigned int at)
{
	const uint64_t event = EVENT + 0x10;

	maker_call(CLROUTER_SLOT_clCreateUserEvent, at, at, event, (uint64_t[]){ CONTEXT, 0 }, 2);
	launch(QUEUE, at, at + 30, at + 40, event);
	maker_call(CLROUTER_SLOT_clSetUserEventStatus, at + 30, at + 30, 0,
		   (uint64_t[]){ event, 0 }, 2);
	maker_call(CLROUTER_SLOT_clReleaseEvent, at + 30, at + 30, 0, &event, 1);
}

/* The handle of a user event that was released is an event's of a command. */
static void released_user_event(unsigned int at)
{
	const uint64_t event = EVENT + QUEUE;

	maker_call(CLROUTER_SLOT_clCreateUserEvent, at, at, event, (uint64_t[]){ CONTEXT, 0 }, 2);
	maker_call(CLROUTER_SLOT_clReleaseEvent, at, at, 0, &event, 1);
	launch(QUEUE, at, at + 30, at + 40, event);
}

static void be_thread(uint32_t thread)
{
	const uint32_t owner[] = { thread, 0 };

	maker_append(maker_begin_record(RECORD_OWNER, 0), owner, sizeof(owner));
}

/* Another thread builds; this one waits for that outside of OpenCL. */
static void build_beside(unsigned int at)
{
	outside(at);
	be_thread(6);
	call(CLROUTER_SLOT_clBuildProgram, at + 10, at + 40);
	be_thread(5);
}

/* Of what the device does, nothing is idle. */
static void busy(unsigned int at)
{
	launch(QUEUE, at, at, at + 40, 0);
	finish(QUEUE, at, at + 40);
}

static void begin(void)
{
	file = maker_begin_file(path, 5);
	maker_header.end = MAKER_START + (ROUNDS * PERIOD + 10) * MAKER_MS;
	maker_header.state = RECORD_CLOSED;
	create_queue(QUEUE, DEVICE);
	create_queue(QUEUE + 1, DEVICE + 1);
}

static void setup(void)
{
	snprintf(path, sizeof(path), "%s/record", unit_dir);
}

static void find(void)
{
	static const struct model_options options;
	static const struct hang hangs[MODEL_OPEN];

	maker_write_file(file);
	ck_assert(model_open(&model, path, &options));
	ck_assert(model_refresh(&model));
	remarks_find(&remarks, &model, hangs);
	close(file);
}

static const struct {
	void (*make)(unsigned int at);
	const char *cause;     /* most of the time; NULL: it is not idle */
	const char *remark;    /* the first one; NULL: none */
	bool is_known;	       /* also if nothing is measured */
	unsigned int function; /* of the place */
} programs[] = {
	{ outside, "outside", "idle-outside", true, CLROUTER_SLOT_clEnqueueNDRangeKernel },
	{ build, "build", "builds", true, CLROUTER_SLOT_clBuildProgram },
	{ query, "query", "query", true, CLROUTER_SLOT_clGetProgramInfo },
	{ other, "call", "function", true, CLROUTER_SLOT_clSetKernelArg },
	{ wait, "wait", "idle-wait", false, CLROUTER_SLOT_clFinish },
	{ late, "launch", "idle-launch", false, CLROUTER_SLOT_clEnqueueNDRangeKernel },
	{ large_transfer, "transfer", "blocking-transfers", false,
	  CLROUTER_SLOT_clEnqueueReadBuffer },
	{ small_transfer, "transfer", "small-reads", true, CLROUTER_SLOT_clEnqueueReadBuffer },
	{ callback, "callback", "idle-callback", false, CLROUTER_SLOT_clFinish },
	{ user_event, "user-event", "idle-user-event", false, CLROUTER_SLOT_clEnqueueNDRangeKernel },
	{ released_user_event, "launch", "idle-launch", false,
	  CLROUTER_SLOT_clEnqueueNDRangeKernel },
	{ build_beside, "build", "builds", true, CLROUTER_SLOT_clBuildProgram },
	{ elsewhere, "elsewhere", "idle-elsewhere", false, CLROUTER_SLOT_clFinish },
	{ busy, NULL, NULL, true, 0 },
};

START_TEST(a_cause_is_found)
{
	const bool is_known = programs[_i].is_known;

	for (int k = 0; k < 2; k++) {
		const bool has_cause = k == 0 || is_known;

		is_measured = k == 0;
		begin();
		for (unsigned int i = 0; i < ROUNDS; i++)
			programs[_i].make(2 + PERIOD * i);
		find();
		if (programs[_i].cause && k == 0) {
			ck_assert_uint_gt(model.idle.count, 0);
			ck_assert_str_eq(idle_words[model.idle.sums[0].cause], programs[_i].cause);
		}
		if (has_cause && programs[_i].remark) {
			ck_assert_uint_gt(remarks.count, 0);
			ck_assert_str_eq(remark_word(remarks.list[0].id), programs[_i].remark);
			ck_assert_uint_eq(remarks.list[0].place.function, programs[_i].function);
			ck_assert_uint_gt(remarks.list[0].cost, model.run / 3);
			ck_assert_str_ne(remark_cure(&remarks.list[0]), "");
		} else if (!programs[_i].remark) {
			ck_assert_uint_eq(remarks.count, 0);
		}
		model_done(&model);
	}
}
END_TEST

/* All that can be known of a moment, and the cause. */
static const struct {
	struct idle_moment moment;
	enum idle_cause cause;
} moments[] = {
	{ { .call = IN_NOTHING }, IDLE_OUTSIDE },
	{ { .call = IN_NOTHING, .is_in_callback = true }, IDLE_CALLBACK },
	{ { .call = IN_OTHER, .is_in_callback = true }, IDLE_CALL },
	{ { .call = IN_OTHER, .is_in_callback = true, .is_own_callback = true }, IDLE_CALLBACK },
	{ { .call = IN_BUILD }, IDLE_BUILD },
	{ { .call = IN_QUERY, .is_locked = true }, IDLE_LOCK },
	{ { .call = IN_ENQUEUE }, IDLE_LAUNCH },
	{ { .call = IN_ENQUEUE, .has_waited = true }, IDLE_WAIT },
	{ { .call = IN_ENQUEUE, .has_waited = true, .has_moved = true }, IDLE_TRANSFER },
	{ { .call = IN_ENQUEUE, .is_enqueued = true, .waits_elsewhere = true }, IDLE_ELSEWHERE },
	{ { .call = IN_ENQUEUE, .waits_elsewhere = true }, IDLE_LAUNCH },
	{ { .call = IN_WAIT, .waits_elsewhere = true }, IDLE_ELSEWHERE },
	{ { .call = IN_NOTHING, .is_built = true }, IDLE_BUILD },
	{ { .call = IN_QUERY, .is_built = true }, IDLE_QUERY },
	{ { .call = IN_ENQUEUE, .is_enqueued = true, .waits_for_user = true }, IDLE_USER_EVENT },
	{ { .call = IN_NOTHING, .waits_for_user = true }, IDLE_OUTSIDE },
};

START_TEST(a_moment_has_a_cause)
{
	ck_assert_int_eq(idle_cause_of(&moments[_i].moment), moments[_i].cause);
	ck_assert_str_ne(idle_kinds[moments[_i].cause].cure, "");
}
END_TEST

/* A call of TIME ns each PERIOD ns, for 2 ms from AT ms on. */
static void call_often(unsigned int at, uint64_t time, uint64_t period)
{
	for (uint64_t i = 0; i < 2 * MAKER_MS / period; i++) {
		const size_t offset =
			maker_call(CLROUTER_SLOT_clSetKernelArg, at, at + 1, 0, NULL, 0);
		struct record_call *call =
			(struct record_call *)(uintptr_t)(const void *)maker_record(offset);

		call->begin = MAKER_START + at * MAKER_MS + i * period;
		call->end = call->begin + time;
	}
}

/* What it takes to make a call is not outside of OpenCL; what a program does between two calls is. */
START_TEST(calls_follow_each_other)
{
	for (int k = 0; k < 2; k++) {
		is_measured = true;
		begin();
		launch(QUEUE, 2, 2, 10, 0);
		call_often(10, 100, k == 0 ? 2000 : 10000);
		launch(QUEUE, 12, 12, 40, 0);
		find();
		ck_assert_uint_gt(model.idle.count, 0);
		ck_assert_str_eq(idle_words[model.idle.sums[0].cause], k == 0 ? "call" : "outside");
		model_done(&model);
	}
}
END_TEST

/* Callbacks inside of a call, one inside of the other, count once. */
START_TEST(callbacks_in_calls)
{
	struct record_callback fields = { .call = 0 };

	is_measured = true;
	begin();
	for (unsigned int i = 0; i < 5; i++)
		maker_call(CLROUTER_SLOT_clSetEventCallback, 10 + i, 500 - i, 0, NULL, 0);
	for (unsigned int i = 5; i-- > 0;) {
		fields.begin = MAKER_START + (10 + i) * MAKER_MS;
		fields.end = MAKER_START + (500 - i) * MAKER_MS;
		maker_append(maker_begin_record(RECORD_CALLBACK, 0), &fields.call,
			     sizeof(fields) - sizeof(fields.head));
	}
	find();
	ck_assert_uint_eq(model.idle.callbacks.time, 490 * MAKER_MS);
	ck_assert_uint_eq(model.idle.callbacks.count, 5);
	ck_assert_uint_eq(remarks.count, 1);
	ck_assert_str_eq(remark_word(remarks.list[0].id), "callbacks");
	model_done(&model);
}
END_TEST

/* -- locks
 * ----------------------------------------------------------------------------------------- */

static void add_call(struct locks *locks, uint32_t thread, uint64_t begin, uint64_t end,
		     bool is_quick)
{
	ck_assert(locks_add(locks,
			    &(struct lock_call){ .place = { .function = thread,
							    .thread = thread,
							    .time = begin * MAKER_MS,
							    .reference = begin * 1000 + thread },
						 .end = end * MAKER_MS + (is_quick ? 9000 : 0),
						 .is_quick = is_quick }));
}

static const struct {
	uint64_t begin; /* of the call of thread 2, while thread 1 is in one from 100 to 200 */
	uint64_t end;
	bool is_quick;
	bool has_waited;
} lock_cases[] = {
	{ 120, 200, true, true },   { 120, 180, true, false }, /* it returned before */
	{ 120, 260, true, false },			       /* and long after */
	{ 50, 200, true, false },			       /* it began long before */
	{ 120, 200, false, false },			       /* it has a reason to wait */
};

START_TEST(a_call_waits_for_a_lock)
{
	struct locks locks = { .list = NULL };
	const struct lock_call *holder;

	add_call(&locks, 1, 100, 200, false);
	add_call(&locks, 2, lock_cases[_i].begin, lock_cases[_i].end, lock_cases[_i].is_quick);
	ck_assert(locks_find(&locks));
	holder = locks_holder(&locks, lock_cases[_i].begin * 1000 + 2);
	ck_assert_int_eq(holder != NULL, lock_cases[_i].has_waited);
	if (holder)
		ck_assert_uint_eq(holder->place.thread, 1);
	ck_assert_ptr_null(locks_holder(&locks, 100 * 1000 + 1));
	locks_done(&locks);
}
END_TEST

/* Others of the same function took long without any lock. */
START_TEST(chance_is_no_lock)
{
	struct locks locks = { .list = NULL };

	add_call(&locks, 1, 100, 200, false);
	add_call(&locks, 2, 120, 200, true);
	add_call(&locks, 2, 300, 600, true);
	ck_assert(locks_find(&locks));
	ck_assert_ptr_null(locks_holder(&locks, 120 * 1000 + 2));
	locks_done(&locks);
}
END_TEST

START_TEST(very_many_calls_are_looked_at)
{
	struct locks locks = { .list = NULL };

	for (uint64_t i = 0; i < 300000; i++)
		ck_assert(locks_add(&locks, &(struct lock_call){ .place = { .time = i * 100000 },
								 .end = i * 100000 + LOCKS_LEAST +
									i % 50000 }));
	ck_assert_uint_le(locks.count, 1 << 17);
	ck_assert_uint_gt(locks.least, LOCKS_LEAST);
	locks_done(&locks);
}
END_TEST

/* -- gaps
 * ------------------------------------------------------------------------------------------ */

START_TEST(many_gaps_stand_for_all)
{
	struct gaps gaps = { 0 };
	double sum = 0;

	for (uint64_t i = 0; i < 50000; i++)
		ck_assert(gaps_add(&gaps, &(struct gap){ i * 100, i * 100 + 10, i + 1 }));
	ck_assert(gaps_add(&gaps, &(struct gap){ 0, 1000000, 1 }));
	ck_assert(gaps_add(&gaps, &(struct gap){ 5, 5, 1 }));
	ck_assert_uint_le(gaps_count(&gaps), GAPS_MOST + 1);
	for (int i = 0; i < GAPS_ORDERS; i++)
		for (size_t k = 0; k < gaps.orders[i].count; k++)
			sum += gaps_weight(&gaps.orders[i]) *
			       (double)(gaps.orders[i].list[k].end - gaps.orders[i].list[k].begin);
	ck_assert_double_eq_tol(sum, 50000.0 * 10 + 1000000, 1);
	gaps_clear(&gaps);
	ck_assert_uint_eq(gaps_count(&gaps), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("idle");
	TCase *tcase = unit_tcase(suite, "idle", 20);

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_loop_test(tcase, a_cause_is_found, 0, UNIT_ROWS(programs));
	tcase_add_loop_test(tcase, a_moment_has_a_cause, 0, UNIT_ROWS(moments));
	tcase_add_test(tcase, calls_follow_each_other);
	tcase_add_test(tcase, callbacks_in_calls);
	tcase_add_loop_test(tcase, a_call_waits_for_a_lock, 0, UNIT_ROWS(lock_cases));
	tcase_add_test(tcase, chance_is_no_lock);
	tcase_add_test(tcase, very_many_calls_are_looked_at);
	tcase_add_test(tcase, many_gaps_stand_for_all);
	return unit_run(suite);
}
