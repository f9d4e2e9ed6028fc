"""Functions of the program that a patched call asks may change any register: the program finds in its own what it would natively. So do patched functions."""
import json
import platform

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")
if platform.machine() != "x86_64":
    tap.skip_all("its assembler code is for x86-64")

here = program.folder()
CALLS = 200
TIMES = 6  # with vectors of each size in use, without and with the x87
here.write("ask.vocabulary", """
vocabulary ask
int about_none(int box, int *size)
int about_some(int box, int *size)
int about_all(int box, int *size)
int about_other(int box, int *size)
int ask_none(int box)
    call about_none(result, out size) when result > 0
    visit bytes size when result > 0
int ask_some(int box)
    call about_some(result, out size) when result > 0
    visit bytes size when result > 0
int ask_all(int box)
    call about_all(result, out size) when result > 0
    visit bytes size when result > 0
int ask_other(int box)
    call about_other(result, out size) when result > 0
    visit bytes size when result > 0
int about_wide(int box, int *size)
int ask_wide(int box)
    call about_wide(result, out size) when result > 0
    visit bytes size when result > 0
int ask_two(int box)
    call about_none(result, out size) when result > 0
    call about_some(result, out more) when result > 0
    visit bytes size + more when result > 0
int flags(int box)
    visit bytes result
int ask_lost(int box)
    call about_some(result, out size) when result > 0
    visit bytes size / (result % 2) when result > 0
""")
here.write("ask.c", """
#include <cpuid.h>
#include <stdio.h>
#include <stdint.h>
#include <string.h>
#define KEEP __attribute__((noinline, noclone, used, aligned(16)))
KEEP int about_none(int box, int *size) { *size = box + 1; return 0; }
KEEP int ask_none(int box) { __asm__ volatile(""); return box; }
KEEP int ask_some(int box) { __asm__ volatile(""); return box; }
KEEP int ask_all(int box) { __asm__ volatile(""); return box; }
KEEP int ask_other(int box) { __asm__ volatile(""); return box; }
KEEP int ask_two(int box) { __asm__ volatile(""); return box; }
KEEP int ask_wide(int box) { __asm__ volatile(""); return box; }
KEEP int ask_lost(int box) { __asm__ volatile(""); return box; }
static volatile double tenth = 10;
KEEP int about_other(int box, int *size)
{
    char text[40];
    snprintf(text, sizeof text, "%g", box / tenth); /* of another library */
    *size = (int)strlen(text);
    return 0;
}
enum { VECTORS = 32, SIZE = 64, LOWER = 16, MASKS = 8 };
static int level; // 1: AVX, 2: AVX-512 with masks of 64 bits
#define ALL ".irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\\n"
#define UPPER ".irp n, 16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\\n"
#define EACH_MASK ".irp n, 0,1,2,3,4,5,6,7\\n"
KEEP int about_some(int box, int *size)
{
    __asm__ volatile(ALL "pcmpeqd %%xmm\\\\n, %%xmm\\\\n\\n.endr\\n"
                     "cvtsi2sd %0, %%xmm0\\nsqrtsd %%xmm0, %%xmm0" // inexact
                     :: "r"(box + 2) : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8");
    *size = box + 2;
    return 0;
}
__attribute__((target("avx"))) KEEP int about_all(int box, int *size)
{
    if (level)
        __asm__ volatile("vxorps %%ymm3, %%ymm3, %%ymm3\\nvxorps %%ymm12, %%ymm12, %%ymm12\\nvzeroupper" ::: "xmm3", "xmm12");
    *size = (int)(box * 3.0L / tenth * tenth / 3.0L);
    return 0;
}
// Leaves the upper halves of vectors as it uses them, and another rounding of the x87.
KEEP int about_wide(int box, int *size)
{
    static const uint16_t down = 0x77f;
    if (level == 1)
        __asm__ volatile(ALL "vcmptrueps %%ymm\\\\n, %%ymm\\\\n, %%ymm\\\\n\\n.endr" ::: "memory");
    else if (level)
        __asm__ volatile("kxnorq %%k1, %%k1, %%k1\\n" ALL "vpternlogd $255, %%zmm\\\\n, %%zmm\\\\n, %%zmm\\\\n\\n.endr\\n"
                         UPPER "vpternlogd $255, %%zmm\\\\n, %%zmm\\\\n, %%zmm\\\\n\\n.endr\\n"
                         EACH_MASK "kmovq %%k1, %%k\\\\n\\n.endr" ::: "memory");
    __asm__ volatile("fldcw %0\\nfld1\\nfldpi\\nfdivrp\\nfstp %%st(0)" :: "m"(down) : "st");
    *size = box + 3;
    return 0;
}
struct state { unsigned char vectors[VECTORS * SIZE]; uint64_t masks[MASKS]; uint32_t control, fill[3]; long double top; };
static const struct { uint32_t before[6], control, after[121]; uint64_t header[8]; } start __attribute__((aligned(64))) = {.control = 0x1f80};
static uint32_t used(void)
{
    uint32_t a, d;
    __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(1));
    return a;
}
// Calls a function that is known to change no vector register, with 0 xmm, 1 ymm, 2 zmm and masks in use, and perhaps the x87.
static int call_with(int (*function)(int), int box, const struct state *before, struct state *after, int width, int tops)
{
    register int (*called)(int) __asm__("r12") = function;
    register long has __asm__("r13") = level | width << 4 | tops << 8;
    register struct state *to __asm__("r14") = after;
    int result;
    __asm__ volatile("testl $3, %%r13d\\njz 1f\\nmovl $0xe4, %%eax\\nxorl %%edx, %%edx\\nxrstor64 %[start]\\n"
                     "1: testl $0x30, %%r13d\\njz 2f\\ntestl $0x20, %%r13d\\njnz 3f\\n"
                     ALL "vmovdqu \\\\n*64(%%rbx), %%ymm\\\\n\\n.endr\\njmp 4f\\n"
                     "2:\\n" ALL "movdqu \\\\n*64(%%rbx), %%xmm\\\\n\\n.endr\\njmp 4f\\n"
                     "3:\\n" ALL "vmovdqu64 \\\\n*64(%%rbx), %%zmm\\\\n\\n.endr\\n"
                     UPPER "vmovdqu64 \\\\n*64(%%rbx), %%zmm\\\\n\\n.endr\\n"
                     EACH_MASK "kmovq 2048+\\\\n*8(%%rbx), %%k\\\\n\\n.endr\\n4:\\n"
                     "testl $256, %%r13d\\njz 5f\\nfldt 2128(%%rbx)\\n5:\\n"
                     "ldmxcsr 2112(%%rbx)\\ncall *%%r12\\nstmxcsr 2112(%%r14)\\n"
                     "testl $3, %%r13d\\njz 6f\\ntestl $2, %%r13d\\njnz 7f\\n"
                     ALL "vmovdqu %%ymm\\\\n, \\\\n*64(%%r14)\\n.endr\\nvzeroupper\\njmp 8f\\n"
                     "6:\\n" ALL "movdqu %%xmm\\\\n, \\\\n*64(%%r14)\\n.endr\\njmp 8f\\n"
                     "7:\\n" ALL "vmovdqu64 %%zmm\\\\n, \\\\n*64(%%r14)\\n.endr\\n"
                     UPPER "vmovdqu64 %%zmm\\\\n, \\\\n*64(%%r14)\\n.endr\\n"
                     EACH_MASK "kmovq %%k\\\\n, 2048+\\\\n*8(%%r14)\\n.endr\\nvzeroupper\\n8:\\n"
                     "testl $256, %%r13d\\njz 9f\\nfstpt 2128(%%r14)\\n9:\\n"
                     : "=a"(result), "+D"(box), "+r"(called), "+r"(has), "+r"(to)
                     : "b"(before), [start] "m"(start)
                     : "memory", "cc", "rsi", "rdx", "rcx", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4",
                       "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
    return result;
}
// Returns how many registers differ: the parts that are not in use are 0.
static int differ(const struct state *before, const struct state *after, int width)
{
    static const unsigned char nothing[SIZE];
    int wrong = before->control != after->control;
    unsigned in_use = 16u << width, seen = 16u << level;
    for (int n = 0; n < (level == 2 ? VECTORS : LOWER); n++) {
        const unsigned char *is = after->vectors + n * SIZE;
        unsigned filled = n < LOWER || width == 2 ? in_use : 0;
        wrong += memcmp(is, before->vectors + n * SIZE, filled) != 0;
        wrong += memcmp(is + filled, nothing, seen - filled) != 0;
    }
    for (int n = 0; n < MASKS && level == 2; n++)
        wrong += after->masks[n] != (width == 2 ? before->masks[n] : 0);
    return wrong;
}
// Returns the carry flag that it was called with, and turns it.
__attribute__((naked, noinline, used, aligned(16))) int flags(int box)
{
    __asm__("setc %al\\nmovzbl %al, %eax\\ncmpl $1, %eax\\nret");
}
static int flags_with(int carry)
{
    int result, after;
    __asm__ volatile("btl $0, %[carry]\\ncall flags\\nsetc %%cl\\nmovzbl %%cl, %%ecx"
                     : "=a"(result), "=c"(after) : [carry] "r"(carry) : "cc", "memory");
    return result + 2 * after;
}
static int ask(int width, int tops, int tells)
{
    static int (*const functions[])(int) = {ask_none, ask_some, ask_all, ask_other, ask_two, ask_lost, ask_wide};
    static struct state before, after;
    int wrong = 0;
    for (unsigned i = 0; i < VECTORS * SIZE; i++)
        before.vectors[i] = (unsigned char)(i * 7 + 3);
    for (unsigned i = 0; i < MASKS; i++)
        before.masks[i] = 0x123456789abcdef * (i + 1);
    before.control = 0x1f80;
    for (int i = 1; i <= CALLS; i++) {
        wrong += flags_with(i % 2) != (i % 2 ? 1 : 2);
        for (unsigned which = 0; which < sizeof functions / sizeof *functions; which++) {
            memset(&after, 0, sizeof after);
            if (tops)
                before.top = 0.7L;
            int is_used = tells && used() & 1;
            wrong += call_with(functions[which], i, &before, &after, width, tops) != i;
            wrong += differ(&before, &after, width);
            if (tops)
                wrong += before.top != after.top;
            else if (tells)
                wrong += !is_used && used() & 1;
        }
    }
    return wrong;
}
int main(void)
{
    uint32_t a = 0, b, c, d;
    level = __builtin_cpu_supports("avx512bw") ? 2 : __builtin_cpu_supports("avx") != 0;
    int tells = level && __get_cpuid_count(0xd, 1, &a, &b, &c, &d) && a & 4, wrong = 0;
    for (int tops = 0; tops < 2; tops++) {
        for (int width = 0; width < 3; width++)
            wrong += ask(width < level ? width : level, tops, tells);
    }
    printf("%d\\n", wrong);
    return 0;
}
""".replace("CALLS", str(CALLS)))

