/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wait-time: see wait-time.h.
 */
#include "layers/record/wait-time.h"

#include "base/common/system.h"
#include "layers/record/file/own-process.h"
#include "layers/record/file/store.h"
#include "layers/record/transfer-bytes.h"

static bool is_recorded(const struct event_frame *frame)
{
	return frame->home != 0 || frame->is_summed;
}

uint64_t wait_time_begin(const struct event_frame *frame, bool is_wait)
{
	return is_wait && is_recorded(frame) ? own_process_thread_cpu() : 0;
}

/*
 * A transfer copies by the processor after it has waited. What takes no longer than a slow copy, of
 * 1 GB/s, is taken for one: no layer could save that.
 */
void wait_time_end(const struct event_frame *frame, bool has_waited, uint64_t begun,
		   unsigned int slot, const uint64_t *arguments)
{
	uint64_t time;

	if (!has_waited || !is_recorded(frame))
		return;
	time = system_now() - frame->begin;
	if (time >= RECORD_LEAST_WAIT && time - RECORD_LEAST_WAIT >= transfer_bytes(slot, arguments))
		store_add_wait(time, own_process_thread_cpu() - begun);
}
