/* blocks.h: the acts of a sealed archive as encoded blocks of columns: writing and reading.
 * doc/archive.md has the layout.
 *
 * A block has at most EVENT_BLOCK acts of one lane, in order of their start. The table event_blocks
 * (struct archive_blocks) has a row for each, with its zone map: what can be told without decoding
 * anything, so that a block can be left out. Blocks are in order of their lanes, and those of a
 * lane in order of their base.
 *
 * Many threads may read at once, each with a reader of its own; archive_open has made all that they
 * share. A reader has bounded buffers, and lets go of the parts of the files that it has read: it
 * needs some 20 MB at most, whatever the archive. */
#ifndef ARCHIVE_EVENTS_BLOCKS_H
#define ARCHIVE_EVENTS_BLOCKS_H

#include "archive/archive.h"

enum { EVENT_BLOCK = 4096 }; /* acts at most */

/* What few acts have. Without a value for it, a loop that ended by itself had the only number of
 * trips of its node, an I/O statement went to the only file of its node. */
enum event_value {
    EVENT_FLAGS = 1, /* enum archive_act_flag */
    EVENT_TRIPS = 3,
    EVENT_BYTES = 4,
    EVENT_FILE = 5,
    EVENT_ACTIVITY = 6,
    EVENT_HOLDER = 7,
    EVENT_HELD = 8,
    EVENT_AFTER = 9,         /* may come several times */
    EVENT_SOURCE = 10,       /* of a message: row of places; ARCHIVE_NONE: not known, or several */
    EVENT_TARGET = 11,       /* the same */
    EVENT_TAG = 12,          /* as a signed number of 32 bits */
    EVENT_COMMUNICATOR = 13, /* row */
    EVENT_VALUES,            /* all are below */
};

/* Columns of a block; values by their kind. */
#define EVENT_WANT_START UINT32_C(1)
#define EVENT_WANT_DURATION UINT32_C(2)
#define EVENT_WANT_NODE UINT32_C(4)       /* codes, and the dictionary */
#define EVENT_WANT_DICTIONARY UINT32_C(8) /* it alone */
#define EVENT_WANT(value) (UINT32_C(16) << (value))
#define EVENT_WANT_VALUES (UINT32_MAX & ~UINT32_C(31)) /* all of them */
#define EVENT_WANT_ALL UINT32_MAX

/* The values of one kind, by row. */
struct event_values {
    const uint16_t *row; /* in the block, ascending; of EVENT_AFTER one may come several times */
    const uint64_t *value;
    uint32_t count;
};

/* A decoded block. Columns that were not asked for are NULL, or have no values. */
struct event_block {
    size_t number;      /* row of event_blocks */
    uint64_t first;     /* row of events: of its first act */
    uint32_t count;     /* of acts, never 0 */
    uint32_t lane;      /* row */
    uint64_t base, end; /* ns: when the first one began, the last one ended */

    const uint32_t *start; /* ns after base; they ascend */

    /* A duration is duration_base + an element of duration_width bytes: 1, 2, 4 or 8. */
    const void *duration;
    uint32_t duration_width;
    uint64_t duration_base; /* ns: the shortest one */

    /* A node is nodes[code]. Codes are of 1 byte if there are at most 256 nodes, else of 2. All
     * codes are below node_count; the nodes are rows of the archive's nodes on the block's lane, in
     * ascending order. A few of them may have no act here. */
    const uint8_t *codes;
    const uint16_t *wide_codes;
    const uint32_t *nodes;
    uint32_t node_count;
    uint64_t dictionary; /* the same for blocks that have the same nodes, which follow each other */

    struct event_values values[EVENT_VALUES];
};

static inline uint64_t event_block_duration(const struct event_block *block, uint32_t row)
{
    const void *all = block->duration;
    uint64_t element = block->duration_width == 1   ? ((const uint8_t *)all)[row]
                       : block->duration_width == 2 ? ((const uint16_t *)all)[row]
                       : block->duration_width == 4 ? ((const uint32_t *)all)[row]
                                                    : ((const uint64_t *)all)[row];
    return block->duration_base + element;
}

static inline uint32_t event_block_node(const struct event_block *block, uint32_t row)
{
    return block->nodes[block->codes ? block->codes[row] : block->wide_codes[row]];
}

struct event_reader;
struct event_reader *event_reader_new(const struct archive *archive);
void event_reader_free(struct event_reader *reader);

/* It lets go of nothing: for whoever reads the same blocks again and again, a few at a time. */
void event_reader_keep(struct event_reader *reader);

/* A block with at least the columns that are wanted. It stays as it is until another block is asked
 * for; asking for more columns of the same one adds them, and moves nothing. NULL: it is damaged,
 * is left out, and is counted by archive_acts_damage, once. Whether all of its parts are in their
 * files is looked at even if nothing is wanted (0), which costs little. */
const struct event_block *event_reader_get(struct event_reader *reader, size_t block,
                                           uint32_t wanted);

/* How many acts there are: blocks that are damaged included. */
uint64_t event_blocks_rows(const struct archive *archive);

/* The block that an act is in, by its row: in O(log n). */
size_t event_blocks_find(const struct archive *archive, uint64_t row);

/* The blocks of a lane: from *first to before *end, in O(log n). */
void event_blocks_of_lane(const struct archive *archive, uint32_t lane, size_t *first, size_t *end);

/* The first block from `block` to before `block_end`, all of one lane, that may have acts which
 * touch the time from `from` to before `to`; block_end: none. In O(log n), also where an act around
 * all others began long before. */
size_t event_blocks_touching(const struct archive *archive, size_t block, size_t block_end,
                             uint64_t from, uint64_t to);

/* Writing: acts come lane by lane, in order of their start. What goes into the table event_blocks
 * of the archive stays in memory; the rest is written below the folder. */
struct event_writer;
struct event_writer *event_writer_open(struct archive *archive, const char *folder,
                                       struct error *error);
void event_writer_act(struct event_writer *writer, uint32_t lane, uint64_t start, uint64_t end,
                      uint32_t node);
/* Of that act. */
void event_writer_value(struct event_writer *writer, enum event_value what, uint64_t value);
/* The next act begins a block, whatever the last one has. */
void event_writer_cut(struct event_writer *writer);
uint64_t event_writer_rows(const struct event_writer *writer); /* so far */
/* Frees it. */
bool event_writer_close(struct event_writer *writer, struct error *error);

#endif
