/* block.c: writes the functions that blocks of directives become. */
#include "instrument/c/places/directive.h"
#include "instrument/table.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* Writes the types and functions that are declared in the function and visible in a block. */
static void write_local_types(const struct unit *unit, const struct directive *directive,
                              struct buffer *out)
{
    const struct node *top = directive->function->node;
    for (struct node *node = (struct node *)top; node; node = tree_next(top, node)) {
        if (node->kind != CXCursor_DeclStmt || !node->in_file || node->end > directive->start ||
            !node->parent || node->parent->end <= directive->start)
            continue;
        bool whole = false;
        for (const struct node *child = node->first; child; child = child->next)
            whole |= child->kind == CXCursor_TypedefDecl || child->kind == CXCursor_FunctionDecl ||
                     (child->kind == CXCursor_VarDecl &&
                      clang_Cursor_getStorageClass(child->cursor) == CX_SC_Extern);
        if (whole) {
            buffer_add_bytes(out, unit->text + node->start, node->end - node->start);
            buffer_add(out, "\n");
        }
        for (const struct node *child = node->first; !whole && child; child = child->next) {
            bool named = child->kind == CXCursor_StructDecl || child->kind == CXCursor_UnionDecl;
            if (child->in_file &&
                (child->kind == CXCursor_EnumDecl ||
                 (named && !types_is_unnamed(clang_getCursorType(child->cursor))))) {
                buffer_add_bytes(out, unit->text + child->start, child->end - child->start);
                buffer_add(out, ";\n");
            }
        }
    }
}

/* Writes the value that a reduction begins with. */
static void write_neutral(struct buffer *out, const struct capture *capture, const char *type)
{
    const char *operation = capture->clause->operation;
    if (!strcmp(operation, "*") || !strcmp(operation, "&&"))
        buffer_add(out, "1");
    else if (!strcmp(operation, "&"))
        buffer_printf(out, "~(__typeof__(%s))0", type);
    else
        buffer_add(out, "0");
}

/* Writes the block's own variable of a reduction. */
static void write_reduced(const struct directive *directive, const struct capture *capture,
                          struct buffer *out)
{
    const char *name = capture->variable->name;
    char *type = types_spelling(capture->variable->type);
    if (directive->kind == DIRECTIVE_ASYNC) {
        buffer_printf(out, " __typeof__(%s) *tri_ref_%s = *(void **)(void *)tri_d, %s = ", type,
                      name, name);
        write_neutral(out, capture, type);
        buffer_add(out, ";");
        if (capture_is_idempotent(capture))
            buffer_printf(out, " tri_atomic_begin(0); %s = *tri_ref_%s; tri_atomic_end();", name,
                          name);
    } else {
        buffer_printf(out, " char *tri_pos_%s = tri_d; __typeof__(%s) %s = ", name, type, name);
        if (capture_is_idempotent(capture))
            buffer_printf(out, "*(__typeof__(%s) *)(void *)tri_d", type);
        else
            write_neutral(out, capture, type);
        buffer_add(out, ";");
    }
    free(type);
}

/* Writes the declaration of a captured variable inside its block. */
static void write_declaration(const struct directive *directive, size_t index, struct buffer *out)
{
    const struct capture *capture = &directive->captures[index];
    const struct variable *variable = capture->variable;
    const char *name = variable->name;
    unsigned extra = capture->first_extra;
    char *pointed = memory_printf("(*tri_ref_%s)", name);
    buffer_add(out,
               capture_is_addressed(directive, capture) ? " tri_d += TRI_BACK_ROOM(0); " : " ");
    if (capture_is_section(capture)) {
        CXType plain = clang_getCanonicalType(variable->type);
        char *starred = memory_printf("(*%s)", name);
        if (types_is_pointer(plain))
            types_declare(out, variable->type, name, extra + 2);
        else
            types_declare(out, clang_getArrayElementType(plain), starred,
                          extra + 2 + (plain.kind == CXType_VariableArray));
        buffer_printf(out, " = (void *)(tri_d - tri_n[%u] * tri_n[%u]);", extra, extra + 1);
        free(starred);
    } else if (capture->way == WAY_REDUCE) {
        write_reduced(directive, capture, out);
    } else if (capture->by_address) {
        types_declare(out, variable->type, pointed, extra);
        buffer_add(out,
                   capture->way == WAY_SHARE ? " = *(void **)(void *)tri_d;" : " = (void *)tri_d;");
    } else if (types_is_array(variable->type)) {
        types_declare(out, variable->type, name, extra);
        buffer_printf(out,
                      "; char *tri_pos_%s = tri_d; __builtin_memcpy((void *)%s, tri_d, sizeof %s);",
                      name, name, name);
    } else if (types_is_variable(variable->type)) {
        types_declare(out, variable->type, name, extra);
        buffer_add(out, " = *(void **)(void *)tri_d;");
    } else {
        char *type = types_spelling(variable->type);
        types_declare(out, variable->type, name, extra);
        buffer_printf(out, " = *(__typeof__(%s) *)(void *)tri_d; char *tri_pos_%s = tri_d;", type,
                      name);
        free(type);
    }
    char *sized = memory_printf(capture->by_address ? "*tri_ref_%s" : "%s", name);
    buffer_add(out, " tri_d += TRI_ROOM(");
    capture_write_size(directive, index, sized, out);
    buffer_add(out, ");");
    free(sized);
    free(pointed);
}

