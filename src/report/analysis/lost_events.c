/* lost_events.c: see lost_events.h */
#include "report/analysis/lost_events.h"

#include "analysis/events_lack.h"

#include <errno.h>
#include <string.h>

void report_lost_events(const struct archive *archive, const char *between, struct buffer *to)
{
    uint32_t error = analysis_events_error(archive);
    bool is_limited = analysis_events_limited(archive);
    if (error) {
        buffer_printf(to, "%sit could not be written (%s)", between, strerror((int)error));
        if (error == ENOSPC || error == EDQUOT)
            buffer_add(to, ", so make room, or name another folder with -o of `triptych run`");
        between = ". For other logs, ";
    }
    if (is_limited)
        buffer_printf(to, "%sraise --max-size of `triptych run`", between);
}
