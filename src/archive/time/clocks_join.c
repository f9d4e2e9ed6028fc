/* clocks_join.c: gives the whole archive one clock, that of its first place. Ranks of a job already
 * have that of their rank 0; here follow other machines, and processes with another clock on the
 * same machine. */
#include "archive/time/clocks.h"

#include "archive/raw/raw.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* ns: clocks of one machine that are further apart are different clocks */
static const uint64_t apart = 1000000000;

static bool is_same_machine(const struct format_place *a, const struct format_place *b)
{
    if (a->boot[0] && b->boot[0])
        return !memcmp(a->boot, b->boot, sizeof a->boot);
    return !strncmp(a->host, b->host, sizeof a->host);
}

/* Returns what must be added to the first clock to get the second; may wrap around. Two machines
 * share the time of day, places of one machine the hardware counter. A place in a time namespace
 * may have another clock, though that should have been corrected when it was measured. */
static uint64_t distance(const struct archive_raw_place *from, const struct archive_raw_place *to)
{
    const struct format_moment *a = &from->record.start, *b = &to->record.start;
    if (!is_same_machine(&from->record, &to->record))
        return (a->real - a->monotonic) - (b->real - b->monotonic);
    if (from->record.clock != FORMAT_CLOCK_COUNTER || to->record.clock != FORMAT_CLOCK_COUNTER)
        return 0;
    uint64_t by = archive_ticks_monotonic(&to->moments, a->ticks) - a->monotonic;
    return by + apart <= 2 * apart ? 0 : by;
}

static void move(struct archive_raw_place *place, struct archive_clock_line *line, uint64_t by)
{
    uint64_t start = place->record.start.monotonic;
    if (!line->knot_count) {
        line->knots = memory_zeroed(1, sizeof *line->knots);
        line->knots[line->knot_count++] = (struct archive_clock_knot){start, start};
        place->by_day = true;
    }
    for (size_t i = 0; i < line->knot_count; i++)
        line->knots[i].zero += by;
    place->moments.line = line;
}

void archive_clocks_join(struct archive_raw_reader *reader, struct archive_clock_line *lines)
{
    struct archive_raw_place *places = reader->places;
    uint64_t *by = memory_zeroed(reader->place_count + 1, sizeof *by);
    for (size_t i = 1; i < reader->place_count; i++) {
        const struct archive_raw_place *from = places[i].zero ? places[i].zero : &places[i];
        if (from != places && from->record.clock != FORMAT_CLOCK_CPU &&
            places[0].record.clock != FORMAT_CLOCK_CPU)
            by[i] = distance(from, places);
    }
    for (size_t i = 1; i < reader->place_count; i++) {
        if (!by[i])
            continue;
        move(&places[i], &lines[i], by[i]);
        places[i].zero = places;
    }
    free(by);
}
