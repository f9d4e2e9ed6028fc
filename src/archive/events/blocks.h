/* blocks.h: writes and reads the acts of a sealed archive as encoded blocks of columns;
 * doc/archive.md has the layout.
 *
 * A block has at most EVENT_BLOCK acts of one lane, in order of their start. The table event_blocks
 * (struct archive_blocks) has a row per block with its zone map: ranges of its times and values, by
 * which a block can be skipped without decoding it. Blocks are in order of their lanes, and those
 * of a lane in order of their base:
 *
 *   event_blocks   block 0 (lane 0) | block 1 (lane 0) | block 2 (lane 1) | ...
 *   event_parts    per block: where its 4 columns are, and how they are encoded
 *   events/        start.u8  duration.u8  node.u8  values.u8   encoded columns, block after block
 *                  dictionary.u32                              nodes of blocks, by code
 *
 * Many threads may read at once, each with a reader of its own; what they share is made by
 * archive_open. A reader has bounded buffers and releases the pages of the files that it has read:
 * it needs at most some 20 MB, however large the archive is. */
#ifndef ARCHIVE_EVENTS_BLOCKS_H
#define ARCHIVE_EVENTS_BLOCKS_H

#include "archive/archive.h"

enum { EVENT_BLOCK = 4096 }; /* limit of acts per block */

/* Properties that only few acts have. Without an EVENT_TRIPS value, a loop that ended by itself had
 * the trips that all visits of its node had; without an EVENT_FILE value, an I/O statement went to
 * the only file of its node. */
enum archive_event_value {
    EVENT_FLAGS = 1, /* enum archive_act_flag */
    EVENT_TRIPS = 3,
    EVENT_BYTES = 4,
    EVENT_FILE = 5,
    EVENT_ACTIVITY = 6,
    EVENT_HOLDER = 7,
    EVENT_HELD = 8,
    EVENT_AFTER = 9,         /* may occur several times per act */
    EVENT_SOURCE = 10,       /* of a message: row of places; ARCHIVE_NONE: not known, or several */
    EVENT_TARGET = 11,       /* the same */
    EVENT_TAG = 12,          /* as a signed 32-bit number */
    EVENT_COMMUNICATOR = 13, /* row */
    EVENT_VALUES,            /* above all of them */
};

/* Columns of a block that a reader asks for; values by their kind. */
#define EVENT_WANT_START UINT32_C(1)
#define EVENT_WANT_DURATION UINT32_C(2)
#define EVENT_WANT_NODE UINT32_C(4)       /* codes, and the dictionary */
#define EVENT_WANT_DICTIONARY UINT32_C(8) /* the dictionary without codes */
#define EVENT_WANT(value) (UINT32_C(16) << (value))
#define EVENT_WANT_VALUES (UINT32_MAX & ~UINT32_C(31)) /* all values */
#define EVENT_WANT_ALL UINT32_MAX

/* The values of one kind. */
struct archive_event_values {
    const uint16_t
        *row; /* row in the block, ascending; several EVENT_AFTER may have the same one */
    const uint64_t *value;
    uint32_t count;
};

/* A decoded block. Columns that were not asked for are NULL or have no values. */
struct archive_event_block {
    size_t number;      /* row of event_blocks */
    uint64_t first;     /* row of its first act among all acts */
    uint32_t count;     /* number of acts, never 0 */
    uint32_t lane;      /* row */
    uint64_t base, end; /* ns: start of the first act, latest end */

    const uint32_t *start; /* ns after base, ascending */

    /* A duration is duration_base plus an element of duration_width bytes: 1, 2, 4 or 8. */
    const void *duration;
    uint32_t duration_width;
    uint64_t duration_base; /* ns: the shortest duration */

    /* A node is nodes[code]. Codes have 1 byte if there are at most 256 nodes, else 2. All codes
     * are below node_count; `nodes` are rows of the archive's nodes on the block's lane, ascending.
     * Some of them may have no act here. */
    const uint8_t *codes;
    const uint16_t *wide_codes;
    const uint32_t *nodes;
    uint32_t node_count;
    uint64_t dictionary; /* equal for successive blocks that share their nodes */

    struct archive_event_values values[EVENT_VALUES];
};

static inline uint64_t archive_event_block_duration(const struct archive_event_block *block,
                                                    uint32_t row)
{
    const void *all = block->duration;
    uint64_t element = block->duration_width == 1   ? ((const uint8_t *)all)[row]
                       : block->duration_width == 2 ? ((const uint16_t *)all)[row]
                       : block->duration_width == 4 ? ((const uint32_t *)all)[row]
                                                    : ((const uint64_t *)all)[row];
    return block->duration_base + element;
}

static inline uint32_t archive_event_block_node(const struct archive_event_block *block,
                                                uint32_t row)
{
    return block->nodes[block->codes ? block->codes[row] : block->wide_codes[row]];
}

struct event_reader;
struct event_reader *archive_event_reader_new(const struct archive *archive);
void archive_event_reader_free(struct event_reader *reader);

/* Prepares the reader for blocks far apart: it reads parts from the files, because each access to
 * their mapping brings many pages into memory. */
void archive_event_reader_scatter(struct event_reader *reader);

/* Returns a block with at least the wanted columns. It is valid until another block is asked for;
 * asking for more columns of the same block adds them without moving the others. Returns NULL for a
 * damaged block, which archive_acts_damage then counts once. Even if no column is wanted (0), it
 * checks that the parts of the block are within their files, which is cheap. */
const struct archive_event_block *archive_event_reader_get(struct event_reader *reader,
                                                           size_t block, uint32_t wanted);

/* Returns the number of acts, including those of damaged blocks. */
uint64_t archive_event_blocks_rows(const struct archive *archive);

/* Returns the block that contains an act, by the act's row, in O(log n). */
size_t archive_event_blocks_find(const struct archive *archive, uint64_t row);

/* Finds the blocks of a lane, from *first to before *end, in O(log n). */
void archive_event_blocks_of_lane(const struct archive *archive, uint32_t lane, size_t *first,
                                  size_t *end);

/* Returns the first block from `block` to before `block_end`, all of one lane, that may have acts
 * that touch the time from `from` to before `to`; block_end: none. In O(log n), even if an act
 * around all others began long before. */
size_t archive_event_blocks_touching(const struct archive *archive, size_t block, size_t block_end,
                                     uint64_t from, uint64_t to);

/* Writes acts, which come lane by lane in order of their start. The rows of event_blocks and
 * event_parts stay in memory; the columns are written below the folder. */
struct event_writer;
struct event_writer *archive_event_writer_open(struct archive *archive, const char *folder,
                                               struct error *error);
void archive_event_writer_act(struct event_writer *writer, uint32_t lane, uint64_t start,
                              uint64_t end, uint32_t node);
/* Adds a value to the act that was added last. */
void archive_event_writer_value(struct event_writer *writer, enum archive_event_value what,
                                uint64_t value);
/* Ends the current block: the next act begins a new one. */
void archive_event_writer_cut(struct event_writer *writer);
uint64_t archive_event_writer_rows(const struct event_writer *writer); /* acts so far */
/* Writes the last block and frees the writer. False if a file could not be written, or acts came
 * out of order. */
bool archive_event_writer_close(struct event_writer *writer, struct error *error);

#endif
