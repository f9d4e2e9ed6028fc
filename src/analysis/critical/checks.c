/* checks.c: see checks.h */
#include "analysis/critical/checks.h"

#include "analysis/deaths.h"
#include "format/event.h"
#include "format/place.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

static const uint32_t thread_events = FORMAT_EVENTS_SYNC | FORMAT_EVENTS_TASKS;

bool critical_counts(const struct archive *archive, uint32_t place)
{
    if (archive->ranked)
        return archive->places.rank[place] != ARCHIVE_NONE;
    return archive->places.state[place] != ARCHIVE_REPLACED;
}

/* Sets the state, unless an earlier check failed: the first failure counts. */
static void set(struct analysis_critical *to, enum analysis_critical_state state, uint32_t place,
                uint64_t missing)
{
    if (to->state != CRITICAL_KNOWN)
        return;
    to->state = state;
    to->place = place;
    to->missing = missing;
}

uint32_t *critical_logged(const struct archive *archive)
{
    const struct archive_logs *logs = &archive->logs;
    uint32_t *kinds = memory_zeroed(archive->places.rows + 1, sizeof *kinds);
    bool *any = memory_zeroed(archive->places.rows + 1, sizeof *any);
    for (size_t i = 0; i < logs->rows; i++) {
        uint32_t place = logs->place[i];
        kinds[place] = any[place] ? kinds[place] & logs->kinds[i] : logs->kinds[i];
        any[place] = true;
    }
    free(any);
    return kinds;
}

/* Checks the lanes: if there are several, and what was logged of them. */
static void check_lanes(const struct archive *archive, struct analysis_critical *to)
{
    uint32_t *kinds = critical_logged(archive), last = ARCHIVE_NONE, all = FORMAT_EVENTS_ALL;
    size_t lanes = 0, places = 0;
    bool several = false, cpu_time = false;
    for (uint32_t i = 0; i < archive->lanes.rows; i++) {
        uint32_t place = archive->lanes.place[i];
        if (!critical_counts(archive, place))
            continue;
        lanes++;
        places += place != last;
        several |= place == last;
        last = place;
        all &= kinds[place];
        cpu_time |= archive->places.clock[place] == FORMAT_CLOCK_CPU;
    }
    free(kinds);
    to->needs = archive->ranked ? FORMAT_EVENTS_COMM : thread_events;
    to->no_threads = several && (all & thread_events) != thread_events;
    if (lanes < 2)
        set(to, CRITICAL_ALONE, ARCHIVE_NONE, 0);
    if (!archive->ranked && places > 1)
        set(to, CRITICAL_PROCESSES, ARCHIVE_NONE, places);
    if (cpu_time)
        set(to, CRITICAL_CPU_TIME, ARCHIVE_NONE, 0);
    if ((all & to->needs) != to->needs)
        set(to, CRITICAL_NO_EVENTS, ARCHIVE_NONE, 0);
}

/* Returns the place that first ended prematurely, or where measuring stopped; ARCHIVE_NONE if there
 * is none. */
static uint32_t find_death(const struct archive *archive)
{
    struct analysis_death death;
    if (analysis_deaths_first(archive, &death) && critical_counts(archive, death.place))
        return death.place;
    for (uint32_t i = 0; i < archive->places.rows; i++) {
        uint32_t state = archive->places.state[i];
        if ((state == ARCHIVE_UNFINISHED || state == ARCHIVE_STOPPED) &&
            critical_counts(archive, i))
            return i;
    }
    return ARCHIVE_NONE;
}

/* Checks the places: if all ranks are there and ended normally. */
static void check_places(const struct archive *archive, struct analysis_critical *to)
{
    const struct archive_places *places = &archive->places;
    uint64_t count = 0, size = 0;
    uint32_t death = find_death(archive), running = ARCHIVE_NONE;
    for (uint32_t i = 0; i < places->rows; i++) {
        if (!critical_counts(archive, i))
            continue;
        count++;
        size = places->ranks[i] > size ? places->ranks[i] : size;
        if (*archive_text(archive, places->damage[i]))
            set(to, CRITICAL_UNREADABLE, i, 0);
        if (places->state[i] == ARCHIVE_RUNNING)
            running = i;
    }
    if (death != ARCHIVE_NONE)
        set(to, CRITICAL_DIED, death, 0);
    if (running != ARCHIVE_NONE)
        set(to, CRITICAL_RUNNING, running, 0);
    if (archive->ranked && count < size)
        set(to, CRITICAL_NO_RANKS, ARCHIVE_NONE, size - count);
}

/* Checks the logs: if all that was to be logged is there. */
static void check_logs(const struct archive *archive, struct analysis_critical *to)
{
    const struct archive_logs *logs = &archive->logs;
    bool at_least = false;
    uint64_t dropped = 0;
    for (size_t i = 0; i < logs->rows; i++) {
        if (critical_counts(archive, logs->place[i]))
            dropped = number_add(dropped, logs->dropped[i]);
    }
    for (size_t i = 0; i < logs->rows; i++) {
        if (critical_counts(archive, logs->place[i]) &&
            (logs->dropped[i] || logs->lost[i] || logs->error[i]))
            set(to, CRITICAL_DROPPED, logs->place[i], dropped);
    }
    if (archive_acts_filtered(archive, &at_least) || at_least)
        set(to, CRITICAL_FILTERED, ARCHIVE_NONE, 0);
}

/* Counts received messages without a known send. A message that nobody received delays nobody. */
static uint64_t count_unmatched(const struct archive *archive)
{
    const struct archive_messages *all = &archive->messages;
    uint64_t count = 0;
    for (size_t i = 0; i < all->rows; i++)
        count += all->receive[i] != ARCHIVE_NONE && all->send[i] == ARCHIVE_NONE;
    return count;
}

/* Counts collective operations that not all members have begun. */
static uint64_t count_incomplete(const struct archive *archive)
{
    const struct archive_collectives *all = &archive->collectives;
    uint64_t count = 0;
    for (size_t i = 0, next; i < all->rows; i = next) {
        size_t begun = 0;
        for (next = i; next < all->rows && all->instance[next] == all->instance[i]; next++)
            begun += all->begin[next] != ARCHIVE_NONE;
        count += begun < all->size[i];
    }
    return count;
}

bool critical_check(const struct archive *archive, struct analysis_critical *to)
{
    check_lanes(archive, to);
    if (*archive->run.part_of)
        set(to, CRITICAL_PART, ARCHIVE_NONE, 0);
    check_places(archive, to);
    check_logs(archive, to);
    if (to->state != CRITICAL_KNOWN)
        return false;
    uint64_t unmatched = count_unmatched(archive) + count_incomplete(archive);
    if (unmatched)
        set(to, CRITICAL_UNMATCHED, ARCHIVE_NONE, unmatched);
    return to->state == CRITICAL_KNOWN;
}

void critical_check_unseen(const struct archive *archive, uint32_t kinds, uint64_t calls,
                           struct analysis_critical *to)
{
    const struct archive_logs *logs = &archive->logs;
    uint32_t logged = FORMAT_EVENTS_ALL;
    for (size_t i = 0; i < logs->rows; i++) {
        if (critical_counts(archive, logs->place[i]))
            logged &= logs->kinds[i];
    }
    if (kinds & ~logged) {
        to->needs |= kinds & ~logged;
        set(to, CRITICAL_NO_EVENTS, ARCHIVE_NONE, calls);
    } else {
        set(to, CRITICAL_DROPPED, ARCHIVE_NONE, calls);
    }
}
