/* source.h: a Fortran source file as statements and blocks. Expressions stay text.
 *
 *   text            statements[]              blocks, a tree
 *                                             BLOCK_FILE [0, 6]
 *   subroutine s      0 STATEMENT_SUBROUTINE    BLOCK_UNIT [0, 6], executable: 2
 *     integer i       1 STATEMENT_DECLARATION
 *     do i = 1, 9     2 STATEMENT_DO              BLOCK_DO [2, 5]
 *       if (i > 3) &  3 STATEMENT_IF
 *         exit            action: STATEMENT_EXIT    (only IF ... THEN has a block)
 *       print *, i    4 STATEMENT_IO
 *     end do          5 STATEMENT_END_DO
 *   end               6 STATEMENT_END_UNIT
 *
 * A statement knows its place in the text (offsets and lines), its kind, and the parts that probes
 * need: label, names, targets of jumps, the head of a DO, the unit of an I/O statement. A block is
 * a range of statements; source_block() finds the innermost block of a statement. Statements of
 * INCLUDE files are not listed: only their declarations, and whether they would be in the way, are
 * taken from them. Each BLOCK_UNIT has the names that its declarations declare (names_...()). */
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
    STATEMENT_MODULE_PROCEDURE, /* the body of a procedure; in an INTERFACE it is a declaration */
    STATEMENT_ENTRY,
    STATEMENT_CONTAINS,
    STATEMENT_END_UNIT, /* END, END SUBROUTINE and the like */
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
    STATEMENT_DECLARATION,        /* any other specification */
    STATEMENT_FUNCTION_STATEMENT, /* f(x) = ..., where it may define a statement function: no
                                     executable statement came before, and no declaration makes f an
                                     array */
    /* constructs */
    STATEMENT_IF_THEN,
    STATEMENT_ELSE, /* also ELSE IF */
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
    STATEMENT_ASSIGNMENT, /* also pointer assignment */
    STATEMENT_CALL,
    STATEMENT_IO,
    STATEMENT_IF, /* IF (condition) action */
    STATEMENT_ARITHMETIC_IF,
    STATEMENT_GOTO, /* plain, computed and assigned */
    STATEMENT_ASSIGN,
    STATEMENT_EXIT,
    STATEMENT_CYCLE,
    STATEMENT_RETURN,
    STATEMENT_STOP, /* also ERROR STOP, CALL EXIT and CALL ABORT */
    STATEMENT_CONTINUE,
    STATEMENT_ACTION, /* any other action: ALLOCATE, WHERE (m) a = b, SYNC ALL, PAUSE ... */
    /* neither */
    STATEMENT_DIRECTIVE,    /* !$omp, !$acc, !GCC$, !DIR$ ... */
    STATEMENT_PREPROCESSOR, /* # 12 "file" */
    STATEMENT_UNKNOWN       /* not understood: its program unit is not instrumented */
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

/* Prefixes in the head of a routine, as bits. */
enum routine_flag {
    ROUTINE_PURE = 1, /* PURE, or ELEMENTAL without IMPURE */
    ROUTINE_ELEMENTAL = 2,
    ROUTINE_RECURSIVE = 4,
    ROUTINE_SEPARATE = 8 /* has the prefix MODULE, or is a MODULE PROCEDURE */
};

/* One statement, or a directive, or a line of the preprocessor. Texts are normalised: lower case,
 * no blanks outside character constants, continuation lines joined, comments dropped. They belong
 * to the source; NULL: the part is absent. Positions are offsets in the source text. */
struct statement {
    enum statement_kind kind;
    enum statement_kind
        action;        /* STATEMENT_IF: the kind of its action, whose parts are filled in below */
    size_t start, end; /* its text [start, end), with the label, without a comment behind it */
    size_t line_start; /* the start of its first line */
    size_t line_end;   /* behind the newline of its last line, or the end of the source */
    unsigned line, end_line; /* its first and last line, as line markers number them, from 1 */
    const char
        *file; /* the file name in the last line marker, verbatim; NULL: no marker came before */
    bool first_on_line, last_on_line; /* both are true unless `;` separates statements on a line */
    bool conditional;                 /* it is behind the OpenMP sentinel !$ */
    unsigned label;                   /* 0: none */
    size_t label_start, label_end;    /* the digits of the label */
    size_t body;         /* where the keyword stands, behind the label and the construct name */
    size_t action_start; /* STATEMENT_IF: the start of the action */
    const char *name; /* the name of a unit, ENTRY, construct, called procedure, assigned variable,
                         INCLUDE file, or of the construct in EXIT and CYCLE */
    const char *written; /* the name as the user wrote it, with its capital letters */
    const char *text; /* the statement without label and construct name. Directive: `name` is omp,
                         acc, gcc, dir ..., and `text` is the rest, with blanks between words */

    unsigned *targets; /* the labels that it may jump to: GO TO, arithmetic IF, ERR=, END=, EOR=,
                        *10; ASSIGN: the label that it names */
    size_t target_count;
    bool any_target; /* assigned GO TO without a list: it may jump to any label that an ASSIGN names
                      */

