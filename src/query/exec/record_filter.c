/* record_filter.c: see record_filter.h */
#include "query/exec/record_filter.h"

#include "format/filter.h"
#include "query/check/check.h"
#include "query/parse/parser.h"

#include <stdio.h>
#include <stdlib.h>

/* A filter being compiled: its operations, each of which refers to earlier ones, and its texts. */
struct recording {
    struct diagnostic *trouble;
    struct format_filter_op ops[FORMAT_FILTER_OPS];
    uint32_t count;
    struct buffer texts;
};

/* The fields that are known while recording: as a path of steps, as plans have it, and under the
 * names that the user knows. */
static const struct {
    const char *steps;
    enum format_filter_field field;
    const char *name;
} known[] = {
    {"node.region.type", FORMAT_FILTER_TYPE, "type"},
    {"node.region.name", FORMAT_FILTER_NAME, "name"},
    {"node.region.methodName", FORMAT_FILTER_METHOD, "methodName"},
    {"node.region.file", FORMAT_FILTER_SOURCE, "className file"},
    {"node.region.className", FORMAT_FILTER_SOURCE, NULL},
    {"node.region.line", FORMAT_FILTER_LINE, "line startPosition"},
    {"node.region.startPosition", FORMAT_FILTER_LINE, NULL},
    {"node.region.endPosition", FORMAT_FILTER_END_POSITION, "endPosition"},
    {"node.region.endLine", FORMAT_FILTER_END_LINE, NULL},
    {"node.region.number", FORMAT_FILTER_SEQUENCE, "region.number"},
    {"node.region.kind", FORMAT_FILTER_KIND, "region.kind"},
    {"node.region.reads", FORMAT_FILTER_READS, "region.reads"},
    {"node.region.writes", FORMAT_FILTER_WRITES, "region.writes"},
    {"node.region.note", FORMAT_FILTER_NOTE, NULL},
    {"duration", FORMAT_FILTER_DURATION, "duration"},
    {"startTime", FORMAT_FILTER_START, "startTime"},
    {"finishTime", FORMAT_FILTER_FINISH, "finishTime"},
    {"bytes", FORMAT_FILTER_BYTES, "bytes"},
    {"trips", FORMAT_FILTER_TRIPS, "trips"},
    {"held", FORMAT_FILTER_HELD, "held"},
    {"tag", FORMAT_FILTER_TAG, "tag"},
    {"communicator.number", FORMAT_FILTER_COMMUNICATOR, "communicator.number"},
    {"source.rank", FORMAT_FILTER_SOURCE_RANK, "source.rank"},
    {"target.rank", FORMAT_FILTER_TARGET_RANK, "target.rank"},
    {"source.number", FORMAT_FILTER_SOURCE_PLACE, "sourcePlace"},
    {"target.number", FORMAT_FILTER_TARGET_PLACE, "targetPlace"},
    {"aborted", FORMAT_FILTER_ABORTED, "aborted"},
    {"lane.place.number", FORMAT_FILTER_PLACE, "execPlace"},
    {"lane.place.rank", FORMAT_FILTER_RANK, "rank"},
    {"lane.place.pid", FORMAT_FILTER_PID, "place.pid"},
    {"lane.number", FORMAT_FILTER_LANE, "lane.number"},
    {"lane.tid", FORMAT_FILTER_TID, "lane.tid"},
    {"activity.number", FORMAT_FILTER_ACTIVITY, "activity.number"},
    {"activityNumber", FORMAT_FILTER_NUMBER, "activityNumber"},
    {"activity.activityNumber", FORMAT_FILTER_NUMBER, NULL},
};

enum { KNOWN = sizeof known / sizeof known[0] };

enum { NOWHERE = UINT16_MAX }; /* an error was reported */

static uint16_t wrong(struct recording *to, const struct query_expression *about, const char *what)
{
    diagnostic_at(to->trouble, about->at, about->end, "%s", what);
    return NOWHERE;
}

