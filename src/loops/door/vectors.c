/* vectors.c: see vectors.h. Follows the code from the function's first instruction, through its
 * branches and calls. */
#include "loops/door/vectors.h"

#include <elf.h>

enum {
    MOST = 2048,      /* instructions; a longer function is not worth it */
    SLOTS = 2 * MOST, /* of the table of those that were seen */
};

struct search {
    const struct loops_binary *binary;
    uint64_t seen[SLOTS]; /* addresses by their hash; 0: free */
    uint64_t left[MOST];  /* addresses to go on at */
    unsigned seen_count, left_count;
    enum format_door_vectors found;
};

/* Goes on at an address later, unless that was seen. False if there is too much. */
static bool add(struct search *search, uint64_t address)
{
    unsigned slot = (unsigned)(address * UINT64_C(0x9e3779b97f4a7c15) >> 40) % SLOTS;
    for (; search->seen[slot]; slot = (slot + 1) % SLOTS) {
        if (search->seen[slot] == address)
            return true;
    }
    if (!address || search->seen_count == MOST)
        return false;
    search->seen[slot] = address;
    search->seen_count++;
    search->left[search->left_count++] = address;
    return true;
}

static bool decode(const struct search *search, uint64_t address, struct loops_instruction *in,
                   enum format_door_vectors *changes)
{
    size_t size;
    const struct loops_binary *binary = search->binary;
    const struct loops_binary_part *part = loops_binary_part_at(binary, address);
    const uint8_t *bytes =
        part && part->is_code ? loops_binary_bytes(binary, address, 1, &size) : NULL;
    if (!bytes || !binary->architecture->decode(bytes, size, address, in))
        return false;
    *changes = binary->architecture->machine == EM_X86_64 ? loops_door_vectors_x86_64(bytes, size)
                                                          : loops_door_vectors_aarch64(bytes, size);
    return true;
}

/* Adds where the flow goes after an instruction. False if that is not known. */
static bool add_next(struct search *search, const struct loops_instruction *in)
{
    uint64_t next = in->address + in->size;
    switch (in->kind) {
    case INSTRUCTION_PLAIN:
        return add(search, next);
    case INSTRUCTION_JUMP:
        return add(search, in->target);
    case INSTRUCTION_BRANCH:
    case INSTRUCTION_CALL:
        return add(search, in->target) && add(search, next);
    case INSTRUCTION_RETURN:
    case INSTRUCTION_STOP:
        return true;
    default:
        return false;
    }
}

enum format_door_vectors loops_door_vectors(const struct loops_binary *binary, uint64_t address)
{
    static _Thread_local struct search search;
    search = (struct search){.binary = binary, .found = FORMAT_DOOR_NO_VECTORS};
    bool known = add(&search, address);
    while (known && search.left_count && search.found != FORMAT_DOOR_ALL_VECTORS) {
        struct loops_instruction in;
        enum format_door_vectors changes;
        known = decode(&search, search.left[--search.left_count], &in, &changes) &&
                add_next(&search, &in);
        if (known && changes < search.found)
            search.found = changes;
    }
    return known ? search.found : FORMAT_DOOR_ALL_VECTORS;
}
