/* folder.c: see folder.h */
#include "script/run/folder.h"

#include "util/memory.h"
#include "util/words.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
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

/* Locks a file. The guard of a run that was killed holds it until it has killed what that had
 * started: a while is waited for it. */
static bool take_lock(int file)
{
    enum { ATTEMPTS = 100, PAUSE = 50 }; /* ms */
    for (int i = 0; i < ATTEMPTS; i++) {
        if (flock(file, LOCK_EX | LOCK_NB) == 0)
            return true;
        if (errno != EWOULDBLOCK && errno != EINTR)
            return false;
        poll(NULL, 0, PAUSE);
    }
    errno = EWOULDBLOCK;
    return false;
}

/* Holds the folder against other runs. */
static bool lock(struct script_folder *folder, struct error *error)
{
    char *path = memory_printf("%s/lock", folder->root);
    folder->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    bool good = folder->lock >= 0 && take_lock(folder->lock);
    if (!good && folder->lock >= 0 && errno == EWOULDBLOCK)
        error_set(error, "another run uses %s; name another folder with --folder", folder->root);
    else if (!good)
        error_errno(error, "cannot lock %s", path);
    free(path);
    return good;
}

/* Returns the number of the last run; 0: there is none. */
static unsigned last_number(const char *root)
{
    unsigned last = 0;
    DIR *list = opendir(root);
    for (struct dirent *entry; list && (entry = readdir(list));) {
        char *end;
        unsigned long number = strtoul(entry->d_name, &end, 10);
        if (words_is_digit(entry->d_name[0]) && !*end && number < 1000000 && number > last)
            last = (unsigned)number;
    }
    if (list)
        closedir(list);
    return last;
}

static void remove_tree(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

bool script_folder_open(struct script_folder *folder, const char *name, const char *script,
                        struct error *error)
{
    *folder = (struct script_folder){.lock = -1};
    folder->root = name ? memory_string(name) : name_of(script);
    if (mkdir(folder->root, 0700) != 0 && errno != EEXIST)
        return error_errno(error, "cannot make the folder of the run, %s (--folder names another)",
                           folder->root);
    if (!lock(folder, error))
        return false;
    unsigned last = last_number(folder->root);
    folder->number = last + 1;
    if (last)
        folder->earlier = memory_printf("%s/%u", folder->root, last);
    folder->path = memory_printf("%s/new", folder->root);
    remove_tree(folder->path);
    char *streams = memory_printf("%s/streams", folder->path);
    char *measured = memory_printf("%s/measured", folder->path);
    bool good = make(folder->path, error) && make(streams, error) && make(measured, error);
    free(streams);
    free(measured);
    return good;
}

bool script_folder_commit(struct script_folder *folder, struct error *error)
{
    char *path = memory_printf("%s/%u", folder->root, folder->number);
    if (rename(folder->path, path) != 0) {
        error_errno(error, "cannot make %s", path);
        free(path);
        return false;
    }
    free(folder->path);
    folder->path = realpath(path, NULL);
    if (!folder->path)
        folder->path = memory_string(path);
    free(path);
    return true;
}

void script_folder_forget(const struct script_folder *folder)
{
    for (unsigned i = folder->number; --i > 0;) {
        char *old = memory_printf("%s/%u", folder->root, i);
        bool there = access(old, F_OK) == 0;
        if (there)
            remove_tree(old);
        free(old);
        if (!there)
            break;
    }
}

void script_folder_close(struct script_folder *folder)
{
    if (folder->lock >= 0)
        close(folder->lock);
    free(folder->root);
    free(folder->path);
    free(folder->earlier);
    *folder = (struct script_folder){.lock = -1};
}
