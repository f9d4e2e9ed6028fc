/* quick.c: see quick.h */
#include "measure/vocabulary/quick.h"

#include "measure/act.h"
#include "measure/clock.h"
#include "measure/filter.h"
#include "measure/heed.h"
#include "measure/lane.h"
#include "measure/listen.h"
#include "measure/process.h"
#include "measure/visit.h"
#include "measure/vocabulary/aside.h"
#include "measure/vocabulary/groups.h"
#include "measure/vocabulary/quick_run.h"
#include "measure/vocabulary/steps.h"

enum { AHEAD = 16 }; /* records of the log */

const struct measure_act_site *quick_sites[QUICK_SITES];

/* True while messages are numbered, even those of regions that are filtered. */
static inline bool logs_messages(void)
{
    return log_logged & (format_events_of(TRI_KIND_COMM) | format_events_of(TRI_KIND_CLOCK));
}

/* True if a visit of a region in that mode can take the quick way: it is timed by the hardware
 * counter, and if messages are logged, it is logged, too. */
static inline bool is_common(unsigned mode, bool logs)
{
    if (__builtin_expect(!logs, 1))
        return mode == TRI_TIME;
    return mode == TRI_TIME_LOG && clock_kind == FORMAT_CLOCK_COUNTER && !measure_filter_is_on();
}

/* Begins a call inside of one that takes its acts. 0 if it is none, or no quick one. */
static __attribute__((noinline)) uint64_t begin_taken(struct described_call *call)
{
    const struct format_vocabulary_function *function = call->function;
    struct described_record *own = &described_own;
    if (!own->call || call >= own->call || listen_busy != 1 || !function->quick.is_quick ||
        function->quick.before || !own->function->takes_count)
        return 0;
    const struct format_vocabulary_function *by = own->function;
    const uint32_t *takes = (const uint32_t *)((const char *)by - by->start + by->takes);
    uint32_t i = 0;
    while (i < by->takes_count && takes[i] != function->number)
        i++;
    if (i == by->takes_count)
        return 0;
    call->known = 0;
    call->now = 0;
    call->is_taken = true;
    call->is_opened = false;
    own->taken++;
    return __atomic_load_n(&function->real, __ATOMIC_RELAXED);
}

uint64_t measure_vocabulary_begin_quickly(struct described_call *call)
{
    const struct format_vocabulary_function *function = call->function;
    bool logs = logs_messages();
    call->run = CALL_NO_RUN;
    if (__builtin_expect(function->run, 0))
        return measure_vocabulary_begin_run_quickly(call);
    if (__builtin_expect(__atomic_load_n(&function->quick.settled, __ATOMIC_RELAXED) !=
                             (uint64_t)process_forks + 1,
                         0))
        return 0;
    if (__builtin_expect(!measure_listen_hears(FORMAT_COLLECT_VOCABULARY), 0))
        return begin_taken(call);
    const struct measure_act_site *site = measure_vocabulary_site(call);
    measure_bridge_cross();
    struct format_node *up = measure_lane_current,
                       *node = site ? measure_visit_near_child(up, &site->own) : NULL;
    if (__builtin_expect(
            !node || !is_common(__atomic_load_n(&site->own.mode, __ATOMIC_RELAXED), logs), 0))
        return 0;
    const struct format_vocabulary_quick *quick = &function->quick;
    if (__builtin_expect(quick->before, 0) && !steps_run(call, steps_of(function), quick->before))
        return 0;
    struct described_record *own = &described_own;
    own->call = call;
    own->function = function;
    own->node = logs ? measure_visit_logged_handle(up) : measure_visit_handle(up);
    own->visited = node;
    own->logs = logs;
    call->known = quick->known;
    call->is_taken = false;
    call->is_opened = false;
    listen_busy = 1; /* it was 0 */
    if (logs)
        __builtin_prefetch(log_next + AHEAD, 1); /* an address that does not exist does no harm */
    measure_visit_open(node, TRI_TIME);
    if (__builtin_expect(function->is_opened, 0))
        aside_put_quickly(call, own);
    return __atomic_load_n(&function->real, __ATOMIC_RELAXED);
}

