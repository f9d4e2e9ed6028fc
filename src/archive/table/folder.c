/* folder.c: see folder.h */
#include "archive/table/folder.h"

#include "archive/table/gathered.h"
#include "util/memory.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool full_path(const struct archive_folder *folder, const char *path, char full[PATH_MAX])
{
    int size = snprintf(full, PATH_MAX, "%s/%s", folder->root, path);
    return size > 0 && size < PATH_MAX;
}

static bool open_in_memory(const struct archive_folder *folder, const char *path,
                           struct archive_folder_file *file)
{
    for (size_t i = 0; i < folder->file_count; i++) {
        if (!strcmp(folder->files[i].path, path)) {
            *file =
                (struct archive_folder_file){-1, &folder->files[i], folder->files[i].size, 0600};
            return true;
        }
    }
    return false;
}

/* Returns the files of the gathered place that the path leads into; no files if it leads into
 * none. */
static struct archive_folder files_gathered(const struct archive_folder *folder, const char *path)
{
    static const char places[] = "places/";
    struct archive_folder found = {0};
    if (folder->gathered && !strncmp(path, places, sizeof places - 1))
        found.files = archive_gathered_files(folder->gathered,
                                             (uint32_t)strtoul(path + sizeof places - 1, NULL, 10),
                                             &found.file_count);
    return found;
}

bool archive_folder_open(const struct archive_folder *folder, const char *path,
                         struct archive_folder_file *file)
{
    struct archive_folder gathered = files_gathered(folder, path);
    if (gathered.files)
        return open_in_memory(&gathered, path, file);
    if (!folder->root)
        return open_in_memory(folder, path, file);
    char full[PATH_MAX];
    if (!full_path(folder, path, full))
        return false;
    int fd = open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK |
                            O_NOCTTY); /* opening a named pipe must not block */
    struct stat facts;
    if (fd < 0 || fstat(fd, &facts) || !S_ISREG(facts.st_mode)) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    *file = (struct archive_folder_file){fd, NULL, (uint64_t)facts.st_size, facts.st_mode & 0777};
    return true;
}

void archive_folder_close(struct archive_folder_file *file)
{
    if (file->fd >= 0)
        close(file->fd);
    file->fd = -1;
}

size_t archive_folder_read(const struct archive_folder_file *file, uint64_t offset, void *to,
                           size_t size)
{
    assert(file->fd >= 0 || file->memory);
    if (offset >= file->size)
        return 0;
    if (size > file->size - offset)
        size = (size_t)(file->size - offset);
    if (file->fd < 0) {
        memcpy(to, (const char *)file->memory->data + offset, size);
        return size;
    }
    size_t done = 0;
    while (done < size) {
        ssize_t got = pread(file->fd, (char *)to + done, size - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        done += (size_t)got;
    }
    return done;
}

char *archive_folder_read_all(const struct archive_folder *folder, const char *path, size_t limit,
                              size_t *size)
{
    struct archive_folder_file file;
    if (!archive_folder_open(folder, path, &file))
        return NULL;
    size_t room = file.size < limit ? (size_t)file.size : limit;
    char *text = memory_zeroed(room + 1, 1);
    *size = archive_folder_read(&file, 0, text, room);
    text[*size] = '\0';
    archive_folder_close(&file);
    return text;
}

void *archive_folder_map(const struct archive_folder_file *file, size_t *mapped)
{
    *mapped = 0;
    if (file->size > SIZE_MAX / 2)
        return NULL;
    if (file->fd < 0 || !file->size) {
        void *copy = memory_zeroed(file->size ? (size_t)file->size : 1, 1);
        archive_folder_read(file, 0, copy, (size_t)file->size);
        return copy;
    }
    void *data = mmap(NULL, (size_t)file->size, PROT_READ, MAP_PRIVATE, file->fd, 0);
    if (data == MAP_FAILED)
        return NULL;
    *mapped = (size_t)file->size;
    return data;
}

struct names {
    char **all;
    size_t count, room;
};

static void add_name(struct names *names, const char *name, size_t size)
{
    for (size_t i = 0; i < names->count; i++) {
        if (!strncmp(names->all[i], name, size) && !names->all[i][size])
            return; /* in memory, a folder's name comes once per file in it */
    }
    names->all = memory_grow(names->all, &names->room, names->count + 2, sizeof *names->all);
    char *copy = memory_zeroed(size + 1, 1);
    memcpy(copy, name, size);
    names->all[names->count++] = copy;
}

static void names_in_memory(const struct archive_folder *folder, const char *path,
                            struct names *names)
{
    size_t skip = strlen(path);
    for (size_t i = 0; i < folder->file_count; i++) {
        const char *name = folder->files[i].path;
        if (strncmp(name, path, skip) != 0 || name[skip] != '/')
            continue;
        add_name(names, name + skip + 1, strcspn(name + skip + 1, "/"));
    }
}

static void names_on_disk(const struct archive_folder *folder, const char *path,
                          struct names *names)
{
    char full[PATH_MAX];
    DIR *dir = full_path(folder, path, full) ? opendir(full) : NULL;
    if (!dir)
        return;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (entry->d_name[0] == '.')
            continue;
        names->all = memory_grow(names->all, &names->room, names->count + 2, sizeof *names->all);
        names->all[names->count++] = memory_string(entry->d_name);
    }
    closedir(dir);
}

static void names_gathered(const struct archive_folder *folder, struct names *names)
{
    for (size_t i = 0; i < archive_gathered_count(folder->gathered); i++) {
        names->all = memory_grow(names->all, &names->room, names->count + 2, sizeof *names->all);
        names->all[names->count++] =
            memory_printf("%u", archive_gathered_number(folder->gathered, i));
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **archive_folder_names(const struct archive_folder *folder, const char *path)
{
    struct names names = {0};
    names.all = memory_grow(NULL, &names.room, 1, sizeof *names.all);
    struct archive_folder gathered = files_gathered(folder, path);
    if (gathered.files)
        names_in_memory(&gathered, path, &names);
    else if (folder->root)
        names_on_disk(folder, path, &names);
    else
        names_in_memory(folder, path, &names);
    if (!strcmp(path, "places"))
        names_gathered(folder, &names);
    qsort(names.all, names.count, sizeof *names.all, by_name);
    names.all[names.count] = NULL;
    return names.all;
}

void archive_folder_free_names(char **names)
{
    for (char **name = names; *name; name++)
        free(*name);
    free(names);
}

bool archive_folder_has(const struct archive_folder *folder, const char *path)
{
    if (folder->root) {
        char full[PATH_MAX];
        return full_path(folder, path, full) && !access(full, F_OK);
    }
    size_t size = strlen(path);
    for (size_t i = 0; i < folder->file_count; i++) {
        const char *name = folder->files[i].path;
        if (!strncmp(name, path, size) && (!name[size] || name[size] == '/'))
            return true;
    }
    return false;
}
