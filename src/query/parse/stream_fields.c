/* stream_fields.c: the table of streams and fields: see stream_fields.h. Listed here are the fields
 * that are computed, those that have another name than their column, and the columns that come
 * first, by name. Types, absent values and phrases of columns follow from the schema, and so do all
 * columns that are not listed. doc/query.md lists the same fields. */
#include "query/parse/stream_fields.h"

#include "archive/table/schema.h"
#include "util/memory.h"

#include <assert.h>
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
    STACKS,
    OPERATIONS,
    CARRIED,
    MOVES,
    VARIABLES,
    CAPTURES,
    FINISHES,
    PARTICIPANTS,
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
#define NUMBERED(what) {.name = "row", .type = WHOLE, .from = FIELD_ROW, .help = what}

/* A column: all that is known of the field follows from the schema, also its name. */
#define COLUMN(of) {.from = FIELD_COLUMN, .column = of}

/* A column whose field has another name; `phrase`: NULL, or a better phrase for queries. */
#define RENAMED(as, of, phrase) {.name = as, .from = FIELD_COLUMN, .column = of, .help = phrase}

/* A column of the events, which are encoded and not in the schema. */
#define EVENT(as, what, of, moment, phrase) \
    {.name = as, .type = what, .from = FIELD_COLUMN, .column = of, .is_moment = moment, .help = phrase}

/* The field `of` of the row that the field `by` leads to. */
#define VIA(as, what, by, of, phrase) \
    {.name = as, .type = what, .from = FIELD_VIA, .step = by, .column = of, .absent = ABSENT_COMPUTED, .help = phrase}

