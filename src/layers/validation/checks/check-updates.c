/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-updates: changes of a command buffer that is finalized: updates of its commands, and
 * copies of it for other queues. See check.h.
 */
#include "layers/validation/checks/check.h"
#include "state/recording.h"

static const struct facts_queue *buffer_of(const struct call *call, unsigned index)
{
	return facts_of_command_buffer(call_pointer(call, index));
}

/* -- commands ---------------------------------------------------------------------------- */

/* Is the live COMMAND certainly of no command buffer, or of another one than BUFFER? */
static bool is_foreign(const void *command, const void *buffer)
{
	const struct facts_command *facts = facts_of_command(command);
	const struct facts_queue *owner =
		facts ? facts_of_command_buffer(facts->command_buffer) : NULL;

	if (!facts)
		return false;
	return !owner || atomic_load(&owner->any.serial) != facts->buffer_serial ||
	       (buffer && facts->command_buffer != buffer);
}

static bool is_command_of(const void *command, const void *buffer)
{
	if (live_lacks_some())
		return true;
	return live_is_live(live_record(command), OBJECT_COMMAND) && !is_foreign(command, buffer);
}

bool check_command(const struct call *call, const struct rule_test *test)
{
	return is_command_of(call_pointer(call, test->param), NULL);
}

bool check_commands_of(const struct call *call, const struct rule_test *test)
{
	enum { COMMANDS, COMMAND_BUFFER };
	size_t count;
	const void *const *commands = track_array(call, test->params[COMMANDS], &count);

	/* A command buffer that is wrong is for the rule about that. */
	if (!live_is_live(live_record(call_pointer(call, test->params[COMMAND_BUFFER])),
			  OBJECT_COMMAND_BUFFER))
		return true;
	for (size_t i = 0; i < count; i++)
		if (!is_command_of(commands[i], call_pointer(call, test->params[COMMAND_BUFFER])))
			return false;
	return true;
}

/* -- updates ----------------------------------------------------------------------------- */

bool check_mutable(const struct call *call, const struct rule_test *test)
{
	const struct facts_queue *facts = buffer_of(call, test->param);

	return !facts ||
	       (recording_flags(facts->recording) & CL_COMMAND_BUFFER_MUTABLE_KHR) != 0;
}

/* Other extensions add types. */
bool check_config_types(const struct call *call, const struct rule_test *test)
{
	enum { COUNT, TYPES, COMMAND_BUFFER };
	const uint64_t count = check_count(call, test->params[COUNT]);
	const cl_uint *types = call_pointer(call, test->params[TYPES]);
	const void *const *configs = call_pointer(call, ARG_clUpdateMutableCommandsKHR_configs);
	const struct limits *limits =
		facts_queue_limits(call_pointer(call, test->params[COMMAND_BUFFER]));

	if (!limits || limits->support.has[SUPPORT_MUTABLE_MEMORY])
		return true;
	for (uint64_t i = 0; types && configs && i < count && configs[i]; i++)
		if (types[i] != MUTABLE_DISPATCH_CONFIG && !check_allows_name(test, types[i]))
			return false;
	return true;
}

/*
 * The configurations of CALL, up to the first that is none: the number may be too large, and those
 * after it are not looked at by a driver either.
 */
static const struct mutable_dispatch_config *const *configs_of(const struct call *call,
							       const struct rule_test *test,
							       uint64_t *count)
{
	enum { COUNT, TYPES, CONFIGS };
	const uint64_t number = check_count(call, test->params[COUNT]);
	const cl_uint *types = call_pointer(call, test->params[TYPES]);
	const struct mutable_dispatch_config *const *configs =
		call_pointer(call, test->params[CONFIGS]);

	*count = 0;
	while (types && configs && *count < number && configs[*count] &&
	       (types[*count] == MUTABLE_DISPATCH_CONFIG || check_allows_name(test, types[*count])))
		(*count)++;
	return configs;
}

/* Is the configuration at INDEX, which there is, one of a kernel? */
static bool is_dispatch(const struct call *call, const struct rule_test *test, uint64_t index)
{
	enum { COUNT, TYPES };
	const cl_uint *types = call_pointer(call, test->params[TYPES]);

	return types[index] == MUTABLE_DISPATCH_CONFIG;
}

typedef bool config_fn(const struct mutable_dispatch_config *config,
		       const struct facts_command *command, const struct rule_test *test);

