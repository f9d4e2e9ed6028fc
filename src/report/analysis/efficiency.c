/* efficiency.c: see efficiency.h */
#include "report/analysis/efficiency.h"

#include "format/event.h"
#include "report/mpi/delays.h"
#include "report/table/text.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdlib.h>
#include <triptych/probes.h>

struct efficiency_kept {
    bool found;
    struct efficiency efficiency;
};

struct efficiency_kept *efficiency_kept_new(void)
{
    return memory_zeroed(1, sizeof(struct efficiency_kept));
}

void efficiency_kept_free(struct efficiency_kept *kept)
{
    efficiency_free(&kept->efficiency);
    free(kept);
}

const struct efficiency *efficiency_of(const struct view *view)
{
    struct efficiency_kept *kept = view->efficiency;
    if (!kept->found)
        kept->efficiency = efficiency_find(view->cube);
    kept->found = true;
    return &kept->efficiency;
}

bool efficiency_sees_code(const struct view *view)
{
    for (size_t i = 0; i < view->regions.count; i++) {
        const struct cube_row *row = &view->regions.rows[i];
        uint32_t kind = view->archive->regions.kind[row->a];
        if (row->sums.count && (kind == TRI_KIND_ROUTINE || kind == TRI_KIND_LOOP))
            return true;
    }
    return false;
}

/* A factor as it is shown where both levels are known, only that of ranks, or only that of threads.
 */
static const struct words {
    const char *key, *text;
    const char *of_ranks, *of_both, *of_threads; /* formulas; NULL: it is not shown there */
    int level;                                   /* where both are known */
} words[EFFICIENCY_FACTORS] = {
    [EFFICIENCY_PARALLEL] = {"parallel_efficiency", "parallel efficiency", "mean useful time / run",
                             "useful / (lanes * run)", "useful / (lanes * run)", 0},
    [EFFICIENCY_PROCESS] = {"process_efficiency", "process efficiency (MPI)", NULL,
                            "mean time outside of MPI / run", NULL, 1},
    [EFFICIENCY_BALANCE] = {"load_balance", "load balance", "mean / longest useful time",
                            "mean / longest time outside of MPI", NULL, 2},
    [EFFICIENCY_COMMUNICATION] = {"communication_efficiency", "communication efficiency",
                                  "longest useful time / run", "longest time outside of MPI / run",
                                  NULL, 2},
    [EFFICIENCY_SERIALISATION] = {"serialisation", "serialisation",
                                  "longest useful time / ideal run",
                                  "longest time outside of MPI / ideal run", NULL, 3},
    [EFFICIENCY_TRANSFER] = {"transfer", "transfer", "ideal run / run", "ideal run / run", NULL, 3},
    [EFFICIENCY_THREAD] = {"thread_efficiency", "thread efficiency (OpenMP)", NULL,
                           "useful / (lanes * mean outside of MPI)", NULL, 1},
    [EFFICIENCY_SERIAL] = {"serial_region_efficiency", "serial regions", NULL,
                           "shared / (lanes * mean outside of MPI)", "shared / (lanes * run)", 2},
    [EFFICIENCY_THREAD_BALANCE] = {"thread_load_balance", "load balance of threads", NULL,
                                   "useful / even", "useful / even", 2},
    [EFFICIENCY_THREAD_COMMUNICATION] = {"thread_communication_efficiency",
                                         "communication of threads", NULL, "even / shared",
                                         "even / shared", 2},
    [EFFICIENCY_LANE_BALANCE] = {"hybrid_load_balance", "or: load balance of lanes", NULL,
                                 "mean / longest useful time of a lane", NULL, 1},
    [EFFICIENCY_LANE_COMMUNICATION] = {"hybrid_communication_efficiency",
                                       "    communication of lanes", NULL,
                                       "longest useful time of a lane / run", NULL, 1},
};

static const char *formula(const struct efficiency *efficiency, int factor)
{
    return efficiency->mpi && efficiency->threads ? words[factor].of_both
           : efficiency->mpi                      ? words[factor].of_ranks
                                                  : words[factor].of_threads;
}

/* Where only one level is known, its factors are those of the whole. */
static int level_of(const struct efficiency *efficiency, int factor)
{
    bool both = efficiency->mpi && efficiency->threads;
    return words[factor].level - (!both && factor != EFFICIENCY_PARALLEL);
}

