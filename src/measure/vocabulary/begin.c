/* begin.c: the beginning and the end of a call of a described function: see call.h */
#include "measure/act.h"
#include "measure/clock.h"
#include "measure/lane.h"
#include "measure/listen.h"
#include "measure/node.h"
#include "measure/own/raw.h"
#include "measure/visit.h"
#include "measure/vocabulary/record.h"

#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

__thread __attribute__((tls_model("initial-exec"),
                        visibility("hidden"))) struct described_record described_own;

static VISIT_RARE void missing(const struct described_call *call)
{
    const struct format_vocabulary_data *data = format_vocabulary_data(call->function);
    const char *symbol = format_vocabulary_at(data, call->function->symbol);
    char line[512];
    int size = snprintf(line, sizeof line,
                        "triptych: %s was called, but no loaded library defines it\n", symbol);
    if (write(STDERR_FILENO, line, (size_t)size < sizeof line ? (size_t)size : sizeof line - 1) >=
        0)
        measure_raw_call(SYS_kill, getpid(), SIGABRT, 0, 0, 0, 0);
    __builtin_trap();
}

/* Forgets a call that was left by longjmp or an exception. */
static VISIT_RARE void jumped(struct described_record *own)
{
    const struct format_node *up = own->node ? measure_visit_up(own->node) : NULL;
    own->call = NULL;
    listen_busy--;
    if (!up || measure_node_open_below(up) != own->visited)
        return; /* the landing of the jump has closed the visit already */
    for (uint64_t now = measure_clock_now(); measure_lane_current != up;)
        measure_node_close_from_outside(now);
}

/* True if the function is called inside one that takes its acts. */
static bool is_taken(const struct format_vocabulary_function *by,
                     struct format_vocabulary_function *function)
{
    const struct format_vocabulary_data *data = format_vocabulary_data(function);
    const uint32_t *takes = format_vocabulary_at(data, by->takes);
    for (uint32_t i = 0; i < by->takes_count; i++) {
        if (takes[i] == function->number)
            return true;
    }
    return false;
}

/* Returns the region of the call site. The last ones of each function are found at once. */
static inline struct tri_region *region_of(struct described_call *call)
{
    struct format_vocabulary_function *function = call->function;
    uint64_t site = (uint64_t)(uintptr_t)call->site;
    struct format_vocabulary_site *slot =
        &function->sites[(site >> 2 ^ site >> 5) % FORMAT_VOCABULARY_SITES];
    uint64_t known = __atomic_load_n(&slot->address, __ATOMIC_ACQUIRE);
    struct tri_region *region =
        (struct tri_region *)(uintptr_t)__atomic_load_n(&slot->region, __ATOMIC_RELAXED);
    if (__builtin_expect(known == site && region && measure_act_address(region) == call->site, 1))
        return region;
    const char *name = format_vocabulary_at(format_vocabulary_data(function), function->name);
    region = measure_act_described((enum tri_kind)function->kind, function->flags, function->facts,
                                   name, call->site);
    if (region && !known && measure_act_has_address(region, call->site)) {
        uint64_t none = 0;
        if (__atomic_compare_exchange_n(&slot->region, &none, (uint64_t)(uintptr_t)region, false,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            __atomic_store_n(&slot->address, site, __ATOMIC_RELEASE);
    }
    return region;
}

/* Begins a call that is to be recorded. */
static void begin(struct described_call *call)
{
    const struct format_vocabulary_function *function = call->function;
    struct described_record *own = &described_own;
    call->known = 0;
    call->is_taken = false;
    own->call = call;
    own->function = function;
    own->node = NULL;
    own->bytes = 0;
    own->with = NULL;
    own->held = 0;
    own->count = 0;
    own->has_more = false;
    own->counts_bytes = false;
    listen_busy++;
    if (function->before)
        measure_vocabulary_run(call, function->before, measure_vocabulary_record);
    if (!measure_vocabulary_is_visit((enum format_act_type)function->act))
        return;
    own->logs = measure_log_wants(TRI_KIND_COMM) || measure_log_wants(TRI_KIND_CLOCK);
    own->node = measure_act_begin(region_of(call));
    own->visited = measure_lane_current;
}

/* Decides about a call that is made inside of another, or before measuring has begun. */
static VISIT_RARE bool begin_rarely(struct described_call *call)
{
    struct described_record *own = &described_own;
    if (own->call && call >= own->call)
        jumped(own);
    if (!listen_to && !listen_busy)
        measure_listen_begin();
    if (measure_listen_hears(FORMAT_COLLECT_VOCABULARY)) {
        begin(call);
        return true;
    }
    if (!own->call || !own->function->takes_count || !is_taken(own->function, call->function))
        return false;
    call->known = 0;
    call->is_taken = true;
    if (call->function->before)
        measure_vocabulary_run(call, call->function->before, measure_vocabulary_record);
    return true;
}

struct described_next measure_vocabulary_begin(struct described_call *call)
{
    const struct format_vocabulary_function *function = call->function;
    struct described_next next = {.real = measure_vocabulary_real(call->function)};
    if (__builtin_expect(!next.real, 0))
        missing(call);
    if (__builtin_expect(measure_listen_hears(FORMAT_COLLECT_VOCABULARY), 1))
        begin(call);
    else if (!begin_rarely(call))
        return next;
    next.stack = (uint64_t)function->stack + 1;
    return next;
}

/* True if the library must know the number of this place after the act. */
static bool is_placed_by(const struct format_vocabulary_function *function)
{
    return function->has_place ||
           (function->act >= FORMAT_DOES_SEND && function->act <= FORMAT_DOES_MOVE);
}

void measure_vocabulary_end(struct described_call *call)
{
    const struct format_vocabulary_function *function = call->function;
    call->now = measure_clock_now();
    if (function->after)
        measure_vocabulary_run(call, function->after, measure_vocabulary_record);
    if (call->is_taken)
        return;
    if (is_placed_by(function))
        measure_vocabulary_find_place(call);
    struct described_record *own = &described_own;
    if (own->call != call)
        return; /* it goes on another stack, and another call has taken its place */
    const struct measure_act_end end = {
        .now = call->now,
        .with = own->with,
        .held = own->held,
        .bytes = own->bytes,
        .values = own->logged,
        .count = own->count,
        .counts_bytes = own->counts_bytes,
        .has_more = own->has_more,
        .message = own->has_more ? &own->told : NULL,
    };
    own->call = NULL;
    listen_busy--;
    measure_act_end(own->node, &end);
}
