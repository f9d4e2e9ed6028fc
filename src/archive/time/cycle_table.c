/* cycle_table.c: see cycle_table.h */
#include "archive/time/cycle_table.h"

#include "archive/table/atomic_file.h"
#include "util/memory.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { LANE, CYCLE, REGION, VISITS, WAITS, ENDED, TIME, BYTES, COLUMNS };

struct cycle_writer {
    char *folder;
    FILE *columns[COLUMNS];
    int failed; /* errno of the first failure, or 0 */
    struct spread *spread;
};

static const void *column(const struct archive_table *table, const char *name,
                          enum archive_table_type type)
{
    const struct archive_table_column *found = archive_table_find(table, name);
    return found && found->type == type ? found->data : NULL;
}

bool archive_cycle_table_slices(const struct archive *archive, struct archive_spread_slices *slices)
{
    const struct archive_table *shape = &archive->shape_table;
    const uint64_t *start = column(shape, "start", TABLE_U64);
    const uint64_t *length = column(shape, "length", TABLE_U64);
    const uint32_t *count = column(shape, "cycles", TABLE_U32);
    if (shape->rows != 1 || !start || !length || !count || !*length)
        return false;
    *slices = (struct archive_spread_slices){*start, *length, *count};
    return true;
}

struct view {
    const uint32_t *lane, *cycle, *region, *visits, *waits, *ended;
    const uint64_t *time, *bytes;
};

static bool view_of(const struct archive_table *table, struct view *view)
{
    *view = (struct view){
        .lane = column(table, "lane", TABLE_U32),
        .cycle = column(table, "cycle", TABLE_U32),
        .region = column(table, "region", TABLE_U32),
        .visits = column(table, "visits", TABLE_U32),
        .waits = column(table, "waits", TABLE_U32),
        .ended = column(table, "ended", TABLE_U32),
        .time = column(table, "exclusive_time", TABLE_U64),
        .bytes = column(table, "bytes", TABLE_U64),
    };
    return view->lane && view->cycle && view->region && view->visits && view->waits &&
           view->ended && view->time && view->bytes;
}

bool archive_cycle_table_check(const struct archive *archive, struct error *error)
{
    struct view view;
    struct archive_spread_slices slices;
    const struct archive_table *table = &archive->cycle_table;
    if (!table->rows)
        return true;
    if (!view_of(table, &view) || !archive_cycle_table_slices(archive, &slices))
        return error_set(error, "the table cycles is damaged: a column is missing");
    return true;
}

void archive_cycle_table_read(const struct archive *archive, uint32_t lane, spread_take *take,
                              void *to)
{
    struct view view;
    const struct archive_table *table = &archive->cycle_table;
    struct archive_spread_slices slices;
    if (!table->rows || !view_of(table, &view) || !archive_cycle_table_slices(archive, &slices))
        return;
    size_t low = 0, high = table->rows;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (view.lane[middle] < lane)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < table->rows && view.lane[low] == lane; low++) {
        if (view.region[low] >= archive->regions.rows || view.cycle[low] >= slices.count)
            continue; /* damaged */
        struct archive_spread_cell cell = {.region = view.region[low],
                                           .cycle = view.cycle[low],
                                           .time = view.time[low],
                                           .visits = view.visits[low],
                                           .waits = view.waits[low],
                                           .ended = view.ended[low],
                                           .bytes = view.bytes[low]};
        take(to, lane, &cell);
    }
}

static void put(struct cycle_writer *writer, int to, const void *bytes, size_t size)
{
    archive_file_put(writer->columns[to], bytes, size, &writer->failed);
}

static void put_u32(struct cycle_writer *writer, int to, uint64_t number)
{
    uint32_t value = number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
    put(writer, to, &value, sizeof value);
}

static void put_cell(void *to, uint32_t lane, const struct archive_spread_cell *cell)
{
    struct cycle_writer *writer = to;
    put_u32(writer, LANE, lane);
    put_u32(writer, CYCLE, cell->cycle);
    put_u32(writer, REGION, cell->region);
    put_u32(writer, VISITS, cell->visits);
    put_u32(writer, WAITS, cell->waits);
    put_u32(writer, ENDED, cell->ended);
    put(writer, TIME, &cell->time, sizeof cell->time);
    put(writer, BYTES, &cell->bytes, sizeof cell->bytes);
}

static bool write_shape(const char *folder, const struct archive_spread_slices *slices,
                        struct error *error)
{
    const struct {
        const char *name;
        const void *data;
        size_t size;
    } columns[] = {{"start.u64", &slices->start, sizeof slices->start},
                   {"length.u64", &slices->length, sizeof slices->length},
                   {"cycles.u32", &slices->count, sizeof slices->count}};
    char *path = memory_printf("%s/cycle_shape", folder);
    bool good = archive_file_make_folder(path, error);
    for (size_t i = 0; good && i < sizeof columns / sizeof columns[0]; i++) {
        char *file = memory_printf("%s/%s", path, columns[i].name);
        good = archive_file_write(file, columns[i].data, columns[i].size, error);
        free(file);
    }
    free(path);
    return good;
}

static bool open_columns(struct cycle_writer *writer, struct error *error)
{
    static const char *const names[COLUMNS] = {"lane.u32",           "cycle.u32", "region.u32",
                                               "visits.u32",         "waits.u32", "ended.u32",
                                               "exclusive_time.u64", "bytes.u64"};
    char *path = memory_printf("%s/cycles", writer->folder);
    bool good = archive_file_make_folder(path, error);
    for (int i = 0; good && i < COLUMNS; i++) {
        char *file = memory_printf("%s/%s", path, names[i]);
        writer->columns[i] = fopen(file, "wxe");
        good = writer->columns[i] || error_errno(error, "%s cannot be written", file);
        free(file);
    }
    free(path);
    return good;
}

bool archive_cycle_writer_open(const struct archive *archive, const char *folder,
                               struct cycle_writer **writer, struct error *error)
{
    uint64_t start, end;
    *writer = NULL;
    if (!archive_spread_extent(archive, &start, &end))
        return true;
    struct archive_spread_slices slices = archive_spread_usual(start, end);
    *writer = memory_zeroed(1, sizeof **writer);
    (*writer)->folder = memory_string(folder);
    (*writer)->spread = archive_spread_new(archive, &slices, put_cell, *writer);
    return write_shape(folder, &slices, error) && open_columns(*writer, error);
}

struct spread *archive_cycle_writer_spread(struct cycle_writer *writer)
{
    return writer->spread;
}

bool archive_cycle_writer_close(struct cycle_writer *writer, struct error *error)
{
    bool good = true;
    if (!writer)
        return true;
    archive_file_close(writer->columns, COLUMNS, &writer->failed);
    errno = writer->failed;
    if (writer->failed)
        good = error_errno(error, "the cycles cannot be written to %s", writer->folder);
    archive_spread_free(writer->spread);
    free(writer->folder);
    free(writer);
    return good;
}
