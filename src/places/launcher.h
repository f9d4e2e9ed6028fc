/* launcher.h: the launcher of an MPI, or of Slurm, if it has started this process. */
#ifndef PLACES_LAUNCHER_H
#define PLACES_LAUNCHER_H

#include <stdbool.h>

struct launcher {
    int rank, size;
    char name[100]; /* the same in all processes of the run, and in no other ones */
};

/* False if this process is not one of several that a launcher has started. Ends the program if they
 * cannot be places. */
bool launcher_find(struct launcher *launcher);

#endif
