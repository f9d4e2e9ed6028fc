/* timeline.c: the bars of a timeline: see timeline.h */
#include "cube/timeline.h"

#include "archive/events/blocks.h"
#include "archive/events/visit_stack.h"
#include "archive/time/cycle_spread.h"
#include "cube/missing.h"
#include "cube/region_keys.h"
#include "cube/window.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>

enum {
    NAMED = 36,          /* columns that a visit must have to be a span */
    FINE = 4,            /* bins per column, or at least half as many */
    MANY_ACTS = 1 << 20, /* in an archive: fewer are read one by one */
    AT_ONCE = 256,       /* lanes: bounds the memory for bins */
};

/* Marks of an open visit. */
enum {
    HIDDEN = 1, /* what it did itself is unknown: see missing.h */
    SPAN = 2,   /* it is a span, or a visit inside of it is one */
};

/* A lane being drawn, from left to right. */
struct drawing {
    const struct archive *archive;
    const uint8_t *classes; /* by region */
    struct cube_timeline *timeline;
    uint32_t lane;
    uint64_t now;                        /* everything before it is in a bar, or in `mixed` */
    uint64_t resolution;                 /* ns: shorter bars are merged */
    struct cube_missing_stretch unknown; /* of the lane */
    const struct cube_missing_hidden *hidden;
    struct cube_missing_stretch filtered; /* of the lane: time of class `program` is unknown */
    struct archive_visit_stack stack;     /* open visits; `value`: their start; `mark`: see above */
    struct cube_timeline_bar mixed;       /* merged short stretches; empty if it has no length */
    uint64_t longest;                     /* of the stretches in `mixed` */
    bool uncounted;                       /* the number of stretches in `mixed` is unknown */
};

static void add_bar(struct cube_timeline *timeline, const struct cube_timeline_bar *bar)
{
    timeline->bars = memory_grow(timeline->bars, &timeline->bar_room, timeline->bar_count + 1,
                                 sizeof *timeline->bars);
    timeline->bars[timeline->bar_count++] = *bar;
    timeline->lanes[timeline->lane_count].count++;
}

static void flush(struct drawing *drawing)
{
    if (drawing->mixed.end > drawing->mixed.start)
        add_bar(drawing->timeline, &drawing->mixed);
    drawing->mixed = (struct cube_timeline_bar){0};
    drawing->longest = 0;
    drawing->uncounted = false;
}

static bool is_within(const struct cube_missing_stretch *stretch, uint64_t moment)
{
    return moment >= stretch->from && moment < stretch->to;
}

static bool is_unknown(const struct drawing *drawing)
{
    return is_within(&drawing->unknown, drawing->now);
}

/* Returns the region of the innermost visit; 0: the lane is outside of all regions. */
static uint32_t region_of_top(const struct drawing *drawing)
{
    return drawing->stack.depth > 1
               ? drawing->archive->nodes.region[archive_visit_stack_top(&drawing->stack)->node]
               : 0;
}

/* True if the time of the innermost visit, of that region, at `now`, may be that of something that
 * was not logged. */
static bool is_hidden(const struct drawing *drawing, uint32_t region)
{
    bool idle = !region && drawing->archive->lanes.pool[drawing->lane];
    return (archive_visit_stack_top(&drawing->stack)->mark & HIDDEN) ||
           (is_within(&drawing->filtered, drawing->now) && !idle &&
            drawing->classes[region] == CYCLES_PROGRAM);
}

static uint64_t edge_of(const struct cube_missing_stretch *stretch, uint64_t now, uint64_t until)
{
    if (now < stretch->from && stretch->from < until)
        return stretch->from;
    if (now < stretch->to && stretch->to < until)
        return stretch->to;
    return until;
}

/* Returns the next moment, no later than `until`, at which knowledge begins or ends. */
static uint64_t next_edge(const struct drawing *drawing, uint64_t until)
{
    until = edge_of(&drawing->unknown, drawing->now, until);
    return edge_of(&drawing->filtered, drawing->now, until);
}

/* Extends the last bar if the new one continues it: same region and class, no gap. False if it does
 * not. */
