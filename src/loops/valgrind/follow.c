/* follow.c: see follow.h
 *
 * Only the beginnings of blocks, returns, and jumps through registers are seen. What happened in
 * between follows from how the previous block ends. A frame has ended when the stack pointer is
 * above it. */
#include "loops/valgrind/follow.h"

#include "loops/valgrind/extremes.h"

#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

#if defined(VGA_amd64)
enum { RETURN_SIZE = 8 }; /* bytes that a call pushes */
#else
enum { RETURN_SIZE = 0 };
#endif

/* An open call, or a signal. */
struct frame {
    struct tree_context *context;
    const struct modules_block *block; /* the last block that began; NULL: the frame of a signal */
    Addr entry;                        /* stack pointer when the function was entered */
    Addr stack;                        /* stack pointer when its last block began */
    Addr interrupted; /* address where a signal interrupted it, or the program ended; 0: nowhere */
    struct extremes_visits visits; /* of its loops */
};

/* A thread and its open calls, the innermost last. */
struct thread {
    struct frame *frames;
    UInt count, room;
    struct tree_context *root; /* NULL: no counted code has run in it yet */
    UInt lane;
};

Addr follow_limit = ~(Addr)0;
const struct follow_watcher *follow_watcher;
static struct thread *threads, *current; /* by Valgrind's thread number */
static struct follow_lane *lanes;
static UInt lane_count, lane_room;
static ULong odd; /* blocks that were entered without a known edge */

ULong follow_now(void)
{
    struct vki_timespec now;
    VG_(clock_gettime)(&now, VKI_CLOCK_MONOTONIC);
    return (ULong)now.tv_sec * 1000000000ULL + (ULong)now.tv_nsec;
}

/* Returns the innermost frame; NULL if there is none. */
static struct frame *top_of(const struct thread *thread)
{
    return thread->count ? &thread->frames[thread->count - 1] : NULL;
}

/* Sets follow_limit to the stack pointer at which the innermost call has returned. */
static void set_limit(void)
{
    const struct frame *top = current ? top_of(current) : NULL;
    follow_limit = top && top->block ? top->entry + RETURN_SIZE : ~(Addr)0;
}

static Bool ends_with_call(const struct modules_block *block)
{
    return block->lost != MODULES_NONE;
}

/* True if an address is in a block. */
static Bool is_in(const struct modules_block *block, Addr address)
{
    const struct format_block *described = &block->function->described[block->node - 1];
    Addr start = described->address + block->function->moved;
    return address >= start && address < start + described->bytes;
}

/* Records that the last block of a frame was left in its middle. Where instructions have different
 * sizes, the number of skipped ones is unknown, and the block counts as a whole. */
static void cut(const struct frame *frame)
{
    ULong skipped = 0;
#if defined(VGA_arm64)
    const struct modules_block *block = frame->block;
    const struct format_block *described = &block->function->described[block->node - 1];
    Addr end = described->address + block->function->moved + described->bytes;
    if (is_in(block, frame->interrupted))
        skipped = (end - frame->interrupted) / 4;
#endif
    tree_cut(frame->context, frame->block->node, skipped);
}

/* Records that the last block of a frame was left otherwise than by its edges: its call will not
 * return, or it was cut. */
static void lose(const struct frame *frame)
{
    const struct modules_block *block = frame->block;
    if (is_in(block, frame->interrupted))
        cut(frame);
    else if (ends_with_call(block))
        frame->context->values[block->lost]++;
    else
        cut(frame);
}

/* Ends the innermost frame: counts the edge by which its last block leaves the function. */
static void drop(struct thread *thread)
{
    struct frame *top = top_of(thread);
    tl_assert(top);
    const struct modules_block *block = top->block;
    Bool leaves = block && block->leave != MODULES_NONE && !is_in(block, top->interrupted);
    if (leaves && !ends_with_call(block)) {
        top->context->values[block->leave]++;
        extremes_go(block->function, block->node, 0, block->leave, &top->visits,
                    top->context->values);
    } else if (block) {
        lose(top);
    }
    if (block)
        extremes_end(block->function, &top->visits, top->context->values);
    thread->count--;
    if (thread == current && follow_watcher)
        follow_watcher->left(thread->count);
}

/* Ends the frames that were left without a return (longjmp, exceptions), up to one that can have
 * called a function entered with this stack pointer. The same stack pointer as that frame's means a
 * jump from one function to another, or, where calls push nothing, a call by a function that has
 * pushed nothing. */