/* Fields of functions, which can be absent or not. */
#define COMPUTED(as, what, function, phrase) \
    {.name = as, .type = what, .from = FIELD_COMPUTED, .absent = ABSENT_COMPUTED, .number = FUNCTION_##function, .help = phrase}
#define ALWAYS(as, what, function, phrase) \
    {.name = as, .type = what, .from = FIELD_COMPUTED, .number = FUNCTION_##function, .help = phrase}
#define ALWAYS_MOMENT(as, function, phrase) \
    {.name = as, .type = TIME, .from = FIELD_COMPUTED, .number = FUNCTION_##function, .is_moment = true, .help = phrase}

static const struct query_field events[] = {
    ALWAYS("activityNumber", TEXT, EVENT_ACTIVITY_NUMBER, "activity that executed it: RANK-N, or PLACE-N without MPI"),
    EVENT("startTime", TIME, "start", true, "start"),
    ALWAYS_MOMENT("finishTime", EVENT_FINISH, "end"),
    VIA("className", TEXT, "region", "file", "source file, or library"),
    VIA("methodName", TEXT, "region", "methodName", "routine that contains it"),
    VIA("sourcePlace", WHOLE, "source", "number", "number of the source place"),
    VIA("targetPlace", WHOLE, "target", "number", "number of the target place"),
    VIA("execPlace", WHOLE, "place", "number", "number of the place that executed it"),
    VIA("startPosition", WHOLE, "region", "line", "first source line"),
    VIA("endPosition", WHOLE, "region", "endPosition", "last source line"),
    VIA("type", ACT, "region", "type", "event type"),
    EVENT("duration", TIME, "duration", false, "finishTime - startTime"),
    COMPUTED("bytes", BYTES, EVENT_BYTES, "bytes read, written, sent or received, where counted"),
    COMPUTED("trips", WHOLE, EVENT_TRIPS, "trips of a loop that ended normally"),
    VIA("name", TEXT, "region", "name", "name of the region: a routine, a call, a label"),
    VIA("file", TEXT, "region", "file", "source file: same as className"),
    VIA("line", WHOLE, "region", "line", "first source line: same as startPosition"),
    VIA("region", ROW(REGIONS), "node", "region", "region that was visited"),
    EVENT("node", ROW(NODES), "node", false, "call path"),
    ALWAYS("lane", ROW(LANES), EVENT_LANE, "thread"),
    VIA("place", ROW(PLACES), "lane", "place", "process"),
    VIA("rank", WHOLE, "place", "rank", "MPI rank"),
    COMPUTED("source", ROW(PLACES), EVENT_SOURCE, "process that sent its message, or its own"),
    COMPUTED("target", ROW(PLACES), EVENT_TARGET, "process that receives its message, or its own"),
    COMPUTED("tag", WHOLE, EVENT_TAG, "tag of its message"),
    COMPUTED("communicator", ROW(COMMUNICATORS), EVENT_COMMUNICATOR, "communicator of its messages or collective operation"),
    COMPUTED("activity", ROW(ACTIVITIES), EVENT_ACTIVITY, "activity that executed it"),
    COMPUTED("parent", TEXT, EVENT_PARENT, "activity that created that activity: RANK-N, or PLACE-N"),
    VIA("activityPath", TEXT, "activity", "activityPath", "path of the activity that executed it, the same in every run: main/queens.c:40#3"),
    COMPUTED("about", ROW(ACTIVITIES), EVENT_ABOUT, "task that was run, created or waited for"),
    COMPUTED("object", ROW(REGIONS), EVENT_OBJECT, "file of the I/O, or lock or other object waited for"),
    COMPUTED("holder", ROW(ACTIVITIES), EVENT_HOLDER, "activity that held the lock or other object"),
    COMPUTED("held", TIME, EVENT_HELD, "of a release: time for which the lock was held; of a `finish`: time from its beginning"),
    ALWAYS("unfinished", BOOL, EVENT_UNFINISHED, "true if the visit had not ended"),
    ALWAYS("aborted", BOOL, EVENT_ABORTED, "true if the visit was ended by exit, longjmp or the like"),
    ALWAYS("continued", BOOL, EVENT_CONTINUED, "true if the visit began before a fork"),
    NUMBERED("row number of the event"),
};

static const struct query_field messages[] = {
    COLUMN("source"),
    COLUMN("target"),
    VIA("sourcePlace", WHOLE, "source", "number", "number of the source place"),
    VIA("targetPlace", WHOLE, "target", "number", "number of the target place"),
    VIA("sourceRank", WHOLE, "source", "rank", "rank of the sender"),
    VIA("targetRank", WHOLE, "target", "rank", "rank of the receiver"),
    COLUMN("tag"),
    COLUMN("bytes"),
    COLUMN("communicator"),
    RENAMED("startTime", "send_start", "start of the send"),
    RENAMED("finishTime", "receive_end", "end of the receive"),
    COMPUTED("duration", TIME, MESSAGE_DURATION, "finishTime - startTime"),
    COLUMN("send"),
    COLUMN("receive"),
    COLUMN("finish"),
    COLUMN("post"),
    COLUMN("send_start"),
    COLUMN("send_end"),
    COLUMN("receive_start"),
    COLUMN("receive_end"),
    COLUMN("finish_start"),
    COLUMN("finish_end"),
    COLUMN("post_start"),
    NUMBERED("row number of the message"),
};

static const struct query_field collectives[] = {
    COLUMN("instance"),
    COLUMN("communicator"),
    COLUMN("number"),
    COLUMN("place"),
    VIA("rank", WHOLE, "place", "rank", "MPI rank"),
    COLUMN("kind"),
    COLUMN("root"),
    COLUMN("size"),
    COLUMN("given"),
    COLUMN("taken"),
    RENAMED("startTime", "begin_start", "start"),
    RENAMED("finishTime", "end_end", "end"),
    COMPUTED("duration", TIME, COLLECTIVE_DURATION, "finishTime - startTime"),
    COLUMN("begin"),
    COLUMN("end"),
    COLUMN("begin_start"),
    COLUMN("begin_end"),
    COLUMN("end_start"),
    COLUMN("end_end"),
    NUMBERED("row number"),
};

static const struct query_field nodes[] = {
    COMPUTED("path", TEXT, NODE_PATH, "call path, as main/solve/MPI_Send; in a very long one, `…N…` stands for N steps"),
    VIA("name", TEXT, "region", "name", "name of the region: the end of the path"),
    VIA("type", ACT, "region", "type", "event type of its visits"),
    COLUMN("visits"),
    COLUMN("inclusive_time"),
    COMPUTED("exclusiveTime", TIME, NODE_EXCLUSIVE, "exclusive time of all visits; for a routine, with its own loops"),
    COMPUTED("loopTime", TIME, NODE_LOOPS, "part of exclusiveTime spent in its own loops"),
    COLUMN("time_min"),
    COLUMN("time_max"),
    COMPUTED("bytes", BYTES, NODE_BYTES, "bytes read, written, sent or received, where counted"),
    COMPUTED("trips", WHOLE, NODE_TRIPS, "trips of a loop, in all visits"),
    COLUMN("trips_min"),
    COMPUTED("tripsMax", WHOLE, NODE_TRIPS_MAX, "most trips of a visit"),
    COLUMN("callers"),
    COLUMN("instructions"),
    COLUMN("beside"),
    ALWAYS("depth", WHOLE, NODE_DEPTH, "number of nodes above it"),
    COLUMN("parent"),
    COLUMN("region"),
    COLUMN("lane"),
    VIA("place", ROW(PLACES), "lane", "place", "process"),
    VIA("rank", WHOLE, "place", "rank", "MPI rank"),
    VIA("className", TEXT, "region", "file", "source file, or library"),
    VIA("methodName", TEXT, "region", "methodName", "routine that contains it"),
    VIA("file", TEXT, "region", "file", "source file: same as className"),
    VIA("line", WHOLE, "region", "line", "first source line"),
    COLUMN("unfinished"),
    COLUMN("unfinished_time"),
    COLUMN("aborted"),
    RENAMED("timed", "timed", "false if it was counted but not timed"),
    ALWAYS("estimated", BOOL, NODE_ESTIMATED, "true if some visits were timed, and the time of the others is estimated"),
    COLUMN("untimed"),
    ALWAYS("light", BOOL, NODE_LIGHT, "true if it has no probe of its own and was counted by the region around it"),
    ALWAYS("derived", BOOL, NODE_DERIVED, "true if visits or trips follow from those of the region around it"),
    ALWAYS("atLeast", BOOL, NODE_AT_LEAST, "true if visits and trips are lower bounds: the region that counts them had not ended"),
    ALWAYS("tripsAtLeast", BOOL, NODE_TRIPS_AT_LEAST, "true if trips are a lower bound: not all visits ended normally, or the compiler took passes out of the loop"),
    NUMBERED("row number of the node"),
};

static const struct query_field cycles[] = {
    COLUMN("cycle"),
    ALWAYS_MOMENT("startTime", CYCLE_START, "start of the slice"),
    ALWAYS_MOMENT("finishTime", CYCLE_FINISH, "end of the slice"),
    ALWAYS("duration", TIME, CYCLE_DURATION, "length of the slice"),
    COLUMN("lane"),
    VIA("place", ROW(PLACES), "lane", "place", "process"),
    VIA("rank", WHOLE, "place", "rank", "MPI rank"),
    COLUMN("region"),
    VIA("name", TEXT, "region", "name", "name of the region"),
    VIA("type", ACT, "region", "type", "event type of its visits"),
    VIA("file", TEXT, "region", "file", "source file"),
    VIA("line", WHOLE, "region", "line", "first source line"),
    COLUMN("exclusive_time"),
    COLUMN("visits"),
    COLUMN("waits"),
    COLUMN("ended"),
    COLUMN("bytes"),
    NUMBERED("row number"),
};

static const struct query_field regions[] = {
    COLUMN("name"),
    COLUMN("kind"),
    ALWAYS("type", ACT, REGION_TYPE, "event type of its visits"),
    COLUMN("file"),
    COLUMN("line"),
    COLUMN("end_line"),
    COLUMN("dir"),
    COLUMN("routine"),
    RENAMED("number", "seq", NULL),
    COLUMN("note"),
    RENAMED("className", "file", "source file: same as file"),
    COMPUTED("methodName", TEXT, REGION_METHOD, "name of the routine that contains it, or its own"),
    RENAMED("startPosition", "line", "first source line: same as line"),
    COMPUTED("endPosition", WHOLE, REGION_END, "last source line"),
    ALWAYS("reads", BOOL, REGION_READS, "true if it reads or receives data"),
    ALWAYS("writes", BOOL, REGION_WRITES, "true if it writes or sends data"),
    NUMBERED("row number; region 0 is code outside of all regions"),
};

static const struct query_field lanes[] = {
    COLUMN("place"),
    COLUMN("number"),
    COLUMN("name"),
    VIA("rank", WHOLE, "place", "rank", "MPI rank"),
    VIA("host", TEXT, "place", "host", "host name"),
    COLUMN("tid"),
    RENAMED("startTime", "start", NULL),
    RENAMED("finishTime", "end", NULL),
    ALWAYS("duration", TIME, LANE_DURATION, "finishTime - startTime"),
    ALWAYS("activityNumber", TEXT, LANE_ACTIVITY_NUMBER, "activity of the thread: RANK-N, or PLACE-N without MPI"),
    COMPUTED("activity", ROW(ACTIVITIES), LANE_ACTIVITY, "activity of the thread"),
    COLUMN("running"),
    COLUMN("ended"),
    COLUMN("at_least"),
    COLUMN("forked"),
    COLUMN("pool"),
    COLUMN("filtered"),
    COLUMN("dropped_from"),
    COLUMN("dropped_to"),
    COLUMN("filtered_from"),
    COLUMN("filtered_to"),
    RENAMED("cpuTime", "cpu", NULL),
    COLUMN("cpu_in_mpi"),
    COLUMN("queued"),
    NUMBERED("row number of the lane"),
};

static const struct query_field activities[] = {
    ALWAYS("activityNumber", TEXT, ACTIVITY_NUMBER, "its name: RANK-N, or PLACE-N without MPI"),
    ALWAYS("activityPath", TEXT, ACTIVITY_PATH, "its path from the first activity, the same in every run: main/queens.c:40#3 is the fourth that main created at that line"),
    COLUMN("kind"),
    COLUMN("place"),
    COLUMN("number"),
    COMPUTED("parent", ROW(ACTIVITIES), ACTIVITY_PARENT, "activity that created it"),
    COLUMN("made_at"),
    COLUMN("body"),
    COLUMN("made_on"),
    COLUMN("first_lane"),
    COLUMN("parts"),
    COLUMN("moves"),
    COLUMN("created"),
    RENAMED("startTime", "start", NULL),
    RENAMED("finishTime", "end", NULL),
    COMPUTED("duration", TIME, ACTIVITY_DURATION, "finishTime - startTime"),
    COLUMN("ran"),
    RENAMED("dependences", "after_count", NULL),
    NUMBERED("row number"),
};

static const struct query_field places[] = {
    RENAMED("number", "number", "number of the place: same as execPlace"),
    COLUMN("rank"),
    COLUMN("ranks"),
    COLUMN("host"),
    COLUMN("program"),
    COLUMN("command"),
    COLUMN("pid"),
    COLUMN("parent_pid"),
    COMPUTED("parent", ROW(PLACES), PLACE_PARENT, "place that it was forked from"),
    COLUMN("state"),
    COLUMN("why"),
    COLUMN("damage"),
    COLUMN("alive"),
    RENAMED("startTime", "start", NULL),
    RENAMED("finishTime", "end", NULL),
    ALWAYS("duration", TIME, PLACE_DURATION, "finishTime - startTime"),
    COLUMN("aligned"),
    COLUMN("within"),
    COLUMN("moved"),
    COLUMN("pc_samples"),
    COLUMN("signal"),
    COLUMN("cores"),
    COLUMN("cores_online"),
    RENAMED("coreQuota", "quota", NULL),
    COLUMN("load_start"),
    COLUMN("load_end"),
    COLUMN("cpu_user"),
    COLUMN("cpu_system"),
    RENAMED("voluntarySwitches", "voluntary", NULL),
    RENAMED("involuntarySwitches", "involuntary", NULL),
    RENAMED("memoryPeak", "memory", NULL),
    COLUMN("major_faults"),
    COLUMN("minor_faults"),
    NUMBERED("row number"),
};

static const struct query_field communicators[] = {
    COLUMN("place"),
    COLUMN("id"),
    COLUMN("kind"),
    COLUMN("rank"),
    COLUMN("size"),
    COLUMN("remote_size"),
    COLUMN("number"),
    COLUMN("made"),
    COLUMN("freed"),
    NUMBERED("row number"),
};

static const struct query_field loops[] = {
    COLUMN("region"),
    VIA("methodName", TEXT, "region", "methodName", "function that contains it"),
    VIA("number", WHOLE, "region", "number", "position among the loops of its function"),
    VIA("file", TEXT, "region", "file", "source file, or the binary"),
    VIA("line", WHOLE, "region", "line", "first source line"),
    COLUMN("binary"),
    COLUMN("address"),
    COLUMN("depth"),
    ALWAYS("counted", BOOL, LOOP_COUNTED, "true if its trips follow from an induction register"),
    ALWAYS("irreducible", BOOL, LOOP_IRREDUCIBLE, "true if it can be entered at several places"),
    ALWAYS("vector", BOOL, LOOP_VECTOR, "true if it was vectorised"),
    COLUMN("factor"),
    COLUMN("inlined"),
    COLUMN("rest_of"),
    NUMBERED("row number"),
};

static const struct query_field natives[] = {
    COLUMN("place"),
    VIA("rank", WHOLE, "place", "rank", "MPI rank"),
    COLUMN("name"),
    COLUMN("binary"),
    COLUMN("why"),
    COLUMN("address"),
    COLUMN("size"),
    COLUMN("samples"),
    NUMBERED("row number"),
};

static const struct query_field stacks[] = {
    COLUMN("lane"),
    COLUMN("parent"),
    COLUMN("name"),
    COLUMN("inlined"),
    COLUMN("samples"),
    COLUMN("time"),
    COLUMN("file"),
    COLUMN("line"),
    COLUMN("binary"),
    NUMBERED("row number"),
};

static const struct query_field carried[] = {
    COLUMN("region"),
    VIA("methodName", TEXT, "region", "methodName", "routine that contains the loop"),
    VIA("line", WHOLE, "region", "line", "line of the loop"),
    COLUMN("kind"),
    COLUMN("role"),
    COLUMN("variable"),
    COLUMN("occurrences"),
    NUMBERED("row number"),
};

static const struct query_field operations[] = {
    COLUMN("node"),
    VIA("path", TEXT, "node", "path", "call path"),
    VIA("rank", WHOLE, "node", "rank", "MPI rank"),
    COLUMN("measure"),
    COLUMN("amount"),
    NUMBERED("row number"),
};

static const struct query_field moves[] = {
    VIA("activityNumber", TEXT, "activity", "activityNumber", "activity that moved, or that was created: PLACE-N"),
    RENAMED("startTime", "start", NULL),
    RENAMED("finishTime", "end", NULL),
    ALWAYS("duration", TIME, MOVE_DURATION, "finishTime - startTime"),
    VIA("sourcePlace", WHOLE, "source", "number", "number of the place that it started at"),
    VIA("targetPlace", WHOLE, "target", "number", "number of the place that it led to"),
    COLUMN("bytes"),
    COLUMN("bytes_back"),
    VIA("array", TEXT, "object", "name", "distributed array whose elements it went to, or copied"),
    VIA("name", TEXT, "node", "name", "at, async at; get or put of elements of an array"),
    VIA("className", TEXT, "node", "file", "source file"),
    VIA("methodName", TEXT, "node", "methodName", "routine that contains it"),
    VIA("file", TEXT, "node", "file", "source file: same as className"),
    VIA("line", WHOLE, "node", "line", "first source line"),
    VIA("activityPath", TEXT, "activity", "activityPath", "path of the activity, the same in every run"),
    COLUMN("source"),
    COLUMN("target"),
    COLUMN("activity"),
    COLUMN("node"),
    COLUMN("variable_count"),
    COLUMN("object"),
    NUMBERED("row number of the move"),
};

static const struct query_field variables[] = {
    VIA("name", TEXT, "capture", "name", "name of the variable"),
    VIA("type", TEXT, "capture", "type", "its type"),
    COLUMN("bytes"),
    COLUMN("how"),
    COLUMN("use"),
    ALWAYS("path", TEXT, VARIABLE_PATH, "places that it travelled through, up to the target of the move: 0 -> 1 -> 2"),
    COLUMN("move"),
    VIA("sourcePlace", WHOLE, "move", "sourcePlace", "number of the place that it came from"),
    VIA("targetPlace", WHOLE, "move", "targetPlace", "number of the place that it went to"),
    VIA("startTime", TIME, "move", "startTime", "start of the move"),
    VIA("file", TEXT, "move", "file", "source file of the move"),
    VIA("line", WHOLE, "move", "line", "source line of the move"),
    COLUMN("capture"),
    NUMBERED("row number"),
};

static const struct query_field captures[] = {
    COLUMN("name"),
    COLUMN("type"),
    COLUMN("bytes"),
    COLUMN("region"),
    VIA("file", TEXT, "region", "file", "source file"),
    VIA("line", WHOLE, "region", "line", "first source line"),
    NUMBERED("row number"),
};

static const struct query_field finishes[] = {
    VIA("activityNumber", TEXT, "activity", "activityNumber", "activity that waited: PLACE-N"),
    RENAMED("startTime", "start", NULL),
    RENAMED("waitTime", "wait", NULL),
    RENAMED("finishTime", "end", NULL),
    ALWAYS("duration", TIME, FINISH_DURATION, "finishTime - startTime"),
    ALWAYS("waited", TIME, FINISH_WAITED, "finishTime - waitTime"),
    RENAMED("participantCount", "participant_count", NULL),
    COLUMN("last"),
    VIA("lastNumber", TEXT, "last", "activityNumber", "activity that ended last: PLACE-N"),
    COLUMN("late"),
    VIA("methodName", TEXT, "node", "methodName", "routine that contains it"),
    VIA("file", TEXT, "node", "file", "source file"),
    VIA("line", WHOLE, "node", "line", "first source line"),
    VIA("execPlace", WHOLE, "place", "number", "number of the place that waited"),
    COLUMN("activity"),
    COLUMN("place"),
    COLUMN("node"),
    NUMBERED("row number of the finish"),
};

static const struct query_field participants[] = {
    VIA("activityNumber", TEXT, "activity", "activityNumber", "activity that was started in the finish: PLACE-N"),
    VIA("activityPath", TEXT, "activity", "activityPath", "its path, the same in every run"),
    VIA("madeAt", ROW(REGIONS), "activity", "madeAt", "where it was created"),
    VIA("created", TIME, "activity", "created", "time of its creation"),
    VIA("finishTime", TIME, "activity", "finishTime", "time at which it ended"),
    VIA("ran", TIME, "activity", "ran", "time in which it actually ran"),
    COLUMN("finish"),
    COLUMN("activity"),
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
        "path type rank visits inclusiveTime exclusiveTime timeMin timeMax bytes trips"),
    [CYCLES] = SHAPE(cycles, NULL, "a cell of a cycle", "sums per region, lane and time slice",
        "startTime duration rank lane type name file line exclusiveTime visits waits bytes"),
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
    [STACKS] = SHAPE(stacks, NULL, "a routine on a call path", "sampled call paths of `triptych run --sample`",
        "lane parent name inlined samples time file line binary"),
    [OPERATIONS] = SHAPE(operations, NULL, "a sum of operations", "what the instructions of loops and functions of binaries did",
        "path rank measure amount"),
    [CARRIED] = SHAPE(carried, NULL, "a dependence between trips", "dependences between the trips of loops, by `triptych loops --dependences`",
        "methodName line kind role variable fromLine toLine occurrences distanceMin distanceMax"),
    [MOVES] = SHAPE(moves, NULL, "a move", "moves of activities between places by `#pragma tri at`",
        "activityNumber startTime duration sourcePlace targetPlace bytes bytesBack variableCount name methodName file line"),
    [VARIABLES] = SHAPE(variables, NULL, "a variable", "variables that moves took along",
        "name type bytes how use path startTime file line"),
    [CAPTURES] = SHAPE(captures, NULL, "a variable of a block", "variables that the blocks of `async` and `at` take along",
        "name type bytes file line"),
    [FINISHES] = SHAPE(finishes, NULL, "a finish", "each `#pragma tri finish` that was executed",
        "activityNumber startTime duration waited participantCount lastNumber late methodName file line"),
    [PARTICIPANTS] = SHAPE(participants, NULL, "a participant", "activities that a finish waited for",
        "activityNumber activityPath madeAt created finishTime ran"),
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

/* Returns the phrase for a column, without the C name of its codes, which tells readers of files
 * more than it tells queries. To be freed. */
static char *phrase_of(const char *help)
{
    const char *codes = strstr(help, " (enum ");
    return memory_printf("%.*s", codes ? (int)(codes - help) : -1, help);
}

/* Completes the field of a column by what the schema knows of it. */
static void describe(struct query_field *field, const struct archive_schema_column *column)
{
    if (!field->name)
        field->name = name_of(column->name);
    if (!field->help)
        field->help = phrase_of(column->help);
    field->from = FIELD_COLUMN;
    field->column = column->name;
    field->type = type_of(column);
    field->absent = absent_of(column);
    field->is_moment = column->form == SCHEMA_MOMENT;
    field->is_signed = column->form == SCHEMA_SIGNED;
    field->word = column->word;
}

/* Completes the fields of a column that are listed. Returns false if none of them is the column,
 * and none has its name. */
static bool describe_listed(struct query_field *fields, size_t count,
                            const struct archive_schema_column *column)
{
    bool found = false;
    char *name = name_of(column->name);
    for (size_t i = 0; i < count; i++) {
        bool is_column = fields[i].from == FIELD_COLUMN && !strcmp(fields[i].column, column->name);
        if (is_column)
            describe(&fields[i], column);
        found |= is_column || (fields[i].name && !strcmp(fields[i].name, name));
    }
    free(name);
    return found;
}

/* Completes the fields of the columns of the table behind a stream, and adds those that are not
 * listed, before the field `row`, which is the last one. */
static void add_columns(struct query_fields *shape)
{
    const struct archive_schema_table *table = archive_schema_find(shape->table);
    if (!table)
        return;
    struct query_field *fields = memory_zeroed(shape->count + table->column_count, sizeof *fields);
    size_t listed = shape->count - 1, count = listed;
    memcpy(fields, shape->fields, listed * sizeof *fields);
    for (size_t i = 0; i < table->column_count; i++) {
        if (!describe_listed(fields, listed, &table->columns[i]))
            describe(&fields[count++], &table->columns[i]);
    }
    for (size_t i = 0; i < listed; i++)
        assert(fields[i].name); /* else the schema has no such column */
    fields[count++] = shape->fields[listed];
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
