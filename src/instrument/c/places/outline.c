/* outline.c: writes the text of a function with directives. */
#include "instrument/c/places/directive.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* Returns how a variable is written in the block of `inside`. The caller frees it. */
static char *name_in(const struct directive *inside, const struct variable *variable)
{
    const struct capture *capture = inside ? capture_of(inside, variable) : NULL;
    return memory_printf(capture && capture->by_address ? "(*tri_ref_%s)" : "%s", variable->name);
}

/* Where names are replaced in a text. */
struct replacing {
    const struct unit *unit;
    const struct directive *inside;
    struct lex_span rest; /* of the text that is not written yet */
    struct buffer *out;
};

static void replace(void *argument, const struct variable *variable, size_t offset)
{
    struct replacing *replacing = argument;
    size_t length = strlen(variable->name);
    if (offset < replacing->rest.start)
        return; /* a macro uses its argument twice */
    char *name = name_in(replacing->inside, variable);
    buffer_add_bytes(replacing->out, replacing->unit->text + replacing->rest.start,
                     offset - replacing->rest.start);
    buffer_add(replacing->out, name);
    replacing->rest.start = offset + length;
    free(name);
}

static void write_rest(struct replacing *replacing)
{
    buffer_add_bytes(replacing->out, replacing->unit->text + replacing->rest.start,
                     replacing->rest.end - replacing->rest.start);
}

/* Returns an expression of a directive, on one line. The caller frees it. */
static char *expression(const struct unit *unit, const struct function *function,
                        const struct directive *inside, struct lex_span span)
{
    struct buffer out = {0};
    struct replacing replacing = {unit, inside, span, &out};
    variables_in_span(unit, function, span, replace, &replacing);
    write_rest(&replacing);
    char *text = buffer_take(&out);
    for (char *at = text; *at; at++) {
        if (*at == '\n' || (*at == '\\' && at[1] == '\n'))
            *at = ' ';
    }
    return text;
}

/* A name to be replaced. */
struct reference {
    const struct variable *variable;
    size_t at;
};

static int compare_references(const void *left, const void *right)
{
    const struct reference *a = left, *b = right;
    return a->at < b->at ? -1 : a->at > b->at;
}

/* Writes text without directives. */
static void write_plain(const struct unit *unit, const struct function *function,
                        const struct directive *inside, struct lex_span span, struct buffer *out)
{
    struct reference *list = NULL;
    size_t count = 0, room = 0;
    struct replacing replacing = {unit, inside, span, out};
    for (struct node *node = inside ? function->node : NULL; node;
         node = tree_next(function->node, node)) {
        if (node->kind != CXCursor_DeclRefExpr || !node->in_file || node->start < span.start ||
            node->start >= span.end)
            continue;
        const struct variable *variable = variables_of(function, node);
        const struct capture *capture = variable ? capture_of(inside, variable) : NULL;
        if (!capture || !capture->by_address)
            continue;
        list = memory_grow(list, &room, count + 1, sizeof *list);
        list[count++] = (struct reference){variable, node->start};
    }
    if (count)
        qsort(list, count, sizeof *list, compare_references);
    for (size_t i = 0; i < count; i++)
        replace(&replacing, list[i].variable, list[i].at);
    write_rest(&replacing);
    free(list);
}

static void write_newlines(const struct unit *unit, size_t start, size_t stop, struct buffer *out)
{
    for (size_t i = start; i < stop; i++) {
        if (unit->text[i] == '\n')
            buffer_add(out, "\n");
    }
}

