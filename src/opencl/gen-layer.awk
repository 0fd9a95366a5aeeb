# SPDX-License-Identifier: Apache-2.0
#
# gen-layer.awk: what the layers need from api.list; on top of gen-api.awk, which
# reads that list. The directory of the other lists is given too:
#
#	awk -v product=wrappers.c -v lists=src/opencl -f src/api/gen-api.awk \
#		-f src/opencl/gen-extensions.awk -f src/opencl/gen-layer.awk \
#		src/api/api.list
#
# params.list says what parameters mean, enums.list has the names of constants,
# objects.list what some functions do beyond that, extensions.list the functions of
# extensions (gen-extensions.awk). POSIX awk.

BEGIN {
	more_products = 1
	groups = rows = given = 0
	read_enums(lists "/enums.list")
	read_params(lists "/params.list")
	read_objects(lists "/objects.list")
}

# -- reading ----------------------------------------------------------------

# TEXT is NAME, NAME:VALUE, NAME=WHAT or NAME:VALUE=WHAT.
function add_constant(text,	group, n, part)
{
	group = groups - 1
	n = ++group_count[group]
	if (match(text, /=/)) {
		constant_what[group, n] = substr(text, RSTART + 1)
		text = substr(text, 1, RSTART - 1)
	}
	if (split(text, part, ":") > 1) {
		given_name[++given] = part[1]
		given_value[given] = part[2]
	}
	group_constant[group, n] = part[1]
}

function read_enums(file,	part, n, i)
{
	while (read_line(file)) {
		n = split(line, part)
		if (line !~ /^[ \t]/) {
			if (n != 2 || part[2] !~ /^(enum|bits|version)$/)
				refuse_line(file, "expected group and sort, found \"" line "\"")
			group_name[groups] = part[1]
			group_is_bits[groups] = part[2] == "bits"
			group_is_version[groups] = part[2] == "version"
			group_of[part[1]] = groups++
			continue
		}
		for (i = 1; i <= n; i++)
			add_constant(part[i])
	}
	close(file)
}

function read_params(file,	part, i)
{
	while (read_line(file)) {
		if (split(line, part) < 6)
			refuse_line(file, "expected six columns, found \"" line "\"")
		row_name[rows] = part[1]
		row_kind[rows] = part[2]
		row_detail[rows] = part[3]
		row_count[rows] = part[4]
		row_by[rows] = part[5]
		for (i = 1; i <= 5; i++)
			sub(/^[^ \t]+[ \t]+/, "", line)
		row_type[rows++] = line
	}
	close(file)
}

function read_objects(file,	part)
{
	while (read_line(file)) {
		if (split(line, part) != 2)
			refuse_line(file, "expected a function and an action, found \"" line "\"")
		action[part[1]] = part[2]
		action_left[part[1]] = 1
	}
	close(file)
}

# -- the meaning of a parameter ---------------------------------------------

# The index of the first of the parameters NAMES ("a|b") that SLOT has, -1 if none.
function param_index(slot, names,	part, n, i, k)
{
	n = split(names, part, "|")
	for (i = 1; i <= n; i++)
		for (k = 1; k <= count[slot]; k++)
			if (pname[slot, k] == part[i])
				return k - 1
	return -1
}

function row_fits(row, slot, param, type)
{
	if (row_type[row] != type || (row_name[row] != "*" && row_name[row] != param))
		return 0
	return row_count[row] ~ /^(-|[0-9]+)$/ || param_index(slot, row_count[row]) >= 0
}

# What DETAIL is, as two members: a kind of object, a group of constants, or nothing.
function detail_members(detail)
{
	if (detail == "-")
		return ""
	if (detail in group_of)
		return ", .group = NAMES_" detail
	return ", .object = OBJECT_" toupper(detail)
}

# The bytes of a number, or of one element.
function size_of(kind, type)
{
	if (kind == "numbers" && type == "const void *")
		return "sizeof(size_t)"
	if (kind ~ /^(numbers|result|pairs|list)$/)
		return "sizeof(*(" type ")0)"
	return "sizeof(" type ")"
}

