/* declare.c: notes the names that declarations declare. */
#include "instrument/fortran/reader/names.h"
#include "instrument/fortran/reader/sentence.h"
#include "instrument/fortran/reader/value.h"

#include <string.h>

/* Adds flags to the name text[from, to). */
static void note(struct names *names, const struct normal *normal, size_t from, size_t to,
                 unsigned flags)
{
    names_note(names, normal->text + from, to - from, flags);
}

/* Returns the index behind the :: that ends the attributes from `at` on; 0: there is none. */
static size_t behind_colons(const struct normal *normal, size_t at)
{
    while ((at = phrase_find(normal, at, normal->length, ':')) < normal->length) {
        if (phrase_is(normal, at + 1, ':'))
            return at + 2;
        at++;
    }
    return 0;
}

/* Returns the index behind the /.../ at `at`. */
static size_t behind_slashes(const struct normal *normal, size_t at)
{
    size_t end = phrase_find(normal, at + 1, normal->length, '/');
    return end < normal->length ? end + 1 : end;
}

/* Returns the index behind the length of an entity, as in c*8 and c*(*); 0: it does not end. */
static size_t behind_length(const struct normal *normal, size_t at)
{
    if (phrase_is(normal, at, '('))
        return phrase_bracket(normal, at);
    while (at < normal->length && phrase_is_name_char(normal->text[at]))
        at++;
    return at;
}

/* Finds the value of a constant of the unit; a value_lookup. */
static bool look_up(void *unit, const char *name, long long *value)
{
    return names_constant(unit, name, value);
}

/* Notes the value of the constant text[from, to), which is behind the equals sign, if it is an
 * integer and known. */
static void note_value(struct block *unit, const struct normal *normal, size_t from, size_t to,
                       size_t equals)
{
    size_t end = phrase_find(normal, equals, normal->length, ',');
    long long value;
    if (end == normal->length && phrase_is(normal, end - 1, ')') &&
        phrase_words(normal, 0, "parameter"))
        end--;
    char name[64];
    size_t length = to - from;
    if (!phrase_is(normal, equals, '=') || length >= sizeof name)
        return;
    memcpy(name, normal->text + from, length);
    name[length] = '\0';
    if (names_is_integer(unit, name) &&
        value_of(normal->text + equals + 1, end - equals - 1, look_up, unit, &value))
        names_note_value(unit->names, name, length, value);
}

/* Notes the values in a list: INTEGER, PARAMETER :: a = 1, b = 2. */
static void note_values(struct block *unit, const struct normal *normal, size_t at)
{
    while (at < normal->length) {
        size_t behind = phrase_name(normal, at);
        if (!behind)
            return;
        note_value(unit, normal, at, behind, behind);
        at = phrase_find(normal, behind, normal->length, ',') + 1;
    }
}

/* Notes PARAMETER (a = 1, b = 2), and the same without parentheses. */
static void declare_constants(struct block *unit, const struct normal *normal, size_t at)
{
    at += phrase_is(normal, at, '(');
    for (size_t name = at; name < normal->length;) {
        size_t behind = phrase_name(normal, name);
        if (!behind)
            break;
        note(unit->names, normal, name, behind, NAME_IS_CONSTANT);
        name = phrase_find(normal, behind, normal->length, ',') + 1;
    }
    note_values(unit, normal, at);
}

/* Notes a list of entities: a, b(3), c*8, d/1.0/, e = 3, f => null(). Those with dimensions are
 * arrays. */
static void note_entities(struct names *names, const struct normal *normal, size_t at,
                          unsigned flags)
{
    while (at < normal->length) {
        size_t behind = phrase_name(normal, at);
        if (!behind)
            return;
        bool array = phrase_is(normal, behind, '(');
        note(names, normal, at, behind, flags | (array ? NAME_IS_ARRAY : 0));
        at = array ? phrase_bracket(normal, behind) : behind;
        if (!at)
            return;
        at = phrase_is(normal, at, '*') ? behind_length(normal, at + 1) : at;
        if (!at)
            return;
        if (phrase_is(normal, at, '/'))
            at = behind_slashes(normal, at);
        at = phrase_find(normal, at, normal->length, ',') + 1;
    }
}

