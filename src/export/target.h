/* target.h: a file or folder that gets its name only when all of it is there. */
#ifndef EXPORT_TARGET_H
#define EXPORT_TARGET_H

#include "export/export.h"

struct target {
    const char *name; /* the final one; NULL: the standard output */
    char *part;       /* the name until then; NULL: it is written in place */
    bool folder, force;
    const char *suffixes; /* see struct export_format */
    int fd;               /* of a stream; less than 0: none */
};

/* Finds out whether it may be written, and under which name; opens a stream, makes the folder for
 * tables. */
bool target_open(struct target *target, const struct export_format *format,
                 const struct export_options *options, struct error *error);

/* Gives it its name: all is there. */
bool target_keep(struct target *target, struct error *error);

/* Removes it: something went wrong. */
void target_discard(struct target *target);

#endif
