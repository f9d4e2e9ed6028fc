/* extremes.h: the fewest and the most trips of the visits of loops (enum format_extreme). */
#ifndef LOOPS_VALGRIND_EXTREMES_H
#define LOOPS_VALGRIND_EXTREMES_H

#include "loops/valgrind/modules.h"

/* The visits of loops that are open in one call of a function. Starts zeroed. */
struct extremes_visits {
    struct extremes_visit *all; /* by loop; NULL: none was entered */
};

/* The flow goes on an edge from a node (0: from outside) to another one (0: to outside). */
void extremes_go(struct modules_function *function, UInt from, UInt to, UInt edge,
                 struct extremes_visits *visits, ULong *values);

/* The call has ended: so have all of its visits that are still open. Frees the array. */
void extremes_end(const struct modules_function *function, struct extremes_visits *visits,
                  ULong *values);

/* Forgets the visits, which began in another process. */
void extremes_forget(struct extremes_visits *visits);

#endif
