/* finish.h: counts the activities of each finish.
 *
 * Inside one place a counter is enough. Across places it is the algorithm of E. W. Dijkstra and
 * C. S. Scholten, Termination detection for diffusing computations, Information Processing Letters
 * 11 (1980): every message that starts an activity elsewhere is acknowledged. The place where a
 * finish is has a `struct tri_finish`; every other place that it has reached has a proxy of it. The
 * message that makes a proxy is acknowledged when no activity of it is left here and all messages
 * that were sent on its behalf are acknowledged; the others when no activity of it is left here. */
#ifndef PLACES_FINISH_H
#define PLACES_FINISH_H

#include "places/post.h"

/* An activity of the finish begins at this place, or a message starts one at another place. */
void finish_add(struct tri_finish *finish);
void finish_add_elsewhere(struct tri_finish *finish);

/* An activity of the finish has ended at this place. */
void finish_done(struct tri_finish *finish);
/* The same, where a message goes to a place anyway: returns the number of acknowledgements that it
 * is to carry. */
long finish_done_for(struct tri_finish *finish, int place);

/* Names a finish in a message. */
void finish_name(const struct tri_finish *finish, struct message *message);

/* A message has come that begins an activity: returns its finish, where the activity is counted. */
struct tri_finish *finish_arrive(const struct finish_name *name);

/* Returns the finish that an activity is in. An activity of `at` that starts no other one need not
 * be counted here: the activity that waits for it is in the same finish. */
static inline struct tri_finish *finish_of(struct activity *activity)
{
    if (!activity->finish)
        activity->finish = finish_arrive(&activity->came);
    return activity->finish;
}

/* Acknowledgements have come. */
void finish_acknowledged(const struct message *message);

/* True if no activity of a finish of this place is left. */
static inline bool finish_is_over(const struct tri_finish *finish)
{
    return __atomic_load_n(&finish->pending, __ATOMIC_SEQ_CST) == 0;
}

#endif
