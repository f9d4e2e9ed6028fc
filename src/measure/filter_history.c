/* filter_history.c: see filter_history.h */
#include "measure/filter_history.h"

uint32_t filter_newest;
__thread __attribute__((tls_model("initial-exec"), visibility("hidden"))) uint32_t heed_seen;

void filter_history_begin(struct filter_history *history)
{
    history->first = heed_seen = filter_newest;
    history->count = 0;
}

static uint32_t last_of(const struct filter_history *history)
{
    return history->count ? history->changes[history->count - 1].filter : history->first;
}

void filter_history_collapse(struct filter_history *history)
{
    history->first = last_of(history);
    history->count = 0;
}

void filter_history_add(struct filter_history *history, uint64_t now, uint32_t filter)
{
    if (filter == last_of(history) || history->count == FORMAT_FILTERS)
        return;
    history->changes[history->count] = (struct filter_change){now, filter};
    history->count++;
}