static uint16_t put(struct recording *to, const struct query_expression *about,
                    struct format_filter_op op)
{
    if (to->count == FORMAT_FILTER_OPS) {
        wrong(to, about, "this condition is too long to be evaluated while recording");
        diagnostic_help(
            to->trouble,
            "At most %d parts are allowed. Record more, and use the condition in a query.",
            FORMAT_FILTER_OPS);
        return NOWHERE;
    }
    to->ops[to->count] = op;
    return (uint16_t)to->count++;
}

static uint32_t put_text(struct recording *to, const char *text)
{
    size_t at = to->texts.used;
    buffer_add_bytes(&to->texts, text, strlen(text) + 1);
    return at < FORMAT_FILTER_TEXTS
               ? (uint32_t)at
               : 0; /* all texts together are too long: reported by write_all */
}

static enum format_filter_type type_of(const struct query_expression *expression)
{
    switch (expression->type.type) {
    case TYPE_BOOL:
        return FORMAT_FILTER_TRUTH;
    case TYPE_REAL:
        return FORMAT_FILTER_REAL;
    case TYPE_TEXT:
        return FORMAT_FILTER_TEXT;
    default:
        return FORMAT_FILTER_WHOLE;
    }
}

static void write_steps(struct buffer *out, const struct query_expression *field)
{
    if (field->part_count) {
        write_steps(out, field->parts[0]);
        buffer_add(out, ".");
    }
    buffer_add(out, field->op == EXPRESSION_FIELD ? field->field->name : "?");
}

/* Returns the index of a field in `known`, or KNOWN. */
static size_t find(const struct query_expression *field)
{
    struct buffer steps = {0};
    write_steps(&steps, field);
    size_t i = 0;
    while (i < KNOWN && strcmp(known[i].steps, steps.text) != 0)
        i++;
    buffer_free(&steps);
    return i;
}

/* True for activityNumber, which is a text in queries, but a number in a filter. */
static bool is_activity_number(const struct query_expression *expression)
{
    size_t which = expression->op == EXPRESSION_FIELD ? find(expression) : KNOWN;
    return which < KNOWN && known[which].field == FORMAT_FILTER_NUMBER;
}

static uint16_t not_known(struct recording *to, const struct query_expression *field)
{
    struct buffer names = {0};
    bool is_row = !strcmp(field->field->name, "row") && field->part_count;
    const char *of = is_row ? field->parts[0]->field->name : field->field->name;
    diagnostic_at(to->trouble, field->at, field->end,
                  is_row ? "the row number of `%s` is not known while recording"
                         : "while recording, `%s` is not known when a visit ends",
                  of);
    for (size_t i = 0; i < KNOWN; i++) {
        if (known[i].name)
            buffer_printf(&names, " %s", known[i].name);
    }
    diagnostic_help(to->trouble, "%sKnown fields:%s. For others, record more and use a query.",
                    is_row && !strcmp(of, "lane")
                        ? "lane.number is the number of a thread in its process. "
                    : is_row && !strcmp(of, "place") ? "execPlace is the place's number. "
                                                     : "",
                    names.text);
    buffer_free(&names);
    return NOWHERE;
}

static uint16_t put_field(struct recording *to, const struct query_expression *field)
{
    size_t which = find(field);
    if (!field->part_count &&
        !strcmp(field->field->name, "unfinished")) /* only events that have ended are filtered */
        return put(to, field, (struct format_filter_op){.code = FORMAT_FILTER_CONSTANT});
    if (which == KNOWN)
        return not_known(to, field);
    struct format_filter_op op = {.code = FORMAT_FILTER_FIELD,
                                  .field = (uint8_t)known[which].field};
    op.type = (uint8_t)format_filter_type_of(op.field);
    return put(to, field, op);
}

static uint16_t put_constant(struct recording *to, const struct query_expression *constant)
{
    struct format_filter_op op = {
        .code = FORMAT_FILTER_CONSTANT,
        .type = (uint8_t)type_of(constant),
        .absent = constant->absent,
    };
    if (constant->type.type == TYPE_REAL)
        memcpy(&op.value, &constant->real, sizeof op.value);
    else if (constant->type.type == TYPE_TEXT)
        op.text = constant->absent ? 0 : put_text(to, constant->text);
    else
        op.value = (uint64_t)constant->whole;
    return put(to, constant, op);
}