# The initialiser that describes the parameter PARAM of TYPE.
function describe(slot, param, type,	row, n, k, text)
{
	for (row = 0; row < rows; row++)
		if (row_fits(row, slot, param, type))
			break
	text = "{ .name = \"" param "\""
	if (row == rows && type in group_of)
		return text ", .kind = PARAM_NAMES, .size = sizeof(" type "), .count = -1, .by = -1" \
			detail_members(type) " }"
	if (row == rows)
		refuse_line("params.list", "no line for " param " of " name[slot] ": " type)
	text = text ", .kind = PARAM_" toupper(row_kind[row])
	text = text ", .size = " size_of(row_kind[row], type)
	n = row_count[row]
	k = n ~ /[a-z]/ ? param_index(slot, n) : -1
	text = text ", .count = " k
	if (k >= 0)
		text = text ", .count_size = sizeof(" ptype[slot, k + 1] ")"
	if (n ~ /^[0-9]/)
		text = text ", .fixed = " n
	text = text ", .by = " (row_by[row] == "-" ? -1 : param_index(slot, row_by[row]))
	return text detail_members(row_detail[row]) " }"
}

# -- products ---------------------------------------------------------------

# For authors: a list of all functions, to be expanded as they like.
function print_functions(	i)
{
	begin("all OpenCL functions, for the authors of layers")
	print "#ifndef CLROUTER_FUNCTIONS_H\n#define CLROUTER_FUNCTIONS_H\n"
	print "/*\n * Expands X(type, name, (parameters), (arguments)) for every function, in the"
	print " * order of the slots of the dispatch table.\n */"
	print "#define CLROUTER_FUNCTIONS(X) \\"
	for (i = 0; i < slots; i++)
		print "\tX(" ret[i] ", " name[i] ", (" params[i] "), (" args[i] "))" \
			(i + 1 < slots ? " \\" : "")
	print "\n#endif"
}

# For layers that wrap a few functions: the parts of each prototype, and its arguments.
function print_prototypes(	i)
{
	begin("the prototypes of all functions, in parts")
	print "#ifndef CLROUTER_OPENCL_PROTOTYPES_H\n#define CLROUTER_OPENCL_PROTOTYPES_H\n"
	for (i = 0; i < functions; i++) {
		print "#define RESULT_" id[i] " " ret[i]
		print "#define PARAMETERS_" id[i] " " params[i]
		print "#define ARGUMENTS_" id[i] " " args[i]
		print "#define FIRST_" id[i] " " pname[i, 1]
	}
	print "\n#endif"
}

# What a wrapper does when the layer refuses the call.
function refusal(slot)
{
	if (fallback[slot] == "nothing")
		return ""
	if (fallback[slot] == "null")
		return "\telse\n\t\tresult = NULL;\n"
	if (fallback[slot] == "errcode")
		return "\telse\n\t\tresult = wrap_refuse(errcode_ret, call.refusal);\n"
	return "\telse\n\t\tresult = call.refusal;\n"
}

# The body of a wrapper of the function in slot I, which passes the call on to TARGET.
function print_wrapper_body(i, number, target,	k, list)
{
	for (k = 1; k <= count[i]; k++)
		list = list (k > 1 ? ", " : "") "&" pname[i, k]
	print "{\n\tvoid *values[] = { " (list == "" ? "NULL" : list) " };"
	print "\tWRAP_CALL(" number ");"
	if (ret[i] != "void")
		print "\t" spaced(ret[i]) "result;"
	print "\n\tif (hooks->before(&call))"
	print "\t\t" (ret[i] == "void" ? "" : "result = ") \
		target "(" args[i] ");"
	printf "%s", refusal(i)
	print "\tcall.has_returned = true;"
	print "\thooks->after(&call, " (ret[i] == "void" ? "NULL" : "&result") ");"
	if (ret[i] != "void")
		print "\treturn result;"
	print "}"
}

# The end of wrappers.c: CLROUTER_WRAP_EXTENSION with the body that gen-layer.awk gives to
# every wrapper.
function print_extension_wrappers(	e, i)
{
	include("opencl/signature.h")
	for (e = 0; e < extensions; e++) {
		i = line_slot[e]
		print "\nCLROUTER_WRAP_EXTENSION(" id[i] ")"
		print_wrapper_body(i, "CLROUTER_SLOT_" id[i], "driver")
	}
	print_extension_list()
}

