/* division_sheets.c: the tables of how runs divide loops. */
#include "report/compare/division.h"

#include "cube/region_words.h"
#include "report/run/loop_words.h"
#include "util/memory.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

enum {
    LARGEST_LIMIT = 10000, /* a speed-up limit above this is not shown */
    EACH = 4,              /* workers whose trips may be listed one by one, */
    EACH_WIDTH = 20,       /* if the list is no wider */
    INDENTED = 12,         /* deeper nodes have the depth written in front */
};

const char *report_division_word(enum analysis_division_verdict verdict)
{
    static const char *const words[] = {
        [DIVISION_NEVER] = "",
        [DIVISION_SAME] = "same",
        [DIVISION_DIVIDED] = "divided",
        [DIVISION_UNEVEN] = "unevenly divided",
        [DIVISION_ALONE] = "done by one",
        [DIVISION_REPLICATED] = "replicated",
        [DIVISION_PARTLY] = "partly replicated",
        [DIVISION_MORE] = "more",
        [DIVISION_LESS] = "less",
        [DIVISION_NEW] = "new",
        [DIVISION_GONE] = "gone",
        [DIVISION_UNMATCHED] = "not matched",
        [DIVISION_UNTOLD] = "unknown",
    };
    return words[verdict];
}

const char *report_division_name(const struct analysis_division *division, size_t run)
{
    const char *path = division->trees[run]->archive->path, *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

void report_division_workers(const struct analysis_division *division, size_t run,
                             struct buffer *to)
{
    const struct analysis_division_tree *tree = division->trees[run];
    bool one = tree->worker_count == 1;
    if (tree->by == DIVISION_BY_LANE && !one) {
        buffer_printf(to, "%u threads", tree->worker_count);
        return;
    }
    if (tree->archive->ranked)
        buffer_printf(to, "%u rank%s", tree->worker_count, one ? "" : "s");
    else
        buffer_printf(to, "%u process%s", tree->worker_count, one ? "" : "es");
    if (tree->lane_count > tree->worker_count)
        buffer_printf(to, ", %u threads", tree->lane_count);
}

/* Adds the limits of the speed-up; unknown if too little was matched, or if times say nothing. */
static void add_limits(struct report_sheet *sheet, const struct analysis_division *division,
                       size_t run, const struct analysis_division_bound *bound)
{
    if (!analysis_division_is_enough(division, run) || bound->load == DIVISION_LOAD_UNTOLD) {
        report_sheet_unknown_range(sheet, "replicated_percent", "limit");
        return;
    }
    report_sheet_real(sheet, "replicated_percent", 100 * bound->replicated);
    report_sheet_real(sheet, "alone_percent", 100 * bound->alone);
    report_sheet_real(sheet, "limit_here", bound->limit_here);
    report_sheet_real(sheet, "limit_balance", bound->limit_balance);
    if (run && division->trees[run]->worker_count > 1 && bound->limit > 0 &&
        bound->limit < LARGEST_LIMIT)
        report_sheet_real(sheet, "limit", bound->limit);
    else
        report_sheet_nothing(sheet, "limit");
}

static const char *load_word(enum analysis_division_load load)
{
    return load == DIVISION_LOAD_WORK ? "work" : load == DIVISION_LOAD_TRIPS ? "trips" : "unknown";
}

static void add_run(struct report_sheet *sheet, const struct analysis_division *division,
                    size_t run)
{
    const struct analysis_division_tree *tree = division->trees[run];
    const struct analysis_division_matched *matched = &division->matched[run];
    struct analysis_division_bound bound = analysis_division_bound(division, run);
    struct buffer workers = {0};
    char busiest[ARCHIVE_NAME] = "";
    report_division_workers(division, run, &workers);
    if (tree->worker_count > 1)
        analysis_division_worker_name(tree, bound.busiest, busiest);
    report_sheet_text(sheet, "archive", report_division_name(division, run));
    report_sheet_text(sheet, "by", workers.text);
    report_sheet_count(sheet, "workers", tree->worker_count);
    report_sheet_real(sheet, "matched %", 100 * fmin(matched->of_first, matched->of_run));
    report_sheet_real(sheet, "matched_percent", 100 * matched->of_first);
    report_sheet_real(sheet, "matched_of_run_percent", 100 * matched->of_run);
    if (bound.load == DIVISION_LOAD_UNTOLD) {
        report_sheet_unknown_range(sheet, "work_percent", "busiest");
    } else {
        report_sheet_real(sheet, "work_percent", 100 * bound.spread);
        report_sheet_real(sheet, "uneven", bound.uneven);
        report_sheet_text(sheet, "busiest", busiest);
    }
    report_sheet_text(sheet, "load", load_word(bound.load));
    add_limits(sheet, division, run, &bound);
    buffer_free(&workers);
}

struct report_sheet *report_division_runs_sheet(const struct analysis_division *division)
{
    static const struct report_sheet_column columns[] = {
        {"archive", "run", SHEET_TEXT, 0, 12, false},
        {NULL, "by", SHEET_WORD, 0, 8, false},
        {"workers", NULL, SHEET_COUNT, 0, 0, false},
        {NULL, "matched %", SHEET_PERCENT, 0, 0, false},
        {"matched_percent", NULL, SHEET_PERCENT, 0, 0, false},
        {"matched_of_run_percent", NULL, SHEET_PERCENT, 0, 0, false},
        {"work_percent", "work %", SHEET_PERCENT, 0, 0, false},
        {"uneven", "max/mean", SHEET_MEAN, 0, 0, false},
        {"busiest", "busiest", SHEET_WORD, 3, 0, false},
        {"load", NULL, SHEET_TEXT, 0, 0, false},
        {"replicated_percent", "replicated %", SHEET_PERCENT, 0, 0, false},
        {"alone_percent", "by one %", SHEET_PERCENT, 2, 0, false},
        {"limit_here", "max speed-up", SHEET_MEAN, 0, 0, false},
        {"limit_balance", "as divided", SHEET_MEAN, 0, 0, false},
        {"limit", "with any number", SHEET_MEAN, 1, 0, false},
    };
    struct report_sheet *sheet = report_sheet_new("runs", "Runs");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t run = 0; run < division->runs; run++)
        add_run(sheet, division, run);
    report_sheet_meaning(sheet, "work %", "work of all workers, in percent of the first run's");
    report_sheet_meaning(sheet, "max/mean", "work of the busiest worker, divided by the mean");
    report_sheet_meaning(sheet, "max speed-up", "possible speed-up with this number of workers");
    report_sheet_meaning(sheet, "as divided", "possible speed-up as the work is divided now");
    return sheet;
}

