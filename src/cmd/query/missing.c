/* missing.c: see missing.h */
#include "cmd/query/missing.h"

#include "cube/missing.h"
#include "format/event.h"

#include <stdio.h>
#include <string.h>

/* True if the result, or a stream joined to it, comes from one of these streams. */
static bool is_of(const struct query_plan *plan, const char *const *names)
{
    for (size_t i = 0; names[i]; i++) {
        if (!strcmp(plan->source->name, names[i]))
            return true;
    }
    for (size_t i = 0; i < plan->stage_count; i++) {
        if (plan->stages[i].other && is_of(plan->stages[i].other, names))
            return true;
    }
    return false;
}

static bool is_of_events(const struct query_plan *plan)
{
    static const char *const names[] = {"events", "messages",   "collectives",
                                        "cycles", "activities", NULL};
    return is_of(plan, names);
}

/* True if the result is made of rows that exist only if events were logged. */
static bool is_of_logged(const struct query_plan *plan)
{
    static const char *const names[] = {"events", "messages", "collectives", NULL};
    return is_of(plan, names);
}

/* Returns the kinds of events that the rows of a result are made of (format/event.h). */
static uint32_t kinds_of(const struct query_plan *plan)
{
    static const char *const names[] = {"events", "cycles", "activities", NULL};
    return is_of(plan, names) ? FORMAT_EVENTS_ALL : FORMAT_EVENTS_COMM;
}

static bool is_of_cycles(const struct query_plan *plan)
{
    static const char *const names[] = {"cycles", NULL};
    return is_of(plan, names);
}

bool cmd_query_missing(struct buffer *to, const struct archive *archive,
                       const struct query_plan *plan)
{
    struct buffer kinds = {0};
    if (!is_of_events(plan))
        return false;
    if (!archive->logs.rows && !archive->blocks.rows && is_of_logged(plan)) {
        buffer_add(to, "no events were logged: run the program with `triptych run --events ...`");
        return true;
    }
    bool any = cube_missing_write_of(to, archive, kinds_of(plan));
    if (cube_missing_kinds_write(&kinds, archive)) {
        buffer_printf(to, "%s%s", any ? "; " : "", kinds.text);
        any = true;
    }
    buffer_free(&kinds);
    if (any && is_of_cycles(plan))
        buffer_add(to, "; in cycles, the time of missing events counts for the region "
                       "around them");
    return any;
}

void cmd_query_say_missing(const struct archive *archive, const struct query_plan *plan)
{
    struct buffer text = {0};
    fflush(stdout);
    if (cmd_query_missing(&text, archive, plan))
        fprintf(stderr, "triptych query: %s\n", text.text);
    buffer_free(&text);
}
