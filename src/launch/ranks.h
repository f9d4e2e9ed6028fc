/* ranks.h: notices that triptych itself was started once per rank (mpirun -n 4 triptych run ...).
 */
#ifndef LAUNCH_RANKS_H
#define LAUNCH_RANKS_H

#include <stdbool.h>

/* rank 0 of size 1 if triptych was started once */
struct ranks {
    unsigned long rank, size;
    const char *launcher; /* the command that most likely started it: "srun" */
};

struct ranks ranks_find(void);

/* Returns the archive's path with the rank in its last part: a.tri becomes a.3.tri; to be freed. A
 * path that the user chose stays as it is for rank 0, and if it has the rank's number in it. */
char *ranks_name(const struct ranks *ranks, const char *path, bool is_chosen);

/* Prints which archive the rank writes. Rank 0 also prints the command that measures all ranks into
 * one archive. `name` is the subcommand. */
void ranks_say(const struct ranks *ranks, const char *name, const char *path, char **command);

#endif
