/* excerpt_messages.h: the messages and collective operations of an excerpt. */
#ifndef ARCHIVE_WRITE_EXCERPT_MESSAGES_H
#define ARCHIVE_WRITE_EXCERPT_MESSAGES_H

#include "archive/write/excerpt_nodes.h"

/* The chosen calls of MPI, by node and start. */
struct part_calls {
    struct part_call {
        uint64_t start;
        uint32_t node;
    } * all;
    size_t count, room;
};

void part_calls_add(struct part_calls *calls, const struct archive *from,
                    const struct archive_act *act);
void part_calls_free(struct part_calls *calls);

/* The messages and collective operations with a chosen call; the nodes of all their calls are
 * kept. */
struct part_messages {
    uint8_t *messages, *collectives; /* by row */
};

void part_messages_choose(struct part_messages *chosen, const struct archive *from,
                          struct part_calls *calls, struct part_nodes *nodes);
void part_messages_free(struct part_messages *chosen);

/* Fills the excerpt's tables, after its nodes were numbered. */
void part_messages_copy(const struct part_messages *chosen, const struct archive *from,
                        const struct part_nodes *nodes, struct archive *to);

/* Copies the rows of a table for which `kept` is not 0 (NULL: all) to the same table of another
 * archive. */
void part_copy_rows(const struct archive *from, struct archive *to, int which, const uint8_t *kept);

#endif
