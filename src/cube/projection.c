/* projection.c: see projection.h */
#include "cube/projection.h"

#include "archive/time/cycle_spread.h"
#include "cube/cycles_lanes.h"
#include "cube/missing.h"
#include "cube/projection_build.h"
#include "format/region.h"
#include "util/memory.h"
#include "util/number.h"

#include <math.h>
#include <stdlib.h>

/* Returns how many are merged into one, so that there are at most `most`. */
static size_t merged(size_t count, size_t most)
{
    return most && count > most ? (count + most - 1) / most : 1;
}

static size_t parts(size_t count, size_t each)
{
    return (count + each - 1) / each;
}

static void make_room(struct building *building)
{
    const struct cube_projection_request *request = building->request;
    bool whats = request->axes != PROJECTION_WHEN_WHERE;
    bool where = request->axes != PROJECTION_WHAT_WHEN;
    building->cycles_each = request->axes == PROJECTION_WHAT_WHERE
                                ? 1
                                : merged(building->shape.count, request->most_cycles);
    building->lanes_each = where ? merged(building->lanes.count, request->most_lanes) : 1;
    building->groups = parts(building->lanes.count, building->lanes_each);
    building->columns = request->axes == PROJECTION_WHAT_WHERE
                            ? building->groups
                            : parts(building->shape.count, building->cycles_each);
    building->keys = !whats                                       ? building->groups
                     : building->by_message                       ? building_message_keys(building)
                     : request->subject == PROJECTION_UTILISATION ? CYCLES_CLASSES
                                                                  : building->archive->regions.rows;
    building->sums = memory_zeroed(building->keys, sizeof *building->sums);
    building->present = memory_zeroed(building->columns * (whats ? 1 : building->groups),
                                      sizeof *building->present);
}

static double amount(const struct building *building, const struct cube_cycles_cell *cell)
{
    switch (building->measure) {
    case PROJECTION_VISITS:
        return (double)cell->visits;
    case PROJECTION_WAITS:
        return (double)cell->waits;
    case PROJECTION_BYTES:
        return (double)cell->bytes;
    case PROJECTION_MESSAGES:
        return (double)cell->messages;
    default:
        return (double)cell->time;
    }
}

/* True if a lane does work: it is not idle, in MPI, or waiting for other threads. */
static bool is_busy(enum archive_cycles_class class)
{
    return class == CYCLES_PROGRAM || class == CYCLES_RUNTIME || class == CYCLES_IO;
}

/* True if unknown time is shown beside the other classes. In other displays, shares are those of
 * the known time. */
static bool counts_unknown(const struct building *building)
{
    return building->request->subject == PROJECTION_UTILISATION &&
           building->request->axes != PROJECTION_WHEN_WHERE;
}

static bool is_chosen(const struct building *building, const struct cube_cycles_cell *cell,
                      enum archive_cycles_class class)
{
    const struct cube_region_keys *whats = &building->whats;
    if (cell->unknown)
        return whats->any ? whats->class[CYCLES_UNKNOWN] : counts_unknown(building);
    if (whats->any)
        return whats->class[class] || whats->region[cell->region];
    if (building->request->subject != PROJECTION_UTILISATION)
        return whats->region[cell->region] && class != CYCLES_IDLE;
    return building->request->axes != PROJECTION_WHEN_WHERE || is_busy(class);
}

static void take(void *to, const struct cube_cycles_cell *cell)
{
    struct building *building = to;
    enum cube_projection_axes axes = building->request->axes;
    size_t column =
        axes == PROJECTION_WHAT_WHERE ? building->group : cell->cycle / building->cycles_each;
    size_t row = axes == PROJECTION_WHEN_WHERE ? building->group : 0;
    enum archive_cycles_class class =
        cell->unknown ? CYCLES_UNKNOWN
                      : cube_region_keys_class(&building->whats, cell->region, cell->lane);
    if (!cell->unknown || counts_unknown(building))
        building->present[row * building->columns + column] += (double)cell->time;
    double value = amount(building, cell);
    if (!(value > 0) || !is_chosen(building, cell, class))
        return;
    size_t key = axes == PROJECTION_WHEN_WHERE                          ? row
                 : building->request->subject == PROJECTION_UTILISATION ? class
                 : building->kinds ? building->kinds[cell->region]
                                   : cell->region;
    building_add(building, key, column, value);
}

