/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reason: the one table of the reasons that a verdict can have. Log, tool, manual and tests read
 * it. Scripts compare identifiers, so a released identifier is never renamed and keeps its
 * meaning.
 *
 * X(NAME, "identifier", blame, expected, "text", "advice")
 *   NAME	REASON_NAME is the constant
 *   blame	LOG_BLAME_blame: the party that has to act
 *   expected	true if nobody has to act: the candidate was left out on purpose, or is for another
 *		architecture. It is logged at level info, other verdicts as warnings.
 *   text	what is wrong, without a full stop
 *   advice	what the user can do about it; "" only for OK
 *
 * Each entry starts with a tab and X(, and text and advice have lines of their own:
 * doc/verdicts.awk and the scripts in tests/process/ read this file.
 */
#ifndef CLROUTER_BASE_REASON_H
#define CLROUTER_BASE_REASON_H

#define REASONS(X) \
	X(OK, "ok", NOBODY, true, "accepted", "") \
	/* files */ \
	X(UNREADABLE, "unreadable", CONFIGURATION, false, \
	  "the file cannot be read", \
	  "check the file's permissions, and the confinement of the program") \
	X(NOT_REGULAR, "not-regular-file", CONFIGURATION, false, \
	  "not a regular file", \
	  "put a text file in its place, or give it a name that does not end in .icd") \
	X(EMPTY_FILE, "empty-file", CONFIGURATION, false, \
	  "the file is empty", \
	  "reinstall the package of the driver, or write the library's name into the file") \
	X(NO_LIBRARY_NAME, "no-library-name", CONFIGURATION, false, \
	  "no library is named", \
	  "write the library's name on the first line of the file") \
	X(NOT_TEXT, "not-text", CONFIGURATION, false, \
	  "the line that names the library has a NUL byte", \
	  "write the library's name as plain text") \
	X(TOO_LONG, "too-long", CONFIGURATION, false, \
	  "the library's name is too long", \
	  "use a name shorter than PATH_MAX within the first 8 KiB of the file") \
	X(MASKED, "masked", NOBODY, true, \
	  "an earlier directory has a file of the same name", \
	  "rename one of the two files if both are wanted") \
	X(SUBDIRECTORY, "subdirectory", CONFIGURATION, true, \
	  "a directory in a vendor directory is not read", \
	  "name this directory in vendor_dirs or OCL_ICD_VENDORS if its files are wanted") \
	X(DISABLED, "disabled", CONFIGURATION, true, \
	  "switched off by configuration", \
	  "remove it from the disable list that is named, or add it to enable") \
	X(CANNOT_STAY, "cannot-stay", US, false, \
	  "it would keep pointers into the loader, which cannot be kept in memory", \
	  "report it, with the way in which the program opens libOpenCL.so.1") \
	X(NO_MEMORY, "no-memory", US, false, \
	  "there was not enough memory", \
	  "free memory, or raise the process' limit") \
	/* libraries */ \
	X(NOT_FOUND, "not-found", CONFIGURATION, false, \
	  "the library does not exist", \
	  "install the package of the driver, or correct the name") \
	X(MISSING_DEPENDENCY, "missing-dependency", VENDOR, false, \
	  "a library that it needs cannot be loaded", \
	  "install the package that has the missing library") \
	X(UNDEFINED_SYMBOL, "undefined-symbol", VENDOR, false, \
	  "a symbol that it needs is defined nowhere", \
	  "install the version of the missing library that the driver was built for") \
	X(WRONG_ELF_CLASS, "wrong-elf-class", NOBODY, true, \
	  "made for another word size or machine", \
	  "nothing, if a driver for this program's architecture is installed too") \
	X(NOT_ELF, "not-elf", VENDOR, false, \
	  "not a shared library", \
	  "reinstall the package of the driver") \
	X(LOAD_FAILED, "load-failed", VENDOR, false, \
	  "the library cannot be loaded", \
	  "see the message of the dynamic linker") \
	X(IS_LOADER, "is-loader", CONFIGURATION, false, \
	  "an OpenCL loader, not a driver", \
	  "name the driver's own library instead of libOpenCL") \
	X(DUPLICATE, "duplicate", CONFIGURATION, true, \
	  "already loaded from another place", \
	  "nothing: the driver is used once") \
	X(SYMBOL_MISSING, "symbol-missing", VENDOR, false, \
	  "a function that every driver must have is missing", \
	  "check that the library is an OpenCL driver, and report it to the vendor") \
	/* platforms */ \
	X(PLATFORM_QUERY_FAILED, "platform-query-failed", VENDOR, false, \
	  "the driver failed to list its platforms", \
	  "check that the driver's device and kernel module are usable") \
	X(NO_PLATFORM, "no-platform", VENDOR, false, \
	  "the driver has no platform", \
	  "check that the driver's device is present and that you may use it") \
	X(NULL_PLATFORM, "null-platform", VENDOR, false, \
	  "the driver listed a NULL platform", \
	  "report it to the vendor") \
	X(NO_DISPATCH_TABLE, "no-dispatch-table", VENDOR, false, \
	  "the platform has no dispatch table", \
	  "report it to the vendor") \
	X(NO_CL_KHR_ICD, "no-cl-khr-icd", VENDOR, false, \
	  "the platform does not list cl_khr_icd", \
	  "set assume_icd = yes for this driver if it works all the same") \
	X(EXTENSIONS_FAILED, "extensions-query-failed", VENDOR, false, \
	  "the platform failed to list its extensions", \
	  "report it to the vendor") \
	X(SUFFIX_FAILED, "suffix-query-failed", VENDOR, false, \
	  "the platform failed to return its extension suffix", \
	  "report it to the vendor") \
	X(HALF_ICD2_TAG, "half-icd2-tag", VENDOR, false, \
	  "the table has the ICD 2 tag in one of its two places only", \
	  "report it to the vendor") \
	X(ICD2_FUNCTION_MISSING, "icd2-function-missing", VENDOR, false, \
	  "an ICD 2 platform without the functions of ICD 2", \
	  "report it to the vendor") \
	X(DISPATCH_DATA_REFUSED, "dispatch-data-refused", VENDOR, false, \
	  "the platform refused its dispatch data", \
	  "report it to the vendor") \
	X(DUPLICATE_PLATFORM, "duplicate-platform", VENDOR, true, \
	  "another driver gave the same platform", \
	  "nothing: the platform is used once") \
	X(NO_DEVICES, "no-devices", CONFIGURATION, true, \
	  "hidden: it has no devices", \
	  "set hide_empty = no to list it all the same") \
	/* configuration */ \
	X(CONFIG_REFUSED, "config-refused", CONFIGURATION, false, \
	  "the configuration file is refused as a whole", \
	  "correct the line that is named") \
	X(UNTRUSTED, "untrusted", CONFIGURATION, false, \
	  "users other than the administrator can change it", \
	  "let only root, or on Windows Administrators, own and write it and its directory") \
	/* layers */ \
	X(LAYER_SYMBOL_MISSING, "layer-symbol-missing", LAYER, false, \
	  "a function that every layer must have is missing", \
	  "check that the library is an OpenCL layer, and report it to its author") \
	X(LAYER_API_VERSION, "layer-api-version", LAYER, false, \
	  "the layer's API version is none of 100, 110 and 200", \
	  "get a version of the layer for API version 100") \
	X(LAYER_INIT_FAILED, "layer-init-failed", LAYER, false, \
	  "the layer refused to start", \
	  "see the layer's own documentation")

enum reason {
#define X(name, id, blame, expected, text, advice) REASON_##name,
	REASONS(X)
#undef X
	REASON_COUNT
};

#endif