    enum do_kind do_kind;
    unsigned do_label;                   /* 0: none, the loop ends with END DO */
    size_t do_label_start, do_label_end; /* the digits of that label, and the comma behind them */
    const char *do_variable, *do_first, *do_last, *do_step; /* DO_COUNTED */
    size_t do_bounds;      /* DO_COUNTED: the offset behind the equals sign */
    const char *do_header; /* DO_CONCURRENT and DO_WHILE: the text in the parentheses */

    enum io_keyword io;   /* STATEMENT_IO */
    const char *unit;     /* I/O: the unit; "*" for PRINT, READ * and (*,...); NULL: none, as in
                             INQUIRE(FILE=...) */
    const char *new_unit; /* OPEN(NEWUNIT=...): the variable */

    unsigned routine_flags; /* enum routine_flag */
};

enum block_kind {
    BLOCK_FILE,
    BLOCK_UNIT, /* a program unit or procedure; the head of a main program may be absent */
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

/* A part of the source that holds statements. Blocks form a tree, with the file at its root. */
struct block {
    enum block_kind kind;
    size_t first, last; /* statements. DO loops that share a label have the same `last`. In a main
                           program without PROGRAM, `first` is its first statement */
    bool headless;      /* a main program without PROGRAM */
    struct block *parent, *child; /* the block around it; the first block in it */
    struct block *next;           /* the next block in the same parent, in the order of the text */
    struct block *within;         /* the innermost unit around it, or NULL */
    /* BLOCK_UNIT: */
    enum statement_kind unit; /* the kind of its head: STATEMENT_PROGRAM ... */
    size_t executable;   /* the first statement behind the specifications and statement functions,
                            which may have code before it; NO_STATEMENT: there is none */
    size_t contains;     /* the CONTAINS statement, or NO_STATEMENT */
    bool unclear;        /* it has a STATEMENT_UNKNOWN, or its blocks do not nest */
    const char *why;     /* the reason, if it is unclear */
    struct names *names; /* the names that it declares */
};

/* A source that was read. Zero-initialise it first; it must not be moved afterwards: blocks point
 * into it. */
struct source {
    const char *text;
    size_t size;
    struct instrument_fortran_form form;
    struct statement *statements;
    size_t count, room;
    struct block file;
    struct source_memory *memory;
};

/* Reads a text, which must outlive `source`. Never fails: statements that are not understood become
 * STATEMENT_UNKNOWN. */
void source_read(struct source *source, const char *text, size_t size,
                 const struct instrument_fortran_form *form);
/* Frees everything; the source is empty afterwards. */
void source_close(struct source *source);

/* Returns the innermost block around a statement; the first and last statement of a block are
 * inside it. A statement that ends several loops (a shared label) is inside the innermost. */
struct block *source_block(const struct source *source, size_t statement);

/* The meaning of a name in a unit, looked up in the declarations of the unit, then in those of its
 * hosts. */
enum name_class {
    NAME_UNKNOWN,  /* not declared in this file: it comes from a module or include file, or is
                      implicit */
    NAME_VARIABLE, /* a scalar */
    NAME_ARRAY,
    NAME_PROCEDURE, /* EXTERNAL, PROCEDURE, in an interface, or defined in this file */
    NAME_INTRINSIC  /* not declared, and the name of an intrinsic function without side effects */
};

/* Returns the meaning of a name in the unit. */
enum name_class names_class(const struct block *unit, const char *name);

/* True if the name is certainly a scalar integer variable, declared or implicit. */
bool names_is_integer(const struct block *unit, const char *name);

/* Finds the value of an integer constant (PARAMETER). False: the name is none, or its value is not
 * known. */
bool names_constant(const struct block *unit, const char *name, long long *value);

/* True if a scalar variable or constant can change only by a statement that names it, or by a call.
 */
bool names_keeps_value(const struct block *unit, const char *name);

/* True if the expression may be evaluated a second time: it calls only intrinsic functions and
 * reads no volatile variable. */
bool names_is_repeatable(const struct block *unit, const char *expression);

/* True if that is certain, whatever modules define: functions with the names of intrinsic ones, or
 * operators for types of their own. */
bool names_is_surely_repeatable(const struct block *unit, const char *expression);

/* True if the statement certainly calls only intrinsic procedures. */
bool names_calls_nothing(const struct block *unit, const struct statement *statement);

/* Decides about each procedure that a statement calls: its name, and the index of the name in the
 * statement's text. `ask` returns true if the call is permitted. */
struct names_permit {
    bool (*ask)(void *context, const char *name, size_t at);
    void *context;
};

/* True if an assignment or CALL, perhaps the action of an IF, certainly calls only intrinsic
 * procedures and permitted ones. */
bool names_calls_only(const struct block *unit, const struct statement *statement,
                      const struct names_permit *permit);

#endif
