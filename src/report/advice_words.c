/* advice_words.c: what is said of each kind of finding. */
#include "report/advice.h"

#include "report/efficiency.h"
#include "util/words.h"

static const char *const keys[ADVICE_KINDS] = {
    [ADVICE_IMBALANCE] = "load_imbalance",
    [ADVICE_GENERATOR] = "one_rank_makes_all_work",
    [ADVICE_RING] = "blocking_ring",
    [ADVICE_SMALL_MESSAGES] = "many_small_messages",
    [ADVICE_SELF_MESSAGES] = "messages_to_itself",
    [ADVICE_BARRIER] = "barrier_only_waits",
    [ADVICE_COLLECTIVE] = "collective_in_inner_loop",
    [ADVICE_ONE_WRITER] = "one_rank_does_io",
    [ADVICE_IO_IN_TURN] = "io_one_after_another",
    [ADVICE_THREADS] = "threads_wait_at_barrier",
    [ADVICE_LOCK] = "lock_contention",
    [ADVICE_SMALL_TASKS] = "small_tasks",
};

const char *advice_key(enum advice_kind kind)
{
    return keys[kind];
}

static void add_rank(const struct view *view, struct buffer *to, uint32_t place)
{
    char name[ARCHIVE_NAME] = "?";
    if (place != ARCHIVE_NONE)
        archive_place_name(view->archive, place, name);
    buffer_add(to, name);
}

static void add_count(struct buffer *to, uint64_t count, const char *what)
{
    words_count(to, count, true);
    buffer_printf(to, " %s%s", what, count == 1 ? "" : "s");
}

/* "MPI_Allreduce (cg.c:31)" */
static void add_call(const struct view *view, struct buffer *to,
                     const struct advice_finding *finding)
{
    uint32_t region = finding->sites[0], line = view->archive->regions.line[region];
    buffer_add(to, view_name(view, region));
    if (view_has_source(view, region) && line)
        buffer_printf(to, " (%s:%u)", view_file(view, region), line);
}

static const char *shape_words(enum advice_shape shape)
{
    static const char *const words[] = {
        [ADVICE_NO_SHAPE] = "",
        [ADVICE_RISING] = ": the higher the rank, the more it has to do",
        [ADVICE_FALLING] = ": the lower the rank, the more it has to do",
        [ADVICE_MIDDLE] = ": the ranks in the middle have the most to do",
        [ADVICE_EDGES] = ": the first and the last ranks have the most to do",
    };
    return words[shape];
}

static void add_barrier_title(const struct view *view, const struct advice_finding *finding,
                              struct buffer *to)
{
    buffer_add(to, "Ranks wait at ");
    add_call(view, to, finding);
    buffer_add(to, ", which moves no data");
}

void advice_title(const struct view *view, const struct advice_finding *finding, struct buffer *to)
{
    switch (finding->kind) {
    case ADVICE_IMBALANCE:
        buffer_add(to, "Rank ");
        add_rank(view, to, finding->place);
        buffer_printf(to, " computes %.1f times as long as the mean of all ranks%s", finding->ratio,
                      shape_words(finding->shape));
        break;
    case ADVICE_GENERATOR:
        buffer_add(to, "Rank ");
        add_rank(view, to, finding->place);
        buffer_add(to, " makes the work for all, and they wait for it");
        break;
    case ADVICE_RING:
        buffer_printf(to, "Blocking sends %s: ranks wait for each other one after another",
                      finding->ratio > 0 ? "around a ring"
                                         : "along a chain, each before its receive");
        break;
    case ADVICE_SMALL_MESSAGES:
        buffer_add(to, "Many small messages from rank ");
        add_rank(view, to, finding->place);
        buffer_add(to, " to rank ");
        add_rank(view, to, finding->partner);
        if (finding->others > 1)
            buffer_printf(to, ", and between %llu more pair%s of ranks",
                          (unsigned long long)finding->others - 1, finding->others == 2 ? "" : "s");
        break;
    case ADVICE_SELF_MESSAGES:
        buffer_add(to, "Ranks send messages to themselves");
        break;
    case ADVICE_BARRIER:
        add_barrier_title(view, finding, to);
        break;
    case ADVICE_COLLECTIVE:
        add_call(view, to, finding);
        buffer_add(to, " is called very often for very little data");
        break;
    case ADVICE_ONE_WRITER:
        buffer_add(to, "Rank ");
        add_rank(view, to, finding->place);
        buffer_add(to, " does the I/O of all while others wait");
        break;
    case ADVICE_IO_IN_TURN:
        buffer_add(to, "Ranks do their I/O one after another");
        break;
    case ADVICE_THREADS:
        buffer_add(to, "Threads wait for each other at ");
        add_call(view, to, finding);
        break;
    case ADVICE_LOCK:
        buffer_add(to, "Threads wait for a lock at ");
        add_call(view, to, finding);
        break;
    case ADVICE_SMALL_TASKS:
        buffer_add(to, "Tasks are so small that making them costs more than they do");
        break;
    case ADVICE_KINDS:
        break;
    }
}