/* Writes the sizes and further numbers of a dynamic block. */
static void write_numbers(const struct unit *unit, const struct directive *directive,
                          const struct directive *inside, struct buffer *out)
{
    struct buffer extra = {0};
    buffer_add(out, " const __SIZE_TYPE__ tri_n[] = {");
    for (size_t i = 0; i < directive->capture_count; i++) {
        const struct capture *capture = &directive->captures[i];
        char *name = name_in(inside, capture->variable);
        if (capture_is_section(capture)) {
            const struct clause *clause = capture->clause;
            char *count = expression(unit, directive->function, inside, clause->count);
            char *low = expression(unit, directive->function, inside, clause->low);
            buffer_printf(out, "%stri_section(&tri_sites[%u], %s, sizeof(*%s))", i ? ", " : "",
                          directive->number, count, name);
            buffer_printf(&extra, ", (__SIZE_TYPE__)(%s), sizeof(*%s)", *low ? low : "0", name);
            free(count);
            free(low);
        } else if (capture_is_address(directive, capture)) {
            buffer_printf(out, "%ssizeof(void *)", i ? ", " : "");
        } else {
            buffer_printf(out, "%ssizeof(%s)", i ? ", " : "", name);
        }
        types_sizes(&extra, capture->variable->type, name);
        free(name);
    }
    buffer_printf(out, "%s};", extra.text ? extra.text : "");
    buffer_free(&extra);
}

/* Writes the sum of the room for some of the variables. */
static void write_room(const struct directive *directive, const struct directive *inside,
                       size_t first, struct buffer *out)
{
    for (size_t i = first; i < directive->capture_count; i++) {
        char *name = name_in(inside, directive->captures[i].variable);
        buffer_printf(out, "%sTRI_%sROOM(", i > first ? " + " : "",
                      capture_is_addressed(directive, &directive->captures[i]) ? "BACK_" : "");
        capture_write_size(directive, i, name, out);
        buffer_add(out, ")");
        free(name);
    }
    if (first == directive->capture_count)
        buffer_add(out, "0");
}

/* Writes where a variable is to which the block sends something back. */
static void write_address(const struct directive *directive, size_t index, const char *name,
                          struct buffer *out)
{
    const struct capture *capture = &directive->captures[index];
    if (capture_is_section(capture))
        buffer_printf(out, " tri_p = tri_put_back(tri_p, %s + (__PTRDIFF_TYPE__)tri_n[%u], ", name,
                      capture->first_extra);
    else
        buffer_printf(out, " tri_p = tri_put_back(tri_p, &%s, ", name);
    capture_write_size(directive, index, name, out);
    buffer_add(out, ");");
}

/* Writes what a reduction of `async at` begins with; the variable may be changing meanwhile. */
static void write_initial(const struct capture *capture, const char *name, struct buffer *out)
{
    if (capture_is_idempotent(capture))
        buffer_printf(out,
                      " tri_atomic_begin(0); tri_p = tri_put(tri_p, &%s, sizeof(%s)); "
                      "tri_atomic_end();",
                      name, name);
    else
        buffer_printf(out,
                      " __builtin_memset(tri_p, 0, sizeof(%s)); tri_p += TRI_ROOM(sizeof(%s));",
                      name, name);
}

/* Writes the statements that fill in the data. */
static void write_puts(const struct directive *directive, const struct directive *inside,
                       struct buffer *out)
{
    if (directive->is_dynamic)
        buffer_add(out, " tri_p = tri_put(tri_p, tri_n, sizeof tri_n);");
    for (size_t i = 0; i < directive->clock_count; i++)
        buffer_printf(out, " tri_p = tri_put(tri_p, &tri_clock_%s, sizeof(struct tri_clock));",
                      directive->clocks[i]);
    for (size_t i = 0; i < directive->capture_count; i++) {
        const struct capture *capture = &directive->captures[i];
        char *name = name_in(inside, capture->variable);
        if (capture_is_addressed(directive, capture))
            write_address(directive, i, name, out);
        if (capture_is_addressed(directive, capture) && capture->way == WAY_REDUCE)
            write_initial(capture, name, out);
        else if (capture_is_section(capture))
            buffer_printf(out,
                          " tri_p = tri_put(tri_p, %s + (__PTRDIFF_TYPE__)tri_n[%u], tri_n[%zu]);",
                          name, capture->first_extra, i);
        else if (capture_is_address(directive, capture))
            buffer_printf(out, " tri_p = tri_put_address(tri_p, &%s);", name);
        else
            buffer_printf(out, " tri_p = tri_put(tri_p, &%s, sizeof(%s));", name, name);
        free(name);
    }
}

