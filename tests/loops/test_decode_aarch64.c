/* test_decode_aarch64.c: what the decoder says of registers against what the machine does with
 * them.
 *
 * Random instructions that touch no memory are run, on random registers: one that is not said to be
 * written keeps its value, one that is not said to be read makes no difference, and what was in one
 * that is said to be written as a whole is gone. */
#include "loops/aarch64/aarch64.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <string.h>
#include <sys/mman.h>

static struct loops_instruction decode(uint32_t word)
{
    struct loops_instruction in;
    assert_true(aarch64_decode((const uint8_t *)&word, 4, 0x400000, &in));
    return in;
}

static void jumps_and_their_targets(void **state)
{
    (void)state;
    static const struct {
        uint32_t word;
        enum loops_instruction_kind kind;
        int64_t distance;
    } cases[] = {
        {0x14000002, INSTRUCTION_JUMP, 8},          {0x17ffffff, INSTRUCTION_JUMP, -4},
        {0x97fffffe, INSTRUCTION_CALL, -8},         {0x54000041, INSTRUCTION_BRANCH, 8}, /* b.ne */
        {0x5400004e, INSTRUCTION_JUMP, 8},                                               /* b.al */
        {0xb4ffffe3, INSTRUCTION_BRANCH, -4}, /* cbz x3 */
        {0x37080060, INSTRUCTION_BRANCH, 12}, /* tbnz w0, #1 */
        {0xd61f0200, INSTRUCTION_JUMP_REGISTER, 0}, {0xd63f0200, INSTRUCTION_CALL_REGISTER, 0},
        {0xd71f0a11, INSTRUCTION_JUMP_REGISTER, 0}, /* braa x16, x17 */
        {0xd63f0a1f, INSTRUCTION_CALL_REGISTER, 0}, /* blraaz x16 */
        {0xd65f03c0, INSTRUCTION_RETURN, 0},        {0xd65f0bff, INSTRUCTION_RETURN, 0}, /* retaa */
        {0xd4200020, INSTRUCTION_STOP, 0},          {0x00000000, INSTRUCTION_STOP, 0},   /* udf */
        {0xd503233f, INSTRUCTION_PLAIN, 0}, /* paciasp */
        {0xd503245f, INSTRUCTION_PLAIN, 0}, /* bti c */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct loops_instruction in = decode(cases[i].word);
        assert_int_equal(in.kind, cases[i].kind);
        if (cases[i].distance)
            assert_int_equal(in.target, 0x400000 + cases[i].distance);
    }
}