static void drop_left_ones(struct thread *thread, Addr stack)
{
    for (;;) {
        const struct frame *top = top_of(thread);
        if (!top || !top->block || top->entry > stack)
            return;
        Bool called = ends_with_call(top->block) && !RETURN_SIZE && top->stack == stack;
        Bool jumped = !ends_with_call(top->block);
        if (top->entry == stack && (called || jumped))
            return;
        drop(thread);
    }
}

/* Makes a lane for a thread that runs counted code for the first time. */
static void start_lane(struct thread *thread)
{
    thread->lane = lane_count;
    thread->root = tree_root(lane_count);
    lanes = base_grow(lanes, &lane_room, lane_count + 1, sizeof *lanes);
    lanes[lane_count] = (struct follow_lane){
        .number = lane_count, .tid = (ULong)VG_(gettid)(), .start = follow_now()};
    lane_count++;
}

/* Returns the call site of a call at the end of a block: its slot, or otherwise the loop, if the
 * native engine would note it. */
static UInt site_of(const struct modules_block *block, const struct modules_function *callee)
{
    const struct modules_function *caller = block->function;
    UInt site = tree_site(caller, block->node, callee);
    if (site == FORMAT_NO_SITE && caller->plan->flags & FORMAT_FUNCTION_NOTES)
        site = format_noted_site(format_note(caller->described[block->node - 1].loop));
    return site;
}

/* Returns the context of a function that is entered, by the frame that calls it. A tail call ends
 * that frame. */
static struct tree_context *context_of_call(struct thread *thread, struct modules_function *callee,
                                            Addr stack)
{
    const struct frame *top = top_of(thread);
    struct tree_context *from = top ? top->context : thread->root;
    if (!top || !top->block)
        return tree_called(from, callee, FORMAT_NO_SITE);
    const struct modules_block *block = top->block;
    if (ends_with_call(block))
        return tree_called(from, callee, site_of(block, callee));
    if (block->leave == MODULES_NONE || top->entry != stack)
        return tree_called(from, callee, FORMAT_NO_SITE);
    drop(thread); /* a tail call: the callee returns for it */
    return tree_called(from, callee, tree_site(block->function, block->node, callee));
}

/* Counts visits in the irreducible loops of a function (struct format_loop), when the flow goes
 * from a node (0: from outside) to another. `*entered` belongs to the context: by loop, the part by
 * which it was last entered; NULL at first. */
static void count_visits(const struct modules_function *function, UInt from, UInt to,
                         UInt **entered, ULong *values)
{
    UInt loop = function->described[to - 1].loop;
    if (loop != MODULES_NONE && !*entered)
        *entered = VG_(calloc)("triptych", function->plan->loops, sizeof **entered);
    for (; loop != MODULES_NONE; loop = function->loops[loop].parent) {
        if (function->loops[loop].visits == MODULES_NONE)
            continue;
        UInt before = format_loop_part(function->described, function->loops, loop, from);
        UInt part = format_loop_part(function->described, function->loops, loop, to);
        if (!before)
            (*entered)[loop] = part;
        else if (format_part_is_visited(before, part, (*entered)[loop]))
            values[function->loops[loop].visits]++;
    }
}

/* A function is entered. */
static void enter(struct thread *thread, const struct modules_block *block, Addr stack)
{
    if (!thread->root)
        start_lane(thread);
    drop_left_ones(thread, stack);
    struct tree_context *context = context_of_call(thread, block->function, stack);
    thread->frames =
        base_grow(thread->frames, &thread->room, thread->count + 1, sizeof *thread->frames);
    struct frame *frame = &thread->frames[thread->count++];
    *frame = (struct frame){.context = context, .block = block, .entry = stack, .stack = stack};
    context->values[block->enter]++;
    if (block->function->has_visits)
        count_visits(block->function, 0, block->node, &context->entered, context->values);
    extremes_go(block->function, 0, block->node, block->enter, &frame->visits, context->values);
    if (block->function->is_watched)
        follow_watcher->block(thread->count - 1, block->function, 0, block->node, stack);
}

/* Returns the edge from a node to a block of the same function; NULL if there is none. */
static const struct modules_edge *edge_between(UInt from, const struct modules_block *to)
{
    for (UInt i = 0; i < to->in_count; i++) {
        if (to->in[i].from == from)
            return &to->in[i];
    }
    return NULL;
}

