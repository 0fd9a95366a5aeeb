/* SPDX-License-Identifier: Apache-2.0 */
/*
 * make-capture CASE DIRECTORY: writes a capture of the launch that tool-compute.c makes, whatever its
 * program says: output[i] is input[i] after some rounds. CASE is "good", or how the capture lies, and
 * then a reader must refuse it. The file "reason" in DIRECTORY has a part of what is said.
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
#include "tool/capture-edits.h"

#define COUNT 64
#define ROUNDS 8

/* Files are included by the case "includes". */
static const char all_source[] =
	"#include \"common.h\"\n  # include <other/types.h>\n//\n#include \"common.h\"\n"
	"kernel void next(global uint *input, global uint *output, uint rounds) { }\n";
static const char *source;

static uint32_t input[COUNT];
static uint32_t output[COUNT];

/* The manifest. What a case replaces is a part of it that is there once. */
static const char manifest[] =
	"{\n"
	"  \"format\": \"clrouter-capture\",\n"
	"  \"version\": [1, 0],\n"
	"  \"created\": \"2026-11-24T23:40:05Z\",\n"
	"  \"clrouter\": \"1.0\",\n"
	"  \"host\": {\"bits\": 64, \"order\": \"ORDER\"},\n"
	"  \"process\": {\"name\": \"maker\", \"id\": 12},\n"
	"  \"platform\": {\"name\": \"Tool\", \"vendor\": \"v\", \"version\": \"OpenCL 3.0\"},\n"
	"  \"device\": {\"name\": \"Tool GPU\", \"vendor\": \"v\", \"version\": \"OpenCL 3.0\", "
	"\"driver\": \"7.5\"},\n"
	"  \"queue\": {\"properties\": 0},\n"
	"  \"launch\": {\"number\": 5, \"function\": \"clEnqueueNDRangeKernel\", \"kernel\": \"next\", "
	"\"program\": 0, \"dimensions\": 1, \"offset\": null, \"global\": [64], \"local\": null, "
	"\"suggested_local\": [8], \"settings\": [], \"error\": 0, \"status\": 0},\n"
	"  \"programs\": [{\"kind\": \"source\", \"size\": SOURCE_SIZE, \"hash\": \"SOURCE\", "
	"\"build\": {\"function\": \"clBuildProgram\", \"options\": \"-cl-std=CL1.2\", \"headers\": [], "
	"\"constants\": []}}],\n"
	"  \"samplers\": [],\n"
	"  \"memory\": [\n"
	"    {\"kind\": \"buffer\", \"flags\": 4, \"size\": 256, \"contents\": [{\"offset\": 0, "
	"\"size\": 256, \"before\": \"INPUT\", \"after\": null, \"compare\": {\"as\": \"bits\"}}]},\n"
	"    {\"kind\": \"buffer\", \"flags\": 1, \"size\": 512, \"contents\": [{\"offset\": 0, "
	"\"size\": 256, \"before\": \"zero\", \"after\": \"OUTPUT\", \"compare\": {\"as\": \"bits\"}}]}\n"
	"  ],\n"
	"  \"arguments\": [\n"
	"    {\"kind\": \"memory\", \"memory\": 0, \"name\": \"input\", \"type\": \"uint*\", "
	"\"address\": \"global\", \"is_const\": true},\n"
	"    {\"kind\": \"memory\", \"memory\": 1, \"name\": \"output\", \"type\": \"uint*\", "
	"\"address\": \"global\", \"is_const\": false},\n"
	"    {\"kind\": \"value\", \"size\": 4, \"bytes\": \"ROUNDS\", \"name\": \"rounds\", "
	"\"type\": \"uint\", \"address\": \"private\", \"is_const\": false}\n"
	"  ],\n"
	"  \"cost\": {},\n"
	"  \"checks\": null\n"
	"}\n";

/* The object "checks" with MORE members; and 8 elements, and 512 bytes, of what is repeated. */
#define CHECKS(more) "\"checks\": {\"runs\": 2, \"problem\": null, \"differs\": [], " more "}"
#define EIGHT(text) text text text text text text text text
#define BYTES EIGHT(EIGHT("12345678"))

#define CONTENTS "{\"offset\": 0, \"size\": 256, \"before\": \"INPUT\""
#define VENDOR "-cl-std=CL1.2 -cl-nv-verbose -I /usr/mine -D NAME=\\\"a -I b\\\""
#define FAILED "\"error\": 0, \"status\": 0"
#define OUTSIDE "it cannot be replayed: .*which is about its queue, its context or the events"
#define SECOND "\"size\": 512, \"contents\": [{\"offset\": 0"

