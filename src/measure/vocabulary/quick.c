/* quick.c: see quick.h */
#include "measure/vocabulary/quick.h"

#include "format/doors.h"
#include "measure/act.h"
#include "measure/clock.h"
#include "measure/filter.h"
#include "measure/heed.h"
#include "measure/lane.h"
#include "measure/listen.h"
#include "measure/process.h"
#include "measure/visit.h"
#include "measure/vocabulary/aside.h"
#include "measure/vocabulary/inside.h"
#include "measure/vocabulary/quick_end.h"
#include "measure/vocabulary/quick_log.h"
#include "measure/vocabulary/quick_messages.h"
#include "measure/vocabulary/quick_run.h"

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
    return mode == (logs ? TRI_TIME_LOG : TRI_TIME) &&
           (!logs || (clock_kind == FORMAT_CLOCK_COUNTER && !measure_filter_is_on()));
}

/* Begins a call inside of one that takes its acts. 0 if it is none, or no quick one. */
static __attribute__((noinline)) uint64_t begin_taken(struct described_call *call)
{
    const struct format_vocabulary_function *function = call->function;
    struct described_record *own = &described_own;
    if (!own->call || call >= own->call || listen_busy != 1 || described_inside.call ||
        !function->quick.is_quick || function->quick.before || !own->function->takes_count)
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

/* Begins the visit of a call and returns the function's address. */
STEPS_INLINE uint64_t begin_visit(struct described_call *call, struct format_node *up,
                                  struct format_node *node, bool logs)
{
    const struct format_vocabulary_function *function = call->function;
    struct described_record *own = &described_own;
    listen_busy = 1; /* it was 0; from here on, a signal handler leaves the record alone */
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    own->call = call;
    own->function = function;
    own->node = measure_visit_marked_handle(up, logs ? VISIT_LOGGED : 0);
    own->visited = node;
    own->logs = logs;
    call->known = function->quick.known;
    if (logs)
        __builtin_prefetch(log_next + AHEAD, 1); /* an address that does not exist does no harm */
    measure_visit_open(node, TRI_TIME);
    return __atomic_load_n(&function->real, __ATOMIC_RELAXED);
}

/* Begins a call that has steps before it, or opens. */
static __attribute__((noinline)) uint64_t begin_otherwise(struct described_call *call,
                                                          struct format_node *up,
                                                          struct format_node *node, bool logs)
{
    const struct format_vocabulary_function *function = call->function;
    uint64_t page = steps_page(call);
    if ((function->is_opened && !aside_has_room()) ||
        !steps_run(call, steps_of(function), function->quick.before, &page))
        return 0;
    uint64_t real = begin_visit(call, up, node, logs);
    if (function->is_opened)
        aside_put_quickly(call, &described_own);
    return real;
}

/* Begins a visit, whatever the call needs for that. */
STEPS_INLINE uint64_t begin_at(struct described_call *call, struct format_node *up,
                               struct format_node *node, bool logs)
{
    const struct format_vocabulary_function *function = call->function;
    return function->quick.before || function->is_opened ? begin_otherwise(call, up, node, logs)
                                                         : begin_visit(call, up, node, logs);
}

/* Begins a call whose site or node is not where it is looked for at first: another site has its
 * slot, or other calls come between below the same node. 0 if it is no quick one. */
static __attribute__((noinline)) uint64_t begin_far(struct described_call *call, bool logs)
{
    const struct measure_act_site *site = measure_vocabulary_any_site(call);
    struct format_node *up = measure_lane_current,
                       *node = site ? measure_visit_near_child(up, &site->own) : NULL;
    if (site && !node)
        node = measure_visit_other_child(up, &site->own);
    return node && is_common(__atomic_load_n(&site->own.mode, __ATOMIC_RELAXED), logs)
               ? begin_at(call, up, node, logs)
               : 0;
}

/* Begins a call below the current node. */
STEPS_INLINE uint64_t begin_below(struct described_call *call, bool logs)
{
    const struct measure_act_site *site = measure_vocabulary_site(call);
    struct format_node *up = measure_lane_current,
                       *node = site ? measure_visit_near_child(up, &site->own) : NULL;
    if (__builtin_expect(
            !node || !is_common(__atomic_load_n(&site->own.mode, __ATOMIC_RELAXED), logs), 0))
        return begin_far(call, logs);
    return begin_at(call, up, node, logs);
}

/* Begins a call that may come from a function that is counted in the binary. Vector registers are
 * not saved yet: the other way makes what is missing. */
static __attribute__((noinline)) uint64_t begin_behind_bridge(struct described_call *call,
                                                              bool logs)
{
    return measure_bridge_find_known() ? begin_below(call, logs) : 0;
}

/* Calls without a function that is called need no stack frame, here and at their end. */
uint64_t measure_vocabulary_begin_quickly(struct described_call *call)
{
    const struct format_vocabulary_function *function = call->function;
    bool logs = logs_messages();
    call->how = 0;
    if (__builtin_expect(function->run, 0))
        return measure_bridge_is_on ? 0 : measure_vocabulary_begin_run_quickly(call);
    if (__builtin_expect(__atomic_load_n(&function->quick.settled, __ATOMIC_RELAXED) !=
                             (uint64_t)process_forks + 1,
                         0))
        return 0;
    if (__builtin_expect(!measure_listen_hears(FORMAT_COLLECT_VOCABULARY), 0))
        return begin_taken(call);
    if (__builtin_expect(measure_bridge_is_on, 0))
        return begin_behind_bridge(call, logs);
    return begin_below(call, logs);
}

/* Finds out whether the act of a call takes place, and how many bytes it moves. False if that is
 * not possible. */
STEPS_INLINE bool find_act(const struct described_call *call,
                           const struct format_vocabulary_quick *quick, uint64_t *page,
                           bool *is_act, uint64_t *bytes)
{
    int64_t tested, value;
    *bytes = 0;
    if (!steps_value(call, &quick->tested, page, &tested))
        return false;
    *is_act = steps_is_in_range(quick, tested);
    for (unsigned i = 0; i < quick->bytes && *is_act; i++) {
        if (!steps_value(call, &quick->fields[i], page, &value))
            return false;
        *bytes += value < 0 ? 0 : (uint64_t)value;
    }
    return true;
}

/* Keeps the message of a call for the one that takes it, as record.c does. False if that is not
 * possible, and nothing has been done. */
static bool keep_message(const struct described_call *call, struct described_record *own,
                         uint64_t bytes, uint64_t *page)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    bool receives = call->function->act == FORMAT_DOES_RECEIVE;
    struct described_group *group =
        (struct described_group *)(uintptr_t)__atomic_load_n(&quick->group, __ATOMIC_RELAXED);
    int64_t peer, tag;
    if (!quick->logs_quick || (call->function->act != FORMAT_DOES_SEND && !receives) || !group ||
        !group->row || own->count || own->has_more ||
        !steps_value(call, &quick->fields[FORMAT_QUICK_PEER], page, &peer) ||
        !steps_value(call, &quick->fields[FORMAT_QUICK_TAG], page, &tag))
        return false;
    own->logged[0] =
        (struct measure_log_value){receives ? FORMAT_VALUE_RECEIVED : FORMAT_VALUE_SENT,
                                   measure_vocabulary_next(group, &group->messages[receives])};
    own->logged[1] = (struct measure_log_value){receives ? FORMAT_VALUE_FROM : FORMAT_VALUE_TO,
                                                format_address((uint32_t)peer, (int32_t)tag)};
    own->logged[2] =
        (struct measure_log_value){receives ? FORMAT_VALUE_GOT : FORMAT_VALUE_SIZE, bytes};
    own->count = FORMAT_MESSAGE_VALUES;
    own->counts_bytes = true;
    return true;
}

