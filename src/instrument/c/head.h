/* head.h: the head of a `for`, and what becomes of the variables in it. */
#ifndef INSTRUMENT_C_HEAD_H
#define INSTRUMENT_C_HEAD_H

#include "instrument/c/scope.h"

/* The parts of a `for`; those left out are NULL. */
struct head_parts {
    const struct node *start, *condition, *step, *body;
};

/* False: it is no `for`, or its head is not written in the file. */
bool head_split(const struct unit *unit, const struct node *loop, struct head_parts *header);

/* The expression without brackets and casts around it. */
const struct node *head_bare(const struct node *node);

/* Whether the node is a use of the variable; whether there is one below `top`. */
bool head_refers(const struct node *node, CXCursor variable);
bool head_mentions(const struct node *top, CXCursor variable);

/* Assigned, its address taken, or handed to inline assembly, somewhere below `top`. */
bool head_changes(const struct unit *unit, const struct node *top, CXCursor variable);

bool head_has_calls(const struct node *top);
bool head_is_local(CXCursor variable);

/* What the variable is before the first trip: `int i = first` or `i = first`; NULL: not said. */
const struct node *head_first(const struct unit *unit, const struct head_parts *header,
                              CXCursor variable);

/* The comparison as it reads with the variable on the left; NULL: none that bounds it. */
const char *head_comparison(const struct unit *unit, const struct node *condition, bool flipped);

#endif
