/* activity.h: numbers of activities that have come from another place. */
#ifndef FORMAT_ACTIVITY_H
#define FORMAT_ACTIVITY_H

#include <stdbool.h>
#include <stdint.h>

/* A place numbers the activities that are created there from 0. An activity that has come from
 * another place keeps its number: it is known by the place where it was created (as places of a
 * program with `#pragma tri` are numbered), its number there, and a bit that says so. */
enum { FORMAT_GUEST_BITS = 23, FORMAT_GUEST_PLACES = 256 };
#define FORMAT_GUEST UINT32_C(0x80000000)

/* Returns the number for an activity from another place; false if it is too large. */
static inline bool format_guest(uint32_t place, uint64_t number, uint32_t *guest)
{
    uint32_t most = (UINT32_C(1) << FORMAT_GUEST_BITS) - 1;
    *guest = FORMAT_GUEST | place << FORMAT_GUEST_BITS | (uint32_t)(number & most);
    return place < FORMAT_GUEST_PLACES && number < most;
}

/* True if a number is that of an activity from another place. */
static inline bool format_is_guest(uint32_t number)
{
    return number & FORMAT_GUEST && number != UINT32_MAX;
}

static inline uint32_t format_guest_place(uint32_t number)
{
    return number >> FORMAT_GUEST_BITS & (FORMAT_GUEST_PLACES - 1);
}

static inline uint32_t format_guest_number(uint32_t number)
{
    return number & ((UINT32_C(1) << FORMAT_GUEST_BITS) - 1);
}

#endif
