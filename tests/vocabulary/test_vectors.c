/* test_vectors.c: which vector registers instructions and functions may change, of which only these
 * are saved around functions that described calls ask. */
#include "loops/door/vectors.h"

#include <link.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct expected {
    const char *what;
    unsigned size;
    uint8_t bytes[12];
    enum format_door_vectors vectors;
};

#define NO FORMAT_DOOR_NO_VECTORS
#define SSE FORMAT_DOOR_SSE_VECTORS
#define ALL FORMAT_DOOR_ALL_VECTORS

static const struct expected x86_64[] = {
    {"mov %rsi,%rax", 3, {0x48, 0x89, 0xf0}, NO},
    {"endbr64", 4, {0xf3, 0x0f, 0x1e, 0xfa}, NO},
    {"rep movsb", 2, {0xf3, 0xa4}, NO},
    {"cmovne %rdx,%rax", 4, {0x48, 0x0f, 0x45, 0xc2}, NO},
    {"lock cmpxchg %rdx,(%rdi)", 5, {0xf0, 0x48, 0x0f, 0xb1, 0x17}, NO},
    {"lock cmpxchg16b (%rdi)", 5, {0xf0, 0x48, 0x0f, 0xc7, 0x0f}, NO},
    {"xrstors (%rdi)", 3, {0x0f, 0xc7, 0x1f}, ALL},
    {"mfence", 3, {0x0f, 0xae, 0xf0}, NO},
    {"ldmxcsr (%rdi)", 3, {0x0f, 0xae, 0x17}, ALL},
    {"fxrstor (%rdi)", 3, {0x0f, 0xae, 0x0f}, ALL},
    {"popcnt %rdi,%rax", 5, {0xf3, 0x48, 0x0f, 0xb8, 0xc7}, NO},
    {"crc32q %rsi,%rax", 6, {0xf2, 0x48, 0x0f, 0x38, 0xf1, 0xc6}, NO},
    {"mulx %rsi,%rax,%rcx", 5, {0xc4, 0xe2, 0xf3, 0xf6, 0xc6}, NO},
    {"andn %rsi,%rdi,%rax", 5, {0xc4, 0xe2, 0xc0, 0xf2, 0xc6}, NO},
    {"rorx $3,%rdi,%rax", 6, {0xc4, 0xe3, 0xfb, 0xf0, 0xc7, 0x03}, NO},
    {"syscall", 2, {0x0f, 0x05}, ALL},
    {"int $128", 2, {0xcd, 0x80}, ALL},
    {"movups %xmm0,(%rdi)", 3, {0x0f, 0x11, 0x07}, SSE},
    {"movsd (%rdi),%xmm0", 4, {0xf2, 0x0f, 0x10, 0x07}, SSE},
    {"cvtsi2sd %rdi,%xmm0", 5, {0xf2, 0x48, 0x0f, 0x2a, 0xc7}, SSE},
    {"cvttsd2si %xmm0,%rax", 5, {0xf2, 0x48, 0x0f, 0x2c, 0xc0}, SSE},
    {"cvtpi2ps %mm1,%xmm0", 3, {0x0f, 0x2a, 0xc1}, ALL},
    {"cvtpi2pd %mm1,%xmm0", 4, {0x66, 0x0f, 0x2a, 0xc1}, ALL},
    {"cvtpd2pi %xmm1,%mm0", 4, {0x66, 0x0f, 0x2d, 0xc1}, ALL},
    {"movdqu (%rdi),%xmm0", 4, {0xf3, 0x0f, 0x6f, 0x07}, SSE},
    {"movq (%rdi),%mm0", 3, {0x0f, 0x6f, 0x07}, ALL},
    {"pxor %xmm1,%xmm0", 4, {0x66, 0x0f, 0xef, 0xc1}, SSE},
    {"pxor %mm1,%mm0", 3, {0x0f, 0xef, 0xc1}, ALL},
    {"movdq2q %xmm1,%mm0", 4, {0xf2, 0x0f, 0xd6, 0xc1}, ALL},
    {"emms", 2, {0x0f, 0x77}, ALL},
    {"pshufb %xmm1,%xmm0", 5, {0x66, 0x0f, 0x38, 0x00, 0xc1}, SSE},
    {"pshufb %mm1,%mm0", 4, {0x0f, 0x38, 0x00, 0xc1}, ALL},
    {"roundsd $1,%xmm1,%xmm0", 6, {0x66, 0x0f, 0x3a, 0x0b, 0xc1, 0x01}, SSE},
    {"palignr $1,%mm1,%mm0", 5, {0x0f, 0x3a, 0x0f, 0xc1, 0x01}, ALL},
    {"vaddsd %xmm1,%xmm0,%xmm0", 4, {0xc5, 0xfb, 0x58, 0xc1}, ALL},
    {"vzeroupper", 3, {0xc5, 0xf8, 0x77}, ALL},
    {"kmovw %eax,%k1", 4, {0xc5, 0xf8, 0x92, 0xc8}, ALL},
    {"vpxord %zmm0,%zmm0,%zmm0", 6, {0x62, 0xf1, 0x7d, 0x48, 0xef, 0xc0}, ALL},
    {"fld1", 2, {0xd9, 0xe8}, ALL},
    {"fwait", 1, {0x9b}, ALL},
    {"no instruction", 1, {0x06}, ALL},
    {"half of one", 1, {0x48}, ALL},
};

#define WORD(word)                                                                                 \
    4,                                                                                             \
    {                                                                                              \
        (word) & 0xff, (word) >> 8 & 0xff, (word) >> 16 & 0xff, (word) >> 24                       \
    }

