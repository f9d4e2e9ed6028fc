/* gnu_work.c: loops, sections and single of gcc's code. A loop with a static schedule has no calls:
 * gcc divides it itself. */
#include "measure/openmp/gnu.h"

#include "measure/openmp/frame.h"

#include <stddef.h>

#define LIST(...) __VA_ARGS__

#define START(NAME, PARAMETERS, ARGUMENTS)                                                         \
    EXPORTED bool NAME(PARAMETERS);                                                                \
    bool NAME(PARAMETERS)                                                                          \
    {                                                                                              \
        static struct measure_calls_kept kept;                                                     \
        struct measure_calls_real real = measure_calls_find(&kept, #NAME, SITE);                   \
        bool (*call)(PARAMETERS) = (bool (*)(PARAMETERS))real.function;                            \
        if (!gnu_hears(&real))                                                                     \
            return call(ARGUMENTS);                                                                \
        gnu_begin_work(ompt_work_loop, SITE);                                                      \
        return gnu_got_part(call(ARGUMENTS));                                                      \
    }

#define NEXT(NAME)                                                                                 \
    EXPORTED bool NAME(long *from, long *to);                                                      \
    bool NAME(long *from, long *to)                                                                \
    {                                                                                              \
        static struct measure_calls_kept kept;                                                     \
        struct measure_calls_real real = measure_calls_find(&kept, #NAME, SITE);                   \
        bool (*call)(long *, long *) = (bool (*)(long *, long *))real.function;                    \
        if (!gnu_hears(&real))                                                                     \
            return call(from, to);                                                                 \
        return gnu_got_part(call(from, to));                                                       \
    }

#define RANGE long start, long end, long step
#define PART long *from, long *to
#define CHUNKS(SCHEDULE)                                                                           \
    START(GOMP_loop_##SCHEDULE##_start, LIST(RANGE, long chunk, PART),                             \
          LIST(start, end, step, chunk, from, to))                                                 \
    NEXT(GOMP_loop_##SCHEDULE##_next)
#define RUNTIME(SCHEDULE)                                                                          \
    START(GOMP_loop_##SCHEDULE##_start, LIST(RANGE, PART), LIST(start, end, step, from, to))       \
    NEXT(GOMP_loop_##SCHEDULE##_next)

GNU_SCHEDULES(CHUNKS, RUNTIME)

/* Constructs with task reductions, or calls that only begin these: `from` is NULL then. */
#define MORE uintptr_t *reductions, void **memory
#define MORE_ARGUMENTS reductions, memory
START(GOMP_loop_start, LIST(RANGE, long schedule, long chunk, PART, MORE),
      LIST(start, end, step, schedule, chunk, from, to, MORE_ARGUMENTS))
START(GOMP_loop_ordered_start, LIST(RANGE, long schedule, long chunk, PART, MORE),
      LIST(start, end, step, schedule, chunk, from, to, MORE_ARGUMENTS))

/* Iterations that wait for others: `ordered depend`. These waits are not recorded. */
#define COUNTS unsigned count, long *counts
START(GOMP_loop_doacross_static_start, LIST(COUNTS, long chunk, PART),
      LIST(count, counts, chunk, from, to))
START(GOMP_loop_doacross_dynamic_start, LIST(COUNTS, long chunk, PART),
      LIST(count, counts, chunk, from, to))
START(GOMP_loop_doacross_guided_start, LIST(COUNTS, long chunk, PART),
      LIST(count, counts, chunk, from, to))
START(GOMP_loop_doacross_runtime_start, LIST(COUNTS, PART), LIST(count, counts, from, to))
START(GOMP_loop_doacross_start, LIST(COUNTS, long schedule, long chunk, PART, MORE),
      LIST(count, counts, schedule, chunk, from, to, MORE_ARGUMENTS))

typedef unsigned long long ull;
#define LONG_RANGE bool up, ull start, ull end, ull step
#define LONG_PART ull *from, ull *to
#define LONG_COUNTS unsigned count, ull *counts
START(GOMP_loop_ull_start, LIST(LONG_RANGE, long schedule, ull chunk, LONG_PART, MORE),
      LIST(up, start, end, step, schedule, chunk, from, to, MORE_ARGUMENTS))
START(GOMP_loop_ull_ordered_start, LIST(LONG_RANGE, long schedule, ull chunk, LONG_PART, MORE),
      LIST(up, start, end, step, schedule, chunk, from, to, MORE_ARGUMENTS))
START(GOMP_loop_ull_doacross_static_start, LIST(LONG_COUNTS, ull chunk, LONG_PART),
      LIST(count, counts, chunk, from, to))
START(GOMP_loop_ull_doacross_dynamic_start, LIST(LONG_COUNTS, ull chunk, LONG_PART),
      LIST(count, counts, chunk, from, to))
START(GOMP_loop_ull_doacross_guided_start, LIST(LONG_COUNTS, ull chunk, LONG_PART),
      LIST(count, counts, chunk, from, to))
START(GOMP_loop_ull_doacross_runtime_start, LIST(LONG_COUNTS, LONG_PART),
      LIST(count, counts, from, to))
START(GOMP_loop_ull_doacross_start, LIST(LONG_COUNTS, long schedule, ull chunk, LONG_PART, MORE),
      LIST(count, counts, schedule, chunk, from, to, MORE_ARGUMENTS))

/* Ends of loops and sections, with a barrier or without. */
static void begin_barrier(void)
{
    gnu_end_work();
    sync_region(ompt_sync_region_barrier_implementation, ompt_scope_begin, gnu_here.parallel, NULL,
                NULL);
}

static void end_barrier(void)
{
    sync_region(ompt_sync_region_barrier_implementation, ompt_scope_end, gnu_here.parallel, NULL,
                NULL);
}

/* LLVM's library reports sections as a loop. */
__thread __attribute__((tls_model("initial-exec"), visibility("hidden"))) bool calls_end_sections;

static void end_by(void (*call)(void), bool sections)
{
    calls_end_sections = sections;
    call();
    calls_end_sections = false;
}

#define END(NAME, SECTIONS)                                                                        \
    EXPORTED void NAME(void);                                                                      \
    void NAME(void)                                                                                \
    {                                                                                              \
        static struct measure_calls_kept kept;                                                     \
        struct measure_calls_real real = measure_calls_find(&kept, #NAME, SITE);                   \
        void (*call)(void) = (void (*)(void))real.function;                                        \
        if (!gnu_hears(&real)) {                                                                   \
            end_by(call, SECTIONS);                                                                \
            return;                                                                                \
        }                                                                                          \
        begin_barrier();                                                                           \
        call();                                                                                    \
        end_barrier();                                                                             \
    }

#define END_CANCEL(NAME)                                                                           \
    EXPORTED bool NAME(void);                                                                      \
    bool NAME(void)                                                                                \
    {                                                                                              \
        static struct measure_calls_kept kept;                                                     \
        struct measure_calls_real real = measure_calls_find(&kept, #NAME, SITE);                   \
        bool (*call)(void) = (bool (*)(void))real.function;                                        \
        if (!gnu_hears(&real))                                                                     \
            return call();                                                                         \
        begin_barrier();                                                                           \
        bool cancelled = call();                                                                   \
        end_barrier();                                                                             \
        return cancelled;                                                                          \
    }

#define END_NOWAIT(NAME)                                                                           \
    EXPORTED void NAME(void);                                                                      \
    void NAME(void)                                                                                \
    {                                                                                              \
        static struct measure_calls_kept kept;                                                     \
        struct measure_calls_real real = measure_calls_find(&kept, #NAME, SITE);                   \
        if (real.is_gnu)                                                                           \
            gnu_end_work();                                                                        \
        ((void (*)(void))real.function)();                                                         \
    }

END(GOMP_loop_end, false)
END(GOMP_sections_end, true)
END_CANCEL(GOMP_loop_end_cancel)
END_CANCEL(GOMP_sections_end_cancel)
END_NOWAIT(GOMP_loop_end_nowait)
END_NOWAIT(GOMP_sections_end_nowait)

__thread __attribute__((tls_model("initial-exec"), visibility("hidden")))
const void *calls_sections_site;

static unsigned got_section(unsigned number)
{
    gnu_got_part(number != 0);
    return number;
}

EXPORTED unsigned GOMP_sections_start(unsigned count);
unsigned GOMP_sections_start(unsigned count)
{
    static struct measure_calls_kept kept;
    struct measure_calls_real real = measure_calls_find(&kept, "GOMP_sections_start", SITE);
    unsigned (*call)(unsigned) = (unsigned (*)(unsigned))real.function;
    if (gnu_hears(&real)) {
        gnu_begin_work(ompt_work_sections, SITE);
        return got_section(call(count));
    }
    calls_sections_site = SITE;
    unsigned first = call(count);
    calls_sections_site = NULL;
    return first;
}

EXPORTED unsigned GOMP_sections2_start(unsigned count, MORE);
unsigned GOMP_sections2_start(unsigned count, MORE)
{
    static struct measure_calls_kept kept;
    struct measure_calls_real real = measure_calls_find(&kept, "GOMP_sections2_start", SITE);
    unsigned (*call)(unsigned, MORE) = (unsigned (*)(unsigned, MORE))real.function;
    if (!gnu_hears(&real))
        return call(count, MORE_ARGUMENTS);
    gnu_begin_work(ompt_work_sections, SITE);
    return got_section(call(count, MORE_ARGUMENTS));
}

EXPORTED unsigned GOMP_sections_next(void);
unsigned GOMP_sections_next(void)
{
    static struct measure_calls_kept kept;
    struct measure_calls_real real = measure_calls_find(&kept, "GOMP_sections_next", SITE);
    unsigned (*call)(void) = (unsigned (*)(void))real.function;
    return gnu_hears(&real) ? got_section(call()) : call();
}

/* The end of `single` has no call: see gnu_begin_work(). */
EXPORTED bool GOMP_single_start(void);
bool GOMP_single_start(void)
{
    static struct measure_calls_kept kept;
    struct measure_calls_real real = measure_calls_find(&kept, "GOMP_single_start", SITE);
    bool (*call)(void) = (bool (*)(void))real.function;
    if (!gnu_hears(&real))
        return call();
    bool is_own = call();
    gnu_begin_work(is_own ? ompt_work_single_executor : ompt_work_single_other, SITE);
    if (!is_own)
        gnu_end_work();
    return is_own;
}

/* With `copyprivate`: returns NULL for the thread that runs it; the others wait for that thread in
 * the call. */
EXPORTED void *GOMP_single_copy_start(void);
void *GOMP_single_copy_start(void)
{
    static struct measure_calls_kept kept;
    struct measure_calls_real real = measure_calls_find(&kept, "GOMP_single_copy_start", SITE);
    void *(*call)(void) = (void *(*)(void))real.function;
    if (!gnu_hears(&real))
        return call();
    team_last_work = SITE;
    begin_barrier();
    void *copied = call();
    if (copied)
        end_barrier();
    else
        frame_undo(FRAME_SYNC); /* there was no barrier for this thread */
    gnu_begin_work(copied ? ompt_work_single_other : ompt_work_single_executor, SITE);
    if (copied)
        gnu_end_work();
    return copied;
}

EXPORTED void GOMP_single_copy_end(void *data);
void GOMP_single_copy_end(void *data)
{
    static struct measure_calls_kept kept;
    struct measure_calls_real real = measure_calls_find(&kept, "GOMP_single_copy_end", SITE);
    void (*call)(void *) = (void (*)(void *))real.function;
    if (!gnu_hears(&real)) {
        call(data);
        return;
    }
    begin_barrier();
    call(data);
    end_barrier();
}

EXPORTED void GOMP_scope_start(uintptr_t *reductions);
void GOMP_scope_start(uintptr_t *reductions)
{
    static struct measure_calls_kept kept;
    struct measure_calls_real real = measure_calls_find(&kept, "GOMP_scope_start", SITE);
    if (gnu_hears(&real))
        gnu_begin_work(ompt_work_scope, SITE);
    ((void (*)(uintptr_t *))real.function)(reductions);
}
