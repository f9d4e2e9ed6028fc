/* light_calls.c: calls of small procedures of the same file that the caller counts. Such a call
 * goes to the procedure's bare copy (bare_copy.c), so that the compiler may inline it. */
#include "instrument/fortran/reader/intrinsics.h"
#include "instrument/fortran/reader/names.h"
#include "instrument/fortran/reader/phrase.h"
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Finds a procedure by its name, directly in a unit or in the file; NULL: there is none. */
static const struct block *find_procedure(const struct fortran *file, const struct block *around,
                                          const char *name)
{
    for (const struct block *at = around->child; at; at = at->next) {
        const char *own = at->kind == BLOCK_UNIT && !at->headless
                              ? file->source.statements[at->first].name
                              : NULL;
        if (own && (at->unit == STATEMENT_SUBROUTINE || at->unit == STATEMENT_FUNCTION) &&
            !strcmp(own, name))
            return at;
    }
    return NULL;
}

/* Returns the routine of a block; NULL: it has none, or the block is NULL. */
static struct routine *routine_of(const struct fortran *file, const struct block *block)
{
    for (size_t i = 0; block && i < file->routine_count; i++) {
        if (file->routines[i]->block == block)
            return file->routines[i];
    }
    return NULL;
}

/* True if the unit has an INTERFACE block. */
static bool has_interface(const struct block *unit)
{
    for (const struct block *at = unit->child; at; at = at->next) {
        if (at->kind == BLOCK_INTERFACE)
            return true;
    }
    return false;
}

/* True if the name is that of a statement function of the routine. */
static bool has_statement_function(const struct routine *routine, const char *name)
{
    for (size_t i = routine->first; i < routine->stop; i++) {
        const struct statement *statement = statement_at(routine, i);
        if (statement->kind == STATEMENT_FUNCTION_STATEMENT && statement->name &&
            !strcmp(statement->name, name))
            return true;
    }
    return false;
}

/* Resolves the name of an external procedure, used in a unit of the file that is external itself;
 * NULL: the name may mean something else. */
static struct routine *resolve_external(const struct routine *routine, const char *name)
{
    const struct block *unit = routine->block;
    bool found;
    unsigned flags = names_flags(unit->names, name, &found);
    if (unit->parent->kind != BLOCK_FILE || unit->names->open || has_interface(unit) ||
        find_procedure(routine->file, unit, name) || names_is_argument(unit, name) ||
        (found && flags != NAME_IS_PROCEDURE) || has_statement_function(routine, name) ||
        intrinsics_is_function(name) || intrinsics_is_subroutine(name))
        return NULL;
    return routine_of(routine->file, find_procedure(routine->file, unit->parent, name));
}

struct routine *light_calls_resolve(const struct routine *routine, const char *name)
{
    const struct block *unit = routine->block;
    for (; unit && unit->kind == BLOCK_UNIT; unit = names_host(unit)) {
        const struct block *block = find_procedure(routine->file, unit, name);
        bool found;
        if (names_is_argument(unit, name) || unit->unit == STATEMENT_SUBMODULE)
            return NULL;
        if (block)
            return routine_of(routine->file, block);
        names_flags(unit->names, name, &found);
        if (found || unit->names->open)
            break;
    }
    return resolve_external(routine, name);
}

/* The search for light calls in one statement. */
struct search {
    struct routine *routine;
    size_t at;    /* the statement */
    size_t first; /* index of its first call in routine->light_calls */
};

/* True for an intrinsic function that certainly evaluates each of its arguments, and once. */
static bool is_plain_intrinsic(const char *name)
{
    static const char *const names[] = {"abs",   "max",   "min",   "sqrt", "exp",  "log",
                                        "sin",   "cos",   "tan",   "atan", "dble", "real",
                                        "int",   "nint",  "mod",   "sum",  "sign", "dabs",
                                        "dmax1", "dmin1", "dsqrt", "dexp", "dlog", "atan2"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(names[i], name))
            return true;
    }
    return false;
}

/* True if the expression in the parentheses at `open` is evaluated once whenever the statement is
 * executed: they are those of an expression, an array element, or an intrinsic function that needs
 * all its arguments. */
static bool is_plain_bracket(const struct routine *routine, const char *text, size_t open)
{
    char name[64];
    size_t start = open;
    while (start > 0 && phrase_is_name_char(text[start - 1]))
        start--;
    if (text[open] != '(' || text[open + 1] == '/' || open - start >= sizeof name)
        return false;
    if (start == open)
        return start == 0 || strchr("=+-*/(,<>", text[start - 1]) != NULL;
    memcpy(name, text + start, open - start);
    name[open - start] = '\0';
    if (start > 0 && strchr("%.", text[start - 1]))
        return false;
    enum name_class class = names_class(routine->block, name);
    return class == NAME_ARRAY || (class == NAME_INTRINSIC && is_plain_intrinsic(name) &&
                                   !names_is_argument(routine->block, name));
}

