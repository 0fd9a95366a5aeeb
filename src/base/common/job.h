/* SPDX-License-Identifier: Apache-2.0 */
/*
 * job: which process of which job this one is, as a job scheduler or MPI says in the environment:
 * Slurm, PBS, LSF, Grid Engine, Flux, PALS, PMI, PMIx, Open MPI and MVAPICH. Any thread may call
 * the functions, as long as none changes the environment.
 */
#ifndef CLROUTER_BASE_COMMON_JOB_H
#define CLROUTER_BASE_COMMON_JOB_H

/*
 * The rank of this process, decimal digits; NULL: no variable says it. The variables of what
 * started the process itself come before the variables of the job around it: in a batch script of
 * Slurm, SLURM_PROCID is 0 in all processes that mpirun starts.
 */
const char *job_rank(void);

/* The name of the job, NULL: no variable says it. */
const char *job_id(void);

#endif
