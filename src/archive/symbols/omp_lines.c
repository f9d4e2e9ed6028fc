/* omp_lines.c: see omp_lines.h */
#include "archive/symbols/omp_lines.h"

#include "archive/symbols/omp_choice.h"
#include "archive/symbols/omp_texts.h"
#include "util/interned.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

struct omp_sources {
    struct omp_files *files;
    struct interned *begun;      /* calls that began a construct: struct begun */
    struct omp_line *begun_line; /* by number of these */
    size_t begun_room;
};

struct begun {
    const struct module *module;
    uint64_t at;
};

struct omp_sources *omp_sources_new(void)
{
    struct omp_sources *sources = memory_zeroed(1, sizeof *sources);
    sources->files = omp_files_new();
    sources->begun = interned_new();
    return sources;
}

void omp_sources_free(struct omp_sources *sources)
{
    if (!sources)
        return;
    omp_files_free(sources->files);
    interned_free(sources->begun);
    free(sources->begun_line);
    free(sources);
}

/* Finds the construct of a barrier at the address of the call that began it. */
static bool find_begun(const struct omp_sources *sources, const struct module *module, uint64_t at,
                       const char *name, struct omp_line *found)
{
    struct begun begun = {module, at};
    uint32_t number = interned_find(sources->begun, &begun, sizeof begun);
    if (strcmp(name, "implicit barrier") != 0 || number == UINT32_MAX)
        return false;
    *found = sources->begun_line[number];
    return true;
}

/* Keeps the construct of a call that begins a loop or sections: the barrier at their end may have
 * the address of this call. */
static void keep_begun(struct omp_sources *sources, const struct module *module, uint64_t at,
                       const char *name, const struct omp_line *found)
{
    struct begun begun = {module, at};
    if (!(omp_choice_kinds_begun(name) & (OMP_LOOP | OMP_SECTIONS)))
        return;
    uint32_t number = interned_add(sources->begun, &begun, sizeof begun);
    sources->begun_line = memory_grow(sources->begun_line, &sources->begun_room, (size_t)number + 1,
                                      sizeof *sources->begun_line);
    sources->begun_line[number] = *found;
}

bool omp_line_find(struct omp_sources *sources, const struct module *module,
                   const struct archive_symbols_unit *unit, uint64_t at, const char *name,
                   uint64_t newest, struct omp_line *found)
{
    if (!omp_choice_kinds(name) || !(unit->head->flags & FORMAT_SYMBOLS_GNU))
        return false;
    if (find_begun(sources, module, at, name, found))
        return true;
    struct omp_text text = omp_text_find(sources->files, module, unit, at, name, newest);
    if (!text.is_found)
        return false;
    struct omp_near near = omp_near_find(module, unit, at, &text.range);
    const struct omp_directive *directive = omp_choice(text.directives, &text.range, name, near);
    if (!directive)
        return false;
    *found = (struct omp_line){
        .file = text.range.file,
        .line = directive->line,
        .routine = text.routine,
        .is_implicit = !strcmp(name, "omp barrier") && !(directive->kinds & OMP_BARRIER),
    };
    keep_begun(sources, module, at, name, found);
    return true;
}

bool omp_line_find_shared(struct omp_sources *sources, const struct archive_symbols_unit *unit,
                          uint64_t at, const char *name, uint64_t newest, struct omp_line *found)
{
    unsigned kinds = omp_choice_kinds(name) & (OMP_LOOP | OMP_SECTIONS);
    if (!kinds || !(unit->head->flags & FORMAT_SYMBOLS_GNU))
        return false;
    struct omp_text text = omp_text_of_function(sources->files, unit, at, kinds, newest);
    for (size_t i = 0; text.is_found && i < text.directives->count; i++) {
        const struct omp_directive *directive = &text.directives->all[i];
        if (!omp_directive_is_in(directive, &text.range, kinds))
            continue;
        *found = (struct omp_line){text.range.file, directive->line, text.routine, false};
        return true;
    }
    return false;
}
