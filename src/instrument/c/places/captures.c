/* captures.c: how variables get into the blocks of async and at. */
#include "instrument/c/places/directive.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const struct capture *capture_of(const struct directive *directive, const struct variable *variable)
{
    for (size_t i = 0; i < directive->capture_count; i++) {
        if (directive->captures[i].variable == variable)
            return &directive->captures[i];
    }
    return NULL;
}

const struct directive *captures_around(const struct directive *directive)
{
    while (directive && !directive_is_outlined(directive))
        directive = directive->around;
    return directive;
}

/* Returns the innermost block that contains the offset, or NULL. */
static struct directive *block_at(const struct function *function, size_t offset)
{
    struct directive *found = NULL;
    for (size_t i = 0; i < function->directive_count; i++) {
        struct directive *directive = function->directives[i];
        if (directive_is_outlined(directive) && directive_contains(directive, offset))
            found = directive;
    }
    return found;
}

static bool is_outside(const struct directive *directive, const struct variable *variable)
{
    return !variable->node->in_file || !directive_contains(directive, variable->node->start);
}

/* A variable is used at an offset: each block there that it is not declared in captures it. */
static void use(void *argument, const struct variable *variable, size_t offset)
{
    const struct function *function = argument;
    for (size_t i = 0; i < function->directive_count; i++) {
        struct directive *directive = function->directives[i];
        if (!directive_is_outlined(directive) || !directive_contains(directive, offset) ||
            !is_outside(directive, variable) || capture_of(directive, variable))
            continue;
        directive->captures =
            memory_grow(directive->captures, &directive->capture_room, directive->capture_count + 1,
                        sizeof *directive->captures);
        directive->captures[directive->capture_count++] =
            (struct capture){.variable = variable, .at = offset};
    }
}

/* Finds the variables of a directive's clauses, and uses those of its expressions. */
static void read_directive(struct translation *translation, struct function *function,
                           struct directive *directive)
{
    const struct unit *unit = translation->unit;
    variables_in_span(unit, function, directive->place, use, function);
    variables_in_span(unit, function, directive->condition, use, function);
    for (size_t i = 0; i < directive->clause_count; i++) {
        struct clause *clause = &directive->clauses[i];
        if (clause->kind == CLAUSE_CLOCKED)
            continue;
        clause->variable = variables_find(function, clause->name, directive->start);
        if (clause->variable)
            use(function, clause->variable, clause->at);
        else
            complain(translation, clause->at,
                     "`%s` is no local variable; global ones are one per place and need no clause",
                     clause->name);
        variables_in_span(unit, function, clause->low, use, function);
        variables_in_span(unit, function, clause->count, use, function);
    }
}

static const struct clause *clause_of(const struct directive *directive,
                                      const struct variable *variable)
{
    for (size_t i = 0; i < directive->clause_count; i++) {
        if (directive->clauses[i].variable == variable)
            return &directive->clauses[i];
    }
    return NULL;
}

static enum capture_way way_of(const struct clause *clause)
{
    if (!clause)
        return WAY_VALUE;
    switch (clause->kind) {
    case CLAUSE_COPY:
        return clause->is_section ? WAY_SECTION : WAY_COPY;
    case CLAUSE_COPYBACK:
        return clause->is_section ? WAY_SECTION_BACK : WAY_BACK;
    case CLAUSE_REDUCTION:
        return WAY_REDUCE;
    default:
        return WAY_SHARE;
    }
}

/* Complains unless a finish around the block is inside the variable's scope, or inside the block
 * that has a copy of it, so that the variable outlives the block. */
static void check_outlives(struct translation *translation, const struct directive *directive,
                           const struct capture *capture)
{
    const struct variable *variable = capture->variable;
    const struct directive *up = directive->around;
    const struct capture *copy = NULL;
    for (; up && !copy; up = up->around) {
        if (up->kind == DIRECTIVE_FINISH &&
            (!variable->node->in_file || up->start > variable->node->start))
            return;
        copy = directive_is_outlined(up) ? capture_of(up, variable) : NULL;
        if (copy && copy->way == WAY_SHARE)
            copy = NULL;
    }
    size_t at = capture->clause ? capture->clause->at : capture->at;
    if (copy)
        complain(translation, at,
                 "this copy of `%s` may be gone before the activity ends: put a `finish` around "
                 "it, inside the block that copies `%s`",
                 variable->name, variable->name);
    else
        complain(translation, at,
                 "`%s` may be gone before this activity ends: put a `finish` around it, inside "
                 "the block that declares `%s`",
                 variable->name, variable->name);
}

