/* heap.h: the blocks of memory that the program has allocated, and whether it is in malloc or a
 * function like it now: what such functions do inside does not order the trips of a loop, since
 * each thread may call them. */
#ifndef LOOPS_VALGRIND_HEAP_H
#define LOOPS_VALGRIND_HEAP_H

#include "loops/valgrind/base.h"

enum heap_function { HEAP_NONE, HEAP_MALLOC, HEAP_CALLOC, HEAP_REALLOC, HEAP_ALIGNED, HEAP_FREE };

struct heap_block {
    Addr start;
    SizeT size;
    UInt site; /* access that allocated it, by the numbers of instructions.h; 0: not known */
};

/* Functions that learn of allocations: a call begins or ends; a new block has no past, or the
 * content of another one. The last one returns the access that stands for the call. */
struct heap_watcher {
    void (*allocates)(Bool begins);
    void (*new_memory)(Addr start, SizeT size);
    void (*moved)(Addr to, Addr from, SizeT size);
    UInt (*site)(void);
};
extern const struct heap_watcher *heap_watcher; /* to be set first */

/* Returns which function begins at an address. */
enum heap_function heap_function_at(Addr address);

/* A function of `enum heap_function` is entered, with its first two arguments. */
void heap_enter(UWord function, UWord first, UWord second, Addr stack);

/* A function returns with this stack pointer, which is at least heap_limit. */
void heap_return(Addr stack, Addr result);
extern Addr heap_limit;

/* True if the current thread is in such a function. */
Bool heap_is_inside(void);

/* Notes that another thread runs now. */
void heap_switch(ThreadId thread);

/* Returns the block that contains an address; NULL: none. */
const struct heap_block *heap_at(Addr address);

#endif
