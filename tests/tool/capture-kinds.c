/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture-kinds: captures of the test's launch with every kind of program, memory and argument that a
 * manifest can have, for make-capture.c. The stub driver's kernel uses none of it.
 */
#include "tool/capture-edits.h"

/* The program of the manifest. */
#define PROGRAM \
	"{\"kind\": \"source\", \"size\": SOURCE_SIZE, \"hash\": \"SOURCE\", \"build\": " \
	"{\"function\": \"clBuildProgram\", \"options\": \"-cl-std=CL1.2\", \"headers\": [], " \
	"\"constants\": []}}"

const struct edit kinds[] = {
	{ "il", PROGRAM,
	  "{\"kind\": \"il\", \"size\": SOURCE_SIZE, \"hash\": \"SOURCE\", \"build\": "
	  "{\"function\": \"clBuildProgram\", \"options\": null, \"headers\": [], \"constants\": "
	  "[{\"id\": 7, \"bytes\": \"0102030405060708\"}, {\"id\": 4294967295, \"bytes\": "
	  "\"ff\"}, {\"id\": 0, \"bytes\": \"00000000\"}]}}", NULL },
	{ "il-linked", PROGRAM,
	  "{\"kind\": \"il\", \"size\": SOURCE_SIZE, \"hash\": \"SOURCE\", \"build\": "
	  "{\"function\": \"clCompileProgram\", \"options\": \"\", \"headers\": [], "
	  "\"constants\": [{\"id\": 1, \"bytes\": \"0900\"}]}}, {\"kind\": \"linked\", "
	  "\"inputs\": [0], \"options\": null, \"build\": null}", NULL },
	{ "binary", PROGRAM,
	  "{\"kind\": \"binary\", \"size\": SOURCE_SIZE, \"hash\": \"SOURCE\", \"build\": "
	  "{\"function\": \"clBuildProgram\", \"options\": \"\", \"headers\": [], \"constants\": "
	  "[]}}", NULL },
	{ "built-in", PROGRAM,
	  "{\"kind\": \"built-in\", \"names\": \"next;other.one\", \"build\": null}", NULL },
	{ "linked", PROGRAM,
	  "{\"kind\": \"source\", \"size\": SOURCE_SIZE, \"hash\": \"SOURCE\", \"build\": null}, "
	  "{\"kind\": \"source\", \"size\": SOURCE_SIZE, \"hash\": \"SOURCE\", \"build\": "
	  "{\"function\": \"clCompileProgram\", \"options\": \"-DA=\\\"?\\\" -cl-nv-odd\", "
	  "\"headers\": [{\"name\": \"a \\\"b\\\".h\", \"program\": 0}, {\"name\": \"c\\\\d.h\", "
	  "\"program\": 0}], \"constants\": []}}, {\"kind\": \"il\", \"size\": SOURCE_SIZE, "
	  "\"hash\": \"SOURCE\", \"build\": {\"function\": \"clCompileProgram\", \"options\": "
	  "null, \"headers\": [], \"constants\": []}}, {\"kind\": \"linked\", \"inputs\": [1, "
	  "2], \"options\": \"-create-library -nv-link\", \"build\": null}, {\"kind\": "
	  "\"linked\", \"inputs\": [3, 1], \"options\": \"-cl-fast-relaxed-math\", \"build\": "
	  "null}", NULL },
	{ "objects", "\"samplers\": []",
	  "\"samplers\": [{\"normalized\": 1, \"addressing\": 4404, \"filter\": 4417, "
	  "\"properties\": [4434, 1, 4435, 4404]}, {\"normalized\": 0, \"addressing\": 4400, "
	  "\"filter\": 4416, \"properties\": null}]", NULL },
	{ "pointers-set", "\"settings\": []",
	  "\"settings\": [{\"name\": 4535, \"bytes\": \"01000000\"}, {\"name\": 4534, \"bytes\": "
	  "\"\"}]", NULL },
	{ "unknown", "\"output\", \"type\": \"uint*\"", "\"output\", \"type\": \"\"", NULL },
	{ "setting-off", "\"settings\": []",
	  "\"settings\": [{\"name\": 4535, \"bytes\": \"00000000\"}]", NULL },
	{ "values", "\"is_const\": false}\n  ],\n  \"cost\"",
	  "\"is_const\": false},\n    {\"kind\": \"value\", \"size\": 1, \"bytes\": \"80\", "
	  "\"name\": \"c\", \"type\": \"char\", \"address\": \"private\", \"is_const\": "
	  "false},\n    {\"kind\": \"value\", \"size\": 1, \"bytes\": \"ff\", \"name\": \"uc\", "
	  "\"type\": \"uchar\", \"address\": \"private\", \"is_const\": false},\n    {\"kind\": "
	  "\"value\", \"size\": 2, \"bytes\": \"0080\", \"name\": \"s\", \"type\": \"short\", "
	  "\"address\": \"private\", \"is_const\": false},\n    {\"kind\": \"value\", \"size\": "
	  "2, \"bytes\": \"ffff\", \"name\": \"us\", \"type\": \"ushort\", \"address\": "
	  "\"private\", \"is_const\": false},\n    {\"kind\": \"value\", \"size\": 4, \"bytes\": "
	  "\"00000080\", \"name\": \"i\", \"type\": \"int\", \"address\": \"private\", "
	  "\"is_const\": false},\n    {\"kind\": \"value\", \"size\": 4, \"bytes\": "
	  "\"ffffffff\", \"name\": \"u\", \"type\": \"uint\", \"address\": \"private\", "
	  "\"is_const\": false},\n    {\"kind\": \"value\", \"size\": 8, \"bytes\": "
	  "\"0000000000000080\", \"name\": \"l\", \"type\": \"long\", \"address\": \"private\", "
	  "\"is_const\": false},\n    {\"kind\": \"value\", \"size\": 8, \"bytes\": "
	  "\"ffffffffffffffff\", \"name\": \"ul\", \"type\": \"ulong\", \"address\": "
	  "\"private\", \"is_const\": false},\n    {\"kind\": \"value\", \"size\": 4, \"bytes\": "
	  "\"0000c07f\", \"name\": \"nan\", \"type\": \"float\", \"address\": \"private\", "
	  "\"is_const\": false},\n    {\"kind\": \"value\", \"size\": 12, \"bytes\": "
	  "\"000102030405060708090a0b\", \"name\": \"?\?=\", \"type\": \"struct /* */ pair\", "
	  "\"address\": \"private\", \"is_const\": false},\n    {\"kind\": \"value\", \"size\": "
	  "0, \"bytes\": \"\", \"name\": \"empty\", \"type\": \"struct none\", \"address\": "
	  "\"private\", \"is_const\": false},\n    {\"kind\": \"local\", \"size\": 64, \"name\": "
	  "\"l\", \"type\": \"int*\", \"address\": \"local\", \"is_const\": false},\n    "
	  "{\"kind\": \"null\", \"size\": 8, \"name\": \"n\", \"type\": \"int*\", \"address\": "
	  "\"global\", \"is_const\": false}\n  ],\n  \"cost\"", NULL },
	{ "sizes-3d", "\"dimensions\": 1, \"offset\": null, \"global\": [64], \"local\": null, "
	  "\"suggested_local\": [8]",
	  "\"dimensions\": 3, \"offset\": [1, 0, 2], \"global\": [64, 2, 1], \"local\": [8, 2, "
	  "1], \"suggested_local\": null", NULL },
	{ "chosen-3d", "\"dimensions\": 1, \"offset\": null, \"global\": [64], \"local\": null, "
	  "\"suggested_local\": [8]",
	  "\"dimensions\": 3, \"offset\": null, \"global\": [64, 1, 1], \"local\": null, "
	  "\"suggested_local\": [8, 1, 1]", NULL },
	{ "floats", "  ],\n  \"arguments\"",
	  ",\n    {\"kind\": \"buffer\", \"flags\": 1, \"size\": 512, \"contents\": "
	  "[{\"offset\": 0, \"size\": 255, \"before\": \"zero\", \"after\": \"zero\", "
	  "\"compare\": {\"as\": \"float16\", \"components\": 3, \"ulps\": 4, \"relative\": "
	  "2e-3, \"absolute\": 6.2e-5}}]},\n    {\"kind\": \"buffer\", \"flags\": 1, \"size\": "
	  "512, \"contents\": [{\"offset\": 0, \"size\": 255, \"before\": \"zero\", \"after\": "
	  "\"zero\", \"compare\": {\"as\": \"float32\", \"components\": 3, \"ulps\": 16, "
	  "\"relative\": 1e-5, \"absolute\": 1.2e-38}}]},\n    {\"kind\": \"buffer\", \"flags\": "
	  "1, \"size\": 512, \"contents\": [{\"offset\": 0, \"size\": 255, \"before\": \"zero\", "
	  "\"after\": \"zero\", \"compare\": {\"as\": \"float32\", \"components\": 1, \"ulps\": "
	  "0, \"relative\": 0, \"absolute\": 0}}]},\n    {\"kind\": \"buffer\", \"flags\": 1, "
	  "\"size\": 512, \"contents\": [{\"offset\": 0, \"size\": 255, \"before\": \"zero\", "
	  "\"after\": \"zero\", \"compare\": {\"as\": \"float64\", \"components\": 16, \"ulps\": "
	  "16, \"relative\": 1e-12, \"absolute\": 2.3e-308}}]}\n  ],\n  \"arguments\"", NULL },
	{ "task", "\"function\": \"clEnqueueNDRangeKernel\", \"kernel\"",
	  "\"function\": \"clEnqueueTask\", \"kernel\"", NULL },
};

