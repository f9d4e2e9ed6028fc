/* contents.c: see contents.h */
#include "contents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *contents_path(const char *folder, const char *name)
{
    char *path = malloc(strlen(folder) + strlen(name) + 2);
    if (!path)
        return NULL;
    strcpy(path, folder);
    strcat(path, "/");
    return strcat(path, name);
}

static bool read_names(struct contents *contents, FILE *file)
{
    contents->count = 0;
    while (contents->count < CONTENTS_MOST) {
        char *name = contents->name[contents->count];
        if (!fgets(name, CONTENTS_NAME, file))
            break;
        size_t length = strcspn(name, "\n");
        if (name[length] != '\n')
            return false;
        name[length] = '\0';
        contents->count++;
    }
    return !ferror(file);
}

bool contents_read(struct contents *contents, const char *folder)
{
    char *path = contents_path(folder, "contents");
    FILE *file = path ? fopen(path, "r") : NULL;
    bool good = false;
    if (file) {
        good = read_names(contents, file);
        fclose(file);
    }
    if (!good)
        fprintf(stderr, "index: cannot read %s: one name per line, up to %d characters\n",
                path ? path : folder, CONTENTS_NAME - 2);
    free(path);
    return good;
}
