/* recursion.c: recursive calls in tail position.
 *
 * From -O2 on, gfortran makes a loop of a procedure whose last action is to call itself, and jumps
 * of procedures that call each other so: ten million calls need one frame. A probe behind the call
 * would prevent that, and the stack would overflow. So the visit ends before the call, and a
 * RETURN is added behind it. If the arguments call other procedures, which belong to the visit,
 * the visit ends after the call as usual. */
#include "instrument/fortran/reader/names.h"
#include "instrument/fortran/reader/phrase.h"
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* True if all names declared in text[at...] are dummy arguments. */
static bool declares_arguments(const struct block *unit, const char *text, size_t at)
{
    char name[64];
    while (text[at]) {
        size_t start = at, depth = 0;
        while (phrase_is_name_char(text[at]))
            at++;
        if (at == start || at - start >= sizeof name)
            return false;
        memcpy(name, text + start, at - start);
        name[at - start] = '\0';
        if (!names_is_argument(unit, name))
            return false;
        for (; text[at] && (depth || text[at] != ','); at++) {
            depth += text[at] == '(';
            depth -= text[at] == ')' && depth;
        }
        at += text[at] == ',';
    }
    return true;
}

/* True if a declaration has local variables that the procedure frees or finalises at its end: the
 * visit must last until then. */
static bool declares_freed(const struct block *unit, const char *text)
{
    const char *colons = strstr(text, "::"), *pointer = strstr(text, ",pointer");
    bool derived = !strncmp(text, "type(", 5) || !strncmp(text, "class(", 6);
    if (!derived && !strstr(text, "allocatable"))
        return false;
    if (colons && derived && pointer && pointer < colons)
        return false;
    if (!colons && !derived)
        return true;
    return !declares_arguments(unit, text,
                               colons ? (size_t)(colons - text) + 2
                                      : names_behind_bracket(text, strcspn(text, "(")));
}

/* True if visits of the routine may end before a call. A directive may let another thread run the
 * statements around the call. */
static bool is_eligible(const struct routine *routine)
{
    if (routine->obstacle || routine->entry_count || routine->environment_count ||
        routine->is_anchor ||
        (routine->block->unit != STATEMENT_SUBROUTINE &&
         routine->block->unit != STATEMENT_FUNCTION))
        return false;
    for (size_t i = routine->first + 1; i < routine->stop; i++) {
        const struct statement *statement = statement_at(routine, i);
        if (statement->kind == STATEMENT_DIRECTIVE ||
            (statement->kind == STATEMENT_DECLARATION &&
             declares_freed(routine->block, statement->text)))
            return false;
    }
    return true;
}

/* True if the statement is the last of a loop. */
static bool ends_loop(const struct routine *routine, size_t at)
{
    const struct block *block = routine_spot(routine, at)->block;
    return block->kind == BLOCK_DO && block->last == at;
}

/* Returns the statement that is executed after one that does nothing itself; NO_STATEMENT: it does
 * something. */
static size_t pass(const struct routine *routine, size_t at)
{
    const struct statement *statement = statement_at(routine, at);
    const struct label *target;
    if (statement->conditional || ends_loop(routine, at))
        return NO_STATEMENT;
    switch (statement->kind) {
    case STATEMENT_PREPROCESSOR:
    case STATEMENT_FORMAT:
    case STATEMENT_DATA:
    case STATEMENT_CONTINUE:
    case STATEMENT_END_IF:
    case STATEMENT_END_SELECT:
    case STATEMENT_END_ASSOCIATE:
    case STATEMENT_END_BLOCK:
        return at + 1;
    case STATEMENT_ELSE:
    case STATEMENT_CASE:
        return routine_spot(routine, at)->block->last;
    case STATEMENT_RETURN:
        return strcmp(statement->text, "return") == 0 ? routine->stop : NO_STATEMENT;
    case STATEMENT_GOTO:
        target =
            jumps_is_plain_goto(statement) ? jumps_label(routine, statement->targets[0]) : NULL;
        return target && target->at > at ? target->at : NO_STATEMENT;
    default:
        return NO_STATEMENT;
    }
}

