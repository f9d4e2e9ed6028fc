/* target.h: an output file or folder that gets its final name only when it is complete. */
#ifndef EXPORT_TARGET_H
#define EXPORT_TARGET_H

#include "export/export.h"

struct target {
    const char *name; /* the final one; NULL: the standard output */
    char *part;       /* the temporary name; NULL: it is written in place */
    bool folder, force;
    const char *suffixes; /* see struct export_format */
    int fd;               /* of a stream; negative: none */
};

/* Checks that the output may be written, and chooses its temporary name; opens a stream, or makes
 * the folder for tables. */
bool target_open(struct target *target, const struct export_format *format,
                 const struct export_options *options, struct error *error);

/* Gives the complete output its final name. */
bool target_keep(struct target *target, struct error *error);

/* Removes the output after a failure. */
void target_discard(struct target *target);

#endif