static const struct expected aarch64[] = {
    {"add x0, x0, #1", WORD(0x91000400), NO},
    {"mul x0, x1, x2", WORD(0x9b027c20), NO},
    {"ldr x0, [x0]", WORD(0xf9400000), NO},
    {"stp x29, x30, [sp, #-16]!", WORD(0xa9bf7bfd), NO},
    {"ldaxr x0, [x1]", WORD(0xc85ffc20), NO},
    {"b.eq", WORD(0x54000040), NO},
    {"ret", WORD(0xd65f03c0), NO},
    {"bti c", WORD(0xd503245f), NO},
    {"dmb ish", WORD(0xd5033bbf), NO},
    {"mrs x0, tpidr_el0", WORD(0xd53bd040), NO},
    {"msr fpsr, x0", WORD(0xd51b4420), ALL},
    {"smstart", WORD(0xd503477f), ALL},
    {"brk #1000", WORD(0xd4207d00), NO},
    {"svc #0", WORD(0xd4000001), ALL},
    {"ldr q0, [x0]", WORD(0x3dc00000), ALL},
    {"ldr d0, literal", WORD(0x5c000040), ALL},
    {"stp d8, d9, [sp]", WORD(0x6d0027e8), ALL},
    {"ld1 {v0.16b}, [x0]", WORD(0x4c407000), ALL},
    {"fadd d0, d0, d1", WORD(0x1e612800), ALL},
    {"movi v0.16b, #255", WORD(0x4f07e7e0), ALL},
    {"ptrue p0.b", WORD(0x2518e3e0), ALL},
};

static void knows_instructions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof x86_64 / sizeof *x86_64; i++) {
        const struct expected *one = &x86_64[i];
        if (loops_door_vectors_x86_64(one->bytes, one->size) != one->vectors)
            fail_msg("%s", one->what);
    }
    for (size_t i = 0; i < sizeof aarch64 / sizeof *aarch64; i++) {
        const struct expected *one = &aarch64[i];
        if (loops_door_vectors_aarch64(one->bytes, one->size) != one->vectors)
            fail_msg("%s", one->what);
    }
}

/* Functions of this program, for both machines. */
#define FUNCTION(name, text)                                                                       \
    extern const char name[] __attribute__((visibility("hidden")));                                \
    __asm__(".text\n.balign 16\n.hidden " #name "\n.globl " #name "\n" #name ":\n" text)

#ifdef __aarch64__
#define OF_VECTORS "fadd d0, d0, d1\n"
#define OF_SSE ALL
#define PLAIN "add x0, x0, #1\n"
#define BACK "subs x0, x0, #1\nb.ne 1b\n"
#define CALL(name) "stp x29, x30, [sp, #-16]!\nbl " #name "\nldp x29, x30, [sp], #16\n"
#define JUMP(name) "b " #name "\n"
#define THROUGH "blr x0\n"
#else
#define OF_VECTORS "addsd %xmm1, %xmm0\n"
#define OF_SSE SSE
#define PLAIN "addq $1, %rax\n"
#define BACK "decq %rdi\njnz 1b\n"
#define CALL(name) "call " #name "\n"
#define JUMP(name) "jmp " #name "\n"
#define THROUGH "call *%rax\n"
#endif

FUNCTION(leaf, PLAIN "1:\n" PLAIN BACK "ret\n");
FUNCTION(calls_leaf, CALL(leaf) PLAIN "ret\n");
FUNCTION(adds, PLAIN OF_VECTORS "ret\n");
FUNCTION(ends_with_adds, PLAIN JUMP(adds));
FUNCTION(calls_adds, PLAIN CALL(calls_leaf) CALL(adds) PLAIN "ret\n");
FUNCTION(itself, PLAIN CALL(itself) "ret\n");
FUNCTION(through, PLAIN THROUGH "ret\n");
FUNCTION(behind, PLAIN "ret\n" OF_VECTORS "ret\n"); /* never gets there */
FUNCTION(elsewhere, PLAIN JUMP(getpid));
FUNCTION(endless, ".rept 5000\n" PLAIN ".endr\nret\n");

static int set_start(struct dl_phdr_info *info, size_t size, void *start)
{
    (void)size;
    *(uint64_t *)start = info->dlpi_addr;
    return 1;
}

static void follows_functions(void **state)
{
    static const struct {
        const char *name, *at;
        enum format_door_vectors vectors;
    } all[] = {
        {"leaf", leaf, NO},
        {"calls_leaf", calls_leaf, NO},
        {"adds", adds, OF_SSE},
        {"ends_with_adds", ends_with_adds, OF_SSE},
        {"calls_adds", calls_adds, OF_SSE},
        {"itself", itself, NO},
        {"through", through, ALL},
        {"behind", behind, NO},
        {"elsewhere", elsewhere, ALL},
        {"endless", endless, ALL},
    };
    struct error error = {0};
    uint64_t start = 0;
    (void)state;
    struct loops_binary *binary = loops_binary_open_bare("/proc/self/exe", &error);
    assert_non_null(binary);
    dl_iterate_phdr(set_start, &start);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        uint64_t address = (uint64_t)(uintptr_t)all[i].at - start;
        if (loops_door_vectors(binary, address) != all[i].vectors)
            fail_msg("%s", all[i].name);
    }
    assert_int_equal(loops_door_vectors(binary, 8), ALL); /* no code */
    loops_binary_close(binary);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_instructions),
        cmocka_unit_test(follows_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
