#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What conda-build runs in the unpacked tarball. As with conda-forge's ocl-icd, an environment sees its own
# drivers only; ocl-icd-system adds the system's drivers.
set -ex

./configure --prefix="$PREFIX" --with-vendor-dirs="$PREFIX/etc/OpenCL/vendors" \
	--with-layer-dirs="$PREFIX/etc/OpenCL/layers" --without-rewriter
make -j"$CPU_COUNT"
make install

# conda-build keeps no empty directory; the link of ocl-icd-system is made in this one.
mkdir -p "$PREFIX/etc/OpenCL/vendors"
touch "$PREFIX/etc/OpenCL/vendors/.conda_keep"
