/* family.h: families of functions whose names and types differ in a word:
 *
 *   family TYPE = float, double, longlong: long long
 *   void shmem_{TYPE}_put(TYPE *to, const TYPE *from, size_t count, int pe) */
#ifndef VOCABULARY_FAMILY_H
#define VOCABULARY_FAMILY_H

#include "vocabulary/tree.h"

struct vocabulary_parser;

/* Returns the family of that name, or of the name that is the present lexeme; NULL: none. */
struct vocabulary_family *vocabulary_family_find(const struct vocabulary_parser *parser,
                                                 const char *name, size_t size);
struct vocabulary_family *vocabulary_family_here(const struct vocabulary_parser *parser);

/* The same, but only if a function of that family is being read. */
const struct vocabulary_family *vocabulary_sees_family(const struct vocabulary_parser *parser);

/* Reports that there is no family whose name is at that place of the text. */
bool vocabulary_family_unknown(struct vocabulary_parser *parser, size_t at, size_t size);

/* Returns the name that is the present lexeme, with the words of its families; NULL with trouble.
 */
const char *vocabulary_family_expand(struct vocabulary_parser *parser);

#endif
