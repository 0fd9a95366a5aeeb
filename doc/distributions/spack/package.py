# Copyright 2026 the clrouter authors
#
# SPDX-License-Identifier: Apache-2.0

from spack_repo.builtin.build_systems.autotools import AutotoolsPackage

from spack.package import *


class Clrouter(AutotoolsPackage):
    """OpenCL ICD loader, with configuration of drivers, with layers, and with a
    tool that says why a driver is missing."""

    homepage = "https://clrouter.invalid"
    url = "https://clrouter.invalid/releases/clrouter-0.1.0.tar.gz"

    license("Apache-2.0")

    version("0.1.0", sha256="0000000000000000000000000000000000000000000000000000000000000000")

    variant("system", default=True, description="See the drivers of the system, too")
    variant("sqlite", default=True, description="Reports can be databases")
    variant("libdw", default=True, description="Reports name functions and lines")

    depends_on("c", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("opencl-c-headers@2023.02.06:", type=("build", "link"))
    depends_on("sqlite", when="+sqlite")
    depends_on("elfutils", when="+libdw")

    provides("opencl@:3.0")

    # It is built for Linux only; OpenCL.dll is built by mingw-w64.
    conflicts("platform=darwin")
    conflicts("platform=windows")

    def configure_args(self):
        # Spack has no package of inih.
        args = ["--with-inih=own", "--without-rewriter"]
        args += self.with_or_without("sqlite")
        args += self.with_or_without("libdw")
        if self.spec.satisfies("~system"):
            args.append(f"--with-vendor-dirs={self.prefix.etc.OpenCL.vendors}")
            args.append(f"--with-layer-dirs={self.prefix.etc.OpenCL.layers}")
        return args

    @property
    def libs(self):
        return find_libraries("libOpenCL", root=self.prefix.lib, recursive=False)
