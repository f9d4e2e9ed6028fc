/* insert.c: the lines that belong around one statement: those of jumps, of light calls, of I/O, and
 * of the loops that begin or end there. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <assert.h>

/* True if there are no lines. */
static bool is_empty(const struct buffer *lines)
{
    return lines->used == 0;
}

/* True if the END DO of the loop belongs to the version that is being written. */
static bool is_written(const struct routine *routine, const struct site *loop)
{
    return !routine->copied || loop->at >= routine->copied->at;
}

/* True if the loops that share a labelled last statement must get an END DO each, because lines of
 * ours stand between that statement and the ends of the loops. In a copy they always do. */
static bool must_divide(const struct routine *routine, const struct site *innermost, size_t last)
{
    const struct slot *slot = &routine->file->slots[last];
    bool measured = false, several = innermost->around && innermost->around->last == last;
    for (const struct site *loop = innermost; loop && loop->last == last; loop = loop->around)
        measured = measured || (!loop->obstacle && !loop_probes_are_needless(routine, loop));
    return routine->copied || (several && measured) || !is_empty(&slot->before) ||
           !is_empty(&slot->then) || !is_empty(&slot->behind) || !is_empty(&slot->after);
}

/* Takes the label away from the heads of the loops that end with `last`, and from `last` itself
 * unless a jump leads there. */
static void divide(struct routine *routine, size_t last)
{
    struct slot *slots = routine->file->slots;
    const struct statement *end = statement_at(routine, last);
    struct label *label = jumps_label(routine, end->label);
    for (const struct site *loop = routine_spot(routine, last)->loop;
         loop && loop->last == last && is_written(routine, loop); loop = loop->around)
        slots[loop->at].drops_do_label = true;
    if (label && !label->used)
        slots[last].drops_label = true;
}

/* Adds END DO with the name that the construct has in this version. */
static void end_do(const struct routine *routine, const struct site *loop, struct buffer *lines)
{
    const char *name = statement_at(routine, loop->at)->name;
    if (!name)
        text_line(lines, "end do");
    else if (routine->copied)
        text_line(lines, "end do tri_c%u_%u", loop->number + 1, routine->copies);
    else
        text_line(lines, "end do %s", name);
}

/* Writes the second version of a loop, in which the loops inside have no probes. */
static void write_copy(struct routine *routine, struct site *loop, struct buffer *lines)
{
    struct fortran *file = routine->file;
    struct slot *kept = file->slots;
    assert(!routine->copied); /* a copy has no copies in it */
    if (!file->spare_slots)
        file->spare_slots = memory_zeroed(file->source.count + 1, sizeof *file->slots);
    file->slots = file->spare_slots;
    file->slots[loop->at].head = kept[loop->at].head;
    routine->copied = loop;
    routine->copies++;
    light_sums_find_closed_forms(routine, loop);
    loop_copy_plan(routine, loop);
    for (size_t i = loop->at; i <= loop->last; i++)
        insert_statement(routine, i);
    routine->copied = NULL;
    text_copied(file, loop->start, loop->end, lines);
    for (size_t i = loop->start; i <= loop->end; i++)
        slot_free(&file->slots[i]);
    file->slots = kept;
}

/* Adds the lines behind the END DO of a loop: its second version, and the end of its visit. */
static void close_loop(struct routine *routine, struct site *loop, struct buffer *lines)
{
    if (routine->copied == loop) {
        light_sums_add_closed_forms(routine, loop, lines);
        return;
    }
    if (loop_is_written_twice(routine, loop)) {
        text_line(lines, "else");
        write_copy(routine, loop, lines);
        text_line(lines, "end if");
    }
    loop_probes_leave(routine, loop, lines);
}

/* Adds the lines behind all loops that end with the statement, from the innermost outwards. */
static void close_loops(struct routine *routine, size_t last)
{
    struct slot *slots = routine->file->slots;
    struct site *innermost = routine_spot(routine, last)->loop;
    if (!innermost || innermost->last != last)
        return;
    bool labelled = statement_at(routine, innermost->at)->do_label != 0;
    bool divides = labelled && must_divide(routine, innermost, last);
    bool ends_itself = statement_at(routine, last)->kind == STATEMENT_END_DO;
    if (divides)
        divide(routine, last);
    for (struct site *loop = innermost; loop && loop->last == last && is_written(routine, loop);
         loop = loop->around) {
        if (divides && !ends_itself)
            end_do(routine, loop, &slots[last].after);
        if (!loop->obstacle)
            close_loop(routine, loop, &slots[loop->end].after);
    }
}

void insert_statement(struct routine *routine, size_t at)
{
    struct site *site = routine_site(routine, at);
    jumps_insert(routine, at);
    light_calls_insert(routine, at);
    if (site && !site->obstacle && site->kind == TRI_KIND_LOOP)
        loop_probes_open(routine, site);
    else if (site && !site->obstacle)
        io_insert(routine, site);
    close_loops(routine, at);
}
