/* chosen.c: see chosen.h */
#include "serve/chosen.h"

#include "cube/window_chosen.h"
#include "serve/filter.h"
#include "util/memory.h"

#include <stdlib.h>

enum { MOST_COLLECTED = 4000000 }; /* events */

/* Events that a filter keeps, on their way into a window. */
struct keeping {
    struct cube_chosen *chosen;
    uint64_t start; /* ns: the zero of the query's times */
    struct kept {
        uint64_t begin, end;
        uint32_t lane, node;
    } * kept; /* collected because they come in another order */
    size_t count, room;
    bool disordered, collects, too_many;
};

static bool keep(struct keeping *keeping, const struct kept *kept)
{
    if (!keeping->collects) {
        keeping->disordered =
            !cube_chosen_add(keeping->chosen, kept->lane, kept->node, kept->begin, kept->end);
        return !keeping->disordered;
    }
    keeping->too_many = keeping->count == MOST_COLLECTED;
    if (keeping->too_many)
        return false;
    keeping->kept =
        memory_grow(keeping->kept, &keeping->room, keeping->count + 1, sizeof *keeping->kept);
    keeping->kept[keeping->count++] = *kept;
    return true;
}

static bool take_events(void *to, const struct query_rows *rows)
{
    struct keeping *keeping = to;
    const int64_t *lanes = rows->columns[0].whole, *nodes = rows->columns[1].whole;
    const int64_t *begins = rows->columns[2].whole, *ends = rows->columns[3].whole;
    for (size_t i = 0; i < rows->count; i++) {
        struct kept kept = {keeping->start + (uint64_t)begins[i],
                            keeping->start + (uint64_t)ends[i], (uint32_t)lanes[i],
                            (uint32_t)nodes[i]};
        if (!keep(keeping, &kept))
            return false;
    }
    return true;
}

static int by_lane(const void *left, const void *right)
{
    const struct kept *a = left, *b = right;
    if (a->lane != b->lane)
        return a->lane < b->lane ? -1 : 1;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return a->end > b->end ? -1 : a->end < b->end;
}

/* Runs the filter: events mostly come in the order that the window needs; if not, they are
 * collected and sorted. */
static bool run_filter(struct serve_run *run, const struct query_plan *plan,
                       const struct cube_window_request *request, struct cube_window *window,
                       struct serve_answer *answer)
{
    struct error error = {0};
    struct keeping keeping = {0};
    struct query_data *data = serve_run_data(run, answer);
    bool good = data;
    for (int round = 0; good && (round == 0 || (round == 1 && keeping.disordered)); round++) {
        keeping.collects = round;
        keeping.start = data->start;
        keeping.chosen = cube_chosen_new(run->reader, request, window, &error);
        good = keeping.chosen || serve_answer_error(answer, SERVE_CONFLICT, error.text, NULL);
        if (good && !serve_filter_run(plan, data, take_events, &keeping, answer))
            good = keeping.disordered && round == 0;
        if (keeping.count)
            qsort(keeping.kept, keeping.count, sizeof *keeping.kept, by_lane);
        for (size_t i = 0; good && i < keeping.count; i++) {
            const struct kept *kept = &keeping.kept[i];
            cube_chosen_add(keeping.chosen, kept->lane, kept->node, kept->begin, kept->end);
        }
        cube_chosen_end(keeping.chosen);
    }
    if (keeping.too_many)
        good = serve_answer_error(answer, SERVE_CONFLICT,
                                  "the filter keeps too many events in another order than that of "
                                  "their start",
                                  "leave out `sorted`, or add `limit(N)` behind it");
    free(keeping.kept);
    return good;
}

bool serve_chosen(struct serve_run *run, const char *filter, const struct serve_range *range,
                  const struct cube_window_request *request, struct cube_window *window,
                  struct serve_answer *answer)
{
    const char *fields = ".map(e -> {lane: e.lane, node: e.node, begin: e.startTime, end: "
                         "e.finishTime})";
    bool at_least;
    bool whole = !range->from && range->zero + range->to >= archive_end(run->archive, &at_least);
    char *calls =
        whole ? memory_string(fields)
              : memory_printf(".overlaps(%lluns, %lluns)\n%s", (unsigned long long)range->from,
                              (unsigned long long)range->to, fields);
    struct query_plan *plan = serve_filter_plan(filter, calls, answer);
    bool good = plan && run_filter(run, plan, request, window, answer);
    query_plan_free(plan);
    free(calls);
    return good;
}
