/* layout.c: see layout.h
 *
 * After Reingold and Tilford, "Tidier drawings of trees" (1981): the subtrees of a node are placed
 * first, each as a whole to the right of those before it, just far enough that they do not overlap.
 * Outlines hold the left and right ends of a subtree by level. */
#include "report/binary/layout.h"

#include "util/memory.h"

#include <stdlib.h>

enum { GAP = 14 }; /* between trees side by side */

/* The layout while it is made. */
struct layout {
    const struct report_lcct_view *view;
    struct lcct_box *boxes;
    double *shift;   /* by row: by how much its subtree moves */
    uint32_t *order; /* hot rows, parents first */
    size_t count;
    uint32_t levels;
};

/* Lists the hot rows, parents first, and sets their levels. */
static void find_levels(struct layout *layout)
{
    const struct report_lcct_view *view = layout->view;
    for (uint32_t row = report_lcct_next_hot(view, 0); row != ARCHIVE_NONE;
         row = report_lcct_next_hot(view, row)) {
        uint32_t parent = view->tree->rows[row].parent;
        layout->boxes[row].level = parent ? layout->boxes[parent].level + 1 : 0;
        if (layout->boxes[row].level >= layout->levels)
            layout->levels = layout->boxes[row].level + 1;
        layout->order[layout->count++] = row;
    }
}

/* The outline of a placed subtree, from its root's level downwards. */
struct outline {
    struct ends {
        double left, right;
    } * ends;
    size_t size, room;
};

static void outline_end(struct outline *outline)
{
    free(outline->ends);
    *outline = (struct outline){0};
}

/* Returns by how much a subtree must move to the right of those before it. */
static double distance(const struct outline *before, const struct outline *tree)
{
    double distance = -1e300;
    for (size_t i = 0; i < before->size && i < tree->size; i++) {
        double here = before->ends[i].right + GAP - tree->ends[i].left;
        distance = here > distance ? here : distance;
    }
    return distance;
}

static void add_to(struct outline *all, const struct outline *tree, double shift)
{
    all->ends = memory_grow(all->ends, &all->room, tree->size, sizeof *all->ends);
    for (size_t i = 0; i < tree->size; i++) {
        if (i >= all->size)
            all->ends[i].left = tree->ends[i].left + shift;
        all->ends[i].right = tree->ends[i].right + shift;
    }
    all->size = tree->size > all->size ? tree->size : all->size;
}

/* Puts a node above its children's trees, whose outlines become its own. */
static void put_on_top(struct outline *tree, const struct outline *below, double x, double width)
{
    tree->size = below->size + 1;
    tree->ends = memory_grow(tree->ends, &tree->room, tree->size, sizeof *tree->ends);
    tree->ends[0] = (struct ends){x - width / 2, x + width / 2};
    for (size_t i = 0; i < below->size; i++)
        tree->ends[i + 1] = below->ends[i];
}

/* Places the children of a row (0: all trees), and returns the middle between the first and the
 * last of them. */
static double place_children(struct layout *layout, uint32_t row, struct outline *outlines,
                             struct outline *below)
{
    const struct report_lcct_view *view = layout->view;
    double first = 0, last = 0;
    for (uint32_t child = report_lcct_first_hot(view, row); child != ARCHIVE_NONE;
         child = report_lcct_sibling_hot(view, child)) {
        double shift = below->size ? distance(below, &outlines[child]) : 0;
        layout->shift[child] = shift;
        last = layout->boxes[child].x + shift;
        if (!below->size)
            first = last;
        add_to(below, &outlines[child], shift);
        outline_end(&outlines[child]);
    }
    return (first + last) / 2;
}

static void place(struct layout *layout)
{
    struct outline *outlines = memory_zeroed(layout->view->tree->count, sizeof *outlines);
    for (size_t i = layout->count; i-- > 0;) {
        uint32_t row = layout->order[i];
        struct outline below = {0};
        layout->boxes[row].x = place_children(layout, row, outlines, &below);
        put_on_top(&outlines[row], &below, layout->boxes[row].x, layout->boxes[row].width);
        outline_end(&below);
    }
    struct outline all = {0};
    place_children(layout, 0, outlines, &all);
    outline_end(&all);
    free(outlines);
}

double lcct_layout(const struct report_lcct_view *view, struct lcct_box *boxes, uint32_t *levels)
{
    struct layout layout = {.view = view,
                            .boxes = boxes,
                            .shift = memory_zeroed(view->tree->count, sizeof *layout.shift),
                            .order = memory_zeroed(view->tree->count, sizeof *layout.order)};
    double left = 0, right = 0;
    find_levels(&layout);
    place(&layout);
    for (size_t i = 0; i < layout.count; i++) {
        uint32_t row = layout.order[i], parent = view->tree->rows[row].parent;
        layout.shift[row] += parent ? layout.shift[parent] : 0;
        struct lcct_box *box = &boxes[row];
        box->x += layout.shift[row];
        if (!i || box->x - box->width / 2 < left)
            left = box->x - box->width / 2;
        if (!i || box->x + box->width / 2 > right)
            right = box->x + box->width / 2;
    }
    for (size_t i = 0; i < layout.count; i++)
        boxes[layout.order[i]].x -= left;
    *levels = layout.levels;
    free(layout.shift);
    free(layout.order);
    return right - left;
}
