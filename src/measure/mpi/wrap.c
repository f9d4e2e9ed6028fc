/* wrap.c: see wrap.h */
#include "measure/mpi/wrap.h"

#include "measure/filter.h"
#include "measure/lane.h"
#include "measure/message_values.h"
#include "measure/place.h"
#include "measure/resources.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The fields that the beginning of each call needs are in its first 64 bytes. */
__thread __attribute__((tls_model("initial-exec"), visibility("hidden"),
                        aligned(64))) struct wrap_call wrap_own = {
    .quick = &callers_none, .callers = &callers_none, .told = true};
bool wrap_logs;
WRAP_TOGETHER uint64_t wrap_cpu_long = UINT64_MAX;

enum {
    CPU_LONG = 5000,  /* a long call: this fraction of a second */
    CPU_EVERY = 1000, /* reads per second of a thread without long calls; a read takes half a
                         microsecond, and what it takes from the caches another one and a half */
};

void wrap_look(void)
{
    if (measure_place_is_measuring() && clock_kind != FORMAT_CLOCK_CPU)
        wrap_cpu_long = measure_place_page()->ticks_per_second / CPU_LONG;
    wrap_logs = measure_log_wants(TRI_KIND_COMM) || measure_log_wants(TRI_KIND_CLOCK);
}

bool wrap_start(void)
{
    if (listen_busy)
        return false;
    if (!listen_to)
        measure_listen_begin();
    wrap_look();
    return measure_listen_hears(FORMAT_COLLECT_MPI);
}

/* Finds the MPI library if the program loads it later and privately (Python does): then it is not
 * among the libraries behind this one. It may be a relative of the one that the collector was built
 * with: Intel MPI, MVAPICH, Cray MPI. NULL if there is none. */
static void *find_loaded(void)
{
    static const char *const names[] = {
        MPI_LIBRARY,           "libmpi.so.12",     "libmpich.so.12",
        "libmpi_cray.so.12",   "libmpi_gnu.so.12", "libmpi_intel.so.12",
        "libmpi_nvidia.so.12", "libmpi_amd.so.12", "libmpi.so.40"};
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !library; i++)
        library = dlopen(names[i], RTLD_LAZY | RTLD_NOLOAD);
    return library;
}

void *wrap_next(const char *name)
{
    int saved = errno;
    listen_busy++;
    void *next = dlsym(RTLD_NEXT, name);
    void *library = next ? NULL : find_loaded();
    if (library)
        next = dlsym(library, name);
    listen_busy--;
    errno = saved;
    if (!next) {
        fprintf(stderr, "triptych: %s was called, but no loaded MPI library defines it\n", name);
        abort();
    }
    return next;
}

static uint64_t ns_of(uint64_t ticks)
{
    return (uint64_t)((double)ticks * 1e9 / (double)measure_place_page()->ticks_per_second);
}

/* Returns the CPU time that the thread used since the last read; a forked child starts again. */
static uint64_t read_cpu(struct wrap_call *call)
{
    uint64_t cpu = measure_resources_cpu(), before = call->cpu;
    call->cpu = cpu;
    if (measure_lane_own)
        measure_lane_own->record->cpu = cpu + 1;
    return cpu > before ? cpu - before : 0;
}

static void add_inside(struct wrap_call *call, uint64_t ns, uint64_t now)
{
    call->read = now;
    call->cpu_next = now + wrap_cpu_long * (CPU_LONG / CPU_EVERY);
    call->cpu_inside = 0;
    if (measure_lane_own) {
        struct format_lane *record = measure_lane_own->record;
        record->cpu_in_mpi += record->cpu_in_mpi ? ns : ns + 1;
    }
}

/* Returns the ticks lost in reading the CPU time, a system call at which the kernel may give the
 * core to another thread: they are not the program's time. 0 if it did not. */
static uint64_t lost_since(uint64_t before, uint64_t looked)
{
    return looked - before < wrap_cpu_long / 20 ? 0 : looked - before;
}

/* Since the last read, there was no long call: the calls are assumed to have used the core all the
 * time. The rest is the program's. */
VISIT_RARE void wrap_cpu_entered(struct wrap_call *call)
{
    struct format_node *node = call->node ? measure_visit_up(call->node)->recent : NULL;
    if (!node || node->open <= FORMAT_OPEN_UNTIMED || wrap_cpu_long == UINT64_MAX) {
        call->cpu_next = FORMAT_OPEN_UNTIMED + 1;
        return;
    }
    int saved = errno;
    uint64_t inside = ns_of(call->cpu_inside), used = read_cpu(call);
    uint64_t looked = measure_clock_now();
    if (!lost_since(node->open, looked))
        node->open = looked; /* the read is not part of the call */
    add_inside(call, inside < used ? inside : used, looked);
    errno = saved;
}

