/* activities.c: see activities.h */
#include "analysis/changes/activities.h"

#include "util/interned.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

enum { LATE = 100 }; /* who came last matters if that was at least this fraction of the run */

/* What is known of a side. Keys are numbers in the set `keys`, equal on both sides. */
struct side {
    const struct archive *archive;
    uint32_t *site; /* by region: a number that is the same on both sides */
    uint32_t *keys; /* by activity */
    uint64_t late;  /* ns from which on it matters who was late */
};

struct matching {
    struct analysis_activity_changes *to;
    struct interned *keys, *sites;
    struct side sides[CHANGES_SIDES];
};

static bool is_directive(const struct archive *archive, uint32_t region)
{
    uint32_t kind = archive->regions.kind[region];
    const char *name = archive_text(archive, archive->regions.name[region]);
    return kind == TRI_KIND_MOVE || (kind == TRI_KIND_FINISH && !strcmp(name, "finish"));
}

static bool has_directives(const struct archive *archive)
{
    for (uint32_t i = 1; i < archive->regions.rows; i++) {
        if (is_directive(archive, i))
            return true;
    }
    return false;
}

/* Numbers regions: by their rows in the comparison, or by their lines if they have none. */
static void number_sites(struct matching *matching, const struct analysis_changes *changes,
                         int which)
{
    struct side *side = &matching->sides[which];
    const struct archive_regions *regions = &side->archive->regions;
    uint32_t run = which ? (uint32_t)changes->table.before : 0;
    side->site = memory_zeroed(regions->rows + 1, sizeof *side->site);
    for (uint32_t i = 1; i < regions->rows; i++) {
        char *text = memory_printf("%s %s:%u", archive_text(side->archive, regions->name[i]),
                                   archive_text(side->archive, regions->file[i]), regions->line[i]);
        side->site[i] = interned_add_text(matching->sites, text);
        free(text);
    }
    for (uint32_t i = 1; !changes->paths && i < changes->count; i++) {
        if (changes->rows[i].run[which] != run)
            continue;
        char *text = memory_printf("row %u", i);
        side->site[changes->rows[i].region[which]] = interned_add_text(matching->sites, text);
        free(text);
    }
}

static uint32_t add_key(struct matching *matching, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t parts[] = {a, b, c};
    return interned_add(matching->keys, parts, sizeof parts);
}

static bool is_started(const struct archive_activities *all, uint32_t row)
{
    return all->ordinal[row] != ARCHIVE_NONE && all->made_at[row];
}

static uint32_t parent_of(const struct archive *archive, uint32_t row)
{
    const struct archive_activities *all = &archive->activities;
    return is_started(all, row) && all->parent[row] != ARCHIVE_NONE
               ? archive_activity(archive, all->place[row], all->parent[row])
               : ARCHIVE_NONE;
}

/* Finds the key of an activity, from that of the one that started it. */
static uint32_t key_of(struct matching *matching, const struct side *side, uint32_t row)
{
    const struct archive_activities *all = &side->archive->activities;
    uint32_t parent = parent_of(side->archive, row);
    uint32_t above = parent == ARCHIVE_NONE ? ARCHIVE_NONE : side->keys[parent];
    if (is_started(all, row))
        return add_key(matching, above, side->site[all->made_at[row]], all->ordinal[row]);
    return add_key(matching, ARCHIVE_NONE - 1, side->archive->places.number[all->place[row]],
                   all->number[row]);
}

/* Finds the keys of all activities: first those of the ones above. */
static void find_keys(struct matching *matching, struct side *side)
{
    size_t rows = side->archive->activities.rows, room = 0;
    uint32_t *above = NULL;
    side->keys = memory_zeroed(rows + 1, sizeof *side->keys);
    for (size_t i = 0; i < rows; i++)
        side->keys[i] = ARCHIVE_NONE;
    for (uint32_t i = 0; i < rows; i++) {
        size_t depth = 0;
        for (uint32_t row = i;
             row != ARCHIVE_NONE && side->keys[row] == ARCHIVE_NONE && depth <= rows;
             row = parent_of(side->archive, row)) {
            above = memory_grow(above, &room, depth + 1, sizeof *above);
            above[depth++] = row;
        }
        while (depth) {
            uint32_t row = above[--depth];
            side->keys[row] = key_of(matching, side, row);
        }
    }
    free(above);
}

