// SPDX-License-Identifier: Apache-2.0
//
// Helper functions, kernels that call kernels, pointers in variables, built-in functions.

// === helper: an access in a function
// arg buffer int 32
void put(global int *to, int i, int value)
{
	to[i] = value; //! write 4 @128/128 x1 argument 0: to[i]
}
kernel void faulty(global int *out)
{
	put(out, get_global_id(0) + 1, 7);
}
kernel void lawful(global int *out)
{
	put(out, get_global_id(0), 7);
	put(out + get_global_id(0), 0, 8);
	put(&out[31], -(int)get_global_id(0), 9);
}

// === helper-two-deep: a function of a function
// arg buffer int 32
// arg buffer int 32
int get(global const int *from, int i)
{
	return from[i]; //! read 4 @-4/128 x1 argument 1: from[i]
}
int sum_of(global const int *from, int i)
{
	return get(from, i) + get(from + 1, i - 1);
}
kernel void faulty(global int *out, global const int *in)
{
	int i = get_global_id(0);
	out[i] = sum_of(in + 1, i - 1) + (i == 4 ? get(in, -1) : 0);
}
kernel void lawful(global int *out, global const int *in)
{
	int i = get_global_id(0);
	out[i] = sum_of(in + 1, i - 1);
}

// === helper-other-buffer: one function, two buffers, of which one is smaller
// arg buffer int 32
// arg buffer int 16
int get(global const int *from, int i)
{
	return from[i]; //! read 4 @*/64 x16 argument 1: from[i]
}
kernel void faulty(global int *out, global const int *in)
{
	int i = get_global_id(0);
	out[i] = get(out, i) + get(in, i);
}
kernel void lawful(global int *out, global const int *in)
{
	int i = get_global_id(0);
	out[i] = get(out, i) + get(in, i / 2);
}

// === helper-returns: a pointer that a function returns
// arg buffer int 32
global int *place(global int *of, int i)
{
	return of + i;
}
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	*place(out, i + 1) = 3; //! write 4 @128/128 x1 nearest 0: *place(out, i + 1)
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	*place(out, i) = 3;
	place(out + 1, i)[-1] = 4;
}

// === helper-inline: static and inline
// arg buffer float 32
// arg buffer float 32
static inline float blur(__global const float *in, const int i, const int n)
{
	return in[max(i - 1, 0)] + in[i] + in[min(i + 1, n)]; //! read 4 @128/128 x1 argument 1: in[min(i + 1, n)]
}
kernel void faulty(global float *out, global const float *in)
{
	int i = get_global_id(0);
	out[i] = blur(in, i, 32);
}
kernel void lawful(global float *out, global const float *in)
{
	int i = get_global_id(0);
	out[i] = blur(in, i, 31);
}

// === helper-private: a function that writes through a private pointer
// arg buffer int 32
void split(int i, int *low, int *high)
{
	*low = i % 8;
	*high = i / 8;
}
kernel void faulty(global int *out)
{
	int low, high;
	split(get_global_id(0), &low, &high);
	out[high * 9 + low] = low; //! write 4 @*/128 x3 argument 0: out[high * 9 + low]
}
kernel void lawful(global int *out)
{
	int low, high;
	split(get_global_id(0), &low, &high);
	out[high * 8 + low] = low;
}

// === kernel-calls-kernel: a kernel as a function
// arg buffer int 32
// arg int 1
kernel void fill(global int *out, int shift)
{
	int i = get_global_id(0);
	out[i + shift] = i; //! write 4 @128/128 x1 argument 0: out[i + shift]
}
kernel void faulty(global int *out, int shift)
{
	fill(out, shift);
}
kernel void lawful(global int *out, int shift)
{
	fill(out, shift - 1);
}

// === kernel-with-variable: a kernel with a local variable, beside another one
// arg buffer int 32
// run 32 local 8
kernel void faulty(global int *out)
{
	local int last;
	if (get_local_id(0) == 7)
		last = get_global_id(0);
	barrier(CLK_LOCAL_MEM_FENCE);
	out[last + 1 - get_local_id(0)] = last; //! write 4 @128/128 x1 argument 0: out[last + 1 - get_local_id(0)]
}
kernel void lawful(global int *out)
{
	local int last;
	if (get_local_id(0) == 7)
		last = get_global_id(0);
	barrier(CLK_LOCAL_MEM_FENCE);
	out[last - get_local_id(0)] = last;
}

