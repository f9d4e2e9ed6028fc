/* launcher.h: the launcher of an MPI, or of Slurm, if it has started this process; or the user,
 * with TRI_PLACES_MEET. */
#ifndef PLACES_LAUNCHER_H
#define PLACES_LAUNCHER_H

#include <stdbool.h>

/* How the processes can meet. */
enum launcher_way {
    LAUNCHER_MEMORY, /* they are on one machine */
    LAUNCHER_PMI,    /* they may be on several ones; see meet.h */
    LAUNCHER_PMIX,
    LAUNCHER_ADDRESS
};

struct launcher {
    int rank, size;
    enum launcher_way way;
    const char *address, *secret; /* LAUNCHER_ADDRESS */
    char
        name[100]; /* the same in all processes of the run, and in no other ones; LAUNCHER_MEMORY */
};

/* False if this process is not one of several that a launcher has started. Ends the program if they
 * cannot be places. */
bool launcher_find(struct launcher *launcher);

#endif