/* Finds out whether the act of a call takes place, and how many bytes it moves. False if that is
 * not possible. */
STEPS_INLINE bool find_act(const struct described_call *call,
                           const struct format_vocabulary_quick *quick, bool *is_act,
                           uint64_t *bytes)
{
    int64_t tested, value;
    *bytes = 0;
    *is_act = false;
    if (!steps_value(call, &quick->tested, &tested))
        return false;
    if ((tested >= quick->from && tested <= quick->to) == quick->is_outside)
        return true;
    *is_act = true;
    for (unsigned i = 0; i < quick->bytes; i++) {
        if (!steps_value(call, &quick->fields[i], &value))
            return false;
        *bytes += value < 0 ? 0 : (uint64_t)value;
    }
    return true;
}

/* Finds the value of a field; `otherwise` if the act has none. False if it cannot be found. */
STEPS_INLINE bool find_field(const struct described_call *call, enum format_act_field field,
                             int64_t otherwise, int64_t *value)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    unsigned at = quick->places[field];
    *value = otherwise;
    return !at || steps_value(call, &quick->fields[at - 1], value);
}

static inline void add(struct format_event **at, enum format_value what, uint64_t value)
{
    *(*at)++ = (struct format_event){value, format_event_rest(FORMAT_EVENT_VALUE, what, 0)};
}

/* Logs a message that is small enough for one record. False if it is not, or if there is no room.
 */
STEPS_INLINE bool log_message(const struct described_call *call, const struct format_node *node,
                              uint64_t bytes, bool receives, struct described_group *group,
                              uint64_t ticks)
{
    uint64_t *counter = receives ? &group->received : &group->sent;
    int64_t peer, tag;
    if (!find_field(call, receives ? FORMAT_FIELD_FROM : FORMAT_FIELD_TO, FORMAT_ANY, &peer) ||
        !find_field(call, FORMAT_FIELD_TAG, -1, &tag))
        return false;
    uint64_t address = format_address((uint32_t)peer, (int32_t)tag);
    /* Other threads may take numbers meanwhile, but not so many. */
    uint64_t number = __atomic_load_n(counter, __ATOMIC_RELAXED) + UINT16_MAX;
    if (!format_message_fits(format_order(group->row, number), address, bytes))
        return false;
    struct format_event *at = measure_log_reserve(2);
    if (!at)
        return false;
    at[1] = format_message_pack(receives, measure_vocabulary_next(group, counter), address, bytes);
    measure_log_write(at, FORMAT_EVENT_ACT, node->self, node->open, ticks);
    return true;
}

static bool log_together(const struct described_call *call, const struct format_node *node,
                         struct described_group *group, uint64_t ticks)
{
    bool has_root = call->function->quick.places[FORMAT_FIELD_ROOT] != 0;
    int64_t root, given, taken;
    if (!find_field(call, FORMAT_FIELD_ROOT, 0, &root) ||
        !find_field(call, FORMAT_FIELD_GIVEN, 0, &given) ||
        !find_field(call, FORMAT_FIELD_TAKEN, 0, &taken))
        return false;
    struct format_event *at = measure_log_reserve(4 + has_root), *value;
    if (!at)
        return false;
    value = at + 1;
    add(&value, FORMAT_VALUE_TOGETHER, measure_vocabulary_next(group, &group->together));
    if (has_root)
        add(&value, FORMAT_VALUE_ROOT, (uint32_t)root);
    add(&value, FORMAT_VALUE_GIVEN, given < 0 ? 0 : (uint64_t)given);
    add(&value, FORMAT_VALUE_TAKEN, taken < 0 ? 0 : (uint64_t)taken);
    measure_log_write(at, FORMAT_EVENT_ACT, node->self, node->open, ticks);
    return true;
}