const size_t kind_count = sizeof(kinds) / sizeof(kinds[0]);

/* What is replaced besides. */
const struct edit more_edits[] = {
	{ "unknown", "\"after\": \"OUTPUT\", \"compare\": {\"as\": \"bits\"}",
	  "\"after\": \"OUTPUT\", \"compare\": {\"as\": \"unknown\"}", NULL },
	{ "vendor-elsewhere", "\"Tool\", \"vendor\"", "\"Nobody's\", \"vendor\"", NULL },
	{ "includes", "-cl-std=CL1.2", "-I/usr/mine", NULL },
	{ "il-linked", "\"program\": 0",
	  "\"program\": 1", NULL },
	{ "linked", "\"program\": 0, \"dimensions\"",
	  "\"program\": 4, \"dimensions\"", NULL },
	{ "linked", "\"Tool\", \"vendor\"",
	  "\"Nobody's\", \"vendor\"", NULL },
	{ "objects", "  ],\n  \"arguments\"",
	  ",\n    {\"kind\": \"image\", \"flags\": 1, \"type\": 4340, \"order\": 4277, "
	  "\"channel\": 4314, \"element_size\": 4, \"width\": 64, \"height\": 0, \"depth\": 0, "
	  "\"array_size\": 0, \"row_pitch\": 0, \"slice_pitch\": 0, \"mip_levels\": 0, "
	  "\"samples\": 0, \"parent\": null, \"contents\": [{\"offset\": 0, \"size\": 256, "
	  "\"before\": \"INPUT\", \"after\": \"INPUT\", \"compare\": {\"as\": \"bits\"}}]},\n    "
	  "{\"kind\": \"image\", \"flags\": 2, \"type\": 4341, \"order\": 4277, \"channel\": "
	  "4314, \"element_size\": 4, \"width\": 16, \"height\": 0, \"depth\": 0, "
	  "\"array_size\": 4, \"row_pitch\": 0, \"slice_pitch\": 0, \"mip_levels\": 0, "
	  "\"samples\": 0, \"parent\": null, \"contents\": [{\"offset\": 0, \"size\": 256, "
	  "\"before\": \"INPUT\", \"after\": \"INPUT\", \"compare\": {\"as\": \"bits\"}}]},\n    "
	  "{\"kind\": \"image\", \"flags\": 4, \"type\": 4337, \"order\": 4277, \"channel\": "
	  "4314, \"element_size\": 4, \"width\": 8, \"height\": 8, \"depth\": 0, \"array_size\": "
	  "0, \"row_pitch\": 0, \"slice_pitch\": 0, \"mip_levels\": 0, \"samples\": 0, "
	  "\"parent\": null, \"contents\": [{\"offset\": 0, \"size\": 256, \"before\": "
	  "\"INPUT\", \"after\": \"INPUT\", \"compare\": {\"as\": \"bits\"}}]},\n    {\"kind\": "
	  "\"image\", \"flags\": 4096, \"type\": 4339, \"order\": 4277, \"channel\": 4314, "
	  "\"element_size\": 4, \"width\": 4, \"height\": 4, \"depth\": 0, \"array_size\": 4, "
	  "\"row_pitch\": 0, \"slice_pitch\": 0, \"mip_levels\": 0, \"samples\": 0, \"parent\": "
	  "null, \"contents\": [{\"offset\": 0, \"size\": 256, \"before\": \"INPUT\", \"after\": "
	  "\"INPUT\", \"compare\": {\"as\": \"bits\"}}]},\n    {\"kind\": \"image\", \"flags\": "
	  "1, \"type\": 4338, \"order\": 4277, \"channel\": 4314, \"element_size\": 4, "
	  "\"width\": 4, \"height\": 4, \"depth\": 4, \"array_size\": 0, \"row_pitch\": 0, "
	  "\"slice_pitch\": 0, \"mip_levels\": 0, \"samples\": 0, \"parent\": null, "
	  "\"contents\": [{\"offset\": 0, \"size\": 256, \"before\": \"INPUT\", \"after\": "
	  "\"INPUT\", \"compare\": {\"as\": \"bits\"}}]},\n    {\"kind\": \"buffer\", \"flags\": "
	  "1, \"size\": 256, \"contents\": [{\"offset\": 0, \"size\": 256, \"before\": "
	  "\"INPUT\", \"after\": \"INPUT\", \"compare\": {\"as\": \"bits\"}}]},\n    {\"kind\": "
	  "\"image\", \"flags\": 0, \"type\": 4342, \"order\": 4277, \"channel\": 4314, "
	  "\"element_size\": 4, \"width\": 16, \"height\": 0, \"depth\": 0, \"array_size\": 0, "
	  "\"row_pitch\": 0, \"slice_pitch\": 0, \"mip_levels\": 0, \"samples\": 0, \"parent\": "
	  "7, \"contents\": []},\n    {\"kind\": \"image\", \"flags\": 1, \"type\": 4337, "
	  "\"order\": 4277, \"channel\": 4314, \"element_size\": 4, \"width\": 8, \"height\": 2, "
	  "\"depth\": 0, \"array_size\": 0, \"row_pitch\": 64, \"slice_pitch\": 0, "
	  "\"mip_levels\": 0, \"samples\": 0, \"parent\": 7, \"contents\": []},\n    {\"kind\": "
	  "\"sub-buffer\", \"flags\": 4, \"size\": 128, \"parent\": 7, \"origin\": 128, "
	  "\"contents\": []},\n    {\"kind\": \"image\", \"flags\": 1, \"type\": 4337, "
	  "\"order\": 4277, \"channel\": 4318, \"element_size\": 16, \"width\": 4, \"height\": "
	  "4, \"depth\": 0, \"array_size\": 0, \"row_pitch\": 0, \"slice_pitch\": 0, "
	  "\"mip_levels\": 0, \"samples\": 0, \"parent\": null, \"contents\": [{\"offset\": 0, "
	  "\"size\": 256, \"before\": \"zero\", \"after\": \"zero\", \"compare\": {\"as\": "
	  "\"float32\", \"components\": 4, \"ulps\": 16, \"relative\": 1e-5, \"absolute\": "
	  "1.2e-38}}]}\n  ],\n  \"arguments\"", NULL },
	{ "objects", "\"is_const\": false}\n  ],\n  \"cost\"",
	  "\"is_const\": false},\n    {\"kind\": \"memory\", \"memory\": 2, \"name\": \"\", "
	  "\"type\": \"\", \"address\": \"global\", \"is_const\": false},\n    {\"kind\": "
	  "\"memory\", \"memory\": 3, \"name\": \"\", \"type\": \"\", \"address\": \"global\", "
	  "\"is_const\": false},\n    {\"kind\": \"memory\", \"memory\": 4, \"name\": \"\", "
	  "\"type\": \"\", \"address\": \"global\", \"is_const\": false},\n    {\"kind\": "
	  "\"memory\", \"memory\": 5, \"name\": \"\", \"type\": \"\", \"address\": \"global\", "
	  "\"is_const\": false},\n    {\"kind\": \"memory\", \"memory\": 6, \"name\": \"\", "
	  "\"type\": \"\", \"address\": \"global\", \"is_const\": false},\n    {\"kind\": "
	  "\"memory\", \"memory\": 8, \"name\": \"\", \"type\": \"\", \"address\": \"global\", "
	  "\"is_const\": false},\n    {\"kind\": \"memory\", \"memory\": 9, \"name\": \"\", "
	  "\"type\": \"\", \"address\": \"global\", \"is_const\": false},\n    {\"kind\": "
	  "\"memory\", \"memory\": 10, \"name\": \"\", \"type\": \"\", \"address\": \"global\", "
	  "\"is_const\": false},\n    {\"kind\": \"memory\", \"memory\": 11, \"name\": \"\", "
	  "\"type\": \"\", \"address\": \"global\", \"is_const\": false},\n    {\"kind\": "
	  "\"sampler\", \"sampler\": 1, \"name\": \"s\", \"type\": \"sampler_t\", \"address\": "
	  "\"private\", \"is_const\": false},\n    {\"kind\": \"sampler\", \"sampler\": 0, "
	  "\"name\": \"\", \"type\": \"\", \"address\": \"\", \"is_const\": false}\n  ],\n  "
	  "\"cost\"", NULL },
	{ "pointers-set", "  ],\n  \"arguments\"",
	  ",\n    {\"kind\": \"svm\", \"flags\": 3073, \"size\": 4096, \"alignment\": 0, "
	  "\"contents\": [{\"offset\": 256, \"size\": 256, \"before\": \"INPUT\", \"after\": "
	  "\"INPUT\", \"compare\": {\"as\": \"bits\"}}, {\"offset\": 1024, \"size\": 512, "
	  "\"before\": \"zero\", \"after\": \"zero\", \"compare\": {\"as\": \"float64\", "
	  "\"components\": 3, \"ulps\": 1, \"relative\": 0.5, \"absolute\": 0}}, {\"offset\": "
	  "2048, \"size\": 8, \"before\": \"zero\", \"after\": \"zero\", \"compare\": {\"as\": "
	  "\"float64\", \"components\": 1, \"ulps\": 2, \"relative\": 1, \"absolute\": "
	  "1e300}}]},\n    {\"kind\": \"svm\", \"flags\": 4, \"size\": 4096, \"alignment\": 64, "
	  "\"contents\": [{\"offset\": 256, \"size\": 256, \"before\": \"INPUT\", \"after\": "
	  "\"INPUT\", \"compare\": {\"as\": \"bits\"}}, {\"offset\": 1024, \"size\": 512, "
	  "\"before\": \"zero\", \"after\": \"zero\", \"compare\": {\"as\": \"float64\", "
	  "\"components\": 3, \"ulps\": 1, \"relative\": 0.5, \"absolute\": 0}}, {\"offset\": "
	  "2048, \"size\": 8, \"before\": \"zero\", \"after\": \"zero\", \"compare\": {\"as\": "
	  "\"float64\", \"components\": 1, \"ulps\": 2, \"relative\": 1, \"absolute\": "
	  "1e300}}]}\n  ],\n  \"arguments\"", NULL },
	{ "pointers-set", "\"is_const\": false}\n  ],\n  \"cost\"",
	  "\"is_const\": false},\n    {\"kind\": \"svm\", \"memory\": 2, \"offset\": 256, "
	  "\"name\": \"p*/\", \"type\": \"int?\?/*\", \"address\": \"global\", \"is_const\": "
	  "false}, {\"kind\": \"svm\", \"memory\": 3, \"offset\": 4096, \"name\": \"p*/\", "
	  "\"type\": \"int?\?/*\", \"address\": \"global\", \"is_const\": false}, {\"kind\": "
	  "\"svm\", \"memory\": 2, \"offset\": 0, \"name\": \"p*/\", \"type\": \"int?\?/*\", "
	  "\"address\": \"global\", \"is_const\": false}\n  ],\n  \"cost\"", NULL },
	{ "floats", "\"is_const\": false}\n  ],\n  \"cost\"",
	  "\"is_const\": false},\n    {\"kind\": \"memory\", \"memory\": 2, \"name\": \"\", "
	  "\"type\": \"\", \"address\": \"global\", \"is_const\": false}, {\"kind\": \"memory\", "
	  "\"memory\": 3, \"name\": \"\", \"type\": \"\", \"address\": \"global\", \"is_const\": "
	  "false}, {\"kind\": \"memory\", \"memory\": 4, \"name\": \"\", \"type\": \"\", "
	  "\"address\": \"global\", \"is_const\": false}, {\"kind\": \"memory\", \"memory\": 5, "
	  "\"name\": \"\", \"type\": \"\", \"address\": \"global\", \"is_const\": false}\n  ],\n "
	  " \"cost\"", NULL },
	{ "task", "\"global\": [64]",
	  "\"global\": [1]", NULL },
};

const size_t more_count = sizeof(more_edits) / sizeof(more_edits[0]);
