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

enum { KEPT_DAYS = 100 };

struct kept {
    const void *bytes; /* NULL: nothing is kept */
    size_t size;
};

/* Maps a kept file by its name, which is not a path. Returns false if there is none, or if another
 * user could have written it. The caller must check the contents. */
bool kept_open(struct kept *kept, const char *name);
void kept_close(struct kept *kept);

struct kept_part {
    const void *bytes;
    size_t size;
};

/* Writes a file from these parts atomically. Returns false if it could not; the next run computes
 * the result again. */
bool kept_write(const char *name, const struct kept_part *parts, size_t count);

/* Returns the path of a folder within the cache folder, made if it is missing; to be freed. Files
 * in it do not count for KEPT_MOST: those that were not used for KEPT_DAYS go. Returns NULL if
 * nothing is to be kept, or if another user could write there. */
char *kept_subfolder(const char *name);

/* True if the file exists and no other user could have written it: it is used now. */
bool kept_use(const char *path);

/* Returns a hash that identifies this build of the program (its build id): another build may
 * compute other results. */
uint64_t kept_maker(void);

#endif
