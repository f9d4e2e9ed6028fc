/* summary_json.c: the run as a whole, as JSON. */
#include "report/run/summary.h"

#include "analysis/deaths.h"
#include "archive/live/sent_filters.h"
#include "cube/lcct.h"
#include "cube/missing.h"
#include "cube/region_words.h"
#include "report/table/json.h"
#include "util/number.h"

#include <string.h>

static void set_text(json_t *object, const char *key, const char *text)
{
    json_object_set_new(object, key, report_json_text(text));
}

static void set_number(json_t *object, const char *key, uint64_t number)
{
    json_object_set_new(object, key, report_json_count(number));
}

static json_t *options_of(const struct archive_run *run)
{
    json_t *options = json_loads(run->options, 0, NULL);
    return options ? options : json_object();
}

/* Returns the filters that were sent while the program ran, each with its moment in the run. */
static json_t *sent_filters_of(const struct archive *archive)
{
    struct archive_sent_filters filters;
    uint64_t start = archive->run.real_start;
    json_t *list = json_array();
    archive_sent_filters_read(&filters, archive->path);
    for (size_t i = 0; i < filters.count; i++) {
        uint64_t sent = filters.rows[i].sent;
        json_array_append_new(list,
                              json_pack("{s:o, s:o}", "sent_ns",
                                        report_json_count(start && sent > start ? sent - start : 0),
                                        "filter", report_json_text(filters.rows[i].text)));
    }
    archive_sent_filters_free(&filters);
    return list;
}

static json_t *death_of(const struct archive *archive)
{
    static const char *const words[] = {[DEATH_SIGNAL] = "signal",
                                        [DEATH_EXIT] = "exit",
                                        [DEATH_ABORT] = "abort",
                                        [DEATH_UNFINISHED] = "unfinished",
                                        [DEATH_UNSEEN] = "unseen"};
    struct analysis_death death;
    if (!analysis_deaths_first(archive, &death))
        return json_null();
    uint32_t rank = archive->places.rank[death.place];
    json_t *object = json_object();
    set_number(object, "place", archive->places.number[death.place]);
    json_object_set_new(object, "rank",
                        rank == ARCHIVE_NONE ? json_null() : report_json_count(rank));
    set_text(object, "how", words[death.how]);
    json_object_set_new(object, "signal",
                        death.signal ? report_json_count(death.signal) : json_null());
    set_number(object, "time_ns", number_minus(death.moment, archive_start(archive)));
    return object;
}

static json_t *floor_of(const struct cube *cube)
{
    const struct cube_floor *floor = cube->floor;
    const struct cube_floor_result *floored = &cube->floored;
    json_t *object = json_object(), *kept = json_array();
    for (uint32_t i = 0; i < cube->archive->regions.rows; i++) {
        struct buffer name = {0};
        if (!floored->kept[i])
            continue;
        cube_region_describe(cube->archive, i, &name);
        json_array_append_new(kept, report_json_text(name.text ? name.text : ""));
        buffer_free(&name);
    }
    set_text(object, "archive", floor->cheap->path);
    set_number(object, "regions_compared", floored->compared);
    json_object_set_new(object, "regions_kept", kept);
    json_object_set_new(object, "whole_compared", json_boolean(floor->total != 0));
    json_object_set_new(object, "whole_kept", json_boolean(floored->whole));
    set_number(object, "kept_ns", floored->left);
    json_object_set_new(object, "cpu_ns", floor->cpu ? report_json_count(floor->cpu) : json_null());
    json_object_set_new(object, "floor_cpu_ns",
                        floor->cpu ? report_json_count(floor->cheap_cpu) : json_null());
    json_object_set_new(object, "overhead_narrowed", json_boolean(floored->narrowed));
    json_object_set_new(object, "overhead_contradicted", json_boolean(floored->contradicts));
    return object;
}

json_t *report_summary_json(const struct report_view *view)
{
    const struct archive *archive = view->archive;
    const struct archive_run *run = &archive->run;
    struct buffer sentence = {0};
    json_t *object = json_object();
    const char *state = report_summary_state(archive, &sentence);
    set_text(object, "command",
             *run->command ? run->command : report_view_text(view, archive->places.command[0]));
    set_text(object, "cwd", run->cwd);
    set_text(object, "host",
             *run->host ? run->host : report_view_text(view, archive->places.host[0]));
    if (*run->commit)
        set_text(object, "commit", run->commit);
    set_text(object, "started", run->started);
    if (view->options->library)
        set_text(object, "library", view->options->library);
    set_number(object, "real_start_ns",
               run->real_start ? run->real_start : archive->places.real_start[0]);
    set_text(object, "state", state);
    set_text(object, "state_text", sentence.text);
    json_object_set_new(object, "exit_status",
                        run->has_status ? json_integer(run->status) : json_null());
    json_object_set_new(object, "signal",
                        run->has_signal ? json_integer(run->signal) : json_null());
    json_object_set_new(object, "first_death", death_of(archive));
    set_text(object, "clock", report_summary_clock(archive));
    set_text(object, "version", run->version);
    json_object_set_new(object, "options", options_of(run));
    json_t *filters = sent_filters_of(archive);
    if (json_array_size(filters))
        json_object_set(object, "sent_filters", filters);
    json_decref(filters);
    if (*run->part_of)
        json_object_set_new(object, "part",
                            json_pack("{s:o, s:o}", "of", report_json_text(run->part_of), "query",
                                      report_json_text(run->query)));
    json_object_set_new(object, "sealed", json_boolean(archive->sealed));
    json_object_set_new(object, "compensated", json_boolean(view->cube->compensated));
    if (view->cube->floor)
        json_object_set_new(object, "floor", floor_of(view->cube));
    bool longer;
    set_number(object, "time_ns", report_summary_time(archive, &longer));
    json_object_set_new(object, "time_at_least", json_boolean(longer));
    set_number(object, "lane_time_ns", view->cube->total);
    set_number(object, "places", archive->places.rows);
    set_number(object, "lanes", archive->lanes.rows);
    set_number(object, "paused_ns", view->cube->paused);
    bool has_least = !cube_lcct_is_known(archive), is_known = has_least && !view->cube->disturbed;
    json_object_set_new(object, "overhead_ns",
                        is_known ? report_json_count(view->cube->overhead) : json_null());
    json_object_set_new(object, "overhead_least_ns",
                        has_least ? report_json_count(view->cube->overhead_least) : json_null());
    json_object_set_new(object, "overhead_most_ns",
                        is_known ? report_json_count(view->cube->overhead_most) : json_null());
    bool at_least;
    uint64_t filtered = archive_acts_filtered(archive, &at_least);
    if (filtered || at_least)
        set_number(object, "filtered_events", filtered);
    uint64_t dropped = cube_missing_dropped(archive, &at_least);
    if (dropped || at_least)
        set_number(object, "dropped_events", dropped);
    struct buffer missing = {0};
    if (cube_missing_write(&missing, archive))
        json_object_set_new(object, "missing", report_json_text(missing.text));
    buffer_free(&missing);
    json_object_set_new(
        object, "overhead_percent",
        is_known ? report_json_real_number(cube_overhead_percent(view->cube, view->cube->overhead))
                 : json_null());
    buffer_free(&sentence);
    return object;
}
