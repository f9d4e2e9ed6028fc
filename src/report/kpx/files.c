/* files.c: names of source files. */
#include "report/kpx/kpx.h"

#include "util/interned.h"
#include "util/memory.h"
#include "util/pairs.h"

#include <stdlib.h>

static char *full_path(const struct report_view *view, uint32_t region)
{
    const struct archive_regions *regions = &view->archive->regions;
    const char *file = report_view_text(view, regions->file[region]);
    const char *dir = report_view_text(view, regions->dir[region]);
    return *file == '/' || !*dir ? memory_string(file) : memory_printf("%s/%s", dir, file);
}

struct report_kpx_files report_kpx_files_new(const struct report_view *view)
{
    size_t rows = view->archive->regions.rows;
    struct report_kpx_files files = {memory_zeroed(rows + 1, sizeof *files.of_region),
                                     interned_new()};
    struct interned *names = interned_new();
    uint32_t *path_of = memory_zeroed(rows + 1, sizeof *path_of);
    uint32_t *name_of = memory_zeroed(rows + 1, sizeof *name_of);
    uint32_t *first = memory_zeroed(rows + 1, sizeof *first); /* by name: a path of it, plus 1 */
    uint8_t *several = memory_zeroed(rows + 1, sizeof *several);
    for (uint32_t i = 0; i < rows; i++) {
        if (!i || !report_view_has_source(view, i))
            continue;
        char *path = full_path(view, i);
        path_of[i] = interned_add_text(files.paths, path) + 1;
        name_of[i] = interned_add_text(names, report_view_file(view, i));
        uint32_t *of = &first[name_of[i]];
        several[name_of[i]] |= *of && *of != path_of[i];
        *of = path_of[i];
        free(path);
    }
    for (uint32_t i = 0; i < rows; i++)
        files.of_region[i] = !path_of[i]           ? ""
                             : several[name_of[i]] ? interned_text(files.paths, path_of[i] - 1)
                                                   : report_view_file(view, i);
    interned_free(names);
    free(path_of);
    free(name_of);
    free(first);
    free(several);
    return files;
}

void report_kpx_files_free(struct report_kpx_files *files)
{
    free(files->of_region);
    interned_free(files->paths);
}
