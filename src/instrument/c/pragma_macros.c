/* pragma_macros.c: finds macro invocations that make a pragma: OMP_FOR(x) for _Pragma("omp for").
 *
 * libclang lists the definitions of macros, and their invocations outside of other macros. So a
 * macro makes a pragma if its definition has _Pragma, or the name of another one that does. The
 * words of the pragma are those of the definitions and of the arguments. */
#include "instrument/c/libclang.h"
#include "instrument/c/unit.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* The text of a macro's definition. */
struct definition {
    const char *text;
    size_t size;
};

/* A macro that makes a pragma. */
struct maker {
    CXString name;
    struct definition definition;
};

struct search {
    struct unit *unit;
    struct maker *makers;
    size_t count, room;
};

static struct definition read_definition(const struct unit *unit, CXCursor cursor)
{
    CXFile file;
    unsigned start, end;
    size_t all = 0;
    CXSourceRange extent = clang_getCursorExtent(cursor);
    clang_getExpansionLocation(clang_getRangeStart(extent), &file, NULL, NULL, &start);
    clang_getExpansionLocation(clang_getRangeEnd(extent), NULL, NULL, NULL, &end);
    const char *text = file ? clang_getFileContents(unit->tu, file, &all) : NULL;
    if (!text || start >= end || end > all)
        return (struct definition){0};
    return (struct definition){text + start, end - start};
}

static bool is_maker(const struct search *search, const char *name)
{
    for (size_t i = 0; i < search->count; i++) {
        if (!strcmp(clang_getCString(search->makers[i].name), name))
            return true;
    }
    return false;
}

/* True if the definition has _Pragma, or names a macro that makes a pragma. */
static bool makes_pragma(const struct search *search, struct definition definition)
{
    if (!definition.text)
        return false;
    if (lex_find_word(definition.text, definition.size, "_Pragma"))
        return true;
    for (size_t i = 0; i < search->count; i++) {
        if (lex_find_word(definition.text, definition.size,
                          clang_getCString(search->makers[i].name)))
            return true;
    }
    return false;
}

static enum CXChildVisitResult add_maker(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct search *search = data;
    if (clang_getCursorKind(cursor) != CXCursor_MacroDefinition)
        return CXChildVisit_Continue;
    struct definition definition = read_definition(search->unit, cursor);
    if (!makes_pragma(search, definition))
        return CXChildVisit_Continue;
    CXString name = clang_getCursorSpelling(cursor);
    if (is_maker(search, clang_getCString(name))) {
        clang_disposeString(name);
        return CXChildVisit_Continue;
    }
    search->makers =
        memory_grow(search->makers, &search->room, search->count + 1, sizeof *search->makers);
    search->makers[search->count++] = (struct maker){name, definition};
    return CXChildVisit_Continue;
}

/* Writes the definition of the macro and of all those that it names, the outermost first: a macro
 * comes behind those that it names in the list of makers. */
static void write_definitions(const struct search *search, struct definition definition,
                              struct buffer *to)
{
    buffer_printf(to, "%.*s ", (int)definition.size, definition.text);
    for (size_t i = search->count; i-- > 0;) {
        const struct maker *maker = &search->makers[i];
        if (maker->definition.text != definition.text &&
            lex_find_word(to->text, to->used, clang_getCString(maker->name)))
            buffer_printf(to, "%.*s ", (int)maker->definition.size, maker->definition.text);
    }
}

/* Writes the text of the pragma: its words as they stand before the first bracket of a directive,
 * and all of them as they are, for its clauses. */
static void write_text(const struct search *search, struct definition definition,
                       struct lex_span span, struct buffer *to)
{
    const char *invocation = search->unit->text + span.start, *end = search->unit->text + span.end;
    const char *arguments = memchr(invocation, '(', span.end - span.start);
    arguments = arguments ? arguments + 1 : end;
    const char *clause = memchr(arguments, '(', (size_t)(end - arguments));
    struct buffer all = {0};
    write_definitions(search, definition, &all);
    if (lex_find_word(all.text, all.used, "omp"))
        buffer_add(to, "omp ");
    size_t words = to->used;
    buffer_add(to, all.text);
    for (char *at = to->text + words; *at; at++)
        *at = *at == '(' ? ' ' : *at;
    buffer_printf(to, "%.*s (%s%.*s", (int)((clause ? clause : end) - arguments), arguments,
                  all.text, (int)(end - arguments), arguments);
    buffer_free(&all);
}

static enum CXChildVisitResult add_invocation(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct search *search = data;
    struct unit *unit = search->unit;
    if (clang_getCursorKind(cursor) != CXCursor_MacroExpansion)
        return CXChildVisit_Continue;
    CXFile file;
    unsigned start, end;
    CXSourceRange extent = clang_getCursorExtent(cursor);
    clang_getExpansionLocation(clang_getRangeStart(extent), &file, NULL, NULL, &start);
    clang_getExpansionLocation(clang_getRangeEnd(extent), NULL, NULL, NULL, &end);
    CXCursor macro = clang_getCursorReferenced(cursor);
    if (!file || !clang_File_isEqual(file, unit->file) || start >= end || end > unit->size ||
        clang_Cursor_isNull(macro))
        return CXChildVisit_Continue;
    struct definition definition = read_definition(unit, macro);
    if (!makes_pragma(search, definition))
        return CXChildVisit_Continue;
    unit->pragma_macros = memory_grow(unit->pragma_macros, &unit->pragma_macro_room,
                                      unit->pragma_macro_count + 1, sizeof *unit->pragma_macros);
    struct pragma_macro *found = &unit->pragma_macros[unit->pragma_macro_count++];
    *found = (struct pragma_macro){.span = {start, end}};
    write_text(search, definition, found->span, &found->text);
    return CXChildVisit_Continue;
}

void unit_pragma_macros_find(struct unit *unit)
{
    CXCursor whole = clang_getTranslationUnitCursor(unit->tu);
    struct search search = {.unit = unit};
    size_t before;
    do {
        before = search.count;
        clang_visitChildren(whole, add_maker, &search);
    } while (search.count > before);
    if (search.count)
        clang_visitChildren(whole, add_invocation, &search);
    for (size_t i = 0; i < search.count; i++)
        clang_disposeString(search.makers[i].name);
    free(search.makers);
}

void unit_pragma_macros_free(struct unit *unit)
{
    for (size_t i = 0; i < unit->pragma_macro_count; i++)
        buffer_free(&unit->pragma_macros[i].text);
    free(unit->pragma_macros);
}

const struct pragma_macro *unit_pragma_macro(const struct unit *unit, size_t end)
{
    for (size_t i = 0; i < unit->pragma_macro_count; i++) {
        if (unit->pragma_macros[i].span.end == end)
            return &unit->pragma_macros[i];
    }
    return NULL;
}
