/* items.c: see items.h */
#include "analysis/changes/items.h"

#include "analysis/division/names.h"
#include "cube/region_words.h"
#include "format/region.h"
#include "util/buffer.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

/* Items in the making. */
struct making {
    struct analysis_changes_items *to;
    struct interned *texts;
    uint32_t *routines; /* by region: text */
    uint32_t *nodes;    /* by region: its first node, plus 1; 0: it was not visited */
    struct pairs lines; /* (text of routine, level and line; region) -> position in that line */
};

static bool is_item(uint32_t kind)
{
    return kind && kind != TRI_KIND_FILE && kind != TRI_KIND_PAUSE && kind != TRI_KIND_OBJECT;
}

/* Finds the first node of each region that was visited. */
static void find_nodes(struct making *making)
{
    const struct archive *archive = making->to->archive;
    making->nodes = memory_zeroed(archive->regions.rows + 1, sizeof *making->nodes);
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t region = archive->nodes.region[i];
        bool visited = archive->nodes.visits[i] || archive->nodes.unfinished[i];
        if (visited && archive->nodes.parent[i] != ARCHIVE_NONE && !making->nodes[region])
            making->nodes[region] = i + 1;
    }
}

static bool is_loop(const struct archive *archive, uint32_t node)
{
    return archive->regions.kind[archive->nodes.region[node]] == TRI_KIND_LOOP;
}

/* Returns the node of the nearest loop around a node that is in the source of the same routine;
 * ARCHIVE_NONE if there is none. */
static uint32_t loop_around(const struct making *making, uint32_t node)
{
    const struct archive *archive = making->to->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    uint32_t routine = making->routines[nodes->region[node]];
    for (uint32_t at = nodes->parent[node]; at != ARCHIVE_NONE; at = nodes->parent[at]) {
        uint32_t region = nodes->region[at];
        if (is_loop(archive, at) && making->routines[region] == routine)
            return at;
        bool own = archive->regions.kind[region] == TRI_KIND_ROUTINE &&
                   making->routines[region] == routine;
        if (own)
            return ARCHIVE_NONE;
    }
    return ARCHIVE_NONE;
}

/* Counts the loops of the same line around a loop. */
static uint32_t level_of(const struct making *making, uint32_t region)
{
    const struct archive *archive = making->to->archive;
    uint32_t level = 0, node = making->nodes[region] - 1;
    while ((node = loop_around(making, node)) != ARCHIVE_NONE) {
        uint32_t other = archive->nodes.region[node];
        level += other != region && archive->regions.line[other] == archive->regions.line[region];
    }
    return level;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns how many items with the same text precede a region: siblings in one line. Copies of a
 * loop in a binary are no siblings. */
static uint32_t position(struct making *making, uint32_t text, uint32_t region)
{
    const struct archive_regions *regions = &making->to->archive->regions;
    if (regions->flags[region] & FORMAT_BINARY && regions->line[region])
        return 0;
    uint32_t at = 0;
    while (pairs_find(&making->lines, text, at) != PAIRS_NONE)
        at++;
    pairs_add(&making->lines, text, at, region);
    return at;
}

/* Returns the text by which a region is found in all runs of the same source. A routine may have
 * moved inside of its file. */
static uint32_t key_of(struct making *making, uint32_t region, struct analysis_changes_item *item)
{
    size_t size;
    const struct archive_regions *regions = &making->to->archive->regions;
    struct buffer text = {0};
    buffer_printf(&text, "%u %u %u %u", item->kind, item->routine, item->name, item->file);
    item->sure = true;
    if (item->kind != TRI_KIND_ROUTINE) {
        uint32_t in = item->kind == TRI_KIND_LOOP ? region : regions->routine[region];
        buffer_printf(&text, " %u %u in %" PRIx64, item->line, item->level,
                      analysis_division_source_tag(making->to->sources, in ? in : region));
        if (!item->line)
            buffer_printf(&text, " no. %u", item->seq);
        item->sure = analysis_division_source(making->to->sources, in ? in : region, &size) != NULL;
        uint32_t at = position(making, interned_add_text(making->texts, text.text), region);
        buffer_printf(&text, " at %u", at);
    }
    uint32_t key = interned_add_text(making->texts, text.text);
    buffer_free(&text);
    return key;
}

/* Adds a region to the item with its key, which may be new. */
static void add_region(struct making *making, uint32_t region, struct pairs *known)
{
    struct analysis_changes_items *to = making->to;
    const struct archive_regions *regions = &to->archive->regions;
    const char *file = last_part(archive_text(to->archive, regions->file[region]));
    struct analysis_changes_item item = {
        .kind = regions->kind[region],
        .routine = making->routines[region],
        .file =
            interned_add(making->texts, file, cube_region_file_size(file, regions->line[region])),
        .line = regions->line[region],
        .seq = regions->seq[region],
        .parent = ARCHIVE_NONE,
        .region = region,
    };
    item.name =
        item.kind == TRI_KIND_ROUTINE
            ? item.routine
            : interned_add_text(making->texts, archive_text(to->archive, regions->name[region]));
    if (item.kind == TRI_KIND_LOOP)
        item.level = level_of(making, region);
    item.key = key_of(making, region, &item);
    uint32_t number = pairs_add(known, item.key, 0, to->count);
    if (number == to->count)
        to->items[to->count++] = item;
    to->of_region[region] = number;
}

static void set_parents(const struct making *making)
{
    struct analysis_changes_items *to = making->to;
    for (uint32_t i = 0; i < to->count; i++) {
        uint32_t around = loop_around(making, making->nodes[to->items[i].region] - 1);
        if (around == ARCHIVE_NONE || to->items[i].kind == TRI_KIND_ROUTINE)
            continue;
        uint32_t parent = to->of_region[to->archive->nodes.region[around]];
        to->items[i].parent = parent == i ? ARCHIVE_NONE : parent;
    }
}

/* Adds up what the items did, as evidence for matching them. */
static void sum_up(struct analysis_changes_items *to)
{
    const struct archive_nodes *nodes = &to->archive->nodes;
    uint32_t *factors = changes_items_factors(to->archive);
    uint8_t *rests = changes_items_rests(to);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t number = to->of_region[nodes->region[i]];
        if (number == ARCHIVE_NONE)
            continue;
        struct analysis_changes_item *item = &to->items[number];
        if (!rests[nodes->region[i]])
            item->visits = number_add(item->visits, nodes->visits[i]);
        item->trips = number_add(item->trips, changes_items_trips(to->archive, i, factors));
        item->bytes = number_add(item->bytes, nodes->bytes[i]);
    }
    free(factors);
    free(rests);
}

