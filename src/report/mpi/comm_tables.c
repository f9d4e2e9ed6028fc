/* comm_tables.c: the tables of MPI call sites, source files, times by rank, ranks, and means. */
#include "report/mpi/comm.h"

#include "archive/messages/mpi_calls.h"
#include "report/mpi/delays.h"

#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>

/* Returns for each site whether it is among the `most` sites with the most time; to be freed. */
static bool *choose_sites(const struct report_comm *comm, size_t most)
{
    bool *chosen = memory_zeroed(comm->count + 1, sizeof *chosen);
    for (size_t i = 0; i < comm->count && i < most; i++)
        chosen[comm->by_time[i]] = true;
    return chosen;
}

/* Returns for each site whether it is shown: the sites with the most time whose rows fit into
 * `rows`, but at least one. To be freed. */
static bool *choose_rows(const struct report_comm *comm, size_t rows)
{
    size_t sites = 0, used = 0;
    while (sites < comm->count && used + comm->sites[comm->by_time[sites]].count <= rows)
        used += comm->sites[comm->by_time[sites++]].count;
    return choose_sites(comm, sites ? sites : 1);
}

enum { MANY_RANKS = 16, EXTREMES = 6 }; /* ranks of a site that are shown where there are many */

/* An item to be sorted by time. */
struct ranked {
    uint64_t time;
    size_t number;
};

