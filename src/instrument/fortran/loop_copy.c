/* loop_copy.c: the labels and construct names in the second version of a loop. Neither may occur
 * twice in a routine, so those of the copy are replaced. */
#include "instrument/fortran/scope.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { LONGER = 18 }; /* columns that a new label or name may add to a line */

/* True if the statement ends with `text`, in upper or lower case, as a word of its own. */
static bool ends_with(const struct source *source, const struct statement *statement,
                      const char *text)
{
    size_t length = strlen(text), end = statement->end;
    if (end - statement->start <= length ||
        strncasecmp(source->text + end - length, text, length) != 0)
        return false;
    char before = source->text[end - length - 1];
    return !isalnum((unsigned char)before) && before != '_' && before != '$';
}

/* True if a word on the line of the offset can become LONGER characters longer. */
static bool has_room(const struct source *source, size_t offset)
{
    size_t start = text_line_start(source, offset), end = offset;
    while (end < source->size && source->text[end] != '\n')
        end++;
    return end - start + LONGER <= text_columns(&source->form) &&
           !memchr(source->text + start, '\t', end - start);
}

/* True if the statement is in the loop, its END DO included, its DO excluded. */
static bool is_in(const struct site *loop, size_t at)
{
    return loop->at < at && at <= loop->last;
}

/* True if the label of a statement, and its jumps to labels in the loop, can be replaced in a copy.
 */
static bool can_relabel(const struct routine *routine, const struct site *loop, size_t at)
{
    const struct source *source = &routine->file->source;
    const struct statement *statement = statement_at(routine, at);
    const struct site *own = routine_site(routine, at);
    if (statement->label && at != loop->at &&
        (!has_room(source, statement->label_start) || (own && own->start != at)))
        return false;
    for (size_t i = 0; i < statement->target_count; i++) {
        const struct label *label = jumps_label(routine, statement->targets[i]);
        if (!label || !is_in(loop, label->at))
            continue;
        char digits[16];
        snprintf(digits, sizeof digits, "%u", statement->targets[i]);
        if (!jumps_is_plain_goto(statement) || !ends_with(source, statement, digits) ||
            !has_room(source, statement->end))
            return false;
    }
    return !statement->any_target && jumps_action(statement) != STATEMENT_ASSIGN;
}

/* Returns the offset of the first character behind the label of a statement. */
static size_t name_start(const struct source *source, const struct statement *statement)
{
    size_t at = statement->label ? statement->label_end : statement->start;
    while (at < statement->end && isspace((unsigned char)source->text[at]))
        at++;
    return at;
}

/* True if the construct name of a DO stands in one piece before its colon. */
static bool has_name_before(const struct source *source, const struct statement *statement)
{
    size_t start = name_start(source, statement), length = strlen(statement->name);
    if (start + length >= statement->end ||
        strncasecmp(source->text + start, statement->name, length) != 0)
        return false;
    size_t at = start + length;
    while (at < statement->end && isblank((unsigned char)source->text[at]))
        at++;
    return source->text[at] == ':';
}

/* True if the construct name in a statement can be replaced in a copy: only DO constructs may have
 * one. */
static bool can_rename(const struct routine *routine, const struct site *loop, size_t at)
{
    const struct source *source = &routine->file->source;
    const struct statement *statement = statement_at(routine, at);
    const struct block *block;
    bool named = statement->name && *statement->name;
    switch (jumps_action(statement)) {
    case STATEMENT_DO:
        return !named || (has_name_before(source, statement) && has_room(source, statement->start));
    case STATEMENT_END_DO:
        return !named ||
               (ends_with(source, statement, statement->name) && has_room(source, statement->end));
    case STATEMENT_EXIT:
    case STATEMENT_CYCLE:
        block = jumps_named_block(routine, at);
        return block && (!named || block->first < loop->at ||
                         (block->kind == BLOCK_DO && has_room(source, statement->end) &&
                          ends_with(source, statement, statement->name)));
    case STATEMENT_ASSIGNMENT:
    case STATEMENT_CALL:
    case STATEMENT_ACTION:
    case STATEMENT_DIRECTIVE:
        return true;
    default:
        return !named;
    }
}

bool loop_copy_is_possible(const struct routine *routine, const struct site *loop)
{
    const struct statement *first = statement_at(routine, loop->start);
    const struct statement *last = statement_at(routine, loop->end);
    if (!first->first_on_line || !last->last_on_line)
        return false;
    for (size_t i = loop->start; i <= loop->end; i++) {
        const struct statement *statement = statement_at(routine, i);
        if (statement->conditional)
            return false;
        switch (statement->kind) {
        case STATEMENT_FORMAT:
        case STATEMENT_DATA:
        case STATEMENT_ENTRY:
        case STATEMENT_INCLUDE:
        case STATEMENT_DECLARATION: /* of a BLOCK, which may have constants of its own */
        case STATEMENT_BLOCK:
            return false;
        default:
            break;
        }
        if (!can_relabel(routine, loop, i) || !can_rename(routine, loop, i))
            return false;
    }
    return true;
}

/* Gives the labels in the copy, and the jumps to them, new numbers; drops labels that no jump uses.
 */
static void plan_labels(struct routine *routine, const struct site *loop)
{
    struct slot *slots = routine->file->slots;
    slots[loop->at].drops_label = true;
    for (size_t i = 0; i < routine->label_count; i++) {
        const struct label *label = &routine->labels[i];
        if (!is_in(loop, label->at))
            continue;
        if (label->used)
            slots[label->at].relabelled = jumps_new_label(routine);
        else
            slots[label->at].drops_label = true;
    }
    for (size_t i = loop->at; i <= loop->last; i++) {
        const struct statement *statement = statement_at(routine, i);
        const struct label *label =
            statement->target_count ? jumps_label(routine, statement->targets[0]) : NULL;
        if (label && is_in(loop, label->at))
            slots[i].retargeted = slots[label->at].relabelled;
    }
}

/* Names the DO constructs of the copy tri_c<loop>_<copy>. */
static void plan_names(struct routine *routine, const struct site *loop)
{
    struct slot *slots = routine->file->slots;
    for (size_t i = loop->at; i <= loop->last; i++) {
        const struct statement *statement = statement_at(routine, i);
        enum statement_kind action = jumps_action(statement);
        if (!statement->name || !*statement->name ||
            (action != STATEMENT_DO && action != STATEMENT_END_DO && action != STATEMENT_EXIT &&
             action != STATEMENT_CYCLE))
            continue;
        const struct block *block = action == STATEMENT_EXIT || action == STATEMENT_CYCLE
                                        ? jumps_named_block(routine, i)
                                        : routine_spot(routine, i)->block;
        const struct site *own = block ? routine_site(routine, block->first) : NULL;
        if (own && own->at >= loop->at) {
            slots[i].renamed = own->number + 1;
            slots[i].renamed_in = routine->copies;
        }
    }
}

void loop_copy_plan(struct routine *routine, const struct site *loop)
{
    plan_labels(routine, loop);
    plan_names(routine, loop);
}