static void add_source(struct report_sheet *sheet, const struct archive *archive, uint32_t region)
{
    uint32_t line = archive->regions.line[region];
    struct buffer text = {0};
    if (cube_region_has_source(archive, region) && line)
        report_loop_where(&text, cube_region_file(archive, region), line);
    report_sheet_text(sheet, "source", text.text ? text.text : "");
    buffer_free(&text);
}

/* The search for the nodes that are worth a row. */
struct search {
    const struct analysis_division *division;
    const struct report_options *options;
    uint32_t *first, *next; /* first child, next sibling */
    struct report_division_rows rows;
};

static int by_weight(const void *left, const void *right, void *context)
{
    const double *heat = context;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    if (heat[a] != heat[b]) /* ascending: linking reverses the order */
        return heat[a] < heat[b] ? -1 : 1;
    return a > b ? -1 : a < b;
}

/* Links the nodes that have enough of the work, the heaviest first. */
static void link_hot(struct search *search)
{
    const struct analysis_division *division = search->division;
    uint32_t *sorted = memory_zeroed(division->count, sizeof *sorted);
    for (uint32_t i = 0; i < division->count; i++) {
        sorted[i] = i;
        search->first[i] = search->next[i] = ARCHIVE_NONE;
    }
    qsort_r(sorted, division->count, sizeof *sorted, by_weight, division->heat);
    for (size_t i = 0; i < division->count; i++) {
        uint32_t node = sorted[i], parent = division->nodes[node].parent;
        if (parent == ARCHIVE_NONE)
            continue;
        if (100 * division->heat[node] < search->options->min_percent) {
            search->rows.hidden += analysis_division_is_loop(division, node);
            continue;
        }
        search->next[node] = search->first[parent];
        search->first[parent] = node;
    }
    free(sorted);
}

