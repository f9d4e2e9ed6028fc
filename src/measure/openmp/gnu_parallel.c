/* gnu_parallel.c: parallel regions of gcc's code. The function that gcc made of a region is called
 * by another one, which records each thread's part. The last call on the way to another runtime
 * library is a jump if the compiler can make it one: that library then sees the program's return
 * address. */
#include "measure/openmp/frame.h"
#include "measure/openmp/gnu.h"

#include <stddef.h>

/* A parallel region, on the stack of the thread that began it. */
struct region {
    void *head; /* GOMP_parallel_reductions() reads the first word of the data */
    gnu_function *fn;
    void *data;
    const void *site;
    const void *beginner; /* identifies the thread that began it */
    ompt_work_t work;     /* a worksharing construct combined with the region; 0: none */
    ompt_data_t parallel;
    ompt_data_t part; /* of the thread that began it */
};

static void begin_part(struct region *region, bool is_worker, unsigned size, ompt_data_t *part)
{
    gnu_here = (struct gnu_here){.parallel = &region->parallel};
    task_implicit(ompt_scope_begin, &region->parallel, part, size, is_worker, ompt_task_implicit);
    const struct frame *team = region->parallel.ptr;
    if (region->work)
        gnu_begin_work(region->work, team ? team->site : region->site);
}

/* Ends a part: the end of the program's code is the beginning of the wait for the other threads. */
static void end_part(struct region *region, unsigned size, ompt_data_t *part)
{
    gnu_end_work();
    if (size > 1)
        sync_region(ompt_sync_region_barrier_implicit_parallel, ompt_scope_begin, &region->parallel,
                    part, NULL);
}

static void run_own_part(struct region *region)
{
    struct gnu_here before = gnu_here;
    struct gnu_depend_mark mark = gnu_depend_enter();
    unsigned size = gnu_team_size((const void *)region->fn);
    begin_part(region, false, size, &region->part);
    gnu_run(region->fn, region->data);
    end_part(region, size, &region->part);
    gnu_depend_leave(mark);
    gnu_here = before;
}

static void run_part(void *given)
{
    struct region *region = given;
    if (region->beginner == &gnu_here) {
        run_own_part(region);
        return;
    }
    ompt_data_t part = {0};
    unsigned size = gnu_team_size((const void *)region->fn);
    gnu_worker_begin();
    struct gnu_depend_mark mark = gnu_depend_enter();
    begin_part(region, true, size, &part);
    gnu_run(region->fn, region->data);
    end_part(region, size, &part);
    gnu_depend_leave(mark);
    gnu_here = (struct gnu_here){0};
    gnu_worker_park(&part);
}

static void begin_region(struct region *region, gnu_function *fn, void *data, ompt_work_t work,
                         const void *site)
{
    gnu_worker_meet();
    *region =
        (struct region){.fn = fn, .data = data, .site = site, .beginner = &gnu_here, .work = work};
    team_begin(NULL, NULL, &region->parallel, 0, ompt_parallel_team, site);
}

static void end_region(struct region *region)
{
    task_implicit(ompt_scope_end, NULL, &region->part, 0, 0, ompt_task_implicit);
    team_end(&region->parallel, NULL, 0, NULL);
}

#define LIST(...) __VA_ARGS__

