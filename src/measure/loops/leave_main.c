/* leave_main.c: where main is: initialisers, which come before it, do not call it. */
#include "measure/loops/leave_real.h"
#include "measure/loops/leave_sites.h"
#include "measure/loops/slow.h"

typedef int main_function(int, char **, char **);

LEAVE_STAND_IN int __libc_start_main(main_function *program, int count, char **words,
                                     void (*init)(void), void (*fini)(void),
                                     void (*rtld_fini)(void), void *stack_end);

int __libc_start_main(main_function *program, int count, char **words, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end)
{
    struct leave_site site;
    if (leave_site_at((uint64_t)(uintptr_t)program, &site)) {
        slow_start = contexts_current;
        slow_main = site.function;
    }
    return LEAVE_REAL(__libc_start_main)(program, count, words, init, fini, rtld_fini, stack_end);
}
