/* rewrite.c: see rewrite.h */
#include "loops/plan/rewrite.h"

#include "loops/architecture.h"
#include "loops/flow/liveness.h"
#include "loops/flow/loop_views.h"
#include "loops/flow/operation.h"
#include "loops/flow/parallel.h"
#include "loops/flow/stacks.h"
#include "loops/plan/call_notes.h"
#include "loops/plan/edge_counters.h"
#include "loops/plan/idle_registers.h"
#include "loops/plan/mix.h"
#include "loops/plan/passed_values.h"
#include "loops/plan/shared_code.h"
#include "loops/plan/unoptimised.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

uint32_t loops_rewrite_counter(uint32_t counter)
{
    return (uint32_t)sizeof(struct format_context) + 8 * counter;
}

uint32_t loops_rewrite_cell(const struct loops_rewritten *function, uint32_t cell)
{
    return loops_rewrite_counter(function->probes.counters + cell);
}

uint32_t loops_rewrite_slot(const struct loops_rewritten *function, uint32_t slot)
{
    return loops_rewrite_counter(function->probes.counters + function->probes.cells + slot);
}

/* True for the startup code that the linker adds, which has no loops of the user, and for that of
 * files with probes. */
static bool is_startup(const char *name)
{
    static const char *const names[] = {"_start",
                                        "_init",
                                        "_fini",
                                        "call_weak_fn",
                                        "deregister_tm_clones",
                                        "register_tm_clones",
                                        "__do_global_dtors_aux",
                                        "frame_dummy"};
    for (size_t i = 0; name && i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(name, names[i]))
            return true;
    }
    return name && !strncmp(name, "tri_unit_", strlen("tri_unit_"));
}

/* True if an exception may land right after a call: then it cannot be told from the call's return.
 */
static bool pad_is_behind_call(const struct loops_graph *graph)
{
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        if (graph->edges[i].kind == GRAPH_BACK && graph->blocks[graph->edges[i].to - 1].is_pad)
            return true;
    }
    return false;
}

/* Returns an upper limit for the slots of a function: blocks that end with a call or a jump. */
static uint32_t call_count(const struct loops_graph *graph)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < graph->block_count; i++) {
        const struct loops_instruction *last = loops_graph_last(graph, i + 1);
        count += last->kind != INSTRUCTION_PLAIN && last->kind != INSTRUCTION_RETURN;
    }
    return count;
}

/* Returns the number of values that a node of the function needs, or an upper limit for it. */
static uint32_t value_count(const struct loops_rewritten *function)
{
    return function->probes.counters + function->probes.cells + call_count(&function->graph);
}

/* Adds cells, after all others, for the calls through pointers that remember their targets. There
 * are none if the original may be executed in between, since that remembers nothing, or if the
 * nodes of the function would be too large. */
static void add_pointer_cells(struct loops_rewritten *function, const struct loops_binary *binary)
{
    const struct loops_architecture *machine = binary->architecture;
    const struct loops_graph *graph = &function->graph;
    uint32_t cells = 0;
    for (uint32_t i = 0; machine->remembers && !graph->is_guess && i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (edge->kind == GRAPH_BACK &&
            machine->remembers(binary, loops_graph_last(graph, edge->from)))
            cells += FORMAT_POINTER_CELLS;
    }
    function->pointers = function->probes.cells;
    function->remembers = cells && value_count(function) + cells <= machine->most_values;
    function->probes.cells += function->remembers ? cells : 0;
}

/* Returns the symbol that a routine has without Triptych, if `name` is that of another version of
 * it, which its function jumps to: of a Fortran procedure with an entry (triptych/entry.h), or of a
 * C function (TRI_TIMED and its like in triptych/probes.h). NULL otherwise. */
static const char *behind_entry(const char *name)
{
    static const char *const prefixes[] = {"tri_body_", "tri_core_", "tri_plain_", "tri_probed_",
                                           "tri_timed_"};
    for (size_t i = 0; name && i < sizeof prefixes / sizeof prefixes[0]; i++) {
        if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
            return name + strlen(prefixes[i]);
    }
    return NULL;
}

