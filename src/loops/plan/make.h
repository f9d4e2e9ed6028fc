/* make.h: makes the plan of a binary and writes it to a file. */
#ifndef LOOPS_PLAN_MAKE_H
#define LOOPS_PLAN_MAKE_H

#include "util/error.h"

#include <stdbool.h>

/* The kinds of plans. */
enum loops_make_kind {
    MAKE_COPIES, /* copies of functions that count */
    MAKE_TIMED,  /* copies that also time loops */
    MAKE_EVERY,  /* no copies, a counter for each edge: see edge_counters.h */
};

/* What to make. */
struct loops_make {
    enum loops_make_kind kind;
    bool trusts_quiet; /* format/quiet.h is known to be right about the binary's calls */
};

/* Reads an executable or shared object and writes its plan to a file, which appears under its name
 * when it is complete. Returns false with an error that says what is wrong and what to do. */
bool loops_make_plan(const char *binary, const char *file, struct loops_make what,
                     struct error *error);

/* True if a program's loops can be counted while it runs natively, with a preloaded library. False
 * with an error if it is for another machine, is linked statically, or runs with the rights of
 * another user (set-user-id). */
bool loops_make_can_count(const char *binary, struct error *error);

#endif
