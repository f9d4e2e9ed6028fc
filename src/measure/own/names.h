/* names.h: the functions of libc that libtriptych has copies of, of its own.
 *
 * A program may define any function of libc itself: write, malloc, strlen. Its definition then wins
 * for every library in the process. Were it instrumented, a probe would call it, and it would call
 * a probe. So whatever the library needs is either here or a name that the C standard and glibc
 * keep from programs (tests/measure/test_symbols.py has the list of the rest).
 *
 * The same holds for __errno_location, which is behind the word errno: see errno.c.
 *
 * A copy has the type of the original and the same meaning as far as the library makes use of it;
 * what differs stands above its definition. */
#ifndef MEASURE_OWN_NAMES_H
#define MEASURE_OWN_NAMES_H

/* Memory, strings, numbers and text. The compiler, too, makes calls of the first four. */
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

/* System calls that no collector listens to. */
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

/* System calls that change what is mapped. */
#define OWN_MAPPING_CALLS(NAME)                                                                    \
    NAME(madvise)                                                                                  \
    NAME(mmap)                                                                                     \
    NAME(mprotect)                                                                                 \
    NAME(munmap)

/* System calls that the collector of I/O listens to: it defines functions of these names itself. */
#define OWN_IO_CALLS(NAME)                                                                         \
    NAME(close)                                                                                    \
    NAME(lseek)                                                                                    \
    NAME(open)                                                                                     \
    NAME(openat)                                                                                   \
    NAME(pwrite)                                                                                   \
    NAME(read)                                                                                     \
    NAME(write)

/* The names that some of them have where files are large. Both are the same on 64-bit machines. */
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
