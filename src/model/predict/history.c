/* history.c: reads and writes the table of predicted and measured times. */
#include "model/predict/history.h"

#include "util/memory.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 16 << 20 };

/* The form of the parts in a line. */
#define PARTS(NUMBER)                                                                              \
    "[predicted computing " NUMBER " messages " NUMBER " waiting " NUMBER " io " NUMBER            \
    ", measured computing " NUMBER " mpi " NUMBER " io " NUMBER "] "

static const char heading[] =
    "# Predicted and measured times, kept by `triptych predict MODEL --check RUN.tri`.\n"
    "# date time         run                      n         ranks predicted_s  measured_s   error_%"
    "  change\n";

double model_history_error(const struct model_history_row *row)
{
    return (row->predicted - row->measured) / row->measured;
}

static void append(struct model_history *history, const struct model_history_row *row)
{
    history->rows =
        memory_grow(history->rows, &history->room, history->count + 1, sizeof *history->rows);
    history->rows[history->count++] = *row;
}

/* Reads the parts, if there are any, in front of the change. Returns what is behind them. */
static const char *read_parts(const char *text, struct model_history_row *row)
{
    struct model_history_parts parts;
    int end = 0;
    int fields =
        sscanf(text, PARTS("%lf") "%n", &parts.compute, &parts.messages, &parts.waiting, &parts.io,
               &parts.measured_compute, &parts.measured_mpi, &parts.measured_io, &end);
    const double *all = (const double *)&parts;
    row->has_parts = fields == 7 && end;
    for (size_t i = 0; row->has_parts && i < sizeof parts / sizeof *all; i++)
        row->has_parts = all[i] >= 0 && isfinite(all[i]);
    if (row->has_parts)
        row->parts = parts;
    return row->has_parts ? text + end : text;
}

static bool read_row(struct model_history *history, const char *line, const char *name,
                     unsigned number, struct error *error)
{
    struct model_history_row row = {0};
    char day[16], hour[16], n[32];
    double percent;
    int end = 0;
    if (line[0] == '#' || !line[strspn(line, " \t\r")])
        return true;
    int fields = sscanf(line, "%15s %15s %127s %31s %u %lf %lf %lf %n", day, hour, row.run, n,
                        &row.p, &row.predicted, &row.measured, &percent, &end);
    if (fields < 8 || !(row.measured > 0) || !(row.predicted >= 0))
        return error_set(error,
                         "%.300s:%u: a line must be: date time run n ranks predicted_s measured_s "
                         "error_%% change",
                         name, number);
    snprintf(row.date, sizeof row.date, "%s %s", day, hour);
    row.n = strcmp(n, "-") != 0 ? strtod(n, NULL) : NAN;
    snprintf(row.change, sizeof row.change, "%.127s", end ? read_parts(line + end, &row) : "");
    append(history, &row);
    return true;
}

bool model_history_parse(struct model_history *history, const char *text, const char *name,
                         struct error *error)
{
    char *copy = memory_string(text), *rest = copy;
    bool done = true;
    unsigned number = 0;
    *history = (struct model_history){0};
    for (char *line; done && (line = strsep(&rest, "\n"));)
        done = read_row(history, line, name, ++number, error);
    free(copy);
    if (!done)
        model_history_free(history);
    return done;
}

static char *path_of(const char *model)
{
    return memory_printf("%s.runs", model);
}

bool model_history_load(struct model_history *history, const char *model, struct error *error)
{
    char *path = path_of(model);
    FILE *file = fopen(path, "r");
    bool done = true;
    *history = (struct model_history){0};
    if (file) {
        char *text = memory_zeroed(LARGEST + 1, 1);
        size_t size = fread(text, 1, LARGEST, file);
        fclose(file);
        done = size < LARGEST && !memchr(text, 0, size)
                   ? model_history_parse(history, text, path, error)
                   : error_set(error, "%.500s is no table of predicted and measured times", path);
        free(text);
    } else if (errno != ENOENT && errno != ENOTDIR) {
        done = error_errno(error, "cannot read %.500s", path);
    }
    free(path);
    return done;
}

void model_history_free(struct model_history *history)
{
    free(history->rows);
    *history = (struct model_history){0};
}

static bool same_size(const struct model_history_row *a, const struct model_history_row *b)
{
    return a->p == b->p && (a->n == b->n || (isnan(a->n) && isnan(b->n)));
}

