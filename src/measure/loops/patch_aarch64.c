/* patch_aarch64.c: see patch.h */
#include "measure/loops/patch.h"

#ifdef __aarch64__
#include <stddef.h>

static uint32_t jump(const void *from, uint64_t to)
{
    int64_t distance = (int64_t)(to - (uint64_t)(uintptr_t)from);
    return (uint32_t)(distance / 4) & 0x3ffffff;
}

/* Encodes the page distance of adrp. */
static uint32_t page(const void *from, uint64_t to)
{
    uint64_t pages = (to >> 12) - ((uint64_t)(uintptr_t)from >> 12);
    return (uint32_t)(pages & 3) << 29 | (uint32_t)(pages >> 2 & 0x7ffff) << 5;
}

static void move(const struct patch_about *about, const struct format_move *entry)
{
    uint32_t *word = (uint32_t *)(void *)(about->code + entry->at);
    uint32_t function = about->first + (uint32_t)entry->target;
    switch (entry->kind) {
    case FORMAT_MOVE_JUMP:
        *word |= jump(word, entry->target + about->moved);
        break;
    case FORMAT_MOVE_PAGE:
        *word |= page(word, entry->target + about->moved);
        break;
    case FORMAT_MOVE_OWN_PAGE:
        *word |= page(word, (uint64_t)(uintptr_t)about->code + entry->target);
        break;
    case FORMAT_MOVE_TLS:
        *word |= (uint32_t)(about->thread / 8) << 10;
        break;
    case FORMAT_MOVE_QUICK:
        *word |= (uint32_t)((about->quick + (int64_t)entry->target) / 8) << 10;
        break;
    case FORMAT_MOVE_FUNCTION:
        word[0] |= function >> 12 << 10;
        word[1] |= (function & 4095) << 10;
        break;
    case FORMAT_MOVE_NUMBER:
        word[0] |= (function & 65535) << 5;
        word[1] |= function >> 16 << 5;
        break;
    case FORMAT_MOVE_SLOW:
        *word |= jump(word, (uint64_t)(uintptr_t)about->slow);
        break;
    default:
        break;
    }
}

void patch_moves(const struct patch_about *about, const struct format_move *moves, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        move(about, &moves[i]);
}

void patch_original(const struct patch_about *about, const struct format_patch *patches,
                    uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        uint32_t *word = (uint32_t *)(uintptr_t)(patches[i].address + about->moved);
        uint32_t kind = patches[i].kind == FORMAT_PATCH_CALL ? 0x94000000 : 0x14000000;
        *word = kind | jump(word, (uint64_t)(uintptr_t)about->code + patches[i].to);
    }
}
#endif
