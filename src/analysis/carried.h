/* carried.h: whether the trips of a loop can be divided among threads, from the dependences between
 * them that a run showed. */
#ifndef ANALYSIS_CARRIED_H
#define ANALYSIS_CARRIED_H

#include "archive/archive.h"
#include "util/buffer.h"

enum { CARRIED_DISTANCES = 8 };

/* Dependences of one kind and role between two lines, in one variable, of all places. */
struct analysis_carried_row {
    uint32_t row;             /* the first of their rows of archive->carried, which names them */
    uint64_t count, min, max; /* how often; distances in trips */
    uint64_t distances[CARRIED_DISTANCES]; /* the first different distances; 0: no more */
    uint64_t counts[CARRIED_DISTANCES];    /* how often each */
};

enum analysis_carried_verdict {
    CARRIED_NEVER,   /* it was not entered, or never made two trips in a visit: nothing is known */
    CARRIED_FREE,    /* no trip depends on another one */
    CARRIED_CHANGES, /* it can be divided if variables are treated as such */
    CARRIED_ORDERED, /* trips read what earlier trips wrote */
};

/* A watched loop, with its rows: those that order trips first, induction variables last. */
struct analysis_carried_loop {
    uint32_t region;
    uint64_t visits, trips; /* of all places */
    uint64_t nested, allocations;
    enum analysis_carried_verdict verdict;
    uint64_t distance; /* of CARRIED_ORDERED: the smallest distance */
    struct analysis_carried_row *rows;
    size_t count;
};

struct analysis_carried {
    const struct archive *archive;
    struct analysis_carried_loop *loops;
    size_t count;
};

struct analysis_carried *analysis_carried_new(const struct archive *archive);
void analysis_carried_free(struct analysis_carried *carried);

/* Adds one sentence that says whether a loop can be divided, and how. */
void analysis_carried_sentence(const struct analysis_carried *carried,
                               const struct analysis_carried_loop *loop, struct buffer *to);

/* Adds the name of the variable of a row, or what is known of it. */
void analysis_carried_variable(const struct archive *archive, uint32_t row, struct buffer *to);

#endif
