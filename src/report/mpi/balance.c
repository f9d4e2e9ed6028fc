/* balance.c: the table of load balance between ranks. */
#include "report/table/view.h"

#include "analysis/efficiency/efficiency.h"
#include "archive/messages/mpi_calls.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

/* The times of all ranks in a routine, loop or call. */
struct shared {
    uint32_t region;
    uint32_t most_place; /* row of the place with the most time */
    uint64_t time, most;
    uint64_t came; /* ranks that visited it */
    bool call;     /* it is an MPI call */
    bool unknown;  /* some of it was not timed, or its time is a lower bound */
};

static bool key_of(const struct cube *cube, uint32_t node, const void *with, uint32_t *a,
                   uint32_t *b)
{
    (void)with;
    const struct archive *archive = cube->archive;
    *a = archive->nodes.region[node];
    *b = archive->lanes.place[archive->nodes.lane[node]];
    uint32_t kind = archive->regions.kind[*a];
    return (kind == TRI_KIND_ROUTINE || kind == TRI_KIND_LOOP || kind == TRI_KIND_USER ||
            kind == TRI_KIND_IO || archive_mpi_is_call(archive, *a)) &&
           archive->places.rank[*b] != ARCHIVE_NONE;
}

/* Returns the times of all nodes without the MPI calls below them: in these, the rank that has less
 * to do waits for the others, so that both would seem to do the same. To be freed. */
static uint64_t *times_outside(const struct cube *cube)
{
    const struct archive_nodes *nodes = &cube->archive->nodes;
    uint64_t *times = memory_zeroed(nodes->rows + 1, sizeof *times);
    uint64_t *below = memory_zeroed(nodes->rows + 1, sizeof *below);
    for (size_t i = nodes->rows; i-- > 0;) { /* a child's row is larger than its parent's */
        bool call = nodes->region[i] && archive_mpi_is_call(cube->archive, nodes->region[i]);
        uint64_t inside = call ? cube->time[i] : below[i];
        times[i] = call ? cube->time[i] : number_minus(cube->time[i], below[i]);
        if (nodes->parent[i] != ARCHIVE_NONE)
            below[nodes->parent[i]] = number_add(below[nodes->parent[i]], inside);
    }
    free(below);
    return times;
}

static void add_rank(struct shared *to, const struct cube_row *row)
{
    to->region = row->a;
    to->unknown |= row->sums.untimed || row->sums.at_least;
    if (!to->came++ || row->sums.time > to->most) {
        to->most = row->sums.time;
        to->most_place = row->b;
    }
    to->time = number_add(to->time, row->sums.time);
}

static uint64_t count_ranks(const struct archive_places *places)
{
    uint64_t count = 0;
    for (size_t i = 0; i < places->rows; i++)
        count += places->rank[i] != ARCHIVE_NONE;
    return count;
}

/* Sorts by the time that could be saved if all ranks had the same, the most first. MPI calls come
 * last. */
