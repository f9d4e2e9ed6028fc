/* values.c: fills the rows of a comparison with the values of each run. */
#include "analysis/changes/changes.h"

#include "analysis/changes/noise.h"
#include "analysis/division/source_trips.h"
#include "analysis/division/tree.h"
#include "cube/cube.h"
#include "util/memory.h"
#include "util/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <triptych/probes.h>

/* Whether the times of a row are known in a run. */
enum { NOT_VISITED, TIMED, NOT_TIMED };

/* The filling of one run. */
struct filling {
    struct analysis_changes *changes;
    uint32_t run;
    const struct analysis_changes_items *items;
    struct pairs *paths; /* (row above, entry) -> row */
    size_t *room;        /* of rows */
    uint32_t *rows;      /* by node; ARCHIVE_NONE: of none */
    uint8_t *timing;     /* by row and run: TIMED and so on */
};

static int side_of(const struct filling *filling)
{
    return filling->run < filling->changes->table.before ? CHANGES_BEFORE : CHANGES_AFTER;
}

static uint32_t add_row(struct filling *filling, uint32_t parent, uint32_t entry)
{
    struct analysis_changes *changes = filling->changes;
    uint32_t row = pairs_add(filling->paths, parent, entry, changes->count);
    if (row != changes->count)
        return row;
    changes->rows = memory_grow(changes->rows, filling->room, (size_t)changes->count + 1,
                                sizeof *changes->rows);
    changes->rows[changes->count++] = (struct analysis_changes_row){
        .entry = entry,
        .parent = parent,
        .run = {ARCHIVE_NONE, ARCHIVE_NONE},
        .region = {ARCHIVE_NONE, ARCHIVE_NONE},
    };
    return row;
}

/* Notes that the run has a row, as a region. */
static void note_region(struct filling *filling, uint32_t row, uint32_t region)
{
    struct analysis_changes_row *of = &filling->changes->rows[row];
    int side = side_of(filling);
    if (of->run[side] != ARCHIVE_NONE)
        return;
    of->run[side] = filling->run;
    of->region[side] = region;
}

static bool is_routine(const struct analysis_changes_table *table, uint32_t entry)
{
    const struct analysis_changes_item *item =
        analysis_changes_table_item(table, entry, CHANGES_BEFORE);
    item = item ? item : analysis_changes_table_item(table, entry, CHANGES_AFTER);
    return item->kind == TRI_KIND_ROUTINE;
}

/* Returns the row of the routine that a loop was inlined from, below the row of what is around it:
 * call paths are the same, whether a routine was inlined or not. */
static uint32_t add_inlined(struct filling *filling, uint32_t above, const uint32_t *routines,
                            uint32_t entry)
{
    const struct analysis_changes *changes = filling->changes;
    const struct analysis_changes_table *table = &changes->table;
    const struct analysis_changes_item *item =
        analysis_changes_table_item(table, entry, side_of(filling));
    if (!item || item->kind != TRI_KIND_LOOP || routines[item->routine] == ARCHIVE_NONE)
        return above;
    uint32_t at = above;
    while (at && !is_routine(table, changes->rows[at].entry))
        at = changes->rows[at].parent;
    if (changes->rows[at].entry == routines[item->routine])
        return above;
    return add_row(filling, above, routines[item->routine]);
}

/* Returns, by text of a name, the entry of the routine; ARCHIVE_NONE if there is none. */
static uint32_t *find_routines(const struct filling *filling)
{
    const struct analysis_changes_table *table = &filling->changes->table;
    uint32_t texts = interned_count(table->texts);
    uint32_t *routines = memory_zeroed((size_t)texts + 1, sizeof *routines);
    for (uint32_t i = 0; i < texts; i++)
        routines[i] = ARCHIVE_NONE;
    for (uint32_t i = 0; i < table->count; i++) {
        const struct analysis_changes_item *item =
            analysis_changes_table_item(table, i, side_of(filling));
        item = item ? item : analysis_changes_table_item(table, i, 1 - side_of(filling));
        if (item->kind == TRI_KIND_ROUTINE)
            routines[item->routine] = i;
    }
    return routines;
}

