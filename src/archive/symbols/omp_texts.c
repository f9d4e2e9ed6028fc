/* omp_texts.c: see omp_texts.h */
#include "archive/symbols/omp_texts.h"

#include "archive/symbols/omp_choice.h"

#include <string.h>

/* Finds the routine that contains a line of a file: it ends before the next one begins. */
static struct omp_text text_of(const struct archive_symbols_unit *unit, uint32_t file,
                               uint32_t line)
{
    struct omp_text text = {.range = {.file = file, .last = UINT32_MAX}};
    for (uint32_t i = 0; i < unit->head->routines; i++) {
        const struct format_symbols_routine *routine = &unit->routines[i];
        if (!routine->is_listed || routine->file != file || !routine->line)
            continue;
        if (routine->line > line && routine->line <= text.range.last)
            text.range.last = routine->line - 1;
        if (routine->line <= line && routine->line >= text.range.first) {
            text.range.first = routine->line;
            text.routine = i;
            text.is_found = true;
        }
    }
    return text;
}

/* Restricts a text to the construct of which gcc made the function around an address: its code
 * begins at the line of the directive. The directive itself may begin a construct of another kind,
 * too. False if it is no such function, or made of another text. */
static bool restrict_text(struct omp_text *text, const struct archive_symbols_unit *unit,
                          uint64_t pc, unsigned kinds)
{
    struct source_line line;
    if (!source_line_of_entry(unit, pc, &line) || line.file != text->range.file ||
        line.line < text->range.first || line.line > text->range.last)
        return false;
    for (size_t i = 0; i < text->directives->count; i++) {
        const struct omp_directive *directive = &text->directives->all[i];
        bool is_own = directive->kinds & kinds & OMP_OUTLINED;
        if (!(directive->kinds & OMP_OUTLINED) || !directive->end ||
            !omp_directive_has(directive, line.line))
            continue;
        text->range.first = is_own ? directive->last + 1 : directive->first;
        text->range.last = directive->end;
        return true;
    }
    return false;
}

static bool has_any(const struct omp_text *text, unsigned kinds)
{
    for (size_t i = 0; i < text->directives->count; i++) {
        if (omp_directive_is_in(&text->directives->all[i], &text->range, kinds))
            return true;
    }
    return false;
}

/* Finds the innermost function around an address that has such a directive, among the inlined ones
 * and the one that contains them. */
static struct omp_text text_around(struct omp_files *files, const struct archive_symbols_unit *unit,
                                   uint64_t pc, const char *name, uint64_t newest)
{
    uint32_t number = archive_symbols_unit_scope(unit, pc);
    for (; number != FORMAT_SYMBOLS_NONE; number = unit->scopes[number].parent) {
        const struct format_symbols_routine *routine =
            &unit->routines[unit->routines[unit->scopes[number].routine].host];
        if (source_line_is_ours(unit, routine->file))
            continue;
        struct omp_text text = text_of(unit, routine->file, routine->line);
        text.directives = omp_files_directives(files, unit, routine->file, newest);
        if (unit->scopes[number].parent == FORMAT_SYMBOLS_NONE)
            restrict_text(&text, unit, pc, omp_choice_kinds(name));
        if (text.is_found && has_any(&text, omp_choice_kinds_around(name)))
            return text;
    }
    return (struct omp_text){.is_found = false};
}

static uint32_t outermost(const struct archive_symbols_unit *unit, uint32_t scope)
{
    while (scope != FORMAT_SYMBOLS_NONE && unit->scopes[scope].parent != FORMAT_SYMBOLS_NONE)
        scope = unit->scopes[scope].parent;
    return scope;
}

/* True if a scope is an inlined instance of a routine, or in one. */
static bool is_instance(const struct archive_symbols_unit *unit, uint32_t scope, uint32_t routine)
{
    for (; scope != FORMAT_SYMBOLS_NONE; scope = unit->scopes[scope].parent) {
        if (unit->routines[unit->scopes[scope].routine].host == routine)
            return true;
    }
    return false;
}

/* True if a call with the line of a routine that was inlined may have been inlined with it,
 * although gcc lost that: the call follows its code, without another call in between. */
static bool follows(const struct module *module, const struct archive_symbols_unit *unit,
                    uint64_t at, uint32_t routine)
{
    size_t behind = archive_symbols_unit_stretches_until(unit, at - 1);
    uint32_t function = outermost(unit, archive_symbols_unit_scope(unit, at - 1));
    struct omp_near near = {0};
    for (size_t i = behind; i-- > 0; behind = i) {
        uint32_t scope = unit->stretches[i].scope;
        if (is_instance(unit, scope, routine))
            break;
        if (!i || outermost(unit, scope) != function)
            return true; /* it has no instance here: the line is all that is known */
    }
    if (behind < unit->head->stretches && unit->stretches[behind].start < at)
        omp_near_count_calls(&near, module, unit->stretches[behind].start, at);
    return !near.calls;
}

