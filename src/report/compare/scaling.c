/* scaling.c: see scaling.h */
#include "report/compare/scaling.h"

#include "report/analysis/efficiency.h"
#include "report/table/text.h"
#include "util/memory.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = 20 }; /* columns of a table */

static const char *key_of(int factor)
{
    return factor == SCALING_COMPUTATION ? "computation_scaling"
           : factor == SCALING_WORK      ? "work_scaling"
                                         : report_efficiency_key(factor);
}

static const char *name_of(const struct analysis_scaling *scaling, int factor)
{
    return factor == SCALING_COMPUTATION ? "computation scaling"
           : factor == SCALING_WORK
               ? (scaling->by_trips ? "  scaling of trips" : "  instruction scaling")
               : report_efficiency_word(factor);
}

static const char *archive_name(const struct analysis_scaling_run *run)
{
    const char *path = run->archive->path, *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

/* Adds "4 ranks", "4 ranks, 8 threads", "2 processes", "8 threads" or "serial". */
static void add_workers(const struct analysis_scaling_run *run, struct buffer *to)
{
    if (run->lanes == 1 || !run->lanes)
        buffer_add(to, run->archive->ranked ? "1 rank" : "serial");
    else if (run->ranks == 1)
        buffer_printf(to, "%llu threads", (unsigned long long)run->lanes);
    else
        buffer_printf(to, "%llu %s", (unsigned long long)run->ranks,
                      run->archive->ranked ? "ranks" : "processes");
    if (run->ranks > 1 && run->lanes > run->ranks)
        buffer_printf(to, ", %llu threads", (unsigned long long)run->lanes);
}

/* Adds a row of the text: a number of each run. */
static void add_row(struct report_sheet *sheet, const struct analysis_scaling *scaling,
                    const char *name, const double *values, size_t columns)
{
    report_sheet_text(sheet, "factor", name);
    for (size_t i = 0; i < columns; i++) {
        struct buffer text = {0};
        if (!isnan(values[i]))
            buffer_printf(&text, "%.2f", values[i]);
        if (text.text)
            report_sheet_text(sheet, archive_name(&scaling->runs[i]), text.text);
        else
            report_sheet_unknown(sheet, archive_name(&scaling->runs[i]));
        buffer_free(&text);
    }
}

/* Adds rows that are not factors: workers, seconds, speed-up, efficiency. */
static void add_head(struct report_sheet *sheet, const struct analysis_scaling *scaling,
                     size_t columns)
{
    double values[MOST_RUNS] = {0};
    report_sheet_text(sheet, "factor", "");
    for (size_t i = 0; i < columns; i++) {
        struct buffer text = {0};
        add_workers(&scaling->runs[i], &text);
        report_sheet_text(sheet, archive_name(&scaling->runs[i]), text.text);
        buffer_free(&text);
    }
    report_sheet_text(sheet, "factor", "time");
    for (size_t i = 0; i < columns; i++) {
        struct buffer text = {0};
        words_time(&text, (uint64_t)fmax(scaling->runs[i].time, 0));
        report_sheet_text(sheet, archive_name(&scaling->runs[i]), text.text);
        buffer_free(&text);
    }
    for (size_t i = 0; i < columns; i++)
        values[i] = scaling->runs[i].speedup;
    add_row(sheet, scaling, "speed-up", values, columns);
    for (size_t i = 0; i < columns; i++)
        values[i] = scaling->runs[i].efficiency;
    add_row(sheet, scaling, "efficiency", values, columns);
}

/* True if some run has several lanes, so that its parallel efficiency is worth a row, even if it is
 * unknown. */
static bool is_parallel(const struct analysis_scaling *scaling, size_t columns)
{
    for (size_t i = 0; i < columns; i++) {
        if (scaling->runs[i].lanes > 1)
            return true;
    }
    return false;
}

/* Adds the factors that a run has. */
static void add_factors(struct report_sheet *sheet, const struct analysis_scaling *scaling,
                        size_t columns)
{
    for (int factor = 0; factor < SCALING_FACTORS; factor++) {
        double values[MOST_RUNS] = {0};
        bool known = factor == EFFICIENCY_PARALLEL && is_parallel(scaling, columns);
        for (size_t i = 0; i < columns; i++) {
            values[i] = scaling->runs[i].factors[factor];
            known |= !isnan(values[i]) && scaling->runs[i].lanes > 1;
        }
        char *name = memory_printf("%s%s", factor < EFFICIENCY_FACTORS && factor ? "  " : "",
                                   name_of(scaling, factor));
        if (known)
            add_row(sheet, scaling, name, values, columns);
        free(name);
    }
}

/* True if a run has factors that are not known. */
static bool lacks_factors(const struct analysis_scaling_run *run)
{
    return isnan(run->factors[EFFICIENCY_PARALLEL]);
}

/* Returns the word for those of a run that may wait for each other. */
static const char *waiting_of(const struct analysis_scaling_run *run)
{
    return run->ranks <= 1 ? "threads" : run->archive->ranked ? "ranks" : "processes";
}

/* Says which factor fell in the last run whose efficiency is known. */
static void say_fall(const struct analysis_scaling *scaling, const struct report_options *options,
                     struct buffer *to)
{
    struct buffer line = {0};
    const struct analysis_scaling_run *first = &scaling->runs[0], *last = NULL;
    for (size_t i = 1; i < scaling->count; i++)
        last = isnan(scaling->runs[i].efficiency) ? last : &scaling->runs[i];
    if (!last)
        return;
    buffer_add(&line, "From ");
    add_workers(first, &line);
    buffer_add(&line, " to ");
    add_workers(last, &line);
    buffer_printf(&line, ", the efficiency is %.2f", last->efficiency);
    if (lacks_factors(first) || lacks_factors(last)) {
        const struct analysis_scaling_run *lacking = lacks_factors(last) ? last : first;
        buffer_printf(&line,
                      ". Its factors are unknown: it was not measured when %s of %s wait. "
                      "`triptych run` measures that of OpenMP threads and MPI ranks.",
                      waiting_of(lacking), archive_name(lacking));
    } else if (last->fell < 0) {
        buffer_add(&line, ": no factor fell by more than 2 %.");
    } else {
        double before = first->factors[last->fell];
        const char *name = name_of(scaling, last->fell);
        buffer_printf(&line, ". What fell most is %s: from %.2f to %.2f.", name + strspn(name, " "),
                      isnan(before) ? 1 : before, last->factors[last->fell]);
    }
    report_text_clean(to, options, TEXT_STRONG, &line, "  ");
}

/* Says of which runs the efficiency is unknown, as their lanes are. */
static void say_untold(const struct analysis_scaling *scaling, const struct report_options *options,
                       struct buffer *to)
{
    for (size_t i = 0; i < scaling->count; i++) {
        struct buffer line = {0};
        if (!scaling->runs[i].untold)
            continue;
        buffer_printf(
            &line,
            "The efficiency of %s is unknown: it was not measured how many of its %s work. "
            "`triptych loops` counts what each does.",
            archive_name(&scaling->runs[i]), waiting_of(&scaling->runs[i]));
        report_text_clean(to, options, TEXT_WARN, &line, "  ");
    }
}

/* Says which speed-ups are unknown, as one of two times has the start and the end of MPI. */
static void say_different(const struct analysis_scaling *scaling,
                          const struct report_options *options, struct buffer *to)
{
    for (size_t i = 0; i < scaling->count; i++) {
        const struct analysis_scaling_run *run = &scaling->runs[i], *first = &scaling->runs[0];
        const struct analysis_scaling_run *framed = run->framed ? run : first;
        bool measured = analysis_efficiency_sees_mpi(framed->archive);
        struct buffer line = {0};
        if (!analysis_scaling_differs(scaling, run))
            continue;
        buffer_printf(&line,
                      "The speed-up of %s is unknown: the time of %s has MPI_Init and "
                      "MPI_Finalize, as %s; that of %s has not.%s",
                      archive_name(run), archive_name(framed),
                      measured ? "several MPI programs ran" : "its MPI calls were not measured",
                      archive_name(run->framed ? first : run),
                      measured ? "" : " `triptych run` measures them.");
        report_text_clean(to, options, TEXT_WARN, &line, "  ");
    }
}

static void say_crowded(const struct analysis_scaling *scaling,
                        const struct report_options *options, struct buffer *to)
{
    for (size_t i = 0; i < scaling->count; i++) {
        struct buffer line = {0};
        if (!scaling->runs[i].crowded)
            continue;
        buffer_printf(&line, "Lanes of %s had to wait for cores: its times say little.",
                      archive_name(&scaling->runs[i]));
        report_text_clean(to, options, TEXT_WARN, &line, "  ");
    }
}

void report_scaling_text(const struct analysis_scaling *scaling,
                         const struct report_options *options, struct buffer *to)
{
    size_t columns = scaling->count < MOST_RUNS ? scaling->count : MOST_RUNS, before = to->used;
    if (!scaling->known) {
        say_different(scaling, options, to);
        if (to->used > before)
            buffer_add(to, "\n");
        return;
    }
    struct report_sheet *sheet = report_sheet_new(
        "scaling", scaling->weak ? "Speed-up (weak scaling)" : "Speed-up (strong scaling)");
    report_sheet_add_column(sheet,
                            (struct report_sheet_column){NULL, "factor", SHEET_TEXT, 0, 20, false});
    for (size_t i = 0; i < columns; i++)
        report_sheet_add_column(
            sheet, (struct report_sheet_column){NULL, archive_name(&scaling->runs[i]), SHEET_WORD,
                                                (int)(columns - i > 4 ? 1 : 0), 8, false});
    add_head(sheet, scaling, columns);
    add_factors(sheet, scaling, columns);
    report_sheet_note(
        sheet, "efficiency: parallel efficiency, compared with the first run's, times "
               "computation scaling. time: without MPI_Init and MPI_Finalize, where they were "
               "measured.");
    report_text_sheet(to, options, sheet);
    report_sheet_free(sheet);
    say_fall(scaling, options, to);
    say_different(scaling, options, to);
    say_untold(scaling, options, to);
    say_crowded(scaling, options, to);
    buffer_add(to, "\n");
}

static void add_real(struct report_sheet *sheet, const char *column, double value)
{
    if (isnan(value))
        report_sheet_nothing(sheet, column);
    else
        report_sheet_real(sheet, column, value);
}

struct report_sheet *report_scaling_sheet(const struct analysis_scaling *scaling)
{
    static const struct report_sheet_column columns[] = {
        {"archive", NULL, SHEET_TEXT, 0, 0, false},  {"ranks", NULL, SHEET_COUNT, 0, 0, false},
        {"lanes", NULL, SHEET_COUNT, 0, 0, false},   {"time_ns", NULL, SHEET_TIME, 0, 0, false},
        {"speed_up", NULL, SHEET_MEAN, 0, 0, false}, {"efficiency", NULL, SHEET_MEAN, 0, 0, false},
        {"fell", NULL, SHEET_TEXT, 0, 0, false},
    };
    struct report_sheet *sheet = report_sheet_new("scaling", "");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (int i = 0; i < SCALING_FACTORS; i++)
        report_sheet_add_column(
            sheet, (struct report_sheet_column){key_of(i), NULL, SHEET_MEAN, 0, 0, false});
    for (size_t i = 0; i < scaling->count; i++) {
        const struct analysis_scaling_run *run = &scaling->runs[i];
        bool known = run->state == EFFICIENCY_KNOWN;
        report_sheet_text(sheet, "archive", archive_name(run));
        report_sheet_count(sheet, "ranks", run->ranks);
        report_sheet_count(sheet, "lanes", run->lanes);
        if (known)
            report_sheet_time(sheet, "time_ns", (uint64_t)run->time, false);
        else
            report_sheet_unknown(sheet, "time_ns");
        add_real(sheet, "speed_up", run->speedup);
        add_real(sheet, "efficiency", run->efficiency);
        if (run->fell < 0)
            report_sheet_nothing(sheet, "fell");
        else
            report_sheet_text(sheet, "fell", key_of(run->fell));
        for (int factor = 0; factor < SCALING_FACTORS; factor++)
            add_real(sheet, key_of(factor), run->factors[factor]);
    }
    return sheet;
}
