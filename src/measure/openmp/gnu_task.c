/* gnu_task.c: tasks of gcc's code: the function that gcc made of a task is called by another one,
 * which records it.
 *
 * libgomp copies the data of a task, by memcpy or by a function of the program, to where the task
 * will find it. A record of this file is put in front of the data and copied with it. A task
 * without a copying function stays one: libgomp drops only such tasks when their construct is
 * cancelled. */
#include "measure/openmp/frame.h"
#include "measure/openmp/gnu.h"
#include "measure/place.h"

#include <stddef.h>
#include <string.h>

enum {
    DEPEND = 1 << 3,
    UP = 1 << 8,
    GRAINSIZE = 1 << 9,
    NOGROUP = 1 << 11,
    REDUCTION = 1 << 12,
    DETACH = 1 << 13,
    STRICT = 1 << 14,
};

/* The division of a taskloop into tasks, in iterations: tasks 0 to `longer` have `most` of them,
 * the others `fewer`. */
struct division {
    uint64_t all, tasks, most, fewer, longer;
};

/* The record in front of a task's data. */
struct task {
    uint64_t words[2]; /* written by libgomp: the event of a detached task; or first and last
                          iteration of a part of a taskloop */
    void *reductions;  /* taskloop: read by libgomp */
    gnu_function *fn;
    gnu_copy *copy;   /* or NULL */
    void *from;       /* with `copy`: the original data */
    ompt_data_t word; /* the task's word (task.c); taskloop: without the number */
    uint32_t offset;  /* position of the data behind this record */
    bool is_loop, depends;
    bool is_detached; /* and it has data */
};

/* The record in front of the data of a taskloop's task. */
struct loop_task {
    struct task task;
    uint64_t start, step;
    struct division division;
    uint32_t first; /* number of its first task */
};

/* Copies the words that libgomp has written to where the program's function expects them. */
static void hand_on(const struct task *task, void *data)
{
    if (task->is_loop)
        memcpy(data, task->words, sizeof task->words);
    else if (task->is_detached)
        memcpy(data, task->words, sizeof task->words[0]);
}

static uint64_t index_of(const struct division *division, uint64_t iteration)
{
    uint64_t longer = division->longer + 1, most = division->most ? division->most : 1;
    if (iteration / most < longer)
        return iteration / most;
    return longer + (iteration - longer * most) / (division->fewer ? division->fewer : 1);
}

/* Returns the word of a part of a taskloop that begins now, identified by its first iteration. The
 * memory may be used for the next part, too. */
static ompt_data_t word_of_part(const struct loop_task *loop)
{
    ompt_data_t word = loop->task.word;
    int64_t step = (int64_t)loop->step;
    if (!word.value || !step)
        return word;
    uint64_t from = loop->task.words[0];
    uint64_t far =
        step > 0 ? (from - loop->start) / (uint64_t)step : (loop->start - from) / (uint64_t)-step;
    uint64_t index = index_of(&loop->division, far);
    uint32_t number =
        index < loop->division.tasks ? loop->first + (uint32_t)index : measure_act_new_activity();
    word.value |= (uint64_t)(number + 1);
    return word;
}

static void run(void *given)
{
    struct task *task = given;
    void *data = (char *)given + task->offset;
    struct gnu_here before = gnu_here;
    struct gnu_depend_mark mark = gnu_depend_enter();
    bool waits = gnu_worker_wake();
    ompt_data_t word = task->is_loop ? word_of_part(given) : task->word;
    hand_on(task, data);
    uint32_t number = (uint32_t)word.value - 1;
    bool depends = task->depends;
    gnu_here = (struct gnu_here){0};
    task_schedule(NULL, ompt_task_switch, &word);
    gnu_run(task->fn, data);
    if (depends)
        gnu_depend_done(number);
    task_schedule(&word, ompt_task_complete, NULL);
    gnu_here = before;
    gnu_depend_leave(mark);
    gnu_worker_park_again(waits);
}

static size_t size_of(const struct task *task)
{
    return task->is_loop ? sizeof(struct loop_task) : sizeof *task;
}

/* Called by libgomp for a task whose data the program's function copies. */
static void copy(void *to, void *from)
{
    struct task *task = from;
    memcpy(to, task, size_of(task));
    if (task->is_detached)
        memcpy(task->from, task->words, sizeof task->words[0]);
    task->copy((char *)to + task->offset, task->from);
}

