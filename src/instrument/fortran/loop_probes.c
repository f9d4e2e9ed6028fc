/* loop_probes.c: probes around DO loops. */
#include "instrument/fortran/scope.h"

/* Trips come from the head where that tells them; else the body counts them, unless threads share
 * them. */
static void plan_trips(struct routine *routine, struct site *loop, struct buffer *lines)
{
    struct fortran *file = routine->file;
    const struct statement *statement = statement_at(routine, loop->at);
    bool concurrent = statement->do_kind == DO_CONCURRENT;
    bool asks_head = loop->directive.shared
                         ? loop->directive.whole
                         : concurrent || (!loop->left_early && !loop->directive.words);
    char name[VARIABLE_SIZE];
    routine_variable(routine, loop->environment, name, 'n', loop->number);
    if (asks_head && trips_of_head(routine, loop, lines))
        return;
    text_line(lines, "%s = 0", name);
    if (concurrent)
        plan_note(&file->plan, loop->number,
                  "trips not counted: the head of DO CONCURRENT does not tell them");
    else if (loop->directive.shared)
        plan_note(&file->plan, loop->number,
                  "trips not counted: the iterations are shared between threads");
    else
        text_line(&file->slots[loop->at].after, "%s = %s + 1", name, name);
}

void loops_open(struct routine *routine, struct site *loop)
{
    struct buffer *lines = site_before(routine, loop->at);
    site_enter(routine, loop, lines);
    plan_trips(routine, loop, lines);
    summed_begin(routine, loop, lines);
}

static bool is_empty(const struct buffer *lines)
{
    return lines->used == 0;
}

/* Loops that end with one labelled statement get an END DO each, if anything must stand between
 * it and their ends. */
static bool must_divide(const struct routine *routine, const struct site *innermost, size_t last)
{
    const struct slot *slot = &routine->file->slots[last];
    bool measured = false, several = innermost->around && innermost->around->last == last;
    for (const struct site *loop = innermost; loop && loop->last == last; loop = loop->around)
        measured = measured || !loop->obstacle;
    return (several && measured) || !is_empty(&slot->before) || !is_empty(&slot->then) ||
           !is_empty(&slot->behind) || !is_empty(&slot->after);
}

static void divide(struct routine *routine, size_t last)
{
    struct slot *slots = routine->file->slots;
    const struct statement *end = statement_at(routine, last);
    struct label *label = jumps_label(routine, end->label);
    for (const struct site *loop = routine_spot(routine, last)->loop; loop && loop->last == last;
         loop = loop->around)
        slots[loop->at].drops_do_label = true;
    if (label && !label->used)
        slots[last].drops_label = true;
    if (end->kind != STATEMENT_END_DO) /* which the compiler may call obsolete */
        routine->file->hides_warnings = true;
}

void loops_close(struct routine *routine, size_t last)
{
    struct slot *slots = routine->file->slots;
    const struct site *innermost = routine_spot(routine, last)->loop;
    if (!innermost || innermost->last != last)
        return;
    bool labelled = statement_at(routine, innermost->at)->do_label != 0;
    bool divides = labelled && must_divide(routine, innermost, last);
    bool ends_itself = statement_at(routine, last)->kind == STATEMENT_END_DO;
    if (divides)
        divide(routine, last);
    for (const struct site *loop = innermost; loop && loop->last == last; loop = loop->around) {
        const char *name = statement_at(routine, loop->at)->name;
        if (divides && !ends_itself)
            text_line(&slots[last].after, "end do%s%s", name ? " " : "", name ? name : "");
        if (!loop->obstacle)
            site_leave(loop, &slots[loop->end].after);
    }
}
