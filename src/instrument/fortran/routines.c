/* routines.c: finds the routines of a file and plans each of them, step by step. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the name with those of the units around it, module::host::internal; the caller frees it.
 * statement: NULL for a main program without a head. */
static char *full_name(const struct source *source, const struct block *block,
                       const struct statement *statement)
{
    char *name = memory_string(statement && statement->written ? statement->written : "main");
    for (const struct block *at = block->parent; at && at->kind == BLOCK_UNIT; at = at->parent) {
        const char *outer = at->headless ? NULL : source->statements[at->first].written;
        char *longer = memory_printf("%s::%s", outer ? outer : "main", name);
        free(name);
        name = longer;
    }
    return name;
}

/* Adds a region to the plan; returns its number. */
static unsigned add_region(struct routine *routine, enum tri_kind kind, unsigned flags,
                           size_t first, size_t last, const char *name)
{
    const struct statement *from = statement_at(routine, first);
    struct instrument_plan_region region = {
        .kind = kind,
        .flags = flags,
        .line = from->line,
        .end_line = statement_at(routine, last)->end_line,
        .routine = kind == TRI_KIND_ROUTINE ? 0 : routine->number + 1,
        .name = (char *)name,
        .file = (char *)(from->file ? from->file : routine->file->request->shown)};
    return instrument_plan_add(&routine->file->plan, &region);
}

/* True if control may reach the statement from the one before it. */
static bool is_fallen_into(const struct routine *routine, size_t at)
{
    for (size_t i = at; i-- > routine->begin;) {
        const struct statement *before = statement_at(routine, i);
        if (before->kind != STATEMENT_FORMAT && before->kind != STATEMENT_DATA &&
            before->kind != STATEMENT_PREPROCESSOR)
            return !jumps_never_falls_through(before);
    }
    return true;
}

/* Adds the lines at an ENTRY statement: a visit begins there, which control from above jumps over.
 */
static void plan_entry(struct routine *routine, size_t at, unsigned number)
{
    struct slot *slot = &routine->file->slots[at];
    unsigned label = is_fallen_into(routine, at) ? jumps_new_label(routine) : 0;
    if (label)
        text_line(&slot->ahead, "goto %u", label);
    routine_enter(routine, number, &slot->after);
    jumps_reset(routine, &slot->after);
    if (label)
        text_line(&slot->after, "%u continue", label);
}

/* Returns the flags of a loop's region. */
static unsigned loop_flags(const struct routine *routine, const struct site *loop)
{
    const struct statement *statement = statement_at(routine, loop->at);
    unsigned flags = statement->do_kind == DO_WHILE     ? TRI_WHILE
                     : statement->do_kind == DO_FOREVER ? TRI_DO
                     : loop->left_early                 ? 0
                                                        : TRI_DETERMINED;
    if (routine->file->request->untimed_loops)
        flags |= TRI_UNTIMED;
    return flags;
}

static void add_loop(struct routine *routine, struct site *loop)
{
    const struct statement *statement = statement_at(routine, loop->at);
    char label[16];
    snprintf(label, sizeof label, "%u", statement->do_label);
    const char *name = statement->written ? statement->written : statement->do_label ? label : "";
    loop->number =
        add_region(routine, TRI_KIND_LOOP, loop_flags(routine, loop), loop->at, loop->last, name);
}

static void add_io(struct routine *routine, struct site *io)
{
    static const char *const names[] = {[IO_READ] = "READ",       [IO_WRITE] = "WRITE",
                                        [IO_PRINT] = "PRINT",     [IO_OPEN] = "OPEN",
                                        [IO_CLOSE] = "CLOSE",     [IO_INQUIRE] = "INQUIRE",
                                        [IO_REWIND] = "REWIND",   [IO_BACKSPACE] = "BACKSPACE",
                                        [IO_ENDFILE] = "ENDFILE", [IO_FLUSH] = "FLUSH",
                                        [IO_WAIT] = "WAIT"};
    enum io_keyword keyword = statement_at(routine, io->at)->io;
    unsigned flags = keyword == IO_READ                           ? TRI_READS
                     : keyword == IO_WRITE || keyword == IO_PRINT ? TRI_WRITES
                                                                  : 0;
    io->number = add_region(routine, TRI_KIND_IO, flags, io->at, io->at, names[keyword]);
    if (flags && !io->obstacle)
        instrument_plan_note(&routine->file->plan, io->number,
                             "bytes not counted: Fortran I/O does not report them");
    io_prepare(routine, io);
}