/* The data of a task with its record in front. */
struct packed {
    struct task *task;
    gnu_copy *copy;
    long size, align;
};

#define ALIGNED(align)                                                                             \
    ((align) > (long)_Alignof(struct task) ? (align) : (long)_Alignof(struct task))
#define OFFSET(head, align) (((long)(head) + (align)-1) / (align) * (align))
#define ROOM(head, size, align) ((size_t)(OFFSET(head, align) + (size) + (align)))

/* Builds the data of a task at `room`, which has space for it. */
static struct packed pack(char *room, struct task *task, void *data, long size, long align)
{
    uintptr_t at = ((uintptr_t)room + (uintptr_t)align - 1) / (uintptr_t)align * (uintptr_t)align;
    char *packed = room + (at - (uintptr_t)room);
    size_t head = size_of(task);
    task->offset = (uint32_t)OFFSET(head, align);
    task->from = data;
    memcpy(packed, task, head);
    if (!task->copy && data && size > 0)
        memcpy(packed + task->offset, data, (size_t)size);
    return (struct packed){(struct task *)(void *)packed, task->copy ? copy : NULL,
                           task->offset + size, align};
}

#define TASK                                                                                       \
    gnu_function *fn, void *data, gnu_copy *copying, long size, long align, bool deferred,         \
        unsigned flags, void **depend, int priority, void *detach
#define TASK_ARGUMENTS fn, data, copying, size, align, deferred, flags, depend, priority, detach

typedef void task_type(TASK);

static __attribute__((noinline)) void task_heard(task_type *call, const void *site, TASK)
{
    gnu_worker_meet();
    struct task task = {.fn = fn, .copy = copying, .is_detached = flags & DETACH && data};
    task_create(NULL, NULL, &task.word, ompt_task_explicit, (flags & DEPEND) != 0, site);
    if (flags & DEPEND && task.word.value) {
        task.depends = true;
        gnu_depend_made(&task.word, depend);
    }
    align = ALIGNED(align);
    char room[ROOM(sizeof task, copying ? 0 : size, align)];
    struct packed packed = pack(room, &task, data, size, align);
    call(run, packed.task, packed.copy, packed.size, packed.align, deferred, flags, depend,
         priority, detach);
}

/* Since gcc 11 there is `detach`; with older versions an undefined value is passed through
 * unread. */
EXPORTED task_type GOMP_task;
void GOMP_task(TASK)
{
    static struct measure_calls_kept kept;
    struct measure_calls_real real = measure_calls_find(&kept, "GOMP_task", SITE);
    task_type *call = (task_type *)real.function;
    outlined_note((const void *)fn, SITE);
    if (gnu_hears(&real))
        task_heard(call, SITE, TASK_ARGUMENTS);
    else
        call(TASK_ARGUMENTS);
}

/* Divides a taskloop as libgomp does. */
static struct division divide(uint64_t all, unsigned flags, uint64_t tasks, unsigned threads)
{
    struct division is = {.all = all, .tasks = tasks, .longer = all, .most = 1, .fewer = 1};
    uint64_t grain = tasks ? tasks : 1;
    if (flags & GRAINSIZE && flags & STRICT) {
        is.tasks = (all + grain - 1) / grain;
        is.most = grain;
        is.fewer = all % grain ? all % grain : grain;
        is.longer = is.tasks > 1 && all % grain ? is.tasks - 2 : all;
        return is;
    }
    if (flags & GRAINSIZE)
        is.tasks = all / grain ? all / grain : 1;
    else if (!tasks)
        is.tasks = threads;
    if (is.tasks > all)
        is.tasks = all;
    if (!is.tasks)
        return is;
    is.most = is.fewer = all / is.tasks;
    if (all % is.tasks) {
        is.most++;
        is.longer = all % is.tasks - 1;
    }
    return is;
}

/* Returns the iterations of a loop that runs at least once. */
static uint64_t iterations(uint64_t start, uint64_t end, uint64_t step, bool up)
{
    return up ? (end - start + step - 1) / step : (start - end - step - 1) / -step;
}

/* The bounds that a taskloop is called with. */
struct loop {
    uint64_t start, end, step;
    bool up;   /* it counts up, not down */
    bool none; /* it has no iterations */
};

/* True if libgomp waits for all parts. The wait is then recorded by a taskgroup around the call;
 * otherwise the program waits itself, or not at all. */
