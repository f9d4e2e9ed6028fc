/* lights.c: see lights.h */
#include "archive/raw/lights.h"

#include "archive/table/schema.h"
#include "util/memory.h"
#include "util/number.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

/* A visit shorter than this many times the cost of the clock is too short to be timed. */
#define SHORTEST_BY_CLOCK 3

/* Fewer rare visits than this say nothing about how many there were among the visits not timed. */
#define RARE_LEAST 8

struct lights_anchor {
    uint32_t record, row, region; /* region: raw row */
    uint64_t passes;              /* of visits that ended by themselves */
    bool at_least;
    uint16_t sums, ranges;
    size_t values; /* index of the first value */
};

struct lights_below {
    uint32_t record, row;
    uint64_t visits, timed, trips,
        ticks; /* of visits that have ended; `timed`: how many of them were timed */
};

/* What is known of the visits of a node that were timed, and how many passes (format/profile.h) the
 * others had. */
struct timed_visits {
    uint64_t visits, ticks;
    /* Of some of them: number, passes, and by least squares the ticks of a pass more. */
    uint64_t fit_visits;
    double passes, variance, slope;
};

struct lights_sampled {
    uint32_t row;
    uint64_t untimed, untimed_passes; /* UINT64_MAX: not known */
    struct timed_visits timed;
};

/* A light region below one anchor. */
struct light_found {
    uint32_t row;    /* its own row; that of the node around it if it is not measured */
    uint32_t record; /* of its node; UINT32_MAX: it has none */
    uint64_t passes;
};

static bool is_sound(const struct format_light *all, size_t number,
                     const struct archive_raw_place *place)
{
    const struct format_light *light = &all[number];
    return light->region && light->region < place->region_count && light->anchor &&
           light->anchor < place->region_count && light->within < number &&
           (!light->within || all[light->within].anchor == light->anchor);
}

/* Links the light regions of each anchor, in the order of the table. */
static void link_lights(struct raw_lights *lights, struct archive_raw_place *place)
{
    uint32_t *last = memory_zeroed(place->region_count + 1, sizeof *last);
    for (size_t i = 1; i < lights->count; i++) {
        const struct format_light *light = &lights->all[i];
        if (!is_sound(lights->all, i, place)) {
            place->bad_regions += light->region != 0;
            lights->all[i] = (struct format_light){0};
            continue;
        }
        if (last[light->anchor])
            lights->next[last[light->anchor]] = (uint32_t)i;
        else
            lights->first[light->anchor] = (uint32_t)i;
        last[light->anchor] = (uint32_t)i;
        lights->is_light[light->region] = 1;
    }
    free(last);
}

void raw_lights_read(const struct archive_raw_reader *reader, struct archive_raw_place *place,
                     struct raw_lights *lights)
{
    char path[RAW_PATH];
    struct archive_folder_file file;
    struct format_lights_header header;
    *lights = (struct raw_lights){0};
    lights->first = memory_zeroed(place->region_count + 1, sizeof *lights->first);
    lights->is_light = memory_zeroed(place->region_count + 1, 1);
    snprintf(path, sizeof path, "places/%u/%s", place->record.number, FORMAT_LIGHTS_FILE);
    if (!archive_folder_open(reader->folder, path, &file))
        return;
    bool good = archive_folder_read(&file, 0, &header, sizeof header) == sizeof header &&
                header.magic == FORMAT_LIGHTS_MAGIC && format_is_readable(header.version);
    uint64_t count = file.size / sizeof *lights->all;
    if (good && header.used < count)
        count = header.used;
    if (good && count < UINT32_MAX) {
        lights->all = memory_zeroed((size_t)count, sizeof *lights->all);
        lights->next = memory_zeroed((size_t)count, sizeof *lights->next);
        lights->count =
            archive_folder_read(&file, 0, lights->all, (size_t)count * sizeof *lights->all) /
            sizeof *lights->all;
        link_lights(lights, place);
    } else {
        place->bad_files++;
    }
    archive_folder_close(&file);
}

