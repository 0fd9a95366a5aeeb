/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wrong-calls: a table of wrong calls to every function of an extension that the compatibility
 * layer emulates. test-layer-wrong-calls.c includes it, and has the objects that rows name.
 *
 *	WRONG(function, (arguments), error)
 *	NOTHING(function, (arguments, then where the error is stored), error)	returns an object
 *	RECORDED(function, WITH(arguments))	between the properties and the wait list of a command;
 *					this call is right, and gets the errors that all commands share
 *	WRONG_COMMAND(function, (arguments), error)	the same arguments, one of them wrong
 */

/* -- command buffers --------------------------------------------------------------------- */

NOTHING(clCreateCommandBufferKHR, (1, NULL, NULL, &error), CL_INVALID_VALUE)
NOTHING(clCreateCommandBufferKHR, (0, NULL, NULL, &error), CL_INVALID_VALUE)
NOTHING(clCreateCommandBufferKHR, (0, &queue, NULL, &error), CL_INVALID_VALUE)
NOTHING(clCreateCommandBufferKHR, (2, two_queues, NULL, &error), CL_INVALID_VALUE)
NOTHING(clCreateCommandBufferKHR, (1, &no_queue, NULL, &error), CL_INVALID_COMMAND_QUEUE)
NOTHING(clCreateCommandBufferKHR, (1, &queue, LIST(0x1234, 0, 0), &error), CL_INVALID_VALUE)
NOTHING(clCreateCommandBufferKHR, (1, &queue, LIST(FLAGS, 8, 0), &error), CL_INVALID_VALUE)
NOTHING(clCreateCommandBufferKHR, (1, &queue, LIST(FLAGS, 0, FLAGS, 0, 0), &error),
	CL_INVALID_VALUE)
NOTHING(clCreateCommandBufferKHR, (1, &queue, LIST(FLAGS, 4, 0), &error), CL_INVALID_PROPERTY)
NOTHING(clCreateCommandBufferKHR, (1, &queue, LIST(BUFFER_ASSERTS, 2, 0), &error),
	CL_INVALID_VALUE)
WRONG(clRetainCommandBufferKHR, (NULL), CL_INVALID_COMMAND_BUFFER_KHR)
WRONG(clRetainCommandBufferKHR, (JUNK), CL_INVALID_COMMAND_BUFFER_KHR)
WRONG(clRetainCommandBufferKHR, ((void *)semaphore), CL_INVALID_COMMAND_BUFFER_KHR)
WRONG(clRetainCommandBufferKHR, ((void *)handle), CL_INVALID_COMMAND_BUFFER_KHR)
WRONG(clReleaseCommandBufferKHR, (NULL), CL_INVALID_COMMAND_BUFFER_KHR)
WRONG(clReleaseCommandBufferKHR, (JUNK), CL_INVALID_COMMAND_BUFFER_KHR)
WRONG(clReleaseCommandBufferKHR, ((void *)queue), CL_INVALID_COMMAND_BUFFER_KHR)
WRONG(clFinalizeCommandBufferKHR, (NULL), CL_INVALID_COMMAND_BUFFER_KHR)
WRONG(clFinalizeCommandBufferKHR, (JUNK), CL_INVALID_COMMAND_BUFFER_KHR)
WRONG(clFinalizeCommandBufferKHR, (final), CL_INVALID_OPERATION)
WRONG(clFinalizeCommandBufferKHR, (pending), CL_INVALID_OPERATION)

