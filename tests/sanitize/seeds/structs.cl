// SPDX-License-Identifier: Apache-2.0
//
// Structures, arrays in structures, unions, types of the user; shared virtual memory.

// === member: of a structure beyond the end
// arg buffer int2 16
// arg buffer int 16
// run 16
struct pair {
	int key, value;
};
kernel void faulty(global struct pair *pairs, global int *out)
{
	int i = get_global_id(0);
	out[i] = pairs[i + 1].value; //! read 4 @132/128 x1 argument 0: pairs[i + 1].value
}
kernel void lawful(global struct pair *pairs, global int *out)
{
	int i = get_global_id(0);
	out[i] = pairs[i].value + (&pairs[i])->key;
}

// === arrow: a pointer to a structure
// arg buffer int 64
// run 16
typedef struct {
	float x, y;
	uint links[2];
} point;
kernel void faulty(global point *points)
{
	global point *p = points + get_global_id(0);
	p->x = 1.0f;
	p[1].y = 2.0f; //! write 4 @260/256 x1 argument 0: p[1].y
}
kernel void lawful(global point *points)
{
	global point *p = points + get_global_id(0);
	p->x = 1.0f;
	p->y = 2.0f;
	p->links[1] = sizeof(*p);
}

// === array-in-structure: its index
// arg buffer int 64
// run 16
struct cell {
	int neighbours[3];
	int count;
};
kernel void faulty(global struct cell *cells)
{
	int i = get_global_id(0);
	for (int k = 0; k <= 3; k++)
		cells[i].neighbours[k] = k; //! write 4 @3/3 x16 array cells[i].neighbours: cells[i].neighbours[k]
}
kernel void lawful(global struct cell *cells)
{
	int i = get_global_id(0);
	for (int k = 0; k < 3; k++)
		cells[i].neighbours[k] = k;
	cells[i].count = 3;
}

// === structure-outside: an index that is right, in a structure that is not there
// arg buffer int 60
// run 16
struct cell {
	int neighbours[3];
	int count;
};
kernel void faulty(global struct cell *cells)
{
	int i = get_global_id(0);
	cells[i].neighbours[2] = i; //! write 4 @248/240 x1 argument 0: cells[i].neighbours[2]
}
kernel void lawful(global struct cell *cells)
{
	int i = get_global_id(0);
	if (i < 15)
		cells[i].neighbours[2] = i;
}

// === whole-structure: an assignment of all members
// arg buffer int 64
// run 16
struct quad {
	int a, b, c, d;
};
kernel void faulty(global struct quad *quads)
{
	int i = get_global_id(0);
	struct quad one = { i, i, i, i };
	quads[i] = one;
	one = quads[i - (i == 0)]; //! read 16 @-16/256 x1 argument 0: quads[i - (i == 0)]
	quads[i].a = one.b;
}
kernel void lawful(global struct quad *quads)
{
	int i = get_global_id(0);
	struct quad one = { i, i, i, i };
	quads[i] = one;
	one = quads[i];
	quads[i].a = one.b;
}

// === structure-argument: by its value
// arg buffer int 32
// arg bytes 16
struct size {
	int width, height, depth[2];
};
kernel void faulty(global int *out, struct size size)
{
	int i = get_global_id(0);
	out[i] = size.depth[size.width + 2 * (i == 6)]; //! read 4 @2/2 x1 array size.depth: size.depth[size.width + 2 * (i == 6)]
}
kernel void lawful(global int *out, struct size size)
{
	int i = get_global_id(0);
	out[i] = size.depth[size.width];
}

// === structure-holds-pointer: a private structure with a pointer
// arg buffer int 32
struct view {
	global int *data;
	int length;
};
void put(struct view *view, int i)
{
	view->data[i] = view->length; //! write 4 @128/128 x1 nearest 0: view->data[i]
}
kernel void faulty(global int *out)
{
	struct view view = { out, 32 };
	put(&view, get_global_id(0) + 1);
}
kernel void lawful(global int *out)
{
	struct view view = { out, 32 };
	put(&view, get_global_id(0));
	view.data[view.length - 1] = 4;
}

