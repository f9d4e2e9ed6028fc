/* dictionary.h: replaces the nodes in a block of events by small codes. */
#ifndef ARCHIVE_EVENTS_DICTIONARY_H
#define ARCHIVE_EVENTS_DICTIONARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A dictionary of nodes, which is used for one block after the other. To be set to zeros at
 * first. */
struct event_dictionary {
    uint32_t *nodes; /* by code; ascending */
    size_t count, room;
    /* by node: */
    struct event_slot {
        uint32_t block;  /* number of the last block that had it */
        uint32_t number; /* number of the last dictionary that had it */
        uint16_t code;   /* its code there */
    } * slots;
    size_t slot_room;
    uint32_t lane, block, number;
    uint32_t *found; /* distinct nodes of the current block */
    size_t found_count, found_room;
};

void event_dictionary_free(struct event_dictionary *dictionary);

/* Finds codes for the nodes of a block. True if the dictionary is a new one; false if it is that of
 * the block before. */
bool event_dictionary_codes(struct event_dictionary *dictionary, uint32_t lane,
                            const uint32_t *nodes, size_t count, uint16_t *codes);

#endif
