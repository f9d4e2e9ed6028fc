/* jumps.c: the statements that leave a loop before its end, and the labels that they lead to. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum statement_kind jumps_action(const struct statement *statement)
{
    return statement->kind == STATEMENT_IF ? statement->action : statement->kind;
}

static int compare_labels(const void *left, const void *right)
{
    const struct label *a = left, *b = right;
    return (a->label > b->label) - (a->label < b->label);
}

struct label *jumps_label(const struct routine *routine, unsigned label)
{
    struct label wanted = {.label = label};
    return routine->label_count ? bsearch(&wanted, routine->labels, routine->label_count,
                                          sizeof wanted, compare_labels)
                                : NULL;
}

/* Lists all labels, those of FORMAT statements included. */
static void collect_labels(struct routine *routine)
{
    size_t room = 0;
    for (size_t i = routine->first; i <= routine->stop; i++)
        room += statement_at(routine, i)->label != 0;
    routine->labels = memory_zeroed(room + 1, sizeof *routine->labels);
    for (size_t i = routine->first; i <= routine->stop; i++) {
        if (statement_at(routine, i)->label)
            routine->labels[routine->label_count++] =
                (struct label){.label = statement_at(routine, i)->label, .at = i};
    }
    if (room)
        qsort(routine->labels, room, sizeof *routine->labels, compare_labels);
    routine->free_label = 99999;
}

unsigned jumps_new_label(struct routine *routine)
{
    while (jumps_label(routine, routine->free_label))
        routine->free_label--;
    return routine->free_label--;
}

bool jumps_is_plain_goto(const struct statement *statement)
{
    if (jumps_action(statement) != STATEMENT_GOTO || statement->target_count != 1 ||
        statement->any_target)
        return false;
    size_t end = strlen(statement->text), digits = end;
    while (digits > 0 && isdigit((unsigned char)statement->text[digits - 1]))
        digits--;
    return digits < end && digits >= 4 && !memcmp(statement->text + digits - 4, "goto", 4);
}

bool jumps_never_falls_through(const struct statement *statement)
{
    return statement->kind == STATEMENT_RETURN || statement->kind == STATEMENT_STOP ||
           statement->kind == STATEMENT_ARITHMETIC_IF ||
           (statement->kind == STATEMENT_GOTO && jumps_is_plain_goto(statement));
}

/* True if the statement is in the loop, its END DO included, its DO excluded. */
static bool holds(const struct site *loop, size_t at)
{
    return loop->at < at && at <= loop->last;
}

/* Notes that a visit of the site may still be open at a labelled statement. */
static void add_landing(struct routine *routine, size_t at, struct site *site)
{
    site->landed = true;
    routine->landings = memory_grow(routine->landings, &routine->landing_room,
                                    routine->landing_count + 1, sizeof *routine->landings);
    routine->landings[routine->landing_count++] = (struct landing){at, site};
}

/* Notes a possible jump to a label: the loops that it leaves, and those that it enters. */
static void jump(struct routine *routine, size_t from, unsigned label)
{
    struct label *target = jumps_label(routine, label);
    if (!target)
        return;
    target->used = true;
    if (statement_at(routine, target->at)->kind == STATEMENT_FORMAT)
        return;
    for (size_t i = 0; i < routine->site_count; i++) {
        struct site *site = &routine->sites[i];
        site->repeated = site->repeated || (target->at <= site->at && site->at <= from);
    }
    const struct statement *statement = statement_at(routine, from);
    const struct spot *spot = routine_spot(routine, from);
    bool plain = jumps_is_plain_goto(statement);
    for (struct site *loop = spot->loop; loop && !holds(loop, target->at); loop = loop->around) {
        loop->left_early = true;
        if (!plain)
            add_landing(routine, target->at, loop);
    }
    if (spot->io)
        add_landing(routine, target->at, spot->io);
    for (struct site *loop = routine_spot(routine, target->at)->loop; loop && !holds(loop, from);
         loop = loop->around)
        loop->obstacle = "a jump from outside leads into it";
}

/* Returns the label in ASSIGN 10 TO I; 0: it is another statement. */
static unsigned assigned_label(const struct statement *statement)
{
    const char *found =
        jumps_action(statement) == STATEMENT_ASSIGN ? strstr(statement->text, "assign") : NULL;
    return found ? (unsigned)strtoul(found + 6, NULL, 10) : 0;
}

/* Notes jumps to all labels that ASSIGN statements of the routine name. */
static void jump_to_assigned(struct routine *routine, size_t from)
{
    for (size_t i = routine->begin; i < routine->stop; i++) {
        unsigned label = assigned_label(statement_at(routine, i));
        if (label)
            jump(routine, from, label);
    }
}

const struct block *jumps_named_block(const struct routine *routine, size_t at)
{
    const struct source *source = &routine->file->source;
    const char *name = source->statements[at].name;
    const struct block *block = routine_spot(routine, at)->block;
    for (; block && block != routine->block; block = block->parent) {
        const char *own = source->statements[block->first].name;
        bool nameless = !name || !*name;
        if (nameless ? block->kind == BLOCK_DO : own && !strcmp(own, name))
            return block;
    }
    return NULL;
}

