/* context_memory.c: private memory for contexts and what belongs to them. */
#include "measure/loops/contexts.h"

#include <sys/mman.h>

void *contexts_memory(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}
