/* query.c: see query.h */
#include "serve/query.h"

#include "cube/missing.h"
#include "query/output/output.h"
#include "query/parse/parser.h"
#include "report/table/json.h"
#include "serve/trouble.h"

#include <stdlib.h>
#include <string.h>

enum { USUAL_ROWS = 10000, MOST_ROWS = 1000000 };

/* A query that is being run. */
struct finding {
    struct output *output;
    uint64_t rows, limit;
    bool more; /* there are more rows than the limit */
};

/* Takes rows up to the limit. */
static bool take(void *to, const struct query_rows *rows)
{
    struct finding *finding = to;
    struct query_rows some = *rows;
    uint64_t left = finding->limit - finding->rows;
    if (some.count > left) {
        some.count = (size_t)left;
        finding->more = true;
    }
    finding->rows += some.count;
    return query_output_take(finding->output, &some) && !finding->more;
}

/* Returns the plan of the last statement; those before it may define names with `let`. NULL: the
 * answer says what is wrong. */
static struct query_plan *make_plan(const char *text, struct plan_names *names,
                                    struct serve_answer *answer)
{
    struct query_parser parser;
    struct query_plan *plan = NULL;
    query_parser_start(&parser, text);
    for (struct query_tree *tree; (tree = query_parser_statement(&parser)); query_tree_free(tree)) {
        query_plan_free(plan);
        plan = query_plan_make(tree, names, &parser.trouble);
        if (parser.trouble.what[0]) {
            query_tree_free(tree);
            break;
        }
    }
    if (parser.trouble.what[0]) {
        query_plan_free(plan);
        serve_trouble(&parser.trouble, answer);
        return NULL;
    }
    if (!plan)
        serve_answer_error(answer, SERVE_BAD_REQUEST, "the query is empty",
                           "write one such as q=events.limit(10)");
    return plan;
}

static const char *type_word(enum query_type type)
{
    static const char *const words[] = {
        [TYPE_BOOL] = "bool", [TYPE_INTEGER] = "integer", [TYPE_REAL] = "real",
        [TYPE_TEXT] = "text", [TYPE_ACT] = "type",        [TYPE_ROW] = "row"};
    return type < sizeof words / sizeof words[0] && words[type] ? words[type] : "";
}

static json_t *columns_of(const struct query_fields *shape)
{
    json_t *columns = json_array();
    for (size_t i = 0; i < shape->count; i++) {
        const struct query_field *field = &shape->fields[i];
        enum query_unit unit = field->type.unit;
        json_t *column = json_object();
        json_object_set_new(column, "name", report_json_text(field->name));
        json_object_set_new(column, "type", json_string(type_word(field->type.type)));
        json_object_set_new(column, "unit",
                            json_string(unit == UNIT_TIME    ? "ns"
                                        : unit == UNIT_BYTES ? "bytes"
                                                             : ""));
        if (field->type.type == TYPE_ROW && field->type.shape)
            json_object_set_new(column, "of", report_json_text(field->type.shape->name));
        json_array_append_new(columns, column);
    }
    return columns;
}

/* Adds the names and values of an object to an answer that is written by hand. */
static void add_json(struct buffer *to, const char *name, json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    buffer_printf(to, "\"%s\":%s", name, text ? text : "null");
    free(text);
    json_decref(value);
}

/* Writes the rows, an array per line, as one array of arrays. */
static void write_json(struct serve_answer *answer, const struct finding *finding,
                       const struct query_plan *plan, const struct query_cost *cost, char *rows,
                       size_t size)
{
    struct buffer *to = &answer->body;
    buffer_add(to, "{");
    add_json(to, "columns", columns_of(plan->shape));
    buffer_add(to, ",\"rows\":[");
    for (size_t i = 0; i + 1 < size; i++)
        rows[i] = (char)(rows[i] == '\n' ? ',' : rows[i]);
    if (size)
        buffer_add_bytes(to, rows, size - 1);
    buffer_add(to, "],");
    add_json(to, "more", json_boolean(finding->more));
    buffer_add(to, ",");
    add_json(to, "cost",
             json_pack("{s:I,s:I,s:I}", "rows", (json_int_t)cost->rows, "blocks",
                       (json_int_t)cost->blocks, "skipped", (json_int_t)cost->skipped));
    buffer_add(to, "}\n");
    answer->status = SERVE_OK;
    answer->type = "application/json";
}

static bool run_plan(struct serve_run *run, const struct query_plan *plan, bool csv, uint64_t limit,
                     struct serve_answer *answer)
{
    struct query_data *data = serve_run_data(run, answer);
    struct error error = {0};
    struct query_cost cost = {0};
    char *rows = NULL;
    size_t size = 0;
    FILE *out = data ? open_memstream(&rows, &size) : NULL;
    if (!out)
        return data && serve_answer_error(answer, SERVE_FAILED, "there is no memory", NULL);
    struct finding finding = {
        .output = query_output_new(out, csv ? OUTPUT_CSV : OUTPUT_ARRAYS, plan->shape),
        .limit = limit};
    bool good = query_run(plan, data, take, &finding, &cost, &error) || finding.more;
    query_output_end(finding.output);
    fclose(out);
    if (!good) {
        serve_answer_error(answer, SERVE_CONFLICT, error.text, NULL);
    } else if (csv) {
        buffer_add_bytes(&answer->body, rows, size);
        answer->status = SERVE_OK;
        answer->type = "text/csv; charset=utf-8";
    } else {
        write_json(answer, &finding, plan, &cost, rows, size);
    }
    free(rows);
    return good;
}

static bool explain(const struct query_plan *plan, struct serve_answer *answer)
{
    struct buffer text = {0};
    query_plan_write(&text, plan);
    serve_answer_json(answer, json_pack("{s:o}", "plan", report_json_text(text.text)));
    buffer_free(&text);
    return true;
}

bool serve_query(struct serve_run *run, const struct serve_request *request,
                 struct serve_answer *answer)
{
    const char *text = serve_values_get(&request->values, "q");
    const char *format = serve_values_get(&request->values, "format");
    bool csv = format && !strcmp(format, "csv");
    uint64_t limit = csv ? MOST_ROWS : USUAL_ROWS;
    if (!serve_values_number(&request->values, "limit", 1, MOST_ROWS, &limit))
        return serve_answer_error(answer, SERVE_BAD_REQUEST, "`limit` must be from 1 to 1000000",
                                  NULL);
    if (format && !csv && strcmp(format, "json") != 0)
        return serve_answer_error(answer, SERVE_BAD_REQUEST, "`format` must be json or csv", NULL);
    struct plan_names *names = query_plan_names_new();
    struct query_plan *plan = make_plan(text ? text : "", names, answer);
    bool good =
        plan && (plan->explain ? explain(plan, answer) : run_plan(run, plan, csv, limit, answer));
    query_plan_free(plan);
    query_plan_names_free(names);
    return good;
}
