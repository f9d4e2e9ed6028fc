/* kpx_mpi.c: the five parts of kpx's mtool; every line begins with its name. */
#include "report/kpx.h"

#include "report/comm.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>

static const char prefix[] = "@@m_tool";

#define COLUMNS(sheet, columns) kpx_columns(sheet, columns, sizeof(columns) / sizeof(columns)[0])

static void add_prefixed(struct buffer *to, char *lines)
{
    for (char *line = lines, *end; line && *line; line = end) {
        end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        buffer_printf(to, "%s%s%s\n", prefix, *line ? " " : "", line);
    }
}

static void time_cell(struct sheet *sheet, const struct cube_sums *sums, uint64_t ns)
{
    if (sums->untimed)
        sheet_unknown(sheet);
    else
        sheet_time(sheet, ns, sums->at_least);
}

static void percent_cell(struct sheet *sheet, const struct cube_sums *sums, uint64_t whole)
{
    if (sums->untimed || !whole)
        sheet_unknown(sheet);
    else
        sheet_real(sheet, 100.0 * (double)sums->time / (double)whole);
}

static void file_cells(const struct view *view, const struct kpx_numbers *numbers,
                       struct sheet *sheet, uint32_t region)
{
    uint32_t line = view->archive->regions.line[region], file = numbers->of_region[region];
    const uint32_t cells[] = {line, file};
    for (int i = 0; i < 2; i++) {
        if (cells[i])
            sheet_id(sheet, cells[i]);
        else
            sheet_unknown(sheet);
    }
}

static void rank_cell(const struct view *view, struct sheet *sheet, uint32_t place)
{
    char name[ARCHIVE_NAME];
    archive_place_name(view->archive, place, name);
    sheet_text(sheet, name);
}

static void add_sum(struct cube_sums *to, const struct cube_sums *sums)
{
    to->count = number_add(to->count, sums->count);
    to->time = number_add(to->time, sums->time);
    to->untimed |= sums->untimed;
    to->at_least |= sums->at_least;
}

static struct cube_sums sum_of_all(const struct comm *comm)
{
    struct cube_sums all = {0};
    for (size_t i = 0; i < comm->count; i++)
        add_sum(&all, &comm->sites[i].sums);
    return all;
}

static struct sheet *sites(const struct view *view, const struct kpx_numbers *numbers,
                           const struct comm *comm)
{
    static const struct sheet_column columns[] = {
        {NULL, "NO.", SHEET_ID, 0, 4, false},         {NULL, "PROGRAM", SHEET_TEXT, 0, 12, false},
        {NULL, "MPI-NAME", SHEET_TEXT, 0, 16, false}, {NULL, "KIND", SHEET_TEXT, 0, 10, false},
        {NULL, "LINE", SHEET_ID, 0, 5, false},        {NULL, "FILE", SHEET_ID, 0, 4, false},
    };
    struct sheet *sheet = sheet_new("sites", "<<< MPI CALL SITES >>>");
    COLUMNS(sheet, columns);
    for (size_t i = 0; i < comm->count; i++) {
        uint32_t region = comm->sites[i].region;
        sheet_id(sheet, (int64_t)i + 1);
        sheet_text(sheet, view_routine(view, region));
        sheet_text(sheet, view_name(view, region));
        sheet_text(sheet, comm_kind(view, region));
        file_cells(view, numbers, sheet, region);
    }
    return sheet;
}

/* Those that call MPI, by the numbers that all tables have for them. */
static struct sheet *files(const struct view *view, const struct kpx_numbers *numbers,
                           const struct comm *comm)
{
    static const struct sheet_column columns[] = {
        {NULL, "FILE", SHEET_ID, 0, 4, false},
        {NULL, "SITES", SHEET_COUNT, 0, 5, false},
        {NULL, "NAME", SHEET_TEXT, 0, 40, false},
    };
    (void)view;
    struct sheet *sheet = sheet_new("files", "<<< MPI SOURCE FILE NAME(S) >>>");
    uint64_t *found = memory_zeroed(numbers->count + 1, sizeof *found);
    COLUMNS(sheet, columns);
    for (size_t i = 0; i < comm->count; i++)
        found[numbers->of_region[comm->sites[i].region]]++;
    for (size_t i = 0; i < numbers->count; i++) {
        if (!found[i + 1])
            continue;
        sheet_id(sheet, (int64_t)i + 1);
        sheet_count(sheet, found[i + 1]);
        sheet_text(sheet, numbers->sources[i].name);
    }
    free(found);
    return sheet;
}

