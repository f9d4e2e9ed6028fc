/* c_text.h: finds the ends of C statements, by brackets and semicolons alone. */
#ifndef ARCHIVE_SYMBOLS_C_TEXT_H
#define ARCHIVE_SYMBOLS_C_TEXT_H

/* Returns the position behind the statement that begins at or after `at`; `end` if it has no end.
 * Preprocessor lines before it are skipped. */
const char *c_text_skip_statement(const char *at, const char *end);

#endif