# All of them, and a function that adds those whose slots WANTS accepts, and no other.
function print_extension_list(	e)
{
	print "\nstatic const struct {\n\tunsigned int slot;\n\tstruct clrouter_extension *extension;"
	print "} extensions[] = {"
	for (e = 0; e < extensions; e++)
		print "\t{ CLROUTER_SLOT_" id[line_slot[e]] ", &clrouter_extension_" id[line_slot[e]] " },"
	print "};"
	print "\nstatic void extensions_add(bool (*wants)(unsigned int slot))\n{"
	print "\tclrouter_extension_clear();"
	print "\tfor (size_t i = 0; i < sizeof(extensions) / sizeof(*extensions); i++)"
	print "\t\tif (wants(extensions[i].slot))"
	print "\t\t\tclrouter_extension_add(extensions[i].extension);\n}"
}

function print_wrappers(	i)
{
	begin("one function around each OpenCL function")
	include("opencl/call.h")
	print "\nstatic const struct call_hooks *hooks;"
	print "\n/* Called at the end of a wrapper's block, and by what unwinds the stack. */"
	print "static void wrap_end(struct call *call)\n{"
	print "\tif (!call->has_returned && hooks->left)\n\t\thooks->left(call);\n}"
	print "\n/* Field by field: to clear all of it would cost more than most calls do. */"
	print "#define WRAP_CALL(number) \\"
	print "\tstruct call call __attribute__((cleanup(wrap_end))); \\"
	print "\tcall.slot = (number); \\"
	print "\tcall.values = values; \\"
	print "\tcall.frame = __builtin_frame_address(0); \\"
	print "\tcall.site = __builtin_return_address(0); \\"
	print "\tcall.has_returned = false; \\"
	print "\tcall.is_ignored = false"
	print "\nstatic void *wrap_refuse(cl_int *errcode_ret, cl_int refusal)\n{"
	print "\tif (errcode_ret != NULL)\n\t\t*errcode_ret = refusal;\n\treturn NULL;\n}"
	for (i = 0; i < slots; i++) {
		print "\nstatic " head(i, "wrap_")
		print_wrapper_body(i, i, "clrouter_target." name[i])
	}
	print_extension_wrappers()
	print "\nvoid call_wrap(struct clrouter_table *table, const struct call_hooks *given,"
	print "\t       bool (*wants)(unsigned int slot))\n{"
	print "\thooks = given;"
	for (i = 0; i < slots; i++)
		print "\tif (wants(" i "))\n\t\ttable->" name[i] " = wrap_" name[i] ";"
	print "\textensions_add(wants);"
	print "\tclrouter_extension_start(table, hooks->unseen);"
	print "}"
}

# The name of the event that SLOT, a function that enqueues, may return; "" for others. After a wait
# list an event is optional. A command buffer is enqueued to a queue, too.
function optional_event(slot,	k)
{
	k = count[slot]
	if (name[slot] !~ /^clEnqueue/ || (ptype[slot, 1] != "cl_command_queue" && \
					   name[slot] != "clEnqueueCommandBufferKHR"))
		return ""
	while (k > 1 && pname[slot, k] != "event")
		k--
	return k > 2 && pname[slot, k - 1] == "event_wait_list" ? pname[slot, k] : ""
}

# One word of 8 bytes; what is no number is a pointer.
function as_word(slot, k,	text)
{
	text = describe(slot, pname[slot, k], ptype[slot, k])
	return (text ~ /PARAM_(NUMBER|SIGNED|NAMES),/ ? "(uint64_t)" : "(uint64_t)(uintptr_t)") \
		pname[slot, k]
}

# Does SLOT store through one of its parameters something that a record keeps?
function stores_something(slot,	k)
{
	for (k = 1; k <= count[slot]; k++)
		if (describe(slot, pname[slot, k], ptype[slot, k]) ~ /PARAM_(FOUND|MADE|RESULT|VALUE),/)
			return 1
	return 0
}

# The queue to which SLOT enqueues: a command buffer may have its own.
function queue_of(slot)
{
	return ptype[slot, 1] == "cl_command_queue" ? pname[slot, 1] : \
		"command_buffer_queue(command_buffer, num_queues, queues)"
}

# What the record layer calls in place of TARGET, the function in slot I, up to the arguments.
function recorded_target(i, target)
{
	if (name[i] in in_place)
		return in_place[name[i]] "("
	if (i >= slots && ret[i] == "cl_command_queue")
		return "queue_create_by(" target ", "
	return target "("
}

