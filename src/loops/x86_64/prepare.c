/* prepare.c: finds the functions of x86-64 that cannot be patched.
 *
 * A jump to a copy replaces several instructions of the original. A function cannot be patched if
 * one of these might be reached in a way that is not known. */
#include "loops/x86_64/copy.h"
#include "loops/x86_64/split_stack.h"

#include <string.h>

/* Returns the instruction at an address; NULL if none begins there. */
static const struct loops_instruction *instruction_at(const struct loops_graph *graph,
                                                      uint64_t address)
{
    uint32_t low = 0, high = graph->instruction_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (graph->instructions[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < graph->instruction_count && graph->instructions[low].address == address
               ? &graph->instructions[low]
               : NULL;
}

/* Returns the function into whose middle an address leads; NULL if there is none. */
static struct loops_rewritten *entered_at(const struct loops_binary *binary,
                                          struct loops_rewritten *functions, uint64_t address)
{
    const struct loops_binary_function *found = loops_binary_function_at(binary, address);
    return found && found->start != address ? &functions[found - binary->functions] : NULL;
}

/* Returns the constant at the end of an instruction; 0 if it has none that may be an address. That
 * is any one of 4 or 8 bytes in a binary that is not position-independent. */
static uint64_t constant_of(const struct loops_instruction *in, const uint8_t *bytes)
{
    enum { LONG = 10 }; /* bytes of an instruction with a constant of 8 */
    uint64_t longer = 0;
    uint32_t word;
    memcpy(&word, bytes + in->size - sizeof word, sizeof word);
    if (in->size == LONG && !word)
        memcpy(&longer, bytes + in->size - sizeof longer, sizeof longer);
    return longer ? longer : word;
}

/* True if an address is between the first function and the end of the last one. */
static bool is_among_functions(const struct loops_binary *binary, uint64_t address)
{
    size_t count = binary->function_count;
    return count && address >= binary->functions[0].start &&
           address < binary->functions[count - 1].end;
}

uint64_t x86_64_takes(const struct loops_binary *binary, const struct loops_instruction *in)
{
    enum { LEA = 0x8d };
    struct x86_64_fields fields;
    bool may_have_constant = !binary->moves && in->size > sizeof(uint32_t);
    if (in->kind != INSTRUCTION_PLAIN || !(in->relative || may_have_constant) ||
        (in->relative && !is_among_functions(binary, in->target)))
        return 0;
    const uint8_t *bytes = loops_binary_bytes(binary, in->address, in->size, NULL);
    uint64_t taken = in->relative ? in->target : bytes ? constant_of(in, bytes) : 0;
    if (!bytes || !is_among_functions(binary, taken))
        return 0;
    if (!x86_64_fields_read(bytes, in->size, &fields))
        return taken;
    bool is_lea = fields.map == 0 && fields.opcode == LEA;
    bool is_constant =
        !in->relative && (fields.immediate_size == sizeof taken ||
                          (fields.immediate_size == sizeof(uint32_t) && taken <= UINT32_MAX));
    return is_lea || is_constant ? taken : 0;
}

/* True if a constant is no address, although it looks like one: compilers take addresses inside a
 * function only in that function, and no other function begins where a frame is described. */
static bool is_by_chance(const struct loops_binary *binary, const struct loops_rewritten *entered,
                         const struct loops_graph *graph, const struct loops_instruction *in)
{
    const struct loops_binary_function *found =
        loops_binary_function_at(binary, entered->graph.entry);
    return !in->relative && &entered->graph != graph && found && found->sources & BINARY_FRAME;
}

/* True if a known jump table leads to an address. */
static bool is_label(const struct loops_graph *graph, uint64_t address)
{
    for (uint32_t i = 0; i < graph->block_count; i++) {
        if (graph->blocks[i].is_table &&
            graph->instructions[graph->blocks[i].first].address == address)
            return true;
    }
    return false;
}

/* True if no jump through a register leaves a function: whatever label it takes the address of, its
 * jumps look up where that is. */
static bool stays(const struct loops_graph *graph)
{
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (edge->kind == GRAPH_LEAVE &&
            loops_graph_last(graph, edge->from)->kind == INSTRUCTION_JUMP_REGISTER)
            return false;
    }
    return true;
}

/* Marks the functions into which a call leads, or of whose middle code takes the address. An
 * instruction that takes its own address is no exception, but what else is computed from it: the
 * address of the global offset table (clang's -mcmodel=large). */
static void look_at_code(const struct loops_binary *binary, struct loops_rewritten *functions,
                         const struct loops_graph *graph)
{
    for (uint32_t i = 0; i < graph->instruction_count; i++) {
        const struct loops_instruction *in = &graph->instructions[i];
        uint64_t taken = in->kind == INSTRUCTION_CALL ? in->target : x86_64_takes(binary, in);
        struct loops_rewritten *entered = taken ? entered_at(binary, functions, taken) : NULL;
        if (!entered || entered->why || (!in->relative && !instruction_at(&entered->graph, taken)))
            continue;
        if (in->kind == INSTRUCTION_PLAIN &&
            (is_by_chance(binary, entered, graph, in) || taken == in->address ||
             (&entered->graph == graph && is_label(graph, taken) && stays(graph))))
            continue;
        entered->why = in->kind == INSTRUCTION_CALL
                           ? "it is called in the middle"
                           : "other code has an address in the middle of it";
    }
}

/* Marks the functions of whose middle data has the address, unless a known jump uses it. A word
 * that is such an address by chance does not count: jumps that might use it are unknown, or have
 * all labels of their function. */
static void look_at_labels(const struct loops_binary *binary, struct loops_rewritten *functions)
{
    for (size_t i = 0; i < binary->sure_label_count; i++) {
        uint64_t label = binary->sure_labels[i];
        struct loops_rewritten *entered = entered_at(binary, functions, label);
        if (!entered || entered->why || !instruction_at(&entered->graph, label))
            continue;
        if (!is_label(&entered->graph, label))
            entered->why = "data has an address in the middle of it";
    }
}

/* Returns the reason why the jumps of a function cannot be copied; NULL if they can. */
static const char *look_at_jumps(const struct loops_binary *binary,
                                 const struct loops_rewritten *function)
{
    const struct loops_graph *graph = &function->graph;
    for (uint32_t i = 0; i < graph->block_count; i++) {
        const struct loops_instruction *last = loops_graph_last(graph, i + 1);
        struct x86_64_fields fields;
        if (last->kind != INSTRUCTION_JUMP_REGISTER && last->kind != INSTRUCTION_BRANCH)
            continue;
        const uint8_t *bytes = loops_binary_bytes(binary, last->address, last->size, NULL);
        if (!bytes || !x86_64_fields_read(bytes, last->size, &fields))
            return "it has an unknown jump";
        if (last->kind == INSTRUCTION_JUMP_REGISTER && fields.mod != 3 && fields.base == RSP)
            return "it jumps through the stack";
    }
    return x86_copy_can_look_up(graph) ? NULL : "its jump tables lead too far";
}

void x86_64_prepare(const struct loops_binary *binary, struct loops_rewritten *functions)
{
    for (uint32_t i = 0; i < binary->function_count; i++)
        look_at_code(binary, functions, &functions[i].graph);
    look_at_labels(binary, functions);
    for (uint32_t i = 0; i < binary->function_count; i++) {
        if (!functions[i].why)
            functions[i].why = look_at_jumps(binary, &functions[i]);
        if (!functions[i].why && x86_64_splits_stack(binary, functions, &functions[i]))
            functions[i].why = "its stack is in pieces";
    }
    layout_all(binary, functions);
    for (uint32_t i = 0; i < binary->function_count; i++)
        functions[i].is_doubled = !functions[i].why && functions[i].returns_once &&
                                  x86_copy_can_double(&functions[i].graph);
}
