/* parse.c: reads one C file: parses it with libclang, and collects facts about its text that
 * libclang does not give. */
#include "instrument/c/unit.h"
#include "util/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_text(struct unit *unit, const char *path, struct error *error)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_errno(error, "cannot read %s", path);
    struct buffer buffer = {0};
    char block[65536];
    size_t got;
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        buffer_add_bytes(&buffer, block, got);
    bool failed = ferror(file);
    fclose(file);
    unit->size = buffer.used;
    unit->text = buffer_take(&buffer);
    lex_spell_braces(unit->text, unit->size);
    return !failed || error_errno(error, "cannot read %s", path);
}

/* True for errors of libclang that do not matter here: gcc's attribute `malloc` with the name of a
 * deallocator, and a variant function of clang's omp.h without -fopenmp. */
static bool is_harmless(const char *message)
{
    static const char *const harmless[] = {
        "'__malloc__' attribute takes no arguments", "'malloc' attribute takes no arguments",
        "static declaration of 'omp_is_initial_device' follows non-static declaration"};
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++) {
        if (!strcmp(message, harmless[i]))
            return true;
    }
    return false;
}

/* False if the file has an error; `error` is set to the first one, with its line. */
static bool check_diagnostics(struct unit *unit, struct error *error)
{
    unsigned count = clang_getNumDiagnostics(unit->tu);
    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit->tu, i);
        CXString text = clang_getDiagnosticSpelling(diagnostic);
        bool bad = clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error &&
                   !is_harmless(clang_getCString(text));
        if (bad) {
            unsigned line;
            clang_getPresumedLocation(clang_getDiagnosticLocation(diagnostic), NULL, &line, NULL);
            error_set(error, "line %u: %s", line, clang_getCString(text));
        }
        clang_disposeString(text);
        clang_disposeDiagnostic(diagnostic);
        if (bad)
            return false;
    }
    return true;
}

static int compare_spans(const void *left, const void *right)
{
    const struct lex_span *a = left, *b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->end > b->end ? -1 : a->end < b->end;
}

/* The expansions while they are collected, with the room of the list. */
struct collecting {
    struct unit *unit;
    size_t room;
};

static enum CXChildVisitResult collect_expansion(CXCursor cursor, CXCursor parent,
                                                 CXClientData data)
{
    (void)parent;
    struct collecting *collecting = data;
    struct unit *unit = collecting->unit;
    if (clang_getCursorKind(cursor) != CXCursor_MacroExpansion)
        return CXChildVisit_Continue;
    CXSourceRange extent = clang_getCursorExtent(cursor);
    CXFile file;
    unsigned start, end;
    clang_getExpansionLocation(clang_getRangeStart(extent), &file, NULL, NULL, &start);
    if (!file || !clang_File_isEqual(file, unit->file))
        return CXChildVisit_Continue;
    clang_getExpansionLocation(clang_getRangeEnd(extent), &file, NULL, NULL, &end);
    unit->expansions = memory_grow(unit->expansions, &collecting->room, unit->expansion_count + 1,
                                   sizeof *unit->expansions);
    unit->expansions[unit->expansion_count++] = (struct lex_span){start, end};
    return CXChildVisit_Continue;
}

/* Lists the macro invocations of the file: outermost ones only, sorted. */
static void collect_expansions(struct unit *unit)
{
    struct collecting collecting = {unit, 0};
    clang_visitChildren(clang_getTranslationUnitCursor(unit->tu), collect_expansion, &collecting);
    if (!unit->expansion_count)
        return;
    qsort(unit->expansions, unit->expansion_count, sizeof *unit->expansions, compare_spans);
    size_t kept = 1;
    for (size_t i = 1; i < unit->expansion_count; i++) {
        if (unit->expansions[i].start >= unit->expansions[kept - 1].end)
            unit->expansions[kept++] = unit->expansions[i];
    }
    unit->expansion_count = kept;
}

static void notice_inclusion(CXFile file, CXSourceLocation *stack, unsigned depth,
                             CXClientData data)
{
    (void)stack;
    struct unit *unit = data;
    if (depth > 0 && clang_File_isEqual(file, unit->file))
        unit->includes_itself = true;
}

