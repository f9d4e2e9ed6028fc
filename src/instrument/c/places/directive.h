/* directive.h: the `#pragma tri` directives of a C file, and what becomes of them (doc/places.md).
 *
 * A directive applies to the statement that follows. The block of async and at becomes a function;
 * the steps are
 *   directive.c   reads the lines, finds the statement of each, and which directive it is inside
 *   variables.c   the local variables of a function, and which of them a block refers to
 *   captures.c    decides how each variable gets into a block
 *   uses.c        finds what a block needs of a variable
 *   types.c       writes declarations, and finds pointers
 *   jumps_out.c   finds jumps that leave a block
 *   outline.c     writes blocks and what starts them
 *   translate.c   writes the file
 * complain.c prints what is wrong as a compiler does. */
#ifndef INSTRUMENT_C_PLACES_DIRECTIVE_H
#define INSTRUMENT_C_PLACES_DIRECTIVE_H

#include "instrument/c/unit.h"

enum directive_kind {
    DIRECTIVE_FINISH,
    DIRECTIVE_ASYNC,
    DIRECTIVE_AT,
    DIRECTIVE_ASYNC_AT,
    DIRECTIVE_ATOMIC,
    DIRECTIVE_WHEN,
    DIRECTIVE_NEXT
};

enum clause_kind { CLAUSE_COPY, CLAUSE_COPYBACK, CLAUSE_SHARE, CLAUSE_REDUCTION, CLAUSE_CLOCKED };

/* A variable that a clause names: x, p[low:count], or of a reduction with its operator. */
struct clause {
    enum clause_kind kind;
    size_t at; /* offset of the name */
    char *name;
    bool is_section;
    struct lex_span low, count; /* low may be empty: 0 */
    char operation[4];          /* + * - & | ^ && || min max */
    const struct variable *variable;
};

/* How a variable gets into a block. */
enum capture_way {
    WAY_VALUE,   /* a copy, which the block must not change */
    WAY_COPY,    /* a copy, which it may change */
    WAY_BACK,    /* a copy, which is copied back */
    WAY_SHARE,   /* its address */
    WAY_REDUCE,  /* a variable of the block, which is combined with it at the end */
    WAY_SECTION, /* what a pointer leads to */
    WAY_SECTION_BACK
};

struct capture {
    const struct variable *variable;
    enum capture_way way;
    const struct clause *clause; /* that says so, or NULL */
    bool by_address;             /* in the block, the name is written as (*tri_ref_NAME) */
    unsigned first_extra;        /* its first number behind the sizes: low, then dimensions */
    size_t at;                   /* offset of the first use */
};

/* A local variable or parameter of the function. */
struct variable {
    const struct node *node;
    char *name;
    CXType type;
    size_t from, to; /* where its name is known */
    bool is_static;
};

struct directive {
    enum directive_kind kind;
    size_t start, end; /* of the line, without its newline */
    size_t body;       /* offset of the statement; NEXT has none */
    size_t stop;       /* behind the statement */
    unsigned number;   /* of its site */
    struct lex_span place, condition;
    struct clause *clauses;
    size_t clause_count, clause_room;
    struct directive *around; /* the innermost one that it is inside, or NULL */
    struct capture *captures; /* async and at, in the order of the data; those copied back last */
    size_t capture_count, capture_room, back_count, extra_count;
    bool is_dynamic; /* sizes and extra numbers go with the data */
    char **clocks;   /* names of clocks that only directives inside it use */
    size_t clock_count, clock_room;
    const struct function *function;
    char *outlined; /* name of the function that the block becomes, or NULL */
};

/* A function with directives. */
struct function {
    struct node *node; /* owned */
    const struct node *body;
    char *name;
    struct variable *variables;
    size_t variable_count, variable_room;
    struct directive **directives; /* in the order of the text */
    size_t directive_count, directive_room;
};

/* Something wrong, as it is printed. */
struct complaint {
    size_t offset;
    char *text;
};

/* The file. */
struct translation {
    const struct unit *unit;
    struct directive **directives; /* in the order of the text; owned */
    size_t count, room;
    struct complaint *errors;
    size_t error_count, error_room;
};

