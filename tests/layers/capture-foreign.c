/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture-foreign: launches with objects of OpenGL, pipes and queues of devices, which only a stub
 * (tests/layers/kinds-driver.c) has. See capture-program.h.
 */
#include "layers/capture-program.h"

#include <CL/cl_gl.h>

/* What the stub says of the objects of OpenGL. */
#define GL_BUFFER 7
#define GL_TEXTURE 8
#define GL_BYTES 4096
#define GL_WIDTH 8
#define GL_HEIGHT 4

/* The object NAME, or the end of the program. */
static cl_mem make_gl(cl_uint name)
{
	cl_int error;
	cl_mem made = name == GL_BUFFER ? clCreateFromGLBuffer(context, CL_MEM_READ_WRITE, name, &error)
					: clCreateFromGLTexture(context, CL_MEM_READ_ONLY, 0x0DE1, 0,
								name, &error);

	if (error != CL_SUCCESS)
		exit(SKIP);
	return made;
}

static void fill(unsigned char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		bytes[i] = (unsigned char)(i % 251);
}

/* A buffer that is acquired right before the launch, and released right after it. */
static void gl_buffer(void)
{
	static union {
		unsigned char bytes[GL_BYTES];
		cl_int numbers[GL_BYTES / sizeof(cl_int)];
	} contents;
	cl_mem buffer = make_gl(GL_BUFFER);
	cl_event acquired, ended;

	fill(contents.bytes, GL_BYTES);
	use("ones");
	set(0, sizeof(buffer), &buffer);
	expect(0, "before", &contents, sizeof(contents));
	contents.numbers[0] = contents.numbers[1] = 1;
	expect(0, "after", &contents, sizeof(contents));
	CHECK(clEnqueueAcquireGLObjects(queue, 1, &buffer, 0, NULL, &acquired));
	launch(2, &ended);
	CHECK(clEnqueueReleaseGLObjects(queue, 1, &buffer, 1, &ended, NULL));
	CHECK(clFinish(queue));
	CHECK(clReleaseEvent(acquired));
	CHECK(clReleaseEvent(ended));
}

static void gl_image(void)
{
	static const char text[] =
		"constant sampler_t own = CLK_FILTER_NEAREST | CLK_ADDRESS_CLAMP;\n"
		"kernel void pick(read_only image2d_t from, global uint *to) {\n"
		"	*to = read_imageui(from, own, (int2)(3, 2)).y;\n"
		"}\n";
	static unsigned char pixels[GL_HEIGHT][GL_WIDTH][4];
	cl_mem image = make_gl(GL_TEXTURE);
	cl_uint number = 0;
	cl_mem result = make_buffer(CL_MEM_READ_WRITE, sizeof(number), &number);

	build(text, "");
	use("pick");
	fill((unsigned char *)pixels, sizeof(pixels));
	set(0, sizeof(image), &image);
	set(1, sizeof(result), &result);
	expect(0, "before", pixels, sizeof(pixels));
	expect(1, "before", &number, sizeof(number));
	number = pixels[2][3][1];
	expect(1, "after", &number, sizeof(number));
	CHECK(clEnqueueAcquireGLObjects(queue, 1, &image, 0, NULL, NULL));
	launch(1, NULL);
	CHECK(clFinish(queue));
}

static void launch_with(cl_mem buffer)
{
	use("ones");
	set(0, sizeof(buffer), &buffer);
	launch(1, NULL);
	CHECK(clFinish(queue));
}

static void gl_never_acquired(void)
{
	launch_with(make_gl(GL_BUFFER));
}

static void gl_released(void)
{
	cl_mem buffer = make_gl(GL_BUFFER);

	CHECK(clEnqueueAcquireGLObjects(queue, 1, &buffer, 0, NULL, NULL));
	CHECK(clEnqueueReleaseGLObjects(queue, 1, &buffer, 0, NULL, NULL));
	launch_with(buffer);
}

static void pipe_object(void)
{
	cl_int error;
	cl_mem made = clCreatePipe(context, CL_MEM_READ_WRITE, 4, 16, NULL, &error);

	if (error != CL_SUCCESS)
		exit(SKIP);
	launch_with(made);
}

/* A kernel whose argument is a queue, as far as the layer can see. */
static void device_queue(void)
{
	cl_int number = 0;
	cl_mem buffer = make_buffer(CL_MEM_READ_WRITE, sizeof(number), &number);

	build("kernel void later(NUMBER queue, global int *to) { *to = queue != 0; }\n",
	      sizeof(queue) == sizeof(cl_ulong) ? "-DNUMBER=ulong" : "-DNUMBER=uint");
	use("later");
	set(0, sizeof(queue), &queue);
	set(1, sizeof(buffer), &buffer);
	launch(1, NULL);
	CHECK(clFinish(queue));
}

const struct capture_mode foreign_modes[] = {
	{ "gl-buffer", gl_buffer },
	{ "gl-image", gl_image },
	{ "gl-never-acquired", gl_never_acquired },
	{ "gl-released", gl_released },
	{ "device-queue", device_queue },
	{ "pipe", pipe_object },
	{ NULL, NULL },
};
