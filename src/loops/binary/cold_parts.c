/* cold_parts.c: finds the cold parts of functions that no symbol names. Compilers move code that is
 * seldom executed away from its function; in a stripped binary it looks like a function of its own.
 *
 * A cold part is never called, and nothing has its address. Jumps lead into its middle, or from it
 * into the middle of another function, and all of them belong to one function. Most cold parts can
 * also be recognized by .eh_frame. */
#include "loops/binary/binary_file.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The ways in which code and data refer to a function; bits. */
enum mark {
    MARK_USED = 1,    /* something may have its address */
    MARK_ENTERED = 2, /* another function jumps into its middle */
    MARK_LEFT = 4,    /* it jumps into the middle of another function */
    MARK_SHARED = 8,  /* several functions jump to it */
    MARK_CALLED = 16,
};

/* The marks of all functions. */
struct marks {
    const struct loops_binary *binary;
    uint8_t *all;   /* by function: bits of enum mark */
    size_t *jumper; /* by function: 1 + the number of one that jumps to it; 0: none does */
};

/* Marks the function that begins at an address, if there is one. */
static void mark(struct marks *marks, uint64_t address, enum mark how)
{
    const struct loops_binary_function *function = loops_binary_function_at(marks->binary, address);
    if (function && function->start == address)
        marks->all[function - marks->binary->functions] |= (uint8_t)how;
}

/* Notes a jump from a function to an address in another one. */
static void mark_jump(struct marks *marks, size_t from, uint64_t target)
{
    const struct loops_binary_function *functions = marks->binary->functions;
    const struct loops_binary_function *to = loops_binary_function_at(marks->binary, target);
    if (!to || to == &functions[from])
        return;
    size_t number = (size_t)(to - functions);
    if (marks->jumper[number] && marks->jumper[number] != from + 1)
        marks->all[number] |= MARK_SHARED;
    marks->jumper[number] = from + 1;
    if (to->start == target)
        return;
    marks->all[from] |= MARK_LEFT;
    marks->all[number] |= MARK_ENTERED;
}

/* Returns the last four bytes of an instruction, where a constant address would be. */
static uint64_t last_word(const uint8_t *bytes, size_t size)
{
    uint32_t word;
    assert(size >= sizeof word);
    memcpy(&word, bytes + size - sizeof word, sizeof word);
    return word;
}

/* Marks what the code of a function calls, jumps to or takes the address of, and notes whether it
 * may return: reading all code once more takes long. */
static void mark_code(struct marks *marks, size_t number)
{
    const struct loops_binary *binary = marks->binary;
    struct loops_binary_function *function = &binary->functions[number];
    size_t there;
    uint64_t at = function->start;
    const uint8_t *bytes = loops_binary_bytes(binary, at, 1, &there);
    while (bytes && at < function->end && there) {
        struct loops_instruction in;
        if (!binary->architecture->decode(bytes, there, at, &in))
            return;
        bool jumps = in.kind == INSTRUCTION_JUMP || in.kind == INSTRUCTION_BRANCH;
        function->may_return |= noreturn_is_return(&in);
        bool outside = in.target < function->start || in.target >= function->end;
        if (jumps && outside)
            mark_jump(marks, number, in.target);
        else if (!jumps && in.target && outside)
            mark(marks, in.target, in.kind == INSTRUCTION_CALL ? MARK_CALLED : MARK_USED);
        if (!binary->moves && in.size > sizeof(uint32_t))
            mark(marks, last_word(bytes, in.size), MARK_USED);
        at += in.size;
        bytes += in.size;
        there -= in.size;
    }
}

/* Marks the functions whose addresses are in relocations. */
static void mark_pointers(struct marks *marks)
{
    const struct loops_binary_file *file = marks->binary->file;
    for (size_t i = 0; i < file->relocation_count; i++) {
        if (!file->relocations[i].symbol)
            mark(marks, file->relocations[i].target, MARK_USED);
    }
}

/* Marks the functions whose addresses are in the data: without relocations, any word may be a
 * pointer. */
static void mark_words(struct marks *marks)
{
    const struct loops_binary *binary = marks->binary;
    for (size_t i = 0; i < binary->part_count; i++) {
        const struct loops_binary_part *part = &binary->parts[i];
        uint64_t value;
        for (uint64_t at = -part->start & 7; at + sizeof value <= part->size; at += sizeof value) {
            memcpy(&value, part->bytes + at, sizeof value);
            mark(marks, value, MARK_USED);
        }
    }
}

static bool is_nameless(const struct loops_binary_function *function)
{
    return !(function->sources & (BINARY_SYMBOL | BINARY_ENTRY));
}

void moved_find(struct loops_binary *binary)
{
    bool any = false;
    for (size_t i = 0; i < binary->function_count; i++)
        any |= is_nameless(&binary->functions[i]);
    if (!any)
        return;
    struct marks marks = {binary, memory_zeroed(binary->function_count, sizeof *marks.all),
                          memory_zeroed(binary->function_count, sizeof *marks.jumper)};
    for (size_t i = 0; i < binary->function_count; i++)
        mark_code(&marks, i);
    mark_pointers(&marks);
    if (!binary->moves)
        mark_words(&marks);
    for (size_t i = 0; i < binary->function_count; i++) {
        struct loops_binary_function *function = &binary->functions[i];
        bool entered = marks.all[i] & (MARK_ENTERED | MARK_LEFT) && !(marks.all[i] & MARK_USED);
        bool moved = function->sources & BINARY_MOVED;      /* then tables may have its address */
        bool shared = marks.all[i] & MARK_SHARED && !moved; /* by other parts, if it is moved */
        if (is_nameless(function) && (moved || entered) && !shared && !(marks.all[i] & MARK_CALLED))
            function->sources |= BINARY_COLD;
    }
    free(marks.all);
    free(marks.jumper);
}