function print_made(i)
{
	if (ret[i] == "cl_command_buffer_khr")
		print "\tcommand_buffer_made(result, num_queues, queues);"
}

# The parameter of SLOT that is of TYPE, or OTHER.
function parameter_of(slot, type, other,	k)
{
	for (k = 1; k <= count[slot]; k++)
		if (ptype[slot, k] == type)
			return pname[slot, k]
	return other
}

# Says whether a call of SLOT has waited for its command.
function has_waited(slot,	k)
{
	for (k = 1; k <= count[slot]; k++)
		if (pname[slot, k] ~ /^blocking/)
			return pname[slot, k]
	return "false"
}

# Says whether the driver has accepted a call of SLOT.
function has_succeeded(slot)
{
	return ret[slot] == "cl_int" ? "result == CL_SUCCESS" : "result != NULL"
}

# Says whether a call of SLOT waits for commands; "" if none does.
function is_wait(slot)
{
	if (name[slot] == "clFinish" || name[slot] == "clWaitForEvents")
		return "true"
	return has_waited(slot) == "false" ? "" : has_waited(slot)
}

# What the layer itself does before or after a call of the function in slot I.
function print_around(i, table)
{
	if (name[i] in table)
		print "\t" table[name[i]] ";"
}

# The record of a call of the function in slot I, which passes the call on to TARGET. Its place, the
# return address, follows the arguments.
function print_recorder_body(i, number, target,	k, event, list, value)
{
	event = optional_event(i)
	for (k = 1; k <= count[i]; k++)
		list = list "\n\t\t" as_word(i, k) ","
	print "{"
	print "\tconst uint64_t arguments[] = {" list
	print "\t\t(uint64_t)(uintptr_t)__builtin_return_address(0),\n\t};"
	print "\tstruct event_frame frame __attribute__((cleanup(event_leave)));"
	if (ret[i] != "void")
		print "\t" spaced(ret[i]) "result;"
	if (is_wait(i) != "")
		print "\tuint64_t wait_begun;"
	if (name[i] in callback)
		print "\tstruct timed_callback *callback;"
	print ""
	if (i >= slots)
		print "\tfunction_introduce(" number ");"
	print_around(i, before)
	print "\tevent_begin(&frame, " number ", " count[i] ", arguments);"
	if (event != "")
		print "\tcommand_begin(&frame, " number ", " queue_of(i) ", " \
			parameter_of(i, "cl_kernel", "NULL") ", &event);"
	if (is_wait(i) != "")
		print "\twait_begun = wait_time_begin(&frame, " is_wait(i) ");"
	if (name[i] in callback)
		print "\tcallback = callback_begin_" callback[name[i]] \
			"(&frame, &pfn_notify, &user_data);"
	print "\t" (ret[i] == "void" ? "" : "result = ") recorded_target(i, target) args[i] ");"
	value = ret[i] == "void" ? "0" : ret[i] == "cl_int" ? "(uint64_t)result" : \
		"(uint64_t)(uintptr_t)result"
	if (stores_something(i))
		print "\tevent_end_stored(&frame, " number ", " count[i] ", arguments, " value ");"
	else
		print "\tevent_end(&frame, " value ");"
	if (is_wait(i) != "")
		print "\twait_time_end(&frame, " is_wait(i) " && " has_succeeded(i) ", wait_begun, " number \
			", arguments);"
	if (event != "")
		print "\tcommand_end(&frame, event, " \
			(ret[i] == "cl_int" ? "result" : "CL_SUCCESS") ", " has_waited(i) ");"
	if (name[i] in callback)
		print "\tcallback_end(callback, !(" has_succeeded(i) "));"
	print_made(i)
	print_around(i, after)
	if (ret[i] != "void")
		print "\treturn result;"
	print "}"
}

# The same without a record.
function print_observer(i)
{
	print "\nstatic " head(i, "observe_") "\n{\n\t" spaced(ret[i]) "result;\n"
	print_around(i, before)
	print "\tresult = clrouter_target." name[i] "(" args[i] ");"
	print_around(i, after)
	print "\treturn result;\n}"
}