static void begin_lane(void *to, size_t i)
{
    struct building *building = to;
    building->group = i / building->lanes_each;
}

static bool read_lanes(struct building *building, struct progress *progress, struct error *error)
{
    return cube_cycles_of_lanes(&(struct cube_cycles_lanes){.archive = building->archive,
                                                            .shape = &building->shape,
                                                            .rows = building->lanes.rows,
                                                            .count = building->lanes.count,
                                                            .begin = begin_lane,
                                                            .take = take,
                                                            .to = building,
                                                            .progress = progress},
                                error);
}

/* A row of the result. */
struct line {
    size_t key;
    double total;
};

static int by_total(const void *a, const void *b)
{
    const struct line *left = a, *right = b;
    if (left->total < right->total || left->total > right->total)
        return left->total > right->total ? -1 : 1;
    return left->key < right->key ? -1 : left->key > right->key;
}

/* Returns the position of a class in displays. */
static size_t place_of(size_t class)
{
    size_t place = 0;
    while (place < CYCLES_CLASSES &&
           archive_cycles_class_shown(place) != (enum archive_cycles_class) class)
        place++;
    return place;
}

static int by_class(const void *a, const void *b)
{
    size_t left = place_of(((const struct line *)a)->key);
    size_t right = place_of(((const struct line *)b)->key);
    return left < right ? -1 : left > right;
}

static double total_of(const struct building *building, const double *sums)
{
    double total = 0;
    for (size_t i = 0; sums && i < building->columns; i++)
        total += sums[i];
    return total;
}

static double scale_of(const struct building *building)
{
    return building->measure == PROJECTION_TIME ? 1e-9 : 1;
}

static char *lane_label(const struct building *building, size_t group, uint32_t *first,
                        uint32_t *count)
{
    const struct archive *archive = building->archive;
    size_t begin = group * building->lanes_each, end = begin + building->lanes_each;
    if (end > building->lanes.count)
        end = building->lanes.count;
    uint32_t a = building->lanes.rows[begin], b = building->lanes.rows[end - 1];
    char from[ARCHIVE_NAME], to[ARCHIVE_NAME];
    archive_lane_name(archive, a, from);
    archive_lane_name(archive, b, to);
    *first = a;
    *count = (uint32_t)(end - begin);
    if (a == b)
        return memory_string(from);
    return memory_printf("%s-%s", from, to);
}

static struct cube_projection_item lane_item(const struct building *building, size_t group)
{
    struct cube_projection_item item = {.region = ARCHIVE_NONE, .class = CYCLES_CLASSES};
    item.label = lane_label(building, group, &item.lane, &item.lanes);
    return item;
}

static struct cube_projection_item what_item(const struct building *building, size_t key)
{
    struct cube_projection_item item = {
        .region = ARCHIVE_NONE, .class = CYCLES_CLASSES, .lane = ARCHIVE_NONE};
    if (building->by_message) {
        building_message_item(building, key, &item);
    } else if (building->request->subject == PROJECTION_UTILISATION) {
        item.class = (uint32_t)key;
        item.label = memory_string(archive_cycles_class_word((enum archive_cycles_class)key));
    } else {
        item.region = (uint32_t)key;
        item.label = building->kinds ? cube_region_keys_name(building->archive, item.region)
                                     : cube_region_keys_label(building->archive, item.region);
    }
    return item;
}

