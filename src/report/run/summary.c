/* summary.c: see summary.h */
#include "report/run/summary.h"

#include "archive/table/intact.h"

#include "analysis/deaths.h"
#include "cube/region_keys.h"
#include "format/place.h"
#include "util/number.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PERCENT = 1000 }; /* overhead beyond this is not given as a number */

uint64_t report_summary_time(const struct archive *archive, bool *at_least)
{
    return archive_end(archive, at_least) - archive_start(archive);
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

/* Returns the state as a word, and adds it as a sentence. */
static const char *how_it_ended(const struct archive *archive, struct buffer *sentence)
{
    const struct archive_run *run = &archive->run;
    if (is_running(archive)) {
        buffer_add(sentence, "still running");
        return "running";
    }
    if (archive->sealed && run->running &&
        report_summary_has_stopped(archive)) { /* by triptych stop */
        buffer_add(sentence, "the program ran on");
        return "running";
    }
    if (run->has_signal) {
        const char *name = strsignal(run->signal);
        buffer_printf(sentence, "killed by signal %d (%s)", run->signal, name ? name : "unknown");
        return "killed";
    }
    if (run->has_status) {
        buffer_printf(sentence, "ended with exit status %d", run->status);
        return "ended";
    }
    if (!count_state(archive, ARCHIVE_UNFINISHED)) {
        buffer_add(sentence, "ended");
        return "ended";
    }
    buffer_add(sentence, "unfinished: killed, crashed, or ended by _exit or exec");
    return "unfinished";
}

/* Returns the reason that the first place in that state gives, or "". */
static const char *why_of(const struct archive *archive, enum archive_place_state state)
{
    const struct archive_places *places = &archive->places;
    const char *why = "";
    for (size_t i = 0; i < places->rows && !*why; i++) {
        if (places->state[i] == state)
            why = archive_text(archive, places->why[i]);
    }
    return why;
}

static void add_stopped(const struct archive *archive, struct buffer *sentence)
{
    const struct archive_places *places = &archive->places;
    const char *why = why_of(archive, ARCHIVE_STOPPED);
    buffer_add(sentence, "; measuring stopped early");
    if (places->rows > 1)
        buffer_printf(sentence, " in %zu of %zu places", count_state(archive, ARCHIVE_STOPPED),
                      places->rows);
    buffer_printf(sentence, "%s%s; later visits were not measured", *why ? ": " : "", why);
}

static void add_signal(const struct analysis_death *death, struct buffer *sentence)
{
    const char *word = death->signal ? strsignal((int)death->signal) : NULL;
    if (death->signal)
        buffer_printf(sentence, ": killed by signal %u (%s)", death->signal,
                      word ? word : "unknown");
    else
        buffer_add(sentence, " (by an unknown signal or _exit)");
}

/* "rank 1 died first, after 3.213 s: killed by signal 9 (Killed) in MPI_Send (pp.c:17)", "rank 1
 * ended the run after 3.213 s, by MPI_Abort (pp.c:17)" */
static void add_death(const struct archive *archive, const struct analysis_death *death,
                      struct buffer *sentence)
{
    char name[ARCHIVE_NAME];
    archive_place_name(archive, death->place, name);
    bool is_rank = archive->ranked && archive->places.rank[death->place] != ARCHIVE_NONE;
    buffer_printf(sentence, "; %s %s ", is_rank ? "rank" : "place", name);
    buffer_add(sentence, death->how == DEATH_ABORT  ? "ended the run"
                         : death->how == DEATH_EXIT ? "ended"
                                                    : "died");
    bool is_first = archive->places.rows > 1 && death->how != DEATH_ABORT;
    buffer_add(sentence, is_first ? " first, after " : " after ");
    words_time(sentence, number_minus(death->moment, archive_start(archive)));
    if (death->how == DEATH_EXIT) {
        buffer_add(sentence, ", without MPI_Finalize");
        return;
    }
    if (death->how != DEATH_ABORT)
        add_signal(death, sentence);
    char *where = death->node == ARCHIVE_NONE
                      ? NULL
                      : cube_region_keys_label(archive, archive->nodes.region[death->node]);
    if (where)
        buffer_printf(sentence, "%s%s", death->how == DEATH_ABORT ? ", by " : " in ", where);
    free(where);
}

/* Adds how many places did not end normally, and which one died first. */
static void add_unfinished(const struct archive *archive, const char *word, struct buffer *sentence)
{
    size_t unfinished = count_state(archive, ARCHIVE_UNFINISHED), rows = archive->places.rows;
    struct analysis_death death;
    bool seen = analysis_deaths_first(archive, &death) && death.how != DEATH_UNSEEN;
    if (seen && rows == 1 && !strcmp(word, "killed")) /* the sentence says so already */
        return;
    if (seen && death.how == DEATH_ABORT) {
        add_death(archive, &death, sentence);
        if (rows > 1)
            buffer_printf(sentence, "; %zu of %zu places are unfinished", unfinished, rows);
        return;
    }
    if (unfinished && (rows > 1 || (!strcmp(word, "ended") && !seen)))
        buffer_printf(
            sentence,
            "; %zu of %zu places are unfinished (killed, crashed, or ended by _exit or exec)",
            unfinished, rows);
    if (seen)
        add_death(archive, &death, sentence);
}

const char *report_summary_state(const struct archive *archive, struct buffer *sentence)
{
    const char *word = how_it_ended(archive, sentence);
    add_unfinished(archive, word, sentence);
    const char *why = why_of(archive, ARCHIVE_UNFINISHED);
    why = *why ? why : why_of(archive, ARCHIVE_ENDED);
    if (*why)
        buffer_printf(sentence, "; %s", why);
    if (!report_summary_has_stopped(archive))
        return word;
    add_stopped(archive, sentence);
    return strcmp(word, "ended") != 0 ? word : "stopped";
}

/* Adds files that are not as the run left them; those of places are named with their place. */
static void add_files(const struct archive *archive, struct buffer *to)
{
    enum { MOST = 3 };
    size_t shown = 0, more = 0;
    for (size_t i = 0; archive->intact && i < archive->intact->count; i++) {
        const struct archive_intact_file *file = &archive->intact->files[i];
        if (!strncmp(file->path, "places/", 7) && archive->places.rows)
            continue;
        if (shown == MOST) {
            more++;
            continue;
        }
        buffer_printf(to, "%s%s %s", to->used ? "; " : "", file->path, file->what);
        shown++;
    }
    if (more)
        buffer_printf(to, "; and %zu more", more);
    if (archive->lacks_events)
        buffer_add(to, "; its events and samples are not shown");
}

void report_summary_damage(const struct archive *archive, struct buffer *to)
{
    for (size_t i = 0; i < archive->places.rows; i++) {
        const char *damage = archive_text(archive, archive->places.damage[i]);
        if (*damage)
            buffer_printf(to, "%splace %u: %s", to->used ? "; " : "", archive->places.number[i],
                          damage);
    }
    if (archive->skipped)
        buffer_printf(to, "%s%llu place(s) could not be read at all", to->used ? "; " : "",
                      (unsigned long long)archive->skipped);
    if (archive->missing)
        buffer_printf(to, "%s%llu place(s) are missing", to->used ? "; " : "",
                      (unsigned long long)archive->missing);
    if (!archive->run.known && archive->intact && archive->intact->marked)
        buffer_printf(to, "%srun.json is missing or damaged", to->used ? "; " : "");
    add_files(archive, to);
}

void report_summary_unseen_mpi(const struct archive *archive, struct buffer *to)
{
    size_t unseen = 0;
    for (size_t i = 0; i < archive->places.rows; i++)
        unseen += (archive->places.collects[i] & FORMAT_COLLECT_NO_MPI) != 0;
    if (!unseen)
        return;
    buffer_printf(
        to,
        "MPI calls of %zu process%s were not traced, because the command does not show which "
        "MPI it starts; put triptych run directly in front of the launcher: triptych run "
        "mpirun -n 4 ./program",
        unseen, unseen == 1 ? "" : "es");
}

bool report_summary_has_stopped(const struct archive *archive)
{
    return count_state(archive, ARCHIVE_STOPPED) != 0;
}

const char *report_summary_clock(const struct archive *archive)
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

void report_summary_overhead(const struct cube *cube, struct buffer *to)
{
    double least = cube_overhead_percent(cube, cube->overhead_least);
    double most = cube_overhead_percent(cube, cube->overhead_most);
    if (least >= MOST_PERCENT)
        buffer_printf(to, "more than %d", MOST_PERCENT);
    else if (most >= MOST_PERCENT || cube->disturbed)
        buffer_printf(to, "at least %.1f", least);
    else if (most < 0.05)
        buffer_add(to, "less than 0.1");
    else if (lround(10 * least) < lround(10 * most))
        buffer_printf(to, "%.1f to %.1f", least, most);
    else
        buffer_printf(to, "%.1f", most);
}
