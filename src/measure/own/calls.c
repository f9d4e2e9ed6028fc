/* calls.c: system calls. None is a cancellation point. */
#include "measure/own/own.h"
#include "measure/own/raw.h"
#include "measure/own/vdso.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <sys/utsname.h>

enum {
    MOST_ERRORS = 4095,
    KERNEL_SIGSET = 8,  /* bytes */
    SIGNAL_SETXID = 33, /* used by glibc: another thread waits in setuid() until it is answered */
    MOST_ARGUMENTS = 6,
    CLOCKS = CLOCK_THREAD_CPUTIME_ID + 1, /* clocks whose last time is stored */
};

/* True after measure_own_be_silent(); clocks then return the time that the thread read last. */
static bool silent;
static __thread __attribute__((tls_model("initial-exec"))) struct timespec last[CLOCKS];

void measure_own_be_silent(bool is)
{
    __atomic_store_n(&silent, is, __ATOMIC_SEQ_CST);
}

bool measure_own_is_silent(void)
{
    return __atomic_load_n(&silent, __ATOMIC_RELAXED);
}

static long answer(long result)
{
    if (result >= 0 || result < -MOST_ERRORS)
        return result;
    errno = (int)-result;
    return -1;
}

#define CALL(number, a, b, c, d, e, f)                                                             \
    answer(measure_own_is_silent() ? -ENOSYS                                                       \
                                   : measure_raw_call(number, (long)(a), (long)(b), (long)(c),     \
                                                      (long)(d), (long)(e), (long)(f)))

/* Takes the most arguments that a call has, like the C library: those that were not passed are
 * whatever is on the caller's stack, and the kernel ignores them. */
__attribute__((no_sanitize_address)) static void take(long *arguments, int count, va_list more)
{
    for (int i = 0; i < count; i++)
        arguments[i] = va_arg(more, long);
}

/* Returns the mode argument, which is present only if the call may make a file. */
static int mode_of(int flags, va_list more)
{
    return flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, int) : 0;
}

long tri_own_syscall(long number, ...)
{
    long arguments[MOST_ARGUMENTS];
    va_list more;
    va_start(more, number);
    take(arguments, MOST_ARGUMENTS, more);
    va_end(more);
    return CALL(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
                arguments[5]);
}

int tri_own_open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    int mode = mode_of(flags, more);
    va_end(more);
    return (int)CALL(SYS_openat, AT_FDCWD, path, flags, mode, 0, 0);
}

int tri_own_openat(int folder, const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    int mode = mode_of(flags, more);
    va_end(more);
    return (int)CALL(SYS_openat, folder, path, flags, mode, 0, 0);
}

int tri_own_close(int fd)
{
    return (int)CALL(SYS_close, fd, 0, 0, 0, 0, 0);
}

ssize_t tri_own_read(int fd, void *into, size_t size)
{
    return CALL(SYS_read, fd, into, size, 0, 0, 0);
}

ssize_t tri_own_write(int fd, const void *from, size_t size)
{
    return CALL(SYS_write, fd, from, size, 0, 0, 0);
}

ssize_t tri_own_pwrite(int fd, const void *from, size_t size, off_t offset)
{
    return CALL(SYS_pwrite64, fd, from, size, offset, 0, 0);
}

off_t tri_own_lseek(int fd, off_t offset, int whence)
{
    return CALL(SYS_lseek, fd, offset, whence, 0, 0, 0);
}

int tri_own_fallocate(int fd, int mode, off_t offset, off_t size)
{
    return (int)CALL(SYS_fallocate, fd, mode, offset, size, 0, 0);
}

int tri_own_fstat(int fd, struct stat *status)
{
    return (int)CALL(SYS_fstat, fd, status, 0, 0, 0, 0);
}

int tri_own_access(const char *path, int mode)
{
    return (int)CALL(SYS_faccessat, AT_FDCWD, path, mode, 0, 0, 0);
}

int tri_own_mkdir(const char *path, mode_t mode)
{
    return (int)CALL(SYS_mkdirat, AT_FDCWD, path, mode, 0, 0, 0);
}

int tri_own_mkdirat(int folder, const char *path, mode_t mode)
{
    return (int)CALL(SYS_mkdirat, folder, path, mode, 0, 0, 0);
}

int tri_own_rmdir(const char *path)
{
    return (int)CALL(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR, 0, 0, 0);
}

