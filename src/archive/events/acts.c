/* acts.c: reads the acts of any archive, and tells what they are. */
#include "archive/events/events.h"

#include "format/act.h"
#include "format/region.h"
#include "util/memory.h"
#include "util/number.h"

#include <triptych/probes.h>

#include <stdlib.h>
#include <string.h>

struct archive_acts {
    const struct archive *archive;
    uint32_t lane;
    uint64_t from, to;
    bool begun; /* the lane itself was given */
    struct archive_event_runs runs;
    struct raw_acts *raw;
    struct sealed_acts *sealed;
};

struct archive_acts *archive_acts_of(const struct archive *archive, uint32_t lane, uint64_t from,
                                     uint64_t to, struct error *error)
{
    if (lane >= archive->lanes.rows) {
        error_set(error, "%s has no lane in row %u", archive->path, lane);
        return NULL;
    }
    struct archive_event_log *log = archive_events_of_lane(archive, lane);
    struct archive_acts *acts = memory_zeroed(1, sizeof *acts);
    *acts = (struct archive_acts){.archive = archive, .lane = lane, .from = from, .to = to};
    archive_events_prepare(archive);
    archive_event_runs_begin(&acts->runs, archive, lane);
    if (archive->sealed)
        acts->sealed = archive_sealed_acts_new(archive, lane, from, to);
    else if (log)
        acts->raw = archive_raw_acts_new(archive, log, lane, from, to);
    return acts;
}

void archive_acts_free(struct archive_acts *acts)
{
    if (!acts)
        return;
    archive_event_runs_free(&acts->runs);
    archive_raw_acts_free(acts->raw);
    archive_sealed_acts_free(acts->sealed);
    free(acts);
}

static bool give_lane(struct archive_acts *acts, struct archive_act *act)
{
    const struct archive_lanes *lanes = &acts->archive->lanes;
    bool open = lanes->running[acts->lane] || lanes->at_least[acts->lane];
    *act = (struct archive_act){
        .start = lanes->start[acts->lane],
        .end = lanes->end[acts->lane],
        .node = acts->archive->events->root_node[acts->lane],
        .flags = open ? ARCHIVE_ACT_UNFINISHED : 0,
        .trips = ARCHIVE_UNKNOWN,
        .runs = lanes->activity[acts->lane],
        .activity = lanes->activity[acts->lane],
        .holder = ARCHIVE_NONE,
    };
    acts->begun = true;
    return acts->archive->nodes.rows &&
           archive_event_touches(act->start, act->end, acts->from, acts->to);
}

bool archive_acts_next(struct archive_acts *acts, struct archive_act *act)
{
    if (!acts->begun && give_lane(acts, act))
        return true;
    bool got = acts->raw      ? archive_raw_acts_next(acts->raw, act)
               : acts->sealed ? archive_sealed_acts_next(acts->sealed, act)
                              : false;
    if (got)
        archive_event_runs_act(&acts->runs, act);
    return got;
}

uint64_t archive_acts_damage(const struct archive *archive)
{
    uint64_t damaged = __atomic_load_n(&archive->events->damaged, __ATOMIC_RELAXED);
    for (size_t i = 0; i < archive->events->count; i++)
        damaged += archive->events->logs[i].damaged;
    return damaged;
}

uint64_t archive_acts_filtered(const struct archive *archive, bool *at_least)
{
    uint64_t filtered = 0;
    *at_least = false;
    for (size_t i = 0; i < archive->lanes.rows; i++)
        filtered = number_add(filtered, archive->lanes.filtered[i]);
    for (size_t i = 0; i < archive->regions.rows; i++)
        *at_least |= archive->regions.flags[i] & FORMAT_FILTERED &&
                     archive->regions.reason[i] == FORMAT_THROTTLED;
    return filtered;
}

bool archive_acts_are_whole(const struct archive *archive)
{
    bool at_least;
    const struct archive_logs *logs = &archive->logs;
    if (*archive->run.part_of)
        return false;
    for (size_t i = 0; i < logs->rows; i++) {
        if (logs->dropped[i] || logs->lost[i] || logs->error[i])
            return false;
    }
    return !archive_acts_filtered(archive, &at_least) && !at_least;
}

