/* SPDX-License-Identifier: Apache-2.0 */
/*
 * make-capture CASE DIRECTORY: writes a capture of the launch that tool-compute.c makes, whatever its
 * program says: output[i] is input[i] after some rounds. CASE is "good", another kind of launch, or how the
 * capture lies, and then a reader must refuse it: the file "reason" in DIRECTORY has a part of what is said.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "launch/blake2b.h"
#include "launch/launch-format.h"

#define COUNT 64
#define ROUNDS 8

static const char source[] = "kernel void next(global uint *input, global uint *output, uint rounds) { }\n";

static uint32_t input[COUNT];
static uint32_t output[COUNT];

/* The lines of the good launch. Each case replaces parts of them that are there once. */
#define PROGRAM "program\tkind=source\tbuild=built\tsize=SIZE\thash=SOURCE\toptions=-cl-std=CL1.2\n"
#define SECOND "memory\tkind=buffer\tflags=1\tsize=512\n"
#define AFTER "\tafter=OUTPUT"
#define LAST "\tname=rounds\ttype=uint\taddress=private\n"
#define CHOSEN "\thas_suggested=1\tsuggested=0:8"
#define SIZES "\tdimensions=1\thas_global=1\tglobal=0:64"
#define END "end\n"

static const char launch_text[] =
	LAUNCH_HEAD "\n"
	"call\tcreated=2026-11-24T23:40:05Z\tclrouter=1.0\tprocess=maker\tprocess_id=12\thost_bits=64"
	"\thost_order=ORDER\tnumber=5\tkernel=next\tprogram=0" SIZES CHOSEN "\n"
	"platform\tname=Tool\tvendor=v\tversion=OpenCL 3.0\n"
	"device\tname=Tool GPU\tvendor=v\tversion=OpenCL 3.0\tdriver=7.5\n"
	PROGRAM
	"memory\tkind=buffer\tflags=4\tsize=256\n"
	SECOND
	"range\tmemory=0\tsize=256\tbefore=INPUT\tas=bits\telement=4\n"
	"range\tmemory=1\tsize=256\tbefore=zero" AFTER "\tas=bits\telement=4\n"
	"argument\tkind=memory\tname=input\ttype=uint*\taddress=global\tis_const=1\n"
	"argument\tkind=memory\tindex=1\tname=output\ttype=uint*\taddress=global\n"
	"argument\tkind=value\tsize=4\tvalue=ROUNDS" LAST
	END;

#define EIGHT(text) text text text text text text text text
#define BYTES EIGHT(EIGHT("12345678"))
#define VENDOR "options=-cl-std=CL1.2 -cl-nv-verbose -I /usr/mine -D NAME=\"a -I b\"" \
	       "\tportable=-cl-std=CL1.2 -D NAME=\"a -I b\"\n"
#define ELSEWHERE "platform\tname=Tool", "platform\tname=Nobody's"
#define OUTSIDE "it cannot be replayed: .*which is about its queue, its context or the events"
#define FAILS(error) CHOSEN, CHOSEN "\t" error
#define HASH EIGHT("01234567")
#define WHOLE "\tsize=256\tbefore=INPUT\tafter=INPUT\tas=bits\telement=4\n"
#define IMAGE "memory\tkind=image\torder=4277\tchannel=4314\telement_size=4\tsize=256"
#define ARGUMENT(index) "argument\tkind=memory\tindex=" #index "\taddress=global\n"

/* What could end a comment or a string, or be more than text on a terminal. */
#define HOSTILE "a\\x1B[2J\\xC2\\x9B\\xE2\\x80\\xAE*/?\?/\\x0A\"\\x5C\xC3\xA4"

struct edit {
	const char *name;	/* of the case; one may have several edits */
	const char *from;	/* NULL: nothing is replaced */
	const char *to;
	const char *reason;	/* why it is refused; NULL: it is not */
};

