/* SPDX-License-Identifier: Apache-2.0 */
/* execinfo: if it is there, tests expect stacks, which the layers take on Windows. */
