/* names.h: the table of names of a unit, filled from its declarations. */
#ifndef INSTRUMENT_FORTRAN_READER_NAMES_H
#define INSTRUMENT_FORTRAN_READER_NAMES_H

#include "instrument/fortran/reader/reading.h"

/* Facts about a name, as bits. */
enum name_flag {
    NAME_IS_ARRAY = 1,
    NAME_IS_TYPED = 2, /* its type is declared */
    NAME_IS_INTEGER = 4,
    NAME_IS_DERIVED = 8, /* its type is not an intrinsic one */
    NAME_IS_PROCEDURE = 16,
    NAME_IS_VOLATILE = 32,
    NAME_IS_FOREIGN = 64, /* it comes from a module whose declaration of it is not known */
    NAME_IS_SCOPED = 128, /* it has another meaning in a part of the unit: BLOCK, ASSOCIATE ... */
    NAME_IS_COMPONENT = 256,
    NAME_IS_BINDING = 512,   /* a procedure bound to a type, or a component that is a procedure */
    NAME_IS_ALIASED = 1024,  /* it may have aliases: POINTER, TARGET, EQUIVALENCE */
    NAME_IS_CONSTANT = 2048, /* PARAMETER */
    NAME_HAS_VALUE = 4096    /* a PARAMETER whose integer value is known */
};

/* The accessibility of a name of a module. */
enum name_access { NAME_IS_PUBLIC = 1, NAME_IS_PRIVATE = 2 };

/* Implicit type by first letter; IMPLICIT_HOST: as in the host. */
enum implicit { IMPLICIT_HOST, IMPLICIT_INTEGER, IMPLICIT_OTHER, IMPLICIT_NONE };

/* The names of a unit; or of the file: its procedures, and the components of all its types. Lives
 * in the arena. */
struct names {
    struct arena *arena;
    struct name **slots; /* hash table; slot_count is a power of two */
    size_t slot_count, count;
    unsigned char implicit[26]; /* enum implicit, by letter */
    bool open;       /* there may be more names: USE without ONLY, or a missing INCLUDE file */
    bool assignment; /* file: it has an INTERFACE ASSIGNMENT(=) */
    bool hides;      /* module: names are PRIVATE by default */
    struct names
        *access; /* module: names in PUBLIC and PRIVATE, with enum name_access as flags; or NULL */
    struct names *arguments;  /* procedure: its dummy arguments, declared or not; or NULL */
    struct names_used *used;  /* modules of this file whose public names are names here */
    const struct names *file; /* the names of the file */
};

/* Makes an empty table. file: the names of the file; NULL: this table is for them. */
struct names *names_new(struct arena *arena, const struct names *file);

/* Returns the flags of a name, looked up in the table and in the modules that it uses; 0 if it is
 * not there. found: says if it is there, or NULL. */
unsigned names_flags(const struct names *names, const char *name, bool *found);

/* Adds flags to a name, which is added if it is new. */
void names_note(struct names *names, const char *name, size_t length, unsigned flags);

/* Makes a name a constant with this integer value. */
void names_note_value(struct names *names, const char *name, size_t length, long long value);

/* Makes all public names of a module names of this table. */
void names_use(struct names *names, const struct names *module);

/* Returns the flags of a public name of the module, and its value if it is a constant; 0: the
 * module has no such name, or that is not certain. */
unsigned names_public(const struct names *module, const char *name, long long *value);

/* Returns the host of a unit, in which its names are looked up next: a unit or the file; or NULL.
 */
const struct block *names_host(const struct block *unit);

/* True if the name is a dummy argument of the unit, or of a host if the unit does not declare it.
 */
bool names_is_argument(const struct block *unit, const char *name);

/* Returns the index behind the bracket that closes the one at `open`; the end of the text: none
 * does. */
size_t names_behind_bracket(const char *text, size_t open);

/* Returns the implicit type of names with this first letter in the unit. */
enum implicit names_implicit(const struct block *unit, char letter);

/* True if `name` may be a statement function, by what was declared so far. unit: NULL if none has
 * begun. */
bool names_may_be_statement_function(const struct block *unit, const char *name);

/* declare.c: notes the names that a statement in `block` declares. The statement's text is in
 * reading->normal. */
void declare(struct reading *reading, struct block *block, const struct statement *statement);

/* declare.c: notes the names in the head of a procedure: its name in `block`, its result and its
 * arguments in its own `unit`. */
void declare_procedure(struct reading *reading, struct block *block, struct block *unit,
                       const struct statement *statement);

#endif