/* Adds a constant such as "0-3" as a number. */
static uint16_t put_activity_number(struct recording *to, const struct query_expression *constant)
{
    unsigned place, activity;
    int end = 0;
    if (constant->op != EXPRESSION_CONSTANT)
        return wrong(to, constant,
                     "while recording, an activityNumber can only be compared with a text");
    if (!constant->absent && constant->text[0] == 'p') {
        diagnostic_at(to->trouble, constant->at, constant->end,
                      "while recording, it is not known which processes are no ranks");
        diagnostic_help(to->trouble, "Use execPlace and activity.number.");
        return NOWHERE;
    }
    bool fits =
        sscanf(constant->text, "%u-%u%n", &place, &activity, &end) == 2 && !constant->text[end];
    return put(to, constant,
               (struct format_filter_op){
                   .code = FORMAT_FILTER_CONSTANT,
                   .type = FORMAT_FILTER_WHOLE,
                   .absent = constant->absent,
                   .value = fits ? (uint64_t)format_activity_number(place, activity) : UINT64_MAX,
               });
}

static enum format_filter_code code_of(enum query_expression_op op)
{
    static const enum format_filter_code codes[] = {
        [EXPRESSION_PRESENT] = FORMAT_FILTER_PRESENT,
        [EXPRESSION_NOT] = FORMAT_FILTER_NOT,
        [EXPRESSION_NEGATE] = FORMAT_FILTER_NEGATE,
        [EXPRESSION_ADD] = FORMAT_FILTER_ADD,
        [EXPRESSION_SUBTRACT] = FORMAT_FILTER_SUBTRACT,
        [EXPRESSION_MULTIPLY] = FORMAT_FILTER_MULTIPLY,
        [EXPRESSION_DIVIDE] = FORMAT_FILTER_DIVIDE,
        [EXPRESSION_REMAINDER] = FORMAT_FILTER_REMAINDER,
        [EXPRESSION_EQUAL] = FORMAT_FILTER_EQUAL,
        [EXPRESSION_UNEQUAL] = FORMAT_FILTER_UNEQUAL,
        [EXPRESSION_LESS] = FORMAT_FILTER_LESS,
        [EXPRESSION_LESS_OR_EQUAL] = FORMAT_FILTER_LESS_OR_EQUAL,
        [EXPRESSION_AND] = FORMAT_FILTER_AND,
        [EXPRESSION_OR] = FORMAT_FILTER_OR,
        [EXPRESSION_CHOICE] = FORMAT_FILTER_CHOICE,
        [EXPRESSION_IN] = FORMAT_FILTER_IN,
        [EXPRESSION_STARTS] = FORMAT_FILTER_STARTS,
        [EXPRESSION_ENDS] = FORMAT_FILTER_ENDS,
        [EXPRESSION_CONTAINS] = FORMAT_FILTER_CONTAINS,
        [EXPRESSION_MATCHES] = FORMAT_FILTER_MATCHES,
        [EXPRESSION_LENGTH] = FORMAT_FILTER_LENGTH,
        [EXPRESSION_TO_REAL] = FORMAT_FILTER_TO_REAL,
        [EXPRESSION_TO_WHOLE] = FORMAT_FILTER_TO_WHOLE,
        [EXPRESSION_ABSOLUTE] = FORMAT_FILTER_ABSOLUTE,
        [EXPRESSION_LESSER] = FORMAT_FILTER_LESSER,
        [EXPRESSION_GREATER] = FORMAT_FILTER_GREATER,
    };
    return op < sizeof codes / sizeof codes[0] ? codes[op] : FORMAT_FILTER_CONSTANT;
}

static uint16_t put_expression(struct recording *to, const struct query_expression *expression);

/* Adds a part of an operation; the other side of an activity number becomes a number, too. */
static uint16_t put_part(struct recording *to, const struct query_expression *part,
                         bool of_activities)
{
    return of_activities && !is_activity_number(part) ? put_activity_number(to, part)
                                                      : put_expression(to, part);
}

