/* natives.c: the table of functions that could not be counted, with their share of the time. */
#include "report/binary/lcct.h"

#include "cube/stacks.h"
#include "util/buffer.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/words.h"

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

/* True for the function in which the program of the user begins: main, MAIN__ of Fortran, and main
 * of a crate of Rust or of a package of Go. */
static bool is_main(const struct archive *archive, uint32_t row)
{
    const char *name = archive_text(archive, archive->natives.name[row]);
    const char *colon = strstr(name, "::main"), *point = strstr(name, ".main");
    return !strcmp(name, "main") || !strcmp(name, "MAIN__") ||
           (colon && !strcmp(colon, "::main")) || (point && !strcmp(point, ".main"));
}

/* The slowest first; of those that took no time, the one in which the program begins, and then the
 * largest. */
static int by_weight(const void *left, const void *right, void *context)
{
    const struct archive *archive = context;
    const struct native *a = left, *b = right;
    uint64_t size_a = archive->natives.size[a->row], size_b = archive->natives.size[b->row];
    bool main_a = is_main(archive, a->row), main_b = is_main(archive, b->row);
    if (a->samples != b->samples)
        return a->samples > b->samples ? -1 : 1;
    if (main_a != main_b)
        return main_a ? -1 : 1;
    if (size_a != size_b)
        return size_a > size_b ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

static bool is_own(const struct archive *archive, uint32_t row)
{
    return !strcmp(archive_text(archive, archive->natives.name[row]), ARCHIVE_NATIVE_OWN);
}

/* True for a part of a function that is counted with the function, or listed with it. */
static bool is_part(const struct archive *archive, uint32_t row)
{
    return strstr(archive_text(archive, archive->natives.why[row]), "part of another function");
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
        if (chosen[natives->place[i]] && !is_own(archive, i) &&
            (natives->samples[i] || !is_part(archive, i)))
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
    qsort_r(all, kept, sizeof *all, by_weight, (void *)(uintptr_t)archive);
    *count = kept;
    return all;
}

/* True for start-up code, which is listed only if it takes time. */
static bool is_startup(const struct archive *archive, uint32_t row)
{
    return strstr(archive_text(archive, archive->natives.why[row]), "C runtime");
}

/* True for a function with landing pads where calls return to. */
static bool may_land_behind(const struct archive *archive, uint32_t row)
{
    return strstr(archive_text(archive, archive->natives.why[row]), "right after a call");
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

const char *report_lcct_main_reason(const struct archive *archive)
{
    const struct archive_natives *natives = &archive->natives;
    uint32_t largest = ARCHIVE_NONE;
    for (uint32_t i = 0; i < natives->rows; i++) {
        if (is_own(archive, i) || is_startup(archive, i) || is_part(archive, i) ||
            !natives->address[i])
            continue;
        if (largest == ARCHIVE_NONE || natives->size[i] > natives->size[largest])
            largest = i;
    }
    return largest == ARCHIVE_NONE ? NULL : archive_text(archive, natives->why[largest]);
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

/* Functions that are not listed, by the reason why they are not counted. */
struct reasons {
    struct reason {
        const char *why;
        uint64_t functions;
    } * all;
    size_t count, room;
};

static void sum_up(struct reasons *reasons, const char *why)
{
    size_t i = 0;
    while (i < reasons->count && strcmp(reasons->all[i].why, why) != 0)
        i++;
    if (i == reasons->count) {
        reasons->all = memory_grow(reasons->all, &reasons->room, i + 1, sizeof *reasons->all);
        reasons->all[reasons->count++] = (struct reason){why, 0};
    }
    reasons->all[i].functions++;
}

static int by_functions(const void *left, const void *right)
{
    const struct reason *a = left, *b = right;
    if (a->functions != b->functions)
        return a->functions > b->functions ? -1 : 1;
    return strcmp(a->why, b->why);
}

/* Tells how many functions are not listed for each reason, the most frequent first. */
static void tell_reasons(struct report_sheet *sheet, const struct reasons *reasons, bool sampled)
{
    if (reasons->count)
        qsort(reasons->all, reasons->count, sizeof *reasons->all, by_functions);
    for (size_t i = 0; i < reasons->count; i++) {
        const struct reason *reason = &reasons->all[i];
        struct buffer number = {0};
        words_count(&number, reason->functions, true);
        report_sheet_note(sheet, "and %s function%s%s: %s.", number.text,
                          reason->functions == 1 ? "" : "s", sampled ? " that took no time" : "",
                          reason->why);
        buffer_free(&number);
    }
    if (reasons->count)
        report_sheet_note(sheet, "--top 0 lists them.");
}

/* Lists the functions. For people, those that took no time are only counted, but for the largest.
 */
static void list(const struct report_lcct_view *view, struct report_sheet *sheet,
                 const struct native *natives, size_t count, uint64_t samples)
{
    enum { MOST_IDLE = 5 };
    bool for_people = view->options->report.format == REPORT_TEXT;
    size_t startup = 0, idle = 0, top = view->options->report.top;
    struct reasons reasons = {0};
    for (size_t i = 0; i < count; i++) {
        bool is_idle = for_people && !natives[i].samples;
        bool is_full = top && report_sheet_rows(sheet) >= top;
        if (is_idle && is_startup(view->archive, natives[i].row)) {
            startup++;
        } else if (is_idle && (is_full || (top && idle >= MOST_IDLE))) {
            sum_up(&reasons,
                   archive_text(view->archive, view->archive->natives.why[natives[i].row]));
        } else if (is_full) {
            sheet->more++;
        } else {
            add_row(view, sheet, &natives[i], samples);
            idle += is_idle;
        }
    }
    if (startup)
        report_sheet_note(sheet, "and %zu function%s of the C runtime.", startup,
                          startup == 1 ? "" : "s");
    tell_reasons(sheet, &reasons, samples != 0);
    free(reasons.all);
}

/* Says what the shares of the time come from. */
static void note_samples(struct report_sheet *sheet, const struct report_lcct_shares *shares)
{
    bool are_few = number_add(shares->samples, shares->own) < CUBE_STACKS_FEW;
    if (shares->samples)
        report_sheet_note(sheet, "%% of time: from %" PRIu64 " sample%s%s.", shares->samples,
                          shares->samples == 1 ? "" : "s",
                          are_few ? ", too few to tell how it is divided" : "");
    else
        report_sheet_note(sheet, "- of time: the run was too short for samples.");
    const char *is = shares->own == 1 ? " was" : "s were";
    if (shares->own && are_few)
        report_sheet_note(sheet, "%" PRIu64 " more sample%s in Triptych itself.", shares->own, is);
    else if (shares->own)
        report_sheet_note(
            sheet,
            "%" PRIu64 " more sample%s in Triptych itself: measuring took about %.0f %% of the run "
            "time, in addition to the counters in the program's functions.",
            shares->own, is,
            100 * (double)shares->own / ((double)shares->own + (double)shares->samples));
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
    size_t count;
    struct report_lcct_shares shares = report_lcct_shares(view);
    struct native *natives = find_natives(view, &count);
    bool leave_calls = false, land_behind = false;
    for (size_t i = 0; i < count; i++) {
        leave_calls |= may_leave_calls(view->archive, natives[i].row);
        land_behind |= may_land_behind(view->archive, natives[i].row);
    }
    list(view, sheet, natives, count, shares.samples);
    free(natives);
    if (leave_calls)
        report_sheet_note(sheet, "it switches stacks: if calls do not return because of that, they "
                                 "are counted as if they had.");
    if (land_behind)
        report_sheet_note(sheet, "an exception lands right after a call: the code that handles it "
                                 "begins where the call returns to, so that what happened cannot "
                                 "be told.");
    note_samples(sheet, &shares);
    return sheet;
}
