/* advice_words.c: the titles of findings, and what to try. */
#include "report/analysis/advice.h"

#include "report/analysis/advice_parts.h"
#include "report/analysis/efficiency.h"
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
    [ADVICE_CROWDED] = "oversubscribed",
    [ADVICE_LATE_SENDER] = "late_sender",
    [ADVICE_LATE_RECEIVER] = "late_receiver",
    [ADVICE_LATE_TO_ALL] = "late_to_collective",
    [ADVICE_SPIN] = "spinning_loop",
    [ADVICE_POLL] = "polling_mpi",
    [ADVICE_SAME_PLACE] = "moves_to_same_place",
    [ADVICE_NEEDLESS_COPY] = "needless_copy",
    [ADVICE_HOIST] = "hoist",
    [ADVICE_LATE_ACTIVITY] = "late_activity",
    [ADVICE_FEW_ELEMENTS] = "few_elements_at_a_time",
};

const char *report_advice_key(enum analysis_advice_kind kind)
{
    return keys[kind];
}

static const char *shape_words(enum analysis_advice_shape shape)
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

static void add_barrier_title(const struct report_view *view,
                              const struct analysis_advice_finding *finding, struct buffer *to)
{
    buffer_add(to, "Ranks wait at ");
    advice_add_call(view, to, finding);
    buffer_add(to, ", which moves no data");
}

static void add_crowded_title(const struct report_view *view,
                              const struct analysis_crowding *crowding, struct buffer *to)
{
    if (!crowding->own) {
        buffer_add(to, "Oversubscribed: other programs use the cores, too");
        return;
    }
    buffer_add(to, "Oversubscribed: ");
    advice_add_lanes(view, crowding, to);
    buffer_add(to, " share ");
    advice_add_count(to, crowding->cores, "core");
}

/* Adds where ranks wait, why, and for which rank most. */
static void add_late_title(const struct report_view *view,
                           const struct analysis_advice_finding *finding, struct buffer *to)
{
    buffer_add(to, "Ranks wait in ");
    advice_add_call(view, to, finding);
    buffer_add(to, finding->kind == ADVICE_LATE_SENDER     ? " for messages that are sent late"
                   : finding->kind == ADVICE_LATE_RECEIVER ? " until their messages are received"
                                                           : " for ranks that are late");
    buffer_add(to, ", most for rank ");
    advice_add_rank(view, to, finding->place);
}

/* Adds "computes 1.4 times as long as". */
static void add_imbalance(const struct analysis_efficiency *efficiency, double ratio,
                          struct buffer *to)
{
    switch (efficiency->evidence) {
    case EFFICIENCY_BY_CPU:
        buffer_printf(to, " uses %.1f times the CPU time of", ratio);
        break;
    case EFFICIENCY_BY_OWN:
        buffer_printf(to, " is outside MPI %.1f times as long as", ratio);
        break;
    case EFFICIENCY_BY_WORK:
        buffer_printf(to, " does %.1f times as much as", ratio);
        break;
    default:
        buffer_printf(to, " computes %.1f times as long as", ratio);
        break;
    }
}

static void add_copy_title(const struct report_view *view,
                           const struct analysis_advice_finding *finding, struct buffer *to)
{
    const struct archive_captures *captures = &view->archive->captures;
    unsigned use = (unsigned)finding->ratio;
    buffer_printf(to, "`%s` is copied by ",
                  report_view_text(view, captures->name[finding->others]));
    report_efficiency_site(view, finding->sites[0], to);
    buffer_add(to, use == ARCHIVE_UNUSED    ? ", which does not use it"
                   : use == ARCHIVE_RELAYED ? " only to be carried on to another place"
                                            : ", which uses one element of it");
}

static void add_activity_title(const struct report_view *view,
                               const struct analysis_advice_finding *finding, struct buffer *to)
{
    const struct archive_activities *all = &view->archive->activities;
    char name[ARCHIVE_NAME];
    archive_activity_name(view->archive, all->place[finding->others], all->number[finding->others],
                          name);
    buffer_printf(to, "Activity %s delays ", name);
    report_efficiency_site(view, finding->sites[0], to);
    buffer_add(to, " by ");
    words_time(to, finding->time);
}

