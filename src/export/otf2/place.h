/* place.h: a place that is made from a location group of an OTF2 trace. */
#ifndef EXPORT_OTF2_PLACE_H
#define EXPORT_OTF2_PLACE_H

#include "export/otf2/ranks.h"
#include "export/otf2/trace.h"

struct foreign_place {
    struct foreign_trace *trace;
    struct raw_write *raw;
    struct archive_raw_write_about about;
    struct foreign_comms comms;
    uint32_t *regions, *contexts; /* numbers by those of the trace's regions, as they are entered,
                                     and in calling contexts; 0: not yet */
    uint32_t *kinds;              /* of `regions`: enum tri_kind */
    struct pairs undefined;       /* region -> number */
    struct pairs files;           /* of I/O: file -> number */
    uint32_t outside;             /* the region of what happens outside of all; 0: not yet */
    char *program, *command;      /* as its events tell */
};

/* NULL with an error. number: of the location group, and of the place. */
struct foreign_place *foreign_place_open(const char *archive, struct foreign_trace *trace,
                                         const struct foreign_ranks *ranks, uint32_t number,
                                         struct error *error);
bool foreign_place_close(struct foreign_place *place, struct error *error);

/* The number of a region in the place. */
uint32_t foreign_place_region(struct foreign_place *place, uint32_t number); /* of the trace */
uint32_t foreign_place_undefined(struct foreign_place *place, uint64_t ref);
uint32_t foreign_place_context(struct foreign_place *place, uint64_t context);
uint32_t foreign_place_outside(struct foreign_place *place);
uint32_t foreign_place_file(struct foreign_place *place, uint64_t handle); /* 0: not known */

/* What the program was started as: names of strings. */
void foreign_place_program(struct foreign_place *place, uint64_t name, const uint64_t *arguments,
                           size_t count);

#endif