/* Logs an act that is no message, with its bytes, and of a move the places. */
STEPS_INLINE bool log_other(const struct described_call *call, const struct format_node *node,
                            uint64_t bytes, bool has_peers, uint64_t ticks)
{
    const uint8_t *places = call->function->quick.places;
    bool has_to = has_peers && places[FORMAT_FIELD_TO],
         has_from = has_peers && places[FORMAT_FIELD_FROM];
    int64_t to = 0, from = 0;
    if ((has_to && !find_field(call, FORMAT_FIELD_TO, 0, &to)) ||
        (has_from && !find_field(call, FORMAT_FIELD_FROM, 0, &from)))
        return false;
    struct format_event *at = measure_log_reserve(1U + (bytes != 0) + has_to + has_from), *value;
    if (!at)
        return false;
    value = at + 1;
    if (bytes)
        add(&value, FORMAT_VALUE_BYTES, bytes);
    if (has_to)
        add(&value, FORMAT_VALUE_TO, format_address((uint32_t)to, -1));
    if (has_from)
        add(&value, FORMAT_VALUE_FROM, format_address((uint32_t)from, -1));
    measure_log_write(at, FORMAT_EVENT_ACT, node->self, node->open, ticks);
    return true;
}

/* Returns the vocabulary of a call. */
static inline const struct format_vocabulary *vocabulary_of(const struct described_call *call)
{
    const struct format_vocabulary_data *data = format_vocabulary_data(call->function);
    const struct format_vocabulary *vocabularies = format_vocabulary_at(data, data->vocabularies);
    return &vocabularies[call->function->vocabulary];
}

/* Logs a call, as record.c does. False if it has to take the other way, and nothing has been done.
 */
STEPS_INLINE bool log_call(const struct described_call *call, const struct format_node *node,
                           bool is_act, uint64_t bytes, uint64_t ticks)
{
    const struct format_vocabulary_function *function = call->function;
    enum format_act_type type = (enum format_act_type)function->act;
    bool receives = type == FORMAT_DOES_RECEIVE, unites = type == FORMAT_DOES_COLLECTIVE;
    if (!measure_log_fits(node->self, ticks))
        return false;
    if (!is_act || (type != FORMAT_DOES_SEND && !receives && !unites))
        return log_other(call, node, bytes,
                         is_act && type == FORMAT_DOES_MOVE && vocabulary_of(call)->has_count,
                         ticks);
    struct described_group *group = (struct described_group *)(uintptr_t)__atomic_load_n(
        &function->quick.group, __ATOMIC_RELAXED);
    if (!group || !group->row)
        return false;
    return unites ? log_together(call, node, group, ticks)
                  : log_message(call, node, bytes, receives, group, ticks);
}

/* Keeps the message of a call for the one that takes it, as record.c does. False if that is not
 * possible, and nothing has been done. */
static bool keep_message(const struct described_call *call, struct described_record *own,
                         uint64_t bytes)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    bool receives = call->function->act == FORMAT_DOES_RECEIVE;
    struct described_group *group =
        (struct described_group *)(uintptr_t)__atomic_load_n(&quick->group, __ATOMIC_RELAXED);
    int64_t peer, tag;
    if (!quick->logs_quick || (call->function->act != FORMAT_DOES_SEND && !receives) || !group ||
        !group->row || own->count || own->has_more ||
        !find_field(call, receives ? FORMAT_FIELD_FROM : FORMAT_FIELD_TO, FORMAT_ANY, &peer) ||
        !find_field(call, FORMAT_FIELD_TAG, -1, &tag))
        return false;
    own->logged[0] = (struct measure_log_value){
        receives ? FORMAT_VALUE_RECEIVED : FORMAT_VALUE_SENT,
        measure_vocabulary_next(group, receives ? &group->received : &group->sent)};
    own->logged[1] = (struct measure_log_value){receives ? FORMAT_VALUE_FROM : FORMAT_VALUE_TO,
                                                format_address((uint32_t)peer, (int32_t)tag)};
    own->logged[2] =
        (struct measure_log_value){receives ? FORMAT_VALUE_GOT : FORMAT_VALUE_SIZE, bytes};
    own->count = FORMAT_MESSAGE_VALUES;
    own->counts_bytes = true;
    return true;
}

