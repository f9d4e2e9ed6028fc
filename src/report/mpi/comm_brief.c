/* comm_brief.c: see comm_brief.h */
#include "report/mpi/comm_brief.h"

#include "analysis/efficiency/efficiency.h"
#include "format/mpi.h"
#include "report/mpi/comm.h"
#include "report/table/text.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/words.h"

#include <stdlib.h>

enum { MOST_SITES = 3, MOST_STUCK = 4 };

static const double worth_naming = 5, little = 5, even = 1.1; /* %, %, longest / mean */

/* The times of a rank, or of all: of its lanes that call MPI, without MPI_Init and MPI_Finalize,
 * which take as long in a run of a second as in one of an hour. */
struct share {
    uint64_t life, inside, ends; /* ns: in all, in MPI, in MPI_Init and MPI_Finalize */
};

/* The numbers for the sentences. */
struct brief {
    const struct report_view *view;
    struct report_comm comm;
    struct share all, *ranks; /* by row of places */
    uint64_t unfinished;
    bool untimed;
};

static void add_share(struct share *to, const struct share *share)
{
    to->life = number_add(to->life, share->life);
    to->inside = number_add(to->inside, share->inside);
    to->ends = number_add(to->ends, share->ends);
}

static struct brief brief_new(const struct report_view *view)
{
    size_t places = view->archive->places.rows;
    struct brief brief = {.view = view, .comm = report_comm_new(view)};
    brief.ranks = memory_zeroed(places, sizeof *brief.ranks);
    for (size_t i = 0; i < brief.comm.rows.count; i++) {
        const struct cube_row *row = &brief.comm.rows.rows[i];
        struct share *rank = &brief.ranks[row->b];
        uint64_t *to =
            format_mpi_is_frame(view->archive->regions.mpi[row->a]) ? &rank->ends : &rank->inside;
        *to = number_add(*to, row->sums.time);
        brief.untimed |= row->sums.untimed;
        brief.unfinished += row->sums.unfinished;
    }
    for (size_t i = 0; i < places; i++) {
        brief.ranks[i].life = number_minus(brief.comm.life[i], brief.ranks[i].ends);
        add_share(&brief.all, &brief.ranks[i]);
    }
    return brief;
}

