// SPDX-License-Identifier: Apache-2.0
//
// Seeds (tests/sanitize/seed.h): accesses through pointers to private memory, which are checked with
// option.private.

// === private-helper: a helper function gets an array
// private
// arg buffer int 32
int take(const int *values, int i)
{
	return values[i]; //! read 4 @16/16 x1 object values: values[i]
}
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	int values[4] = { i, i, i, i };
	out[i] = take(values, i == 31 ? 4 : i & 3);
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	int values[4] = { i, i, i, i };
	out[i] = take(values, i & 3);
}

// === private-before: a write before the start of an array, two functions deeper
// private
// arg buffer int 32
void deeper(int *to, int i)
{
	to[i] = 1; //! write 4 @-4/32 x1 object numbers: to[i]
}
void deep(int *to, int i)
{
	deeper(to + 1, i - 1);
}
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	int numbers[8] = { 0 };
	deep(numbers, i == 31 ? -1 : i & 7);
	out[i] = numbers[1];
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	int numbers[8] = { 0 };
	deep(numbers, i & 7);
	out[i] = numbers[1];
}

// === private-variable: the variable after one whose address is taken
// private
// arg buffer int 32
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	int x = i;
	int *p = &x;
	out[i] = p[i == 31]; //! read 4 @4/4 x1 object x: p[i == 31]
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	int x = i;
	int *p = &x;
	out[i] = p[0] + *p;
}

// === private-array: a pointer to the array in the same function
// private
// arg buffer int 32
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	int t[4][2] = { { i } }, *p = t[1];
	out[i] = p[i == 31 ? 6 : i & 1]; //! read 4 @8/8 x1 array t: p[i == 31 ? 6 : i & 1]
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	int t[4][2] = { { i } }, *p = t[1];
	out[i] = p[i == 31 ? 5 : i & 1] + p[-2];
}

// === private-end: one past the end may be compared, not read
// private
// arg buffer int 32
int sum(const int *p, const int *end, int more)
{
	int result = 0;
	while (p < end)
		result += *p++;
	if (more)
		result += *end; //! read 4 @16/16 x1 object four: *end
	return result;
}
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	int four[4] = { i, i, i, i };
	out[i] = sum(four, four + 4, i == 31);
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	int four[4] = { i, i, i, i };
	out[i] = sum(four, four + 4, 0);
	for (int *p = four + 4; p-- > four;)
		out[i] += *p;
}

// === private-two: a pointer to the one array or the other one
// private
// arg buffer int 32
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	int two[2] = { i, i }, eight[8] = { i }, *p = i & 1 ? two : eight;
	p[i == 31 ? 2 : i & 1] = 1; //! write 4 @8/8 x1 object two: p[i == 31 ? 2 : i & 1]
	p = eight;
	p[7] = 1;
	out[i] = two[0] + eight[7];
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	int two[2] = { i, i }, eight[8] = { i }, *p = i & 1 ? two : eight;
	p[i & 1 ? 1 : 7] = 1;
	p = eight;
	p[7] = 1;
	out[i] = two[0] + eight[7];
}

// === private-block: a pointer that leaves the block of its array is reset
// private
// arg buffer int 32
kernel void faulty(global int *out)
{
	int i = get_global_id(0), x = 0, *p = &x;
	for (int j = 0; j < 3; j++) {
		int row[3] = { 1, 2, 3 };
		p = row;
		x += p[j + (i == 31)]; //! read 4 @12/12 x1 object row: p[j + (i == 31)]
		p = &x;
	}
	out[i] = *p;
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0), x = 0, *p = &x;
	for (int j = 0; j < 3; j++) {
		int row[3] = { 1, 2, 3 };
		p = row;
		x += p[j];
		p = &x;
	}
	out[i] = *p;
}

