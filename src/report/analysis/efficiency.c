/* efficiency.c: see efficiency.h */
#include "report/analysis/efficiency.h"

#include "archive/live/sent_filters.h"
#include "format/event.h"
#include "report/analysis/lost_events.h"
#include "report/mpi/delays.h"
#include "report/table/library.h"
#include "report/table/text.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdlib.h>
#include <triptych/probes.h>

struct efficiency_kept {
    bool found;
    struct analysis_efficiency efficiency;
};

struct efficiency_kept *report_efficiency_kept_new(void)
{
    return memory_zeroed(1, sizeof(struct efficiency_kept));
}

void report_efficiency_kept_free(struct efficiency_kept *kept)
{
    analysis_efficiency_free(&kept->efficiency);
    free(kept);
}

const struct analysis_efficiency *report_efficiency_of(const struct report_view *view)
{
    struct efficiency_kept *kept = view->kept->efficiency;
    if (!kept->found)
        kept->efficiency = analysis_efficiency_find(view->cube);
    kept->found = true;
    return &kept->efficiency;
}

bool report_efficiency_sees_code(const struct report_view *view)
{
    for (size_t i = 0; i < view->regions.count; i++) {
        const struct cube_row *row = &view->regions.rows[i];
        uint32_t kind = view->archive->regions.kind[row->a];
        if (row->sums.count && (kind == TRI_KIND_ROUTINE || kind == TRI_KIND_LOOP))
            return true;
    }
    return false;
}

/* The words and formulas of a factor: for ranks, for ranks and threads, or for threads alone. */
static const struct words {
    const char *key, *text;
    const char *of_ranks, *of_both, *of_threads; /* formulas; NULL: not shown */
    int level;                                   /* indentation, if ranks and threads are shown */
} words[EFFICIENCY_FACTORS] = {
    [EFFICIENCY_PARALLEL] = {"parallel_efficiency", "parallel efficiency", "mean useful time / run",
                             "useful / (lanes * run)", "useful / (lanes * run)", 0},
    [EFFICIENCY_PROCESS] = {"process_efficiency", "process efficiency (MPI)", NULL,
                            "mean time outside MPI / run", NULL, 1},
    [EFFICIENCY_BALANCE] = {"load_balance", "load balance", "mean / longest useful time",
                            "mean / longest time outside MPI", NULL, 2},
    [EFFICIENCY_COMMUNICATION] = {"communication_efficiency", "communication efficiency",
                                  "longest useful time / run", "longest time outside MPI / run",
                                  NULL, 2},
    [EFFICIENCY_SERIALISATION] = {"serialisation", "serialisation",
                                  "longest useful time / ideal run",
                                  "longest time outside MPI / ideal run", NULL, 3},
    [EFFICIENCY_TRANSFER] = {"transfer", "transfer", "ideal run / run", "ideal run / run", NULL, 3},
    [EFFICIENCY_THREAD] = {"thread_efficiency", "thread efficiency (OpenMP)", NULL,
                           "useful / (lanes * mean outside MPI)", NULL, 1},
    [EFFICIENCY_SERIAL] = {"serial_region_efficiency", "serial regions", NULL,
                           "shared / (lanes * mean outside MPI)", "shared / (lanes * run)", 2},
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

const char *report_efficiency_key(int factor)
{
    return words[factor].key;
}

const char *report_efficiency_word(int factor)
{
    return words[factor].text;
}

static const char *formula(const struct analysis_efficiency *efficiency, int factor)
{
    return efficiency->mpi && efficiency->threads ? words[factor].of_both
           : efficiency->mpi                      ? words[factor].of_ranks
                                                  : words[factor].of_threads;
}

/* Returns the indentation of a factor. With ranks or threads alone, their factors move up a level.
 */
static int level_of(const struct analysis_efficiency *efficiency, int factor)
{
    bool both = efficiency->mpi && efficiency->threads;
    return words[factor].level - (!both && factor != EFFICIENCY_PARALLEL);
}

/* True if factors below this one say more. */
static bool is_split(const struct analysis_efficiency *efficiency, int factor)
{
    return factor == EFFICIENCY_PARALLEL || factor == EFFICIENCY_PROCESS ||
           factor == EFFICIENCY_THREAD || factor >= EFFICIENCY_LANE_BALANCE ||
           (factor == EFFICIENCY_COMMUNICATION && efficiency->replay.state == REPLAY_KNOWN);
}

/* Returns the weakest factor that is not split further. */
static int weakest(const struct analysis_efficiency *efficiency)
{
    int found = EFFICIENCY_PARALLEL;
    for (int i = 0; i < EFFICIENCY_FACTORS; i++) {
        const struct analysis_efficiency_factor *factor = &efficiency->factors[i];
        bool first = found == EFFICIENCY_PARALLEL;
        if (factor->shown && factor->known && !is_split(efficiency, i) &&
            (first || factor->value < efficiency->factors[found].value))
            found = i;
    }
    return found;
}

void report_efficiency_site(const struct report_view *view, uint32_t region, struct buffer *to)
{
    report_view_describe(view, region, to);
    report_view_place(view, region, to);
}

/* Returns the MPI call with the most time on an ideal network (`ideal`), or with the most time
 * beyond that; 0 if there is none. */
static uint32_t worst_site(const struct analysis_replay *replay, bool ideal)
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

/* Adds that a rank took longer because others had its core. */
static void add_preempted(const struct analysis_efficiency *efficiency, struct buffer *to)
{
    buffer_printf(
        to,
        ", because others had its core: ranks %s, within %.0f %% of the mean. Run no more ranks "
        "than there are cores, on an otherwise idle machine.",
        efficiency->evidence == EFFICIENCY_BY_CPU ? "use the same CPU time outside MPI"
                                                  : "have the same instructions or trips",
        100 / efficiency->even - 100);
}

static void add_balance(const struct report_view *view,
                        const struct analysis_efficiency *efficiency, struct buffer *to)
{
    const struct analysis_efficiency_rank *rank = &efficiency->ranks[efficiency->busiest];
    struct analysis_efficiency_blame blame =
        analysis_efficiency_blame_find(view->cube, efficiency, efficiency->busiest);
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
        report_efficiency_site(view, blame.region, to);
    }
    if (analysis_efficiency_is_untold(efficiency)) {
        buffer_add(to, ". Lanes had to wait for cores, which may be the reason; see --advice.");
        return;
    }
    buffer_add(to,
               ". Give it less to do: divide the work into pieces of equal cost instead of equal "
               "size, and distribute them cyclically or on demand.");
    if (!blame.region && !report_efficiency_sees_code(view))
        buffer_add(to, " A program built with `triptych cc` or `triptych fc` shows which loop it "
                       "is.");
}

