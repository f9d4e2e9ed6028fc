/* dictionary.c: see dictionary.h. Successive blocks of a lane mostly have the same nodes: a
 * dictionary is used again if the block has most of its nodes. */
#include "archive/events/dictionary.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum { NARROW = 256 }; /* limit of nodes for codes of one byte */

void event_dictionary_free(struct event_dictionary *dictionary)
{
    free(dictionary->nodes);
    free(dictionary->slots);
    free(dictionary->found);
}

static struct event_slot *slot_of(struct event_dictionary *dictionary, uint32_t node)
{
    if (node >= dictionary->slot_room) {
        size_t before = dictionary->slot_room;
        dictionary->slots = memory_grow(dictionary->slots, &dictionary->slot_room, (size_t)node + 1,
                                        sizeof *dictionary->slots);
        memset(dictionary->slots + before, 0,
               (dictionary->slot_room - before) * sizeof *dictionary->slots);
    }
    return &dictionary->slots[node];
}

/* Collects the distinct nodes of the block; returns how many of them are in the dictionary. */
static size_t find(struct event_dictionary *dictionary, const uint32_t *nodes, size_t count)
{
    size_t known = 0;
    dictionary->block++;
    dictionary->found_count = 0;
    dictionary->found =
        memory_grow(dictionary->found, &dictionary->found_room, count, sizeof *dictionary->found);
    for (size_t i = 0; i < count; i++) {
        struct event_slot *slot = slot_of(dictionary, nodes[i]);
        if (slot->block == dictionary->block)
            continue;
        slot->block = dictionary->block;
        known += slot->number == dictionary->number;
        dictionary->found[dictionary->found_count++] = nodes[i];
    }
    return known;
}

/* True if a dictionary of `all` nodes suits a block that has `found` of them: a search for a node
 * must not decode many blocks that lack it. */
static bool is_near(size_t all, size_t found)
{
    return all * 3 <= found * 4 && (all <= NARROW) == (found <= NARROW);
}

static int by_row(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

/* Makes a new dictionary from the block's nodes, and with `add` those that were in it before. */
static void renew(struct event_dictionary *dictionary, bool add)
{
    size_t kept = add ? dictionary->count : 0;
    dictionary->nodes = memory_grow(dictionary->nodes, &dictionary->room,
                                    kept + dictionary->found_count, sizeof *dictionary->nodes);
    for (size_t i = 0; i < dictionary->found_count; i++) {
        uint32_t node = dictionary->found[i];
        if (!add || dictionary->slots[node].number != dictionary->number)
            dictionary->nodes[kept++] = node;
    }
    dictionary->count = kept;
    dictionary->number++;
    qsort(dictionary->nodes, kept, sizeof *dictionary->nodes, by_row);
    for (size_t i = 0; i < kept; i++) {
        struct event_slot *slot = &dictionary->slots[dictionary->nodes[i]];
        slot->number = dictionary->number;
        slot->code = (uint16_t)i;
    }
}

bool event_dictionary_codes(struct event_dictionary *dictionary, uint32_t lane,
                            const uint32_t *nodes, size_t count, uint16_t *codes)
{
    if (!dictionary->number || dictionary->lane != lane) {
        dictionary->lane = lane;
        dictionary->number++; /* an empty dictionary */
        dictionary->count = 0;
    }
    size_t known = find(dictionary, nodes, count), found = dictionary->found_count;
    bool is_new = known < found || !is_near(dictionary->count, found);
    if (is_new)
        renew(dictionary, is_near(dictionary->count + found - known, found));
    for (size_t i = 0; i < count; i++)
        codes[i] = dictionary->slots[nodes[i]].code;
    return is_new;
}
