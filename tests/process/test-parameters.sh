#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-parameters: the layers, the state and the report call the parameters of OpenCL functions by
# the names of src/opencl/gen-layer.awk, or by those that a check gives them; parameters.awk explains
# what is wrong. There are no exceptions.
srcdir=${srcdir:-.}
failed=0

fail() {
	echo "FAIL: $*"
	failed=1
}

find_wrong() {
	awk -f "$srcdir/tests/process/parameters.awk" "$@"
}

# Files that are wrong in each way are found, and comments and other numbers are not.
check_can_fail() {
	mkdir "$work/bad" "$work/good" || exit 99
	cat >"$work/rules.list" <<-'EOF'
		# id code section since state check text
		clA-b-1 CL_INVALID_VALUE 4.1 1.0 checked long:a,b+short:a,CL_TRUE what is right
		clA-b-2 CL_INVALID_VALUE 4.1 1.0 open - what is right
	EOF
	cat >"$work/bad/numbers.c" <<-'EOF'
		const void *a = call_pointer(call, 5);
		uint64_t b = call_number(finder->call,
					 12);
		check_copied(call, ARG_clA_a, 2);
		report(ADVICE_A, call, 2, 0, NULL);
		size_t *c = sizes(call, test, 1, &count);
		add_host(finder, 3, size);
		void *d = *(void **)call->values[4];
		bool e = signatures[call->slot].params[0].kind == PARAM_HANDLE;
		uint64_t f = call_number(call, test->params[1]);
		problem.params[problem.param_count++] = 0;
	EOF
	cat >"$work/bad/cases.c" <<-'EOF'
		switch (call->slot) {
		case CLROUTER_SLOT_clA:
		case CLROUTER_SLOT_clB:
			note(call_pointer(call, ARG_clB_b), call_pointer(call, ARG_clC_b));
			break;
		case CLROUTER_SLOT_clC:
			note(call_pointer(call, ARG_clA_b));
		}
	EOF
	cat >"$work/bad/checks.c" <<-'EOF'
		bool check_long(const struct call *call, const struct rule_test *test)
		{
			enum { A, B, C };
		}

		bool check_short(const struct call *call, const struct rule_test *test)
		{
			enum { A, B };
		}
	EOF
	cat >"$work/good/good.c" <<-'EOF'
		/* call_pointer(call, 5) */
		/*
		 * call_pointer(call, 6)
		 */
		const void *a = call_pointer(call, ARG_clA_b);
		ask(call, text, 0, &size_ret);
		values[0] = test->params[FIRST] + problem.params[0] + numbers[1];
		switch (call->slot) {
		case CLROUTER_SLOT_clA:
			note(call_pointer(call, ARG_clA_b), ARG_first);
			break;
		default:
			note(call_pointer(call, ARG_clB_b));
		}
		bool check_long(const struct call *call, const struct rule_test *test)
		{
			enum { A, B };
		}
	EOF
	for wanted in numbers:10 cases:2 checks:2; do
		found=$(find_wrong "$work/rules.list" "$work/bad/${wanted%:*}.c")
		[ "$(printf '%s\n' "$found" | wc -l)" -eq "${wanted#*:}" ] ||
			fail "expected ${wanted#*:} mistakes in ${wanted%:*}.c, found: $found"
	done
	found=$(find_wrong "$work/rules.list" "$work/good/good.c")
	[ -z "$found" ] || fail "what is right is taken for a mistake: $found"
}

work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
check_can_fail
files=$(find "$srcdir/src/layers" "$srcdir/src/state" "$srcdir/src/record" "$srcdir/src/tool/report" \
	-name '*.[ch]' | sort)
# shellcheck disable=SC2086  # names without blanks
found=$(find_wrong src/layers/validation/all-rules.list $files)
[ -z "$found" ] || fail "$found"
exit $failed
