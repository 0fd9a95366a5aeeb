# SPDX-License-Identifier: Apache-2.0
#
# stage-conda.py RECIPE DIRECTORY: does with the unpacked tarball in DIRECTORY/source what conda-build and conda do
# with a recipe on Linux, and nothing else: builds it in a prefix with a name of 255 bytes, gives each file to
# the package whose list has it, puts the real prefix into the files as conda does when it installs them, and runs
# the tests of meta.yaml there, with ocl-icd-system's link at the end. The packages that the recipe needs are this
# system's. Fails at the first thing that is wrong.

import glob
import os
import re
import shutil
import subprocess
import sys

import jinja2
import yaml

recipe, directory = sys.argv[1:3]
length = 255


def read_recipe():
    text = open(os.path.join(recipe, "meta.yaml")).read()
    # A line with a selector is there if it is true.
    lines = [line for line in text.splitlines() if not re.search(r"# \[not linux\]$", line)]
    context = {
        "compiler": lambda name: "gcc",
        "stdlib": lambda name: "libc",
        "pin_subpackage": lambda name, **pins: name,
        "pin_compatible": lambda name, **pins: name,
    }
    return yaml.safe_load(jinja2.Template("\n".join(lines), undefined=jinja2.StrictUndefined).render(context))


def run(command, cwd, prefix, **variables):
    environment = {
        "PREFIX": prefix, "CONDA_PREFIX": prefix, "CC": "gcc", "HOME": directory, "LC_ALL": "C.UTF-8",
        "PATH": prefix + "/bin:" + os.environ["PATH"], "PKG_CONFIG_PATH": prefix + "/lib/pkgconfig",
        "CPU_COUNT": os.environ.get("CPU_COUNT", "1"), **variables,
    }
    print("+", command, flush=True)
    subprocess.run(["sh", "-e", "-c", command], cwd=cwd, env=environment, check=True)


def fail(why):
    sys.exit("stage-conda: " + why)


def files_below(place):
    return sorted(os.path.relpath(os.path.join(path, name), place)
                  for path, _, names in os.walk(place) for name in names)


# conda-build removes .la files, and a package of the headers is another one.
def built_files(prefix):
    for name in files_below(prefix):
        if name.endswith(".la"):
            os.unlink(os.path.join(prefix, name))
    return [name for name in files_below(prefix) if not name.startswith("include/CL/")]


def share_out(outputs, prefix):
    owner = {}
    for output in outputs:
        for pattern in output["files"]:
            found = []
            for path in glob.glob(os.path.join(prefix, pattern)):
                found += [os.path.relpath(path, prefix)] if not os.path.isdir(path) else [
                    os.path.join(os.path.relpath(path, prefix), name) for name in files_below(path)]
            if not found:
                fail(f"{output['name']} has no {pattern}")
            for name in found:
                if owner.setdefault(name, output["name"]) != output["name"]:
                    fail(f"{name} is in {owner[name]} and in {output['name']}")
    lost = [name for name in built_files(prefix) if name not in owner]
    if lost:
        fail(f"no package has {' '.join(lost)}")
    return owner


# In a text the prefix is replaced; in a binary the string up to its NUL keeps its length.
def relocate(path, old, new):
    content = open(path, "rb").read()
    if old not in content:
        return 0
    if b"\0" in content:
        def padded(match):
            text = match.group(0).replace(old, new)
            return text + b"\0" * (len(match.group(0)) - len(text))
        content = re.sub(re.escape(old) + rb"[^\0]*\0", padded, content)
    else:
        content = content.replace(old, new)
    with open(path, "wb") as file:
        file.write(content)
    return 1


def install(old, new):
    shutil.copytree(old, new, symlinks=True)
    changed = 0
    for name in files_below(new):
        path = os.path.join(new, name)
        if not os.path.islink(path):
            changed += relocate(path, old.encode(), new.encode())
    print(f"conda: the prefix was in {changed} files")
    if subprocess.run(["grep", "-r", "-a", "-l", "-F", "_placehold_placehold", new]).returncode == 0:
        fail("the prefix of the build is left in a file")


def main():
    meta = read_recipe()
    outputs = meta["outputs"]
    old = os.path.join(os.path.abspath(directory), "h_env")
    old += ("_placehold" * length)[:length - len(old)]
    new = os.path.join(os.path.abspath(directory), "env")
    shutil.copytree("/usr/include/CL", old + "/include/CL")
    run("sh " + os.path.abspath(os.path.join(recipe, "build.sh")), directory + "/source", old)
    owner = share_out(outputs, old)
    print(f"conda: {len(owner)} files in {len(outputs)} packages")
    install(old, new)
    for output in outputs:
        place = os.path.join(directory, "test-" + output["name"])
        os.mkdir(place)
        for name in output["test"].get("files", []):
            shutil.copy(os.path.join(recipe, name), place)
        for command in output["test"]["commands"]:
            run(command, place, new)
        print(f"conda: {output['name']}: {len(output['test']['commands'])} test commands passed")
    # Without the link, the system's drivers are not looked for; with it, each is.
    run('! clrouter files --json | grep -F \'"/etc/OpenCL\'', directory, new)
    system = os.path.join(directory, "system")
    os.mkdir(system)
    with open(system + "/stub.icd", "w") as file:
        file.write("libstub-of-the-system.so.1\n")
    os.symlink(system, new + "/etc/OpenCL/vendors/ocl-icd-system")
    run("clrouter files | grep stub-of-the-system", directory, new)
    print("conda: the link of ocl-icd-system is followed")


main()