static bool of_activities(const struct query_expression *expression)
{
    for (size_t i = 0; i < expression->part_count; i++) {
        if (is_activity_number(expression->parts[i]))
            return true;
    }
    return false;
}

static uint16_t put_operation(struct recording *to, const struct query_expression *expression)
{
    enum query_expression_op op = expression->op;
    bool numbers = of_activities(expression);
    bool compares = op == EXPRESSION_EQUAL || op == EXPRESSION_UNEQUAL || op == EXPRESSION_IN;
    if (numbers && !compares && op != EXPRESSION_PRESENT)
        return wrong(to, expression,
                     "while recording, an activityNumber can only be compared with == != in");
    struct format_filter_op made = {
        .code = (uint8_t)code_of(op),
        .type = (uint8_t)type_of(expression),
    };
    for (size_t i = 0; i < expression->part_count; i++) {
        uint16_t part = put_part(to, expression->parts[i], numbers && compares);
        if (part == NOWHERE)
            return NOWHERE;
        if (i == 0)
            made.a = part;
        else if (i == 1)
            made.b = part;
        else if (op != EXPRESSION_IN)
            made.c = part;
    }
    if (op == EXPRESSION_IN) { /* the list directly follows the value that is looked for */
        made.b = (uint16_t)(to->count - (expression->part_count - 1));
        made.c = (uint16_t)to->count;
    }
    if (expression->text) {
        char *pattern =
            op == EXPRESSION_MATCHES ? query_check_pattern_text(expression->text) : NULL;
        made.text = put_text(to, pattern ? pattern : expression->text);
        free(pattern);
    }
    return put(to, expression, made);
}

/* Adds an expression; returns the number of its operation, or NOWHERE. */
static uint16_t put_expression(struct recording *to, const struct query_expression *expression)
{
    switch (expression->op) {
    case EXPRESSION_CONSTANT:
        return put_constant(to, expression);
    case EXPRESSION_FIELD:
        return put_field(to, expression);
    case EXPRESSION_SELF:
        return wrong(to, expression, "an event itself has no value while recording");
    default:
        return put_operation(to, expression);
    }
}

/* Appends the header, the operations and the texts. Fails if the reader would not accept them. */
static bool write_all(struct recording *from, const struct query_expression *about, uint64_t start,
                      struct buffer *out)
{
    struct format_filter header = {
        .magic = FORMAT_FILTER_MAGIC,
        .version = FORMAT_FILTER_VERSION,
        .ops = from->count,
        .texts = (uint32_t)from->texts.used,
        .start = start,
    };
    struct buffer bytes = {0};
    struct format_filter_view view;
    buffer_add_bytes(&bytes, &header, sizeof header);
    buffer_add_bytes(&bytes, from->ops, from->count * sizeof from->ops[0]);
    buffer_add_bytes(&bytes, from->texts.text, from->texts.used);
    bool short_enough = from->texts.used <= FORMAT_FILTER_TEXTS;
    bool good = short_enough && format_filter_read(bytes.text, bytes.used, &view);
    if (good)
        buffer_add_bytes(out, bytes.text, bytes.used);
    else if (short_enough)
        wrong(from, about, "while recording, a text can depend on the region only");
    else
        wrong(from, about, "the texts in this condition are too long to be used while recording");
    buffer_free(&bytes);
    return good;
}

bool query_record_filter_compile(struct buffer *out, const char *lambda, uint64_t start,
                                 struct diagnostic *trouble)
{
    struct query_parser parser;
    query_parser_start(&parser, lambda);
    struct query_tree *tree = query_parser_lambda(&parser);
    *trouble = parser.trouble;
    if (!tree)
        return false;
    struct query_expression *condition =
        query_plan_condition(tree, query_fields_find("events", 6), trouble);
    struct recording to = {.trouble = trouble};
    put_text(&to, "");
    bool good = condition && put_expression(&to, condition) != NOWHERE &&
                write_all(&to, condition, start, out);
    buffer_free(&to.texts);
    query_expression_free(condition);
    query_tree_free(tree);
    return good;
}
