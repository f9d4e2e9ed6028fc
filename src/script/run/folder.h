/* folder.h: the folder of a run, NAME.run. */
#ifndef SCRIPT_RUN_FOLDER_H
#define SCRIPT_RUN_FOLDER_H

#include "util/error.h"

struct script_folder {
    char *root; /* NAME.run */
    char *path; /* where this run keeps its files */
    int lock;
};

/* Makes the folder, empty; `name` NULL: named after the script, in the current folder. */
bool script_folder_open(struct script_folder *folder, const char *name, const char *script,
                        struct error *error);
void script_folder_close(struct script_folder *folder);

#endif