struct report_division_rows report_division_rows_find(const struct analysis_division *division,
                                                      const struct report_options *options)
{
    struct search search = {
        .division = division,
        .options = options,
        .first = memory_zeroed(division->count, sizeof *search.first),
        .next = memory_zeroed(division->count, sizeof *search.next),
        .rows.nodes = memory_zeroed(division->count, sizeof *search.rows.nodes),
        .rows.depths = memory_zeroed(division->count, sizeof *search.rows.depths),
    };
    uint32_t depth = 0;
    link_hot(&search);
    for (uint32_t at = search.first[0]; at != ARCHIVE_NONE;) {
        search.rows.nodes[search.rows.count] = at;
        search.rows.depths[search.rows.count++] = depth;
        if (search.first[at] != ARCHIVE_NONE) {
            at = search.first[at];
            depth++;
            continue;
        }
        while (at && search.next[at] == ARCHIVE_NONE) {
            at = division->nodes[at].parent;
            depth--;
        }
        at = at ? search.next[at] : ARCHIVE_NONE;
    }
    free(search.first);
    free(search.next);
    return search.rows;
}

void report_division_rows_free(struct report_division_rows *rows)
{
    free(rows->nodes);
    free(rows->depths);
    *rows = (struct report_division_rows){0};
}

/* Adds where a run has a loop, if that differs from the first run. True if it does. */
static bool find_other_source(const struct analysis_division *division, uint32_t node, size_t run,
                              struct buffer *to)
{
    const struct analysis_division_node *of = &division->nodes[node];
    struct buffer first = {0};
    const struct archive *archive;
    uint32_t region = analysis_division_region(division, node, &archive);
    if (of->nodes[run] == ARCHIVE_NONE || of->run == run)
        return false;
    report_loop_where(&first, cube_region_file(archive, region), archive->regions.line[region]);
    const struct analysis_division_tree *tree = division->trees[run];
    region = tree->nodes[of->nodes[run]].region;
    report_loop_where(to, cube_region_file(tree->archive, region),
                      tree->archive->regions.line[region]);
    bool differs = to->text && (!first.text || strcmp(to->text, first.text) != 0);
    if (!differs)
        buffer_free(to);
    buffer_free(&first);
    return differs;
}

static bool has_other_sources(const struct analysis_division *division,
                              const struct report_division_rows *rows, size_t first, size_t end)
{
    bool has = false;
    for (size_t run = first; run < end; run++) {
        for (size_t i = 0; i < rows->count && !has; i++) {
            struct buffer text = {0};
            has = find_other_source(division, rows->nodes[i], run, &text);
            buffer_free(&text);
        }
    }
    return has;
}

static void add_other_source(struct report_sheet *sheet, const struct analysis_division *division,
                             uint32_t node, size_t run)
{
    struct buffer text = {0};
    if (find_other_source(division, node, run, &text))
        report_sheet_text(sheet, "source_now", text.text);
    else
        report_sheet_nothing(sheet, "source_now");
    buffer_free(&text);
}

/* Adds the function that a loop was inlined from: " of dot". */
static void add_inlined(const struct archive *archive, uint32_t region, struct buffer *to)
{
    const struct archive_loops *loops = &archive->loops;
    for (size_t i = 0; i < loops->rows; i++) {
        const char *inlined = archive_text(archive, loops->inlined[i]);
        const char *end = strstr(inlined, " <- ");
        if (loops->region[i] != region || !*inlined)
            continue;
        size_t size = end ? (size_t)(end - inlined) : strlen(inlined);
        buffer_printf(to, " of %.*s", (int)size, inlined);
        return;
    }
}

static void add_label(struct report_sheet *sheet, const struct archive *archive, uint32_t region,
                      uint32_t depth)
{
    struct buffer text = {0};
    if (depth > INDENTED)
        buffer_printf(&text, "[%u] ", depth);
    for (uint32_t i = 0; i < depth && depth <= INDENTED; i++)
        buffer_add(&text, "  ");
    cube_region_label(archive, region, &text);
    add_inlined(archive, region, &text);
    report_sheet_text(sheet, "loop", text.text);
    buffer_free(&text);
}

/* Adds the trips of the workers one by one: "1  2  3  4". */
static void list_each(struct buffer *to, const struct analysis_division *division, uint32_t node,
                      size_t run)
{
    for (uint32_t i = 0; i < division->trees[run]->worker_count; i++) {
        const struct analysis_division_part *part = analysis_division_part(division, node, run, i);
        buffer_add(to, i ? "  " : "");
        words_count(to, part ? part->trips : 0, true);
    }
}

