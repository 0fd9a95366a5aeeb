#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Runs every example of the manual pages, README.md and the pages in doc/ that users read, and
# compares what it prints with what the page shows. How an example is marked is explained in
# examples.awk; a block without a mark is a failure.
#
# Each example gets a system of its own in a directory: $root has /etc/OpenCL with three drivers
# (intel, nvidia, pocl) and the shipped configuration. clrouter reads it by
# --root; other programs use the library that was built, and read it by variables. In an
# expected output "..." stands for any text, and a line "..." for any number of lines.
#
# test-examples.sh [PAGE]...: the examples of these pages only; set EXAMPLE to run one of them.
# shellcheck disable=SC2012,SC2016,SC2088  # files of packages; text for other shells
set -u
# They belong to the make that runs the tests, not to an example's make.
unset MAKEFLAGS MFLAGS MAKELEVEL
srcdir=${srcdir:-.}
srcdir=$(cd "$srcdir" && pwd -P)
build=$(pwd -P)
tool=${CLROUTER:-$build/clrouter}
work=$(mktemp -d) || exit 99
work=$(cd "$work" && pwd -P)
trap 'rm -rf "$work"' EXIT
failures=0
examples=0
texts=0
skipped=
pocl=$(ls /etc/OpenCL/vendors/pocl*.icd /usr/share/OpenCL/vendors/pocl*.icd 2>/dev/null | head -n 1)

fail() {
	echo "FAIL: $page:$line: example $name: $*"
	failures=$((failures + 1))
}

# Variables of make, with all others in them replaced; make may print other lines before. It takes a second,
# so they are given to the runs in which this script tests itself.
variables=${VARIABLES:-$work/variables}
[ -e "$variables" ] || {
	cat >"$work/variables.mk" <<'END'
include Makefile
print-variables:
	@printf '%s\n' '$(FULL_SYSCONFDIR)' '$(FULL_DATADIR)' '$(prefix)' '$(libdir)' \
		'$(CC) $(CPPFLAGS) $(CFLAGS)'
END
	make -s -f "$work/variables.mk" print-variables | tail -n 5 >"$variables"
}
{
	read -r sysconfdir
	read -r datadir
	read -r prefix
	read -r libdir
	read -r compiler
} <"$variables"
case $sysconfdir:$datadir:$prefix:$libdir in
/*:/*:/*:/*) ;;
*)
	echo "make does not say where clrouter is installed"
	exit 99 ;;
esac

# --- the system of an example ---

# driver NAME LIBRARY: installs the stub driver NAME as LIBRARY
driver() {
	cp "$build/tests/stubs/example-$1.so" "$stage/lib/$2"
	echo "$2" >"$root/etc/OpenCL/vendors/$1.icd"
}

make_stage() {
	stage=$work/stage
	root=$stage/root
	chmod -R u+w "$stage" 2>/dev/null
	rm -rf "$stage"
	mkdir -p "$stage/lib" "$stage/bin" "$stage/here" "$root/etc/OpenCL/vendors" \
		"$root$sysconfdir/OpenCL/loader.conf.d" "$root$datadir/OpenCL" \
		"$root/home/user/.config/OpenCL" "$root/usr/bin"
	cp -R "$srcdir/etc/loader.conf.d" "$srcdir/etc/layers.conf.d" "$root$datadir/OpenCL"
	chmod -R u+w "$root"
	driver intel libigdrcl.so
	driver nvidia libnvidia-opencl.so.1
	driver pocl libpocl.so.2
	printf '#!/bin/sh\nexec %s "$@"\n' "$compiler" >"$stage/bin/cc"
	chmod +x "$stage/bin/cc"
	for each in darktable blender; do
		cp "$build/doc/examples/.libs/vector-add" "$root/usr/bin/$each"
	done
}

# Installs clrouter for the examples that build against it, once for all of them.
installed() {
	[ -e "$work/installed" ] && return
	make -s -C "$build" install \
		DESTDIR="$work/installed" >"$work/install.log" 2>&1 && return
	tail -n 20 "$work/install.log"
	return 1
}

# merged NAME SECTION KEY DIRECTORIES: all files of the example as one, for programs other than
# clrouter: the library has no --root.
merged() {
	{
		printf '[%s]\n%s = %s\n' "$2" "$3" "$4"
		find "$root$datadir/OpenCL/$1.conf.d" "$root$sysconfdir/OpenCL/$1.conf" \
			"$root/home/user/.config/OpenCL/$1.conf" -type f -exec cat {} + 2>/dev/null
	} >"$stage/$1.conf"
}

# What every script of an example starts with. clrouter's options come after the subcommand.
write_prelude() {
	merged loader loader vendor_dirs "$root/etc/OpenCL/vendors"
	merged layers layers layer_dirs "$root/etc/OpenCL/layers"
	cat <<END
stage=$stage root=$root build=$build srcdir=$srcdir
export HOME=/home/user LC_ALL=C NO_COLOR=1 POCL_CACHE_DIR="${POCL_CACHE_DIR:-$work/cache}"
export PATH="$stage/bin:$build:$PATH" LIBRARY_PATH="$build/.libs"
export LD_LIBRARY_PATH="$stage/lib:$build/.libs"
export OPENCL_LOADER_CONFIG="$stage/loader.conf"
export PKG_CONFIG_LIBDIR="$work/installed$libdir/pkgconfig"
export PKG_CONFIG_SYSROOT_DIR="$work/installed" CMAKE_PREFIX_PATH="$work/installed$prefix"
clrouter() {
	case \$1 in
	run | record | capture | replay | report | -*) "$tool" "\$@"; return ;;
	esac
	subcommand=\$1
	shift
	env -u OPENCL_LOADER_CONFIG "$tool" "\$subcommand" --root "$root" "\$@"
}
cd "$stage/here" || exit
# --- the example ---
END
}

# Directories of the system that an example names become directories of its own. clrouter's
# arguments stay as they are, since it puts --root in front of them itself.
in_stage() {
	sed -E -e "/clrouter /!s,(^|[ =>\"'])($sysconfdir|/etc|/usr/share)/OpenCL,\1$root\2/OpenCL,g" \
		-e "s,~/,$root/home/user/,g"
}

# is_contained SCRIPT: no example may touch the system that runs the tests, so a script that names
# any other absolute path, but to clrouter's and configure's options, or "..", is not run.
is_contained() {
	awk -v work="$work/" '/^# --- the example ---$/ { inside = 1; next }
	inside {
		commands++
		gsub(/--(program|root|prefix)[ =][^ ]*/, "")
		count = split($0, words, /[] =<>:"\047();|&]/)
		for (i = 1; i <= count; i++)
			if (words[i] ~ /(^|\/)\.\.(\/|$)|^~[^\/]/ || (words[i] ~ /^\// &&
			    words[i] != "/dev/null" && index(words[i], work) != 1))
				outside = outside " " words[i]
	}
	END {
		print outside
		exit commands == 0 || outside != ""
	}' "$1" >"$work/outside" && return
	fail "is not run, since it is empty, or names a path of the system:$(cat "$work/outside")"
	return 1
}

