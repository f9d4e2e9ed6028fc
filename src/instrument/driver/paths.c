/* paths.c: see paths.h */
#include "instrument/driver/paths.h"

#include "util/buffer.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Creates the folders above a file. */
static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool failed = mkdir(path, 0777) != 0 && errno != EEXIST;
        *slash = '/';
        if (failed)
            return false;
    }
    return true;
}

bool paths_write(char *path, const char *text, size_t size)
{
    FILE *file = make_folders(path) ? fopen(path, "wb") : NULL;
    if (!file)
        return false;
    bool wrote = fwrite(text, 1, size, file) == size;
    return fclose(file) == 0 && wrote;
}

bool paths_is_empty(const char *folder)
{
    DIR *stream = opendir(folder);
    struct dirent *entry;
    size_t count = 0;
    while (stream && (entry = readdir(stream)))
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    if (stream)
        closedir(stream);
    return count == 0;
}

char *paths_below(const char *folder, const char *name)
{
    struct buffer path = {0};
    buffer_add(&path, folder);
    while (*name) {
        size_t length = strcspn(name, "/");
        if (length == 2 && !strncmp(name, "..", 2))
            buffer_add(&path, "/up");
        else if (length && !(length == 1 && *name == '.'))
            buffer_printf(&path, "/%.*s", (int)length, name);
        name += length;
        name += strspn(name, "/");
    }
    return buffer_take(&path);
}

char *paths_read_stream(FILE *file, size_t *size)
{
    struct buffer buffer = {0};
    char block[65536];
    size_t got;
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        buffer_add_bytes(&buffer, block, got);
    *size = buffer.used;
    char *text = buffer_take(&buffer);
    if (!ferror(file))
        return text;
    free(text);
    return NULL;
}

char *paths_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = paths_read_stream(file, size);
    fclose(file);
    return text;
}
