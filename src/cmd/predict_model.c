/* predict_model.c: `triptych predict MODEL`: predicts times from a metaprogram or a metamodel. */
#include "cmd/predict_model.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/predict_measured.h"
#include "cmd/predict_profile.h"
#include "cmd/predict_request.h"
#include "launch/paths.h"
#include "model/predict/history.h"
#include "model/predict/observed.h"
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
    struct predict_profile profile;
    struct model_history history;
    struct model_predict_factors factors, *correct; /* of --correct; else NULL */
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
        !predict_profile_open(&setting->profile, request, setting->meta, setting->task,
                              setting->error) ||
        !model_history_load(&setting->history, request->model, setting->error))
        return false;
    for (size_t i = 0; i < request->measured_count; i++) {
        if (!predict_measured_add(&setting->times, request->measured[i], setting->error))
            return false;
    }
    setting->predictor = model_predictor_new(setting->task, setting->error);
    if (setting->predictor && request->correct && !request->check_count) {
        setting->factors = model_history_factors(&setting->history);
        setting->correct = &setting->factors;
        model_predictor_correct(setting->predictor, setting->factors);
    }
    return setting->predictor;
}

static void end(struct setting *setting)
{
    model_predictor_free(setting->predictor);
    predict_profile_close(&setting->profile);
    model_meta_free(setting->meta);
    model_machine_free(&setting->machine);
    model_history_free(&setting->history);
    free(setting->times.items);
}

/* Returns the variables that the user gave, n, and profile values; to be freed. */
static struct model_binding *bind(const struct setting *setting, double n, uint32_t p,
                                  size_t *count)
{
    struct model_binding *bindings =
        memory_zeroed(PREDICT_VALUES + 1 + setting->profile.asks.count, sizeof *bindings);
    *count = setting->request->binding_count;
    memcpy(bindings, setting->request->bindings, *count * sizeof *bindings);
    if (!isnan(n))
        bindings[(*count)++] =
            (struct model_binding){"n", model_number_canonical(model_number_real(n))};
    *count = predict_profile_bind(&setting->profile, n, p, bindings, *count);
    return bindings;
}

static bool predict_one(struct setting *setting, double n, uint32_t p,
                        struct model_prediction *prediction)
{
    size_t count;
    *prediction = (struct model_prediction){0};
    if (!predict_profile_complete(&setting->profile, n, p, setting->error))
        return false;
    struct model_binding *bindings = bind(setting, n, p, &count);
    bool done = model_predict(setting->predictor, &setting->machine, p, bindings, count, prediction,
                              setting->error);
    free(bindings);
    return done;
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
    row->interval_known = setting->machine.spread > 0 && !setting->correct;
    if (model_history_errors(&setting->history, setting->correct, &mean, &worst)) {
        row->interval_known = true;
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
        row->profile = predict_profile_source(&setting->profile, n, row->prediction.p,
                                              &row->profile_same, &row->profile_formulas);
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
    all->corrected = setting->correct;
    model_history_errors(&setting->history, setting->correct, &all->mean, &all->worst);
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
    for (size_t i = 0; i < all.count; i++) {
        model_prediction_free(&all.rows[i].prediction);
        free(all.rows[i].profile);
        free(all.rows[i].profile_formulas);
    }
    free(all.rows);
    return done;
}

static bool write_formulas(struct setting *setting)
{
    const struct predict_request *request = setting->request;
    double n = NAN, p = 1;
    for (size_t i = 0; i < request->n_count; i++)
        n = fmax(n, request->n[i]);
    for (size_t i = 0; i < request->p_count; i++)
        p = fmax(p, request->p[i]);
    size_t count;
    struct model_binding *bindings = bind(setting, n, (uint32_t)p, &count);
    bool done =
        report_formulas_write(stdout, setting->task, &setting->machine, bindings, count,
                              (uint32_t)p, request->worst, &request->report, setting->error);
    free(bindings);
    return done;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

/* Notes a run, with the parts of its time where it tells them apart. */
static void note_run(struct setting *setting, const char *path, double n,
                     const struct model_observed *observed,
                     const struct model_prediction *prediction)
{
    struct model_history_row row = {.n = n,
                                    .p = observed->ranks,
                                    .predicted = prediction->time,
                                    .measured = observed->seconds,
                                    .has_parts = observed->has_parts,
                                    .parts = {.compute = prediction->compute,
                                              .messages = prediction->messages,
                                              .waiting = prediction->waiting,
                                              .io = prediction->io,
                                              .measured_compute = observed->compute,
                                              .measured_mpi = observed->mpi,
                                              .measured_io = observed->io}};
    time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local))
        strftime(row.date, sizeof row.date, "%Y-%m-%d %H:%M", &local);
    snprintf(row.run, sizeof row.run, "%.127s", base_name(path));
    model_history_add(&setting->history, row);
}

