/* requests.c: see requests.h */
#include "export/otf2/requests.h"

#include <stdlib.h>

/* Appends an operation. */
static void add(struct foreign_requests *requests, struct foreign_request request)
{
    requests->all =
        memory_grow(requests->all, &requests->room, requests->count + 1, sizeof *requests->all);
    request.turn = requests->count;
    requests->all[requests->count++] = request;
}

static OTF2_CallbackCode received(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
                                  void *data, OTF2_AttributeList *list, uint32_t sender,
                                  OTF2_CommRef comm, uint32_t tag, uint64_t length, uint64_t id)
{
    (void)location;
    (void)time;
    (void)position;
    (void)list;
    (void)sender;
    (void)tag;
    (void)length;
    add(data, (struct foreign_request){.id = id, .kind = FOREIGN_EVENT_MPI_IRECV, .comm = comm});
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode cancelled(OTF2_LocationRef location, OTF2_TimeStamp time,
                                   uint64_t position, void *data, OTF2_AttributeList *list,
                                   uint64_t id)
{
    (void)location;
    (void)time;
    (void)position;
    (void)list;
    add(data, (struct foreign_request){.id = id, .kind = FOREIGN_EVENT_MPI_REQUEST_CANCELLED});
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode united(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
                                void *data, OTF2_AttributeList *list, OTF2_CollectiveOp operation,
                                OTF2_CommRef comm, uint32_t root, uint64_t given, uint64_t taken,
                                uint64_t id)
{
    (void)location;
    (void)time;
    (void)position;
    (void)list;
    (void)operation;
    add(data, (struct foreign_request){.id = id,
                                       .kind = FOREIGN_EVENT_NON_BLOCKING_COLLECTIVE_COMPLETE,
                                       .comm = comm,
                                       .root = root,
                                       .given = given,
                                       .taken = taken});
    return OTF2_CALLBACK_SUCCESS;
}

void foreign_requests_listen(OTF2_EvtReaderCallbacks *callbacks)
{
    OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(callbacks, received);
    OTF2_EvtReaderCallbacks_SetMpiRequestCancelledCallback(callbacks, cancelled);
    OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback(callbacks, united);
}

static int by_id(const void *left, const void *right)
{
    const struct foreign_request *a = left, *b = right;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return a->turn < b->turn ? -1 : a->turn > b->turn;
}

void foreign_requests_sort(struct foreign_requests *requests)
{
    if (requests->count)
        qsort(requests->all, requests->count, sizeof *requests->all, by_id);
    for (size_t i = 0; i < requests->count; i++) {
        uint64_t id = requests->all[i].id;
        if (i && requests->all[i - 1].id == id) {
            requests->turns[requests->id_count - 1].end++;
            continue;
        }
        requests->turns = memory_grow(requests->turns, &requests->id_room, requests->id_count + 1,
                                      sizeof *requests->turns);
        pairs_add(&requests->ids, (uint32_t)(id >> 32), (uint32_t)id, (uint32_t)requests->id_count);
        requests->turns[requests->id_count++] = (struct foreign_turns){i, i, i + 1};
    }
}

static struct foreign_turns *turns_of(struct foreign_requests *requests, uint64_t id)
{
    uint32_t number = pairs_find(&requests->ids, (uint32_t)(id >> 32), (uint32_t)id);
    return number == PAIRS_NONE ? NULL : &requests->turns[number];
}

struct foreign_request *foreign_requests_begin(struct foreign_requests *requests, uint64_t id)
{
    struct foreign_turns *turns = turns_of(requests, id);
    if (turns && turns->begun < turns->ended)
        turns->begun = turns->ended; /* the beginnings of some are missing */
    return turns && turns->begun < turns->end ? &requests->all[turns->begun++] : NULL;
}

struct foreign_request *foreign_requests_end(struct foreign_requests *requests, uint64_t id)
{
    struct foreign_turns *turns = turns_of(requests, id);
    return turns && turns->ended < turns->end ? &requests->all[turns->ended++] : NULL;
}

void foreign_requests_free(struct foreign_requests *requests)
{
    foreign_record_free(&requests->record);
    free(requests->all);
    free(requests->turns);
    pairs_free(&requests->ids);
    *requests = (struct foreign_requests){0};
}

/* Returns the first slot to try for an id. */
static size_t slot_of(const struct foreign_sends *sends, uint64_t id)
{
    return (size_t)(id * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (sends->slot_count - 1);
}

static void put(struct foreign_sends *sends, uint64_t id, uint64_t order)
{
    size_t slot = slot_of(sends, id);
    while (sends->slots[slot].order != UINT64_MAX && sends->slots[slot].id != id)
        slot = (slot + 1) & (sends->slot_count - 1);
    sends->used += sends->slots[slot].order == UINT64_MAX;
    sends->slots[slot] = (struct foreign_send){id, order};
}

void foreign_sends_add(struct foreign_sends *sends, uint64_t id, uint64_t order)
{
    if (2 * sends->used >= sends->slot_count) {
        struct foreign_sends old = *sends;
        sends->slot_count = old.slot_count ? 2 * old.slot_count : 64;
        sends->used = 0;
        sends->slots = memory_zeroed(sends->slot_count, sizeof *sends->slots);
        for (size_t i = 0; i < sends->slot_count; i++)
            sends->slots[i].order = UINT64_MAX;
        for (size_t i = 0; i < old.slot_count; i++) {
            if (old.slots[i].order != UINT64_MAX)
                put(sends, old.slots[i].id, old.slots[i].order);
        }
        free(old.slots);
    }
    put(sends, id, order);
}

/* Frees a slot. Entries after it move up, so that they are still found from their first slot on. */
static void close_gap(struct foreign_sends *sends, size_t gap)
{
    size_t mask = sends->slot_count - 1;
    for (size_t i = (gap + 1) & mask; sends->slots[i].order != UINT64_MAX; i = (i + 1) & mask) {
        size_t home = slot_of(sends, sends->slots[i].id);
        if (((i - home) & mask) < ((i - gap) & mask))
            continue;
        sends->slots[gap] = sends->slots[i];
        gap = i;
    }
    sends->slots[gap].order = UINT64_MAX;
}

uint64_t foreign_sends_take(struct foreign_sends *sends, uint64_t id)
{
    if (!sends->used)
        return UINT64_MAX;
    size_t slot = slot_of(sends, id);
    while (sends->slots[slot].order != UINT64_MAX && sends->slots[slot].id != id)
        slot = (slot + 1) & (sends->slot_count - 1);
    uint64_t order = sends->slots[slot].order;
    if (order == UINT64_MAX)
        return UINT64_MAX;
    close_gap(sends, slot);
    sends->used--;
    return order;
}

void foreign_sends_free(struct foreign_sends *sends)
{
    free(sends->slots);
    *sends = (struct foreign_sends){0};
}