void raw_lights_free(struct raw_lights *lights)
{
    free(lights->all);
    free(lights->next);
    free(lights->first);
    free(lights->is_light);
    *lights = (struct raw_lights){0};
}

/* True if the node's visit began before a fork: it is not counted in the child. */
static bool was_inherited(const struct format_node *raw)
{
    return !raw->count && (raw->open || raw->aborted || raw->min != UINT64_MAX);
}

static void meet_anchor(struct lights_met *met, const struct format_node *raw, uint32_t row,
                        bool is_loop)
{
    met->anchors =
        memory_grow(met->anchors, &met->anchor_room, met->anchor_count + 1, sizeof *met->anchors);
    uint64_t ended = number_minus(raw->count, (uint64_t)raw->aborted + (raw->open != 0));
    met->anchors[met->anchor_count++] = (struct lights_anchor){
        .record = raw->self,
        .row = row,
        .region = raw->region,
        .passes = is_loop ? raw->trips : ended,
        .at_least = raw->open || raw->aborted || was_inherited(raw),
    };
}

static void meet_light(struct lights_met *met, const struct format_node *raw, uint32_t row)
{
    uint32_t next = (uint32_t)met->below_count;
    uint32_t found = pairs_add(&met->below_rows, raw->parent, raw->region, next);
    if (found == next) {
        met->below =
            memory_grow(met->below, &met->below_room, met->below_count + 1, sizeof *met->below);
        met->below[met->below_count++] = (struct lights_below){.record = raw->self, .row = row};
    }
    struct lights_below *below = &met->below[found];
    uint64_t ended = number_minus(raw->count, raw->open != 0);
    below->visits = number_add(below->visits, raw->count);
    below->timed = number_add(below->timed, raw->min != UINT64_MAX ? ended : 0);
    below->trips = number_add(below->trips, raw->trips);
    below->ticks = number_add(below->ticks, raw->time);
}

void lights_meet_node(struct lights_met *met, const struct format_node *raw, uint32_t row,
                      bool is_loop)
{
    met->passes =
        memory_grow(met->passes, &met->pass_room, (size_t)raw->self + 1, sizeof *met->passes);
    for (; met->pass_count <= raw->self; met->pass_count++)
        met->passes[met->pass_count] = (struct lights_passes){0};
    met->passes[raw->self] =
        (struct lights_passes){number_minus(raw->count, raw->open != 0), raw->trips};
    if (met->lights->first[raw->region])
        meet_anchor(met, raw, row, is_loop);
    if (met->lights->is_light[raw->region])
        meet_light(met, raw, row);
}

void lights_meet_values(struct lights_met *met, const struct lights_values *head,
                        const uint64_t *values)
{
    struct lights_anchor *anchor = met->anchor_count ? &met->anchors[met->anchor_count - 1] : NULL;
    size_t count = format_values_count(head->sums, head->ranges);
    for (size_t i = 0; i < head->sums && head->node < met->pass_count; i++)
        met->passes[head->node].passes = number_add(met->passes[head->node].passes, values[i]);
    if (!anchor || anchor->record != head->node)
        return; /* not an anchor of any light region */
    met->values =
        memory_grow(met->values, &met->value_room, met->value_count + count, sizeof *met->values);
    memcpy(met->values + met->value_count, values, count * sizeof *values);
    anchor->values = met->value_count;
    anchor->sums = head->sums;
    anchor->ranges = head->ranges;
    anchor->at_least |= head->lost != 0;
    met->value_count += count;
}

/* Uses the visits that were timed before sampling began, if none was timed since. One that took far
 * longer than all others is not used. */
