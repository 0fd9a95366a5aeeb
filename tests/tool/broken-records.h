/* SPDX-License-Identifier: Apache-2.0 */
/* broken-records: the cases of make-record that no recorder writes and no reader may believe. */
#ifndef BROKEN_RECORDS_H
#define BROKEN_RECORDS_H

struct record_case {
	const char *name;	/* NULL: the end of the list */
	void (*make)(void);	/* writes the file, which is open */
};

extern const struct record_case broken_records[];

#endif
