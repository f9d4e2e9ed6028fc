/* clone.c: the timed clone, a second procedure for the visits that are timed.
 *
 * The procedure itself keeps its name and has no call at its start: while its visits are only
 * counted, it costs one call at its end, and next to nothing while it is switched off. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    LONGEST_NAME = 50, /* the longest name of a procedure: its clone's name is longer */
    MOST_STATEMENTS = 400
};

/* Finds a word in normalised text; NULL: it is not there. */
static const char *find_word(const char *text, const char *word)
{
    return strstr(text, word);
}

/* Returns the first `c` outside brackets, or NULL. */
static const char *find_outside(const char *text, char c)
{
    int depth = 0;
    for (; *text; text++) {
        depth += *text == '(' || *text == '[';
        depth -= *text == ')' || *text == ']';
        if (!depth && *text == c)
            return text;
    }
    return NULL;
}

/* True if the text begins with the word. */
static bool begins(const char *text, const char *word)
{
    return !strncmp(text, word, strlen(word));
}

bool clone_is_static(const char *text)
{
    static const char *const harmless[] = {"parameter(", "common",    "equivalence(", "external",
                                           "intrinsic",  "dimension", "intent(",      "optional",
                                           "volatile",   "target"};
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++) {
        if (begins(text, harmless[i]))
            return false;
    }
    const char *colons = strstr(text, "::"), *list = colons ? colons + 2 : text;
    if (colons) {
        const char *parameter = find_word(text, ",parameter"), *save = find_word(text, ",save");
        if (parameter && parameter < colons)
            return false;
        if (save && save < colons)
            return true;
    }
    return begins(text, "save") || begins(text, "static") || begins(text, "namelist") ||
           find_word(text, ",static") || find_outside(list, '=') || find_outside(list, '/');
}

/* True if a declaration of an argument makes an explicit interface necessary for calls. */
static bool needs_interface(const char *text)
{
    static const char *const words[] = {"optional",   "pointer", "allocatable", "target", "value",
                                        "contiguous", "class(",  "(:",          ",:",     "(..)"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (find_word(text, words[i]))
            return true;
    }
    return false;
}

bool clone_is_external(const struct routine *routine)
{
    return routine->block->parent->kind == BLOCK_FILE;
}

/* True if all specifications of the procedure can stand in a second one. */
static bool can_repeat_specifications(const struct routine *routine)
{
    for (size_t i = routine->first + 1; i < routine->stop; i++) {
        const struct statement *statement = statement_at(routine, i);
        switch (statement->kind) {
        case STATEMENT_DECLARATION:
            if (i >= routine->begin || clone_is_static(statement->text) ||
                (clone_is_external(routine) && needs_interface(statement->text)))
                return false;
            break;
        case STATEMENT_DATA:
        case STATEMENT_INCLUDE:
        case STATEMENT_TYPE:
        case STATEMENT_ENTRY:
        case STATEMENT_DIRECTIVE:
            return false;
        default:
            if (statement->conditional)
                return false;
            break;
        }
    }
    return true;
}

/* Returns the type of a function that its head declares, without PURE and the like; the caller
 * frees it. NULL: the head declares none, or none that is an intrinsic type with a simple result.
 */
static char *prefix_type(const struct statement *head)
{
    static const char *const types[] = {"integer", "real", "doubleprecision", "logical", "complex"};
    static const char *const words[] = {"pure", "impure", "elemental", "recursive",
                                        "non_recursive"};
    const char *end = find_word(head->text, "function"), *at = head->text;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (begins(at, words[i])) {
            at += strlen(words[i]);
            i = (size_t)-1;
        }
    }
    for (size_t i = 0; end && i < sizeof types / sizeof types[0]; i++) {
        size_t length = strlen(types[i]);
        if (begins(at, types[i]) && at + length <= end &&
            (at + length == end || strchr("(*", at[length])))
            return memory_printf("%.*s", (int)(end - at), at);
    }
    return NULL;
}

