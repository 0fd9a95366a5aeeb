/* SPDX-License-Identifier: Apache-2.0 */
/*
 * thread-data-windows: see thread-data.h.
 */
#include "layers/frame/thread-data.h"

#include <windows.h>

#include "base/common/system.h"

static DWORD slot = TLS_OUT_OF_INDEXES;
static void (*call_at_end)(void *data);

/* The system calls this in each thread that begins or ends. */
static void NTAPI on_thread(void *module, DWORD reason, void *reserved)
{
	void *data;

	(void)module;
	(void)reserved;
	if (reason != DLL_THREAD_DETACH || slot == TLS_OUT_OF_INDEXES || !call_at_end)
		return;
	data = TlsGetValue(slot);
	TlsSetValue(slot, NULL);
	if (data)
		call_at_end(data);
}

/* In the DLL's table of such functions, before the one that frees thread-local variables (XLD). */
__attribute__((section(".CRT$XLB"), used))
static const PIMAGE_TLS_CALLBACK thread_callback = on_thread;

bool thread_data_start(void (*at_end)(void *data))
{
	system_stay_loaded((const void *)on_thread);
	call_at_end = at_end;
	if (slot == TLS_OUT_OF_INDEXES)
		slot = TlsAlloc();
	return slot != TLS_OUT_OF_INDEXES;
}

bool thread_data_set(void *data)
{
	return slot != TLS_OUT_OF_INDEXES && TlsSetValue(slot, data);
}

/* The program may ask for the error of a call of its own later. */
void *thread_data_get(void)
{
	const DWORD error = GetLastError();
	void *data = slot != TLS_OUT_OF_INDEXES ? TlsGetValue(slot) : NULL;

	SetLastError(error);
	return data;
}
