/* missing.c: see missing.h */
#include "cube/missing.h"

#include "archive/live/sent_filters.h"
#include "archive/time/cycle_spread.h"
#include "format/event.h"
#include "format/region.h"
#include "util/number.h"
#include "util/words.h"

#include <string.h>

enum { MOST_PLACES = 4 }; /* places that are named */

bool cube_missing_on_lane(const struct archive *archive, uint32_t lane,
                          struct cube_missing_stretch *stretch)
{
    const struct archive_lanes *lanes = &archive->lanes;
    *stretch = (struct cube_missing_stretch){0};
    if (lanes->dropped_from[lane] >= lanes->dropped_to[lane])
        return false;
    stretch->from = archive_spread_moment(archive, lane, lanes->dropped_from[lane]);
    stretch->to = archive_spread_moment(archive, lane, lanes->dropped_to[lane]);
    return stretch->from < stretch->to;
}

bool cube_missing_stretches(const struct archive *archive)
{
    struct cube_missing_stretch stretch;
    for (uint32_t i = 0; i < archive->lanes.rows; i++) {
        if (cube_missing_on_lane(archive, i, &stretch))
            return true;
    }
    return false;
}

bool cube_missing_filtered_on_lane(const struct archive *archive, uint32_t lane,
                                   struct cube_missing_stretch *stretch)
{
    const struct archive_lanes *lanes = &archive->lanes;
    *stretch = (struct cube_missing_stretch){0};
    if (!lanes->filtered[lane] || lanes->filtered_from[lane] >= lanes->filtered_to[lane])
        return false;
    stretch->from = archive_spread_moment(archive, lane, lanes->filtered_from[lane]);
    stretch->to = archive_spread_moment(archive, lane, lanes->filtered_to[lane]);
    return stretch->from < stretch->to;
}

/* A reason for missing events: their number in a place (ARCHIVE_NONE: in all), and their interval
 * on a lane. */
struct reason {
    uint64_t (*count)(const struct archive *archive, uint32_t place);
    bool (*when)(const struct archive *archive, uint32_t lane,
                 struct cube_missing_stretch *stretch);
    const char *from, *to; /* the words before the two moments */
};

static uint64_t filtered_of(const struct archive *archive, uint32_t place)
{
    uint64_t filtered = 0;
    for (size_t i = 0; i < archive->lanes.rows; i++) {
        if (place == ARCHIVE_NONE || archive->lanes.place[i] == place)
            filtered = number_add(filtered, archive->lanes.filtered[i]);
    }
    return filtered;
}

static uint64_t dropped_of(const struct archive *archive, uint32_t place)
{
    const struct archive_logs *logs = &archive->logs;
    uint64_t dropped = 0;
    for (size_t i = 0; i < logs->rows; i++) {
        if (place == ARCHIVE_NONE || logs->place[i] == place)
            dropped = number_add(dropped, logs->dropped[i]);
    }
    return dropped;
}

uint64_t cube_missing_dropped(const struct archive *archive, bool *at_least)
{
    const struct archive_logs *logs = &archive->logs;
    *at_least = false;
    for (size_t i = 0; i < logs->rows; i++)
        *at_least |= logs->lost[i] && !logs->dropped[i];
    return dropped_of(archive, ARCHIVE_NONE);
}

/* Appends " (--max-size was reached)" or another reason: that of the first log that has one. */
static void add_reason(struct buffer *to, const struct archive *archive)
{
    const struct archive_logs *logs = &archive->logs;
    for (size_t i = 0; i < logs->rows; i++) {
        if (!logs->dropped[i] && !logs->lost[i])
            continue;
        if (logs->error[i])
            buffer_printf(to, " (%s)", strerror((int)logs->error[i]));
        else if (logs->lost[i])
            buffer_add(to, " (--keep last: later events replaced them)");
        else if (logs->limit[i])
            buffer_add(to, " (--max-size was reached)");
        else
            continue;
        return;
    }
}

static void add_moment(struct buffer *to, const struct archive *archive, uint64_t moment)
{
    words_time(to, number_minus(moment, archive_zero(archive)));
}