/* Logs a call that has taken the message of another. False if it has to take the other way. */
static bool log_taken(const struct described_record *own, const struct format_node *node,
                      uint64_t ticks)
{
    const struct measure_log_value *message = own->logged;
    enum format_value what = message[0].what;
    if (own->count != FORMAT_MESSAGE_VALUES ||
        (what != FORMAT_VALUE_SENT && what != FORMAT_VALUE_RECEIVED) ||
        !measure_log_fits(node->self, ticks) ||
        !format_message_fits(message[0].value, message[1].value, message[2].value))
        return false;
    struct format_event *at = measure_log_reserve(2);
    if (!at)
        return false;
    at[1] = format_message_pack(what == FORMAT_VALUE_RECEIVED, message[0].value, message[1].value,
                                message[2].value);
    measure_log_write(at, FORMAT_EVENT_ACT, node->self, node->open, ticks);
    return true;
}

/* Ends a call whose act another one takes. False if it has to take the other way. */
static __attribute__((noinline)) bool end_taken(struct described_call *call,
                                                struct described_record *own)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    const struct format_vocabulary_step *steps = steps_of(call->function);
    bool is_act;
    uint64_t bytes;
    if (!own->call || !quick->is_quick || !steps_run(call, steps, quick->steps) ||
        !find_act(call, quick, &is_act, &bytes) ||
        (own->logs && is_act && !keep_message(call, own, bytes)))
        return false;
    steps_set(call, steps + quick->steps, quick->sets);
    own->bytes += bytes;
    own->taken -= own->taken > 0;
    return true;
}

bool measure_vocabulary_end_quickly(struct described_call *call)
{
    struct described_record *own = &described_own;
    if (__builtin_expect(call->run, 0))
        return measure_vocabulary_end_run_quickly(call);
    if (__builtin_expect(call->is_taken, 0))
        return end_taken(call, own);
    if (__builtin_expect(call->is_opened, 0) && !aside_take_quickly(call, own))
        return false;
    struct format_node *node = own->visited;
    uint64_t now = measure_clock_counter(); /* the quick way implies this clock */
    const struct format_vocabulary_quick *quick = &call->function->quick;
    bool is_act;
    uint64_t bytes;
    call->now = now;
    bool logs = own->logs;
    if (__builtin_expect(own->call != call || node != measure_lane_current ||
                             node->open <= FORMAT_OPEN_UNTIMED,
                         0))
        return false;
    if (__builtin_expect(!(logs ? quick->logs_quick : quick->is_quick), 0) ||
        (quick->steps &&
         !steps_run(call, steps_of(call->function) + quick->before, quick->steps)) ||
        !find_act(call, quick, &is_act, &bytes))
        return false;
    if (__builtin_expect(quick->takes, 0)) {
        if (own->with || own->taken || own->has_more || (own->count && !logs))
            return false;
        bytes += own->bytes;
    }
    uint64_t ticks = now - node->open;
    if (logs && !(__builtin_expect(own->count, 0) ? log_taken(own, node, ticks)
                                                  : log_call(call, node, is_act, bytes, ticks)))
        return false;
    if (__builtin_expect(quick->takes, 0)) {
        own->bytes = 0;
        own->count = 0;
        own->counts_bytes = false;
    }
    if (__builtin_expect(quick->sets, 0))
        steps_set(call, steps_of(call->function) + quick->before + quick->steps, quick->sets);
    node->bytes += bytes;
    measure_node_add_time(node, ticks);
    measure_visit_go_up(node, measure_visit_up(own->node));
    own->call = NULL;
    listen_busy = 0;
    if (__builtin_expect(!measure_act_tells_cost(node->count) && now < own->look_at &&
                             __atomic_load_n(heed_asked, __ATOMIC_RELAXED) == heed_seen,
                         1))
        return true;
    own->is_ended = true;
    return false;
}