static void find_rows(struct filling *filling)
{
    const struct archive_nodes *nodes = &filling->items->archive->nodes;
    const uint32_t *entries = filling->changes->table.entry_of[filling->run];
    uint32_t *routines = find_routines(filling);
    uint32_t *path = memory_zeroed(nodes->rows + 1, sizeof *path); /* rows, also of roots */
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t item = filling->items->of_region[nodes->region[i]];
        uint32_t above = nodes->parent[i] == ARCHIVE_NONE ? 0 : path[nodes->parent[i]];
        path[i] = above;
        filling->rows[i] = ARCHIVE_NONE;
        if (item == ARCHIVE_NONE || nodes->parent[i] == ARCHIVE_NONE)
            continue;
        if (filling->changes->paths) {
            above = add_inlined(filling, above, routines, entries[item]);
            path[i] = filling->rows[i] = add_row(filling, above, entries[item]);
        } else {
            filling->rows[i] = add_row(filling, 0, entries[item]);
        }
        note_region(filling, filling->rows[i], nodes->region[i]);
    }
    free(routines);
    free(path);
}

static bool key(const struct cube *cube, uint32_t node, const void *with, uint32_t *a, uint32_t *b)
{
    const uint32_t *rows = with;
    (void)cube;
    *a = rows[node];
    *b = 0;
    return *a != ARCHIVE_NONE;
}

static void set(const struct filling *filling, uint32_t row, enum analysis_changes_measure measure,
                double value)
{
    analysis_changes_values(filling->changes, row, measure)[filling->run] = value;
}

/* Adds to a value that may not be known yet. */
static void add(const struct filling *filling, uint32_t row, enum analysis_changes_measure measure,
                double value)
{
    double *to = &analysis_changes_values(filling->changes, row, measure)[filling->run];
    *to = (isnan(*to) ? 0 : *to) + value;
}

/* Adds visits and trips, which need the facts of binary loops, node by node. */
static void add_counts(const struct filling *filling)
{
    const struct archive *archive = filling->items->archive;
    uint32_t *factors = changes_items_factors(archive);
    uint8_t *rests = changes_items_rests(filling->items),
            *trips = analysis_division_source_trips(archive);
    size_t runs = filling->changes->table.run_count;
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t region = archive->nodes.region[i];
        if (filling->rows[i] == ARCHIVE_NONE)
            continue;
        if (archive->nodes.trips[i])
            filling->changes->trips[filling->rows[i] * runs + filling->run] |= trips[region];
        add(filling, filling->rows[i], CHANGES_VISITS,
            rests[region] ? 0 : (double)archive->nodes.visits[i]);
        if (archive->regions.kind[region] == TRI_KIND_LOOP)
            add(filling, filling->rows[i], CHANGES_TRIPS,
                (double)changes_items_trips(archive, i, factors));
    }
    free(factors);
    free(rests);
    free(trips);
}

/* Sets times, bytes and instructions, and forgets counts that are only lower bounds. */
static void set_sums(const struct filling *filling, uint32_t row, const struct cube_sums *sums,
                     bool executed)
{
    const struct analysis_changes *changes = filling->changes;
    const struct archive *archive = filling->items->archive;
    uint32_t region = changes->rows[row].region[side_of(filling)];
    uint32_t kind = archive->regions.kind[region];
    bool noted = *archive_text(archive, archive->regions.note[region]);
    bool open = sums->unfinished || sums->aborted || sums->fewest || sums->at_least;
    size_t cell = (size_t)row * changes->table.run_count + filling->run;
    bool vague = sums->estimated && !sums->self; /* estimates of what is inside leave nothing */
    filling->timing[cell] = sums->untimed ? NOT_TIMED : TIMED;
    if (!sums->untimed && !sums->at_least && !changes->clocks) {
        set(filling, row, CHANGES_TIME, vague ? NAN : (double)sums->self);
        set(filling, row, CHANGES_INCLUSIVE, (double)sums->time);
    }
    if (sums->fewest)
        set(filling, row, CHANGES_VISITS, NAN);
    if (kind == TRI_KIND_LOOP && (noted || open))
        set(filling, row, CHANGES_TRIPS, NAN);
    if ((kind == TRI_KIND_IO || kind == TRI_KIND_COMM) && !noted && !sums->fewest)
        set(filling, row, CHANGES_BYTES, (double)sums->bytes);
    if (executed)
        set(filling, row, CHANGES_INSTRUCTIONS, (double)sums->instructions);
    changes->lacks[cell] = sums->loops_lack ? CHANGES_LACKS_LOOPS : 0;
}

