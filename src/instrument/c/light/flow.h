/* flow.h: in which order and how often the parts of a function run, as far as its text tells. */
#ifndef INSTRUMENT_C_LIGHT_FLOW_H
#define INSTRUMENT_C_LIGHT_FLOW_H

#include "instrument/c/scope.h"

/* Of the children of a node that is neither a loop nor an if. */
enum flow_kind {
    FLOW_KIND_ALL,   /* all run, once, one after the other */
    FLOW_KIND_FIRST, /* the first one runs; the others may */
    FLOW_KIND_UNKNOWN /* any of them may, or more than once */,
    FLOW_KIND_NOTHING /* none runs */
};

enum flow_kind flow_of(const struct unit *unit, const struct node *node);

/* Whether something inside the node may go on elsewhere than behind it: return, goto, a break or
 * continue of a loop around it. With `calls`, also a call that may not come back. */
bool flow_may_leave(const struct node *node, bool calls);

/* Whether a break or continue inside belongs to this loop itself. */
bool flow_ends_block(const struct node *loop);

#endif
