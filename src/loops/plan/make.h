/* make.h: the plan of a binary, from one file to another. */
#ifndef LOOPS_PLAN_MAKE_H
#define LOOPS_PLAN_MAKE_H

#include "util/error.h"

#include <stdbool.h>

enum loops_make_kind {
    MAKE_COPIES,
    MAKE_TIMED, /* copies that take the time of loops, too */
    MAKE_EVERY, /* no copies: see edge_counters.h */
};

/* Reads the executable or shared object and writes its plan, which appears under its name when it
 * is complete. False with an error: what is wrong with either, and what
 * to do. */
bool loops_make_plan(const char *binary, const char *file, enum loops_make_kind kind,
                     struct error *error);

/* Whether a program's loops can be counted while it runs natively, with a library preloaded. False
 * with an error: it is for another machine, linked statically, or must not be looked into. */
bool loops_make_can_count(const char *binary, struct error *error);

#endif