/* Sets the values of the run as a whole. */
static void set_run(const struct filling *filling, const struct cube *cube, bool executed)
{
    const struct archive *archive = filling->items->archive;
    bool at_least = false;
    uint64_t start = archive_start(archive), end = archive_end(archive, &at_least);
    if (!at_least && end > start)
        set(filling, 0, CHANGES_TIME, (double)(end - start));
    set(filling, 0, CHANGES_INCLUSIVE, (double)cube->total);
    double instructions = 0;
    for (uint32_t i = 0; i < archive->nodes.rows; i++)
        instructions += (double)archive->nodes.instructions[i];
    if (executed)
        set(filling, 0, CHANGES_INSTRUCTIONS, instructions);
}

static void fill_values(const struct filling *filling)
{
    const struct archive *archive = filling->items->archive;
    struct cube *cube = cube_new(archive, false);
    struct cube_rows sums = cube_project(cube, key, filling->rows);
    bool executed = analysis_division_tree_knows(archive, DIVISION_INSTRUCTIONS);
    add_counts(filling);
    for (size_t i = 0; i < sums.count; i++)
        set_sums(filling, sums.rows[i].a, &sums.rows[i].sums, executed);
    set_run(filling, cube, executed);
    cube_rows_free(&sums);
    cube_free(cube);
}

/* Returns, by row, whether it was timed in some runs only. */
static uint8_t *find_mixed(const struct analysis_changes *changes, const uint8_t *timing)
{
    size_t runs = changes->table.run_count;
    uint8_t *mixed = memory_zeroed((size_t)changes->count + 1, sizeof *mixed);
    for (uint32_t row = 1; row < changes->count; row++) {
        bool seen[NOT_TIMED + 1] = {false};
        for (size_t run = 0; run < runs; run++)
            seen[timing[row * runs + run]] = true;
        mixed[row] = seen[TIMED] && seen[NOT_TIMED];
    }
    return mixed;
}

/* Where a run did not time a row that others did, its time is in the next timed row around it. */
static void note_takers(const struct filling *filling, const uint8_t *mixed)
{
    const struct archive_nodes *nodes = &filling->items->archive->nodes;
    size_t runs = filling->changes->table.run_count;
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t row = filling->rows[i];
        if (row == ARCHIVE_NONE || !mixed[row] ||
            filling->timing[row * runs + filling->run] != NOT_TIMED)
            continue;
        for (uint32_t at = nodes->parent[i]; at != ARCHIVE_NONE; at = nodes->parent[at]) {
            size_t cell = (size_t)filling->rows[at] * runs + filling->run;
            if (filling->rows[at] != ARCHIVE_NONE && filling->timing[cell] == TIMED) {
                filling->changes->lacks[cell] |= CHANGES_LACKS_CALLS;
                break;
            }
        }
    }
}

/* Forgets trips that cannot be compared: those of a vectorised loop whose factor is not known, and
 * lower bounds; and those of a loop whose factor is known in some runs only. */
