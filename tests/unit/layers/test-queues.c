/* SPDX-License-Identifier: Apache-2.0 */
/* queues: which queues get profiling, and that the program does not see it. */
#include "layers/record/queues.h"

#include "layers/record/file/call-records.h"
#include "opencl/constants.h"
#include "unit/state/fake-driver.h"
#include "unit/unit.h"

#define PROFILING CL_QUEUE_PROFILING_ENABLE
#define OUT_OF_ORDER CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
#define ON_DEVICE CL_QUEUE_ON_DEVICE

static char handle, context, device, event;

/* What the driver has made last, and how. */
static struct {
	cl_command_queue_properties bits;
	cl_queue_properties list[8];
	bool has_list;
	bool refuses;		/* profiling */
	bool knows_no_lists;	/* as drivers before 3.0 */
	unsigned int tries;
} driver;

static cl_command_queue make(cl_command_queue_properties bits, cl_int *error)
{
	driver.tries++;
	if (driver.refuses && bits & PROFILING) {
		if (error)
			*error = CL_INVALID_QUEUE_PROPERTIES;
		return NULL;
	}
	driver.bits = bits;
	if (error)
		*error = CL_SUCCESS;
	return (cl_command_queue)&handle;
}

static cl_command_queue CL_API_CALL create(cl_context of, cl_device_id on,
					   cl_command_queue_properties bits, cl_int *error)
{
	ck_assert_ptr_eq(of, &context);
	ck_assert_ptr_eq(on, &device);
	driver.has_list = false;
	return make(bits, error);
}

static cl_command_queue CL_API_CALL create_with(cl_context of, cl_device_id on,
						const cl_queue_properties *list, cl_int *error)
{
	cl_command_queue_properties bits = 0;
	size_t n = 0;

	ck_assert_ptr_eq(of, &context);
	ck_assert_ptr_eq(on, &device);
	driver.has_list = list != NULL;
	for (; list && list[n] != 0; n += 2) {
		driver.list[n] = list[n];
		driver.list[n + 1] = list[n + 1];
		if (list[n] == CL_QUEUE_PROPERTIES)
			bits = list[n + 1];
	}
	driver.list[n] = 0;
	return make(bits, error);
}

