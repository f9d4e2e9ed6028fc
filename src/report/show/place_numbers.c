/* place_numbers.c: the marks of the charts of programs of places as tables: text, JSON and CSV. */
#include "report/show/place_chart.h"
#include "report/show/place_charts.h"

#include "report/table/json.h"
#include "report/table/sheet.h"
#include "report/table/text.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_ROWS = 40 }; /* of a table as text */

/* A row of a table: a move, a finish or the waits of one activity at one directive. */
struct line {
    uint64_t start;
    enum { OF_MOVE, OF_FINISH, OF_WAITS } of;
    size_t row;
};

static int by_start(const void *left, const void *right)
{
    const struct line *a = left, *b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    if (a->of != b->of)
        return a->of < b->of ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

static void add_activity(struct report_sheet *sheet, const struct archive *archive,
                         const char *column, const char *path_column, uint32_t activity)
{
    char name[ARCHIVE_NAME], path[256];
    if (activity == ARCHIVE_NONE) {
        report_sheet_nothing(sheet, column);
        if (path_column)
            report_sheet_nothing(sheet, path_column);
        return;
    }
    archive_activity_name(archive, archive->activities.place[activity],
                          archive->activities.number[activity], name);
    report_sheet_text(sheet, column, name);
    archive_activity_path(archive, activity, path, sizeof path);
    if (path_column)
        report_sheet_text(sheet, path_column, path);
}

static void add_place(struct report_sheet *sheet, const struct archive *archive, const char *column,
                      uint32_t place)
{
    char name[ARCHIVE_NAME];
    if (place == ARCHIVE_NONE) {
        report_sheet_nothing(sheet, column);
        return;
    }
    archive_place_name(archive, place, name);
    report_sheet_text(sheet, column, name);
}

static void add_source(struct report_sheet *sheet, const struct archive *archive, uint32_t region)
{
    const struct archive_regions *all = &archive->regions;
    const char *file = archive_text(archive, all->file[region]), *slash = strrchr(file, '/');
    report_sheet_text(sheet, "routine", archive_text(archive, all->name[all->routine[region]]));
    report_sheet_line(sheet, "line", all->line[region]);
    report_sheet_text(sheet, "file", slash ? slash + 1 : file);
}

static const struct report_sheet_column movement_columns[] = {
    {"mark", "mark", SHEET_WORD, 0, 0, false},
    {"start_ns", "start s", SHEET_TIME, 0, 0, false},
    {"time_ns", "time s", SHEET_TIME, 0, 0, false},
    {"activity", "activity", SHEET_WORD, 0, 0, false},
    {"activity_path", NULL, SHEET_TEXT, 0, 0, false},
    {"from_place", "from", SHEET_WORD, 0, 0, false},
    {"to_place", "to", SHEET_WORD, 0, 0, false},
    {"bytes", "bytes", SHEET_COUNT, 0, 0, false},
    {"directive", "directive", SHEET_WORD, 1, 0, false},
    {"routine", "routine", SHEET_TEXT, 2, 8, false},
    {"line", "line", SHEET_ID, 0, 0, false},
    {"file", "file", SHEET_TEXT, 3, 8, false},
};

static const struct report_sheet_column synchronization_columns[] = {
    {"directive", "directive", SHEET_WORD, 0, 0, false},
    {"start_ns", "start s", SHEET_TIME, 0, 0, false},
    {"waited_ns", "waited s", SHEET_TIME, 0, 0, false},
    {"visits", "visits", SHEET_COUNT, 0, 0, false},
    {"activity", "activity", SHEET_WORD, 0, 0, false},
    {"activity_path", NULL, SHEET_TEXT, 0, 0, false},
    {"participants", "activities", SHEET_COUNT, 1, 0, false},
    {"last", "last", SHEET_WORD, 0, 0, false},
    {"last_path", NULL, SHEET_TEXT, 0, 0, false},
    {"late_ns", "late s", SHEET_TIME, 0, 0, false},
    {"routine", "routine", SHEET_TEXT, 2, 8, false},
    {"line", "line", SHEET_ID, 0, 0, false},
    {"file", "file", SHEET_TEXT, 3, 8, false},
};

static void add_move(struct report_sheet *sheet, const struct place_chart *chart,
                     const struct line *line)
{
    const struct archive *archive = chart->archive;
    bool is_finish = line->of == OF_FINISH;
    const struct archive_moves *moves = &archive->moves;
    const struct archive_finishes *finishes = &archive->finishes;
    size_t row = line->row;
    uint32_t region = archive->nodes.region[is_finish ? finishes->node[row] : moves->node[row]];
    uint64_t end = is_finish ? finishes->end[row] : moves->end[row];
    report_sheet_text(sheet, "mark", is_finish ? "F" : moves->bytes[row] ? "D" : "M");
    report_sheet_time(sheet, "start_ns", number_minus(line->start, chart->zero), false);
    report_sheet_time(sheet, "time_ns", number_minus(end, line->start), false);
    add_activity(sheet, archive, "activity", "activity_path",
                 is_finish ? finishes->activity[row] : moves->activity[row]);
    add_place(sheet, archive, "from_place", is_finish ? finishes->place[row] : moves->source[row]);
    add_place(sheet, archive, "to_place", is_finish ? ARCHIVE_NONE : moves->target[row]);
    if (is_finish)
        report_sheet_nothing(sheet, "bytes");
    else
        report_sheet_count(sheet, "bytes", moves->bytes[row]);
    report_sheet_text(sheet, "directive", archive_text(archive, archive->regions.name[region]));
    add_source(sheet, archive, region);
}

static void add_wait(struct report_sheet *sheet, const struct place_chart *chart,
                     const struct line *line)
{
    const struct archive *archive = chart->archive;
    const struct archive_finishes *finishes = &archive->finishes;
    const struct place_wait *wait = line->of == OF_WAITS ? &chart->waits.items[line->row] : NULL;
    size_t row = line->row;
    uint32_t region = wait ? wait->region : archive->nodes.region[finishes->node[row]];
    report_sheet_text(sheet, "directive", archive_text(archive, archive->regions.name[region]));
    report_sheet_time(sheet, "start_ns", number_minus(line->start, chart->zero), false);
    report_sheet_time(sheet, "waited_ns",
                      wait ? wait->waited : number_minus(finishes->end[row], line->start), false);
    report_sheet_count(sheet, "visits", wait ? wait->count : 1);
    add_activity(sheet, archive, "activity", "activity_path",
                 wait ? wait->activity : finishes->activity[row]);
    if (wait) {
        report_sheet_nothing_range(sheet, "participants", "late_ns");
    } else {
        report_sheet_count(sheet, "participants", finishes->participant_count[row]);
        add_activity(sheet, archive, "last", "last_path", finishes->last[row]);
        report_sheet_time(sheet, "late_ns", finishes->late[row], false);
    }
    add_source(sheet, archive, region);
}

/* Lists the rows of a chart in the order of time. */
static struct line *list_lines(const struct place_chart *chart, bool movement, size_t *count)
{
    const struct archive *archive = chart->archive;
    const struct archive_moves *moves = &archive->moves;
    const struct archive_finishes *finishes = &archive->finishes;
    size_t most = moves->rows + finishes->rows + chart->waits.count;
    struct line *lines = memory_zeroed(most + 1, sizeof *lines);
    *count = 0;
    for (size_t i = 0; movement && i < moves->rows; i++) {
        if (place_chart_has(chart, moves->start[i], moves->end[i]))
            lines[(*count)++] = (struct line){moves->start[i], OF_MOVE, i};
    }
    for (size_t i = 0; i < finishes->rows; i++) {
        if (place_chart_has(chart, finishes->wait[i], finishes->end[i]))
            lines[(*count)++] = (struct line){finishes->wait[i], OF_FINISH, i};
    }
    for (size_t i = 0; !movement && i < chart->waits.count; i++)
        lines[(*count)++] = (struct line){chart->waits.items[i].start, OF_WAITS, i};
    if (*count)
        qsort(lines, *count, sizeof *lines, by_start);
    return lines;
}

struct report_sheet *place_chart_sheet(const struct place_chart *chart, bool movement,
                                       bool all_rows)
{
    struct report_sheet *sheet =
        movement ? report_sheet_new("movement", "Moves and finishes")
                 : report_sheet_new("synchronization", "Waits for other activities");
    size_t count, shown;
    struct line *lines = list_lines(chart, movement, &count);
    if (movement)
        report_sheet_add_columns(sheet, movement_columns,
                                 sizeof movement_columns / sizeof movement_columns[0]);
    else
        report_sheet_add_columns(sheet, synchronization_columns,
                                 sizeof synchronization_columns /
                                     sizeof synchronization_columns[0]);
    shown = all_rows || count < TEXT_ROWS ? count : TEXT_ROWS;
    for (size_t i = 0; i < shown; i++)
        (movement ? add_move : add_wait)(sheet, chart, &lines[i]);
    if (shown < count)
        report_sheet_note(sheet,
                          "The first %zu of %zu rows; --from and --to choose others, --format csv "
                          "has all.",
                          shown, count);
    if (!movement)
        report_sheet_note(sheet, "Waits of atomic, when and next are added up for each activity.");
    free(lines);
    return sheet;
}
