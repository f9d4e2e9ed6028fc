/* condition.h: conditions on a comparison, such as "time > 1.05x" or "any trips != 1x", by which it
 * fails.
 *
 *     [REGION] MEASURE OPERATOR NUMBER[UNIT]
 *
 * Without a region, the condition is about the run; `any` means every region, and a pattern such as
 * `solve*` or `loop:main` those that match. A number with x is the ratio of after to before, with %
 * the difference in percent, and without either the number after. */
#ifndef ANALYSIS_CHANGES_CONDITION_H
#define ANALYSIS_CHANGES_CONDITION_H

#include "analysis/changes/changes.h"
#include "analysis/changes/sampled.h"
#include "util/error.h"

enum analysis_condition_operator {
    CONDITION_GREATER,
    CONDITION_GREATER_EQUAL,
    CONDITION_LESS,
    CONDITION_LESS_EQUAL,
    CONDITION_EQUAL,
    CONDITION_UNEQUAL,
};

enum analysis_condition_unit {
    CONDITION_RATIO,
    CONDITION_PERCENT,
    CONDITION_ABSOLUTE,
};

struct analysis_condition {
    const char *text;                      /* as it was given */
    char *region;                          /* pattern; "any"; NULL: the run */
    bool changes;                          /* it is about the number of changes */
    enum analysis_changes_measure measure; /* unless `changes` */
    enum analysis_condition_operator operator;
    enum analysis_condition_unit unit;
    double number; /* times in ns */
};

/* Reads a condition. False with an error if it is none. */
bool analysis_condition_read(struct analysis_condition *condition, const char *text,
                             struct error *error);
void analysis_condition_free(struct analysis_condition *condition);

/* The result of a condition. */
struct analysis_condition_result {
    size_t rows;    /* rows that it is about; 0: there are none */
    size_t known;   /* rows of these whose numbers are known on both sides, as far as needed */
    size_t holds;   /* rows of these for which it holds */
    size_t changes; /* if the condition is about their number */
    /* the one of these that differs most; with `sampled`, a routine that samples found */
    uint32_t row;
    const struct analysis_sampled_routine *sampled;
};

/* Evaluates a condition. A number that varies holds only if the difference is more than the noise,
 * as far as noise is known. Exclusive times are also those of sampled routines; NULL: there are
 * none. */
struct analysis_condition_result
analysis_condition_test(const struct analysis_condition *condition,
                        const struct analysis_changes *changes,
                        const struct analysis_sampled_changes *sampled);

#endif