/* True if the procedure executes nothing after the statement. */
static bool is_last(const struct routine *routine, size_t at)
{
    if (ends_loop(routine, at))
        return false;
    for (at++; at < routine->stop; at = pass(routine, at)) {
        if (pass(routine, at) == NO_STATEMENT)
            return false;
    }
    return true;
}

/* Copies the name in RESULT(...), which recursive functions need. False: there is none, or it does
 * not fit into `size` bytes. */
static bool find_result(const struct routine *routine, char *name, size_t size)
{
    const char *text = statement_at(routine, routine->first)->text;
    const char *found = strstr(text, ")result(");
    size_t length = found ? strcspn(found + 8, ")") : 0;
    if (!length || length >= size)
        return false;
    memcpy(name, found + 8, length);
    name[length] = '\0';
    return true;
}

/* True if the value is n * name(...), n + name(...) or the like, which gfortran makes a loop with a
 * product or sum of. */
static bool is_accumulated(const char *value, const char *name)
{
    size_t length = strlen(name), depth = 0;
    for (size_t at = 0; value[at]; at++) {
        depth += value[at] == '(';
        depth -= value[at] == ')' && depth;
        if (depth || strncmp(value + at, name, length) != 0 || value[at + length] != '(' ||
            (at && !strchr("+*", value[at - 1])) || (at > 1 && value[at - 2] == '*'))
            continue;
        const char *behind = value + names_behind_bracket(value, at + length);
        return !*behind || (strchr("+*", *behind) && behind[1] != '*');
    }
    return false;
}

/* True if the assignment sets a function's result to the value of one call, r = name(...), or to a
 * sum or product with a call of the function itself. The called name is written to `called`. */
static bool is_result_of_call(const struct routine *routine, const struct statement *action,
                              char *called, size_t size)
{
    char result[64];
    if (!find_result(routine, result, sizeof result) || strcmp(action->name, result) != 0)
        return false;
    unsigned flags = names_flags(routine->block->names, result, NULL);
    if (!(flags & NAME_IS_TYPED) || flags & (NAME_IS_ARRAY | NAME_IS_DERIVED | NAME_IS_ALIASED))
        return false;
    const char *value = action->text + strlen(result);
    if (*value++ != '=' || *value == '>')
        return false;
    size_t length = 0;
    while (phrase_is_name_char(value[length]))
        length++;
    if (length && length < size && value[length] == '(' &&
        !value[names_behind_bracket(value, length)]) {
        memcpy(called, value, length);
        called[length] = '\0';
        return true;
    }
    const char *own = statement_at(routine, routine->first)->name;
    if (!(flags & NAME_IS_INTEGER) || strlen(own) >= size || !is_accumulated(value, own))
        return false;
    memcpy(called, own, strlen(own) + 1);
    return true;
}

/* The only procedure that a statement may call, and how often it does so far. */
struct search {
    const char *name;
    unsigned count;
};

/* True for the first call of the procedure searched for; for struct names_permit. */
static bool permits(void *context, const char *name, size_t at)
{
    struct search *search = context;
    (void)at;
    return !strcmp(name, search->name) && ++search->count == 1;
}

/* Returns the procedure of the same file whose call is all that the statement executes, or NULL. */
static struct routine *called_by(struct routine *routine, size_t at)
{
    char name[64];
    struct statement action = *statement_at(routine, at);
    struct search search = {.name = name};
    const struct names_permit permit = {permits, &search};
    bool is_function = routine->block->unit == STATEMENT_FUNCTION;
    if (action.kind == STATEMENT_IF) {
        action.kind = action.action;
        action.text += names_behind_bracket(action.text, 2);
    }
    if (action.target_count || !action.name || strlen(action.name) >= sizeof name ||
        action.kind != (is_function ? STATEMENT_ASSIGNMENT : STATEMENT_CALL))
        return NULL;
    if (is_function) {
        if (!is_result_of_call(routine, &action, name, sizeof name))
            return NULL;
    } else {
        memcpy(name, action.name, strlen(action.name) + 1);
    }
    bool is_own = !strcmp(name, statement_at(routine, routine->first)->name);
    struct routine *callee = is_own ? routine : light_calls_resolve(routine, name);
    return callee && callee->block->unit == routine->block->unit &&
                   names_calls_only(routine->block, &action, &permit)
               ? callee
               : NULL;
}

