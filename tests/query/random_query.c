/* random_query.c: see random_query.h */
#include "random_query.h"

#include "trace.h"

#include "query/parse/parser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is being written. */
struct writing {
    uint64_t *random;
    struct buffer *out;
    const struct query_fields *shape;
};

static uint64_t below(const struct writing *writing, uint64_t end)
{
    return trace_random(writing->random) % end;
}

static void add(const struct writing *writing, const char *text)
{
    buffer_add(writing->out, text);
}

static bool is_type(struct query_value_type a, struct query_value_type b)
{
    return a.type == b.type && (a.unit == b.unit || !query_type_is_number(a));
}

/* A field of that type, perhaps of a row that the row leads to; false: none was found. */
static bool field(const struct writing *writing, struct query_value_type type)
{
    const struct query_fields *shape = writing->shape;
    for (int tries = 0; tries < 40; tries++) {
        const struct query_field *first = &shape->fields[below(writing, shape->count)];
        if (is_type(first->type, type)) {
            buffer_printf(writing->out, "e.%s", first->name);
            return true;
        }
        if (first->type.type != TYPE_ROW)
            continue;
        const struct query_fields *next = first->type.shape;
        const struct query_field *second = &next->fields[below(writing, next->count)];
        if (is_type(second->type, type)) {
            buffer_printf(writing->out, "e.%s.%s", first->name, second->name);
            return true;
        }
    }
    return false;
}

static void constant(const struct writing *writing, struct query_value_type type)
{
    static const char *const texts[] = {"\"main\"",   "\"solve\"", "\"MPI_Send\"", "\"a.c\"",
                                        "\"thread\"", "\"\"",      "\"3-1\""};
    static const char *const acts[] = {"COMM", "IO", "CALL", "LOOP", "EXEC", "ATOMIC"};
    int64_t number = (int64_t)below(writing, 4) ? (int64_t)below(writing, 30) - 3
                                                : (int64_t)below(writing, 20000);
    const char *unit = type.unit == UNIT_TIME ? "ns" : type.unit == UNIT_BYTES ? "B" : "";
    if (below(writing, 40) == 0)
        number = INT64_MAX - 3;
    switch (type.type) {
    case TYPE_TEXT:
        add(writing, texts[below(writing, 7)]);
        break;
    case TYPE_ACT:
        add(writing, acts[below(writing, 6)]);
        break;
    case TYPE_BOOL:
        add(writing, below(writing, 2) ? "true" : "false");
        break;
    case TYPE_REAL:
        buffer_printf(writing->out, "%d.%d%s", (int)below(writing, 30), 1 + (int)below(writing, 9),
                      unit);
        break;
    default:
        if (number < 0)
            buffer_printf(writing->out, "(-%lld%s)", (long long)-number, unit);
        else
            buffer_printf(writing->out, "%lld%s", (long long)number, unit);
    }
}

static void value(const struct writing *writing, struct query_value_type type, int depth);

/* One of the types that can be compared. */
static struct query_value_type any_type(const struct writing *writing)
{
    static const struct query_value_type types[] = {
        {TYPE_INTEGER, UNIT_NONE, NULL},  {TYPE_INTEGER, UNIT_TIME, NULL},
        {TYPE_INTEGER, UNIT_BYTES, NULL}, {TYPE_REAL, UNIT_NONE, NULL},
        {TYPE_TEXT, UNIT_NONE, NULL},     {TYPE_ACT, UNIT_NONE, NULL},
        {TYPE_BOOL, UNIT_NONE, NULL},     {TYPE_INTEGER, UNIT_TIME, NULL}};
    return types[below(writing, sizeof types / sizeof types[0])];
}

static void both(const struct writing *writing, struct query_value_type type, const char *sign,
                 int depth)
{
    add(writing, "(");
    value(writing, type, depth - 1);
    buffer_printf(writing->out, " %s ", sign);
    value(writing, type, depth - 1);
    add(writing, ")");
}

static void comparison(const struct writing *writing, int depth)
{
    static const char *const signs[] = {"==", "!=", "<", "<=", ">", ">="};
    struct query_value_type type = any_type(writing);
    bool ordered = query_type_is_number(type) || type.type == TYPE_TEXT;
    const char *sign = signs[below(writing, ordered ? 6 : 2)];
    add(writing, "(");
    if (below(writing, 2) || !field(writing, type))
        value(writing, type, depth - 1);
    buffer_printf(writing->out, " %s ", sign);
    if (below(writing, 2))
        constant(writing, type);
    else
        value(writing, type, depth - 1);
    add(writing, ")");
}

static void text_condition(const struct writing *writing, int depth)
{
    static const char *const calls[] = {".startsWith(\"MPI\")", ".endsWith(\"e\")",
                                        ".contains(\"ol\")", ".matches(/^m.*n$|S/)",
                                        ".startsWith(\"\")"};
    add(writing, "(");
    value(writing, (struct query_value_type){.type = TYPE_TEXT}, depth - 1);
    buffer_printf(writing->out, ")%s", calls[below(writing, 5)]);
}

