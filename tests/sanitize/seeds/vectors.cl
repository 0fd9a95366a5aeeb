// SPDX-License-Identifier: Apache-2.0
//
// Vectors: as elements, by vload and vstore of all kinds, and over the end.

// === float4: a vector is an element
// arg buffer float4 32
kernel void faulty(global float4 *out)
{
	int i = get_global_id(0);
	out[i + 1] = (float4)(1.0f, 2.0f, 3.0f, 4.0f); //! write 16 @512/512 x1 argument 0: out[i + 1]
}
kernel void lawful(global float4 *out)
{
	int i = get_global_id(0);
	out[i] = (float4)(1.0f, 2.0f, 3.0f, 4.0f);
}

// === int3: three components take four places
// arg buffer int3 31
kernel void faulty(global int3 *out)
{
	int i = get_global_id(0);
	out[i] = (int3)(i); //! write 16 @496/496 x1 argument 0: out[i]
}
kernel void lawful(global int3 *out)
{
	int i = get_global_id(0);
	if (i < 31)
		out[i] = (int3)(i);
}

// === components: one is written, through an index that is too large
// arg buffer float4 32
kernel void faulty(global float4 *out)
{
	int i = get_global_id(0);
	out[i].xy = out[i].zw;
	out[i + 1].w = 3.0f; //! write * @*/512 x1 argument 0: out[i + 1]*
}
kernel void lawful(global float4 *out)
{
	int i = get_global_id(0);
	out[i].xy = out[i].zw;
	out[i].w += out[i].s0 * out[i].hi.x + out[i].even.y;
}

// === cast-up: four numbers at once, and the last ones are not there
// arg buffer float 30
// arg buffer float4 8
// run 8
kernel void faulty(global const float *in, global float4 *out)
{
	int i = get_global_id(0);
	out[i] = ((global const float4 *)in)[i]; //! read 16 @112/120 x1 argument 0: ((global const float4 *)in)[i]
}
kernel void lawful(global const float *in, global float4 *out)
{
	int i = get_global_id(0);
	if (i < 7)
		out[i] = ((global const float4 *)in)[i];
}

// === vload4: beyond the end
// arg buffer float 32
// arg buffer float4 8
// run 8
kernel void faulty(global const float *in, global float4 *out)
{
	int i = get_global_id(0);
	out[i] = vload4(i + 1, in); //! read 16 @128/128 x1 argument 0: vload4(i + 1, in)
}
kernel void lawful(global const float *in, global float4 *out)
{
	int i = get_global_id(0);
	out[i] = vload4(i, in);
}

// === vload4-part: two of four numbers are beyond the end
// arg buffer float 30
// arg buffer float4 8
// run 8
kernel void faulty(global const float *in, global float4 *out)
{
	int i = get_global_id(0);
	out[i] = vload4(i, in); //! read 16 @112/120 x1 argument 0: vload4(i, in)
}
kernel void lawful(global const float *in, global float4 *out)
{
	int i = get_global_id(0);
	out[i] = vload4(0, in + min(i * 4, 26));
}

// === vload3: three numbers, one after the other
// arg buffer int 24
// arg buffer int3 8
// run 8
kernel void faulty(global const int *in, global int3 *out)
{
	int i = get_global_id(0);
	out[i] = vload3(i, in + 1); //! read 12 @88/96 x1 argument 0: vload3(i, in + 1)
}
kernel void lawful(global const int *in, global int3 *out)
{
	int i = get_global_id(0);
	out[i] = vload3(i, in);
}

// === vstore3: the last one ends exactly at the end
// arg buffer uchar 24
// run 8
kernel void faulty(global uchar *out)
{
	int i = get_global_id(0);
	vstore3((uchar3)(1, 2, 3), i, out + 2); //! write 3 @23/24 x1 argument 0: vstore3((uchar3)(1, 2, 3), i, out + 2)
}
kernel void lawful(global uchar *out)
{
	int i = get_global_id(0);
	vstore3((uchar3)(1, 2, 3), i, out);
}

// === vload2: before the start
// arg buffer long 32
// arg buffer long2 8
// run 8
kernel void faulty(global const long *in, global long2 *out)
{
	int i = get_global_id(0);
	out[i] = vload2(i, in - 1); //! read 16 @-8/256 x1 argument 0: vload2(i, in - 1)
}
kernel void lawful(global const long *in, global long2 *out)
{
	int i = get_global_id(0);
	out[i] = vload2(i, in);
}

// === vload8: the offset counts vectors, not numbers
// arg buffer ushort 64
// arg buffer ushort8 8
// run 8
kernel void faulty(global const ushort *in, global ushort8 *out)
{
	int i = get_global_id(0);
	out[i] = vload8(i * 8 % 9, in); //! read 16 @128/128 x1 argument 0: vload8(i * 8 % 9, in)
}
kernel void lawful(global const ushort *in, global ushort8 *out)
{
	int i = get_global_id(0);
	out[i] = vload8(i, in);
}

// === vstore16: beyond the end
// arg buffer float 128
// run 8
kernel void faulty(global float *out)
{
	int i = get_global_id(0);
	vstore16((float16)(1.0f), i + 1, out); //! write 64 @512/512 x1 argument 0: vstore16((float16)(1.0f), i + 1, out)
}
kernel void lawful(global float *out)
{
	int i = get_global_id(0);
	vstore16((float16)(1.0f), i, out);
}

