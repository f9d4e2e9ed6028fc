/* dot.c: the hot tree as Graphviz DOT: loops are round, functions square; hotter nodes are redder.
 */
#include "report/binary/lcct.h"

#include "report/run/loop_words.h"
#include "util/words.h"

#include <stdlib.h>
#include <triptych/probes.h>

enum { LONGEST = 44 }; /* characters of a name */

static void add_quoted(struct buffer *to, const char *text)
{
    char *clean = words_clean(text);
    for (const char *at = clean; *at; at++) {
        if (*at == '"' || *at == '\\')
            buffer_add(to, "\\");
        buffer_add_bytes(to, at, 1);
    }
    free(clean);
}

static void add_buffer(struct buffer *to, struct buffer *text)
{
    if (text->text)
        add_quoted(to, text->text);
    buffer_free(text);
}

/* Adds a colour from white via yellow to red, as hue, saturation and value. */
static void add_colour(struct buffer *to, double share)
{
    buffer_printf(to, "fillcolor=\"%.3f %.3f 1.000\"", 0.15 - 0.15 * share,
                  share > 0.5 ? 0.65 : 0.1 + 1.1 * share);
}

/* Adds the mean trips and visits, right-aligned in the node. */
static void add_counts(struct buffer *to, const struct report_lcct_view *view,
                       const struct cube_lcct_row *row, bool loop)
{
    buffer_add(to, "\\n");
    if (loop) {
        report_lcct_add_mean(view, row, to);
        buffer_add(to, " ");
    }
    buffer_add(to, "×");
    words_count(to, row->count, true);
    buffer_add(to, "\\r");
}

static void add_node(struct buffer *to, const struct report_lcct_view *view, uint32_t number)
{
    const struct cube_lcct_row *row = &view->tree->rows[number];
    bool loop = view->archive->regions.kind[row->region] == TRI_KIND_LOOP;
    double own = cube_lcct_percent(view->tree, row->own),
           all = cube_lcct_percent(view->tree, row->all);
    struct buffer name = {0}, where = {0};
    report_lcct_brief(view, row->region, LONGEST, true, &name);
    report_lcct_where(view, row->region, &where);
    buffer_printf(to, "  n%u [", number);
    if (loop)
        buffer_add(to, "shape=ellipse, ");
    add_colour(to, own / 100);
    buffer_add(to, ", label=\"");
    add_buffer(to, &name);
    buffer_printf(to, "\\n%.1f %% (%.1f %%)", own, all);
    if (where.used)
        buffer_add(to, "\\n");
    add_buffer(to, &where);
    add_counts(to, view, row, loop);
    buffer_add(to, "\"];\n");
    if (row->parent)
        buffer_printf(to, "  n%u -> n%u [penwidth=%.2f];\n", row->parent, number,
                      0.5 + 3.5 * all / 100);
}

void report_lcct_dot(struct buffer *to, const struct report_lcct_view *view)
{
    buffer_add(to, "digraph triptych {\n"
                   "  graph [fontname=\"Helvetica\", fontsize=11];\n"
                   "  node [shape=box, style=filled, fontname=\"Helvetica\", fontsize=11];\n"
                   "  edge [color=\"gray40\", arrowsize=0.6];\n");
    for (uint32_t row = report_lcct_next_hot(view, 0); row != ARCHIVE_NONE;
         row = report_lcct_next_hot(view, row))
        add_node(to, view, row);
    if (view->cold)
        buffer_printf(to, "  label=\"%zu contexts below %g %% not shown\";\n", view->cold,
                      view->options->threshold);
    buffer_add(to, "}\n");
}
