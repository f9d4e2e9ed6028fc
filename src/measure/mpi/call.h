/* call.h: the MPI call that a thread is in. */
#ifndef MEASURE_MPI_CALL_H
#define MEASURE_MPI_CALL_H

#pragma GCC visibility push(default)
#include <mpi.h>
#pragma GCC visibility pop

#include "measure/callers.h"
#include "measure/filter.h"
#include "measure/log.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    WRAP_VALUES = 12,
    WRAP_GROUP = 4,
    WRAP_NEAR = 16,
    WRAP_NEAR_CHECKS = 8, /* most stack words of a near entry */
};

/* A copy of what a quick call needs, beside the thread's other data. Its entry of callers is found
 * through the slots: three loads, each of which waits for the one before it, and each from a page
 * that nothing else uses; so is the mode of its region. After MPI has waited for a message, the
 * processor has forgotten where these pages are. */
union wrap_near {
    struct measure_callers_entry entry;
    char room[256]; /* a power of two, so that its address is computed at once */
};

_Static_assert(sizeof(struct measure_callers_entry) +
                       WRAP_NEAR_CHECKS * sizeof(struct measure_walk_check) <=
                   sizeof(union wrap_near),
               "a copy has room for its checks");

/* The outermost MPI call that a thread is in. All that MPI calls inside, callbacks of the program
 * included, belongs to it. Below a Fortran name, the C function of the same number, which knows the
 * arguments, records the rest. */
struct wrap_call {
    const void *frame; /* of the wrapper on the stack; NULL: the thread is in no call */
    /* For quick calls: the thread's slots, or callers_none while messages are logged; and the
     * addresses of its measure_lane_current and its listen_busy, which are known once there are
     * slots. */
    struct measure_callers_slots *quick;
    struct format_node **current;
    unsigned *busy;
    struct tri_node *node;
    struct format_node *visited;
    uint64_t bytes;
    uint64_t cpu_next; /* ticks: when the thread's CPU time is to be read again */
    /* End of what the beginning of a quick call needs. */
    MPI_Status status;   /* used if the caller wants none */
    uint64_t cpu_inside; /* ticks in calls since the last read */
    uint64_t cpu_long;   /* a copy of wrap_cpu_long */
    /* The entries of the last quick call without a copy, and of the call that is expected next:
     * wrap_is_expected(). NULL: none. */
    struct measure_callers_entry *last, *expected;
    /* End of what the end of a quick call needs. */
    struct measure_callers_slots *callers; /* the thread's slots */
    unsigned number;                       /* number of the function, from 1 */
    bool told;      /* the C function has been reached; true while the thread is in no call */
    bool has_more;  /* values were logged before the call ended */
    bool is_kept;   /* it makes a persistent operation, but starts none */
    bool has_root;  /* `root` is valid */
    bool has_near;  /* there are copies, or other entries that quick calls may use */
    uint32_t file;  /* region of the file; 0: none, also while the thread is in no call */
    unsigned count; /* number of values */
    uint64_t cpu;   /* ns: value of the last read */
    uint64_t read;  /* ticks: when that was */
    uint64_t more;  /* bytes that were logged with such values */
    struct measure_filter_message told_before; /* message fields of such values */
    /* Set by hooks before the call for those after it: */
    uint64_t order, given, taken;
    uint32_t root; /* world rank, if the operation has one */
    const void *message;
    int requests; /* number of requests saved in request_room */
    struct measure_log_value values[WRAP_VALUES];
    _Alignas(64) union wrap_near near[WRAP_NEAR]; /* of frequent calls: wrap_near_of() */
};

/* Marks variables that only this library uses, so that they are accessed without the global offset
 * table. */
#define WRAP_HIDDEN __attribute__((visibility("hidden")))

/* Data that quick calls read is side by side in a section with a name of its own, which the linker
 * keeps together: a program needs few pages for it. listen_to is in it, too. */
#define WRAP_TOGETHER __attribute__((section("tri_together")))

extern __thread
    __attribute__((tls_model("initial-exec"), visibility("hidden"))) struct wrap_call wrap_own;

/* Returns the address of wrap_own, which the compiler would otherwise compute repeatedly. */
static inline __attribute__((always_inline)) struct wrap_call *wrap_thread(void)
{
    struct wrap_call *own = &wrap_own;
    __asm__("" : "+r"(own));
    return own;
}

#endif
