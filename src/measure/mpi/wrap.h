/* wrap.h: a call of an MPI function is a visit of its call site: what the generated wrappers are
 * made of. Names that begin with mpi_ are those of Fortran. */
#ifndef MEASURE_MPI_WRAP_H
#define MEASURE_MPI_WRAP_H

#pragma GCC visibility push(default)
#include <mpi.h>
#pragma GCC visibility pop

#include "measure/act.h"
#include "measure/listen.h"

#include <stdbool.h>
#include <stdint.h>

/* The outermost call that a thread is in. What MPI calls by itself on the way belongs to it: the
 * function of the same number below a Fortran name, which knows the arguments, tells the rest. */
struct wrap_call {
    struct tri_node *node;
    unsigned number; /* of the function, from 1 */
    bool told;       /* the function itself has been met */
    uint64_t bytes;
};

extern __thread
    __attribute__((tls_model("initial-exec"), visibility("hidden"))) struct wrap_call *wrap_outer;

/* The process is a place from now on, if it may be. False: nothing is measured. */
bool wrap_start(void);

/* The next function of that name. */
void *wrap_next(const char *name);

/* The call that a function is to tell of; NULL: it is none of the program's. */
static inline __attribute__((always_inline)) struct wrap_call *
wrap_begin(struct wrap_call *own, unsigned number, enum tri_kind kind, unsigned flags,
           const char *name, const void *site)
{
    struct wrap_call *outer = wrap_outer;
    if (__builtin_expect(outer != NULL, 0)) {
        bool is_it = outer->number == number && !outer->told;
        outer->told |= is_it;
        return is_it ? outer : NULL;
    }
    if (__builtin_expect(!listen_hears(FORMAT_COLLECT_MPI), 0) && !wrap_start())
        return NULL;
    *own = (struct wrap_call){.number = number};
    own->node = act_begin(act_site(kind, flags, name, site));
    wrap_outer = own;
    listen_busy++;
    return own;
}

void wrap_finish(const struct wrap_call *call);

static inline void wrap_end(struct wrap_call *call, const struct wrap_call *own)
{
    if (call != own)
        return;
    listen_busy--;
    wrap_outer = NULL;
    wrap_finish(call);
}

/* The same for those who need not be as fast. */
struct wrap_call *wrap_begin_far(struct wrap_call *own, unsigned number, enum tri_kind kind,
                                 unsigned flags, const char *name, const void *site);
void wrap_end_far(struct wrap_call *call, const struct wrap_call *own);

#define WRAP_PUBLIC __attribute__((visibility("default")))
#define WRAP_SITE __builtin_return_address(0)

/* `next` is the next function of that name, which is looked for once. */
#define WRAP_NEXT(type, name)                                                                      \
    static void *kept;                                                                             \
    void *found = __atomic_load_n(&kept, __ATOMIC_RELAXED);                                        \
    if (__builtin_expect(!found, 0))                                                               \
        __atomic_store_n(&kept, found = wrap_next(name), __ATOMIC_RELAXED);                        \
    type next = (type)found

#endif
