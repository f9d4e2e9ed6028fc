/* short_names.h: shortens the names of a list so that different names stay different. */
#ifndef UTIL_SHORT_NAMES_H
#define UTIL_SHORT_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* Returns `count` names, each at most `width` columns wide, in a list that is to be freed with
 * short_names_free. `names` are clean text; NULL stays NULL. A name that is too wide loses its
 * middle, as by words_shorten_name. If two different names would then look the same, they keep the
 * part that differs instead: "MPI_…_12_…"; and if that has no room, they are numbered: "MPI_…~2",
 * and *is_numbered is set unless it is NULL. Equal names stay equal. The part of a function's name
 * behind its scopes is kept: "std::…double…::clear". */
char **short_names(char *const *names, size_t count, size_t width, bool utf8, bool *is_numbered);
void short_names_free(char **names, size_t count);

#endif
