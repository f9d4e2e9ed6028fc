/* advice_parts.c: see advice_parts.h */
#include "report/analysis/advice_parts.h"

#include "util/words.h"

void advice_add_rank(const struct report_view *view, struct buffer *to, uint32_t place)
{
    char name[ARCHIVE_NAME] = "?";
    if (place != ARCHIVE_NONE)
        archive_place_name(view->archive, place, name);
    buffer_add(to, name);
}

void advice_add_count(struct buffer *to, uint64_t count, const char *what)
{
    words_count(to, count, true);
    buffer_printf(to, " %s%s", what, count == 1 ? "" : "s");
}

void advice_add_call(const struct report_view *view, struct buffer *to,
                     const struct analysis_advice_finding *finding)
{
    uint32_t region = finding->sites[0];
    buffer_add(to, report_view_name(view, region));
    report_view_place(view, region, to);
}

void advice_add_lanes(const struct report_view *view, const struct analysis_crowding *crowding,
                      struct buffer *to)
{
    bool ranks = view->archive->ranked && crowding->ranks == crowding->lanes;
    advice_add_count(to, crowding->lanes, ranks ? "rank" : "thread");
}