/* Whether others that are shown below it say more. */
static bool is_split(const struct efficiency *efficiency, int factor)
{
    return factor == EFFICIENCY_PARALLEL || factor == EFFICIENCY_PROCESS ||
           factor == EFFICIENCY_THREAD || factor >= EFFICIENCY_LANE_BALANCE ||
           (factor == EFFICIENCY_COMMUNICATION && efficiency->replay.state == REPLAY_KNOWN);
}

static int weakest(const struct efficiency *efficiency)
{
    int found = EFFICIENCY_PARALLEL;
    for (int i = 0; i < EFFICIENCY_FACTORS; i++) {
        const struct efficiency_factor *factor = &efficiency->factors[i];
        bool first = found == EFFICIENCY_PARALLEL;
        if (factor->shown && factor->known && !is_split(efficiency, i) &&
            (first || factor->value < efficiency->factors[found].value))
            found = i;
    }
    return found;
}

void efficiency_site(const struct view *view, uint32_t region, struct buffer *to)
{
    uint32_t line = view->archive->regions.line[region];
    const char *file = view_file(view, region);
    view_describe(view, region, to);
    if (view_has_source(view, region) && line)
        buffer_printf(to, " (%s:%u)", file, line);
}

/* The call of MPI with the most of what was measured there, less what an ideal network leaves of
 * it; or of the latter. 0: none. */
static uint32_t worst_site(const struct replay *replay, bool ideal)
{
    uint32_t found = 0;
    uint64_t most = 0;
    for (uint32_t i = 1; i < replay->regions; i++) {
        uint64_t waited = replay->waited[i], spent = replay->spent[i];
        uint64_t time = ideal ? waited : spent > waited ? spent - waited : 0;
        if (time > most) {
            most = time;
            found = i;
        }
    }
    return found;
}

/* Behind what a rank has longer than others. */
static void add_preempted(const struct efficiency *efficiency, struct buffer *to)
{
    buffer_printf(
        to,
        ", because others had its core: ranks %s, within %.0f %% of the mean. Run as many "
        "as there are cores, on a machine that nothing else uses.",
        efficiency->evidence == EFFICIENCY_BY_CPU ? "use the same CPU time outside of MPI"
                                                  : "have the same instructions or trips of loops",
        100 / efficiency->even - 100);
}

static void add_balance(const struct view *view, const struct efficiency *efficiency,
                        struct buffer *to)
{
    const struct efficiency_rank *rank = &efficiency->ranks[efficiency->busiest];
    struct efficiency_blame blame =
        efficiency_blame_find(view->cube, efficiency, efficiency->busiest);
    double mean = (double)efficiency->outside / (double)efficiency->count;
    char name[ARCHIVE_NAME];
    archive_place_name(view->archive, rank->place, name);
    buffer_printf(to, "rank %s computes %.2f times as long as the mean of all", name,
                  mean > 0 ? (double)rank->outside / mean : 1.0);
    if (efficiency->preempted) {
        add_preempted(efficiency, to);
        return;
    }
    if (blame.region) {
        buffer_add(to, ", most of the difference in ");
        efficiency_site(view, blame.region, to);
    }
    if (efficiency_is_untold(efficiency)) {
        buffer_add(to, ". Lanes had to wait for cores, so that may be why: see the advice.");
        return;
    }
    buffer_add(to, ". Give it less to do: cut the work into pieces of the same cost instead of the "
                   "same size, deal them out in turn, or as ranks ask for them.");
    if (!blame.region && !efficiency_sees_code(view))
        buffer_add(to, " A program built with `triptych cc` or `triptych fc` shows which loop it "
                       "is.");
}

static void add_worst(const struct view *view, const struct efficiency *efficiency, bool ideal,
                      struct buffer *to)
{
    uint32_t region = worst_site(&efficiency->replay, ideal);
    if (!region)
        return;
    buffer_add(to, ", most in ");
    efficiency_site(view, region, to);
}

/* Of the time in MPI, how much was spent waiting for other ranks; 0: not known. */
static double waiting_share(const struct view *view, const struct replay *replay)
{
    double spent = 0;
    for (size_t i = 0; i < replay->regions; i++)
        spent += (double)replay->spent[i];
    return spent > 0 ? (double)delays_of(view)->all / spent : 0;
}

/* Calls that take longer than the order of messages makes necessary: because lanes wait for cores,
 * because one call that takes long lets others wait, or because data takes long to move. */
