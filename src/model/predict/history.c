/* history.c: reads and writes the table of predicted and measured times. */
#include "model/predict/history.h"

#include "util/memory.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 16 << 20 };

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
    snprintf(row.change, sizeof row.change, "%.127s", end ? line + end : "");
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
        done = fprintf(file, "%-18s %-24s %-9s %5u %-12.6g %-12.6g %+8.2f %s\n", row->date,
                       row->run, n, row->p, row->predicted, row->measured,
                       100 * model_history_error(row), row->change) > 0;
    }
    done = file && fclose(file) == 0 && done;
    if (!done)
        error_errno(error, "cannot write %.500s", path);
    free(path);
    return done;
}

bool model_history_errors(const struct model_history *history, double *mean, double *worst)
{
    *mean = *worst = 0;
    for (size_t i = 0; i < history->count; i++) {
        double error = fabs(model_history_error(&history->rows[i]));
        *mean += error / (double)history->count;
        *worst = fmax(*worst, error);
    }
    return history->count > 0;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double model_history_factor(const struct model_history *history)
{
    double *factors = memory_zeroed(history->count + 1, sizeof *factors), result = 1;
    size_t used = 0;
    for (size_t i = 0; i < history->count; i++) {
        if (history->rows[i].predicted > 0)
            factors[used++] = history->rows[i].measured / history->rows[i].predicted;
    }
    qsort(factors, used, sizeof *factors, by_value);
    if (used)
        result = used % 2 ? factors[used / 2] : (factors[used / 2 - 1] + factors[used / 2]) / 2;
    free(factors);
    return result;
}