/* Says whether the predicted number and bytes of messages are those of the run. */
static void compare_messages(const char *what, double count, double bytes, double real_count,
                             double real_bytes)
{
    if (!count && !real_count)
        return;
    printf("  %s: predicted %.15g with %.15g bytes, ", what, count, bytes);
    if (count == real_count && bytes == real_bytes)
        printf("exact\n");
    else
        printf("in the run %.15g with %.15g bytes\n", real_count, real_bytes);
}

static void print_check(const struct model_history_row *row, const struct model_observed *observed,
                        const struct model_prediction *prediction)
{
    printf("%s: %u %s%s, predicted %.4g s, measured %.4g s: error %+.1f %% (%s)\n", row->run,
           row->p, observed->has_places ? "place" : "rank", row->p == 1 ? "" : "s", row->predicted,
           row->measured, 100 * model_history_error(row), row->change);
    if (observed->has_parts)
        printf("  computing: predicted %.4g s, measured %.4g s; messages and waiting: predicted "
               "%.4g s, measured %.4g s; I/O: predicted %.4g s, measured %.4g s\n",
               prediction->compute, observed->compute, prediction->messages + prediction->waiting,
               observed->mpi, prediction->io, observed->io);
    else
        printf("  The run does not tell computing from messages: %s\n",
               observed->has_places ? "it has places, and no MPI." : "MPI was not measured in it.");
    if (observed->cpu > 0)
        printf("  slowest %s: predicted %.4g s of computation, measured %.4g s of CPU time%s\n",
               observed->has_places ? "place" : "rank", prediction->most_compute, observed->cpu,
               observed->has_places ? "" : " outside of MPI");
    if (observed->has_messages) {
        compare_messages("messages", prediction->sends, prediction->sent_bytes, observed->sends,
                         observed->sent_bytes);
        compare_messages("collectives, in all ranks", prediction->meetings, prediction->met_bytes,
                         observed->meetings, observed->met_bytes);
    } else if (!observed->has_places) {
        printf("  messages: not known of this run; `triptych run --events=comm` logs them\n");
    }
}

/* Compares the model with a run, and notes the result beside the model. */
static bool check_run(struct setting *setting, const char *path)
{
    const struct predict_request *request = setting->request;
    double n = request->n_count ? request->n[0] : NAN;
    struct model_observed observed;
    struct model_prediction prediction;
    if (!model_observe(path, &observed, setting->error) ||
        !predict_one(setting, n, observed.ranks, &prediction))
        return false;
    note_run(setting, path, n, &observed, &prediction);
    print_check(&setting->history.rows[setting->history.count - 1], &observed, &prediction);
    model_prediction_free(&prediction);
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
    struct model_predict_factors factors = model_history_factors(&setting->history);
    printf("Noted in %s.runs. --correct multiplies computing by %.4g, messages by %.4g and I/O by "
           "%.4g: the medians of measured to predicted.\n",
           request->model, factors.compute, factors.messages, factors.io);
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
