/* target.c: see target.h */
#include "export/target.h"

#include "archive/table/atomic_file.h"
#include "util/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEEPEST = 4 }; /* nested folders of an export */

static bool has_suffix(const char *name, const char *suffixes)
{
    size_t size = strlen(name);
    for (const char *at = suffixes; *at;) {
        size_t length = strcspn(at, " ");
        if (size > length && !strncmp(name + size - length, at, length))
            return true;
        at += length + strspn(at + length, " ");
    }
    return false;
}

/* True if all files below a folder have one of these suffixes, so that an export may have made it.
 */
static bool is_own_folder(const char *path, const char *suffixes, int depth)
{
    DIR *folder = depth < DEEPEST ? opendir(path) : NULL;
    bool own = folder;
    for (struct dirent *entry; own && (entry = readdir(folder));) {
        struct stat status;
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        char *name = memory_printf("%s/%s", path, entry->d_name);
        own = !lstat(name, &status) &&
              (S_ISDIR(status.st_mode)
                   ? is_own_folder(name, suffixes, depth + 1)
                   : S_ISREG(status.st_mode) && has_suffix(entry->d_name, suffixes));
        free(name);
    }
    if (folder)
        closedir(folder);
    return own;
}

/* True if the existing file or folder may be replaced. */
static bool may_replace(const struct target *target, const struct stat *status, struct error *error)
{
    const char *name = target->name;
    bool is_folder = S_ISDIR(status->st_mode);
    if (is_folder && !target->folder)
        return error_set(error, "%s is a folder; -o wants the name of a file", name);
    if (!is_folder && target->folder)
        return error_set(error, "%s is a file; -o wants the name of a folder", name);
    if (is_folder && is_own_folder(name, "", 0))
        return true; /* it is empty */
    if (!target->force)
        return error_set(error, "%s exists; --force replaces it", name);
    if (is_folder && !is_own_folder(name, target->suffixes, 0))
        return error_set(error,
                         "%s has other files than an export of this format: remove it, or "
                         "choose another name",
                         name);
    return true;
}

static bool open_stream(struct target *target, struct error *error)
{
    const char *path = target->part ? target->part : target->name;
    int flags = target->part ? O_CREAT | O_EXCL : O_TRUNC;
    target->fd = open(path, O_WRONLY | O_CLOEXEC | flags, 0666);
    return target->fd >= 0 || error_errno(error, "%s cannot be written", target->name);
}

bool target_open(struct target *target, const struct export_format *format,
                 const struct export_options *options, struct error *error)
{
    bool stream = export_is_stream(format, options);
    struct stat status;
    *target = (struct target){.name = options->output,
                              .folder = !stream && format->shape != EXPORT_FILE,
                              .force = options->force,
                              .suffixes = format->suffixes ? format->suffixes : "",
                              .fd = -1};
    if (!target->name) {
        target->fd = STDOUT_FILENO;
        return true;
    }
    if (!stat(target->name, &status)) {
        if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode) && stream)
            return open_stream(target, error); /* a pipe, a device */
        if (!may_replace(target, &status, error))
            return false;
    }
    size_t size = strlen(target->name);
    while (size > 1 && target->name[size - 1] == '/')
        size--;
    target->part = memory_printf("%.*s.%d.part", (int)size, target->name, (int)getpid());
    if (stream)
        return open_stream(target, error);
    if (format->shape == EXPORT_TABLES && mkdir(target->part, 0777))
        return error_errno(error, "the folder %s cannot be made", target->name);
    return true;
}

static void forget(struct target *target)
{
    free(target->part);
    target->part = NULL;
}

/* Moves the old folder aside, and removes it when the new one has the name: one of the two is
 * always there.
 */
static bool replace_folder(const struct target *target, struct error *error)
{
    char *old = memory_printf("%s.old", target->part);
    bool is_old = rename(target->name, old) == 0;
    bool good = is_old || errno == ENOENT;
    good = good && rename(target->part, target->name) == 0;
    if (!good)
        error_errno(error, "%s cannot be written", target->name);
    if (!good && is_old && rename(old, target->name))
        error_set(error, "%s cannot be written; the previous one is now %s", target->name, old);
    if (good && is_old)
        good = archive_file_remove(old, error);
    free(old);
    return good;
}

bool target_keep(struct target *target, struct error *error)
{
    struct error ignored;
    bool good = true;
    if (target->name && target->fd >= 0 && close(target->fd))
        good = error_errno(error, "%s cannot be written", target->name);
    target->fd = -1;
    if (!target->part)
        return good;
    if (good && target->folder)
        good = replace_folder(target, error);
    else if (good && rename(target->part, target->name))
        good = error_errno(error, "%s cannot be written", target->name);
    if (!good)
        archive_file_remove(target->part, &ignored);
    forget(target);
    return good;
}

void target_discard(struct target *target)
{
    struct error ignored;
    if (target->name && target->fd >= 0)
        close(target->fd);
    if (target->part)
        archive_file_remove(target->part, &ignored);
    forget(target);
}
