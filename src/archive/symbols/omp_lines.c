/* omp_lines.c: see omp_lines.h */
#include "archive/symbols/omp_lines.h"

#include "archive/symbols/omp_directives.h"
#include "archive/symbols/source_line.h"
#include "util/interned.h"
#include "util/memory.h"

#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGEST ((off_t)16 << 20) /* limit of a source file, in bytes */

enum {
    BY_BARRIER = OMP_LOOP | OMP_SINGLE, /* constructs whose end may be only a call of a barrier */
    OUTLINED = OMP_PARALLEL | OMP_TASK, /* constructs that become functions */
};

struct omp_sources {
    struct interned *paths;
    struct omp_directives **files; /* by path */
    size_t room;
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
    sources->paths = interned_new();
    sources->begun = interned_new();
    return sources;
}

void omp_sources_free(struct omp_sources *sources)
{
    if (!sources)
        return;
    for (uint32_t i = 0; i < interned_count(sources->paths); i++)
        omp_directives_free(sources->files[i]);
    for (uint32_t i = 0; i < interned_count(sources->paths); i++)
        free(sources->files[i]);
    free(sources->files);
    interned_free(sources->paths);
    interned_free(sources->begun);
    free(sources->begun_line);
    free(sources);
}

static bool is_unchanged(const struct stat *facts, uint64_t newest)
{
    uint64_t seconds = facts->st_mtim.tv_sec > 0 ? (uint64_t)facts->st_mtim.tv_sec : 0;
    return seconds * 1000000000 + (uint64_t)facts->st_mtim.tv_nsec <= newest;
}

static void read_file(const char *path, uint64_t newest, struct omp_directives *directives)
{
    struct stat facts;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return;
    if (!fstat(fd, &facts) && S_ISREG(facts.st_mode) && facts.st_size <= LARGEST &&
        is_unchanged(&facts, newest)) {
        char *text = memory_zeroed((size_t)facts.st_size + 1, 1);
        ssize_t size = pread(fd, text, (size_t)facts.st_size, 0);
        if (size > 0)
            omp_directives_read(directives, text, (size_t)size);
        free(text);
    }
    close(fd);
}

/* Returns the path of a file, which may be relative to where the compiler ran. The caller frees
 * it. */
static char *absolute(const struct archive_symbols_unit *unit, uint32_t file)
{
    const char *path = archive_symbols_unit_file(unit, file);
    const char *dir = archive_symbols_unit_text(unit, unit->head->dir);
    return *path == '/' || !*dir ? memory_string(path) : memory_printf("%s/%s", dir, path);
}

static const struct omp_directives *directives_of(struct omp_sources *sources,
                                                  const struct archive_symbols_unit *unit,
                                                  uint32_t file, uint64_t newest)
{
    char *path = absolute(unit, file);
    uint32_t before = interned_count(sources->paths);
    uint32_t number = interned_add_text(sources->paths, path);
    if (number == before) {
        sources->files =
            memory_grow(sources->files, &sources->room, (size_t)number + 1, sizeof *sources->files);
        sources->files[number] = memory_zeroed(1, sizeof **sources->files);
        read_file(path, newest, sources->files[number]);
    }
    free(path);
    return sources->files[number];
}

/* Returns the directives (enum omp_directive_kind) that a construct's name may mean; 0: unknown
 * name. */
static unsigned kinds_of(const char *name)
{
    static const struct {
        const char *name;
        unsigned kinds;
    } known[] = {{"omp parallel", OMP_PARALLEL},
                 {"implicit task", OMP_PARALLEL},
                 {"end of parallel", OMP_PARALLEL},
                 {"omp task", OMP_TASK},
                 {"implicit barrier", OMP_LOOP | OMP_SECTIONS | OMP_SINGLE},
                 {"omp barrier", OMP_BARRIER},
                 {"omp for", OMP_LOOP},
                 {"omp sections", OMP_SECTIONS},
                 {"omp single", OMP_SINGLE},
                 {"omp single (of another thread)", OMP_SINGLE},
                 {"omp ordered", OMP_ORDERED},
                 {"omp end ordered", OMP_ORDERED},
                 {"omp critical", OMP_CRITICAL},
                 {"omp end critical", OMP_CRITICAL}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (!strcmp(known[i].name, name))
            return known[i].kinds;
    }
    return 0;
}

