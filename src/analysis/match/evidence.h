/* evidence.h: the evidence that two loops of different sources are the same, in bits. */
#ifndef ANALYSIS_MATCH_EVIDENCE_H
#define ANALYSIS_MATCH_EVIDENCE_H

#include "analysis/match/match.h"

/* Returns the evidence that the trips of `b` are those of `a`, divided among workers in some way:
 * their sum, or the sum over some of the workers if the others repeat it, agrees. Larger numbers
 * give more evidence, as they do not agree by chance. About 0: the difference may be borders done
 * twice; far below 0: they do not agree. */
double evidence_trips(const struct analysis_match_program *first, uint32_t a,
                      const struct analysis_match_program *other, uint32_t b);

/* The best similarity of each loop's text with that of any loop of the other program whose trips
 * agree. */
struct evidence_texts {
    double *first, *other; /* by loop; below 0: unknown */
};

struct evidence_texts evidence_texts_new(const struct analysis_match_program *first,
                                         const struct analysis_match_program *other);
void evidence_texts_free(struct evidence_texts *texts);

/* Returns all evidence from the two loops themselves: trips, visits, source text, work per trip,
 * nested loops. */
double evidence(const struct analysis_match_program *first, uint32_t a,
                const struct analysis_match_program *other, uint32_t b,
                const struct evidence_texts *texts);

#endif