static void add_transfer(const struct view *view, const struct efficiency *efficiency,
                         struct buffer *to)
{
    double waiting = waiting_share(view, &efficiency->replay);
    bool crowded = efficiency->crowding.crowded;
    buffer_add(to, crowded && waiting > 0.5
                       ? "in calls of MPI, ranks wait for each other, and lanes for cores"
                   : crowded       ? "calls of MPI take long because lanes have to wait for cores"
                   : waiting > 0.5 ? "calls of MPI that take long let other ranks wait"
                                   : "moving data takes the time, more than waiting for it to be "
                                     "ready");
    add_worst(view, efficiency, false, to);
    buffer_add(to, ". ");
    if (!delays_of(view)->unknown)
        buffer_printf(to, "%.0f %% of the time in MPI is waiting for other ranks. ", 100 * waiting);
    if (crowded)
        buffer_add(to, "Run as many ranks as there are cores, on a machine that nothing else uses, "
                       "and measure again.");
    else if (waiting > 0.5)
        buffer_add(to, "Let ranks do something else meanwhile (MPI_Isend, MPI_Irecv, compute, "
                       "MPI_Waitall), and meet less often; the tables of waits say who waits for "
                       "whom.");
    else
        buffer_add(to, "Send less, or fewer and larger messages, or compute while they are on "
                       "their way (MPI_Isend, MPI_Irecv).");
}

static void add_threads(const struct view *view, const struct efficiency *efficiency, int factor,
                        struct buffer *to)
{
    struct efficiency_thread_blame blame = efficiency_thread_blame_find(view->cube, efficiency);
    bool serial = factor == EFFICIENCY_SERIAL;
    uint32_t region = serial ? blame.serial : blame.waits;
    if (serial)
        buffer_add(to, "one lane works outside of parallel regions while the others have nothing "
                       "to do");
    else if (factor == EFFICIENCY_THREAD_BALANCE)
        buffer_add(to, "in parallel regions, one lane has more to do than the others");
    else
        buffer_add(to, "in parallel regions, even the busiest lane waits for others, or is in "
                       "OpenMP");
    if (region) {
        buffer_add(to, serial ? ", longest in " : "; lanes wait longest at ");
        efficiency_site(view, region, to);
    }
    if (efficiency->crowding.crowded && !serial) {
        buffer_add(to, ". Lanes had to wait for cores, so that may be why: see the advice.");
        return;
    }
    buffer_add(to, serial ? ". Put more of the program into parallel regions."
                   : factor == EFFICIENCY_THREAD_BALANCE
                       ? ". Share the work more evenly: schedule(dynamic) or (guided), or smaller "
                         "chunks."
                       : ". Join parallel regions, leave out barriers (nowait), make larger tasks "
                         "and chunks, hold locks for less time.");
}

/* Calls of MPI take the time, but it is not known why: how to find out depends on what is missing.
 */
static void add_unknown_calls(const struct replay *replay, struct buffer *to)
{
    bool logged = replay->state != REPLAY_NO_EVENTS;
    buffer_add(to, "calls of MPI take the time. ");
    if (!logged)
        buffer_printf(to, "`triptych run --events=comm%s%s` logs them, and tells",
                      replay->needs & FORMAT_EVENTS_SYNC ? ",sync" : "",
                      replay->needs & FORMAT_EVENTS_IO ? ",io" : "");
    else
        buffer_add(to, "A whole event log tells");
    buffer_add(to, " whether ranks wait for each other or for data to be moved");
    if (replay->state == REPLAY_INCOMPLETE)
        buffer_add(to, "; some of this one is missing. `--max-size` of `triptych run` gives it "
                       "more room");
    else if (replay->state == REPLAY_FILTERED)
        buffer_add(to, "; --filter left events out of this one. Run it without --filter, or with "
                       "one that leaves calls of MPI in the log");
    buffer_add(to, ".");
}

static void add_what_to_do(const struct view *view, const struct efficiency *efficiency, int factor,
                           struct buffer *to)
{
    switch (factor) {
    case EFFICIENCY_BALANCE:
        add_balance(view, efficiency, to);
        break;
    case EFFICIENCY_SERIALISATION:
        buffer_add(to, "ranks wait for each other even if messages take no time");
        add_worst(view, efficiency, true, to);
        buffer_add(to, ". Let those who are waited for send earlier, or let those who wait do "
                       "something else first; the tables of waits say who waits for whom.");
        break;
    case EFFICIENCY_TRANSFER:
        add_transfer(view, efficiency, to);
        break;
    case EFFICIENCY_SERIAL:
    case EFFICIENCY_THREAD_BALANCE:
    case EFFICIENCY_THREAD_COMMUNICATION:
        add_threads(view, efficiency, factor, to);
        break;
    default:
        add_unknown_calls(&efficiency->replay, to);
        break;
    }
}

