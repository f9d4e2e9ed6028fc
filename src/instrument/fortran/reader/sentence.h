/* sentence.h: a statement while its kind is being found. Each function says whether the statement
 * is one of its kinds, and fills in the parts. */
#ifndef INSTRUMENT_FORTRAN_READER_SENTENCE_H
#define INSTRUMENT_FORTRAN_READER_SENTENCE_H

#include "instrument/fortran/reader/phrase.h"
#include "instrument/fortran/reader/reading.h"

struct sentence {
    struct reading *reading;
    const struct normal *normal;
    const struct context *context;
    struct statement *statement;
    size_t at; /* where the keyword stands: behind label, construct name, or IF (...) */
};

/* assignment.c */
bool assignment_is(const struct sentence *sentence);
bool assignment_classify(struct sentence *sentence);

/* units.c: heads of program units and procedures, ENTRY, CONTAINS */
bool units_classify(struct sentence *sentence);

/* ends.c: everything that begins with END */
bool ends_classify(struct sentence *sentence);

/* constructs.c */
bool constructs_classify(struct sentence *sentence);
bool constructs_is_keyword(const struct normal *normal, size_t at); /* may have a name before it */

/* loops.c */
bool do_heads_classify(struct sentence *sentence);

/* actions.c: CALL, jumps, ALLOCATE ...: what may stand behind IF (...) */
bool actions_classify(struct sentence *sentence);

/* io.c */
bool io_classify(struct sentence *sentence);

/* specifications.c */
bool specifications_classify(struct sentence *sentence);
bool specifications_is_parameter(struct sentence *sentence);       /* even one like an assignment */
bool specifications_opens(const struct normal *normal, size_t at); /* STRUCTURE, UNION, MAP */
/* Behind a type such as REAL*8 or CHARACTER(LEN=3), or 0. */
size_t specifications_type(const struct normal *normal, size_t at);

/* Fills in `name` with [from, to), and `written`. */
void sentence_name(struct sentence *sentence, size_t from, size_t to);
void sentence_add_target(struct sentence *sentence, unsigned label);
char *sentence_copy(struct sentence *sentence, size_t from, size_t to);

/* Nothing, or a name, stands from `at` to the end; it becomes the statement's name. */
bool sentence_ends_with_name(struct sentence *sentence, size_t at);

static inline bool sentence_ends(const struct sentence *sentence, size_t at)
{
    return at == sentence->normal->length;
}

#endif
