/* only.h: the one finding of ranks made by hand. */
#ifndef TESTS_ONLY_H
#define TESTS_ONLY_H

#include "unit.h"

#include "ranks.h"

/* The finding of that kind, and no other. */
static inline const struct analysis_advice_finding *only(const struct ranks *ranks,
                                                         enum analysis_advice_kind kind)
{
    const struct analysis_advice_finding *found = ranks_find(ranks, kind);
    assert_int_equal(ranks->advice.count, 1);
    assert_non_null(found);
    return found;
}

#endif
