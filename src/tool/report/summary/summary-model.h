/* SPDX-License-Identifier: Apache-2.0 */
/* summary-model: one record as a summary. */
#ifndef CLROUTER_TOOL_REPORT_SUMMARY_SUMMARY_MODEL_H
#define CLROUTER_TOOL_REPORT_SUMMARY_SUMMARY_MODEL_H

#include "tool/report/model.h"
#include "tool/report/summary/summary.h"

/*
 * Adds the process of MODEL and what it did to SUMMARY. Of calls and of kernels those with the most
 * time have a row each, and the others one together. Returns false, with a message, if there is no
 * memory. *IS_KNOWN: the process was added before, and nothing is added.
 */
bool summary_add_model(struct summary *summary, const struct model *model, bool *is_known);

#endif
