/* told.h: loops whose head tells their trips exactly. */
#ifndef INSTRUMENT_C_LIGHT_TOLD_H
#define INSTRUMENT_C_LIGHT_TOLD_H

#include "instrument/c/light/values.h"

/* Fills in what the head of the loop tells. */
void told_read(const struct scope *scope, struct loop *loop);

/* First value and trips, with the values of variables of loops around it. False: not known. */
bool told_count(const struct unit *unit, const struct told *told, const struct values *values,
                long long *first, unsigned long long *trips);

/* Whether what the head says is the same before `top`, a loop around it or itself, as in every
 * visit inside. */
bool told_is_fixed(const struct scope *scope, const struct loop *loop, const struct node *top);

/* First value, comparison, bound and step, as arguments of a probe. The caller's to free; NULL:
 * they cannot be written once more. */
char *told_text(const struct unit *unit, const struct told *told);

#endif