/* At the end of a long call: most of the time since the last read was inside it, so the rest is
 * subtracted. */
VISIT_RARE uint64_t wrap_cpu_left(struct wrap_call *call, uint64_t now)
{
    int saved = errno;
    uint64_t since = now - call->read, used = read_cpu(call);
    uint64_t outside = since > call->cpu_inside ? ns_of(since - call->cpu_inside) : 0;
    add_inside(call, used > outside ? used - outside : 0, now);
    errno = saved;
    return lost_since(now, measure_clock_now());
}

/* True if the filter drops the call; then only what matching needs is logged. */
static bool is_left_out(const struct format_node *node, const struct wrap_call *call,
                        uint64_t ticks)
{
    if (!measure_filter_is_on())
        return false;
    bool has_values = call->count || call->has_more;
    struct measure_filter_message message = {0};
    if (call->has_more)
        message = call->told_before;
    measure_message_tell(&message, call->values, call->count);
    struct measure_filter_act act = {
        .node = node,
        .ticks = ticks,
        .trips = NODE_NO_TRIPS,
        .bytes = has_values ? (call->has_more ? call->more : 0) +
                                  measure_message_bytes(call->values, call->count)
                            : call->bytes,
        .message = &message,
    };
    if (measure_filter_keeps_far(&act) || !measure_message_ends_fit(call->values, call->count))
        return false;
    measure_filter_leave_out(&act);
    measure_message_log_ends(node, call->values, call->count, call->has_more);
    return true;
}

void wrap_flush(struct wrap_call *call)
{
    const struct format_node *node = call->node ? measure_visit_up(call->node)->recent : NULL;
    if (node && measure_visit_is_logged(call->node)) {
        measure_log_far(FORMAT_EVENT_MORE, node->self, node->open, 0, call->values, call->count);
        if (!call->has_more) {
            call->more = 0;
            call->told_before = (struct measure_filter_message){0};
        }
        call->has_more = true;
        call->more += measure_message_bytes(call->values, call->count);
        measure_message_tell(&call->told_before, call->values, call->count);
    }
    call->count = 0;
}

static void log_call(const struct format_node *node, const struct wrap_call *call, uint64_t ticks)
{
    struct measure_log_value values[WRAP_VALUES + 2];
    unsigned count = 0;
    for (; count < call->count; count++)
        values[count] = call->values[count];
    if (call->bytes && !count) /* not a message: one-sided communication, or a file */
        values[count++] = (struct measure_log_value){FORMAT_VALUE_BYTES, call->bytes};
    if (call->file)
        values[count++] = (struct measure_log_value){FORMAT_VALUE_FILE, call->file};
    if (count)
        measure_log_far(FORMAT_EVENT_ACT, node->self, node->open, ticks, values, count);
    else
        measure_log_act(node->self, node->open, ticks);
}

static void add_to_file(struct format_node *node, const struct wrap_call *call, uint64_t ticks)
{
    struct format_node *below = measure_node_child(node, call->file);
    if (!below)
        return;
    below->count++;
    below->bytes += call->bytes;
    measure_node_add_time(below, ticks);
}

VISIT_RARE void wrap_finish_far(struct wrap_call *call, uint64_t now)
{
    if (!call->node)
        return;
    struct format_node *up = measure_visit_up(call->node), *node = up->recent;
    int saved = errno;
    if (node != measure_lane_current) {
        measure_visit_leave_far(up, NODE_NO_TRIPS);
        return;
    }
    bool timed = node->open > FORMAT_OPEN_UNTIMED;
    uint64_t ticks = timed && now > node->open ? now - node->open : 0;
    node->bytes += call->bytes;
    if (timed) {
        uint64_t with_look = wrap_cpu(call, ticks, now);
        ticks = measure_visit_is_logged(call->node)
                    ? ticks
                    : with_look; /* the same duration as in the log */
        measure_node_add_time(node, ticks);
    }
    if (call->file)
        add_to_file(node, call, ticks);
    if (measure_visit_is_logged(call->node) && timed && !is_left_out(node, call, ticks))
        log_call(node, call, ticks);
    measure_visit_go_up(node, up);
    measure_heed_check();
    errno = saved;
}

/* Writes the values before the event that they belong to. False if it does not fit here. */
static bool log_at_once(const struct format_node *node, const struct wrap_call *call,
                        uint64_t ticks)
{
    bool needs_bytes = call->bytes && !call->count;
    struct format_event *at = measure_log_fits(node->self, ticks) && !needs_bytes
                                  ? measure_log_reserve(1 + call->count)
                                  : NULL;
    if (!at)
        return false;
    for (unsigned i = 0; i < call->count; i++)
        at[i + 1] = (struct format_event){
            call->values[i].value,
            format_event_rest(FORMAT_EVENT_VALUE, call->values[i].what, 0),
        };
    measure_log_write(at, FORMAT_EVENT_ACT, node->self, node->open, ticks);
    return true;
}