/* "from 12.3 ms to 1.20 s" */
static void add_spread(struct buffer *to, const struct advice_finding *finding)
{
    buffer_add(to, "from ");
    words_time(to, finding->least);
    buffer_add(to, " to ");
    words_time(to, finding->time);
}

static void add_messages(struct buffer *to, const struct advice_finding *finding)
{
    add_count(to, finding->count, "message");
    buffer_add(to, " of ");
    words_bytes(to, finding->count ? finding->bytes / finding->count : 0);
    buffer_add(to, finding->count == 1 ? "" : " on average");
}

enum { LISTED = 8 }; /* ranks whose times are listed one by one */

static void add_useful(const struct efficiency *efficiency, const struct advice_finding *finding,
                       struct buffer *to)
{
    buffer_printf(to, "%llu ranks compute ", (unsigned long long)finding->others);
    add_spread(to, finding);
    if (efficiency->count <= LISTED) {
        buffer_add(to, "; by rank: ");
        for (size_t i = 0; i < efficiency->count; i++) {
            buffer_add(to, i ? ", " : "");
            words_time(to, efficiency->ranks[i].outside);
        }
    }
}

static void add_ring(const struct view *view, const struct advice_finding *finding,
                     struct buffer *to)
{
    buffer_printf(to, "%llu ranks send to the next one (rank ",
                  (unsigned long long)finding->others);
    add_rank(view, to, finding->place);
    buffer_add(to, " to ");
    add_rank(view, to, finding->partner);
    buffer_add(to, ", and so on) and receive from the one before, by calls that block: ");
    add_messages(to, finding);
    buffer_printf(to, "; %llu of the ranks send before they receive%s",
                  (unsigned long long)finding->time,
                  finding->time == finding->others && finding->ratio > 0
                      ? ", which is a deadlock as soon as messages are too large to be buffered"
                      : "");
}

static void add_collective(const struct view *view, const struct advice_finding *finding,
                           struct buffer *to)
{
    buffer_add(to, "each rank calls it ");
    add_count(to, finding->count, "time");
    buffer_add(to, ", once in ");
    words_time(to, finding->time);
    buffer_add(to, ", for ");
    words_bytes(to, finding->bytes);
    if (finding->about) {
        buffer_add(to, "; in ");
        efficiency_site(view, finding->about, to);
    }
    if (finding->others > 1)
        buffer_printf(to, ", the innermost of %llu loops", (unsigned long long)finding->others);
    buffer_add(to, ". The cost is what all ranks have there even without waiting for each other");
}

static void add_barrier(const struct view *view, const struct advice_finding *finding,
                        struct buffer *to)
{
    add_count(to, finding->count, "call");
    if (finding->time == finding->least) {
        buffer_add(to, "; each rank is there ");
        words_time(to, finding->time);
    } else {
        buffer_add(to, "; ranks are there ");
        add_spread(to, finding);
        buffer_add(to, ": rank ");
        add_rank(view, to, finding->partner);
        buffer_add(to, " comes last, rank ");
        add_rank(view, to, finding->place);
        buffer_add(to, " waits the longest");
    }
    if (finding->about) {
        buffer_add(to, ". It is needless: right behind it, all wait for each other again in ");
        efficiency_site(view, finding->about, to);
    }
}