static void brief_free(struct brief *brief)
{
    free(brief->ranks);
    report_comm_free(&brief->comm);
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static double percent_inside(const struct share *share)
{
    return percent(share->inside, share->life);
}

/* "rank 3" */
static void add_rank(const struct report_view *view, struct buffer *to, uint32_t place)
{
    char name[ARCHIVE_NAME];
    archive_place_name(view->archive, place, name);
    buffer_printf(to, "%s %s", view->archive->ranked ? "rank" : "place", name);
}

/* "MPI_Recv of worker (workers.c:39)" */
static void add_site(const struct report_view *view, struct buffer *to, uint32_t region)
{
    const char *routine = report_view_routine(view, region);
    buffer_add(to, report_view_name(view, region));
    if (*routine)
        buffer_printf(to, " of %s", routine);
    report_view_place(view, region, to);
}

/* Returns the place with the most (sign 1) or least (sign -1) of a value; the first of equal ones.
 */
static uint32_t find_extreme(const struct brief *brief, double (*of)(const struct share *share),
                             double sign)
{
    uint32_t found = ARCHIVE_NONE;
    for (uint32_t i = 0; i < brief->view->archive->places.rows; i++) {
        if (brief->comm.takes_part[i] &&
            (found == ARCHIVE_NONE ||
             sign * of(&brief->ranks[i]) > sign * of(&brief->ranks[found])))
            found = i;
    }
    return found;
}

static void say_share(const struct brief *brief, struct buffer *to)
{
    const struct share *all = &brief->all;
    buffer_printf(to, "MPI took %.1f %% of the time of the %s (", percent_inside(all),
                  brief->comm.others             ? "threads that call it"
                  : brief->view->archive->ranked ? "ranks"
                                                 : "processes");
    words_time(to, all->inside);
    buffer_add(to, " of ");
    words_time(to, all->life);
    if (all->ends) {
        buffer_add(to, "; MPI_Init and MPI_Finalize, which took ");
        words_time(to, all->ends);
        buffer_add(to, " more, are not included");
    }
    buffer_add(to, ")");
    if (brief->comm.ranks < 2)
        return;
    uint32_t least = find_extreme(brief, percent_inside, -1);
    uint32_t most = find_extreme(brief, percent_inside, 1);
    buffer_printf(to, ": %.1f %% on ", percent_inside(&brief->ranks[least]));
    add_rank(brief->view, to, least);
    buffer_printf(to, ", %.1f %% on ", percent_inside(&brief->ranks[most]));
    add_rank(brief->view, to, most);
}

static void say_sites(const struct brief *brief, struct buffer *to)
{
    const struct report_comm *comm = &brief->comm;
    for (size_t i = 0, said = 0; i < comm->count && said < MOST_SITES; i++) {
        const struct report_comm_site *site = &comm->sites[comm->by_time[i]];
        if (format_mpi_is_frame(brief->view->archive->regions.mpi[site->region]))
            continue;
        double part = percent(site->sums.time, brief->all.inside);
        if (said && part < worth_naming)
            return;
        buffer_printf(to, "%s%.1f %% ", said++ ? ", " : "Most of that: ", part);
        add_site(brief->view, to, site->region);
    }
}

static double time_outside(const struct share *share)
{
    return (double)number_minus(share->life, share->inside);
}

/* Says that the load is even although lanes had to wait for cores, by CPU times or work. */
static void say_preempted(const struct analysis_efficiency *efficiency, struct buffer *to)
{
    const struct analysis_crowding *crowding = &efficiency->crowding;
    buffer_printf(to, "The load is even: ranks %s, within %.0f %% of the mean",
                  efficiency->evidence == EFFICIENCY_BY_CPU ? "used the same CPU time outside MPI"
                                                            : "had the same instructions or trips",
                  100 / efficiency->even - 100);
    if (crowding->own)
        buffer_printf(to, "; %llu lanes had to wait for %llu core%s",
                      (unsigned long long)crowding->lanes, (unsigned long long)crowding->cores,
                      crowding->cores == 1 ? "" : "s");
    else
        buffer_add(to, "; they had to wait for cores, which other programs used, too");
}

/* Says how evenly the ranks worked outside MPI. True if it is uneven enough to act on. */
static bool say_load(const struct brief *brief, struct buffer *to)
{
    struct analysis_efficiency efficiency = analysis_efficiency_look(brief->view->cube);
    bool preempted = efficiency.preempted, untold = analysis_efficiency_is_untold(&efficiency);
    if (preempted)
        say_preempted(&efficiency, to);
    analysis_efficiency_free(&efficiency);
    if (preempted)
        return false;
    uint32_t most = find_extreme(brief, time_outside, 1);
    double ranks = (double)brief->comm.ranks, longest = time_outside(&brief->ranks[most]);
    double mean = time_outside(&brief->all) / ranks, ratio = mean > 0 ? longest / mean : 1;
    bool matters = 10 * (longest - mean) > (double)brief->all.life / ranks; /* as advice has it */
    bool uneven = ratio > even && matters;
    untold &= uneven;
    buffer_printf(to, "%s: outside MPI, ",
                  untold         ? "It is unknown whether the load is even"
                  : uneven       ? "The load is uneven"
                  : ratio > even ? "The load is uneven, but small"
                                 : "The load is even");
    add_rank(brief->view, to, most);
    buffer_add(to, " worked longest, ");
    words_time(to, (uint64_t)longest);
    buffer_printf(to, ", %.2f times the mean (", ratio);
    words_time(to, (uint64_t)mean);
    buffer_add(to, ")");
    if (untold) {
        buffer_add(to, ", but lanes had to wait for cores");
    } else if (uneven) {
        buffer_add(to, "; with an even load, the run could be up to ");
        words_time(to, (uint64_t)(longest - mean));
        buffer_add(to, " shorter");
    }
    return uneven;
}

/* Names the ranks in calls that had not ended. True if every rank was in such a call, other than
 * one that ends the run. */
static bool say_stuck(const struct brief *brief, struct buffer *to)
{
    size_t said = 0, stuck = 0;
    bool *is_stuck = memory_zeroed(brief->view->archive->places.rows, sizeof *is_stuck);
    buffer_printf(to, "%llu call%s had not ended: ", (unsigned long long)brief->unfinished,
                  brief->unfinished == 1 ? "" : "s");
    for (size_t i = 0; i < brief->comm.rows.count; i++) {
        const struct cube_row *row = &brief->comm.rows.rows[i];
        if (!row->sums.unfinished)
            continue;
        uint32_t mpi = brief->view->archive->regions.mpi[row->a];
        bool ends_run = format_mpi_kind(mpi) == FORMAT_MPI_ABORT;
        stuck += !is_stuck[row->b] && !ends_run;
        is_stuck[row->b] |= !ends_run;
        if (said > MOST_STUCK)
            continue;
        if (said++ == MOST_STUCK) {
            buffer_add(to, ", ...");
            continue;
        }
        buffer_add(to, said > 1 ? ", " : "");
        add_rank(brief->view, to, row->b);
        buffer_add(to, " in ");
        add_site(brief->view, to, row->a);
        buffer_add(to, ends_run ? ", which ended the run" : "");
    }
    free(is_stuck);
    return stuck == brief->comm.ranks;
}

/* Returns the number of ranks that were started; the archive may have fewer. */
static uint32_t count_started(const struct archive *archive)
{
    uint32_t most = 0;
    for (size_t i = 0; i < archive->places.rows; i++)
        most = archive->places.ranks[i] > most ? archive->places.ranks[i] : most;
    return most;
}

static void say_next(const struct brief *brief, struct buffer *to, bool uneven)
{
    const struct archive *archive = brief->view->archive;
    uint32_t started = count_started(archive);
    bool is_small = percent_inside(&brief->all) < little && !uneven;
    if (started > brief->comm.ranks)
        buffer_printf(
            to,
            "Next: the archive has only %zu of %u ranks; put `triptych run` before mpirun, "
            "not after it, to measure all",
            brief->comm.ranks, started);
    else if (started == 1)
        buffer_add(to, brief->comm.ranks == 1
                           ? "Next: this was one rank; `triptych run mpirun -n 4 "
                             "PROGRAM` runs more"
                           : "Next: each process was a run of one rank: use the "
                             "mpirun of the MPI that the program is built with");
    else if (is_small)
        buffer_add(to, "Next: improve routines and loops first; MPI takes little time");
    else if (!archive->logs.rows)
        buffer_add(to,
                   "Next: `triptych run --events=comm` shows which rank waited for which, and why");
    else
        buffer_add(to, "Next: `triptych report --advice` suggests what to change, and where");
}

/* Writes lines on a part of another archive. Calls may be missing in it, so the rest of the time is
 * not known to be outside MPI. Returns the number of lines. */
static size_t say_part(const struct brief *brief, struct buffer *lines)
{
    size_t count = 0;
    struct buffer *first = &lines[count++];
    buffer_add(first, "The MPI calls in this part took ");
    words_time(first, brief->all.inside);
    if (brief->all.ends) {
        buffer_add(first, ", without ");
        words_time(first, brief->all.ends);
        buffer_add(first, " in MPI_Init and MPI_Finalize");
    }
    if (brief->all.inside)
        say_sites(brief, &lines[count++]);
    buffer_printf(&lines[count++],
                  "The share of MPI and the load balance are unknown: this is a part of another "
                  "archive. Next: `triptych report %s`, the whole run",
                  brief->view->archive->run.part_of);
    return count;
}

/* Writes lines on the times of ranks. Returns the number of lines. */
static size_t say_times(const struct brief *brief, struct buffer *lines)
{
    size_t count = 0;
    bool uneven = false;
    say_share(brief, &lines[count++]);
    if (brief->all.inside)
        say_sites(brief, &lines[count++]);
    if (brief->comm.ranks > 1 && count_started(brief->view->archive) > 1)
        uneven = say_load(brief, &lines[count++]);
    say_next(brief, &lines[count++], uneven);
    return count;
}

static size_t say_all(const struct brief *brief, struct buffer *lines, bool stuck_too)
{
    size_t count = 0;
    struct buffer stuck = {0};
    bool all_are_stuck = brief->unfinished && say_stuck(brief, &stuck);
    if (brief->unfinished && stuck_too)
        lines[count++] = stuck;
    else
        buffer_free(&stuck);
    if (all_are_stuck && stuck_too) /* the profile does not know how long they waited */
        buffer_add(
            &lines[count++],
            "Next: every rank was in MPI; `triptych report` says which rank waits for which");
    else if (!all_are_stuck && brief->untimed)
        buffer_printf(&lines[count++], "MPI was called at %zu sites; calls were counted, not timed",
                      brief->comm.count);
    else if (!all_are_stuck && *brief->view->archive->run.part_of)
        count += say_part(brief, &lines[count]);
    else if (!all_are_stuck)
        count += say_times(brief, &lines[count]);
    return count;
}

static size_t brief_of(const struct report_view *view, struct buffer *lines, bool stuck_too)
{
    struct brief brief = brief_new(view);
    size_t count = brief.comm.count ? say_all(&brief, lines, stuck_too) : 0;
    brief_free(&brief);
    return count;
}

size_t report_comm_brief(const struct report_view *view, struct buffer lines[COMM_BRIEF_MOST])
{
    return brief_of(view, lines, true);
}

void report_comm_brief_text(const struct report_view *view, struct buffer *to)
{
    struct buffer lines[COMM_BRIEF_MOST] = {0};
    size_t count = brief_of(view, lines, false);
    if (count) {
        report_text_styled(to, view->options, TEXT_TITLE, "MPI in short");
        buffer_add(to, "\n");
    }
    for (size_t i = 0; i < count; i++) {
        char *clean = words_clean(lines[i].text);
        report_text_wrapped(to, view->options, TEXT_PLAIN, clean, "  ");
        buffer_free(&lines[i]);
        free(clean);
    }
    if (count)
        buffer_add(to, "\n");
}
