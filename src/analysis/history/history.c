/* history.c: see history.h */
#include "analysis/history/history.h"

#include "analysis/division/source_trips.h"
#include "analysis/history/meanings.h"
#include "cube/region_words.h"
#include "util/buffer.h"
#include "util/interned.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

/* The making of a history. */
struct following {
    struct analysis_history *history;
    struct interned *texts; /* descriptions of regions; each has the number of its series */
    uint32_t *series_of;    /* by item of the last run */
    struct history_meanings meanings;
};

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

/* Describes a run; false if nothing was measured in it. */
static bool describe(const char *path, struct analysis_history_run *run, struct error *error)
{
    struct archive *archive = archive_open(path, error);
    if (!archive)
        return false;
    bool measured = archive->nodes.rows > 0;
    if (measured)
        *run = (struct analysis_history_run){
            .path = memory_string(path),
            .name = memory_string(last_part(path)),
            .started = memory_string(archive->run.started),
            .commit = memory_string(archive->run.commit),
            .places = archive->places.rows,
            .lanes = archive->lanes.rows,
            .real_start = archive->run.real_start,
        };
    else
        error_set(error, "nothing was measured in %s", path);
    archive_close(archive);
    return measured;
}

static int by_time(const void *left, const void *right)
{
    const struct analysis_history_run *a = left, *b = right;
    if (a->real_start != b->real_start)
        return a->real_start < b->real_start ? -1 : 1;
    return strcmp(a->name, b->name);
}

static int by_name(const void *left, const void *right)
{
    const struct analysis_history_run *a = left, *b = right;
    int order = strverscmp(a->name, b->name); /* run9 before run10 */
    return order ? order : strcmp(a->path, b->path);
}

static size_t add_series(struct analysis_history *history)
{
    history->series =
        memory_grow(history->series, &history->room, history->count + 1, sizeof *history->series);
    struct analysis_history_series *series = &history->series[history->count];
    size_t cells = CHANGES_MEASURES * history->run_count;
    *series = (struct analysis_history_series){
        .values = memory_zeroed(cells, sizeof *series->values), .all = UINT8_MAX};
    for (size_t i = 0; i < cells; i++)
        series->values[i] = NAN;
    return history->count++;
}

static void replace(char **text, char *by)
{
    free(*text);
    *text = by;
}

/* Describes a series as the region is in a run. */
static void name_series(struct analysis_history_series *series, const struct archive *archive,
                        uint32_t region)
{
    struct buffer label = {0}, source = {0};
    const char *file = last_part(cube_region_file(archive, region));
    const char *name = cube_region_name(archive, region);
    cube_region_describe(archive, region, &label);
    if (*file && archive->regions.line[region])
        buffer_printf(&source, "%s:%u", file, archive->regions.line[region]);
    replace(&series->kind, memory_string(cube_region_kind(archive, region)));
    replace(&series->label, buffer_take(&label));
    replace(&series->source, buffer_take(&source));
    replace(&series->name, memory_string(*name ? name : cube_region_routine(archive, region)));
}

/* Returns the series of an item that the run before does not have: that of an earlier region with
 * the same description, or a new one. */
static uint32_t find_series(struct following *following, const struct analysis_changes *changes,
                            const struct analysis_changes_item *item, uint32_t at)
{
    struct analysis_history *history = following->history;
    const struct interned *texts = changes->table.texts;
    struct buffer text = {0};
    buffer_printf(&text, "%u %s|%s|%s|%u|%u", item->kind, interned_text(texts, item->routine),
                  interned_text(texts, item->name), interned_text(texts, item->file), item->seq,
                  item->seq ? 0 : item->line);
    uint32_t number = interned_add_text(following->texts, text.text);
    while (number < history->count - 1 &&
           !isnan(analysis_history_values(history, number + 1, CHANGES_VISITS)[at])) {
        buffer_add(&text, "|again"); /* another region of this run has the same description */
        number = interned_add_text(following->texts, text.text);
    }
    buffer_free(&text);
    return number == history->count - 1 ? (uint32_t)add_series(history) : number + 1;
}

static void copy_values(struct analysis_history *history, size_t series,
                        const struct analysis_changes *changes, uint32_t row, size_t side,
                        size_t run)
{
    for (int i = 0; i < CHANGES_MEASURES; i++)
        analysis_history_values(history, series, i)[run] =
            analysis_changes_values(changes, row, i)[side];
    uint8_t trips = changes->trips[(size_t)row * changes->table.run_count + side];
    history->series[series].some |= trips;
    history->series[series].all &= trips ? trips : UINT8_MAX;
}

/* Forgets the trips of loops whose factor is known in some runs only: they may be several source
 * iterations in one run, and one in another. */
static void forget_trips(struct analysis_history *history)
{
    for (size_t i = 0; i < history->count; i++) {
        const struct analysis_history_series *series = &history->series[i];
        double *trips = analysis_history_values(history, i, CHANGES_TRIPS);
        if (!(series->some & ~series->all & DIVISION_TRIPS_OWN))
            continue;
        for (size_t run = 0; run < history->run_count; run++)
            trips[run] = NAN;
    }
}

