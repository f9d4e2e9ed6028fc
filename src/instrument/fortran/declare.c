/* declare.c: the declarations that probes need, at the head of each routine. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* The declarations of one version of a routine, kept until the number of all regions is known. */
struct declaration {
    size_t at; /* they go behind this statement, or before it */
    bool before;
    bool uses_units;
    bool cloned; /* of a timed clone */
    char *names; /* each followed by a blank; owned */
    char *more;  /* another declaration; owned, or NULL */
};

/* True if the head gives a function a type with parentheses. Such a type may refer to names that
 * are declared below, and gfortran evaluates it at the first declaration. */
static bool has_type_expression(const struct statement *head)
{
    const char *bracket = strchr(head->text, '('), *word = strstr(head->text, "function");
    return head->kind == STATEMENT_FUNCTION && bracket && word && bracket < word;
}

/* Returns the last specification, behind which declarations may stand. */
static size_t find_last_place(const struct routine *routine)
{
    const struct statement *statements = routine->file->source.statements;
    size_t place = routine->first;
    for (size_t i = routine->first + 1; i < routine->begin; i++) {
        enum statement_kind kind = statements[i].kind;
        if (kind == STATEMENT_FUNCTION_STATEMENT)
            break;
        if (kind != STATEMENT_ENTRY && kind != STATEMENT_DIRECTIVE)
            place = i;
    }
    return place;
}

/* Returns the last statement that must come before declarations. before: they go before it, because
 * it is the first of a main program without a head. */
static size_t find_place(const struct routine *routine, bool *before)
{
    const struct source *source = &routine->file->source;
    if (!routine->block->headless && has_type_expression(&source->statements[routine->first])) {
        *before = false;
        return find_last_place(routine);
    }
    *before = routine->block->headless;
    size_t place = routine->first;
    for (size_t i = routine->first + !routine->block->headless; i < routine->begin; i++) {
        switch (source->statements[i].kind) {
        case STATEMENT_USE:
        case STATEMENT_IMPORT:
        case STATEMENT_IMPLICIT:
        case STATEMENT_INCLUDE:
            place = i;
            *before = false;
            break;
        case STATEMENT_FORMAT:
        case STATEMENT_ENTRY:
        case STATEMENT_DIRECTIVE:
        case STATEMENT_PREPROCESSOR:
            break;
        case STATEMENT_DECLARATION:
            if (!strncmp(source->statements[i].text, "parameter(", 10))
                break;
            return place;
        default:
            return place;
        }
    }
    return place;
}

/* Takes the routine's declared names, tri_v with its dimension; the caller frees them. */
static char *dimensioned(struct routine *routine)
{
    static const char values[] = "tri_v ";
    char *names = buffer_take(&routine->declared.names), *found = strstr(names, values);
    if (!found)
        return names;
    unsigned count = routine->most_values ? routine->most_values : 1;
    char *all = memory_printf("%.*stri_v(%u) %s", (int)(found - names), names, count,
                              found + strlen(values));
    free(names);
    return all;
}

void declare_add(struct routine *routine)
{
    struct fortran *file = routine->file;
    struct declaration declaration = {.uses_units = routine->uses_units,
                                      .cloned = routine->cloning,
                                      .names = dimensioned(routine)};
    if (routine->cloned && !routine->cloning)
        declaration.more = clone_declaration(routine);
    file->uses_units = file->uses_units || routine->uses_units;
    declaration.at = find_place(routine, &declaration.before);
    file->declarations = memory_grow(file->declarations, &file->declaration_room,
                                     file->declaration_count + 1, sizeof declaration);
    file->declarations[file->declaration_count++] = declaration;
}

/* Adds lines of moderate length, `prefix a, b, c suffix`, from names that are each followed by a
 * blank.
 */
static void add_names(struct buffer *lines, const char *prefix, const char *names,
                      const char *suffix)
{
    const size_t most = 60;
    while (*names) {
        size_t length = strlen(prefix) + strlen(suffix);
        buffer_add(lines, prefix);
        for (bool first = true; *names; first = false) {
            size_t size = strcspn(names, " ");
            if (!first && length + size + 2 > most)
                break;
            buffer_add(lines, first ? "" : ", ");
            buffer_add_bytes(lines, names, size);
            length += size + 2;
            names += size + (names[size] == ' ');
        }
        buffer_add(lines, suffix);
        buffer_add(lines, "\n");
    }
}

void declare_private(struct routine *routine)
{
    for (size_t i = 0; i < routine->environment_count; i++) {
        const struct environment *environment = routine->environments[i];
        struct buffer *clauses = &routine->file->slots[environment->directive].clauses;
        if (!environment->declared.names.used)
            continue;
        text_line(clauses, "shared(tri_r)");
        add_names(clauses, "private(", environment->declared.names.text, ")");
    }
}

/* Adds the lines of one version's declarations. */
static void write_one(const struct fortran *file, const struct declaration *declaration,
                      struct buffer *lines)
{
    text_line(lines, "include 'triptych/probes.inc'");
    if (declaration->uses_units)
        text_line(lines, "include 'triptych/units.inc'");
    text_line(lines, "integer(4) :: tri_r(18,%zu)", file->plan.count);
    text_line(lines, "common /%s/ tri_r", file->request->symbol);
    add_names(lines, "integer(8) :: ", declaration->names, "");
    if (declaration->more)
        text_line(lines, "%s", declaration->more);
}

void declare_write(struct fortran *file)
{
    for (size_t i = 0; i < file->declaration_count; i++) {
        struct declaration *declaration = &file->declarations[i];
        struct slot *slots = declaration->cloned ? file->clone_slots : file->slots;
        struct slot *slot = &slots[declaration->at];
        struct buffer *place = declaration->before ? &slot->ahead : &slot->after;
        struct buffer lines = {0};
        write_one(file, declaration, &lines);
        if (place->used)
            buffer_add_bytes(&lines, place->text, place->used);
        buffer_free(place);
        *place = lines;
        free(declaration->names);
        free(declaration->more);
    }
    free(file->declarations);
}