static bool has_group(unsigned flags, const struct loop *loop)
{
    return !(flags & (NOGROUP | REDUCTION)) && !loop->none;
}

static void begin_group(bool has, const void *site)
{
    static struct measure_calls_kept kept;
    if (has)
        ((void (*)(void))measure_calls_find(&kept, "GOMP_taskgroup_start", site).function)();
}

static void end_group(bool has, const void *site)
{
    static struct measure_calls_kept kept;
    if (!has)
        return;
    void (*call)(void) =
        (void (*)(void))measure_calls_find(&kept, "GOMP_taskgroup_end", site).function;
    sync_region_wait(ompt_sync_region_taskgroup, ompt_scope_begin, NULL, NULL, site);
    call();
    sync_region_wait(ompt_sync_region_taskgroup, ompt_scope_end, NULL, NULL, site);
}

static void begin_loop(struct loop_task *task, const struct loop *loop, unsigned flags,
                       unsigned long tasks, const void *site)
{
    uint64_t all = loop->none ? 0 : iterations(loop->start, loop->end, loop->step, loop->up);
    team_work(ompt_work_taskloop, ompt_scope_begin, NULL, NULL, all, site);
    if (loop->none || !measure_place_is_measuring())
        return;
    task->division = divide(all, flags, tasks, gnu_team_size(site));
    uint32_t count = task->division.tasks < UINT32_MAX ? (uint32_t)task->division.tasks : 0;
    task->first = measure_place_next_activities(count);
    task->task.word.value = task_make_numbered(task->first, count, site);
}

#define TASKLOOP(NAME, NUMBER, IS_UP)                                                              \
    typedef void NAME##_type(gnu_function *fn, void *data, gnu_copy *copying, long size,           \
                             long align, unsigned flags, unsigned long tasks, int priority,        \
                             NUMBER start, NUMBER end, NUMBER step);                               \
    EXPORTED NAME##_type NAME;                                                                     \
    static __attribute__((noinline)) void NAME##_heard(                                            \
        NAME##_type *call, const void *site, gnu_function *fn, void *data, gnu_copy *copying,      \
        long size, long align, unsigned flags, unsigned long tasks, int priority, NUMBER start,    \
        NUMBER end, NUMBER step)                                                                   \
    {                                                                                              \
        struct loop loop = {(uint64_t)start, (uint64_t)end, (uint64_t)step, IS_UP,                 \
                            (IS_UP) ? start >= end : start <= end};                                \
        struct loop_task task = {.task = {.fn = fn, .copy = copying, .is_loop = true},             \
                                 .start = loop.start,                                              \
                                 .step = loop.step};                                               \
        memcpy(&task.task.reductions, (char *)data + sizeof task.task.words, sizeof(void *));      \
        bool group = has_group(flags, &loop);                                                      \
        begin_group(group, site);                                                                  \
        begin_loop(&task, &loop, flags, tasks, site);                                              \
        align = ALIGNED(align);                                                                    \
        char room[ROOM(sizeof task, copying ? 0 : size, align)];                                   \
        struct packed packed = pack(room, &task.task, data, size, align);                          \
        call(run, packed.task, packed.copy, packed.size, packed.align,                             \
             group ? flags | NOGROUP : flags, tasks, priority, start, end, step);                  \
        team_work(ompt_work_taskloop, ompt_scope_end, NULL, NULL, 0, site);                        \
        end_group(group, site);                                                                    \
    }                                                                                              \
    void NAME(gnu_function *fn, void *data, gnu_copy *copying, long size, long align,              \
              unsigned flags, unsigned long tasks, int priority, NUMBER start, NUMBER end,         \
              NUMBER step)                                                                         \
    {                                                                                              \
        static struct measure_calls_kept kept;                                                     \
        struct measure_calls_real real = measure_calls_find(&kept, #NAME, SITE);                   \
        NAME##_type *call = (NAME##_type *)real.function;                                          \
        outlined_note((const void *)fn, SITE);                                                     \
        if (gnu_hears(&real))                                                                      \
            NAME##_heard(call, SITE, fn, data, copying, size, align, flags, tasks, priority,       \
                         start, end, step);                                                        \
        else                                                                                       \
            call(fn, data, copying, size, align, flags, tasks, priority, start, end, step);        \
    }

TASKLOOP(GOMP_taskloop, long, step > 0)
TASKLOOP(GOMP_taskloop_ull, unsigned long long, (flags & UP) != 0)
