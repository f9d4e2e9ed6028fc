/* names.h: what the reader notes of the names in a unit. */
#ifndef INSTRUMENT_FORTRAN_READER_NAMES_H
#define INSTRUMENT_FORTRAN_READER_NAMES_H

#include "instrument/fortran/reader/reading.h"

enum name_flag {
    NAME_IS_ARRAY = 1,
    NAME_IS_TYPED = 2, /* its type is declared */
    NAME_IS_INTEGER = 4,
    NAME_IS_DERIVED = 8, /* its type is not an intrinsic one */
    NAME_IS_PROCEDURE = 16,
    NAME_IS_VOLATILE = 32,
    NAME_IS_FOREIGN = 64, /* from a module */
    NAME_IS_SCOPED = 128, /* means something else in a part of the unit: BLOCK, ASSOCIATE ... */
    NAME_IS_COMPONENT = 256,
    NAME_IS_BINDING = 512,   /* a procedure bound to a type, or a component that is a procedure */
    NAME_IS_ALIASED = 1024,  /* another name may stand for the same: POINTER, TARGET, EQUIVALENCE */
    NAME_IS_CONSTANT = 2048, /* PARAMETER */
    NAME_HAS_VALUE = 4096    /* and its value, an integer, is known */
};

/* Who may use a name of a module. */
enum name_access { NAME_IS_PUBLIC = 1, NAME_IS_PRIVATE = 2 };

/* Implicit types by first letter. */
enum implicit { IMPLICIT_HOST, IMPLICIT_INTEGER, IMPLICIT_OTHER, IMPLICIT_NONE };

/* The names of a unit; of the file: its procedures, and the components of all its types. */
struct names {
    struct arena *arena;
    struct name **slots;
    size_t slot_count, count;
    unsigned char implicit[26];
    bool open;            /* names may come from elsewhere: USE without ONLY, a missing INCLUDE */
    bool assignment;      /* of the file: an INTERFACE ASSIGNMENT(=) is in it */
    bool hides;           /* of a module: names are PRIVATE unless said to be PUBLIC */
    struct names *access; /* of a module: what PUBLIC and PRIVATE say: name_access */
    struct names *arguments;  /* of a procedure: its dummy arguments, declared or not */
    struct names_used *used;  /* modules whose public names are names here, too */
    const struct names *file; /* those of the file */
};

struct names *names_new(struct arena *arena, const struct names *file);

/* What is noted of a name: name_flag; 0 when nothing is, and `found`, if not NULL, is false. */
unsigned names_flags(const struct names *names, const char *name, bool *found);

void names_note(struct names *names, const char *name, size_t length, unsigned flags);

/* A named constant that is an integer. */
void names_note_value(struct names *names, const char *name, size_t length, long long value);

/* All public names of a module become names here. */
void names_use(struct names *names, const struct names *module);

/* What is noted of a name that the module lets others use; 0: it has none such, or that is not
 * certain. */
unsigned names_public(const struct names *module, const char *name, long long *value);

/* The unit's host: the unit or file that its declarations are looked up in next; or NULL. */
const struct block *names_host(const struct block *unit);

/* Whether the name is a dummy argument of the unit, or of a host where the unit itself says nothing
 * of it. */
bool names_is_argument(const struct block *unit, const char *name);

/* From an opening bracket of a statement's text: behind the one that closes it. */
size_t names_behind_bracket(const char *text, size_t open);

/* How an undeclared name in the unit is typed. */
enum implicit names_implicit(const struct block *unit, char letter);

/* Whether nothing said so far of `name` in the unit speaks against it. NULL: none has begun. */
bool names_may_be_statement_function(const struct block *unit, const char *name);

/* declare.c: a statement in `block` was read; its text is in reading->normal. */
void declare(struct reading *reading, struct block *block, const struct statement *statement);

/* declare.c: a procedure begins: its name is one in `block`, and a variable in `unit` itself. */
void declare_procedure(struct reading *reading, struct block *block, struct block *unit,
                       const struct statement *statement);

#endif
