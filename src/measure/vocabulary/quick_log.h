/* quick_log.h: how quick calls are logged, as record.c logs the others. Only quick.c uses it, which
 * is compiled without vector registers. */
#ifndef MEASURE_VOCABULARY_QUICK_LOG_H
#define MEASURE_VOCABULARY_QUICK_LOG_H

#include "measure/vocabulary/groups.h"
#include "measure/vocabulary/steps.h"

/* Finds the value of a field; 0 if the act has none. False if it cannot be found. */
STEPS_INLINE bool quick_log_field(const struct described_call *call, enum format_act_field field,
                                  int64_t *value)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    unsigned at = quick->places[field];
    uint64_t page = steps_page(call);
    *value = 0;
    return !at || steps_value(call, &quick->fields[at - 1], &page, value);
}

static inline void quick_log_add(struct format_event **at, enum format_value what, uint64_t value)
{
    *(*at)++ = (struct format_event){value, format_event_rest(FORMAT_EVENT_VALUE, what, 0)};
}

/* Returns the group of all places; NULL if it is not known. A process that was forked has to make
 * it again. */
STEPS_INLINE struct described_group *quick_log_group(const struct format_vocabulary_quick *quick)
{
    struct described_group *group =
        (struct described_group *)(uintptr_t)__atomic_load_n(&quick->group, __ATOMIC_RELAXED);
    return __builtin_expect(group && group->row, 1) ? group : NULL;
}

/* Logs a message that is small enough for one record. False if it is not, or if there is no room.
 * Without `page`, its fields are plain. */
STEPS_INLINE bool quick_log_message(const struct described_call *call,
                                    const struct format_node *node, uint64_t bytes, bool receives,
                                    uint64_t ticks, uint64_t *page)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    struct described_group *group = quick_log_group(quick);
    int64_t peer, tag;
    if (!group || !steps_find(call, &quick->fields[FORMAT_QUICK_PEER], page, &peer) ||
        !steps_find(call, &quick->fields[FORMAT_QUICK_TAG], page, &tag))
        return false;
    uint64_t *counter = &group->messages[receives],
             number = __atomic_load_n(counter, __ATOMIC_RELAXED),
             address = format_address((uint32_t)peer, (int32_t)tag),
             order = format_order(group->row, number);
    if (__builtin_expect(!format_message_fits(order, address, bytes), 0))
        return false;
    const struct format_event message = format_message_pack(receives, order, address, bytes),
                              *earlier;
    struct format_event *at =
        measure_log_reserve_message(node->self, node->open, &message, &earlier);
    if (__builtin_expect(!at || !measure_vocabulary_take_number(counter, number), 0))
        return false;
    measure_log_write_message(at, earlier, node->self, node->open, ticks, &message);
    return true;
}

static __attribute__((noinline)) bool quick_log_together(const struct described_call *call,
                                                         const struct format_node *node,
                                                         uint64_t ticks)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    struct described_group *group = quick_log_group(quick);
    bool has_root = quick->places[FORMAT_FIELD_ROOT] != 0;
    int64_t root, given, taken;
    if (!group || !quick_log_field(call, FORMAT_FIELD_ROOT, &root) ||
        !quick_log_field(call, FORMAT_FIELD_GIVEN, &given) ||
        !quick_log_field(call, FORMAT_FIELD_TAKEN, &taken))
        return false;
    struct format_event *at = measure_log_reserve(4 + has_root), *value;
    if (!at)
        return false;
    value = at + 1;
    quick_log_add(&value, FORMAT_VALUE_TOGETHER, measure_vocabulary_next(group, &group->together));
    if (has_root)
        quick_log_add(&value, FORMAT_VALUE_ROOT, (uint32_t)root);
    quick_log_add(&value, FORMAT_VALUE_GIVEN, given < 0 ? 0 : (uint64_t)given);
    quick_log_add(&value, FORMAT_VALUE_TAKEN, taken < 0 ? 0 : (uint64_t)taken);
    measure_log_write(at, FORMAT_EVENT_ACT, node->self, node->open, ticks);
    return true;
}

/* Returns the vocabulary of a call. */
static inline const struct format_vocabulary *
quick_log_vocabulary(const struct described_call *call)
{
    const struct format_vocabulary_data *data = format_vocabulary_data(call->function);
    const struct format_vocabulary *vocabularies = format_vocabulary_at(data, data->vocabularies);
    return &vocabularies[call->function->vocabulary];
}