/* Adds up the moves of each activity. */
static struct analysis_activity_moves *add_moves(const struct side *side)
{
    const struct archive *archive = side->archive;
    const struct archive_moves *all = &archive->moves;
    struct analysis_activity_moves *sums =
        memory_zeroed(archive->activities.rows + 1, sizeof *sums);
    for (size_t i = 0; i < all->rows; i++) {
        if (all->activity[i] == ARCHIVE_NONE)
            continue;
        struct analysis_activity_moves *sum = &sums[all->activity[i]];
        uint64_t where = side->site[archive->nodes.region[all->node[i]]];
        where = (where * 1000003 + archive->places.number[all->source[i]]) * 1000003;
        if (all->target[i] != ARCHIVE_NONE)
            where += 1 + archive->places.number[all->target[i]];
        if (!sum->count) {
            sum->source = all->source[i];
            sum->target = all->target[i];
        }
        sum->count++;
        sum->bytes += all->bytes[i];
        sum->where += where * UINT64_C(0x9e3779b97f4a7c15); /* in any order */
    }
    return sums;
}

/* Adds to the changes of a directive. */
static void add_change(struct analysis_activity_changes *to, enum analysis_activity_fate fate,
                       const uint32_t regions[CHANGES_SIDES], const uint32_t rows[CHANGES_SIDES])
{
    for (size_t i = 0; i < to->count; i++) {
        struct analysis_activity_change *change = &to->list[i];
        if (change->fate == fate && !memcmp(change->region, regions, sizeof change->region)) {
            change->count++;
            return;
        }
    }
    to->list = memory_grow(to->list, &to->room, to->count + 1, sizeof *to->list);
    struct analysis_activity_change *change = &to->list[to->count++];
    *change = (struct analysis_activity_change){.fate = fate, .count = 1};
    memcpy(change->region, regions, sizeof change->region);
    memcpy(change->example, rows, sizeof change->example);
}

/* Returns what has each key: a row of a side, or ARCHIVE_NONE. */
static uint32_t *by_key(const struct matching *matching, const uint32_t *keys, size_t rows)
{
    size_t count = interned_count(matching->keys);
    uint32_t *found = memory_zeroed(count + 1, sizeof *found);
    for (size_t i = 0; i < count; i++)
        found[i] = ARCHIVE_NONE;
    for (size_t i = rows; i-- > 0;)
        found[keys[i]] = (uint32_t)i;
    return found;
}

static void compare_activities(struct matching *matching)
{
    struct analysis_activity_changes *to = matching->to;
    uint32_t *rows[CHANGES_SIDES];
    for (int i = 0; i < CHANGES_SIDES; i++) {
        const struct side *side = &matching->sides[i];
        rows[i] = by_key(matching, side->keys, side->archive->activities.rows);
    }
    for (uint32_t key = 0; key < interned_count(matching->keys); key++) {
        const uint32_t pair[CHANGES_SIDES] = {rows[0][key], rows[1][key]};
        uint32_t regions[CHANGES_SIDES] = {0, 0};
        for (int i = 0; i < CHANGES_SIDES; i++) {
            const struct archive_activities *all = &matching->sides[i].archive->activities;
            if (pair[i] != ARCHIVE_NONE && is_started(all, pair[i]))
                regions[i] = all->made_at[pair[i]];
            to->activities[i] += regions[i] != 0;
        }
        to->both += regions[0] && regions[1];
        if (regions[0] && regions[1]) {
            const struct analysis_activity_moves *a = &to->moves[0][pair[0]],
                                                 *b = &to->moves[1][pair[1]];
            if (a->count != b->count || a->bytes != b->bytes || a->where != b->where)
                add_change(to, ACTIVITY_MOVES, regions, pair);
        } else if (regions[0] || regions[1]) {
            add_change(to, regions[0] ? ACTIVITY_GONE : ACTIVITY_NEW, regions, pair);
        }
    }
    free(rows[0]);
    free(rows[1]);
}

struct visit {
    uint32_t key, site, row;
    uint64_t start;
};

