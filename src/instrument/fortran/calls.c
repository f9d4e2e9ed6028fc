/* calls.c: calls of small procedures of the same file that are counted where they are made. Such a
 * call goes to the procedure's core, which is its text without probes (core.c), so that the
 * compiler may inline it. */
#include "instrument/fortran/reader/intrinsics.h"
#include "instrument/fortran/reader/names.h"
#include "instrument/fortran/reader/phrase.h"
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The procedure of that name right inside a unit, or right in the file. */
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

static struct routine *routine_of(const struct fortran *file, const struct block *block)
{
    for (size_t i = 0; block && i < file->routine_count; i++) {
        if (file->routines[i]->block == block)
            return file->routines[i];
    }
    return NULL;
}

static bool has_interface(const struct block *unit)
{
    for (const struct block *at = unit->child; at; at = at->next) {
        if (at->kind == BLOCK_INTERFACE)
            return true;
    }
    return false;
}

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

/* An external subroutine of the file, called in a unit that has nothing around it. */
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

/* What is looked for in one statement. */
struct search {
    struct routine *routine;
    size_t at;    /* the statement */
    size_t first; /* of its calls */
};

/* Whether the value of a function that is an argument of this one is surely asked for, and once. */
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

/* Whether what stands in the bracket is evaluated once whenever the statement is: it is one of an
 * expression, of an element of an array, or of a function that needs all its arguments. */
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

/* Whether the function at text[at] is called once whenever the assignment is executed. */
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

/* Whether the offset is in a line that is none of the program. */
static bool is_beside_text(const struct source *source, size_t offset)
{
    char first = source->text[text_line_start(source, offset)];
    return first == '#' || (!source->form.free && strchr("cC*dD!", first) != NULL);
}

/* The place in the source where the only word `name` of a statement stands, which has no character
 * constants. NO_STATEMENT: there is none, or another one. */
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

/* How often the name stands in normalised text. */
static size_t count_names(const char *text, const char *name)
{
    size_t count = 0, length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at += length)
        count += (at == text || !phrase_is_name_char(at[-1])) && !phrase_is_name_char(at[length]);
    return count;
}

/* In fixed form, columns behind the last are no part of a line, wherever it is divided. */
static bool can_divide_line(const struct source *source, size_t offset)
{
    size_t start = text_line_start(source, offset), end = offset;
    while (end < source->size && source->text[end] != '\n')
        end++;
    return source->form.free || (end - start <= text_columns(&source->form) &&
                                 !memchr(source->text + start, '\t', end - start) &&
                                 !memchr(source->text + start, '!', end - start));
}

static bool permits(void *context, const char *name, size_t at)
{
    struct search *search = context;
    struct routine *routine = search->routine;
    const struct statement *statement = statement_at(routine, search->at);
    const struct source *source = &routine->file->source;
    bool called = jumps_action(statement) == STATEMENT_CALL;
    struct routine *callee = light_calls_resolve(routine, name);
    if (!callee || callee == routine || !core_is_possible(callee) ||
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
                              .told = callee->core == CORE_TOLD,
                              .first_told = routine->told_count};
    if (call.told && !told_by_call(routine, &call))
        return false;
    routine->told_count += call.told ? (unsigned)callee->site_count : 0;
    routine->light_calls = memory_grow(routine->light_calls, &routine->light_call_room,
                                       routine->light_call_count + 1, sizeof *routine->light_calls);
    routine->light_calls[routine->light_call_count++] = call;
    return true;
}

/* Whether nothing around the statement has it executed in another way than one by one. */
static bool is_in_order(const struct routine *routine, size_t at)
{
    const struct spot *spot = routine_spot(routine, at);
    if (spot->concurrent || spot->closed || statement_at(routine, at)->conditional)
        return false;
    for (const struct block *block = spot->block; block != routine->block; block = block->parent) {
        if (block->kind != BLOCK_IF && block->kind != BLOCK_SELECT && block->kind != BLOCK_DO)
            return false;
    }
    return true;
}

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
                      !spot->concurrent && !spot->closed &&
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
        if (routine->light_calls[i].at == at && routine->light_calls[i].told)
            return true;
    }
    return false;
}

/* Adds what a call counts, where it goes to the core. */
static void count_call(struct routine *routine, size_t number, struct buffer *lines)
{
    const struct light_call *call = &routine->light_calls[number];
    if (routine->coring || told_is_settled(routine, call))
        return;
    if (light_call_sums(call)) {
        char name[VARIABLE_SIZE];
        struct environment *environment = call->around ? call->around->environment : NULL;
        routine_variable(routine, environment, name, 'y', (unsigned)number);
        text_line(lines, "%s = %s + 1", name, name);
    }
    told_add(routine, call, lines);
}

/* The CALL as it goes to the core. */
static char *call_text(const struct routine *routine, const struct light_call *call)
{
    const char *text = statement_at(routine, call->at)->text;
    char *word = memory_printf("call%s", statement_at(call->callee, call->callee->first)->name);
    char *name = core_name(call->callee);
    const char *found = strstr(text, word);
    char *all = memory_printf("call %s%s", name, found ? found + strlen(word) : "");
    free(word);
    free(name);
    return all;
}

/* The call goes to the procedure itself, or to its core, as the anchor says. */
static void insert_choice(struct routine *routine, size_t number, const char *chooser)
{
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

static void insert_call(struct routine *routine, size_t number)
{
    const struct light_call *call = &routine->light_calls[number];
    struct slot *slot = &routine->file->slots[call->at];
    char chooser[VARIABLE_SIZE];
    enum instrument_loops_version version =
        call->told ? instrument_loops_version_at(routine, call->nest, chooser) : LOOPS_LIGHT;
    if (version == LOOPS_CHOSEN)
        insert_choice(routine, number, chooser);
    if (version != LOOPS_LIGHT)
        return;
    slot->swaps =
        memory_grow(slot->swaps, &slot->swap_room, slot->swap_count + 1, sizeof *slot->swaps);
    slot->swaps[slot->swap_count++] =
        (struct swap){call->place, call->place + call->length, core_name(call->callee)};
    bool is_action = statement_at(routine, call->at)->kind == STATEMENT_IF;
    count_call(routine, number, is_action ? &slot->then : &slot->before);
}

/* Lets the calls of a statement go to cores. */
void light_calls_insert(struct routine *routine, size_t at)
{
    for (size_t i = 0; i < routine->light_call_count; i++) {
        if (routine->light_calls[i].at == at && routine->light_calls[i].light)
            insert_call(routine, i);
    }
}
