#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-structure: checks the structure of src/ that HACKING.md describes. A folder includes only
# from itself and from folders above it in the list of HACKING.md, and includes are written with the
# folder. No two headers have the same name or include guard, or declare the same function, and no two
# structs have the same name. Only certain files include some headers, read the environment, write to
# standard error or open a file for writing. No two files call each other, neither directly nor through
# others; the calls are read from the objects in the build directory, which is the working directory.
# The files of src/opencl and src/state have unit tests. No function has more than 60 lines.
# Windows has or refuses each subcommand, and some code reads each setting that a key has.
# Files and names that the documents cite exist, and functions are in the files that are named with
# them. All that has to name a shipped layer does.

srcdir=${srcdir:-.}
failed=0

fail() {
	echo "FAIL: $*"
	failed=1
}

# The order that HACKING.md lists; folders inside layers/ and tool/ have an order of their own.
base_folders="base base/file base/os base/common"
# Folders that are no part of the library, which links nothing of them.
floors="table opencl opencl/devices state state/learn record launch sanitize"
folders="$base_folders api config discover driver dispatch loader $floors rewriter
	layers/frame/place layers/frame layers/capture layers/capture/write layers/compatibility layers/compatibility/notes layers/compatibility/core
	layers/compatibility/command-buffer layers/compatibility/semaphore layers/devices layers/lifetime layers/record/file layers/record layers/sanitize layers/trace layers/wait
	layers/validation layers/validation/checks layers/validation/hints layers/validation/races
	layers/validation/report
	tool tool/output tool/probe tool/probe/file tool/probe/process tool/probe/driver tool/sanitize tool/replay/include tool/replay/code tool/replay tool/diverge
	tool/doctor tool/doctor/cause tool/doctor/section tool/report/code tool/report tool/report/view tool/report/top
	tool/report/timeline tool/report/page tool/report/export tool/report/summary
	tool/commands"
# A layer may include only from its own folders and from these.
layer_folders="$base_folders api config $floors layers/frame layers/frame/place"

list_files() {
	(cd "$srcdir/src" && find . -name '*.[chS]' -o -name '*.awk' | sed 's|^\./||' | sort)
}

# list_includes: "FILE INCLUDED" for what files include with quotes; for a generator, what its output
# includes.
list_includes() {
	files=$(list_files)
	# shellcheck disable=SC2086  # names without blanks
	(cd "$srcdir/src" && awk '
		/^#[ \t]*include "|^[ \t]*include\("/ {
			split($0, part, "\"")
			print FILENAME, part[2]
		}' $files)
}

