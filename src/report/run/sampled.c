/* sampled.c: the tables of sampled routines and call paths. */
#include "report/table/view.h"

#include "cube/stacks.h"
#include "util/memory.h"
#include "util/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    INDENTED = 20, /* deeper paths have their depth written in front */
    WIDEST = 48,   /* columns of a path that are always shown */
};

static double percent_of(uint64_t part, uint64_t whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

/* Adds what names a routine: binary, file and line. */
static void add_where(const struct archive *archive, struct report_sheet *sheet, uint32_t row)
{
    const struct archive_stacks *all = &archive->stacks;
    const char *binary = archive_text(archive, all->binary[row]), *slash = strrchr(binary, '/');
    const char *file = archive_text(archive, all->file[row]), *cut = strrchr(file, '/');
    char *where = all->line[row] ? memory_printf("%s:%u", cut ? cut + 1 : file, all->line[row])
                                 : memory_string("");
    report_sheet_text(sheet, "in", slash ? slash + 1 : binary);
    report_sheet_text(sheet, "where", where);
    report_sheet_text(sheet, "binary", binary);
    report_sheet_text(sheet, "file", file);
    report_sheet_line(sheet, "line", all->line[row]);
    free(where);
}

static void add_notes(struct report_sheet *sheet, const struct cube_stacks *stacks)
{
    enum { LEAST = 4 }; /* samples of a share that is more than chance */
    if (stacks->samples < CUBE_STACKS_FEW)
        report_sheet_note(sheet,
                          "From %" PRIu64 " sample%s of the CPU time, which %s too few to tell how "
                          "it is divided.",
                          stacks->samples, stacks->samples == 1 ? "" : "s",
                          stacks->samples == 1 ? "is" : "are");
    else
        report_sheet_note(sheet,
                          "From %" PRIu64 " samples of the CPU time: a share below %.1f %% is "
                          "hardly more than chance.",
                          stacks->samples, 100.0 * LEAST / (double)stacks->samples);
    if (stacks->unknown)
        report_sheet_note(sheet,
                          "The outer callers of %.1f %% of the samples are not known: code without "
                          "unwinding tables, a stack of the program's own, or more than 256 calls.",
                          percent_of(stacks->unknown, stacks->samples));
    if (stacks->measuring)
        report_sheet_note(sheet, "%" PRIu64 " more sample%s in Triptych itself.", stacks->measuring,
                          stacks->measuring == 1 ? " was" : "s were");
}

struct order {
    const struct cube_stacks *stacks;
    const struct archive *archive;
    enum report_sort sort;
};

static const char *name_of(const struct archive *archive, uint32_t row)
{
    return archive_text(archive, archive->stacks.name[row]);
}

static int by_order(const void *left, const void *right, void *data)
{
    const struct order *order = data;
    const struct cube_stacks_routine *a = left, *b = right;
    uint64_t x = order->sort == REPORT_BY_SELF ? a->own : a->all;
    uint64_t y = order->sort == REPORT_BY_SELF ? b->own : b->all;
    if (order->sort != REPORT_BY_NAME && x != y)
        return x > y ? -1 : 1;
    int names = strcmp(name_of(order->archive, a->row), name_of(order->archive, b->row));
    return names ? names : a->row < b->row ? -1 : a->row > b->row;
}

struct report_sheet *report_sampled(const struct report_view *view)
{
    static const struct report_sheet_column columns[] = {
        {"routine", "routine", SHEET_TEXT, 0, 16, false},
        {"exclusive_percent", "excl. %", SHEET_PERCENT, 0, 0, false},
        {"inclusive_percent", "incl. %", SHEET_PERCENT, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 8, 0, true},
        {"exclusive_time_ns", "exclusive", SHEET_TIME, 1, 0, false},
        {"inclusive_time_ns", "inclusive", SHEET_TIME, 1, 0, false},
        {"samples", "samples", SHEET_COUNT, 5, 0, false},
        {"inclusive_samples", NULL, SHEET_COUNT, 0, 0, false},
        {"inlined", NULL, SHEET_FLAG, 0, 0, false},
        {NULL, "in", SHEET_TEXT, 3, 8, false},
        {NULL, "where", SHEET_TEXT, 2, 12, false},
        {"binary", NULL, SHEET_TEXT, 0, 0, false},
        {"file", NULL, SHEET_TEXT, 0, 0, false},
        {"line", NULL, SHEET_ID, 0, 0, false},
    };
    struct report_sheet *sheet = report_sheet_new("sampled", "Sampled routines");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    struct cube_stacks stacks;
    cube_stacks_make(&stacks, view->archive);
    struct order order = {&stacks, view->archive,
                          view->options->sort == REPORT_BY_TIME ? REPORT_BY_SELF
                                                                : view->options->sort};
    qsort_r(stacks.routines, stacks.routine_count, sizeof *stacks.routines, by_order, &order);
    for (size_t i = 0; i < stacks.routine_count; i++) {
        const struct cube_stacks_routine *routine = &stacks.routines[i];
        if (view->options->top && report_sheet_rows(sheet) >= view->options->top) {
            sheet->more++;
            continue;
        }
        bool inlined = routine->inlined == routine->paths;
        report_sheet_text(sheet, "routine", name_of(view->archive, routine->row));
        report_sheet_real(sheet, "exclusive_percent", percent_of(routine->own, stacks.samples));
        report_sheet_real(sheet, "inclusive_percent", percent_of(routine->all, stacks.samples));
        report_sheet_real(sheet, "share", percent_of(routine->own, stacks.samples));
        report_sheet_time_estimated(sheet, "exclusive_time_ns", routine->own_ns);
        report_sheet_time_estimated(sheet, "inclusive_time_ns", routine->all_ns);
        report_sheet_count(sheet, "samples", routine->own);
        report_sheet_count(sheet, "inclusive_samples", routine->all);
        report_sheet_flag(sheet, "inlined", inlined);
        add_where(view->archive, sheet, routine->row);
    }
    if (stacks.routine_count)
        add_notes(sheet, &stacks);
    cube_stacks_free(&stacks);
    return sheet;
}

/* The tree while it is written: children of each path, the largest first. */
struct tree {
    const struct report_view *view;
    const struct cube_stacks *stacks;
    struct report_sheet *sheet;
    uint32_t *order; /* paths by parent, then by samples */
    size_t hidden;
};

static int by_parent(const void *left, const void *right, void *data)
{
    const struct cube_stacks *stacks = data;
    uint32_t i = *(const uint32_t *)left, j = *(const uint32_t *)right;
    const struct cube_stacks_path *a = &stacks->paths[i], *b = &stacks->paths[j];
    if (a->parent != b->parent) /* ARCHIVE_NONE comes first */
        return a->parent + 1 < b->parent + 1 ? -1 : 1;
    if (a->all != b->all)
        return a->all > b->all ? -1 : 1;
    return i < j ? -1 : i > j;
}

/* Returns the first position in the order whose parent is not before this one. */
static size_t first_child(const struct tree *tree, uint32_t parent)
{
    size_t low = 0, high = tree->stacks->path_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tree->stacks->paths[tree->order[middle]].parent + 1 < parent + 1)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_path(struct tree *tree, uint32_t index, size_t depth)
{
    const struct archive *archive = tree->view->archive;
    const struct cube_stacks_path *path = &tree->stacks->paths[index];
    struct buffer text = {0};
    bool inlined = archive->stacks.inlined[path->row];
    if (depth > INDENTED)
        buffer_printf(&text, "[%zu] ", depth);
    else
        buffer_printf(&text, "%*s", (int)(2 * depth), "");
    buffer_printf(&text, "%s%s", name_of(archive, path->row), inlined ? " (inlined)" : "");
    report_sheet_text(tree->sheet, "call path", text.text);
    int width = (int)words_width(text.text);
    if (width > tree->sheet->columns[0].min && depth <= INDENTED) /* the tree is hardly ever cut */
        tree->sheet->columns[0].min = width < WIDEST ? width : WIDEST;
    report_sheet_count(tree->sheet, "depth", depth);
    report_sheet_count(tree->sheet, "id", index);
    if (path->parent == ARCHIVE_NONE)
        report_sheet_nothing(tree->sheet, "parent");
    else
        report_sheet_count(tree->sheet, "parent", path->parent);
    report_sheet_text(tree->sheet, "routine", name_of(archive, path->row));
    report_sheet_real(tree->sheet, "inclusive_percent",
                      percent_of(path->all, tree->stacks->samples));
    report_sheet_real(tree->sheet, "exclusive_percent",
                      percent_of(path->own, tree->stacks->samples));
    report_sheet_time_estimated(tree->sheet, "inclusive_time_ns", path->all_ns);
    report_sheet_count(tree->sheet, "samples", path->own);
    report_sheet_count(tree->sheet, "inclusive_samples", path->all);
    report_sheet_flag(tree->sheet, "inlined", inlined);
    add_where(archive, tree->sheet, path->row);
    buffer_free(&text);
}

/* Adds the paths below one, in the order of a walk through the tree. */
static void add_paths(struct tree *tree)
{
    const struct cube_stacks *stacks = tree->stacks;
    size_t room = 0, depth = 0, *next = NULL;
    next = memory_grow(next, &room, 1, sizeof *next);
    next[0] = 0;
    uint32_t at = ARCHIVE_NONE;
    for (;;) {
        size_t i = next[depth];
        if (i < stacks->path_count && stacks->paths[tree->order[i]].parent == at) {
            next[depth]++;
            uint32_t index = tree->order[i];
            if (percent_of(stacks->paths[index].all, stacks->samples) <
                tree->view->options->min_percent) {
                tree->hidden++;
                continue;
            }
            add_path(tree, index, depth);
            next = memory_grow(next, &room, ++depth + 1, sizeof *next);
            next[depth] = first_child(tree, index);
            at = index;
        } else if (at == ARCHIVE_NONE) {
            break;
        } else {
            at = stacks->paths[at].parent;
            depth--;
        }
    }
    free(next);
}

struct report_sheet *report_sampled_paths(const struct report_view *view)
{
    static const struct report_sheet_column columns[] = {
        {NULL, "call path", SHEET_TEXT, 0, 30, false},
        {"depth", NULL, SHEET_COUNT, 0, 0, false},
        {"id", NULL, SHEET_COUNT, 0, 0, false},
        {"parent", NULL, SHEET_COUNT, 0, 0, false},
        {"routine", NULL, SHEET_TEXT, 0, 0, false},
        {"inclusive_percent", "incl. %", SHEET_PERCENT, 0, 0, false},
        {"exclusive_percent", "excl. %", SHEET_PERCENT, 0, 0, false},
        {"inclusive_time_ns", "inclusive", SHEET_TIME, 1, 0, false},
        {"samples", NULL, SHEET_COUNT, 0, 0, false},
        {"inclusive_samples", NULL, SHEET_COUNT, 0, 0, false},
        {"inlined", NULL, SHEET_FLAG, 0, 0, false},
        {NULL, "in", SHEET_TEXT, 3, 8, false},
        {NULL, "where", SHEET_TEXT, 2, 12, false},
        {"binary", NULL, SHEET_TEXT, 0, 0, false},
        {"file", NULL, SHEET_TEXT, 0, 0, false},
        {"line", NULL, SHEET_ID, 0, 0, false},
    };
    struct report_sheet *sheet = report_sheet_new("sampled_paths", "Sampled call paths");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    struct cube_stacks stacks;
    cube_stacks_make(&stacks, view->archive);
    struct tree tree = {.view = view, .stacks = &stacks, .sheet = sheet};
    tree.order = memory_zeroed(stacks.path_count + 1, sizeof *tree.order);
    for (uint32_t i = 0; i < stacks.path_count; i++)
        tree.order[i] = i;
    qsort_r(tree.order, stacks.path_count, sizeof *tree.order, by_parent, &stacks);
    add_paths(&tree);
    if (tree.hidden)
        report_sheet_note(sheet, "Paths below %g %% are not shown; --min-percent 0 shows all.",
                          view->options->min_percent);
    free(tree.order);
    cube_stacks_free(&stacks);
    return sheet;
}
