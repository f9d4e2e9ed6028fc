/* protect.c: interposes mprotect(), to notice that the program makes memory unreadable (ranges.h).
 * The real function is looked up at the start, since an allocator may call this one. */
#include "measure/own/raw.h"
#include "measure/vocabulary/ranges.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>

typedef int protects(void *start, size_t size, int protection);

static protects *real;

__attribute__((constructor(102))) static void find(void)
{
    real = (protects *)dlsym(RTLD_NEXT, "mprotect");
    memory_is_watched = real != NULL;
}

__attribute__((visibility("default"))) int mprotect(void *start, size_t size, int protection)
{
    if (!(protection & PROT_READ))
        measure_vocabulary_was_protected((uintptr_t)start, size);
    if (real)
        return real(start, size, protection);
    long result = measure_raw_call(SYS_mprotect, (long)start, (long)size, protection, 0, 0, 0);
    if (result < 0)
        errno = (int)-result;
    return result < 0 ? -1 : 0;
}
