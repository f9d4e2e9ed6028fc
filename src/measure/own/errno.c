/* errno.c: the library's errno. A program may define __errno_location itself, and a probe in it
 * would call it again. Functions that libtriptych calls set errno only within own/, so that it has
 * a variable of its own and never touches the program's. Collectors (OWN_SHARES_ERRNO) call
 * functions of libc on behalf of the program, which must find their errno: so they use libc's,
 * looked up behind the program's definition. */
#include "measure/own/own.h"

#define OWN_THREAD static __thread __attribute__((tls_model("initial-exec")))

int *tri_own___errno_location(void);

OWN_THREAD int value;

#ifdef OWN_SHARES_ERRNO

#include <dlfcn.h>

static int *(*of_libc)(void);

static void find(void)
{
    OWN_THREAD bool finds; /* dlsym() may call a function of the program that has a probe */
    if (finds)
        return;
    finds = true;
    void *found = dlsym(RTLD_NEXT, "__errno_location");
    __atomic_store_n((void **)&of_libc, found, __ATOMIC_RELEASE);
    finds = false;
}

__attribute__((constructor(101))) static void find_early(void)
{
    find();
}

int *tri_own___errno_location(void)
{
    if (!__atomic_load_n((void **)&of_libc, __ATOMIC_ACQUIRE))
        find();
    int *(*function)(void);
    *(void **)&function = __atomic_load_n((void **)&of_libc, __ATOMIC_ACQUIRE);
    return function ? function() : &value;
}

#else

int *tri_own___errno_location(void)
{
    return &value;
}

#endif
