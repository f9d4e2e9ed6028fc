/* columns.h: the columns of the tables of an archive: the one place where they are named.
 *
 * Each row is COLUMN(type, name, missing, form, absent, of, description):
 *
 *   type         of an element: U8 U16 U32 U64 F64
 *   missing      what a reader takes for a column without a file: enum archive_schema_missing
 *   form         what the number is: enum archive_schema_form
 *   absent       which values mean that there is none: enum archive_schema_absent
 *   of           of the form ROW the table; of the form WORD the function that knows the words
 *   description  a phrase for people, for queries and doc/archive.md
 *
 * The members of struct archive_regions and so on, the schema, the exports, the fields of queries
 * and the lists in doc/ are made from these. CONTRIBUTING.md tells how to add a column. */
#ifndef ARCHIVE_TABLE_COLUMNS_H
#define ARCHIVE_TABLE_COLUMNS_H

/* clang-format off */
#define ARCHIVE_REGIONS(COLUMN) \
    COLUMN(U32, kind, DAMAGE, WORD, NEVER, schema_region_kind, "kind of region: routine, loop, io, user, ... (enum tri_kind)") \
    COLUMN(U32, flags, DAMAGE, NUMBER, NEVER, none, "facts about the region, as bits (enum tri_flag, FORMAT_FILTERED, FORMAT_BINARY)") \
    COLUMN(U32, mode, DAMAGE, WORD, NEVER, schema_region_mode, "how it was measured: off, count, time, log, sample (enum tri_mode)") \
    COLUMN(U32, reason, DAMAGE, WORD, NEVER, schema_region_reason, "why it was measured in this mode (enum format_reason)") \
    COLUMN(U32, seq, DAMAGE, NUMBER, ZERO, none, "position among the regions of its kind in its routine") \
    COLUMN(U32, line, DAMAGE, NUMBER, ZERO, none, "first source line") \
    COLUMN(U32, end_line, DAMAGE, NUMBER, ZERO, none, "last source line") \
    COLUMN(U32, routine, DAMAGE, ROW, ZERO, regions, "routine that contains it") \
    COLUMN(U32, name, DAMAGE, TEXT, NEVER, none, "name of the routine, call or label") \
    COLUMN(U32, file, DAMAGE, TEXT, NEVER, none, "source file, or library") \
    COLUMN(U32, dir, DAMAGE, TEXT, NEVER, none, "directory in which the compiler ran") \
    COLUMN(U32, note, DAMAGE, TEXT, NEVER, none, "why it was not measured, or what is unknown") \
    COLUMN(U64, visits, DAMAGE, NUMBER, NEVER, none, "visits on all call paths, of all lanes") \
    COLUMN(U32, unit, ONES, SIGNED, LARGEST, none, "for a data file, Fortran unit that it was connected to") \
    COLUMN(U32, mpi, ZEROS, WORD, NEVER, format_mpi_word, "what a call of MPI does: send, receive, wait, collective, ... (format/mpi.h)") \
    COLUMN(U32, data, ZEROS, TEXT, NEVER, none, "for a call of MPI, text of the argument whose data it sends, or name of its variable; empty: not known") \
    COLUMN(U32, received_data, ZEROS, TEXT, NEVER, none, "for a call of MPI, text of the argument that receives data, or name of its variable; empty: not known")