/* Reads the tokens, except for those in text that libclang skips. */
static void read_tokens(struct unit *unit)
{
    CXSourceRangeList *ranges = clang_getSkippedRanges(unit->tu, unit->file);
    struct lex_span *skipped = memory_zeroed(ranges ? ranges->count : 0, sizeof *skipped);
    size_t count = 0;
    for (unsigned i = 0; ranges && i < ranges->count; i++) {
        unsigned start, end;
        clang_getExpansionLocation(clang_getRangeStart(ranges->ranges[i]), NULL, NULL, NULL,
                                   &start);
        clang_getExpansionLocation(clang_getRangeEnd(ranges->ranges[i]), NULL, NULL, NULL, &end);
        const char *line = memchr(unit->text + start, '\n', unit->size - start);
        size_t from = line ? (size_t)(line - unit->text) : unit->size;
        /* libclang's range ends behind the # of the next directive. */
        size_t to = end;
        while (to > from && unit->text[to - 1] != '\n')
            to--;
        if (to > from)
            skipped[count++] = (struct lex_span){from, to};
    }
    if (count)
        qsort(skipped, count, sizeof *skipped, compare_spans);
    lex_read(&unit->lex, unit->text, unit->size, skipped, count);
    unit->skipped = skipped;
    unit->skipped_count = count;
    if (ranges)
        clang_disposeSourceRangeList(ranges);
}

/* Lists the operands that are not evaluated; for _Generic, that is only the first one. */
static void collect_unevaluated(struct unit *unit)
{
    static const char *const words[] = {
        "typeof",   "__typeof__",    "__typeof",           "sizeof",
        "_Alignof", "__alignof__",   "__alignof",          "__attribute__",
        "_Generic", "__attribute",   "_Static_assert",     "__builtin_constant_p",
        "_Alignas", "static_assert", "__builtin_offsetof", "__builtin_types_compatible_p",
        "alignof"};
    const struct lex *lex = &unit->lex;
    size_t room = 0;
    for (size_t i = 0; i + 1 < lex->count; i++) {
        if (lex->tokens[i].kind != LEX_WORD || !lex_is(lex, i + 1, "("))
            continue;
        for (size_t w = 0; w < sizeof words / sizeof words[0]; w++) {
            if (!lex_is(lex, i, words[w]))
                continue;
            size_t end = lex_closing(lex, i + 1);
            size_t stop = end < lex->count ? lex->tokens[end].end : unit->size;
            if (!strcmp(words[w], "_Generic")) {
                size_t depth = 0;
                for (size_t t = i + 1; t < end; t++) {
                    if (lex_is(lex, t, "(") || lex_is(lex, t, "{") || lex_is(lex, t, "["))
                        depth++;
                    else if (lex_is(lex, t, ")") || lex_is(lex, t, "}") || lex_is(lex, t, "]"))
                        depth--;
                    else if (depth == 1 && lex_is(lex, t, ",")) {
                        stop = lex->tokens[t].start;
                        break;
                    }
                }
            }
            unit->unevaluated = memory_grow(unit->unevaluated, &room, unit->unevaluated_count + 1,
                                            sizeof *unit->unevaluated);
            unit->unevaluated[unit->unevaluated_count++] =
                (struct lex_span){lex->tokens[i].start, stop};
            break;
        }
    }
}

/* Blanks out, in `seen`, a piece of GNU C that libclang rejects, if the diagnostic is about one:
 * `auto` before a function, or the body of a nested function. True if something was blanked out. */
static bool take_out(struct unit *unit, char *seen, CXDiagnostic diagnostic)
{
    CXFile file;
    unsigned offset;
    clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &file, NULL, NULL, &offset);
    if (!file || !clang_File_isEqual(file, unit->file) || offset >= unit->size)
        return false;
    CXString text = clang_getDiagnosticSpelling(diagnostic);
    bool is_auto = !strcmp(clang_getCString(text), "illegal storage class on function") &&
                   !strncmp(seen + offset, "auto", 4);
    bool is_nested = !strcmp(clang_getCString(text), "function definition is not allowed here") &&
                     seen[offset] == '{';
    clang_disposeString(text);
    if (is_auto)
        memset(seen + offset, ' ', 4);
    if (!is_nested)
        return is_auto;
    struct lex lex = {0};
    lex_read(&lex, unit->text, unit->size, NULL, 0);
    size_t last = lex_closing(&lex, lex_at(&lex, offset));
    size_t end = last < lex.count ? lex.tokens[last].end : 0;
    lex_free(&lex);
    for (size_t i = offset; i < end; i++)
        seen[i] = seen[i] == '\n' ? '\n' : ' ';
    if (end) {
        seen[offset] = ';';
        unit->nested = memory_grow(unit->nested, &unit->nested_room, unit->nested_count + 1,
                                   sizeof *unit->nested);
        unit->nested[unit->nested_count++] = (struct lex_span){offset, end};
    }
    return end != 0;
}