/* Returns the edge by which the flow comes from one block to another: that between them, or the
 * second one of the two by a hub, which has no code; NULL if there is none. */
static const struct modules_edge *edge_of(const struct modules_block *from,
                                          const struct modules_block *to)
{
    const struct modules_function *function = to->function;
    const struct modules_edge *direct = edge_between(from->node, to);
    for (UInt i = 0; !direct && i < to->in_count; i++) {
        UInt node = to->in[i].from;
        if (!function->described[node - 1].bytes &&
            edge_between(from->node, &function->blocks[node - 1]))
            return &to->in[i];
    }
    return direct;
}

/* Returns the edge of the call that returns to a block; NULL if there is none. */
static const struct modules_edge *call_before(const struct modules_block *block)
{
    for (UInt i = 0; i < block->in_count; i++) {
        if (block->in[i].kind == FORMAT_EDGE_BACK)
            return &block->in[i];
    }
    return NULL;
}

/* The flow goes on an edge to a block of the frame's function. */
static void go_on(struct frame *frame, const struct modules_block *block, UInt from, UInt edge,
                  Addr stack)
{
    frame->context->values[edge]++;
    if (block->function->has_visits)
        count_visits(block->function, from, block->node, &frame->context->entered,
                     frame->context->values);
    extremes_go(block->function, from, block->node, edge, &frame->visits, frame->context->values);
    frame->block = block;
    frame->stack = stack;
    frame->interrupted = 0;
    if (block->function->is_watched)
        follow_watcher->block((UInt)(frame - current->frames), block->function, from, block->node,
                              stack);
}

/* The flow goes on by an edge of edge_of(). */
static void go_by(struct frame *frame, const struct modules_block *block,
                  const struct modules_edge *edge, Addr stack)
{
    UInt from = frame->block->node;
    if (edge->from != from) {
        const struct modules_block *hub = &block->function->blocks[edge->from - 1];
        go_on(frame, hub, from, edge_between(from, hub)->number, stack);
    }
    go_on(frame, block, edge->from, edge->number, stack);
}

/* True if a block can be reached after its function was left in another way: an exception lands
 * there, or a call returns once more (setjmp). */
static Bool is_landing(const struct frame *frame, const struct modules_block *block, Addr stack)
{
    return stack < frame->entry && (block->enter != MODULES_NONE || call_before(block));
}

/* Returns the block from whose call an exception came that lands at `pad`; 0 if it came from
 * outside. */
static UInt thrown_from(const struct modules_block *from, const struct modules_block *pad)
{
    Bool lands = from->function->described[from->node - 1].pad == pad->node;
    return lands ? from->node : 0;
}

/* The flow continues at a landing pad, or after a call that returns once more. */
static void land(struct frame *frame, const struct modules_block *block, Addr stack)
{
    const struct modules_edge *call = call_before(block);
    ULong *values = frame->context->values;
    lose(frame);
    if (block->enter != MODULES_NONE) {
        go_on(frame, block, thrown_from(frame->block, block), block->enter, stack);
        return;
    }
    values[block->function->blocks[call->from - 1].lost]--; /* it returned more often than it was
                                                               called */
    go_on(frame, block, call->from, call->number, stack);
}

/* Continues in a block that is not an entry: its function has a frame, which may be below frames
 * that were left. Returns False if no frame fits. */
static Bool resume(struct thread *thread, const struct modules_block *block, Addr stack)
{
    for (UInt i = thread->count; i-- > 0;) {
        const struct frame *frame = &thread->frames[i];
        if (!frame->block || frame->block->function != block->function || stack > frame->entry)
            continue;
        const struct modules_edge *edge = edge_of(frame->block, block);
        if (!edge && !is_landing(frame, block, stack))
            continue;
        while (thread->count > i + 1)
            drop(thread);
        if (edge)
            go_by(&thread->frames[i], block, edge, stack);
        else
            land(&thread->frames[i], block, stack);
        return True;
    }
    return False;
}

/* True if a block begins again without an edge: its instruction is executed in several steps, or
 * again after a signal. */
static Bool is_again(const struct frame *top, const struct modules_block *block, Addr stack)
{
    return top && top->block == block && top->stack == stack && !ends_with_call(block);
}

