/* entry.c: small procedures whose visits are counted by their entry. What the entry does is in
 * include/triptych/entry.h; the compiler's object gets it when the table of regions is joined with
 * it. Such a procedure is not timed by itself: it does so little that the clock takes longer. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STATEMENTS = 60 };

static bool begins(const char *text, const char *word)
{
    return !strncmp(text, word, strlen(word));
}

/* Whether all that is declared is one value: an operation on an array may take any time. */
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

/* Whether the statement does little, and is executed once at most. */
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

static bool is_plain(const char *name)
{
    for (; *name; name++) {
        if (!isalnum((unsigned char)*name) && *name != '_')
            return false;
    }
    return true;
}

/* It stands alone in its file, so that no call of it goes past its entry. */
bool entry_is_possible(const struct routine *routine)
{
    const struct block *block = routine->block;
    const struct fortran *file = routine->file;
    if (!file->request->entries || file->routine_count != 1 || !clone_is_external(routine) ||
        !routine->cloned || !routine->at_once || routine->is_nest || routine->hands_over ||
        routine->site_count || routine->entry_count || routine->light_call_count ||
        block->last - block->first > MOST_STATEMENTS ||
        !is_plain(statement_at(routine, routine->first)->name))
        return false;
    for (size_t i = routine->first + 1; i < routine->stop; i++) {
        if (!is_small(statement_at(routine, i)))
            return false;
    }
    return true;
}

/* As the linker knows an external procedure. */
static char *symbol_of(const struct fortran_form *form, const char *name)
{
    const char *behind = form->no_underscore                            ? ""
                         : form->second_underscore && strchr(name, '_') ? "__"
                                                                        : "_";
    return memory_printf("%s%s", name, behind);
}

void entry_write(struct routine *routine)
{
    struct fortran *file = routine->file;
    const struct fortran_form *form = &file->request->form;
    char *probed = clone_name(routine, 't');
    file->entry = symbol_of(form, statement_at(routine, routine->first)->name);
    file->probed_entry = symbol_of(form, probed);
    file->plan.regions[routine->number].flags |= TRI_UNTIMED;
    free(probed);
}
