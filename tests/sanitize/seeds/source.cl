// SPDX-License-Identifier: Apache-2.0
//
// What the source looks like: macros, files, lines, options of the build.

// === macro: an access in a macro
// arg buffer int 32
#define AT(p, i) (p)[i]
#define PUT(p, i, value) do { AT(p, i) = (value); } while (0)
kernel void faulty(global int *out)
{
	PUT(out, get_global_id(0) + 1, 4); //! write 4 @128/128 x1 argument 0: (out)[get_global_id(0) + 1]
}
kernel void lawful(global int *out)
{
	PUT(out, get_global_id(0), 4);
}

// === option: a macro of the build
// options -DWIDTH=33 -D HEIGHT=1 -cl-fast-relaxed-math -DTYPE=int
// arg buffer int 32
#ifndef WIDTH
#error "no WIDTH"
#endif
kernel void faulty(global TYPE *out)
{
	int i = get_global_id(0);
	out[(i + 1) % WIDTH] = HEIGHT; //! write 4 @128/128 x1 argument 0: out[(i + 1) % 33]
}
kernel void lawful(global TYPE *out)
{
	int i = get_global_id(0);
	out[i % WIDTH] = HEIGHT;
}

// === include: an access in an included file
// options -I SEEDS
// arg buffer int 32
#include "included.h"
kernel void faulty(global int *out)
{
	included_put(out, get_global_id(0) + 1);
}
kernel void lawful(global int *out)
{
	included_put(out, get_global_id(0));
}

// === line: the lines of another file
// arg buffer int 32
#line 100 "made-by-a-generator.cl"
kernel void faulty(global int *out)
{
	out[get_global_id(0) + 1] = 1; //! write 4 @128/128 x1 argument 0 line made-by-a-generator.cl:102: out[get_global_id(0) + 1]
}
kernel void lawful(global int *out)
{
	out[get_global_id(0)] = 1;
}

// === continued: an expression over several lines, with comments
// arg buffer int 32
kernel void faulty(global int *out)
{
	out[get_global_id(0) /* the id */ //! write 4 @128/128 x1 argument 0: out[get_global_id(0)*
	    + 1 // and one more
	] = 1;
}
kernel void lawful(global int *out)
{
	out[get_global_id(0) /* the id */
	    - 0 // and no more
	] = 1;
}

// === names: a program with names of its own that look like others
// arg buffer int 32
// arg int 1
#define lo 1
#define hi 2
#define size 3
#define check(x) (x)
int records(int x)
{
	return x;
}
kernel void faulty(global int *context, int launch)
{
	int regions = get_global_id(0) + launch;
	context[records(regions)] = lo + hi + size + check(1); //! write 4 @128/128 x1 argument 0: context[records(regions)]
}
kernel void lawful(global int *context, int launch)
{
	int regions = get_global_id(0) + launch - 1;
	context[records(regions)] = lo + hi + size + check(1);
}

// === switch: cases that fall through
// arg buffer int 32
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	switch (i % 4) {
	case 3:
		out[i + 1] = 3; //! write 4 @128/128 x1 argument 0: out[i + 1]
	case 2:
		out[i] = 2;
		break;
	default:
		out[i] = 0;
	}
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	switch (i % 4) {
	case 3:
		out[i - 1] = 3;
	case 2:
		out[i] = 2;
		break;
	default:
		out[i] = 0;
	}
}

// === goto: a loop without a keyword of loops
// arg buffer int 32
// arg int 32
// run 1
kernel void faulty(global int *out, int n)
{
	int i = 0;
again:
	out[i] = i; //! write 4 @128/128 x1 argument 0: out[i]
	if (++i <= n)
		goto again;
}
kernel void lawful(global int *out, int n)
{
	int i = 0;
again:
	out[i] = i;
	if (++i < n)
		goto again;
}

// === comma: several in one expression
// arg buffer int 32
kernel void faulty(global int *out)
{
	int i = get_global_id(0), a, b;
	for (a = 0, b = i; a < 2; a++, b++)
		out[b] = a; //! write 4 @128/128 x1 argument 0: out[b]
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0), a, b;
	for (a = 0, b = i; a < 2; a++, b--)
		out[max(b, 0)] = a;
}

// === side-effect: an index that counts
// arg buffer int 32
// arg buffer int 32
// run 1
kernel void faulty(global int *out, global int *in)
{
	int i = 0;
	while (i < 33)
		out[i & 31] = in[i++]; //! read 4 @128/128 x1 argument 1: in[i++]
}
kernel void lawful(global int *out, global int *in)
{
	int i = 0;
	while (i < 32)
		out[i & 31] = in[i++];
	while (i)
		in[--i] = 1;
}

// === attributes: of a kernel, with names of OpenCL 1.0
// arg buffer float4 32
// run 32 local 8
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) __attribute__((vec_type_hint(float4)))
void faulty(__global float4 *__restrict out)
{
	out[get_global_id(0) + 1] = (float4)0; //! write 16 @512/512 x1 argument 0: out[get_global_id(0) + 1]
}
__kernel __attribute__((work_group_size_hint(8, 1, 1))) void lawful(__global float4 *__restrict out)
{
	out[get_global_id(0)] = (float4)0;
}
