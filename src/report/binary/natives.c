/* natives.c: the table of functions that could not be counted, with their share of the time. */
#include "report/binary/lcct.h"

#include "util/memory.h"
#include "util/number.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A function, summed over all places. */
struct native {
    uint32_t row; /* its first row in archive->natives */
    uint64_t samples;
};

static int compare_functions(const struct archive_natives *natives, uint32_t a, uint32_t b)
{
    if (natives->binary[a] != natives->binary[b])
        return natives->binary[a] < natives->binary[b] ? -1 : 1;
    if (natives->address[a] != natives->address[b])
        return natives->address[a] < natives->address[b] ? -1 : 1;
    if (natives->name[a] != natives->name[b])
        return natives->name[a] < natives->name[b] ? -1 : 1;
    return 0;
}

static int by_function(const void *left, const void *right, void *context)
{
    const struct archive *archive = context;
    const struct native *a = left, *b = right;
    return compare_functions(&archive->natives, a->row, b->row);
}

static int by_samples(const void *left, const void *right)
{
    const struct native *a = left, *b = right;
    if (a->samples != b->samples)
        return a->samples > b->samples ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

static bool is_own(const struct archive *archive, uint32_t row)
{
    return !strcmp(archive_text(archive, archive->natives.name[row]), ARCHIVE_NATIVE_OWN);
}

/* Returns for each place whether a lane of it is chosen; to be freed. */
static bool *choose_places(const struct report_lcct_view *view)
{
    const struct archive_lanes *lanes = &view->archive->lanes;
    bool *chosen = memory_zeroed(view->archive->places.rows + 1, sizeof *chosen);
    for (size_t i = 0; i < lanes->rows; i++)
        chosen[lanes->place[i]] |= view->chosen[i];
    return chosen;
}

/* Returns the functions, joined over all places, without Triptych itself; to be freed. */
static struct native *find_natives(const struct report_lcct_view *view, size_t *count)
{
    const struct archive *archive = view->archive;
    const struct archive_natives *natives = &archive->natives;
    struct native *all = memory_zeroed(natives->rows + 1, sizeof *all);
    bool *chosen = choose_places(view);
    size_t found = 0, kept = 0;
    for (uint32_t i = 0; i < natives->rows; i++) {
        if (chosen[natives->place[i]] && !is_own(archive, i))
            all[found++] = (struct native){i, natives->samples[i]};
    }
    free(chosen);
    qsort_r(all, found, sizeof *all, by_function, (void *)(uintptr_t)archive);
    for (size_t i = 0; i < found; i++) {
        if (kept && !compare_functions(natives, all[kept - 1].row, all[i].row))
            all[kept - 1].samples = number_add(all[kept - 1].samples, all[i].samples);
        else
            all[kept++] = all[i];
    }
    qsort(all, kept, sizeof *all, by_samples);
    *count = kept;
    return all;
}

/* True for start-up code, which is listed only if it takes time. */
static bool is_startup(const struct archive *archive, uint32_t row)
{
    return strstr(archive_text(archive, archive->natives.why[row]), "C runtime");
}

/* True for a function that may leave calls of its callers, which nothing notices. */
static bool may_leave_calls(const struct archive *archive, uint32_t row)
{
    return strstr(archive_text(archive, archive->natives.why[row]), "switches stacks");
}

struct report_lcct_shares report_lcct_shares(const struct report_lcct_view *view)
{
    const struct archive *archive = view->archive;
    const struct archive_natives *natives = &archive->natives;
    struct report_lcct_shares shares = {0};
    bool *chosen = choose_places(view);
    for (size_t i = 0; i < archive->places.rows; i++) {
        if (chosen[i])
            shares.samples = number_add(shares.samples, archive->places.pc_samples[i]);
    }
    for (uint32_t i = 0; i < natives->rows; i++) {
        uint64_t *to = is_own(archive, i)     ? &shares.own
                       : !natives->address[i] ? &shares.libraries
                                              : &shares.functions;
        if (chosen[natives->place[i]])
            *to = number_add(*to, natives->samples[i]);
    }
    free(chosen);
    return shares;
}

static void add_row(const struct report_lcct_view *view, struct report_sheet *sheet,
                    const struct native *native, uint64_t samples)
{
    const struct archive *archive = view->archive;
    const struct archive_natives *natives = &archive->natives;
    uint32_t row = native->row;
    const char *binary = archive_text(archive, natives->binary[row]), *slash = strrchr(binary, '/');
    char address[32] = "";
    bool is_function = natives->address[row] != 0; /* else the row stands for all other libraries */
    if (is_function)
        snprintf(address, sizeof address, "0x%" PRIx64, natives->address[row]);
    report_sheet_text(sheet, "function", archive_text(archive, natives->name[row]));
    report_sheet_text(sheet, "in", slash ? slash + 1 : binary);
    report_sheet_text(sheet, "binary", binary);
    report_sheet_text(sheet, "why", archive_text(archive, natives->why[row]));
    report_sheet_count(sheet, "samples", native->samples);
    if (samples)
        report_sheet_real(sheet, "percent", 100 * (double)native->samples / (double)samples);
    else
        report_sheet_unknown(sheet, "percent");
    if (is_function)
        report_sheet_count(sheet, "bytes", natives->size[row]);
    else
        report_sheet_nothing(sheet, "bytes");
    report_sheet_text(sheet, "address", address);
}

struct report_sheet *report_lcct_natives_sheet(const struct report_lcct_view *view)
{
    static const struct report_sheet_column columns[] = {
        {"function", "function", SHEET_TEXT, 0, 12, false},
        {NULL, "in", SHEET_TEXT, 3, 8, false},
        {"binary", NULL, SHEET_TEXT, 0, 0, false},
        {"why", "reason", SHEET_TEXT, 0, 20, false},
        {"samples", NULL, SHEET_COUNT, 0, 0, false},
        {"percent", "% of time", SHEET_PERCENT, 0, 0, false},
        {"bytes", "bytes", SHEET_COUNT, 4, 0, false},
        {"address", "address", SHEET_WORD, 4, 8, false},
    };
    struct report_sheet *sheet = report_sheet_new("natives", "Not counted");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    size_t count, top = view->options->report.top;
    struct report_lcct_shares shares = report_lcct_shares(view);
    struct native *natives = find_natives(view, &count);
    bool for_people = view->options->report.format == REPORT_TEXT;
    size_t startup = 0;
    bool leave_calls = false;
    for (size_t i = 0; i < count; i++) {
        leave_calls |= may_leave_calls(view->archive, natives[i].row);
        if (for_people && !natives[i].samples && is_startup(view->archive, natives[i].row))
            startup++;
        else if (top && report_sheet_rows(sheet) >= top)
            sheet->more++;
        else
            add_row(view, sheet, &natives[i], shares.samples);
    }
    free(natives);
    if (startup)
        report_sheet_note(sheet, "and %zu function%s of the C runtime.", startup,
                          startup == 1 ? "" : "s");
    if (leave_calls)
        report_sheet_note(sheet, "it switches stacks: if calls do not return because of that, they "
                                 "are counted as if they had.");
    if (shares.samples)
        report_sheet_note(sheet, "%% of time: from %" PRIu64 " sample%s.", shares.samples,
                          shares.samples == 1 ? "" : "s");
    else
        report_sheet_note(sheet, "- of time: the run was too short for samples.");
    if (shares.own)
        report_sheet_note(
            sheet,
            "%" PRIu64 " more sample%s in Triptych itself: measuring took about %.0f %% of the run "
            "time, in addition to the counters in the program's functions.",
            shares.own, shares.own == 1 ? " was" : "s were",
            100 * (double)shares.own / ((double)shares.own + (double)shares.samples));
    return sheet;
}
