/* kind.h: what kind of program this process runs. */
#ifndef MEASURE_KIND_H
#define MEASURE_KIND_H

#include <stdbool.h>

/* It only starts others: what it does itself is nobody's question. */
bool kind_is_launcher(void);

/* The same, but somebody may mean it where it is named: a shell, a tool that builds. */
bool kind_is_tool(void);

/* It has a sanitizer, or a library with one. These have an order of their own in which libraries
 * must come. */
bool kind_is_sanitized(void);

/* It is the command that was named: its process has the number that `triptych run` gave it. */
bool kind_is_command(void);

#endif
