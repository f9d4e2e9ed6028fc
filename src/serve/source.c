/* source.c: see source.h. Only copies in the archive of files that regions point into are served. A
 * running program has none yet: the source files that will be copied when it ends are served as
 * they are. */
#include "serve/source.h"
#include "serve/part.h"

#include "archive/write/sources.h"
#include "cube/cube.h"
#include "cube/language.h"
#include "cube/region_words.h"
#include "report/table/json.h"
#include "serve/sources.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

static const char *language_of(const char *path)
{
    static const char *const cpp[] = {"cc", "cpp", "cxx", "C", "hpp", "hh"};
    const char *dot = strrchr(path, '.');
    if (cube_language_is_fortran(path))
        return "fortran";
    for (size_t i = 0; dot && i < sizeof cpp / sizeof cpp[0]; i++) {
        if (!strcmp(dot + 1, cpp[i]))
            return "c++";
    }
    return dot && (!strcmp(dot, ".c") || !strcmp(dot, ".h")) ? "c" : "";
}

/* Returns a line without what could harm a page; tabs stay. To be freed. */
static char *clean_line(const char *line, size_t size)
{
    struct buffer clean = {0};
    char *copy = memory_printf("%.*s", (int)size, line), *rest = copy;
    for (char *part = strsep(&rest, "\t"); part; part = strsep(&rest, "\t")) {
        char *harmless = words_clean(part);
        buffer_add(&clean, harmless);
        buffer_add(&clean, rest ? "\t" : "");
        free(harmless);
    }
    free(copy);
    return buffer_take(&clean);
}

static json_t *lines_of(const char *text, size_t size)
{
    json_t *lines = json_array();
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end ? (size_t)(end - (text + at)) : size - at;
        char *line = clean_line(text + at, length);
        json_array_append_new(lines, json_string(line));
        free(line);
        at += length + 1;
    }
    return lines;
}

/* Says whether a time of a region that is called so is a lower or an upper bound. */
static void set_bounds(json_t *cost, const char *name, const struct cube_sums *sums, bool excess)
{
    bool short_of = sums->at_least && !sums->untimed;
    char *at_least = memory_printf("%s_at_least", name);
    char *at_most = memory_printf("%s_at_most", name);
    json_object_set_new(cost, at_least, json_boolean(short_of && !excess));
    json_object_set_new(cost, at_most, json_boolean(excess && !short_of));
    free(at_least);
    free(at_most);
}

static json_t *cost_of(const struct archive *archive, const struct cube_row *row)
{
    const struct cube_sums *sums = &row->sums;
    bool loop = archive->regions.kind[row->a] == TRI_KIND_LOOP;
    bool counted = loop && sums->ended && !*archive_text(archive, archive->regions.note[row->a]);
    const char *kind = cube_region_kind(archive, row->a);
    json_t *cost = json_object();
    json_object_set_new(cost, "line", json_integer(archive->regions.line[row->a]));
    json_object_set_new(cost, "end_line", json_integer(archive->regions.end_line[row->a]));
    json_object_set_new(cost, "region", json_integer(row->a));
    json_object_set_new(cost, "kind", report_json_text(kind ? kind : ""));
    json_object_set_new(cost, "visits", report_json_count(sums->count));
    json_object_set_new(cost, "exclusive",
                        sums->untimed ? json_null() : report_json_count(cube_exclusive(sums)));
    json_object_set_new(cost, "in_loops",
                        sums->untimed ? json_null() : report_json_count(sums->loops));
    json_object_set_new(cost, "inclusive",
                        sums->untimed ? json_null() : report_json_count(sums->time));
    json_object_set_new(cost, "instructions",
                        sums->instructions ? report_json_count(sums->instructions) : json_null());
    json_object_set_new(cost, "estimated", json_boolean(sums->estimated));
    json_object_set_new(cost, "at_least", json_boolean(sums->at_least));
    set_bounds(cost, "exclusive", sums, cube_has_excess(sums));
    set_bounds(cost, "outside_loops", sums, cube_has_excess_outside_loops(sums));
    json_object_set_new(cost, "visits_at_least", json_boolean(sums->fewest));
    json_object_set_new(cost, "trips", counted ? report_json_count(sums->trips) : json_null());
    json_object_set_new(cost, "trips_at_least",
                        json_boolean(counted && (sums->unfinished || sums->aborted ||
                                                 sums->fewest || sums->peeled)));
    json_object_set_new(cost, "mean_trips_at_least", json_boolean(counted && sums->peeled));
    json_object_set_new(cost, "mean_trips",
                        counted ? report_json_real_number((double)sums->trips / (double)sums->ended)
                                : json_null());
    return cost;
}

/* Returns the costs of the regions of a file, in the order of their lines. */
static json_t *costs_of(const struct archive *archive, const struct serve_sources *sources,
                        uint32_t file)
{
    struct cube *cube = cube_new(archive, false);
    struct cube_rows rows = cube_project(cube, cube_key_region, NULL);
    json_t *costs = json_array();
    for (size_t i = 0; i < rows.count; i++) {
        if (sources->file_of[rows.rows[i].a] == file && archive->regions.line[rows.rows[i].a])
            json_array_append_new(costs, cost_of(archive, &rows.rows[i]));
    }
    cube_rows_free(&rows);
    cube_free(cube);
    return costs;
}

static bool write_file(const struct serve_run *run, const struct serve_sources *sources,
                       uint32_t file, struct serve_answer *answer)
{
    size_t size = 0;
    const struct archive *archive = run->archive;
    const char *path = sources->paths[file];
    char *text = archive_sources_copied(archive, path, &size);
    bool copied = text;
    if (!text && run->live)
        text = archive_sources_now(archive, path, &size);
    json_t *root = json_object();
    json_object_set_new(root, "file", json_integer(file));
    json_object_set_new(root, "path", report_json_text(path));
    json_object_set_new(root, "language", json_string(language_of(path)));
    json_object_set_new(root, "copied", json_boolean(copied));
    json_object_set_new(root, "lines", text ? lines_of(text, size) : json_null());
    json_object_set_new(root, "costs", costs_of(archive, sources, file));
    free(text);
    return serve_answer_json(answer, root);
}

bool serve_source(struct serve_run *run, const struct serve_request *request,
                  struct serve_answer *answer)
{
    run = serve_part_of(run, request, answer);
    if (!run)
        return false;
    struct serve_sources *sources = serve_sources_new(run->archive);
    uint64_t file = UINT64_MAX;
    bool good = sources->count &&
                serve_values_number(&request->values, "file", 0, sources->count - 1, &file) &&
                file != UINT64_MAX;
    if (good)
        good = write_file(run, sources, (uint32_t)file, answer);
    else
        serve_answer_error(answer, SERVE_NOT_FOUND, "there is no source file with this number",
                           "/api/N/tables lists the files, from 0");
    serve_sources_free(sources);
    return good;
}
