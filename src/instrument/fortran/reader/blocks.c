/* blocks.c: the tree of blocks: program units, definitions, constructs, loops. */
#include "instrument/fortran/reader/include.h"
#include "instrument/fortran/reader/names.h"
#include "instrument/fortran/reader/reading.h"
#include "util/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A block with what is needed while it is open. Every block of the reader is one of these. */
struct open_block {
    struct block block;       /* must be the first member */
    struct block *last_child; /* or NULL */
    bool executing;           /* unit or BLOCK: an executable statement was seen */
    size_t directives; /* unit: the first of the directives right before the current statement, or
                          NO_STATEMENT */
};

static struct open_block *as_open(struct block *block)
{
    return (struct open_block *)block;
}

/* Marks the unit of the block as unclear; the first reason is kept. */
static void mark_unclear(struct block *block, const char *why)
{
    struct block *unit = blocks_unit(block);
    if (unit && !unit->unclear) {
        unit->unclear = true;
        unit->why = why;
    }
}

/* Returns "the statement in line 12 " with what is wrong with it. */
static const char *at_line(const struct reading *reading, size_t number, const char *matter)
{
    char text[128];
    snprintf(text, sizeof text, "the statement in line %u %s",
             reading->source->statements[number].line, matter);
    return arena_text(reading->arena, text, strlen(text));
}

/* Opens a block inside the innermost open one. */
static struct block *open(struct reading *reading, enum block_kind kind, size_t number)
{
    struct open_block *opened = arena_zeroed(reading->arena, sizeof *opened);
    struct block *block = &opened->block, *parent = reading->block;
    block->kind = kind;
    block->first = block->last = number;
    block->parent = parent;
    block->executable = block->contains = NO_STATEMENT;
    opened->directives = NO_STATEMENT;
    struct open_block *outer = as_open(parent);
    block->within = blocks_unit(parent);
    if (outer->last_child)
        outer->last_child->next = block;
    else
        parent->child = block;
    outer->last_child = block;
    reading->block = block;
    return block;
}

/* Closes the innermost open block. */
static void close(struct reading *reading, size_t number)
{
    assert(reading->block->parent); /* the file's block stays open */
    reading->block->last = number;
    reading->block = reading->block->parent;
}

void blocks_start(struct reading *reading)
{
    struct open_block *file = arena_zeroed(reading->arena, sizeof *file);
    file->block.kind = BLOCK_FILE;
    file->block.executable = file->block.contains = NO_STATEMENT;
    if (!reading->file_names)
        reading->file_names = names_new(reading->arena, NULL);
    file->block.names = reading->file_names;
    reading->block = &file->block;
}

struct context blocks_context(const struct reading *reading)
{
    const struct block *block = reading->block;
    struct block *unit = blocks_unit(reading->block);
    struct context context = {0};
    context.in_interface = block->kind == BLOCK_INTERFACE;
    context.contained = block->kind == BLOCK_UNIT && block->contains != NO_STATEMENT;
    context.unit_start = block->kind == BLOCK_FILE || context.in_interface || context.contained;
    context.in_type = block->kind == BLOCK_TYPE;
    context.in_select = block->kind == BLOCK_SELECT;
    context.in_if = block->kind == BLOCK_IF;
    context.in_where = block->kind == BLOCK_WHERE;
    context.specification =
        !reading->past_specification &&
        (block->kind == BLOCK_FILE || (block->kind == BLOCK_UNIT && !as_open(unit)->executing));
    context.definitions = context.specification ||
                          (block->kind == BLOCK_BLOCK && !as_open(reading->block)->executing);
    return context;
}

/* True for units that can have executable statements. */
static bool is_routine(enum statement_kind unit)
{
    return unit == STATEMENT_PROGRAM || unit == STATEMENT_SUBROUTINE ||
           unit == STATEMENT_FUNCTION || unit == STATEMENT_MODULE_PROCEDURE;
}

/* True for statements that begin a program unit or procedure. */
static bool is_unit_head(enum statement_kind kind)
{
    return kind <= STATEMENT_MODULE_PROCEDURE;
}

/* True for executable statements. */
static bool is_action(enum statement_kind kind)
{
    return kind >= STATEMENT_IF_THEN && kind <= STATEMENT_ACTION;
}

