/* act.c: see act.h */
#include "measure/act.h"

#include "format/activity.h"
#include "format/move_record.h"
#include "measure/filter.h"
#include "measure/heed.h"
#include "measure/lane.h"
#include "measure/message_values.h"
#include "measure/place.h"
#include "measure/visit.h"

#include <errno.h>

enum {
    MOST_VALUES = 12,
    TOLD_LONGEST = 100000, /* longest credible cost: this fraction of a second */
};

/* Adds the act to the node of its object, a child of the act's node: see io.c. */
static inline void add_to_object(struct format_node *node, const struct measure_act_end *end,
                                 uint64_t ticks)
{
    struct format_node *below = node->recent;
    if (__builtin_expect(below->region != end->with->region, 0))
        below = measure_node_child(node, end->with->region);
    if (!below)
        return;
    below->count++;
    below->bytes += end->bytes;
    measure_node_add_time(below, end->held ? end->held : ticks);
}

static inline void add_value(struct format_event **at, enum format_value what, uint64_t value)
{
    *(*at)++ = (struct format_event){value, format_event_rest(FORMAT_EVENT_VALUE, what, 0)};
}

/* Logs an act that does not fit into the mapped piece. */
static VISIT_RARE void log_end_far(const struct format_node *node,
                                   const struct measure_act_end *end, uint64_t ticks)
{
    struct measure_log_value values[MOST_VALUES + 3];
    unsigned count = 0;
    if (end->bytes && !end->counts_bytes)
        values[count++] = (struct measure_log_value){FORMAT_VALUE_BYTES, end->bytes};
    if (end->with && end->with->region)
        values[count++] = (struct measure_log_value){FORMAT_VALUE_FILE, end->with->region};
    if (end->held)
        values[count++] = (struct measure_log_value){FORMAT_VALUE_HELD, end->held};
    for (unsigned i = 0; i < end->count && i < MOST_VALUES; i++)
        values[count++] = end->values[i];
    measure_log_far(FORMAT_EVENT_ACT, node->self, node->open, ticks, values, count);
}

static bool is_wanted(const struct format_node *node, const struct measure_act_end *end,
                      uint64_t ticks)
{
    struct measure_filter_message message = {0};
    if (end->message)
        message = *end->message;
    measure_message_tell(&message, end->values, end->count);
    const struct measure_filter_act act = {.node = node,
                                           .ticks = ticks,
                                           .trips = NODE_NO_TRIPS,
                                           .bytes = end->bytes,
                                           .held = end->held,
                                           .message = message.told ? &message : NULL};
    if (measure_filter_keeps_far(&act) || !measure_message_ends_fit(end->values, end->count))
        return true;
    measure_filter_leave_out(&act);
    measure_message_log_ends(node, end->values, end->count, end->has_more);
    return false;
}

/* True if the values are those of one message that fits into one record. */
static inline bool is_short_message(const struct measure_act_end *end)
{
    return end->count == FORMAT_MESSAGE_VALUES &&
           (end->values[0].what == FORMAT_VALUE_SENT ||
            end->values[0].what == FORMAT_VALUE_RECEIVED) &&
           (end->values[2].what == FORMAT_VALUE_SIZE || end->values[2].what == FORMAT_VALUE_GOT) &&
           format_message_fits(end->values[0].value, end->values[1].value, end->values[2].value);
}

/* Returns the record of such a message. */
static inline struct format_event pack_message(const struct measure_act_end *end)
{
    return format_message_pack(end->values[0].what == FORMAT_VALUE_RECEIVED, end->values[0].value,
                               end->values[1].value, end->values[2].value);
}

/* True if the values are those of a move that fit into one record. */
static inline bool is_short_move(const struct measure_act_end *end)
{
    return end->count && end->count <= 2 && end->values[0].what == FORMAT_VALUE_TO &&
           end->values[0].value >> 32 == UINT32_MAX &&
           (end->count == 1 || end->values[1].what == FORMAT_VALUE_ACTIVITY) &&
           format_move_fits(end->bytes) && !end->with && !end->held && !end->counts_bytes;
}

/* True if the only value is an activity. */
static inline bool is_numbered(const struct measure_act_end *end)
{
    return end->count == 1 && end->values[0].what == FORMAT_VALUE_ACTIVITY && !end->bytes &&
           !end->with && !end->held;
}