static const struct edit edits[] = {
	{ "good", NULL, NULL, NULL },
	{ "failing", "\"error\": 0, \"status\": 0", "\"error\": -54, \"status\": null", NULL },
	{ "short", "\"error\": 0, \"status\": 0", "\"error\": -4, \"status\": null", NULL },
	{ "ends-badly", "\"status\": 0", "\"status\": -9999", NULL },
	{ "varies", "\"checks\": null", "\"checks\": {\"runs\": 2, \"problem\": null, \"differs\": "
	  "[{\"memory\": 1, \"range\": 0, \"first\": 28, \"count\": 1}], \"findings\": null}", NULL },
	{ "newer-minor", "\"version\": [1, 0]", "\"version\": [1, 7], \"more\": {\"a\": [1.5e3]}", NULL },
	{ "clean", "\"checks\": null", CHECKS("\"findings\": [], \"checked_by\": [\"validation\", "
	  "\"oclgrind\"], \"unchecked\": []"), NULL },
	{ "found", "\"checks\": null", CHECKS("\"findings\": [\"validation: error: a*/b\\u001b[2J\\nc\", "
	  "\"oclgrind: two\"], \"checked_by\": [\"validation\"], \"unchecked\": [\"oclgrind: it ended\"]"), NULL },
	{ "found-most", "\"checks\": null", CHECKS("\"findings\": [\"" BYTES BYTES BYTES BYTES "\"]"), NULL },
	{ "elsewhere", "\"Tool\", \"vendor\"", "\"Nobody's\", \"vendor\"", NULL },
	{ "vendor", "-cl-std=CL1.2", VENDOR, NULL },
	{ "vendor-elsewhere", "-cl-std=CL1.2", VENDOR, NULL },
	{ "given-local", "\"local\": null, \"suggested_local\": [8]", "\"local\": [4], \"suggested_local\": null",
	  NULL },
	{ "no-suggestion", "\"suggested_local\": [8]", "\"suggested_local\": null", NULL },
	{ "includes", "\"Tool\", \"vendor\"", "\"Nobody's\", \"vendor\"", NULL },
	{ "images", "\"memory\": [\n", "\"memory\": [\n    {\"kind\": \"image\", \"flags\": 1, \"type\": 4337, "
	  "\"order\": 4277, \"channel\": 4318, \"element_size\": 16, \"width\": 2, \"height\": 2, "
	  "\"depth\": 0, \"array_size\": 0, \"row_pitch\": 0, \"slice_pitch\": 0, \"mip_levels\": 0, "
	  "\"samples\": 0, \"parent\": null, \"contents\": []},\n", NULL },
	{ "shared", "\"memory\": [\n", "\"memory\": [\n    {\"kind\": \"svm\", \"flags\": 1, \"size\": 8, "
	  "\"alignment\": 0, \"contents\": []},\n", NULL },
	{ "huge-zeros", "\"flags\": 1, \"size\": 512", "\"flags\": 1, \"size\": 1152921504606846976", NULL },

	{ "wait-list", FAILED, "\"error\": -57, \"status\": null", OUTSIDE },
	{ "wait-status", FAILED, "\"error\": -14, \"status\": null", OUTSIDE },
	{ "no-event", FAILED, "\"error\": -58, \"status\": null", OUTSIDE },
	{ "no-queue", FAILED, "\"error\": -36, \"status\": null", OUTSIDE },
	{ "no-context", FAILED, "\"error\": -34, \"status\": null", OUTSIDE },
	{ "waited", FAILED, "\"error\": 0, \"status\": -14", OUTSIDE },
	{ "waited-for", FAILED, "\"error\": 0, \"status\": -1, \"wait_status\": -5",
	  "because an event that it waited for ended with CL_OUT_OF_RESOURCES" },
	{ "waited-well", FAILED, "\"error\": 0, \"status\": -1, \"wait_status\": 1", "wait_status is neither" },

	{ "no-json", "\"format\":", "\"format\"", "it is no JSON: expected a colon" },
	{ "two-values", "\"checks\": null\n}", "\"checks\": null\n} 1", "more than one value" },
	{ "cut", "\"samplers\": [],\n", "\0", "expected a string" },
	{ "other-format", "clrouter-capture", "other-capture", "its format is not clrouter-capture" },
	{ "newer-major", "\"version\": [1, 0]", "\"version\": [2, 0]", "version 2" },
	{ "other-order", "ORDER", "middle", "host: order is" },
	{ "twice", "\"number\": 5", "\"number\": 5, \"number\": 6", "number is missing, or there twice" },
	{ "path", "INPUT", "../../../../../../../../../../../../../../etc/passwd", "is no hash" },
	{ "path-of-64", "INPUT", "..//////////////////////////////////////////////////////////passwd",
	  "is no hash" },
	{ "large-size", CONTENTS, "{\"offset\": 0, \"size\": 18446744073709551615, \"before\": \"INPUT\"",
	  "ends at byte 0 [+] 18446744073709551615" },
	{ "sum", CONTENTS, "{\"offset\": 18446744073709551615, \"size\": 2, \"before\": \"INPUT\"",
	  "ends at byte 18446744073709551615 [+] 2" },
	{ "too-large", CONTENTS, "{\"offset\": 0, \"size\": 18446744073709551616, \"before\": \"INPUT\"",
	  "no number from 0" },
	{ "fraction", CONTENTS, "{\"offset\": 0.5, \"size\": 1, \"before\": \"INPUT\"", "no number from 0" },
	{ "negative", CONTENTS, "{\"offset\": -1, \"size\": 1, \"before\": \"INPUT\"", "no number from 0" },
	{ "smaller", CONTENTS, "{\"offset\": 0, \"size\": 255, \"before\": \"INPUT\"", "its size is not" },
	{ "beyond", SECOND, "\"size\": 512, \"contents\": [{\"offset\": 257", "but there are only 512" },
	{ "empty", "\"size\": 256, \"contents\"", "\"size\": 0, \"contents\"", "its size is 0" },
	{ "index", "\"memory\": 1, \"name\"", "\"memory\": 2, \"name\"", "memory is 2, but there are only 2" },
	{ "program", "\"program\": 0", "\"program\": 1", "program is 1, but there are only 1" },
	{ "own-parent", "\"memory\": [\n", "\"memory\": [\n    {\"kind\": \"sub-buffer\", \"flags\": 0, "
	  "\"size\": 8, \"parent\": 0, \"origin\": 0, \"contents\": []},\n", "parent is 0, but there" },
	{ "image-size", "\"memory\": [\n", "\"memory\": [\n    {\"kind\": \"image\", \"flags\": 1, \"type\": "
	  "4337, \"order\": 4277, \"channel\": 4318, \"element_size\": 16, \"width\": 4294967296, "
	  "\"height\": 4294967296, \"depth\": 0, \"array_size\": 0, \"row_pitch\": 0, \"slice_pitch\": 0, "
	  "\"mip_levels\": 0, \"samples\": 0, \"parent\": null, \"contents\": []},\n", "no image of this" },
	{ "bytes", "\"bytes\": \"ROUNDS\"", "\"bytes\": \"0800\"", "not the number of its bytes" },
	{ "odd-bytes", "\"bytes\": \"ROUNDS\"", "\"bytes\": \"0800000\"", "pairs of hexadecimal" },
	{ "dimensions", "\"dimensions\": 1", "\"dimensions\": 4294967295", "it has 4294967295 dimensions" },
	{ "sizes", "\"global\": [64]", "\"global\": [64, 1]", "global has 2 elements" },
	{ "unset", "\"kind\": \"value\", \"size\": 4", "\"kind\": \"unset\", \"size\": 4", "not set" },
	{ "pointers", "\"settings\": []", "\"settings\": [{\"name\": 4534, \"bytes\": \"0011223344556677\"}]",
	  "cannot be replayed" },
	{ "missing", "  \"samplers\": [],\n", "", "samplers is missing" },
	{ "wide", "\"maker\"", "\"\\u0100\"", "no string of bytes" },
	{ "nul", "\"maker\"", "\"a\\u0000b\"", "no string of bytes" },
	{ "control", "\"maker\"", "\"a\nb\"", "control character" },
	{ "many-findings", "\"checks\": null", CHECKS("\"findings\": [\"f\"" EIGHT(EIGHT(", \"f\"")) "]"),
	  "findings has 65 elements" },
	{ "long-finding", "\"checks\": null", CHECKS("\"findings\": [\"" BYTES BYTES BYTES BYTES "1\"]"),
	  "findings has a text of more than 2048 bytes" },
	{ "no-findings", "\"checks\": null", CHECKS("\"findings\": {}"), "findings is no array" },
	{ "number-found", "\"checks\": null", CHECKS("\"findings\": [\"a\", 1]"), "findings has something" },
	{ "nul-found", "\"checks\": null", CHECKS("\"findings\": [\"a\\u0000b\"]"), "findings has something" },
	{ "number-checked", "\"checks\": null", CHECKS("\"findings\": [], \"checked_by\": [2]"),
	  "checked_by has something" },
	{ "flag-unchecked", "\"checks\": null", CHECKS("\"findings\": null, \"unchecked\": true"), "unchecked is no array" },
	{ "checks", "\"checks\": null", "\"checks\": {\"runs\": 2, \"differs\": [{\"memory\": 1, \"range\": "
	  "1}]}", "range is 1, but there are only 1" },
};

