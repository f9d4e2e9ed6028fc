/* sandbox.c: programs that restrict their system calls by a filter in the kernel (seccomp), or have
 * the kernel refuse to read the hardware counter.
 *
 * A filter may kill the process for a call that the program itself never makes, such as the growing
 * of an archive file. So measuring ends before a filter is installed, and the library makes no
 * system call from then on. The measurements stay in the mapped files. On x86-64, strict mode also
 * refuses to read the counter, and so does PR_SET_TSC: measuring then ends in the same way.
 *
 * Filters are installed by prctl() or syscall(), also by libseccomp; the functions here replace
 * those of libc and do the same. They are weak, for static programs that define them. Only this
 * file is compiled without redirect.h, since it defines two of its names. */
#include "measure/clock.h"
#include "measure/lane.h"
#include "measure/own/own.h"
#include "measure/own/raw.h"
#include "measure/place.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <stdarg.h>
#include <sys/syscall.h>

#define SANDBOX_FUNCTION __attribute__((weak, visibility("default")))

enum { MOST_ERRORS = 4095, MOST_ARGUMENTS = 6 };

static long answer(long result)
{
    if (result >= 0 || result < -MOST_ERRORS)
        return result;
    errno = (int)-result;
    return -1;
}

/* True if the kernel would allow a filter; other programs only test what happens. */
static bool may_install(void)
{
    return measure_raw_call(SYS_prctl, PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0, 0) == 1 ||
           measure_raw_call(SYS_geteuid, 0, 0, 0, 0, 0, 0) == 0;
}

static void fall_silent(const char *why)
{
    int saved = errno;
    if (measure_place_is_measuring()) {
        measure_lane_tell_all();
        measure_place_stop(0, why);
    }
    measure_own_be_silent(true);
    errno = saved;
}

/* True if a call of prctl() installs a filter. Programs call it without one to ask whether filters
 * exist. */
static bool prctl_installs(long option, long mode, long filter)
{
    return option == PR_SET_SECCOMP && (mode == SECCOMP_MODE_STRICT ||
                                        (mode == SECCOMP_MODE_FILTER && filter && may_install()));
}

static bool seccomp_installs(long operation, long filter)
{
    return operation == SECCOMP_SET_MODE_STRICT ||
           (operation == SECCOMP_SET_MODE_FILTER && filter && may_install());
}

/* True if a call of prctl() has the kernel refuse to read the counter, where kernels can. */
static bool prctl_refuses(long option, long how)
{
    int now;
    return option == PR_SET_TSC && how == PR_TSC_SIGSEGV &&
           measure_raw_call(SYS_prctl, PR_GET_TSC, (long)&now, 0, 0, 0, 0) == 0;
}

/* True if the counter cannot be read after a call that installs a filter. */
static bool is_strict(long number, const long *a)
{
    return number == SYS_prctl ? a[1] == SECCOMP_MODE_STRICT : a[0] == SECCOMP_SET_MODE_STRICT;
}

/* Makes the program's call. If it is to install a filter or to refuse the counter, and fails, the
 * library may make system calls again, but measuring has ended. */
static long call(long number, const long *a, bool installs)
{
    bool refuses = number == SYS_prctl && prctl_refuses(a[0], a[1]);
    if (installs)
        fall_silent("the program restricts its system calls (seccomp)");
    else if (refuses)
        fall_silent("the program makes the time-stamp counter unreadable (PR_SET_TSC)");
    if (refuses || (installs && is_strict(number, a)))
        measure_clock_freeze();
    installs |= refuses;
    long result = measure_raw_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    if (installs && result < 0)
        measure_own_be_silent(false);
    return answer(result);
}

SANDBOX_FUNCTION int prctl(int option, ...)
{
    va_list more;
    va_start(more, option);
    long a[MOST_ARGUMENTS] = {option};
    for (int i = 1; i < MOST_ARGUMENTS - 1; i++)
        a[i] = va_arg(more, long);
    va_end(more);
    return (int)call(SYS_prctl, a, prctl_installs(option, a[1], a[2]));
}

SANDBOX_FUNCTION long syscall(long number, ...)
{
    va_list more;
    va_start(more, number);
    long a[MOST_ARGUMENTS];
    for (int i = 0; i < MOST_ARGUMENTS; i++)
        a[i] = va_arg(more, long);
    va_end(more);
    bool installs = (number == SYS_seccomp && seccomp_installs(a[0], a[2])) ||
                    (number == SYS_prctl && prctl_installs((int)a[0], a[1], a[2]));
    return call(number, a, installs);
}
