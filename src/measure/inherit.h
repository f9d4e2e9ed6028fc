/* inherit.h: the visits that are open when a process is forked, and what its child keeps of them:
 * that they are open. Their time counts from the fork, and so do trips. */
#ifndef MEASURE_INHERIT_H
#define MEASURE_INHERIT_H

#include "format/profile.h"
#include "measure/lane.h"

#include <stdbool.h>

/* Before a fork: copies the open visits of this thread. The child must not take them from its
 * parent's files, where the parent may have ended them by then. False with errno: no memory. */
bool inherit_keep(void);

/* In the parent: the copy is not needed any more. */
void inherit_drop(void);

/* In the child, when the lane has files of its own, which are empty: puts the copies there. False:
 * there are none. */
bool inherit_restore(struct lane *lane, uint64_t now);

/* What the frame of a visit has counted so far, in the program's own variables. */
enum inherited {
    INHERITED_NOT,   /* the visit began in this process */
    INHERITED_MIXED, /* also what its parent counted; how much of it, nobody knows */
    INHERITED_RESET, /* since the fork: the probes noticed it and began anew */
};

/* The same for an open visit, and for one that ends now. */
enum inherited inherit_of(const struct format_node *node);
enum inherited inherit_end(const struct format_node *node);

/* The frame of the visit has forgotten what was counted before the fork. */
void inherit_reset(const struct format_node *node);

#endif