void advice_evidence(const struct view *view, const struct efficiency *efficiency,
                     const struct advice_finding *finding, struct buffer *to)
{
    switch (finding->kind) {
    case ADVICE_IMBALANCE:
        add_useful(efficiency, finding, to);
        break;
    case ADVICE_GENERATOR:
        buffer_printf(to,
                      "%.0f %% of the time in which ranks wait for a message, it is one of this "
                      "rank; %llu ranks get nearly all their messages from it; ",
                      100 * finding->ratio, (unsigned long long)finding->others);
        add_count(to, finding->count, "message");
        buffer_add(to, " in all; it computes ");
        words_time(to, finding->time);
        buffer_add(to, " itself");
        break;
    case ADVICE_RING:
        add_ring(view, finding, to);
        break;
    case ADVICE_SMALL_MESSAGES:
        add_messages(to, finding);
        buffer_add(to, ", most of them sent within a millisecond of the one before, and with "
                       "nothing received in between");
        break;
    case ADVICE_SELF_MESSAGES:
        add_messages(to, finding);
        buffer_add(to, "; the largest one on rank ");
        add_rank(view, to, finding->place);
        break;
    case ADVICE_BARRIER:
        add_barrier(view, finding, to);
        break;
    case ADVICE_COLLECTIVE:
        add_collective(view, finding, to);
        break;
    case ADVICE_ONE_WRITER:
        buffer_printf(to, "%.0f %% of all I/O: ", 100 * finding->ratio);
        words_time(to, finding->time);
        buffer_add(to, ", ");
        words_bytes(to, finding->bytes);
        buffer_add(to, ". The cost is what the others can have waited for it in calls of MPI, at "
                       "most");
        break;
    case ADVICE_IO_IN_TURN:
        buffer_printf(to, "%llu ranks do I/O, hardly ever two at a time: ",
                      (unsigned long long)finding->others);
        words_time(to, finding->time);
        buffer_add(to, " together. The cost is what the others can have waited in calls of MPI, at "
                       "most");
        break;
    case ADVICE_THREADS:
    case ADVICE_LOCK:
        add_count(to, finding->count, "time");
        buffer_printf(to, "; %llu lanes wait ", (unsigned long long)finding->others);
        add_spread(to, finding);
        if (finding->about)
            buffer_printf(to, "; for %s", view_name(view, finding->about));
        break;
    case ADVICE_SMALL_TASKS:
        add_count(to, finding->count, "task");
        buffer_add(to, " of ");
        words_time(to, finding->time);
        buffer_add(to, " on average");
        break;
    case ADVICE_KINDS:
        break;
    }
}

static const char *imbalance_try(enum advice_shape shape)
{
    switch (shape) {
    case ADVICE_RISING:
    case ADVICE_FALLING:
        return "the work follows the rank's number: deal it out in turn (row i to rank i modulo "
               "ranks) instead of in blocks, or cut the blocks by their cost";
    case ADVICE_MIDDLE:
    case ADVICE_EDGES:
        return "the work follows the place in the domain: deal out rows in turn (row i to rank i "
               "modulo ranks) instead of in blocks, cut the blocks by their cost, or let ranks "
               "ask for the next piece";
    default:
        return "cut the work into pieces of the same cost instead of the same size; where that is "
               "not known before, let ranks ask for the next piece, or share it out anew now and "
               "then";
    }
}

const char *advice_try(const struct advice_finding *finding)
{
    static const char *const words[ADVICE_KINDS] = {
        [ADVICE_GENERATOR] = "hand out several pieces of work at a time, and the next one before "
                             "the last is done; let more than one rank make work, or let each "
                             "rank make its own",
        [ADVICE_RING] =
            "MPI_Sendrecv (or MPI_Sendrecv_replace) lets all ranks send at the same "
            "time; MPI_Irecv and MPI_Isend before the computation and MPI_Waitall after "
            "it hide the transfer, too",
        [ADVICE_SMALL_MESSAGES] = "put them together: one message with all of it, by an array, a "
                                  "derived datatype or MPI_Pack",
        [ADVICE_SELF_MESSAGES] = "copy, or use the data where it is: a message to itself is copied "
                                 "twice, and takes all of MPI's bookkeeping",
        [ADVICE_BARRIER] = "take it out, if nothing outside of MPI (files, shared memory, timing) "
                           "needs it: receives and collective operations wait by themselves for "
                           "what they need. Where ranks come late because they have more to do, "
                           "the waiting goes elsewhere: see the load balance",
        [ADVICE_COLLECTIVE] = "do it once for several steps (a test of convergence every tenth "
                              "step), or put several values into one call; MPI_Iallreduce and its "
                              "like let ranks compute meanwhile",
        [ADVICE_ONE_WRITER] = "let all ranks do their part: MPI_File_write_at_all (or HDF5, NetCDF "
                              "on top of it), or a file for each rank; or let the others go on "
                              "while one writes",
        [ADVICE_IO_IN_TURN] =
            "let ranks write at the same time to different parts of the file: "
            "MPI_File_write_at_all, or a file for each rank, instead of handing on "
            "the turn",
        [ADVICE_THREADS] = "share the loop out anew: schedule(dynamic) or (guided), or smaller "
                           "static chunks; join parallel regions, or nowait where the next loop "
                           "does not need this one; where one of them communicates meanwhile, "
                           "give the others work that does not need the data",
        [ADVICE_LOCK] = "hold it for less time, give each thread its own copy and add them up in "
                        "the end (reduction), or use several locks or atomic operations",
        [ADVICE_SMALL_TASKS] = "make fewer and larger ones: stop making tasks below some size "
                               "(final, if, taskloop grainsize), and call the function there",
    };
    return finding->kind == ADVICE_IMBALANCE ? imbalance_try(finding->shape) : words[finding->kind];
}
