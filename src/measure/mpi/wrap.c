/* wrap.c: see wrap.h */
#include "measure/mpi/wrap.h"

#include "measure/place.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

__thread __attribute__((tls_model("initial-exec"), visibility("hidden"))) struct wrap_call wrap_own;
bool wrap_logs;

void wrap_look(void)
{
    wrap_logs = log_wants(TRI_KIND_COMM) || log_wants(TRI_KIND_CLOCK);
}

bool wrap_start(void)
{
    if (listen_busy)
        return false;
    if (!listen_to)
        listen_begin();
    wrap_look();
    return listen_hears(FORMAT_COLLECT_MPI);
}

/* Where a program loads MPI later and for itself alone (Python does), it is not among the libraries
 * that come next. */
void *wrap_next(const char *name)
{
    int saved = errno;
    listen_busy++;
    void *next = dlsym(RTLD_NEXT, name);
    void *library = next ? NULL : dlopen(MPI_LIBRARY, RTLD_LAZY | RTLD_NOLOAD);
    if (library)
        next = dlsym(library, name);
    listen_busy--;
    errno = saved;
    if (!next) {
        fprintf(stderr, "triptych: %s is called, but no library of MPI that has it is loaded\n",
                name);
        abort();
    }
    return next;
}

void wrap_flush(struct wrap_call *call)
{
    const struct format_node *node = call->node ? visit_up(call->node)->recent : NULL;
    if (node && visit_is_logged(call->node))
        log_far(FORMAT_EVENT_MORE, node->self, node->open, 0, call->values, call->count);
    call->count = 0;
}

static void log_call(const struct format_node *node, const struct wrap_call *call, uint64_t ticks)
{
    struct log_value values[WRAP_VALUES + 2];
    unsigned count = 0;
    for (; count < call->count; count++)
        values[count] = call->values[count];
    if (call->bytes && !count) /* no message: memory, a file */
        values[count++] = (struct log_value){FORMAT_VALUE_BYTES, call->bytes};
    if (call->file)
        values[count++] = (struct log_value){FORMAT_VALUE_FILE, call->file};
    if (count)
        log_far(FORMAT_EVENT_ACT, node->self, node->open, ticks, values, count);
    else
        log_act(node->self, node->open, ticks);
}

static void add_to_file(struct format_node *node, const struct wrap_call *call, uint64_t ticks)
{
    struct format_node *below = node_child(node, call->file);
    if (!below)
        return;
    below->count++;
    below->bytes += call->bytes;
    node_add_time(below, ticks);
}

VISIT_RARE void wrap_finish_far(const struct wrap_call *call, uint64_t now)
{
    if (!call->node)
        return;
    struct format_node *up = visit_up(call->node), *node = up->recent;
    int saved = errno;
    if (node != lane_current) {
        visit_leave_far(up, NODE_NO_TRIPS);
        return;
    }
    bool timed = node->open > FORMAT_OPEN_UNTIMED;
    uint64_t ticks = timed && now > node->open ? now - node->open : 0;
    node->bytes += call->bytes;
    if (timed)
        node_add_time(node, ticks);
    if (call->file)
        add_to_file(node, call, ticks);
    if (visit_is_logged(call->node) && timed)
        log_call(node, call, ticks);
    visit_go_up(node, up);
    errno = saved;
}

/* Values are written before the act that they belong to. */
static bool log_at_once(const struct format_node *node, const struct wrap_call *call,
                        uint64_t ticks)
{
    bool needs_bytes = call->bytes && !call->count;
    struct format_event *at =
        log_fits(node->self, ticks) && !needs_bytes ? log_reserve(1 + call->count) : NULL;
    if (!at)
        return false;
    for (unsigned i = 0; i < call->count; i++)
        at[i + 1] = (struct format_event){
            call->values[i].value,
            format_event_rest(FORMAT_EVENT_VALUE, call->values[i].what, 0),
        };
    log_write(at, FORMAT_EVENT_ACT, node->self, node->open, ticks);
    return true;
}

void wrap_finish_logged(const struct wrap_call *call, uint64_t now)
{
    struct format_node *up = visit_up(call->node), *node = up->recent;
    uint64_t ticks = now - node->open;
    if (__builtin_expect(node != lane_current || node->open <= FORMAT_OPEN_UNTIMED, 0) ||
        !log_at_once(node, call, ticks)) {
        wrap_finish_far(call, now);
        return;
    }
    node->bytes += call->bytes;
    node_add_time(node, ticks);
    visit_go_up(node, up);
}

VISIT_RARE void wrap_jumped(void)
{
    struct wrap_call *call = &wrap_own;
    listen_busy--;
    call->frame = NULL;
    const struct format_node *up = call->node ? visit_up(call->node) : NULL;
    if (!up || node_open_below(up) != call->visited)
        return; /* where it landed, it was noticed */
    for (uint64_t now = clock_now(); lane_current != up;)
        node_close_from_outside(now);
}

struct wrap_call *wrap_begin_far(const void *frame, unsigned number, enum tri_kind kind,
                                 unsigned flags, const char *name, const void *site)
{
    return wrap_begin(frame, number, kind, flags, name, site, NULL);
}

struct wrap_call *wrap_begin_fortran(const void *frame, unsigned number, enum tri_kind kind,
                                     unsigned flags, const char *name, const void *site)
{
    struct wrap_call *call = wrap_begin(frame, number, kind, flags, name, site, NULL);
    if (call && call->frame == frame)
        call->told = false;
    return call;
}

struct wrap_call *wrap_begin_for_all(const void *frame, unsigned number, enum tri_kind kind,
                                     unsigned flags, const char *name, const void *site)
{
    struct wrap_call *call = wrap_begin(frame, number, kind, flags, name, site, NULL);
    if (call || wrap_own.frame)
        return call;
    wrap_own = (struct wrap_call){.frame = frame, .number = number, .told = true};
    listen_busy++;
    return &wrap_own;
}

void wrap_end_far(struct wrap_call *call, const void *frame)
{
    if (call)
        wrap_end(call, frame);
}
