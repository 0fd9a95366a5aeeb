/* SPDX-License-Identifier: Apache-2.0 */
/* launch-file: what is written is read back, and nothing that is read is trusted. */
#include "launch/launch-file.h"

#include <stdlib.h>
#include <string.h>

#include "launch/launch-format.h"
#include "launch/launch-members.h"
#include "unit/launch/sample.h"
#include "unit/unit.h"

static bool read_text(struct launch *launch, const char *text, char *problem)
{
	FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
	const bool is_read = launch_file_read(launch, file, &unit_arena, problem);

	fclose(file);
	return is_read;
}

START_TEST(launch_is_read_back)
{
	char problem[LAUNCH_PROBLEM];
	struct launch *launch = sample_launch();
	struct launch again;
	char *text = sample_text(launch);
	char *text_again;

	ck_assert_msg(read_text(&again, text, problem), "%s", problem);
	ck_assert_str_eq(problem, "");
	text_again = sample_text(&again);
	ck_assert_str_eq(text_again, text);
	ck_assert_uint_eq(again.memory[0].parent, LAUNCH_NONE);
	ck_assert_uint_eq(again.memory[1].parent, 0);
	ck_assert_uint_eq(again.ranges[0].varies_from, 13);
	ck_assert_uint_eq(again.arguments[0].value.size, 4);
	ck_assert_str_eq(again.programs[1].options, launch->programs[1].options);
	ck_assert_pstr_eq(again.programs[0].here, NULL);
	ck_assert_str_eq(again.call.problem, "");
	free(text);
	free(text_again);
}
END_TEST

/* No member is forgotten, but for those that are in files of their own. */
START_TEST(members_have_columns)
{
	const struct launch_rows *rows = &launch_rows[_i];
	size_t size = 0;

	/* Where pointers have 32 bits there may be gaps. */
	for (size_t i = 0; i < rows->table.count; i++) {
		ck_assert_uint_lt(rows->table.columns[i].offset - size, sizeof(uint64_t));
		size = rows->table.columns[i].offset + rows->table.columns[i].size;
	}
	if (strcmp(rows->table.key, "program") == 0)
		size = offsetof(struct launch_program, text) + sizeof(void *);
	if (strcmp(rows->table.key, "range") == 0)
		size = offsetof(struct launch_range, new_bytes) + sizeof(void *);
	ck_assert_uint_lt(rows->size - size, sizeof(uint64_t));
}
END_TEST

/* More rows than fit into the first array. */
START_TEST(arrays_grow)
{
	struct launch *launch = sample_launch();
	struct launch again;
	struct launch_argument arguments[100];
	char problem[LAUNCH_PROBLEM];
	char *text;

	for (size_t i = 0; i < 100; i++)
		arguments[i] = (struct launch_argument){ .kind = LAUNCH_LOCAL, .size = i };
	launch->arguments = arguments;
	launch->argument_count = 100;
	text = sample_text(launch);
	ck_assert_msg(read_text(&again, text, problem), "%s", problem);
	ck_assert_uint_eq(again.argument_count, 100);
	for (size_t i = 0; i < 100; i++)
		ck_assert_uint_eq(again.arguments[i].size, i);
	free(text);
}
END_TEST

#define IMAGE_OF(parent) \
	"memory\tkind=image\tsize=32\tparent=" parent "\ttype=4337\telement_size=4\twidth=8\theight=1\n"

