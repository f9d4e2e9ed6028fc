/* source_files.c: see source_files.h */
#include "archive/symbols/source_files.h"

#include "archive/symbols/source_fortran.h"
#include "archive/symbols/source_kept.h"
#include "archive/symbols/source_plain.h"
#include "archive/symbols/source_text.h"
#include "util/interned.h"
#include "util/memory.h"

#include <stdlib.h>
#include <unistd.h>

struct source_file {
    bool is_there;
    struct archive_source_loops loops;
};

/* A lookup that was made. Texts of debugging information do not move, so equal pointers mean the
 * same file. */
struct asked {
    const char *dir, *name;
    const struct archive_source_loops *loops;
};

enum { MOST_ASKED = 256 }; /* a power of two */

struct source_files {
    struct interned *paths;
    struct source_file **all; /* not moved */
    size_t room;
    struct source_kept *kept;       /* the cache of loops; NULL: not opened yet */
    struct asked asked[MOST_ASKED]; /* the last lookups, by the address of the name */
};

struct source_files *archive_source_files_new(void)
{
    struct source_files *files = memory_zeroed(1, sizeof *files);
    files->paths = interned_new();
    return files;
}

void archive_source_files_free(struct source_files *files)
{
    if (!files)
        return;
    for (uint32_t i = 0; i < interned_count(files->paths); i++) {
        archive_source_loops_free(&files->all[i]->loops);
        free(files->all[i]);
    }
    free(files->all);
    interned_free(files->paths);
    source_kept_free(files->kept);
    free(files);
}

/* Reads the loops of a file that is open. */
static void read_text(struct source_file *file, int fd, size_t size,
                      enum archive_source_language language)
{
    char *text = memory_zeroed(size + 1, 1);
    if (read(fd, text, size) == (ssize_t)size) {
        file->is_there = true;
        if (language == SOURCE_C)
            archive_source_loops_find(&file->loops, text, size);
        else
            source_fortran_find(&file->loops, text, size, language == SOURCE_FIXED);
        source_plain_find(&file->loops, text, size, language != SOURCE_C);
    }
    free(text);
}

static void read_file(struct source_files *files, struct source_file *file, const char *path,
                      uint64_t newest)
{
    struct stat facts;
    enum archive_source_language language = archive_source_text_language(path);
    int fd = source_text_open(path, newest, &facts);
    if (fd < 0)
        return;
    if (!files->kept)
        files->kept = source_kept_new();
    if (source_kept_find(files->kept, &facts, language, &file->loops)) {
        file->is_there = true;
    } else {
        read_text(file, fd, (size_t)facts.st_size, language);
        if (file->is_there)
            source_kept_add(files->kept, &facts, language, &file->loops);
    }
    close(fd);
}

static const struct archive_source_loops *find(struct source_files *files, const char *dir,
                                               const char *name, uint64_t newest)
{
    char *path = *name == '/' ? memory_string(name) : memory_printf("%s/%s", dir, name);
    uint32_t before = interned_count(files->paths);
    uint32_t number = interned_add_text(files->paths, path);
    if (number == before) {
        files->all = memory_grow(files->all, &files->room, (size_t)number + 1, sizeof *files->all);
        files->all[number] = memory_zeroed(1, sizeof *files->all[number]);
        if (*path == '/')
            read_file(files, files->all[number], path, newest);
    }
    free(path);
    return files->all[number]->is_there ? &files->all[number]->loops : NULL;
}

const struct archive_source_loops *archive_source_files_loops(struct source_files *files,
                                                              const char *dir, const char *name,
                                                              uint64_t newest)
{
    struct asked *asked = &files->asked[(uintptr_t)name % MOST_ASKED];
    if (asked->name != name || asked->dir != dir)
        *asked = (struct asked){dir, name, find(files, dir, name, newest)};
    return asked->loops;
}
