/* flow.h: the control flow inside a function, as far as its text shows it. */
#ifndef INSTRUMENT_C_LIGHT_FLOW_H
#define INSTRUMENT_C_LIGHT_FLOW_H

#include "instrument/c/scope.h"

/* The way in which the children of a node are executed. */
enum flow_kind {
    FLOW_KIND_ALL,     /* all of them, once each, one after the other */
    FLOW_KIND_FIRST,   /* the first one; the others perhaps */
    FLOW_KIND_UNKNOWN, /* each of them never, once or several times */
    FLOW_KIND_NOTHING  /* none of them */
};

/* Returns the kind of a node, which must be neither a loop nor an if. */
enum flow_kind flow_of(const struct unit *unit, const struct node *node);

/* True if control may leave the node other than at its end: by return, by goto, or by a break or
 * continue of a loop around it. calls: or by a call that may not return. */
bool flow_may_leave(const struct node *node, bool calls);

/* True if a break or continue inside belongs to this loop itself. */
bool flow_ends_block(const struct node *loop);

#endif
