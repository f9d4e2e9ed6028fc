/* told.h: counted loops, whose head gives their trips exactly (struct told in scope.h). */
#ifndef INSTRUMENT_C_LIGHT_TOLD_H
#define INSTRUMENT_C_LIGHT_TOLD_H

#include "instrument/c/light/values.h"

/* Sets loop->told. */
void told_read(const struct scope *scope, struct loop *loop);

/* Computes first value and trips of a loop from the values of the variables of loops around it, or
 * from constants alone if `values` is NULL. False if they are unknown. */
bool told_count(const struct unit *unit, const struct told *told, const struct values *values,
                long long *first, unsigned long long *trips);

/* True if the head has the same values in every visit of the loop during one visit of `top`, which
 * is a loop around it or itself: so its trips can be computed outside of `top`. */
bool told_is_fixed(const struct scope *scope, const struct loop *loop, const struct node *top);

/* Returns first value, comparison, bound and step as arguments of a probe; NULL if their text
 * cannot be repeated. The caller frees it. */
char *told_text(const struct unit *unit, const struct told *told);

#endif
