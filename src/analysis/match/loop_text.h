/* loop_text.h: how much the source text of two loops has in common.
 *
 * Names may have been changed and comments added: compared are the order of operators, keywords,
 * numbers and calls, in which all names are alike, and the words that names are made of.
 */
#ifndef ANALYSIS_MATCH_LOOP_TEXT_H
#define ANALYSIS_MATCH_LOOP_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sorted hashes. Zero-initialised: nothing is known of the text. */
struct loop_text {
    uint64_t *shape; /* of each two tokens that follow each other */
    size_t shape_count;
    uint64_t *words; /* of the parts of names: "key", "array" of key_array and keyArray */
    size_t word_count;
    uint64_t all; /* of all tokens in order, names as they are */
    size_t tokens;
};

/* Of the loop whose head is in `line`, from 1, of a source file. It ends in `end`, or, where that
 * is not exact, behind the last line that is indented further than its head, if that is later. */
struct loop_text loop_text_new(const char *source, size_t size, uint32_t line, uint32_t end,
                               bool exact, bool fortran);
void loop_text_free(struct loop_text *text);

/* 0: nothing in common, 1: nothing differs but names and comments at most. Less than 0: too little
 * is known of one of them to tell. */
double loop_text_similarity(const struct loop_text *a, const struct loop_text *b);

/* Whether they are the same, token by token, and long enough for that not to be chance. */
bool loop_text_is_same(const struct loop_text *a, const struct loop_text *b);

#endif
