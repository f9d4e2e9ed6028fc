/* patch_x86_64.c: see patch.h */
#include "measure/loops/patch.h"

#ifdef __x86_64__
#include <string.h>

enum { JUMP = 0xe9, CALL = 0xe8, SHORT_JUMP = 0xeb, LONG = 5, SHORT = 2 };

static void add(char *at, uint64_t value)
{
    uint32_t word;
    memcpy(&word, at, sizeof word);
    word += (uint32_t)value;
    memcpy(at, &word, sizeof word);
}

static void move(const struct patch_about *about, const struct format_move *entry)
{
    char *at = about->code + entry->at;
    uint64_t here = (uint64_t)(uintptr_t)at, there = entry->target + about->moved;
    switch (entry->kind) {
    case FORMAT_MOVE_JUMP:
        add(at, there - here);
        break;
    case FORMAT_MOVE_TLS:
        add(at, (uint64_t)about->thread);
        break;
    case FORMAT_MOVE_QUICK:
        add(at, (uint64_t)about->quick + entry->target);
        break;
    case FORMAT_MOVE_NUMBER:
        add(at, about->first + entry->target);
        break;
    case FORMAT_MOVE_SLOW:
        add(at, (uint64_t)(uintptr_t)about->slow - here);
        break;
    case FORMAT_MOVE_ADDRESS:
        memcpy(at, &there, sizeof there);
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

static void patch(const struct patch_about *about, const struct format_patch *patch)
{
    static const uint8_t call_r11[] = {0x41, 0xff, 0xd3};
    char *at = (char *)(uintptr_t)(patch->address + about->moved);
    if (patch->kind == FORMAT_PATCH_SHORT) {
        at[0] = (char)SHORT_JUMP;
        at[1] = (char)(patch->to - SHORT);
        return;
    }
    if (patch->kind == FORMAT_PATCH_REGISTER) {
        memcpy(at, call_r11, sizeof call_r11);
        return;
    }
    uint32_t distance = (uint32_t)(about->code + patch->to - (at + LONG));
    at[0] = (char)(patch->kind == FORMAT_PATCH_CALL ? CALL : JUMP);
    memcpy(at + 1, &distance, sizeof distance);
}

void patch_original(const struct patch_about *about, const struct format_patch *patches,
                    uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        patch(about, &patches[i]);
}
#endif
