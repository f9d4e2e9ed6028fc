/* buffer.h: the layout of places/P/buffers: where the buffers of a rank's MPI calls are in memory,
 * so that they can be named after the run. */
#ifndef FORMAT_BUFFER_H
#define FORMAT_BUFFER_H

#include <stdint.h>

/* The file is an array of records; record 0 is the header. A record is complete when its kind is
 * set. A call site that has several groups of records used several buffers. All records of a group
 * are about the same buffer: each of them may name it. */

#define FORMAT_BUFFERS_FILE "buffers"
#define FORMAT_BUFFERS_MAGIC UINT64_C(0x3146554249525431) /* "1TRIBUF1" */
#define FORMAT_BUFFERS_MOST 4096                          /* records, including the header */

struct format_buffers_header {
    uint64_t magic;
    uint32_t version;
    uint32_t spare0;
    uint64_t used; /* number of records, including this one */
    uint64_t spare[5];
};

enum format_buffer_kind {
    FORMAT_BUFFER_DATA = 1,     /* in a variable at `first` to `last`, addresses as linked */
    FORMAT_BUFFER_HELD = 2,     /* in memory that the pointer at `first`, as linked, points to */
    FORMAT_BUFFER_STACK = 3,    /* in a frame, at `first` to `last` from its canonical address */
    FORMAT_BUFFER_CARRIED = 4,  /* in memory that a pointer in a frame, at `first`, points to */
    FORMAT_BUFFER_IN_PLACE = 5, /* the call's other buffer: MPI_IN_PLACE */
    FORMAT_BUFFER_UNKNOWN = 6,
};

/* The file that the addresses belong to. */
enum format_buffer_module {
    FORMAT_BUFFER_OF_SITE = 1,    /* the one that contains the call site */
    FORMAT_BUFFER_OF_PROGRAM = 2, /* the executable */
};

struct format_buffer {
    uint32_t region; /* row of places/P/regions: the call site */
    uint8_t which;   /* 0: the first buffer among the arguments; 1: the second */
    uint8_t kind;    /* enum format_buffer_kind */
    uint8_t module;  /* enum format_buffer_module */
    uint8_t spare0;
    uint32_t group;
    uint32_t depth;      /* of a frame: 0 is the function that made the call */
    int64_t first, last; /* bytes */
    uint64_t code;       /* of a frame: the return address in it, as linked */
    uint64_t spare[3];
};

_Static_assert(sizeof(struct format_buffers_header) == 64, "buffers header");
_Static_assert(sizeof(struct format_buffer) == 64, "buffer");

/* places/P/buffer_names, which `triptych run` writes after the run: a line for each buffer of a
 * call site: the region, `which`, and the name, separated by blanks; FORMAT_BUFFER_NO_NAME if not
 * all buffers of the site can be named. Several names are joined by " or ". */
#define FORMAT_BUFFER_NAMES_FILE "buffer_names"
#define FORMAT_BUFFER_NO_NAME "?"

#endif