/* Follows the regions from a run to the next. */
static void follow(struct following *following, const struct analysis_changes *changes, size_t run)
{
    struct analysis_history *history = following->history;
    const struct analysis_changes_items *after = &changes->table.runs[1];
    uint32_t *next = memory_zeroed((size_t)after->count + 1, sizeof *next);
    bool first = following->series_of == NULL;
    if (first)
        following->series_of =
            memory_zeroed((size_t)changes->table.runs[0].count + 1, sizeof *following->series_of);
    copy_values(history, 0, changes, 0, 0, run);
    copy_values(history, 0, changes, 0, 1, run + 1);
    for (uint32_t row = 1; row < changes->count; row++) {
        const struct analysis_changes_entry *entry =
            &changes->table.entries[changes->rows[row].entry];
        bool then = entry->run[CHANGES_BEFORE] != ARCHIVE_NONE,
             now = entry->run[CHANGES_AFTER] != ARCHIVE_NONE;
        uint32_t *known = then ? &following->series_of[entry->item[CHANGES_BEFORE]] : NULL;
        const struct analysis_changes_item *item = analysis_changes_table_item(
            &changes->table, changes->rows[row].entry, then ? CHANGES_BEFORE : CHANGES_AFTER);
        if (first && then)
            *known = find_series(following, changes, item, run);
        uint32_t series = known ? *known : find_series(following, changes, item, run + 1);
        if (then)
            copy_values(history, series, changes, row, 0, run);
        if (now) {
            copy_values(history, series, changes, row, 1, run + 1);
            next[entry->item[CHANGES_AFTER]] = series;
        }
        const struct archive *archive;
        uint32_t region = analysis_changes_region(changes, row, &archive);
        name_series(&history->series[series], archive, region);
    }
    if (first)
        history_meanings_see(&following->meanings, &changes->table.runs[0], following->series_of,
                             (uint32_t)run);
    history_meanings_see(&following->meanings, after, next, (uint32_t)run + 1);
    free(following->series_of);
    following->series_of = next;
}

/* Opens the runs one after the other, and compares each with the next. */
static bool follow_all(struct analysis_history *history, struct error *error)
{
    static const struct analysis_changes_limits usual = {0};
    struct following following = {.history = history, .texts = interned_new()};
    struct archive *archives[2] = {archive_open(history->runs[0].path, error), NULL};
    add_series(history);
    history->series[0].label = memory_string("the run");
    history->series[0].name = memory_string("");
    history->series[0].kind = memory_string("run");
    history->series[0].source = memory_string("");
    bool good = archives[0] != NULL;
    for (size_t i = 0; good && i + 1 < history->run_count; i++) {
        archives[1] = archive_open(history->runs[i + 1].path, error);
        good = archives[1] != NULL;
        if (!good)
            break;
        struct analysis_changes *changes =
            analysis_changes_new((const struct archive *const *)archives, 1, 1, false, &usual);
        follow(&following, changes, i);
        analysis_changes_free(changes);
        archive_close(archives[0]);
        archives[0] = archives[1];
    }
    if (archives[0])
        archive_close(archives[0]);
    history_meanings_settle(&following.meanings, history);
    forget_trips(history);
    free(following.series_of);
    interned_free(following.texts);
    return good;
}

struct analysis_history *analysis_history_new(char *const *paths, size_t count, bool order_by_name,
                                              void (*skip)(const char *path, const char *why),
                                              struct error *error)
{
    struct analysis_history *history = memory_zeroed(1, sizeof *history);
    history->runs = memory_zeroed(count + 1, sizeof *history->runs);
    for (size_t i = 0; i < count; i++) {
        struct error why = {0};
        if (describe(paths[i], &history->runs[history->run_count], &why))
            history->run_count++;
        else
            skip(paths[i], why.text);
    }
    bool good = history->run_count > 1;
    if (!good)
        error_set(error, "a history needs two runs at least, and %zu can be read",
                  history->run_count);
    qsort(history->runs, history->run_count, sizeof *history->runs,
          order_by_name ? by_name : by_time);
    if (good)
        good = follow_all(history, error);
    if (good)
        return history;
    analysis_history_free(history);
    return NULL;
}

void analysis_history_free(struct analysis_history *history)
{
    if (!history)
        return;
    for (size_t i = 0; i < history->run_count; i++) {
        free(history->runs[i].path);
        free(history->runs[i].name);
        free(history->runs[i].started);
        free(history->runs[i].commit);
    }
    for (size_t i = 0; i < history->count; i++) {
        free(history->series[i].label);
        free(history->series[i].name);
        free(history->series[i].kind);
        free(history->series[i].source);
        free(history->series[i].values);
        free(history->series[i].meanings);
    }
    free(history->runs);
    free(history->series);
    free(history->jumps);
    free(history);
}