#define ARCHIVE_PLACES(COLUMN) \
    COLUMN(U32, number, DAMAGE, NUMBER, NEVER, none, "number of the place") \
    COLUMN(U32, pid, DAMAGE, NUMBER, NEVER, none, "system's process id") \
    COLUMN(U32, parent_pid, DAMAGE, NUMBER, ZERO, none, "process id of its parent") \
    COLUMN(U32, parent, DAMAGE, NUMBER, LARGEST, none, "number of the place that it was forked from") \
    COLUMN(U32, clock, DAMAGE, WORD, NEVER, schema_place_clock, "clock of its times: counter, monotonic, cpu (enum format_clock)") \
    COLUMN(U32, state, DAMAGE, WORD, NEVER, schema_place_state, "running, ended, replaced, unfinished, stopped (enum archive_place_state)") \
    COLUMN(U8, alive, DAMAGE, BOOL, NEVER, none, "true if the process exists, measured or not") \
    COLUMN(U32, error, DAMAGE, NUMBER, NEVER, none, "errno of the error that stopped measuring") \
    COLUMN(U64, start, DAMAGE, MOMENT, NEVER, none, "start") \
    COLUMN(U64, end, DAMAGE, MOMENT, NEVER, none, "end, or the last sign of life") \
    COLUMN(U64, real_start, DAMAGE, NUMBER, NEVER, none, "start, in ns since 1970") \
    COLUMN(U64, making, DAMAGE, TIME, NEVER, none, "time spent making nodes") \
    COLUMN(U32, host, DAMAGE, TEXT, NEVER, none, "host name") \
    COLUMN(U32, program, DAMAGE, TEXT, NEVER, none, "executable") \
    COLUMN(U32, command, DAMAGE, TEXT, NEVER, none, "command line") \
    COLUMN(U32, why, DAMAGE, TEXT, NEVER, none, "why measuring was stopped") \
    COLUMN(U32, damage, DAMAGE, TEXT, NEVER, none, "what could not be read of its data") \
    COLUMN(F64, cost_clock, DAMAGE, REAL, NEVER, none, "cost of reading the clock, in ns") \
    COLUMN(F64, cost_pair, DAMAGE, REAL, NEVER, none, "cost of a timed visit, in ns") \
    COLUMN(F64, cost_inside, DAMAGE, REAL, NEVER, none, "part of the cost of a timed visit that is inside of its time, in ns") \
    COLUMN(F64, cost_count, DAMAGE, REAL, NEVER, none, "cost of a counted visit, in ns") \
    COLUMN(U32, collects, ZEROS, NUMBER, NEVER, none, "what was measured without probes, as bits (enum format_collector)") \
    COLUMN(U32, openmp, ZEROS, NUMBER, NEVER, none, "how OpenMP was measured (enum format_openmp)") \
    COLUMN(F64, cost_act, ZEROS, REAL, NEVER, none, "cost of an event of a collector, in ns; 0 is unknown") \
    COLUMN(F64, cost_loop, ZEROS, REAL, NEVER, none, "cost of a counted loop, at its end, in ns; 0 is unknown") \
    COLUMN(F64, cost_pair_least, ZEROS, REAL, NEVER, none, "smallest cost of a timed visit, in ns; 0 is unknown") \
    COLUMN(F64, cost_pair_most, ZEROS, REAL, NEVER, none, "largest cost of a timed visit, in ns; 0 is unknown") \
    COLUMN(F64, cost_count_least, ZEROS, REAL, NEVER, none, "smallest cost of a counted visit, in ns; 0 is unknown") \
    COLUMN(F64, cost_count_most, ZEROS, REAL, NEVER, none, "largest cost of a counted visit, in ns; 0 is unknown") \
    COLUMN(F64, cost_loop_least, ZEROS, REAL, NEVER, none, "smallest cost of a counted loop, in ns; 0 is unknown") \
    COLUMN(F64, cost_loop_most, ZEROS, REAL, NEVER, none, "largest cost of a counted loop, in ns; 0 is unknown") \
    COLUMN(F64, cost_light, ZEROS, REAL, NEVER, none, "cost of a loop without a probe of its own, in ns; 0 is unknown") \
    COLUMN(F64, cost_light_most, ZEROS, REAL, NEVER, none, "largest cost of such a loop, in ns; 0 is unknown") \
    COLUMN(U32, rank, ONES, NUMBER, LARGEST, none, "MPI rank in MPI_COMM_WORLD") \
    COLUMN(U32, ranks, ZEROS, NUMBER, ZERO, none, "number of MPI ranks") \
    COLUMN(U64, name, ZEROS, NUMBER, ZERO, none, "1 + the number by which a described library knows the place, such as a task id of PVM") \
    COLUMN(U64, job, ZEROS, HEX, NEVER, none, "the same for all ranks of one MPI_COMM_WORLD") \
    COLUMN(U32, aligned, ZEROS, NUMBER, NEVER, none, "number of times its clock was compared with that of rank 0") \
    COLUMN(U64, within, ZEROS, TIME, NEVER, none, "maximum error of its clock") \
    COLUMN(U64, early, ZEROS, NUMBER, NEVER, none, "messages and collective operations that ended before they could; the largest number: they could not be sorted") \
    COLUMN(U64, moved, ZEROS, TIME, NEVER, none, "largest correction of its times") \
    COLUMN(U64, pc_samples, ZEROS, NUMBER, ZERO, none, "program-counter samples taken while loops were counted") \
    COLUMN(U32, signal, ZEROS, NUMBER, ZERO, none, "signal that ended it, where its parent reported it") \
    COLUMN(U64, heard, ZEROS, MOMENT, ZERO, none, "time at which its parent, or `triptych run`, learned of its end") \
    COLUMN(U8, sent, ZEROS, BOOL, NEVER, none, "true if another process of the run had sent it that signal") \
    COLUMN(U32, cores_online, ONES, NUMBER, LARGEST, none, "cores of the host that are online") \
    COLUMN(U32, cores, ONES, NUMBER, LARGEST, none, "cores that the process may run on") \
    COLUMN(U64, cores_low, ZEROS, HEX, NEVER, none, "which cores, as bits, from number 0; 0 with cores_high 0: some are beyond number 127") \
    COLUMN(U64, cores_high, ZEROS, HEX, NEVER, none, "which cores, as bits, from number 64") \
    COLUMN(U32, quota, ZEROS, NUMBER, ZERO, none, "CPU quota of its control group, in hundredths of a core") \
    COLUMN(U32, load_start, ONES, NUMBER, LARGEST, none, "one-minute load average at its start, in hundredths") \
    COLUMN(U32, load_end, ONES, NUMBER, LARGEST, none, "one-minute load average at its end, in hundredths") \
    COLUMN(U64, cpu_user, ONES, TIME, LARGEST, none, "user CPU time of all its threads") \
    COLUMN(U64, cpu_system, ONES, TIME, LARGEST, none, "system CPU time of all its threads") \
    COLUMN(U64, voluntary, ONES, NUMBER, LARGEST, none, "context switches because a thread waited") \
    COLUMN(U64, involuntary, ONES, NUMBER, LARGEST, none, "context switches because another thread got the core") \
    COLUMN(U64, memory, ONES, BYTES, LARGEST, none, "peak resident memory") \
    COLUMN(U64, major_faults, ONES, NUMBER, LARGEST, none, "page faults that read from disk") \
    COLUMN(U64, minor_faults, ONES, NUMBER, LARGEST, none, "other page faults")

