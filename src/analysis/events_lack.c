/* events_lack.c: see events_lack.h */
#include "analysis/events_lack.h"

#include "format/event.h"
#include "format/region.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

/* True if a part of a log with that kind of events is missing. */
static bool lacks_log(const struct archive *archive, uint32_t kind)
{
    const struct archive_logs *logs = &archive->logs;
    for (size_t i = 0; i < logs->rows; i++) {
        if (logs->kinds[i] & kind && (logs->dropped[i] || logs->lost[i] || logs->error[i]))
            return true;
    }
    return false;
}

/* True if the filter may have excluded such events: a lane has more filtered events than visits of
 * other regions that are never logged. */
static bool lacks_filtered(const struct archive *archive, uint32_t kind)
{
    const struct archive_regions *regions = &archive->regions;
    const struct archive_nodes *nodes = &archive->nodes;
    size_t lanes = archive->lanes.rows;
    uint64_t *left = memory_zeroed(lanes + 1, sizeof *left);
    bool lacks = false;
    for (size_t i = 0; i < lanes; i++)
        left[i] = archive->lanes.filtered[i];
    for (size_t i = 0; i < nodes->rows; i++) {
        uint32_t region = nodes->region[i];
        bool is_filtered = regions->flags[region] & FORMAT_FILTERED;
        if (is_filtered && format_events_of(regions->kind[region]) != kind)
            left[nodes->lane[i]] = number_minus(left[nodes->lane[i]], nodes->visits[i]);
        else
            lacks |= is_filtered && nodes->visits[i];
    }
    for (size_t i = 0; i < lanes; i++)
        lacks |= left[i] != 0;
    free(left);
    return lacks;
}

bool analysis_events_lack(const struct archive *archive, uint32_t kind)
{
    return *archive->run.part_of || lacks_log(archive, kind) || lacks_filtered(archive, kind);
}

uint32_t analysis_events_error(const struct archive *archive)
{
    for (size_t i = 0; i < archive->logs.rows; i++) {
        if (archive->logs.error[i])
            return archive->logs.error[i];
    }
    return 0;
}

bool analysis_events_limited(const struct archive *archive)
{
    const struct archive_logs *logs = &archive->logs;
    for (size_t i = 0; i < logs->rows; i++) {
        if (!logs->error[i] && (logs->dropped[i] || logs->lost[i]))
            return true;
    }
    return false;
}
