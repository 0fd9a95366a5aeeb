/* SPDX-License-Identifier: Apache-2.0 */
/* capture-memory: launches with buffers and shared memory. See capture-program.h. */
#include "layers/capture-program.h"

/* A launch with two buffers, of which the host may not touch one. */
static void buffers(void)
{
	cl_mem to;

	set_scale(CL_MEM_HOST_NO_ACCESS, &to);
	shorten();
	launch(1024, NULL);
	read_after(to);
}

/* The same buffer twice. */
static void twice(void)
{
	cl_int before[4] = { 9, 9, 9, 9 };
	cl_int later[4] = { 2, 9, 9, 9 };
	cl_mem buffer;

	use("both");
	buffer = make_buffer(CL_MEM_READ_WRITE, sizeof(before), before);
	set(0, sizeof(buffer), &buffer);
	set(1, sizeof(buffer), &buffer);
	expect(0, "before", before, sizeof(before));
	expect(0, "after", later, sizeof(later));
	launch(1, NULL);
	CHECK(clFinish(queue));
}

static cl_mem make_sub_buffer(cl_mem buffer, size_t origin, size_t size)
{
	const cl_buffer_region region = { origin, size };
	cl_int error;
	cl_mem made = clCreateSubBuffer(buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
					&region, &error);

	CHECK(error);
	return made;
}

/* Sub-buffers, which overlap or not, of a buffer that the kernel does not get. */
static void sub_buffers(size_t second_origin)
{
	static cl_int before[1024], later[1024];
	const size_t part = 2048;
	cl_mem buffer, first, second;

	for (int i = 0; i < 1024; i++)
		before[i] = later[i] = i + 1;
	use("shift");
	buffer = make_buffer(CL_MEM_READ_WRITE, sizeof(before), before);
	first = make_sub_buffer(buffer, 0, part);
	second = make_sub_buffer(buffer, second_origin, 1024);
	set(0, sizeof(cl_mem), NULL);
	set(1, sizeof(first), &first);
	set(2, sizeof(second), &second);
	later[0] = 5;
	later[second_origin / sizeof(cl_int)] = 6;
	if (second_origin < part) {
		expect(0, "before", before, second_origin + 1024);
		expect(0, "after", later, second_origin + 1024);
	} else {
		expect(0, "before", before, part);
		expect(0, "after", later, part);
		expect(1, "before", (char *)before + second_origin, 1024);
		expect(1, "after", (char *)later + second_origin, 1024);
	}
	/* The buffer lives on in its parts. */
	CHECK(clReleaseMemObject(buffer));
	launch(1, NULL);
	CHECK(clFinish(queue));
}

static void overlap(void)
{
	sub_buffers(1024);
}

static void apart(void)
{
	sub_buffers(3072);
}

/* Memory of zeros before the launch. */
static void zeros(void)
{
	static cl_int bytes[65536];
	cl_mem buffer;

	use("ones");
	buffer = make_buffer(CL_MEM_READ_WRITE, sizeof(bytes), bytes);
	set(0, sizeof(buffer), &buffer);
	expect(0, "before", bytes, sizeof(bytes));
	bytes[0] = bytes[1] = 1;
	expect(0, "after", bytes, sizeof(bytes));
	launch(2, NULL);
	CHECK(clFinish(queue));
}

/* Memory of the host, which the buffer uses. */
static void host_pointer(void)
{
	static cl_int numbers[64];
	cl_mem buffer;
	cl_int error;

	for (int i = 0; i < 64; i++)
		numbers[i] = i + 2;
	use("ones");
	expect(0, "before", numbers, sizeof(numbers));
	buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, sizeof(numbers),
				numbers, &error);
	CHECK(error);
	set(0, sizeof(buffer), &buffer);
	launch(3, NULL);
	check(clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, sizeof(numbers), 0, NULL,
				 NULL, &error) == (void *)numbers,
	      "the memory of the host");
	CHECK(error);
	check(numbers[0] == 1 && numbers[2] == 1 && numbers[3] == 5, "the result");
	expect(0, "after", numbers, sizeof(numbers));
}

/* -- contents that are read in several parts -------------------------------------------------- */

#define MANY (2359296 + 5) /* numbers of 9 MiB, and some that fill no part */

static cl_int *make_numbers(void)
{
	cl_uint state = 1;
	cl_int *numbers = calloc(MANY, sizeof(*numbers));

	check(numbers != NULL, "memory");
	for (size_t i = 0; i < MANY; i++) {
		state = state * 1664525 + 1013904223;
		numbers[i] = (cl_int)(state >> 1);
	}
	return numbers;
}

static void put_number(cl_int *numbers, cl_int at)
{
	cl_mem buffer;

	use("put");
	buffer = make_buffer(CL_MEM_READ_WRITE, MANY * sizeof(*numbers), numbers);
	set(0, sizeof(buffer), &buffer);
	set(1, sizeof(at), &at);
	expect(0, "before", numbers, MANY * sizeof(*numbers));
	numbers[at] = 9;
	expect(0, "after", numbers, MANY * sizeof(*numbers));
	launch(1, NULL);
	CHECK(clFinish(queue));
}

