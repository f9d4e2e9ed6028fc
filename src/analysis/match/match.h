/* match.h: which loops of one program are which of another, whose source is a different one.
 *
 * A serial program and its parallel version have loops in common, but their lines, names and files
 * need not be. What speaks for two loops being the same is counted in bits, as logarithms of
 * likelihoods: evidence.h. Loops of a routine are then paired so that order and nesting are kept
 * and the evidence is largest: align.h. A pair is dropped if others explain the loops nearly as
 * well: no match is better than a wrong one.
 */
#ifndef ANALYSIS_MATCH_MATCH_H
#define ANALYSIS_MATCH_MATCH_H

#include "analysis/match/loop_text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MATCH_NONE UINT32_MAX

/* What a loop's work tells of it. */
enum match_work {
    MATCH_WORK_NOTHING,
    MATCH_WORK_TIME,         /* about the same for each trip */
    MATCH_WORK_INSTRUCTIONS, /* the same for each trip, if the compiler made the same code of it */
};

struct match_loop {
    uint32_t routine;
    uint32_t parent;           /* loop around it in its routine; MATCH_NONE: none */
    uint32_t around;           /* loop in which it was first executed, also of another routine;
                                  MATCH_NONE: none */
    uint32_t turn;             /* its number in the order of execution: those inside it come next */
    bool is_routine;           /* the body of its routine, whose trips are its visits */
    bool is_nest;              /* there are loops inside it */
    uint64_t visits;           /* of all workers */
    const uint64_t *trips;     /* of each worker */
    uint64_t sum, least, most; /* of these: match_set_trips */
    double work;               /* of all workers, in it and nothing below it */
    double share;              /* the same, as a part of the program's work */
    struct loop_text text;
};

/* Sets `trips` and what they add up to. */
void match_set_trips(struct match_loop *loop, const uint64_t *trips, uint32_t workers);

/* Loops of one routine are together, in the order of the source, a loop before those inside it. */
struct match_program {
    struct match_loop *loops;
    uint32_t count;
    uint32_t workers;
    const char *const *routines; /* names */
    uint32_t routine_count;
    enum match_work work;
};

/* Writes the partner of each loop of `other` among those of `first`, or MATCH_NONE. What `partners`
 * has already is kept. */
void match_loops(const struct match_program *first, const struct match_program *other,
                 uint32_t *partners);

#endif
