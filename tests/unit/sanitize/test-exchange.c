/* SPDX-License-Identifier: Apache-2.0 */
/* exchange: messages through sockets, pipes and files; what is no message; what comes in parts. */
#include "sanitize/exchange.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "unit/unit.h"

static int ends[2];

static void make_sockets(void)
{
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
}

static struct exchange request(void)
{
	struct exchange message = exchange_of(EXCHANGE_REWRITE);

	exchange_set(&message, EXCHANGE_UNITS, "kernel void k(void) {}\n");
	exchange_set(&message, EXCHANGE_DIRECTORY, "");
	exchange_set(&message, EXCHANGE_BITS, "64");
	return message;
}

START_TEST(what_is_written_is_read)
{
	struct exchange message = request();
	struct exchange other;

	make_sockets();
	exchange_set(&message, EXCHANGE_TIME, "1");
	exchange_set(&message, EXCHANGE_TIME, NULL);
	ck_assert(exchange_write(ends[0], &message));
	ck_assert(exchange_write(ends[0], &message));
	for (int i = 0; i < 2; i++) {
		ck_assert(exchange_read(ends[1], &other));
		ck_assert_int_eq(other.kind, EXCHANGE_REWRITE);
		for (unsigned tag = 0; tag < EXCHANGE_TAGS; tag++) {
			ck_assert_uint_eq(other.lengths[tag], message.lengths[tag]);
			if (message.texts[tag])
				ck_assert_str_eq(other.texts[tag], message.texts[tag]);
			else
				ck_assert_ptr_null(other.texts[tag]);
		}
		exchange_done(&other);
		ck_assert_ptr_null(other.texts[EXCHANGE_UNITS]);
	}
	close(ends[0]);
	ck_assert(!exchange_read(ends[1], &other));
	ck_assert_int_eq(errno, 0);
	ck_assert_ptr_null(other.memory);
}
END_TEST

static void *write_thread(void *message)
{
	ck_assert(exchange_write(ends[1], message));
	close(ends[1]);
	return NULL;
}

/* More than a pipe or a socket holds: the writer waits for the reader. */
START_TEST(a_long_message_arrives)
{
	static char text[5 << 20];
	struct exchange message = exchange_of(EXCHANGE_REWRITTEN);
	struct exchange other;
	pthread_t thread;

	memset(text, 'x', sizeof(text) - 1);
	exchange_set(&message, EXCHANGE_TABLE, text);
	if (_i == 0)
		make_sockets();
	else
		ck_assert_int_eq(pipe(ends), 0);
	ck_assert_int_eq(pthread_create(&thread, NULL, write_thread, &message), 0);
	ck_assert(exchange_read(ends[0], &other));
	ck_assert_str_eq(other.texts[EXCHANGE_TABLE], text);
	exchange_done(&other);
	ck_assert_int_eq(pthread_join(thread, NULL), 0);
	ck_assert(!exchange_read(ends[0], &other));
	ck_assert_int_eq(errno, 0);
}
END_TEST

START_TEST(a_closed_peer_ends_nothing)
{
	const struct exchange message = request();

	make_sockets();
	close(ends[1]);
	ck_assert(!exchange_write(ends[0], &message));
	ck_assert_int_eq(errno, EPIPE);
}
END_TEST

START_TEST(too_long_a_message_is_not_written)
{
	struct exchange message = exchange_of(EXCHANGE_REWRITE);

	make_sockets();
	message.texts[EXCHANGE_UNITS] = "";
	message.lengths[EXCHANGE_UNITS] = _i == 0 ? EXCHANGE_MOST : EXCHANGE_MOST - 40;
	ck_assert(!exchange_write(ends[0], &message));
	ck_assert_int_eq(errno, EMSGSIZE);
}
END_TEST