# list_strangers: what is wrong with the includes of the standard input, as list_includes prints it.
list_strangers() {
	awk -v folders="$folders" -v layer_folders="$layer_folders" '
	function folder_of(file) { return match(file, /\/[^\/]*$/) ? substr(file, 1, RSTART - 1) : "." }
	# The first two names of a folder in layers/.
	function layer_of(folder, part) { split(folder, part, "/"); return part[1] "/" part[2] }
	function may_include(own, folder) {
		if (own == folder)
			return 1
		if (own ~ /^layers\// && folder ~ /^layers\//)
			return folder ~ /^layers\/frame/ || layer_of(own) == layer_of(folder)
		if (own ~ /^layers\//)
			return folder in for_layers
		if (own ~ /^tool/ && folder ~ /^layers\//)
			return 0
		return folder in position && position[folder] < position[own]
	}
	BEGIN {
		count = split(folders, name)
		for (i = 1; i <= count; i++)
			position[name[i]] = i
		count = split(layer_folders, name)
		for (i = 1; i <= count; i++)
			for_layers[name[i]] = 1
	}
	!(folder_of($1) in position) { print "src/" $1 " is in a folder that is not in the list `folders` of this test" }
	$2 == "config.h" || $2 ~ /^clrouter\// { next }
	# It is copied beside a header of this name.
	$1 == "launch/engine.c" && $2 == "launch.h" { next }
	$2 !~ /\// { print "src/" $1 " includes \"" $2 "\" without its folder"; next }
	# The main files of programs may include from all folders, and so may what a generator writes.
	$1 !~ /^tool\/(main|cllayerinfo)[.]c$/ && $1 !~ /[.]awk$/ && !may_include(folder_of($1), folder_of($2)) {
		print "src/" $1 " includes \"" $2 "\" from a folder below its own"
	}' | uniq
}

check_includes() {
	list_includes >"$work/includes"
	[ "$(wc -l <"$work/includes")" -gt 100 ] ||
		fail "only $(wc -l <"$work/includes") includes were found"
	strangers=$(list_strangers <"$work/includes")
	[ -z "$strangers" ] || fail "$strangers"
}

check_includes_can_fail() {
	found=$(printf '%s\n' 'base/text.c base/log.h' 'base/text.c api/api-table.h' 'tool/main.c tool/x/y.h' \
		'base/text.c text.h' 'none/a.c base/log.h' 'layers/trace/a.c layers/record/b.h' \
		'layers/trace/a.c layers/frame/b.h' 'layers/trace/a.c driver/driver.h' \
		'tool/output/a.c layers/frame/b.h' 'api/api-table.c base/log.h' | list_strangers | cut -d ' ' -f 1-4)
	[ "$(printf '%s\n' "$found" | tr '\n' ,)" = "$(printf '%s,' \
		'src/base/text.c includes "api/api-table.h" from' 'src/base/text.c includes "text.h" without' \
		'src/none/a.c is in a' 'src/none/a.c includes "base/log.h" from' \
		'src/layers/trace/a.c includes "layers/record/b.h" from' \
		'src/layers/trace/a.c includes "driver/driver.h" from' \
		'src/tool/output/a.c includes "layers/frame/b.h" from')" ] || fail "wrong includes: found $found"
}

# The list of HACKING.md names the same folders in the same order.
check_folder_list() {
	[ -e "$srcdir/HACKING.md" ] || { fail "there is no HACKING.md"; return; }
	listed=$(sed -n 's|^    src/\([a-z]*\)/ .*|\1|p' "$srcdir/HACKING.md" | tr '\n' ' ')
	# shellcheck disable=SC2086  # a list
	expected=$(printf '%s\n' $folders | cut -d / -f 1 | uniq | tr '\n' ' ')
	[ "$listed" = "$expected" ] || fail "HACKING.md lists the folders $listed, not $expected"
}

# list_code: the lines of the C files and headers in src/ as "FILE<tab>LINE", without comments.
list_code() {
	files=$(list_files | grep '\.[ch]$')
	# shellcheck disable=SC2086  # names without blanks
	(cd "$srcdir/src" && awk '
		FNR == 1 { inside = 0 }
		{
			gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "")
			if (inside && sub(/^.*\*\//, ""))
				inside = 0
			if (!inside && sub(/\/\*.*/, ""))
				starts = 1
			if (!inside)
				print FILENAME "\t" $0
			inside = inside || starts
			starts = 0
		}' $files)
}

# list_users EXPRESSION: the files with a line of code that matches; the standard input is what
# list_code prints.
list_users() {
	EXPRESSION=$1 awk -F '\t' 'substr($0, length($1) + 2) ~ ENVIRON["EXPRESSION"] { print $1 }' |
		uniq
}

# only_in WHAT EXPRESSION [FILES]: what matches EXPRESSION is in FILES only, an expression for whole
# names in src/; and it is there, or the rule says nothing. Without FILES it is nowhere.
only_in() {
	users=$(list_users "$2" <"$work/code")
	[ -z "${3-}" ] || [ -n "$users" ] || fail "$1: no file of src/ has it"
	strangers=$(printf '%s\n' "$users" | grep -v -x -E -e "${3-}")
	# shellcheck disable=SC2086  # a list
	[ -z "$strangers" ] || fail "$1 is for ${3:-no file}, but used in:" $strangers
}

# The layers and the tool are programs and libraries of their own; what is said of "the library" in
# HACKING.md holds for all other folders.
check_owners() {
	list_code >"$work/code"
	only_in "dlfcn.h" '^#include <dlfcn\.h>' 'base/os-linux\.h|base/os/os-linux\.c|base/common/system-linux\.c|layers/.*'
	only_in "link.h" '^#include <link\.h>' \
		'base/os/os-linux\.c|base/file/elf-header\.c|layers/frame/place/(layer-code|place-library)\.c|tool/probe/file/(dependencies|library-file)\.c'
	only_in "ini.h" '^#include <ini\.h>' 'config/parse\.c'
	only_in "dirent.h" '^#include <dirent\.h>' 'base/(os-linux\.h|common/(cache|own)-dir\.c)'
	only_in "pthread.h" '^#include <pthread\.h>' 'base/os-linux\.h|base/os/os-linux\.c|base/common/(lock|system-linux)\.c|layers/.*'
	only_in "windows.h" '^#include <windows\.h>' \
		'(base/os/os|base/common/system|layers/frame/(place/layer-code|place/symbols|thread-data)|layers/record/file/(module|own-process|raw-file))-windows\.c'
	only_in "_WIN32" '(^|[^A-Za-z_])_WIN32([^A-Za-z_]|$)' 'base/os\.h'
	only_in "thread-local variables" '(^|[^A-Za-z_])(__thread|_Thread_local|thread_local)([^A-Za-z_]|$)' \
		'layers/frame/thread-data\.h'
	only_in "sys/stat.h" '^#include <sys/stat\.h>' \
		'base/(os/os-linux\.c|common/(cache-dir|own-dir|system-linux)\.c|file/(safe-open\.c|path-walk\.h))|record/.*|launch/.*|layers/.*|tool/.*'
	only_in "fcntl.h" '^#include <fcntl\.h>' \
		'base/(file/(elf-header|path-walk|safe-open)|(os/)?os-(linux|windows)|common/(cache-dir|own-dir|system-linux))\.[ch]|record/.*|launch/.*|rewriter/(run-clang|unit-headers)\.c|layers/.*|tool/.*'
	only_in "opening a file for writing" \
		'(^|[^A-Za-z_])O_(WRONLY|RDWR|CREAT|TRUNC|APPEND|TMPFILE)([^A-Z]|$)|(^|[^a-z_])(creat(64)?|mko?stemps?|tmpfile|freopen) *\(|(^|[^a-z_])fopen *\([^)]*"(r\+|[wa])' \
		'base/file/safe-open\.c|tool/cllayerinfo\.c'	# the latter opens the null device
	only_in "opening a file for writing on Windows" \
		'(^|[^A-Z_])(GENERIC_WRITE|FILE_APPEND_DATA)([^A-Z_]|$)' \
		'base/((os/)?os-windows\.[ch]|common/system-windows\.c)|layers/record/file/raw-file-windows\.c'
	only_in "the environment" '(^|[^a-z_])((secure_)?getenv|environ)([^a-z_]|$)' \
		'base/os-linux\.h|base/common/(cache-dir|system-linux)\.c|tool/.*'
	only_in "changing the environment" '(^|[^a-z_])(setenv|unsetenv|putenv|clearenv) *\(' \
		'base/os-linux\.h|tool/.*'
	only_in "os_set_variable()" 'os_set_variable *\(' 'base/os.*|tool/.*'
	only_in "standard error" '(^|[^a-z_])(stderr|STDERR_FILENO|perror|v?warnx?)([^a-z_]|$)' \
		'base/log\.c|base/common/system-(linux|windows)\.c|layers/frame/.*|launch/engine\.c|tool/.*'
	only_in "standard output" '(^|[^a-z_])(stdout|STDOUT_FILENO|(v?printf|puts|putchar) *\()' 'launch/engine\.c|tool/.*'
	only_in "what belongs to the program" '(^|[^a-z_])(f?chdir|setlocale|sigaction|signal) *\(' \
		'base/common/system-linux\.c|layers/sanitize/kernel-crash\.c|rewriter/main\.c|tool/output/terminal\.c|tool/probe/(interruption|process/start(ed-program)?)\.c|tool/replay/trial\.c|tool/sanitize/worker\.c'
}

# A planted stranger is found, in code but not in a comment, and so is a rule without a user.
check_owners_can_fail() {
	mkdir -p "$work/planted/src/base" &&
		printf '#include <ini.h>\n\tchar *a = getenv("A"); fprintf(stderr, a);\nchdir("/");\nfopen(a, "a");' \
			>"$work/planted/src/base/text.c" &&
		printf '/* getenv(3) */ int a;\n/*\n * stderr\n */ int my_getenv(void); /* puts(\n) */\n' \
			>"$work/planted/src/base/good.c" || exit 99
	found=$(srcdir=$work/planted && check_owners)
	for what in 'ini.h' 'the environment' 'standard error' 'what belongs to the program' \
		'opening a file for writing'; do
		printf '%s\n' "$found" | grep -q "^FAIL: $what is for .*, but used in: base/text.c\$" ||
			fail "a file that may not use $what is not found: $found"
	done
	printf '%s\n' "$found" | grep -q '^FAIL: dlfcn.h: no file of src/ has it' ||
		fail "a rule without a user is not found"
	printf '%s\n' "$found" | grep 'good\.c' && fail "a comment is taken for code"
}

# repeated WHAT: prints "WHAT: LINE" for each line of standard input that occurs twice.
repeated() {
	sort | uniq -d | while read -r line; do
		echo "$1: $line"
	done
}

list_headers() {
	find "$srcdir/src" "$srcdir/include" -name '*.h'
}

list_guards() {
	list_headers | xargs sed -n 's/^#ifndef \(.*_H\)$/\1/p'
}

# Functions that a header declares: a name before "(" in a declaration that ends in ");". What
# os-linux.h and os-windows.h define is declared in os.h.
list_functions() {
	list_headers | grep -v 'base/os-[a-z]*\.h$' | xargs awk '
		FNR == 1 { print "\001" }
		{
			gsub(/\/\*.*\*\//, "")
			if (/\/\*/)
				inside = 1
			if (!inside)
				print
			if (/\*\//)
				inside = 0
		}' |
		tr '\n\001' ' \n' | awk '{
			count = split($0, part, /[;{}]/)
			for (i = 1; i <= count; i++)
				print NR, part[i]
		}' | sed -e 's/__attribute__(([^;]*))//g' |
		grep -v -E 'typedef|return |=|#|\(\*|\(CL_' |
		sed -n 's/^\([0-9]*\) .*[ *]\([a-z][a-z0-9_]*\)(.*)[ A-Z_]*$/\1 \2/p' |
		sort -u | cut -d ' ' -f 2 | grep -v -x sizeof
}

# search OPTION...: greps through all files that are written by hand.
search() {
	# shellcheck disable=SC2046  # names without blanks
	(cd "$srcdir" && grep -rIs --exclude='*.log' "$@" $(ls -d src include tests doc etc debian .ci \
		quickstart configure.ac Makefile.am ./*.md NEWS 2>/dev/null))
}

# Every document that is cited is in the repository, and none is cited by the number of a section.
check_documents() {
	names=$(search -ohw '[A-Za-z][A-Za-z-]*\.md' | sort -u)
	[ -n "$names" ] || fail "no document is cited anywhere"
	for name in $names; do
		[ -e "$srcdir/$name" ] || [ -e "$srcdir/doc/$name" ] ||
			fail "$name is not in the repository, but cited: $(search -n -w -e "$name")"
	done
	numbers=$(search -n -E -e '\.md,? section [0-9]' -e 'shared[/]')
	[ -z "$numbers" ] || fail "cited by a number, or from outside: $numbers"
}

# The tarball does not have all files that the pages for people who change the code cite. It has no
# .gitignore, either; a copy of the repository without .git has one.
is_complete() {
	[ -e "$srcdir/.gitignore" ] && return
	echo "not tested: paths and names that pages cite: this tree is not the whole repository"
	return 1
}

# Every path in backquotes in these pages is there.
check_paths() {
	paths=$(cd "$srcdir" && cat README.md HACKING.md doc/design.md |
		grep -oE '`(src|include|tests|doc|etc|debian|\.ci)/[a-z0-9_./-]*`' | tr -d '\140' | sort -u)
	[ -n "$paths" ] || fail "no path is cited anywhere"
	for path in $paths; do
		[ -e "$srcdir/$path" ] || fail "a page cites $path, which is not there"
	done
}

# Names of functions, macros and variables in backquotes: a name with "_" in it or "()" after it.
check_names() {
	names=$(cd "$srcdir" && cat README.md HACKING.md doc/design.md | grep -v '^    ' |
		grep -oE '`[A-Za-z0-9]+(_[A-Za-z0-9]+)+(\(\))?`|`[a-z]+\(\)`' | tr -d '\140()' | sort -u)
	[ "$(printf '%s\n' "$names" | wc -l)" -gt 20 ] || fail "only these names are cited: $names"
	search -h -o -w -E --exclude='*.md' -e '[A-Za-z0-9]+(_[A-Za-z0-9]+)+|[a-z]+' |
		sort -u >"$work/words"
	for name in $names; do
		case $name in
		*NAME* | module_* | x_*) continue ;;	# patterns of names
		esac
		grep -q -x -F -e "$name" "$work/words" || fail "a page cites $name, which is not in the tree"
	done
}

# list_cited: "FUNCTION FILE" for each function of the standard input that its file follows.
list_cited() {
	tr '\n' ' ' | tr -s ' ' |
		grep -oE '`[A-Za-z0-9_]+\(\)` (in |\()`(src|include)/[A-Za-z0-9_./-]*`' |
		sed -e 's/ in / /' | tr -d '\140()'
}

# list_misplaced: the functions of list_cited that their file does not declare, define or call. What
# comments name has nothing in the parentheses.
list_misplaced() {
	list_cited | while read -r name file; do
		grep -q -s -E "(^|[^A-Za-z0-9_])$name\\(([^)]|\$)" "$srcdir/$file" ||
			echo "$name() is not in $file;"
	done
}

# Functions are in the files that pages name with them, and files that are cited without a folder
# are somewhere.
check_functions() {
	count=$(cd "$srcdir" && cat HACKING.md doc/design.md | list_cited | wc -l)
	[ "$count" -gt 40 ] || fail "only $count functions are cited with their files"
	misplaced=$(cat "$srcdir/README.md" "$srcdir/HACKING.md" "$srcdir/doc/design.md" | list_misplaced)
	[ -z "$misplaced" ] || fail "pages cite functions in wrong files:" "$misplaced"
	for name in $(cat "$srcdir/HACKING.md" "$srcdir/doc/design.md" |
		grep -oE '`[a-z0-9-]+\.(c|S|awk|list)`' | tr -d '\140' | sort -u); do
		[ -n "$(cd "$srcdir" && find src tests include -name "$name")" ] ||
			fail "a page cites $name, which is not there"
	done
}

check_functions_can_fail() {
	found=$(printf '%s\n' 'By `log_line()`' '   (`src/base/log.h`), `log_none()`' \
		'in `src/base/log.c`, `log_write()` (`src/base/log.h`).' | list_misplaced)
	[ "$found" = "log_none() is not in src/base/log.c;" ] ||
		fail "functions in wrong files: found $found"
}

# check_unique WHAT LIST LEAST: LIST prints names; there are LEAST of them, and none twice.
check_unique() {
	$2 >"$work/names"
	[ "$(wc -l <"$work/names")" -ge "$3" ] || fail "$2 finds fewer than $3 names"
	twice=$(repeated "$1" <"$work/names")
	[ -z "$twice" ] || fail "$twice"
}

# list_structs: the structs that files in src/ define, once for each definition. What os-linux.h and
# os-windows.h have is one struct for two systems.
list_structs() {
	find "$srcdir/src" -name '*.[ch]' | grep -v 'base/os-[a-z]*\.h$' |
		xargs sed -n -E 's/^(static )?(const )?(struct [a-z0-9_]+) \{.*$/\3/p'
}

list_header_names() {
	find "$srcdir/src" -name '*.h' | sed 's|.*/||'
}

# The name of a struct or of a header tells its folder or subject, so it stands once.
check_names_are_unique() {
	for list in list_structs list_header_names; do
		$list >"$work/names"
		[ "$(wc -l <"$work/names")" -ge 200 ] || fail "$list finds fewer than 200 names"
		sort "$work/names" | uniq -d
	done >"$work/twice"
	[ ! -s "$work/twice" ] || fail "names that stand twice in src/:" "$(cat "$work/twice")"
}

check_names_are_unique_can_fail() {
	for folder in one two; do
		mkdir -p "$work/planted/src/$folder" &&
			printf 'struct plan_%s {\n};\n\nstatic const struct same {\n} a;\nstruct user *b = {\n' $folder \
				>"$work/planted/src/$folder/planted.h" || exit 99
	done
	found=$(srcdir=$work/planted && { list_structs && list_header_names; } | sort | uniq -d | tr '\n' ,)
	[ "$found" = "planted.h,struct same," ] || fail "planted doubles: found $found"
}

# list_null_tests: conditions that compare a pointer with NULL; a truth value that is stored, returned or compared
# with another one may. What is generated is in the tree if that is where it was built.
list_null_tests() {
	find "$srcdir/src" -name '*.[ch]' -exec grep -LZ 'do not edit' {} + | xargs -0 grep -nE \
		-e '[!=]= NULL (&&|\|\||\?)' -e '(&&|\|\|) [^()]*[!=]= NULL\>' \
		-e '(if|while) \([^()]*(\([^()]*\))? *[!=]= NULL\)'
}

check_null_tests() {
	found=$(list_null_tests)
	[ -z "$found" ] || fail "a condition is POINTER or !POINTER, without NULL:" "$found"
}

check_null_tests_can_fail() {
	mkdir -p "$work/null/src" &&
		printf '\tif (a(b) == NULL)\n\treturn a != NULL && b;\n\treturn b || a == NULL;\n\tif ((a == NULL) != (n == 0))\n' \
			>"$work/null/src/null.c" || exit 99
	sed '1i /* generated, do not edit */' "$work/null/src/null.c" >"$work/null/src/generated.c"
	found=$(srcdir=$work/null && list_null_tests | wc -l)
	[ "$found" -eq 3 ] || fail "tests of NULL: found $found of 3"
}

check_guards_have_folders() {
	for header in $(cd "$srcdir/src" && find . -name '*.h' | sed 's|^\./||'); do
		guard=CLROUTER_$(printf '%s' "${header%.h}" | tr 'a-z/.-' 'A-Z___')_H
		grep -q "^#ifndef $guard\$" "$srcdir/src/$header" ||
			fail "src/$header: expected the include guard $guard"
	done
}

# list_symbols: the functions that the objects define and use, as "FILE SYMBOL TYPE ...", FILE
# as in src/ and without its suffix. Objects whose source is gone do not count.
list_symbols() {
	[ -d src ] || return
	find "$srcdir/src" src -name '*.[cS]' |
		sed -e 's|^.*src/||' -e 's|\.[cS]$||' >"$work/sources"
	find src -name '*.o' -exec "${NM:-nm}" -A -g -P {} + 2>/dev/null |
		sed -n -e 's|^src/||' -e 's|/\.libs/|/|' -e 's|/[^/:]*_la-|/|' -e 's|/clrouter-|/|' \
			-e 's|\.o: | |p' |
		awk 'NR == FNR { is_source[$1] = 1; next } $1 in is_source' "$work/sources" -
}

# list_calls: "CALLER CALLEE FUNCTION" for each use of a function of another file; the standard
# input is what list_symbols prints.
list_calls() {
	awk '
	$3 == "T" && !(($1, $2) in seen) {
		seen[$1, $2] = 1
		definers[$2] = definers[$2] " " $1
	}
	$3 == "U" { used[$1 " " $2] = 1 }
	END {
		for (each in used) {
			split(each, part, " ")
			count = split(definers[part[2]], definer, " ")
			for (i = 1; i <= count; i++)
				if (definer[i] != part[1])
					print part[1], definer[i], part[2]
		}
	}' | sort
}

# list_circles: those lines of list_calls that belong to a circle, or connect two of them: files
# that call no other file, and files that no other file calls, are removed until none is left.
list_circles() {
	awk '
	{ call[NR] = $0; caller[NR] = $1; callee[NR] = $2 }
	END {
		do {
			split("", calls)
			split("", is_called)
			for (i in call) {
				calls[caller[i]] = 1
				is_called[callee[i]] = 1
			}
			changed = 0
			for (i in call)
				if (!(callee[i] in calls) || !(caller[i] in is_called)) {
					delete call[i]
					changed = 1
				}
		} while (changed)
		for (i in call)
			print call[i]
	}' | sort
}

check_calls() {
	list_symbols >"$work/symbols"
	if ! grep -q ' T ' "$work/symbols"; then
		echo "not tested: calls between files: there are no objects that nm can read"
		return
	fi
	list_calls <"$work/symbols" >"$work/calls"
	[ "$(wc -l <"$work/calls")" -gt 200 ] || fail "only $(wc -l <"$work/calls") calls were found"
	circles=$(list_circles <"$work/calls")
	[ -z "$circles" ] || fail "files call each other (caller, callee, function):
$circles"
}

# The check finds a circle of two files and one of three, and none in a tree.
check_calls_can_fail() {
	printf '%s\n' 'a b f' 'b c g' 'a c h' | list_circles | grep -q . &&
		fail "a tree is taken for a circle"
	[ "$(printf '%s\n' 'x a e' 'a b f' 'b a g' 'b y h' | list_circles | tr '\n' ,)" = \
		'a b f,b a g,' ] || fail "a circle of two files is not found"
	[ "$(printf '%s\n' 'a b f' 'b c g' 'c a h' | list_circles | wc -l)" -eq 3 ] ||
		fail "a circle of three files is not found"
	printf '%s\n' 'a f T 0 1' 'a g U' 'b g T 0 1' 'b f U' 'b printf U' | list_calls |
		tr '\n' , | grep -q -x 'a b g,b a f,' || fail "calls are not found in symbols"
}

# Each file of the floors about OpenCL and about state has a unit test of its own name, except:
#	opencl/extension-check	it has no code, and is checked by compiling it
untested=" opencl/extension-check "

check_unit_tests() {
	for file in $(cd "$srcdir/src" && find opencl state -name '*.c' | sort); do
		name=$(basename "$file" .c)
		folder=${file%%/*}
		is_generated "$folder/$name" && continue
		test=tests/unit/$folder/test-$name
		case $untested in
		*" $folder/$name "*)
			[ ! -e "$srcdir/$test.c" ] || fail "$test.c exists, so it is no exception"
			continue ;;
		esac
		[ -e "$srcdir/$test.c" ] || fail "src/$file has no $test.c"
		grep -q -E "(^|[[:space:]])$test([[:space:]]|\$)" "$srcdir/tests/unit/Makefile.inc" ||
			fail "$test is in no list of tests/unit/Makefile.inc"
	done
}

# No function has more than 60 lines. Generated ones do not count.
check_function_lengths() {
	# shellcheck disable=SC2038  # names without blanks
	long=$(find "$srcdir/src" -name '*.c' -exec grep -L 'do not edit' {} + | xargs awk '
		FNR == 1 { start = 0 }
		/^[A-Za-z_].*\(/ { start = FNR }
		/^}/ {
			functions += start > 0
			if (start > 0 && FNR - start >= 60)
				print FILENAME ":" start " has " FNR - start + 1 " lines"
			start = 0
		}
		END {
			if (functions < 1000)
				print "only " functions " functions were found"
		}')
	[ -z "$long" ] || fail "a function has more than 60 lines: $long"
}

# The bit of a subcommand is in a set, so that it has the options of all.
check_command_bits() {
	for bit in $(sed -n 's/^\t\(FOR_[A-Z]*\) = [0-9]*,.*/\1/p' "$srcdir/src/tool/commands/tables.h"); do
		grep -q "= .*\<$bit\>" "$srcdir/src/tool/commands/tables.h" ||
			fail "src/tool/commands/tables.h: $bit is in no set, not in FOR_ALL either"
	done
}

# Windows has each subcommand, too: its file is built there, or windows.c refuses it.
check_windows_subcommands() {
	built=$(sed -n '/^tool_windows = /,/[^\\]$/p' "$srcdir/Makefile.am")
	for function in $(sed -n 's/^\t{ "[a-z]*", \(tool_[a-z]*\), FOR_.*/\1/p' \
		"$srcdir/src/tool/commands/tables.c"); do
		case $built in
		*"/commands/${function#tool_}.c"*) continue ;;
		esac
		grep -q "^REFUSED($function, " "$srcdir/src/tool/commands/windows.c" ||
			fail "$function is neither in tool_windows of Makefile.am nor refused in windows.c"
	done
}

# Some code reads each setting that a key has.
check_settings_are_read() {
	for member in $(sed -n 's/^\t{ ".*\(SETTING\|OF_[A-Z]*\)(\([a-z_]*\)).*/\2/p' \
		"$srcdir/src/config/keys.c" | sort -u); do
		grep -r -q -E "(\.|->)$member([^a-z_]|\$)" --include='*.c' "$srcdir/src" ||
			fail "src/config/keys.c has a key for $member, which no code reads"
	done
}

# list_layers: the name of each shipped layer and its library, as the build has it.
list_layers() {
	sed -n 's|^.*[ \t]lib\(CL[A-Za-z]*\)\.la\( .*\)*$|\1|p' "$srcdir/src/layers/Makefile.inc" |
		sort -u | while read -r library; do
		echo "$(echo "${library#CL}" | tr '[:upper:]' '[:lower:]') lib$library.so"
	done
}

# What a layer needs besides its code: each of these files has its library or its name, and a test of its
# own is run.
check_layers() {
	list_layers >"$work/layers"
	[ "$(wc -l <"$work/layers")" -gt 5 ] || fail "only $(wc -l <"$work/layers") layers were found"
	while read -r name library; do
		for file in etc/layers.conf.d/50-shipped.conf src/tool/doctor/shipped-layers.c \
			tests/layers/test-layer-lists.c .ci/steps/deb.sh .ci/steps/rpm.sh; do
			grep -q -w -F -e "$library" "$srcdir/$file" || fail "$file does not have $library"
		done
		grep -q -x -F -e ".It Sy $name" "$srcdir/doc/layers.conf.5.in" ||
			fail "doc/layers.conf.5.in does not have the layer $name"
		sed -n '/they are called/,/\.Pp/p' "$srcdir/doc/opencl-layers.7.in" | grep -q -w -e "$name" ||
			fail "doc/opencl-layers.7.in does not have the name of the layer $name"
		grep -q -w -e "tests/layers/test-layer-$name" "$srcdir/tests/layers/Makefile.inc" ||
			fail "tests/layers/Makefile.inc has no test-layer-$name"
		sed '/^if !WINDOWS/,/^endif/d' "$srcdir/src/layers/Makefile.inc" |
			grep -q "[[:blank:]]${library%.so}\.la" || continue
		for file in doc/opencl-layers.7.in doc/packaging.md; do
			grep -q -w -F -e "${library%.so}.dll" "$srcdir/$file" ||
				fail "$file does not have ${library%.so}.dll"
		done
	done <"$work/layers"
}

# is_generated FOLDER/NAME: the build makes it, in the tree itself if that is the build directory.
is_generated() {
	case $1 in
	opencl/wrappers | opencl/signatures | opencl/names-tables) true ;;
	*) false ;;
	esac
}

work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
check_calls_can_fail
check_calls
check_includes_can_fail
check_includes
check_unique "two headers have one include guard" list_guards 40
check_unique "two headers declare one function" list_functions 150
check_names_are_unique_can_fail
check_names_are_unique
check_null_tests_can_fail
check_null_tests
check_guards_have_folders
check_folder_list
check_owners
check_owners_can_fail
check_unit_tests
check_command_bits
check_windows_subcommands
check_settings_are_read
check_function_lengths
check_documents
if is_complete; then
	check_paths
	check_names
	check_functions_can_fail
	check_functions
	check_layers
fi
exit $failed
