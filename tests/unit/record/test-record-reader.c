/* SPDX-License-Identifier: Apache-2.0 */
/* record-reader: what is new in a record that grows, once and completely. */
#include "record/record-reader.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tool/record-maker.h"
#include "unit/unit.h"

#define PLACE ((uint64_t)RECORD_HEADER_SIZE)
#define CHUNK ((uint64_t)RECORD_CHUNK_ALIGN)
#define HOME(number) (PLACE + (1 + (number)) * CHUNK)

static struct record_header header;
static struct record_reader reader;
static char path[PATH_MAX];
static int file;
static char seen[256]; /* the results of the calls that a round has visited, as letters */

static void put(uint64_t offset, const void *bytes, size_t size)
{
	ck_assert_int_eq(pwrite(file, bytes, size, (off_t)offset), (ssize_t)size);
}

static void put_chunk(uint64_t offset)
{
	put(offset, maker_chunk, CHUNK);
}

static void setup(void)
{
	header = (struct record_header){
		.byte_order = RECORD_BYTE_ORDER,
		.major = RECORD_MAJOR,
		.header_size = RECORD_HEADER_SIZE,
		.pointer_size = 8,
		.monotonic = MAKER_START,
	};
	memcpy(header.magic, RECORD_MAGIC, sizeof(header.magic));
	snprintf(path, sizeof(path), "%s/record", unit_dir);
	file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	ck_assert_int_ge(file, 0);
	ck_assert_int_eq(ftruncate(file, RECORD_HEADER_SIZE), 0);
	put(0, &header, sizeof(header));
	maker_begin_chunk(5, HOME(0));
	ck_assert(record_reader_open(&reader, path));
}

static void teardown(void)
{
	record_reader_close(&reader);
	record_reader_close(&reader);
	close(file);
}

/* A call whose result is the letter LETTER. */
static size_t add(char letter)
{
	return maker_call(CLROUTER_SLOT_clFinish, 1, 2, (uint64_t)letter, NULL, 0);
}

static bool see(const struct record *record, struct record_place place, void *data)
{
	const size_t length = strlen(seen);

	(void)place;
	(void)data;
	if (record_is_call(record) && length + 1 < sizeof(seen))
		seen[length] = (char)((const struct record_call *)record)->result;
	return true;
}

static const char *visit(void)
{
	memset(seen, 0, sizeof(seen));
	ck_assert(record_reader_visit(&reader, see, NULL));
	return seen;
}

static const char *next_round(void)
{
	ck_assert_msg(record_reader_update(&reader), "%s", reader.why);
	return visit();
}

START_TEST(grows)
{
	ck_assert_str_eq(next_round(), "");
	add('a');
	add('b');
	put_chunk(PLACE);
	ck_assert_str_eq(next_round(), "ab");
	ck_assert_str_eq(next_round(), "");
	add('c');
	put_chunk(PLACE);
	ck_assert_str_eq(next_round(), "c");
	ck_assert_str_eq(visit(), "c");
	add('d');
	put_chunk(PLACE);
	ck_assert_str_eq(visit(), "c");
	ck_assert_str_eq(next_round(), "d");
}
END_TEST

/* The chunk goes to its home, with one more call, and the place gets the home NUMBER. */
static void move(char last, unsigned int number)
{
	const uint64_t home = ((const struct record_chunk *)maker_chunk)->home;

	add(last);
	put_chunk(home);
	maker_begin_chunk(5, HOME(number));
	put_chunk(PLACE);
}

START_TEST(moves)
{
	add('a');
	put_chunk(PLACE);
	ck_assert_str_eq(next_round(), "a");
	move('b', 1);
	ck_assert_str_eq(next_round(), "b");
	move('c', 2);
	move('d', 3);
	add('e');
	put_chunk(PLACE);
	ck_assert_str_eq(next_round(), "cde");
	ck_assert_str_eq(next_round(), "");
	move('f', 4);
	ck_assert_str_eq(next_round(), "f");
	ck_assert_str_eq(next_round(), "");
	ck_assert_uint_eq(reader.bad_records, 0);
}
END_TEST

