/* dictionary.h: the nodes of a block of events by small numbers. */
#ifndef ARCHIVE_EVENTS_DICTIONARY_H
#define ARCHIVE_EVENTS_DICTIONARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Begins as zeros. */
struct event_dictionary {
    uint32_t *nodes; /* in ascending order: by code */
    size_t count, room;
    /* By node: */
    struct event_slot {
        uint32_t block;  /* the last one that it was seen in */
        uint32_t number; /* the last dictionary that it was in */
        uint16_t code;   /* there */
    } * slots;
    size_t slot_room;
    uint32_t lane, block, number;
    uint32_t *found; /* the different nodes of the block */
    size_t found_count, found_room;
};

void event_dictionary_free(struct event_dictionary *dictionary);

/* Codes for the nodes of a block. False: the dictionary is that of the block before. */
bool event_dictionary_codes(struct event_dictionary *dictionary, uint32_t lane,
                            const uint32_t *nodes, size_t count, uint16_t *codes);

#endif