/* Lies that the manifest does not tell. */
static const struct edit lies[] = {
	{ "deep", NULL, NULL, "too many brackets" },
	{ "changed-contents", NULL, NULL, "its hash is not" },
	{ "changed-program", NULL, NULL, "its hash is not" },
	{ "longer", NULL, NULL, "its size is not" },
	{ "link", NULL, NULL, "it is a link" },
	{ "fifo", NULL, NULL, "no regular file" },
	{ "directory", NULL, NULL, "no regular file" },
	{ "no-file", NULL, NULL, "No such file" },
	{ "no-manifest", NULL, NULL, "no whole capture" },
	{ "fifo-manifest", NULL, NULL, "manifest.json: it is no regular file" },
	{ "link-manifest", NULL, NULL, "manifest.json: it is a link" },
	{ "directory-manifest", NULL, NULL, "manifest.json: it is no regular file" },
	{ "link-program", NULL, NULL, "program-0.cl: it is a link" },
	{ "device-program", NULL, NULL, "program-0.cl: it is a link" },
	{ "large-manifest", NULL, NULL, "it is too large" },
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

/* TEXT with the first FROM replaced by TO. */
static char *replace_next(char *text, const char *from, const char *to)
{
	const char *at = strstr(text, from);
	char *changed;

	if (asprintf(&changed, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from)) < 0)
		fail("asprintf");
	free(text);
	return changed;
}

