/* tree.h: the syntax tree of a query. */
#ifndef QUERY_PARSE_TREE_H
#define QUERY_PARSE_TREE_H

#include "query/parse/lexer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum query_tree_kind {
    TREE_NUMBER,  /* 3ms */
    TREE_TEXT,    /* "main" */
    TREE_PATTERN, /* /^mpi_/ */
    TREE_NAME,    /* e; events; COMM; true */
    TREE_FIELD,   /* parts[0].text */
    TREE_CALL,    /* text(parts...) */
    TREE_METHOD,  /* parts[0].text(parts[1]...) */
    TREE_UNARY,   /* sign parts[0] */
    TREE_BINARY,  /* parts[0] sign parts[1]; the sign may be "in" */
    TREE_CHOICE,  /* parts[0] ? parts[1] : parts[2] */
    TREE_LIST,    /* [parts...] */
    TREE_RECORD,  /* {parts...}, all of them TREE_NAMED */
    TREE_NAMED,   /* text: parts[0] */
    TREE_LAMBDA,  /* text -> parts[0] */
    TREE_LET,     /* let text = parts[0]; */
    TREE_EXPLAIN, /* explain parts[0] */
};

/* A node of the syntax tree. */
struct query_tree {
    enum query_tree_kind kind;
    size_t at, end; /* byte range in the query's text */
    size_t word_at; /* of a field or method: offset of its name; of a binary: of its sign */
    char sign[3];
    char *text;
    struct query_lexeme number; /* of a number */
    struct query_tree **parts;
    size_t part_count, part_room;
    unsigned height; /* of the subtree below it */
};

void query_tree_free(struct query_tree *tree);

/* Appends a part, which the tree then owns. */
void query_tree_add(struct query_tree *tree, struct query_tree *part);

/* Appends the tree in one line, fully bracketed, for tests and `explain`. */
void query_tree_write(struct buffer *out, const struct query_tree *tree);

#endif
