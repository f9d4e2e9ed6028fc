/* tables.c: see tables.h */
#include "serve/tables.h"

#include "cube/region_keys.h"
#include "cube/region_words.h"
#include "format/mpi.h"
#include "query/parse/stream_fields.h"
#include "report/mpi/delays.h"
#include "report/table/json.h"
#include "report/table/library.h"
#include "serve/paths.h"
#include "serve/sources.h"
#include "util/number.h"

#include <stdlib.h>

/* Appends a value to a column, which is made when it is first needed. */
static void add(json_t *table, const char *column, json_t *value)
{
    json_t *array = json_object_get(table, column);
    if (!array) {
        array = json_array();
        json_object_set_new(table, column, array);
    }
    json_array_append_new(array, value);
}

/* Returns a number, or null for ARCHIVE_NONE. */
static json_t *row_or_null(uint32_t row)
{
    return row == ARCHIVE_NONE ? json_null() : json_integer(row);
}

/* Returns the rank of a place; null if it has none. Those of a script only say who sends to whom.
 */
static json_t *rank_of(const struct archive *archive, uint32_t place)
{
    return archive_is_script(archive) ? json_null() : row_or_null(archive->places.rank[place]);
}

static json_t *lanes_of(const struct archive *archive)
{
    const struct archive_lanes *lanes = &archive->lanes;
    uint64_t zero = archive_zero(archive);
    json_t *table = json_object();
    for (uint32_t i = 0; i < lanes->rows; i++) {
        char name[ARCHIVE_NAME];
        archive_lane_name(archive, i, name);
        add(table, "label", json_string(name));
        add(table, "name", report_json_text(archive_text(archive, lanes->name[i])));
        add(table, "place", json_integer(lanes->place[i]));
        add(table, "number", json_integer(lanes->number[i]));
        add(table, "rank", rank_of(archive, lanes->place[i]));
        add(table, "start", report_json_count(number_minus(lanes->start[i], zero)));
        add(table, "end", report_json_count(number_minus(lanes->end[i], zero)));
        add(table, "pool", json_boolean(lanes->pool[i]));
    }
    return table;
}

static json_t *places_of(const struct archive *archive)
{
    const struct archive_places *places = &archive->places;
    json_t *table = json_object();
    for (uint32_t i = 0; i < places->rows; i++) {
        char name[ARCHIVE_NAME];
        archive_place_name(archive, i, name);
        add(table, "label", json_string(name));
        add(table, "number", json_integer(places->number[i]));
        add(table, "rank", rank_of(archive, i));
        add(table, "host", report_json_text(archive_text(archive, places->host[i])));
        add(table, "pid", json_integer(places->pid[i]));
    }
    return table;
}

static json_t *regions_of(const struct archive *archive, const struct serve_sources *sources)
{
    const struct archive_regions *regions = &archive->regions;
    uint8_t *classes = archive_cycles_classes_new(archive);
    json_t *table = json_object();
    for (uint32_t i = 0; i < regions->rows; i++) {
        char *label = cube_region_keys_label(archive, i);
        struct buffer name = {0};
        cube_region_label(archive, i, &name);
        const char *kind = i ? cube_region_kind(archive, i) : "";
        add(table, "name", report_json_text(name.text ? name.text : ""));
        add(table, "label", report_json_text(label));
        add(table, "kind", report_json_text(kind ? kind : ""));
        add(table, "file", row_or_null(sources->file_of[i]));
        add(table, "line", json_integer(regions->line[i]));
        add(table, "end_line", json_integer(regions->end_line[i]));
        add(table, "routine", json_integer(regions->routine[i]));
        add(table, "mpi", json_string(format_mpi_word(regions->mpi[i])));
        add(table, "class",
            json_string(archive_cycles_class_key((enum archive_cycles_class)classes[i])));
        buffer_free(&name);
        free(label);
    }
    free(classes);
    return table;
}

static json_t *paths_of(const struct archive *archive, const struct serve_paths *paths)
{
    json_t *table = json_object();
    for (size_t i = 0; i < paths->count; i++) {
        add(table, "region", json_integer(archive->nodes.region[paths->node[i]]));
        add(table, "parent", row_or_null(paths->parent[i]));
        add(table, "lane", json_integer(archive->nodes.lane[paths->node[i]]));
    }
    return table;
}

static json_t *classes_of(const char *library)
{
    json_t *table = json_object();
    for (int i = 0; i < CYCLES_CLASSES; i++) {
        enum archive_cycles_class class = (enum archive_cycles_class)i;
        char *word = report_library_words(library, archive_cycles_class_word(class));
        add(table, "key", json_string(archive_cycles_class_key(class)));
        add(table, "word", report_json_text(word));
        free(word);
    }
    return table;
}

static json_t *wait_kinds(void)
{
    json_t *words = json_array();
    for (int i = 0; i < DELAY_KINDS; i++)
        json_array_append_new(words, json_string(report_delays_kind((enum analysis_delay_kind)i)));
    return words;
}

bool serve_tables(struct serve_run *run, const struct serve_request *request,
                  struct serve_answer *answer)
{
    (void)request;
    const struct archive *archive = run->archive;
    struct serve_sources *sources = serve_sources_new(archive);
    char *library = report_library_of(archive);
    json_t *root = json_object(), *files = json_array();
    for (size_t i = 0; i < sources->count; i++)
        json_array_append_new(files, report_json_text(sources->paths[i]));
    json_object_set_new(root, "script", json_boolean(archive_is_script(archive)));
    if (library)
        json_object_set_new(root, "library", report_json_text(library));
    json_object_set_new(root, "lanes", lanes_of(archive));
    json_object_set_new(root, "places", places_of(archive));
    json_object_set_new(root, "regions", regions_of(archive, sources));
    json_object_set_new(root, "files", files);
    json_object_set_new(root, "nodes", paths_of(archive, serve_run_paths(run)));
    json_object_set_new(root, "classes", classes_of(library));
    json_object_set_new(root, "wait_kinds", wait_kinds());
    serve_sources_free(sources);
    free(library);
    return serve_answer_json(answer, root);
}
