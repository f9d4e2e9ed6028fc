/* lane.h: the events of one location of an OTF2 trace become the acts of a lane; what acts
 * cannot tell is kept beside them. */
#ifndef EXPORT_OTF2_LANE_H
#define EXPORT_OTF2_LANE_H

#include "export/otf2/place.h"
#include "export/otf2/requests.h"
#include "export/otf2/store.h"

/* An act that is open. */
struct lane_frame {
    uint64_t ref;   /* of its region, or calling context */
    bool context;   /* the latter */
    bool kept;      /* its enter and leave are kept as foreign events */
    uint32_t kind;  /* enum tri_kind */
    uint64_t bytes; /* of I/O or remote memory so far */
};

struct foreign_lane_reader {
    struct foreign_record record; /* for the library's callbacks: it comes first */
    struct foreign_place *place;
    struct foreign_writer *store;
    struct foreign_clock clock;
    struct archive_raw_write_lane_about about;
    uint64_t location;
    struct foreign_requests requests;
    struct foreign_sends sends;
    struct raw_write_lane *lane; /* NULL: nothing happened yet */
    struct lane_frame *frames;
    size_t depth, frame_room;
    uint32_t *called;   /* by number of a region that is the first of its like: which one of them is
                           meant */
    uint64_t now;       /* ns: of the latest event */
    uint64_t told;      /* enters and leaves that acts tell of */
    uint64_t unmatched; /* leaves without an enter */
    uint64_t events;
    struct error *error;
    bool failed;
};

void foreign_lane_listen(OTF2_EvtReaderCallbacks *callbacks);

/* When all events were read. Frees what is in it. */
bool foreign_lane_finish(struct foreign_lane_reader *reader, struct error *error);

#endif
