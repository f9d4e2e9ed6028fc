/* vectors.c: whether an aarch64 instruction may change vector registers: see loops/door/vectors.h.
 */
#include "loops/door/vectors.h"

#include "loops/aarch64/fields.h"

#include <string.h>

static bool is(uint32_t word, uint32_t mask, uint32_t value)
{
    return (word & mask) == value;
}

/* True for branches, and what else is encoded with them: traps, hints, barriers, and reading
 * registers of the system; not for calls of the system. */
static bool is_harmless_branch(uint32_t word)
{
    if (is(word, 0xff000000, 0xd4000000))
        return is(word, 0xffe0001f, 0xd4200000);
    if (!is(word, 0xff000000, 0xd5000000))
        return true;
    return is(word, 0xfffff01f, 0xd503201f) || is(word, 0xfffff01f, 0xd503301f) ||
           is(word, 0xfff00000, 0xd5300000);
}

enum format_door_vectors loops_door_vectors_aarch64(const uint8_t *bytes, size_t size)
{
    uint32_t word;
    if (size < sizeof word)
        return FORMAT_DOOR_ALL_VECTORS;
    memcpy(&word, bytes, sizeof word);
    uint32_t group = field(word, 25, 4);
    bool is_access = (group & 5) == 4, is_general = (group & 14) == 8 || (group & 7) == 5;
    if (is_access)
        is_general = !field(word, 26, 1);
    if ((group & 14) == 10)
        is_general = is_harmless_branch(word);
    return is_general ? FORMAT_DOOR_NO_VECTORS : FORMAT_DOOR_ALL_VECTORS;
}
