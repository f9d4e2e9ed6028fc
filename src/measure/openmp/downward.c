/* downward.c: loops of unsigned long or pointers that count down, compiled by gcc.
 *
 * libomp, standing in for libgomp, does not run them at all: it asks whether their step, which has
 * no sign, is above 0. Counted up from ~first to ~end they are the same loops. The other schedules
 * and directions go through unchanged. */
#include "measure/openmp/openmp.h"

#include <dlfcn.h>
#include <stddef.h>

typedef unsigned long long ull;

enum { NESTED = 16 };

/* The loops of this thread that are turned and not at their end, by where they keep their parts. */
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

/* Whether a function is libomp's: of a library that has clang's functions, too. */
static bool is_llvm(const void *function)
{
    Dl_info info;
    if (!dladdr(function, &info) || !info.dli_fname)
        return false;
    listen_busy++;
    void *library = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    bool is = library && dlsym(library, "__kmpc_fork_call");
    if (library)
        dlclose(library);
    listen_busy--;
    return is;
}

/* Before a loop begins: whether it is to be turned. What stood at the same place before is over. */
static bool turn(bool up, const void *real, const ull *from)
{
    const ull **place = find_turned(from);
    if (place)
        *place = NULL;
    if (up || !is_llvm(real) || !(place = find_turned(NULL)))
        return false;
    *place = from;
    return true;
}

/* After a part was given out, or none. */
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

#define SITE __builtin_return_address(0)
#define EXPORTED __attribute__((visibility("default")))

#define START(NAME, PARAMETERS, ARGUMENTS)                                                         \
    EXPORTED bool NAME PARAMETERS;                                                                 \
    bool NAME PARAMETERS                                                                           \
    {                                                                                              \
        static void *kept;                                                                         \
        bool(*real) PARAMETERS = (bool(*) PARAMETERS)calls_find(&kept, #NAME, SITE);               \
        if (real && turn(up, (const void *)real, from)) {                                          \
            up = true;                                                                             \
            first = ~first;                                                                        \
            end = ~end;                                                                            \
            step = -step;                                                                          \
        }                                                                                          \
        downward_site = SITE;                                                                      \
        return turn_back(real && real ARGUMENTS, from, to);                                        \
    }

#define NEXT(SCHEDULE)                                                                             \
    EXPORTED bool GOMP_loop_ull_##SCHEDULE##_next(ull *from, ull *to);                             \
    bool GOMP_loop_ull_##SCHEDULE##_next(ull *from, ull *to)                                       \
    {                                                                                              \
        static void *kept;                                                                         \
        bool (*real)(ull *, ull *) =                                                               \
            (bool (*)(ull *, ull *))calls_find(&kept, "GOMP_loop_ull_" #SCHEDULE "_next", SITE);   \
        return turn_back(real && real(from, to), from, to);                                        \
    }

#define CHUNKS(SCHEDULE)                                                                           \
    START(GOMP_loop_ull_##SCHEDULE##_start,                                                        \
          (bool up, ull first, ull end, ull step, ull chunk, ull *from, ull *to),                  \
          (up, first, end, step, chunk, from, to))                                                 \
    NEXT(SCHEDULE)

#define RUNTIME(SCHEDULE)                                                                          \
    START(GOMP_loop_ull_##SCHEDULE##_start,                                                        \
          (bool up, ull first, ull end, ull step, ull *from, ull *to),                             \
          (up, first, end, step, from, to))                                                        \
    NEXT(SCHEDULE)

CHUNKS(static)
CHUNKS(dynamic)
CHUNKS(guided)
CHUNKS(nonmonotonic_dynamic)
CHUNKS(nonmonotonic_guided)
CHUNKS(ordered_static)
CHUNKS(ordered_dynamic)
CHUNKS(ordered_guided)
RUNTIME(runtime)
RUNTIME(nonmonotonic_runtime)
RUNTIME(maybe_nonmonotonic_runtime)
RUNTIME(ordered_runtime)
