/* lane.h: turns the events of one location of an OTF2 trace into the acts of a lane. What acts
 * cannot hold is stored beside them (store.h). */
#ifndef EXPORT_OTF2_LANE_H
#define EXPORT_OTF2_LANE_H

#include "export/otf2/place.h"
#include "export/otf2/requests.h"
#include "export/otf2/store.h"

/* An open act. */
struct lane_frame {
    uint64_t ref;   /* reference of its region or calling context */
    bool context;   /* `ref` is a calling context */
    bool kept;      /* its enter and leave are stored as foreign events */
    uint32_t kind;  /* enum tri_kind */
    uint64_t bytes; /* bytes of I/O or remote memory access so far */
};

/* A location while its events are read. */
struct foreign_lane_reader {
    struct foreign_record record; /* must be first: the callbacks of the library use it */
    struct foreign_place *place;
    struct foreign_writer *store;
    struct foreign_clock clock;
    struct archive_raw_write_lane_about about;
    uint64_t location;
    struct foreign_requests requests;
    struct foreign_sends sends;
    struct raw_write_lane *lane; /* NULL before the first event */
    struct lane_frame *frames;   /* open acts, the innermost last */
    size_t depth, frame_room;
    uint32_t
        *called;   /* by region that is the first of equal ones: the one that is meant by it now */
    uint64_t now;  /* ns: time of the latest event */
    uint64_t told; /* enters and leaves that became acts so far */
    uint64_t unmatched; /* leaves without an enter */
    uint64_t events;
    struct error *error;
    bool failed;
};

/* Sets the callbacks for the events of a location; their data is a struct foreign_lane_reader. */
void foreign_lane_listen(OTF2_EvtReaderCallbacks *callbacks);

/* Ends the lane after all events were read, and frees what the reader holds. False with an error.
 */
bool foreign_lane_finish(struct foreign_lane_reader *reader, struct error *error);

#endif
