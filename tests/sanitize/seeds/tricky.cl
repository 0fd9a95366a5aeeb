// SPDX-License-Identifier: Apache-2.0
//
// What a checker could get wrong: the lawful kernels are the point.

// === trailing-array: a structure whose last array is longer than it says
// arg buffer int 33
// run 32
struct message {
	int length;
	int data[1];
};
kernel void faulty(global struct message *message)
{
	int i = get_global_id(0);
	message->length = 32;
	message->data[i + 1] = i; //! write 4 x1 argument 0: message->data[i + 1]
}
kernel void lawful(global struct message *message)
{
	int i = get_global_id(0);
	message->length = 32;
	message->data[i] = i;
}

// === array-parameter: an array as parameter is a pointer
// arg buffer int 32
int get(global int from[8], int i)
{
	return from[i]; //! read 4 @128/128 x1 argument 0: from[i]
}
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	out[i] = get(out, i + 1);
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	out[i] = get(out, i);
}

// === rows-parameter: the rows of an array as parameter
// arg buffer int 32
// run 8 local 8
int get(local int rows[][9], int y, int x)
{
	return rows[y][x]; //! read 4 @9/9 x1 array rows[y]: rows[y][x]
}
kernel void faulty(global int *out)
{
	local int tile[4][9];
	int x = get_local_id(0);
	for (int y = 0; y < 4; y++)
		tile[y][x] = x;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[x] = get(tile, 1, x == 7 ? 9 : x);
}
kernel void lawful(global int *out)
{
	local int tile[4][9];
	int x = get_local_id(0);
	for (int y = 0; y < 4; y++)
		tile[y][x] = x;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[x] = get(tile, 3, x) + get(tile + 1, 2, x);
}

// === flattened: an array with two dimensions as one
// arg buffer int 32
// run 32 local 32
kernel void faulty(global int *out)
{
	local int tile[4][8];
	local int *flat = &tile[0][0];
	int l = get_local_id(0);
	flat[l] = l;
	((local int *)tile)[31 - l] = l;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[l] = flat[l + 1]; //! read 4 @32/32 x1 array tile: flat[l + 1]
}
kernel void lawful(global int *out)
{
	local int tile[4][8];
	local int *flat = &tile[0][0];
	int l = get_local_id(0);
	flat[l] = l;
	((local int *)tile)[31 - l] = l;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[l] = flat[l] + (*tile)[l % 8] + tile[1][7];
}

// === from-the-middle: a pointer into an array and back
// arg buffer int 32
// run 32 local 8
kernel void faulty(global int *out)
{
	local int line[10];
	local int *centre = line + 1;
	int l = get_local_id(0);
	centre[l] = l;
	centre[-1] = 0;
	centre[8] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = centre[l - 1] + centre[l + 2]; //! read 4 @10/10 x4 array line: centre[l + 2]
}
kernel void lawful(global int *out)
{
	local int line[10];
	local int *centre = line + 1;
	int l = get_local_id(0);
	centre[l] = l;
	centre[-1] = 0;
	centre[8] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = centre[l - 1] + centre[l + 1];
}

// === shadowed: a variable with the name of an argument
// arg buffer int 32
// arg buffer int 16
kernel void faulty(global int *out, global int *in)
{
	int i = get_global_id(0);
	{
		int out[2] = { 1, 2 };
		global int *in_or_not = in;
		in_or_not[i / 2] = out[i & 1];
	}
	for (global int *in = out; in == out; in++)
		in[i + 1] = 3; //! write 4 @128/128 x1 argument 0: in[i + 1]
}
kernel void lawful(global int *out, global int *in)
{
	int i = get_global_id(0);
	{
		int out[2] = { 1, 2 };
		global int *in_or_not = in;
		in_or_not[i / 2] = out[i & 1];
	}
	for (global int *in = out; in == out; in++)
		in[i] = 3;
}

