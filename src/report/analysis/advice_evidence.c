/* advice_evidence.c: the evidence of a finding, in sentences. */
#include "report/analysis/advice.h"

#include "report/analysis/advice_parts.h"
#include "report/analysis/efficiency.h"
#include "report/mpi/delays.h"
#include "util/words.h"

/* Adds "from 12.3 ms to 1.20 s". */
static void add_spread(struct buffer *to, const struct analysis_advice_finding *finding)
{
    buffer_add(to, "from ");
    words_time(to, finding->least);
    buffer_add(to, " to ");
    words_time(to, finding->time);
}

static void add_messages(struct buffer *to, const struct analysis_advice_finding *finding)
{
    advice_add_count(to, finding->count, "message");
    if (finding->bytes == ARCHIVE_UNKNOWN) {
        buffer_add(to, " of unknown bytes");
        return;
    }
    buffer_add(to, " of ");
    words_bytes(to, finding->count ? finding->bytes / finding->count : 0);
    buffer_add(to, finding->count == 1 ? "" : " on average");
}

/* Adds "; the data: u(1,j)", if they are known. */
static void add_data(const struct report_view *view, uint32_t text, struct buffer *to)
{
    if (text)
        buffer_printf(to, "; the data: %s", report_view_text(view, text));
}

enum {
    LISTED = 8,  /* ranks whose times are listed one by one */
    UNEVEN = 85, /* %: load balance below this is worth a sentence */
};

static void add_evidence(const struct analysis_efficiency *efficiency, uint64_t value,
                         struct buffer *to)
{
    if (efficiency->evidence == EFFICIENCY_BY_WORK)
        words_count(to, value, true);
    else
        words_time(to, value);
}

/* Adds "; rank 1 waits for it the longest, 12 ms in MPI_Recv of main (a.c:7); the data: u". */
static void add_wait(const struct report_view *view, const struct analysis_delay_item *wait,
                     struct buffer *to)
{
    buffer_add(to, "; rank ");
    advice_add_rank(view, to, wait->place);
    buffer_add(to, " waits for it the longest, ");
    words_time(to, wait->time);
    buffer_add(to, " in ");
    report_efficiency_site(view, wait->region, to);
    add_data(view, analysis_delays_data(view->archive, wait), to);
}

static void add_useful(const struct report_view *view, const struct analysis_efficiency *efficiency,
                       const struct analysis_advice_finding *finding, struct buffer *to)
{
    enum analysis_efficiency_evidence by = efficiency->evidence;
    buffer_printf(to, "%llu ranks %s from ", (unsigned long long)finding->others,
                  by == EFFICIENCY_BY_CPU    ? "use CPU time outside MPI"
                  : by == EFFICIENCY_BY_OWN  ? "are outside MPI"
                  : by == EFFICIENCY_BY_WORK ? "have instructions or trips"
                                             : "compute");
    add_evidence(efficiency, finding->least, to);
    buffer_add(to, " to ");
    add_evidence(efficiency, finding->time, to);
    if (efficiency->count <= LISTED) {
        buffer_add(to, "; by rank: ");
        for (size_t i = 0; i < efficiency->count; i++) {
            buffer_add(to, i ? ", " : "");
            add_evidence(efficiency, analysis_efficiency_evidence_of(efficiency, i), to);
        }
    }
    if (finding->wait)
        add_wait(view, finding->wait, to);
}

/* Adds the evidence that lanes had to wait for cores. */
static void add_crowded(const struct report_view *view,
                        const struct analysis_efficiency *efficiency, struct buffer *to)
{
    const struct analysis_crowding *crowding = &efficiency->crowding;
    advice_add_lanes(view, crowding, to);
    buffer_add(to, crowding->lanes == 1 ? " that is ready to run most of the time has "
                                        : " that are ready to run most of the time share ");
    advice_add_count(to, crowding->cores, "core");
    buffer_printf(to, " of %s",
                  report_view_text(view, view->archive->places.host[crowding->place]));
    buffer_add(
        to, crowding->estimated
                ? "; the cost is estimated from the share of them without a core"
                : "; the cost is the time that they were ready to run while others had the cores");
    if (crowding->forced != ARCHIVE_UNKNOWN) {
        buffer_add(to, "; ");
        words_count(to, crowding->forced, true);
        buffer_add(to, crowding->forced == 1 ? " context switch was forced"
                                             : " context switches were forced");
    }
    if (crowding->load != ARCHIVE_NONE)
        buffer_printf(to, "; the load average was %.2f at the start", crowding->load / 100.0);
    if (efficiency->preempted)
        buffer_printf(to,
                      ". The load is even: %s differ by at most %.0f %% from the mean. Some ranks "
                      "are outside "
                      "MPI longer only because they waited for cores",
                      efficiency->evidence == EFFICIENCY_BY_CPU ? "their CPU times outside MPI"
                                                                : "their instructions or trips",
                      100 / efficiency->even - 100);
    else if (analysis_efficiency_is_untold(efficiency) &&
             100 * efficiency->factors[EFFICIENCY_BALANCE].value < UNEVEN)
        buffer_add(to,
                   ". It is unknown whether the load is even: some ranks are outside MPI longer "
                   "than others, but they may only have waited for cores");
}

