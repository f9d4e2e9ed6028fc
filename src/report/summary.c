/* summary.c: see summary.h */
#include "report/summary.h"

#include "format/place.h"
#include "util/number.h"

#include <string.h>

uint64_t summary_time(const struct archive *archive)
{
    const struct archive_places *places = &archive->places;
    if (archive->run.start && archive->run.end > archive->run.start)
        return archive->run.end - archive->run.start;
    uint64_t first = UINT64_MAX, last = 0;
    for (size_t i = 0; i < places->rows; i++) {
        first = places->start[i] < first ? places->start[i] : first;
        last = places->end[i] > last ? places->end[i] : last;
    }
    return number_minus(last, first);
}

static size_t count_state(const struct archive *archive, enum archive_place_state state)
{
    size_t count = 0;
    for (size_t i = 0; i < archive->places.rows; i++)
        count += archive->places.state[i] == (uint32_t)state;
    return count;
}

static bool is_running(const struct archive *archive)
{
    for (size_t i = 0; i < archive->places.rows; i++) {
        if (archive->places.state[i] == ARCHIVE_RUNNING || archive->places.alive[i])
            return true;
    }
    return false;
}

static const char *how_it_ended(const struct archive *archive, struct buffer *sentence)
{
    const struct archive_run *run = &archive->run;
    if (is_running(archive)) {
        buffer_add(sentence, "still running");
        return "running";
    }
    if (run->has_signal) {
        const char *name = strsignal(run->signal);
        buffer_printf(sentence, "killed by signal %d (%s)", run->signal, name ? name : "unknown");
        return "signal";
    }
    if (run->has_status) {
        buffer_printf(sentence, "finished with exit status %d", run->status);
        return "finished";
    }
    if (!count_state(archive, ARCHIVE_CUT)) {
        buffer_add(sentence, "finished");
        return "finished";
    }
    buffer_add(sentence, "cut off: killed, crashed, or left by _exit or exec");
    return "cut";
}

const char *summary_state(const struct archive *archive, struct buffer *sentence)
{
    const char *word = how_it_ended(archive, sentence);
    size_t cut = count_state(archive, ARCHIVE_CUT), rows = archive->places.rows;
    if (cut && (rows > 1 || (!strcmp(word, "finished"))))
        buffer_printf(
            sentence,
            "; %zu of %zu places were cut off (killed, crashed, or left by _exit or exec)", cut,
            rows);
    size_t stopped = count_state(archive, ARCHIVE_STOPPED);
    for (size_t i = 0; stopped && i < rows; i++) {
        if (archive->places.state[i] != ARCHIVE_STOPPED)
            continue;
        buffer_printf(sentence, "; measuring stopped early in %zu of %zu places: %s", stopped, rows,
                      archive_text(archive, archive->places.why[i]));
        return strcmp(word, "finished") != 0 ? word : "stopped";
    }
    return word;
}

const char *summary_clock(const struct archive *archive)
{
    switch (archive->places.rows ? archive->places.clock[0] : 0) {
    case FORMAT_CLOCK_COUNTER:
        return "counter";
    case FORMAT_CLOCK_MONOTONIC:
        return "monotonic";
    case FORMAT_CLOCK_CPU:
        return "cpu";
    default:
        return "unknown";
    }
}