// === pointer-increment: a pointer that runs through the buffer
// arg buffer int 1
// arg buffer int 32
// arg int 32
// run 1
kernel void faulty(global int *out, global const int *in, int n)
{
	global const int *p = in;
	int sum = 0;
	for (int i = 0; i <= n; i++)
		sum += *p++; //! read 4 @128/128 x1 argument 1: *p++
	*out = sum;
}
kernel void lawful(global int *out, global const int *in, int n)
{
	global const int *p = in;
	int sum = 0;
	while (p != in + n)
		sum += *p++;
	for (p = in + n - 1; p >= in; --p)
		sum += *p;
	*out = sum;
}

// === pointer-two-origins: a pointer to one of two buffers
// arg buffer int 32
// arg buffer int 32
kernel void faulty(global int *a, global int *b)
{
	int i = get_global_id(0);
	global int *p = a;
	if (i & 1)
		p = b;
	p[i + (i == 31)] = 5; //! write 4 @128/128 x1 argument 1: p[i + (i == 31)]
}
kernel void lawful(global int *a, global int *b)
{
	int i = get_global_id(0);
	global int *p = a;
	if (i & 1)
		p = b;
	p[i] = 5;
}

// === pointer-swap: two buffers that change places
// arg buffer int 32
// arg buffer int 32
// arg int 3
kernel void faulty(global int *a, global int *b, int rounds)
{
	int i = get_global_id(0);
	for (int k = 0; k < rounds; k++) {
		b[i] = a[i] + 1;
		global int *other = a;
		a = b;
		b = other;
	}
	a[i - 1] = 1; //! write 4 @-4/128 x1 argument 1: a[i - 1]
}
kernel void lawful(global int *a, global int *b, int rounds)
{
	int i = get_global_id(0);
	for (int k = 0; k < rounds; k++) {
		b[i] = a[i] + 1;
		global int *other = a;
		a = b;
		b = other;
	}
	a[i] = 1;
}

// === pointer-argument-moved: the argument itself is moved
// arg buffer int 64
// arg int 32
kernel void faulty(global int *out, int skip)
{
	out += skip;
	out[get_global_id(0) + 1] = 1; //! write 4 @256/256 x1 argument 0: out[get_global_id(0) + 1]
}
kernel void lawful(global int *out, int skip)
{
	out += skip;
	out[get_global_id(0)] = 1;
	out[(int)get_global_id(0) - skip] = 2;
}

// === pointer-condition: one of two, in the expression
// arg buffer int 32
// arg buffer int 32
kernel void faulty(global int *a, global int *b)
{
	int i = get_global_id(0);
	(i & 1 ? a : b)[i + 1] = 5; //! write 4 @128/128 x1 nearest 0: (i & 1 ? a : b)[i + 1]
}
kernel void lawful(global int *a, global int *b)
{
	int i = get_global_id(0);
	(i & 1 ? a : b)[i] = 5;
	*(i & 1 ? a + i : &b[i]) = 6;
}

// === pointer-array: pointers in a private array
// arg buffer int 32
// arg buffer int 16
kernel void faulty(global int *a, global int *b)
{
	global int *list[2];
	int i = get_global_id(0);
	list[0] = a;
	list[1] = b;
	list[i & 1][i / 2 + (i == 31)] = 2; //! write 4 @64/64 x1 nearest 1: list[i & 1][i / 2 + (i == 31)]
}
kernel void lawful(global int *a, global int *b)
{
	global int *list[2];
	int i = get_global_id(0);
	list[0] = a;
	list[1] = b;
	list[i & 1][i / 2] = 2;
}

// === pointer-to-pointer: a helper function that moves a pointer
// arg buffer int 64
int next(global const int **p)
{
	return *(*p)++; //! read 4 @256/256 x1 nearest 0: *(*p)++
}
kernel void faulty(global int *out)
{
	global const int *p = out + 62 - get_global_id(0);
	int sum = next(&p) + next(&p) + (get_global_id(0) == 0 ? next(&p) : 0);
	out[get_global_id(0)] = sum;
}
kernel void lawful(global int *out)
{
	global const int *p = out + 62 - get_global_id(0);
	int sum = next(&p) + next(&p);
	out[get_global_id(0)] = sum;
}

