/* call.h: what all interposed I/O functions share. A call is a visit of its call site, and is also
 * added to the file that it uses, as with the source probes of I/O statements (measure/io.h). The
 * functions have C names of their own, and the symbol's name as an assembler label: so the macros,
 * inline versions and renamings of the system's headers do not interfere. */
#ifndef MEASURE_IO_CALL_H
#define MEASURE_IO_CALL_H

#include "measure/files.h"
#include "measure/listen.h"

#include <triptych/probes.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Begins a call of an interposed function. NULL if it is not measured; then nothing else is to be
 * done about it. */
struct tri_node *call_begin(unsigned flags, const char *name, const void *site);

/* Ends a call; `file` is the region of its file, 0: none. */
void call_end(struct tri_node *node, uint32_t file, long long bytes);

/* Ends a call on a descriptor, or on a stream. */
void call_end_fd(struct tri_node *node, int fd, long long bytes);
void call_end_stream(struct tri_node *node, FILE *stream, long long bytes);

/* True if this call may change the known files of descriptors. False in a child of vfork, which
 * shares its parent's memory but has descriptors of its own. */
bool call_is_own(void);

/* Returns the region of the file of a descriptor that is about to be closed, and forgets it. */
uint32_t call_closes(int fd);

/* Returns the next function of that name behind this library. */
void *call_real(const char *name);

/* CALL_FUNCTION declares and begins the interposing function; CALL_REAL defines `real`, the next
 * function of that name. */
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

/* Defines a function that works on a descriptor or stream: END is call_end_fd or call_end_stream.
 * `moved` is the number of bytes and may use `result`. `shown` is the name that users know. */
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