static int by_time(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    if (a->time != b->time)
        return a->time > b->time ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* Keeps at most `most` ranks: those with the most time, then those with the least. Returns their
 * number. */
static size_t extremes(struct ranked *ranks, size_t count, size_t most)
{
    size_t low = most / 2, high = most - low;
    if (count <= most)
        return count;
    qsort(ranks, count, sizeof *ranks, by_time);
    memmove(ranks + high, ranks + count - low, low * sizeof *ranks);
    return most;
}

static void source_cells(const struct report_view *view, struct report_sheet *sheet,
                         uint32_t region)
{
    report_sheet_line(sheet, "line", view->archive->regions.line[region]);
    report_sheet_text(sheet, "file", report_view_file(view, region));
    report_sheet_text(sheet, "dir", report_view_text(view, view->archive->regions.dir[region]));
}

static void place_cells(const struct report_view *view, struct report_sheet *sheet, uint32_t place)
{
    char name[ARCHIVE_NAME];
    archive_place_name(view->archive, place, name);
    report_sheet_text(sheet, "rank", name);
    if (view->archive->places.rank[place] == ARCHIVE_NONE)
        report_sheet_nothing(sheet, "rank");
    else
        report_sheet_id(sheet, "rank", view->archive->places.rank[place]);
    report_sheet_id(sheet, "place", view->archive->places.number[place]);
}

static void time_cell(struct report_sheet *sheet, const char *column, const struct cube_sums *sums,
                      uint64_t ns)
{
    if (sums->untimed)
        report_sheet_unknown(sheet, column);
    else
        report_sheet_time(sheet, column, ns, sums->at_least);
}

/* True if calls of the site exchange data with other ranks, so that they may wait. */
static bool can_wait(const struct report_view *view, uint32_t region)
{
    switch (archive_mpi_kind(view->archive, region)) {
    case FORMAT_MPI_COMMUNICATOR:
    case FORMAT_MPI_INIT:
    case FORMAT_MPI_FINALIZE:
    case FORMAT_MPI_ABORT:
    case FORMAT_MPI_OTHER:
        return false;
    default:
        return true;
    }
}

/* True if the bytes of the site's calls are known. */
static bool tells_bytes(const struct report_view *view, uint32_t region,
                        const struct cube_sums *sums)
{
    return archive_tells_bytes(view->archive, region, sums->bytes) ||
           !*report_view_text(view, view->archive->regions.note[region]);
}

static void bytes_cell(const struct report_view *view, struct report_sheet *sheet, uint32_t region,
                       const struct cube_sums *sums)
{
    if (tells_bytes(view, region, sums))
        report_sheet_count(sheet, "bytes", sums->bytes);
    else
        report_sheet_unknown(sheet, "bytes");
}

/* Adds the bytes of several sites; of some, they may not be known. */
static void bytes_sum_cell(struct report_sheet *sheet, const struct cube_sums *sums, bool is_known)
{
    if (is_known)
        report_sheet_count(sheet, "bytes", sums->bytes);
    else
        report_sheet_unknown(sheet, "bytes");
}

/* Adds the time that was spent waiting for another rank; `place` ARCHIVE_NONE: of all. */
static void waited_cell(const struct report_view *view, struct report_sheet *sheet, uint32_t region,
                        uint32_t place)
{
    bool at_least =
        report_delays_known(view) && report_delays_of(view)->at_least && can_wait(view, region);
    if (report_delays_known(view))
        report_sheet_time(sheet, "waited_ns", report_delays_waited(view, region, place), at_least);
    else
        report_sheet_unknown(sheet, "waited_ns");
    report_sheet_flag(sheet, "waited_at_least", at_least);
}

static void note_missing(const struct report_view *view, struct report_sheet *sheet)
{
    if (report_delays_known(view) && report_delays_of(view)->at_least)
        report_sheet_note(sheet, "waited is a lower bound where it is marked: events are missing.");
}

/* Adds the data that a call sends and receives; a call without such data has none. */
static void data_cells(const struct report_view *view, struct report_sheet *sheet, uint32_t region)
{
    const struct archive_regions *regions = &view->archive->regions;
    struct archive_mpi_buffers buffers;
    archive_mpi_buffers_of(archive_text(view->archive, regions->name[region]), &buffers);
    if (buffers.sent < 0)
        report_sheet_nothing(sheet, "data");
    else
        report_view_data_cell(view, sheet, "data", regions->data[region]);
    if (buffers.received < 0)
        report_sheet_nothing(sheet, "received_data");
    else
        report_view_data_cell(view, sheet, "received_data", regions->received_data[region]);
}

struct report_sheet *report_comm_sites(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"site", "site", SHEET_ID, 0, 0, false},
        {"routine", "routine", SHEET_TEXT, 0, 8, false},
        {"function", "call", SHEET_TEXT, 0, 10, false},
        {"kind", "kind", SHEET_WORD, 2, 8, false},
        {"line", "line", SHEET_ID, 0, 0, false},
        {"file", "file", SHEET_TEXT, 0, 8, false},
        {"dir", NULL, SHEET_TEXT, 0, 0, false},
        {"data", "sends", SHEET_TEXT, 1, 6, false},
        {"received_data", "receives", SHEET_TEXT, 2, 6, false},
        {"ranks", "ranks", SHEET_COUNT, 1, 0, false},
        {"visits", "visits", SHEET_COUNT, 1, 0, false},
        {"bytes", "bytes", SHEET_COUNT, 1, 0, false},
        {"waited_ns", "waited s", SHEET_TIME, 1, 0, false},
        {"waited_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {NULL, "unfin.", SHEET_WORD, 1, 4, false},
        {"unfinished", NULL, SHEET_COUNT, 0, 0, false},
    };
    struct report_comm comm = report_comm_new(view);
    struct report_sheet *sheet = report_sheet_new("comm_sites", "MPI: call sites");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    bool *shown = choose_sites(&comm, report_view_shown(view, sheet, comm.count));
    for (size_t i = 0; i < comm.count; i++) {
        const struct report_comm_site *site = &comm.sites[i];
        if (!shown[i])
            continue;
        report_sheet_id(sheet, "site", (int64_t)i + 1);
        report_sheet_text(sheet, "routine", report_view_routine(view, site->region));
        report_sheet_text(sheet, "function", report_view_name(view, site->region));
        report_sheet_text(sheet, "kind", format_mpi_word(view->archive->regions.mpi[site->region]));
        source_cells(view, sheet, site->region);
        data_cells(view, sheet, site->region);
        report_sheet_count(sheet, "ranks", site->count);
        report_sheet_count(sheet, "visits", site->sums.count);
        bytes_cell(view, sheet, site->region, &site->sums);
        waited_cell(view, sheet, site->region, ARCHIVE_NONE);
        report_view_unfinished_cell(sheet, &site->sums);
    }
    report_sheet_note(sheet,
                      "sends, receives: its data, as the source writes them, or their variables; "
                      "-: not known. ranks: "
                      "ranks that called it. bytes: of messages that it sent, or whose receive "
                      "it completed; of a collective operation, the bytes that the ranks sent and "
                      "received. waited: the part of its time spent waiting for another rank.");
    note_missing(view, sheet);
    free(shown);
    report_comm_free(&comm);
    return sheet;
}

/* Returns the source file of a site, or its module if that is not known; to be freed. */
static char *file_of(const struct report_view *view, const struct report_comm_site *site)
{
    const char *file = report_view_file(view, site->region);
    size_t size = cube_region_file_size(file, view->archive->regions.line[site->region]);
    return memory_printf("%.*s", (int)size, file);
}