enum { FINE = 95 }; /* %: of a factor that nobody gains anything by working on */

void efficiency_sentence(const struct view *view, const struct efficiency *efficiency,
                         struct buffer *to)
{
    int factor = weakest(efficiency);
    double percent = 100 * efficiency->factors[factor].value;
    if (percent >= FINE) {
        buffer_printf(to,
                      "The %s use their time well: no factor is below %d %%. To be faster, "
                      "they must compute faster: see the tables of routines and loops.",
                      !efficiency->mpi      ? "threads"
                      : efficiency->threads ? "ranks and their threads"
                                            : "ranks",
                      FINE);
        return;
    }
    const char *name = words[factor].text;
    buffer_printf(to, "%c%s %s the weakest factor (%.1f %%): ", *name - 'a' + 'A', name + 1,
                  factor == EFFICIENCY_SERIAL ? "are" : "is", percent);
    add_what_to_do(view, efficiency, factor, to);
}

static void note_times(const struct efficiency *efficiency, struct sheet *sheet)
{
    struct buffer times = {0};
    if (!efficiency->threads)
        buffer_add(&times, "useful: of a rank, outside of MPI");
    else
        buffer_printf(&times, "useful: time of all lanes, neither in %sOpenMP nor waiting nor idle",
                      efficiency->mpi ? "MPI nor in " : "");
    buffer_add(&times, ". run: ");
    words_time(&times, efficiency->runtime);
    if (efficiency->mpi)
        buffer_add(&times, ", the longest time of a rank without MPI_Init and MPI_Finalize");
    else if (efficiency->count > 1)
        buffer_printf(&times, ", the longest of %zu processes, each with its own run",
                      efficiency->count);
    if (efficiency->replay.state == REPLAY_KNOWN) {
        buffer_add(&times, "; ideal run: ");
        words_time(&times, efficiency->replay.time);
        buffer_add(&times, ", the same if calls of MPI took no time but to wait for others");
    }
    sheet_note(sheet, "%s.", times.text);
    buffer_free(&times);
}

static void note_threads(const struct efficiency *efficiency, struct sheet *sheet)
{
    if (!efficiency->threads)
        return;
    sheet_note(
        sheet,
        "lanes: %llu in %zu %s. shared: the time%s, outside of parallel regions that of one lane, "
        "in them that of all lanes. even: the useful time if all lanes had as much of it in "
        "parallel regions as the busiest one of their %s.",
        (unsigned long long)efficiency->lanes, efficiency->count,
        efficiency->mpi         ? "ranks"
        : efficiency->count > 1 ? "processes"
                                : "process",
        efficiency->mpi ? " outside of MPI" : "", efficiency->mpi ? "rank" : "process");
    if (efficiency->vague)
        sheet_note(sheet, "some waits of threads were only counted: their time is taken as "
                          "useful.");
}

static void note_replay(const struct efficiency *efficiency, struct sheet *sheet)
{
    const struct replay *replay = &efficiency->replay;
    if (replay->state == REPLAY_NO_EVENTS)
        sheet_note(sheet,
                   "serialisation and transfer are known when calls were logged: `triptych run "
                   "--events=comm%s%s`.",
                   replay->needs & FORMAT_EVENTS_SYNC ? ",sync" : "",
                   replay->needs & FORMAT_EVENTS_IO ? ",io" : "");
    if (replay->state == REPLAY_INCOMPLETE)
        sheet_note(sheet, "serialisation and transfer are not known: some of the log is missing; "
                          "`--max-size` of `triptych run` gives it more room.");
    if (replay->state == REPLAY_FILTERED)
        sheet_note(sheet, "serialisation and transfer are not known: --filter left events out of "
                          "the log.");
    if (replay->state == REPLAY_PART)
        sheet_note(sheet, "serialisation and transfer are not known: this is a part of another "
                          "archive.");
    if (replay->missing)
        sheet_note(sheet,
                   "%llu waits for partners that are not known are left out of the run on "
                   "an ideal network.",
                   (unsigned long long)replay->missing);
}