/* Adds the trips of the workers: "20 each", "1  2  3  4" or "2 to 5". */
static void add_each(struct report_sheet *sheet, const struct analysis_division *division,
                     uint32_t node, size_t run, const struct analysis_division_numbers *numbers)
{
    uint32_t workers = division->trees[run]->worker_count;
    struct buffer text = {0};
    if (numbers->least == numbers->most) {
        words_count(&text, numbers->most, true);
        buffer_add(&text, workers > 1 ? " each" : "");
    } else if (workers <= EACH) {
        list_each(&text, division, node, run);
    }
    if (!text.used || text.used > EACH_WIDTH) {
        text.used = 0;
        words_count(&text, numbers->least, true);
        buffer_add(&text, " to ");
        words_count(&text, numbers->most, true);
    }
    report_sheet_text(sheet, "of each", text.text);
    buffer_free(&text);
}

static void add_all_parts(struct report_sheet *sheet, const struct analysis_division *division,
                          uint32_t node, size_t run)
{
    struct buffer text = {0};
    for (uint32_t i = 0; i < division->trees[run]->worker_count; i++) {
        const struct analysis_division_part *part = analysis_division_part(division, node, run, i);
        buffer_printf(&text, "%s%llu", i ? " " : "", (unsigned long long)(part ? part->trips : 0));
    }
    report_sheet_text(sheet, "trips", text.text ? text.text : "");
    buffer_free(&text);
}

static void add_verdict(struct report_sheet *sheet, const struct analysis_division_numbers *numbers)
{
    struct buffer text = {0};
    if (numbers->verdict == DIVISION_UNEVEN)
        buffer_printf(&text, "uneven %.2f", numbers->uneven);
    else if (numbers->verdict == DIVISION_PARTLY)
        buffer_printf(&text, "replicated %.0f %%", 100 * numbers->again);
    else
        buffer_add(&text, report_division_word(numbers->verdict));
    if (numbers->verdict == DIVISION_MORE || numbers->verdict == DIVISION_LESS) {
        buffer_add(&text, ": x ");
        words_number(&text, (double)numbers->sum / (double)numbers->before, 3);
    }
    report_sheet_text(sheet, "now", text.text);
    buffer_free(&text);
}

static void add_row(struct report_sheet *sheet, const struct analysis_division *division,
                    uint32_t node, uint32_t depth, size_t run)
{
    const struct archive *archive;
    uint32_t region = analysis_division_region(division, node, &archive);
    bool loop = archive->regions.kind[region] == TRI_KIND_LOOP;
    struct analysis_division_numbers numbers = analysis_division_judge(division, node, run);
    add_label(sheet, archive, region, depth);
    report_sheet_text(sheet, "archive", report_division_name(division, run));
    report_sheet_count(sheet, "depth", depth);
    report_sheet_text(sheet, "kind", cube_region_kind(archive, region));
    report_sheet_text(sheet, "name", cube_region_name(archive, region));
    report_sheet_text(sheet, "routine", cube_region_routine(archive, region));
    report_sheet_real(sheet, "inclusive_percent", 100 * division->below[node]);
    report_sheet_real(sheet, "exclusive_percent", 100 * division->share[node]);
    add_source(sheet, archive, region);
    add_other_source(sheet, division, node, run);
    if (!loop) {
        report_sheet_nothing_range(sheet, "before", "replicated_percent");
        return;
    }
    report_sheet_count(sheet, "before", numbers.before);
    add_verdict(sheet, &numbers);
    report_sheet_text(sheet, "verdict", report_division_word(numbers.verdict));
    report_sheet_count(sheet, "sum", numbers.sum);
    add_each(sheet, division, node, run, &numbers);
    add_all_parts(sheet, division, node, run);
    report_sheet_count(sheet, "most", numbers.most);
    report_sheet_real(sheet, "uneven", numbers.uneven);
    if (numbers.verdict == DIVISION_UNTOLD)
        report_sheet_nothing(sheet, "replicated_percent");
    else
        report_sheet_real(sheet, "replicated_percent", 100 * numbers.again);
}

