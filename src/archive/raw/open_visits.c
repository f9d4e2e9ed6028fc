/* open_visits.c: sets the times so far of visits that have not ended. */
#include "archive/raw/raw.h"

#include "archive/live/liveness.h"
#include "archive/raw/dropped.h"
#include "archive/time/clocks.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

/* True if the end of the run is the end of this process: it is the command's own, and the only
 * one. */
static bool ends_with_run(const struct archive_raw_reader *reader,
                          const struct archive_raw_place *place)
{
    const struct archive_run *run = &reader->archive->run;
    return archive_raw_is_command(reader, place) && !run->running &&
           run->end > place->record.start.monotonic;
}

/* Finds the tick at which the place ended, or the current one if it is running. False if its end is
 * not known: then *tick is a lower bound. */
static bool end_of_place(const struct archive_raw_reader *reader,
                         const struct archive_raw_place *place, uint64_t *tick)
{
    *tick = place->record.end ? place->record.end : place->latest;
    if (place->record.state == FORMAT_PLACE_STOPPED) /* visits that were open then may be running */
        return false;
    if (place->record.end)
        return true;
    if (place->record.clock == FORMAT_CLOCK_CPU)
        return false;
    if (place->replaced_at)
        *tick = archive_ticks_tick(&place->moments, place->replaced_at);
    else if (place->alive)
        *tick = place->now;
    else if (place->died)
        *tick = archive_ticks_tick(&place->moments, place->died);
    else if (ends_with_run(reader, place))
        *tick = archive_ticks_tick(&place->moments, reader->archive->run.end);
    else {
        *tick = archive_raw_newest(reader, place);
        return false;
    }
    return true;
}

/* Raises the time of open visits to that of the visits inside them. */
static void raise_open_times(struct archive *archive, size_t first_node)
{
    struct archive_nodes *nodes = &archive->nodes;
    uint64_t *inside = memory_zeroed(nodes->rows - first_node, sizeof *inside);
    for (size_t i = nodes->rows; i-- > first_node;) {
        uint64_t known = number_add(nodes->inclusive_time[i], nodes->unfinished_time[i]);
        uint64_t least = inside[i - first_node];
        if (nodes->unfinished[i] && nodes->timed[i] && archive->lanes.at_least[nodes->lane[i]] &&
            least > known) {
            nodes->unfinished_time[i] += least - known;
            known = least;
        }
        uint32_t parent = nodes->parent[i];
        if (parent != ARCHIVE_NONE)
            inside[parent - first_node] =
                number_add(inside[parent - first_node], nodes->timed[i] ? known : least);
    }
    free(inside);
}

/* Raises the ends of lanes, and of their place, to the times of the visits on them. */
static void raise_ends(struct archive *archive, struct archive_raw_place *place)
{
    struct archive_lanes *lanes = &archive->lanes;
    const struct archive_nodes *nodes = &archive->nodes;
    for (size_t i = place->first_node; i < nodes->rows; i++) {
        uint32_t lane = nodes->lane[i];
        if (nodes->parent[i] != ARCHIVE_NONE || !lanes->at_least[lane])
            continue;
        uint64_t time = number_add(nodes->inclusive_time[i], nodes->unfinished_time[i]);
        uint64_t end = number_add(lanes->start[lane], time);
        if (end <= lanes->end[lane])
            continue;
        lanes->end[lane] = end;
        uint64_t tick = archive_ticks_tick(&place->moments, end);
        if (tick > place->latest)
            place->latest = tick;
    }
}

/* Raises the ends of lanes to those of the newest acts in their event logs. */
static void end_cpu_lanes_by_acts(struct archive *archive, const struct archive_raw_place *place)
{
    struct archive_lanes *lanes = &archive->lanes;
    for (size_t i = 0; i < place->file_count; i++) {
        size_t count = 0;
        struct archive_event_act *acts = NULL;
        if (place->logs[i])
            acts = archive_event_log_newest(archive->events,
                                            &archive->events->logs[place->logs[i] - 1], &count);
        for (size_t j = 0; j < count; j++) {
            uint32_t lane = archive->nodes.lane[acts[j].node];
            if (lanes->at_least[lane] && acts[j].end > lanes->end[lane])
                lanes->end[lane] = acts[j].end;
        }
        free(acts);
    }
}