static const struct edit edits[] = {
	{ "good", NULL, NULL, NULL },
	{ "failing", FAILS("error=-54"), NULL },
	{ "short", FAILS("error=-4"), NULL },
	{ "ends-badly", FAILS("status=-9999"), NULL },
	{ "varies", AFTER "\tas=bits\telement=4", AFTER "\tas=bits\telement=4\tvaries=1\tvaries_from=28", NULL },
	{ "newer-minor", END, "more\ta=1\nend\n", NULL },
	{ "clean", END, "note\tkind=checked-by\ttext=validation\nnote\tkind=checked-by\ttext=oclgrind\nend\n", NULL },
	{ "found", END, "note\tkind=finding\ttext=validation: error: a*/b\\x1B[2J\\x0Ac\n"
	  "note\tkind=finding\ttext=oclgrind: two\nnote\tkind=checked-by\ttext=validation\n"
	  "note\tkind=unchecked\ttext=oclgrind: it ended\nend\n", NULL },
	{ "hostile", "process=maker", "process=" HOSTILE, NULL },
	{ "hostile", "driver=7.5", "driver=" HOSTILE, NULL },
	{ "hostile", "name=output\ttype=uint*", "name=" HOSTILE "\ttype=" HOSTILE, NULL },
	{ "hostile", END, "note\tkind=finding\ttext=" HOSTILE "\nend\n", NULL },
	{ "nameless", "platform\tname=Tool\tvendor=v\tversion=OpenCL 3.0\n", "platform\n", NULL },
	{ "nameless", "device\tname=Tool GPU\tvendor=v\tversion=OpenCL 3.0\tdriver=7.5\n", "device\n", NULL },
	{ "nameless", PROGRAM, "program\tkind=binary\tbuild=built\tsize=SIZE\thash=SOURCE\n", NULL },
	{ "nameless", "created=2026-11-24T23:40:05Z\tclrouter=1.0\tprocess=maker", "process_id=1", NULL },
	{ "nameless", "\tprocess_id=12", "", NULL },
	{ "race", END, "note\tkind=finding\ttext=oclgrind: Read-write data race at 0x8; Kernel: next\nend\n", NULL },
	{ "elsewhere", ELSEWHERE, NULL },
	{ "vendor", "options=-cl-std=CL1.2\n", VENDOR, NULL },
	{ "vendor-elsewhere", "options=-cl-std=CL1.2\n", VENDOR, NULL },
	{ "vendor-elsewhere", ELSEWHERE, NULL },
	{ "given-local", CHOSEN, "\thas_local=1\tlocal=0:4", NULL },
	{ "no-suggestion", CHOSEN, "", NULL },
	{ "includes", "options=-cl-std=CL1.2\n", "options=-I/usr/mine\tportable=\n"
	  "missing\tprogram=0\tname=common.h\nmissing\tprogram=0\tname=other/types.h\n", NULL },
	{ "includes", ELSEWHERE, NULL },
	{ "images", SECOND, SECOND "memory\tkind=image\tflags=1\tsize=64\ttype=4337\torder=4277\tchannel=4318"
	  "\telement_size=16\twidth=2\theight=2\n", NULL },
	{ "shared", SECOND, SECOND "memory\tkind=svm\tflags=1\tsize=8\n", NULL },
	{ "huge-zeros", SECOND, "memory\tkind=buffer\tflags=1\tsize=1152921504606846976\n", NULL },
	{ "unknown", AFTER "\tas=bits\telement=4", AFTER "\tas=unknown\telement=1", NULL },
	{ "unknown", "\tname=output\ttype=uint*", "\tname=output", NULL },

	{ "il", PROGRAM, "program\tkind=il\tbuild=built\tsize=SIZE\thash=SOURCE\n"
	  "constant\tprogram=0\tid=7\tvalue=0102030405060708\nconstant\tprogram=0\tid=4294967295\tvalue=ff\n", NULL },
	{ "il-linked", PROGRAM, "program\tkind=il\tbuild=compiled\tsize=SIZE\thash=SOURCE\toptions=\n"
	  "program\tkind=linked\ninput\tprogram=1\tinput=0\nconstant\tprogram=0\tid=1\tvalue=0900\n", NULL },
	{ "il-linked", "\tprogram=0" SIZES, "\tprogram=1" SIZES, NULL },
	{ "binary", PROGRAM, "program\tkind=binary\tbuild=built\tsize=SIZE\thash=SOURCE\toptions=\n", NULL },
	{ "built-in", PROGRAM, "program\tkind=built-in\tnames=next;other.one\n", NULL },
	{ "linked", PROGRAM, "program\tkind=source\tsize=SIZE\thash=SOURCE\n"
	  "program\tkind=source\tbuild=compiled\tsize=SIZE\thash=SOURCE\toptions=-DA=\"?\" -cl-nv-odd"
	  "\tportable=-DA=\"?\"\nprogram\tkind=il\tbuild=compiled\tsize=SIZE\thash=SOURCE\n"
	  "program\tkind=linked\toptions=-create-library -nv-link\tportable=-create-library\n"
	  "program\tkind=linked\toptions=-cl-fast-relaxed-math\n"
	  "input\tprogram=3\tinput=1\ninput\tprogram=3\tinput=2\ninput\tprogram=4\tinput=3\ninput\tprogram=4\tinput=1\n"
	  "header\tprogram=1\theader=0\tname=a \"b\".h\nheader\tprogram=1\theader=0\tname=c\\x5Cd.h\n", NULL },
	{ "linked", "\tprogram=0" SIZES, "\tprogram=4" SIZES, NULL },
	{ "linked", ELSEWHERE, NULL },
	{ "objects", "memory\tkind=buffer\tflags=4", "sampler\tnormalized=1\taddressing=4404\tfilter=4417\t"
	  "properties=4434 1 4435 4404\nsampler\taddressing=4400\tfilter=4416\nmemory\tkind=buffer\tflags=4", NULL },
	{ "objects", SECOND, SECOND
	  IMAGE "\tflags=1\ttype=4340\twidth=64\n"
	  IMAGE "\tflags=2\ttype=4341\twidth=16\tarray_size=4\n"
	  IMAGE "\tflags=4\ttype=4337\twidth=8\theight=8\n"
	  IMAGE "\tflags=4096\ttype=4339\twidth=4\theight=4\tarray_size=4\n"
	  IMAGE "\tflags=1\ttype=4338\twidth=4\theight=4\tdepth=4\n"
	  "memory\tkind=buffer\tflags=1\tsize=256\n"
	  "memory\tkind=image\torder=4277\tchannel=4314\telement_size=4\tsize=64\ttype=4342\twidth=16\tparent=7\n"
	  "memory\tkind=image\torder=4277\tchannel=4314\telement_size=4\tsize=64\tflags=1\ttype=4337\twidth=8"
	  "\theight=2\trow_pitch=64\tparent=7\n"
	  "memory\tkind=sub-buffer\tflags=4\tsize=128\tparent=7\torigin=128\n"
	  "memory\tkind=image\torder=4277\tchannel=4318\telement_size=16\tsize=256\tflags=1\ttype=4337\twidth=4"
	  "\theight=4\n", NULL },
	{ "objects", "argument\tkind=memory\tname=input", "range\tmemory=2" WHOLE "range\tmemory=3" WHOLE
	  "range\tmemory=4" WHOLE "range\tmemory=5" WHOLE "range\tmemory=6" WHOLE "range\tmemory=7" WHOLE
	  "range\tmemory=11\tsize=256\tbefore=zero\tafter=zero\tas=float32\telement=4\tcomponents=4\n"
	  "argument\tkind=memory\tname=input", NULL },
	{ "objects", LAST, LAST ARGUMENT(2) ARGUMENT(3) ARGUMENT(4) ARGUMENT(5) ARGUMENT(6) ARGUMENT(8)
	  ARGUMENT(9) ARGUMENT(10) ARGUMENT(11) "argument\tkind=sampler\tindex=1\tname=s\ttype=sampler_t\n"
	  "argument\tkind=sampler\n", NULL },
	{ "pointers-set", SECOND, SECOND "memory\tkind=svm\tflags=3073\tsize=4096\n"
	  "memory\tkind=svm\tflags=4\tsize=4096\talignment=64\n", NULL },
	{ "pointers-set", "argument\tkind=memory\tname=input", "range\tmemory=2\toffset=256" WHOLE
	  "range\tmemory=2\toffset=1024\tsize=512\tbefore=zero\tafter=zero\tas=float64\telement=8\tcomponents=3\n"
	  "range\tmemory=3\toffset=256" WHOLE
	  "range\tmemory=3\toffset=1024\tsize=256\tbefore=zero\tafter=zero\tas=float16\telement=2\n"
	  "argument\tkind=memory\tname=input", NULL },
	{ "pointers-set", LAST, LAST "argument\tkind=pointer\tindex=2\toffset=256\tname=p*/\ttype=int?\?/*\n"
	  "argument\tkind=pointer\tindex=3\toffset=4096\nargument\tkind=pointer\tindex=2\n"
	  "setting\tname=4535\tvalue=01000000\nsetting\tname=4534\n", NULL },
	{ "setting-off", END, "setting\tname=4535\tvalue=00000000\nend\n", NULL },
	{ "values", LAST, LAST "argument\tkind=value\tsize=8\tvalue=0000000000000080\tname=l\ttype=long\n"
	  "argument\tkind=value\tsize=4\tvalue=0000c07f\tname=nan\ttype=float\n"
	  "argument\tkind=value\tsize=3\tvalue=0001ff\tname=?\?=\ttype=struct /* */ pair\n"
	  "argument\tkind=local\tsize=64\tname=l\ttype=int*\nargument\tkind=null\tsize=8\tname=n\n", NULL },
	{ "sizes-3d", SIZES CHOSEN, "\tdimensions=3\thas_offset=1\toffset=0:1,2:2\thas_global=1\tglobal=0:64,1:2,2:1"
	  "\thas_local=1\tlocal=0:8,1:2,2:1", NULL },
	{ "task", "\tdimensions=1\thas_global=1\tglobal=0:64", "\tis_task=1\tdimensions=1\thas_global=1\tglobal=0:1",
	  NULL },

	{ "wait-list", FAILS("error=-57"), OUTSIDE },
	{ "no-queue", FAILS("error=-36"), OUTSIDE },
	{ "waited", FAILS("status=-14"), OUTSIDE },
	{ "waited-for", FAILS("status=-1\twait_status=-5"),
	  "because an event that it waited for ended with CL_OUT_OF_RESOURCES" },
	{ "cut", END, "", "" },
	{ "newer", LAUNCH_HEAD, "clrouter launch 99", "another version of clrouter" },
	{ "other-order", "ORDER", "middle", "line 2: call: host_order is" },
	{ "path", "INPUT", "../../../../../../../../../../../../../../etc/passwd", "hash of its contents before is none" },
	{ "path-of-64", "INPUT", "..//////////////////////////////////////////////////////////passwd",
	  "hash of its contents before is none" },
	{ "large-size", "memory=0\tsize=256", "memory=0\tsize=18446744073709551615", "beyond the end" },
	{ "smaller", "memory=0\tsize=256", "memory=0\tsize=255", "its size is not" },
	{ "index", "index=1", "index=2", "there is no such memory" },
	{ "include-path", PROGRAM, PROGRAM "include\tpath=../a.h\tsize=1\thash=" HASH "\n", "its path may not be one" },
	{ "include-file", PROGRAM, PROGRAM "include\tpath=a/b.h\tsize=1\thash=" HASH "\n", "No such file" },
	{ "long-finding", END, "note\tkind=finding\ttext=" BYTES BYTES BYTES BYTES "1\nend\n", "too long a text" },
	{ "unset", "kind=value\tsize=4\tvalue=ROUNDS", "kind=unset", "it is not set" },

	/* Lies that the text does not tell. */
	{ "changed-contents", NULL, NULL, "its hash is not" },
	{ "changed-program", NULL, NULL, "its hash is not" },
	{ "longer", NULL, NULL, "its size is not" },
	{ "link", NULL, NULL, "it is a link" },
	{ "fifo", NULL, NULL, "no regular file" },
	{ "directory", NULL, NULL, "no regular file" },
	{ "no-file", NULL, NULL, "No such file" },
	{ "no-launch", NULL, NULL, "" },
	{ "fifo-launch", NULL, NULL, LAUNCH_FILE ": it is no regular file" },
	{ "link-launch", NULL, NULL, LAUNCH_FILE ": it is a link" },
	{ "directory-launch", NULL, NULL, LAUNCH_FILE ": it is no regular file" },
	{ "link-program", NULL, NULL, "program-0.cl: it is a link" },
	{ "device-program", NULL, NULL, "program-0.cl: it is a link" },
	{ "large-launch", NULL, NULL, "it is too large" },
};