static void take_first(struct lights_sampled *sampled, const struct archive_nodes *all,
                       const struct archive_ticks *moments)
{
    uint32_t row = sampled->row;
    uint64_t visits =
        number_minus(all->visits[row], number_add(all->unfinished[row], sampled->untimed));
    uint64_t time = all->inclusive_time[row], most = all->time_max[row];
    if (all->time_min[row] == ARCHIVE_UNKNOWN || !visits)
        return;
    if (visits > 1 && most / FORMAT_RARE > number_minus(time, most) / (visits - 1)) {
        time = number_minus(time, most);
        visits--;
    }
    const uint64_t many = UINT64_C(1) << 32;
    sampled->timed.visits = visits;
    sampled->timed.ticks = number_scale(time, many, archive_ticks_ns(moments, many));
}

/* Fits a line to the ticks of visits by their passes. */
static void fit(struct timed_visits *timed, const struct format_sampled *raw)
{
    double count = (double)raw->fit_visits, ticks = (double)raw->fit_ticks / count;
    timed->fit_visits = raw->fit_visits;
    if (!raw->fit_visits)
        return;
    timed->passes = (double)raw->fit_passes / count;
    double variance = raw->fit_squares / count - timed->passes * timed->passes;
    double slope = (raw->fit_products / count - ticks * timed->passes) / variance;
    bool varies = variance > 1e-6 * timed->passes * timed->passes && isfinite(slope);
    timed->variance = varies ? variance : 0;
    timed->slope = varies ? slope : 0;
}

void lights_meet_sampled(struct lights_met *met, const struct format_sampled *raw, uint32_t row,
                         const struct archive_nodes *nodes, const struct archive_ticks *moments)
{
    const struct lights_passes none = {0},
                               *own = raw->node < met->pass_count ? &met->passes[raw->node] : &none;
    bool scale_rare = raw->rare >= RARE_LEAST;
    met->sampled =
        memory_grow(met->sampled, &met->sampled_room, met->sampled_count + 1, sizeof *met->sampled);
    pairs_add(&met->sampled_rows, raw->node, 0, (uint32_t)met->sampled_count);
    struct lights_sampled *sampled = &met->sampled[met->sampled_count++];
    *sampled = (struct lights_sampled){
        .row = row,
        .untimed = raw->untimed,
        .untimed_passes = UINT64_MAX,
        .timed.visits = scale_rare ? number_add(raw->visits, raw->rare) : raw->visits,
        .timed.ticks = scale_rare ? number_add(raw->ticks, raw->rare_ticks) : raw->ticks};
    if (raw->timed == number_minus(own->ended, raw->untimed))
        sampled->untimed_passes = number_minus(own->passes, raw->timed_passes);
    fit(&sampled->timed, raw);
    if (!sampled->timed.visits)
        take_first(sampled, nodes, moments);
}

/* Returns what to add to the mean time of the timed visits, as others had more passes on average,
 * or fewer. If this cannot be told from the timed visits, as their passes were nearly the same,
 * *unlike becomes true; the mean is then reduced to a lower bound. */
static double correction(const struct timed_visits *timed, double mean, double passes, bool *unlike)
{
    enum { FAR = 4 }; /* standard deviations, above half of the mean */
    double more = passes - timed->passes, most = timed->passes > 0 ? mean / timed->passes : 0;
    double slope = timed->slope < 0 ? 0 : timed->slope > most ? most : timed->slope;
    *unlike = more * more > timed->passes * timed->passes / 4 + FAR * FAR * timed->variance;
    if (*unlike)
        return more < 0 ? more * most : 0;
    return more * slope;
}

/* Estimates the time of the visits that were not timed from the mean of the timed ones, less the
 * clock's own cost. The node becomes untimed if there are none, or they are too short to be
 * timed. */