// === union: two views of the same bytes
// arg buffer int 32
union number {
	int whole;
	float real;
	uchar bytes[4];
};
kernel void faulty(global union number *numbers)
{
	int i = get_global_id(0);
	numbers[i].bytes[i == 20 ? 4 : 3] = 1; //! write 1 @4/4 x1 array numbers[i].bytes: numbers[i].bytes[i == 20 ? 4 : 3]
}
kernel void lawful(global union number *numbers)
{
	int i = get_global_id(0);
	numbers[i].bytes[3] = 1;
	numbers[i].real += 1.0f;
}

// === packed: a structure without gaps
// arg buffer uchar 80
// run 16
struct __attribute__((packed)) header {
	uchar kind;
	uint length;
};
kernel void faulty(global struct header *headers)
{
	int i = get_global_id(0);
	headers[i + 1].length = 4; //! write 4 @81/80 x1 argument 0: headers[i + 1].length
}
kernel void lawful(global struct header *headers)
{
	int i = get_global_id(0);
	headers[i].length = 4;
}

// === array-type: a pointer to rows
// arg buffer int 40
// run 4
typedef int row[8];
kernel void faulty(global row *rows)
{
	int y = get_global_id(0);
	for (int x = 0; x < 9; x++)
		rows[y][x] = x; //! write 4 @8/8 x4 array rows[y]: rows[y][x]
}
kernel void lawful(global row *rows)
{
	int y = get_global_id(0);
	for (int x = 0; x < 8; x++)
		rows[y][x] = x;
}

// === array-type-outside: a row too many
// arg buffer int 32
// run 4
kernel void faulty(global int (*rows)[8])
{
	int y = get_global_id(0);
	rows[y + 1][3] = 1; //! write 4 @140/128 x1 argument 0: rows[y + 1][3]
}
kernel void lawful(global int (*rows)[8])
{
	int y = get_global_id(0);
	rows[y][7] = 1;
	(*(rows + y))[0] = 1;
}

// === structure-local: an array of structures in local memory
// arg buffer int 32
// run 32 local 8
struct item {
	int key;
	float weights[2];
};
kernel void faulty(global int *out)
{
	local struct item items[8];
	int l = get_local_id(0);
	items[l].key = l;
	items[l].weights[1] = 2.0f;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = items[l + (l == 7)].key; //! read 4 @8/8 x4 array items: items[l + (l == 7)].key
}
kernel void lawful(global int *out)
{
	local struct item items[8];
	int l = get_local_id(0);
	items[l].key = l;
	items[l].weights[1] = 2.0f;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = items[7 - l].key;
}

// === svm-whole: an allocation of shared virtual memory
// needs svm
// arg svm int 32
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	out[i + 1] = 1; //! write 4 @128/128 x1 argument 0: out[i + 1]
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	out[i] = 1;
}

// === svm-middle: a pointer into the middle of one
// needs svm
// arg svm int 64 32
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	out[-i - 1] = 1;
	out[i + 1] = 1; //! write 4 x1 global: out[i + 1]
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	out[-i - 1] = 1;
	out[i] = 1;
}

// === svm-two: two allocations
// needs svm
// arg svm int 32
// arg svm int 32
kernel void faulty(global int *a, global int *b)
{
	int i = get_global_id(0);
	a[i] = b[i - 1]; //! read 4 @-4/128 x1 argument 1: b[i - 1]
}
kernel void lawful(global int *a, global int *b)
{
	int i = get_global_id(0);
	a[i] = b[i];
}

// === svm-pointers: an allocation with pointers to others
// needs svm
// arg list int 16
kernel void faulty(global int *global *lists)
{
	int i = get_global_id(0);
	lists[i & 1][i / 2 + (i == 31)] = i; //! write 4 x1 global: lists[i & 1][i / 2 + (i == 31)]
}
kernel void lawful(global int *global *lists)
{
	int i = get_global_id(0);
	lists[i & 1][i / 2] = i;
}

// === svm-list-end: the list of pointers itself
// needs svm
// arg list int 16
kernel void faulty(global int *global *lists)
{
	int i = get_global_id(0);
	if (lists[i / 16 + (i == 31)]) //! read 8 @16/16 x1 argument 0: lists[i / 16 + (i == 31)]
		lists[0][i / 2] = 4;
}
kernel void lawful(global int *global *lists)
{
	int i = get_global_id(0);
	if (lists[i / 16])
		lists[0][i / 2] = 4;
}