static int by_visit(const void *left, const void *right)
{
    const struct visit *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    if (a->site != b->site)
        return a->site < b->site ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

/* Returns the keys of all finishes: their activity, their directive, and which of its visits. */
static uint32_t *finish_keys(struct matching *matching, const struct side *side)
{
    const struct archive *archive = side->archive;
    const struct archive_finishes *all = &archive->finishes;
    struct visit *visits = memory_zeroed(all->rows + 1, sizeof *visits);
    uint32_t *keys = memory_zeroed(all->rows + 1, sizeof *keys), ordinal = 0;
    for (uint32_t i = 0; i < all->rows; i++)
        visits[i] = (struct visit){
            .key = all->activity[i] == ARCHIVE_NONE ? ARCHIVE_NONE : side->keys[all->activity[i]],
            .site = side->site[archive->nodes.region[all->node[i]]],
            .row = i,
            .start = all->start[i]};
    if (all->rows)
        qsort(visits, all->rows, sizeof *visits, by_visit);
    for (size_t i = 0; i < all->rows; i++) {
        bool again =
            i && visits[i - 1].key == visits[i].key && visits[i - 1].site == visits[i].site;
        ordinal = again ? ordinal + 1 : 0;
        uint32_t of = add_key(matching, visits[i].key, visits[i].site, ARCHIVE_NONE);
        keys[visits[i].row] = add_key(matching, of, ARCHIVE_NONE, ordinal);
    }
    free(visits);
    return keys;
}

/* Returns the key of the activity that a finish waited for alone; ARCHIVE_NONE if that was not
 * long. */
static uint32_t late_one(const struct side *side, uint32_t finish)
{
    const struct archive_finishes *all = &side->archive->finishes;
    uint32_t last = all->last[finish];
    return last == ARCHIVE_NONE || all->participant_count[finish] < 2 ||
                   all->late[finish] < side->late
               ? ARCHIVE_NONE
               : side->keys[last];
}

static void compare_finishes(struct matching *matching)
{
    uint32_t *keys[CHANGES_SIDES], *rows[CHANGES_SIDES];
    for (int i = 0; i < CHANGES_SIDES; i++)
        keys[i] = finish_keys(matching, &matching->sides[i]);
    for (int i = 0; i < CHANGES_SIDES; i++)
        rows[i] = by_key(matching, keys[i], matching->sides[i].archive->finishes.rows);
    for (uint32_t key = 0; key < interned_count(matching->keys); key++) {
        const uint32_t pair[CHANGES_SIDES] = {rows[0][key], rows[1][key]};
        if (pair[0] == ARCHIVE_NONE || pair[1] == ARCHIVE_NONE)
            continue; /* its directive has other visits, or its activity is new or gone */
        uint32_t regions[CHANGES_SIDES], members[CHANGES_SIDES];
        for (int i = 0; i < CHANGES_SIDES; i++) {
            const struct archive *archive = matching->sides[i].archive;
            regions[i] = archive->nodes.region[archive->finishes.node[pair[i]]];
            members[i] = archive->finishes.participant_count[pair[i]];
        }
        uint32_t before = late_one(&matching->sides[0], pair[0]),
                 after = late_one(&matching->sides[1], pair[1]);
        if (members[0] != members[1])
            add_change(matching->to, ACTIVITY_PARTICIPANTS, regions, pair);
        else if (before != after)
            add_change(matching->to, ACTIVITY_LAST, regions, pair);
    }
    for (int i = 0; i < CHANGES_SIDES; i++) {
        free(keys[i]);
        free(rows[i]);
    }
}

struct analysis_activity_changes *
analysis_activity_changes_new(const struct analysis_changes *changes)
{
    const struct archive *first[CHANGES_SIDES] = {
        changes->table.runs[0].archive, changes->table.runs[changes->table.before].archive};
    if (!has_directives(first[0]) || !has_directives(first[1]))
        return NULL;
    struct analysis_activity_changes *to = memory_zeroed(1, sizeof *to);
    struct matching matching = {.to = to, .keys = interned_new(), .sites = interned_new()};
    to->is_logged = first[0]->finishes.rows + first[0]->moves.rows &&
                    first[1]->finishes.rows + first[1]->moves.rows;
    for (int i = 0; i < CHANGES_SIDES; i++) {
        struct side *side = &matching.sides[i];
        double time = analysis_changes_median(changes, 0, CHANGES_TIME, i);
        side->archive = to->archive[i] = first[i];
        side->late = time > 0 ? (uint64_t)(time / LATE) : 0;
        number_sites(&matching, changes, i);
        find_keys(&matching, side);
        to->moves[i] = add_moves(side);
    }
    if (to->is_logged) {
        compare_activities(&matching);
        compare_finishes(&matching);
    }
    for (int i = 0; i < CHANGES_SIDES; i++) {
        free(matching.sides[i].site);
        free(matching.sides[i].keys);
    }
    interned_free(matching.keys);
    interned_free(matching.sites);
    return to;
}

void analysis_activity_changes_free(struct analysis_activity_changes *changes)
{
    if (!changes)
        return;
    free(changes->moves[0]);
    free(changes->moves[1]);
    free(changes->list);
    free(changes);
}
