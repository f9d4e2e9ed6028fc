/* c_text.h: how far a statement of C goes, by its brackets and semicolons alone. */
#ifndef ARCHIVE_SYMBOLS_C_TEXT_H
#define ARCHIVE_SYMBOLS_C_TEXT_H

/* Behind the statement that begins at or behind a place; `end` if it has no end. Lines of the
 * preprocessor before it are skipped. */
const char *c_text_skip_statement(const char *at, const char *end);

#endif
