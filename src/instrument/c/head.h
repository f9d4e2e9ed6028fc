/* head.h: the head of a `for`, and changes of the variables in it. */
#ifndef INSTRUMENT_C_HEAD_H
#define INSTRUMENT_C_HEAD_H

#include "instrument/c/scope.h"

/* The parts of a `for`; those that are not written are NULL. */
struct head_parts {
    const struct node *start, *condition, *step, *body;
};

/* Finds the parts of a loop; `header` must be zeroed. False if the loop is no `for`, or if a macro
 * makes its head. */
bool head_split(const struct unit *unit, const struct node *loop, struct head_parts *header);

/* Returns the expression without the brackets and casts around it; NULL for NULL. */
const struct node *head_bare(const struct node *node);

/* True if the node is a use of the variable. head_mentions(): true if it or one below it is. */
bool head_refers(const struct node *node, CXCursor variable);
bool head_mentions(const struct node *top, CXCursor variable);

/* True if something below `top` assigns to the variable, takes its address or hands it to inline
 * assembly. */
bool head_changes(const struct unit *unit, const struct node *top, CXCursor variable);

bool head_has_calls(const struct node *top);
/* True for parameters and for variables declared in a function, static ones included. */
bool head_is_local(CXCursor variable);

/* Returns the value of the variable before the first trip, as in `int i = first` or `i = first`;
 * NULL if the head does not set it, or sets other variables, too. */
const struct node *head_first(const struct unit *unit, const struct head_parts *header,
                              CXCursor variable);

/* Returns the operator of a condition that compares the variable, as it is with the variable on the
 * left: "<", "<=", ">", ">=" or "!="; NULL if it is another one. flipped: the text has the variable
 * on the right. */
const char *head_comparison(const struct unit *unit, const struct node *condition, bool flipped);

#endif