/* Complains about a pointer that would travel. */
static void check_travel(struct translation *translation, const struct capture *capture,
                         CXType type)
{
    const char *name = capture->variable->name;
    char *field = NULL;
    bool section = capture->way == WAY_SECTION || capture->way == WAY_SECTION_BACK;
    size_t at = capture->clause ? capture->clause->at : capture->at;
    if (!types_have_pointer(type, &field))
        return;
    if (section)
        complain(translation, at,
                 "the elements of `%s` contain pointers, which lead nowhere at another place",
                 name);
    else if (types_is_pointer(type))
        complain(translation, at,
                 "the pointer `%s` leads nowhere at another place; write copy(%s[0:COUNT]) to take "
                 "COUNT elements along, copyback(%s[0:COUNT]) to bring them back as well, or "
                 "share(%s) if it is only used back at this place",
                 name, name, name, name);
    else
        complain(translation, at,
                 "`%s` contains a pointer%s%s%s, which leads nowhere at another place; take what "
                 "is needed out of it, or write share(%s) if the pointer is only used back at this "
                 "place",
                 name, field ? " (`" : "", field ? field : "", field ? "`)" : "", name);
    free(field);
}

static void check_type(struct translation *translation, const struct capture *capture)
{
    const struct variable *variable = capture->variable;
    size_t at = capture->clause ? capture->clause->at : capture->at;
    if (types_is_unnamed(variable->type))
        complain(translation, at, "the type of `%s` has no name: give it one", variable->name);
    else if (types_alignment(variable->type) > 16 && capture->way != WAY_SHARE)
        complain(translation, at,
                 "the alignment of `%s` is larger than 16 bytes: it cannot be copied",
                 variable->name);
}

/* Chooses how a variable gets into a block, and complains where that cannot be. */
static void choose(struct translation *translation, const struct directive *directive,
                   struct capture *capture)
{
    const struct variable *variable = capture->variable;
    const char *name = variable->name;
    bool stays = directive->kind == DIRECTIVE_ASYNC;
    CXType type = variable->type;
    capture->clause = clause_of(directive, variable);
    capture->way = way_of(capture->clause);
    size_t at = capture->clause ? capture->clause->at : capture->at;
    if (variable->is_static && stays) {
        capture->way = WAY_SHARE;
    } else if (variable->is_static && !clang_isConstQualifiedType(type) &&
               !(types_is_array(type) &&
                 clang_isConstQualifiedType(clang_getArrayElementType(type)))) {
        complain(translation, at,
                 "the static variable `%s` is one per place: declare it outside of the function to "
                 "use that of another place",
                 name);
        return;
    }
    check_type(translation, capture);
    switch (capture->way) {
    case WAY_SECTION:
    case WAY_SECTION_BACK:
        if (!types_is_pointer(type) && !types_is_array(type))
            complain(translation, at, "`%s` is neither a pointer nor an array", name);
        else if (!stays)
            check_travel(translation, capture,
                         types_is_pointer(type)
                             ? clang_getPointeeType(clang_getCanonicalType(type))
                             : clang_getArrayElementType(clang_getCanonicalType(type)));
        if (directive->kind == DIRECTIVE_ASYNC_AT && capture->way == WAY_SECTION_BACK)
            check_outlives(translation, directive, capture);
        break;
    case WAY_SHARE:
        if (!stays && !types_have_pointer(type, NULL))
            complain(translation, at,
                     "the variable `%s` is at this place, not at the other one; write copy(%s)%s",
                     name, name, " or copyback(...)");
        else if (!stays)
            capture->way = WAY_VALUE; /* the address itself travels */
        else if (!variable->is_static)
            check_outlives(translation, directive, capture);
        break;
    case WAY_REDUCE:
        if (types_is_pointer(type) || types_is_array(type) ||
            clang_getCanonicalType(type).kind == CXType_Record)
            complain(translation, at, "`%s` is no number: it cannot be reduced", name);
        else if (directive->kind != DIRECTIVE_AT)
            check_outlives(translation, directive, capture);
        break;
    default:
        if (!stays)
            check_travel(translation, capture, type);
        if (directive->kind == DIRECTIVE_ASYNC_AT && capture->way == WAY_BACK)
            check_outlives(translation, directive, capture);
    }
}

