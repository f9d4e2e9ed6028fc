/* stacks.h: the layout of places/P/stacks-K: sampled call paths of the lanes of profile-K. */
#ifndef FORMAT_STACKS_H
#define FORMAT_STACKS_H

#include <stdint.h>

/* A file is an array of 32-byte records. Record 0 is the header. The lanes of profile-K follow one
 * after another: a root, then the records of its samples. A record is complete when its type is
 * set; its parent has a smaller index.
 *
 *   header | root | module, text ... | call | call | here | here | root | call | here ...
 *
 * A path goes from a root over the calls, the outermost first, to the instruction that a sample
 * interrupted. Only the last record of a path, of type FORMAT_STACKS_HERE, has samples. */

#define FORMAT_STACKS_MAGIC UINT64_C(0x314b434154535254) /* "TRSTACK1" */
#define FORMAT_STACKS_VERSION 1

enum format_stacks_type {
    FORMAT_STACKS_NONE = 0,   /* allocated but not complete */
    FORMAT_STACKS_ROOT = 1,   /* `parent` is the number of the lane in its place */
    FORMAT_STACKS_MODULE = 2, /* `address`: where it was loaded; `samples`: bytes of its path, which
                                 is in the records behind it */
    FORMAT_STACKS_CALL = 3,   /* `address` is a return address */
    FORMAT_STACKS_HERE = 4,   /* `address` is the interrupted instruction */
    FORMAT_STACKS_CUT = 5,    /* stands for the outer calls, which are not known */
};

struct format_stacks_header {
    uint64_t magic;
    uint32_t version;
    uint32_t period; /* ns of CPU time per sample */
    uint64_t used;   /* records, including this one */
    uint32_t own;    /* samples inside Triptych */
    uint32_t lost;   /* samples for which there was no room */
};

struct format_stacks_record {
    uint32_t type;
    uint32_t parent;  /* index of a record */
    uint64_t address; /* in memory */
    uint64_t samples;
    uint32_t module; /* index of its record; 0: in no module */
    uint32_t next;   /* only used inside the measured program */
};

enum { FORMAT_STACKS_RECORD = 32 };
_Static_assert(sizeof(struct format_stacks_header) == FORMAT_STACKS_RECORD, "stacks header");
_Static_assert(sizeof(struct format_stacks_record) == FORMAT_STACKS_RECORD, "stacks record");

#endif