// === self-assigned: a pointer that is made from itself
// arg buffer int 64
kernel void faulty(global int *out)
{
	global int *p = out;
	p = p + get_global_id(0);
	p = &p[16];
	p = (get_global_id(0) & 1) ? p + 16 : p;
	p -= 8;
	p[1 + 24 * (get_global_id(0) == 31)] = 1; //! write 4 x1 argument 0: p[1 + 24 * (get_global_id(0) == 31)]
}
kernel void lawful(global int *out)
{
	global int *p = out;
	p = p + get_global_id(0);
	p = &p[16];
	p = (get_global_id(0) & 1) ? p + 16 : p;
	p -= 8;
	p[0] = p[-8] + p[1];
}

// === replaced-argument: an argument that becomes another one
// arg buffer int 16
// arg buffer int 32
kernel void faulty(global int *small, global int *large)
{
	int i = get_global_id(0);
	small = large;
	small[i + 1] = 1; //! write 4 @128/128 x1 argument 1: small[i + 1]
}
kernel void lawful(global int *small, global int *large)
{
	int i = get_global_id(0);
	small[i / 2] = 2;
	small = large;
	small[i] = 1;
}

// === once: an expression with effects is evaluated once
// arg buffer int 32
// arg buffer int 32
// run 1
int next(int *at)
{
	return (*at)++;
}
kernel void faulty(global int *out, global int *in)
{
	int a = 0, b = 0;
	for (int i = 0; i < 32; i++)
		out[a++] += in[next(&b)] += 2;
	out[a == 32 && b == 32 ? 32 : 0] = 1; //! write 4 @128/128 x1 argument 0: out[a == 32 && b == 32 ? 32 : 0]
}
kernel void lawful(global int *out, global int *in)
{
	int a = 0, b = 0;
	for (int i = 0; i < 32; i++)
		out[a++] += in[next(&b)] += 2;
	global int *p = out;
	for (int i = 0; i < 16; i++)
		*p++ = *p ? 1 : 2;
	out[a == 32 && b == 32 ? 31 : 99] = 1;
}

// === literal: vectors made from accesses
// arg buffer float 32
// arg buffer float4 8
// run 8
kernel void faulty(global const float *in, global float4 *out)
{
	int i = 4 * get_global_id(0);
	out[i / 4] = (float4)(in[i], in[i + 1], in[i + 2], in[i + 4]); //! read 4 @128/128 x1 argument 0: in[i + 4]
}
kernel void lawful(global const float *in, global float4 *out)
{
	int i = 4 * get_global_id(0);
	float4 v = { in[i], in[i + 1], in[i + 2], in[i + 3] };
	out[i / 4] = (float4)(in[i], in[i + 1], in[i + 2], in[i + 3]);
	out[i / 4] += (float4)(v.xy, (float2)(in[i]));
	out[i / 4].xyz = ((float4)(in[i])).wzy;
	out[i / 4].s3++;
	(out + i / 4)->w = (*(out + i / 4)).x;
}

// === vector-index: a component by its number
// arg buffer float4 8
// run 8
kernel void faulty(global float4 *out)
{
	int i = get_global_id(0);
	float4 v = out[i];
	float sum = 0.0f;
	for (int k = 0; k < 4; k++)
		sum += v[k];
	out[i + 1] = sum; //! write 16 @128/128 x1 argument 0: out[i + 1]
}
kernel void lawful(global float4 *out)
{
	int i = get_global_id(0);
	float4 v = out[i];
	float sum = 0.0f;
	for (int k = 0; k < 4; k++)
		sum += v[k];
	v[i & 3] = sum;
	out[i] = v;
}

// === declared-first: functions and kernels with prototypes
// arg buffer int 32
// arg int 4
static int get(global int *, int);
void nothing(void);
void also_nothing();
__kernel void faulty(__global int *to, int by);
kernel void faulty(global int *out, int n)
{
	int i = get_global_id(0);
	nothing();
	out[i] = get(out, i * n / 4 - 1);
}
kernel void lawful(global int *out, int n)
{
	int i = get_global_id(0);
	nothing();
	also_nothing();
	out[i] = get(out, i * n / 4);
}
static int get(global int *from, int i)
{
	return from[i]; //! read 4 @-4/128 x1 argument 0: from[i]
}
void nothing(void)
{
}
void also_nothing()
{
}

