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
#include "measure/vocabulary/groups.h"
#include "measure/vocabulary/ranges.h"

const struct measure_act_site *quick_sites[QUICK_SITES];

/* The act of a quick call. */
struct quick_act {
    uint64_t bytes;
    uint32_t set; /* bits of enum format_act_field */
    int64_t fields[FORMAT_FIELDS];
};

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

uint64_t measure_vocabulary_begin_quickly(struct described_call *call)
{
    const struct format_vocabulary_function *function = call->function;
    bool logs = logs_messages();
    if (__builtin_expect(__atomic_load_n(&function->quick.settled, __ATOMIC_RELAXED) !=
                                 (uint64_t)process_forks + 1 ||
                             !measure_listen_hears(FORMAT_COLLECT_VOCABULARY),
                         0))
        return 0;
    const struct measure_act_site *site = measure_vocabulary_site(call);
    struct format_node *up = measure_lane_current,
                       *node = site ? measure_visit_near_child(up, &site->own) : NULL;
    if (__builtin_expect(
            !node || !is_common(__atomic_load_n(&site->own.mode, __ATOMIC_RELAXED), logs), 0))
        return 0;
    struct described_record *own = &described_own;
    own->call = call;
    own->function = function;
    own->node = logs ? measure_visit_logged_handle(up) : measure_visit_handle(up);
    own->visited = node;
    own->logs = logs;
    call->known = 0;
    call->is_taken = false;
    listen_busy = 1; /* it was 0 */
    measure_visit_open(node, TRI_TIME);
    return __atomic_load_n(&function->real, __ATOMIC_RELAXED);
}

/* Reads a number of that size. */
static inline int64_t load(uint64_t address, unsigned size)
{
    const void *at = (const void *)(uintptr_t)address;
    struct __attribute__((packed)) unaligned {
        uint64_t eight;
    };
    struct __attribute__((packed)) half {
        uint32_t four;
    };
    struct __attribute__((packed)) quarter {
        uint16_t two;
    };
    if (size == 4)
        return ((const struct half *)at)->four;
    if (size == 8)
        return (int64_t)((const struct unaligned *)at)->eight;
    return size == 2 ? ((const struct quarter *)at)->two : *(const uint8_t *)at;
}

/* Finds the value of an operand. False if it is behind a pointer of which nothing is known. */
static inline bool value_of(const struct described_call *call,
                            const struct format_vocabulary_operand *operand, int64_t *value)
{
    uint64_t number = (uint64_t)(int64_t)operand->plus;
    if (operand->type) {
        uint64_t word = call->registers[operand->source];
        number += (uint64_t)measure_vocabulary_narrow((int64_t)word, operand->type) *
                  (uint64_t)(int64_t)operand->factor;
    }
    *value = (int64_t)number;
    if (__builtin_expect(!operand->loaded, 1))
        return true;
    if (!measure_vocabulary_is_there(number, operand->loaded & 15))
        return false;
    *value = measure_vocabulary_narrow(load(number, operand->loaded & 15), operand->loaded);
    return true;
}

/* Finds the fields of a call's act, if it takes place. False if it cannot. */
static inline bool find_act(const struct described_call *call,
                            const struct format_vocabulary_quick *quick, unsigned count,
                            struct quick_act *act)
{
    int64_t tested;
    act->bytes = 0;
    act->set = UINT32_C(1) << FORMAT_FIELDS; /* it takes place */
    if (!value_of(call, &quick->tested, &tested))
        return false;
    if ((tested >= quick->from && tested <= quick->to) == quick->is_outside) {
        act->set = 0;
        return true;
    }
    for (unsigned i = 0; i < count; i++) {
        const struct format_vocabulary_operand *operand = &quick->fields[i];
        int64_t value;
        if (!value_of(call, operand, &value))
            return false;
        value = i < quick->bytes && value < 0 ? 0 : value;
        act->bytes += i < quick->bytes ? (uint64_t)value : 0;
        act->fields[operand->field] = value;
        act->set |= UINT32_C(1) << operand->field;
    }
    return true;
}

static inline bool has(const struct quick_act *act, enum format_act_field field)
{
    return act->set >> field & 1;
}

static inline uint64_t number_of(const struct quick_act *act, enum format_act_field field)
{
    return has(act, field) ? (uint64_t)act->fields[field] : 0;
}

static inline uint64_t address_of(const struct quick_act *act, enum format_act_field peer)
{
    return format_address(has(act, peer) ? (uint32_t)act->fields[peer] : FORMAT_ANY,
                          has(act, FORMAT_FIELD_TAG) ? (int32_t)act->fields[FORMAT_FIELD_TAG] : -1);
}

static inline void add(struct format_event **at, enum format_value what, uint64_t value)
{
    *(*at)++ = (struct format_event){value, format_event_rest(FORMAT_EVENT_VALUE, what, 0)};
}

/* Logs a message that is small enough for one record. False if it is not, or if there is no room.
 */