/* Computes the value of a cell: see struct cube_projection. */
static double value_of(const struct building *building, double sum, size_t row, size_t column)
{
    enum cube_projection_axes axes = building->request->axes;
    size_t at = axes == PROJECTION_WHEN_WHERE ? row * building->columns + column : column;
    double present = building->present[at];
    if (building->measure != PROJECTION_TIME)
        return present > 0 || sum > 0 ? sum : NAN;
    if (!(present > 0))
        return NAN;
    return axes == PROJECTION_WHAT_WHERE ? sum / 1e9 : sum / present;
}

static void fill_row(const struct building *building, struct cube_projection *projection,
                     size_t row, const double *sums)
{
    projection->row[row].total = total_of(building, sums) * scale_of(building);
    for (size_t i = 0; i < building->columns; i++) {
        double value = value_of(building, sums ? sums[i] : 0, row, i);
        projection->value[row * building->columns + i] = value;
        if (value > projection->most)
            projection->most = value;
    }
}

/* Fills the rows of whats, largest first, except that classes have a fixed order; merges the
 * smallest. */
static void fill_whats(const struct building *building, struct cube_projection *projection)
{
    size_t most = building->request->most_whats, count = 0;
    struct line *lines = memory_zeroed(building->keys + 1, sizeof *lines);
    for (size_t i = 0; i < building->keys; i++) {
        if (building->sums[i])
            lines[count++] = (struct line){i, total_of(building, building->sums[i])};
    }
    if (building->request->subject == PROJECTION_UTILISATION)
        qsort(lines, count, sizeof *lines, by_class);
    else
        qsort(lines, count, sizeof *lines, by_total);
    size_t shown = most && count > most ? most - (most > 1) : count;
    projection->hidden_whats = count - shown;
    projection->rows = shown + (shown < count);
    projection->row = memory_zeroed(projection->rows + 1, sizeof *projection->row);
    projection->value =
        memory_zeroed(projection->rows * building->columns + 1, sizeof *projection->value);
    for (size_t i = 0; i < shown; i++) {
        projection->row[i] = what_item(building, lines[i].key);
        fill_row(building, projection, i, building->sums[lines[i].key]);
    }
    if (shown < count) {
        double *others = memory_zeroed(building->columns, sizeof *others);
        for (size_t i = shown; i < count; i++) {
            for (size_t j = 0; j < building->columns; j++)
                others[j] += building->sums[lines[i].key][j];
        }
        projection->row[shown] = (struct cube_projection_item){.label = memory_string("others"),
                                                               .region = ARCHIVE_NONE,
                                                               .class = CYCLES_CLASSES,
                                                               .lane = ARCHIVE_NONE};
        fill_row(building, projection, shown, others);
        free(others);
    }
    free(lines);
}

static void fill_lanes(const struct building *building, struct cube_projection *projection)
{
    projection->rows = building->groups;
    projection->row = memory_zeroed(projection->rows + 1, sizeof *projection->row);
    projection->value =
        memory_zeroed(projection->rows * building->columns + 1, sizeof *projection->value);
    for (size_t i = 0; i < building->groups; i++) {
        projection->row[i] = lane_item(building, i);
        fill_row(building, projection, i, building->sums[i]);
        free(building->sums[i]); /* there may be many */
        building->sums[i] = NULL;
    }
}

static void fill_columns(const struct building *building, struct cube_projection *projection)
{
    if (building->request->axes != PROJECTION_WHAT_WHERE)
        return;
    projection->column = memory_zeroed(building->groups + 1, sizeof *projection->column);
    for (size_t i = 0; i < building->groups; i++) {
        projection->column[i] = lane_item(building, i);
        for (size_t j = 0; j < building->keys; j++) {
            if (building->sums[j])
                projection->column[i].total += building->sums[j][i] * scale_of(building);
        }
    }
}

