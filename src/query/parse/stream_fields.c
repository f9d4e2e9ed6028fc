/* stream_fields.c: the table of streams and fields: see stream_fields.h. Listed here are fields
 * that are computed, that have another name than their column, or that do not stand at the end. All
 * other columns of the schema follow them by themselves. doc/query.md lists the same fields. */
#include "query/parse/stream_fields.h"

#include "archive/table/schema.h"
#include "format/act.h"
#include "util/memory.h"

#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    EVENTS,
    MESSAGES,
    COLLECTIVES,
    NODES,
    CYCLES,
    REGIONS,
    LANES,
    ACTIVITIES,
    PLACES,
    COMMUNICATORS,
    LOOPS,
    NATIVES,
    SHAPES
};

static struct query_fields shapes[SHAPES];

/* clang-format off */
#define WHOLE {TYPE_INTEGER, UNIT_NONE, NULL}
#define TIME {TYPE_INTEGER, UNIT_TIME, NULL}
#define BYTES {TYPE_INTEGER, UNIT_BYTES, NULL}
#define BOOL {TYPE_BOOL, UNIT_NONE, NULL}
#define TEXT {TYPE_TEXT, UNIT_NONE, NULL}
#define ACT {TYPE_ACT, UNIT_NONE, NULL}
#define ROW(of) {TYPE_ROW, UNIT_NONE, &shapes[of]}
#define NUMBERED(what) {"row", WHOLE, FIELD_ROW, NULL, NULL, ABSENT_NEVER, 0, false, what, NULL, false}
#define COLUMN(name, type, column, absent, help) \
    {name, type, FIELD_COLUMN, NULL, column, ABSENT_##absent, 0, false, help, NULL, false}
#define MOMENT(name, column, absent, help) \
    {name, TIME, FIELD_COLUMN, NULL, column, ABSENT_##absent, 0, true, help, NULL, false}
#define VIA(name, type, step, column, help) \
    {name, type, FIELD_VIA, step, column, ABSENT_COMPUTED, 0, false, help, NULL, false}
#define COMPUTED(name, type, function, help) \
    {name, type, FIELD_COMPUTED, NULL, NULL, ABSENT_COMPUTED, FUNCTION_##function, false, help, NULL, false}
#define ALWAYS(name, type, function, help) \
    {name, type, FIELD_COMPUTED, NULL, NULL, ABSENT_NEVER, FUNCTION_##function, false, help, NULL, false}
#define ALWAYS_MOMENT(name, function, help) \
    {name, TIME, FIELD_COMPUTED, NULL, NULL, ABSENT_NEVER, FUNCTION_##function, true, help, NULL, false}

static const struct query_field events[] = {
    ALWAYS("activityNumber", TEXT, EVENT_ACTIVITY_NUMBER, "activity that executed it: PLACE-N"),
    MOMENT("startTime", "start", NEVER, "start"),
    ALWAYS_MOMENT("finishTime", EVENT_FINISH, "end"),
    VIA("className", TEXT, "region", "file", "source file, or library"),
    VIA("methodName", TEXT, "region", "methodName", "routine that contains it"),
    VIA("sourcePlace", WHOLE, "source", "number", "number of the source place"),
    VIA("targetPlace", WHOLE, "target", "number", "number of the target place"),
    VIA("execPlace", WHOLE, "place", "number", "number of the place that executed it"),
    VIA("startPosition", WHOLE, "region", "line", "first source line"),
    VIA("endPosition", WHOLE, "region", "endPosition", "last source line"),
    VIA("type", ACT, "region", "type", "event type"),
    COLUMN("duration", TIME, "duration", NEVER, "finishTime - startTime"),
    COMPUTED("bytes", BYTES, EVENT_BYTES, "bytes read, written, sent or received, where counted"),
    COMPUTED("trips", WHOLE, EVENT_TRIPS, "trips of a loop that ended normally"),
    VIA("name", TEXT, "region", "name", "name of the region: a routine, a call, a label"),
    VIA("file", TEXT, "region", "file", "source file: same as className"),
    VIA("line", WHOLE, "region", "line", "first source line: same as startPosition"),
    VIA("region", ROW(REGIONS), "node", "region", "region that was visited"),
    COLUMN("node", ROW(NODES), "node", NEVER, "call path"),
    ALWAYS("lane", ROW(LANES), EVENT_LANE, "thread"),
    VIA("place", ROW(PLACES), "lane", "place", "process"),
    VIA("rank", WHOLE, "place", "rank", "MPI rank"),
    COMPUTED("source", ROW(PLACES), EVENT_SOURCE, "process that sent its message, or its own"),
    COMPUTED("target", ROW(PLACES), EVENT_TARGET, "process that receives its message, or its own"),
    COMPUTED("tag", WHOLE, EVENT_TAG, "tag of its message"),
    COMPUTED("communicator", ROW(COMMUNICATORS), EVENT_COMMUNICATOR, "communicator of its messages or collective operation"),
    COMPUTED("activity", ROW(ACTIVITIES), EVENT_ACTIVITY, "activity that executed it"),
    COMPUTED("parent", TEXT, EVENT_PARENT, "activity that created that activity: PLACE-N"),
    COMPUTED("about", ROW(ACTIVITIES), EVENT_ABOUT, "task that was run, created or waited for"),
    COMPUTED("object", ROW(REGIONS), EVENT_OBJECT, "file of the I/O, or lock or other object waited for"),
    COMPUTED("holder", ROW(ACTIVITIES), EVENT_HOLDER, "activity that held the lock or other object"),
    COMPUTED("held", TIME, EVENT_HELD, "of a release: time for which the lock was held"),
    ALWAYS("open", BOOL, EVENT_OPEN, "true if the visit had not ended"),
    ALWAYS("left", BOOL, EVENT_LEFT, "true if the visit was ended by exit, longjmp or the like"),
    ALWAYS("continued", BOOL, EVENT_CONTINUED, "true if the visit began before a fork"),
    NUMBERED("row number of the event"),
};

static const struct query_field messages[] = {
    COLUMN("source", ROW(PLACES), "source", LARGEST, "process that sent it"),
    COLUMN("target", ROW(PLACES), "target", LARGEST, "process that received it"),
    VIA("sourcePlace", WHOLE, "source", "number", "number of the source place"),
    VIA("targetPlace", WHOLE, "target", "number", "number of the target place"),
    VIA("sourceRank", WHOLE, "source", "rank", "rank of the sender"),
    VIA("targetRank", WHOLE, "target", "rank", "rank of the receiver"),
    ALWAYS("tag", WHOLE, MESSAGE_TAG, "MPI tag"),
    COLUMN("bytes", BYTES, "bytes", NEVER, "bytes received, or sent if no receive was found"),
    COLUMN("communicator", ROW(COMMUNICATORS), "communicator", LARGEST, "communicator, of the sender"),
    MOMENT("startTime", "send_start", ZERO, "start of the send"),
    MOMENT("finishTime", "receive_end", ZERO, "end of the receive"),
    COMPUTED("duration", TIME, MESSAGE_DURATION, "finishTime - startTime"),
    COLUMN("send", ROW(NODES), "send", LARGEST, "call that sent it, or started the send"),
    COLUMN("receive", ROW(NODES), "receive", LARGEST, "call that completed the receive"),
    COLUMN("finish", ROW(NODES), "finish", LARGEST, "call that completed the send"),
    COLUMN("post", ROW(NODES), "post", LARGEST, "call that posted the receive"),
    MOMENT("sendStart", "send_start", ZERO, "start of `send`"),
    MOMENT("sendEnd", "send_end", ZERO, "end of `send`"),
    MOMENT("receiveStart", "receive_start", ZERO, "start of `receive`"),
    MOMENT("receiveEnd", "receive_end", ZERO, "end of `receive`"),
    MOMENT("finishStart", "finish_start", ZERO, "start of `finish`"),
    MOMENT("finishEnd", "finish_end", ZERO, "end of `finish`"),
    MOMENT("postStart", "post_start", ZERO, "start of `post`"),
    NUMBERED("row number of the message"),
};

static const struct query_field collectives[] = {
    COLUMN("instance", WHOLE, "instance", NEVER, "number of the operation, the same for all participants"),
    COLUMN("communicator", ROW(COMMUNICATORS), "communicator", LARGEST, "communicator, of the process"),
    COLUMN("number", WHOLE, "number", NEVER, "position among the operations of its communicator, from 0"),
    COLUMN("place", ROW(PLACES), "place", NEVER, "participating process"),
    VIA("rank", WHOLE, "place", "rank", "MPI rank"),
    COMPUTED("kind", TEXT, COLLECTIVE_KIND, "barrier, n-to-n, n-to-1, 1-to-n, prefix, near"),
    COLUMN("root", ROW(PLACES), "root", LARGEST, "process that the data came from or went to"),
    COLUMN("size", WHOLE, "size", NEVER, "number of processes that should participate"),
    COLUMN("given", BYTES, "given", NEVER, "bytes that the process contributed"),
    COLUMN("taken", BYTES, "taken", NEVER, "bytes that it received"),
    MOMENT("startTime", "begin_start", ZERO, "start"),
    MOMENT("finishTime", "end_end", ZERO, "end"),
    COMPUTED("duration", TIME, COLLECTIVE_DURATION, "finishTime - startTime"),
    COLUMN("begin", ROW(NODES), "begin", LARGEST, "call that started it"),
    COLUMN("end", ROW(NODES), "end", LARGEST, "call that completed it"),
    MOMENT("beginStart", "begin_start", ZERO, "start of `begin`"),
    MOMENT("beginEnd", "begin_end", ZERO, "end of `begin`"),
    MOMENT("endStart", "end_start", ZERO, "start of `end`"),
    MOMENT("endEnd", "end_end", ZERO, "end of `end`"),
    NUMBERED("row number"),
};

static const struct query_field nodes[] = {
    COMPUTED("path", TEXT, NODE_PATH, "call path, as main/solve/MPI_Send; in a very long one, `…N…` stands for N steps"),
    VIA("name", TEXT, "region", "name", "name of the region: the end of the path"),
    VIA("type", ACT, "region", "type", "event type of its visits"),
    COLUMN("visits", WHOLE, "visits", NEVER, "visits"),
    COLUMN("time", TIME, "time", UNTIMED, "inclusive time of all ended visits"),
    COMPUTED("exclusiveTime", TIME, NODE_EXCLUSIVE, "exclusive time of all visits; for a routine, with its own loops"),
    COMPUTED("loopTime", TIME, NODE_LOOPS, "part of exclusiveTime spent in its own loops"),
    COLUMN("timeMin", TIME, "time_min", UNTIMED, "shortest visit"),
    COLUMN("timeMax", TIME, "time_max", UNTIMED, "longest visit"),
    COMPUTED("bytes", BYTES, NODE_BYTES, "bytes read, written, sent or received, where counted"),
    COMPUTED("trips", WHOLE, NODE_TRIPS, "trips of a loop, in all visits"),
    COLUMN("tripsMin", WHOLE, "trips_min", LARGEST, "fewest trips of a visit"),
    COMPUTED("tripsMax", WHOLE, NODE_TRIPS_MAX, "most trips of a visit"),
    COLUMN("callers", TEXT, "callers", ZERO, "for an MPI call in a program without probes, the calling routines: main (a.c:41) -> solve (a.c:30)"),
    COLUMN("instructions", WHOLE, "instructions", ZERO, "for a binary, instructions executed in it, exclusive"),
    COLUMN("beside", WHOLE, "beside", ZERO, "for a loop of a binary, source iterations executed by straight-line code beside it"),
    ALWAYS("depth", WHOLE, NODE_DEPTH, "number of nodes above it"),
    COLUMN("parent", ROW(NODES), "parent", LARGEST, "node above it"),
    COLUMN("region", ROW(REGIONS), "region", NEVER, "region"),
    COLUMN("lane", ROW(LANES), "lane", NEVER, "thread"),
    VIA("place", ROW(PLACES), "lane", "place", "process"),
    VIA("rank", WHOLE, "place", "rank", "MPI rank"),
    VIA("className", TEXT, "region", "file", "source file, or library"),
    VIA("methodName", TEXT, "region", "methodName", "routine that contains it"),
    VIA("file", TEXT, "region", "file", "source file: same as className"),
    VIA("line", WHOLE, "region", "line", "first source line"),
    COLUMN("open", WHOLE, "open", NEVER, "visits that had not ended"),
    COLUMN("openTime", TIME, "open_time", UNTIMED, "time of these, so far"),
    COLUMN("left", WHOLE, "left", NEVER, "visits ended by exit, longjmp or the like"),
    COLUMN("timed", BOOL, "timed", NEVER, "false if it was counted but not timed"),
    ALWAYS("estimated", BOOL, NODE_ESTIMATED, "true if some visits were timed, and the time of the others is estimated"),
    COLUMN("untimed", WHOLE, "untimed", NEVER, "visits that were not timed"),
    ALWAYS("light", BOOL, NODE_LIGHT, "true if it has no probe of its own and was counted by the region around it"),
    ALWAYS("derived", BOOL, NODE_DERIVED, "true if visits or trips follow from those of the region around it"),
    ALWAYS("atLeast", BOOL, NODE_AT_LEAST, "true if visits and trips are lower bounds: the region that counts them had not ended"),
    NUMBERED("row number of the node"),
};

static const struct query_field cycles[] = {
    COLUMN("cycle", WHOLE, "cycle", NEVER, "number of the time slice, from 0"),
    ALWAYS_MOMENT("startTime", CYCLE_START, "start of the slice"),
    ALWAYS_MOMENT("finishTime", CYCLE_FINISH, "end of the slice"),
    ALWAYS("duration", TIME, CYCLE_DURATION, "length of the slice"),
    COLUMN("lane", ROW(LANES), "lane", NEVER, "thread"),
    VIA("place", ROW(PLACES), "lane", "place", "process"),
    VIA("rank", WHOLE, "place", "rank", "MPI rank"),
    COLUMN("region", ROW(REGIONS), "region", NEVER, "region"),
    VIA("name", TEXT, "region", "name", "name of the region"),
    VIA("type", ACT, "region", "type", "event type of its visits"),
    VIA("file", TEXT, "region", "file", "source file"),
    VIA("line", WHOLE, "region", "line", "first source line"),
    COLUMN("time", TIME, "time", NEVER, "exclusive time in this slice"),
    COLUMN("visits", WHOLE, "visits", NEVER, "visits that began in this slice"),
    COLUMN("waits", WHOLE, "waits", NEVER, "those of them that waited"),
    COLUMN("ended", WHOLE, "ended", NEVER, "visits that ended in this slice"),
    COLUMN("bytes", BYTES, "bytes", NEVER, "bytes of the visits that ended"),
    NUMBERED("row number"),
};

static const struct query_field regions[] = {
    COLUMN("name", TEXT, "name", ZERO, "name of the routine, call or label"),
    COMPUTED("kind", TEXT, REGION_KIND, "routine, loop, io, user, file, task, ..."),
    ALWAYS("type", ACT, REGION_TYPE, "event type of its visits"),
    COLUMN("file", TEXT, "file", ZERO, "source file, or library"),
    COLUMN("line", WHOLE, "line", ZERO, "first source line"),
    COLUMN("endLine", WHOLE, "end_line", ZERO, "last source line"),
    COLUMN("dir", TEXT, "dir", ZERO, "directory in which the compiler ran"),
    COLUMN("routine", ROW(REGIONS), "routine", ZERO, "routine that contains it"),
    COLUMN("number", WHOLE, "seq", ZERO, "position among the regions of its kind in its routine"),
    COLUMN("note", TEXT, "note", ZERO, "why it was not measured, or what is unknown"),
    COLUMN("className", TEXT, "file", ZERO, "source file: same as file"),
    COMPUTED("methodName", TEXT, REGION_METHOD, "name of the routine that contains it, or its own"),
    COLUMN("startPosition", WHOLE, "line", ZERO, "first source line: same as line"),
    COMPUTED("endPosition", WHOLE, REGION_END, "last source line"),
    ALWAYS("reads", BOOL, REGION_READS, "true if it reads or receives data"),
    ALWAYS("writes", BOOL, REGION_WRITES, "true if it writes or sends data"),
    NUMBERED("row number; region 0 is code outside of all regions"),
};

static const struct query_field lanes[] = {
    COLUMN("place", ROW(PLACES), "place", NEVER, "process"),
    COLUMN("number", WHOLE, "number", NEVER, "number of the thread in its process, from 0"),
    COLUMN("name", TEXT, "name", ZERO, "name of the thread"),
    VIA("rank", WHOLE, "place", "rank", "MPI rank"),
    VIA("host", TEXT, "place", "host", "host name"),
    COLUMN("tid", WHOLE, "tid", ZERO, "system's thread id"),
    MOMENT("startTime", "start", NEVER, "start"),
    MOMENT("finishTime", "end", NEVER, "end, or the last sign of life"),
    ALWAYS("duration", TIME, LANE_DURATION, "finishTime - startTime"),
    ALWAYS("activityNumber", TEXT, LANE_ACTIVITY_NUMBER, "activity number of the thread: PLACE-N"),
    COMPUTED("activity", ROW(ACTIVITIES), LANE_ACTIVITY, "activity of the thread"),
    COLUMN("running", BOOL, "running", NEVER, "true if it is still running"),
    COLUMN("ended", BOOL, "ended", NEVER, "true if the thread itself has ended"),
    COLUMN("atLeast", BOOL, "at_least", NEVER, "true if its end is unknown: times are lower bounds"),
    COLUMN("forked", BOOL, "forked", NEVER, "true if it was started in another process, before a fork"),
    COLUMN("pool", BOOL, "pool", NEVER, "true for a pool thread, which is idle outside of all regions"),
    COLUMN("filtered", WHOLE, "filtered", NEVER, "visits that `triptych run --filter` did not log"),
    MOMENT("droppedFrom", "dropped_from", ZERO, "start of the time in which its events were dropped"),
    MOMENT("droppedTo", "dropped_to", ZERO, "end of that time: what it did in between is unknown"),
    MOMENT("filteredFrom", "filtered_from", ZERO, "earliest start of its filtered events"),
    MOMENT("filteredTo", "filtered_to", ZERO, "latest end of its filtered events"),
    COLUMN("cpuTime", TIME, "cpu", LARGEST, "CPU time of the thread"),
    COLUMN("cpuInMpi", TIME, "cpu_in_mpi", LARGEST, "approximate part of cpuTime spent in MPI calls"),
    COLUMN("queued", TIME, "queued", LARGEST, "time ready to run while another thread had the core"),
    NUMBERED("row number of the lane"),
};

static const struct query_field activities[] = {
    ALWAYS("activityNumber", TEXT, ACTIVITY_NUMBER, "number of the place and of the activity: PLACE-N"),
    ALWAYS("kind", TEXT, ACTIVITY_KIND, "thread, implicit, task"),
    COLUMN("place", ROW(PLACES), "place", NEVER, "process"),
    COLUMN("number", WHOLE, "number", NEVER, "number of the activity in its process"),
    COMPUTED("parent", ROW(ACTIVITIES), ACTIVITY_PARENT, "activity that created it"),
    COLUMN("madeAt", ROW(REGIONS), "made_at", ZERO, "call that created it"),
    COLUMN("body", ROW(REGIONS), "body", ZERO, "region that it executes"),
    COLUMN("madeOn", ROW(LANES), "made_on", LARGEST, "thread that created it"),
    COLUMN("firstLane", ROW(LANES), "first_lane", LARGEST, "thread on which it started"),
    COLUMN("parts", WHOLE, "parts", NEVER, "number of uninterrupted stretches in which it ran"),
    COLUMN("moves", WHOLE, "moves", NEVER, "number of times it continued on another thread"),
    MOMENT("created", "created", LARGEST, "time of its creation"),
    MOMENT("startTime", "start", LARGEST, "time at which it first ran"),
    MOMENT("finishTime", "end", LARGEST, "time at which it last ran"),
    COMPUTED("duration", TIME, ACTIVITY_DURATION, "finishTime - startTime"),
    COLUMN("ran", TIME, "ran", NEVER, "part of duration in which it actually ran"),
    COLUMN("dependences", WHOLE, "after_count", NEVER, "number of activities that it depends on"),
    NUMBERED("row number"),
};

static const struct query_field places[] = {
    COLUMN("number", WHOLE, "number", NEVER, "number of the place: same as execPlace"),
    COLUMN("rank", WHOLE, "rank", LARGEST, "MPI rank"),
    COLUMN("ranks", WHOLE, "ranks", ZERO, "number of MPI ranks"),
    COLUMN("host", TEXT, "host", ZERO, "host name"),
    COLUMN("program", TEXT, "program", ZERO, "executable"),
    COLUMN("command", TEXT, "command", ZERO, "command line"),
    COLUMN("pid", WHOLE, "pid", NEVER, "system's process id"),
    COLUMN("parentPid", WHOLE, "parent_pid", ZERO, "process id of its parent"),
    COMPUTED("parent", ROW(PLACES), PLACE_PARENT, "place that it was forked from"),
    ALWAYS("state", TEXT, PLACE_STATE, "running, exited, replaced, cut, stopped"),
    COLUMN("why", TEXT, "why", ZERO, "why measuring was stopped"),
    COLUMN("damage", TEXT, "damage", ZERO, "what could not be read of its data"),
    COLUMN("alive", BOOL, "alive", NEVER, "true if the process exists"),
    MOMENT("startTime", "start", NEVER, "start"),
    MOMENT("finishTime", "end", NEVER, "end, or the last sign of life"),
    ALWAYS("duration", TIME, PLACE_DURATION, "finishTime - startTime"),
    COLUMN("aligned", WHOLE, "aligned", ZERO, "number of times its clock was compared with that of rank 0"),
    COLUMN("within", TIME, "within", NEVER, "maximum error of its clock"),
    COLUMN("moved", TIME, "moved", NEVER, "largest correction of its times"),
    COLUMN("pcSamples", WHOLE, "pc_samples", ZERO, "program-counter samples taken while loops were counted"),
    COLUMN("signal", WHOLE, "signal", ZERO, "signal that ended it, where its parent reported it"),
    COLUMN("cores", WHOLE, "cores", LARGEST, "cores that the process may run on"),
    COLUMN("coresOnline", WHOLE, "cores_online", LARGEST, "cores of the host that are online"),
    COLUMN("coreQuota", WHOLE, "quota", ZERO, "CPU quota of its control group, in hundredths of a core"),
    COLUMN("loadStart", WHOLE, "load_start", LARGEST, "one-minute load average at its start, in hundredths"),
    COLUMN("loadEnd", WHOLE, "load_end", LARGEST, "one-minute load average at its end, in hundredths"),
    COLUMN("cpuUser", TIME, "cpu_user", LARGEST, "user CPU time of all its threads"),
    COLUMN("cpuSystem", TIME, "cpu_system", LARGEST, "system CPU time of all its threads"),
    COLUMN("voluntarySwitches", WHOLE, "voluntary", LARGEST, "context switches because a thread waited"),
    COLUMN("involuntarySwitches", WHOLE, "involuntary", LARGEST, "context switches because another thread got the core"),
    COLUMN("memoryPeak", BYTES, "memory", LARGEST, "peak resident memory"),
    COLUMN("majorFaults", WHOLE, "major_faults", LARGEST, "page faults that read from disk"),
    COLUMN("minorFaults", WHOLE, "minor_faults", LARGEST, "other page faults"),
    NUMBERED("row number"),
};

static const struct query_field communicators[] = {
    COLUMN("place", ROW(PLACES), "place", NEVER, "member that this row belongs to"),
    COLUMN("id", WHOLE, "id", NEVER, "number of the communicator, the same on all members; 0 is MPI_COMM_WORLD"),
    ALWAYS("kind", TEXT, COMMUNICATOR_KIND, "intra, inter, alone"),
    COLUMN("rank", WHOLE, "rank", NEVER, "rank of the place in it"),
    COLUMN("size", WHOLE, "size", NEVER, "number of members"),
    COLUMN("remoteSize", WHOLE, "remote_size", ZERO, "number of members of the remote group"),
    COLUMN("number", WHOLE, "number", NEVER, "number of the communicator in its place"),
    MOMENT("made", "made", ZERO, "time of its creation"),
    MOMENT("freed", "freed", ZERO, "time at which it was freed"),
    NUMBERED("row number"),
};

static const struct query_field loops[] = {
    COLUMN("region", ROW(REGIONS), "region", NEVER, "loop"),
    VIA("methodName", TEXT, "region", "methodName", "function that contains it"),
    VIA("number", WHOLE, "region", "number", "position among the loops of its function"),
    VIA("file", TEXT, "region", "file", "source file, or the binary"),
    VIA("line", WHOLE, "region", "line", "first source line"),
    COLUMN("binary", TEXT, "binary", ZERO, "path of the executable or library"),
    COLUMN("address", WHOLE, "address", NEVER, "link-time address of its header"),
    COLUMN("depth", WHOLE, "depth", NEVER, "nesting depth; 1 is an outermost loop of its function"),
    ALWAYS("counted", BOOL, LOOP_COUNTED, "true if its trips follow from an induction register"),
    ALWAYS("irreducible", BOOL, LOOP_IRREDUCIBLE, "true if it can be entered at several places"),
    ALWAYS("vector", BOOL, LOOP_VECTOR, "true if it was vectorised"),
    COLUMN("factor", WHOLE, "factor", ZERO, "source iterations per trip, if the compiler vectorised or unrolled it"),
    COLUMN("inlined", TEXT, "inlined", ZERO, "functions that it was inlined from, innermost first"),
    COLUMN("restOf", WHOLE, "rest_of", ZERO, "number of the loop in the same function whose remaining source iterations this loop executes"),
    NUMBERED("row number"),
};

static const struct query_field natives[] = {
    COLUMN("place", ROW(PLACES), "place", NEVER, "process"),
    VIA("rank", WHOLE, "place", "rank", "MPI rank"),
    COLUMN("name", TEXT, "name", ZERO, "name of the function"),
    COLUMN("binary", TEXT, "binary", ZERO, "path of the executable or library"),
    COLUMN("why", TEXT, "why", ZERO, "why nothing was counted in it"),
    COLUMN("address", WHOLE, "address", NEVER, "link-time address"),
    COLUMN("size", BYTES, "size", NEVER, "size of its code"),
    COLUMN("samples", WHOLE, "samples", NEVER, "those of the process's pcSamples that are in it"),
    NUMBERED("row number"),
};

#define SHAPE(name, alias, one, help, shown) \
    {#name, alias, one, #name, name, sizeof name / sizeof name[0], help, shown}
static struct query_fields shapes[SHAPES] = {
    [EVENTS] = SHAPE(events, "eventStream", "an event", "all logged visits",
        "activityNumber startTime duration type name methodName file line rank bytes trips"),
    [MESSAGES] = SHAPE(messages, NULL, "a message", "messages between ranks: each receive matched with its send",
        "sourceRank targetRank tag bytes startTime finishTime duration postStart receiveStart send receive"),
    [COLLECTIVES] = SHAPE(collectives, NULL, "a part in a collective operation", "participations of processes in collective operations",
        "instance kind rank root startTime finishTime duration given taken size communicator begin"),
    [NODES] = SHAPE(nodes, NULL, "a node", "call paths, with sums over their visits",
        "path type rank visits time exclusiveTime timeMin timeMax bytes trips"),
    [CYCLES] = SHAPE(cycles, NULL, "a cell of a cycle", "sums per region, lane and time slice",
        "startTime duration rank lane type name file line time visits waits bytes"),
    [REGIONS] = SHAPE(regions, NULL, "a region", "pieces of the program: routines, loops, calls",
        "name kind type methodName file line endLine note"),
    [LANES] = SHAPE(lanes, NULL, "a lane", "threads",
        "activityNumber rank host name startTime finishTime duration running ended pool"),
    [ACTIVITIES] = SHAPE(activities, NULL, "an activity", "threads and tasks",
        "activityNumber kind body parent madeAt created startTime duration ran parts moves"),
    [PLACES] = SHAPE(places, NULL, "a place", "processes",
        "number rank host state startTime duration pid program command why damage"),
    [COMMUNICATORS] = SHAPE(communicators, NULL, "a communicator", "MPI communicators, one row per member",
        NULL),
    [LOOPS] = SHAPE(loops, NULL, "a loop", "loops of binaries, as `triptych loops` counts them",
        "methodName number file line depth counted irreducible vector factor inlined address binary"),
    [NATIVES] = SHAPE(natives, NULL, "a function", "functions of binaries in which nothing was counted",
        "rank name samples why size address binary"),
};
/* clang-format on */

/* Returns the type of the values of a column. */
static struct query_value_type type_of(const struct archive_schema_column *column)
{
    struct query_value_type type = WHOLE;
    switch (column->form) {
    case SCHEMA_REAL:
        return (struct query_value_type){TYPE_REAL, UNIT_NONE, NULL};
    case SCHEMA_TIME:
    case SCHEMA_MOMENT:
        return (struct query_value_type)TIME;
    case SCHEMA_BYTES:
        return (struct query_value_type)BYTES;
    case SCHEMA_BOOL:
        return (struct query_value_type)BOOL;
    case SCHEMA_TEXT:
    case SCHEMA_WORD:
        return (struct query_value_type)TEXT;
    case SCHEMA_ROW:
        for (size_t i = 0; i < SHAPES; i++) {
            if (!strcmp(shapes[i].name, column->of))
                type = (struct query_value_type){TYPE_ROW, UNIT_NONE, &shapes[i]};
        }
        return type;
    default:
        return type;
    }
}

static enum query_field_absent absent_of(const struct archive_schema_column *column)
{
    if (column->form == SCHEMA_TEXT || column->form == SCHEMA_WORD)
        return ABSENT_ZERO;
    switch (column->absent) {
    case SCHEMA_LARGEST:
        return ABSENT_LARGEST;
    case SCHEMA_ZERO:
        return ABSENT_ZERO;
    case SCHEMA_UNTIMED:
        return ABSENT_UNTIMED;
    default: /* columns whose absence depends on others have fields that are computed */
        return ABSENT_NEVER;
    }
}

/* Returns the name of the field that is made for a column: trips_min is tripsMin. To be freed. */
static char *name_of(const char *column)
{
    char *name = memory_string(column), *to = name;
    for (const char *from = column; *from; from++) {
        bool begins = *from == '_' && from[1];
        *to++ = begins ? (char)toupper((unsigned char)*++from) : *from;
    }
    *to = '\0';
    return name;
}

/* True if a field of the stream is the column, or has its name. */
static bool has_column(const struct query_fields *shape, const char *column, const char *name)
{
    for (size_t i = 0; i < shape->count; i++) {
        const struct query_field *field = &shape->fields[i];
        if (!strcmp(field->name, name) ||
            (field->from == FIELD_COLUMN && !strcmp(field->column, column)))
            return true;
    }
    return false;
}

/* Adds the columns of the table behind a stream that have no field yet, before the field `row`,
 * which is the last one. */
static void add_columns(struct query_fields *shape)
{
    const struct archive_schema_table *table = archive_schema_find(shape->table);
    if (!table)
        return;
    struct query_field *fields = memory_zeroed(shape->count + table->column_count, sizeof *fields);
    size_t count = shape->count - 1;
    memcpy(fields, shape->fields, shape->count * sizeof *fields);
    for (size_t i = 0; i < table->column_count; i++) {
        const struct archive_schema_column *column = &table->columns[i];
        char *name = name_of(column->name);
        if (has_column(shape, column->name, name)) {
            free(name);
            continue;
        }
        fields[count++] = (struct query_field){.name = name,
                                               .type = type_of(column),
                                               .from = FIELD_COLUMN,
                                               .column = column->name,
                                               .absent = absent_of(column),
                                               .is_moment = column->form == SCHEMA_MOMENT,
                                               .help = column->help,
                                               .word = column->word,
                                               .is_signed = column->form == SCHEMA_SIGNED};
    }
    fields[count++] = shape->fields[shape->count - 1];
    shape->fields = fields;
    shape->count = count;
}

static void complete(void)
{
    for (size_t i = 0; i < SHAPES; i++)
        add_columns(&shapes[i]);
}

/* The fields that follow from the schema are added when a stream is first looked for. */
static void complete_once(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, complete);
}

static bool is_word(const char *word, const char *name, size_t size)
{
    return word && strlen(word) == size && !memcmp(word, name, size);
}

const struct query_fields *query_fields_at(size_t i)
{
    complete_once();
    return i < SHAPES ? &shapes[i] : NULL;
}

const struct query_fields *query_fields_find(const char *name, size_t size)
{
    complete_once();
    for (size_t i = 0; i < SHAPES; i++) {
        if (is_word(shapes[i].name, name, size) || is_word(shapes[i].alias, name, size))
            return &shapes[i];
    }
    return NULL;
}

const struct query_field *query_fields_get(const struct query_fields *shape, const char *name,
                                           size_t size)
{
    for (size_t i = 0; i < shape->count; i++) {
        if (is_word(shape->fields[i].name, name, size))
            return &shape->fields[i];
    }
    return NULL;
}

bool query_fields_may_be_absent(const struct query_fields *shape, const struct query_field *field)
{
    if (field->from != FIELD_VIA)
        return field->absent != ABSENT_NEVER;
    const struct query_field *step = query_fields_get(shape, field->step, strlen(field->step));
    const struct query_fields *next = step->type.shape;
    return query_fields_may_be_absent(shape, step) ||
           query_fields_may_be_absent(next,
                                      query_fields_get(next, field->column, strlen(field->column)));
}

const char *query_fields_region_kind(uint32_t kind)
{
    return format_region_word(kind);
}
