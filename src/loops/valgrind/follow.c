/* follow.c: see follow.h
 *
 * Only beginnings of blocks are seen, and returns: what happened in between follows from how the
 * block before ends. A frame is gone when the stack pointer is behind it. */
#include "loops/valgrind/follow.h"

#include "loops/valgrind/visits.h"

#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

#if defined(VGA_amd64)
enum { RETURN_SIZE = 8 }; /* what a call puts on the stack */
#else
enum { RETURN_SIZE = 0 };
#endif

struct frame {
    struct tree_context *context;
    const struct modules_block *block; /* the last one that began; NULL: a signal came in */
    Addr entry;                        /* the stack pointer when it was called */
    Addr stack;                        /* and when its last block began */
    Addr interrupted; /* where a signal came in, or the program ended; 0: nowhere */
};

struct thread {
    struct frame *frames;
    UInt count, room;
    struct tree_context *root; /* NULL: it has run nothing that is counted */
    UInt lane;
};

Addr follow_limit = ~(Addr)0;
static struct thread *threads, *current; /* by Valgrind's numbers */
static struct follow_lane *lanes;
static UInt lane_count, lane_room;
static ULong odd;

ULong follow_now(void)
{
    struct vki_timespec now;
    VG_(clock_gettime)(&now, VKI_CLOCK_MONOTONIC);
    return (ULong)now.tv_sec * 1000000000ULL + (ULong)now.tv_nsec;
}

static struct frame *top_of(const struct thread *thread)
{
    return thread->count ? &thread->frames[thread->count - 1] : NULL;
}

static void set_limit(void)
{
    const struct frame *top = current ? top_of(current) : NULL;
    follow_limit = top && top->block ? top->entry + RETURN_SIZE : ~(Addr)0;
}

static Bool ends_with_call(const struct modules_block *block)
{
    return block->lost != MODULES_NONE;
}

static Bool is_in(const struct modules_block *block, Addr address)
{
    const struct format_block *described = &block->function->described[block->node - 1];
    Addr start = described->address + block->function->moved;
    return address >= start && address < start + described->bytes;
}

/* The last block of a frame is left in the middle of it. Where instructions have all kinds of
 * sizes, nobody knows how many of them are left out: it counts as a whole. */
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

/* A call of a frame does not come back any more, or it is left in another way. */
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

/* The function is left, as its last block ends. */
static void drop(struct thread *thread)
{
    const struct frame *top = top_of(thread);
    const struct modules_block *block = top->block;
    Bool leaves = block && block->leave != MODULES_NONE && !is_in(block, top->interrupted);
    if (leaves && !ends_with_call(block))
        top->context->values[block->leave]++;
    else if (block)
        lose(top);
    thread->count--;
}

/* Frames of calls that were left without a return, up to what an entry with that stack pointer can
 * be called by. The same stack pointer is that of a jump from one function to another; of a call
 * only if the caller has put nothing on the stack. */
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

static void start_lane(struct thread *thread)
{
    thread->lane = lane_count;
    thread->root = tree_root(lane_count);
    lanes = base_grow(lanes, &lane_room, lane_count + 1, sizeof *lanes);
    lanes[lane_count] = (struct follow_lane){
        .number = lane_count, .tid = (ULong)VG_(gettid)(), .start = follow_now()};
    lane_count++;
}

/* By whom a function is called, and from where in it. */
static struct tree_context *context_of_call(struct thread *thread, struct modules_function *callee,
                                            Addr stack)
{
    const struct frame *top = top_of(thread);
    struct tree_context *from = top ? top->context : thread->root;
    if (!top || !top->block)
        return tree_called(from, callee, FORMAT_NO_SITE);
    const struct modules_block *block = top->block;
    if (ends_with_call(block))
        return tree_called(from, callee, tree_site(block->function, block->node, callee));
    if (block->leave == MODULES_NONE || top->entry != stack)
        return tree_called(from, callee, FORMAT_NO_SITE);
    drop(thread); /* it goes on there, and that one returns for it */
    return tree_called(from, callee, tree_site(block->function, block->node, callee));
}

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
        visits_count(block->function, 0, block->node, &context->entered, context->values);
}

/* The edge between two blocks of a function; NULL: there is none. */
static const struct modules_edge *edge_of(const struct modules_block *from,
                                          const struct modules_block *to)
{
    for (UInt i = 0; i < to->in_count; i++) {
        if (to->in[i].from == from->node)
            return &to->in[i];
    }
    return NULL;
}

/* The call that comes back to a block; NULL: none does. */
static const struct modules_edge *call_before(const struct modules_block *block)
{
    for (UInt i = 0; i < block->in_count; i++) {
        if (block->in[i].kind == FORMAT_EDGE_BACK)
            return &block->in[i];
    }
    return NULL;
}

static void go_on(struct frame *frame, const struct modules_block *block, UInt from, UInt edge,
                  Addr stack)
{
    frame->context->values[edge]++;
    if (block->function->has_visits)
        visits_count(block->function, from, block->node, &frame->context->entered,
                     frame->context->values);
    frame->block = block;
    frame->stack = stack;
    frame->interrupted = 0;
}

/* Whether a function goes on at a block in which another one left it: an exception lands there, or
 * a call returns once more. */
static Bool is_landing(const struct frame *frame, const struct modules_block *block, Addr stack)
{
    return stack < frame->entry && (block->enter != MODULES_NONE || call_before(block));
}

/* The block with the call that an exception came out of, which lands at another one; 0: it did not
 * come out of a call. */
static UInt thrown_from(const struct modules_block *from, const struct modules_block *pad)
{
    Bool lands = from->function->described[from->node - 1].pad == pad->node;
    return lands ? from->node : 0;
}

static void land(struct frame *frame, const struct modules_block *block, Addr stack)
{
    const struct modules_edge *call = call_before(block);
    ULong *values = frame->context->values;
    lose(frame);
    if (block->enter != MODULES_NONE) {
        go_on(frame, block, thrown_from(frame->block, block), block->enter, stack);
        return;
    }
    values[block->function->blocks[call->from - 1].lost]--; /* it came back more often than it went
                                                             */
    go_on(frame, block, call->from, call->number, stack);
}

/* A block that is no beginning: its function has a frame, which may be below others that were left.
 */
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
            go_on(&thread->frames[i], block, edge->from, edge->number, stack);
        else
            land(&thread->frames[i], block, stack);
        return True;
    }
    return False;
}

/* An instruction that is executed in several steps, or again after a signal, begins its block
 * anew. */
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
            go_on(top, block, edge->from, edge->number, stack);
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

void follow_switch(ThreadId number)
{
    if (!threads)
        threads = VG_(calloc)("triptych", VG_N_THREADS, sizeof *threads);
    current = &threads[number];
    set_limit();
}

static void end_calls(ThreadId number)
{
    struct thread *thread = &threads[number];
    if (thread->count)
        top_of(thread)->interrupted = VG_(get_IP)(number);
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
        return; /* the handler is called by the thread itself */
    top->interrupted = VG_(get_IP)(number);
    struct tree_context *context = tree_signal(top->context, signal);
    thread->frames =
        base_grow(thread->frames, &thread->room, thread->count + 1, sizeof *thread->frames);
    thread->frames[thread->count++] = (struct frame){.context = context};
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
    set_limit();
}

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
    lose_open(&threads[number], -1); /* they come back without having been made */
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
