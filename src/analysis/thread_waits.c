/* thread_waits.c: see thread_waits.h */
#include "analysis/thread_waits.h"

#include "util/words.h"

#include <string.h>
#include <triptych/probes.h>

static bool is_barrier(const char *name)
{
    return words_begins(name, "end of parallel") || words_begins(name, "omp barrier") ||
           words_begins(name, "implicit barrier") || words_begins(name, "pthread_barrier_wait");
}

enum analysis_thread_wait analysis_thread_wait(const struct archive *archive, uint32_t region)
{
    uint32_t kind = archive->regions.kind[region];
    const char *name = archive_text(archive, archive->regions.name[region]);
    if (kind != TRI_KIND_FINISH && kind != TRI_KIND_CLOCK && kind != TRI_KIND_ATOMIC)
        return THREAD_NOTHING;
    if (words_begins(name, "omp taskwait") || words_begins(name, "omp taskgroup"))
        return THREAD_TASKS;
    if (is_barrier(name))
        return THREAD_BARRIER;
    if (kind == TRI_KIND_FINISH)
        return THREAD_JOIN;
    if (kind == TRI_KIND_CLOCK)
        return THREAD_OTHER;
    return words_begins(name, "omp ordered") ? THREAD_ORDERED : THREAD_LOCK;
}

bool analysis_thread_is_condition(const struct archive *archive, uint32_t region)
{
    const char *name = archive_text(archive, archive->regions.name[region]);
    return words_begins(name, "pthread_cond_") && strstr(name, "wait");
}
