/* memory.c: see memory.h. A system call copies the bytes, which fails where a load would fault. */
#include "measure/vocabulary/memory.h"

#include "measure/own/raw.h"

#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { PAGE = 4096 }; /* the smallest one: no copy crosses the end of a larger page, either */

#define LONGEST (INT64_C(1) << 24) /* texts that are longer have no length here */

static size_t copy(uint64_t from, void *to, size_t size)
{
    struct iovec local = {to, size}, remote = {(void *)(uintptr_t)from, size};
    long got =
        measure_raw_call(SYS_process_vm_readv, getpid(), (long)&local, 1, (long)&remote, 1, 0);
    return got > 0 ? (size_t)got : 0;
}

bool measure_vocabulary_read(uint64_t address, void *to, size_t size)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    /* The rest of the page of this function's frame is there. */
    if (address >= here && address + size <= (here | (PAGE - 1)) && size) {
        memcpy(to, (const void *)(uintptr_t)address, size);
        return true;
    }
    return copy(address, to, size) == size;
}

bool measure_vocabulary_read_text(uint64_t address, char to[MEMORY_TEXT])
{
    for (size_t done = 0; done < MEMORY_TEXT - 1;) {
        size_t more = PAGE - (size_t)((address + done) % PAGE), left = MEMORY_TEXT - 1 - done;
        size_t got = copy(address + done, to + done, more < left ? more : left);
        if (!got)
            return false;
        for (size_t i = done; i < done + got; i++) {
            if (!to[i])
                return true;
        }
        done += got;
    }
    to[MEMORY_TEXT - 1] = '\0';
    return true;
}

bool measure_vocabulary_length(uint64_t address, int64_t *length)
{
    char part[MEMORY_TEXT];
    for (*length = 0; *length < LONGEST;) {
        uint64_t at = address + (uint64_t)*length;
        size_t more = PAGE - (size_t)(at % PAGE);
        size_t got = copy(at, part, more < sizeof part ? more : sizeof part);
        if (!got)
            return false;
        for (size_t i = 0; i < got; i++, ++*length) {
            if (!part[i])
                return true;
        }
    }
    return false;
}
