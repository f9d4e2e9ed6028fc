/* result.c: see result.h */
#include "cmd/query/result.h"

#include "cmd/query/missing.h"

#include "query/output/output.h"
#include "query/parse/parser.h"
#include "util/memory.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void result_add_line(struct buffer *lines, char kind, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    buffer_printf(lines, "%c%s\n", kind, text ? text : "");
    free(text);
}

/* Adds a paragraph, wrapped at the width. */
static void add_wrapped(struct buffer *lines, char kind, const char *text, size_t width)
{
    width = width > 20 ? width : 80;
    while (*text) {
        size_t size = strlen(text), cut = size;
        if (size > width) {
            for (cut = width; cut > 0 && text[cut] != ' '; cut--)
                continue;
            cut = cut ? cut : size;
        }
        result_add_line(lines, kind, "%.*s", (int)cut, text);
        text += cut;
        text += *text == ' ';
    }
}

void result_add_trouble(struct buffer *lines, const struct diagnostic *trouble, const char *text,
                        size_t width)
{
    struct diagnostic brief = *trouble;
    struct buffer all = {0};
    brief.help[0] = 0;
    diagnostic_write(&all, &brief, NULL, text);
    for (char *line = all.text, *rest; line && *line; line = rest) {
        rest = line + strcspn(line, "\n");
        rest += *rest ? (*rest = 0, 1) : 0;
        result_add_line(lines, LINE_WRONG, "%s", line);
    }
    add_wrapped(lines, LINE_NOTE, trouble->help, width - 1);
    buffer_free(&all);
}

/* A query being evaluated. */
struct finding {
    const struct result_request *request;
    struct buffer table; /* the first rows */
    uint64_t shown;      /* number of rows in it */
    size_t left_out;     /* fields that did not fit */
    bool groups;         /* the query ends with groupBy, without an aggregate */
    bool told;           /* it was reported as slow */
    struct timespec begun;
};

static double milliseconds_since(const struct timespec *begun)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - begun->tv_sec) * 1e3 +
           (double)(now.tv_nsec - begun->tv_nsec) / 1e6;
}

/* Returns a number with digits in groups: 1,234,567. */
static const char *grouped(uint64_t number, char room[32])
{
    char digits[24];
    size_t size = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, number), used = 0;
    for (size_t i = 0; i < size; i++) {
        if (i && (size - i) % 3 == 0)
            room[used++] = ',';
        room[used++] = digits[i];
    }
    room[used] = 0;
    return room;
}

static void add_table(const struct finding *finding, struct buffer *lines)
{
    bool head = true;
    for (const char *line = finding->table.text; line && *line;) {
        size_t size = strcspn(line, "\n");
        result_add_line(lines, head ? LINE_HEAD : LINE_PLAIN, "%.*s", (int)size, line);
        head = false;
        line += size + (line[size] == '\n');
    }
}

/* Adds the table with its title: "12 groups", "at least 10 rows". */
static void add_lines(const struct finding *finding, struct buffer *lines, const char *before,
                      uint64_t rows, const char *after)
{
    char number[32];
    struct buffer title = {0};
    buffer_printf(&title, "%s%s %s%s%s", before, grouped(rows, number),
                  finding->groups ? "group" : "row", rows == 1 ? "" : "s", after);
    if (finding->left_out && rows)
        buffer_printf(&title, "; %zu more field%s", finding->left_out,
                      finding->left_out == 1 ? "" : "s");
    bool last = finding->request->title_last;
    if (last && rows > finding->shown)
        buffer_add(&title, "; `all` shows every row");
    if (!last)
        result_add_line(lines, LINE_NOTE, "%s", title.text);
    if (rows)
        add_table(finding, lines);
    if (last)
        result_add_line(lines, LINE_NOTE, "%s", title.text);
    buffer_free(&title);
}

static void tell(void *that)
{
    struct finding *finding = that;
    struct buffer lines = {0};
    finding->told = true;
    if (!finding->request->partial)
        return;
    if (finding->shown)
        add_lines(finding, &lines, "at least ", finding->shown, "; counting...");
    else
        result_add_line(&lines, LINE_NOTE, "searching...");
    finding->request->partial(finding->request->to, lines.text);
    buffer_free(&lines);
}

static struct query_plan *plan_of(const struct finding *finding, const char *text,
                                  struct diagnostic *trouble)
{
    struct query_parser parser;
    query_parser_start(&parser, text);
    struct query_tree *tree = query_parser_statement(&parser);
    struct query_plan *plan =
        tree ? query_plan_make(tree, finding->request->names, &parser.trouble) : NULL;
    query_tree_free(tree);
    *trouble = parser.trouble;
    return plan;
}

/* Returns the plan of a text followed by a call, on a line of its own, as the text may end in a
 * comment. */
static struct query_plan *plan_with(const struct finding *finding, const char *text,
                                    const char *call)
{
    struct diagnostic trouble;
    char *both = memory_printf("%s\n.%s", text, call);
    struct query_plan *plan = plan_of(finding, both, &trouble);
    free(both);
    return plan;
}

/* Returns the plan that counts the rows. Their number does not depend on their order, nor on their
 * fields. */
static struct query_plan *plan_of_count(const struct finding *finding, const char *text)
{
    struct query_parser parser;
    query_parser_start(&parser, text);
    struct query_tree *tree = query_parser_statement(&parser), *inner = tree;
    while (inner && inner->kind == TREE_METHOD &&
           (!strcmp(inner->text, "sorted") || !strcmp(inner->text, "map")))
        inner = inner->parts[0];
    struct query_plan *plan = NULL;
    if (inner && inner != tree) {
        char *part = memory_printf("%.*s", (int)(inner->end - inner->at), text + inner->at);
        plan = plan_with(finding, part, "count()");
        free(part);
    }
    query_tree_free(tree);
    return plan ? plan : plan_with(finding, text, "count()");
}

