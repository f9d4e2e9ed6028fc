/* instructions.c: see instructions.h */
#include "loops/valgrind/instructions.h"

enum { BUCKETS = 1 << 14 };

static struct instructions_one *ones[BUCKETS];
static UInt one_count;
static struct instructions_access *accesses;
static UInt access_count = 1, access_room;
static UInt buckets[BUCKETS]; /* of accesses */
static struct instructions_point **points;
static UInt point_count, point_room;

struct instructions_one *instructions_at(Addr address)
{
    struct instructions_one **first = &ones[(address >> 1) % BUCKETS], *one = *first;
    while (one && one->address != address)
        one = one->next;
    if (one)
        return one;
    one = VG_(calloc)("triptych", 1, sizeof *one);
    one->address = address;
    one->number = ++one_count;
    one->source.slot = INSTRUCTIONS_NO_SLOT;
    one->next = *first;
    return *first = one;
}

struct instructions_point *instructions_point(struct instructions_one *one)
{
    struct instructions_point *point = VG_(calloc)("triptych", 1, sizeof *point);
    point->one = one;
    points = base_grow(points, &point_room, point_count + 1, sizeof *points);
    return points[point_count++] = point;
}

UInt instructions_access(struct instructions_one *one, const struct modules_block *site)
{
    if (one->last_access && one->last_site == site)
        return one->last_access;
    UInt *bucket = &buckets[((UWord)one->number * 31 + ((UWord)site >> 4)) % BUCKETS],
         found = *bucket;
    while (found && (accesses[found].one != one || accesses[found].site != site))
        found = accesses[found].next;
    if (!found) {
        accesses = base_grow(accesses, &access_room, access_count + 1, sizeof *accesses);
        found = access_count++;
        accesses[found] = (struct instructions_access){one, site, *bucket};
        *bucket = found;
    }
    one->last_site = site;
    return one->last_access = found;
}

const struct instructions_access *instructions_of(UInt access)
{
    tl_assert(access && access < access_count);
    return &accesses[access];
}

UInt instructions_access_count(void)
{
    return access_count;
}

void instructions_settle(void)
{
    for (UInt i = 0; i < point_count; i++) {
        if (points[i]->pending)
            points[i]->pending->memory.is_observed = True;
        points[i]->pending = NULL;
    }
}