/* Is each configuration of CALL that changes a command of its command buffer right for IS_RIGHT? */
static bool are_right(const struct call *call, const struct rule_test *test, config_fn *is_right)
{
	uint64_t count;
	const struct mutable_dispatch_config *const *configs = configs_of(call, test, &count);

	for (uint64_t i = 0; i < count; i++)
		if (is_dispatch(call, test, i) &&
		    !is_right(configs[i], facts_of_command(configs[i]->command), test))
			return false;
	return true;
}

/*
 * Is the command of each configuration one of OWNER, or of any command buffer if that is NULL? A
 * command buffer that is wrong is for the rule about that.
 */
static bool are_commands_of(const struct call *call, const struct rule_test *test,
			    const void *owner)
{
	enum { COUNT, TYPES, CONFIGS, COMMAND_BUFFER };
	const void *buffer = call_pointer(call, test->params[COMMAND_BUFFER]);
	const bool is_live = live_is_live(live_record(buffer), OBJECT_COMMAND_BUFFER);
	uint64_t count;
	const struct mutable_dispatch_config *const *configs = configs_of(call, test, &count);

	for (uint64_t i = 0; is_live && i < count; i++)
		if (is_dispatch(call, test, i) && !is_command_of(configs[i]->command, owner))
			return false;
	return true;
}

bool check_config_handles(const struct call *call, const struct rule_test *test)
{
	return are_commands_of(call, test, NULL);
}

bool check_config_commands(const struct call *call, const struct rule_test *test)
{
	enum { COUNT, TYPES, CONFIGS, COMMAND_BUFFER };

	return are_commands_of(call, test, call_pointer(call, test->params[COMMAND_BUFFER]));
}

static bool is_dimension_kept(const struct mutable_dispatch_config *config,
			      const struct facts_command *command, const struct rule_test *test)
{
	(void)test;
	return !command || config->work_dim == 0 || config->work_dim == command->work_dim;
}

bool check_config_dimensions(const struct call *call, const struct rule_test *test)
{
	return are_right(call, test, is_dimension_kept);
}

/* Are the work-groups of COMMAND uniform with the sizes GLOBAL and LOCAL in place of its own? */
static bool is_uniform(const struct facts_command *command, const size_t *global, const size_t *local)
{
	for (cl_uint i = 0; i < command->work_dim && i < 3; i++) {
		const size_t all = global ? global[i] : atomic_load(&command->global[i]);
		const size_t group = local ? local[i] : atomic_load(&command->local[i]);

		if (group != 0 && all % group != 0)
			return false;
	}
	return true;
}

/* Without local sizes the driver chooses the work-groups, and only some devices have others. */
static bool is_uniformity_kept(const struct mutable_dispatch_config *config,
			       const struct facts_command *command, const struct rule_test *test)
{
	const bool had_local = command && atomic_load(&command->has_local);
	const struct limits *limits;

	if (!is_dimension_kept(config, command, test) || !command ||
	    (!had_local && !config->local_work_size))
		return true;
	if (had_local)
		return is_uniform(command, config->global_work_size, config->local_work_size) ==
		       is_uniform(command, NULL, NULL);
	limits = facts_queue_limits(command->command_buffer);
	return (test->is_lenient && (!limits || !limits->is_uniform)) ||
	       is_uniform(command, config->global_work_size, config->local_work_size);
}

/* Has a configuration before that at INDEX the same command? */
static bool is_changed_before(const struct mutable_dispatch_config *const *configs, uint64_t index)
{
	for (uint64_t i = 0; i < index; i++)
		if (configs[i]->command == configs[index]->command)
			return true;
	return false;
}

/* What an earlier one of the same call leaves is not known. */
bool check_config_uniformity(const struct call *call, const struct rule_test *test)
{
	uint64_t count;
	const struct mutable_dispatch_config *const *configs = configs_of(call, test, &count);

	for (uint64_t i = 0; i < count; i++)
		if (is_dispatch(call, test, i) && !is_changed_before(configs, i) &&
		    !is_uniformity_kept(configs[i], facts_of_command(configs[i]->command), test))
			return false;
	return true;
}

/* Which fields CONFIG changes. */
static cl_bitfield changed_fields(const struct mutable_dispatch_config *config)
{
	cl_bitfield fields = 0;

	if (config->global_work_offset)
		fields |= CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR;
	if (config->global_work_size)
		fields |= CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR;
	if (config->local_work_size)
		fields |= CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR;
	if (config->num_args != 0 || config->num_svm_args != 0)
		fields |= CL_MUTABLE_DISPATCH_ARGUMENTS_KHR;
	if (config->num_exec_infos != 0)
		fields |= CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;
	return fields;
}

