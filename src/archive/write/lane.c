/* lane.c: writes a lane: its acts to the log as they end, its nodes to the profile. */
#include "archive/write/place.h"

#include "archive/table/atomic_file.h"
#include "archive/write/log.h"
#include "archive/write/place_state.h"
#include "format/place.h"
#include "format/profile.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

union record {
    struct format_header header;
    struct format_lane lane;
    struct format_node node;
};

/* An open act. */
struct frame {
    uint64_t start;
    uint64_t end; /* if it was given in advance; UINT64_MAX: not known yet */
    uint64_t bytes, trips, held;
    uint32_t node, file;
    bool left;
    size_t first; /* index of its first value */
};

struct raw_write_lane {
    struct raw_write *place;
    struct raw_write_log *log;
    uint32_t number; /* K of events-K */
    union record *records;
    size_t count, room;
    uint32_t *recent; /* by node: the child that was asked for last */
    size_t recent_room;
    struct pairs nodes; /* (parent, region) -> node */
    struct frame *frames;
    size_t depth, frame_room;
    struct raw_write_pair *values; /* of the open acts; those of inner ones come last */
    size_t value_count, value_room;
    uint64_t last; /* the latest time so far */
};

static uint32_t add_record(struct raw_write_lane *lane)
{
    lane->records = memory_grow(lane->records, &lane->room, lane->count + 1, sizeof *lane->records);
    lane->recent =
        memory_grow(lane->recent, &lane->recent_room, lane->count + 1, sizeof *lane->recent);
    lane->recent[lane->count] = 0;
    memset(&lane->records[lane->count], 0, sizeof *lane->records);
    return (uint32_t)lane->count++;
}

static uint32_t add_node(struct raw_write_lane *lane, uint32_t parent, uint32_t region)
{
    uint32_t self = add_record(lane);
    lane->records[self].node = (struct format_node){
        .type = FORMAT_NODE,
        .region = region,
        .min = UINT64_MAX,
        .self = self,
        .parent = parent,
        .trips_min = UINT64_MAX,
    };
    return self;
}

struct raw_write_lane *archive_raw_write_lane_open(struct raw_write *place,
                                                   const struct archive_raw_write_lane_about *about,
                                                   struct error *error)
{
    uint32_t number = raw_write_lane_number(place);
    char *path = memory_printf("%s/events-%u", raw_write_folder(place), number);
    struct raw_write_log *log = raw_write_log_open(path, number, error);
    free(path);
    if (!log)
        return NULL;
    struct raw_write_lane *lane = memory_zeroed(1, sizeof *lane);
    lane->place = place;
    lane->log = log;
    lane->number = number;
    lane->last = about->start;
    add_record(lane); /* the header */
    uint32_t self = add_record(lane);
    struct format_lane *record = &lane->records[self].lane;
    *record = (struct format_lane){
        .type = FORMAT_LANE,
        .self = self,
        .start = about->start,
        .number = about->number,
        .state = FORMAT_LANE_ENDED,
        .tid = about->tid,
        .inherited = about->forked,
        .activity = about->activity,
        .parent = about->parent,
        .flags = about->pool ? FORMAT_LANE_POOL : 0,
        .runs = about->activity,
    };
    size_t size = about->name ? strnlen(about->name, sizeof record->name) : 0;
    if (size)
        memcpy(record->name, about->name, size);
    add_node(lane, self, 0);
    return lane;
}

uint32_t archive_raw_write_node(struct raw_write_lane *lane, uint32_t parent, uint32_t region)
{
    assert(parent < lane->count);
    uint32_t recent = lane->recent[parent];
    if (recent && lane->records[recent].node.region == region)
        return recent;
    uint32_t next = (uint32_t)lane->count;
    uint32_t node = pairs_add(&lane->nodes, parent, region, next);
    if (node == next)
        add_node(lane, parent, region);
    lane->recent[parent] = node;
    return node;
}

static void see(struct raw_write_lane *lane, uint64_t time)
{
    if (time > lane->last)
        lane->last = time;
}