/* Logs a move in one record or two. False if it has to be logged otherwise. */
static inline bool log_move(const struct format_node *node, const struct measure_act_end *end,
                            uint64_t ticks)
{
    if (!ticks && is_short_move(end) && end->count == 2 &&
        measure_log_stayed(node->self, node->open, (uint32_t)end->values[0].value, end->bytes,
                           (uint32_t)end->values[1].value))
        return true;
    struct format_event *at =
        is_short_move(end) && measure_log_fits(node->self, ticks) ? measure_log_reserve(2) : NULL;
    if (!at)
        return false;
    at[1] = format_move_pack((uint32_t)end->values[0].value, end->bytes,
                             end->count == 2 ? (uint32_t)end->values[1].value : FORMAT_NO_ACTIVITY);
    measure_log_write(at, FORMAT_EVENT_ACT, node->self, node->open, ticks);
    return true;
}

static inline void log_end(const struct format_node *node, const struct measure_act_end *end,
                           uint64_t ticks)
{
    if (measure_filter_is_on() && !is_wanted(node, end, ticks))
        return;
    if (is_numbered(end) &&
        measure_log_numbered(node->self, node->open, ticks, (uint32_t)end->values[0].value))
        return;
    if (log_move(node, end, ticks))
        return;
    uint32_t with = end->with ? end->with->region : 0;
    bool tells_bytes = end->bytes && !end->counts_bytes, is_short = is_short_message(end),
         fits = measure_log_fits(node->self, ticks);
    struct format_event message = {0};
    if (is_short)
        message = pack_message(end);
    if (is_short && fits && !tells_bytes && !with && !end->held &&
        measure_log_message(node->self, node->open, ticks, &message))
        return;
    unsigned values = end->count < MOST_VALUES ? end->count : MOST_VALUES,
             count = tells_bytes + (with != 0) + (end->held != 0) + (is_short ? 1 : values);
    struct format_event *at = fits ? measure_log_reserve(1 + count) : NULL;
    if (__builtin_expect(!at, 0)) {
        log_end_far(node, end, ticks);
        return;
    }
    struct format_event *value = at + 1;
    if (tells_bytes)
        add_value(&value, FORMAT_VALUE_BYTES, end->bytes);
    if (with)
        add_value(&value, FORMAT_VALUE_FILE, with);
    if (end->held)
        add_value(&value, FORMAT_VALUE_HELD, end->held);
    if (is_short)
        *value = message;
    for (unsigned i = 0; i < values && !is_short; i++)
        add_value(&value, end->values[i].what, end->values[i].value);
    measure_log_write(at, FORMAT_EVENT_ACT, node->self, node->open, ticks);
}

void measure_act_tell_cost(uint64_t since)
{
    struct format_place *page = measure_place_page();
    uint64_t ticks = measure_clock_now() - since;
    if (ticks * TOLD_LONGEST > page->ticks_per_second)
        return;
    __atomic_fetch_add(&page->act_ticks, ticks, __ATOMIC_RELAXED);
    __atomic_fetch_add(&page->acts_timed, 1, __ATOMIC_RELAXED);
}

static inline void tell_cost(const struct format_node *node, uint64_t since)
{
    if (measure_act_tells_cost(node->count))
        measure_act_tell_cost(since);
}

static inline void finish(struct format_node *node, struct format_node *up,
                          const struct measure_act_end *end, uint64_t now, bool logged)
{
    bool timed = node->open > FORMAT_OPEN_UNTIMED;
    uint64_t ticks = timed && now > node->open ? now - node->open : 0;
    node->bytes += end->bytes;
    if (timed)
        measure_node_add_time(node, ticks);
    if (end->with && end->with->region)
        add_to_object(node, end, ticks);
    if (logged)
        log_end(node, end, ticks);
    measure_visit_go_up(node, up);
    if (timed)
        tell_cost(node, now);
    measure_heed_check();
    if (measure_place_is_due(now))
        measure_place_heed();
}

void measure_act_end(struct tri_node *handle, const struct measure_act_end *end)
{
    if (!handle)
        return;
    struct format_node *up = measure_visit_up(handle), *node = up->recent;
    uint64_t now = end->now ? end->now : measure_clock_now();
    int saved = errno;
    if (__builtin_expect(node == measure_lane_current, 1))
        finish(node, up, end, now, measure_log_wants_node(node));
    else
        measure_visit_leave_far(up, NODE_NO_TRIPS);
    errno = saved;
}

/* A filter that comes meanwhile may change what is logged. */
void measure_act_end_begun(struct tri_node *handle, const struct measure_act_end *end)
{
    if (!handle)
        return;
    struct format_node *up = measure_visit_up(handle), *node = up->recent;
    if (node != measure_lane_current || measure_filter_is_on()) {
        measure_act_end(handle, end);
        return;
    }
    int saved = errno;
    finish(node, up, end, end->now ? end->now : measure_clock_now(),
           log_logged && measure_visit_is_logged(handle));
    errno = saved;
}

