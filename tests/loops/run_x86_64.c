/* run_x86_64.c: runs instructions on random registers, on an x86-64 machine or one that is
 * emulated.
 *
 * Reads lines of list_code random. An instruction that is not said to write a register keeps it;
 * one that is not said to read it does not care what is in it; and what was in a register that it
 * is said to write as a whole is gone. Prints what is not so, and how many were run. */
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { GENERAL = 16, RSP = 4, FLAGS = GENERAL, ALL_FLAGS = 0x8d5 };

struct registers {
    uint64_t general[GENERAL];
    uint64_t flags;
};

/* Loads registers from try_registers, runs what is at try_here, stores them there. */
__asm__(".pushsection .trying, \"awx\"\n"
        ".global try_code, try_here, try_registers, try_vectors\n"
        "try_code:\n"
        " push %rbx\n push %rbp\n push %r12\n push %r13\n push %r14\n push %r15\n"
        " fxrstor64 try_vectors(%rip)\n push try_registers+128(%rip)\n popfq\n"
        " mov try_registers(%rip), %rax\n mov try_registers+8(%rip), %rcx\n"
        " mov try_registers+16(%rip), %rdx\n mov try_registers+24(%rip), %rbx\n"
        " mov try_registers+40(%rip), %rbp\n mov try_registers+48(%rip), %rsi\n"
        " mov try_registers+56(%rip), %rdi\n mov try_registers+64(%rip), %r8\n"
        " mov try_registers+72(%rip), %r9\n mov try_registers+80(%rip), %r10\n"
        " mov try_registers+88(%rip), %r11\n mov try_registers+96(%rip), %r12\n"
        " mov try_registers+104(%rip), %r13\n mov try_registers+112(%rip), %r14\n"
        " mov try_registers+120(%rip), %r15\n"
        "try_here: .skip 16, 0x90\n"
        " mov %rax, try_registers(%rip)\n mov %rcx, try_registers+8(%rip)\n"
        " mov %rdx, try_registers+16(%rip)\n mov %rbx, try_registers+24(%rip)\n"
        " mov %rbp, try_registers+40(%rip)\n mov %rsi, try_registers+48(%rip)\n"
        " mov %rdi, try_registers+56(%rip)\n mov %r8, try_registers+64(%rip)\n"
        " mov %r9, try_registers+72(%rip)\n mov %r10, try_registers+80(%rip)\n"
        " mov %r11, try_registers+88(%rip)\n mov %r12, try_registers+96(%rip)\n"
        " mov %r13, try_registers+104(%rip)\n mov %r14, try_registers+112(%rip)\n"
        " mov %r15, try_registers+120(%rip)\n"
        " pushfq\n pop try_registers+128(%rip)\n"
        " pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbp\n pop %rbx\n ret\n"
        ".align 4096\n"
        "try_registers: .skip 256\n"
        "try_vectors: .skip 3840\n"
        ".popsection\n");
extern uint8_t try_here[];
extern struct registers try_registers;
extern uint8_t try_vectors[];
void try_code(void);

static sigjmp_buf not_here;
static uint64_t seed = 1;

static uint64_t next_random(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return seed >> 32 | seed << 32;
}

static void give_up(int signal)
{
    (void)signal;
    siglongjmp(not_here, 1);
}

static bool run(struct registers *registers)
{
    try_registers = *registers;
    if (sigsetjmp(not_here, 1))
        return false;
    try_code();
    *registers = try_registers;
    registers->flags &= ALL_FLAGS;
    return true;
}

static uint64_t get(const struct registers *registers, int number)
{
    return number == FLAGS ? registers->flags : registers->general[number];
}

static void set(struct registers *registers, int number)
{
    if (number == FLAGS)
        registers->flags = next_random() & ALL_FLAGS;
    else
        registers->general[number] = next_random();
}

struct line {
    char text[40];
    unsigned reads, writes, kills;
    int step_register, narrow;
    long step;
    int sets, compares, compare_is_narrow, subject, other, value;
};