// === pointer-number: a pointer that was a number
// arg buffer int 32
kernel void faulty(global int *out)
{
	ulong address = (ulong)out + 4 * get_global_id(0);
	*(global int *)(address + 4) = 2; //! write 4 @128/128 x1 nearest 0: *(global int *)(address + 4)
}
kernel void lawful(global int *out)
{
	ulong address = (ulong)out + 4 * get_global_id(0);
	*(global int *)address = 2;
}

// === cast-type: bytes of larger numbers
// arg buffer int 32
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	((global uchar *)out)[4 * i + 4] = 2; //! write 1 @128/128 x1 argument 0: ((global uchar *)out)[4 * i + 4]
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	((global uchar *)out)[4 * i + 3] = 2;
	((global float *)out)[i] = 2.0f;
	*(global short *)((global char *)out + 4 * i + 2) = 3;
}

// === cast-wider: a number of eight bytes over the end
// arg buffer int 33
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	if (i % 2 == 0)
		*(global long *)(out + i + 2 * (i == 30)) = 2; //! write 8 @128/132 x1 argument 0: *(global long *)(out + i + 2 * (i == 30))
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	if (i % 2 == 0)
		*(global long *)(out + i) = 2;
}

// === volatile: a volatile pointer
// arg buffer int 32
kernel void faulty(volatile __global int *restrict out)
{
	out[get_global_id(0) + 1] = 1; //! write 4 @128/128 x1 argument 0: out[get_global_id(0) + 1]
}
kernel void lawful(volatile __global int *restrict out)
{
	out[get_global_id(0)] = 1;
}

// === atomic-add: beyond the end
// arg buffer int 16
kernel void faulty(volatile global int *counts)
{
	int i = get_global_id(0);
	atomic_add(&counts[i % 16 + (i == 31)], 1); //! update 4 @64/64 x1 argument 0: atomic_add(&counts[i % 16 + (i == 31)], 1)
}
kernel void lawful(volatile global int *counts)
{
	int i = get_global_id(0);
	atomic_add(&counts[i % 16], 1);
}

// === atomic-others: each of the old functions
// arg buffer int 32
// arg buffer uint 32
kernel void faulty(volatile global int *a, volatile global uint *b)
{
	int i = get_global_id(0);
	atomic_inc(a + i);
	atomic_dec(a + i);
	atomic_cmpxchg(a + i, 3, 4);
	atomic_max(b + i, 4u);
	atomic_xchg(b - 1 + i, 7u); //! update 4 @-4/128 x1 argument 1: atomic_xchg(b - 1 + i, 7u)
}
kernel void lawful(volatile global int *a, volatile global uint *b)
{
	int i = get_global_id(0);
	atomic_inc(a + i);
	atomic_dec(a + i);
	atomic_cmpxchg(a + i, 3, 4);
	atomic_max(b + i, 4u);
	atomic_or(b + i, 4u);
	atomic_xchg(b + i, 7u);
}

// === atom-add: the functions of the extension of OpenCL 1.0
// arg buffer int 32
#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable
kernel void faulty(volatile global int *a)
{
	int i = get_global_id(0);
	atom_add(a + i + 1, 1); //! update 4 @128/128 x1 argument 0: atom_add(a + i + 1, 1)
}
kernel void lawful(volatile global int *a)
{
	int i = get_global_id(0);
	atom_add(a + i, 1);
}

// === atomic-local: a histogram in local memory
// arg buffer int 8
// run 32 local 32
kernel void faulty(global int *out)
{
	local int bins[8];
	int l = get_local_id(0);
	if (l < 8)
		bins[l] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_inc(&bins[l / 4 + (l == 31)]); //! update 4 @8/8 x1 array bins: atomic_inc(&bins[l / 4 + (l == 31)])
	barrier(CLK_LOCAL_MEM_FENCE);
	if (l < 8)
		out[l] = bins[l];
}
kernel void lawful(global int *out)
{
	local int bins[8];
	int l = get_local_id(0);
	if (l < 8)
		bins[l] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_inc(&bins[l / 4]);
	barrier(CLK_LOCAL_MEM_FENCE);
	if (l < 8)
		out[l] = bins[l];
}

