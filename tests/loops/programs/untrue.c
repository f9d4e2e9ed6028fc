/* untrue.c: a function whose unwinding information is not true, which is nobody's business as long
 * as nothing unwinds. */
#include "called.h"

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static jmp_buf top;

__attribute__((used)) void leave(int how);
void untrue(int how);

#ifdef __aarch64__
__asm__(".text\n"
        ".type untrue, %function\n"
        "untrue:\n"
        " .cfi_startproc\n"
        " stp x29, x30, [sp, #-32]!\n"
        " str x19, [sp, #16]\n"
        " mov x19, #77\n"
        " .cfi_def_cfa 19, 0\n"
        " .cfi_offset 30, 8\n"
        " bl leave\n"
        " ldr x19, [sp, #16]\n"
        " ldp x29, x30, [sp], #32\n"
        " ret\n"
        " .cfi_endproc\n"
        ".size untrue, . - untrue\n");
#else
__asm__(".text\n"
        ".type untrue, @function\n"
        "untrue:\n"
        " .cfi_startproc\n"
        " push %rbx\n"
        " mov $77, %ebx\n"
        " .cfi_def_cfa 3, 0\n"
        " call leave\n"
        " pop %rbx\n"
        " ret\n"
        " .cfi_endproc\n"
        ".size untrue, . - untrue\n");
#endif

void leave(int how)
{
    COUNT(0);
    if (how == 1)
        longjmp(top, 1);
    if (how == 2)
        exit(3);
}

static void handle(int number)
{
    COUNT(1);
    _Exit(number);
}

/* Nothing of what a handler would block is blocked without it. */
static int is_blocked(void)
{
    sigset_t now;
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    return sigismember(&now, SIGUSR2) || sigismember(&now, SIGSEGV);
}

int main(void)
{
    struct sigaction action = {.sa_handler = handle};
    sigaddset(&action.sa_mask, SIGUSR2);
    sigaction(SIGSEGV, &action, NULL);
    for (volatile int i = 0; i < 3; i++) {
        if (!setjmp(top))
            untrue(1);
    }
    untrue(0);
    printf("%d\n", is_blocked());
    tell();
    untrue(2);
    return 0;
}