static const char *unit_of(const struct building *building)
{
    switch (building->measure) {
    case PROJECTION_VISITS:
        return "visits";
    case PROJECTION_WAITS:
        return "waits";
    case PROJECTION_BYTES:
        return building->by_message ? "bytes sent and received" : "bytes";
    case PROJECTION_MESSAGES:
        return building->by_message ? "messages sent and received" : "messages";
    case PROJECTION_SENT:
        return "messages sent";
    case PROJECTION_RECEIVED:
        return "messages received";
    case PROJECTION_BYTES_SENT:
        return "bytes sent";
    case PROJECTION_BYTES_RECEIVED:
        return "bytes received";
    default:
        return building->request->axes == PROJECTION_WHAT_WHERE ? "s" : "of the time";
    }
}

static const char *by_word(const struct building *building)
{
    if (building->request->subject == PROJECTION_UTILISATION)
        return "class";
    if (building->by_message || building->kinds)
        return building->by == PROJECTION_BY_SIZE   ? "size"
               : building->by == PROJECTION_BY_SITE ? "call site"
                                                    : "kind";
    return "region";
}

/* Counts the selected call sites of which some bytes are not known. */
static uint64_t unsized_sites(const struct building *building)
{
    const struct archive_regions *regions = &building->archive->regions;
    uint64_t count = 0;
    for (uint32_t i = 1; i < regions->rows; i++)
        count += (regions->flags[i] & FORMAT_UNSIZED_FLAGS) &&
                 (!building->whats.any || building->whats.region[i] ||
                  building->whats.class[building->whats.class_of[i]]);
    return count;
}

static bool is_empty(const struct building *building)
{
    for (size_t i = 0; i < building->keys; i++) {
        if (building->sums[i])
            return false;
    }
    return true;
}

/* Reports why the result is empty. Returns false. */
static bool nothing(const struct building *building, struct error *error)
{
    const char *path = building->archive->path;
    if (building->whats.any)
        return error_set(error,
                         "nothing matches the selection in the requested time range, places and "
                         "lanes");
    if (building->measure == PROJECTION_WAITS)
        return error_set(error,
                         "no waits were recorded in %s in the requested time range, places and "
                         "lanes",
                         path);
    if (building->unsized)
        return error_set(error,
                         "the bytes of the messages in %s are not known: show their number, with "
                         "--measure messages",
                         path);
    if (building->request->subject == PROJECTION_COMMUNICATION)
        return error_set(
            error,
            "no messages and no I/O were recorded in %s in the requested time range, "
            "places and lanes; the threads of a shared-memory program wait for each other "
            "instead: show the waits",
            path);
    return error_set(
        error, "nothing of that was recorded in %s in the requested time range, places and lanes",
        path);
}

/* Marks the columns of a lane's lifetime that have no value. True if there is one. */
static bool mark_lane(const struct building *building, const struct cube_projection *projection,
                      size_t number, bool *unknown)
{
    const struct archive *archive = building->archive;
    const struct cube_cycles_shape *shape = &building->shape;
    uint32_t lane = building->lanes.rows[number];
    size_t row = number / building->lanes_each * projection->columns;
    uint64_t start = archive_spread_moment(archive, lane, archive->lanes.start[lane]);
    uint64_t end = archive_spread_moment(archive, lane, archive->lanes.end[lane]);
    uint64_t length = number_scale(shape->length, building->cycles_each, 1);
    uint64_t column = number_minus(start, shape->start) / length;
    bool any = false;
    for (; column < projection->columns &&
           number_add(shape->start, number_scale(length, column, 1)) < end;
         column++) {
        unknown[row + column] |= isnan(projection->value[row + column]);
        any |= unknown[row + column];
    }
    return any;
}

/* Finds the cells where a lane existed, but no value is known: see struct cube_projection. NULL if
 * there are none, or for other axes. */