/* The first constant of TEST is the field that it is about. */
static bool is_field_updatable(const struct mutable_dispatch_config *config,
			       const struct facts_command *command, const struct rule_test *test)
{
	return !command ||
	       (changed_fields(config) & test->constants[0] & ~command->updatable) == 0;
}

bool check_config_field(const struct call *call, const struct rule_test *test)
{
	return are_right(call, test, is_field_updatable);
}

/* The first constant of TEST is which of the three lists it is about. */
static bool is_list_counted(const struct mutable_dispatch_config *config,
			    const struct facts_command *command, const struct rule_test *test)
{
	const cl_uint counts[] = { config->num_args, config->num_svm_args, config->num_exec_infos };
	const void *const lists[] = { config->arg_list, config->arg_svm_list,
				      config->exec_info_list };

	(void)command;
	return (counts[test->constants[0]] == 0) == (lists[test->constants[0]] == NULL);
}

bool check_config_list(const struct call *call, const struct rule_test *test)
{
	return are_right(call, test, is_list_counted);
}

static bool are_indexes_below(const struct mutable_dispatch_arg *list, cl_uint count, cl_uint limit)
{
	for (cl_uint i = 0; list && i < count; i++)
		if (list[i].arg_index >= limit)
			return false;
	return true;
}

/* Has the kernel of COMMAND the arguments, as far as the driver is right about their number? */
static bool has_arguments(const struct mutable_dispatch_config *config,
			  const struct facts_command *command, const struct rule_test *test)
{
	return test->is_lenient || !command ||
	       (are_indexes_below(config->arg_list, config->num_args, command->argument_count) &&
		are_indexes_below(config->arg_svm_list, config->num_svm_args,
				  command->argument_count));
}

bool check_config_arg_indexes(const struct call *call, const struct rule_test *test)
{
	return are_right(call, test, has_arguments);
}

/* As in check_arg_alive(), the bytes may be a number that only looks like a handle. */
static bool is_released(const struct mutable_dispatch_arg *arg)
{
	const struct object *object;
	const void *handle;

	if (!arg->arg_value || arg->arg_size != sizeof(handle))
		return false;
	memcpy(&handle, arg->arg_value, sizeof(handle));
	object = !handle ? NULL : live_record(handle);
	return object && !object->is_lent && !kernels_is_live(object) &&
	       (object->kind == OBJECT_MEM || object->kind == OBJECT_SAMPLER);
}

static bool are_arguments_alive(const struct mutable_dispatch_config *config,
				const struct facts_command *command, const struct rule_test *test)
{
	const struct mutable_dispatch_arg *list = config->arg_list;

	(void)command, (void)test;
	for (cl_uint i = 0; list && i < config->num_args; i++)
		if (is_released(&list[i]))
			return false;
	return true;
}

bool check_config_args_alive(const struct call *call, const struct rule_test *test)
{
	return are_right(call, test, are_arguments_alive);
}

/* -- copies for other queues ------------------------------------------------------------- */

bool check_remapped_count(const struct call *call, const struct rule_test *test)
{
	enum { COUNT, COMMAND_BUFFER, AUTOMATIC };
	const struct facts_queue *facts = buffer_of(call, test->params[COMMAND_BUFFER]);
	const uint64_t count = call_number(call, test->params[COUNT]);

	/* A number of 0 is for the rule about that. */
	return !facts || call_number(call, test->params[AUTOMATIC]) != CL_FALSE ||
	       count == 0 || recording_queue_count(facts->recording) == 0 ||
	       count == recording_queue_count(facts->recording);
}

/* Does the platform of the command buffer lack the capability BIT for certain? */
static bool lacks_capability(const struct call *call, unsigned index, cl_bitfield bit)
{
	const struct limits *limits = facts_queue_limits(call_pointer(call, index));
	const struct support_bits *bits =
		limits ? &limits->support.platform_capabilities : NULL;

	return bits && bits->is_known && (bits->bits & bit) == 0;
}

bool check_can_remap(const struct call *call, const struct rule_test *test)
{
	return !lacks_capability(call, test->param, CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR);
}

/* A platform that cannot remap at all is for the rule about that. */
bool check_can_remap_alone(const struct call *call, const struct rule_test *test)
{
	enum { AUTOMATIC, COMMAND_BUFFER };

	return call_number(call, test->params[AUTOMATIC]) == CL_FALSE ||
	       lacks_capability(call, test->params[COMMAND_BUFFER],
				CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR) ||
	       !lacks_capability(call, test->params[COMMAND_BUFFER],
				 CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR);
}