// === type-names: types of the user for pointers
// arg buffer float 32
// arg buffer float 32
typedef global float *numbers;
typedef const global float *restrict input;
typedef struct pair {
	float a, b;
} pair;
kernel void faulty(numbers out, input in)
{
	int i = get_global_id(0);
	out[i] = in[i] + ((const global pair *)in)[i / 2 + (i == 31)].a; //! read 4 @128/128 x1 argument 1: ((const global pair *)in)[i / 2 + (i == 31)].a
}
kernel void lawful(numbers out, input in)
{
	int i = get_global_id(0);
	out[i] = in[i] + ((const global pair *)in)[i / 2].b;
}

// === sentinel: a loop that ends at a value
// arg buffer int 32
// arg buffer int 32
// run 1
kernel void faulty(global int *out, global const int *in)
{
	global const int *p = in;
	while (*p++ != 31)
		;
	*out = *p; //! read 4 @128/128 x1 argument 1: *p
}
kernel void lawful(global int *out, global const int *in)
{
	global const int *p = in;
	while (*p != 31)
		p++;
	*out = p - in;
}

// === texts: names in constant memory
// arg buffer char 32
constant char *constant names[] = { "red", "green", "blue" };
kernel void faulty(global char *out)
{
	int i = get_global_id(0);
	constant char *name = names[i % 3];
	int n = 0;
	while (name[n])
		n++;
	out[i] = n + (names[i == 2 ? 3 : i % 3] != 0); //! read 8 @3/3 x1 array names: names[i == 2 ? 3 : i % 3]
}
kernel void lawful(global char *out)
{
	int i = get_global_id(0);
	constant char *name = names[i % 3];
	int n = 0;
	while (name[n])
		n++;
	out[i] = names[i % 3][n - 1];
}

// === compound: an array without a name
// arg buffer int 32
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	out[i] = ((int[]){ 4, 5, 6 })[i % 3];
	out[i + 1] = ((int[3]){ 4, 5, 6 })[i % 3]; //! write 4 @128/128 x1 argument 0: out[i + 1]
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	out[i] = ((int[]){ 4, 5, 6 })[i % 3];
}

// === unevaluated: sizeof and addresses
// arg buffer int 32
// arg null
kernel void faulty(global int *out, global int *null)
{
	int i = get_global_id(0);
	out[i] = sizeof(null[1000]) + sizeof(*null) + sizeof null[i];
	out[i - 1] = &null[4] - null; //! write 4 @-4/128 x1 argument 0: out[i - 1]
}
kernel void lawful(global int *out, global int *null)
{
	int i = get_global_id(0);
	global int *p = &*null;
	out[i] = sizeof(null[1000]) + sizeof(*null) + sizeof null[i];
	out[i] += &null[4] - null + (p == &null[0]) + (&(&out[100])[-100] == out);
}

// === member-address: the address of a member, of an element, of both
// arg buffer int 64
// run 8
struct part {
	int head;
	struct {
		int4 vector;
		int list[3];
	} body;
};
void set(global int *to, int value)
{
	*to = value; //! write 4 x1 argument 0: *to
}
kernel void faulty(global struct part *parts)
{
	int i = get_global_id(0);
	if (i < 5)
		set(&parts[i].head, 1);
	if (i == 5)
		set(&parts[i].body.list[0], 1);
}
kernel void lawful(global struct part *parts)
{
	int i = get_global_id(0);
	if (i < 5) {
		set(&parts[i].head, 1);
		set(parts[i].body.list, 1);
		set(&parts[i].body.list[2], 1);
		parts[i].body.vector.w = parts[i].body.list[1];
	}
}

// === shared-helper: one function for two address spaces by a macro
// arg buffer int 32
// arg local 32
// run 32 local 8
#define GET(space) \
	int get_##space(space int *p, int i) { return p[i]; }