static void add_worst(const struct report_view *view, const struct analysis_efficiency *efficiency,
                      bool ideal, struct buffer *to)
{
    uint32_t region = worst_site(&efficiency->replay, ideal);
    if (!region)
        return;
    buffer_add(to, ", most in ");
    report_efficiency_site(view, region, to);
}

/* Returns the share of the time in MPI that was spent waiting for other ranks; 0 if unknown. */
static double waiting_share(const struct report_view *view, const struct analysis_replay *replay)
{
    double spent = 0;
    for (size_t i = 0; i < replay->regions; i++)
        spent += (double)replay->spent[i];
    return spent > 0 ? (double)report_delays_of(view)->all / spent : 0;
}

/* Adds why calls take longer than the order of messages requires: lanes wait for cores, long calls
 * make other ranks wait, or data takes long to move. */
static void add_transfer(const struct report_view *view,
                         const struct analysis_efficiency *efficiency, struct buffer *to)
{
    double waiting = waiting_share(view, &efficiency->replay);
    bool crowded = efficiency->crowding.crowded;
    buffer_add(to, crowded && waiting > 0.5
                       ? "in MPI calls, ranks wait for each other, and lanes for cores"
                   : crowded       ? "MPI calls take long because lanes have to wait for cores"
                   : waiting > 0.5 ? "long MPI calls make other ranks wait"
                                   : "data transfer takes more time than waiting for the data");
    add_worst(view, efficiency, false, to);
    buffer_add(to, ". ");
    if (!report_delays_of(view)->unknown)
        buffer_printf(to, "%.0f %% of the time in MPI is waiting for other ranks. ", 100 * waiting);
    if (crowded)
        buffer_add(to, "Run no more ranks than there are cores, on an otherwise idle machine, and "
                       "measure again.");
    else if (waiting > 0.5)
        buffer_add(to, "Overlap communication with computation (MPI_Isend, MPI_Irecv, compute, "
                       "MPI_Waitall), and synchronise less often; the tables of waits show which "
                       "rank waits for which.");
    else
        buffer_add(to, "Send less, or fewer and larger messages, or compute while they are "
                       "transferred (MPI_Isend, MPI_Irecv).");
}