struct report_sheet *report_division_loops_sheet(const struct analysis_division *division,
                                                 const struct report_options *options,
                                                 const char *title, size_t first, size_t end)
{
    struct report_division_rows rows = report_division_rows_find(division, options);
    bool moved = has_other_sources(division, &rows, first, end), shared = false, untold = false;
    const struct report_sheet_column columns[] = {
        {NULL, "loop", SHEET_TEXT, 0, 24, false},
        {"archive", NULL, SHEET_TEXT, 0, 0, false},
        {"depth", NULL, SHEET_COUNT, 0, 0, false},
        {"kind", NULL, SHEET_TEXT, 0, 0, false},
        {"name", NULL, SHEET_TEXT, 0, 0, false},
        {"routine", NULL, SHEET_TEXT, 0, 0, false},
        {"inclusive_percent", "incl. %", SHEET_PERCENT, 5, 0, false},
        {"exclusive_percent", "excl. %", SHEET_PERCENT, 1, 0, false},
        {"source", "source", SHEET_TEXT, 2, 14, false},
        {"source_now", moved ? "source now" : NULL, SHEET_TEXT, 2, 14, false},
        {"before", "before", SHEET_COUNT, 0, 0, false},
        {NULL, "now", SHEET_WORD, 0, 14, false},
        {"verdict", NULL, SHEET_TEXT, 0, 0, false},
        {"sum", "sum", SHEET_COUNT, 4, 0, false},
        {NULL, "of each", SHEET_WORD, 3, 48, false},
        {"trips", NULL, SHEET_TEXT, 0, 0, false},
        {"most", NULL, SHEET_COUNT, 0, 0, false},
        {"uneven", NULL, SHEET_MEAN, 0, 0, false},
        {"replicated_percent", NULL, SHEET_PERCENT, 0, 0, false},
    };
    struct report_sheet *sheet = report_sheet_new("loops", title);
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t run = first; run < end; run++) {
        for (size_t i = 0; i < rows.count; i++) {
            if (options->top && i >= options->top)
                sheet->more++;
            else
                add_row(sheet, division, rows.nodes[i], rows.depths[i], run);
            untold |=
                analysis_division_judge(division, rows.nodes[i], run).verdict == DIVISION_UNTOLD;
        }
    }
    if (rows.hidden)
        report_sheet_note(sheet, "%zu loop%s below %g %% not shown; --min-percent 0 shows all.",
                          rows.hidden, rows.hidden == 1 ? "" : "s", options->min_percent);
    report_sheet_note(
        sheet,
        "before, sum, of each: trips, or source iterations if the loop was vectorised or "
        "unrolled and the factor is known. excl. %%, incl. %%: exclusive and inclusive share "
        "of the first run's work.");
    if (untold)
        report_sheet_note(sheet, "unknown: it is not known how many source iterations a trip has.");
    for (size_t run = 0; run < division->runs; run++)
        shared |= division->trees[run]->shared;
    if (shared)
        report_sheet_note(
            sheet,
            "Loops that were counted, not timed, have a share of the enclosing region's time, "
            "by their trips.");
    report_division_rows_free(&rows);
    return sheet;
}

struct report_sheet *report_division_scaling_sheet(const struct analysis_division *division,
                                                   const struct report_options *options)
{
    struct report_sheet *sheet = report_sheet_new("scaling", "Trips of all workers together");
    struct report_division_rows rows = report_division_rows_find(division, options);
    size_t runs = division->runs < 20 ? division->runs : 20; /* columns of a table */
    report_sheet_add_column(sheet,
                            (struct report_sheet_column){NULL, "loop", SHEET_TEXT, 0, 24, false});
    report_sheet_add_column(
        sheet, (struct report_sheet_column){NULL, "excl. %", SHEET_PERCENT, 1, 0, false});
    for (size_t run = 0; run < runs; run++)
        report_sheet_add_column(
            sheet, (struct report_sheet_column){NULL, report_division_name(division, run),
                                                SHEET_WORD, 0, 12, false});
    for (size_t i = 0; i < rows.count && (!options->top || i < options->top); i++) {
        const struct archive *archive;
        uint32_t region = analysis_division_region(division, rows.nodes[i], &archive);
        bool loop = archive->regions.kind[region] == TRI_KIND_LOOP;
        add_label(sheet, archive, region, rows.depths[i]);
        report_sheet_real(sheet, "excl. %", 100 * division->share[rows.nodes[i]]);
        for (size_t run = 0; run < runs; run++) {
            struct analysis_division_numbers numbers =
                analysis_division_judge(division, rows.nodes[i], run);
            struct buffer text = {0};
            words_count(&text, numbers.sum, true);
            if (run)
                buffer_printf(&text, " %s", report_division_word(numbers.verdict));
            report_sheet_text(sheet, report_division_name(division, run), loop ? text.text : "");
            buffer_free(&text);
        }
    }
    report_division_rows_free(&rows);
    return sheet;
}
