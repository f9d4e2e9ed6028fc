/* tree.c: the tree of hot call paths. */
#include "report/table/view.h"

#include "cube/lcct.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

enum { INDENTED = 12 }; /* deeper paths have their depth written in front */

/* The tree while it is written. A row is one of `cube.rows`; row 0 is the root. */
struct tree {
    const struct report_view *view;
    struct cube_tree cube;
    uint32_t *first, *next; /* first child and next sibling; ARCHIVE_NONE: none */
    uint64_t *weight;       /* ns; for rows that were not timed, the time of those below */
    bool by_count;          /* weights are instructions */
    size_t shown, hidden;
};

/* Sets the weights to inclusive instructions, for binaries whose loops were counted. */
static void weigh_instructions(struct tree *tree)
{
    const struct cube_row *rows = tree->cube.rows;
    for (size_t i = tree->cube.count; i-- > 0;) {
        tree->weight[i] = number_add(tree->weight[i], rows[i].sums.instructions);
        if (rows[i].a != ARCHIVE_NONE)
            tree->weight[rows[i].a] = number_add(tree->weight[rows[i].a], tree->weight[i]);
    }
}

/* Sets the weights to times; a row that was not timed weighs as much as all timed rows below it. */
static void weigh(struct tree *tree)
{
    const struct cube_row *rows = tree->cube.rows;
    for (size_t i = tree->cube.count; i-- > 0;) {
        if (!rows[i].sums.untimed)
            tree->weight[i] = rows[i].sums.time;
        if (rows[i].a != ARCHIVE_NONE && rows[rows[i].a].sums.untimed)
            tree->weight[rows[i].a] += tree->weight[i];
    }
}

static int by_weight(const void *left, const void *right, void *context)
{
    const uint64_t *weight = context;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    if (weight[a] != weight[b]) /* ascending: linking reverses the order */
        return weight[a] < weight[b] ? -1 : 1;
    return a > b ? -1 : a < b;
}

static double share_of(const struct tree *tree, uint32_t row)
{
    uint64_t all = tree->weight[0];
    return all ? 100.0 * (double)tree->weight[row] / (double)all : 0;
}

static bool is_hot(const struct tree *tree, uint32_t row)
{
    const struct report_view *view = tree->view;
    double percent =
        tree->by_count ? share_of(tree, row) : report_view_percent(view, tree->weight[row]);
    return percent >= view->options->min_percent;
}

static void link_hot(struct tree *tree)
{
    uint32_t *sorted = memory_zeroed(tree->cube.count, sizeof *sorted);
    for (uint32_t i = 0; i < tree->cube.count; i++) {
        sorted[i] = i;
        tree->first[i] = tree->next[i] = ARCHIVE_NONE;
    }
    qsort_r(sorted, tree->cube.count, sizeof *sorted, by_weight, tree->weight);
    for (size_t i = 0; i < tree->cube.count; i++) {
        uint32_t row = sorted[i], parent = tree->cube.rows[row].a;
        uint32_t kind = tree->view->archive->regions.kind[tree->cube.rows[row].b];
        bool is_share = kind == TRI_KIND_FILE || kind == TRI_KIND_OBJECT;
        if (parent == ARCHIVE_NONE || is_share) /* not a call path */
            continue;
        if (!is_hot(tree, row)) {
            tree->hidden++;
            continue;
        }
        tree->next[row] = tree->first[parent];
        tree->first[parent] = row;
    }
    free(sorted);
}