static int by_loss(const void *left, const void *right, void *context)
{
    const struct shared *a = left, *b = right;
    uint64_t ranks = *(const uint64_t *)context;
    uint64_t a_loss = a->most - a->time / ranks, b_loss = b->most - b->time / ranks;
    if (a->call != b->call)
        return a->call ? 1 : -1;
    if (a_loss != b_loss)
        return a_loss > b_loss ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

/* Returns the regions whose times are all known, sorted by loss, and sets *count. To be freed. In a
 * program of places, main() and what it calls are at place 0 alone: `of_places` takes only what
 * several places run. */
static struct shared *find_shared(const struct report_view *view, uint64_t ranks, bool of_places,
                                  size_t *count)
{
    size_t regions = view->archive->regions.rows;
    struct cube cube = *view->cube;
    cube.time = times_outside(view->cube);
    struct cube_rows rows = cube_project(&cube, key_of, NULL);
    struct shared *all = memory_zeroed(regions, sizeof *all);
    for (size_t i = 0; i < rows.count; i++) {
        if (rows.rows[i].sums.count || rows.rows[i].sums.unfinished)
            add_rank(&all[rows.rows[i].a], &rows.rows[i]);
    }
    for (size_t i = 0; i < regions; i++) {
        all[i].call = i && archive_mpi_is_call(view->archive, (uint32_t)i);
        if (all[i].came > of_places && all[i].time && !all[i].unknown)
            all[(*count)++] = all[i];
    }
    if (*count)
        qsort_r(all, *count, sizeof *all, by_loss, &ranks);
    cube_rows_free(&rows);
    free(cube.time);
    return all;
}

/* Returns the longest time of a rank. */
static uint64_t run_time(const struct report_view *view)
{
    const struct archive *archive = view->archive;
    uint64_t longest = 0;
    for (size_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t place = archive->lanes.place[archive->nodes.lane[i]];
        if (archive->nodes.parent[i] == ARCHIVE_NONE &&
            archive->places.rank[place] != ARCHIVE_NONE && view->cube->time[i] > longest)
            longest = view->cube->time[i];
    }
    return longest;
}

/* Drops rows below 0.1 % of the run from text that --top cuts anyway. Returns the number of these.
 */
static size_t drop_little(const struct report_view *view, struct shared *all, size_t *count,
                          uint64_t ranks, uint64_t run)
{
    size_t kept = 0, before = *count;
    if (view->options->format != REPORT_TEXT || !view->options->top)
        return 0;
    for (size_t i = 0; i < before; i++) {
        if (all[i].most - all[i].time / ranks >= run / 1000)
            all[kept++] = all[i];
    }
    *count = kept;
    return before - kept;
}

static void add_row(const struct report_view *view, struct report_sheet *sheet,
                    const struct shared *item, uint64_t ranks, uint64_t run)
{
    struct buffer label = {0};
    char name[ARCHIVE_NAME];
    uint64_t mean = item->time / ranks;
    report_view_label(view, item->region, &label);
    archive_place_name(view->archive, item->most_place, name);
    report_sheet_text(sheet, "kind", report_view_kind(view, item->region));
    report_sheet_text(sheet, "name", label.text ? label.text : "");
    report_sheet_text(sheet, "routine", report_view_routine(view, item->region));
    report_sheet_count(sheet, "ranks", item->came);
    report_sheet_time(sheet, "mean_ns", mean, false);
    report_sheet_time(sheet, "max_ns", item->most, false);
    report_sheet_text(sheet, "on", name);
    report_sheet_id(sheet, "max_rank", view->archive->places.rank[item->most_place]);
    report_sheet_real(sheet, "imbalance", (double)item->most * (double)ranks / (double)item->time);
    report_sheet_time(sheet, "loss_ns", item->most - mean, false);
    report_sheet_real(sheet, "percent",
                      run ? 100.0 * (double)(item->most - mean) / (double)run : 0);
    report_sheet_line(sheet, "line", view->archive->regions.line[item->region]);
    report_sheet_text(sheet, "file", report_view_file(view, item->region));
    buffer_free(&label);
}

struct report_sheet *report_balance(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"kind", "kind", SHEET_WORD, 4, 6, false},
        {"name", "region", SHEET_TEXT, 0, 12, false},
        {"routine", "routine", SHEET_TEXT, 3, 8, false},
        {"ranks", "ranks", SHEET_COUNT, 2, 0, false},
        {"mean_ns", "mean s", SHEET_TIME, 0, 0, false},
        {"max_ns", "max s", SHEET_TIME, 0, 0, false},
        {NULL, "on", SHEET_WORD, 0, 2, false},
        {"max_rank", NULL, SHEET_ID, 0, 0, false},
        {"imbalance", "max/mean", SHEET_MEAN, 0, 0, false},
        {"loss_ns", "max-mean s", SHEET_TIME, 1, 0, false},
        {"percent", "% of run", SHEET_PERCENT, 1, 0, false},
        {"line", "line", SHEET_ID, 2, 0, false},
        {"file", "file", SHEET_TEXT, 3, 8, false},
    };
    uint64_t ranks = count_ranks(&view->archive->places);
    size_t count = 0, top = view->options->top;
    bool of_places = archive_has_places_only(view->archive);
    struct report_sheet *sheet = report_sheet_new(
        "balance", of_places ? "Load balance of the places" : "Load balance of the ranks");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    if (ranks < 2 || !view->archive->ranked || *view->archive->run.part_of)
        return sheet; /* in a part of an archive, times of other ranks may be missing */
    struct shared *all = find_shared(view, ranks, of_places, &count);
    uint64_t run = run_time(view);
    size_t little = drop_little(view, all, &count, ranks, run);
    sheet->more = top && count > top ? count - top : 0;
    for (size_t i = 0; i < count - sheet->more; i++)
        add_row(view, sheet, &all[i], ranks, run);
    if (little)
        report_sheet_note(
            sheet, "%zu more regions have a max-mean below 0.1 %% of the run; --top 0 shows them.",
            little);
    if (of_places && report_sheet_rows(sheet))
        report_sheet_note(
            sheet,
            "mean, max: the inclusive time of a place, averaged over all places (also those "
            "without a visit) and of the place with the most. max-mean: the most by which the run "
            "could get shorter with an even load. Regions that one place alone runs, were not "
            "timed, or have not ended, are not listed.");
    if (of_places) {
        free(all);
        return sheet;
    }
    bool sees_mpi = analysis_efficiency_sees_mpi(view->archive);
    report_sheet_note(
        sheet,
        "mean, max: the inclusive time of a rank %s, averaged over all ranks (also those without "
        "a visit) and of the rank with the most. max-mean: the most by which the run could get "
        "shorter with an even load. %sRegions that were not timed, or have not ended, are not "
        "listed.",
        sees_mpi ? "without MPI" : "with its MPI calls, which were not measured",
        sees_mpi ? "MPI calls have the time of the call, and come last: in them, ranks wait for "
                   "those that have more to do. "
                 : "");
    free(all);
    return sheet;
}