/* Counts the sites from `first` that are in its file. */
static size_t count_of_file(const struct report_view *view, const struct report_comm *comm,
                            size_t first, const char *file)
{
    size_t next = first;
    bool same = true;
    while (same && ++next < comm->count) {
        char *other = file_of(view, &comm->sites[next]);
        same = !strcmp(other, file);
        free(other);
    }
    return next - first;
}

/* Returns the table of source files. Sites are in the order of the source, so those of a file are
 * together. */
struct report_sheet *report_comm_files(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"file", "file", SHEET_TEXT, 0, 16, false},
        {"sites", "sites", SHEET_COUNT, 0, 0, false},
        {"visits", "visits", SHEET_COUNT, 0, 0, false},
        {"bytes", "bytes", SHEET_COUNT, 1, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"time_at_least", NULL, SHEET_FLAG, 0, 0, false},
    };
    struct report_comm comm = report_comm_new(view);
    struct report_sheet *sheet = report_sheet_new("comm_files", "MPI: source files");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0, end; i < comm.count; i = end) {
        struct cube_sums sums = {0};
        bool is_known = true;
        char *file = file_of(view, &comm.sites[i]);
        end = i + count_of_file(view, &comm, i, file);
        for (size_t j = i; j < end; j++) {
            const struct cube_sums *site = &comm.sites[j].sums;
            sums.count = number_add(sums.count, site->count);
            sums.bytes = number_add(sums.bytes, site->bytes);
            is_known &= tells_bytes(view, comm.sites[j].region, site);
            sums.time = number_add(sums.time, site->time);
            sums.untimed |= site->untimed;
            sums.at_least |= site->at_least;
        }
        report_sheet_text(sheet, "file", file);
        free(file);
        report_sheet_count(sheet, "sites", end - i);
        report_sheet_count(sheet, "visits", sums.count);
        bytes_sum_cell(sheet, &sums, is_known);
        report_view_time_cells(view, sheet, &report_view_time_share, &sums, sums.time);
        report_view_at_least_cell(sheet, &sums);
    }
    report_comm_free(&comm);
    return sheet;
}

static void add_site_row(const struct report_view *view, struct report_sheet *sheet, size_t number,
                         const struct cube_row *row)
{
    const struct cube_sums *sums = &row->sums;
    report_sheet_id(sheet, "site", (int64_t)number);
    report_sheet_text(sheet, "function", report_view_name(view, row->a));
    report_sheet_text(sheet, "kind", format_mpi_word(view->archive->regions.mpi[row->a]));
    place_cells(view, sheet, row->b);
    report_sheet_count(sheet, "visits", sums->count);
    report_view_unfinished_cell(sheet, sums);
    bytes_cell(view, sheet, row->a, sums);
    report_view_time_cells(view, sheet, &report_view_time_only, sums, sums->time);
    report_view_at_least_cell(sheet, sums);
    waited_cell(view, sheet, row->a, row->b);
    bool known = !sums->untimed && sums->min != ARCHIVE_UNKNOWN;
    if (known && sums->count)
        report_sheet_time(sheet, "mean_ns", sums->time / sums->count, sums->at_least);
    else
        report_sheet_unknown(sheet, "mean_ns");
    if (known) {
        report_sheet_time(sheet, "min_ns", sums->min, false);
        report_sheet_time(sheet, "max_ns", sums->max, sums->at_least);
    } else {
        report_sheet_unknown(sheet, "min_ns");
        report_sheet_unknown(sheet, "max_ns");
    }
    report_sheet_text(sheet, "routine", report_view_routine(view, row->a));
    source_cells(view, sheet, row->a);
}

/* Adds the ranks with the most and the least time at each of the sites with the most time. */
static void add_extremes(const struct report_view *view, struct report_sheet *sheet,
                         const struct report_comm *comm)
{
    size_t top = view->options->top, each = EXTREMES < top ? EXTREMES : top;
    bool *shown = choose_sites(comm, top / each);
    struct ranked *ranks = memory_zeroed(comm->ranks + 1, sizeof *ranks);
    for (size_t i = 0; i < comm->count; i++) {
        const struct report_comm_site *site = &comm->sites[i];
        const struct cube_row *rows = comm->rows.rows + site->first;
        for (size_t j = 0; j < site->count; j++)
            ranks[j] = (struct ranked){rows[j].sums.time, j};
        size_t count = shown[i] ? extremes(ranks, site->count, each) : 0;
        for (size_t j = 0; j < count; j++)
            add_site_row(view, sheet, i + 1, &rows[ranks[j].number]);
    }
    free(ranks);
    free(shown);
    report_sheet_note(sheet, "Each site has its ranks with the most and the least seconds.");
}

