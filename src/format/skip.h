/* skip.h: the format of the list of regions that are not to be measured. */
#ifndef FORMAT_SKIP_H
#define FORMAT_SKIP_H

#include "format/act.h"

#include <stddef.h>

/* A line of the list: kind, file, line, sequence number, routine around it, own name. */
#define FORMAT_SKIP_LINE "%s\t%s\t%u\t%u\t%s\t%s\n"

/* Returns the word for a kind that users can choose by patterns: routine, loop, io or user. Returns
 * NULL for other kinds: these regions are made while the program runs, and cannot be switched off.
 */
static inline const char *format_kind_word(unsigned kind)
{
    return kind >= TRI_KIND_ROUTINE && kind <= TRI_KIND_USER ? format_region_word(kind) : NULL;
}

#endif
