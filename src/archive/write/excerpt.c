/* excerpt.c: see excerpt.h */
#include "archive/write/excerpt.h"

#include "archive/events/events.h"
#include "archive/live/sent_filters.h"
#include "archive/table/atomic_file.h"
#include "archive/table/folder.h"
#include "archive/table/manifest.h"
#include "archive/table/schema.h"
#include "archive/table/sealed.h"
#include "archive/write/create.h"
#include "archive/write/excerpt_acts.h"
#include "archive/write/excerpt_messages.h"
#include "archive/write/excerpt_nodes.h"
#include "archive/write/sources.h"
#include "util/memory.h"
#include "util/words.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

void archive_excerpt_rows_begin(struct archive_excerpt_rows *rows, uint64_t count)
{
    *rows = (struct archive_excerpt_rows){.rows = count};
    rows->bits = memory_zeroed(count / 64 + 1, sizeof *rows->bits);
}

void archive_excerpt_rows_free(struct archive_excerpt_rows *rows)
{
    free(rows->bits);
}

void archive_excerpt_rows_add(struct archive_excerpt_rows *rows, uint64_t row)
{
    uint64_t bit = UINT64_C(1) << row % 64;
    rows->count += row < rows->rows && !(rows->bits[row / 64] & bit);
    if (row < rows->rows)
        rows->bits[row / 64] |= bit;
}

/* The chosen acts as a source, lane by lane. */
struct chosen {
    bool temporary; /* nothing need be on disk when the machine stops */
    bool without_events;
    const struct archive *from;
    const struct archive_excerpt_rows *rows;
    const struct part_nodes *nodes; /* new numbers of nodes, or NULL */
    struct sealed_acts *acts;
    uint64_t row;
    uint64_t before;     /* rows that an earlier pass read */
    uint64_t start, end; /* ns: range of the acts that an earlier pass read */
};

static bool begin_lane(void *from, uint32_t lane)
{
    struct chosen *chosen = from;
    archive_sealed_acts_free(chosen->acts);
    chosen->acts = archive_sealed_acts_new(chosen->from, lane, 0, UINT64_MAX);
    archive_sealed_acts_only(chosen->acts, chosen->rows->bits, chosen->rows->rows);
    return true;
}

static bool next_act(void *from, struct archive_act *act)
{
    struct chosen *chosen = from;
    if (!archive_sealed_acts_next(chosen->acts, act))
        return false;
    chosen->row = archive_sealed_acts_row(chosen->acts);
    if (chosen->nodes)
        act->node = part_nodes_row(chosen->nodes, act->node);
    return true;
}

static size_t done_so_far(void *from)
{
    const struct chosen *chosen = from;
    return chosen->before + chosen->row;
}

/* Returns the number of rows of both passes, for the progress. */
static size_t all_of(const struct chosen *chosen)
{
    return 2 * chosen->rows->rows;
}

/* Copies the tables that are the same in the excerpt. Lanes that waited at the end are included
 * only if their call is. */
static void copy_tables(const struct archive *from, const struct part_nodes *nodes,
                        struct archive *to)
{
    static const enum archive_schema_which whole[] = {
        SCHEMA_REGIONS,       SCHEMA_PLACES,  SCHEMA_LANES, SCHEMA_LOGS,    SCHEMA_OBJECTS,
        SCHEMA_COMMUNICATORS, SCHEMA_MEMBERS, SCHEMA_LOOPS, SCHEMA_NATIVES, SCHEMA_CARRIED};
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
        part_copy_rows(from, to, whole[i], NULL);
    const struct archive_waits *waits = &from->waits;
    uint8_t *kept = memory_zeroed(waits->rows + 1, 1);
    for (size_t i = 0; i < waits->rows; i++)
        kept[i] =
            waits->node[i] != ARCHIVE_NONE && part_nodes_row(nodes, waits->node[i]) != ARCHIVE_NONE;
    part_copy_rows(from, to, SCHEMA_WAITS, kept);
    for (size_t i = 0; i < to->waits.rows; i++)
        to->waits.node[i] = part_nodes_row(nodes, to->waits.node[i]);
    free(kept);
    for (size_t i = 0; i < to->places.rows; i++)
        to->places.alive[i] = 0; /* the process is not observed through an excerpt */
    for (size_t i = 0; i < to->lanes.rows; i++)
        to->lanes.running[i] = 0;
}

/* Copies all activities, like places and lanes: chosen acts may refer to any of them, even if the
 * call that created it was not chosen. */
static void copy_activities(const struct archive *from, struct archive *to)
{
    archive_schema_set_rows(to, SCHEMA_ACTIVITIES, 0);
    archive_schema_set_rows(to, SCHEMA_DEPENDENCES, 0);
    part_copy_rows(from, to, SCHEMA_ACTIVITIES, NULL);
    part_copy_rows(from, to, SCHEMA_DEPENDENCES, NULL);
}