static bool prolong(struct drawing *drawing, const struct cube_timeline_bar *bar,
                    enum archive_cycles_class class)
{
    struct cube_timeline *timeline = drawing->timeline;
    struct cube_timeline_bar *last = timeline->lanes[timeline->lane_count].count
                                         ? &timeline->bars[timeline->bar_count - 1]
                                         : NULL;
    if (!last || drawing->mixed.end || last->end != bar->start || last->region != bar->region ||
        last->stretches != 1 || last->time[class] != last->end - last->start)
        return false;
    last->end = bar->end;
    for (int i = 0; i < CYCLES_CLASSES; i++)
        last->time[i] += bar->time[i];
    return true;
}

/* Merges a short bar; `length` of it is of its region. */
static void mix(struct drawing *drawing, const struct cube_timeline_bar *bar, uint64_t length)
{
    struct cube_timeline_bar *mixed = &drawing->mixed;
    if (!mixed->end)
        mixed->start = bar->start;
    mixed->end = bar->end;
    for (int i = 0; i < CYCLES_CLASSES; i++)
        mixed->time[i] += bar->time[i];
    if (length > drawing->longest) {
        mixed->region = bar->region;
        drawing->longest = length;
    }
    if (mixed->end - mixed->start >= drawing->resolution)
        flush(drawing);
}

/* Adds a stretch from `now` to `until` in which the innermost visit was of that region; `until` is
 * not after the next edge. */
static void add_stretch(struct drawing *drawing, uint32_t region, bool unknown, uint64_t until)
{
    struct cube_timeline_bar *mixed = &drawing->mixed;
    uint64_t length = until - drawing->now;
    region = unknown ? 0 : region;
    enum archive_cycles_class class =
        unknown  ? CYCLES_UNKNOWN
        : region ? (enum archive_cycles_class)drawing->classes[region]
                 : archive_cycles_class_of(drawing->archive, 0, drawing->lane);
    struct cube_timeline_bar bar = {drawing->now, until, region, 1, 0, {0}};
    bar.time[class] = length;
    drawing->now = until;
    drawing->timeline->lanes[drawing->timeline->lane_count].time[class] += length;
    if (length >= 2 * drawing->resolution) {
        if (prolong(drawing, &bar, class))
            return;
        flush(drawing);
        add_bar(drawing->timeline, &bar);
        return;
    }
    mixed->stretches += !drawing->uncounted;
    mix(drawing, &bar, length);
}

/* Adds the stretches of the innermost visit up to `until`. */
static void pass(struct drawing *drawing, uint64_t until)
{
    if (until > drawing->timeline->end)
        until = drawing->timeline->end;
    while (until > drawing->now) {
        uint32_t region = region_of_top(drawing);
        add_stretch(drawing, region, is_unknown(drawing) || is_hidden(drawing, region),
                    next_edge(drawing, until));
    }
}

/* Makes the innermost visit a span if it is long enough and contains no other one. */
static void add_span(struct drawing *drawing, struct archive_visit *visit)
{
    struct cube_timeline *timeline = drawing->timeline;
    uint64_t start = visit->value > timeline->start ? visit->value : timeline->start;
    uint64_t end = visit->end < timeline->end ? visit->end : timeline->end;
    if ((visit->mark & SPAN) || !drawing->resolution || end < start ||
        end - start < NAMED * drawing->resolution)
        return;
    timeline->spans = memory_grow(timeline->spans, &timeline->span_room, timeline->span_count + 1,
                                  sizeof *timeline->spans);
    timeline->spans[timeline->span_count++] =
        (struct cube_timeline_span){start, end, region_of_top(drawing)};
    timeline->lanes[timeline->lane_count].span_count++;
    visit->mark |= SPAN;
}

static void leave(struct drawing *drawing)
{
    struct archive_visit *visit = archive_visit_stack_top(&drawing->stack);
    pass(drawing, visit->end);
    if (drawing->stack.depth > 1) { /* the lane itself has no name */
        add_span(drawing, visit);
        visit[-1].mark |= visit->mark & SPAN;
    }
    archive_visit_stack_leave(&drawing->stack);
}