/* Ends a call whose act another one takes. False if it has to take the other way. */
static __attribute__((noinline)) bool end_taken(struct described_call *call,
                                                struct described_record *own)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    const struct format_vocabulary_step *steps = steps_of(call->function);
    bool is_act;
    uint64_t bytes, page = steps_page(call);
    if (!own->call || !quick->is_quick || !steps_run(call, steps, quick->steps, &page) ||
        !find_act(call, quick, &page, &is_act, &bytes) ||
        (own->logs && is_act && !keep_message(call, own, bytes, &page)))
        return false;
    steps_set(call, steps + quick->steps, quick->sets, true);
    own->bytes += bytes;
    own->taken -= own->taken > 0;
    return true;
}

/* Ends a call whose steps after it, if there are any, have been performed. */
STEPS_INLINE bool end_performed(struct described_call *call, struct described_record *own,
                                uint64_t now, uint64_t *page)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    struct format_node *node = own->visited;
    bool is_act;
    uint64_t bytes, ticks = now - node->open;
    if (!find_act(call, quick, page, &is_act, &bytes))
        return false;
    if (quick->takes) {
        if (own->with || own->taken || own->has_more || own->lacks || (own->count && !own->logs))
            return false;
        bytes += own->bytes;
    }
    if (own->logs && !(own->count ? quick_log_taken(own, node, ticks)
                                  : quick_log(call, node, is_act, bytes, ticks, page)))
        return false;
    if (quick->takes) {
        own->bytes = 0;
        own->count = 0;
        own->counts_bytes = false;
    }
    steps_set(call, steps_after(call->function) + quick->steps, quick->sets, true);
    return quick_end_visit(own, node, bytes, now, false);
}