/* Logs a move with its bytes, and with its places if these have a number among all. */
static __attribute__((noinline)) bool quick_log_move(const struct described_call *call,
                                                     const struct format_node *node, uint64_t bytes,
                                                     uint64_t ticks)
{
    const uint8_t *places = call->function->quick.places;
    bool has_peers = quick_log_vocabulary(call)->has_count,
         has_to = has_peers && places[FORMAT_FIELD_TO],
         has_from = has_peers && places[FORMAT_FIELD_FROM];
    int64_t to, from;
    if (!quick_log_field(call, FORMAT_FIELD_TO, &to) ||
        !quick_log_field(call, FORMAT_FIELD_FROM, &from))
        return false;
    struct format_event *at = measure_log_reserve(1U + (bytes != 0) + has_to + has_from), *value;
    if (!at)
        return false;
    value = at + 1;
    if (bytes)
        quick_log_add(&value, FORMAT_VALUE_BYTES, bytes);
    if (has_to)
        quick_log_add(&value, FORMAT_VALUE_TO, format_address((uint32_t)to, -1));
    if (has_from)
        quick_log_add(&value, FORMAT_VALUE_FROM, format_address((uint32_t)from, -1));
    measure_log_write(at, FORMAT_EVENT_ACT, node->self, node->open, ticks);
    return true;
}

/* Logs an act that is neither a message nor a move, with its bytes. */
STEPS_INLINE bool quick_log_other(const struct format_node *node, uint64_t bytes, uint64_t ticks)
{
    struct format_event *at = measure_log_reserve(1U + (bytes != 0));
    if (__builtin_expect(!at, 0))
        return false;
    struct format_event *value = at + 1;
    if (bytes)
        quick_log_add(&value, FORMAT_VALUE_BYTES, bytes);
    measure_log_write(at, FORMAT_EVENT_ACT, node->self, node->open, ticks);
    return true;
}

/* Logs a call. False if it has to take the other way, and nothing has been done. */
STEPS_INLINE bool quick_log(const struct described_call *call, const struct format_node *node,
                            bool is_act, uint64_t bytes, uint64_t ticks, uint64_t *page)
{
    unsigned act = call->function->act;
    if (!measure_log_fits(node->self, ticks))
        return false;
    if (is_act && (act == FORMAT_DOES_SEND || act == FORMAT_DOES_RECEIVE))
        return quick_log_message(call, node, bytes, act == FORMAT_DOES_RECEIVE, ticks, page);
    if (is_act && act == FORMAT_DOES_COLLECTIVE)
        return quick_log_together(call, node, ticks);
    if (is_act && act == FORMAT_DOES_MOVE)
        return quick_log_move(call, node, bytes, ticks);
    return quick_log_other(node, bytes, ticks);
}

/* Does the same for a call that is plain. */
STEPS_INLINE bool quick_log_plainly(const struct described_call *call,
                                    const struct format_node *node, bool is_act, uint64_t bytes,
                                    uint64_t ticks)
{
    unsigned act = call->function->act;
    if (!measure_log_fits(node->self, ticks))
        return false;
    if (is_act && (act == FORMAT_DOES_SEND || act == FORMAT_DOES_RECEIVE))
        return quick_log_message(call, node, bytes, act == FORMAT_DOES_RECEIVE, ticks, NULL);
    return quick_log_other(node, bytes, ticks);
}

/* Logs a call that has taken the message of another. False if it has to take the other way. */
static inline bool quick_log_taken(const struct described_record *own,
                                   const struct format_node *node, uint64_t ticks)
{
    const struct measure_log_value *message = own->logged;
    enum format_value what = message[0].what;
    if (own->count != FORMAT_MESSAGE_VALUES ||
        (what != FORMAT_VALUE_SENT && what != FORMAT_VALUE_RECEIVED) ||
        !measure_log_fits(node->self, ticks) ||
        !format_message_fits(message[0].value, message[1].value, message[2].value))
        return false;
    const struct format_event packed = format_message_pack(
        what == FORMAT_VALUE_RECEIVED, message[0].value, message[1].value, message[2].value);
    return measure_log_message(node->self, node->open, ticks, &packed);
}

#endif