/* Opens a unit. */
static struct block *open_unit(struct reading *reading, enum statement_kind kind, size_t number)
{
    struct block *outer = reading->block;
    struct block *unit = open(reading, BLOCK_UNIT, number);
    unit->unit = kind;
    unit->names = names_new(reading->arena, reading->file_names);
    if (outer->kind == BLOCK_UNIT && outer->contains == NO_STATEMENT) {
        mark_unclear(outer, "a procedure begins in it before CONTAINS");
        mark_unclear(unit, "it begins inside another program unit");
    }
    return unit;
}

/* Opens the unit that the statement begins. */
static void begin_unit(struct reading *reading, size_t number)
{
    const struct statement *statement = &reading->source->statements[number];
    while (reading->block->kind > BLOCK_INTERFACE) { /* a construct is open: its END is missing */
        mark_unclear(reading->block, "a construct in it has no END");
        close(reading, number);
    }
    struct block *outer = reading->block;
    declare_procedure(reading, outer, open_unit(reading, statement->kind, number), statement);
}

/* Notes that code may stand before statement `number`, or before the directives above it, if that
 * is not known yet. */
static void set_executable(struct block *unit, size_t number)
{
    struct open_block *open_unit_block = as_open(unit);
    if (unit->executable != NO_STATEMENT || !is_routine(unit->unit) ||
        (unit->parent && unit->parent->kind == BLOCK_INTERFACE))
        return;
    unit->executable =
        open_unit_block->directives == NO_STATEMENT ? number : open_unit_block->directives;
    open_unit_block->executing = true;
}

/* True if the END statement fits the kind of the unit. */
static bool ends_fit(enum ends ends, enum statement_kind unit)
{
    switch (ends) {
    case ENDS_PROGRAM:
        return unit == STATEMENT_PROGRAM;
    case ENDS_MODULE:
        return unit == STATEMENT_MODULE;
    case ENDS_SUBMODULE:
        return unit == STATEMENT_SUBMODULE;
    case ENDS_SUBROUTINE:
        return unit == STATEMENT_SUBROUTINE;
    case ENDS_FUNCTION:
        return unit == STATEMENT_FUNCTION;
    case ENDS_PROCEDURE:
        return unit == STATEMENT_MODULE_PROCEDURE;
    case ENDS_BLOCK_DATA:
        return unit == STATEMENT_BLOCK_DATA;
    default:
        return true;
    }
}

/* Closes the innermost unit. */
static void end_unit(struct reading *reading, size_t number)
{
    while (reading->block->kind != BLOCK_UNIT && reading->block->kind != BLOCK_FILE) {
        mark_unclear(reading->block, "a construct in it has no END");
        close(reading, number);
    }
    struct block *unit = reading->block;
    if (unit->kind == BLOCK_FILE)
        return;
    if (!ends_fit(reading->ends, unit->unit))
        mark_unclear(unit, "it ends with the END of another kind of program unit");
    set_executable(unit, number);
    close(reading, number);
}

/* Returns the kind of block that a statement opens; BLOCK_FILE: none. */
static enum block_kind opens(enum statement_kind kind)
{
    switch (kind) {
    case STATEMENT_INTERFACE:
        return BLOCK_INTERFACE;
    case STATEMENT_TYPE:
        return BLOCK_TYPE;
    case STATEMENT_IF_THEN:
        return BLOCK_IF;
    case STATEMENT_SELECT:
        return BLOCK_SELECT;
    case STATEMENT_WHERE_THEN:
        return BLOCK_WHERE;
    case STATEMENT_FORALL_THEN:
        return BLOCK_FORALL;
    case STATEMENT_ASSOCIATE:
        return BLOCK_ASSOCIATE;
    case STATEMENT_BLOCK:
        return BLOCK_BLOCK;
    case STATEMENT_CRITICAL:
        return BLOCK_CRITICAL;
    case STATEMENT_DO:
        return BLOCK_DO;
    default:
        return BLOCK_FILE;
    }
}

/* Returns the kind of block that a statement closes; BLOCK_FILE: none. */
static enum block_kind closes(enum statement_kind kind)
{
    switch (kind) {
    case STATEMENT_END_INTERFACE:
        return BLOCK_INTERFACE;
    case STATEMENT_END_TYPE:
        return BLOCK_TYPE;
    case STATEMENT_END_IF:
        return BLOCK_IF;
    case STATEMENT_END_SELECT:
        return BLOCK_SELECT;
    case STATEMENT_END_WHERE:
        return BLOCK_WHERE;
    case STATEMENT_END_FORALL:
        return BLOCK_FORALL;
    case STATEMENT_END_ASSOCIATE:
        return BLOCK_ASSOCIATE;
    case STATEMENT_END_BLOCK:
        return BLOCK_BLOCK;
    case STATEMENT_END_CRITICAL:
        return BLOCK_CRITICAL;
    case STATEMENT_END_DO:
        return BLOCK_DO;
    default:
        return BLOCK_FILE;
    }
}