static void add_estimate(struct archive_raw_reader *reader, struct archive_raw_place *place,
                         uint32_t row, uint64_t untimed, uint64_t passes,
                         const struct timed_visits *timed)
{
    struct archive_nodes *all = &reader->archive->nodes;
    double inside = (double)place->record.costs.inside / FORMAT_COSTS_SCALE;
    double mean = timed->visits ? (double)timed->ticks / (double)timed->visits : 0;
    if (!untimed)
        return;
    all->untimed[row] = number_add(all->untimed[row], untimed);
    bool too_short = timed->visits && mean < SHORTEST_BY_CLOCK * inside, unlike = false;
    mean -= inside;
    if (timed->fit_visits && passes != UINT64_MAX)
        mean += correction(timed, mean, (double)passes / (double)untimed, &unlike);
    if (unlike)
        all->how[row] |= ARCHIVE_UNLIKE;
    else if (too_short)
        all->how[row] |= ARCHIVE_TOO_SHORT;
    if (!timed->visits || too_short || !all->timed[row]) {
        all->timed[row] = ARCHIVE_UNTIMED;
        return;
    }
    double more = mean > 0 ? (double)untimed * mean : 0; /* rounding can make it less than 0 */
    uint64_t most = (uint64_t)INT64_MAX;
    archive_raw_add_estimate(
        reader, place, row,
        archive_ticks_ns(&place->moments, more < (double)most ? (uint64_t)more : most));
    all->timed[row] = ARCHIVE_ESTIMATED;
}

/* Returns the row of a node below another, which is added if it is new; ARCHIVE_NONE: there are too
 * many. */
static uint32_t row_below(struct archive *archive, struct pairs *nodes, uint32_t parent,
                          uint32_t region)
{
    size_t next = archive->nodes.rows;
    if (next >= ARCHIVE_NONE - 1)
        return ARCHIVE_NONE;
    uint32_t row = pairs_add(nodes, parent, region, (uint32_t)next);
    if (row < next)
        return row;
    archive_schema_add_rows(archive, SCHEMA_NODES, 1);
    struct archive_nodes *all = &archive->nodes;
    all->lane[row] = all->lane[parent];
    all->parent[row] = parent;
    all->region[row] = region;
    all->time_min[row] = ARCHIVE_UNKNOWN;
    all->trips_min[row] = ARCHIVE_UNKNOWN;
    return row;
}

static uint64_t sum_of(const struct lights_met *met, const struct lights_anchor *anchor, int which)
{
    assert(anchor->values + anchor->sums <= met->value_count);
    return which < anchor->sums ? met->values[anchor->values + (size_t)which] : 0;
}

static void add_range(struct archive_nodes *all, uint32_t row, uint64_t least, uint64_t most)
{
    if (least < all->trips_min[row])
        all->trips_min[row] = least;
    if (most > all->trips_max[row])
        all->trips_max[row] = most;
}

/* Returns the least and the most trips of a visit that the anchor recorded; NULL if it recorded
 * none, or there was no visit. */
static const uint64_t *range_of(const struct lights_met *met, const struct lights_anchor *anchor,
                                const struct format_light *light)
{
    if (light->range < 0 || light->range >= anchor->ranges)
        return NULL;
    const uint64_t *range = &met->values[anchor->values + anchor->sums + 2 * (size_t)light->range];
    return range[0] <= range[1] ? range : NULL;
}

/* Updates the least and the most trips of a visit, also for visits that were only derived. */
static void set_range(struct archive_nodes *all, uint32_t row, const struct lights_anchor *anchor,
                      const struct format_light *light, const uint64_t *range, bool new_visits)
{
    bool handed_over = light->range >= 0 && light->range < anchor->ranges;
    if (range)
        add_range(all, row, range[0], range[1]);
    if (handed_over || !new_visits)
        return;
    if (light->trips < 0 && light->out_of > 1) {
        add_range(all, row, light->least, light->most);
    } else if (light->trips < 0) {
        add_range(all, row, light->times, light->times);
    } else {
        all->trips_min[row] = ARCHIVE_UNKNOWN; /* of some visits it is not known */
        all->trips_max[row] = 0;
    }
}

/* Returns the node of a light region in visits of its anchor that had probes; NULL: none. */
static const struct lights_below *find_below(const struct lights_met *met, uint32_t record,
                                             uint32_t region)
{
    uint32_t found =
        record == UINT32_MAX ? PAIRS_NONE : pairs_find(&met->below_rows, record, region);
    return found == PAIRS_NONE ? NULL : &met->below[found];
}

