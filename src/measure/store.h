/* store.h: a growing file of equal records that is mapped into memory, so that its contents survive
 * the process. Records never move. Creating and growing a store need the guard (guard.h). No
 * descriptor stays open: a program may close all descriptors, or have ten thousand threads. */
#ifndef MEASURE_STORE_H
#define MEASURE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STORE_EXTENTS = 200 };

struct measure_store_extent {
    char *base;
    uint64_t first, count; /* records */
};

struct measure_store {
    size_t record;     /* bytes */
    uint64_t capacity; /* records mapped */
    uint32_t extents;
    const char *folder; /* the text may change: a forked process has its own folder */
    const char *name;   /* of the file in the folder */
    int number;         /* suffix of the name; -1: none */
    struct measure_store_extent extent[STORE_EXTENTS];
};

/* Makes the file `name`, or `name-number`, with room for at least `bytes`. The texts must stay
 * valid. False with errno. */
bool measure_store_create(struct measure_store *store, const char *folder, const char *name,
                          int number, size_t record, size_t bytes);

/* Returns the record of that index; the file grows if needed. NULL with errno if it cannot grow. */
void *measure_store_at(struct measure_store *store, uint64_t index);

/* In a forked child: maps a new file in the child's folder at the same addresses. With `copy` the
 * contents are copied, otherwise they are zero. If there can be no file, private memory replaces
 * it, so that the child never writes into its parent's files; then false with errno. */
bool measure_store_fork(struct measure_store *store, bool copy);

/* For files that are no stores: measure_store_may_grow() is true if a file may have that size
 * (exceeding the limit would raise a signal); measure_store_allocate() allocates the blocks of a
 * part of the file. False with errno. */
bool measure_store_may_grow(uint64_t size);
bool measure_store_allocate(int fd, uint64_t offset, size_t bytes);

#endif
