/* tree.h: a vocabulary as it was read: its functions, their acts, and expressions. All memory
 * belongs to the vocabulary's arena. */
#ifndef VOCABULARY_TREE_H
#define VOCABULARY_TREE_H

#include "format/vocabulary.h"
#include "util/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A C type, as far as calls need it. */
struct vocabulary_type {
    enum { TYPE_VOID, TYPE_INTEGER, TYPE_REAL, TYPE_POINTER } sort;
    uint8_t size; /* bytes */
    bool is_signed;
    uint8_t target_size; /* of a pointer: bytes of the integer or pointer behind it; 0: others */
    bool target_signed;
};

/* A piece of the text. */
struct vocabulary_range {
    size_t at, end;
};

enum vocabulary_expression_kind {
    EXPRESSION_NUMBER,
    EXPRESSION_NAME,      /* a parameter, a named value, a constant, a state; or `result` */
    EXPRESSION_INDEX,     /* a[b]: memory behind a pointer, or a state with a key */
    EXPRESSION_BEHIND,    /* *a */
    EXPRESSION_CALL,      /* of a function of the library, or of a built-in one */
    EXPRESSION_OUT,       /* `out name`, an argument of a call */
    EXPRESSION_IN,        /* `in name`, the same */
    EXPRESSION_UNARY,     /* - or ! */
    EXPRESSION_BINARY,    /* by `sign` */
    EXPRESSION_CHOICE,    /* a ? b : c */
    EXPRESSION_OTHERWISE, /* a else b: b if a is not known */
    EXPRESSION_TEXT,      /* "a text with {name}": the numbers are its arguments */
    EXPRESSION_FOLD,      /* sum(a for name below b), or product(...); sign: + or * */
};

struct vocabulary_expression {
    enum vocabulary_expression_kind kind;
    struct vocabulary_range range;
    int64_t number;
    const char *name; /* also of a call */
    char sign[3];
    struct vocabulary_expression *parts[3];
    struct vocabulary_expression *next; /* argument of the same call */
    struct vocabulary_expression *arguments;
};

struct vocabulary_field {
    enum format_act_field field;
    struct vocabulary_range range;
    struct vocabulary_expression *value;
    struct vocabulary_field *next;
};

enum vocabulary_statement_kind {
    STATEMENT_ACT,
    STATEMENT_SET,
    STATEMENT_LET,   /* name = value, or only a call */
    STATEMENT_TAKES, /* the acts of another function, inside of this one */
    STATEMENT_OPENS, /* what the function calls is recorded, too */
    STATEMENT_PLACE, /* the place is known from here on */
};

struct vocabulary_statement {
    enum vocabulary_statement_kind kind;
    struct vocabulary_range range;
    bool before; /* of the call */
    const struct vocabulary_act *act;
    const struct vocabulary_operation *operation; /* of a collective act */
    bool polls, begins, anonymous;
    struct vocabulary_field *fields;
    const char *name; /* of a value, a state or a function */
    struct vocabulary_range name_range;
    struct vocabulary_expression *key;   /* of a state */
    struct vocabulary_expression *value; /* of a value, or a state */
    bool adds;                           /* += */
    struct vocabulary_expression *when;
    const char *each; /* name of the number that counts from 0 to `below` */
    struct vocabulary_range each_range;
    struct vocabulary_expression *below;
    struct vocabulary_statement *next;
};

struct vocabulary_parameter {
    const char *name; /* "": it has none */
    struct vocabulary_range range;
    struct vocabulary_type type;
};

/* A family stands for several words or numbers: a function with {TYPE} in its name is one function
 * per member of the family TYPE. */
struct vocabulary_member {
    const char *word;
    bool is_number;
    int64_t number;
    struct vocabulary_type type; /* of C; its size is 0 if the member is no type */
    struct vocabulary_member *next;
};

/* A stretch of names that is written otherwise where people read it. */
struct vocabulary_spelling {
    const char *written, *read;
    struct vocabulary_spelling *next;
};

struct vocabulary_family {
    const char *name;
    struct vocabulary_range range;
    enum { FAMILY_LISTED, FAMILY_ANY, FAMILY_ANY_NUMBER } sort; /* any: what the program has */
    struct vocabulary_member *members;                          /* NULL: any */
    const char *containing; /* a text that any member has in it; NULL: none */
    struct vocabulary_spelling *spellings;
    const struct vocabulary_member *bound; /* while a function of the family is read */
    struct vocabulary_family *next;
};

struct vocabulary_function {
    const char *name, *symbol; /* the symbol is the name if none was given */
    const char *pattern;       /* the name as it is written: shmem_{TYPE}_put; NULL: no family */
    struct vocabulary_range range, symbol_range; /* of the name twice if no symbol was given */
    bool is_variable; /* data of the program, of which expressions can have the address */
    bool is_open;     /* a family in its name has any member, and the program is not known yet */
    struct vocabulary_type result;
    struct vocabulary_parameter *parameters;
    size_t parameter_count;
    bool has_more; /* behind these, calls have any number of arguments */
    struct vocabulary_range more_range;
    struct vocabulary_statement *statements; /* NULL: it is only declared */
    struct vocabulary_function *next;
};

/* Labels of C functions at which a region begins or ends. Families may be in both names. */
struct vocabulary_label {
    const char *label, *function;
    struct vocabulary_range range;
    const char *name; /* of the region, with families; NULL: it leaves one */
    struct vocabulary_label *next;
};

struct vocabulary_constant {
    const char *name;
    int64_t value;
    struct vocabulary_constant *next;
};

/* A name for an expression over parameters: define size(type) = type == 1 ? 4 : 8 */
struct vocabulary_definition {
    const char *name;
    struct vocabulary_range range;
    struct vocabulary_expression *parameters; /* names */
    struct vocabulary_expression *value;
    struct vocabulary_definition *next; /* it may use those before it */
};

struct vocabulary_state {
    const char *name;
    struct vocabulary_range range;
    bool of_thread, has_key;
    unsigned number; /* among those of all threads, or of the process */
    struct vocabulary_state *next;
};

struct vocabulary_word {
    const char *text;
    struct vocabulary_word *next;
};

struct vocabulary {
    struct arena arena;
    const char *path, *text;
    const char *name, *title;
    struct vocabulary_word *libraries; /* names of files, with * and ? */
    struct vocabulary_word *variables; /* of the environment, which list others to be passed on */
    struct vocabulary_word *without;   /* collectors that would record the library's own work */
    struct vocabulary_constant *constants;
    struct vocabulary_definition *definitions;
    struct vocabulary_state *states;
    struct vocabulary_family *families;
    struct vocabulary_function *functions;
    struct vocabulary_label *labels;
    struct vocabulary_expression *place, *places; /* number of this place; number of all */
};

/* The acts, and which fields each may have. */
struct vocabulary_act {
    const char *word;
    enum format_act_type type;
    uint32_t kind, flags; /* enum tri_kind, enum tri_flag */
    uint32_t facts;       /* format/mpi.h */
    uint32_t fields;      /* bits of enum format_act_field that it may have */
    uint32_t needs;       /* those of them that it must have */
    const char *about;
};

struct vocabulary_operation {
    const char *word;
    uint32_t operation; /* enum format_mpi_operation */
    bool has_root;
};

extern const struct vocabulary_act vocabulary_acts[];
extern const size_t vocabulary_act_count;
extern const struct vocabulary_operation vocabulary_operations[];
extern const size_t vocabulary_operation_count;
extern const char *const vocabulary_fields[FORMAT_FIELDS];

#endif
