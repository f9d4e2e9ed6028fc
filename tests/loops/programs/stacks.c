/* stacks.c: coroutines that switch stacks by themselves. Two of them make ten rounds of three
 * switches each, and one more switch at their end. */
#include <stdio.h>
#include <stdlib.h>

void switch_to(void **from, void *to);

#ifdef __x86_64__
enum { FRAME = 8, RETURN = 6 }; /* words of a stack's first frame; where its return address is */
__asm__(".text\n"
        ".globl switch_to\n"
        ".type switch_to, @function\n"
        "switch_to:\n"
        "    push %rbx\n"
        "    push %rbp\n"
        "    push %r12\n"
        "    push %r13\n"
        "    push %r14\n"
        "    push %r15\n"
        "    mov %rsp, (%rdi)\n"
        "    mov %rsi, %rsp\n"
        "    pop %r15\n"
        "    pop %r14\n"
        "    pop %r13\n"
        "    pop %r12\n"
        "    pop %rbp\n"
        "    pop %rbx\n"
        "    ret\n"
        ".size switch_to, . - switch_to\n");
#else
enum { FRAME = 12, RETURN = 1 };
__asm__(".text\n"
        ".globl switch_to\n"
        ".type switch_to, %function\n"
        "switch_to:\n"
        "    stp x29, x30, [sp, #-96]!\n"
        "    stp x19, x20, [sp, #16]\n"
        "    stp x21, x22, [sp, #32]\n"
        "    stp x23, x24, [sp, #48]\n"
        "    stp x25, x26, [sp, #64]\n"
        "    stp x27, x28, [sp, #80]\n"
        "    mov x9, sp\n"
        "    str x9, [x0]\n"
        "    mov sp, x1\n"
        "    ldp x19, x20, [sp, #16]\n"
        "    ldp x21, x22, [sp, #32]\n"
        "    ldp x23, x24, [sp, #48]\n"
        "    ldp x25, x26, [sp, #64]\n"
        "    ldp x27, x28, [sp, #80]\n"
        "    ldp x29, x30, [sp], #96\n"
        "    ret\n"
        ".size switch_to, . - switch_to\n");
#endif

enum { STACK = 1 << 13 }; /* words */
static void *stacks[2][STACK] __attribute__((aligned(64)));
static void *main_stack, *stack[2];
static volatile long sum;
static int current, done;

static __attribute__((noinline)) void add(long trips)
{
    for (long i = 0; i < trips; i++)
        sum += i;
}

static __attribute__((noinline)) void round_of(int which)
{
    for (int i = 0; i < 3; i++) {
        add(2);
        switch_to(&stack[which], main_stack);
        add(1);
    }
}

static void start(void)
{
    int which = current;
    for (int i = 0; i < 10; i++)
        round_of(which);
    done++;
    switch_to(&stack[which], main_stack);
    abort();
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        void **frame = &stacks[i][STACK - 8 - FRAME];
        frame[RETURN] = (void *)start;
        stack[i] = frame;
    }
    long switches = 0;
    while (done < 2) {
        for (current = 0; current < 2; current++, switches++)
            switch_to(&main_stack, stack[current]);
    }
    printf("%ld switches, %ld\n", switches, sum);
    return 0;
}