/* True if `who`, a row of the table of lights or an anchor, may use a node's own counts, those of
 * visits with a probe. Only the first one that asks may: an anchor can be a light region of
 * another, and several rows can describe one region at one place. */
static bool claim(struct lights_met *met, uint32_t who, uint32_t record)
{
    return pairs_add(&met->claims, record, 0, who) == who;
}

static bool claim_as_row(struct lights_met *met, const struct format_light *light, uint32_t record)
{
    return claim(met, (uint32_t)(light - met->lights->all), record);
}

static bool claim_as_anchor(struct lights_met *met, const struct lights_anchor *anchor)
{
    return claim(met, (uint32_t)(met->lights->count + (size_t)(anchor - met->anchors)),
                 anchor->record);
}

/* The counts of one light region below an anchor. Derived counts are totals that include visits
 * with a probe; summed ones come on top of these. */
struct light_counts {
    uint64_t visits, trips;         /* total */
    uint64_t new_visits, new_trips; /* those without a probe */
};

static struct light_counts count_light(struct lights_met *met, const struct lights_anchor *anchor,
                                       const struct format_light *light, uint64_t passes,
                                       const struct lights_below *below)
{
    bool own = below && claim_as_row(met, light, below->record);
    uint64_t visits = own ? below->visits : 0, trips = own ? below->trips : 0;
    struct light_counts counts;
    if (light->visits >= 0)
        counts.new_visits = sum_of(met, anchor, light->visits);
    else
        counts.new_visits =
            number_minus(number_scale(passes, light->per, light->every ? light->every : 1), visits);
    counts.visits = number_add(visits, counts.new_visits);
    if (light->trips >= 0)
        counts.new_trips = sum_of(met, anchor, light->trips);
    else
        counts.new_trips = number_minus(
            number_scale(counts.visits, light->times, light->out_of ? light->out_of : 1), trips);
    counts.trips = number_add(trips, counts.new_trips);
    return counts;
}

/* Estimates the time of visits without a probe from those that had one. */
static void estimate_light(struct archive_raw_reader *reader, struct archive_raw_place *place,
                           const struct lights_met *met, uint32_t row,
                           const struct lights_below *below, const struct light_counts *counts)
{
    uint32_t sampled = below ? pairs_find(&met->sampled_rows, below->record, 0) : PAIRS_NONE;
    const struct lights_sampled *some = sampled == PAIRS_NONE ? NULL : &met->sampled[sampled];
    struct timed_visits timed = {0};
    if (some && some->timed.visits)
        timed = some->timed;
    else if (below)
        timed = (struct timed_visits){.visits = below->timed, .ticks = below->ticks};
    add_estimate(reader, place, row, counts->new_visits, counts->new_trips, &timed);
}

/* Returns enum archive_how of a light region; `unprobed`: some visits had no probe. */
static unsigned how_counted(const struct lights_anchor *anchor, const struct format_light *light,
                            bool is_loop, bool unprobed)
{
    unsigned how = anchor->at_least ? ARCHIVE_AT_LEAST : 0;
    if (!unprobed)
        return how;
    return how | ARCHIVE_LIGHT | (light->visits < 0 ? ARCHIVE_DERIVED_VISITS : 0) |
           (is_loop && light->trips < 0 ? ARCHIVE_DERIVED_TRIPS : 0);
}

