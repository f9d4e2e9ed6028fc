/* memory.c: see memory.h. A system call copies the bytes, which fails where a load would fault,
 * unless they are known to be there (ranges.h). */
#include "measure/vocabulary/memory.h"

#include "measure/own/peek.h"
#include "measure/vocabulary/ranges.h"

#include <string.h>

#define LONGEST (INT64_C(1) << 24) /* texts that are longer have no length here */

static size_t copy(uint64_t from, void *to, size_t size)
{
    if (measure_vocabulary_is_there(from, size)) {
        memcpy(to, (const void *)(uintptr_t)from, size);
        return size;
    }
    size_t got = measure_peek((uintptr_t)from, to, size);
    if (got)
        measure_vocabulary_was_there(from);
    return got;
}

bool measure_vocabulary_read(uint64_t address, void *to, size_t size)
{
    return copy(address, to, size) == size;
}

bool measure_vocabulary_read_text(uint64_t address, char to[MEMORY_TEXT])
{
    for (size_t done = 0; done < MEMORY_TEXT - 1;) {
        size_t more = MEMORY_PAGE - (size_t)((address + done) % MEMORY_PAGE),
               left = MEMORY_TEXT - 1 - done;
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
        size_t more = MEMORY_PAGE - (size_t)(at % MEMORY_PAGE);
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
