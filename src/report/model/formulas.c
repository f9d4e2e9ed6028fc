/* formulas.c: the formula of each node of a model, and the loops that dominate at scale. */
#include "report/model/prediction.h"

#include "report/table/json.h"
#include "report/table/text.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

struct line {
    const struct model_predict_line *of;
    double seconds, share;
    bool known;
};

/* Nodes below each other have the same share: order by time, outer ones first. */
static int by_time(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    if (x->seconds != y->seconds)
        return x->seconds > y->seconds ? -1 : 1;
    return (x->of->node > y->of->node) - (x->of->node < y->of->node);
}

/* Evaluates the time of a line on the rank where it is largest. False if a variable is unknown. */
static bool evaluate_line(const struct model_meta_task *task, const struct model_machine *machine,
                          const struct model_binding *bindings, size_t count, uint32_t p,
                          struct line *line, struct error *error)
{
    struct model_program *program = model_cost_compile(task->costs, &line->of->time, 1);
    struct model_binding *all = memory_zeroed(count + MODEL_PREDICT_SYSTEM + 2, sizeof *all);
    struct model_number result;
    uint32_t ranks = p > 4096 ? 4096 : p; /* enough of them, evenly spread */
    line->known = true;
    for (uint32_t i = 0; i < ranks && line->known; i++) {
        uint32_t rank = (uint32_t)((uint64_t)i * p / ranks);
        size_t used = model_predict_system(machine, rank, all);
        all[used++] = (struct model_binding){"p", model_number_whole(p)};
        all[used++] = (struct model_binding){"rank", model_number_whole(rank)};
        for (size_t k = 0; k < count; k++)
            all[used++] = bindings[k];
        line->known = model_cost_evaluate(program, all, used, &result, error);
        double seconds = line->known ? model_number_value(result) : 0;
        line->seconds = seconds > line->seconds ? seconds : line->seconds;
    }
    model_program_free(program);
    free(all);
    return line->known;
}

/* Returns a product as "16*n**2": constants of the machine are filled in. */
static char *formula_text(const struct model_meta_task *task, const struct model_machine *machine,
                          model_cost cost)
{
    struct model_binding system[MODEL_PREDICT_SYSTEM];
    size_t count = model_predict_system(machine, 0, system);
    struct buffer text = {0};
    for (size_t i = 0; i < count; i++)
        cost = model_cost_replace(task->costs, cost, system[i].name,
                                  model_cost_number(task->costs, system[i].value));
    model_cost_print(task->costs, cost, &text);
    return buffer_take(&text);
}

static void add_row(struct report_sheet *sheet, const struct model_meta_task *task,
                    const struct model_machine *machine, const struct line *line, bool worst)
{
    const struct model_meta_node *node = &task->nodes[line->of->node];
    char path[128];
    const char *name = model_meta_word(task, node->name);
    const char *note = model_meta_word(task, node->note);
    snprintf(path, sizeof path, "%*s%s%s%s%s%.60s", worst ? 0 : 2 * line->of->depth, "",
             model_meta_kind_word((enum model_meta_kind)node->kind), name ? " " : "",
             name ? name : "", note ? ": " : "", note ? note : "");
    char *time = formula_text(task, machine, line->of->time);
    char *visits = formula_text(task, machine, line->of->visits);
    report_sheet_text(sheet, "node", path);
    report_sheet_line(sheet, "line", node->line);
    if (line->known) {
        report_sheet_time(sheet, "time_ns", (uint64_t)(line->seconds * 1e9 + 0.5), false);
        report_sheet_real(sheet, "share_percent", 100 * line->share);
    } else {
        report_sheet_unknown_range(sheet, "time_ns", "share_percent");
    }
    report_sheet_text(sheet, "visits", visits);
    report_sheet_text(sheet, "seconds", time);
    report_sheet_note(sheet, "line %u, %s: seconds %s, visits %s", node->line,
                      path + strspn(path, " "), time, visits);
    free(time);
    free(visits);
}

static void write_sheet(FILE *out, struct report_sheet *sheet, const struct report_options *options)
{
    struct buffer to = {0};
    if (options->format == REPORT_JSON) {
        json_t *root = json_object();
        json_object_set_new(root, sheet->key, report_json_sheet(sheet));
        char *text = json_dumps(root, JSON_INDENT(1));
        buffer_printf(&to, "%s\n", text ? text : "");
        free(text);
        json_decref(root);
    } else if (options->format == REPORT_CSV) {
        report_csv_sheet(&to, sheet);
    } else {
        report_text_sheet(&to, options, sheet);
    }
    fwrite(to.text ? to.text : "", 1, to.used, out);
    buffer_free(&to);
}

bool report_formulas_write(FILE *out, const struct model_meta_task *task,
                           const struct model_machine *machine,
                           const struct model_binding *bindings, size_t binding_count, uint32_t p,
                           bool worst, const struct report_options *options, struct error *error)
{
    static const struct report_sheet_column columns[] = {
        {"node", "node", SHEET_TEXT, 0, 12, false},
        {"line", "line", SHEET_ID, 1, 0, false},
        {"time_ns", "time", SHEET_TIME, 1, 0, false},
        {"share_percent", "share", SHEET_PERCENT, 1, 0, false},
        {"visits", NULL, SHEET_WORD, 0, 0, false},
        {"seconds", NULL, SHEET_WORD, 0, 0, false},
    };
    size_t count = 0, used = 0;
    struct model_predict_line *lines = model_predict_lines(task, &count, error);
    if (!lines)
        return false;
    struct line *all = memory_zeroed(count + 1, sizeof *all);
    double whole = 0;
    for (size_t i = 0; i < count; i++) {
        enum model_meta_kind kind = (enum model_meta_kind)task->nodes[lines[i].node].kind;
        struct error inner = {0};
        struct line line = {.of = &lines[i]};
        evaluate_line(task, machine, bindings, binding_count, p, &line, &inner);
        whole += lines[i].depth == 0 ? line.seconds : 0;
        if (!worst || kind == MODEL_META_FOR)
            all[used++] = line;
    }
    for (size_t i = 0; i < used; i++)
        all[i].share = whole > 0 ? all[i].seconds / whole : 0;
    if (worst)
        qsort(all, used, sizeof *all, by_time);
    char title[160];
    snprintf(title, sizeof title,
             worst ? "Loops by their time on %u rank%s" : "Formulas, and times on %u rank%s", p,
             p == 1 ? "" : "s");
    struct report_sheet *sheet = report_sheet_new(worst ? "loops" : "formulas", title);
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < used; i++)
        add_row(sheet, task, machine, &all[i], worst);
    report_sheet_note(sheet,
                      "time, seconds: with all that is inside, without messages and waiting, "
                      "on the rank where it takes longest");
    write_sheet(out, sheet, options);
    report_sheet_free(sheet);
    free(all);
    free(lines);
    return true;
}
