/* wrap.c: see wrap.h */
#include "measure/mpi/wrap.h"

#include "measure/filter.h"
#include "measure/lane.h"
#include "measure/message_values.h"

#include <errno.h>

/* The fields that the beginning of each call needs are in its first 64 bytes. */
__thread __attribute__((tls_model("initial-exec"), visibility("hidden"),
                        aligned(64))) struct wrap_call wrap_own = {
    .quick = &callers_none, .callers = &callers_none, .told = true};
bool wrap_logs;

void wrap_look(void)
{
    wrap_cpu_start();
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
