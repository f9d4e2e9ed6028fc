/* folded.c: folded stacks for flame graphs: `main;solve;loop_2 1200`. */
#include "export/frame.h"
#include "export/paths.h"
#include "export/stacks.h"

#include "util/buffer.h"
#include "util/memory.h"

#include <stdlib.h>

enum { OFTEN = 256 };

static void add_root(struct buffer *to, const struct archive *archive, uint32_t lane)
{
    char name[ARCHIVE_NAME];
    archive_lane_name(archive, lane, name);
    buffer_add(to, "lane_");
    export_frame(to, name);
}

/* Writes the frames of a stack from the outermost to the innermost, which is `row`. */
static void write_stack(struct export_sink *out, const struct export_labels *labels,
                        const struct paths *paths, size_t row, uint32_t *stack)
{
    struct buffer text = {0};
    size_t depth = 0;
    for (uint32_t at = (uint32_t)row; at != ARCHIVE_NONE; at = paths->rows[at].parent)
        stack[depth++] = at;
    while (depth-- > 0) {
        const struct path *path = &paths->rows[stack[depth]];
        bool root = path->parent == ARCHIVE_NONE, last = !depth;
        if (root && path->lane != ARCHIVE_NONE) {
            add_root(&text, labels->archive, path->lane);
            buffer_add(&text, ";");
        }
        if (root && !last)
            continue;
        export_frame(&text, labels->brief[path->region]);
        buffer_add(&text, last ? " " : ";");
    }
    export_sink_add(out, text.text, text.used);
    export_sink_number(out, paths->rows[row].own);
    export_sink_char(out, '\n');
    buffer_free(&text);
}

bool export_folded(struct export_job *job, struct error *error)
{
    struct export_labels labels;
    struct paths paths;
    bool good = true;
    if (export_stacks_alone(job->archive))
        return export_stacks_folded(job, error);
    export_labels_init(&labels, job->archive);
    paths_init(&paths, &labels, export_measure(job), job->options->lanes);
    uint32_t *stack = memory_zeroed(paths.count + 1, sizeof *stack);
    for (size_t i = 0; good && i < paths.count; i++) {
        if (paths.rows[i].own)
            write_stack(job->out, &labels, &paths, i, stack);
        if (i % OFTEN == 0)
            good = export_go_on(job, i, paths.count, error);
    }
    if (good && !paths.total)
        good = error_set(error, "%s has no %s", job->archive->path,
                         export_measure_word(paths.measure));
    free(stack);
    paths_free(&paths);
    export_labels_free(&labels);
    return good;
}
