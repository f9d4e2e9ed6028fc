/* axis.c: finds where the time axis of an archive begins and ends. */
#include "archive/archive.h"

#include "format/place.h"
#include "util/number.h"

#include <string.h>

static bool has_cpu_time(const struct archive *archive)
{
    for (size_t i = 0; i < archive->places.rows; i++) {
        if (archive->places.clock[i] == FORMAT_CLOCK_CPU)
            return true;
    }
    return false;
}

/* Converts a time of run.json, on the clock of `triptych run`, to the clock of the first place. If
 * they are on different hosts, only the time of day relates them. 0: not known. */
static uint64_t on_axis(const struct archive *archive, uint64_t moment)
{
    const struct archive_run *run = &archive->run;
    const struct archive_places *places = &archive->places;
    if (!moment || !places->rows || !*run->host ||
        !strcmp(run->host, archive_text(archive, places->host[0])))
        return moment;
    if (!run->start || !run->real_start || !places->real_start[0])
        return 0;
    /* may wrap around */
    uint64_t since = moment - run->start + run->real_start - places->real_start[0];
    return since >> 63 ? number_minus(places->start[0], -since)
                       : number_add(places->start[0], since);
}

uint64_t archive_start(const struct archive *archive)
{
    uint64_t run = on_axis(archive, archive->run.start), first = UINT64_MAX;
    for (size_t i = 0; i < archive->places.rows; i++)
        first = archive->places.start[i] < first ? archive->places.start[i] : first;
    if (run && run < first)
        return run;
    return first == UINT64_MAX ? 0 : first;
}

uint64_t archive_zero(const struct archive *archive)
{
    return has_cpu_time(archive) ? 0 : archive_start(archive);
}

/* Returns the latest end of any place or lane. */
static uint64_t last_of_places(const struct archive *archive)
{
    const struct archive_places *places = &archive->places;
    const struct archive_lanes *lanes = &archive->lanes;
    uint64_t last = 0;
    for (size_t i = 0; i < places->rows; i++)
        last = places->end[i] > last ? places->end[i] : last;
    for (size_t i = 0; i < lanes->rows; i++) {
        if (places->clock[lanes->place[i]] != FORMAT_CLOCK_CPU && lanes->end[i] > last)
            last = lanes->end[i];
    }
    return last;
}

/* True if the end of the whole run was seen. */
static bool end_is_known(const struct archive *archive, uint64_t run_end)
{
    const struct archive_places *places = &archive->places;
    bool unfinished = false;
    for (size_t i = 0; i < places->rows; i++) {
        if (places->alive[i])
            return true; /* it is running: the end is now */
        unfinished |= places->state[i] == ARCHIVE_UNFINISHED && places->end[i] > run_end;
    }
    return !unfinished && (run_end || !archive->run.running);
}

uint64_t archive_end(const struct archive *archive, bool *at_least)
{
    uint64_t run = archive->run.running ? 0 : on_axis(archive, archive->run.end);
    uint64_t last = last_of_places(archive), start = archive_start(archive);
    uint64_t seen = on_axis(archive, archive->run.seen);
    *at_least = !end_is_known(archive, run);
    last = run > last ? run : last;
    last = seen > last ? seen : last;
    return last > start ? last : start;
}
