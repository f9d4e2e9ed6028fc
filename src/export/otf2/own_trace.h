/* own_trace.h: writes a trace from an archive's own tables. Its locations are the rows of lanes,
 * its location groups the rows of places. */
#ifndef EXPORT_OTF2_OWN_TRACE_H
#define EXPORT_OTF2_OWN_TRACE_H

#include "export/labels.h"
#include "export/otf2/calls.h"
#include "util/interned.h"

/* The attributes of acts. */
enum { OWN_TRIPS = 0, OWN_BYTES = 1 };

/* An archive while it is written as a trace. */
struct own_trace {
    struct trace_out *out;
    const struct archive *archive;
    struct own_comms comms;
    OTF2_GlobalDefWriter *writer;
    struct interned *strings; /* the strings defined so far */
    uint32_t *regions;        /* by row of regions: its number in the trace, without gaps */
    uint32_t groups;          /* number of groups defined so far */
    struct export_labels labels;
};

/* Numbers the regions, before any acts are written. */
void own_number_regions(struct own_trace *own);

/* Writes the definitions, after all acts. */
bool own_write_definitions(struct own_trace *own);

#endif
