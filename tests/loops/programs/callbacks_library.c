/* callbacks_library.c: a library that is not counted and calls back, from frames of several sizes.
 */

#include "callbacks_library.h"
#include <setjmp.h>

void library_call(library_function *f, int a)
{
    f(a);
    __asm__ volatile("");
}

void library_deep(library_function *f, int a)
{
    volatile char frame[4096];
    frame[a & 1023] = 1;
    f(a);
    frame[a & 1023] = 2;
}

void library_two(library_function *f, library_function *g, int a)
{
    f(a);
    library_deep(g, a);
    __asm__ volatile("");
}

void library_deep_first(library_function *f, library_function *g, int a)
{
    library_deep(f, a);
    f(a);
    library_deep(g, a);
    g(a);
    __asm__ volatile("");
}

static jmp_buf here;

void library_try(library_function *f, library_function *g, int a)
{
    jmp_buf before;
    __builtin_memcpy(before, here, sizeof here);
    if (!setjmp(here))
        f(a);
    __builtin_memcpy(here, before, sizeof here);
    library_deep(g, a);
    __asm__ volatile("");
}

void library_leave(void)
{
    longjmp(here, 1);
}