// === private-struct: a pointer to a member may go through the whole structure
// private
// arg buffer int 32
struct pair {
	int first[2];
	int second[2];
};
void set(struct pair *pair, int i)
{
	int *p = pair->first;
	p[i] = 1; //! write 4 @16/16 x1 object pair: p[i]
}
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	struct pair pair = { { 0 }, { 0 } };
	set(&pair, i == 31 ? 4 : i & 3);
	out[i] = pair.second[1];
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	struct pair pair = { { 0 }, { 0 } };
	set(&pair, i & 3);
	out[i] = pair.second[1];
}

// === private-union: bytes of a number
// private
// arg buffer int 32
union word {
	uint number;
	uchar bytes[4];
};
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	union word word = { i };
	uchar *bytes = (uchar *)&word;
	out[i] = bytes[i == 31 ? 4 : i & 3]; //! read 1 @4/4 x1 object word: bytes[i == 31 ? 4 : i & 3]
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	union word word = { i };
	uchar *bytes = (uchar *)&word;
	out[i] = bytes[i & 3] + bytes[3];
}

// === private-vector: components of a vector, which has four if it has three
// private
// arg buffer float 32
kernel void faulty(global float *out)
{
	int i = get_global_id(0);
	float3 v = (float3)(i, i, i);
	float *p = (float *)&v;
	p[i == 31 ? 4 : i & 3] = 0; //! write 4 @16/16 x1 object v: p[i == 31 ? 4 : i & 3]
	out[i] = v.x;
}
kernel void lawful(global float *out)
{
	int i = get_global_id(0);
	float3 v = (float3)(i, i, i);
	float *p = (float *)&v;
	p[i & 3] = 0;
	out[i] = v.x;
}

// === private-component: of a vector that a pointer points to
// private
// arg buffer float 32
void clear(float4 *v, int i)
{
	v[i].w = 0; //! write 4 @28/16 x1 object v: v[i].w
}
kernel void faulty(global float *out)
{
	int i = get_global_id(0);
	float4 v = 1;
	clear(&v, i == 31);
	out[i] = v.x;
}
kernel void lawful(global float *out)
{
	int i = get_global_id(0);
	float4 v = 1;
	clear(&v, 0);
	out[i] = v.x;
}

// === private-vload: four of an array of seven
// private
// arg buffer int 32
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	int seven[7] = { i };
	int4 v = vload4(i == 31, seven); //! read 16 @4/7 x1 array seven: vload4(i == 31, seven)
	out[i] = v.x;
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	int seven[7] = { i };
	vstore3((int3)(i), 1, seven + 1);
	out[i] = vload4(0, seven + 3).x;
}

// === private-sincos: a built-in function that writes
// private
// arg buffer float 32
kernel void faulty(global float *out)
{
	int i = get_global_id(0);
	float both[2] = { 0, 0 }, *cosine = both + 1 + (i == 31);
	both[0] = sincos((float)i, cosine); //! write 4 @2/2 x1 array both: sincos((float)i, cosine)
	out[i] = both[0];
}
kernel void lawful(global float *out)
{
	int i = get_global_id(0);
	float both[2] = { 0, 0 }, x, *cosine = both + 1;
	both[0] = sincos((float)i, cosine) + sincos(1.0f, &x);
	out[i] = both[0] + x;
}

// === private-parameter: an argument that is no pointer
// private
// arg buffer int 32
// arg bytes 16
struct four {
	int list[4];
};
kernel void faulty(global int *out, struct four four)
{
	int i = get_global_id(0), *p = (int *)&four;
	out[i] = p[i == 31 ? 4 : i & 3]; //! read 4 @16/16 x1 object four: p[i == 31 ? 4 : i & 3]
}
int last(struct four four)
{
	int *p = four.list + 3;
	return *p;
}
kernel void lawful(global int *out, struct four four)
{
	int i = get_global_id(0), *p = (int *)&four;
	out[i] = p[i & 3] + last(four);
}

