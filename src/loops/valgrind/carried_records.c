/* carried_records.c: see carried_records.h */
#include "loops/valgrind/carried_records.h"

#include "loops/valgrind/follow.h"
#include "loops/valgrind/heap.h"

#if defined(VGA_amd64)
enum { RETURN_SIZE = 8, RED_ZONE = 128 };
#else
enum { RETURN_SIZE = 0, RED_ZONE = 0 };
#endif

enum { BUCKETS = 1 << 12 };

static struct format_carried *records;
static UInt record_count = 1, record_room; /* element 0 is unused */
static UInt *nexts, next_room;             /* in the hash table */
static UInt buckets[BUCKETS];
static UInt last; /* the record found last */

/* Finds the open call whose frame an address of the stack is in. False if there is none. */
static Bool in_frame(Addr address, SizeT size, Addr code, struct carried_place *place)
{
    for (UInt i = follow_depth(); i-- > 0;) {
        struct follow_frame open;
        if (!follow_frame(i, &open) || !open.block)
            continue;
        Addr canonical = open.entry + RETURN_SIZE;
        if (address < open.stack - RED_ZONE || address >= canonical)
            continue;
        const struct modules_function *function = open.block->function;
        Addr linked = code - function->moved; /* narrower than the block: variables have scopes */
        if (linked < function->plan->start || linked >= function->plan->end)
            linked = function->described[open.block->node - 1].address;
        *place = (struct carried_place){
            .storage = FORMAT_CARRIED_FRAME,
            .owner = function->number,
            .code = linked,
            .stack = open.stack - canonical,
            .low = address - canonical,
            .high = address + size - 1 - canonical,
        };
        return True;
    }
    return False;
}

struct carried_place carried_place_of(const struct carried_visit *visit, Addr start, SizeT size,
                                      Addr code)
{
    struct carried_place place = {.storage = FORMAT_CARRIED_ELSEWHERE};
    const struct modules_function *function;
    const struct heap_block *block;
    if (start >= visit->stack_low && in_frame(start, size, code, &place))
        return place;
    place.low = start;
    place.high = start + size - 1;
    if ((function = modules_data_at(start))) {
        place.storage = FORMAT_CARRIED_STATIC;
        place.owner = function->number;
        place.low -= function->moved;
        place.high -= function->moved;
    } else if ((block = heap_at(start))) {
        place.storage = FORMAT_CARRIED_HEAP;
        place.owner = block->site;
        place.low -= block->start;
        place.high -= block->start;
    }
    return place;
}

static Bool is_it(const struct format_carried *record, UInt loop, UInt kind, UInt from, UInt to,
                  const struct carried_place *place)
{
    return record->from == from && record->to == to && record->kind == kind &&
           record->loop == loop && record->storage == place->storage &&
           record->owner == place->owner;
}

/* Returns the record of a dependence, made if it is new. */
static struct format_carried *find(UInt loop, UInt kind, UInt from, UInt to,
                                   const struct carried_place *place)
{
    if (last && is_it(&records[last], loop, kind, from, to, place))
        return &records[last];
    UInt *bucket = &buckets[(from * 31 + to * 7 + kind) % BUCKETS];
    for (last = *bucket; last; last = nexts[last]) {
        if (is_it(&records[last], loop, kind, from, to, place))
            return &records[last];
    }
    records = base_grow(records, &record_room, record_count + 1, sizeof *records);
    nexts = base_grow(nexts, &next_room, record_count + 1, sizeof *nexts);
    last = record_count++;
    nexts[last] = *bucket;
    *bucket = last;
    records[last] = (struct format_carried){
        .loop = loop,
        .kind = kind,
        .from = from,
        .to = to,
        .storage = place->storage,
        .owner = place->owner,
        .code = place->code,
        .stack = place->stack,
        .low = place->low,
        .high = place->high,
        .min = ~0ULL,
    };
    return &records[last];
}

/* Compares places: those of frames count down from the canonical address. */
static Bool is_less(UInt storage, ULong a, ULong b)
{
    return storage == FORMAT_CARRIED_FRAME ? (Long)a < (Long)b : a < b;
}

void carried_record(UInt loop, UInt kind, UInt from, UInt to, ULong distance,
                    const struct carried_place *place)
{
    struct format_carried *record = find(loop, kind, from, to, place);
    record->count++;
    if (distance < record->min)
        record->min = distance;
    if (distance > record->max)
        record->max = distance;
    if (is_less(record->storage, place->low, record->low))
        record->low = place->low;
    if (is_less(record->storage, record->high, place->high))
        record->high = place->high;
    for (UInt i = 0; i < FORMAT_CARRIED_DISTANCES; i++) {
        if (record->distances[i] && record->distances[i] != distance)
            continue;
        record->distances[i] = distance;
        record->counts[i]++;
        return;
    }
}

const struct format_carried *carried_records(UInt *count)
{
    *count = record_count - 1;
    return records ? records + 1 : NULL;
}

void carried_records_clear(void)
{
    record_count = 1;
    last = 0;
    VG_(memset)(buckets, 0, sizeof buckets);
}
