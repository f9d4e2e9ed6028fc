/* store.h: a file of equal records that grows and is mapped: what is written into it survives the
 * process.
 *
 * Records never move. Making and growing need the guard (guard.h). No descriptor is kept: a program
 * may close all of them, or have ten thousand threads. */
#ifndef MEASURE_STORE_H
#define MEASURE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STORE_EXTENTS = 200 };

struct store_extent {
    char *base;
    uint64_t first, count; /* records */
};

struct store {
    size_t record;     /* bytes */
    uint64_t capacity; /* records mapped */
    uint32_t extents;
    const char *folder; /* the text may change: a forked process has its own */
    const char *name;   /* of the file in it */
    int number;         /* appended to the name; -1: none */
    struct store_extent extent[STORE_EXTENTS];
};

/* Makes the file `name`, or `name-number`, with room for at least `bytes`. The texts must stay.
 * False with errno when it cannot. */
bool store_create(struct store *store, const char *folder, const char *name, int number,
                  size_t record, size_t bytes);

/* The record of that index; the file grows when it must. NULL with errno when it cannot. */
void *store_at(struct store *store, uint64_t index);

/* In a forked child: the same addresses, backed by a new file in the child's own folder. With
 * `copy`, the contents come along, else they are zero. When no file can be had, private memory
 * takes its place, so that the child never writes into its parent's files; then false with errno.
 */
bool store_fork(struct store *store, bool copy);

/* For files of another kind: whether one may have that size (going over it would be a signal), and
 * making sure that the blocks of a part of it are on disk. False with errno. */
bool store_may_grow(uint64_t size);
bool store_allocate(int fd, uint64_t offset, size_t bytes);

#endif
