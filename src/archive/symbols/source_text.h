/* source_text.h: reads source files that are as they were when the program started. */
#ifndef ARCHIVE_SYMBOLS_SOURCE_TEXT_H
#define ARCHIVE_SYMBOLS_SOURCE_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

enum archive_source_language { SOURCE_C, SOURCE_FREE, SOURCE_FIXED, SOURCE_OTHER };

/* Returns the language by the suffix of the file. Headers of the C++ library have none. */
enum archive_source_language archive_source_text_language(const char *path);

/* Opens a regular file in a language that is read, and gets its facts. -1 if it does not exist, is
 * larger than 16 MB, or was changed after `newest` (ns since 1970). */
int source_text_open(const char *path, uint64_t newest, struct stat *facts);

/* Returns the text of such a file, which ends with a zero byte and which the caller frees; NULL if
 * there is none. */
char *archive_source_text_read(const char *path, uint64_t newest, size_t *size);

#endif
