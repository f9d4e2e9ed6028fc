/* streams.h: the streams between the tasks of a script, which archives keep as messages. */
#ifndef REPORT_RUN_STREAMS_H
#define REPORT_RUN_STREAMS_H

#include "report/table/view.h"

/* Returns the table of streams; it is empty if the run is not one of a script. */
struct report_sheet *report_streams(const struct report_view *view);

#endif