/* Between two visits of a round, as well: the second one sees the same. */
START_TEST(moves_in_a_round)
{
	add('a');
	add('b');
	put_chunk(PLACE);
	ck_assert_str_eq(next_round(), "ab");
	add('c');
	put_chunk(PLACE);
	ck_assert_str_eq(next_round(), "c");
	move('d', 1);
	add('e');
	put_chunk(PLACE);
	ck_assert_str_eq(visit(), "c");
	ck_assert_str_eq(next_round(), "de");
}
END_TEST

/* The program was copying, or died while it did. */
START_TEST(is_emptied)
{
	const uint32_t none = 0;

	add('a');
	put_chunk(PLACE);
	ck_assert_str_eq(next_round(), "a");
	add('b');
	put_chunk(HOME(0));
	put_chunk(PLACE);
	ck_assert_str_eq(next_round(), "b");
	put(PLACE, &none, sizeof(none));
	ck_assert_str_eq(next_round(), "");
	maker_begin_chunk(5, HOME(1));
	add('c');
	put_chunk(PLACE);
	ck_assert_str_eq(next_round(), "c");
}
END_TEST

/* A copy without its magic is not complete, wherever its end is. */
START_TEST(is_copied)
{
	const uint32_t none = 0;
	char magic[sizeof(uint32_t)];

	maker_begin_chunk(5, HOME(3));
	add('a');
	memcpy(magic, maker_chunk, sizeof(magic));
	put_chunk(HOME(3));
	put(HOME(3), &none, sizeof(none));
	ck_assert_int_eq(ftruncate(file, (off_t)(HOME(3) + 100)), 0);
	ck_assert_str_eq(next_round(), "");
	put_chunk(HOME(3));
	ck_assert_str_eq(next_round(), "a");
	ck_assert_str_eq(next_round(), "");
}
END_TEST

/* The size of the file is of the beginning of the round, and a copy comes while it is visited. */
static bool copy(const struct record *record, struct record_place place, void *data)
{
	struct record_chunk head;

	(void)data;
	ck_assert(see(record, place, NULL));
	if (seen[0] != 'a' || seen[1])
		return true;
	memcpy(&head, maker_chunk, sizeof(head));
	put_chunk(head.home);
	maker_begin_chunk(5, HOME(9));
	put_chunk(PLACE);
	return true;
}

START_TEST(grows_in_a_round)
{
	maker_begin_chunk(5, HOME(8));
	add('a');
	add('b');
	put_chunk(PLACE);
	memset(seen, 0, sizeof(seen));
	ck_assert(record_reader_update(&reader));
	ck_assert(record_reader_visit(&reader, copy, NULL));
	ck_assert_str_eq(visit(), "ab");
	ck_assert_str_eq(next_round(), "");
}
END_TEST

START_TEST(single_records)
{
	const size_t first = add('a');
	const size_t second = add('b');
	const struct record *record;

	put_chunk(PLACE);
	next_round();
	record = record_reader_get(&reader, HOME(0) + second, 1000);
	ck_assert_ptr_nonnull(record);
	ck_assert_uint_eq(((const struct record_call *)record)->result, 'b');
	ck_assert_ptr_null(record_reader_get(&reader, HOME(0) + second, 16));
	ck_assert_ptr_null(record_reader_get(&reader, HOME(0) + second + 4, 1000));
	ck_assert_ptr_null(record_reader_get(&reader, HOME(7), 1000));
	ck_assert_ptr_null(record_reader_get(&reader, 0, 1000));
	ck_assert_ptr_null(record_reader_get(&reader, UINT64_MAX - 7, 1000));
	move('c', 1);
	record = record_reader_get(&reader, HOME(0) + first, 1000);
	ck_assert_ptr_nonnull(record);
	ck_assert_uint_eq(((const struct record_call *)record)->result, 'a');
	next_round();
	record = record_reader_get(&reader, HOME(0) + first, 1000);
	ck_assert_ptr_nonnull(record);
	ck_assert_uint_eq(((const struct record_call *)record)->result, 'a');
}
END_TEST

