/* activities.c: see activities.h */
#include "analysis/changes/activities.h"

#include "util/interned.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

enum { LATE = 100 }; /* who came last matters if that was at least this fraction of the run */

/* What is known of a run. Keys are numbers in the set `keys`, equal in all runs. */
struct run {
    const struct archive *archive;
    int side;
    uint32_t *site; /* by region: a number that is the same in all runs */
    uint32_t *keys; /* by activity */
    uint32_t *rows; /* by key: the activity, or the finish that is being compared */
    uint64_t late;  /* ns from which on it matters who was late */
    struct analysis_activity_moves *moves;
};

struct matching {
    struct analysis_activity_changes *to;
    struct interned *keys, *sites;
    struct run *runs; /* those with a log */
    size_t count, of_side[CHANGES_SIDES];
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

/* Numbers regions: by their entries in the comparison, or by their lines if they have none. */
static void number_sites(struct matching *matching, const struct analysis_changes_table *table,
                         uint32_t number, struct run *run)
{
    const struct archive_regions *regions = &run->archive->regions;
    run->site = memory_zeroed(regions->rows + 1, sizeof *run->site);
    for (uint32_t i = 1; i < regions->rows; i++) {
        uint32_t item = table->runs[number].of_region[i];
        char *text =
            item != ARCHIVE_NONE
                ? memory_printf("entry %u", table->entry_of[number][item])
                : memory_printf("%s %s:%u", archive_text(run->archive, regions->name[i]),
                                archive_text(run->archive, regions->file[i]), regions->line[i]);
        run->site[i] = interned_add_text(matching->sites, text);
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
static uint32_t key_of(struct matching *matching, const struct run *run, uint32_t row)
{
    const struct archive_activities *all = &run->archive->activities;
    uint32_t parent = parent_of(run->archive, row);
    uint32_t above = parent == ARCHIVE_NONE ? ARCHIVE_NONE : run->keys[parent];
    if (is_started(all, row))
        return add_key(matching, above, run->site[all->made_at[row]], all->ordinal[row]);
    return add_key(matching, ARCHIVE_NONE - 1, run->archive->places.number[all->place[row]],
                   all->number[row]);
}

/* Finds the keys of all activities: first those of the ones above. */
static void find_keys(struct matching *matching, struct run *run)
{
    size_t rows = run->archive->activities.rows, room = 0;
    uint32_t *above = NULL;
    run->keys = memory_zeroed(rows + 1, sizeof *run->keys);
    for (size_t i = 0; i < rows; i++)
        run->keys[i] = ARCHIVE_NONE;
    for (uint32_t i = 0; i < rows; i++) {
        size_t depth = 0;
        for (uint32_t row = i;
             row != ARCHIVE_NONE && run->keys[row] == ARCHIVE_NONE && depth <= rows;
             row = parent_of(run->archive, row)) {
            above = memory_grow(above, &room, depth + 1, sizeof *above);
            above[depth++] = row;
        }
        while (depth) {
            uint32_t row = above[--depth];
            run->keys[row] = key_of(matching, run, row);
        }
    }
    free(above);
}

/* Adds up the moves of each activity. */
static struct analysis_activity_moves *add_moves(const struct run *run)
{
    const struct archive *archive = run->archive;
    const struct archive_moves *all = &archive->moves;
    struct analysis_activity_moves *sums =
        memory_zeroed(archive->activities.rows + 1, sizeof *sums);
    for (size_t i = 0; i < all->rows; i++) {
        if (all->activity[i] == ARCHIVE_NONE)
            continue;
        struct analysis_activity_moves *sum = &sums[all->activity[i]];
        uint64_t where = run->site[archive->nodes.region[all->node[i]]];
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

/* A thing on both sides: the run that stands for each, and the row there. */
struct pair {
    const struct run *run[CHANGES_SIDES]; /* NULL: half of the runs or more do not have it */
    uint32_t row[CHANGES_SIDES], region[CHANGES_SIDES], site[CHANGES_SIDES];
};

/* Adds to the changes of a directive. */
static void add_change(struct analysis_activity_changes *to, enum analysis_activity_fate fate,
                       const struct pair *pair)
{
    for (size_t i = 0; i < to->count; i++) {
        struct analysis_activity_change *change = &to->list[i];
        if (change->fate == fate && !memcmp(change->site, pair->site, sizeof change->site)) {
            change->count++;
            return;
        }
    }
    to->list = memory_grow(to->list, &to->room, to->count + 1, sizeof *to->list);
    struct analysis_activity_change *change = &to->list[to->count++];
    *change = (struct analysis_activity_change){.fate = fate, .count = 1};
    memcpy(change->site, pair->site, sizeof change->site);
    memcpy(change->region, pair->region, sizeof change->region);
    for (int side = 0; side < CHANGES_SIDES; side++) {
        const struct run *run = pair->run[side];
        change->example[side] = run ? pair->row[side] : ARCHIVE_NONE;
        change->archive[side] = run ? run->archive : NULL;
        if (run && (fate == ACTIVITY_NEW || fate == ACTIVITY_GONE || fate == ACTIVITY_MOVES))
            change->moves[side] = run->moves[pair->row[side]];
    }
}

/* Finds what has each key in a run: a row, or ARCHIVE_NONE. */
static void find_rows(const struct matching *matching, struct run *run, const uint32_t *keys,
                      size_t rows)
{
    size_t count = interned_count(matching->keys);
    free(run->rows);
    run->rows = memory_zeroed(count + 1, sizeof *run->rows);
    for (size_t i = 0; i < count; i++)
        run->rows[i] = ARCHIVE_NONE;
    for (size_t i = rows; i-- > 0;)
        run->rows[keys[i]] = (uint32_t)i;
}

/* Returns less than 0 if a row of a run comes before one of another run; 0: they are alike. */
typedef int compare_rows(const struct run *a, uint32_t row, const struct run *b, uint32_t other);

/* Finds the run in the middle of those of a side that have the key, in the order of `compare`. */
static void find_middle(const struct matching *matching, uint32_t key, int side,
                        compare_rows *compare, struct pair *pair)
{
    size_t have = 0;
    for (size_t i = 0; i < matching->count; i++)
        have += matching->runs[i].side == side && matching->runs[i].rows[key] != ARCHIVE_NONE;
    for (size_t i = 0; 2 * have > matching->of_side[side] && i < matching->count; i++) {
        const struct run *run = &matching->runs[i];
        size_t before = 0;
        if (run->side != side || run->rows[key] == ARCHIVE_NONE)
            continue;
        for (size_t k = 0; k < matching->count; k++) {
            const struct run *other = &matching->runs[k];
            if (k == i || other->side != side || other->rows[key] == ARCHIVE_NONE)
                continue;
            int order = compare(other, other->rows[key], run, run->rows[key]);
            before += order < 0 || (order == 0 && k < i);
        }
        if (before == (have - 1) / 2) {
            pair->run[side] = run;
            pair->row[side] = run->rows[key];
        }
    }
}

static int by_moves(const struct run *a, uint32_t row, const struct run *b, uint32_t other)
{
    const struct analysis_activity_moves *left = &a->moves[row], *right = &b->moves[other];
    if (left->count != right->count)
        return left->count < right->count ? -1 : 1;
    return left->bytes < right->bytes ? -1 : left->bytes > right->bytes;
}

/* True if in some run before, moves led to the same places as in some run after. */
static bool share_places(const struct matching *matching, uint32_t key)
{
    for (size_t i = 0; i < matching->of_side[CHANGES_BEFORE]; i++) {
        const struct run *a = &matching->runs[i];
        for (size_t k = matching->of_side[CHANGES_BEFORE]; k < matching->count; k++) {
            const struct run *b = &matching->runs[k];
            if (a->rows[key] != ARCHIVE_NONE && b->rows[key] != ARCHIVE_NONE &&
                a->moves[a->rows[key]].where == b->moves[b->rows[key]].where)
                return true;
        }
    }
    return false;
}

static void compare_activity(struct matching *matching, uint32_t key)
{
    struct analysis_activity_changes *to = matching->to;
    struct pair pair = {0};
    for (int i = 0; i < CHANGES_SIDES; i++) {
        find_middle(matching, key, i, by_moves, &pair);
        const struct run *run = pair.run[i];
        if (run && is_started(&run->archive->activities, pair.row[i])) {
            pair.region[i] = run->archive->activities.made_at[pair.row[i]];
            pair.site[i] = 1 + run->site[pair.region[i]];
        }
        to->activities[i] += pair.region[i] != 0;
    }
    to->both += pair.region[0] && pair.region[1];
    if (pair.region[0] && pair.region[1]) {
        if (by_moves(pair.run[0], pair.row[0], pair.run[1], pair.row[1]) != 0 ||
            !share_places(matching, key))
            add_change(to, ACTIVITY_MOVES, &pair);
    } else if (pair.region[0] || pair.region[1]) {
        add_change(to, pair.region[0] ? ACTIVITY_GONE : ACTIVITY_NEW, &pair);
    }
}

static void compare_activities(struct matching *matching)
{
    for (size_t i = 0; i < matching->count; i++) {
        struct run *run = &matching->runs[i];
        find_rows(matching, run, run->keys, run->archive->activities.rows);
    }
    for (uint32_t key = 0; key < interned_count(matching->keys); key++)
        compare_activity(matching, key);
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
static uint32_t *finish_keys(struct matching *matching, const struct run *run)
{
    const struct archive *archive = run->archive;
    const struct archive_finishes *all = &archive->finishes;
    struct visit *visits = memory_zeroed(all->rows + 1, sizeof *visits);
    uint32_t *keys = memory_zeroed(all->rows + 1, sizeof *keys), ordinal = 0;
    for (uint32_t i = 0; i < all->rows; i++)
        visits[i] = (struct visit){
            .key = all->activity[i] == ARCHIVE_NONE ? ARCHIVE_NONE : run->keys[all->activity[i]],
            .site = run->site[archive->nodes.region[all->node[i]]],
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
static uint32_t late_one(const struct run *run, uint32_t finish)
{
    const struct archive_finishes *all = &run->archive->finishes;
    uint32_t last = all->last[finish];
    return last == ARCHIVE_NONE || all->participant_count[finish] < 2 ||
                   all->late[finish] < run->late
               ? ARCHIVE_NONE
               : run->keys[last];
}

static int by_participants(const struct run *a, uint32_t row, const struct run *b, uint32_t other)
{
    uint32_t left = a->archive->finishes.participant_count[row],
             right = b->archive->finishes.participant_count[other];
    return left < right ? -1 : left > right;
}

/* True if the same activity was late, or none, in some run before and in some run after. */
static bool share_late_one(const struct matching *matching, uint32_t key)
{
    for (size_t i = 0; i < matching->of_side[CHANGES_BEFORE]; i++) {
        const struct run *a = &matching->runs[i];
        for (size_t k = matching->of_side[CHANGES_BEFORE]; k < matching->count; k++) {
            const struct run *b = &matching->runs[k];
            if (a->rows[key] != ARCHIVE_NONE && b->rows[key] != ARCHIVE_NONE &&
                late_one(a, a->rows[key]) == late_one(b, b->rows[key]))
                return true;
        }
    }
    return false;
}

static void compare_finish(struct matching *matching, uint32_t key)
{
    struct pair pair = {0};
    for (int i = 0; i < CHANGES_SIDES; i++) {
        find_middle(matching, key, i, by_participants, &pair);
        if (!pair.run[i])
            return; /* its directive has other visits, or its activity is new or gone */
        const struct archive *archive = pair.run[i]->archive;
        pair.region[i] = archive->nodes.region[archive->finishes.node[pair.row[i]]];
        pair.site[i] = 1 + pair.run[i]->site[pair.region[i]];
    }
    if (by_participants(pair.run[0], pair.row[0], pair.run[1], pair.row[1]) != 0)
        add_change(matching->to, ACTIVITY_PARTICIPANTS, &pair);
    else if (!share_late_one(matching, key))
        add_change(matching->to, ACTIVITY_LAST, &pair);
}

static void compare_finishes(struct matching *matching)
{
    uint32_t **keys = memory_zeroed(matching->count, sizeof *keys);
    for (size_t i = 0; i < matching->count; i++)
        keys[i] = finish_keys(matching, &matching->runs[i]);
    for (size_t i = 0; i < matching->count; i++) {
        struct run *run = &matching->runs[i];
        find_rows(matching, run, keys[i], run->archive->finishes.rows);
        free(keys[i]);
    }
    free(keys);
    for (uint32_t key = 0; key < interned_count(matching->keys); key++)
        compare_finish(matching, key);
}

static bool has_log(const struct archive *archive)
{
    return archive->finishes.rows || archive->moves.rows;
}

/* Adds the runs of both sides that have a log. */
static void add_runs(struct matching *matching, const struct analysis_changes *changes)
{
    const struct analysis_changes_table *table = &changes->table;
    matching->runs = memory_zeroed(table->run_count, sizeof *matching->runs);
    for (uint32_t i = 0; i < table->run_count; i++) {
        struct run *run = &matching->runs[matching->count];
        if (!has_log(table->runs[i].archive))
            continue;
        run->archive = table->runs[i].archive;
        run->side = i < table->before ? CHANGES_BEFORE : CHANGES_AFTER;
        double time = analysis_changes_median(changes, 0, CHANGES_TIME, run->side);
        run->late = time > 0 ? (uint64_t)(time / LATE) : 0;
        number_sites(matching, table, i, run);
        find_keys(matching, run);
        run->moves = add_moves(run);
        matching->of_side[run->side]++;
        matching->count++;
    }
}

struct analysis_activity_changes *
analysis_activity_changes_new(const struct analysis_changes *changes)
{
    const struct analysis_changes_table *table = &changes->table;
    if (!has_directives(table->runs[0].archive) ||
        !has_directives(table->runs[table->before].archive))
        return NULL;
    struct analysis_activity_changes *to = memory_zeroed(1, sizeof *to);
    struct matching matching = {.to = to, .keys = interned_new(), .sites = interned_new()};
    add_runs(&matching, changes);
    to->is_logged = matching.of_side[CHANGES_BEFORE] && matching.of_side[CHANGES_AFTER];
    if (to->is_logged) {
        compare_activities(&matching);
        compare_finishes(&matching);
    }
    for (size_t i = 0; i < matching.count; i++) {
        free(matching.runs[i].site);
        free(matching.runs[i].keys);
        free(matching.runs[i].rows);
        free(matching.runs[i].moves);
    }
    free(matching.runs);
    interned_free(matching.keys);
    interned_free(matching.sites);
    return to;
}

void analysis_activity_changes_free(struct analysis_activity_changes *changes)
{
    if (!changes)
        return;
    free(changes->list);
    free(changes);
}