/* The launch changes the last number. */
static void last(void)
{
	put_number(make_numbers(), MANY - 1);
}

/* The launch changes one of the numbers in the second part. */
static void middle(void)
{
	put_number(make_numbers(), MANY / 2);
}

/* All numbers are 0, but for the last one, before the launch, and one in the middle after it. */
static void late(void)
{
	cl_int *numbers = calloc(MANY, sizeof(*numbers));

	check(numbers != NULL, "memory");
	numbers[MANY - 1] = 1;
	put_number(numbers, MANY / 2);
}

/* The launch may change the buffer, but does not. */
static void unchanged(void)
{
	cl_int *numbers = make_numbers();
	cl_mem buffer;

	use("keep");
	buffer = make_buffer(CL_MEM_READ_WRITE, MANY * sizeof(*numbers), numbers);
	set(0, sizeof(buffer), &buffer);
	expect(0, "before", numbers, MANY * sizeof(*numbers));
	expect(0, "after", numbers, MANY * sizeof(*numbers));
	launch(1, NULL);
	CHECK(clFinish(queue));
}

/* -- shared memory ------------------------------------------------------------------------- */

static cl_int *allocate(size_t size)
{
	cl_device_svm_capabilities svm = 0;
	cl_int *made;

	clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof(svm), &svm, NULL);
	if (svm == 0)
		exit(SKIP);
	made = clSVMAlloc(context, CL_MEM_READ_WRITE, size, 0);
	check(made != NULL, "clSVMAlloc");
	CHECK(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, made, size, 0, NULL, NULL));
	return made;
}

/* A pointer into the middle of an allocation. */
static void shared(void)
{
	cl_int *pointer = allocate(4096);

	memset(pointer, 1, 4096);
	expect(0, "before", pointer, 4096);
	pointer[512] = 1;
	expect(0, "after", pointer, 4096);
	pointer[512] = 0x01010101;
	CHECK(clEnqueueSVMUnmap(queue, pointer, 0, NULL, NULL));
	use("ones");
	CHECK(clSetKernelArgSVMPointer(kernel, 0, pointer + 512));
	launch(1, NULL);
	CHECK(clFinish(queue));
	clSVMFree(context, pointer);
}

/* Memory with a pointer into shared memory: it cannot be captured. */
static void pointers(void)
{
	cl_int *pointer = allocate(4096);
	cl_int *other = allocate(4096);
	cl_int *inside = other + 3;

	memset(pointer, 0, 4096);
	memcpy(pointer + 256, &inside, sizeof(inside));
	CHECK(clEnqueueSVMUnmap(queue, pointer, 0, NULL, NULL));
	CHECK(clEnqueueSVMUnmap(queue, other, 0, NULL, NULL));
	use("ones");
	CHECK(clSetKernelArgSVMPointer(kernel, 0, pointer));
	launch(1, NULL);
	CHECK(clFinish(queue));
}

/* A kernel that finds shared memory by itself: the program lists it. */
static void listed(void)
{
	cl_int *pointer = allocate(4096);
	void *list[] = { pointer };

	CHECK(clEnqueueSVMUnmap(queue, pointer, 0, NULL, NULL));
	use("ones");
	CHECK(clSetKernelArgSVMPointer(kernel, 0, pointer));
	CHECK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(list), list));
	launch(1, NULL);
	CHECK(clFinish(queue));
}

/* The launch changes nothing in shared memory of several parts. */
static void shared_unchanged(void)
{
	cl_int *numbers = make_numbers();
	cl_int *pointer = allocate(MANY * sizeof(*numbers));

	memcpy(pointer, numbers, MANY * sizeof(*numbers));
	expect(0, "before", numbers, MANY * sizeof(*numbers));
	expect(0, "after", numbers, MANY * sizeof(*numbers));
	CHECK(clEnqueueSVMUnmap(queue, pointer, 0, NULL, NULL));
	use("keep");
	CHECK(clSetKernelArgSVMPointer(kernel, 0, pointer));
	launch(1, NULL);
	CHECK(clFinish(queue));
	clSVMFree(context, pointer);
}

/* The kernel may follow pointers to all memory of the host. */
static void indirect(void)
{
	const cl_bool is_on = CL_TRUE;
	cl_int number = 0;
	cl_mem buffer = make_buffer(CL_MEM_READ_WRITE, sizeof(number), &number);

	use("ones");
	set(0, sizeof(buffer), &buffer);
	if (clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof(is_on),
				&is_on) != CL_SUCCESS)
		exit(SKIP);
	launch(1, NULL);
	CHECK(clFinish(queue));
}

const struct capture_mode memory_modes[] = {
	{ "buffers", buffers },
	{ "twice", twice },
	{ "overlap", overlap },
	{ "apart", apart },
	{ "zeros", zeros },
	{ "shared", shared },
	{ "pointers", pointers },
	{ "listed", listed },
	{ "shared-unchanged", shared_unchanged },
	{ "indirect", indirect },
	{ "host-pointer", host_pointer },
	{ "last", last },
	{ "middle", middle },
	{ "late", late },
	{ "unchanged", unchanged },
	{ NULL, NULL },
};