void archive_raw_write_enter(struct raw_write_lane *lane, uint32_t node, uint64_t start)
{
    assert(node < lane->count);
    lane->frames =
        memory_grow(lane->frames, &lane->frame_room, lane->depth + 1, sizeof *lane->frames);
    lane->frames[lane->depth++] = (struct frame){.start = start,
                                                 .end = UINT64_MAX,
                                                 .trips = UINT64_MAX,
                                                 .node = node,
                                                 .first = lane->value_count};
    lane->records[node].node.count++;
    see(lane, start);
}

bool archive_raw_write_value(struct raw_write_lane *lane, enum format_value kind, uint64_t value)
{
    if (!lane->depth)
        return false;
    struct frame *frame = &lane->frames[lane->depth - 1];
    if (kind == FORMAT_VALUE_TRIPS)
        frame->trips = value;
    else if (kind == FORMAT_VALUE_FILE)
        frame->file = (uint32_t)value;
    else if (kind == FORMAT_VALUE_HELD)
        frame->held = value;
    else if (kind == FORMAT_VALUE_BYTES)
        frame->bytes = value;
    else if (kind == FORMAT_VALUE_SIZE || kind == FORMAT_VALUE_GOT || kind == FORMAT_VALUE_GIVEN ||
             kind == FORMAT_VALUE_TAKEN)
        frame->bytes = number_add(frame->bytes, value);
    lane->values =
        memory_grow(lane->values, &lane->value_room, lane->value_count + 1, sizeof *lane->values);
    lane->values[lane->value_count++] = (struct raw_write_pair){kind, value};
    return true;
}

static void add_time(struct format_node *node, uint64_t time)
{
    node->time = number_add(node->time, time);
    node->min = time < node->min ? time : node->min;
    node->max = time > node->max ? time : node->max;
}

static void add_trips(struct format_node *node, uint64_t trips)
{
    node->trips = number_add(node->trips, trips);
    node->trips_min = trips < node->trips_min ? trips : node->trips_min;
    node->trips_max = trips > node->trips_max ? trips : node->trips_max;
}

/* Adds an act to its node, and to that of the file or object below it. */
static void add_sums(struct raw_write_lane *lane, const struct frame *frame, uint64_t time)
{
    struct format_node *node = &lane->records[frame->node].node;
    add_time(node, time);
    node->bytes = number_add(node->bytes, frame->bytes);
    node->aborted += frame->left;
    if (frame->trips != UINT64_MAX && !frame->left)
        add_trips(node, frame->trips);
    if (!frame->file)
        return;
    uint32_t file = archive_raw_write_node(lane, frame->node, frame->file); /* records may move */
    struct format_node *below = &lane->records[file].node;
    below->count++;
    below->bytes = number_add(below->bytes, frame->bytes);
    add_time(below, frame->held ? frame->held : time);
}

void archive_raw_write_leave(struct raw_write_lane *lane, uint64_t end, bool left)
{
    if (!lane->depth)
        return;
    struct frame *frame = &lane->frames[--lane->depth];
    uint64_t time = number_minus(end, frame->start);
    size_t count = lane->value_count - frame->first;
    frame->left = left;
    raw_write_log_add(lane->log, left ? FORMAT_EVENT_ABORTED : FORMAT_EVENT_ACT, frame->node,
                      frame->start, time, count ? lane->values + frame->first : NULL, count);
    lane->value_count = frame->first;
    add_sums(lane, frame, time);
    see(lane, end);
}

size_t archive_raw_write_depth(const struct raw_write_lane *lane)
{
    return lane->depth;
}

uint32_t archive_raw_write_inside(const struct raw_write_lane *lane)
{
    return lane->depth ? lane->frames[lane->depth - 1].node : RAW_WRITE_ROOT;
}

static bool is_above(const struct raw_write_lane *lane, uint32_t node, uint32_t below)
{
    while (below > node)
        below = lane->records[below].node.parent;
    return below == node;
}

