/* html.h: writes archives as one HTML file that needs no server: the page with the answers inside.
 */
#ifndef SERVE_HTML_H
#define SERVE_HTML_H

#include "util/error.h"

#include <stddef.h>

/* True if the page is inside this build. */
bool serve_html_has_page(void);

/* Writes the file; "-" is the standard output. False with an error. */
bool serve_html(char *const *archives, size_t count, const char *file, struct error *error);

#endif
