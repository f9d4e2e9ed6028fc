/* sources.c: see sources.h */
#include "archive/write/sources.h"

#include "archive/table/atomic_file.h"
#include "archive/table/folder.h"
#include "util/interned.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <triptych/probes.h>

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

/* Copies a file from below a folder (`above`; "" for the root) into the archive. */
static bool copy(const char *archive_path, const char *above, const char *path)
{
    char target[PATH_MAX];
    struct archive_folder root = {.root = above};
    struct error ignored;
    struct archive_folder_file file;
    if (snprintf(target, sizeof target, "%s/source%s", archive_path, path) >= (int)sizeof target)
        return false;
    if (!archive_folder_open(&root, path + 1, &file))
        return false;
    bool fits = file.size <= LARGEST;
    unsigned mode = file.mode | S_IRUSR; /* others may not read more than before */
    archive_folder_close(&file);
    size_t size;
    char *text = fits ? archive_folder_read_all(&root, path + 1, LARGEST, &size) : NULL;
    if (!text)
        return false;
    char *slash = strrchr(target, '/');
    *slash = '\0';
    bool made = archive_file_make_folder(target, &ignored);
    *slash = '/';
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

char *archive_sources_read(const struct archive *archive, uint32_t region, size_t *size)
{
    char path[PATH_MAX], above[PATH_MAX];
    if (!archive_sources_path(archive, region, path, sizeof path) ||
        snprintf(above, sizeof above, "%s/source", archive->path) >= (int)sizeof above)
        return NULL;
    struct archive_folder copies = {.root = above}, all = {.root = ""};
    char *text = archive_folder_read_all(&copies, path + 1, LARGEST, size);
    return text ? text : archive_folder_read_all(&all, path + 1, LARGEST, size);
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
