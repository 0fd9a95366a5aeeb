// SPDX-License-Identifier: Apache-2.0
//
// Accesses to buffers: before the start, beyond the end, in all scalar types.

// === beyond-write: the last work-item writes beyond the end
// arg buffer int 32
kernel void faulty(global int *out)
{
	size_t i = get_global_id(0);
	out[i + 1] = 1; //! write 4 @128/128 x1 argument 0: out[i + 1]
}
kernel void lawful(global int *out)
{
	size_t i = get_global_id(0);
	out[i] = 1;
}

// === beyond-read: the last work-item reads beyond the end
// arg buffer int 32
// arg buffer int 32
kernel void faulty(global int *out, global const int *in)
{
	size_t i = get_global_id(0);
	out[i] = in[i] + in[i + 1]; //! read 4 @128/128 x1 argument 1: in[i + 1]
}
kernel void lawful(global int *out, global const int *in)
{
	size_t i = get_global_id(0);
	out[i] = in[i] + in[(i + 1) % 32];
}

// === before-write: the first work-item writes before the start
// arg buffer int 32
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	out[i - 1] = 1; //! write 4 @-4/128 x1 argument 0: out[i - 1]
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	if (i > 0)
		out[i - 1] = 1;
}

// === before-read: a negative index
// arg buffer int 32
// arg buffer int 32
kernel void faulty(global int *out, global const int *in)
{
	int i = get_global_id(0);
	out[i] = in[i - 3]; //! read 4 @*/128 x3 argument 1: in[i - 3]
}
kernel void lawful(global int *out, global const int *in)
{
	int i = get_global_id(0);
	out[i] = in[max(i - 3, 0)];
}

// === char: one byte beyond the end
// arg buffer char 32
kernel void faulty(global char *out)
{
	out[get_global_id(0) + 1] = 'x'; //! write 1 @32/32 x1 argument 0: out[get_global_id(0) + 1]
}
kernel void lawful(global char *out)
{
	out[31 - get_global_id(0)] = 'x';
}

// === short: a read of two bytes
// arg buffer short 32
// arg buffer ushort 33
kernel void faulty(global short *out, global ushort *in)
{
	int i = get_global_id(0);
	out[i] = in[i + 2]; //! read 2 @66/66 x1 argument 1: in[i + 2]
}
kernel void lawful(global short *out, global ushort *in)
{
	int i = get_global_id(0);
	out[i] = in[i + 1];
}

// === long: a write of eight bytes
// arg buffer long 32
kernel void faulty(global long *out)
{
	ulong i = get_global_id(0);
	out[i + 1] = -1; //! write 8 @256/256 x1 argument 0: out[i + 1]
}
kernel void lawful(global long *out)
{
	ulong i = get_global_id(0);
	out[i] = -1;
}

// === float: a stencil reads both neighbours
// arg buffer float 32
// arg buffer float 32
kernel void faulty(global float *out, global const float *in)
{
	const int i = get_global_id(0);
	float left = in[max(i - 1, 0)];
	float right = in[i + 1]; //! read 4 @128/128 x1 argument 1: in[i + 1]
	out[i] = 0.5f * (left + right);
}
kernel void lawful(global float *out, global const float *in)
{
	const int i = get_global_id(0);
	float left = in[max(i - 1, 0)];
	float right = in[min(i + 1, (int)get_global_size(0) - 1)];
	out[i] = 0.5f * (left + right);
}

// === double: a read of eight bytes
// needs fp64
// arg buffer double 32
// arg buffer double 16
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void faulty(global double *out, global const double *in)
{
	int i = get_global_id(0);
	out[i] = in[(i + 1) / 2]; //! read 8 @128/128 x1 argument 1: in[(i + 1) / 2]
}
kernel void lawful(global double *out, global const double *in)
{
	int i = get_global_id(0);
	out[i] = in[i / 2];
}

// === half: a number of the type half
// needs fp16
// arg buffer half 32
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void faulty(global half *out)
{
	int i = get_global_id(0);
	out[i + 1] = 1.0h; //! write 2 @64/64 x1 argument 0: out[i + 1]
}
kernel void lawful(global half *out)
{
	int i = get_global_id(0);
	out[i] = 1.0h;
}

// === update: an operator that reads and writes
// arg buffer int 32
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	out[i + 1] += 5; //! update 4 @128/128 x1 argument 0: out[i + 1]
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	out[i] += 5;
}

// === increment: prefix and postfix
// arg buffer uint 32
kernel void faulty(global uint *out)
{
	int i = get_global_id(0);
	++out[i];
	out[i - 1]--; //! update 4 @-4/128 x1 argument 0: out[i - 1]
}
kernel void lawful(global uint *out)
{
	int i = get_global_id(0);
	++out[i];
	out[i]--;
}

// === dereference: a pointer that was moved
// arg buffer int 32
kernel void faulty(global int *out)
{
	*(out + get_global_id(0) + 1) = 7; //! write 4 @128/128 x1 argument 0: *(out + get_global_id(0) + 1)
}
kernel void lawful(global int *out)
{
	*(out + get_global_id(0)) = 7;
	*(get_global_id(0) + out) = 8;
	get_global_id(0)[out] = 9;
}

