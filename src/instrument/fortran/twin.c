/* twin.c: which files may have a twin, that is, the object of the user's own text beside the one
 * with probes (triptych/entry.h).
 *
 * The procedures of a process run in one of the two objects only, as long as measuring is switched
 * off from the start or not at all. Still, a visit may come before that is known: so nothing may
 * outlive a visit in variables of the file's own. The main program is entered when it is known. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <ctype.h>
#include <string.h>

/* True if the linker and assembler take the name as it is. */
static bool is_plain(const char *name)
{
    for (; *name; name++) {
        if (!isalnum((unsigned char)*name) && *name != '_')
            return false;
    }
    return true;
}

/* True if the statement is in the main program, whose variables are those of its only visit. */
static bool is_in_program(const struct source *source, size_t at)
{
    for (const struct block *block = source->file.child; block; block = block->next) {
        if (block->kind == BLOCK_UNIT && block->unit == STATEMENT_PROGRAM && block->first <= at &&
            at <= block->last)
            return true;
    }
    return false;
}

/* True if the statement specifies a module, whose variables are the same in both objects. */
static bool is_in_module(const struct source *source, size_t at)
{
    for (const struct block *block = source->file.child; block; block = block->next) {
        if (block->kind == BLOCK_UNIT && block->unit == STATEMENT_MODULE && block->first <= at &&
            at <= block->last)
            return block->contains == NO_STATEMENT || at < block->contains;
    }
    return false;
}

/* True if the text begins with one of the words. */
static bool begins(const char *text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!strncmp(text, words[i], strlen(words[i])))
            return true;
    }
    return false;
}

/* True if a second object may have the declaration. EQUIVALENCE makes storage that only one object
 * can see, and what belongs to a type with procedures may contain their code. */
static bool may_be_declared_again(const struct source *source, size_t at)
{
    static const char *const words[] = {"equivalence(", "final", "generic", "procedure"};
    const char *text = source->statements[at].text;
    return is_in_module(source, at) ? !begins(text, words, sizeof words / sizeof words[0])
                                    : !clone_is_static(text) || is_in_program(source, at);
}

/* True if a second object may have the statement. Addresses of procedures are not the same in
 * both, so none may be compared. */
static bool may_be_repeated(const struct source *source, size_t at)
{
    const struct statement *statement = &source->statements[at];
    switch (statement->kind) {
    case STATEMENT_SUBMODULE:
    case STATEMENT_BLOCK_DATA:
    case STATEMENT_ENTRY:
    case STATEMENT_UNKNOWN:
        return false;
    case STATEMENT_DATA:
        return is_in_program(source, at) || is_in_module(source, at);
    case STATEMENT_INCLUDE:
        return is_in_program(source, at);
    case STATEMENT_DECLARATION:
        return may_be_declared_again(source, at);
    case STATEMENT_DIRECTIVE:
        return !directives_declares(source, statement) && !strstr(statement->text, "target");
    case STATEMENT_SUBROUTINE:
    case STATEMENT_FUNCTION:
        return !strstr(statement->text, "bind(");
    default:
        return !statement->text ||
               (!strstr(statement->text, "associated(") && !strstr(statement->text, "c_funloc("));
    }
}

/* Returns the linker's name of a routine, which the caller frees; NULL: only the file knows it. */
static char *symbol_of(const struct routine *routine)
{
    const struct source *source = &routine->file->source;
    const struct block *around = routine->block->parent;
    if (routine->block->unit == STATEMENT_PROGRAM)
        return memory_string("main");
    const char *name = statement_at(routine, routine->first)->name;
    if (clone_is_external(routine))
        return entry_symbol(&source->form, name);
    return around->kind == BLOCK_UNIT && around->unit == STATEMENT_MODULE
               ? memory_printf("__%s_MOD_%s", source->statements[around->first].name, name)
               : NULL;
}

/* True if the routine is measured, and its name can be that of a symbol. */
static bool is_suitable(const struct routine *routine)
{
    const struct statement *head = statement_at(routine, routine->first);
    return !routine->obstacle &&
           (routine->block->unit == STATEMENT_PROGRAM || (head->name && is_plain(head->name)));
}

bool twin_is_possible(const struct fortran *file)
{
    const struct source *source = &file->source;
    if (!file->request->twins || source->form.no_automatic || !file->routine_count)
        return false;
    for (size_t i = 0; i < file->routine_count; i++) {
        if (!is_suitable(file->routines[i]))
            return false;
    }
    for (const struct block *at = source->file.child; at; at = at->next) {
        if (at->kind != BLOCK_UNIT)
            return false;
    }
    for (size_t i = 0; i < source->count; i++) {
        if (!may_be_repeated(source, i))
            return false;
    }
    return true;
}

/* True if the routine may make a pointer to a procedure, which is one of its own object. */
static bool has_pointer_assignment(const struct routine *routine)
{
    for (size_t i = routine->begin; i < routine->stop; i++) {
        const struct statement *statement = statement_at(routine, i);
        if (statement->text && strstr(statement->text, "=>"))
            return true;
    }
    return false;
}

/* True if the procedure has no code of ours but the count of its visit while it is only counted. */
static bool is_counted(const struct routine *routine)
{
    return routine->cloned && !routine->hands_over && !routine->at_entry && !routine->framed &&
           !has_pointer_assignment(routine);
}

void twin_write(struct fortran *file)
{
    for (size_t i = 0; i < file->routine_count; i++) {
        char *symbol = symbol_of(file->routines[i]);
        if (!symbol)
            continue;
        file->twins =
            memory_grow(file->twins, &file->twin_room, file->twin_count + 1, sizeof *file->twins);
        file->twins[file->twin_count++] = (struct instrument_twin){
            symbol, file->routines[i]->number, is_counted(file->routines[i])};
    }
}