// === vstore4: a part of the last one
// arg buffer char 30
// run 8
kernel void faulty(global char *out)
{
	int i = get_global_id(0);
	vstore4((char4)(i), i, out); //! write 4 @28/30 x1 argument 0: vstore4((char4)(i), i, out)
}
kernel void lawful(global char *out)
{
	int i = get_global_id(0);
	if (i < 7)
		vstore4((char4)(i), i, out);
	else
		vstore2((char2)(i), 2 * i, out);
}

// === vload-half: a half number without the type half
// arg buffer half 32
// arg buffer float 32
kernel void faulty(global const half *in, global float *out)
{
	int i = get_global_id(0);
	out[i] = vload_half(i + 1, in); //! read 2 @64/64 x1 argument 0: vload_half(i + 1, in)
}
kernel void lawful(global const half *in, global float *out)
{
	int i = get_global_id(0);
	out[i] = vload_half(i, in);
}

// === vload-half4: four of them
// arg buffer half 32
// arg buffer float4 8
// run 8
kernel void faulty(global const half *in, global float4 *out)
{
	int i = get_global_id(0);
	out[i] = vload_half4(i, in + 1); //! read 8 @58/64 x1 argument 0: vload_half4(i, in + 1)
}
kernel void lawful(global const half *in, global float4 *out)
{
	int i = get_global_id(0);
	out[i] = vload_half4(i, in);
}

// === vload-half3: three of them are packed
// arg buffer half 24
// arg buffer float3 8
// run 8
kernel void faulty(global const half *in, global float3 *out)
{
	int i = get_global_id(0);
	out[i] = vload_half3(i + 1, in); //! read 6 @48/48 x1 argument 0: vload_half3(i + 1, in)
}
kernel void lawful(global const half *in, global float3 *out)
{
	int i = get_global_id(0);
	out[i] = vload_half3(i, in);
}

// === vloada-half3: three of them that take four places
// arg buffer half 31
// arg buffer float3 8
// run 8
kernel void faulty(global const half *in, global float3 *out)
{
	int i = get_global_id(0);
	out[i] = vloada_half3(i + 1, in); //! read * @*/62 x1 argument 0: vloada_half3(i + 1, in)
}
kernel void lawful(global const half *in, global float3 *out)
{
	int i = get_global_id(0);
	out[i] = vloada_half3(i, in);
}

// === vstore-half: with a rounding mode
// arg buffer half 32
kernel void faulty(global half *out)
{
	int i = get_global_id(0);
	vstore_half_rte(1.5f, i - 1, out); //! write 2 @-2/64 x1 argument 0: vstore_half_rte(1.5f, i - 1, out)
}
kernel void lawful(global half *out)
{
	int i = get_global_id(0);
	vstore_half_rte(1.5f, i, out);
	vstore_half(1.5f, i, out);
}

// === vstorea-half4: aligned
// arg buffer half 32
// run 8
kernel void faulty(global half *out)
{
	int i = get_global_id(0);
	vstorea_half4((float4)(i), i + 1, out); //! write 8 @64/64 x1 argument 0: vstorea_half4((float4)(i), i + 1, out)
}
kernel void lawful(global half *out)
{
	int i = get_global_id(0);
	vstorea_half4((float4)(i), i, out);
}

// === vload-local: from local memory
// arg buffer float4 8
// arg local 128
// run 8 local 8
kernel void faulty(global float4 *out, local float *tile)
{
	int i = get_local_id(0);
	vstore4((float4)(i), i, tile);
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = vload4(0, tile + 4 * i + 2); //! read 16 @120/128 x1 argument 1: vload4(0, tile + 4 * i + 2)
}
kernel void lawful(global float4 *out, local float *tile)
{
	int i = get_local_id(0);
	vstore4((float4)(i), i, tile);
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = vload4(0, tile + 4 * i);
}

// === vload-constant: from constant memory
// arg buffer float2 16
// arg buffer float 32
// run 16
kernel void faulty(global float2 *out, constant float *table)
{
	int i = get_global_id(0);
	out[i] = vload2(i + 1, table); //! read 8 @128/128 x1 argument 1: vload2(i + 1, table)
}
kernel void lawful(global float2 *out, constant float *table)
{
	int i = get_global_id(0);
	out[i] = vload2(i, table);
}

// === vload-exact: reads of constant size that end exactly at the end
// arg buffer float 32
// arg buffer float 16
// run 1
kernel void faulty(global const float *in, global float *out)
{
	vstore16(vload16(1, in), 0, out);
	vstore8(vload8(3, in + 1), 0, out); //! read 32 @100/128 x1 argument 0: vload8(3, in + 1)
}
kernel void lawful(global const float *in, global float *out)
{
	vstore16(vload16(1, in), 0, out);
	vstore8(vload8(0, in + 24), 1, out);
	vstore2(vload2(15, in), 7, out);
	out[15] = in[31] + in[0];
}

// === component-pointer: the address of a vector as numbers
// arg buffer float4 8
// arg buffer float 32
// run 8
kernel void faulty(global float4 *in, global float *out)
{
	int i = get_global_id(0);
	global const float *f = (global const float *)(in + i);
	for (int k = 0; k <= 4; k++)
		out[i * 4 + (k & 3)] = f[k]; //! read 4 @128/128 x1 argument 0: f[k]
}
kernel void lawful(global float4 *in, global float *out)
{
	int i = get_global_id(0);
	global const float *f = (global const float *)(in + i);
	for (int k = 0; k < 4; k++)
		out[i * 4 + k] = f[k];
}