static inline bool log_message(const struct format_node *node, const struct quick_act *act,
                               bool receives, struct described_group *group, uint64_t ticks)
{
    uint64_t address = address_of(act, receives ? FORMAT_FIELD_FROM : FORMAT_FIELD_TO),
             *counter = receives ? &group->received : &group->sent;
    /* Other threads may take numbers meanwhile, but not so many. */
    uint64_t number = __atomic_load_n(counter, __ATOMIC_RELAXED) + UINT16_MAX;
    if (!format_message_fits(format_order(group->row, number), address, act->bytes))
        return false;
    struct format_event *at = measure_log_reserve(2);
    if (!at)
        return false;
    at[1] =
        format_message_pack(receives, measure_vocabulary_next(group, counter), address, act->bytes);
    measure_log_write(at, FORMAT_EVENT_ACT, node->self, node->open, ticks);
    return true;
}

static inline bool log_together(const struct format_node *node, const struct quick_act *act,
                                struct described_group *group, uint64_t ticks)
{
    bool has_root = has(act, FORMAT_FIELD_ROOT);
    struct format_event *at = measure_log_reserve(4 + has_root), *value;
    if (!at)
        return false;
    value = at + 1;
    add(&value, FORMAT_VALUE_TOGETHER, measure_vocabulary_next(group, &group->together));
    if (has_root)
        add(&value, FORMAT_VALUE_ROOT, (uint32_t)act->fields[FORMAT_FIELD_ROOT]);
    add(&value, FORMAT_VALUE_GIVEN, number_of(act, FORMAT_FIELD_GIVEN));
    add(&value, FORMAT_VALUE_TAKEN, number_of(act, FORMAT_FIELD_TAKEN));
    measure_log_write(at, FORMAT_EVENT_ACT, node->self, node->open, ticks);
    return true;
}

/* Logs an act that is no message, with its bytes, and of a move the places. */
static inline bool log_other(const struct format_node *node, const struct quick_act *act,
                             bool has_peers, uint64_t ticks)
{
    bool has_to = has_peers && has(act, FORMAT_FIELD_TO),
         has_from = has_peers && has(act, FORMAT_FIELD_FROM);
    struct format_event *at = measure_log_reserve(1U + (act->bytes != 0) + has_to + has_from),
                        *value;
    if (!at)
        return false;
    value = at + 1;
    if (act->bytes)
        add(&value, FORMAT_VALUE_BYTES, act->bytes);
    if (has_to)
        add(&value, FORMAT_VALUE_TO, format_address((uint32_t)act->fields[FORMAT_FIELD_TO], -1));
    if (has_from)
        add(&value, FORMAT_VALUE_FROM,
            format_address((uint32_t)act->fields[FORMAT_FIELD_FROM], -1));
    measure_log_write(at, FORMAT_EVENT_ACT, node->self, node->open, ticks);
    return true;
}

/* Logs a call, as record.c does. False if it has to take the other way, and nothing has been done.
 */
static inline bool log_call(const struct described_call *call, const struct format_node *node,
                            const struct quick_act *act, uint64_t ticks)
{
    struct format_vocabulary_function *function = call->function;
    const struct format_vocabulary_data *data = format_vocabulary_data(function);
    const struct format_vocabulary *vocabularies = format_vocabulary_at(data, data->vocabularies);
    const struct format_vocabulary *vocabulary = &vocabularies[function->vocabulary];
    enum format_act_type type = (enum format_act_type)function->act;
    struct described_group *group =
        (struct described_group *)(uintptr_t)__atomic_load_n(&vocabulary->group, __ATOMIC_RELAXED);
    bool receives = type == FORMAT_DOES_RECEIVE, unites = type == FORMAT_DOES_COLLECTIVE;
    if (!measure_log_fits(node->self, ticks))
        return false;
    if (!act->set || (type != FORMAT_DOES_SEND && !receives && !unites))
        return log_other(node, act,
                         type == FORMAT_DOES_MOVE && vocabulary->has_count &&
                             (has(act, FORMAT_FIELD_TO) || has(act, FORMAT_FIELD_FROM)),
                         ticks);
    if (!group || !group->row)
        return false;
    return unites ? log_together(node, act, group, ticks)
                  : log_message(node, act, receives, group, ticks);
}

bool measure_vocabulary_end_quickly(struct described_call *call)
{
    struct described_record *own = &described_own;
    struct format_node *node = own->visited;
    uint64_t now = measure_clock_counter(); /* the quick way implies this clock */
    const struct format_vocabulary_quick *quick = &call->function->quick;
    struct quick_act act;
    call->now = now;
    bool logs = own->logs;
    if (__builtin_expect(own->call != call || node != measure_lane_current ||
                             node->open <= FORMAT_OPEN_UNTIMED,
                         0))
        return false;
    if (__builtin_expect(!(logs ? quick->logs_quick : quick->is_quick), 0) ||
        !find_act(call, quick, logs ? quick->count : quick->bytes, &act))
        return false;
    uint64_t ticks = now - node->open;
    if (logs && !log_call(call, node, &act, ticks))
        return false;
    node->bytes += act.bytes;
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
