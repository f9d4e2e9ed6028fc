/* source.h: a Fortran source file as statements and blocks. Expressions stay text. */
#ifndef INSTRUMENT_FORTRAN_SOURCE_H
#define INSTRUMENT_FORTRAN_SOURCE_H

#include "instrument/fortran/form.h"

#include <stdbool.h>
#include <stddef.h>

enum statement_kind {
    /* program units */
    STATEMENT_PROGRAM,
    STATEMENT_MODULE,
    STATEMENT_SUBMODULE,
    STATEMENT_BLOCK_DATA,
    STATEMENT_SUBROUTINE,
    STATEMENT_FUNCTION,
    STATEMENT_MODULE_PROCEDURE, /* the body of one; in an interface it is a declaration */
    STATEMENT_ENTRY,
    STATEMENT_CONTAINS,
    STATEMENT_END_UNIT, /* END alone or with what it ends */
    /* definitions that hold statements */
    STATEMENT_INTERFACE,
    STATEMENT_END_INTERFACE,
    STATEMENT_TYPE, /* also STRUCTURE, UNION, MAP, ENUM */
    STATEMENT_END_TYPE,
    /* specifications */
    STATEMENT_USE,
    STATEMENT_IMPORT,
    STATEMENT_IMPLICIT,
    STATEMENT_INCLUDE,
    STATEMENT_FORMAT,
    STATEMENT_DATA,
    STATEMENT_DECLARATION,        /* any other */
    STATEMENT_FUNCTION_STATEMENT, /* f(x) = ..., where it may be a statement function: nothing
                                     executable came before, and nothing says that f is an array */
    /* constructs */
    STATEMENT_IF_THEN,
    STATEMENT_ELSE, /* ELSE IF, too */
    STATEMENT_END_IF,
    STATEMENT_SELECT, /* CASE, TYPE and RANK */
    STATEMENT_CASE,   /* CASE, TYPE IS, CLASS IS, CLASS DEFAULT, RANK */
    STATEMENT_END_SELECT,
    STATEMENT_WHERE_THEN, /* the construct */
    STATEMENT_ELSEWHERE,
    STATEMENT_END_WHERE,
    STATEMENT_FORALL_THEN, /* the construct */
    STATEMENT_END_FORALL,
    STATEMENT_ASSOCIATE,
    STATEMENT_END_ASSOCIATE,
    STATEMENT_BLOCK,
    STATEMENT_END_BLOCK,
    STATEMENT_CRITICAL, /* CRITICAL and CHANGE TEAM */
    STATEMENT_END_CRITICAL,
    STATEMENT_DO,
    STATEMENT_END_DO,
    /* actions */
    STATEMENT_ASSIGNMENT, /* pointer assignment, too */
    STATEMENT_CALL,
    STATEMENT_IO,
    STATEMENT_IF, /* IF (condition) action */
    STATEMENT_ARITHMETIC_IF,
    STATEMENT_GOTO, /* plain, computed and assigned */
    STATEMENT_ASSIGN,
    STATEMENT_EXIT,
    STATEMENT_CYCLE,
    STATEMENT_RETURN,
    STATEMENT_STOP, /* ERROR STOP, CALL EXIT and CALL ABORT, too */
    STATEMENT_CONTINUE,
    STATEMENT_ACTION, /* any other: ALLOCATE, WHERE (m) a = b, SYNC ALL, PAUSE ... */
    /* neither */
    STATEMENT_DIRECTIVE,    /* !$omp, !$acc, !GCC$, !DIR$ ... */
    STATEMENT_PREPROCESSOR, /* # 12 "file" */
    STATEMENT_UNKNOWN       /* not understood; nothing may be inserted in its program unit */
};

enum do_kind { DO_COUNTED, DO_WHILE, DO_FOREVER, DO_CONCURRENT };

enum io_keyword {
    IO_READ,
    IO_WRITE,
    IO_PRINT,
    IO_OPEN,
    IO_CLOSE,
    IO_INQUIRE,
    IO_BACKSPACE,
    IO_REWIND,
    IO_ENDFILE,
    IO_FLUSH,
    IO_WAIT
};

/* What is known of the head of a routine. */
enum routine_flag {
    ROUTINE_PURE = 1, /* PURE, or ELEMENTAL without IMPURE */
    ROUTINE_ELEMENTAL = 2,
    ROUTINE_RECURSIVE = 4,
    ROUTINE_SEPARATE = 8 /* has the prefix MODULE, or is a MODULE PROCEDURE */
};

/* Texts are normalised: lower case, no blanks outside character constants, continuation lines
 * joined, comments gone. NULL: there is none. They belong to the source. */
struct statement {
    enum statement_kind kind;
    enum statement_kind action; /* of STATEMENT_IF: what it does; its parts are filled in below */
    size_t start, end;       /* of the text [start, end), label included, comment behind it not */
    size_t line_start;       /* of the first line it stands on */
    size_t line_end;         /* behind the newline of its last line, or the end of the text */
    unsigned line, end_line; /* as line markers say, from 1 */
    const char *file; /* the name in the last line marker, word for word; NULL: none came before */
    bool first_on_line, last_on_line; /* not so with `a; b` */
    bool conditional;                 /* behind an OpenMP sentinel: !$ */
    unsigned label;                   /* 0: none */
    size_t label_start, label_end;    /* its digits */
    size_t body;         /* behind the label and construct name: where the keyword stands */
    size_t action_start; /* STATEMENT_IF: where the action begins */
    const char *name; /* of a unit, entry, construct, of what EXIT and CYCLE name, of the variable
                         assigned to, of the procedure called; INCLUDE: of the file */
    const char *written; /* the same as the user wrote it: not in lower case */
    const char *text;    /* the statement itself, without label and construct name. A directive:
                            `name` is omp, acc, gcc, dir ..., `text` the rest, its words apart */

