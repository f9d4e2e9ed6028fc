/* rank.h: how a process learns from its launcher which MPI rank it is, before MPI_Init. */
#ifndef FORMAT_RANK_H
#define FORMAT_RANK_H

#include "format/hash.h"

#include <stdint.h>

/* The environment variables that one launcher sets, and the command that starts it. */
struct format_launcher {
    const char *rank, *ranks, *job, *command;
};

enum { FORMAT_LAUNCHERS = 7 };

/* Returns launcher `number` of the table. The first one whose variables are set tells the rank; a
 * later one that tells the same rank is the launcher, since most of them set PMI's variables, too.
 * Slurm is the last: it sets its variables also for the processes that another launcher starts
 * through it. */
static inline struct format_launcher format_launcher(int number)
{
    static const struct format_launcher launchers[FORMAT_LAUNCHERS] = {
        {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMIX_NAMESPACE", "mpirun"},
        {"MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", "MPIRUN_ID", "mpirun"},
        {"PMI_RANK", "PMI_SIZE", "PMI_JOBID", "mpirun"},
        {"PALS_RANKID", "PALS_SIZE", "PALS_APID", "mpiexec"},
        {"FLUX_TASK_RANK", "FLUX_JOB_SIZE", "FLUX_JOB_ID", "flux run"},
        {"JSM_NAMESPACE_RANK", "JSM_NAMESPACE_SIZE", "PMIX_NAMESPACE", "jsrun"},
        {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_JOB_ID", "srun"},
    };
    return launchers[number];
}

/* Returns a number that is the same for all ranks of one job: a hash of the job's name or, if the
 * launcher gives none (NULL), of the machine's boot and of the process that started the ranks. */
static inline uint64_t format_job(const char *name, const char *boot, uint64_t parent)
{
    if (name)
        return format_hash_text(name);
    return format_hash(format_hash_text(boot), &parent, sizeof parent);
}

#endif
