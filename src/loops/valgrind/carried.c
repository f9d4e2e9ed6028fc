/* carried.c: see carried.h */
#include "loops/valgrind/carried.h"

#include "loops/valgrind/carried_records.h"
#include "loops/valgrind/follow.h"
#include "loops/valgrind/heap.h"
#include "loops/valgrind/registers.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_threadstate.h"

#if defined(VGA_amd64)
enum { RETURN_SIZE = 8 }; /* bytes that a call pushes */
#else
enum { RETURN_SIZE = 0 };
#endif

enum { LARGEST_STACK = 1 << 30 };

/* The visits of a thread, by loop; made when it first enters a watched loop. */
struct carried_thread {
    struct carried_visit *visits[CARRIED_LOOPS];
    UInt open;    /* number of open visits */
    UInt signals; /* number of signal handlers that have not ended */
};

UWord carried_active;
static ULong device, inode;
static Addr heads[CARRIED_LOOPS];
static UInt head_count;
static struct carried_loop loops[CARRIED_LOOPS];
static UInt loop_count;
static ULong visits;                             /* number of visits so far */
static struct carried_thread *threads, *current; /* by Valgrind's thread number */

Bool carried_is_on(void)
{
    return head_count != 0;
}

static Addr head_of(const struct modules_function *function, UInt loop)
{
    return function->described[function->loops[loop].head - 1].address;
}

static Bool is_wanted(Addr head)
{
    for (UInt i = 0; i < head_count; i++) {
        if (heads[i] == head)
            return True;
    }
    return False;
}

void carried_watch(struct modules_function *function)
{
    for (UInt i = 0; i < function->plan->loops && loop_count < CARRIED_LOOPS; i++) {
        if (!is_wanted(head_of(function, i)))
            continue;
        loops[loop_count++] = (struct carried_loop){
            .function = function,
            .loop = i,
            .counts = {.function = function->number, .loop = i},
        };
        function->is_watched = True;
    }
}

Bool carried_is_head(Addr address)
{
    for (UInt i = 0; i < loop_count; i++) {
        if (head_of(loops[i].function, loops[i].loop) + loops[i].function->moved == address)
            return True;
    }
    return False;
}

Bool carried_is_own(Addr address)
{
    for (UInt i = 0; i < loop_count; i++) {
        const struct modules_function *function = loops[i].function;
        Addr linked = address - function->moved;
        if (linked >= function->plan->start && linked < function->plan->end)
            return True;
    }
    return False;
}

static void set_active(void)
{
    carried_active = current && current->open && !current->signals && !heap_is_inside();
}

/* True if a node is in a loop. */
static Bool is_in(const struct modules_function *function, UInt node, UInt loop)
{
    UInt at = node ? function->described[node - 1].loop : MODULES_NONE;
    while (at != MODULES_NONE && at != loop)
        at = function->loops[at].parent;
    return at == loop;
}

/* Returns the node with the instruction at a linked address; 0: none. */
static UInt node_at(const struct modules_function *function, Addr linked)
{
    for (UInt i = 0; i < function->plan->blocks; i++) {
        const struct format_block *block = &function->described[i];
        if (linked >= block->address && linked < block->address + block->bytes)
            return i + 1;
    }
    return 0;
}

/* True if a node is in a loop and an edge leaves the loop from there. */
static Bool is_exit(const struct modules_function *function, UInt node, UInt loop)
{
    for (UInt i = 0; is_in(function, node, loop) && i < function->plan->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        if (edge->from == node && edge->kind != FORMAT_EDGE_LOST &&
            !is_in(function, edge->to, loop))
            return True;
    }
    return False;
}

UInt carried_left_at(Addr address)
{
    UInt left = 0;
    for (UInt i = 0; i < loop_count; i++) {
        const struct modules_function *function = loops[i].function;
        UInt node = node_at(function, address - function->moved), loop = loops[i].loop,
             head = function->loops[loop].head;
        if (is_exit(function, node, loop) && (node == head || !is_exit(function, head, loop)))
            left |= 1U << i;
    }
    return left;
}

/* Returns the lowest address that the stack around an address may have. */
static Addr lowest(Addr stack)
{
    const NSegment *segment = VG_(am_find_nsegment)(stack);
    if (!segment)
        return stack;
    Addr low = segment->start;
    const NSegment *below = VG_(am_find_nsegment)(low - 1);
    if (below && below->kind == SkResvn)
        low = below->start;
    return stack - low > LARGEST_STACK ? stack - LARGEST_STACK : low;
}

static struct carried_visit *visit_of(UInt loop)
{
    if (!current->visits[loop]) {
        current->visits[loop] = VG_(calloc)("triptych", 1, sizeof(struct carried_visit));
        current->visits[loop]->shadow = shadow_new();
    }
    return current->visits[loop];
}

static void begin_visit(UInt loop, UInt frame, Addr stack)
{
    struct carried_visit *visit = visit_of(loop);
    struct follow_frame open;
    follow_frame(frame, &open);
    visit->is_open = True;
    visit->number = ++visits;
    visit->frame = frame;
    visit->first = ++visit->now;
    visit->stack = stack;
    visit->canonical = open.entry + RETURN_SIZE;
    visit->stack_low = lowest(stack);
    visit->update_count = 0;
    loops[loop].counts.visits++;
    loops[loop].counts.trips++;
    current->open++;
}

