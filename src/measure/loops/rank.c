/* rank.c: see rank.h. MPI itself is not asked, since its functions are not wrapped here. */
#include "measure/loops/rank.h"

#include "measure/core.h"

#include "format/rank.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

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

void rank_find(void)
{
    struct format_place *page = tri_core.place_page();
    if (!has_mpi())
        return;
    page->collects |= FORMAT_COLLECT_UNASKED_MPI;
    for (int i = 0; i < FORMAT_LAUNCHERS; i++) {
        struct format_launcher launcher = format_launcher(i);
        uint32_t rank, ranks;
        if (!number_of(launcher.rank, &rank) || !number_of(launcher.ranks, &ranks) || rank >= ranks)
            continue;
        page->rank = rank;
        page->job = format_job(secure_getenv(launcher.job), page->boot, (uint64_t)getppid());
        page->ranks = ranks;
        return;
    }
}
