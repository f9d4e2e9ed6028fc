/* pages.h: the pages of a running program's places, which other processes may write to in order to
 * ask for something. */
#ifndef ARCHIVE_LIVE_PAGES_H
#define ARCHIVE_LIVE_PAGES_H

#include "format/place.h"
#include "util/error.h"

#include <stdbool.h>

/* Calls a function for the page of every place that is not damaged. `denied`: the number of pages
 * that this user may not write to. */
bool archive_pages_visit(const char *archive, void (*visit)(struct format_place *, void *),
                         void *context, unsigned *denied, struct error *error);

#endif
