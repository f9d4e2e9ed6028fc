/* log_kinds.c: which kinds of visits are logged: those that the user chose and the filter allows.
 */
#include "measure/filter.h"
#include "measure/log.h"

uint32_t log_logged;

static uint32_t chosen;

void measure_log_choose(const struct measure_settings *settings)
{
    chosen = settings->events;
    log_logged = measure_filter_kinds(chosen);
}

uint32_t measure_log_kinds(void)
{
    return log_logged;
}

bool measure_log_chooses(unsigned kind)
{
    return chosen & format_events_of(kind);
}

bool measure_log_wants(unsigned kind)
{
    return log_logged & format_events_of(kind);
}
