/* missing_hidden.c: visits that were not logged, and the time of lanes that they hide. */
#include "cube/missing.h"

#include "archive/time/cycle_classes.h"
#include "cube/cube.h"
#include "format/event.h"
#include "format/region.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

/* At most one part in HIDDEN_PART of the time drawn as one class may be of others. */
enum { HIDDEN_PART = 10 };

/* Returns the kinds that all logs have; 0 if nothing was logged. */
static uint32_t logged_kinds(const struct archive *archive)
{
    uint32_t kinds = archive->logs.rows ? FORMAT_EVENTS_ALL : 0;
    for (size_t i = 0; i < archive->logs.rows; i++)
        kinds &= archive->logs.kinds[i];
    return kinds;
}

static uint32_t kind_of(const struct archive *archive, uint32_t node)
{
    return archive->regions.kind[archive->nodes.region[node]];
}

static bool is_chosen(const struct archive *archive, uint32_t node, uint32_t kinds)
{
    uint32_t needed = format_events_of(kind_of(archive, node));
    return !needed || needed & kinds;
}

/* True if its time is not a separate part of the time above it. */
static bool is_share(const struct archive *archive, uint32_t node)
{
    return kind_of(archive, node) == TRI_KIND_FILE || kind_of(archive, node) == TRI_KIND_OBJECT;
}

static bool is_logged(const struct archive *archive, uint32_t node, uint32_t kinds)
{
    uint32_t region = archive->nodes.region[node];
    return archive->nodes.parent[node] == ARCHIVE_NONE ||
           (archive->nodes.timed[node] && is_chosen(archive, node, kinds) &&
            !(archive->regions.flags[region] & FORMAT_FILTERED));
}

static enum archive_cycles_class class_of(const struct archive *archive, const uint8_t *classes,
                                          uint32_t node)
{
    uint32_t region = archive->nodes.region[node];
    return region ? (enum archive_cycles_class)classes[region]
                  : archive_cycles_class_of(archive, 0, archive->nodes.lane[node]);
}

/* Adds the time of each node to the nearest logged node around it, as which it would be drawn. */
static void find_nodes(struct cube_missing_hidden *hidden, const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint32_t kinds = logged_kinds(archive);
    struct cube *cube = cube_new(archive, false);
    uint32_t *shown = memory_zeroed(nodes->rows, sizeof *shown);
    uint64_t *drawn = memory_zeroed(nodes->rows, sizeof *drawn),
             *others = memory_zeroed(nodes->rows, sizeof *others);
    const uint8_t *classes = hidden->classes;
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t as = is_logged(archive, i, kinds) ? i : shown[nodes->parent[i]];
        uint64_t own = is_share(archive, i) ? 0 : cube->self[i];
        shown[i] = as;
        drawn[as] = number_add(drawn[as], own);
        if (class_of(archive, classes, i) != class_of(archive, classes, as))
            others[as] = number_add(others[as], own);
    }
    for (uint32_t i = 0; i < nodes->rows; i++) {
        hidden->nodes[i] = others[i] > drawn[i] / HIDDEN_PART;
        hidden->any |= hidden->nodes[i];
    }
    cube_free(cube);
    free(shown);
    free(drawn);
    free(others);
}

static void find_lanes(struct cube_missing_hidden *hidden, const struct archive *archive)
{
    const struct archive_lanes *lanes = &archive->lanes;
    for (size_t i = 0; i < lanes->rows; i++) {
        uint64_t length = number_minus(lanes->filtered_to[i], lanes->filtered_from[i]);
        hidden->lanes[i] = lanes->filtered_aside[i] > length / HIDDEN_PART && length;
        hidden->any |= hidden->lanes[i];
    }
}

static void find_roots(struct cube_missing_hidden *hidden, const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    for (size_t i = 0; i < archive->lanes.rows; i++)
        hidden->roots[i] = ARCHIVE_NONE;
    for (uint32_t i = 0; i < nodes->rows; i++) {
        if (nodes->parent[i] == ARCHIVE_NONE)
            hidden->roots[nodes->lane[i]] = i;
    }
}