static void fail(const char *what)
{
	fprintf(stderr, "make-capture: %s: %s\n", what, strerror(errno));
	exit(99);
}

static void write_file(const char *name, const void *bytes, size_t size)
{
	FILE *file = fopen(name, "w");

	if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
		fail(name);
}

static void hash_of(const void *bytes, size_t size, char text[BLAKE2B_TEXT])
{
	struct blake2b hash;

	blake2b_start(&hash);
	blake2b_add(&hash, bytes, size);
	blake2b_end(&hash, text);
}

static void write_contents(const void *bytes, size_t size, char text[BLAKE2B_TEXT])
{
	char name[128];

	hash_of(bytes, size, text);
	snprintf(name, sizeof(name), "contents/%s", text);
	write_file(name, bytes, size);
}

/* TEXT with the first FROM replaced by TO, which is freed. */
static char *replace_next(char *text, const char *from, const char *to)
{
	const char *at = strstr(text, from);
	char *changed;

	if (!at) {
		errno = EINVAL;
		fail(from);
	}
	if (asprintf(&changed, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from)) < 0)
		fail("asprintf");
	free(text);
	return changed;
}

/* A launch that fails has no contents after it. */
static char *edit_text(const char *name)
{
	char *text = strdup(launch_text);

	for (size_t i = 0; i < ARRAY_SIZE(edits); i++) {
		if (strcmp(edits[i].name, name) != 0 || !edits[i].from)
			continue;
		text = replace_next(text, edits[i].from, edits[i].to);
		if (strstr(edits[i].to, "error=-") || strstr(edits[i].to, "\tstatus=-"))
			text = replace_next(text, AFTER, "");
	}
	return text;
}

