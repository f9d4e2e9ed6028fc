/* files.h: maps file descriptors to the regions of their files. */
#ifndef MEASURE_FILES_H
#define MEASURE_FILES_H

#include <stdint.h>

enum {
    FILES_UNKNOWN = -1,
    FILES_KNOWN = 4096, /* descriptors below this are remembered; others are looked up each time */
    FILES_CLOSING = 1 << 30, /* added to a descriptor that is being closed */
};

/* Incremented whenever a descriptor is connected to a file or closed. */
extern unsigned measure_files_changes;

/* Returns the region of the file behind a descriptor; one region stands for all negative
 * descriptors. 0 if it is not measured. */
uint32_t measure_files_region(int where);

/* Notes that the descriptor was opened by that name; returns the file's region. */
uint32_t measure_files_opened(const char *path, int fd);

/* Returns the region of a Fortran unit's file, named as the user knows it: relative to the current
 * folder if it is below that. `line` encodes the unit: see format/region.h. */
uint32_t measure_files_of_unit(int fd, unsigned line);

/* Returns the region for a name. For targets that are no files, or have no name; `line` is 0, or
 * encodes the unit. */
uint32_t measure_files_named(const char *name, unsigned line);

/* Notes that `copy` is a duplicate of `fd`: both go to the same file. */
void measure_files_copied(int fd, int copy);

/* Forgets the file of a descriptor, which may be connected to another one from now on. */
void measure_files_forget(int fd);

#endif
