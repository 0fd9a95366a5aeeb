// SPDX-License-Identifier: Apache-2.0
//
// Local memory, as argument and as variable; private arrays; constant memory.

// === local-argument: beyond its end
// arg buffer int 32
// arg local 32
// run 32 local 8
kernel void faulty(global int *out, local int *tile)
{
	int l = get_local_id(0);
	tile[l] = l;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = tile[l + 1]; //! read 4 @32/32 x4 argument 1: tile[l + 1]
}
kernel void lawful(global int *out, local int *tile)
{
	int l = get_local_id(0);
	tile[l] = l;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = tile[7 - l];
}

// === local-before: before its start
// arg buffer int 32
// arg local 32
// run 32 local 8
kernel void faulty(global int *out, local int *tile)
{
	int l = get_local_id(0);
	tile[l] = l;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = tile[l - 1]; //! read 4 @-4/32 x4 argument 1: tile[l - 1]
}
kernel void lawful(global int *out, local int *tile)
{
	int l = get_local_id(0);
	tile[l] = l;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = tile[max(l - 1, 0)];
}

// === two-locals: the first one is smaller
// arg buffer int 32
// arg local 16
// arg local 64
// run 32 local 8
kernel void faulty(global int *out, local int *small, local int *large)
{
	int l = get_local_id(0);
	large[l] = l;
	large[l + 8] = l;
	small[l & 3] = 1;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = large[l + 8] + small[l / 2 + (l == 7)]; //! read 4 @16/16 x4 argument 1: small[l / 2 + (l == 7)]
}
kernel void lawful(global int *out, local int *small, local int *large)
{
	int l = get_local_id(0);
	large[l] = l;
	large[l + 8] = l;
	small[l & 3] = 1;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = large[l + 8] + small[l / 2];
}

// === local-variable: an array in the kernel
// arg buffer int 32
// run 32 local 8
kernel void faulty(global int *out)
{
	local int tile[8];
	int l = get_local_id(0);
	tile[l] = l;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = tile[l + 1]; //! read 4 @8/8 x4 array tile: tile[l + 1]
}
kernel void lawful(global int *out)
{
	local int tile[8];
	int l = get_local_id(0);
	tile[l] = l;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = tile[(l + 1) & 7];
}

// === local-row: the row of an array with two dimensions
// arg buffer int 32
// run 8x4 local 8x4
kernel void faulty(global int *out)
{
	local int tile[4][8];
	int x = get_local_id(0), y = get_local_id(1);
	tile[y][x] = x;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[y * 8 + x] = tile[y][x + (y == 1)]; //! read 4 @8/8 x1 array tile[y]: tile[y][x + (y == 1)]
}
kernel void lawful(global int *out)
{
	local int tile[4][8];
	int x = get_local_id(0), y = get_local_id(1);
	tile[y][x] = x;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[y * 8 + x] = tile[3 - y][7 - x];
}

// === local-column: the first index of an array with two dimensions
// arg buffer int 32
// run 8x4 local 8x4
kernel void faulty(global int *out)
{
	local int tile[4][8];
	int x = get_local_id(0), y = get_local_id(1);
	tile[y][x] = x;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[y * 8 + x] = tile[y + (x == 2)][x]; //! read 4 @4/4 x1 array tile: tile[y + (x == 2)][x]
}
kernel void lawful(global int *out)
{
	local int tile[4][8];
	int x = get_local_id(0), y = get_local_id(1);
	tile[y][x] = x;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[y * 8 + x] = *tile[y] + tile[y][x] + (*tile)[x] + (*(tile + y))[x];
}

// === local-padded: a tile with a column more than there are work-items
// arg buffer float 64
// arg buffer float 64
// run 8x8 local 8x8
#define TILE 8
kernel void faulty(global float *out, global const float *in)
{
	local float tile[TILE][TILE + 1];
	int x = get_local_id(0), y = get_local_id(1);
	tile[y][x] = in[y * TILE + x];
	barrier(CLK_LOCAL_MEM_FENCE);
	out[y * TILE + x] = tile[x][y + 2 * (x == 7)]; //! read 4 @9/9 x1 array tile[x]: tile[x][y + 2 * (x == 7)]
}
kernel void lawful(global float *out, global const float *in)
{
	local float tile[TILE][TILE + 1];
	int x = get_local_id(0), y = get_local_id(1);
	tile[y][x] = in[y * TILE + x];
	barrier(CLK_LOCAL_MEM_FENCE);
	out[y * TILE + x] = tile[x][y];
}

// === local-handed-on: an array that two helper functions get
// arg buffer float 32
// run 32 local 16
float inner(local const float *row, int i)
{
	return row[i]; //! read 4 @64/64 x2 object tile: row[i]
}
float outer(local const float *row, int i)
{
	return inner(row, i) * 2.0f;
}
kernel void faulty(global float *out)
{
	local float tile[16];
	int l = get_local_id(0);
	tile[l] = l;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = outer(tile, l + 1);
}
kernel void lawful(global float *out)
{
	local float tile[16];
	int l = get_local_id(0);
	tile[l] = l;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = outer(tile, l) + outer(&tile[l], 0) + outer(tile + l, -l);
}

// === local-reduction: each step adds the other half
// arg buffer int 4
// arg local 32
// run 32 local 8
kernel void faulty(global int *out, local int *sums)
{
	int l = get_local_id(0);
	sums[l] = l;
	for (int half_size = 4; half_size > 0; half_size /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (l <= half_size)
			sums[l] += sums[l + half_size]; //! read 4 @32/32 x4 argument 1: sums[l + half_size]
	}
	if (l == 0)
		out[get_group_id(0)] = sums[0];
}
kernel void lawful(global int *out, local int *sums)
{
	int l = get_local_id(0);
	sums[l] = l;
	for (int half_size = 4; half_size > 0; half_size /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (l < half_size)
			sums[l] += sums[l + half_size];
	}
	if (l == 0)
		out[get_group_id(0)] = sums[0];
}