/* True if an address is that of another version of the routine `name`. Both names may end with a
 * suffix of the optimiser. */
static bool is_behind_entry(const struct loops_binary *binary, uint64_t address, const char *name)
{
    const struct loops_binary_function *function = loops_binary_function_at(binary, address);
    const char *own = function ? behind_entry(function->name) : NULL;
    size_t size = strcspn(name, ".");
    return own && strcspn(own, ".") == size && !strncmp(own, name, size);
}

/* True if a function has probes: it calls one, or jumps to one, or is a version of a routine that
 * has probes in another one. */
static bool is_probed(const struct loops_graph *graph, const struct loops_binary *binary,
                      const char *name)
{
    if (!binary->has_probes)
        return false;
    if (behind_entry(name))
        return true;
    for (uint32_t i = 0; i < graph->block_count; i++) {
        const struct loops_instruction *last = loops_graph_last(graph, i + 1);
        uint64_t target = loops_binary_led_to(binary, last);
        if (target && (loops_binary_is_probe(binary, target) ||
                       (name && is_behind_entry(binary, target, name))))
            return true;
    }
    return false;
}

static const char switches[] = "it switches stacks";

/* The context of look_at(). */
struct looking {
    const struct loops_binary *binary;
    struct loops_rewritten *functions;
    bool times; /* loops are timed */
};

/* Analyses a function: sets its graph, and either the reason why it is not copied, or everything
 * that the copy needs. Called from several threads. */
static void look_at(void *context, uint32_t number)
{
    const struct loops_binary *binary = ((const struct looking *)context)->binary;
    struct loops_rewritten *function = &((const struct looking *)context)->functions[number];
    const struct loops_binary_function *from = &binary->functions[number];
    loops_graph_begin(&function->graph, binary, number);
    function->why =
        from->sources & BINARY_COLD ? "it is a part of another function" : function->graph.why;
    if (!(from->sources & BINARY_COLD) &&
        loops_switches_stacks(&function->graph, binary->architecture->frame))
        function->why = switches;
    if (!function->why && is_startup(from->name))
        function->why = "it is a part of the C runtime";
    if (!function->why && binary->is_go)
        function->why = "goroutines change stacks and threads";
    if (!function->why && loops_binary_part_at(binary, from->start)->is_written)
        function->why = "its code can be changed while it runs";
    if (!function->why &&
        (function->graph.instruction_count > binary->architecture->most_instructions ||
         function->graph.edge_count > binary->architecture->most_edges))
        function->why = "it is too large";
    if (!function->why && pad_is_behind_call(&function->graph))
        function->why = "an exception lands right after a call";
    if (function->why)
        return;
    loops_shape_begin(&function->shape, &function->graph);
    function->factors = loops_factors_find(binary, &function->shape);
    function->is_probed = is_probed(&function->graph, binary, from->name);
    loops_probes_begin(&function->probes, &function->shape,
                       ((const struct looking *)context)->times && !function->is_probed);
    function->live = loops_liveness_find(&function->graph, binary, 0, 0);
    function->is_leaf = binary->architecture->leaf &&
                        loops_graph_is_leaf(&function->graph, binary->architecture->leaf);
    add_pointer_cells(function, binary);
    if (value_count(function) > binary->architecture->most_values)
        function->why = "it is too large";
}