static void add_notes(const struct efficiency *efficiency, struct sheet *sheet)
{
    sheet_note(sheet, "each factor is the product of those indented below it%s.",
               efficiency->mpi && efficiency->threads
                   ? "; the parallel efficiency is also that of the two behind \"or\""
                   : "");
    sheet_meaning(sheet, "lost s", efficiency->threads ? "time of all lanes" : "time of all ranks");
    note_times(efficiency, sheet);
    note_threads(efficiency, sheet);
    if (efficiency->mpi)
        note_replay(efficiency, sheet);
    if (efficiency->absent)
        sheet_note(sheet, "nothing is known of %zu more ranks.", efficiency->absent);
    if (efficiency->at_least)
        sheet_note(sheet, "some %s were cut off, or still run: as far as they were seen.",
                   efficiency->mpi ? "ranks" : "processes");
}

static void add_row(const struct view *view, const struct efficiency *efficiency, int which,
                    struct sheet *sheet)
{
    const struct efficiency_factor *factor = &efficiency->factors[which];
    struct buffer text = {0}, sentence = {0};
    int level = level_of(efficiency, which);
    buffer_printf(&text, "%*s%s", 2 * level, "", words[which].text);
    if (which == weakest(efficiency))
        efficiency_sentence(view, efficiency, &sentence);
    sheet_text(sheet, "factor", text.text);
    sheet_text(sheet, "factor", words[which].key);
    sheet_count(sheet, "level", (uint64_t)level);
    if (factor->known) {
        sheet_real(sheet, "percent", 100 * factor->value);
        sheet_real(sheet, "", 100 * factor->value); /* the bar has no heading */
        sheet_time(sheet, "lost_ns", (uint64_t)factor->lost, false);
    } else {
        sheet_unknown_range(sheet, "percent", "lost_ns");
    }
    sheet_text(sheet, "meaning", formula(efficiency, which));
    sheet_text(sheet, "sentence", sentence.text ? sentence.text : "");
    buffer_free(&text);
    buffer_free(&sentence);
}

static struct sheet *make_sheet(const struct view *view, const struct efficiency *efficiency)
{
    const struct sheet_column columns[] = {
        {NULL, "factor", SHEET_TEXT, 0, 30, false}, {"factor", NULL, SHEET_TEXT, 0, 0, false},
        {"level", NULL, SHEET_COUNT, 0, 0, false},  {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "", SHEET_PERCENT, 5, 0, true},      {"lost_ns", "lost s", SHEET_TIME, 4, 0, false},
        {"meaning", "", SHEET_TEXT, 1, 39, false},  {"sentence", NULL, SHEET_TEXT, 0, 0, false},
    };
    struct sheet *sheet = sheet_new(
        "efficiency", !efficiency->threads ? "Efficiency of the ranks: the metrics of POP"
                      : efficiency->mpi    ? "Efficiency of ranks and threads: the metrics of POP"
                                           : "Efficiency of the threads: the metrics of POP");
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        sheet_add_column(sheet, columns[i]);
    if (efficiency->state != EFFICIENCY_KNOWN)
        return sheet;
    for (int i = 0; i < EFFICIENCY_FACTORS; i++) {
        if (efficiency->factors[i].shown)
            add_row(view, efficiency, i, sheet);
    }
    add_notes(efficiency, sheet);
    return sheet;
}

struct sheet *sheet_efficiency(const struct view *view)
{
    return make_sheet(view, efficiency_of(view));
}

void efficiency_text(const struct view *view, struct buffer *to)
{
    const struct efficiency *efficiency = efficiency_of(view);
    struct buffer sentence = {0};
    if (efficiency->state == EFFICIENCY_PART) {
        buffer_printf(&sentence,
                      "How well the %s use their time is not known: this is a part of another "
                      "archive.",
                      efficiency->mpi ? "ranks" : "threads");
        text_clean(to, view->options, TEXT_PLAIN, &sentence, "  ");
        buffer_add(to, "\n");
    }
    if (efficiency->state != EFFICIENCY_KNOWN)
        return;
    struct sheet *sheet = make_sheet(view, efficiency);
    text_sheet(to, view->options, sheet);
    sheet_free(sheet);
    efficiency_sentence(view, efficiency, &sentence);
    text_clean(to, view->options, TEXT_STRONG, &sentence, "  ");
    buffer_add(to, "\n");
}
