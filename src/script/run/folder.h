/* folder.h: the folder of a run, NAME.run. */
#ifndef SCRIPT_RUN_FOLDER_H
#define SCRIPT_RUN_FOLDER_H

#include "util/error.h"

struct script_folder {
    char *root;    /* NAME.run */
    char *path;    /* where this run keeps its files */
    char *earlier; /* where the last run kept them; NULL: there was none */
    unsigned number;
    int lock;
};

/* Opens the folder and makes a new one in it for this run; `name` NULL: named after the script, in
 * the current folder. */
bool script_folder_open(struct script_folder *folder, const char *name, const char *script,
                        struct error *error);

/* Makes this run the last one. Changes the path. */
bool script_folder_commit(struct script_folder *folder, struct error *error);

/* Removes earlier runs, of which nothing more is needed. */
void script_folder_forget(const struct script_folder *folder);

void script_folder_close(struct script_folder *folder);

#endif
