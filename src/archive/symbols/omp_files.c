/* omp_files.c: see omp_files.h */
#include "archive/symbols/omp_files.h"

#include "util/interned.h"
#include "util/memory.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGEST ((off_t)16 << 20) /* limit of a source file, in bytes */

struct omp_files {
    struct interned *paths;
    struct omp_directives **all; /* by path */
    size_t room;
};

struct omp_files *omp_files_new(void)
{
    struct omp_files *files = memory_zeroed(1, sizeof *files);
    files->paths = interned_new();
    return files;
}

void omp_files_free(struct omp_files *files)
{
    for (uint32_t i = 0; i < interned_count(files->paths); i++) {
        omp_directives_free(files->all[i]);
        free(files->all[i]);
    }
    free(files->all);
    interned_free(files->paths);
    free(files);
}

static bool is_unchanged(const struct stat *facts, uint64_t newest)
{
    uint64_t seconds = facts->st_mtim.tv_sec > 0 ? (uint64_t)facts->st_mtim.tv_sec : 0;
    return seconds * 1000000000 + (uint64_t)facts->st_mtim.tv_nsec <= newest;
}

static void read_file(const char *path, uint64_t newest, struct omp_directives *directives)
{
    struct stat facts;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return;
    if (!fstat(fd, &facts) && S_ISREG(facts.st_mode) && facts.st_size <= LARGEST &&
        is_unchanged(&facts, newest)) {
        char *text = memory_zeroed((size_t)facts.st_size + 1, 1);
        ssize_t size = pread(fd, text, (size_t)facts.st_size, 0);
        if (size > 0)
            omp_directives_read(directives, text, (size_t)size);
        free(text);
    }
    close(fd);
}

/* Returns the path of a file, which may be relative to where the compiler ran. The caller frees
 * it. */
static char *absolute(const struct archive_symbols_unit *unit, uint32_t file)
{
    const char *path = archive_symbols_unit_file(unit, file);
    const char *dir = archive_symbols_unit_text(unit, unit->head->dir);
    return *path == '/' || !*dir ? memory_string(path) : memory_printf("%s/%s", dir, path);
}

const struct omp_directives *omp_files_directives(struct omp_files *files,
                                                  const struct archive_symbols_unit *unit,
                                                  uint32_t file, uint64_t newest)
{
    char *path = absolute(unit, file);
    uint32_t before = interned_count(files->paths);
    uint32_t number = interned_add_text(files->paths, path);
    if (number == before) {
        files->all = memory_grow(files->all, &files->room, (size_t)number + 1, sizeof *files->all);
        files->all[number] = memory_zeroed(1, sizeof **files->all);
        read_file(path, newest, files->all[number]);
    }
    free(path);
    return files->all[number];
}
