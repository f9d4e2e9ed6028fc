/* pyramid.h: summaries of each lane's time at every zoom level: written when a run is sealed, read
 * for windows of any length. doc/archive.md has the layout.
 *
 * Times are ns since the run began. A bin of level k is 2^k ns long and begins at a multiple of
 * that; a tile is 256 bins, and begins at a multiple of its length. A tile is there if at least
 * PYRAMID_ACTS acts began in it, so where there is none a window of its bins is made from those few
 * acts, found by marks. */
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
    PYRAMID_ACTS = PYRAMID_BINS * 5 / 8, /* with fewer, the acts themselves are read fast enough */
    PYRAMID_MARK = 256,                  /* acts from one mark to the next */
    PYRAMID_NARROW = 2,                  /* elements of an item */
    PYRAMID_WIDE = 4,                    /* the same, where a lane has more than 255 nodes */
    PYRAMID_MANY = 255,                  /* acts in a bin: the table pyramid_many has the number */
    PYRAMID_TOP = 55, /* the highest level, so that nothing overflows: more than a year */
};

/* The columns, for reading: see doc/archive.md. */
struct pyramid_tile {
    uint64_t bits[PYRAMID_WORDS]; /* bins whose item is not that of the bin before */
    uint64_t item;                /* row: of the first of them */
    uint64_t half[2];             /* rows of tiles one level below; ARCHIVE_UNKNOWN: none */
};

enum { PYRAMID_TILE = sizeof(struct pyramid_tile) / sizeof(uint64_t) };

struct pyramid {
    const struct archive *archive;
    uint64_t zero;   /* ns: when the run began, on the clock of all cycles */
    uint64_t length; /* ns: of the run */
    unsigned top;    /* the highest level: one bin is the whole run */
    bool stored;     /* there are tables; without them all is made from acts */
    unsigned width;  /* elements of an item */
    struct pyramid_nodes nodes;
    const uint64_t *root, *first_mark; /* by lane */
    const struct pyramid_tile *tiles;
    size_t tile_count;
    const uint16_t *items;
    size_t item_count;
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

/* The highest level of a run: the lowest one of which a bin is as long. */
unsigned pyramid_top(uint64_t length);

/* A lane's moment in ns since the run began; no later than its end. */
uint64_t pyramid_moment(const struct archive *archive, uint64_t zero, uint32_t lane,
                        uint64_t moment);

/* Begins with a lane: its life, in ns since the run began. */
void pyramid_begin(struct innermost *innermost, const struct archive *archive, uint64_t zero,
                   uint32_t lane);

/* False with an error: lanes share no clock, or the tables are damaged. */
bool pyramid_open(struct pyramid *pyramid, const struct archive *archive, struct error *error);
void pyramid_close(struct pyramid *pyramid);

/* The tile in that row; NULL: there is none, or it makes no sense. */
const struct pyramid_tile *pyramid_tile(const struct pyramid *pyramid, uint64_t row);

/* Of the bins of a tile from `first` to before `end`, `to` gets the items; their nodes are rows. */
void pyramid_read(const struct pyramid *pyramid, const struct pyramid_tile *tile, uint32_t lane,
                  unsigned first, unsigned end, struct pyramid_item *to);

/* The marks of a lane: from *first to before *end. Their times ascend, unless they are damaged. */
void pyramid_marks(const struct pyramid *pyramid, uint32_t lane, uint64_t *first, uint64_t *end);

/* Writing, lane after lane, acts in the order in which they become the rows of events. *writer is
 * NULL: lanes share no clock. */
struct pyramid_writer;
bool pyramid_writer_open(const struct archive *archive, const char *folder,
                         struct pyramid_writer **writer, struct error *error);
void pyramid_writer_begin(struct pyramid_writer *writer, uint32_t lane);
void pyramid_writer_act(struct pyramid_writer *writer, const struct archive_act *act);
void pyramid_writer_end(struct pyramid_writer *writer); /* of the lane */
bool pyramid_writer_close(struct pyramid_writer *writer, struct error *error);

/* The tables, by their names. */
extern const char *const pyramid_names[ARCHIVE_PYRAMID_TABLES];
enum pyramid_table {
    PYRAMID_SHAPE,
    PYRAMID_LANES,
    PYRAMID_TILES,
    PYRAMID_ITEMS,
    PYRAMID_MANIES,
    PYRAMID_MARKS,
    PYRAMID_OPEN,
};

#endif
