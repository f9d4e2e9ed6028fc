/* reading.h: a source while it is being read. For the files of the reader only. */
#ifndef INSTRUMENT_FORTRAN_READER_READING_H
#define INSTRUMENT_FORTRAN_READER_READING_H

#include "instrument/fortran/reader/arena.h"
#include "instrument/fortran/reader/lines.h"
#include "instrument/fortran/reader/normal.h"
#include "instrument/fortran/source.h"

struct include_file;
struct included;
struct names;

struct source_memory {
    struct arena arena;
    struct block **around; /* the innermost block of each statement */
    size_t around_room;
    struct include_file *includes; /* those read so far */
};

/* What an END statement ends, beyond its kind. */
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

/* What surrounds a statement that is about to be classified. */
struct context {
    bool unit_start;                 /* a program unit or procedure may begin here */
    bool contained;                  /* ... one of a CONTAINS part */
    bool in_interface;               /* directly */
    bool in_type;                    /* directly; also STRUCTURE, ENUM ... */
    bool in_select, in_if, in_where; /* the innermost construct */
    bool specification;              /* no executable statement came before in its unit */
    bool definitions;                /* ... or in its BLOCK: types may be defined */
};

struct reading {
    struct source *source;
    struct arena *arena;
    size_t at; /* the next line */
    unsigned number;
    const char *file;
    struct normal normal;
    /* the logical line that is being read */
    struct statement draft;
    bool malformed; /* the draft cannot be a statement */
    bool drafted;   /* its first character was seen */
    /* blocks */
    struct block *block; /* the innermost that is open */
    struct names *file_names;
    /* INCLUDE files */
    struct source_memory *root; /* of the source that is not included itself */
    unsigned depth;             /* of files that include each other */
    struct block *declaring;    /* the unit whose names an included file declares, or NULL */
    bool past_specification;    /* executable statements came before it there */
    struct included *included;  /* what is found out about it */
    enum ends ends;             /* of the statement just classified */
};

/* read.c: reads all of reading->source. */
void reading_run(struct reading *reading);

/* classify.c: fills in kind and parts from reading->normal. */
void classify_statement(struct reading *reading, struct statement *statement,
                        const struct context *context);

/* blocks.c */
void blocks_start(struct reading *reading);
struct context blocks_context(const struct reading *reading);
void blocks_add(struct reading *reading, size_t number); /* a statement that was classified */
void blocks_finish(struct reading *reading);
struct block *blocks_unit(struct block *block); /* the innermost unit around it, or NULL */
/* The unit whose names a declaration in the block is about, or NULL: what an included file declares
 * outside its own procedures and interface bodies is declared where it is included. */
struct block *blocks_declaring(const struct reading *reading, struct block *block);

#endif
