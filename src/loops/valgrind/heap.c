/* heap.c: see heap.h */
#include "loops/valgrind/heap.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_oset.h"
#include "pub_tool_threadstate.h"

#if defined(VGA_amd64)
enum { RETURN_SIZE = 8 }; /* bytes that a call pushes */
#else
enum { RETURN_SIZE = 0 };
#endif

/* The call of a thread that has not returned. */
struct call {
    enum heap_function function; /* HEAP_NONE: there is none */
    UWord first, second;
    Addr limit;
};

Addr heap_limit = ~(Addr)0;
const struct heap_watcher *heap_watcher;
static struct call *calls, *current; /* by Valgrind's thread number */
static OSet *blocks;

enum heap_function heap_function_at(Addr address)
{
    static const struct {
        const HChar *name;
        enum heap_function function;
    } known[] = {
        {"malloc", HEAP_MALLOC},
        {"calloc", HEAP_CALLOC},
        {"realloc", HEAP_REALLOC},
        {"memalign", HEAP_ALIGNED},
        {"aligned_alloc", HEAP_ALIGNED},
        {"free", HEAP_FREE},
        {"cfree", HEAP_FREE},
        {"posix_memalign", HEAP_FREE},
        {"valloc", HEAP_MALLOC},
        {"pvalloc", HEAP_MALLOC},
        {"__libc_malloc", HEAP_MALLOC},
        {"__libc_calloc", HEAP_CALLOC},
        {"__libc_realloc", HEAP_REALLOC},
        {"__libc_free", HEAP_FREE},
        {"__libc_memalign", HEAP_ALIGNED},
    };
    const HChar *name;
    if (!VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), address, &name))
        return HEAP_NONE;
    for (UInt i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (VG_STREQ(name, known[i].name))
            return known[i].function;
    }
    return HEAP_NONE;
}

Bool heap_is_inside(void)
{
    return current && current->function != HEAP_NONE;
}

void heap_switch(ThreadId thread)
{
    if (!calls)
        calls = VG_(calloc)("triptych", VG_N_THREADS, sizeof *calls);
    current = &calls[thread];
    heap_limit = heap_is_inside() ? current->limit : ~(Addr)0;
}

void heap_enter(UWord function, UWord first, UWord second, Addr stack)
{
    if (!current || heap_is_inside())
        return;
    *current = (struct call){(enum heap_function)function, first, second, stack + RETURN_SIZE};
    heap_limit = current->limit;
    heap_watcher->allocates(True);
}

/* Compares an address with a block. */
static Word compare(const void *key, const void *element)
{
    Addr address = *(const Addr *)key;
    const struct heap_block *block = element;
    return address < block->start ? -1 : address - block->start >= block->size ? 1 : 0;
}

/* Removes the blocks that overlap a range. */
static void remove_blocks(Addr start, SizeT size)
{
    for (struct heap_block *block; (block = VG_(OSetGen_Remove)(blocks, &start));)
        VG_(OSetGen_FreeNode)(blocks, block);
    VG_(OSetGen_ResetIterAt)(blocks, &start);
    for (;;) {
        struct heap_block *block = VG_(OSetGen_Next)(blocks);
        if (!block || block->start >= start + size)
            return;
        Addr at = block->start;
        VG_(OSetGen_Remove)(blocks, &at);
        VG_(OSetGen_FreeNode)(blocks, block);
        VG_(OSetGen_ResetIterAt)(blocks, &start);
    }
}

static void add_block(Addr start, SizeT size)
{
    if (!blocks)
        blocks = VG_(OSetGen_Create)(offsetof(struct heap_block, start), compare, VG_(malloc),
                                     "triptych", VG_(free));
    if (!start || !size)
        return;
    remove_blocks(start, size);
    struct heap_block *block = VG_(OSetGen_AllocNode)(blocks, sizeof *block);
    *block = (struct heap_block){start, size, heap_watcher->site()};
    VG_(OSetGen_Insert)(blocks, block);
}

const struct heap_block *heap_at(Addr address)
{
    return blocks ? VG_(OSetGen_Lookup)(blocks, &address) : NULL;
}

/* Notes the result of a call. A new block begins without a past; what was in a block that moved is
 * now in the new one. */
static void note(const struct call *call, Addr result)
{
    SizeT size = call->function == HEAP_MALLOC ? call->first : call->second;
    if (call->function == HEAP_FREE || !result)
        return;
    if (call->function == HEAP_CALLOC)
        size = call->first * call->second;
    const struct heap_block *old =
        call->function == HEAP_REALLOC && call->first ? heap_at(call->first) : NULL;
    SizeT kept = old ? (old->size < size ? old->size : size) : 0;
    if (kept && result != call->first)
        heap_watcher->moved(result, call->first, kept);
    heap_watcher->new_memory(result + kept, size - kept);
    add_block(result, size);
}

void heap_return(Addr stack, Addr result)
{
    if (!heap_is_inside() || stack < current->limit)
        return;
    struct call call = *current;
    current->function = HEAP_NONE;
    heap_limit = ~(Addr)0;
    note(&call, result);
    heap_watcher->allocates(False);
}