/* True if the function at text[at] is called exactly once whenever the assignment is executed. */
static bool is_called_once(const struct routine *routine, const char *text, size_t at)
{
    size_t depth = 0;
    if (strstr(text, ".and.") || strstr(text, ".or.") || strchr(text, '\'') || strchr(text, '"') ||
        strchr(text, '['))
        return false;
    for (size_t i = at; i-- > 0;) {
        depth += text[i] == ')';
        if (text[i] == '(' && depth)
            depth--;
        else if (text[i] == '(' && !is_plain_bracket(routine, text, i))
            return false;
    }
    return true;
}

/* True if the offset is on a comment line or a line marker. */
static bool is_beside_text(const struct source *source, size_t offset)
{
    char first = source->text[text_line_start(source, offset)];
    return first == '#' || (!source->form.free && strchr("cC*dD!", first) != NULL);
}

/* Returns the offset in the source of the word `name` in a statement without character constants.
 * NO_STATEMENT: the word is not there, or it is there twice. */
static size_t find_word(const struct source *source, const struct statement *statement,
                        const char *name)
{
    size_t found = NO_STATEMENT, length = strlen(name);
    for (size_t at = statement->start; at < statement->end; at++) {
        const char *text = source->text + at;
        if (*text == '!') {
            at += strcspn(text, "\n");
            continue;
        }
        if (!phrase_is_name_char((char)tolower((unsigned char)*text)))
            continue;
        size_t size = 1;
        while (at + size < statement->end &&
               phrase_is_name_char((char)tolower((unsigned char)text[size])))
            size++;
        if (size == length && !strncasecmp(text, name, length)) {
            if (found != NO_STATEMENT || is_beside_text(source, at))
                return NO_STATEMENT;
            found = at;
        }
        at += size - 1;
    }
    return found;
}

/* Counts how often a name occurs in normalised text. */
static size_t count_names(const char *text, const char *name)
{
    size_t count = 0, length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at += length)
        count += (at == text || !phrase_is_name_char(at[-1])) && !phrase_is_name_char(at[length]);
    return count;
}

/* True if the line of the offset can be split there. In fixed form, text beyond the last column
 * would become part of the second line. */
static bool can_divide_line(const struct source *source, size_t offset)
{
    size_t start = text_line_start(source, offset), end = offset;
    while (end < source->size && source->text[end] != '\n')
        end++;
    return source->form.free || (end - start <= text_columns(&source->form) &&
                                 !memchr(source->text + start, '\t', end - start) &&
                                 !memchr(source->text + start, '!', end - start));
}

/* Adds a light call if the procedure `name`, called at text[at] of the statement, can be counted by
 * the caller; false: it cannot. For struct names_permit. */
static bool permits(void *context, const char *name, size_t at)
{
    struct search *search = context;
    struct routine *routine = search->routine;
    const struct statement *statement = statement_at(routine, search->at);
    const struct source *source = &routine->file->source;
    bool called = jumps_action(statement) == STATEMENT_CALL;
    struct routine *callee = light_calls_resolve(routine, name);
    if (!callee || callee == routine || !bare_copy_is_possible(callee) ||
        (callee->block->unit == STATEMENT_SUBROUTINE) != called)
        return false;
    if (!called &&
        (count_names(statement->text, name) != 1 || !is_called_once(routine, statement->text, at)))
        return false;
    if (called && (strchr(statement->text, '\'') || strchr(statement->text, '"')))
        return false;
    size_t place = find_word(source, statement, name);
    if (place == NO_STATEMENT || !can_divide_line(source, place))
        return false;
    struct light_call call = {.at = search->at,
                              .place = place,
                              .length = strlen(name),
                              .callee = callee,
                              .by_arguments = callee->bare_copy == BARE_COPY_BY_ARGUMENTS,
                              .first_variable = routine->argument_loop_count};
    if (call.by_arguments && !argument_trips_are_given(routine, &call))
        return false;
    assert(!callee->obstacle);
    routine->argument_loop_count += call.by_arguments ? (unsigned)callee->site_count : 0;
    routine->light_calls = memory_grow(routine->light_calls, &routine->light_call_room,
                                       routine->light_call_count + 1, sizeof *routine->light_calls);
    routine->light_calls[routine->light_call_count++] = call;
    return true;
}

/* True if the statements around this one are executed one by one, in the order of the text. */
static bool is_in_order(const struct routine *routine, size_t at)
{
    const struct spot *spot = routine_spot(routine, at);
    if (spot->concurrent || spot->obstacle || statement_at(routine, at)->conditional)
        return false;
    for (const struct block *block = spot->block; block != routine->block; block = block->parent) {
        if (block->kind != BLOCK_IF && block->kind != BLOCK_SELECT && block->kind != BLOCK_DO)
            return false;
    }
    return true;
}