// === guard: a limit that is one too large
// arg buffer int 30
// arg int 30
kernel void faulty(global int *out, int n)
{
	int i = get_global_id(0);
	if (i <= n)
		out[i] = i; //! write 4 @120/120 x1 argument 0: out[i]
}
kernel void lawful(global int *out, int n)
{
	int i = get_global_id(0);
	if (i < n)
		out[i] = i;
}

// === early-return: no guard at all
// arg buffer int 30
// arg int 30
kernel void faulty(global int *out, int n)
{
	int i = get_global_id(0);
	if (n < 1)
		return;
	out[i] = i; //! write 4 @*/120 x2 argument 0: out[i]
}
kernel void lawful(global int *out, int n)
{
	int i = get_global_id(0);
	if (i >= n)
		return;
	out[i] = i;
}

// === short-circuit: && and ?: in the wrong order
// arg buffer int 32
// arg buffer int 31
// arg int 31
kernel void faulty(global int *out, global const int *in, int n)
{
	int i = get_global_id(0);
	if (in[i] > 3 && i < n) //! read 4 @124/124 x1 argument 1: in[i]
		out[i] = 1;
}
kernel void lawful(global int *out, global const int *in, int n)
{
	int i = get_global_id(0);
	if (i < n && in[i] > 3)
		out[i] = i < n ? in[i] : 0;
	if (i >= n || in[i] > 5)
		out[i] = i >= n ? 0 : in[i];
}

// === loop: one round too many
// arg buffer int 1
// arg buffer int 32
// arg int 32
// run 1
kernel void faulty(global int *out, global const int *in, int n)
{
	int sum = 0;
	for (int i = 0; i <= n; i++)
		sum += in[i]; //! read 4 @128/128 x1 argument 1: in[i]
	*out = sum;
}
kernel void lawful(global int *out, global const int *in, int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += in[i];
	*out = sum;
}

// === loop-down: an unsigned number that is never below 0
// arg buffer int 1
// arg buffer int 32
// run 1
kernel void faulty(global int *out, global const int *in)
{
	int sum = 0;
	for (int i = 31; i >= -1; i--)
		sum += in[i]; //! read 4 @-4/128 x1 argument 1: in[i]
	out[0] = sum;
}
kernel void lawful(global int *out, global const int *in)
{
	int sum = 0;
	for (int i = 31; i >= 0; i--)
		sum += in[i];
	out[0] = sum;
}

// === stride: rows that are longer than the buffer's
// arg buffer int 60
// run 8x8
kernel void faulty(global int *out)
{
	int x = get_global_id(0), y = get_global_id(1);
	out[y * 8 + x] = x; //! write 4 @*/240 x4 argument 0: out[y * 8 + x]
}
kernel void lawful(global int *out)
{
	int x = get_global_id(0), y = get_global_id(1);
	if (y * 8 + x < 60)
		out[y * 8 + x] = x;
}

// === offset: ids that do not begin at 0
// arg buffer int 32
// run 32 offset 4
kernel void faulty(global int *out)
{
	size_t i = get_global_id(0);
	out[i] = 1; //! write 4 @*/128 x4 argument 0: out[i]
}
kernel void lawful(global int *out)
{
	size_t i = get_global_id(0) - get_global_offset(0);
	out[i] = 1;
}

// === three-dimensions: the third one is too large
// arg buffer int 60
// run 4x4x4 local 4x1x4
kernel void faulty(global int *out)
{
	size_t i = (get_global_id(2) * 4 + get_global_id(1)) * 4 + get_global_id(0);
	out[i] = 1; //! write 4 @*/240 x4 argument 0: out[i]
}
kernel void lawful(global int *out)
{
	size_t i = (get_global_id(2) * 4 + get_global_id(1)) * 4 + get_global_id(0);
	if (i < 60)
		out[i] = 1;
}

// === wrong-buffer: the smaller one of two
// arg buffer int 32
// arg buffer int 16
// arg buffer int 32
kernel void faulty(global int *a, global int *b, global int *c)
{
	size_t i = get_global_id(0);
	c[i] = a[i] + b[i]; //! read 4 @*/64 x16 argument 1: b[i]
}
kernel void lawful(global int *a, global int *b, global int *c)
{
	size_t i = get_global_id(0);
	c[i] = a[i] + b[i / 2];
}

// === chain: assignments in one expression
// arg buffer int 32
// arg buffer int 32
kernel void faulty(global int *a, global int *b)
{
	size_t i = get_global_id(0);
	a[i] = b[i + 1] = 4; //! write 4 @128/128 x1 argument 1: b[i + 1]
}
kernel void lawful(global int *a, global int *b)
{
	size_t i = get_global_id(0);
	a[i] = b[i] = 4;
}