static void write_launch(const char *name, const char *hashes[3])
{
	const uint32_t number = ROUNDS;
	const unsigned char *bytes = (const unsigned char *)&number;
	char *text = edit_text(name);
	char size[24];
	char rounds[16];

	snprintf(size, sizeof(size), "%zu", strlen(source));
	snprintf(rounds, sizeof(rounds), "%02x%02x%02x%02x", bytes[0], bytes[1], bytes[2], bytes[3]);
	const struct {
		const char *from;
		const char *to;
	} values[] = {
		{ "ORDER", __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "little" : "big" },
		{ "SIZE", size }, { "SOURCE", hashes[0] }, { "INPUT", hashes[1] },
		{ "OUTPUT", hashes[2] }, { "ROUNDS", rounds },
	};
	for (size_t i = 0; i < ARRAY_SIZE(values); i++)
		while (strstr(text, values[i].from))
			text = replace_next(text, values[i].from, values[i].to);
	write_file(LAUNCH_FILE, text, strlen(text));
	free(text);
}

/* The launch names some of them. */
static void write_programs(void)
{
	static const char *const names[] = { "program-0.cl", "program-0.spv", "program-0.bin",
					     "program-1.cl", "program-2.spv" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		write_file(names[i], source, strlen(source));
}

enum replacement { NOTHING, LINK, DEVICE, FIFO, DIRECTORY, ENDLESS };

static void replace_file(const char *file, enum replacement by)
{
	int result = 0;

	if (by == ENDLESS)
		result = truncate(file, (off_t)1 << 40);
	else if (by == LINK ? rename(file, "elsewhere") != 0 : unlink(file) != 0)
		fail(file);
	if (by == LINK)
		result = symlink(strchr(file, '/') ? "../elsewhere" : "elsewhere", file);
	else if (by == DEVICE)
		result = symlink("/dev/zero", file);
	else if (by == FIFO)
		result = mkfifo(file, 0600);
	else if (by == DIRECTORY)
		result = mkdir(file, 0700);
	if (result != 0)
		fail(file);
}

/* What a case does to the files. */
static void lie(const char *name, const char *contents)
{
	const struct {
		const char *name;
		const char *file;
		enum replacement by;
	} replacements[] = {
		{ "longer", contents, ENDLESS },      { "link", contents, LINK },
		{ "fifo", contents, FIFO },	      { "directory", contents, DIRECTORY },
		{ "no-file", contents, NOTHING },     { "no-launch", LAUNCH_FILE, NOTHING },
		{ "fifo-launch", LAUNCH_FILE, FIFO }, { "link-launch", LAUNCH_FILE, LINK },
		{ "directory-launch", LAUNCH_FILE, DIRECTORY },
		{ "link-program", "program-0.cl", LINK },
		{ "device-program", "program-0.cl", DEVICE },
		{ "large-launch", LAUNCH_FILE, ENDLESS },
	};
	char changed[sizeof(source)];

	for (size_t i = 0; i < ARRAY_SIZE(replacements); i++)
		if (strcmp(replacements[i].name, name) == 0)
			replace_file(replacements[i].file, replacements[i].by);
	if (strcmp(name, "changed-contents") == 0) {
		output[5]++;
		write_file(contents, output, sizeof(output));
	} else if (strcmp(name, "changed-program") == 0) {
		memcpy(changed, source, sizeof(source));
		changed[strlen(source) - 2] = ' ';
		write_file("program-0.cl", changed, strlen(source));
	}
}

/* make-capture list: the names of all lies. */
static int list_lies(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(edits); i++)
		if (edits[i].reason)
			puts(edits[i].name);
	return 0;
}