/* True if the statement leaves the loop without reaching its end, and it is known here that it
 * does. Such visits end before the statement; other jumps end them at the target. */
static bool is_left(const struct routine *routine, size_t at, const struct site *loop)
{
    const struct statement *statement = statement_at(routine, at);
    const struct label *target;
    const struct block *block;
    switch (jumps_action(statement)) {
    case STATEMENT_RETURN:
    case STATEMENT_STOP:
        return true;
    case STATEMENT_GOTO:
        target =
            jumps_is_plain_goto(statement) ? jumps_label(routine, statement->targets[0]) : NULL;
        return target && !holds(loop, target->at);
    case STATEMENT_EXIT:
    case STATEMENT_CYCLE:
        block = jumps_named_block(routine, at);
        return block && loop->at > block->first;
    default:
        return routine_spot(routine, at)->ends_visit;
    }
}

/* True for an EXIT from the loop itself: control continues behind the loop, where the visit ends.
 */
static bool is_exit_of(const struct routine *routine, size_t at, const struct site *loop)
{
    return jumps_action(statement_at(routine, at)) == STATEMENT_EXIT &&
           jumps_named_block(routine, at) == loop->block;
}

/* True if the statement may run in another thread, or in one of several concurrent trips: the
 * visits outside are not its own. */
static bool is_among_others(const struct spot *spot)
{
    return spot->environment || spot->concurrent;
}

void jumps_collect(struct routine *routine)
{
    collect_labels(routine);
    for (size_t i = routine->begin; i < routine->stop; i++) {
        const struct statement *statement = statement_at(routine, i);
        const struct spot *spot = routine_spot(routine, i);
        for (size_t t = 0; t < statement->target_count; t++)
            jump(routine, i, statement->targets[t]);
        if (statement->any_target)
            jump_to_assigned(routine, i);
        if (assigned_label(statement)) {
            struct label *label = jumps_label(routine, assigned_label(statement));
            if (label)
                label->used = true;
        }
        if (jumps_action(statement) == STATEMENT_STOP && is_among_others(spot))
            continue;
        for (struct site *loop = spot->loop; loop; loop = loop->around)
            loop->left_early =
                loop->left_early || is_left(routine, i, loop) || is_exit_of(routine, i, loop);
    }
}

/* True if control may return from the statement: CALL EXIT may call a procedure of the user's. */
static bool may_come_back(const struct statement *statement)
{
    return jumps_action(statement) == STATEMENT_STOP && strstr(statement->text, "call") != NULL;
}

void jumps_insert(struct routine *routine, size_t at)
{
    const struct statement *statement = statement_at(routine, at);
    const struct spot *spot = routine_spot(routine, at);
    enum statement_kind action = jumps_action(statement);
    bool ends = action == STATEMENT_RETURN || action == STATEMENT_STOP || spot->ends_visit;
    if (spot->obstacle || (ends && is_among_others(spot)))
        return;
    struct slot *slot = &routine->file->slots[at];
    struct buffer *lines = statement->kind == STATEMENT_IF ? &slot->then : &slot->before;
    for (const struct site *loop = spot->loop; loop; loop = loop->around) {
        if (!loop->obstacle && is_left(routine, at, loop)) {
            loop_probes_leave(routine, loop, lines);
            if (may_come_back(statement) && !loop->landed && !loop->tiny)
                text_line(lines, "tri_h%u = 0", loop->number);
        }
    }
    if (!ends)
        return;
    routine_leave(routine, lines);
    if (may_come_back(statement))
        text_line(lines, "tri_h%u = 0", routine->number);
    if (spot->ends_visit)
        text_line(statement->kind == STATEMENT_IF ? &slot->behind : &slot->after, "return");
}

/* Sorts by statement; at one statement, inner visits come first: they have higher numbers. */
static int compare_landings(const void *left, const void *right)
{
    const struct landing *a = left, *b = right;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    return (a->site->number < b->site->number) - (a->site->number > b->site->number);
}

void jumps_land(struct routine *routine)
{
    if (routine->landing_count)
        qsort(routine->landings, routine->landing_count, sizeof *routine->landings,
              compare_landings);
    for (size_t i = 0; i < routine->landing_count; i++) {
        const struct landing *landing = &routine->landings[i];
        if (landing->site->obstacle || (i > 0 && compare_landings(landing, landing - 1) == 0))
            continue;
        site_leave(landing->site, site_before(routine, landing->at));
    }
}

void jumps_reset(const struct routine *routine, struct buffer *lines)
{
    for (size_t i = 0; i < routine->site_count; i++) {
        const struct site *site = &routine->sites[i];
        if (site->obstacle || !site->landed)
            continue;
        text_line(lines, "tri_h%u = 0", site->number);
        if (site->kind == TRI_KIND_LOOP)
            text_line(lines, "tri_n%u = 0", site->number);
        else if (site->keeps_unit)
            text_line(lines, "%s = tri_unit_none", site->unit);
    }
}
