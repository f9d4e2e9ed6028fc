/* ranges.c: see ranges.h */
#include "measure/vocabulary/ranges.h"

#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum { LOOKS = 4 }; /* of a thread for its stack, and of the process for its heap */

uint64_t memory_pages[MEMORY_PAGES];
bool memory_is_protected, memory_is_watched;

__thread __attribute__((tls_model("initial-exec"),
                        visibility("hidden"))) struct memory_range memory_stack;

static __thread __attribute__((tls_model("initial-exec"))) unsigned looks;
static unsigned heap_looks;
static uintptr_t heap; /* its start; 0: not known */

/* A line of /proc/self/maps. */
struct mapping {
    struct memory_range range;
    bool is_stack, is_heap;
};

static bool read_hex(const char **at, uintptr_t *number)
{
    const char *start = *at;
    *number = 0;
    for (;; ++*at) {
        unsigned digit = (unsigned char)**at;
        if (digit - '0' < 10)
            digit -= '0';
        else if (digit - 'a' < 6)
            digit -= 'a' - 10;
        else
            return *at != start;
        *number = *number << 4 | digit;
    }
}

static bool read_mapping(const char *line, struct mapping *to)
{
    size_t length = strlen(line);
    if (!read_hex(&line, &to->range.start) || *line++ != '-' || !read_hex(&line, &to->range.end))
        return false;
    to->is_stack = length > 7 && strstr(line, "[stack]");
    to->is_heap = length > 6 && strstr(line, "[heap]");
    return true;
}

/* Calls `see` for each mapping, until it returns true. */
static void see_mappings(bool (*see)(const struct mapping *mapping, void *data), void *data)
{
    char text[1024];
    size_t used = 0;
    struct mapping mapping;
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    for (ssize_t got; (got = read(file, text + used, sizeof text - 1 - used)) > 0;) {
        used += (size_t)got;
        text[used] = '\0';
        char *line = text;
        for (char *end; (end = strchr(line, '\n')); line = end + 1) {
            *end = '\0';
            if (read_mapping(line, &mapping) && see(&mapping, data)) {
                close(file);
                return;
            }
        }
        used -= (size_t)(line - text);
        if (used == sizeof text - 1)
            used = 0; /* a long name: its rest is no line */
        memmove(text, line, used);
    }
    close(file);
}

/* The mapping of a thread's stack may go on behind it: the thread's descriptor is its end. */
static bool see_stack(const struct mapping *mapping, void *data)
{
    uintptr_t here = (uintptr_t)data, self = (uintptr_t)pthread_self();
    if (here < mapping->range.start || here >= mapping->range.end)
        return false;
    struct memory_range found = mapping->range;
    if (!mapping->is_stack) {
        if (self < here || self >= found.end)
            return true; /* a stack that the program has made itself */
        found.end = self;
    }
    memory_stack = found;
    return true;
}

static bool see_heap(const struct mapping *mapping, void *data)
{
    (void)data;
    if (mapping->is_heap)
        __atomic_store_n(&heap, mapping->range.start, __ATOMIC_RELAXED);
    return mapping->is_heap;
}

/* True if the address is in the first module, which is the program. */
static int see_program(struct dl_phdr_info *about, size_t size, void *data)
{
    uintptr_t address = *(const uintptr_t *)data - about->dlpi_addr;
    (void)size;
    for (unsigned i = 0; i < about->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &about->dlpi_phdr[i];
        if (part->p_type == PT_LOAD && address >= part->p_vaddr &&
            address - part->p_vaddr < part->p_memsz)
            return 1;
    }
    return -1;
}

static bool is_on_heap(uint64_t address)
{
    if (!&__curbrk || address >= (uintptr_t)__atomic_load_n(&__curbrk, __ATOMIC_RELAXED))
        return false;
    if (!__atomic_load_n(&heap, __ATOMIC_RELAXED) &&
        __atomic_fetch_add(&heap_looks, 1, __ATOMIC_RELAXED) < LOOKS)
        see_mappings(see_heap, NULL);
    uintptr_t start = __atomic_load_n(&heap, __ATOMIC_RELAXED);
    return start && address >= start;
}

void measure_vocabulary_was_there(uint64_t address)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0), at = address;
    uint64_t page = address / MEMORY_PAGE;
    if (!memory_is_watched)
        return;
    if (address >= here && looks < LOOKS &&
        (here < memory_stack.start || here >= memory_stack.end)) {
        looks++;
        see_mappings(see_stack, (void *)here);
    }
    if (measure_vocabulary_is_on_stack(address, 1))
        return;
    uint64_t known = page * MEMORY_PAGE;
    if (dl_iterate_phdr(see_program, &at) == 1)
        known |= MEMORY_OF_PROGRAM;
    else if (!is_on_heap(address))
        return;
    __atomic_store_n(&memory_pages[page % MEMORY_PAGES], known, __ATOMIC_RELAXED);
}

void measure_vocabulary_was_protected(uintptr_t start, uint64_t size)
{
    bool hits = start < memory_stack.end && memory_stack.start < start + size;
    for (size_t i = 0; i < MEMORY_PAGES && !hits; i++) {
        uint64_t known = __atomic_load_n(&memory_pages[i], __ATOMIC_RELAXED);
        uintptr_t page = known / MEMORY_PAGE * MEMORY_PAGE;
        hits = page && page < start + size && start < page + MEMORY_PAGE;
    }
    if (hits)
        __atomic_store_n(&memory_is_protected, true, __ATOMIC_RELAXED);
}