/* Ends a visit. A variable that was not updated once in each trip (except the last, which may have
 * been left before) is no induction variable. */
static void end_visit(struct carried_visit *visit)
{
    ULong trips = visit->now - visit->first + 1;
    for (UInt i = 0; i < visit->update_count; i++) {
        struct instructions_update *update = visit->updates[i];
        if (update->runs != trips && update->runs + 1 != trips)
            update->varies = True;
    }
    visit->is_open = False;
    current->open--;
}

/* Follows a thread in one of the watched loops of a function. */
static void follow_loop(UInt number, UInt frame, UInt from, UInt to, Addr stack)
{
    const struct carried_loop *loop = &loops[number];
    struct carried_visit *visit = current->visits[number];
    Bool inside = is_in(loop->function, to, loop->loop);
    if (!visit || !visit->is_open) {
        if (inside)
            begin_visit(number, frame, stack);
    } else if (visit->frame != frame) {
        if (inside && !is_in(loop->function, from, loop->loop))
            loops[number].counts.nested++;
    } else if (!inside) {
        end_visit(visit);
    } else if (to == loop->function->loops[loop->loop].head) {
        visit->now++;
        visit->stack = stack;
        loops[number].counts.trips++;
    }
}

static void follow_block_of(UInt frame, const struct modules_function *function, UInt from, UInt to,
                            Addr stack)
{
    for (UInt i = 0; i < loop_count; i++) {
        if (loops[i].function == function)
            follow_loop(i, frame, from, to, stack);
    }
    set_active();
}

static void end_calls(UInt count)
{
    if (!current || !current->open)
        return;
    for (UInt i = 0; i < loop_count; i++) {
        struct carried_visit *visit = current->visits[i];
        if (visit && visit->is_open && visit->frame >= count)
            end_visit(visit);
    }
    set_active();
}

static void switch_thread(ThreadId thread)
{
    if (!threads)
        return;
    current = &threads[thread];
    heap_switch(thread);
    set_active();
}

static void handle_signal(ThreadId thread, Bool begins)
{
    if (!threads)
        return;
    if (begins)
        threads[thread].signals++;
    else if (threads[thread].signals)
        threads[thread].signals--;
    set_active();
}

/* Notes that malloc or its like begins or ends. Its inside is not followed, but its result is none
 * of an earlier trip. */
static void note_allocation(Bool begins)
{
    for (UInt i = 0; current && i < loop_count; i++) {
        struct carried_visit *visit = current->visits[i];
        if (!visit || !visit->is_open)
            continue;
        if (begins)
            loops[i].counts.allocator++;
        else
            visit->wrote[registers_slot(registers_result())] = 0;
    }
    set_active();
}

static void forget_memory(Addr start, SizeT size)
{
    for (UInt i = 0; i < VG_N_THREADS; i++) {
        for (UInt k = 0; threads[i].open && k < loop_count; k++) {
            struct carried_visit *visit = threads[i].visits[k];
            if (visit && visit->is_open)
                shadow_forget(visit->shadow, start, size);
        }
    }
}

static void move_memory(Addr to, Addr from, SizeT size)
{
    for (UInt i = 0; i < VG_N_THREADS; i++) {
        for (UInt k = 0; threads[i].open && k < loop_count; k++) {
            struct carried_visit *visit = threads[i].visits[k];
            if (visit && visit->is_open)
                shadow_copy(visit->shadow, to, from, size);
        }
    }
}

void carried_fork(void)
{
    for (UInt i = 0; i < loop_count; i++)
        loops[i].counts = (struct format_carried_loop){.function = loops[i].function->number,
                                                       .loop = loops[i].loop};
    carried_records_clear();
}

static UInt find_site(void)
{
    struct follow_frame open;
    UInt depth = follow_depth();
    if (!depth || !follow_frame(depth - 1, &open) || !open.block)
        return 0;
    const struct modules_function *function = open.block->function;
    const struct format_block *block = &function->described[open.block->node - 1];
    return instructions_access(instructions_at(block->address + block->bytes - 1 + function->moved),
                               NULL);
}

static const struct follow_watcher on_the_way = {follow_block_of, end_calls, switch_thread,
                                                 handle_signal};
static const struct heap_watcher on_the_heap = {note_allocation, forget_memory, move_memory,
                                                find_site};

void carried_begin(const HChar *wanted)
{
    HChar *at;
    struct vg_stat status;
    device = VG_(strtoull16)(wanted, &at);
    inode = *at == ':' ? VG_(strtoull16)(at + 1, &at) : 0;
    while (*at && head_count < CARRIED_LOOPS)
        heads[head_count++] = VG_(strtoull16)(at + 1, &at);
    if (sr_isError(VG_(stat)(VG_(args_the_exename), &status)) || status.dev != device ||
        status.ino != inode)
        head_count = 0;
    if (!head_count)
        return;
    follow_watcher = &on_the_way;
    heap_watcher = &on_the_heap;
    threads = VG_(calloc)("triptych", VG_N_THREADS, sizeof *threads);
}

const struct carried_loop *carried_loops(UInt *count)
{
    *count = loop_count;
    return loops;
}

struct carried_visit *carried_visit(UInt loop)
{
    struct carried_visit *visit = current ? current->visits[loop] : NULL;
    return visit && visit->is_open ? visit : NULL;
}
