/* folder.c: see folder.h */
#include "script/run/folder.h"

#include "util/memory.h"
#include "util/words.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* work.run for path/work.rb */
static char *name_of(const char *script)
{
    const char *slash = strrchr(script, '/'), *name = slash ? slash + 1 : script;
    size_t size = strlen(name);
    if (words_ends(name, ".rb") && size > 3)
        size -= 3;
    return memory_printf("%.*s.run", (int)size, name);
}

static bool make(const char *path, struct error *error)
{
    return mkdir(path, 0700) == 0 || errno == EEXIST || error_errno(error, "cannot make %s", path);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where)
{
    (void)status, (void)kind, (void)where;
    return remove(path);
}

/* Holds the folder against other runs. */
static bool lock(struct script_folder *folder, struct error *error)
{
    char *path = memory_printf("%s/lock", folder->root);
    folder->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    bool good = folder->lock >= 0 && flock(folder->lock, LOCK_EX | LOCK_NB) == 0;
    if (!good && folder->lock >= 0 && errno == EWOULDBLOCK)
        error_set(error, "another run uses %s; name another folder with --folder", folder->root);
    else if (!good)
        error_errno(error, "cannot lock %s", path);
    free(path);
    return good;
}

bool script_folder_open(struct script_folder *folder, const char *name, const char *script,
                        struct error *error)
{
    *folder = (struct script_folder){.lock = -1};
    folder->root = name ? memory_string(name) : name_of(script);
    folder->path = memory_printf("%s/1", folder->root);
    if (!make(folder->root, error) || !lock(folder, error))
        return false;
    nftw(folder->path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    char *real = NULL, *streams = memory_printf("%s/streams", folder->path);
    char *measured = memory_printf("%s/measured", folder->path);
    bool good = make(folder->path, error) && make(streams, error) && make(measured, error);
    if (good && (real = realpath(folder->path, NULL))) {
        free(folder->path);
        folder->path = real;
    }
    free(streams);
    free(measured);
    return good;
}

void script_folder_close(struct script_folder *folder)
{
    if (folder->lock >= 0)
        close(folder->lock);
    free(folder->root);
    free(folder->path);
    *folder = (struct script_folder){.lock = -1};
}