#define ARCHIVE_LANES(COLUMN) \
    COLUMN(U32, place, DAMAGE, ROW, NEVER, places, "process") \
    COLUMN(U32, number, DAMAGE, NUMBER, NEVER, none, "number of the thread in its process, from 0") \
    COLUMN(U32, name, DAMAGE, TEXT, NEVER, none, "name of the thread") \
    COLUMN(U64, tid, DAMAGE, NUMBER, ZERO, none, "system's thread id") \
    COLUMN(U64, start, DAMAGE, MOMENT, NEVER, none, "start") \
    COLUMN(U64, end, DAMAGE, MOMENT, NEVER, none, "end, or the last sign of life") \
    COLUMN(U8, running, DAMAGE, BOOL, NEVER, none, "true if it is still running") \
    COLUMN(U8, at_least, DAMAGE, BOOL, NEVER, none, "true if its end is unknown: times are lower bounds") \
    COLUMN(U8, forked, DAMAGE, BOOL, NEVER, none, "true if it was started in another process, before a fork") \
    COLUMN(U8, ended, ZEROS, BOOL, NEVER, none, "true if the thread itself has ended") \
    COLUMN(U8, pool, ZEROS, BOOL, NEVER, none, "true for a pool thread, which is idle outside of all regions") \
    COLUMN(U32, activity, ZEROS, NUMBER, NEVER, none, "number of the thread among the activities of its process") \
    COLUMN(U32, parent, ONES, NUMBER, LARGEST, none, "number of the activity that started it") \
    COLUMN(U32, runs, ZEROS, NUMBER, NEVER, none, "number of the activity that it runs, or ran last") \
    COLUMN(U32, peer, ONES, NUMBER, LARGEST, none, "MPI rank that its last blocking send or receive was about") \
    COLUMN(U32, tag, ZEROS, SIGNED, NEVER, none, "tag of that message; -1 is any") \
    COLUMN(U32, communicator, ZEROS, NUMBER, ZERO, none, "number, in its place, of the communicator of its last blocking send or receive, or collective operation") \
    COLUMN(U64, filtered, ZEROS, NUMBER, NEVER, none, "visits that `triptych run --filter` did not log") \
    COLUMN(U64, cpu, ONES, TIME, LARGEST, none, "CPU time of the thread") \
    COLUMN(U64, cpu_in_mpi, ONES, TIME, LARGEST, none, "approximate part of its CPU time spent in MPI calls") \
    COLUMN(U64, queued, ONES, TIME, LARGEST, none, "time ready to run while another thread had the core") \
    COLUMN(U64, dropped_from, ZEROS, MOMENT, ZERO, none, "start of the time in which its events were dropped") \
    COLUMN(U64, dropped_to, ZEROS, MOMENT, ZERO, none, "end of that time: what it did in between is unknown") \
    COLUMN(U64, filtered_from, ZEROS, MOMENT, ZERO, none, "earliest start of its filtered events") \
    COLUMN(U64, filtered_to, ZEROS, MOMENT, ZERO, none, "latest end of its filtered events") \
    COLUMN(U64, filtered_aside, ZEROS, TIME, NEVER, none, "approximate time in those of them that are I/O, waiting and MPI")

#define ARCHIVE_NODES(COLUMN) \
    COLUMN(U32, lane, DAMAGE, ROW, NEVER, lanes, "thread") \
    COLUMN(U32, region, DAMAGE, ROW, NEVER, regions, "region") \
    COLUMN(U32, parent, DAMAGE, ROW, LARGEST, nodes, "node above it") \
    COLUMN(U8, timed, DAMAGE, BOOL, NEVER, none, "0 if it was counted but not timed, 1 if timed, 2 if the time of some visits is estimated, 3 if it is sampled (enum archive_timed)") \
    COLUMN(U64, visits, DAMAGE, NUMBER, NEVER, none, "visits") \
    COLUMN(U64, inclusive_time, DAMAGE, TIME, UNTIMED, none, "inclusive time of all visits that have ended") \
    COLUMN(U64, time_min, DAMAGE, TIME, UNTIMED, none, "inclusive time of the shortest visit") \
    COLUMN(U64, time_max, DAMAGE, TIME, UNTIMED, none, "inclusive time of the longest visit") \
    COLUMN(U32, unfinished, DAMAGE, NUMBER, NEVER, none, "visits that had not ended") \
    COLUMN(U64, unfinished_time, DAMAGE, TIME, UNTIMED, none, "inclusive time of these, so far") \
    COLUMN(U64, trips, DAMAGE, NUMBER, TRIPLESS, none, "trips of a loop, in all visits") \
    COLUMN(U64, trips_min, DAMAGE, NUMBER, LARGEST, none, "fewest trips of a visit") \
    COLUMN(U64, trips_max, DAMAGE, NUMBER, TRIPLESS, none, "most trips of a visit") \
    COLUMN(U64, bytes, DAMAGE, BYTES, BYTELESS, none, "bytes read, written, sent or received, where counted") \
    COLUMN(U64, aborted, DAMAGE, NUMBER, NEVER, none, "visits ended by exit, longjmp or the like") \
    COLUMN(U64, instructions, ZEROS, NUMBER, ZERO, none, "for a binary, instructions executed in it, exclusive") \
    COLUMN(U8, how, ZEROS, WORD, NEVER, schema_node_how, "how it was counted: light, derived-visits, derived-trips, at-least, too-short, unlike-timed (enum archive_how)") \
    COLUMN(U64, untimed, ZEROS, NUMBER, NEVER, none, "visits that were not timed") \
    COLUMN(U32, callers, ZEROS, TEXT, NEVER, none, "for an MPI call in a program without probes, the calling routines: main (a.c:41) -> solve (a.c:30)") \
    COLUMN(U64, beside, ZEROS, NUMBER, ZERO, none, "for a loop of a binary, source iterations executed by straight-line code beside it")