    unsigned *targets; /* labels that it may jump to: GOTO, arithmetic IF, ERR=, END=, EOR=, *10;
                          ASSIGN: the label that it names */
    size_t target_count;
    bool any_target; /* assigned GOTO without a list: any label that an ASSIGN names */

    enum do_kind do_kind;
    unsigned do_label;                   /* 0: it ends with END DO */
    size_t do_label_start, do_label_end; /* its digits and the comma behind them, if any */
    const char *do_variable, *do_first, *do_last, *do_step; /* DO_COUNTED */
    size_t do_bounds;                                       /* DO_COUNTED: behind the = */
    const char *do_header; /* DO_CONCURRENT and DO_WHILE: what stands in the brackets */

    enum io_keyword io;
    const char *unit;     /* "*" for PRINT, READ *, and (*,...); NULL: none, as INQUIRE(FILE=...) */
    const char *new_unit; /* OPEN(NEWUNIT=...) */

    unsigned routine_flags;
};

enum block_kind {
    BLOCK_FILE,
    BLOCK_UNIT, /* a program unit or procedure; a main program may lack its first statement */
    BLOCK_INTERFACE,
    BLOCK_TYPE,
    BLOCK_IF,
    BLOCK_SELECT,
    BLOCK_WHERE,
    BLOCK_FORALL,
    BLOCK_ASSOCIATE,
    BLOCK_BLOCK,
    BLOCK_CRITICAL,
    BLOCK_DO
};

#define NO_STATEMENT ((size_t)-1)

struct block {
    enum block_kind kind;
    size_t first, last; /* statements; of a DO with a shared label `last` is that of the others,
                           too. A unit without a first statement (main program): first is the
                           statement it begins with, and `headless` is set */
    bool headless;
    struct block *parent, *child, *next; /* in the order of the text */
    /* BLOCK_UNIT */
    enum statement_kind unit; /* STATEMENT_PROGRAM ... */
    size_t executable;   /* the first statement that may have code before it: neither specification
                            nor statement function; NO_STATEMENT: there is none */
    size_t contains;     /* CONTAINS, or NO_STATEMENT */
    bool unclear;        /* it holds a STATEMENT_UNKNOWN, or its blocks do not fit together */
    const char *why;     /* then: a sentence's end */
    struct names *names; /* what its declarations say */
};

/* Zero-initialise; once read, it must stay where it is: blocks point into it. */
struct source {
    const char *text;
    size_t size;
    struct instrument_fortran_form form;
    struct statement *statements;
    size_t count, room;
    struct block file;
    struct source_memory *memory;
};

/* Reads text that must outlive `source`. Never fails: what is not understood is marked. */
void source_read(struct source *source, const char *text, size_t size,
                 const struct instrument_fortran_form *form);
void source_close(struct source *source);

/* The innermost block around a statement; a block's first and last statement are inside it. The
 * end of several loops (a shared label) is inside the innermost. */
struct block *source_block(const struct source *source, size_t statement);

/* What a name stands for at a place in a unit, looked up in its declarations, then in its hosts'.
 */
enum name_class {
    NAME_UNKNOWN,  /* not declared in this file: from a module, an include file, or implicit */
    NAME_VARIABLE, /* a scalar */
    NAME_ARRAY,
    NAME_PROCEDURE, /* EXTERNAL, PROCEDURE, in an interface, or defined in this file */
    NAME_INTRINSIC  /* not declared, and an intrinsic function without side effects */
};

enum name_class names_class(const struct block *unit, const char *name);

/* Whether a scalar variable is surely of type integer: declared so, or implicitly. */
bool names_is_integer(const struct block *unit, const char *name);

/* The value of a named constant; false: it is none, or no integer, or not known. */
bool names_constant(const struct block *unit, const char *name, long long *value);

/* Whether nothing but a statement that names it can give a scalar variable, or constant, another
 * value, as long as no procedure is called. */
bool names_keeps_value(const struct block *unit, const char *name);

/* Whether evaluating the expression a second time is surely without effect: it calls nothing but
 * intrinsic functions. */
bool names_is_repeatable(const struct block *unit, const char *expression);

/* The same where even what a module may bring is thought of: functions with the names of intrinsic
 * ones, and operators of its own for types of its own. */
bool names_is_surely_repeatable(const struct block *unit, const char *expression);

/* Whether executing the statement surely calls no procedure but intrinsic ones. */
bool names_calls_nothing(const struct block *unit, const struct statement *statement);

/* Is asked for each procedure that is called: its name, and where that stands in the statement's
 * text. */
struct names_permit {
    bool (*ask)(void *context, const char *name, size_t at);
    void *context;
};

/* Whether executing the statement, an assignment or CALL, or one behind IF (...), surely calls no
 * procedure but intrinsic ones and those that are permitted. */
bool names_calls_only(const struct block *unit, const struct statement *statement,
                      const struct names_permit *permit);

#endif