// === private-barrier: an array that lives across barriers
// private
// arg buffer int 32
// run 32 local 8
void rotate_by(int *list, int by)
{
	int first = list[0];
	for (int i = 0; i < 3; i++)
		list[i] = list[i + by]; //! read 4 @16/16 x1 object list: list[i + by]
	list[3] = first;
}
kernel void faulty(global int *out)
{
	local int shared[8];
	int i = get_global_id(0), l = get_local_id(0), list[4] = { i, 1, 2, 3 }, *p = list;
	for (int round = 0; round < 2; round++) {
		shared[l] = p[round];
		barrier(CLK_LOCAL_MEM_FENCE);
		rotate_by(p, i == 31 && round == 1 ? 2 : 1);
		list[round] += shared[7 - l];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	out[i] = p[3];
}
kernel void lawful(global int *out)
{
	local int shared[8];
	int i = get_global_id(0), l = get_local_id(0), list[4] = { i, 1, 2, 3 }, *p = list;
	for (int round = 0; round < 2; round++) {
		shared[l] = p[round];
		barrier(CLK_LOCAL_MEM_FENCE);
		rotate_by(p, 1);
		list[round] += shared[7 - l];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	out[i] = p[3];
}

// === private-unknown: pointers in structures and in memory, null pointers
// private
// arg buffer int 32
struct list {
	int *items;
	int count;
};
int first_of(struct list *list)
{
	return list->count > 0 ? list->items[0] : 0;
}
int or_zero(const int *p)
{
	return p ? *p : 0;
}
kernel void faulty(global int *out)
{
	int i = get_global_id(0), x = i, *none = 0;
	int *both[2] = { &x, &x };
	struct list list = { &x, 1 };
	struct list *p = &list + (i == 31);
	out[i] = or_zero(none) + or_zero(both[1]) + first_of(&list);
	p->count = 0; //! write 4 @24/16 x1 object list: p->count
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0), x = i, y[4] = { 1, 2, 3, 4 }, *none = 0;
	int *both[2] = { &x, y };
	int **deep = &none;
	struct list list = { y + 3, 1 };
	out[i] = or_zero(none) + or_zero(both[1]) + or_zero(&y[3]) + first_of(&list);
	*deep = y;
	*deep += 3;
	out[i] += *none + or_zero(none) + **deep;
}

// === private-goto: a declaration that is jumped over
// private
// arg buffer int 32
void put(int *p, int i)
{
	p[i] = i; //! write 4 @8/8 x1 object two: p[i]
}
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
again:;
	int two[2] = { i, i };
	put(two, i == 31 ? 2 : i & 1);
	if (i++ == 31)
		goto again;
	out[i & 31] = two[0];
}
kernel void lawful(global int *out)
{
	int i = get_global_id(0);
	if (i & 1)
		goto inside;
	for (int j = 0; j < 2; j++) {
		int two[2];
inside:
		put(two, 0);
		put(two, 1);
		out[i] = two[1];
		if (i & 1)
			break;
	}
	switch (i & 3) {
		int more[3];
	case 0:
		put(more, 2);
		out[i] = more[2];
		break;
	default:
		put(more, 1);
		out[i] = more[1];
	}
}

// === private-generic: generic pointers to private memory
// private
// arg buffer int 32
// options -cl-std=CL3.0
// needs generic
int of(int *p, int i)
{
	return p[i]; //! read 4 @12/12 x1 object three: p[i]
}
kernel void faulty(global int *out)
{
	int i = get_global_id(0);
	int three[3] = { i, i, i };
	int *q = i & 1 ? three : three + 1;
	out[i] = of(three, i == 31 ? 3 : i & 1) + q[0];
}
kernel void lawful(global int *out)
{
	local int shared[4];
	int i = get_global_id(0);
	int three[3] = { i, i, i };
	private int *p = three;
	int *q = i & 1 ? three : (int *)out;
	shared[i & 3] = 1;
	barrier(CLK_LOCAL_MEM_FENCE);
	int *r = i & 1 ? three : (int *)shared;
	out[i] = of(three, i & 1) + of(out, 0) + of(shared, 3) + of(p, 2) + q[2] + r[2] + *p;
	q = shared;
	p = to_private(q);
	out[i] += q[1] + (p ? *p : 0);
}

