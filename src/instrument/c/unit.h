/* unit.h: one C source file, as libclang parses it and as its text reads before macros are
 * expanded.
 *
 * libclang knows what a statement means; only the text says where a probe can stand, because a
 * statement may come from a macro. A unit has both views of the file, and a scope (scope.h) for
 * each function of it:
 *
 *   struct unit
 *     .text, .lex               the text and its tokens, comments apart
 *     .expansions               stretches of the text that are macro invocations
 *     .tu, .file                libclang's translation unit
 *     .scopes[]                 one per function definition, in the order of the text
 *        |
 *        +- struct scope        one function
 *             .function, .body  struct node: a copy of libclang's tree that can be walked up
 *                               and down, with offsets of each part in .text
 *             .loops[]          struct loop: loops that can have probes; node->loop leads there
 *             .marks[]          struct mark: stretches of statements that the user marked
 *             .jumps            labels, gotos, breaks and returns
 *             .owners[]         struct owner: regions that count for others (light/light.h)
 *     .plan                     all regions of the file, and the edits (instrument/plan.h)
 *
 * The steps are those of routines_plan(): walk each function and add its regions; find recursion in
 * tail position (tails.c); choose the light regions (light/light.c); write the edits of each
 * function. write.c then writes the file. */
#ifndef INSTRUMENT_C_UNIT_H
#define INSTRUMENT_C_UNIT_H

#include "instrument/c/lex.h"
#include "instrument/c/libclang.h"
#include "instrument/instrument.h"
#include "instrument/plan.h"
#include "util/buffer.h"
#include "util/error.h"

/* The origin of an offset with respect to macros. */
enum from {
    FROM_TEXT,    /* written in the file, outside of macro invocations */
    FROM_MACRO,   /* made by a macro's definition; the offset is that of the invocation */
    FROM_ARGUMENT /* written in the file, as an argument of a macro */
};

/* A function that gets no probe, and why. */
struct left {
    CXCursor function;
    const char *reason;
};

/* One C source file. Zero-initialise but for the request's facts; unit_open() fills in the text and
 * the tree, routines_plan() the scopes and the plan. */
/* A macro invocation that makes a pragma. */
struct pragma_macro {
    struct lex_span span; /* the invocation */
    struct buffer text;   /* words of the pragma, and others: see pragma_macros.c */
};

struct unit {
    const char *path;  /* the file that is read */
    const char *shown; /* its name as given to the compiler */
    char *text;
    size_t size;
    CXIndex index;
    CXTranslationUnit tu;
    CXFile file;
    struct lex lex;
    struct lex_span *expansions; /* macro invocations; outermost only, sorted, disjoint */
    size_t expansion_count;
    struct pragma_macro *pragma_macros;
    size_t pragma_macro_count, pragma_macro_room;
    struct lex_span *unevaluated; /* operands of typeof, sizeof and the like, sorted by start */
    size_t unevaluated_count;
    struct lex_span *nested; /* bodies of GNU nested functions; blanked out before libclang, which
                                does not support them, parses the text */
    size_t nested_count, nested_room;
    bool says_ifunc, says_naked, says_no_instrument, says_fork; /* the text contains the word */
    CXCursor *forking; /* canonical cursors of functions of this file that may return in a forked
                          child */
    size_t forking_count, forking_room;
    struct left *left; /* functions without a probe, because of their tail recursion (tails.c) */
    size_t left_count, left_room;
    bool is_c89;          /* main() may end without a return statement; its value is undefined */
    bool includes_itself; /* one offset may then stand for several places of the program */
    bool untimed_loops;   /* loops are only counted, never timed */
    bool every_probe;     /* each region has a probe of its own: none is light */
    struct lex_span *skipped; /* text below false #if conditions, sorted; libclang skips it */
    size_t skipped_count;
    bool is_pic;       /* for a shared library: other definitions may replace its functions */
    bool inlines;      /* the compiler inlines small functions */
    bool loops_tails;  /* the compiler turns recursion in tail position into loops */
    bool says_counter; /* the text contains __COUNTER__: no part of it may be written twice */
    const struct instrument_labels *labels; /* that begin and end regions; NULL: none (stages.c) */
    bool has_stages;                        /* there are such labels */
    unsigned tallies, tally_ranges; /* numbers of tallies of all light functions (light/light.h) */
    struct instrument_plan plan;
    struct known *known; /* light/calls.c: functions of headers, and whether they are harmless */
    size_t known_count, known_room;
    struct scope **scopes; /* one per function definition, in the order of the text */
    size_t scope_count, scope_room;
};

