/* communicator.h: the layout of a rank's communicators, places/P/communicators and
 * places/P/members. */
#ifndef FORMAT_COMMUNICATOR_H
#define FORMAT_COMMUNICATOR_H

#include <stdint.h>

/* The file is an array of records; record 0 is the header. Events refer to a communicator by its
 * row. A record is complete when its kind is set; a freed communicator keeps its record. */

#define FORMAT_COMMUNICATORS_MAGIC UINT64_C(0x314d4f4349525431) /* "1TRICOM1" */

struct format_communicators_header {
    uint64_t magic;
    uint32_t version;
    uint32_t spare0;
    uint64_t used;         /* number of records, including this one */
    uint64_t members_used; /* numbers in places/P/members */
    uint64_t spare[4];
};

enum format_communicator_kind {
    FORMAT_COMMUNICATOR_INTRA = 1,
    FORMAT_COMMUNICATOR_INTER = 2, /* between two groups: peers are in the other one */
    FORMAT_COMMUNICATOR_ALONE =
        3, /* its id on other members is not known: nothing can be matched */
    FORMAT_COMMUNICATOR_NAMED =
        4, /* of a vocabulary: peers are given by the names of places (format_place.name), and its
              size is 0; all places of the run with this id belong to it */
    FORMAT_COMMUNICATOR_ANONYMOUS =
        5, /* the same, but a receiver does not know who has sent a message: each receives messages
              of one tag in the order in which all others have sent them */
};

/* A communicator. All its members have the same id for it: in the upper half the world rank of its
 * leader (member 0 of the group, or of the lower one of two groups), in the lower half a number
 * that the leader gave it. MPI_COMM_WORLD is 0; MPI_COMM_SELF has number 0 and the rank plus 1. */
struct format_communicator {
    uint64_t id;
    uint32_t kind;        /* enum format_communicator_kind */
    uint32_t rank;        /* rank of this process in its group */
    uint32_t size;        /* size of its group */
    uint32_t remote_size; /* size of the other group, or 0 */
    uint64_t
        members;    /* index in places/P/members of the world ranks of its group, then of the other
                       one, 32 bits each; FORMAT_NO_MEMBERS in places of other ranks than the leader */
    uint64_t made;  /* ticks */
    uint64_t freed; /* ticks; 0: not yet */
    /* Only while messages are logged: */
    uint32_t together; /* collective operations that this process has begun on it, modulo 2^32 */
    /* The last blocking call on it that sent and received: the number of its lane, plus 1, or 0;
     * world rank of the target, plus 1, or 0: none; the tag that it sent. */
    uint32_t exchange_lane, exchange_to, exchange_tag;
};

#define FORMAT_NO_MEMBERS UINT64_MAX

_Static_assert(sizeof(struct format_communicators_header) == 64, "communicators header");
_Static_assert(sizeof(struct format_communicator) == 64, "communicator");

#endif
