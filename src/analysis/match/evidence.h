/* evidence.h: what speaks for two loops of different sources being the same one, in bits. */
#ifndef ANALYSIS_MATCH_EVIDENCE_H
#define ANALYSIS_MATCH_EVIDENCE_H

#include "analysis/match/match.h"

/* Whether trips of `b` are those of `a`, divided between workers in some way: their sum, or that of
 * a part of the workers if the others repeat it, agrees. More for large numbers, which do not agree
 * by chance; about 0: they may be borders done twice; much less than 0: they do not agree. */
double evidence_trips(const struct match_program *first, uint32_t a,
                      const struct match_program *other, uint32_t b);

/* How much the text of each loop has in common with that of any loop of the other program whose
 * trips agree. */
struct evidence_texts {
    double *first, *other; /* by loop; less than 0: not known */
};

struct evidence_texts evidence_texts_new(const struct match_program *first,
                                         const struct match_program *other);
void evidence_texts_free(struct evidence_texts *texts);

/* All that is known of the two by themselves: trips, visits, source text, work of a trip, whether
 * there are loops inside. */
double evidence(const struct match_program *first, uint32_t a, const struct match_program *other,
                uint32_t b, const struct evidence_texts *texts);

#endif
