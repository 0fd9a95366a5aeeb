/* SPDX-License-Identifier: Apache-2.0 */
/*
 * extension-check: compares extensions.list with the installed OpenCL headers while it is compiled,
 * as far as these have the extension in a version that the list has; a wrong prototype is a compile
 * error. It contains no code.
 */
#include <clrouter/extension-functions.h>

#include "opencl/extension-check.inc"
