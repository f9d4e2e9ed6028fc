/* variables.h: the variables that a block of `async` or `at` takes along, as they are written in
 * the note of its region. */
#ifndef FORMAT_VARIABLES_H
#define FORMAT_VARIABLES_H

/* The note begins with FORMAT_VARIABLES. A line for each variable follows: its name, its type, its
 * bytes (0 if they differ from move to move) and its flags (enum tri_variable_flags), separated by
 * FORMAT_VARIABLES_TAB. Each line begins with FORMAT_VARIABLES_NEXT. */
#define FORMAT_VARIABLES '='
#define FORMAT_VARIABLES_NEXT '\n'
#define FORMAT_VARIABLES_TAB '\t'

enum {
    FORMAT_VARIABLES_LOGGED = 8
}; /* sizes that an event has at most; the last one is then the
      sum of all others */

#endif
