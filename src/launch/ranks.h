/* ranks.h: whether this command was started once for each rank, behind the launcher instead of in
 * front of it. */
#ifndef LAUNCH_RANKS_H
#define LAUNCH_RANKS_H

#include <stdbool.h>

/* Zero, but for size 1: started once. */
struct ranks {
    unsigned long rank, size;
    const char *launcher; /* the command that most likely started it: "srun" */
};

struct ranks ranks_find(void);

/* The archive's path with the rank in its last part: a.tri becomes a.3.tri. One that the user has
 * chosen stays as it is for rank 0, and where it has the rank's number in it. To be freed. */
char *ranks_name(const struct ranks *ranks, const char *path, bool is_chosen);

/* Says which archive the rank has. The first rank also says which command measures all ranks into
 * one archive. `name`: of the subcommand. */
void ranks_say(const struct ranks *ranks, const char *name, const char *path, char **command);

#endif
