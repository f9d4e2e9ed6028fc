/* dot.c: call paths as a tree for Graphviz. Loops are round, other regions square; hot ones are
 * red. */
#include "export/paths.h"

#include "util/buffer.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdlib.h>
#include <triptych/probes.h>

static double percent(const struct paths *paths, uint64_t part)
{
    return paths->total ? 100.0 * (double)part / (double)paths->total : 0;
}

static void write_label(struct export_sink *out, const char *text)
{
    for (; *text; text++) { /* clean: no control characters */
        if (*text == '"' || *text == '\\')
            export_sink_char(out, '\\');
        export_sink_char(out, *text);
    }
}

/* Writes a colour (hue, saturation, value) from white over yellow to red, by inclusive share. */
static void write_colour(struct export_sink *out, double share)
{
    export_sink_printf(out, "fillcolor=\"%.3f %.3f 1.000\"", 0.15 - 0.15 * share,
                       share > 0.5 ? 0.65 : 0.1 + 1.1 * share);
}

static void write_count(struct export_sink *out, uint64_t number)
{
    struct buffer text = {0};
    words_count(&text, number, true);
    export_sink_text(out, text.text);
    buffer_free(&text);
}

static void write_facts(struct export_sink *out, const struct export_labels *labels,
                        const struct path *path)
{
    const struct archive_regions *regions = &labels->archive->regions;
    const char *file = labels->file[path->region];
    if (*file) {
        export_sink_text(out, "\\n");
        write_label(out, file);
        if (regions->line[path->region])
            export_sink_printf(out, ":%u", regions->line[path->region]);
    }
    export_sink_text(out, "\\n");
    if (regions->kind[path->region] == TRI_KIND_LOOP && path->ended) {
        export_sink_printf(out, "%.6g", (double)path->trips / (double)path->ended);
        export_sink_text(out, " trips ");
    }
    export_sink_text(out, "×");
    write_count(out, path->visits);
    export_sink_text(out, "\\r");
}

static void write_root(struct export_job *job, const struct paths *paths)
{
    const struct archive *archive = job->archive;
    struct buffer total = {0};
    char *name = words_clean(
        archive->places.rows ? archive_text(archive, archive->places.program[0]) : archive->path);
    if (paths->measure == EXPORT_TIME)
        words_time(&total, paths->total);
    else
        words_count(&total, paths->total, true);
    export_sink_text(job->out, "  n0 [shape=plaintext, fillcolor=white, label=\"");
    write_label(job->out, name);
    export_sink_printf(job->out, "\\n%s", total.text);
    if (paths->measure != EXPORT_TIME)
        export_sink_printf(job->out, " %s", export_measure_word(paths->measure));
    export_sink_text(job->out, "\"];\n");
    buffer_free(&total);
    free(name);
}

/* True if the share of a path is known; a region that was only counted has no time. */
static bool is_known(const struct paths *paths, const struct path *path)
{
    return path->timed || paths->measure != EXPORT_TIME;
}

static void write_path(struct export_job *job, const struct export_labels *labels,
                       const struct paths *paths, size_t row)
{
    const struct path *path = &paths->rows[row];
    struct export_sink *out = job->out;
    bool loop = labels->archive->regions.kind[path->region] == TRI_KIND_LOOP;
    double all = percent(paths, path->all);
    export_sink_printf(out, "  n%zu [", row);
    if (loop)
        export_sink_text(out, "shape=ellipse, ");
    write_colour(out, all / 100);
    export_sink_text(out, ", label=\"");
    write_label(out, labels->brief[path->region]);
    if (is_known(paths, path))
        export_sink_printf(out, "\\n%.1f %% (%.1f %%)", percent(paths, path->own), all);
    else
        export_sink_text(out, "\\nonly counted");
    write_facts(out, labels, path);
    export_sink_printf(out, "\"];\n  n%u -> n%zu [penwidth=%.2f];\n", path->parent, row,
                       0.5 + 3.5 * all / 100);
}

/* Writes how many nodes are hidden, and why. */
static void write_hidden(struct export_job *job, size_t small, size_t counted)
{
    if (!small && !counted)
        return;
    export_sink_text(job->out, "  label=\"");
    if (small)
        export_sink_printf(job->out, "%zu path%s below %g %%", small, small == 1 ? "" : "s",
                           job->options->min_percent);
    if (counted)
        export_sink_printf(job->out, "%s%zu only counted", small ? ", " : "", counted);
    export_sink_text(job->out, " not shown; --min-percent 0 shows all\";\n");
}

bool export_dot(struct export_job *job, struct error *error)
{
    struct export_labels labels;
    struct paths paths;
    size_t small = 0, counted = 0;
    bool good = true;
    export_labels_init(&labels, job->archive);
    paths_init(&paths, &labels, export_measure(job), false);
    export_sink_text(job->out,
                     "digraph triptych {\n"
                     "  graph [fontname=\"Helvetica\", fontsize=11];\n"
                     "  node [shape=box, style=filled, fontname=\"Helvetica\", fontsize=11];\n"
                     "  edge [color=\"gray40\", arrowsize=0.6];\n");
    write_root(job, &paths);
    for (size_t i = 1; good && i < paths.count; i++) {
        if (percent(&paths, paths.rows[i].all) >= job->options->min_percent)
            write_path(job, &labels, &paths, i);
        else if (is_known(&paths, &paths.rows[i]))
            small++;
        else
            counted++;
        good = i % 256 != 0 || export_go_on(job, i, paths.count, error);
    }
    write_hidden(job, small, counted);
    export_sink_text(job->out, "}\n");
    if (good && !paths.total)
        good = error_set(error, "%s has no %s", job->archive->path,
                         export_measure_word(paths.measure));
    paths_free(&paths);
    export_labels_free(&labels);
    return good;
}
