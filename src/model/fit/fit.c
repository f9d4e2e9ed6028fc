/* fit.c: see fit.h */
#include "model/fit/fit.h"
#include "model/fit/close.h"
#include "model/fit/fixed.h"
#include "model/fit/terms.h"
#include "util/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void model_fit_find(const struct model_fit_point *points, size_t count, struct model_fit *fit)
{
    if (!model_fit_exact(points, count, fit))
        (void)model_fit_close(points, count, fit);
}

double model_fit_value(const struct model_fit *fit, int64_t n, int64_t p, int64_t rank)
{
    if (fit->kind == MODEL_FIT_CLOSE)
        return fit_law_value(fit->law, fit->factors, n, p);
    if (fit->kind == MODEL_FIT_NONE)
        return NAN;
    if (fit->fixed)
        return fit_fixed_value(fit, p, rank);
    double sum = 0;
    for (size_t i = 0; i < fit->unknowns; i++) {
        int64_t value;
        if (!fit_term_value(fit->terms[i], n, p, rank, &value))
            return NAN;
        sum += (double)fit->multiples[i] * (double)value;
    }
    return sum / (double)fit->divisor;
}

bool model_fit_division(const struct model_fit *fit, enum model_division *division,
                        enum model_domain *domain)
{
    return fit->kind == MODEL_FIT_EXACT && fit->unknowns == 1 && !fit->fixed &&
           fit_term_division(fit->terms[0], division, domain);
}

char *model_fit_words(const struct model_fit *fit)
{
    switch (fit->kind) {
    case MODEL_FIT_EXACT:
        return memory_printf("exact at %zu points", fit->points);
    case MODEL_FIT_CLOSE: {
        char used[64] = "", ahead[96] = "";
        if (fit->recent)
            snprintf(used, sizeof used, " to the largest %zu sizes", fit->recent);
        if (fit->ahead >= 0)
            snprintf(ahead, sizeof ahead, "; the largest size from the others: within %.2g %%",
                     100 * fit->ahead);
        return memory_printf("best fit%s, within %.2g %%%s", used, 100 * fit->largest, ahead);
    }
    default:
        return memory_string("no formula");
    }
}

void model_fit_free(struct model_fit *fit)
{
    free(fit->text);
    memset(fit, 0, sizeof *fit);
}