static void forget_trips(struct analysis_changes *changes)
{
    size_t runs = changes->table.run_count;
    for (uint32_t row = 1; row < changes->count; row++) {
        const uint8_t *trips = &changes->trips[row * runs];
        double *values = analysis_changes_values(changes, row, CHANGES_TRIPS);
        uint8_t some = 0, all = UINT8_MAX, vague = DIVISION_TRIPS_VECTOR | DIVISION_TRIPS_FEWEST;
        for (size_t run = 0; run < runs; run++) {
            some |= trips[run];
            all &= trips[run] ? trips[run] : UINT8_MAX;
        }
        bool differs = (some & DIVISION_TRIPS_OWN) != (all & some & DIVISION_TRIPS_OWN);
        if (changes->rows[row].run[CHANGES_BEFORE] == ARCHIVE_NONE ||
            changes->rows[row].run[CHANGES_AFTER] == ARCHIVE_NONE || (!differs && !(some & vague)))
            continue;
        for (size_t run = 0; run < runs; run++)
            values[run] = differs || trips[run] & vague ? NAN : values[run];
        changes->untold++;
    }
}

/* Sets the values of runs that lack a row which other runs of their side have: it was not
 * visited. */
static void fill_gaps(struct analysis_changes *changes)
{
    size_t runs = changes->table.run_count, before = changes->table.before;
    for (uint32_t row = 1; row < changes->count; row++) {
        double *visits = analysis_changes_values(changes, row, CHANGES_VISITS);
        double *trips = analysis_changes_values(changes, row, CHANGES_TRIPS);
        for (size_t run = 0; run < runs; run++) {
            int side = run < before ? CHANGES_BEFORE : CHANGES_AFTER;
            bool absent = isnan(visits[run]) && isnan(trips[run]) &&
                          changes->rows[row].run[side] != ARCHIVE_NONE;
            for (int i = 0; i < CHANGES_MEASURES && absent; i++) {
                double *values = analysis_changes_values(changes, row, i);
                if (!isnan(values[changes->rows[row].run[side]]) && isnan(values[run]))
                    values[run] = 0;
            }
        }
    }
}

void analysis_changes_fill(struct analysis_changes *changes)
{
    struct analysis_changes_table *table = &changes->table;
    struct pairs paths = {0};
    size_t room = 0;
    struct filling *fillings = memory_zeroed(table->run_count + 1, sizeof *fillings);
    changes->rows = memory_grow(NULL, &room, table->count + 1, sizeof *changes->rows);
    changes->rows[changes->count++] = (struct analysis_changes_row){
        .entry = ARCHIVE_NONE, .run = {0, (uint32_t)table->before}, .region = {0, 0}};
    for (uint32_t run = 0; run < table->run_count; run++) {
        const struct analysis_changes_items *items = &table->runs[run];
        fillings[run] = (struct filling){
            .changes = changes, .run = run, .items = items, .paths = &paths, .room = &room};
        fillings[run].rows =
            memory_zeroed(items->archive->nodes.rows + 1, sizeof *fillings[run].rows);
        find_rows(&fillings[run]);
    }
    size_t cells = (size_t)changes->count * table->run_count;
    changes->values = memory_zeroed(cells * CHANGES_MEASURES + 1, sizeof *changes->values);
    changes->lacks = memory_zeroed(cells + 1, sizeof *changes->lacks);
    changes->trips = memory_zeroed(cells + 1, sizeof *changes->trips);
    for (size_t i = 0; i < cells * CHANGES_MEASURES; i++)
        changes->values[i] = NAN;
    uint8_t *timing = memory_zeroed(cells + 1, sizeof *timing);
    for (uint32_t run = 0; run < table->run_count; run++) {
        fillings[run].timing = timing;
        fill_values(&fillings[run]);
    }
    uint8_t *mixed = find_mixed(changes, timing);
    for (uint32_t run = 0; run < table->run_count; run++) {
        note_takers(&fillings[run], mixed);
        free(fillings[run].rows);
    }
    forget_trips(changes);
    fill_gaps(changes);
    free(mixed);
    free(timing);
    free(fillings);
    pairs_free(&paths);
}
