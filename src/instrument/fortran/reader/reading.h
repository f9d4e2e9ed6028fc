/* reading.h: a source while it is being read. Only for the files of the reader.
 *
 *   source text
 *     | lines.c        physical lines: code, continuation, directive, comment, line marker
 *     v
 *   read.c             joins continuation lines, splits at `;`
 *     | normal.c       lower case, no blanks, constants marked; keeps the offset of each character
 *     v
 *   reading->draft     a statement; its text is in reading->normal
 *     | classify.c     its kind and parts: assignment.c units.c do_heads.c constructs.c ends.c
 *     v                specifications.c actions.c io.c (phrase.c finds the words)
 *   source->statements[]
 *     | blocks.c       the tree of blocks; reading->block is the innermost open one
 *     v
 *   declare.c          the names of the unit (names.c); include.c reads INCLUDE files in the same
 *                      way, with a `struct reading` of their own
 *
 * Later, expression.c and value.c answer questions about expressions from these names. */
#ifndef INSTRUMENT_FORTRAN_READER_READING_H
#define INSTRUMENT_FORTRAN_READER_READING_H

#include "instrument/fortran/reader/lines.h"
#include "instrument/fortran/reader/normal.h"
#include "instrument/fortran/source.h"
#include "util/arena.h"

struct include_file;
struct included;
struct names;

/* Memory that belongs to a source. */
struct source_memory {
    struct arena arena;
    struct block **around; /* the innermost block of each statement */
    size_t around_room;
    struct include_file *includes; /* all INCLUDE files read so far */
};

/* The kind of program unit that an END statement names. */
enum ends {
    ENDS_ANY,
    ENDS_PROGRAM,
    ENDS_MODULE,
    ENDS_SUBMODULE,
    ENDS_SUBROUTINE,
    ENDS_FUNCTION,
    ENDS_PROCEDURE,
    ENDS_BLOCK_DATA
};

/* The surroundings of a statement that is about to be classified. */
struct context {
    bool unit_start;                 /* a program unit or procedure may begin here */
    bool contained;                  /* it would be in a CONTAINS part */
    bool in_interface;               /* the innermost block is an INTERFACE */
    bool in_type;                    /* the innermost block is a TYPE, STRUCTURE, ENUM ... */
    bool in_select, in_if, in_where; /* the innermost block is that construct */
    bool specification;              /* no executable statement came before in the unit */
    bool definitions; /* none came before in the unit or BLOCK: types may be defined */
};

/* The state of the reader. */
struct reading {
    struct source *source;
    struct arena *arena;  /* that of the source */
    size_t at;            /* offset of the next line */
    unsigned number;      /* its line number */
    const char *file;     /* its file, as in struct statement */
    struct normal normal; /* the text of the draft */
    /* The logical line that is being read: */
    struct statement draft;
    bool malformed; /* the draft cannot be a valid statement */
    bool drafted;   /* the first character of the draft was read */
    /* Blocks: */
    struct block *block;      /* the innermost open block */
    struct names *file_names; /* of the outermost source */
    /* INCLUDE files: */
    struct source_memory *root; /* the memory of the outermost source */
    unsigned depth;             /* nesting depth of INCLUDE files; 0: the outermost source */
    struct block
        *declaring; /* the unit around the INCLUDE statement, which gets the names; or NULL */
    bool past_specification; /* executable statements came before the INCLUDE statement */
    struct included
        *included; /* facts about the INCLUDE file, to be filled in; NULL in the outermost source */
    enum ends ends; /* of the END statement that was classified last */
};

/* read.c: reads all of reading->source. */
void reading_run(struct reading *reading);

/* classify.c: finds the kind of the statement in reading->normal, and fills in its parts. */
void classify_statement(struct reading *reading, struct statement *statement,
                        const struct context *context);

/* blocks.c */

/* Opens the block of the file. */
void blocks_start(struct reading *reading);
/* Returns the surroundings of the next statement. */
struct context blocks_context(const struct reading *reading);
/* Adds a statement that was classified: opens and closes blocks, and notes its names. */
void blocks_add(struct reading *reading, size_t number);
/* Closes all blocks; the ones that lack an END become unclear. */
void blocks_finish(struct reading *reading);

/* Returns the innermost unit around a block, or the block itself if it is one; or NULL. */
static inline struct block *blocks_unit(struct block *block)
{
    return block->kind == BLOCK_UNIT ? block : block->within;
}

/* Returns the unit to which names declared in the block belong, or NULL. Those of an INCLUDE file,
 * outside its own procedures and interface bodies, belong to the unit around the INCLUDE statement.
 */
static inline struct block *blocks_declaring(const struct reading *reading, struct block *block)
{
    struct block *unit = blocks_unit(block);
    return reading->declaring && (!unit || unit->headless) ? reading->declaring : unit;
}

#endif
