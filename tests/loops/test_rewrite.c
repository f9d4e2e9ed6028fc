/* test_rewrite.c: plans of real binaries, this program and the C library: all that a plan says
 * holds together, so that nothing outside of functions is changed, and all flows can be solved. */
#include "loops/plan/rewrite.h"

#include "loops/architecture.h"
#include "loops/flow/access.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dlfcn.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

struct made {
    struct loops_binary *binary;
    struct loops_plan plan;
};

static void make(struct made *made, const char *path)
{
    struct error error;
    *made = (struct made){.binary = loops_binary_open(path, &error)};
    assert_non_null(made->binary);
    loops_plan_text(&made->plan, "");
    loops_rewrite_all(made->binary, &made->plan);
}

static void forget(struct made *made)
{
    loops_plan_discard(&made->plan);
    loops_binary_close(made->binary);
}

static size_t count_of(const struct made *made, enum format_plan_section section, size_t size)
{
    assert_int_equal(made->plan.sections[section].used % size, 0);
    return made->plan.sections[section].used / size;
}

#define ALL(made, section, type, count)                                                            \
    const type *all = (const type *)(made)->plan.sections[section].text;                           \
    size_t count = count_of(made, section, sizeof(type))

static bool is_code(const struct loops_binary *binary, uint64_t address)
{
    const struct loops_binary_part *part = loops_binary_part_at(binary, address);
    return part && part->is_code && !part->is_written;
}

static int by_address(const void *a, const void *b)
{
    const struct format_patch *left = a, *right = b;
    return left->address < right->address ? -1 : left->address > right->address;
}

/* Returns the bytes of the original that a patch changes. */
static uint64_t size_of(const struct made *made, const struct format_patch *patch)
{
    if (made->binary->architecture->machine != EM_X86_64)
        return 4;
    return patch->kind == FORMAT_PATCH_SHORT ? 2 : patch->kind == FORMAT_PATCH_REGISTER ? 3 : 5;
}

/* Returns the size of the instruction at an address if it is padding: int3, or one that neither
 * changes registers nor stores; otherwise 0. */
static size_t padding_at(const struct loops_binary *binary, uint64_t address)
{
    size_t there;
    struct loops_instruction in;
    struct loops_access access;
    const uint8_t *bytes = loops_binary_bytes(binary, address, 1, &there);
    if (bytes && *bytes == 0xcc)
        return 1;
    bool plain = bytes && binary->architecture->decode(bytes, there, address, &in) &&
                 in.kind == INSTRUCTION_PLAIN && !in.writes;
    return plain && !(binary->architecture->access(bytes, in.size, &access) && access.is_store)
               ? in.size
               : 0;
}

/* True if there is only padding between the end of the function before an address and `end`, which
 * is behind that address. */
static bool is_padding(const struct loops_binary *binary, uint64_t address, uint64_t end)
{
    size_t i = binary->function_count, size = 1;
    while (i && binary->functions[i - 1].start > address)
        i--;
    if (!i || (i < binary->function_count && binary->functions[i].start < end))
        return false;
    uint64_t at = binary->functions[i - 1].end;
    for (; at < end && size; at += size)
        size = padding_at(binary, at);
    return at >= end;
}

/* True if a short jump among patches leads to an address. */
static bool is_hole(const struct format_patch *patches, size_t count, uint64_t address)
{
    for (size_t i = 0; i < count; i++) {
        if (patches[i].kind == FORMAT_PATCH_SHORT &&
            patches[i].address + (int64_t)(int32_t)patches[i].to == address)
            return true;
    }
    return false;
}

/* Each patch is in a function; only the long jump that a short one leads to may be in the padding
 * behind a function. */
static void check_patch(const struct made *made, const struct format_patch *patches, size_t count,
                        size_t i)
{
    const struct format_patch *patch = &patches[i];
    uint64_t end = patch->address + size_of(made, patch);
    assert_true(is_code(made->binary, patch->address));
    if (!loops_binary_function_at(made->binary, patch->address)) {
        assert_int_equal(patch->kind, FORMAT_PATCH_JUMP);
        assert_true(is_hole(patches, count, patch->address));
        assert_true(is_padding(made->binary, patch->address, end));
    }
    if (patch->kind != FORMAT_PATCH_SHORT)
        assert_true(patch->to < loops_plan_here(&made->plan));
    if (i + 1 < count)
        assert_true(end <= patches[i + 1].address);
}

