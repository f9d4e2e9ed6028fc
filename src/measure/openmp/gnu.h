/* gnu.h: listening to libgomp itself, which has no interface for tools: its functions are
 * interposed and tell of what the program calls as OMPT's callbacks would (openmp.h). */
#ifndef MEASURE_OPENMP_GNU_H
#define MEASURE_OPENMP_GNU_H

#include "measure/lane.h"
#include "measure/openmp/calls.h"
#include "measure/openmp/openmp.h"

#define SITE __builtin_return_address(0)
#define EXPORTED __attribute__((visibility("default")))

typedef void gnu_function(void *data);
typedef void gnu_copy(void *to, void *from);

/* What this thread is in, of the innermost task. */
struct gnu_here {
    ompt_data_t *parallel; /* NULL: in no team, or in an explicit task */
    bool work;             /* a worksharing construct has begun, and its end is not known */
};
extern LANE_TLS struct gnu_here gnu_here;

/* gnu.c: whether libgomp was heard of in this process. Before it was, a call begins that, unless
 * libgomp is not listened to (false). */
extern __attribute__((visibility("hidden"))) bool gnu_is_seen;
bool gnu_begin(void);

/* Whether to tell of a call of libgomp's function that was found. */
static inline bool gnu_hears(const struct calls_real *real)
{
    if (!real->is_gnu)
        return false;
    return __builtin_expect(__atomic_load_n(&gnu_is_seen, __ATOMIC_RELAXED), 1) ? openmp_hears()
                                                                                : gnu_begin();
}

/* Runs the function that gcc made of a construct. */
static inline void gnu_run(gnu_function *fn, void *data)
{
    const void *before = calls_from;
    calls_from = (const void *)fn;
    fn(data);
    calls_from = before;
}

/* Worksharing constructs: gcc's code has no call at the end of some, which end with the next one,
 * at a barrier, or with the thread's part of the parallel region. */
void gnu_begin_work(ompt_work_t type, const void *site);
void gnu_end_work(void);

/* A thread that gets no more of a loop has ended its part of it. Returns `some`. */
static inline bool gnu_got_part(bool some)
{
    if (!some)
        gnu_end_work();
    return some;
}

/* The threads of the innermost team, of the libgomp that code of the program at `site` means. */
unsigned gnu_team_size(const void *site);

/* gnu_worker.c: threads that libgomp made. */

/* Once, before there are any. */
void gnu_worker_prepare(void);

/* This thread uses OpenMP, be it a worker or not: what is kept of it goes when it ends. */
void gnu_worker_meet(void);

/* This thread takes part in a parallel region of another one: what it had left open ends. */
void gnu_worker_begin(void);

/* Its part has ended, and nothing tells when it has waited for the others: what is open ends when
 * it takes part in another region, ends, or the process does. */
void gnu_worker_park(const ompt_data_t *part);

/* The same thread runs a task while it waits there; and no longer. Returns whether it waits. */
bool gnu_worker_wake(void);
void gnu_worker_park_again(bool waits);

/* The process ends. */
void gnu_worker_end_all(void);

/* gnu_depend.c: which tasks wait for which others. */

/* What this thread knows of the children of the task that it runs; a task that begins has none. */
struct gnu_depend_mark {
    uint32_t entries, links;
};
struct gnu_depend_mark gnu_depend_enter(void);
void gnu_depend_leave(struct gnu_depend_mark mark);

/* A task was made with these dependences; and a task of that number has ended. */
void gnu_depend_made(ompt_data_t *task, void *const *depend);
void gnu_depend_done(uint32_t number);

void gnu_depend_end_thread(void);

#endif