/* Finds the ends of lanes that measure CPU time: only their own ticks are comparable. */
static void end_cpu_lanes(struct archive *archive, const struct archive_raw_place *place)
{
    struct archive_lanes *lanes = &archive->lanes;
    const struct archive_nodes *nodes = &archive->nodes;
    for (size_t i = place->first_node; i < nodes->rows; i++) {
        uint32_t lane = nodes->lane[i];
        if (lanes->at_least[lane] && nodes->unfinished_time[i] > lanes->end[lane])
            lanes->end[lane] = nodes->unfinished_time[i];
    }
    end_cpu_lanes_by_acts(archive, place);
}

static void end_lanes(struct archive_raw_reader *reader, struct archive_raw_place *place)
{
    struct archive_lanes *lanes = &reader->archive->lanes;
    uint64_t end;
    bool known = end_of_place(reader, place, &end);
    bool cpu = place->record.clock == FORMAT_CLOCK_CPU;
    for (size_t i = place->first_lane; i < lanes->rows; i++) {
        if (!lanes->end[i]) {
            lanes->running[i] = place->alive && !place->record.end;
            lanes->at_least[i] = cpu || !known;
            lanes->end[i] = cpu ? lanes->start[i] : end;
        }
        if (lanes->end[i] < lanes->start[i])
            lanes->end[i] = lanes->start[i];
    }
    if (cpu)
        end_cpu_lanes(reader->archive, place);
    if (end > place->latest)
        place->latest = end;
}

void archive_raw_lane_lasts(struct archive_raw_reader *reader, struct archive_raw_place *place,
                            uint32_t lane, uint64_t ns)
{
    struct archive_lanes *lanes = &reader->archive->lanes;
    const struct archive_clock_line *line = place->moments.line;
    uint64_t begin = place->record.start.monotonic, end = number_add(lanes->start[lane], ns);
    uint64_t start = line ? archive_clock_line_time(line, begin) : begin;
    if (!lanes->at_least[lane] || end <= lanes->end[lane])
        return;
    lanes->end[lane] = end;
    uint64_t tick =
        archive_ticks_tick(&place->moments, number_add(begin, number_minus(end, start)));
    place->latest = tick > place->latest ? tick : place->latest;
}

void archive_raw_close_visits(struct archive_raw_reader *reader, struct archive_raw_place *place)
{
    struct archive_lanes *lanes = &reader->archive->lanes;
    struct archive_nodes *nodes = &reader->archive->nodes;
    place->alive = archive_process_is_alive(&place->record);
    place->now = archive_ticks_tick(&place->moments, archive_process_now());
    for (size_t i = 0; i < place->file_count; i++) {
        if (place->logs[i])
            reader->archive->events->logs[place->logs[i] - 1].alive =
                place->alive && !place->replaced_at;
    }
    end_lanes(reader, place);
    for (size_t i = place->first_node; i < nodes->rows; i++) {
        if (nodes->unfinished_time[i])
            nodes->unfinished_time[i] =
                archive_ticks_ns(&place->moments, number_minus(lanes->end[nodes->lane[i]],
                                                               nodes->unfinished_time[i]));
    }
    archive_raw_limit_estimates(reader, place);
    raise_open_times(reader->archive, place->first_node);
    for (size_t i = place->first_lane; i < lanes->rows; i++)
        raw_dropped_close(lanes, i, place);
    if (place->record.clock == FORMAT_CLOCK_CPU)
        return;
    for (size_t i = place->first_lane; i < lanes->rows; i++) {
        lanes->start[i] = archive_ticks_monotonic(&place->moments, lanes->start[i]);
        lanes->end[i] = archive_ticks_monotonic(&place->moments, lanes->end[i]);
    }
    raise_ends(reader->archive, place);
    for (size_t i = place->first_lane; place->moments.line && i < lanes->rows; i++) {
        lanes->start[i] = archive_clock_line_time(place->moments.line, lanes->start[i]);
        lanes->end[i] = archive_clock_line_time(place->moments.line, lanes->end[i]);
    }
}