static void check_patches(const struct made *made)
{
    ALL(made, FORMAT_PLAN_PATCHES, struct format_patch, count);
    struct format_patch *sorted = malloc((count + 1) * sizeof *sorted);
    assert_non_null(sorted);
    if (count)
        memcpy(sorted, all, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_address);
    for (size_t i = 0; i < count; i++)
        check_patch(made, sorted, count, i);
    free(sorted);
}

/* True if a word of the copy is the distance to an operand of an instruction of x86-64, by its
 * ModRM byte; otherwise it is the distance of a jump or a call. */
static bool is_operand(const struct made *made, const struct format_move *move)
{
    const struct buffer *code = &made->plan.sections[FORMAT_PLAN_CODE];
    return made->binary->architecture->machine == EM_X86_64 &&
           ((uint8_t)code->text[move->at - 1] & 0xc7) == 0x05;
}

static void check_moves(const struct made *made)
{
    ALL(made, FORMAT_PLAN_MOVES, struct format_move, count);
    size_t functions = count_of(made, FORMAT_PLAN_FUNCTIONS, sizeof(struct format_function));
    for (size_t i = 0; i < count; i++) {
        assert_true(all[i].at + 4 <= loops_plan_here(&made->plan));
        if (all[i].kind == FORMAT_MOVE_JUMP && !is_operand(made, &all[i]))
            assert_true(is_code(made->binary, all[i].target));
        if (all[i].kind == FORMAT_MOVE_OWN_PAGE)
            assert_true(all[i].target < loops_plan_here(&made->plan));
        if (all[i].kind == FORMAT_MOVE_FUNCTION || all[i].kind == FORMAT_MOVE_NUMBER)
            assert_true(all[i].target < functions);
    }
}

static uint32_t find(uint32_t *joined, uint32_t node)
{
    while (joined[node] != node)
        node = joined[node] = joined[joined[node]];
    return node;
}

/* Edges without a counter make no circle: each of them follows from others. */
static void check_edges(const struct made *made, const struct format_function *function)
{
    ALL(made, FORMAT_PLAN_EDGES, struct format_edge, count);
    uint32_t nodes = function->blocks + 1, *joined = malloc(nodes * sizeof *joined);
    assert_non_null(joined);
    assert_true(function->first_edge + (size_t)function->edges <= count);
    for (uint32_t i = 0; i < nodes; i++)
        joined[i] = i;
    for (uint32_t i = 0; i < function->edges; i++) {
        const struct format_edge *edge = &all[function->first_edge + i];
        assert_true(edge->from < nodes && edge->to < nodes);
        if (edge->counter != UINT32_MAX)
            assert_true(edge->counter < function->counters && edge->step);
        if (edge->counter != UINT32_MAX || edge->kind == FORMAT_EDGE_LOST || !edge->step)
            continue;
        uint32_t from = find(joined, edge->from), to = find(joined, edge->to);
        assert_true(from != to);
        joined[from] = to;
    }
    free(joined);
}

static void check_loops(const struct made *made, const struct format_function *function)
{
    ALL(made, FORMAT_PLAN_LOOPS, struct format_loop, count);
    assert_true(function->first_loop + (size_t)function->loops <= count);
    for (uint32_t i = 0; i < function->loops; i++) {
        const struct format_loop *loop = &all[function->first_loop + i];
        assert_true(loop->head && loop->head <= function->blocks);
        assert_true(loop->parent == UINT32_MAX ? loop->depth == 1 : loop->parent < i);
        bool irreducible = loop->flags & FORMAT_LOOP_IRREDUCIBLE;
        assert_true(irreducible ? loop->visits < function->counters : loop->visits == UINT32_MAX);
    }
}

/* A block outside of its function is in a part that says whose it is. */
static void check_owner(const struct made *made, const struct format_function *function,
                        uint64_t address)
{
    ALL(made, FORMAT_PLAN_FUNCTIONS, struct format_function, count);
    if (address >= function->start && address < function->end)
        return;
    const struct loops_binary_function *part = loops_binary_function_at(made->binary, address);
    assert_non_null(part);
    size_t number = (size_t)(part - made->binary->functions);
    assert_true(number < count);
    assert_int_equal(all[number].owner, function - all + 1);
}