/* Leaves the acts whose ends were given and that ended before the next act begins. */
static void leave_ended(struct raw_write_lane *lane, const struct archive_act *next)
{
    while (lane->depth) {
        const struct frame *frame = &lane->frames[lane->depth - 1];
        bool around = frame->end == UINT64_MAX || frame->end > next->start ||
                      (frame->end == next->start && frame->node != next->node &&
                       is_above(lane, frame->node, next->node));
        if (around)
            break;
        archive_raw_write_leave(lane, frame->end, frame->left);
    }
}

void archive_raw_write_act(struct raw_write_lane *lane, const struct archive_act *act)
{
    leave_ended(lane, act);
    archive_raw_write_enter(lane, act->node, act->start);
    struct frame *frame = &lane->frames[lane->depth - 1];
    if (!(act->flags & ARCHIVE_ACT_UNFINISHED))
        frame->end = act->end;
    frame->left = act->flags & ARCHIVE_ACT_ABORTED;
    if (act->trips != ARCHIVE_UNKNOWN)
        archive_raw_write_value(lane, FORMAT_VALUE_TRIPS, act->trips);
    if (act->bytes)
        archive_raw_write_value(lane, FORMAT_VALUE_BYTES, act->bytes);
    if (act->file)
        archive_raw_write_value(lane, FORMAT_VALUE_FILE, act->file);
    if (act->activity != ARCHIVE_NONE)
        archive_raw_write_value(lane, FORMAT_VALUE_ACTIVITY, act->activity);
    if (act->holder != ARCHIVE_NONE)
        archive_raw_write_value(lane, FORMAT_VALUE_HOLDER, act->holder);
    if (act->held)
        archive_raw_write_value(lane, FORMAT_VALUE_HELD, act->held);
    for (uint32_t i = 0; i < act->after_count; i++)
        archive_raw_write_value(lane, FORMAT_VALUE_AFTER, act->after[i]);
}

/* Closes all frames: their acts stay open, and the values so far are logged. */
static void keep_open(struct raw_write_lane *lane)
{
    while (lane->depth) {
        const struct frame *frame = &lane->frames[--lane->depth];
        struct format_node *node = &lane->records[frame->node].node;
        if (lane->value_count > frame->first)
            raw_write_log_add(lane->log, FORMAT_EVENT_MORE, frame->node, frame->start, 0,
                              lane->values + frame->first, lane->value_count - frame->first);
        lane->value_count = frame->first;
        node->open = frame->start;
        node->bytes = number_add(node->bytes, frame->bytes);
    }
}

static bool write_profile(struct raw_write_lane *lane, struct error *error)
{
    lane->records[0].header = (struct format_header){
        .type = FORMAT_HEADER,
        .version = FORMAT_VERSION,
        .magic = FORMAT_PROFILE_MAGIC,
        .used = lane->count,
    };
    char *path = memory_printf("%s/profile-%u", raw_write_folder(lane->place), lane->number);
    bool good = archive_file_write(path, lane->records, lane->count * sizeof *lane->records, error);
    free(path);
    return good;
}

static void end_root(struct raw_write_lane *lane, uint64_t end)
{
    struct format_lane *record = &lane->records[1].lane;
    struct format_node *root = &lane->records[RAW_WRITE_ROOT].node;
    record->end = end;
    root->count = 1;
    add_time(root, number_minus(end, record->start));
}

bool archive_raw_write_lane_close(struct raw_write_lane *lane, uint64_t end, struct error *error)
{
    struct archive_act none = {.start = UINT64_MAX, .node = RAW_WRITE_ROOT};
    leave_ended(lane, &none);
    keep_open(lane);
    see(lane, end);
    end_root(lane, lane->last);
    struct error other;
    bool good = raw_write_log_close(lane->log, error);
    good = write_profile(lane, good ? error : &other) && good;
    good = raw_write_lane_done(lane->place, lane->last, good ? error : &other) && good;
    pairs_free(&lane->nodes);
    free(lane->records);
    free(lane->recent);
    free(lane->frames);
    free(lane->values);
    free(lane);
    return good;
}