void wrap_finish_logged(struct wrap_call *call, uint64_t now)
{
    struct format_node *up = measure_visit_up(call->node), *node = up->recent;
    uint64_t ticks = now - node->open;
    if (__builtin_expect(node != measure_lane_current || node->open <= FORMAT_OPEN_UNTIMED ||
                             measure_filter_is_on(),
                         0) ||
        !log_at_once(node, call, ticks)) {
        wrap_finish_far(call, now);
        return;
    }
    node->bytes += call->bytes;
    measure_node_add_time(node, ticks);
    wrap_cpu(call, ticks, now);
    measure_visit_go_up(node, up);
    measure_heed_check();
}

VISIT_RARE struct tri_region *wrap_find_callers(struct wrap_call *call, struct tri_region *base,
                                                const void *frame, uintptr_t pointer,
                                                unsigned number, const void *address)
{
    struct tri_region *region = measure_callers_find(base, address, frame, pointer, number);
    call->callers = measure_callers_quick_ones();
    call->current = &measure_lane_current;
    call->busy = &listen_busy;
    return region;
}

static void bring_near(struct measure_callers_entry *near,
                       const struct measure_callers_entry *entry, void *function,
                       uint32_t generation)
{
    struct measure_callers_entry fields = *entry;
    fields.generation = 0; /* until the copy is complete */
    fields.function = function;
    *near = fields;
    memcpy(near->checks, entry->checks, entry->count * sizeof entry->checks[0]);
    __asm__ volatile("" ::: "memory");
    near->generation = generation;
}

VISIT_RARE void wrap_remember(struct wrap_call *call, const void *frame, uintptr_t pointer,
                              unsigned number, const void *site, void *next)
{
    uint32_t generation = __atomic_load_n(&copies_generation, __ATOMIC_ACQUIRE);
    call->cpu_long = wrap_cpu_long;
    struct measure_callers_entry *known =
        callers_known(call->callers, site, frame, pointer, number);
    if (!known || !call->node)
        return;
    known->up = measure_visit_up(call->node);
    known->node = measure_visit_up(call->node)->recent;
    if (known->count > WRAP_NEAR_CHECKS ||
        __atomic_load_n(&known->region->mode, __ATOMIC_RELAXED) != TRI_TIME ||
        !(__atomic_load_n(&listen_to, __ATOMIC_RELAXED) & FORMAT_COLLECT_MPI))
        return;
    bring_near(&wrap_near_of(call, number, site)->entry, known, next, generation);
    call->has_near = true;
}

VISIT_RARE void wrap_forget_near(struct wrap_call *call)
{
    for (unsigned i = 0; i < WRAP_NEAR; i++)
        call->near[i].entry.generation = 0;
    call->has_near = false;
}

VISIT_RARE void wrap_jumped(void)
{
    struct wrap_call *call = &wrap_own;
    listen_busy--;
    call->frame = NULL;
    call->told = true;
    call->file = 0;
    const struct format_node *up = call->node ? measure_visit_up(call->node) : NULL;
    if (!up || measure_node_open_below(up) != call->visited)
        return; /* the landing of the jump has closed the visit already */
    for (uint64_t now = measure_clock_now(); measure_lane_current != up;)
        measure_node_close_from_outside(now);
}

struct wrap_call *wrap_begin_far(const void *frame, unsigned number, enum tri_kind kind,
                                 unsigned flags, const char *name, const void *site)
{
    return wrap_begin(frame, frame, 0, number, kind, flags, name, site, NULL, NULL);
}

struct wrap_call *wrap_begin_fortran(const void *frame, unsigned number, enum tri_kind kind,
                                     unsigned flags, const char *name, const void *site)
{
    struct wrap_call *call =
        wrap_begin(frame, frame, 0, number, kind, flags, name, site, NULL, NULL);
    if (call && call->frame == frame)
        call->told = false;
    return call;
}

struct wrap_call *wrap_begin_for_all(const void *frame, unsigned number, enum tri_kind kind,
                                     unsigned flags, const char *name, const void *site)
{
    struct wrap_call *call =
        wrap_begin(frame, frame, 0, number, kind, flags, name, site, NULL, NULL);
    if (call || wrap_own.frame)
        return call;
    wrap_own = (struct wrap_call){.frame = frame,
                                  .number = number,
                                  .told = true,
                                  .quick = &callers_none,
                                  .callers = &callers_none};
    listen_busy++;
    return &wrap_own;
}

void wrap_end_far(struct wrap_call *call, const void *frame)
{
    if (call)
        wrap_end(call, frame);
}
