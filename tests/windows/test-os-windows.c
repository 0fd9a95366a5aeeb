/* SPDX-License-Identifier: Apache-2.0 */
/*
 * os-windows: which integrity levels count as elevated, and which security descriptors are trusted.
 * Under Wine no process has the one, and no file the other, so the two functions are called with
 * rows of a table.
 */
#include <stdio.h>
#include <string.h>
#include <windows.h>

#include <sddl.h>

#include "base/array.h"
#include "base/glob.h"
#include "base/os.h"

static int failed;

static void check(bool is_right, const char *what)
{
	if (!is_right)
		printf("FAIL: %s\n", what);
	failed += !is_right;
}

static const struct {
	unsigned long level;
	bool is_wine;
	bool expected;
} levels[] = {
	{ SECURITY_MANDATORY_UNTRUSTED_RID, false, false },
	{ SECURITY_MANDATORY_LOW_RID, false, false },
	{ SECURITY_MANDATORY_MEDIUM_RID, false, false },
	{ SECURITY_MANDATORY_MEDIUM_RID + 0x100, false, false },
	{ SECURITY_MANDATORY_HIGH_RID - 1, false, false },
	{ SECURITY_MANDATORY_HIGH_RID, false, true },
	{ SECURITY_MANDATORY_SYSTEM_RID, false, true },
	{ SECURITY_MANDATORY_HIGH_RID, true, false },
	{ SECURITY_MANDATORY_SYSTEM_RID, true, false },
};

#define INSTALLER "S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464"
#define USER "S-1-5-21-1-2-3-1000"

/* C:\ProgramData and C:\ as icacls shows them on Windows 10, and other directories. */
#define PROGRAM_DATA "O:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICIIO;FA;;;CO)" \
	"(A;OICI;0x1200a9;;;BU)(A;CI;0x116;;;BU)"
#define ROOT "O:" INSTALLER "D:PAI(A;;0x4;;;AU)(A;OICIIO;0x1301bf;;;AU)(A;OICI;FA;;;SY)" \
	"(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)"

static const struct {
	const char *text;
	bool expected;
} directories[] = {
	{ PROGRAM_DATA, true }, { ROOT, true },
	{ "O:BAD:(A;;FW;;;WD)", true },				/* others may add files */
	{ "O:BAD:(A;;0x1301bf;;;AU)", false },			/* "modify": it can be deleted */
	{ "O:BAD:(A;;0x40;;;BU)", false }, { "O:BAD:(A;;SD;;;BU)", false },
	{ "O:BAD:(A;;WD;;;BU)", false }, { "O:BAD:(A;;WO;;;BU)", false },
	{ "O:BAD:(A;;GA;;;BU)", false }, { "O:BAD:(A;;FA;;;WD)", false },
	{ "O:" USER "D:(A;;FA;;;BA)", false }, { "O:BA", false },
};

/* BA: Administrators, SY: SYSTEM, BU: Users, WD: everyone, CO: the owner of a new file. */
static const struct {
	const char *text;
	const char *user;
	bool expected;
} descriptors[] = {
	{ "O:BAD:(A;;FA;;;BA)(A;;FA;;;SY)(A;;FR;;;BU)", NULL, true },
	{ "O:SYD:(A;;FA;;;SY)", NULL, true },
	{ "O:" INSTALLER "D:(A;;FA;;;" INSTALLER ")(A;;0x1200a9;;;BU)", NULL, true },
	{ "O:BAD:", NULL, true },				/* nobody may do anything */
	{ "O:BA", NULL, false },				/* no list: everyone may do all */
	{ "O:" USER "D:(A;;FA;;;BA)", NULL, false },		/* the owner may change the list */
	{ "O:BUD:(A;;FR;;;BU)", NULL, false },
	{ "O:BAD:(A;;FA;;;BA)(A;;FW;;;WD)", NULL, false },
	{ "O:BAD:(A;;0x2;;;BU)", NULL, false },			/* write, or create files */
	{ "O:BAD:(A;;0x4;;;BU)", NULL, false },			/* append, or create folders */
	{ "O:BAD:(A;;0x40;;;BU)", NULL, false },		/* delete children */
	{ "O:BAD:(A;;SD;;;BU)", NULL, false },
	{ "O:BAD:(A;;WD;;;BU)", NULL, false },
	{ "O:BAD:(A;;WO;;;BU)", NULL, false },
	{ "O:BAD:(A;;GA;;;BU)", NULL, false },
	{ "O:BAD:(A;;GW;;;BU)", NULL, false },
	{ "O:BAD:(A;OICIIO;FA;;;CO)(A;;FR;;;BU)", NULL, true },	/* only for what is created in it */
	{ "O:BAD:(D;;FA;;;WD)(A;;FR;;;BU)", NULL, true },
	{ "O:BAD:(D;;FA;;;BU)(A;;FA;;;BU)", NULL, false },	/* a denial is not relied upon */
	{ "O:" USER "D:(A;;FA;;;" USER ")", USER, true },	/* Wine */
	{ "O:" USER "D:(A;;FA;;;" USER ")(A;;FA;;;WD)", USER, false },
};