/* True if a construct's call has the line of a directive, or of the loop below it. */
static bool is_certain(const struct omp_text *text, const struct source_line *line, unsigned kinds)
{
    for (size_t i = 0; text->is_found && i < text->directives->count; i++) {
        const struct omp_directive *directive = &text->directives->all[i];
        if (omp_directive_is_in(directive, &text->range, kinds) && line->file == text->range.file &&
            line->line >= directive->first && line->line <= directive->last + 1)
            return true;
    }
    return false;
}

/* Finds the innermost inlined routine at an address that has such a directive. */
static struct omp_text text_inlined(struct omp_files *files,
                                    const struct archive_symbols_unit *unit, uint64_t pc,
                                    unsigned kinds, uint64_t newest)
{
    uint32_t number = archive_symbols_unit_scope(unit, pc);
    for (; number != outermost(unit, number); number = unit->scopes[number].parent) {
        const struct format_symbols_routine *routine =
            &unit->routines[unit->routines[unit->scopes[number].routine].host];
        if (source_line_is_ours(unit, routine->file))
            continue;
        struct omp_text text = text_of(unit, routine->file, routine->line);
        text.directives = omp_files_directives(files, unit, routine->file, newest);
        if (text.is_found && has_any(&text, kinds))
            return text;
    }
    return (struct omp_text){.is_found = false};
}

/* Finds the text of a construct that was inlined and whose beginning has the line of code before
 * it: the code behind the call is in the construct. If the text `around` the call has such a
 * directive, too, the very next line tells. */
static struct omp_text text_behind(struct omp_files *files, const struct archive_symbols_unit *unit,
                                   uint64_t pc, unsigned kinds, const struct omp_text *around,
                                   uint64_t newest)
{
    struct omp_text text = {.is_found = false};
    size_t i = archive_symbols_unit_rows_until(unit, pc);
    const struct format_symbols_row *row = i ? &unit->rows[i - 1] : NULL;
    uint32_t function = outermost(unit, archive_symbols_unit_scope(unit, pc));
    for (; row && i < unit->head->rows && unit->rows[i].line && !text.is_found; i++) {
        const struct format_symbols_row *next = &unit->rows[i];
        if ((next->file == row->file && next->line == row->line) ||
            source_line_is_ours(unit, next->file))
            continue;
        if (outermost(unit, archive_symbols_unit_scope(unit, next->address)) != function)
            break;
        text = text_inlined(files, unit, next->address, kinds, newest);
        if (around->is_found)
            break;
    }
    return text;
}

struct omp_text omp_text_find(struct omp_files *files, const struct module *module,
                              const struct archive_symbols_unit *unit, uint64_t at,
                              const char *name, uint64_t newest)
{
    uint64_t pc = at - 1;
    struct omp_text around = text_around(files, unit, pc, name, newest);
    struct source_line line = {0};
    unsigned kinds = omp_choice_kinds_begun(name);
    bool has_line = source_line_find(unit, pc, &line);
    if (kinds && !is_certain(&around, &line, kinds)) {
        struct omp_text behind = text_behind(files, unit, pc, kinds, &around, newest);
        if (behind.is_found)
            return behind;
    }
    if (!has_line || (around.is_found && line.file != around.range.file))
        return around;
    struct omp_text text = text_of(unit, line.file, line.line);
    text.directives = omp_files_directives(files, unit, line.file, newest);
    restrict_text(&text, unit, pc, omp_choice_kinds(name));
    bool is_other = text.is_found && (!around.is_found || text.routine != around.routine);
    return is_other && has_any(&text, omp_choice_kinds_around(name)) &&
                   (!around.is_found || follows(module, unit, at, text.routine))
               ? text
               : around;
}

struct omp_text omp_text_of_function(struct omp_files *files,
                                     const struct archive_symbols_unit *unit, uint64_t at,
                                     unsigned kinds, uint64_t newest)
{
    struct source_line line;
    if (!source_line_of_entry(unit, at, &line))
        return (struct omp_text){.is_found = false};
    struct omp_text text = text_of(unit, line.file, line.line);
    text.directives = omp_files_directives(files, unit, line.file, newest);
    text.is_found = text.is_found && restrict_text(&text, unit, at, kinds);
    return text;
}