#define ARCHIVE_LOGS(COLUMN) \
    COLUMN(U32, place, DAMAGE, ROW, NEVER, places, "process") \
    COLUMN(U32, number, DAMAGE, NUMBER, NEVER, none, "number of the file events-K") \
    COLUMN(U32, kinds, DAMAGE, NUMBER, NEVER, none, "kinds of events that were logged, as bits (enum format_events_kind)") \
    COLUMN(U32, keep, DAMAGE, WORD, NEVER, schema_log_keep, "which events stay when the log is full: first, last (enum format_keep)") \
    COLUMN(U64, limit, DAMAGE, BYTES, NEVER, none, "size limit; 0 is none") \
    COLUMN(U64, dropped, DAMAGE, NUMBER, NEVER, none, "events that were dropped because the log was full") \
    COLUMN(U64, lost, DAMAGE, BYTES, NEVER, none, "approximate bytes of events that made room for later ones") \
    COLUMN(U32, error, DAMAGE, NUMBER, NEVER, none, "errno of the error that stopped the log")

#define ARCHIVE_BLOCKS(COLUMN) \
    COLUMN(U32, lane, DAMAGE, ROW, NEVER, lanes, "thread") \
    COLUMN(U64, first, DAMAGE, NUMBER, NEVER, none, "row of its first event, among all events") \
    COLUMN(U16, events, DAMAGE, NUMBER, NEVER, none, "number of events") \
    COLUMN(U64, base, DAMAGE, MOMENT, NEVER, none, "start of the first event") \
    COLUMN(U64, last, DAMAGE, MOMENT, NEVER, none, "start of the last event") \
    COLUMN(U64, early, DAMAGE, MOMENT, NEVER, none, "earliest end of an event") \
    COLUMN(U64, end, DAMAGE, MOMENT, NEVER, none, "latest end of an event") \
    COLUMN(U64, duration_min, DAMAGE, TIME, NEVER, none, "shortest event") \
    COLUMN(U64, duration_max, DAMAGE, TIME, NEVER, none, "longest event") \
    COLUMN(U32, has, DAMAGE, NUMBER, NEVER, none, "values that some events have, as bits: 1 << enum event_value") \
    COLUMN(U64, bytes_min, DAMAGE, BYTES, NEVER, none, "fewest bytes of the events that have bytes") \
    COLUMN(U64, bytes_max, DAMAGE, BYTES, NEVER, none, "most bytes of these") \
    COLUMN(U64, trips_min, DAMAGE, NUMBER, NEVER, none, "fewest trips of the events that have trips") \
    COLUMN(U64, trips_max, DAMAGE, NUMBER, NEVER, none, "most trips of these") \
    COLUMN(U64, dictionary, DAMAGE, NUMBER, NEVER, none, "row of its first node in `events/dictionary.u32`") \
    COLUMN(U16, nodes, DAMAGE, NUMBER, NEVER, none, "number of nodes from there on: all that its events have")

#define ARCHIVE_PARTS(COLUMN) \
    COLUMN(U64, at, DAMAGE, NUMBER, NEVER, none, "first byte of a column of a block") \
    COLUMN(U32, size, DAMAGE, BYTES, NEVER, none, "bytes there") \
    COLUMN(U32, plain, DAMAGE, BYTES, NEVER, none, "bytes of the column when it is decoded") \
    COLUMN(U16, patches, DAMAGE, NUMBER, NEVER, none, "number of values that are stored apart (archive/events/column_codec.h)") \
    COLUMN(U8, as, DAMAGE, NUMBER, NEVER, none, "how the column is encoded")

#define ARCHIVE_OBJECTS(COLUMN) \
    COLUMN(U32, place, DAMAGE, ROW, NEVER, places, "process") \
    COLUMN(U32, kind, DAMAGE, WORD, NEVER, format_object_word, "kind of object: mutex, barrier, ... (enum format_object_kind)") \
    COLUMN(U32, region, DAMAGE, ROW, ZERO, regions, "region of the object") \
    COLUMN(U32, holder, DAMAGE, NUMBER, LARGEST, none, "number of the activity that has it") \
    COLUMN(U32, readers, DAMAGE, NUMBER, NEVER, none, "number of readers that have it") \
    COLUMN(U32, waiting, DAMAGE, NUMBER, NEVER, none, "number of threads that wait for it") \
    COLUMN(U32, needed, DAMAGE, NUMBER, NEVER, none, "number of threads that a barrier needs") \
    COLUMN(U64, since, DAMAGE, MOMENT, ZERO, none, "time at which the holder got it") \
    COLUMN(U64, got, DAMAGE, NUMBER, NEVER, none, "number of times it was got") \
    COLUMN(U64, waited, DAMAGE, NUMBER, NEVER, none, "number of times a thread waited for it")

#define ARCHIVE_WAITS(COLUMN) \
    COLUMN(U32, lane, DAMAGE, ROW, NEVER, lanes, "thread that waits") \
    COLUMN(U32, object, DAMAGE, ROW, LARGEST, objects, "object that it waits for") \
    COLUMN(U32, node, DAMAGE, ROW, LARGEST, nodes, "call path in which it waits") \
    COLUMN(U64, since, DAMAGE, MOMENT, ZERO, none, "start of the wait")