static void check_descriptor(const char *text, const char *user_text, bool expected,
			     unsigned long rights)
{
	PSECURITY_DESCRIPTOR descriptor = NULL;
	PSID user = NULL;

	if (!ConvertStringSecurityDescriptorToSecurityDescriptorA(text, SDDL_REVISION_1,
								  &descriptor, NULL)) {
		printf("not tested: this system cannot parse %s\n", text);
		return;
	}
	if (user_text)
		ConvertStringSidToSidA(user_text, &user);
	check(os_windows_is_trusted(descriptor, rights, user) == expected, text);
	LocalFree(user);
	LocalFree(descriptor);
}

/* An empty list allows nobody anything, a list that is NULL allows everybody everything. */
static void check_null_list(void)
{
	SECURITY_DESCRIPTOR descriptor;
	PSID owner = NULL;

	ConvertStringSidToSidA("S-1-5-18", &owner);
	InitializeSecurityDescriptor(&descriptor, SECURITY_DESCRIPTOR_REVISION);
	SetSecurityDescriptorOwner(&descriptor, owner, FALSE);
	SetSecurityDescriptorDacl(&descriptor, TRUE, NULL, FALSE);
	check(!os_windows_is_trusted(&descriptor, OS_WINDOWS_WRITE, NULL), "a list that is NULL");
	LocalFree(owner);
}

static const struct {
	const char *path;
	bool expected;
} paths[] = {
	{ "C:\\a", true }, { "c:/a", true }, { "\\\\server\\a", true }, { "//server/a", true },
	{ "\\\\?\\C:\\a", true }, { "C:a", false }, { "\\a", false }, { "/a", false },
	{ "a", false }, { "", false }, { "1:\\a", false }, { "C:", false }, { ".\\a", false },
};

static const struct {
	const char *glob;
	const char *text;
	bool expected;
} globs[] = {
	{ "C:\\Games\\*.exe", "c:/games/A.EXE", true },
	{ "c:/games/*.exe", "C:\\Games\\a.exe", true },
	{ "*\\a.exe", "C:/x/a.exe", true }, { "*/a.exe", "C:\\x\\a.exe", true },
	{ "*\\b.exe", "C:/x/a.exe", false }, { "\\*", "*", false },
};

int main(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(levels); i++)
		check(os_windows_is_elevated(levels[i].level, levels[i].is_wine) ==
			      levels[i].expected, "a level");
	for (size_t i = 0; i < ARRAY_SIZE(descriptors); i++)
		check_descriptor(descriptors[i].text, descriptors[i].user,
				 descriptors[i].expected, OS_WINDOWS_WRITE);
	for (size_t i = 0; i < ARRAY_SIZE(directories); i++)
		check_descriptor(directories[i].text, NULL, directories[i].expected,
				 OS_WINDOWS_REPLACE);
	check_null_list();
	for (size_t i = 0; i < ARRAY_SIZE(paths); i++)
		check(os_is_absolute(paths[i].path) == paths[i].expected, paths[i].path);
	for (size_t i = 0; i < ARRAY_SIZE(globs); i++)
		check(glob_matches(globs[i].glob, globs[i].text) == globs[i].expected,
		      globs[i].glob);
	check(os_thread_exists(os_thread_id()) && !os_thread_exists(0), "threads");
	return failed > 0;
}
