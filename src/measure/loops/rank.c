/* rank.c: see rank.h. MPI itself is not asked: its functions are not wrapped here. */
#include "measure/loops/rank.h"

#include "measure/place.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

/* What launchers set; the first that is there counts. */
static const struct {
    const char *rank, *ranks, *job;
} launchers[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMIX_NAMESPACE"},
    {"PMI_RANK", "PMI_SIZE", "PMI_JOBID"},
    {"SLURM_PROCID", "SLURM_NTASKS", "SLURM_JOB_ID"},
};

static bool has_mpi(void)
{
    return dlsym(RTLD_DEFAULT, "MPI_Init") || dlsym(RTLD_DEFAULT, "mpi_init_");
}

static bool number_of(const char *variable, uint32_t *number)
{
    const char *text = secure_getenv(variable);
    char *end;
    if (!text || !*text)
        return false;
    unsigned long found = strtoul(text, &end, 10);
    *number = (uint32_t)found;
    return !*end && found < UINT32_MAX;
}

/* The same for all ranks of one program: by its name, else by who started them on this machine. */
static uint64_t job_of(const char *variable)
{
    const char *name = secure_getenv(variable), *boot = place_page()->boot;
    uint64_t job = UINT64_C(14695981039346656037); /* FNV-1a */
    for (const char *text = name ? name : boot; *text; text++)
        job = (job ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return name ? job : (job ^ (uint64_t)getppid()) * UINT64_C(1099511628211);
}

void rank_find(void)
{
    struct format_place *page = place_page();
    if (!has_mpi())
        return;
    for (size_t i = 0; i < sizeof launchers / sizeof launchers[0]; i++) {
        uint32_t rank, ranks;
        if (!number_of(launchers[i].rank, &rank) || !number_of(launchers[i].ranks, &ranks) ||
            rank >= ranks)
            continue;
        page->rank = rank;
        page->job = job_of(launchers[i].job);
        page->ranks = ranks;
        return;
    }
}