/* A call in tail position. */
struct tail {
    struct routine *from, *to;
    size_t at;
    bool recursive;
};

struct tails {
    struct tail *list;
    size_t count, room;
};

/* Adds the calls in tail position of a routine. */
static void collect(struct tails *tails, struct routine *routine)
{
    for (size_t i = routine->begin; i < routine->stop; i++) {
        const struct spot *spot = routine_spot(routine, i);
        enum statement_kind action = jumps_action(statement_at(routine, i));
        if ((action != STATEMENT_CALL && action != STATEMENT_ASSIGNMENT) || spot->obstacle ||
            spot->concurrent || statement_at(routine, i)->conditional || !is_last(routine, i))
            continue;
        struct routine *to = called_by(routine, i);
        if (!to)
            continue;
        tails->list = memory_grow(tails->list, &tails->room, tails->count + 1, sizeof *tails->list);
        tails->list[tails->count++] = (struct tail){routine, to, i, to == routine};
    }
}

/* True if a chain of calls in tail position leads from one procedure to the other. seen: marks the
 * calls that were followed already. */
static bool leads(const struct tails *tails, const struct routine *from, const struct routine *to,
                  bool *seen)
{
    for (size_t i = 0; i < tails->count; i++) {
        if (tails->list[i].from != from || seen[i])
            continue;
        seen[i] = true;
        if (tails->list[i].to == to || leads(tails, tails->list[i].to, to, seen))
            return true;
    }
    return false;
}

/* Sets `recursive` of the calls that lead back to their caller. */
static void mark_recursive(struct tails *tails)
{
    bool *seen = memory_zeroed(tails->count, sizeof *seen);
    for (size_t i = 0; i < tails->count; i++) {
        struct tail *tail = &tails->list[i];
        memset(seen, 0, tails->count * sizeof *seen);
        tail->recursive = tail->recursive || leads(tails, tail->to, tail->from, seen);
    }
    free(seen);
}

void recursion_plan(struct fortran *file)
{
    struct tails tails = {0};
    if (!file->request->loops_of_tails)
        return;
    for (size_t i = 0; i < file->routine_count; i++) {
        if (is_eligible(file->routines[i]))
            collect(&tails, file->routines[i]);
    }
    if (tails.count)
        mark_recursive(&tails);
    for (size_t i = 0; i < tails.count; i++) {
        const struct tail *tail = &tails.list[i];
        if (!tail->recursive)
            continue;
        routine_spot(tail->from, tail->at)->ends_visit = true;
        tail->from->ends_early = true;
    }
    free(tails.list);
}

/* Adds the call of the probe with the variables themselves. */
static void open_plainly(const struct opening *opening, struct buffer *lines)
{
    char inside[VARIABLE_SIZE] = "";
    if (opening->inside)
        snprintf(inside, sizeof inside, ", tri_l%u", opening->handle);
    text_line(lines, "%s%s%scall %s(tri_r(1,%u), tri_h%u%s)", opening->condition ? "if (" : "",
              opening->condition ? opening->condition : "", opening->condition ? ") " : "",
              opening->probe, opening->row, opening->handle, inside);
}

void recursion_open(const struct routine *routine, const struct opening *opening,
                    struct buffer *lines)
{
    if (!routine->ends_early) {
        open_plainly(opening, lines);
        return;
    }
    if (opening->condition)
        text_line(lines, "if (%s) then", opening->condition);
    text_line(lines, "block");
    text_line(lines, "integer(8) :: tri_a, tri_b");
    text_line(lines, "tri_a = 0");
    text_line(lines, "tri_b = 0");
    text_line(lines, "call %s(tri_r(1,%u), tri_a%s)", opening->probe, opening->row,
              opening->inside ? ", tri_b" : "");
    text_line(lines, "tri_h%u = tri_a", opening->handle);
    if (opening->inside)
        text_line(lines, "tri_l%u = tri_b", opening->handle);
    text_line(lines, "end block");
    if (opening->condition)
        text_line(lines, "end if");
}
