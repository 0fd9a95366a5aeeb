/* SPDX-License-Identifier: Apache-2.0 */
/*
 * answers: see answers.h.
 */
#include "layers/validation/answers.h"

#include "base/array.h"
#include "state/facts.h"

static enum answers answers;

/* Checks of handles. A driver follows a wrong one into memory that is freed or was never its own. */
static check_fn *const of_handles[] = {
	check_buffer, check_buffers_or_null, check_handle, check_handle_or_null, check_handles,
	check_image, check_pipe, check_user_event,
};

/*
 * Checks of handles in values, of pointers, of regions that memory does not have, and of events
 * that are not there yet.
 */
static check_fn *const of_places[] = {
	check_arg_alive, check_arg_given, check_arg_nonnull, check_arg_queue, check_arg_sampler,
	check_arg_value, check_args_alive, check_args_set, check_args_set_or_updatable,
	check_config_args_alive, check_config_handles, check_config_list, check_context_platform,
	check_depth_given, check_desc_buffer, check_desc_memory, check_exec_info_pointers,
	check_format_given, check_format_given_alone, check_given, check_host_ptr_given,
	check_image_bytes, check_image_inside, check_image_of_buffer_fits, check_inside,
	check_is_mapped, check_listed_devices, check_multiple_pointer, check_no_null,
	check_no_zero, check_nonnull, check_nonnull_before_2_1, check_one_platform,
	check_outside_list, check_rect_inside, check_region_adds_up, check_region_inside,
	check_svm_alive, check_svm_argument, check_svm_arguments_alive, check_svm_fits,
	check_svm_inside, check_svm_list_alive, check_svm_listed_alive, check_svm_mapped,
	check_svm_memory, check_svm_ranges, check_svm_wholes,
};

/* Checks of devices that lack what the whole function is about. */
static check_fn *const of_support[] = {
	check_context_destructors, check_context_il, check_context_images, check_context_pipes,
	check_context_svm, check_native, check_new_default, check_queue_images, check_queue_svm,
	check_sub_groups,
};

void answers_start(enum answers wanted)
{
	answers = wanted;
}

static bool is_among(check_fn *check, check_fn *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (list[i] == check)
			return true;
	return false;
}

bool answers_is_about_handle(const struct rule_test *test)
{
	return is_among(test->check, of_handles, ARRAY_SIZE(of_handles));
}

bool answers_is_about_support(const struct rule_test *test)
{
	return is_among(test->check, of_support, ARRAY_SIZE(of_support));
}

bool answers_lacks_support(const struct call *call)
{
	const struct limits *limits;

	if (call->slot != CLROUTER_SLOT_clGetDeviceAndHostTimer &&
	    call->slot != CLROUTER_SLOT_clGetHostTimer)
		return false;
	limits = facts_limits(call_pointer(call, ARG_clGetDeviceAndHostTimer_device));
	return limits && limits->support.has_no_timer;
}

static bool is_null(const struct call *call, const struct rule_test *test)
{
	return call_param(call, test->param)->kind == PARAM_HANDLE &&
	       !call_pointer(call, test->param);
}

enum answers_ground answers_ground(const struct call *call, const struct rule_test *test)
{
	if (answers == ANSWERS_NONE)
		return GROUND_NONE;
	if (answers_is_about_handle(test))
		return is_null(call, test) ? GROUND_NULL : GROUND_HANDLE;
	return answers == ANSWERS_ALL && is_among(test->check, of_places, ARRAY_SIZE(of_places)) ?
		       GROUND_PLACE : GROUND_NONE;
}
