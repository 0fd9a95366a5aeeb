/* SPDX-License-Identifier: Apache-2.0 */
/* capture: see capture.h. */
#include "unit/table/capture.h"

#include <stdlib.h>

#include "unit/unit.h"

void capture_init(struct capture *capture, enum output_form form)
{
	FILE *file = open_memstream(&capture->text, &capture->size);

	ck_assert_ptr_nonnull(file);
	output_init(&capture->output, form, file);
}

const char *capture_text(struct capture *capture)
{
	ck_assert_int_eq(fflush(capture->output.file), 0);
	return capture->text;
}

void capture_done(struct capture *capture)
{
	fclose(capture->output.file);
	free(capture->text);
}
