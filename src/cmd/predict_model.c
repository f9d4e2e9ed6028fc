/* predict_model.c: `triptych predict MODEL`: predicts times from a metaprogram or a metamodel. */
#include "cmd/predict_model.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/predict_measured.h"
#include "cmd/predict_request.h"
#include "launch/paths.h"
#include "model/predict/history.h"
#include "model/predict/predict.h"
#include "model/ruby/read.h"
#include "report/model/prediction.h"
#include "util/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* All that a prediction needs. */
struct setting {
    const struct predict_request *request;
    struct model_meta *meta;
    const struct model_meta_task *task;
    struct model_machine machine;
    struct model_predictor *predictor;
    struct model_history history;
    double factor; /* of --correct; else 1 */
    struct predict_times times;
    struct error *error;
};

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), length = strlen(end);
    return size >= length && !strcmp(text + size - length, end);
}

static struct model_meta *load_model(const char *path, struct error *error)
{
    if (!ends_with(path, ".rb"))
        return model_meta_load(path, error);
    json_t *json = model_ruby_read(launch_paths_metaprogram(), path, error);
    struct model_meta *meta = json ? model_meta_read(json, error) : NULL;
    json_decref(json);
    return meta;
}

static bool find_task(struct setting *setting)
{
    const char *name = setting->request->task;
    struct buffer names = {0};
    setting->task = name ? NULL : &setting->meta->tasks[0];
    for (size_t i = 0; i < setting->meta->task_count; i++) {
        if (name && !strcmp(setting->meta->tasks[i].name, name))
            setting->task = &setting->meta->tasks[i];
        buffer_printf(&names, "%s%s", i ? ", " : "", setting->meta->tasks[i].name);
    }
    if (!setting->task)
        error_set(setting->error, "there is no task %.100s; there are: %.500s", name, names.text);
    buffer_free(&names);
    return setting->task;
}

static bool prepare(struct setting *setting)
{
    const struct predict_request *request = setting->request;
    model_machine_generic(&setting->machine);
    if (request->machine &&
        !model_machine_load(&setting->machine, request->machine, setting->error))
        return false;
    setting->meta = load_model(request->model, setting->error);
    if (!setting->meta || !find_task(setting) ||
        !model_history_load(&setting->history, request->model, setting->error))
        return false;
    setting->factor = request->correct ? model_history_factor(&setting->history) : 1;
    for (size_t i = 0; i < request->measured_count; i++) {
        if (!predict_measured_add(&setting->times, request->measured[i], setting->error))
            return false;
    }
    setting->predictor = model_predictor_new(setting->task, setting->error);
    return setting->predictor;
}

static void end(struct setting *setting)
{
    model_predictor_free(setting->predictor);
    model_meta_free(setting->meta);
    model_machine_free(&setting->machine);
    model_history_free(&setting->history);
    free(setting->times.items);
}

/* Copies the variables that the user gave, and n. */
static size_t bind(const struct setting *setting, double n, struct model_binding *bindings)
{
    size_t count = setting->request->binding_count;
    memcpy(bindings, setting->request->bindings, count * sizeof *bindings);
    if (!isnan(n))
        bindings[count++] =
            (struct model_binding){"n", model_number_canonical(model_number_real(n))};
    return count;
}

static bool predict_one(struct setting *setting, double n, uint32_t p,
                        struct model_prediction *prediction)
{
    struct model_binding bindings[PREDICT_VALUES + 1];
    size_t count = bind(setting, n, bindings);
    if (!model_predict(setting->predictor, &setting->machine, p, bindings, count, prediction,
                       setting->error))
        return false;
    double factor = setting->factor;
    double *parts[] = {&prediction->time,    &prediction->compute, &prediction->messages,
                       &prediction->waiting, &prediction->io,      &prediction->low,
                       &prediction->high};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        *parts[i] *= factor;
    return true;
}

/* Compares a row with one rank, and puts the errors of earlier runs into its interval. */
static void complete_row(struct setting *setting, struct report_prediction *row, double one,
                         double one_compute)
{
    double mean, worst, time = row->prediction.time;
    row->speedup = one > 0 && time > 0 ? one / time : 0;
    row->efficiency = row->speedup / row->prediction.p;
    row->limit = model_prediction_limit(&row->prediction, one_compute);
    row->measured = predict_measured_find(&setting->times, row->n, row->prediction.p);
    if (model_history_errors(&setting->history, &mean, &worst)) {
        row->prediction.low = fmin(row->prediction.low, time / (1 + worst));
        row->prediction.high = fmax(row->prediction.high, time * (1 + worst));
    }
}

