/* sites.c: finds the loops and I/O statements of a routine, and those that cannot be measured. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <assert.h>
#include <stdio.h>

/* Returns the next block below `top` in the order of the text, without those of other units; NULL:
 * `at` was the last. */
static const struct block *next_block(const struct block *top, const struct block *at)
{
    const struct block *next = at->child;
    for (;;) {
        while (next && next->kind == BLOCK_UNIT)
            next = next->next;
        if (next || at == top)
            return next;
        next = at->next;
        at = at->parent;
    }
}

/* True for an I/O statement, also as the action of an IF. */
static bool is_io(const struct statement *statement)
{
    return statement->kind == STATEMENT_IO ||
           (statement->kind == STATEMENT_IF && statement->action == STATEMENT_IO);
}

/* Adds a site; there is room for all. */
static struct site *add(struct routine *routine, enum tri_kind kind, size_t at, size_t last)
{
    assert(!routine->site_count || routine->sites[routine->site_count - 1].at <= at); /* sorted */
    struct site *site = &routine->sites[routine->site_count++];
    *site = (struct site){.kind = kind, .at = at, .start = at, .last = last, .end = last};
    site->around = routine_spot(routine, at)->loop;
    return site;
}

void sites_find(struct routine *routine)
{
    size_t size = routine->stop - routine->first + 1, room = 0;
    routine->spots = memory_zeroed(size, sizeof *routine->spots);
    for (size_t i = routine->first; i < routine->stop; i++) {
        const struct statement *statement = statement_at(routine, i);
        room += is_io(statement) || statement->kind == STATEMENT_DO;
    }
    routine->sites = memory_zeroed(room + 1, sizeof *routine->sites);
    const struct block *top = routine->block, *block = top, *next = next_block(top, top);
    struct site *loop = NULL;
    for (size_t i = routine->first; i <= routine->stop; i++) {
        while (block != top && i > block->last)
            block = block->parent;
        while (loop && i > loop->last)
            loop = loop->around;
        struct spot *spot = routine_spot(routine, i);
        spot->loop = loop;
        for (; next && next->first <= i; next = next_block(top, next)) {
            block = next;
            if (block->kind == BLOCK_DO && block->first == i) {
                loop = add(routine, TRI_KIND_LOOP, i, block->last);
                loop->block = block;
            }
        }
        spot->block = block;
        if (i < routine->stop && is_io(statement_at(routine, i)))
            spot->io = add(routine, TRI_KIND_IO, i, i);
    }
}

/* True if a directive collapses this loop and a loop around it into one. */
static bool is_collapsed(const struct site *loop)
{
    unsigned directly = 1;
    for (const struct site *at = loop; at->around; at = at->around) {
        if (at->block->parent != at->around->block)
            return false;
        if (at->around->directive.collapse >= ++directly)
            return true;
    }
    return false;
}

/* Returns why a site cannot be measured, or NULL. */
static const char *find_obstacle(const struct routine *routine, const struct site *site)
{
    const struct spot *spot = routine_spot(routine, site->at);
    if (site->obstacle)
        return site->obstacle;
    if (site->kind == TRI_KIND_LOOP && is_collapsed(site))
        return "OpenMP merges it with the enclosing loop";
    if (spot->obstacle)
        return spot->obstacle;
    if (site->landed && (spot->environment || spot->concurrent))
        return "a jump leaves it inside an OpenMP construct or a DO CONCURRENT";
    return NULL;
}

/* Notes that another probe may run in the loop (or NULL), in those around it, and in the routine.
 */
static void mark(struct routine *routine, struct site *loop)
{
    routine->calls = true;
    for (; loop && !loop->calls; loop = loop->around)
        loop->calls = true;
}

/* True if a statement of this kind is executed where it stands. */
static bool is_executed(const struct statement *statement)
{
    switch (statement->kind) {
    case STATEMENT_FORMAT:
    case STATEMENT_DATA:
    case STATEMENT_DIRECTIVE:
    case STATEMENT_PREPROCESSOR:
    case STATEMENT_ENTRY:
        return false;
    default:
        return true;
    }
}

/* Sets `calls` of all loops and of the routine. */
static void find_calls(struct routine *routine)
{
    for (size_t i = routine->begin; i < routine->stop; i++) {
        const struct statement *statement = statement_at(routine, i);
        struct site *own = routine_site(routine, i);
        if (own && (own->kind == TRI_KIND_IO || !own->obstacle) && !own->tiny)
            mark(routine, own->around);
        if (is_executed(statement) && !names_calls_nothing(routine->block, statement) &&
            (!light_calls_only(routine, i) || light_calls_have_probes(routine, i)))
            mark(routine, own && own->kind == TRI_KIND_LOOP ? own : routine_spot(routine, i)->loop);
    }
}

void sites_find_obstacles(struct routine *routine)
{
    for (size_t i = 0; i < routine->site_count; i++)
        routine->sites[i].obstacle = find_obstacle(routine, &routine->sites[i]);
}

void sites_choose(struct routine *routine)
{
    light_calls_find(routine);
    light_choose(routine);
    find_calls(routine);
    for (size_t i = 0; i < routine->site_count; i++) {
        struct site *site = &routine->sites[i];
        site->leaf = site->kind == TRI_KIND_LOOP && !site->obstacle && !site->calls &&
                     !site->landed && !site->directive.shared;
    }
}

struct buffer *site_before(struct routine *routine, size_t at)
{
    struct slot *slots = routine->file->slots;
    const struct site *site = routine_site(routine, at);
    size_t anchor = site ? site->start : at;
    if (anchor != at && statement_at(routine, at)->label) {
        slots[anchor].label_before = statement_at(routine, at)->label;
        slots[at].drops_label = true;
    }
    return &slots[anchor].before;
}

void site_enter(struct routine *routine, const struct site *site, struct buffer *lines)
{
    unsigned number = site->number, row = number + 1;
    char name[VARIABLE_SIZE];
    routine_variable(routine, site->environment, name, 'h', number);
    text_line(lines, "tri_h%u = 0", number);
    char condition[CONDITION_SIZE];
    if (site->leaf)
        snprintf(condition, sizeof condition, "tri_r(1,%u) /= 0 .and. tri_r(1,%u) /= 2", row, row);
    else
        snprintf(condition, sizeof condition, "tri_r(1,%u) /= 0", row);
    recursion_open(routine, &(struct opening){condition, "tri_enter", row, number, false}, lines);
}

void site_leave(const struct site *site, struct buffer *lines)
{
    unsigned number = site->number, row = number + 1;
    if (site->kind == TRI_KIND_IO)
        text_line(lines, "if (tri_h%u /= 0) call tri_leave_io(tri_h%u, %s)", number, number,
                  site->unit);
    else if (site->leaf)
        text_line(lines,
                  "if (tri_h%u /= 0 .or. tri_r(1,%u) /= 0) call tri_end_loop(tri_r(1,%u), tri_h%u, "
                  "tri_n%u)",
                  number, row, row, number, number);
    else
        text_line(lines, "if (tri_h%u /= 0) call tri_leave_loop(tri_h%u, tri_n%u)", number, number,
                  number);
    if (site->landed)
        text_line(lines, "tri_h%u = 0", number);
}
