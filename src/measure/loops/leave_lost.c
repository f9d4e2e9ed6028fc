/* leave_lost.c: see leave_lost.h */
#include "measure/loops/leave_lost.h"

#include "measure/core.h"
#include "measure/loops/leave_folds.h"
#include "measure/loops/times.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

enum {
    RECORD = sizeof(struct format_lost),
    FIRST_BYTES = 4096,
    FIRST_PLACES = 1024, /* a power of two, as all sizes are */
};

_Static_assert((FIRST_PLACES & (FIRST_PLACES - 1)) == 0, "place_of() masks by the size");

/* The records of one file, and a hash table of them by context and node. */
struct lost {
    struct measure_store store;
    struct format_lost_header *header;
    struct format_lost **places;
    uint64_t room;
    struct lost *next; /* list of all files */
};

static LEAVE_TLS struct lost *own;
static struct lost *all;

static void begin_file(struct lost *lost)
{
    lost->header = tri_core.store_at(&lost->store, 0);
    lost->header->version = FORMAT_LOOPS_VERSION;
    lost->header->used = 1;
    __atomic_store_n(&lost->header->magic, FORMAT_LOST_MAGIC, __ATOMIC_RELEASE);
}

/* Makes the file of this lane. The guard must be held, as for all that makes something. NULL with
 * errno. */
static struct lost *make_lost(void)
{
    struct lost *lost = contexts_memory(sizeof *lost);
    if (!lost)
        return NULL;
    lost->room = FIRST_PLACES;
    lost->places = contexts_memory(FIRST_PLACES * sizeof(struct format_lost *));
    if (!lost->places ||
        !tri_core.store_create(&lost->store, tri_core.place_folder(), "lost",
                               tri_core.lane_own()->store.number, RECORD, FIRST_BYTES))
        return NULL;
    begin_file(lost);
    lost->next = all;
    all = lost;
    return lost;
}

static struct lost *lost_of_lane(void)
{
    for (struct lost *lost = all; lost; lost = lost->next) {
        if (lost->store.number == tri_core.lane_own()->store.number)
            return lost;
    }
    return make_lost();
}

/* Returns the slot of a record, or the empty slot where it belongs. */
static struct format_lost **place_of(const struct lost *lost, uint32_t context, uint32_t node)
{
    uint64_t key = (uint64_t)context << 32 | node;
    uint64_t at = key * UINT64_C(0x9e3779b97f4a7c15) >> 20;
    for (;; at++) {
        struct format_lost **place = &lost->places[at & (lost->room - 1)];
        if (!*place || ((*place)->context == context && (*place)->node == node))
            return place;
    }
}

static bool make_room(struct lost *lost)
{
    if (lost->header->used * 2 < lost->room)
        return true;
    struct lost larger = {.places = contexts_memory(2 * lost->room * sizeof(struct format_lost *)),
                          .room = 2 * lost->room};
    if (!larger.places)
        return false;
    for (uint64_t i = 0; i < lost->room; i++) {
        struct format_lost *record = lost->places[i];
        if (record)
            *place_of(&larger, record->context, record->node) = record;
    }
    munmap(lost->places, lost->room * sizeof(struct format_lost *));
    lost->places = larger.places;
    lost->room = larger.room;
    return true;
}

static struct format_lost *make_record(uint32_t context, uint32_t node)
{
    if (!own)
        own = lost_of_lane();
    if (!own || !make_room(own))
        return NULL;
    struct format_lost **place = place_of(own, context, node);
    struct format_lost *record = *place;
    if (record)
        return record;
    record = tri_core.store_at(&own->store, own->header->used);
    if (!record)
        return NULL;
    record->node = node;
    __atomic_store_n(&record->context, context, __ATOMIC_RELEASE);
    __atomic_store_n(&own->header->used, own->header->used + 1, __ATOMIC_RELEASE);
    *place = record;
    return record;
}

bool leave_lost_add(struct format_context *context, uint32_t node, int64_t count, int64_t skipped)
{
    struct format_lost *record = own ? *place_of(own, context->self, node) : NULL;
    times_leave(context, node, count);
    if (!record) {
        if (!tri_core.lane_own())
            return false;
        sigset_t before;
        tri_core.guard_enter(&before);
        record = make_record(context->self, node);
        int error = errno;
        tri_core.guard_leave(&before);
        if (!record) {
            tri_core.place_stop(error, "loops cannot be counted any further");
            return false;
        }
    }
    __atomic_fetch_add(&record->count, (uint64_t)count, __ATOMIC_RELAXED);
    __atomic_fetch_add(&record->skipped, (uint64_t)skipped, __ATOMIC_RELAXED);
    return true;
}

bool leave_lost_fork(void)
{
    all = own; /* the others belong to threads that are not in the child */
    if (!own)
        return true;
    own->next = NULL;
    own->store.number = 0;
    bool moved = tri_core.store_fork(&own->store, false);
    memset(own->places, 0, own->room * sizeof(struct format_lost *));
    begin_file(own);
    return moved;
}