# What is called in place of the function in slot I if its calls are not recorded; "" for most.
function unrecorded(i)
{
	if (name[i] in in_place)
		return in_place[name[i]]
	return name[i] in before || name[i] in after ? "observe_" name[i] : ""
}

function print_recorders(	i, e)
{
	before["clReleaseCommandQueue"] = before["clReleaseContext"] = "queues_read()"
	after["clFinish"] = after["clWaitForEvents"] = "queues_read()"
	after["clGetPlatformIDs"] = \
		"objects_found_platforms(result, num_entries, platforms, num_platforms)"
	after["clGetDeviceIDs"] = "objects_found_devices(result, platform, device_type, " \
		"num_entries, devices, num_devices)"
	after["clCreateCommandQueue"] = after["clCreateCommandQueueWithProperties"] = \
		"objects_used_device(result, device)"
	after["clCreateKernel"] = "objects_made_kernel(result, kernel_name)"
	after["clCreateKernelsInProgram"] = "objects_made_kernels(result, program, num_kernels, " \
		"kernels, num_kernels_ret)"
	after["clCloneKernel"] = "objects_cloned_kernel(result)"
	after["clBuildProgram"] = "objects_built(result, program, num_devices, device_list, " \
		"pfn_notify != NULL)"
	callback["clSetEventCallback"] = "event"
	in_place["clCreateCommandQueue"] = "queue_create"
	in_place["clCreateCommandQueueWithProperties"] = "queue_create_with_properties"
	in_place["clSetCommandQueueProperty"] = "queue_set_property"
	in_place["clGetCommandQueueInfo"] = "queue_get_info"
	in_place["clGetEventProfilingInfo"] = "queue_get_profiling_info"
	begin("one recording function for each OpenCL function")
	include("opencl/signature.h")
	include("layers/record/timed-callbacks.h")
	include("layers/record/timed-commands.h")
	include("layers/record/file/call-records.h")
	include("layers/record/file/extension-records.h")
	include("layers/record/record-objects.h")
	include("layers/record/record-wrappers.h")
	include("layers/record/wait-time.h")
	print "\nstruct clrouter_table record_calls;"
	for (i = 0; i < slots; i++) {
		print "\nstatic " head(i, "record_")
		print_recorder_body(i, i, "clrouter_target." name[i])
		if (unrecorded(i) ~ /^observe_/)
			print_observer(i)
	}
	for (e = 0; e < extensions; e++) {
		print "\nCLROUTER_WRAP_EXTENSION(" id[line_slot[e]] ")"
		print_recorder_body(line_slot[e], "CLROUTER_SLOT_" id[line_slot[e]], "driver")
	}
	print_extension_list()
	print "\nvoid record_calls_start(bool (*wants)(unsigned int slot))\n{"
	print "\trecord_calls = clrouter_target;"
	for (i = 0; i < slots; i++) {
		print "\tif (wants(" i ") && record_calls." name[i] ")" \
			"\n\t\trecord_calls." name[i] " = record_" name[i] ";"
		if (unrecorded(i) != "")
			print "\telse if (record_calls." name[i] ")" \
				"\n\t\trecord_calls." name[i] " = " unrecorded(i) ";"
	}
	print "\textensions_add(wants);"
	print "}"
}

# -- the wait layer -----------------------------------------------------------

# For each function that waits if the program says so: a call that the driver has no reason to refuse
# before it waits. The others of extensions that wait are the driver's, see libCLWait(7).
function know_waits()
{
	sound["clEnqueueReadBuffer"] = "ptr && sound_buffer(&waiting.facts, " \
		"command_queue, buffer, SOUND_READS, offset, size)"
	sound["clEnqueueWriteBuffer"] = "ptr && sound_buffer(&waiting.facts, " \
		"command_queue, buffer, SOUND_WRITES, offset, size)"
	sound["clEnqueueReadBufferRect"] = sound_rects("SOUND_READS")
	sound["clEnqueueWriteBufferRect"] = sound_rects("SOUND_WRITES")
	sound["clEnqueueReadImage"] = "ptr && sound_image(&waiting.facts, command_queue, " \
		"image, SOUND_READS, origin, region, row_pitch, slice_pitch)"
	sound["clEnqueueWriteImage"] = "ptr && sound_image(&waiting.facts, command_queue, " \
		"image, SOUND_WRITES, origin, region, input_row_pitch, input_slice_pitch)"
	sound["clEnqueueMapBuffer"] = "sound_buffer(&waiting.facts, command_queue, buffer, " \
		"map_flags, offset, size)"
	sound["clEnqueueMapImage"] = "sound_image_map(&waiting.facts, command_queue, " \
		"image, map_flags, origin, region, image_row_pitch, image_slice_pitch)"
	sound["clEnqueueSVMMemcpy"] = sound["clEnqueueSVMMemcpyARM"] = \
		sound["clEnqueueMemcpyINTEL"] = sound["clEnqueueSVMMemcpyWithPropertiesKHR"] = \
		"dst_ptr && src_ptr && " \
		"sound_svm(&waiting.facts, dst_ptr, src_ptr, size)"
	sound["clEnqueueSVMMap"] = sound["clEnqueueSVMMapARM"] = \
		"sound_map(flags) && sound_svm(&waiting.facts, svm_ptr, NULL, size)"
}

