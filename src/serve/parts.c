/* parts.c: see parts.h */
#include "serve/parts.h"

#include "report/run/kept.h"
#include "serve/kept_waits.h"
#include "serve/paths.h"
#include "serve/run.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

static int remove_one(const char *path, const struct stat *facts, int kind, struct FTW *where)
{
    (void)facts;
    (void)kind;
    (void)where;
    remove(path);
    return 0;
}

void serve_parts_drop(struct serve_part *part)
{
    if (part->view) {
        query_data_free(part->view->data);
        cube_window_close(part->view->reader);
        serve_paths_free(part->view->paths);
        serve_kept_waits_free(part->view->waits);
        report_kept_free(part->view->reports);
        archive_close(part->view->archive);
        free(part->view->path);
    }
    free(part->view);
    if (part->folder)
        nftw(part->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    free(part->bits);
    free(part->nodes);
    free(part->folder);
    free(part->filter);
    *part = (struct serve_part){0};
}

void serve_parts_free(struct serve_parts *parts)
{
    for (int i = 0; parts && i < SERVE_PARTS; i++)
        serve_parts_drop(&parts->parts[i]);
    free(parts);
}
