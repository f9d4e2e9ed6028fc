/* scan.h: reads JSON piece by piece from memory, without making anything of it: a metamodel of a
 * million nodes would be several million values. Only for the files of meta/. */
#ifndef MODEL_META_SCAN_H
#define MODEL_META_SCAN_H

#include <stdbool.h>
#include <stddef.h>

enum scan_kind { SCAN_WORD, SCAN_NUMBER, SCAN_STRING, SCAN_LIST, SCAN_OBJECT };

/* A value in the text. A string is without its quotes; of a list or an object, the text begins with
 * the bracket and has no size until it was skipped. */
struct scan_value {
    enum scan_kind kind;
    const char *text;
    size_t size;
};

struct scan {
    const char *begin, *at, *end;
    const char *fault; /* what is wrong at `at`; NULL: nothing */
    char **strings;    /* with escapes, decoded */
    size_t string_count, string_room;
};

/* The text ends with a 0 behind `size` bytes. */
void scan_begin(struct scan *scan, const char *text, size_t size);
void scan_free(struct scan *scan);

/* Returns the line of the current position. */
unsigned scan_line(const struct scan *scan);

/* Reads the next value. Lists and objects are to be read with the functions below, or skipped.
 * False: something is wrong. */
bool scan_next(struct scan *scan, struct scan_value *value);

/* Go on to the next value of a list or an object, from its opening bracket on; *any must be false
 * at first. False behind the last one, or if something is wrong. */
bool scan_element(struct scan *scan, bool *any);
bool scan_member(struct scan *scan, bool *any, struct scan_value *key);

/* Passes over the next value. Inside of lists and objects, only brackets and strings are looked at.
 */
bool scan_skip(struct scan *scan, struct scan_value *value);

/* False if something other than spaces follows. */
bool scan_end(struct scan *scan);

/* True if the value is this string. */
bool scan_is(const struct scan_value *value, const char *string);

#endif
