/* match.h: matches the loops of one program with those of another whose source differs. A serial
 * program and its parallel version have loops in common, but their lines, names and files may
 * differ. The evidence that two loops are the same is measured in bits, as logarithms of
 * likelihoods: evidence.h. The loops of a routine are then paired so that order and nesting are
 * preserved and the evidence is largest: align.h. A pair is dropped if other pairs explain the
 * loops nearly as well: no match is better than a wrong one. */
#ifndef ANALYSIS_MATCH_MATCH_H
#define ANALYSIS_MATCH_MATCH_H

#include "analysis/match/loop_text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MATCH_NONE UINT32_MAX

/* The evidence that a loop's work gives. */
enum analysis_match_work {
    MATCH_WORK_NOTHING,
    MATCH_WORK_TIME,         /* about the same for each trip */
    MATCH_WORK_INSTRUCTIONS, /* the same for each trip, if the compiler generated the same code */
};

/* A loop to be matched. */
struct analysis_match_loop {
    uint32_t routine;
    uint32_t parent; /* loop around it in its routine; MATCH_NONE: none */
    uint32_t around; /* loop in which it was first executed, possibly of another routine;
                        MATCH_NONE: none */
    uint32_t turn;   /* its position in the order of execution: loops inside of it come next */
    bool is_routine; /* the body of its routine, whose trips are its visits */
    bool is_nest;    /* there are loops inside of it */
    uint64_t visits; /* of all workers */
    const uint64_t *trips;     /* of each worker */
    uint64_t sum, least, most; /* of the trips: analysis_match_set_trips */
    double work;               /* of all workers, exclusive */
    double share;              /* `work` as a part of the program's work */
    struct analysis_loop_text text;
};

/* Sets `trips` and their sum, minimum and maximum. */
void analysis_match_set_trips(struct analysis_match_loop *loop, const uint64_t *trips,
                              uint32_t workers);

/* The loops of one routine are together, in source order, a loop before those inside of it. */
struct analysis_match_program {
    struct analysis_match_loop *loops;
    uint32_t count;
    uint32_t workers;
    const char *const *routines; /* names */
    uint32_t routine_count;
    enum analysis_match_work work;
};

/* Writes the partner of each loop of `other` among those of `first`, or MATCH_NONE. Keeps the
 * partners that are there already. */
void analysis_match_loops(const struct analysis_match_program *first,
                          const struct analysis_match_program *other, uint32_t *partners);

#endif