// === local-scalar: a local variable that is no array, by its address
// arg buffer int 32
// run 32 local 8
void add(volatile local int *sum, int i)
{
	atomic_add(sum + i, 1); //! update 4 @4/4 x4 object sum: atomic_add(sum + i, 1)
}
kernel void faulty(global int *out)
{
	local int sum;
	if (get_local_id(0) == 0)
		sum = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	add(&sum, get_local_id(0) == 3);
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = sum;
}
kernel void lawful(global int *out)
{
	local int sum;
	if (get_local_id(0) == 0)
		sum = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	add(&sum, 0);
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = sum;
}

// === private-array: one round too many
// arg buffer int 32
kernel void faulty(global int *out)
{
	int last[4];
	int i = get_global_id(0), sum = 0;
	for (int k = 0; k < 4; k++)
		last[k] = i + k;
	for (int k = 0; k <= 4; k++)
		sum += last[k]; //! read 4 @4/4 x32 array last: last[k]
	out[i] = sum;
}
kernel void lawful(global int *out)
{
	int last[4];
	int i = get_global_id(0), sum = 0;
	for (int k = 0; k < 4; k++)
		last[k] = i + k;
	for (int k = 0; k < 4; k++)
		sum += last[k];
	out[i] = sum;
}

// === private-before: an index below 0
// arg buffer int 32
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	int history[3] = { i, i, i };
	out[i] = history[i % 3 - (i == 12)]; //! read 4 @-1/3 x1 array history: history[i % 3 - (i == 12)]
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	int history[3] = { i, i, i };
	out[i] = history[i % 3];
}

// === private-vector: an array of vectors
// arg buffer float4 32
kernel void faulty(global float4 *out)
{
	float4 sums[2] = { (float4)(0.0f), (float4)(1.0f) };
	int i = get_global_id(0);
	sums[i & 1].x += 2.0f;
	out[i] = sums[(i & 1) + (i == 31)]; //! read 16 @2/2 x1 array sums: sums[(i & 1) + (i == 31)]
}
kernel void lawful(global float4 *out)
{
	float4 sums[2] = { (float4)(0.0f), (float4)(1.0f) };
	int i = get_global_id(0);
	sums[i & 1].x += 2.0f;
	out[i] = sums[i & 1];
}

// === private-plane: an array with three dimensions
// arg buffer int 32
kernel void faulty(global int *out)
{
	int cube[2][3][4];
	int i = get_global_id(0);
	for (int k = 0; k < 24; k++)
		cube[k / 12][k / 4 % 3][k % 4] = k;
	out[i] = cube[1][i == 9 ? 3 : 2][i % 4]; //! read 4 @3/3 x1 array cube[1]: cube[1][i == 9 ? 3 : 2][i % 4]
}
kernel void lawful(global int *out)
{
	int cube[2][3][4];
	int i = get_global_id(0);
	for (int k = 0; k < 24; k++)
		cube[k / 12][k / 4 % 3][k % 4] = k;
	out[i] = cube[1][2][i % 4];
}

// === constant-argument: beyond its end
// arg buffer int 32
// arg buffer int 8
kernel void faulty(global int *out, constant int *table)
{
	int i = get_global_id(0);
	out[i] = table[i % 8 + (i == 15)]; //! read 4 @32/32 x1 argument 1: table[i % 8 + (i == 15)]
}
kernel void lawful(global int *out, constant int *table)
{
	int i = get_global_id(0);
	out[i] = table[i % 8];
}

// === constant-array: an array of the whole program
// arg buffer int 32
constant int primes[] = { 2, 3, 5, 7, 11 };
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	out[i] = primes[i % 5 + (i == 14)]; //! read 4 @5/5 x1 array primes: primes[i % 5 + (i == 14)]
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	out[i] = primes[i % 5] + sizeof(primes) / sizeof(primes[0]);
}

// === constant-rows: an array of arrays of the whole program
// arg buffer float 32
constant float weights[2][3] = { { 1.0f, 2.0f, 3.0f }, { 4.0f, 5.0f, 6.0f } };
kernel void faulty(global float *out)
{
	int i = get_global_id(0);
	out[i] = weights[0][i % 3 + (i == 2)]; //! read 4 @3/3 x1 array weights[0]: weights[0][i % 3 + (i == 2)]
}
kernel void lawful(global float *out)
{
	int i = get_global_id(0);
	out[i] = weights[i & 1][i % 3];
}

// === constant-handed-on: an array of the whole program that a function gets
// arg buffer int 32
constant int steps[4] = { 1, 2, 4, 8 };
int step_of(constant int *list, int i)
{
	return list[i]; //! read 4 @16/16 x1 constant: list[i]
}
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	out[i] = step_of(steps, (i & 3) + (i == 7));
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	out[i] = step_of(steps, i & 3);
}

// === constant-text: the characters of a string
// arg buffer char 8
// run 8
constant char text[] = "clrouter";
kernel void faulty(global char *out)
{
	int i = get_global_id(0);
	out[i] = text[i + 2]; //! read 1 @9/9 x1 array text: text[i + 2]
}
kernel void lawful(global char *out)
{
	int i = get_global_id(0);
	out[i] = text[i + 1] + "abcdefgh"[i];
}