static void add_threads(const struct report_view *view,
                        const struct analysis_efficiency *efficiency, int factor, struct buffer *to)
{
    struct analysis_efficiency_thread_blame blame =
        analysis_efficiency_thread_blame_find(view->cube, efficiency);
    bool serial = factor == EFFICIENCY_SERIAL;
    uint32_t region = serial ? blame.serial : blame.waits;
    if (serial)
        buffer_add(to, "one lane works outside parallel regions while the others are idle");
    else if (factor == EFFICIENCY_THREAD_BALANCE)
        buffer_add(to, "in parallel regions, one lane has more to do than the others");
    else
        buffer_add(to, "in parallel regions, even the busiest lane waits for others, or is in the "
                       "OpenMP runtime");
    if (region) {
        buffer_add(to, serial ? ", longest in " : "; lanes wait longest at ");
        report_efficiency_site(view, region, to);
    }
    if (efficiency->crowding.crowded && !serial) {
        buffer_add(to, ". Lanes had to wait for cores, which may be the reason; see --advice.");
        return;
    }
    buffer_add(to,
               serial ? ". Parallelise more of the program."
               : factor == EFFICIENCY_THREAD_BALANCE
                   ? ". Balance the work: schedule(dynamic) or (guided), or smaller chunks."
                   : ". Merge parallel regions, remove barriers (nowait), make tasks and chunks "
                     "larger, hold locks for less time.");
}

/* Adds the share of the time in MPI in calls whose waits are not recorded, and the longest one. */
static void add_unfollowed(const struct report_view *view, const struct analysis_replay *replay,
                           struct buffer *to)
{
    double spent = 0;
    for (size_t i = 0; i < replay->regions; i++)
        spent += (double)replay->spent[i];
    buffer_printf(to,
                  "%.0f %% of the time in MPI is in calls whose waits for other ranks are not "
                  "recorded (one-sided communication, neighbours, files), most in ",
                  spent > 0 ? 100 * (double)replay->unfollowed / spent : 0);
    report_efficiency_site(view, replay->unfollowed_most, to);
}

/* Adds that MPI calls take the time for an unknown reason, and how to find out. */
static void add_unknown_calls(const struct report_view *view, const struct analysis_replay *replay,
                              struct buffer *to)
{
    bool logged = replay->state != REPLAY_NO_EVENTS;
    buffer_add(to, "MPI calls take the time. ");
    if (replay->state == REPLAY_UNFOLLOWED) {
        buffer_add(to, "It is unknown whether ranks wait for each other or for data transfer: ");
        add_unfollowed(view, replay, to);
        buffer_add(to, ".");
        return;
    }
    if (!logged)
        buffer_printf(to, "`triptych run --events=comm%s%s` logs them, and shows",
                      replay->needs & FORMAT_EVENTS_SYNC ? ",sync" : "",
                      replay->needs & FORMAT_EVENTS_IO ? ",io" : "");
    else
        buffer_add(to, "A complete event log shows");
    buffer_add(to, " whether ranks wait for each other or for data transfer");
    if (replay->state == REPLAY_INCOMPLETE) {
        buffer_add(to, "; some of this one is missing");
        report_lost_events(view->archive, ": ", to);
    } else if (replay->state == REPLAY_FILTERED)
        buffer_add(to, "; events of this one were filtered. Run without a filter, or with one that "
                       "keeps MPI calls");
    buffer_add(to, ".");
}

static void add_what_to_do(const struct report_view *view,
                           const struct analysis_efficiency *efficiency, int factor,
                           struct buffer *to)
{
    switch (factor) {
    case EFFICIENCY_BALANCE:
        add_balance(view, efficiency, to);
        break;
    case EFFICIENCY_SERIALISATION:
        buffer_add(to, "ranks wait for each other even if messages take no time");
        add_worst(view, efficiency, true, to);
        buffer_add(to, ". Let late ranks send earlier, or let waiting ranks do something else "
                       "first; the tables of waits show which rank waits for which.");
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
        add_unknown_calls(view, &efficiency->replay, to);
        break;
    }
}

