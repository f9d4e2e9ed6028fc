/* requests.h: the nonblocking operations of a location. When a receive or a collective operation
 * begins, a trace gives only a request number; its other properties come with its end. Therefore
 * the ends are read first. */
#ifndef EXPORT_OTF2_REQUESTS_H
#define EXPORT_OTF2_REQUESTS_H

#include "export/otf2/records.h"
#include "util/pairs.h"

/* A nonblocking operation, by its end. */
struct foreign_request {
    uint64_t id, turn; /* request number; position among the ends of its location */
    uint32_t kind;     /* enum foreign_event_kind of the end */
    bool begun;        /* its beginning was seen, and was given `order` */
    uint64_t order;
    uint64_t comm, root, given, taken; /* as in the event */
};

/* All nonblocking operations of a location. */
struct foreign_requests {
    struct foreign_record record; /* must be first: the callbacks of the library use it */
    struct foreign_request *all;  /* sorted by id, then by turn */
    size_t count, room;
    struct pairs ids; /* id -> index in `turns` */
    struct foreign_turns {
        size_t begun, ended, end; /* indexes in `all`: the next one to begin, the next one to end;
                                     after the last one */
    } * turns;
    size_t id_count, id_room;
};

/* Sets the callbacks for the ends of operations; their data is a struct foreign_requests. */
void foreign_requests_listen(OTF2_EvtReaderCallbacks *callbacks);

/* Sorts the operations after all ends were read. */
void foreign_requests_sort(struct foreign_requests *requests);

/* Return the operation with an id that begins now, or ends now; NULL if there is none. */
struct foreign_request *foreign_requests_begin(struct foreign_requests *requests, uint64_t id);
struct foreign_request *foreign_requests_end(struct foreign_requests *requests, uint64_t id);

void foreign_requests_free(struct foreign_requests *requests);

/* The nonblocking sends that have begun: a hash table from id to order. */
struct foreign_sends {
    struct foreign_send {
        uint64_t id, order; /* order UINT64_MAX: the slot is free */
    } * slots;
    size_t slot_count, used; /* slot_count is a power of two, or 0 */
};

/* Adds a send; one with the same id is replaced. */
void foreign_sends_add(struct foreign_sends *sends, uint64_t id, uint64_t order);

/* Removes a send and returns its order; UINT64_MAX if there is none. */
uint64_t foreign_sends_take(struct foreign_sends *sends, uint64_t id);
void foreign_sends_free(struct foreign_sends *sends);

#endif
