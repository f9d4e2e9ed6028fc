/* rank.h: which rank of MPI a process is, by what its launcher says. */
#ifndef FORMAT_RANK_H
#define FORMAT_RANK_H

#include <stdint.h>

/* Variables that launchers set; the first that is there counts. */
struct format_launcher {
    const char *rank, *ranks, *job;
};

enum { FORMAT_LAUNCHERS = 3 };

static inline struct format_launcher format_launcher(int number)
{
    static const struct format_launcher launchers[FORMAT_LAUNCHERS] = {
        {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMIX_NAMESPACE"},
        {"PMI_RANK", "PMI_SIZE", "PMI_JOBID"},
        {"SLURM_PROCID", "SLURM_NTASKS", "SLURM_JOB_ID"},
    };
    return launchers[number];
}

/* The same for all ranks of one program: by its name, else (NULL) by the machine's boot and who
 * started them there. */
static inline uint64_t format_job(const char *name, const char *boot, uint64_t parent)
{
    uint64_t job = UINT64_C(14695981039346656037); /* FNV-1a */
    for (const char *text = name ? name : boot; *text; text++)
        job = (job ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return name ? job : (job ^ parent) * UINT64_C(1099511628211);
}

#endif
