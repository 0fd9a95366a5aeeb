/* SPDX-License-Identifier: Apache-2.0 */
/* exchange: see exchange.h. */
#include "sanitize/exchange.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/file/io.h"

/* A sender may say that much will come, and send nothing: memory follows what has arrived. */
#define FIRST_SIZE ((size_t)4096)

struct exchange exchange_of(enum exchange_kind kind)
{
	return (struct exchange){ .kind = kind };
}

void exchange_set(struct exchange *message, enum exchange_tag tag, const char *text)
{
	message->texts[tag] = text;
	message->lengths[tag] = text ? strlen(text) : 0;
}

void exchange_done(struct exchange *message)
{
	free(message->memory);
	*message = (struct exchange){ .kind = message->kind };
}

/* === writing ================================================================ */

static size_t packed_size(const struct exchange *message)
{
	size_t size = sizeof(struct exchange_head);

	for (unsigned tag = 0; tag < EXCHANGE_TAGS; tag++) {
		if (!message->texts[tag])
			continue;
		if (message->lengths[tag] >= EXCHANGE_MOST)
			return SIZE_MAX;
		size += sizeof(struct exchange_text_head) + message->lengths[tag] + 1;
	}
	return size;
}

static char *put(char *to, const void *bytes, size_t size)
{
	memcpy(to, bytes, size);
	return to + size;
}

char *exchange_pack(const struct exchange *message, size_t *size)
{
	struct exchange_head head = { .magic = EXCHANGE_MAGIC, .kind = (uint32_t)message->kind };
	const size_t all = packed_size(message);
	char *bytes;
	char *to;

	if (all > EXCHANGE_MOST) {
		errno = EMSGSIZE;
		return NULL;
	}
	bytes = malloc(all);
	if (!bytes)
		return NULL;
	to = bytes + sizeof(head);
	for (uint32_t tag = 0; tag < EXCHANGE_TAGS; tag++) {
		const struct exchange_text_head text = { .tag = tag,
							 .length = message->lengths[tag] };

		if (!message->texts[tag])
			continue;
		head.count++;
		to = put(to, &text, sizeof(text));
		to = put(to, message->texts[tag], message->lengths[tag]);
		to = put(to, "", 1);
	}
	head.length = all - sizeof(head);
	put(bytes, &head, sizeof(head));
	*size = all;
	return bytes;
}

/* Only send(2) has a way without SIGPIPE for a closed peer. */
static bool write_all(int descriptor, const char *bytes, size_t size)
{
	while (size > 0) {
		const ssize_t sent = send(descriptor, bytes, size, MSG_NOSIGNAL);

		if (sent < 0 && errno == ENOTSOCK)
			return io_write_all(descriptor, bytes, size);
		if (sent < 0 && errno != EINTR)
			return false;
		if (sent > 0) {
			bytes += sent;
			size -= (size_t)sent;
		}
	}
	return true;
}

bool exchange_write(int descriptor, const struct exchange *message)
{
	size_t size = 0;
	char *bytes = exchange_pack(message, &size);
	const bool is_written = bytes && write_all(descriptor, bytes, size);

	free(bytes);
	return is_written;
}

/* === reading ================================================================ */

/* Takes one text of the SIZE bytes at FROM into MESSAGE. Returns how many bytes it has; 0: none. */
static size_t take_text(struct exchange *message, const char *from, size_t size)
{
	struct exchange_text_head head;
	const char *text = from + sizeof(head);

	if (size <= sizeof(head))
		return 0;
	memcpy(&head, from, sizeof(head));
	if (head.tag >= EXCHANGE_TAGS || head.zero != 0 || message->texts[head.tag] ||
	    head.length >= size - sizeof(head))
		return 0;
	if (memchr(text, '\0', size - sizeof(head)) != text + head.length)
		return 0;
	message->texts[head.tag] = text;
	message->lengths[head.tag] = head.length;
	return sizeof(head) + head.length + 1;
}

/* The message in the SIZE bytes at BYTES, which it has in its memory then. */
static bool take_message(struct exchange *message, char *bytes, size_t size)
{
	struct exchange_head head;
	size_t at = sizeof(head);

	memcpy(&head, bytes, sizeof(head));
	*message = exchange_of((enum exchange_kind)head.kind);
	for (uint32_t i = 0; i < head.count; i++) {
		const size_t taken = take_text(message, bytes + at, size - at);

		if (taken == 0)
			return false;
		at += taken;
	}
	message->memory = bytes;
	return at == size;
}

/* All bytes of the message that begins in INPUT; 0: it is no message. */
static size_t whole_size(const struct exchange_input *input)
{
	struct exchange_head head;

	if (input->have < sizeof(head))
		return sizeof(head);
	memcpy(&head, input->bytes, sizeof(head));
	if (memcmp(head.magic, EXCHANGE_MAGIC, sizeof(head.magic)) != 0 ||
	    head.kind < EXCHANGE_HELLO || head.kind > EXCHANGE_EXPANDED ||
	    head.count > EXCHANGE_TAGS || head.length > EXCHANGE_MOST - sizeof(head))
		return 0;
	return sizeof(head) + head.length;
}

static bool make_space(struct exchange_input *input, size_t whole)
{
	size_t size = 2 * input->size;
	char *bytes;

	if (input->have < input->size)
		return true;
	if (size > whole)
		size = whole;
	if (size < FIRST_SIZE)
		size = FIRST_SIZE;
	bytes = realloc(input->bytes, size);
	if (!bytes)
		return false;
	input->bytes = bytes;
	input->size = size;
	return true;
}

void exchange_input_done(struct exchange_input *input)
{
	free(input->bytes);
	*input = (struct exchange_input){ 0 };
}

static enum exchange_arrival none(int error)
{
	errno = error;
	return EXCHANGE_NONE;
}

/* Is MESSAGE what INPUT has, now that all of it is there? */
static enum exchange_arrival end_message(struct exchange_input *input, struct exchange *message)
{
	if (!take_message(message, input->bytes, input->have)) {
		*message = exchange_of(message->kind);
		return none(EPROTO);
	}
	*input = (struct exchange_input){ 0 };
	return EXCHANGE_WHOLE;
}

enum exchange_arrival exchange_receive(int descriptor, struct exchange_input *input,
				       struct exchange *message)
{
	size_t whole = whole_size(input);
	ssize_t got;

	if (!make_space(input, whole))
		return none(ENOMEM);
	got = io_read(descriptor, input->bytes + input->have,
		      (input->size < whole ? input->size : whole) - input->have);
	errno = got == -EAGAIN ? EAGAIN : 0;
	if (got == -EAGAIN)
		return EXCHANGE_PART;
	if (got <= 0)
		return none(got < 0 ? (int)-got : input->have > 0 ? EPROTO : 0);
	input->have += (size_t)got;
	whole = whole_size(input);
	if (whole == 0)
		return none(EPROTO);
	return input->have == whole ? end_message(input, message) : EXCHANGE_PART;
}

bool exchange_read(int descriptor, struct exchange *message)
{
	struct exchange_input input = { 0 };
	enum exchange_arrival arrival;
	int error;

	*message = (struct exchange){ 0 };
	do
		arrival = exchange_receive(descriptor, &input, message);
	while (arrival == EXCHANGE_PART && errno != EAGAIN);
	error = errno;
	exchange_input_done(&input);
	errno = error;
	return arrival == EXCHANGE_WHOLE;
}