// === atomic-c11: the functions of OpenCL 2.0
// needs atomics
// options -cl-std=CL3.0
// arg buffer int 32
kernel void faulty(global atomic_int *a)
{
	int i = get_global_id(0);
	atomic_fetch_add_explicit(a + i + 1, 1, memory_order_relaxed, memory_scope_work_group); //! update 4 @128/128 x1 argument 0: atomic_fetch_add_explicit(*
}
kernel void lawful(global atomic_int *a)
{
	int i = get_global_id(0);
	atomic_fetch_add_explicit(a + i, 1, memory_order_relaxed, memory_scope_work_group);
	atomic_store_explicit(a + i, 2, memory_order_relaxed, memory_scope_work_group);
	atomic_fetch_max_explicit(a + i, atomic_load_explicit(a + i, memory_order_relaxed, memory_scope_work_group), memory_order_relaxed, memory_scope_work_group);
}

// === async-from: the source ends too early
// arg buffer int 32
// arg buffer int 30
// run 32 local 8
kernel void faulty(global int *out, global const int *in)
{
	local int tile[8];
	event_t done = async_work_group_copy(tile, in + 8 * get_group_id(0), 8, 0); //! read 4 @120/120 x8 argument 1: async_work_group_copy(tile, in + 8 * get_group_id(0), 8, 0)
	wait_group_events(1, &done);
	out[get_global_id(0)] = tile[get_local_id(0)];
}
kernel void lawful(global int *out, global const int *in)
{
	local int tile[8];
	event_t done = async_work_group_copy(tile, in + 8 * get_group_id(0), get_group_id(0) < 3 ? 8 : 6, 0);
	wait_group_events(1, &done);
	out[get_global_id(0)] = tile[get_local_id(0)];
}

// === async-to: the target is too small
// arg buffer int 31
// arg local 32
// run 32 local 8
kernel void faulty(global int *out, local int *tile)
{
	tile[get_local_id(0)] = get_local_id(0);
	barrier(CLK_LOCAL_MEM_FENCE);
	event_t done = async_work_group_copy(out + 8 * get_group_id(0), tile, 8, 0); //! write 4 @124/124 x8 argument 0: async_work_group_copy(out + 8 * get_group_id(0), tile, 8, 0)
	wait_group_events(1, &done);
}
kernel void lawful(global int *out, local int *tile)
{
	tile[get_local_id(0)] = get_local_id(0);
	barrier(CLK_LOCAL_MEM_FENCE);
	event_t done = async_work_group_copy(out + 8 * get_group_id(0), tile, get_group_id(0) < 3 ? 8 : 7, 0);
	wait_group_events(1, &done);
}

// === async-local: the local side is too small
// arg buffer float 32
// arg local 28
// run 8 local 8
kernel void faulty(global const float *in, local float *tile)
{
	event_t done = async_work_group_copy(tile, in, 8, 0); //! write 4 @28/28 x8 argument 1: async_work_group_copy(tile, in, 8, 0)
	wait_group_events(1, &done);
}
kernel void lawful(global const float *in, local float *tile)
{
	event_t done = async_work_group_copy(tile, in, 7, 0);
	wait_group_events(1, &done);
}

// === async-strided: the last element is beyond the end
// arg buffer int 8
// arg buffer int 29
// run 8 local 8
kernel void faulty(global int *out, global const int *in)
{
	local int tile[8];
	event_t done = async_work_group_strided_copy(tile, in + 1, 8, 4, 0); //! read 4 @116/116 x8 argument 1: async_work_group_strided_copy(tile, in + 1, 8, 4, 0)
	wait_group_events(1, &done);
	out[get_local_id(0)] = tile[get_local_id(0)];
}
kernel void lawful(global int *out, global const int *in)
{
	local int tile[8];
	event_t done = async_work_group_strided_copy(tile, in, 8, 4, 0);
	wait_group_events(1, &done);
	out[get_local_id(0)] = tile[get_local_id(0)];
}

// === async-strided-to: the target's last element
// arg buffer int 22
// run 8 local 8
kernel void faulty(global int *out)
{
	local int tile[8];
	tile[get_local_id(0)] = 1;
	barrier(CLK_LOCAL_MEM_FENCE);
	event_t done = async_work_group_strided_copy(out + 1, tile, 8, 3, 0); //! write 4 @88/88 x8 argument 0: async_work_group_strided_copy(out + 1, tile, 8, 3, 0)
	wait_group_events(1, &done);
}
kernel void lawful(global int *out)
{
	local int tile[8];
	tile[get_local_id(0)] = 1;
	barrier(CLK_LOCAL_MEM_FENCE);
	event_t done = async_work_group_strided_copy(out, tile, 8, 3, 0);
	wait_group_events(1, &done);
}

