/* files.h: which file a descriptor is connected to. */
#ifndef MEASURE_FILES_H
#define MEASURE_FILES_H

#include <stdint.h>

enum {
    FILES_UNKNOWN = -1,
    FILES_KNOWN = 4096,      /* descriptors below it are remembered, others looked up each time */
    FILES_CLOSING = 1 << 30, /* added to a descriptor that is being closed */
};

/* Grows with everything that connects a descriptor, or ends it. */
extern unsigned files_changes;

/* The region of the file behind a descriptor, or less than 0 for one that is not known; 0: not
 * measured. */
uint32_t files_region(int where);

/* The descriptor was opened by that name. */
uint32_t files_opened(const char *path, int fd);

/* The same for the unit of a Fortran program, by the name that its user knows: from the current
 * folder, if it is below that. `line` tells the unit: see format/region.h. */
uint32_t files_of_unit(int fd, unsigned line);

/* What is no file, or has no name; `line` is 0, or tells the unit. */
uint32_t files_named(const char *name, unsigned line);

/* The second one is a copy of the first: it goes to the same file. */
void files_copied(int fd, int copy);

/* The descriptor may be another file from now on. */
void files_forget(int fd);

#endif
