/* kept.c: see kept.h */
#include "serve/kept.h"

#include "query/exec/keep.h"
#include "serve/filter.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* Returns the events of a filter if they are known, else the ones that were used longest ago. */
static struct serve_kept *find(struct serve_kepts *kepts, const char *filter)
{
    struct serve_kept *oldest = &kepts->all[0];
    for (int i = 0; i < SERVE_KEPTS; i++) {
        struct serve_kept *kept = &kepts->all[i];
        if (kept->filter && !strcmp(kept->filter, filter))
            return kept;
        oldest = kept->used < oldest->used ? kept : oldest;
    }
    return oldest;
}

static bool make(struct serve_run *run, const char *filter, struct serve_kept *kept,
                 struct serve_answer *answer)
{
    struct error error = {0};
    struct query_data *data = serve_run_data(run, answer);
    struct query_plan *plan = data ? serve_filter_plan(filter, answer) : NULL;
    bool good = plan && (query_keep(plan, data, &kept->rows, &error) ||
                         serve_answer_error(answer, SERVE_CONFLICT, error.text, NULL));
    if (good) {
        kept->filter = memory_string(filter);
        kept->has_window = plan->has_window;
        kept->from = plan->from;
        kept->to = plan->to;
    }
    query_plan_free(plan);
    return good;
}

struct serve_kept *serve_kept_of(struct serve_run *run, const char *filter,
                                 struct serve_answer *answer)
{
    if (!run->kepts)
        run->kepts = memory_zeroed(1, sizeof *run->kepts);
    struct serve_kept *kept = find(run->kepts, filter);
    if (!kept->filter || strcmp(kept->filter, filter) != 0) {
        serve_kepts_drop(kept);
        if (!make(run, filter, kept, answer)) {
            serve_kepts_drop(kept);
            return NULL;
        }
    }
    kept->used = ++run->kepts->clock;
    return kept;
}

struct cube_kept *serve_kept_picture(struct serve_run *run, struct serve_kept *kept,
                                     struct serve_answer *answer)
{
    struct error error = {0};
    struct cube_window_reader *reader = serve_run_windows(run, answer);
    if (!reader || kept->picture)
        return reader ? kept->picture : NULL;
    kept->picture = cube_kept_new(reader, &kept->rows, &run->data->stop, &error);
    if (kept->picture)
        serve_kepts_make_room(run->kepts, kept);
    else
        serve_answer_error(answer, SERVE_CONFLICT, error.text, NULL);
    return kept->picture;
}