/* Appends " from 0.52 s to 3.1 s", with the number of lanes if others of the place lack nothing. */
static void add_stretch(struct buffer *to, const struct archive *archive, uint32_t place,
                        const struct reason *reason)
{
    const struct archive_lanes *lanes = &archive->lanes;
    struct cube_missing_stretch all = {UINT64_MAX, 0}, stretch;
    size_t count = 0, with = 0;
    for (uint32_t i = 0; i < lanes->rows; i++) {
        if (lanes->place[i] != place)
            continue;
        count++;
        if (!reason->when || !reason->when(archive, i, &stretch))
            continue;
        with++;
        all.from = stretch.from < all.from ? stretch.from : all.from;
        all.to = stretch.to > all.to ? stretch.to : all.to;
    }
    if (with && with < count)
        buffer_printf(to, " (%zu of %zu lanes)", with, count);
    if (!with)
        return;
    buffer_add(to, reason->from);
    add_moment(to, archive, all.from);
    buffer_add(to, reason->to);
    add_moment(to, archive, all.to);
}

static void add_place(struct buffer *to, const struct archive *archive, uint32_t place,
                      uint64_t missing, const struct reason *reason)
{
    char name[ARCHIVE_NAME];
    archive_place_name(archive, place, name);
    words_count(to, missing, true);
    buffer_printf(to, " of %s %s", archive->places.rank[place] != ARCHIVE_NONE ? "rank" : "place",
                  name);
    add_stretch(to, archive, place, reason);
}

static void add_places(struct buffer *to, const struct archive *archive,
                       const struct reason *reason)
{
    size_t named = 0, more = 0;
    for (uint32_t i = 0; i < archive->places.rows; i++) {
        uint64_t missing = reason->count(archive, i);
        if (!missing)
            continue;
        if (named == MOST_PLACES) {
            more++;
            continue;
        }
        buffer_add(to, named++ ? ", " : ": ");
        add_place(to, archive, i, missing, reason);
    }
    if (more)
        buffer_printf(to, ", and of %zu more", more);
}

static void add_filtered(struct buffer *to, const struct archive *archive, uint64_t filtered,
                         bool at_least)
{
    static const struct reason reason = {filtered_of, cube_missing_filtered_on_lane, " between ",
                                         " and "};
    if (to->used)
        buffer_add(to, "; ");
    buffer_add(to, at_least ? "at least " : "");
    words_count(to, filtered, true);
    buffer_printf(to, " event%s filtered (%s)", filtered == 1 && !at_least ? " was" : "s were",
                  archive_sent_filters_by(archive));
    add_places(to, archive, &reason);
}

/* Returns how many visits, at least, were not logged because their region was sampled. */
static uint64_t sampled_away(const struct archive *archive, uint32_t of_kinds)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint64_t visits = 0;
    uint32_t kinds = 0;
    for (size_t i = 0; i < archive->logs.rows; i++)
        kinds |= archive->logs.kinds[i] & of_kinds;
    for (size_t i = 0; kinds && i < nodes->rows; i++) {
        uint32_t region = nodes->region[i];
        if (archive->regions.reason[region] == FORMAT_THROTTLED &&
            kinds & format_events_of(archive->regions.kind[region]))
            visits = number_add(visits, nodes->untimed[i]);
    }
    return visits;
}

static void add_sampled_away(struct buffer *to, uint64_t visits)
{
    buffer_add(to, to->used ? "; at least " : "at least ");
    words_count(to, visits, true);
    buffer_printf(to,
                  " event%s not logged (throttling: visits of regions with many short ones are no "
                  "longer logged)",
                  visits == 1 ? " was" : "s were");
}

bool cube_missing_write_of(struct buffer *to, const struct archive *archive, uint32_t kinds)
{
    static const struct reason reason = {dropped_of, cube_missing_on_lane, " from ", " to "};
    struct buffer text = {0};
    bool at_least, filtered_at_least;
    uint64_t dropped = cube_missing_dropped(archive, &at_least);
    uint64_t filtered = archive_acts_filtered(archive, &filtered_at_least);
    if (dropped || at_least) {
        buffer_add(&text, at_least ? "at least " : "");
        words_count(&text, dropped, true);
        buffer_printf(&text, " event%s dropped", dropped == 1 && !at_least ? " was" : "s were");
        add_reason(&text, archive);
        add_places(&text, archive, &reason);
    }
    if (filtered || filtered_at_least)
        add_filtered(&text, archive, filtered, filtered_at_least);
    uint64_t sampled = *archive->run.part_of ? 0 : sampled_away(archive, kinds);
    if (sampled)
        add_sampled_away(&text, sampled);
    if (!text.used)
        return false;
    buffer_add(to, text.text);
    buffer_free(&text);
    return true;
}

bool cube_missing_write(struct buffer *to, const struct archive *archive)
{
    return cube_missing_write_of(to, archive, FORMAT_EVENTS_ALL);
}