void report_advice_title(const struct report_view *view,
                         const struct analysis_advice_finding *finding, struct buffer *to)
{
    switch (finding->kind) {
    case ADVICE_IMBALANCE:
        buffer_add(to, "Rank ");
        advice_add_rank(view, to, finding->place);
        add_imbalance(report_efficiency_of(view), finding->ratio, to);
        buffer_printf(to, " the mean of all ranks%s", shape_words(finding->shape));
        break;
    case ADVICE_GENERATOR:
        buffer_add(to, "Rank ");
        advice_add_rank(view, to, finding->place);
        buffer_add(to, " produces the work of all ranks, and they wait for it");
        break;
    case ADVICE_RING:
        buffer_printf(to, "Blocking sends %s: ranks wait for each other one after another",
                      finding->ratio > 0 ? "around a ring"
                                         : "along a chain, each before its receive");
        break;
    case ADVICE_SMALL_MESSAGES:
        buffer_add(to, "Many small messages from rank ");
        advice_add_rank(view, to, finding->place);
        buffer_add(to, " to rank ");
        advice_add_rank(view, to, finding->partner);
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
        advice_add_call(view, to, finding);
        buffer_add(to, " is called very often for very little data");
        break;
    case ADVICE_ONE_WRITER:
        buffer_add(to, "Rank ");
        advice_add_rank(view, to, finding->place);
        buffer_add(to, " does the I/O of all ranks while they wait");
        break;
    case ADVICE_IO_IN_TURN:
        buffer_add(to, "Ranks do their I/O one after another");
        break;
    case ADVICE_THREADS:
        buffer_add(to, "Threads wait for each other at ");
        advice_add_call(view, to, finding);
        break;
    case ADVICE_LOCK:
        buffer_add(to, "Threads wait for a lock at ");
        advice_add_call(view, to, finding);
        break;
    case ADVICE_SMALL_TASKS:
        buffer_add(to, "Tasks are so small that creating them costs more than running them");
        break;
    case ADVICE_CROWDED:
        add_crowded_title(view, &report_efficiency_of(view)->crowding, to);
        break;
    case ADVICE_LATE_SENDER:
    case ADVICE_LATE_RECEIVER:
    case ADVICE_LATE_TO_ALL:
        add_late_title(view, finding, to);
        break;
    case ADVICE_SPIN:
        report_efficiency_site(view, finding->sites[0], to);
        buffer_add(to, " is a busy wait, and occupies a core");
        break;
    case ADVICE_POLL:
        advice_add_call(view, to, finding);
        buffer_add(to, " is called in a polling loop by ranks that have nothing else to do");
        break;
    case ADVICE_SAME_PLACE:
        report_efficiency_site(view, finding->sites[0], to);
        buffer_add(to, " moves to the place where it is");
        break;
    case ADVICE_NEEDLESS_COPY:
        add_copy_title(view, finding, to);
        break;
    case ADVICE_HOIST:
        buffer_printf(to, "Hoist the copy of `%s` out of the loop: ",
                      report_view_text(view, view->archive->captures.name[finding->others]));
        report_efficiency_site(view, finding->sites[0], to);
        buffer_add(to, " sends it to places that have it already");
        break;
    case ADVICE_LATE_ACTIVITY:
        add_activity_title(view, finding, to);
        break;
    case ADVICE_FEW_ELEMENTS:
        report_efficiency_site(view, finding->sites[0], to);
        if (finding->site_count > 1)
            buffer_printf(to, " copies elements of `%s`",
                          report_view_name(view, finding->sites[1]));
        else
            buffer_add(to, " copies elements of distributed arrays");
        buffer_add(to, " to or from other places a few at a time");
        break;
    case ADVICE_KINDS:
        break;
    }
}

static const char *imbalance_try(enum analysis_advice_shape shape)
{
    switch (shape) {
    case ADVICE_RISING:
    case ADVICE_FALLING:
        return "the work depends on the rank's number: distribute it cyclically (row i to rank i "
               "modulo ranks) instead of in blocks, or make blocks of equal cost";
    case ADVICE_MIDDLE:
    case ADVICE_EDGES:
        return "the work depends on the position in the domain: distribute rows cyclically (row i "
               "to "
               "rank i modulo ranks) instead of in blocks, make blocks of equal cost, or "
               "distribute them on demand";
    default:
        return "divide the work into pieces of equal cost instead of equal size; if costs are not "
               "known in advance, distribute pieces on demand, or rebalance from time to time";
    }
}

/* Returns what to try in a program that communicates by another library, where the words for MPI
 * build on its functions; else NULL. */
static const char *other_try(enum analysis_advice_kind kind)
{
    switch (kind) {
    case ADVICE_RING:
        return "let all ranks send at the same time; or start the transfers before the computation "
               "and wait for them after it, which also hides the transfer";
    case ADVICE_SMALL_MESSAGES:
        return "aggregate them into one message, by an array or by packing them";
    case ADVICE_ONE_WRITER:
        return "let all ranks do I/O, each to its part of the file or to a file of its own; or let "
               "the others compute while one writes";
    default:
        return NULL;
    }
}