static void take(struct drawing *drawing, const struct archive_act *act)
{
    const struct archive_nodes *nodes = &drawing->archive->nodes;
    uint64_t start = archive_spread_moment(drawing->archive, drawing->lane, act->start);
    uint64_t end = archive_spread_moment(drawing->archive, drawing->lane, act->end);
    if (nodes->parent[act->node] == ARCHIVE_NONE) /* the lane itself */
        return;
    while (archive_visit_stack_has_ended(&drawing->stack, start))
        leave(drawing);
    uint64_t most = archive_visit_stack_top(&drawing->stack)->end;
    pass(drawing, start < most ? start : most);
    struct archive_visit *visit = archive_visit_stack_enter(&drawing->stack, end, act->node);
    visit->value = start < visit->end ? start : visit->end;
    visit->mark = drawing->hidden->nodes[act->node] ? HIDDEN : 0;
}

static void begin_lane(struct drawing *drawing, uint32_t lane)
{
    struct cube_timeline *timeline = drawing->timeline;
    char name[ARCHIVE_NAME];
    archive_lane_name(drawing->archive, lane, name);
    timeline->lanes[timeline->lane_count] =
        (struct cube_timeline_lane){.lane = lane,
                                    .label = memory_string(name),
                                    .first = timeline->bar_count,
                                    .first_span = timeline->span_count};
    drawing->lane = lane;
    cube_missing_on_lane(drawing->archive, lane, &drawing->unknown);
    drawing->filtered = (struct cube_missing_stretch){0};
    if (drawing->hidden->lanes[lane])
        cube_missing_filtered_on_lane(drawing->archive, lane, &drawing->filtered);
}

static bool read_lane(struct drawing *drawing, uint32_t lane, struct error *error)
{
    const struct archive *archive = drawing->archive;
    struct cube_timeline *timeline = drawing->timeline;
    uint64_t from = timeline->start, to = timeline->end;
    if (archive_spread_moment(archive, lane, from) != from || to >= archive->lanes.end[lane]) {
        from = archive_spread_moment(archive, lane, from) != from ? 0 : from;
        to = UINT64_MAX;
    }
    struct archive_acts *acts = archive_acts_of(archive, lane, from, to, error);
    if (!acts)
        return false;
    struct archive_act act;
    begin_lane(drawing, lane);
    drawing->now = archive_spread_moment(archive, lane, archive->lanes.start[lane]);
    if (drawing->now < timeline->start)
        drawing->now = timeline->start;
    uint32_t root = drawing->hidden->roots[lane];
    archive_visit_stack_begin(&drawing->stack,
                              archive_spread_moment(archive, lane, archive->lanes.end[lane]), root);
    if (drawing->hidden->outside || (root != ARCHIVE_NONE && drawing->hidden->nodes[root]))
        archive_visit_stack_top(&drawing->stack)->mark = HIDDEN;
    while (archive_acts_next(acts, &act))
        take(drawing, &act);
    while (drawing->stack.depth)
        leave(drawing);
    flush(drawing);
    timeline->lane_count++;
    archive_acts_free(acts);
    return true;
}

/* True for a bin that is covered by one visit. */
static bool is_whole(const struct archive_pyramid_item *item)
{
    return item->node != ARCHIVE_NONE && item->share == PYRAMID_WHOLE && !item->begun;
}

/* Adds a bin of a window, of `bin` ns, as far as the lane exists; or several that one visit covers,
 * which make a stretch. For other bins the order of their contents is unknown. */
static void add_item(struct drawing *drawing, const struct archive_pyramid_item *item,
                     uint64_t until, uint64_t bin)
{
    struct cube_timeline_bar bar = {.start = drawing->now, .end = until, .acts = item->begun};
    uint64_t length = until - drawing->now;
    if (item->node == ARCHIVE_NONE) {
        flush(drawing);
        drawing->now = until;
        return;
    }
    bar.region = drawing->archive->nodes.region[item->node];
    if (is_whole(item)) {
        add_stretch(drawing, bar.region, false, until);
        return;
    }
    drawing->now = until;
    uint64_t of_class = number_scale(bin, item->part, PYRAMID_WHOLE);
    bar.time[item->class] = of_class < length ? of_class : length;
    bar.time[item->other] += length - bar.time[item->class];
    drawing->uncounted = true;
    drawing->mixed.stretches = 0;
    drawing->mixed.acts += item->begun;
    mix(drawing, &bar, number_scale(bin, item->share, PYRAMID_WHOLE));
}

