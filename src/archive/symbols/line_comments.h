/* line_comments.h: generated source that tells where it comes from in comments. Compilers that
 * generate C++, such as X10's, write one before each statement and each function:
 *
 *   //#line 42 "Board.x10"
 */
#ifndef ARCHIVE_SYMBOLS_LINE_COMMENTS_H
#define ARCHIVE_SYMBOLS_LINE_COMMENTS_H

#include <stdbool.h>
#include <stdint.h>

/* A line of a generated file, in a routine that begins on another one (0: not known). */
struct archive_generated_line {
    const char *dir, *file;
    uint32_t line, routine_line;
    uint64_t newest; /* a file that was changed later (ns since 1970) is not the one that ran */
};

/* The line that it was generated from. */
struct archive_line_origin {
    const char *file; /* valid as long as the struct archive_line_comments */
    uint32_t line;
};

/* Reads each generated file once. */
struct archive_line_comments;
struct archive_line_comments *archive_line_comments_new(void);
void archive_line_comments_free(struct archive_line_comments *comments);

/* Finds what a line was generated from. A comment before the routine counts only if nothing but
 * comments stand between them; otherwise a routine's first line has that of its first statement,
 * and lines of a closure's class that have none are those of the statement that makes it. False if
 * no comment tells. */
bool archive_line_comments_find(struct archive_line_comments *comments,
                                const struct archive_generated_line *at,
                                struct archive_line_origin *origin);

#endif
