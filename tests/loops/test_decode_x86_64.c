/* test_decode_x86_64.c: instructions whose kind, target or registers are told by rules of their
 * own. What the machine does with registers is compared with the decoder in test_x86_64.py. */
#include "loops/x86_64/x86_64.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

enum { HERE = 0x400000 };

#define FLAGS INSTRUCTION_FLAGS

/* From text: "48 83 c0 01" */
static size_t bytes_of(const char *text, uint8_t *bytes)
{
    size_t count = 0;
    for (; *text; text++) {
        static const char digits[] = "0123456789abcdef";
        if (*text == ' ')
            continue;
        bytes[count++] =
            (uint8_t)((strchr(digits, text[0]) - digits) << 4 | (strchr(digits, text[1]) - digits));
        text++;
    }
    return count;
}

static struct loops_instruction decode(const char *text)
{
    uint8_t bytes[X86_64_LONGEST + 1];
    struct loops_instruction in;
    size_t size = bytes_of(text, bytes);
    assert_true(x86_64_decode(bytes, size, HERE, &in));
    if (in.size != size)
        fail_msg("%s has %d bytes, not %zu", text, in.size, size);
    return in;
}

static void jumps_and_their_targets(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum loops_instruction_kind kind;
        int64_t distance; /* from the beginning */
    } cases[] = {
        {"eb 02", INSTRUCTION_JUMP, 4},
        {"e9 fb ff ff ff", INSTRUCTION_JUMP, 0},
        {"f2 e9 10 00 00 00", INSTRUCTION_JUMP, 22}, /* bnd jmp */
        {"e8 00 01 00 00", INSTRUCTION_CALL, 261},
        {"66 66 48 e8 00 00 00 00", INSTRUCTION_CALL, 8}, /* as for thread-local variables */
        {"75 fe", INSTRUCTION_BRANCH, 0},
        {"2e 74 01", INSTRUCTION_BRANCH, 4},
        {"0f 84 fa ff ff ff", INSTRUCTION_BRANCH, 0},
        {"e2 fe", INSTRUCTION_BRANCH, 0},  /* loop */
        {"e3 10", INSTRUCTION_BRANCH, 18}, /* jrcxz */
        {"ff d0", INSTRUCTION_CALL_REGISTER, 0},
        {"ff 15 00 10 00 00", INSTRUCTION_CALL_REGISTER, 0x1006},
        {"3e ff e0", INSTRUCTION_JUMP_REGISTER, 0}, /* notrack */
        {"ff 24 c5 00 10 40 00", INSTRUCTION_JUMP_REGISTER, 0},
        {"f2 ff 25 f9 ff ff ff", INSTRUCTION_JUMP_REGISTER, 0},
        {"c3", INSTRUCTION_RETURN, 0},
        {"f3 c3", INSTRUCTION_RETURN, 0},
        {"c2 08 00", INSTRUCTION_RETURN, 0},
        {"0f 0b", INSTRUCTION_STOP, 0},
        {"0f b9 c0", INSTRUCTION_STOP, 0}, /* ud1 */
        {"f4", INSTRUCTION_STOP, 0},
        {"cc", INSTRUCTION_PLAIN, 0},
        {"f3 0f 1e fa", INSTRUCTION_PLAIN, 0}, /* endbr64 */
        {"66 2e 0f 1f 84 00 00 00 00 00", INSTRUCTION_PLAIN, 0},
        {"48 8d 05 f9 0f 00 00", INSTRUCTION_PLAIN, 0x1000},             /* lea 0xff9(%rip), %rax */
        {"48 c7 05 00 10 00 00 01 00 00 00", INSTRUCTION_PLAIN, 0x100b}, /* movq $1, (%rip) */
        {"c5 fd 6f 05 10 00 00 00", INSTRUCTION_PLAIN, 0x18},            /* vmovdqa (%rip), %ymm0 */
        {"8f e8 78 97 d1 20", INSTRUCTION_PLAIN, 0}, /* vpmacsdql: AMD's of old */
        {"6c", INSTRUCTION_UNKNOWN, 0},              /* insb: not for programs */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct loops_instruction in = decode(cases[i].text);
        if (in.kind != cases[i].kind)
            fail_msg("%s is of kind %d, not %d", cases[i].text, in.kind, cases[i].kind);
        if (cases[i].distance)
            assert_int_equal(in.target, HERE + cases[i].distance);
        assert_int_equal(in.relative, in.target != 0);
    }
}

