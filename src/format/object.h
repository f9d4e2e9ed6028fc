/* object.h: the layout of the objects that threads wait for, places/P/objects, with their
 * holders. */
#ifndef FORMAT_OBJECT_H
#define FORMAT_OBJECT_H

#include <stdint.h>

/* The file is an array of records; record 0 is the header. Records are used in the order in which
 * objects were first used, and never reused: a destroyed object has kind FORMAT_OBJECT_GONE. A
 * record is complete when its id is set. */

#define FORMAT_OBJECTS_MAGIC UINT64_C(0x314a424f49525431) /* "1TRIOBJ1" */

struct format_objects_header {
    uint64_t magic;
    uint32_t version;
    uint32_t spare0;
    uint64_t used; /* number of records, including this one */
    uint64_t spare[5];
};

enum { FORMAT_OBJECTS = 1 << 16 }; /* limit of records; later objects are not distinguished */

enum format_object_kind {
    FORMAT_OBJECT_GONE = 0,
    FORMAT_OBJECT_MUTEX = 1,
    FORMAT_OBJECT_RWLOCK = 2,
    FORMAT_OBJECT_SPIN = 3,
    FORMAT_OBJECT_CONDITION = 4,
    FORMAT_OBJECT_BARRIER = 5,
    FORMAT_OBJECT_SEMAPHORE = 6,
    FORMAT_OBJECT_THREAD = 7,   /* waited for by join: it is its own `holder` */
    FORMAT_OBJECT_CRITICAL = 8, /* OpenMP: critical, atomic, ordered */
    FORMAT_OBJECT_LOCK = 9,     /* OpenMP: omp_lock_t */
    FORMAT_OBJECT_TASKS =
        10, /* OpenMP: the tasks that a taskwait, taskgroup or barrier waits for */
    FORMAT_OBJECT_DESCRIBED = 11, /* a lock of a described library, maybe of several processes */
};

/* Returns the word for a kind; "" if the object is gone, or of a later version. */
static inline const char *format_object_word(uint32_t kind)
{
    static const char *const words[] = {
        [FORMAT_OBJECT_GONE] = "",
        [FORMAT_OBJECT_MUTEX] = "mutex",
        [FORMAT_OBJECT_RWLOCK] = "rwlock",
        [FORMAT_OBJECT_SPIN] = "spin lock",
        [FORMAT_OBJECT_CONDITION] = "condition",
        [FORMAT_OBJECT_BARRIER] = "barrier",
        [FORMAT_OBJECT_SEMAPHORE] = "semaphore",
        [FORMAT_OBJECT_THREAD] = "thread",
        [FORMAT_OBJECT_CRITICAL] = "critical",
        [FORMAT_OBJECT_LOCK] = "lock",
        [FORMAT_OBJECT_TASKS] = "tasks",
        [FORMAT_OBJECT_DESCRIBED] = "lock",
    };
    return kind < sizeof words / sizeof words[0] ? words[kind] : "";
}

struct format_object {
    uint64_t id; /* its address, or another number that is unique in the place */
    uint32_t kind;
    uint32_t region;  /* row of the region table */
    uint32_t holder;  /* number of the activity that holds it, plus 1; 0: none, or not known */
    uint32_t readers; /* of a rwlock: number of readers that hold it */
    uint64_t since;   /* ticks: when the holder got it */
    uint32_t waiting; /* number of lanes that wait for it now */
    uint32_t needed;  /* of a barrier: number of participants */
    uint64_t got;     /* number of times it was acquired */
    uint64_t waited;  /* number of times a thread had to wait for it */
    uint32_t flags;   /* enum format_object_flag */
    uint32_t spare;
};

enum format_object_flag {
    FORMAT_OBJECT_SIGNALS =
        1, /* a semaphore that another thread than its holder posts: it has no holder */
};

_Static_assert(sizeof(struct format_objects_header) == 64, "objects header");
_Static_assert(sizeof(struct format_object) == 64, "object");

#endif
