#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The validation layer finds nothing in programs that are right, also if it looks for races.
set -u
. "${srcdir:-.}/tests/layers/layer-programs.sh"

check_right libCLValidation.so OPENCL_VALIDATION_FILE
OPENCL_VALIDATION_RACES=yes
export OPENCL_VALIDATION_RACES
check_right libCLValidation.so OPENCL_VALIDATION_FILE
finish