static void steps_of_induction_registers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint8_t number;
        int64_t step;
        bool narrow;
    } cases[] = {
        {"48 83 c0 08", RAX, 8, false}, /* add $8, %rax */
        {"48 81 c3 00 10 00 00", RBX, 4096, false},
        {"48 83 c0 80", RAX, -128, false},  /* sub by adding */
        {"48 83 e8 80", RAX, 128, false},   /* sub $-128, %rax */
        {"83 ea 01", RDX, -1, true},        /* sub $1, %edx */
        {"49 ff c7", R15, 1, false},        /* inc %r15 */
        {"ff c9", RCX, -1, true},           /* dec %ecx */
        {"48 8d 5b 10", RBX, 16, false},    /* lea 16(%rbx), %rbx */
        {"05 00 01 00 00", RAX, 256, true}, /* add $256, %eax */
        {"48 8d 43 10", 0xff, 0, false},    /* lea 16(%rbx), %rax */
        {"48 8d 5c 03 10", 0xff, 0, false}, /* lea 16(%rbx,%rax), %rbx */
        {"48 83 c4 08", 0xff, 0, false},    /* add $8, %rsp */
        {"66 83 c0 01", 0xff, 0, false},    /* add $1, %ax */
        {"83 00 01", 0xff, 0, false},       /* addl $1, (%rax) */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct loops_instruction in = decode(cases[i].text);
        if (in.step_register != cases[i].number)
            fail_msg("%s: register %d", cases[i].text, in.step_register);
        if (cases[i].number == INSTRUCTION_NO_REGISTER)
            continue;
        assert_int_equal(in.step, cases[i].step);
        assert_int_equal(in.step_is_narrow, cases[i].narrow);
    }
}

/* inc and dec overwrite all flags but carry; conditions other than below and above do not read it.
 */
static void flags_without_carry(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool leaves, ignores;
    } cases[] = {
        {"ff c1", true, false},              /* inc %ecx */
        {"fe 08", true, false},              /* decb (%rax) */
        {"83 c1 01", false, false},          /* add $1, %ecx */
        {"d1 d0", false, false},             /* rcl %eax */
        {"ff e0", false, false},             /* jmp *%rax */
        {"70 fe", false, true},              /* jo */
        {"72 fe", false, false},             /* jb */
        {"73 fe", false, false},             /* jae */
        {"75 fe", false, true},              /* jne */
        {"76 fe", false, false},             /* jbe */
        {"7e fe", false, true},              /* jle */
        {"0f 87 fa ff ff ff", false, false}, /* ja */
        {"0f 8c fa ff ff ff", false, true},  /* jl */
        {"0f 92 c0", false, false},          /* setb %al */
        {"0f 9a c0", false, true},           /* setp %al */
        {"48 0f 42 c1", false, false},       /* cmovb %rcx, %rax */
        {"48 0f 48 c1", false, true},        /* cmovs %rcx, %rax */
        {"9c", false, false},                /* pushf */
        {"11 c8", false, false},             /* adc %ecx, %eax */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct loops_instruction in = decode(cases[i].text);
        if (in.leaves_carry != cases[i].leaves || in.ignores_carry != cases[i].ignores)
            fail_msg("%s: leaves carry: %d, ignores it: %d", cases[i].text, in.leaves_carry,
                     in.ignores_carry);
    }
}

#define R(number) X86_64_BIT(number)

