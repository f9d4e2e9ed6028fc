/* place.h: a place that is made from a location group of an OTF2 trace. */
#ifndef EXPORT_OTF2_PLACE_H
#define EXPORT_OTF2_PLACE_H

#include "export/otf2/ranks.h"
#include "export/otf2/trace.h"

/* A place while it is written. */
struct foreign_place {
    struct foreign_trace *trace;
    struct raw_write *raw;
    struct archive_raw_write_about about;
    struct foreign_comms comms;
    uint32_t *regions, *contexts; /* by region of the trace: its number in the place when it is
                                     entered, and in calling contexts; 0: not yet defined */
    uint32_t *kinds;              /* by region of the trace: enum tri_kind */
    struct pairs undefined;  /* reference of a region without definition -> number in the place */
    struct pairs files;      /* reference of a file -> number in the place */
    uint32_t outside;        /* region of messages outside of all regions; 0: not yet defined */
    char *program, *command; /* from its events; NULL if they have none */
};

/* Begins a place. `number` is that of the location group, and of the place. NULL with an error. */
struct foreign_place *foreign_place_open(const char *archive, struct foreign_trace *trace,
                                         const struct foreign_ranks *ranks, uint32_t number,
                                         struct error *error);
/* Ends a place and frees it. False with an error. */
bool foreign_place_close(struct foreign_place *place, struct error *error);

/* Return the number of a region in the place, which is defined if it is new: of a region of the
 * trace by its number, of one without definition by its reference, of a calling context, of
 * messages outside of all regions, and of the file of an I/O handle (0 if it is not known). */
uint32_t foreign_place_region(struct foreign_place *place, uint32_t number);
uint32_t foreign_place_undefined(struct foreign_place *place, uint64_t ref);
uint32_t foreign_place_context(struct foreign_place *place, uint64_t context);
uint32_t foreign_place_outside(struct foreign_place *place);
uint32_t foreign_place_file(struct foreign_place *place, uint64_t handle);

/* Sets the program and its arguments, by references of strings; the first call counts. */
void foreign_place_program(struct foreign_place *place, uint64_t name, const uint64_t *arguments,
                           size_t count);

#endif
