/* files.c: names of source files. */
#include "report/kpx/kpx.h"

#include "util/interned.h"
#include "util/memory.h"
#include "util/pairs.h"

#include <stdlib.h>
#include <string.h>

static char *full_path(const struct report_view *view, uint32_t region)
{
    const struct archive_regions *regions = &view->archive->regions;
    const char *file = report_view_text(view, regions->file[region]);
    const char *dir = report_view_text(view, regions->dir[region]);
    return *file == '/' || !*dir ? memory_string(file) : memory_printf("%s/%s", dir, file);
}

static const char *base_of(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

/* The names of files at one length, by region. */
struct names {
    struct interned *texts;
    uint32_t *of_region;
    uint32_t *path;   /* by name: a path of it, plus 1 */
    uint8_t *several; /* by name: several files have it */
};

static struct names names_new(size_t rows)
{
    return (struct names){interned_new(), memory_zeroed(rows + 1, sizeof(uint32_t)),
                          memory_zeroed(rows + 1, sizeof(uint32_t)), memory_zeroed(rows + 1, 1)};
}

static void names_free(struct names *names)
{
    interned_free(names->texts);
    free(names->of_region);
    free(names->path);
    free(names->several);
}

static void names_add(struct names *names, uint32_t region, const char *text, uint32_t path)
{
    uint32_t name = names->of_region[region] = interned_add_text(names->texts, text);
    names->several[name] |= names->path[name] && names->path[name] != path;
    names->path[name] = path;
}

/* Returns the shortest of a file's names that no other file has: its base name, the name that it
 * was compiled by, or its full path. */
struct report_kpx_files report_kpx_files_new(const struct report_view *view)
{
    size_t rows = view->archive->regions.rows;
    struct report_kpx_files files = {memory_zeroed(rows + 1, sizeof *files.of_region),
                                     interned_new()};
    uint32_t *path_of = memory_zeroed(rows + 1, sizeof *path_of);
    struct names bases = names_new(rows), names = names_new(rows);
    for (uint32_t i = 1; i < rows; i++) {
        if (!report_view_has_source(view, i))
            continue;
        char *path = full_path(view, i);
        path_of[i] = interned_add_text(files.paths, path) + 1;
        names_add(&bases, i, base_of(report_view_file(view, i)), path_of[i]);
        names_add(&names, i, report_view_file(view, i), path_of[i]);
        free(path);
    }
    for (uint32_t i = 0; i < rows; i++)
        files.of_region[i] =
            !path_of[i]                          ? ""
            : !bases.several[bases.of_region[i]] ? base_of(report_view_file(view, i))
            : !names.several[names.of_region[i]] ? report_view_file(view, i)
                                                 : interned_text(files.paths, path_of[i] - 1);
    names_free(&bases);
    names_free(&names);
    free(path_of);
    return files;
}

void report_kpx_files_free(struct report_kpx_files *files)
{
    free(files->of_region);
    interned_free(files->paths);
}
