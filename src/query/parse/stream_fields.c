/* stream_fields.c: see stream_fields.h; doc/query.md lists the same for people. */
#include "query/parse/stream_fields.h"

#include "format/act.h"

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

static const struct shape shapes[SHAPES];

/* clang-format off */
#define WHOLE {TYPE_INTEGER, UNIT_NONE, NULL}
#define TIME {TYPE_INTEGER, UNIT_TIME, NULL}
#define BYTES {TYPE_INTEGER, UNIT_BYTES, NULL}
#define BOOL {TYPE_BOOL, UNIT_NONE, NULL}
#define TEXT {TYPE_TEXT, UNIT_NONE, NULL}
#define ACT {TYPE_ACT, UNIT_NONE, NULL}
#define ROW(of) {TYPE_ROW, UNIT_NONE, &shapes[of]}
#define NUMBERED(what) {"row", WHOLE, FIELD_ROW, NULL, NULL, ABSENT_NEVER, 0, false, what}
#define COLUMN(name, type, column, absent, help) \
    {name, type, FIELD_COLUMN, NULL, column, ABSENT_##absent, 0, false, help}
#define MOMENT(name, column, absent, help) \
    {name, TIME, FIELD_COLUMN, NULL, column, ABSENT_##absent, 0, true, help}
#define VIA(name, type, step, column, help) \
    {name, type, FIELD_VIA, step, column, ABSENT_COMPUTED, 0, false, help}
#define COMPUTED(name, type, function, help) \
    {name, type, FIELD_COMPUTED, NULL, NULL, ABSENT_COMPUTED, FUNCTION_##function, false, help}
#define ALWAYS(name, type, function, help) \
    {name, type, FIELD_COMPUTED, NULL, NULL, ABSENT_NEVER, FUNCTION_##function, false, help}
#define ALWAYS_MOMENT(name, function, help) \
    {name, TIME, FIELD_COMPUTED, NULL, NULL, ABSENT_NEVER, FUNCTION_##function, true, help}

static const struct field events[] = {
    ALWAYS("activityNumber", TEXT, EVENT_ACTIVITY_NUMBER, "the activity that does it: PLACE-N"),
    MOMENT("startTime", "start", NEVER, "when it began"),
    ALWAYS_MOMENT("finishTime", EVENT_FINISH, "when it ended"),
    VIA("className", TEXT, "region", "file", "source file, or library"),
    VIA("methodName", TEXT, "region", "methodName", "the routine that it is in"),
    VIA("sourcePlace", WHOLE, "source", "number", "where it came from: number of a place"),
    VIA("targetPlace", WHOLE, "target", "number", "where it went to"),
    VIA("execPlace", WHOLE, "place", "number", "where it ran"),
    VIA("startPosition", WHOLE, "region", "line", "line where its source begins"),
    VIA("endPosition", WHOLE, "region", "endPosition", "line where its source ends"),
    VIA("type", ACT, "region", "type", "what kind of act it is"),
    COLUMN("duration", TIME, "duration", NEVER, "how long it took"),
    COMPUTED("bytes", BYTES, EVENT_BYTES, "data of I/O or of a message, if they were counted"),
    COMPUTED("trips", WHOLE, EVENT_TRIPS, "of a loop that ended by itself"),
    VIA("name", TEXT, "region", "name", "of the region: a routine, a call, a label"),
    VIA("file", TEXT, "region", "file", "source file, as className"),
    VIA("line", WHOLE, "region", "line", "as startPosition"),
    VIA("region", ROW(REGIONS), "node", "region", "the place in the source"),
    COLUMN("node", ROW(NODES), "node", NEVER, "the call path"),
    ALWAYS("lane", ROW(LANES), EVENT_LANE, "the thread"),
    VIA("place", ROW(PLACES), "lane", "place", "the process"),
    VIA("rank", WHOLE, "place", "rank", "of MPI"),
    COMPUTED("source", ROW(PLACES), EVENT_SOURCE, "the process that its message came from, or its own"),
    COMPUTED("target", ROW(PLACES), EVENT_TARGET, "the process that its message went to, or its own"),
    COMPUTED("tag", WHOLE, EVENT_TAG, "of its message"),
    COMPUTED("communicator", ROW(COMMUNICATORS), EVENT_COMMUNICATOR, "of its messages, or its collective operation"),
    COMPUTED("activity", ROW(ACTIVITIES), EVENT_ACTIVITY, "the activity that does it"),
    COMPUTED("parent", TEXT, EVENT_PARENT, "the activity that made that one: PLACE-N"),
    COMPUTED("about", ROW(ACTIVITIES), EVENT_ABOUT, "the task that runs, was made, or is waited for"),
    COMPUTED("object", ROW(REGIONS), EVENT_OBJECT, "the file of I/O, or what was waited for"),
    COMPUTED("holder", ROW(ACTIVITIES), EVENT_HOLDER, "who had what was waited for"),
    COMPUTED("held", TIME, EVENT_HELD, "of a release: from getting it to letting go"),
    ALWAYS("open", BOOL, EVENT_OPEN, "it had not ended"),
    ALWAYS("left", BOOL, EVENT_LEFT, "it was ended from outside: exit, longjmp"),
    ALWAYS("continued", BOOL, EVENT_CONTINUED, "it began before a fork"),
    NUMBERED("number of the event"),
};

static const struct field messages[] = {
    COLUMN("source", ROW(PLACES), "source", LARGEST, "the process that sent it"),
    COLUMN("target", ROW(PLACES), "target", LARGEST, "the process that received it"),
    VIA("sourcePlace", WHOLE, "source", "number", "number of that place"),
    VIA("targetPlace", WHOLE, "target", "number", "number of that place"),
    VIA("sourceRank", WHOLE, "source", "rank", "rank of the sender"),
    VIA("targetRank", WHOLE, "target", "rank", "rank of the receiver"),
    ALWAYS("tag", WHOLE, MESSAGE_TAG, "of MPI"),
    COLUMN("bytes", BYTES, "bytes", NEVER, "received; sent, if no receive was found"),
    COLUMN("communicator", ROW(COMMUNICATORS), "communicator", LARGEST, "the sender's"),
    MOMENT("startTime", "send_start", ZERO, "when the send began"),
    MOMENT("finishTime", "receive_end", ZERO, "when the receive ended"),
    COMPUTED("duration", TIME, MESSAGE_DURATION, "between these two"),
    COLUMN("send", ROW(NODES), "send", LARGEST, "the call that sent, or began to"),
    COLUMN("receive", ROW(NODES), "receive", LARGEST, "the call that saw the end of the receive"),
    COLUMN("finish", ROW(NODES), "finish", LARGEST, "the call that saw the end of the send"),
    COLUMN("post", ROW(NODES), "post", LARGEST, "the call that began the receive"),
    MOMENT("sendStart", "send_start", ZERO, "when `send` began"),
    MOMENT("sendEnd", "send_end", ZERO, "when `send` ended"),
    MOMENT("receiveStart", "receive_start", ZERO, "when `receive` began"),
    MOMENT("receiveEnd", "receive_end", ZERO, "when `receive` ended"),
    MOMENT("finishStart", "finish_start", ZERO, "when `finish` began"),
    MOMENT("finishEnd", "finish_end", ZERO, "when `finish` ended"),
    MOMENT("postStart", "post_start", ZERO, "when `post` began"),
    NUMBERED("number of the message"),
};

static const struct field collectives[] = {
    COLUMN("instance", WHOLE, "instance", NEVER, "the same for all who took part"),
    COLUMN("communicator", ROW(COMMUNICATORS), "communicator", LARGEST, "that of the process"),
    COLUMN("number", WHOLE, "number", NEVER, "among those of its communicator, from 0"),
    COLUMN("place", ROW(PLACES), "place", NEVER, "the process that took part"),
    VIA("rank", WHOLE, "place", "rank", "of that process"),
    COMPUTED("kind", TEXT, COLLECTIVE_KIND, "barrier, n-to-n, n-to-1, 1-to-n, prefix, near"),
    COLUMN("root", ROW(PLACES), "root", LARGEST, "the process that the data came from or went to"),
    COLUMN("size", WHOLE, "size", NEVER, "how many should take part"),
    COLUMN("given", BYTES, "given", NEVER, "data that the process gave"),
    COLUMN("taken", BYTES, "taken", NEVER, "data that it got"),
    MOMENT("startTime", "begin_start", ZERO, "when it began"),
    MOMENT("finishTime", "end_end", ZERO, "when it was over"),
    COMPUTED("duration", TIME, COLLECTIVE_DURATION, "between these two"),
    COLUMN("begin", ROW(NODES), "begin", LARGEST, "the call that began it"),
    COLUMN("end", ROW(NODES), "end", LARGEST, "the call that saw its end"),
    MOMENT("beginStart", "begin_start", ZERO, "when `begin` began"),
    MOMENT("beginEnd", "begin_end", ZERO, "when `begin` ended"),
    MOMENT("endStart", "end_start", ZERO, "when `end` began"),
    MOMENT("endEnd", "end_end", ZERO, "when `end` ended"),
    NUMBERED("number of the row"),
};

static const struct field nodes[] = {
    COMPUTED("path", TEXT, NODE_PATH, "the call path: main/solve/MPI_Send; if it is very long, `…N…` stands for N of its steps"),
    VIA("name", TEXT, "region", "name", "of the region: the end of the path"),
    VIA("type", ACT, "region", "type", "what kind of act its visits are"),
    COLUMN("count", WHOLE, "count", NEVER, "visits"),
    COLUMN("time", TIME, "time", UNTIMED, "of all visits that have ended: inclusive"),
    COMPUTED("exclusiveTime", TIME, NODE_EXCLUSIVE, "of all visits, outside of what it calls; of a routine with its own loops"),
    COMPUTED("loopTime", TIME, NODE_LOOPS, "of this, in these loops"),
    COLUMN("min", TIME, "min", UNTIMED, "the shortest visit"),
    COLUMN("max", TIME, "max", UNTIMED, "the longest visit"),
    COMPUTED("bytes", BYTES, NODE_BYTES, "data of I/O or of messages, if they were counted"),
    COMPUTED("trips", WHOLE, NODE_TRIPS, "of a loop, in all visits"),
    COLUMN("tripsMin", WHOLE, "trips_min", LARGEST, "the fewest trips of a visit"),
    COMPUTED("tripsMax", WHOLE, NODE_TRIPS_MAX, "the most trips of a visit"),
    COLUMN("callers", TEXT, "callers", ZERO, "of a call of MPI in a program without probes, the routines that led to it: main (a.c:41) -> solve (a.c:30)"),
    COLUMN("instructions", WHOLE, "instructions", ZERO, "of a binary, executed in it and in nothing below it"),
    COLUMN("beside", WHOLE, "beside", ZERO, "of a loop of a binary, iterations of the source that code beside it did, in no loop"),
    ALWAYS("depth", WHOLE, NODE_DEPTH, "how many are above it"),
    COLUMN("parent", ROW(NODES), "parent", LARGEST, "the node above it"),
    COLUMN("region", ROW(REGIONS), "region", NEVER, "the place in the source"),
    COLUMN("lane", ROW(LANES), "lane", NEVER, "the thread"),
    VIA("place", ROW(PLACES), "lane", "place", "the process"),
    VIA("rank", WHOLE, "place", "rank", "of MPI"),
    VIA("className", TEXT, "region", "file", "source file, or library"),
    VIA("methodName", TEXT, "region", "methodName", "the routine that it is in"),
    VIA("file", TEXT, "region", "file", "source file, as className"),
    VIA("line", WHOLE, "region", "line", "where its source begins"),
    COLUMN("open", WHOLE, "open", NEVER, "visits that had not ended"),
    COLUMN("openTime", TIME, "open_time", UNTIMED, "of these, so far"),
    COLUMN("left", WHOLE, "left", NEVER, "visits that were ended from outside"),
    COLUMN("timed", BOOL, "timed", NEVER, "false: it was only counted"),
    ALWAYS("estimated", BOOL, NODE_ESTIMATED, "its time is that of some visits, and estimated of the others"),
    COLUMN("untimed", WHOLE, "untimed", NEVER, "these others"),
    ALWAYS("light", BOOL, NODE_LIGHT, "it was counted without a probe of its own, by what is around it"),
    ALWAYS("derived", BOOL, NODE_DERIVED, "visits or trips follow from those of what is around it"),
    ALWAYS("atLeast", BOOL, NODE_AT_LEAST, "there may be more visits and trips: what counts them has not ended"),
    NUMBERED("number of the node"),
};

static const struct field cycles[] = {
    COLUMN("cycle", WHOLE, "cycle", NEVER, "number of the slice of time, from 0"),
    ALWAYS_MOMENT("startTime", CYCLE_START, "when the slice begins"),
    ALWAYS_MOMENT("finishTime", CYCLE_FINISH, "when it ends"),
    ALWAYS("duration", TIME, CYCLE_DURATION, "how long it is"),
    COLUMN("lane", ROW(LANES), "lane", NEVER, "the thread"),
    VIA("place", ROW(PLACES), "lane", "place", "the process"),
    VIA("rank", WHOLE, "place", "rank", "of MPI"),
    COLUMN("region", ROW(REGIONS), "region", NEVER, "the place in the source"),
    VIA("name", TEXT, "region", "name", "of the region"),
    VIA("type", ACT, "region", "type", "what kind of act its visits are"),
    VIA("file", TEXT, "region", "file", "source file"),
    VIA("line", WHOLE, "region", "line", "where its source begins"),
    COLUMN("time", TIME, "time", NEVER, "in the region itself, in this slice"),
    COLUMN("visits", WHOLE, "visits", NEVER, "that began in it"),
    COLUMN("waits", WHOLE, "waits", NEVER, "of these, that waited for others"),
    COLUMN("ended", WHOLE, "ended", NEVER, "visits that ended in it"),
    COLUMN("bytes", BYTES, "bytes", NEVER, "data of the visits that ended"),
    NUMBERED("number of the row"),
};

static const struct field regions[] = {
    COLUMN("name", TEXT, "name", ZERO, "a routine, a call, a label"),
    COMPUTED("kind", TEXT, REGION_KIND, "routine, loop, io, user, file, task, ..."),
    ALWAYS("type", ACT, REGION_TYPE, "what kind of act its visits are"),
    COLUMN("file", TEXT, "file", ZERO, "source file, or library"),
    COLUMN("line", WHOLE, "line", ZERO, "where its source begins"),
    COLUMN("endLine", WHOLE, "end_line", ZERO, "where it ends"),
    COLUMN("dir", TEXT, "dir", ZERO, "folder in which the compiler ran"),
    COLUMN("routine", ROW(REGIONS), "routine", ZERO, "the routine around it"),
    COLUMN("number", WHOLE, "seq", ZERO, "the how-many-th of its kind in its routine"),
    COLUMN("note", TEXT, "note", ZERO, "why it was not measured, or what is not known"),
    COLUMN("className", TEXT, "file", ZERO, "as file"),
    COMPUTED("methodName", TEXT, REGION_METHOD, "name of the routine around it, or its own"),
    COLUMN("startPosition", WHOLE, "line", ZERO, "as line"),
    COMPUTED("endPosition", WHOLE, REGION_END, "line where its source ends"),
    ALWAYS("reads", BOOL, REGION_READS, "takes data in, or receives"),
    ALWAYS("writes", BOOL, REGION_WRITES, "gives data out, or sends"),
    NUMBERED("number of the region; 0 is outside of all"),
};

static const struct field lanes[] = {
    COLUMN("place", ROW(PLACES), "place", NEVER, "the process"),
    COLUMN("number", WHOLE, "number", NEVER, "in its process, from 0"),
    COLUMN("name", TEXT, "name", ZERO, "of the thread"),
    VIA("rank", WHOLE, "place", "rank", "of MPI"),
    VIA("host", TEXT, "place", "host", "the machine"),
    COLUMN("tid", WHOLE, "tid", ZERO, "the system's number of the thread"),
    MOMENT("startTime", "start", NEVER, "when it began"),
    MOMENT("finishTime", "end", NEVER, "when it ended, or was last seen"),
    ALWAYS("duration", TIME, LANE_DURATION, "between these two"),
    ALWAYS("activityNumber", TEXT, LANE_ACTIVITY_NUMBER, "of the thread: PLACE-N"),
    COMPUTED("activity", ROW(ACTIVITIES), LANE_ACTIVITY, "the thread as an activity"),
    COLUMN("running", BOOL, "running", NEVER, "it goes on"),
    COLUMN("ended", BOOL, "ended", NEVER, "the thread itself has ended"),
    COLUMN("atLeast", BOOL, "at_least", NEVER, "its end is not known: times are lower bounds"),
    COLUMN("forked", BOOL, "forked", NEVER, "it was begun in another process"),
    COLUMN("pool", BOOL, "pool", NEVER, "of a pool: idle outside of all regions"),
    COLUMN("leftOut", WHOLE, "filtered", NEVER, "acts that `triptych run --filter` did not log"),
    MOMENT("droppedFrom", "dropped_from", ZERO, "its events were dropped from then on"),
    MOMENT("droppedTo", "dropped_to", ZERO, "until then: what it did between is not known"),
    MOMENT("filteredFrom", "filtered_from", ZERO, "its filtered events are no earlier"),
    MOMENT("filteredTo", "filtered_to", ZERO, "and end no later"),
    COLUMN("cpuTime", TIME, "cpu", LARGEST, "CPU time of the thread"),
    COLUMN("cpuInMpi", TIME, "cpu_in_mpi", LARGEST, "of this, in calls of MPI, about"),
    COLUMN("queued", TIME, "queued", LARGEST, "ready to run, but another thread had the core"),
    NUMBERED("number of the lane"),
};

static const struct field activities[] = {
    ALWAYS("activityNumber", TEXT, ACTIVITY_NUMBER, "PLACE-N"),
    ALWAYS("kind", TEXT, ACTIVITY_KIND, "thread, implicit, task"),
    COLUMN("place", ROW(PLACES), "place", NEVER, "the process"),
    COLUMN("number", WHOLE, "number", NEVER, "in its process"),
    COMPUTED("parent", ROW(ACTIVITIES), ACTIVITY_PARENT, "the activity that made it"),
    COLUMN("madeAt", ROW(REGIONS), "made_at", ZERO, "the call that made it"),
    COLUMN("body", ROW(REGIONS), "body", ZERO, "what it runs"),
    COLUMN("madeOn", ROW(LANES), "made_on", LARGEST, "the thread that made it"),
    COLUMN("firstLane", ROW(LANES), "first_lane", LARGEST, "the thread on which it began"),
    COLUMN("parts", WHOLE, "parts", NEVER, "stretches in which it ran"),
    COLUMN("moves", WHOLE, "moves", NEVER, "how often it went on on another thread"),
    MOMENT("created", "created", LARGEST, "when it was made"),
    MOMENT("startTime", "start", LARGEST, "when it first ran"),
    MOMENT("finishTime", "end", LARGEST, "when it last ran"),
    COMPUTED("duration", TIME, ACTIVITY_DURATION, "between these two"),
    COLUMN("ran", TIME, "ran", NEVER, "of this, how long it really ran"),
    COLUMN("dependences", WHOLE, "after_count", NEVER, "how many it depends on"),
    NUMBERED("number of the row"),
};

static const struct field places[] = {
    COLUMN("number", WHOLE, "number", NEVER, "as execPlace, and in activityNumber"),
    COLUMN("rank", WHOLE, "rank", LARGEST, "of MPI"),
    COLUMN("ranks", WHOLE, "ranks", ZERO, "how many there are"),
    COLUMN("host", TEXT, "host", ZERO, "the machine"),
    COLUMN("program", TEXT, "program", ZERO, "the executable"),
    COLUMN("command", TEXT, "command", ZERO, "how it was called"),
    COLUMN("pid", WHOLE, "pid", NEVER, "the system's number of the process"),
    COLUMN("parentPid", WHOLE, "parent_pid", ZERO, "of its parent"),
    COMPUTED("parent", ROW(PLACES), PLACE_PARENT, "the place that it was forked from"),
    ALWAYS("state", TEXT, PLACE_STATE, "running, exited, replaced, cut, stopped"),
    COLUMN("why", TEXT, "why", ZERO, "why measuring was stopped"),
    COLUMN("damage", TEXT, "damage", ZERO, "what could not be read"),
    COLUMN("alive", BOOL, "alive", NEVER, "the process is there"),
    MOMENT("startTime", "start", NEVER, "when it began"),
    MOMENT("finishTime", "end", NEVER, "when it ended, or was last seen"),
    ALWAYS("duration", TIME, PLACE_DURATION, "between these two"),
    COLUMN("aligned", WHOLE, "aligned", ZERO, "how often its clock was compared with rank 0's"),
    COLUMN("within", TIME, "within", NEVER, "its clock may be off by that much"),
    COLUMN("moved", TIME, "moved", NEVER, "by how much its times were moved at most"),
    COLUMN("pcSamples", WHOLE, "pc_samples", ZERO, "how often it was looked where the program is, while loops were counted"),
    COLUMN("signal", WHOLE, "signal", ZERO, "that ended it, where its parent was told"),
    COLUMN("cores", WHOLE, "cores", LARGEST, "that the process may run on"),
    COLUMN("coresOnline", WHOLE, "cores_online", LARGEST, "of the machine"),
    COLUMN("coreQuota", WHOLE, "quota", ZERO, "hundredths of a core that a control group allows"),
    COLUMN("loadStart", WHOLE, "load_start", LARGEST, "load average of a minute when it began, in hundredths"),
    COLUMN("loadEnd", WHOLE, "load_end", LARGEST, "the same when it ended"),
    COLUMN("cpuUser", TIME, "cpu_user", LARGEST, "CPU time of all its threads, in the program"),
    COLUMN("cpuSystem", TIME, "cpu_system", LARGEST, "CPU time of all its threads, in the system"),
    COLUMN("voluntarySwitches", WHOLE, "voluntary", LARGEST, "context switches because a thread waited"),
    COLUMN("involuntarySwitches", WHOLE, "involuntary", LARGEST, "context switches because another thread got the core"),
    COLUMN("memoryPeak", BYTES, "memory", LARGEST, "the most memory that was resident at a time"),
    COLUMN("majorFaults", WHOLE, "major_faults", LARGEST, "page faults that read from a disk"),
    COLUMN("minorFaults", WHOLE, "minor_faults", LARGEST, "other page faults"),
    NUMBERED("number of the row"),
};

static const struct field communicators[] = {
    COLUMN("place", ROW(PLACES), "place", NEVER, "the member whose row this is"),
    COLUMN("id", WHOLE, "id", NEVER, "the same on all members; 0 is MPI_COMM_WORLD"),
    ALWAYS("kind", TEXT, COMMUNICATOR_KIND, "intra, inter, alone"),
    COLUMN("rank", WHOLE, "rank", NEVER, "of the place in it"),
    COLUMN("size", WHOLE, "size", NEVER, "how many members it has"),
    COLUMN("remoteSize", WHOLE, "remote_size", ZERO, "members of the other group"),
    COLUMN("number", WHOLE, "number", NEVER, "in its place"),
    MOMENT("made", "made", ZERO, "when it was made"),
    MOMENT("freed", "freed", ZERO, "when it was freed"),
    NUMBERED("number of the row"),
};

static const struct field loops[] = {
    COLUMN("region", ROW(REGIONS), "region", NEVER, "the loop"),
    VIA("methodName", TEXT, "region", "methodName", "the function that it is in"),
    VIA("number", WHOLE, "region", "number", "the how-many-th loop of that"),
    VIA("file", TEXT, "region", "file", "source file, or the binary"),
    VIA("line", WHOLE, "region", "line", "where its source begins"),
    COLUMN("binary", TEXT, "binary", ZERO, "path of the executable or library"),
    COLUMN("address", WHOLE, "address", NEVER, "of its head, as it was linked"),
    COLUMN("depth", WHOLE, "depth", NEVER, "1: no loop of its function is around it"),
    ALWAYS("counted", BOOL, LOOP_COUNTED, "a register tells its trips"),
    ALWAYS("irreducible", BOOL, LOOP_IRREDUCIBLE, "it can be entered in several places"),
    ALWAYS("vector", BOOL, LOOP_VECTOR, "it works on several elements at once"),
    COLUMN("factor", WHOLE, "factor", ZERO, "iterations of the source in a trip, if the compiler vectorised or unrolled it"),
    COLUMN("inlined", TEXT, "inlined", ZERO, "functions that it was inlined from, the innermost first"),
    COLUMN("restOf", WHOLE, "rest_of", ZERO, "number of the loop of the same function whose iterations of the source that are left over this one does"),
    NUMBERED("number of the row"),
};

static const struct field natives[] = {
    COLUMN("place", ROW(PLACES), "place", NEVER, "the process"),
    VIA("rank", WHOLE, "place", "rank", "of MPI"),
    COLUMN("name", TEXT, "name", ZERO, "of the function"),
    COLUMN("binary", TEXT, "binary", ZERO, "path of the executable or library"),
    COLUMN("why", TEXT, "why", ZERO, "why nothing was counted in it"),
    COLUMN("address", WHOLE, "address", NEVER, "where it begins, as it was linked"),
    COLUMN("size", BYTES, "size", NEVER, "of its code"),
    COLUMN("samples", WHOLE, "samples", NEVER, "of the process's pcSamples, those that were in it"),
    NUMBERED("number of the row"),
};

#define SHAPE(name, alias, one, help, shown) \
    {#name, alias, one, #name, name, sizeof name / sizeof name[0], help, shown}
static const struct shape shapes[SHAPES] = {
    [EVENTS] = SHAPE(events, "eventStream", "an event", "every act that was logged",
        "activityNumber startTime duration type name methodName file line rank bytes trips"),
    [MESSAGES] = SHAPE(messages, NULL, "a message", "between ranks, each receive with its send",
        "sourceRank targetRank tag bytes startTime finishTime duration postStart receiveStart send receive"),
    [COLLECTIVES] = SHAPE(collectives, NULL, "a part in a collective operation", "who took part in which collective operation",
        "instance kind rank root startTime finishTime duration given taken size communicator begin"),
    [NODES] = SHAPE(nodes, NULL, "a node", "call paths, with sums over their visits",
        "path type rank count time exclusiveTime min max bytes trips"),
    [CYCLES] = SHAPE(cycles, NULL, "a cell of a cycle", "what each region did on each lane in each slice of time",
        "startTime duration rank lane type name file line time visits waits bytes"),
    [REGIONS] = SHAPE(regions, NULL, "a region", "places in the source: routines, loops, calls",
        "name kind type methodName file line endLine note"),
    [LANES] = SHAPE(lanes, NULL, "a lane", "threads",
        "activityNumber rank host name startTime finishTime duration running ended pool"),
    [ACTIVITIES] = SHAPE(activities, NULL, "an activity", "threads and tasks",
        "activityNumber kind body parent madeAt created startTime duration ran parts moves"),
    [PLACES] = SHAPE(places, NULL, "a place", "processes",
        "number rank host state startTime duration pid program command why damage"),
    [COMMUNICATORS] = SHAPE(communicators, NULL, "a communicator", "of MPI, as each of their members knows them",
        NULL),
    [LOOPS] = SHAPE(loops, NULL, "a loop", "of binaries, as `triptych loops` counts them",
        "methodName number file line depth counted irreducible vector factor inlined address binary"),
    [NATIVES] = SHAPE(natives, NULL, "a function", "functions of binaries in which nothing was counted",
        "rank name samples why size address binary"),
};
/* clang-format on */

static bool is_word(const char *word, const char *name, size_t size)
{
    return word && strlen(word) == size && !memcmp(word, name, size);
}

const struct shape *shape_at(size_t i)
{
    return i < SHAPES ? &shapes[i] : NULL;
}

const struct shape *shape_find(const char *name, size_t size)
{
    for (size_t i = 0; i < SHAPES; i++) {
        if (is_word(shapes[i].name, name, size) || is_word(shapes[i].alias, name, size))
            return &shapes[i];
    }
    return NULL;
}

const struct field *shape_field(const struct shape *shape, const char *name, size_t size)
{
    for (size_t i = 0; i < shape->count; i++) {
        if (is_word(shape->fields[i].name, name, size))
            return &shape->fields[i];
    }
    return NULL;
}

bool shape_may_be_absent(const struct shape *shape, const struct field *field)
{
    if (field->from != FIELD_VIA)
        return field->absent != ABSENT_NEVER;
    const struct field *step = shape_field(shape, field->step, strlen(field->step));
    const struct shape *next = step->type.shape;
    return shape_may_be_absent(shape, step) ||
           shape_may_be_absent(next, shape_field(next, field->column, strlen(field->column)));
}

const char *shape_region_kind(uint32_t kind)
{
    return format_region_word(kind);
}