/* Each byte comes alone, and the next message comes at once after it. */
START_TEST(a_message_comes_in_parts)
{
	const struct exchange message = request();
	struct exchange_input input = { 0 };
	struct exchange other;
	size_t size;
	char *bytes = exchange_pack(&message, &size);

	make_sockets();
	ck_assert_int_eq(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
	for (size_t i = 0; i < size; i++) {
		const bool is_last = i + 1 == size;

		ck_assert_int_eq(exchange_receive(ends[1], &input, &other), EXCHANGE_PART);
		ck_assert_int_eq(write(ends[0], bytes + i, 1), 1);
		if (is_last)
			ck_assert_int_eq(write(ends[0], bytes, 1), 1);
		ck_assert_int_eq(exchange_receive(ends[1], &input, &other),
				 is_last ? EXCHANGE_WHOLE : EXCHANGE_PART);
	}
	ck_assert_str_eq(other.texts[EXCHANGE_BITS], "64");
	ck_assert_ptr_null(input.bytes);
	exchange_done(&other);
	ck_assert_int_eq(exchange_receive(ends[1], &input, &other), EXCHANGE_PART);
	ck_assert_uint_eq(input.have, 1);
	exchange_input_done(&input);
	free(bytes);
}
END_TEST

/* === what is no message ===================================================== */

struct text_bytes {
	struct exchange_text_head head;
	char bytes[8];
};

struct one_text {
	struct exchange_head head;
	struct text_bytes text;
};

/* A right message; and one after the other with something wrong in it. */
static const struct one_text good = { { EXCHANGE_MAGIC, EXCHANGE_HELLO, 1,
					sizeof(struct text_bytes) },
				      { { EXCHANGE_VERSION_TEXT, 0, 7 }, "1234567" } };

static void spoil(struct one_text *message, int how)
{
	switch (how) {
	case 0:
		message->head.magic[7] = ' ';
		break;
	case 1:
		message->head.kind = 0;
		break;
	case 2:
		message->head.kind = EXCHANGE_EXPANDED + 1;
		break;
	case 3:
		message->head.count = 2;
		break;
	case 4:
		message->head.count = 0;
		break;
	case 5:
		message->head.count = UINT32_MAX;
		break;
	case 6:
		message->head.length = UINT64_MAX;
		break;
	case 7:
		message->head.length = EXCHANGE_MOST - sizeof(message->head) + 1;
		break;
	case 8:
		message->head.length--;
		break;
	case 9:
		message->head.length = 3;
		break;
	case 10:
		message->text.head.tag = EXCHANGE_TAGS;
		break;
	case 11:
		message->text.head.zero = 1;
		break;
	case 12:
		message->text.head.length = 6;
		break;
	case 13:
		message->text.head.length = 8;
		break;
	case 14:
		message->text.head.length = UINT64_MAX;
		break;
	case 15:
		message->text.head.length = UINT64_MAX - sizeof(struct exchange_text_head);
		break;
	case 16:
		message->text.bytes[7] = 'x';
		break;
	case 17:
		message->text.bytes[2] = '\0';
		break;
	default:
		ck_abort_msg("no such case");
	}
}

#define SPOILT 18

START_TEST(what_is_no_message_is_refused)
{
	struct one_text message = good;
	struct exchange other;

	make_sockets();
	ck_assert_int_eq(write(ends[0], &message, sizeof(message)), sizeof(message));
	ck_assert(exchange_read(ends[1], &other));
	exchange_done(&other);
	spoil(&message, _i);
	ck_assert_int_eq(write(ends[0], &message, sizeof(message)), sizeof(message));
	close(ends[0]);
	ck_assert(!exchange_read(ends[1], &other));
	ck_assert_int_eq(errno, EPROTO);
	ck_assert_ptr_null(other.memory);
}
END_TEST

START_TEST(a_text_comes_once)
{
	struct {
		struct exchange_head head;
		struct text_bytes texts[2];
	} message = { good.head, { good.text, good.text } };
	struct exchange other;

	make_sockets();
	message.head.count = 2;
	message.head.length = sizeof(message.texts);
	ck_assert_int_eq(write(ends[0], &message, sizeof(message)), sizeof(message));
	ck_assert(!exchange_read(ends[1], &other));
	ck_assert_int_eq(errno, EPROTO);
	message.texts[1].head.tag = EXCHANGE_REASON;
	ck_assert_int_eq(write(ends[0], &message, sizeof(message)), sizeof(message));
	ck_assert(exchange_read(ends[1], &other));
	ck_assert_str_eq(other.texts[EXCHANGE_REASON], "1234567");
	exchange_done(&other);
}
END_TEST

START_TEST(a_message_is_cut_off)
{
	struct exchange other;

	make_sockets();
	ck_assert_int_eq(write(ends[0], &good, (size_t)_i), _i);
	close(ends[0]);
	ck_assert(!exchange_read(ends[1], &other));
	ck_assert_int_eq(errno, _i == 0 ? 0 : EPROTO);
}
END_TEST

/* The sender says that much will come: it gets no memory for that. */
START_TEST(memory_follows_what_has_arrived)
{
	struct one_text message = good;
	struct exchange_input input = { 0 };
	struct exchange other;

	make_sockets();
	message.head.length = EXCHANGE_MOST - sizeof(message.head);
	ck_assert_int_eq(write(ends[0], &message, sizeof(message)), sizeof(message));
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(exchange_receive(ends[1], &input, &other), EXCHANGE_PART);
	ck_assert_uint_eq(input.have, sizeof(message));
	ck_assert_uint_le(input.size, 4096);
	exchange_input_done(&input);
}
END_TEST

START_TEST(a_limit_of_time_ends_a_read)
{
	const struct timeval limit = { .tv_usec = 1000 };
	struct exchange other;

	make_sockets();
	ck_assert_int_eq(setsockopt(ends[1], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit)), 0);
	ck_assert_int_eq(write(ends[0], &good, 20), 20);
	ck_assert(!exchange_read(ends[1], &other));
	ck_assert_int_eq(errno, EAGAIN);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("exchange");
	TCase *tcase = unit_tcase(suite, "exchange", 20);

	tcase_add_test(tcase, what_is_written_is_read);
	tcase_add_loop_test(tcase, a_long_message_arrives, 0, 2);
	tcase_add_test(tcase, a_closed_peer_ends_nothing);
	tcase_add_loop_test(tcase, too_long_a_message_is_not_written, 0, 2);
	tcase_add_test(tcase, a_message_comes_in_parts);
	tcase_add_loop_test(tcase, what_is_no_message_is_refused, 0, SPOILT);
	tcase_add_test(tcase, a_text_comes_once);
	tcase_add_loop_test(tcase, a_message_is_cut_off, 0, (int)sizeof(good));
	tcase_add_test(tcase, memory_follows_what_has_arrived);
	tcase_add_test(tcase, a_limit_of_time_ends_a_read);
	return unit_run(suite);
}