/* Adds the regions of all sites, in the order of the text. */
static void add_regions(struct routine *routine)
{
    struct instrument_plan *plan = &routine->file->plan;
    for (size_t i = 0; i < routine->site_count; i++) {
        struct site *site = &routine->sites[i];
        if (site->kind == TRI_KIND_LOOP)
            add_loop(routine, site);
        else
            add_io(routine, site);
        if (site->obstacle)
            instrument_plan_leave_alone(plan, site->number, site->obstacle);
    }
}

/* Adds the regions of the ENTRY statements. */
static void add_entries(struct routine *routine)
{
    for (size_t i = routine->first; i < routine->stop; i++) {
        const struct statement *statement = statement_at(routine, i);
        if (statement->kind != STATEMENT_ENTRY)
            continue;
        char *name = full_name(&routine->file->source, routine->block, statement);
        unsigned number = add_region(routine, TRI_KIND_ROUTINE, 0, i, routine->stop, name);
        free(name);
        if (i < routine->begin)
            instrument_plan_leave_alone(&routine->file->plan, number,
                                        "it precedes the executable statements: its visits are "
                                        "counted as visits of the routine");
        routine->entries = memory_grow(routine->entries, &routine->entry_room,
                                       routine->entry_count + 1, sizeof *routine->entries);
        routine->entries[routine->entry_count++] = number;
    }
}

/* Adds the lines at all ENTRY statements. */
static void plan_entries(struct routine *routine)
{
    size_t entry = 0;
    for (size_t i = routine->first; i < routine->stop; i++) {
        if (statement_at(routine, i)->kind != STATEMENT_ENTRY)
            continue;
        if (i >= routine->begin)
            plan_entry(routine, i, routine->entries[entry]);
        entry++;
    }
}

/* Adds all lines of one version of the routine to file->slots. */
static void insert(struct routine *routine)
{
    struct fortran *file = routine->file;
    jumps_land(routine);
    early_reads_insert(routine, &file->slots[routine->begin].ahead);
    routine_enter(routine, routine->number, &file->slots[routine->begin].ahead);
    jumps_reset(routine, &file->slots[routine->begin].ahead);
    plan_entries(routine);
    for (size_t i = routine->begin; i < routine->stop; i++)
        insert_statement(routine, i);
    if (statement_at(routine, routine->stop)->label || is_fallen_into(routine, routine->stop))
        routine_leave(routine, &file->slots[routine->stop].before);
    declare_private(routine);
    declare_add(routine);
}

/* Writes the bare copy of a procedure. */
static void insert_bare_copy(struct routine *routine)
{
    struct fortran *file = routine->file;
    struct slot *kept = file->slots;
    if (!file->bare_slots)
        file->bare_slots = memory_zeroed(file->source.count + 1, sizeof *file->slots);
    text_add_clone(file, routine->block->first, routine->block->last, true,
                   &kept[routine->block->last].after);
    file->slots = file->bare_slots;
    routine->writing_bare_copy = true;
    clone_plan(routine, file->slots, 'c');
    for (size_t i = routine->begin; i < routine->stop; i++)
        light_calls_insert(routine, i);
    routine->writing_bare_copy = false;
    file->slots = kept;
}

/* Writes the timed clone of a procedure. */
static void insert_clone(struct routine *routine)
{
    assert(routine->cloned && !routine->cloning);
    struct fortran *file = routine->file;
    struct slot *kept = file->slots;
    if (!file->clone_slots)
        file->clone_slots = memory_zeroed(file->source.count + 1, sizeof *file->slots);
    text_add_clone(file, routine->block->first, routine->block->last, false,
                   &kept[routine->block->last].after);
    file->slots = file->clone_slots;
    routine->cloning = true;
    clone_plan(routine, file->slots, 't');
    insert(routine);
    routine->cloning = false;
    file->slots = kept;
    buffer_free(&routine->declared.names);
    routine->declared = (struct names_declared){0};
    routine->most_values = 0;
}

