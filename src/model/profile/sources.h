/* sources.h: copies of a task's source files with recording statements. */
#ifndef MODEL_PROFILE_SOURCES_H
#define MODEL_PROFILE_SOURCES_H

#include "model/profile/ask.h"

/* One source file. */
struct profile_source {
    char *path; /* the user's */
    char *copy; /* with recording statements */
    bool fortran;
};

/* The source files of a task, and where in them its values are. */
struct profile_sources {
    struct profile_source *list;
    size_t count;
    bool fortran, mpi, records; /* some are Fortran; use MPI; values of variables are recorded */
    struct instrument_value *found; /* one per question */
    size_t found_count;
};

/* Reads the files that a task names, in the folder of its metaprogram, and writes copies into
 * `folder`. False with an error: a file cannot be read, or what is asked for is not in them; the
 * error lists what there is, and *line is that of the metaprogram. */
bool profile_sources_copy(struct profile_sources *sources, const json_t *task, const char *home,
                          const char *folder, const struct model_profile_asks *asks, unsigned *line,
                          struct error *error);
void profile_sources_free(struct profile_sources *sources);

#endif