static bool take_count(void *to, const struct query_rows *rows)
{
    if (rows->count)
        *(uint64_t *)to = (uint64_t)rows->columns[0].whole[0];
    return true;
}

/* Returns the call that selects the rows to show. While the user types, only the visible fields, as
 * others cost time: the activity of an event may need all events before it. */
static char *rows_call(const struct finding *finding, const struct query_fields *shape)
{
    struct buffer call = {0};
    bool first = true;
    buffer_printf(&call, "limit(%zu)", finding->request->rows);
    const char *word = finding->request->keys_end && shape->table ? shape->shown : NULL;
    for (; word && *word; word += strcspn(word, " "), word += *word == ' ') {
        size_t size = strcspn(word, " ");
        if (size == strlen("activityNumber") && shape == query_fields_find("events", 6))
            continue;
        buffer_printf(&call, "%srow.%.*s", first ? ".map(row -> {" : ", ", (int)size, word);
        first = false;
    }
    buffer_add(&call, first ? "" : "})");
    return buffer_take(&call);
}

static enum ask_end find_rows(struct finding *finding, const char *text,
                              const struct query_fields *shape, struct error *error)
{
    const struct result_request *request = finding->request;
    struct ask ask = {request->data, request->keys_end, tell, finding};
    char *call = rows_call(finding, shape), *table = NULL;
    size_t size = 0;
    struct query_plan *plan = plan_with(finding, text, call);
    FILE *out = open_memstream(&table, &size);
    enum ask_end end = ASK_FAILED;
    if (plan && out) {
        struct output *output = query_output_new(out, OUTPUT_TABLE, plan->shape);
        query_output_fit(output, request->width, &finding->left_out);
        end = ask_run(&ask, plan, query_output_take, output, error);
        finding->shown = query_output_end(output);
        finding->left_out += shape->count - plan->shape->count;
    }
    free(call);
    if (out)
        fclose(out);
    if (table)
        buffer_add_bytes(&finding->table, table, size);
    free(table);
    query_plan_free(plan);
    return end;
}

static enum ask_end find_count(struct finding *finding, const char *text, uint64_t *rows,
                               struct error *error)
{
    const struct result_request *request = finding->request;
    struct ask ask = {request->data, request->keys_end, finding->told ? NULL : tell, finding};
    *rows = finding->shown;
    if (finding->shown < request->rows)
        return ASK_DONE;
    struct query_plan *plan = plan_of_count(finding, text);
    enum ask_end end = plan ? ask_run(&ask, plan, take_count, rows, error) : ASK_FAILED;
    query_plan_free(plan);
    return end;
}

static enum result_end find(struct finding *finding, const char *text,
                            const struct query_fields *shape, struct buffer *lines)
{
    struct error error = {0};
    uint64_t rows = 0;
    char after[64];
    enum ask_end end = find_rows(finding, text, shape, &error);
    if (end == ASK_DONE) {
        if (finding->told)
            tell(finding); /* the rows are known now */
        end = find_count(finding, text, &rows, &error);
    }
    if (end == ASK_FAILED) {
        add_wrapped(lines, LINE_WRONG, error.text, finding->request->width);
        return RESULT_WRONG;
    }
    if (end == ASK_STOPPED) {
        if (finding->shown)
            add_lines(finding, lines, "at least ", finding->shown, "; counting was stopped");
        else if (finding->told || !finding->request->keys_end)
            result_add_line(lines, LINE_NOTE, "stopped: the query takes long");
        return RESULT_STOPPED;
    }
    snprintf(after, sizeof after, ", %.*f ms", 1, milliseconds_since(&finding->begun));
    add_lines(finding, lines, "", rows, after);
    return RESULT_SHOWN;
}

/* Adds which events the result lacks, except while the user types. */
static void add_missing(const struct result_request *request, const struct query_plan *plan,
                        struct buffer *lines)
{
    struct buffer text = {0};
    if (request->title_last && cmd_query_missing(&text, request->data->archive, plan))
        add_wrapped(lines, LINE_NOTE, text.text, request->width);
    buffer_free(&text);
}

enum result_end result_find(const struct result_request *request, const char *text,
                            struct buffer *lines)
{
    struct finding finding = {.request = request};
    struct diagnostic trouble;
    clock_gettime(CLOCK_MONOTONIC, &finding.begun);
    struct query_plan *plan = plan_of(&finding, text, &trouble), *counted = NULL;
    char *groups = NULL;
    if (!plan && trouble.early && (counted = plan_with(&finding, text, "count()"))) {
        finding.groups = true; /* the text is correct and ends with groups */
        groups = memory_printf("%s\n.count()", text);
    }
    enum result_end end = RESULT_EARLY;
    if (plan || counted)
        end = find(&finding, groups ? groups : text, (plan ? plan : counted)->shape, lines);
    else if (trouble.what[0] && !trouble.early)
        end = (result_add_trouble(lines, &trouble, text, request->width), RESULT_WRONG);
    if (end == RESULT_SHOWN)
        add_missing(request, plan ? plan : counted, lines);
    query_plan_free(plan);
    query_plan_free(counted);
    free(groups);
    buffer_free(&finding.table);
    return end;
}
