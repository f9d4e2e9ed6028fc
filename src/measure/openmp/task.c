/* task.c: implicit and explicit tasks: their creators, where they run, what they wait for. The
 * facts about a task are in the word that the runtime library stores for it. */
#include "measure/openmp/frame.h"
#include "measure/openmp/openmp.h"
#include "measure/openmp/owns.h"
#include "measure/region.h"

#include <stddef.h>

/* Bits of the word, from the bottom: the task's number plus 1 in 32 bits; these flags; its
 * region. */
enum {
    BEGUN = 33,    /* it has run already and may be on a thread's stack */
    INITIAL = 34,  /* the thread itself, outside all parallel regions */
    OUTLINED = 35, /* its region was found by the function that gcc made of the task */
    REGION = 36,
};

static const char spawn_name[] = "omp task", task_name[] = "omp task";
static const char implicit_name[] = "implicit task";

enum { TASKWAIT_COMPLETE = 8 }; /* ompt_taskwait_complete, which older headers do not have */

static uint32_t number_of(const ompt_data_t *task)
{
    return (uint32_t)task->value - 1;
}

static bool is(const ompt_data_t *task, unsigned bit)
{
    return task->value >> bit & 1;
}

static void set(ompt_data_t *task, uint32_t number, unsigned flag, const struct tri_region *region)
{
    task->value = (uint64_t)(number + 1) | UINT64_C(1) << flag |
                  (uint64_t)(region ? region->id : 0) << REGION;
}

static struct frame *run(ompt_data_t *task, uint32_t number, uint32_t maker,
                         struct tri_region *region, const void *function)
{
    struct frame *frame = frame_push(FRAME_TASK, region);
    task->value |= UINT64_C(1) << BEGUN;
    if (!frame)
        return NULL;
    frame->activity = number;
    frame->maker = maker;
    frame->function = function;
    frame->before = measure_act_switch(number);
    return frame;
}

static void begin_implicit(const ompt_data_t *parallel, ompt_data_t *task, unsigned size,
                           unsigned index)
{
    struct frame *team = parallel ? parallel->ptr : NULL;
    struct tri_region *region =
        measure_act_site(TRI_KIND_TASK, 0, implicit_name, team ? team->site : NULL);
    uint32_t number = measure_act_new_activity();
    if (team && index == 0)
        __atomic_store_n(&team->size, size, __ATOMIC_RELAXED);
    set(task, number, BEGUN, region);
    struct frame *frame = run(task, number, team ? team->activity : FORMAT_NO_ACTIVITY, region,
                              team ? team->function : NULL);
    if (frame && team)
        frame->team = team->number;
}

void task_implicit(ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *task,
                   unsigned size, unsigned index, int flags)
{
    if (endpoint != ompt_scope_begin) {
        const struct frame *frame = task && task->value ? frame_of_task(number_of(task)) : NULL;
        if (frame)
            frame_pop_through(frame);
        return;
    }
    task->value = 0;
    if (!openmp_hears())
        return;
    if (flags & ompt_task_initial)
        set(task, measure_act_activity(), INITIAL, NULL);
    else
        begin_implicit(parallel, task, size, index);
}

/* The task that this thread created last: its dependences are reported right after it, without an
 * address. */
static __thread __attribute__((tls_model("initial-exec"))) struct {
    uint32_t number;
    const void *site;
} last;

static void tell_made(uint32_t number, const void *site)
{
    struct measure_log_value made = {FORMAT_VALUE_ACTIVITY, number};
    measure_act_point(measure_act_site(TRI_KIND_SPAWN, 0, spawn_name, site),
                      &(struct measure_act_end){.values = &made, .count = 1});
}

/* Returns the word of a task that is created at the site, without its number. */
static uint64_t word_of(const void *site, bool outlined)
{
    const struct tri_region *region = measure_act_site(TRI_KIND_TASK, 0, task_name, site);
    return (uint64_t)outlined << OUTLINED | (uint64_t)(region ? region->id : 0) << REGION;
}

static void spawn(ompt_data_t *task, const void *site, bool outlined)
{
    uint32_t number = measure_act_new_activity();
    last.number = number;
    last.site = site;
    task->value = 0;
    if (number == FORMAT_NO_ACTIVITY)
        return;
    tell_made(number, site);
    task->value = (uint64_t)(number + 1) | word_of(site, outlined);
}

uint64_t task_make_numbered(uint32_t first, uint32_t count, const void *site)
{
    const void *place = outlined_site(site);
    for (uint32_t i = 0; i < count; i++)
        tell_made(first + i, place);
    return word_of(place, place == outlined_function(site));
}

/* Returns the site of a task that the runtime library creates by itself. */
static const void *site_of_taskloop(void)
{
    return frame_top && frame_top->kind == FRAME_WORK ? frame_top->site : NULL;
}

static void make(ompt_data_t *task, const void *site)
{
    const void *place = outlined_site(site);
    spawn(task, place, place == outlined_function(site));
}

void task_create(ompt_data_t *maker, const ompt_frame_t *frame, ompt_data_t *task, int flags,
                 int has_dependences, const void *site)
{
    (void)maker, (void)frame, (void)has_dependences;
    if (!openmp_hears()) {
        if (task)
            task->value = 0;
        return;
    }
    if (flags & ompt_task_initial)
        set(task, measure_act_activity(), INITIAL, NULL);
    else if (flags & ompt_task_taskwait)
        sync_begin_taskwait(site);
    else
        make(task, measure_openmp_owns(site) ? site_of_taskloop() : site);
}

static void begin(ompt_data_t *task, uint32_t number)
{
    struct tri_region *region =
        (struct tri_region *)measure_region_known((uint32_t)(task->value >> REGION));
    run(task, number, FORMAT_NO_ACTIVITY, region,
        region && is(task, OUTLINED) ? measure_act_address(region) : NULL);
}

/* Continues a task on this thread, or begins it. */
static void resume(ompt_data_t *task)
{
    uint32_t number = number_of(task);
    const struct frame *frame = is(task, BEGUN) ? frame_of_task(number) : NULL;
    if (frame)
        frame_back_to_task(frame);
    else
        begin(task, number);
}

void task_schedule(ompt_data_t *prior, ompt_task_status_t status, ompt_data_t *next)
{
    switch ((int)status) {
    case ompt_task_early_fulfill:
    case ompt_task_late_fulfill:
        return; /* an event of a task was fulfilled; nothing else begins to run here */
    case TASKWAIT_COMPLETE:
        frame_pop(FRAME_SYNC);
        return;
    case ompt_task_complete:
    case ompt_task_cancel:
    case ompt_task_detach: {
        bool known = prior && prior->value && !is(prior, INITIAL);
        const struct frame *frame = known ? frame_of_task(number_of(prior)) : NULL;
        if (frame)
            frame_pop_through(frame);
        break;
    }
    default:
        break;
    }
    if (next && next->value && !is(next, INITIAL) && openmp_hears())
        resume(next);
}

void task_dependence(ompt_data_t *source, ompt_data_t *sink)
{
    if (!source || !sink || !source->value || !sink->value || !openmp_hears())
        return;
    struct measure_log_value values[2] = {{FORMAT_VALUE_ACTIVITY, number_of(sink)},
                                          {FORMAT_VALUE_AFTER, number_of(source)}};
    const void *site = number_of(sink) == last.number ? last.site : NULL;
    measure_act_point(measure_act_site(TRI_KIND_SPAWN, 0, "omp depend", site),
                      &(struct measure_act_end){.values = values, .count = 2});
}