static void check_blocks(const struct made *made, const struct format_function *function)
{
    ALL(made, FORMAT_PLAN_BLOCKS, struct format_block, count);
    assert_true(function->first_block + (size_t)function->blocks <= count);
    for (uint32_t i = 0; i < function->blocks; i++) {
        const struct format_block *block = &all[function->first_block + i];
        assert_true(is_code(made->binary, block->address));
        assert_true(block->loop == UINT32_MAX || block->loop < function->loops);
        assert_true(!block->bytes == !block->instructions);
        if (block->bytes)
            check_owner(made, function, block->address);
    }
}

static void check_functions(const struct made *made)
{
    ALL(made, FORMAT_PLAN_FUNCTIONS, struct format_function, count);
    const struct format_slot *slots =
        (const struct format_slot *)made->plan.sections[FORMAT_PLAN_SLOTS].text;
    size_t slot_count = count_of(made, FORMAT_PLAN_SLOTS, sizeof *slots), copied = 0;
    assert_int_equal(count, made->binary->function_count);
    for (size_t i = 0; i < count; i++) {
        const struct format_function *function = &all[i];
        bool native = function->flags & FORMAT_FUNCTION_NATIVE;
        assert_true(function->start < function->end);
        assert_true(native == (function->why != 0)); /* none without a reason */
        if (native)
            continue;
        copied++;
        check_blocks(made, function);
        check_edges(made, function);
        check_loops(made, function);
        assert_true(function->first_slot + (size_t)function->slots <= slot_count);
        for (uint32_t k = 0; k < function->slots; k++) {
            assert_true(slots[function->first_slot + k].function < count);
            assert_true(slots[function->first_slot + k].node <= function->blocks);
        }
    }
    assert_true(copied > count / 2); /* most of them are understood */
}

static void check(const char *path)
{
    struct made made;
    make(&made, path);
    check_functions(&made);
    check_patches(&made);
    check_moves(&made);
    forget(&made);
}

static void the_plan_of_this_program_holds_together(void **state)
{
    (void)state;
    check("/proc/self/exe");
}

static void the_plan_of_the_c_library_holds_together(void **state)
{
    Dl_info info;
    (void)state;
    assert_true(dladdr(dlsym(RTLD_DEFAULT, "qsort"), &info));
    check(info.dli_fname);
}

#ifdef __x86_64__
/* Calls through a pointer at a fixed address and through one of the global offset table. */
extern void (*rewrite_hook)(void);
void (*rewrite_hook)(void);
__asm__(".text\n"
        ".type rewrite_call_hook, @function\n"
        "rewrite_call_hook: sub $8, %rsp\n"
        "call *rewrite_hook(%rip)\n"
        "add $8, %rsp\n"
        "ret\n"
        ".size rewrite_call_hook, . - rewrite_call_hook\n"
        ".type rewrite_call_library, @function\n"
        "rewrite_call_library: sub $8, %rsp\n"
        "call *rand@GOTPCREL(%rip)\n"
        "add $8, %rsp\n"
        "ret\n"
        ".size rewrite_call_library, . - rewrite_call_library\n");

/* Returns the cells of a function by its name. */
static uint32_t cells_of(const struct made *made, const char *name)
{
    ALL(made, FORMAT_PLAN_FUNCTIONS, struct format_function, count);
    const char *texts = made->plan.sections[FORMAT_PLAN_TEXTS].text;
    for (size_t i = 0; i < count; i++) {
        if (!strcmp(texts + all[i].name, name))
            return all[i].cells;
    }
    fail_msg("there is no %s", name);
    return 0;
}

static void calls_through_pointers_at_fixed_addresses_remember_targets(void **state)
{
    struct made made;
    (void)state;
    make(&made, "/proc/self/exe");
    assert_int_equal(cells_of(&made, "rewrite_call_hook"), FORMAT_POINTER_CELLS);
    assert_int_equal(cells_of(&made, "rewrite_call_library"), 0);
    forget(&made);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_plan_of_this_program_holds_together),
        cmocka_unit_test(the_plan_of_the_c_library_holds_together),
#ifdef __x86_64__
        cmocka_unit_test(calls_through_pointers_at_fixed_addresses_remember_targets),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