#define PARALLEL(NAME, WORK, PARAMETERS, ARGUMENTS)                                                \
    typedef void NAME##_type(PARAMETERS);                                                          \
    EXPORTED NAME##_type NAME;                                                                     \
    static __attribute__((noinline)) void NAME##_heard(NAME##_type *call, const void *site,        \
                                                       PARAMETERS)                                 \
    {                                                                                              \
        struct region region;                                                                      \
        begin_region(&region, fn, data, WORK, site);                                               \
        fn = run_part;                                                                             \
        data = &region;                                                                            \
        call(ARGUMENTS);                                                                           \
        end_region(&region);                                                                       \
    }                                                                                              \
    void NAME(PARAMETERS)                                                                          \
    {                                                                                              \
        static struct measure_calls_kept kept;                                                     \
        struct measure_calls_real real = measure_calls_find(&kept, #NAME, SITE);                   \
        NAME##_type *call = (NAME##_type *)real.function;                                          \
        outlined_note((const void *)fn, SITE);                                                     \
        if (gnu_hears(&real))                                                                      \
            NAME##_heard(call, SITE, ARGUMENTS);                                                   \
        else                                                                                       \
            call(ARGUMENTS);                                                                       \
    }

#define TEAM gnu_function *fn, void *data, unsigned threads
#define TEAM_ARGUMENTS fn, data, threads
#define LOOP TEAM, long start, long end, long step
#define LOOP_ARGUMENTS TEAM_ARGUMENTS, start, end, step

PARALLEL(GOMP_parallel, 0, LIST(TEAM, unsigned flags), LIST(TEAM_ARGUMENTS, flags))
PARALLEL(GOMP_parallel_sections, ompt_work_sections, LIST(TEAM, unsigned count, unsigned flags),
         LIST(TEAM_ARGUMENTS, count, flags))

#define CHUNKS(NAME)                                                                               \
    PARALLEL(NAME, ompt_work_loop, LIST(LOOP, long chunk, unsigned flags),                         \
             LIST(LOOP_ARGUMENTS, chunk, flags))
#define RUNTIME(NAME)                                                                              \
    PARALLEL(NAME, ompt_work_loop, LIST(LOOP, unsigned flags), LIST(LOOP_ARGUMENTS, flags))

CHUNKS(GOMP_parallel_loop_static)
CHUNKS(GOMP_parallel_loop_dynamic)
CHUNKS(GOMP_parallel_loop_guided)
CHUNKS(GOMP_parallel_loop_nonmonotonic_dynamic)
CHUNKS(GOMP_parallel_loop_nonmonotonic_guided)
RUNTIME(GOMP_parallel_loop_runtime)
RUNTIME(GOMP_parallel_loop_nonmonotonic_runtime)
RUNTIME(GOMP_parallel_loop_maybe_nonmonotonic_runtime)

typedef unsigned reductions_type(gnu_function *fn, void *data, unsigned threads, unsigned flags);

static __attribute__((noinline)) unsigned reductions_heard(reductions_type *call, const void *site,
                                                           gnu_function *fn, void *data,
                                                           unsigned threads, unsigned flags)
{
    struct region region;
    begin_region(&region, fn, data, 0, site);
    region.head = *(void **)data;
    unsigned size = call(run_part, &region, threads, flags);
    end_region(&region);
    return size;
}

EXPORTED reductions_type GOMP_parallel_reductions;
unsigned GOMP_parallel_reductions(gnu_function *fn, void *data, unsigned threads, unsigned flags)
{
    static struct measure_calls_kept kept;
    struct measure_calls_real real = measure_calls_find(&kept, "GOMP_parallel_reductions", SITE);
    reductions_type *call = (reductions_type *)real.function;
    outlined_note((const void *)fn, SITE);
    if (gnu_hears(&real))
        return reductions_heard(call, SITE, fn, data, threads, flags);
    return call(fn, data, threads, flags);
}

/* gcc 4.8 and older: the thread that begins the region runs its part without a call, so these
 * regions are not recorded if libgomp runs them. */
#define OLD(NAME, PARAMETERS, ARGUMENTS)                                                           \
    EXPORTED void NAME(PARAMETERS);                                                                \
    void NAME(PARAMETERS)                                                                          \
    {                                                                                              \
        static struct measure_calls_kept kept;                                                     \
        void (*call)(PARAMETERS) =                                                                 \
            (void (*)(PARAMETERS))measure_calls_find(&kept, #NAME, SITE).function;                 \
        outlined_note((const void *)fn, SITE);                                                     \
        call(ARGUMENTS);                                                                           \
    }

OLD(GOMP_parallel_start, LIST(TEAM), LIST(TEAM_ARGUMENTS))
OLD(GOMP_parallel_sections_start, LIST(TEAM, unsigned count), LIST(TEAM_ARGUMENTS, count))
#define OLD_CHUNKS(NAME) OLD(NAME, LIST(LOOP, long chunk), LIST(LOOP_ARGUMENTS, chunk))
OLD_CHUNKS(GOMP_parallel_loop_static_start)
OLD_CHUNKS(GOMP_parallel_loop_dynamic_start)
OLD_CHUNKS(GOMP_parallel_loop_guided_start)
OLD(GOMP_parallel_loop_runtime_start, LIST(LOOP), LIST(LOOP_ARGUMENTS))

/* Runs one team; libgomp runs the teams of a league one after another in this thread. */
static void run_team(void *given)
{
    struct region *region = given;
    struct gnu_here before = gnu_here;
    gnu_here = (struct gnu_here){0};
    gnu_run(region->fn, region->data);
    gnu_end_work();
    gnu_here = before;
}

typedef void teams_type(gnu_function *fn, void *data, unsigned teams, unsigned limit,
                        unsigned flags);

static __attribute__((noinline)) void teams_heard(teams_type *call, const void *site,
                                                  gnu_function *fn, void *data, unsigned teams,
                                                  unsigned limit, unsigned flags)
{
    struct region region = {.fn = fn, .data = data};
    team_begin(NULL, NULL, &region.parallel, 0, ompt_parallel_league, site);
    call(run_team, &region, teams, limit, flags);
    team_end(&region.parallel, NULL, 0, NULL);
}

EXPORTED teams_type GOMP_teams_reg;
void GOMP_teams_reg(gnu_function *fn, void *data, unsigned teams, unsigned limit, unsigned flags)
{
    static struct measure_calls_kept kept;
    struct measure_calls_real real = measure_calls_find(&kept, "GOMP_teams_reg", SITE);
    teams_type *call = (teams_type *)real.function;
    outlined_note((const void *)fn, SITE);
    if (gnu_hears(&real))
        teams_heard(call, SITE, fn, data, teams, limit, flags);
    else
        call(fn, data, teams, limit, flags);
}
