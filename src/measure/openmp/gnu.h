/* gnu.h: observing libgomp, which has no interface for tools: its functions are interposed and
 * report the program's calls as OMPT's callbacks would (openmp.h). */
#ifndef MEASURE_OPENMP_GNU_H
#define MEASURE_OPENMP_GNU_H

#include "measure/lane.h"
#include "measure/openmp/calls.h"
#include "measure/openmp/openmp.h"

#define SITE __builtin_return_address(0)
#define EXPORTED __attribute__((visibility("default")))

typedef void gnu_function(void *data);
typedef void gnu_copy(void *to, void *from);

/* The constructs that this thread is in, within the innermost task. */
struct gnu_here {
    ompt_data_t *parallel; /* NULL: in no team, or in an explicit task */
    bool work;             /* a worksharing construct has begun, and its end is not known yet */
};
extern LANE_TLS struct gnu_here gnu_here;

/* gnu.c: true if libgomp was called in this process. gnu_begin() is the first call: it starts
 * measuring; false if libgomp is not to be observed. */
extern __attribute__((visibility("hidden"))) bool gnu_is_seen;
bool gnu_begin(void);

/* True if a call of the function that was found, one of libgomp, is to be recorded. */
static inline bool gnu_hears(const struct measure_calls_real *real)
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

/* Begin and end of worksharing constructs. gcc's code has no call at the end of some: these end
 * with the next one, at a barrier, or with the thread's part of the parallel region. */
void gnu_begin_work(ompt_work_t type, const void *site);
void gnu_end_work(void);

/* Ends the loop for a thread that gets no more part of it. Returns `some`. */
static inline bool gnu_got_part(bool some)
{
    if (!some)
        gnu_end_work();
    return some;
}

/* Returns the number of threads of the innermost team, from the libgomp that the program's code at
 * `site` uses. */
unsigned gnu_team_size(const void *site);

/* gnu_worker.c: threads that libgomp made. */

/* Prepares, once, before there are any. */
void gnu_worker_prepare(void);

/* Notes that this thread, worker or not, uses OpenMP: its data is freed when it ends. */
void gnu_worker_meet(void);

/* Begins this worker's part of a parallel region; ends what it had left open. */
void gnu_worker_begin(void);

/* Ends the worker's part. No call says when it has finished waiting for the others: what is open
 * ends with its next region, with the thread, or with the process. */
void gnu_worker_park(const ompt_data_t *part);

/* gnu_worker_wake() is called when the thread runs a task while it waits there,
 * gnu_worker_park_again() when the task ends. The first returns whether it was waiting. */
bool gnu_worker_wake(void);
void gnu_worker_park_again(bool waits);

/* Closes the acts of all parked workers, at the end of the process. */
void gnu_worker_end_all(void);

/* gnu_depend.c: dependences between tasks. */

/* A mark in what this thread knows about the children of the task that it runs; a task that begins
 * has none. */
struct gnu_depend_mark {
    uint32_t entries, links;
};
struct gnu_depend_mark gnu_depend_enter(void);
void gnu_depend_leave(struct gnu_depend_mark mark);

/* gnu_depend_made() records the dependences of a new task; gnu_depend_done() that the task of that
 * number has ended. */
void gnu_depend_made(ompt_data_t *task, void *const *depend);
void gnu_depend_done(uint32_t number);

void gnu_depend_end_thread(void);

/* The schedules of loops of which libgomp has functions: CHUNKS for those with a chunk size,
 * RUNTIME for those whose schedule is chosen at run time. */
#define GNU_SCHEDULES(CHUNKS, RUNTIME)                                                             \
    CHUNKS(static)                                                                                 \
    CHUNKS(dynamic)                                                                                \
    CHUNKS(guided)                                                                                 \
    CHUNKS(nonmonotonic_dynamic)                                                                   \
    CHUNKS(nonmonotonic_guided)                                                                    \
    CHUNKS(ordered_static)                                                                         \
    CHUNKS(ordered_dynamic)                                                                        \
    CHUNKS(ordered_guided)                                                                         \
    RUNTIME(runtime)                                                                               \
    RUNTIME(nonmonotonic_runtime)                                                                  \
    RUNTIME(maybe_nonmonotonic_runtime)                                                            \
    RUNTIME(ordered_runtime)

#endif
