/* mix.c: the table of the instruction mix of loops and functions of binaries. */
#include "report/binary/mix.h"

#include "cube/mix.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

static const struct report_sheet_column columns[] = {
    {"function", "function", SHEET_TEXT, 0, 8, false},
    {"loop", "loop", SHEET_ID, 0, 0, false},
    {NULL, "where", SHEET_TEXT, 5, 12, false},
    {"line", NULL, SHEET_ID, 0, 0, false},
    {"file", NULL, SHEET_TEXT, 0, 0, false},
    {"instructions", "instructions", SHEET_COUNT, 4, 0, false},
    {"float", NULL, SHEET_COUNT, 0, 0, false},
    {"integer", NULL, SHEET_COUNT, 0, 0, false},
    {"branch", NULL, SHEET_COUNT, 0, 0, false},
    {"memory", NULL, SHEET_COUNT, 0, 0, false},
    {"other", NULL, SHEET_COUNT, 0, 0, false},
    {"loads", NULL, SHEET_COUNT, 0, 0, false},
    {"stores", NULL, SHEET_COUNT, 0, 0, false},
    {NULL, "float %", SHEET_PERCENT, 2, 0, false},
    {NULL, "int. %", SHEET_PERCENT, 6, 0, false},
    {NULL, "branch %", SHEET_PERCENT, 7, 0, false},
    {NULL, "load %", SHEET_PERCENT, 3, 0, false},
    {NULL, "store %", SHEET_PERCENT, 3, 0, false},
    {"vector_percent", "vector %", SHEET_PERCENT, 1, 0, false},
    {"vector_bits", "bits", SHEET_COUNT, 2, 0, false},
    {"loaded_bytes", "loaded", SHEET_COUNT, 8, 0, false},
    {"stored_bytes", "stored", SHEET_COUNT, 8, 0, false},
    {"flops", "FLOP", SHEET_COUNT, 0, 0, false},
    {"flops_at_least", NULL, SHEET_FLAG, 0, 0, false},
    {"flops_per_byte", "FLOP/byte", SHEET_MEAN, 0, 0, false},
    {"flops_half", NULL, SHEET_COUNT, 0, 0, false},
    {"flops_single", NULL, SHEET_COUNT, 0, 0, false},
    {"flops_double", NULL, SHEET_COUNT, 0, 0, false},
    {"flops_extended", NULL, SHEET_COUNT, 0, 0, false},
    {"flops_scalar", NULL, SHEET_COUNT, 0, 0, false},
    {"flops_vector_64", NULL, SHEET_COUNT, 0, 0, false},
    {"flops_vector_128", NULL, SHEET_COUNT, 0, 0, false},
    {"flops_vector_256", NULL, SHEET_COUNT, 0, 0, false},
    {"flops_vector_512", NULL, SHEET_COUNT, 0, 0, false},
    {"fused", NULL, SHEET_COUNT, 0, 0, false},
    {"stack_accesses", NULL, SHEET_COUNT, 0, 0, false},
    {"unsure", NULL, SHEET_COUNT, 0, 0, false},
    {"inclusive_flops", NULL, SHEET_COUNT, 0, 0, false},
    {"inclusive_bytes", NULL, SHEET_COUNT, 0, 0, false},
    {"exclusive_time_ns", "excl. s", SHEET_TIME, 1, 0, false},
    {"gflops_per_second", "GFLOP/s", SHEET_MEAN, 1, 0, false},
    {"gbytes_per_second", "GB/s", SHEET_MEAN, 1, 0, false},
    {"time_ns", NULL, SHEET_TIME, 0, 0, false},
    {"inclusive_gflops_per_second", NULL, SHEET_MEAN, 0, 0, false},
    {"inclusive_gbytes_per_second", NULL, SHEET_MEAN, 0, 0, false},
    {NULL, "code", SHEET_TEXT, 9, 10, false},
};