static bool predict_rows(struct setting *setting, double n, struct report_predictions *all)
{
    const struct predict_request *request = setting->request;
    struct model_prediction one;
    struct error ignored = {0}, *error = setting->error;
    setting->error = &ignored; /* a model need not hold for one rank */
    bool known = predict_one(setting, n, 1, &one);
    double single = known ? one.time : 0, compute = known ? one.compute : 0;
    model_prediction_free(&one);
    setting->error = error;
    for (size_t i = 0; i < request->p_count; i++) {
        struct report_prediction *row = &all->rows[all->count];
        row->n = n;
        if (!predict_one(setting, n, (uint32_t)fmin(request->p[i], UINT32_MAX), &row->prediction))
            return false;
        complete_row(setting, row, single, compute);
        all->count++;
    }
    return true;
}

static bool write_plot(const char *path, const struct report_predictions *all, struct error *error)
{
    char *text = report_predictions_svg(all);
    FILE *file = fopen(path, "w");
    bool done = file && fputs(text, file) >= 0;
    done = file && fclose(file) == 0 && done;
    free(text);
    return done || error_errno(error, "cannot write %.500s", path);
}

static bool write_rows(struct setting *setting, struct report_predictions *all)
{
    const struct predict_request *request = setting->request;
    all->checked = setting->history.count;
    model_history_errors(&setting->history, &all->mean, &all->worst);
    report_predictions_write(stdout, all, &request->report);
    return !request->plot || write_plot(request->plot, all, setting->error);
}

static bool predict_all(struct setting *setting)
{
    const struct predict_request *request = setting->request;
    size_t sizes = request->n_count ? request->n_count : 1;
    struct report_predictions all = {
        .model = request->model, .task = setting->task->name, .machine = setting->machine.name};
    all.rows = memory_zeroed(sizes * request->p_count, sizeof *all.rows);
    bool done = true;
    for (size_t i = 0; done && i < sizes; i++)
        done = predict_rows(setting, request->n_count ? request->n[i] : NAN, &all);
    done = done && write_rows(setting, &all);
    for (size_t i = 0; i < all.count; i++)
        model_prediction_free(&all.rows[i].prediction);
    free(all.rows);
    return done;
}

static bool write_formulas(struct setting *setting)
{
    const struct predict_request *request = setting->request;
    struct model_binding bindings[PREDICT_VALUES + 1];
    double n = NAN, p = 1;
    for (size_t i = 0; i < request->n_count; i++)
        n = fmax(n, request->n[i]);
    for (size_t i = 0; i < request->p_count; i++)
        p = fmax(p, request->p[i]);
    size_t count = bind(setting, n, bindings);
    return report_formulas_write(stdout, setting->task, &setting->machine, bindings, count,
                                 (uint32_t)p, request->worst, &request->report, setting->error);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

/* Compares the model with a run, and notes the result beside the model. */
static bool check_run(struct setting *setting, const char *path)
{
    const struct predict_request *request = setting->request;
    struct model_history_row row = {.n = request->n_count ? request->n[0] : NAN};
    struct predict_time measured;
    struct model_prediction prediction;
    time_t now = time(NULL);
    struct tm local;
    if (!predict_measured_run(path, &measured, setting->error) ||
        !predict_one(setting, row.n, measured.p, &prediction))
        return false;
    if (localtime_r(&now, &local))
        strftime(row.date, sizeof row.date, "%Y-%m-%d %H:%M", &local);
    snprintf(row.run, sizeof row.run, "%.127s", base_name(path));
    row.p = measured.p;
    row.predicted = prediction.time / setting->factor; /* as the model itself says */
    row.measured = measured.seconds;
    model_prediction_free(&prediction);
    model_history_add(&setting->history, row);
    const struct model_history_row *kept = &setting->history.rows[setting->history.count - 1];
    printf("%s: %u rank%s, predicted %.4g s, measured %.4g s: error %+.1f %% (%s)\n", row.run,
           row.p, row.p == 1 ? "" : "s", row.predicted, row.measured,
           100 * model_history_error(&row), kept->change);
    return true;
}

static bool check_runs(struct setting *setting)
{
    const struct predict_request *request = setting->request;
    for (size_t i = 0; i < request->check_count; i++) {
        if (!check_run(setting, request->checks[i]))
            return false;
    }
    if (!model_history_save(&setting->history, request->model, setting->error))
        return false;
    double factor = model_history_factor(&setting->history);
    printf("Noted in %s.runs. --correct multiplies times by %.4g, the median of measured to "
           "predicted.\n",
           request->model, factor);
    return true;
}

int cmd_predict_model(int argc, char **argv)
{
    struct predict_request request = {0};
    struct error error = {0};
    struct setting setting = {.request = &request, .error = &error};
    int status = predict_request_read(&request, argc, argv);
    if (status < 0) {
        bool done = prepare(&setting);
        if (done && request.check_count)
            done = check_runs(&setting);
        else if (done && (request.formulas || request.worst))
            done = write_formulas(&setting);
        else if (done)
            done = predict_all(&setting);
        status = done ? CMD_DONE : options_fail("predict", error.text);
        end(&setting);
    }
    predict_request_free(&request);
    return status;
}
