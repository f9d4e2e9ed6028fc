/* ranks.h: the MPI ranks and communicators of an OTF2 trace. */
#ifndef EXPORT_OTF2_RANKS_H
#define EXPORT_OTF2_RANKS_H

#include "export/otf2/trace.h"

/* A place's membership in a communicator. */
struct rank_member {
    uint32_t place; /* number of its location group */
    uint32_t comm;  /* number among all communicators; intercommunicators come last */
    uint32_t rank;  /* rank of the place in its group */
    uint32_t side;  /* which group of an intercommunicator that is: 0 or 1 */
};

/* The ranks of a trace. */
struct foreign_ranks {
    const struct foreign_trace *trace;
    const uint64_t *world; /* by rank: its location */
    uint32_t world_size;
    uint32_t world_comm; /* the first communicator of all ranks, in order; ARCHIVE_NONE if there is
                            none */
    struct pairs by_location;    /* location -> rank */
    uint32_t *rank_of;           /* by location group: its rank; ARCHIVE_NONE if it is no rank */
    struct rank_member *members; /* sorted by place */
    size_t member_count, member_room;
};

/* Finds the ranks of a trace, which must outlive them; foreign_ranks_free() frees them. */
void foreign_ranks_find(struct foreign_ranks *ranks, const struct foreign_trace *trace);
void foreign_ranks_free(struct foreign_ranks *ranks);

/* The communicators of a place, with the counts of messages so far, over all its lanes. */
struct foreign_comms {
    const struct foreign_ranks *ranks;
    uint32_t own;        /* world rank of the place */
    struct pairs by_ref; /* reference of a communicator -> index in `all` */
    struct foreign_comm {
        uint32_t comm, side;
        uint32_t number;                    /* its number in the place */
        uint64_t sends, receives, together; /* operations so far */
    } * all;
    size_t count;
};

/* Writes the communicators of a place, by the number of its location group. */
void foreign_comms_write(struct foreign_comms *comms, const struct foreign_ranks *ranks,
                         uint32_t place, struct raw_write *to);
void foreign_comms_free(struct foreign_comms *comms);
/* Returns a communicator by its reference; NULL if the place is no member. */
struct foreign_comm *foreign_comms_find(const struct foreign_comms *comms, uint64_t ref);

/* Returns the world rank of a message's peer, from its rank in the communicator; FORMAT_ANY if it
 * is not known. */
uint32_t foreign_comm_peer(const struct foreign_comms *comms, const struct foreign_comm *comm,
                           uint64_t rank);

/* Does the same for the root of a collective operation. */
uint32_t foreign_comm_root(const struct foreign_comms *comms, const struct foreign_comm *comm,
                           uint64_t rank);

#endif
