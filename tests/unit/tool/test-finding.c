/* SPDX-License-Identifier: Apache-2.0 */
/* finding: the order in which findings are reported, as lines and as JSON. */
#include "tool/doctor/finding.h"

#include <string.h>

#include "unit/table/capture.h"
#include "unit/unit.h"

static const char *write_all(struct findings *findings, enum output_form form)
{
	struct capture capture;
	const char *text;
	const char *copy;

	capture_init(&capture, form);
	findings_write(findings, &capture.output);
	text = capture_text(&capture);
	copy = arena_copy(&unit_arena, text, strlen(text));
	capture_done(&capture);
	return copy;
}

START_TEST(nothing_was_found)
{
	struct findings findings;

	findings_init(&findings, &unit_arena);
	ck_assert_str_eq(write_all(&findings, OUTPUT_LINES),
			 "doctor: 0 problems, 0 warnings, 0 good drivers, 0 left out\n");
	ck_assert_str_eq(write_all(&findings, OUTPUT_JSON),
			 "{\n  \"problems\": 0,\n  \"warnings\": 0,\n  \"findings\": []\n}\n");
}
END_TEST

START_TEST(worst_is_reported_first)
{
	struct findings findings;

	findings_init(&findings, &unit_arena);
	finding_add(&findings, FINDING_OFF, "o", "id", "text");
	finding_add(&findings, FINDING_GOOD, "g", "id", "text");
	finding_add(&findings, FINDING_WARNING, "w", "id", "text");
	finding_add(&findings, FINDING_PROBLEM, "p1", "id", "text");
	finding_add(&findings, FINDING_PROBLEM, "p2", "id", "text");
	ck_assert_uint_eq(findings.count[FINDING_PROBLEM], 2);
	ck_assert_str_eq(write_all(&findings, OUTPUT_LINES),
			 "doctor: 2 problems, 1 warning, 1 good driver, 1 left out\n"
			 "problem: p1: id: text\n"
			 "problem: p2: id: text\n"
			 "warning: w: id: text\n"
			 "good: g: id: text\n"
			 "off: o: id: text\n");
}
END_TEST

START_TEST(facts_of_a_finding)
{
	struct finding *finding;
	struct findings findings;

	findings_init(&findings, &unit_arena);
	finding = finding_add(&findings, FINDING_WARNING, "/a.icd", "id", "text");
	finding_fact(finding, "library", "%s.so", "liba");
	finding_fact(finding, "cure", "%s", "do this");
	finding_fact_once(finding, "cure", "%s", "do this");
	finding_fact_once(finding, "note", "%s", "do this");
	finding_fact(finding, "cure", "%s", "do this");
	ck_assert_str_eq(write_all(&findings, OUTPUT_LINES),
			 "doctor: 0 problems, 1 warning, 0 good drivers, 0 left out\n"
			 "warning: /a.icd: id: text\n"
			 "    library    liba.so\n"
			 "    cure       do this\n"
			 "    note       do this\n"
			 "    cure       do this\n");
}
END_TEST

START_TEST(finding_in_json)
{
	struct findings findings;

	findings_init(&findings, &unit_arena);
	finding_fact(finding_add(&findings, FINDING_PROBLEM, "s", "id", "text"), "key", "%d", 1);
	ck_assert_str_eq(write_all(&findings, OUTPUT_JSON),
			 "{\n"
			 "  \"problems\": 1,\n"
			 "  \"warnings\": 0,\n"
			 "  \"findings\": [\n"
			 "    {\n"
			 "      \"level\": \"problem\",\n"
			 "      \"subject\": \"s\",\n"
			 "      \"id\": \"id\",\n"
			 "      \"text\": \"text\",\n"
			 "      \"facts\": [\n"
			 "        {\n"
			 "          \"key\": \"key\",\n"
			 "          \"text\": \"1\"\n"
			 "        }\n"
			 "      ]\n"
			 "    }\n"
			 "  ]\n"
			 "}\n");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("finding");
	TCase *tcase = unit_tcase(suite, "finding", 10);

	tcase_add_test(tcase, nothing_was_found);
	tcase_add_test(tcase, worst_is_reported_first);
	tcase_add_test(tcase, facts_of_a_finding);
	tcase_add_test(tcase, finding_in_json);
	return unit_run(suite);
}