GET(global)
GET(local) //! read 4 @32/32 x4 argument 1: p[i]
kernel void faulty(global int *out, local int *tile)
{
	int l = get_local_id(0);
	tile[l] = l;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = get_global(out, get_global_id(0)) + get_local(tile, l + 1);
}
kernel void lawful(global int *out, local int *tile)
{
	int l = get_local_id(0);
	tile[l] = l;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = get_global(out, get_global_id(0)) + get_local(tile, l);
}

// === own-names: functions with names of built-in functions' relatives
// arg buffer int 32
// arg buffer float 32
int __attribute__((overloadable)) mix_of(global int *p, int i)
{
	return p[i];
}
float __attribute__((overloadable)) mix_of(global float *p, int i)
{
	return p[i]; //! read 4 @128/128 x1 argument 1: p[i]
}
kernel void faulty(global int *out, global float *in)
{
	int i = get_global_id(0);
	out[i] = mix_of(out, i) + (int)mix_of(in, i + 1);
}
kernel void lawful(global int *out, global float *in)
{
	int i = get_global_id(0);
	out[i] = mix_of(out, i) + (int)mix_of(in, i);
}

// === enumerated: sizes that are constants of other kinds
// arg buffer int 32
enum { COUNT = 4, TWICE = 2 * COUNT };
constant int limit = 4;
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	int list[TWICE] = { [2] = 7 };
	list[i % TWICE] = limit;
	out[i] = list[i == 3 ? TWICE : i % COUNT]; //! read 4 @8/8 x1 array list: list[i == 3 ? TWICE : i % COUNT]
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	int list[TWICE] = { [2] = 7 };
	list[i % TWICE] = limit;
	out[i] = list[i % COUNT];
}

// === line-macro: __LINE__, macros of the device and of the language
// arg buffer int 32
#if !defined(__OPENCL_VERSION__) || __OPENCL_C_VERSION__ < 110 || !defined(CL_VERSION_1_1)
#error "the macros of the language are missing"
#endif
#if defined(__x86_64__) && defined(__linux__) && defined(__SPIR__)
#error "these are macros of another compiler"
#endif
#ifndef M_PI_F
#define M_PI_F 3.14159274101257f
#endif
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	out[i + 1] = __LINE__ + (int)M_PI_F; //! write 4 @128/128 x1 argument 0: out[i + 1]
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	out[i] = __LINE__ + INT_MAX + CHAR_BIT + (int)MAXFLOAT;
}

// === printed: a format with values of memory
// arg buffer int 32
// arg int 0
kernel void faulty(global int *out, int is_printed)
{
	int i = get_global_id(0);
	if (is_printed)
		printf("%d %s %p\n", out[i], "text", out);
	out[i - 1] = 1; //! write 4 @-4/128 x1 argument 0: out[i - 1]
}
kernel void lawful(global int *out, int is_printed)
{
	int i = get_global_id(0);
	if (is_printed)
		printf("%d %s %p\n", out[i], "text", out);
}

// === blocks: variables of local memory in inner blocks
// arg buffer int 32
// run 32 local 8
kernel void faulty(global int *out)
{
	int l = get_local_id(0);
	local int first[8];
	first[l] = l;
	barrier(CLK_LOCAL_MEM_FENCE);
	local int second[2];
	if (l < 2)
		second[l] = first[l + 6];
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = second[l / 4 + (l == 7)]; //! read 4 @2/2 x4 array second: second[l / 4 + (l == 7)]
}
kernel void lawful(global int *out)
{
	int l = get_local_id(0);
	local int first[8];
	first[l] = l;
	barrier(CLK_LOCAL_MEM_FENCE);
	local int second[2];
	if (l < 2)
		second[l] = first[l + 6];
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = second[l / 4];
}

// === copied-structure: a structure with an array, as a whole
// arg buffer int 32
// run 8
typedef struct {
	int values[4];
} state;
state next_of(state from)
{
	from.values[3] += 1;
	return from;
}
kernel void faulty(global state *states)
{
	int i = get_global_id(0);
	state one = states[i];
	states[i] = next_of(one);
	states[i + 1] = next_of(next_of(states[i])); //! write 16 @128/128 x1 argument 0: states[i + 1]
}
kernel void lawful(global state *states)
{
	int i = get_global_id(0);
	state one = states[i];
	one.values[i & 3] = next_of(states[i]).values[2];
	states[i] = next_of(one);
}