/* Visits of a lane; `value` is their start. */
struct visits {
    struct archive_visit *all;
    size_t count, room;
};

/* Adds the long visits of a block. */
static void look_at(struct visits *visits, const struct archive *archive,
                    const struct archive_event_block *block, const struct cube_timeline *timeline,
                    uint64_t least)
{
    uint64_t base = archive_spread_moment(archive, block->lane, block->base);
    for (uint32_t i = 0; i < block->count; i++) {
        uint64_t length = archive_event_block_duration(block, i), start = base + block->start[i];
        if (length < least)
            continue;
        uint64_t end = start + length;
        uint64_t from = start > timeline->start ? start : timeline->start;
        uint64_t to = end < timeline->end ? end : timeline->end;
        if (to < from || to - from < least)
            continue;
        visits->all =
            memory_grow(visits->all, &visits->room, visits->count + 1, sizeof *visits->all);
        visits->all[visits->count++] = (struct archive_visit){
            .end = end, .value = start, .node = archive_event_block_node(block, i)};
    }
}

/* Finds the visits of a lane that are at least `least` ns long in the shown range, sorted by start.
 * Reads only blocks that contain some. */
static void find_long(struct visits *visits, const struct archive *archive, uint32_t lane,
                      const struct cube_timeline *timeline, uint64_t least)
{
    size_t first, end;
    struct event_reader *reader = archive_event_reader_new(archive);
    archive_event_blocks_of_lane(archive, lane, &first, &end);
    for (size_t i = first; i < end; i++) {
        uint64_t base = archive_spread_moment(archive, lane, archive->blocks.base[i]);
        uint64_t last = archive_spread_moment(archive, lane, archive->blocks.end[i]);
        if (archive->blocks.duration_max[i] < least || base >= timeline->end ||
            last <= timeline->start)
            continue;
        const struct archive_event_block *block = archive_event_reader_get(
            reader, i, EVENT_WANT_START | EVENT_WANT_DURATION | EVENT_WANT_NODE);
        if (block)
            look_at(visits, archive, block, timeline, least);
    }
    archive_event_reader_free(reader);
}

/* Adds the names of long visits that contain no other long visit. */
static void add_spans(struct drawing *drawing, uint32_t lane)
{
    struct visits visits = {0};
    find_long(&visits, drawing->archive, lane, drawing->timeline, NAMED * drawing->resolution);
    drawing->now = UINT64_MAX; /* nothing but names is left to add */
    archive_visit_stack_begin(&drawing->stack, UINT64_MAX, ARCHIVE_NONE);
    for (size_t i = 0; i < visits.count; i++) {
        const struct archive_visit *visit = &visits.all[i];
        while (archive_visit_stack_has_ended(&drawing->stack, visit->value))
            leave(drawing);
        archive_visit_stack_enter(&drawing->stack, visit->end, visit->node)->value = visit->value;
    }
    while (drawing->stack.depth)
        leave(drawing);
    free(visits.all);
}

static void draw_window(struct drawing *drawing, uint32_t lane, const struct cube_window *window,
                        const struct archive_pyramid_item *items)
{
    struct cube_timeline *timeline = drawing->timeline;
    const struct archive *archive = drawing->archive;
    uint64_t start = archive_spread_moment(archive, lane, archive->lanes.start[lane]);
    uint64_t end = archive_spread_moment(archive, lane, archive->lanes.end[lane]);
    begin_lane(drawing, lane);
    drawing->now = start > timeline->start ? start : timeline->start;
    end = end < timeline->end ? end : timeline->end;
    for (size_t i = 0, next; i < window->bins && drawing->now < end; i = next) {
        next = i + 1;
        while (is_whole(&items[i]) && next < window->bins && is_whole(&items[next]) &&
               items[next].node == items[i].node)
            next++;
        uint64_t until = window->start + (next << window->level);
        until = until < end ? until : end;
        while (until > drawing->now) {
            uint64_t edge = next_edge(drawing, until);
            if (is_unknown(drawing))
                add_stretch(drawing, 0, true, edge);
            else
                add_item(drawing, &items[i], edge, UINT64_C(1) << window->level);
        }
    }
    flush(drawing);
    if (drawing->resolution)
        add_spans(drawing, lane);
    timeline->lane_count++;
}