/* True if all uses of a variable in a block are written in the file, so that its name can be
 * replaced there. */
static bool is_replaceable(const struct translation *translation, const struct function *function,
                           const struct directive *directive, const struct variable *variable,
                           size_t *where)
{
    size_t length = strlen(variable->name);
    for (struct node *node = function->node; node; node = tree_next(function->node, node)) {
        if (variables_of(function, node) != variable || !node->in_file ||
            block_at(function, node->start) != directive)
            continue;
        *where = node->start;
        if (node->from == FROM_MACRO || node->end - node->start != length ||
            memcmp(translation->unit->text + node->start, variable->name, length) != 0)
            return false;
    }
    return true;
}

static void choose_address(struct translation *translation, const struct function *function,
                           const struct directive *directive, struct capture *capture)
{
    const struct variable *variable = capture->variable;
    bool copied = capture->way == WAY_VALUE || capture->way == WAY_COPY || capture->way == WAY_BACK;
    bool wants = capture->way == WAY_SHARE || (copied && types_is_array(variable->type));
    size_t where = capture->at;
    if (!wants)
        return;
    capture->by_address = is_replaceable(translation, function, directive, variable, &where);
    if (!capture->by_address && (capture->way == WAY_SHARE || types_is_variable(variable->type)))
        complain(translation, where,
                 "a macro uses `%s` here, which `%s` has to replace: use a pointer to it instead",
                 variable->name, directive_word(directive));
}

bool capture_goes_back(const struct directive *directive, const struct capture *capture)
{
    return capture->way == WAY_BACK || capture->way == WAY_SECTION_BACK ||
           (capture->way == WAY_REDUCE && directive->kind != DIRECTIVE_ASYNC);
}

/* Returns how many numbers a capture needs besides its size. */
static unsigned extras_of(const struct capture *capture)
{
    struct buffer ignored = {0};
    unsigned count = types_sizes(&ignored, capture->variable->type, "x");
    buffer_free(&ignored);
    if (capture->way == WAY_SECTION || capture->way == WAY_SECTION_BACK)
        count += 2;
    return count;
}

/* Puts what is copied back at the end, and numbers the sizes. */
static void arrange(struct directive *directive)
{
    struct capture *sorted = memory_zeroed(directive->capture_count + 1, sizeof *sorted);
    size_t count = 0;
    for (int back = 0; back < 2; back++) {
        for (size_t i = 0; i < directive->capture_count; i++) {
            if (capture_goes_back(directive, &directive->captures[i]) == (back == 1))
                sorted[count++] = directive->captures[i];
        }
        if (!back)
            directive->back_count = directive->capture_count - count;
    }
    for (size_t i = 0; i < count; i++) {
        sorted[i].first_extra = (unsigned)(count + directive->extra_count);
        directive->extra_count += extras_of(&sorted[i]);
        directive->is_dynamic |= types_size(sorted[i].variable->type) < 0;
    }
    directive->is_dynamic |= directive->extra_count > 0;
    free(directive->captures);
    directive->captures = sorted;
    directive->capture_room = directive->capture_count + 1;
}