/* The first FROM of the sample's file becomes TO. */
static const struct {
	const char *from;
	const char *to;
	const char *problem; /* a part of it; NULL: it is good */
} edits[] = {
	{ "end\n", "future\tx=1\nend\n", NULL },
	{ "\nplatform\tname=Platform", "\nplatform\tfuture=1", NULL },
	{ "\nplatform\tname=Platform", "\nplatform", NULL },
	{ "\nplatform\tname=Platform", "", NULL },
	{ LAUNCH_HEAD, "clrouter launch 3", "its first line is not \"" LAUNCH_HEAD "\"" },
	{ LAUNCH_HEAD, "{", "its first line is not" },
	{ "end\n", "", "the rest of the file is missing" },
	/* The order of rows. */
	{ "\ncall\t", "\nfuture\t", "line 3: platform: it is there twice, or in another place" },
	{ "\nplatform\t", "\ncall\t", "call: it is there twice" },
	{ "\nplatform\t", "\ndevice\t", "device: it is there twice" },
	{ "\nnote\tkind=unchecked", "\nprogram\tkind=source", "in another place" },
	/* The call. */
	{ "host_bits=64", "host_bits=16", "host_bits" },
	{ "host_order=", "order=", "host_order" },
	{ "host_order=", "host_order=x", "host_order" },
	{ "kernel=add", "kernels=add", "the kernel has no name" },
	{ "program=5\tdimensions", "program=6\tdimensions", "the kernel's program is not there" },
	{ "program=5\tdimensions", "dimensions", "the kernel's program is not there" },
	{ "dimensions=2", "dimensions=4", "dimensions" },
	{ "dimensions=2", "dimensions=0", "dimensions" },
	{ "has_global=1", "has_global=2", "yes or no" },
	{ "global=0:64", "global=3:64", "a value is no number" },
	{ "call_ns=5", "error=1", "neither 0 nor an error code" },
	{ "call_ns=5", "error=-2147483649", "neither 0 nor an error code" },
	{ "call_ns=5", "status=1", "neither 0 nor an error code" },
	{ "call_ns=5", "error=-5\tstatus=-5", "has no status" },
	{ "call_ns=5", "error=-5", "range: a launch that fails has no contents after it" },
	{ "call_ns=5", "status=-5", "range: a launch that fails has no contents after it" },
	/* Programs. */
	{ "kind=source", "kind=pdf", "program: a word is not known" },
	{ "hash=0", "hash=", "program: its hash is none" },
	{ "hash=0", "hash=/", "program: its hash is none" },
	{ "hash=" SAMPLE_HASH, "hash=zero", "program: its hash is none" },
	{ "hash=" SAMPLE_HASH, "hash=" SAMPLE_HASH "0", "program: its hash is none" },
	{ "names=a;b", "name=a;b", "no names" },
	{ "kind=linked\tbuild=unbuilt", "kind=linked\tbuild=built", "is not built" },
	{ "kind=built-in\tbuild=unbuilt", "kind=built-in\tbuild=unbuilt\thash=0", "no hash" },
	{ "input\tprogram=5\tinput=1", "input\tprogram=5\tinput=5", "no program before it" },
	{ "input\tprogram=5\tinput=1", "input\tprogram=4\tinput=1", "none that is linked" },
	{ "input\tprogram=5\tinput=1", "input\tprogram=6\tinput=1", "none that is linked" },
	{ "input\tprogram=5\tinput=1", "input\tprogram=5", "no program before it" },
	{ "header\tprogram=1\theader=0", "header\tprogram=1\theader=1", "no source before it" },
	{ "header\tprogram=1\theader=0", "header\tprogram=0\theader=0", "none that was compiled" },
	{ "header=0\tname=some/x.h", "header=0", "it has no name" },
	{ "id=7", "id=4294967296", "id is too large" },
	{ "constant\tprogram=2", "constant\tprogram=6", "no such program" },
	{ "value=01000000", "value=0100000", "pairs of digits" },
	/* Included files. */
	{ "path=a/x.h", "path=/a/x.h", "its path may not be" },
	{ "path=a/x.h", "path=../x.h", "its path may not be" },
	{ "path=a/x.h", "path=a/../x.h", "its path may not be" },
	{ "path=a/x.h", "path=a/.", "its path may not be" },
	{ "path=a/x.h", "path=a//x.h", "its path may not be" },
	{ "path=a/x.h", "path=a/", "its path may not be" },
	{ "path=a/x.h", "path=", "its path may not be" },
	{ "path=a/x.h", "name=a", "its path may not be" },
	{ "path=b/my x.h", "path=a/x.h", "its path is there twice" },
	{ "path=a/x.h\tsize=10", "path=a/x.h\tsize=16777217", "too large" },
	{ "path=b/my x.h", "path=b/my x.h\tsize=16777207", "too large" },
	{ "path=b/my x.h", "path=b/my x.h\tsize=16777206", NULL },
	{ "missing\tprogram=1\tname=y.h", "missing\tprogram=1", "it has no name" },
	{ "missing\tprogram=1\tname=y.h", "missing\tprogram=2\tname=y.h", "program is no source" },
	{ "missing\tprogram=1\tname=y.h", "missing\tname=y.h", "program is no source" },
	/* Samplers and memory. */
	{ "addressing=4400", "addressing=4294967296", "sampler: a number is too large" },
	{ "normalized=1", "normalized=2", "sampler" },
	{ "properties=4434 1", "properties=x", "properties are no numbers" },
	{ "kind=buffer", "kind=pipe", "memory: a word is not known" },
	{ "size=256", "size=0", "its size is 0" },
	{ "kind=buffer", "kind=buffer\tparent=0", "no object before it" },
	{ "kind=sub-buffer", "kind=buffer", "it has a parent" },
	{ "size=64\tparent=0\torigin=192", "size=65\tparent=0\torigin=192",
	  "does not fit into its parent" },
	{ "origin=192", "origin=18446744073709551615", "does not fit into its parent" },
	{ "size=64\tparent=0", "size=64", "its parent is no buffer" },
	{ "size=64\tparent=0", "size=64\tparent=1", "no object before it" },
	{ "height=2", "height=3", "no image of this type and size" },
	{ "height=2", "height=2\tsamples=1", "samples or mip levels" },
	{ "height=2", "height=2\tmip_levels=2", "samples or mip levels" },
	{ "width=8\theight=2", "width=9223372036854775816\theight=2", "no image of this type" },
	{ "element_size=4", "element_size=64", "no image of this type and size" },
	{ "type=4337", "type=4338", "no image of this type and size" },
	{ "kind=image\tsize=32\tparent=0", "kind=image\tsize=32",
	  "an image of a buffer has no parent" },
	{ "kind=image\tsize=32\tparent=0", "kind=image\tsize=32\tparent=3", "no object before it" },
	{ "alignment=128", "alignment=4294967296", "alignment" },
	{ "alignment=128\n", "alignment=128\n" IMAGE_OF("3") IMAGE_OF("5") IMAGE_OF("6"), NULL },
	{ "alignment=128\n",
	  "alignment=128\n" IMAGE_OF("3") IMAGE_OF("5") IMAGE_OF("6") IMAGE_OF("7"),
	  "it has too many parents" },
	/* Contents. */
	{ "range\tmemory=0\tsize=16", "range\tmemory=1\tsize=16", "are its parent's" },
	{ "range\tmemory=0\tsize=16", "range\tmemory=5\tsize=16", "no such memory" },
	{ "range\tmemory=0\tsize=16", "range\tsize=16", "no such memory" },
	{ "range\tmemory=0\tsize=16", "range\tmemory=0\tsize=257", "beyond the end" },
	{ "range\tmemory=0\tsize=16", "range\tmemory=0\toffset=18446744073709551615\tsize=2",
	  "beyond" },
	{ "range\tmemory=0\tsize=16", "range\tmemory=0\tsize=0", "it is empty" },
	{ "range\tmemory=0\tsize=16", "range\tmemory=0\tsize=193", "overlaps" },
	{ "range\tmemory=0\tsize=16", "range\tmemory=0\tsize=192", NULL },
	{ "range\tmemory=0\tsize=16", "range\tmemory=4\tsize=16", "in another order" },
	{ "range\tmemory=2\tsize=64", "range\tmemory=2\tsize=63", "not all of the image" },
	{ "before=zero", "before=none", "before is none" },
	{ "before=zero", "before=../x", "before is none" },
	{ "\tbefore=zero", "", "before is none" },
	{ "after=zero", "after=one", "after is none" },
	{ "\tafter=zero", "", NULL },
	{ "as=float32\telement=4", "as=float32\telement=8", "no numbers of this size" },
	{ "as=float32\telement=4", "as=float128\telement=4", "range: a word is not known" },
	{ "as=bits\telement=8", "as=bits\telement=3", "no numbers of this size" },
	{ "as=bits\telement=8", "as=bits", "no numbers of this size" },
	{ "components=4", "components=5", "so many components" },
	{ "components=4", "components=18446744073709551615", "so many components" },
	{ "varies=3", "varies=17", "more bytes vary" },
	{ "varies_from=13", "varies_from=16", "more bytes vary" },
	/* Arguments. */
	{ "kind=value\tsize=4", "kind=value\tsize=5", "its size is not the number of its bytes" },
	{ "kind=memory", "kind=memory\tindex=5", "no such memory" },
	{ "kind=memory", "kind=memory\tindex=4", "the memory is no object" },
	{ "kind=pointer\tindex=4", "kind=pointer\tindex=0", "the memory is not shared" },
	{ "kind=pointer\tindex=4\toffset=100", "kind=pointer\tindex=4\toffset=101",
	  "beyond the end" },
	{ "kind=sampler\tindex=1", "kind=sampler\tindex=2", "no such sampler" },
	{ "kind=local\tsize=1024", "kind=unset", "it is not set" },
	{ "is_const=1", "is_const=2", "is_const" },
	{ "setting\tname=4535", "setting\tname=4536", "it cannot be replayed" },
	{ "setting\tname=4534", "setting\tname=4534\tvalue=00", "it cannot be replayed" },
	{ "kind=finding", "kind=rumour", "note: a word is not known" },
	{ "kind=unchecked\ttext=", "kind=unchecked\ttexts=", "it has no text" },
};