/* Writes the statements that take back what a block of `at` has left. */
static void write_gets(const struct directive *directive, const struct directive *inside,
                       struct buffer *out)
{
    size_t first = directive->capture_count - directive->back_count;
    if (!directive->back_count)
        return;
    buffer_add(out, " char *tri_b = tri_d + tri_total - (");
    write_room(directive, inside, first, out);
    buffer_add(out, ");");
    for (size_t i = first; i < directive->capture_count; i++) {
        const struct capture *capture = &directive->captures[i];
        char *name = name_in(inside, capture->variable);
        if (capture_is_section(capture)) {
            buffer_printf(out,
                          " tri_b = tri_get((void *)(%s + (__PTRDIFF_TYPE__)tri_n[%u]), tri_b, "
                          "tri_n[%zu]);",
                          name, capture->first_extra, i);
        } else if (capture->way == WAY_REDUCE) {
            buffer_printf(out,
                          " { __typeof__(%s) tri_v; tri_b = tri_get(&tri_v, tri_b, sizeof tri_v); "
                          "%s = ",
                          name, name);
            capture_write_combined(out, capture->clause->operation, name, "tri_v");
            buffer_add(out, "; }");
        } else {
            buffer_printf(out, " tri_b = tri_get((void *)&%s, tri_b, sizeof(%s));", name, name);
        }
        free(name);
    }
}

/* Writes which distributed array a block goes to, if the place is that of an element of it:
 * tri_array_place(a, i), where `a` has no effects. */
static void write_array(const struct unit *unit, const struct directive *directive,
                        const struct directive *inside, struct buffer *out)
{
    static const char called[] = "tri_array_place(";
    if (directive->kind == DIRECTIVE_ASYNC)
        return;
    char *place = expression(unit, directive->function, inside, directive->place);
    if (!strncmp(place, called, strlen(called))) {
        char *array = place + strlen(called);
        size_t length = strcspn(array, ",=(+"); /* "(*tri_ref_a)" is an array, too */
        if (!strncmp(array, "(*tri_ref_", 10))
            length = strcspn(array, ",=+");
        if (array[length] == ',' && !memmem(array, length, "--", 2))
            buffer_printf(out, " tri_block_array(tri_d, %.*s);", (int)length, array);
    }
    free(place);
}

/* Writes what starts a block. */
static void write_start(const struct unit *unit, const struct directive *directive,
                        const struct directive *inside, struct buffer *out)
{
    buffer_add(out, "{");
    if (directive->kind != DIRECTIVE_ASYNC) {
        char *place = expression(unit, directive->function, inside, directive->place);
        buffer_printf(out, " const int tri_place = (%s);", place);
        free(place);
    }
    if (directive->is_dynamic)
        write_numbers(unit, directive, inside, out);
    buffer_printf(out,
                  " const __SIZE_TYPE__ tri_total = %s%zu * TRI_ROOM(sizeof(struct tri_clock)) + ",
                  directive->is_dynamic ? "TRI_ROOM(sizeof tri_n) + " : "", directive->clock_count);
    write_room(directive, inside, 0, out);
    buffer_printf(out, "; char *tri_d = tri_async_new(&tri_sites[%u], tri_total), *tri_p = tri_d;",
                  directive->number);
    write_puts(directive, inside, out);
    buffer_add(out, " (void)tri_p;");
    write_array(unit, directive, inside, out);
    for (size_t i = 0; i < directive->clause_count; i++) {
        if (directive->clauses[i].kind == CLAUSE_CLOCKED)
            buffer_printf(out, " tri_async_clocked(tri_d, tri_clock_%s);",
                          directive->clauses[i].name);
    }
    if (directive->kind == DIRECTIVE_ASYNC) {
        buffer_add(out, " tri_async_start(tri_d); }");
    } else if (directive->kind == DIRECTIVE_ASYNC_AT) {
        if (capture_any_back(directive)) {
            buffer_add(out, " tri_async_back(tri_d, ");
            write_room(directive, inside, directive->capture_count - directive->back_count, out);
            buffer_add(out, ");");
        }
        buffer_add(out, " tri_async_start_at(tri_d, tri_place); }");
    } else {
        buffer_add(out, " tri_at_run(tri_d, tri_place, ");
        write_room(directive, inside, directive->capture_count - directive->back_count, out);
        buffer_add(out, ");");
        write_gets(directive, inside, out);
        buffer_add(out, " tri_at_free(tri_d); }");
    }
}

