/* ranks.h: the ranks of MPI and their communicators in an OTF2 trace. */
#ifndef EXPORT_OTF2_RANKS_H
#define EXPORT_OTF2_RANKS_H

#include "export/otf2/trace.h"

/* One of a place's communicators. */
struct rank_member {
    uint32_t place; /* number of its location group */
    uint32_t comm;  /* number among all: those between two groups behind the others */
    uint32_t rank;  /* of the place in its group */
    uint32_t side;  /* which of the two groups that is */
};

struct foreign_ranks {
    const struct foreign_trace *trace;
    const uint64_t *world; /* locations by rank */
    uint32_t world_size;
    uint32_t world_comm;      /* the first communicator that has all; ARCHIVE_NONE: none */
    struct pairs by_location; /* location -> rank */
    uint32_t *rank_of;        /* by number of a location group; ARCHIVE_NONE: it is no rank */
    struct rank_member *members;
    size_t member_count, member_room;
};

void foreign_ranks_find(struct foreign_ranks *ranks, const struct foreign_trace *trace);
void foreign_ranks_free(struct foreign_ranks *ranks);

/* What a place needs to tell of messages. Numbers go on from lane to lane. */
struct foreign_comms {
    const struct foreign_ranks *ranks;
    uint32_t own;        /* world rank */
    struct pairs by_ref; /* communicator -> number in `all` */
    struct foreign_comm {
        uint32_t comm, side;
        uint32_t number;                    /* in the place */
        uint64_t sends, receives, together; /* so far */
    } * all;
    size_t count;
};

/* Writes the communicators of a place, by the number of its location group. */
void foreign_comms_write(struct foreign_comms *comms, const struct foreign_ranks *ranks,
                         uint32_t place, struct raw_write *to);
void foreign_comms_free(struct foreign_comms *comms);
struct foreign_comm *foreign_comms_find(const struct foreign_comms *comms, uint64_t ref);

/* The world rank of the one that a message goes to or comes from; FORMAT_ANY: not known. */
uint32_t foreign_comm_peer(const struct foreign_comms *comms, const struct foreign_comm *comm,
                           uint64_t rank);

/* The same for the root of a collective operation. */
uint32_t foreign_comm_root(const struct foreign_comms *comms, const struct foreign_comm *comm,
                           uint64_t rank);

#endif