struct format_loop loops_rewrite_loop(const struct loops_rewritten *function, uint32_t number)
{
    const struct loops_flow_loop *loop = &function->shape.loops.loops[number];
    const struct loops_induction *inductions = function->probes.inductions;
    bool is_planned = inductions != NULL;
    bool counted = is_planned && inductions[number].number != INSTRUCTION_NO_REGISTER;
    struct loops_factor factor =
        function->factors ? function->factors[number] : (struct loops_factor){0};
    uint32_t timer = is_planned ? function->probes.timers[number] + 1 : 0;
    static const struct loops_extremes none = {.first = COUNTERS_NONE};
    const struct loops_extremes *extremes = is_planned ? &function->probes.extremes[number] : &none;
    bool has_extremes = extremes->first != COUNTERS_NONE;
    bool opens = has_extremes && !extremes->is_told;
    return (struct format_loop){
        .head = loop->head,
        .parent = loop->parent,
        .depth = loop->depth,
        .flags = (loop->irreducible ? FORMAT_LOOP_IRREDUCIBLE : 0) |
                 (counted ? FORMAT_LOOP_COUNTED : 0) | (factor.is_vector ? FORMAT_LOOP_VECTOR : 0) |
                 (factor.has_rest ? FORMAT_LOOP_RESTS : 0) |
                 (factor.is_constant ? FORMAT_LOOP_CONSTANT : 0) | (timer ? FORMAT_LOOP_TIMED : 0) |
                 (opens ? FORMAT_LOOP_OPENS : 0) |
                 (opens && extremes->calls ? FORMAT_LOOP_CALLS : 0),
        .visits = is_planned ? function->probes.visits[number] : UINT32_MAX,
        .trips = is_planned ? function->probes.trips[number] : 0,
        .factor = factor.count,
        .elements = factor.elements,
        .constant = factor.trips,
        .timer = timer,
        .extremes = has_extremes ? extremes->first + 1 : 0,
        .exits = has_extremes ? extremes->exits : 0,
        .heads = extremes->heads,
        .unit = counted ? (uint32_t)llabs(inductions[number].step) : 1,
        .backs = {opens ? extremes->backs[0] : COUNTERS_NONE,
                  opens ? extremes->backs[1] : COUNTERS_NONE}};
}

/* Appends the blocks, edges and loops of a function to the plan. */
static void describe_graph(struct loops_rewriting *rewriting,
                           const struct loops_rewritten *function, struct format_function *out)
{
    struct loops_plan *plan = rewriting->plan;
    const struct loops_graph *graph = &function->graph;
    const struct loops_probes *probes = &function->probes;
    for (uint32_t i = 0; i < graph->block_count; i++) {
        const struct loops_graph_block *block = &graph->blocks[i];
        const struct loops_instruction *first = &graph->instructions[block->first];
        const struct loops_instruction *last = &graph->instructions[block->end - 1];
        uint64_t bytes = last->address + last->size - first->address; /* 0: a hub */
        struct format_block element = {.address = loops_graph_address(graph, i + 1),
                                       .bytes = (uint32_t)bytes,
                                       .instructions = bytes ? block->end - block->first : 0,
                                       .loop = function->shape.loops.innermost[i + 1],
                                       .pad = block->pad};
        loops_plan_append(plan, FORMAT_PLAN_BLOCKS, &element, sizeof element);
    }
    for (uint32_t i = 0; i < probes->joint_count; i++) {
        uint32_t loop = probes->joints[i], head = function->shape.loops.loops[loop].head;
        struct format_block element = {
            .address = graph->instructions[graph->blocks[head - 1].first].address, .loop = loop};
        loops_plan_append(plan, FORMAT_PLAN_BLOCKS, &element, sizeof element);
    }
    for (uint32_t i = 0; i < probes->edge_count; i++) {
        bool is_own = i < graph->edge_count;
        struct format_edge element = {.from = probes->edges[i].from,
                                      .to = probes->edges[i].to,
                                      .kind = is_own ? graph->edges[i].kind : GRAPH_TAKEN,
                                      .counter = probes->counter[i],
                                      .step = probes->step[i]};
        loops_plan_append(plan, FORMAT_PLAN_EDGES, &element, sizeof element);
    }
    const struct loops_flow_loops *loops = &function->shape.loops;
    for (uint32_t i = 0; i < loops->count; i++) {
        struct format_loop element = loops_rewrite_loop(function, i);
        if (rewriting->every)
            edge_counters_adjust(function, i, &element);
        loops_plan_append(plan, FORMAT_PLAN_LOOPS, &element, sizeof element);
    }
    out->blocks = graph->block_count + probes->joint_count;
    out->edges = probes->edge_count;
    out->loops = loops->count;
}