static bool in(unsigned mask, int number)
{
    return mask >> (number == FLAGS ? 31 : number) & 1;
}

static int complain(const struct line *line, const char *what, int number)
{
    printf("%s %s register %d\n", line->text, what, number);
    return 1;
}

/* Constants that are set, and comparisons: what is compared equals, if the flag of zero is set. */
static int check_values(const struct line *line, const struct registers *first,
                        const struct registers *after)
{
    bool is_result = in(line->writes, line->subject);
    uint64_t left = get(is_result ? after : first, line->subject);
    uint64_t right =
        line->other < GENERAL ? get(first, line->other) : (uint64_t)(int64_t)line->value;
    if (line->sets && get(after, line->subject) != (uint64_t)line->value)
        return complain(line, "sets something else in", line->subject);
    bool equal = line->compare_is_narrow ? (uint32_t)left == (uint32_t)right : left == right;
    if (line->compares && equal != (after->flags >> 6 & 1))
        return complain(line, "does not compare", line->subject);
    return 0;
}

/* How many faults it has; -1: this machine does not know it. */
static int check(const struct line *line)
{
    struct registers first, other, after, after_other;
    int faults = 0;
    for (int i = 0; i <= FLAGS; i++)
        set(&first, i);
    if (line->compares && next_random() % 2) { /* they shall be equal, too */
        first.general[line->subject] = line->other < GENERAL ? first.general[line->other]
                                       : line->step_register == line->subject
                                           ? (uint64_t)-line->step
                                           : (uint64_t)line->value;
    }
    other = first;
    for (int i = 0; i <= FLAGS; i++) {
        if (!in(line->reads, i))
            set(&other, i);
    }
    after = first;
    after_other = other;
    if (!run(&after) || !run(&after_other))
        return -1;
    for (int i = 0; i <= FLAGS; i++) {
        if (i == RSP)
            continue;
        if (!in(line->writes, i) && get(&after, i) != get(&first, i))
            faults += complain(line, "changes", i);
        if (in(line->kills, i) && get(&after, i) != get(&after_other, i))
            faults += complain(line, "does not write all of", i);
        if (line->step_register == i) {
            uint64_t sum = get(&first, i) + (uint64_t)line->step;
            if (get(&after, i) != (line->narrow ? (uint32_t)sum : sum))
                faults += complain(line, "takes another step with", i);
        }
    }
    return faults + check_values(line, &first, &after);
}

static void put(const char *text)
{
    memset(try_here, 0x90, 16);
    for (size_t i = 0; text[2 * i]; i++) {
        unsigned byte;
        sscanf(text + 2 * i, "%2x", &byte);
        try_here[i] = (uint8_t)byte;
    }
}

int main(void)
{
    struct sigaction action = {.sa_handler = give_up};
    static const int signals[] = {SIGILL, SIGFPE, SIGSEGV, SIGTRAP, SIGBUS};
    struct line line;
    int ran = 0, faults = 0;
    uint8_t *page = (uint8_t *)((uintptr_t)try_here & ~UINT64_C(4095));
    if (mprotect(page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC))
        return 1;
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        sigaction(signals[i], &action, NULL);
    __asm__ volatile("fxsave64 %0" : "=m"(*(char(*)[512])try_vectors));
    for (size_t i = 160; i < 416; i++) /* the vectors, the same in each run */
        try_vectors[i] = (uint8_t)next_random();
    while (scanf("%39s %x %x %x %d %d %ld %d %d %d %d %d %d", line.text, &line.reads, &line.writes,
                 &line.kills, &line.step_register, &line.narrow, &line.step, &line.sets,
                 &line.compares, &line.compare_is_narrow, &line.subject, &line.other,
                 &line.value) == 13) {
        put(line.text);
        int found = check(&line);
        ran += found >= 0;
        faults += found > 0;
    }
    printf("ran %d, faults %d\n", ran, faults);
    return 0;
}
