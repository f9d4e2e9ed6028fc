/* leave.c: see leave.h */
#include "measure/loops/leave.h"

#include "measure/loops/landings.h"
#include "measure/loops/leave_folds.h"
#include "measure/loops/leave_lost.h"
#include "measure/loops/leave_walk.h"
#include "measure/loops/times.h"
#include "measure/loops/visits.h"

#include <string.h>
#include <sys/mman.h>

enum { FIRST_FRAMES = 1024 };

/* The calls that an exception may leave, innermost first. */
static LEAVE_TLS struct leave_frame *thrown;
static LEAVE_TLS size_t thrown_first, thrown_count, thrown_room;
static LEAVE_TLS bool all_are_left; /* the thread is ending */
static LEAVE_TLS bool lost_track;
static LEAVE_TLS struct format_context *root;
static LEAVE_TLS int other_stacks;

void leave_lose_track(void)
{
    lost_track = true;
}

void leave_stacks(int more)
{
    other_stacks += more;
}

static void close_root(void)
{
    root->closed = !lost_track && !other_stacks;
}

void leave_begin_thread(struct format_context *own)
{
    root = own;
}

void leave_lose(const struct leave_frame *frame, int64_t count, uint64_t stack)
{
    int64_t skipped = frame->interrupted ? (int64_t)frame->site.behind * count : 0;
    if (frame->context && count > 0)
        visits_leave(frame->context, stack);
    if (!frame->context || !leave_lost_add(frame->context, frame->site.node, count, skipped))
        lost_track = true;
}

void leave_call(const struct leave_frame *frame, uint64_t stack)
{
    leave_lose(frame, 1, stack);
    if (frame->context)
        frame->context->note = 0;
}

static bool lose_open(const struct leave_frame *frame, void *count)
{
    leave_lose(frame, *(const int64_t *)count, UINT64_MAX);
    return true;
}

bool leave_is_counting(void)
{
    return contexts_current != &contexts_nowhere;
}

static void lose_all(int64_t count)
{
    if (leave_is_counting() && !leave_walk(0, NULL, lose_open, &count))
        lost_track = true;
}

static bool make_room(void)
{
    if (thrown_count < thrown_room)
        return true;
    size_t room = thrown_room ? 2 * thrown_room : FIRST_FRAMES;
    struct leave_frame *more = contexts_memory(room * sizeof *more);
    if (!more)
        return false;
    if (thrown) {
        memcpy(more, thrown, thrown_count * sizeof *more);
        munmap(thrown, thrown_room * sizeof *more);
    }
    thrown = more;
    thrown_room = room;
    return true;
}

static bool remember(const struct leave_frame *frame, void *data)
{
    (void)data;
    if (!make_room()) {
        lost_track = true;
        return false;
    }
    thrown[thrown_count++] = *frame;
    return true;
}

/* Counts the thrown-over calls below a stack pointer as lost. */
static void lose_thrown(uint64_t stack)
{
    while (thrown_first < thrown_count && thrown[thrown_first].stack < stack)
        leave_call(&thrown[thrown_first++], stack);
}

/* Forgets the calls that an exception has not left where it landed: they are further out, and may
 * return by themselves. */
static void end_throw(void)
{
    if (!all_are_left)
        thrown_first = thrown_count = 0;
}

/* True if a handler is left when the program continues with that stack pointer: its caller is
 * further down, or on another stack. */
static bool is_left(const struct leave_signal *signal, uint64_t stack)
{
    bool elsewhere = signal->high && (stack < signal->low || stack >= signal->high);
    return elsewhere || signal->here < stack;
}

const struct leave_signal *leave_stays_within(uint64_t stack)
{
    const struct leave_signal *within = leave_signals;
    for (const struct leave_signal *signal = within; signal; signal = signal->outer) {
        if (is_left(signal, stack))
            within = signal->outer;
    }
    return within;
}

static bool ignore(const struct leave_frame *frame, void *data)
{
    (void)frame;
    (void)data;
    return false;
}

void leave_catch(uint64_t from)
{
    uint64_t stack = 0;
    bool may_leave = leave_is_counting() && thrown_first < thrown_count;
    if (may_leave) /* before the walk, which passes through the frames of open handlers */
        leave_handlers(leave_stays_within((uint64_t)(uintptr_t)__builtin_frame_address(0)));
    if (may_leave && leave_walk(from, &stack, ignore, NULL)) {
        lose_thrown(stack);
        folds_leave(stack);
        end_throw();
    }
}

void leave_throw(uint64_t from)
{
    if (!leave_is_counting())
        return;
    leave_catch(from);
    thrown_first = thrown_count = 0;
    if (!leave_walk(from, NULL, remember, NULL))
        lost_track = true;
}

void leave_exit_thread(uint64_t from)
{
    leave_throw(from);
    all_are_left = true;
}

void leave_handlers(const struct leave_signal *within)
{
    while (leave_signals != within) {
        contexts_current = leave_signals->current;
        folds_end(leave_signals->folds);
        leave_signal_end();
    }
}

/* Returns the index of the call that continues there; thrown_count if there is none. */
static size_t find_thrown(uint32_t function, uint64_t stack)
{
    size_t at = thrown_first;
    while (at < thrown_count && (thrown[at].stack != stack || thrown[at].site.function != function))
        at++;
    return at;
}

struct format_context *leave_land(uint32_t function, uint32_t pad, uint64_t stack)
{
    size_t at = find_thrown(function, stack);
    if (at == thrown_count) {
        lost_track = true;
        return NULL;
    }
    while (thrown_first <= at)
        leave_call(&thrown[thrown_first++], stack);
    const struct leave_frame *frame = &thrown[at];
    if (frame->context) {
        times_land(frame->context, frame->site.node);
        visits_jump(frame->context, stack, frame->site.node, 0);
        landings_count(frame->context, frame->site.node, pad);
    }
    leave_handlers(frame->signal);
    if (frame->context)
        folds_cut(frame->folds);
    end_throw();
    return frame->context;
}

struct format_context *leave_land_at_end(uint32_t function, uint64_t stack)
{
    bool lands = all_are_left && find_thrown(function, stack) < thrown_count;
    return lands ? leave_land(function, 0, stack) : NULL;
}

void leave_land_again(uint64_t pc, uint64_t stack)
{
    struct leave_site site;
    if (!leave_is_counting() || !leave_site_at(pc - 1, &site))
        return;
    struct format_context *context = leave_land_at_end(site.function, stack);
    if (!context && contexts_current->function == site.function)
        context = contexts_current; /* it continued there before it came here */
    if (context)
        leave_lost_add(context, site.node, -1, 0);
    else
        lost_track = true;
}

bool leave_close(void)
{
    if (!root)
        return false;
    lose_all(1);
    close_root();
    return true;
}

void leave_reopen(void)
{
    if (root) {
        lose_all(-1);
        root->closed = 0;
    }
}

void leave_stay(void)
{
    all_are_left = false;
    thrown_first = thrown_count = 0;
}

void leave_end_thread(bool unseen)
{
    lost_track |= unseen && !all_are_left;
    while (all_are_left && thrown_first < thrown_count)
        leave_lose(&thrown[thrown_first++], 1, UINT64_MAX);
    all_are_left = false;
    if (root)
        close_root();
    visits_end_thread();
}

bool leave_has_begun(void)
{
    return root != NULL;
}

bool leave_fork(void)
{
    lost_track = false;
    thrown_first = thrown_count = 0;
    if (root)
        root->closed = 0;
    return leave_lost_fork();
}

void leave_forked(void)
{
    lose_all(-1);
}