/* Returns the number of elements, of `size` bytes each, in a section. */
static uint32_t count_in(const struct loops_plan *plan, enum format_plan_section section,
                         size_t size)
{
    return (uint32_t)(plan->sections[section].used / size);
}

/* True if the iterations per trip of some loop are known, or may be told by the source. */
static bool has_factors(const struct loops_rewritten *function)
{
    uint32_t i = 0, count = function->factors ? function->shape.loops.count : 0;
    while (i < count && !function->factors[i].count && function->factors[i].elements <= 1)
        i++;
    return i < count;
}

/* True if two loads read the same bytes by the same registers. */
static bool reads_same(const struct loops_access *a, const struct loops_access *b)
{
    return !a->is_store && !b->is_store && a->bytes == b->bytes && a->parts == b->parts &&
           a->base == b->base && a->index == b->index && a->shift == b->shift &&
           a->offset == b->offset;
}

/* True if the same block has loaded the same bytes shortly before, and the address registers have
 * not changed in between. Compilers load a number twice to extend it in two ways. */
static bool is_loaded_again(const struct loops_rewriting *rewriting,
                            const struct loops_graph *graph, const struct loops_graph_block *block,
                            uint32_t number, const struct loops_access *access)
{
    enum { NEAR = 8 };
    uint32_t needed = (access->base < 32 ? UINT32_C(1) << access->base : 0) |
                      (access->index < 32 ? UINT32_C(1) << access->index : 0);
    uint32_t first = number - block->first > NEAR ? number - NEAR : block->first;
    for (uint32_t i = number; i-- > first;) {
        const struct loops_instruction *in = &graph->instructions[i];
        struct loops_access before;
        if (loops_view_access(rewriting->binary, in, &before) && before.bytes &&
            reads_same(&before, access))
            return !(in->writes & needed);
        if (in->writes & needed)
            return false;
    }
    return false;
}

/* True if an instruction that stores loads from there, too, such as an addition to memory. */
static bool loads_too(const struct loops_rewriting *rewriting, const struct loops_instruction *in)
{
    struct loops_operation operation;
    const uint8_t *bytes = loops_binary_bytes(rewriting->binary, in->address, in->size, NULL);
    rewriting->binary->architecture->operation(bytes, in->size, in, &operation);
    return operation.loads;
}

/* Appends a number in hex. */
static void add_hex(struct buffer *text, uint64_t number)
{
    char digits[16];
    size_t at = sizeof digits;
    do
        digits[--at] = "0123456789abcdef"[number & 15];
    while (number >>= 4);
    buffer_add_bytes(text, digits + at, sizeof digits - at);
}

/* Appends an access to a text: offset, kind and bytes, in hex. */
static void describe_access(struct buffer *text, uint64_t offset, char kind, unsigned bytes)
{
    const char between[] = {':', kind};
    if (text->used)
        buffer_add_bytes(text, " ", 1);
    add_hex(text, offset);
    buffer_add_bytes(text, between, sizeof between);
    add_hex(text, bytes);
}

/* Appends the accesses of a block to a text, or only its stores, with their offsets from `start`.
 */