// === many-arguments: more than a few, of all kinds
// arg buffer int 32
// arg int 7
// arg local 128
// arg buffer float 32
// run 32 local 32
kernel void faulty(global int *a, const int b, local float *c, constant float *d)
{
	const size_t i = get_global_id(0);
	c[i] = d[i];
	barrier(CLK_LOCAL_MEM_FENCE);
	a[i] = (int)c[31 - i] + b + (int)d[i ^ 32 * (i == 9)]; //! read 4 @164/128 x1 argument 3: d[i ^ 32 * (i == 9)]
}
kernel void lawful(global int *a, const int b, local float *c, constant float *d)
{
	const size_t i = get_global_id(0);
	c[i] = d[i];
	barrier(CLK_LOCAL_MEM_FENCE);
	a[i] = (int)c[31 - i] + b + (int)d[i];
}

// === casts-away: qualifiers that are cast away
// arg buffer int 32
// arg buffer int 32
kernel void faulty(global int *out, volatile global const int *restrict in)
{
	int i = get_global_id(0);
	out[i] = *((global int *)in + i + 1); //! read 4 @128/128 x1 argument 1: *((global int *)in + i + 1)
}
kernel void lawful(global int *out, volatile global const int *restrict in)
{
	int i = get_global_id(0);
	out[i] = *((global int *)in + i) + *(volatile global const short *)(in + i);
}

// === constant-address: functions that always get the same local array
// arg buffer float 64
// run 8x8 local 8x8
float weigh(local const float *tile, int x, int y, float mask[3][3])
{
	float sum = 0.0f;
	for (int i = 1, k = 0; i >= -1; --i, ++k)
		for (int j = -1, l = 0; j <= 1; ++j, ++l)
			sum += mask[k][l] * tile[(x + 3 + j) + (y + 3 + i) * 14];
	return sum;
}
float sum_of(local const float *tile, float a[3][3], float b[3][3])
{
	float sum = 0.0f;
	for (int i = 2; i >= -2; --i)
		for (int j = -2; j <= 2; ++j)
			sum += weigh(tile, get_local_id(0) + j, get_local_id(1) + i, a) *
			       weigh(tile, get_local_id(0) + j, get_local_id(1) + i, b);
	return sum;
}
float power_of(local const float *tile, float a[3][3])
{
	float sum = 0.0f;
	for (int i = 2; i >= -2; --i)
		for (int j = -2; j <= 2; ++j) {
			float one = weigh(tile, get_local_id(0) + j, get_local_id(1) + i, a);
			sum += one * one;
		}
	return sum;
}
kernel void faulty(global float *out)
{
	out[8 * get_global_id(0) + 9 * get_global_id(1) - 7] = 1.0f; //! write 4 @*/256 x* argument 0: out[8 * get_global_id(0) + 9 * get_global_id(1) - 7]
}
kernel void lawful(global float *out)
{
	float a[3][3] = { { -1, 0, 1 }, { -2, 0, 2 }, { -1, 0, 1 } };
	float b[3][3] = { { 1, 2, 1 }, { 0, 0, 0 }, { -1, -2, -1 } };
	local float tile[196];
	for (int i = get_local_id(0) + 8 * get_local_id(1); i < 196; i += 64)
		tile[i] = i;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0) + 8 * get_global_id(1)] = sum_of(tile, a, b) + power_of(tile, a) + power_of(tile, b);
}

// === holder-double-buffer: two local arrays that change places
// arg buffer float 32
// run 32 local 16
kernel void faulty(global float *out)
{
	local float first[16], second[18];
	local float *from = first, *to = second;
	int l = get_local_id(0);
	from[l] = l;
	for (int round = 0; round < 3; round++) {
		barrier(CLK_LOCAL_MEM_FENCE);
		to[l] = from[(l + 1) & 15] + from[15 - l];
		local float *other = from;
		from = to;
		to = other;
	}
	to[l + (l == 15) * 2] = 1; //! write 4 @68/64 x2 object first: to[l + (l == 15) * 2]
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = from[l];
}
kernel void lawful(global float *out)
{
	local float first[16], second[18];
	local float *from = first, *to = second;
	int l = get_local_id(0);
	from[l] = l;
	for (int round = 0; round < 3; round++) {
		barrier(CLK_LOCAL_MEM_FENCE);
		to[l] = from[(l + 1) & 15] + from[15 - l];
		local float *other = from;
		from = to;
		to = other;
	}
	from[l + (l == 15) * 2] = 1;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = to[l];
}

