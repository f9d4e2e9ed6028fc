/* gathered.h: the layout of places/P/gathered, where P is rank 0: what it got from the other ranks
 * when MPI ended. */
#ifndef FORMAT_GATHERED_H
#define FORMAT_GATHERED_H

#include <stdint.h>

/* The header, then the definitions of all ranks, each once, then what each rank but 0 says of
 * itself. The file has its name when it is complete. */

#define FORMAT_GATHERED_FILE "gathered"
#define FORMAT_GATHERED_MAGIC UINT64_C(0x3148544147495254) /* "TRIGATH1" */
#define FORMAT_GATHERED_VERSION 2
#define FORMAT_GATHERED_LIGHTS 2 /* the first version with light regions */

struct format_gathered {
    uint64_t magic;
    uint32_t version;
    uint32_t ranks;
    uint64_t definitions; /* bytes of them */
    uint64_t bytes;       /* of the whole file */
    uint64_t spare[4];
};

/* Definitions are numbered from 1 in the order of the file, and refer to earlier ones; 0: to none.
 * Their content is padded to 4 bytes. */
enum format_definition_kind {
    FORMAT_DEFINE_TEXT = 1,   /* no references; the content is the text, without a zero */
    FORMAT_DEFINE_REGION = 2, /* name, file, dir, note, routine; struct format_defined_region */
    FORMAT_DEFINE_NODE = 3,   /* the node above (0: it is the root of a lane), the region (0: the
                                 same); no content */
    FORMAT_DEFINE_LIGHTS = 4, /* no references; the content is the file `lights` */
};

enum { FORMAT_REFERENCES = 5 }; /* at most */

struct format_definition {
    uint16_t kind;
    uint16_t references; /* 32 bits each, behind this */
    uint32_t size;       /* of the content, behind them */
};

struct format_defined_region {
    uint32_t kind, flags, seq, line, end_line; /* as in region.h */
};

/* What a rank says comes in pieces, one after the other, each with this before it. */
struct format_gathered_piece {
    uint32_t rank;
    uint32_t size; /* bytes */
};

enum { FORMAT_GATHERED_PIECE = 1 << 16 }; /* bytes at most */

/* Put together, the pieces of a rank are a sequence of numbers, 7 bits in a byte, the lowest first,
 * each byte but the last one with the upper bit set; and of bytes, as an array: its length, then
 * lengths of zeros and of other bytes in turn, each of the latter followed by them.
 *
 *   the file `place`, as an array
 *   the number of rows of the file `regions`, the header included; of each but that: the number of
 *     its definition (0: it is not complete), mode, reason, visits, ticks
 *   the number of profiles; of each: the number of records, `making`, and for each record but the
 *     header its type; of a lane: the record, as an array; of a node: the number of its definition,
 *     open, count, time, min plus 1, max, trips, trips_min plus 1, trips_max, bytes, left; of an
 *     anchor: the same, then sums, ranges, lost and all its values, the least ones plus 1, so that
 *     nothing is said of the records that hold them; of a record of sampled visits: its node,
 *     untimed, visits, ticks
 *   the files `communicators`, `members` and `objects`, as arrays
 *   the number of the definition of its file `lights`, or 0
 *
 * A number plus 1 may be 0: the largest one. */

#endif
