/* tree.c: see tree.h */
#include "query/parse/tree.h"

#include "util/memory.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

void query_tree_free(struct query_tree *tree)
{
    if (!tree)
        return;
    for (size_t i = 0; i < tree->part_count; i++)
        query_tree_free(tree->parts[i]);
    free(tree->parts);
    free(tree->text);
    free(tree);
}

void query_tree_add(struct query_tree *tree, struct query_tree *part)
{
    assert(part);
    tree->parts =
        memory_grow(tree->parts, &tree->part_room, tree->part_count + 1, sizeof *tree->parts);
    tree->parts[tree->part_count++] = part;
    tree->height = part->height >= tree->height ? part->height + 1 : tree->height;
}

/* Appends the parts from `first` on, separated by commas, between `before` and `after`. */
static void write_parts(struct buffer *out, const struct query_tree *tree, size_t first,
                        const char *before, const char *after)
{
    buffer_add(out, before);
    for (size_t i = first; i < tree->part_count; i++) {
        buffer_add(out, i > first ? ", " : "");
        query_tree_write(out, tree->parts[i]);
    }
    buffer_add(out, after);
}

static void write_number(struct buffer *out, const struct query_lexeme *number)
{
    static const char *const units[] = {"", "ns", "B"};
    if (number->is_real)
        buffer_printf(out, "%.17g", number->real);
    else
        buffer_printf(out, "%" PRId64, number->whole);
    buffer_add(out, units[number->unit]);
}

/* Appends a text in quotes, with a backslash before any quote in it. */
static void write_quoted(struct buffer *out, const char *text, char quote)
{
    buffer_printf(out, "%c", quote);
    for (; *text; text++) {
        if (*text == quote || (*text == '\\' && quote == '"'))
            buffer_add(out, "\\");
        if (*text == '\n')
            buffer_add(out, "\\n");
        else
            buffer_add_bytes(out, text, 1);
    }
    buffer_printf(out, "%c", quote);
}

static void write_operation(struct buffer *out, const struct query_tree *tree)
{
    buffer_add(out, "(");
    if (tree->kind == TREE_UNARY)
        buffer_add(out, tree->sign);
    query_tree_write(out, tree->parts[0]);
    if (tree->kind == TREE_BINARY) {
        buffer_printf(out, " %s ", tree->sign);
        query_tree_write(out, tree->parts[1]);
    } else if (tree->kind == TREE_CHOICE) {
        buffer_add(out, " ? ");
        query_tree_write(out, tree->parts[1]);
        buffer_add(out, " : ");
        query_tree_write(out, tree->parts[2]);
    }
    buffer_add(out, ")");
}

/* Appends a tree that has a name and one part. */
static void write_named(struct buffer *out, const char *before, const struct query_tree *tree,
                        const char *between)
{
    buffer_printf(out, "%s%s%s", before, tree->text ? tree->text : "", between);
    query_tree_write(out, tree->parts[0]);
}

void query_tree_write(struct buffer *out, const struct query_tree *tree)
{
    switch (tree->kind) {
    case TREE_NUMBER:
        write_number(out, &tree->number);
        break;
    case TREE_TEXT:
        write_quoted(out, tree->text, '"');
        break;
    case TREE_PATTERN:
        write_quoted(out, tree->text, '/');
        break;
    case TREE_NAME:
        buffer_add(out, tree->text);
        break;
    case TREE_FIELD:
    case TREE_METHOD:
        query_tree_write(out, tree->parts[0]);
        buffer_printf(out, ".%s", tree->text);
        if (tree->kind == TREE_METHOD)
            write_parts(out, tree, 1, "(", ")");
        break;
    case TREE_CALL:
        buffer_add(out, tree->text);
        write_parts(out, tree, 0, "(", ")");
        break;
    case TREE_UNARY:
    case TREE_BINARY:
    case TREE_CHOICE:
        write_operation(out, tree);
        break;
    case TREE_LIST:
        write_parts(out, tree, 0, "[", "]");
        break;
    case TREE_RECORD:
        write_parts(out, tree, 0, "{", "}");
        break;
    case TREE_NAMED:
        write_named(out, "", tree, ": ");
        break;
    case TREE_LAMBDA:
        write_named(out, "", tree, " -> ");
        break;
    case TREE_LET:
        write_named(out, "let ", tree, " = ");
        break;
    case TREE_EXPLAIN:
        write_named(out, "explain ", tree, "");
        break;
    }
}