here.run(program.CC, "-O1", "-mno-red-zone", "ask.c", "-o", "ask")
native = here.run("./ask")
tap.equal(native.out, "0\n", "the program finds its registers as they were, natively")
expected = {
    "ask_none": sum(i + 1 for i in range(1, CALLS + 1)),
    "ask_some": sum(i + 2 for i in range(1, CALLS + 1)),
    "ask_all": sum(range(1, CALLS + 1)),
    "ask_other": sum(len(f"{i / 10:g}") for i in range(1, CALLS + 1)),
    "ask_wide": sum(i + 3 for i in range(1, CALLS + 1)),
    "ask_two": sum(2 * i + 3 for i in range(1, CALLS + 1)),
    "flags": CALLS // 2,
    "ask_lost": None,  # of half of its calls they are not known: it would divide by 0
}
for options in (), ("--events",):
    ended = here.triptych("run", "-o", "a.tri", "--force", *options, "--vocabulary", "./ask.vocabulary", "./ask")
    tap.equal(ended.out, native.out, f"and so it does while its calls ask ({' '.join(options) or 'profile'})")
    found = {}
    for line in here.triptych("query", "a.tri", "nodes", "--format", "json").out.splitlines():
        row = json.loads(line)
        if (row["name"] or "").startswith(("ask_", "flags")):
            visits, size = found.get(row["name"], (0, 0))
            found[row["name"]] = visits + row["visits"], None if None in (size, row["bytes"]) else size + row["bytes"]
    tap.equal(found, {name: (TIMES * CALLS, size and TIMES * size) for name, size in expected.items()}, "visits and bytes, by hand count")
tap.done()
