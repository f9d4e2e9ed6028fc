/* values.c: see values.h */
#include "instrument/fortran/values.h"

#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The file: its edits, and which statements IF (c) action have become blocks. */
struct editing {
    const struct source *source;
    struct instrument_values *values;
    struct instrument_edits *edits;
    bool *opened; /* by statement */
};

/* One unit of the source, for one question. */
struct asking {
    const struct source *source;
    const struct block *unit;
    struct instrument_value *value;
    const struct editing *editing;
    size_t start, end; /* offsets of the loop, or of the unit */
};

/* True if the statement belongs to the unit itself, not to a procedure inside it. */
static bool is_own(const struct asking *asking, size_t at)
{
    const struct block *block = source_block(asking->source, at);
    return (block->kind == BLOCK_UNIT ? block : block->within) == asking->unit;
}

/* Finds the loop of the question. False if there is none. */
static bool find_block(struct asking *asking)
{
    const struct source *source = asking->source;
    struct instrument_value *value = asking->value;
    const struct statement *first = &source->statements[asking->unit->first];
    const struct statement *last = &source->statements[asking->unit->last];
    asking->start = first->start;
    asking->end = last->end;
    value->first_line = first->line;
    value->last_line = last->end_line;
    value->blocks = 0;
    for (size_t i = asking->unit->first; i <= asking->unit->last; i++) {
        const struct statement *statement = &source->statements[i];
        if (statement->kind != STATEMENT_DO || !is_own(asking, i) ||
            ++value->blocks != value->block)
            continue;
        const struct statement *end = &source->statements[source_block(source, i)->last];
        asking->start = statement->start;
        asking->end = end->end;
        value->first_line = statement->line;
        value->last_line = end->end_line;
    }
    return value->block <= value->blocks;
}

/* Returns what an assignment assigns to, as normalised text; the caller frees it. */
static char *assigned(const struct statement *statement)
{
    const char *text = statement->text;
    if (statement->kind == STATEMENT_IF) { /* behind the condition */
        const char *from = strchr(text, '(');
        unsigned depth = 0;
        for (; from && *from; from++) {
            depth += *from == '(';
            if (*from == ')' && --depth == 0)
                break;
        }
        text = from && *from ? from + 1 : "";
    }
    size_t size = 0;
    for (unsigned depth = 0; text[size] && (depth || text[size] != '='); size++) {
        depth += text[size] == '(';
        depth -= text[size] == ')' && depth;
    }
    char *name = memory_printf("%.*s", (int)size, text);
    return name;
}

/* True if the statement ends a DO loop by its label. */
static bool ends_loop(const struct source *source, size_t at)
{
    const struct block *block = source_block(source, at);
    return block->kind == BLOCK_DO && block->last == at;
}

static const char *obstacle(const struct asking *asking, size_t at, const char *name)
{
    const struct statement *head = &asking->source->statements[asking->unit->first];
    if (!asking->unit->headless && head->routine_flags & ROUTINE_PURE)
        return "a PURE procedure cannot record";
    if (ends_loop(asking->source, at))
        return "it is the last statement of a loop that ends at a label";
    if (!strchr(name, '(') && names_class(asking->unit, name) == NAME_ARRAY)
        return "it is a whole array; ask for an element, such as a(1)";
    return NULL;
}

/* Adds the recording statement; IF (c) x = y becomes IF (c) THEN; x = y; ...; END IF, once. */
static void record(struct asking *asking, size_t at, const char *name)
{
    const struct statement *statement = &asking->source->statements[at];
    struct instrument_edits *edits = asking->editing->edits;
    unsigned number = asking->value->number;
    if (statement->kind == STATEMENT_IF && !asking->editing->opened[at]) {
        instrument_edits_open(edits, statement->action_start, 1, "then; ");
        instrument_edits_close(edits, statement->end, 0, "; end if");
        asking->editing->opened[at] = true;
    }
    instrument_edits_close(edits, statement->end, 4096 - number % 4096,
                           "; call tri_profile_value(%u, dble(%s))", number, name);
    asking->value->recorded++;
}

static void see_assignment(struct asking *asking, size_t at)
{
    const struct statement *statement = &asking->source->statements[at];
    struct instrument_value *value = asking->value;
    bool is_action = statement->kind == STATEMENT_IF && statement->action == STATEMENT_ASSIGNMENT;
    if (!is_action && statement->kind != STATEMENT_ASSIGNMENT)
        return;
    char *name = assigned(statement);
    instrument_values_list(&value->there, name);
    if (!strcasecmp(name, value->variable) &&
        instrument_values_chosen(value, statement->start, asking->start, asking->end)) {
        value->obstacle = obstacle(asking, at, name);
        if (!value->obstacle)
            record(asking, at, name);
    }
    free(name);
}

static void see_call(struct asking *asking, size_t at)
{
    const struct statement *statement = &asking->source->statements[at];
    bool is_action = statement->kind == STATEMENT_IF && statement->action == STATEMENT_CALL;
    if ((!is_action && statement->kind != STATEMENT_CALL) || !statement->name ||
        !instrument_values_communicates(statement->name))
        return;
    instrument_values_list(&asking->value->there, statement->name);
    if (instrument_values_chosen(asking->value, statement->start, asking->start, asking->end))
        instrument_values_add_call(asking->value, statement->name, statement->line,
                                   statement->end_line);
}

static void answer(struct asking *asking)
{
    if (!find_block(asking))
        return;
    for (size_t i = asking->unit->first; i <= asking->unit->last; i++) {
        if (!is_own(asking, i))
            continue;
        if (asking->value->variable)
            see_assignment(asking, i);
        else
            see_call(asking, i);
    }
}

static bool is_routine(const struct block *block)
{
    return block->kind == BLOCK_UNIT &&
           (block->unit == STATEMENT_PROGRAM || block->unit == STATEMENT_SUBROUTINE ||
            block->unit == STATEMENT_FUNCTION || block->unit == STATEMENT_MODULE_PROCEDURE);
}

static void see_unit(const struct editing *editing, const struct block *unit)
{
    const struct statement *head = &editing->source->statements[unit->first];
    const char *name = unit->headless || !head->name ? "main" : head->name;
    bool is_main = unit->headless || unit->unit == STATEMENT_PROGRAM;
    instrument_values_list(&editing->values->functions, name);
    for (size_t i = 0; i < editing->values->count; i++) {
        struct instrument_value *value = &editing->values->list[i];
        const char *inner = strstr(value->function, "::"); /* heat::step */
        if (strcasecmp(value->function, name) != 0 &&
            (!inner || strcasecmp(inner + 2, name) != 0) &&
            !(is_main && !strcmp(value->function, "main")))
            continue;
        value->has_function = true;
        free(value->routine);
        value->routine = memory_string(name);
        struct asking asking = {editing->source, unit, value, editing, 0, 0};
        answer(&asking);
    }
}

static void see_block(const struct editing *editing, const struct block *block)
{
    if (is_routine(block))
        see_unit(editing, block);
    for (const struct block *child = block->child; child; child = child->next)
        see_block(editing, child);
}

void fortran_values_plan(const struct source *source, struct instrument_values *values,
                         struct instrument_edits *edits)
{
    struct editing editing = {source, values, edits,
                              memory_zeroed(source->count + 1, sizeof(bool))};
    see_block(&editing, &source->file);
    free(editing.opened);
}
