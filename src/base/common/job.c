/* SPDX-License-Identifier: Apache-2.0 */
/*
 * job: see job.h.
 */
#include "base/common/job.h"

#include <string.h>

#include "base/array.h"
#include "base/os.h"

const char *job_rank(void)
{
	static const char *const variables[] = {
		"PMIX_RANK",   "PMI_RANK",	 "OMPI_COMM_WORLD_RANK", "MV2_COMM_WORLD_RANK",
		"PALS_RANKID", "FLUX_TASK_RANK", "SLURM_PROCID",
	};

	for (size_t i = 0; i < ARRAY_SIZE(variables); i++) {
		const char *rank = os_variable(variables[i]);

		if (rank && *rank != '\0' && rank[strspn(rank, "0123456789")] == '\0')
			return rank;
	}
	return NULL;
}

const char *job_id(void)
{
	static const char *const variables[] = {
		"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "FLUX_JOB_ID",
		"PALS_APID",	"JOB_ID",    "PMI_JOBID", "OMPI_MCA_ess_base_jobid",
	};

	for (size_t i = 0; i < ARRAY_SIZE(variables); i++) {
		const char *job = os_variable(variables[i]);

		if (job && *job != '\0')
			return job;
	}
	return NULL;
}
