/* SPDX-License-Identifier: Apache-2.0 */
/*
 * library: see library.h.
 *
 * If dlopen fails, the only explanation is the text of dlerror(), and glibc translates it. So the
 * reason is found from the file name at the start of the text, and from that file's content. Only
 * if the file is a good library are the English words compared; if they are not known, the whole
 * text becomes the detail of the verdict.
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
 * The symbol in "libx.so: undefined symbol: name, version V" (glibc) or "libx.so: name: symbol not
 * found" (musl); NULL if MESSAGE is neither.
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

/* The file is a library of this machine, so only the words of the message tell the reason. */
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
 * SUBJECT is the name at the start of the message. It is the library that was to be opened (NAME
 * itself, or NAME with the directory in which it was found), or another one that it needs.
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
		/* The search skips libraries of another word size. The message mentions them. */
		verdict->reason = strstr(message, "ELFCLASS") ? REASON_WRONG_ELF_CLASS
								 : REASON_NOT_FOUND;
	} else if (strstr(message, "(required by ") || strstr(message, ": symbol not found")) {
		explain_words(message, verdict, arena);
	} else {
		verdict->reason = REASON_MISSING_DEPENDENCY;
		verdict->detail = subject;
	}
}

/* musl's messages start with these words, and continue as those of glibc. */
static const char *skip_musl_words(const char *sentence)
{
	const char *rest = text_skip_prefix(sentence, "Error loading shared library ");

	if (!rest)
		rest = text_skip_prefix(sentence, "Error relocating ");
	return rest ? rest : sentence;
}

/*
 * The length of the file name at the start of SENTENCE, which ends before ": "; 0 if there is
 * none. The name may itself contain ": ", so NAME is tried first.
 */
static size_t subject_length(const char *sentence, const char *name)
{
	const char *rest = text_skip_prefix(sentence, name);
	const char *colon;

	if (rest && text_skip_prefix(rest, ": "))
		return (size_t)(rest - sentence);
	colon = strstr(sentence, ": ");
	return colon ? (size_t)(colon - sentence) : 0;
}

/* SENTENCE is the text of dlerror(); NULL if there is none. */
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

/* dlopen of a FIFO waits until another process opens it, and opening a device may change it. */
static bool is_special_file(const char *name)
{
	struct stat status;

	return text_base_name(name) != name && stat(name, &status) == 0 &&
	       !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

/*
 * REASON_OK if dlopen may be called with NAME. For dlopen, "" means the program itself; and it
 * copies the name to the stack.
 */
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

/* Written only by the thread that initialises the loader. */
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

	/* A driver may use the same version node, but only drivers have clIcdGetPlatformIDsKHR. */
	return os_library_of(address, &owner) && owner == library &&
	       os_library_defines(owner, "clGetPlatformIDs", "OPENCL_1.0") &&
	       !os_library_find(owner, "clIcdGetPlatformIDsKHR");
}

bool library_may_provide(const void *library, const void *address)
{
	void *owner;
	const char *path = os_library_of(address, &owner);

	return !path || owner == library ||
	       !text_skip_prefix(text_base_name(path), "libOpenCL.so");
}