/* True if threads that call the routine at the same time would share the variables of its probes. A
 * routine with a counted DO shares the loop's variable already: threads cannot be calling it. */
static bool shares_variables(const struct routine *routine)
{
    const struct instrument_fortran_form *form = &routine->file->source.form;
    bool saved = form->no_automatic;
    for (size_t i = routine->first; i < routine->stop; i++) {
        const struct statement *statement = statement_at(routine, i);
        if (statement->kind == STATEMENT_DO && statement->do_kind == DO_COUNTED)
            return false;
        saved = saved || (i < routine->begin && statement->kind == STATEMENT_DECLARATION &&
                          !strcmp(statement->text, "save"));
    }
    bool is_main = routine->block->unit == STATEMENT_PROGRAM;
    return saved && form->openmp && !is_main;
}

/* Returns why the routine cannot be measured, or NULL. */
static const char *obstacle(const struct routine *routine)
{
    const struct block *at = routine->block;
    do {
        if (at->unclear)
            return at->why;
        at = at->parent;
    } while (at);
    if (routine->file->clash)
        return routine->file->clash;
    bool recursive = !routine->block->headless &&
                     statement_at(routine, routine->first)->routine_flags & ROUTINE_RECURSIVE;
    for (size_t i = routine->first; i < routine->stop; i++) {
        const struct statement *statement = statement_at(routine, i);
        if (i >= routine->begin && statement->kind == STATEMENT_INCLUDE)
            return "an INCLUDE line is among its executable statements";
        if (recursive && i < routine->begin && statement->kind == STATEMENT_DECLARATION &&
            !strcmp(statement->text, "save"))
            return "it is RECURSIVE, but SAVE gives all its calls the same variables";
    }
    if (shares_variables(routine))
        return "SAVE or -fno-automatic makes all threads share the variables of its probes";
    return directives_obstacle(routine);
}

/* Returns the first statement of the routine that may have code before it. No code may stand
 * between a directive and the statement that it applies to; code may stand before an ENTRY behind
 * which nothing is specified. */
static size_t find_begin(const struct source *source, const struct routine *routine)
{
    const struct block *block = routine->block;
    size_t stop = routine->stop;
    size_t begin =
        block->executable == NO_STATEMENT || block->executable > stop ? stop : block->executable;
    while (begin < stop && source->statements[begin].kind == STATEMENT_DIRECTIVE &&
           directives_declares(source, &source->statements[begin]))
        begin++;
    for (size_t at = begin; at > routine->first + !block->headless;) {
        const struct statement *before = &source->statements[--at];
        if (before->kind == STATEMENT_ENTRY ||
            (before->kind == STATEMENT_DIRECTIVE && !directives_declares(source, before)))
            begin = at;
        else if (before->kind != STATEMENT_PREPROCESSOR && before->kind != STATEMENT_FORMAT)
            break;
    }
    return begin;
}

/* Returns the routine's first statement: directives above a main program without a head belong to
 * it. */
static size_t find_first(const struct source *source, const struct block *block)
{
    size_t first = block->first;
    while (block->headless && first > 0 &&
           source->statements[first - 1].kind == STATEMENT_DIRECTIVE)
        first--;
    return first;
}

static void free_routine(struct routine *routine)
{
    for (size_t i = 0; i < routine->site_count; i++)
        free(routine->sites[i].unit);
    for (size_t i = 0; i < routine->environment_count; i++) {
        buffer_free(&routine->environments[i]->declared.names);
        free(routine->environments[i]);
    }
    free(routine->environments);
    free(routine->sites);
    free(routine->spots);
    free(routine->labels);
    free(routine->landings);
    free(routine->light_calls);
    free(routine->entries);
    buffer_free(&routine->declared.names);
    free(routine);
}