#define ARCHIVE_ACTIVITIES(COLUMN) \
    COLUMN(U32, place, DAMAGE, ROW, NEVER, places, "process") \
    COLUMN(U32, number, DAMAGE, NUMBER, NEVER, none, "number of the activity in its process") \
    COLUMN(U32, parent, DAMAGE, NUMBER, LARGEST, none, "number of the activity that created it") \
    COLUMN(U32, kind, DAMAGE, WORD, NEVER, schema_activity_kind, "thread, implicit, task (enum archive_activity_kind)") \
    COLUMN(U32, made_at, DAMAGE, ROW, ZERO, regions, "call that created it") \
    COLUMN(U32, body, DAMAGE, ROW, ZERO, regions, "region that it executes") \
    COLUMN(U32, made_on, DAMAGE, ROW, LARGEST, lanes, "thread that created it") \
    COLUMN(U32, first_lane, DAMAGE, ROW, LARGEST, lanes, "thread on which it started") \
    COLUMN(U32, parts, DAMAGE, NUMBER, NEVER, none, "number of uninterrupted stretches in which it ran") \
    COLUMN(U32, moves, DAMAGE, NUMBER, NEVER, none, "number of times it continued on another thread") \
    COLUMN(U64, created, DAMAGE, MOMENT, LARGEST, none, "time of its creation") \
    COLUMN(U64, start, DAMAGE, MOMENT, LARGEST, none, "time at which it first ran") \
    COLUMN(U64, end, DAMAGE, MOMENT, LARGEST, none, "time at which it last ran") \
    COLUMN(U64, ran, DAMAGE, TIME, NEVER, none, "time in which it actually ran") \
    COLUMN(U32, first_after, DAMAGE, NUMBER, NEVER, none, "first row of `dependences` that is its") \
    COLUMN(U32, after_count, DAMAGE, NUMBER, NEVER, none, "number of activities that it depends on") \
    COLUMN(U32, ordinal, ONES, NUMBER, LARGEST, none, "position among the activities that its parent created at the same call, from 0")

#define ARCHIVE_DEPENDENCES(COLUMN) \
    COLUMN(U32, activity, DAMAGE, ROW, NEVER, activities, "activity that depends on another") \
    COLUMN(U32, on, DAMAGE, NUMBER, NEVER, none, "number of that activity in the same process")

#define ARCHIVE_CAPTURES(COLUMN) \
    COLUMN(U32, region, DAMAGE, ROW, NEVER, regions, "`async` or `at` of `#pragma tri`") \
    COLUMN(U32, name, DAMAGE, TEXT, NEVER, none, "name of a variable that its block takes along") \
    COLUMN(U32, type, DAMAGE, TEXT, NEVER, none, "its type") \
    COLUMN(U64, bytes, DAMAGE, BYTES, ZERO, none, "its size, if it is always the same") \
    COLUMN(U32, flags, DAMAGE, NUMBER, NEVER, none, "how it is taken along, as bits (enum tri_variable_flags)")

#define ARCHIVE_MOVES(COLUMN) \
    COLUMN(U32, node, DAMAGE, ROW, NEVER, nodes, "`at` or `async at`, with its call path") \
    COLUMN(U32, source, DAMAGE, ROW, NEVER, places, "place that it started at") \
    COLUMN(U32, target, DAMAGE, ROW, LARGEST, places, "place that it led to") \
    COLUMN(U32, activity, DAMAGE, ROW, LARGEST, activities, "activity that moved, or that was created there") \
    COLUMN(U64, start, DAMAGE, MOMENT, NEVER, none, "start") \
    COLUMN(U64, end, DAMAGE, MOMENT, NEVER, none, "end: `at` waits for its block, `async at` does not") \
    COLUMN(U64, bytes, DAMAGE, BYTES, NEVER, none, "bytes of the variables that were copied there") \
    COLUMN(U64, bytes_back, DAMAGE, BYTES, NEVER, none, "bytes of those that were copied back") \
    COLUMN(U64, first_variable, DAMAGE, NUMBER, NEVER, none, "first row of `variables` that is its") \
    COLUMN(U32, variable_count, DAMAGE, NUMBER, NEVER, none, "number of variables that it took along") \
    COLUMN(U32, object, ZEROS, ROW, ZERO, regions, "distributed array whose elements it went to, or copied")

#define ARCHIVE_VARIABLES(COLUMN) \
    COLUMN(U32, move, DAMAGE, ROW, NEVER, moves, "move that took it along") \
    COLUMN(U32, capture, DAMAGE, ROW, NEVER, captures, "variable") \
    COLUMN(U64, bytes, DAMAGE, BYTES, NEVER, none, "bytes that were copied") \
    COLUMN(U32, how, DAMAGE, WORD, NEVER, schema_variable_how, "copied, copied-back, shared (enum archive_variable_how)") \
    COLUMN(U32, use, DAMAGE, WORD, ZERO, schema_variable_use, "what the block needs of it, if that is known to be less than all: unused, relayed, one-element (enum archive_variable_use)")

