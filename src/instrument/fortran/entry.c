/* entry.c: small procedures whose entry counts their visits.
 *
 * include/triptych/entry.h has the code of the entry; the compiler's object gets it when it is
 * joined with the table of regions. A procedure that calls nothing is not timed: it does so little
 * that reading the clock would take longer. A procedure that calls others is timed like any other;
 * its entry also ends the visits that are only counted. */
#include "instrument/fortran/reader/names.h"
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_STATEMENTS = 60,
    REGISTERS = 6 /* registers that pass arguments, on every machine that has entries */
};

static bool begins(const char *text, const char *word)
{
    return !strncmp(text, word, strlen(word));
}

/* True if everything declared is a scalar: an operation on an array may take any time. */
static bool declares_scalars(const char *text)
{
    const char *colons = strstr(text, "::");
    if (begins(text, "parameter(") || begins(text, "external") || begins(text, "intrinsic"))
        return true;
    if (begins(text, "type(") || begins(text, "class("))
        return false;
    if (!colons)
        return !strchr(text, '(');
    const char *parameter = strstr(text, ",parameter"), *dimension = strstr(text, ",dimension(");
    if (dimension && dimension < colons)
        return false;
    return (parameter && parameter < colons) || !strchr(colons, '(');
}

/* True if the statement does little, and is executed at most once per visit. */
static bool is_small(const struct statement *statement)
{
    switch (jumps_action(statement)) {
    case STATEMENT_IMPLICIT:
    case STATEMENT_PREPROCESSOR:
    case STATEMENT_IF_THEN:
    case STATEMENT_ELSE:
    case STATEMENT_END_IF:
    case STATEMENT_SELECT:
    case STATEMENT_CASE:
    case STATEMENT_END_SELECT:
    case STATEMENT_ASSIGNMENT:
    case STATEMENT_RETURN:
    case STATEMENT_CONTINUE:
        return true;
    case STATEMENT_DECLARATION:
        return declares_scalars(statement->text);
    default:
        return false;
    }
}

/* True if the linker and assembler take the name as it is. */
static bool is_plain(const char *name)
{
    for (; *name; name++) {
        if (!isalnum((unsigned char)*name) && *name != '_')
            return false;
    }
    return true;
}

/* True if the procedure is short and alone in its file, so that every call goes through its entry.
 */
static bool is_candidate(const struct routine *routine)
{
    const struct block *block = routine->block;
    const struct fortran *file = routine->file;
    return file->request->entries && file->routine_count == 1 && clone_is_external(routine) &&
           !routine->is_nest && !routine->hands_over && !routine->site_count &&
           !routine->entry_count && !routine->light_call_count &&
           block->last - block->first <= MOST_STATEMENTS && !block->headless &&
           is_plain(statement_at(routine, routine->first)->name);
}

bool entry_is_possible(const struct routine *routine)
{
    if (!is_candidate(routine) || !routine->cloned || !routine->counts_at_end)
        return false;
    for (size_t i = routine->first + 1; i < routine->stop; i++) {
        if (!is_small(statement_at(routine, i)))
            return false;
    }
    return true;
}

/* True if the entry can end the visits of a procedure with this statement: control returns from it,
 * and it starts no threads. */
static bool may_be_framed(const struct statement *statement)
{
    enum statement_kind kind = jumps_action(statement);
    return kind == STATEMENT_CALL || kind == STATEMENT_DECLARATION || is_small(statement);
}

/* Finds a name as a word of its own; NULL: it is not there. */
static const char *find_name(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at++) {
        bool begins_word = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        if (begins_word && !isalnum((unsigned char)at[length]) && at[length] != '_')
            return at;
    }
    return NULL;
}

/* True if the procedure may call itself, or pass itself as an argument: such calls would bypass its
 * entry. In text without blanks, CALL and the name are one word. */
static bool may_mean_itself(const struct routine *routine)
{
    const struct statement *head = statement_at(routine, routine->first);
    bool is_result = routine->block->unit == STATEMENT_FUNCTION && !strstr(head->text, ")result(");
    char *call = memory_printf("call%s", head->name);
    bool found = false;
    for (size_t i = routine->first + 1; i < routine->stop && !found; i++) {
        const char *text = statement_at(routine, i)->text, *at = find_name(text, head->name);
        found = strstr(text, call) || (at && (!is_result || at[strlen(head->name)] == '('));
    }
    free(call);
    return found;
}