WRONG(clEnqueueCommandBufferKHR, (0, NULL, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_BUFFER_KHR)
WRONG(clEnqueueCommandBufferKHR, (0, NULL, JUNK, 0, NULL, NULL), CL_INVALID_COMMAND_BUFFER_KHR)
WRONG(clEnqueueCommandBufferKHR, (0, NULL, commands, 0, NULL, NULL), CL_INVALID_OPERATION)
WRONG(clEnqueueCommandBufferKHR, (0, NULL, pending, 0, NULL, NULL), CL_INVALID_OPERATION)
WRONG(clEnqueueCommandBufferKHR, (1, NULL, final, 0, NULL, NULL), CL_INVALID_VALUE)
WRONG(clEnqueueCommandBufferKHR, (0, &queue, final, 0, NULL, NULL), CL_INVALID_VALUE)
WRONG(clEnqueueCommandBufferKHR, (2, two_queues, final, 0, NULL, NULL), CL_INVALID_VALUE)
WRONG(clEnqueueCommandBufferKHR, (1, &no_queue, final, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE)
WRONG(clEnqueueCommandBufferKHR, (1, &foreign_queue, final, 0, NULL, NULL), CL_INVALID_CONTEXT)
WRONG(clEnqueueCommandBufferKHR, (1, &device_queue, final, 0, NULL, NULL),
      CL_INCOMPATIBLE_COMMAND_QUEUE_KHR)
WRONG(clEnqueueCommandBufferKHR, (0, NULL, final, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST)
WRONG(clEnqueueCommandBufferKHR, (0, NULL, final, 0, &event, NULL), CL_INVALID_EVENT_WAIT_LIST)
WRONG(clEnqueueCommandBufferKHR, (0, NULL, final, 1, &no_event, NULL), CL_INVALID_EVENT_WAIT_LIST)
WRONG(clEnqueueCommandBufferKHR, (0, NULL, final, 1, &foreign_event, NULL), CL_INVALID_CONTEXT)

WRONG(clGetCommandBufferInfoKHR, (NULL, BUFFER_STATE, 4, &number, NULL),
      CL_INVALID_COMMAND_BUFFER_KHR)
WRONG(clGetCommandBufferInfoKHR, (JUNK, BUFFER_STATE, 4, &number, NULL),
      CL_INVALID_COMMAND_BUFFER_KHR)
WRONG(clGetCommandBufferInfoKHR, (final, 0, 4, &number, NULL), CL_INVALID_VALUE)
WRONG(clGetCommandBufferInfoKHR, (final, BUFFER_STATE, 3, &number, NULL), CL_INVALID_VALUE)
WRONG(clGetCommandBufferInfoKHR, (final, BUFFER_STATE, 0, &number, NULL), CL_INVALID_VALUE)
WRONG(clGetCommandBufferInfoKHR, (final, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, 8, &number, NULL),
      CL_INVALID_VALUE)

/* -- commands ---------------------------------------------------------------------------- */

RECORDED(clCommandBarrierWithWaitListKHR, )

RECORDED(clCommandCopyBufferKHR, WITH(buffer, buffer, 0, 64, 64))
WRONG_COMMAND(clCommandCopyBufferKHR, (NULL, buffer, 0, 64, 4), CL_INVALID_MEM_OBJECT)
WRONG_COMMAND(clCommandCopyBufferKHR, (buffer, NULL, 0, 64, 4), CL_INVALID_MEM_OBJECT)
WRONG_COMMAND(clCommandCopyBufferKHR, (image, buffer, 0, 64, 4), CL_INVALID_MEM_OBJECT)
WRONG_COMMAND(clCommandCopyBufferKHR, (foreign, buffer, 0, 64, 4), CL_INVALID_CONTEXT)
WRONG_COMMAND(clCommandCopyBufferKHR, (buffer, foreign, 0, 64, 4), CL_INVALID_CONTEXT)
WRONG_COMMAND(clCommandCopyBufferKHR, (crooked, buffer, 0, 64, 4), CL_MISALIGNED_SUB_BUFFER_OFFSET)
WRONG_COMMAND(clCommandCopyBufferKHR, (buffer, crooked, 0, 64, 4), CL_MISALIGNED_SUB_BUFFER_OFFSET)
WRONG_COMMAND(clCommandCopyBufferKHR, (buffer, buffer, SIZE - 3, 64, 4), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferKHR, (buffer, buffer, 0, SIZE - 3, 4), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferKHR, (buffer, buffer, MOST, 64, 4), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferKHR, (buffer, buffer, 0, 64, MOST), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferKHR, (buffer, buffer, 0, 3, 4), CL_MEM_COPY_OVERLAP)
WRONG_COMMAND(clCommandCopyBufferKHR, (part, later, 512, 0, 4), CL_MEM_COPY_OVERLAP)
WRONG_COMMAND(clCommandCopyBufferKHR, (buffer, fixed_buffer, 0, 0, 4), CL_INVALID_OPERATION)

RECORDED(clCommandCopyBufferRectKHR, WITH(buffer, buffer, zero, next, box, 16, 0, 16, 0))
WRONG_COMMAND(clCommandCopyBufferRectKHR, (NULL, buffer, zero, next, box, 16, 0, 16, 0),
	      CL_INVALID_MEM_OBJECT)
WRONG_COMMAND(clCommandCopyBufferRectKHR, (buffer, image, zero, next, box, 16, 0, 16, 0),
	      CL_INVALID_MEM_OBJECT)
WRONG_COMMAND(clCommandCopyBufferRectKHR, (buffer, foreign, zero, next, box, 16, 0, 16, 0),
	      CL_INVALID_CONTEXT)
WRONG_COMMAND(clCommandCopyBufferRectKHR, (crooked, buffer, zero, next, box, 16, 0, 16, 0),
	      CL_MISALIGNED_SUB_BUFFER_OFFSET)
WRONG_COMMAND(clCommandCopyBufferRectKHR, (buffer, buffer, NULL, next, box, 16, 0, 16, 0),
	      CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferRectKHR, (buffer, buffer, zero, NULL, box, 16, 0, 16, 0),
	      CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferRectKHR, (buffer, buffer, zero, next, NULL, 16, 0, 16, 0),
	      CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferRectKHR, (buffer, buffer, zero, next, flat, 16, 0, 16, 0),
	      CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferRectKHR, (buffer, buffer, zero, next, box, 3, 0, 3, 0),
	      CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferRectKHR, (buffer, buffer, zero, next, box, 16, 16, 16, 16),
	      CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferRectKHR, (buffer, buffer, zero, next, box, 16, 40, 16, 40),
	      CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferRectKHR, (buffer, buffer, zero, next, box, 16, 0, 32, 0),
	      CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferRectKHR, (buffer, buffer, zero, next, box, 16, 32, 16, 64),
	      CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferRectKHR, (buffer, buffer, zero, far, box, 16, 0, 16, 0),
	      CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferRectKHR, (buffer, buffer, far, next, box, MOST, 0, MOST, 0),
	      CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferRectKHR, (buffer, buffer, zero, one, box, 16, 0, 16, 0),
	      CL_MEM_COPY_OVERLAP)
WRONG_COMMAND(clCommandCopyBufferRectKHR, (buffer, fixed_buffer, zero, next, box, 16, 0, 16, 0),
	      CL_INVALID_OPERATION)

RECORDED(clCommandFillBufferKHR, WITH(buffer, &number, 4, 0, 64))
WRONG_COMMAND(clCommandFillBufferKHR, (NULL, &number, 4, 0, 64), CL_INVALID_MEM_OBJECT)
WRONG_COMMAND(clCommandFillBufferKHR, (image, &number, 4, 0, 64), CL_INVALID_MEM_OBJECT)
WRONG_COMMAND(clCommandFillBufferKHR, (foreign, &number, 4, 0, 64), CL_INVALID_CONTEXT)
WRONG_COMMAND(clCommandFillBufferKHR, (crooked, &number, 4, 0, 64),
	      CL_MISALIGNED_SUB_BUFFER_OFFSET)
WRONG_COMMAND(clCommandFillBufferKHR, (fixed_buffer, &number, 4, 0, 64), CL_INVALID_OPERATION)
WRONG_COMMAND(clCommandFillBufferKHR, (buffer, NULL, 4, 0, 64), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandFillBufferKHR, (buffer, &number, 0, 0, 64), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandFillBufferKHR, (buffer, &number, 3, 0, 63), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandFillBufferKHR, (buffer, &number, 256, 0, 256), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandFillBufferKHR, (buffer, &number, 4, 2, 64), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandFillBufferKHR, (buffer, &number, 4, 0, 63), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandFillBufferKHR, (buffer, &number, 4, SIZE, 4), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandFillBufferKHR, (buffer, &number, 4, MOST - 3, 8), CL_INVALID_VALUE)

RECORDED(clCommandCopyBufferToImageKHR, WITH(buffer, image, 0, zero, one))
WRONG_COMMAND(clCommandCopyBufferToImageKHR, (NULL, image, 0, zero, one), CL_INVALID_MEM_OBJECT)
WRONG_COMMAND(clCommandCopyBufferToImageKHR, (buffer, NULL, 0, zero, one), CL_INVALID_MEM_OBJECT)
WRONG_COMMAND(clCommandCopyBufferToImageKHR, (buffer, buffer, 0, zero, one), CL_INVALID_MEM_OBJECT)
WRONG_COMMAND(clCommandCopyBufferToImageKHR, (image, image, 0, zero, one), CL_INVALID_MEM_OBJECT)
WRONG_COMMAND(clCommandCopyBufferToImageKHR, (foreign, image, 0, zero, one), CL_INVALID_CONTEXT)
WRONG_COMMAND(clCommandCopyBufferToImageKHR, (buffer, foreign_image, 0, zero, one),
	      CL_INVALID_CONTEXT)
WRONG_COMMAND(clCommandCopyBufferToImageKHR, (crooked, image, 0, zero, one),
	      CL_MISALIGNED_SUB_BUFFER_OFFSET)
WRONG_COMMAND(clCommandCopyBufferToImageKHR, (buffer, image, 0, NULL, one), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferToImageKHR, (buffer, image, 0, zero, NULL), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferToImageKHR, (buffer, image, 0, zero, flat), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferToImageKHR, (buffer, image, 0, far, one), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferToImageKHR, (buffer, image, 0, zero, box), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferToImageKHR, (buffer, image, SIZE - 3, zero, one),
	      CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyBufferToImageKHR, (buffer, image, MOST, zero, one), CL_INVALID_VALUE)

RECORDED(clCommandCopyImageToBufferKHR, WITH(image, buffer, zero, one, 0))
WRONG_COMMAND(clCommandCopyImageToBufferKHR, (NULL, buffer, zero, one, 0), CL_INVALID_MEM_OBJECT)
WRONG_COMMAND(clCommandCopyImageToBufferKHR, (buffer, buffer, zero, one, 0), CL_INVALID_MEM_OBJECT)
WRONG_COMMAND(clCommandCopyImageToBufferKHR, (image, NULL, zero, one, 0), CL_INVALID_MEM_OBJECT)
WRONG_COMMAND(clCommandCopyImageToBufferKHR, (image, image, zero, one, 0), CL_INVALID_MEM_OBJECT)
WRONG_COMMAND(clCommandCopyImageToBufferKHR, (foreign_image, buffer, zero, one, 0),
	      CL_INVALID_CONTEXT)
WRONG_COMMAND(clCommandCopyImageToBufferKHR, (image, foreign, zero, one, 0), CL_INVALID_CONTEXT)
WRONG_COMMAND(clCommandCopyImageToBufferKHR, (image, crooked, zero, one, 0),
	      CL_MISALIGNED_SUB_BUFFER_OFFSET)
WRONG_COMMAND(clCommandCopyImageToBufferKHR, (image, buffer, NULL, one, 0), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyImageToBufferKHR, (image, buffer, zero, NULL, 0), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyImageToBufferKHR, (image, buffer, far, one, 0), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyImageToBufferKHR, (image, buffer, zero, flat, 0), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyImageToBufferKHR, (image, buffer, zero, one, SIZE), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyImageToBufferKHR, (image, fixed_buffer, zero, one, 0),
	      CL_INVALID_OPERATION)

RECORDED(clCommandCopyImageKHR, WITH(image, image, zero, next, one))
WRONG_COMMAND(clCommandCopyImageKHR, (NULL, image, zero, next, one), CL_INVALID_MEM_OBJECT)
WRONG_COMMAND(clCommandCopyImageKHR, (image, buffer, zero, next, one), CL_INVALID_MEM_OBJECT)
WRONG_COMMAND(clCommandCopyImageKHR, (foreign_image, image, zero, next, one), CL_INVALID_CONTEXT)
WRONG_COMMAND(clCommandCopyImageKHR, (image, foreign_image, zero, next, one), CL_INVALID_CONTEXT)
WRONG_COMMAND(clCommandCopyImageKHR, (image, other_image, zero, next, one),
	      CL_IMAGE_FORMAT_MISMATCH)
WRONG_COMMAND(clCommandCopyImageKHR, (image, image, NULL, next, one), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyImageKHR, (image, image, zero, NULL, one), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyImageKHR, (image, image, zero, next, NULL), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyImageKHR, (image, image, far, next, one), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyImageKHR, (image, image, zero, far, one), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyImageKHR, (image, image, zero, next, flat), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandCopyImageKHR, (image, image, zero, zero, one), CL_MEM_COPY_OVERLAP)
WRONG_COMMAND(clCommandCopyImageKHR, (image, large_image, zero, next, one), CL_INVALID_IMAGE_SIZE)

RECORDED(clCommandFillImageKHR, WITH(image, colour, zero, one))
WRONG_COMMAND(clCommandFillImageKHR, (NULL, colour, zero, one), CL_INVALID_MEM_OBJECT)
WRONG_COMMAND(clCommandFillImageKHR, (buffer, colour, zero, one), CL_INVALID_MEM_OBJECT)
WRONG_COMMAND(clCommandFillImageKHR, (foreign_image, colour, zero, one), CL_INVALID_CONTEXT)
WRONG_COMMAND(clCommandFillImageKHR, (image, NULL, zero, one), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandFillImageKHR, (image, colour, NULL, one), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandFillImageKHR, (image, colour, zero, NULL), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandFillImageKHR, (image, colour, far, one), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandFillImageKHR, (image, colour, zero, flat), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandFillImageKHR, (image, colour, zero, box), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandFillImageKHR, (large_image, colour, zero, one), CL_INVALID_IMAGE_SIZE)

RECORDED(clCommandSVMMemcpyKHR, WITH(memory, memory + 64, 64))
WRONG_COMMAND(clCommandSVMMemcpyKHR, (NULL, memory, 64), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandSVMMemcpyKHR, (memory, NULL, 64), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandSVMMemcpyKHR, (memory, memory + 63, 64), CL_MEM_COPY_OVERLAP)
WRONG_COMMAND(clCommandSVMMemcpyKHR, (memory + 64, memory, MOST), CL_MEM_COPY_OVERLAP)

RECORDED(clCommandSVMMemFillKHR, WITH(memory, &number, 4, 64))
WRONG_COMMAND(clCommandSVMMemFillKHR, (NULL, &number, 4, 64), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandSVMMemFillKHR, (memory, NULL, 4, 64), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandSVMMemFillKHR, (memory, &number, 0, 64), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandSVMMemFillKHR, (memory, &number, 3, 63), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandSVMMemFillKHR, (memory, &number, 256, 256), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandSVMMemFillKHR, (memory, &number, 4, 63), CL_INVALID_VALUE)
WRONG_COMMAND(clCommandSVMMemFillKHR, (memory + 2, &number, 4, 64), CL_INVALID_VALUE)

RECORDED(clCommandNDRangeKernelKHR, WITH(kernel, 1, NULL, eight, NULL))
WRONG_COMMAND(clCommandNDRangeKernelKHR, (NULL, 1, NULL, eight, NULL), CL_INVALID_KERNEL)
WRONG_COMMAND(clCommandNDRangeKernelKHR, (foreign_kernel, 1, NULL, eight, NULL),
	      CL_INVALID_CONTEXT)
WRONG_COMMAND(clCommandNDRangeKernelKHR, (kernel, 0, NULL, eight, NULL), CL_INVALID_WORK_DIMENSION)
WRONG_COMMAND(clCommandNDRangeKernelKHR, (kernel, 4, NULL, eight, NULL), CL_INVALID_WORK_DIMENSION)
WRONG_COMMAND(clCommandNDRangeKernelKHR, (kernel, MOST_DIMENSIONS, NULL, eight, NULL),
	      CL_INVALID_WORK_DIMENSION)
WRONG_COMMAND(clCommandNDRangeKernelKHR, (kernel, 1, far, eight, NULL), CL_INVALID_GLOBAL_OFFSET)
WRONG_COMMAND(clCommandNDRangeKernelKHR, (kernel, 1, NULL, eight, zero),
	      CL_INVALID_WORK_GROUP_SIZE)
WRONG_COMMAND(clCommandNDRangeKernelKHR, (kernel, 2, NULL, wide, wide),
	      CL_INVALID_WORK_GROUP_SIZE)
WRONG_COMMAND(clCommandNDRangeKernelKHR, (kernel, 1, NULL, huge, huge), CL_INVALID_WORK_ITEM_SIZE)
WRONG_COMMAND(clCommandNDRangeKernelKHR, (kernel, 1, NULL, eight, three),
	      CL_INVALID_WORK_GROUP_SIZE)
WRONG(clCommandNDRangeKernelKHR, KERNEL_WITH(LIST(FIELDS, 32, 0), NULL), CL_INVALID_VALUE)
WRONG(clCommandNDRangeKernelKHR, KERNEL_WITH(LIST(FIELDS, 1, FIELDS, 1, 0), NULL),
      CL_INVALID_VALUE)
WRONG(clCommandNDRangeKernelKHR, KERNEL_WITH(LIST(ASSERTS, 2, 0), NULL), CL_INVALID_VALUE)
WRONG(clCommandNDRangeKernelKHR, KERNEL_WITH(LIST(ASSERTS, 1, 0), NULL), CL_INVALID_VALUE)
WRONG(clCommandNDRangeKernelKHR,
      (commands, NULL, LIST(FIELDS, 2, 0), bare, 1, NULL, eight, NULL, 0, NULL, NULL, NULL),
      CL_INVALID_KERNEL_ARGS)

/* -- updates ----------------------------------------------------------------------------- */

WRONG(clUpdateMutableCommandsKHR, (NULL, 0, NULL, NULL), CL_INVALID_COMMAND_BUFFER_KHR)
WRONG(clUpdateMutableCommandsKHR, (JUNK, 0, NULL, NULL), CL_INVALID_COMMAND_BUFFER_KHR)
WRONG(clUpdateMutableCommandsKHR, (commands, 0, NULL, NULL), CL_INVALID_OPERATION)
WRONG(clUpdateMutableCommandsKHR, (firm, 0, NULL, NULL), CL_INVALID_OPERATION)
WRONG(clUpdateMutableCommandsKHR, (final, 1, NULL, CONFIG(0)), CL_INVALID_VALUE)
WRONG(clUpdateMutableCommandsKHR, (final, 1, &type, NULL), CL_INVALID_VALUE)
WRONG(clUpdateMutableCommandsKHR, (final, 0, &type, NULL), CL_INVALID_VALUE)
WRONG(clUpdateMutableCommandsKHR, (final, 0, NULL, CONFIG(0)), CL_INVALID_VALUE)
WRONG(clUpdateMutableCommandsKHR, (final, 1, &wrong_type, CONFIG(0)), CL_INVALID_VALUE)
WRONG(clUpdateMutableCommandsKHR, (final, 1, &type, no_config), CL_INVALID_VALUE)
#define MUTABLE CL_INVALID_MUTABLE_COMMAND_KHR
WRONG(clUpdateMutableCommandsKHR, (final, 1, &type, CONFIG(.command = NULL)), MUTABLE)
WRONG(clUpdateMutableCommandsKHR, (final, 1, &type, CONFIG(.command = JUNK)), MUTABLE)
WRONG(clUpdateMutableCommandsKHR, (final, 1, &type, CONFIG(.command = (void *)final)), MUTABLE)
WRONG(clUpdateMutableCommandsKHR, (final, 1, &type, CONFIG(.command = pending_handle)), MUTABLE)
#define UPDATE(expected, ...)                                                                      \
	WRONG(clUpdateMutableCommandsKHR,                                                          \
	      (final, 1, &type, CONFIG(.command = handle, __VA_ARGS__)), expected)                 \
	WRONG(clUpdateMutableCommandsKHR,                                                          \
	      (final, 1, &type, CONFIG(.command = fixed, __VA_ARGS__)), expected)
UPDATE(CL_INVALID_VALUE, .num_args = 1)
UPDATE(CL_INVALID_VALUE, .arg_list = &argument)
UPDATE(CL_INVALID_VALUE, .num_svm_args = 1)
UPDATE(CL_INVALID_VALUE, .arg_svm_list = &argument)
UPDATE(CL_INVALID_VALUE, .num_exec_infos = 1)
UPDATE(CL_INVALID_VALUE, .exec_info_list = &info)
UPDATE(CL_INVALID_OPERATION, .work_dim = 2)
#undef UPDATE
#define UPDATE(expected, which, ...)                                                               \
	WRONG(clUpdateMutableCommandsKHR,                                                          \
	      (final, 1, &type, CONFIG(.command = which, __VA_ARGS__)), expected)
UPDATE(CL_INVALID_OPERATION, fixed, .global_work_offset = one)
UPDATE(CL_INVALID_OPERATION, fixed, .global_work_size = one)
UPDATE(CL_INVALID_OPERATION, fixed, .local_work_size = one)
UPDATE(CL_INVALID_OPERATION, fixed, .num_args = 1, .arg_list = &argument)
UPDATE(CL_INVALID_OPERATION, fixed, .num_svm_args = 1, .arg_svm_list = &argument)
UPDATE(CL_INVALID_OPERATION, fixed, .num_exec_infos = 1, .exec_info_list = &info)
/* As 32 bits, the sum of the two numbers is 0. */
UPDATE(CL_INVALID_OPERATION, fixed, .num_args = 0xffffffff, .arg_list = &argument,
       .num_svm_args = 1, .arg_svm_list = &argument)
UPDATE(CL_INVALID_ARG_INDEX, handle, .num_args = 1, .arg_list = &far_argument)
UPDATE(CL_INVALID_ARG_SIZE, handle, .num_args = 1, .arg_list = &small_argument)
UPDATE(CL_INVALID_ARG_INDEX, handle, .num_svm_args = 1, .arg_svm_list = &far_argument)
UPDATE(CL_INVALID_VALUE, handle, .num_exec_infos = 1, .exec_info_list = &wrong_info)
UPDATE(CL_INVALID_GLOBAL_OFFSET, handle, .global_work_offset = far)
UPDATE(CL_INVALID_WORK_GROUP_SIZE, handle, .local_work_size = three)
UPDATE(CL_INVALID_WORK_GROUP_SIZE, handle, .local_work_size = zero)
#undef UPDATE

WRONG(clGetMutableCommandInfoKHR, (NULL, HANDLE_TYPE, 4, &number, NULL), MUTABLE)
WRONG(clGetMutableCommandInfoKHR, (JUNK, HANDLE_TYPE, 4, &number, NULL), MUTABLE)
WRONG(clGetMutableCommandInfoKHR, ((void *)final, HANDLE_TYPE, 4, &number, NULL), MUTABLE)
WRONG(clGetMutableCommandInfoKHR, (handle, 0, 4, &number, NULL), CL_INVALID_VALUE)
WRONG(clGetMutableCommandInfoKHR, (handle, HANDLE_TYPE, 3, &number, NULL), CL_INVALID_VALUE)

/* -- semaphores -------------------------------------------------------------------------- */

#define TYPE CL_SEMAPHORE_TYPE_KHR
#define DEVICES CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR
NOTHING(clCreateSemaphoreWithPropertiesKHR, (NULL, LIST(TYPE, 1, 0), &error), CL_INVALID_CONTEXT)
NOTHING(clCreateSemaphoreWithPropertiesKHR, (context, NULL, &error), CL_INVALID_VALUE)
NOTHING(clCreateSemaphoreWithPropertiesKHR, (context, LIST(0), &error), CL_INVALID_VALUE)
NOTHING(clCreateSemaphoreWithPropertiesKHR, (context, LIST(TYPE, 2, 0), &error),
	CL_INVALID_PROPERTY)
NOTHING(clCreateSemaphoreWithPropertiesKHR, (context, LIST(TYPE, 0, 0), &error),
	CL_INVALID_PROPERTY)
NOTHING(clCreateSemaphoreWithPropertiesKHR, (context, LIST(TYPE, 1, TYPE, 1, 0), &error),
	CL_INVALID_PROPERTY)
NOTHING(clCreateSemaphoreWithPropertiesKHR, (context, LIST(0x1234, 1, 0), &error),
	CL_INVALID_PROPERTY)
NOTHING(clCreateSemaphoreWithPropertiesKHR, (context, LIST(TYPE, 1, 0x203f, 0x2055, 0, 0), &error),
	CL_INVALID_PROPERTY)
NOTHING(clCreateSemaphoreWithPropertiesKHR, (context, LIST(TYPE, 1, DEVICES, 0, 0), &error),
	CL_INVALID_DEVICE)
NOTHING(clCreateSemaphoreWithPropertiesKHR,
	(context, LIST(TYPE, 1, DEVICES, (size_t)junk, 0, 0), &error), CL_INVALID_DEVICE)
NOTHING(clCreateSemaphoreWithPropertiesKHR,
	(context, LIST(TYPE, 1, DEVICES, (size_t)device, (size_t)device, 0, 0), &error),
	CL_INVALID_DEVICE)
NOTHING(clCreateSemaphoreWithPropertiesKHR, (context, LIST(DEVICES, (size_t)device, 0, 0), &error),
	CL_INVALID_VALUE)
WRONG(clRetainSemaphoreKHR, (NULL), CL_INVALID_SEMAPHORE_KHR)
WRONG(clRetainSemaphoreKHR, (JUNK), CL_INVALID_SEMAPHORE_KHR)
WRONG(clReleaseSemaphoreKHR, (NULL), CL_INVALID_SEMAPHORE_KHR)
WRONG(clReleaseSemaphoreKHR, ((void *)final), CL_INVALID_SEMAPHORE_KHR)
WRONG(clGetSemaphoreInfoKHR, (NULL, TYPE, 4, &number, NULL), CL_INVALID_SEMAPHORE_KHR)
WRONG(clGetSemaphoreInfoKHR, (JUNK, TYPE, 4, &number, NULL), CL_INVALID_SEMAPHORE_KHR)
WRONG(clGetSemaphoreInfoKHR, (semaphore, 0, 4, &number, NULL), CL_INVALID_VALUE)
WRONG(clGetSemaphoreInfoKHR, (semaphore, TYPE, 3, &number, NULL), CL_INVALID_VALUE)
#define USES(X)                                                                                    \
	X(clEnqueueWaitSemaphoresKHR)                                                              \
	X(clEnqueueSignalSemaphoresKHR)
#define USE(id)                                                                                    \
	WRONG(id, (NULL, 1, &semaphore, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE)            \
	WRONG(id, (queue, 0, &semaphore, NULL, 0, NULL, NULL), CL_INVALID_VALUE)                   \
	WRONG(id, (queue, 0, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE)                         \
	WRONG(id, (queue, 1, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE)                         \
	WRONG(id, (queue, 1, &no_semaphore, NULL, 0, NULL, NULL), CL_INVALID_SEMAPHORE_KHR)        \
	WRONG(id, (queue, 2, wrong_semaphores, NULL, 0, NULL, NULL), CL_INVALID_SEMAPHORE_KHR)     \
	WRONG(id, (foreign_queue, 1, &semaphore, NULL, 0, NULL, NULL), CL_INVALID_CONTEXT)         \
	WRONG(id, (queue, 1, &semaphore, NULL, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST)         \
	WRONG(id, (queue, 1, &semaphore, NULL, 0, &event, NULL), CL_INVALID_EVENT_WAIT_LIST)       \
	WRONG(id, (queue, 1, &semaphore, NULL, 1, &no_event, NULL), CL_INVALID_EVENT_WAIT_LIST)    \
	WRONG(id, (queue, 1, &semaphore, NULL, 1, &foreign_event, NULL), CL_INVALID_CONTEXT)       \
	WRONG(id, (queue, 1, &semaphore, NULL, 1, &failed, NULL),                                  \
	      CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
USES(USE)

/* -- sizes and queues -------------------------------------------------------------------- */

#define SUGGESTED clGetKernelSuggestedLocalWorkSizeKHR
WRONG(SUGGESTED, (NULL, kernel, 1, NULL, eight, &local), CL_INVALID_COMMAND_QUEUE)
WRONG(SUGGESTED, (queue, NULL, 1, NULL, eight, &local), CL_INVALID_KERNEL)
WRONG(SUGGESTED, (queue, foreign_kernel, 1, NULL, eight, &local), CL_INVALID_CONTEXT)
WRONG(SUGGESTED, (queue, bare, 1, NULL, eight, &local), CL_INVALID_KERNEL_ARGS)
WRONG(SUGGESTED, (queue, kernel, 0, NULL, eight, &local), CL_INVALID_WORK_DIMENSION)
WRONG(SUGGESTED, (queue, kernel, 4, NULL, eight, &local), CL_INVALID_WORK_DIMENSION)
WRONG(SUGGESTED, (queue, kernel, 1, NULL, NULL, &local), CL_INVALID_GLOBAL_WORK_SIZE)
WRONG(SUGGESTED, (queue, kernel, 1, NULL, zero, &local), CL_INVALID_GLOBAL_WORK_SIZE)
WRONG(SUGGESTED, (queue, kernel, 1, far, eight, &local), CL_INVALID_GLOBAL_OFFSET)
WRONG(SUGGESTED, (queue, kernel, 1, NULL, eight, NULL), CL_INVALID_VALUE)
#define CREATE clCreateCommandQueueWithPropertiesKHR
NOTHING(CREATE, (NULL, device, NULL, &error), CL_INVALID_CONTEXT)
NOTHING(CREATE, (context, NULL, NULL, &error), CL_INVALID_DEVICE)