static void add_sites(const struct report_view *view, struct report_sheet *sheet,
                      const struct report_comm *comm)
{
    size_t most = report_view_shown(view, sheet, comm->rows.count);
    if (most < comm->rows.count && comm->ranks > MANY_RANKS) {
        add_extremes(view, sheet, comm);
        return;
    }
    bool *shown = choose_rows(comm, most);
    for (size_t i = 0; i < comm->count; i++) {
        const struct report_comm_site *site = &comm->sites[i];
        for (size_t j = 0; shown[i] && j < site->count && j < most; j++)
            add_site_row(view, sheet, i + 1, &comm->rows.rows[site->first + j]);
    }
    free(shown);
}

struct report_sheet *report_comm(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"site", "site", SHEET_ID, 0, 0, false},
        {"function", "call", SHEET_TEXT, 0, 10, false},
        {"kind", NULL, SHEET_TEXT, 0, 0, false},
        {NULL, "rank", SHEET_WORD, 0, 4, false},
        {"rank", NULL, SHEET_ID, 0, 0, false},
        {"place", NULL, SHEET_ID, 0, 0, false},
        {"visits", "visits", SHEET_COUNT, 0, 0, false},
        {NULL, "unfin.", SHEET_WORD, 1, 4, false},
        {"unfinished", NULL, SHEET_COUNT, 0, 0, false},
        {"bytes", "bytes", SHEET_COUNT, 1, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {"time_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"waited_ns", "waited s", SHEET_TIME, 1, 0, false},
        {"waited_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"mean_ns", "mean s", SHEET_TIME, 2, 0, false},
        {"min_ns", "min s", SHEET_TIME, 4, 0, false},
        {"max_ns", "max s", SHEET_TIME, 3, 0, false},
        {"routine", NULL, SHEET_TEXT, 0, 0, false},
        {"line", NULL, SHEET_ID, 0, 0, false},
        {"file", NULL, SHEET_TEXT, 0, 0, false},
        {"dir", NULL, SHEET_TEXT, 0, 0, false},
    };
    struct report_comm comm = report_comm_new(view);
    struct report_sheet *sheet = report_sheet_new("comm", "MPI: call sites by rank");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    add_sites(view, sheet, &comm);
    sheet->more = comm.rows.count - report_sheet_rows(sheet);
    report_sheet_note(
        sheet, "site: number in the table of call sites. waited: the part of the seconds spent "
               "waiting for another rank. mean, min, max: per call. %%: of the time of all "
               "lanes.");
    note_missing(view, sheet);
    report_comm_free(&comm);
    return sheet;
}

static void add_rank_sums(struct report_sheet *sheet, const struct cube_sums *sums, uint64_t life,
                          bool knows_bytes)
{
    double percent = life ? 100.0 * (double)sums->time / (double)life : 0;
    report_sheet_count(sheet, "visits", sums->count);
    bytes_sum_cell(sheet, sums, knows_bytes);
    time_cell(sheet, "time_ns", sums, sums->time);
    report_sheet_time(sheet, "life_ns", life, sums->at_least);
    if (sums->untimed) {
        report_sheet_unknown(sheet, "percent");
        report_sheet_unknown(sheet, "share");
    } else {
        report_sheet_real(sheet, "percent", percent);
        report_sheet_real(sheet, "share", percent);
    }
    report_view_at_least_cell(sheet, sums);
}

struct report_sheet *report_comm_ranks(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {NULL, "rank", SHEET_WORD, 0, 4, false},
        {"rank", NULL, SHEET_ID, 0, 0, false},
        {"place", NULL, SHEET_ID, 0, 0, false},
        {"visits", "visits", SHEET_COUNT, 0, 0, false},
        {"bytes", "bytes", SHEET_COUNT, 1, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {"life_ns", "of", SHEET_TIME, 1, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"time_at_least", NULL, SHEET_FLAG, 0, 0, false},
    };
    struct report_comm comm = report_comm_new(view);
    struct report_sheet *sheet = report_sheet_new("comm_ranks", "MPI: time by rank");
    size_t places = view->archive->places.rows;
    struct cube_sums *sums = memory_zeroed(places + 1, sizeof *sums);
    bool *lacks_bytes = memory_zeroed(places + 1, sizeof *lacks_bytes);
    uint64_t all = 0;
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < comm.rows.count; i++) {
        const struct cube_row *row = &comm.rows.rows[i];
        const size_t to[] = {row->b, places};
        for (int j = 0; j < 2; j++) {
            struct cube_sums *sum = &sums[to[j]];
            sum->count = number_add(sum->count, row->sums.count);
            sum->bytes = number_add(sum->bytes, row->sums.bytes);
            lacks_bytes[to[j]] |= !tells_bytes(view, row->a, &row->sums);
            sum->time = number_add(sum->time, row->sums.time);
            sum->untimed |= row->sums.untimed;
            sum->at_least |= row->sums.at_least;
        }
    }
    struct ranked *ranks = memory_zeroed(places + 1, sizeof *ranks);
    size_t count = 0;
    for (uint32_t i = 0; i < places; i++) {
        if (!comm.takes_part[i] || !comm.count)
            continue;
        all = number_add(all, comm.life[i]);
        ranks[count++] = (struct ranked){sums[i].time, i};
    }
    size_t shown = extremes(ranks, count, report_view_shown(view, sheet, count));
    for (size_t i = 0; i < shown; i++) {
        uint32_t place = (uint32_t)ranks[i].number;
        place_cells(view, sheet, place);
        add_rank_sums(sheet, &sums[place], comm.life[place], !lacks_bytes[place]);
    }
    if (shown < count)
        report_sheet_note(sheet, "These are the ranks with the most and the least seconds.");
    free(ranks);
    if (comm.count) {
        report_sheet_text(sheet, "rank", "all");
        report_sheet_nothing(sheet, "rank");
        report_sheet_nothing(sheet, "place");
        add_rank_sums(sheet, &sums[places], all, !lacks_bytes[places]);
    }
    report_sheet_note(sheet,
                      "seconds: in MPI calls; of: the time of the rank's lanes that call MPI.");
    free(sums);
    free(lacks_bytes);
    report_comm_free(&comm);
    return sheet;
}