/* TEXT with FROM, which is there once, replaced by TO. */
static char *replace(char *text, const char *from, const char *to)
{
	const char *at = strstr(text, from);
	char *changed;

	if (!at || strstr(at + 1, from)) {
		errno = EINVAL;
		fail(from);
	}
	if (asprintf(&changed, "%.*s%s%s", (int)(at - text), text, to,
		     *to || !*from || strcmp(from, "\"samplers\": [],\n") != 0 ? at + strlen(from) : "") < 0)
		fail("asprintf");
	free(text);
	return changed;
}

static void write_manifest(const struct edit *edit, const char *hashes[3])
{
	char *text = strdup(manifest);
	char size[24];
	char rounds[16];
	const unsigned char *bytes;
	const uint32_t number = ROUNDS;

	if (edit->from)
		text = replace(text, edit->from, edit->to);
	for (size_t i = 0; i < more_count; i++)
		if (strcmp(more_edits[i].name, edit->name) == 0)
			text = replace(text, more_edits[i].from, more_edits[i].to);
	snprintf(size, sizeof(size), "%zu", strlen(source));
	bytes = (const unsigned char *)&number;
	snprintf(rounds, sizeof(rounds), "%02x%02x%02x%02x", bytes[0], bytes[1], bytes[2], bytes[3]);
	if (edit->to && (strstr(edit->to, "\"error\": -") || strstr(edit->to, "\"status\": -")))
		text = replace(text, "\"OUTPUT\"", "null");
	if (strcmp(edit->name, "images") == 0 || strcmp(edit->name, "shared") == 0) {
		text = replace(text, "\"memory\": 1, \"name\"", "\"memory\": 2, \"name\"");
		text = replace(text, "\"memory\": 0, \"name\"", "\"memory\": 1, \"name\"");
	}
	const struct {
		const char *from;
		const char *to;
	} values[] = {
		{ "ORDER", __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "little" : "big" },
		{ "SOURCE_SIZE", size }, { "SOURCE", hashes[0] }, { "INPUT", hashes[1] },
		{ "OUTPUT", hashes[2] }, { "ROUNDS", rounds },
	};
	for (size_t i = 0; i < ARRAY_SIZE(values); i++)
		while (strstr(text, values[i].from))
			text = replace_next(text, values[i].from, values[i].to);
	write_file("manifest.json", text, strlen(text));
	free(text);
}