function sound_rects(access)
{
	return "ptr && sound_rect(host_origin, region, host_row_pitch, host_slice_pitch) != 0 && " \
		"sound_buffer(&waiting.facts, command_queue, buffer, " access ", 0, " \
		"sound_rect(buffer_origin, region, buffer_row_pitch, buffer_slice_pitch))"
}

# The number of events that a call of SLOT waits for.
function events_of(slot,	k)
{
	for (k = 1; k <= count[slot]; k++)
		if (pname[slot, k] ~ /^num_events/)
			return pname[slot, k]
	return "0"
}

# The number of things that its command waits for: a semaphore may be signaled by another queue.
function waits_of(slot)
{
	return name[slot] == "clEnqueueWaitSemaphoresKHR" ? "num_sema_objects" : events_of(slot)
}

function has_size(slot)
{
	return name[slot] == "clEnqueueNDRangeKernel"
}

function has_callback(slot)
{
	return param_index(slot, "pfn_free_func") >= 0
}

# What a call of SLOT that does not wait changes of QUEUE.
function note_of(slot, queue)
{
	if (ptype[slot, 1] != "cl_command_queue")
		return "wait_queue_note_list(num_queues, queues)"
	if (parameter_of(slot, "cl_kernel", "") != "")
		return "wait_queue_note_kernel(" queue ", " events_of(slot) ", kernel, " \
			(has_size(slot) ? "global_work_size ? *global_work_size : 0)" : "0)")
	return "wait_queue_note(" queue ", " waits_of(slot) ")"
}

# Does SLOT enqueue, by a function that is generated?
function is_noted(slot)
{
	return name[slot] ~ /^clEnqueue/ && name[slot] !~ /^clEnqueueBarrier/ && \
		(ptype[slot, 1] == "cl_command_queue" || name[slot] == "clEnqueueCommandBufferKHR")
}

# The whole function, for calls that may wait and for a queue that is new.
function print_wait_body(i, number, target)
{
	print "{"
	if (name[i] in sound) {
		print "\tif (" has_waited(i) ") {"
		print "\t\t" spaced(ret[i]) "result;\n\t\tWAITING;\n"
		print "\t\twaiting_open(&waiting, command_queue, " number ", " \
			"__builtin_return_address(0));"
		print "\t\tif (" sound[name[i]] ")"
		print "\t\t\twaiting_for_transfer(&waiting, " events_of(i) ", " \
			"event_wait_list);"
		print "\t\telse\n\t\t\twaiting_for_driver(&waiting);"
		print "\t\tresult = " target "(" args[i] ");"
		print "\t\twaiting_end(&waiting, !(" has_succeeded(i) "));\n\t\treturn result;\n\t}"
	}
	if (has_callback(i))
		print "\tif (!program_callbacks_keep_free(&pfn_free_func, &user_data))\n\t\treturn CL_OUT_OF_HOST_MEMORY;"
	if (ptype[i, 1] == "cl_command_queue")
		print "\t" note_of(i, "wait_queue_find(command_queue)") ";"
	if (optional_event(i) == "")
		print "\t" call_and_return(i, target)
	else
		print_watched(i, number, target)
	print "}"
}

