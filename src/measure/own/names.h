/* names.h: the functions of libc of which libtriptych has its own copies.
 *
 * A program may define any function of libc itself: write, malloc, strlen. Its definition then
 * replaces libc's for every library in the process. If it is instrumented, a probe would call it,
 * and it would call a probe. So each function that the library needs is either in this list or has
 * a name that the C standard and glibc reserve (tests/measure/test_symbols.py lists the rest). The
 * same holds for __errno_location, which errno stands for: see errno.c.
 *
 * A copy has the type of the original, and the same meaning as far as the library uses it; comments
 * above the definitions name the differences. */
#ifndef MEASURE_OWN_NAMES_H
#define MEASURE_OWN_NAMES_H

/* Memory, strings, numbers and text. The compiler itself inserts calls of the first four. */
#define OWN_TEXT(NAME)                                                                             \
    NAME(memcmp)                                                                                   \
    NAME(memcpy)                                                                                   \
    NAME(memmove)                                                                                  \
    NAME(memset)                                                                                   \
    NAME(fnmatch)                                                                                  \
    NAME(getenv)                                                                                   \
    NAME(secure_getenv)                                                                            \
    NAME(snprintf)                                                                                 \
    NAME(strchr)                                                                                   \
    NAME(strcmp)                                                                                   \
    NAME(strcspn)                                                                                  \
    NAME(strerror)                                                                                 \
    NAME(strlen)                                                                                   \
    NAME(strncmp)                                                                                  \
    NAME(strnlen)                                                                                  \
    NAME(strrchr)                                                                                  \
    NAME(strstr)                                                                                   \
    NAME(strtol)                                                                                   \
    NAME(strtoll)                                                                                  \
    NAME(strtoul)                                                                                  \
    NAME(strtoull)

/* System calls that no collector interposes. */
#define OWN_PLAIN_CALLS(NAME)                                                                      \
    NAME(access)                                                                                   \
    NAME(clock_gettime)                                                                            \
    NAME(fallocate)                                                                                \
    NAME(fstat)                                                                                    \
    NAME(getcwd)                                                                                   \
    NAME(geteuid)                                                                                  \
    NAME(gethostname)                                                                              \
    NAME(getpid)                                                                                   \
    NAME(getppid)                                                                                  \
    NAME(getrlimit)                                                                                \
    NAME(mkdir)                                                                                    \
    NAME(mkdirat)                                                                                  \
    NAME(prctl)                                                                                    \
    NAME(pthread_sigmask)                                                                          \
    NAME(readlink)                                                                                 \
    NAME(rmdir)                                                                                    \
    NAME(sched_yield)                                                                              \
    NAME(sigfillset)                                                                               \
    NAME(symlink)                                                                                  \
    NAME(syscall)                                                                                  \
    NAME(sysconf)                                                                                  \
    NAME(unlink)

/* System calls that change mappings. */
#define OWN_MAPPING_CALLS(NAME)                                                                    \
    NAME(madvise)                                                                                  \
    NAME(mmap)                                                                                     \
    NAME(mprotect)                                                                                 \
    NAME(munmap)

/* System calls that the I/O collector interposes: it defines functions of these names. */
#define OWN_IO_CALLS(NAME)                                                                         \
    NAME(close)                                                                                    \
    NAME(lseek)                                                                                    \
    NAME(open)                                                                                     \
    NAME(openat)                                                                                   \
    NAME(pwrite)                                                                                   \
    NAME(read)                                                                                     \
    NAME(write)

/* The names with 64 that some of them have. Both are the same on 64-bit machines. */
#define OWN_LARGE_PLAIN_CALLS(NAME)                                                                \
    NAME(fallocate)                                                                                \
    NAME(fstat)                                                                                    \
    NAME(getrlimit)
#define OWN_LARGE_MAPPING_CALLS(NAME) NAME(mmap)
#define OWN_LARGE_IO_CALLS(NAME)                                                                   \
    NAME(lseek)                                                                                    \
    NAME(open)                                                                                     \
    NAME(openat)                                                                                   \
    NAME(pwrite)

#endif