static void truth(const struct writing *writing, int depth)
{
    struct query_value_type type;
    switch (below(writing, 10)) {
    case 0:
    case 1:
        both(writing, (struct query_value_type){.type = TYPE_BOOL}, "&&", depth);
        break;
    case 2:
        both(writing, (struct query_value_type){.type = TYPE_BOOL}, "||", depth);
        break;
    case 3:
        add(writing, "!");
        value(writing, (struct query_value_type){.type = TYPE_BOOL}, depth - 1);
        break;
    case 4:
        add(writing, "present(");
        value(writing, any_type(writing), depth - 1);
        add(writing, ")");
        break;
    case 5:
        text_condition(writing, depth);
        break;
    case 6:
        type = any_type(writing);
        add(writing, "(");
        value(writing, type, depth - 1);
        add(writing, " in [");
        for (uint64_t i = 0, count = 1 + below(writing, 3); i < count; i++) {
            add(writing, i ? ", " : "");
            constant(writing, type);
        }
        add(writing, "])");
        break;
    default:
        comparison(writing, depth);
    }
}

static void number(const struct writing *writing, struct query_value_type type, int depth)
{
    struct query_value_type whole = {.type = TYPE_INTEGER, .unit = type.unit}, plain = whole;
    plain.unit = UNIT_NONE;
    switch (below(writing, 8)) {
    case 0:
        both(writing, type, "+", depth);
        break;
    case 1:
        both(writing, type, "-", depth);
        break;
    case 2:
        add(writing, "(");
        value(writing, type, depth - 1);
        add(writing, " * ");
        value(writing, plain, depth - 1);
        add(writing, ")");
        break;
    case 3:
        if (type.type == TYPE_REAL)
            both(writing, whole, "/", depth);
        else
            both(writing, type, "%", depth);
        break;
    case 4:
        add(writing, below(writing, 2) ? "min(" : "max(");
        value(writing, type, depth - 1);
        add(writing, ", ");
        value(writing, type, depth - 1);
        add(writing, ")");
        break;
    case 5:
        add(writing, below(writing, 2) ? "abs(" : "-(");
        value(writing, type, depth - 1);
        add(writing, ")");
        break;
    case 6:
        if (type.type == TYPE_INTEGER) {
            add(writing, "whole(");
            both(writing, (struct query_value_type){.type = TYPE_REAL, .unit = type.unit}, "+",
                 depth);
            add(writing, ")");
            break;
        }
        both(writing, type, "*", depth);
        break;
    default:
        if (type.unit == UNIT_NONE && type.type == TYPE_INTEGER) {
            add(writing, "(");
            value(writing, (struct query_value_type){.type = TYPE_TEXT}, depth - 1);
            add(writing, ").length()");
        } else {
            constant(writing, type);
        }
    }
}

static void value(const struct writing *writing, struct query_value_type type, int depth)
{
    if (depth <= 0 || below(writing, 3) == 0) {
        if (below(writing, 6) == 0 || !field(writing, type))
            constant(writing, type);
    } else if (below(writing, 8) == 0) {
        add(writing, "(");
        truth(writing, depth - 1);
        add(writing, " ? ");
        value(writing, type, depth - 1);
        add(writing, " : ");
        value(writing, type, depth - 1);
        add(writing, ")");
    } else if (type.type == TYPE_BOOL) {
        truth(writing, depth);
    } else if (query_type_is_number(type)) {
        number(writing, type, depth);
    } else if (!field(writing, type)) {
        constant(writing, type);
    }
}

/* A key: anything, also a row. */
static void key(const struct writing *writing)
{
    const struct query_fields *shape = writing->shape;
    if (below(writing, 2))
        value(writing, any_type(writing), 2);
    else
        buffer_printf(writing->out, "e.%s", shape->fields[below(writing, shape->count)].name);
}

static void map(const struct writing *writing)
{
    add(writing, ".map(e -> {");
    for (uint64_t i = 0, count = 1 + below(writing, 4); i < count; i++) {
        buffer_printf(writing->out, "%sf%u: ", i ? ", " : "", (unsigned)i);
        key(writing);
    }
    add(writing, "})");
}

static void sums(const struct writing *writing)
{
    static const char *const names[] = {"sum", "mean", "min", "max", "stddev"};
    for (uint64_t i = 0, count = 1 + below(writing, 3); i < count; i++) {
        struct query_value_type type = {below(writing, 4) ? TYPE_INTEGER : TYPE_REAL,
                                        below(writing, 2) ? UNIT_TIME : UNIT_NONE, NULL};
        uint64_t which = below(writing, 7);
        buffer_printf(writing->out, "%ss%u: ", i ? ", " : "", (unsigned)i);
        if (which == 6) {
            add(writing, "count()");
            continue;
        }
        buffer_printf(writing->out, "%s(e -> ", which == 5 ? "percentile" : names[which]);
        value(writing, type, 1);
        if (which == 5)
            buffer_printf(writing->out, ", %u", (unsigned)below(writing, 101));
        add(writing, ")");
    }
}

