/* call_text_kept.h: keeps the calls that were found in source files, for the life of the process:
 * the archive of a running program is opened again and again, and its source rarely changes. */
#ifndef ARCHIVE_SYMBOLS_CALL_TEXT_KEPT_H
#define ARCHIVE_SYMBOLS_CALL_TEXT_KEPT_H

#include "archive/symbols/call_text.h"

/* Returns the calls of a function in a source file, which stay where they are; none if the file
 * cannot be read, or was changed after `newest` (ns since 1970). Threads may call it. */
const struct archive_call_texts *archive_call_text_kept(const char *path, uint64_t newest,
                                                        const char *function);

#endif
