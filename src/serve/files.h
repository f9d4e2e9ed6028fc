/* files.h: the files of the page: inside the binary, or in a folder while the page is being
 * developed. */
#ifndef SERVE_FILES_H
#define SERVE_FILES_H

#include "serve/answer.h"

/* A file of the page, compressed with gzip. */
struct serve_file {
    const char *path; /* "/assets/main-1a2b.js" */
    const char *type;
    const unsigned char *bytes;
    size_t size;
};

/* The files inside the binary, up to one without a path: made when Triptych is built. */
extern const struct serve_file serve_page[];

/* The page as one file: the data, as JSON, comes between head and tail. NULL: there is no page. */
struct serve_standalone {
    const char *head, *tail;
};
extern const struct serve_standalone serve_standalone;

/* Answers with a file of the page; `folder` may be NULL: those inside the binary. False: the answer
 * is an error. */
bool serve_files(const char *folder, const char *path, struct serve_answer *answer);

#endif