void model_history_add(struct model_history *history, struct model_history_row row)
{
    const struct model_history_row *before = NULL;
    for (size_t i = 0; i < history->count; i++) {
        const struct model_history_row *other = &history->rows[i];
        if (!before || same_size(other, &row) || !same_size(before, &row))
            before = other;
    }
    for (char *at = row.run; *at; at++)
        *at = *at == ' ' || *at == '\t' || *at == '\n' ? '_' : *at;
    if (!before)
        snprintf(row.change, sizeof row.change, "first run");
    else
        snprintf(row.change, sizeof row.change, "error %+.1f %% before, of %.60s%s",
                 100 * model_history_error(before), before->run,
                 same_size(before, &row) ? "" : " (other size)");
    for (size_t i = 0; history->rows && i < history->count; i++) {
        if (!strcmp(history->rows[i].run, row.run) && same_size(&history->rows[i], &row)) {
            memmove(&history->rows[i], &history->rows[i + 1],
                    (history->count - i - 1) * sizeof row);
            history->count--;
            break;
        }
    }
    append(history, &row);
}

bool model_history_save(const struct model_history *history, const char *model, struct error *error)
{
    char *path = path_of(model), n[32];
    FILE *file = fopen(path, "w");
    bool done = file && fputs(heading, file) >= 0;
    for (size_t i = 0; done && i < history->count; i++) {
        const struct model_history_row *row = &history->rows[i];
        snprintf(n, sizeof n, isnan(row->n) ? "-" : "%.15g", row->n);
        const struct model_history_parts *parts = &row->parts;
        done = fprintf(file, "%-18s %-24s %-9s %5u %-12.6g %-12.6g %+8.2f ", row->date, row->run, n,
                       row->p, row->predicted, row->measured, 100 * model_history_error(row)) > 0;
        if (done && row->has_parts)
            done = fprintf(file, PARTS("%.6g"), parts->compute, parts->messages, parts->waiting,
                           parts->io, parts->measured_compute, parts->measured_mpi,
                           parts->measured_io) > 0;
        done = done && fprintf(file, "%s\n", row->change) > 0;
    }
    done = file && fclose(file) == 0 && done;
    if (!done)
        error_errno(error, "cannot write %.500s", path);
    free(path);
    return done;
}

/* Returns the time that is predicted with the factors. */
static double corrected(const struct model_history_row *row,
                        const struct model_predict_factors *factors)
{
    const struct model_history_parts *parts = &row->parts;
    if (!factors)
        return row->predicted;
    if (!row->has_parts)
        return row->predicted * factors->compute;
    return factors->compute * (parts->compute + parts->waiting) +
           factors->messages * parts->messages + factors->io * parts->io;
}

bool model_history_errors(const struct model_history *history,
                          const struct model_predict_factors *factors, double *mean, double *worst)
{
    *mean = *worst = 0;
    for (size_t i = 0; i < history->count; i++) {
        const struct model_history_row *row = &history->rows[i];
        double error = fabs(corrected(row, factors) - row->measured) / row->measured;
        *mean += error / (double)history->count;
        *worst = fmax(*worst, error);
    }
    return history->count > (factors ? 1 : 0);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t count, double otherwise)
{
    qsort(values, count, sizeof *values, by_value);
    return !count      ? otherwise
           : count % 2 ? values[count / 2]
                       : (values[count / 2 - 1] + values[count / 2]) / 2;
}

double model_history_factor(const struct model_history *history)
{
    double *factors = memory_zeroed(history->count + 1, sizeof *factors);
    size_t used = 0;
    for (size_t i = 0; i < history->count; i++) {
        if (history->rows[i].predicted > 0)
            factors[used++] = history->rows[i].measured / history->rows[i].predicted;
    }
    double result = median(factors, used, 1);
    free(factors);
    return result;
}

/* Adds measured / predicted to a list, if it says something. */
static void add_ratio(double *list, size_t *count, double measured, double predicted)
{
    if (measured > 0 && predicted > 0)
        list[(*count)++] = measured / predicted;
}

struct model_predict_factors model_history_factors(const struct model_history *history)
{
    double *lists[3], whole = model_history_factor(history);
    size_t counts[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        lists[i] = memory_zeroed(history->count + 1, sizeof *lists[i]);
    for (size_t i = 0; i < history->count; i++) {
        const struct model_history_parts *parts = &history->rows[i].parts;
        if (!history->rows[i].has_parts)
            continue;
        double slower = parts->compute > 0 ? parts->measured_compute / parts->compute : 1;
        add_ratio(lists[0], &counts[0], parts->measured_compute, parts->compute);
        add_ratio(lists[1], &counts[1], parts->measured_mpi - slower * parts->waiting,
                  parts->messages);
        add_ratio(lists[2], &counts[2], parts->measured_io, parts->io);
    }
    struct model_predict_factors factors = {median(lists[0], counts[0], whole),
                                            median(lists[1], counts[1], whole),
                                            median(lists[2], counts[2], whole)};
    for (int i = 0; i < 3; i++)
        free(lists[i]);
    return factors;
}