static cl_int answer(const void *from, size_t from_size, size_t size, void *value, size_t *size_ret)
{
	if (value && size < from_size)
		return CL_INVALID_VALUE;
	if (value)
		memcpy(value, from, from_size);
	if (size_ret)
		*size_ret = from_size;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_queue_info(cl_command_queue queue, cl_command_queue_info name,
					 size_t size, void *value, size_t *size_ret)
{
	size_t n = 0;

	if (queue != (cl_command_queue)&handle)
		return CL_INVALID_COMMAND_QUEUE;
	if (name == CL_QUEUE_PROPERTIES)
		return answer(&driver.bits, sizeof(driver.bits), size, value, size_ret);
	if (name != CL_QUEUE_PROPERTIES_ARRAY || driver.knows_no_lists)
		return CL_INVALID_VALUE;
	while (driver.list[n] != 0)
		n += 2;
	return answer(driver.list, driver.has_list ? (n + 1) * sizeof(*driver.list) : 0, size,
		      value, size_ret);
}

static cl_int CL_API_CALL set_property(cl_command_queue queue, cl_command_queue_properties bits,
				       cl_bool enable, cl_command_queue_properties *old)
{
	ck_assert_ptr_eq(queue, &handle);
	if (old)
		*old = driver.bits;
	driver.bits = enable ? driver.bits | bits : driver.bits & ~bits;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_event_info(cl_event of, cl_event_info name, size_t size, void *value,
					 size_t *size_ret)
{
	const void *queue = &handle;

	if (of != (cl_event)&event)
		return CL_INVALID_EVENT;
	ck_assert_int_eq(name, CL_EVENT_COMMAND_QUEUE);
	return answer(&queue, sizeof(queue), size, value, size_ret);
}

static cl_int CL_API_CALL get_times(cl_event of, cl_profiling_info name, size_t size, void *value,
				    size_t *size_ret)
{
	const cl_ulong time = 5;

	(void)name;
	return of == (cl_event)&event ? answer(&time, sizeof(time), size, value, size_ret)
				      : CL_INVALID_EVENT;
}

/* Nothing is measured here. */
void event_add(enum record_type type, unsigned int detail, const void *fields, size_t fields_size,
	       const void *value, size_t value_size)
{
	(void)type;
	(void)detail;
	(void)fields;
	(void)fields_size;
	(void)value;
	(void)value_size;
}

void event_sum_times(unsigned int command, const struct record_command *fields, uint64_t count)
{
	(void)command;
	(void)fields;
	(void)count;
}

bool events_are_recorded(void)
{
	return true;
}

void store_count_lost(void)
{
}

static const cl_device_type gpu = CL_DEVICE_TYPE_GPU;
static const cl_device_type cpu = CL_DEVICE_TYPE_CPU;
static const cl_command_queue_properties none, profiling_bit = PROFILING;

static void start(enum queues_change change)
{
	clrouter_target.clCreateCommandQueue = create;
	clrouter_target.clCreateCommandQueueWithProperties = create_with;
	clrouter_target.clGetCommandQueueInfo = get_queue_info;
	clrouter_target.clSetCommandQueueProperty = set_property;
	clrouter_target.clGetEventInfo = get_event_info;
	clrouter_target.clGetEventProfilingInfo = get_times;
	queues_start(change);
}

static cl_command_queue create_by_bits(cl_command_queue_properties bits)
{
	cl_int error = -1;
	cl_command_queue queue =
		queue_create((cl_context)&context, (cl_device_id)&device, bits, &error);

	ck_assert_ptr_eq(queue, &handle);
	ck_assert_int_eq(error, CL_SUCCESS);
	return queue;
}

static cl_command_queue create_by_list(const cl_queue_properties *list)
{
	cl_int error = -1;
	cl_command_queue queue = queue_create_with_properties((cl_context)&context,
							      (cl_device_id)&device, list, &error);

	ck_assert_ptr_eq(queue, &handle);
	ck_assert_int_eq(error, CL_SUCCESS);
	return queue;
}

static const struct {
	enum queues_change change;
	cl_command_queue_properties asked;
	enum record_profiling profiling;
	cl_command_queue_properties made;
	bool is_measured;
} choices[] = {
	{ QUEUES_NONE, 0, RECORD_PROFILING_AS_MADE, 0, false },
	{ QUEUES_NONE, PROFILING, RECORD_PROFILING_AS_MADE, PROFILING, true },
	{ QUEUES_ALL, 0, RECORD_PROFILING_ALL, PROFILING, true },
	{ QUEUES_ALL, OUT_OF_ORDER, RECORD_PROFILING_ALL, PROFILING | OUT_OF_ORDER, true },
	{ QUEUES_ALL, OUT_OF_ORDER | ON_DEVICE, RECORD_PROFILING_AS_MADE, OUT_OF_ORDER | ON_DEVICE,
	  false },
	{ QUEUES_SAMPLED, 0, RECORD_PROFILING_SAMPLED, PROFILING, true },
	{ QUEUES_SAMPLED, OUT_OF_ORDER, RECORD_PROFILING_OUT_OF_ORDER, OUT_OF_ORDER, false },
	{ QUEUES_SAMPLED, PROFILING, RECORD_PROFILING_AS_MADE, PROFILING, true },
	{ QUEUES_SAMPLED, PROFILING | OUT_OF_ORDER, RECORD_PROFILING_AS_MADE,
	  PROFILING | OUT_OF_ORDER, true },
};

START_TEST(gives_profiling)
{
	const cl_queue_properties list[] = { CL_QUEUE_PROPERTIES, choices[_i].asked, 0 };
	const struct timed_queue *queue;

	for (int way = 0; way < 2; way++) {
		start(choices[_i].change);
		queue = queues_find(way == 0 ? create_by_bits(choices[_i].asked)
					     : create_by_list(list));
		ck_assert_uint_eq(driver.bits, choices[_i].made);
		ck_assert_int_eq(queue->profiling, choices[_i].profiling);
		ck_assert_int_eq(queue->is_measured, choices[_i].is_measured);
		ck_assert_int_eq(queue->in_flight.is_in_order,
				 !(choices[_i].asked & OUT_OF_ORDER));
	}
	ck_assert_uint_eq(driver.tries, 2);
}
END_TEST

static const cl_name_version before[] = { { CL_MAKE_VERSION(0, 9, 4), "cl_khr_command_buffer" } };
static const cl_name_version since[] = { { CL_MAKE_VERSION(1, 0, 0), "cl_khr_fp64" },
				       { CL_MAKE_VERSION(0, 9, 5), "cl_khr_command_buffer" } };

#define TEXT(name, text) { name, text, sizeof(text) }
#define VALUE(name, value) { name, &(value), sizeof(value) }

static const struct {
	struct fake_answer answers[4];
	bool has_command_buffers;
	enum record_profiling profiling;
} devices[] = {
	{ { TEXT(CL_DEVICE_VENDOR, "NVIDIA Corporation"), VALUE(CL_DEVICE_TYPE, gpu) }, false,
	  RECORD_PROFILING_SAMPLED },
	{ { TEXT(CL_DEVICE_VENDOR, "NVIDIA Corporation"), VALUE(CL_DEVICE_TYPE, gpu) }, true,
	  RECORD_PROFILING_COMMAND_BUFFERS },
	{ { TEXT(CL_DEVICE_VENDOR, "Advanced Micro Devices, Inc."), VALUE(CL_DEVICE_TYPE, gpu) },
	  false, RECORD_PROFILING_SLOW },
	{ { TEXT(CL_DEVICE_VENDOR, "Intel(R) Corporation"), VALUE(CL_DEVICE_TYPE, gpu) }, false,
	  RECORD_PROFILING_SLOW },
	{ { TEXT(CL_DEVICE_VENDOR, "Intel(R) Corporation"), VALUE(CL_DEVICE_TYPE, cpu) }, false,
	  RECORD_PROFILING_SAMPLED },
	{ { TEXT(CL_DEVICE_VERSION, "OpenCL 3.0 x") }, false, RECORD_PROFILING_SAMPLED },
	{ { TEXT(CL_DEVICE_VERSION, "OpenCL 3.0 x"), VALUE(CL_DEVICE_EXTENSIONS_WITH_VERSION, before),
	    VALUE(CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR, none) },
	  false, RECORD_PROFILING_SAMPLED },
	{ { TEXT(CL_DEVICE_VERSION, "OpenCL 3.0 x"), VALUE(CL_DEVICE_EXTENSIONS_WITH_VERSION, since),
	    VALUE(CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR, none) },
	  false, RECORD_PROFILING_COMMAND_BUFFERS },
	{ { TEXT(CL_DEVICE_VERSION, "OpenCL 3.0 x"), VALUE(CL_DEVICE_EXTENSIONS_WITH_VERSION, since),
	    VALUE(CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR, profiling_bit) },
	  false, RECORD_PROFILING_SAMPLED },
	{ { TEXT(CL_DEVICE_VERSION, "OpenCL 1.2 x"), VALUE(CL_DEVICE_EXTENSIONS_WITH_VERSION, since),
	    VALUE(CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR, none) },
	  false, RECORD_PROFILING_SAMPLED },
};

START_TEST(depends_on_the_device)
{
	fake_driver_answer(devices[_i].answers, 4);
	start(QUEUES_SAMPLED);
	if (devices[_i].has_command_buffers)
		queues_expect_command_buffers();
	ck_assert_int_eq(queues_find(create_by_bits(0))->profiling, devices[_i].profiling);
	start(QUEUES_ALL);
	ck_assert_int_eq(queues_find(create_by_bits(0))->profiling, RECORD_PROFILING_ALL);
}
END_TEST

START_TEST(a_refusal_has_no_effect)
{
	const cl_queue_properties list[] = { CL_QUEUE_SIZE, 7, 0 };

	driver.refuses = true;
	start(QUEUES_SAMPLED);
	ck_assert_int_eq(queues_find(create_by_bits(0))->profiling, RECORD_PROFILING_REFUSED);
	ck_assert_uint_eq(driver.tries, 2);
	ck_assert(!queues_find((cl_command_queue)&handle)->is_measured);
	create_by_list(list);
	ck_assert_uint_eq(driver.tries, 4);
	ck_assert_uint_eq(driver.list[0], CL_QUEUE_SIZE);
	ck_assert_uint_eq(driver.list[2], 0);
}
END_TEST

/* The program's own mistake stays its own. */
START_TEST(an_error_is_the_drivers)
{
	cl_int error = 0;

	driver.refuses = true;
	start(QUEUES_SAMPLED);
	ck_assert_ptr_null(queue_create((cl_context)&context, (cl_device_id)&device, PROFILING,
					&error));
	ck_assert_int_eq(error, CL_INVALID_QUEUE_PROPERTIES);
	ck_assert_uint_eq(driver.tries, 1);
	ck_assert_ptr_null(queue_create((cl_context)&context, (cl_device_id)&device, PROFILING,
					NULL));
}
END_TEST

static cl_command_queue_properties bits_of_queue(void)
{
	cl_command_queue_properties bits = 77;
	size_t size = 0;

	ck_assert_int_eq(queue_get_info((cl_command_queue)&handle, CL_QUEUE_PROPERTIES,
					sizeof(bits), &bits, &size),
			 CL_SUCCESS);
	ck_assert_uint_eq(size, sizeof(bits));
	return bits;
}

START_TEST(properties_are_those_that_were_asked_for)
{
	size_t size = 0;

	start(QUEUES_ALL);
	create_by_bits(OUT_OF_ORDER);
	ck_assert_uint_eq(bits_of_queue(), OUT_OF_ORDER);
	create_by_bits(PROFILING);
	ck_assert_uint_eq(bits_of_queue(), PROFILING);
	create_by_bits(0);
	ck_assert_int_eq(queue_get_info((cl_command_queue)&handle, CL_QUEUE_PROPERTIES, 0, NULL,
					&size),
			 CL_SUCCESS);
	ck_assert_uint_eq(size, sizeof(cl_command_queue_properties));
	ck_assert_int_eq(queue_get_info((cl_command_queue)&handle, CL_QUEUE_CONTEXT, 0, NULL, NULL),
			 CL_INVALID_VALUE);
	ck_assert_int_eq(queue_get_info(NULL, CL_QUEUE_PROPERTIES, 0, NULL, NULL),
			 CL_INVALID_COMMAND_QUEUE);
}
END_TEST

static const struct {
	cl_queue_properties list[6];
	size_t count; /* 0: there is no list */
} lists[] = {
	{ { 0 }, 0 },
	{ { 0 }, 1 },
	{ { CL_QUEUE_PROPERTIES, 0, 0 }, 3 },
	{ { CL_QUEUE_PROPERTIES, OUT_OF_ORDER, 0 }, 3 },
	{ { CL_QUEUE_SIZE, 9, CL_QUEUE_PROPERTIES, OUT_OF_ORDER, 0 }, 5 },
	{ { CL_QUEUE_SIZE, 9, 0 }, 3 },
};

START_TEST(lists_are_those_that_were_given)
{
	const size_t expected = lists[_i].count * sizeof(cl_queue_properties);
	cl_queue_properties found[8] = { 0 };
	cl_command_queue queue;
	size_t size = 99;

	start(QUEUES_ALL);
	queue = create_by_list(lists[_i].count > 0 ? lists[_i].list : NULL);
	ck_assert_uint_eq(driver.bits & PROFILING, PROFILING);
	ck_assert_int_eq(queue_get_info(queue, CL_QUEUE_PROPERTIES_ARRAY, 0, NULL, &size),
			 CL_SUCCESS);
	ck_assert_uint_eq(size, expected);
	ck_assert_int_eq(queue_get_info(queue, CL_QUEUE_PROPERTIES_ARRAY, expected, found, NULL),
			 CL_SUCCESS);
	if (expected > 0) {
		ck_assert_mem_eq(found, lists[_i].list, expected);
		ck_assert_int_eq(queue_get_info(queue, CL_QUEUE_PROPERTIES_ARRAY, expected - 1,
						found, NULL),
				 CL_INVALID_VALUE);
	}
	driver.knows_no_lists = true;
	ck_assert_int_eq(queue_get_info(queue, CL_QUEUE_PROPERTIES_ARRAY, sizeof(found), found,
					NULL),
			 CL_INVALID_VALUE);
}
END_TEST

static cl_int ask_time(void)
{
	cl_ulong time = 0;

	return queue_get_profiling_info((cl_event)&event, CL_PROFILING_COMMAND_END, sizeof(time),
					&time, NULL);
}

START_TEST(times_are_there_if_they_were_asked_for)
{
	start(QUEUES_SAMPLED);
	create_by_bits(PROFILING);
	ck_assert_int_eq(ask_time(), CL_SUCCESS);
	create_by_bits(0);
	ck_assert_int_eq(ask_time(), CL_PROFILING_INFO_NOT_AVAILABLE);
	ck_assert_int_eq(queue_get_profiling_info(NULL, CL_PROFILING_COMMAND_END, 0, NULL, NULL),
			 CL_INVALID_EVENT);
}
END_TEST

START_TEST(the_program_changes_the_queue_itself)
{
	cl_command_queue_properties old = 99;
	cl_command_queue queue;

	start(QUEUES_SAMPLED);
	queue = create_by_bits(0);
	ck_assert_int_eq(queue_set_property(queue, PROFILING, CL_TRUE, &old), CL_SUCCESS);
	ck_assert_uint_eq(old, 0);
	ck_assert_uint_eq(bits_of_queue(), PROFILING);
	ck_assert_int_eq(ask_time(), CL_SUCCESS);
	ck_assert_int_eq(queues_find(queue)->profiling, RECORD_PROFILING_AS_MADE);
	ck_assert(queues_find(queue)->is_measured);
	queue = create_by_bits(0);
	ck_assert_int_eq(queue_set_property(queue, PROFILING, CL_FALSE, NULL), CL_SUCCESS);
	ck_assert_uint_eq(bits_of_queue(), 0);
	ck_assert(!queues_find(queue)->is_measured);
}
END_TEST

/* Made before the layer was there, or in a way that it does not see. */
START_TEST(an_unknown_queue_is_asked)
{
	driver.bits = _i == 0 ? 0 : PROFILING | OUT_OF_ORDER;
	start(QUEUES_SAMPLED);
	ck_assert_int_eq(queues_find((cl_command_queue)&handle)->is_measured, _i == 1);
	ck_assert_int_eq(queues_find((cl_command_queue)&handle)->in_flight.is_in_order, _i == 0);
	ck_assert_int_eq(queues_find((cl_command_queue)&handle)->profiling,
			 RECORD_PROFILING_AS_MADE);
}
END_TEST

START_TEST(forks)
{
	start(QUEUES_SAMPLED);
	create_by_bits(0);
	queues_before_fork();
	queues_after_fork_in_parent();
	queues_before_fork();
	queues_after_fork_in_child();
	ck_assert_ptr_nonnull(queues_find((cl_command_queue)&handle));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("queues");
	TCase *tcase = unit_tcase(suite, "queues", 20);

	tcase_add_loop_test(tcase, gives_profiling, 0, UNIT_ROWS(choices));
	tcase_add_loop_test(tcase, depends_on_the_device, 0, UNIT_ROWS(devices));
	tcase_add_test(tcase, a_refusal_has_no_effect);
	tcase_add_test(tcase, an_error_is_the_drivers);
	tcase_add_test(tcase, properties_are_those_that_were_asked_for);
	tcase_add_loop_test(tcase, lists_are_those_that_were_given, 0, UNIT_ROWS(lists));
	tcase_add_test(tcase, times_are_there_if_they_were_asked_for);
	tcase_add_test(tcase, the_program_changes_the_queue_itself);
	tcase_add_loop_test(tcase, an_unknown_queue_is_asked, 0, 2);
	tcase_add_test(tcase, forks);
	return unit_run(suite);
}
