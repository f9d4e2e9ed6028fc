/* query_missing.c: see query_missing.h */
#include "cmd/query_missing.h"

#include "cube/missing.h"

#include <stdio.h>
#include <string.h>

/* Whether a result, or what it is joined with, is made of events. */
static bool is_of_events(const struct plan *plan)
{
    static const char *const names[] = {"events", "messages", "collectives", "cycles",
                                        "activities"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(plan->source->name, names[i]))
            return true;
    }
    for (size_t i = 0; i < plan->stage_count; i++) {
        if (plan->stages[i].other && is_of_events(plan->stages[i].other))
            return true;
    }
    return false;
}

bool query_missing(struct buffer *to, const struct archive *archive, const struct plan *plan)
{
    struct buffer kinds = {0};
    if (!is_of_events(plan))
        return false;
    bool any = missing_write(to, archive);
    if (missing_kinds_write(&kinds, archive)) {
        buffer_printf(to, "%s%s", any ? "; " : "", kinds.text);
        any = true;
    }
    buffer_free(&kinds);
    return any;
}

void query_say_missing(const struct archive *archive, const struct plan *plan)
{
    struct buffer text = {0};
    fflush(stdout);
    if (query_missing(&text, archive, plan))
        fprintf(stderr, "triptych query: %s\n", text.text);
    buffer_free(&text);
}