static void add_mean_row(const struct report_view *view, struct report_sheet *sheet,
                         const struct report_comm *comm, size_t number, uint64_t whole)
{
    const struct report_comm_site *site = &comm->sites[number];
    double percent = whole ? 100.0 * (double)site->sums.time / (double)whole : 0;
    report_sheet_id(sheet, "site", (int64_t)number + 1);
    report_sheet_text(sheet, "function", report_view_name(view, site->region));
    time_cell(sheet, "mean_ns", &site->sums, site->sums.time / comm->ranks);
    time_cell(sheet, "min_ns", &site->sums, site->min);
    time_cell(sheet, "max_ns", &site->sums, site->max);
    report_sheet_real(sheet, "percent", percent);
    report_sheet_real(sheet, "share", percent);
    report_view_at_least_cell(sheet, &site->sums);
    report_sheet_text(sheet, "routine", report_view_routine(view, site->region));
    source_cells(view, sheet, site->region);
}

struct report_sheet *report_comm_means(const struct report_view *view)
{
    const struct report_sheet_column columns[] = {
        {"site", "site", SHEET_ID, 0, 0, false},
        {"function", "call", SHEET_TEXT, 0, 10, false},
        {"mean_ns", "mean s", SHEET_TIME, 0, 0, false},
        {"min_ns", "min s", SHEET_TIME, 0, 0, false},
        {"max_ns", "max s", SHEET_TIME, 0, 0, false},
        {"percent", "% of MPI", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"time_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"routine", "routine", SHEET_TEXT, 2, 8, false},
        {"line", "line", SHEET_ID, 1, 0, false},
        {"file", "file", SHEET_TEXT, 1, 8, false},
        {"dir", NULL, SHEET_TEXT, 0, 0, false},
    };
    struct report_comm comm = report_comm_new(view);
    struct report_sheet *sheet =
        report_sheet_new("comm_means", "MPI: mean time of a rank at each call site");
    uint64_t whole = 0;
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < comm.count; i++)
        whole = number_add(whole, comm.sites[i].sums.time);
    size_t rows = report_view_shown(view, sheet, comm.count);
    for (size_t i = 0; i < rows; i++)
        add_mean_row(view, sheet, &comm, comm.by_time[i], whole);
    report_sheet_note(sheet,
                      "mean, min, max: total seconds of a rank at the site, 0 for a rank without a "
                      "visit. %% of MPI: of the time in all MPI calls.");
    report_comm_free(&comm);
    return sheet;
}
