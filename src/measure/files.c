/* files.c: see files.h. A file is a region of its own kind, made at its first I/O. */
#include "measure/files.h"

#include "format/hash.h"
#include "measure/guard.h"
#include "measure/region.h"

#include <triptych/probes.h>

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FILES = 4096, /* distinct names; all further ones share a region */
    TABLE = 2 * FILES,
    NAMES = 1 << 16, /* bytes of one allocation for names */
};

unsigned measure_files_changes;
static uint32_t region_of[FILES_KNOWN];  /* by descriptor; 0: unknown */
static struct tri_region regions[FILES]; /* regions of files, in order of appearance */
static uint32_t table[TABLE];            /* index + 1 by the hash of the name */
static unsigned files;
static char *names, *names_end;

static const char *keep(const char *name)
{
    size_t size = strlen(name) + 1;
    if (!names || names + size > names_end) {
        char *memory =
            mmap(NULL, NAMES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            return "(out of memory)";
        names = memory;
        names_end = memory + NAMES;
    }
    char *kept = memcpy(names, name, size);
    names += size;
    return kept;
}

/* Returns the region of that name and line, making it if needed. The guard must be held. */
static struct tri_region *region_named(const char *name, unsigned line)
{
    unsigned slot = (unsigned)((format_hash_text(name) ^ line) % TABLE);
    for (; table[slot]; slot = (slot + 1) % TABLE) {
        struct tri_region *known = &regions[table[slot] - 1];
        if (known->line == line && !strcmp(known->name, name))
            return known;
    }
    struct tri_region *region = &regions[files];
    *region = (struct tri_region){
        .mode = TRI_NEW, .kind = TRI_KIND_FILE, .line = line, .name = keep(name), .file = ""};
    table[slot] = ++files;
    return region;
}

uint32_t measure_files_named(const char *name, unsigned line)
{
    sigset_t before;
    measure_guard_enter(&before);
    bool room = files < FILES - 1;
    struct tri_region *region = room ? region_named(name, line) : region_named("(other files)", 0);
    uint32_t id = region->id;
    if (id == 0 && measure_region_add(region, ""))
        id = region->id;
    measure_guard_leave(&before);
    return id;
}

/* Returns one name for all pipes, and for all sockets: theirs contain numbers, and there can be any
 * number of them. */
static const char *kind_of_target(const char *target)
{
    static const char *const prefixes[] = {"pipe:", "socket:", "anon_inode:"};
    static const char *const kinds[] = {"(pipe)", "(socket)", "(kernel object)"};
    for (int i = 0; i < 3; i++) {
        if (!strncmp(target, prefixes[i], strlen(prefixes[i])))
            return kinds[i];
    }
    return target;
}

/* Returns the name of the descriptor's file; `target` is room for it. */
static const char *name_of(int fd, char target[PATH_MAX])
{
    static const char *const standard[] = {"stdin", "stdout", "stderr"};
    if (fd <= 2)
        return standard[fd];
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, target, PATH_MAX - 1);
    if (size <= 0)
        return "(not open)";
    target[size] = '\0';
    return kind_of_target(target);
}

static uint32_t look_up(int fd)
{
    char target[PATH_MAX];
    return measure_files_named(name_of(fd, target), 0);
}

/* Removes the kernel's mark from the name of a deleted file. Fortran's scratch files are deleted
 * when they are opened. */
static const char *without_mark(char *name)
{
    static const char mark[] = " (deleted)";
    size_t size = strlen(name), shorter = size - (sizeof mark - 1);
    if (size < sizeof mark || strcmp(name + shorter, mark) != 0)
        return name;
    name[shorter] = '\0';
    const char *last = strrchr(name, '/');
    if (last && (!strncmp(last, "/gfortrantmp", 12) || last[1] == '#'))
        return "(scratch file)";
    return name;
}

static const char *from_current_folder(const char *name)
{
    char folder[PATH_MAX];
    if (!getcwd(folder, sizeof folder))
        return name;
    size_t size = strlen(folder);
    bool below = size > 1 && !strncmp(name, folder, size) && name[size] == '/';
    return below ? name + size + 1 : name;
}

uint32_t measure_files_of_unit(int fd, unsigned line)
{
    char target[PATH_MAX];
    const char *name = name_of(fd, target);
    struct stat status;
    if (name == target && fstat(fd, &status) == 0 && status.st_nlink == 0)
        name = without_mark(target);
    return measure_files_named(from_current_folder(name), line);
}

uint32_t measure_files_region(int where)
{
    int fd = where >= 0 ? where & ~FILES_CLOSING : where;
    if (fd < 0)
        return measure_files_named("(no descriptor)", 0);
    if (fd >= FILES_KNOWN)
        return look_up(fd);
    uint32_t id = __atomic_load_n(&region_of[fd], __ATOMIC_ACQUIRE);
    if (!id) {
        id = look_up(fd);
        __atomic_store_n(&region_of[fd], id, __ATOMIC_RELEASE);
    }
    return id;
}

static void connect(int fd, uint32_t region)
{
    __atomic_store_n(&region_of[fd], region, __ATOMIC_RELEASE);
    __atomic_fetch_add(&measure_files_changes, 1, __ATOMIC_RELAXED);
}

uint32_t measure_files_opened(const char *path, int fd)
{
    uint32_t id = measure_files_named(path ? path : "(no name)", 0);
    if (fd >= 0 && fd < FILES_KNOWN)
        connect(fd, id);
    return id;
}

void measure_files_copied(int fd, int copy)
{
    if (fd < 0 || copy < 0 || copy >= FILES_KNOWN || fd == copy)
        return;
    connect(copy, measure_files_region(fd));
}

void measure_files_forget(int fd)
{
    if (fd >= 0 && fd < FILES_KNOWN)
        connect(fd, 0);
}