const char *report_advice_try(const struct report_view *view,
                              const struct analysis_advice_finding *finding)
{
    static const char *const words[ADVICE_KINDS] = {
        [ADVICE_GENERATOR] = "hand out several pieces of work at a time, and the next ones before "
                             "the last are done; let several ranks produce work, or each rank its "
                             "own",
        [ADVICE_RING] =
            "use MPI_Sendrecv (or MPI_Sendrecv_replace), so that all ranks send at the same "
            "time; or MPI_Irecv and MPI_Isend before the computation and MPI_Waitall after "
            "it, which also hides the transfer",
        [ADVICE_SMALL_MESSAGES] = "aggregate them into one message, by an array, a derived "
                                  "datatype or MPI_Pack",
        [ADVICE_SELF_MESSAGES] = "copy the data, or use it in place: a message to itself is "
                                 "copied twice, and has the whole overhead of MPI",
        [ADVICE_BARRIER] = "remove it, unless something outside MPI (files, shared memory, timing) "
                           "needs it: receives and collective operations wait for the data they "
                           "need. If ranks are late because they have more to do, the wait only "
                           "moves elsewhere: see the load balance",
        [ADVICE_COLLECTIVE] = "call it once for several steps (test convergence every tenth step), "
                              "or combine several values in one call; nonblocking collectives "
                              "(MPI_Iallreduce) let ranks compute meanwhile",
        [ADVICE_ONE_WRITER] =
            "let all ranks do I/O: MPI_File_write_at_all (or HDF5 or NetCDF on top "
            "of it), or a file per rank; or let the others compute while one "
            "writes",
        [ADVICE_IO_IN_TURN] =
            "let ranks write to different parts of the file at the same time "
            "(MPI_File_write_at_all), or to a file per rank, instead of taking turns",
        [ADVICE_THREADS] =
            "balance the loop: schedule(dynamic) or (guided), or smaller static "
            "chunks; merge parallel regions; use nowait where the next loop does not "
            "depend on this one; if one thread communicates meanwhile, give the "
            "others work that does not need the data",
        [ADVICE_LOCK] = "hold it for less time, give each thread its own copy and combine them "
                        "at the end (reduction), or use several locks or atomic operations",
        [ADVICE_SMALL_TASKS] = "create fewer and larger tasks: below some size, call the function "
                               "instead of creating a task (final, if, taskloop grainsize)",
        [ADVICE_CROWDED] = "run no more ranks and threads than there are cores, each bound to its "
                           "own (mpirun --bind-to core, OMP_PROC_BIND=true), on an otherwise idle "
                           "machine, and measure again: until then, times say little about the "
                           "program",
        [ADVICE_LATE_SENDER] = "send earlier: as soon as the data is ready, before the rest of the "
                               "work (MPI_Isend); or let the receiver compute first (MPI_Irecv, "
                               "compute, MPI_Wait)",
        [ADVICE_LATE_RECEIVER] = "post receives earlier (MPI_Irecv before the computation), or let "
                                 "the sender continue (MPI_Isend, compute, MPI_Wait)",
        [ADVICE_LATE_TO_ALL] = "give the late rank less to do before it, or start the operation "
                               "earlier and compute meanwhile (MPI_Ibcast, MPI_Ireduce and other "
                               "nonblocking collectives)",
        [ADVICE_SPIN] = "block instead: use a condition variable, a semaphore, a barrier or a "
                        "task with dependences; if it has to poll, pause or yield the core "
                        "(sched_yield), above all with more threads than cores; better, give the "
                        "thread work to do",
        [ADVICE_POLL] =
            "block in MPI (MPI_Wait, MPI_Waitany, MPI_Probe), or do useful work between "
            "two calls",
        [ADVICE_SAME_PLACE] = "call the block directly if the place is tri_here(), or choose "
                              "another place",
        [ADVICE_NEEDLESS_COPY] = "copy what is needed into a variable of its own before the "
                                 "directive; if a loop is around it and the value does not change, "
                                 "send it once before the loop, to a global variable of the place",
        [ADVICE_HOIST] = "send it once before the loop, to a global variable of the place, or put "
                         "the loop into one `at`",
        [ADVICE_LATE_ACTIVITY] = "divide its work among more activities, or start it first",
        [ADVICE_FEW_ELEMENTS] = "distribute the array so that elements that are used together are "
                                "at one place (TRI_BLOCK), copy many elements by one call, or work "
                                "where they are: at(tri_array_place(...))",
    };
    const char *other = view->options->library ? other_try(finding->kind) : NULL;
    if (other)
        return other;
    return finding->kind == ADVICE_IMBALANCE ? imbalance_try(finding->shape) : words[finding->kind];
}