/* True for statements that begin a part of a construct. */
static bool is_part(enum statement_kind kind)
{
    return kind == STATEMENT_ELSE || kind == STATEMENT_CASE || kind == STATEMENT_ELSEWHERE;
}

/* Notes that the statement belongs to the innermost open block. */
static void note_block(struct reading *reading, size_t number)
{
    struct source_memory *memory = reading->source->memory;
    memory->around =
        memory_grow(memory->around, &memory->around_room, number + 1, sizeof *memory->around);
    memory->around[number] = reading->block;
}

/* Closes all loops that end at the label. */
static void end_labelled_loops(struct reading *reading, unsigned label, size_t number)
{
    while (label && reading->block->kind == BLOCK_DO &&
           reading->source->statements[reading->block->first].do_label == label)
        close(reading, number);
}

/* Closes the block that an END statement ends, and loops that end at its label. */
static void end_block(struct reading *reading, const struct statement *statement, size_t number)
{
    struct block *block = reading->block;
    if (block->kind != closes(statement->kind)) {
        mark_unclear(block, at_line(reading, number, "ends a construct that is not open"));
        return;
    }
    unsigned label =
        block->kind == BLOCK_DO ? reading->source->statements[block->first].do_label : 0;
    if (label && label != statement->label)
        mark_unclear(block, at_line(reading, number, "does not end the innermost open DO"));
    close(reading, number);
    end_labelled_loops(reading, statement->label, number);
}

/* Adds a statement that neither begins nor ends a unit. */
static void add_inside(struct reading *reading, const struct statement *statement, size_t number)
{
    struct block *unit = blocks_unit(reading->block);
    enum statement_kind kind = statement->kind;
    if (unit && is_action(kind)) {
        set_executable(unit, number);
        if (unit->contains != NO_STATEMENT || !is_routine(unit->unit))
            mark_unclear(
                unit,
                at_line(reading, number,
                        "is executable, but stands outside the executable part of a routine"));
    }
    if (unit)
        as_open(unit)->directives = NO_STATEMENT;
    if (reading->block->kind == BLOCK_BLOCK && is_action(kind))
        as_open(reading->block)->executing = true;
    if (opens(kind) != BLOCK_FILE) {
        open(reading, opens(kind), number);
        note_block(reading, number);
        return;
    }
    note_block(reading, number);
    if (closes(kind) != BLOCK_FILE)
        end_block(reading, statement, number);
    else if (!is_part(kind) && is_action(kind))
        end_labelled_loops(reading, statement->label, number);
}

/* True if a directive belongs to the specifications, not to the statement below it. */
static bool is_declarative(const struct statement *statement)
{
    static const char *const words[] = {"threadprivate", "declare",    "requires",
                                        "routine",       "attributes", "freeform"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (!strncmp(statement->text, words[i], strlen(words[i])))
            return true;
    }
    return false;
}

/* Adds a directive. */
static void add_directive(struct reading *reading, size_t number)
{
    struct block *unit = reading->block;
    note_block(reading, number);
    if (is_declarative(&reading->source->statements[number]))
        return;
    if (unit->kind == BLOCK_UNIT && as_open(unit)->directives == NO_STATEMENT)
        as_open(unit)->directives = number;
}

/* Notes the consequences of an INCLUDE file for the unit around the statement, and for an INCLUDE
 * file that includes it. */
static void note_included(struct reading *reading, struct block *unit, size_t number,
                          const struct included *included)
{
    if (reading->included) {
        reading->included->missing |= included->missing;
        reading->included->declares |= included->declares;
        reading->included->executes |= included->executes;
        reading->included->leaves |= included->leaves;
        reading->included->unbalanced |= included->unbalanced;
    }
    unit->names->open |= included->missing;
    if (included->units)
        return;
    if (included->unbalanced)
        mark_unclear(unit, "a construct begins or ends in an INCLUDE file");
    else if (included->leaves)
        mark_unclear(unit, "statements of an INCLUDE file may leave or enter it");
    else if (included->executes && included->declares)
        mark_unclear(unit, "an INCLUDE file both declares names and executes statements");
    else if (included->executes)
        set_executable(unit, number);
}

