/* holders.h: processes that a command has started and that may still measure into its archive. */
#ifndef LAUNCH_HOLDERS_H
#define LAUNCH_HOLDERS_H

#include <stdbool.h>
#include <sys/types.h>

struct holder {
    pid_t pid;
    char name[32]; /* of its program, without control characters */
};

/* Finds a process that was started with this archive in its environment, wherever it is in the tree
 * of processes. Returns false if no such process can be seen. */
bool holders_find(const char *archive, struct holder *holder);

#endif
