/* chrome_items.c: writes the beginning of an event of the Chrome format. */
#include "export/chrome.h"

#include "archive/time/cycle_spread.h"
#include "util/number.h"

int64_t chrome_moment(const struct chrome *chrome, uint32_t lane, uint64_t ns)
{
    uint64_t moment =
        number_minus(archive_spread_moment(chrome->job->archive, lane, ns), chrome->zero);
    return moment < INT64_MAX ? (int64_t)moment : INT64_MAX;
}

void chrome_begin(struct chrome *chrome)
{
    export_sink_text(chrome->job->out, chrome->begun ? ",\n{\"ph\":\"" : "\n{\"ph\":\"");
    chrome->begun = true;
}