/* Finds everything that may be measured in a routine, and numbers its regions. */
static void prepare_routine(struct fortran *file, const struct block *block)
{
    const struct source *source = &file->source;
    struct routine *routine = memory_zeroed(1, sizeof *routine);
    *routine = (struct routine){.file = file, .block = block, .first = find_first(source, block)};
    routine->stop = block->contains != NO_STATEMENT ? block->contains : block->last;
    routine->begin = find_begin(source, routine);
    char *name =
        full_name(source, block, block->headless ? NULL : &source->statements[block->first]);
    routine->number = add_region(routine, TRI_KIND_ROUTINE, 0, block->first, block->last, name);
    free(name);
    file->routines = memory_grow(file->routines, &file->routine_room, file->routine_count + 1,
                                 sizeof(struct routine *));
    file->routines[file->routine_count++] = routine;
    routine->obstacle = obstacle(routine);
    if (routine->obstacle) {
        instrument_plan_leave_alone(&file->plan, routine->number, routine->obstacle);
        return;
    }
    sites_find(routine);
    directives_plan(routine);
    jumps_collect(routine);
    sites_find_obstacles(routine);
    add_regions(routine);
    add_entries(routine);
}

/* Flags the regions in which no other probe can run. */
static void note_leaves(const struct routine *routine)
{
    struct instrument_plan_region *regions = routine->file->plan.regions;
    for (size_t i = 0; i < routine->site_count; i++) {
        if (routine->sites[i].leaf)
            regions[routine->sites[i].number].flags |= TRI_LEAF;
    }
    if (!routine->calls)
        regions[routine->number].flags |= TRI_LEAF;
}

/* Writes all versions of a routine. Needs the decisions about all routines. */
static void plan_routine(struct routine *routine)
{
    bool direct = direct_loops_find(routine);
    light_describe(routine);
    routine->hands_over = !direct && routine->file->plan.regions[routine->number].sums > 0;
    routine->counts_at_end = routine->is_anchor && !routine->calls;
    note_leaves(routine);
    routine->cloned = clone_is_possible(routine);
    routine->at_entry = entry_is_possible(routine);
    routine->framed = !routine->at_entry && entry_can_frame(routine);
    routine->cloned = routine->cloned || routine->framed;
    if (routine->at_entry || routine->framed)
        entry_write(routine);
    argument_trips_find_deferred(routine);
    if (routine->has_bare_copy)
        insert_bare_copy(routine);
    if (routine->cloned)
        insert_clone(routine);
    if (!routine->at_entry && !routine->framed)
        insert(routine);
}

/* Sets `has_bare_copy` of the routines whose bare copies are called. */
static void find_called_bare_copies(struct fortran *file)
{
    for (size_t i = 0; i < file->routine_count; i++) {
        const struct routine *routine = file->routines[i];
        for (size_t k = 0; k < routine->light_call_count; k++) {
            if (routine->light_calls[k].light)
                routine->light_calls[k].callee->has_bare_copy = true;
        }
    }
}

/* Decides how all routines are measured, writes and frees them. */
static void plan_routines(struct fortran *file)
{
    for (size_t i = 0; i < file->routine_count; i++)
        bare_copy_decide(file->routines[i]);
    recursion_plan(file);
    find_called_bare_copies(file);
    for (size_t i = 0; i < file->routine_count; i++) {
        if (!file->routines[i]->obstacle)
            plan_routine(file->routines[i]);
    }
    if (twin_is_possible(file))
        twin_write(file);
    for (size_t i = 0; i < file->routine_count; i++)
        free_routine(file->routines[i]);
    free(file->routines);
}

void fortran_plan(struct fortran *file)
{
    const struct block *at = &file->source.file;
    for (;;) {
        bool opens = at->kind == BLOCK_FILE || at->kind == BLOCK_UNIT; /* no interface */
        const struct block *next = opens ? at->child : NULL;
        while (!next && at != &file->source.file) {
            next = at->next;
            at = next ? at : at->parent;
        }
        if (!next)
            break;
        at = next;
        if (at->kind == BLOCK_UNIT &&
            (at->unit == STATEMENT_PROGRAM || at->unit == STATEMENT_SUBROUTINE ||
             at->unit == STATEMENT_FUNCTION || at->unit == STATEMENT_MODULE_PROCEDURE))
            prepare_routine(file, at);
    }
    plan_routines(file);
}