/* Finds the light calls of a statement; there are none if it also calls something else. */
static void look_at(struct routine *routine, size_t at)
{
    struct search search = {.routine = routine, .at = at, .first = routine->light_call_count};
    const struct names_permit permit = {permits, &search};
    enum statement_kind action = jumps_action(statement_at(routine, at));
    if ((action != STATEMENT_CALL && action != STATEMENT_ASSIGNMENT) || !is_in_order(routine, at) ||
        names_calls_nothing(routine->block, statement_at(routine, at)))
        return;
    if (!names_calls_only(routine->block, statement_at(routine, at), &permit))
        routine->light_call_count = search.first;
}

void light_calls_find(struct routine *routine)
{
    if (routine->file->request->every_probe)
        return;
    for (size_t i = routine->begin; i < routine->stop; i++)
        look_at(routine, i);
    for (size_t i = 0; i < routine->light_call_count; i++) {
        struct light_call *call = &routine->light_calls[i];
        call->around = routine_spot(routine, call->at)->loop;
        call->light = true;
        if (!call->around)
            continue;
        const struct site *loop = call->around;
        const struct spot *spot = routine_spot(routine, loop->at);
        call->light = !loop->obstacle && !loop->landed && !loop->directive.words &&
                      !spot->concurrent && !spot->obstacle &&
                      statement_at(routine, loop->at)->do_kind != DO_CONCURRENT;
    }
}

bool light_calls_only(const struct routine *routine, size_t at)
{
    bool any = false;
    for (size_t i = 0; i < routine->light_call_count; i++) {
        const struct light_call *call = &routine->light_calls[i];
        if (call->at == at && !call->light)
            return false;
        any = any || call->at == at;
    }
    return any;
}

bool light_calls_have_probes(const struct routine *routine, size_t at)
{
    for (size_t i = 0; i < routine->light_call_count; i++) {
        if (routine->light_calls[i].at == at && routine->light_calls[i].by_arguments)
            return true;
    }
    return false;
}

/* Adds the lines that count a call of a bare copy. In a bare copy nothing is counted: its calls are
 * derived from its visits. */
static void count_call(struct routine *routine, size_t number, struct buffer *lines)
{
    const struct light_call *call = &routine->light_calls[number];
    if (routine->writing_bare_copy || argument_trips_are_deferred(routine, call))
        return;
    if (light_call_is_summed(call)) {
        char name[VARIABLE_SIZE];
        struct environment *environment = call->around ? call->around->environment : NULL;
        routine_variable(routine, environment, name, 'y', (unsigned)number);
        text_line(lines, "%s = %s + 1", name, name);
    }
    argument_trips_add(routine, call, lines);
}

/* Returns the CALL statement with the name of the bare copy; the caller frees it. */
static char *call_text(const struct routine *routine, const struct light_call *call)
{
    const char *text = statement_at(routine, call->at)->text;
    char *word = memory_printf("call%s", statement_at(call->callee, call->callee->first)->name);
    char *name = bare_copy_name(call->callee);
    const char *found = strstr(text, word);
    char *all = memory_printf("call %s%s", name, found ? found + strlen(word) : "");
    free(word);
    free(name);
    return all;
}

/* Makes the call go to the procedure itself if the variable `chooser` is not 0, else to its bare
 * copy. */
static void insert_choice(struct routine *routine, size_t number, const char *chooser)
{
    assert(number < routine->light_call_count);
    const struct light_call *call = &routine->light_calls[number];
    struct slot *slot = &routine->file->slots[call->at];
    bool is_action = statement_at(routine, call->at)->kind == STATEMENT_IF;
    struct buffer *after = is_action ? &slot->behind : &slot->after;
    char *text = call_text(routine, call);
    text_line(is_action ? &slot->then : &slot->before, "if (%s /= 0) then", chooser);
    text_line(after, "else");
    count_call(routine, number, after);
    text_line(after, "%s", text);
    text_line(after, "end if");
    free(text);
}

/* Makes one light call go to the bare copy, where the version being written has no probes. */
static void insert_call(struct routine *routine, size_t number)
{
    const struct light_call *call = &routine->light_calls[number];
    struct slot *slot = &routine->file->slots[call->at];
    char chooser[VARIABLE_SIZE];
    enum loop_probes_version version =
        call->by_arguments ? loop_probes_version_at(routine, call->nest, chooser) : LOOPS_LIGHT;
    if (version == LOOPS_CHOSEN)
        insert_choice(routine, number, chooser);
    if (version != LOOPS_LIGHT)
        return;
    slot->swaps =
        memory_grow(slot->swaps, &slot->swap_room, slot->swap_count + 1, sizeof *slot->swaps);
    slot->swaps[slot->swap_count++] =
        (struct swap){call->place, call->place + call->length, bare_copy_name(call->callee)};
    bool is_action = statement_at(routine, call->at)->kind == STATEMENT_IF;
    count_call(routine, number, is_action ? &slot->then : &slot->before);
}

void light_calls_insert(struct routine *routine, size_t at)
{
    for (size_t i = 0; i < routine->light_call_count; i++) {
        if (routine->light_calls[i].at == at && routine->light_calls[i].light)
            insert_call(routine, i);
    }
}
