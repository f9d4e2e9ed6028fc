/* begin.c: the beginning and the end of a call of a described function: see call.h */
#include "measure/act.h"
#include "measure/clock.h"
#include "measure/heed.h"
#include "measure/lane.h"
#include "measure/listen.h"
#include "measure/node.h"
#include "measure/own/raw.h"
#include "measure/place.h"
#include "measure/process.h"
#include "measure/region.h"
#include "measure/visit.h"
#include "measure/vocabulary/inside.h"
#include "measure/vocabulary/jump.h"
#include "measure/vocabulary/locks.h"
#include "measure/vocabulary/quick.h"
#include "measure/vocabulary/record.h"
#include "measure/vocabulary/run.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { LOOKED_PER_SECOND = 200 }; /* more often than a place is due */

__thread __attribute__((tls_model("initial-exec"),
                        visibility("hidden"))) struct described_record described_own;
__thread __attribute__((tls_model("initial-exec"),
                        visibility("hidden"))) struct described_inside described_inside;

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

/* Returns the region of the call site. */
static struct tri_region *region_of(const struct described_call *call)
{
    const struct format_vocabulary_function *function = call->function;
    const struct measure_act_site *known = measure_vocabulary_any_site(call);
    if (known)
        return known->region;
    const char *name = format_vocabulary_at(format_vocabulary_data(call->function), function->name);
    struct tri_region *region = measure_act_described(
        (enum tri_kind)function->kind, function->flags, function->facts, name, call->site,
        function->loses_bytes ? "states that it needs are not known: functions that set them "
                                "cannot be patched"
                              : NULL);
    if (region && measure_act_has_address(region, call->site))
        call_sites_put(measure_vocabulary_slot(call), measure_act_site_of(region));
    return region;
}

/* True if a call returns to the code that calls described functions: one of them ends with it. */
static bool is_tail_call(const struct described_call *call)
{
    const char *site = call->site;
    return (site > (const char *)(uintptr_t)measure_vocabulary_door &&
            site < measure_vocabulary_door_end) ||
           (site > (const char *)(uintptr_t)tri_vocabulary_call &&
            site < measure_vocabulary_call_end);
}

/* Gives a call with which a described function ends that function as its site. */
static VISIT_RARE void find_caller(struct described_call *call)
{
    const struct described_call *around = measure_vocabulary_innermost();
    if (!around)
        return;
    uint64_t entry = around->function->entry ? around->function->entry
                                             : measure_vocabulary_real(around->function);
    if (entry)
        call->site = (const char *)(uintptr_t)entry + 1; /* sites are return addresses */
}

/* Begins a call that is to be recorded. */
static void begin(struct described_call *call)
{
    const struct format_vocabulary_function *function = call->function;
    struct described_record *own = &described_own;
    if (__builtin_expect(is_tail_call(call), 0))
        find_caller(call);
    call->known = 0;
    call->is_taken = false;
    call->is_opened = false;
    call->now = 0;
    listen_busy++; /* from here on, a signal handler leaves the record alone */
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    own->call = call;
    own->function = function;
    measure_vocabulary_clear(own);
    own->logs = measure_log_wants(TRI_KIND_COMM) || measure_log_wants(TRI_KIND_CLOCK);
    if (function->before)
        measure_vocabulary_run(call, function->before, measure_vocabulary_record);
    if (function->act == FORMAT_DOES_RUN)
        measure_vocabulary_begin_run(own);
    if (!measure_vocabulary_is_visit((enum format_act_type)function->act))
        return;
    own->node = measure_act_begin(region_of(call));
    own->visited = measure_lane_current;
    locks_begin(own, call);
    if (function->is_instant)
        measure_vocabulary_end(call);
    /* one that is over has no end at which it would be taken back */
    call->is_opened =
        function->is_opened && !function->is_instant && measure_vocabulary_may_put_aside();
    if (call->is_opened)
        measure_vocabulary_put_aside(own);
}

/* Decides about a call that is made inside of another, or before measuring has begun. */
static VISIT_RARE bool begin_rarely(struct described_call *call)
{
    struct described_record *own = &described_own;
    if (own->call && call >= own->call)
        measure_vocabulary_forget(own);
    if (!listen_to && !listen_busy)
        measure_listen_begin();
    call->is_aside = own->call && listen_busy == 1 && measure_vocabulary_may_put_aside() &&
                     call->function->act == FORMAT_DOES_RUN;
    if (call->is_aside)
        measure_vocabulary_put_aside(own);
    if (measure_listen_hears(FORMAT_COLLECT_VOCABULARY)) {
        begin(call);
        return true;
    }
    if (!own->call || !own->function->takes_count || !is_taken(own->function, call->function))
        return false;
    call->known = 0;
    call->now = 0;
    call->is_opened = false;
    call->is_taken = true;
    own->taken++;
    if (call->function->before)
        measure_vocabulary_run(call, call->function->before, measure_vocabulary_record);
    locks_begin(own, call);
    if (call->function->is_instant)
        own->taken--;
    return true;
}