static void add_columns(const struct tree *tree, struct report_sheet *sheet)
{
    const struct report_sheet_column counted[] = {
        {"instructions", "instructions", SHEET_COUNT, 0, 0, false},
        {"instructions_percent", "incl. %", SHEET_PERCENT, 0, 0, false},
    };
    const struct report_sheet_column columns[] = {
        {NULL, "call path", SHEET_TEXT, 0, 36, false},
        {"depth", NULL, SHEET_COUNT, 0, 0, false},
        {"kind", NULL, SHEET_TEXT, 0, 0, false},
        {"name", NULL, SHEET_TEXT, 0, 0, false},
        {"routine", NULL, SHEET_TEXT, 0, 0, false},
        {"time_ns", "inclusive", SHEET_TIME, 0, 0, false},
        {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 5, 0, true},
        {"exclusive_ns", "exclusive", SHEET_TIME, 6, 0, false},
        {"exclusive_percent", NULL, SHEET_PERCENT, 0, 0, false},
        {"loops_ns", NULL, SHEET_TIME, 0, 0, false},
        {"loops_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"loops_at_most", NULL, SHEET_FLAG, 0, 0, false},
        {"visits", "visits", SHEET_COUNT, 1, 0, false},
        {"visits_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {"trips", "trips", SHEET_COUNT, 7, 0, false},
        {"trips_at_least", NULL, SHEET_FLAG, 0, 0, false},
        {NULL, "unfin.", SHEET_WORD, 1, 4, false},
        {"unfinished", NULL, SHEET_COUNT, 0, 0, false},
        {"line", "line", SHEET_ID, 1, 0, false},
        {"file", "file", SHEET_TEXT, 2, 8, false},
    };
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    report_view_add_how_columns(sheet);
    for (size_t i = 0; tree->by_count && i < sizeof counted / sizeof counted[0]; i++)
        report_sheet_add_column(sheet, counted[i]);
}

/* `more[d]`: whether the path's row at depth d has a sibling below it. */
static void draw_lines(const struct tree *tree, struct buffer *to, size_t depth, const bool *more)
{
    bool utf8 = tree->view->options->utf8;
    if (depth > INDENTED) {
        buffer_printf(to, "[%zu] ", depth);
        return;
    }
    for (size_t i = 2; i < depth; i++)
        buffer_add(to, !more[i] ? "  " : utf8 ? "│ " : "| ");
    if (depth > 1)
        buffer_add(to, utf8 ? more[depth] ? "├─" : "└─" : more[depth] ? "|-" : "`-");
}

static void add_row(const struct tree *tree, struct report_sheet *sheet, uint32_t row, size_t depth,
                    const bool *more)
{
    const struct report_view *view = tree->view;
    const struct cube_row *at = &tree->cube.rows[row];
    const struct archive_regions *regions = &view->archive->regions;
    struct buffer text = {0};
    draw_lines(tree, &text, depth, more);
    report_view_label(view, at->b, &text);
    report_sheet_text(sheet, "call path", text.text ? text.text : "");
    buffer_free(&text);
    report_sheet_count(sheet, "depth", depth);
    report_sheet_text(sheet, "kind", report_view_kind(view, at->b));
    report_sheet_text(sheet, "name", report_view_name(view, at->b));
    report_sheet_text(sheet, "routine", report_view_routine(view, at->b));
    report_view_time_cells(view, sheet, &report_view_time_share, &at->sums, at->sums.time);
    report_view_exclusive_cells(view, sheet, &report_view_exclusive_only, &at->sums,
                                cube_exclusive(&at->sums));
    report_view_loops_cells(sheet, &at->sums);
    report_view_visits_cells(sheet, &at->sums);
    report_view_trips_cells(view, sheet, at->b, &at->sums);
    report_view_unfinished_cell(sheet, &at->sums);
    report_sheet_line(sheet, "line", regions->line[at->b]);
    report_sheet_text(sheet, "file", report_view_file(view, at->b));
    report_view_how_cells(sheet, &at->sums);
    if (tree->by_count) {
        report_sheet_count(sheet, "instructions", at->sums.instructions);
        report_sheet_real(sheet, "instructions_percent", share_of(tree, row));
    }
}

static void walk(struct tree *tree, struct report_sheet *sheet)
{
    bool more[INDENTED + 1] = {false};
    size_t depth = 1, top = tree->view->options->top;
    uint32_t row = tree->first[0];
    while (row != ARCHIVE_NONE) {
        if (depth <= INDENTED)
            more[depth] = tree->next[row] != ARCHIVE_NONE;
        if (!top || tree->shown < top)
            add_row(tree, sheet, row, depth, more);
        else
            sheet->more++;
        tree->shown++;
        if (tree->first[row] != ARCHIVE_NONE) {
            row = tree->first[row];
            depth++;
            continue;
        }
        while (row && tree->next[row] == ARCHIVE_NONE) {
            row = tree->cube.rows[row].a;
            depth--;
        }
        row = row ? tree->next[row] : ARCHIVE_NONE;
    }
}

/* Adds the notes on times, as below the tables of routines and loops. */
static void note_times(const struct tree *tree, struct report_sheet *sheet)
{
    struct report_view_items items = {0};
    for (uint32_t i = 1; i < tree->cube.count; i++) {
        uint32_t kind = tree->view->archive->regions.kind[tree->cube.rows[i].b];
        if (is_hot(tree, i) && kind != TRI_KIND_FILE && kind != TRI_KIND_OBJECT)
            report_view_add_item(&items,
                                 (struct report_view_item){tree->cube.rows[i].b, ARCHIVE_NONE, 0,
                                                           tree->cube.rows[i].sums});
    }
    report_view_note_times(tree->view, sheet, &items, "");
    report_view_items_free(&items);
}

struct report_sheet *report_tree(const struct report_view *view)
{
    struct tree tree = {.view = view, .cube = cube_tree_new(view->cube)};
    struct report_sheet *sheet = report_sheet_new("tree", "Call paths");
    tree.first = memory_zeroed(tree.cube.count, sizeof *tree.first);
    tree.next = memory_zeroed(tree.cube.count, sizeof *tree.next);
    tree.weight = memory_zeroed(tree.cube.count, sizeof *tree.weight);
    tree.by_count = cube_lcct_is_known(view->archive);
    if (tree.by_count)
        weigh_instructions(&tree);
    else
        weigh(&tree);
    link_hot(&tree);
    add_columns(&tree, sheet);
    walk(&tree, sheet);
    report_sheet_meaning(
        sheet, "exclusive",
        "without what it calls; a routine includes its own loops, although they are listed "
        "below it; a loop excludes the loops inside");
    note_times(&tree, sheet);
    if (tree.hidden)
        report_sheet_note(sheet, "%zu path%s below %g %% not shown; --min-percent 0 shows all.",
                          tree.hidden, tree.hidden == 1 ? "" : "s", view->options->min_percent);
    if (tree.by_count)
        report_sheet_note(
            sheet,
            "instructions: exclusive; incl. %%: inclusive, of all instructions that were counted.");
    free(tree.first);
    free(tree.next);
    free(tree.weight);
    cube_tree_free(&tree.cube);
    return sheet;
}
