/* sentence.h: a statement while its kind is being found. Each ..._classify() returns true if the
 * statement is of one of its kinds, and has then set its kind and parts. */
#ifndef INSTRUMENT_FORTRAN_READER_SENTENCE_H
#define INSTRUMENT_FORTRAN_READER_SENTENCE_H

#include "instrument/fortran/reader/phrase.h"
#include "instrument/fortran/reader/reading.h"

struct sentence {
    struct reading *reading;
    const struct normal *normal;
    const struct context *context;
    struct statement *statement;
    size_t at; /* index of the keyword in the text: behind label, construct name, or IF (...) */
};

/* assignment.c */
/* True if the text is that of an assignment. */
bool assignment_is(const struct sentence *sentence);
bool assignment_classify(struct sentence *sentence);

/* units.c: heads of program units and procedures, ENTRY, CONTAINS */
bool units_classify(struct sentence *sentence);

/* ends.c: everything that begins with END */
bool ends_classify(struct sentence *sentence);

/* constructs.c: the other statements that begin a construct or a part of one */
bool constructs_classify(struct sentence *sentence);
/* True if a keyword is at `at` that may have a construct name before it. */
bool constructs_is_keyword(const struct normal *normal, size_t at);

/* do_heads.c: DO */
bool do_heads_classify(struct sentence *sentence);

/* actions.c: CALL, jumps, ALLOCATE ...: statements that may be the action of an IF */
bool actions_classify(struct sentence *sentence);

/* io.c: I/O statements */
bool io_classify(struct sentence *sentence);

/* specifications.c: declarations, definitions of types, interfaces */
bool specifications_classify(struct sentence *sentence);
/* True for PARAMETER (a = 1), and for PARAMETER a = 1, which looks like an assignment. */
bool specifications_is_parameter(struct sentence *sentence);
/* True for STRUCTURE, UNION and MAP. */
bool specifications_opens(const struct normal *normal, size_t at);
/* Returns the index behind a type such as REAL*8 or CHARACTER(LEN=3); 0: there is none. */
size_t specifications_type(const struct normal *normal, size_t at);

/* Sets `name` and `written` of the statement to text[from, to). */
void sentence_name(struct sentence *sentence, size_t from, size_t to);
/* Adds a label that the statement may jump to. */
void sentence_add_target(struct sentence *sentence, unsigned label);
/* Returns a copy of text[from, to), which belongs to the source. */
char *sentence_copy(struct sentence *sentence, size_t from, size_t to);

/* True if the text ends at `at`, or with a name there, which becomes the statement's name. */
bool sentence_ends_with_name(struct sentence *sentence, size_t at);

/* True if the text ends at `at`. */
static inline bool sentence_ends(const struct sentence *sentence, size_t at)
{
    return at == sentence->normal->length;
}

#endif
