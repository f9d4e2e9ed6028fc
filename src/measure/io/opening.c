/* opening.c: interposes the calls that connect descriptors with files and that close them. */
#include "measure/io/call.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/types.h>
#include <unistd.h>

/* Notes that the descriptor was opened by that name; `node` is NULL if the call itself is not
 * measured. */
static void opened(struct tri_node *node, const char *path, int fd)
{
    if (node)
        tri_leave_open(node, path, fd);
    else
        measure_files_forget(fd);
}

/* Notes that the new descriptor has the file of the old one. */
static void duplicated(struct tri_node *node, int fd, int copy)
{
    measure_files_copied(fd, copy);
    if (node)
        call_end_fd(node, copy >= 0 ? copy : fd, 0);
}

static void piped(struct tri_node *node, const int ends[2], int result)
{
    if (result == 0) {
        measure_files_forget(ends[0]);
        measure_files_forget(ends[1]);
    }
    if (node)
        call_end(node, 0, 0);
}

#define OPEN(name, shown, parameters, arguments, opened_how)                                       \
    CALL_FUNCTION(int, name, parameters)                                                           \
    {                                                                                              \
        CALL_REAL(int, name, parameters)                                                           \
        if (!call_is_own())                                                                        \
            return real arguments;                                                                 \
        struct tri_node *node = call_begin(0, shown, CALL_SITE);                                   \
        int result = real arguments;                                                               \
        opened_how;                                                                                \
        return result;                                                                             \
    }

/* Returns the mode argument, which is present only if the call may make a file. */
static mode_t mode_of(int flags, va_list more)
{
    return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(more, mode_t) : 0;
}

#define OPEN_BY_NAME(name, shown)                                                                  \
    CALL_FUNCTION(int, name, (const char *path, int flags, ...))                                   \
    {                                                                                              \
        CALL_REAL(int, name, (const char *, int, ...))                                             \
        va_list more;                                                                              \
        va_start(more, flags);                                                                     \
        mode_t mode = mode_of(flags, more);                                                        \
        va_end(more);                                                                              \
        if (!call_is_own())                                                                        \
            return real(path, flags, mode);                                                        \
        struct tri_node *node = call_begin(0, shown, CALL_SITE);                                   \
        int fd = real(path, flags, mode);                                                          \
        opened(node, path, fd);                                                                    \
        return fd;                                                                                 \
    }

#define OPEN_IN_FOLDER(name, shown)                                                                \
    CALL_FUNCTION(int, name, (int folder, const char *path, int flags, ...))                       \
    {                                                                                              \
        CALL_REAL(int, name, (int, const char *, int, ...))                                        \
        va_list more;                                                                              \
        va_start(more, flags);                                                                     \
        mode_t mode = mode_of(flags, more);                                                        \
        va_end(more);                                                                              \
        if (!call_is_own())                                                                        \
            return real(folder, path, flags, mode);                                                \
        struct tri_node *node = call_begin(0, shown, CALL_SITE);                                   \
        int fd = real(folder, path, flags, mode);                                                  \
        opened(node, path, fd);                                                                    \
        return fd;                                                                                 \
    }

OPEN_BY_NAME(open, "open")
OPEN_BY_NAME(open64, "open")
OPEN_IN_FOLDER(openat, "openat")
OPEN_IN_FOLDER(openat64, "openat")
OPEN(__open_2, "open", (const char *path, int flags), (path, flags), opened(node, path, result))
OPEN(__open64_2, "open", (const char *path, int flags), (path, flags), opened(node, path, result))
OPEN(__openat_2, "openat", (int folder, const char *path, int flags), (folder, path, flags),
     opened(node, path, result))
OPEN(__openat64_2, "openat", (int folder, const char *path, int flags), (folder, path, flags),
     opened(node, path, result))
OPEN(creat, "creat", (const char *path, mode_t mode), (path, mode), opened(node, path, result))
OPEN(creat64, "creat", (const char *path, mode_t mode), (path, mode), opened(node, path, result))
OPEN(mkstemp, "mkstemp", (char *path), (path), opened(node, path, result))
OPEN(mkstemp64, "mkstemp", (char *path), (path), opened(node, path, result))
OPEN(mkostemp, "mkostemp", (char *path, int flags), (path, flags), opened(node, path, result))
OPEN(mkostemp64, "mkostemp", (char *path, int flags), (path, flags), opened(node, path, result))
OPEN(mkstemps, "mkstemps", (char *path, int end), (path, end), opened(node, path, result))
OPEN(mkstemps64, "mkstemps", (char *path, int end), (path, end), opened(node, path, result))
OPEN(dup, "dup", (int fd), (fd), duplicated(node, fd, result))
OPEN(dup2, "dup2", (int fd, int wanted), (fd, wanted), duplicated(node, fd, result))
OPEN(dup3, "dup3", (int fd, int wanted, int flags), (fd, wanted, flags),
     duplicated(node, fd, result))
OPEN(pipe, "pipe", (int *ends), (ends), piped(node, ends, result))
OPEN(pipe2, "pipe2", (int *ends, int flags), (ends, flags), piped(node, ends, result))

static void closed(struct tri_node *node, uint32_t file)
{
    if (node)
        call_end(node, file, 0);
}

CALL_FUNCTION(int, close, (int fd))
{
    CALL_REAL(int, close, (int))
    if (!call_is_own())
        return real(fd);
    struct tri_node *node = call_begin(0, "close", CALL_SITE);
    uint32_t file = call_closes(fd);
    int result = real(fd);
    closed(node, file);
    return result;
}

/* Forgets the files of a range of descriptors. */
static void forget_range(unsigned first, unsigned last)
{
    for (unsigned fd = first; fd <= last && fd < FILES_KNOWN; fd++)
        measure_files_forget((int)fd);
}

CALL_FUNCTION(int, close_range, (unsigned first, unsigned last, int flags))
{
    CALL_REAL(int, close_range, (unsigned, unsigned, int))
    if (!call_is_own())
        return real(first, last, flags);
    struct tri_node *node = call_begin(0, "close_range", CALL_SITE);
    int result = real(first, last, flags);
    if (result == 0 && !(flags & 4 /* CLOSE_RANGE_CLOEXEC */))
        forget_range(first, last);
    closed(node, 0);
    return result;
}

CALL_FUNCTION(void, closefrom, (int first))
{
    CALL_REAL(void, closefrom, (int))
    bool own = call_is_own();
    struct tri_node *node = own ? call_begin(0, "closefrom", CALL_SITE) : NULL;
    real(first);
    if (own)
        forget_range(first > 0 ? (unsigned)first : 0, FILES_KNOWN);
    closed(node, 0);
}

/* Forgets the descriptor, which may have come from open(). Reading a folder is not measured as
 * I/O. */
CALL_FUNCTION(int, closedir, (DIR * folder))
{
    CALL_REAL(int, closedir, (DIR *))
    int saved = errno;
    if (folder && call_is_own())
        measure_files_forget(dirfd(folder));
    errno = saved;
    return real(folder);
}