/* Returns the flags of the attributes [at, end) of a declaration, which commas separate. */
static unsigned attributes(const struct normal *normal, size_t at, size_t end)
{
    unsigned flags = 0;
    while (at < end) {
        if (phrase_words(normal, at, "dimension"))
            flags |= NAME_IS_ARRAY;
        else if (phrase_words(normal, at, "external"))
            flags |= NAME_IS_PROCEDURE;
        else if (phrase_words(normal, at, "volatile") || phrase_words(normal, at, "asynchronous"))
            flags |= NAME_IS_VOLATILE;
        else if (phrase_words(normal, at, "pointer") || phrase_words(normal, at, "target"))
            flags |= NAME_IS_ALIASED;
        else if (phrase_words(normal, at, "parameter"))
            flags |= NAME_IS_CONSTANT;
        at = phrase_find(normal, at, end, ',') + 1;
    }
    return flags;
}

/* Returns the flags of the type at `at`. */
static unsigned type_flags(const struct normal *normal, size_t at)
{
    if (phrase_words(normal, at, "integer") || phrase_words(normal, at, "byte"))
        return NAME_IS_TYPED | NAME_IS_INTEGER;
    if (phrase_words(normal, at, "type") || phrase_words(normal, at, "class") ||
        phrase_words(normal, at, "record"))
        return NAME_IS_TYPED | NAME_IS_DERIVED;
    return NAME_IS_TYPED;
}

/* Notes REAL, DIMENSION(3) :: a; REAL*8 a; PROCEDURE(f), POINTER :: p. Sets `constants` to the
 * index of the list if these are constants. False: it is another declaration. */
static bool declare_typed(struct names *names, const struct normal *normal, unsigned more,
                          size_t *constants)
{
    size_t at = specifications_type(normal, 0);
    unsigned flags = at ? type_flags(normal, 0) : 0;
    if (!at) {
        at = phrase_words(normal, 0, "procedure");
        if (at && phrase_is(normal, at, '('))
            at = phrase_bracket(normal, at);
        flags = NAME_IS_PROCEDURE | NAME_IS_BINDING;
    }
    if (!at)
        return false;
    size_t list = behind_colons(normal, at);
    if (list)
        flags |= attributes(normal, at + 1, list - 2);
    else
        list = phrase_is(normal, at, ',') ? at + 1 : at;
    if (flags & NAME_IS_BINDING && !(more & NAME_IS_COMPONENT))
        flags &= ~(unsigned)NAME_IS_BINDING;
    note_entities(names, normal, list, flags | more);
    if (flags & NAME_IS_CONSTANT)
        *constants = list;
    return true;
}

/* Notes DIMENSION, POINTER and other attributes in statements of their own. False: it is another
 * one. */
static bool declare_attribute(struct names *names, const struct normal *normal, unsigned more)
{
    static const struct {
        const char *word;
        unsigned flags;
    } words[] = {{"dimension", 0},
                 {"allocatable", 0},
                 {"pointer", NAME_IS_ALIASED},
                 {"target", NAME_IS_ALIASED},
                 {"volatile", NAME_IS_VOLATILE},
                 {"asynchronous", NAME_IS_VOLATILE},
                 {"external", NAME_IS_PROCEDURE},
                 {"codimension", 0},
                 {"automatic", 0},
                 {"static", 0}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t at = phrase_words(normal, 0, words[i].word);
        if (!at)
            continue;
        if (phrase_is(normal, at, '(')) /* Cray: POINTER (p, a(3)), (q, b) */
            for (; phrase_is(normal, at, '('); at += phrase_is(normal, at, ',')) {
                size_t comma = phrase_find(normal, at + 1, normal->length, ',');
                size_t behind = phrase_bracket(normal, at);
                size_t name = phrase_name(normal, comma + 1);
                if (!behind || !name)
                    return true;
                note(names, normal, comma + 1, name,
                     more | NAME_IS_ALIASED | (phrase_is(normal, name, '(') ? NAME_IS_ARRAY : 0));
                at = behind;
            }
        else
            note_entities(names, normal, phrase_is(normal, at, ':') ? at + 2 : at,
                          words[i].flags | more);
        return true;
    }
    return false;
}

/* Notes COMMON /block/ a, b(3) // c. */
static void declare_common(struct names *names, const struct normal *normal, size_t at)
{
    while (at < normal->length) {
        if (phrase_is(normal, at, '/'))
            at = behind_slashes(normal, at);
        size_t behind = phrase_name(normal, at);
        if (!behind)
            return;
        bool array = phrase_is(normal, behind, '(');
        note(names, normal, at, behind, array ? NAME_IS_ARRAY : 0);
        at = array ? phrase_bracket(normal, behind) : behind;
        if (!at)
            return;
        at += phrase_is(normal, at, ',');
    }
}

