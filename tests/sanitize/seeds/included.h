/* SPDX-License-Identifier: Apache-2.0 */
/* included.h: what a seed of source.cl includes. */
void included_put(global int *to, int i)
{
	to[i] = 1; //! write 4 @128/128 x1 argument 0: to[i]
}