// === private-many: what programs do with pointers to private memory
// private
// arg buffer int 64
// arg bytes 32
// arg local 64
// options -w
typedef int row_t[4];
typedef struct {
	char tag;
	union {
		int i[2];
		float f[2];
		uchar b[8];
	} u;
	struct {
		short s[3];
	} in[2];
} mix_t;
struct big {
	int v[8];
};
enum color { RED, GREEN };
int unnamed(int *q, int x)
{
	return x;
}
int two_d(int a[][4], int i, int j)
{
	return a[i][j];
}
int ptr_arr(int (*p)[4], int i)
{
	return (*p)[i] + p[1][i];
}
void swap(int *a, int *b)
{
	int t = *a;
	*a = *b;
	*b = t;
}
void deep3(int **pp)
{
	**pp = 3;
	*pp += 1;
	**pp = 4;
}
int *pick(int *a, int *b, int c)
{
	return c ? a : b;
}
int conv(const volatile int *restrict p)
{
	return *p;
}
int sum_to(const int *first, const int *last)
{
	int s = 0;
	for (; first != last; ++first)
		s += *first;
	return s;
}
int back(const int *end, int n)
{
	int s = 0;
	while (n--)
		s += *--end;
	return s;
}
void fill(void *to, int n)
{
	uchar *b = to;
	for (int i = 0; i < n; i++)
		b[i] = (uchar)i;
}
void copy(struct big *to, const struct big *from)
{
	*to = *from;
	to->v[7] = from->v[0];
}
int by_value(struct big b, int i)
{
	int *p = b.v, *q = &b.v[7];
	p[i] = 1;
	struct big c = b;
	copy(&b, &c);
	return *q + b.v[0];
}
float lanes(float4 *v, int n)
{
	float s = 0;
	for (int i = 0; i < n; i++) {
		s += v[i].x + v[i].s3 + ((float *)(v + i))[2];
		v->xy = v->yx;
	}
	return s;
}
int moved(int *p, int n)
{
	p += n;
	p -= n;
	if (n & 1)
		p = p + 1;
	else
		p--;
	return p == 0 ? 0 : p[(n & 1) ? -1 : 1];
}
int sw(int *a, int *b, int c)
{
	int *p = a, *t;
	for (int i = 0; i < 3; i++) {
		t = p;
		p = b;
		b = t;
	}
	switch (c) {
	case 0: {
		int k[2] = { 1, 2 };
		p = k;
		c = p[1];
		break;
	}
	default:
		p = b;
	}
	return *b + c;
}
event_t ev(event_t *e)
{
	return *e;
}
int opt(int *maybe, int x)
{
	if (maybe)
		*maybe = x;
	return x;
}
int nest(int n)
{
	int r = 0, *p = &r;
	do {
		int n2[2] = { n, n };
		int *q = n2;
		{
			int n2[1] = { 5 };
			q = n & 1 ? n2 : q;
			r += q[0];
		}
	} while (n-- > 0);
	return *p;
}
int forinit(int n)
{
	int s = 0;
	for (int i = 0, *p = &i; i < n; (*p)++)
		s += *p;
	for (int a[2] = { 0, 2 }, *p = a; p[0] < p[1]; p[0]++)
		s++;
	return s;
}
int multi(int n)
{
	int a[3] = { n, n, n }, *p = a + 1, b = conv(a + 2), *q = n ? p : &b, c[2] = { *q, *p };
	return c[1] + *q + p[1] + b;
}
int noblock(int n)
{
	int x = 0, y[2];
	int *p;
	if (n)
		p = &x;
	else
		p = y + 1;
	*p = 2;
	for (int i = 0; i < 2; i++)
		y[i] = *p;
	return y[1];
}
uint bits(float f)
{
	return *(uint *)&f + as_uint(f);
}
ulong parts(ulong l)
{
	uint2 *h = (uint2 *)&l;
	uchar *b = (uchar *)h;
	return h->y + b[7] + ((ushort4 *)&l)->w + (*(ulong *)b);
}
int halves(half *h, int i)
{
	return (int)vload_half(i, h);
}
int conststruct(const mix_t *m)
{
	return m->in[1].s[2] + m->u.b[7] + ((const uchar *)m)[sizeof(*m) - 1];
}
void vol(volatile int *p, int n)
{
	for (int i = 0; i < n; ++i)
		p[i] ^= i;
	p[0]++;
	--p[n - 1];
	p[1] += p[0];
}
int modf2(float x)
{
	float ip[2], *p = ip;
	int ex;
	int e[1];
	return (int)(modf(x, p + 1) + frexp(x, &ex) + frexp(x, e) + fract(x, &ip[0]) +
		     remquo(x, 2.0f, e)) +
	       ex;
}
int mask(int3 *v)
{
	(*v).z = 1;
	v->x = 2;
	v[0].yz = (int2)(1);
	int3 w = *v;
	return w.x + vload3(0, (int *)v).y;
}
bool flags(bool *b)
{
	*b = !*b;
	return b[0];
}
size_t sz(size_t *s)
{
	return sizeof(*s) + *s;
}
enum color en(enum color *c)
{
	return *c == RED ? GREEN : *c;
}
int cmp(const int *a, const int *e)
{
	return a < e ? (int)(e - a) : (a >= e);
}
void body(global int *out, struct big v, local int *l)
{
	int i = get_global_id(0), x = 1, y = 2, z[4] = { 1, 2, 3, 4 }, w[2][4] = { { 0 } },
	    *px = &x, *py = z;
	row_t r = { 1, 2, 3, 4 };
	mix_t m = { 0 };
	struct {
		int q[2];
	} an = { { 1, 2 } };
	const int k[2] = { 3, 4 };
	volatile int vv[3] = { 1 };
	float4 f[2] = { 1, 2 };
	int3 t3 = 0;
	bool b = true;
	size_t s = 1;
	enum color c = RED;
	struct big cp;
	ushort hs[4];
	half *hh = (half *)hs;
	void *vp = &m;
	int acc = unnamed(px, 1) + two_d(w, 1, 3) + ptr_arr(w, 3) + conv(px) + conv(k + 1) +
		  sum_to(z, z + 4) + back(z + 4, 4) + back(&r[4], 4);
	swap(&x, &y);
	swap(z, z + 3);
	swap(px, &an.q[1]);
	deep3(&py);
	acc += *pick(px, z + 3, i & 1);
	fill(&m, sizeof(m));
	fill(vp, sizeof(mix_t));
	fill(m.u.b, 8);
	fill(f, sizeof f);
	fill(hh, sizeof(hs));
	copy(&cp, &v);
	acc += by_value(v, 7) + by_value(cp, i & 7);
	acc += (int)lanes(f, 2);
	acc += moved(z + 1, 1) + moved(z + 1, 2) + sw(z, &x, i & 1) + opt(0, 1) + opt(NULL, 2) +
	       opt(&x, 3) + nest(3) + forinit(3) + multi(i) + noblock(i & 1);
	acc += bits(1.0f) + parts(3) + halves(hh, 3) + conststruct(&m) + modf2(1.5f) + mask(&t3) +
	       flags(&b) + sz(&s) + en(&c) + cmp(z, z + 4);
	vol(vv, 3);
	int *it = an.q, *end = an.q + 2;
	while (it < end)
		acc += *it++;
	it[-1] = 2;
	int(*rows)[4] = w;
	acc += rows[1][3] + *rows[1] + (*(rows + 1))[2];
	do {
		int tmp = acc;
		int *tp = &tmp;
		acc = *tp + 1;
	} while (0);
	l[get_local_id(0) & 15] = acc;
	event_t e = async_work_group_copy(l, out, 1, 0);
	event_t *pe = &e;
	wait_group_events(1, pe);
	wait_group_events(1, &e);
	out[i] = acc + x + y + *py;
}
kernel void faulty(global int *out, struct big v, local int *l)
{
	int i = get_global_id(0), x, *p = &x;
	body(out, v, l);
	p[i == 31] = 1; //! write 4 @4/4 x1 object x: p[i == 31]
}
kernel void lawful(global int *out, struct big v, local int *l)
{
	body(out, v, l);
}