#define ARCHIVE_FINISHES(COLUMN) \
    COLUMN(U32, node, DAMAGE, ROW, NEVER, nodes, "`finish`, with its call path") \
    COLUMN(U32, place, DAMAGE, ROW, NEVER, places, "place that waited") \
    COLUMN(U32, activity, DAMAGE, ROW, LARGEST, activities, "activity that waited") \
    COLUMN(U64, start, DAMAGE, MOMENT, NEVER, none, "start of its statement") \
    COLUMN(U64, wait, DAMAGE, MOMENT, NEVER, none, "end of its statement: from then on the activity waited") \
    COLUMN(U64, end, DAMAGE, MOMENT, NEVER, none, "end of the wait") \
    COLUMN(U64, first_participant, DAMAGE, NUMBER, NEVER, none, "first row of `participants` that is its") \
    COLUMN(U32, participant_count, DAMAGE, NUMBER, NEVER, none, "number of activities that were started in it") \
    COLUMN(U32, last, DAMAGE, ROW, LARGEST, activities, "activity that ended last") \
    COLUMN(U64, late, DAMAGE, TIME, NEVER, none, "time by which `last` ended after all others, and after the wait began")

#define ARCHIVE_PARTICIPANTS(COLUMN) \
    COLUMN(U32, finish, DAMAGE, ROW, NEVER, finishes, "finish") \
    COLUMN(U32, activity, DAMAGE, ROW, NEVER, activities, "activity that was started in it")

#define ARCHIVE_COMMUNICATORS(COLUMN) \
    COLUMN(U32, place, DAMAGE, ROW, NEVER, places, "member that this row belongs to") \
    COLUMN(U32, number, DAMAGE, NUMBER, NEVER, none, "number of the communicator in its place") \
    COLUMN(U64, id, DAMAGE, HEX, NEVER, none, "number of the communicator, the same on all members; 0 is MPI_COMM_WORLD") \
    COLUMN(U32, kind, DAMAGE, WORD, NEVER, schema_communicator_kind, "intra, inter, alone (enum format_communicator_kind)") \
    COLUMN(U32, rank, DAMAGE, NUMBER, NEVER, none, "rank of the place in it") \
    COLUMN(U32, size, DAMAGE, NUMBER, NEVER, none, "number of members") \
    COLUMN(U32, remote_size, DAMAGE, NUMBER, ZERO, none, "number of members of the remote group") \
    COLUMN(U64, first_member, DAMAGE, ROW, LARGEST, members, "row of its first member; the remote group follows") \
    COLUMN(U64, made, DAMAGE, MOMENT, ZERO, none, "time of its creation") \
    COLUMN(U64, freed, DAMAGE, MOMENT, ZERO, none, "time at which it was freed") \
    COLUMN(U32, together, ZEROS, NUMBER, ZERO, none, "collective operations that the member has begun on it, if messages were logged; modulo 2^32") \
    COLUMN(U32, exchange_lane, ONES, NUMBER, LARGEST, none, "number of the thread of its last blocking call that sent and received") \
    COLUMN(U32, exchange_to, ONES, NUMBER, LARGEST, none, "MPI rank that this call sent to") \
    COLUMN(U32, exchange_tag, ZEROS, SIGNED, NEVER, none, "tag that it sent")

#define ARCHIVE_MEMBERS(COLUMN) \
    COLUMN(U32, rank, DAMAGE, NUMBER, NEVER, none, "MPI rank in MPI_COMM_WORLD")

#define ARCHIVE_MESSAGES(COLUMN) \
    COLUMN(U32, communicator, DAMAGE, ROW, LARGEST, communicators, "communicator, of the sender") \
    COLUMN(U32, source, DAMAGE, ROW, LARGEST, places, "process that sent it") \
    COLUMN(U32, target, DAMAGE, ROW, LARGEST, places, "process that received it") \
    COLUMN(U32, tag, DAMAGE, SIGNED, LARGEST, none, "MPI tag") \
    COLUMN(U64, bytes, DAMAGE, BYTES, LARGEST, none, "bytes received, or sent if no receive was found") \
    COLUMN(U32, send, DAMAGE, ROW, LARGEST, nodes, "call that sent it, or started the send") \
    COLUMN(U32, receive, DAMAGE, ROW, LARGEST, nodes, "call that completed the receive") \
    COLUMN(U64, send_start, DAMAGE, MOMENT, ZERO, none, "start of `send`") \
    COLUMN(U64, send_end, DAMAGE, MOMENT, ZERO, none, "end of `send`") \
    COLUMN(U64, receive_start, DAMAGE, MOMENT, ZERO, none, "start of `receive`") \
    COLUMN(U64, receive_end, DAMAGE, MOMENT, ZERO, none, "end of `receive`") \
    COLUMN(U32, finish, ONES, ROW, LARGEST, nodes, "call that completed the send") \
    COLUMN(U32, post, ONES, ROW, LARGEST, nodes, "call that posted the receive") \
    COLUMN(U64, finish_start, ZEROS, MOMENT, ZERO, none, "start of `finish`") \
    COLUMN(U64, finish_end, ZEROS, MOMENT, ZERO, none, "end of `finish`") \
    COLUMN(U64, post_start, ZEROS, MOMENT, ZERO, none, "start of `post`") \
    COLUMN(U8, filtered, ZEROS, NUMBER, NEVER, none, "calls that `triptych run --filter` did not log, as bits (enum archive_filtered)") \
    COLUMN(U32, data, ZEROS, TEXT, NEVER, none, "data that was sent: text of the argument in the source, or name of its variable; empty: not known") \
    COLUMN(U32, received_data, ZEROS, TEXT, NEVER, none, "data that received it: text of the argument in the source, or name of its variable; empty: not known")

