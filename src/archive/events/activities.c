/* activities.c: collects threads and tasks from lanes and their acts, in one pass. */
#include "archive/events/events.h"

#include "archive/table/schema.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"

#include <assert.h>
#include <triptych/probes.h>

#include <stdlib.h>
#include <string.h>

/* A stretch in which an activity ran; only of activities with several. */
struct part {
    uint64_t start;
    uint32_t row, lane;
};

struct activities {
    struct archive *archive;
    struct archive_event_runs runs;
    uint32_t lane;
    struct pairs rows; /* (row of the place, number) -> row */
    struct part *parts;
    size_t part_count, part_room;
    size_t room, after_room; /* allocated rows of the tables */
    size_t most;
    bool too_many;
};

static void make_room(struct archive *archive, enum archive_schema_which which, size_t *room,
                      size_t rows)
{
    if (rows < *room)
        return;
    size_t more = rows < 64 ? 64 : rows;
    archive_schema_add_rows(archive, which, more);
    archive_schema_set_rows(archive, which, rows);
    *room = rows + more;
}

/* Returns the row of an activity, which is added if it is new; ARCHIVE_NONE: there are too many. */
static uint32_t row_of(struct activities *activities, uint32_t number)
{
    struct archive *archive = activities->archive;
    size_t rows = archive->activities.rows;
    uint32_t place = archive->lanes.place[activities->lane];
    archive_event_home(archive, &place, &number);
    if (rows >= ARCHIVE_NONE - 1)
        return ARCHIVE_NONE;
    uint32_t row = pairs_add(&activities->rows, place, number, (uint32_t)rows);
    if (row < rows)
        return row;
    make_room(archive, SCHEMA_ACTIVITIES, &activities->room, rows);
    archive_schema_set_rows(archive, SCHEMA_ACTIVITIES, rows + 1);
    struct archive_activities *all = &archive->activities;
    all->place[row] = place;
    all->number[row] = number;
    all->parent[row] = all->made_on[row] = all->first_lane[row] = ARCHIVE_NONE;
    all->kind[row] = ARCHIVE_TASK;
    all->created[row] = all->start[row] = all->end[row] = ARCHIVE_UNKNOWN;
    all->ordinal[row] = ARCHIVE_NONE;
    return row;
}

/* Replaces a table by an empty one on the heap. */
static void begin_table(struct archive *archive, enum archive_schema_which which)
{
    archive_table_free(&archive->tables[which]);
    archive_schema_init_table(archive, which);
    archive_schema_set_rows(archive, which, 0);
}

void activities_forget(struct archive *archive)
{
    begin_table(archive, SCHEMA_ACTIVITIES);
    begin_table(archive, SCHEMA_DEPENDENCES);
    pairs_free(&archive->events->numbers);
    archive->events->numbered = false;
}

struct activities *activities_begin(struct archive *archive, size_t most)
{
    struct activities *activities = memory_zeroed(1, sizeof *activities);
    activities->archive = archive;
    activities->most = most;
    archive_events_prepare(archive);
    activities_forget(archive);
    for (uint32_t lane = 0; lane < archive->lanes.rows; lane++) {
        activities->lane = lane;
        uint32_t row = row_of(activities, archive->lanes.activity[lane]);
        struct archive_activities *all = &archive->activities;
        if (row == ARCHIVE_NONE || all->kind[row] == ARCHIVE_THREAD)
            continue; /* a damaged archive: two lanes have one activity */
        all->kind[row] = ARCHIVE_THREAD;
        all->parent[row] = archive->lanes.parent[lane];
        all->first_lane[row] = lane;
        all->parts[row] = 1;
        all->start[row] = archive->lanes.start[lane];
        all->end[row] = archive->lanes.end[lane];
        all->ran[row] = number_minus(all->end[row], all->start[row]);
    }
    return activities;
}

void activities_add_lane(struct activities *activities, uint32_t lane)
{
    activities->lane = lane;
    archive_event_runs_begin(&activities->runs, activities->archive, lane);
}

static void add_part(struct activities *activities, uint32_t row, uint64_t start, uint32_t lane)
{
    activities->parts = memory_grow(activities->parts, &activities->part_room,
                                    activities->part_count + 1, sizeof *activities->parts);
    activities->parts[activities->part_count++] = (struct part){start, row, lane};
}

static bool is_implicit(const struct archive *archive, uint32_t region)
{
    return strstr(archive_text(archive, archive->regions.name[region]), "implicit");
}

/* Adds a stretch of a task. The activity around it does not run meanwhile. */
static void add_task(struct activities *activities, const struct archive_act *act, uint32_t around)
{
    struct archive *archive = activities->archive;
    uint64_t length = act->end - act->start;
    uint32_t outer = row_of(activities, around), row = row_of(activities, act->activity);
    struct archive_activities *all = &archive->activities;
    if (row == ARCHIVE_NONE || row == outer)
        return;
    if (outer != ARCHIVE_NONE)
        all->ran[outer] = number_minus(all->ran[outer], length);
    all->ran[row] = number_add(all->ran[row], length);
    if (all->kind[row] == ARCHIVE_THREAD)
        return;
    if (all->parts[row] == 1)
        add_part(activities, row, all->start[row], all->first_lane[row]);
    if (all->parts[row])
        add_part(activities, row, act->start, activities->lane);
    all->parts[row]++;
    all->body[row] = archive->nodes.region[act->node];
    if (is_implicit(archive, all->body[row]))
        all->kind[row] = ARCHIVE_IMPLICIT;
    if (all->created[row] == ARCHIVE_UNKNOWN) /* a collector may say who created it */
        all->parent[row] = act->holder != ARCHIVE_NONE ? act->holder : around;
    if (all->start[row] == ARCHIVE_UNKNOWN || act->start < all->start[row]) {
        all->start[row] = act->start;
        all->first_lane[row] = activities->lane;
    }
    if (all->end[row] == ARCHIVE_UNKNOWN || act->end > all->end[row])
        all->end[row] = act->end;
}