static struct light_found add_light(struct lights_met *met, struct archive_raw_reader *reader,
                                    struct archive_raw_place *place, struct pairs *nodes,
                                    const struct lights_anchor *anchor,
                                    const struct format_light *light,
                                    const struct light_found *around)
{
    struct archive *archive = reader->archive;
    uint32_t region = place->rows[light->region];
    const struct lights_below *below = find_below(met, around->record, light->region);
    struct light_counts counts = count_light(met, anchor, light, around->passes, below);
    bool is_loop = region != ARCHIVE_NONE && archive->regions.kind[region] == TRI_KIND_LOOP;
    struct light_found found = {.row = around->row,
                                .record = below ? below->record : UINT32_MAX,
                                .passes = is_loop ? counts.trips : counts.visits};
    bool wanted = region != ARCHIVE_NONE && !(place->facts[light->region] & RAW_OFF);
    const uint64_t *range = range_of(met, anchor, light);
    bool any = counts.new_visits || counts.new_trips || range || anchor->at_least || below;
    uint32_t known = wanted ? pairs_find(nodes, around->row, region) : PAIRS_NONE;
    if (known != PAIRS_NONE)
        found.row = known;
    if (!wanted || !any)
        return found;
    uint32_t row = row_below(archive, nodes, around->row, region);
    if (row == ARCHIVE_NONE)
        return found;
    struct archive_nodes *all = &archive->nodes;
    found.row = row;
    all->visits[row] = number_add(all->visits[row], counts.new_visits);
    all->how[row] |= (uint8_t)how_counted(anchor, light, is_loop, counts.new_visits || !below);
    if (is_loop) {
        all->trips[row] = number_add(all->trips[row], counts.new_trips);
        set_range(all, row, anchor, light, range, counts.new_visits != 0);
    }
    estimate_light(reader, place, met, row, below, &counts);
    return found;
}

static void expand_anchor(struct lights_met *met, struct archive_raw_reader *reader,
                          struct archive_raw_place *place, struct pairs *nodes,
                          const struct lights_anchor *anchor, struct light_found *found)
{
    const struct raw_lights *lights = met->lights;
    const struct light_found own = {anchor->row, anchor->record,
                                    claim_as_anchor(met, anchor) ? anchor->passes : 0};
    for (uint32_t i = lights->first[anchor->region]; i; i = lights->next[i]) {
        const struct format_light *light = &lights->all[i];
        found[i] = add_light(met, reader, place, nodes, anchor, light,
                             light->within ? &found[light->within] : &own);
    }
}

/* Compares visits on call paths where none was timed with the timed ones of the same region on
 * other call paths: if they had far more passes each, they are not short. */
static void compare_unknown(const struct lights_met *met, struct archive_nodes *nodes)
{
    enum { FAR = 4 };
    struct pairs regions = {0}; /* (region, 0) -> a node of it with timed visits */
    for (size_t i = 0; i < met->sampled_count; i++) {
        if (met->sampled[i].timed.fit_visits)
            pairs_add(&regions, nodes->region[met->sampled[i].row], 0, (uint32_t)i);
    }
    for (size_t i = 0; i < met->sampled_count; i++) {
        const struct lights_sampled *sampled = &met->sampled[i];
        uint32_t found = pairs_find(&regions, nodes->region[sampled->row], 0);
        bool known = sampled->timed.visits || sampled->untimed_passes == UINT64_MAX;
        if (known || found == PAIRS_NONE)
            continue;
        double most = FAR * met->sampled[found].timed.passes * (double)sampled->untimed;
        if ((double)sampled->untimed_passes > most)
            nodes->how[sampled->row] |= ARCHIVE_UNLIKE;
    }
    pairs_free(&regions);
}

void lights_expand(struct lights_met *met, struct archive_raw_reader *reader,
                   struct archive_raw_place *place, struct pairs *nodes)
{
    struct light_found *found = memory_zeroed(met->lights->count + 1, sizeof *found);
    for (size_t i = 0; i < met->anchor_count; i++)
        expand_anchor(met, reader, place, nodes, &met->anchors[i], found);
    free(found);
    for (size_t i = 0; i < met->sampled_count; i++) {
        const struct lights_sampled *sampled = &met->sampled[i];
        add_estimate(reader, place, sampled->row, sampled->untimed, sampled->untimed_passes,
                     &sampled->timed);
    }
    compare_unknown(met, &reader->archive->nodes);
}

void lights_met_free(struct lights_met *met)
{
    free(met->anchors);
    free(met->values);
    free(met->below);
    free(met->passes);
    free(met->sampled);
    pairs_free(&met->below_rows);
    pairs_free(&met->claims);
    pairs_free(&met->sampled_rows);
    *met = (struct lights_met){0};
}
