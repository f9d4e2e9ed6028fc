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
KEEP int ask_lost(int box) { __asm__ volatile(""); return box; }
static volatile double tenth = 10;
KEEP int about_other(int box, int *size)
{
    char text[40];
    snprintf(text, sizeof text, "%g", box / tenth); /* of another library */
    *size = (int)strlen(text);
    return 0;
}
enum { VECTORS = 16, SIZE = 32 };
static int has_avx;
KEEP int about_some(int box, int *size)
{
    __asm__ volatile(".irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\\npcmpeqd %%xmm\\\\n, %%xmm\\\\n\\n.endr\\n"
                     "cvtsi2sd %0, %%xmm0\\nsqrtsd %%xmm0, %%xmm0" // inexact
                     :: "r"(box + 2) : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8");
    *size = box + 2;
    return 0;
}
__attribute__((target("avx"))) KEEP int about_all(int box, int *size)
{
    if (has_avx)
        __asm__ volatile("vxorps %%ymm3, %%ymm3, %%ymm3\\nvxorps %%ymm12, %%ymm12, %%ymm12\\nvzeroupper" ::: "xmm3", "xmm12");
    *size = (int)(box * 3.0L / tenth * tenth / 3.0L);
    return 0;
}
struct state { unsigned char vectors[VECTORS * SIZE]; uint32_t control, fill; long double top; };
#define ALL ".irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\\n"
// Calls a function that is known to change no vector register.
static int call_with(int (*function)(int), int box, const struct state *before, struct state *after)
{
    register int (*called)(int) __asm__("r12") = function;
    register long avx __asm__("r13") = has_avx;
    register struct state *to __asm__("r14") = after;
    int result;
    __asm__ volatile("fldt 528(%%rbx)\\ntestl %%r13d, %%r13d\\njz 1f\\n"
                     ALL "vmovdqu \\\\n*32(%%rbx), %%ymm\\\\n\\n.endr\\njmp 2f\\n1:\\n"
                     ALL "movdqu \\\\n*32(%%rbx), %%xmm\\\\n\\n.endr\\n2:\\n"
                     "ldmxcsr 512(%%rbx)\\ncall *%%r12\\nstmxcsr 512(%%r14)\\n"
                     "testl %%r13d, %%r13d\\njz 3f\\n"
                     ALL "vmovdqu %%ymm\\\\n, \\\\n*32(%%r14)\\n.endr\\nvzeroupper\\njmp 4f\\n3:\\n"
                     ALL "movdqu %%xmm\\\\n, \\\\n*32(%%r14)\\n.endr\\n4:\\nfstpt 528(%%r14)\\n"
                     : "=a"(result), "+D"(box), "+r"(called), "+r"(avx), "+r"(to)
                     : "b"(before)
                     : "memory", "cc", "rsi", "rdx", "rcx", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4",
                       "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
    return result;
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
int main(void)
{
    static int (*const functions[])(int) = {ask_none, ask_some, ask_all, ask_other, ask_two, ask_lost};
    static struct state before, after;
    int wrong = 0;
    has_avx = __builtin_cpu_supports("avx") != 0;
    for (unsigned i = 0; i < VECTORS * SIZE; i++)
        before.vectors[i] = (unsigned char)(i * 7 + 3);
    before.control = 0x1f80;
    before.top = 0.7L;
    for (int i = 1; i <= CALLS; i++) {
        wrong += flags_with(i % 2) != (i % 2 ? 1 : 2);
        for (unsigned which = 0; which < sizeof functions / sizeof *functions; which++) {
            memset(&after, 0, sizeof after);
            wrong += call_with(functions[which], i, &before, &after) != i;
            for (int n = 0; n < VECTORS; n++)
                wrong += memcmp(before.vectors + n * SIZE, after.vectors + n * SIZE, has_avx ? SIZE : SIZE / 2) != 0;
            wrong += before.control != after.control || before.top != after.top;
        }
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
    "ask_two": sum(2 * i + 3 for i in range(1, CALLS + 1)),
    "flags": CALLS // 2,
    "ask_lost": sum(i + 2 for i in range(1, CALLS + 1, 2)),  # not known: it would divide by 0
}
for options in (), ("--events",):
    ended = here.triptych("run", "-o", "a.tri", "--force", *options, "--vocabulary", "./ask.vocabulary", "./ask")
    tap.equal(ended.out, native.out, f"and so it does while its calls ask ({' '.join(options) or 'profile'})")
    found = {}
    for line in here.triptych("query", "a.tri", "nodes", "--format", "json").out.splitlines():
        row = json.loads(line)
        if (row["name"] or "").startswith(("ask_", "flags")):
            visits, size = found.get(row["name"], (0, 0))
            found[row["name"]] = visits + row["visits"], size + (row["bytes"] or 0)
    tap.equal(found, {name: (CALLS, size) for name, size in expected.items()}, "visits and bytes, by hand count")
tap.done()