static void add_dependence(struct activities *activities, uint32_t row, uint32_t on)
{
    assert(row < activities->archive->activities.rows);
    struct archive *archive = activities->archive;
    size_t rows = archive->dependences.rows;
    if (rows >= ARCHIVE_NONE - 1)
        return;
    make_room(archive, SCHEMA_DEPENDENCES, &activities->after_room, rows);
    archive_schema_set_rows(archive, SCHEMA_DEPENDENCES, rows + 1);
    archive->dependences.activity[rows] = row;
    archive->dependences.on[rows] = on;
    archive->activities.after_count[row]++;
}

/* Notes the call that created an activity; later calls may add dependences. */
static void add_spawn(struct activities *activities, const struct archive_act *act)
{
    struct archive *archive = activities->archive;
    uint32_t row = row_of(activities, act->activity);
    struct archive_activities *all = &archive->activities;
    if (row == ARCHIVE_NONE)
        return;
    for (uint32_t i = 0; i < act->after_count; i++)
        add_dependence(activities, row, act->after[i]);
    if (all->created[row] != ARCHIVE_UNKNOWN)
        return;
    all->parent[row] = act->runs;
    all->made_at[row] = archive->nodes.region[act->node];
    all->made_on[row] = activities->lane;
    all->created[row] = act->start;
}

static void give_up(struct activities *activities)
{
    activities->too_many = true;
    activities_forget(activities->archive);
    pairs_free(&activities->rows);
}

void activities_add_act(struct activities *activities, struct archive_act *act)
{
    const struct archive *archive = activities->archive;
    if (activities->too_many)
        return;
    uint32_t around = archive_event_runs_act(&activities->runs, act);
    uint32_t kind = archive->regions.kind[archive->nodes.region[act->node]];
    if (act->activity == ARCHIVE_NONE)
        return;
    if (kind == TRI_KIND_TASK)
        add_task(activities, act, around);
    else if (kind == TRI_KIND_SPAWN || kind == TRI_KIND_MOVE)
        add_spawn(activities, act);
    if (archive->activities.rows > activities->most)
        give_up(activities);
}

static int by_row_and_start(const void *a, const void *b)
{
    const struct part *left = a, *right = b;
    if (left->row != right->row)
        return left->row < right->row ? -1 : 1;
    return left->start < right->start ? -1 : left->start > right->start;
}

static void count_moves(struct activities *activities)
{
    struct part *parts = activities->parts;
    if (activities->part_count)
        qsort(parts, activities->part_count, sizeof *parts, by_row_and_start);
    for (size_t i = 1; i < activities->part_count; i++) {
        if (parts[i].row == parts[i - 1].row && parts[i].lane != parts[i - 1].lane)
            activities->archive->activities.moves[parts[i].row]++;
    }
}

/* Sorts the dependences by activity. */
static void order_dependences(struct archive *archive)
{
    struct archive_activities *all = &archive->activities;
    struct archive_dependences *after = &archive->dependences;
    uint32_t *on = memory_zeroed(after->rows + 1, sizeof *on);
    uint32_t next = 0;
    for (size_t i = 0; i < all->rows; i++) {
        all->first_after[i] = next;
        next += all->after_count[i];
        all->after_count[i] = 0;
    }
    for (size_t i = 0; i < after->rows; i++) {
        uint32_t row = after->activity[i];
        on[all->first_after[row] + all->after_count[row]++] = after->on[i];
    }
    for (size_t i = 0; i < all->rows; i++) {
        for (uint32_t j = 0; j < all->after_count[i]; j++) {
            after->activity[all->first_after[i] + j] = (uint32_t)i;
            after->on[all->first_after[i] + j] = on[all->first_after[i] + j];
        }
    }
    free(on);
}

void activities_end(struct activities *activities)
{
    if (!activities->too_many) {
        count_moves(activities);
        archive_activities_count_siblings(activities->archive);
        order_dependences(activities->archive);
    }
    archive_event_runs_free(&activities->runs);
    pairs_free(&activities->rows);
    free(activities->parts);
    free(activities);
}

bool archive_find_activities(struct archive *archive, struct error *error)
{
    if (archive->activities.rows || !archive->nodes.rows)
        return true;
    struct activities *activities = activities_begin(archive, SIZE_MAX);
    bool good = true;
    for (uint32_t lane = 0; good && lane < archive->lanes.rows; lane++) {
        struct archive_act act;
        struct archive_acts *acts = archive_acts_of(archive, lane, 0, UINT64_MAX, error);
        activities_add_lane(activities, lane);
        good = acts != NULL;
        while (good && archive_acts_next(acts, &act)) {
            if (archive->nodes.parent[act.node] != ARCHIVE_NONE)
                activities_add_act(activities, &act);
        }
        archive_acts_free(acts);
    }
    activities_end(activities);
    if (!good)
        activities_forget(archive); /* incomplete tables would mislead */
    return good;
}
