/* gathered.h: the layout of places/P/gathered, where P is rank 0: the data that it received from
 * the other ranks when MPI ended. */
#ifndef FORMAT_GATHERED_H
#define FORMAT_GATHERED_H

#include <stdint.h>

/* The header, then the definitions of all ranks, each once, then the data of each rank but 0. The
 * file gets its name when it is complete. */

#define FORMAT_GATHERED_FILE "gathered"
#define FORMAT_GATHERED_MAGIC UINT64_C(0x3148544147495254) /* "TRIGATH1" */
#define FORMAT_GATHERED_VERSION 2
#define FORMAT_GATHERED_LIGHTS 2 /* the first version with light regions */

struct format_gathered {
    uint64_t magic;
    uint32_t version;
    uint32_t ranks;
    uint64_t definitions; /* bytes of definitions */
    uint64_t bytes;       /* bytes of the whole file */
    uint64_t spare[4];
};

/* Definitions are numbered from 1 in the order of the file, and refer to earlier ones (0: none).
 * Their content is padded to 4 bytes. */
enum format_definition_kind {
    FORMAT_DEFINE_TEXT = 1, /* no references; the content is the text, without a zero byte */
    FORMAT_DEFINE_REGION =
        2, /* references: name, file, dir, note, routine; content: struct format_defined_region */
    FORMAT_DEFINE_NODE = 3, /* references: the node above (0: it is the root of a lane), the region
                               (0: the same); no content */
    FORMAT_DEFINE_LIGHTS = 4, /* no references; the content is the file `lights` */
};

enum { FORMAT_REFERENCES = 5 }; /* limit of references */

struct format_definition {
    uint16_t kind;
    uint16_t references; /* number of references, which follow, 32 bits each */
    uint32_t size;       /* bytes of the content, which follows them */
};

struct format_defined_region {
    uint32_t kind, flags, seq, line, end_line; /* as in region.h */
};

/* The data of a rank is cut into pieces, one after the other, each with this header. */
struct format_gathered_piece {
    uint32_t rank;
    uint32_t size; /* bytes */
};

enum { FORMAT_GATHERED_PIECE = 1 << 16 }; /* limit of a piece, in bytes */

/* Joined, the pieces of a rank are a sequence of numbers and arrays. A number has 7 bits per byte,
 * the lowest first; every byte but the last has its upper bit set. An array of bytes is its length,
 * then in turn a number of zeros and a number of other bytes, which follow.
 *
 *   the file `place`, as an array
 *   the number of rows of the file `regions`, including the header; for each other row: the number
 *     of its definition (0: it is not complete), mode, reason, visits, ticks
 *   the number of profiles; for each: the number of records, `making`, and for each record but the
 *     header its type; for a lane: the record, as an array; for a node: the number of its
 * definition, open, count, time, min plus 1, max, trips, trips_min plus 1, trips_max, bytes,
 * aborted; for an anchor: the same, then sums, ranges, lost and all its values, the least ones plus
 * 1 (the records that hold them are not sent); for a record of sampled visits: its node, untimed,
 *     visits, ticks, rare, rare_ticks; with the type FORMAT_SAMPLED_PASSES, also timed,
 *     timed_passes and the five fields fit_..., the last two as the bits of a double
 *   the files `communicators`, `members` and `objects`, as arrays
 *   the number of the definition of its file `lights`, or 0
 *
 * A number plus 1 that is 0 stands for the largest number. */

#endif
