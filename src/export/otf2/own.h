/* own.h: the definitions of a trace that is made from an archive's own tables. Locations are
 * rows of lanes, location groups rows of places. */
#ifndef EXPORT_OTF2_OWN_H
#define EXPORT_OTF2_OWN_H

#include "export/labels.h"
#include "export/otf2/calls.h"
#include "util/interned.h"

/* What acts say besides their time. */
enum { OWN_TRIPS = 0, OWN_BYTES = 1 };

struct own_trace {
    struct trace_out *out;
    const struct archive *archive;
    struct own_comms comms;
    OTF2_GlobalDefWriter *writer;
    struct interned *strings; /* those that are written */
    uint32_t *regions;        /* by row: those that acts can be of are counted, without gaps */
    uint32_t groups;          /* defined so far */
    struct export_labels labels;
};

/* Before acts are written. */
void own_number_regions(struct own_trace *own);

/* When all were. */
bool own_write_definitions(struct own_trace *own);

#endif
