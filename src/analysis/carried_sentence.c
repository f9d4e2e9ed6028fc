/* carried_sentence.c: says in one sentence whether a loop can be divided: see carried.h */
#include "analysis/carried.h"

#include "format/carried.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_NAMES = 4 }; /* variables that a sentence names */

void analysis_carried_variable(const struct archive *archive, uint32_t row, struct buffer *to)
{
    static const char *const unnamed[FORMAT_CARRIED_STORAGES] = {
        [FORMAT_CARRIED_ELSEWHERE] = "other memory",
        [FORMAT_CARRIED_FRAME] = "the stack",
        [FORMAT_CARRIED_STATIC] = "static data",
        [FORMAT_CARRIED_HEAP] = "the heap",
        [FORMAT_CARRIED_REGISTER] = "a value in a register",
        [FORMAT_CARRIED_SYSTEM] = "the state of the system",
    };
    const char *name = archive_text(archive, archive->carried.variable[row]);
    uint32_t storage = archive->carried.storage[row];
    if (*name)
        buffer_add(to, name);
    else
        buffer_add(to, storage < FORMAT_CARRIED_STORAGES ? unnamed[storage] : "other memory");
    if (!*name && archive->carried.from_line[row])
        buffer_printf(to, " (line %" PRIu32 ")", archive->carried.from_line[row]);
}

/* The rows that a part of the sentence names. */
struct part {
    uint32_t role;
    uint32_t operation;      /* of a reduction; FORMAT_CARRIED_OPERATIONS: any */
    bool only_anti, no_anti; /* of private variables: which ones */
};

/* True if a variable is overwritten by later trips, not only read before they write it. */
static bool is_overwritten(const struct archive_carried *all,
                           const struct analysis_carried_loop *loop, uint32_t row)
{
    for (size_t i = 0; i < loop->count; i++) {
        uint32_t other = loop->rows[i].row;
        if (all->kind[other] == FORMAT_CARRIED_OUTPUT &&
            all->variable[other] == all->variable[row] && all->storage[other] == all->storage[row])
            return true;
    }
    return false;
}

static bool fits(const struct archive_carried *all, const struct analysis_carried_loop *loop,
                 const struct part *part, uint32_t row)
{
    if (all->role[row] != part->role)
        return false;
    if (part->role == FORMAT_CARRIED_DEPENDENCE)
        return all->kind[row] == FORMAT_CARRIED_TRUE;
    if (part->operation != FORMAT_CARRIED_OPERATIONS && all->operation[row] != part->operation)
        return false;
    bool overwritten = !(part->only_anti || part->no_anti) || is_overwritten(all, loop, row);
    return part->only_anti ? !overwritten : overwritten;
}

/* Adds the names of the variables of a part: "s, t and 2 more"; returns how many there are. */
static size_t name_part(const struct archive *archive, const struct analysis_carried_loop *loop,
                        const struct part *part, struct buffer *to)
{
    struct buffer names[MOST_NAMES] = {0};
    size_t count = 0, more = 0;
    for (size_t i = 0; i < loop->count; i++) {
        struct buffer name = {0};
        bool is_new = fits(&archive->carried, loop, part, loop->rows[i].row);
        if (is_new)
            analysis_carried_variable(archive, loop->rows[i].row, &name);
        for (size_t k = 0; is_new && k < count; k++)
            is_new = strcmp(names[k].text, name.text) != 0;
        if (is_new && count < MOST_NAMES) {
            names[count++] = name;
            continue;
        }
        more += is_new;
        buffer_free(&name);
    }
    for (size_t i = 0; i < count; i++) {
        buffer_printf(to, "%s%s", !i ? "" : i + 1 < count || more ? ", " : " and ", names[i].text);
        buffer_free(&names[i]);
    }
    if (more)
        buffer_printf(to, " and %zu more", more);
    return count + more;
}

/* Adds a condition under which the loop can be divided, if it names any variables. */
static void add_condition(const struct archive *archive, const struct analysis_carried_loop *loop,
                          const struct part *part, const char *one, const char *several,
                          size_t *conditions, struct buffer *to)
{
    struct buffer names = {0};
    size_t count = name_part(archive, loop, part, &names);
    if (count) {
        buffer_printf(to, "%s%s %s", *conditions ? "; " : " if ", names.text,
                      count == 1 ? one : several);
        ++*conditions;
    }
    buffer_free(&names);
}

