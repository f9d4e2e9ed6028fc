/* quick.c: see quick.h */
#include "measure/vocabulary/quick.h"

#include "measure/act.h"
#include "measure/clock.h"
#include "measure/heed.h"
#include "measure/lane.h"
#include "measure/listen.h"
#include "measure/visit.h"

const struct measure_act_site *quick_sites[QUICK_SITES];

/* True while messages are numbered, even those of regions that are filtered. */
static inline bool logs_messages(void)
{
    return log_logged & (format_events_of(TRI_KIND_COMM) | format_events_of(TRI_KIND_CLOCK));
}

uint64_t measure_vocabulary_begin_quickly(struct described_call *call)
{
    const struct format_vocabulary_function *function = call->function;
    if (__builtin_expect(!__atomic_load_n(&function->quick.is_settled, __ATOMIC_RELAXED) ||
                             !measure_listen_hears(FORMAT_COLLECT_VOCABULARY) || logs_messages(),
                         0))
        return 0;
    const struct measure_act_site *site = measure_vocabulary_site(call);
    struct format_node *up = measure_lane_current,
                       *node = site ? measure_visit_near_child(up, &site->own) : NULL;
    if (__builtin_expect(!node || __atomic_load_n(&site->own.mode, __ATOMIC_RELAXED) != TRI_TIME,
                         0))
        return 0;
    struct described_record *own = &described_own;
    own->call = call;
    own->function = function;
    own->node = measure_visit_handle(up);
    own->visited = node;
    call->known = 0;
    call->is_taken = false;
    listen_busy = 1; /* it was 0 */
    measure_visit_open(node, TRI_TIME);
    return __atomic_load_n(&function->real, __ATOMIC_RELAXED);
}

/* Returns an argument or the result, of whatever type. */
static inline int64_t value_of(const struct described_call *call,
                               const struct format_vocabulary_operand *operand)
{
    const uint64_t *words = call->registers;
    uint64_t word = operand->source == FORMAT_SOURCE_RESULT
                        ? call->result
                        : words[operand->source % FORMAT_REGISTERS];
    return measure_vocabulary_narrow((int64_t)word, operand->type);
}

static inline uint64_t bytes_of(const struct described_call *call,
                                const struct format_vocabulary_quick *quick)
{
    int64_t tested = value_of(call, &quick->tested);
    uint64_t sum = 0;
    if ((tested >= quick->from && tested <= quick->to) == quick->is_outside)
        return 0;
    for (unsigned i = 0; i < quick->count; i++) {
        const struct format_vocabulary_operand *operand = &quick->bytes[i];
        uint64_t value = operand->type ? (uint64_t)value_of(call, operand) : 1;
        value *= (uint64_t)(int64_t)operand->factor;
        sum += (int64_t)value > 0 ? value : 0;
    }
    return sum;
}

bool measure_vocabulary_end_quickly(struct described_call *call)
{
    struct described_record *own = &described_own;
    struct format_node *node = own->visited;
    uint64_t now = measure_clock_counter(); /* TRI_TIME implies this clock */
    if (__builtin_expect(own->call != call || node != measure_lane_current ||
                             node->open <= FORMAT_OPEN_UNTIMED,
                         0))
        return false;
    node->bytes += bytes_of(call, &call->function->quick);
    measure_node_add_time(node, now - node->open);
    measure_visit_go_up(node, (struct format_node *)own->node);
    own->call = NULL;
    listen_busy = 0;
    if (__builtin_expect(!measure_act_tells_cost(node->count) && now < own->look_at &&
                             __atomic_load_n(heed_asked, __ATOMIC_RELAXED) == heed_seen,
                         1))
        return true;
    call->now = now;
    own->is_ended = true;
    return false;
}
