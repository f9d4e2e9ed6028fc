/* region.h: the layout of a place's region table, until the archive is sealed. */
#ifndef FORMAT_REGION_H
#define FORMAT_REGION_H

#include <stdint.h>

/* places/P/regions is an array of records; record 0 is the header. Strings are offsets into
 * places/P/strings, which holds zero-terminated text; offset 0 is the empty string. A record is
 * complete when its kind is set. */

#define FORMAT_REGIONS_MAGIC UINT64_C(0x314e474552495254) /* "TRIREGN1" */

struct format_regions_header {
    uint64_t magic;
    uint32_t version;
    uint32_t spare0;
    uint64_t used;         /* number of records, including this one */
    uint64_t strings_used; /* bytes */
    uint64_t spare[4];
};

/* Why a region is measured as it is. */
enum format_reason {
    FORMAT_MEASURED = 0,
    FORMAT_EXCLUDED = 1,   /* by --only or --exclude */
    FORMAT_HOT = 2,        /* by --skip-hot */
    FORMAT_THROTTLED = 3,  /* many and short visits: still counted, no longer timed */
    FORMAT_UNMEASURED = 4, /* not measured by the instrumenter; the note says why */
    FORMAT_STOPPED = 5,    /* measuring as a whole stopped; the place says why */
};

/* A region that is known by an address, and not by its source, has the path of the executable or
 * shared object in `file`, and in `dir` FORMAT_AT and the address as it was linked (without the
 * load address), in hexadecimal: the return address of a call, or the address of an object's data.
 * Readers find the source line. Behind FORMAT_OR there may be another possible address: the
 * compiler made several copies of one call. */
#define FORMAT_AT '+'
#define FORMAT_OR '/'

/* The note of a call site in a program without probes lists the callers: FORMAT_CALLERS, and then
 * for each caller, from the innermost on, FORMAT_CALLERS_NEXT, FORMAT_AT and the return address as
 * it was linked; before it, the path of its executable or shared object, unless that is the same as
 * for the caller before (for the first one: as for the site); at the end FORMAT_CALLERS_CUT if
 * there are more. Regions that differ in nothing else are the same site. */
#define FORMAT_CALLERS '<'
#define FORMAT_CALLERS_NEXT '\n'
#define FORMAT_CALLERS_CUT '?'

/* a flag: all its visits are filtered; otherwise they would be logged */
#define FORMAT_FILTERED UINT32_C(0x10000)
/* a flag, never in a file of a place: it was found in a binary, which does not tell how it is
 * written in the source */
#define FORMAT_BINARY UINT32_C(0x20000)
/* flags of a described function's call: the bytes of some visits, which have 0, are not known, as a
 * field of the vocabulary could not be computed, or was repeated too often */
#define FORMAT_UNREADABLE UINT32_C(0x40000)
#define FORMAT_TOO_OFTEN UINT32_C(0x80000)
#define FORMAT_UNSIZED_FLAGS (FORMAT_UNREADABLE | FORMAT_TOO_OFTEN)

/* Calls of described functions have facts of format/mpi.h in their flags: the kind and the first
 * two flags from bit 8 on, operation and peer from bit 20 on, and a bit that tells that they do. */
#define FORMAT_DESCRIBED UINT32_C(0x10000000)
#define FORMAT_DESCRIBED_MASK UINT32_C(0x1ff07f00)

static inline uint32_t format_described(uint32_t facts)
{
    return facts ? FORMAT_DESCRIBED | (facts & 31) << 8 | (facts >> 16 & 3) << 13 |
                       (facts >> 5 & 0xff) << 20
                 : 0;
}

static inline uint32_t format_described_facts(uint32_t flags)
{
    return flags & FORMAT_DESCRIBED
               ? (flags >> 8 & 31) | (flags >> 13 & 3) << 16 | (flags >> 20 & 0xff) << 5
               : 0;
}

/* of a file: the line of unit 0. Negative units are those that NEWUNIT= chose; -1 is never one. */
#define FORMAT_UNIT_ZERO UINT32_C(0x80000000)

struct format_region {
    uint32_t kind;   /* enum tri_kind */
    uint32_t flags;  /* enum tri_flag, FORMAT_FILTERED */
    uint32_t mode;   /* enum tri_mode: TRI_OFF, TRI_COUNT, TRI_TIME or TRI_TIME_SLOW */
    uint32_t reason; /* enum format_reason */
    uint32_t seq;
    uint32_t line, end_line; /* of a file that a Fortran unit was connected to: the unit's number
                                plus FORMAT_UNIT_ZERO; of any other file: 0 */
    uint32_t routine;        /* row of the routine around it; 0: none */
    uint32_t name, file, dir, note; /* strings */
    uint64_t visits; /* timed visits on all call paths, as far as they were added up */
    uint64_t ticks;  /* their time */
};

_Static_assert(sizeof(struct format_regions_header) == 64, "regions header");
_Static_assert(sizeof(struct format_region) == 64, "region");

#endif
