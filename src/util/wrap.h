/* wrap.h: breaks long text into lines at spaces. */
#ifndef UTIL_WRAP_H
#define UTIL_WRAP_H

#include "util/buffer.h"

/* The layout of the lines, in columns. */
struct wrap {
    size_t column; /* where the text begins in its first line */
    size_t indent; /* spaces in front of each following line */
    size_t width;  /* of a line */
};

/* Adds text, broken at spaces where a line would become wider than wrap->width. A word that is
 * wider than that, such as a long path, stays whole. So does what stands in quotes ('a b', `a b`),
 * if it fits into a line. Newlines of the text stay. */
void wrap_add(struct buffer *to, const char *text, struct wrap wrap);

/* Returns the number of columns of the terminal behind a stream, else what COLUMNS says; 0 if
 * neither is known. */
size_t wrap_screen_width(int stream);

#endif