/* Complains if an assignment at the offset is lost. */
static void check_assignment(struct translation *translation, const struct function *function,
                             const struct variable *variable, size_t offset)
{
    struct directive *block = block_at(function, offset);
    while (block) {
        const struct capture *capture = capture_of(block, variable);
        if (!capture || variable->is_static ||
            (capture->way != WAY_VALUE && capture->way != WAY_SHARE))
            return;
        if (capture->way == WAY_VALUE) {
            const char *name = variable->name;
            complain(translation, offset,
                     "`%s` is a copy inside `%s`: what is assigned here is lost; write %s(%s), "
                     "or copy(%s) to change only the copy",
                     name, directive_word(block),
                     block->kind == DIRECTIVE_ASYNC ? "share" : "copyback", name, name);
            return;
        }
        block = (struct directive *)captures_around(block->around);
    }
}

static void check_assignments(struct translation *translation, const struct function *function)
{
    for (struct node *node = function->node; node; node = tree_next(function->node, node)) {
        const struct variable *variable =
            node->in_file ? variables_assigned(translation->unit, function, node) : NULL;
        if (variable)
            check_assignment(translation, function, variable, node->start);
    }
    for (size_t i = 0; i < function->directive_count; i++) {
        const struct directive *directive = function->directives[i];
        for (size_t c = 0; c < directive->clause_count; c++) {
            const struct clause *clause = &directive->clauses[c];
            bool changes = clause->kind == CLAUSE_COPYBACK || clause->kind == CLAUSE_REDUCTION ||
                           (clause->kind == CLAUSE_SHARE && directive->kind == DIRECTIVE_ASYNC);
            if (changes && clause->variable && !clause->is_section)
                check_assignment(translation, function, clause->variable, clause->at);
        }
    }
}

static bool makes_clock(const struct directive *directive, const char *name)
{
    for (size_t i = 0; directive->kind == DIRECTIVE_FINISH && i < directive->clause_count; i++) {
        if (directive->clauses[i].kind == CLAUSE_CLOCKED &&
            !strcmp(directive->clauses[i].name, name))
            return true;
    }
    return false;
}

static void add_clock(struct directive *directive, const char *name)
{
    for (size_t i = 0; i < directive->clock_count; i++) {
        if (!strcmp(directive->clocks[i], name))
            return;
    }
    directive->clocks = memory_grow(directive->clocks, &directive->clock_room,
                                    directive->clock_count + 1, sizeof *directive->clocks);
    directive->clocks[directive->clock_count++] = memory_string(name);
}

/* Finds the clock of a clause, and the blocks that have to take it along. */
static void find_clock(struct translation *translation, const struct directive *directive,
                       const struct clause *clause)
{
    struct directive *up = directive->around;
    while (up && !makes_clock(up, clause->name))
        up = up->around;
    if (!up) {
        complain(translation, clause->at, "no `finish clocked(%s)` is around this activity",
                 clause->name);
        return;
    }
    for (struct directive *at = directive->around; at != up; at = at->around) {
        if (directive_is_outlined(at))
            add_clock(at, clause->name);
    }
}

static void find_clocks(struct translation *translation, const struct directive *directive)
{
    unsigned count = 0;
    for (size_t i = 0; i < directive->clause_count; i++) {
        const struct clause *clause = &directive->clauses[i];
        if (clause->kind != CLAUSE_CLOCKED)
            continue;
        if (++count == 2 && directive->kind == DIRECTIVE_FINISH)
            complain(translation, clause->at, "`%s` has one clock at most",
                     directive_word(directive));
        if (directive->kind != DIRECTIVE_FINISH)
            find_clock(translation, directive, clause);
    }
}

void captures_find(struct translation *translation, struct function *function)
{
    for (struct node *node = function->node; node; node = tree_next(function->node, node)) {
        const struct variable *variable = variables_of(function, node);
        if (variable && node->in_file)
            use(function, variable, node->start);
    }
    for (size_t i = 0; i < function->directive_count; i++)
        read_directive(translation, function, function->directives[i]);
    for (size_t i = 0; i < function->directive_count; i++) {
        struct directive *directive = function->directives[i];
        for (size_t c = 0; c < directive->capture_count; c++) {
            choose(translation, directive, &directive->captures[c]);
            choose_address(translation, function, directive, &directive->captures[c]);
        }
        arrange(directive);
        find_clocks(translation, directive);
    }
    check_assignments(translation, function);
}