# --- the steps of an example ---

# Nothing that the configuration has is unknown or refused. Only a session can show mistakes.
check_configuration() {
	{ write_prelude; echo 'clrouter doctor'; } >"$work/script"
	sh "$work/script" 2>&1 | grep -A 4 -e '^[a-z]*: [^ ]*: \(configuration\|config-[a-z]*\): ' \
		>"$work/found" || return
	fail "the configuration is not accepted"
	cat "$work/found"
}

do_setup() {
	case $argument in
	installed)
		installed || fail "make install"
		return ;;
	pocl)
		rm "$root"/etc/OpenCL/vendors/*.icd
		cp "$pocl" "$root/etc/OpenCL/vendors"
		return ;;
	esac
	{ write_prelude; printf '%s\n' "$argument" | in_stage; } >"$work/script"
	is_contained "$work/script" || return
	sh -e "$work/script" >"$work/found" 2>&1 && return
	fail "setup"
	cat "$work/found"
}

do_file() {
	case $argument in
	/*) target=$root$argument ;;
	'~/'*) target=$root/home/user/${argument#'~/'} ;;
	*) target=$stage/here/$argument ;;
	esac
	mkdir -p "${target%/*}" && cp "$block" "$target"
	case $argument in
	*.conf) [ "$kind" = mistake ] || check_configuration ;;
	esac
}

do_commands() {
	{ write_prelude; echo 'set -e'; in_stage <"$block"; } >"$work/script"
	is_contained "$work/script" || return
	sh "$work/script" >"$work/found" 2>&1 && return
	fail "a command fails"
	tail -n 20 "$work/found"
}

# Each switch of configure exists.
do_configure() {
	switches=$(grep -o -e '--[a-z-]*' "$block" | sort -u)
	[ -n "$switches" ] || fail "there is no switch of configure"
	[ -e "$work/configure-help" ] || "$srcdir/configure" --help >"$work/configure-help"
	for each in $switches; do
		grep -q -e "^ *${each}[=[ ]" -e "^ *${each}\$" "$work/configure-help" ||
			fail "configure has no switch $each"
	done
}

# The commands of a session, each followed by a line that ends its output.
write_session() {
	write_prelude
	awk '/^[$#] / { if (NR > 1) print "echo \"@end\"" } /^[$#>] / { print substr($0, 3) }
		END { print "echo \"@end\"" }' "$block" | in_stage
}

# Times and process numbers differ from run to run.
without_times() {
	sed -E -e 's/ *[0-9]+\.[0-9]{3,6}/ #/g' -e 's/\[[0-9]+ #\]/[#]/' "$1"
}

# compare EXPECTED FOUND: "..." in what is expected matches anything.
compare() {
	without_times "$1" >"$work/wanted" && without_times "$2" >"$work/found" || return
	awk 'function pattern(line,    parts, count, i, text) {
		count = split(line, parts, /\.\.\./)
		for (i = 1; i <= count; i++) {
			gsub(/[][\\.*^$+?(){}|\/]/, "\\\\&", parts[i])
			text = text (i > 1 ? ".*" : "") parts[i]
		}
		return "^" text "$"
	}
	# Matches the expected lines from i on with those found from j on.
	function fits(i, j) {
		for (; i <= wanted; i++) {
			if (expected[i] == "...") {
				for (; j <= found + 1; j++)
					if (fits(i + 1, j))
						return 1
				return 0
			}
			if (j > found || output[j] !~ pattern(expected[i]))
				return 0
			j++
		}
		return j > found
	}
	FNR == NR { expected[++wanted] = $0; next }
	{ output[++found] = $0 }
	END { exit !fits(1, 1) }' "$work/wanted" "$work/found"
}

do_session() {
	grep -q '^[$#] ' "$block" || fail "a session without a command"
	write_session >"$work/script"
	is_contained "$work/script" || return
	sh "$work/script" >"$work/output" 2>&1
	sed -e "s|$root||g" -e "s|$stage/lib/|/usr/lib/|g" -e "s|$stage/here|/home/user|g" \
		-e "s|$build/.libs/|/usr/lib/|g" "$work/output" >"$work/mapped"
	awk '/^[$#] / { if (NR > 1) print "@end"; next } /^> / { next } { print }
		END { print "@end" }' "$block" >"$work/expected"
	compare "$work/expected" "$work/mapped" && return
	fail "prints something else (<: the page, >: the command)"
	diff "$work/expected" "$work/mapped"
}

machine_of() {
	od -A n -t x1 -j 18 -N 2 "$1"
}

# Programs of the system load the library only if it is built for them.
cannot_run() {
	case $1 in
	*.libs/* | *clinfo* | *"cc "* | *cmake* | *"run "* | *"make check"* | *./program* | */vector-add*) ;;
	*) return 1 ;;
	esac
	if [ "$(machine_of .libs/libOpenCL.so.1)" != "$(machine_of /bin/sh)" ]; then
		echo "programs of this machine cannot load the library that was built"
	elif grep -q -e __asan_init -e __tsan_init .libs/libOpenCL.so.1; then
		echo "the library is built with a sanitizer, the programs of the system are not"
	else
		return 1
	fi
}