/* The lines of a routine, or of a construct in it. */
struct text {
    struct source_range range;
    const struct omp_directives *directives; /* of its file */
    uint32_t routine;
    bool is_found;
};

/* Finds the routine that contains a line of a file: it ends before the next one begins. */
static struct text text_of(const struct archive_symbols_unit *unit, uint32_t file, uint32_t line)
{
    struct text text = {.range = {.file = file, .last = UINT32_MAX}};
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

static bool has(const struct omp_directive *directive, uint32_t line)
{
    return line >= directive->first && line <= directive->last;
}

/* Restricts a text to the construct of which gcc made the function around an address: its code
 * begins at the line of the directive. The directive itself may begin a construct of another kind,
 * too. False if it is no such function, or made of another text. */
static bool restrict_text(struct text *text, const struct archive_symbols_unit *unit, uint64_t pc,
                          unsigned kinds)
{
    struct source_line line;
    if (!source_line_of_entry(unit, pc, &line) || line.file != text->range.file ||
        line.line < text->range.first || line.line > text->range.last)
        return false;
    for (size_t i = 0; i < text->directives->count; i++) {
        const struct omp_directive *directive = &text->directives->all[i];
        bool is_own = directive->kinds & kinds & OUTLINED;
        if (!(directive->kinds & OUTLINED) || !directive->end || !has(directive, line.line))
            continue;
        text->range.first = is_own ? directive->last + 1 : directive->first;
        text->range.last = directive->end;
        return true;
    }
    return false;
}

/* The surroundings of a call. */
struct near {
    uint32_t before, behind; /* lines of the routine's code before and behind it; 0: none */
    unsigned calls;          /* calls before it that follow code of the same line */
    unsigned earlier;        /* those of the same function alone */
};

static bool is_in(const struct omp_directive *directive, const struct source_range *range,
                  unsigned kinds)
{
    return directive->kinds & kinds && directive->first >= range->first &&
           directive->first <= range->last;
}

/* Chooses the directive of a call that begins a construct: code before the call is before the
 * directive, or is the head of a loop; code behind it is in the construct. Calls without code in
 * between are in the order of their directives. NULL: none. */
static const struct omp_directive *choose_begun(const struct omp_directives *directives,
                                                const struct source_range *range, unsigned kinds,
                                                struct near near)
{
    const struct omp_directive *earlier = NULL, *between = NULL, *later = NULL, *around = NULL;
    unsigned number = 0;
    for (size_t i = 0; i < directives->count; i++) {
        const struct omp_directive *directive = &directives->all[i];
        if (!is_in(directive, range, kinds))
            continue;
        bool is_head = near.before == directive->last + 1 && !near.calls;
        if (has(directive, near.before) || is_head)
            return directive;
        if (directive->first <= near.before && directive->end >= near.before &&
            directive->end >= near.behind && directive->first <= near.behind)
            around = directive;
        if (directive->first <= near.before)
            earlier = directive;
        else if (!later)
            later = directive;
        if (directive->first > near.before && directive->first <= near.behind &&
            number++ <= near.earlier)
            between = directive;
    }
    return between ? between : around ? around : later ? later : earlier;
}

/* True if a construct of one of these kinds ends with a barrier. */
static bool waits(const struct omp_directive *directive, unsigned kinds)
{
    return directive->kinds & OMP_WAITS && directive->kinds & kinds;
}

/* Returns the construct with this number, from 1, among those that begin between two lines; NULL:
 * none. */
static const struct omp_directive *begun_between(const struct omp_directives *directives,
                                                 unsigned kinds, uint32_t first, uint32_t last,
                                                 unsigned number)
{
    for (size_t i = 0; i < directives->count && number; i++) {
        const struct omp_directive *directive = &directives->all[i];
        bool is_between = waits(directive, kinds) && directive->end && directive->first > first &&
                          directive->first < last;
        if (is_between && --number == 0)
            return directive;
    }
    return NULL;
}

/* Chooses the directive of a call that ends a construct: code before the call is in the construct,
 * or, on a way that leaves it out, before it. NULL: none. */
static const struct omp_directive *choose_ended(const struct omp_directives *directives,
                                                const struct source_range *range, unsigned kinds,
                                                bool waiting, struct near near)
{
    const struct omp_directive *around = NULL, *earlier = NULL, *later = NULL;
    for (size_t i = 0; i < directives->count; i++) {
        const struct omp_directive *directive = &directives->all[i];
        if (!is_in(directive, range, kinds) || (waiting && !waits(directive, kinds)))
            continue;
        if (directive->first <= near.before && directive->end >= near.before)
            around = directive;
        if (directive->first <= near.before)
            earlier = directive;
        else if (!later)
            later = directive;
    }
    uint32_t last = near.behind >= near.before ? near.behind : range->last; /* or moved */
    const struct omp_directive *next =
        around ? begun_between(directives, kinds, around->end, near.behind, near.earlier)
               : begun_between(directives, kinds, near.before, last, near.earlier + 1);
    return next ? next : around ? around : earlier ? earlier : later;
}

/* Chooses the directive of a barrier: an explicit one, or the end of a construct. The latter may
 * have the line of a barrier before the construct, if all code in between was moved away: then it
 * is the second call with that line. */
static const struct omp_directive *choose_barrier(const struct omp_directives *directives,
                                                  const struct source_range *range,
                                                  struct near near)
{
    for (size_t i = 0; i < directives->count; i++) {
        const struct omp_directive *directive = &directives->all[i];
        if (!is_in(directive, range, OMP_BARRIER) || !has(directive, near.before))
            continue;
        uint32_t last = near.behind >= near.before ? near.behind : range->last; /* or moved */
        const struct omp_directive *next =
            begun_between(directives, BY_BARRIER, directive->last, last, near.earlier);
        return next ? next : directive;
    }
    return choose_ended(directives, range, BY_BARRIER, true, near);
}

static const struct omp_directive *choose(const struct omp_directives *directives,
                                          const struct source_range *range, const char *name,
                                          struct near near)
{
    unsigned kinds = kinds_of(name);
    if (kinds & OMP_BARRIER)
        return choose_barrier(directives, range, near);
    if (!strcmp(name, "implicit barrier"))
        return choose_ended(directives, range, kinds, true, near);
    return strncmp(name, "omp end ", 8) ? choose_begun(directives, range, kinds, near)
                                        : choose_ended(directives, range, kinds, false, near);
}

enum { CALL = 5 }; /* bytes of a call on x86-64 */

/* Returns what the instruction before an address calls, which may be a stub; 0 if it is no direct
 * call. */
static uint64_t called(const struct module *module, uint64_t returns)
{
    const uint8_t *code;
    uint32_t word;
    if (module_machine(module) == EM_AARCH64) {
        code = module_bytes(module, returns - 4, 4);
        word = code ? (uint32_t)code[0] | (uint32_t)code[1] << 8 | (uint32_t)code[2] << 16 |
                          (uint32_t)code[3] << 24
                    : 0;
        return (word & 0xfc000000) == 0x94000000
                   ? returns - 4 + (uint64_t)((int64_t)((uint64_t)word << 38) >> 36)
                   : 0;
    }
    code = module_machine(module) == EM_X86_64 ? module_bytes(module, returns - CALL, CALL) : NULL;
    if (!code || *code != 0xe8)
        return 0;
    word = (uint32_t)code[1] | (uint32_t)code[2] << 8 | (uint32_t)code[3] << 16 |
           (uint32_t)code[4] << 24;
    return returns + (uint64_t)(int64_t)(int32_t)word;
}

/* Counts the calls in [from, at), before the call that returns to `at`. */
static void count_calls(const struct module *module, uint64_t from, uint64_t at, struct near *near)
{
    uint64_t function = called(module, at), step = module_machine(module) == EM_AARCH64 ? 4 : 1;
    for (uint64_t returns = from + step; function && returns < at; returns += step) {
        uint64_t other = called(module, returns);
        near->calls += other && module_is_code(module, other);
        near->earlier += other == function;
    }
}

static struct near look_around(const struct module *module, const struct archive_symbols_unit *unit,
                               uint64_t at, const struct source_range *range)
{
    uint64_t start = at - 1;
    struct near near = {.before = source_line_before(unit, at - 1, range, &start),
                        .behind = source_line_behind(unit, at - 1, range)};
    count_calls(module, start, at, &near);
    return near;
}

static bool has_any(const struct text *text, unsigned kinds)
{
    for (size_t i = 0; i < text->directives->count; i++) {
        if (is_in(&text->directives->all[i], &text->range, kinds))
            return true;
    }
    return false;
}

/* Returns the directives that a construct's call may belong to: a barrier may be the end of any. */
static unsigned kinds_around(const char *name)
{
    unsigned kinds = kinds_of(name);
    return kinds & OMP_BARRIER ? OMP_BARRIER | OMP_WAITS : kinds;
}

/* Finds the innermost function around an address that has such a directive, among the inlined ones
 * and the one that contains them. */
static struct text text_around(struct omp_sources *sources, const struct archive_symbols_unit *unit,
                               uint64_t pc, const char *name, uint64_t newest)
{
    uint32_t number = archive_symbols_unit_scope(unit, pc);
    for (; number != FORMAT_SYMBOLS_NONE; number = unit->scopes[number].parent) {
        const struct format_symbols_routine *routine =
            &unit->routines[unit->routines[unit->scopes[number].routine].host];
        if (source_line_is_ours(unit, routine->file))
            continue;
        struct text text = text_of(unit, routine->file, routine->line);
        text.directives = directives_of(sources, unit, routine->file, newest);
        if (unit->scopes[number].parent == FORMAT_SYMBOLS_NONE)
            restrict_text(&text, unit, pc, kinds_of(name));
        if (text.is_found && has_any(&text, kinds_around(name)))
            return text;
    }
    return (struct text){.is_found = false};
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
    struct near near = {0};
    for (size_t i = behind; i-- > 0; behind = i) {
        uint32_t scope = unit->stretches[i].scope;
        if (is_instance(unit, scope, routine))
            break;
        if (!i || outermost(unit, scope) != function)
            return true; /* it has no instance here: the line is all that is known */
    }
    if (behind < unit->head->stretches && unit->stretches[behind].start < at)
        count_calls(module, unit->stretches[behind].start, at, &near);
    return !near.calls;
}

/* True if a construct's call has the line of a directive, or of the loop below it. */
static bool is_certain(const struct text *text, const struct source_line *line, unsigned kinds)
{
    for (size_t i = 0; text->is_found && i < text->directives->count; i++) {
        const struct omp_directive *directive = &text->directives->all[i];
        if (is_in(directive, &text->range, kinds) && line->file == text->range.file &&
            line->line >= directive->first && line->line <= directive->last + 1)
            return true;
    }
    return false;
}

/* Finds the innermost inlined routine at an address that has such a directive. */
static struct text text_inlined(struct omp_sources *sources,
                                const struct archive_symbols_unit *unit, uint64_t pc,
                                unsigned kinds, uint64_t newest)
{
    uint32_t number = archive_symbols_unit_scope(unit, pc);
    for (; number != outermost(unit, number); number = unit->scopes[number].parent) {
        const struct format_symbols_routine *routine =
            &unit->routines[unit->routines[unit->scopes[number].routine].host];
        if (source_line_is_ours(unit, routine->file))
            continue;
        struct text text = text_of(unit, routine->file, routine->line);
        text.directives = directives_of(sources, unit, routine->file, newest);
        if (text.is_found && has_any(&text, kinds))
            return text;
    }
    return (struct text){.is_found = false};
}

/* Finds the text of a construct that was inlined and whose beginning has the line of code before
 * it: the code behind the call is in the construct. If the text `around` the call has such a
 * directive, too, the very next line tells. */
static struct text text_behind(struct omp_sources *sources, const struct archive_symbols_unit *unit,
                               uint64_t pc, unsigned kinds, const struct text *around,
                               uint64_t newest)
{
    struct text text = {.is_found = false};
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
        text = text_inlined(sources, unit, next->address, kinds, newest);
        if (around->is_found)
            break;
    }
    return text;
}

