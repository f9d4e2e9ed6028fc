/* pyramid.h: summaries of each lane's time at every zoom level: written when a run is sealed, read
 * for windows of any length. doc/archive.md has the layout.
 *
 * Times are ns since the run began. A bin of level k is 2^k ns long and begins at a multiple of
 * that. A tile is 256 bins, and begins at a multiple of its length:
 *
 *   level k + 1   |            tile (256 bins)            |
 *   level k       |   tile, half 0    |   tile, half 1    |
 *   items         one per bin that differs from the bin before it
 *   marks         every 256 acts: where reading acts can start without those before
 *
 * A tile exists if at least PYRAMID_ACTS acts began in it. A window in a tile that does not exist
 * is made from the few acts themselves, found by marks. */
#ifndef ARCHIVE_TIME_PYRAMID_H
#define ARCHIVE_TIME_PYRAMID_H

#include "archive/archive.h"
#include "archive/events/innermost.h"
#include "archive/time/cycle_classes.h"
#include "archive/time/pyramid_bin.h"

enum {
    PYRAMID_SHIFT = 8,
    PYRAMID_BINS = 1 << PYRAMID_SHIFT,
    PYRAMID_WORDS = PYRAMID_BINS / 64,
    PYRAMID_ACTS =
        PYRAMID_BINS * 5 / 8, /* with fewer, reading the acts themselves is fast enough */
    PYRAMID_MARK = 256,       /* acts between marks */
    PYRAMID_NARROW = 2,       /* 16-bit numbers per item */
    PYRAMID_WIDE = 4,         /* the same, if a lane has more than 255 nodes */
    PYRAMID_MANY =
        255, /* largest number of acts in an item; the table pyramid_many has larger ones */
    PYRAMID_TOP = 55, /* highest level, so that nothing overflows: more than a year */
};

/* A tile, as it is stored: see doc/archive.md. */
struct archive_pyramid_tile {
    uint64_t bits[PYRAMID_WORDS]; /* bins whose item differs from that of the bin before */
    uint64_t item;                /* row of the first such item */
    uint64_t half[2];             /* rows of the tiles one level below; ARCHIVE_UNKNOWN: none */
};

enum { PYRAMID_TILE = sizeof(struct archive_pyramid_tile) / sizeof(uint64_t) };

struct archive_pyramid {
    const struct archive *archive;
    uint64_t zero;   /* ns: start of the run on the common clock */
    uint64_t length; /* ns: length of the run */
    unsigned top;    /* highest level: one bin covers the whole run */
    bool stored;     /* there are tables; otherwise all is made from acts */
    unsigned width;  /* 16-bit numbers per item */
    struct archive_pyramid_nodes nodes;
    const uint64_t *root, *first_mark; /* by lane */
    const struct archive_pyramid_tile *tiles;
    size_t tile_count;
    const uint16_t *items;
    size_t item_count;
    bool has_file; /* items are read from `file`: a window touches a few bytes in each of thousands
                      of pages, which would all count as the reader's memory */
    int file;
    const uint64_t *many_item;
    const uint32_t *many_begun;
    size_t many_count;
    const uint64_t *mark_row, *mark_time, *mark_open, *mark_sums[CYCLES_STORED];
    const uint32_t *mark_begun;
    size_t mark_count;
    const uint64_t *open_end, *open_around;
    const uint32_t *open_node;
    size_t open_count;
};

/* Returns the highest level of a run of this length: the lowest one whose bins are as long. */
unsigned archive_pyramid_top(uint64_t length);

/* Converts a lane's time to ns since the run began; 0 if it is earlier. */
uint64_t archive_pyramid_moment(const struct archive *archive, uint64_t zero, uint32_t lane,
                                uint64_t moment);

/* Starts splitting a lane: sets its start and end, in ns since the run began. */
void archive_pyramid_begin(struct archive_innermost *innermost, const struct archive *archive,
                           uint64_t zero, uint32_t lane);

/* Binds the columns. False with an error if lanes have no common clock, or the tables are damaged.
 * To be closed with archive_pyramid_close. */
bool archive_pyramid_open(struct archive_pyramid *pyramid, const struct archive *archive,
                          struct error *error);
void archive_pyramid_close(struct archive_pyramid *pyramid);

/* Returns the tile in a row; NULL if there is none, or it is damaged. */
const struct archive_pyramid_tile *archive_pyramid_tile(const struct archive_pyramid *pyramid,
                                                        uint64_t row);

/* Gives the items of the bins from `first` to before `end` of a tile to `to`; their nodes are
 * rows. */
void archive_pyramid_read(const struct archive_pyramid *pyramid,
                          const struct archive_pyramid_tile *tile, uint32_t lane, unsigned first,
                          unsigned end, struct archive_pyramid_item *to);

/* Packs an item, whose node is a number on its lane, into `width` numbers, as they are read by
 * archive_pyramid_read. True if its acts are too many for them, and belong into the table of many.
 */
bool archive_pyramid_pack(const struct archive_pyramid_item *item, unsigned width, uint16_t *to);

/* Finds the marks of a lane, from *first to before *end. Their times ascend unless they are
 * damaged. */
void archive_pyramid_marks(const struct archive_pyramid *pyramid, uint32_t lane, uint64_t *first,
                           uint64_t *end);

/* Writes the pyramid, lane by lane, from acts in the order in which they become rows of events.
 * *writer is NULL if lanes have no common clock. */
struct pyramid_writer;
bool archive_pyramid_writer_open(const struct archive *archive, const char *folder,
                                 struct pyramid_writer **writer, struct error *error);
void archive_pyramid_writer_begin(struct pyramid_writer *writer, uint32_t lane);
void archive_pyramid_writer_act(struct pyramid_writer *writer, const struct archive_act *act);
void archive_pyramid_writer_end(struct pyramid_writer *writer); /* ends the lane */
bool archive_pyramid_writer_close(struct pyramid_writer *writer, struct error *error);

/* the names of the tables */
extern const char *const archive_pyramid_names[ARCHIVE_PYRAMID_TABLES];
enum archive_pyramid_table {
    PYRAMID_SHAPE,
    PYRAMID_LANES,
    PYRAMID_TILES,
    PYRAMID_ITEMS,
    PYRAMID_MANIES,
    PYRAMID_MARKS,
    PYRAMID_OPEN,
};

#endif