/* Adds an INCLUDE statement. Outside all units, the file may hold procedures, or the beginning of a
 * main program without a head. */
static void add_include(struct reading *reading, size_t number)
{
    const struct statement *statement = &reading->source->statements[number];
    struct included included = {0};
    if (reading->block->kind == BLOCK_FILE && !reading->declaring) {
        included = include_read(reading, NULL, statement);
        if (included.missing || included.units || included.leaves ||
            !(included.declares || included.executes)) {
            note_block(reading, number);
            return;
        }
        open_unit(reading, STATEMENT_PROGRAM, number)->headless = true;
    }
    struct block *unit = blocks_declaring(reading, reading->block);
    note_block(reading, number);
    included = include_read(reading, unit, statement);
    if (unit)
        note_included(reading, unit, number, &included);
}

/* Adds a CONTAINS statement. */
static void add_contains(struct reading *reading, size_t number)
{
    struct block *unit = reading->block;
    if (unit->kind != BLOCK_UNIT || unit->contains != NO_STATEMENT) {
        mark_unclear(unit, at_line(reading, number, "is a misplaced CONTAINS"));
        return;
    }
    set_executable(unit, number);
    unit->contains = number;
}

void blocks_add(struct reading *reading, size_t number)
{
    const struct statement *statement = &reading->source->statements[number];
    enum statement_kind kind = statement->kind;
    if (kind == STATEMENT_PREPROCESSOR) {
        note_block(reading, number);
        return;
    }
    if (kind == STATEMENT_DIRECTIVE) {
        add_directive(reading, number);
        return;
    }
    if (kind == STATEMENT_INCLUDE) {
        add_include(reading, number);
        return;
    }
    if (is_unit_head(kind)) {
        begin_unit(reading, number);
        note_block(reading, number);
        return;
    }
    if (reading->block->kind == BLOCK_FILE)
        open_unit(reading, STATEMENT_PROGRAM, number)->headless = true;
    if (kind == STATEMENT_END_UNIT) {
        note_block(reading, number);
        end_unit(reading, number);
        return;
    }
    if (kind == STATEMENT_UNKNOWN)
        mark_unclear(reading->block, at_line(reading, number, "is not understood"));
    if (kind == STATEMENT_CONTAINS)
        add_contains(reading, number);
    struct block *block = reading->block;
    add_inside(reading, statement, number);
    declare(reading, block, statement);
}

/* Makes STATEMENT_CALL of CALL EXIT and CALL ABORT where these are procedures of the user's. */
static void check_stops(const struct reading *reading)
{
    struct source *source = reading->source;
    for (size_t i = 0; i < source->count; i++) {
        struct statement *statement = &source->statements[i];
        bool action = statement->kind == STATEMENT_IF && statement->action == STATEMENT_STOP;
        if ((statement->kind != STATEMENT_STOP && !action) || !statement->name)
            continue;
        const struct block *unit = blocks_unit(source->memory->around[i]);
        if (!unit || names_class(unit, statement->name) != NAME_PROCEDURE)
            continue;
        if (action)
            statement->action = STATEMENT_CALL;
        else
            statement->kind = STATEMENT_CALL;
    }
}

void blocks_finish(struct reading *reading)
{
    check_stops(reading);
    size_t last = reading->source->count ? reading->source->count - 1 : 0;
    while (reading->block->kind != BLOCK_FILE) {
        if (reading->included && (!reading->block->headless || reading->block->unclear))
            reading->included->unbalanced = true;
        mark_unclear(reading->block, "it has no END");
        close(reading, last);
    }
    reading->block->last = last;
    reading->source->file = *reading->block;
    for (struct block *child = reading->source->file.child; child; child = child->next)
        child->parent = &reading->source->file;
}

struct block *source_block(const struct source *source, size_t statement)
{
    assert(statement < source->count);
    struct block *block = source->memory->around[statement];
    return block->kind == BLOCK_FILE ? (struct block *)&source->file : block;
}

void source_close(struct source *source)
{
    if (source->memory) {
        include_free(source->memory);
        free(source->memory->around);
        arena_free(&source->memory->arena);
        free(source->memory);
    }
    free(source->statements);
    *source = (struct source){0};
}
