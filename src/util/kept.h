/* kept.h: files that are kept from one run to the next, in the user's cache folder: results that
 * take long to compute, and can be computed again whenever they are missing.
 *
 * The folder is $TRIPTYCH_CACHE, else $XDG_CACHE_HOME/triptych, else ~/.cache/triptych. An empty
 * TRIPTYCH_CACHE keeps nothing. All files together take KEPT_MOST bytes at most: those that were
 * not used for longest go first. */
#ifndef UTIL_KEPT_H
#define UTIL_KEPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KEPT_MOST (UINT64_C(256) << 20)

struct kept {
    const void *bytes; /* NULL: nothing is kept */
    size_t size;
};

/* Maps the file of a name, which is no path. False: there is none, or somebody else could have
 * written it. Whoever reads it must check what is in it. */
bool kept_open(struct kept *kept, const char *name);
void kept_close(struct kept *kept);

struct kept_part {
    const void *bytes;
    size_t size;
};

/* Writes a file of these parts, so that others see all of it or nothing. Returns whether that was
 * done: if not, the next one computes it again. */
bool kept_write(const char *name, const struct kept_part *parts, size_t count);

/* The path of a folder in the cache folder, made if it is missing; to be freed. Files in it are the
 * caller's to look after: they are not counted. NULL: nothing is to be kept, or somebody else could
 * write there. */
char *kept_subfolder(const char *name);

/* Whether there is such a file, which nobody else could have written. */
bool kept_is_private(const char *path);

/* A number that another build of this program does not have, as far as can be told: what it would
 * compute may differ. */
uint64_t kept_maker(void);

#endif
