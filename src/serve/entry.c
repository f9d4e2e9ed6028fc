/* entry.c: see entry.h */
#include "serve/entry.h"

#include "cube/missing.h"
#include "report/run/summary.h"
#include "report/table/json.h"

#include <string.h>

/* Returns the number of events; null if the archive is not sealed, so that nobody counted them. */
static json_t *events_of(const struct archive *archive)
{
    const struct archive_blocks *blocks = &archive->blocks;
    if (!archive->sealed)
        return json_null();
    return report_json_count(
        blocks->rows ? blocks->first[blocks->rows - 1] + blocks->events[blocks->rows - 1] : 0);
}

static size_t ranks_of(const struct archive *archive)
{
    size_t ranks = 0;
    for (size_t i = 0; i < archive->places.rows && !archive_is_script(archive); i++)
        ranks += archive->places.rank[i] != ARCHIVE_NONE;
    return ranks;
}

/* True if the run has ended, and nothing that was to be measured is missing. */
static bool is_complete(const struct serve_run *run, const char *state)
{
    struct buffer damage = {0};
    bool at_least;
    uint64_t dropped = cube_missing_dropped(run->archive, &at_least);
    report_summary_damage(run->archive, &damage);
    bool complete = !run->live && !strcmp(state, "ended") && !dropped && !at_least && !damage.used;
    buffer_free(&damage);
    return complete;
}

json_t *serve_entry_of(const struct serve_run *run)
{
    const struct archive *archive = run->archive;
    struct buffer sentence = {0};
    bool at_least;
    json_t *entry = json_object();
    const char *state = report_summary_state(archive, &sentence);
    json_object_set_new(entry, "run", report_json_count(run->number));
    json_object_set_new(entry, "name", report_json_text(run->name));
    json_object_set_new(entry, "path", report_json_text(run->path));
    json_object_set_new(entry, "command", report_json_text(archive->run.command));
    json_object_set_new(entry, "state", report_json_text(state));
    json_object_set_new(entry, "state_text", report_json_text(sentence.text));
    json_object_set_new(entry, "start", report_json_text(archive->run.started));
    json_object_set_new(entry, "length",
                        report_json_count(report_summary_time(archive, &at_least)));
    json_object_set_new(entry, "lanes", report_json_count(archive->lanes.rows));
    json_object_set_new(entry, "places", report_json_count(archive->places.rows));
    json_object_set_new(entry, "ranks", report_json_count(ranks_of(archive)));
    json_object_set_new(entry, "script", json_boolean(archive_is_script(archive)));
    json_object_set_new(entry, "events", events_of(archive));
    json_object_set_new(entry, "clock", report_json_text(report_summary_clock(archive)));
    json_object_set_new(entry, "complete", json_boolean(is_complete(run, state)));
    json_object_set_new(entry, "live", json_boolean(run->live));
    json_object_set_new(entry, "version", report_json_text(archive->run.version));
    buffer_free(&sentence);
    return entry;
}

bool serve_entry(struct serve_run *run, const struct serve_request *request,
                 struct serve_answer *answer)
{
    (void)request;
    return serve_answer_json(answer, serve_entry_of(run));
}
