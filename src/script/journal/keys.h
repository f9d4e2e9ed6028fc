/* keys.h: identifies tasks by content: the command, the executable, the input files, and the tasks
 * that they depend on. */
#ifndef SCRIPT_JOURNAL_KEYS_H
#define SCRIPT_JOURNAL_KEYS_H

#include "script/graph/graph.h"
#include "script/journal/digest.h"

struct keys {
    const struct script_graph *graph;
    struct digests digests;
    struct interned *programs; /* names of executables */
    char **paths;              /* by number of the name: the path, or NULL */
    size_t path_room;
    unsigned char (*list)[SHA256_SIZE];
    bool *known;
    size_t room; /* tasks */
};

void keys_begin(struct keys *keys, const struct script_graph *graph);
void keys_end(struct keys *keys);

/* Computes the key of a task from its input files as they are now. Those of tasks that it depends
 * on are computed where they are not known. */
const unsigned char *keys_of(struct keys *keys, uint32_t task);

#endif