/* The manifest names some of them. */
static void write_programs(void)
{
	static const char *const names[] = { "program-0.cl", "program-0.spv", "program-0.bin",
					     "program-1.cl", "program-2.spv" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		write_file(names[i], source, strlen(source));
}

/* FILE becomes a link to itself, under the name OTHER. */
static void link_file(const char *file, const char *other)
{
	if (rename(file, other) != 0 || symlink(other, file) != 0)
		fail(file);
}

/* What a case does to the files. */
static void lie(const char *name, const char *contents)
{
	char file[128];

	snprintf(file, sizeof(file), "contents/%s", contents);
	if (strcmp(name, "changed-contents") == 0) {
		output[5]++;
		write_file(file, output, sizeof(output));
	} else if (strcmp(name, "changed-program") == 0) {
		char changed[sizeof(all_source)];

		memcpy(changed, source, strlen(source) + 1);
		changed[strlen(source) - 2] = ' ';
		write_file("program-0.cl", changed, strlen(source));
	} else if (strcmp(name, "longer") == 0) {
		if (truncate(file, (off_t)1 << 40) != 0)
			fail(file);
	} else if (strcmp(name, "no-manifest") == 0) {
		unlink("manifest.json");
	} else if (strcmp(name, "large-manifest") == 0) {
		if (truncate("manifest.json", (off_t)1 << 40) != 0)
			fail("manifest.json");
	} else if (strcmp(name, "fifo-manifest") == 0) {
		if (unlink("manifest.json") != 0 || mkfifo("manifest.json", 0600) != 0)
			fail("manifest.json");
	} else if (strcmp(name, "directory-manifest") == 0) {
		if (unlink("manifest.json") != 0 || mkdir("manifest.json", 0700) != 0)
			fail("manifest.json");
	} else if (strcmp(name, "link-manifest") == 0) {
		link_file("manifest.json", "elsewhere");
	} else if (strcmp(name, "link-program") == 0) {
		link_file("program-0.cl", "elsewhere");
	} else if (strcmp(name, "device-program") == 0) {
		if (unlink("program-0.cl") != 0 || symlink("/dev/zero", "program-0.cl") != 0)
			fail("program-0.cl");
	} else if (strcmp(name, "link") == 0) {
		if (rename(file, "elsewhere") != 0 || symlink("../elsewhere", file) != 0)
			fail(file);
	} else if (strcmp(name, "fifo") == 0) {
		if (unlink(file) != 0 || mkfifo(file, 0600) != 0)
			fail(file);
	} else if (strcmp(name, "directory") == 0) {
		if (unlink(file) != 0 || mkdir(file, 0700) != 0)
			fail(file);
	} else if (strcmp(name, "no-file") == 0) {
		unlink(file);
	} else if (strcmp(name, "deep") == 0) {
		char *deep = malloc(1 << 20);

		memset(deep, '[', 1 << 20);
		write_file("manifest.json", deep, 1 << 20);
		free(deep);
	}
}

static const struct edit *find(const struct edit *list, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(list[i].name, name) == 0)
			return &list[i];
	return NULL;
}

/* make-capture kinds: the names of all captures with other kinds of objects. */
static int list_kinds(void)
{
	for (size_t i = 0; i < kind_count; i++)
		puts(kinds[i].name);
	return 0;
}

/* make-capture list: the names of all lies. */
static int list_lies(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(edits); i++)
		if (edits[i].reason)
			puts(edits[i].name);
	for (size_t i = 0; i < ARRAY_SIZE(lies); i++)
		puts(lies[i].name);
	return 0;
}

int main(int argc, char **argv)
{
	char hashes[3][BLAKE2B_TEXT];
	const struct edit *edit;

	if (argc == 2 && strcmp(argv[1], "list") == 0)
		return list_lies();
	if (argc == 2 && strcmp(argv[1], "kinds") == 0)
		return list_kinds();
	if (argc != 3)
		return 99;
	edit = find(edits, ARRAY_SIZE(edits), argv[1]);
	if (!edit)
		edit = find(kinds, kind_count, argv[1]);
	if (!edit)
		edit = find(lies, ARRAY_SIZE(lies), argv[1]);
	errno = EINVAL;
	if (!edit || mkdir(argv[2], 0700) != 0 || chdir(argv[2]) != 0 || mkdir("contents", 0700) != 0)
		fail(argv[1]);
	for (uint32_t i = 0; i < COUNT; i++) {
		input[i] = ~i;
		output[i] = input[i];
		for (int round = 0; round < ROUNDS; round++)
			output[i] = output[i] * 1664525U + 1013904223U + i;
	}
	source = strcmp(edit->name, "includes") == 0 ? all_source : strstr(all_source, "kernel");
	write_programs();
	hash_of(source, strlen(source), hashes[0]);
	write_contents(input, sizeof(input), hashes[1]);
	write_contents(output, sizeof(output), hashes[2]);
	write_manifest(edit, (const char *[]){ hashes[0], hashes[1], hashes[2] });
	lie(edit->name, hashes[2]);
	if (edit->reason)
		write_file("reason", edit->reason, strlen(edit->reason));
	return 0;
}