/* Begins a call. False if it is not recorded. */
static bool begin_or_not(struct described_call *call)
{
    if (__builtin_expect(!measure_listen_hears(FORMAT_COLLECT_VOCABULARY), 0))
        return begin_rarely(call);
    call->is_aside = false;
    begin(call);
    return true;
}

struct described_next measure_vocabulary_begin(struct described_call *call)
{
    const struct format_vocabulary_function *function = call->function;
    struct described_next next = {.real = measure_vocabulary_real(call->function)};
    if (__builtin_expect(!__atomic_load_n(&function->real, __ATOMIC_RELAXED), 0)) {
        uint64_t own = measure_vocabulary_private(function, call->site);
        next.real = own ? own : next.real;
    }
    if (__builtin_expect(!next.real, 0))
        missing(call);
    if (__builtin_expect(function->act == FORMAT_DOES_JUMP, 0)) {
        measure_vocabulary_jump((const void *)(uintptr_t)call->registers[0]);
        return next;
    }
    if (__builtin_expect(described_inside.call && call < described_inside.call, 0))
        return next; /* a signal handler made it */
    inside_begin(call);
    bool is_begun = begin_or_not(call);
    inside_end(NULL);
    if (is_begun && !function->is_instant)
        next.stack = (uint64_t)function->stack + 1;
    return next;
}

/* Does what a quick call left to be done after its end. */
static void end_later(struct described_record *own, uint64_t now)
{
    int saved = errno;
    own->is_ended = false;
    if (measure_act_tells_cost(own->visited->count))
        measure_act_tell_cost(now);
    measure_heed_check();
    if (now >= own->look_at)
        own->look_at = now + measure_place_page()->ticks_per_second / LOOKED_PER_SECOND;
    if (measure_place_is_due(now))
        measure_place_heed();
    errno = saved;
}

/* True if the library must know the number of this place after the act. */
static bool is_placed_by(const struct format_vocabulary_function *function)
{
    return function->has_place ||
           (function->act >= FORMAT_DOES_SEND && function->act <= FORMAT_DOES_MOVE);
}

/* Lets later calls be quick ones, unless the function must be looked up each time. */
static void settle(struct format_vocabulary_function *function)
{
    if (__atomic_load_n(&function->real, __ATOMIC_RELAXED))
        __atomic_store_n(&function->quick.settled, (uint64_t)process_forks + 1, __ATOMIC_RELAXED);
}

/* Notes that the bytes of a call are not known. */
static VISIT_RARE void tell_unsized(struct described_record *own)
{
    if (own->node)
        measure_region_flag(own->visited->region, own->lacks);
    if (own->counts_bytes && own->count < CALL_LOGGED)
        own->logged[own->count++] = (struct measure_log_value){FORMAT_VALUE_BYTES, 0};
    own->bytes = 0;
}

/* Ends a call; `results`: of functions that have been called already. */
static void end(struct described_call *call, const struct described_results *results)
{
    struct described_record *own = &described_own;
    struct format_vocabulary_function *function = call->function;
    if (own->is_ended) {
        end_later(own, call->now);
        return;
    }
    if (!call->now)
        call->now = measure_clock_now();
    if (call->is_opened && !measure_vocabulary_take_back(call))
        return;
    if (function->act == FORMAT_DOES_RUN) {
        measure_vocabulary_end_run(call);
        if (function->run)
            settle(function);
        return;
    }
    if (function->quick.later && !call->known) /* it began quickly */
        measure_vocabulary_run(call, function->before, measure_vocabulary_record);
    if (function->after)
        measure_vocabulary_run_again(call, function->after, measure_vocabulary_record, results);
    bool is_placed = !is_placed_by(function) || measure_vocabulary_find_place(call);
    if (is_placed && function->quick.begins)
        settle(function);
    if (call->is_taken) {
        own->taken -= own->taken > 0;
        locks_leave_taken(own, call);
        return;
    }
    if (own->call != call)
        return; /* it goes on another stack, and another call has taken its place */
    locks_leave(own);
    if (__builtin_expect(own->lacks, 0))
        tell_unsized(own);
    const struct measure_act_end told = {
        .now = call->now,
        .with = own->with,
        .held = own->held,
        .bytes = function->loses_bytes ? 0 : own->bytes,
        .values = own->logged,
        .count = own->count,
        .counts_bytes = own->counts_bytes,
        .has_more = own->has_more,
        .message = own->has_more ? &own->told : NULL,
    };
    own->call = NULL;
    measure_act_end(own->node, &told);
    measure_vocabulary_clear(own);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    listen_busy--;
}

void measure_vocabulary_end(struct described_call *call)
{
    const struct described_call *around = described_inside.call;
    const struct described_results *results = measure_vocabulary_asked(call);
    if (call->run == CALL_ASKED)
        call->run = CALL_NO_RUN;
    inside_begin(call);
    end(call, results);
    inside_end(around == call ? call : NULL); /* it may end while it begins */
}

void measure_vocabulary_ask(struct described_call *call)
{
    if (!measure_vocabulary_ask_quickly(call))
        measure_vocabulary_end(call);
}