/* Finds the hidden time. In a part of another archive, time outside of the selected visits is
 * unknown. */
struct cube_missing_hidden cube_missing_hidden_new(const struct archive *archive)
{
    struct cube_missing_hidden hidden = {
        .nodes = memory_zeroed(archive->nodes.rows, sizeof *hidden.nodes),
        .lanes = memory_zeroed(archive->lanes.rows, sizeof *hidden.lanes),
        .roots = memory_zeroed(archive->lanes.rows, sizeof *hidden.roots),
        .classes = archive_cycles_classes_new(archive),
    };
    find_roots(&hidden, archive);
    hidden.outside = hidden.any = archive->logs.rows && *archive->run.part_of;
    if (!archive->logs.rows || hidden.outside)
        return hidden;
    find_nodes(&hidden, archive);
    find_lanes(&hidden, archive);
    return hidden;
}

void cube_missing_hidden_free(struct cube_missing_hidden *hidden)
{
    free(hidden->nodes);
    free(hidden->lanes);
    free(hidden->roots);
    free(hidden->classes);
    *hidden = (struct cube_missing_hidden){0};
}

/* Returns the number of visits whose kinds, bits of enum format_events_kind, are all among `bits`,
 * in a place, or in all (ARCHIVE_NONE). */
static uint64_t visits_of(const struct archive *archive, uint32_t bits, uint32_t place)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint64_t visits = 0;
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t kinds = format_events_of(kind_of(archive, i));
        if (kinds && !(kinds & ~bits) &&
            (place == ARCHIVE_NONE || archive->lanes.place[nodes->lane[i]] == place))
            visits = number_add(visits, nodes->visits[i]);
    }
    return visits;
}

/* Appends ": 12 of rank 0, 14 of rank 1, and of 2 more". */
static void add_places(struct buffer *to, const struct archive *archive, uint32_t bits)
{
    enum { MOST_PLACES = 4 };
    size_t named = 0, more = 0;
    for (uint32_t i = 0; i < archive->places.rows; i++) {
        char name[ARCHIVE_NAME];
        uint64_t visits = visits_of(archive, bits, i);
        if (!visits || named == MOST_PLACES) {
            more += visits != 0;
            continue;
        }
        archive_place_name(archive, i, name);
        buffer_add(to, named++ ? ", " : ": ");
        words_count(to, visits, true);
        buffer_printf(to, " of %s %s", archive->places.rank[i] != ARCHIVE_NONE ? "rank" : "place",
                      name);
    }
    if (more)
        buffer_printf(to, ", and of %zu more", more);
}

bool cube_missing_kinds_write(struct buffer *to, const struct archive *archive)
{
    uint32_t absent = archive->logs.rows ? FORMAT_EVENTS_ALL & ~logged_kinds(archive) : 0;
    static const struct format_word words[] = FORMAT_EVENTS_WORDS;
    bool any = false;
    for (uint32_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        uint64_t visits =
            absent & words[i].bit ? visits_of(archive, words[i].bit, ARCHIVE_NONE) : 0;
        if (!visits || *archive->run.part_of)
            continue;
        buffer_add(to, any ? ", " : "not logged, as --events or --filter excludes the kind: ");
        words_count(to, visits, true);
        buffer_printf(to, " visit%s of %s", visits == 1 ? "" : "s", words[i].word);
        any = true;
    }
    if (any && archive->places.rows > 1)
        add_places(to, archive, absent);
    return any;
}

void cube_missing_hidden_write(struct buffer *to, const struct archive *archive)
{
    struct buffer text = {0};
    if (*archive->run.part_of) {
        buffer_printf(
            to,
            "%sunknown: time outside of the selected events, as this is a part of another archive",
            to->used ? "; " : "");
        return;
    }
    if (cube_missing_kinds_write(&text, archive))
        buffer_printf(to, "%s%s", to->used ? "; " : "", text.text);
    buffer_free(&text);
    buffer_printf(to,
                  "%sunknown: intervals in which events that were not logged took more than a "
                  "tenth of the time",
                  to->used ? "; " : "");
}
