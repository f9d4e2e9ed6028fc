/* tree.h: a query as it was written. */
#ifndef QUERY_PARSE_TREE_H
#define QUERY_PARSE_TREE_H

#include "query/parse/lexer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tree_kind {
    TREE_NUMBER,  /* 3ms */
    TREE_TEXT,    /* "main" */
    TREE_PATTERN, /* /^mpi_/ */
    TREE_NAME,    /* e; events; COMM; true */
    TREE_FIELD,   /* parts[0].text */
    TREE_CALL,    /* text(parts...) */
    TREE_METHOD,  /* parts[0].text(parts[1]...) */
    TREE_UNARY,   /* sign parts[0] */
    TREE_BINARY,  /* parts[0] sign parts[1]; sign is "in", too */
    TREE_CHOICE,  /* parts[0] ? parts[1] : parts[2] */
    TREE_LIST,    /* [parts...] */
    TREE_RECORD,  /* {parts...}, all of them named */
    TREE_NAMED,   /* text: parts[0] */
    TREE_LAMBDA,  /* text -> parts[0] */
    TREE_LET,     /* let text = parts[0]; */
    TREE_EXPLAIN, /* explain parts[0] */
};

struct tree {
    enum tree_kind kind;
    size_t at, end; /* its bytes in the query's text */
    size_t word_at; /* of a field or method: where its name begins */
    char sign[3];
    char *text;
    struct lexeme number; /* of a number */
    struct tree **parts;
    size_t part_count, part_room;
    unsigned height; /* of what is below it */
};

void query_tree_free(struct tree *tree);

/* Behind the others. */
void tree_add(struct tree *tree, struct tree *part);

/* In one line, with all brackets: what was understood, for tests and `explain`. */
void tree_write(struct buffer *out, const struct tree *tree);

#endif