/* Returns the name of a function's result; the caller frees it. */
static char *result_name(const struct statement *head)
{
    const char *bracket = strchr(head->text, '('), *found = NULL;
    for (const char *at = bracket; at && (at = find_word(at, ")result(")); at++)
        found = at + 8;
    return found ? memory_printf("%.*s", (int)strcspn(found, ")"), found)
                 : memory_string(head->name);
}

/* True if the declaration makes `name` a scalar of an intrinsic type. */
static bool declares_scalar(const char *text, const char *name)
{
    static const char *const types[] = {"integer", "real", "doubleprecision", "logical", "complex"};
    const char *colons = strstr(text, "::");
    size_t length = strlen(name);
    bool typed = false;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        typed = typed || begins(text, types[i]);
    if (!typed || !colons || find_outside(text, ',') < colons)
        return false;
    for (const char *at = colons + 2; at; at = find_outside(at, ',')) {
        at += *at == ',';
        if (!strncmp(at, name, length) && (!at[length] || at[length] == ','))
            return true;
    }
    return false;
}

/* True if the result of a function is a scalar of an intrinsic type. */
static bool has_plain_result(const struct routine *routine)
{
    const struct statement *head = statement_at(routine, routine->first);
    char *type = prefix_type(head), *name = result_name(head);
    bool plain = type && names_class(routine->block, name) == NAME_VARIABLE;
    for (size_t i = routine->first + 1; !plain && !clone_is_external(routine) && i < routine->begin;
         i++)
        plain = statement_at(routine, i)->kind == STATEMENT_DECLARATION &&
                declares_scalar(statement_at(routine, i)->text, name);
    free(type);
    free(name);
    return plain;
}

/* Returns the offset of the procedure's name in its head. NO_STATEMENT: it is not there as one
 * word. */
static size_t find_name(const struct routine *routine)
{
    const struct source *source = &routine->file->source;
    const struct statement *head = statement_at(routine, routine->first);
    size_t length = strlen(head->name);
    for (size_t at = head->start; at + length <= head->end; at++) {
        char before = at > head->start ? source->text[at - 1] : ' ';
        char after = at + length < head->end ? source->text[at + length] : ' ';
        if (!strncasecmp(source->text + at, head->name, length) && isspace((unsigned char)before) &&
            (isspace((unsigned char)after) || after == '('))
            return at;
    }
    return NO_STATEMENT;
}

/* Returns the dummy arguments as an argument list, (a,b); the caller frees it. */
static char *arguments(const struct statement *head)
{
    const char *open = arguments_of_head(head);
    return open ? memory_printf("%.*s", (int)strcspn(open, ")") + 1, open) : memory_string("()");
}

unsigned clone_argument_count(const struct routine *routine)
{
    char *list = arguments(statement_at(routine, routine->first));
    unsigned count = strcmp(list, "()") != 0;
    for (const char *at = list; (at = strchr(at, ',')); at++)
        count++;
    free(list);
    return count;
}

/* True if each line of the head can take `more` characters. */
static bool has_room(const struct routine *routine, size_t more)
{
    const struct source *source = &routine->file->source;
    const struct statement *head = statement_at(routine, routine->first);
    size_t start = head->line_start;
    for (size_t at = start; at <= head->line_end && at < source->size; at++) {
        if (source->text[at] != '\n')
            continue;
        if (at - start + more > text_columns(&source->form))
            return false;
        start = at + 1;
    }
    return true;
}

/* True if the head can be written for a second procedure; see clone_can_copy(). */
static bool has_clear_head(const struct routine *routine, bool passes_result)
{
    const struct statement *head = statement_at(routine, routine->first);
    bool function = routine->block->unit == STATEMENT_FUNCTION;
    if ((routine->block->unit != STATEMENT_SUBROUTINE && !function) || !head->name ||
        strlen(head->name) > LONGEST_NAME || head->routine_flags & ROUTINE_SEPARATE ||
        find_word(head->text, "bind("))
        return false;
    if (routine->file->source.form.free &&
        (find_name(routine) == NO_STATEMENT || !has_room(routine, 30 + strlen(head->name))))
        return false;
    char *all = arguments(head);
    bool clear = !strchr(all, '*'); /* no alternate return */
    free(all);
    return clear && (!function || !passes_result || has_plain_result(routine));
}