static bool write_tables(const struct archive *from, struct chosen *chosen, struct archive *to,
                         const atomic_bool *stop, struct progress *progress, struct error *error)
{
    char part[PATH_MAX], tables[PATH_MAX];
    int size = snprintf(part, sizeof part, "%s/tables.part", to->path);
    snprintf(tables, sizeof tables, "%s/tables", to->path);
    if (size >= PATH_MAX)
        return error_set(error, "the path is too long: %.200s...", to->path);
    struct archive_events_from acts = {begin_lane,     next_act, done_so_far, chosen,
                                       all_of(chosen), stop,     false};
    if (!archive_file_make_folder(part, error) ||
        (!chosen->without_events && !archive_events_write(to, part, &acts, progress, error)))
        return false;
    copy_activities(from, to);
    if (!archive_sealed_write(to, part, progress, error) ||
        (!chosen->temporary && !archive_file_sync(part, error)))
        return false;
    archive_sources_copy_from(to, from);
    if (!archive_sent_filters_copy(from->path, to->path, error) ||
        !archive_manifest_write(to->path, true, error))
        return false;
    if (rename(part, tables))
        return error_errno(error, "%s cannot be renamed", part);
    return chosen->temporary || archive_file_sync_folder(to->path, error);
}

/* Makes a JSON string; text that is not UTF-8 is cleaned first. */
static json_t *valid_text(const char *text)
{
    json_t *value = json_string(text);
    if (value)
        return value;
    char *clean = words_clean(text);
    value = json_string(clean);
    free(clean);
    return value;
}

/* Describes the excerpt and its time, for run.json. */
static json_t *describe(const struct chosen *chosen, const struct archive_excerpt_about *about)
{
    const struct archive *from = chosen->from;
    char *whole = realpath(from->path, NULL);
    json_t *part = json_pack("{s:o, s:o}", "of", valid_text(whole ? whole : from->path), "query",
                             valid_text(about->query));
    free(whole);
    int64_t zero = (int64_t)archive_zero(from);
    int64_t start = (int64_t)chosen->start - zero, end = (int64_t)chosen->end - zero;
    json_object_set_new(part, "from_ns", json_integer(about->has_window ? about->from : start));
    json_object_set_new(part, "to_ns", json_integer(about->has_window ? about->to : end));
    return part;
}

static bool write_run(const struct chosen *chosen, const char *path,
                      const struct archive_excerpt_about *about, struct error *error)
{
    const struct archive *from = chosen->from;
    char name[PATH_MAX];
    if (snprintf(name, sizeof name, "%s/run.json", from->path) >= (int)sizeof name)
        return error_set(error, "the path is too long: %.200s...", from->path);
    json_t *run = from->run.known ? json_load_file(name, 0, NULL) : NULL;
    if (!json_is_object(run)) {
        json_decref(run);
        run = json_object();
    }
    bool good = !json_object_set_new(run, "part", describe(chosen, about)) &&
                !json_object_set_new(run, "state", json_string("ended"));
    if (good)
        good = archive_write_run(path, run, error);
    else
        error_set(error, "run.json of %s cannot be made: out of memory", path);
    json_decref(run);
    return good;
}

/* Makes the tables of the excerpt, except those that are made of acts. */
static bool make_tables(struct archive *from, struct chosen *chosen, struct part_nodes *nodes,
                        struct archive *to, const atomic_bool *stop, struct progress *progress,
                        struct error *error)
{
    struct part_calls calls = {0};
    struct part_messages messages;
    struct part_acts acts = {from, chosen->rows, nodes, &calls, UINT64_MAX, 0};
    if (!part_acts_add(&acts, stop, progress, error)) {
        part_calls_free(&calls);
        return false;
    }
    chosen->start = acts.start;
    chosen->end = acts.end;
    chosen->before = chosen->rows->rows;
    part_messages_choose(&messages, from, &calls, nodes);
    part_nodes_end(nodes, to);
    copy_tables(from, nodes, to);
    part_messages_copy(&messages, from, nodes, to);
    part_messages_free(&messages);
    part_calls_free(&calls);
    chosen->nodes = nodes;
    return true;
}

/* Makes the archive to be written; its texts are those of `from`, its tables its own. */
static struct archive *begin_part(const struct archive *from, const char *path)
{
    struct archive *to = memory_zeroed(1, sizeof *to);
    struct archive_folder folder = {.root = path};
    to->path = memory_string(path);
    archive_schema_init(to);
    to->strings = from->strings;
    to->string_table = from->string_table;
    to->events = archive_events_new(&folder);
    return to;
}

static void end_part(struct archive *to)
{
    to->string_table = (struct archive_table){0};
    archive_close(to);
}

bool archive_excerpt_write(struct archive *from, const struct archive_excerpt_rows *chosen,
                           const char *path, const struct archive_excerpt_about *about,
                           const atomic_bool *stop, struct progress *progress, struct error *error)
{
    struct part_nodes nodes;
    struct chosen acts = {.temporary = about->temporary,
                          .without_events = about->nodes,
                          .from = from,
                          .rows = chosen};
    if (!archive_find_messages(from, error) || !archive_find_activities(from, error))
        return false;
    struct archive *to = begin_part(from, path);
    part_nodes_begin(&nodes, from);
    bool good = make_tables(from, &acts, &nodes, to, stop, progress, error) &&
                write_tables(from, &acts, to, stop, progress, error) &&
                write_run(&acts, path, about, error);
    archive_sealed_acts_free(acts.acts);
    if (good && about->nodes) {
        *about->nodes = nodes.rows;
        nodes.rows = NULL;
    }
    part_nodes_free(&nodes);
    end_part(to);
    return good;
}