static void group(const struct writing *writing)
{
    if (below(writing, 3)) {
        add(writing, ".groupBy(k0: e -> ");
        key(writing);
        if (below(writing, 2)) {
            add(writing, ", k1: e -> ");
            key(writing);
        }
        add(writing, ")");
    }
    add(writing, ".aggregate(");
    sums(writing);
    add(writing, ")");
}

static void join(const struct writing *writing)
{
    static const char *const others[] = {
        "regions, e -> e.%s.row, r -> r.row", "lanes, e -> e.%s.row, r -> r.number",
        "places.filter(p -> p.alive), e -> e.%s.row, p -> p",
        "nodes.map(n -> {a: n.line, b: n.name, c: n.region}), e -> e.%s.row, x -> x.a"};
    for (int tries = 0; tries < 20; tries++) {
        const struct query_field *field =
            &writing->shape->fields[below(writing, writing->shape->count)];
        if (field->type.type != TYPE_ROW)
            continue;
        add(writing, ".limit(50).join(");
        char argument[200];
        const char *other = others[below(writing, 4)], *mark = strstr(other, "%s");
        snprintf(argument, sizeof argument, "%.*s%s%s", (int)(mark - other), other, field->name,
                 mark + 2);
        add(writing, argument);
        add(writing, ")");
        return;
    }
}

static void nodes_only(const struct writing *writing)
{
    static const char *const calls[] = {
        ".children()",          ".ancestors()",       ".path(\"**/main\")", ".path(\"**\")",
        ".path(\"*/**/s*l*\")", ".path(\"main/**\")", ".path(\"*\")",       ".path(\"**/*:*/**\")"};
    add(writing, calls[below(writing, 8)]);
}

static void stage(const struct writing *writing)
{
    switch (below(writing, 12)) {
    case 0:
        map(writing);
        break;
    case 1:
        add(writing, ".sorted(e -> ");
        key(writing);
        add(writing, ", e -> desc(");
        key(writing);
        add(writing, "))");
        break;
    case 2:
        add(writing, ".distinct(e -> ");
        key(writing);
        add(writing, ")");
        break;
    case 3:
        buffer_printf(writing->out, ".%s(%u)", below(writing, 2) ? "limit" : "skip",
                      (unsigned)below(writing, 200));
        break;
    case 4:
    case 5:
        group(writing);
        break;
    case 6:
        buffer_printf(writing->out, ".%s(e -> ",
                      below(writing, 3) == 0   ? "anyMatch"
                      : below(writing, 2) == 0 ? "allMatch"
                                               : "noneMatch");
        value(writing, (struct query_value_type){.type = TYPE_BOOL}, 2);
        add(writing, ")");
        break;
    case 7:
        join(writing);
        break;
    case 8:
        if (!strcmp(writing->shape->name, "nodes"))
            nodes_only(writing);
        else if (!strcmp(writing->shape->name, "events"))
            buffer_printf(writing->out, ".%s(%uns, 9us)", below(writing, 2) ? "within" : "overlaps",
                          (unsigned)below(writing, 9000));
        break;
    default:
        add(writing, ".filter(e -> ");
        value(writing, (struct query_value_type){.type = TYPE_BOOL}, 3);
        add(writing, ")");
    }
}

struct query_plan *random_query_plan(const char *text)
{
    struct query_parser parser;
    query_parser_start(&parser, text);
    struct query_tree *tree = query_parser_statement(&parser);
    struct query_plan *plan = tree ? query_plan_make(tree, NULL, &parser.trouble) : NULL;
    query_tree_free(tree);
    return plan;
}

struct query_plan *random_query(uint64_t *random, struct buffer *text)
{
    static const char *const streams[] = {"events", "events",  "events",     "nodes",
                                          "nodes",  "regions", "messages",   "collectives",
                                          "lanes",  "places",  "activities", "communicators"};
    struct writing writing = {.random = random, .out = text};
    add(&writing, streams[below(&writing, sizeof streams / sizeof streams[0])]);
    struct query_plan *plan = random_query_plan(text->text);
    for (uint64_t i = 0, count = 1 + below(&writing, 4); i < count; i++) {
        size_t before = text->used;
        writing.shape = plan->shape;
        stage(&writing);
        struct query_plan *longer = random_query_plan(text->text);
        if (longer) {
            query_plan_free(plan);
            plan = longer;
        } else { /* what nobody could ask: it is left out */
            text->used = before;
            text->text[before] = '\0';
        }
    }
    return plan;
}