// === holder-own-access: the new value is computed by means of the old one
// arg buffer int 32
// arg buffer int 4
kernel void faulty(global int *a, global int *b)
{
	int i = get_global_id(0);
	global int *p = a;
	if (i & 1)
		p = b + p[i] / 16;
	p[i & 1 ? (i == 31) + 2 : i] = 1; //! write 4 @16/16 x1 argument 1: p[i & 1 ? (i == 31) + 2 : i]
}
kernel void lawful(global int *a, global int *b)
{
	int i = get_global_id(0);
	global int *p = a;
	if (i & 1)
		p = b + p[i] / 16;
	p[i & 1 ? 2 : i] = 1;
	p = i & 1 ? a + p[1] * 0 : (p = b, p + 1);
	p[i & 1 ? 31 : 2] = 1;
}

// === holder-null: one of its values is NULL
// arg buffer int 32
// arg buffer int 32
int get(global const int *at, global const int *other, int i)
{
	if (i == 4)
		at = other = 0;
	else if (i & 1)
		at = other;
	if (!at)
		return other == 0;
	return at[i + (i == 31)]; //! read 4 @128/128 x1 argument 1: at[i + (i == 31)]
}
kernel void faulty(global int *a, global int *b)
{
	int i = get_global_id(0);
	global const int *none = i > 100 ? a : NULL;
	a[i] = get(a, b, i) + (none ? none[i] : 0);
}
kernel void lawful(global int *a, global int *b)
{
	int i = get_global_id(0);
	global const int *at = i == 4 ? NULL : i & 1 ? b : i == 2 ? a + 1 : a;
	if (at)
		a[i] = at[i];
	for (at = b; at < b + 32; at++)
		a[i] += *at;
	for (at = a + 31; at >= a; --at)
		b[i] += *at;
}

// === holder-loop: a walk from one buffer to the next
// arg buffer int 32
// arg buffer int 8
// run 1
kernel void faulty(global int *a, global int *b)
{
	global int *p = a, *end = a + 32;
	for (int i = 0; i < 41; i++, p++) {
		if (p == end && end == a + 32) {
			p = b;
			end = b + 8;
		}
		*p = i; //! write 4 @32/32 x1 argument 1: *p
	}
}
kernel void lawful(global int *a, global int *b)
{
	global int *p = a, *end = a + 32;
	for (int i = 0; i < 40; i++) {
		if (p == end && end == a + 32)
			p = b, end = b + 8;
		*p++ = i;
	}
}

// === holder-switch: many origins, and one that is stored
// arg buffer int 32
// arg buffer int 32
// arg buffer int 32
kernel void faulty(global int *a, global int *b, global int *c)
{
	global int *list[2] = { a, b }, *p;
	int i = get_global_id(0);
	switch (i & 3) {
	case 0: p = a; break;
	case 1: p = list[1]; break;
	case 2: p = c; break;
	default: p = (global int *)((ulong)b + 4) - 1;
	}
	p[i == 2 ? -2 : i] = i; //! write 4 @-8/128 x1 argument 2: p[i == 2 ? -2 : i]
}
kernel void lawful(global int *a, global int *b, global int *c)
{
	global int *list[2] = { a, b }, *p, *q;
	int i = get_global_id(0);
	switch (i & 3) {
	case 0: p = a; break;
	case 1: p = list[1]; break;
	case 2: p = c; break;
	default: p = (global int *)((ulong)b + 4) - 1;
	}
	q = p;
	p = q + 1;
	p[i - 1] = i;
	q[31 - i] = i;
}