/* True if an atomic block has no loop, and executes nothing that could be logged: it is left very
 * soon, and in one way. */
static bool is_plain(const struct directive *directive)
{
    const struct function *function = directive->function;
    for (size_t i = 0; i < function->directive_count; i++) {
        const struct directive *inner = function->directives[i];
        if (inner != directive && directive_contains(directive, inner->start))
            return false;
    }
    for (struct node *node = function->node; node; node = tree_next(function->node, node)) {
        if (!node->in_file)
            return false;
        bool is_simple = node->kind != CXCursor_CallExpr && node->kind != CXCursor_GCCAsmStmt &&
                         node->kind != CXCursor_MSAsmStmt && node->kind != CXCursor_LabelStmt &&
                         !tree_is_loop(node);
        if (!is_simple && directive_contains(directive, node->start))
            return false;
    }
    return directive->kind == DIRECTIVE_ATOMIC;
}

/* Writes what stands before and behind the statement of a directive that stays where it is. */
static void write_before(const struct unit *unit, const struct directive *directive,
                         const struct directive *inside, struct buffer *out)
{
    if (directive->kind == DIRECTIVE_FINISH) {
        buffer_printf(out, "{ struct tri_finish tri_f; tri_finish_begin(&tri_f, &tri_sites[%u]);",
                      directive->number);
        for (size_t i = 0; i < directive->clause_count; i++)
            buffer_printf(out, " struct tri_clock tri_clock_%s = tri_clock_new(&tri_f);",
                          directive->clauses[i].name);
        return;
    }
    buffer_printf(out,
                  is_plain(directive)
                      ? "{ const struct tri_site *tri_a = tri_plain_begin(&tri_sites[%u]);"
                      : "{ tri_atomic_begin(&tri_sites[%u]);",
                  directive->number);
    if (directive->kind == DIRECTIVE_WHEN) {
        char *condition = expression(unit, directive->function, inside, directive->condition);
        buffer_printf(out, " while (!(%s)) tri_when_wait(); tri_when_go_on();", condition);
        free(condition);
    }
}

static void write_directive(struct translation *translation, const struct function *function,
                            const struct directive *directive, const struct directive *inside,
                            struct buffer *out)
{
    const struct unit *unit = translation->unit;
    if (directive->kind == DIRECTIVE_NEXT) {
        buffer_printf(out, "tri_clock_next(&tri_sites[%u]);", directive->number);
        write_newlines(unit, directive->start, directive->stop, out);
    } else if (directive_is_outlined(directive)) {
        write_start(unit, directive, inside, out);
        write_newlines(unit, directive->start, directive->stop, out);
    } else {
        write_before(unit, directive, inside, out);
        write_newlines(unit, directive->start, directive->end, out);
        outline_text(translation, function, inside, directive->end, directive->stop, out);
        buffer_add(out, directive->kind == DIRECTIVE_FINISH ? " tri_finish_end(&tri_f); }"
                        : is_plain(directive)               ? " tri_plain_end(tri_a); }"
                                                            : " tri_atomic_end(); }");
    }
}

void outline_text(struct translation *translation, const struct function *function,
                  const struct directive *inside, size_t start, size_t stop, struct buffer *out)
{
    size_t at = start;
    for (size_t i = 0; i < function->directive_count; i++) {
        const struct directive *directive = function->directives[i];
        if (directive->start < at || directive->start >= stop)
            continue;
        write_plain(translation->unit, function, inside, (struct lex_span){at, directive->start},
                    out);
        write_directive(translation, function, directive, inside, out);
        at = directive->stop;
    }
    write_plain(translation->unit, function, inside, (struct lex_span){at, stop}, out);
}