/* Parses the file or, unless it is NULL, `seen` instead. False if libclang rejects the options. */
static bool parse(struct unit *unit, const struct instrument_request *request, const char *seen)
{
    struct CXUnsavedFile files[2];
    unsigned count = 0;
    if (request->header_path)
        files[count++] = (struct CXUnsavedFile){request->header_path, request->header_text,
                                                strlen(request->header_text)};
    if (seen)
        files[count++] = (struct CXUnsavedFile){request->path, seen, unit->size};
    return clang_parseTranslationUnit2(
               unit->index, request->path, request->arguments, request->argument_count, files,
               count, CXTranslationUnit_DetailedPreprocessingRecord, &unit->tu) == CXError_Success;
}

/* Parses again without GNU C that libclang rejects, until no error is left. False if one stays. */
static bool parse_without_nested(struct unit *unit, const struct instrument_request *request)
{
    char *seen = memory_zeroed(unit->size + 1, 1);
    memcpy(seen, unit->text, unit->size);
    struct error ignored;
    bool good = false, changed = true;
    while (!good && changed) {
        changed = false;
        unit->file = clang_getFile(unit->tu, request->path);
        for (unsigned i = 0; i < clang_getNumDiagnostics(unit->tu); i++) {
            CXDiagnostic diagnostic = clang_getDiagnostic(unit->tu, i);
            changed = take_out(unit, seen, diagnostic) || changed;
            clang_disposeDiagnostic(diagnostic);
        }
        if (changed) {
            clang_disposeTranslationUnit(unit->tu);
            unit->tu = NULL;
            if (!parse(unit, request, seen))
                break;
            good = check_diagnostics(unit, &ignored);
        }
    }
    free(seen);
    return good;
}

/* True if the last option for the language version is one of C89. */
static bool asks_for_c89(const char *const *arguments, int count)
{
    static const char *const names[] = {
        "-std=c89",   "-std=gnu89",        "-std=c90",           "-ansi",
        "-std=gnu90", "-std=iso9899:1990", "-std=iso9899:199409"};
    bool found = false;
    for (int i = 0; i < count; i++) {
        if (!strncmp(arguments[i], "-std=", 5))
            found = false;
        for (size_t n = 0; n < sizeof names / sizeof names[0]; n++)
            found = found || !strcmp(arguments[i], names[n]);
    }
    return found;
}

bool unit_open(struct unit *unit, const struct instrument_request *request, struct error *error)
{
    if (!read_text(unit, request->path, error) || !libclang_load(error))
        return false;
    unit->is_c89 = asks_for_c89(request->arguments, request->argument_count);
    unit->index = clang_createIndex(0, 0);
    if (!parse(unit, request, NULL))
        return error_set(error, "libclang does not accept the compiler's options");
    if (!check_diagnostics(unit, error) && !parse_without_nested(unit, request))
        return false;
    unit->file = clang_getFile(unit->tu, request->path);
    if (!unit->file)
        return error_set(error, "libclang does not know the file %s", request->path);
    clang_getInclusions(unit->tu, notice_inclusion, unit);
    collect_expansions(unit);
    unit_pragma_macros_find(unit);
    read_tokens(unit);
    collect_unevaluated(unit);
    return true;
}

void unit_close(struct unit *unit)
{
    if (unit->tu)
        clang_disposeTranslationUnit(unit->tu);
    if (unit->index)
        clang_disposeIndex(unit->index);
    lex_free(&unit->lex);
    free(unit->expansions);
    unit_pragma_macros_free(unit);
    free(unit->nested);
    free(unit->forking);
    free(unit->left);
    free(unit->unevaluated);
    free(unit->skipped);
    free(unit->text);
    instrument_plan_free(&unit->plan);
    *unit = (struct unit){0};
}

const struct lex_span *unit_expansion(const struct unit *unit, size_t offset)
{
    size_t low = 0, high = unit->expansion_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (unit->expansions[middle].end <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < unit->expansion_count && unit->expansions[low].start <= offset)
        return &unit->expansions[low];
    return NULL;
}

bool unit_unevaluated(const struct unit *unit, size_t offset)
{
    for (size_t i = 0; i < unit->unevaluated_count && unit->unevaluated[i].start <= offset; i++) {
        if (offset < unit->unevaluated[i].end)
            return true;
    }
    return false;
}

unsigned unit_line(const struct unit *unit, size_t offset, char **file)
{
    assert(offset <= unit->size);
    CXSourceLocation location = clang_getLocationForOffset(unit->tu, unit->file, (unsigned)offset);
    CXString name;
    unsigned line;
    clang_getPresumedLocation(location, file ? &name : NULL, &line, NULL);
    if (file) {
        const char *text = clang_getCString(name);
        *file = memory_string(text && strcmp(text, unit->path) != 0 ? text : unit->shown);
        clang_disposeString(name);
    }
    return line;
}