/* Subtracts the interval of dropped events from a lane's sums, and counts it as unknown. */
static bool take_unknown(struct cube_timeline *timeline, const struct archive *archive,
                         struct cube_window_reader *reader, size_t number, struct error *error)
{
    struct cube_timeline_lane *lane = &timeline->lanes[number];
    struct cube_missing_stretch missing;
    struct cube_window_sum sum = {0};
    if (!cube_missing_on_lane(archive, lane->lane, &missing))
        return true;
    struct cube_window_request wanted = {
        .lanes = &lane->lane,
        .lane_count = 1,
        .from = missing.from > timeline->start ? missing.from : timeline->start,
        .to = missing.to < timeline->end ? missing.to : timeline->end};
    if (wanted.from >= wanted.to)
        return true;
    if (!cube_window_sums(reader, &wanted, &sum, error))
        return false;
    for (int i = 0; i < CYCLES_STORED; i++)
        lane->time[i] = number_minus(lane->time[i], sum.time[i]);
    lane->time[CYCLES_UNKNOWN] = wanted.to - wanted.from;
    return true;
}

/* Draws the lanes from windows, if that is much faster than reading all events: some lanes at a
 * time. The bins are so small that the picture is the same. */
static bool read_window(struct drawing *drawing, const struct cube_timeline_request *request,
                        const struct lanes *lanes, size_t most, struct error *error)
{
    struct cube_timeline *timeline = drawing->timeline;
    struct cube_window window = {0};
    struct cube_window_sum sums[AT_ONCE];
    struct cube_window_reader *reader = cube_window_open(drawing->archive, error);
    bool good = reader;
    for (size_t first = 0; good && first < most; first += AT_ONCE) {
        size_t count = most - first < AT_ONCE ? most - first : AT_ONCE;
        struct cube_window_request wanted = {.lanes = lanes->rows + first,
                                             .lane_count = count,
                                             .from = timeline->start,
                                             .to = timeline->end,
                                             .pixels = FINE * request->columns};
        memset(sums, 0, sizeof sums);
        good = cube_window_read(reader, &wanted, &window, error) &&
               cube_window_sums(reader, &wanted, sums, error);
        for (size_t i = 0; good && i < count; i++) {
            draw_window(drawing, wanted.lanes[i], &window, window.items + i * window.bins);
            memcpy(timeline->lanes[first + i].time, sums[i].time, sizeof sums[i].time);
            good = take_unknown(timeline, drawing->archive, reader, first + i, error);
        }
    }
    cube_window_free(&window);
    cube_window_close(reader);
    return good;
}

static bool read_lanes(struct cube_timeline *timeline, const struct archive *archive,
                       const struct cube_timeline_request *request, const struct lanes *lanes,
                       struct progress *progress, struct error *error)
{
    size_t most = request->most_lanes && lanes->count > request->most_lanes ? request->most_lanes
                                                                            : lanes->count;
    size_t columns = request->columns ? request->columns : 1;
    uint8_t *classes = archive_cycles_classes_new(archive);
    struct cube_missing_hidden hidden = cube_missing_hidden_new(archive);
    struct drawing drawing = {
        .archive = archive, .classes = classes, .timeline = timeline, .hidden = &hidden};
    bool good = true;
    if (hidden.any)
        cube_missing_hidden_write(&timeline->missing, archive);
    drawing.resolution = request->columns ? (timeline->end - timeline->start) / columns : 0;
    timeline->lanes = memory_zeroed(most + 1, sizeof *timeline->lanes);
    timeline->lanes_all = lanes->count;
    bool many = archive->pyramid_tables[PYRAMID_SHAPE].rows && request->columns &&
                archive_event_blocks_rows(archive) > MANY_ACTS && !hidden.any;
    if (many)
        good = read_window(&drawing, request, lanes, most, error);
    for (size_t i = 0; good && !many && i < most; i++) {
        progress_show(progress, i, most);
        good = read_lane(&drawing, lanes->rows[i], error);
    }
    archive_visit_stack_free(&drawing.stack);
    free(classes);
    cube_missing_hidden_free(&hidden);
    return good;
}