const char *archive_kind_word(enum archive_kind kind)
{
    static const char *const words[] = {
        [ARCHIVE_EXEC] = "EXEC",     [ARCHIVE_MOVE] = "MOVE", [ARCHIVE_FINISH] = "FINISH",
        [ARCHIVE_CLOCK] = "CLOCK",   [ARCHIVE_CALL] = "CALL", [ARCHIVE_LOOP] = "LOOP",
        [ARCHIVE_ATOMIC] = "ATOMIC", [ARCHIVE_IO] = "IO",     [ARCHIVE_COMM] = "COMM",
    };
    return words[kind];
}

static enum archive_kind kind_of(const struct archive *archive, uint32_t region)
{
    const struct archive_regions *regions = &archive->regions;
    return (enum archive_kind)format_act_of(regions->kind[region],
                                            archive_text(archive, regions->name[region]));
}

bool archive_tells_bytes(const struct archive *archive, uint32_t region, uint64_t bytes)
{
    return !(archive->regions.flags[region] & FORMAT_UNSIZED_FLAGS) &&
           archive_tells_act_bytes(archive, region, bytes);
}

bool archive_tells_act_bytes(const struct archive *archive, uint32_t region, uint64_t bytes)
{
    uint32_t kind = archive->regions.kind[region];
    bool may = kind == TRI_KIND_IO || kind == TRI_KIND_FILE || kind == TRI_KIND_COMM ||
               kind == TRI_KIND_MOVE;
    return may && (bytes || !*archive_text(archive, archive->regions.note[region]));
}

static uint32_t parent_of(const struct archive *archive, uint32_t lane, uint32_t activity)
{
    if (activity == archive->lanes.activity[lane])
        return archive->lanes.parent[lane];
    uint32_t row = archive_activity(archive, archive->lanes.place[lane], activity);
    return row == ARCHIVE_NONE ? ARCHIVE_NONE : archive->activities.parent[row];
}

/* Loops of a routine that is not measured do not count: the region around them is another
 * routine's. */
bool archive_is_own_loop(const struct archive *archive, uint32_t node)
{
    const struct archive_regions *regions = &archive->regions;
    uint32_t parent = archive->nodes.parent[node], region = archive->nodes.region[node];
    if (parent == ARCHIVE_NONE || regions->kind[region] != TRI_KIND_LOOP)
        return false;
    uint32_t around = archive->nodes.region[parent];
    uint32_t routine =
        regions->kind[around] == TRI_KIND_ROUTINE ? around : regions->routine[around];
    return around && (!routine || !regions->routine[region] || regions->routine[region] == routine);
}

bool archive_is_only_named(const struct archive *archive, uint32_t region)
{
    const struct archive_regions *regions = &archive->regions;
    return regions->kind[region] == TRI_KIND_ROUTINE && regions->mode[region] == TRI_OFF &&
           regions->reason[region] == FORMAT_MEASURED;
}

static uint32_t number_of(const struct archive *archive, uint32_t place)
{
    return place == ARCHIVE_NONE ? ARCHIVE_NONE : archive->places.number[place];
}

struct archive_facts archive_facts_of(const struct archive *archive, const struct archive_act *act)
{
    const struct archive_regions *regions = &archive->regions;
    uint32_t region = archive->nodes.region[act->node], lane = archive->nodes.lane[act->node];
    uint32_t place = archive->places.number[archive->lanes.place[lane]];
    uint32_t routine = regions->routine[region] ? regions->routine[region] : region;
    uint32_t home = archive->lanes.place[lane], number = act->runs;
    archive_event_home(archive, &home, &number);
    return (struct archive_facts){
        .kind = kind_of(archive, region),
        .activity_place = archive->places.number[home],
        .activity = number,
        .parent = parent_of(archive, lane, act->runs),
        .class_name = regions->file[region],
        .method_name = regions->name[routine],
        .source_place = act->told & ARCHIVE_TOLD_SOURCE ? number_of(archive, act->source) : place,
        .target_place = act->told & ARCHIVE_TOLD_TARGET ? number_of(archive, act->target) : place,
        .exec_place = place,
        .start_position = regions->line[region],
        .end_position =
            regions->end_line[region] ? regions->end_line[region] : regions->line[region],
    };
}
