/* inherit.h: the visits that are open when a process forks. In the child they stay open, and their
 * time and trips are counted from the fork on. */
#ifndef MEASURE_INHERIT_H
#define MEASURE_INHERIT_H

#include "format/profile.h"
#include "measure/lane.h"

#include <stdbool.h>

/* Before a fork: copies the open visits of this thread. The child cannot read them from its
 * parent's files, since the parent may have ended them by then. False with errno: no memory. */
bool inherit_keep(void);

/* In the parent after the fork: frees the copies. */
void inherit_drop(void);

/* In the child, when the lane has empty files of its own: writes the copies there. False if there
 * are none. */
bool inherit_restore(struct measure_lane *lane, uint64_t now);

/* The origin of the counts that a visit's frame holds in the program's own variables. */
enum inherited {
    INHERITED_NOT,   /* this process: the visit began in it */
    INHERITED_MIXED, /* this process and its parent; the parts cannot be separated */
    INHERITED_RESET, /* this process since the fork: the probes noticed the fork and started again
                        from zero */
};

/* inherit_of() returns the origin of the counts of an open visit, inherit_end() of a visit that
 * ends now. */
enum inherited inherit_of(const struct format_node *node);
enum inherited inherit_end(const struct format_node *node);

/* Notes that the frame of the visit has discarded its counts from before the fork. */
void inherit_reset(const struct format_node *node);

#endif