/* Returns the directives that a call may begin which has the construct's body behind it; 0: none.
 */
static unsigned begun_kinds(const char *name)
{
    bool begins = strncmp(name, "omp end ", 8) != 0 && strcmp(name, "implicit barrier") != 0;
    return begins ? kinds_of(name) & ~(unsigned)(OUTLINED | OMP_BARRIER) : 0;
}

/* Returns the text that contains the directive: that of the routine with the call's line, which may
 * have been inlined; otherwise that of the routine around its scope. Of the routine from which gcc
 * took the function, only the construct that it took. */
static struct text choose_text(struct omp_sources *sources, const struct module *module,
                               const struct archive_symbols_unit *unit, uint64_t at,
                               const char *name, uint64_t newest)
{
    uint64_t pc = at - 1;
    struct text around = text_around(sources, unit, pc, name, newest);
    struct source_line line = {0};
    unsigned kinds = begun_kinds(name);
    bool has_line = source_line_find(unit, pc, &line);
    if (kinds && !is_certain(&around, &line, kinds)) {
        struct text behind = text_behind(sources, unit, pc, kinds, &around, newest);
        if (behind.is_found)
            return behind;
    }
    if (!has_line || (around.is_found && line.file != around.range.file))
        return around;
    struct text text = text_of(unit, line.file, line.line);
    text.directives = directives_of(sources, unit, line.file, newest);
    restrict_text(&text, unit, pc, kinds_of(name));
    bool is_other = text.is_found && (!around.is_found || text.routine != around.routine);
    return is_other && has_any(&text, kinds_around(name)) &&
                   (!around.is_found || follows(module, unit, at, text.routine))
               ? text
               : around;
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
    if (!(begun_kinds(name) & (OMP_LOOP | OMP_SECTIONS)))
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
    if (!kinds_of(name) || !(unit->head->flags & FORMAT_SYMBOLS_GNU))
        return false;
    if (find_begun(sources, module, at, name, found))
        return true;
    struct text text = choose_text(sources, module, unit, at, name, newest);
    if (!text.is_found)
        return false;
    struct near near = look_around(module, unit, at, &text.range);
    const struct omp_directive *directive = choose(text.directives, &text.range, name, near);
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
    unsigned kinds = kinds_of(name) & (OMP_LOOP | OMP_SECTIONS);
    struct source_line line;
    if (!kinds || !(unit->head->flags & FORMAT_SYMBOLS_GNU) ||
        !source_line_of_entry(unit, at, &line))
        return false;
    struct text text = text_of(unit, line.file, line.line);
    text.directives = directives_of(sources, unit, line.file, newest);
    if (!text.is_found || !restrict_text(&text, unit, at, kinds))
        return false;
    for (size_t i = 0; i < text.directives->count; i++) {
        const struct omp_directive *directive = &text.directives->all[i];
        if (!is_in(directive, &text.range, kinds))
            continue;
        *found = (struct omp_line){text.range.file, directive->line, text.routine, false};
        return true;
    }
    return false;
}
