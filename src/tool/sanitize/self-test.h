/* SPDX-License-Identifier: Apache-2.0 */
/*
 * self-test: does the sanitizer work on the devices of this system? On each of them a child process runs
 * a kernel with a planted fault and a right one, with the layer above the driver.
 */
#ifndef CLROUTER_TOOL_SANITIZE_SELF_TEST_H
#define CLROUTER_TOOL_SANITIZE_SELF_TEST_H

#include <stdbool.h>

#include "tool/tool.h"

/*
 * Tests all devices of all drivers, and writes a line for each. SERVER is the path of the server's
 * socket. True: it works on all of them that can be tested, and there is one.
 */
bool self_test_run(struct tool *tool, const char *server);

#endif
