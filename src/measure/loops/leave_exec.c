/* leave_exec.c: interposes exec, which leaves everything unless it fails. */
#include "measure/loops/leave_ends.h"
#include "measure/loops/leave_real.h"

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#define EXECUTE(function_, ...)                                                                    \
    leave_ends_exec();                                                                             \
    LEAVE_REAL(function_)(__VA_ARGS__);                                                            \
    int error_ = errno;                                                                            \
    leave_ends_no_exec();                                                                          \
    errno = error_;                                                                                \
    return -1

LEAVE_STAND_IN int execve(const char *path, char *const words[], char *const environment[])
{
    EXECUTE(execve, path, words, environment);
}

LEAVE_STAND_IN int execv(const char *path, char *const words[])
{
    EXECUTE(execv, path, words);
}

LEAVE_STAND_IN int execvp(const char *file, char *const words[])
{
    EXECUTE(execvp, file, words);
}

LEAVE_STAND_IN int execvpe(const char *file, char *const words[], char *const environment[])
{
    EXECUTE(execvpe, file, words, environment);
}

LEAVE_STAND_IN int fexecve(int fd, char *const words[], char *const environment[])
{
    EXECUTE(fexecve, fd, words, environment);
}

LEAVE_STAND_IN int execveat(int fd, const char *path, char *const words[],
                            char *const environment[], int flags)
{
    EXECUTE(execveat, fd, path, words, environment, flags);
}

/* Returns the number of words of a list, without the NULL. */
static size_t length(const char *first, va_list list)
{
    size_t count = 0;
    for (const char *word = first; word; word = va_arg(list, const char *))
        count++;
    return count;
}

static void collect(const char *first, va_list list, char **words)
{
    for (char *word = (char *)(uintptr_t)first; (*words++ = word);)
        word = va_arg(list, char *);
}

/* Collects the list behind `first` in an array on the stack, where a child that shares its parent's
 * memory may write. */
#define COLLECT(words_, environment_)                                                              \
    va_list list_;                                                                                 \
    va_start(list_, first);                                                                        \
    size_t count_ = length(first, list_);                                                          \
    va_end(list_);                                                                                 \
    char *words_[count_ + 1];                                                                      \
    va_start(list_, first);                                                                        \
    collect(first, list_, words_);                                                                 \
    environment_;                                                                                  \
    va_end(list_)

LEAVE_STAND_IN int execl(const char *path, const char *first, ...)
{
    COLLECT(words, (void)0);
    EXECUTE(execv, path, words);
}

LEAVE_STAND_IN int execlp(const char *file, const char *first, ...)
{
    COLLECT(words, (void)0);
    EXECUTE(execvp, file, words);
}

LEAVE_STAND_IN int execle(const char *path, const char *first, ...)
{
    COLLECT(words, char **environment = va_arg(list_, char **));
    EXECUTE(execve, path, words, environment);
}
