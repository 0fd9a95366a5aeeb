#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The lifetime layer reports nothing for programs that are right.
set -u
. "${srcdir:-.}/tests/layers/layer-programs.sh"

check_right libCLLifetime.so OPENCL_LIFETIME_FILE
finish