# The reason why this system cannot run a step; fails if it can.
reason_to_skip() {
	words="$(cat "$block" 2>/dev/null) "
	cannot_run "$words" && return
	if [ "$kind $argument" = "setup pocl" ]; then
		[ -n "$pocl" ] || { echo "PoCL is not installed"; return; }
		[ -d /sys/devices/system/cpu ] || { echo "PoCL needs /sys"; return; }
	fi
	case $words in
	*"./configure "*)
		[ "$kind" != session ] || [ ! -e "$srcdir/config.status" ] ||
			{ echo "the source directory is configured for a build in it"; return; } ;;
	esac
	case $words in
	*"clrouter sanitize "*)
		[ -x "$build/clrouter-rewriter" ] ||
			{ echo "clrouter-rewriter is not built: libclang is missing"; return; } ;;
	esac
	for tool in clinfo cmake pkg-config jq; do
		case $words in
		*"$tool "*) command -v "$tool" >/dev/null || { echo "$tool is not installed"; return 0; } ;;
		esac
	done
	return 1
}

# step: as the variables page, line, name, kind, argument and block say.
step() {
	if [ "$kind" = text ]; then
		texts=$((texts + 1))
		return
	fi
	if [ "$name" != "$previous" ]; then
		previous=$name
		examples=$((examples + 1))
		skipped=
		make_stage
	fi
	[ -z "$skipped" ] || return
	if reason=$(reason_to_skip); then
		skipped=yes
		examples=$((examples - 1))
		echo "skipped: $page:$line: example $name: $reason"
		return
	fi
	case $kind in
	setup) do_setup ;;
	file | mistake) do_file ;;
	commands) do_commands ;;
	session) do_session ;;
	configure) do_configure ;;
	*) fail "unknown kind \"$kind\"" ;;
	esac
}

