/* acts.c: the words of acts, of their fields and of collective operations: see tree.h */
#include "vocabulary/tree.h"

#include "format/mpi.h"

#include <triptych/probes.h>

#define BIT(field) (UINT32_C(1) << FORMAT_FIELD_##field)
#define FACTS(kind, peer) ((uint32_t)FORMAT_MPI_##kind | (uint32_t)FORMAT_MPI_##peer << 10)

const char *const vocabulary_fields[FORMAT_FIELDS] = {
    [FORMAT_FIELD_TO] = "to",
    [FORMAT_FIELD_FROM] = "from",
    [FORMAT_FIELD_TAG] = "tag",
    [FORMAT_FIELD_BYTES] = "bytes",
    [FORMAT_FIELD_GROUP] = "group",
    [FORMAT_FIELD_ROOT] = "root",
    [FORMAT_FIELD_GIVEN] = "given",
    [FORMAT_FIELD_TAKEN] = "taken",
    [FORMAT_FIELD_REQUEST] = "request",
    [FORMAT_FIELD_OBJECT] = "object",
    [FORMAT_FIELD_ACTIVITY] = "activity",
    [FORMAT_FIELD_NAME] = "name",
    [FORMAT_FIELD_CODE] = "code",
};

const struct vocabulary_act vocabulary_acts[] = {
    {"send", FORMAT_DOES_SEND, TRI_KIND_COMM, TRI_WRITES, FACTS(SEND, DESTINATION),
     BIT(TO) | BIT(TAG) | BIT(BYTES) | BIT(GROUP) | BIT(REQUEST), BIT(TO), "sends a message"},
    {"receive", FORMAT_DOES_RECEIVE, TRI_KIND_COMM, TRI_READS, FACTS(RECEIVE, SOURCE),
     BIT(FROM) | BIT(TAG) | BIT(BYTES) | BIT(GROUP) | BIT(REQUEST), BIT(FROM),
     "receives a message"},
    {"collective", FORMAT_DOES_COLLECTIVE, TRI_KIND_COMM, TRI_READS | TRI_WRITES,
     FACTS(COLLECTIVE, NO_PEER), BIT(GROUP) | BIT(ROOT) | BIT(GIVEN) | BIT(TAKEN), 0,
     "all places of a group together"},
    {"barrier", FORMAT_DOES_COLLECTIVE, TRI_KIND_CLOCK, 0,
     FACTS(COLLECTIVE, NO_PEER) | (uint32_t)FORMAT_MPI_BARRIER << 5, BIT(GROUP), 0,
     "waits until all places of a group have arrived"},
    {"wait", FORMAT_DOES_WAIT, TRI_KIND_COMM, 0, FACTS(WAIT, NO_PEER),
     BIT(REQUEST) | BIT(FROM) | BIT(TAG) | BIT(BYTES), 0, "waits for a send or receive that began"},
    {"move", FORMAT_DOES_MOVE, TRI_KIND_COMM, 0, FACTS(MEMORY, NO_PEER),
     BIT(TO) | BIT(FROM) | BIT(BYTES), 0, "writes or reads another place's memory"},
    {"lock", FORMAT_DOES_LOCK, TRI_KIND_ATOMIC, 0, 0, BIT(OBJECT), BIT(OBJECT),
     "waits for a lock and takes it"},
    {"unlock", FORMAT_DOES_UNLOCK, TRI_KIND_RELEASE, 0, 0, BIT(OBJECT), BIT(OBJECT),
     "releases a lock"},
    {"spawn", FORMAT_DOES_SPAWN, TRI_KIND_SPAWN, 0, 0, BIT(ACTIVITY), 0,
     "creates an activity, or places"},
    {"run", FORMAT_DOES_RUN, TRI_KIND_TASK, 0, 0, BIT(ACTIVITY) | BIT(NAME) | BIT(CODE),
     BIT(ACTIVITY), "runs an activity, from its beginning to its end"},
    {"region", FORMAT_DOES_REGION, TRI_KIND_USER, 0, 0, BIT(NAME), 0,
     "is a region itself, from its call to its return"},
    {"begin", FORMAT_DOES_BEGIN, TRI_KIND_TASK, 0, 0, BIT(ACTIVITY) | BIT(NAME) | BIT(CODE),
     BIT(ACTIVITY), "from here on, this thread runs an activity"},
    {"end", FORMAT_DOES_END, TRI_KIND_TASK, 0, 0, BIT(ACTIVITY), 0,
     "the activity that this thread runs has ended"},
    {"suspend", FORMAT_DOES_SUSPEND, TRI_KIND_TASK, 0, 0, BIT(ACTIVITY), 0,
     "the activity that this thread runs stops for now"},
    {"resume", FORMAT_DOES_RESUME, TRI_KIND_TASK, 0, 0, BIT(ACTIVITY) | BIT(NAME) | BIT(CODE),
     BIT(ACTIVITY), "from here on, this thread runs an activity that was suspended"},
    {"depart", FORMAT_DOES_DEPART, TRI_KIND_TASK, 0, 0, BIT(TAG), BIT(TAG),
     "the activity that this thread runs goes to another place"},
    {"arrive", FORMAT_DOES_ARRIVE, TRI_KIND_TASK, 0, 0, BIT(TAG) | BIT(ACTIVITY),
     BIT(TAG) | BIT(ACTIVITY), "an activity has come from another place"},
    {"finish", FORMAT_DOES_FINISH, TRI_KIND_FINISH, 0, 0, BIT(OBJECT), 0,
     "waits until others have ended"},
    {"atomic", FORMAT_DOES_ATOMIC, TRI_KIND_ATOMIC, 0, 0, BIT(OBJECT), 0,
     "waits until nobody else is in a section"},
    {"clock", FORMAT_DOES_CLOCK, TRI_KIND_CLOCK, 0, 0, BIT(OBJECT), 0,
     "waits until others have arrived"},
    {"idle", FORMAT_DOES_IDLE, TRI_KIND_FINISH, 0, 0, 0, 0, "has nothing to do"},
    {"input", FORMAT_DOES_INPUT, TRI_KIND_IO, TRI_READS, 0, BIT(BYTES), 0, "reads"},
    {"output", FORMAT_DOES_OUTPUT, TRI_KIND_IO, TRI_WRITES, 0, BIT(BYTES), 0, "writes"},
    {"enter", FORMAT_DOES_ENTER, TRI_KIND_USER, 0, 0, BIT(NAME), BIT(NAME),
     "a region of that name begins"},
    {"leave", FORMAT_DOES_LEAVE, TRI_KIND_USER, 0, 0, 0, 0,
     "the region that was entered last ends"},
    {"visit", FORMAT_DOES_VISIT, TRI_KIND_COMM, 0,
     FACTS(OTHER, NO_PEER) | (uint32_t)FORMAT_MPI_LOCAL, BIT(BYTES), 0,
     "counted and timed, nothing else"},
    {"abort", FORMAT_DOES_VISIT, TRI_KIND_COMM, 0, FACTS(ABORT, NO_PEER), 0, 0,
     "ends the run, on all places, and does not return"},
};

const size_t vocabulary_act_count = sizeof vocabulary_acts / sizeof vocabulary_acts[0];

const struct vocabulary_operation vocabulary_operations[] = {
    {"barrier", FORMAT_MPI_BARRIER, false},
    {"broadcast", FORMAT_MPI_BCAST, true},
    {"gather", FORMAT_MPI_GATHER, true},
    {"scatter", FORMAT_MPI_SCATTER, true},
    {"reduce", FORMAT_MPI_REDUCE, true},
    {"allgather", FORMAT_MPI_ALLGATHER, false},
    {"alltoall", FORMAT_MPI_ALLTOALL, false},
    {"allreduce", FORMAT_MPI_ALLREDUCE, false},
    {"reduce_scatter", FORMAT_MPI_REDUCE_SCATTER, false},
    {"scan", FORMAT_MPI_SCAN, false},
    {"neighbours", FORMAT_MPI_NEIGHBOR, false},
    {"all", FORMAT_MPI_NO_OPERATION, false},
};

const size_t vocabulary_operation_count =
    sizeof vocabulary_operations / sizeof vocabulary_operations[0];