/* Returns the most registers that the arguments may need: one of type CHARACTER also has a length,
 * and the result may be returned through an address. */
static unsigned registers_of(const struct routine *routine)
{
    unsigned count = clone_argument_count(routine);
    for (size_t i = routine->first; i < routine->stop; i++) {
        const struct statement *statement = statement_at(routine, i);
        bool declares =
            statement->kind == STATEMENT_DECLARATION || statement->kind == STATEMENT_IMPLICIT;
        if (declares && strstr(statement->text, "character"))
            return 2 * count + 1;
    }
    return count + 1;
}

bool entry_can_frame(const struct routine *routine)
{
    if (!is_candidate(routine) || routine->counts_at_end || routine->cloned ||
        routine->ends_early || !clone_can_copy(routine, true) ||
        registers_of(routine) > REGISTERS || may_mean_itself(routine))
        return false;
    for (size_t i = routine->first + 1; i < routine->stop; i++) {
        if (!may_be_framed(statement_at(routine, i)))
            return false;
    }
    return true;
}

/* Returns the name of the procedure that a statement calls, and nothing else: `x = name(a, 1)` or
 * CALL name(a). The caller frees it; NULL: it is another statement, or its arguments may call
 * something, too. */
static char *called_name(const struct statement *statement)
{
    const char *text = statement->text, *equals = strchr(text, '=');
    const char *at = statement->kind == STATEMENT_CALL ? text + strlen("call")
                     : equals                          ? equals + 1
                                                       : "";
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
        length++;
    const char *list = at + length;
    bool assigns = statement->kind == STATEMENT_ASSIGNMENT && equals &&
                   (size_t)(equals - text) == strcspn(text, "(%=");
    if (!length || *list != '(' || (!assigns && statement->kind != STATEMENT_CALL))
        return NULL;
    size_t inside = strspn(list + 1, "abcdefghijklmnopqrstuvwxyz0123456789_,'\"");
    return strcmp(list + 1 + inside, ")") == 0 ? memory_printf("%.*s", (int)length, at) : NULL;
}

/* True if every visit executes the statement, and the one after it: control reaches it from the
 * one before. */
static bool is_plain_step(const struct routine *routine, size_t at)
{
    const struct statement *statement = statement_at(routine, at);
    return !statement->conditional && !statement->label &&
           routine_spot(routine, at)->block == routine->block &&
           (statement->kind == STATEMENT_ASSIGNMENT || statement->kind == STATEMENT_CALL ||
            statement->kind == STATEMENT_CONTINUE);
}

char *entry_chain(const struct routine *routine)
{
    char *name = NULL;
    for (size_t i = routine->begin; i < routine->stop; i++) {
        const struct statement *statement = statement_at(routine, i);
        bool calls = !names_calls_nothing(routine->block, statement);
        if ((!name && !is_plain_step(routine, i)) || (name && calls)) {
            free(name);
            return NULL;
        }
        if (calls && !(name = called_name(statement)))
            return NULL;
    }
    char *symbol = name ? entry_symbol(&routine->file->request->form, name) : NULL;
    free(name);
    return symbol;
}

char *entry_symbol(const struct instrument_fortran_form *form, const char *name)
{
    const char *behind = form->no_underscore                            ? ""
                         : form->second_underscore && strchr(name, '_') ? "__"
                                                                        : "_";
    return memory_printf("%s%s", name, behind);
}

void entry_write(struct routine *routine)
{
    struct fortran *file = routine->file;
    const struct instrument_fortran_form *form = &file->request->form;
    assert(!file->entry && file->routine_count == 1);
    char *probed = clone_name(routine, 't');
    file->entry = entry_symbol(form, statement_at(routine, routine->first)->name);
    file->probed_entry = entry_symbol(form, probed);
    file->framed_entry = routine->framed;
    file->chain = routine->framed ? entry_chain(routine) : NULL;
    if (routine->at_entry)
        file->plan.regions[routine->number].flags |= TRI_UNTIMED;
    free(probed);
}
