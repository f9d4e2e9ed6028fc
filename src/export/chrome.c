/* chrome.c: the trace format of Chrome's about:tracing and Perfetto. */
#include "export/export.h"

bool export_chrome(struct export_job *job, struct error *error)
{
    sink_text(job->out, "{\"traceEvents\":[]}\n");
    return export_go_on(job, 1, 1, error);
}
