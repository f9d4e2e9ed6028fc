/* ranks.c: the table of trips of each rank, process or thread in each loop. */
#include "report/binary/lcct.h"

#include "cube/region_words.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

enum {
    EACH = 16, /* workers that may have a column each */
    FEW = 8,   /* with so few workers, their columns replace min, max and busiest */
};

static void add_columns(const struct report_lcct_view *view, struct report_sheet *sheet)
{
    bool few = view->worker_count <= FEW;
    int drop = few ? 30 : 2;
    const struct report_sheet_column columns[] = {
        {"function", "function", SHEET_TEXT, 0, 8, false},
        {"loop", "loop", SHEET_ID, 0, 0, false},
        {NULL, "where", SHEET_TEXT, 2, 12, false},
        {"line", NULL, SHEET_ID, 0, 0, false},
        {"file", NULL, SHEET_TEXT, 0, 0, false},
        {"trips", "trips", SHEET_COUNT, 0, 0, false},
        {"trips_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"trips_min", "min", SHEET_COUNT, drop, 0, false},
        {"trips_max", "max", SHEET_COUNT, drop, 0, false},
        {"busiest", "busiest", SHEET_WORD, drop, 3, false},
        {"max_over_mean", "max/mean", SHEET_MEAN, 0, 0, false},
    };
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    sheet->each_first = sheet->column_count;
    sheet->each_count = view->worker_count;
    sheet->each_name = report_lcct_workers(view);
    for (size_t i = 0; i < view->worker_count && i < EACH; i++)
        report_sheet_add_column(
            sheet, (struct report_sheet_column){view->workers[i], view->workers[i], SHEET_COUNT,
                                                few ? 1 : (int)i + 3, 0, false});
}

/* Returns the trips by loop and worker; to be freed. */
static uint64_t *count_trips(const struct report_lcct_view *view, const struct cube_lcct_sum *loops,
                             size_t count)
{
    const struct archive_nodes *nodes = &view->archive->nodes;
    uint32_t *loop_of = memory_zeroed(view->archive->regions.rows + 1, sizeof *loop_of);
    uint64_t *trips = memory_zeroed(count * view->worker_count + 1, sizeof *trips);
    for (uint32_t i = 0; i < count; i++)
        loop_of[loops[i].region] = i + 1;
    for (size_t i = 0; i < nodes->rows; i++) {
        uint32_t worker = view->worker_of[nodes->lane[i]], loop = loop_of[nodes->region[i]];
        if (worker == ARCHIVE_NONE || !loop)
            continue;
        uint64_t *to = &trips[(size_t)(loop - 1) * view->worker_count + worker];
        *to = number_add(*to, nodes->trips[i]);
    }
    free(loop_of);
    return trips;
}

static void add_row(const struct report_lcct_view *view, struct report_sheet *sheet,
                    const struct cube_lcct_sum *sum, const uint64_t *trips)
{
    const struct archive *archive = view->archive;
    size_t busiest = 0, least = 0;
    for (size_t i = 1; i < view->worker_count; i++) {
        busiest = trips[i] > trips[busiest] ? i : busiest;
        least = trips[i] < trips[least] ? i : least;
    }
    bool at_least = report_lcct_trips_are_least(view, sum->region);
    double mean = (double)sum->trips / (double)view->worker_count;
    report_sheet_text(sheet, "function", cube_region_routine(archive, sum->region));
    report_sheet_id(sheet, "loop", archive->regions.seq[sum->region]);
    report_lcct_where_cells(view, sheet, sum->region);
    report_sheet_count_known(sheet, "trips", sum->trips, at_least);
    report_sheet_flag(sheet, "trips_at_least", at_least);
    report_sheet_count_known(sheet, "trips_min", trips[least], at_least);
    report_sheet_count_known(sheet, "trips_max", trips[busiest], at_least);
    report_sheet_text(sheet, "busiest",
                      trips[least] < trips[busiest] ? view->workers[busiest] : "");
    if (sum->trips)
        report_sheet_real(sheet, "max_over_mean", (double)trips[busiest] / mean);
    else
        report_sheet_nothing(sheet, "max_over_mean");
    for (size_t i = 0; i < view->worker_count && i < EACH; i++)
        report_sheet_count_known(sheet, view->workers[i], trips[i], at_least);
}

struct report_sheet *report_lcct_ranks_sheet(const struct report_lcct_view *view)
{
    const char *title = view->by_lane           ? "Trips of each thread"
                        : view->archive->ranked ? "Trips of each rank"
                                                : "Trips of each process";
    struct report_sheet *sheet = report_sheet_new("ranks", title);
    add_columns(view, sheet);
    if (view->worker_count < 2)
        return sheet;
    size_t count, top = view->options->report.top;
    struct cube_lcct_sum *sums = report_lcct_sorted_loops(view, &count);
    size_t shown = top && top < count ? top : count;
    uint64_t *trips = count_trips(view, sums, shown);
    for (size_t i = 0; i < shown; i++)
        add_row(view, sheet, &sums[i], &trips[i * view->worker_count]);
    sheet->more = count - shown;
    free(sums);
    free(trips);
    report_sheet_note(sheet,
                      "max/mean: 1 means evenly divided; %zu means that one worker has all trips.",
                      view->worker_count);
    return sheet;
}
