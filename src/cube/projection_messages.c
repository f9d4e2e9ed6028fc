/* projection_messages.c: projections of single messages. */
#include "cube/projection_build.h"

#include "archive/time/cycle_spread.h"
#include "cube/traffic.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

bool cube_projection_is_one_way(enum cube_projection_measure measure)
{
    return measure >= PROJECTION_SENT;
}

static bool counts_way(enum cube_projection_measure measure, enum traffic_way way)
{
    switch (measure) {
    case PROJECTION_SENT:
    case PROJECTION_BYTES_SENT:
        return way == TRAFFIC_SENT;
    case PROJECTION_RECEIVED:
    case PROJECTION_BYTES_RECEIVED:
        return way == TRAFFIC_RECEIVED;
    default:
        return true;
    }
}

bool cube_projection_is_of_bytes(enum cube_projection_measure measure)
{
    return measure == PROJECTION_BYTES || measure == PROJECTION_BYTES_SENT ||
           measure == PROJECTION_BYTES_RECEIVED;
}

bool building_choose_messages(struct building *building, struct error *error)
{
    const struct cube_projection_request *request = building->request;
    enum cube_projection_measure measure = building->measure;
    bool moves = measure == PROJECTION_BYTES || measure == PROJECTION_MESSAGES;
    bool one_way = cube_projection_is_one_way(measure), known = traffic_is_known(building->archive);
    building->by = request->by;
    if (request->subject != PROJECTION_COMMUNICATION)
        return !one_way || error_set(error, "sent and received counts are measures of "
                                            "communication: choose that as the subject");
    if (!known && (one_way || request->by == PROJECTION_BY_SIZE))
        return error_set(error,
                         "%s has no logged messages: run the program with `triptych run "
                         "--events=comm mpirun ...`",
                         building->archive->path);
    building->by_message = known && (one_way || (moves && request->by != PROJECTION_BY_SITE));
    if (building->by == PROJECTION_BY_USUAL)
        building->by = building->by_message ? PROJECTION_BY_KIND : PROJECTION_BY_SITE;
    if (building->by == PROJECTION_BY_KIND)
        building->kinds = traffic_kinds(building->archive);
    return true;
}

/* Returns how many whats one direction has: regions and sizes. */
static size_t whats_of_way(const struct building *building)
{
    return building->archive->regions.rows + TRAFFIC_SIZES;
}

size_t building_message_keys(const struct building *building)
{
    return whats_of_way(building) * TRAFFIC_WAYS;
}

static size_t key_of(const struct building *building, const struct traffic_end *end)
{
    size_t what = building->by == PROJECTION_BY_SIZE
                      ? building->archive->regions.rows + traffic_size(end->bytes)
                  : building->kinds ? building->kinds[end->kind]
                                    : end->region;
    return end->way * whats_of_way(building) + what;
}

void building_message_item(const struct building *building, size_t key,
                           struct cube_projection_item *item)
{
    static const char *const ways[TRAFFIC_WAYS] = {"sent", "received"};
    size_t regions = building->archive->regions.rows;
    enum traffic_way way = (enum traffic_way)(key / whats_of_way(building));
    size_t what = key % whats_of_way(building);
    char *name = what >= regions   ? traffic_size_label((uint32_t)(what - regions))
                 : !what           ? memory_string("(sender unknown)")
                 : building->kinds ? cube_region_keys_name(building->archive, (uint32_t)what)
                                   : cube_region_keys_label(building->archive, (uint32_t)what);
    item->way = ways[way];
    if (what && what < regions)
        item->region = (uint32_t)what;
    if (cube_projection_is_one_way(building->measure)) {
        item->label = name;
        return;
    }
    item->label = memory_printf("%s: %s", ways[way], name);
    free(name);
}

/* Returns, by row of lanes, the number of its group; ARCHIVE_NONE for lanes that are not
 * selected. */
static uint32_t *groups_of_lanes(const struct building *building)
{
    size_t rows = building->archive->lanes.rows;
    uint32_t *group = memory_zeroed(rows + 1, sizeof *group);
    for (size_t i = 0; i < rows; i++)
        group[i] = ARCHIVE_NONE;
    for (size_t i = 0; i < building->lanes.count; i++)
        group[building->lanes.rows[i]] = (uint32_t)(i / building->lanes_each);
    return group;
}

/* Counts the cycles in which each lane existed. */
static void find_present(struct building *building)
{
    const struct archive *archive = building->archive;
    const struct cube_cycles_shape *shape = &building->shape;
    enum cube_projection_axes axes = building->request->axes;
    for (size_t i = 0; i < building->lanes.count; i++) {
        uint32_t lane = building->lanes.rows[i];
        uint64_t from = number_minus(
            archive_spread_moment(archive, lane, archive->lanes.start[lane]), shape->start);
        uint64_t to = number_minus(archive_spread_moment(archive, lane, archive->lanes.end[lane]),
                                   shape->start);
        size_t group = i / building->lanes_each;
        size_t row = axes == PROJECTION_WHEN_WHERE ? group : 0;
        for (uint64_t cycle = from / shape->length; cycle < shape->count && to > from; cycle++) {
            if (cycle * shape->length >= to)
                break;
            size_t column =
                axes == PROJECTION_WHAT_WHERE ? group : (size_t)(cycle / building->cycles_each);
            building->present[row * building->columns + column] += 1;
        }
    }
}

/* The caller's data of traffic_each. */
struct reading {
    struct building *building;
    uint32_t *group; /* by row of lanes */
};

static bool is_chosen(const struct building *building, const struct traffic_end *end)
{
    const struct cube_region_keys *whats = &building->whats;
    return !whats->any || whats->region[end->region] || (end->kind && whats->region[end->kind]) ||
           whats->class[whats->class_of[end->region]];
}

static void take(void *to, const struct traffic_end *end)
{
    const struct reading *reading = to;
    struct building *building = reading->building;
    const struct cube_cycles_shape *shape = &building->shape;
    uint32_t group = reading->group[end->lane];
    uint64_t length = number_scale(shape->length, shape->count, 1);
    if (group == ARCHIVE_NONE || !counts_way(building->measure, end->way) ||
        !is_chosen(building, end) || end->moment < shape->start ||
        end->moment - shape->start > length)
        return;
    uint64_t cycle = (end->moment - shape->start) / shape->length;
    if (cycle >= shape->count) /* at the very end */
        cycle = shape->count - 1;
    enum cube_projection_axes axes = building->request->axes;
    size_t column = axes == PROJECTION_WHAT_WHERE ? group : (size_t)cycle / building->cycles_each;
    size_t key = axes == PROJECTION_WHEN_WHERE ? group : key_of(building, end);
    bool is_of_bytes = cube_projection_is_of_bytes(building->measure);
    building->unsized += is_of_bytes && end->bytes == ARCHIVE_UNKNOWN;
    double value = is_of_bytes ? (double)archive_sized(end->bytes) : 1;
    if (value > 0)
        building_add(building, key, column, value);
}

void building_read_messages(struct building *building)
{
    struct reading reading = {building, groups_of_lanes(building)};
    find_present(building);
    traffic_each(building->archive, take, &reading);
    free(reading.group);
}
