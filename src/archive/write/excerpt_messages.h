/* excerpt_messages.h: messages and collective operations of a part. */
#ifndef ARCHIVE_WRITE_EXCERPT_MESSAGES_H
#define ARCHIVE_WRITE_EXCERPT_MESSAGES_H

#include "archive/write/excerpt_nodes.h"

/* Calls that were chosen, by node and start. */
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

/* Which of them belong to the part: those with a call that was chosen, whose nodes are kept then.
 */
struct part_messages {
    uint8_t *messages, *collectives; /* by row */
};

void part_messages_choose(struct part_messages *chosen, const struct archive *from,
                          struct part_calls *calls, struct part_nodes *nodes);
void part_messages_free(struct part_messages *chosen);

/* Fills the part's tables, when its nodes are numbered. */
void part_messages_copy(const struct part_messages *chosen, const struct archive *from,
                        const struct part_nodes *nodes, struct archive *to);

/* Rows of a table with the same columns, those of which `kept` is not 0; NULL: all. */
void part_copy_rows(const struct archive *from, struct archive *to, int which, const uint8_t *kept);

#endif
