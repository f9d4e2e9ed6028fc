/* copy_registers.c: see copy_registers.h */
#include "loops/aarch64/copy_registers.h"

#include <assert.h>

enum {
    MOST = 16,      /* instructions of a block that are looked at */
    REGISTERS = 29, /* those behind have purposes of their own */
    EARLY = 2,
};

/* By register: an instruction that computes it from others, which still have their values. */
struct remake {
    uint32_t words[32], reads[32];
    uint32_t can;            /* registers that have such an instruction */
    uint32_t taken, sources; /* those that the probes overwrite, and what these are made from */
};

uint32_t copy_scratch(uint32_t needed, uint32_t count, uint32_t *found)
{
    static const uint8_t order[] = {17, 16, 15, 14, 13, 12, 11, 10, 9,  8,  7,  6,  5,  4,
                                    3,  2,  1,  0,  28, 27, 26, 25, 24, 23, 22, 21, 20, 19};
    uint32_t have = 0;
    for (size_t i = 0; i < sizeof order && have < count; i++) {
        if (!(needed >> order[i] & 1))
            found[have++] = order[i];
    }
    return have;
}

/* True for mov, add and sub of general registers and constants, without flags. The stack pointer is
 * none of these: nothing tells which instructions change it. */
static bool is_simple(uint32_t word)
{
    bool copies = (word & UINT32_C(0x7fe0ffe0)) == UINT32_C(0x2a0003e0);     /* mov */
    bool adds = (word & UINT32_C(0x3f800000)) == UINT32_C(0x11000000);       /* a constant */
    bool adds_other = (word & UINT32_C(0x3f200000)) == UINT32_C(0x0b000000); /* a register */
    return copies || (adds && number_of(word, RN) != SP) || adds_other;
}

/* Returns the number of the one register that an instruction sets, without reading it; REGISTERS
 * if there is none. */
static uint32_t only_result(const struct loops_instruction *in)
{
    for (uint32_t i = 0; i < REGISTERS; i++) {
        if (in->writes == REGISTER(i) && in->kills == in->writes && !(in->reads & in->writes))
            return i;
    }
    return REGISTERS;
}

/* Finds the registers that the last instructions of the block in front of an edge set. */
static void find_remade(const struct copy *copy, uint32_t edge, struct remake *remake)
{
    uint32_t from = copy->graph->edges[edge].from, written = 0;
    if (from == GRAPH_OUTSIDE)
        return;
    const struct loops_graph_block *block = &copy->graph->blocks[from - 1];
    for (uint32_t i = block->end; i > block->first && i + MOST > block->end; i--) {
        const struct loops_instruction *in = &copy->graph->instructions[i - 1];
        if (in->kind == INSTRUCTION_JUMP || in->kind == INSTRUCTION_BRANCH)
            continue;
        if (in->kind != INSTRUCTION_PLAIN)
            return;
        uint32_t word, number = only_result(in);
        const uint8_t *bytes =
            loops_binary_bytes(copy->rewriting->binary, in->address, sizeof word, NULL);
        __builtin_memcpy(&word, bytes, sizeof word);
        if (number < REGISTERS && !in->relative && is_simple(word) &&
            !((in->reads | in->writes) & written)) {
            remake->can |= REGISTER(number);
            remake->words[number] = word;
            remake->reads[number] = in->reads;
        }
        written |= in->writes;
    }
}

/* Takes registers from a set that can be computed again, at most `most`; what they are made from
 * must not be in `lost`. Returns how many. */
static uint32_t take(struct remake *remake, uint32_t from, uint32_t lost, uint32_t most,
                     uint32_t *found)
{
    uint32_t all[REGISTERS], have = 0;
    uint32_t count = copy_scratch(~(remake->can & from), REGISTERS, all);
    for (uint32_t i = 0; i < count && have < most; i++) {
        uint32_t own = REGISTER(all[i]), reads = remake->reads[all[i]];
        if (remake->sources & own || reads & (lost | remake->taken))
            continue;
        remake->taken |= own;
        remake->sources |= reads;
        found[have++] = all[i];
    }
    return have;
}

static uint32_t set_of(const uint32_t *numbers, uint32_t count)
{
    uint32_t set = 0;
    for (uint32_t i = 0; i < count; i++)
        set |= REGISTER(numbers[i]);
    return set;
}

/* Puts some registers in front of others. */
static void put_first(uint32_t *all, uint32_t have, const uint32_t *first, uint32_t count)
{
    for (uint32_t i = have; i-- > 0;)
        all[i + count] = all[i];
    for (uint32_t i = 0; i < count; i++)
        all[i] = first[i];
}

void copy_registers_choose(const struct copy *copy, uint32_t edge, uint32_t needed, uint32_t used,
                           uint32_t early, uint32_t wanted, struct copy_registers *registers)
{
    struct remake remake = {.can = 0};
    uint32_t *all = registers->all, read[EARLY];
    uint32_t have = copy_scratch(needed | used, wanted, all), lost = set_of(all, have);
    if (have < wanted)
        find_remade(copy, edge, &remake);
    have += take(&remake, needed & ~used & ~lost, lost, wanted - have, all + have);
    uint32_t most = wanted - have < wanted - 1 ? wanted - have : wanted - 1;
    uint32_t count = take(&remake, early, lost, most < EARLY ? most : EARLY, read);
    put_first(all, have, read, count);
    have += count;
    registers->agains = 0;
    for (uint32_t i = 0; i < REGISTERS; i++) {
        if (remake.taken & REGISTER(i))
            registers->again[registers->agains++] = remake.words[i];
    }
    for (uint32_t i = 0; i < COPY_REGISTERS; i++)
        registers->spilled[i] = ZERO;
    registers->spills =
        copy_scratch(used | set_of(all, have) | remake.sources, wanted - have, registers->spilled);
    for (uint32_t i = 0; i < registers->spills; i++)
        all[have + i] = registers->spilled[i];
    assert(have + registers->spills == wanted);
}