/* Notes all names in EQUIVALENCE (a, b(1)), (c, d). */
static void declare_equivalence(struct names *names, const struct normal *normal, size_t at)
{
    while (at < normal->length) {
        size_t behind = phrase_name(normal, at);
        if (behind)
            note(names, normal, at, behind, NAME_IS_ALIASED);
        at = behind ? behind : at + 1;
    }
}

/* Notes PUBLIC, PRIVATE and PUBLIC :: a, b. False: it is another declaration. */
static bool declare_access(struct names *names, const struct normal *normal)
{
    size_t public = phrase_words(normal, 0, "public");
    size_t at = public ? public : phrase_words(normal, 0, "private");
    if (!at)
        return false;
    if (at == normal->length) {
        names->hides = !public;
        return true;
    }
    if (!names->access)
        names->access = names_new(names->arena, names->file);
    note_entities(names->access, normal, phrase_is(normal, at, ':') ? at + 2 : at,
                  public ? NAME_IS_PUBLIC : NAME_IS_PRIVATE);
    return true;
}

/* Notes the accessibility in REAL, PRIVATE :: a, b. */
static void note_access(struct names *names, const struct normal *normal)
{
    size_t list = behind_colons(normal, 0), at = phrase_find(normal, 0, list, ',') + 1;
    while (list && at < list) {
        bool public = phrase_words(normal, at, "public") != 0;
        if (public || phrase_words(normal, at, "private")) {
            if (!names->access)
                names->access = names_new(names->arena, names->file);
            note_entities(names->access, normal, list, public ? NAME_IS_PUBLIC : NAME_IS_PRIVATE);
        }
        at = phrase_find(normal, at, list, ',') + 1;
    }
}

/* Returns the names of a module of this file, or NULL. */
static const struct names *find_module(const struct block *unit, const char *name, size_t length,
                                       const struct source *source)
{
    while (unit->parent)
        unit = unit->parent;
    for (const struct block *at = unit->child; at; at = at->next) {
        const char *own = at->kind == BLOCK_UNIT && at->unit == STATEMENT_MODULE && !at->unclear
                              ? source->statements[at->first].name
                              : NULL;
        if (own && strlen(own) == length && !strncmp(own, name, length))
            return at->names;
    }
    return NULL;
}

/* Notes `a` or `a => b` in the list of a USE. module: the names of the module, or NULL. */
static void note_used(struct names *names, const struct names *module, const struct normal *normal,
                      size_t at, size_t behind)
{
    bool renamed = phrase_is(normal, behind, '=') && phrase_is(normal, behind + 1, '>');
    size_t from = renamed ? behind + 2 : at, to = renamed ? phrase_name(normal, from) : behind;
    char theirs[64];
    unsigned flags = 0;
    long long value = 0;
    if (module && to && to - from < sizeof theirs) {
        memcpy(theirs, normal->text + from, to - from);
        theirs[to - from] = '\0';
        flags = names_public(module, theirs, &value);
    }
    if (!flags || flags & (NAME_IS_FOREIGN | NAME_IS_SCOPED) || !(flags & NAME_IS_TYPED))
        note(names, normal, at, behind, NAME_IS_FOREIGN);
    else
        note(names, normal, at, behind, flags & ~(unsigned)NAME_HAS_VALUE);
    if (flags & NAME_HAS_VALUE)
        names_note_value(names, normal->text + at, behind - at, value);
}

/* Notes USE m, a => b and USE m, ONLY: a, b => c. */
static void declare_use(const struct reading *reading, struct block *unit,
                        const struct normal *normal)
{
    struct names *names = unit->names;
    size_t colons = behind_colons(normal, 0), start = colons ? colons : 3;
    size_t end = phrase_name(normal, start);
    const struct names *module =
        end ? find_module(unit, normal->text + start, end - start, reading->source) : NULL;
    size_t at = phrase_find(normal, colons, normal->length, ',') + 1;
    size_t only = at < normal->length ? phrase_words(normal, at, "only") : 0;
    if (only && phrase_is(normal, only, ':'))
        at = only + 1;
    else if (module && at > normal->length)
        names_use(names, module);
    else
        names->open = true;
    while (at < normal->length) {
        size_t behind = phrase_name(normal, at);
        if (behind && !phrase_is(normal, behind, '('))
            note_used(names, module, normal, at, behind);
        at = phrase_find(normal, at, normal->length, ',') + 1;
    }
}

