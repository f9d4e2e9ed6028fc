/* kind.h: classifies the program that this process runs. */
#ifndef MEASURE_KIND_H
#define MEASURE_KIND_H

#include <stdbool.h>

/* True for a launcher: it only starts other programs, and its own work is of no interest. */
bool measure_kind_is_launcher(void);

/* True for a shell or a build tool: it mostly starts other programs, but the user may have named it
 * to be measured. */
bool measure_kind_is_tool(void);

/* True if the program, or one of its libraries, is built with a sanitizer; sanitizers require an
 * order of libraries of their own. */
bool measure_kind_is_sanitized(void);

/* True for the command that the user named: its process has the number that `triptych run` put into
 * the environment. */
bool measure_kind_is_command(void);

#endif