/* Does the same. What a signal handler calls meanwhile is not taken. */
STEPS_INLINE bool end_alone(struct described_call *call, struct described_record *own, uint64_t now,
                            uint64_t *page)
{
    inside_begin(call);
    bool is_done = end_performed(call, own, now, page);
    inside_end(NULL);
    return is_done;
}

/* Ends a call whose functions have been asked: its numbers are words of it. */
STEPS_INLINE bool end_asked(struct described_call *call, struct described_record *own)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    uint64_t page = steps_page(call);
    int64_t bytes = 0;
    if (own->logs || quick->bytes > 1)
        return end_alone(call, own, call->now, &page);
    if (quick->bytes && steps_is_in_range(quick, steps_plain(call, &quick->tested)))
        bytes = steps_plain(call, &quick->fields[FORMAT_QUICK_BYTES]);
    steps_set(call, steps_after(call->function) + quick->steps, quick->sets, true);
    return quick_end_visit(own, own->visited, bytes < 0 ? 0 : (uint64_t)bytes, call->now, false);
}

bool measure_vocabulary_ask_quickly(struct described_call *call)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    struct described_record *own = &described_own;
    call->run = CALL_NO_RUN;
    if (own->logs && quick->messages) {
        if (measure_vocabulary_end_messages(call, call->now))
            return true;
    } else if (measure_vocabulary_ask_functions(call, steps_after(call->function), quick->steps,
                                                NULL) &&
               end_asked(call, own)) {
        return true;
    }
    call->run = CALL_ASKED;
    return false;
}

/* Ends a call that asks functions of the library, or leaves it to the assembler code, which saves
 * vector registers first. */
static __attribute__((noinline)) bool ask(struct described_call *call)
{
    unsigned vectors = call->function->quick.vectors;
    if (vectors == FORMAT_DOOR_NO_VECTORS)
        return measure_vocabulary_ask_quickly(call);
    call->run = vectors == FORMAT_DOOR_SSE_VECTORS ? CALL_ASKS_SSE : CALL_ASKS;
    return false;
}

/* Ends a call that has steps after it, sets states, takes acts, or reads memory or states. */
static __attribute__((noinline)) bool end_otherwise(struct described_call *call,
                                                    struct described_record *own, uint64_t now)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    uint64_t page = steps_page(call);
    if (quick->way == FORMAT_QUICK_CALLS)
        return ask(call);
    if (own->logs && quick->messages)
        return measure_vocabulary_end_messages(call, now);
    return steps_run(call, steps_after(call->function), quick->steps, &page) &&
           end_alone(call, own, now, &page);
}

/* Notes the end of a call. False if it was left otherwise. */
STEPS_INLINE bool is_end(struct described_call *call, const struct described_record *own,
                         uint64_t now)
{
    const struct format_node *node = own->visited;
    call->now = now;
    return __builtin_expect(
        own->call == call && node == measure_lane_current && node->open > FORMAT_OPEN_UNTIMED, 1);
}

/* True if a call can end quickly. */
STEPS_INLINE bool is_quick(const struct described_call *call, const struct described_record *own)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    return __builtin_expect(own->logs ? quick->logs_quick || quick->messages : quick->is_quick, 1);
}

/* Ends a call that runs an activity, is inside of one that takes its acts, or opens. */
static __attribute__((noinline)) bool end_specially(struct described_call *call,
                                                    struct described_record *own)
{
    if (call->run)
        return measure_vocabulary_end_run_quickly(call);
    if (call->is_taken)
        return end_taken(call, own);
    if (call->is_opened && !aside_take_quickly(call, own))
        return false;
    uint64_t now = measure_clock_now();
    return is_end(call, own, now) && is_quick(call, own) && end_otherwise(call, own, now);
}

/* Ends a call that is logged. */
static __attribute__((noinline)) bool end_logged(struct described_call *call,
                                                 struct described_record *own, uint64_t now)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    struct format_node *node = own->visited;
    if (!quick->is_plain)
        return is_quick(call, own) && end_otherwise(call, own, now);
    bool is_act = steps_is_in_range(quick, steps_plain(call, &quick->tested));
    int64_t bytes = is_act ? steps_plain(call, &quick->fields[FORMAT_QUICK_BYTES]) : 0;
    bytes = bytes < 0 ? 0 : bytes;
    return quick_log_plainly(call, node, is_act, (uint64_t)bytes, now - node->open) &&
           quick_end_visit(own, node, (uint64_t)bytes, now, true);
}