void measure_act_undo(struct tri_node *handle)
{
    struct format_node *up = handle ? measure_visit_up(handle) : NULL,
                       *node = up ? up->recent : NULL;
    if (!node || node != measure_lane_current)
        return;
    node->count--;
    measure_visit_go_up(node, up);
}

/* Returns the child of the current node, which may be another one afterwards. NULL if it is not
 * measured. */
static inline struct format_node *find_node(struct tri_region *region)
{
    measure_bridge_cross();
    struct format_node *up = measure_lane_current, *node = up->recent;
    if (node->region != region->id) {
        node = node->next; /* acts come in pairs: lock and unlock */
        if (node->region != region->id)
            return measure_visit_find_child(region);
        up->recent = node;
    }
    return node;
}

/* Logs an act that takes no time. */
static inline void log_point(const struct format_node *node, const struct measure_act_end *end)
{
    if (end->count || end->bytes || end->with || end->held || measure_filter_is_on())
        log_end(node, end, 0);
    else if (!measure_log_point(node->self, node->open))
        measure_log_far(FORMAT_EVENT_ACT, node->self, node->open, 0, NULL, 0);
}

void measure_act_point(struct tri_region *region, const struct measure_act_end *end)
{
    unsigned mode = region ? __atomic_load_n(&region->mode, __ATOMIC_RELAXED) : TRI_OFF;
    struct format_node *node = mode != TRI_OFF ? find_node(region) : NULL;
    if (!node)
        return;
    mode = __atomic_load_n(&region->mode,
                           __ATOMIC_RELAXED); /* read again: the region may have been new */
    struct format_node *up = measure_lane_current;
    measure_node_make_current(node);
    node->count++;
    node->bytes += end->bytes;
    node->open = FORMAT_OPEN_UNTIMED;
    if (mode != TRI_COUNT) {
        node->open = end->now ? end->now : measure_clock_now();
        node->min = 0;
    }
    if (end->with && end->with->region)
        add_to_object(node, end, 0);
    if (mode == TRI_TIME_LOG)
        log_point(node, end);
    uint64_t now = node->open;
    measure_visit_go_up(node, up);
    if (now <= FORMAT_OPEN_UNTIMED)
        return;
    tell_cost(node, now);
    measure_heed_check();
    if (measure_place_is_due(now))
        measure_place_heed();
}

/* Does what is due after some acts. */
static VISIT_RARE void look_around(const struct format_node *node, uint64_t now)
{
    tell_cost(node, now);
    measure_heed_check();
    if (measure_place_is_due(now))
        measure_place_heed();
}

void measure_act_plain_point(struct tri_region *region)
{
    static const struct measure_act_end nothing;
    measure_act_point(region, &nothing);
}

/* Ends a point whose time does not fit into the log where it is. */
static VISIT_RARE void log_point_far(struct format_node *node, struct format_node *up, uint64_t now)
{
    measure_log_far(FORMAT_EVENT_ACT, node->self, now, 0, NULL, 0);
    measure_visit_go_up(node, up);
    look_around(node, now);
}

/* The fast path does without branches that are taken: between two acts of a program, the processor
 * has forgotten them. It ends by calling what it does not do itself, so it needs no stack frame. */
void measure_act_logged_point(struct tri_region *region)
{
    struct format_node *up = measure_lane_current, *node = up->recent;
    if (__builtin_expect(node->region != region->id || measure_bridge_is_on, 0) ||
        __builtin_expect(clock_kind != FORMAT_CLOCK_COUNTER, 0) || measure_filter_is_on()) {
        measure_act_plain_point(region);
        return;
    }
    measure_node_make_current(node);
    uint64_t count = ++node->count, now = measure_clock_counter();
    node->min = 0;
    if (__builtin_expect(!measure_log_point(node->self, now), 0)) {
        log_point_far(node, up, now);
        return;
    }
    measure_visit_make_last_writes(node, up);
    if (__builtin_expect(
            measure_act_tells_cost(count) || measure_heed_is_asked() || now >= place_due, 0))
        look_around(node, now);
}

uint32_t measure_act_activity(void)
{
    return measure_lane_own ? measure_lane_own->record->runs : FORMAT_NO_ACTIVITY;
}

uint32_t measure_act_new_activity(void)
{
    return measure_place_is_measuring() ? measure_place_next_activity() : FORMAT_NO_ACTIVITY;
}

uint32_t measure_act_switch(uint32_t activity)
{
    return measure_lane_own ? measure_lane_switch(activity) : FORMAT_NO_ACTIVITY;
}