static void registers_of_memory_and_of_nobody(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t reads, writes, kills;
    } cases[] = {
        {"48 8b 44 d3 08", R(RBX) | R(RDX), R(RAX), R(RAX)}, /* mov 8(%rbx,%rdx,8), %rax */
        {"88 0c 02", R(RAX) | R(RCX) | R(RDX), 0, 0},        /* mov %cl, (%rdx,%rax) */
        {"b4 05", 0, R(RAX), 0},                             /* mov $5, %ah */
        {"40 b4 05", 0, R(RSP), 0},                          /* mov $5, %spl */
        {"31 c0", 0, R(RAX) | FLAGS, R(RAX) | FLAGS},        /* xor %eax, %eax */
        {"66 31 c0", R(RAX), R(RAX) | FLAGS, FLAGS},
        {"19 c0", FLAGS, R(RAX) | FLAGS, R(RAX) | FLAGS}, /* sbb %eax, %eax */
        {"53", R(RBX) | R(RSP), R(RSP), R(RSP)},
        {"41 5c", R(RSP), R(RSP) | R(R12), R(RSP) | R(R12)},
        {"c9", R(RBP), R(RBP) | R(RSP), R(RBP) | R(RSP)}, /* leave */
        {"f3 48 a5", R(RSI) | R(RDI) | R(RCX), R(RSI) | R(RDI) | R(RCX), 0},
        {"f3 aa", R(RAX) | R(RDI) | R(RCX), R(RDI) | R(RCX), 0},
        {"ae", R(RAX) | R(RDI), R(RDI) | FLAGS, FLAGS}, /* scasb */
        {"f2 ae", R(RAX) | R(RDI) | R(RCX), R(RDI) | R(RCX) | FLAGS, 0},
        {"f0 0f b1 0a", R(RAX) | R(RCX) | R(RDX), R(RAX) | FLAGS, FLAGS}, /* cmpxchg */
        {"f0 48 0f c7 0e", R(RAX) | R(RBX) | R(RCX) | R(RDX) | R(RSI), R(RAX) | R(RDX) | FLAGS, 0},
        {"0f a2", R(RAX) | R(RCX), R(RAX) | R(RBX) | R(RCX) | R(RDX),
         R(RAX) | R(RBX) | R(RCX) | R(RDX)},
        {"48 f7 f9", R(RAX) | R(RCX) | R(RDX), R(RAX) | R(RDX) | FLAGS, R(RAX) | R(RDX)},
        {"62 f2 7d 48 92 04 89", R(RCX), 0, 0}, /* vgatherdps: its index is a vector */
        {"62 f2 7d 48 7c c1", R(RCX), 0, 0},    /* vpbroadcastd %ecx, %zmm0 */
        {"66 0f 3a 63 c1 0c", 0, R(RCX) | FLAGS, R(RCX) | FLAGS}, /* pcmpistri */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct loops_instruction in = decode(cases[i].text);
        if (in.reads != cases[i].reads || in.writes != cases[i].writes ||
            in.kills != cases[i].kills)
            fail_msg("%s reads %x, writes %x, kills %x", cases[i].text, in.reads, in.writes,
                     in.kills);
    }
}

static void what_is_cut_off_is_none(void **state)
{
    (void)state;
    static const char *const cases[] = {"",         "66", "48",          "0f",       "48 8b",
                                        "48 8b 44", "e8", "e8 00 00 00", "c4 e2",    "62 f1 7c",
                                        "8b 84 00", "b8", "48 b8 00",    "f7 00 01", "0f 38"};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t bytes[X86_64_LONGEST + 1];
        struct loops_instruction in;
        size_t size = bytes_of(cases[i], bytes);
        bool whole = x86_64_decode(bytes, size, HERE, &in);
        if (whole && in.kind != INSTRUCTION_UNKNOWN)
            fail_msg("'%s' is taken for an instruction", cases[i]);
        assert_true(!whole || in.size <= size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jumps_and_their_targets),
        cmocka_unit_test(steps_of_induction_registers),
        cmocka_unit_test(flags_without_carry),
        cmocka_unit_test(registers_of_memory_and_of_nobody),
        cmocka_unit_test(what_is_cut_off_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