/* Writes what a block does with its variables at its end. */
static void write_end(const struct directive *directive, const struct capture *capture,
                      struct buffer *out)
{
    const char *name = capture->variable->name;
    char *target = memory_printf("*tri_ref_%s", name);
    if (capture->way == WAY_REDUCE && directive->kind == DIRECTIVE_ASYNC) {
        buffer_printf(out, " tri_atomic_begin(0); %s = ", target);
        capture_write_combined(out, capture->clause->operation, target, name);
        buffer_add(out, "; tri_atomic_end();");
    } else if ((capture->way == WAY_BACK && !capture->by_address) || capture->way == WAY_REDUCE) {
        buffer_printf(out, " tri_put(tri_pos_%s, &%s, sizeof %s);", name, name, name);
    }
    free(target);
}

/* Writes a #line line that names the line of the offset. */
static void write_line(const struct unit *unit, size_t offset, struct buffer *out)
{
    char *file;
    unsigned line = unit_line(unit, offset, &file);
    buffer_printf(out, "\n#line %u ", line);
    instrument_table_quote(out, file);
    buffer_add(out, "\n");
    free(file);
}

/* Writes the function that takes what the block of `async at` has sent back. */
static void write_back(const struct unit *unit, const struct directive *directive,
                       struct buffer *out)
{
    buffer_printf(out, "static void %s_back(char *tri_d) {\n", directive->outlined);
    write_local_types(unit, directive, out);
    for (size_t i = directive->capture_count - directive->back_count; i < directive->capture_count;
         i++) {
        const struct capture *capture = &directive->captures[i];
        if (capture->way == WAY_REDUCE) {
            char *type = types_spelling(capture->variable->type);
            buffer_printf(out,
                          " { __typeof__(%s) *tri_x = *(void **)(void *)tri_d, tri_v; "
                          "tri_d = tri_get(&tri_v, tri_d + TRI_BACK_ROOM(0), sizeof tri_v); "
                          "*tri_x = ",
                          type);
            capture_write_combined(out, capture->clause->operation, "*tri_x", "tri_v");
            buffer_add(out, "; }");
            free(type);
        } else {
            buffer_add(out, " tri_d = tri_get_back(tri_d);");
        }
    }
    buffer_add(out, " (void)tri_d; }\n");
}

void block_write(struct translation *translation, const struct directive *directive,
                 struct buffer *out)
{
    const struct unit *unit = translation->unit;
    write_line(unit, directive->start, out);
    buffer_printf(out, "static void %s(char *tri_data) { char *tri_d = tri_data;\n",
                  directive->outlined);
    write_local_types(unit, directive, out);
    if (directive->is_dynamic)
        buffer_printf(out,
                      " const __SIZE_TYPE__ *tri_n = (const __SIZE_TYPE__ *)(const void *)tri_d;"
                      " tri_d += TRI_ROOM(%zu * sizeof *tri_n);",
                      directive->capture_count + directive->extra_count);
    for (size_t i = 0; i < directive->clock_count; i++)
        buffer_printf(out,
                      " struct tri_clock tri_clock_%s = *(struct tri_clock *)(void *)tri_d;"
                      " tri_d += TRI_ROOM(sizeof(struct tri_clock));",
                      directive->clocks[i]);
    for (size_t i = 0; i < directive->capture_count; i++)
        write_declaration(directive, i, out);
    buffer_add(out, " (void)tri_d;");
    write_line(unit, directive->end, out);
    outline_text(translation, directive->function, directive, directive->end, directive->stop, out);
    for (size_t i = 0; i < directive->capture_count; i++)
        write_end(directive, &directive->captures[i], out);
    buffer_add(out, " }\n");
    if (capture_any_back(directive))
        write_back(unit, directive, out);
}
