/* loop_text.h: similarity of the source text of two loops. Names may have been changed and comments
 * added. So two things are compared: the sequence of operators, keywords, numbers and calls, in
 * which all names are equal, and the words that names consist of. */
#ifndef ANALYSIS_MATCH_LOOP_TEXT_H
#define ANALYSIS_MATCH_LOOP_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text as sorted hashes. Zero-initialised: the text is unknown. */
struct analysis_loop_text {
    uint64_t *shape; /* of each two consecutive tokens */
    size_t shape_count;
    uint64_t *words; /* of the parts of names: "key", "array" of key_array and keyArray */
    size_t word_count;
    uint64_t all; /* of all tokens in order, with names */
    size_t tokens;
};

/* Reads the loop whose head is in `line`, from 1, of a source file. It ends in line `end`; unless
 * that is exact, it extends to the last line that is indented further than its head. */
struct analysis_loop_text analysis_loop_text_new(const char *source, size_t size, uint32_t line,
                                                 uint32_t end, bool exact, bool fortran);
void analysis_loop_text_free(struct analysis_loop_text *text);

/* Returns 0 for nothing in common, 1 if at most names and comments differ. Below 0: too little is
 * known of one of them. */
double analysis_loop_text_similarity(const struct analysis_loop_text *a,
                                     const struct analysis_loop_text *b);

/* True if they are equal, token by token, and long enough for that not to be chance. */
bool analysis_loop_text_is_same(const struct analysis_loop_text *a,
                                const struct analysis_loop_text *b);

#endif
