/* team.c: threads, parallel regions and worksharing constructs. */
#include "measure/node.h"
#include "measure/openmp/frame.h"
#include "measure/openmp/openmp.h"
#include "measure/openmp/owns.h"

__thread __attribute__((tls_model("initial-exec"), visibility("hidden")))
const void *team_last_work;

void team_thread_begin(ompt_thread_t type, ompt_data_t *thread)
{
    (void)thread;
    if (!openmp_hears())
        return;
    if (!measure_lane_own)
        measure_lane_start();
    if (measure_lane_own && type == ompt_thread_worker)
        measure_lane_own->record->flags |= FORMAT_LANE_POOL;
}

void team_thread_end(ompt_data_t *thread)
{
    (void)thread;
    frame_end_thread();
}

void team_begin(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *parallel,
                unsigned requested, int flags, const void *site)
{
    (void)task, (void)frame, (void)requested;
    parallel->ptr = NULL;
    if (!openmp_hears())
        return;
    const char *name = flags & ompt_parallel_league ? "omp teams" : "omp parallel";
    uint32_t activity = measure_act_activity();
    const void *place = outlined_site(site);
    struct frame *team =
        frame_push(FRAME_PARALLEL, measure_act_site(TRI_KIND_PARALLEL, 0, name, place));
    if (!team)
        return;
    team->activity = activity;
    team->site = place;
    team->call = site;
    team->function = outlined_function(site);
    team->size = 0;
    team->number = frame_new_team();
    parallel->ptr = team;
}

void team_end(ompt_data_t *parallel, ompt_data_t *task, int flags, const void *site)
{
    (void)task, (void)flags, (void)site;
    const struct frame *team = parallel->ptr;
    if (team) {
        frame_end_team(team->number);
        frame_pop_through(team);
    }
    parallel->ptr = NULL;
}

static const char *name_of_work(ompt_work_t type)
{
    static const char *const names[] = {
        [ompt_work_loop] = "omp for",
        [ompt_work_sections] = "omp sections",
        [ompt_work_single_executor] = "omp single",
        [ompt_work_single_other] = "omp single (of another thread)",
        [ompt_work_workshare] = "omp workshare",
        [ompt_work_distribute] = "omp distribute",
        [ompt_work_taskloop] = "omp taskloop",
        [ompt_work_scope] = "omp scope",
    };
    unsigned index = (unsigned)type;
    bool known = index < sizeof names / sizeof names[0] && names[index];
    return known ? names[index] : names[ompt_work_loop]; /* later standards have kinds of loops */
}

static void begin_work(const char *name, const void *site)
{
    team_last_work = site;
    struct frame *frame =
        openmp_hears() ? frame_push(FRAME_WORK, measure_act_site(TRI_KIND_WORK, 0, name, site))
                       : NULL;
    if (frame)
        frame->site = site;
}

/* Adds the iterations of a taskloop, which one thread creates alone. For a loop, each thread is
 * told only how many all threads execute together. */
static void add_trips(const struct frame *frame, uint64_t trips)
{
    if (frame && frame->act && measure_lane_current != &measure_lane_nowhere)
        measure_node_add_trips(measure_lane_current, trips);
}

static const void *site_of_taskloop(const void *site)
{
    const void *place = outlined_site(site);
    return place == site && measure_openmp_owns(site) ? sync_group_site() : place;
}

void team_work(ompt_work_t type, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
               ompt_data_t *task, uint64_t count, const void *site)
{
    (void)parallel, (void)task;
    if (endpoint == ompt_scope_begin) {
        if (type == ompt_work_taskloop)
            site = site_of_taskloop(site);
        if (calls_sections_site)
            begin_work(name_of_work(ompt_work_sections), calls_sections_site);
        else
            begin_work(name_of_work(type), downward_site ? downward_site : site);
        if (type == ompt_work_taskloop && openmp_hears())
            add_trips(frame_top, count);
    } else {
        frame_pop(FRAME_WORK);
    }
}

void team_masked(ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *task,
                 const void *site)
{
    (void)parallel, (void)task;
    if (endpoint == ompt_scope_begin)
        begin_work("omp master", site);
    else
        frame_pop(FRAME_WORK);
}

void team_cancel(ompt_data_t *task, int flags, const void *site)
{
    (void)task;
    if (!openmp_hears() || flags & ompt_cancel_discarded_task)
        return;
    const char *name = flags & ompt_cancel_activated ? "omp cancel" : "omp cancellation point";
    measure_act_point(measure_act_site(TRI_KIND_WORK, 0, name, site), &(struct measure_act_end){0});
}
