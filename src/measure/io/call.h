/* call.h: what all interposed I/O functions share: a call is a visit of its call site, and the file
 * that it goes to gets its share, as with the source probes of I/O statements (measure/io.h).
 *
 * Functions are defined under a C name of their own with the symbol's name as an assembler label:
 * the headers' macros, inline versions and renamings are out of the way then. */
#ifndef MEASURE_IO_CALL_H
#define MEASURE_IO_CALL_H

#include "measure/files.h"
#include "measure/listen.h"

#include <triptych/probes.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Begins a call of a listed function. NULL: it is none that is to be measured, and nothing else is
 * to be done about it. */
struct tri_node *call_begin(unsigned flags, const char *name, const void *site);

/* Ends it: `file` is a row of regions, 0: none. */
void call_end(struct tri_node *node, uint32_t file, long long bytes);

/* The same for a descriptor, and for a stream. */
void call_end_fd(struct tri_node *node, int fd, long long bytes);
void call_end_stream(struct tri_node *node, FILE *stream, long long bytes);

/* Whether this call may change what is known of descriptors: not in a child of vfork, which has the
 * memory of its parent but descriptors of its own. */
bool call_is_own(void);

/* Before a descriptor is closed: the file that it was connected to; nothing is known of it from now
 * on. */
uint32_t call_closes(int fd);

/* The next function of that name. */
void *call_real(const char *name);

/* The function itself, its declaration before it. `real` is the next one of that name. */
#define CALL_FUNCTION(type, name, parameters)                                                      \
    __attribute__((visibility("default"))) type listen_##name parameters __asm__(#name);           \
    type listen_##name parameters

#define CALL_REAL(type, name, parameters)                                                          \
    static type(*kept) parameters;                                                                 \
    type(*real) parameters = __atomic_load_n(&kept, __ATOMIC_RELAXED);                             \
    if (__builtin_expect(!real, 0)) {                                                              \
        real = (type(*) parameters)call_real(#name);                                               \
        __atomic_store_n(&kept, real, __ATOMIC_RELAXED);                                           \
    }

#define CALL_SITE __builtin_return_address(0)

/* A function that works on a descriptor or stream: END is call_end_fd or call_end_stream. `moved`
 * may speak of `result`. `shown` is the name that its user knows. */
#define CALL_USE(type, name, shown, flags, parameters, arguments, END, where, moved)               \
    CALL_FUNCTION(type, name, parameters)                                                          \
    {                                                                                              \
        CALL_REAL(type, name, parameters)                                                          \
        struct tri_node *node = call_begin(flags, shown, CALL_SITE);                               \
        type result = real arguments;                                                              \
        if (node)                                                                                  \
            END(node, where, moved);                                                               \
        return result;                                                                             \
    }

#define CALL_NOTHING 0

#endif
