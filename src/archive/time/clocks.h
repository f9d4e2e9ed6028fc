/* clocks.h: converts the clocks of ranks to that of rank 0.
 *
 * Each place has a struct archive_clock_line: knots, at which its clock was compared with that of
 * rank 0, joined by straight lines; and moves, which correct what these leave wrong:
 *
 *   own clock (ns) --knots--> clock of rank 0, as measured --moves--> time in the archive
 *
 * A move is made where a message would have arrived before it was sent. It shifts the end of the
 * receive to the send, and later times by less and less. */
#ifndef ARCHIVE_TIME_CLOCKS_H
#define ARCHIVE_TIME_CLOCKS_H

#include "archive/archive.h"
#include "format/place.h"

/* One moment on two clocks, ns. */
struct archive_clock_knot {
    uint64_t own, zero;
};

/* A correction of a place's times. At `from` they are shifted by `by_then`, from there linearly
 * more until `by` at `at`; then the shift decays by one hundredth (CLOCK_DECAY) of the time
 * passed. */
struct archive_clock_move {
    uint64_t from, at;
    uint64_t by_then, by;
};

/* The relation of one place's clock to that of rank 0. Before the first knot and after the last one
 * both run at the same rate. */
struct archive_clock_line {
    struct archive_clock_knot *knots;
    size_t knot_count;
    struct archive_clock_move *moves;
    size_t move_count, move_room;
};

enum {
    CLOCK_KNOTS = FORMAT_OFFSETS + FORMAT_BETWEEN,
    CLOCK_DECAY = 100,
};

/* Frees the members of a line, not itself. */
void archive_clock_line_free(struct archive_clock_line *line);

/* Converts a time of the place's own clock to that of rank 0. */
uint64_t archive_clock_line_time(const struct archive_clock_line *line, uint64_t ns);

/* Returns by how much a time on rank 0's clock, as measured, is shifted by the moves. */
uint64_t archive_clock_line_moved(const struct archive_clock_line *line, uint64_t zero);

struct archive_raw_reader;

/* Finds the lines of all places, after their descriptions were read, and stores them in the
 * archive. */
void archive_clocks_find(struct archive_raw_reader *reader);

/* Adds lines for places that are no ranks of the first job, so that all places have the clock of
 * the first one. */
void archive_clocks_join(struct archive_raw_reader *reader, struct archive_clock_line *lines);

/* Corrects times so that no message or collective operation ends before it can. Needs the event
 * logs; does nothing if all ranks have one clock. */
void archive_clocks_correct(struct archive *archive);

#endif
