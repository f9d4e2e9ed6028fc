/* histogram.c: see histogram.h. Open addressing, at most half full. */
#include "query/exec/step/histogram.h"

#include "query/exec/kernel.h"
#include "util/memory.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void tally_free(struct tally *tally)
{
    free(tally->slots);
    *tally = (struct tally){0};
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Returns the slot where a value of a group is, or belongs. */
static size_t slot_of(const struct tally *tally, size_t group, double value)
{
    uint64_t own = bits_of(value), bits = own;
    bits = (bits ^ group * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xff51afd7ed558ccd);
    bits = (bits ^ bits >> 32) * UINT64_C(0xc4ceb9fe1a85ec53);
    size_t at = (bits ^ bits >> 29) & (tally->slot_count - 1);
    for (const struct tally_value *slot; (slot = &tally->slots[at])->count != 0;
         at = (at + 1) & (tally->slot_count - 1)) {
        if (slot->group == group && bits_of(slot->value) == own)
            break;
    }
    return at;
}

static void grow(struct tally *tally)
{
    struct tally_value *before = tally->slots;
    size_t count = tally->slot_count;
    if (count && tally->used * 2 < count)
        return;
    tally->slot_count = count ? count * 2 : 1024;
    tally->slots = memory_zeroed(tally->slot_count, sizeof *tally->slots);
    for (size_t i = 0; i < count; i++) {
        if (before[i].count)
            tally->slots[slot_of(tally, before[i].group, before[i].value)] = before[i];
    }
    free(before);
}

void tally_add(struct tally *tally, size_t group, double value, uint64_t count)
{
    value = isnan(value) ? (double)NAN : value + 0.0; /* -0 becomes 0 */
    grow(tally);
    struct tally_value *slot = &tally->slots[slot_of(tally, group, value)];
    if (!slot->count) {
        *slot = (struct tally_value){.value = value, .group = group};
        tally->used++;
    }
    slot->count += count;
}

static int by_group_and_value(const void *a, const void *b)
{
    const struct tally_value *left = a, *right = b;
    if (left->group != right->group)
        return left->group < right->group ? -1 : 1;
    return kernel_order(left->value, right->value);
}

void tally_sort(struct tally *tally)
{
    size_t used = 0;
    for (size_t i = 0; i < tally->slot_count; i++) {
        if (tally->slots[i].count)
            tally->slots[used++] = tally->slots[i];
    }
    if (used)
        qsort(tally->slots, used, sizeof *tally->slots, by_group_and_value);
}

double tally_percentile(const struct tally *tally, size_t *first, double share)
{
    assert(*first < tally->used);
    const struct tally_value *all = tally->slots;
    size_t end = *first, at = *first;
    uint64_t count = 0, before = 0;
    for (; end < tally->used && all[end].group == all[*first].group; end++)
        count += all[end].count;
    *first = end;
    double place = share / 100 * (double)(count - 1), below = floor(place);
    while (at + 1 < end && (double)(before + all[at].count) <= below)
        before += all[at++].count;
    bool is_last = (double)(before + all[at].count - 1) <= below; /* of the equal values */
    if (place == below || !is_last || at + 1 >= end)
        return all[at].value;
    return all[at].value + (place - below) * (all[at + 1].value - all[at].value);
}
