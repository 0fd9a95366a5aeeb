/* SPDX-License-Identifier: Apache-2.0 */
/*
 * library: see library.h. If dlopen fails, the C library has a sentence for it, which may be
 * translated. So the reason is found by the name that starts the sentence and by the file itself.
 * Only if both are as they should be the English words are looked at, and if they are not known
 * the sentence as a whole is the detail.
 */
#include "driver/library.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#include "base/os.h"
#include "base/text.h"
#include "driver/elf-header.h"

/*
 * "libx.so: undefined symbol: name, version V" has the symbol in it, or as musl says it,
 * "libx.so: name: symbol not found".
 */
static const char *find_undefined_symbol(const char *message, struct arena *arena)
{
	static const char words[] = ": undefined symbol: ";
	const char *symbol = strstr(message, words);
	size_t length = 0;

	if (symbol)
		symbol += sizeof(words) - 1;
	else if (strstr(message, ": symbol not found"))
		symbol = strstr(message, ": ") + 2;
	if (!symbol)
		return NULL;
	while (symbol[length] && !strchr(",: \t", symbol[length]))
		length++;
	return arena_copy(arena, symbol, length);
}

/* The file can be read and is a library of this machine: only the words can have the reason. */
static void explain_words(const char *message, struct verdict *verdict, struct arena *arena)
{
	const char *symbol = find_undefined_symbol(message, arena);

	verdict->reason = REASON_LOAD_FAILED;
	verdict->detail = message;
	if (symbol) {
		verdict->reason = REASON_UNDEFINED_SYMBOL;
		verdict->detail = symbol;
	} else if (strstr(message, "(required by ")) {
		verdict->reason = REASON_MISSING_DEPENDENCY;
	}
}

static void explain_file(const char *file, const char *message, struct verdict *verdict,
			 struct arena *arena)
{
	enum elf_header header = ELF_HEADER_GOOD;
	int error = elf_header_read(file, &header);

	verdict->detail = NULL;
	if (error == -ENOENT || error == -ENOTDIR) {
		verdict->reason = REASON_NOT_FOUND;
	} else if (error) {
		verdict->reason = REASON_UNREADABLE;
		verdict->code = -error;
		verdict->detail = file;
	} else if (header == ELF_HEADER_FOREIGN) {
		verdict->reason = REASON_WRONG_ELF_CLASS;
	} else if (header == ELF_HEADER_NONE) {
		verdict->reason = REASON_NOT_ELF;
	} else {
		explain_words(message, verdict, arena);
	}
}

/*
 * SUBJECT is the name that the linker's sentence starts with: the library that was asked for, as it
 * was asked for or with the directory it was found in, or another one.
 */
static void explain_failure(const char *name, const char *subject, const char *message,
			    struct verdict *verdict, struct arena *arena)
{
	bool is_path = text_base_name(subject) != subject;
	bool is_same = strcmp(name, subject) == 0 ||
		       (text_base_name(name) == name && is_path &&
			strcmp(name, text_base_name(subject)) == 0);

	if (is_same && is_path) {
		explain_file(subject, message, verdict, arena);
	} else if (is_same) {
		/* The search passes over libraries of another class, then says so. */
		verdict->reason = strstr(message, "ELFCLASS") ? REASON_WRONG_ELF_CLASS
								 : REASON_NOT_FOUND;
	} else if (strstr(message, "(required by ") || strstr(message, ": symbol not found")) {
		explain_words(message, verdict, arena);
	} else {
		verdict->reason = REASON_MISSING_DEPENDENCY;
		verdict->detail = subject;
	}
}

/* musl puts these words before what is otherwise the same sentence. */
static const char *skip_musl_words(const char *sentence)
{
	const char *rest = text_skip_prefix(sentence, "Error loading shared library ");

	if (!rest)
		rest = text_skip_prefix(sentence, "Error relocating ");
	return rest ? rest : sentence;
}

/* The linker's sentence starts with a name and a colon; the name may have colons. */
static size_t subject_length(const char *sentence, const char *name)
{
	const char *rest = text_skip_prefix(sentence, name);
	const char *colon;

	if (rest && text_skip_prefix(rest, ": "))
		return (size_t)(rest - sentence);
	colon = strstr(sentence, ": ");
	return colon ? (size_t)(colon - sentence) : 0;
}

/* SENTENCE is the dynamic linker's, NULL if it gave none. */
static void explain(const char *name, const char *sentence, struct verdict *verdict,
		    struct arena *arena)
{
	const char *message;
	const char *subject;
	size_t length;

	verdict->reason = REASON_LOAD_FAILED;
	if (!sentence)
		return;
	sentence = skip_musl_words(sentence);
	message = arena_copy(arena, sentence, strlen(sentence));
	verdict->detail = message;
	length = message ? subject_length(message, name) : 0;
	if (length == 0)
		return;
	subject = arena_copy(arena, message, length);
	if (subject)
		explain_failure(name, subject, message, verdict, arena);
}

/* dlopen would wait for the other end of a FIFO, and may change the state of a device. */
static bool is_special_file(const char *name)
{
	struct stat status;

	return text_base_name(name) != name && stat(name, &status) == 0 &&
	       !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

/* May dlopen get this name? It would take "" for the program, and copies a name to its stack. */
static enum reason check_name(const char *name)
{
	size_t length = strlen(name);

	if (length == 0)
		return REASON_NO_LIBRARY_NAME;
	if (length >= PATH_MAX)
		return REASON_TOO_LONG;
	return is_special_file(name) ? REASON_NOT_ELF : REASON_OK;
}

void *library_open(const char *name, struct library_flags flags, struct verdict *verdict,
		   struct arena *arena)
{
	struct os_library_mode mode = { .now = flags.now, .deepbind = flags.deepbind };
	const char *error;
	void *library;

	verdict->reason = check_name(name);
	verdict->code = 0;
	verdict->detail = NULL;
	if (verdict->reason != REASON_OK)
		return NULL;
	library = os_library_open(name, mode, &error);
	if (!library)
		explain(name, error, verdict, arena);
	return library;
}

/* Written at the start only. */
static bool loader_is_kept;

bool library_keep_loader(void)
{
	if (!loader_is_kept)
		loader_is_kept = os_library_pin(&loader_is_kept);
	return loader_is_kept;
}

bool library_is_loader_kept(void)
{
	return loader_is_kept;
}

bool library_is_loader(const void *library, const void *address)
{
	void *owner = NULL;

	/* A driver may have such versions too; what only drivers have tells it from a loader. */
	return os_library_of(address, &owner) && owner == library &&
	       os_library_defines(owner, "clGetPlatformIDs", "OPENCL_1.0") &&
	       !os_library_find(owner, "clIcdGetPlatformIDsKHR");
}

bool library_may_give(const void *library, const void *address)
{
	void *owner;
	const char *path = os_library_of(address, &owner);

	return !path || owner == library ||
	       !text_skip_prefix(text_base_name(path), "libOpenCL.so");
}