START_TEST(nothing_is_trusted)
{
	char problem[LAUNCH_PROBLEM];
	char edited[16384];
	struct launch launch;
	char *text = sample_text(sample_launch());
	const char *at = strstr(text, edits[_i].from);

	ck_assert_msg(at, "there is no \"%s\" in:\n%s", edits[_i].from, text);
	snprintf(edited, sizeof(edited), "%.*s%s%s", (int)(at - text), text, edits[_i].to,
		 at + strlen(edits[_i].from));
	ck_assert_msg(read_text(&launch, edited, problem) == !edits[_i].problem, "%s", problem);
	if (edits[_i].problem)
		ck_assert_msg(strstr(problem, edits[_i].problem), "%s", problem);
	free(text);
}
END_TEST

/* -- as many rows as may be ------------------------------------------------------------------- */

static const struct {
	const char *row;
	size_t most;
	const char *problem;
} limits[] = {
	{ "argument\tkind=local\n", LAUNCH_MOST_ARGUMENTS, "argument: there are too many" },
	{ "sampler\n", LAUNCH_MOST_OBJECTS, "sampler: there are too many" },
	{ "note\tkind=finding\ttext=\n", LAUNCH_MOST_NOTES,
	  "note: there are too many of its kind" },
};

START_TEST(rows_are_limited)
{
	struct launch *launch = sample_launch();
	struct launch again;
	struct launch start = { .call = launch->call,
				.programs = launch->programs,
				.program_count = launch->program_count };
	char problem[LAUNCH_PROBLEM];
	char *head = sample_text(&start);
	char *text = NULL;
	size_t size = 0;

	head[strlen(head) - strlen("end\n")] = '\0';
	for (size_t more = 0; more < 2; more++) {
		FILE *file = open_memstream(&text, &size);

		fputs(head, file);
		for (size_t i = 0; i < limits[_i].most + more; i++)
			fputs(limits[_i].row, file);
		fputs("end\n", file);
		fclose(file);
		ck_assert_msg(read_text(&again, text, problem) == !more, "%s", problem);
		ck_assert(!more || strstr(problem, limits[_i].problem));
		free(text);
	}
	free(head);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("launch-file");
	TCase *tcase = unit_tcase(suite, "launch-file", 20);

	tcase_add_test(tcase, launch_is_read_back);
	tcase_add_loop_test(tcase, members_have_columns, 0, LAUNCH_TABLES);
	tcase_add_test(tcase, arrays_grow);
	tcase_add_loop_test(tcase, nothing_is_trusted, 0, UNIT_ROWS(edits));
	tcase_add_loop_test(tcase, rows_are_limited, 0, UNIT_ROWS(limits));
	return unit_run(suite);
}
