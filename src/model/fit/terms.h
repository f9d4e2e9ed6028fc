/* terms.h: the terms of which exact formulas are made, each a product of at most two factors.
 *
 * Terms belong to families; a formula takes its terms from one family, and every family has the
 * constant 1. The family SIZE depends on n alone, WHOLE on n and p, ENDS also on whether a rank is
 * the first or last, and there is one family for each way to divide each domain. */
#ifndef MODEL_FIT_TERMS_H
#define MODEL_FIT_TERMS_H

#include "model/fit/division.h"

#include <stdbool.h>
#include <stdint.h>

enum fit_family {
    FIT_SIZE,
    FIT_WHOLE,
    FIT_ENDS,
    FIT_DIVIDED, /* and MODEL_DIVISIONS * MODEL_DOMAINS - 1 more */
    FIT_FAMILIES = FIT_DIVIDED + MODEL_DIVISIONS * MODEL_DOMAINS,
};

enum { FIT_MOST_IN_FAMILY = 40 };

/* Returns the number of terms of a family, and the most terms of a formula made of them. */
unsigned fit_family_size(unsigned family);
unsigned fit_family_most(unsigned family);

/* Numbers a term, for fit_term_value() and others: family * FIT_MOST_IN_FAMILY + index. */
uint16_t fit_term(unsigned family, unsigned index);

/* Returns how odd a term is: of two formulas with equally many terms, the less odd one is taken. */
unsigned fit_term_oddness(uint16_t term);

/* Computes the value of a term. False if it is too large, or not defined there. */
bool fit_term_value(uint16_t term, int64_t n, int64_t p, int64_t rank, int64_t *value);

/* True if the term is the number of a rank's rows; tells how they are divided. */
bool fit_term_division(uint16_t term, enum model_division *division, enum model_domain *domain);

/* True if the term is the constant, or 1 for the first or last rank and 0 for others. */
bool fit_term_is_flag(uint16_t term);

/* Returns the text of a term, to be freed. "1" for the constant. */
char *fit_term_text(uint16_t term);

#endif
