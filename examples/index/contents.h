/* contents.h: the names of the files to index, one per line in a file called `contents`. */
#ifndef CONTENTS_H
#define CONTENTS_H

#include <stdbool.h>

enum { CONTENTS_MOST = 32, CONTENTS_NAME = 64 };

struct contents {
    int count;
    char name[CONTENTS_MOST][CONTENTS_NAME];
};

/* Reads FOLDER/contents. On failure a message was printed. */
bool contents_read(struct contents *contents, const char *folder);

/* FOLDER/NAME, or NULL when memory is out. The caller frees it. */
char *contents_path(const char *folder, const char *name);

#endif