static void steps_of_induction_registers(void **state)
{
    (void)state;
    static const struct {
        uint32_t word;
        uint8_t number;
        int64_t step;
        bool narrow;
    } cases[] = {
        {0x91000421, 1, 1, false},    /* add x1, x1, #1 */
        {0x71000442, 2, -1, true},    /* subs w2, w2, #1 */
        {0x91400421, 1, 4096, false}, /* add x1, x1, #1, lsl #12 */
        {0xf8408461, 3, 8, false},    /* ldr x1, [x3], #8 */
        {0x3c9f0c60, 3, -16, false},  /* str q0, [x3, #-16]! */
        {0xad410460, 0xff, 0, false}, /* ldp q0, q1, [x3, #32] */
        {0xacc10460, 3, 32, false},   /* ldp q0, q1, [x3], #32 */
        {0x91000422, 0xff, 0, false}, /* add x2, x1, #1 */
        {0x910043ff, 0xff, 0, false}, /* add sp, sp, #16 */
        {0x8b020021, 0xff, 0, false}, /* add x1, x1, x2 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct loops_instruction in = decode(cases[i].word);
        assert_int_equal(in.step_register, cases[i].number);
        if (cases[i].number == INSTRUCTION_NO_REGISTER)
            continue;
        assert_int_equal(in.step, cases[i].step);
        assert_int_equal(in.step_is_narrow, cases[i].narrow);
    }
}

#ifdef __aarch64__

enum { GENERAL = 31 };

struct registers {
    uint64_t general[GENERAL];
    uint64_t flags;
};

/* Copied to where it can be changed: runs the word at `tried` on registers, and stores them. */
__asm__(".pushsection .rodata\n"
        ".global try_code, try_sizes\n"
        "try_code:\n"
        " stp x29, x30, [sp, #-176]!\n stp x19, x20, [sp, #16]\n stp x21, x22, [sp, #32]\n"
        " stp x23, x24, [sp, #48]\n stp x25, x26, [sp, #64]\n stp x27, x28, [sp, #80]\n"
        " stp d8, d9, [sp, #96]\n stp d10, d11, [sp, #112]\n stp d12, d13, [sp, #128]\n"
        " stp d14, d15, [sp, #144]\n str x18, [sp, #160]\n str x0, [sp, #168]\n"
        " mov x30, x0\n ldr x0, [x30, #248]\n msr nzcv, x0\n"
        " ldp x0, x1, [x30]\n ldp x2, x3, [x30, #16]\n ldp x4, x5, [x30, #32]\n"
        " ldp x6, x7, [x30, #48]\n ldp x8, x9, [x30, #64]\n ldp x10, x11, [x30, #80]\n"
        " ldp x12, x13, [x30, #96]\n ldp x14, x15, [x30, #112]\n ldp x16, x17, [x30, #128]\n"
        " ldp x18, x19, [x30, #144]\n ldp x20, x21, [x30, #160]\n ldp x22, x23, [x30, #176]\n"
        " ldp x24, x25, [x30, #192]\n ldp x26, x27, [x30, #208]\n ldp x28, x29, [x30, #224]\n"
        " ldr x30, [x30, #240]\n"
        "try_word: nop\n"
        " str x30, [sp, #-16]!\n ldr x30, [sp, #184]\n"
        " stp x0, x1, [x30]\n stp x2, x3, [x30, #16]\n stp x4, x5, [x30, #32]\n"
        " stp x6, x7, [x30, #48]\n stp x8, x9, [x30, #64]\n stp x10, x11, [x30, #80]\n"
        " stp x12, x13, [x30, #96]\n stp x14, x15, [x30, #112]\n stp x16, x17, [x30, #128]\n"
        " stp x18, x19, [x30, #144]\n stp x20, x21, [x30, #160]\n stp x22, x23, [x30, #176]\n"
        " stp x24, x25, [x30, #192]\n stp x26, x27, [x30, #208]\n stp x28, x29, [x30, #224]\n"
        " ldr x0, [sp], #16\n str x0, [x30, #240]\n mrs x0, nzcv\n str x0, [x30, #248]\n"
        " ldp x19, x20, [sp, #16]\n ldp x21, x22, [sp, #32]\n ldp x23, x24, [sp, #48]\n"
        " ldp x25, x26, [sp, #64]\n ldp x27, x28, [sp, #80]\n ldp d8, d9, [sp, #96]\n"
        " ldp d10, d11, [sp, #112]\n ldp d12, d13, [sp, #128]\n ldp d14, d15, [sp, #144]\n"
        " ldr x18, [sp, #160]\n ldp x29, x30, [sp], #176\n ret\n"
        "try_end:\n"
        "try_sizes: .word try_word - try_code, try_end - try_code\n"
        " .popsection\n");
extern const uint8_t try_code[];
extern const uint32_t try_sizes[2]; /* where the word is; of the whole */

static uint8_t *page;
static sigjmp_buf not_an_instruction;
static uint64_t seed = 1;

static uint64_t next_random(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return seed >> 32 | seed << 32;
}

static void give_up(int signal)
{
    (void)signal;
    siglongjmp(not_an_instruction, 1);
}

static bool run(uint32_t word, struct registers *registers)
{
    memcpy(page + try_sizes[0], &word, sizeof word);
    __builtin___clear_cache((char *)page, (char *)page + try_sizes[1]);
    if (sigsetjmp(not_an_instruction, 1))
        return false;
    ((void (*)(struct registers *))(uintptr_t)page)(registers);
    return true;
}

static uint64_t get(const struct registers *registers, int number)
{
    return number == GENERAL ? registers->flags : registers->general[number];
}

static void set(struct registers *registers, int number, uint64_t value)
{
    if (number == GENERAL)
        registers->flags = value & 0xf0000000;
    else
        registers->general[number] = value;
}

/* Group 8, 9: with immediates; 5, 13: of registers; 7, 15: of vectors. None that is relative, none
 * that changes the stack pointer. */
static bool random_word(uint32_t *word)
{
    static const uint32_t groups[] = {8, 9, 5, 13, 7, 15};
    *word = (uint32_t)next_random();
    *word = (*word & ~(UINT32_C(15) << 25)) | groups[next_random() % 6] << 25;
    if (next_random() % 2) /* few registers, so that they meet */
        *word &= ~(UINT32_C(0x1c) | UINT32_C(0x1c) << 5 | UINT32_C(0x1c) << 16);
    uint32_t group = *word >> 25 & 15, kind = *word >> 23 & 7;
    bool extended = (*word & 0x1f200000) == 0x0b200000;
    if ((group & 14) == 8 && kind < 2)
        return false;
    if (((group & 14) == 8 || extended) && (*word & 31) == 31)
        return false;
    return decode(*word).kind == INSTRUCTION_PLAIN;
}

/* False: this machine does not know it. */
static bool check_word(uint32_t word)
{
    struct loops_instruction in = decode(word);
    struct registers first, other, after_first, after_other;
    for (int i = 0; i <= GENERAL; i++)
        set(&first, i, next_random());
    other = first; /* with other values where that should make no difference */
    for (int i = 0; i <= GENERAL; i++) {
        if (!(in.reads >> i & 1))
            set(&other, i, next_random());
    }
    after_first = first;
    after_other = other;
    if (!run(word, &after_first) || !run(word, &after_other))
        return false;
    for (int i = 0; i <= GENERAL; i++) {
        bool kept = get(&after_first, i) == get(&first, i);
        if (!(in.writes >> i & 1) && !kept)
            fail_msg("%08x changes register %d", word, i);
        if ((in.kills >> i & 1) && get(&after_first, i) != get(&after_other, i))
            fail_msg("%08x does not write all of register %d, or reads another one", word, i);
        bool changed =
            get(&after_first, i) != get(&first, i) || get(&after_other, i) != get(&other, i);
        if (changed && get(&after_first, i) != get(&after_other, i) && !(in.kills >> i & 1) &&
            (in.reads >> i & 1))
            fail_msg("%08x reads more than is said, for register %d", word, i);
        if (in.step_register == i) {
            uint64_t sum = get(&first, i) + (uint64_t)in.step;
            assert_int_equal(get(&after_first, i), in.step_is_narrow ? (uint32_t)sum : sum);
        }
    }
    return true;
}

static void registers_as_the_machine_has_them(void **state)
{
    (void)state;
    struct sigaction action = {.sa_handler = give_up}, before;
    page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(page != MAP_FAILED);
    memcpy(page, try_code, try_sizes[1]);
    sigaction(SIGILL, &action, &before);
    for (int tried = 0; tried < 200000;) {
        uint32_t word;
        if (random_word(&word))
            tried += check_word(word);
    }
    sigaction(SIGILL, &before, NULL);
    munmap(page, 4096);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jumps_and_their_targets),
        cmocka_unit_test(steps_of_induction_registers),
#ifdef __aarch64__
        cmocka_unit_test(registers_as_the_machine_has_them),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