/* Finds the bytes of a call that is near. False if they are not known. */
STEPS_INLINE bool find_bytes(const struct described_call *call,
                             const struct format_vocabulary_quick *quick, int64_t *bytes,
                             bool is_shared)
{
    const struct format_vocabulary_operand *field = &quick->fields[FORMAT_QUICK_BYTES];
    *bytes = 0;
    if (!quick->bytes || !steps_is_in_range(quick, steps_near(call, &quick->tested, is_shared)))
        return true;
    uint64_t value = (uint64_t)steps_near(call, field, is_shared);
    if (field->loaded) {
        if (field->source != FORMAT_SOURCE_STACK &&
            !measure_vocabulary_is_near((uintptr_t)call, value, field->loaded & 15))
            return false;
        value =
            (uint64_t)steps_narrow((uint64_t)steps_load(value, field->loaded & 15), field->loaded);
    }
    *bytes = (int64_t)value < 0 ? 0 : (int64_t)value;
    return true;
}

/* Ends a call that is not logged, and that is near but for its steps and states. */
STEPS_INLINE bool end_near(struct described_call *call, struct described_record *own, uint64_t now,
                           bool is_shared)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    const struct format_vocabulary_step *step = steps_after(call->function);
    int64_t bytes;
    for (unsigned count = quick->steps; count; count--, step++) {
        if (!steps_perform_near(call, step, is_shared))
            return end_otherwise(call, own, now);
    }
    if (!find_bytes(call, quick, &bytes, is_shared))
        return end_otherwise(call, own, now);
    steps_set(call, step, quick->sets, is_shared);
    return quick_end_visit(own, own->visited, (uint64_t)bytes, now, true);
}

static __attribute__((noinline)) bool end_with_steps(struct described_call *call,
                                                     struct described_record *own, uint64_t now)
{
    return end_near(call, own, now, false);
}

static __attribute__((noinline)) bool end_with_shared(struct described_call *call,
                                                      struct described_record *own, uint64_t now)
{
    return end_near(call, own, now, true);
}

/* Ends a call that is not logged, and that is near but for one state with a key. */
static __attribute__((noinline)) bool end_with_key(struct described_call *call,
                                                   struct described_record *own, uint64_t now)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    const struct format_vocabulary_step *step = steps_after(call->function);
    struct state_cell *cell = state_find_recent(step->number, steps_plain(call, &step->parts[0]));
    int64_t bytes;
    if (__builtin_expect(!cell, 0))
        return end_with_shared(call, own, now);
    ((int64_t *)call)[step->to] = __atomic_load_n(&cell->value, __ATOMIC_RELAXED);
    if (__builtin_expect(!find_bytes(call, quick, &bytes, false), 0))
        return end_otherwise(call, own, now);
    if (quick->sets)
        steps_change(&cell->value, step + 1, steps_plain(call, &step[1].parts[0]));
    return quick_end_visit(own, own->visited, (uint64_t)bytes, now, true);
}

/* Ends a call that is neither near nor has steps alone. */
STEPS_INLINE bool end_rarely(struct described_call *call, struct described_record *own,
                             uint64_t now)
{
    switch (call->function->quick.way) {
    case FORMAT_QUICK_CALLS:
        return ask(call);
    case FORMAT_QUICK_KEY:
        return end_with_key(call, own, now);
    case FORMAT_QUICK_SHARED:
        return end_with_shared(call, own, now);
    default:
        return call->function->quick.is_quick && end_otherwise(call, own, now);
    }
}

bool measure_vocabulary_end_quickly(struct described_call *call)
{
    struct described_record *own = &described_own;
    if (__builtin_expect(call->how, 0))
        return end_specially(call, own);
    uint64_t now = measure_clock_now();
    const struct format_vocabulary_quick *quick = &call->function->quick;
    if (!is_end(call, own, now))
        return false;
    if (__builtin_expect(measure_bridge_is_on, 0))
        return is_quick(call, own) && end_otherwise(call, own, now);
    if (own->logs)
        return end_logged(call, own, now);
    int64_t bytes;
    if (quick->way == FORMAT_QUICK_STEPS)
        return end_with_steps(call, own, now);
    if (__builtin_expect(quick->way != FORMAT_QUICK_NEAR, 0))
        return end_rarely(call, own, now);
    if (__builtin_expect(!find_bytes(call, quick, &bytes, false), 0))
        return end_otherwise(call, own, now);
    return quick_end_visit(own, own->visited, (uint64_t)bytes, now, true);
}