int tri_own_unlink(const char *path)
{
    return (int)CALL(SYS_unlinkat, AT_FDCWD, path, 0, 0, 0, 0);
}

int tri_own_symlink(const char *target, const char *path)
{
    return (int)CALL(SYS_symlinkat, target, AT_FDCWD, path, 0, 0, 0);
}

ssize_t tri_own_readlink(const char *path, char *target, size_t size)
{
    return CALL(SYS_readlinkat, AT_FDCWD, path, target, size, 0, 0);
}

/* Differs from libc: the buffer is required. Fails if the folder cannot be reached. */
char *tri_own_getcwd(char *buffer, size_t size)
{
    if (CALL(SYS_getcwd, buffer, size, 0, 0, 0, 0) < 0)
        return NULL;
    if (buffer[0] == '/')
        return buffer;
    errno = ENOENT;
    return NULL;
}

int tri_own_gethostname(char *name, size_t size)
{
    struct utsname system;
    if (CALL(SYS_uname, &system, 0, 0, 0, 0, 0) < 0)
        return -1;
    size_t length = strnlen(system.nodename, sizeof system.nodename);
    memcpy(name, system.nodename, length < size ? length + 1 : size);
    if (length < size)
        return 0;
    errno = ENAMETOOLONG;
    return -1;
}

pid_t tri_own_getpid(void)
{
    return (pid_t)CALL(SYS_getpid, 0, 0, 0, 0, 0, 0);
}

uid_t tri_own_geteuid(void)
{
    return (uid_t)CALL(SYS_geteuid, 0, 0, 0, 0, 0, 0);
}

pid_t tri_own_getppid(void)
{
    return (pid_t)CALL(SYS_getppid, 0, 0, 0, 0, 0, 0);
}

int tri_own_getrlimit(__rlimit_resource_t resource, struct rlimit *limit)
{
    return (int)CALL(SYS_prlimit64, 0, resource, NULL, limit, 0, 0);
}

void *tri_own_mmap(void *where, size_t size, int protection, int flags, int fd, off_t offset)
{
    return (void *)CALL(SYS_mmap, where, size, protection, flags, fd, offset);
}

int tri_own_munmap(void *where, size_t size)
{
    return (int)CALL(SYS_munmap, where, size, 0, 0, 0, 0);
}

int tri_own_mprotect(void *where, size_t size, int protection)
{
    return (int)CALL(SYS_mprotect, where, size, protection, 0, 0, 0);
}

int tri_own_madvise(void *where, size_t size, int advice)
{
    return (int)CALL(SYS_madvise, where, size, advice, 0, 0, 0);
}

int tri_own_prctl(int option, ...)
{
    va_list more;
    va_start(more, option);
    long a[4];
    take(a, 4, more);
    va_end(more);
    return (int)CALL(SYS_prctl, option, a[0], a[1], a[2], a[3], 0);
}

int tri_own_sched_yield(void)
{
    return (int)CALL(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
}

/* Reads a clock with the kernel's function; this may make a system call, too. */
static bool read_clock(clockid_t clock, struct timespec *now)
{
    vdso_clock *quick = vdso_find_clock();
    return (quick && quick(clock, now) == 0) ||
           CALL(SYS_clock_gettime, clock, now, 0, 0, 0, 0) == 0;
}

int tri_own_clock_gettime(clockid_t clock, struct timespec *now)
{
    bool kept = clock >= 0 && clock < CLOCKS;
    if (measure_own_is_silent()) {
        *now = kept ? last[clock] : (struct timespec){0};
        return 0;
    }
    if (!read_clock(clock, now))
        return -1;
    if (kept)
        last[clock] = *now;
    return 0;
}

/* Differs from libc: the set contains the signal that cancels a thread, so that a thread that
 * blocks it cannot be cancelled asynchronously, but not the signal that setuid() sends. */
int tri_own_sigfillset(sigset_t *set)
{
    memset(set, 0xff, sizeof *set);
    uint64_t low;
    memcpy(&low, set, sizeof low);
    low &= ~(UINT64_C(1) << (SIGNAL_SETXID - 1));
    memcpy(set, &low, sizeof low);
    return 0;
}

int tri_own_pthread_sigmask(int how, const sigset_t *set, sigset_t *before)
{
    if (measure_own_is_silent())
        return ENOSYS;
    return (int)-measure_raw_call(SYS_rt_sigprocmask, how, (long)set, (long)before, KERNEL_SIGSET,
                                  0, 0);
}
