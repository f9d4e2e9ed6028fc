/* model_print.c: see model_print.h */
#include "cmd/model_print.h"

#include "model/meta/meta.h"
#include "model/profile/ask.h"

#include <stdio.h>
#include <stdlib.h>

/* Lists the profile values that a task asks for, and those that are known. */
static bool print_profiles(const json_t *task, struct buffer *out, struct error *error)
{
    struct model_profile_asks asks;
    const json_t *list = json_object_get(task, "profiles");
    bool good = model_profile_asks_read(&asks, task, error);
    if (good && asks.count)
        buffer_printf(out, "\nProfile values of %s:\n",
                      json_string_value(json_object_get(task, "name")));
    for (size_t i = 0; good && i < asks.count; i++) {
        const json_t *value = json_object_get(json_array_get(list, i), "value");
        char *call = model_profile_ask_text(&asks.list[i]);
        buffer_printf(out, "  %s = %s: ", asks.list[i].variable, call);
        if (json_is_number(value))
            buffer_printf(out, "%.12g%s%s", json_number_value(value),
                          asks.list[i].unit[0] ? " " : "", asks.list[i].unit);
        else
            buffer_add(out, "not measured (--profile measures it)");
        buffer_printf(out, "   (line %u)\n", asks.list[i].line);
        free(call);
    }
    model_profile_asks_free(&asks);
    return good;
}

static bool print_text(const json_t *model, const struct model_meta *meta, struct buffer *out,
                       struct error *error)
{
    const json_t *tasks = json_object_get(model, "tasks");
    bool good = model_meta_print_text(meta, out, error);
    for (size_t i = 0; good && i < json_array_size(tasks); i++)
        good = print_profiles(json_array_get(tasks, i), out, error);
    return good;
}

static bool print_json(json_t *model, const struct model_meta *meta, struct buffer *out,
                       struct error *error)
{
    json_t *totals = model_meta_totals_json(meta, error), *tasks = json_object_get(model, "tasks");
    for (size_t i = 0; totals && i < json_array_size(tasks); i++) {
        json_t *one = json_array_get(totals, i);
        json_object_del(one, "task");
        json_object_set(json_array_get(tasks, i), "totals", one);
    }
    char *text = totals ? json_dumps(model, JSON_INDENT(2)) : NULL;
    if (text)
        buffer_printf(out, "%s\n", text);
    free(text);
    json_decref(totals);
    return totals != NULL;
}

bool cmd_model_print(json_t *model, enum cmd_model_format format, struct error *error)
{
    struct model_meta *meta = model_meta_read(model, error);
    struct buffer out = {0};
    bool good = meta && (format == CMD_MODEL_TEXT  ? print_text(model, meta, &out, error)
                         : format == CMD_MODEL_DOT ? model_meta_print_dot(meta, &out, error)
                                                   : print_json(model, meta, &out, error));
    if (good)
        fwrite(out.text ? out.text : "", 1, out.used, stdout);
    buffer_free(&out);
    model_meta_free(meta);
    return good;
}