# The call of TARGET, whose command has an event if waits are watched.
function print_watched(i, number, target)
{
	print "\tstruct watch_command watched;\n\t" spaced(ret[i]) "result;\n"
	print "\tevent = watch_begin(&watched, " number ", " parameter_of(i, "cl_kernel", "NULL") ", " \
		events_of(i) ", event_wait_list, event);"
	print "\tresult = " target "(" args[i] ");"
	if (has_callback(i))
		print "\tif (result != CL_SUCCESS && pfn_free_func)\n\t\tfree(user_data);"
	# Only a list of queues that the driver has accepted is as long as it is said to be.
	if (ptype[i, 1] != "cl_command_queue")
		print "\tif (result == CL_SUCCESS)\n\t\t" note_of(i, "") ";"
	print "\twatch_end(&watched, " (ptype[i, 1] == "cl_command_queue" ? "command_queue" : \
		"num_queues > 0 && queues ? queues[0] : NULL") ", event, " \
		(ret[i] == "cl_int" ? "result == CL_SUCCESS" : "result != NULL") ");"
	print "\treturn result;"
}

# The function of the table for SLOT. What most calls do is done with the parameters where they are: so
# this function calls no other one, but for the last.
function print_wait(i)
{
	print "\n__attribute__((noinline)) static " head(i, "whole_")
	print_wait_body(i, i, "clrouter_target." name[i])
	print "\nstatic " head(i, "wait_") "\n{"
	print "\tstruct wait_queue *queue = wait_queue_quick(command_queue);\n"
	print "\tif (queue == NULL" (name[i] in sound ? " || " has_waited(i) : "") \
		(has_size(i) ? " || !global_work_size" : "") \
		(has_callback(i) ? " || pfn_free_func" : "") ")"
	print "\t\treturn whole_" name[i] "(" args[i] ");"
	print "\t" note_of(i, "queue") ";\n\t" call_and_return(i, "clrouter_target." name[i]) "\n}"
}

function print_waits(	i, e, slot)
{
	know_waits()
	begin("the functions of the wait layer for all that enqueues")
	include("layers/wait/wait-calls.h")
	print "\n#include <stdlib.h>\n\n#include <clrouter/extension.h>\n"
	include("layers/frame/program-callbacks.h")
	include("layers/wait/wait-queue.h")
	include("layers/wait/sound.h")
	include("layers/wait/waiting.h")
	include("layers/wait/watch.h")
	for (i = 0; i < slots; i++)
		if (is_noted(i))
			print_wait(i)
	for (e = 0; e < extensions; e++) {
		slot = line_slot[e]
		if (!is_noted(slot))
			continue
		print "\nCLROUTER_WRAP_EXTENSION(" id[slot] ")"
		print_wait_body(slot, "CLROUTER_SLOT_" id[slot], "driver")
	}
	print "\nvoid wait_calls_start(struct clrouter_table *table, bool is_watched)\n{"
	for (i = 0; i < slots; i++)
		if (is_noted(i))
			print "\ttable->" name[i] " = is_watched ? whole_" name[i] " : wait_" name[i] ";"
	print "\tclrouter_extension_clear();"
	for (e = 0; e < extensions; e++)
		if (is_noted(line_slot[e]))
			print "\tclrouter_extension_add(&clrouter_extension_" id[line_slot[e]] ");"
	print "}"
}

# What NAME does beyond its parameters. The compiler knows the words.
function action_member(name,	word)
{
	word = name in action ? action[name] : "other"
	if (word ~ /^(retain|release)$/)
		return "\t  .action = ACTION_" toupper(word) ","
	gsub(/-/, "_", word)
	return "\t  .command = COMMAND_" toupper(word) ","
}

function print_signatures(	i, k)
{
	begin("what the parameters of each OpenCL function mean")
	include("opencl/signature.h")
	for (i = 0; i < functions; i++) {
		if (count[i] == 0)
			continue
		print "\nstatic const struct signature_param params_" id[i] "[] = {"
		for (k = 1; k <= count[i]; k++)
			print "\t" describe(i, pname[i, k], ptype[i, k]) ","
		print "};"
	}
	print "\nconst struct signature signatures[CLROUTER_ALL_SLOTS] = {"
	for (i = 0; i < functions; i++) {
		print "\t{ .name = \"" name[i] "\","
		if (ret[i] != "void")
			print "\t  .result = " describe(i, "return", ret[i]) ","
		if (name[i] in action || name[i] ~ /^clEnqueue/)
			print action_member(name[i])
		delete action_left[name[i]]
		if (count[i] && pname[i, count[i]] == "errcode_ret")
			print "\t  .has_errcode = true,"
		print "\t  .param_count = " count[i] ","
		print "\t  .params = " (count[i] ? "params_" id[i] : "NULL") " },"
	}
	print "};"
	for (k in action_left)
		refuse_line("objects.list", "no function is called " k)
}

