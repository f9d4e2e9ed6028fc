/* node_words.c: see node_words.h */
#include "report/table/node_words.h"

bool report_view_is_script(const struct report_view *view)
{
    return archive_is_script(view->archive);
}

const char *report_view_place_word(const struct report_view *view, bool one)
{
    if (report_view_is_script(view))
        return one ? "node" : "nodes";
    return one ? "process" : "processes";
}

const char *report_view_lane_word(const struct report_view *view, bool one)
{
    if (report_view_is_script(view))
        return one ? "core" : "cores";
    return one ? "thread" : "threads";
}