static void add_late(const struct report_view *view, const struct analysis_advice_finding *finding,
                     struct buffer *to)
{
    const struct analysis_delay_item *wait = finding->wait;
    advice_add_count(to, finding->count, "call");
    buffer_printf(to, " wait%s; %.0f %% of the time for rank ", finding->count == 1 ? "s" : "",
                  100 * finding->ratio);
    advice_add_rank(view, to, finding->place);
    buffer_add(to, ". The longest: rank ");
    advice_add_rank(view, to, wait->place);
    buffer_add(to, " waits ");
    words_time(to, wait->time);
    buffer_add(to, " for rank ");
    advice_add_rank(view, to, wait->cause);
    if (wait->doing) {
        buffer_add(to, ", which is in ");
        report_delays_doing(view, wait, to);
    }
    if (wait->kind != DELAY_BARRIER)
        add_data(view, analysis_delays_data(view->archive, wait), to);
}

static void add_spin(const struct analysis_advice_finding *finding, struct buffer *to)
{
    advice_add_count(to, finding->bytes, "trip");
    buffer_add(to, " in each of ");
    advice_add_count(to, finding->count, "visit");
    buffer_add(to, ", ");
    if (finding->time)
        words_time(to, finding->time);
    else
        buffer_add(to, "less than 1 ns");
    buffer_add(to, " each; neither its condition nor its body changes anything; ");
    advice_add_count(to, finding->others, "lane");
    buffer_add(to, finding->others == 1 ? " is in it" : " are in it");
}

static void add_poll(const struct report_view *view, const struct analysis_advice_finding *finding,
                     struct buffer *to)
{
    advice_add_count(to, finding->count, "call");
    buffer_add(to, ", one in ");
    words_time(to, finding->time);
    if (finding->about) {
        buffer_add(to, ", in ");
        report_efficiency_site(view, finding->about, to);
        buffer_add(to, ", which does nothing else");
    }
}

static void add_ring(const struct report_view *view, const struct analysis_advice_finding *finding,
                     struct buffer *to)
{
    buffer_printf(to, "%llu ranks send to the next one (rank ",
                  (unsigned long long)finding->others);
    advice_add_rank(view, to, finding->place);
    buffer_add(to, " to ");
    advice_add_rank(view, to, finding->partner);
    buffer_add(to, ", and so on) and receive from the one before, by calls that block: ");
    add_messages(to, finding);
    buffer_printf(to, "; %llu of the ranks send before they receive%s",
                  (unsigned long long)finding->time,
                  finding->time == finding->others && finding->ratio > 0
                      ? ", which is a deadlock as soon as messages are too large to be buffered"
                      : "");
}

static void add_collective(const struct report_view *view,
                           const struct analysis_advice_finding *finding, struct buffer *to)
{
    buffer_add(to, "each rank calls it ");
    advice_add_count(to, finding->count, "time");
    buffer_add(to, ", once in ");
    words_time(to, finding->time);
    buffer_add(to, ", for ");
    words_bytes(to, finding->bytes);
    if (finding->about) {
        buffer_add(to, "; in ");
        report_efficiency_site(view, finding->about, to);
    }
    if (finding->others > 1)
        buffer_printf(to, ", the innermost of %llu loops", (unsigned long long)finding->others);
    buffer_add(to, ". The cost is the time of the calls without waits for other ranks");
}

static void add_barrier(const struct report_view *view,
                        const struct analysis_advice_finding *finding, struct buffer *to)
{
    advice_add_count(to, finding->count, "call");
    if (finding->time == finding->least) {
        buffer_add(to, "; each rank spends ");
        words_time(to, finding->time);
        buffer_add(to, " there");
    } else {
        buffer_add(to, "; ranks spend ");
        add_spread(to, finding);
        buffer_add(to, " there: rank ");
        advice_add_rank(view, to, finding->partner);
        buffer_add(to, " comes last, rank ");
        advice_add_rank(view, to, finding->place);
        buffer_add(to, " waits the longest");
    }
    if (finding->about) {
        buffer_add(to,
                   ". It is redundant: right after it, all ranks wait for each other again in ");
        report_efficiency_site(view, finding->about, to);
    }
}

