/* learn.c: see learn.h */
#include "model/learn/learn.h"
#include "model/learn/costs.h"
#include "model/learn/formulas.h"
#include "model/learn/table.h"

#include <assert.h>
#include <math.h>

size_t model_learn_fit(struct model_learn *learn)
{
    size_t without = learn_formulas(learn);
    learn_costs(learn);
    return without;
}

size_t model_learn_loops(const struct model_learn *learn)
{
    size_t loops = 0;
    for (size_t at = 0; at < learn->item_count; at++)
        loops += learn->items[at].kind == LEARN_LOOP;
    return loops;
}

struct model_learn_loop model_learn_loop(const struct model_learn *learn, size_t wanted)
{
    for (size_t at = 0; at < learn->item_count; at++) {
        const struct learn_item *item = &learn->items[at];
        if (item->kind != LEARN_LOOP || wanted-- > 0)
            continue;
        return (struct model_learn_loop){
            .routine = item->routine,
            .loop = item->loop,
            .file = item->file,
            .line = item->line,
            .path = item->path,
            .trips = item->text,
            .fit = item->words,
            .seconds = item->scale > 0 ? item->per_trip : NAN,
            .share = item->share,
            .exact = item->trips.kind == MODEL_FIT_EXACT && !item->curve_name,
        };
    }
    assert(!"there is no such loop");
    return (struct model_learn_loop){0};
}

double model_learn_error(const struct model_learn *learn, double *mean)
{
    *mean = learn->error_mean;
    return learn->error_largest;
}

double model_learn_visits(const struct model_learn *learn, int64_t n)
{
    double visits = 0;
    for (size_t point = 0; point < learn->point_count; point++)
        for (size_t at = 0; at < learn->item_count && learn->points[point].n == n &&
                            learn->points[point].p == learn->points[0].p;
             at++)
            visits += learn_cell_of(&learn->items[at], point).visits;
    return visits;
}