// === prefetch: a hint is no access
// arg buffer int 32
// arg buffer int 32
kernel void faulty(global int *out, global const int *in)
{
	int i = get_global_id(0);
	prefetch(in + i, 8);
	out[i] = in[i + 1]; //! read 4 @128/128 x1 argument 1: in[i + 1]
}
kernel void lawful(global int *out, global const int *in)
{
	int i = get_global_id(0);
	prefetch(in + i, 8);
	out[i] = in[i];
}

// === fract: a built-in function that writes
// arg buffer float 32
// arg buffer float 32
kernel void faulty(global float *out, global float *whole)
{
	int i = get_global_id(0);
	out[i] = fract(i * 0.5f, whole + i + 1); //! write 4 @128/128 x1 argument 1: fract(i * 0.5f, whole + i + 1)
}
kernel void lawful(global float *out, global float *whole)
{
	int i = get_global_id(0);
	float private_whole;
	out[i] = fract(i * 0.5f, whole + i) + fract(i * 0.5f, &private_whole);
}

// === modf: before the start
// arg buffer float 32
// arg buffer float 32
kernel void faulty(global float *out, global float *whole)
{
	int i = get_global_id(0);
	out[i] = modf(i * 0.5f, &whole[i - 1]); //! write 4 @-4/128 x1 argument 1: modf(i * 0.5f, &whole[i - 1])
}
kernel void lawful(global float *out, global float *whole)
{
	int i = get_global_id(0);
	out[i] = modf(i * 0.5f, &whole[i]);
}

// === sincos: a vector of four
// arg buffer float4 8
// arg buffer float4 8
// run 8
kernel void faulty(global float4 *out, global float4 *cosines)
{
	int i = get_global_id(0);
	out[i] = sincos((float4)(i), cosines + i + 1); //! write 16 @128/128 x1 argument 1: sincos((float4)(i), cosines + i + 1)
}
kernel void lawful(global float4 *out, global float4 *cosines)
{
	int i = get_global_id(0);
	out[i] = sincos((float4)(i), cosines + i);
}

// === frexp: an exponent in local memory
// arg buffer float 32
// arg local 32
// run 32 local 8
kernel void faulty(global float *out, local int *exponents)
{
	int l = get_local_id(0);
	out[get_global_id(0)] = frexp(l * 3.0f, exponents + l + (l == 7)); //! write 4 @32/32 x4 argument 1: frexp(l * 3.0f, exponents + l + (l == 7))
}
kernel void lawful(global float *out, local int *exponents)
{
	int l = get_local_id(0);
	out[get_global_id(0)] = frexp(l * 3.0f, exponents + l);
}

// === remquo: a quotient
// arg buffer float 32
// arg buffer int 32
kernel void faulty(global float *out, global int *quotients)
{
	int i = get_global_id(0);
	out[i] = remquo(i * 3.0f, 2.0f, quotients + i + 1); //! write 4 @128/128 x1 argument 1: remquo(i * 3.0f, 2.0f, quotients + i + 1)
}
kernel void lawful(global float *out, global int *quotients)
{
	int i = get_global_id(0);
	out[i] = remquo(i * 3.0f, 2.0f, quotients + i);
}

// === lgamma-r: a sign
// arg buffer float 32
// arg buffer int 32
kernel void faulty(global float *out, global int *signs)
{
	int i = get_global_id(0);
	out[i] = lgamma_r(i + 0.5f, signs + i + 1); //! write 4 @128/128 x1 argument 1: lgamma_r(i + 0.5f, signs + i + 1)
}
kernel void lawful(global float *out, global int *signs)
{
	int i = get_global_id(0);
	int sign;
	out[i] = lgamma_r(i + 0.5f, signs + i) + lgamma_r(i + 0.5f, &sign);
}

// === generic: a pointer without an address space
// needs generic
// options -cl-std=CL3.0
// arg buffer int 32
// arg local 128
// run 32 local 32
void put(int *to, int i)
{
	to[i] = i; //! write 4 x1 generic: to[i]
}
kernel void faulty(global int *out, local int *tile)
{
	int i = get_global_id(0), mine;
	put(out, i + 1);
	put(tile, i);
	put(&mine, 0);
}
kernel void lawful(global int *out, local int *tile)
{
	int i = get_global_id(0), mine;
	put(out, i);
	put(tile, i);
	put(&mine - i, i);
}
