/* doors_file.h: the file with the doors of the program, which is made when it is first needed. */
#ifndef MEASURE_VOCABULARY_DOORS_FILE_H
#define MEASURE_VOCABULARY_DOORS_FILE_H

#include "format/doors.h"

#include <stdbool.h>
#include <stddef.h>

enum { DOORS_WHY = 4352 }; /* bytes of a reason */

struct doors_file {
    const struct format_doors *header; /* mapped; the parts below are inside */
    const struct format_door *doors;
    const struct format_move *moves;
    const struct format_patch *patches;
    const char *code, *texts;
    size_t size;
};

/* Maps and validates the file of this program for a library of described functions; makes it with
 * the program `planner`, if it is not in the archive yet. False with the reason. Without the
 * guard. */
bool doors_file_get(struct doors_file *file, const char *archive, const char *planner,
                    const char *library, char why[DOORS_WHY]);
void doors_file_close(struct doors_file *file);

#endif