static bool *find_unknown(const struct building *building, const struct cube_projection *projection)
{
    if (building->request->axes != PROJECTION_WHEN_WHERE)
        return NULL;
    bool *unknown = memory_zeroed(projection->rows * projection->columns + 1, sizeof *unknown);
    bool any = false;
    for (size_t i = 0; i < building->lanes.count; i++)
        any |= mark_lane(building, projection, i, unknown);
    if (any)
        return unknown;
    free(unknown);
    return NULL;
}

static struct cube_projection *finish(struct building *building)
{
    struct cube_projection *projection = memory_zeroed(1, sizeof *projection);
    projection->columns = building->columns;
    fill_columns(building, projection);
    if (building->request->axes == PROJECTION_WHEN_WHERE)
        fill_lanes(building, projection);
    else
        fill_whats(building, projection);
    projection->zero = archive_zero(building->archive);
    projection->start = building->shape.start;
    projection->length = building->shape.length * building->cycles_each;
    projection->unit = unit_of(building);
    projection->by = by_word(building);
    projection->source = building->shape.source;
    projection->unsized = building->unsized;
    if (building->measure == PROJECTION_BYTES && !building->by_message)
        projection->unsized_sites = unsized_sites(building);
    if (projection->source == CYCLES_OF_EVENTS) {
        cube_missing_write(&projection->missing, building->archive);
        if (building->hidden.any)
            cube_missing_hidden_write(&projection->missing, building->archive);
    }
    projection->merged_cycles = building->cycles_each;
    projection->merged_lanes = building->lanes_each;
    projection->unknown = find_unknown(building, projection);
    return projection;
}

static enum cube_projection_measure measure_of(const struct cube_projection_request *request)
{
    if (request->measure != PROJECTION_USUAL)
        return request->measure;
    return request->subject == PROJECTION_COMMUNICATION ? PROJECTION_BYTES : PROJECTION_TIME;
}

/* Decides what is read: single messages, or cycles of lanes. False with an error. */
static bool prepare(struct building *building, struct error *error)
{
    const struct cube_projection_request *request = building->request;
    const struct archive *archive = building->archive;
    struct cube_cycles_range range = request->range;
    building->hidden = cube_missing_hidden_new(building->archive);
    building->measure = measure_of(request);
    if (!building_choose_messages(building, error))
        return false;
    range.counts |= building->measure == PROJECTION_VISITS;
    range.exact |= building->by_message;
    if (!cube_cycles_shape(archive, &range, &building->shape, error))
        return false;
    cube_cycles_hide(&building->shape, &building->hidden);
    return lanes_choose(&building->lanes, archive, &request->chosen, error) &&
           cube_region_keys_init(&building->whats, archive, request, error);
}

struct cube_projection *cube_projection_new(const struct archive *archive,
                                            const struct cube_projection_request *request,
                                            struct progress *progress, struct error *error)
{
    struct building building = {.archive = archive, .request = request};
    struct cube_projection *projection = NULL;
    bool good = prepare(&building, error);
    if (good) {
        make_room(&building);
        if (building.by_message)
            building_read_messages(&building);
        else
            good = read_lanes(&building, progress, error);
        good = good && (!is_empty(&building) || nothing(&building, error));
    }
    if (good)
        projection = finish(&building);
    for (size_t i = 0; i < building.keys; i++)
        free(building.sums[i]);
    free(building.sums);
    free(building.present);
    free(building.kinds);
    lanes_free(&building.lanes);
    cube_region_keys_free(&building.whats);
    cube_missing_hidden_free(&building.hidden);
    return projection;
}

void cube_projection_free(struct cube_projection *projection)
{
    if (!projection)
        return;
    for (size_t i = 0; i < projection->rows; i++)
        free(projection->row[i].label);
    for (size_t i = 0; projection->column && i < projection->columns; i++)
        free(projection->column[i].label);
    free(projection->row);
    free(projection->column);
    free(projection->value);
    free(projection->cell_data);
    buffer_free(&projection->data);
    free(projection->unknown);
    buffer_free(&projection->missing);
    free(projection);
}