/* Applies an implicit type to the letters (a-h, o-z). Returns the index behind them, or 0. */
static size_t take_letters(struct names *names, const struct normal *normal, size_t open,
                           enum implicit rule)
{
    size_t close = phrase_bracket(normal, open);
    for (size_t at = open + 1; at + 1 < close; at++) {
        char from = normal->text[at], to = from;
        if (phrase_is(normal, at + 1, '-') && at + 2 < close) {
            to = normal->text[at + 2];
            at += 2;
        }
        if (from < 'a' || to > 'z')
            continue;
        for (char letter = from; letter <= to; letter++)
            names->implicit[letter - 'a'] = (unsigned char)rule;
        at += phrase_is(normal, at + 1, ',');
    }
    return close;
}

/* Notes IMPLICIT NONE and IMPLICIT REAL*8 (A-H). */
static void declare_implicit(struct names *names, const struct normal *normal)
{
    size_t at = phrase_words(normal, 0, "implicit none");
    if (at) {
        bool external = phrase_is(normal, at, '(') && !strstr(normal->text + at, "type");
        if (!external)
            memset(names->implicit, IMPLICIT_NONE, sizeof names->implicit);
        return;
    }
    at = phrase_words(normal, 0, "implicit");
    while (at && at < normal->length) {
        enum implicit rule =
            type_flags(normal, at) & NAME_IS_INTEGER ? IMPLICIT_INTEGER : IMPLICIT_OTHER;
        /* The letters stand in the last brackets before a comma: REAL(8) (A-H). */
        size_t comma = phrase_find(normal, at, normal->length, ','), open = 0;
        for (size_t i = at; i < comma;) {
            if (phrase_is(normal, i, '(')) {
                open = i;
                i = phrase_bracket(normal, i);
                if (!i)
                    return;
            } else {
                i++;
            }
        }
        if (!open)
            return;
        take_letters(names, normal, open, rule);
        at = comma + 1;
    }
}

/* Notes the names of an ASSOCIATE, or of SELECT TYPE (a => b), which have another meaning inside.
 */
static void declare_associated(struct names *names, const struct normal *normal)
{
    size_t open = phrase_find(normal, 0, normal->length, '(');
    for (size_t i = 0; i < normal->length; i++) {
        if (phrase_is(normal, i, '(')) {
            open = i;
            break;
        }
    }
    size_t close = phrase_bracket(normal, open);
    for (size_t at = open + 1; close && at < close;) {
        size_t behind = phrase_name(normal, at);
        if (behind && phrase_is(normal, behind, '=') && phrase_is(normal, behind + 1, '>'))
            note(names, normal, at, behind, NAME_IS_SCOPED);
        at = phrase_find(normal, at, close - 1, ',') + 1;
    }
}

/* Notes the name of an INTERFACE, and whether it defines assignment. */
static void declare_generic(struct reading *reading, struct names *names,
                            const struct statement *statement)
{
    if (statement->name)
        names_note(names, statement->name, strlen(statement->name), NAME_IS_PROCEDURE);
    if (strstr(statement->text, "assignment("))
        reading->file_names->assignment = true;
}

/* Notes a component of a derived type; the components of all types of the file are kept together.
 */
static void declare_component(struct reading *reading)
{
    const struct normal *normal = &reading->normal;
    struct names *names = reading->file_names;
    size_t at = phrase_words(normal, 0, "generic");
    if (at && behind_colons(normal, at))
        note_entities(names, normal, behind_colons(normal, at), NAME_IS_BINDING);
    else if (!declare_typed(names, normal, NAME_IS_COMPONENT, &at))
        return;
    if (strstr(normal->text, "assignment("))
        names->assignment = true;
}

/* Notes any other declaration. scoped: NAME_IS_SCOPED in a BLOCK, else 0. */
static void declare_specification(struct block *unit, const struct normal *normal, unsigned scoped)
{
    struct names *names = unit->names;
    size_t at = phrase_words(normal, 0, "common"), constants = 0;
    if (at) {
        declare_common(names, normal, at);
    } else if ((at = phrase_words(normal, 0, "parameter"))) {
        declare_constants(unit, normal, at);
    } else if ((at = phrase_words(normal, 0, "equivalence"))) {
        declare_equivalence(names, normal, at);
    } else if (declare_typed(names, normal, scoped, &constants)) {
        if (unit->unit == STATEMENT_MODULE)
            note_access(names, normal);
        if (constants && !scoped)
            note_values(unit, normal, constants);
    } else if (unit->unit != STATEMENT_MODULE || !declare_access(names, normal)) {
        declare_attribute(names, normal, scoped);
    }
}

