/* clocks.h: the clocks of ranks, brought to that of rank 0. */
#ifndef ARCHIVE_TIME_CLOCKS_H
#define ARCHIVE_TIME_CLOCKS_H

#include "archive/archive.h"
#include "format/place.h"

/* The same moment on two clocks, ns. */
struct clock_knot {
    uint64_t own, zero;
};

/* From `from` to `at` the place's time is moved on, by `by_then` more and more until it is `by`;
 * from then on less and less, by a hundredth of the time that goes by. */
struct clock_move {
    uint64_t from, at;
    uint64_t by_then, by;
};

/* How one place's clock stands to that of rank 0: as was measured, with straight lines in between,
 * and moved on where a message would have come before it was sent. */
struct clock_line {
    struct clock_knot *knots;
    size_t knot_count;
    struct clock_move *moves;
    size_t move_count, move_room;
};

enum {
    CLOCK_KNOTS = FORMAT_OFFSETS + FORMAT_BETWEEN,
    CLOCK_DECAY = 100,
};

/* What can be said of it; free with clock_line_free. */
void clock_line_free(struct clock_line *line);

/* On the clock of rank 0. */
uint64_t clock_line_time(const struct clock_line *line, uint64_t ns);

/* How far what is at that moment, as it was measured, is moved on. */
uint64_t clock_line_moved(const struct clock_line *line, uint64_t zero);

struct raw_reader;

/* The lines of all places, when their descriptions are known. */
void clocks_find(struct raw_reader *reader);

/* The same for what is no rank of the first job: brings all places to the clock of the first one.
 */
void clocks_join(struct raw_reader *reader, struct clock_line *lines);

/* Moves times on so that no message and no collective operation ends before it can. Needs the event
 * logs; nothing happens where all ranks have one clock. */
void clocks_correct(struct archive *archive);

#endif
