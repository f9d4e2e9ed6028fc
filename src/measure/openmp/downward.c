/* downward.c: loops of unsigned long or pointers, which may count down, compiled by gcc.
 *
 * libomp, standing in for libgomp, does not run them at all: it tests whether their step, which has
 * no sign, is above 0. Counted up from ~first to ~end they are the same loops. Other schedules and
 * directions are passed on unchanged. */
#include "measure/openmp/gnu.h"

#include <stddef.h>

typedef unsigned long long ull;

enum { NESTED = 16 };

/* The reversed loops of this thread that have not ended, identified by the address where they store
 * their part. */
static __thread __attribute__((tls_model("initial-exec"))) const ull *turned[NESTED];

static const ull **find_turned(const ull *from)
{
    for (size_t i = 0; i < NESTED; i++) {
        if (turned[i] == from)
            return &turned[i];
    }
    return NULL;
}

__thread __attribute__((tls_model("initial-exec"), visibility("hidden"))) const void *downward_site;

/* Before a loop begins: true if it is to be reversed. An earlier loop with the same address has
 * ended. */
static bool turn(bool up, const ull *from)
{
    const ull **place = find_turned(from);
    if (place)
        *place = NULL;
    if (up || !(place = find_turned(NULL)))
        return false;
    *place = from;
    return true;
}

/* After a part of the loop was assigned, or none: reverses the part again. */
static bool turn_back(bool some, ull *from, ull *to)
{
    downward_site = NULL;
    const ull **place = find_turned(from);
    if (place && some) {
        *from = ~*from;
        *to = ~*to;
    } else if (place) {
        *place = NULL;
    }
    return some;
}

#define LIST(...) __VA_ARGS__

#define START(NAME, PARAMETERS, ARGUMENTS)                                                         \
    EXPORTED bool NAME(PARAMETERS);                                                                \
    bool NAME(PARAMETERS)                                                                          \
    {                                                                                              \
        static struct measure_calls_kept kept;                                                     \
        struct measure_calls_real real = measure_calls_find(&kept, #NAME, SITE);                   \
        bool (*call)(PARAMETERS) = (bool (*)(PARAMETERS))real.function;                            \
        if (real.is_gnu) {                                                                         \
            if (gnu_hears(&real))                                                                  \
                gnu_begin_work(ompt_work_loop, SITE);                                              \
            return gnu_got_part(call(ARGUMENTS));                                                  \
        }                                                                                          \
        if (turn(up, from)) {                                                                      \
            up = true;                                                                             \
            first = ~first;                                                                        \
            end = ~end;                                                                            \
            step = -step;                                                                          \
        }                                                                                          \
        downward_site = SITE;                                                                      \
        return turn_back(call(ARGUMENTS), from, to);                                               \
    }

#define NEXT(SCHEDULE)                                                                             \
    EXPORTED bool GOMP_loop_ull_##SCHEDULE##_next(ull *from, ull *to);                             \
    bool GOMP_loop_ull_##SCHEDULE##_next(ull *from, ull *to)                                       \
    {                                                                                              \
        static struct measure_calls_kept kept;                                                     \
        struct measure_calls_real real =                                                           \
            measure_calls_find(&kept, "GOMP_loop_ull_" #SCHEDULE "_next", SITE);                   \
        bool (*call)(ull *, ull *) = (bool (*)(ull *, ull *))real.function;                        \
        return real.is_gnu ? gnu_got_part(call(from, to)) : turn_back(call(from, to), from, to);   \
    }

#define CHUNKS(SCHEDULE)                                                                           \
    START(GOMP_loop_ull_##SCHEDULE##_start,                                                        \
          LIST(bool up, ull first, ull end, ull step, ull chunk, ull *from, ull *to),              \
          LIST(up, first, end, step, chunk, from, to))                                             \
    NEXT(SCHEDULE)

#define RUNTIME(SCHEDULE)                                                                          \
    START(GOMP_loop_ull_##SCHEDULE##_start,                                                        \
          LIST(bool up, ull first, ull end, ull step, ull *from, ull *to),                         \
          LIST(up, first, end, step, from, to))                                                    \
    NEXT(SCHEDULE)

GNU_SCHEDULES(CHUNKS, RUNTIME)