static int heaviest_first(const void *left, const void *right)
{
    const struct cube_lcct_sum *a = left, *b = right;
    if (a->own != b->own)
        return a->own > b->own ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

struct cube_lcct_sum *report_mix_regions(const struct report_lcct_view *view, size_t *count)
{
    size_t loops, routines;
    struct cube_lcct_sum *of_loops = cube_lcct_sums(view->tree, TRI_KIND_LOOP, &loops);
    struct cube_lcct_sum *of_routines = cube_lcct_sums(view->tree, TRI_KIND_ROUTINE, &routines);
    *count = loops + routines;
    struct cube_lcct_sum *all = memory_zeroed(*count + 1, sizeof *all);
    for (size_t i = 0; i < *count; i++)
        all[i] = i < loops ? of_loops[i] : of_routines[i - loops];
    qsort(all, *count, sizeof *all, heaviest_first);
    free(of_loops);
    free(of_routines);
    return all;
}

static double percent(uint64_t part, uint64_t all)
{
    return all ? 100 * (double)part / (double)all : 0;
}

/* Adds what the compiler made of the code: "vectorised, fused, 40 % on stack". */
static void add_code(struct report_sheet *sheet, const uint64_t *counts,
                     const struct cube_mix_sums *sums)
{
    enum { MUCH = 20, MOST = 50 };
    struct buffer text = {0};
    uint64_t accesses = counts[FORMAT_OPERATION_LOADS] + counts[FORMAT_OPERATION_STORES];
    double stack = percent(counts[FORMAT_OPERATION_STACK], accesses);
    if (sums->flops && percent(sums->vector_flops, sums->flops) >= MOST)
        buffer_add(&text, "vectorised");
    else if (sums->flops)
        buffer_add(&text, "scalar");
    if (counts[FORMAT_OPERATION_FUSED])
        buffer_printf(&text, "%sfused", text.used ? ", " : "");
    if (stack >= MUCH)
        buffer_printf(&text, "%s%.0f %% of accesses on the stack", text.used ? ", " : "", stack);
    report_sheet_text(sheet, "code", text.text ? text.text : "");
    buffer_free(&text);
}

/* Adds the cells of the instruction classes and accesses. */
static void add_classes(struct report_sheet *sheet, const uint64_t *counts,
                        const struct cube_mix_sums *sums)
{
    static const uint32_t measures[] = {FORMAT_OPERATION_FLOAT,  FORMAT_OPERATION_INTEGER,
                                        FORMAT_OPERATION_BRANCH, FORMAT_OPERATION_MEMORY,
                                        FORMAT_OPERATION_OTHER,  FORMAT_OPERATION_LOADS,
                                        FORMAT_OPERATION_STORES};
    uint64_t all = sums->instructions;
    report_sheet_count(sheet, "instructions", all);
    for (size_t i = 0; i < sizeof measures / sizeof measures[0]; i++)
        report_sheet_count(sheet, format_operation_word(measures[i]), counts[measures[i]]);
    report_sheet_real(sheet, "float %", percent(counts[FORMAT_OPERATION_FLOAT], all));
    report_sheet_real(sheet, "int. %", percent(counts[FORMAT_OPERATION_INTEGER], all));
    report_sheet_real(sheet, "branch %", percent(counts[FORMAT_OPERATION_BRANCH], all));
    report_sheet_real(sheet, "load %", percent(counts[FORMAT_OPERATION_LOADS], all));
    report_sheet_real(sheet, "store %", percent(counts[FORMAT_OPERATION_STORES], all));
    report_sheet_real(sheet, "vector_percent", percent(sums->vectors, all));
    if (sums->width)
        report_sheet_count(sheet, "vector_bits", sums->width);
    else
        report_sheet_nothing(sheet, "vector_bits");
    report_sheet_count(sheet, "loaded_bytes", counts[FORMAT_OPERATION_LOADED]);
    report_sheet_count(sheet, "stored_bytes", counts[FORMAT_OPERATION_STORED]);
}

static void add_flops(struct report_sheet *sheet, const uint64_t *counts,
                      const struct cube_mix_sums *sums)
{
    static const char *const precisions[FORMAT_PRECISIONS] = {"flops_half", "flops_single",
                                                              "flops_double", "flops_extended"};
    static const char *const lengths[FORMAT_VECTOR_LENGTHS] = {
        "flops_scalar", "flops_vector_64", "flops_vector_128", "flops_vector_256",
        "flops_vector_512"};
    report_sheet_count_known(sheet, "flops", sums->flops, counts[FORMAT_OPERATION_UNSURE]);
    report_sheet_flag(sheet, "flops_at_least", counts[FORMAT_OPERATION_UNSURE]);
    if (sums->bytes && sums->flops)
        report_sheet_real(sheet, "flops_per_byte", sums->intensity);
    else
        report_sheet_nothing(sheet, "flops_per_byte");
    for (uint32_t i = 0; i < FORMAT_PRECISIONS; i++)
        report_sheet_count(sheet, precisions[i], sums->by_precision[i]);
    for (uint32_t i = 0; i < FORMAT_VECTOR_LENGTHS; i++) {
        uint64_t all = 0;
        for (uint32_t k = 0; k < FORMAT_PRECISIONS; k++)
            all += counts[format_operation_flops(k, i)];
        report_sheet_count(sheet, lengths[i], all);
    }
    report_sheet_count(sheet, "fused", counts[FORMAT_OPERATION_FUSED]);
    report_sheet_count(sheet, "stack_accesses", counts[FORMAT_OPERATION_STACK]);
    report_sheet_count(sheet, "unsure", counts[FORMAT_OPERATION_UNSURE]);
}

/* Adds inclusive operations and bytes, and how many per second, exclusive and inclusive, where
 * these times are known well enough. */
static void add_speed(struct report_sheet *sheet, const struct cube_lcct_sum *sum,
                      const struct cube_mix_sums *own, const struct cube_mix_sums *all)
{
    report_sheet_count(sheet, "inclusive_flops", all->flops);
    report_sheet_count(sheet, "inclusive_bytes", all->bytes);
    if (cube_lcct_has_own_rate(sum)) {
        double ns = (double)sum->own_time;
        report_lcct_time_cell(sheet, "exclusive_time_ns", sum->own_time, true, sum->own_sampled);
        report_sheet_real(sheet, "gflops_per_second", (double)own->flops / ns);
        report_sheet_real(sheet, "gbytes_per_second", (double)own->bytes / ns);
    } else {
        report_sheet_nothing_range(sheet, "exclusive_time_ns", "gbytes_per_second");
    }
    if (cube_lcct_has_rate(sum)) {
        double ns = (double)sum->time;
        report_lcct_time_cell(sheet, "time_ns", sum->time, true, sum->sampled);
        report_sheet_real(sheet, "inclusive_gflops_per_second", (double)all->flops / ns);
        report_sheet_real(sheet, "inclusive_gbytes_per_second", (double)all->bytes / ns);
    } else {
        report_sheet_nothing_range(sheet, "time_ns", "inclusive_gbytes_per_second");
    }
}

static void add_row(const struct report_lcct_view *view, struct report_sheet *sheet,
                    const struct cube_lcct_sum *sum, const struct cube_mix *mix)
{
    const struct archive_regions *regions = &view->archive->regions;
    uint32_t region = sum->region;
    struct cube_mix_sums own = cube_mix_sums(mix->own), all = cube_mix_sums(mix->all);
    report_lcct_name_cell(view, sheet, region);
    if (regions->kind[region] == TRI_KIND_LOOP)
        report_sheet_id(sheet, "loop", regions->seq[region]);
    else
        report_sheet_nothing(sheet, "loop");
    report_lcct_where_cells(view, sheet, region);
    add_classes(sheet, mix->own, &own);
    add_flops(sheet, mix->own, &own);
    add_speed(sheet, sum, &own, &all);
    add_code(sheet, mix->own, &own);
}

/* Hides the columns of times if no loop was timed. */
static void hide_times(struct report_sheet *sheet, bool timed)
{
    for (size_t i = 0; !timed && i < sheet->column_count; i++) {
        const char *key = sheet->columns[i].key;
        sheet->hidden[i] |=
            key && (!strcmp(key, "exclusive_time_ns") || !strcmp(key, "gflops_per_second") ||
                    !strcmp(key, "gbytes_per_second"));
    }
}

struct report_sheet *report_lcct_mix_sheet(const struct report_lcct_view *view)
{
    struct report_sheet *sheet = report_sheet_new("mix", "Instruction mix");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    struct cube_mix *mixes = cube_mix_new(view->archive, view->chosen);
    size_t count = 0, shown = 0, top = view->options->report.top;
    struct cube_lcct_sum *sums = report_mix_regions(view, &count);
    bool timed = false, sampled = false;
    for (size_t i = 0; mixes && i < count; i++) {
        if (!sums[i].own)
            continue;
        if (top && shown >= top) {
            sheet->more++;
            continue;
        }
        timed |= cube_lcct_has_own_rate(&sums[i]);
        sampled |= cube_lcct_has_own_rate(&sums[i]) && sums[i].own_sampled;
        add_row(view, sheet, &sums[i], &mixes[sums[i].region]);
        shown++;
    }
    hide_times(sheet, timed);
    free(sums);
    free(mixes);
    report_sheet_meaning(sheet, "loop", "empty: the function's code outside of its loops");
    report_sheet_meaning(sheet, "bits", "length of most vectors");
    report_sheet_meaning(sheet, "FLOP", "floating-point operations (a fused one is two)");
    report_sheet_meaning(sheet, "FLOP/byte", "operations per byte loaded or stored");
    report_sheet_meaning(sheet, "GFLOP/s", "operations by exclusive time");
    report_sheet_note(sheet, "Counts are exclusive: without inner loops and called functions.");
    if (sampled)
        report_sheet_note(sheet, "Times with ~ are sampled.");
    return sheet;
}
