/* own_jump.c: a setjmp and a longjmp that are not those of the C library. The former has no calls,
 * and returns twice. */
#include <stdio.h>

int own_setjmp(void **buffer) __attribute__((returns_twice));
void own_longjmp(void **buffer, int value) __attribute__((noreturn));

#ifdef __x86_64__
__asm__(".text\n"
        ".globl own_setjmp\n"
        ".type own_setjmp, @function\n"
        "own_setjmp:\n"
        "    mov %rbx, (%rdi)\n"
        "    mov %rbp, 8(%rdi)\n"
        "    mov %r12, 16(%rdi)\n"
        "    mov %r13, 24(%rdi)\n"
        "    mov %r14, 32(%rdi)\n"
        "    mov %r15, 40(%rdi)\n"
        "    lea 8(%rsp), %rdx\n"
        "    mov %rdx, 48(%rdi)\n"
        "    mov (%rsp), %rdx\n"
        "    mov %rdx, 56(%rdi)\n"
        "    xor %eax, %eax\n"
        "    ret\n"
        ".size own_setjmp, . - own_setjmp\n"
        ".globl own_longjmp\n"
        ".type own_longjmp, @function\n"
        "own_longjmp:\n"
        "    mov %esi, %eax\n"
        "    mov (%rdi), %rbx\n"
        "    mov 8(%rdi), %rbp\n"
        "    mov 16(%rdi), %r12\n"
        "    mov 24(%rdi), %r13\n"
        "    mov 32(%rdi), %r14\n"
        "    mov 40(%rdi), %r15\n"
        "    mov 48(%rdi), %rsp\n"
        "    jmp *56(%rdi)\n"
        ".size own_longjmp, . - own_longjmp\n");
#else
__asm__(".text\n"
        ".globl own_setjmp\n"
        ".type own_setjmp, %function\n"
        "own_setjmp:\n"
        "    stp x19, x20, [x0]\n"
        "    stp x21, x22, [x0, #16]\n"
        "    stp x23, x24, [x0, #32]\n"
        "    stp x25, x26, [x0, #48]\n"
        "    stp x27, x28, [x0, #64]\n"
        "    stp x29, x30, [x0, #80]\n"
        "    mov x2, sp\n"
        "    str x2, [x0, #96]\n"
        "    mov w0, #0\n"
        "    ret\n"
        ".size own_setjmp, . - own_setjmp\n"
        ".globl own_longjmp\n"
        ".type own_longjmp, %function\n"
        "own_longjmp:\n"
        "    ldp x19, x20, [x0]\n"
        "    ldp x21, x22, [x0, #16]\n"
        "    ldp x23, x24, [x0, #32]\n"
        "    ldp x25, x26, [x0, #48]\n"
        "    ldp x27, x28, [x0, #64]\n"
        "    ldp x29, x30, [x0, #80]\n"
        "    ldr x2, [x0, #96]\n"
        "    mov sp, x2\n"
        "    mov w0, w1\n"
        "    ret\n"
        ".size own_longjmp, . - own_longjmp\n");
#endif

static void *buffer[13];
static volatile long sum;

static __attribute__((noinline)) void add(long trips)
{
    for (long i = 0; i < trips; i++)
        sum += i;
}

static __attribute__((noinline)) void deep(int depth, int number)
{
    add(2);
    if (depth)
        deep(depth - 1, number);
    else if (number % 2)
        own_longjmp(buffer, 2);
    add(1);
}

static __attribute__((noinline)) int catching(int number)
{
    volatile int result = own_setjmp(buffer);
    if (!result)
        deep(number % 3, number);
    for (int i = 0; i < 5; i++)
        result++;
    return result;
}

/* Of 60 calls, 30 are left: add(2) is called 120 times, add(1) behind it 60 times, and in main. */
int main(void)
{
    long all = 0;
    for (int i = 0; i < 60; i++) {
        all += catching(i);
        add(1);
    }
    printf("%ld, %ld\n", all, sum);
    return 0;
}