enum { FINE = 95 }; /* %: a factor above this is not worth improving */

void report_efficiency_sentence(const struct report_view *view,
                                const struct analysis_efficiency *efficiency, struct buffer *to)
{
    int factor = weakest(efficiency);
    double percent = 100 * efficiency->factors[factor].value;
    if (percent >= FINE) {
        buffer_printf(to,
                      "The %s use their time well: no factor is below %d %%. Only faster "
                      "computation makes the run shorter: see the tables of routines and loops.",
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

static void note_times(const struct analysis_efficiency *efficiency, struct report_sheet *sheet)
{
    struct buffer times = {0};
    if (!efficiency->threads)
        buffer_add(&times, "useful: time of a rank outside MPI");
    else
        buffer_printf(&times,
                      "useful: time of all lanes that is neither in %sOpenMP nor waiting nor idle",
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
        buffer_add(&times, ", the run if MPI calls took no time except to wait for others");
    }
    report_sheet_note(sheet, "%s.", times.text);
    buffer_free(&times);
}

static void note_threads(const struct analysis_efficiency *efficiency, struct report_sheet *sheet)
{
    if (!efficiency->threads)
        return;
    report_sheet_note(
        sheet,
        "lanes: %llu in %zu %s. shared: the time%s of one lane outside parallel regions, and of "
        "all lanes inside. even: the useful time if all lanes had as much in parallel regions as "
        "the busiest lane of their %s.",
        (unsigned long long)efficiency->lanes, efficiency->count,
        efficiency->mpi         ? "ranks"
        : efficiency->count > 1 ? "processes"
                                : "process",
        efficiency->mpi ? " outside MPI" : "", efficiency->mpi ? "rank" : "process");
    if (efficiency->vague)
        report_sheet_note(
            sheet, "Some waits of threads were counted, not timed: their time counts as useful.");
}

static void note_replay(const struct report_view *view,
                        const struct analysis_efficiency *efficiency, struct report_sheet *sheet)
{
    const struct analysis_replay *replay = &efficiency->replay;
    if (replay->state == REPLAY_NO_EVENTS)
        report_sheet_note(
            sheet,
            "serialisation and transfer need logged calls: `triptych run --events=comm%s%s`.",
            replay->needs & FORMAT_EVENTS_SYNC ? ",sync" : "",
            replay->needs & FORMAT_EVENTS_IO ? ",io" : "");
    if (replay->state == REPLAY_INCOMPLETE) {
        struct buffer todo = {0};
        report_lost_events(view->archive, "; ", &todo);
        report_sheet_note(
            sheet, "serialisation and transfer are unknown: some of the event log is missing%s.",
            todo.text ? todo.text : "");
        buffer_free(&todo);
    }
    if (replay->state == REPLAY_FILTERED)
        report_sheet_note(sheet,
                          "serialisation and transfer are unknown: events were filtered (%s).",
                          archive_sent_filters_by(view->archive));
    if (replay->state == REPLAY_PART)
        report_sheet_note(
            sheet, "serialisation and transfer are unknown: this is a part of another archive.");
    if (replay->state == REPLAY_UNFOLLOWED) {
        struct buffer why = {0};
        add_unfollowed(view, replay, &why);
        report_sheet_note(sheet, "serialisation and transfer are unknown: %s.", why.text);
        buffer_free(&why);
    }
    if (replay->missing && replay->state == REPLAY_KNOWN)
        report_sheet_note(sheet, "The ideal run ignores %llu waits for unknown partners.",
                          (unsigned long long)replay->missing);
}

static void add_notes(const struct report_view *view, const struct analysis_efficiency *efficiency,
                      struct report_sheet *sheet)
{
    report_sheet_note(sheet, "Each factor is the product of those indented below it%s.",
                      efficiency->mpi && efficiency->threads
                          ? "; the parallel efficiency is also the product of the two after \"or\""
                          : "");
    report_sheet_meaning(sheet, "lost s",
                         efficiency->threads ? "seconds of all lanes" : "seconds of all ranks");
    note_times(efficiency, sheet);
    note_threads(efficiency, sheet);
    if (efficiency->mpi)
        note_replay(view, efficiency, sheet);
    if (efficiency->absent)
        report_sheet_note(sheet, "%zu more ranks are not in the archive.", efficiency->absent);
    if (efficiency->at_least)
        report_sheet_note(
            sheet,
            "Some %s are unfinished or running: the factors cover the time that was measured.",
            efficiency->mpi ? "ranks" : "processes");
}

static void add_row(const struct report_view *view, const struct analysis_efficiency *efficiency,
                    int which, struct report_sheet *sheet)
{
    const struct analysis_efficiency_factor *factor = &efficiency->factors[which];
    struct buffer text = {0}, sentence = {0};
    const char *library = view->options->library;
    int level = level_of(efficiency, which);
    buffer_printf(&text, "%*s%s", 2 * level, "", words[which].text);
    if (which == weakest(efficiency))
        report_efficiency_sentence(view, efficiency, &sentence);
    report_library_cell(sheet, library, "factor", text.text);
    report_sheet_text(sheet, "factor", words[which].key);
    report_sheet_count(sheet, "level", (uint64_t)level);
    if (factor->known) {
        report_sheet_real(sheet, "percent", 100 * factor->value);
        report_sheet_real(sheet, "", 100 * factor->value); /* the bar has no heading */
        report_sheet_time(sheet, "lost_ns", (uint64_t)factor->lost, false);
    } else {
        report_sheet_unknown_range(sheet, "percent", "lost_ns");
    }
    report_library_cell(sheet, library, "meaning", formula(efficiency, which));
    report_library_cell(sheet, library, "sentence", sentence.text ? sentence.text : "");
    buffer_free(&text);
    buffer_free(&sentence);
}

static struct report_sheet *make_sheet(const struct report_view *view,
                                       const struct analysis_efficiency *efficiency)
{
    const struct report_sheet_column columns[] = {
        {NULL, "factor", SHEET_TEXT, 0, 30, false},
        {"factor", NULL, SHEET_TEXT, 0, 0, false},
        {"level", NULL, SHEET_COUNT, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "", SHEET_PERCENT, 5, 0, true},
        {"lost_ns", "lost s", SHEET_TIME, 4, 0, false},
        {"meaning", "formula", SHEET_WORD, 1, 39, false},
        {"sentence", NULL, SHEET_TEXT, 0, 0, false},
    };
    struct report_sheet *sheet = report_sheet_new(
        "efficiency", !efficiency->threads ? "Efficiency of the ranks (POP metrics)"
                      : efficiency->mpi    ? "Efficiency of ranks and threads (POP metrics)"
                                           : "Efficiency of the threads (POP metrics)");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    if (efficiency->state != EFFICIENCY_KNOWN)
        return sheet;
    for (int i = 0; i < EFFICIENCY_FACTORS; i++) {
        if (efficiency->factors[i].shown)
            add_row(view, efficiency, i, sheet);
    }
    add_notes(view, efficiency, sheet);
    return sheet;
}

struct report_sheet *report_efficiency(const struct report_view *view)
{
    return make_sheet(view, report_efficiency_of(view));
}

void report_efficiency_text(const struct report_view *view, struct buffer *to)
{
    const struct analysis_efficiency *efficiency = report_efficiency_of(view);
    struct buffer sentence = {0};
    const char *why =
        efficiency->state == EFFICIENCY_PART ? "this is a part of another archive"
        : efficiency->state == EFFICIENCY_UNMEASURED
            ? "their MPI calls were not measured, so their waits are not known. `triptych run "
              "mpirun ...` measures them"
            : NULL;
    if (why) {
        buffer_printf(&sentence, "The efficiency of the %s is unknown: %s.",
                      efficiency->mpi ? "ranks" : "threads", why);
        report_text_clean(to, view->options, TEXT_PLAIN, &sentence, "  ");
        buffer_add(to, "\n");
    }
    if (efficiency->state != EFFICIENCY_KNOWN)
        return;
    struct report_sheet *sheet = make_sheet(view, efficiency);
    report_text_sheet(to, view->options, sheet);
    report_sheet_free(sheet);
    report_efficiency_sentence(view, efficiency, &sentence);
    report_text_clean(to, view->options, TEXT_STRONG, &sentence, "  ");
    buffer_add(to, "\n");
}
