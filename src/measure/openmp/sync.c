/* sync.c: barriers, taskwait, taskgroup: waiting for others to arrive, or to end. There is one act
 * for each construct that a thread meets. Tasks that the thread runs meanwhile are inside the act:
 * its exclusive time is waiting. A taskgroup waits only at its end. */
#include "measure/object.h"
#include "measure/openmp/frame.h"
#include "measure/openmp/openmp.h"
#include "measure/openmp/owns.h"

#include <stddef.h>

/* Kinds of an older standard; libomp up to 16 uses them. */
enum { ANY_BARRIER = 1, ANY_IMPLICIT = 2 };

static const char tasks; /* its address identifies the tasks that are waited for */

/* True for the end of a parallel region. It is the one barrier without a call in the program: it
 * has no address, or that of the call that began the region. */
static bool is_end_of_parallel(ompt_sync_region_t kind, const struct frame *team, const void *site)
{
    return kind == ompt_sync_region_barrier_implicit_parallel ||
           kind == ompt_sync_region_barrier_teams ||
           ((int)kind == ANY_IMPLICIT && (!site || (team && site == team->call)));
}

/* True for a barrier that the user wrote. gcc calls the same function for it and for the one at
 * the end of `single`; the barrier at the end of a loop is part of another call, which has no
 * address. */
static bool is_written(ompt_sync_region_t kind, const void *site)
{
    return kind == ompt_sync_region_barrier_explicit || (int)kind == ANY_BARRIER ||
           (kind == ompt_sync_region_barrier_implementation && site && measure_openmp_is_moved());
}

static struct format_object *object_of_team(struct frame *team)
{
    struct format_object *object =
        team ? measure_object_of((uintptr_t)team, FORMAT_OBJECT_BARRIER, NULL, team->site) : NULL;
    if (object)
        object->needed = __atomic_load_n(&team->size, __ATOMIC_RELAXED);
    return object;
}

static struct format_object *object_of_tasks(const void *site)
{
    return measure_object_of((uintptr_t)&tasks, FORMAT_OBJECT_TASKS, NULL, site);
}

static void begin(enum tri_kind kind, const char *name, const void *site,
                  struct format_object *object)
{
    if (frame_push(FRAME_SYNC, measure_act_site(kind, 0, name, site)))
        frame_wait(object, true);
}

/* Begins the wait at the end of a region; a worker waits until the region ends, and is idle
 * afterwards. */
static void begin_end(const struct frame *team, const void *site, struct format_object *object)
{
    struct frame *frame =
        frame_push(FRAME_SYNC, measure_act_site(TRI_KIND_FINISH, 0, "end of parallel", site));
    if (!frame)
        return;
    frame_wait(object, true);
    frame->team = team ? team->number : 0;
}

static void begin_barrier(ompt_sync_region_t kind, const ompt_data_t *parallel, const void *site)
{
    struct frame *team = parallel ? parallel->ptr : NULL;
    struct format_object *object = object_of_team(team);
    bool written = is_written(kind, site);
    site = frame_site(site, team_last_work);
    if (is_end_of_parallel(kind, team, site))
        begin_end(team, team ? team->site : site, object);
    else if (written && !calls_end_sections)
        begin(TRI_KIND_CLOCK, "omp barrier", site, object);
    else
        begin(TRI_KIND_CLOCK, "implicit barrier",
              site && !calls_end_sections ? site : team_last_work, object);
}

/* The taskgroup that began last: a taskloop begins with a taskgroup, and libomp has no address for
 * what follows. */
static __thread __attribute__((tls_model("initial-exec"))) struct group {
    const struct frame *inside;
    const void *site;
} group;

const void *sync_group_site(void)
{
    return group.inside == frame_top ? group.site : NULL;
}

void sync_begin_taskwait(const void *site)
{
    site = frame_site(site, site);
    begin(TRI_KIND_FINISH, "omp taskwait", site, object_of_tasks(site));
}

void sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
                 ompt_data_t *task, const void *site)
{
    (void)task;
    if (kind == ompt_sync_region_taskgroup) {
        group = (struct group){frame_top, endpoint == ompt_scope_begin ? site : NULL};
        return;
    }
    if (endpoint != ompt_scope_begin)
        frame_pop(FRAME_SYNC);
    else if (!openmp_hears())
        return;
    else if (kind == ompt_sync_region_taskwait)
        sync_begin_taskwait(site);
    else
        begin_barrier(kind, parallel, site);
}

void sync_region_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
                      ompt_data_t *parallel, ompt_data_t *task, const void *site)
{
    (void)parallel, (void)task;
    if (kind != ompt_sync_region_taskgroup)
        return;
    site = frame_site(site, site);
    if (endpoint != ompt_scope_begin)
        frame_pop(FRAME_SYNC);
    else if (openmp_hears())
        begin(TRI_KIND_FINISH, "omp taskgroup", site, object_of_tasks(site));
}

void sync_reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
                    ompt_data_t *task, const void *site)
{
    (void)kind, (void)parallel, (void)task;
    if (endpoint != ompt_scope_begin)
        frame_pop(FRAME_WORK);
    else if (openmp_hears())
        frame_push(FRAME_WORK, measure_act_site(TRI_KIND_WORK, 0, "omp reduction", site));
}