/* complain.c: adds an error with its line and what to write. */
void complain(struct translation *translation, size_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns all errors in the order of the text, and forgets them. The caller frees it. */
char *complaints_take(struct translation *translation);

/* directive.c: reads the directives of the file. */
void directive_lines_read(struct translation *translation);
/* Finds the statement of each directive of a function, and nests them. */
void directive_lines_place(struct translation *translation, struct function *function);
void directive_free(struct directive *directive);
/* True for async and at. */
bool directive_is_outlined(const struct directive *directive);
/* True if the block of a directive contains the offset. */
bool directive_contains(const struct directive *directive, size_t offset);
const char *directive_word(const struct directive *directive);

/* variables.c: lists the variables of a function; finds what a name or a node means. */
void variables_list(const struct unit *unit, struct function *function);
const struct variable *variables_find(const struct function *function, const char *name,
                                      size_t offset);
const struct variable *variables_of(const struct function *function, const struct node *reference);
/* Calls `use` for each variable that an expression in a directive names. */
void variables_in_span(const struct unit *unit, const struct function *function,
                       struct lex_span span,
                       void (*use)(void *, const struct variable *, size_t offset), void *argument);
/* Returns the variable that an expression assigns to; NULL: none, or what a pointer leads to. */
const struct variable *variables_assigned(const struct unit *unit, const struct function *function,
                                          const struct node *node);

/* types.c: true if the type is or contains a pointer; *field is then a name in it, or NULL. */
bool types_have_pointer(CXType type, char **field);
bool types_is_pointer(CXType type);
bool types_is_array(CXType type);
/* True if its size is known only at run time. */
bool types_is_variable(CXType type);
/* True if the type has no name that another function could use. */
bool types_is_unnamed(CXType type);
long long types_alignment(CXType type);
long long types_size(CXType type); /* -1: known only at run time */
char *types_spelling(CXType type); /* the caller frees it */
/* Writes a declaration of `declarator` with this type. Sizes of variable arrays are taken from
 * tri_n[extra], tri_n[extra + 1], ... Returns the next number. */
unsigned types_declare(struct buffer *out, CXType type, const char *declarator, unsigned extra);
/* Writes these sizes as expressions, each with a comma before it. Returns how many. */
unsigned types_sizes(struct buffer *out, CXType type, const char *expression);

/* jumps_out.c: complains about jumps that leave or enter a directive's statement. */
void jumps_out_check(struct translation *translation, const struct function *function);

/* captures.c: decides how variables get into the blocks of a function. */
void captures_find(struct translation *translation, struct function *function);
const struct capture *capture_of(const struct directive *directive,
                                 const struct variable *variable);
/* True if the variable is changed when the block ends, by what the block sends back. */
bool capture_goes_back(const struct directive *directive, const struct capture *capture);

/* capture_text.c: true if combining a value twice does no harm: min and max. */
bool capture_is_idempotent(const struct capture *capture);
bool capture_is_section(const struct capture *capture);
/* True if only an address goes into the block. */
bool capture_is_address(const struct directive *directive, const struct capture *capture);
/* True if what the block leaves of the variable travels with the address that it is for. */
bool capture_is_addressed(const struct directive *directive, const struct capture *capture);
/* True if the block sends something back that the place takes when it comes: that of `async at`. */
bool capture_any_back(const struct directive *directive);
/* Writes the size of a captured variable; of a dynamic block, a number of tri_n. */
void capture_write_size(const struct directive *directive, size_t index, const char *name,
                        struct buffer *out);
/* Writes how a reduction combines two values. */
void capture_write_combined(struct buffer *out, const char *operation, const char *left,
                            const char *right);
/* Returns the directive whose block is the function that the offset is in after translation; NULL:
 * the user's own function. */
const struct directive *captures_around(const struct directive *directive);

/* uses.c: returns what is known about the uses of a variable in a block, as flags of enum
 * tri_variable_flags: unused, relayed, one element. */
unsigned uses_of(const struct unit *unit, const struct directive *directive,
                 const struct capture *capture);

/* unchanged.c: true if a loop is around the directive that does not change the variable. */
bool unchanged_in_loop(const struct unit *unit, const struct directive *directive,
                       const struct capture *capture);

/* outline.c: writes text[start, stop) of a function, with its directives translated, as it stands
 * in the block of `inside`, or in the function itself if that is NULL. */
void outline_text(struct translation *translation, const struct function *function,
                  const struct directive *inside, size_t start, size_t stop, struct buffer *out);

/* block.c: writes the function that a block becomes, and the one that takes what it sends back. */
void block_write(struct translation *translation, const struct directive *directive,
                 struct buffer *out);

#endif