static void describe_block(const struct loops_rewriting *rewriting, const struct loops_graph *graph,
                           const struct loops_graph_block *block, uint64_t start, bool only_stores,
                           struct buffer *text)
{
    for (uint32_t i = block->first; i < block->end; i++) {
        const struct loops_instruction *in = &graph->instructions[i];
        struct loops_access access;
        if (!loops_view_access(rewriting->binary, in, &access) || !access.bytes ||
            (only_stores && !access.is_store) ||
            is_loaded_again(rewriting, graph, block, i, &access))
            continue;
        bool is_fixed = access.base == INSTRUCTION_NO_REGISTER &&
                        access.index == INSTRUCTION_NO_REGISTER && !access.is_store;
        unsigned bytes = (unsigned)access.bytes * access.parts;
        describe_access(text, in->address - start,
                        access.is_store ? 's'
                        : is_fixed      ? 'f'
                                        : 'l',
                        bytes);
        if (access.is_store && !only_stores && loads_too(rewriting, in))
            describe_access(text, in->address - start, 'l', bytes);
    }
}

/* True if a register counts the trips of one of the loops. */
static bool has_counted(const struct loops_rewritten *function)
{
    for (uint32_t i = 0; function->probes.inductions && i < function->shape.loops.count; i++) {
        if (function->probes.inductions[i].number != INSTRUCTION_NO_REGISTER)
            return true;
    }
    return false;
}

/* Adds a text to the plan that lists the loads and stores of a function; returns its offset, 0 if
 * there is none. Readers use it to find the code that executes the remaining iterations of a loop;
 * if no factor is known, the stores tell them of iterations that were peeled. */
static uint32_t describe_accesses(struct loops_rewriting *rewriting,
                                  const struct loops_rewritten *function, uint64_t start)
{
    const struct loops_graph *graph = &function->graph;
    struct buffer text = {0};
    bool only_stores = !has_factors(function);
    uint32_t count = !only_stores || has_counted(function) ? graph->block_count : 0;
    for (uint32_t i = 0; i < count; i++)
        describe_block(rewriting, graph, &graph->blocks[i], start, only_stores, &text);
    uint32_t found = text.used ? loops_plan_text(rewriting->plan, text.text) : 0;
    buffer_free(&text);
    return found;
}

/* Makes the copy of a function, and appends the function to the plan. */
static void add_function(struct loops_rewriting *rewriting, uint32_t number)
{
    struct loops_plan *plan = rewriting->plan;
    struct loops_rewritten *function = &rewriting->functions[number];
    const struct loops_binary_function *from = &rewriting->binary->functions[number];
    struct format_function element = {
        .start = from->start,
        .end = from->end,
        .name = loops_plan_text(plan, from->name),
        .why = loops_plan_text(plan, function->why),
        .owner = function->owner,
        .first_slot = count_in(plan, FORMAT_PLAN_SLOTS, sizeof(struct format_slot)),
        .first_block = count_in(plan, FORMAT_PLAN_BLOCKS, sizeof(struct format_block)),
        .first_edge = count_in(plan, FORMAT_PLAN_EDGES, sizeof(struct format_edge)),
        .first_loop = count_in(plan, FORMAT_PLAN_LOOPS, sizeof(struct format_loop)),
    };
    if (function->why) {
        element.flags = FORMAT_FUNCTION_NATIVE;
    } else {
        function->notes = loops_notes_are_needed(rewriting, number);
        if (rewriting->every)
            edge_counters_place(rewriting, number);
        else
            rewriting->binary->architecture->rewrite(rewriting, number);
        describe_graph(rewriting, function, &element);
        loops_mix_add(plan, rewriting->binary, &function->graph, &element);
        element.accesses = describe_accesses(rewriting, function, from->start);
        element.flags = (function->is_leaf ? FORMAT_FUNCTION_LEAF : 0) |
                        (function->notes ? FORMAT_FUNCTION_NOTES : 0) |
                        (loops_notes_jumps(rewriting, number) ? FORMAT_FUNCTION_JUMPS : 0) |
                        unoptimised_flags(rewriting->binary, &function->shape) |
                        (function->is_probed && !rewriting->every ? FORMAT_FUNCTION_PROBED : 0);
        element.counters = function->probes.counters;
        element.cells = function->probes.cells;
        element.slots = function->slots;
        element.timer = function->probes.timers[function->shape.loops.count] + 1;
    }
    loops_plan_append(plan, FORMAT_PLAN_FUNCTIONS, &element, sizeof element);
}

