/* requests.h: what nonblocking operations of a location will turn out to be. A trace says of a
 * receive or a collective operation that begins nothing but a number; what it is comes with its
 * end. So the ends are read first. */
#ifndef EXPORT_OTF2_REQUESTS_H
#define EXPORT_OTF2_REQUESTS_H

#include "export/otf2/records.h"
#include "util/pairs.h"

struct foreign_request {
    uint64_t id, turn; /* the how-many-th end on its location */
    uint32_t kind;     /* enum foreign_event_kind: of the end */
    bool begun;        /* its beginning was seen, and got that order */
    uint64_t order;
    uint64_t comm, root, given, taken;
};

struct foreign_requests {
    struct foreign_record record; /* for the library's callbacks: it comes first */
    struct foreign_request *all;  /* by their ids, those of one in their order */
    size_t count, room;
    struct pairs ids; /* id -> number in `turns` */
    struct foreign_turns {
        size_t begun, ended, end; /* the next one that begins, or ends; behind the last */
    } * turns;
    size_t id_count, id_room;
};

void foreign_requests_listen(OTF2_EvtReaderCallbacks *callbacks);

/* When the ends were read. */
void foreign_requests_sort(struct foreign_requests *requests);

/* The one of that id that begins now, or ends now; NULL: there is none. */
struct foreign_request *foreign_requests_begin(struct foreign_requests *requests, uint64_t id);
struct foreign_request *foreign_requests_end(struct foreign_requests *requests, uint64_t id);

void foreign_requests_free(struct foreign_requests *requests);

/* Sends that have begun: id -> order. */
struct foreign_sends {
    struct foreign_send {
        uint64_t id, order; /* order UINT64_MAX: free */
    } * slots;
    size_t slot_count, used;
};

void foreign_sends_add(struct foreign_sends *sends, uint64_t id, uint64_t order);

/* Takes it out; UINT64_MAX: there is none. */
uint64_t foreign_sends_take(struct foreign_sends *sends, uint64_t id);
void foreign_sends_free(struct foreign_sends *sends);

#endif