// === nested: an index that is read from another buffer
// arg buffer int 32
// arg buffer int 32
kernel void faulty(global int *out, global const int *index)
{
	size_t i = get_global_id(0);
	out[index[i] + 1] = 4; //! write 4 @128/128 x1 argument 0: out[index[i] + 1]
}
kernel void lawful(global int *out, global const int *index)
{
	size_t i = get_global_id(0);
	out[index[i]] = 4;
	out[index[index[index[i]]]] = 4;
}

// === nested-inner: the inner one of two accesses
// arg buffer int 64
// arg buffer int 32
kernel void faulty(global int *out, global const int *index)
{
	size_t i = get_global_id(0);
	out[index[i + 1] & 63] = 4; //! read 4 @128/128 x1 argument 1: index[i + 1]
}
kernel void lawful(global int *out, global const int *index)
{
	size_t i = get_global_id(0);
	out[index[i] & 63] = 4;
}

// === far-beyond: an offset that needs 64 bits
// arg wide int 32
kernel void faulty(global int *out)
{
	ulong i = get_global_id(0);
	if (i == 5)
		out[i + (1UL << 32)] = 1; //! write 4 @17179869204/128 x1 argument 0: out[i + (1UL << 32)]
}
kernel void lawful(global int *out)
{
	ulong i = get_global_id(0) + (1UL << 32);
	out[(uint)i] = 1;
}

// === far-before: a product of two int that wraps around
// arg wide int 32
// arg int 65536
kernel void faulty(global int *out, int n)
{
	int i = get_global_id(0);
	if (i == 3)
		out[(long)n * -n / 4] = 1; //! write 4 @-4294967296/128 x1 argument 0: out[(long)n * -n / 4]
}
kernel void lawful(global int *out, int n)
{
	int i = get_global_id(0);
	out[(long)n * -n / 4 + (1L << 30) + i] = 1;
}

// === unsigned-index: 0 - 1 as an unsigned number
// arg wide int 32
kernel void faulty(global int *out)
{
	uint i = get_global_id(0);
	out[i - 1] = 1; //! write 4 @17179869180/128 x1 argument 0: out[i - 1]
}
kernel void lawful(global int *out)
{
	uint i = get_global_id(0);
	if (i > 0)
		out[i - 1] = 1;
}

// === end-pointer: an address is no access
// arg buffer int 32
// arg int 32
kernel void faulty(global int *out, int n)
{
	global int *end = &out[n];
	if (out + get_global_id(0) + 1 == end)
		*end = sizeof(out[n]); //! write 4 @128/128 x1 argument 0: *end
}
kernel void lawful(global int *out, int n)
{
	global int *end = &out[n];
	global int *p = out + get_global_id(0);
	if (p < end && &p[n] > end - 1)
		*p = sizeof(out[n]);
}

// === empty: a buffer that is not there
// arg null
// arg buffer int 32
kernel void faulty(global int *null, global int *out)
{
	int i = get_global_id(0);
	if (out[i] == 100)
		null[i] = 1;
	out[i + 1] = null ? null[i] : 2; //! write 4 @128/128 x1 argument 1: out[i + 1]
}
kernel void lawful(global int *null, global int *out)
{
	int i = get_global_id(0);
	if (null)
		null[i] = 1;
	out[i] = null ? null[i] : 2;
}

// === null: an access through NULL, far enough to be harmless
// needs cpu
// arg null
// arg wide int 32
kernel void faulty(global int *null, global int *out)
{
	ulong i = get_global_id(0);
	if (i == 0)
		out[i] = null[(ulong)out / 4]; //! read 4 @*/0 x1 argument 0: null[(ulong)out / 4]
}
kernel void lawful(global int *null, global int *out)
{
	ulong i = get_global_id(0);
	out[i] = null == 0;
}

// === twice: the same buffer as two arguments
// arg buffer int 32
// arg same 0
kernel void faulty(global int *a, global int *b)
{
	int i = get_global_id(0);
	a[i] = 1;
	b[i - 1] = 2; //! write 4 @-4/128 x1 argument 1: b[i - 1]
}
kernel void lawful(global int *a, global int *b)
{
	int i = get_global_id(0);
	a[i] = 1;
	b[31 - i] = 2;
}

// === sub-buffer-beyond: the parent has more
// arg sub int 32 64 128
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

// === sub-buffer-before: the parent begins before
// arg sub int 32 64 128
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	out[i - 1] = 1; //! write 4 @-4/128 x1 argument 0: out[i - 1]
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	out[i] = out[31 - i];
}

// === sub-buffer-beside: the parent is an argument, too
// arg buffer int 128
// arg subof 0 int 32 64
kernel void faulty(global int *whole, global int *part)
{
	int i = get_global_id(0);
	whole[i + 96] = 1;
	part[i + 32] = 1; //! write 4 @*/128 x32 argument 1: part[i + 32]
}
kernel void lawful(global int *whole, global int *part)
{
	int i = get_global_id(0);
	whole[i + 96] = 1;
	part[i] = 1;
}