#define ARCHIVE_COLLECTIVES(COLUMN) \
    COLUMN(U32, instance, DAMAGE, NUMBER, NEVER, none, "number of the operation, the same for all participants") \
    COLUMN(U32, communicator, DAMAGE, ROW, LARGEST, communicators, "communicator, of the process") \
    COLUMN(U64, number, DAMAGE, NUMBER, NEVER, none, "position among the operations of its communicator, from 0") \
    COLUMN(U32, place, DAMAGE, ROW, NEVER, places, "process that participated") \
    COLUMN(U32, kind, DAMAGE, WORD, NEVER, schema_collective_kind, "barrier, n-to-n, n-to-1, 1-to-n, prefix, near (enum archive_collective)") \
    COLUMN(U32, root, DAMAGE, ROW, LARGEST, places, "process that the data came from or went to") \
    COLUMN(U32, size, DAMAGE, NUMBER, ZERO, none, "number of processes that should participate") \
    COLUMN(U64, given, DAMAGE, BYTES, LARGEST, none, "bytes that the process contributed") \
    COLUMN(U64, taken, DAMAGE, BYTES, LARGEST, none, "bytes that it received") \
    COLUMN(U32, begin, DAMAGE, ROW, LARGEST, nodes, "call that started it") \
    COLUMN(U64, begin_start, DAMAGE, MOMENT, ZERO, none, "start of `begin`") \
    COLUMN(U64, begin_end, DAMAGE, MOMENT, ZERO, none, "end of `begin`") \
    COLUMN(U32, end, DAMAGE, ROW, LARGEST, nodes, "call that completed it") \
    COLUMN(U64, end_start, DAMAGE, MOMENT, ZERO, none, "start of `end`") \
    COLUMN(U64, end_end, DAMAGE, MOMENT, ZERO, none, "end of `end`") \
    COLUMN(U32, data, ZEROS, TEXT, NEVER, none, "data that the process contributed: text of the argument in the source, or name of its variable; empty: not known") \
    COLUMN(U32, received_data, ZEROS, TEXT, NEVER, none, "data that the process received: text of the argument in the source, or name of its variable; empty: not known")

#define ARCHIVE_LOOPS(COLUMN) \
    COLUMN(U32, region, DAMAGE, ROW, NEVER, regions, "loop") \
    COLUMN(U32, binary, DAMAGE, TEXT, NEVER, none, "path of the executable or library") \
    COLUMN(U64, address, DAMAGE, HEX, NEVER, none, "link-time address of its header") \
    COLUMN(U32, depth, DAMAGE, NUMBER, NEVER, none, "nesting depth; 1 is an outermost loop of its function") \
    COLUMN(U32, flags, DAMAGE, NUMBER, NEVER, none, "facts about the loop, as bits (enum format_loop_flag)") \
    COLUMN(U32, factor, DAMAGE, NUMBER, ZERO, none, "source iterations per trip, if the compiler vectorised or unrolled it") \
    COLUMN(U32, inlined, DAMAGE, TEXT, NEVER, none, "functions that it was inlined from, innermost first") \
    COLUMN(U32, called, ZEROS, TEXT, NEVER, none, "the one of these that was called on `from_line`") \
    COLUMN(U32, from_file, ZEROS, TEXT, NEVER, none, "source file of `from_line`") \
    COLUMN(U32, from_line, ZEROS, NUMBER, ZERO, none, "the user's own line that it was inlined from: the innermost call outside of libraries") \
    COLUMN(U32, rest_of, ZEROS, NUMBER, ZERO, none, "number of the loop in the same function whose remaining source iterations this loop executes")

#define ARCHIVE_OPERATIONS(COLUMN) \
    COLUMN(U32, node, DAMAGE, ROW, NEVER, nodes, "call path or loop of a binary") \
    COLUMN(U32, measure, DAMAGE, WORD, NEVER, format_operation_word, "what is counted: float, integer, branch, loads, loaded_bytes, flops_double_128, ... (enum format_operation)") \
    COLUMN(U64, amount, DAMAGE, NUMBER, NEVER, none, "how many of these were executed in it, exclusive")

#define ARCHIVE_CARRIED(COLUMN) \
    COLUMN(U32, region, DAMAGE, ROW, NEVER, regions, "loop whose trips depend on each other") \
    COLUMN(U32, place, DAMAGE, ROW, NEVER, places, "process") \
    COLUMN(U32, kind, DAMAGE, WORD, NEVER, format_carried_kind_word, "true: a trip reads what an earlier one wrote; anti: it writes what an earlier one read; output: it writes what an earlier one wrote; watched: the loop itself") \
    COLUMN(U32, role, DAMAGE, WORD, NEVER, format_carried_role_word, "what it means: dependence, induction, reduction, atomic, private, counter") \
    COLUMN(U32, operation, DAMAGE, WORD, NEVER, format_carried_operation_word, "operation of a reduction: +, *, and, or, xor, min, max") \
    COLUMN(U32, storage, DAMAGE, WORD, NEVER, format_carried_storage_word, "where the data is: stack, static, heap, register, system, elsewhere") \
    COLUMN(U32, variable, DAMAGE, TEXT, NEVER, none, "variable, or what is known of the memory; empty: nothing") \
    COLUMN(U32, from_file, DAMAGE, TEXT, NEVER, none, "source file of the instruction in the earlier trip") \
    COLUMN(U32, from_line, DAMAGE, NUMBER, ZERO, none, "its source line") \
    COLUMN(U32, from_routine, DAMAGE, TEXT, NEVER, none, "routine that it is in, if not the one with the loop") \
    COLUMN(U32, to_file, DAMAGE, TEXT, NEVER, none, "source file of the instruction in the later trip") \
    COLUMN(U32, to_line, DAMAGE, NUMBER, ZERO, none, "its source line") \
    COLUMN(U32, to_routine, DAMAGE, TEXT, NEVER, none, "routine that it is in, if not the one with the loop") \
    COLUMN(U64, occurrences, DAMAGE, NUMBER, NEVER, none, "how often it happened; of a watched loop, its visits") \
    COLUMN(U64, distance_min, DAMAGE, NUMBER, ZERO, none, "smallest distance between the two trips") \
    COLUMN(U64, distance_max, DAMAGE, NUMBER, ZERO, none, "largest distance between the two trips") \
    COLUMN(U32, distances, DAMAGE, TEXT, NEVER, none, "the first 8 distances that occurred, each with its count: 1:998 5:3") \
    COLUMN(U64, trips, DAMAGE, NUMBER, ZERO, none, "of a watched loop: trips, with the last test of its condition") \
    COLUMN(U64, accesses, DAMAGE, NUMBER, ZERO, none, "of a watched loop: loads and stores that were followed") \
    COLUMN(U64, nested, DAMAGE, NUMBER, ZERO, none, "of a watched loop: visits inside a visit, by recursion, that were not followed") \
    COLUMN(U64, allocations, DAMAGE, NUMBER, ZERO, none, "of a watched loop: calls of malloc and its like, whose own accesses are left out")

