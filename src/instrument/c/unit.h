/* unit.h: one C source file as libclang and our own reading of its text show it. */
#ifndef INSTRUMENT_C_UNIT_H
#define INSTRUMENT_C_UNIT_H

#include "instrument/c/lex.h"
#include "instrument/c/libclang.h"
#include "instrument/instrument.h"
#include "instrument/plan.h"
#include "util/error.h"

/* Where something stands with respect to macros. */
enum from {
    FROM_TEXT,    /* written in the file */
    FROM_MACRO,   /* made by a macro's definition; the offset is that of the invocation */
    FROM_ARGUMENT /* written in the file as an argument of a macro */
};

/* A function that is left without a probe, and why. */
struct left {
    CXCursor function;
    const char *reason;
};

struct unit {
    const char *path;  /* the file that is read */
    const char *shown; /* its name as the compiler was given it */
    char *text;
    size_t size;
    CXIndex index;
    CXTranslationUnit tu;
    CXFile file;
    struct lex lex;
    struct lex_span *expansions; /* of macros, outermost only, sorted */
    size_t expansion_count;
    struct lex_span *unevaluated; /* operands of typeof, sizeof and the like, sorted by start */
    size_t unevaluated_count;
    struct lex_span
        *nested; /* bodies of nested functions, which libclang does not know and never sees */
    size_t nested_count, nested_room;
    bool says_ifunc, says_naked, says_no_instrument, says_fork; /* somewhere in the text */
    CXCursor *forking; /* functions of this unit that may return in a forked child */
    size_t forking_count, forking_room;
    struct left *left; /* functions whose recursion would need stack with a probe */
    size_t left_count, left_room;
    bool is_c89; /* what main() returns without a return statement is then left to chance */
    bool includes_itself;     /* one offset may then stand for more than one place in the program */
    bool untimed_loops;       /* loops are only ever counted */
    bool every_probe;         /* no region is light */
    struct lex_span *skipped; /* text that libclang leaves out, of false conditions */
    size_t skipped_count;
    bool is_pic;       /* for a shared library: others may take the place of its functions */
    bool inlines;      /* the compiler puts small functions where they are called */
    bool loops_tails;  /* the compiler makes loops of recursion in tail position */
    bool says_counter; /* __COUNTER__: no text may be written twice */
    unsigned tallies, tally_ranges; /* of light functions */
    struct instrument_plan plan;
    struct known *known; /* functions of headers, and whether calling them is harmless */
    size_t known_count, known_room;
    struct scope **scopes; /* of the functions, in their order */
    size_t scope_count, scope_room;
};

/* Where the visit of a function ends early, for a call in tail position. */
enum ending {
    ENDING_NONE,      /* it does not: it ends after the call */
    ENDING_CALL,      /* right before the call */
    ENDING_ARGUMENTS, /* after those of the call's arguments that have calls of their own */
    ENDING_STATEMENT  /* before the statement that a macro makes the call in */
};

/* A statement, declaration or expression, with offsets into the file (those of the invocation for
 * what a macro made). */
struct node {
    CXCursor cursor;
    enum CXCursorKind kind;
    bool in_file;
    size_t start, end;
    enum from from, end_from;
    unsigned depth;
    unsigned region;     /* number of the loop's probes plus 1; 0: none */
    struct loop *loop;   /* of a loop with probes; NULL: none */
    struct item *item;   /* of a light region: light/light.h; NULL: it is none */
    bool may_not_return; /* of a call */
    enum ending ending;  /* of a call in tail position */
    bool is_harmless;    /* of a call: no probe runs in it, and it comes back */
    struct node *parent, *first, *last, *next, *previous;
};

/* Reads and parses the file of the request. False: it cannot be read or parsed; error says why. */
bool unit_open(struct unit *unit, const struct instrument_request *request, struct error *error);
void unit_close(struct unit *unit);

/* The macro invocation that covers the offset, or NULL. */
const struct lex_span *unit_expansion(const struct unit *unit, size_t offset);
bool unit_unevaluated(const struct unit *unit, size_t offset);

/* Presumed lines, which #line may have changed; the file name is the caller's to free. */
unsigned unit_line(const struct unit *unit, size_t offset, char **file);

/* The tree below a cursor. */
struct node *tree_new(const struct unit *unit, CXCursor cursor);
void tree_free(struct node *node);

/* The next node in source order, staying inside `top`: NULL at the end. `tree_skip` passes by the
 * children. */
struct node *tree_next(const struct node *top, struct node *node);
struct node *tree_skip(const struct node *top, struct node *node);
bool tree_inside(const struct node *outer, const struct node *inner);

/* The name of what a node names or refers to; the caller's to free. */
char *tree_name(const struct node *node);

/* The text of the operator of a unary, binary or compound assignment operator: token number, or
 * lex.count when it comes from a macro. */
size_t tree_operator(const struct unit *unit, const struct node *node);

/* Whether evaluating the expression may change anything: it calls, assigns, increments, or cannot
 * be seen. */
bool tree_has_effects(const struct unit *unit, const struct node *node);

/* Whether the node assigns, increments or decrements, and then the expression it does that to. */
struct node *tree_assigned(const struct unit *unit, const struct node *node);

/* Whether an expression is a pointer, which can be followed. */
bool tree_is_pointer(const struct node *value);

/* Behind the statement's last character, a semicolon included; 0: not to be found in the text. */
size_t tree_statement_end(const struct unit *unit, const struct node *node);

bool tree_is_loop(const struct node *node);
bool tree_is_block(const struct node *loop); /* do { } while (0): no loop, but a block */

#endif
