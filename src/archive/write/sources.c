/* sources.c: see sources.h */
#include "archive/write/sources.h"

#include "archive/symbols/source_text.h"
#include "archive/table/atomic_file.h"
#include "archive/table/folder.h"
#include "util/interned.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <triptych/probes.h>
#include <unistd.h>

#define LARGEST ((size_t)16 << 20)

/* Removes "//", "/." and "/.." from an absolute path, so that it cannot lead out of the folder that
 * it is put in. */
static void make_plain(char *path)
{
    char *to = path;
    for (const char *from = path; *from;) {
        from += strspn(from, "/");
        size_t size = strcspn(from, "/");
        if (size == 2 && from[0] == '.' && from[1] == '.') {
            while (to > path && *--to != '/')
                ;
        } else if (size > 0 && !(size == 1 && from[0] == '.')) {
            *to++ = '/';
            memmove(to, from, size);
            to += size;
        }
        from += size;
    }
    *to = '\0';
}

bool archive_sources_path(const struct archive *archive, uint32_t region, char *path, size_t room)
{
    const char *file = archive_text(archive, archive->regions.file[region]);
    const char *dir = archive_text(archive, archive->regions.dir[region]);
    uint32_t kind = archive->regions.kind[region];
    bool has_probe = kind <= TRI_KIND_LOOP && !archive_is_only_named(archive, region);
    bool is_source = kind != TRI_KIND_FILE && (has_probe || archive->regions.line[region]);
    if (!*file || !is_source || (*file != '/' && *dir != '/'))
        return false;
    int size =
        *file == '/' ? snprintf(path, room, "%s", file) : snprintf(path, room, "%s/%s", dir, file);
    if (size < 0 || (size_t)size >= room)
        return false;
    make_plain(path);
    return *path;
}

/* True if the name of a file is that of a source file. Only headers of C++ have no ending. */
static bool is_source_name(const char *path)
{
    static const char *const others[] = {"s",   "asm",  "m",   "mm",  "rs",  "go",   "d",
                                         "zig", "java", "py",  "pyx", "jl",  "chpl", "x10",
                                         "kl1", "ada",  "adb", "ads", "pas", "cl",   "cuh",
                                         "hip", "ispc", "y",   "l",   "def", "rb"};
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    if (!dot)
        return strstr(path, "/include/");
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (!strcasecmp(dot + 1, others[i]))
            return true;
    }
    return archive_source_text_language(path) != SOURCE_OTHER;
}

/* Finds what a path leads to. False unless it is a regular file that is not too large, inside of
 * `root` unless that is NULL, and has the name of a source file. Nothing is opened: the tables of
 * an archive may name a pipe, or a device that does something when it is opened. */
static bool find_file(const char *path, const char *root, char real[PATH_MAX], unsigned *mode)
{
    struct stat facts;
    size_t size = root ? strlen(root) : 0;
    if (!is_source_name(path) || !realpath(path, real) || !is_source_name(real) ||
        stat(real, &facts) || !S_ISREG(facts.st_mode) || facts.st_size > (off_t)LARGEST)
        return false;
    *mode = facts.st_mode & 0777;
    return !root || (!strncmp(real, root, size) && real[size] == '/');
}

static char *read_file(const char *real, size_t *size)
{
    struct archive_folder all = {.root = ""};
    return archive_folder_read_all(&all, real + 1, LARGEST, size);
}

/* Copies a file from below a folder (`above`; "" for the root) into the archive. */
static bool copy(const char *archive_path, const char *above, const char *path)
{
    char target[PATH_MAX], source[PATH_MAX], root[PATH_MAX], real[PATH_MAX];
    struct error ignored;
    unsigned mode;
    size_t size;
    if (snprintf(target, sizeof target, "%s/source%s", archive_path, path) >= (int)sizeof target ||
        snprintf(source, sizeof source, "%s%s", above, path) >= (int)sizeof source ||
        (*above && !realpath(above, root)) || !find_file(source, *above ? root : NULL, real, &mode))
        return false;
    char *text = read_file(real, &size);
    if (!text)
        return false;
    char *slash = strrchr(target, '/');
    *slash = '\0';
    bool made = archive_file_make_folder(target, &ignored);
    *slash = '/';
    mode |= S_IRUSR; /* others may not read more than before */
    bool copied = made && archive_file_write_mode(target, text, size, mode, &ignored);
    free(text);
    return copied;
}

static void copy_all(const struct archive *archive, const char *above)
{
    struct interned *paths = interned_new();
    for (uint32_t i = 1; i < archive->regions.rows; i++) {
        char path[PATH_MAX];
        if (!archive_sources_path(archive, i, path, sizeof path))
            continue;
        uint32_t before = interned_count(paths);
        if (interned_add_text(paths, path) == before)
            copy(archive->path, above, path);
    }
    interned_free(paths);
}

char *archive_sources_copied(const struct archive *archive, const char *path, size_t *size)
{
    char above[PATH_MAX], root[PATH_MAX], name[PATH_MAX], real[PATH_MAX];
    unsigned mode;
    if (snprintf(above, sizeof above, "%s/source", archive->path) >= (int)sizeof above ||
        snprintf(name, sizeof name, "%s%s", above, path) >= (int)sizeof name ||
        !realpath(above, root) || !find_file(name, root, real, &mode))
        return NULL;
    return read_file(real, size);
}

char *archive_sources_now(const struct archive *archive, const char *path, size_t *size)
{
    struct stat facts;
    char real[PATH_MAX];
    unsigned mode;
    bool own = !stat(archive->path, &facts) && facts.st_uid == geteuid();
    return own && *path == '/' && find_file(path, NULL, real, &mode) ? read_file(real, size) : NULL;
}

char *archive_sources_text(const struct archive *archive, const char *path, size_t *size)
{
    char *text = archive_sources_copied(archive, path, size);
    return text || archive->sealed ? text : archive_sources_now(archive, path, size);
}

char *archive_sources_read(const struct archive *archive, uint32_t region, size_t *size)
{
    char path[PATH_MAX];
    return archive_sources_path(archive, region, path, sizeof path)
               ? archive_sources_text(archive, path, size)
               : NULL;
}

void archive_sources_copy(const struct archive *archive)
{
    copy_all(archive, "");
}

void archive_sources_copy_from(const struct archive *archive, const struct archive *from)
{
    char above[PATH_MAX];
    snprintf(above, sizeof above, "%s/source", from->path);
    copy_all(archive, from->sealed ? above : "");
}