struct analysis_changes_items changes_items_new(const struct archive *archive,
                                                struct interned *texts)
{
    struct analysis_changes_items to = {.archive = archive};
    struct making making = {.to = &to, .texts = texts};
    struct pairs known = {0};
    size_t regions = archive->regions.rows;
    to.sources = analysis_division_sources_new(archive);
    to.items = memory_zeroed(regions + 1, sizeof *to.items);
    to.of_region = memory_zeroed(regions + 1, sizeof *to.of_region);
    making.routines = analysis_division_names(archive, texts);
    find_nodes(&making);
    for (uint32_t i = 0; i < regions; i++) {
        to.of_region[i] = ARCHIVE_NONE;
        if (making.nodes[i] && is_item(archive->regions.kind[i]))
            add_region(&making, i, &known);
    }
    set_parents(&making);
    sum_up(&to);
    pairs_free(&known);
    pairs_free(&making.lines);
    free(making.routines);
    free(making.nodes);
    return to;
}

void changes_items_free(struct analysis_changes_items *items)
{
    analysis_division_sources_free(items->sources);
    free(items->items);
    free(items->of_region);
}

uint64_t changes_items_trips(const struct archive *archive, uint32_t node, const uint32_t *factors)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint32_t factor = factors[nodes->region[node]];
    uint64_t trips = factor > 1 ? number_scale(nodes->trips[node], factor, 1) : nodes->trips[node];
    return number_add(trips, nodes->beside[node]);
}

uint32_t *changes_items_factors(const struct archive *archive)
{
    uint32_t *factors = memory_zeroed(archive->regions.rows + 1, sizeof *factors);
    for (size_t i = 0; i < archive->loops.rows; i++) {
        if (archive->loops.region[i] < archive->regions.rows)
            factors[archive->loops.region[i]] = archive->loops.factor[i];
    }
    return factors;
}

uint8_t *changes_items_rests(const struct analysis_changes_items *items)
{
    const struct archive_loops *loops = &items->archive->loops;
    size_t regions = items->archive->regions.rows;
    uint8_t *rests = memory_zeroed(regions + 1, sizeof *rests);
    uint8_t *has_main = memory_zeroed(items->count + 1, sizeof *has_main);
    for (size_t i = 0; i < loops->rows; i++) {
        if (loops->region[i] < regions)
            rests[loops->region[i]] = loops->rest_of[i] != 0;
    }
    for (uint32_t i = 0; i < regions; i++) {
        if (items->of_region[i] != ARCHIVE_NONE && !rests[i])
            has_main[items->of_region[i]] = 1;
    }
    for (uint32_t i = 0; i < regions; i++)
        rests[i] &= items->of_region[i] != ARCHIVE_NONE && has_main[items->of_region[i]];
    free(has_main);
    return rests;
}