void report_advice_evidence(const struct report_view *view,
                            const struct analysis_efficiency *efficiency,
                            const struct analysis_advice_finding *finding, struct buffer *to)
{
    switch (finding->kind) {
    case ADVICE_IMBALANCE:
        add_useful(view, efficiency, finding, to);
        break;
    case ADVICE_GENERATOR:
        buffer_printf(
            to,
            "%.0f %% of the time that ranks wait for messages is for messages of this rank; "
            "%llu ranks get nearly all their messages from it; ",
            100 * finding->ratio, (unsigned long long)finding->others);
        advice_add_count(to, finding->count, "message");
        buffer_add(to, " in all; it computes ");
        words_time(to, finding->time);
        buffer_add(to, " itself");
        break;
    case ADVICE_RING:
        add_ring(view, finding, to);
        break;
    case ADVICE_SMALL_MESSAGES:
        add_messages(to, finding);
        buffer_add(
            to, ", most of them sent within a millisecond of the previous one, with no receive in "
                "between");
        add_data(view, view->archive->regions.data[finding->sites[0]], to);
        break;
    case ADVICE_SELF_MESSAGES:
        add_messages(to, finding);
        buffer_add(to, finding->bytes == ARCHIVE_UNKNOWN ? "; one of them on rank "
                                                         : "; the largest on rank ");
        advice_add_rank(view, to, finding->place);
        add_data(view, view->archive->regions.data[finding->sites[0]], to);
        break;
    case ADVICE_BARRIER:
        add_barrier(view, finding, to);
        break;
    case ADVICE_COLLECTIVE:
        add_collective(view, finding, to);
        add_data(view, view->archive->regions.data[finding->sites[0]], to);
        break;
    case ADVICE_ONE_WRITER:
        buffer_printf(to, "%.0f %% of all I/O: ", 100 * finding->ratio);
        words_time(to, finding->time);
        buffer_add(to, ", ");
        if (finding->bytes == ARCHIVE_UNKNOWN)
            buffer_add(to, "unknown bytes");
        else
            words_bytes(to, finding->bytes);
        buffer_add(to, ". The cost is an upper bound: the time that the others can have waited for "
                       "it in MPI calls");
        break;
    case ADVICE_IO_IN_TURN:
        buffer_printf(to, "%llu ranks do I/O, hardly ever two at a time: ",
                      (unsigned long long)finding->others);
        words_time(to, finding->time);
        buffer_add(to, " together. The cost is an upper bound: the time that the others can have "
                       "waited in MPI calls");
        break;
    case ADVICE_THREADS:
    case ADVICE_LOCK:
        advice_add_count(to, finding->count, "time");
        buffer_printf(to, "; %llu lanes wait ", (unsigned long long)finding->others);
        add_spread(to, finding);
        if (finding->about)
            buffer_printf(to, "; for %s", report_view_name(view, finding->about));
        break;
    case ADVICE_SMALL_TASKS:
        advice_add_count(to, finding->count, "task");
        buffer_add(to, " of ");
        words_time(to, finding->time);
        buffer_add(to, " on average");
        break;
    case ADVICE_CROWDED:
        add_crowded(view, efficiency, to);
        break;
    case ADVICE_LATE_SENDER:
    case ADVICE_LATE_RECEIVER:
    case ADVICE_LATE_TO_ALL:
        add_late(view, finding, to);
        break;
    case ADVICE_SPIN:
        add_spin(finding, to);
        break;
    case ADVICE_POLL:
        add_poll(view, finding, to);
        break;
    case ADVICE_SAME_PLACE:
        words_count(to, finding->count, true);
        buffer_add(to, " of ");
        advice_add_count(to, finding->others, "move");
        buffer_add(to, ", with ");
        words_bytes(to, finding->bytes);
        buffer_add(to, " of copies. The cost is their share of the directive's own time");
        break;
    case ADVICE_NEEDLESS_COPY:
        words_bytes(to, finding->bytes);
        buffer_add(to, " in ");
        advice_add_count(to, finding->count, "move");
        buffer_add(to, ". The cost is an upper bound: the directive's own time");
        break;
    case ADVICE_HOIST:
        words_count(to, finding->count, true);
        buffer_add(to, " of ");
        advice_add_count(to, finding->time, "move");
        buffer_add(to, " carried it to a place that had it from an earlier trip: ");
        words_bytes(to, finding->bytes);
        buffer_add(to, "; the loop does not change it. The cost is an upper bound: their share of "
                       "the directive's own time");
        break;
    case ADVICE_LATE_ACTIVITY:
        advice_add_count(to, finding->count, "visit");
        buffer_add(to, "; the others had ended, and waited for it alone");
        break;
    case ADVICE_FEW_ELEMENTS:
        words_count(to, finding->count, true);
        buffer_add(to, " of ");
        advice_add_count(to, finding->others, "call");
        buffer_add(to, " led to another place, with ");
        words_bytes(to, finding->bytes);
        buffer_add(to, " together. The cost is their time; other activities may run meanwhile");
        break;
    case ADVICE_KINDS:
        break;
    }
}