static const struct edit *find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(edits); i++)
		if (strcmp(edits[i].name, name) == 0)
			return &edits[i];
	errno = EINVAL;
	fail(name);
	return NULL;
}

int main(int argc, char **argv)
{
	char hashes[3][BLAKE2B_TEXT];
	const struct edit *edit;
	char contents[128];

	if (argc == 2 && strcmp(argv[1], "list") == 0)
		return list_lies();
	if (argc != 3)
		return 99;
	edit = find(argv[1]);
	if (mkdir(argv[2], 0700) != 0 || chdir(argv[2]) != 0 || mkdir("contents", 0700) != 0)
		fail(argv[2]);
	for (uint32_t i = 0; i < COUNT; i++) {
		input[i] = ~i;
		output[i] = input[i];
		for (int round = 0; round < ROUNDS; round++)
			output[i] = output[i] * 1664525U + 1013904223U + i;
	}
	write_programs();
	hash_of(source, strlen(source), hashes[0]);
	write_contents(input, sizeof(input), hashes[1]);
	write_contents(output, sizeof(output), hashes[2]);
	write_launch(edit->name, (const char *[]){ hashes[0], hashes[1], hashes[2] });
	snprintf(contents, sizeof(contents), "contents/%s", hashes[2]);
	lie(edit->name, contents);
	if (edit->reason)
		write_file("reason", edit->reason, strlen(edit->reason));
	return 0;
}
