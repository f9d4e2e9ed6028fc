/* kept.c: see kept.h */
#include "util/kept.h"

#include "format/hash.h"
#include "util/memory.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PRIVATE_FOLDER = 0700, PRIVATE_FILE = 0600, LARGEST_PART = 2 };

static const char temporary[] = ".new-";

/* Returns the path of the cache folder, to be freed; NULL if nothing is to be kept. */
static char *folder_path(void)
{
    const char *own = getenv("TRIPTYCH_CACHE"), *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    if (own)
        return *own == '/' ? memory_string(own) : NULL;
    if (cache && *cache == '/')
        return memory_printf("%s/triptych", cache);
    return home && *home == '/' ? memory_printf("%s/.cache/triptych", home) : NULL;
}

/* Makes a folder and its parents. */
static void make_folders(char *path)
{
    for (char *at = path + 1; *at; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        mkdir(path, PRIVATE_FOLDER);
        *at = '/';
    }
    mkdir(path, PRIVATE_FOLDER);
}

/* True if it is of this kind and only this user can write it. */
static bool is_ours(int fd, mode_t kind)
{
    struct stat facts;
    return !fstat(fd, &facts) && (facts.st_mode & S_IFMT) == kind && facts.st_uid == geteuid() &&
           !(facts.st_mode & (S_IWGRP | S_IWOTH));
}

static int open_folder(bool make)
{
    char *path = folder_path();
    if (!path)
        return -1;
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 && make && errno == ENOENT) {
        make_folders(path);
        fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }
    free(path);
    if (fd >= 0 && !is_ours(fd, S_IFDIR)) {
        close(fd);
        return -1;
    }
    return fd;
}

bool kept_open(struct kept *kept, const char *name)
{
    struct stat facts;
    int folder = open_folder(false);
    *kept = (struct kept){0};
    if (folder < 0)
        return false;
    int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    close(folder);
    if (fd < 0)
        return false;
    if (is_ours(fd, S_IFREG) && !fstat(fd, &facts) && facts.st_size > 0) {
        void *bytes = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes != MAP_FAILED)
            *kept = (struct kept){bytes, (size_t)facts.st_size};
        futimens(fd, NULL); /* its time is that of its last use */
    }
    close(fd);
    return kept->bytes != NULL;
}

void kept_close(struct kept *kept)
{
    if (kept->bytes)
        munmap((void *)(uintptr_t)kept->bytes, kept->size);
    *kept = (struct kept){0};
}

struct entry {
    char *name;
    struct timespec used;
    uint64_t size;
};

static int oldest_first(const void *a, const void *b)
{
    const struct entry *left = a, *right = b;
    if (left->used.tv_sec != right->used.tv_sec)
        return left->used.tv_sec < right->used.tv_sec ? -1 : 1;
    return left->used.tv_nsec < right->used.tv_nsec ? -1 : left->used.tv_nsec > right->used.tv_nsec;
}

static struct entry *list_entries(int folder, size_t *count)
{
    struct entry *entries = NULL;
    size_t room = 0;
    int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = copy < 0 ? NULL : fdopendir(copy);
    *count = 0;
    for (struct dirent *found; dir && (found = readdir(dir));) {
        struct stat facts;
        if (fstatat(folder, found->d_name, &facts, AT_SYMLINK_NOFOLLOW) || !S_ISREG(facts.st_mode))
            continue;
        entries = memory_grow(entries, &room, *count + 1, sizeof *entries);
        entries[(*count)++] =
            (struct entry){memory_string(found->d_name), facts.st_mtim, (uint64_t)facts.st_size};
    }
    if (dir)
        closedir(dir);
    return entries;
}

/* Removes the files that were not used for longest, until `more` bytes fit below KEPT_MOST. */
static void make_room(int folder, uint64_t more)
{
    size_t count;
    uint64_t all = more;
    struct entry *entries = list_entries(folder, &count);
    if (count)
        qsort(entries, count, sizeof *entries, oldest_first);
    for (size_t i = 0; i < count; i++)
        all += entries[i].size;
    for (size_t i = 0; i < count; i++) {
        if (all > KEPT_MOST) {
            unlinkat(folder, entries[i].name, 0);
            all -= entries[i].size;
        }
        free(entries[i].name);
    }
    free(entries);
}

static bool write_all(int fd, const char *bytes, size_t size)
{
    while (size) {
        ssize_t written = write(fd, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

static bool write_parts(int folder, const char *name, const struct kept_part *parts, size_t count)
{
    int fd =
        openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, PRIVATE_FILE);
    if (fd < 0)
        return false;
    bool good = true;
    for (size_t i = 0; good && i < count; i++)
        good = write_all(fd, parts[i].bytes, parts[i].size);
    return !close(fd) && good;
}

bool kept_write(const char *name, const struct kept_part *parts, size_t count)
{
    uint64_t size = 0;
    for (size_t i = 0; i < count; i++)
        size += parts[i].size;
    int folder = size > KEPT_MOST / LARGEST_PART ? -1 : open_folder(true);
    if (folder < 0)
        return false;
    char *made = memory_printf("%s%ld-%s", temporary, (long)getpid(), name);
    make_room(folder, size);
    unlinkat(folder, made, 0);
    bool good = write_parts(folder, made, parts, count) && !renameat(folder, made, folder, name);
    if (!good)
        unlinkat(folder, made, 0);
    free(made);
    close(folder);
    return good;
}

/* Adds the ELF notes of this program, with its build id, to a hash. The program is the first
 * object. */
static int add_notes(struct dl_phdr_info *object, size_t size, void *context)
{
    (void)size;
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type == PT_NOTE)
            *(uint64_t *)context =
                format_hash(*(uint64_t *)context, (const void *)(object->dlpi_addr + part->p_vaddr),
                            part->p_memsz);
    }
    return 1;
}

uint64_t kept_maker(void)
{
    uint64_t sum = FORMAT_HASH_START;
    dl_iterate_phdr(add_notes, &sum);
    return sum;
}

/* Removes the files of a folder that were not used for KEPT_DAYS. */
static void remove_unused(int folder)
{
    enum { DAY = 24 * 60 * 60 };
    const time_t before = time(NULL) - (time_t)KEPT_DAYS * DAY;
    size_t count;
    struct entry *entries = list_entries(folder, &count);
    for (size_t i = 0; i < count; i++) {
        if (entries[i].used.tv_sec < before)
            unlinkat(folder, entries[i].name, 0);
        free(entries[i].name);
    }
    free(entries);
}

char *kept_subfolder(const char *name)
{
    int folder = open_folder(true);
    if (folder < 0)
        return NULL;
    mkdirat(folder, name, PRIVATE_FOLDER);
    int fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    close(folder);
    if (fd < 0)
        return NULL;
    bool private = is_ours(fd, S_IFDIR);
    if (private)
        remove_unused(fd);
    close(fd);
    char *above = private ? folder_path() : NULL;
    char *path = above ? memory_printf("%s/%s", above, name) : NULL;
    free(above);
    return path;
}

bool kept_use(const char *path)
{
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool private = fd >= 0 && is_ours(fd, S_IFREG);
    if (private)
        futimens(fd, NULL);
    if (fd >= 0)
        close(fd);
    return private;
}