void follow_block(struct modules_block *const *blocks, UWord count, Addr stack)
{
    struct thread *thread = current;
    struct frame *top = top_of(thread);
    const struct modules_block *block = blocks[0];
    for (UWord i = 1; i < count && top && top->block; i++) {
        if (blocks[i]->function == top->block->function)
            block = blocks[i];
    }
    if (top && top->block && top->block->function == block->function && stack <= top->entry) {
        const struct modules_edge *edge = edge_of(top->block, block);
        if (edge) {
            go_by(top, block, edge, stack);
            return;
        }
    }
    if (is_again(top, block, stack))
        return;
    if (block->is_entry)
        enter(thread, block, stack);
    else if (!resume(thread, block, stack))
        odd++;
    set_limit();
}

void follow_return(Addr stack)
{
    struct thread *thread = current;
    struct frame *top = top_of(thread);
    while (top && top->block && top->entry + RETURN_SIZE <= stack) {
        drop(thread);
        top = top_of(thread);
    }
    set_limit();
}

void follow_jump(Addr stack)
{
    struct thread *thread = current;
    struct frame *top = top_of(thread);
    while (top && top->block && top->entry < stack) { /* the same one: a jump to another function */
        drop(thread);
        top = top_of(thread);
    }
    set_limit();
}

void follow_switch(ThreadId number)
{
    if (!threads)
        threads = VG_(calloc)("triptych", VG_N_THREADS, sizeof *threads);
    current = &threads[number];
    set_limit();
    if (follow_watcher)
        follow_watcher->switched(number);
}

/* Ends all open calls of a thread, where it is now. */
static void end_calls(ThreadId number)
{
    struct thread *thread = &threads[number];
    if (thread->count)
        top_of(thread)->interrupted = VG_(get_IP)(number);
    if (thread->count && thread != current)
        follow_switch(number);
    while (thread->count)
        drop(thread);
    if (thread->root)
        lanes[thread->lane].end = follow_now();
}

void follow_thread_end(ThreadId number)
{
    struct thread *thread = &threads[number];
    end_calls(number);
    thread->root = NULL;
    set_limit();
}

void follow_signal(ThreadId number, UInt signal)
{
    struct thread *thread = &threads[number];
    struct frame *top = top_of(thread);
    if (!top)
        return; /* no counted code was interrupted */
    top->interrupted = VG_(get_IP)(number);
    struct tree_context *context = tree_signal(top->context, signal);
    thread->frames =
        base_grow(thread->frames, &thread->room, thread->count + 1, sizeof *thread->frames);
    thread->frames[thread->count++] = (struct frame){.context = context};
    if (follow_watcher)
        follow_watcher->signal(number, True);
    set_limit();
}

void follow_signal_end(ThreadId number)
{
    struct thread *thread = &threads[number];
    UInt i = thread->count;
    while (i > 0 && thread->frames[i - 1].block)
        i--;
    if (!i)
        return;
    while (thread->count >= i)
        drop(thread);
    if (thread->count)
        top_of(thread)->interrupted = 0;
    if (follow_watcher)
        follow_watcher->signal(number, False);
    set_limit();
}

/* Adds `count` to the lost calls of a thread's open calls. */
static void lose_open(const struct thread *thread, Long count)
{
    for (UInt i = 0; i < thread->count; i++) {
        const struct frame *frame = &thread->frames[i];
        if (frame->block && ends_with_call(frame->block))
            frame->context->values[frame->block->lost] += (ULong)count;
    }
}

void follow_lose_open(Long count)
{
    for (UInt i = 0; threads && i < VG_N_THREADS; i++)
        lose_open(&threads[i], count);
}

void follow_end_all(void)
{
    for (UInt i = 0; threads && i < VG_N_THREADS; i++)
        end_calls(i);
}

void follow_fork(ThreadId number)
{
    for (UInt i = 0; i < VG_N_THREADS; i++) {
        if (i != number) {
            threads[i].count = 0;
            threads[i].root = NULL;
        }
    }
    tree_clear();
    for (UInt i = 0; i < threads[number].count; i++)
        extremes_forget(&threads[number].frames[i].visits);
    lose_open(&threads[number], -1); /* they will return here without having been counted */
}

UInt follow_depth(void)
{
    return current ? current->count : 0;
}

Bool follow_frame(UInt number, struct follow_frame *to)
{
    if (number >= follow_depth())
        return False;
    const struct frame *frame = &current->frames[number];
    *to = (struct follow_frame){frame->block, frame->entry, frame->stack};
    return True;
}

const struct follow_lane *follow_lanes(UInt *count)
{
    *count = lane_count;
    return lanes;
}

ULong follow_odd(void)
{
    return odd;
}
