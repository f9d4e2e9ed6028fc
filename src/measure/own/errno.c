/* errno.c: where errno of the library is.
 *
 * A program may define __errno_location itself, too, and a probe in it would call it again. What
 * libtriptych calls sets no errno but by own/, so that it has a variable of its own, and the
 * program's is never touched. Collectors (OWN_SHARES_ERRNO) call functions of libc for the program,
 * and see to it that the program finds the errno of these: theirs is libc's, which is looked up
 * behind the program's definition. */
#include "measure/own/own.h"

#define OWN_THREAD static __thread __attribute__((tls_model("initial-exec")))

int *tri_own___errno_location(void);

OWN_THREAD int value;

#ifdef OWN_SHARES_ERRNO

#include <dlfcn.h>

static int *(*of_libc)(void);

static void find(void)
{
    OWN_THREAD bool finds; /* a function that dlsym() calls may be the program's, with a probe */
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