void declare(struct reading *reading, struct block *block, const struct statement *statement)
{
    struct block *unit = blocks_declaring(reading, block);
    const struct normal *normal = &reading->normal;
    if (block->kind == BLOCK_TYPE) {
        if (statement->kind == STATEMENT_DECLARATION)
            declare_component(reading);
        return;
    }
    if (!unit)
        return;
    unsigned scoped = block->kind == BLOCK_BLOCK ? NAME_IS_SCOPED : 0;
    switch (statement->kind) {
    case STATEMENT_DECLARATION:
        declare_specification(unit, normal, scoped);
        break;
    case STATEMENT_USE:
        declare_use(reading, unit, normal);
        break;
    case STATEMENT_IMPLICIT:
        declare_implicit(unit->names, normal);
        break;
    case STATEMENT_INTERFACE:
        declare_generic(reading, unit->names, statement);
        break;
    case STATEMENT_FUNCTION_STATEMENT:
    case STATEMENT_ENTRY:
        names_note(unit->names, statement->name, strlen(statement->name), NAME_IS_PROCEDURE);
        break;
    case STATEMENT_ASSOCIATE:
    case STATEMENT_SELECT:
        declare_associated(unit->names, normal);
        break;
    default:
        break;
    }
}

/* Notes the result of a function, which has the function's name or one of its own. It has the type
 * in the head, if there is one. */
static void declare_result(struct names *names, const struct normal *normal, const char *name)
{
    size_t at = 0;
    while (at < normal->length && !specifications_type(normal, at) &&
           !phrase_words(normal, at, "function"))
        at++;
    size_t behind = specifications_type(normal, at);
    unsigned flags = behind ? type_flags(normal, at) : 0;
    names_note(names, name, strlen(name), flags);
    size_t suffix = phrase_find(normal, behind ? behind : at, normal->length, '(');
    suffix = suffix < normal->length ? phrase_bracket(normal, suffix) : 0;
    while (suffix && suffix < normal->length) {
        size_t open = phrase_words(normal, suffix, "result");
        size_t end = open ? phrase_name(normal, open + 1) : 0;
        if (end)
            note(names, normal, open + 1, end, flags);
        suffix = phrase_find(normal, suffix, normal->length, '(');
        suffix = suffix < normal->length ? phrase_bracket(normal, suffix) : 0;
    }
}

/* Notes the dummy arguments: the names in the parentheses behind the procedure's name. */
static void declare_arguments(struct names *names, const struct normal *normal, const char *name)
{
    const char *found = strstr(normal->text, name);
    size_t at = found ? (size_t)(found - normal->text) + strlen(name) : normal->length;
    while (found && !phrase_is(normal, at, '(') && (found = strstr(normal->text + at, name)))
        at = (size_t)(found - normal->text) + strlen(name);
    size_t close = phrase_is(normal, at, '(') ? phrase_bracket(normal, at) : 0;
    names->arguments = names_new(names->arena, names->file);
    while (++at < close) {
        size_t behind = phrase_name(normal, at);
        if (behind)
            note(names->arguments, normal, at, behind, 0);
        at = behind ? behind : at;
    }
}

void declare_procedure(struct reading *reading, struct block *block, struct block *unit,
                       const struct statement *statement)
{
    const struct normal *normal = &reading->normal;
    const struct block *outer =
        block->kind == BLOCK_INTERFACE ? blocks_declaring(reading, block) : block;
    struct names *names = outer && outer->names ? outer->names : reading->file_names;
    if (!statement->name)
        return;
    size_t length = strlen(statement->name);
    if (statement->kind >= STATEMENT_SUBROUTINE)
        names_note(names, statement->name, length, NAME_IS_PROCEDURE);
    if (statement->kind == STATEMENT_SUBMODULE)
        unit->names->open = true;
    if (statement->kind == STATEMENT_MODULE_PROCEDURE ||
        (statement->routine_flags & ROUTINE_SEPARATE))
        unit->names->open = true;
    if (statement->kind == STATEMENT_SUBROUTINE || statement->kind == STATEMENT_FUNCTION)
        declare_arguments(unit->names, normal, statement->name);
    if (statement->kind == STATEMENT_FUNCTION)
        declare_result(unit->names, normal, statement->name);
}
