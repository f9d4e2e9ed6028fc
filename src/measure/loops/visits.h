/* visits.h: visits of loops that are nested, because a function calls itself, and visits that ended
 * without taking an edge of their loop (longjmp, exceptions): enum format_visit. */
#ifndef MEASURE_LOOPS_VISITS_H
#define MEASURE_LOOPS_VISITS_H

#include "measure/loops/contexts.h"

/* Begins or ends a visit of a loop of the current context's function; `request`: see
 * FORMAT_VISIT_LOOP_BITS. Returns the current context; NULL if memory is needed, and `may_make` is
 * false. */
struct format_context *visits_change(uint32_t function, uint32_t request, uint64_t stack,
                                     bool begins, bool may_make);

/* The thread ends: gives back what it has for outer visits, unless some are open. */
void visits_end_thread(void);

/* Ends the open visits of a context's loops whose stack pointers are below that with which the
 * program continues: their functions were left. */
void visits_leave(struct format_context *context, uint64_t stack);

/* Ends the open visits of the loops around a node, where a function called something that did not
 * return, that do not contain the node where it continues, with that stack pointer; `to` 0: where
 * the exceptions of that call land. */
void visits_jump(struct format_context *context, uint64_t stack, uint32_t from, uint32_t to);

#endif