/* The place where a visit of a function ends because of a call in tail position (tails.c). */
enum ending {
    ENDING_NONE,      /* after the call, as for any other call */
    ENDING_CALL,      /* right before the call */
    ENDING_ARGUMENTS, /* after those arguments of the call that contain calls */
    ENDING_STATEMENT  /* before the statement around the call, which a macro makes */
};

/* A statement, declaration or expression, with its offsets in the file. Code that a macro makes has
 * the offsets of the invocation. */
struct node {
    CXCursor cursor;
    enum CXCursorKind kind;
    bool in_file; /* it is in this file; otherwise start, end, from and end_from are 0 */
    size_t start, end;
    enum from from, end_from;
    unsigned depth;      /* levels of the tree down to it; 1 for the function */
    unsigned region;     /* loop with probes: the number of its region, plus 1; otherwise 0 */
    struct loop *loop;   /* loop that can have probes; otherwise NULL */
    struct item *item;   /* loop or call that can be a light region (light/light.h), or NULL */
    bool may_not_return; /* call */
    enum ending ending;  /* call in tail position */
    bool is_harmless;    /* call: no probe runs in it, and it returns */
    struct node *parent, *first, *last, *next, *previous;
};

/* Reads and parses the file of the request. False if it cannot be read or parsed; `error` says why,
 * and unit_close() is needed all the same. */
bool unit_open(struct unit *unit, const struct instrument_request *request, struct error *error);
void unit_close(struct unit *unit);

/* Returns the macro invocation that covers the offset, or NULL. */
const struct lex_span *unit_expansion(const struct unit *unit, size_t offset);

/* Lists the macro invocations that make a pragma, and frees the list. */
void unit_pragma_macros_find(struct unit *unit);
void unit_pragma_macros_free(struct unit *unit);

/* Returns the macro invocation that ends there and makes a pragma, or NULL. */
const struct pragma_macro *unit_pragma_macro(const struct unit *unit, size_t end);

/* True if the offset lies in an operand that is not evaluated, as that of sizeof. */
bool unit_unevaluated(const struct unit *unit, size_t offset);

/* Returns the line of the offset and, unless `file` is NULL, sets *file to its file name; both as
 * #line lines set them. The caller frees the name. */
unsigned unit_line(const struct unit *unit, size_t offset, char **file);

/* Copies libclang's tree below a cursor; tree_free() frees the node, its later siblings and all
 * that is below them. */
struct node *tree_new(const struct unit *unit, CXCursor cursor);
void tree_free(struct node *node);

/* Returns the node that follows in the order of the text, or NULL if there is none inside `top`.
 * tree_skip() leaves out the children of `node`. `node` must be inside `top`, or be `top`. */
struct node *tree_next(const struct node *top, struct node *node);
struct node *tree_skip(const struct node *top, struct node *node);
/* True if `inner` is below `outer`, or is the same node. */
bool tree_inside(const struct node *outer, const struct node *inner);

/* Returns the name that the node declares or refers to, or "". The caller frees it. */
char *tree_name(const struct node *node);

/* Returns the token of a unary, binary or compound assignment operator, or lex.count if a macro's
 * definition contains it. */
size_t tree_operator(const struct unit *unit, const struct node *node);

/* True if evaluating the expression may change anything: it calls, assigns or increments, or a part
 * of it is not in this file. */
bool tree_has_effects(const struct unit *unit, const struct node *node);

/* Returns the operand that the node assigns to, increments or decrements; NULL if it does none of
 * that. If a macro hides the operator, any operand that may be assigned to counts. */
struct node *tree_assigned(const struct unit *unit, const struct node *node);

/* True if the expression is a pointer, or is NULL, which means unknown. */
bool tree_is_pointer(const struct node *value);

/* Returns the offset behind the statement, its semicolon included; 0 if a macro makes its end. */
size_t tree_statement_end(const struct unit *unit, const struct node *node);

bool tree_is_loop(const struct node *node);
/* True for `do { } while (0)`, which is a way to write a block. */
bool tree_is_block(const struct node *loop);

#endif