function print_groups_header(	i)
{
	header_begin("opencl/names-groups.h", "the groups of constants")
	print "enum names_group {\n\tNAMES_NONE,"
	for (i = 0; i < groups; i++)
		print "\tNAMES_" group_name[i] ","
	print "\tNAMES_GROUPS\n};\n\n#endif"
}

# The index of each parameter, for calls of the accessors in call.h: ARG_clSetKernelArg_arg_size.
function print_args(	i, k)
{
	header_begin("opencl/args.h", "the parameters of each OpenCL function, by name")
	print "enum args {"
	print "\t/* Of any function: the object that most calls are about. */\n\tARG_first = 0,"
	for (i = 0; i < functions; i++)
		for (k = 1; k <= count[i]; k++)
			print "\tARG_" id[i] "_" pname[i, k] " = " k - 1 ","
	print "};\n\n#endif"
}

# The constants whose values enums.list has, for headers that do not have them.
function print_values_header(	i)
{
	header_begin("opencl/names-values.h", "constants that older headers do not have")
	print "#include <clrouter/extension.h>\n"
	for (i = 1; i <= given; i++)
		print "#ifndef " given_name[i] "\n#define " given_name[i] " (" given_value[i] \
			")\n#endif"
	print "\n#endif"
}

# Headers that do have them must agree.
function print_values_check(	i)
{
	print "\n/* NOLINTBEGIN(misc-redundant-expression): both sides are equal, which is what is checked */"
	for (i = 1; i <= given; i++)
		print "static_assert(" given_name[i] " == " given_value[i] ", \"enums.list: " \
			given_name[i] "\");"
	print "/* NOLINTEND(misc-redundant-expression) */"
}

function print_constant(name, what)
{
	printf "\t{ .value = (int64_t)(%s), .name = \"%s\"", name, name
	if (what == "string")
		printf ", .is_text = true"
	else if (what != "")
		printf "%s", detail_members(what)
	print " },"
}

function print_name_tables(	i, k)
{
	begin("names of constants")
	include("opencl/names.h")
	include("base/array.h")
	print "#include <assert.h>"
	print_values_check()
	for (i = 0; i < groups; i++) {
		if (group_is_version[i])
			continue
		print "\nstatic const struct names_value entries_" group_name[i] "[] = {"
		for (k = 1; k <= group_count[i]; k++)
			print_constant(group_constant[i, k], constant_what[i, k])
		print "};"
	}
	print "\n#define ENTRIES(group) entries_##group, ARRAY_SIZE(entries_##group)"
	print "const struct names_table names_tables[NAMES_GROUPS] = {"
	for (i = 0; i < groups; i++)
		if (group_is_version[i])
			print "\t[NAMES_" group_name[i] "] = { \"" group_name[i] \
				"\", .is_version = true },"
		else
			print "\t[NAMES_" group_name[i] "] = { \"" group_name[i] \
				"\", ENTRIES(" group_name[i] "), .is_bits = " \
				group_is_bits[i] " },"
	print "};"
}

END {
	if (refused)
		exit 1
	read_extensions(lists "/extensions.list")
	if (product == "functions.h") print_functions()
	else if (product == "extension-functions.h") print_extension_header()
	else if (product == "extension-check.inc") print_extension_check()
	else if (product == "prototypes.h") print_prototypes()
	else if (product == "wrappers.c") print_wrappers()
	else if (product == "record-wrappers.c") print_recorders()
	else if (product == "wait-calls.c") print_waits()
	else if (product == "signatures.c") print_signatures()
	else if (product == "args.h") print_args()
	else if (product == "names-groups.h") print_groups_header()
	else if (product == "names-values.h") print_values_header()
	else if (product == "names-tables.c") print_name_tables()
	else refuse("no product is called \"" product "\"")
}
