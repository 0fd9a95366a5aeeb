/* SPDX-License-Identifier: Apache-2.0 */
/*
 * devices: a cfgmgr32.dll whose devices are in the variable FAKE_DEVICES: "CLASS\\0000 22,..."
 * has the key of a device and its problem, which is 22 (CM_PROB_DISABLED) if the user has disabled it.
 * 0 is none. The ID of a device is FAKE\\ and its place in the list.
 */
#include <windows.h>

#include <cfgmgr32.h>
#include <stdio.h>
#include <wchar.h>

#define MOST 8

static struct {
	wchar_t driver[128];
	ULONG problem;
} devices[MOST];
static ULONG count;

static void read_devices(void)
{
	wchar_t text[1024] = L"";
	wchar_t *rest = text;

	GetEnvironmentVariableW(L"FAKE_DEVICES", text, 1024);
	for (count = 0; *rest != L'\0' && count < MOST; count++) {
		swscanf(rest, L"%127ls %lu", devices[count].driver, &devices[count].problem);
		rest += wcscspn(rest, L",");
		rest += *rest == L',';
	}
}

static BOOL is_of_class(ULONG i, const wchar_t *class)
{
	return wcsncmp(devices[i].driver, class, wcslen(class)) == 0;
}

__declspec(dllexport) CONFIGRET WINAPI CM_Get_Device_ID_List_SizeW(ULONG *length,
								    const wchar_t *filter,
								    ULONG flags)
{
	(void)filter;
	(void)flags;
	read_devices();
	*length = MOST * 16;
	return CR_SUCCESS;
}

__declspec(dllexport) CONFIGRET WINAPI CM_Get_Device_ID_ListW(const wchar_t *filter, wchar_t *list,
							       ULONG length, ULONG flags)
{
	(void)length;
	if (flags != (CM_GETIDLIST_FILTER_CLASS | CM_GETIDLIST_FILTER_PRESENT))
		return CR_INVALID_FLAG;
	for (ULONG i = 0; i < count; i++)
		if (is_of_class(i, filter))
			list += swprintf(list, 16, L"FAKE\\%lu", i) + 1;
	*list = L'\0';
	return CR_SUCCESS;
}

__declspec(dllexport) CONFIGRET WINAPI CM_Locate_DevNodeW(DEVINST *device, wchar_t *id, ULONG flags)
{
	(void)flags;
	return swscanf(id, L"FAKE\\%lu", device) == 1 && *device < count ? CR_SUCCESS :
									    CR_NO_SUCH_DEVNODE;
}

__declspec(dllexport) CONFIGRET WINAPI CM_Get_DevNode_Registry_PropertyW(DEVINST device,
									  ULONG property,
									  ULONG *type, void *value,
									  ULONG *size, ULONG flags)
{
	const ULONG all = (ULONG)((wcslen(devices[device].driver) + 1) * sizeof(wchar_t));

	(void)type;
	(void)flags;
	if (property != CM_DRP_DRIVER)
		return CR_INVALID_PROPERTY;
	if (*size < all)
		return CR_BUFFER_SMALL;
	memcpy(value, devices[device].driver, all);
	*size = all;
	return CR_SUCCESS;
}

__declspec(dllexport) CONFIGRET WINAPI CM_Get_DevNode_Status(ULONG *status, ULONG *problem,
							      DEVINST device, ULONG flags)
{
	(void)flags;
	*status = devices[device].problem != 0 ? DN_HAS_PROBLEM : DN_STARTED;
	*problem = devices[device].problem;
	return CR_SUCCESS;
}