static bool get(const struct record *record, struct record_place place, void *data)
{
	const struct record *found = record_reader_get(&reader, place.reference, 1000);

	(void)data;
	ck_assert_ptr_nonnull(found);
	ck_assert_mem_eq(found, record, record->size);
	return true;
}

START_TEST(single_records_in_a_visit)
{
	add('a');
	add('b');
	move('c', 1);
	add('d');
	put_chunk(PLACE);
	ck_assert(record_reader_update(&reader));
	ck_assert(record_reader_visit(&reader, get, NULL));
}
END_TEST

static bool count(const struct record *record, struct record_place place, void *data)
{
	(void)place;
	*(int *)data += record->type == RECORD_SUM;
	return true;
}

START_TEST(sums)
{
	const struct record_sum sum = { .count = 1 };
	int visited = 0;

	maker_append(maker_begin_record(RECORD_SUM, RECORD_SUM_CALL), &sum.head + 1,
		     sizeof(sum) - sizeof(sum.head));
	put_chunk(PLACE);
	for (int i = 1; i <= 3; i++) {
		ck_assert(record_reader_update(&reader));
		ck_assert(record_reader_visit(&reader, count, &visited));
		ck_assert_int_eq(visited, i);
	}
}
END_TEST

/* A head that cannot be one is counted once, and what a thread writes after damage is left out. */
START_TEST(damage)
{
	const struct record_chunk bad = { .magic = RECORD_CHUNK_MAGIC, .size = 8 };
	size_t offset;

	add('a');
	offset = add('b');
	((struct record *)(maker_chunk + offset))->size = 41;
	put_chunk(PLACE);
	put(HOME(1), &bad, sizeof(bad));
	for (int i = 0; i < 3; i++)
		ck_assert_str_eq(next_round(), i == 0 ? "a" : "");
	ck_assert_uint_eq(reader.bad_chunks, 1);
	ck_assert_uint_eq(reader.bad_records, 1);
	maker_begin_chunk(5, HOME(2));
	add('c');
	put_chunk(PLACE);
	ck_assert_str_eq(next_round(), "c");
}
END_TEST

START_TEST(another_record)
{
	next_round();
	header.monotonic++;
	put(0, &header, sizeof(header));
	ck_assert(!record_reader_update(&reader));
	ck_assert_str_eq(reader.why, "another record was begun in this file");
	ck_assert_int_eq(ftruncate(file, 0), 0);
	ck_assert(!record_reader_update(&reader));
}
END_TEST

START_TEST(no_record)
{
	struct record_reader other;

	ck_assert(!record_reader_open(&other, "/nonexistent"));
	ck_assert_ptr_nonnull(other.why);
	ck_assert(!record_reader_open(&other, "/dev/null"));
	ck_assert_ptr_nonnull(other.why);
	record_reader_close(&other);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("record-reader");
	TCase *tcase = unit_tcase(suite, "record-reader", 20);

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, grows);
	tcase_add_test(tcase, moves);
	tcase_add_test(tcase, moves_in_a_round);
	tcase_add_test(tcase, is_emptied);
	tcase_add_test(tcase, is_copied);
	tcase_add_test(tcase, grows_in_a_round);
	tcase_add_test(tcase, single_records);
	tcase_add_test(tcase, single_records_in_a_visit);
	tcase_add_test(tcase, sums);
	tcase_add_test(tcase, damage);
	tcase_add_test(tcase, another_record);
	tcase_add_test(tcase, no_record);
	return unit_run(suite);
}