# run_page FILE
run_page() {
	page=$1
	previous=
	rm -rf "$work/blocks"
	mkdir "$work/blocks"
	awk -v out="$work/blocks" -f "$srcdir/tests/process/examples.awk" "$page" >"$work/steps"
	[ -s "$work/steps" ] || { line=1; name=none; fail "no example was found"; }
	while read -r number line name kind argument; do
		name=${name%:}
		block=$work/blocks/$number
		if [ "$number" = error ]; then
			echo "FAIL: $page:$line: $name $kind $argument"
			failures=$((failures + 1))
		elif [ -z "${EXAMPLE-}" ] || [ "$EXAMPLE" = "$name" ]; then
			step </dev/null
		fi
	done <"$work/steps"
}

# --- this test itself ---

# must_fail MESSAGE: the page on standard input is found wrong, for this reason.
must_fail() {
	cat >"$work/wrong.$suffix"
	TMPDIR=$work VARIABLES=$variables sh "$0" "$work/wrong.$suffix" >"$work/said" 2>&1 &&
		echo "FAIL: a wrong page is accepted: $1" && failures=$((failures + 1))
	grep -q -e "^FAIL: .*$1" "$work/said" && return
	echo "FAIL: a wrong page is not reported as \"$1\":"
	cat "$work/wrong.$suffix" "$work/said"
	failures=$((failures + 1))
}

# wrong_block KIND TEXT MESSAGE
wrong_block() {
	printf '<!-- example wrong: %s -->\n```\n%s\n```\n' "$1" "$2" | must_fail "$3"
}

check_itself() {
	suffix=md
	wrong_block session "$(printf '$ echo right\nwrong')" "prints something else"
	wrong_block session "$(printf '$ echo right')" "prints something else"
	wrong_block session "$(printf '$ true\nmore')" "prints something else"
	wrong_block session "no command" "a session without a command"
	wrong_block session "\$ cat /etc/hostname" "names a path of the system"
	wrong_block commands "touch /clrouter-was-here" "names a path of the system"
	wrong_block commands "echo >/clrouter-was-here" "names a path of the system"
	wrong_block commands "touch ../../clrouter-was-here" "names a path of the system"
	wrong_block commands "touch ~root/clrouter-was-here" "names a path of the system"
	wrong_block commands "$(printf 'false\ntrue')" "a command fails"
	wrong_block configure "./configure --with-nothing" "configure has no switch"
	wrong_block nonsense "x" "unknown kind"
	wrong_block text "x" "without a reason"
	wrong_block "file /etc/OpenCL/loader.conf" "frist = x" "the configuration is not accepted"
	printf '```\nx\n```\n' | must_fail "a block without a mark"
	printf 'text\n\n    x\n' | must_fail "a block without a mark"
	printf '<!-- example wrong: session -->\ntext\n' | must_fail "a mark without a block"
	printf '<!-- example wrong: text a reason -->\n```\nx\n' | must_fail "a block without an end"
	printf 'text\n' | must_fail "no example was found"
	suffix=1
	printf '.Bd -literal\nx\n.Ed\n' | must_fail "a block without a mark"
	printf '.Dl x\n' | must_fail "a block without a mark"
	printf '.\\" example wrong: session\n.Sh NAME\n' | must_fail "a mark without a block"
	printf '.\\" example wrong: session\n.Bd -literal\n$ true\n.Pp\n.Ed\n' |
		must_fail "a macro inside an example"
}

if [ $# -eq 0 ]; then
	check_itself
	set -- doc/*.[157] "$srcdir/README.md" "$srcdir/doc/writing-a-layer.md" \
		"$srcdir/doc/packaging.md" "$srcdir/doc/migration.md"
fi
for each; do
	run_page "$each"
done
echo "$examples examples run, $texts blocks of plain text, $failures failures"
[ "$failures" -eq 0 ]
