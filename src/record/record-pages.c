/* SPDX-License-Identifier: Apache-2.0 */
/* record-pages: see record-pages.h. */
#include "record/record-pages.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_CHUNK ((uint32_t)64 << 20) /* bytes; the layer writes chunks of some MiB at most */

size_t record_pages_read_some(int descriptor, void *bytes, size_t size, uint64_t offset)
{
	size_t done = 0;

	while (done < size) {
		ssize_t got = pread(descriptor, (char *)bytes + done, size - done,
				    (off_t)(offset + done));

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		done += (size_t)got;
	}
	return done;
}

bool record_pages_read(int descriptor, void *bytes, size_t size, uint64_t offset)
{
	return record_pages_read_some(descriptor, bytes, size, offset) == size;
}

static const char *check_header(const struct record_header *header, uint64_t size)
{
	if (memcmp(header->magic, RECORD_MAGIC, sizeof(header->magic)) != 0)
		return "expected a record file of clrouter, found something else";
	if (header->byte_order != RECORD_BYTE_ORDER)
		return "it was recorded on a machine with another byte order, which cannot be "
		       "read here";
	if (header->major != RECORD_MAJOR)
		return "it has a version of the format that this clrouter does not know";
	if (header->header_size < sizeof(*header) || header->header_size > size ||
	    header->header_size % RECORD_CHUNK_ALIGN != 0)
		return "its header is damaged: the first chunk cannot be where it says";
	return NULL;
}

const char *record_pages_open(const char *path, int *descriptor, uint64_t *size,
			      struct record_header *header)
{
	struct stat status;

	*descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (*descriptor < 0 || fstat(*descriptor, &status) != 0)
		return strerror(errno);
	if (!S_ISREG(status.st_mode))
		return "expected a record file, found no regular file";
	*size = (uint64_t)status.st_size;
	if (!record_pages_read(*descriptor, header, sizeof(*header), 0))
		memset(header, 0, sizeof(*header));
	return check_header(header, *size);
}

bool record_pages_is_sound(const struct record_header *header, const struct record_chunk *head)
{
	return head->size >= sizeof(*head) && head->size % RECORD_CHUNK_ALIGN == 0 &&
	       head->size <= MAX_CHUNK && head->home >= header->header_size &&
	       head->home % RECORD_CHUNK_ALIGN == 0;
}

uint64_t record_pages_next(int descriptor, uint64_t size, uint64_t offset)
{
	const off_t data = lseek(descriptor, (off_t)(offset + RECORD_CHUNK_ALIGN), SEEK_DATA);

	if (data < 0 && errno == ENXIO)
		return size;
	if (data < 0)
		return offset + RECORD_CHUNK_ALIGN;
	return (uint64_t)data / RECORD_CHUNK_ALIGN * RECORD_CHUNK_ALIGN;
}

bool record_pages_are_written(int descriptor)
{
	if (flock(descriptor, LOCK_SH | LOCK_NB) != 0)
		return errno == EWOULDBLOCK;
	flock(descriptor, LOCK_UN);
	return false;
}