/* Returns, by row of lanes, its index in the timeline; ARCHIVE_NONE: none. */
static uint32_t *numbers_of(const struct cube_timeline *timeline, const struct archive *archive)
{
    uint32_t *number = memory_zeroed(archive->lanes.rows + 1, sizeof *number);
    for (size_t i = 0; i < archive->lanes.rows; i++)
        number[i] = ARCHIVE_NONE;
    for (size_t i = 0; i < timeline->lane_count; i++)
        number[timeline->lanes[i].lane] = (uint32_t)i;
    return number;
}

static void name_region(struct cube_timeline *timeline, const struct archive *archive,
                        uint32_t region)
{
    if (!timeline->name[region])
        timeline->name[region] = cube_region_keys_label(archive, region);
}

static void name_all(struct cube_timeline *timeline, const struct archive *archive)
{
    timeline->name_count = archive->regions.rows;
    timeline->name = memory_zeroed(timeline->name_count, sizeof *timeline->name);
    for (size_t i = 0; i < timeline->bar_count; i++)
        name_region(timeline, archive, timeline->bars[i].region);
    for (size_t i = 0; i < timeline->span_count; i++)
        name_region(timeline, archive, timeline->spans[i].region);
    for (size_t i = 0; i < timeline->message_count; i++) {
        name_region(timeline, archive, timeline->messages[i].send);
        name_region(timeline, archive, timeline->messages[i].receive);
    }
    for (size_t i = 0; i < timeline->operation_count; i++)
        name_region(timeline, archive, timeline->operations[i].region);
}

struct cube_timeline *cube_timeline_new(const struct archive *archive,
                                        const struct cube_timeline_request *request,
                                        struct progress *progress, struct error *error)
{
    struct cube_cycles_range range = request->range;
    struct cube_cycles_shape shape;
    struct lanes lanes = {0};
    if (!archive->logs.rows) {
        error_set(
            error,
            "%s has no events, which a timeline needs: run the program with `triptych run --events "
            "...`",
            archive->path);
        return NULL;
    }
    range.exact = true;
    range.length = 0;
    if (!cube_cycles_shape(archive, &range, &shape, error))
        return NULL;
    struct cube_timeline *timeline = memory_zeroed(1, sizeof *timeline);
    timeline->zero = archive_zero(archive);
    timeline->start = shape.start;
    timeline->end = number_add(shape.start, number_scale(shape.length, shape.count, 1));
    if (timeline->end > range.to)
        timeline->end = range.to;
    timeline->incomplete = !archive_acts_are_whole(archive);
    cube_missing_write(&timeline->missing, archive);
    bool good = lanes_choose(&lanes, archive, &request->chosen, error) &&
                read_lanes(timeline, archive, request, &lanes, progress, error);
    lanes_free(&lanes);
    if (!good) {
        cube_timeline_free(timeline);
        return NULL;
    }
    uint32_t *number = numbers_of(timeline, archive);
    cube_timeline_add_messages(timeline, archive, number, request->most_messages);
    cube_timeline_add_operations(timeline, archive, number, request->most_operations);
    free(number);
    name_all(timeline, archive);
    return timeline;
}

void cube_timeline_free(struct cube_timeline *timeline)
{
    if (!timeline)
        return;
    for (size_t i = 0; i < timeline->lane_count; i++)
        free(timeline->lanes[i].label);
    for (size_t i = 0; i < timeline->name_count; i++)
        free(timeline->name[i]);
    free(timeline->name);
    buffer_free(&timeline->missing);
    free(timeline->lanes);
    free(timeline->bars);
    free(timeline->spans);
    free(timeline->messages);
    free(timeline->operations);
    free(timeline->parts);
    free(timeline);
}
