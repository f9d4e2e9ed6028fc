/* tool.c: registers the collector with an OpenMP runtime library, and requests its callbacks. */
#include "measure/act.h"
#include "measure/lane.h"
#include "measure/openmp/gnu.h"
#include "measure/openmp/owns.h"
#include "measure/place.h"
#include "measure/settings.h"

#include <dlfcn.h>
#include <stdlib.h>

static void set_seen(enum format_openmp how)
{
    if (listen_to & FORMAT_COLLECT_OPENMP)
        measure_place_page()->openmp = (uint8_t)how;
}

static void ask(ompt_set_callback_t set)
{
    static const struct {
        ompt_callbacks_t event;
        ompt_callback_t call;
    } wanted[] = {
        {ompt_callback_thread_begin, (ompt_callback_t)team_thread_begin},
        {ompt_callback_thread_end, (ompt_callback_t)team_thread_end},
        {ompt_callback_parallel_begin, (ompt_callback_t)team_begin},
        {ompt_callback_parallel_end, (ompt_callback_t)team_end},
        {ompt_callback_work, (ompt_callback_t)team_work},
        {ompt_callback_masked, (ompt_callback_t)team_masked},
        {ompt_callback_cancel, (ompt_callback_t)team_cancel},
        {ompt_callback_implicit_task, (ompt_callback_t)task_implicit},
        {ompt_callback_task_create, (ompt_callback_t)task_create},
        {ompt_callback_task_schedule, (ompt_callback_t)task_schedule},
        {ompt_callback_task_dependence, (ompt_callback_t)task_dependence},
        {ompt_callback_sync_region, (ompt_callback_t)sync_region},
        {ompt_callback_sync_region_wait, (ompt_callback_t)sync_region_wait},
        {ompt_callback_reduction, (ompt_callback_t)sync_reduction},
        {ompt_callback_mutex_acquire, (ompt_callback_t)mutex_acquire},
        {ompt_callback_mutex_acquired, (ompt_callback_t)mutex_acquired},
        {ompt_callback_nest_lock, (ompt_callback_t)mutex_nested},
        {ompt_callback_lock_destroy, (ompt_callback_t)mutex_destroy},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        set(wanted[i].event, wanted[i].call);
}

/* Begins to observe the runtime library; returns 0 if it is to report nothing. */
static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
    (void)device, (void)data;
    ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
    measure_listen_begin();
    measure_openmp_find();
    if (!set || !(listen_to & FORMAT_COLLECT_OPENMP))
        return 0;
    bool is_moved = measure_openmp_is_gomp((const void *)lookup);
    measure_openmp_set_moved(is_moved);
    set_seen(is_moved ? FORMAT_OPENMP_MOVED : FORMAT_OPENMP_SEEN);
    ask(set);
    return 1;
}

static void finalize(ompt_data_t *data)
{
    (void)data;
}

static bool is_wanted(void)
{
    const char *others = getenv("OMP_TOOL_LIBRARIES");
    struct measure_settings settings;
    measure_settings_read(&settings);
    return !settings.off && settings.archive && settings.collects & FORMAT_COLLECT_OPENMP &&
           !(others && *others);
}

/* Another tool of the user comes first: that of another library, or one named by
 * OMP_TOOL_LIBRARIES, which the runtime library looks for if this function returns NULL. */
ompt_start_tool_result_t *ompt_start_tool(unsigned omp_version, const char *runtime_version)
{
    static ompt_start_tool_result_t result = {initialize, finalize, {0}};
    typedef ompt_start_tool_result_t *start(unsigned, const char *);
    start *next = (start *)dlsym(RTLD_NEXT, "ompt_start_tool");
    ompt_start_tool_result_t *other = next ? next(omp_version, runtime_version) : NULL;
    if (other)
        return other;
    return is_wanted() ? &result : NULL;
}

/* Runs after measuring began (preload.c). */
__attribute__((constructor(102))) static void at_start(void)
{
    if (listen_to & FORMAT_COLLECT_OPENMP)
        measure_openmp_find();
    gnu_worker_prepare();
}

/* Other threads may still run while the process ends, but no code of the program. */
__attribute__((destructor)) static void at_end(void)
{
    gnu_worker_end_all();
}
