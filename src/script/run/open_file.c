/* open_file.c: see open_file.h */
#include "script/run/open_file.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

/* True for a pipe that has a name in a file system: opening it waits for its other end. */
static bool is_named_pipe(const char *path)
{
    struct stat status;
    struct statfs where;
    return stat(path, &status) == 0 && S_ISFIFO(status.st_mode) && statfs(path, &where) == 0 &&
           where.f_type != PIPEFS_MAGIC;
}

int script_open_file(const char *path, int flags, struct error *error)
{
    if (is_named_pipe(path)) {
        error_set(error,
                  "%s is a named pipe: opening it would wait for another program; let the task do "
                  "that, as in sh \"cat < %s\"",
                  path, path);
        return -1;
    }
    int fd = open(path, flags | O_CLOEXEC, 0666);
    if (fd < 0)
        error_errno(error, "cannot open %s", path);
    return fd;
}
