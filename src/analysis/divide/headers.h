/* headers.h: the headers that a source file includes. */
#ifndef ANALYSIS_DIVIDE_HEADERS_H
#define ANALYSIS_DIVIDE_HEADERS_H

#include "archive/archive.h"

/* Returns the texts of the headers that a C file includes in quotes, and of those that they
 * include, one behind the other; to be freed. "" if there are none, or if they cannot be read: they
 * are looked for beside the file that includes them. */
char *divide_headers(const struct archive *archive, uint32_t region, const char *text, size_t size);

#endif