/* Frees all that is known of a function, but for what its callers need: why it is not copied, where
 * its copy is, and how many counters it has. */
static void free_function(struct loops_rewritten *function)
{
    uint32_t counters = function->probes.counters, cells = function->probes.cells;
    loops_probes_end(&function->probes);
    function->probes.counters = counters;
    function->probes.cells = cells;
    free(function->factors);
    if (function->shape.graph)
        loops_shape_end(&function->shape);
    loops_graph_end(&function->graph);
    free(function->live);
    free(function->layout);
    function->factors = NULL;
    function->live = NULL;
    function->layout = NULL;
}

/* Completes the direct calls, now that all copies have their positions. */
static void finish_calls(struct loops_rewriting *rewriting)
{
    for (size_t i = 0; i < rewriting->late_count; i++) {
        const struct late *late = &rewriting->late[i];
        assert(!rewriting->functions[late->function].why);
        const struct loops_rewritten *callee = &rewriting->functions[late->function];
        uint32_t to = late->second ? callee->second : callee->inside;
        if (late->at == UINT32_MAX) {
            loops_plan_patch(rewriting->plan, late->address, FORMAT_PATCH_CALL, to);
            continue;
        }
        uint8_t *code = (uint8_t *)rewriting->plan->sections[FORMAT_PLAN_CODE].text;
        rewriting->binary->architecture->complete_jump(code, late->at, to);
    }
    free(rewriting->late);
}

/* Sets what is known of all functions because none of them switches stacks. One that does may go on
 * behind a call that has returned before: setjmp of a program's own. */
static void find_switches(const struct loops_binary *binary, struct loops_rewritten *functions)
{
    bool none = true;
    for (size_t i = 0; i < binary->function_count; i++)
        none &= functions[i].why != switches;
    for (size_t i = 0; i < binary->function_count; i++) {
        functions[i].returns_once = none;
        functions[i].is_leaf &= none;
    }
}

/* Analyses all functions. */
static struct loops_rewritten *look(const struct loops_binary *binary, bool every, bool times)
{
    struct loops_rewritten *functions =
        memory_zeroed(binary->function_count + 1, sizeof *functions);
    struct looking looking = {.binary = binary, .functions = functions, .times = times};
    loops_parallel_each((uint32_t)binary->function_count, look_at, &looking);
    find_switches(binary, functions);
    shared_code_find(binary, functions);
    if (!every)
        passed_values_find(binary, functions);
    idle_registers_find(binary, functions);
    return functions;
}

struct loops_rewritten *loops_rewrite_look(const struct loops_binary *binary)
{
    return look(binary, false, false);
}

void loops_rewrite_forget(const struct loops_binary *binary, struct loops_rewritten *functions)
{
    for (uint32_t i = 0; i < binary->function_count; i++)
        free_function(&functions[i]);
    free(functions);
}

static void rewrite(const struct loops_binary *binary, struct loops_plan *plan, bool every,
                    bool times)
{
    struct loops_rewriting rewriting = {
        .binary = binary, .plan = plan, .functions = look(binary, every, times), .every = every};
    if (!every && binary->architecture->prepare)
        binary->architecture->prepare(binary, rewriting.functions);
    for (uint32_t i = 0; i < binary->function_count; i++) {
        add_function(&rewriting, i);
        free_function(&rewriting.functions[i]); /* while it is in the cache */
    }
    finish_calls(&rewriting);
    loops_rewrite_forget(binary, rewriting.functions);
}

void loops_rewrite_all(const struct loops_binary *binary, struct loops_plan *plan)
{
    rewrite(binary, plan, false, false);
}

void loops_rewrite_every(const struct loops_binary *binary, struct loops_plan *plan)
{
    rewrite(binary, plan, true, false);
}

void loops_rewrite_timed(const struct loops_binary *binary, struct loops_plan *plan)
{
    rewrite(binary, plan, false, true);
}
