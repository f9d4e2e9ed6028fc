/* crowding.c: see crowding.h */
#include "analysis/crowding.h"

#include "util/interned.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

enum {
    MUCH = 5,   /* % of the lanes' time waiting for a core: a few interruptions by the system are
                   normal */
    WANTS = 20, /* % of its place's time that a lane computed, or wanted to */
};

/* Processes that share cores: all of a host, or those bound to the same cores. */
struct group {
    uint32_t place;
    uint64_t lanes, places;
    uint64_t low, high; /* bits: the cores of all of them */
    uint64_t most;      /* cores of one of them */
    uint64_t wanted;    /* ns: computing, or waiting for a core */
    uint64_t start, end;
    uint64_t quota; /* hundredths of a core; 0: none */
    bool unknown;   /* the cores of some are unknown */
};

/* The search for crowded cores. */
struct search {
    const struct archive *archive;
    struct analysis_crowding *to;
    uint64_t *lanes;  /* by row of places: lanes that need a core */
    uint64_t *wanted; /* ns */
    struct group *groups;
    size_t count, room;
    struct interned *keys;
};

static bool counts(const struct archive *archive, uint32_t place)
{
    return !archive->ranked || archive->places.rank[place] != ARCHIVE_NONE;
}

static uint64_t length_of(const struct archive *archive, uint32_t lane)
{
    return number_minus(archive->lanes.end[lane], archive->lanes.start[lane]);
}

static void add_lane(struct search *search, uint32_t lane)
{
    const struct archive *archive = search->archive;
    const struct archive_lanes *lanes = &archive->lanes;
    uint32_t place = lanes->place[lane];
    uint64_t life = number_minus(archive->places.end[place], archive->places.start[place]);
    uint64_t queued = lanes->queued[lane] == ARCHIVE_UNKNOWN ? 0 : lanes->queued[lane];
    if (!counts(archive, place))
        return;
    search->to->time = number_add(search->to->time, length_of(archive, lane));
    if (lanes->queued[lane] != ARCHIVE_UNKNOWN)
        search->to->known = true;
    search->to->queued = number_add(search->to->queued, queued);
    bool unknown = lanes->cpu[lane] == ARCHIVE_UNKNOWN;
    uint64_t wanted = unknown ? length_of(archive, lane) : number_add(lanes->cpu[lane], queued);
    search->wanted[place] = number_add(search->wanted[place], wanted);
    search->lanes[place] += 100.0 * (double)wanted >= WANTS * (double)life;
}

static void add_to_group(struct search *search, uint32_t place, const uint64_t key[3])
{
    const struct archive_places *places = &search->archive->places;
    uint32_t number = interned_add(search->keys, key, 3 * sizeof *key);
    if (number == search->count) {
        search->groups =
            memory_grow(search->groups, &search->room, search->count + 1, sizeof *search->groups);
        search->groups[search->count++] =
            (struct group){.place = place, .start = places->start[place]};
    }
    struct group *group = &search->groups[number];
    group->lanes += search->lanes[place];
    group->places++;
    group->wanted = number_add(group->wanted, search->wanted[place]);
    if (places->start[place] < group->start)
        group->start = places->start[place];
    if (places->end[place] > group->end)
        group->end = places->end[place];
    group->low |= places->cores_low[place];
    group->high |= places->cores_high[place];
    group->unknown |= !places->cores_low[place] && !places->cores_high[place];
    if (places->cores[place] > group->most)
        group->most = places->cores[place];
    if (places->quota[place] && (!group->quota || places->quota[place] < group->quota))
        group->quota = places->quota[place];
}

static void add_place(struct search *search, uint32_t place)
{
    const struct archive_places *places = &search->archive->places;
    struct analysis_crowding *to = search->to;
    if (!counts(search->archive, place))
        return;
    if (places->involuntary[place] != ARCHIVE_UNKNOWN)
        to->forced = to->forced == ARCHIVE_UNKNOWN
                         ? places->involuntary[place]
                         : number_add(to->forced, places->involuntary[place]);
    if (to->load == ARCHIVE_NONE)
        to->load = places->load_start[place];
    if (places->cores[place] == ARCHIVE_NONE)
        return;
    to->known = true;
    uint64_t low = places->cores_low[place], high = places->cores_high[place];
    add_to_group(search, place, (const uint64_t[]){places->host[place], 0, 0});
    if (low || high)
        add_to_group(search, place, (const uint64_t[]){places->host[place], low, high});
}

static uint64_t cores_of(const struct group *group)
{
    uint64_t cores = group->unknown ? group->most
                                    : (uint64_t)__builtin_popcountll(group->low) +
                                          (uint64_t)__builtin_popcountll(group->high);
    uint64_t limit = (group->quota + 99) / 100;
    return limit && limit < cores ? limit : cores;
}

/* True if its lanes needed more than its cores; false if they ran one after another. */
static bool wants_more(const struct group *group, uint64_t cores)
{
    double time = (double)number_minus(group->end, group->start);
    return group->lanes > cores && (double)group->wanted > (double)cores * time;
}

/* Chooses the group with the most lanes per core. */
static void choose_group(struct search *search)
{
    struct analysis_crowding *to = search->to;
    for (size_t i = 0; i < search->count; i++) {
        const struct group *group = &search->groups[i];
        uint64_t cores = cores_of(group);
        if (!cores || (to->cores && (double)group->lanes * (double)to->cores <=
                                        (double)to->lanes * (double)cores))
            continue;
        to->place = group->place;
        to->lanes = group->lanes;
        to->ranks = group->places;
        to->cores = cores;
        to->own = wants_more(group, cores);
    }
}

/* Estimates the waiting time if the system did not report it: the share of lanes without a core. */
static void estimate(struct analysis_crowding *to)
{
    to->estimated = true;
    to->queued = number_scale(to->time, to->lanes - to->cores, to->lanes);
}

struct analysis_crowding analysis_crowding_find(const struct archive *archive)
{
    struct analysis_crowding to = {
        .place = ARCHIVE_NONE, .forced = ARCHIVE_UNKNOWN, .load = ARCHIVE_NONE};
    struct search search = {
        .archive = archive,
        .to = &to,
        .lanes = memory_zeroed(archive->places.rows + 1, sizeof *search.lanes),
        .wanted = memory_zeroed(archive->places.rows + 1, sizeof *search.wanted),
        .keys = interned_new(),
    };
    bool any = false;
    for (uint32_t i = 0; i < archive->lanes.rows; i++) {
        add_lane(&search, i);
        any |= archive->lanes.queued[i] != ARCHIVE_UNKNOWN;
    }
    for (uint32_t i = 0; i < archive->places.rows; i++)
        add_place(&search, i);
    choose_group(&search);
    if (!any && to.own)
        estimate(&to);
    to.crowded = 100.0 * (double)to.queued >= MUCH * (double)to.time && to.queued;
    if (to.place == ARCHIVE_NONE)
        to.crowded = false;
    interned_free(search.keys);
    free(search.lanes);
    free(search.wanted);
    free(search.groups);
    return to;
}