static struct sheet *ranks(const struct view *view, const struct kpx_numbers *numbers,
                           const struct comm *comm)
{
    static const struct sheet_column columns[] = {
        {NULL, "NO.", SHEET_ID, 0, 4, false},         {NULL, "MPI-NAME", SHEET_TEXT, 0, 16, false},
        {NULL, "MAX:SEC", SHEET_TIME, 0, 12, false},  {NULL, "MIN:SEC", SHEET_TIME, 0, 12, false},
        {NULL, "MEAN:SEC", SHEET_TIME, 0, 12, false}, {NULL, "RANK", SHEET_TEXT, 0, 4, false},
        {NULL, "TIMES", SHEET_COUNT, 0, 8, false},    {NULL, "TIME:SEC", SHEET_TIME, 0, 12, false},
    };
    (void)numbers;
    struct sheet *sheet = sheet_new("ranks", "<<< MPI RESULTS OF EACH PROCESS >>>");
    COLUMNS(sheet, columns);
    for (size_t i = 0; i < comm->count; i++) {
        const struct comm_site *site = &comm->sites[i];
        for (size_t j = site->first; j < site->first + site->count; j++) {
            const struct cube_row *row = &comm->rows.rows[j];
            sheet_id(sheet, (int64_t)i + 1);
            sheet_text(sheet, view_name(view, site->region));
            time_cell(sheet, &site->sums, site->max);
            time_cell(sheet, &site->sums, site->min);
            time_cell(sheet, &site->sums, site->sums.time / comm->ranks);
            rank_cell(view, sheet, row->b);
            sheet_count(sheet, row->sums.count);
            time_cell(sheet, &row->sums, row->sums.time);
        }
    }
    return sheet;
}

static struct sheet *totals(const struct view *view, const struct kpx_numbers *numbers,
                            const struct comm *comm)
{
    static const struct sheet_column columns[] = {
        {NULL, "RANK", SHEET_TEXT, 0, 4, false},         {NULL, "TIMES", SHEET_COUNT, 0, 8, false},
        {NULL, "TIME:SEC", SHEET_TIME, 0, 12, false},    {NULL, "%", SHEET_PERCENT, 0, 6, false},
        {NULL, "ELAPSED:SEC", SHEET_TIME, 0, 12, false},
    };
    (void)numbers;
    struct sheet *sheet = sheet_new("totals", "<<< MPI TOTAL OF EACH PROCESS >>>");
    size_t places = view->archive->places.rows;
    struct cube_sums *sums = memory_zeroed(places, sizeof *sums), all = sum_of_all(comm);
    uint64_t life = 0;
    COLUMNS(sheet, columns);
    for (size_t i = 0; i < comm->rows.count; i++)
        add_sum(&sums[comm->rows.rows[i].b], &comm->rows.rows[i].sums);
    for (uint32_t i = 0; i < places; i++) {
        if (!comm->takes_part[i])
            continue;
        life = number_add(life, comm->life[i]);
        rank_cell(view, sheet, i);
        sheet_count(sheet, sums[i].count);
        time_cell(sheet, &sums[i], sums[i].time);
        percent_cell(sheet, &sums[i], comm->life[i]);
        sheet_time(sheet, comm->life[i], sums[i].at_least);
    }
    sheet_text(sheet, "ALL");
    sheet_count(sheet, all.count);
    time_cell(sheet, &all, all.time);
    percent_cell(sheet, &all, life);
    sheet_time(sheet, life, all.at_least);
    free(sums);
    return sheet;
}

static struct sheet *means(const struct view *view, const struct kpx_numbers *numbers,
                           const struct comm *comm)
{
    static const struct sheet_column columns[] = {
        {NULL, "NO.", SHEET_ID, 0, 4, false},         {NULL, "PROGRAM", SHEET_TEXT, 0, 12, false},
        {NULL, "MPI-NAME", SHEET_TEXT, 0, 16, false}, {NULL, "MEAN:SEC", SHEET_TIME, 0, 12, false},
        {NULL, "%", SHEET_PERCENT, 0, 6, false},      {NULL, "LINE", SHEET_ID, 0, 5, false},
        {NULL, "FILE", SHEET_ID, 0, 4, false},
    };
    struct sheet *sheet = sheet_new("means", "<<< MPI MEAN TIME OF CALL SITES >>>");
    struct cube_sums all = sum_of_all(comm);
    COLUMNS(sheet, columns);
    for (size_t i = 0; i < comm->count; i++) {
        const struct comm_site *site = &comm->sites[comm->by_time[i]];
        sheet_id(sheet, (int64_t)comm->by_time[i] + 1);
        sheet_text(sheet, view_routine(view, site->region));
        sheet_text(sheet, view_name(view, site->region));
        time_cell(sheet, &site->sums, site->sums.time / comm->ranks);
        percent_cell(sheet, &site->sums, all.time);
        file_cells(view, numbers, sheet, site->region);
    }
    return sheet;
}

void kpx_mpi(const struct view *view, const struct kpx_numbers *numbers, struct buffer *to)
{
    static const struct {
        struct sheet *(*make)(const struct view *view, const struct kpx_numbers *numbers,
                              const struct comm *comm);
    } parts[] = {{sites}, {files}, {ranks}, {totals}, {means}};
    struct comm comm = comm_new(view);
    struct buffer lines = {0};
    for (size_t i = 0; comm.count && i < sizeof parts / sizeof parts[0]; i++) {
        struct sheet *sheet = parts[i].make(view, numbers, &comm);
        kpx_table(view, &lines, sheet);
        sheet_free(sheet);
    }
    add_prefixed(to, lines.text);
    buffer_free(&lines);
    comm_free(&comm);
}
