/* otf2_own.h: the definitions of a trace that is made from an archive's own tables. Locations are
 * rows of lanes, location groups rows of places, regions rows of regions. */
#ifndef EXPORT_OTF2_OWN_H
#define EXPORT_OTF2_OWN_H

#include "export/labels.h"
#include "export/otf2_calls.h"
#include "util/interned.h"

/* What acts say besides their time. */
enum { OWN_TRIPS = 0, OWN_BYTES = 1 };

struct own_trace {
    struct trace_out *out;
    const struct archive *archive;
    struct own_comms comms;
    OTF2_GlobalDefWriter *writer;
    struct interned *strings; /* those that are written */
    struct labels labels;
};

bool own_write_definitions(struct own_trace *own);

#endif