bool clone_can_copy(const struct routine *routine, bool passes_result)
{
    const struct block *block = routine->block;
    return !block->headless && block->contains == NO_STATEMENT &&
           !routine->file->source.form.no_automatic &&
           block->last - block->first <= MOST_STATEMENTS &&
           statement_at(routine, block->first)->first_on_line &&
           statement_at(routine, block->last)->first_on_line &&
           statement_at(routine, block->last)->last_on_line &&
           has_clear_head(routine, passes_result) && can_repeat_specifications(routine);
}

bool clone_is_possible(const struct routine *routine)
{
    return routine->is_anchor &&
           (routine->is_nest || routine->hands_over || routine->counts_at_end) &&
           !routine->file->request->untimed_loops && clone_can_copy(routine, true);
}

char *clone_name(const struct routine *routine, char letter)
{
    return memory_printf("tri_%c%u_%s", letter, routine->number,
                         statement_at(routine, routine->first)->name);
}

void clone_call(const struct routine *routine, struct buffer *lines)
{
    const struct statement *head = statement_at(routine, routine->first);
    char *name = clone_name(routine, 't'), *passed = arguments(head);
    if (routine->block->unit == STATEMENT_FUNCTION) {
        char *result = result_name(head);
        text_line(lines, "%s = %s%s", result, name, passed);
        free(result);
    } else {
        text_line(lines, "call %s%s", name, passed);
    }
    free(name);
    free(passed);
}

char *clone_declaration(const struct routine *routine)
{
    const struct statement *head = statement_at(routine, routine->first);
    if (routine->block->unit != STATEMENT_FUNCTION || !clone_is_external(routine))
        return NULL;
    char *name = clone_name(routine, 't'), *type = prefix_type(head);
    char *declaration = memory_printf("%s :: %s", type ? type : "real", name);
    free(name);
    free(type);
    return declaration;
}

/* Returns the head of the second procedure in fixed form, where blanks mean nothing; the caller
 * frees it. result: the name in its RESULT clause, or NULL. */
static char *fixed_head(const struct routine *routine, const char *name, const char *result)
{
    const struct statement *head = statement_at(routine, routine->first);
    bool function = routine->block->unit == STATEMENT_FUNCTION;
    const char *word = function ? "function" : "subroutine";
    const char *at = find_word(head->text, word) + strlen(word);
    return memory_printf("%.*s %s%s%s%s%s", (int)(at - head->text), head->text, name,
                         at + strlen(head->name), result ? "result(" : "", result ? result : "",
                         result ? ")" : "");
}

void clone_plan(const struct routine *routine, struct slot *slots, char letter)
{
    const struct statement *head = statement_at(routine, routine->first);
    const struct statement *end = statement_at(routine, routine->block->last);
    bool function = routine->block->unit == STATEMENT_FUNCTION;
    bool says_result = !function || find_word(head->text, ")result(");
    const char *result = says_result ? NULL : head->name;
    char *name = clone_name(routine, letter);
    struct slot *slot = &slots[routine->first];
    if (routine->file->source.form.free) {
        slot->replaced = find_name(routine);
        slot->replaced_end = slot->replaced + strlen(head->name);
        slot->replacement = memory_string(name);
        slot->appended = result ? memory_printf(" result(%s)", result) : NULL;
    } else {
        slot->replaced = head->body;
        slot->replaced_end = head->end;
        slot->replacement = fixed_head(routine, name, result);
    }
    assert(slot->replaced != NO_STATEMENT); /* clone_can_copy() has found the name */
    slot = &slots[routine->block->last];
    slot->replaced = end->body;
    slot->replaced_end = end->end;
    slot->replacement = memory_string(function ? "end function" : "end subroutine");
    free(name);
}
