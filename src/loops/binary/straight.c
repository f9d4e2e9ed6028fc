/* straight.c: finds functions that are pieces of straight code. clang's machine outliner makes them
 * of instructions that several functions have in common: they read and change whatever registers
 * these have chosen, also those that the ABI keeps from a callee. */
#include "loops/binary/binary_file.h"

/* Sets what a function reads and changes against the ABI's rules, if it goes straight to a return
 * or to another function. One that saves a register on the stack follows the rules. */
static void look_at(const struct loops_binary *binary, struct loops_binary_function *function)
{
    enum { LONGEST = 128 }; /* instructions */
    const struct loops_architecture *machine = binary->architecture;
    uint32_t reads = 0, writes = 0, kills = 0;
    uint64_t at = function->start;
    size_t there;
    const uint8_t *bytes = loops_binary_bytes(binary, at, 1, &there);
    for (int i = 0; bytes && there && i < LONGEST; i++) {
        struct loops_instruction in;
        if (!machine->decode(bytes, there, at, &in))
            return;
        if (in.kind == INSTRUCTION_RETURN || in.kind == INSTRUCTION_JUMP) {
            function->taken = reads & ~machine->arguments;
            function->given = writes & ~machine->clobbered;
            return;
        }
        if (in.kind != INSTRUCTION_PLAIN || in.writes & machine->stack)
            return;
        reads |= in.reads & ~kills;
        writes |= in.writes;
        kills |= in.kills;
        at += in.size;
        bytes += in.size;
        there -= in.size;
    }
}

void straight_find(struct loops_binary *binary)
{
    for (size_t i = 0; i < binary->function_count; i++)
        look_at(binary, &binary->functions[i]);
}

void loops_binary_note_call(const struct loops_binary *binary, struct loops_instruction *in)
{
    const struct loops_binary_function *callee =
        in->kind == INSTRUCTION_CALL ? loops_binary_function_at(binary, in->target) : NULL;
    in->is_quiet = in->kind == INSTRUCTION_CALL && loops_binary_is_quiet(binary, in->target);
    if (!callee || callee->start != in->target)
        return;
    in->reads |= callee->taken;
    in->writes |= callee->given;
}