static void add_conditions(const struct archive *archive, const struct analysis_carried_loop *loop,
                           struct buffer *to)
{
    size_t conditions = 0;
    for (uint32_t i = FORMAT_CARRIED_SUM; i < FORMAT_CARRIED_OPERATIONS; i++) {
        char one[64], several[64];
        const struct part part = {.role = FORMAT_CARRIED_REDUCTION, .operation = i};
        snprintf(one, sizeof one, "is made a reduction (%s)", format_carried_operation_word(i));
        snprintf(several, sizeof several, "are made reductions (%s)",
                 format_carried_operation_word(i));
        add_condition(archive, loop, &part, one, several, &conditions, to);
    }
    const struct part counter = {.role = FORMAT_CARRIED_COUNTER,
                                 .operation = FORMAT_CARRIED_OPERATIONS};
    add_condition(archive, loop, &counter, "is computed from the trip's number",
                  "are computed from the trip's number", &conditions, to);
    const struct part own = {
        .role = FORMAT_CARRIED_PRIVATE, .operation = FORMAT_CARRIED_OPERATIONS, .no_anti = true};
    add_condition(archive, loop, &own,
                  "is private to each thread, and its last values are kept if they are read after "
                  "the loop",
                  "are private to each thread, and their last values are kept if they are read "
                  "after the loop",
                  &conditions, to);
    const struct part old = {
        .role = FORMAT_CARRIED_PRIVATE, .operation = FORMAT_CARRIED_OPERATIONS, .only_anti = true};
    add_condition(archive, loop, &old, "is read from a copy of its old values",
                  "are read from copies of their old values", &conditions, to);
    const struct part atomic = {.role = FORMAT_CARRIED_ATOMIC,
                                .operation = FORMAT_CARRIED_OPERATIONS};
    add_condition(archive, loop, &atomic, "stays atomic", "stay atomic", &conditions, to);
}

static void add_order(const struct archive *archive, const struct analysis_carried_loop *loop,
                      struct buffer *to)
{
    const struct part part = {.role = FORMAT_CARRIED_DEPENDENCE};
    const struct archive_carried *all = &archive->carried;
    buffer_add(to, "cannot be divided as it is: trips read what earlier trips wrote, in ");
    name_part(archive, loop, &part, to);
    for (size_t i = 0; i < loop->count; i++) {
        const struct analysis_carried_row *row = &loop->rows[i];
        if (!fits(all, loop, &part, row->row) || row->min != loop->distance)
            continue;
        uint32_t from = all->from_line[row->row], line = all->to_line[row->row];
        bool is_named = *archive_text(archive, all->variable[row->row]);
        if (is_named && from && from == line)
            buffer_printf(to, " (line %" PRIu32 ")", line);
        else if (is_named && from && line)
            buffer_printf(to, " (line %" PRIu32 " to line %" PRIu32 ")", from, line);
        break;
    }
    if (loop->distance > 1)
        buffer_printf(to,
                      ", at a distance of %" PRIu64 " or more: up to %" PRIu64
                      " successive trips can run at once",
                      loop->distance, loop->distance);
    else
        buffer_add(to, ", 1 trip earlier");
}

void analysis_carried_sentence(const struct analysis_carried *carried,
                               const struct analysis_carried_loop *loop, struct buffer *to)
{
    switch (loop->verdict) {
    case CARRIED_NEVER:
        buffer_printf(to, "%s in this run: whether it can be divided is not known",
                      !loop->visits  ? "was never entered"
                      : !loop->trips ? "made no trips"
                                     : "never made two trips in a visit");
        break;
    case CARRIED_FREE:
        buffer_add(to, "can be divided: no trip depends on another one");
        break;
    case CARRIED_CHANGES:
        buffer_add(to, "can be divided");
        add_conditions(carried->archive, loop, to);
        break;
    case CARRIED_ORDERED:
        add_order(carried->archive, loop, to);
        break;
    }
    buffer_add(to, ".");
}