#define ARCHIVE_NATIVES(COLUMN) \
    COLUMN(U32, place, DAMAGE, ROW, NEVER, places, "process") \
    COLUMN(U32, binary, DAMAGE, TEXT, NEVER, none, "path of the executable or library") \
    COLUMN(U32, name, DAMAGE, TEXT, NEVER, none, "name of the function") \
    COLUMN(U32, why, DAMAGE, TEXT, NEVER, none, "why nothing was counted in it") \
    COLUMN(U64, address, DAMAGE, HEX, NEVER, none, "link-time address") \
    COLUMN(U64, size, DAMAGE, BYTES, NEVER, none, "size of its code") \
    COLUMN(U64, samples, DAMAGE, NUMBER, NEVER, none, "program-counter samples of its process that are in it")

#define ARCHIVE_STACKS(COLUMN) \
    COLUMN(U32, lane, DAMAGE, ROW, NEVER, lanes, "thread") \
    COLUMN(U32, parent, DAMAGE, ROW, LARGEST, stacks, "the routine that called it, or that it was inlined into") \
    COLUMN(U32, name, DAMAGE, TEXT, NEVER, none, "name of the routine") \
    COLUMN(U32, binary, DAMAGE, TEXT, NEVER, none, "path of the executable or library") \
    COLUMN(U32, file, DAMAGE, TEXT, NEVER, none, "source file of the routine") \
    COLUMN(U32, line, ZEROS, NUMBER, ZERO, none, "line on which it begins") \
    COLUMN(U8, inlined, ZEROS, BOOL, NEVER, none, "true if it was inlined into its parent") \
    COLUMN(U64, samples, DAMAGE, NUMBER, NEVER, none, "samples in the routine itself, on this call path") \
    COLUMN(U64, time, DAMAGE, TIME, NEVER, none, "CPU time that these samples stand for")

/* Tables that are read by other ways than struct archive_... */
#define ARCHIVE_SAMPLES(COLUMN) \
    COLUMN(U32, lane, DAMAGE, ROW, NEVER, lanes, "thread") \
    COLUMN(U32, region, DAMAGE, ROW, NEVER, regions, "region") \
    COLUMN(U64, from, DAMAGE, MOMENT, NEVER, none, "time of the sample before") \
    COLUMN(U64, to, DAMAGE, MOMENT, NEVER, none, "time of the sample") \
    COLUMN(U64, exclusive_time, DAMAGE, TIME, NEVER, none, "exclusive time in between") \
    COLUMN(U64, visits, DAMAGE, NUMBER, NEVER, none, "visits that began in between") \
    COLUMN(U64, bytes, DAMAGE, BYTES, NEVER, none, "bytes in between")

#define ARCHIVE_CYCLES(COLUMN) \
    COLUMN(U32, lane, DAMAGE, ROW, NEVER, lanes, "thread") \
    COLUMN(U32, cycle, DAMAGE, NUMBER, NEVER, none, "number of the time slice, from 0") \
    COLUMN(U32, region, DAMAGE, ROW, NEVER, regions, "region") \
    COLUMN(U64, exclusive_time, DAMAGE, TIME, NEVER, none, "exclusive time in this slice") \
    COLUMN(U32, visits, DAMAGE, NUMBER, NEVER, none, "visits that began in this slice") \
    COLUMN(U32, waits, DAMAGE, NUMBER, NEVER, none, "those of them that waited") \
    COLUMN(U32, ended, DAMAGE, NUMBER, NEVER, none, "visits that ended in this slice") \
    COLUMN(U64, bytes, DAMAGE, BYTES, NEVER, none, "bytes of the visits that ended")

#define ARCHIVE_CYCLE_SHAPE(COLUMN) \
    COLUMN(U64, start, DAMAGE, MOMENT, NEVER, none, "start of the first time slice") \
    COLUMN(U64, length, DAMAGE, TIME, NEVER, none, "length of a time slice") \
    COLUMN(U32, cycles, DAMAGE, NUMBER, NEVER, none, "number of time slices")

/* clang-format on */

#endif
